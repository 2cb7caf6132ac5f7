"""Pages whose templates are known, for learning the parameters of FPC."""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.features import PageFeatures, page_features
from fpcrawl.exceptions import PageError, UsageError
from fpcrawl.pages.parse import read_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["LabelledPages", "read_labelled"]

#: For pages whose address is not known.
_NO_URL = "http://address.invalid/"
_TEMPLATE_TYPES = frozenset({"index", "thread", "article", "comments"})


@dataclass(slots=True)
class LabelledPages:
    """Pages of one kind of label.

    Attributes
    ----------
    kind
        ``clusters``, ``families`` or ``software``.
    features, labels, sites, page_types
        One of each for every page.
    skipped
        Pages that could not be read.
    """

    kind: str
    features: list[PageFeatures] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    sites: list[str] = field(default_factory=list)
    page_types: list[str] = field(default_factory=list)
    skipped: int = 0

    def described(self) -> dict[str, Any]:
        """Return what a card tells of the set."""
        return {
            "labels": self.kind,
            "pages": len(self.features),
            "templates": len(set(self.labels)),
            "sites": len(set(self.sites)),
            "unreadable": self.skipped,
        }


def read_labelled(roots: Iterable[Path]) -> list[LabelledPages]:
    """Read all labelled pages below some folders.

    Raises
    ------
    UsageError
        When there are none, or a list of pages is malformed.
    """
    sets = {kind: LabelledPages(kind) for kind in ("clusters", "families", "software")}
    for root in roots:
        if not root.is_dir():
            raise UsageError(f"clustering: {root} is no folder")
        for kind, label in (("clusters", "cluster"), ("families", "family")):
            for path in sorted(root.rglob(f"{kind}.jsonl")):
                for row in _rows(path):
                    _add(sets[kind], path.parent, row, str(row.get(label, "")))
        for path in sorted(root.rglob("manifest.jsonl")):
            for row in _rows(path):
                made = row.get("page_type")
                if row.get("software") and row.get("theme") and made in _TEMPLATE_TYPES:
                    label = f"{row['software']} {row['theme']} {made}"
                    _add(sets["software"], path.parent, row, label)
    found = [pages for pages in sets.values() if len(pages.features) > 1]
    if not found:
        raise UsageError("clustering: no labelled pages (clusters.jsonl, families.jsonl) found")
    return found


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise UsageError(f"clustering: {path}, line {number}: {error}") from error
            if not isinstance(row, dict) or not isinstance(row.get("file"), str):
                raise UsageError(f"clustering: {path}, line {number}: no page")
            yield row


def _add(pages: LabelledPages, folder: Path, row: dict[str, Any], label: str) -> None:
    try:
        body = gzip.decompress((folder / row["file"]).read_bytes())
        page = read_page(body, str(row.get("url") or _NO_URL))
    except (OSError, EOFError, zlib.error, PageError):
        pages.skipped += 1
        return
    pages.features.append(page_features(page))
    pages.labels.append(label)
    pages.sites.append(str(row.get("site", "")))
    pages.page_types.append(str(row.get("page_type", "")))
