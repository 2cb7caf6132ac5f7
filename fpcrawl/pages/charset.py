"""Which encoding a page's bytes are really in.

The header, the ``<meta>`` and the bytes often disagree, above all on Chinese sites. The
bytes decide where they can: text that is valid UTF-8 over many characters is UTF-8
whatever was declared, and a declared encoding is only believed if what it gives reads
like text.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Literal

from w3lib.encoding import resolve_encoding

from fpcrawl.pages.plausible import CJK_CODECS, plausibility

__all__ = ["CharsetDecision", "decide_charset", "decode_body"]

Source = Literal["bom", "bytes", "header", "meta", "guess"]

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(rb"charset\s{0,5}=\s{0,5}[\"']?\s{0,5}([\w.:-]{2,30})", re.IGNORECASE)
_XML = re.compile(rb"<\?xml\s[^>]{0,200}?encoding\s{0,5}=\s{0,5}[\"']([\w.:-]{2,30})")
_META_WINDOW_BYTES = 8192
_SAMPLE_BYTES = 16_000
# Labels seen in the wild that Python has no alias for.
_ALIASES = {
    "x-gbk": "gb18030",
    "gb-2312": "gb18030",
    "gb_2312": "gb18030",
    "utf8mb4": "utf-8",
    "utf8_general_ci": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
    "x-sjis": "cp932",
    "sjis": "cp932",
    "shift-jis": "cp932",
    "x-euc-jp": "euc_jp",
    "x-x-big5": "big5hkscs",
    "big5": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "x-cp1251": "cp1251",
    "x-cp1252": "cp1252",
    "unicode": "utf-8",
}
# Only these: Python's registry also holds codecs that are no character sets (zip, rot13).
_TEXT_CODEC_NAMES = """
utf-8 utf-16 utf-16-be utf-16-le utf-32 utf-32-be utf-32-le gb18030 big5hkscs cp950 cp932 euc_jp
euc_jis_2004 iso2022_jp cp949 johab hz koi8-r koi8-u cp866 cp874 cp437 cp850 cp852 mac-roman
mac-cyrillic cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 iso8859-2 iso8859-3
iso8859-4 iso8859-5 iso8859-6 iso8859-7 iso8859-8 iso8859-10 iso8859-13 iso8859-14 iso8859-15
iso8859-16 tis-620
"""
_TEXT_CODECS = frozenset(_TEXT_CODEC_NAMES.split())
_WIDE = frozenset(["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
_GUESSES = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "cp1251", "koi8-r", "cp1252")
# Scores of plausibility. True text of our test pages has 0.4 and more in a CJK encoding and
# 0.8 in another, mojibake under 0.2 and 0.5.
_PLAUSIBLE = 0.25
_BEYOND_DOUBT_CJK = 0.4
_BEYOND_DOUBT = 0.8
_IMPOSSIBLE = -0.6
_CLEARLY = 0.15
_ASCII = bytes(range(128))
_VALID_BONUS = 0.15
# So many sequences are not valid UTF-8 by accident.
_SURE_SEQUENCES = 12


@dataclass(frozen=True, slots=True)
class CharsetDecision:
    """The encoding chosen, and why.

    Attributes
    ----------
    encoding
        Name of a Python codec.
    source
        What decided: ``bom``, ``bytes`` (against the declarations or without one),
        ``header``, ``meta``, or ``guess`` (little evidence).
    declared_header, declared_meta
        Codecs that were declared, ``None`` when absent or unknown.
    overridden
        A declaration that came first by the standard was not believed.
    """

    encoding: str
    source: Source
    declared_header: str | None
    declared_meta: str | None
    overridden: bool


def decide_charset(body: bytes, http_charset: str | None = None) -> CharsetDecision:
    """Decide the encoding of ``body``. Never raises.

    Parameters
    ----------
    body
        The page, or as much of it as will be read.
    http_charset
        ``charset`` of the Content-Type header.
    """
    header = _codec(http_charset)
    meta = _codec(_declared(body))
    if meta in _WIDE:
        # A tag that can be read as ASCII is not in UTF-16; the standard says so too.
        meta = "utf-8"

    def decision(encoding: str, source: Source) -> CharsetDecision:
        declared = header or meta
        overridden = declared is not None and declared != encoding
        return CharsetDecision(encoding, source, header, meta, overridden)

    for bom, encoding in _BOMS:
        if body.startswith(bom):
            return CharsetDecision(encoding, "bom", header, meta, False)
    wide = _wide(body)
    if wide:
        return decision(wide, "header" if header == wide else "bytes")
    if body.isascii():
        if b"\x1b$" in body:
            return decision("iso2022_jp", "bytes")
        if header and header not in _WIDE:
            return decision(header, "header")
        return decision(meta or "utf-8", "meta" if meta else "guess")
    return decision(*_decide(body, None if header in _WIDE else header, meta))


def decode_body(
    body: bytes, http_charset: str | None = None, max_bytes: int = 8_000_000
) -> tuple[str, CharsetDecision]:
    """Return the text of ``body`` and how it was decided. Never raises.

    Bytes that do not fit the encoding become U+FFFD; a character cut in two at the end is
    dropped; a byte order mark is not part of the text.
    """
    body = body[:max_bytes]
    chosen = decide_charset(body, http_charset)
    return text_of(body, chosen), chosen


def text_of(body: bytes, chosen: CharsetDecision) -> str:
    """Return ``body`` decoded as ``chosen``, see :func:`decode_body`."""
    decoder = codecs.getincrementaldecoder(chosen.encoding)("replace")
    # Not final: what is incomplete at the end stays in the decoder.
    text = decoder.decode(body)
    return text.removeprefix("\ufeff")


def _declared(body: bytes) -> str | None:
    """Return the label in the first ``<meta>`` with one, or in the XML declaration."""
    for found in _META.finditer(body, 0, _META_WINDOW_BYTES):
        start = body.rfind(b"<", 0, found.start())
        if body[start : start + 5].lower() == b"<meta" and b">" not in body[start : found.start()]:
            return found.group(1).decode("ascii", "replace")
    if body[:5] == b"<?xml":
        declaration = _XML.match(body)
        return declaration.group(1).decode("ascii", "replace") if declaration else None
    return None


def _codec(label: str | None) -> str | None:
    if not label:
        return None
    label = label.strip().strip("\"'").lower()[:40]
    name = _ALIASES.get(label)
    if name is None and label.isascii() and "\0" not in label:
        name = resolve_encoding(label)
        if name:
            name = {"big5": "big5hkscs", "big5-hkscs": "big5hkscs"}.get(name, name)
            name = {"gbk": "gb18030", "gb2312": "gb18030"}.get(name, name)
    return name if name in _TEXT_CODECS else None


def _wide(body: bytes) -> str | None:
    """Return UTF-16 without a mark: every other byte of the start of the markup is zero."""
    head = body[:200]
    if head.count(0) < len(head) // 3 or len(head) < 16:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > 8 * even:
        return "utf-16-le"
    return "utf-16-be" if even > 8 * odd else None


def _decide(body: bytes, header: str | None, meta: str | None) -> tuple[str, Source]:
    declared = list(dict.fromkeys(c for c in (header, meta) if c))
    sequences, errors = _utf8_evidence(body)
    sure = not errors and (sequences >= _SURE_SEQUENCES or not declared)
    if (sure or not errors) and "utf-8" in declared:
        return "utf-8", "header" if header == "utf-8" else "meta"
    if sure:
        return "utf-8", "bytes"
    if errors and sequences > 50 * errors:
        # UTF-8 with a few broken characters, from cutting text by bytes.
        if "utf-8" in declared:
            return "utf-8", "header" if header == "utf-8" else "meta"
        return "utf-8", "bytes"
    return _by_plausibility(body, header, meta, valid_utf8=not errors)


def _utf8_evidence(body: bytes) -> tuple[int, int]:
    """Return the counts of multibyte UTF-8 sequences and of errors in ``body``."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(body) - 3:
            text = body[: 16 * _SAMPLE_BYTES].decode("utf-8", "replace")
            errors = text.count("\ufffd")
            outside = len(text) - len(text.encode("ascii", "ignore"))
            return outside - errors, max(1, errors)
        text = body[: error.start].decode("utf-8", "replace")
    # Bytes beyond the first of each: about two a character outside the Latin alphabets.
    return (len(body) - len(text) + 1) // 2, 0


