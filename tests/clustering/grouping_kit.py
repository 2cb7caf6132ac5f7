"""Pages of a few templates, and a library that is simple enough to foretell."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.clustering.readahead import read_features
from fpcrawl.saved import SavedPage

if TYPE_CHECKING:
    from fpcrawl.clustering.features import PageFeatures


def forum(n: int) -> bytes:
    rows = "".join(
        f'<div class="post"><b class="who">user{n}{k}</b><p class="text">Reply {k} of {n}</p></div>'
        for k in range(4)
    )
    return (
        f"<!doctype html><html><head><title>Thread {n}</title><link rel=stylesheet href=/f.css>"
        f"</head><body><h1 class=head>Thread {n}</h1><div id=posts>{rows}</div></body></html>"
    ).encode()


def paper(n: int) -> bytes:
    text = "".join(f"<p>Paragraph {k} of article {n}.</p>" for k in range(3))
    return (
        f"<!doctype html><html><head><title>News {n}</title></head><body><section class=lead>"
        f"<article class=story><h2>News {n}</h2>{text}</article></section></body></html>"
    ).encode()


def saved(n: int, body: bytes, url: str = "") -> SavedPage:
    return SavedPage(f"p/{n}.html", f"p{n}", url, body)


@dataclass(frozen=True)
class Given:
    core: str
    cluster: str
    similarity: float
    confidence: float = 0.5


class FakeLibrary:
    """Pages are of one cluster when their layers have the same tags; ``aliases`` merges."""

    def __init__(self, **aliases: str):
        self.aliases = aliases
        self.batches: list[int] = []
        self.votes: dict[str, list[str]] = {}
        self._names: dict[tuple, str] = {}
        self._common: dict[str, list[set[int]]] = {}

    def assign_all(self, batch: list[PageFeatures]) -> list[Given]:
        self.batches.append(len(batch))
        return [self._assign(features) for features in batch]

    def _assign(self, features: PageFeatures) -> Given:
        key = tuple(tuple(sorted(layer)) for layer in features.layers)
        is_new = key not in self._names
        name = self._names.setdefault(key, f"c{len(self._names) + 1}")
        if is_new:
            self._common[name] = [set(elements) for elements in features.sets]
        for mine, elements in zip(self._common[name], features.sets, strict=True):
            mine.intersection_update(elements)
        return Given(name, self.resolve(name), 1.0 if is_new else 0.75)

    def note_type(self, cluster: str, page_type: str) -> None:
        self.votes.setdefault(self.resolve(cluster), []).append(page_type)

    def page_type(self, cluster: str) -> str | None:
        votes = self.votes.get(cluster)
        return max(votes, key=votes.count) if votes else None

    def resolve(self, cluster: str) -> str:
        return self.aliases.get(cluster, cluster)

    def common(self, cluster: str) -> list[set[int]]:
        return self._common[cluster]


def dies_of_pages_called_bad(page: SavedPage):
    if page.body.endswith(b"bad"):
        os._exit(9)
    return read_features(page)
