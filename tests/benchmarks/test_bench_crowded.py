"""What is put around the records of a page: where it goes, and that nothing else changes."""

from __future__ import annotations

import difflib
import re

import pytest
from lxml import html

from benchmarks._crowded import ADDITIONS, Known, crowded
from benchmarks._disguise import NAMES, disguised
from benchmarks._sourceplaces import TextSource, find_places, paragraphs_of
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages import read_page

URL = "http://f.example/thread-77.html"
POSTS = [
    ("anna", "The kettle boils over whenever the lid is closed."),
    ("bert", "Mine does the same, so I leave the lid open."),
    ("carla", "Descale it with vinegar once a month."),
]


def post(
    n, shape="<div class=p><b><a href=/u/{n}>{who}</a></b> <i>{when}</i><div>{words}</div></div>"
):
    who, words = POSTS[n]
    return shape.format(n=n, who=who, words=words, when=f"2024-03-0{n + 1} 10:00")


def page(inside):
    head = "<!doctype html><html><head><title>Kettles</title></head><body><h1>Kettles</h1>"
    return f"{head}{inside}</body></html>"


THREAD = page("<main>" + "".join(map(post, range(3))) + "</main>")
KNOWN = Known(url=URL, posts=tuple((who, (words,)) for who, words in POSTS))


def places(source, records=KNOWN.posts):
    return find_places(TextSource(source, "utf-8"), records)


def test_a_page_is_crowded_the_same_way_each_time():
    assert crowded(THREAD, KNOWN) == crowded(THREAD, KNOWN) != THREAD
    assert crowded(THREAD.replace("Kettles", "Pots"), KNOWN) != crowded(THREAD, KNOWN)


@pytest.mark.parametrize("addition", ADDITIONS)
def test_nothing_of_the_page_is_lost(addition):
    article = Known(url=URL, article="\n".join(words for _, words in POSTS))
    changed = {crowded(THREAD, known, addition) for known in (KNOWN, article)}
    assert changed != {THREAD}
    for source in changed:
        codes = difflib.SequenceMatcher(None, THREAD, source, autojunk=False).get_opcodes()
        assert {code for code, *_ in codes} <= {"equal", "insert"}
        assert source.isascii()


def test_what_is_put_between_posts_stands_beside_them():
    root = html.document_fromstring(crowded(THREAD, KNOWN, "tops"))
    kids = [kid.get("class") == "p" for kid in root.find(".//main")]
    assert kids == [True, False, True, False, True]


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("<ul>{}</ul>", "li"), ("<table>{}</table>", "tr"), ("<dl>{}</dl>", "dd")],
)
def test_lists_and_tables_stay_such(tag, expected):
    shapes = {"li": "<li>{}", "tr": "<tr><td>{}", "dd": "<dd>{}"}
    inner = "<b>{who}</b> {when}<p>{words}</p>"
    shape = shapes[expected].format(inner)
    source = page(tag.format("".join(post(n, shape) for n in range(3))))
    root = html.document_fromstring(crowded(source, KNOWN, "tops"))
    links = [a for a in root.iter("a") if a.get("href") == "#top"]
    assert len(links) == 2
    assert all(next(a.iterancestors("li", "tr", "dd")).tag == expected for a in links)


def test_a_post_of_two_rows_is_not_parted():
    rows = "".join(
        post(n, "<tr><td>{who}<td>{when}<tr><td>#{n}<td><div>{words}</div>") for n in range(3)
    )
    source = page(f"<table>{rows}</table>")
    (first, second) = places(source).gaps
    assert [source[gap.at :][:12] for gap in (first, second)] == ["<tr><td>bert", "<tr><td>carl"]
    assert (first.tag, first.number, second.number) == ("table", 1, 2)


def test_names_and_words_are_found_in_an_encoding():
    known = [
        ("小明", ["水壶盖上盖子就溢出来，有人见过吗？"]),
        ("老王", ["我的也一样，盖子开着就好。"]),
    ]
    shape = "<div><span>{}</span><p>{}</p></div>"
    text = page("".join(shape.format(who, words[0]) for who, words in known))
    source = text.encode("gbk").decode("latin-1")
    found = find_places(TextSource(source, "gbk"), known)
    assert [source[spot.at :][:3] for spot in found.names] == ["<p>", "<p>"]
    assert [source[spot.at :][:6] for spot in found.tails] == ["</div>", "</div>"]
    assert len(found.gaps) == 1


def test_paragraphs_of_an_article_are_parted():
    words = [words for _, words in POSTS]
    source = page("<div>" + "".join(f"<p>{one}" for one in words) + "</div><p>Kettles, 2024")
    found = find_places(TextSource(source, "utf-8"), paragraphs_of("\n".join([*words, "short"])))
    assert [source[gap.at :][:3] for gap in found.gaps] == ["<p>", "<p>"]
    assert source[: found.below.at].endswith("</div>")


def test_nothing_is_put_among_words_without_boxes():
    loose = page("<br>".join(f"<b>{who}</b>: {words}" for who, words in POSTS))
    assert places(loose).gaps == ()
    assert places(page("<p>nothing of it</p>")).names == ()


def test_a_page_of_which_nothing_is_known_gets_what_stands_around_all():
    for only in (None, "likes"):
        source = crowded(THREAD, only=only)
        assert (source == THREAD) == (only == "likes")
        main = re.search("<main>.*</main>", source)
        assert main is not None
        assert main[0] in THREAD


def test_posts_are_read_among_all_that():
    name = next(name for name in NAMES if name == "crowded")
    body = disguised(THREAD.encode(), name, known=KNOWN)
    tree = build_tree(read_page(body, URL, http_charset="utf-8"))
    group = find_posts(tree, LayoutBook())
    assert group is not None
    assert [raw.author for raw in group.posts] == [who for who, _ in POSTS]


def test_labels_tell_what_is_known_of_a_page():
    told = {"author": "ann", "body": "It boils", "time": "2024-03-04T10:00:00+08:00"}
    row = {
        "url": URL,
        "page_type": "thread",
        "fetched_at": "2024-03-05T00:30:00+00:00",
        "truth": {"posts": [told], "body": "all of it"},
    }
    known = Known.of(row)
    assert known.posts == (("ann", ("", "It boils")),)
    assert not known.article  # main text of a thread
    assert f"{known.now:%Y-%m-%d %H:%M}" == "2024-03-05 08:30"
    assert Known.of({**row, "page_type": "article"}).article == "all of it"
