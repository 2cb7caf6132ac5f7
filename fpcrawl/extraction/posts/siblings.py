"""Sibling rows of one record, put together by the order in which the rows of a page repeat."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.ranges import holds_one

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["add_lead", "join_rows", "row_signature", "rows_alike"]

#: Rows between two records, beyond which they are no rows of one list.
MAX_ROWS = 60


def row_signature(tree: PageTree, i: int) -> str:
    """Signature of an element together with those of its children (tells table rows apart)."""
    kids = tree.children(i)[:6]
    return f"{tree.sig[i]}({','.join(tree.sig[k] for k in kids)})"


def rows_alike(one: str, other: str) -> bool:
    """Whether two row signatures are of one kind: table rows by their cells, others by tag."""
    return one == other or (
        not one.startswith("tr") and one.partition("(")[0] == other.partition("(")[0]
    )


def join_rows(tree: PageTree, above: int, spans: list[Span], times: Sequence[int] = ()) -> None:
    """Give every record the sibling rows that belong to it.

    Parameters
    ----------
    times
        Elements of the times of all records, in document order: rows beside a record that hold
        one are none of it.
    """
    kids = tree.children(above)
    place = {kid: n for n, kid in enumerate(kids)}
    at = [place[span.start] for span in spans]
    gaps = [kids[a + 1 : b] for a, b in pairwise(at)]
    if not any(gaps) or sum(map(len, gaps)) > MAX_ROWS * len(gaps):
        return
    named = [tuple(row_signature(tree, kid) for kid in gap) for gap in gaps]
    typical = Counter(named).most_common(1)[0][0]
    split = _split_of(tree, kids, at, typical)
    if split == len(typical):
        split -= _count_leading(tree, kids, at, named)
    for n, span in enumerate(spans):
        if n:
            gap = gaps[n - 1]
            lead = gap[_cut(named[n - 1], typical, split) :]
        else:
            want = typical[split:]
            first = at[0] - len(want)
            have = kids[max(first, 0) : at[0]]
            lead = have if _match([row_signature(tree, k) for k in have], want) else []
        if n < len(gaps):
            tail = gaps[n][: _cut(named[n], typical, split)]
        else:
            most = max(map(len, gaps)) - len(typical) + split
            tail = _tail(tree, kids[at[-1] + 1 :], typical[:split], most)
        span.roots = [
            *(row for row in lead if not holds_one(times, row, tree.end[row])),
            *span.roots,
            *(row for row in tail if not holds_one(times, row, tree.end[row])),
        ]


def add_lead(tree: PageTree, alone: Sequence[Span], spans: Sequence[Span]) -> None:
    """Give records that are alone in their lists the rows before them that the others begin with.

    Parameters
    ----------
    alone
        Some of the records, from the rows of their times on.
    spans
        All of them.
    """
    leads = Counter[tuple[str, ...]]()
    taken = set(map(id, alone))
    for span in spans if alone else ():
        if id(span) not in taken:
            at = next((n for n, r in enumerate(span.roots) if tree.holds(r, span.time.node)), 0)
            leads[tuple(row_signature(tree, root) for root in span.roots[:at])] += 1
    want = leads.most_common(1)[0][0] if leads else ()
    for span in alone if want else ():
        rows = [kid for kid in tree.children(tree.parent[span.start]) if kid < span.start]
        before = rows[-len(want) :]
        if _match([row_signature(tree, row) for row in before], want):
            span.roots = [*before, *span.roots]


def _cut(gap: tuple[str, ...], typical: tuple[str, ...], split: int) -> int:
    """Where a gap is cut: at the typical place, counted from its end when rows are more."""
    if gap == typical:
        return split
    return max(0, len(gap) - (len(typical) - split))


def _match(rows: Sequence[str], want: Sequence[str]) -> bool:
    return len(rows) == len(want) and all(map(rows_alike, rows, want))


def _tail(tree: PageTree, after: list[int], want: tuple[str, ...], most: int) -> list[int]:
    """Rows that end the last record: those of the others, and as many more paragraphs as one has.

    Parameters
    ----------
    most
        Rows behind that record which another has.
    """
    out: list[int] = []
    for kid, name in zip(after, want, strict=False):
        if not rows_alike(row_signature(tree, kid), name):
            return out
        out.append(kid)
    for kid in after[len(out) : most]:
        if not out or tree.sig[kid] != "p" or tree.sig[out[-1]] != "p" or tree.link_len[kid]:
            break
        out.append(kid)
    return out


def _count_leading(
    tree: PageTree, kids: list[int], at: list[int], gaps: Sequence[tuple[str, ...]]
) -> int:
    """How many rows stand at the end of every gap and before the first record, but not at the end.

    Such are the headings of texts, however many paragraphs each has: what ends a record ends
    the last one too.
    """
    after = [row_signature(tree, kid) for kid in kids[at[-1] + 1 :]]
    count = 0
    for row in reversed(kids[: at[0]]):
        name = row_signature(tree, row)
        if not tree.text_len[row] or any(rows_alike(name, other) for other in after):
            break
        count += 1
        if not all(len(gap) >= count and rows_alike(gap[-count], name) for gap in gaps):
            return count - 1
    return count


def _split_of(tree: PageTree, kids: list[int], at: list[int], typical: tuple[str, ...]) -> int:
    """How many rows of the typical gap belong to the record before it.

    The first and the last record tell: what stands before the first must look like the
    rows that lead a record, what stands after the last like the rows that end one.
    """
    before = [row_signature(tree, kid) for kid in kids[max(0, at[0] - len(typical)) : at[0]]]
    after = [row_signature(tree, kid) for kid in kids[at[-1] + 1 : at[-1] + 1 + len(typical)]]
    best, best_score = len(typical), -1.0
    for split in range(len(typical), -1, -1):
        lead, tail = list(typical[split:]), list(typical[:split])
        score = float(_match(before[len(before) - len(lead) :], lead))
        score += float(_match(after[: len(tail)], tail))
        # A record that ends where the list ends needs nothing explained beyond it.
        if score > best_score:
            best, best_score = split, score
    return best
