"""What a page calls the thing it shows: its heading, or the part of its title that stands on it."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.articles.headings import MAX_AROUND
from fpcrawl.extraction.rowwords import kinds_in
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.pages.urls import url_numbers
from fpcrawl.patterns import late
from fpcrawl.walk.pageaddress import is_same_list
from fpcrawl.walk.pagewords import names_view, what_is_said
from fpcrawl.walk.sitenames import home_names, named_as_site, names_further_in, sounds_like_site
from fpcrawl.walk.titlesigns import ANSWER, Spoken, numbered_heading, told_title, without_number
from fpcrawl.walk.titletrails import (
    MAX_TITLE,
    behind_trail,
    last_step,
    leads_here,
    linked_from,
    without_arrow,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_title", "names_on_start_page"]

_SEPARATOR = late(r"\s+(?:[-–—]+>|[-–—|»·•_>→]+|::)\s+|\s*[_|]\s*|\s+[-–—]\s*|(?<=[一-鿿])--(?=\S)")
#: More of what may part a title, where the page itself shows the part.
_MARK = late(
    r"\s+(?:[-–—]+>|[-–—|»·•_:/>→]+)\s+|\s*[_|]\s*|(?<=[一-鿿])--(?=\S)|\s+[-–—]\s*|:\s+|(?<=[^\s\d:]):(?=[^\s\d:/])|(?<=[一-鿿])[-–—]|[-–—](?=[一-鿿])"
)
#: What stands between a title and the name of its site without a space.
_GLUE = frozenset("-–—")
_COUNTED = re.compile(r"\s*\([^()]{0,20}\d{1,6}[^()\d]{0,6}\)$")
#: What names the software behind everything else.
_POWERED = re.compile(r"(?<=\S)\s*[-–—|·»]\s*powered by\s\S.{0,40}$", re.IGNORECASE)
#: What stands before a name on the page itself: "Subject: ".
_LABEL = re.compile(r"[^\W\d_]{2,12}\s?[:：]\s*")
_MAX_ANSWER = 8
#: What stands behind a title, before the name of a board or site.
_BESIDE = re.compile(r"\s*(?:[@|_»·:>/\-–—]|$)")
#: A kind and a number of its own are no name of a thing: "Bug #18".
_NUMBERED = re.compile(r"(?:[^\W\d_]{1,20}\s){0,2}[#№]?\s?0{0,9}(\d{1,9})")
#: So many main headings are looked at, at most.
_MAX_MAINS = 16
_WORD = re.compile(r"[^\W\d_]+")
#: Words that stand anywhere have so many letters at most.
_SHORT = 3
#: Share of the letters of a title, at least, that posts say again.
_SAID = 1 / 3
#: Weight of the name of a site, mostly.
_SITE = 24
#: A board called by its address, before what it shows: "/tea/ - Lids".
_FOLDER = re.compile(r"(/\w{1,20}/)\s*[-–—|:]\s+(?=\S)")
#: A title is parted at so many places at most.
_MAX_MARKS = 10
#: A part of it is looked at in so many places at most.
_MAX_PLACES = 8


def find_title(tree: PageTree, stop: int, end: int = 0, names: Collection[str] = ()) -> str:
    """Name of what a page shows, empty when its title is.

    Parameters
    ----------
    tree
        A numbered page.
    stop
        Number of the element at which its records begin.
    end
        Number of the element behind them, where they are posts.
    names
        Names of the site that other pages have told, by :func:`names_on_start_page`.
    """
    spoken = Spoken(tree, stop, end) if end else None
    whole = _POWERED.sub("", squeeze(tree.page.title))
    parts = [part for part in _SEPARATOR.split(whole) if part]
    mains = [squeeze(tree.text(i)) for i in _headings_above(tree, stop, "h1")[:_MAX_MAINS]]
    homes = home_names(tree, parts)
    if glued := _unglued(tree, stop, whole, homes) or _behind_home(tree, stop, parts, homes):
        whole = " - ".join(glued)
        parts = [part for part in _SEPARATOR.split(whole) if part]
    homes |= named_as_site(tree, {*parts, *mains} - homes, {*names, *homes})
    best, headings = _best_heading(tree, whole, homes)
    if best:
        heading = (
            (last_step(tree, stop, homes) if best in homes else "")
            or _behind_number(tree, best, whole, stop)
            or _below(tree, best, whole, stop, homes)
            or _linked_here(tree, best, whole, stop)
            or _behind_board(tree, best, whole, headings - homes)
            or _without_board(tree, best, headings - homes)
        )
        if heading not in homes:
            if spoken:
                heading = _rival(tree, heading, whole, parts, homes, spoken)
            return without_number(heading, tree.page.url)
    above = (squeeze(tree.text(i)) for i in _headings_above(tree, stop, "h1", "h2"))
    named = numbered_heading(above, tree.page.url) or _named_in_title(
        tree, whole, parts, homes, stop, spoken
    )
    return without_number(_without_page(_behind_nothing(named)) or best, tree.page.url)


def names_on_start_page(tree: PageTree) -> list[str]:
    """Parts of the title of the page where a site begins, of which its name is one.

    A text that leads to a page further in is the name of that: of the latest article, or a board.
    """
    parts = _SEPARATOR.split(_POWERED.sub("", squeeze(tree.page.title)))
    others = names_further_in(tree.page)
    return [part for part in parts if 1 < len(part) <= MAX_TITLE and part not in others]


def _behind_nothing(name: str) -> str:
    """Return a name without the sign ahead of it that parts it from an empty one: "- Lids".

    What a name is adorned with follows without a space: "-*- Lids -*-".
    """
    sign = _SEPARATOR.match(f" {name}")
    return name[sign.end() - 1 :] if sign and sign[0][-1].isspace() else name


def _unglued(tree: PageTree, stop: int, whole: str, homes: Collection[str]) -> list[str] | None:
    """Return "Lids for pots" and "Kettles" of "Lids for pots-Kettles", if that is the site.

    The page shows the title without the site: "On well-being" can be said on one called "being".
    """
    for home in homes:
        head = whole.removesuffix(home)
        if head[-1:] in _GLUE and head != whole and " " in head and not head[-2].isspace():
            head = head[:-1]
            near = (i for i in range(min(stop, len(tree.nodes))) if tree.text_len[i])
            near = (i for i in near if tree.text_len[i] <= len(head))
            if any(squeeze(tree.text(i)) == head for i in near):
                return [head, home]
    return None


def _behind_home(
    tree: PageTree, stop: int, parts: list[str], homes: Collection[str]
) -> list[str] | None:
    """Return "Kettles", "Lids" and "My lid" of "Kettles: Lids » My lid" on the site "Kettles".

    Links above lead to the board alone: "Kettles: my lid | Lids" begins with the title of a thread.
    """
    home, colon, board = parts[0].partition(": ") if len(parts) > 1 else ("", "", "")
    if not colon or home not in homes:
        return None
    links = (i for i in range(min(stop, len(tree.nodes))) if tree.tag(i) == "a")
    away = {squeeze(tree.text(i)) for i in links if not leads_here(tree, i)}
    return [home, board, *parts[1:]] if board in away and parts[-1] not in away else None


def _without_page(name: str) -> str:
    """Return "Lids" of "Lids Page 2"."""
    for words in (2, 1):
        head, *tail = name.rsplit(" ", words)
        page = " ".join(tail)
        is_worded = sum(map(str.isalpha, page)) > 1
        if tail and is_worded and what_is_said(page).number is not None:
            return head
    return name


def _best_heading(tree: PageTree, whole: str, homes: set[str]) -> tuple[str, set[str]]:
    """Heading that the title has, and best begins with, and all that it has."""
    # Many pages head themselves with the site's name too; the title begins with their own.
    best, rank = "", (False, False, False, 0)
    headings: set[str] = set()
    for element in tree.page.root.iter("h1", "h2", "h3"):
        i = tree.number.get(element)
        if i is not None and tree.text_len[i] > MAX_AROUND:
            continue  # it was never closed and holds the page
        text = squeeze("".join(element.itertext()))
        if text not in whole and element.tag == "h1":
            text = _labelled(text, whole) or _behind_prefix(element, text, whole)
        if not 1 < len(text) <= MAX_TITLE or text not in whole:
            continue
        headings.add(text)
        begins = whole.startswith(text)
        if not begins and (text in homes or (i is not None and _leads_away(tree, i))):
            continue  # the name of the site or board, where the thread's stands in no heading
        # The whole title can be a heading as well.
        is_part = begins and _SEPARATOR.match(whole, len(text)) is not None
        mine = text not in homes, begins, is_part, len(text)
        if mine > rank:
            best, rank = text, mine
    return best, headings


def _rival(
    tree: PageTree, heading: str, whole: str, parts: list[str], homes: set[str], spoken: Spoken
) -> str:
    """Part of a title that is more likely what a page of posts shows than its heading is.

    The heading is the name of the site or board then: the page says it nowhere else.
    """
    rest = _rest_behind(heading, whole, _MARK)
    edges = [part for part in parts if not names_view(part)] if heading in parts else [rest]
    if not edges or not (rest or whole.endswith(heading)) or _names_this(tree, heading):
        return heading
    # What is shown and its site stand at the two ends.
    other = edges[-1] if rest else edges[0]
    if not other or other in homes or not _is_apart(other, heading) or _names_another(tree, other):
        return heading
    if _names_another(tree, heading) and _names_this(tree, other):
        return other  # "Board: Lids", with a heading each and a trail that leads to both
    at_edge = str.endswith if rest else str.startswith
    runs = (run for run in _runs(whole) - homes if _is_apart(run, heading) and at_edge(run, other))
    if told := told_title(tree, (heading, other, *runs)):
        return told
    if _is_spoken(spoken, heading, other):
        return heading  # people can talk of their forum, too
    if sounds_like_site(other) != sounds_like_site(heading):
        return heading if sounds_like_site(other) else other
    if _asks(other) != _asks(heading):
        return other if _asks(other) else heading
    is_shown = _is_spoken_alone if rest else _is_spoken
    return other if is_shown(spoken, other, heading) else heading


def _is_apart(part: str, heading: str) -> bool:
    """Whether neither of two texts has the other."""
    return heading not in part and part not in heading


def _is_spoken(spoken: Spoken, one: str, other: str) -> bool:
    """Whether the records of a page have the words of one text, and those of another less."""
    return spoken.share(one) >= max(_SAID, 2 * spoken.share(other))


def _is_spoken_alone(spoken: Spoken, one: str, first: str) -> bool:
    """Whether records say a text, and nothing of that with which a title begins.

    Titles begin with what is shown, mostly, and end with what the site is about.
    """
    return spoken.share(one) >= 0.5 and spoken.lack(first)


def _names_another(tree: PageTree, text: str) -> bool:
    """Whether a part of a title is the name of another page, as of the board."""
    return not _names_this(tree, text) and any(squeeze(x.text) == text for x in tree.page.links)


def _names_this(tree: PageTree, text: str) -> bool:
    """Whether links with a text lead to the page itself, or to another of its pages."""
    here = tree.page.url
    numbers = set(url_numbers(here))
    urls = {link.url for link in tree.page.links if squeeze(link.text) == text}
    return here in urls or (bool(numbers) and any(numbers.issubset(url_numbers(u)) for u in urls))


def _named_in_title(
    tree: PageTree,
    whole: str,
    parts: list[str],
    homes: set[str],
    stop: int,
    spoken: Spoken | None,
) -> str:
    """Part of the title of a page that no heading repeats, or what stands in its place."""
    folder = _FOLDER.match(whole)
    if folder is not None and folder[1] in urlsplit(tree.page.url).path:
        whole = whole[folder.end() :]
        parts = [part for part in _SEPARATOR.split(whole) if part]
    if len(parts) == 1:
        # "Works: Lids"
        rests = (_rest_behind(home, whole, _MARK) for home in homes)
        whole = next(filter(None, rests), whole)
        parts = [whole] if whole else []
    if answered := _answered(tree, whole):
        return answered
    names = {part for part in parts if any(f"{home} ".startswith(f"{part} ") for home in homes)}
    reverse = bool(parts) and parts[0] in names
    shown = _shown_part(tree, whole, stop, homes | names, reverse=reverse)
    own = [part for part in parts if part not in names]
    if spoken:
        own = [part for part in own if not names_view(part)] or own
    if len(own) > 1 and shown == own[0 if reverse else -1]:
        shown = ""  # the site is named at the other end, and in its head
    if shown:
        return _rival(tree, shown, whole, parts, homes, spoken) if spoken else shown
    end = len(tree.nodes)
    # Of lists the title tells more than a heading that can be the site's.
    untold = (
        spoken is not None
        and not _shown_part(tree, whole, end, homes | names, reverse=reverse)
        and not _is_headed_alike(tree, whole, stop)
    )
    if (parts and not own) or (len(parts) == 1 and untold):
        told = (
            _heading_of_itself(tree, stop)
            or _only_heading(tree, whole, stop, homes | names)
            or last_step(tree, stop, homes | names)
            or (_heading_spoken_of(tree, stop, homes | names, spoken) if spoken else "")
            or (_only_heading(tree, whole, stop, homes | names, "h2") if spoken else "")
        )
        if told and (not own or (spoken and _is_site(tree, whole, told, spoken))):
            return told
    first = own[-1 if reverse else 0] if own else ""
    if spoken and len(own) > 1:
        if told := told_title(tree, _runs(whole) - homes - names):
            return told
        others = [part for part in own if part != first and not _names_another(tree, part)]
        other = max(others, key=spoken.share, default=first)
        if other != first and _is_spoken_alone(spoken, other, first):
            return other
    return first or (parts[0] if parts else "")


def _heading_spoken_of(tree: PageTree, stop: int, homes: set[str], spoken: Spoken) -> str:
    """Text of a heading above the records that other places tell, or whose words they have."""
    headings = [behind_trail(tree, i) for i in _headings_above(tree, stop, "h1", "h2", "h3")]
    texts = [text for text in headings if len(text) > 1 and text not in homes]
    if told := told_title(tree, texts):
        return told
    said = max(texts, key=spoken.share, default="")
    return said if said and spoken.share(said) >= _SAID else ""


def _is_site(tree: PageTree, title: str, heading: str, spoken: Spoken) -> bool:
    """Whether of a title and a heading that say nothing of each other the title is the site's."""
    if told := told_title(tree, (title, heading)):
        return told == heading
    if _is_spoken(spoken, heading, title) or _is_spoken(spoken, title, heading):
        return spoken.share(heading) > spoken.share(title)
    for tells in (sounds_like_site, _asks):
        if tells(title) != tells(heading):
            return tells(title) is (tells is sounds_like_site)
    # A longer title is hardly a site's: the heading may be the board's.
    return weight_of(title) <= max(_SITE, weight_of(heading))


