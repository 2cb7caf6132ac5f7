"""Printing what a command was asked for."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fpcrawl.store.opening import StateConfig

__all__ = ["print_text", "state_trouble"]


def print_text(text: str) -> None:
    """Print; a reader that has seen enough, such as ``head``, is no error."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def state_trouble(error: Exception, config: StateConfig) -> str:
    """Say why a state cannot be read, and what to do where none is in its folder."""
    if config.exists:
        return str(error)
    inside = replace(config, directory=config.directory / ".fpcrawl")
    if inside.exists:
        return f"{error}; there is one in {inside.directory}"
    return f"{error}; --state DIR names another folder"
