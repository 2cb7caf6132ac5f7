"""Names that a page tells its scripts alone, where its posts stand in its markup.

Links to members are empty, or hold a number, until a script writes the name that belongs to it.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.pages.state.embedded import embedded_values
from fpcrawl.pages.state.fields import person_name
from fpcrawl.pages.state.objects import Objects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

__all__ = ["fill_names"]

#: Scripts, and links without a name, of one page.
MAX_SCRIPTS, MAX_LINKS = 400, 1_000
#: How data calls names of members.
_SIGNS = ('"username"', '"userName"', '"user_name"', '"nickname"', '"nickName"', '"displayName"')
#: The number of a member in the address of a page about him.
_MEMBER = re.compile(
    r"(?<=[/?&;])(?:uid|u|users?|user_?id|members?|member_?id|authors?|author_?id|profiles?|people"
    r"|space(?:-uid)?)(?:\.\w{2,5})?[=/-](?P<number>\d{1,12})(?!\d)",
    re.IGNORECASE,
)
#: What stands in such a link: nothing, or that number.
_NUMBER = re.compile(r"\s*+(?:(?:uid|id|user|#)\s*+[:：]?\s*+)?\d{0,12}\s*+", re.IGNORECASE)


def fill_names(root: HtmlElement) -> None:
    """Write the names of members into links that only a script would name."""
    scripts = (script.text or "" for script in islice(root.iter("script"), MAX_SCRIPTS))
    if not any(sign in text for text in scripts for sign in _SIGNS):
        return
    links = list(islice(_nameless(root), MAX_LINKS))
    if not links:
        return
    objects = Objects.of(embedded_values(root))
    for link, number in links:
        person = objects.known(number)
        name = person_name(person) if person is not None else None
        if name is not None:
            link.text = name


def _nameless(root: HtmlElement) -> Iterator[tuple[HtmlElement, str]]:
    for link in root.iter("a"):
        if len(link) or (link.text and not _NUMBER.fullmatch(link.text)):
            continue
        member = _MEMBER.search(link.get("href") or "")
        if member is not None:
            yield link, member["number"]
