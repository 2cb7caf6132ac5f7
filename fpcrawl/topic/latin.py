"""Words of scripts with spaces, brought to one form: no accents, no plural, no possessive."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

__all__ = ["base_form"]

#: Plurals that no ending tells.
_IRREGULAR = dict(
    pair.split(":")
    for pair in """
    men:man women:woman children:child mice:mouse feet:foot teeth:tooth geese:goose
    wolves:wolf knives:knife wives:wife lives:life leaves:leaf halves:half shelves:shelf
    thieves:thief calves:calf loaves:loaf scarves:scarf elves:elf hooves:hoof
    criteria:criterion phenomena:phenomenon matrices:matrix indices:index vertices:vertex
    buses:bus gases:gas lenses:lens viruses:virus bonuses:bonus menus:menu
    gurus:guru shoes:shoe canoes:canoe movies:movie cookies:cookie ties:tie pies:pie
    oxen:ox dice:die
    """.split()
)
#: Words in -s that are no plurals, beside those in -ss, -us, -is and -ics.
_SINGULAR = frozenset(
    """
    news series species lens gas always perhaps besides towards afterwards chaos cosmos bias
    atlas canvas christmas texas kansas arkansas wales paris james thomas charles hermes
    athens naples brussels diabetes mars kubernetes pancreas alias pathos ethos
    tennis across less unless ours hers yours windows
    """.split()
)


@lru_cache(maxsize=65_536)
def base_form(word: str) -> str:
    """Return a word without accents, possessive and plural ending.

    Light on purpose: what is cut off wrongly here is cut off in the topic and in the pages
    alike. ``word`` is in lower case.

    Examples
    --------
    >>> [base_form(word) for word in "taxes companies analysis café's".split()]
    ['tax', 'company', 'analysis', 'cafe']
    """
    if not word.isascii():
        plain = unicodedata.normalize("NFKD", word)
        # Marks belong to the letters of most scripts; they are accents only on Latin ones.
        if plain[0] < "\u0250":
            word = "".join(c for c in plain if not unicodedata.combining(c))
    word = word.removesuffix("'s").strip("'")
    if len(word) < 4 or word[-1] != "s":
        return _IRREGULAR.get(word, word)
    return _IRREGULAR.get(word) or _without_plural(word)


def _without_plural(word: str) -> str:
    if word in _SINGULAR or "." in word or word.endswith(("ss", "us", "is", "ics")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith("es"):
        stem = word[:-2]
        if stem.endswith(("ss", "x", "sh", "zz")):
            return stem
        if stem.endswith("ch"):
            # "beaches", "churches", but "caches".
            return stem if stem[-3:-2] != "a" or stem[-4:-3] in {"e", "o"} else stem + "e"
        if stem.endswith("o") and len(stem) > 3:
            return stem
    return word[:-1]
