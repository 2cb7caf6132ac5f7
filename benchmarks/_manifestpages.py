"""Features of all pages of a data folder, labelled or not."""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.common import BenchError, data_folders, read_jsonl
from fpcrawl.clustering.features import page_features
from fpcrawl.exceptions import PageError
from fpcrawl.pages import read_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fpcrawl.clustering.features import PageFeatures

__all__ = ["FeaturedPage", "read_features"]

_MANIFEST = "manifest.jsonl"
_NO_URL = "http://address.invalid/"


@dataclass(frozen=True, slots=True)
class FeaturedPage:
    """A page as its features."""

    id: str
    site: str
    page_type: str
    features: PageFeatures


def read_features(root: Path, limit: int | None = None) -> Iterator[FeaturedPage]:
    """Yield the features of the pages that the manifests below a folder name.

    Pages that hold nothing to read are left out.

    Raises
    ------
    BenchError
        When there are none, or a manifest or a page is malformed.
    """
    done = 0
    for folder in data_folders(root, _MANIFEST):
        for number, row in enumerate(read_jsonl(folder / _MANIFEST), 1):
            if limit is not None and done >= limit:
                return
            if "file" not in row:
                continue
            try:
                path = folder / row["file"]
                body = gzip.decompress(path.read_bytes())
                page = read_page(body, row.get("url") or _NO_URL)
            except PageError:
                continue
            except (OSError, EOFError, ValueError, TypeError, zlib.error) as error:
                raise BenchError(f"{folder / _MANIFEST}:{number}: {error}") from error
            site = str(row.get("site") or folder.name)
            kind = str(row.get("page_type") or "")
            yield FeaturedPage(str(row.get("id", number)), site, kind, page_features(page))
            done += 1
    if not done:
        raise BenchError(f"{root}: the manifests name no page that can be read")
