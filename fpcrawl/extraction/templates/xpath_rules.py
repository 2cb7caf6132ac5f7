"""Rules of an XPath template: where its records stand, and its fields in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from lxml import etree

from fpcrawl.extraction.posts.loose import part_behind
from fpcrawl.extraction.templates.xpath_cut import WHOLE, Cut
from fpcrawl.extraction.templates.xpath_steps import Path
from fpcrawl.extraction.tree import signature_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from lxml.html import HtmlElement

__all__ = ["FieldRule", "RecordRule", "WrittenPath", "bare_kind", "parts_from"]

#: Elements a field's path leads to that are asked for a value.
MAX_TRIES = 8
#: The same where other records stand inside the record.
MAX_TRIES_AROUND = 200
#: Elements of one body.
MAX_PARTS = 500


class WrittenPath:
    """An expression that is not of the grammar of :class:`Path`: a person wrote it."""

    def __init__(self, text: str) -> None:
        try:
            self._find = etree.XPath(text)
        except etree.XPathError as error:
            raise ValueError(f"not an XPath expression: {text!r} ({error})") from error
        self.text = text
        self.attribute = ""

    def __str__(self) -> str:
        return self.text

    def found(self, place: HtmlElement) -> Sequence[Any]:
        """Return elements or strings that it gives at a place; nothing where it fails."""
        try:
            found = self._find(place)
        except etree.XPathError:
            return ()
        return found if isinstance(found, list) else (str(found),)


@dataclass(slots=True)
class RecordRule:
    """Where records stand.

    Attributes
    ----------
    expression
        XPath from the page to the element that holds the record, or its first telling row.
    count
        Records that it found where the template was learnt.
    """

    expression: str
    count: int = 0
    path: Path | WrittenPath = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        path = Path.parse(self.expression)
        self.path = path if path is not None and path.root else WrittenPath(self.expression)


@dataclass(slots=True)
class FieldRule:
    """Where a field of a record stands, and what of it is the value.

    Attributes
    ----------
    expression
        XPath from the record's element to an element or an attribute.
    also
        Tags of the elements behind the first that belong to a bare body as well; those without a
        class alone are ``div:not([class])``.
    until
        For a body that no element holds, which begins behind the element: tag and class, as in
        ``p.author``, of the elements beside it before which it ends; ``None`` for others.
    value_at
        Gives the value that an element holds which the path leads to.
    """

    expression: str
    cut: Cut = WHOLE
    count: int = 0
    also: tuple[str, ...] = ()
    until: tuple[str, ...] | None = None
    path: Path | WrittenPath = field(init=False, repr=False, compare=False)
    value_at: Callable[[HtmlElement], str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        path = Path.parse(self.expression)
        self.path = path if path is not None and not path.root else WrittenPath(self.expression)
        self.value_at = self.cut.reader(self.path.attribute)

    def value(self, record: HtmlElement, holes: Collection[HtmlElement] = ()) -> str:
        """Value of the field in a record, empty when it has none."""
        return self.found(record, holes)[1]

    def found(
        self, record: HtmlElement, holes: Collection[HtmlElement] = ()
    ) -> tuple[HtmlElement | None, str]:
        """Element that holds the value of the field in a record, and the value.

        The element is ``None`` where there is no value, or an expression gives a text.
        """
        path, cut = self.path, self.cut
        if isinstance(path, WrittenPath):
            for one in islice(path.found(record), MAX_TRIES):
                if isinstance(one, str):
                    holder, value = None, cut.of_text(one)
                else:
                    holder, value = one, _of(cut, one)
                if value:
                    return holder, value
            return None, ""
        for element in islice(path.select(record), MAX_TRIES if not holes else MAX_TRIES_AROUND):
            if holes and _inside(element, record, holes):
                continue
            value = self.value_at(element)
            if value:
                return element, value
        return None, ""

    def elements(
        self, record: HtmlElement, holes: Collection[HtmlElement] = ()
    ) -> list[HtmlElement]:
        """Elements of the field in a record: the first, and what beside it belongs to it."""
        path = self.path
        places: Iterator[Any] = (
            path.select(record) if isinstance(path, Path) else iter(path.found(record))
        )
        for first in places:
            if isinstance(first, str) or (holes and _inside(first, record, holes)):
                continue
            if self.until is not None:
                return [part_behind(first, self._ends)]
            return parts_from(first, self.also, holes)
        return []

    def _ends(self, element: HtmlElement) -> bool:
        until = self.until or ()
        return isinstance(element.tag, str) and signature_of(element) in until


def parts_from(
    first: HtmlElement, also: Collection[str], holes: Collection[HtmlElement] = ()
) -> list[HtmlElement]:
    """Return the first element of a bare body and those behind it that ``also`` names."""
    out = [first]
    for sibling in islice(first.itersiblings("*"), MAX_PARTS if also else 0):
        is_part = sibling.tag in also or bare_kind(sibling) in also
        if not is_part or sibling in holes:
            break
        out.append(sibling)
    return out


def bare_kind(element: HtmlElement) -> str:
    """Return what names elements of this tag without a class; nothing for one that has a class."""
    return "" if element.get("class") else f"{element.tag}:not([class])"


def _of(cut: Cut, found: Any) -> str:
    return cut.of_element(found) if isinstance(getattr(found, "tag", None), str) else ""


def _inside(element: HtmlElement, record: HtmlElement, holes: Collection[HtmlElement]) -> bool:
    """Whether an element of a record is, or lies in, another record inside it."""
    at: HtmlElement | None = element
    while at is not None and at is not record:
        if at in holes:
            return True
        at = at.getparent()
    return False
