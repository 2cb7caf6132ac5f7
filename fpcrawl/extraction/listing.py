"""Lists of links: which links of a page are the rows of a list, and what the rows say."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.authors import MAX_AUTHOR, names_member
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import UI_WORDS
from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages.links import Link

__all__ = ["LinkGroup", "Row", "link_groups", "rows_of"]

KEY_LEVELS = 6
#: Characters of a link to a page of a thread.
MAX_PAGER_CHARS = 7
#: Weight of a list that stands beside the content ("latest", on every page of the site).
BESIDE = 0.2
_NUMBER = re.compile(r"^\(?\s*(\d{1,3}(?:[,\s]\d{3})+|\d{1,9})(\.\d+)?\s*([kKmM万])?\s*\)?$")
_LABELLED = re.compile(
    r"(\brepl|回复|回覆|帖|posts?|comments?|评论|responses?|antwort|réponse|\bview|查看|浏览|人气|点击|\breads?|\bhits)"
    r"[^0-9]{0,12}?(\d[\d,]{0,10})|(\d[\d,]{0,10})\s*"
    r"(\brepl|回复|回覆|帖|posts?|comments?|条评论|评论|responses?|views?|查看|浏览|次浏览|阅读|reads?|hits)",
    re.IGNORECASE,
)
_VIEW = re.compile(r"view|查看|浏览|人气|点击|阅读|read|hit", re.IGNORECASE)
_STICKY = re.compile(
    r"sticky|pinned|stick|pin-|thumb-?tack|置顶|置頂|公告|announce|important", re.IGNORECASE
)
_SCALE = {"k": 1e3, "m": 1e6, "万": 1e4}


_LIST_TAGS = frozenset({"body", "main", "ol", "table", "tbody", "ul"})


@dataclass(slots=True)
class LinkGroup:
    """Links at the same place of a repeated structure, with addresses of one family.

    Attributes
    ----------
    path
        Lower end of the tag path of the links.
    shape
        URL family of the links.
    links
        A link for each different address, in document order.
    chars
        Characters of the link texts, each counted up to 60.
    """

    path: str
    shape: str
    links: list[Link] = field(default_factory=list)
    chars: int = 0

    @property
    def mean_chars(self) -> float:
        """Mean length of the link texts in characters."""
        return self.chars / max(len(self.links), 1)


@dataclass(slots=True)
class Row:
    """One row of a thread list.

    Attributes
    ----------
    root, end
        Number of the element that holds the row, and first number after the row.
    last_post
        Latest time string of the row, if it shows any.
    """

    link: Link
    root: int
    end: int
    author: str | None = None
    replies: int | None = None
    views: int | None = None
    last_post: TimeNode | None = None
    sticky: bool = False


def link_groups(tree: PageTree, *, minimum: int = 1) -> list[LinkGroup]:
    """Group the content links of a page.

    Parameters
    ----------
    tree
        A numbered page.
    minimum
        Groups with fewer different addresses are left out.

    Returns
    -------
    list of LinkGroup
        Heaviest first (most link text). Navigation, buttons, bare numbers, times and member
        pages are no content links.
    """
    groups: dict[tuple[str, str], LinkGroup] = {}
    seen: dict[tuple[str, str], set[str]] = {}
    number = tree.number
    host = _hostname(tree.page.url)
    dated = tree.dated()
    for link in tree.page.links:
        i = number.get(link.element)
        if i is None or link.in_nav or not is_content(link):
            continue
        if _hostname(link.url) != host or not dated.isdisjoint(range(i, tree.end[i])):
            continue
        key = (tree.path(i, limit=KEY_LEVELS), url_shape(link.url))
        group = groups.get(key)
        if group is None:
            group = groups[key] = LinkGroup(*key)
            seen[key] = set()
        if link.url in seen[key]:
            continue
        seen[key].add(link.url)
        group.links.append(link)
        group.chars += min(weight_of(link.text), 60)
    out = [g for g in groups.values() if len(g.links) >= minimum]
    out.sort(key=lambda g: -g.chars * (BESIDE if _is_beside(tree, g) else 1.0))
    return out


@lru_cache(maxsize=16_384)
def _hostname(url: str) -> str | None:
    return urlsplit(url).hostname


def _is_beside(tree: PageTree, group: LinkGroup) -> bool:
    """Whether links stand in what the page declares to be beside its content."""
    first = tree.number[group.links[0].element]
    return any(
        tree.tag(i) == "aside" or tree.nodes[i].get("role") == "complementary"
        for i in tree.ancestors(first)
    )


def is_content(link: Link) -> bool:
    """Whether a link's text and address can name a thread, a board or an article."""
    text = link.text
    if not text or text.isdigit() or text.lower().strip(":：»›[]() ") in UI_WORDS:
        return False
    return not names_member(link.url)


def rows_of(tree: PageTree, group: LinkGroup) -> list[Row]:
    """Rows of a list with what they say beside the link.

    Parameters
    ----------
    tree
        A numbered page.
    group
        The links that head the rows.

    Returns
    -------
    list of Row
        In document order.
    """
    marks = [tree.number[link.element] for link in group.links]
    roots = [_row_root(tree, marks, n) for n in range(len(marks))]
    heads = {tree.number.get(link.element, -1) for link in tree.page.links if is_content(link)}
    rows: list[Row] = []
    for n, (mark, root) in enumerate(zip(marks, roots, strict=True)):
        row = Row(group.links[n], root, _row_end(tree, roots, n))
        inside = [t for t in tree.times if root <= t.node < row.end]
        if any(t.node < tree.end[root] for t in inside):
            # The row is whole: what is made like it is another.
            row.end = _next_like(tree, row, mark, heads)
            inside = [t for t in inside if t.node < row.end]
        if inside:
            row.last_post = inside[-1]
        _read_row(tree, row, mark)
        rows.append(row)
    return rows


