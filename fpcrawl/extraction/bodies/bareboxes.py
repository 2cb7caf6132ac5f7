"""Boxes without names, as editors make of the paragraphs of a post."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.quotations import QUOTE_CLASS
from fpcrawl.extraction.bodies.signedboxes import begins_signed
from fpcrawl.extraction.text import SENTENCE_ENDS

if TYPE_CHECKING:
    from collections.abc import Collection

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "are_inset_words",
    "are_paragraphs",
    "first_paragraph",
    "has_code",
    "is_among_paragraphs",
    "is_folded",
    "is_paragraph",
    "is_part",
    "is_quotation",
    "is_told",
    "rest_of_body",
    "said_again",
]

#: What else stands among the paragraphs of a body.
_PARTS = frozenset({"blockquote", "ol", "pre", "ul"})
_TOLD = _PARTS | {"code", "table"}
_INSETS = _PARTS | {"table"}
#: Elements around the words in one: body, row and cell of a table.
INSET_LEVELS = 3
#: What goes on with a body whose first paragraph stands bare.
_BODY_PARTS = frozenset({"blockquote", "h3", "h4", "ol", "p", "pre", "ul"})
#: What heads a part of it.
_SUBHEADS = frozenset({"h3", "h4"})
#: Cells from which on a table without links is one of what was written.
MIN_CELLS = 4
_BUTTONS = frozenset({"button", "summary"})


def is_paragraph(tree: PageTree, i: int) -> bool:
    """Whether an element is a box without a name that holds words, as editors make of a line.

    What begins with a rule is a signature.
    """
    return _is_bare(tree, i) and tree.plain_len(i) > 0 and not begins_signed(tree.nodes[i])


def is_part(tree: PageTree, i: int) -> bool:
    """Whether an element can stand among such paragraphs: another, code, a list, table, picture.

    So can words behind a button that shows them, and a box with code in it, whatever its name.
    """
    if tree.tag(i) in _PARTS:
        return 2 * tree.plain_len(i) > tree.text_len[i]
    if tree.tag(i) == "table":
        return _is_of_words(tree, i)
    if is_paragraph(tree, i) or is_folded(tree, i) or has_code(tree, i):
        return True
    return _is_bare(tree, i) and any(tree.tag(j) == "img" for j in range(i, tree.end[i]))


def _is_of_words(tree: PageTree, i: int) -> bool:
    """Whether a table holds words, but neither links nor times, as that of a post's foot does."""
    cells = range(i, tree.end[i])
    return tree.plain_len(i) > 0 == tree.link_len[i] and tree.dated().isdisjoint(cells)


def _is_bare(tree: PageTree, i: int) -> bool:
    """Whether an element is a box without a name, or one around a single paragraph."""
    if tree.tag(i) != "div":
        return False
    if not tree.nodes[i].attrib:
        return True
    (first, *others) = tree.children(i) or [i]
    return tree.tag(first) == "p" and not others and tree.text_len[i] == tree.text_len[first]


def is_folded(tree: PageTree, i: int) -> bool:
    """Whether an element is one button, or what serves as such, and words behind it."""
    if tree.tag(i) not in {"details", "div"}:
        return False
    first = next((j for j in range(i + 1, tree.end[i]) if tree.text_len[j]), i)
    buttons = sum(tree.tag(j) in _BUTTONS for j in range(i, tree.end[i]))
    return (
        buttons == 1 and tree.tag(first) in _BUTTONS and tree.plain_len(i) > tree.plain_len(first)
    )


def has_code(tree: PageTree, i: int) -> bool:
    """Whether an element is lines of code, or a box that holds such and hardly anything else."""
    if tree.tag(i) not in {"div", "figure"}:
        return tree.tag(i) == "pre" and tree.text_len[i] > 0
    code = sum(tree.text_len[j] for j in range(i + 1, tree.end[i]) if tree.tag(j) == "pre")
    return 2 * code > tree.text_len[i]


def are_paragraphs(tree: PageTree, bodies: dict[int, int]) -> bool:
    """Whether bodies are the first of boxes without names, of which some records have more.

    Where none has more than two, or all have as many, each of them can tell something else,
    unless they end as sentences do and each says what no other does. The words of some may be
    a link.
    """
    told = sum(is_paragraph(tree, i) for i in bodies.values())
    if 2 * told <= len(bodies) or not all(_is_bare(tree, i) for i in bodies.values()):
        return False
    signed = said_again(tree, bodies)
    more = [[kid for kid in kids if kid not in signed] for kids in _behind(tree, bodies)]
    counts = set(map(len, more))
    if len(counts) > 1 and max(counts) > 1:
        return True
    ends = [
        # Without words it is a picture.
        [kid for kid in kids if is_told(tree, kid) or not tree.text_len[kid]]
        for kids in more
        if kids or len(counts) < 2
    ]
    first = [kids[0] for kids in ends if kids]
    said = [tree.text(kid) for kid in first if tree.text_len[kid] and not has_code(tree, kid)]
    return all(ends) and len({*said}) == len(said)


