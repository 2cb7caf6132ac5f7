"""The path of largest weight through a transducer over the fields of records.

States are the fields a record has so far, in any order that was seen; a field may be
missing. Matches of contextual rules are its input; a match is taken as the next field of
the record, as the first of a new one, or passed over. The weight of a path is the sum of the
counts of the rules it uses (eq. (3) of the paper).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Match", "best_records"]


class Match(NamedTuple):
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


#: A match on a path, whether it opens a record, and the match before it.
_Link = tuple[Match, bool, "_Link | None"]


class _State(NamedTuple):
    """A path.

    Attributes
    ----------
    total
        Its weight, the open record included.
    records
        Its closed records, less than nothing: more is better.
    closed
        Weight of the closed records.
    closed_link, link
        Its last match in a closed record, and in all.
    until
        Where the last body ends.
    """

    total: int
    records: int
    closed: int
    closed_link: _Link | None
    link: _Link | None
    until: int


def best_records(
    matches: Sequence[Match],
    follows: Sequence[int],
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
    follows
        For each field the bit mask of fields that may stand before it in a record.
    required
        Bit mask of fields without which there is no record.
    single
        Whether there is one record at most.

    Returns
    -------
    list of list of Match
        Linear in matches times states; there are at most two to the power of the fields.
    """
    heaviest = [0] * len(follows)
    for match in matches:
        heaviest[match.field] = max(heaviest[match.field], match.weight)
    states: dict[int, _State] = {}
    nothing = finished = _State(0, 0, 0, None, None, 0)
    for match in matches:
        start, inner, field, _, weight, end = match
        bit = 1 << field
        barred = ~follows[field] | bit
        ends = end if end > inner else 0
        fresh: dict[int, _State] = {}
        for mask, state in states.items():
            if mask & barred or start < state.until:
                continue
            total, records, closed, closed_link, link, until = state
            fresh[mask | bit] = _State(
                total + weight, records, closed, closed_link, (match, False, link), ends or until
            )
        above = nothing if single else finished
        if start >= above.until:
            total, records, _, _, link, until = above
            opened = _State(
                total + weight, records, total, link, (match, True, link), ends or until
            )
            if bit not in fresh or opened[:2] > fresh[bit][:2]:
                fresh[bit] = opened
        better = False
        for mask, state in fresh.items():
            known = states.get(mask)
            if known is None or state[:2] > known[:2]:
                states[mask] = state
            if mask & required == required:
                total, records, _, _, link, until = state
                if (total, records - 1) > finished[:2]:
                    finished = _State(total, records - 1, total, link, link, until)
                    better = True
        if better:
            states = {
                mask: state
                for mask, state in states.items()
                if _may_win(mask, state, finished, follows, heaviest, required)
            }
    return _unroll(finished.closed_link)


def _may_win(
    mask: int,
    state: _State,
    finished: _State,
    follows: Sequence[int],
    heaviest: Sequence[int],
    required: int,
) -> bool:
    """Whether a path can still become better than one that begins anew after the best."""
    if mask & required != required:
        return state.total > finished.total
    more = sum(
        weight for field, weight in enumerate(heaviest) if not mask & (~follows[field] | 1 << field)
    )
    return more > 0 and state.total + more > finished.total


def _unroll(link: _Link | None) -> list[list[Match]]:
    out: list[list[Match]] = []
    record: list[Match] = []
    while link is not None:
        match, opens, link = link
        record.append(match)
        if opens:
            out.append(record[::-1])
            record = []
    return out[::-1]
