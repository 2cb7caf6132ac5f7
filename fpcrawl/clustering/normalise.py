"""What of a string is the template's: numbers, ids, dates, hosts and sessions fall away.

Two pages of one template hold the same links, classes and labels up to the parts that tell
one page from another. Each function here brings a raw string to the form in which such
strings are equal, or to the empty string where nothing of it is worth keeping.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache

from fpcrawl.patterns import late

__all__ = [
    "file_name",
    "link_shape",
    "stable_hash",
    "tag_on_layer",
    "text_shape",
    "token_shape",
]

_DIGITS = re.compile(r"\d+")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+-]*:")
_VALUE = re.compile(r"=[^&;]*")
_SLUG = late(r"(?<![^/])[^/]*[-_%\x80-\U0010ffff][^/]*")
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_HASH = late(r"(?<![a-z0-9])(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{10,}(?![a-z0-9])", re.IGNORECASE)
_MAX_LINK = 120
_MAX_TOKEN = 60


def stable_hash(text: str) -> int:
    """Return 64 bits of ``text``, the same on every machine and in every process."""
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


@lru_cache(maxsize=65_536)
def tag_on_layer(depth: int, tag: str) -> int:
    """Return the hash of a tag on a layer, an element of f1."""
    return stable_hash(f"{depth} {tag}")


def token_shape(text: str) -> str:
    """Return a class or id with its numbers and hashes replaced by ``#``, lower case."""
    if not text.isalpha():
        text = _DIGITS.sub("#", _HASH.sub("#", text))
    return text[:_MAX_TOKEN].lower()


def text_shape(text: str) -> str:
    """Return a label with white space collapsed, numbers as ``#``, lower case."""
    return _DIGITS.sub("#", " ".join(text.split())).lower()


def link_shape(href: str) -> str:
    """Return an address without host and values: which page of the template it leads to.

    Examples
    --------
    >>> link_shape("http://a.example/viewtopic.php?t=12&sid=0123456789abcdef#p7")
    '/viewtopic.php?t=&sid='
    >>> link_shape("https://a.example/2013/05/some-long-title-here/")
    '/#/#/*/'
    """
    if href.startswith(("http://", "https://", "//")):
        slash = href.find("/", 8)
        if slash < 0:
            return "/"
        rest = href[slash:]
    elif href.startswith("#"):
        return "#"
    else:
        scheme = _SCHEME.match(href)
        if scheme is not None:
            return scheme.group().lower()
        rest = href
    path, mark, query = rest.partition("#")[0].partition("?")
    if path.count("-") + path.count("_") > 2 or "%" in path or not path.isascii():
        path = _SLUG.sub(_slug, path)
    path = _DIGITS.sub("#", path)
    if mark:
        path += "?" + _DIGITS.sub("#", _VALUE.sub("=", query))
    return path[:_MAX_LINK].lower()


def _slug(found: re.Match[str]) -> str:
    """Return ``*`` for a title in an address: three words or more, or another script."""
    text = found.group()
    if not text.isascii() or "%" in text or len(_WORD.findall(text)) > 3:
        return "*"
    return text


def file_name(address: str) -> str:
    """Return the last folder and the name of a style, script or image file, numbers as ``#``."""
    path = address.partition("?")[0].partition("#")[0]
    if path.startswith("data:"):
        return "data:"
    head, _, name = path.rstrip("/").rpartition("/")
    folder = head.rpartition("/")[2]
    text = f"{folder}/{name}" if folder and "." not in folder else name
    return _DIGITS.sub("#", _HASH.sub("#", text))[:_MAX_LINK].lower()
