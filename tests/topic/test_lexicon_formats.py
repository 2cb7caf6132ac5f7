"""Each format of lexicon: what it tells, and what it says when its file is damaged."""

from __future__ import annotations

import numpy as np
import pytest
import tinylexicons as tiny

from fpcrawl.exceptions import LexiconError
from fpcrawl.topic.lexicon import load_lexicon, matrix
from fpcrawl.topic.lexicon.cilin import CilinLexicon
from fpcrawl.topic.lexicon.hownet import HowNetLexicon
from fpcrawl.topic.lexicon.taxonomy import TaxonomyLexicon
from fpcrawl.topic.lexicon.userfile import UserLexicon
from fpcrawl.topic.lexicon.wordnet import WordNet, moved


@pytest.fixture
def hownet(tmp_path):
    tiny.write_hownet(tmp_path)
    return HowNetLexicon(tmp_path / "glossary.txt", tmp_path / "WHOLE.DAT")


@pytest.fixture
def cilin(tmp_path):
    return CilinLexicon(tiny.write(tmp_path, cilin_txt=tiny.CILIN) / "cilin.txt")


@pytest.fixture
def wordnet(tmp_path):
    offsets = tiny.write_wordnet(tmp_path)
    return TaxonomyLexicon(WordNet(tmp_path, [tiny.write_tab(tmp_path / "zh.tab", offsets)]))


@pytest.fixture
def user(tmp_path):
    return UserLexicon(tiny.write(tmp_path, my_yaml=tiny.USER) / "my.yaml")


@pytest.fixture(params=["hownet", "cilin", "wordnet", "user"])
def lexicon(request):
    return request.getfixturevalue(request.param)


WORDS = """
手机 大哥大 电话 电话机 座机 分机 收音机 交响乐 音乐 民歌 男人 女人 鱼 鱼儿 鲤鱼 北京 东京 打电话
写信 和 与 智能手机 智慧型手机 平板电脑 smart_phone phone cellphone fish carp call child nothing
""".split()


def test_similarity_is_the_same_both_ways_and_at_once(lexicon):
    known = [word for word in WORDS if lexicon.knows(word)]
    assert len(known) >= 6
    for a in WORDS:
        assert lexicon.similarity(a, a) == 1.0
        for b in WORDS:
            value = lexicon.similarity(a, b)
            assert 0.0 <= value <= 1.0
            assert value == lexicon.similarity(b, a)
    one_by_one = [[lexicon.similarity(a, b) for b in WORDS] for a in WORDS]
    np.testing.assert_allclose(matrix(lexicon, WORDS, WORDS), one_by_one, atol=1e-6)
    for floor in (0.3, 0.6, 0.9, 1.0):
        high = np.where(np.array(one_by_one) >= floor, one_by_one, 0.0)
        np.testing.assert_allclose(matrix(lexicon, WORDS, WORDS, floor), high, atol=1e-6)


def test_unknown_words_have_nothing(lexicon):
    assert not lexicon.knows("nothing")
    for answer in (lexicon.synonyms, lexicon.hypernyms, lexicon.hyponyms):
        assert answer("nothing") == ()
        assert answer("") == ()


def test_no_word_is_its_own_synonym_or_wider(lexicon):
    for word in WORDS:
        assert word not in lexicon.synonyms(word)
        assert word not in lexicon.hypernyms(word)
        assert word not in lexicon.hyponyms(word)


# -- HowNet


def test_hownet_follows_the_formula(hownet):
    # 男 and 女 are two steps apart: 1.6 / 3.6; of two others one is the same.
    others = (1 + 1.6 / 3.6) / 2
    assert hownet.similarity("男人", "女人") == pytest.approx(0.5 + 0.5 * others)
    # No other sememe against one, no symbol against one; the rest is equal.
    expected = 0.5 + 0.2 * 0.2 + 0.17 * 0.2 + 0.13 * 0.2 * 0.2
    assert hownet.similarity("手机", "电话") == pytest.approx(expected)
    # Concrete words are equal or not at all alike.
    assert hownet.similarity("北京", "东京") == pytest.approx(0.5)
    # 电话 is below 用具.
    relation = 1.6 / 2.6
    expected = 0.7 + (0.17 + 0.13) * relation
    assert hownet.similarity("打电话", "写信") == pytest.approx(expected)
    # Across trees.
    first = 1.6 / 101.6
    assert hownet.similarity("与", "和") == 1.0
    assert hownet.similarity("和", "手机") == 0.0
    far = 0.5 + 0.2 * 0.2 + 0.17 * 0.2 + 0.13 * 0.2
    assert hownet.similarity("鲤鱼", "男人") < first * 100
    assert hownet.similarity("交响乐", "鲤鱼") == pytest.approx(1.6 / 4.6)
    assert far < 1


