"""The address that a page names as its own, where it was fetched under another."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from fpcrawl.pages.urls import canonical_url, url_key, url_numbers, url_shape
from fpcrawl.walk.chrome import is_chrome
from fpcrawl.walk.pageaddress import added_names, is_same_list, page_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.pages.links import Link
    from fpcrawl.walk.reading import Reading

__all__ = ["alias_of", "headed_address", "page_of_comments", "shows_same"]

#: Characters of such a link, or of the label before it.
MAX_TEXT = 80
#: How an archive's or a telephone's page calls the page it was made from.
_FULL = re.compile(
    r"\bfull (?:version|site)|\bview (?:the )?(?:full|original)|\bdesktop (?:version|site)"
    r"|完整(?:版本|版)|查看完整|电脑版|電腦版|原帖|PC版|vollst.ndige version|version compl.te"
    r"|versi.n completa|полная версия|phi.n b.n đầy đủ",
    re.IGNORECASE,
)


#: A page of an article's comments, which shows the article above them; and one of all of them.
_COMMENT_PAGE = re.compile(r"/comment-page-(\d{1,6})/?$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_ALL_COMMENTS = re.compile(r"/comments/?$", re.IGNORECASE)


def alias_of(reading: Reading, permitted: Callable[[str], bool]) -> str | None:
    """Address of the page that a page for archives or telephones, or a copy, was made from.

    A canonical address that is only another page of the same list, or the start page,
    is a slip of the software and is not believed. Of a list only an archive's is another.

    Parameters
    ----------
    reading
        A page whose role is ``thread``, ``article`` or ``index``.
    permitted
        Whether an address may be fetched.
    """
    full = _full_version(reading, permitted)
    if full is not None or reading.role == "index":
        return full
    here = reading.page.url
    if reading.role == "article":
        commented = _commented(reading)
        if commented is not None:
            return commented if permitted(commented) else None
    canonical = canonical_url(reading.page.meta.get("canonical", ""))
    if not canonical or url_key(canonical) == url_key(here) or not permitted(canonical):
        return None
    path = urlsplit(canonical).path
    if path in {"", "/"} or url_shape(canonical) == url_shape(here):
        return None
    if is_same_list(here, canonical) and not _is_dressed(reading, canonical):
        return None
    return canonical


def _is_dressed(reading: Reading, canonical: str) -> bool:
    """Whether an article was fetched with parameters that tell nothing of its pages."""
    if reading.role != "article":
        return False
    added = added_names(reading.page.url, canonical)
    if added is None:
        return False
    numbered = [page.link.url for page in reading.pages if page.number is not None]
    return not any(added & (added_names(url, canonical) or added) for url in numbered)


def page_of_comments(reading: Reading) -> tuple[str, int] | None:
    """Address of the article of which this is a page of comments, and the page's number."""
    path = urlsplit(reading.page.url).path
    match = _COMMENT_PAGE.search(path)
    if match is None or not match.start():
        return None
    own = path[: match.start()]
    article = _linked(reading, own) or canonical_url(_site_of(reading) + own)
    return (article, int(match[1])) if article else None


def headed_address(reading: Reading) -> str | None:
    """Address of a thread of one page to which its title links, where a post was asked for.

    "topic.cgi?post=12" and "topic.cgi?id=3" are of one script; "topic.cgi?id=3.post12" begins
    with the same number. The title of a page that is at its own address can link to a board or
    a thread of the same name, or to what is made for printers.
    """
    here, number = reading.page.url, reading.tree.number
    asked = _shown_posts(reading).intersection(_DIGITS.findall(urlsplit(here).query))
    if not asked:
        return None
    above = [x for x in reading.page.links if 0 <= number.get(x.element, -1) < reading.start]
    own = next((link.url for link in reversed(above) if link.text == reading.title), None)
    if own is None or not shows_same(here, own):
        return None
    if asked.issubset(_DIGITS.findall(urlsplit(own).query)):
        return None
    further = (page_number(link.url) for link in above if is_same_list(own, link.url))
    return None if any(n is not None and n > 1 for n in further) else canonical_url(own)


def _shown_posts(reading: Reading) -> set[str]:
    """Return the numbers of the posts of a page."""
    posts = reading.posts.posts if reading.posts is not None else []
    return {post.post_id for post in posts if post.post_id is not None}


def shows_same(here: str, url: str) -> bool:
    """Whether one script shows two addresses, and names of parameters or a number agree."""
    mine, other = urlsplit(here), urlsplit(url)
    if mine[:3] != other[:3] or not (mine.query and other.query and url_numbers(url)):
        return False
    if _DIGITS.findall(mine.query)[:1] == _DIGITS.findall(other.query)[:1]:
        return True
    asked, told = parse_qs(mine.query), parse_qs(other.query)
    return bool(asked and told) and asked.keys().isdisjoint(told)


def _commented(reading: Reading) -> str | None:
    """Address of the article of which this shows all comments, as the page links to it."""
    path = urlsplit(reading.page.url).path
    match = _ALL_COMMENTS.search(path)
    own = path[: match.start()] if match is not None else ""
    # Of what only may be the comments on it, the article is linked there.
    return _linked(reading, own) if own and "{" in url_shape(own) else None


def _site_of(reading: Reading) -> str:
    return "/".join(reading.page.url.split("/", 3)[:3])


def _linked(reading: Reading, path: str) -> str | None:
    """Return the address with some path, as the page links to it."""
    site = _site_of(reading)
    for link in reading.page.links:
        address = link.url.partition("#")[0]
        if address.startswith(site) and address[len(site) :].rstrip("/") == path.rstrip("/"):
            return canonical_url(address)
    return None


def _says_full(link: Link) -> bool:
    """Whether a link, or what stands right before it, calls what it leads to the full version."""
    if len(link.text) <= MAX_TEXT and _names_full(link.text):
        return True
    element = link.element
    before, above = element.getprevious(), element.getparent()
    if before is not None:
        label = (before.tail or "").strip()
    else:
        label = (above.text or "").strip() if above is not None else ""
    return label[-1:] in {":", "："} and len(label) <= MAX_TEXT and _names_full(label)


@lru_cache(maxsize=16_384)
def _names_full(text: str) -> bool:
    # Menus and buttons come again on all pages of a site.
    return _FULL.search(text) is not None


def _full_version(reading: Reading, permitted: Callable[[str], bool]) -> str | None:
    here = reading.page.url
    numbers = set(url_numbers(here))
    for link in reading.page.links:
        if (
            _says_full(link)
            and numbers.intersection(url_numbers(link.url))
            and not is_chrome(link.url)
            and not is_same_list(here, link.url)
            and permitted(link.url)
        ):
            return canonical_url(link.url)
    return None
