"""Advertisements that are dressed as posts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.vocabulary import MAX_NAME

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["is_advertiser", "without_adverts"]

#: Who a post is from that the software shows among those of members.
_ADVERTISER = re.compile(
    r"(?:google\s)?(?:ad\s?sense|ads?|adverts?|advertisements?|advertising|sponsored(?:\sposts?)?"
    r"|sponsored\slinks?|werbung|anzeigen?|publicit[ée]|publicidade?|pubblicità|reclame|reklama?"
    r"|mainos|реклама|广告|廣告|推广|広告|광고)(?:\s?[(\[].{1,60}[)\]])?",
    re.IGNORECASE,
)
_SHOWN = frozenset({"audio", "embed", "iframe", "img", "object", "picture", "svg", "video"})


def is_advertiser(name: str) -> bool:
    """Whether the software calls by a name who it shows an advertisement of, as a post."""
    return len(name) <= MAX_NAME and _ADVERTISER.fullmatch(name) is not None


def without_adverts(tree: PageTree, spans: list[Span], bodies: Mapping[int, int]) -> list[Span]:
    """Leave out records without any words that bear the id of one before them.

    Templates copy the box of a post around a place that a script fills. Where it lacks the element
    of the others' words, the id has to be numbered: all posts of a page can be called "post".

    Parameters
    ----------
    bodies
        Elements of the records' words, by record.
    """
    seen: set[str] = set()
    out = []
    for n, span in enumerate(spans):
        ids = {value for root in span.roots if (value := tree.nodes[root].get("id"))}
        copied = bool(ids) and ids <= seen
        if n in bodies:
            empty = copied and _is_empty(tree, bodies[n])
        else:
            empty = copied and bool(bodies) and any(map(str.isdigit, "".join(ids)))
        if not empty:
            out.append(span)
        seen |= ids
    return out


def _is_empty(tree: PageTree, i: int) -> bool:
    return not tree.text_len[i] and not any(tree.tag(j) in _SHOWN for j in range(i, tree.end[i]))