def _asks(text: str) -> bool:
    """Whether a text is a question: no site is called one."""
    return text.endswith(("?", "？"))


def _runs(whole: str) -> set[str]:
    """Parts of a title, and what several of them in a row are together."""
    marks = [match.span() for match in _MARK.finditer(whole)][:_MAX_MARKS]
    starts = [0, *(end for _, end in marks)]
    ends = [*(start for start, _ in marks), len(whole)]
    pairs = combinations(range(len(ends) + 1), 2)
    runs = {whole[starts[first] : ends[after - 1]] for first, after in pairs}
    # "Boats for sale (page 3)"
    runs |= {_COUNTED.sub("", run) for run in runs}
    return {run for run in runs if 1 < len(run) <= MAX_TITLE}


def _heading_of_itself(tree: PageTree, stop: int) -> str:
    """Text of a heading above the records that links to the page itself, or to its first one.

    A main heading behind it heads them instead.
    """
    headings = _headings_above(tree, stop, "h1", "h2", "h3")
    main = max((i for i in headings if tree.tag(i) == "h1"), default=-1)
    here = (i for i in headings if i >= main and tree.text_len[i] > 1 and leads_here(tree, i))
    texts = (squeeze(tree.text(i)) for i in here)
    return next((text for text in texts if not names_view(text)), "")


