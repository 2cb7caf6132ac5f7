"""Who wrote an article, as its byline says."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.extraction.articles.bylines import in_margin
from fpcrawl.extraction.articles.bylinewords import told_above_words, told_beside_times
from fpcrawl.extraction.articles.signatures import Writers, calling, signed
from fpcrawl.extraction.articles.surroundings import MAX_LINE
from fpcrawl.extraction.names.names import (
    is_affiliation,
    is_bare_name,
    is_editor,
    is_group,
    is_label,
    is_labelled,
    is_name,
    is_office,
    is_own_name,
    is_person,
    split_names,
    without_calling,
)
from fpcrawl.extraction.text import DOTS, squeeze, text_of, weight_of
from fpcrawl.extraction.vocabulary import (
    HANDS_ON,
    is_for_listeners,
    leads_to_licence,
    leads_to_writer,
    not_published,
)
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from lxml.html import HtmlElement

    from fpcrawl.extraction.articles.surroundings import Surroundings
    from fpcrawl.extraction.tree import PageTree

__all__ = ["Writers", "find_writers"]

_WRITER = re.compile(
    r"(?:^|[-_ ])(?:by-?line|authors?|writers?|reporter|journalist|contributors?|auteur|autor"
    r"|penulis|yazar|kirjoittaja|forfatter|skribent|redattore|periodista|avtor|muhabir|tac-?gia)"
    r"|author(?:s|name)?(?:[-_ ]|$)|byline",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?:^|[-_ ])(?:user|username|nick|nickname|poster|member)|(?:poster|user|nick)(?:[-_ ]|$)"
    r"|(?:^| )(?:auth|fn)(?: |$)",
    re.IGNORECASE,
)
#: "member-only", "user-menu": what members alone may do names nobody.
_FOR_MEMBERS = re.compile(
    r"(?:user|member|subscriber)s?[-_]?(?:only|menu|login|area|nav|bar|link|tool|action|panel)",
    re.IGNORECASE,
)
#: With what a line ends that another name follows.
_GOES_ON = re.compile(r"([,&、，]|\s(?:and|und|et|y|e|en))\s*\n")
#: Attributes that tell what an element is; where classes are made by a machine, the last do.
_TELLING = ("class", "id", "itemprop", "rel", "data-testid", "data-component")
_NOT_WRITER = re.compile(r"comment|related|teaser|share|social|recommend", re.IGNORECASE)
#: What says that a name follows.
_IS_LABEL = re.compile(r"(?:^|[-_ ])label(?: |$)", re.IGNORECASE)
_PICTURE = re.compile(r"caption|photo|credit|image|picture|bild", re.IGNORECASE)
#: One or two words and a colon; those that do not stand before a writer's name.
_LABEL = re.compile(r"\W*([^\s\d:：|,]{2,20}(?: [^\s\d:：|,]{2,20})?)\s*[:：]\s*(?=\S)")
_OTHER_LABEL = re.compile(
    r"caption|photo|foto|credit|image|picture|bild|source|fonte|fuente|quelle|来源|來源|출처|tags?$"
    r"|categor|kategor|section|topic|rubri|edit|update",
    re.IGNORECASE,
)
#: Elements after the heading in which a name is looked for beside a time.
NEAR = 12
#: How many texts somebody wrote, elements around a name that hold those of others, and
#: characters of a list of writers.
_COUNT = re.compile(r"\(\d{1,5}\)")
COUNTED, MAX_LIST = 3, 1_000
#: Classes of what a site says of its writers.
_BADGE = re.compile(r"(?:^|[-_ ])(?:badge|level|lv|rank)(?:$|[-_ \d])", re.IGNORECASE)
#: How far somebody has come there: "Lv3".
_LEVEL = re.compile(r"\W*(?:lv|lvl|level|等级|等級)[.:：]?\s?\d{1,3}\W*", re.IGNORECASE)
#: What stands between a name and a time.
_SIGNS, _DASHES = "—–-|" + DOTS + "/,", "—–-"
#: Elements between the first and the last name of a line, at most.
LINE = 200
#: Characters of what tells what somebody is.
MAX_OFFICE = 40
#: Elements around a name that can be its line.
LINE_LEVELS = 2
#: A box of more elements is no byline, but cards can stand in it.
MANY = 8
_LINES = frozenset({"div", "li", "p"})
#: What of several alike in a line each is a name.
_ITEMS = frozenset({"a", "li"})
_BY_NAME = re.compile(r"/a[vf]/([a-z]+(?:-[a-z]+)+)/?$", re.IGNORECASE)
#: Elements of a line among which its names are looked for.
MAX_PARTS = 20
#: Elements above a name among which a card is looked for, and what a title on it weighs.
CARD, MIN_TITLE = 4, 12
#: From here on distance says little more.
FAR = 40
#: Evidence that is no byline at all any more.
TOO_WEAK = 60.0
_NOT_NAME = re.compile(r"[\d:：|,]|\b(?:on|at|in)\b|发布|发表|来源|浏览|阅读", re.IGNORECASE)


def find_writers(tree: PageTree, around: Surroundings) -> Writers:
    """Return the names that stand in an article's byline.

    Marked elements (by class, microdata or link) and lines that begin with a word for an author
    count by their distance from the heading and the body; a name beside the time, and a
    signature at the end of the body, where there are none. What a licence is called is no name.
    """
    licences = _licences(tree)
    found = _find_writers(tree, around, licences)
    if not licences.intersection(found.names):
        return found
    names = tuple(name for name in found.names if name not in licences)
    return Writers(names, found.nodes if names else (), found.sure)


def _licences(tree: PageTree) -> set[str]:
    """Return what the links to the terms of licences say, and what could be names in them."""
    links = (i for i, tag in enumerate(tree.tags) if tag == "a" and leads_to_licence(tree.nodes[i]))
    texts = [squeeze(tree.text(i)) for i in links]
    return {*texts, *(name for text in texts for name in split_names(text))}


def _find_writers(tree: PageTree, around: Surroundings, licences: Set[str]) -> Writers:
    """Return the names of the byline, which can be those of licences where it is unmarked."""
    best: tuple[float, int, list[str]] | None = None
    found: dict[int, tuple[float, list[str]]] = {}
    form_ends = 0
    for i, element in enumerate(tree.nodes):
        if element.tag == "form":
            form_ends = max(form_ends, tree.end[i])
        # "Your name" is nobody's.
        if i < form_ends or not 0 < tree.text_len[i] <= MAX_LINE or around.is_other(i):
            continue
        if around.in_body(i) and any(tree.tag(a) == "figcaption" for a in tree.ancestors(i, CARD)):
            continue  # of a picture above the words
        judged = _judge(tree, around, i)
        if judged is None or judged[0] > TOO_WEAK or not licences.isdisjoint(judged[1]):
            continue
        if _is_of_others(tree, around, i):
            continue
        found[i] = judged
        if best is None or judged[0] < best[0]:
            best = (judged[0], i, judged[1])
    # Who edited it did not write it.
    if best is None or is_editor(tree.text(best[1])):
        unmarked = _unmarked(tree, around)
        return unmarked if unmarked.names else _within(tree, around)
    _, i, names = best
    written = None if any(map(is_bare_name, names)) else _in_first_lines(tree, around)
    if written is None and not any(map(is_bare_name, names)):
        written = _before_account(tree, around, best[1])
    if written is not None:
        return written
    if around.is_behind(i):
        # A card below the text can be that of one of those who wrote it.
        line = told_beside_times(tree, around)
        if line is not None and set(names) < set(line.names):
            return Writers(line.names, (line.node,), sure=True)
    names = _linked_within(tree, i, names, found)
    nodes = [i]
    near = {
        n: told for n, told in found.items() if abs(n - i) <= LINE and not is_editor(tree.text(n))
    }
    for other, (_, more) in sorted(near.items()):
        if other != i and _same_line(tree, i, other, near):
            names = [*names, *(name for name in more if name not in names)]
            nodes.append(other)
    if len(nodes) == 1 and not tree.holds(i, around.heading):
        names = _line_names(tree, i, names)
    if len(nodes) > 1:
        # In the order of the page.
        order = sorted(nodes)
        names = list(dict.fromkeys(name for n in order for name in found[n][1]))
        nodes = order
    return Writers(tuple(names), tuple(nodes), sure=True)


def _before_account(tree: PageTree, around: Surroundings, i: int) -> Writers | None:
    """Name of somebody in the line of the account from which it was sent, before that."""
    if not _NAMED.search(_names_of(tree.nodes[i])):
        return None
    for line in tree.ancestors(i, LINE_LEVELS):
        if tree.text_len[line] > MAX_LINE // 2 or tree.holds(line, max(around.heading, 0)):
            return None
        kids = tree.children(line)
        told = [kid for kid in kids if kid < i and is_own_name(squeeze(tree.text(kid)))]
        if len(told) == 1 and len(kids) > 2:
            return Writers((squeeze(tree.text(told[0])),), (told[0],), sure=True)
    return None


def _in_first_lines(tree: PageTree, around: Surroundings) -> Writers | None:
    """Names with a word for an author in the first lines of the words: "文 | 冯舟".

    They tell more than the account from which it was sent.
    """
    told = told_above_words(tree, around)
    if told is None or not told.labelled or not around.in_body(told.node):
        return None
    return (
        Writers(told.names, (told.node,), sure=True) if all(map(is_bare_name, told.names)) else None
    )


def _linked_within(
    tree: PageTree, i: int, names: list[str], found: dict[int, tuple[float, list[str]]]
) -> list[str]:
    """Names of the links in a byline where they are more: a bar can part them."""
    inside = (
        told for n, (_, told) in sorted(found.items()) if i < n < tree.end[i] and tree.tag(n) == "a"
    )
    linked = list(dict.fromkeys(name for told in inside for name in told))
    more = len(linked) > len(names) and linked[: len(names)] == names
    return linked if more and all(map(is_own_name, linked)) else names


def _line_names(tree: PageTree, i: int, names: list[str]) -> list[str]:
    """Names of the line around a name: the second of two can stand without a link."""
    for line in tree.ancestors(i, LINE_LEVELS):
        if tree.text_len[line] > MAX_LINE // 2:
            break
        told = split_names(tree.text(line), labelled=True)
        if len(told) > len(names) and told[: len(names)] == names and all(map(is_own_name, told)):
            return told
    return names


def _unmarked(tree: PageTree, around: Surroundings) -> Writers:
    """Names in the line of a time or beside it, and those with which a text is signed."""
    told = told_beside_times(tree, around)
    if told is not None and told.labelled:
        return Writers(told.names, (told.node,), sure=True)
    found = _beside_time(tree, around) or _beside_office(tree, around) or signed(tree, around)
    if not found.names and told is None:
        told = told_above_words(tree, around)
    if found.names or told is None:
        return found
    return Writers(told.names, (told.node,), sure=told.labelled)


def _beside_office(tree: PageTree, around: Surroundings) -> Writers | None:
    """Name between heading and words before an element that says what its bearer is."""
    for i in range(max(around.heading, 0), around.words):
        behind = tree.nodes[i].getnext()
        office = tree.number.get(behind, -1) if behind is not None else -1
        if office < 0 or not 0 < tree.text_len[office] <= MAX_OFFICE:
            continue
        if is_own_name(tree.text(i)) and is_office(squeeze(tree.text(office))):
            return Writers((squeeze(tree.text(i)),), (i,))
    return None


def _within(tree: PageTree, around: Surroundings) -> Writers:
    """Names that are marked, and labelled or linked, among the words: "By Ann" below the lead."""
    if around.body is None:
        return Writers()
    for i in range(around.body[0] + 1, around.body[1]):
        if not 0 < tree.text_len[i] <= MAX_LINE // 2 or i in around.comments:
            continue
        get = tree.nodes[i].get
        if _is_line_of_writer(tree, around, i):
            return Writers((squeeze(tree.text(i)),), (i,), sure=True)
        told = " ".join(filter(None, map(get, _TELLING)))
        if not _WRITER.search(told) or _NOT_WRITER.search(told) or _is_on_card(tree, i):
            continue
        text = _lines(tree.nodes[i])
        linked = any(
            tree.tag(j) == "a" and leads_to_writer(tree.nodes[j].get("href") or "")
            for j in range(i, min(tree.end[i], i + MAX_PARTS))
        )
        names = _without_affiliations(tree, i, _names(text, labelled=not linked))
        if names and all(map(is_person, names)) and not is_editor(text):
            return Writers(tuple(names), (i,), sure=True)
    return Writers()


def _is_line_of_writer(tree: PageTree, around: Surroundings, i: int) -> bool:
    """Whether a link to a writer is all that a line says, above most of the words."""
    href = tree.nodes[i].get("href") or ""
    if tree.tag(i) != "a" or not (leads_to_writer(href) or _is_named_page(href, tree.text(i))):
        return False
    box = tree.parent[i]
    alone = tree.tag(box) in _LINES and tree.text(box) == tree.text(i)
    if not alone or not is_own_name(squeeze(tree.text(i))) or _is_on_card(tree, i):
        return False
    first, behind = around.body or (0, 0)
    return 2 * i < first + behind


def _is_named_page(href: str, name: str) -> bool:
    """Whether an address is "by" in Scandinavia, which much else is, and that name."""
    by = _BY_NAME.search(href)
    told, words = by[1].split("-") if by else [], name.casefold().split()
    # Other letters than those of addresses are written in some way.
    return len(told) == len(words) > 1 and all(
        one[0] == word[0] or not word[0].isascii() for one, word in zip(told, words, strict=True)
    )


def _is_of_others(tree: PageTree, around: Surroundings, i: int) -> bool:
    """Whether an element behind the body stands with comments, or on the card of another text."""
    behind = around.heading if around.body is None else around.body[1] - 1
    if i <= max(behind, 0):
        return False
    return is_comment_area(tree, i, strict=True) or _is_on_card(tree, i)


def _is_on_card(tree: PageTree, i: int) -> bool:
    """Whether the links nearest to a name lead to one text, whose title they tell."""
    for above in tree.ancestors(i, CARD):
        if tree.text_len[above] > MAX_LINE:
            return False
        linked: dict[str, str] = {}
        for j in range(above + 1, tree.end[above]):
            href = tree.nodes[j].get("href") or ""
            if tree.tag(j) == "a" and j != i and not leads_to_writer(href):
                page = href.partition("#")[0]
                linked[page] = max(linked.get(page, ""), tree.text(j), key=len)
        if linked:
            return len(linked) == 1 and weight_of(next(iter(linked.values()))) >= MIN_TITLE
    return False


def _judge(tree: PageTree, around: Surroundings, i: int) -> tuple[float, list[str]] | None:
    """How far an element is from being the byline, and the names it tells."""
    element = tree.nodes[i]
    get = element.get
    told = _names_of(element)
    marked = bool(told) and bool(
        _WRITER.search(told) or (_NAMED.search(told) and not _FOR_MEMBERS.search(told))
    )
    marked = marked or _is_labelled_cell(tree, i) or _is_contact(tree, i)
    # A label can be shown only to who points at the name.
    hint = get("title") or ""
    marked = marked or (bool(hint) and is_label(hint) and not is_editor(hint))
    href = get("href") or "" if element.tag == "a" else ""
    linked = _is_page(href) and not HANDS_ON.search(href) and leads_to_writer(href)
    if (tree.end[i] == i + 1 and _is_badge(element)) or _names_site(tree, around, i):
        return None
    if (marked and _NOT_WRITER.search(told)) or (href and HANDS_ON.search(href)):
        return None
    heading = around.in_heading(tree, i)
    # Most of a page is only looked at where it says that a name follows.
    short = not heading and tree.text_len[i] <= MAX_LINE // 2
    called = calling(tree.text(i)) if short else []
    told_so = short and (bool(called) or is_labelled(tree.text(i)))
    told_so = told_so and not _is_title(tree, around, i)
    if not (marked or linked or told_so) or _is_counted(tree, i):
        return None
    if not told_so and _IS_LABEL.search(get("class") or ""):
        return None
    text = _lines(element) if tree.end[i] > i + 1 else tree.text(i)
    names = called or _names(text, labelled=not (marked or linked))
    names = _without_affiliations(tree, i, names)
    cards = _on_cards(tree, i) if marked else []
    names = cards or names
    if not names:
        return None
    labelled = bool(called) or bool(split_names(text, labelled=True))
    if labelled and not (marked or linked):
        if around.in_body(i) and not (is_person(names[0]) and tree.text_len[i] <= MAX_LINE // 3):
            # "A day by the sea" begins a text.
            return None
        if around.in_body(i) and text.endswith(("。", "！", "？")):
            return None
        if text.isascii() and not any(is_person(name) or " " not in name for name in names):
            return None
    # Several cards are as near as the last of them.
    near = min(map(around.distance, (i, tree.end[i] - 1) if cards else (i,)))
    if near > FAR and not (marked or told_so or around.in_foot(i)):
        # Menus lead to pages for members, and sections can be called as these are.
        return None
    score = near if near <= FAR else FAR + 4 * (near - FAR) ** 0.5
    if get("rel") == "author" or "author" in (get("itemprop") or ""):
        score -= 45
    elif linked:
        score -= 40
    elif marked:
        score -= 35 if _WRITER.search(told) else 15
    score -= 30 * labelled
    score += 40 * (labelled and is_editor(text))
    score -= 10 * any(map(is_person, names))
    score += 60 * in_margin(tree, i) + 20 * (tree.end[i] - i > MANY and not cards)
    above = [i, *tree.ancestors(i, 2)]
    if any(tree.tag(a) in {"figure", "figcaption"} or _PICTURE.search(tree.sig[a]) for a in above):
        score += 40
    return score, names


def _is_title(tree: PageTree, around: Surroundings, i: int) -> bool:
    """Whether an element says no more than the heading does: a title can begin with "By", too."""
    heading = around.heading
    return heading >= 0 and tree.text(heading).startswith(tree.text(i))


def _is_counted(tree: PageTree, i: int) -> bool:
    """Whether names stand in a list of all who write: "Ann Smith (12)", "Bo Lee (7)"."""
    if not _COUNT.search(tree.text(i)):
        return False
    around = (i, *tree.ancestors(i, COUNTED))
    return any(
        tree.text_len[a] <= MAX_LIST and len(_COUNT.findall(tree.text(a))) > 1 for a in around
    )


def _on_cards(tree: PageTree, i: int) -> list[str]:
    """Names of several people in a box that has a card of the same kind for each of them."""
    cards = tree.children(i)
    if len(cards) < 2 or len({tree.sig[card] for card in cards}) > 1:
        return []
    names = [_first_words(tree, card) for card in cards]
    if not all(map(is_name, names)) or len(set(names)) < len(names):
        return []
    if tree.end[i] - i <= MANY:
        # Of a line the parts can tell as well where somebody is, or for whom.
        is_list = {tree.tag(card) for card in cards} <= _ITEMS and _lead_alike(tree, cards)
        return names if is_list and all(map(is_own_name, names)) else []
    return names if any(map(is_own_name, names)) else []


def _lead_alike(tree: PageTree, cards: Sequence[int]) -> bool:
    """Whether several elements have links to pages of one kind, or all to write by mail."""
    kinds = set()
    for card in cards:
        links = (j for j in range(card, tree.end[card]) if tree.tag(j) == "a")
        there, asks, _ = (tree.nodes[next(links, card)].get("href") or "").partition("?")
        by_mail = there.startswith("mailto:")
        kinds.add("mailto:" if by_mail else there if asks else there.rstrip("/").rpartition("/")[0])
    return len(kinds) == 1 and "" not in kinds


def _first_words(tree: PageTree, i: int) -> str:
    """Text of the first element in one that has words of its own."""
    inside = range(i, tree.end[i])
    return next((tree.text(j) for j in inside if (tree.nodes[j].text or "").strip()), "")


def _names_of(element: HtmlElement) -> str:
    """Return what the attributes of an element say that it is."""
    return " ".join(filter(None, map(element.get, _TELLING)))


def _names_site(tree: PageTree, around: Surroundings, i: int) -> bool:
    """Whether an element above the heading leads to the start page, as the name of a site does."""
    href = tree.nodes[i].get("href")
    return tree.tag(i) == "a" and href is not None and i < around.heading and not _is_page(href)


def _is_labelled_cell(tree: PageTree, i: int) -> bool:
    """Whether the cell before one is nothing but a word for an author."""
    if tree.tag(i) not in {"dd", "td"}:
        return False
    before = tree.number.get(tree.nodes[i].getprevious(), -1)
    text = tree.text(before) if before >= 0 else ""
    return is_label(text) and not is_editor(text)


def _is_contact(tree: PageTree, i: int) -> bool:
    """Whether an element tells whom to ask about the text, not about the page."""
    return tree.tag(i) == "address" and not in_margin(tree, i)


def _is_page(href: str) -> bool:
    """Whether an address is more than that of a site: "user.site.example" is nobody's page."""
    try:
        there = urlsplit(href)
    except ValueError:
        return False
    return bool(there.path.strip("/") or there.query or there.fragment)


