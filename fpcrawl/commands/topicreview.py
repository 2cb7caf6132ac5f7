"""Going through the open terms of a topic with a person at a terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from fpcrawl.commands.topictables import why_of

if TYPE_CHECKING:
    from fpcrawl.topic.library import TermClass, TopicLibrary, TopicTerm

__all__ = ["review"]

_CLASSES: dict[str, TermClass] = {"1": "subject", "2": "technical", "3": "judgement"}
_HELP = """\
  y accept   n reject   Enter leave open   b back
  1 subject   2 technical   3 judgement   0.7 (a number): weight   ? this
  a accept all the rest   r reject all the rest   q save and end
"""


def review(library: TopicLibrary, answers: TextIO, out: TextIO) -> int:
    """Ask about each open term; return how many were decided.

    Parameters
    ----------
    library
        It is changed.
    answers, out
        Where a person types, and where the questions go. The end of the answers ends it, and so
        does Ctrl-C.
    """
    terms = [term.term for term in sorted(library.dynamic, key=lambda one: -one.weight)]
    before = len(terms)
    if not terms:
        out.write("nothing is open\n")
        return 0
    out.write(f"{library.name}: {before} open terms\n{_HELP}")
    at = 0
    while at < len(terms):
        term = library.get(terms[at])
        assert term is not None
        out.write(f"{at + 1}/{len(terms)}  {_shown(term)} ? ")
        out.flush()
        try:
            line = answers.readline()
        except KeyboardInterrupt:
            line = ""  # what was decided is kept
        if not line:
            out.write("\n")
            break
        answer = line.strip().lower()
        if answer in {"a", "r"}:
            for rest in terms[at:]:
                known = library.get(rest)
                if known is not None and known.accepted is None:
                    library.decide(rest, accepted=answer == "a")
            break
        if answer == "q":
            break
        if answer == "b":
            at = max(0, at - 1)
        elif answer == "?":
            out.write(_HELP)
        elif answer in _CLASSES:
            library.put(replace(term, kind=_CLASSES[answer]))
        elif answer in {"y", "n", ""}:
            if answer:
                library.decide(term.term, accepted=answer == "y")
            at += 1
        elif (weight := _weight(answer)) is not None:
            library.put(replace(term, weight=weight))
        else:
            out.write(_HELP)
    return before - len(library.dynamic)


def _shown(term: TopicTerm) -> str:
    why = why_of(term)
    return (
        f"{term.term}  [{term.kind}, {term.weight:.2f}, {term.source}{f': {why}' if why else ''}]"
    )


def _weight(answer: str) -> float | None:
    try:
        value = float(answer)
    except ValueError:
        return None
    return value if 0 < value <= 1 else None
