"""Pages in a language that nobody knows: which words change, and which their labels keep."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from lxml import html

from benchmarks._crowded import Known
from benchmarks._disguise import disguised
from benchmarks._otherwords import other_word
from benchmarks._recordpages import load_records

PAGE = (
    '<html><head><meta charset="gbk"><title>Hot kettle boils - Kitchen forum</title>'
    "<script>reply('Reply')</script></head><body>"
    "<h1>Hot kettle boils</h1><div><b>anna</b> Posts: 12, 2nd level, joined 4 May 2019"
    " <i>Posted on Fri 4 March 2024, 10:00</i><p>Reply if the <a>kettle</a> boils &amp; rings.</p>"
    '<a title="Reply to anna" href="/reply">Reply</a> <a>REPLY</a> 回复 3 回复 Ответить'
    ' <input type="submit" value="Reply"><input name="q" value="Reply"></div>'
    "<div><b>bo</b> <i>Today</i> <i>09:15</i><p>Posts</p><a>Reply</a></div>"
    "<div><b>李明</b> <i>3 小时前</i><p>One line of it<br>and <u>the other one</u>.</p>"
    "<a href=http://k.example/>http://k.example/a b@k.example</a></div></body></html>"
).encode("gbk")
TRUTH = {
    "title": "Hot kettle boils",
    "posts": [
        {
            "author": "anna",
            "time": "2024-03-04T10:00",
            "body": "Reply if the kettle boils & rings.",
        },
        {"author": "bo", "time": "2024-03-05T09:15", "body": "Posts"},
        {
            "author": "李明",
            "time": "2024-03-05T10:00",
            "body": "One line of it, and \u201cthe other one\u201d",
        },
    ],
}
ROW = {"id": "a/1", "file": "page.gz", "url": "http://f.example/t/1", "site": "f.example"}
ROW |= {"page_type": "thread", "charset": "gbk", "truth": TRUTH}


@pytest.fixture(scope="module")
def root():
    return html.document_fromstring(
        disguised(PAGE, "words", "f.example", Known.of(ROW)).decode("gbk")
    )


def shown(element):
    return " ".join(element.text_content().split())


def test_what_the_labels_know_stays(root):
    assert root.findtext(".//title").startswith("Hot kettle boils - ")
    assert root.findtext(".//h1") == "Hot kettle boils"
    assert [one.text for one in root.iter("b")] == ["anna", "bo", "李明"]
    assert [shown(one) for one in root.iter("p")] == [
        "Reply if the kettle boils & rings.",
        "Posts",
        "One line of itand the other one.",
    ]
    first, *others = [shown(one) for one in root.iter("i")]
    assert first.endswith("Fri 4 March 2024, 10:00")
    assert others == ["Today", "09:15", "3 小时前"]


def test_all_other_words_become_the_same_everywhere(root):
    text = shown(root.body)
    seen = re.sub("Reply if|<p>Posts", "", text)
    assert not re.search("reply|posted|joined|level|回复|Ответ", seen, re.IGNORECASE)
    assert "Kitchen" not in root.findtext(".//title")
    reply = other_word("Reply")
    link, capitals, *_ = [one for one in root.iter("a") if one.text != "kettle"]
    assert (link.text, capitals.text) == (reply, reply.upper())
    assert link.get("title") == f"{reply} {other_word('to')} anna"
    assert link.get("href") == "/reply"
    assert f"{other_word('Posts')}: 12, 2nd " in text
    button, field = root.iter("input")
    assert (button.get("value"), field.get("value")) == (reply, "Reply")
    before, after = re.findall(r"([\u4e00-\u9fff]{2}) 3 ([\u4e00-\u9fff]{2})", text)[0]
    assert before == after
    assert re.search(r"[\u0400-\u04ff]{4}", text)
    assert "http://k.example/a b@k.example" in text
    assert "reply('Reply')" in root.findtext(".//script")


def test_words_have_case_length_and_script():
    assert other_word("by") == other_word("BY").lower()
    assert other_word("Posted").istitle()
    assert abs(len(other_word("Moderators")) - 10) < 2
    assert re.fullmatch(r"[\u0400-\u04ff]+", other_word("ответ"))


def test_pieces_of_a_text_that_is_told_in_another_order_stay():
    source = "<p>Buy now</p><p>The first line of words.</p><p>Buy now</p><p>words</p>"
    source += "<p>And the last of its lines.</p><p>words</p>"
    known = Known(bodies=("The first line of words.\nwords\nAnd the last of its lines.",))
    other = html.fromstring(disguised(source.encode(), "words", "", known).decode())
    said = [p.text for p in other.iter("p")]
    assert said[1] == "The first line of words."
    assert said[3:5] == ["words", "And the last of its lines."]
    assert said[0] == said[2] != "Buy now"
    assert said[5] != "words"


def test_titles_of_lists_stay_where_they_are_cut():
    known = Known(titles=frozenset({"How to descale an old kettle", "Help"}))
    source = "<a>How to descale an...</a><a>Re: How to descale an old kettle</a>"
    source += "<a>Help</a><a>Help us</a>"
    other = html.fromstring(disguised(source.encode(), "words", "", known).decode())
    *kept, changed = [a.text for a in other.iter("a")]
    assert kept == ["How to descale an...", "Re: How to descale an old kettle", "Help"]
    assert "Help" not in changed


def test_a_folder_is_read_so(tmp_path):
    (tmp_path / "page.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / "manifest.jsonl").write_text(json.dumps(ROW))
    (page,) = load_records(tmp_path, disguise="words").pages
    assert page.page.body() == disguised(PAGE, "words", "f.example", Known.of(ROW))
    assert page.page.body() != PAGE
