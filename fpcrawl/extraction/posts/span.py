"""The stretch of a page that is one record, and records that one key marks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["RecordGroup", "Span"]


@dataclass(slots=True)
class Span:
    """One record: sibling elements side by side, and the time string among them.

    Attributes
    ----------
    roots
        Numbers of the sibling elements, in document order.
    time
        The time string that marks the record.
    holes
        Numbers of the records nested inside it (answers to a comment), left out of it.
    """

    roots: list[int]
    time: TimeNode
    holes: list[int] = field(default_factory=list)

    @property
    def start(self) -> int:
        """Number of the first element of the record."""
        return self.roots[0]


@dataclass(slots=True)
class RecordGroup:
    """Records that one key marks.

    Attributes
    ----------
    keys
        All keys of the times, when the records stand in lists of several names.
    quoted
        Whether the times stand near the top of quotations: they may be those of the quoted.
    same
        Signatures of what answers to answers stand in, and those of the answers' own boxes.
    """

    key: str
    spans: list[Span]
    keys: list[str] = field(default_factory=list)
    quoted: bool = False
    same: dict[str, str] = field(default_factory=dict)

    def plain_len(self, tree: PageTree) -> int:
        """Characters outside links in all records."""
        return sum(tree.plain_len(root) for span in self.spans for root in span.roots)

    def text_len(self, tree: PageTree) -> int:
        """Characters in all records."""
        return sum(tree.text_len[root] for span in self.spans for root in span.roots)
