"""``scrapy cluster``: saved pages grouped by the template that made them, offline."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl import __version__
from fpcrawl.clustering.explain import explain
from fpcrawl.clustering.features import page_features
from fpcrawl.clustering.grouping import Grouping
from fpcrawl.clustering.readahead import read_ahead
from fpcrawl.clustering.report import ROWS, Report, report_lines
from fpcrawl.clustering.weights import default_parameters
from fpcrawl.clustering.writer import OUTPUTS, Writer
from fpcrawl.commands.clusterlibrary import open_library
from fpcrawl.commands.clusterprogress import LiveLine, progress_line
from fpcrawl.commands.output import print_text
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.exceptions import FpcrawlError, PageError, StateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, OTHER, USAGE
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.processes import MemoryWatch
from fpcrawl.saved.page import Unread, load_saved
from fpcrawl.saved.sources import SavedPages, shown_path
from fpcrawl.walk.reading import read_structure

if TYPE_CHECKING:
    import argparse
    from types import FrameType

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.pages.page import Page
    from fpcrawl.saved.page import SavedPage

__all__ = ["Command"]

#: Fewer bytes than this are read sooner than further processes start.
_WORTH_PROCESSES_BYTES = 20_000_000
_MAX_PROCESSES = 8
_LOOKS = 3


class Command(ToolCommand):
    """Exit code 0 also when some pages could not be read, 1 when none could."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return "[--out DIR] [--json] [--all] [--quiet] [--state DIR] PATH...  |  --explain A B"

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Group saved pages by the template that made them"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "Group saved pages by the template that made them; nothing is fetched. PATH is an "
            ".html file, a WARC file (needs pip install 'fpcrawl[warc]'), JSON Lines with html, "
            "body or content (and url), each also packed by gzip, xz or bzip2, or a folder, "
            "which is searched for all of these; of a folder with manifest.jsonl the pages that "
            "it names are read. Pages that cannot be read are counted and listed. "
            "Example: scrapy cluster saved/ crawl.warc.gz --out groups"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add(
            "--out",
            metavar="DIR",
            help="write assignments.jsonl (the cluster of each page), summary.json, summary.txt "
            "and unread.jsonl there",
        )
        add("--json", action="store_true", help="print the summary as one JSON object")
        add("--all", action="store_true", help="print all clusters, not only the largest")
        add("--quiet", action="store_true", help="no live line; there is none off a terminal")
        add(
            "--state",
            metavar="DIR",
            help="start with the clusters of this state directory, such as a crawl's .fpcrawl, "
            "and add to them; without it the run starts with none and keeps none",
        )
        add(
            "--looks",
            type=int,
            default=_LOOKS,
            metavar="N",
            help=f"read the structure of N pages of a cluster for their type (default {_LOOKS}, "
            "0 = types are unknown)",
        )
        add(
            "--processes",
            type=int,
            default=0,
            metavar="N",
            help="read pages in N processes (default: one for each processor when it is worth it)",
        )
        add(
            "--explain",
            nargs=2,
            metavar=("A", "B"),
            help="tell what makes two saved pages alike or unlike; FILE#N is the N-th page of a "
            "file of many",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Group the pages; exit code 2 for bad arguments, 6 for files of no use."""
        try:
            wrong = [word for word in args if word.startswith("-")]
            if wrong:
                raise UsageError(f"cannot read {' '.join(wrong)}; see scrapy cluster --help")
            if opts.looks < 0 or opts.processes < 0:
                raise UsageError("--looks and --processes take numbers of at least 0")
            if opts.explain:
                if args or opts.out:
                    raise UsageError("--explain goes with two pages and neither PATH nor --out")
                self._explain(opts)
            elif not args:
                raise UsageError("which pages? see scrapy cluster --help")
            else:
                for number in (signal.SIGTERM, signal.SIGHUP):
                    signal.signal(number, _stop)
                self._group([Path(word) for word in args], opts)
        except StateError as error:
            self._fail(str(error), EXIT_CODES["state"][0])
        except FpcrawlError as error:
            self._fail(str(error), USAGE)
        except KeyboardInterrupt:
            self._fail("stopped", EXIT_CODES["shutdown"][0])

    def _fail(self, message: str, code: int) -> None:
        sys.stderr.write(f"scrapy cluster: {message}\n")
        self.exitcode = code

    def _group(self, paths: list[Path], opts: argparse.Namespace) -> None:
        started = time.monotonic()
        saved = SavedPages(paths)
        live = LiveLine(sys.stderr, quiet=opts.quiet)
        live.tell(lambda: "counting")
        total = saved.totals()
        with (
            open_library(Path(opts.state) if opts.state else None) as library,
            Writer(Path(opts.out)) if opts.out else nullcontext() as out,
        ):
            grouping = Grouping(library, page_type_of, opts.looks)

            def line() -> str:
                size = total.size_bytes
                return progress_line(
                    grouping.pages,
                    grouping.clusters,
                    sum(grouping.unread.values()),
                    saved.bytes_read / size if size else None,
                    time.monotonic() - started,
                    total.pages,
                )

            processes = opts.processes or _processes(total.size_bytes)
            memory = MemoryWatch()
            try:
                for row in grouping.run(read_ahead(saved, processes)):
                    if out is not None:
                        out.add(row)
                    live.tell(line)
                    memory.look()
            finally:
                live.clear()
            grouped = grouping.finish()
            memory.look()
            report = Report(
                pages=grouping.pages,
                single=sum(one.pages == 1 for one in grouped.summaries),
                unread=dict(grouping.unread),
                left_out=dict(saved.left_out),
                seconds=round(time.monotonic() - started, 2),
                peak_mb=round((memory.own_bytes + memory.largest_child_bytes) / 1e6, 1),
                version=__version__,
                unread_pages=grouping.unread_pages,
                clusters=grouped.summaries,
            )
            if out is not None:
                out.finish(grouped, report)
            library.save()
        self._show(report, opts)

    def _show(self, report: Report, opts: argparse.Namespace) -> None:
        if opts.json:
            print_text(json.dumps(report.to_json(), ensure_ascii=False, indent=2))
        else:
            print_text("\n".join(report_lines(report, None if opts.all else ROWS)))
            if opts.out:
                print_text(f"\nwritten to {opts.out}: {', '.join(OUTPUTS)}")
        if not report.pages:
            why = "none of the pages could be read" if report.unread else "there are no pages"
            self._fail(why, OTHER)

    @staticmethod
    def _explain(opts: argparse.Namespace) -> None:
        first, second = (features_of(one_page(word)) for word in opts.explain)
        parameters = default_parameters()
        told = explain(first, second, parameters)
        clusters: list[str | None] = []
        if opts.state:
            with open_library(Path(opts.state)) as library:
                found = [library.classify(page) for page in (first, second)]
            clusters = [None if one is None else one.cluster for one in found]
        if opts.json:
            answer = {**asdict(told), "joins_from": parameters.d, "clusters": clusters}
            print_text(json.dumps(answer, ensure_ascii=False, indent=2))
            return
        lines = told.lines()
        lines.insert(1, f"a page joins a cluster that it is like by {parameters.d:.2f} or more")
        for word, cluster in zip(opts.explain, clusters, strict=False):
            lines.append(f"{word} is of {f'cluster {cluster}' if cluster else 'no known cluster'}")
        print_text("\n".join(lines))


def _stop(_number: int, _frame: FrameType | None) -> None:
    """End as with Ctrl-C, so that processes and temporary files are gone too."""
    raise KeyboardInterrupt


def page_type_of(page: Page) -> str | None:
    """Tell what a page is by its structure alone."""
    return read_structure(page, LayoutBook()).role


def features_of(saved: SavedPage) -> PageFeatures:
    """Return the features of a saved page with their names.

    Raises
    ------
    UsageError
        It cannot be read.
    """
    try:
        return page_features(load_saved(saved), keep_names=True)
    except PageError as error:
        raise UsageError(f"{saved.path} cannot be read: {error.reason}") from error


def one_page(word: str) -> SavedPage:
    """Return the page that ``FILE`` or ``FILE#N`` names.

    Raises
    ------
    UsageError
        There is none, or it cannot be read.
    """
    path, number = Path(word), ""
    if not path.exists():
        name, mark, number = word.rpartition("#")
        if not mark or not number.isdigit():
            raise UsageError(f"there is no {word}")
        path = Path(name)
    if path.is_dir():
        raise UsageError(f"{word} is a folder: name a page in it")
    wanted = f"{shown_path(path)}#{number}" if number else ""
    for page in SavedPages([path]):
        if not wanted or wanted in {page.path, page.path.rpartition("/")[2]}:
            if isinstance(page, Unread):
                raise UsageError(f"{word} cannot be read: {page.reason} {page.detail}".strip())
            return page
    raise UsageError(f"there is no page {word}")


def _processes(size_bytes: int) -> int:
    if size_bytes < _WORTH_PROCESSES_BYTES:
        return 1
    return min(len(os.sched_getaffinity(0)), _MAX_PROCESSES)
