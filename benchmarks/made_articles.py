"""``python -m benchmarks.made_articles``: single pages of articles drawn by a seed, field by field.

Each page is read alone, as the first page that a crawl sees of a site. The same seed makes the
same page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from benchmarks._articleparts import ARTICLE_NOW, HEADS
from benchmarks._madearticle import make_article
from benchmarks._madebench import run_made
from benchmarks._pagebench import print_figures
from benchmarks.common import run_bench
from benchmarks.made_lists import read_alone
from benchmarks.scoring import parse_time
from fpcrawl.extraction.clock import observe_page
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.records import Article
from fpcrawl.pages.siteclock import SiteClock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._madearticle import MadeArticle

__all__ = ["ArticleResult", "judge_article", "main", "read_article"]

_FIELDS = ("title", "author", "time", "words", "clean")
_SPACE = re.compile(r"\s+")
_MINUTE = timedelta(minutes=1)


@dataclass(slots=True)
class ArticleResult:
    """What was made of one page.

    Attributes
    ----------
    right
        Fields that are right.
    faults
        What went wrong, a line each.
    """

    made: MadeArticle
    role: str
    right: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def read_article(made: MadeArticle) -> tuple[str, Article | None]:
    """Read a page as the first of a news site; return its role and its article."""
    reading, _ = read_alone(made.html, made.url, "news")
    clock = SiteClock()
    observe_page(clock, reading.tree, ARTICLE_NOW)
    site = urlsplit(made.url).netloc
    place = Place(site, made.url, ARTICLE_NOW, zone=clock.zone or UTC, order=clock.order)
    found = Found(reading.tree, "article", reading.posts, reading.rows, LayoutBook())
    records = StructureExtractor().extract(found, place)
    return reading.role, next((r for r in records if isinstance(r, Article)), None)


def judge_article(made: MadeArticle, role: str, got: Article | None) -> ArticleResult:
    """Compare what was read with what is there."""
    result = ArticleResult(made, role)
    if role != "article":
        result.faults.append(f"role: {role!r} instead of 'article'")
    if got is None:
        result.faults.append("words: no article")
        return result
    words, clean = _judge_words(made, got.body_text)
    judged = {
        "title": (got.title == made.title, f"{got.title!r} instead of {made.title!r}"),
        "author": (_right_author(made, got.author), f"{got.author!r} instead of {made.authors!r}"),
        "time": (
            _right_time(made, got.published),
            f"{got.published!r} instead of {made.when.isoformat()} ({made.shown})",
        ),
        "words": (not words, f"missing {words}"),
        "clean": (not clean, f"too much {clean}"),
    }
    for name, (right, fault) in judged.items():
        if right:
            result.right.add(name)
        else:
            result.faults.append(f"{name}: {fault}")
    return result


def _right_author(made: MadeArticle, got: str | None) -> bool:
    if not made.authors:
        return got is None or got in made.others
    return got is not None and set(got.split(", ")) == set(made.authors)


def _right_time(made: MadeArticle, got: str | None) -> bool:
    parsed = parse_time(got)
    if parsed is None:
        return False
    value, precision = parsed
    # The clock of the page counts where it tells no zone.
    zoned = value.astimezone(made.when.tzinfo) if value.tzinfo is not None else value
    shown = (value.replace(tzinfo=None), zoned.replace(tzinfo=None))
    true = made.when.replace(tzinfo=None)
    if made.within.days:
        return any(one.date() == true.date() for one in shown)
    if made.within:  # an age
        return any(abs(one - true) <= made.within for one in shown)
    return precision == "minute" and any(abs(one - true) < _MINUTE for one in shown)


def _judge_words(made: MadeArticle, text: str) -> tuple[list[str], list[str]]:
    """Return the lines that a text lacks, and those that it has too much."""
    squeezed = _SPACE.sub("", text)
    missing = [line for line in made.must if _SPACE.sub("", line) not in squeezed]
    known = sorted(
        (_SPACE.sub("", line) for line in (*made.must, *made.may)), key=len, reverse=True
    )
    extra = []
    for line in text.splitlines():
        rest = _SPACE.sub("", line)
        for part in known:
            rest = rest.replace(part, "")
        if rest.strip("|*-•"):
            extra.append(line[:120])
    return missing, extra


def figures(results: Sequence[ArticleResult]) -> dict[str, Any]:
    """Return the figures of a number of pages."""
    count = len(results)
    out: dict[str, Any] = {"articles": count}
    out["article_share"] = round(sum(r.role == "article" for r in results) / count, 4)
    for name in _FIELDS:
        out[f"right_{name}"] = round(sum(name in r.right for r in results) / count, 4)
    out["whole_share"] = round(sum(not r.faults for r in results) / count, 4)
    return out


def _judged(seed: int) -> tuple[ArticleResult, str]:
    made = make_article(seed)
    return judge_article(made, *read_article(made)), str(made.must)


def _told(results: Sequence[ArticleResult]) -> dict[str, Any]:
    total = figures(results)
    heads = {
        head: figures(part)
        for head in dict.fromkeys(HEADS)
        if (part := [result for result in results if result.made.shape["head"] == head])
    }
    names = ["article_share", *(f"right_{name}" for name in _FIELDS), "whole_share"]
    print_figures(
        ["role", *_FIELDS, "whole"],
        [
            (label, keys["articles"], [keys[n] for n in names])
            for label, keys in {**heads, "all": total}.items()
        ],
    )
    return {**total, "per_layout": heads}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark; raises :class:`~benchmarks.common.BenchError` for odd numbers."""
    description = "Makes pages of articles of shapes drawn by a seed and reads each alone."
    return run_made("made_articles", "articles", description, _judged, _told, argv)


if __name__ == "__main__":
    run_bench(main)
