"""What a page calls the site it belongs to, in places that name nothing else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.text import squeeze
from fpcrawl.pages.urls import url_numbers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.page import Page

__all__ = [
    "home_names",
    "is_name_of_site",
    "named_as_site",
    "names_further_in",
    "plain_letters",
    "sounds_like_site",
]

_INDEX = re.compile(r"/(?:(?:index|default|home)\.\w{2,5})?", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W_]+")
#: What is written beside the name of who owns a site.
_RIGHTS = re.compile(r"©|\(c\)|copyright|版[权權]所有", re.IGNORECASE)
#: A line of that has so many characters at most.
_MAX_RIGHTS = 200
#: So many of them are looked at, the last ones.
_MAX_LINES = 16
#: The foot of a page is behind this share of its elements, and has so many at least.
_FOOT, _MIN_FOOT = 0.8, 80
#: Where a page tells its site's name to machines.
_NAME_META = ("og:site_name", "application-name", "apple-mobile-web-app-title")
#: What stands between the name of a site and that of one of its feeds.
_OF_FEED = re.compile(r"\s*[»›>|:·•–—]+\s*|\s+-\s+")
_FEED = re.compile(r"\+xml$|^(?:application|text)/xml$", re.IGNORECASE)
_FEED_WORD = re.compile(r"\s*\(?(?:rss|atom|feed)(?:\s?\d\.\d)?\)?$", re.IGNORECASE)
#: What sites of people who talk call themselves.
_KIND = re.compile(
    r"\b(?:forums?|foros?|fóruns?|fórum|foren|форумы?|φόρουμ|community|communities|communauté"
    r"|comunidade?|comunità|сообщество|message ?boards?|bulletin board|discussion boards?|bbs)\b"
    r"|论坛|論壇|社区|社區|讨论区|討論區|贴吧|フォーラム|掲示板|コミュニティ|포럼|커뮤니티",
    re.IGNORECASE,
)


def plain_letters(text: str) -> str:
    """Letters and digits of a text in lower case, for comparison."""
    return "".join(filter(str.isalnum, text.lower()))


def home_names(tree: PageTree, parts: list[str]) -> set[str]:
    """Texts of the links to the page where the site begins; none on that page itself.

    Parameters
    ----------
    tree
        A numbered page.
    parts
        Those of its title.
    """
    url = tree.page.url
    here = urlsplit(url)
    if not here.query and _INDEX.fullmatch(here.path or "/"):
        return set()
    site = "/".join(url.split("/", 3)[:3])
    edges = {parts[0], parts[-1]} if len(parts) > 1 else set()
    names = set()
    for link in tree.page.links:
        if link.url == url or not link.text or not link.url.startswith(site):
            continue
        path, asked, query = link.url[len(site) :].partition("#")[0].partition("?")
        if not _begins(path, here.path) or (asked and not _INDEX.fullmatch(path)):
            continue
        text = squeeze(link.text)
        # "index.php?act=idx" is the start page where its title stands in those of others.
        if asked and (_DIGIT.search(query) or text not in edges):
            continue
        names.add(text)
    return names


def names_further_in(page: Page) -> set[str]:
    """Texts of the links of a start page to pages that are numbered, or deeper than it."""
    here = urlsplit(page.url)
    folder = here.path.rpartition("/")[0]
    names = set()
    for link in page.links:
        parts = urlsplit(link.url)
        inside = parts.path.startswith(f"{folder}/") and parts.hostname == here.hostname
        if inside and (url_numbers(link.url) or not _begins(parts.path, here.path)):
            names.add(squeeze(link.text))
    return names


def _begins(path: str, here: str) -> bool:
    """Whether a site, or its part with the page at a path, begins at another path.

    That is the root, an index file in the folder of the page or above it, and the bare script
    that shows the page.
    """
    folder, _, name = path.rpartition("/")
    if not name:
        return not folder
    if "." not in name:
        return False
    index = _INDEX.fullmatch(f"/{name}") and here.startswith(f"{folder}/")
    return bool(index) or here == path or here.startswith(f"{path}/")


def named_as_site(tree: PageTree, texts: Iterable[str], known: Collection[str] = ()) -> set[str]:
    """Those of some texts that a page tells as the name of its site elsewhere.

    That is to machines, in the titles of the site's feeds, beside what tells who owns it, and in
    the name of its host.

    Parameters
    ----------
    known
        Names of the site that are known already.
    """
    page = tree.page
    wanted: dict[str, list[str]] = {}
    for text in texts:
        if letters := plain_letters(text):
            wanted.setdefault(letters, []).append(text)
    if not wanted:
        return set()
    told = {plain_letters(page.meta.get(name, "")) for name in _NAME_META}
    told.update(map(plain_letters, known))
    told |= _of_host(page) | _of_feeds(page)
    told |= {f"the{name}" for name in told} | {name.removeprefix("the") for name in told}
    named = wanted.keys() & told
    if rest := wanted.keys() - named:
        names = [*wanted, *told]
        for line in _lines_of_rights(tree):
            letters = plain_letters(line)
            owners = {name for name in names if name in letters}
            # Of a longer name a part can be anything else's.
            part = {one for one in owners if any(one != name and one in name for name in owners)}
            own = (owners & rest) - part
            named |= {name for name in own if any(_stands_in(text, line) for text in wanted[name])}
    return {text for letters in named for text in wanted[letters]}


def is_name_of_site(tree: PageTree, text: str, known: Collection[str] = ()) -> bool:
    """Whether a title is nothing but the name of the site.

    Parameters
    ----------
    known
        Names of the site that are known already.
    """
    homes = home_names(tree, [text, text])
    return text in homes or bool(named_as_site(tree, (text,), {*known, *homes}))


def _of_host(page: Page) -> set[str]:
    host = (urlsplit(page.url).hostname or "").removeprefix("www.").lower()
    name = max(host.split(".")[:-1], key=len, default="")
    letters = plain_letters(host)
    return {letters, f"www{letters}", plain_letters(name)} if len(name) > 2 else set()


def _of_feeds(page: Page) -> set[str]:
    """Parts of the titles of feeds; of those of the page itself none."""
    names: set[str] = set()
    here = set(url_numbers(page.url))
    path = urlsplit(page.url).path.rstrip("/")
    for link in page.root.iter("link"):
        title, href = link.get("title"), link.get("href") or ""
        if not title or _FEED.search(link.get("type") or "") is None:
            continue
        if (len(path) > 1 and path in href) or (here and here & set(url_numbers(href))):
            continue
        names.update(
            plain_letters(_FEED_WORD.sub("", part)) for part in _OF_FEED.split(squeeze(title))
        )
    return names


def _lines_of_rights(tree: PageTree) -> list[str]:
    """Lines at the foot of a page that say who has the rights in it."""
    lines = []
    foot = max(0, min(len(tree.nodes) - _MIN_FOOT, int(_FOOT * len(tree.nodes))))
    for i in range(foot, len(tree.nodes)):
        element = tree.nodes[i]
        for text, at in ((element.text, i), (element.tail, tree.parent[i])):
            if text and _RIGHTS.search(text) and 0 < tree.text_len[at] <= _MAX_RIGHTS:
                lines.append(tree.text(at))
    return lines[-_MAX_LINES:]


def _stands_in(text: str, line: str) -> bool:
    """Whether a line has the words of a text, none of them as a part of a longer one."""
    words = r"[\W_]*".join(map(re.escape, _WORD.findall(text.lower())))
    return re.search(rf"(?<![a-z]){words}(?![a-z])", line.lower()) is not None


def sounds_like_site(text: str) -> bool:
    """Whether a text has a word for what the sites of people who talk are."""
    return _KIND.search(text) is not None
