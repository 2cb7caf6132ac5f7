"""Labels for templates from what the structure of a page tells."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.posts.loose import LooseBody, loose_part
from fpcrawl.extraction.templates.model import LabelledRecord, Mark
from fpcrawl.extraction.vocabulary import leads_nowhere

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.postgroup import PostGroup, RawPost
    from fpcrawl.extraction.tree import PageTree

__all__ = ["attribute_with", "body_parts", "cannot_label", "label_posts"]

#: Elements from that of a time upwards that can be its line.
LINE_LEVELS = 4


def cannot_label(group: PostGroup) -> bool:
    """Whether posts are read as no template can.

    None reads words before which nothing stands, or that begin and end in the middle of elements.
    """
    return any(raw.made is not None or (raw.loose and raw.loose.within) for raw in group.posts)


def label_posts(tree: PageTree, group: PostGroup) -> list[LabelledRecord]:
    """Label the posts of a thread's page that have a body, if templates can read such."""
    if cannot_label(group):
        return []
    return [_label(tree, raw) for raw in group.posts if raw.body is not None]


def _label(tree: PageTree, raw: RawPost) -> LabelledRecord:
    record = LabelledRecord(list(raw.roots), holes=list(raw.holes))
    fields = record.fields
    assert raw.body is not None
    if raw.loose is not None:
        fields["body"] = [Mark(raw.loose.head, until=raw.loose.stop)]
        record.roots = _roots_of(tree, record.roots, raw.loose)
    else:
        fields["body"] = [Mark(i) for i in (raw.body, *raw.more)]
    if raw.time.raw:
        fields["time"] = [Mark(raw.time.node, raw.time.raw)]
    if raw.time.full is not None:
        full = attribute_with(tree, raw.time.node, raw.time.full)
        if full is not None:
            fields["time_full"] = [full]
    if raw.author is not None and raw.author_node is not None:
        fields["author"] = [Mark(raw.author_node, raw.author)]
        address = _address_mark(tree, raw.author_node)
        if address is not None:
            fields["author_url"] = [address]
    elif raw.author is not None:
        at = _line_with(tree, raw, raw.author)
        if at is None:
            at = _box_with(tree, raw, raw.author)
        if at is not None:
            fields["author"] = [Mark(at, raw.author)]
        else:
            record.told["author"] = raw.author
    if raw.floor is not None:
        floor = _text_with(tree, raw, str(raw.floor))
        if floor is not None:
            fields["floor"] = [floor]
    if raw.post_id is not None:
        post_id = _id_mark(tree, raw, raw.post_id)
        if post_id is not None:
            fields["post_id"] = [post_id]
        else:
            record.told["post_id"] = raw.post_id
    if raw.own_link is not None:
        fields["own_url"] = [Mark(raw.own_link, tree.nodes[raw.own_link].get("href", ""), "href")]
    return record


def _roots_of(tree: PageTree, roots: list[int], loose: LooseBody) -> list[int]:
    """Elements of a record with those that stand among its words."""
    if loose.head not in roots:
        return roots
    out = [root for root in roots if root <= loose.head]
    i = tree.end[loose.head]
    while i != loose.stop and i < len(tree.nodes) and tree.parent[i] == tree.parent[loose.head]:
        out.append(i)
        i = tree.end[i]
    return out


def body_parts(tree: PageTree, marks: Iterable[Mark]) -> list[HtmlElement]:
    """Return the elements of a labelled body; one is made of a body that no element holds."""
    return [
        tree.nodes[mark.node]
        if mark.until is None
        else loose_part(tree, LooseBody(mark.node, mark.until, 0))
        for mark in marks
    ]


def attribute_with(tree: PageTree, node: int, value: str) -> Mark | None:
    """Where an attribute of an element, or of what wraps it, holds a time in full."""
    for i in (node, tree.parent[node]):
        for name, text in tree.nodes[i].items() if i >= 0 else ():
            if value in text:
                return Mark(i, value, name)
    return None


def _address_mark(tree: PageTree, node: int) -> Mark | None:
    for i in range(node, tree.end[node]):
        href = tree.nodes[i].get("href") if tree.tag(i) == "a" else None
        if href and not leads_nowhere(href):
            return Mark(i, href, "href")
    return None


def _line_with(tree: PageTree, raw: RawPost, name: str) -> int | None:
    """Return what holds a name told in the line of the time, best nothing else: "12:15 by anna"."""
    above = islice((raw.time.node, *tree.ancestors(raw.time.node)), LINE_LEVELS)
    line = takewhile(lambda i: raw.body is None or not tree.holds(i, raw.body), above)
    at = next((i for i in line if name in tree.text(i)), None)
    if at is None:
        return None
    return next((i for i in range(at, tree.end[at]) if tree.text(i) == name), at)


def _box_with(tree: PageTree, raw: RawPost, name: str) -> int | None:
    """Return the smallest element of the record beside its words that tells a name."""
    best: int | None = None
    for i in (i for root in raw.roots for i in range(root, tree.end[root])):
        is_words = raw.loose is None and raw.body is not None and tree.holds(raw.body, i)
        if is_words or (raw.body is not None and tree.holds(i, raw.body)):
            continue
        if name in tree.text(i) and (best is None or tree.text_len[i] < tree.text_len[best]):
            best = i
    return best


def _text_with(tree: PageTree, raw: RawPost, value: str) -> Mark | None:
    """Smallest element outside the body that shows a number."""
    for root in raw.roots:
        for i in range(root, tree.end[root]):
            if raw.loose is None and raw.body is not None and tree.holds(raw.body, i):
                continue
            text = tree.nodes[i].text or ""
            if value in text and text.strip(" #.楼樓\t\r\n") == value:
                return Mark(i, value)
    return None


def _id_mark(tree: PageTree, raw: RawPost, value: str) -> Mark | None:
    """Where the site's number of a post stands: the attribute that holds little else."""
    best: Mark | None = None
    best_rest = 1 << 30
    for root in raw.roots:
        for i in range(root, tree.end[root]):
            for name, text in tree.nodes[i].items():
                rest = len(text) - len(value)
                if value in text and rest < best_rest and text.rstrip("/").endswith(value):
                    best, best_rest = Mark(i, value, name), rest
    return best
