"""The nine features of a page, gathered in one walk over its tree."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from fpcrawl.clustering.normalise import (
    Interned,
    file_name,
    link_shape,
    stable_hash,
    text_shape,
    token_shape,
)
from fpcrawl.clustering.weights import FEATURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fpcrawl.pages.page import Page

__all__ = ["FEATURES", "FeatureLimits", "PageFeatures", "page_features"]

_EMPTY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class FeatureLimits:
    """What is kept of a page.

    Attributes
    ----------
    max_layers, max_tags
        Layers of the tree, and different tags on a layer.
    max_elements
        Elements of a set; of more, those with the smallest hashes are kept, so that two
        pages keep the same of what they share.
    max_text_chars
        Longer texts are content and no labels.
    max_script_chars
        Characters of scripts in the page that are searched for functions.
    """

    max_layers: int = 64
    max_tags: int = 48
    max_elements: int = 384
    max_text_chars: int = 32
    max_script_chars: int = 32_768


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
    """

    layers: tuple[Mapping[str, float], ...] = ()
    sets: tuple[frozenset[int], ...] = (_EMPTY,) * (len(FEATURES) - 1)
    names: Mapping[int, str] = field(default_factory=dict)


_LOOK = frozenset(
    """
    type rel name role itemprop itemtype property method width height align valign bgcolor
    border cellpadding cellspacing color face size lang dir http-equiv target scope colspan
    rowspan hspace vspace nowrap text link vlink alink
    """.split()
)
_CONTENT = frozenset(
    "href src alt title content value action onclick datetime placeholder srcset".split()
)
_FUNCTION = re.compile(r"\bfunction\s+([A-Za-z_$][\w$]*)|([A-Za-z_$][\w$.]*)\s*\(")
_CALL_WORDS = frozenset("if for while switch return function catch typeof new".split())


def _tag_strings(key: tuple[str, str, str]) -> tuple[str, ...]:
    tag, name, value = key
    if name == "class":
        return tuple({f"{tag}.{token_shape(token)}" for token in value.split()[:8]})
    if name == "id":
        return (f"{tag}#{token_shape(value)}",)
    if name in _LOOK:
        if name == "name":
            value = token_shape(value)
        return (f"{tag} {name}={text_shape(value)[:60] if name == 'rel' else value[:60].lower()}",)
    if name == "style":
        return (f"{tag} style={text_shape(value)[:80]}",)
    return (f"{tag} {name}",)


def _one(text: str) -> tuple[str, ...]:
    return (text,) if text else ()


def _functions(script: str) -> tuple[str, ...]:
    out = {a or b for a, b in _FUNCTION.findall(script)}
    return tuple({token_shape(name) for name in out if name not in _CALL_WORDS})


_CACHES = (
    Interned(_tag_strings),
    Interned(lambda raw: _one(link_shape(raw))),
    Interned(lambda raw: _one(file_name(raw)), 8_192),
    Interned(lambda raw: _one(file_name(raw)), 8_192),
    Interned(_functions, 512),
    Interned(lambda raw: _one(text_shape(raw)), 32_768),
    Interned(lambda raw: _one(text_shape(raw)), 32_768),
    Interned(lambda raw: _one(file_name(raw)), 8_192),
)
_MUTE = frozenset({"script", "style", "noscript", "template", "textarea", "option"})


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
    layers: list[dict[str, float]] = []
    raw: tuple[set[Any], ...] = tuple(set() for _ in FEATURES[1:])
    tags_raw, links, css, js, scripts, anchors, texts, images = raw
    left = limits.max_script_chars
    longest = limits.max_text_chars
    level = [page.root]
    while level and len(layers) < limits.max_layers:
        tags: list[str] = []
        below: list[Any] = []
        for element in level:
            tag = element.tag
            if not isinstance(tag, str):
                tail = element.tail
                if tail and len(tail) <= longest + 16:
                    texts.add(tail)
                continue
            tags.append(tag)
            if len(element):
                below += element
            for name, value in element.items():
                if name in _CONTENT:
                    if name == "href":
                        if tag == "a":
                            links.add(value)
                        elif tag == "link" and "stylesheet" in element.get("rel", ""):
                            css.add(value)
                    elif name == "src":
                        if tag == "img":
                            images.add(value)
                        elif tag == "script":
                            js.add(value)
                else:
                    tags_raw.add((tag, name, value))
            text = element.text
            if text:
                if tag == "script":
                    if left > 0:
                        scripts.add(text[:left])
                        left -= len(text)
                elif tag == "a":
                    if len(text) <= longest + 16:
                        anchors.add(text)
                elif len(text) <= longest + 16 and tag not in _MUTE:
                    texts.add(text)
            tail = element.tail
            if tail and len(tail) <= longest + 16:
                texts.add(tail)
        if tags:
            counted = Counter(tags)
            total = len(tags)
            layers.append({tag: n / total for tag, n in counted.most_common(limits.max_tags)})
        level = below
    sets = tuple(
        _bounded(cache, keys, limits.max_elements) for cache, keys in zip(_CACHES, raw, strict=True)
    )
    names: dict[int, str] = {}
    if keep_names:
        for cache, keys in zip(_CACHES, raw, strict=True):
            for key in keys:
                for text in cache.shape(key):
                    names[stable_hash(text)] = text
    return PageFeatures(tuple(layers), sets, names)


def _bounded(cache: Interned, keys: Iterable[Any], size: int) -> frozenset[int]:
    found = frozenset(chain.from_iterable(map(cache.__getitem__, keys)))
    return found if len(found) <= size else frozenset(sorted(found)[:size])