def _headings_above(tree: PageTree, stop: int, *tags: str) -> list[int]:
    """Headings of some tags above the records that are short enough for a title."""
    numbers = (tree.number.get(element, stop) for element in tree.page.root.iter(*tags))
    return [i for i in numbers if i < stop and tree.text_len[i] <= MAX_TITLE]


def _only_heading(tree: PageTree, whole: str, stop: int, homes: set[str], tag: str = "h1") -> str:
    """Text of the one heading of a tag above the records, where the title says nothing of them.

    Some software gives all its pages the title of the site. A heading that is a trail ends with
    the thing.
    """
    mains = (i for i in _headings_above(tree, stop, tag) if tree.text_len[i] > 1)
    told = {squeeze(tree.text(i)): i for i in mains if not _leads_away(tree, i)}
    texts = [text for text in told if text not in homes]
    if len(texts) != 1:
        return ""
    text = behind_trail(tree, told[texts[0]])
    if tag != "h1" and (names_view(text) or kinds_in(text)):
        return ""  # "5 answers"
    return text if _words(whole).isdisjoint(_words(text)) else ""


def _is_headed_alike(tree: PageTree, whole: str, stop: int) -> bool:
    """Whether a heading has most words of a title: spelt in other letters, or the title is cut.

    A main heading above another one is called as the site is.
    """
    words = _words(whole)
    if len(words) < 2:
        return False
    main = next((i for i in range(stop - 1, -1, -1) if tree.tag(i) == "h1"), -1)
    headings = _headings_above(tree, stop, "h1", "h2", "h3")
    texts = (tree.text(i) for i in headings if i == main or tree.tag(i) != "h1")
    return any(2 * len(words & _words(text)) > len(words) for text in texts)


