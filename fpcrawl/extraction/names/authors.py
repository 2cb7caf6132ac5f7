"""Who wrote the records of a page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.extraction.bodies.tails import BETWEEN_NAMES, TAIL_HINT, are_reactions
from fpcrawl.extraction.names.barenames import is_said_to_name, link_in
from fpcrawl.extraction.names.nonames import (
    are_initials,
    are_sentences,
    count_on,
    holds_more,
    share_a_label,
    stand_behind_loose,
    stand_in_text,
)
from fpcrawl.extraction.names.plainnames import PLAIN_COVERAGE
from fpcrawl.extraction.names.usernames import (
    COLONS,
    LEVELS_UP,
    MAX_AUTHOR,
    MAX_LINE,
    are_nameless,
    is_bracketed,
    is_name,
    names_member,
    tells_no_name,
)
from fpcrawl.extraction.numbertexts import is_floor
from fpcrawl.extraction.posts.places import similar_place
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
    from collections.abc import Mapping, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "author_at",
    "declared_name",
    "find_author",
    "marked_name",
    "name_around",
    "stray_names",
    "tells_reactions",
    "told_author",
]

#: Evidence from which on a place is surely that of the authors' names.
SURE = 4.0
#: Elements between a member's name and picture, pictures looked at, and characters that the
#: picture's text adds to the name.
NEAR_FACE, MAX_FACES, MAX_ADDED = 16, 3, 12
#: Share of the texts of a place that can be names, at least.
NAMED = 0.6
#: Share of links to members that can be called what is no name by itself.
ODD = 0.6
#: Of so many members one may have two names, or one name with another.
MANY_NAMES = 5
_TOLD = ("data-author", "data-username", "data-user-name", "data-poster", "data-author-name")
_NAME_TAGS = frozenset({"b", "bdi", "strong", "span", "h4", "h5", "cite"})
#: What links to the sites of readers are marked with.
_OWN_SITE = frozenset({"external", "nofollow", "ugc", "url"})
_LETTER = re.compile(r"[^\W\d_]")
#: Parameters of a shape that are different in each address.
_SESSION = re.compile(r"(?<=[?&])\w+=\{h\}&?|&\w+=\{h\}$")
_HOLE = re.compile(r"\{\w\}")
#: The classes in the path of an element.
_CLASSES = re.compile(r"\.[^/]*")
_BRACKETS = re.compile(r"\([^()]{0,80}\)")
_FACE = re.compile(
    r"avatar|userpic|user-?ic|portrait|face|profile|(?:user|member)[-_]?photo", re.IGNORECASE
)


def find_author(tree: PageTree, spans: list[Span], places: Places) -> str | None:
    """Path of the author's name, or ``None``.

    A good place is a short text that nearly every record has, near its start, linked to a
    member page, and that changes together with its link. Where no place is good, a name is
    what stands beside the time in every record.
    """
    best: tuple[float, int] | None = None
    beside: tuple[float, int] | None = None
    answer = second = None
    times = sorted(time.node for time in tree.times)
    faces = _faces(tree)
    for path, members in places.first.items():
        coverage = len(members) / places.count
        score = _author_score(tree, members, times, faces) if coverage >= 0.5 else None
        if score is None or are_initials(tree, members):
            continue
        if _react(tree, members) or _lead_on(tree, members) or _are_listed(tree, members):
            continue
        if stand_in_text(tree, members):
            continue
        if len(members) > 1 and share_a_label({tree.text(i) for i in members.values()}):
            continue
        if _name_others(tree, members, places.every[path]):
            score -= 2.0
        rank = (score + 3.0 * coverage, -min(members.values()))
        if best is None or rank > best:
            best, answer = rank, path
        if (beside is None or rank > beside) and _stands_beside(tree, spans, members):
            is_plain = not any(tree.link_len[i] for i in members.values())
            if is_plain and are_sentences([tree.text(i) for i in members.values()]):
                continue  # what was said in few words
            beside, second = rank, path
    if best is not None and answer is not None and best[0] < SURE:
        best = (best[0] + 3.0 * _named_alike(tree, places, answer) / places.count, best[1])
    return answer if best is not None and best[0] >= SURE else second


def _named_alike(tree: PageTree, places: Places, path: str) -> int:
    """Count the records that have a name where another way leads to what is at a path in others.

    An opening post stands in other boxes than the answers; of two posts it is one half.
    """
    missing = set(range(places.count)) - places.first[path].keys()
    found = (similar_place(places, path, n) for n in missing)
    return sum(i is not None and is_name(tree.text(i)) for i in found)


def _lead_on(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether all texts end in a colon: what they announce stands behind them."""
    return all(tree.text(i)[-1:] in COLONS for i in members.values())


