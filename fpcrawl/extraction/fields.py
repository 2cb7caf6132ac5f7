"""Fields of records: who wrote it, what, which floor, which number.

Every field is found once for all records of a group: a place (path below the record) is
judged over the records that have it, so that one odd post does not mislead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.tree import class_tokens
from fpcrawl.extraction.vocabulary import (
    AUTHOR_CLASS,
    AUTHOR_HREF,
    BODY_CLASS,
    FLOOR_WORDS,
    UI_WORDS,
)

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.segment import RecordGroup, Span
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "CONTAINERS",
    "MAX_AUTHOR",
    "Places",
    "find_author",
    "find_body",
    "find_floors",
    "find_post_ids",
    "places_of",
]

MAX_AUTHOR = 40
#: Elements that hold a whole body; a paragraph holds a part of one.
CONTAINERS = frozenset(
    {"article", "blockquote", "dd", "div", "main", "section", "table", "tbody", "td", "tr"}
)
_FLOOR = re.compile(r"^(?:#|no\.?\s*|第)?\s*(\d{1,6})\s*(?:#|楼|樓|层|層|f)?$", re.IGNORECASE)
_POSITION = re.compile(
    r"^(?:re|reply|replies|post|comment|message|no|nr|回复|第)?[\s.:]*[#№]?\s*\d{0,7}\s*(?:#|楼|樓|层|層)?[.:]?$",
    re.IGNORECASE,
)
_TRAILING_ID = re.compile(r"(?:^|[^0-9])([0-9]{1,12})$")
_ID_HINT = re.compile(r"(?:post|pid|msg|message|comment|reply|^p|entry)[-_]?\d+$", re.IGNORECASE)
_PERMALINK = re.compile(
    r"(?:#|/|pid=|[?&]p=)(?:post|p|pid|msg|comment|reply|c|post-)?[-_]?([0-9]{2,12})$"
)
#: Where post numbers stand, and how much each place is trusted.
_ID_KINDS = {"id": 3.0, "data": 3.0, "name": 2.5, "href": 1.5}
_WORD = re.compile(r"\w", re.UNICODE)


@dataclass(slots=True)
class Places:
    """For every path below the records: the first element there in each record.

    Attributes
    ----------
    first
        path -> {record number: element number}.
    count
        Number of records.
    """

    count: int
    first: dict[str, dict[int, int]] = field(default_factory=dict)


def places_of(tree: PageTree, spans: list[Span]) -> Places:
    """Collect the elements of all records by their path below the record."""
    places = Places(len(spans))
    first = places.first
    for n, span in enumerate(spans):
        for root in span.roots:
            names: dict[int, str] = {}
            holes = [(hole, tree.end[hole]) for hole in span.holes]
            for i in range(root, tree.end[root]):
                if holes and any(a <= i < b for a, b in holes):
                    continue
                # The record itself is known by its tag: its classes tell posts apart.
                name = tree.tag(i) if i == root else f"{names[tree.parent[i]]}/{tree.sig[i]}"
                names[i] = name
                first.setdefault(name, {}).setdefault(n, i)
    return places


def find_author(tree: PageTree, spans: list[Span], places: Places) -> str | None:
    """Path of the author's name, or ``None``.

    A good place is a short text that nearly every record has, near its start, linked to a
    member page, and that changes together with its link.
    """
    best: tuple[float, int] | None = None
    answer = None
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
    return answer if best is not None and best[0] >= 4.0 else None


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
    """Whether an address is that of a member's page."""
    return bool(AUTHOR_HREF.search(urlsplit_path(href)))


