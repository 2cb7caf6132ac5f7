"""Pages with other writers: their names change on the page and in its truth alike."""

from __future__ import annotations

import gzip
import json

import pytest
from lxml import html

from benchmarks._recordpages import load_records
from benchmarks._renames import NAMES, new_names, renamed_page, renamed_truth
from benchmarks._walkpages import load_folder

TRUTH = {
    "title": "The kettle of anna boils",
    "posts": [
        {"author": "anna", "time": "2024-03-04", "body": "Annabel said: ask anna."},
        {"author": "O'Neil & Sons", "time": "2024-03-05", "body": "Not me, anna!"},
        {"author": "bo", "time": "2024-03-06", "body": "bo"},
        {"author": "李明", "time": "2024-03-07", "body": "李明也在"},
        {"author": "nowhere", "time": "2024-03-08", "body": "?"},
        {"author": None, "time": "2024-03-08", "body": "?"},
    ],
}
PAGE = (
    '<title>The kettle of anna boils</title><script type="application/ld+json">'
    '{"name": "anna", "said": "O\'Neil & Sons"}</script><script>greet("anna")</script>'
    '<p data-page=\'{"by": "李明"}\'><a href="/u/anna" title="anna"><i>A</i></a> '
    '<a href="/u/anna" class="anna">anna</a>: Annabel said: ask anna.<p><b>O&#39;Neil &amp; Sons'
    "</b>: Not me, anna!<p><b>bo</b>: bo<p><b>李明</b>: 李明也在<p><b>no</b>where: ?"
)
KNOWN = {"anna": 'Q"7', "O'Neil & Sons": "王芳", "李明": "<none>"}


@pytest.mark.parametrize("charset", ["utf-8", "gb18030"])
def test_names_are_changed_where_people_and_scripts_read_them(charset):
    body = renamed_page(PAGE.encode(charset), KNOWN, charset)
    text = body.decode(charset)
    root = html.document_fromstring(text)
    told = json.loads(root.xpath("//script[@type]")[0].text.replace("&amp;", "&"))
    assert told == {"name": 'Q"7', "said": "王芳"}
    assert json.loads(root.xpath("//@data-page")[0]) == {"by": "<none>"}
    assert 'greet("anna")' in text
    face, link = root.xpath("//a")
    assert (face.get("title"), face.text_content()) == ('Q"7', "Q")
    assert (link.text, link.get("href"), link.get("class")) == ('Q"7', "/u/anna", "anna")
    assert [b.text for b in root.iter("b")] == ["王芳", "bo", "<none>", "no"]
    posts = renamed_truth(TRUTH, KNOWN)["posts"]
    shown = root.body.text_content()
    assert all(post["body"] in shown for post in posts)
    assert [post["author"] for post in posts[:2]] == ['Q"7', "王芳"]
    assert renamed_truth(TRUTH, KNOWN)["title"] == root.findtext(".//title")


def test_names_that_cannot_be_told_from_other_text_are_left():
    names = new_names(TRUTH, PAGE.encode())
    assert set(names) == {"anna", "O'Neil & Sons", "李明"}
    assert names == new_names(TRUTH, PAGE.encode())
    pool = [name for kind in NAMES.values() for name in kind]
    assert len(set(names.values()) & set(pool)) == len(names)
    assert len(pool) == len(set(pool))
    few = new_names(TRUTH, PAGE.encode(), kinds=["times"])
    assert set(few.values()) <= set(NAMES["times"])


def test_a_page_is_as_it_was_where_it_cannot_be_written_back():
    broken = b"\xef\xbb\xbf<p>anna \xff\xfe</p>"
    assert renamed_page(broken, {}, "utf-8") == broken
    assert b"&#29579;" in renamed_page(broken, {"anna": "王"}, "utf-8")


def test_a_folder_is_read_with_other_writers(tmp_path):
    (tmp_path / "page.gz").write_bytes(gzip.compress(PAGE.encode()))
    row = {"id": "a/1", "file": "page.gz", "url": "http://f.example/t/1", "site": "f.example"}
    row |= {"page_type": "thread", "truth": {**TRUTH, "next_page": None}}
    (tmp_path / "manifest.jsonl").write_text(json.dumps(row))
    (page,) = load_records(tmp_path, disguise="names").pages
    names = page.page.names
    assert [post.author for post in page.posts][:2] == [names["anna"], names["O'Neil & Sons"]]
    assert html.document_fromstring(page.page.body()).xpath("//b")[0].text == page.posts[1].author
    (walked,) = load_folder(tmp_path, disguise="names").pages
    assert walked.body() == page.page.body()
    (plain,) = load_records(tmp_path).pages
    assert plain.page.names is None
    assert plain.posts[0].author == "anna"