def _words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.lower()) if len(word) > _SHORT}


def _answered(tree: PageTree, whole: str) -> str:
    """Beginning of the title that several posts say that they answer: "Re: Lids for pots"."""
    said: Counter[str] = Counter()
    for i, element in enumerate(tree.nodes):
        text = element.text
        if not text or not 3 < tree.text_len[i] <= len(whole) + _MAX_ANSWER:
            continue
        answer = ANSWER.match(text)
        if answer is None:
            continue
        own = squeeze(text[answer.end() :])
        # "Lids (solved)" is what somebody has made of the title since.
        if len(own) > 1 and whole.startswith(own) and _BESIDE.match(whole, len(own)):
            said[own] += 1
    own, times = said.most_common(1)[0] if said else ("", 0)
    return own if times > 1 or 2 * len(own) >= len(whole) else ""


def _behind_board(tree: PageTree, heading: str, whole: str, headings: set[str]) -> str:
    """Heading with which the title ends and that links to the page, below its board's.

    The first one leads to the board, or to the first page of the thread that it names.
    """
    rest = _rest_behind(heading, whole, _SEPARATOR)
    if rest not in headings:
        return ""
    places = [tree.number.get(element, -1) for element in tree.page.root.iter("h1", "h2", "h3")]
    named = [i for i in places if i >= 0 and squeeze(tree.text(i)) == heading]
    if not named or not all(_leads_away(tree, i) for i in named):
        return ""
    here = tree.page.url
    own = {squeeze(link.text) for link in tree.page.links if link.url.partition("#")[0] == here}
    return rest if rest in own else ""


