"""The words of an article: its text without furniture, beside what trafilatura reads."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING
from unicodedata import normalize

from fpcrawl.extraction.articles.furniture import (
    FEW,
    above_heading,
    feet_of,
    furniture_of,
    is_captioned,
    is_imprint,
    is_named_body,
)
from fpcrawl.extraction.articles.inorder import InOrder
from fpcrawl.extraction.articles.prosebox import PARAGRAPH, in_foot, paragraph_of, text_pieces
from fpcrawl.extraction.articles.teasers import teasers_of
from fpcrawl.extraction.articles.trimming import HEAD, MIN_PIECE, STOPS, trimmed
from fpcrawl.extraction.ranges import Ranges
from fpcrawl.extraction.text import squeeze, text_of, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["prose_text", "whole_prose"]

_SOLID = frozenset({"ol", "table", "ul"})
#: What can hold paragraphs of others among those of a text, and how deep such boxes stand in it.
_BOXES, BOX_LEVELS = frozenset({"aside", "div", "section"}), 4
#: Cells of a table and items of a list from which on it is one of the text.
MIN_CELLS, MIN_ITEMS = 4, 2
#: Letters of a line from which on it is known wherever it stands.
KNOWN = 8
#: A text this much longer than trafilatura's holds what that left out for a reason.
MUCH_LONGER = 1.6
#: Share of a text that may be missing, and more than that does not follow behind its end.
LACKING, TAIL = 0.06, 0.3
#: Lines above a text that are its standfirst, and how many times as long it is at least.
MAX_LEAD, MANY = 2, 3
#: Share of another text from which on one is most of it, and from which on almost all.
MOST_OF, ALMOST = 0.4, 0.9
#: Share of a text in whose shape other paragraphs are of it.
LEAST_ALIKE = 0.15
#: Paragraphs whose place is looked for.
MAX_LOOKS = 80
_LABEL = re.compile(r"^\W*\w{1,12}\W{0,2}[:：]")
#: A line of less says nothing of where a text ends.
MIN_LINE = 8


def whole_prose(
    tree: PageTree, at: int, heading: int, found: str, taken: Sequence[tuple[int, int]]
) -> int:
    """Return what holds a text together with the paragraphs that stand beside it as its own do.

    Where each paragraph has a box of its own, an element can hold one of them, or those above
    a picture.

    Parameters
    ----------
    at
        Number of the element that was found to hold the text.
    heading
        Number of the heading, -1 without one.
    found
        The words of the page as trafilatura reads them.
    taken
        Stretches of the page that are comments.
    """
    own = tree.text(at)
    places: dict[bool, list[int]] = {True: [], False: []}
    told = {True: 0, False: 0}
    for line, i, place, alike in _lacking(tree, at, own, found):
        if place > heading and (alike or place < at):
            places[alike].append(i)
            told[alike] += len(line)
    if told[True] > LACKING * len(own):
        top = _around(tree, at, places[True])
    else:
        # What begins above it, apart from the heading.
        top = _around(tree, at, places[False])
        if tree.holds(top, heading) or (len(places[False]) <= MAX_LEAD and told[False] <= len(own)):
            return at
    if any(top < first < tree.end[top] for first, _ in taken) or tree.tag(top) in {"body", "html"}:
        return at
    around = {*furniture_of(tree, top), *above_heading(tree, top, heading)}
    words, other = ("".join(text.split()) for text in (text_of(tree.nodes[top], around), found))
    # Headings of its parts are often left out.
    heads = sum(
        len("".join(tree.text(i).split()))
        for i in range(top + 1, tree.end[top])
        if tree.tag(i) in HEADINGS and not tree.link_len[i] and tree.nodes[i] not in around
    )
    return top if len(words) <= len(other) + heads + MIN_PIECE else at


def _around(tree: PageTree, at: int, others: Sequence[int]) -> int:
    """Return the innermost element that holds one and all others."""
    while not all(tree.holds(at, i) for i in others):
        at = tree.parent[at]
    return at


def prose_text(
    tree: PageTree,
    found: str,
    declared: str | None,
    at: int,
    furniture: Sequence[HtmlElement],
    is_furniture: Callable[[str], bool],
    heading: int = -1,
) -> str:
    """Return the words of an article.

    Two readings are compared: the element without its furniture, and trafilatura's. The element
    keeps what that drops (code, short lines) and has not what it takes from around; it lacks
    words where they stand in several elements side by side. Those above the element are put
    before its own.

    Parameters
    ----------
    tree
        The page.
    found
        The words as trafilatura reads them.
    declared
        Text that the page declares.
    at
        Number of the element that holds it, -1 without one.
    furniture
        What in it is none of its words.
    is_furniture
        Whether a line is the title or the byline: at the start and the end of the text they
        are no part of it.
    heading
        Number of the heading, -1 without one.
    """
    own, whole = "", len(found)
    if at >= 0:
        skip = set(furniture)
        own = trimmed(text_of(tree.nodes[at], skip), is_furniture)
        boxes = {"".join(tree.text(tree.number[box]).split()) for box in skip}
        few = [box for box in skip if tree.text_len[tree.number[box]] <= FEW]
        told = [line for box in few for line in text_of(box).split("\n")]
        boxes.update("".join(line.split()) for line in told if weight_of(line) >= MIN_PIECE)
        # A box can repeat a paragraph in large letters.
        boxes.difference_update("".join(line.split()) for line in own.split("\n") if line)
        lines = found.split("\n")
        found = "\n".join(x for x in lines if not x or "".join(x.strip("|- ").split()) not in boxes)
    found = trimmed(found, is_furniture, HEAD)
    title = tree.text(max(heading, 0))
    if _is_run_together(found, own, title) or _is_all(tree, found, own, title):
        found = ""
    if declared and len(declared) > 1.2 * max(len(found), len(own)):
        return declared
    if not own and all(map(is_imprint, filter(None, found.split("\n")))):
        return ""
    if not found or at < 0 or not own:
        return own or _above_feet(tree, found)
    above, beside = _missing(tree, at, own, found, heading, is_furniture)
    # Points above a text say in brief what it says.
    lead = [line for line in above if line[:2] != "- " and not _is_begin(line, own)]
    least = LACKING * len("".join(own.split()))
    if beside + sum(map(len, lead)) <= least:
        lead = []
    elif beside > least:
        return found
    elif not _is_standfirst(lead, own, found):
        return _below_lines(tree, at, heading, {line: above[line] for line in lead}, own, found)
    shared = _shared(found, own)
    if shared < 0.5:
        return own
    own = _without_tail(own, found, _solid(tree, at))
    known = _boxed(tree, at) | (_between(own, found) - _left_out(tree, at, found))
    rest = [line for line in own.split("\n") if "".join(line.split()) not in known]
    # Of what is mostly cards and menus, what is left out says nothing.
    if sum(map(len, rest)) > MUCH_LONGER * len(found) and len(found) > MOST_OF * whole:
        return found
    return "\n\n".join([*lead, own])


def _above_feet(tree: PageTree, found: str) -> str:
    """Return a text without the lines at its end that stand in the foot of the page."""
    lines = found.split("\n")
    feet = [tree.nodes[i] for i in feet_of(tree)] if lines[1:] else []
    told = {"".join(piece.split()) for foot in feet for piece in foot.itertext()}
    whole = ["".join(text_of(foot).split()) for foot in feet]
    while lines:
        last = "".join(lines[-1].split())
        # Few letters are found in any text: who signs an article "Ann" is not "Anna" of the foot.
        if last and last not in told and not (len(last) >= KNOWN and any(last in f for f in whole)):
            break
        lines.pop()
    return "\n".join(lines) or found


def _below_lines(
    tree: PageTree, at: int, heading: int, lead: dict[str, int], own: str, found: str
) -> str:
    """Return a text below those lines above it that are of its words; another where it is better.

    Of a single paragraph what stands in the head of its article is none.
    """
    head = _head(tree, at, heading)
    told = [x for x, i in lead.items() if x.strip()[-1:] in STOPS and not tree.holds(head, i)]
    text = "\n\n".join([*told, _without_tail(own, found, _solid(tree, at))])
    if is_named_body(tree, at):
        # A paragraph can have several lines.
        return text if len({lead[line] for line in told}) <= MAX_LEAD else own
    if told == [*lead] and len(lead) <= MAX_LEAD and len(text) >= ALMOST * len(found):
        return text
    if len(lead) <= MAX_LEAD and _took_title(found, own, tree.text(max(heading, 0))):
        return "\n\n".join([*lead, own])
    return found


def _head(tree: PageTree, at: int, heading: int) -> int:
    """Return the outermost element that holds the heading of a text and not the text."""
    head = max(heading, 0)
    while tree.parent[head] >= 0 and not tree.holds(tree.parent[head], at):
        head = tree.parent[head]
    return head


def _is_run_together(found: str, own: str, title: str) -> bool:
    """Whether a text is all there is about another one in a line: its title, and its words."""
    if not own or "\n" in found:
        return False
    words = "".join(found.split())
    return all("".join(part.split()) in words for part in (title, own))


def _is_all(tree: PageTree, found: str, own: str, title: str) -> bool:
    """Whether a text is all that the page shows, menus too, much more than another one.

    It begins as the page does, far above the title, or lacks hardly anything.
    """
    if not own:
        return False
    shown, told, name = ("".join(text.split()) for text in (tree.text(0), found, title))
    if 2 * len("".join(own.split())) >= len(told):
        return False
    from_top = told.startswith(shown[:MIN_PIECE]) and told.find(name) >= MIN_PIECE
    return from_top or len(told) >= ALMOST * len(shown)


def _took_title(found: str, own: str, title: str) -> bool:
    """Whether a text took the title for one of its lines, and hardly anything else."""
    bare, name = "".join(own.split()), "".join(title.split())
    lines = ["".join(line.split()) for line in found.split("\n")]
    return name in lines and len(bare) >= MOST_OF * sum(map(len, lines))


def _solid(tree: PageTree, at: int) -> set[str]:
    """Lines of tables, lists of sentences and code in an element, without a link, bare of space.

    They can end a text, though they are short. So can boxes of a paragraph among others.
    """
    out = _boxed(tree, at)
    for code in tree.nodes[at].iter("pre"):
        out.update("".join(line.split()) for line in text_of(code).split("\n"))
    i, end = at + 1, tree.end[at]
    while i < end:
        if tree.tag(i) not in _SOLID or tree.link_len[i] or not tree.text_len[i]:
            i += 1
            continue
        kids = [j for j in range(i + 1, tree.end[i]) if tree.tag(j) in {"td", "th", "li"}]
        items = [text for j in kids if (text := tree.text(j))]
        is_table = tree.tag(i) == "table"
        i = tree.end[i]
        if len(items) < (MIN_CELLS if is_table else MIN_ITEMS):
            continue
        if is_table or 2 * sum(weight_of(text) >= MIN_PIECE for text in items) >= len(items):
            out.update("".join(text.split()) for text in items)
    return out


def _boxed(tree: PageTree, at: int) -> set[str]:
    """Paragraphs in an element that are boxes, side by side, as most of its words are."""
    boxes: dict[tuple[int, str], list[str]] = {}
    for i in range(at + 1, tree.end[at]):
        if tree.tag(i) == "div" and not tree.link_len[i] and tree.text_len[i]:
            boxes.setdefault((tree.parent[i], tree.sig[i]), []).append(tree.text(i))
    most = max(boxes.values(), key=lambda said: sum(map(len, said)), default=[])
    said = [text for text in most if weight_of(text) >= PARAGRAPH and text[-1] in STOPS]
    return {"".join(text.split()) for text in said} if len(said) == len(most) > 1 else set()


def _between(own: str, found: str) -> set[str]:
    """Sentences, bare of white space, that another text lacks above the last paragraph it has.

    It leaves out those whose elements it does not know; what is of no text stands below.
    """
    told = set(map(_bare, found.split("\n")))
    lines = ["".join(line.split()) for line in own.split("\n")]
    said = [n for n, line in enumerate(lines) if line[-1:] in STOPS and _is_paragraph(line)]
    known = {n for n in said if _bare(lines[n]) in told}
    last = max(known, default=-1)
    return {lines[n] for n in said if n < last and n not in known}


def _left_out(tree: PageTree, at: int, found: str) -> set[str]:
    """Sentences, bare of white space, in named boxes of several of which another text has none.

    It leaves those out for what they are called.
    """
    told = set(map(_bare, found.split("\n")))
    out: set[str] = set()
    boxes = [kid for kid in tree.children(at) if tree.tag(kid) in _BOXES]
    for _ in range(BOX_LEVELS):
        inner: list[int] = []
        for box in boxes:
            lines = ("".join(line.split()) for line in text_of(tree.nodes[box]).split("\n"))
            said = {line for line in lines if line[-1:] in STOPS and _is_paragraph(line)}
            named = "." in tree.sig[box] or tree.nodes[box].get("id")
            if not named or any(_bare(line) in told for line in said):
                inner += [kid for kid in tree.children(box) if tree.tag(kid) in _BOXES]
            elif len(said) > 1:
                out |= said
        boxes = inner
    return out


def _without_tail(own: str, found: str, solid: set[str]) -> str:
    """Cut what follows the last line that another text has too: notes, who the writer is.

    Much of a text is only cut where it is in short lines, and nothing that follows that line in
    the other text as well.

    Parameters
    ----------
    solid
        Lines that are none of that, bare of white space.
    """
    bare = "".join(found.replace("\xad", "").split())
    lines = own.split("\n")
    last = len(lines)
    while last:
        words = "".join(lines[last - 1].split())
        if words in solid or (weight_of(words) >= MIN_LINE and _bare(words) in bare):
            break
        last -= 1
    tail = [line for line in lines[last:] if line]
    if not last or not tail or _bare("".join(lines[last - 1 :])) in bare:
        return own
    short = sum(weight_of(line) < PARAGRAPH for line in tail)
    if sum(map(len, tail)) < TAIL * len(own) or 2 * short > len(tail):
        return "\n".join(lines[:last])
    return own


def _bare(text: str) -> str:
    """Return a text as trafilatura writes it, bare of white space.

    It leaves soft hyphens out, and puts letters and their marks together.
    """
    return normalize("NFC", "".join(text.split()).replace("\xad", ""))


def _is_begin(line: str, text: str) -> bool:
    """Whether a line above a text only repeats how that begins, cut short, behind a label."""
    words = "".join(_LABEL.sub("", line, count=1).split()).rstrip(".…")
    return bool(words) and "".join(text.split()).startswith(words)


def _is_standfirst(lead: list[str], own: str, found: str) -> bool:
    """Whether lines are all that another text has before the words of a text, and few."""
    if len(lead) > MAX_LEAD or len(own) < MANY * sum(map(len, lead)):
        return False
    bare = "".join(own.split())
    above = []
    for line in found.splitlines():
        words = "".join(line.strip("|- ").split())
        if words and words in bare:
            break
        above += [line] if words else []
    # Behind them a line can tell who wrote it.
    told, more = above[: len(lead)], above[len(lead) :]
    return told == lead and len(more) <= 1 and not any(map(_is_paragraph, more))


def _missing(
    tree: PageTree,
    at: int,
    own: str,
    found: str,
    heading: int,
    is_furniture: Callable[[str], bool],
) -> tuple[dict[str, int], int]:
    """Paragraphs of another text that belong to a text and that it lacks.

    Returns
    -------
    tuple
        The lines that stand between the heading and the element it was read from, with the
        elements that hold them, and the characters of those that stand beside it as its own
        paragraphs stand in it.
    """
    lead: dict[str, int] = {}
    beside = 0
    for line, i, place, alike in _lacking(tree, at, own, found, is_furniture):
        if alike and place > heading:
            beside += len("".join(line.split()))
        elif heading < place < at and not is_captioned(tree, i):
            lead[line] = i
    return lead, beside


def _lacking(
    tree: PageTree,
    at: int,
    own: str,
    found: str,
    is_furniture: Callable[[str], bool] = lambda _: False,
) -> Iterator[tuple[str, int, int, bool]]:
    """Paragraphs of another text that stand elsewhere on the page and are not in a text.

    Yields
    ------
    tuple
        The line; the element that holds it; the last element before it; whether it stands there
        as paragraphs of the text stand in theirs.
    """
    bare = InOrder("".join(own.split()))
    places: dict[str, tuple[int, int]] = {}
    shapes: Counter[str] = Counter()
    for i, place, piece in text_pieces(tree):
        if weight_of(piece) >= MIN_PIECE and not is_furniture(squeeze(piece)):
            words = "".join(piece.split())
            places.setdefault(words, (i, place))
            if tree.holds(at, i):
                shapes[_shape(tree, paragraph_of(tree, i))] += len(piece)
    least = LEAST_ALIKE * shapes.total()
    looked, foot = 0, in_foot(tree)
    listed: Ranges | None = None
    for line in found.splitlines():
        words = "".join(line.strip("|- ").split())
        if not _is_paragraph(words) or words in bare:
            continue
        looked += 1
        if looked > MAX_LOOKS:
            break
        known = (where for piece, where in places.items() if piece in words and piece not in bare)
        i, place = next(known, (-1, -1))
        if i < 0 or tree.holds(at, place) or is_imprint(line) or foot[i]:
            continue
        if listed is None:
            listed = Ranges(teasers_of(tree))
        if place not in listed or at in listed:
            yield line, i, place, shapes[_shape(tree, paragraph_of(tree, i))] > least


def _is_paragraph(words: str) -> bool:
    """Whether a line is long enough to be a paragraph; a sentence can be shorter."""
    return weight_of(words) >= (MIN_PIECE if words[-1:] in STOPS else PARAGRAPH)


def _shape(tree: PageTree, i: int) -> str:
    """Signatures of an element and of the three above it, and how deep it stands."""
    parts = [str(tree.depth[i])]
    for _ in range(4):
        if i < 0:
            break
        parts.append(tree.sig[i])
        i = tree.parent[i]
    return "/".join(parts)


def _shared(one: str, other: str) -> float:
    lines = [line for line in one.splitlines() if len(line) > 10]
    text = InOrder(other)
    return sum(line.strip() in text for line in lines) / len(lines) if lines else 0.0
