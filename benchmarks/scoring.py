"""How extracted records are judged against the truth. Pure: no files, no network.

A record counts as found when the token F1 of its body with the true body is at least 0.8,
one to one and in order. Per page and field F1 = 2 |E n L| / (|E| + |L|), 1 when both are
empty; a field's figure is the mean over the pages.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "FOUND_BODY_F1",
    "FieldCount",
    "GotPost",
    "PageScore",
    "Pair",
    "TruePost",
    "align",
    "author_matches",
    "body_score",
    "f1",
    "parse_time",
    "score_page",
    "summarise",
    "time_matches",
    "token_f1",
    "tokens",
    "wall_clock_matches",
    "word_f1",
    "word_share",
]

FOUND_BODY_F1 = 0.8
"""From here on a record counts as found."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_TOKEN = re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"\w+")
_SPACE = re.compile(r"\s+")
_ISO = re.compile(
    r"\d{4}(?P<month>-\d\d(?P<day>-\d\d(?P<hour>[T ]\d\d(?P<minute>:\d\d)?)?)?)?"
    r"(?!\d|-(?!\d\d:?\d\d$))"
)
_FORMAT = {"year": "%Y", "month": "%Y-%m", "day": "%Y-%m-%d", "hour": "%Y-%m-%dT%H"}
_MINUTE = "%Y-%m-%dT%H:%M"


@dataclass(frozen=True, slots=True)
class TruePost:
    """A post as the database of the site has it.

    Attributes
    ----------
    bodies
        The true body, and where known also the body without what it quotes; the one that
        fits better counts.
    shows_minute
        False when the page shows the time coarser than to the minute; then a time is right
        when it is right to the precision it is given in.
    """

    author: str | None
    time: str | None
    bodies: tuple[str, ...]
    post_id: str | None = None
    shows_minute: bool = True


@dataclass(frozen=True, slots=True)
class GotPost:
    """A post as it was extracted; ``ref`` is the caller's own number for it."""

    author: str | None
    time: str | None
    body: str
    time_raw: str | None = None
    post_id: str | None = None
    ref: int = -1


@dataclass(frozen=True, slots=True)
class Pair:
    """A found record: index of the true post, of the extracted one, and the body's score."""

    true: int
    got: int
    body: float


@dataclass(frozen=True, slots=True)
class FieldCount:
    """Hits, extracted values and labelled values of one field on one page."""

    hits: float
    extracted: int
    labelled: int

    @property
    def f1(self) -> float:
        """Equation (4)."""
        return f1(self.hits, self.extracted, self.labelled)


@dataclass(frozen=True, slots=True)
class PageScore:
    """One page judged."""

    pairs: tuple[Pair, ...]
    extracted: int
    labelled: int
    exact: int
    author: FieldCount
    time: FieldCount
    wall_clock: FieldCount
    body: FieldCount


def f1(hits: float, extracted: float, labelled: float) -> float:
    """Return 2 hits / (extracted + labelled), 1 when nothing was there to extract."""
    return 2 * hits / (extracted + labelled) if extracted + labelled else 1.0


def tokens(text: str) -> Counter[str]:
    """Count tokens: a run of word characters, or one CJK character."""
    return Counter(_TOKEN.findall(text))


@lru_cache(maxsize=20_000)
def _shape(text: str) -> tuple[str, Counter[str], int]:
    counts = tokens(text)
    return _SPACE.sub("", text), counts, counts.total()


def token_f1(one: str, other: str) -> float:
    """Return the F1 of two texts as bags of tokens; two texts without tokens agree."""
    _, a, size_a = _shape(one)
    _, b, size_b = _shape(other)
    return f1((a & b).total(), size_a, size_b)


def word_f1(got: str, true: str) -> float:
    """Return the F1 of two texts as bags of words in lower case.

    As published for WCXB: a word is a run of word characters, a stretch of Chinese one word.
    """
    mine, theirs = (Counter(_WORD.findall(text.lower())) for text in (got, true))
    return f1((mine & theirs).total(), mine.total(), theirs.total())


def word_share(text: str, true: str) -> float:
    """Return the share of the words of ``true`` that a text has; 1 when there are none."""
    words = _WORD.findall(true.lower())
    known = set(_WORD.findall(text.lower()))
    return sum(word in known for word in words) / len(words) if words else 1.0


def body_score(got: str, bodies: Sequence[str]) -> float:
    """Return 1 when equal but for white space, else the token F1; the best of ``bodies``."""
    squeezed, _, size = _shape(got)
    best = 0.0
    for body in bodies:
        other, _, other_size = _shape(body)
        if squeezed == other:
            return 1.0
        # The bags cannot agree better than their sizes allow: spares most intersections.
        if f1(min(size, other_size), size, other_size) > best:
            # Texts of symbols only have no tokens: unequal is then wrong, not right.
            best = max(best, token_f1(got, body) if size + other_size else 0.0)
    return best


def author_matches(true: str | None, got: str | None) -> bool:
    """Tell whether two names are equal after trimming."""
    return bool(true and got) and str(true).strip() == str(got).strip()


def parse_time(text: str | None) -> tuple[datetime, str] | None:
    """Return an ISO 8601 time and its precision (``year`` .. ``minute``), else ``None``."""
    match = _ISO.match(text.strip()) if text else None
    if match is None or text is None:
        return None
    names = [name for name in ("month", "day", "hour", "minute") if match[name]]
    precision = names[-1] if names else "year"
    padded = text.strip() + {"year": "-01-01", "month": "-01"}.get(precision, "")
    try:
        return datetime.fromisoformat(padded), precision
    except ValueError:
        return None


