"""What the network is told of a candidate: numbers of structure, and of its place on screen.

The features of the paper (FORMULAS, section WEMLVF) are the visual ones: width, height, left
and top of the box, the place of the time in it by equation (1), the number of time strings,
the width against the parent's and the largest font. The structural ones, text density by
equation (2) among them, are all that is known without a browser.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.extraction.names.usernames import names_member
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, BODY_CLASS, UI_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lxml.html import HtmlElement
    from numpy.typing import NDArray

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.extraction.visual.candidates import CandidateGroup
    from fpcrawl.extraction.visual.layout import PageLayout

    Array = NDArray[np.float64]

__all__ = ["STRUCTURE", "VISUAL", "features_of", "names_of"]

#: Names of the structural features, in the order of the columns.
STRUCTURE = tuple(
    """
    text plain link_share density tags depth roots holes share_of_page
    times times_own time_place time_share time_clock time_quoted time_attribute
    authors author_place author_found bodies images headings h1 controls links prose title_link
    tag_li tag_div tag_article tag_row tag_cell tag_section tag_inline classed
    margin named_comment named_post named_aside below_h1 place
    group group_alike group_text group_spread group_distinct group_authors group_prose
    group_titles group_plain_rank group_prose_rank group_author_rank group_twins
    way_siblings way_nested way_rows way_alone after_more chosen_posts chosen_comments
    """.split()
)
#: Names of the visual features.
VISUAL = tuple(
    """
    left top width height time_edge time_left time_above time_right time_below
    times_seen width_less largest_font font_of_time centre area seen framed
    group_width_spread group_left_spread width_rank
    """.split()
)

_TAGS = {
    "li": "li", "div": "div", "article": "article", "tr": "row", "table": "row", "tbody": "row",
    "td": "cell", "dd": "cell", "dl": "cell", "dt": "cell", "section": "section",
}  # fmt: skip
_MARGIN = frozenset({"aside", "footer", "header", "nav"})
_COMMENT = re.compile(r"comment|cmt|repl(?:y|ies)|respon|answer|评论|留言|回复", re.IGNORECASE)
_POST = re.compile(r"post|message|msg|topic|thread|article|entry", re.IGNORECASE)
_ASIDE = re.compile(
    r"side|widget|foot|nav|menu|recent|latest|related|header|breadcrumb|archive|banner"
    r"|stat|online|search|toolbar|quote",
    re.IGNORECASE,
)
#: Elements above a candidate in which the name of its place is looked for.
NAMED_ABOVE = 4
#: A link with as many characters may be the title of a page.
TITLE_CHARS = 6


def names_of(*, visual: bool) -> tuple[str, ...]:
    """Names of the columns that :func:`features_of` gives."""
    return STRUCTURE + VISUAL if visual else STRUCTURE


def features_of(
    tree: PageTree, groups: list[CandidateGroup], layout: PageLayout | None = None
) -> Array:
    """Describe the candidates of a page.

    Parameters
    ----------
    tree
        The page.
    groups
        Its candidates.
    layout
        How it looks; without it there are only the structural columns.

    Returns
    -------
    ndarray of float
        One row for each span of each group, in their order.
    """
    facts = _Facts(tree)
    table = [_structure(tree, facts, group) for group in groups]
    _rank(table, groups)
    _choice(table, groups)
    rows = [row for part in table for row in part]
    out = np.array([[row[name] for name in STRUCTURE] for row in rows], dtype=float)
    out = out.reshape(-1, len(STRUCTURE))
    if layout is None:
        return out
    seen_times = _seen_times(tree, layout)
    seen = [row for group in groups for row in _visual(tree, group, layout, seen_times)]
    return np.hstack([out, np.array(seen, dtype=float).reshape(-1, len(VISUAL))])


class _Facts:
    """Counts over the elements of a page, so that any stretch is counted at once."""

    def __init__(self, tree: PageTree) -> None:
        nodes = tree.nodes
        times = np.zeros(len(nodes))
        for time in tree.times:
            times[time.node] += 1
        self.author = np.array([_is_name(tree, i) for i in range(len(nodes))], dtype=bool)
        tags = [tree.tag(i) for i in range(len(nodes))]
        self.own = np.array([_own_text(element) for element in nodes], dtype=float)
        self.title = np.array(
            [tags[i] == "a" and _is_title(tree, i, self.author[i]) for i in range(len(nodes))],
            dtype=bool,
        )
        self.h1 = next((i for i, tag in enumerate(tags) if tag == "h1"), -1)
        self.title_chars = np.where(self.title, tree.text_len, 0)
        body = [
            tree.text_len[i] > 0 and bool(BODY_CLASS.search(element.get("class") or ""))
            for i, element in enumerate(nodes)
        ]
        self._sums = {
            name: np.concatenate([[0.0], np.cumsum(np.asarray(values, dtype=float))])
            for name, values in (
                ("tags", np.ones(len(nodes))),
                ("times", times),
                ("authors", self.author),
                ("bodies", body),
                ("images", [tag == "img" for tag in tags]),
                ("headings", [tag in {"h2", "h3", "h4", "h5"} for tag in tags]),
                ("h1", [tag == "h1" for tag in tags]),
                ("controls", [tag in {"form", "input", "button"} for tag in tags]),
                ("links", [tag == "a" for tag in tags]),
            )
        }

    def count(self, name: str, stretches: Iterable[tuple[int, int, int]]) -> float:
        """Count in stretches of elements (start, stop, 1 or -1 to leave out)."""
        sums = self._sums[name]
        return float(sum(sign * (sums[stop] - sums[start]) for start, stop, sign in stretches))


def _stretches(tree: PageTree, span: Span) -> list[tuple[int, int, int]]:
    return [(root, tree.end[root], 1) for root in span.roots] + [
        (hole, tree.end[hole], -1) for hole in span.holes
    ]


def _structure(tree: PageTree, facts: _Facts, group: CandidateGroup) -> list[dict[str, float]]:
    rows = []
    texts: set[str] = set()
    alike: dict[str, int] = {}
    for span in group.spans:
        name = tree.sig[span.start]
        alike[name] = alike.get(name, 0) + 1
        rows.append(_one(tree, facts, span))
        texts.add(tree.text(span.start)[:400] if tree.text_len[span.start] < 20_000 else "")
    count = len(rows)
    plain = np.array([row["plain"] for row in rows])
    common = {
        "group": float(np.log1p(count)),
        "group_text": _median([row["text"] for row in rows]),
        "group_spread": float(np.std(plain)),
        "group_distinct": len(texts) / count,
        "group_authors": sum(row["author_found"] for row in rows) / count,
        "group_prose": _median([row["prose"] for row in rows]),
        "group_titles": sum(row["title_link"] > np.log1p(TITLE_CHARS) for row in rows) / count,
        "group_twins": _twins(tree, group),
        "way_siblings": float(group.way == "siblings"),
        "way_nested": float(group.way == "nested"),
        "way_rows": float(group.way == "rows"),
        "way_alone": float(group.way == "alone"),
    }
    for n, (row, span) in enumerate(zip(rows, group.spans, strict=True)):
        row.update(common)
        row["group_alike"] = alike[tree.sig[span.start]] / count
        row["after_more"] = (n + 1) / count
    return rows


def _median(values: Sequence[float]) -> float:
    """Middle of some values; numpy's imports masked arrays for it, in each copy that learns."""
    ordered = sorted(values)
    middle = len(ordered) // 2
    return (ordered[middle] + ordered[~middle]) / 2


