"""Commands that are loaded when they are called for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from scrapy.commands import ScrapyCommand

if TYPE_CHECKING:
    import argparse

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
        # Scrapy has this very object in hand: sets its settings and reads its exit code.
        self.__class__ = import_module(self.module).Command
        return self
