"""Which records are rows of a list: those headed by a link to a page of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.extraction.lists.awaylinks import discussions
from fpcrawl.extraction.names.barenames import behind_label
from fpcrawl.extraction.names.membernames import says_author
from fpcrawl.extraction.names.usernames import (
    COLONS,
    are_nameless,
    is_bracketed,
    is_clock_time,
    is_name,
    names_member,
)
from fpcrawl.extraction.numbertexts import is_bracketed_count, is_floor
from fpcrawl.extraction.posts.threadindex import links_like_page
from fpcrawl.extraction.rowwords import kinds_in
from fpcrawl.extraction.text import is_spelt, squeeze, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, UI_WORDS, not_published
from fpcrawl.pages.urls import join_url, names_file

if TYPE_CHECKING:
    from collections.abc import Collection

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.posts.span import RecordGroup, Span
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link

__all__ = [
    "are_siblings",
    "beside_row",
    "cut_rows",
    "title_share",
    "without_lists",
    "without_row_times",
]

#: So many texts, all different, of this mean weight (Chinese characters count twice) are titles.
MANY_NAMES, TITLE_WEIGHT = 3, 14
#: Words that no name has.
MANY_WORDS = 4
#: Times the weight of names that titles beside them have, at least.
MUCH = 2
#: Share of titles that are different, at least, where some are called the same.
DIFFERENT = 0.6
#: Slashes of an address that leads deep into a site: "/news/town/2024/17.html".
DEEP = 4
#: Weight of the name of a kind of threads.
MAX_KIND = 20
#: Characters of a record's words before a link that does not head them.
MIN_AHEAD = 20
#: Weight of the title of a page, at least.
MIN_TITLE = 8
#: Characters of what rows say beside their titles, in the mean.
MAX_SAID = 40
#: Elements between a link and the heading that it stands in.
NEAR_HEADING = 3
#: So many records without writers that are headed by pictures of their own are cards.
MANY_CARDS = 4
#: Characters of what is counted in brackets.
MAX_COUNT = 60
#: Characters that tell what a time is of.
MAX_LABEL = 24
#: Characters of the age of a record.
MAX_AGE = 16
#: The number that an address or an id ends with.
_LAST_NUMBER = re.compile(r"(?<!\d)(\d{2,12})/?$")
_NUMBERED = re.compile(r"[#№(\[]?\d{1,6}[.:：)\]]?\s+")
_LISTS = frozenset({"dl", "ol", "ul"})
#: Boxes around a time that are looked at; most characters of a row with a title and a day, and
#: elements in it.
ROW_LEVELS, MAX_ROW = 3, 160
#: Rows that make a list, at least, and records that have one below them.
MIN_ROWS = 2


def _leads_away(href: str, host: str | None) -> bool:
    """Whether a link leaves the site: posts hold such links, rows of lists do not."""
    try:
        parts = urlsplit(href.strip())
    except ValueError:
        return True
    return parts.scheme not in {"", "http", "https"} or parts.hostname not in {None, host}


def _tells_change(tree: PageTree, link: int, writer: int) -> bool:
    """Whether a link to a place on another page tells who wrote what there.

    "10:20 Ticket no. 7 (My lid is lost) updated by ann": all in one link. Comments that are pages
    of their own have one number for the page and for the place.
    """
    if not tree.holds(link, writer) or tree.text_len[link] < tree.text_len[writer] + MIN_TITLE:
        return False
    page, mark, place = (tree.nodes[link].get("href") or "").partition("#")
    here, there = (urlsplit(url).path for url in (tree.page.url, join_url(tree.page.url, page)))
    number = _LAST_NUMBER.search(place)
    return bool(mark) and there != here and (number is None or not there.endswith(number[1]))


def _name_things(tree: PageTree, authors: dict[int, int]) -> bool:
    """Whether what was taken for names are titles: all different, and longer than names.

    Two may be called the same where they lead to different pages: one writer has one page.
    """
    texts = [tree.text(i) for i in authors.values()]
    if _head_pages(tree, authors) or _are_spelt(tree, authors):
        return True
    if len(texts) < MANY_NAMES or sum(map(weight_of, texts)) <= TITLE_WEIGHT * len(texts):
        return False
    if len(set(texts)) == len(texts):
        return True
    hrefs = {_first_href(tree, i) for i in authors.values()} - {""}
    return len(hrefs) == len(texts) and len(set(texts)) > DIFFERENT * len(texts)


def _stand_beside_names(tree: PageTree, authors: dict[int, int], bodies: dict[int, int]) -> bool:
    """Whether what was taken for names are titles of few rows, and names for the words.

    Each leads to a page of its own, which is no member's. The words say whose it is, "by ann", and
    the name is not longer than the title, or they are cells with names that are much shorter. Or
    their element is called one of names.
    """
    hrefs = {_first_href(tree, i) for i in authors.values()}
    if len(hrefs) < max(len(authors), 2) or any(not h or names_member(h) for h in hrefs):
        return False
    titles = names = 0
    for n, i in authors.items():
        words = bodies.get(n, -1)
        said = tree.text(words) if words >= 0 else ""
        name, ratio = behind_label(said), 1
        if not name and words >= 0 and says_author(tree, words):
            name, ratio = said, 0
        elif not name and words >= 0 and tree.tag(words) == "td":
            name, ratio = said, 0
            titles, names = titles + weight_of(tree.text(i)), names + weight_of(name)
        if not is_name(name) or weight_of(tree.text(i)) < ratio * weight_of(name):
            return False
    return titles >= MUCH * names


def _head_pages(tree: PageTree, authors: dict[int, int]) -> bool:
    """Whether what was taken for names are headings that each lead to a page deep in the site."""
    hrefs = set()
    for i in authors.values():
        href = _first_href(tree, i)
        around = (i, *tree.ancestors(i, 1))
        if (
            names_member(href)
            or href.count("/") < DEEP
            or not HEADINGS.intersection(map(tree.tag, around))
        ):
            return False
        hrefs.add(href)
    return len(hrefs) == len(authors) > 1


def _head_threads(tree: PageTree, spans: list[Span], authors: dict[int, int]) -> bool:
    """Whether what was taken for names leads to threads, of which the times are the last posts'."""
    labels = [span.time.label[-MAX_LABEL:] for span in spans]
    if any("last" not in kinds_in(label) or not_published(label) for label in labels):
        return False
    hrefs = [_first_href(tree, i) for i in authors.values()]
    return all(hrefs) and not any(map(names_member, hrefs))


