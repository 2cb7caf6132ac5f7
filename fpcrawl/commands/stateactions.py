"""What ``scrapy state`` does, and what it says of it."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from fpcrawl.care.backup import backup, backup_name, check_file, restore
from fpcrawl.care.export import Wanted, export
from fpcrawl.care.files import size_text, target_file
from fpcrawl.care.mergefeeds import merge_feeds
from fpcrawl.care.moving import move_state, on_one_machine
from fpcrawl.care.recordfiles import FORMATS, KINDS, format_of
from fpcrawl.commands.output import standard_output, state_trouble
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.exit_codes import OTHER
from fpcrawl.store.opening import StateConfig, open_configured
from fpcrawl.store.sqlite import STATE_FILE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from fpcrawl.care.files import Tell

__all__ = ["ACTIONS", "Told"]

_PLURAL = {"post": "posts", "article": "articles", "thread": "threads"}


@dataclass(slots=True)
class Told:
    """What is to be said of an action that was done.

    Attributes
    ----------
    values
        For ``--json``.
    lines
        For people.
    warnings
        For people, beside the output.
    code
        Exit code.
    """

    values: dict[str, Any]
    lines: list[str]
    warnings: list[str] = field(default_factory=list)
    code: int = 0


def _backup(
    words: Sequence[str], opts: argparse.Namespace, config: StateConfig, tell: Tell
) -> Told:
    target = Path(words[0])
    if words[0].endswith("/"):
        try:
            target.mkdir(exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make the folder {target}: {error.strerror}") from error
    if target.is_dir():
        target = backup_name(target, datetime.now().astimezone())
    if not config.exists:
        raise StateError(_no_state(config))
    if _is_file(config):
        made = backup(config.directory, target, force=opts.force, tell=tell)
    else:
        target_file(target, force=opts.force)
        with TemporaryDirectory(prefix=".fpcrawl-", dir=target.parent) as folder:
            here = on_one_machine(config, Path(folder))
            move_state(config, here, datetime.now().astimezone(), keep=True, tell=tell)
            made = backup(here.directory, target, force=opts.force, tell=tell)
    values = {
        "state": config.shown,
        "file": str(made.path),
        "bytes": made.size_bytes,
        **made.holds.to_json(),
    }
    return Told(values, [f"{made.path}: {size_text(made.size_bytes)}, whole", *made.holds.lines()])


def _no_state(config: StateConfig) -> str:
    return state_trouble(StateError(f"there is no state in {config.directory}"), config)


def _is_file(config: StateConfig) -> bool:
    """Tell whether a state is one file, and no server has a part in it."""
    return config.redis is None and not config.database_url


def _restore(
    words: Sequence[str], opts: argparse.Namespace, config: StateConfig, tell: Tell
) -> Told:
    now = datetime.now().astimezone()
    if _is_file(config):
        done = restore(Path(words[0]), config.directory, now, force=opts.force, tell=tell)
    else:
        with TemporaryDirectory(prefix="fpcrawl-") as folder:
            here = on_one_machine(config, Path(folder))
            done = restore(Path(words[0]), here.directory, now, tell=tell)
            move_state(here, config, now, force=opts.force, keep=True, tell=tell)
    values = {
        "file": words[0],
        "state": config.shown,
        "aside": None if done.aside is None else str(done.aside),
        "grown_feeds": done.feeds,
        **done.holds.to_json(),
    }
    lines = [f"{config.shown}: restored from {words[0]}", *done.holds.lines()]
    if done.aside is not None:
        lines.append(f"  before    the state that was there is now {done.aside}")
    warnings = [
        f"{feed} holds more than the copy knows of: what is found again comes twice there, "
        "until you make one of it with scrapy state merge"
        for feed in done.feeds
    ]
    return Told(values, lines, warnings)


def _move(_words: Sequence[str], opts: argparse.Namespace, config: StateConfig, tell: Tell) -> Told:
    if opts.to is None:
        raise UsageError("where to? say --to redis://HOST:PORT/0 or --to DIR")
    target = opts.target
    if not config.exists:
        raise StateError(_no_state(config))
    now = datetime.now().astimezone()
    done = move_state(config, target, now, force=opts.force, keep=opts.keep, tell=tell)
    values = {
        "from": config.shown,
        "to": target.shown,
        "sections": {one.section: one.rows for one in done.sections},
        "records_stay": done.records_stay,
        "aside": None if done.aside is None else str(done.aside),
        "kept": opts.keep,
    }
    lines = [f"{target.shown}: all of {config.shown} has arrived"]
    lines += [f"  {one.section:<14}{one.rows}" for one in done.sections]
    if done.records_stay:
        lines.append("  records stay where they are")
    if done.aside is not None:
        lines.append(f"  before        a copy of the file as it was is {done.aside}")
    warnings = []
    if config.redis is not None and not config.database_url:
        warnings.append(
            "records that other machines stored are in their own files: scrapy state merge makes "
            "one feed of several"
        )
    return Told(values, lines, warnings)


def _check(
    words: Sequence[str], _opts: argparse.Namespace, config: StateConfig, tell: Tell
) -> Told:
    if not words and not _is_file(config):
        places = [config.shown] if config.redis is not None else []
        places += ["PostgreSQL"] if config.database_url else []
        raise UsageError(
            f"the state is in {' and '.join(places)}: scrapy state check FILE looks at a copy"
        )
    path = Path(words[0]) if words else config.directory
    if path.is_dir():
        path /= STATE_FILE
    holds = check_file(path, tell=tell)
    size = path.stat().st_size
    values = {"file": str(path), "bytes": size, **holds.to_json()}
    return Told(values, [f"{path}: {size_text(size)}, whole", *holds.lines()])


def _export(
    _words: Sequence[str], opts: argparse.Namespace, config: StateConfig, tell: Tell
) -> Told:
    plan = _export_plan(opts)
    form = opts.format or next(filter(None, (format_of(opts.output or ""), "jsonl")))
    since = None if opts.since is None else _moment("--since", opts.since)
    changed = None if opts.changed_since is None else _moment("--changed-since", opts.changed_since)
    try:
        state = open_configured(config, read_only=True)
    except StateError as error:
        raise StateError(state_trouble(error, config)) from error
    values: dict[str, Any] = {"state": config.shown, "format": form, "records": {}, "files": []}
    lines = []
    how = "like that"
    try:
        if opts.site is not None and not any(state.records.count(k, opts.site) for k in plan):
            values["records"] = dict.fromkeys(plan, 0)
            plan = {}  # a file or folder would be taken for an export
            if not any(state.records.count(kind, opts.site) for kind in KINDS):
                how = "here"
        for path in plan.values():
            _make_folder(path)
        for kind, path in plan.items():
            wanted = Wanted(kind, opts.site, since, changed.timestamp() if changed else None)
            packs = path is not None and path.suffix == ".gz"
            with standard_output() if path is None else nullcontext():
                written = export(state.records, wanted, form, path, packs=packs, tell=tell)
            values["records"][kind] = written
            if path is not None:
                values["files"].append(str(path))
                size = size_text(path.stat().st_size)
                lines.append(f"{path}: {written} {_PLURAL[kind]}, {size}")
    finally:
        state.close()
    told = Told(values, lines)
    if opts.site is not None and not any(values["records"].values()):
        told.code = OTHER
        told.warnings.append(f"nothing of {opts.site} is stored {how}; see scrapy status")
    return told


def _export_plan(opts: argparse.Namespace) -> dict[str, Path | None]:
    """Return which file each kind goes to; ``None`` = standard output."""
    if opts.kind is not None and opts.kind not in KINDS:
        raise UsageError(f"--kind {opts.kind}: say one of {', '.join(KINDS)}")
    if opts.format is not None and opts.format not in FORMATS:
        raise UsageError(f"--format {opts.format}: say one of {', '.join(FORMATS)}")
    if opts.output is None:
        raise UsageError("where to? say -o FILE (with --kind), -o FOLDER or -o -")
    if opts.output == "-":
        if opts.kind is None:
            raise UsageError("-o - takes one kind: say --kind post, article or thread")
        if opts.json:
            raise UsageError("--json does not go with -o -")
        return {opts.kind: None}
    path = Path(opts.output)
    if opts.kind is not None and not path.is_dir():
        end = path.with_name(path.name.removesuffix(".gz")).suffix
        if end and opts.format is None and format_of(path.name) is None:
            raise UsageError(
                f"{path}: nothing is written as {end}; say --format {', '.join(FORMATS)}"
            )
        target_file(path, force=opts.force)
        return {opts.kind: path}
    if path.exists() and not path.is_dir():
        raise UsageError(f"{path} is a file: it takes one kind, say --kind post, article or thread")
    if not path.is_dir() and format_of(path.name) is not None:
        raise UsageError(f"{path} takes one kind: say --kind post, article or thread")
    end = opts.format or "jsonl"
    kinds = KINDS if opts.kind is None else [opts.kind]
    plan: dict[str, Path | None] = {}
    for kind in kinds:
        file = path / f"{_PLURAL[kind]}.{end}"
        if path.is_dir():
            target_file(file, force=opts.force)
        plan[kind] = file
    return plan


def _make_folder(path: Path | None) -> None:
    """Make the folder of a file; not before all else is known to be well."""
    if path is None:
        return
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {path.parent}: {error.strerror}") from error


def _moment(option: str, text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{option} {text}: write it like 2026-01-31 or 2026-01-31T12:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _merge(
    words: Sequence[str], opts: argparse.Namespace, _config: StateConfig, tell: Tell
) -> Told:
    if opts.output is None:
        raise UsageError("where to? say -o OUT")
    out = Path(opts.output)
    target_file(out, force=opts.force)
    merged = merge_feeds([Path(word) for word in words], out, latest=opts.latest, tell=tell)
    doubles = merged.lines - merged.records - merged.torn - merged.bad
    line = f"{out}: {merged.records} records of {merged.lines} lines, {doubles} of them superseded"
    told = Told({"file": str(out), **merged.to_json()}, [line])
    if merged.torn:
        told.warnings.append(
            f"{merged.torn} last lines had no end (a feed that is being written to): left out"
        )
    if merged.bad:
        named = "; ".join(merged.faults)
        told.warnings.append(f"{merged.bad} lines are no records and were left out: {named}")
        told.code = OTHER
    return told


ACTIONS = {
    "backup": _backup,
    "restore": _restore,
    "check": _check,
    "export": _export,
    "merge": _merge,
    "move": _move,
}
"""What each action does with its words, its options and the state's directory."""
