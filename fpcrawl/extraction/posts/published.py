"""Which times say when something was published: what stands beside them tells of others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.usernames import COLONS
from fpcrawl.extraction.text import text_of
from fpcrawl.extraction.vocabulary import not_published

if TYPE_CHECKING:
    from collections.abc import Set

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["published"]

#: Characters of what stands before a time from which on it is no label of it.
MAX_LABEL = 80
#: Pieces of a label that are read.
MAX_LABEL_PIECES = 8
#: Elements within that of a time that are looked at.
MAX_BESIDE = 200


def published(
    tree: PageTree, time: TimeNode, dated: Set[int] = frozenset(), *, named: bool = True
) -> bool:
    """Whether nothing beside a time says that it is another than that of publishing.

    Parameters
    ----------
    dated
        Elements that show times: what is told of another is no label of this one.
    named
        Whether its class and id count.
    """
    if not_published(time.label):
        return False
    element = tree.nodes[time.node]
    if element.get("itemprop") == "dateModified":
        return False
    text = " ".join((element.get("class") or "", element.get("id") or ""))
    if named and not_published(text[:200]):
        return False
    if time.label.strip(" :："):
        return True
    ahead = _ahead_in(element, time)
    if ahead is not None and ahead.tag == "br":
        label = _line_before(ahead)
        if not label:
            line = _words_at(tree, ahead.getprevious(), dated, link=False)
            # Without a colon it can be a title, or what somebody is.
            label = line if COLONS.intersection(line[-1:]) else ""
    else:
        label = _words_at(tree, ahead, dated, link=False)
    if not label:
        label = _words_at(tree, element.getprevious(), dated)
        if label[-1:].isdigit():
            return True  # "Posts since 3 March 2001" tells another time, and all of it.
    if not label:
        above = element.getparent()
        label = (above.text or "") if above is not None else ""
    return not not_published(label[-40:])


def _ahead_in(element: HtmlElement, time: TimeNode) -> HtmlElement | None:
    """Return the element within that of a time right behind which it stands loose.

    So profiles are written: "<b>Joined:</b> 2 Jan 2012<br>".
    """
    if (element.text or "").strip(" :：\xa0\n\r\t").startswith(time.raw):
        return None
    near = islice(element, MAX_BESIDE)
    behind = (e for e in near if e.tail and time.raw in e.tail)
    found = next(behind, None)
    return found if found is not None and isinstance(found.tag, str) else None


def _line_before(ending: HtmlElement) -> str:
    """Return the line that a ``<br>`` ends, where it stands loose: "Joined:<br>2 Jan 2012"."""
    before, above = ending.getprevious(), ending.getparent()
    line = before.tail if before is not None else above.text if above is not None else ""
    return (line or "").strip()[-MAX_LABEL:]


def _words_at(
    tree: PageTree, element: HtmlElement | None, dated: Set[int], *, link: bool = True
) -> str:
    """Return what a label says, empty where an element is none: it holds no time itself.

    Parameters
    ----------
    dated
        Elements that show times.
    link
        Whether a link can be one: it can be a name, too.
    """
    place = tree.number.get(element) if element is not None else None
    if place is None or tree.text_len[place] > MAX_LABEL or not (link or not tree.link_len[place]):
        return ""
    if not dated.isdisjoint(range(place, tree.end[place])):
        return ""
    return _words_of(tree.nodes[place])


def _words_of(element: HtmlElement) -> str:
    """Return what a label beside a time says in its last line; an icon says it in its title."""
    words = text_of(element)
    if words:
        return words.rpartition("\n")[2]
    titles = (inner.get("title") for inner in islice(element.iter(), MAX_LABEL_PIECES))
    return next(filter(None, titles), "")