def test_hownet_gives_synonyms_only_of_full_definitions(hownet):
    assert hownet.synonyms("手机") == ("大哥大",)
    assert hownet.synonyms("电话") == ()
    assert hownet.hypernyms("手机") == ("电话", "用具")
    assert hownet.hypernyms("男人") == ("人",)
    assert set(hownet.hyponyms("电话")) == {"手机", "大哥大"}


@pytest.mark.parametrize(
    ("glossary", "tree", "told"),
    [
        (tiny.GLOSSARY[:-30], tiny.TREE, "line 13: the last line has no end"),
        (tiny.GLOSSARY + "词/N\n", tiny.TREE, "line 16: expected: word/part of speech"),
        (tiny.GLOSSARY + "词/N/,x\n", tiny.TREE, "line 16: no first sememe"),
        ("", tiny.TREE, "the file is empty"),
        ("//\n", tiny.TREE, "no word in it"),
        (tiny.GLOSSARY, tiny.TREE[:-4], "line 14: "),
        (tiny.GLOSSARY, tiny.TREE.rsplit("\n", 9)[0] + "\n", "tree seems cut off"),
        (tiny.GLOSSARY, "0 a|甲 0\n1 b|乙 7\n", "line 2: parent 7 is missing"),
        (tiny.GLOSSARY, "0 a|甲 1\n1 b|乙 0\n", "line 1: it is above itself"),
        (tiny.GLOSSARY, "0 a|甲 0\n0 b|乙 0\n", "line 2: id 0 stands there twice"),
        (tiny.GLOSSARY, "what is this\n", "line 1: expected: id"),
    ],
)
def test_damaged_hownet_names_the_line(tmp_path, glossary, tree, told):
    tiny.write(tmp_path, glossary_txt=glossary, WHOLE_DAT=tree)
    with pytest.raises(LexiconError, match=told):
        HowNetLexicon(tmp_path / "glossary.txt", tmp_path / "WHOLE.DAT")


def test_hownet_with_tabs_in_the_old_encoding_is_the_same(tmp_path, hownet):
    lines = [line.replace("/", "\t\t", 2) for line in tiny.GLOSSARY.splitlines()[:-1]]
    (tmp_path / "glossary.dat").write_bytes("\n".join([*lines, ""]).encode("gb18030"))
    (tmp_path / "whole.dat").write_bytes(tiny.TREE.encode("gb18030"))
    other = HowNetLexicon(tmp_path / "glossary.dat", tmp_path / "whole.dat")
    assert len(other) == len(hownet)
    np.testing.assert_array_equal(matrix(other, WORDS, WORDS), matrix(hownet, WORDS, WORDS))


# -- Cilin


def test_cilin_goes_by_the_level_at_which_codes_part(cilin):
    assert cilin.similarity("手机", "大哥大") == 1.0
    assert cilin.similarity("座机", "分机") == 0.5
    three = np.cos(3 * np.pi / 180)
    assert cilin.similarity("电话", "手机") == pytest.approx(0.96 * three * 3 / 3)
    assert cilin.similarity("电话", "座机") == pytest.approx(0.96 * three * 2 / 3)
    two = np.cos(2 * np.pi / 180)
    assert cilin.similarity("电话", "收音机") == pytest.approx(0.8 * two)
    assert cilin.similarity("电话", "音乐") == pytest.approx(0.1)
    assert cilin.similarity("鱼", "电话") < cilin.similarity("收音机", "电话")


def test_cilin_heads_stand_for_wider_words(cilin):
    assert cilin.synonyms("手机") == ("大哥大",)
    assert cilin.synonyms("座机") == ()  # related, not the same
    assert cilin.hypernyms("交响乐") == ("音乐",)
    assert cilin.hypernyms("音乐") == ()
    assert cilin.hyponyms("音乐") == ("交响乐", "交响曲", "民歌")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (tiny.CILIN[:-2], "line 10: the last line has no end"),
        (tiny.CILIN[:-8] + "\n", "line 10: .* is no code"),
        ("Aa01A01=\n", "line 1: no word after the code"),
        ("", "empty"),
    ],
)
def test_damaged_cilin_names_the_line(tmp_path, text, told):
    tiny.write(tmp_path, cilin_txt=text)
    with pytest.raises(LexiconError, match=told):
        CilinLexicon(tmp_path / "cilin.txt")


