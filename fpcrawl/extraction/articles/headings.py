"""The heading that names an article, and the title it gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from fpcrawl.extraction.names.names import is_labelled
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import MARGINS
from fpcrawl.pages.urls import join_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.page import Page

__all__ = [
    "MAX_AROUND",
    "choose_title",
    "find_heading",
    "heading_text",
    "is_unnamed",
    "line_above",
    "site_names",
    "terms_of",
]

_TITLE_PARTS = re.compile(r"\s+[-–—|»·_]+\s*|\s*[_|]\s*|\s*[-–—]\s+|\s*--+\s*")
_PARTS = re.compile(r"\s*(?:[|_»·]|\s[-–—]\s)\s*")
#: Less than this speaks for no heading at all, and more than that surely for one.
LEAST, SURE = -0.1, 1.5
#: How the name of a site is called among headings.
_LOGO = re.compile(r"(?:^|[-_ ])(?:logo|brand|site-?(?:title|name))(?:$|[-_ ])", re.IGNORECASE)
#: Headings behind this share of a page's elements stand below the article.
FOOT = 0.9
#: Letters of a heading at most, and of all that stands in its element.
MAX_HEADING = 300
MAX_AROUND = 1_000
#: Elements that show a title in large letters where no heading is used.
_SHOWN = frozenset(
    {"b", "bdi", "center", "div", "font", "legend", "p", "span", "strong", "td", "th"}
)
#: Letters of some scripts are spelt with joiners between them.
_INVISIBLE = re.compile(
    "[\u00ad\u200b\u200e\u200f\u2060\ufeff]|(?<!\\S)[\u200c\u200d]|[\u200c\u200d](?!\\S)"
)
_JOINERS = re.compile("[\u200c\u200d]")
#: A time or a number that stands in a heading.
_COUNTER = re.compile(r"[\W\d_年月日时分秒]+")
_DAY = re.compile(r"\W?\d{4}\W\d{1,2}\W\d{1,2}\W?|\d{4}年\d{1,2}月\d{1,2}日")
_QUOTES = str.maketrans("‘’‚‛“”„«»‐‑–—\u00a0", '\'\'\'\'"""""---- ')
_WORDS = re.compile(r"\w+")
#: Words of a site's name with what is said of it.
FEW_WORDS = 2
#: Terms that a line and a page's title share from which on it says the same, and their share.
SHARED, SHARE = 2, 0.35
#: A word of fewer letters says little; Chinese is compared by so many characters.
TERM, PAIR = 4, 2
#: Characters of a line that can be a title, and dashes in the title of a page.
MAX_TITLE, MAX_DASHES = 200, 8
_STOPS = (".", "。")
#: Characters, in Latin letters, from which on a part of a page's title can be a title.
LEAST_TITLE = 8


def _own_title(title: str | None, page: Page | None = None) -> str | None:
    """Return the first part of a page's title that is not the site's name.

    Parameters
    ----------
    page
        Whose name of the site is known.
    """
    if not title:
        return None
    parts = [part for part in _TITLE_PARTS.split(squeeze(title)) if part]
    if page is not None:
        homes = _home_names(page)
        own = [part for part in parts if _plain(part) not in homes and not _names_site(part, page)]
        if own and own[0] != parts[0]:
            # "Site | Section | Title"
            return max(own, key=weight_of)
        if parts:
            head, rest = _parted(parts[0])
            if _plain(head) in homes and weight_of(rest) >= LEAST_TITLE:
                return rest
    return parts[0] if parts else None


def _home_names(page: Page) -> set[str]:
    """Texts of the links to the start page of the site, for comparison."""
    home = urljoin(page.url, "/")
    return {_plain(link.text) for link in page.links if link.url == home}


def heading_text(heading: HtmlElement, title: str) -> str:
    """Return the words of a heading, without the time or counter some write into it.

    Parameters
    ----------
    title
        The page's title; what it does not repeat is left out.
    """
    whole = _visible("".join(heading.itertext()))
    known = _visible(title).lower()
    if len(heading) and whole.lower() not in known:
        parts = {part.strip() for part in _TITLE_PARTS.split(known)}
        own = _visible(" ".join([heading.text or "", *(child.tail or "" for child in heading)]))
        for part in (
            own,
            *(_visible("".join(child.itertext())) for child in heading.iterchildren("*")),
        ):
            if len(part) < 2 or part.lower() not in known:
                continue
            rest = whole.replace(part, "", 1)
            if part.lower() in parts or 2 * len(part) > len(whole) or _COUNTER.fullmatch(rest):
                return part
            if _DAY.fullmatch(part) and whole.startswith(part):
                return rest.strip()  # a diary, whose pages are called by their days
    return whole