def _one(tree: PageTree, facts: _Facts, span: Span) -> dict[str, float]:
    places = _stretches(tree, span)
    start, stop = span.roots[0], tree.end[span.roots[-1]]
    size = max(stop - start, 1)
    text = max(sum(sign * tree.text_len[i] for i, _, sign in places), 0)
    link = max(sum(sign * tree.link_len[i] for i, _, sign in places), 0)
    tags = max(facts.count("tags", places), 1.0)
    counts = {
        name: float(np.log1p(max(facts.count(name, places), 0.0)))
        for name in ("times", "authors", "bodies", "images", "headings", "controls", "links")
    }
    whole = max(tree.text_len[0], 1)
    name, time = next((n for n in facts.author[start:stop].nonzero()[0]), -1), span.time
    own = _cover(facts.own, places, start, stop)
    titles = _cover(facts.title_chars, places, start, stop)
    element = tree.nodes[start]
    tag = _TAGS.get(tree.tag(start), "inline")
    hints = [_hints(tree.nodes[i]) for i in (start, *tree.ancestors(start, NAMED_ABOVE))]
    above = tree.ancestors(start)
    return {
        **counts,
        **{f"tag_{kind}": float(kind == tag) for kind in {*_TAGS.values(), "inline"}},
        "text": float(np.log1p(text)),
        "plain": float(np.log1p(max(text - link, 0))),
        "link_share": min(link / max(text, 1), 1.0),
        "density": float(np.log1p(text / tags)),
        "tags": float(np.log1p(tags)),
        "depth": tree.depth[start] / 20,
        "roots": float(np.log1p(len(span.roots))),
        "holes": float(np.log1p(len(span.holes))),
        "share_of_page": text / whole,
        "times_own": facts.count("times", [(start, start + 1, 1)]),
        "time_place": min(time.node - start, stop - time.node) / size,
        "time_share": time.share,
        "time_clock": float(":" in time.raw or ":" in (time.full or "")),
        "time_quoted": float(any(tree.tag(i) in {"blockquote", "q"} for i in above[:6])),
        "time_attribute": float(time.full is not None),
        "author_place": float(name) / size,
        "author_found": float(name >= 0),
        "h1": facts.count("h1", places),
        "prose": float(np.log1p(own)),
        "title_link": float(np.log1p(titles)),
        "classed": float(bool(element.get("class"))),
        "margin": float(any(tree.tag(i) in _MARGIN for i in (start, *above))),
        "named_comment": sum(hint[0] for hint in hints) / len(hints),
        "named_post": sum(hint[1] for hint in hints) / len(hints),
        "named_aside": sum(hint[2] for hint in hints) / len(hints),
        "below_h1": float(facts.h1 >= 0 and start > facts.h1),
        "place": start / len(tree.nodes),
    }


