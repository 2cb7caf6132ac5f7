"""The nine features of a page, gathered in one walk over its tree.

f1 is the layered vector of equation (1). f2 holds the edges of the tree, written as tag and
first classes (or id) of parent and child: ``ul.posts>li.post``. How often an edge occurs gives
its weight, by the logarithm: what is repeated is the template's own structure, while a list
of two rows stays near one of twenty. An edge without any class or id tells little and weighs
half. f3 to f9 are the addresses of links, style sheets and scripts, the functions that
scripts name, the texts of links, other short texts, and the names of images, all in the forms
of :mod:`fpcrawl.clustering.normalise`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.clustering.normalise import (
    file_name,
    link_shape,
    stable_hash,
    text_shape,
    token_shape,
)
from fpcrawl.clustering.tables import BITS, MASK, NAMED, Codes, Hashes
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lxml.html import HtmlElement

    from fpcrawl.pages.page import Page

__all__ = ["FEATURES", "FeatureLimits", "PageFeatures", "page_features"]

_EMPTY: frozenset[int] = frozenset()
_NO_SETS = (_EMPTY,) * (len(FEATURES) - 1)


@dataclass(frozen=True, slots=True)
class FeatureLimits:
    """What is kept of a page.

    Attributes
    ----------
    max_layers, max_tags
        Layers of the tree, and different tags on a layer.
    max_nodes
        Elements looked at, layer by layer.
    max_alike
        Children of one element with the same tag and class that are looked at, where it has
        more than twice as many children: the rows of a list are alike. These count for the
        others, too.
    max_rows
        Such children that are counted: a page with more of them is of the same template.
    max_children
        Children of one element at most.
    max_elements
        Elements of a set; of more, those with the smallest hashes are kept, so that two
        pages keep the same of what they share.
    max_strings
        Links, and texts, after which deeper layers are not searched for more: those of the
        template stand high in the tree.
    max_text_chars
        Longer texts are content and no labels.
    max_script_chars
        Characters at the head of each script that are searched for functions.
    max_scripts_chars
        The same of all scripts in the page.
    """

    max_layers: int = 64
    max_tags: int = 48
    max_nodes: int = 400
    max_alike: int = 3
    max_rows: int = 24
    max_children: int = 240
    max_elements: int = 512
    max_strings: int = 120
    max_text_chars: int = 40
    max_script_chars: int = 768
    max_scripts_chars: int = 3_072


@dataclass(frozen=True, slots=True)
class PageFeatures:
    """What FPC knows of a page.

    Attributes
    ----------
    layers
        Share of each tag on each layer of the tree; ``html`` is the first.
    sets
        The sets f2 to f9 in the order of ``FEATURES``, as 64-bit hashes of strings.
    names
        String of each hash, if asked for.
    weights
        Weights of the elements of f2, as a vector of length 1; where it is empty they are
        equal.
    """

    layers: tuple[Mapping[str, float], ...] = ()
    sets: tuple[frozenset[int], ...] = _NO_SETS
    names: Mapping[int, str] = field(default_factory=dict)
    weights: Mapping[int, float] = field(default_factory=dict)

    def tag_weights(self) -> Mapping[int, float]:
        """Return the weights of the elements of f2, equal ones where none are given."""
        if self.weights or not self.sets[0]:
            return self.weights
        return dict.fromkeys(self.sets[0], 1 / math.sqrt(len(self.sets[0])))

    def directions(self) -> list[dict[str, float]]:
        """Return the layers, each as a vector of length 1."""
        out = []
        for layer in self.layers:
            length = math.hypot(*layer.values()) or 1.0
            out.append({tag: x / length for tag, x in layer.items()})
        return out


#: A name before a bracket, in a script read backwards: few places can be the start of one.
_FUNCTION = re.compile(r"\(([\w$.]{2,60}[A-Za-z_$])(?![\w$.])", re.ASCII)
_TOLD = frozenset({"a", "img", "script", "link"})
#: What an edge without class or id weighs: it tells little, being everywhere.
_BARE = 0.5
_LINKS = Hashes(link_shape)
_FILES = Hashes(file_name)
_NAMES = Hashes(token_shape)
_TEXTS = Hashes(text_shape)
_CACHES = (_LINKS, _FILES, _FILES, _NAMES, _TEXTS, _TEXTS, _FILES)
_codes = Codes()


def page_features(
    page: Page,
    *,
    keep_names: bool = False,
    limits: FeatureLimits = FeatureLimits(),
) -> PageFeatures:
    """Return the features of a page that has been parsed.

    Parameters
    ----------
    page
        The page; its tree is walked once and not changed.
    keep_names
        Keep the strings behind the hashes, for explaining a similarity.
    limits
        What is kept at most.
    """
    global _codes  # noqa: PLW0603  (one table for all pages is what makes it fast)
    if _codes.full:
        _codes = Codes()
    return _Walk(limits, _codes).features(page.root, keep_names=keep_names)


class _Walk:
    """The walk over one tree, and what it has gathered."""

    __slots__ = ("codes", "edges", "layers", "left", "limits", "raw")

    def __init__(self, limits: FeatureLimits, codes: Codes) -> None:
        self.limits = limits
        self.codes = codes
        self.layers: list[dict[str, float]] = []
        # How often, by the codes of the parent and of the element itself in one number.
        self.edges: dict[int, float] = {}
        # Characters of scripts that may still be searched.
        self.left = limits.max_scripts_chars
        self.raw: tuple[set[str], ...] = tuple(set() for _ in _CACHES)

    def features(self, root: HtmlElement, *, keep_names: bool) -> PageFeatures:
        self._walk(root)
        self.raw[5].difference_update(self.raw[4])
        most = self.limits.max_elements
        weights = self._weights()
        sets = [frozenset(weights)]
        sets += [
            _bounded(map(cache.__getitem__, strings), most)
            for cache, strings in zip(_CACHES, self.raw, strict=True)
        ]
        names = self._names() if keep_names else {}
        return PageFeatures(tuple(self.layers), tuple(sets), names, weights)

    def _weights(self) -> dict[int, float]:
        edges = np.fromiter(self.edges, np.int64, len(self.edges))
        values = np.log1p(np.fromiter(self.edges.values(), np.float64, len(edges)))
        values[edges & NAMED == 0] *= _BARE
        hashes = self.codes.edge_hashes(edges)
        if len(hashes) > self.limits.max_elements:
            kept = np.argsort(hashes)[: self.limits.max_elements]
            hashes, values = hashes[kept], values[kept]
        values /= math.sqrt(values @ values) or 1.0
        return dict(zip(hashes.tolist(), values.tolist(), strict=True))

    def _walk(self, root: HtmlElement) -> None:
        limits = self.limits
        code_of = self.codes.__getitem__
        room, wide = limits.max_nodes, 2 * limits.max_alike
        level: list[Any] = [root]
        above = [0]
        counts = [1.0]
        lists: list[tuple[int, int]] = []
        while level and len(self.layers) < limits.max_layers:
            # Each attribute is a call into libxml2: one that names the element is enough.
            keys = [(node.tag, node.get(b"class") or node.get(b"id")) for node in level]
            own = list(map(code_of, keys))
            if lists:
                kept = self._thinned(own, counts, lists)
                if kept is not None:
                    level, keys, own, above, counts = (
                        list(compress(column, kept)) for column in (level, keys, own, above, counts)
                    )
            if len(level) > room:
                level, keys, own = level[:room], keys[:room], own[:room]
            room -= len(level)
            if not self._note_layer(above, own, keys, counts):
                break
            self._note_strings(keys, level)
            if not room:
                break
            below: list[Any] = []
            above_below: list[int] = []
            counts_below: list[float] = []
            lists = []
            for node, code, count, children in zip(
                level, own, counts, map(len, level), strict=False
            ):
                if not children:
                    continue
                if children == 1:
                    below.append(node[0])
                    above_below.append(code << BITS)
                    counts_below.append(count)
                    continue
                start = len(below)
                below += node[: limits.max_children]
                taken = len(below) - start
                if children > wide:
                    lists.append((start, len(below)))
                above_below += [code << BITS] * taken
                counts_below += [count] * taken
            level, above, counts = below, above_below, counts_below

    def _thinned(
        self, own: list[int], counts: list[float], lists: list[tuple[int, int]]
    ) -> bytearray | None:
        """Choose among the children of wide elements; those kept count for the others too."""
        most, rows = self.limits.max_alike, self.limits.max_rows
        kept = None
        for start, stop in lists:
            for code, n in Counter(own[start:stop]).items():
                if n <= most:
                    continue
                if kept is None:
                    kept = bytearray(b"\1") * len(own)
                at = start - 1
                for _ in range(most):
                    at = own.index(code, at + 1)
                    counts[at] *= min(n, rows) / most
                for _ in range(n - most):
                    at = own.index(code, at + 1)
                    kept[at] = 0
        return kept

    def _note_layer(
        self,
        above: list[int],
        own: list[int],
        keys: list[tuple[str, str | None]],
        counts: list[float],
    ) -> bool:
        """Count the edges down to a layer, and the shares of its tags."""
        edges = self.edges
        tags: dict[str, float] = {}
        seen, share = edges.get, tags.get
        for parent, code, (tag, _), count in zip(above, own, keys, counts, strict=False):
            if code:
                edge = parent | code
                edges[edge] = seen(edge, 0.0) + count
                tags[tag] = share(tag, 0.0) + count
        total = sum(tags.values())
        if not total:
            return False
        most = self.limits.max_tags
        if len(tags) > most:
            tags = dict(sorted(tags.items(), key=lambda item: (-item[1], item[0]))[:most])
        self.layers.append({tag: n / total for tag, n in tags.items()})
        return True

    def _note_strings(self, keys: list[tuple[str, str | None]], nodes: list[Any]) -> None:
        """Keep the strings of a layer."""
        links, css, js, functions, anchors, texts, images = self.raw
        limits = self.limits
        longest, most = limits.max_text_chars, limits.max_strings
        if len(texts) < most:
            texts.update([t for node in nodes if (t := node.text) and len(t) <= longest])
            texts.update([t for node in nodes if (t := node.tail) and len(t) <= longest])
        for (tag, _), node in zip(keys, nodes, strict=True):
            if tag not in _TOLD:
                continue
            if tag == "a":
                if len(links) < most:
                    links.add(node.get(b"href") or "")
                    text = node.text
                    if text and len(text) <= longest:
                        anchors.add(text)
            elif tag == "img":
                images.add(node.get(b"src") or "")
            elif tag == "script":
                source = node.get(b"src")
                if source:
                    js.add(source)
                elif self.left > 0:
                    text = (node.text or "")[: min(self.left, limits.max_script_chars)]
                    self.left -= len(text)
                    functions.update([name[::-1] for name in _FUNCTION.findall(text[::-1])])
            elif "stylesheet" in (node.get(b"rel") or "").lower():
                css.add(node.get(b"href") or "")

    def _names(self) -> dict[int, str]:
        names = {
            stable_hash(text): text
            for cache, strings in zip(_CACHES, self.raw, strict=True)
            for text in map(cache.lasting, strings)
        }
        signatures = self.codes.signatures
        edges = np.fromiter(self.edges, np.int64, len(self.edges))
        hashes = self.codes.edge_hashes(edges).tolist()
        for edge, found in zip(self.edges, hashes, strict=True):
            names[found] = f"{signatures[edge >> BITS]}>{signatures[edge & MASK]}"
        return names


def _bounded(found: Iterable[int], size: int) -> frozenset[int]:
    elements = frozenset(found)
    if 0 in elements:
        elements -= {0}
    return elements if len(elements) <= size else frozenset(sorted(elements)[:size])