def _are_spelt(tree: PageTree, authors: dict[int, int]) -> bool:
    """Whether the addresses of what was taken for names spell it, all in more words than names."""
    for i in authors.values():
        text, href = tree.text(i), _first_href(tree, i)
        if text.count(" ") < MANY_WORDS - 1 or names_member(href) or not is_spelt(text, href):
            return False
    return bool(authors)


def _first_href(tree: PageTree, i: int) -> str:
    links = (tree.nodes[j].get("href") for j in range(i, tree.end[i]) if tree.tag(j) == "a")
    return next(links, None) or ""


def _is_list_element(tree: PageTree, i: int) -> bool:
    """Whether an element stands in what the page declares to be an element of a list of pages.

    Source: https://schema.org/itemListElement
    """
    row = next((a for a in tree.ancestors(i) if _declares(tree, a, "itemListElement")), None)
    if row is None:
        return False
    links = (j for j in range(row, tree.end[row]) if tree.tag(j) == "a")
    return any(_declares(tree, j, "url") and tree.text_len[j] > 0 for j in links)


def _declares(tree: PageTree, i: int, name: str) -> bool:
    return name in (tree.nodes[i].get("itemprop") or "").split()


def title_share(
    tree: PageTree,
    spans: list[Span],
    places: Places,
    author_path: str | None,
    body_path: str | None,
) -> float:
    """Share of records headed by a link of their own, as rows of a list are.

    Parameters
    ----------
    tree
        The page.
    spans, places
        The records, and where their elements stand.
    author_path, body_path
        Where their authors and words stand.
    """
    authors = places.at(author_path)
    bodies = places.at(body_path)
    if (
        _name_things(tree, authors)
        or _head_threads(tree, spans, authors)
        or _stand_beside_names(tree, authors, bodies)
    ):
        authors = {}
    long_bodies = sum(min(tree.plain_len(i), 400) for i in bodies.values()) > 60 * len(spans)
    if len(spans) < 2:
        return float(_is_list_element(tree, spans[0].time.node))
    if not authors and _list_links(tree, bodies):
        return 1.0
    columns = {
        n: _column(tree, i, (spans[n].time.node, bodies[n]))
        for n, i in authors.items()
        if n in bodies
    }
    writers = {n: _first_href(tree, i) for n, i in authors.items()}
    if not long_bodies and len({tree.text(i) for i in bodies.values()}) == 1:
        # A column that says the same in each row is none of words: the title can stand behind it.
        bodies = {}
    are_kinds = _are_kinds(tree, bodies)
    here = tree.page.url.split("#")[0]
    host = urlsplit(here).hostname
    threads: dict[int, Link] | None = None
    dated = tree.dated()
    are_cards = not authors and len(spans) >= MANY_CARDS
    best = 0.0
    for path, members in places.first.items():
        if path.rpartition("/")[2].partition(".")[0] != "a":
            continue
        if long_bodies and _is_owned(tree, members, authors, columns):
            continue
        heads: list[tuple[str, str]] = []
        in_headings = True
        for n, first in members.items():
            i = _behind_label(tree, first)
            element = tree.nodes[i]
            href = element.get("href") or ""
            if n in authors and tree.holds(authors[n], i):
                # Beside few words a short title can be taken for a name; most titles have blanks.
                is_named = " " not in tree.text(authors[n]) or says_author(tree, authors[n])
                if long_bodies or (n in bodies and is_named):
                    continue
            if (
                n in bodies
                and i >= tree.end[bodies[n]]
                and (long_bodies or tree.tag(tree.parent[i]) not in HEADINGS)
                and not are_kinds
            ):
                # What follows the words of a record does not head it; counts can stand ahead,
                # and what kind of a thread it is.
                continue
            if long_bodies and n in bodies and _is_within(tree, bodies[n], i):
                continue
            if _leads_away(href, host):
                threads = discussions(tree) if threads is None else threads
                if i not in threads:
                    continue
                href = threads[i].url
            page, _, place = href.partition("#")
            if not page:
                continue
            if place and not (
                _names_page(page, place) or (n in authors and _tells_change(tree, i, authors[n]))
            ):
                continue
            text = tree.text(i) or squeeze(element.get("aria-label") or "")
            if n in bodies and tree.holds(bodies[n], i) and " " not in text and names_file(text):
                continue  # attached to the words
            if href == writers.get(n) and " " not in text and is_spelt(text.lstrip("@"), href):
                continue  # the account behind the name
            if not text and are_cards and _shows_page(tree, i, href):
                # What has neither name nor writer is told by the page that its picture leads to.
                heads.append((href, href))
                continue
            if weight_of(text) < 4 or is_floor(text) or is_clock_time(text):
                continue
            if _leads_to_itself(tree, spans[n], href):
                continue
            if not dated.isdisjoint(range(i, tree.end[i])) or _is_age(tree, spans[n], i):
                continue
            if text.isdigit() or text.lower() in UI_WORDS or names_member(href) or href == here:
                continue
            above = tree.parent[i]
            if tree.text_len[above] <= MAX_COUNT and is_bracketed_count(tree.text(above)):
                continue
            heads.append((_without_number(text), href))
            in_headings = in_headings and not HEADINGS.isdisjoint(
                map(tree.tag, tree.ancestors(i, NEAR_HEADING))
            )
        heads = _without_answers(heads)
        different = min(len({text for text, _ in heads}), len({href for _, href in heads}))
        if in_headings and _name_threads(heads):
            different = len(heads)
        best = max(best, different / len(spans))
    return best if best >= 0.6 else 0.0