def _row_root(tree: PageTree, marks: list[int], n: int) -> int:
    """Highest ancestor of a heading link that holds no other."""
    before = marks[n - 1] if n else -1
    after = marks[n + 1] if n + 1 < len(marks) else len(tree.nodes)
    root = marks[n]
    above = tree.parent[root]
    while above >= 0 and not (above <= before < tree.end[above] or after < tree.end[above]):
        if len(marks) == 1 and tree.tag(above) in _LIST_TAGS:
            break
        root = above
        above = tree.parent[root]
    return root


def _row_end(tree: PageTree, roots: list[int], n: int) -> int:
    """First number after a row: what stands between two headings belongs to the first."""
    root = roots[n]
    if n + 1 < len(roots):
        return roots[n + 1] if tree.parent[roots[n + 1]] == tree.parent[root] else tree.end[root]
    if len(roots) > 1 and tree.parent[roots[n - 1]] == tree.parent[root]:
        kids = tree.children(tree.parent[root])
        step = kids.index(root) - kids.index(roots[n - 1])
        last = min(kids.index(root) + step - 1, len(kids) - 1)
        return tree.end[kids[last]]
    return tree.end[root]


def _next_like(tree: PageTree, row: Row, mark: int, heads: set[int]) -> int:
    """Return the first later sibling in a row that a content link heads at the same place.

    It is of another group: its address looks different. The row's end without one.
    """
    way = _way(tree, row.root, mark)
    kid = tree.end[row.root]
    while kid < row.end:
        if tree.sig[kid] == tree.sig[row.root]:
            inside = heads.intersection(range(kid, tree.end[kid]))
            if any(_way(tree, kid, i) == way for i in inside):
                return kid
        kid = tree.end[kid]
    return row.end


def _way(tree: PageTree, root: int, i: int) -> list[str]:
    """Signatures from an element up to a root that holds it."""
    way = [tree.sig[i]]
    while i > root:
        i = tree.parent[i]
        way.append(tree.sig[i])
    return way


def _read_row(tree: PageTree, row: Row, mark: int) -> None:
    numbers: list[int] = []
    paged = _pager_numbers(tree, row)
    time_nodes = {t.node for t in tree.times}
    end_of_title = tree.end[mark]
    for i in range(row.root, row.end):
        element = tree.nodes[i]
        if _STICKY.search(element.get("class") or "") or _STICKY.search(element.get("alt") or ""):
            row.sticky = row.sticky or i <= mark
        if mark <= i < end_of_title or i in time_nodes or i in paged:
            continue
        length = tree.text_len[i]
        if not length or length > 60:
            continue
        if tree.end[i] == i + 1 or not any(tree.text_len[k] for k in tree.children(i)):
            # An icon may stand before the number.
            text = squeeze(tree.text(i))
            match = _NUMBER.match(text)
            if match:
                value = float(re.sub(r"[,\s]", "", match.group(1)) + (match.group(2) or ""))
                numbers.append(int(value * _SCALE.get((match.group(3) or "").lower(), 1)))
                continue
            if text and _STICKY.search(text) and length <= 12 and i < mark:
                row.sticky = True
        if (
            row.author is None
            and element.tag == "a"
            and length <= MAX_AUTHOR
            and names_member(element.get("href") or "")
        ):
            row.author = tree.text(i) or None
    # The title's own figures are none of the row's, and blocks are words apart.
    words: list[str] = []
    for i in range(row.root, row.end):
        if not mark <= i < end_of_title:
            words.append(tree.nodes[i].text or "")
        words.append(tree.nodes[i].tail or "" if i > row.root else "")
    labelled = _labelled(squeeze(" ".join(words))[:400])
    row.replies = labelled.get("replies")
    row.views = labelled.get("views")
    if row.replies is None and numbers:
        row.replies = numbers[0]
        if row.views is None and len(numbers) > 1:
            row.views = numbers[1]


def _pager_numbers(tree: PageTree, row: Row) -> set[int]:
    """Elements of a row that lead to the pages of its thread: rising numbers side by side."""
    beside: dict[int, dict[int, int]] = {}
    for i in range(row.root, row.end):
        if tree.tag(i) == "a" and tree.text_len[i] <= MAX_PAGER_CHARS:
            text = tree.text(i).strip("[]() ")
            if text.isdecimal():
                beside.setdefault(tree.parent[i], {})[i] = int(text)
    out: set[int] = set()
    for group in beside.values():
        numbers = [*group.values()]
        if len(group) > 1 and numbers[0] in {1, 2} and numbers == sorted(set(numbers)):
            out.update(k for i in group for k in range(i, tree.end[i]))
    return out


def _labelled(text: str) -> dict[str, int]:
    out: dict[str, int] = {}
    for match in _LABELLED.finditer(text):
        word = match.group(1) or match.group(4)
        value = int((match.group(2) or match.group(3)).replace(",", ""))
        out.setdefault("views" if _VIEW.search(word) else "replies", value)
    return out