def site_names(page: Page) -> set[str]:
    """Return what a page calls its site, in lower case: as it says, or behind its title."""
    parts = _PARTS.split(squeeze(page.title))[1:]
    return {name.lower() for name in (page.meta.get("og:site_name", ""), *parts) if name}


def is_unnamed(page: Page, declared: Sequence[str]) -> bool:
    """Whether all titles of a page say what its site is called, and at most a day or a number."""
    sites = {_plain(page.meta.get("og:site_name", "")), *_home_names(page)} - {""}
    for title in map(_plain, (page.title, *declared)):
        rests = (title.removeprefix(site) for site in sites if title.startswith(site))
        if title and not any(not rest or _COUNTER.fullmatch(rest) for rest in rests):
            return False
    return True


def _visible(text: str) -> str:
    return squeeze(_INVISIBLE.sub("", text))


def _plain(text: str) -> str:
    """Text for comparison: in lower case, with one sort of quotes and dashes."""
    return _JOINERS.sub("", _visible(text)).lower().translate(_QUOTES)


def _names_site(part: str, page: Page) -> bool:
    words = _WORDS.findall(part.lower())
    bare = "".join(words[1:] if words[:1] == ["the"] else words)
    site = "".join(_WORDS.findall(page.meta.get("og:site_name", "").lower()))
    if site and bare == site.removeprefix("the"):
        return True
    host = (urlsplit(page.url).hostname or "").removeprefix("www.").lower()
    name = "".join(_WORDS.findall(max(host.split("."), key=len, default="")))
    if len(name) < 3:
        return False
    # "BBC NEWS", "Forbes.com"; more words begin with the name by chance, and where the page's
    # title tells the name by itself.
    if bare in {name, "".join(_WORDS.findall(host))}:
        return True
    if len(words) > FEW_WORDS or not bare.startswith(name):
        return False
    return name not in _TITLE_PARTS.split(squeeze(page.title).lower())


def choose_title(page: Page, shown: str | None, declared: Sequence[str]) -> str | None:
    """Return the title of an article.

    The heading counts, and a declared title where it says the same in full: with a word in
    front ("Sports: ..."), or in the words of before or after an edit. What a declared title has
    behind the heading, after a dash or a bar, is the name of the site.

    Parameters
    ----------
    shown
        Words of the heading, if there is one.
    declared
        Titles that the page declares, the most trusted first.
    """
    sane = [_visible(title) for title in declared if title and not _names_site(title, page)]
    if not shown or (sane and _is_site(shown, page)):
        return _without_tail(sane[0], page) if sane else _own_title(page.title, page)
    shown = _without_site(shown, page)
    plain = _plain(shown)
    if any(_plain(title) == plain for title in sane):
        return shown
    words = set(_WORDS.findall(plain))
    whole = _plain(page.title)
    for title in sane:
        full = _plain(title)
        if full.endswith(plain) or (full.startswith(plain) and full[len(plain) :].startswith(":")):
            return title
        both = words & set(_WORDS.findall(full))
        # The page's title decides between two that say the same.
        if full in whole and plain not in whole and len(both) * 2 > len(words):
            return _without_tail(title, page)
    return shown


def _is_site(shown: str, page: Page) -> bool:
    """Whether a heading says what the site is called, as the links to its start page do."""
    sites = {_plain(page.meta.get("og:site_name", "")), *_home_names(page)}
    return _plain(shown) in sites or _names_site(shown, page)


def _without_tail(title: str, page: Page) -> str:
    """Return "Title" of "Title - Site"."""
    parts = _TITLE_PARTS.split(title)
    if len(parts) > 1 and _names_site(parts[-1], page):
        return title[: title.rindex(parts[-1])].rstrip(" -–—|»·_")
    return title


def _without_site(title: str, page: Page) -> str:
    """Return "Title" of "Site: Title" and of "Site：Title"."""
    head, rest = _parted(title)
    return rest if weight_of(rest) >= LEAST_TITLE and _names_site(head, page) else title


def _parted(title: str) -> tuple[str, str]:
    """Words before and behind the first colon of a title."""
    head, _, rest = title.replace("：", ": ", 1).partition(": ")
    return head, rest.strip()


