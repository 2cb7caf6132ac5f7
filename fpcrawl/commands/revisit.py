"""``scrapy revisit``: when lists are visited, and what revisit models would do."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.care.files import target_file
from fpcrawl.commands.actions import Action, chosen_action
from fpcrawl.commands.output import print_text
from fpcrawl.commands.revisitboards import board_zone, find_board, known_boards, report_of
from fpcrawl.commands.revisittables import board_lines, measure_lines
from fpcrawl.commands.status import chosen_crawls
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, USAGE
from fpcrawl.pipelines.revisit import model_from_settings
from fpcrawl.revisit import DEFAULT_MODEL
from fpcrawl.revisit.chart import Subject, draw_board
from fpcrawl.revisit.measures import ceiling
from fpcrawl.revisit.simulate import read_trace, simulate
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.settings.zone import site_zone
from fpcrawl.store.opening import open_configured

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from fpcrawl.store.base import State

__all__ = ["Command"]

_ACTIONS = {
    "list": Action("[SITE]", 0, 1, ("json", "state")),
    "plot": Action("BOARD", 1, 1, ("output", "state", "force")),
    "simulate": Action("TRACE", 1, 1, ("json", "rows", "z")),
}


class Command(ToolCommand):
    """Shows the lists of the state and what is known of them, and replays event times."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return (
            "list [--json] [--state DIR] [SITE]  |  "
            "plot [-o FILE [--force]] [--state DIR] BOARD  |  "
            "simulate [--rows N] [--z SHARE] [--json] TRACE"
        )

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Show when lists are visited again, and why; try revisit policies"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "list: the lists of the state that are visited again, of all crawls or of SITE (a "
            "name such as forum:bbs.example.com, or only the host): rows of the page, new ones "
            "expected now, how well the counts are foretold, last and next visit, and how many "
            "of the visits found the wanted share of rows new. "
            "plot: a picture (SVG) of one list, its usual day, visits made and planned; BOARD is "
            "its address or a part of it. "
            "simulate: drive a list page by the event times of TRACE and visit it under every "
            "policy. TRACE is an .npz file with t (and thread), or a text file with a line an "
            "event: epoch seconds or an ISO 8601 time, and maybe a comma and a thread; with "
            "threads the list is in bump order. The intervals are those of "
            "FPCRAWL_REVISIT_MIN_S, _START_S and _MAX_S. "
            "Example: scrapy revisit plot https://bbs.example.com/forum-1.html -o curve.svg"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add("--json", action="store_true", help="list, simulate: print one JSON object")
        add("--state", metavar="DIR", help="list, plot: directory (default: FPCRAWL_STATE_DIR)")
        add("-o", "--output", metavar="FILE", help="plot: write there (default: standard output)")
        add("--force", action="store_true", help="plot: replace FILE")
        add("--rows", type=int, metavar="N", help="simulate: rows of the page (default: 50)")
        add("--z", type=float, metavar="SHARE", help="simulate: wanted turnover (default: 0.5)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do it; exit code 2 for bad arguments, 6 for a state that is of no use."""
        try:
            action, words = chosen_action("revisit", _ACTIONS, args, opts)
            if action == "simulate":
                self._simulate(words, opts)
                return
            assert self.settings is not None
            config = state_config(self.settings, opts.state)
            with closing(open_configured(config, read_only=True)) as state:
                if action == "list":
                    self._list(state, config.shown, words, as_json=opts.json)
                else:
                    self._plot(state, words, opts)
        except StateError as error:
            self._fail(str(error), EXIT_CODES["state"][0])
        except (UsageError, ValueError) as error:
            self._fail(str(error), USAGE)

    def _list(self, state: State, shown: str, words: Sequence[str], *, as_json: bool) -> None:
        assert self.settings is not None
        now = state.clock()
        model = model_from_settings(self.settings)
        name = self.settings.get("FPCRAWL_REVISIT_MODEL") or DEFAULT_MODEL
        crawls = chosen_crawls(state.frontier.crawls(), words)
        reports = [report_of(known, name, now) for known in known_boards(state, crawls, model)]
        if as_json:
            found = {"state": shown, "boards": [one.to_json() for one in reports]}
            print_text(json.dumps(found, ensure_ascii=False, indent=2))
            return
        print_text("\n".join(board_lines(reports, now)) or f"{shown}: no lists yet")

    def _plot(self, state: State, words: Sequence[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        target = None if opts.output is None else Path(opts.output)
        if target is not None:
            if target.suffix.lower() not in {"", ".svg"}:
                raise UsageError(f"{target}: the picture is SVG, name it {target.stem}.svg")
            target_file(target, force=opts.force)
        model = model_from_settings(self.settings)
        boards = list(known_boards(state, state.frontier.crawls(), model))
        known = find_board(boards, words[0])
        if known.board is None or known.board.last_visit is None:
            raise UsageError(
                f"of {known.row.url} no curve is known: it was not visited yet, or "
                "FPCRAWL_REVISIT_MODEL names a model without one"
            )
        picture = draw_board(
            Subject(
                known.row.url,
                known.board,
                known.visits,
                known.row.due,
                state.clock(),
                known.z,
                board_zone(state, known.crawl, site_zone(self.settings)),
            )
        )
        if target is None:
            print_text(picture)
            return
        try:
            target.write_text(picture, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write {target}: {error.strerror}") from error

    def _simulate(self, words: Sequence[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        get = self.settings.getfloat
        rows = 50 if opts.rows is None else opts.rows
        z = 0.5 if opts.z is None else opts.z
        if not 0 < z <= 1:
            raise UsageError(f"--z must be above 0 and at most 1, not {z:g}")
        times, threads = read_trace(Path(words[0]))
        found = simulate(
            times,
            threads,
            rows=rows,
            z=z,
            start_s=get("FPCRAWL_REVISIT_START_S", 3600.0),
            min_s=get("FPCRAWL_REVISIT_MIN_S", 600.0),
            max_s=get("FPCRAWL_REVISIT_MAX_S", 86400.0),
            zone=site_zone(self.settings),
        )
        best = ceiling(rows, z=z)
        if opts.json:
            policies = {name: asdict(one) for name, one in found.items()}
            print_text(json.dumps({"rows": rows, "z": z, "ceiling10": best, **policies}))
            return
        print_text("\n".join(measure_lines(found, best)))

    def _fail(self, message: str, code: int) -> None:
        sys.stderr.write(f"scrapy revisit: {message}\n")
        self.exitcode = code
