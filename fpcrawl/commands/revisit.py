"""``scrapy revisit``: what revisit models would do."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand

from fpcrawl.exceptions import UsageError
from fpcrawl.exit_codes import USAGE
from fpcrawl.revisit.measures import ceiling
from fpcrawl.revisit.simulate import read_trace, simulate
from fpcrawl.spiders.site import site_zone

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping

    from fpcrawl.revisit.measures import Measures

__all__ = ["Command"]


class Command(ScrapyCommand):
    """Replays event times under every revisit policy."""

    requires_project = False
    requires_crawler_process = False
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - declared so by Scrapy

    def syntax(self) -> str:
        """Return the arguments in short."""
        return "simulate TRACE [--rows N] [--z SHARE] [--json]"

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Try the revisit policies on event times"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "Drive a list page by the event times of TRACE and visit it under every policy. "
            "TRACE is an .npz file with t (and thread), or a text file with a line an event: "
            "epoch seconds or an ISO 8601 time, and maybe a comma and a thread; with threads "
            "the list is in bump order. The intervals are those of FPCRAWL_REVISIT_MIN_S, "
            "_START_S and _MAX_S. Example: scrapy revisit simulate board.csv --rows 30"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add("--json", action="store_true", help="print one JSON object")
        add("--rows", type=int, default=50, metavar="N", help="rows of the page (default: 50)")
        add("--z", type=float, default=0.5, metavar="SHARE", help="wanted turnover (default: 0.5)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Print the measures; exit code 2 for bad arguments."""
        assert self.settings is not None
        get = self.settings.getfloat
        try:
            times, threads = read_trace(_path(args))
            found = simulate(
                times,
                threads,
                rows=opts.rows,
                z=opts.z,
                start_s=get("FPCRAWL_REVISIT_START_S", 3600.0),
                min_s=get("FPCRAWL_REVISIT_MIN_S", 600.0),
                max_s=get("FPCRAWL_REVISIT_MAX_S", 86400.0),
                zone=site_zone(self.settings),
            )
        except (UsageError, ValueError) as error:
            sys.stderr.write(f"scrapy revisit: {error}\n")
            self.exitcode = USAGE
            return
        best = ceiling(opts.rows, z=opts.z)
        if opts.json:
            policies = {name: asdict(one) for name, one in found.items()}
            print(json.dumps({"rows": opts.rows, "z": opts.z, "ceiling10": best, **policies}))
            return
        print("\n".join(_table(found, best)))


def _path(args: list[str]) -> Path:
    if len(args) != 2 or args[0] != "simulate":
        raise UsageError("say scrapy revisit simulate TRACE; see scrapy revisit --help")
    return Path(args[1])


def _table(found: Mapping[str, Measures], best: float) -> Iterator[str]:
    yield f"{'policy':20}{'visits/day':>11}{'hit10':>8}{'lost':>8}{'mean delay':>12}"
    for name, one in found.items():
        yield (
            f"{name:20}{one.visits_per_day:11.2f}{one.hit10:8.1%}{one.lost_share:8.2%}"
            f"{one.mean_delay_s / 60:8.0f} min"
        )
    yield f"with the true rate known, hit10 is {best:.1%} on average"