def time_matches(true: str | None, got: GotPost, *, shows_minute: bool = True) -> bool:
    """Tell whether the time is right to the minute, or to the shown precision.

    A time with an offset is compared as an instant in the zone of the true time, one
    without as the clock there reads. A true time that is not ISO 8601 is the text shown:
    then the raw text has to be equal but for white space and words before or behind.
    """
    return _time(true, got, shows_minute=shows_minute, wall=False)


def wall_clock_matches(true: str | None, got: GotPost, *, shows_minute: bool = True) -> bool:
    """Tell whether the clock reading is right, whatever offset was attached to it."""
    return _time(true, got, shows_minute=shows_minute, wall=True)


def _time(true: str | None, got: GotPost, *, shows_minute: bool, wall: bool) -> bool:
    if not true:
        return False
    expected = parse_time(true)
    if expected is None:
        return any(_shows_same(true, text) for text in (got.time_raw, got.time) if text)
    found = parse_time(got.time)
    if found is None:
        return False
    (right, right_precision), (value, precision) = expected, found
    coarse = "minute" not in (precision, right_precision) or precision != right_precision
    if coarse and shows_minute and right_precision == "minute":
        return False
    if value.tzinfo is not None and right.tzinfo is not None and not wall and not coarse:
        value = value.astimezone(right.tzinfo)
    order = ["year", "month", "day", "hour", "minute"]
    common = min(precision, right_precision, key=order.index)
    pattern = _FORMAT.get(common, _MINUTE)
    return value.strftime(pattern) == right.strftime(pattern)


def _shows_same(true: str, got: str) -> bool:
    """Whether two shown times are one: equal, or one with words around it ("Posted", "Fri,")."""
    shown, other = (_SPACE.sub("", text).casefold() for text in (true, got))
    if shown == other:
        return True
    digits = [_DIGITS.findall(text) for text in (shown, other)]
    return bool(digits[0]) and digits[0] == digits[1] and (shown in other or other in shown)


def align(truths: Sequence[TruePost], gots: Sequence[GotPost]) -> list[Pair]:
    """Pair extracted with true posts, one to one and in order, as many as can be.

    Among equally many pairs the better bodies win, and among equal bodies ("+1") the pair
    that also agrees in post id and author.
    """
    rows, columns = len(truths), len(gots)
    scores = [[body_score(got.body, true.bodies) for got in gots] for true in truths]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]

    def worth(i: int, j: int) -> float:
        score = scores[i][j]
        if score < FOUND_BODY_F1:
            return 0.0
        same_id = truths[i].post_id is not None and truths[i].post_id == gots[j].post_id
        same_author = author_matches(truths[i].author, gots[j].author)
        return 1.0 + 1e-3 * score + 1e-6 * same_id + 1e-7 * same_author

    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            skip = max(best[i + 1][j], best[i][j + 1])
            best[i][j] = max(skip, worth(i, j) and worth(i, j) + best[i + 1][j + 1])
    pairs = []
    i = j = 0
    while i < rows and j < columns:
        value = worth(i, j)
        if value and best[i][j] == value + best[i + 1][j + 1]:
            pairs.append(Pair(i, j, scores[i][j]))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def score_page(truths: Sequence[TruePost], gots: Sequence[GotPost]) -> PageScore:
    """Judge the records of one page."""
    pairs = align(truths, gots)
    author = time = wall = exact = 0
    for pair in pairs:
        true, got = truths[pair.true], gots[pair.got]
        author_right = author_matches(true.author, got.author)
        time_right = time_matches(true.time, got, shows_minute=true.shows_minute)
        author += author_right
        time += time_right
        wall += wall_clock_matches(true.time, got, shows_minute=true.shows_minute)
        exact += (
            (author_right or not true.author)
            and (time_right or not true.time)
            and (pair.body == 1.0)
        )
    got_times = sum(bool(got.time or got.time_raw) for got in gots)
    true_times = sum(bool(true.time) for true in truths)
    return PageScore(
        pairs=tuple(pairs),
        extracted=len(gots),
        labelled=len(truths),
        exact=exact,
        author=FieldCount(
            author, sum(bool(g.author) for g in gots), sum(bool(t.author) for t in truths)
        ),
        time=FieldCount(time, got_times, true_times),
        wall_clock=FieldCount(wall, got_times, true_times),
        body=FieldCount(
            sum(pair.body for pair in pairs if gots[pair.got].body.strip()),
            sum(bool(g.body.strip()) for g in gots),
            sum(any(b.strip() for b in t.bodies) for t in truths),
        ),
    )


def summarise(pages: Iterable[PageScore], stray: int = 0) -> dict[str, float | int]:
    """Return the keys of the record benchmarks over judged pages.

    Parameters
    ----------
    stray
        Extracted records that belong to no judged page: they lower the precision.
    """
    pages = list(pages)
    found = sum(len(page.pairs) for page in pages)
    extracted = sum(page.extracted for page in pages) + stray
    labelled = sum(page.labelled for page in pages)
    count = len(pages) or 1

    def mean(fields: Iterable[FieldCount]) -> float:
        return round(sum(field.f1 for field in fields) / count, 4)

    return {
        "posts": labelled,
        "posts_found": found,
        "records": extracted,
        "record_precision": round(found / extracted, 4) if extracted else 0.0,
        "record_recall": round(found / labelled, 4) if labelled else 0.0,
        "record_f1": round(f1(found, extracted, labelled), 4),
        "f1_author": mean(p.author for p in pages),
        "f1_time": mean(p.time for p in pages),
        "f1_time_wall_clock": mean(p.wall_clock for p in pages),
        "f1_body": mean(p.body for p in pages),
        "exact_post_share": round(sum(p.exact for p in pages) / labelled, 4) if labelled else 0.0,
    }
