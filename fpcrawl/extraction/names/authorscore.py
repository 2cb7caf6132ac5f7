"""How much speaks for the names of those who wrote records standing at one place of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.extraction.names.barenames import is_said_to_name, link_in
from fpcrawl.extraction.names.nonames import holds_more
from fpcrawl.extraction.names.usernames import (
    MAX_AUTHOR,
    are_nameless,
    is_bracketed,
    names_member,
    tells_no_name,
)
from fpcrawl.extraction.numbertexts import is_floor
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.text import is_spelt
from fpcrawl.extraction.tree import class_tokens
from fpcrawl.extraction.vocabulary import (
    AUTHOR_CLASS,
    HANDS_ON,
    NOT_AUTHOR_CLASS,
    NOT_NAMES,
    TITLE_CLASS,
    leads_nowhere,
    leads_to_board,
    leads_to_door,
    leads_to_section,
)
from fpcrawl.pages.shapes import url_shape
from fpcrawl.pages.urls import join_url

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["NAMED", "author_score", "faces_of"]

#: Elements between a member's name and picture, pictures looked at, and characters that the
#: picture's text adds to the name.
NEAR_FACE, MAX_FACES, MAX_ADDED = 16, 3, 12
#: Share of the texts of a place that can be names, at least.
NAMED = 0.6
#: Share of links to members that can be called what is no name by itself.
ODD = 0.6
#: Of so many members one may have two names, or one name with another.
MANY_NAMES = 5
_NAME_TAGS = frozenset({"b", "bdi", "strong", "span", "h4", "h5", "cite"})
#: What links to the sites of readers are marked with.
_OWN_SITE = frozenset({"external", "nofollow", "ugc", "url"})
_LETTER = re.compile(r"[^\W\d_]")
#: Parameters of a shape that are different in each address.
_SESSION = re.compile(r"(?<=[?&])\w+=\{h\}&?|&\w+=\{h\}$")
_HOLE = re.compile(r"\{\w\}")
_FACE = re.compile(
    r"avatar|userpic|user-?ic|portrait|face|profile|(?:user|member)[-_]?photo", re.IGNORECASE
)


def faces_of(tree: PageTree) -> list[tuple[int, str]]:
    """Pictures of members, with what stands for them: most often the name."""
    out = []
    for picture in tree.page.root.iter("img"):
        i = tree.number.get(picture)
        if i is None:
            continue
        said = (picture.get("alt") or picture.get("title") or "").strip()
        if 0 < len(said) <= MAX_AUTHOR + MAX_ADDED and _FACE.search(
            f"{picture.get('class')} {picture.get('src')} {tree.sig[tree.parent[i]]}"
        ):
            out.append((i, said.lower()))
    return out


def _has_face(tree: PageTree, faces: list[tuple[int, str]], i: int) -> bool:
    """Whether a picture near a name is of whoever is called so: "ann", "ann's avatar"."""
    name = tree.text(i).lower()
    at = bisect_left(faces, (i - NEAR_FACE, ""))
    for n, said in faces[at : at + MAX_FACES]:
        if n > i + NEAR_FACE:
            break
        if name in said and len(said) <= len(name) + MAX_ADDED:
            return True
    return False


@dataclass(slots=True)
class _Told:
    """What the elements at one place tell, those of them that may be names.

    Attributes
    ----------
    texts, hrefs
        Their words, and the addresses that they lead to, empty where they lead nowhere.
    odd
        Number of those that are no names by themselves, but lead to members.
    pictured, bracketed, labelled
        Number of those beside a face, in brackets, behind a word such as "author".
    away
        Number of those within which a link leads to something else than members.
    """

    texts: list[str] = field(default_factory=list)
    hrefs: list[str] = field(default_factory=list)
    odd: int = 0
    pictured: int = 0
    bracketed: int = 0
    labelled: int = 0
    away: int = 0


def _told_at(
    tree: PageTree, members: Iterable[int], times: list[int], faces: list[tuple[int, str]]
) -> _Told:
    """Gather what the elements at one place tell."""
    told = _Told()
    for i in members:
        if not 0 < tree.text_len[i] <= MAX_AUTHOR or holds_one(times, i, tree.end[i]):
            continue
        text, node = tree.text(i), tree.nodes[i]
        href = node.get("href")
        if not href:
            inner = link_in(tree, i)
            if inner is None and tree.link_len[i] == tree.text_len[i]:
                deep = next(node.iter("a"), None)
                told.away += deep is not None and _leads_elsewhere(tree, deep.get("href") or "")
            href = (inner.get("href") if inner is not None else None) or ""
        if not _tells_name(text):
            if not names_member(href):
                continue
            told.odd += 1
        told.texts.append(text)
        told.hrefs.append(href)
        around = tree.parent[i]
        close = around >= 0 and tree.text_len[around] == tree.text_len[i] + 2
        alone = around >= 0 and tree.text_len[around] == tree.text_len[i]
        told.bracketed += not alone and is_bracketed(tree.text(around) if close else text)
        told.pictured += bool(faces) and _has_face(tree, faces, i)
        told.labelled += is_said_to_name(tree, i)
    return told


def author_score(
    tree: PageTree, members: dict[int, int], times: list[int], faces: list[tuple[int, str]]
) -> float | None:
    """Return how much speaks for the names of writers at one place, ``None`` if none can be.

    Parameters
    ----------
    members
        The elements there, by record.
    times
        Elements with a time.
    faces
        Pictures of members, with the names that they tell.
    """
    sample = next(iter(members.values()))
    element = tree.nodes[sample]
    tokens = " ".join((*class_tokens(element), element.get("itemprop") or "")).strip()
    is_link = element.tag == "a"
    hinted = bool(AUTHOR_CLASS.search(tokens)) and not NOT_AUTHOR_CLASS.search(tokens)
    inner_link = None if is_link else link_in(tree, sample)
    if not hinted and _tells_reader(tree, sample, element if is_link else inner_link):
        hinted = True
    wraps = inner_link is not None and tree.link_len[sample] == tree.text_len[sample] > 0
    if not (is_link or hinted or wraps) and element.tag not in _NAME_TAGS:
        return None
    if inner_link is not None and not (hinted or wraps):
        return None
    told = _told_at(tree, members.values(), times, faces)
    texts = told.texts
    # Members are called "1984", or nothing but a sign; counts and buttons lead to them, too.
    if len(texts) < NAMED * len(members) or (told.odd > ODD * len(texts) and not hinted):
        return None
    linked = [h for h in told.hrefs if h and not leads_nowhere(h)]
    elsewhere = sum(_leads_elsewhere(tree, h) for h in linked)
    if (
        2 * told.away > len(texts)
        or 2 * elsewhere > len(linked)
        or _are_like_the_page(tree, linked)
    ):
        return None  # "Log in" once below each record, the names of boards and tags
    mostly = sum(map(names_member, linked)) * 2 > len(linked)
    if not mostly and not hinted and 2 * len(linked) < len(texts):
        linked = []  # a few of many texts hold an address
    if wraps and not is_link and not mostly and not hinted:
        return None
    if is_link and not mostly and _is_title(tree, sample):
        return None
    score = _said_score(told)
    if (hinted or is_link) and holds_more(tree, sample):
        score -= 1.5
    if linked:
        score += _link_score(tree, told, mostly=mostly, hinted=hinted)
    elif not hinted:
        score -= 1.0
    if hinted:
        score += 1.5
    if element.get("itemprop") in {"author", "name"} or element.get("rel") == "author":
        score += 1.5
    return score


def _said_score(told: _Told) -> float:
    """Return how much the texts speak for being names, wherever they lead."""
    texts = told.texts
    score = 0.0
    if len(set(texts)) > 1 and 2 * told.bracketed > len(texts):
        score -= 2.0  # the account behind the name
    if 2 * told.pictured > len(texts) > 1:
        score += 1.5
    if 2 * told.labelled > len(texts) > 1:
        score += 1.5
    if len(texts) >= 4 and len(set(texts)) == 1 and not are_nameless(texts):
        score -= 1.0
    if any(" " in t and len(t) > 25 for t in texts):
        score -= 1.0
    return score


def _link_score(tree: PageTree, told: _Told, *, mostly: bool, hinted: bool) -> float:
    """Return how much the links speak for being those of writers.

    Parameters
    ----------
    mostly
        Whether most lead to members.
    hinted
        Whether the place is named after those who write.
    """
    texts, hrefs = told.texts, told.hrefs
    score = 0.0
    if mostly:
        score += 2.5
    elif not hinted and len(texts) > 2:
        # Names come again, titles do not; but these have several words.
        again = len(set(texts)) < len(texts)
        score += 1.0 if again else -1.0 * (2 * _spelt_words(texts, hrefs) <= len(texts))
    # Who has no page of his own has no link.
    pairs = {(text, href) for text, href in zip(texts, hrefs, strict=True) if href}
    # Some change their names, and all who left have one.
    most = len(pairs) - len(pairs) // MANY_NAMES
    if min(len({text for text, _ in pairs}), len({href for _, href in pairs})) >= most:
        score += 1.0 if len(pairs) > 1 else 0.3
    elif not (hinted and all(_leads_off(tree, href) for _, href in pairs)):
        score -= 2.0  # a reader's own site is another one each year
    spelt = sum(is_spelt(text, href) for text, href in zip(texts, hrefs, strict=True))
    if spelt * 2 > len(texts):
        score += 0.5
    return score


def _tells_name(text: str) -> bool:
    """Whether a text is a name by itself: no number, position or button."""
    if tells_no_name(text) or (is_floor(text) and not text.isdigit()):
        return False
    return text.lower().strip(":：»#[]() ") not in NOT_NAMES


def _spelt_words(texts: list[str], hrefs: list[str]) -> int:
    """Count single words that the ends of their addresses spell: "/ann"."""
    ends = (href.rstrip("/").rpartition("/")[2].casefold() for href in hrefs)
    return sum(text.casefold() == end for text, end in zip(texts, ends, strict=True))


def _are_like_the_page(tree: PageTree, hrefs: list[str]) -> bool:
    """Whether most addresses are built as that of the page, which is no member's: as boards are.

    Of an address without a word, as of "/12", nothing is told.
    """
    here = _SESSION.sub("", url_shape(tree.page.url))
    if "{n}" not in here or not _LETTER.search(_HOLE.sub("", here)) or names_member(here):
        return False
    urls = (urljoin(tree.page.base_url, href) for href in hrefs if ":" not in href or "//" in href)
    try:
        same = sum(_SESSION.sub("", url_shape(url)) == here for url in urls)
    except ValueError:
        return False
    return 2 * same > len(hrefs)


def _leads_elsewhere(tree: PageTree, href: str) -> bool:
    """Whether an address is surely no member's: a door, a board, a tag, more of the page."""
    if leads_to_section(href) and not names_member(href):
        return True
    return leads_to_door(href) or leads_to_board(href) or _views_page(tree, href)


