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

from fpcrawl.pages.mixed import has_foreign_pieces, read_pieces, read_seven_bit
from fpcrawl.pages.plausible import CJK_CODECS, SINGLE_CODECS, Sample, are_twins

__all__ = ["CharsetDecision", "charset_of", "decide_charset", "decode_body"]

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
_SAMPLE_BYTES = 8_000
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
_DEFAULT = "cp1252"
_GUESSES = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", *SINGLE_CODECS)
# A text costs fewer bits a byte than this in its encoding, and mojibake more.
_BEYOND_DOUBT_BITS = 5.6
_BEYOND_DOUBT_SINGLE_BITS = 2.5
_TEXT_BITS = 7.5
# By so many bits another encoding must be cheaper before a declaration is not believed, and
# by so many more for each byte that the two read differently.
_DECLARED_BITS = 20.0
_DECLARED_WEAK_BITS = 2.0
_SLACK_BITS = 0.3
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
    broken
        UTF-8 with bytes that do not fit it.
    """

    encoding: str
    source: Source
    declared_header: str | None
    declared_meta: str | None
    overridden: bool
    broken: bool = False


def charset_of(content_type: str) -> str | None:
    """Return the charset that a Content-Type names."""
    _, mark, rest = content_type.partition("charset=")
    return rest.split(";")[0].strip(" \"'") or None if mark else None


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

    def decision(encoding: str, source: Source, broken: bool = False) -> CharsetDecision:
        declared = header or meta
        overridden = declared is not None and declared != encoding
        return CharsetDecision(encoding, source, header, meta, overridden, broken)

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
    header = None if header in _WIDE else header
    return decision(*_decide(body, header, meta))


def decode_body(
    body: bytes, http_charset: str | None = None, max_bytes: int = 8_000_000
) -> tuple[str, CharsetDecision]:
    """Return the text of ``body`` and how it was decided. Never raises.

    Pieces between tags that are in another encoding are read in theirs; other bytes that do
    not fit become U+FFFD; a character cut in two at the end is dropped; a byte order mark is
    not part of the text.
    """
    body = body[:max_bytes]
    chosen = decide_charset(body, http_charset)
    return text_of(body, chosen), chosen


def text_of(body: bytes, chosen: CharsetDecision) -> str:
    """Return ``body`` decoded as ``chosen``, see :func:`decode_body`."""
    encoding = chosen.encoding
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    # Not final: what is incomplete at the end stays in the decoder.
    text = decoder.decode(body)
    if encoding == "iso2022_jp" and "\ufffd" in text:
        text = read_seven_bit(body)
    elif encoding not in _WIDE and not body.isascii():
        rest = decoder.getstate()[0]
        if "\ufffd" in text or (encoding != "utf-8" and has_foreign_pieces(body, encoding)):
            others = [c for c in (chosen.declared_header, chosen.declared_meta) if c]
            text = read_pieces(body.removesuffix(rest), encoding, tuple(others))
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


def _decide(body: bytes, header: str | None, meta: str | None) -> tuple[str, Source, bool]:
    """Return the encoding, what decided, and whether it is UTF-8 with errors."""
    claimed = header == "utf-8" or meta == "utf-8"
    source: Source = "header" if header == "utf-8" else "meta" if claimed else "bytes"
    sequences, errors = _utf8_evidence(body)
    if not errors and (sequences >= _SURE_SEQUENCES or claimed or not (header or meta)):
        return "utf-8", source, False
    if sequences > (1 if claimed else 2) * max(errors, _SURE_SEQUENCES):
        # UTF-8 with some broken characters, or with pieces in another encoding.
        return "utf-8", source, errors > 0
    encoding, source = _by_cost(body, header, meta, valid_utf8=not errors)
    return encoding, source, encoding == "utf-8" and errors > 0


def _utf8_evidence(body: bytes) -> tuple[int, int]:
    """Return the counts of multibyte UTF-8 sequences and of errors in ``body``."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(body) - 3:
            text = body[: 8 * _SAMPLE_BYTES].decode("utf-8", "replace")
            errors = text.count("\ufffd")
            outside = len(text) - len(text.encode("ascii", "ignore"))
            return outside - errors, max(1, errors)
        text = body[: error.start].decode("utf-8", "replace")
    # Bytes beyond the first of each: about two a character outside the Latin alphabets.
    return (len(body) - len(text) + 1) // 2, 0


def _by_cost(
    body: bytes, header: str | None, meta: str | None, *, valid_utf8: bool
) -> tuple[str, Source]:
    sample = Sample(_sample(body))
    declared = list(dict.fromkeys(c for c in (header, meta) if c))

    def source(codec: str) -> Source:
        return "header" if codec == header else "meta" if codec == meta else "bytes"

    bits: dict[str, float] = {}
    guesses = _GUESSES
    if declared and not valid_utf8:
        first = declared[0]
        bits[first] = sample.bits(first)
        if bits[first] < (_BEYOND_DOUBT_BITS if first in CJK_CODECS else _BEYOND_DOUBT_SINGLE_BITS):
            return first, source(first)
        if first not in CJK_CODECS and bits[first] < _BEYOND_DOUBT_BITS:
            # Another one-byte table may still read better.
            guesses = SINGLE_CODECS
    for codec in dict.fromkeys([*declared, *guesses, *(["utf-8"] if valid_utf8 else [])]):
        if codec not in bits:
            bits[codec] = sample.bits(codec)
    best = min(bits, key=bits.__getitem__)
    for codec in declared or [_DEFAULT]:
        differing = sample.differing(codec, best)
        # What is valid UTF-8 makes no sense in a one-byte table.
        weak = are_twins(codec, best) or (best == "utf-8" and codec not in CJK_CODECS)
        allowed = _DECLARED_WEAK_BITS if weak else _DECLARED_BITS
        allowed += _SLACK_BITS * differing
        if not differing or (bits[codec] - bits[best]) * sample.size <= allowed:
            return codec, source(codec) if declared else "guess"
    if bits[best] > _TEXT_BITS:
        # Nothing reads like text: believe who said so first, if the bytes allow it.
        for codec in declared:
            if _allows(codec, body):
                return codec, source(codec)
        return best, "guess"
    return best, source(best)


def _allows(codec: str, body: bytes) -> bool:
    text = body[:_SAMPLE_BYTES].decode(codec, "replace")
    return text.count("\ufffd") * 20 < len(text)


def _sample(body: bytes) -> bytes:
    """Return a window of ``body`` that holds text outside ASCII, from an ASCII boundary."""
    found = re.search(rb"[\x80-\xff]", body)
    start = found.start() if found else 0
    # The title comes first, the bulk of the text further on: the middle tells more.
    if len(body) - start > 2 * _SAMPLE_BYTES:
        later = re.compile(rb">\s{0,9}(?=[\x80-\xff])").search(body, (start + len(body)) // 2)
        if later:
            return body[start : start + 2000] + b"\n" + body[later.end() :][:_SAMPLE_BYTES]
    return body[start : start + _SAMPLE_BYTES]
