"""Recorded articles and what is true of them, and how a reading of one is judged."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks._crowded import NOTHING_KNOWN, Known
from benchmarks._disguise import read_disguised, strange_address
from benchmarks.common import BenchError, read_jsonl
from benchmarks.scoring import body_score, f1, token_f1
from fpcrawl.pages.dates import parse_time

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["MANIFEST", "ArticlePage", "GotArticle", "TrueArticle", "load_articles", "score"]

MANIFEST = "manifest.jsonl"

_TYPES = frozenset({"article", "comments"})
_NUMBERS = re.compile(r"(?<!\d)(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_DAY_AND_MONTH = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
#: What stands between the names of several authors.
_BETWEEN = re.compile(
    r"\s*(?:[,;|·•/／，、；]|\band\b|\bund\b|\bet\b|&|\u3000|\n"
    r"|(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff]))\s*"
)
_EDGES = re.compile(r"^[\W_]+|[^\w)）.]+$")
_CALLED = re.compile(
    r"^(?:by|von|par|por|written by|author|作者|记者|記者|文|撰文|编辑|編輯)(?:\s*[:：●]\s*|\s+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TrueArticle:
    """What is true of an article; ``None`` or empty is not known.

    Attributes
    ----------
    authors
        Names, as :func:`names_of` reads them.
    days
        Days, months or years (``2018-03-04``, ``2018-03``, ``2018``) of which one is right.
    moment
        The instant, where it is told with its zone.
    bodies
        The body, and the same without the title above it where that is part of it.
    """

    title: str | None
    authors: frozenset[str]
    days: frozenset[str]
    moment: datetime | None
    bodies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GotArticle:
    """What a reader made of a page."""

    title: str | None = None
    author: str | None = None
    published: str | None = None
    body: str = ""


@dataclass(frozen=True, slots=True)
class ArticlePage:
    """A recorded article.

    Attributes
    ----------
    url
        Its address, or a stand-in when the page was recorded without one.
    lang
        As the label says; empty when it says nothing.
    """

    id: str
    file: Path
    folder: str
    url: str
    has_url: bool
    lang: str
    charset: str | None
    fetched: datetime | None
    truth: TrueArticle
    disguise: str | None = None
    known: Known = NOTHING_KNOWN

    def body(self) -> bytes:
        """Return the page as served, or in its disguise.

        Raises
        ------
        BenchError
            When its file is missing or no gzip.
        """
        return read_disguised(self.file, self.disguise, urlsplit(self.url).netloc, self.known)


def load_articles(
    folder: Path, limit: int | None = None, disguise: str | None = None
) -> list[ArticlePage]:
    """Return the articles of a folder of which something is known, ``limit`` at most.

    ``disguise`` is what they are read in, of ``benchmarks._disguise``.

    Raises
    ------
    BenchError
        When a line lacks what DATA.md asks of it.
    """
    path = folder / MANIFEST
    out = []
    for number, row in enumerate(read_jsonl(path), 1):
        truth = row.get("truth")
        if row.get("page_type") not in _TYPES or not isinstance(truth, dict):
            continue
        try:
            told = _truth(truth)
            if not (told.title or told.authors or told.days or told.bodies):
                continue
            site = str(row.get("site") or "").partition(":")[0] or "site.invalid"
            url = row.get("final_url") or row.get("url") or f"http://{site}/page{number}"
            when = row.get("fetched_at")
            fetched = datetime.fromisoformat(when) if when else None
            if fetched is not None and fetched.tzinfo is None:
                fetched = fetched.replace(tzinfo=UTC)
            out.append(
                ArticlePage(
                    id=str(row["id"]),
                    file=folder / row["file"],
                    folder=folder.name,
                    url=strange_address(url) if disguise == "addresses" else url,
                    has_url=bool(row.get("url")),
                    lang=str(row.get("lang") or ""),
                    charset=row.get("charset"),
                    fetched=fetched,
                    truth=told,
                    disguise=disguise,
                    known=Known.of(row) if disguise else NOTHING_KNOWN,
                )
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BenchError(f"{path}:{number}: {type(error).__name__}: {error}") from error
    # Manifests are sorted by site: take some of each.
    step = max(1, len(out) // limit) if limit else 1
    return out[::step][:limit]


def _truth(truth: dict[str, Any]) -> TrueArticle:
    title = _words(truth.get("title")) or None
    body = str(truth.get("body") or "").strip()
    bodies = [body] if body else []
    first, _, rest = body.partition("\n")
    if title and rest.strip() and _words(first) == title:
        bodies.append(rest.strip())
    days, moment = _days(str(truth.get("date") or ""))
    return TrueArticle(title, names_of(truth.get("author")), days, moment, tuple(bodies))


def _words(text: object) -> str:
    return " ".join(str(text or "").split())


def names_of(author: object) -> frozenset[str]:
    """Return the names that a byline or a list of names tells, in lower case.

    The words before a name ("By", "作者：") and the marks around it are left out; an address
    is no name.
    """
    pieces = author if isinstance(author, list) else [author]
    names = set()
    for piece in pieces:
        text = _CALLED.sub("", _words(piece).strip("[]()（）［］ "))
        if "://" in text:
            continue
        for name in _BETWEEN.split(text):
            bare = _EDGES.sub("", _CALLED.sub("", _EDGES.sub("", name))).lower()
            if bare:
                names.add(bare)
    return frozenset(names)


def _days(text: str) -> tuple[frozenset[str], datetime | None]:
    """Days that a text can mean, and the instant where it tells a zone."""
    text = text.strip()
    if not any(c.isdigit() for c in text):
        return frozenset(), None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is not None and moment.tzinfo is None:
        moment = None
    year_first = _NUMBERS.match(text)
    if year_first is not None:
        parts = [year_first[1], *(f"{int(n):02d}" for n in year_first.groups()[1:] if n)]
        return frozenset(["-".join(parts)]), moment
    numbers = _DAY_AND_MONTH.search(text)
    if numbers is not None:
        one, two, year = map(int, numbers.groups())
        found = [d for d in (_date(year, two, one), _date(year, one, two)) if d is not None]
        named = [d for d in found if _WEEKDAYS[d.weekday()] in text.lower()]
        return frozenset(d.isoformat() for d in named or found), moment
    parsed = parse_time(text, now=datetime.now(UTC), tz=UTC)
    return frozenset([parsed.iso[:10]] if parsed and parsed.iso else []), moment


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def date_matches(true: TrueArticle, got: str | None) -> bool:
    """Tell whether a time is right to the day, or to the month or year that is known.

    It is right as written, or in the zone of the true time. Where the truth is an instant, a
    clock reading that is this instant in some zone of the world is right too: the page that
    shows it does not say in which.
    """
    if not got:
        return False
    written = got.strip()
    if any(written.startswith(day) for day in true.days):
        return True
    if true.moment is None:
        return False
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return False
    if moment.tzinfo is not None:
        if moment.astimezone(true.moment.tzinfo).date() == true.moment.date():
            return True
        moment = moment.replace(tzinfo=None)
    ahead = moment - true.moment.astimezone(UTC).replace(tzinfo=None)
    on_the_minute = ahead.total_seconds() % 900 < 60
    return on_the_minute and timedelta(hours=-12) <= ahead <= timedelta(hours=14, minutes=1)


def score(true: TrueArticle, got: GotArticle) -> dict[str, float]:
    """Return the F1 of each field of which the truth is known.

    ``title`` and ``body`` are token F1, ``title_exact`` is 1 for a title that is equal but for
    white space, ``author`` is the F1 of two sets of names, ``date`` is 1 or 0.
    """
    out = {}
    if true.bodies:
        out["body"] = body_score(got.body, true.bodies)
    if true.title:
        title = _words(got.title)
        out["title"] = token_f1(title, true.title) if title else 0.0
        out["title_exact"] = float(title == true.title)
    if true.authors:
        names = names_of(got.author)
        out["author"] = f1(len(names & true.authors), len(names), len(true.authors))
    if true.days:
        out["date"] = float(date_matches(true, got.published))
    return out
