"""What stands below a member's name and is none of his words, also where these are few."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, column, html_page, records_of

from fpcrawl.extraction.names.memberdetails import count_details

RANKS = ["新手上路", "高级会员"]
SAID = ["好了", "同上", "谢谢", "不会"]


def thread(details):
    return html_page(
        "".join(
            f"""<div class="x"><div class="y"><span class="z">{NAMES[n]}</span> <i>{TIMES[n]}</i>
            </div><div class="v"><div class="u">{RANKS[n % 2]}</div>{details.format(n + 501)}</div>
            <div class="w">{SAID[n]}<div class="t"><a href="/r?p={n}">回复</a></div></div></div>"""
            for n in range(4)
        )
    )


@pytest.mark.parametrize(
    "details",
    [
        "<div>帖子 {}</div><div>注册时间 2019-06-11</div>",
        "<div>主题 {}</div><div>积分 20</div>",
        "<div>帖子：{}</div><div>注册时间：2019-06-11</div>",
    ],
)
def test_details_need_no_colon_before_a_number(details):
    assert column(records_of(thread(details), "thread"), "body_text") == SAID


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("帖子 523注册时间 2019-06-11", 2),
        ("글 12 가입일 2019-06-11", 2),
        ("这个帖子 说了三次，积分 也没有", 0),
        ("posts 523 joined 2019", 0),
        ("帖子 523 积分 12" + "，我还是不明白为什么要这样做" * 12, 0),
    ],
)
def test_words_before_a_number_count_in_short_texts_alone(text, count):
    assert count_details(text) == count
