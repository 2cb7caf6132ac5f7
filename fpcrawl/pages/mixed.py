"""Reading a page whose pieces are in several encodings.

Quotes pasted by a script, a footer from another server, a feed included as it came: such
pieces end at markup, which is ASCII in every encoding of the web, so that each can be read
by itself.
"""

from __future__ import annotations

import re

from fpcrawl.pages.plausible import CJK_CODECS, Sample

__all__ = ["has_foreign_pieces", "read_pieces"]

# No double-byte encoding has one of these as the second byte.
_PIECE = re.compile(rb"[^<>\"\n\x80-\xff]*[\x80-\xff][^<>\"\n]*")
# Text of another encoding is not valid UTF-8 for so long, save once in thousands of pages.
_RUN = rb"(?:[\xe1-\xef][\x80-\xbf]{2}){3,}|(?:[\xd0\xd1][\x80-\xbf]){6,}"
_UTF8_RUN = re.compile(rb"(%s)" % _RUN)
_WITHIN_UTF8 = re.compile(rb"((?:[\xe1-\xef][\x80-\xbf]{2}){2,}|(?:[\xc3-\xdf][\x80-\xbf]){4,})")
_UTF8_PAIR = re.compile(rb"[\xc3-\xdf][\x80-\xbf]|\xe2\x80[\x93-\xa6]")
# A larger repertoire of the same encoding.
_LARGER = {"euc_jp": "euc_jis_2004", "big5hkscs": "cp950", "iso2022_jp": "iso2022_jp_2004"}
_OTHERS = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "cp1252", "cp1251")
# Fewer bytes than a broken character of UTF-8 may have left tell nothing.
_MIN_BYTES = 4
_READS_WELL_BITS = 6.5
_CLEARLY_BITS = 1.0
# A page of nothing but broken pieces is not worth more.
_MAX_PIECES = 2_000
_MAX_PIECE_BYTES = 20_000


def has_foreign_pieces(body: bytes, encoding: str) -> bool:
    """Tell whether ``body``, read as ``encoding``, may hold pieces in UTF-8."""
    if encoding in CJK_CODECS:
        return _UTF8_RUN.search(body) is not None
    return _UTF8_PAIR.search(body) is not None


def read_pieces(body: bytes, encoding: str, others: tuple[str, ...] = ()) -> str:
    """Return the text of ``body``, each piece read in the encoding that it is in.

    Parameters
    ----------
    encoding
        What most of the page is in; it holds where nothing else is clearly better.
    others
        Encodings that the page was declared to be in.
    """
    out: list[str] = []
    at = tried = 0
    for piece in _PIECE.finditer(body):
        raw = piece.group()
        if tried < _MAX_PIECES and not _fits(raw, encoding):
            tried += 1
            text = _read(raw, encoding, others)
        else:
            text = raw.decode(encoding, "replace")
        out.append(body[at : piece.start()].decode("ascii", "replace"))
        out.append(text)
        at = piece.end()
    out.append(body[at:].decode("ascii", "replace"))
    return "".join(out)


def _fits(raw: bytes, encoding: str) -> bool:
    """Tell whether a piece is surely in the encoding of the page."""
    if encoding != "utf-8" and has_foreign_pieces(raw, encoding):
        return False
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _read(raw: bytes, encoding: str, others: tuple[str, ...]) -> str:
    if encoding not in CJK_CODECS and encoding != "utf-8":
        return _own(raw, encoding, ("utf-8",))
    runs = _WITHIN_UTF8 if encoding == "utf-8" else _UTF8_RUN
    # Every other part is a run of UTF-8.
    parts = runs.split(raw)
    return "".join(
        part.decode("utf-8", "replace") if n % 2 else _own(part, encoding, (*others, *_OTHERS))
        for n, part in enumerate(parts)
        if part
    )


def _own(raw: bytes, encoding: str, others: tuple[str, ...]) -> str:
    """Read a piece that holds no long run of UTF-8."""
    strict = encoding in CJK_CODECS or encoding == "utf-8"
    for codec in (encoding, _LARGER.get(encoding)) if strict else ():
        if codec is not None:
            try:
                return raw.decode(codec)
            except UnicodeDecodeError:
                continue
    sample = Sample(raw[:_MAX_PIECE_BYTES])
    if sample.size >= _MIN_BYTES or not strict:
        limit = min(_READS_WELL_BITS, sample.bits(encoding) - _CLEARLY_BITS)
        best = min(((sample.bits(codec), codec) for codec in dict.fromkeys(others)), default=None)
        if best is not None and best[0] < limit:
            try:
                return raw.decode(best[1])
            except UnicodeDecodeError:
                # A character cut in two within a piece that reads well else.
                if best[1] != "utf-8":
                    return raw.decode(best[1], "replace")
    return raw.decode(encoding, "replace")