def _by_plausibility(
    body: bytes, header: str | None, meta: str | None, *, valid_utf8: bool
) -> tuple[str, Source]:
    sample = _sample(body)
    declared = list(dict.fromkeys(c for c in (header, meta) if c))

    def source(codec: str) -> Source:
        return "header" if codec == header else "meta" if codec == meta else "bytes"

    scores: dict[str, float] = {}
    if declared and not valid_utf8:
        first = declared[0]
        scores[first] = plausibility(sample, first)
        if scores[first] >= (_BEYOND_DOUBT_CJK if first in CJK_CODECS else _BEYOND_DOUBT):
            return first, source(first)
    for codec in dict.fromkeys([*declared, *_GUESSES, *(["utf-8"] if valid_utf8 else [])]):
        if codec not in scores:
            scores[codec] = plausibility(sample, codec)
    if valid_utf8:
        scores["utf-8"] += _VALID_BONUS
    best = max(scores, key=scores.__getitem__)
    # A handful of characters proves nothing.
    clearly = _CLEARLY + 4 / (1 + len(sample.translate(None, _ASCII)))
    for codec in declared:
        if scores[codec] > scores[best] - clearly and scores[codec] > _IMPOSSIBLE:
            return codec, source(codec)
    if scores[best] >= _PLAUSIBLE:
        return best, source(best)
    # Nothing reads like text: believe who said so first, if the bytes allow it.
    fitting = [codec for codec in declared if scores[codec] > _IMPOSSIBLE]
    return (fitting[0], source(fitting[0])) if fitting else (best, "guess")


def _sample(body: bytes) -> bytes:
    """Return a window of ``body`` that holds text outside ASCII, from an ASCII boundary."""
    found = re.search(rb"[\x80-\xff]", body)
    start = found.start() if found else 0
    # The title comes first, the bulk of the text further on: the middle tells more.
    if len(body) - start > 2 * _SAMPLE_BYTES:
        later = re.compile(rb">\s{0,9}(?=[\x80-\xff])").search(body, (start + len(body)) // 2)
        if later:
            return body[start : start + 4000] + b"\n" + body[later.end() :][:_SAMPLE_BYTES]
    return body[start : start + _SAMPLE_BYTES]