def _cover(values: Array, places: list[tuple[int, int, int]], start: int, stop: int) -> float:
    """Largest value in a candidate, holes left out."""
    part = values[start:stop]
    holes = [(a, b) for a, b, sign in places if sign < 0]
    if holes:
        part = part.copy()
        for a, b in holes:
            part[a - start : b - start] = 0
    return float(part.max(initial=0.0))


def _twins(tree: PageTree, group: CandidateGroup) -> float:
    """Share of the siblings of a group's kind that are in the group."""
    first = group.spans[0].start
    above = tree.parent[first]
    if above < 0:
        return 1.0
    inside = {root for span in group.spans for root in span.roots}
    kids = [kid for kid in tree.children(above) if tree.sig[kid] == tree.sig[first]]
    return sum(kid in inside for kid in kids) / max(len(kids), 1)


def _rank(table: list[list[dict[str, float]]], groups: list[CandidateGroup]) -> None:
    """Add how each group stands beside the others of the page."""
    measures: dict[str, Callable[[dict[str, float]], float]] = {
        "group_plain_rank": lambda row: float(np.expm1(row["plain"])),
        "group_prose_rank": lambda row: float(np.expm1(row["prose"])),
        "group_author_rank": lambda row: row["author_found"],
    }
    for name, measure in measures.items():
        sums = [
            sum(map(measure, rows)) if len(group.spans) > 1 else 0.0
            for rows, group in zip(table, groups, strict=True)
        ]
        most = max(sums, default=0.0)
        for rows, total in zip(table, sums, strict=True):
            for row in rows:
                row[name] = total / most if most > 0 else 0.0


def _choice(table: list[list[dict[str, float]]], groups: list[CandidateGroup]) -> None:
    """Add whether structure alone takes a candidate for a post, or for a comment."""
    for way in ("posts", "comments"):
        roots = {tuple(span.roots) for group in groups if group.way == way for span in group.spans}
        first = {root for part in roots for root in part}
        for rows, group in zip(table, groups, strict=True):
            for row, span in zip(rows, group.spans, strict=True):
                near = not first.isdisjoint(span.roots)
                row[f"chosen_{way}"] = 1.0 if tuple(span.roots) in roots else 0.5 * near


