"""Pages whose pieces are in several encodings, and pages that were cut or damaged."""

from __future__ import annotations

import random

import pytest
from forum_prose import PROSE, forum_page
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.pages import decide_charset, decode_body, read_page


def page(*parts: tuple[str, str, str]) -> tuple[str, bytes]:
    """Return text and bytes of a page of paragraphs, each of (words, encoding, tag)."""
    head = "<html><head><title>t</title></head><body>"
    text, body = head, head.encode()
    for words, encoding, tag in parts:
        text += f"<{tag}>{words}</{tag}>\n"
        body += f"<{tag}>".encode() + words.encode(encoding) + f"</{tag}>\n".encode()
    return text, body


PAIRS = [
    ("zh", "utf-8", "zh", "gbk"),
    ("zh", "gbk", "zh", "utf-8"),
    ("zh-hant", "utf-8", "zh-hant", "big5hkscs"),
    ("zh-hant", "big5hkscs", "zh", "utf-8"),
    ("ja", "utf-8", "ja", "cp932"),
    ("ja", "cp932", "ja", "utf-8"),
    ("ja", "euc_jp", "ja", "utf-8"),
    ("ja", "utf-8", "ja", "euc_jp"),
    ("ko", "utf-8", "ko", "cp949"),
    ("ko", "cp949", "ko", "utf-8"),
    ("ru", "utf-8", "ru", "cp1251"),
    ("ru", "cp1251", "ru", "utf-8"),
    ("fr", "utf-8", "fr", "cp1252"),
    ("fr", "cp1252", "fr", "utf-8"),
]


@pytest.mark.parametrize(("language", "encoding", "other", "foreign"), PAIRS)
@pytest.mark.parametrize("declared", [True, False])
def test_a_piece_is_read_in_its_own_encoding(
    language: str, encoding: str, other: str, foreign: str, declared: bool
) -> None:
    main = [(words, encoding, "p") for words in PROSE[language] * 3]
    text, body = page(*main, (PROSE[other][0], foreign, "blockquote"), *main)
    decoded, chosen = decode_body(body, encoding if declared else None)
    assert decoded == text
    assert chosen.encoding == {"gbk": "gb18030"}.get(encoding, encoding)


def test_two_encodings_in_one_text() -> None:
    words = PROSE["zh"]
    text, body = page(*[(w, "utf-8", "p") for w in words])
    both = "<p>" + words[0] + words[1] + "</p></body>"
    body += b"<p>" + words[0].encode() + words[1].encode("gbk") + b"</p></body>"
    assert decode_body(body)[0] == text + both


def test_the_tree_holds_the_mended_text() -> None:
    words = PROSE["zh"]
    _, body = page(*[(w, "utf-8", "p") for w in words * 3], (words[2], "gbk", "blockquote"))
    read = read_page(body, "http://a.example/")
    assert read.root.findtext(".//blockquote") == words[2]
    assert read.charset.broken
    assert not read_page(body[: body.index(b"<block")], "http://a.example/").charset.broken


@pytest.mark.parametrize(
    ("encoding", "raw", "text"),
    [
        ("euc_jp", b"\xad\xa1", "①"),
        ("big5hkscs", b"\xa3\xe1", "€"),
        ("iso2022_jp", b"\x1b$B-!\x1b(B", "①"),
        ("iso2022_jp", b"\x1b(I1\x1b(B", "ｱ"),
    ],
)
def test_characters_of_a_larger_table(encoding: str, raw: bytes, text: str) -> None:
    language = "zh-hant" if encoding == "big5hkscs" else "ja"
    body = forum_page(language, encoding.replace("_", "-"), 4).encode(encoding)
    decoded, _ = decode_body(body.replace(b"user2", raw), encoding)
    assert f">{text}</a>" in decoded
    assert "\ufffd" not in decoded


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        ("zh", "utf-8"), ("zh", "gbk"), ("zh-hant", "big5"), ("ja", "cp932"), ("ja", "euc_jp"),
        ("ko", "cp949"), ("ru", "utf-8"), ("fr", "utf-8"),
    ],
)  # fmt: skip
def test_cut_characters_do_not_change_the_decision(language: str, encoding: str) -> None:
    draw = random.Random(5)
    whole = forum_page(language, None, 12).encode(encoding)
    wanted = decide_charset(whole).encoding
    high = [n for n, byte in enumerate(whole) if byte > 127]
    for _ in range(40):
        # One byte lost in the middle, and the page cut anywhere in its second half.
        lost = draw.choice(high)
        end = draw.randrange(len(whole) // 2, len(whole))
        body = (whole[:lost] + whole[lost + 1 :])[:end]
        for header in (None, encoding, "utf-8", "iso-8859-1"):
            assert decide_charset(body, header).encoding == wanted
        assert decode_body(body)[0].count("\ufffd") <= 12


@given(st.binary(max_size=300), st.sampled_from(["utf-8", "gbk", "cp932", "cp1251", None]))
def test_random_bytes_within_a_page_never_raise(junk: bytes, label: str | None) -> None:
    whole = forum_page("zh", label, 6).encode()
    at = len(whole) // 2
    text, chosen = decode_body(whole[:at] + junk + whole[at:], label)
    assert isinstance(text, str)
    assert chosen.encoding in {"utf-8", "gb18030", "cp932", "cp1251"}
    assert text.startswith("<html>")


def test_millions_of_letters_beside_a_broken_piece_are_passed_once() -> None:
    broken = b"<b>\xd6\xd0\xce\xc4\xb0\xe6</b>"
    body = forum_page("zh", None, 6).encode() + b"<i>" + b"a" * 3_000_000 + b"</i>" + broken
    text, _ = decode_body(body)
    assert text.endswith("a</i><b>中文版</b>")


def test_many_broken_pieces_are_bounded() -> None:
    body = forum_page("zh", None, 20).encode() + b"<i>\xd6\xd0\xce\xc4\xb0\xe6</i>" * 20_000
    text, _ = decode_body(body + forum_page("zh", None, 4000).encode())
    assert text.count("<i>") == 20_000
