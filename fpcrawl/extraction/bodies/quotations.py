"""What a post quotes, and the lines of the software that say whom."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.notes import (
    AUTHOR_OF_QUOTE,
    MAX_HEAD,
    SAID_HINT,
    head_lines,
    is_attribution,
    is_head_with_words,
    is_quote_label,
    kept_head,
    opens_quotation,
)
from fpcrawl.extraction.names.usernames import names_member
from fpcrawl.extraction.text import squeeze, text_of
from fpcrawl.extraction.vocabulary import is_phrase
from fpcrawl.pages.dates import find_times

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lxml.html import HtmlElement

__all__ = [
    "ATTRIBUTED",
    "HEAD_TAGS",
    "INLINE",
    "MAX_HEADS",
    "QUOTE_BOXES",
    "QUOTE_CLASS",
    "ROWS",
    "heads_of",
    "is_attributed",
    "quoted_author",
    "quotes_in",
    "without_heads",
]

QUOTE_CLASS = re.compile(r"(?:^|[-_ ]|bb|mycode_)(?:quot|zitat)", re.IGNORECASE)
QUOTE_BOXES = frozenset(
    {"aside", "blockquote", "div", "dl", "fieldset", "q", "section", "table", "td"}
)
#: Boxes of quoted words that nothing but their head gives away; what tables have around cells.
ATTRIBUTED = frozenset({"div", "fieldset", "table"})
ROWS = frozenset({"tbody", "td", "th", "thead", "tr"})
HEAD_TAGS = ("td", "th", "div", "p", "i", "b", "strong", "em", "span", "font", "bdi", "a")
INLINE = frozenset({"i", "b", "strong", "em", "span", "font", "bdi", "a"})
#: How a head ends that nothing but an arrow follows.
_HEAD_ALONE = re.compile(r"[:：]\W{0,4}$")
#: Quotations of one body whose heads are looked for in its lines.
MAX_QUOTES = 100
#: Elements at the beginning of a quotation that are looked at for its head.
MAX_HEADS = 24
#: Attributes of quotations and of boxes around them, so many of these, that name who is quoted.
_TOLD = ("data-author", "data-username", "data-quote", "data-ipsquote-username")
MAX_BOXES = 4
#: Links in the head of a card, and characters there beside name and time: "posted".
MAX_LINKS, MAX_BESIDE = 3, 12


def without_heads(text: str, quotes: Iterable[str]) -> str:
    """Leave out the lines of a body that say whom quotations in it quote."""
    if SAID_HINT.among(text):
        for quoted in islice(quotes, MAX_QUOTES):
            for start, end in reversed(head_lines(text, quoted)):
                text = text[:start] + text[end:]
    return text


def quoted_author(parts: Sequence[HtmlElement]) -> str | None:
    """Return the author that the first quotation of a body names."""
    for part in parts:
        # Tables whose heads stay among the words are no quotations elsewhere.
        boxes = quotes_in(part) or islice(part.iterdescendants("table"), 1)
        quote = next((q for q in map(_behind_label, boxes) if q is not None), None)
        if quote is not None:
            return _declared_author(part, quote) or _named_in(_told_heads(part, quote))
    return None


def _behind_label(box: HtmlElement) -> HtmlElement | None:
    """Return the element behind one that says nothing but that a quotation follows, or itself."""
    is_label = is_quote_label(squeeze("".join(box.itertext())))
    return box.getnext() if is_label else box


def _named_in(heads: Sequence[str]) -> str | None:
    """Return the name in the first of some heads of a quotation that has one."""
    names = (AUTHOR_OF_QUOTE.match(head[:MAX_HEAD]) for head in heads)
    return next((name[1].strip() for name in names if name and name[1].strip()), None)


def _declared_author(part: HtmlElement, quote: HtmlElement) -> str | None:
    """Return whom a quotation, or a box around it in a body, tells scripts that it quotes."""
    boxes = takewhile(lambda box: box is not part, (quote, *quote.iterancestors()))
    told = (squeeze(box.get(name) or "") for box in islice(boxes, MAX_BOXES) for name in _TOLD)
    return next((name for name in told if name), None)


def _told_heads(part: HtmlElement, quote: HtmlElement) -> list[str]:
    """Return what tells whom a quotation quotes: an element, lines, or a line of its words."""
    elements = heads_of(quote)
    if elements:
        return [_card_name(elements[-1]) or squeeze("".join(elements[-1].itertext()))]
    text, quoted = text_of(part), text_of(quote)
    told = (text[start:end].split("\n") for start, end in head_lines(text, quoted))
    lines = [line.strip() for piece in told for line in piece]
    heads = [line for line in lines if line and not is_quote_label(line)]
    if not heads:
        # A head that stays among the words, or stands too deep among them to be found there.
        first = next((line for line in quoted.split("\n") if line and not is_quote_label(line)), "")
        is_head = len(first) <= MAX_HEAD and is_attribution(first)
        kept = kept_head(quoted) or (first if is_head else None)
        heads = [kept] if kept is not None else []
    return heads


def heads_of(quote: HtmlElement) -> list[HtmlElement]:
    """Elements of a quotation that say whom it quotes."""
    named = [*quote.iter("cite"), *quote.iter("footer")]
    if named:
        return named
    if _heads_next(quote):
        return [quote]
    out: list[HtmlElement] = []
    within = 0
    for element in islice(quote.iter(*HEAD_TAGS), MAX_HEADS):
        if element is quote:
            continue
        if within:
            within -= 1
            continue
        text = squeeze("".join(element.itertext()))
        if not text:
            continue
        if element.tag in INLINE and text[-1] not in ":：" and (element.tail or "").strip():
            break  # the line goes on behind it
        boxed = not out and quote.tag in {"aside", "div", "fieldset"} and text[-1] in ":："
        carded = quote.tag != "table" and _card_name(element)
        if len(text) > MAX_HEAD or not (boxed or is_attribution(text) or carded):
            if out and len(element):
                continue  # a box of the next line and of what was said
            break
        if len(element) and is_head_with_words(text_of(element)):
            continue  # a box of the head and of what was said
        out.append(element)
        if not is_quote_label(text):
            break
        within = sum(1 for _ in element.iterdescendants(*HEAD_TAGS))
    return out


def _heads_next(box: HtmlElement) -> bool:
    """Whether a box of a quotation says nothing but whom the one behind it quotes."""
    behind = box.getnext()
    if behind is None or (box.tail or "").strip() or behind.tag != box.tag:
        return False
    return bool(QUOTE_CLASS.search(behind.get("class") or "")) and is_attribution(
        squeeze("".join(box.itertext()))
    )


def quotes_in(body: HtmlElement) -> list[HtmlElement]:
    """Outermost boxes of quoted words, heads included."""
    out: list[HtmlElement] = []
    boxes: set[HtmlElement] = set()
    for element in body.iter(*QUOTE_BOXES):
        if element is body or not boxes.isdisjoint(element.iterancestors()):
            continue
        boxes.update(out[-1:])
        if not boxes.isdisjoint(element.iterancestors()):
            continue
        if element.tag in {"blockquote", "q"} or is_attributed(element):
            out.append(element)
        elif QUOTE_CLASS.search(element.get("class") or ""):
            # Old boards put the head ("X wrote:") into a row of its own above the quoted cell.
            box = element
            if element.tag == "td":
                box = next((a for a in element.iterancestors("table") if a is not body), element)
            if box is body or not _inside(body, box):
                box = element
            out.append(box)
    return out


def is_attributed(element: HtmlElement) -> bool:
    """Tell whether a box, or the first cell of a table, begins with whom it quotes."""
    if element.tag not in ATTRIBUTED:
        return False
    first = element
    while first is element or first.tag in ROWS:
        inner = next((child for child in first if isinstance(child.tag, str)), None)
        if inner is None or (first.text or "").strip():
            break
        first = inner
    head = squeeze("".join(first.itertext())) if first is not element else ""
    if is_phrase(first, named=True) and _HEAD_ALONE.search(squeeze("".join(element.itertext()))):
        return False  # all of it is the head: what is quoted stands elsewhere
    if first is not element and first.getnext() is not None and _card_name(first):
        return True
    return opens_quotation(head, partial(text_of, element), is_table=element.tag == "table")


def _card_name(head: HtmlElement) -> str | None:
    """Return whom a line names that says nothing else but when: the head of a card.

    Where another such line follows, both are of a list.
    """
    behind = head.getnext()
    return None if behind is not None and _who_when(behind) else _who_when(head)


def _who_when(line: HtmlElement) -> str | None:
    """Return who begins a line that says nothing else but when; the name links to their page."""
    links = [
        link for link in islice(line.iter("a"), MAX_LINKS) if squeeze("".join(link.itertext()))
    ]
    if len(links) != 1 or not names_member(links[0].get("href") or ""):
        return None
    name, text = (squeeze("".join(element.itertext())) for element in (links[0], line))
    # What stands ahead of a name tells what they did: "Edited by ann".
    if name[0] == "@" or not text.startswith(name) or len(text) > MAX_HEAD:
        return None
    rest = text.removeprefix(name)
    times = find_times(rest)
    told = len(times) == 1 and len(rest) - len(times[0].raw) <= MAX_BESIDE
    return name if told else None


def _inside(body: HtmlElement, element: HtmlElement) -> bool:
    return any(above is body for above in element.iterancestors())