def _are_listed(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether most texts stand in a list of members: "ann, bob and 3 others say thanks"."""
    listed = sum(tree.tag(i) == "a" and _is_listed(tree.nodes[i]) for i in members.values())
    return 2 * listed > len(members)


def _is_listed(link: HtmlElement) -> bool:
    """Whether a link to a member stands beside another, with a comma or an "and" between them."""
    if not names_member(link.get("href") or ""):
        return False
    before, behind = link.getprevious(), link.getnext()
    pairs = ((before, before), (behind, link))
    return any(
        other is not None
        and other.tag == "a"
        and (first.tail or "").strip().lower() in BETWEEN_NAMES
        and names_member(other.get("href") or "")
        for other, first in pairs
    )


def _name_others(tree: PageTree, members: dict[int, int], every: list[int]) -> bool:
    """Whether most records name more than one member at a place: those who comment on them."""
    if len(every) <= 2 * len(members):
        return False
    first = set(members.values())
    others = [i for i in every if i not in first and 0 < tree.text_len[i] <= MAX_AUTHOR]
    # What can be done with a member is called the same in all records.
    names = {tree.text(i) for i in others}
    if len(others) <= len(members) or 2 * len(names) <= len(others):
        return False
    links = [tree.nodes[i] if tree.tag(i) == "a" else tree.nodes[i].find("a") for i in others]
    hrefs = [link.get("href") or "" for link in links if link is not None]
    return 2 * sum(map(names_member, hrefs)) > len(others)


def author_at(tree: PageTree, span: Span, places: Places, path: str, n: int) -> int:
    """Of several names at one place of a record, return the one that is declared its author's.

    Who wrote can stand behind who changed it. Where none is declared it is the first in the
    smallest box with the time of the record. Of an element that counts something of its author it
    is the part declared to be the name; words behind a name, as a full one in brackets, belong to
    it as they are shown.

    Parameters
    ----------
    span, n
        The record and its number.
    path
        A place where it has a name.
    """
    first, every = places.first[path][n], places.every[path]
    end = bisect_left(every, tree.end[span.roots[-1]])
    names = every[bisect_left(every, first) : end]
    author = next((i for i in names if _is_declared(tree, i)), -1)
    if author < 0:
        author = first if len(names) < 2 else _nearest(tree, names, span.time.node)
    if tree.nodes[author].get("itemprop") != "author":
        return author
    name = _name_within(tree, author)
    if name is None or not is_name(tree.text(name)):
        return author
    rest = _BRACKETS.sub("", tree.text(author).removeprefix(tree.text(name)))
    return name if any(map(str.isdigit, rest)) else author


def _nearest(tree: PageTree, names: Sequence[int], time: int) -> int:
    """Return the first of some names, or of those that stand in a smaller box with a time.

    Links are names there if both lead to members; "from Graz" is none beside a name.
    """
    for box in (time, *tree.ancestors(time)):
        at = bisect_left(names, box)
        if at == len(names) or not tree.holds(box, names[at]) or tree.holds(names[at], time):
            continue
        hrefs = [tree.nodes[i].get("href") for i in {names[0], names[at]}]
        text = tree.text(names[at])
        told = is_name(text) and not share_a_label([text])
        told = told and all(map(names_member, filter(None, hrefs)))
        return names[at] if told and len(set(map(bool, hrefs))) == 1 else names[0]
    return names[0]


def _name_within(tree: PageTree, i: int) -> int | None:
    """Element of the name in one declared to be an author: the declared one, with its link."""
    inside = range(i + 1, tree.end[i])
    name = next((j for j in inside if tree.nodes[j].get("itemprop") == "name"), None)
    while name is not None and (above := tree.parent[name]) > i:
        if tree.text(above) != tree.text(name):
            break
        name = above
    return name


def _is_declared(tree: PageTree, i: int) -> bool:
    """Whether an element, or the one around it, is declared to tell the author."""
    around = (tree.nodes[j] for j in (i, tree.parent[i]) if j >= 0)
    return any(e.get("itemprop") == "author" or e.get("rel") == "author" for e in around)


def declared_name(tree: PageTree, span: Span, body: int | None) -> int | None:
    """Element that is declared to name the author of a record, outside its words."""
    words = range(body, tree.end[body]) if body is not None else ()
    for root in span.roots:
        for i in range(root, tree.end[root]):
            if i in words or tree.nodes[i].get("itemprop") != "author":
                continue
            within = _name_within(tree, i)
            # The name of a guest can stand loose, and be declared to machines beside that.
            name = i if within is None or not tree.text_len[within] else within
            if is_name(tree.text(name)):
                return name
    return None


def told_author(tree: PageTree, roots: list[int]) -> str | None:
    """Name that an attribute of a record tells scripts."""
    for root in roots:
        for attribute in _TOLD:
            name = (tree.nodes[root].get(attribute) or "").strip()
            if is_name(name):
                return name
    return None


def name_around(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Element that names the author of a record which has nothing at the place of names.

    A guest's name has no link around it: then it is what the other records have only the
    name in.
    """
    members = places.first[path]
    above = path
    for _ in range(LEVELS_UP):
        above = above.rpartition("/")[0]
        around = places.first.get(above, {})
        if not above or n not in around:
            continue
        i = around[n]
        alike = sum(tree.text(around[m]) == tree.text(j) for m, j in members.items() if m in around)
        if alike < PLAIN_COVERAGE * len(members):
            return None
        if 0 < tree.text_len[i] <= MAX_AUTHOR and is_name(tree.text(i)):
            return i
    return None


def stray_names(tree: PageTree, names: Mapping[int, int]) -> set[int]:
    """Return the records where a link at the place of names leads to no member, as others do.

    Where a name is marked, as of who began it all, the link behind it can be the first without.
    """
    links = {n: tree.nodes[i].get("href") for n, i in names.items()}
    others = {n for n, href in links.items() if href and not names_member(href)}
    return others if len(others) < len(links) and None not in links.values() else set()


def marked_name(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Link to a member where those of the names stand, but for the classes on the way to it.

    They mark who began it all, and who has a rank.
    """
    way = _CLASSES.sub("", path)
    if not way.endswith("/a"):
        return None
    found = sorted(
        members[n]
        for other, members in places.first.items()
        if n in members and _CLASSES.sub("", other) == way
    )
    shown = (i for i in found if tree.text_len[i])
    return next((i for i in shown if names_member(tree.nodes[i].get("href") or "")), None)


def _stands_beside(tree: PageTree, spans: list[Span], members: dict[int, int]) -> bool:
    """Whether different texts stand in the same line as the times of all of several records."""
    if len(spans) < 2 or len(members) < len(spans):
        return False
    told = [tree.text(members[n]) for n in sorted(members)]
    texts = set(told)
    named = sum(len(text) > 1 and not is_floor(text) for text in told)
    if len(texts) < 2 and not are_nameless(texts):
        return False
    if named < NAMED * len(told):
        return False  # one of many can be called "1984"
    if share_a_label(texts) or count_on(told) or stand_behind_loose(tree, members):
        return False
    for n, i in members.items():
        node = spans[n].time.node
        line = tree.parent[node] if tree.text_len[tree.parent[node]] <= MAX_LINE else node
        if tree.text_len[line] > MAX_LINE or i == node or not tree.holds(line, i):
            return False
    return True


def _react(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether texts stand in lines of those who liked a record, as far as anybody did."""
    lines = Counter(tree.parent[i] for i in members.values())
    liked = sum(count for line, count in lines.items() if tells_reactions(tree, line))
    return len(members) - liked < NAMED * len(members)


def tells_reactions(tree: PageTree, line: int) -> bool:
    """Whether a line says nothing but who liked what stands above it."""
    if tree.text_len[line] > MAX_LINE or not TAIL_HINT.among(text := tree.text(line)):
        return False
    return are_reactions(text, [tree.text(j) for j in tree.children(line) if tree.tag(j) == "a"])


def _faces(tree: PageTree) -> list[tuple[int, str]]:
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


def _author_score(
    tree: PageTree, members: dict[int, int], times: list[int], faces: list[tuple[int, str]]
) -> float | None:
    texts: list[str] = []
    hrefs: list[str] = []
    odd = pictured = bracketed = labelled = away = 0
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
    for i in members.values():
        if not 0 < tree.text_len[i] <= MAX_AUTHOR or holds_one(times, i, tree.end[i]):
            continue
        text, node = tree.text(i), tree.nodes[i]
        href = node.get("href")
        if not href:
            inner = link_in(tree, i)
            if inner is None and tree.link_len[i] == tree.text_len[i]:
                deep = next(node.iter("a"), None)
                away += deep is not None and _leads_elsewhere(tree, deep.get("href") or "")
            href = (inner.get("href") if inner is not None else None) or ""
        if not _tells_name(text):
            if not names_member(href):
                continue
            odd += 1
        texts.append(text)
        hrefs.append(href)
        around = tree.parent[i]
        close = around >= 0 and tree.text_len[around] == tree.text_len[i] + 2
        alone = around >= 0 and tree.text_len[around] == tree.text_len[i]
        bracketed += not alone and is_bracketed(tree.text(around) if close else text)
        pictured += bool(faces) and _has_face(tree, faces, i)
        labelled += is_said_to_name(tree, i)
    # Members are called "1984", or nothing but a sign; counts and buttons lead to them, too.
    if len(texts) < NAMED * len(members) or (odd > ODD * len(texts) and not hinted):
        return None
    score = 0.0
    if len(set(texts)) > 1 and 2 * bracketed > len(texts):
        score -= 2.0  # the account behind the name
    if (hinted or is_link) and holds_more(tree, sample):
        score -= 1.5
    linked = [h for h in hrefs if h and not leads_nowhere(h)]
    elsewhere = sum(_leads_elsewhere(tree, h) for h in linked)
    if 2 * away > len(texts) or 2 * elsewhere > len(linked) or _are_like_the_page(tree, linked):
        return None  # "Log in" once below each record, the names of boards and tags
    mostly = sum(map(names_member, linked)) * 2 > len(linked)
    if not mostly and not hinted and 2 * len(linked) < len(texts):
        linked = []  # a few of many texts hold an address
    if wraps and not is_link and not mostly and not hinted:
        return None
    if is_link and not mostly and _is_title(tree, sample):
        return None
    if linked:
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
    if hinted:
        score += 1.5
    if 2 * pictured > len(texts) > 1:
        score += 1.5
    if 2 * labelled > len(texts) > 1:
        score += 1.5
    if element.get("itemprop") in {"author", "name"} or element.get("rel") == "author":
        score += 1.5
    if not linked and not hinted:
        score -= 1.0
    distinct = len(set(texts)) / len(texts)
    if len(texts) >= 4 and distinct == 1.0 / len(texts) and not are_nameless(texts):
        score -= 1.0
    if any(" " in t and len(t) > 25 for t in texts):
        score -= 1.0
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
