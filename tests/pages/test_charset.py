from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.pages import decide_charset, decode_body

ZH = (
    "今天下午我们去了城外的水库，天气比预报的好得多。老王带了三根鱼竿，可是一条鱼也没有钓到。"
    "回来的路上大家都在说下个月要不要再来一次，我觉得还是等天凉一点比较好。你们有什么好的地方推荐吗？"
    "楼主说的那个地方我去年去过，路不太好走，不过风景确实不错，就是人多了一些。"
)
ZHT = (
    "今天下午我們去了城外的水庫，天氣比預報的好得多。老王帶了三根魚竿，可是一條魚也沒有釣到。"
    "回來的路上大家都在說下個月要不要再來一次，我覺得還是等天涼一點比較好。你們有什麼好的地方推薦嗎？"
    "樓主說的那個地方我去年去過，路不太好走，不過風景確實不錯，就是人多了一些。"
)
JA = (
    "きのうの夜、駅前の新しい店でラーメンを食べました。"
    "スープは少し濃かったけれど、麺はとてもおいしかったです。"
    "友だちはカレーを注文しましたが、出てくるまでに三十分もかかりました。"
    "また行くかどうかは、まだわかりません。"
)
KO = (
    "어제 저녁에 친구와 함께 새로 생긴 식당에 갔습니다. 음식은 맛있었지만 "
    "사람이 너무 많아서 오래 기다려야 했습니다."
    "다음에는 조금 일찍 가는 것이 좋겠다고 생각했습니다. "
    "여러분은 어떤 곳을 추천하시나요? 댓글로 알려 주세요."
)
RU = (
    "Вчера вечером мы поехали за город, хотя погода была не очень хорошая. Старый мотор два раза "
    "глох по дороге, но в конце концов мы всё же добрались до озера и поставили палатку."
)
FR = (
    "Hier soir, après le dîner, nous avons essayé la nouvelle caméra près de la rivière. L'été "
    "dernier elle était déjà là, mais personne ne l'avait achetée; à présent ça coûte très cher."
)
# true encoding -> text; what a reader gets from it must be the text again.
TEXTS = {
    "utf-8": ZH,
    "gbk": ZH,
    "gb18030": ZH + "㐀𠀀",
    "big5": ZHT,
    "shift_jis": JA,
    "euc_jp": JA,
    "euc-kr": KO,
    "windows-1251": RU,
    "iso-8859-1": FR,
}
CLAIMS = [None, "utf-8", "gb2312", "big5", "shift_jis", "euc-kr", "windows-1251", "iso-8859-1"]


def page(text: str, encoding: str, meta: str | None, times: int = 6) -> bytes:
    tag = f'<meta http-equiv="Content-Type" content="text/html; charset={meta}">' if meta else ""
    body = "".join(f'<div class="post" id="p{n}"><p>{text}</p></div>\n' for n in range(times))
    return f"<html><head>{tag}<title>{text[:12]}</title></head><body>{body}</body></html>".encode(
        encoding
    )


@pytest.mark.parametrize("meta", CLAIMS)
@pytest.mark.parametrize("header", CLAIMS)
@pytest.mark.parametrize("true", TEXTS)
def test_the_bytes_decide_whatever_is_claimed(
    true: str, header: str | None, meta: str | None
) -> None:
    text, _ = decode_body(page(TEXTS[true], true, meta), header)
    assert f"<p>{TEXTS[true]}</p>" in text


@pytest.mark.parametrize(
    ("true", "header", "meta", "source", "overridden"),
    [
        ("utf-8", None, None, "bytes", False),
        ("utf-8", "utf-8", None, "header", False),
        ("utf-8", None, "utf-8", "meta", False),
        ("utf-8", "gbk", "utf-8", "meta", True),
        ("utf-8", None, "gbk", "bytes", True),
        ("gbk", "utf-8", "gbk", "meta", True),
        ("gbk", "utf-8", "utf-8", "bytes", True),
        ("gbk", "gbk", "utf-8", "header", False),
        ("gbk", None, None, "bytes", False),
        ("iso-8859-1", "iso-8859-1", None, "header", False),
    ],
)
def test_the_decision_says_why(
    true: str, header: str | None, meta: str | None, source: str, overridden: bool
) -> None:
    chosen = decide_charset(page(TEXTS[true], true, meta), header)
    assert (chosen.source, chosen.overridden) == (source, overridden)


