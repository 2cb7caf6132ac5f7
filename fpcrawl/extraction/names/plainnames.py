"""Names that nothing but their place tells: no link leads to a member, no class says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bodies import CONTAINERS, are_titles
from fpcrawl.extraction.names.barenames import is_said_to_name, says_whose
from fpcrawl.extraction.names.membernames import leads_to_member, linked_otherwise
from fpcrawl.extraction.names.nonames import (
    are_badges,
    are_initials,
    are_sentences,
    count_on,
    holds_more,
    share_a_label,
    stand_behind_loose,
)
from fpcrawl.extraction.names.usernames import (
    MAX_AUTHOR,
    MAX_LINE,
    are_nameless,
    is_name,
    without_mark,
)
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.text import loose_ahead

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["PLAIN_COVERAGE", "find_plain_author"]

#: What a place of nothing but names must reach, and the share of records that have it.
PLAIN_SURE, PLAIN_COVERAGE = 0.0, 0.8
#: Share of the texts at such a place that are names by themselves, at least.
NAMED = 0.6
#: Of so many records one has a name that is no link, at least, where the others are linked.
GUESTS = 4
_BOLD = frozenset({"b", "strong", "h3", "h4", "h5"})
_PLAIN_TAGS = _BOLD | frozenset("bdi cite div dt font legend p span summary td th".split())


def find_plain_author(
    tree: PageTree, spans: list[Span], places: Places, bodies: dict[int, int]
) -> str | None:
    """Path of a name that nothing but its place tells: it heads the record, and names differ.

    Parameters
    ----------
    bodies
        Record -> element where its words begin; a name stands before them, beside the time, on
        top of a column behind them, or of one within what holds both.
    """
    if len(spans) < 2 or not bodies:
        return None
    times = sorted(time.node for time in tree.times)
    best: tuple[float, int] | None = None
    answer = None
    for path, found in places.first.items():
        if GUESTS * len(found) < places.count:
            continue
        # Where the name is dressed otherwise, its place can be that of the time.
        members = {n: i for n, i in found.items() if not holds_one(times, i, tree.end[i])}
        linked = _linked_members(tree, places, path, members) if len(members) < places.count else 0
        if not members or len(members) + linked < PLAIN_COVERAGE * places.count:
            continue
        sample = next(iter(members.values()))
        if tree.tag(sample) not in _PLAIN_TAGS or tree.end[sample] - sample > 3:
            continue
        names = [tree.text(i) for i in members.values() if tree.text_len[i] <= MAX_AUTHOR]
        ahead = sum(
            n in bodies
            and (
                tree.end[i] <= bodies[n]
                or _is_in_line(tree, spans[n], bodies[n], i)
                or _heads_column(tree, spans[n], bodies[n], i)
                or _heads_words(tree, bodies[n], i)
            )
            for n, i in members.items()
        )
        if len(names) < len(members) or ahead < PLAIN_COVERAGE * len(members):
            continue
        if not all(names) or are_initials(tree, members):
            continue
        if len(set(names)) < 2 and not are_nameless(names):
            continue
        if sum(map(is_name, names)) < NAMED * len(names):
            continue
        if share_a_label(names) or count_on(names) or are_sentences(names):
            continue
        if _are_labels(tree, members) or stand_behind_loose(tree, members):
            continue
        if are_badges(tree, members):
            continue
        if are_titles(tree, members):
            continue
        if all(holds_more(tree, i) for i in members.values()):
            continue  # a name and what is told of its bearer
        links = sum(tree.link_len[i] for i in members.values())
        # Names come again on a page, and stand before ranks and titles.
        score = 1.0 * (len(set(names)) < len(names)) + 1.0 * (tree.tag(sample) in _BOLD)
        blanks = sum(" " in without_mark(name) for name in names)
        score -= 1.5 * bool(links) + 0.5 * (2 * blanks > len(names))
        score += 1.5 * all(is_said_to_name(tree, i) for i in members.values())
        rank = (score, -sample)
        if best is None or rank > best:
            best, answer = rank, path
    return answer if best is not None and best[0] >= PLAIN_SURE else None


def _linked_members(tree: PageTree, places: Places, path: str, names: dict[int, int]) -> int:
    """Count the records whose name is a link to a member, beside those of guests at a place."""
    links = (linked_otherwise(tree, places, path, n) for n in range(places.count) if n not in names)
    return sum(link is not None and leads_to_member(tree, link) for link in links)


def _is_in_line(tree: PageTree, span: Span, words: int, i: int) -> bool:
    """Whether an element stands beside a record's time, in a box of little more.

    The time can be a link to the record, and the name stand in a box of its own. Below the words
    both can be cells of one row.
    """
    line = tree.wider(span.time.node)
    if line >= 0 and tree.tag(line) == "td":
        row = tree.parent[line]
        line = line if tree.holds(row, words) else row
    return line >= 0 and tree.text_len[line] <= MAX_LINE and tree.holds(line, i)


def _heads_column(tree: PageTree, span: Span, words: int, i: int) -> bool:
    """Whether a column beside the one of a record's time and words begins with an element.

    Votes can stand above it, numbers and signs, and what says that it is a name before it.
    """
    way = [i, *tree.ancestors(i)]
    above = next(n for n, j in enumerate(way) if tree.holds(j, words))
    column = way[above - 1]
    worded = [kid for kid in tree.children(way[above]) if tree.text_len[kid]][-2:]
    if len(worded) < 2 or worded[1] != column:
        return False
    said = tree.text(column)
    ahead = said[: said.find(tree.text(i))].rstrip()
    label = loose_ahead(tree.nodes[i])
    if says_whose(label) or is_said_to_name(tree, i):
        ahead = ahead.removesuffix(label)
    if any(map(str.isalpha, ahead)):
        return False
    mark = span.time.node  # that of a record without a time can be its box
    return tree.holds(worded[0], words) and (tree.holds(worded[0], mark) or tree.holds(mark, i))


def _heads_words(tree: PageTree, body: int, i: int) -> bool:
    """Whether an element begins what holds all words, in a part with a box of others behind it.

    What is dressed as a post and holds no words, as an advertisement, has nothing but the name.
    """
    if not body < i < tree.end[body] or not tree.text(body).startswith(tree.text(i)):
        return False
    if tree.text_len[i] == tree.text_len[body]:
        return True
    for column in (i, *tree.ancestors(i)):
        if column == body:
            return False
        behind = (kid for kid in tree.children(tree.parent[column]) if kid > column)
        if any(tree.tag(kid) in CONTAINERS and tree.plain_len(kid) for kid in behind):
            return True
    return False


def _are_labels(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether cells head the ones behind them: "Sender" before "ann"."""
    behind = (tree.nodes[i].getnext() for i in members.values() if tree.tag(i) == "th")
    return any(cell is not None and cell.tag == "td" for cell in behind)
