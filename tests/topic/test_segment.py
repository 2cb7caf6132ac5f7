from __future__ import annotations

import builtins
import marshal
import math
import random
import time

import jieba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.topic import segment
from fpcrawl.topic.latin import base_form
from fpcrawl.topic.segment import has_fast_segmenter, make_segmenter, simplified
from fpcrawl.topic.stopwords import STOP_WORDS
from fpcrawl.topic.variants import TAIWAN_WORDS
from fpcrawl.topic.wordgraph import default_cache_dir, load_graph, read_dictionary

KINDS = ["jieba", "fast"]
if not has_fast_segmenter():
    KINDS.remove("fast")


@pytest.fixture(scope="module", params=KINDS)
def segmenter(request):
    return make_segmenter(request.param)


TEXTS = {
    "我们都爱智能手机和北京大学": ["爱", "智能手机", "北京大学"],
    "增值税税率,2024年调整!": ["增值税", "税率", "调整"],
    "The companies' taxes and boxes": ["company", "tax", "box"],
    "C++ and C# in node.js, don't x": ["c++", "c#", "node.js"],
    "user_name e-mail 3.14 12 v2.0": ["user", "name", "mail", "v2.0"],
    "Café Pokémon’s": ["cafe", "pokemon"],
    "ＡＢＣｘ　ｗｉｄｅ": ["abcx", "wide"],
    "手机APP与5G网络": ["手机", "app", "5g", "网络"],
    "Москва 서울 スカイツリー": ["москва", "서울", "スカイツリー"],
    "soft\u00adware zero\u200bwidth": ["software", "zerowidth"],
    "e\u0301cole": ["ecole"],
    "": [],
    " \n。，!?": [],
    "的 the 1": [],
}


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_becomes_terms(segmenter, text):
    assert segmenter.cut(text) == TEXTS[text]


@pytest.mark.parametrize(
    ("traditional", "plain"),
    [
        ("個人所得稅", "个人所得税"),
        ("智慧型手機的資訊網路", "智能手机的信息网络"),
        ("稅務機關徵收營業稅", "税务机关征收营业税"),
        ("軟體設計", "软件设计"),
    ],
)
def test_traditional_and_simplified_characters_meet(segmenter, traditional, plain):
    assert segmenter.cut(traditional) == segmenter.cut(plain) != []


def test_the_words_of_taiwan_are_replaced_in_traditional_text_only():
    assert simplified("網路上的程式") == "网络上的程序"
    # 程式 in simplified characters may be something else; it is left alone.
    assert simplified("程式") == "程式"
    assert simplified("no Chinese") == "no Chinese"


def test_words_of_taiwan_are_written_in_simplified_characters():
    for old, new in TAIWAN_WORDS.items():
        assert old != new
        assert simplified(old) == old
        assert simplified(new) == new


def test_many_texts_are_cut_as_one_by_one(segmenter):
    texts = [*TEXTS, "我们 \x02 税务", "\x01", "\x02\x02"]
    assert segmenter.cut_many(texts) == [tuple(segmenter.cut(text)) for text in texts]
    assert segmenter.cut_many([]) == []
    assert segmenter.cut("税\x02务 机关") == ["税", "务", "机关"]


def test_what_was_cut_before_changes_nothing(segmenter):
    kind = "fast" if segmenter.name == "rjieba" else "jieba"
    own = make_segmenter(kind)
    # 程式 is another word where there are traditional characters, be it in another text.
    pages = [
        ["程式", "菜单"],
        ["程式", "軟體", "菜单"],
        ["菜单", "程式", "cafés"],
        ["軟體", "程式"],
    ]
    for texts in [*pages, *reversed(pages)]:
        assert own.cut_many(texts) == make_segmenter(kind).cut_many(texts)
    own.cut("菜单").append("a caller's own")
    assert own.cut("菜单") == ["菜单"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), max_size=6))
def test_any_text_is_cut_into_as_many_lists_of_clean_terms(texts):
    found = make_segmenter("jieba").cut_many(texts)
    assert len(found) == len(texts)
    for terms in found:
        for term in terms:
            assert term
            assert term.split() == [term]
            assert term == term.lower()
            assert len(term) <= 200


@pytest.mark.skipif("fast" not in KINDS, reason="rjieba is not installed")
def test_both_segmenters_agree():
    slow, fast = make_segmenter("jieba"), make_segmenter("fast")
    assert (slow.name, fast.name) == ("jieba", "rjieba")
    rng = random.Random(4)
    words = (
        "税务 机关 张小磊 的 是 新 王芳 手机 app 上 京东 云计算 蓝瘦香菇 了 不 大 一个 x1".split()
    )
    for _ in range(300):
        text = "".join(rng.choices(words, k=rng.randint(1, 12)))
        assert slow.cut(text) == fast.cut(text), text


def test_the_graph_cuts_as_jieba_does(tmp_path):
    jieba.setLogLevel(60)
    tokenizer = jieba.Tokenizer()
    tokenizer.tmp_dir = str(tmp_path)
    graph = load_graph(default_cache_dir())
    rng = random.Random(7)
    pieces = """
    我 们 在 北京大学 研究 生命 起源 南京市 长江大桥 小 明 硕士 毕业于 中国科学院 计算所 蓝 瘦 香 菇
    乒乓球 拍卖 完 了
    """.split()
    for _ in range(200):
        text = "".join(rng.choices(pieces, k=rng.randint(1, 10)))
        assert graph.cut(text) == tokenizer.lcut(text)


