"""Names of writers behind labels in lines of their own, as letters have them: "<b>From:</b> ann".

No element need hold the name, nor does a class tell it: what says that it is one is its label.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.barenames import WHOSE, says_whose
from fpcrawl.extraction.names.usernames import COLONS, MAX_AUTHOR, is_name
from fpcrawl.extraction.text import BLOCKS, squeeze
from fpcrawl.extraction.vocabulary import can_be_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.segment import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_field_names"]

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
#: Elements behind a name in its line: badges, whom it answers.
MAX_BADGES = 3
#: Elements around a label of which one holds the time, too.
LEVELS = 2


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
    for root in span.roots:
        for i in range(root, min(tree.end[root], stop)):
            element = tree.nodes[i]
            if 0 < tree.text_len[i] <= MAX_LABEL and _is_label(element, tree.text(i)):
                named = _behind(tree, element)
            elif element.tag == "br":
                named = _in_text(tree, element, element.tail)
            elif element.tag in BLOCKS:
                named = _in_text(tree, element, element.text)
            else:
                continue
            above = tree.ancestors(i, LEVELS)
            if named is not None and any(tree.holds(j, span.time.node) for j in above):
                yield named


def _is_label(element: HtmlElement, text: str) -> bool:
    """Whether an element that begins a line says that a name follows, or a cell does."""
    if element.tag not in (_DRESS | _CELLS):
        return False
    colon = text[-1] in COLONS or (element.tail or "").strip()[:1] in {":", "："}
    is_field = colon and _FIELDS.fullmatch(f"{text.rstrip(_SIGNS)}:") is not None
    return (is_field or says_whose(text)) and (element.tag in _CELLS or _begins_line(element))


def _begins_line(element: HtmlElement) -> bool:
    before, above = element.getprevious(), element.getparent()
    if before is not None:
        return before.tag in _ENDS and not squeeze(before.tail or "")
    return above is not None and above.tag in BLOCKS and not squeeze(above.text or "")


def _behind(tree: PageTree, label: HtmlElement) -> tuple[int | None, str] | None:
    """Return the name that stands behind a label, and the element of it."""
    name = squeeze(label.tail or "").lstrip(_SIGNS)
    behind = label.getnext()
    if name:
        return (None, name) if _is_name(name) and _ends_line(behind) else None
    return _held(tree, behind, _CELLS if label.tag in _CELLS else _DRESS)


def _in_text(
    tree: PageTree, element: HtmlElement, text: str | None
) -> tuple[int | None, str] | None:
    """Return the name in a loose line that begins with a label and a colon: "From: ann"."""
    line = squeeze(text or "")
    if len(line) > MAX_LABEL + MAX_AUTHOR:
        return None
    label = WHOSE.match(line)
    if label is None or label[0][-1] not in COLONS:
        label = _FIELDS.match(line)
    if label is None:
        return None
    name = line[label.end() :].strip()
    behind = element.getnext() if element.tag == "br" else next(iter(element), None)
    if not name:
        return _held(tree, behind, _DRESS)
    return (None, name) if _is_name(name) and _ends_line(behind) else None


def _held(
    tree: PageTree, element: HtmlElement | None, tags: frozenset[str]
) -> tuple[int, str] | None:
    """Return the name that an element of some tags holds, if it ends its line, or is a cell."""
    i = tree.number.get(element, -1) if element is not None and element.tag in tags else -1
    if i < 0 or element is None or tree.text_len[i] > MAX_AUTHOR or not _is_name(tree.text(i)):
        return None
    rest = squeeze(element.tail or "").strip(_SIGNS)
    is_all = not rest and (element.tag in _CELLS or _ends_line(element.getnext()))
    return (i, tree.text(i)) if is_all else None


def _is_name(text: str) -> bool:
    return is_name(text) and can_be_name(text) and not says_whose(text)


def _ends_line(behind: HtmlElement | None) -> bool:
    """Whether nothing but badges stand in the line of a name, or the next label follows."""
    for _ in range(MAX_BADGES):
        if behind is None or behind.tag in _ENDS:
            return True
        said = squeeze("".join(behind.itertext()))
        if len(said) <= MAX_LABEL and said[-1:] in {":", "："}:
            return True
        if behind.tag not in _DRESS or len(said) > MAX_AUTHOR or squeeze(behind.tail or ""):
            return False
        behind = behind.getnext()
    return behind is None or behind.tag in _ENDS
