"""Which objects of a page's data the page is about, as its titles and its address tell."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fpcrawl.pages.shapes import url_numbers
from fpcrawl.pages.state.fields import Object, address_of, id_of, title_of
from fpcrawl.pages.state.objects import attributed
from fpcrawl.pages.state.texts import letters_of
from fpcrawl.pages.urls import join_url, url_key

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Names"]

#: Letters of a title that can stand within another, and of a part of an address.
MIN_WITHIN, MIN_SLUG = 6, 6
#: Characters of a name that is a title, and digits of a number that only one thing has.
MIN_NAME, MIN_DIGITS, MAX_DIGITS = 12, 6, 18
#: How much surer than by any title it is that a page is about what its address names.
ADDRESSED = 1_000
_PARTS = re.compile(r"\s[-–—|·•»:]\s|[|_｜–—»]|\s-|-\s")


@dataclass(frozen=True, slots=True)
class Names:
    """What a page is called, and where it stands.

    Attributes
    ----------
    titles
        Its titles as it declares them.
    site
        What it calls its site.
    bare
        Whether it shows next to nothing, so that its data is all there is.
    """

    url: str
    base: str
    titles: Sequence[str]
    site: str = ""
    bare: bool = True
    _known: dict[int, int] = field(default_factory=dict)

    def agree(self, thing: Object) -> bool:
        """Whether an object is what the page is about, by its title, number or address."""
        return self.sureness(thing) > 0

    def address(self, thing: Object) -> bool:
        """Whether the address of the page is that of an object, or has its number."""
        return self.sureness(thing) >= ADDRESSED

    def sureness(self, thing: Object) -> int:
        """How sure it is that an object is what the page is about; 0 where nothing tells it.

        A page is titled after its board and its site, too, which say less than its own title.
        """
        known = self._known.get(id(thing))
        if known is None:
            known = self._known[id(thing)] = self._sureness(attributed(thing))
        return known

    def _sureness(self, thing: Object) -> int:
        title = title_of(thing)
        if title is None and len(name := title_of(thing, named=True) or "") >= MIN_NAME:
            title = name
        sure = len(title) if title and self._is_title(title) else 0
        address = address_of(thing)
        here = address is not None and url_key(join_url(self.base, address)) == url_key(self.url)
        return sure + ADDRESSED * (here or self._has_key(thing))

    def _is_title(self, title: str) -> bool:
        letters = letters_of(title)
        if not letters or letters == letters_of(self.site):
            return False
        for name in self.titles:
            whole = letters_of(name)
            parts = {letters_of(part) for part in _PARTS.split(name)}
            if letters == whole or letters in parts:
                return True
            if len(letters) >= MIN_WITHIN and letters in whole:
                return True
            if len(whole) >= 2 * MIN_WITHIN and letters.startswith(whole):
                return True
        return False

    def _has_key(self, thing: Object) -> bool:
        key = id_of(thing)
        if key is None or (title_of(thing) is None and len(key) < MIN_DIGITS):
            return False
        if key.isdecimal() and len(key) < MAX_DIGITS:
            if int(key) in url_numbers(self.url):
                return True
        elif len(key) >= MIN_SLUG and key in self.url:
            return True
        slug = thing.get("slug")
        path = unquote(urlsplit(self.url).path)
        return isinstance(slug, str) and len(slug) >= MIN_SLUG and slug in path.split("/")
