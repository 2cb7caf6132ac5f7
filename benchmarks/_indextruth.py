"""What is true of the rows of recorded lists, and how much of it their pages show."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from benchmarks._disguise import strange_address
from benchmarks._fewer import cut_of_page, cut_truth
from benchmarks._othertimes import form_of, other_text
from benchmarks._renames import RENAMES, names_of_page, renamed_truth
from benchmarks._sitetruth import shows_minute
from benchmarks.common import BenchError, read_jsonl, read_packed
from benchmarks.scoring import GotPost, parse_time, time_matches

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fpcrawl.pages import Page

__all__ = ["FIELDS", "TrueRow", "load_rows", "plain", "right_time", "shown_fields", "windows"]

#: Fields that are judged per page, beside the address.
FIELDS = ("title", "author", "replies", "views", "last_post_time")

#: Elements before and after a link that has no neighbour there.
LONE_ROW = 120
_UNSEEN = frozenset({"script", "style", "template", "noscript", "head"})
_SAID = ("title", "datetime", "aria-label", "alt", "content")
_SPACE = re.compile(r"\s+")
_DASHES = re.compile("-{2,}")
#: Typography that a theme puts in the place of what was typed.
_TYPED = str.maketrans({**dict.fromkeys("–—−‐‑", "-"), **dict.fromkeys("“”″«»", '"')} | {
    **dict.fromkeys("‘’′", "'"), "…": "...",
})  # fmt: skip
_UNITS_S = (
    (60, r"just now|moments?|刚刚|剛剛|sec|秒|\d\s*s\b|min|分钟|分鐘|\d\s*m\b"),
    (3600, r"hour|小时|小時|\d\s*h\b"),
    (86_400, r"day|天|日前|\d\s*d\b"),
    (7 * 86_400, r"week|周前|週前|\d\s*w\b"),
    (30 * 86_400, r"month|个月|個月|\d\s*mo\b"),
    (365 * 86_400, r"year|年前|\d\s*y\b"),
)
_AGE = re.compile(r"\bago\b|前\s*$|^\s*\d+\s*[smhdwy]o?\s*$|just now|刚刚|剛剛", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TrueRow:
    """A row as the database of the site has it; ``None`` for what is not known.

    Attributes
    ----------
    time_text
        The last post's time as the page shows it.
    disguised_time
        The same, or its day, as the page in its disguise shows it, where that is another.
    """

    url: str
    title: str
    author: str | None
    replies: int | None
    views: int | None
    last_post_time: str | None
    time_text: str | None
    sticky: bool
    disguised_time: str | None = None

    def labelled(self, name: str) -> bool:
        """Whether a field is known."""
        return getattr(self, name) not in {None, ""}


def load_rows(folder: Path, disguise: str | None = None) -> dict[str, tuple[TrueRow, ...]]:
    """Return the true rows of a folder's lists by the ids of their pages.

    ``disguise`` is what the pages are read in, of ``benchmarks._disguise``.

    Raises
    ------
    BenchError
        When a line lacks what DATA.md asks of it.
    """
    path = folder / "manifest.jsonl"
    out: dict[str, tuple[TrueRow, ...]] = {}
    for number, line in enumerate(read_jsonl(path), 1):
        truth = line.get("truth") or {}
        if disguise == RENAMES:
            truth = renamed_truth(truth, names_of_page(folder, line))
        truth = cut_truth(truth, cut_of_page(folder, line, disguise))
        rows = truth.get("threads")
        if rows is None:
            continue
        try:
            found = tuple(_row(row) for row in rows)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BenchError(f"{path}:{number}: {type(error).__name__}: {error}") from error
        if disguise == "times":
            body = read_packed(folder / line["file"])
            site = str(line["site"])
            found = tuple(replace(row, disguised_time=_time_in(row, body, site)) for row in found)
        elif disguise == "addresses":
            found = tuple(replace(row, url=strange_address(row.url)) for row in found)
        out[str(line["id"])] = found
    return out


def _time_in(row: TrueRow, body: bytes, site: str) -> str | None:
    """Return the time of a row, or its day, as a page that writes times anew shows it."""
    if row.time_text:
        return other_text(row.time_text, body, site)
    told = parse_time(row.last_post_time)
    return told and form_of(site).write(told[0], clock=False, words=False)


def _row(row: dict[str, Any]) -> TrueRow:
    return TrueRow(
        url=str(row["url"]),
        title=str(row.get("title") or ""),
        author=row.get("author"),
        replies=None if row.get("replies") is None else int(row["replies"]),
        views=None if row.get("views") is None else int(row["views"]),
        last_post_time=row.get("last_post_time"),
        time_text=row.get("last_time_text"),
        sticky=bool(row.get("sticky")),
    )


def plain(text: str) -> str:
    """Return a text without white space and with plain dashes and quotes."""
    return _DASHES.sub("-", _SPACE.sub("", text).translate(_TYPED))


def windows(page: Page, keys: Sequence[str], key_of: dict[str, list[int]]) -> list[list[str]]:
    """Return the strings that stand around each row: from the row before to the row after.

    Parameters
    ----------
    keys
        Keys of the rows, in order.
    key_of
        Key -> positions of the page's links that have it.
    """
    strings: list[tuple[int, str]] = []
    order = {}
    for at, element in enumerate(page.root.iter()):
        order[element] = at
        parent = element.getparent()
        if element.tail and parent is not None and parent.tag not in _UNSEEN:
            strings.append((at, element.tail))
        if not isinstance(element.tag, str) or element.tag in _UNSEEN:
            continue
        if element.text:
            strings.append((at, element.text))
        strings += [(at, value) for name in _SAID if (value := element.get(name))]
    wanted = set(keys)
    places = sorted(
        (order[page.links[n].element], key)
        for key, numbers in key_of.items()
        if key in wanted
        for n in numbers
    )
    around: dict[str, list[str]] = {key: [] for key in keys}
    for i, (at, key) in enumerate(places):
        low = next((a for a, k in reversed(places[:i]) if k != key), at - LONE_ROW)
        high = next((a for a, k in places[i + 1 :] if k != key), at + LONE_ROW)
        around[key] += [text for place, text in strings if low < place < high]
    return [around[key] for key in keys]


def shown_fields(row: TrueRow, window: Sequence[str]) -> dict[str, bool]:
    """Return which of the row's labelled fields can be read in what stands around it.

    Nothing is known of a row that its page does not link to.
    """
    if not window:
        return {}
    whole = plain("".join(window))
    out = {"title": True} if row.title else {}
    if row.author:
        out["author"] = plain(row.author) in whole
    for name, value in (("replies", row.replies), ("views", row.views)):
        if value is not None:
            out[name] = any(_has_number(text, value, name) for text in window)
    if row.last_post_time:
        out["last_post_time"] = _has_time(row, whole)
    return out


def _has_number(text: str, value: int, name: str) -> bool:
    text = re.sub(r"(?<=\d)[,\s](?=\d{3}(?!\d))", "", text)
    # A list that counts posts counts the opening one too.
    counts = (value, value + 1) if name == "replies" else (value,)
    return any(re.search(rf"(?<!\d){count}(?!\d)", text) for count in counts)


def _has_time(row: TrueRow, whole: str) -> bool:
    if shown := row.disguised_time or row.time_text:
        return plain(shown) in whole
    parsed = parse_time(row.last_post_time)
    if parsed is None:
        return False
    days = {parsed[0], parsed[0] - (parsed[0].utcoffset() or timedelta(0))}
    forms = ("%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%m-%d-%Y", "%d-%m-%Y", "%m/%d/%Y")
    return any(
        day.strftime(form) in whole
        or f"{day.year}年{day.month}月{day.day}日" in whole
        or f"{day.year}-{day.month}-{day.day}" in whole
        or day.strftime("%Y年%m月%d日") in whole
        for day in days
        for form in forms
    )


def right_time(row: TrueRow, got: str | None, raw: str | None, window: Sequence[str]) -> bool:
    """Tell whether a time is right to the precision that the page shows.

    An age is right when it is off by no more than its smallest unit.
    """
    text = row.time_text
    precise = ":" in text if text else shows_minute(row.last_post_time, "".join(window))
    post = GotPost(None, got, "", raw)
    if time_matches(row.last_post_time, post, shows_minute=precise):
        return True
    found, true = parse_time(got), parse_time(row.last_post_time)
    if found is None or true is None or not text or not _AGE.search(text):
        return False
    unit = next((unit for unit, words in _UNITS_S if re.search(words, text, re.IGNORECASE)), 60)
    value = found[0] if found[0].tzinfo else found[0].replace(tzinfo=true[0].tzinfo)
    return abs((value - true[0]).total_seconds()) <= unit + 60
