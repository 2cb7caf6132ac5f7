"""Elements that can be the name of who wrote a post, told by where they lead and by their class."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING
from unicodedata import normalize

from fpcrawl.extraction.names.barenames import says_whose
from fpcrawl.extraction.names.usernames import (
    LEVELS_UP,
    MAX_LINE,
    is_bracketed,
    is_name,
    names_member,
)
from fpcrawl.extraction.posts.segment import INLINE, WRAPS
from fpcrawl.extraction.rowwords import only_figures
from fpcrawl.extraction.text import loose_ahead, squeeze
from fpcrawl.extraction.vocabulary import (
    AUTHOR_CLASS,
    HEADINGS,
    NOT_AUTHOR_CLASS,
    leads_nowhere,
)
from fpcrawl.pages.urls import hostname_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Set

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "BOLD",
    "MAX_MEMBER",
    "NEAR",
    "dressed_name",
    "form_of",
    "headed_name",
    "labelled_name",
    "leads_to_member",
    "linked_otherwise",
    "links_at_root",
    "member_links",
    "members_before",
    "only_name",
    "says_author",
    "sent_by",
    "whole_of",
]

#: Elements between a time and a name that belong together; characters of a name.
NEAR, MAX_MEMBER = 30, 40
#: Tags that mark a name by themselves.
BOLD = frozenset({"b", "cite", "strong"})
#: Tags of a name that leads nowhere.
UNLINKED = ("span", "bdi", "b", "strong", "em", "i", "div")
#: Elements around a time that are its line.
LINE_LEVELS = 2
#: Slashes of an address up to its host.
LEAST_SLASHES = 3
#: Classes of what is told of a member beside the name, and of journalists.
_NO_MEMBER = re.compile(rf"{NOT_AUTHOR_CLASS.pattern}|byline|journalist", re.IGNORECASE)
#: RDFa, as Drupal writes it. Source: https://schema.org/Person, http://rdfs.org/sioc/spec/
_PERSON = re.compile(r"(?:^|:|/)(?:Person|UserAccount)(?:\s|$)")
_BORDERS = re.compile(r".*[/?&=~@._-]", re.DOTALL)
#: What stands behind a name in an address, and before one.
_NUMBER_BEHIND = re.compile(r"[._-]?\d{0,12}/?(?:\.(?:aspx?|html?|php))?$")
_NUMBER_AHEAD = re.compile(r"\d{1,12}[/._-]$")
_LAST = re.compile(r"[^/?&=~@._-]+(?:\.\w{1,5})?$")


def leads_to_member(tree: PageTree, i: int) -> bool:
    """Whether an element is a link to a member's page."""
    return tree.tag(i) == "a" and names_member(tree.nodes[i].get("href") or "")