def _names_nobody(element: HtmlElement) -> bool:
    """Whether an element is a button, a badge, an address for letters, or only read out."""
    if element.tag == "button" or (element.get("href") or "").startswith("mailto:"):
        return True
    return _is_badge(element) or is_for_listeners(element.get("class") or "")


def _is_badge(element: HtmlElement) -> bool:
    """Whether an element says what rank somebody has on a site."""
    return bool(_BADGE.search(element.get("class") or "") or _LEVEL.fullmatch(element.text or ""))


def _lines(element: HtmlElement) -> str:
    """Text of an element; what stands in lines of its own is no part of a name.

    Nor is what stands in an element of its own right behind a name: what its bearer is. Buttons,
    badges, addresses for letters and labels that are only read out tell none.
    """
    beside = set(filter(_names_nobody, element.iterdescendants("*")))
    text = text_of(element, beside) or text_of(element)
    for before, behind in pairwise(filter(None, element.itertext())):
        if before[-1].islower() and behind[0].isupper():
            name, rest = squeeze(before), squeeze(behind)
            if is_own_name(name):
                text = text.replace(name + rest, f"{name}\n{rest}", 1)
    return _GOES_ON.sub(r"\1 ", text).replace("\n", " | ")


def _without_affiliations(tree: PageTree, i: int, names: list[str]) -> list[str]:
    """Names without what stands beside them: "Ann Smith Fox News", "Ann Smith, CNN".

    A name ends where the link or the element ends that holds nothing else.
    """
    own = {
        text: tree.tag(j) == "a"
        for j in range(i + 1, min(tree.end[i], i + MAX_PARTS))
        if tree.text_len[j] <= MAX_LINE // 3 and is_own_name(text := squeeze(tree.text(j)))
    }
    cut = [
        next((text for text, linked in own.items() if _holds_more(name, text, linked)), name)
        for name in names
    ]
    if len(cut) > 1 and is_person(cut[0]):
        # Where all names are in capitals, those say nothing.
        is_beside = is_group if cut[0].isupper() else is_affiliation
        cut = [cut[0], *(name for name in cut[1:] if not is_beside(name))]
    if own.get(cut[0]) if cut else False:
        # What stands in no link beside one is where its bearer is: "Ann Smith, Lakeside".
        cut = [name for name in cut if name in own or " " in name or not name[:1].isupper()]
    return list(dict.fromkeys(cut))


