"""Commands that are loaded when they are called for."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from scrapy.commands import ScrapyCommand

from fpcrawl.exit_codes import EXIT_CODES

if TYPE_CHECKING:
    import argparse
    from types import TracebackType

__all__ = ["LateCommand"]


class LateCommand(ScrapyCommand):
    """Becomes the command of another module when something is asked of it.

    Scrapy makes every command it finds before it knows which one is meant; all of ours take
    two seconds to import, and most of that is needed by one of them only.

    Attributes
    ----------
    module
        Where the class ``Command`` is to be found.
    """

    module: ClassVar[str]
    requires_project = False

    def syntax(self) -> str:
        """Return the arguments in short."""
        return self._command().syntax()

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return self._command().short_desc()

    def long_desc(self) -> str:
        """Return what the help says."""
        return self._command().long_desc()

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        self._command().add_options(parser)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do what the command does."""
        self._command().run(args, opts)

    def _command(self) -> ScrapyCommand:
        _end_quietly(self.module.rpartition(".")[2])
        # Scrapy has this very object in hand: sets its settings and reads its exit code.
        self.__class__ = import_module(self.module).Command
        return self


def _end_quietly(command: str) -> None:
    """Have Ctrl-C end the process with a line and its code where nobody heeds it yet.

    A second goes by while a command is imported and looks at its settings.
    """
    usual = sys.excepthook

    def told(kind: type[BaseException], error: BaseException, at: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            usual(kind, error, at)
            return
        sys.stderr.write(f"scrapy {command}: stopped\n")
        sys.exit(EXIT_CODES["shutdown"][0])

    sys.excepthook = told
