"""Which element and which expression gave each value that an XPath template reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.highlight import Highlight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.xpath import XPathTemplate

__all__ = ["Traced", "TracedRecord", "highlights_of", "trace"]


@dataclass(frozen=True, slots=True)
class Traced:
    """A value, the expression that found it, and the element it was found at.

    Attributes
    ----------
    element
        ``None`` where the expression leads to no element, such as one that a person wrote.
    """

    name: str
    value: str
    expression: str
    element: HtmlElement | None


@dataclass(slots=True)
class TracedRecord:
    """A record with its fields, in the order of the template."""

    element: HtmlElement
    fields: list[Traced] = field(default_factory=list)


def trace(template: XPathTemplate, root: HtmlElement) -> list[TracedRecord]:
    """Read a page and tell where each value comes from.

    The values are those of :meth:`XPathTemplate.read`; of a body it is the text, shown as one
    line.

    Parameters
    ----------
    root
        The ``<html>`` element.
    """
    out = []
    for element, read in template.read_places(root):
        record = TracedRecord(element)
        for name, rules in template.fields.items():
            value = read.values.get(name, "")
            if name == "body":
                value = " ".join(" ".join("".join(e.itertext()) for e in read.body).split())
            if not value:
                continue
            for rule in rules:
                places = rule.elements(element, read.holes)
                found = bool(places) if name == "body" else rule.value(element, read.holes) == value
                if found:
                    at = places[0] if places else None
                    record.fields.append(Traced(name, value, rule.expression, at))
                    break
        out.append(record)
    return out


def highlights_of(records: Sequence[TracedRecord]) -> list[Highlight]:
    """Return what of a traced page is shown in colour."""
    out = []
    for number, record in enumerate(records, 1):
        out.append(Highlight(record.element, "record", number))
        out += [
            Highlight(one.element, one.name, number)
            for one in record.fields
            if one.element is not None
        ]
    return out
