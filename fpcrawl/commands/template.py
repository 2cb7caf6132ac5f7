"""``scrapy template``: the extraction templates that crawls have learnt."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from fpcrawl.commands.actions import Action, chosen_action, syntax_of
from fpcrawl.commands.clusterprogress import LiveLine
from fpcrawl.commands.output import print_text, state_trouble
from fpcrawl.commands.templatedesk import TemplateDesk
from fpcrawl.commands.templatepages import Pages
from fpcrawl.commands.templatetables import (
    entry_lines,
    figures,
    read_lines,
    rule_lines,
    state_of,
    table_lines,
    traced_lines,
)
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.exceptions import FpcrawlError, StateError, TemplateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, OTHER, USAGE
from fpcrawl.extensions.timetext import utc_now
from fpcrawl.extraction.templates.highlight import highlighted
from fpcrawl.extraction.templates.kinds import load_template
from fpcrawl.extraction.templates.trace import highlights_of, trace
from fpcrawl.extraction.templates.written import read_entries, write_entries
from fpcrawl.extraction.templates.xpath import XPathTemplate
from fpcrawl.settings.stateconfig import state_config
from fpcrawl.store.opening import StateConfig, open_configured

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from fpcrawl.commands.templatedesk import Outcome
    from fpcrawl.extraction.templates.book import TemplateEntry
    from fpcrawl.extraction.templates.model import Sheet

__all__ = ["Command"]

_ACTIONS = {
    "list": Action("[SITE]", 0, 1, ("former", "json")),
    "show": Action("ID[@VERSION] [PAGE]", 1, 2, ("all", "html", "json")),
    "learn": Action("PATH...", 1, None, ("dry_run", "json", "kind", "quiet")),
    "test": Action("ID[@VERSION] PATH...", 2, None, ("json", "kind", "quiet")),
    "history": Action("ID", 1, 1, ("json",)),
    "export": Action("[ID[@VERSION]...]", 0, None, ("output",)),
    "import": Action("FILE", 1, 1, ("kind", "pages", "quiet")),
    "pin": Action("ID", 1, 1),
    "unpin": Action("ID", 1, 1),
}
#: Records of a page that are shown.
_FEW = 3


class Command(ToolCommand):
    """Exit code 1 when a template does not do what was asked of it."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return syntax_of(_ACTIONS)

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Show, learn, test and edit the templates that records are extracted by"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "list: the templates in use, of all sites or of SITE; --former adds those that were. "
            "show: a template's rules, and what it reads of PAGE (a saved page; without it one "
            "that the crawl kept), each value beside its XPath; --html writes the page with "
            "records and fields in colour. "
            "learn: learn templates from saved pages and put those that verify to use. "
            "test: read saved pages with a template and compare with what their structure tells; "
            "exit code 1 when it does not do well enough to be used. "
            "history: all versions of a template. "
            "export: templates as YAML, all in use without ID. "
            "import: take over templates from such a file, edited or from elsewhere; each is "
            "verified on pages that the crawl kept, or on those of --pages. "
            "pin, unpin: keep a template from being replaced, or not any more. "
            "PATH is as for scrapy cluster. "
            "Example: scrapy template show 1f0a3c5e --html page.html"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add("--state", metavar="DIR", help="state directory (default: FPCRAWL_STATE_DIR)")
        add("--json", action="store_true", help="list, show, learn, test, history: print JSON")
        add("--former", action="store_true", help="list: also templates no longer in use")
        add("--all", action="store_true", help="show: all records of the page")
        add("--html", metavar="FILE", help="show: write the page there, marked in colour")
        add("--kind", choices=("forum", "news"), help="learn, test, import: kind of site")
        add("--dry-run", action="store_true", help="learn: only tell what would be learnt")
        add("--pages", metavar="PATH", action="append", help="import: verify on these pages")
        add("-o", "--output", metavar="FILE", help="export: write there (default: print)")
        add("--quiet", action="store_true", help="learn, test, import: no live line")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do it; exit code 2 for bad arguments, 6 for a state that is of no use."""
        assert self.settings is not None
        config = None
        try:
            action, words = chosen_action("template", _ACTIONS, args, opts)
            config = state_config(self.settings, opts.state)
            writes = action in {"import", "pin", "unpin"} or (
                action == "learn" and not opts.dry_run
            )
            if action in {"pin", "unpin"}:
                # What is pinned is there: a mistyped folder is not to become a state.
                open_configured(config, read_only=True).close()
            with ExitStack() as stack:
                at, read_only = config, not writes
                if opts.dry_run and not config.exists:
                    # Nothing is known yet, and nothing is to be written.
                    folder = Path(stack.enter_context(TemporaryDirectory()))
                    at, read_only = StateConfig(folder), False
                state = stack.enter_context(closing(open_configured(at, read_only=read_only)))
                getattr(self, f"_{action}")(TemplateDesk(state), words, opts)
        except StateError as error:
            assert config is not None
            self._fail(state_trouble(error, config), EXIT_CODES["state"][0])
        except FpcrawlError as error:
            self._fail(str(error), USAGE)
        except KeyboardInterrupt:
            self._fail("stopped", EXIT_CODES["shutdown"][0])

    def _fail(self, message: str, code: int) -> None:
        sys.stderr.write(f"scrapy template: {message}\n")
        self.exitcode = code

    # -- looking

    def _list(self, desk: TemplateDesk, words: Sequence[str], opts: argparse.Namespace) -> None:
        entries = desk.entries(words[0] if words else None, former=opts.former)
        self._print_entries(desk, entries, as_json=opts.json)

    def _history(self, desk: TemplateDesk, words: Sequence[str], opts: argparse.Namespace) -> None:
        entries = desk.book.history(desk.entry(words[0]).id)
        self._print_entries(desk, entries, as_json=opts.json)

    @staticmethod
    def _print_entries(
        desk: TemplateDesk, entries: Sequence[TemplateEntry], *, as_json: bool
    ) -> None:
        if as_json:
            found = [
                {
                    "name": entry.name,
                    **{k: v for k, v in entry.to_json().items() if k != "templates"},
                    "figures": figures(entry.verification),
                    "now": state_of(entry, desk.book),
                }
                for entry in entries
            ]
            print_text(json.dumps({"templates": found}, ensure_ascii=False, indent=2))
        elif entries:
            print_text("\n".join(table_lines(entries, desk.book)))
        else:
            print_text("no templates yet: crawls learn them, and scrapy template learn does")

    def _show(self, desk: TemplateDesk, words: Sequence[str], opts: argparse.Namespace) -> None:
        entry = desk.entry(words[0])
        sheet, shown = desk.page_for(entry, words[1] if len(words) > 1 else None)
        if sheet is None and opts.html:
            raise UsageError(f"no page of {entry.site} was kept: name a saved one")
        if opts.html:
            self._write(opts.html, _marked(entry, sheet))
        if opts.json:
            reads = (
                load_template(entry.kind, entry.templates[entry.kind]).read(sheet) if sheet else []
            )
            told = {
                **entry.to_json(),
                "name": entry.name,
                "page": shown,
                "records": [_plain(read) for read in reads],
            }
            print_text(json.dumps(told, ensure_ascii=False, indent=2))
            return
        lines = [*entry_lines(entry, desk.book), *rule_lines(entry)]
        if sheet is not None:
            lines += ["", *_record_lines(entry, sheet, shown, None if opts.all else _FEW)]
        if opts.html:
            lines += ["", f"written to {opts.html}"]
        print_text("\n".join(lines))

    def _export(self, desk: TemplateDesk, words: Sequence[str], opts: argparse.Namespace) -> None:
        entries = [desk.entry(word) for word in words] or desk.entries(None)
        if not entries:
            raise UsageError("there are no templates to export")
        text = write_entries(entries)
        if opts.output:
            self._write(opts.output, text)
        else:
            print_text(text.rstrip("\n"))

    @staticmethod
    def _write(path: str, text: str) -> None:
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from error

    # -- learning and testing

    def _pages(self, paths: Sequence[str], opts: argparse.Namespace) -> Pages:
        live = LiveLine(sys.stderr, quiet=opts.quiet)
        pages = Pages([Path(path) for path in paths], opts.kind or "forum")
        pages.tell = lambda n: live.tell(lambda: f"{n} pages read")
        pages.done = live.clear
        return pages

    def _learn(self, desk: TemplateDesk, words: Sequence[str], opts: argparse.Namespace) -> None:
        pages = self._pages(words, opts)
        outcomes = desk.learn(pages, utc_now(), dry_run=opts.dry_run)
        self._tell(outcomes, pages, opts)
        if not any(outcome.entry for outcome in outcomes):
            self._fail("no template was learnt", OTHER)

    def _tell(self, outcomes: Sequence[Outcome], pages: Pages, opts: argparse.Namespace) -> None:
        if opts.json:
            told = {
                "learnt": [outcome.to_json() for outcome in outcomes],
                "pages": pages.looked_at,
                "without_role": pages.roleless,
                "unread": pages.unread,
            }
            print_text(json.dumps(told, ensure_ascii=False, indent=2))
            return
        lines = [line for outcome in outcomes for line in outcome.lines()]
        lines += _left_lines(pages)
        print_text("\n".join(lines))

    def _test(self, desk: TemplateDesk, words: Sequence[str], opts: argparse.Namespace) -> None:
        entry = desk.entry(words[0])
        pages = self._pages(words[1:], opts)
        tested = desk.test(entry, pages)
        if not tested:
            raise UsageError(f"none of the {pages.looked_at} pages is a {entry.role} page")
        if opts.json:
            told = {
                "name": entry.name,
                "kinds": {
                    kind: {**figures(one), "faults": one.faults} for kind, one in tested.items()
                },
                "pages": pages.looked_at,
                "unread": pages.unread,
            }
            print_text(json.dumps(told, ensure_ascii=False, indent=2))
        else:
            lines = []
            for kind, one in tested.items():
                parts = ", ".join(f"{name} {value}" for name, value in figures(one).items())
                lines.append(f"{kind}: {parts}")
                lines += [f"  too low: {fault}" for fault in one.faults]
            print_text("\n".join([*lines, *_left_lines(pages)]))
        if not tested[entry.kind].is_good:
            self._fail(f"{entry.name} does not read these pages well enough", OTHER)

    # -- a person's word

    def _import(self, desk: TemplateDesk, words: Sequence[str], opts: argparse.Namespace) -> None:
        try:
            text = Path(words[0]).read_text(encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot read {words[0]}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise UsageError(f"cannot read {words[0]}: it is not UTF-8") from error
        try:
            entries = read_entries(text)
        except TemplateError as error:
            raise UsageError(f"{words[0]}: {error}") from error
        pages = self._pages(opts.pages, opts) if opts.pages else None
        given = list(pages) if pages is not None else None
        good = True
        for entry in entries:
            outcome = desk.adopt(entry, given, utc_now())
            good = good and outcome.entry is not None
            print_text("\n".join(outcome.lines()))
        if not good:
            self._fail("not every template was taken over", OTHER)

    def _pin(self, desk: TemplateDesk, words: Sequence[str], _opts: argparse.Namespace) -> None:
        self._set_pin(desk, words[0], pinned=True)

    def _unpin(self, desk: TemplateDesk, words: Sequence[str], _opts: argparse.Namespace) -> None:
        self._set_pin(desk, words[0], pinned=False)

    @staticmethod
    def _set_pin(desk: TemplateDesk, word: str, *, pinned: bool) -> None:
        entry = replace(desk.entry(word), pinned=pinned)
        if entry.state != "live":
            raise UsageError(f"{entry.name} is not in use any more")
        desk.put(entry)
        done = "is pinned: nothing replaces it" if pinned else "is not pinned any more"
        print_text(f"{entry.name} {done}")


def _plain(read: object) -> dict[str, str]:
    values = dict(getattr(read, "values", {}))
    body = getattr(read, "body", ())
    text = getattr(read, "text", "")
    if body:
        text = "\n".join("".join(part.itertext()).strip() for part in body)
    return {**values, **({"body": text} if text else {})}


def _record_lines(
    entry: TemplateEntry, sheet: Sheet, shown: str, most: int | None
) -> Iterator[str]:
    template = load_template(entry.kind, entry.templates[entry.kind])
    if isinstance(template, XPathTemplate) and sheet.root is not None:
        traced = trace(template, sheet.root)
        yield f"{shown}: {len(traced)} records"
        yield from traced_lines(traced, most)
        return
    reads = template.read(sheet)
    yield f"{shown}: {len(reads)} records"
    yield from read_lines(reads, most)


def _marked(entry: TemplateEntry, sheet: Sheet | None) -> str:
    assert sheet is not None
    assert sheet.root is not None
    data = entry.templates.get("xpath")
    if data is None:
        raise UsageError(f"{entry.name} reads the source, which has no elements to mark")
    traced = trace(XPathTemplate.from_json(data), sheet.root)
    return highlighted(sheet.root, highlights_of(traced), sheet.base_url)


def _left_lines(pages: Pages) -> list[str]:
    lines = [f"{pages.looked_at} pages"]
    if pages.roleless:
        lines[0] += f", {pages.roleless} of no kind that templates read"
    if pages.unread:
        lines[0] += f", {len(pages.unread)} could not be read:"
        lines += [f"  {one}" for one in pages.unread[:20]]
    return lines
