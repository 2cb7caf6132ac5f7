"""Which wider word is chosen, from where, and why not another."""

from __future__ import annotations

import pytest
import tinylexicons as tiny

from fpcrawl.exceptions import LexiconError
from fpcrawl.topic.hypernyms import Hypernyms, topic_hypernyms
from fpcrawl.topic.lexicon import (
    ChainLexicon,
    IdentityLexicon,
    Similarities,
    load_lexicon,
    load_lexicons,
)
from fpcrawl.topic.lexicon.definition import DefinitionLexicon
from fpcrawl.topic.lexicon.head import HeadLexicon
from fpcrawl.topic.lexicon.vocabulary import Vocabulary, chinese_nouns
from fpcrawl.topic.model import Topic

NOUNS = {"手机", "电话", "电脑", "大学", "教授", "游戏", "所得税", "处理器", "中央处理器"}


@pytest.fixture
def files(tmp_path):
    tiny.write_hownet(tmp_path)
    tiny.write_tab(tmp_path / "zh.tab", tiny.write_wordnet(tmp_path))
    tiny.write(tmp_path, cilin_txt=tiny.CILIN, my_yaml=tiny.USER)
    return tmp_path


def names(files):
    return [f"cilin:{files / 'cilin.txt'}", f"hownet:{files}", str(files / "my.yaml")]


class Told(IdentityLexicon):
    """Says what it was told."""

    def __init__(self, name, hypernyms, synonyms=()):
        self._told = (name, hypernyms, synonyms)

    @property
    def name(self):
        return self._told[0]

    def hypernyms(self, word):
        return self._told[1]

    def synonyms(self, word):
        return self._told[2]


def test_the_order_is_fixed_whatever_the_order_of_the_lexicons():
    kinds = ["definition", "cilin", "hownet", "other", "wordnet", "head", "user"]
    lexicons = [Told(kind, (f"the {kind} one",)) for kind in kinds]
    found = []
    for _ in kinds:
        choice = Hypernyms([ChainLexicon(lexicons)]).choose("x")
        found.append(choice.source)
        lexicons = [one for one in lexicons if one.name != choice.source]
    assert found == ["user", "head", "wordnet", "hownet", "cilin", "other", "definition"]


def test_too_wide_and_used_words_are_passed_over_and_told():
    lexicons = [
        Told("head", ("人", "机", "own stop")),
        Told("wordnet", ("手机", "entity", "大哥大", "physical entity"), ("大哥大",)),
        Told("cilin", ("步话机",)),
    ]
    choice = Hypernyms(lexicons, stop=["Own_Stop"]).choose("移动电话", ("手机",))
    assert (choice.wider, choice.source) == ("步话机", "cilin")
    why = {passed.word: passed.why for passed in choice.passed}
    assert why == {
        "人": "too wide",
        "机": "too wide",
        "own stop": "too wide",
        "手机": "used before",
        "entity": "too wide",
        "大哥大": "means the same",
        "physical entity": "too wide",
    }
    assert "移动电话 -> 步话机 by cilin; not 人 (head: too wide)" in choice.reason


def test_of_several_meanings_the_one_that_the_topic_speaks_of_is_taken():
    fruit = Told("wordnet", ("fruit tree", "fruits", "水果"))
    assert Hypernyms([fruit]).choose("apple").wider == "fruit tree"
    assert Hypernyms([fruit], context="A Fruit to eat").choose("apple").wider == "fruits"
    assert Hypernyms([fruit], context="fruit trees").choose("apple").wider == "fruit tree"
    assert Hypernyms([fruit], context="好吃的水果").choose("apple").wider == "水果"
    topic = Topic("apple", {"fruit": 1.0}, "")
    assert topic_hypernyms([fruit], topic).choose("apple").wider == "fruits"
    own = Told("user", ("first", "second"))
    assert Hypernyms([own], context="second").choose("apple").wider == "first"


def test_nothing_wider_is_none():
    assert Hypernyms([]).choose("x") is None
    assert Hypernyms([Told("user", ("X", "人"))]).choose("x") is None


