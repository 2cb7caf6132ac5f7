"""What the byline of an article stands near."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.lines import is_on_writer
from fpcrawl.extraction.articles.prosebox import PARAGRAPH
from fpcrawl.extraction.articles.teasers import headed_cards
from fpcrawl.extraction.ranges import Ranges, holds_one
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, is_phrase
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["BYLINE", "MAX_LINE", "Surroundings", "surroundings"]

#: Elements at the top of a body that can still be the byline.
TOP = 6
#: A line of text longer than this is no byline.
MAX_LINE = 160
#: How much farther from its place what stands behind a body is, and in its foot.
BEHIND, FOOT = 15.0, 40.0
#: Elements behind a lead of which one can tell when.
BESIDE = 2
#: More text than this is no byline.
BYLINE = 200
#: Nor is more than this the head of an article with its lead.
HEAD = 1_200
#: With what a paragraph ends.
_STOPS = tuple(".!?…。！？”’»\"'")
#: A paragraph can end with a German quotation, or with who wrote it: "(nz)".
_ENDS = (*_STOPS, *"“‘)）」』")
#: Nor do those of Thais, Laotians, Burmese and Khmers.
_NO_STOPS = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]$")
#: What holds words of an article in other ways than paragraphs do.
_BLOCKS = frozenset({"pre", "ul", "ol", "dl", "table"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an article's byline stands near, as numbers of elements.

    Attributes
    ----------
    heading
        The heading, -1 when there is none.
    body
        First element of the body and the first behind it.
    words
        First paragraph of the body: a byline can stand above it in the same element.
    foot
        First element behind the body's own: what stands from the end of the body to there can be
        the byline.
    comments
        Stretches of the page that are comments or lead to other texts.
    steps
        For each element, and behind all: how many before it stand for something.
    """

    heading: int = -1
    body: tuple[int, int] | None = None
    words: int = -1
    foot: int = -1
    comments: Ranges = field(default_factory=Ranges)
    steps: Sequence[int] = ()

    def is_other(self, i: int) -> bool:
        """Whether an element belongs to the words of the article or of its readers."""
        if i in self.comments:
            return True
        if self.body is None:
            return False
        first, steps = self.body[0], self.steps
        top = steps[i] - steps[first] <= TOP or i < self.words
        return not top and first < i < self.body[1]

    def in_body(self, i: int) -> bool:
        """Whether an element stands among the words of the article."""
        return self.body is not None and self.body[0] < i < self.body[1]

    def in_words(self, i: int) -> bool:
        """Whether an element stands among the words of the article, below their first."""
        return self.in_body(i) and i >= self.words

    def is_behind(self, i: int) -> bool:
        """Whether an element stands behind the words of the article."""
        return self.body is not None and i >= self.body[1]

    def in_foot(self, i: int) -> bool:
        """Whether an element stands behind the words of the article, but in its body."""
        return self.is_behind(i) and i < self.foot

    def in_heading(self, tree: PageTree, i: int) -> bool:
        """Whether an element is the heading or stands in it."""
        return self.heading >= 0 and tree.holds(self.heading, i)

    def distance(self, i: int) -> float:
        """How far an element is from the places where a byline stands.

        Those are below the heading, and around the body.
        """
        steps, mark = self.steps, max(self.heading, 0)
        near = abs(steps[i] - steps[mark]) + (10.0 if i < mark else 0.0)
        if self.body is not None:
            start, end = max(self.body[0], self.words), self.body[1]
            if i <= start:
                near = min(near, steps[start] - steps[i] + 5.0)
            elif i >= end:
                behind = steps[i] - steps[end]
                near = min(near, behind + (FOOT if self.in_foot(i) else BEHIND))
        return near


