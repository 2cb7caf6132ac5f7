"""Posts that are kept as letters with a head in their own text."""

from __future__ import annotations

import pytest
from extraction_kit import column, html_page, posts_of

from fpcrawl.extraction.body import without_notes
from fpcrawl.extraction.mailheads import ends_head, is_head, without_head

SAID = [
    "壶盖一合上水就溢出来,有人见过吗?",
    "我的也是,我一直开着盖子等在厨房里。",
    "每个月用醋除一次垢就好了。",
    "谢谢两位,用醋之后连声音都没有了。",
]
NAMES = ["anna", "bert", "carla", "anna"]
SHOWN = [f"Tue Nov 1{n} 1{n}:05:33 2020" for n in range(4)]
TOLD = [f"2020-11-1{n}T1{n}:05:33+00:00" for n in range(4)]


def letter(n: int, sender: str, line: str) -> str:
    """A letter as the file on the board's disk has it."""
    return line.join(
        [
            f"发信人: {sender} (小{NAMES[n]}), 信区: Kettles",
            "标&nbsp;&nbsp;题: Re: 水壶",
            f"发信站: 茶馆 ({SHOWN[n]}), 站内",
            "",
            SAID[n],
            "【 在 bert (小bert) 的大作中提到: 】",
            ": 前面说过的话",
            "--",
            "一壶清茶待故人",
            "",
            f"※ 修改:·{NAMES[n]} 于 Dec 1 10:0{n}:00 2020 修改本文·[FROM: 10.0.0.*]",
            f"※ 来源:·茶馆 http://tea.example·[FROM: 10.0.0.{n}]",
        ]
    )


def boxed(n: int) -> str:
    """The name stands beside the letter once more."""
    words = letter(n, NAMES[n], "<br>")
    return f"""<div class="wrap"><table class="article"><tr class="head"><td class="left">
      <a href="/user/query/{NAMES[n]}">{NAMES[n]}</a></td><td><ul><li><a href="#">回复</a></li>
      <li><a href="#">转寄</a></li></ul></td></tr><tr><td class="left"><dl><dt>积分</dt>
      <dd>{70 * n + 5}</dd></dl></td><td class="content"><p>{words}</p></td></tr></table></div>"""


def plain(n: int) -> str:
    """Nothing but the file."""
    link = f'<a href="bbsqry?userid={NAMES[n]}">{NAMES[n]}</a>'
    return f"<table><tr><td><pre>{letter(n, link, chr(10))}</pre></td></tr></table>"


@pytest.mark.parametrize("make", [boxed, plain])
@pytest.mark.parametrize("count", [2, 4])
def test_letters_are_posts(make, count):
    posts = posts_of(html_page("".join(map(make, range(count)))))
    assert column(posts, "author") == NAMES[:count]
    assert column(posts, "published") == TOLD[:count]
    quoted = "【 在 bert (小bert) 的大作中提到: 】\n: 前面说过的话"
    assert column(posts, "body_text") == [f"{said}\n{quoted}" for said in SAID[:count]]


def test_words_about_a_head_are_no_head():
    assert not is_head("昨天我写了信给 发信站: 茶馆 (")
    assert is_head("发信人: anna (小anna), 信区: Kettles 标 题: 水壶 发信站: 茶馆 (")
    assert ends_head("发信站: 茶馆 (")
    assert not ends_head("发表于")


@pytest.mark.parametrize(
    "text",
    ["", "一行", "发信人: anna\n没有别的头", "第一行\n发信人: anna\n发信站: 茶馆 (Tue), 站内\n字"],
)
def test_what_is_no_letter_stays(text):
    lines = text.split("\n")
    assert without_head(lines) is lines
    assert without_notes(text) == text


def test_a_letter_without_signature_or_foot():
    assert (
        without_notes("发信人: a\n发信站: 茶馆 (Tue), 站内\n\n第一行\n\n第二行")
        == "第一行\n\n第二行"
    )


def pushed(n: int) -> str:
    """What a reader has added below a letter: names, words and times differ in colour."""
    return f"""<div class="push"><span class="hl push-tag">推 </span>
      <span class="f3 hl push-userid">{NAMES[n]}</span>
      <span class="f3 push-content">: {SAID[n]}</span>
      <span class="push-ipdatetime"> 11/1{n} 1{n}:05</span></div>"""


def head(name: str, value: str) -> str:
    return (
        f'<div class="line"><span class="tag">{name}</span><span class="value">{value}</span></div>'
    )


LOOSE = "今天早上從河邊出發,一路騎到湖邊,水壺裡的茶還是熱的。回程順風,所以比平常快了一個小時。"


@pytest.mark.parametrize(
    "end", ["", "\n--\n一壺清茶\n<span>※ 發信站: 茶館(tea.example), 來自: 10.0.0.1</span>"]
)
def test_the_loose_words_between_a_head_and_what_readers_say_are_the_opening_post(end):
    lines = head("作者", "dora (小朵)") + head("看板", "Kettles") + head("標題", "[心得] 水壺")
    lines += head("時間", "Mon Nov  9 09:05:33 2020")
    said = "".join(map(pushed, range(4)))
    page = html_page(f'<div class="screen">{lines}\n{LOOSE}\n{end}{said}</div>')
    posts = posts_of(page)
    assert column(posts, "author") == ["dora", *NAMES]
    assert column(posts, "body_text") == [LOOSE, *SAID]
    assert posts[0].published == "2020-11-09T09:05:33+00:00"


def test_words_behind_a_head_that_names_nobody_are_no_post():
    lines = head("看板", "Kettles") + head("時間", "Mon Nov  9 09:05:33 2020")
    said = "".join(map(pushed, range(4)))
    posts = posts_of(html_page(f'<div class="screen">{lines}\n{LOOSE}\n{said}</div>'))
    assert column(posts, "author") == NAMES
