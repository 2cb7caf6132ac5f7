"""``scrapy state``: copies of the state, exports, merged feeds, moving to Redis and back."""

from __future__ import annotations

import json
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fpcrawl.care.files import size_text
from fpcrawl.commands.actions import Action, chosen_action, syntax_of
from fpcrawl.commands.clusterprogress import LiveLine
from fpcrawl.commands.output import drop_output, print_text
from fpcrawl.commands.stateactions import ACTIONS
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.exceptions import FpcrawlError, StateError
from fpcrawl.exit_codes import EXIT_CODES, USAGE
from fpcrawl.settings.stateconfig import state_config, target_config

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from types import FrameType

    from fpcrawl.care.files import Tell

__all__ = ["Command"]

_EXPORT = ("kind", "format", "output", "site", "since", "changed_since", "force", "state")
_ACTIONS = {
    "backup": Action("FILE", 1, 1, ("force", "state")),
    "restore": Action("FILE", 1, 1, ("force", "state")),
    "check": Action("[FILE]", 0, 1, ("state",)),
    "export": Action("-o FILE", 0, 0, _EXPORT),
    "merge": Action("FILE... -o OUT", 1, None, ("output", "force", "latest")),
    "move": Action("--to PLACE", 0, 0, ("to", "keep", "force", "state")),
}
#: What is counted while an action is under way; bytes where nothing is said.
_COUNTED = {"export": "records", "move": "rows"}


class Command(ToolCommand):
    """Exit code 6 when a state or copy is of no use, 2 for bad arguments, 1 for bad lines."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return syntax_of(_ACTIONS)

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Look after the state: copies, exports, merged feeds, moves"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "backup: copy the state into one file, beside running crawls; FILE may be a folder "
            "(the copy is named by the time) or end in .gz (it is packed). It holds the cookies "
            "of sessions: only you may read it. "
            "restore: make a copy the state again; one that is there is set aside. "
            "check: look at all of a state or copy and tell what it holds. "
            "export: write the stored records as they stand, as JSON Lines, CSV or Parquet, by "
            "the name of FILE or --format; without --kind all kinds into a folder; -o - is the "
            "standard output. "
            "merge: make one feed of several: of each key the highest version, of these the one "
            "fetched last. "
            "move: bring the state of this machine into Redis (--to redis://HOST:PORT/0), or the "
            "one in Redis into files (--to DIR); what arrives is compared, then the source is "
            "emptied, a file after it was copied, or left with --keep. "
            "Files are there whole or not at all. "
            "Example: scrapy state backup /srv/copies/monday.sqlite3.gz; "
            "scrapy state export --kind post -o posts.parquet --since 2026-01-01"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add("-o", "--output", metavar="FILE", help="export, merge: where to")
        add("--kind", metavar="KIND", help="export: post, article or thread")
        add("--format", metavar="FORMAT", help="export: jsonl, csv or parquet")
        add("--site", metavar="HOST", help="export: only of this site")
        add("--since", metavar="DAY", help="export: published then or later, or at no known time")
        add("--changed-since", metavar="TIME", help="export: stored as new or changed since")
        add("--latest", action="store_true", help="merge: fetched last wins, whatever the version")
        add("--to", metavar="PLACE", help="move: a Redis address or a directory")
        add("--keep", action="store_true", help="move: leave the source as it is")
        add("--force", action="store_true", help="replace FILE, or the state that is there")
        add("--state", metavar="DIR", help="state directory (default: FPCRAWL_STATE_DIR)")
        add("--json", action="store_true", help="print one JSON object")
        add("--quiet", action="store_true", help="no live line")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do it; exit code 2 for bad arguments, 6 for what is of no use, 130 when stopped."""
        assert self.settings is not None
        live = LiveLine(sys.stderr, quiet=opts.quiet)
        try:
            action, words = chosen_action("state", _ACTIONS, args, opts)
            config = state_config(self.settings, opts.state)
            if opts.to is not None:
                opts.target = target_config(self.settings, opts.to)
            with _ends_cleanly():
                try:
                    told = ACTIONS[action](words, opts, config, _teller(live, action))
                finally:
                    live.clear()
        except StateError as error:
            self._fail(str(error), EXIT_CODES["state"][0])
        except FpcrawlError as error:
            self._fail(str(error), USAGE)
        except KeyboardInterrupt:
            self._fail("stopped; nothing was changed", EXIT_CODES["shutdown"][0])
        except BrokenPipeError:  # a reader such as head has seen enough
            drop_output()
        else:
            self.exitcode = told.code
            if opts.json:
                print_text(json.dumps(told.values, ensure_ascii=False, indent=2))
            elif told.lines:
                print_text("\n".join(told.lines))
            for warning in told.warnings:
                sys.stderr.write(f"scrapy state: {warning}\n")

    def _fail(self, message: str, code: int) -> None:
        sys.stderr.write(f"scrapy state: {message}\n")
        self.exitcode = code


@contextmanager
def _ends_cleanly() -> Iterator[None]:
    """Have SIGTERM end the action as Ctrl-C does, so that nothing is left lying about."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _teller(live: LiveLine, action: str) -> Tell:
    counted = _COUNTED.get(action)

    def tell(done: int, total: int) -> None:
        live.tell(lambda: _progress(action, done, total, counted))

    return tell


def _progress(action: str, done: int, total: int, counted: str | None) -> str:
    """Return how far an action is, in one line."""
    share = f"  {100 * done / total:.0f} %" if total else ""
    if counted is not None:
        return f"{action}  {done} of {total} {counted}{share}"
    return f"{action}  {size_text(done)} of {size_text(total)}{share}"
