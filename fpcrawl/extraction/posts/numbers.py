"""Which floor and which number of the site's own the records of a page have."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.vocabulary import FLOOR_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.span import RecordGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_floors", "find_post_ids", "say_floor"]

_FLOOR = re.compile(r"^(?:#|no\.?\s*|第)?\s*(\d{1,6})\s*(?:#|楼|樓|层|層|f)?$", re.IGNORECASE)
_SAID_FLOOR = re.compile(r"[楼樓层層]|\d[Ff]$")
_TRAILING_ID = re.compile(r"(?:^|[^0-9])([0-9]{1,12})$")
_ID_HINT = re.compile(r"(?:post|pid|msg|message|comment|reply|^p|entry)[-_]?\d+$", re.IGNORECASE)
_PERMALINK = re.compile(
    r"(?:#|/|pid=|[?&]p=)(?:post|p|pid|msg|comment|reply|c|post-)?[-_]?([0-9]{2,12})$"
)
_NUMBER = re.compile(r"[0-9]{1,12}")
#: Elements of a name that are searched for links.
NAME_ELEMENTS = 8
#: How far the floor of a post is above the one before, where others were deleted.
MAX_STEP = 3
#: Where post numbers stand, and how much each place is trusted.
_ID_KINDS = {"id": 3.0, "data": 3.0, "name": 2.5, "href": 1.5}


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
    most = 0.8 * places.count
    for path in [known] if known in places.first else places.first:
        members = places.first[path or ""]
        # Where "#1" is the first answer, the opening post alone has no number.
        least = min(most, places.count - 1) if 0 not in members else most
        if len(members) < least:
            continue
        sample = next(iter(members.values()))
        if not 0 < tree.text_len[sample] <= 10:
            continue
        floors: list[int | None] = [None] * places.count
        for n, i in members.items():
            if 0 < tree.text_len[i] <= 10 and not tree.holds(i, group.spans[n].time.node):
                floors[n] = _floor_of(tree.text(i))
        if floors[:1] == [1] and 1 in floors[1:] and _is_word(tree.text(members[0])):
            # "楼主" above "第1楼".
            floors[0] = 0
        words = {n for n, i in members.items() if tree.text(i) in FLOOR_WORDS}
        if any(floors[n] == floors[n + 1] for n in words if n + 1 < len(floors)):
            # "4楼" behind "地板": the opening post is counted as 0.
            floors = [f - (n in words) if f is not None else None for n, f in enumerate(floors)]
        numbers = [f for f in floors if f is not None]
        if len(numbers) <= best_known or len(numbers) < least:
            continue
        steps = [b - a for a, b in pairwise(numbers)]
        worded = any(not tree.text(i).isdigit() for i in members.values())
        if len(numbers) < most and not (worded and numbers[0] == 1):
            continue
        rising = bool(steps) and _rise(numbers)
        if rising or (not steps and worded and (numbers[0] == 1 or path == known)):
            best_path, best, best_known = path, floors, len(numbers)
    return best_path, best


def say_floor(tree: PageTree, places: Places, path: str) -> bool:
    """Whether the numbers at a place are said to be floors: "20楼", "20F", or to machines."""
    members = places.first[path].values()
    if all(tree.nodes[i].get("itemprop") == "position" for i in members):
        return True
    return any(_SAID_FLOOR.search(tree.text(i)) for i in members)


def _is_word(text: str) -> bool:
    return not any(c.isdigit() for c in text)


def _rise(numbers: Sequence[int]) -> bool:
    """Whether floors rise, but for some ahead of all that come again: the best answers."""
    start = len(numbers) - 1
    while start and 0 < numbers[start] - numbers[start - 1] <= MAX_STEP:
        start -= 1
    rising = numbers[start:]
    # The opening post stands above the best answers.
    ahead = set(numbers[:start]) - {rising[0] - 1}
    return 2 * len(rising) > len(numbers) and ahead <= set(rising)


def _floor_of(text: str) -> int | None:
    if text in FLOOR_WORDS:
        return FLOOR_WORDS[text]
    match = _FLOOR.match(text)
    return int(match.group(1)) if match else None


def find_post_ids(
    tree: PageTree,
    places: Places,
    authors: Mapping[int, int],
    bodies: Mapping[int, int],
    known: tuple[str, str] | None = None,
) -> tuple[tuple[str, str] | None, list[str | None]]:
    """Find the site's own numbers of the posts.

    Numbers that only count 1, 2, 3 are floors, not ids, and those of the authors are none of
    their posts, which shows only where somebody wrote twice.

    Parameters
    ----------
    authors, bodies
        Elements of the authors' names, and of what they wrote, by record. Links in that can lead
        to other posts.
    known
        Path and attribute where the site had them before.

    Returns
    -------
    tuple
        Path and kind of attribute, and a number (or ``None``) for each record.
    """
    members_own = _numbers_of_authors(tree, authors)
    if known is not None and known[0] in places.first:
        numbers = _numbers_at(tree, places.first[known[0]], places.count, known[1])
        if numbers is not None and not _are_of(numbers[0], members_own):
            return known, numbers[0]
    best: list[str | None] = [None] * places.count
    best_place: tuple[str, str] | None = None
    best_score = 0.0
    for path, members in places.first.items():
        if len(members) < places.count:
            continue
        said = any(n in bodies and tree.holds(bodies[n], i) for n, i in members.items())
        for kind, weight in _ID_KINDS.items():
            if said and kind == "href":
                continue
            found = _numbers_at(tree, members, places.count, kind)
            if found is None:
                continue
            values, hinted = found
            if _are_of(values, members_own):
                continue
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


def _numbers_of_authors(tree: PageTree, authors: Mapping[int, int]) -> dict[int, set[str]]:
    """Numbers in the addresses that names lead to, by record."""
    out = {}
    for n, i in authors.items():
        links = [j for j in range(i, min(tree.end[i], i + NAME_ELEMENTS)) if tree.tag(j) == "a"]
        links += [j for j in tree.ancestors(i, 2) if tree.tag(j) == "a"]
        # Not what is behind a "#": that can be the post's own.
        found = {
            number
            for j in links
            for number in _NUMBER.findall((tree.nodes[j].get("href") or "").partition("#")[0])
        }
        if found:
            out[n] = found
    return out


def _are_of(values: Sequence[str | None], members: Mapping[int, set[str]]) -> bool:
    """Whether numbers are those of the members that wrote, where these have any."""
    return 2 * len(members) > len(values) and all(values[n] in own for n, own in members.items())


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
