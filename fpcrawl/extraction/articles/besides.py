"""What stands among the words of an article and only tells who wrote it, and when."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.prosebox import PARAGRAPH
from fpcrawl.extraction.articles.surroundings import BYLINE
from fpcrawl.extraction.text import SENTENCE_ENDS, squeeze, text_of, weight_of
from fpcrawl.extraction.vocabulary import ABOUT_WRITER, HEADINGS
from fpcrawl.pages.dates import find_times
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.articles.surroundings import Surroundings
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "captions_of",
    "clocks_of",
    "head_of",
    "is_signed_sentence",
    "notes_on_writers",
    "quotes_of",
    "writer_cards",
]

_LEAVES = frozenset({"div", "li", "p"})
_BLOCKS = _LEAVES | {"dl", "ol", "section", "table", "ul"}
_SLANTED = frozenset({"em", "i"})
#: Share of a note that is slanted; notes below a text at most, and their characters.
SLANTED, MOST_NOTES, NOTE = 0.95, 3, 500
#: The heading of a card on a writer, its characters, and those of the card.
_ABOUT = late(rf"\W*(?:{ABOUT_WRITER})[a-z]{{0,2}}\W*", re.IGNORECASE)
CARD_HEAD, CARD = 40, 800
_NO_CARD = frozenset({"article", "body", "html", "main"})
_MAIL = re.compile(r"\S@[\w-]+\.\w")
#: Share of a slanted line that stands in links, and how many: it sends its readers elsewhere.
LINKED, MIN_LINKS = 0.2, 2
#: A caption that names who took the picture, in a line of its own, and its characters.
_TAKEN = re.compile(
    r".*(?:[摄攝]影?|供[图圖]|(?:资料|資料)(?:图片?|圖片?|照片)|[图圖]\s?[/／].{2,16})\s*[)）]?\s*"
)
TAKEN, MOST_TAKEN = 90, 0.3
#: What is set to the middle.
_CENTRED = re.compile(r"(?:^|[-_ ])center|text-align\s*:\s*center", re.IGNORECASE)
#: What a quotation in large letters is called, and its weight.
_PULLED = re.compile(r"pull-?_?quote", re.IGNORECASE)
MIN_QUOTE, QUOTE = 16, 400
#: More of them are what the text is about.
MOST_QUOTES = 20
_LETTERS = re.compile(r"[^\W_]+")
#: Characters of a line that tells when a part of a text was written.
CLOCK = 40
#: The label of a field, and fields of a line of them at least: "Updated: 5 May Source: Lake Post".
_FIELD, MIN_FIELDS = re.compile(r"[^\W\d]\s?[:：]"), 2
_CELLS = frozenset({"td", "th", "li", "tr"})
_SENTENCE = re.compile(r"[.!?。！？]$")
#: "Nothing more was said. (Ann Smith, 4.10.2026)"
_SIGNED = re.compile(
    r".{20,}[.!?。！？…][\"”»“]?\s*[(（][^()（）]{3,60}[)）]"
    # "(서울=연합뉴스) 김철수 기자 = 비가 그쳤다."
    r"|.{4,60}\s=\s.{8,}다\.[\"”]?"
)


def writer_cards(tree: PageTree, body: int) -> list[int]:
    """Return the boxes that say who wrote a text, below a heading that tells so.

    Parameters
    ----------
    body
        The element of the text: one that holds it is no card.
    """
    out: list[int] = []
    for i in range(len(tree.nodes)):
        if not 0 < tree.text_len[i] <= CARD_HEAD or _ABOUT.fullmatch(tree.text(i)) is None:
            continue
        box = tree.parent[i]
        if tree.tag(box) in _NO_CARD or not tree.text_len[i] < tree.text_len[box] <= CARD:
            continue
        if tree.text(box).startswith(tree.text(i)) and not (box == body or tree.holds(box, body)):
            out.append(box)
    return out


def notes_on_writers(
    tree: PageTree, body: int, names: Collection[str], furniture: Collection[HtmlElement]
) -> list[HtmlElement]:
    """Return the slanted lines below a text of which one names its writer, or leads elsewhere.

    Parameters
    ----------
    body
        The element of the text.
    names
        Who wrote it.
    furniture
        What in it is none of its words.
    """
    out: list[HtmlElement] = []
    told = False
    for i in _blocks(tree, body, furniture)[: -MOST_NOTES - 2 : -1]:
        text = tree.text(i)
        if not out and len(text) <= NOTE and _tells_writer(tree, body, i, names, furniture):
            return [tree.nodes[i]]
        if len(out) > MOST_NOTES or len(text) > NOTE or not _is_slanted(tree, i):
            break
        told = told or bool(_MAIL.search(text)) or any(name in text for name in names)
        told = told or _leads_elsewhere(tree, i)
        out.append(tree.nodes[i])
    return out if told and len(out) <= MOST_NOTES else []


def _tells_writer(
    tree: PageTree, body: int, i: int, names: Collection[str], furniture: Collection[HtmlElement]
) -> bool:
    """Whether a line begins with its writer's name, set off, that the text does not tell else.

    Before a colon it is who speaks; where several tell what they think, so do other lines.
    """
    text = tree.text(i)
    name = next((name for name in names if text.startswith(name)), "")
    first = next(iter(tree.children(i)), -1)
    if not name or first < 0 or squeeze(tree.nodes[i].text or ""):
        return False
    alone = tree.text(first).rstrip(" ,.") == name and len(text) > 2 * len(name)
    if not alone or text[len(name) :].lstrip()[:1] in {":", "："}:
        return False
    others = (tree.text(j) for j in _blocks(tree, body, furniture) if j != i)
    if any(line.startswith(other) for line in others for other in names):
        return False
    return tree.text(body).count(name) == 1


def _blocks(tree: PageTree, body: int, furniture: Collection[HtmlElement]) -> Sequence[int]:
    """Lines of a text, without those in furniture."""
    blocks, i = [], body + 1
    while i < tree.end[body]:
        if tree.nodes[i] in furniture:
            i = tree.end[i]
            continue
        inside = range(i + 1, tree.end[i])
        long = tree.text_len[i] > NOTE
        if (
            tree.tag(i) in _LEAVES
            and tree.text_len[i]
            and (long or all(tree.tag(j) not in _BLOCKS for j in inside))
        ):
            blocks.append(i)
        i += 1
    return blocks


def _is_slanted(tree: PageTree, i: int) -> bool:
    length, j = 0, i + 1
    while j < tree.end[i]:
        slanted = tree.tag(j) in _SLANTED
        length += tree.text_len[j] if slanted else 0
        j = tree.end[j] if slanted else j + 1
    return length >= SLANTED * tree.text_len[i]


def _leads_elsewhere(tree: PageTree, i: int) -> bool:
    links = sum(tree.tag(j) == "a" for j in range(i + 1, tree.end[i]))
    return links >= MIN_LINKS and tree.link_len[i] >= LINKED * tree.text_len[i]


def captions_of(tree: PageTree, body: int, furniture: Collection[HtmlElement]) -> list[HtmlElement]:
    """Return the lines of a text that say what a picture shows and who took it.

    None where pictures are what a page is about: those lines are its words.
    """
    lines = [i for i in _blocks(tree, body, furniture) if tree.text_len[i] <= TAKEN]
    taken = [i for i in lines if _TAKEN.fullmatch(tree.text(i)) or _is_below_picture(tree, i)]
    if sum(tree.text_len[i] for i in taken) > MOST_TAKEN * tree.plain_len(body):
        return []
    return [tree.nodes[i] for i in taken]


def _is_below_picture(tree: PageTree, i: int) -> bool:
    """Whether a paragraph is set to the middle below a picture that is, be it in the same one.

    Where words before or behind are, too, all of the page can be set so; bold ones are a heading.
    """
    if tree.tag(i) != "p" or not _is_centred(tree.nodes[i]) or _is_bold(tree, i):
        return False
    own = tree.tags[i + 1 : tree.end[i]]
    below = tree.number.get(tree.nodes[i].getnext(), -1)
    if "img" in own:
        # A line can begin with a sign.
        is_shown = "br" in own and not squeeze(tree.nodes[i].text or "")
        return is_shown and not _is_centred_text(tree, below)
    above = tree.number.get(tree.nodes[i].getprevious(), -1)
    if not _is_centred_picture(tree, above) or _is_centred_text(tree, below):
        return False
    before = tree.number.get(tree.nodes[above].getprevious(), -1)
    if not _is_centred_text(tree, before):
        return True
    return _is_centred_picture(tree, tree.number.get(tree.nodes[before].getprevious(), -1))


def _is_centred_picture(tree: PageTree, i: int) -> bool:
    """Whether an element is a picture set to the middle."""
    shows = i >= 0 and not tree.text_len[i] and "img" in tree.tags[i : tree.end[i]]
    return shows and _is_centred(tree.nodes[i])


def _is_centred_text(tree: PageTree, i: int) -> bool:
    """Whether an element is words set to the middle without a picture."""
    tells = i >= 0 and tree.text_len[i] > 0 and _is_centred(tree.nodes[i])
    return tells and "img" not in tree.tags[i : tree.end[i]]


def _is_bold(tree: PageTree, i: int) -> bool:
    """Whether all words of a paragraph stand in one element that makes them bold."""
    bold = (j for j in range(i + 1, tree.end[i]) if tree.tag(j) in {"b", "strong"})
    return any(tree.text_len[j] == tree.text_len[i] for j in bold)


def _is_centred(element: HtmlElement) -> bool:
    get = element.get
    return get("align") == "center" or bool(
        _CENTRED.search(f"{get('class') or ''} {get('style') or ''}")
    )


def quotes_of(tree: PageTree, body: int, furniture: Collection[HtmlElement]) -> list[HtmlElement]:
    """Return the quotations that only repeat in large letters what the text says elsewhere.

    One that a line with a colon leads to is told there, and elsewhere it is spoken of. Points of a
    list say in brief what the text says.
    """
    quotes = [
        i
        for i in range(body + 1, tree.end[body])
        if (tree.tag(i) == "blockquote" or _PULLED.search(tree.nodes[i].get("class") or ""))
        and MIN_QUOTE <= weight_of(tree.text(i)) <= QUOTE
        and tree.nodes[i] not in furniture
    ]
    if not 0 < len(quotes) <= MOST_QUOTES:
        return []
    beside = {*furniture, *(tree.nodes[i] for i in quotes), *tree.nodes[body].iter("ol", "ul")}
    whole = _letters(text_of(tree.nodes[body], beside))
    said = {i: _letters(tree.text(i)) for i in quotes}
    again = [i for i in quotes if said[i] in whole and not _is_led_to(tree, body, i)]
    if sum(len(said[i]) for i in again) > MOST_TAKEN * len(whole):
        return []  # it goes through what somebody wrote
    return [tree.nodes[i] for i in again]


def _is_led_to(tree: PageTree, body: int, i: int) -> bool:
    """Whether the words right before an element end with a colon."""
    while i != body and tree.nodes[i].getprevious() is None:
        before = tree.nodes[tree.parent[i]].text
        if squeeze(before or ""):
            break
        i = tree.parent[i]
    above = tree.nodes[i].getprevious()
    before = tree.nodes[tree.parent[i]].text if above is None else above.tail
    line = squeeze(before or "")
    if not line and above in tree.number:
        line = tree.text(tree.number[above])
    return line.endswith((":", "："))


def _letters(text: str) -> str:
    """Text without what parts its words: a quotation can be set in other marks."""
    return "".join(_LETTERS.findall(text.casefold()))


def head_of(tree: PageTree, around: Surroundings, published: TimeNode | None) -> list[HtmlElement]:
    """Return the box above the words of a body that tells in short lines when it was published.

    Such a box can be a list: who wrote it, in which section, how often it was read. A line can be
    long by its fields.
    """
    box = published.node if published is not None else -1
    if not around.in_body(box) or tree.end[box] > around.words:
        return []
    for above in tree.ancestors(box):
        short = tree.text_len[above] <= BYLINE and tree.end[above] <= around.words
        if not short or not around.in_body(above) or tree.holds(above, max(around.heading, 0)):
            break
        if any(tree.tag(i) in HEADINGS for i in range(above, tree.end[above])):
            break
        box = above
    lines = (line.strip() for line in text_of(tree.nodes[box]).split("\n"))
    return [] if any(map(_is_said, lines)) else [tree.nodes[box]]


def _is_said(line: str) -> bool:
    """Whether a line is a sentence, or long without being fields of which several are times.

    What was passed on a day is told with it: "(Passed by the council of the town on 3 May 2024)".
    """
    if line[-1:] in SENTENCE_ENDS:
        return True
    if weight_of(line) < PARAGRAPH:
        return False
    return len(_FIELD.findall(line)) < MIN_FIELDS or len(find_times(line)) < MIN_FIELDS


def clocks_of(tree: PageTree, body: int) -> list[HtmlElement]:
    """Return the lines of a text told piece by piece that say when each piece was written."""
    out = {}
    for time in tree.times:
        i = time.node
        if i <= body or not tree.holds(body, i):
            continue
        while (above := tree.parent[i]) != body and tree.text_len[above] <= CLOCK:
            if any(tree.tag(j) in HEADINGS for j in range(above, tree.end[above])):
                break
            if _SENTENCE.search(tree.text(above)):
                break  # of letters that tell much a piece can be as short as a line
            i = above
        if tree.text_len[i] > CLOCK or tree.tag(i) in _CELLS:
            continue
        if not _SENTENCE.search(tree.text(i)):
            out[i] = tree.nodes[i]
    return list(out.values())


def is_signed_sentence(line: str) -> bool:
    """Whether a line is a sentence, and beside it who wrote it."""
    return bool(_SIGNED.fullmatch(line))