def test_cilin_in_the_old_encoding_and_cut_within_a_character(tmp_path, cilin):
    path = tmp_path / "gbk.txt"
    path.write_bytes(tiny.CILIN.replace("\n", "\r\n").encode("gb18030"))
    assert len(CilinLexicon(path)) == len(cilin)
    path.write_bytes(tiny.CILIN.encode()[:-3])
    with pytest.raises(LexiconError, match=r"line 10: .*(damaged|cut off)"):
        CilinLexicon(path)


# -- WordNet


def test_wordnet_climbs_to_the_first_chinese_word(wordnet):
    assert wordnet.hypernyms("手机") == ("电话", "电话机")  # radiotelephone has none
    assert wordnet.hypernyms("cellphone") == ("radiotelephone",)
    assert wordnet.hyponyms("telephone") == ("radiotelephone",)
    assert wordnet.synonyms("手机") == ("cellular telephone", "cellphone")
    assert wordnet.synonyms("cellphone") == ("cellular telephone", "手机")


def test_wordnet_compares_across_languages_by_steps_and_depth(wordnet):
    assert wordnet.similarity("手机", "cellphone") == 1.0
    expected = np.exp(-0.2 * 2) * np.tanh(0.45 * 3)
    assert wordnet.similarity("手机", "电话") == pytest.approx(expected)
    far = np.exp(-0.2 * 5) * np.tanh(0.45 * 1)
    assert wordnet.similarity("电话", "carp") == pytest.approx(far)
    assert wordnet.similarity("打电话", "fish") == 0.0  # a verb


def test_wordnet_knows_forms_and_traditional_characters_of_the_file(wordnet):
    assert wordnet.similarity("children", "child") == 1.0
    assert wordnet.knows("phones")
    assert wordnet.knows("calling")
    assert not wordnet.knows("phon")
    assert wordnet.similarity("鱼", "fish") == 1.0  # the file has 魚
    assert wordnet.similarity("呼叫", "call") == wordnet.similarity("呼叫地", "call") == 1.0


def test_words_are_found_in_an_edition_that_moved_entries(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "moved").mkdir()
    offsets = tiny.write_wordnet(tmp_path / "own")
    tab = tiny.write_tab(tmp_path / "zh.tab", offsets)
    other = tiny.write_wordnet(tmp_path / "moved", gap=7)
    assert other["call"] != offsets["call"]
    named = [100, 200, 300, 400, 500, 600]
    there = sorted([100, 200, 307, 407, 507, 607, 299, 450])
    assert moved(named, there) == dict(zip(named, [100, 200, 307, 407, 507, 607], strict=True))
    assert moved(named, []) == {}
    with pytest.raises(LexiconError, match=r"zh.tab, line 7: .*another edition"):
        WordNet(tmp_path / "moved", [tab])  # one verb is too little to tell a move


@pytest.mark.parametrize(
    ("file", "change", "told"),
    [
        ("data.noun", lambda text: text[:-20], "the last line has no end"),
        ("data.noun", lambda text: text.rsplit("\n", 3)[0] + "\n", "the file is cut off"),
        ("data.noun", lambda text: text.replace("what", "w", 1), "another|elsewhere"),
        ("data.noun", lambda text: "", "cannot be read"),
        ("index.noun", lambda text: text[:-20], "line 16: the last line has no end"),
        ("index.noun", lambda text: tiny.LICENCE, "no index of WordNet"),
        ("zh.tab", lambda text: text[:-3], "line 8: the last line has no end"),
        ("zh.tab", lambda text: text + "00000000-x\ta\tb\n", "line 9: expected: offset-part"),
        ("zh.tab", lambda text: "# nothing\n", "no line of the kind lemma"),
        ("zh.tab", lambda text: "00000001-n\tcmn:lemma\t词\n", "line 1: .*another edition"),
    ],
)
def test_damaged_wordnet_names_the_line(tmp_path, file, change, told):
    tab = tiny.write_tab(tmp_path / "zh.tab", tiny.write_wordnet(tmp_path))
    path = tmp_path / file
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(LexiconError, match=told):
        WordNet(tmp_path, [tab])


def test_an_entry_that_is_damaged_inside_is_told_when_it_is_read(tmp_path):
    tiny.write_wordnet(tmp_path)
    path = tmp_path / "data.noun"
    path.write_text(path.read_text().replace(" 02 telephone", " zz telephone"))
    lexicon = TaxonomyLexicon(WordNet(tmp_path))
    with pytest.raises(LexiconError, match=r"data.noun, line 7: .*damaged"):
        lexicon.synonyms("telephone")