def find_heading(tree: PageTree, declared: Sequence[str]) -> int:
    """Return the number of the heading that names the article, -1 when none surely does.

    It is the one that the page's title begins with. A heading that leads to the start page, says
    what a link there says, or that the title only ends with, is the name of the site. Where no
    heading agrees with the title, any element that shows a part of it and nothing else is it.

    Parameters
    ----------
    tree
        A parsed page.
    declared
        Titles that the page declares.
    """
    page = tree.page
    whole = _plain(page.title)
    named = [_plain(title) for title in declared]
    parts = [part.strip() for part in _TITLE_PARTS.split(whole)]
    sites = {squeeze(page.meta.get("og:site_name", "")).lower(), *_home_names(page)}
    unnamed = is_unnamed(page, declared)
    best: tuple[float, int] | None = None
    sure: dict[str, int] = {}
    for level, tag in enumerate(("h1", "h2", "h3")):
        for element in page.root.iter(tag):
            number = tree.number.get(element)
            # One that was never closed holds the page.
            if number is None or tree.text_len[number] > MAX_AROUND:
                continue
            text = _plain(heading_text(element, page.title))
            if not 2 <= len(text) <= MAX_HEADING or sure.get(text, number) < number:
                continue  # a list beside the article has it, too
            score = -0.3 * level
            score += _agreement(text, "" if unnamed else whole, parts, named, level)
            if element.get("itemprop") == "headline":
                score += 3.0
            if text in sites or _leads_home(element, page):
                score -= 3.0
            elif (unnamed or text in whole) and _leads_here(element, page):
                score += 2.0
            if number > FOOT * len(tree.nodes):
                score -= 1.0
            if any(above.tag in MARGINS for above in element.iterancestors()):
                score -= 1.5
            if score >= SURE:
                sure[text] = number
            if best is None or score > best[0]:
                best = (score, number)
    if best is not None and best[0] >= SURE:
        return _whole_title(tree, best[1], [*named, *parts])
    # A title can have dashes of its own.
    dashes = [*_TITLE_PARTS.finditer(whole)][:MAX_DASHES]
    joined = [side for dash in dashes for side in (whole[: dash.start()], whole[dash.end() :])]
    told = [*named, whole, *parts, *joined]
    shown = _shown_title(tree, page, [title for title in told if title not in sites])
    if shown >= 0:
        return shown
    if best is not None and best[0] > LEAST:
        return best[1]
    bare = [_plain(_without_tail(squeeze(title), page)) for title in declared]
    return _worded_title(tree, [*bare, _plain(_own_title(page.title, page) or "")])


def _whole_title(tree: PageTree, heading: int, titles: Sequence[str]) -> int:
    """Return the element ahead of a lesser heading that shows all of the title it begins, or it.

    Where the title is no heading, one among the words can say a part of it.
    """
    text = _plain(tree.text(heading))
    if tree.tag(heading) == "h1" or text in titles:
        return heading
    longer = [title for title in titles if title.startswith(text)]
    shown = _shown_title(tree, tree.page, longer) if longer else -1
    return shown if 0 <= shown < heading else heading


def _agreement(text: str, whole: str, parts: list[str], named: list[str], level: int) -> float:
    """How far a heading says what the page's titles say."""
    if text in named or text in whole or any(text in title for title in named):
        begins = text in named or whole.startswith(text)
        is_short = weight_of(text) < LEAST_TITLE + 4 and " " not in text
        if not begins and text in parts and is_short:
            # A section.
            return 0.0
        if not begins and text not in parts and 4 * len(text) < len(whole):
            return 0.5
        score = 2.0 + min(len(text), 40) / 40 + (1.0 if begins else 0.0)
        score += 1.5 if text in named else 0.0
        if len(parts) > 1 and text == parts[-1] and text not in named:
            score -= 1.0
        return score
    if len(parts[0]) >= LEAST_TITLE and text.startswith(parts[0]):
        return 2.0
    words = set(_WORDS.findall(text))
    if level < 2 and len(words) >= 4 and 2 * len(words & set(_WORDS.findall(whole))) > len(words):
        # The title says the same in other words.
        return SURE + 0.6
    # Headings of boxes; the title says more than they.
    return -2.0 if level and whole else 0.0


