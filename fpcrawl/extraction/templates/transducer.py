"""The path of largest weight through a transducer over the fields of records.

States are the fields a record has so far, in any order that was seen; a field may be
missing. Matches of contextual rules are its input; a match is taken as the next field of
the record, as the first of a new one, or passed over. The weight of a path is the sum of the
counts of the rules it uses (eq. (3) of the paper).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["Match", "best_records"]


@dataclass(frozen=True, slots=True)
class Match:
    """A place of the source where a rule holds.

    Attributes
    ----------
    start, inner
        Where the tag next to the value begins, and where it ends.
    field
        Number of the field.
    rule
        Number of the rule.
    weight
        Count of the rule.
    end
        End of a body; other matches within it are words of the body. Else ``inner``.
    """

    start: int
    inner: int
    field: int
    rule: int
    weight: int
    end: int


@dataclass(frozen=True, slots=True)
class _Link:
    match: Match
    opens: bool
    before: _Link | None


@dataclass(frozen=True, slots=True)
class _State:
    """A path: weight and number of its closed records, and its open one."""

    closed: int
    records: int
    closed_link: _Link | None
    weight: int
    link: _Link | None
    until: int

    def rank(self) -> tuple[int, int]:
        return self.closed + self.weight, -self.records


def best_records(
    matches: Sequence[Match],
    order: Collection[tuple[int, int]],
    required: int,
    *,
    single: bool = False,
) -> list[list[Match]]:
    """Fields of the records on the path of largest weight.

    Of paths of equal weight that with fewer records is taken, then that of earlier matches.

    Parameters
    ----------
    matches
        By where they start.
    order
        Pairs of fields ``(a, b)`` that may follow each other within a record.
    required
        Bit mask of fields without which there is no record.
    single
        Whether there is one record at most.

    Returns
    -------
    list of list of Match
        Linear in matches times states; there are at most two to the power of the fields.
    """
    follows: dict[int, int] = {}
    for a, b in order:
        follows[b] = follows.get(b, 0) | 1 << a
    states: dict[int, _State] = {}
    nothing = finished = _State(0, 0, None, 0, None, 0)
    for match in matches:
        bit = 1 << match.field
        allowed = follows.get(match.field, 0)
        fresh: dict[int, _State] = {}
        for mask, state in states.items():
            if mask & bit or mask & ~allowed or match.start < state.until:
                continue
            grown = _State(
                state.closed,
                state.records,
                state.closed_link,
                state.weight + match.weight,
                _Link(match, False, state.link),
                max(match.end, state.until) if match.end > match.inner else state.until,
            )
            _keep(fresh, mask | bit, grown)
        above = nothing if single else finished
        if match.start >= above.until:
            opened = _State(
                above.closed,
                above.records,
                above.closed_link,
                match.weight,
                _Link(match, True, above.closed_link),
                match.end if match.end > match.inner else above.until,
            )
            _keep(fresh, bit, opened)
        for mask, state in fresh.items():
            _keep(states, mask, state)
            if mask & required == required:
                done = _State(
                    state.closed + state.weight, state.records + 1, state.link, 0, None, state.until
                )
                if done.rank() > finished.rank():
                    finished = done
    return _unroll(finished.closed_link)


def _keep(states: dict[int, _State], mask: int, state: _State) -> None:
    known = states.get(mask)
    if known is None or state.rank() > known.rank():
        states[mask] = state


def _unroll(link: _Link | None) -> list[list[Match]]:
    out: list[list[Match]] = []
    record: list[Match] = []
    while link is not None:
        record.append(link.match)
        if link.opens:
            out.append(record[::-1])
            record = []
        link = link.before
    return out[::-1]
