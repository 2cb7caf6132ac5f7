"""Extractors that give one text for a page, as posts and for articles.

``trafilatura`` is the package. The other two are ours, after what is told of the methods:

* *readability-like*: Arc90's Readability (2009). Each paragraph gives its parent, and half as
  much its grandparent, a point, a point for each comma and one for each hundred characters, at
  most three; class and id give or take 25; the score is scaled by the share of text outside
  links. The best element is the text, with those siblings that score a fifth of it.
* *newspaper-like*: Goose's and newspaper's extractor. A paragraph with more than two stop words
  and few links gives them as points to its parent, half of them to its grandparent; the first
  paragraphs gain, the last quarter of many loses. The best element's paragraphs are the text.
"""

from __future__ import annotations

import copy
import logging
import re
from collections import defaultdict
from typing import TYPE_CHECKING

from benchmarks.scoring import GotPost
from fpcrawl.extraction.text import text_of
from fpcrawl.extraction.treebuild import build_tree

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages import Page

__all__ = ["NewspaperLike", "ReadabilityLike", "Trafilatura", "newspaper_text", "readability_text"]

_MAX_NODES = 50_000
"""Elements of a page that trafilatura is given, at most."""

_UNLIKELY = re.compile(
    r"combx|comment|community|disqus|extra|foot|header|menu|remark|rss|shoutbox|sidebar|sponsor"
    r"|ad-break|agegate|pagination|pager|popup|tweet|twitter",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"and|article|body|column|main|shadow", re.IGNORECASE)
_POSITIVE = re.compile(
    r"article|body|content|entry|hentry|main|page|pagination|post|text|blog|story", re.IGNORECASE
)
_NEGATIVE = re.compile(
    r"combx|comment|com-|contact|foot|footer|footnote|masthead|media|meta|outbrain|promo|related"
    r"|scroll|shoutbox|sidebar|sponsor|shopping|tags|tool|widget",
    re.IGNORECASE,
)
_COMMA = re.compile(r"[,，、]")
_BASE = {"div": 5, "pre": 3, "td": 3, "blockquote": 3, "form": -3, "address": -3, "ol": -3}
_BASE |= {"ul": -3, "dl": -3, "dd": -3, "dt": -3, "li": -3, "th": -5}
_BASE |= dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), -5)
_BLOCKS = frozenset({"a", "blockquote", "dl", "div", "img", "ol", "p", "pre", "table", "ul"})
_MIN_PARAGRAPH = 25

_STOP_WORDS = frozenset(
    """
    a about after all also an and any are as at be because been but by can could did do does for
    from had has have he her here him his how i if in into is it its just like me more most my no
    not of on one only or other our out over she so some such than that the their them then there
    these they this to too up us was we were what when which who will with would you your
    """.split()
)
_STOP_CHARACTERS = frozenset("的了是在我有不他这個个们和就也你都说到要去会着没那看好自")
_WORD = re.compile(r"[a-z']+|[\u4e00-\u9fff]")


def _post(text: str, author: str | None = None, time: str | None = None) -> list[GotPost]:
    return [GotPost(author or None, time or None, text)] if text.strip() else []


class Trafilatura:
    """trafilatura with comments: one post for its text, one for all its comments."""

    name = "trafilatura"

    def __init__(self) -> None:
        self.skipped = 0

    def read(self, page: Page) -> list[GotPost]:
        """Return what trafilatura takes for the text, and for comments."""
        import trafilatura  # noqa: PLC0415  (half a second, not wanted without peers)

        logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
        if len(build_tree(page).nodes) > _MAX_NODES:
            self.skipped += 1
            return []
        try:
            found = trafilatura.bare_extraction(
                copy.deepcopy(page.root), url=page.url, include_comments=True, with_metadata=True
            )
        except Exception:  # whatever it stumbles over is its failure, not the benchmark's
            self.skipped += 1
            return []
        if found is None or isinstance(found, dict):
            return []
        return _post(found.text or "", found.author, found.date) + _post(found.comments or "")


class ReadabilityLike:
    """One text by the rules of Readability."""

    name = "readability_like"

    def __init__(self) -> None:
        self.skipped = 0

    def read(self, page: Page) -> list[GotPost]:
        """Return the text as one post."""
        return _post(readability_text(page))


def readability_text(page: Page) -> str:
    """Return the text of a page by the rules of Readability; empty when there is none."""
    tree = build_tree(page)
    for strict in (True, False):
        scores = _readability_scores(tree, strict=strict)
        if scores:
            return _with_siblings(tree, scores)
    return ""


def _hint(tree: PageTree, i: int) -> str:
    element = tree.nodes[i]
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def _class_weight(tree: PageTree, i: int) -> int:
    weight = 0
    for name in ("class", "id"):
        value = tree.nodes[i].get(name) or ""
        weight += 25 * bool(_POSITIVE.search(value)) - 25 * bool(_NEGATIVE.search(value))
    return weight


