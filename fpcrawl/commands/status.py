"""``scrapy status``: how the crawls stand, from the state alone."""

from __future__ import annotations

import json
import sys
from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from fpcrawl.care.moving import open_existing
from fpcrawl.commands.output import print_text, state_trouble
from fpcrawl.commands.prune import OLDER_THAN_DAYS, check_days, prune_state
from fpcrawl.commands.statusreport import crawl_status
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.commands.topicstatus import topic_line
from fpcrawl.commands.whyurl import explain
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, USAGE
from fpcrawl.extensions.timetext import clock_time, parked_text
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.store.opening import open_configured

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from fpcrawl.commands.statusreport import CrawlStatus
    from fpcrawl.commands.templatestatus import TemplateStatus
    from fpcrawl.commands.whyurl import Explanation

__all__ = ["Command", "chosen_crawls", "status_lines", "why_lines"]

#: Rows of a table shown without ``--all``.
_ROWS = 15


class Command(ToolCommand):
    """Reads the state without changing it but for ``--prune``; works beside a running crawl."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return "[--json] [--all] [--why URL | --prune [--dry-run]] [--state DIR] [CRAWL]"

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Tell how the crawls stand: lists, counts, next due, failures, warnings"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "Tell how the crawls stand, from the saved state: lists with their last and next "
            "visit, records, waiting requests, failures, warnings, URL families, clusters of "
            "pages, templates. CRAWL is a name such as forum:bbs.example.com, or only the host; "
            "without it all are shown. "
            "With --why URL: the role of one page, the reasons, and what became of it. "
            "With --prune: forget crawls that have fetched nothing for --older-than DAYS, pages "
            "done that have expired (FPCRAWL_SEEN_DAYS), and what else is older: pages kept to "
            "learn from, earlier versions of records, failures, copies of robots.txt. Records "
            "stay. With CRAWL only that crawl, if it is over. --dry-run tells what would go. "
            "Example: scrapy status --json forum:bbs.example.com; "
            "scrapy status --prune --older-than 365 --dry-run"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add("--json", action="store_true", help="print one JSON object")
        add("--all", action="store_true", help=f"show all rows, not the first {_ROWS}")
        add("--why", metavar="URL", help="tell what is known of one address, and why")
        add("--prune", action="store_true", help="forget what nobody needs any more")
        add(
            "--older-than",
            metavar="DAYS",
            help=f"--prune: what is older (default {OLDER_THAN_DAYS:g})",
        )
        add("--dry-run", action="store_true", help="--prune: only tell what would go")
        add("--state", metavar="DIR", help="state directory (default: FPCRAWL_STATE_DIR)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Print the status; exit code 2 for bad arguments, 6 for a state that is of no use."""
        assert self.settings is not None
        zone_is_set = bool(self.settings.get("FPCRAWL_TIMEZONE"))
        if opts.prune or opts.dry_run or opts.older_than is not None:
            self._prune(args, opts)
            return
        config = None
        try:
            config = state_config(self.settings, opts.state)
            state = open_configured(config, read_only=True)
            now = state.clock()
            try:
                names = chosen_crawls(state.frontier.crawls(), args)
                if opts.why:
                    self._explain([explain(state, name, opts.why) for name in names], opts)
                    return
                found = [crawl_status(state, n, now, zone_is_set=zone_is_set) for n in names]
            finally:
                state.close()
        except StateError as error:
            assert config is not None
            self._fail(state_trouble(error, config), EXIT_CODES["state"][0])
            return
        except UsageError as error:
            self._fail(str(error), USAGE)
            return
        if opts.json:
            report = {"state": config.shown, "crawls": [status.to_json() for status in found]}
            print_text(json.dumps(report, ensure_ascii=False, indent=2))
            return
        blocks = ["\n".join(status_lines(s, now, None if opts.all else _ROWS)) for s in found]
        print_text("\n\n".join(blocks) or f"{config.shown}: no crawl yet")

    def _prune(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        config = None
        try:
            days = check_days(opts)
            config = state_config(self.settings, opts.state)
            # There must be one: pruning makes none.
            dry_run = opts.dry_run
            state = open_configured(config, read_only=True) if dry_run else open_existing(config)
            try:
                names = chosen_crawls(state.frontier.crawls(), args) if args else None
                told, lines = prune_state(
                    state, names, state.clock(), days, config.seen_days, dry_run=dry_run
                )
            finally:
                state.close()
        except StateError as error:
            assert config is not None
            self._fail(state_trouble(error, config), EXIT_CODES["state"][0])
        except UsageError as error:
            self._fail(str(error), USAGE)
        else:
            text = json.dumps({"state": config.shown, **told}, ensure_ascii=False, indent=2)
            print_text(text if opts.json else "\n".join(lines))

    @staticmethod
    def _explain(found: list[Explanation], opts: argparse.Namespace) -> None:
        if opts.json:
            answers = [explanation.to_json() for explanation in found]
            print_text(json.dumps(answers, ensure_ascii=False, indent=2))
            return
        print_text("\n\n".join("\n".join(why_lines(explanation)) for explanation in found))

    def _fail(self, message: str, code: int) -> None:
        sys.stderr.write(f"scrapy status: {message}\n")
        self.exitcode = code


def chosen_crawls(known: Sequence[str], args: Sequence[str]) -> list[str]:
    """Return the crawls that the arguments name, all without arguments.

    Raises
    ------
    UsageError
        More than one argument, or no crawl of that name or host.
    """
    if not args:
        return list(known)
    if len(args) > 1 or args[0].startswith("-"):
        raise UsageError(f"cannot read {' '.join(args)}; see scrapy status --help")
    found = [name for name in known if args[0] in (name, name.partition(":")[2])]
    if not found:
        there = ", ".join(known) or "none"
        raise UsageError(f"there is no crawl {args[0]}; there are: {there}")
    return found


def status_lines(status: CrawlStatus, now: float, rows: int | None = _ROWS) -> Iterator[str]:
    """Yield the status as lines for people.

    Parameters
    ----------
    now
        Seconds since the epoch.
    rows
        At most so many rows of each table; ``None`` = all.
    """

    def when(moment: str | None) -> str:
        return (
            "-" if moment is None else clock_time(datetime.fromisoformat(moment).timestamp(), now)
        )

    yield status.crawl
    records = f"{status.posts} posts, {status.articles} articles, {status.threads} threads"
    yield f"  records      {records}"
    waiting = f"{status.due} due, {status.later} later ({status.retrying} after a failure)"
    yield f"  waiting      {waiting}, {status.leased} being fetched"
    if status.parked or status.walled_lists:
        yield f"  parked       {parked_text(status.parked, len(status.walled_lists))}"
    yield f"  pages seen   {status.seen}"
    yield f"  last visit   {when(status.last_visit)}"
    yield f"  next due     {when(status.next_due)}"
    if status.templates:
        yield f"  templates    {_templates(status.templates)}"
    if status.topic is not None:
        yield f"  topic        {topic_line(status.topic)}"
    if status.crawl_delay_s:
        yield f"  crawl delay  {status.crawl_delay_s:g} s, from robots.txt"
    if status.failures:
        reasons = ", ".join(f"{n} {reason}" for reason, n in status.failures.items())
        yield f"  failures     {reasons}"
    for warning in status.warnings:
        yield f"  warning      {warning.text}"
    yield from _table(
        f"lists ({len(status.lists)})",
        ("role", "last visit", "next due", "visits", "failures", "address"),
        [
            (
                page.role,
                when(page.last_visit),
                "now fetched" if page.leased else when(page.next_due),
                str(page.visits),
                str(page.failures),
                page.url,
            )
            for page in status.lists
        ],
        rows,
    )
    yield from _table(
        f"URL families ({len(status.families)})",
        ("role", "fetched", "useful", "duplicate", "traps", "errors", "verdict", "addresses"),
        [
            (
                family.role or "-",
                str(family.fetched),
                str(family.useful),
                str(family.duplicate),
                str(family.trapped),
                str(family.errors),
                family.verdict,
                family.shape,
            )
            for family in status.families
        ],
        rows,
    )
    yield from _table(
        f"clusters ({len(status.clusters)})",
        ("type", "pages", "of all crawls", "cluster"),
        [(c.page_type or "-", str(c.pages), str(c.pages_all), c.cluster) for c in status.clusters],
        rows,
    )
    yield from _table(
        f"walls ({len(status.walls)})",
        ("kind", "times", "last", "latest address"),
        [(wall.kind, str(wall.count), when(wall.last), wall.url) for wall in status.walls],
        rows,
    )
    yield from _table(
        f"latest failures ({len(status.latest_failures)})",
        ("reason", "times", "last", "given up", "address"),
        [
            (f.reason, str(f.count), when(f.last), "yes" if f.dropped else "no", f.url)
            for f in status.latest_failures
        ],
        rows,
    )


def _templates(templates: Sequence[TemplateStatus]) -> str:
    roles = Counter(template.role for template in templates)
    told = f"{len(templates)} in use: " + ", ".join(f"{n} {role}" for role, n in roles.items())
    for word, count in (
        ("drifting", sum(template.drifting for template in templates)),
        ("pinned", sum(template.pinned for template in templates)),
    ):
        told += f", {count} {word}" if count else ""
    return told


def why_lines(why: Explanation) -> Iterator[str]:
    """Yield what is known of an address as lines for people."""
    yield f"{why.url}  ({why.crawl})"
    role = why.role or "unknown"
    yield f"  role      {role}" + (f", confidence {why.confidence:.2f}" if why.role else "")
    yield f"  family    {why.family}: {why.verdict}"
    yield f"  state     {why.state}"
    for reason in why.reasons:
        yield f"  because   {reason}"


def _table(
    title: str, head: tuple[str, ...], body: list[tuple[str, ...]], rows: int | None
) -> Iterator[str]:
    if not body:
        return
    shown = body if rows is None else body[:rows]
    widths = [max(len(line[i]) for line in (head, *shown)) for i in range(len(head) - 1)]
    yield f"  {title}"
    for line in (head, *shown):
        cells = [cell.ljust(width) for cell, width in zip(line, [*widths, 0], strict=True)]
        yield f"    {'  '.join(cells)}".rstrip()
    if len(shown) < len(body):
        yield f"    and {len(body) - len(shown)} more, see --all or --json"
