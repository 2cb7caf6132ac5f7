"""Printing what a command was asked for."""

from __future__ import annotations

import os
import sys

__all__ = ["print_text"]


def print_text(text: str) -> None:
    """Print; a reader that has seen enough, such as ``head``, is no error."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
