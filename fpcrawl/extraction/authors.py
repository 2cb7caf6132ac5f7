"""Who wrote the records of a page."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.numbers import is_floor
from fpcrawl.extraction.tree import class_tokens
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, AUTHOR_HREF, UI_WORDS

if TYPE_CHECKING:
    from fpcrawl.extraction.places import Places
    from fpcrawl.extraction.segment import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["MAX_AUTHOR", "find_author", "names_member"]

MAX_AUTHOR = 40
#: More text than this is no line of who and when.
MAX_LINE = 120
#: Evidence from which on a place is surely that of the authors' names.
SURE = 4.0
_WORD = re.compile(r"\w", re.UNICODE)


def find_author(tree: PageTree, spans: list[Span], places: Places) -> str | None:
    """Path of the author's name, or ``None``.

    A good place is a short text that nearly every record has, near its start, linked to a
    member page, and that changes together with its link. Where no place is good, a name is
    what stands beside the time in every record.
    """
    best: tuple[float, int] | None = None
    beside: tuple[float, int] | None = None
    answer = second = None
    time_nodes = {span.time.node for span in spans}
    for path, members in places.first.items():
        coverage = len(members) / places.count
        if coverage < 0.5:
            continue
        score = _author_score(tree, members, time_nodes)
        if score is None:
            continue
        rank = (score + 3.0 * coverage, -min(members.values()))
        if best is None or rank > best:
            best, answer = rank, path
        if (beside is None or rank > beside) and _stands_beside(tree, spans, members):
            beside, second = rank, path
    return answer if best is not None and best[0] >= SURE else second


def _stands_beside(tree: PageTree, spans: list[Span], members: dict[int, int]) -> bool:
    """Whether different texts stand in the same line as the times of all of several records."""
    if len(spans) < 2 or len(members) < len(spans):
        return False
    texts = {tree.text(i) for i in members.values()}
    if len(texts) < 2 or any(is_floor(text) or len(text) < 2 for text in texts):
        return False
    for n, i in members.items():
        node = spans[n].time.node
        line = tree.parent[node] if tree.text_len[tree.parent[node]] <= MAX_LINE else node
        if tree.text_len[line] > MAX_LINE or i == node or not tree.holds(line, i):
            return False
    return True


def _author_score(tree: PageTree, members: dict[int, int], time_nodes: set[int]) -> float | None:
    texts: list[str] = []
    hrefs: list[str] = []
    sample = next(iter(members.values()))
    element = tree.nodes[sample]
    tokens = " ".join((*class_tokens(element), element.get("itemprop") or "")).strip()
    is_link = element.tag == "a"
    hinted = bool(AUTHOR_CLASS.search(tokens))
    inner_link = None if is_link else element.find("a")
    if (
        not is_link
        and not hinted
        and element.tag not in {"b", "strong", "span", "h4", "h5", "cite"}
    ):
        return None
    if inner_link is not None and not hinted:
        return None
    for i in members.values():
        if not 0 < tree.text_len[i] <= MAX_AUTHOR or i in time_nodes:
            continue
        text = tree.text(i)
        if not _WORD.search(text) or text.isdigit() or text.lower().strip(":：»#[]() ") in UI_WORDS:
            continue
        texts.append(text)
        node = tree.nodes[i]
        hrefs.append(
            node.get("href")
            or (inner.get("href") if (inner := node.find("a")) is not None else "")
            or ""
        )
    if len(texts) < 0.6 * len(members):
        return None
    score = 0.0
    if hinted and not is_link and _holds_more(tree, sample):
        score -= 1.5
    linked = [h for h in hrefs if h and not h.startswith(("#", "javascript:"))]
    if linked:
        if sum(map(names_member, linked)) * 2 > len(linked):
            score += 2.5
        elif not hinted and len(texts) > 2:
            # Names come again, titles do not.
            score += 1.0 if len(set(texts)) < len(texts) else -1.0
        pairs = set(zip(texts, hrefs, strict=True))
        if len(pairs) == len(set(texts)) == len(set(hrefs)):
            score += 1.0 if len(pairs) > 1 else 0.3
        else:
            score -= 2.0
    if hinted:
        score += 1.5
    if element.get("itemprop") in {"author", "name"} or element.get("rel") == "author":
        score += 1.5
    if not linked and not hinted:
        score -= 1.0
    distinct = len(set(texts)) / len(texts)
    if len(texts) >= 4 and distinct == 1.0 / len(texts):
        score -= 1.0
    if any(" " in t and len(t) > 25 for t in texts):
        score -= 1.0
    return score


def _holds_more(tree: PageTree, i: int) -> bool:
    """Whether an element holds several pieces of text, as a whole author column does."""
    pieces = sum(
        bool(
            (
                (tree.nodes[j].text or "")
                if j == i
                else (tree.nodes[j].text or "") + (tree.nodes[j].tail or "")
            ).strip()
        )
        for j in range(i, tree.end[i])
    )
    return pieces > 1


@lru_cache(maxsize=16_384)
def names_member(href: str) -> bool:
    """Tell whether an address is that of a member's page."""
    return bool(AUTHOR_HREF.search(urlsplit_path(href)))


def urlsplit_path(href: str) -> str:
    """Path and query of an address, empty when it cannot be split."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}"
