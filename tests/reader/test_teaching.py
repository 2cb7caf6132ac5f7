"""Whose labels a template is learnt from, and what is taken off them."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, NOW, TIMES, WORDS, place_at, tree_of
from template_kit import OLD, post_html, thread_html

from fpcrawl.extraction.extractor import Found
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.compare import read_labels
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.extraction.templates.labels import cannot_label
from fpcrawl.reader.job import LearnJob
from fpcrawl.reader.teaching import SeenPage, teach, without_furniture

NOTICE = post_html(OLD, "Keeper", "2024-04-11 09:00", "Whoever wants to write signs in.", 9)


def seen(number, html, thread):
    url = f"http://f.example/thread-{number}.html"
    at = NOW.isoformat()
    kept = KeptPage(
        "forum:f.example", "f.example", "c1", "thread", url, html.encode(), "utf-8", at, at, thread
    )
    tree = tree_of(html, url)
    return SeenPage(
        kept,
        tree,
        place_at(url),
        lambda one: Found(one.tree, "thread", find_posts(one.tree, LayoutBook()), [], LayoutBook()),
    )


def authors_of(pages):
    return [[record.values["author"] for record in read_labels(one.labelled)] for one in pages]


@pytest.mark.parametrize(("noticed", "left"), [(4, 0), (3, 0), (2, 2), (1, 1)])
def test_what_stands_alike_on_most_pages_of_different_threads_is_no_post(noticed, left):
    pages = []
    for n in range(1, 5):
        html = thread_html(n, posts=2)
        if n <= noticed:
            html = html.replace('<div class="posts">', f'<div class="posts">{NOTICE}')
        pages.append(seen(n, html, f"http://f.example/thread-{n}"))
    told = authors_of(pages)
    assert [len(authors) for authors in told] == [3] * noticed + [2] * (4 - noticed)
    own = authors_of(without_furniture(pages))
    assert sum(authors.count("Keeper") for authors in own) == left
    assert [[a for a in authors if a != "Keeper"] for authors in own] == [
        [a for a in authors if a != "Keeper"] for authors in told
    ]


def test_an_opening_post_that_all_pages_of_a_thread_repeat_is_one():
    html = [
        thread_html(n, posts=2).replace('<div class="posts">', f'<div class="posts">{NOTICE}')
        for n in range(1, 4)
    ]
    pages = [seen(n, text, "http://f.example/thread-1") for n, text in enumerate(html)]
    assert authors_of(without_furniture(pages)) == authors_of(pages)


class NeverAsked:
    def read(self, tree, body):
        raise AssertionError("structure is sure of this page")


def test_what_is_cut_out_of_running_text_is_not_looked_at_again():
    post = "<hr><a name='p{0}'></a><b>{1}</b> 0{0}.03.2024 10:00<br>The lid {0} of {2} is lost.{3}"
    pages = []
    for n in range(2, 6):
        html = "".join(
            post.format(k, name, n, "<div><hr>Of Lathe</div>")
            for k, name in enumerate(("ann", "bert"), n)
        )
        pages.append(seen(n, f"<h1>Lids</h1><p>{n}</p>{html}", f"http://f.example/thread-{n}"))
    assert all(cannot_label(one.found.posts) for one in pages)
    job = LearnJob("thread", tuple(one.kept for one in pages))
    assert teach(pages, job, NeverAsked()).labels == "structure"


def test_posts_of_several_kinds_are_not_looked_at_again():
    def post(n):
        line = f"<div>{NAMES[n]}ke <i>{TIMES[n + 1]}</i></div>"
        remark = f"<li id='p{n + 61}'>{line}<div>{WORDS[n + 1]}</div></li>"
        head = f"<tr><td>{NAMES[n]}</td><td><i>{TIMES[n]}</i></td></tr>"
        words = f"<td>{WORDS[n]}<ul>{remark}</ul></td>"
        return f"<table id='p{n}'>{head}<tr><td></td>{words}</tr></table>"

    pages = []
    for n in range(2, 6):
        html = f"<h1>The kettle boils over</h1><p>{n}</p>{post(0)}{post(2)}"
        pages.append(seen(n, html, f"http://f.example/thread-{n}"))
    assert all(one.found.posts.kinds == 2 for one in pages)
    job = LearnJob("thread", tuple(one.kept for one in pages))
    assert teach(pages, job, NeverAsked()).labels == "structure"