def test_labels_mean_what_browsers_take_them_for() -> None:
    chosen = decide_charset(page(FR + " “quoted”", "cp1252", "iso-8859-1"))
    assert chosen.encoding == "cp1252"
    assert not chosen.overridden
    assert decide_charset(page(ZH, "gbk", "gb2312")).encoding == "gb18030"
    assert decide_charset(page(ZH, "utf-8", "UTF8")).declared_meta == "utf-8"


@pytest.mark.parametrize(
    "label", ["rot13", "zip", "unicode_escape", "undefined", "idna", "\0", "x" * 999, "é"]
)
def test_labels_that_are_no_character_sets_are_not_believed(label: str) -> None:
    text, chosen = decode_body(page(ZH, "utf-8", None), label)
    assert chosen.encoding == "utf-8"
    assert chosen.declared_header is None
    assert ZH in text


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "big5", "shift_jis", "euc-kr"])
def test_a_character_cut_in_two_at_the_end_does_no_harm(encoding: str, cut: int) -> None:
    text = TEXTS[encoding]
    body = page(text, encoding, encoding)[: -len("</p></div>\n</body></html>") - cut]
    decoded, chosen = decode_body(body, encoding)
    assert not chosen.overridden
    assert "\ufffd" not in decoded
    assert text in decoded


def test_some_broken_bytes_do_not_turn_utf8_into_something_else() -> None:
    body = page(ZH, "utf-8", None, 20).replace("水库".encode(), "水库".encode()[:-1], 2)
    text, chosen = decode_body(body)
    assert chosen.encoding == "utf-8"
    assert text.count("\ufffd") == 2


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_wins_and_is_not_text(encoding: str) -> None:
    text, chosen = decode_body(page(ZH, encoding, "gbk"), "big5")
    assert chosen.source == "bom"
    assert text.startswith("<html>")
    assert ZH in text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_seen_from_its_zeros(encoding: str) -> None:
    text, chosen = decode_body(page(ZH, encoding, None))
    assert chosen.encoding == encoding
    assert ZH in text


def test_a_meta_tag_that_says_utf16_cannot_be_true() -> None:
    assert decide_charset(b'<meta charset="utf-16"><p>abc').encoding == "utf-8"
    assert decide_charset(b"<p>abc", "utf-16").encoding == "utf-8"


def test_seven_bit_japanese() -> None:
    text, chosen = decode_body(page(JA, "iso2022_jp", "iso-2022-jp"))
    assert chosen.encoding == "iso2022_jp"
    assert JA in text


def test_few_characters_do_not_overrule_a_declaration() -> None:
    body = b"<meta charset=iso-8859-1><p>20\xba outside, 5\xba inside, \x93quoted\x94</p>"
    assert decide_charset(body).encoding == "cp1252"


def test_a_meta_in_text_or_script_is_no_declaration() -> None:
    body = b'<title>charset=gbk</title><p title="charset=big5">' + ZH.encode()
    assert decide_charset(body).declared_meta is None
    assert (
        decide_charset(b'<?xml version="1.0" encoding="gbk"?><p>' + ZH.encode("gbk")).source
        == "meta"
    )


def test_no_more_than_max_bytes_are_read() -> None:
    text, _ = decode_body(page(ZH, "utf-8", "utf-8"), max_bytes=100)
    assert len(text.encode()) <= 100


@given(st.binary(max_size=400), st.one_of(st.none(), st.text(max_size=20)))
def test_never_raises(body: bytes, label: str | None) -> None:
    text, chosen = decode_body(body, label)
    assert isinstance(text, str)
    assert decide_charset(body, label) == chosen


@given(
    st.sampled_from(
        ["gb18030", "big5hkscs", "cp932", "cp949", "euc_jp", "iso2022_jp", "utf-16-le"]
    ),
    st.binary(max_size=100),
)
def test_never_raises_on_garbage_in_a_declared_encoding(codec: str, tail: bytes) -> None:
    body = "<p>中文日本語".encode(codec, "replace") + tail
    decode_body(body, codec)
