"""Names of writers behind labels in lines of their own, as letters have them: "<b>From:</b> ann".

No element need hold the name, nor does a class tell it: what says that it is one is its label.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.barenames import WHOSE, says_whose
from fpcrawl.extraction.names.namelines import name_before
from fpcrawl.extraction.names.usernames import COLONS, MAX_AUTHOR, MAX_LINE, is_name
from fpcrawl.extraction.posts.letters import sender_of
from fpcrawl.extraction.text import BLOCKS, squeeze
from fpcrawl.extraction.vocabulary import can_be_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["field_behind", "find_field_names", "says_field"]

#: Share of the records that have such a line.
COVERAGE = 0.8
#: Records from which on one name of all is none: "From: London".
MANY = 3
#: Characters of a label.
MAX_LABEL = 24
#: What labels stand in, and names where their lines end.
_CELLS = frozenset({"dd", "dt", "td", "th"})
_DRESS = frozenset({"a", "b", "em", "font", "i", "label", "small", "span", "strong", "u"})
_ENDS = BLOCKS | {"br"}
#: What stands between a label and a name.
_SIGNS = " :："
#: What fields are called that say who wrote, beside what stands before names in a line.
_FIELDS = re.compile(
    r"(?:(?:nick|user)?[ -]?name|nick|user|member|sender|poster|nom|nombre|nome|naam|namn|navn|nimi"
    r"|név|imię|jméno|adı?|имя|ник|ім'я|όνομα|absender|benutzer(?:name)?|pseudo|utilisateur|usuario"
    r"|usuário|utente|gebruiker|отправитель|пользователь|de|da|de la|od|från|fra|af"
    r"|姓名|昵称|暱稱|用户名?|用戶名?|会员|會員|ハンドル(?:名)?|ニックネーム|이름|닉네임)\s*[:：]",
    re.IGNORECASE,
)
#: "Subject: Lids" is no name, "ex:ann" can be one.
_NEXT_FIELD = re.compile(r"[^:：]+(?:：|:\s)")
#: Elements behind a name in its line: badges, whom it answers.
MAX_BADGES = 3
#: Elements around a label of which one holds the time, too.
LEVELS = 2


def says_field(text: str) -> bool:
    """Whether a label says that a name follows: "Name:"."""
    return len(text) <= MAX_LABEL and (
        says_whose(text) or _FIELDS.fullmatch(f"{text.rstrip(_SIGNS)}:") is not None
    )


def field_behind(tree: PageTree, i: int) -> tuple[int | None, str] | None:
    """Element and text of the name behind one that says so in a line: "<b>Name:</b> ann"."""
    if not 0 < tree.text_len[i] <= MAX_LABEL or not _is_label(tree.nodes[i], tree.text(i)):
        return None
    told = _behind(tree, tree.nodes[i])
    return told if told is not None and is_name(told[1]) else None


def find_field_names(
    tree: PageTree, spans: list[Span], starts: Mapping[int, int]
) -> dict[int, tuple[int | None, str]]:
    """Element and name of who wrote each record, where a label in its head says so.

    Parameters
    ----------
    starts
        Record -> element where its words begin; labels stand before them.

    Returns
    -------
    dict
        Record -> the element of the name, ``None`` where it stands loose, and the name; empty where
        few records have such a line.
    """
    found: dict[int, tuple[int | None, str]] = {}
    for n, span in enumerate(spans):
        named = next(_labelled(tree, span, starts.get(n, tree.end[span.roots[-1]])), None)
        if named is not None:
            found[n] = named
    names = {name for _, name in found.values()}
    if len(found) < COVERAGE * len(spans) or (len(names) < 2 and len(spans) >= MANY):
        return {}
    return found


def _labelled(tree: PageTree, span: Span, stop: int) -> Iterator[tuple[int | None, str]]:
    """Names behind labels in the head of a record, with the elements that hold them."""
    for i in _own(tree, span, stop):
        element = tree.nodes[i]
        if 0 < tree.text_len[i] <= MAX_LABEL and _is_label(element, tree.text(i)):
            told = _behind(tree, element)
        elif element.tag == "br":
            told = _in_text(tree, *_behind_it(element))
        elif element.tag in BLOCKS or (element.tag in _DRESS and _begins_line(element)):
            told = _in_text(tree, *_past_comments(element.text, next(iter(element), None)))
        else:
            continue
        name = _bare(told[1], span.time) if told is not None else ""
        if _NEXT_FIELD.match(name):
            continue  # the heads of columns can stand side by side
        if told is not None and is_name(name) and can_be_name(name) and not says_whose(name):
            above = tree.ancestors(i, LEVELS)
            if any(tree.holds(j, span.time.node) for j in above):
                yield told[0], name


def _bare(name: str, time: TimeNode) -> str:
    """Return a name without the time behind it, or the address: "ann <ann@bbs.example>"."""
    before, told, _ = name.partition(squeeze(time.raw))
    if told:
        name = name_before(before)
    return sender_of(name) if "@" in name else name


def _own(tree: PageTree, span: Span, stop: int) -> Iterator[int]:
    """Elements of a record before one, without those of records within it."""
    holes = set(span.holes)
    for root in span.roots:
        i = root
        while i < min(tree.end[root], stop):
            if i in holes:
                i = tree.end[i]
                continue
            yield i
            i += 1


def _is_label(element: HtmlElement, text: str) -> bool:
    """Whether an element that begins a line says that a name follows, or a cell does."""
    if element.tag not in (_DRESS | _CELLS):
        return False
    colon = text[-1] in COLONS or (element.tail or "").strip()[:1] in COLONS
    is_field = colon and _FIELDS.fullmatch(f"{text.rstrip(_SIGNS)}:") is not None
    return (is_field or says_whose(text)) and (element.tag in _CELLS or _begins_line(element))


def _begins_line(element: HtmlElement) -> bool:
    before, above = element.getprevious(), element.getparent()
    while before is not None and not (isinstance(before.tag, str) or squeeze(before.tail or "")):
        before = before.getprevious()
    if before is not None:
        return before.tag in _ENDS and not squeeze(before.tail or "")
    return above is not None and above.tag in BLOCKS and not squeeze(above.text or "")


def _behind(tree: PageTree, label: HtmlElement) -> tuple[int | None, str] | None:
    """Return what stands behind a label, and the element of it."""
    said, behind = _behind_it(label)
    if said := said.lstrip(_SIGNS):
        return (None, said) if len(said) <= MAX_LINE and _ends_line(behind) else None
    return _held(tree, behind, _CELLS if label.tag in _CELLS else _DRESS)


def _in_text(
    tree: PageTree, line: str, behind: HtmlElement | None
) -> tuple[int | None, str] | None:
    """Return what stands in a loose line behind a label and a colon: "From: ann".

    Parameters
    ----------
    behind
        The element that ends the line, or stands in it.
    """
    if len(line) > MAX_LINE:
        return None
    label = WHOSE.match(line)
    if label is None or label[0][-1] not in COLONS:
        label = _FIELDS.match(line)
    if label is None:
        return None
    said = line[label.end() :].strip()
    if not said:
        return _held(tree, behind, _DRESS)
    return (None, said) if _ends_line(behind) else None


def _held(
    tree: PageTree, element: HtmlElement | None, tags: frozenset[str]
) -> tuple[int, str] | None:
    """Return what an element of some tags says, if it ends its line, or is a cell."""
    i = tree.number.get(element, -1) if element is not None and element.tag in tags else -1
    if i < 0 or element is None or not 0 < tree.text_len[i] <= MAX_LINE:
        return None
    rest, behind = _behind_it(element)
    is_all = not rest.strip(_SIGNS) and (element.tag in _CELLS or _ends_line(behind))
    return (i, tree.text(i)) if is_all else None


def _ends_line(behind: HtmlElement | None) -> bool:
    """Whether nothing but badges stand in the line of a name, or the next label follows."""
    for _ in range(MAX_BADGES):
        if behind is None or behind.tag in _ENDS:
            return True
        said = squeeze("".join(behind.itertext()))
        if len(said) <= MAX_LABEL and said[-1:] in COLONS:
            return True
        rest, after = _behind_it(behind)
        if behind.tag not in _DRESS or len(said) > MAX_AUTHOR or rest:
            return False
        behind = after
    return behind is None or behind.tag in _ENDS


def _behind_it(element: HtmlElement) -> tuple[str, HtmlElement | None]:
    """Return the loose text behind an element, and the next one."""
    return _past_comments(element.tail, element.getnext())


def _past_comments(text: str | None, behind: HtmlElement | None) -> tuple[str, HtmlElement | None]:
    """Return a loose text up to the next element, and that."""
    parts = [text or ""]
    while behind is not None and not isinstance(behind.tag, str):
        parts.append(behind.tail or "")
        behind = behind.getnext()
    return squeeze("".join(parts)), behind