def _shown_title(tree: PageTree, page: Page, parts: Sequence[str]) -> int:
    """Innermost element that shows the longest part of a page's title.

    A link that shows it leads to the page itself.
    """
    wanted = {part for part in parts if part and not _names_site(part, page)}
    wanted |= {rest for part in parts if weight_of(rest := _parted(part)[1]) > 2 * LEAST_TITLE}
    wanted = {p for p in wanted if weight_of(p) >= LEAST_TITLE and (" " in p or not p.isascii())}
    if not wanted:
        return -1
    least, most = min(map(len, wanted)) - 8, max(map(len, wanted)) + 8
    best: tuple[int, int] | None = None
    for i in range(len(tree.nodes)):
        length = tree.text_len[i]
        if not least <= length <= most or tree.tag(i) not in _SHOWN:
            continue
        text = _plain(tree.text(i))
        if text not in wanted or any(tree.tag(a) in MARGINS for a in tree.ancestors(i)):
            continue
        if tree.link_len[i] * 2 > length and not _leads_here(tree.nodes[i], page):
            continue
        inner = best is not None and len(text) == best[0] and tree.holds(best[1], i)
        if best is None or len(text) > best[0] or inner:
            best = (len(text), i)
    return best[1] if best is not None else -1


def _worded_title(tree: PageTree, titles: Sequence[str]) -> int:
    """Return the line that says most of what a page's titles say in other words, or -1.

    It stands outside links, which lead to other pages on the same, and is no sentence.
    """
    told = [terms for title in titles if (terms := terms_of(title))]
    best: tuple[float, int] | None = None
    for i in range(int(FOOT * len(tree.nodes)) if told else 0):
        length = tree.text_len[i]
        if not LEAST_TITLE <= length <= MAX_TITLE or tree.link_len[i] or _is_wrapped(tree, i):
            continue
        if tree.tag(i) not in _SHOWN or (text := _plain(tree.text(i))).endswith(_STOPS):
            continue
        if is_labelled(tree.text(i)):
            continue  # who wrote it, for a paper that the title names
        words = terms_of(text)
        share = max(_share(words, terms) for terms in told)
        if share >= SHARE and (best is None or share > best[0]):
            if any(tree.tag(a) in MARGINS for a in tree.ancestors(i)):
                continue
            # A box of the title and the line of who and when says no more than the title.
            if not any(i <= time.node < tree.end[i] for time in tree.times):
                best = (share, i)
    return best[1] if best is not None else -1


def _is_wrapped(tree: PageTree, i: int) -> bool:
    """Whether the first element in another has all its words."""
    return i + 1 < tree.end[i] and tree.text_len[i + 1] == tree.text_len[i]


def _share(words: set[str], title: set[str]) -> float:
    """Share of the terms of two lines that both have, 0 where that can be chance."""
    both = len(words & title)
    return 2 * both / (len(words) + len(title)) if both >= min(SHARED, len(title)) else 0.0


def terms_of(text: str) -> set[str]:
    """Words of a line that say something; of scripts without blanks, pairs of characters."""
    out: set[str] = set()
    for word in _WORDS.findall(text):
        if weight_of(word) > len(word):
            out.update(word[k : k + PAIR] for k in range(len(word) - 1))
        elif len(word) >= TERM:
            out.add(word)
    return out


def line_above(tree: PageTree, body: int) -> int:
    """Return the number of the first short line above a body, in the box that holds both.

    It can be the title of a page that names itself nowhere; -1 when there is none.
    """
    timed = {time.node for time in tree.times}
    for box in tree.ancestors(body, 6):
        if tree.tag(box) in {"body", "html"}:
            break
        for i in range(box + 1, body):
            text = squeeze(tree.nodes[i].text or "")
            if i in timed or tree.link_len[i] or not 2 * LEAST_TITLE <= weight_of(text) <= 160:
                continue
            if len(_WORDS.findall(text)) >= 3 or not text.isascii():
                return i
    return -1


def _link_of(heading: HtmlElement) -> HtmlElement | None:
    """Return the first link in a heading, else the one that it stands in."""
    link = heading.find(".//a")
    around = heading.getparent()
    return around if link is None and around is not None and around.tag == "a" else link


def _leads_here(heading: HtmlElement, page: Page) -> bool:
    """Whether a heading is a link to its own page, as the rows of lists lead to theirs."""
    link = _link_of(heading)
    return link is not None and any(
        link is one.element and one.url == page.url for one in page.links
    )


def _leads_home(heading: HtmlElement, page: Page) -> bool:
    """Whether a heading is a link to the start page or to a directory above the article."""
    link = _link_of(heading)
    if link is None:
        return False
    if _LOGO.search(heading.get("class") or "") and not _leads_here(heading, page):
        return True  # wherever a site begins: "/doku.php?id=start"
    target, here = urlsplit(join_url(page.base_url, link.get("href") or "")), urlsplit(page.url)
    if target.hostname != here.hostname or target.query or not target.path.endswith("/"):
        return (
            target.hostname == here.hostname
            and target.path in {"", "/index.php"}
            and not (target.query)
        )
    return here.path.startswith(target.path) and (target.path, target.query) != (
        here.path,
        here.query,
    )
