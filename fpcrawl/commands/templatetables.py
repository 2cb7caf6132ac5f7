"""What ``scrapy template`` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

from fpcrawl.extraction.templates.compare import CORE
from fpcrawl.extraction.templates.kinds import load_template

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.extraction.templates.book import TemplateBook, TemplateEntry
    from fpcrawl.extraction.templates.model import ReadRecord
    from fpcrawl.extraction.templates.trace import TracedRecord
    from fpcrawl.extraction.templates.verify import Verification

__all__ = ["entry_lines", "figures", "read_lines", "rule_lines", "table_lines", "traced_lines"]

_HEAD = (
    "template", "role", "state", "pages", "records", "agrees", "since", "now", "site",
    "cluster", "origin",
)  # fmt: skip
#: Characters of a value shown in a line.
_SHOWN = 70


def figures(verification: Verification) -> dict[str, float | int]:
    """Return how a template did, by name."""
    agreement = verification.agreement
    return {
        "pages": agreement.pages,
        "records": agreement.truths,
        "record_f1": round(agreement.record_f1, 4),
        **{
            name: round(agreement.field_share(name), 4)
            for name in CORE[verification.role]
            if agreement.wanted[name]
        },
    }


def state_of(entry: TemplateEntry, book: TemplateBook) -> str:
    """Return in a word what is with a template."""
    watch = book.watches.get(entry.key)
    drifts = entry.state == "live" and watch is not None and watch.drifting
    return ("drifting" if drifts else entry.state) + (", pinned" if entry.pinned else "")


def table_lines(entries: Sequence[TemplateEntry], book: TemplateBook) -> Iterator[str]:
    """Yield a line for each template, under a head."""
    lines = [_HEAD]
    for entry in entries:
        watch = book.watches.get(entry.key)
        lines.append(
            (
                entry.name,
                entry.role,
                state_of(entry, book),
                str(entry.verification.agreement.pages),
                str(entry.verification.agreement.truths),
                f"{entry.verification.score:.3f}",
                str(watch.pages) if watch is not None else "-",
                f"{watch.agreed:.3f}" if watch is not None else "-",
                entry.site,
                entry.cluster or "-",
                entry.origin,
            )
        )
    widths = [max(len(line[i]) for line in lines) for i in range(len(_HEAD))]
    for line in lines:
        yield "  ".join(
            cell.ljust(width) for cell, width in zip(line, widths, strict=True)
        ).rstrip()


def entry_lines(entry: TemplateEntry, book: TemplateBook) -> Iterator[str]:
    """Yield what a template is and how it did."""
    yield f"{entry.name}: {entry.role} pages of {entry.site}" + (
        f", cluster {entry.cluster}" if entry.cluster else ""
    )
    by = "" if entry.labels == "structure" else f" by the {entry.labels}"
    yield f"{state_of(entry, book)}; {entry.origin}{by}, {entry.created or 'no date'}"
    told = figures(entry.verification)
    if told["pages"]:
        parts = ", ".join(f"{name} {value}" for name, value in told.items())
        yield f"on pages it was not built from: {parts}"
    watch = book.watches.get(entry.key)
    if watch is not None:
        yield (
            f"since then {watch.pages} pages, agreement with structure {watch.agreed:.3f}, "
            f"believable {watch.believable:.3f}"
        )


def rule_lines(entry: TemplateEntry) -> Iterator[str]:
    """Yield the rules of each kind, the used one first."""
    for kind, data in entry.templates.items():
        yield ""
        yield kind
        describe = getattr(load_template(kind, data), "describe", None)
        for line in describe() if describe is not None else ():
            yield f"  {line}"


def traced_lines(records: Sequence[TracedRecord], most: int | None) -> Iterator[str]:
    """Yield records with the expression behind each value."""
    shown = records if most is None else records[:most]
    for number, record in enumerate(shown, 1):
        yield f"{number}"
        cells = [_cut(one.value, one.name) for one in record.fields]
        width = max(map(_columns, cells), default=0)
        for one, cell in zip(record.fields, cells, strict=True):
            yield f"  {one.name:14} {cell}{' ' * (width - _columns(cell))}  {one.expression}"
    if len(shown) < len(records):
        yield f"and {len(records) - len(shown)} more; --all shows them"


def read_lines(records: Sequence[ReadRecord], most: int | None) -> Iterator[str]:
    """Yield records of a kind that cannot say where its values come from."""
    shown = records if most is None else records[:most]
    for number, record in enumerate(shown, 1):
        yield f"{number}"
        values = {**record.values, **({"body": record.text} if record.text else {})}
        for name, value in values.items():
            yield f"  {name:14} {_cut(value, name)}"
    if len(shown) < len(records):
        yield f"and {len(records) - len(shown)} more; --all shows them"


def _columns(text: str) -> int:
    """Columns of a terminal that a text takes: characters of East Asia take two."""
    return sum(1 + (east_asian_width(char) in "WF") for char in text if not combining(char))


def _cut(value: str, name: str) -> str:
    value = " ".join(value.split())
    if len(value) <= _SHOWN:
        return value
    more = f" ({len(value)} characters)" if name == "body" else ""
    return f"{value[: _SHOWN - 1]}…{more}"
