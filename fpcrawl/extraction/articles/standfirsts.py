"""Paragraphs between the heading of an article and its words that are its lead.

Their names tell that, or that a sentence stands right below the heading.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.furniture import is_captioned
from fpcrawl.extraction.articles.lines import is_on_writer, leads_on
from fpcrawl.extraction.text import text_of, weight_of
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.extraction.tree import PageTree

__all__ = ["is_right_lead", "with_standfirst"]

_NAMED = re.compile(
    r"(?:^|[-_ ]|(?<=[a-z]))"
    r"(?:standfirst|sapo|chapo|chapeau|bajada|entradilla|lede|preamble|ingress"
    r"|[Ii]ntro(?:[-_]?[Tt]ext)?|teaser-?text|[Ss]ub-?(?:[Hh]ead(?:line|er|ing)?|[Tt]itle)|dek)"
    r"(?:$|[-_ ])"
)
#: Names that something else can have as well: those of a lead where it is a sentence, and where
#: no other word tells that the site, a picture, a service or another text is described.
_CALLED = re.compile(
    r"(?:^| )(?:[a-z]{1,2}[-_]+)?"
    r"(?:(?:arti?|article|box|content|data|detail|entry|header|head|main|news|post|story|text|top)"
    r"s?[-_]*)*"
    r"(?:lead|[Ss]ummary|[Ee]xcerpt|[Tt]easer|[Dd]esc(?:ription)?|[Aa]bstract|opener|perex|anons"
    r"|announce)(?:[-_]*(?:body|content|p|paragraph|text))?(?:$| )"
)
_PROPERTIES = frozenset({"alternativeHeadline", "description"})
#: Weight of such a paragraph.
LEAST, MOST = 30, 700
#: Of a lead that no name tells: how often it goes into the words, what it is, how it ends.
SHARE = 3
#: Elements around a line that tell that it is of a picture.
PICTURE = 2
_PLAIN, _STOPS = frozenset({"div", "h2", "h3", "p"}), tuple('.!?…。！？”»"')
_PICTURE = re.compile(r"caption|credit|photo|image|figure|media", re.IGNORECASE)


def with_standfirst(
    tree: PageTree, heading: int, body: int, text: str, is_furniture: Callable[[str], bool]
) -> str:
    """Return the words of an article behind its lead, where that stands above and apart.

    Parameters
    ----------
    heading, body
        Numbers of the heading and of the element with the words, -1 without one.
    text
        The words.
    is_furniture
        Whether a line is the title or the byline.
    """
    if not -1 < heading < body or tree.holds(body, heading):
        return text
    i = tree.end[heading]
    bare = "".join(text.split())
    most = min(weight_of(bare) // SHARE, MOST)
    while i < body:
        if not tree.holds(i, body) and (
            _is_lead(tree, i) or _is_right_below(tree, heading, i, most)
        ):
            lead = text_of(tree.nodes[i])
            known = "".join(lead.split()) in bare or is_furniture(lead) or _is_dated(lead)
            return text if known else f"{lead}\n\n{text}"
        i += 1
    return text


def _is_dated(lead: str) -> bool:
    """Whether lines begin with a day, or are several: of who and when."""
    times = find_times(lead)
    return "\n" in lead or (bool(times) and not times[0].start)


def _is_lead(tree: PageTree, i: int) -> bool:
    element = tree.nodes[i]
    names = f"{element.get('class') or ''} {element.get('id') or ''}"
    if element.get("itemprop") not in _PROPERTIES and not _NAMED.search(names):
        return bool(_CALLED.search(names)) and is_right_lead(tree, i)
    return 2 * tree.link_len[i] < tree.text_len[i] and LEAST <= weight_of(tree.text(i)) <= MOST


def is_right_lead(tree: PageTree, i: int) -> bool:
    """Whether an element is a sentence or a few, of no picture, and leads nowhere."""
    if tree.tag(i) not in _PLAIN or tree.link_len[i]:
        return False
    if any(_PICTURE.search(tree.sig[j]) for j in (i, *tree.ancestors(i, PICTURE))):
        return False
    text = tree.text(i)
    if not text.endswith(_STOPS) or not LEAST <= weight_of(text) <= MOST:
        return False
    return not (is_on_writer(text) or leads_on(text, 0))


def _is_right_below(tree: PageTree, heading: int, i: int, most: int) -> bool:
    """Whether an element is the first with words behind a heading, and those are a sentence."""
    if tree.tag(i) not in _PLAIN or tree.link_len[i] or _PICTURE.search(tree.sig[i]):
        return False
    if is_captioned(tree, i):
        return False
    text = tree.text(i)
    if not text.endswith(_STOPS) or not LEAST <= weight_of(text) <= most or is_on_writer(text):
        return False
    return not any(tree.text_len[tree.end[heading] : i])