def _holds_more(name: str, own: str, linked: bool) -> bool:
    """Whether a name is another one with what is none beside it."""
    if len(name) <= len(own) or f" {own} " not in f" {name} ":
        return False
    rest = name.replace(own, "", 1).strip()
    return linked or is_affiliation(rest) or "-" in rest


def _names(text: str, *, labelled: bool) -> list[str]:
    if not labelled and len(text.split()) == 1 and not find_times(text):
        # A nickname can hold digits.
        bare = text.strip(" ,;:，；：|[]()（）【】《》")
        several = split_names(bare)
        if several[1:] and all(map(is_bare_name, several)):
            return several
        # "하늘(sky)": a name, and what its bearer is called on the site.
        whole = bare.count("(") == bare.count(")")
        whole = whole and ("：" not in bare and not _OTHER_LABEL.match(bare))
        if whole and is_name(bare) and not split_names(bare, labelled=True):
            return [without_calling(bare)]
    label = _LABEL.match(text) if not labelled else None
    if label is not None and not is_labelled(text) and not _OTHER_LABEL.search(label[1]):
        # A word of a language that is not known, before a name.
        names = split_names(text[label.end() :])
        if names and is_person(names[0]):
            return names
    return split_names(text, labelled=labelled)


def _same_line(
    tree: PageTree, i: int, other: int, found: dict[int, tuple[float, list[str]]]
) -> bool:
    """Whether an element names another writer in the line of the first."""
    if tree.sig[other] != tree.sig[i] or tree.holds(i, other) or tree.holds(other, i):
        return False
    href = tree.nodes[i].get("href")
    if href and href == tree.nodes[other].get("href"):
        # "More by her"
        return False
    first, second = (_names_of(tree.nodes[n]) for n in (i, other))
    if _WRITER.search(first) and not _WRITER.search(second) and _NAMED.search(second):
        # The account from which it was sent.
        return False
    for line in tree.ancestors(i, 4):
        if not tree.holds(line, other):
            continue
        told = sum(
            tree.text_len[n] for n in found if tree.holds(line, n) and tree.sig[n] == tree.sig[i]
        )
        return told * 2 >= tree.text_len[line] or tree.text_len[line] <= MAX_LINE
    return False


def _beside_time(tree: PageTree, around: Surroundings) -> Writers | None:
    """Name in a line like "9 November 2026, 13:46 — Piotr" near the heading."""
    mark = around.heading
    for time in tree.times:
        if tree.text_len[time.node] > MAX_LINE // 2 or around.is_other(time.node):
            continue
        if not mark - NEAR <= time.node <= mark + NEAR or time.node == mark:
            continue
        before, shown, behind = tree.text(time.node).partition(time.raw)
        names = _parted_name(before.rstrip(), behind.lstrip()) if shown else []
        if names:
            return Writers(tuple(names), (time.node,))
    return None


def _parted_name(before: str, behind: str) -> list[str]:
    """Name that is all a line has beside its time, if a sign parts them.

    A word without a sign between, or with a colon, is what the time is called.
    """
    if bool(before) is bool(behind):
        return []
    sign = before[-1] if before else behind[0]
    name = (before or behind).strip(_SIGNS + ": ")
    if sign not in _SIGNS or not is_name(name) or _NOT_NAME.search(name):
        return []
    if not_published(name) or not (is_bare_name(name) or (behind and sign in _DASHES)):
        # "Monday, 4 March", "Northern Ireland | 4 March"; but "4 March — Piotr".
        return []
    return [name]
