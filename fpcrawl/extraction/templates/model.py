"""What templates are learnt from, what they give, and the interface both kinds have.

Labels are values and the places they stand at, on pages of one template; whoever makes them
(structure, classifier, a person) makes the same. A template gives values; how they become
records of the contract is the same for all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.templates.compare import Face
    from fpcrawl.extraction.templates.softmealy_align import SourceMap
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "FIELDS",
    "LabelledPage",
    "LabelledRecord",
    "Mark",
    "ReadRecord",
    "Sheet",
    "Template",
    "TemplateRole",
]

TemplateRole = Literal["thread", "index", "article"]

#: Fields that a template of each role may read. ``time`` and ``last_post`` are strings as
#: shown; their ``_full`` forms stand in attributes. ``url``, ``author_url`` and ``own_url`` (of
#: the page that shows a post alone) are addresses as written, ``sticky`` is any text; ``posts``
#: are replies and the opening post.
FIELDS: dict[TemplateRole, tuple[str, ...]] = {
    "thread": (
        "author", "author_url", "time", "time_full", "body", "floor", "post_id", "own_url",
    ),
    "index": (
        "url", "title", "author", "replies", "posts", "views", "last_post", "last_post_full",
        "sticky",
    ),
    "article": ("title", "author", "time", "time_full", "body"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mark:
    """A value and where it stands on a page.

    Attributes
    ----------
    node
        Number of the element in the :class:`~fpcrawl.extraction.tree.PageTree`.
    value
        What is wanted. It stands in the element's text or attribute, perhaps with more
        around it; empty for a body, which is all of the element.
    attribute
        Name of the attribute it stands in, ``None`` for the text.
    until
        For a body that no element holds: it is what stands behind the element, up to its
        sibling of this number, or to the end of what holds both when this is -1.
    """

    node: int
    value: str = ""
    attribute: str | None = None
    until: int | None = None


@dataclass(slots=True)
class LabelledRecord:
    """A record of a labelled page.

    Attributes
    ----------
    roots
        Sibling elements that hold the whole record, in document order.
    fields
        Places of its fields, by names of :data:`FIELDS`; a body may have several.
    holes
        Records nested inside this one.
    told
        Values of fields that are known of it, but not where they stand.
    """

    roots: list[int]
    fields: dict[str, list[Mark]] = field(default_factory=dict)
    holes: list[int] = field(default_factory=list)
    told: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class LabelledPage:
    """A page with its records; of an article there is one.

    Attributes
    ----------
    source
        Decoded text of the page as received.
    source_map
        Which tags of it the elements are of, once that was asked for.
    truth, faces
        The records as a template should read them, and made comparable, likewise.
    """

    tree: PageTree
    source: str
    role: TemplateRole
    records: list[LabelledRecord]
    source_map: SourceMap | None = field(default=None, init=False, repr=False, compare=False)
    truth: list[ReadRecord] | None = field(default=None, init=False, repr=False, compare=False)
    faces: list[Face] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def sheet(self) -> Sheet:
        """The page as templates read it."""
        return Sheet(self.tree.page.base_url, self.tree.page.root, self.source)


class Sheet:
    """A page as templates read it: its tree, its source, or both.

    Parameters
    ----------
    base_url
        What relative addresses are resolved against.
    source
        The page as text, or what gives it when a template asks for it.
    """

    __slots__ = ("_source", "base_url", "root")

    def __init__(
        self,
        base_url: str,
        root: HtmlElement | None = None,
        source: str | Callable[[], str] | None = None,
    ) -> None:
        self.base_url = base_url
        self.root = root
        self._source = source

    @property
    def source(self) -> str | None:
        """The page as text."""
        if callable(self._source):
            self._source = self._source()
        return self._source


class ReadRecord:
    """A record as a template read it.

    Attributes
    ----------
    values
        Values by names of :data:`FIELDS`, as they stand on the page; no body.
    body
        Elements of the body, where the template reads a tree.
    holes
        Elements inside the body that belong to other records.
    html
        Body as written, where the template reads the source.
    """

    __slots__ = ("_text", "body", "holes", "html", "values")

    def __init__(
        self,
        values: dict[str, str] | None = None,
        body: Sequence[HtmlElement] = (),
        holes: Sequence[HtmlElement] = (),
        text: str | Callable[[], str] = "",
        html: str = "",
    ) -> None:
        self.values = values if values is not None else {}
        self.body = body
        self.holes = holes
        self.html = html
        self._text = text

    @property
    def text(self) -> str:
        """Body in words, where the template reads the source; made when it is asked for."""
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    def tell(self, text: Callable[[], str], html: str) -> None:
        """Set the body: what makes its words, and as written."""
        self._text, self.html = text, html

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ReadRecord):
            return NotImplemented
        return self._face() == other._face()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"ReadRecord({self.values!r}, {self.body!r}, {self.text!r})"

    def _face(self) -> tuple[object, ...]:
        return self.values, tuple(self.body), tuple(self.holes), self.text, self.html


class Template(Protocol):
    """Reads the records of the pages that one template made."""

    @property
    def kind(self) -> str:
        """``xpath`` or ``softmealy``."""
        ...

    @property
    def role(self) -> TemplateRole:
        """Kind of page it reads."""
        ...

    def read(self, sheet: Sheet) -> list[ReadRecord]:
        """Return the records of a page in page order; none when it is of another template.

        Raises
        ------
        ValueError
            When the sheet lacks what this kind reads.
        """
        ...

    def to_json(self) -> dict[str, Any]:
        """Plain data, from which the kind's ``from_json`` makes it again."""
        ...
