"""Every triple of true encoding, header and meta, on pages of forum length and on short ones."""

from __future__ import annotations

import codecs
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest
from forum_prose import PROSE, forum_page, tones_apart

from fpcrawl.pages import charset, decide_charset
from fpcrawl.pages.charset import text_of
from fpcrawl.pages.plausible import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.pages import CharsetDecision

# True encoding -> languages of pages written in it.
WRITTEN = {
    "utf-8": tuple(PROSE),
    "utf-8-sig": ("zh", "fr"),
    "utf-16": ("zh", "ru"),
    "utf-16-le": ("zh", "de"),
    "utf-16-be": ("ja", "fr"),
    "gb2312": ("zh",),
    "gbk": ("zh", "zh-hant"),
    "gb18030": ("zh",),
    "big5": ("zh-hant",),
    "big5hkscs": ("zh-hant", "yue"),
    "shift_jis": ("ja",),
    "cp932": ("ja",),
    "euc_jp": ("ja",),
    "iso2022_jp": ("ja",),
    "euc_kr": ("ko",),
    "cp949": ("ko",),
    "cp874": ("th",),
    "cp1250": ("cs", "pl", "hu", "de"),
    "cp1251": ("ru", "uk", "bg"),
    "cp1252": ("fr", "de", "es", "pt", "sv", "da"),
    "cp1253": ("el",),
    "cp1254": ("tr",),
    "cp1255": ("he",),
    "cp1256": ("ar",),
    "cp1257": ("lt", "lv"),
    "cp1258": ("vi",),
    "koi8-r": ("ru",),
    "koi8-u": ("uk",),
    "iso8859-1": ("fr", "de", "es", "pt", "sv", "da"),
    "iso8859-2": ("cs", "pl", "hu"),
    "iso8859-5": ("ru", "bg"),
    "iso8859-6": ("ar",),
    "iso8859-7": ("el",),
    "iso8859-8": ("he",),
    "iso8859-9": ("tr",),
    "iso8859-13": ("lt", "lv"),
    "iso8859-15": ("fr", "de", "es"),
}
# As labels are written.
CLAIMS = [
    None, "utf-8", "utf-16", "gb2312", "gbk", "gb18030", "big5", "big5-hkscs", "shift_jis",
    "windows-31j", "euc-jp", "iso-2022-jp", "euc-kr", "ks_c_5601-1987", "windows-874",
    "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254",
    "windows-1255", "windows-1256", "windows-1257", "windows-1258", "koi8-r", "koi8-u",
    "iso-8859-1", "iso-8859-2", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8",
    "iso-8859-9", "iso-8859-13", "iso-8859-15",
]  # fmt: skip
# Several labels mean one codec.
MEANT = {claim: decide_charset(b"\xe9", claim).declared_header for claim in CLAIMS}
FIRST = [(encoding, languages[0]) for encoding, languages in WRITTEN.items()]
MORE = [(encoding, name) for encoding, languages in WRITTEN.items() for name in languages[1:]]


def page_in(encoding: str, language: str, meta: str | None, posts: int) -> tuple[str, bytes]:
    text = forum_page(language, meta, posts)
    if encoding == "cp1258":
        text = tones_apart(text)
    return text, text.encode(encoding)


Triple = tuple[str, str, str | None, str | None]


def outcomes(
    cases: list[tuple[str, str]], posts: int, metas: list[str | None]
) -> Iterator[tuple[Triple, bool]]:
    """Yield each triple, and whether the text came out right."""
    for encoding, language in cases:
        for meta in metas:
            text, body = page_in(encoding, language, meta, posts)
            by_codec: dict[str | None, CharsetDecision] = {}
            read: dict[tuple[str, bool], bool] = {}
            for header in CLAIMS:
                codec = MEANT[header]
                if codec not in by_codec:
                    by_codec[codec] = decide_charset(body, header)
                chosen = by_codec[codec]
                # The text depends on little else than the encoding.
                known = (chosen.encoding, chosen.broken)
                if known not in read:
                    read[known] = text_of(body, chosen) == text
                yield (encoding, language, header, meta), read[known]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weigh a piece of text under a codec once, not once for each claim about it."""

    @lru_cache(maxsize=20_000)
    def bits(data: bytes, codec: str) -> float:
        return Sample(data).bits(codec)

    class Remembering(Sample):
        __slots__ = ("bytes",)

        def __init__(self, data: bytes) -> None:
            super().__init__(data)
            self.bytes = data

        def bits(self, codec: str) -> float:
            return bits(self.bytes, codec)

    monkeypatch.setattr(charset, "Sample", Remembering)


# Posts on a page: about 6 KB of markup and text, and 600 bytes of text.
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("cases", "posts", "metas"),
    [(FIRST, 16, CLAIMS), (FIRST, 4, CLAIMS), (MORE, 4, [None, "utf-8", "gbk", "iso-8859-1"])],
    ids=["long", "short", "other languages"],
)
def test_the_text_is_right_whatever_is_claimed(
    cases: list[tuple[str, str]], posts: int, metas: list[str | None]
) -> None:
    right: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    wrong = []
    for triple, good in outcomes(cases, posts, metas):
        all_[triple[0]] += 1
        right[triple[0]] += good
        if not good:
            wrong.append(triple)
    share = right.total() / all_.total()
    print(f"{share:.5f} of {all_.total()} triples")
    per_encoding = {name: right[name] / all_[name] for name in all_}
    assert share >= 0.99, wrong[:: max(1, len(wrong) // 20)]
    assert min(per_encoding.values()) >= 0.97, per_encoding


def test_the_encodings_of_the_table_are_known() -> None:
    assert all(codecs.lookup(name) for name in WRITTEN)
