"""Words among characters that no dictionary joins: names, new words. jieba's model, unrolled.

A character begins a word, stands within, ends one or is one; the likeliest row of such states
(Viterbi) cuts the text.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["name_cutter"]

#: Of what the model has never seen; jieba's value.
_NEVER = -3.14e100

_Shown = tuple[float, float, float, float]


def name_cutter(
    start: Mapping[str, float],
    steps: Mapping[str, Mapping[str, float]],
    shown: Mapping[str, Mapping[str, float]],
) -> Callable[[str], tuple[str, ...]]:
    """Return what cuts a run of characters.

    Parameters
    ----------
    start
        Logarithm of the share of runs that begin with each state: ``B``, ``M``, ``E``, ``S``.
    steps
        Of each state that follows another one.
    shown
        Of each character in each state.
    """
    # Of a character all four at once.
    never = (_NEVER,) * 4
    its = [shown[state] for state in "BMES"]
    of_character: dict[str, _Shown] = {
        c: (
            its[0].get(c, _NEVER),
            its[1].get(c, _NEVER),
            its[2].get(c, _NEVER),
            its[3].get(c, _NEVER),
        )
        for c in set().union(*its)
    }
    show = of_character.get
    start_b, start_m, start_e, start_s = (start[state] for state in "BMES")
    b_e, b_m = steps["B"]["E"], steps["B"]["M"]
    m_e, m_m = steps["M"]["E"], steps["M"]["M"]
    e_b, e_s = steps["E"]["B"], steps["E"]["S"]
    s_b, s_s = steps["S"]["B"], steps["S"]["S"]

    @lru_cache(maxsize=50_000)
    def cut(run: str) -> tuple[str, ...]:
        in_b, in_m, in_e, in_s = show(run[0], never)
        b, m, e, s = start_b + in_b, start_m + in_m, start_e + in_e, start_s + in_s
        # Of each character: whether a word that begins, goes on, ends or stands here comes
        # behind a lone character (B, S) or behind the middle of a word (M, E).
        back: list[tuple[bool, bool, bool, bool]] = []
        for c in run[1:]:
            to_b, to_b2 = e + e_b, s + s_b
            to_m, to_m2 = b + b_m, m + m_m
            to_e, to_e2 = b + b_e, m + m_e
            to_s, to_s2 = e + e_s, s + s_s
            lone_b, lone_s, mid_m, mid_e = (
                to_b2 >= to_b,
                to_s2 >= to_s,
                to_m2 >= to_m,
                to_e2 >= to_e,
            )
            back.append((lone_b, mid_m, mid_e, lone_s))
            in_b, in_m, in_e, in_s = show(c, never)
            b = (to_b2 if lone_b else to_b) + in_b
            m = (to_m2 if mid_m else to_m) + in_m
            e = (to_e2 if mid_e else to_e) + in_e
            s = (to_s2 if lone_s else to_s) + in_s
        return _words(run, back, "S" if s >= e else "E")

    return cut


def _words(run: str, back: list[tuple[bool, bool, bool, bool]], state: str) -> tuple[str, ...]:
    """Return the words of a run whose last character is in a state."""
    words = []
    end = len(run)
    for at in range(len(run) - 1, -1, -1):
        if state in "BS":
            words.append(run[at:end])
            end = at
        if at:
            to_b, to_m, to_e, to_s = back[at - 1]
            if state == "B":
                state = "S" if to_b else "E"
            elif state == "S":
                state = "S" if to_s else "E"
            elif state == "M":
                state = "M" if to_m else "B"
            else:
                state = "M" if to_e else "B"
    if end:
        words.append(run[:end])
    words.reverse()
    return tuple(words)