def _link_density(tree: PageTree, i: int) -> float:
    return tree.link_len[i] / max(tree.text_len[i], 1)


def _is_paragraph(tree: PageTree, i: int) -> bool:
    tag = tree.tag(i)
    if tag in {"p", "pre", "td"}:
        return True
    # A division without blocks in it is a paragraph that somebody wrote so.
    return tag == "div" and not any(tree.tag(j) in _BLOCKS for j in range(i + 1, tree.end[i]))


def _readability_scores(tree: PageTree, *, strict: bool) -> dict[int, float]:
    scores: dict[int, float] = {}
    i, count = 0, len(tree.nodes)
    while i < count:
        if strict and tree.tag(i) not in {"html", "body"}:
            hint = _hint(tree, i)
            if _UNLIKELY.search(hint) and not _MAYBE.search(hint):
                i = tree.end[i]
                continue
        if tree.text_len[i] >= _MIN_PARAGRAPH and _is_paragraph(tree, i):
            points = 1.0 + min(tree.text_len[i] // 100, 3) + len(_COMMA.findall(tree.text(i)))
            for above, part in zip(tree.ancestors(i)[:2], (1.0, 0.5), strict=False):
                if above not in scores:
                    scores[above] = _BASE.get(tree.tag(above), 0) + _class_weight(tree, above)
                scores[above] += part * points
        i += 1
    return {i: score * (1 - _link_density(tree, i)) for i, score in scores.items()}


def _with_siblings(tree: PageTree, scores: dict[int, float]) -> str:
    top = max(scores, key=lambda i: scores[i])
    enough = max(10.0, 0.2 * scores[top])
    above = tree.parent[top]
    out = []
    for i in tree.children(above) if above >= 0 else [top]:
        bonus = 0.0
        name = tree.nodes[top].get("class")
        if name and tree.nodes[i].get("class") == name:
            bonus = 0.2 * scores[top]
        density = _link_density(tree, i)
        prose = tree.tag(i) == "p" and (
            (tree.text_len[i] > 80 and density < 0.25)
            or (0 < tree.text_len[i] <= 80 and density == 0 and ". " in f"{tree.text(i)} ")
        )
        if i == top or scores.get(i, 0.0) + bonus >= enough or prose:
            out.append(text_of(tree.nodes[i]))
    return "\n".join(filter(None, out))


class NewspaperLike:
    """One text by the rules of Goose and newspaper, with the author that the page declares."""

    name = "newspaper_like"

    def __init__(self) -> None:
        self.skipped = 0

    def read(self, page: Page) -> list[GotPost]:
        """Return the text as one post."""
        meta = page.meta
        author = meta.get("author") or meta.get("article:author")
        time = meta.get("article:published_time") or meta.get("datepublished") or meta.get("date")
        return _post(newspaper_text(page), author, time)


def _stop_words(text: str) -> int:
    return sum(
        word in _STOP_WORDS or word in _STOP_CHARACTERS for word in _WORD.findall(text.lower())
    )


def newspaper_text(page: Page) -> str:
    """Return the text of a page by the rules of Goose and newspaper; empty when there is none."""
    tree = build_tree(page)
    told: list[tuple[int, int]] = []
    for i in range(len(tree.nodes)):
        if tree.tag(i) not in {"p", "pre", "td"} or not tree.text_len[i]:
            continue
        words = _stop_words(tree.text(i))
        if words > 2 and _link_density(tree, i) < 0.5:
            told.append((i, words))
    scores: dict[int, float] = defaultdict(float)
    boost, late = 1.0, len(told) * 0.75
    for number, (i, words) in enumerate(told):
        points = float(words)
        if _near_prose(tree, i):
            points += 50.0 / boost
            boost += 1.0
        if len(told) > 15 and number > late:
            points -= min(float(number - late) ** 2, 40.0)
        for above, part in zip(tree.ancestors(i)[:2], (1.0, 0.5), strict=False):
            scores[above] += part * points
    if not scores:
        return ""
    top = max(scores, key=lambda i: scores[i])
    parts = [
        text_of(tree.nodes[i])
        for i in tree.children(top)
        if _link_density(tree, i) < 0.5 and (tree.tag(i) != "p" or tree.text_len[i])
    ]
    return "\n".join(filter(None, [(tree.nodes[top].text or "").strip(), *parts]))


def _near_prose(tree: PageTree, i: int) -> bool:
    """Whether one of the three siblings before is a paragraph with stop words."""
    if tree.parent[i] < 0:
        return False
    before = tree.nodes[i].itersiblings(preceding=True)
    for _, element in zip(range(3), before, strict=False):
        number = tree.number.get(element)
        if number is not None and tree.tag(number) == "p" and _stop_words(tree.text(number)) > 5:
            return True
    return False