def _labelled(text: str, whole: str) -> str:
    """Beginning of the title behind a word on the page that says what it is: "Subject: Lids"."""
    label = _LABEL.match(text)
    own = text[label.end() :] if label is not None else ""
    return own if whole.startswith(own) and not whole[len(own) : len(own) + 1].isalnum() else ""


def _behind_prefix(heading: HtmlElement, text: str, whole: str) -> str:
    """Words of a heading behind a label in a box of its own: "<span>Sale</span> Lids".

    The title has a sign between the two: "Sale - Lids".
    """
    own = squeeze("".join((heading.text or "", *(child.tail or "" for child in heading))))
    prefix = text.removesuffix(own).rstrip()
    if not own or len(prefix) in (0, len(text)):
        return ""
    rest = _rest_behind(prefix, whole, _SEPARATOR)
    return own if rest.startswith(own) and _BESIDE.match(rest, len(own)) else ""


def _linked_here(tree: PageTree, heading: str, whole: str, stop: int) -> str:
    """Heading that links to the page or its first, behind one that names the site or board.

    Both stand in the title, each by itself: "Kettleworks - View topic - A kettle that hums".
    """
    named = False
    for element in tree.page.root.iter("h1", "h2", "h3"):
        text = squeeze("".join(element.itertext()))
        i = tree.number.get(element, stop)
        if text == heading:
            if i >= stop or leads_here(tree, i):
                return ""
            named = True
        elif named and i < stop and 1 < len(text) <= MAX_TITLE:
            is_apart = text in whole.replace(heading, "\0")
            if is_apart and leads_here(tree, i):
                return text
    return ""


