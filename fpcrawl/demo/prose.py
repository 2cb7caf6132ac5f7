"""Sentences, bodies, titles and names, made from the demo's own vocabulary by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .model import Block, Code, Image, Inline, Items, Language, Member, Para, Post, Quote, own_text
from .words import SHORT, TOPICS

if TYPE_CHECKING:
    import random

__all__ = ["body", "comment", "edited_body", "members", "paragraphs", "sentence", "title"]

_OPENERS = (
    "Last week I", "Yesterday my neighbour", "After some thought we", "This morning I",
    "For the third time I", "Since nobody answered, I", "On a whim my sister", "In the end we",
)  # fmt: skip
_TAILS = (
    "and it held", "but it did not last", "which surprised everyone", "without any trouble",
    "because the manual said so", "although it rained", "before breakfast", "as far as I can tell",
    "and I would do it again", "so now I need advice",
)  # fmt: skip
_ASKS = (
    "Has anyone here {deed} {thing} before?", "What do you do with {quality} parts?",
    "Is {thing} worth the money?", "How long should {thing} last?",
    "Would you keep {thing} or start over?", "Who else has {thing} at home?",
)  # fmt: skip
_CLAIMS = (
    "In my experience {thing} gets {quality} after a year.",
    "I never trusted {thing}, and {other} is no better.",
    "{Thing} looks {quality}, but that is only the surface.",
    "People say {thing} and {other} belong together.",
    "It took {n} days and {m} attempts.", "The difference is about {n} percent, measured twice.",
    "We met on 12/{m:02d}/2019 and still talk about it.", "A friend paid {n}.50 for his.",
)  # fmt: skip
_ZH_OPENERS = (
    "昨天我", "上周邻居", "考虑再三，我们", "今天早上我", "折腾了三回，我", "没人回答，于是我",
    "心血来潮，妹妹", "最后大家",
)  # fmt: skip
_ZH_TAILS = (
    "，居然成了。", "，可惜没撑多久。", "，大家都很意外。", "，一点都不麻烦。",
    "，说明书就这么写的。",
    "，虽然下着雨。", "，还没吃早饭。", "，下次还这么干。", "，现在想听听各位的意见。",
)  # fmt: skip
_ZH_ASKS = (
    "有谁{deed}{thing}吗？", "{thing}值不值这个价？", "{quality}{thing}怎么处理才好？",
    "{thing}一般能用多久？", "是留着{thing}，还是重新来过？",
)  # fmt: skip
_ZH_CLAIMS = (
    "据我的经验，{thing}用一年就成了{quality}样子。", "我从来不信{thing}，{other}也好不到哪儿去。",
    "{thing}看上去是{quality}，其实只是表面。", "都说{thing}和{other}要配着用。",
    "前后花了{n}天，试了{m}次。", "差别大约百分之{n}，量过两遍。",
    "2019年{m}月{n}日我们见过一面，至今还在说。",
    "朋友那件花了{n}块5毛。",
)  # fmt: skip
_CODE = (
    "for item in queue:\n    if item.ready:\n        run(item)",
    "$ make all\nerror: rule 7 has no target",
    "[radio]\nband = 40m\npower_w = 5",
    "SELECT name, total\nFROM stock\nWHERE total < 3;",
)
_ITEMS = (
    ("one spanner", "two litres of patience", "a dry afternoon"),
    ("read the label", "ask twice", "write it down"),
)
_ITEMS_ZH = (("一把扳手", "两升耐心", "一个晴天"), ("先看标签", "多问一遍", "记下来"))


def sentence(rng: random.Random, topic: str, language: Language) -> str:
    """Return one sentence; English ones end without a space."""
    words = TOPICS[topic]
    kind = rng.random()
    n, m = rng.randint(2, 28), rng.randint(1, 12)
    if language == "zh":
        thing, other = rng.choice(words.things_zh), rng.choice(words.things_zh)
        deed, quality = rng.choice(words.deeds_zh), rng.choice(words.qualities_zh)
        if kind < 0.45:
            return f"{rng.choice(_ZH_OPENERS)}把{thing}{deed}{rng.choice(_ZH_TAILS)}"
        form = rng.choice(_ZH_ASKS if kind < 0.6 else _ZH_CLAIMS)
        return form.format(thing=thing, other=other, deed=deed, quality=quality, n=n, m=m)
    thing, other = rng.choice(words.things), rng.choice(words.things)
    deed, quality = rng.choice(words.deeds), rng.choice(words.qualities)
    if kind < 0.45:
        return f"{rng.choice(_OPENERS)} {deed} {thing}, {rng.choice(_TAILS)}."
    form = rng.choice(_ASKS if kind < 0.6 else _CLAIMS)
    text = form.format(thing=thing, Thing=_upper(thing), other=other, deed=deed,
                       quality=quality, n=n, m=m)  # fmt: skip
    return _upper(text)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def title(rng: random.Random, topic: str, language: Language) -> str:
    """Return a thread's or article's title."""
    words = TOPICS[topic]
    if language == "zh":
        thing, other = rng.choice(words.things_zh), rng.choice(words.things_zh)
        forms = ("求助：{q}{a}怎么办", "{a}和{b}哪个更好", "晒晒我的{a}", "关于{a}的一点心得",
                 "[分享]{a}{d}全过程", "{a}，值得吗？")  # fmt: skip
        return rng.choice(forms).format(
            a=thing, b=other, q=rng.choice(words.qualities_zh), d=rng.choice(words.deeds_zh)
        )
    thing, other = rng.choice(words.things), rng.choice(words.things)
    forms_en = ("Help with {a}", "{a} or {b}?", "How I {d} {a}", "Is {a} supposed to be {q}?",
             "{a}: a short report", "Why is everything so {q}?", "Show us {a}")  # fmt: skip
    return _upper(
        rng.choice(forms_en).format(
            a=thing, b=other, q=rng.choice(words.qualities), d=rng.choice(words.deeds)
        )
    )


def paragraphs(
    rng: random.Random, topic: str, language: Language, count: int, most: int = 5
) -> tuple[str, ...]:
    """Return ``count`` paragraphs of 1 to ``most`` sentences."""
    glue = "" if language == "zh" else " "
    return tuple(
        glue.join(sentence(rng, topic, language) for _ in range(rng.randint(1, most)))
        for _ in range(count)
    )


def comment(rng: random.Random, topic: str, language: Language) -> str:
    """Return a short remark."""
    if rng.random() < 0.25:
        return rng.choice(SHORT[language])
    return paragraphs(rng, topic, language, 1, 2)[0]


def _runs(rng: random.Random, text: str, topic: str, language: Language) -> tuple[Inline, ...]:
    """Put a link, a stressed phrase or a face into a paragraph now and then."""
    roll = rng.random()
    if roll < 0.1:
        name = rng.choice(("notes", "shop", "guide", "archive"))
        label = {"en": f"see the {name}", "zh": "参考这里"}[language]
        glue = " " if language == "en" else ""
        return (
            Inline("text", text + glue),
            Inline("link", label, f"https://{name}.example.org/{topic}/{rng.randint(1, 99)}"),
            Inline("text", "." if language == "en" else "。"),
        )
    if roll < 0.18:
        cut = text.find("，" if language == "zh" else " ")
        if cut > 0:
            return (Inline("bold", text[:cut]), Inline("text", text[cut:]))
    if roll < 0.26:
        return (Inline("text", text), Inline("emote", ":)"))
    return (Inline("text", text),)


def body(
    rng: random.Random, topic: str, language: Language, *, opening: bool, quoted: Post | None = None
) -> tuple[Block, ...]:
    """Return a post's body, from one word to several paragraphs.

    Parameters
    ----------
    opening
        An opening post is never just a word.
    quoted
        The post that this one repeats above its own words.
    """
    blocks: list[Block] = []
    if quoted is not None:
        said = own_text(quoted.body)
        blocks.append(Quote(quoted.id, quoted.author.name, quoted.published, said[:160].strip()))
    if not opening and rng.random() < 0.16:
        blocks.append(Para((Inline("text", rng.choice(SHORT[language])),)))
        return tuple(blocks)
    count = rng.choice((1, 1, 1, 2, 2, 3)) + (rng.random() < 0.3 if opening else 0)
    blocks.extend(
        Para(_runs(rng, text, topic, language))
        for text in paragraphs(rng, topic, language, count, 4)
    )
    roll = rng.random()
    if roll < 0.05:
        blocks.append(Code(rng.choice(_CODE)))
    elif roll < 0.12:
        blocks.append(Image(f"/static/photo-{rng.randint(1, 40)}.png"))
    elif roll < 0.16:
        blocks.append(Items(rng.choice(_ITEMS_ZH if language == "zh" else _ITEMS)))
    if roll > 0.93 and len(blocks) > 1:
        blocks.append(Para((Inline("text", sentence(rng, topic, language)),)))
    return tuple(blocks)


def edited_body(
    rng: random.Random, old: tuple[Block, ...], topic: str, language: Language
) -> tuple[Block, ...]:
    """Return ``old`` with a paragraph added, as a writer who comes back does."""
    lead = {"en": "Edit: ", "zh": "补充："}[language]
    return (*old, Para((Inline("text", lead + sentence(rng, topic, language)),)))


_FIRST = ("Anna", "Bram", "Carla", "Dov", "Edda", "Finn", "Gita", "Hugo", "Inez", "Jonas", "Kaya",
          "Lars", "Mira", "Nils", "Oona", "Piotr", "Quinn", "Rosa", "Sven", "Tove")  # fmt: skip
_TAIL = ("", "_88", "77", " K.", "-the-second", "van Dijk", ".w", " Moss", "_on_wheels", "1969")
_ZH_FIRST = ("小雨", "老王", "青山", "一叶", "北风", "阿明", "月半", "豆豆", "南瓜", "白云", "大熊",
             "江湖", "木子", "秋水", "石头")  # fmt: skip
_ZH_TAIL = ("", "Rain", "_88", "同学", "2号", "在路上", "Kevin", "不吃鱼", "・改", "007")
_MIXED = ("Zoë", "François", "Дмитрий", "Ελένη", "café_noir", "阿Ken", "X小姐", "Łukasz")
_SIGNATURES = (
    "Measure twice, cut once.", "Sent from my potting shed", "My wiki: https://wiki.example.org/",
    "Old tools, new mistakes.", "Ask me about knots.",
)  # fmt: skip
_SIGNATURES_ZH = (
    "慢慢来，比较快。",
    "个人主页 https://home.example.org/",
    "一切随缘",
    "且行且珍惜",
)


def members(rng: random.Random, language: Language, count: int, before: int) -> list[Member]:
    """Return the members of a family, all joined before the time ``before`` (epoch seconds)."""
    names: list[str] = list(_MIXED[:4]) if language == "en" else list(_MIXED[4:])
    firsts, tails = (_ZH_FIRST, _ZH_TAIL) if language == "zh" else (_FIRST, _TAIL)
    while len(names) < count:
        first, tail = rng.choice(firsts), rng.choice(tails)
        name = f"{first} {tail}" if tail[:1] == "v" else first + tail
        if name not in names:
            names.append(name)
    rng.shuffle(names)
    signatures = _SIGNATURES_ZH if language == "zh" else _SIGNATURES
    return [
        Member(
            number,
            name,
            before - rng.randint(30, 3000) * 86400,
            rng.choice(signatures) if rng.random() < 0.35 else "",
        )
        for number, name in enumerate(names, 1)
    ]