def test_a_loop_in_a_taxonomy_ends():
    class Loop:
        name = "loop"

        def meanings(self, word):
            return (word,) if word in {"a", "b"} else ()

        def words(self, meaning):
            return (meaning,)

        def above(self, meaning):
            return ("b" if meaning == "a" else "a",)

        below = above

    lexicon = TaxonomyLexicon(Loop())
    assert lexicon.hypernyms("a") == ("b",)
    assert lexicon.similarity("a", "b") == 0.0


# -- the user's own


def test_the_user_is_believed(user):
    assert user.similarity("智能手机", "smart phone") == 1.0
    assert user.similarity("智慧型手机", "平板电脑") == 0.6  # of a synonym
    assert user.similarity("智能手机", "电话") == pytest.approx(1.6 / 3.6)
    assert user.similarity("手机", "座机") == pytest.approx(1.6 / 3.6)
    assert user.hypernyms("smart_phone") == ("手机", "电话")
    assert user.hyponyms("电话") == ("手机", "座机")
    assert set(user.synonyms("智慧型手机")) == {"智能手机", "smart phone"}


def test_a_user_may_write_traditional_characters(tmp_path):
    tiny.write(tmp_path, my_yaml="words: {圍棋: 遊戲}\n")
    assert UserLexicon(tmp_path / "my.yaml").hypernyms("围棋") == ("游戏",)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the file is empty"),
        ("words: {}\n", "line 1: no word with"),
        ("just text\n", "line 1: expected 'version: 1'"),
        ("version: 2\nwords: {a: b}\n", "line 1: version is 1"),
        ("words: {a: b}\nmore: x\n", "line 2: unknown entry 'more'"),
        ("words:\n  a:\n    wider: b\n", "line 3: unknown entry 'wider'"),
        ("words:\n  a: b\n  A: c\n", "line 3: 'A' stands in line 2 already"),
        ("words:\n  a:\n    similar: {b: 2}\n", "line 3: a similarity is a number"),
        ("words:\n  a:\n    similar: {b: x}\n", "line 3: a similarity is a number"),
        ("words:\n  a: [b, [c]]\n", "line 2: expected a word"),
        ("words:\n  a: ''\n", "line 2: an empty word"),
        ("words:\n  ? [a]\n  : b\n", "line 2: words are"),
        ("words:\n  a: [b\n", "line 3: "),
        ("words:\n\ta: b\n", "line 2: "),
        ("\x07", "not YAML"),
    ],
)
def test_faults_of_the_user_are_told_with_their_lines(tmp_path, text, told):
    tiny.write(tmp_path, my_yaml=text)
    with pytest.raises(LexiconError, match=told):
        UserLexicon(tmp_path / "my.yaml")


def test_all_faults_are_told_at_once_but_ten(tmp_path):
    lines = "".join(f"  w{n}: ''\n" for n in range(15))
    tiny.write(tmp_path, my_yaml="words:\n" + lines)
    with pytest.raises(LexiconError) as caught:
        UserLexicon(tmp_path / "my.yaml")
    faults = str(caught.value).splitlines()
    assert len(faults) == 11
    assert faults[-1] == "and 5 more faults"


# -- the wn library


@pytest.fixture
def library(tmp_path, monkeypatch):
    wn = pytest.importorskip("wn")
    folder = wn.config._data_directory
    wn.config.data_directory = tmp_path / "wn"
    (tmp_path / "tiny.xml").write_text(tiny.LMF, "utf-8")
    wn.add(tmp_path / "tiny.xml", progress_handler=None)
    yield load_lexicon("wn:tiny-zh:1")
    wn.config.data_directory = folder


def test_wordnets_of_the_library_are_a_taxonomy(library):
    assert library.name == "wn"
    assert library.synonyms("手机") == ("大哥大",)
    assert library.hypernyms("手机") == ("电话",)
    assert library.hyponyms("电话") == ("手机", "大哥大")
    assert library.similarity("手机", "大哥大") == 1.0
    expected = np.exp(-0.2) * np.tanh(0.45)
    assert library.similarity("手机", "电话") == pytest.approx(expected)


def test_a_wordnet_that_the_library_does_not_have_is_told(library):
    with pytest.raises(LexiconError, match=r"python -m wn download omw-cmn:1\.4"):
        load_lexicon("wn:omw-cmn:1.4")


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "wn", None)
    with pytest.raises(LexiconError, match=r"fpcrawl\[topic\]"):
        load_lexicon("wn:omw-cmn:1.4")
