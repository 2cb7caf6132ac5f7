"""Commands of several actions: which one is asked for, and what goes with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

__all__ = ["Action", "chosen_action", "syntax_of"]


@dataclass(frozen=True, slots=True)
class Action:
    """What goes with an action.

    Attributes
    ----------
    words
        Its words as the help calls them.
    least, most
        Number of words; ``None`` = any number.
    options
        Names of its options; those that no action names go with all.
    """

    words: str
    least: int
    most: int | None
    options: tuple[str, ...] = ()


def syntax_of(actions: Mapping[str, Action]) -> str:
    """Return the words of all actions in one line, for the help."""
    return "  |  ".join(f"{name} {action.words}" for name, action in actions.items())


def chosen_action(
    command: str, actions: Mapping[str, Action], args: Sequence[str], opts: argparse.Namespace
) -> tuple[str, list[str]]:
    """Return what is to be done and with what.

    Raises
    ------
    UsageError
        When it is none of the actions, or a word or option does not go with it.
    """
    name, *words = args or [""]
    if name not in actions:
        raise UsageError(f"say one of {', '.join(actions)}; see scrapy {command} --help")
    action = actions[name]
    for option in sorted({option for one in actions.values() for option in one.options}):
        if getattr(opts, option) not in (None, False) and option not in action.options:
            raise UsageError(f"--{option.replace('_', '-')} does not go with {name}")
    too_many = action.most is not None and len(words) > action.most
    if any(word.startswith("-") for word in words) or len(words) < action.least or too_many:
        raise UsageError(f"say scrapy {command} {name} {action.words}; see scrapy {command} --help")
    return name, words