def surroundings(
    tree: PageTree,
    heading: int,
    body: int,
    comments: Sequence[tuple[int, int]],
    furniture: Sequence[HtmlElement],
) -> Surroundings:
    """Return what the byline of an article stands near.

    Parameters
    ----------
    heading, body
        Numbers of the heading and of the body's element, -1 without one.
    comments
        Stretches of the page that are comments.
    furniture
        Elements in the body that are none of its words.
    """
    said = (not _says_nothing(tree, i) for i in range(len(tree.nodes)))
    steps = tuple(accumulate(said, initial=0))
    if body < 0:
        return Surroundings(heading, comments=Ranges(comments), steps=steps)
    words = body
    # A long heading is no paragraph.
    first = (
        tree.end[_head_of(tree, heading, body)]
        if heading >= 0 and tree.holds(body, heading)
        else body
    )
    clocks = sorted(time.node for time in tree.times)
    shown = Ranges((j, tree.end[j]) for j in (tree.number[box] for box in furniture))
    lead = False
    for i in range(first, tree.end[body]):
        if i in shown:
            continue  # what a picture shows can be long
        if tree.tag(i) in HEADINGS:
            continue  # a subtitle, with the byline below it
        is_line = tree.text_len[i] <= MAX_LINE and holds_one(clocks, i, tree.end[i])
        if is_line and not tree.text(i).endswith(_STOPS):
            continue  # a line of who and when
        if weight_of((tree.nodes[i].text or "").strip()) >= PARAGRAPH or (
            tree.tag(i) == "p" and tree.plain_len(i) >= PARAGRAPH
        ):
            if not lead and _leads_to_byline(tree, i, clocks):
                lead = True
                continue
            words = i
            break
        tails = [weight_of((child.tail or "").strip()) for child in tree.nodes[i]]
        if max(tails, default=0) >= PARAGRAPH:
            words = i + 1
            break
    others = Ranges((*comments, *((i, tree.end[i]) for i in headed_cards(tree))))
    end = _words_end(tree, body, others, {tree.number[box] for box in furniture})
    return Surroundings(heading, (body, end), words, tree.end[body], others, steps)


def _leads_to_byline(tree: PageTree, i: int, clocks: Sequence[int]) -> bool:
    """Whether the line of who and when stands right behind a paragraph: it is a lead.

    Above it no other paragraph stands. Entries of a text that is told as it happens have an hour
    alone.
    """
    for behind in islice(tree.nodes[i].itersiblings("*"), BESIDE):
        line = tree.number.get(behind, -1)
        if not 0 < tree.text_len[line] <= MAX_LINE or tree.tag(line) in HEADINGS:
            return False
        text = tree.text(line)
        if text.endswith(_STOPS):
            return False
        if holds_one(clocks, line, tree.end[line]):
            # A day alone can head the words of that day.
            return any(len(time.raw) < len(text) or ":" in time.raw for time in find_times(text))
    return False


def _head_of(tree: PageTree, heading: int, body: int) -> int:
    """Return the header in a body that holds its heading and hardly more, or the heading.

    Who wrote it, and when, can stand there below the lead.
    """
    head = heading
    for above in tree.ancestors(heading):
        if above == body:
            break
        if tree.tag(above) == "header" and tree.text_len[above] <= HEAD:
            head = above
    return head


def _says_nothing(tree: PageTree, i: int) -> bool:
    """Whether a text might as well stand loose, or a cell is all of its table."""
    return not tree.sig[i] or is_phrase(tree.nodes[i], named=True)


def _words_end(tree: PageTree, body: int, comments: Ranges, furniture: Set[int]) -> int:
    """First element behind the words of a body: its foot can be the byline.

    The foot is a ``footer``, or what little stands behind the last paragraph.
    """
    children = tree.children(body)
    last = next(reversed(children), body)
    if tree.tag(last) == "footer":
        return last
    end = tree.end[body]
    foot = 0
    for child in reversed(children):
        text = tree.text(child)
        if is_on_writer(text) and len(text) <= BYLINE:
            end = child
            continue
        # What leads to other texts, and what readers say, stands behind the foot.
        if child in furniture or tree.end[child] - 1 in comments:
            continue
        foot += len(text)
        if weight_of(squeeze(tree.nodes[child].tail or "")) >= PARAGRAPH or (
            weight_of(text) >= PARAGRAPH
            and (
                text.endswith(_ENDS)
                or _NO_STOPS.search(text)
                or (tree.tag(child) in _BLOCKS and not tree.link_len[child])
            )
        ):
            return end
        if foot > MAX_LINE:
            break
        end = child
    return tree.end[body]