def _without_board(tree: PageTree, heading: str, headings: set[str]) -> str:
    """Heading of the thing alone, where another has the name of its board behind it.

    "A kettle that hums > Kitchen" stands above "Kitchen", or a link to it, and "A kettle that
    hums".
    """
    marks = [match.span() for match in _SEPARATOR.finditer(heading)]
    parts = [(heading[:start], heading[end:]) for start, end in marks]
    parts = [(own, rest) for own, rest in parts if own in headings]
    named = headings | ({squeeze(link.text) for link in tree.page.links} if parts else set())
    return next((own for own, rest in parts if rest in named), heading)


def _behind_number(tree: PageTree, heading: str, whole: str, stop: int) -> str:
    """Heading behind one of nothing but a kind and the number in the page's address.

    "Bug #18" stands above "The lid rattles", and the title is "Bug #18: The lid rattles - Pots".
    """
    number = _NUMBERED.fullmatch(heading)
    rest = _rest_behind(heading, whole, _MARK)
    if number is None or not rest or int(number[1]) not in url_numbers(tree.page.url):
        return ""
    headings = _headings_above(tree, stop, "h1", "h2", "h3")
    texts = (squeeze(tree.text(i)) for i in headings)
    told = [text for text in texts if rest.startswith(text) and _BESIDE.match(rest, len(text))]
    return max(told, key=len, default="")


def _below(tree: PageTree, heading: str, whole: str, stop: int, homes: set[str]) -> str:
    """Text of a second main heading above the records, with which the title ends.

    The first names the forum on each of its pages: "Forum of pots: A kettle that hums".
    """
    rest = _rest_behind(heading, whole, _MARK)
    if not rest or rest in homes:
        return ""
    mains = [tree.number.get(element, stop) for element in tree.page.root.iter("h1")]
    shown = [squeeze(tree.text(i)) for i in mains if i < stop]
    return rest if shown[:1] == [heading] and rest in shown[1:] else ""


def _rest_behind(heading: str, whole: str, parts: re.Pattern[str]) -> str:
    """Return what stands in a title behind the heading that it begins with, and a sign."""
    mark = parts.match(whole, len(heading)) if whole.startswith(heading) else None
    return whole[mark.end() :] if mark is not None else ""


def _leads_away(tree: PageTree, i: int) -> bool:
    """Whether an element is nothing but a link to another page."""
    if not 0 < tree.text_len[i] == tree.link_len[i]:
        return False
    url = tree.page.url
    here = set(url_numbers(url))
    linked = linked_from(tree, i)
    if not here:
        # No number tells what is shown.
        return bool(linked) and not any(is_same_list(link, url) for link in linked)
    if not linked or any(here.issubset(url_numbers(link)) for link in linked):
        return False
    return not leads_here(tree, i)


def _shown_part(tree: PageTree, whole: str, stop: int, homes: set[str], *, reverse: bool) -> str:
    """Longest part of a title that is all the text of an element before the records.

    Titles begin with the name of what is shown, those that begin with the site's end with it.
    What stands in their midst is the board's where it leads away.
    """
    parts = _runs(whole) - homes
    longest = max(map(len, parts), default=0)
    at_edge = whole.endswith if reverse else whole.startswith
    places: dict[str, list[int]] = {}
    loose: set[str] = set()
    for i in range(min(stop, len(tree.nodes))):
        # The last step of a trail, or its last line where it is written with breaks.
        tail = tree.nodes[i].tail
        if tail and len(tail) <= 2 * longest and (line := without_arrow(squeeze(tail))) in parts:
            loose.add(line)
        # Chinese characters count twice.
        if not 0 < tree.text_len[i] <= 2 * longest:
            continue
        text = squeeze(tree.text(i))
        label = None if text in parts else _LABEL.match(text)
        if (own := text[label.end() :] if label is not None else text) in parts:
            places.setdefault(own, []).append(i)
    inert = {
        text
        for text, its in places.items()
        if any(not _leads_away(tree, i) for i in its[-_MAX_PLACES:])
    }
    shown = [text for text in places if at_edge(text) or text in inert]
    shown += [text for text in loose if text not in places]
    if not reverse:
        # The site is named first where its name leads away and what stands behind it does not.
        shown = [
            text for text in shown if text in inert or _rest_behind(text, whole, _MARK) not in inert
        ]
    return max(shown, key=lambda text: (at_edge(text), len(text), text), default="")