def said_again(tree: PageTree, bodies: dict[int, int]) -> set[int]:
    """Last of the boxes without names behind bodies that say what another one does.

    They are signatures: somebody wrote twice, or many have the same.
    """
    last: dict[str, list[int]] = {}
    for kids in _behind(tree, bodies):
        if kids and tree.text_len[kids[-1]] and not has_code(tree, kids[-1]):
            last.setdefault(tree.text(kids[-1]), []).append(kids[-1])
    return {kid for kids in last.values() if len(kids) > 1 for kid in kids}


def _behind(tree: PageTree, bodies: dict[int, int]) -> list[list[int]]:
    """Return the boxes without names right behind each body, and what stands among them."""
    beside = ([kid for kid in tree.children(tree.parent[i]) if kid > i] for i in bodies.values())
    return [list(takewhile(partial(is_part, tree), kids)) for kids in beside]


def first_paragraph(tree: PageTree, i: int, taken: Collection[int], *, among: bool) -> int:
    """Of boxes without names side by side, one of which holds words, the first with such.

    Of paragraphs side by side, too, where it is a list, code, a table or a quotation among them.

    Parameters
    ----------
    taken
        Elements that hold no words: those of name and time.
    among
        Whether it is such, as :func:`is_among_paragraphs` tells.
    """
    first = i
    for kid in reversed([kid for kid in tree.children(tree.parent[i]) if kid < i]):
        if any(tree.holds(kid, j) for j in taken) or (tree.nodes[kid].tail or "").strip():
            break
        if not (among or is_paragraph(tree, first)):
            break
        worded = tree.tag(kid) == "p" or _is_inset(tree, kid) if among else is_paragraph(tree, kid)
        if worded and is_told(tree, kid):
            first = kid
        elif not is_part(tree, kid) and tree.tag(kid) not in _SUBHEADS:
            break
    return first


def is_among_paragraphs(tree: PageTree, i: int, taken: Collection[int]) -> bool:
    """Whether a list, code, a table or a quotation has paragraphs beside it.

    Parameters
    ----------
    taken
        Elements that hold no words: those of name and time.
    """
    if not _is_inset(tree, i):
        return False
    return any(
        tree.tag(kid) == "p" and tree.plain_len(kid) and is_told(tree, kid)
        for kid in tree.children(tree.parent[i])
        if not any(tree.holds(kid, j) for j in taken)
    )


def are_inset_words(tree: PageTree, i: int) -> bool:
    """Whether an element is a list, code, a table or a quotation, or holds all words of one."""
    for around in (i, *tree.ancestors(i, INSET_LEVELS)):
        if tree.text_len[around] > tree.text_len[i]:
            break
        if _is_inset(tree, around):
            return True
    return False


def _is_inset(tree: PageTree, i: int) -> bool:
    return tree.tag(i) in _INSETS or is_quotation(tree, i)


def is_quotation(tree: PageTree, i: int) -> bool:
    """Whether an element is called after what is quoted."""
    return QUOTE_CLASS.search(tree.nodes[i].get("class") or "") is not None


def is_told(tree: PageTree, i: int) -> bool:
    """Whether an element ends as a sentence does, or is or holds a list, code or the like."""
    if tree.text(i)[-1:] in SENTENCE_ENDS:
        return True
    return any(tree.tag(j) in _TOLD for j in range(i, tree.end[i]))


def rest_of_body(tree: PageTree, span: Span, first: int, author: int | None) -> list[int]:
    """Paragraphs beside the first that belong to the same bare body."""
    out = []
    for kid in tree.children(tree.parent[first]):
        if kid <= first or not any(tree.holds(root, kid) for root in span.roots):
            continue
        if tree.holds(kid, span.time.node) or (author is not None and tree.holds(kid, author)):
            break
        if any(tree.holds(kid, hole) for hole in span.holes):
            break
        folded = is_folded(tree, kid) and is_told(tree, kid)
        if folded or has_code(tree, kid) or _is_table(tree, kid) or is_quotation(tree, kid):
            out.append(kid)
            continue
        if _is_picture(tree, kid):
            out.append(kid)
            continue
        if is_paragraph(tree, first) and is_part(tree, kid):
            out.append(kid)
            continue
        if tree.tag(kid) not in _BODY_PARTS or (tree.tag(kid) != "p" and not tree.plain_len(kid)):
            break
        out.append(kid)
    return out


def _is_picture(tree: PageTree, i: int) -> bool:
    """Whether a box without a name or words shows a picture."""
    if not _is_bare(tree, i) or tree.text_len[i]:
        return False
    return any(tree.tag(j) == "img" for j in range(i + 1, tree.end[i]))


def _is_table(tree: PageTree, i: int) -> bool:
    """Whether an element is a table of words, not of buttons or of what else there is."""
    if tree.tag(i) != "table" or not tree.text_len[i] or tree.link_len[i]:
        return False
    return sum(tree.tag(j) in {"td", "th"} for j in range(i, tree.end[i])) >= MIN_CELLS
