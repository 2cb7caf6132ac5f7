"""Reading a page whose pieces are in several encodings.

Quotes pasted by a script, a footer from another server, a feed included as it came: such
pieces end at markup, which is ASCII in every encoding of the web, so that each can be read
by itself.
"""

from __future__ import annotations

import re

from fpcrawl.pages.plausible import CJK_CODECS, Sample

__all__ = ["has_foreign_pieces", "read_pieces", "read_seven_bit"]

# No double-byte encoding has one of these as the second byte. A piece is looked for where one
# begins, and not again at each of its bytes: they can be many.
_PIECE = re.compile(rb"(?<![^<>\"\n])[^<>\"\n\x80-\xff]*[\x80-\xff][^<>\"\n]*")
# Text of another encoding is not valid UTF-8 for so long, save once in thousands of pages.
_UTF8_RUN = re.compile(rb"((?:[\xe1-\xef][\x80-\xbf]{2}){3,}|(?:[\xd0\xd1][\x80-\xbf]){6,})")
_WITHIN_UTF8 = re.compile(rb"((?:[\xe1-\xef][\x80-\xbf]{2}){2,}|(?:[\xc3-\xdf][\x80-\xbf]){4,})")
# Parts of UTF-8 by their place in it, as letters: leads of two bytes, of three, the rest.
_KINDS = bytes(
    ord("1" if byte in {0xD0, 0xD1} else "3" if 0xE1 <= byte <= 0xEF else "2")
    if byte in {0xD0, 0xD1} or 0xE1 <= byte <= 0xEF or 0x80 <= byte <= 0xBF
    else 0
    for byte in range(256)
)
_LEADS = bytes(
    ord("L") if 0xC3 <= byte <= 0xDF else ord("2") if 0x80 <= byte <= 0xBF else 0
    for byte in range(256)
)
# A larger repertoire of the same encoding.
_LARGER = {"euc_jp": "euc_jis_2004", "big5hkscs": "cp950"}
_OTHERS = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "cp1252", "cp1251")
# Fewer bytes than a broken character of UTF-8 may have left tell nothing.
_MIN_BYTES = 4
_READS_WELL_BITS = 6.5
_WHOLE_BITS = 5.6
_CLEARLY_BITS = 1.0
_ESCAPE = re.compile(rb"\x1b(\$[@B]|\([BIJ])")
_HIGH_BIT = bytes(byte | 0x80 if 0x20 < byte < 0x7F else byte for byte in range(256))
# A page of nothing but broken pieces is not worth more.
_MAX_PIECES = 2_000
_MAX_PIECE_BYTES = 20_000


def has_foreign_pieces(body: bytes, encoding: str) -> bool:
    """Tell whether ``body``, read as ``encoding``, may hold pieces in UTF-8."""
    # A look-up and a search of bytes cost a twentieth of an expression with branches.
    if encoding in CJK_CODECS:
        kinds = body.translate(_KINDS)
        return b"322" * 3 in kinds or b"12" * 6 in kinds
    return b"L2" in body.translate(_LEADS) or b"\xe2\x80" in body


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
    if encoding == "utf-8":
        return _decoded(raw, "utf-8") is not None
    if has_foreign_pieces(raw, encoding) or _decoded(raw, encoding) is None:
        return False
    # Words of Korean are too short for a long run.
    return _decoded(raw, "utf-8") is None or Sample(raw).bits(encoding) < _READS_WELL_BITS


def _decoded(raw: bytes, encoding: str) -> str | None:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return None


def _read(raw: bytes, encoding: str, others: tuple[str, ...]) -> str:
    if encoding not in CJK_CODECS and encoding != "utf-8":
        return _own(raw, encoding, ("utf-8",))
    others = (*others, *_OTHERS)
    if encoding == "utf-8":
        whole = _best(Sample(raw[:_MAX_PIECE_BYTES]), others)
        if whole is not None and whole[0] < _WHOLE_BITS:
            text = _decoded(raw, whole[1])
            if text is not None:
                return text
        runs = _WITHIN_UTF8
    else:
        text = _decoded(raw, "utf-8")
        if text is not None:
            return text
        runs = _UTF8_RUN
    # Every other part is a run of UTF-8.
    return "".join(
        part.decode("utf-8", "replace") if n % 2 else _own(part, encoding, others)
        for n, part in enumerate(runs.split(raw))
        if part
    )


def _own(raw: bytes, encoding: str, others: tuple[str, ...]) -> str:
    """Read a piece that holds no long run of UTF-8."""
    strict = encoding in CJK_CODECS or encoding == "utf-8"
    for codec in (encoding, _LARGER.get(encoding, encoding)) if strict else ():
        text = _decoded(raw, codec)
        if text is not None:
            return text
    sample = Sample(raw[:_MAX_PIECE_BYTES])
    best = _best(sample, others) if sample.size >= _MIN_BYTES or not strict else None
    if best is not None and best[0] < min(_READS_WELL_BITS, sample.bits(encoding) - _CLEARLY_BITS):
        text = _decoded(raw, best[1])
        if text is not None:
            return text
        # A character cut in two within a piece that reads well else.
        encoding = best[1] if best[1] != "utf-8" else encoding
    return raw.decode(encoding, "replace")


def _best(sample: Sample, codecs: tuple[str, ...]) -> tuple[float, str] | None:
    if sample.size < _MIN_BYTES and codecs != ("utf-8",):
        return None
    return min(((sample.bits(codec), codec) for codec in dict.fromkeys(codecs)), default=None)


def read_seven_bit(body: bytes) -> str:
    """Return the text of ISO-2022-JP, with what browsers take beside the standard.

    That is half-width kana, and the signs of row 13.
    """
    out: list[str] = []
    parts = _ESCAPE.split(body)
    out.append(parts[0].decode("ascii", "replace"))
    for escape, raw in zip(parts[1::2], parts[2::2], strict=True):
        plain = raw
        if escape[:1] == b"$":
            # A line's end also ends the double bytes.
            double, mark, rest = raw.partition(b"\n")
            out.append(double.translate(_HIGH_BIT).decode("euc_jis_2004", "replace"))
            plain = mark + rest
        elif escape == b"(I":
            out.append(raw.translate(_HIGH_BIT).decode("cp932", "replace"))
            plain = b""
        out.append(plain.decode("ascii", "replace"))
    return "".join(out)
