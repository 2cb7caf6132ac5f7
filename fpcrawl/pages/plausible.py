"""Telling text from mojibake."""

from __future__ import annotations

import codecs
import re

__all__ = ["CJK_CODECS", "plausibility"]

# The most frequent characters of running text. A tenth of the repertoire would do: the
# top hundred make over 40 % of Chinese text, and under 5 % of mojibake.
_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年"
    "过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心"
    "本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由"
    "问很最重并物手应向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位"
    "次度门任常先海通教儿东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总"
    "何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决"
    "论坛帖主复贴版块用户登录注册搜索请网站首页最后发表于回复查看谢谢楼吧啊呢吗图片下载"
)
_TRADITIONAL = (
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年"
    "過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心"
    "本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由"
    "問很最重並物手應向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位"
    "論壇帖復貼版塊用戶登錄註冊搜索請網站首頁最後發表回覆查看謝謝樓吧啊呢嗎圖片下載"
)
_KANJI = "日一人年大十二本中出三時上見月後前生五間分行今高子国方学校話語問題私思言気会社事物者手"
_KOREAN = (
    "이다의는가에을고하지로한은기를도서사리나시어자아있그일들인대해라수게정지만구보부제오스상전"
    "니원장거주여과동내성것신안까야무적경소선우조모공요면때미위문화진생글관계회비없영세트실"
    "용러년말등방습치물연르국마개명유간발래했던된할합입양당드음학"
)
_PUNCTUATION = "，。、；：？！“”‘’（）《》〈〉【】「」『』〔〕—…·　～￥"
_FULLWIDTH = "".join(map(chr, range(0xFF10, 0xFF5B)))
_HIRAGANA = "".join(map(chr, range(0x3041, 0x3094)))
_KATAKANA = "".join(map(chr, range(0x30A1, 0x30FB))) + "ー"
_TYPOGRAPHY = "‘’“”„–—…•«»©®°·€£§\xa0™½²³¹"
_WEST = "éèêëàâäáãåæçíîïìñóôöòõøúùûüßœÿÉÈÀÂÄÁÅÆÇÖØÜÑÓ¿¡"
_CYRILLIC = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъёіїєОПСНВКАТМДРИЕЯГЗБ«»—№"

_FREQUENT = {
    "gb18030": _SIMPLIFIED + _PUNCTUATION + _FULLWIDTH,
    "big5hkscs": _TRADITIONAL + _PUNCTUATION + _FULLWIDTH,
    "cp950": _TRADITIONAL + _PUNCTUATION + _FULLWIDTH,
    "cp932": _HIRAGANA + _KATAKANA + _KANJI + _PUNCTUATION + _FULLWIDTH,
    "euc_jp": _HIRAGANA + _KATAKANA + _KANJI + _PUNCTUATION + _FULLWIDTH,
    "cp949": _KOREAN + _TYPOGRAPHY,
    "cp1251": _CYRILLIC + _TYPOGRAPHY,
    "koi8-r": _CYRILLIC,
    "koi8-u": _CYRILLIC,
    "iso8859-5": _CYRILLIC,
    "cp866": _CYRILLIC,
    "cp1252": _WEST + _TYPOGRAPHY,
    "iso8859-15": _WEST + _TYPOGRAPHY,
}
_FREQUENT["utf-8"] = "".join([_SIMPLIFIED, *_FREQUENT.values()])
# Runs of characters that a code table gives, one class of characters a codec.
_TABLES = {
    name: re.compile(f"[{re.escape(''.join(sorted(set(chars))))}]")
    for name, chars in _FREQUENT.items()
}
CJK_CODECS = frozenset(["gb18030", "big5hkscs", "cp950", "cp932", "euc_jp", "cp949"])
_LETTER = re.compile(r"[^\W\d_\x00-\x7f]")
# What true text has almost none of: controls, private use, half-width kana, rare blocks.
_ODD = re.compile(
    "[\x80-\x9f\u0e00-\u0eff\u1000-\u109f\u2500-\u259f\u3400-\u4dbf"
    "\ue000-\uf8ff\uff61-\uff9f\U00010000-\U0010ffff]"
)
_OTHER_ALPHABET = frozenset(
    ["cp1251", "koi8-r", "koi8-u", "iso8859-5", "cp866", "cp1253", "iso8859-7", "cp1255", "cp1256"]
)
_FROM_OUTSIDE = re.compile("[\x80-\U0010ffff][^\\W\\d_]{0,20}")
_RUN = re.compile("[\x80-\U0010ffff]{1,40}")
_AT_ASCII = re.compile("[A-Za-z][\x80-\U0010ffff]|[\x80-\U0010ffff][A-Za-z]")


def plausibility(sample: bytes, codec: str) -> float:
    """Return how much ``sample`` reads like text in ``codec``, about -2 to 1.

    The share of the characters outside ASCII that are frequent in texts written in that
    encoding, less the shares of errors and of characters that texts hardly use.
    """
    try:
        text = codecs.getincrementaldecoder(codec)("replace").decode(sample)
    except (LookupError, ValueError):
        return -9.0
    outside = len(text) - len(text.encode("ascii", "ignore"))
    if not outside:
        return 0.0
    errors = text.count("\ufffd")
    odd = len(_ODD.findall(text))
    table = _TABLES.get(codec)
    if table is not None:
        share = len(table.findall(text)) / outside
    else:
        # A code table we have no list for: letters alone say little.
        share = 0.6 * len(_LETTER.findall(text)) / outside
    if codec not in CJK_CODECS and codec != "utf-8":
        share -= _upper_inside(text) + _out_of_place(text, codec)
    return share - 3.0 * errors / outside - 1.5 * odd / outside


def _upper_inside(text: str) -> float:
    """Return half the share of words with capitals after their first letter outside ASCII.

    An alphabet read in the wrong table is a jumble of cases.
    """
    words = [word for word in _FROM_OUTSIDE.findall(text) if word[0].isalpha()]
    if not words:
        return 0.0
    jumbled = sum(1 for word in words if len(word) > 1 and not word[1:].islower())
    return 0.5 * jumbled / len(words)


def _out_of_place(text: str, codec: str) -> float:
    """Return the share of letters outside ASCII that do not stand as they should.

    Those of another alphabet make whole words; accented ones stand singly among ASCII.
    """
    runs = _RUN.findall(text)
    if codec in _OTHER_ALPHABET:
        return min(1.0, len(_AT_ASCII.findall(text)) / len(runs))
    return sum(len(run) for run in runs if len(run) > 2) / sum(map(len, runs))
