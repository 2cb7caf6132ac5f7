"""Recorded pages in other clothes: the same page as other software might have written it.

Labelled pages come from few programs, and names that a reader has learnt from them (classes
like ``post-author``) say little of pages it will meet. A disguise takes such help away and
leaves everything a person sees, so the labels of a page stay true. What falls by it is what
rests on names alone.

A page is changed in its source, byte for byte elsewhere, so that broken markup stays broken.
Times, names and ids that only attributes tell go with them: no disguise can be read in full.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from benchmarks._crowded import ADDITIONS, NOTHING_KNOWN, crowded
from benchmarks._nested import WAYS, nested
from benchmarks._othertimes import other_times
from benchmarks._otherwords import other_words
from benchmarks.common import read_packed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from benchmarks._crowded import Known

__all__ = ["DISGUISES", "NAMES", "disguised", "read_disguised", "strange_address"]

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
_WORD = re.compile(r"[A-Za-z]{2,}|[A-Za-z](?=[-_])")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
#: Tags whose attributes tell browsers, crawlers and forms what to do.
_LEFT = ("<meta", "<html", "<link", "<input", "<form")
_NAMING = r"class|id|for|headers|aria-(?:labelledby|describedby|controls)"
_TELLING = r"itemprop|itemtype|itemscope|itemid|property|typeof|datetime|pubdate"
_ATTRIBUTE = re.compile(
    rf"""(\s)({_NAMING}|{_TELLING}|data-[\w-]+)(?:(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+))?"""
    r"(?=[\s/>])",
    re.IGNORECASE,
)
_TELLS = re.compile(_TELLING, re.IGNORECASE)
#: What scripts put in the place of a link, a picture or a whole page.
_CONTENT = {"data-src", "data-original", "data-href", "data-cfemail", "data-preloaded"}
_FRAGMENT = re.compile(r"""(href\s*=\s*["']#)([\w-]+)""", re.IGNORECASE)
_STYLE = re.compile(r"(<style\b[^>]*>)(.*?)(</style>)", re.DOTALL | re.IGNORECASE)
_SELECTOR = re.compile(r"([.#])(-?[A-Za-z_][\w-]*)(?=[^{};]{0,400}\{)")
_LINKED_DATA = re.compile(
    r"<script\b[^>]*\bld\+json\b[^>]*>.*?</script>", re.DOTALL | re.IGNORECASE
)
_META = re.compile(r"<meta\b[^<>]*>", re.IGNORECASE)
_META_TELLS = re.compile(r"itemprop|article:|og:|author|date|publish", re.IGNORECASE)
_LEADING = re.compile(
    r"<(?:a|area|form|base|link\b[^<>]*\b(?:canonical|next|prev))\b[^<>]*>", re.IGNORECASE
)
_ADDRESS = re.compile(r"""((?:href|action)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+)""", re.IGNORECASE)
_NO_PATH = re.compile(r"(?:#|(?!https?:)[a-z]+:)", re.IGNORECASE)
_ROOT = re.compile(r"(?:https?:)?//[^/?#]*", re.IGNORECASE)
#: Words of an address, behind what is none: signs in disguise, and what kind of file it is.
_ADDRESS_WORD = re.compile(
    r"(&\#?\w+;|%[0-9A-Fa-f]{2}|(?:/index)?\.[A-Za-z]{2,5}(?=[?&\#]|$))|" + _WORD.pattern
)
_BOX = re.compile(
    r"(</?)(?:section|article|header|footer|main|aside|nav|figure|figcaption|address|hgroup"
    r"|h[1-6]|[uod]l|li|d[td])(?![\w-])",
    re.IGNORECASE,
)
_TIME = re.compile(r"(</?)time(?![\w-])", re.IGNORECASE)


@lru_cache(maxsize=65_536)
def _word(word: str) -> str:
    """Return a word of no language, the same for the same word."""
    digest = hashlib.blake2b(word.lower().encode("latin-1"), digest_size=3).digest()
    return "".join(_SYLLABLES[byte % len(_SYLLABLES)] for byte in digest) + "x"


@lru_cache(maxsize=65_536)
def _token(token: str) -> str:
    """Return a class or id with its words replaced and its numbers and signs left."""
    first, *humps = (
        _WORD.sub(lambda found: _word(found.group()), part) for part in _HUMP.split(token)
    )
    return first + "".join(hump.capitalize() for hump in humps)


def _tokens(value: str) -> str:
    quote = value[0] if value[0] in "\"'" else ""
    return quote + " ".join(map(_token, value.strip("\"'").split(" "))) + quote


def _attributes(source: str, change: Callable[[re.Match[str]], str]) -> str:
    def tag(found: re.Match[str]) -> str:
        text = found.group()
        if text[:6].lower().startswith(_LEFT):
            return text
        return _ATTRIBUTE.sub(change, text)

    return _TAG.sub(tag, source)


def _strange(source: str) -> str:
    """Give classes, ids and data attributes names of no language."""
    ids = set()

    def change(found: re.Match[str]) -> str:
        space, name, sign, value = found.groups()
        low = name.lower()
        if low.startswith("data-"):
            if low in _CONTENT:
                return found.group()
            return f"{space}data-{_token(low[5:])}{sign or ''}{value or ''}"
        if value is None or _TELLS.fullmatch(name):
            return found.group()
        if low == "id":
            ids.add(value.strip("\"'"))
        return space + name + sign + _tokens(value)

    def fragment(found: re.Match[str]) -> str:
        head, name = found.groups()
        return head + (_token(name) if name in ids else name)

    def style(found: re.Match[str]) -> str:
        head, rules, end = found.groups()
        return head + _SELECTOR.sub(lambda one: one[1] + _token(one[2]), rules) + end

    return _STYLE.sub(style, _FRAGMENT.sub(fragment, _attributes(source, change)))


def _silent(source: str) -> str:
    """Take away what is told to machines: linked data, microdata, times in attributes."""

    def change(found: re.Match[str]) -> str:
        return "" if _TELLS.fullmatch(found[2]) else found.group()

    return _untold(_attributes(source, change))


def _untold(source: str) -> str:
    """Take away linked data, and ``<meta>`` about author and time."""

    def meta(found: re.Match[str]) -> str:
        text = found.group()
        tells = _META_TELLS.search(text) and "charset" not in text.lower()
        return "" if tells else text

    return _META.sub(meta, _LINKED_DATA.sub("", source))


def _undated(source: str) -> str:
    """Take away what is told to machines, but for times in attributes."""

    def change(found: re.Match[str]) -> str:
        named = _TELLS.fullmatch(found[2]) and found[2].lower() != "datetime"
        return "" if named else found.group()

    return _untold(_attributes(source, change))


def _bare(source: str) -> str:
    """Take away all classes, ids and data, and what is told to machines."""

    def change(found: re.Match[str]) -> str:
        return found.group() if found[2].lower() in {*_CONTENT, "for"} else ""

    return _silent(_attributes(source, change))


def _boxes(source: str) -> str:
    """Make a plain box of every heading, list, section and time."""
    return _TIME.sub(r"\1span", _BOX.sub(r"\1div", source))


def strange_address(url: str) -> str:
    """Return an address with words of no language in path and query, as ``addresses`` has it."""
    if _NO_PATH.match(url):
        return url
    root = found.end() if (found := _ROOT.match(url)) else 0
    path, sign, fragment = url[root:].partition("#")
    path = _ADDRESS_WORD.sub(lambda found: found[1] or _word(found.group()), path)
    return url[:root] + path + sign + fragment


def _addresses(source: str) -> str:
    """Give the words of addresses that links lead to names of no language."""

    def change(found: re.Match[str]) -> str:
        head, value = found.groups()
        quote = value[0] if value[0] in "\"'" else ""
        return head + quote + strange_address(value.strip("\"'")) + quote

    return _LEADING.sub(lambda found: _ADDRESS.sub(change, found.group()), source)


DISGUISES: dict[str, Callable[[str, str], str]] = {
    "addresses": lambda source, _: _addresses(source),
    "strange": lambda source, _: _strange(source),
    "silent": lambda source, _: _silent(source),
    "boxes": lambda source, _: _boxes(source),
    "masked": lambda source, _: _strange(_boxes(_silent(source))),
    "bare": lambda source, _: _bare(source),
    "times": lambda source, site: other_times(_undated(source), site),
    "nested": nested,
    **{f"nested:{way}": partial(nested, way=way) for way in WAYS},
}
"""Name -> what it makes of the source of a page and the name of its site.

``masked`` is the three before it together.
"""

_CROWDED, _WORDS = "crowded", "words"
NAMES = (*sorted(DISGUISES), _WORDS, _CROWDED, *(f"{_CROWDED}:{one}" for one in ADDITIONS))
"""All disguises: those that take help away, ``words`` by what is true of a page, and those that
put something in (``crowded:ADDITION``: nothing but that)."""


def disguised(body: bytes, name: str | None, site: str = "", known: Known = NOTHING_KNOWN) -> bytes:
    """Return a page in a disguise; as it is in UTF-16, or where ``name`` is ``None``.

    In ``addresses`` its own address is another, too: :func:`strange_address` of that.

    Parameters
    ----------
    site
        In ``times`` the form of times is that of its site, in ``nested`` the nesting.
    known
        What is true of the page: ``crowded`` puts something among its records by that, ``words``
        leaves that as it is.
    """
    if name is None or body.startswith(_UTF16):
        return body
    source = body.decode("latin-1")
    kind, _, only = name.partition(":")
    if kind == _CROWDED:
        return crowded(source, known, only or None).encode("latin-1")
    if name == _WORDS:
        return other_words(source, known).encode("latin-1")
    return DISGUISES[name](source, site).encode("latin-1")


def read_disguised(
    path: Path, name: str | None, site: str = "", known: Known = NOTHING_KNOWN
) -> bytes:
    """Return the page that a gzip file holds, in a disguise.

    Raises
    ------
    BenchError
        When the file is missing or no gzip.
    """
    return disguised(read_packed(path), name, site, known)