def _visual(
    tree: PageTree, group: CandidateGroup, layout: PageLayout, seen_times: Array
) -> list[list[float]]:
    view = layout.viewport
    boxes = [_bounds(layout, span) for span in group.spans]
    widths = np.array([box[2] - box[0] for box in boxes])
    lefts = np.array([box[0] for box in boxes])
    widest = max(float(layout.width[1:].max(initial=1.0)), 1.0)
    rows = []
    for span, (x1, y1, x2, y2) in zip(group.spans, boxes, strict=True):
        start, stop = span.roots[0], tree.end[span.roots[-1]]
        t = span.time.node
        tx1, ty1 = layout.x[t], layout.y[t]
        tx2, ty2 = tx1 + layout.width[t], ty1 + layout.height[t]
        differences = [abs(tx1 - x1), abs(ty1 - y1), abs(tx2 - x2), abs(ty2 - y2)]
        above = tree.parent[start]
        outer = layout.width[above] if above >= 0 else view
        fonts = np.where(layout.seen[start:stop], layout.font_size[start:stop], 0.0)
        box = layout.boxes[start]
        rows.append(
            [
                x1 / view,
                float(np.log1p(max(y1, 0.0))),
                (x2 - x1) / view,
                float(np.log1p(max(y2 - y1, 0.0))),
                # Equation (1).
                float(np.log1p(min(differences[1], differences[3]))),
                *(float(np.log1p(d)) for d in differences),
                float(np.log1p(seen_times[stop] - seen_times[start])),
                (x2 - x1 - outer) / view,
                float(fonts.max(initial=0.0)) / 16,
                float(layout.font_size[t]) / 16,
                ((x1 + x2) / 2) / view,
                float(np.log1p(max(x2 - x1, 0.0) * max(y2 - y1, 0.0))),
                float(layout.seen[start:stop].any()),
                float(box is not None and bool(box.background)),
                float(widths.std()) / view,
                float(lefts.std()) / view,
                (x2 - x1) / widest,
            ]
        )
    return rows


def _bounds(layout: PageLayout, span: Span) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of all elements of a candidate that are seen."""
    roots = [root for root in span.roots if layout.seen[root]] or span.roots
    return (
        float(min(layout.x[r] for r in roots)),
        float(min(layout.y[r] for r in roots)),
        float(max(layout.x[r] + layout.width[r] for r in roots)),
        float(max(layout.y[r] + layout.height[r] for r in roots)),
    )


def _seen_times(tree: PageTree, layout: PageLayout) -> Array:
    """How many time strings that are seen stand before each element."""
    counts = np.zeros(len(tree.nodes))
    for time in tree.times:
        counts[time.node] += layout.seen[time.node]
    return np.concatenate([[0.0], np.cumsum(counts)])


def _is_name(tree: PageTree, i: int) -> bool:
    """Whether an element looks like an author's name: by class, or by where it leads."""
    if not 0 < tree.text_len[i] <= 40:
        return False
    element = tree.nodes[i]
    if element.tag == "a" and names_member(element.get("href") or ""):
        return True
    hint = " ".join(
        filter(None, (element.get("class"), element.get("itemprop"), element.get("rel")))
    )
    return bool(hint) and bool(AUTHOR_CLASS.search(hint))


def _is_title(tree: PageTree, i: int, author: bool) -> bool:
    """Whether a link may be the title of a page of its own."""
    href = tree.nodes[i].get("href") or ""
    if author or tree.text_len[i] < TITLE_CHARS or "#" in href or href.startswith("javascript:"):
        return False
    return tree.text(i).lower() not in UI_WORDS


def _own_text(element: HtmlElement) -> int:
    """Characters that stand directly in an element."""
    total = len((element.text or "").strip())
    for child in element:
        if child.tail:
            total += len(child.tail.strip())
    return total


def _hints(element: HtmlElement) -> tuple[bool, bool, bool]:
    return _hints_of(f"{element.get('class') or ''} {element.get('id') or ''}"[:200])


@lru_cache(maxsize=4096)
def _hints_of(name: str) -> tuple[bool, bool, bool]:
    return bool(_COMMENT.search(name)), bool(_POST.search(name)), bool(_ASIDE.search(name))