def urlsplit_path(href: str) -> str:
    """Path and query of an address, empty when it cannot be split."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}"


def find_body(
    tree: PageTree, spans: list[Span], places: Places, author_path: str | None
) -> str | None:
    """Path of the body, or ``None``.

    The body is where the text changes from post to post: of the places that hold neither
    time nor author, the one whose different texts outside links sum up to most, then as
    deep as all of it still lies inside.
    """
    authors = places.first.get(author_path, {}) if author_path else {}
    best_path, best_score = None, 0.0
    scores: dict[str, float] = {}
    for path, members in places.first.items():
        if len(members) < 0.5 * places.count:
            continue
        if any(
            tree.holds(i, spans[n].time.node) or (n in authors and tree.holds(i, authors[n]))
            for n, i in members.items()
        ):
            continue
        score = _body_score(tree, members, places.count)
        if score <= 0:
            continue
        scores[path] = score
        if score > best_score:
            best_path, best_score = path, score
    if best_path is None:
        return None
    return _deepest(tree, places, scores, best_path)


def _body_score(tree: PageTree, members: dict[int, int], count: int) -> float:
    seen: set[str] = set()
    total = 0.0
    for i in members.values():
        length = tree.text_len[i]
        if not length:
            continue
        text = tree.text(i)
        if text in seen:
            continue
        seen.add(text)
        total += min(tree.plain_len(i) + 0.2 * tree.link_len[i], 1500.0) + 5.0
    if not any(tree.plain_len(i) for i in members.values()):
        return 0.0
    if count > 2 and len(seen) <= 0.34 * len(members):
        return 0.0
    element = tree.nodes[next(iter(members.values()))]
    hint = " ".join((element.get("class") or "", element.get("itemprop") or ""))
    bonus = 1.15 if BODY_CLASS.search(hint) else 1.0
    return total * bonus * (len(members) / count) ** 2


def _deepest(tree: PageTree, places: Places, scores: dict[str, float], path: str) -> str:
    """Go down while one child place keeps what changes from post to post."""
    while True:
        members = places.first[path]
        prefix = path + "/"
        depth = prefix.count("/")
        below = [
            (score, name)
            for name, score in scores.items()
            if name.startswith(prefix) and name.count("/") == depth
        ]
        if not below:
            return path
        _, name = max(below)
        inner = places.first[name]
        tag = name.rpartition("/")[2].partition(".")[0]
        if tag not in CONTAINERS:
            return path
        if tag == "blockquote" and (len(members) < 2 or len(inner) < len(members)):
            # Some posts quote; only where all have one does it hold the posts themselves.
            return path
        # A paragraph is not the body: going down must not leave changing text behind.
        left: set[str] = set()
        lost = before = 0
        total = kept = 0
        for n, i in members.items():
            j = inner.get(n)
            if j is None:
                if tree.plain_len(i) > 0:
                    lost += 1
                continue
            total += tree.text_len[i]
            kept += tree.text_len[j]
            before += bool(_text_before(tree, i, j))
            if tree.text_len[i] - tree.text_len[j] > 0:
                rest = _text_outside(tree, i, j)
                if rest:
                    left.add(rest)
        # Signatures and edit notes follow the body, each author's his own.
        trailing = not before and kept >= 0.6 * total and len(members) > 1
        if lost or (len(left) > max(1, 0.4 * len(members)) and not trailing):
            return path
        if left and len(members) == 1:
            return path
        path = name


def _text_before(tree: PageTree, i: int, j: int) -> str:
    """Text under ``i`` that stands before ``j``."""
    return tree.text(i).partition(tree.text(j))[0].strip() if tree.text_len[j] else ""


def _text_outside(tree: PageTree, i: int, j: int) -> str:
    """Text under ``i`` but not under ``j``, digits removed."""
    whole = tree.text(i)
    part = tree.text(j)
    rest = whole.replace(part, "", 1) if part else whole
    return re.sub(r"\d+", "", rest).strip()


def find_floors(
    tree: PageTree, group: RecordGroup, places: Places, known: str | None = None
) -> tuple[str | None, list[int | None]]:
    """Floor numbers that the records show.

    Parameters
    ----------
    known
        Path where the site showed them before.

    Returns
    -------
    tuple
        The path, and a number (or ``None``) for each record.
    """
    best_path: str | None = None
    best: list[int | None] = [None] * places.count
    best_known = 0
    for path in [known] if known in places.first else places.first:
        members = places.first[path or ""]
        if len(members) < 0.8 * places.count:
            continue
        sample = next(iter(members.values()))
        if not 0 < tree.text_len[sample] <= 10:
            continue
        floors: list[int | None] = [None] * places.count
        for n, i in members.items():
            if 0 < tree.text_len[i] <= 10 and not tree.holds(i, group.spans[n].time.node):
                floors[n] = _floor_of(tree.text(i))
        numbers = [f for f in floors if f is not None]
        if len(numbers) <= best_known or len(numbers) < 0.8 * places.count:
            continue
        steps = [b - a for a, b in pairwise(numbers)]
        words = any(not tree.text(i).isdigit() for i in members.values())
        rising = bool(steps) and all(0 < s <= 3 for s in steps)
        if rising or (not steps and words and (numbers[0] == 1 or path == known)):
            best_path, best, best_known = path, floors, len(numbers)
    return best_path, best


def is_floor(text: str) -> bool:
    """Whether a text only names a position: "#3", "Reply #3", "沙发"."""
    return text in FLOOR_WORDS or bool(_POSITION.match(text))


def _floor_of(text: str) -> int | None:
    if text in FLOOR_WORDS:
        return FLOOR_WORDS[text]
    match = _FLOOR.match(text)
    return int(match.group(1)) if match else None


def find_post_ids(
    tree: PageTree, places: Places, known: tuple[str, str] | None = None
) -> tuple[tuple[str, str] | None, list[str | None]]:
    """Find the site's own numbers of the posts.

    Numbers that only count 1, 2, 3 are floors, not ids.

    Parameters
    ----------
    known
        Path and attribute where the site had them before.

    Returns
    -------
    tuple
        Path and kind of attribute, and a number (or ``None``) for each record.
    """
    if known is not None and known[0] in places.first:
        numbers = _numbers_at(tree, places.first[known[0]], places.count, known[1])
        if numbers is not None:
            return known, numbers[0]
    best: list[str | None] = [None] * places.count
    best_place: tuple[str, str] | None = None
    best_score = 0.0
    for path, members in places.first.items():
        if len(members) < places.count:
            continue
        for kind, weight in _ID_KINDS.items():
            found = _numbers_at(tree, members, places.count, kind)
            if found is None:
                continue
            values, hinted = found
            numbers_known = [int(v) for v in values if v is not None]
            low, high = min(numbers_known), max(numbers_known)
            counting = len(numbers_known) > 1 and high - low == len(numbers_known) - 1
            if (counting or len(numbers_known) == 1) and high <= 5000 and not hinted:
                continue
            rising = all(a < b for a, b in pairwise(numbers_known))
            score = weight + (2.0 if hinted else 0.0) + (1.0 if rising else -1.0)
            score -= 0.1 * path.count("/")
            if score > best_score:
                best, best_place, best_score = list(values), (path, kind), score
    return best_place, best


def _numbers_at(
    tree: PageTree, members: dict[int, int], count: int, kind: str
) -> tuple[list[str | None], bool] | None:
    """Numbers that all records have at a place, each its own; ``None`` otherwise."""
    numbers: list[str | None] = [None] * count
    hinted = False
    for n, i in members.items():
        value, hint = _number_of(tree.nodes[i], kind)
        if value is None:
            return None
        numbers[n] = value
        hinted = hinted or hint
    if len(members) < count or len(set(numbers)) < count:
        return None
    return numbers, hinted


def _number_of(element: HtmlElement, kind: str) -> tuple[str | None, bool]:
    if kind == "data":
        for name in (
            "data-pid",
            "data-post-id",
            "data-post",
            "data-id",
            "data-comment-id",
            "data-message-id",
        ):
            value = element.get(name)
            if value and len(value) <= 18 and value.isascii() and value.isdigit():
                return value, True
        return None, False
    if kind == "href":
        href = element.get("href") or ""
        match = _PERMALINK.search(href)
        return (match.group(1), "#" in href) if match else (None, False)
    value = element.get(kind)
    if not value or len(value) > 60:
        return None, False
    match = _TRAILING_ID.search(value)
    return (match.group(1), bool(_ID_HINT.search(value))) if match else (None, False)
