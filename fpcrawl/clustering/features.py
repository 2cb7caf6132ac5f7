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
from threading import Lock
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.normalise import (
    file_name,
    link_shape,
    stable_hash,
    text_shape,
    token_shape,
)
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

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
        more than twice as many: the rows of a list are alike, and a page with more of them
        is of the same template.
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
    max_nodes: int = 600
    max_alike: int = 12
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


_FUNCTION = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$.]{2,60}+(?=\()", re.ASCII)
_DIGITS = re.compile(r"[0-9]+")
_TO_ZERO = dict.fromkeys(map(ord, "123456789"), "0")
_TOLD = frozenset({"a", "img", "script", "link"})
#: Classes of an element that are looked at.
_CLASSES = 3
#: A code of a signature has so many bits.
_BITS = 20
_MASK = (1 << _BITS) - 1
_U64 = (1 << 64) - 1
#: What an edge without class or id weighs: it tells little, being everywhere.
_BARE = 0.5
_LOGS = tuple(map(math.log1p, range(256)))


class _Hashes(dict[str, int]):
    """The hash of each raw string in its lasting form, 0 for nothing; found in C if known."""

    def __init__(self, shape: Callable[[str], str], size: int = 65_536) -> None:
        super().__init__()
        self.shape = shape
        self.size = size

    def __missing__(self, key: str) -> int:
        if len(self) >= self.size:
            self.clear()
        text = self.shape(key)
        found = self[key] = stable_hash(text) if text else 0
        return found


def _signature(key: str) -> str:
    tag, _, value = key.partition(" ")
    tokens = value.split(None, _CLASSES)[:_CLASSES]
    return ".".join([tag, *sorted(set(map(token_shape, tokens)))])


class _Edges(dict[int, int]):
    """Hashes of edges: of two codes in one number."""

    def __init__(self, hashes: list[int]) -> None:
        super().__init__()
        self.hashes = hashes

    def __missing__(self, pair: int) -> int:
        found = self[pair] = _mixed(self.hashes[pair >> _BITS], self.hashes[pair & _MASK])
        return found


class _Codes(dict[str, int]):
    """Small numbers for elements ("tag class"), good as long as this process runs.

    Attributes
    ----------
    signatures, hashes
        What a number stands for.
    bare
        Whether a signature has neither class nor id.
    edges
        Hashes of edges, parent and child in one number.
    """

    def __init__(self) -> None:
        super().__init__()
        self.signatures = [""]
        self.hashes = [0]
        self.edges = _Edges(self.hashes)
        self.bare: list[bool] = [True]
        self._known: dict[str, int] = {}
        self._lock = Lock()

    def __missing__(self, key: object) -> int:
        if not isinstance(key, str):
            # The tag of a comment is a function.
            return 0
        signature = _signature(key)
        with self._lock:
            code = self._known.get(signature)
            if code is None:
                # The last number is shared by all that came too late.
                code = min(len(self.signatures), _MASK)
                self.signatures.append(signature)
                self.hashes.append(stable_hash(signature))
                self.bare.append("." not in signature)
                self._known[signature] = code
            self[key] = code
        return code

    @property
    def full(self) -> bool:
        """Whether it is time for a new table."""
        return max(len(self), len(self.edges)) > 400_000


_LINKS = _Hashes(link_shape)
_FILES = _Hashes(file_name, 32_768)
_NAMES = _Hashes(token_shape, 32_768)
_TEXTS = _Hashes(text_shape)
_CACHES = (_LINKS, _FILES, _FILES, _NAMES, _TEXTS, _TEXTS, _FILES)
_codes = _Codes()


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
        _codes = _Codes()
    return _Walk(limits, _codes).features(page.root, keep_names=keep_names)


class _Walk:
    """The walk over one tree, and what it has gathered."""

    __slots__ = ("codes", "layers", "left", "limits", "pairs", "raw")

    def __init__(self, limits: FeatureLimits, codes: _Codes) -> None:
        self.limits = limits
        self.codes = codes
        self.layers: list[dict[str, float]] = []
        # Codes of the parent and of the element itself, in one number.
        self.pairs: list[int] = []
        self.raw: tuple[set[str], ...] = tuple(set() for _ in _CACHES)
        self.left = limits.max_scripts_chars

    def features(self, root: HtmlElement, *, keep_names: bool) -> PageFeatures:
        self._walk(root)
        most = self.limits.max_elements
        counted = Counter(self.pairs)
        weights = self._weights(counted)
        keys = [_timeless(raw) for raw in self.raw]
        sets = [frozenset(weights)]
        sets += [
            _bounded(map(cache.__getitem__, known), most)
            for cache, known in zip(_CACHES, keys, strict=True)
        ]
        names = self._names(keys, counted) if keep_names else {}
        return PageFeatures(tuple(self.layers), tuple(sets), names, weights)

    def _weights(self, counted: Counter[int]) -> dict[int, float]:
        bare, edges, logs = self.codes.bare, self.codes.edges, _LOGS
        last = len(logs) - 1
        weights = {
            edges[pair]: logs[min(n, last)] * _BARE
            if bare[pair & _MASK] and bare[pair >> _BITS]
            else logs[min(n, last)]
            for pair, n in counted.items()
        }
        if len(weights) > self.limits.max_elements:
            kept = sorted(weights)[: self.limits.max_elements]
            weights = {element: weights[element] for element in kept}
        length = math.sqrt(sum([w * w for w in weights.values()])) or 1.0
        return {element: w / length for element, w in weights.items()}

    def _walk(self, root: HtmlElement) -> None:
        limits = self.limits
        most, wide = limits.max_nodes, 2 * limits.max_alike
        longest = limits.max_text_chars
        codes = self.codes
        texts = self.raw[5]
        level: list[Any] = [root]
        above = [0]
        while level and len(self.layers) < limits.max_layers:
            tags = [node.tag for node in level]
            # Each attribute is a call into libxml2: one that names the element is enough.
            named = [node.get("class") or node.get("id") for node in level]
            own = [
                codes[f"{tag} {name}" if name else tag]
                for tag, name in zip(tags, named, strict=True)
            ]
            shares = _shares(tags, limits.max_tags)
            if not shares:
                break
            self.layers.append(shares)
            self.pairs += [parent + code for parent, code in zip(above, own, strict=True) if code]
            self._told([pair for pair in zip(tags, level, strict=True) if pair[0] in _TOLD])
            if len(texts) < limits.max_strings:
                texts.update([t for node in level if (t := node.text) and len(t) <= longest])
                texts.update([t for node in level if (t := node.tail) and len(t) <= longest])
            below: list[Any] = []
            above = []
            for node, code, children in zip(level, own, map(len, level), strict=True):
                if children > wide:
                    kept = _thinned(node[:], limits.max_alike)
                    below += kept
                    above += [code << _BITS] * len(kept)
                elif children == 1:
                    below.append(node[0])
                    above.append(code << _BITS)
                elif children:
                    below += node[:]
                    above += [code << _BITS] * children
            level = below[:most]
            above = above[:most]
            most -= len(level)
        texts -= self.raw[4]

    def _told(self, nodes: list[tuple[str, HtmlElement]]) -> None:
        links, css, js, functions, anchors, _, images = self.raw
        longest = self.limits.max_text_chars
        most = self.limits.max_strings
        for tag, node in nodes:
            if tag == "a":
                if len(links) >= most:
                    continue
                links.add(node.get("href") or "")
                text = node.text
                if text and len(text) <= longest:
                    anchors.add(text)
            elif tag == "img":
                images.add(node.get("src") or "")
            elif tag == "script":
                source = node.get("src")
                if source:
                    js.add(source)
                elif self.left > 0:
                    text = (node.text or "")[: min(self.left, self.limits.max_script_chars)]
                    self.left -= len(text)
                    functions.update(_FUNCTION.findall(text))
            elif "stylesheet" in (node.get("rel") or "").lower():
                css.add(node.get("href") or "")

    def _names(self, keys: list[set[str]], pairs: Iterable[int]) -> dict[int, str]:
        names = {
            stable_hash(text): text
            for cache, known in zip(_CACHES, keys, strict=True)
            for text in map(cache.shape, known)
        }
        codes = self.codes
        for pair in pairs:
            parent, child = codes.signatures[pair >> _BITS], codes.signatures[pair & _MASK]
            names[codes.edges[pair]] = f"{parent}>{child}"
        return names


def _thinned(nodes: list[Any], most: int) -> list[Any]:
    """Return the nodes without those that have ``most`` of their kind before them."""
    seen: dict[tuple[object, str | None], int] = {}
    out = []
    for node in nodes:
        key = node.tag, node.get("class")
        n = seen[key] = seen.get(key, 0) + 1
        if n <= most:
            out.append(node)
    return out


def _shares(tags: list[Any], most: int) -> dict[str, float]:
    """Return the shares of the tags on a layer; comments, whose tag is a function, are none."""
    counts: dict[str, int] = {}
    total = 0
    for tag in tags:
        if tag.__class__ is str:
            counts[tag] = counts.get(tag, 0) + 1
            total += 1
    if len(counts) > most:
        counts = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most])
    return {tag: n / total for tag, n in counts.items()}


def _timeless(raw: set[str]) -> set[str]:
    """Return the strings in lower case with 0 for each number: far fewer are left."""
    if not raw:
        return raw
    text = "\0".join(raw)
    if text.isascii():
        text = text.translate(_TO_ZERO)
        while "00" in text:
            text = text.replace("00", "0")
    else:
        text = _DIGITS.sub("0", text)
    return set(text.lower().split("\0"))


def _mixed(one: int, other: int) -> int:
    """Return one hash for two; their order counts (the finaliser of splitmix64)."""
    x = (one * 0x9E3779B97F4A7C15 + other) & _U64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _U64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _U64
    return x ^ (x >> 31)


def _bounded(found: Iterable[int], size: int) -> frozenset[int]:
    elements = frozenset(found)
    if 0 in elements:
        elements -= {0}
    return elements if len(elements) <= size else frozenset(sorted(elements)[:size])
