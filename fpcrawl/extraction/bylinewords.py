"""Names in the line that tells when an article was published, and in the lines beside it.

Such a line is a row of pieces with signs or elements between them: a day, a source, a section,
figures, and who wrote it. What is called something else is left out; a piece that begins with a
word for an author tells for sure, and one that is built as the name of a person is one where no
other is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.bylines import MAX_LINE
from fpcrawl.extraction.names import (
    is_editor,
    is_label,
    is_labelled,
    is_own_name,
    is_person,
    is_short_name,
    split_names,
)
from fpcrawl.extraction.pieces import words_of
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.extraction.bylines import Surroundings
    from fpcrawl.extraction.tree import PageTree

__all__ = ["Told", "told_beside_times"]

#: What stands beside a line with more text is no name.
MAX_BESIDE = 60
#: A time farther from heading and body is not that of the article.
FAR = 60.0
#: What parts the pieces of a line, and the time with its weekday.
_SIGNS = re.compile(r"\s*[|·•●▪■\n\[\]【】()（）<>«»,，、;；]\s*|[/／]|\s[-—–]+\s|[—–]+")
_HAN = re.compile(r"[\u3400-\u9fff]")
#: Words for something else before a colon, without a blank before them.
_NEXT_LABEL = re.compile(r"(?<=[^\s:：])(?=[\u3400-\u9fff]{2,4}[:：])")
#: The same in other scripts: "Die Glocke Autor: Anna Schmidt".
_NEXT_AUTHOR = re.compile(
    r"\s+(?=(?:author|autor(?:in|en|a)?|auteur|autore|автор|penulis|yazan|författare|forfatter"
    r"|reporter|journalist|журналист|корреспондент|periodista|reportero|redactora?|redakteur(?:in)?)"
    r"\s?[:：])"
    # "Source: The Bell By Ann Smith", but not "Photo By" or "Posted By".
    r"|(?<!ed)(?<!hoto)(?<!hotos)(?<!Foto)(?<!Fotos)(?<!Image)(?<!Video)(?<!tory)(?<!Text)\s+"
    r"(?-i:(?=(?:By|Von|Par|Por|Door)\s+[^\W\d_a-z]))",
    re.IGNORECASE,
)
_COLON = re.compile(r"\s*[:：]\s*")
_REPORTED = re.compile(
    r"^[\u3400-\u9fff]{0,6}(?:记者|記者|通讯员|通訊員)([\u3400-\u9fff]{2,4}?)(?:报道|報道|摄影报道)?$"
)
_REPORTER = re.compile(r"^([\u3400-\u9fff]{2,5})(?:記者|记者)$")
#: "发布：张三", but not the name of a site.
_PUBLISHED_BY = re.compile(r"^(?:发布|發布)：([\u3400-\u9fff]{2,4})$")
#: What stands behind an hour.
_HOUR = re.compile(r"^\s*(?:Uhr|hrs?\b|h\b|Uur)")


class Told(NamedTuple):
    """Names that a line tells.

    Attributes
    ----------
    node
        The element that holds the line.
    labelled
        Whether a word for an author stands before them.
    """

    names: tuple[str, ...]
    node: int
    labelled: bool


def told_beside_times(tree: PageTree, around: Surroundings) -> Told | None:
    """Return who wrote an article by the lines of its times and the lines beside them.

    What a word for an author stands before is preferred, then what stands nearest.
    """
    near = sorted(
        (around.distance(time.node), time.node)
        for time in tree.times
        if not (around.is_other(time.node) or around.in_words(time.node))
    )
    bare: Told | None = None
    seen: set[int] = set()
    for distance, node in near:
        box = _box(tree, around, node)
        if distance > FAR or box < 0 or box in seen:
            continue
        seen.add(box)
        for line in (box, *_beside(tree, around, box)):
            pieces = list(_pieces(tree, line))
            names, labelled = _told(pieces)
            if labelled:
                return Told(tuple(names), line, labelled)
            if around.in_heading(tree, line):
                continue  # what it heads can be a name
            # At the foot of a text much else is told.
            alone = sum(map(bool, pieces)) == 1
            if names and bare is None and (alone or around.body is None or line < around.body[1]):
                bare = Told(tuple(names), line, labelled)
    return bare


def _box(tree: PageTree, around: Surroundings, node: int) -> int:
    """Return the largest element around a time that is no more than its line, or -1."""
    box = -1
    for above in (node, *tree.ancestors(node)):
        if tree.text_len[above] > MAX_LINE or tree.tag(above) == "body":
            break
        if tree.holds(above, max(around.heading, 0)):
            break
        if around.words >= 0 and tree.holds(above, around.words):
            break
        box = above
    return box


def _beside(tree: PageTree, around: Surroundings, box: int) -> Iterator[int]:
    """Yield the short elements before and behind a line."""
    element = tree.nodes[box]
    for other in (element.getprevious(), element.getnext()):
        i = tree.number.get(other, -1) if other is not None else -1
        if i < 0 or not 0 < tree.text_len[i] <= MAX_BESIDE:
            continue
        if not (around.is_other(i) or tree.holds(i, max(around.heading, 0))):
            yield i


def _pieces(tree: PageTree, line: int) -> Iterator[str]:
    """Yield the pieces of a line in order, an empty one for each time."""
    for piece in words_of(tree).within(line, tree.end[line]):
        if not tree.holds(line, piece.node):
            continue  # it stands behind the line
        text, start = piece.text, 0
        for time in find_times(text):
            yield from _split(text[start : time.start])
            yield ""
            start = time.start + len(time.raw)
            hour = _HOUR.match(text[start:])
            start += hour.end() if hour is not None else 0
        yield from _split(text[start:])


def _split(text: str) -> Iterator[str]:
    text = _COLON.sub("：", _NEXT_AUTHOR.sub("\n", text))
    if _HAN.search(text):
        text = _NEXT_LABEL.sub("\n", text).replace(" ", "\n")
    for piece in _SIGNS.split(text):
        if piece and any(map(str.isalpha, piece)):
            yield piece.strip(" .")


def _told(pieces: Sequence[str]) -> tuple[list[str], bool]:
    """Names among the pieces of a line, and whether a word for an author stands before them."""
    bare: list[str] = []
    label = ""
    for piece in pieces:
        # A label in an element of its own is that of the piece behind it.
        before, label = label, ""
        if not piece:
            continue
        if before:
            names = [] if is_editor(before) or not is_label(before) else split_names(piece)
            if names:
                return names[:1], True
            continue
        reported = _REPORTED.match(piece)
        if reported is not None and is_own_name(reported[1]):
            return [reported[1]], True
        published = _PUBLISHED_BY.match(piece)
        if published is not None and (is_own_name(published[1]) or is_short_name(published[1])):
            return [published[1]], True
        reporter = _REPORTER.match(piece)
        if reporter is not None and is_person(reporter[1]) and reporter[1][0] not in "本各我":
            return [reporter[1]], True
        if is_editor(piece):
            label = piece if piece.endswith("：") or is_label(piece) else ""
        elif is_label(piece) or piece.endswith("："):
            label = piece
        elif is_labelled(piece):
            names = split_names(piece, labelled=True)
            if names:
                return names, True
        elif "：" not in piece and is_own_name(piece):
            bare.append(piece)
    return (bare, False) if len(bare) == 1 else ([], False)
