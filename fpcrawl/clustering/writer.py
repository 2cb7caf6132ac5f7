"""The files that grouping leaves: assignments, summary, and what could not be read."""

from __future__ import annotations

import json
from typing import IO, TYPE_CHECKING, Any

from fpcrawl.clustering.report import report_lines
from fpcrawl.exceptions import StateError
from fpcrawl.saved.page import Unread

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from fpcrawl.clustering.grouping import Grouped, Row
    from fpcrawl.clustering.report import Report

__all__ = ["OUTPUTS", "Writer"]

ASSIGNMENTS = "assignments.jsonl"
UNREAD = "unread.jsonl"
SUMMARY = "summary.json"
SUMMARY_TEXT = "summary.txt"
OUTPUTS = (ASSIGNMENTS, SUMMARY, SUMMARY_TEXT, UNREAD)
#: Pages whose clusters may still change.
_DRAFT = "assignments.draft"


class Writer:
    """Writes the outputs of one run into a folder; older ones there are replaced at the end.

    Clusters are made anew while pages come, so the assignments are kept in a file beside and
    get their clusters at the end. A run that fails leaves no outputs.

    Parameters
    ----------
    folder
        Made if needed.

    Raises
    ------
    StateError
        The folder cannot be written; by the other methods too.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: list[IO[str]] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._rows = self._open(_DRAFT)
            self._unread = self._open(f"{UNREAD}.part")
        except OSError as error:
            raise self._refused(error) from error

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()
        for part in (_DRAFT, *(f"{name}.part" for name in OUTPUTS)):
            (self._folder / part).unlink(missing_ok=True)

    def add(self, row: Row | Unread) -> None:
        """Keep a page, or that it could not be read."""
        if isinstance(row, Unread):
            told = {"id": row.id, "path": row.path, "reason": row.reason, "detail": row.detail}
            self._write(self._unread, _line(told))
            return
        values = (row.id, row.path, row.url, row.core, row.similarity, row.confidence)
        self._write(self._rows, json.dumps(values))

    def finish(self, grouped: Grouped, report: Report) -> None:
        """Write everything under its final name."""
        summary = json.dumps(report.to_json(), ensure_ascii=False, indent=2)
        try:
            for file in self._files:
                file.close()
            with (self._folder / _DRAFT).open(encoding="utf-8") as rows:
                self._lay_down(ASSIGNMENTS, (_assignment(json.loads(row), grouped) for row in rows))
            self._lay_down(SUMMARY, [_clean(summary)])
            self._lay_down(SUMMARY_TEXT, map(_clean, report_lines(report, None)))
            for name in OUTPUTS:
                (self._folder / f"{name}.part").replace(self._folder / name)
        except OSError as error:
            raise self._refused(error) from error

    def _lay_down(self, name: str, lines: Iterable[str]) -> None:
        with (self._folder / f"{name}.part").open("w", encoding="utf-8") as out:
            out.writelines(_ended(lines))

    def _open(self, name: str) -> IO[str]:
        file = (self._folder / name).open("w", encoding="utf-8")
        self._files.append(file)
        return file

    def _write(self, file: IO[str], line: str) -> None:
        try:
            file.write(line + "\n")
        except OSError as error:
            raise self._refused(error) from error

    def _refused(self, error: OSError) -> StateError:
        return StateError(f"cannot write to {self._folder}: {error.strerror}")


def _ended(lines: Iterable[str]) -> Iterator[str]:
    return (f"{line}\n" for line in lines)


def _assignment(values: list[Any], grouped: Grouped) -> str:
    name, path, url, core, similarity, confidence = values
    final = grouped.final[core]
    return _line(
        {
            "id": name,
            "path": path,
            "url": url or None,
            "cluster": final,
            "similarity": round(similarity, 4),
            "confidence": round(confidence, 4),
            "page_type": grouped.types[final],
        }
    )


def _line(values: dict[str, Any]) -> str:
    return _clean(json.dumps(values, ensure_ascii=False))


def _clean(text: str) -> str:
    """Return text that UTF-8 has a form for: half a surrogate pair has none."""
    return text.encode("utf-8", "replace").decode("utf-8")