def test_long_text_is_cut_as_its_runs_are():
    graph = load_graph(default_cache_dir())
    rng = random.Random(11)
    words = [word for word in graph._logs if len(word) < 9]
    common = (
        "税务 机关 张小磊 的 是 王芳 手机 京东 蓝瘦香菇 中华人民共和国 一个 研究生命起源".split()
    )
    for kinds in (words, common, [word for word in words if len(word) == 1]):
        runs = ["".join(rng.choices(kinds, k=rng.randint(1, 12))) for _ in range(400)]
        runs.append("".join(rng.choices(kinds, k=400)))
        # One by one they are too short for arrays: each run is one stretch.
        expected = []
        for run in runs:
            for start in range(0, len(run), 200):
                expected += graph.cut(run[start : start + 200])
            expected.append("\x01")
        assert graph.cut_runs(runs, "\x01") == expected


def test_a_users_words_stay_in_one_piece(segmenter):
    own = make_segmenter(
        "fast" if segmenter.name == "rjieba" else "jieba",
        words=["蓝瘦香菇", "黑天鵝事件處理", "x", "a b"],
    )
    assert own.cut("蓝瘦香菇与黑天鹅事件处理") == ["蓝瘦香菇", "黑天鹅事件处理"]
    assert len(segmenter.cut("黑天鹅事件处理")) > 1
    own.add_words(["印花税务员"])
    assert own.cut("印花税务员和蓝瘦香菇") == ["印花税务员", "蓝瘦香菇"]
    # What is no run of Chinese is not taken, and does no harm.
    own.add_words(["", "   ", "tax", "税" * 50])
    assert own.cut("税务") == ["税务"]


def test_too_many_user_words_are_ignored(monkeypatch):
    monkeypatch.setattr(segment, "MAX_USER_WORDS", 1)
    own = make_segmenter("jieba", words=["蓝瘦香菇", "黑天鹅事件处理"])
    assert own.cut("蓝瘦香菇") == ["蓝瘦香菇"]
    assert "黑天鹅事件处理" not in own.cut("黑天鹅事件处理")


def test_stop_words_may_be_kept(segmenter):
    keep = make_segmenter("jieba", stop_words=())
    assert keep.cut("我的 the tax") == ["我", "的", "the", "tax"]


def test_stop_words_are_in_the_form_of_terms():
    for word in STOP_WORDS:
        assert word == word.lower() == simplified(word)


def test_without_rjieba_the_fast_one_is_jieba(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "rjieba":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    has_fast_segmenter.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without)
    try:
        assert make_segmenter("fast").name == "jieba"
    finally:
        monkeypatch.undo()
        has_fast_segmenter.cache_clear()


def test_the_dictionary_is_kept_in_the_folder_and_made_again_when_broken(tmp_path):
    source, folder = tmp_path / "dict.txt", tmp_path / "a" / "b"
    source.write_text("北京 30 ns\n北京大学 20 nt\n大学 10 n\n", encoding="utf-8")
    first = read_dictionary(source, folder)
    assert first[1] == pytest.approx(-math.log(60))
    assert first[0]["大学"] == pytest.approx(math.log(10 / 60))
    assert first[0]["北京大"] == first[0]["北"] == 0.0
    (kept,) = folder.iterdir()
    source.touch()
    for broken in (b"", b"not marshal", kept.read_bytes()[:30], b"N", marshal.dumps((1, 2))):
        kept.write_bytes(broken)
        assert read_dictionary(source, folder) == first
    assert read_dictionary(source, folder) == first
    # Another dictionary is another file.
    source.write_text("北京 1 ns\n", encoding="utf-8")
    assert set(read_dictionary(source, folder)[0]) == {"北", "北京"}


def test_a_folder_that_cannot_be_made_costs_time_only(tmp_path):
    (tmp_path / "dict.txt").write_text("北京 1 ns\n", encoding="utf-8")
    (tmp_path / "file").write_text("")
    logs, _ = read_dictionary(tmp_path / "dict.txt", tmp_path / "file" / "x")
    assert set(logs) == {"北", "北京"}


def test_the_cache_folder_is_the_users(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache_dir() == tmp_path / "fpcrawl"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_cache_dir().parts[-2:] == (".cache", "fpcrawl")


@pytest.mark.parametrize(
    "text",
    ["税" * 300_000, "a" * 300_000, "x'" * 100_000, "c++" * 50_000, "é" * 100_000, "ﷺ" * 5_000],
    ids=lambda text: f"{text[:3]}...",  # the name of a test goes from process to process
)
def test_hostile_text_is_cut_in_bounded_time(segmenter, text):
    start = time.process_time()
    terms = segmenter.cut(text)
    # Generous: what is meant is no square of the length.
    assert time.process_time() - start < 20
    assert all(len(term) <= 200 for term in terms)


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(segment, "_MAX_TOKENS", 10)
    monkeypatch.setattr(segment, "_MAX_RUNS", 10)
    monkeypatch.setattr(segment, "_MAX_TEXTS", 10)
    own = make_segmenter("jieba")
    for n in range(100):
        assert own.cut(f"word{n}x {chr(0x4E00 + n)}税务") == [
            f"word{n}x",
            *own.cut(f"{chr(0x4E00 + n)}税务"),
        ]
    assert len(own._terms) <= 11
    assert max(map(len, own._texts)) <= 11
    assert len(own._cutter._runs) <= 11


FORMS = """
taxes:tax companies:company boxes:box classes:class churches:church beaches:beach caches:cache
dogs:dog bus:bus analysis:analysis physics:physics news:news series:series women:woman
children:child heroes:hero shoes:shoe houses:house movies:movie wolves:wolf ties:tie
company's:company boss:boss cities:city dishes:dish gas:gas as:as node.js:node.js
"""


@pytest.mark.parametrize("pair", FORMS.split())
def test_plurals_go(pair):
    word, form = pair.split(":")
    assert base_form(word) == form
    assert base_form(form) == form
