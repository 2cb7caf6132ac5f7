"""What ``scrapy topic`` prints."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fpcrawl.topic.explain import Explanation
    from fpcrawl.topic.library import TopicLibrary, TopicTerm

__all__ = ["library_lines", "score_lines", "term_json", "term_lines"]

_SHOWN_TERMS = 8


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - _width(text))


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [_padded(cell, width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def term_lines(terms: Iterable[TopicTerm]) -> Iterator[str]:
    """Yield a table of terms."""
    rows = [("term", "class", "weight", "accepted", "source", "why")]
    for term in terms:
        accepted = said_of(term)
        rows.append(
            (term.term, term.kind, f"{term.weight:.3f}", accepted, term.source, why_of(term))
        )
    yield from _table(rows)


def term_json(term: TopicTerm) -> dict[str, Any]:
    """Return a term for ``--json``, by the names and words of the file."""
    data = term.to_json()
    data["class"] = data.pop("kind")
    return data | {"accepted": said_of(term)}


def said_of(term: TopicTerm) -> str:
    """Return what a person said of a term, as the file has it."""
    return "open" if term.accepted is None else "yes" if term.accepted else "no"


def why_of(term: TopicTerm) -> str:
    """Return in a few words where a term is from."""
    of = f"{term.relation or 'for'}{' of' if term.relation else ''} {term.of}" if term.of else ""
    return "; ".join(filter(None, (of, term.note)))


def library_lines(library: TopicLibrary, eta: float) -> Iterator[str]:
    """Yield what a library holds."""
    yield library.name
    static, dynamic = len(library.static), len(library.dynamic)
    told = "as set" if library.eta is not None else "by default"
    yield (
        f"  {static} term{'' if static == 1 else 's'} accepted, "
        f"{dynamic} open ({library.dynamic_share:.0%} of their weight), "
        f"{len(library.rejected)} rejected; on the topic from {eta:.4f} {told}"
    )
    groups = {name: group for name, group in library.groups().items() if len(group) > 1}
    for name, group in groups.items():
        yield f"  {name} is also written {', '.join(group[1:])}"
    yield ""
    weights = library.weights()
    terms = sorted(library, key=lambda one: -weights.get(one.term, 0.0))
    yield from term_lines(one for one in terms if one.accepted is not False)


def score_lines(told: Explanation) -> Iterator[str]:
    """Yield why a page has its score."""
    verdict = "on the topic" if told.is_on_topic else "not on the topic"
    yield f"{told.url}"
    yield f"  {told.relevance:.3f}: {verdict} (from {told.eta:.4f})"
    if not told.blocks:
        yield "  there are no words on it"
        return
    yield ""
    rows = [("part", "share", "relevance", "gives")]
    rows += [
        (one.part, f"{one.share:.2f}", f"{one.relevance:.3f}", f"{one.gave:.3f}")
        for one in told.parts
    ]
    yield from (f"  {line}" for line in _table(rows))
    yield ""
    blocks: list[tuple[str, ...]] = [("block", "impact", "weight", "words", "gives", "terms")]
    for block in told.blocks:
        terms = ", ".join(
            f"{term.concept}{_as_found(term.concept, term.found)} x{term.count} {term.gave:.3f}"
            for term in block.terms[:_SHOWN_TERMS]
        )
        blocks.append(
            (
                block.kind,
                f"{block.impact:.2f}",
                f"{block.weight:.2f}",
                str(block.words),
                f"{block.gave:.3f}",
                terms or "-",
            )
        )
    yield from (f"  {line}" for line in _table(blocks))
    if told.missing:
        yield ""
        yield f"  not on the page: {', '.join(told.missing[:20])}"


def _as_found(concept: str, found: Sequence[str]) -> str:
    others = [word for word in found if word != concept]
    return f" ({', '.join(others[:3])})" if others else ""