def test_the_paper_s_example_needs_no_lexicon():
    choice = topic_hypernyms([load_lexicons([])], Topic("智能手机", {})).choose("智能手机")
    assert (choice.wider, choice.source) == ("手机", "head")


def test_all_sources_together(files):
    chain = load_lexicons([*names(files), f"wordnet:{files},{files / 'zh.tab'}"])
    assert chain.name == "cilin+hownet+user+wordnet+head"
    hypernyms = topic_hypernyms([chain], Topic("乐器店", {}, "乐器店是一种商店。"))
    assert hypernyms.choose("智能手机").source == "user"
    assert hypernyms.choose("大哥大").source == "hownet"
    assert hypernyms.choose("大哥大").wider == "电话"
    assert hypernyms.choose("cellphone").wider == "radiotelephone"
    assert hypernyms.choose("交响曲").wider == "音乐"
    assert hypernyms.choose("乐器店").wider == "商店"
    assert hypernyms.choose("nothing") is None


# -- heads


def test_heads_of_compounds():
    head = HeadLexicon(NOUNS.__contains__)
    assert head.hypernyms("智能手机") == ("手机",)
    assert head.hypernyms("个人所得税") == ("所得税",)
    assert head.hypernyms("iPhone手机") == ("手机",)
    assert head.hypernyms("手机") == ()
    assert head.hypernyms("酸奶机") == ()
    assert head.hypernyms("手机" * 20) == ()
    assert head.hypernyms("smart mobile_phone") == ("mobile phone", "phone")
    assert head.hypernyms("history of china") == ("history",)
    assert head.hypernyms("smartphone") == ()


def test_words_with_one_head_are_alike():
    head = HeadLexicon(NOUNS.__contains__)
    assert head.similarity("智能手机", "手机") == pytest.approx(1.6 / 2.6)
    assert head.similarity("智能手机", "老人手机") == pytest.approx(1.6 / 3.6)
    assert head.similarity("智能手机", "笔记本电脑") == 0.0
    terms = ["手机", "老人手机", "电脑", "xyz"]
    row = Similarities(head, terms).row("智能手机")
    assert row.tolist() == pytest.approx([head.similarity("智能手机", term) for term in terms])
    assert not Similarities(head, terms).row("无关的词").any()


def test_the_dictionary_holds_nouns():
    nouns = chinese_nouns()
    assert "手机" in nouns
    assert "" not in nouns
    assert "学习了" not in nouns
    small = Vocabulary(["乙", "甲", "丙丁"])
    assert [word in small for word in ["甲", "乙", "丙丁", "丙", "丁", "", "\n"]] == [
        True,
        True,
        True,
        False,
        False,
        False,
        False,
    ]


# -- definitions


@pytest.mark.parametrize(
    ("word", "text", "wider"),
    [
        ("围棋", "围棋，是一种策略性两人棋类游戏，属琴棋书画之一。", ("游戏",)),
        ("圍棋", "圍棋是一種兩人遊戲。", ("游戏",)),
        ("张三", "张三（1970年—），男，是东山大学计算机学院教授，博士。", ("东山大学", "教授")),
        ("酷睿", "酷睿是一系列中央处理器的总称。", ("中央处理器", "处理器")),
        ("chess", "Chess is a board game for two players.", ("game",)),
        (
            "aardvark",
            "The aardvark is a medium-sized, burrowing mammal native to Africa.",
            ("mammal",),
        ),
        (
            "bird",
            "Birds are bipedal, warm-blooded, oviparous vertebrate animals. A bird flies.",
            ("animal",),
        ),
        (
            "turing",
            "Alan Turing was an English mathematician, logician and cryptographer.",
            ("mathematician",),
        ),
        ("taxes", "Taxes are charges imposed by a state.", ("charge",)),
        ("lithium", "Lithium is a type of metal used in batteries.", ("metal",)),
        ("张三", "张三，男，1970年生，现任东山大学教授。", ("东山大学",)),
        (
            "Ann Example",
            "Ann B. Example is a professor of chemistry at Eastern Hill University in Ohio.",
            ("eastern hill university", "professor"),
        ),
        (
            "Ann Example",
            "Ann Example is a professor at the University of Kent.",
            ("university of kent", "professor"),
        ),
        ("lithium", "Some words. Others: lithium.", ()),
        ("lithium", "", ()),
        ("", "It is a game.", ()),
        ("Seattle, Washington", "Flag\n\nSeattle is a port\ncity in the north.", ("city",)),
        ("Asp (reptile)", "Related.\n\nAn asp is any one of several snakes.", ("snake",)),
        ("Thomas Edison", "Thomas Alva Edison (born 1847) was an inventor.", ("inventor",)),
        ("Thomas Edison", "Thomas Edison was born in Ohio. He is a star.", ()),
        ("rivers", "Many are long. Rivers are generally large. A river is a stream.", ("stream",)),
    ],
)
def test_a_description_says_what_a_thing_is(word, text, wider):
    found = DefinitionLexicon(word, text, NOUNS.__contains__)
    assert found.hypernyms(word) == wider
    assert found.hypernyms("another") == ()
    assert found.knows(word) == bool(wider)


