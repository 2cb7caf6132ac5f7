"""``scrapy topic``: making, reviewing and trying out topics."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fpcrawl.commands.actions import Action, chosen_action, syntax_of
from fpcrawl.commands.clusterprogress import LiveLine
from fpcrawl.commands.output import print_text
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.commands.topicdesk import TopicDesk, grown_terms, learnt_by_crawls, spelled
from fpcrawl.commands.topiclearn import learn, learnt_lines, refuse_in_both
from fpcrawl.commands.topicreview import review
from fpcrawl.commands.topictables import library_lines, score_lines, term_json, term_lines
from fpcrawl.exceptions import FpcrawlError, SourceError, StateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, OTHER, USAGE
from fpcrawl.topic.expand import (
    DocumentRules,
    from_documents,
    from_examples,
    from_lexicon,
    from_text,
)
from fpcrawl.topic.explain import explain
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.topicfile import MAX_TERMS, read_topic_file, write_topic_file

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

__all__ = ["Command"]

_EXAMPLES = ("accepted", "rejected")
_ACTIONS = {
    "build": Action(
        "FILE [WORD...]",
        1,
        None,
        ("from", "lexicon", "pages", "most", "text", "whole_pages", "json", "quiet", *_EXAMPLES),
    ),
    "review": Action("FILE", 1, 1, ("accept", "reject", "json", "state")),
    "score": Action("FILE PAGE...", 2, None, ("json", "state")),
    "show": Action("FILE", 1, 1, ("json",)),
    "calibrate": Action(
        "FILE", 1, 1, ("dry_run", "json", "state", "keep_weights", "all_weights", *_EXAMPLES)
    ),
}


class Command(ToolCommand):
    """Exit code 1 when nothing was found or learnt, or a page is not on the topic."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return syntax_of(_ACTIONS)

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Make, review and try out a topic for crawls to stay on"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "build: write a topic of some words (the first is its name) or take an existing one, "
            "and propose further terms: of lexicons, of documents, of its text, of pages that you "
            "found to be on it. "
            "review: go through the proposed terms; off a terminal edit FILE, or name terms with "
            "--accept and --reject; with --state also those that the crawl has learnt. "
            "score: tell how near a page (a file or an address) is to the topic and why, block by "
            "block; exit code 1 when one is not on it. "
            "show: the terms and what they count. "
            "calibrate: learn from pages that you judged what the terms weigh, and from which "
            "score on a page is on the topic; exit code 1 when they tell too little. "
            "SOURCE is a folder or file of pages, texts or records; results:FILE (saved search "
            "results, JSON); crawl or crawl:STATE_DIR (what was crawled); mediawiki:URL; search "
            "or search:URL (see FPCRAWL_TOPIC_SEARCH_URL). "
            "Example: scrapy topic build tea.yaml tea 'green tea' oolong --from saved/"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add("--from", metavar="SOURCE", action="append", help="build: ask it for documents")
        add("--lexicon", metavar="NAME", action="append", help="build: ask it for words")
        paths: dict[str, Any] = {"metavar": "PATH", "nargs": "+", "action": "extend"}
        add("--accepted", **paths, help="pages on the topic; name FILE before")
        add("--rejected", **paths, help="pages off the topic")
        add("--state", metavar="DIR", help="a crawl's state: its terms, and scores as it gives")
        add("--text", metavar="FILE", help="build: a description of the topic")
        add("--pages", type=int, metavar="N", help="build: documents of each term (default 10)")
        add("--most", type=int, metavar="N", help="build: terms of each source (default 120)")
        add("--whole-pages", action="store_true", help="build: fetch what a search finds")
        add("--accept", metavar="TERM", action="append", help="review: accept it; * for all open")
        add("--reject", metavar="TERM", action="append", help="review: reject it; * for all open")
        add("--dry-run", action="store_true", help="calibrate: do not write FILE")
        add("--keep-weights", action="store_true", help="calibrate: change no weight of a term")
        add("--all-weights", action="store_true", help="calibrate: also weights that were set")
        add("--json", action="store_true", help="print JSON")
        add("--quiet", action="store_true", help="build: no live line")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do it; exit code 2 for bad arguments and files, 6 for a state that is of no use."""
        assert self.settings is not None
        try:
            action, words = chosen_action("topic", _ACTIONS, args, opts)
            with ExitStack() as stack:
                getattr(self, f"_{action}")(words, opts, stack)
        except StateError as error:
            self._fail(str(error), EXIT_CODES["state"][0])
        except FpcrawlError as error:
            self._fail(str(error), USAGE)
        except KeyboardInterrupt:
            self._fail("stopped", EXIT_CODES["shutdown"][0])

    def _fail(self, message: str, code: int) -> None:
        sys.stderr.write("".join(f"scrapy topic: {line}\n" for line in message.splitlines()))
        self.exitcode = code

    def _desk(self, library: TopicLibrary, stack: ExitStack, state: str | None = None) -> TopicDesk:
        assert self.settings is not None
        crawls = learnt_by_crawls(self.settings, state, library.name)
        return TopicDesk(self.settings, spelled(library), stack, crawls)

    # -- making

    def _build(self, words: Sequence[str], opts: argparse.Namespace, stack: ExitStack) -> None:
        path = Path(words[0])
        rules = _rules(opts)
        library = _library(path, words[1:], opts.text)
        desk = self._desk(library, stack)
        live = LiveLine(sys.stderr, quiet=opts.quiet)
        maker = desk.sources(
            state=None,
            whole_pages=opts.whole_pages,
            eta=desk.eta(library),
            tell=lambda n: live.tell(lambda: f"{n} documents read"),
        )
        # What makes no sense is told before anything is asked for.
        sources = [maker.make(word) for word in getattr(opts, "from") or ()]
        lexicon = desk.lexicons(opts.lexicon or (), library)
        good, bad = (desk.pages(given or ()) for given in (opts.accepted, opts.rejected))
        refuse_in_both(good, bad)
        cut = desk.segmenter.cut
        faults: list[str] = []
        vain: list[str] = []
        failed = 0
        found: list[TopicTerm] = []
        try:
            found += from_lexicon(library, lexicon)
            if good:
                found += from_examples(
                    library, [page for _, page in good], [page for _, page in bad], cut, rules
                )
            for source in sources:
                try:
                    told = from_documents(library, source, cut, rules, tell=_teller(live))
                except SourceError as error:
                    faults.append(f"{source.name}: {error}")
                    failed += 1
                    continue
                failed += told.failed
                found += told.terms
                faults += [f"{source.name}: {fault}" for fault in told.faults]
                if why := told.why_nothing(rules):
                    vain.append(f"{source.name}: {why}")
            found += from_text(library, cut)
        finally:
            live.clear()
        new = [term for term in found if len(library) < MAX_TERMS and library.add(term)]
        learnt = learn(library, desk, good, bad) if good else None
        write_topic_file(path, library)
        for told_so in (*faults, *vain):
            sys.stderr.write(f"scrapy topic: {told_so}\n")
        if opts.json:
            told_new = [term_json(term) for term in new]
            out: dict[str, Any] = {
                "file": str(path),
                "proposed": told_new,
                "eta": library.eta,
                "faults": faults,
            }
            if learnt is not None:
                out["learnt"] = learnt.to_json()
            print_text(json.dumps(out, ensure_ascii=False, indent=2))
        else:
            if new:
                print_text("\n".join(term_lines(new)))
            is_open = len(library.dynamic)
            review = f"; go through them: scrapy topic review {path}" if is_open else ""
            print_text(f"{path}: {len(new)} new terms proposed, {is_open} open{review}")
            if learnt is not None:
                print_text("\n".join(learnt_lines(learnt)))
        if faults and not new:
            self._fail("nothing was found to propose", OTHER)
        elif sources and failed == len(sources):
            self._fail("no source answered", OTHER)

    def _review(self, words: Sequence[str], opts: argparse.Namespace, _stack: ExitStack) -> None:
        path = Path(words[0])
        library = read_topic_file(path)
        if opts.state is not None:
            assert self.settings is not None
            for term in grown_terms(learnt_by_crawls(self.settings, opts.state, library.name)):
                library.add(term)
        if opts.accept or opts.reject:
            decided = _decide(library, opts.accept or (), accepted=True)
            decided += _decide(library, opts.reject or (), accepted=False)
        elif sys.stdin.isatty() and not opts.json:
            decided = review(library, sys.stdin, sys.stdout)
        else:
            decided = 0
        if decided:
            write_topic_file(path, library)
        if opts.json:
            out = {
                "file": str(path),
                "decided": decided,
                "accepted": [term.term for term in library.static],
                "open": [term.term for term in library.dynamic],
                "rejected": [term.term for term in library.rejected],
            }
            print_text(json.dumps(out, ensure_ascii=False, indent=2))
            return
        left = library.dynamic
        print_text(f"{path}: {decided} decided, {len(left)} open")
        if left and not decided and not sys.stdin.isatty():
            print_text("\n".join(term_lines(left)))
            print_text(f"edit {path}: accepted: yes or no")

    def _calibrate(self, words: Sequence[str], opts: argparse.Namespace, stack: ExitStack) -> None:
        if not opts.accepted:
            raise UsageError("which pages are on the topic? name some with --accepted")
        path = Path(words[0])
        library = read_topic_file(path)
        desk = self._desk(library, stack, opts.state)
        if opts.keep_weights and opts.all_weights:
            raise UsageError("--keep-weights does not go with --all-weights")
        good, bad = (desk.pages(given or ()) for given in (opts.accepted, opts.rejected))
        learnt = learn(
            library,
            desk,
            good,
            bad,
            keep_weights=opts.keep_weights,
            all_weights=opts.all_weights,
        )
        if learnt.unsure:
            self.exitcode = OTHER
        elif not opts.dry_run:
            write_topic_file(path, library)
        if opts.json:
            print_text(json.dumps(learnt.to_json(), ensure_ascii=False, indent=2))
        else:
            print_text("\n".join(learnt_lines(learnt)))

    # -- looking

    def _score(self, words: Sequence[str], opts: argparse.Namespace, stack: ExitStack) -> None:
        library = read_topic_file(words[0])
        desk = self._desk(library, stack, opts.state)
        scorer, eta = desk.scorer(library), desk.eta(library)
        told = [explain(scorer, desk.page(word), eta) for word in words[1:]]
        if opts.json:
            out = {"topic": library.name, "pages": [one.to_json() for one in told]}
            print_text(json.dumps(out, ensure_ascii=False, indent=2))
        else:
            print_text("\n\n".join("\n".join(score_lines(one)) for one in told))
        if not all(one.is_on_topic for one in told):
            self.exitcode = OTHER

    def _show(self, words: Sequence[str], opts: argparse.Namespace, stack: ExitStack) -> None:
        library = read_topic_file(words[0])
        desk = self._desk(library, stack)
        if opts.json:
            out = {
                **library.to_json(),
                "terms": [term_json(term) for term in library],
                "counts": {
                    "accepted": len(library.static),
                    "open": len(library.dynamic),
                    "rejected": len(library.rejected),
                },
                "weights": library.weights(),
                "concepts": {a: b for a, b in library.concepts().items() if a != b},
                "eta": desk.eta(library),
            }
            print_text(json.dumps(out, ensure_ascii=False, indent=2))
        else:
            print_text("\n".join(library_lines(library, desk.eta(library))))
        lost = desk.scorer(library).concepts.lost
        if lost:
            why = "stop words, numbers and single letters are not among the words of pages"
            sys.stderr.write(f"scrapy topic: no page can hold these: {', '.join(lost)} ({why})\n")


def _teller(live: LiveLine) -> Callable[[str], None]:
    return lambda told: live.tell(lambda: told)


def _rules(opts: argparse.Namespace) -> DocumentRules:
    given = {
        name: value
        for name, value in (("pages_per_term", opts.pages), ("most", opts.most))
        if value is not None
    }
    if any(value < 1 for value in given.values()):
        raise UsageError("--pages and --most take numbers of at least 1")
    return DocumentRules(**given)


def _library(path: Path, words: Sequence[str], text: str | None) -> TopicLibrary:
    """Return the topic in a file with further words, or a new one of words."""
    words = [word.strip() for word in words if word.strip()]
    if path.exists():
        library = read_topic_file(path)
    elif not words:
        raise UsageError(f"there is no {path}; to make it, say what it is about: {path} WORD...")
    else:
        library = TopicLibrary(words[0])
        words = words[1:]
    for word in words:
        known = library.get(word)
        if known is None:
            library.add(TopicTerm(word))
        else:
            library.decide(word, accepted=True)
    if text is not None:
        try:
            library.text = Path(text).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise UsageError(f"cannot read {text}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise UsageError(f"cannot read {text}: it is not UTF-8") from error
    return library


def _decide(library: TopicLibrary, words: Sequence[str], *, accepted: bool) -> int:
    chosen: list[str] = []
    for word in words:
        if word == "*":
            chosen += [term.term for term in library.dynamic]
        elif word in library:
            chosen.append(word)
        else:
            raise UsageError(f"no term {word!r} in the topic")
    for word in chosen:
        library.decide(word, accepted=accepted)
    return len(chosen)