def _views_page(tree: PageTree, href: str) -> bool:
    """Whether an address is that of the page, asked for more: "?t=7&author=3" on "?t=7"."""
    if "?" not in href:
        return False
    here = urlsplit(tree.page.url)
    there = urlsplit(join_url(tree.page.base_url, href))
    if there.path != here.path or there.netloc != here.netloc:
        return False
    if not here.query:
        return any(map(str.isdigit, here.path))
    asked = (set(re.split(r"[&;]", parts.query)) for parts in (here, there))
    return next(asked) < next(asked)


def _is_title(tree: PageTree, i: int) -> bool:
    """Whether the class of a link, or of the box that it is all of, says that it is a title."""
    above = tree.parent[i]
    around = above >= 0 and tree.text_len[above] == tree.text_len[i]
    names = (tree.nodes[j].get("class") or "" for j in ((i, above) if around else (i,)))
    return any(map(TITLE_CLASS.search, names))


def _tells_reader(tree: PageTree, i: int, link: HtmlElement | None) -> bool:
    """Whether an element names who comments: as a source, or by a link to a site of his own."""
    if tree.tag(i) != "cite":
        if link is None or not _OWN_SITE & set(
            f"{link.get('rel') or ''} {link.get('class') or ''}".lower().split()
        ):
            return False
        if not _leads_off(tree, link.get("href") or ""):
            return False
    return is_comment_area(tree, i, strict=True)


def _leads_off(tree: PageTree, href: str) -> bool:
    """Whether an address is one of another site, to which it does not hand this page on."""
    if not href.startswith(("http:", "https:", "//")) or HANDS_ON.search(href):
        return False
    host = urlsplit(tree.page.url).netloc
    return bool(host) and f"//{host}/" not in f"{href}/"
