"""A tiny lexicon of each format, written by hand, about telephones, fish and music."""

from __future__ import annotations

TREE = """\
    0  entity|实体      0
    1  thing|万物       0
    2  human|人         1
    3  artifact|人工物  1
    4  tool|用具        3
    5  phone|电话       4
    6  fish|鱼          1
    7  music|音乐       3
    8  attribute|属性   8
    9  male|男          8
   10  female|女        8
   11  family|家        8
   12  communicate|交流 0
   13  fact|事情        0
"""
GLOSSARY = """\
手机/N/phone|电话,*communicate|交流,male|男
大哥大/N/phone|电话,*communicate|交流,male|男
电话/N/phone|电话
交响乐/N/music|音乐
男人/N/human|人,family|家,male|男
男人/N/human|人,male|男
女人/N/human|人,family|家,female|女
鲤鱼/N/fish|鱼
北京/N/thing|万物,(China|中国)
东京/N/thing|万物,(Japan|日本)
打电话/V/communicate|交流,instrument=phone|电话
写信/V/communicate|交流,instrument=tool|用具
和/CONJ /{family}
与/CONJ /{family}
//
"""
CILIN = """\
Aa01A01= 人 士
Bi14A01= 鱼 鱼儿
Bi14A02= 鲤鱼
Bo04A01= 电话 电话机
Bo04A02= 手机 大哥大
Bo04A03# 座机 分机
Bo05A01= 收音机
Dk28A01= 音乐
Dk28A02= 交响乐 交响曲
Dk28A03@ 民歌
"""
TAB = """\
# Tiny wordnet\tcmn\thttps://example.org/\tCC0
{phone}-n\tcmn:lemma\t电话
{phone}-n\tcmn:lemma\t电话+机
{mobile}-n\tcmn:lemma\t手机
{mobile}-n\tcmn:def\t0\t可以带走的电话
{fish}-n\tcmn:lemma\t魚
{call}-v\tcmn:lemma\t打电话
{call}-v\tcmn:lemma\t呼叫+地
"""
USER = """\
version: 1
words:
  智能手机:
    synonyms: [智慧型手机, Smart_Phone]
    hypernyms: [手机]
    similar: {平板电脑: 0.6}
  手机: 电话
  座机: [电话]
"""
LMF = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.0.dtd">
<LexicalResource xmlns:dc="http://purl.org/dc/elements/1.1/">
  <Lexicon id="tiny-zh" label="Tiny" language="zh" email="x@example.org"
           license="https://creativecommons.org/publicdomain/zero/1.0/" version="1">
    <LexicalEntry id="tiny-zh-e1"><Lemma writtenForm="手机" partOfSpeech="n"/>
      <Sense id="tiny-zh-s1" synset="tiny-zh-1-n"/></LexicalEntry>
    <LexicalEntry id="tiny-zh-e2"><Lemma writtenForm="大哥大" partOfSpeech="n"/>
      <Sense id="tiny-zh-s2" synset="tiny-zh-1-n"/></LexicalEntry>
    <LexicalEntry id="tiny-zh-e3"><Lemma writtenForm="电话" partOfSpeech="n"/>
      <Sense id="tiny-zh-s3" synset="tiny-zh-2-n"/></LexicalEntry>
    <LexicalEntry id="tiny-zh-e4"><Lemma writtenForm="用具" partOfSpeech="n"/>
      <Sense id="tiny-zh-s4" synset="tiny-zh-3-n"/></LexicalEntry>
    <Synset id="tiny-zh-1-n" ili="" partOfSpeech="n">
      <SynsetRelation relType="hypernym" target="tiny-zh-2-n"/></Synset>
    <Synset id="tiny-zh-2-n" ili="" partOfSpeech="n">
      <SynsetRelation relType="hyponym" target="tiny-zh-1-n"/>
      <SynsetRelation relType="hypernym" target="tiny-zh-3-n"/></Synset>
    <Synset id="tiny-zh-3-n" ili="" partOfSpeech="n">
      <SynsetRelation relType="hyponym" target="tiny-zh-2-n"/></Synset>
  </Lexicon>
</LexicalResource>
"""
# Meaning -> words, what is right above.
NOUNS = {
    "entity": (["entity"], ""),
    "object": (["object", "physical_object"], "entity"),
    "device": (["device"], "object"),
    "phone": (["telephone", "phone"], "device"),
    "radiophone": (["radiotelephone"], "phone"),
    "mobile": (["cellular_telephone", "cellphone"], "radiophone"),
    "animal": (["animal"], "object"),
    "fish": (["fish"], "animal"),
    "carp": (["carp"], "fish"),
    "child": (["child"], "object"),
}
VERBS = {"act": (["act"], ""), "call": (["call", "telephone", "phone"], "act")}
LICENCE = "".join(f"  {line} This stands for the licence.  \n" for line in range(1, 4))


def write(folder, **texts):
    """Write files of the given names (``_`` for ``.``) and return the folder."""
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def write_hownet(folder):
    return write(folder, glossary_txt=GLOSSARY, WHOLE_DAT=TREE)


def write_wordnet(folder, gap=0):
    """Write WordNet's files; entries behind the first verb are moved by so many bytes.

    Returns the offset of each meaning.
    """
    offsets = _write_part(folder, "noun", "n", NOUNS, 0)
    offsets |= _write_part(folder, "verb", "v", VERBS, gap)
    write(folder, noun_exc="children child\n", verb_exc="")
    return offsets


def _write_part(folder, name, part, meanings, gap):
    offsets = dict.fromkeys(meanings, "00000000")
    for _ in range(2):  # the first time to learn where entries begin
        text = LICENCE
        for number, (meaning, (words, up)) in enumerate(meanings.items()):
            offsets[meaning] = f"{len(text):08}"
            links = [("@", offsets[up])] if up else []
            links += [("~", offsets[m]) for m, (_, above) in meanings.items() if above == meaning]
            shown = " ".join(f"{word} 0" for word in words)
            pointers = "".join(f" {symbol} {to} {part} 0000" for symbol, to in links)
            gloss = "what it is" + ("!" * gap if number == 0 else "")
            head = f"{offsets[meaning]} 03 {part} {len(words):02x} {shown}"
            text += f"{head} {len(links):03}{pointers} | {gloss}  \n"
    index = {}
    for meaning, (words, _) in meanings.items():
        for word in words:
            index.setdefault(word, []).append(offsets[meaning])
    lines = [
        f"{word} {part} {len(at)} 1 @ {len(at)} 0 {' '.join(at)}  \n"
        for word, at in sorted(index.items())
    ]
    (folder / f"data.{name}").write_text(text)
    (folder / f"index.{name}").write_text(LICENCE + "".join(lines))
    return offsets


def write_tab(path, offsets):
    path.write_text(TAB.format(**offsets), encoding="utf-8")
    return path
