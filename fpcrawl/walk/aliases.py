"""The address that a page names as its own, where it was fetched under another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.pages.urls import canonical_url, url_numbers, url_shape
from fpcrawl.walk.chrome import is_chrome
from fpcrawl.walk.pagination import is_same_list

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.walk.reading import Reading

__all__ = ["alias_of"]

#: How an archive's or a telephone's page calls the page it was made from.
_FULL = re.compile(
    r"\bfull (?:version|site)|\bview (?:the )?(?:full|original)|\bdesktop (?:version|site)"
    r"|完整(?:版本|版)|查看完整|电脑版|電腦版|原帖|PC版|vollst.ndige version|version compl.te"
    r"|versi.n completa|полная версия|phi.n b.n đầy đủ",
    re.IGNORECASE,
)


def alias_of(reading: Reading, permitted: Callable[[str], bool]) -> str | None:
    """Address of the page that a page for archives or telephones, or a copy, was made from.

    A canonical address that is only another page of the same list, or the start page,
    is a slip of the software and is not believed.

    Parameters
    ----------
    reading
        A page whose role is ``thread`` or ``article``.
    permitted
        Whether an address may be fetched.
    """
    full = _full_version(reading, permitted)
    if full is not None:
        return full
    here = reading.page.url
    canonical = canonical_url(reading.page.meta.get("canonical", ""))
    if not canonical or canonical == here or not permitted(canonical):
        return None
    path = urlsplit(canonical).path
    if path in {"", "/"} or url_shape(canonical) == url_shape(here):
        return None
    return None if is_same_list(here, canonical) else canonical


def _full_version(reading: Reading, permitted: Callable[[str], bool]) -> str | None:
    here = reading.page.url
    numbers = set(url_numbers(here))
    for link in reading.page.links:
        if (
            len(link.text) <= 80
            and _FULL.search(link.text)
            and numbers.intersection(url_numbers(link.url))
            and not is_chrome(link.url)
            and not is_same_list(here, link.url)
            and permitted(link.url)
        ):
            return canonical_url(link.url)
    return None