def _are_kinds(tree: PageTree, bodies: dict[int, int]) -> bool:
    """Whether the words of records are a few short ones that come again: "Help", "News"."""
    texts = [tree.text(i) for i in bodies.values()]
    return len(set(texts)) < len(texts) and max(map(weight_of, texts)) <= MAX_KIND


def _without_number(text: str) -> str:
    """Take the number of a post off what nobody is called: "3. Anonymous"."""
    number = _NUMBERED.match(text)
    rest = text[number.end() :] if number is not None else ""
    return rest if are_nameless([rest]) else text


def _without_answers(heads: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Call answers as what they answer: "Re: Lids" is the title of one to "Lids"."""
    first = min((title for title, _ in heads), key=len, default="")
    out = []
    for title, href in heads:
        sign = title.removesuffix(first).rstrip()[-1:] if title.endswith(first) else ""
        out.append((first if sign in COLONS else title, href))
    return out


def _names_page(page: str, place: str) -> bool:
    """Whether a place on a page is called as the page is: "/ferry.html#ferry"."""
    return page.rstrip("/").rpartition("/")[2].partition(".")[0] == place


def _behind_label(tree: PageTree, link: int) -> int:
    """Link of a title behind one of its kind in brackets: "[Sale] Lids"."""
    while tree.text_len[link] and is_bracketed(tree.text(link)):
        beside = tree.nodes[link].getnext()
        behind = tree.number.get(beside, -1) if beside is not None else -1
        if behind < 0 or tree.sig[behind] != tree.sig[link]:
            break
        link = behind
    return link


def _list_links(tree: PageTree, bodies: dict[int, int]) -> bool:
    """Whether what was taken for words are lists of links: between the dates of an archive."""
    if not bodies or any(tree.tag(i) not in _LISTS for i in bodies.values()):
        return False
    return sum(tree.link_len[i] - tree.plain_len(i) for i in bodies.values()) > 0


def _shows_page(tree: PageTree, link: int, href: str) -> bool:
    """Whether a link is a picture that leads to a page, which is not a member's."""
    if not any(tree.tag(i) == "img" for i in range(link + 1, tree.end[link])):
        return False
    return not names_file(href.partition("?")[0]) and not names_member(href)


def _name_threads(heads: list[tuple[str, str]]) -> bool:
    """Whether each title has its own page, of which several records can be: the latest posts.

    Posts of one thread have its title, or lead each to a page of their own.
    """
    for pages in ({(t, h.split("?")[0].split("#")[0]) for t, h in heads}, set(heads)):
        titles = {title for title, _ in pages}
        if len({page for _, page in pages}) == len(titles) == len(pages) > 1:
            return True
    return False


def _leads_to_itself(tree: PageTree, span: Span, href: str) -> bool:
    """Whether a link leads to a comment alone, by the number that its own box has as well."""
    number = _LAST_NUMBER.search(href)
    if number is None or not is_comment_area(tree, span.start, strict=True):
        return False
    around = (span.start, *tree.ancestors(span.time.node))
    ids = (tree.nodes[i].get("id") or "" for i in around if i >= span.start)
    return any(_LAST_NUMBER.search(own) and own.endswith(number[1]) for own in ids)


def _is_age(tree: PageTree, span: Span, i: int) -> bool:
    """Whether a link shows how old its record is: "13 days", with the day in its tooltip."""
    text = tree.text(i)
    if len(text) > MAX_AGE or not any(c.isdigit() for c in text):
        return False
    return tree.holds(i, span.time.node) or text in span.time.raw


def _is_owned(
    tree: PageTree, members: dict[int, int], authors: dict[int, int], columns: dict[int, int]
) -> bool:
    """Whether links beside names tell of the writers: where they live, what they have.

    Who has written twice has the same there both times, and no title is his own. Where nobody
    has, different texts as long as titles, which lead to pages of the site, are titles, unless
    they are what the pages are asked for: "?location=North+Oban".
    """
    told: dict[str, set[str]] = {}
    for n, i in members.items():
        if n not in columns or not tree.holds(columns[n], i) or tree.holds(authors[n], i):
            return False
        if _tells_change(tree, i, authors[n]):
            return False
        if any(tree.tag(j) in HEADINGS for j in tree.ancestors(i) if j >= columns[n]):
            return False
        told.setdefault(tree.text(authors[n]), set()).add(tree.text(i))
    texts = set().union(*told.values())
    if len(told) == len(texts) == len(members) > 1:
        here = urlsplit(tree.page.url).hostname
        at_home = not any(
            _leads_away(tree.nodes[i].get("href") or "", here) for i in members.values()
        )
        asked = all(_asks_for(tree, i) for i in members.values())
        return not at_home or asked or sum(map(weight_of, texts)) <= TITLE_WEIGHT * len(texts)
    return all(len(texts) == 1 for texts in told.values())


def _asks_for(tree: PageTree, i: int) -> bool:
    """Whether the text of a link is the value of a parameter of its address."""
    _, _, query = (tree.nodes[i].get("href") or "").partition("?")
    values = parse_qsl(query.partition("#")[0])
    return any(squeeze(value) == tree.text(i) for _, value in values)


def _column(tree: PageTree, author: int, others: tuple[int, ...]) -> int:
    """Highest element around a name that holds neither the time nor the words of its record."""
    column = author
    for above in tree.ancestors(author):
        if any(tree.holds(above, other) for other in others):
            break
        column = above
    return column


def _is_within(tree: PageTree, body: int, link: int) -> bool:
    """Whether a link stands in the midst of the words of a record."""
    if not tree.holds(body, link) or body == link:
        return False
    return tree.text(body).find(tree.text(link)) > MIN_AHEAD


def are_siblings(tree: PageTree, found: PostGroup) -> bool:
    """Whether records of hardly a word lead to pages with addresses like this one's.

    They are the index of the messages of a thread, each of which has its page; the row of this
    page need not lead to it.
    """
    if len(found.posts) < 2 or found.body_chars >= MAX_SAID * len(found.posts):
        return False
    return _lead_to(tree, [post.roots for post in found.posts], links_like_page(tree, 1))


def cut_rows(tree: PageTree, groups: list[RecordGroup]) -> list[RecordGroup]:
    """Cut rows of a list off several records above it that show their times alike: of like threads.

    A row is headed by the title of another page like this one, and says hardly a word more.
    """
    links: set[int] | None = None
    out = []
    for group in groups:
        spans = group.spans
        kept = len(spans)
        if kept >= 2 * MIN_ROWS and _is_short(tree, spans[-1]):
            if links is None:
                links = links_like_page(tree, MIN_TITLE)
            while kept and _is_row(tree, spans[kept - 1], links):
                kept -= 1
        is_mixed = MIN_ROWS <= kept <= len(spans) - MIN_ROWS
        out.append(replace(group, spans=spans[:kept]) if is_mixed else group)
    return out


def _is_short(tree: PageTree, span: Span) -> bool:
    """Whether a record has a link and is no longer than the row of a list."""
    inside = range(span.roots[0], tree.end[span.roots[-1]])
    said = sum(tree.text_len[root] for root in span.roots)
    return said <= MAX_ROW and len(inside) <= MAX_ROW and any(tree.tag(i) == "a" for i in inside)


def _is_row(tree: PageTree, span: Span, links: set[int]) -> bool:
    """Whether a record is a row headed by one of some links, which says nothing of this page."""
    if not _is_short(tree, span):
        return False
    first = span.roots[0]
    head = next((i for i in range(first, tree.end[span.roots[-1]]) if tree.tag(i) == "a"), -1)
    title = tree.text(head)
    return head in links and tree.text(first).startswith(title) and title not in tree.page.title


def without_lists(
    tree: PageTree, groups: list[RecordGroup], kept: RecordGroup
) -> list[RecordGroup]:
    """Drop groups whose records each lead to another page like this one: the latest posts."""
    if all(group is kept or len(group.spans) < 2 for group in groups):
        return groups
    others = links_like_page(tree, MIN_TITLE)
    return [
        group
        for group in groups
        if group is kept or not _lead_to(tree, [span.roots for span in group.spans], others)
    ]


def _lead_to(tree: PageTree, records: list[list[int]], links: set[int]) -> bool:
    """Whether each of several records holds one of some links; one can lead to the page itself."""
    boxes = [range(roots[0], tree.end[roots[-1]]) for roots in records]
    return len(boxes) > 1 and sum(links.isdisjoint(box) for box in boxes) <= 1


def without_row_times(tree: PageTree, alone: list[RecordGroup]) -> list[RecordGroup]:
    """Drop times that stand alone and are those of other pages: of the thread before, the next.

    They stand in one small box with the title of a page with an address like this one's.
    """
    if len(alone) < 2:
        return alone
    dated = tree.dated()
    # A link that shows a time leads to the post alone.
    others = {
        i
        for i in links_like_page(tree, MIN_TITLE)
        if i >= 0 and dated.isdisjoint((tree.parent[i], *range(i, tree.end[i])))
    }
    return [
        group for group in alone if not _in_row(tree, group.spans[0].time.node, others)
    ] or alone


def beside_row(tree: PageTree, time: int, rows: Collection[int]) -> bool:
    """Whether a time stands in a box of the kind and in the midst of rows of a list."""
    for box in (time, *tree.ancestors(time, ROW_LEVELS)) if rows else ():
        element = tree.nodes[box]
        for way in (True, False):
            beside = next(element.itersiblings("*", preceding=way), None)
            # What is not shown has no number.
            same = beside is not None and beside.tag == element.tag
            if same and tree.number.get(beside, -1) in rows:
                return True
    return False


def _in_row(tree: PageTree, i: int, others: set[int]) -> bool:
    for box in (i, *tree.ancestors(i, ROW_LEVELS)):
        if tree.text_len[box] > MAX_ROW or tree.end[box] - box > MAX_ROW:
            return False
        if not others.isdisjoint(range(box, tree.end[box])):
            return True
    return False