def test_a_hostile_description_ends():
    text = "x is a " + "very " * 100_000 + "x是一种" + "的" * 100_000
    assert DefinitionLexicon("x", text, NOUNS.__contains__).hypernyms("x") == ()


# -- chains and loading


def test_the_first_that_knows_both_words_tells_the_similarity(files):
    chain = load_lexicons([str(files / "my.yaml"), f"cilin:{files / 'cilin.txt'}"])
    cilin = load_lexicon(f"cilin:{files / 'cilin.txt'}")
    assert chain.similarity("手机", "电话") == pytest.approx(1.6 / 2.6)  # the user's
    assert chain.similarity("手机", "大哥大") == 1.0  # the user's file has no 大哥大
    words = ["手机", "电话", "大哥大", "音乐", "交响乐", "智能手机", "nothing"]
    expected = [[chain.similarity(a, b) for b in words] for a in words]
    for row, word in zip(expected, words, strict=True):
        assert Similarities(chain, words).row(word).tolist() == pytest.approx(row)
    assert chain.similarity("音乐", "交响乐") == cilin.similarity("音乐", "交响乐")
    assert chain.synonyms("手机") == ("大哥大",)
    assert chain.knows("民歌")
    assert not chain.knows("nothing")
    assert set(chain.hyponyms("电话")) >= {"手机", "座机"}


def test_an_empty_chain_is_the_control():
    assert ChainLexicon([]).name == "none"
    assert ChainLexicon([]).similarity("a", "a") == 1.0
    assert Similarities(ChainLexicon([]), ["a", "b"]).row("b").tolist() == [0, 1]


def test_identity_alone_is_the_control():
    chain = load_lexicons(["identity"])
    assert chain.name == "identity"
    assert chain.hypernyms("智能手机") == ()


def test_the_head_may_be_put_first(files):
    assert load_lexicons(["head", *names(files)]).name == "head+cilin+hownet+user"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", "neither WordNet"),
        ("nowhere.txt", "no such file"),
        ("cilin.bin", "say what it is"),
        ("hownet:nowhere", "hownet takes a folder"),
        ("cilin:a,b", "takes one file"),
        ("user:nowhere.yaml", "cannot be read"),
        ("wordnet:nowhere.tab", "no such file|not installed"),
        ("wordnet:.", "data.noun is missing"),
        ("hownet:.", "no glossary.txt"),
    ],
)
def test_what_is_no_lexicon_is_told(tmp_path, monkeypatch, name, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cilin.bin").write_text("x")
    with pytest.raises(LexiconError, match=told):
        load_lexicon(name)


def test_kinds_are_told_by_what_lies_there(files, tmp_path_factory):
    assert load_lexicon(str(files / "cilin.txt")).name == "cilin"
    assert load_lexicon(str(files / "my.yaml")).name == "user"
    assert load_lexicon(str(files)).name == "wordnet"
    alone = tiny.write_hownet(tmp_path_factory.mktemp("hownet"))
    assert load_lexicon(str(alone)).name == "hownet"
