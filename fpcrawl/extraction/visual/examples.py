"""Labelled candidates from data folders: what the network is trained on.

A data folder holds ``manifest.jsonl`` and the page files it names (docs, "Benchmarks"). Pages
with known posts give records and others; lists, front pages and profiles give others only.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from fpcrawl.exceptions import FpcrawlError, LayoutError, PageError
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.extraction.visual.candidates import candidate_groups, shapes_of
from fpcrawl.extraction.visual.features import features_of
from fpcrawl.extraction.visual.labelling import known_posts, label_candidates
from fpcrawl.extraction.visual.layout import layout_of_rows, read_layout_rows
from fpcrawl.pages import read_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.extraction.visual.candidates import Shape
    from fpcrawl.extraction.visual.labelling import KnownPost
    from fpcrawl.extraction.visual.layout import PageLayout
    from fpcrawl.extraction.visual.render import ChromiumRenderer

__all__ = [
    "Example",
    "Kind",
    "PageFile",
    "example_of",
    "fold_of",
    "page_files",
    "read_examples",
    "saved_layout",
]

Kind = Literal["forum", "comments"]

_MANIFEST = "manifest.jsonl"
_NO_URL = "http://address.invalid/"
_SOFTWARE = re.compile(r"[a-z]+?(?=x?\d|[^a-z]|$)")
_OTHERS = frozenset({"home", "index", "profile", "other"})


@dataclass(frozen=True, slots=True)
class PageFile:
    """A page of a data folder, not yet read."""

    folder: Path
    row: Mapping[str, Any]

    @property
    def site(self) -> str:
        """Site of the page."""
        return str(self.row.get("site") or self.folder.name)

    @property
    def posts(self) -> list[Mapping[str, Any]]:
        """Known posts (or comments) of the page."""
        truth = self.row.get("truth")
        posts = truth.get("posts") if isinstance(truth, dict) else None
        return [post for post in posts or () if isinstance(post, dict)]

    def tree(self) -> PageTree:
        """Read the page.

        Raises
        ------
        PageError
            When there is nothing to read.
        FpcrawlError
            When the file is missing or is no gzip.
        """
        body = _unpack(self.folder / str(self.row["file"]))
        return build_tree(read_page(body, str(self.row.get("url") or _NO_URL)))


@dataclass(frozen=True, slots=True)
class Example:
    """Candidates of one page, described and labelled.

    Attributes
    ----------
    fold
        Software that made the page: what is left out together.
    kinds
        What it is an example for.
    rows, labels
        Features, and 1, 0 or NaN for each.
    rendered
        Whether the visual features are among them.
    shapes
        The candidates as records are chosen of them.
    numbers
        Which post each candidate is, -1 for none.
    posts
        How many posts of the page are known.
    """

    fold: str
    kinds: tuple[Kind, ...]
    rows: NDArray[np.float64]
    labels: NDArray[np.float64]
    rendered: bool
    shapes: list[list[Shape]]
    numbers: list[int]
    posts: int


def page_files(root: Path) -> Iterator[PageFile]:
    """Yield the pages that the manifests below a folder name.

    Raises
    ------
    FpcrawlError
        When there is no manifest, or one is malformed.
    """
    manifests = sorted(root.rglob(_MANIFEST)) if root.is_dir() else []
    if not manifests:
        raise FpcrawlError(f"{root} holds no {_MANIFEST}: not a data folder")
    for path in manifests:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise FpcrawlError(f"{path}:{number}: {error}") from error
            if isinstance(row, dict) and row.get("file"):
                yield PageFile(path.parent, row)


def fold_of(row: Mapping[str, Any], folder: str) -> str:
    """Name of the software that made a page, without its version, else of its site."""
    software = _SOFTWARE.match(str(row.get("software") or "").lower())
    return software.group() if software else str(row.get("site") or folder)


def saved_layout(path: Path, tree: PageTree) -> PageLayout:
    """Read the layout that is saved beside a page.

    Parameters
    ----------
    path
        Its file; beside it may stand the document it was taken from (``.dom.html.gz``).
    tree
        The page as it was served.

    Raises
    ------
    LayoutError
        When it cannot be read.
    """
    rows = read_layout_rows(path)
    state = path.with_name(path.name.replace(".json.gz", ".dom.html.gz"))
    dom = None
    if state.is_file():
        try:
            dom = read_page(_unpack(state), tree.page.url, http_charset="utf-8").root
        except PageError as error:
            raise LayoutError(f"{state}: {error}") from error
    return layout_of_rows(tree, rows, dom)


def read_examples(file: PageFile, renderer: ChromiumRenderer | None = None) -> Iterator[Example]:
    """Describe and label the candidates of a page: by structure, and as it looks.

    Parameters
    ----------
    renderer
        Lays the page out as a crawl would, beside a saved layout too: without the style
        sheets that stand in files of their own it looks otherwise.

    Yields
    ------
    Example
        None when the page says nothing: no posts known where there should be some, no time
        on it, nothing to read.
    """
    kind, posts = str(file.row.get("page_type") or ""), known_posts(file.posts)
    truth = file.row.get("truth")
    if kind == "thread" and posts:
        kinds: tuple[Kind, ...] = ("forum",)
    elif kind in {"article", "comments"} and isinstance(truth, dict) and "posts" in truth:
        kinds = ("comments",)
    elif kind in _OTHERS:
        kinds = ("forum", "comments")
    else:
        return
    try:
        tree = file.tree()
    except PageError:
        return
    layouts: list[PageLayout | None] = [None]
    saved = file.row.get("layout")
    if saved:
        layouts.append(saved_layout(file.folder / str(saved), tree))
    if renderer is not None and (laid := renderer.try_render(tree)) is not None:
        layouts.append(laid)
    fold = fold_of(file.row, file.folder.name)
    for layout in layouts:
        example = example_of(tree, layout, kinds, fold, posts)
        if example is not None:
            yield example


def example_of(
    tree: PageTree,
    layout: PageLayout | None,
    kinds: tuple[Kind, ...],
    fold: str,
    posts: Sequence[KnownPost],
) -> Example | None:
    """Describe and label the candidates of a page that was read; ``None`` if it has none."""
    groups = candidate_groups(tree, layout)
    if not groups:
        return None
    labels, numbers = label_candidates(tree, groups, posts)
    rows = features_of(tree, groups, layout)
    shapes = shapes_of(tree, groups)
    return Example(fold, kinds, rows, labels, layout is not None, shapes, numbers, len(posts))


def _unpack(path: Path) -> bytes:
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise FpcrawlError(f"{path}: {error}") from error
