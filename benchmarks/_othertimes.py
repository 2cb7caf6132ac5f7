"""The times that a recorded page shows, written as software of other countries writes them.

Every time of a text node of few other words is written anew: each site has one form of
:mod:`benchmarks._timeforms`, drawn by its name. What attributes tell of such a time goes.
Ages, times without a year and times within a text or a quotation stay.
"""

from __future__ import annotations

import hashlib
import html
import re
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from benchmarks._timeforms import FORMS
from fpcrawl.pages.charset import decide_charset
from fpcrawl.pages.dates import find_times, guess_order, parse_time

if TYPE_CHECKING:
    from benchmarks._timeforms import TimeForm
    from fpcrawl.pages.dates import DateOrder, TimeMatch

__all__ = ["escaped", "form_of", "other_text", "other_times", "true_time"]

#: A time that is read alike on both days tells its year.
_NOW, _LATER = datetime(2027, 1, 1, tzinfo=UTC), datetime(2028, 1, 1, tzinfo=UTC)
_LEFT = "script|style|textarea|pre|code|blockquote|option|title|noscript|template"
_PIECE = re.compile(
    rf"<!--.*?-->|<({_LEFT})\b.*?</\1\s*>|(?P<tag><[^<>]*>)|(?P<text>[^<>]+)",
    re.DOTALL | re.IGNORECASE,
)
_SAID = re.compile(
    r"""\s(?:title|datetime|data-[\w-]+|aria-label)\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE
)
_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:T|$)")
_TAG = re.compile(r"<[^<>]*>")
_EPOCH = re.compile(r"1\d{9}(?:\d{3})?")
#: What stands before the time of a post and is another word elsewhere.
_WORDS = re.compile(
    r"[\W_]*(?:(?:posted|submitted|written|added|created|published)(?: on| at)?|on|date"
    r"|发表于|發表於|发布于|发表时间|发布时间)?[\W_]*",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"(?:^|(?<=[\s:：,]))(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)"
    r"(?:day)?\.?,?\s*$",
    re.IGNORECASE,
)
#: So many characters beside times make a text of it.
_PROSE = 40


def form_of(site: str) -> TimeForm:
    """Return the form in which a site shows times in this disguise."""
    digest = hashlib.blake2b(site.encode(), digest_size=4).digest()
    return FORMS[int.from_bytes(digest, "big") % len(FORMS)]


def _moment(raw: str, order: DateOrder | None) -> tuple[datetime, bool] | None:
    """Return the moment of a time that tells its year, and whether it has a clock."""
    now, later = (parse_time(raw, now=day, tz=UTC, order=order) for day in (_NOW, _LATER))
    if now is None or later is None or now.relative or now.instant != later.instant:
        return None
    return now.instant, now.precision in {"minute", "second"}


def _decoded(text: str, charset: str) -> str:
    return html.unescape(text.encode("latin-1").decode(charset, "replace"))


def _order(source: str, charset: str) -> DateOrder | None:
    texts = [
        time.raw
        for piece in _PIECE.finditer(source)
        if piece["text"] and any(c.isdigit() for c in piece["text"])
        for time in _times(_decoded(piece["text"], charset))
    ]
    return guess_order(texts, _NOW)


def _times(text: str) -> list[TimeMatch]:
    """Return the times of a text of few other words."""
    times = find_times(text)
    others = len("".join(text.split())) - sum(len("".join(time.raw.split())) for time in times)
    return times if others <= _PROSE else []


def escaped(text: str) -> str:
    """Return a text as it is written in markup, in ASCII alone."""
    return html.escape(text, quote=True).encode("ascii", "xmlcharrefreplace").decode("ascii")


def _rewritten(text: str, form: TimeForm, order: DateOrder | None) -> str | None:
    """Return the HTML of a text node with other times, ``None`` if it has none to write."""
    out, done, changed = "", 0, False
    times = _times(text)
    for number, time in enumerate(times):
        told = _moment(time.raw, order)
        if told is None:
            continue
        before, behind = text[done : time.start], text[time.end :]
        if (weekday := _WEEKDAY.search(before)) is not None:
            before = before[: weekday.start()]
        words = told[1] and not number and _WORDS.fullmatch(before) and not behind.strip()
        if words and form.before:
            before = ""
        shown = form.write(told[0], clock=told[1], words=bool(words))
        parts = (escaped(part) for part in shown.split("^"))
        out += escaped(before) + "</span> <span>".join(parts).join(
            ("<span>", "</span>") if "^" in shown else ("", "")
        )
        done, changed = time.end, True
    return out + escaped(text[done:]) if changed else None


def other_times(source: str, site: str) -> str:
    """Write the times of a page in the form of its site.

    Parameters
    ----------
    source
        The page, a character for each byte.
    """
    charset = decide_charset(source.encode("latin-1")).encoding
    order, form = _order(source, charset), form_of(site)
    out: list[str] = []
    tags: list[int] = []
    for piece in _PIECE.finditer(source):
        out.append(piece.group())
        if piece["tag"]:
            tags.append(len(out) - 1)
        text = piece["text"]
        if not text or not text.strip():
            continue
        shown = _decoded(text, charset)
        fresh = _rewritten(shown, form, order) if "\ufffd" not in shown else None
        relative = fresh is None and any(time.relative for time in _times(shown))
        if fresh is not None:
            out[-1] = fresh
        if fresh is not None or relative:
            said = partial(_said, form=form, keep=relative)
            for n in tags[-2:]:
                out[n] = _SAID.sub(said, out[n])
        tags.clear()
    return "".join(out)


def _said(found: re.Match[str], *, form: TimeForm, keep: bool) -> str:
    """Return the attribute of a time, in another form beside an age, else none."""
    value = found[1][1:-1]
    if _EPOCH.fullmatch(value):
        return found.group() if keep else ""
    times = find_times(value)
    if len(times) != 1 or times[0].relative:
        return found.group()
    if not keep:
        return ""
    told = _moment(times[0].raw, None)
    if told is None or found.group().lstrip().lower().startswith("datetime"):
        return found.group()
    shown = form.write(told[0], clock=told[1], words=False).replace("^", " ")
    return found.group().replace(value, escaped(shown))


def other_text(text: str, body: bytes, site: str) -> str:
    """Return a text that a page shows with its times as :func:`other_times` writes them."""
    source = body.decode("latin-1")
    order = _order(source, decide_charset(body).encoding)
    fresh = _rewritten(text, form_of(site), order)
    return text if fresh is None else html.unescape(_TAG.sub("", fresh))


def true_time(time: str | None, body: bytes) -> str | None:
    """Return a time that is told as it was shown as its moment, as the page's times are read."""
    if not time or _ISO.match(time):
        return time
    source = body.decode("latin-1")
    told = _moment(time, _order(source, decide_charset(body).encoding))
    if told is None:
        return time
    return f"{told[0]:%Y-%m-%dT%H:%M}" if told[1] else f"{told[0]:%Y-%m-%d}"
