"""Pages labelled with the template that made them, for everything that measures clustering."""

from __future__ import annotations

import argparse
import hashlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.common import BenchError, read_jsonl, read_packed
from fpcrawl.exceptions import PageError
from fpcrawl.pages import Page, read_page
from fpcrawl.pages.urls import canonical_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "LABELS",
    "LabelledPage",
    "LabelledSet",
    "labels_hash",
    "load_labelled",
    "part_of",
    "read_pages",
    "speed_parser",
]

LABELS = ("clusters", "families", "software")
"""Kinds of labels: templates, forum software over many sites, software and theme."""

_FILES = {
    "clusters": "clusters.jsonl",
    "families": "families.jsonl",
    "software": "manifest.jsonl",
}
_MANIFEST = "manifest.jsonl"
#: The pages whose template follows from software, theme and kind of page.
_TEMPLATE_TYPES = frozenset({"index", "thread", "article", "comments"})
#: For pages whose address is not known: it must tell neither site nor label.
_NO_URL = "http://address.invalid/"


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """One page and its label.

    Attributes
    ----------
    label
        The template (or family) that made it. Never shown to what is measured.
    url
        Its address; a stand-in that is the same for all when ``has_url`` is false.
    has_url
        Whether the data know the address.
    core
        False when the label is doubtful.
    """

    id: str
    file: Path
    label: str
    site: str
    page_type: str
    lang: str
    core: bool
    url: str
    has_url: bool

    def body(self) -> bytes:
        """Return the page as served.

        Raises
        ------
        BenchError
            When its file is missing or no gzip.
        """
        return read_packed(self.file)

    def read(self) -> Page:
        """Parse the page.

        Raises
        ------
        PageError
            When it holds nothing to read.
        """
        return read_page(self.body(), self.url)


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """Labelled pages of one data folder or of several below it.

    Attributes
    ----------
    kind
        Which of :data:`LABELS`.
    """

    kind: str
    pages: tuple[LabelledPage, ...]


def load_labelled(
    root: Path, *, labels: str | None = None, limit: int | None = None
) -> LabelledSet:
    """Read the labelled pages of a data folder, or of all such folders below it.

    Parameters
    ----------
    root
        A folder with ``clusters.jsonl``, ``families.jsonl`` or manifests that name software
        and theme; or one with such folders below it.
    labels
        Which kind is wanted; without it the first of :data:`LABELS` that is there.
    limit
        Pages at most, as many of each label as fit.

    Raises
    ------
    BenchError
        When the folder has no such labels, or a line of them is malformed.
    """
    if not root.is_dir():
        raise BenchError(f"no such data folder: {root}")
    for kind in [labels] if labels else LABELS:
        files = sorted(root.rglob(_FILES[kind]))
        pages = [page for file in files for page in _read(file, kind)]
        pages = list({page.id: page for page in pages}.values())
        if pages:
            return LabelledSet(kind, tuple(_spread(pages, limit) if limit else pages))
    wanted = " or ".join(_FILES[k] for k in ([labels] if labels else LABELS))
    raise BenchError(
        f"{root} tells no template of any page: no {wanted} with labels there or below"
    )


def speed_parser(
    name: str, description: str, *, data: Path | None = None, limit: int | None = None
) -> argparse.ArgumentParser:
    """Return the parser of a benchmark that times labelled pages.

    Parameters
    ----------
    name
        Of its module.
    data, limit
        Defaults; a folder is required where none is given.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks.{name}",
        description=description,
        epilog=f"example: python -m benchmarks.{name} --data ../shared/corpora --json",
    )
    told = " (%(default)s)" if data is not None else ""
    parser.add_argument(
        "--data",
        type=Path,
        default=data,
        required=data is None,
        help=f"a folder with clusters.jsonl{told}",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument(
        "--limit", type=int, default=limit, help="only N pages, spread over the labels"
    )
    return parser


def read_pages(pages: Iterable[LabelledPage]) -> Iterator[tuple[LabelledPage, Page]]:
    """Parse each page once, one at a time; pages that hold nothing to read are left out."""
    for labelled in pages:
        try:
            page = labelled.read()
        except PageError:
            continue
        yield labelled, page


def part_of(pages: Sequence[LabelledPage]) -> list[str]:
    """Return for each page ``news``, ``forum`` or ``other``.

    News: articles, with or without comments, and the lists of sites that have articles and no
    threads. Forum: threads, all else on sites with threads but products, and lists of sites
    with neither.
    """
    types: defaultdict[str, set[str]] = defaultdict(set)
    for page in pages:
        types[page.site].add(page.page_type)
    parts = []
    for page in pages:
        of_site = types[page.site]
        if page.page_type in {"article", "comments"}:
            parts.append("news")
        elif page.page_type == "product":
            parts.append("other")
        elif "thread" in of_site:
            parts.append("forum")
        elif page.page_type == "index":
            parts.append("news" if of_site & {"article", "comments"} else "forum")
        else:
            parts.append("other")
    return parts


def labels_hash(pages: Sequence[LabelledPage]) -> str:
    """Return 16 hexadecimal digits that change when a label or a page does."""
    total = hashlib.sha256()
    for page in sorted(pages, key=lambda p: p.id):
        digest = hashlib.sha256(page.file.read_bytes()).hexdigest()
        total.update(f"{page.id} {page.label} {digest}\n".encode())
    return total.hexdigest()[:16]


def _read(path: Path, kind: str) -> list[LabelledPage]:
    folder = path.parent
    addresses = _addresses(folder) if kind != "software" else {}
    pages = []
    for number, row in enumerate(read_jsonl(path), 1):
        try:
            label = _label(row, kind)
            if label is None:
                continue
            known = canonical_url(row.get("url") or addresses.get(str(row["id"])) or "")
            page = LabelledPage(
                id=str(row["id"]),
                file=folder / row["file"],
                label=label,
                site=str(row["site"]),
                page_type=str(row["page_type"]),
                lang=str(row.get("lang") or ""),
                core=bool(row.get("core", True)),
                url=known or _NO_URL,
                has_url=bool(known),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise BenchError(f"{path}:{number}: {type(error).__name__}: {error}") from error
        if not page.file.is_file():
            raise BenchError(f"{path}:{number}: {page.file} is missing")
        pages.append(page)
    return pages


def _label(row: dict[str, Any], kind: str) -> str | None:
    if kind == "clusters":
        return str(row["cluster"])
    if kind == "families":
        return f"{row['family']}:{row['page_type']}"
    if row.get("template"):
        return f"{row['site']}:{row['template']}"
    if not row.get("software") or not row.get("theme") or row["page_type"] not in _TEMPLATE_TYPES:
        return None
    if canonical_url(row.get("final_url") or row["url"]) != canonical_url(row["url"]):
        return None  # the page that came is another than the one labelled
    return f"{row['software']}:{row['theme']}:{row['page_type']}"


def _addresses(folder: Path) -> dict[str, str]:
    """Return id -> address from the manifests of the folder and those below it."""
    return {
        str(row["id"]): str(row["url"])
        for path in sorted(folder.rglob(_MANIFEST))
        for row in read_jsonl(path)
        if row.get("url") and row.get("id")
    }


def _spread(pages: list[LabelledPage], limit: int) -> list[LabelledPage]:
    """Return ``limit`` pages: of every label the first, then of every label the second, ..."""
    groups: defaultdict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        groups[page.label].append(page)
    chosen: set[str] = set()
    for rank in range(max(map(len, groups.values()))):
        for group in groups.values():
            if rank < len(group) and len(chosen) < limit:
                chosen.add(group[rank].id)
    return [page for page in pages if page.id in chosen]
