"""What else groups pages, on the same pages: each with the threshold it is run with.

No peer sees a label. The thresholds were set on pages of another set (software and themes run
by us), not on those they are judged on here; ``best_f1`` tells what each could reach with the
best threshold for the very pages, which nobody knows beforehand.
"""

from __future__ import annotations

import difflib
import time
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np

from benchmarks._agglomerate import average_link, cut
from benchmarks._clustermetrics import score_clusters
from benchmarks._treematching import Shapes
from fpcrawl.pages.urls import url_shape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from benchmarks._clusterdata import LabelledPage
    from fpcrawl.pages import Page

    Matrix = npt.NDArray[np.float64]

__all__ = ["PEERS", "Forms", "Grouping", "Peer"]

_STYLE_WEIGHT = 0.7
_SHINGLE = 4
_PERMUTATIONS = 128
_COMMENT = "comment"
_LEVELS = [round(0.02 * step, 2) for step in range(1, 50)]


@dataclass(slots=True)
class Forms:
    """What the peers know of each page, gathered when it is parsed."""

    pages: list[LabelledPage] = field(default_factory=list)
    shapes: Shapes = field(default_factory=Shapes)
    trees: list[int] = field(default_factory=list)
    tags: list[list[str]] = field(default_factory=list)
    classes: list[frozenset[str]] = field(default_factory=list)

    def add(self, labelled: LabelledPage, page: Page) -> None:
        """Add a page; its tree is not kept."""
        tags: list[str] = []
        classes: set[str] = set()
        for element in page.root.iter():
            named = isinstance(element.tag, str)
            tags.append(str(element.tag) if named else _COMMENT)
            if named:
                classes.update((element.get("class") or "").split())
        self.pages.append(labelled)
        self.trees.append(self.shapes.add(page.root))
        self.tags.append(tags)
        self.classes.append(frozenset(classes))


@dataclass(frozen=True, slots=True)
class Grouping:
    """Clusters of the pages with the given numbers, and what is told beside their figures."""

    numbers: list[int]
    clusters: list[Any]
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Peer:
    """A way to group pages.

    Attributes
    ----------
    group
        Groups the pages of the forms with these numbers.
    slow
        Whether it takes a sample where there are many pages.
    """

    group: Callable[[Forms, Sequence[int]], Grouping]
    slow: bool = False


def _by_average_link(
    forms: Forms,
    numbers: Sequence[int],
    threshold: float,
    pairs: Callable[[Forms, Sequence[int]], Matrix],
) -> Grouping:
    started = time.perf_counter()
    matrix = pairs(forms, numbers)
    spent = time.perf_counter() - started
    merges = average_link(matrix)
    n = len(numbers)
    true = [forms.pages[i].label for i in numbers]
    levels = {level: score_clusters(true, cut(n, merges, level)).f1 for level in _LEVELS}
    best = max(levels, key=lambda level: levels[level])
    facts = {
        "threshold": threshold,
        "best_f1": round(levels[best], 4),
        "best_threshold": best,
        "us_per_pair": round(spent * 1e6 / max(1, n * (n - 1) // 2), 1),
    }
    return Grouping(list(numbers), cut(n, merges, threshold), facts)


def _tree_matrix(forms: Forms, numbers: Sequence[int]) -> Matrix:
    trees = [forms.trees[i] for i in numbers]
    matrix = np.eye(len(trees))
    for i, one in enumerate(trees):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = forms.shapes.similarity(one, trees[j])
    return matrix


def html_similarity(
    tags: tuple[Sequence[str], Sequence[str]], classes: tuple[frozenset[str], frozenset[str]]
) -> float:
    """Return what html-similarity 0.3.3 calls the joint similarity, with the k it advises.

    .3 of difflib's ratio of the sequences of tags plus .7 of the Jaccard similarity of the
    sets of classes. (Its package pins a parsel of 2020, and parses both pages again for each
    pair.)
    """
    return _joint(difflib.SequenceMatcher(a=tags[0], b=tags[1]), classes)


def _joint(
    matcher: difflib.SequenceMatcher[str], classes: tuple[frozenset[str], frozenset[str]]
) -> float:
    one, other = classes
    style = len(one & other) / len(one | other) if one or other else 1.0
    return (1 - _STYLE_WEIGHT) * matcher.ratio() + _STYLE_WEIGHT * style


def _html_matrix(forms: Forms, numbers: Sequence[int]) -> Matrix:
    matrix = np.eye(len(numbers))
    for i, one in enumerate(numbers):
        # What it works out of the second sequence is kept while the first one changes.
        matcher: difflib.SequenceMatcher[str] = difflib.SequenceMatcher()
        matcher.set_seq2(forms.tags[one])
        for j in range(i):
            matcher.set_seq1(forms.tags[numbers[j]])
            classes = forms.classes[numbers[j]], forms.classes[one]
            matrix[i, j] = matrix[j, i] = _joint(matcher, classes)
    return matrix


def minhash(tags: Sequence[str]) -> npt.NDArray[np.uint64]:
    """Return the signature of the runs of four tags: 128 minima of independent hashes."""
    shingles = {
        zlib.crc32(" ".join(tags[i : i + _SHINGLE]).encode())
        for i in range(max(1, len(tags) - _SHINGLE + 1))
    }
    values = np.fromiter(shingles, dtype=np.uint64)
    keys = np.random.default_rng(0).integers(1, 1 << 63, (2, _PERMUTATIONS), dtype=np.uint64)
    hashed = keys[0][:, None] * values[None, :] + keys[1][:, None]
    signature: npt.NDArray[np.uint64] = (hashed >> np.uint64(32)).min(axis=1)
    return signature


def _shingle_matrix(forms: Forms, numbers: Sequence[int]) -> Matrix:
    signatures = np.stack([minhash(forms.tags[i]) for i in numbers])
    return np.stack([(signatures == one).mean(axis=1) for one in signatures])


def _by_address(forms: Forms, numbers: Sequence[int]) -> Grouping:
    known = [i for i in numbers if forms.pages[i].has_url]
    groups = [(urlsplit(forms.pages[i].url).netloc, url_shape(forms.pages[i].url)) for i in known]
    return Grouping(known, groups, {"judged": "the pages whose address is known"})


def _linked(
    threshold: float, pairs: Callable[[Forms, Sequence[int]], Matrix]
) -> Callable[[Forms, Sequence[int]], Grouping]:
    return lambda forms, numbers: _by_average_link(forms, numbers, threshold, pairs)


PEERS = {
    "stm_cure": Peer(_linked(0.65, _tree_matrix)),
    "html_similarity": Peer(_linked(0.6, _html_matrix), slow=True),
    "tag_shingle_minhash": Peer(_linked(0.6, _shingle_matrix)),
    "url_pattern": Peer(_by_address),
}
"""Name -> peer: the paper's STM + CURE, and what a user would try today."""