def linked_otherwise(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Return a name classed as the others at their place, that is a link where they are none.

    Or is none where they are: of a guest, or of the few who have a site of their own. Names of
    one of both kinds can be in bold.

    Parameters
    ----------
    path
        Where the other records have their names.
    n
        Number of the record.
    """
    tag, dot, kind = path.rpartition("/")[2].partition(".")
    if not dot:
        # Without a class the link tells.
        begin = path.removesuffix(tag)
        if tag in UNLINKED:
            return _member_link(tree, places, f"{begin}a", n)
        return _guest(tree, places, begin, n) if tag == "a" else None
    tags = UNLINKED if tag == "a" else ("a",) if tag in UNLINKED else ()
    begin = path.removesuffix(f"{tag}.{kind}")
    outer, _, wrap = begin.rstrip("/").rpartition("/")
    begins = (
        [begin, f"{outer}/"] if wrap in BOLD else [begin, *(f"{begin}{b}/" for b in sorted(BOLD))]
    )
    paths = (f"{begin}{other}.{kind}" for begin in begins for other in tags)
    found = (places.first[path].get(n) for path in paths if path in places.first)
    name = next((i for i in found if i is not None and is_name(tree.text(i))), None)
    if name is None and tag in UNLINKED:
        # The link can do without the class of a name.
        name = _member_link(tree, places, f"{begin}a", n)
    return name


def _guest(tree: PageTree, places: Places, begin: str, n: int) -> int | None:
    """Return what is called a name where others have a link without a class."""
    for place, found in places.first.items():
        if n not in found or not place.startswith(begin):
            continue
        tag, _, dress = place.removeprefix(begin).partition(".")
        if tag in UNLINKED and "/" not in dress and AUTHOR_CLASS.search(dress):
            return found[n] if is_name(tree.text(found[n])) else None
    return None


def _member_link(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Return the first link to a member at a place of a record that shows more than a picture."""
    first = places.at(path).get(n)
    if first is None:
        return None
    every = places.every[path]
    stop = min((i for i in places.first[path].values() if i > first), default=len(tree.nodes))
    links = every[bisect_left(every, first) : bisect_left(every, stop)]
    return next((i for i in links if is_name(tree.text(i)) and leads_to_member(tree, i)), None)


def name_instead(tree: PageTree, places: Places, path: str, n: int) -> int | None:
    """Return the name of a record in a box of its own kind, where the others have another kind.

    Members' names stand in one kind of box and those of guests in another: no record has both,
    and both stand in boxes alike.

    Parameters
    ----------
    path
        Where the other records have their names.
    n
        Number of a record with nothing there.
    """
    members = places.first[path]
    kind = path
    for _ in range(LEVELS_UP):
        holder, _, sig = kind.rpartition("/")
        around = places.first.get(holder, {}).get(n)
        if around is None:
            kind = holder
            continue
        if n in places.first.get(kind, {}):
            return None
        own = [
            i
            for i in tree.children(around)
            if tree.tag(i) == sig.partition(".")[0]
            and "." in tree.sig[i]
            and members.keys().isdisjoint(places.first.get(f"{holder}/{tree.sig[i]}", ()))
            and is_name(tree.text(i))
        ]
        return own[0] if len(own) == 1 else None
    return None


def labelled_name(tree: PageTree, start: int, stop: int) -> int | None:
    """Return the element behind one that says that an author's name follows."""
    for i in range(start + 1, stop):
        if 0 < tree.text_len[i] <= MAX_MEMBER and says_whose(tree.text(i)):
            j = tree.end[i]
            if j < stop and tree.parent[j] == tree.parent[i] and 0 < tree.text_len[j] <= MAX_MEMBER:
                return j
    return None


def sent_by(tree: PageTree, start: int, stop: int) -> int | None:
    """Return the element right behind loose words that say whose the name is: "Posted by: ann"."""
    return next(_sent_by(tree, range(start + 1, stop), WRAPS), None)


def _sent_by(tree: PageTree, nodes: Iterable[int], tags: Set[str]) -> Iterator[int]:
    """Yield the elements right behind loose words that say whose the names are."""
    for i in nodes:
        is_short = tree.tag(i) in tags and 0 < tree.text_len[i] <= MAX_MEMBER
        if is_short and says_whose(loose_ahead(tree.nodes[i])) and is_name(tree.text(i)):
            yield i


def members_before(
    tree: PageTree, named: Mapping[int, int], called: Set[str], stop: int
) -> Iterator[list[int]]:
    """Elements before the answers that may be names, by what they are known by.

    Parameters
    ----------
    named
        Answer -> element of the name of who wrote it.
    called
        These names.
    stop
        Where the answers begin.
    """
    links = _links_of(tree)
    form = _form_at(tree, links, named.values())
    if form is not None:
        named_so = [i for i in _of_form(links, form) if i < stop]
        shown = [i for i in named_so if tree.text_len[i]]
        # Behind a name its menu leads to the same member.
        menus = {b for a, b in pairwise(shown) if b - a <= NEAR and links[a] == links[b]}
        known = [i for i in shown if i not in menus]
    else:
        whole = (j for i in named.values() for j in whole_of(tree, i))
        dressed = {tree.sig[i] for i in whole if "." in tree.sig[i]}
        known = [i for i in range(stop) if tree.sig[i] in dressed]
    yield [i for i in known if 0 < tree.text_len[i] <= MAX_MEMBER]
    if form is None:
        # Who has begun a thread answers in it, too.
        sizes = set(map(len, called))
        yield [i for i in range(stop) if tree.text_len[i] in sizes and tree.text(i) in called]
    if tree.page.meta.get("og:type") != "article":  # below which the answers are comments
        yield [i for i in range(stop) if says_author(tree, i)]
        if form is None:
            yield _bold_beside_times(tree, {tree.sig[i] for i in named.values()} & BOLD, stop)
            only = (only_name(tree, time) for time in tree.times if time.node < stop)
            yield sorted({i for i in only if i is not None})
        label = labelled_name(tree, 0, stop)
        yield [label] if label is not None else []
        yield list(_sent_by(tree, range(stop), INLINE))


def whole_of(tree: PageTree, i: int) -> Iterator[int]:
    """Yield an element and those within it that hold all of its text."""
    return (j for j in range(i, tree.end[i]) if tree.text_len[j] == tree.text_len[i])


def member_links(tree: PageTree, named: Collection[int]) -> list[int]:
    """Links of a page that lead where those of some names do, and can be names."""
    links = _links_of(tree)
    form = _form_at(tree, links, named)
    known = _of_form(links, form) if form is not None else []
    return [i for i in known if 0 < tree.text_len[i] <= MAX_MEMBER]


def links_at_root(tree: PageTree, named: Collection[int]) -> list[int]:
    """Links whose words are all that their address adds to the site's, if some names are such.

    "/ann" of ann: other links look like these, so that they tell less than a member's page does.
    """
    links = _links_of(tree)

    def leads_so(i: int, url: str) -> bool:
        name = url.rpartition("/")[2].lower()
        return url.count("/") == LEAST_SLASHES and bool(name) and tree.text(i).lower() == name

    if not all(any(leads_so(i, url) for url in _links_at(tree, links, i)) for i in named):
        return []
    return sorted(i for i, url in links.items() if i >= 0 and leads_so(i, url)) if named else []


def _links_of(tree: PageTree) -> dict[int, str]:
    """Return the addresses of the links of a page; one can name the old scheme or the new."""
    return {
        tree.number.get(link.element, -1): link.url.replace("https:", "http:", 1)
        for link in tree.page.links
    }


def _form_at(
    tree: PageTree, links: Mapping[int, str], named: Collection[int]
) -> re.Pattern[str] | None:
    """Return the form of the addresses that some names lead to."""
    known = {url: tree.text(i) for i in named for url in _links_at(tree, links, i)}
    here = hostname_of(tree.page.url)
    is_away = len(known) > 1 and all(hostname_of(url) != here for url in known)
    return form_of(known, next(iter(known.values()), ""), away=is_away)


def _of_form(links: Mapping[int, str], form: re.Pattern[str]) -> list[int]:
    return sorted(i for i, url in links.items() if i >= 0 and form.fullmatch(url))


def _bold_beside_times(tree: PageTree, tags: Set[str], stop: int) -> list[int]:
    """Names that nothing but some tags marks, in lines of a time before an element."""
    before = (time for time in tree.times if tags and time.node < stop)
    return sorted({i for time in before for i in _bold_beside(tree, time, tags) if i < stop})


def dressed_name(tree: PageTree, time: TimeNode) -> int | None:
    """Return the only name that its tag marks in the line of a time, without a class at best."""
    for line in _lines_of(tree, time):
        bold = [i for i in range(line + 1, tree.end[line]) if tree.tag(i) in BOLD]
        names = [i for i in bold if is_name(tree.text(i))]
        names = [i for i in names if tree.sig[i] in BOLD] or names
        if names:
            return names[0] if len(names) == 1 else None
    return None


def headed_name(tree: PageTree, time: TimeNode) -> int | None:
    """Return the only possible name beside a time in a box that is named after who wrote."""
    for line in tree.ancestors(time.node, LINE_LEVELS):
        called = tree.nodes[line].get("class") or ""
        if tree.text_len[line] <= MAX_LINE and AUTHOR_CLASS.search(called):
            return only_name(tree, time)
    return None


def only_name(tree: PageTree, time: TimeNode) -> int | None:
    """Return the only element in the line of a time that can be a name, whatever it is called.

    A link to a page that is no member's leads to a board, and words with a figure count something.
    """
    for line in (time.node, *tree.ancestors(time.node)):
        if tree.text_len[line] > MAX_LINE or tree.tag(line) in HEADINGS:
            return None
        found = [i for i in range(line + 1, tree.end[line]) if _may_name(tree, i, time.node)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _may_name(tree: PageTree, i: int, time: int) -> bool:
    """Whether an element holds nothing but words of its own that can be a name."""
    if not 0 < tree.text_len[i] <= MAX_MEMBER or tree.holds(i, time):
        return False
    text = tree.text(i)
    if squeeze(tree.nodes[i].text or "") != text or not is_name(text) or says_whose(text):
        return False
    around = (tree.nodes[j] for j in (i, tree.parent[i]))
    hrefs = [e.get("href") for e in around if e.tag == "a"]
    # That of a reader who told no site of his own is empty.
    if any(href != "" and not (leads_nowhere(href) or names_member(href or "")) for href in hrefs):
        return False
    return not only_figures(text)


def _lines_of(tree: PageTree, time: TimeNode) -> Iterator[int]:
    """Yield the element of a time and those around it that are no more than its line."""
    around = (time.node, *tree.ancestors(time.node, LINE_LEVELS))
    return takewhile(lambda line: tree.text_len[line] <= MAX_LINE, around)


def _bold_beside(tree: PageTree, time: TimeNode, tags: Set[str]) -> Iterator[int]:
    for line in _lines_of(tree, time):
        for i in range(line + 1, tree.end[line]):
            if tree.sig[i] in tags and is_name(tree.text(i)):
                yield i


def says_author(tree: PageTree, i: int) -> bool:
    """Whether the class of an element says that its words are somebody's name, or its type."""
    if not 0 < tree.text_len[i] <= MAX_MEMBER:
        return False
    if _PERSON.search(tree.nodes[i].get("typeof") or ""):
        return True
    if "." not in tree.sig[i]:
        return False
    if tree.tag(i) in HEADINGS:
        return False
    names = tree.nodes[i].get("class") or ""
    return (
        bool(AUTHOR_CLASS.search(names) and not _NO_MEMBER.search(names))
        and tree.text(i)[-1] not in ":："
        and not is_bracketed(tree.text(i))
    )


def _links_at(tree: PageTree, links: Mapping[int, str], i: int) -> list[str]:
    """Addresses of the links in an element, or of the one about it, or beside it in its words."""
    inside = [links[j] for j in range(i, tree.end[i]) if j in links]
    above = tree.ancestors(i, 2)
    around = [links[j] for j in above if j in links]
    beside = [j for up in above[:1] for j in tree.children(up) if j in links and j != i]
    return inside or around or [links[j] for j in beside if tree.text(j) == tree.text(i)]


def form_of(
    known: Collection[str], name: str = "", *, away: bool = False
) -> re.Pattern[str] | None:
    """Return the form of addresses that differ from some only where these differ themselves.

    Of a single one that is the name of its member, else its last name or number.

    Parameters
    ----------
    known
        Addresses of members, absolute.
    name
        What a single one of them is called.
    away
        Whether they are on another host than the page: that can be the one of all members.

    Returns
    -------
    Pattern or None
        To be matched in full; ``None`` where they have no form, or that of all addresses.
    """
    if not known:
        return None
    low, high = min(known), max(known)
    size = next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
    head = low[:size]
    if len(known) == 1:
        head = _before_name(head, name) or _LAST.sub("", head.rstrip("/"))
    head = head.rstrip("0123456789")
    is_number = all(one[len(head) :][:1].isdigit() for one in known)
    border = _BORDERS.match(head)
    if border is None:
        return None
    head = head if is_number else border[0]
    slashes = {one[len(head) :].rstrip("/").count("/") for one in known}
    if len(slashes) > 1 or head.count("/") < LEAST_SLASHES:
        return None
    at_root = head.endswith("/") and head.count("/") == LEAST_SLASHES
    if at_root and not (is_number or away):
        return None  # every address of the site begins like that
    first = "[0-9]" if is_number else "[^/]"
    return re.compile(
        f"{re.escape(head)}(?={first})(?:[^/]*/){{{slashes.pop()}}}[^/]+/?", re.DOTALL
    )


def _before_name(address: str, name: str) -> str | None:
    """Return what stands before a name at the end of an address: "jurgen-weiss" of Jürgen Weiss.

    The number of the member can stand on either side of it.
    """
    address = _NUMBER_BEHIND.sub("", address)
    wanted, at = _letters(name), len(address)
    while wanted and at and len(_letters(address[at:])) < len(wanted):
        at -= 1
    if not wanted or _letters(address[at:]) != wanted:
        return None
    return _NUMBER_AHEAD.sub("", address[:at])


def _letters(text: str) -> str:
    return "".join(c for c in normalize("NFKD", text).lower() if c.isascii() and c.isalnum())
