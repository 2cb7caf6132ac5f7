"""Printing what a command was asked for."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from fpcrawl.exit_codes import EXIT_CODES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.store.opening import StateConfig

__all__ = ["drop_output", "escape_unknown", "print_text", "standard_output", "state_trouble"]


_ESCAPES = "fpcrawl.escapes"


def _escaped(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    # As JSON writes it, so that the output of --json stays JSON.
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error(_ESCAPES, _escaped)


def escape_unknown() -> None:
    r"""Have the standard output show what its encoding does not know as ``\uXXXX``.

    It stays as it is where the user has said what becomes of that (``PYTHONIOENCODING``).
    """
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper) and out.errors in {"strict", "surrogateescape"}:
        out.reconfigure(errors=_ESCAPES)


def print_text(text: str) -> None:
    """Print; a reader that has seen enough, such as ``head``, is no error."""
    try:
        with standard_output():
            print(text, flush=True)
    except BrokenPipeError:
        drop_output()


@contextmanager
def standard_output() -> Iterator[None]:
    """End the command with one line where the standard output cannot be written.

    No other ``OSError`` comes out of the block. That a reader has seen enough goes to the caller.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_output()
        why = error.strerror or error
        sys.stderr.write(f"scrapy: cannot write to the standard output: {why}\n")
        sys.exit(EXIT_CODES["state_error"][0])


def drop_output() -> None:
    """Have the rest of the output go nowhere: Python writes what is left over when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def state_trouble(error: Exception, config: StateConfig) -> str:
    """Say why a state cannot be read, and what to do where none is in its folder."""
    if config.exists:
        return str(error)
    inside = replace(config, directory=config.directory / ".fpcrawl")
    if inside.exists:
        return f"{error}; there is one in {inside.directory}"
    return f"{error}; --state DIR names another folder"
