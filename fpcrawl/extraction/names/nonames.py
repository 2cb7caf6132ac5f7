"""What texts that stand where names could tell by themselves: that they are none."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.barenames import says_whose
from fpcrawl.extraction.names.names import is_labelled
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.numbertexts import is_floor
from fpcrawl.extraction.text import SENTENCE_ENDS, squeeze, weight_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence, Set

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "are_badges",
    "are_initials",
    "are_sentences",
    "count_on",
    "holds_more",
    "share_a_label",
    "stand_behind_loose",
    "stand_in_text",
    "tell_nobody",
]

_WORD = re.compile(r"\w", re.UNICODE)
#: What is told behind a label, or a word for where somebody is.
_LABELLED = re.compile(
    r"([^\W\d_][^:：]{0,19}(?=[:：]\s?\S)|(?:from|aus|из|desde|来自|來自)(?=\s\S))", re.IGNORECASE
)
#: A letter or two with a number.
_NUMBERED = re.compile(r"([^\W\d_]{1,2}\.?)(\d{1,6})")
#: How many there are of what is called alike in all records.
_COUNT = re.compile(r"(\d{1,9})\s([^\W\d]\D{0,19})")
#: Tags of what stands in one line with the text around it.
_INLINE = frozenset("a abbr b bdi cite code em font i img mark small span strong sub sup u".split())
#: Characters of a line of words, and of those ahead of what stands in the midst of it.
MIN_LINE, MIN_AHEAD = 120, 20
#: Weight of a sentence that ends with a full stop, at least.
MIN_SENTENCE = 16
#: Elements of a picture in which its letter stands.
MAX_AROUND = 6
_BADGE = re.compile(r"(?:^|[-_ ])badge(?:$|[-_ ])", re.IGNORECASE)
_AT_BRACKETS = re.compile(r"\s?[\[\]【】]\s?")


def are_initials(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether texts are single letters, as stand in the place of pictures: "A" beside "anna".

    Some have a picture, and who is here can be told beside it in an element of its own.
    """
    told = [i for i in members.values() if tree.text_len[i]]
    return len(members) > 1 and bool(told) and all(_begins_with_letter(tree, i) for i in told)


def are_badges(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether texts stand in badges: what a post is beside who wrote it, "Private"."""
    return all(_is_badge(tree, i) for i in members.values())


def _is_badge(tree: PageTree, i: int) -> bool:
    boxes = (j for j in range(i, min(tree.end[i], i + 3)) if tree.text_len[j] == tree.text_len[i])
    return any(_BADGE.search(tree.nodes[j].get("class") or "") for j in boxes)


def _begins_with_letter(tree: PageTree, i: int) -> bool:
    """Whether the first of the pieces of text in an element is a single letter."""
    if tree.text_len[i] < 2:
        return True
    first = range(i + 1, min(tree.end[i], i + MAX_AROUND))
    return tree.text(i)[1] == " " and any(tree.text_len[j] == 1 for j in first)


def share_a_label(texts: Collection[str]) -> bool:
    """Whether texts tell one thing of several: "From: Lund", "From: Oban"; "aus Graz"."""
    labels = {_LABELLED.match(text) for text in texts}
    told = {label[1] for label in labels if label is not None}
    return len(told) == 1 and None not in labels and not is_labelled(next(iter(texts)))


def tell_nobody(names: Sequence[str]) -> bool:
    """Whether the names of several records are all the same, or begin with one label."""
    return len(names) > 1 and (len(set(names)) < 2 or share_a_label(names))


def are_sentences(texts: Sequence[str]) -> bool:
    """Whether most texts end as sentences do: with a full stop, a name can end in an initial."""
    said = sum(
        text[-1:] in SENTENCE_ENDS and (text[-1:] != "." or weight_of(text) >= MIN_SENTENCE)
        for text in texts
    )
    return 2 * said > len(texts)


def count_on(texts: Sequence[str]) -> bool:
    """Whether texts number the records, "B1", "B2", "B4", or count the same: "7 likes"."""
    told = [found.groups() for found in map(_COUNT.fullmatch, texts) if found is not None]
    if len(told) == len(texts) > 1 and len({thing for _, thing in told}) == 1:
        # "1 guest", "2 guest" are posts with their places.
        return any(int(a) >= int(b) for (a, _), (b, _) in pairwise(told))
    counts = [_NUMBERED.fullmatch(text) for text in texts]
    numbers = [int(count[2]) for count in counts if count is not None]
    if len(numbers) < len(texts) or len({count[1] for count in counts if count is not None}) > 1:
        return False
    return len(numbers) > 1 and all(a < b for a, b in pairwise(numbers))


def stand_behind_loose(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether texts are badges and no names: loose ones stand ahead of them."""
    ahead = set()
    for i in members.values():
        element, above = tree.nodes[i], tree.nodes[tree.parent[i]]
        loose = [above.text, *(one.tail for one in element.itersiblings(preceding=True))]
        words = " ".join(filter(_WORD.search, (squeeze(text or "") for text in loose)))
        # A number that counts the post is no part of what stands there.
        words = " ".join(part for part in _AT_BRACKETS.split(words) if not is_floor(part))
        words = words.strip(",·-–—| ")
        if not is_name(words) or words[0] == "#" or says_whose(words):
            return False
        ahead.add(words)
    return len(ahead) > 1


def holds_more(tree: PageTree, i: int) -> bool:
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


def stand_in_text(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether half of some elements stand in the midst of long lines, as links of a text do.

    What a time follows signs the words ahead: "Boil it twice. – ann, 3 May 2024".
    """
    within = 0
    dated = tree.dated()
    for i in members.values():
        element = tree.nodes[i]
        ahead = _chars_to_break(tree, element, ahead=True)
        line = ahead + tree.text_len[i] + _chars_to_break(tree, element, ahead=False)
        is_long = ahead >= MIN_AHEAD and line >= MIN_LINE
        within += is_long and not _is_before_time(tree, element, dated)
    return 2 * within >= len(members)


def _is_before_time(tree: PageTree, element: HtmlElement, dated: Set[int]) -> bool:
    """Whether no word stands between an element and one that shows a time."""
    if _WORD.search(element.tail or ""):
        return False
    behind = element.getnext()
    return behind is not None and tree.number.get(behind, -1) in dated


def _chars_to_break(tree: PageTree, element: HtmlElement, *, ahead: bool) -> int:
    """Characters beside an element in its line, outside links: titles are as long as sentences."""
    chars = 0 if ahead else len(squeeze(element.tail or ""))
    for other in element.itersiblings(preceding=ahead):
        if ahead:
            chars += len(squeeze(other.tail or ""))
        if other.tag not in _INLINE or chars >= MIN_LINE:
            return chars
        chars += tree.plain_len(tree.number[other]) if other in tree.number else 0
        if not ahead:
            chars += len(squeeze(other.tail or ""))
    above = element.getparent()
    return chars + (len(squeeze(above.text or "")) if ahead and above is not None else 0)
