"""What the benchmarks of recorded pages share: their options, and a table on standard error."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks._disguise import DISGUISES, NAMES
from benchmarks._fewer import FEWER
from benchmarks._renames import RENAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["add_disguise", "data_parser", "print_figures"]


def add_disguise(
    parser: argparse.ArgumentParser, *, labelled: bool = False, retold: bool = False
) -> None:
    """Add ``--disguise`` to the options of a benchmark.

    Parameters
    ----------
    labelled
        Whether what is true of each page is known: by that something can be put into it.
    retold
        Whether it reads the truth of pages in which writers have other names, or records go.
    """
    known = [*(NAMES if labelled else sorted(DISGUISES)), *((*FEWER, RENAMES) if retold else ())]
    parser.add_argument(
        "--disguise",
        choices=known,
        metavar="NAME",
        help="read the pages as other sites might have written them (see benchmarks/README.md)",
    )


def data_parser(
    name: str, description: str, *, explain: str, data: str = "forums", retold: bool = True
) -> argparse.ArgumentParser:
    """Return the parser of a benchmark that reads recorded pages.

    Parameters
    ----------
    name
        Of its module.
    explain
        What ``--explain N`` shows N cases of.
    data
        Folder of its example.
    retold
        Whether it reads the truth of pages in which writers have other names, or records go.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{name}",
        description=description,
        epilog=f"example: python -m benchmarks.{name} --data ../shared/{data} --json --explain 3",
    )
    parser.add_argument("--data", type=Path, required=True, help="a data folder, or many below")
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--limit", type=int, help="only N pages of a folder")
    parser.add_argument(
        "--explain", type=int, default=0, metavar="N", help=f"show N cases of {explain}"
    )
    add_disguise(parser, labelled=True, retold=retold)
    parser.add_argument("--no-baselines", action="store_true", help="leave out other readers")
    return parser


def print_figures(
    columns: Sequence[str], rows: Iterable[tuple[str, int, Sequence[Any]]], *, width: int = 34
) -> None:
    """Print a line for each row: its name, its pages, its figures; ``-`` for ``None``."""
    heads = "".join(f"{column[:7]:>8}" for column in columns)
    print(f"\n{'':{width}}{'pages':>6}{heads}", file=sys.stderr)
    for name, pages, figures in rows:
        cells = "".join(f"{'-' if figure is None else figure!s:>8}" for figure in figures)
        print(f"{name[: width - 1]:{width}}{pages:>6}{cells}", file=sys.stderr)
    print(file=sys.stderr, flush=True)
