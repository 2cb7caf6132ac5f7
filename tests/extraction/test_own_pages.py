"""Posts that stand in their thread and on a page of their own: one key for both."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    html_page,
    place_at,
    posts_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.build import build_posts
from fpcrawl.extraction.keys import is_alone
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.assemble import assemble
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.model import LabelledPage
from fpcrawl.extraction.templates.xpath_induce import induce_xpath

LETTERS = [f"ab{n}.kettle.{n}@mail.example" for n in range(4)]
HASHES = [f"{n}f31a09bc{n}7de2" for n in range(4)]


def thread(make, count=4, title="The kettle"):
    return html_page(f"<h1>{title}</h1><div>{rows(make, count)}</div>", title)


def linked(text, *addresses):
    """A post with a link below its words."""
    return lambda n: div_post(
        n, extra=f'<p class="foot"><a href="{addresses[n]}">{text}</a> <a href="/new">Reply</a></p>'
    )


def timed(*addresses):
    return lambda n: div_post(n, time=f'<a href="{addresses[n]}">{TIMES[n]}</a>')


def numbered(*addresses):
    return lambda n: (
        f"""<div class="post"><div class="top"><a href="{addresses[n]}">#{n + 1}</a>
        <b class="who">{NAMES[n]}</b> <i>{TIMES[n]}</i></div>
        <div class="said">{WORDS[n]}</div></div>"""
    )


def alone(address, n):
    (post,) = posts_of(html_page(f"<div>{div_post(n)}</div>", "Re: The kettle"), url=address)
    assert is_alone(post)
    return post.key


@pytest.mark.parametrize(
    ("make", "at"),
    [
        (linked("permalink", *(f"../{one}/" for one in LETTERS)), "/list/{}/"),
        (linked("#", *(f"/forum/message/{one}" for one in HASHES)), "/forum/message/{}"),
        (timed(*(f"/forum/message/{one}" for one in HASHES)), "/forum/message/{}"),
        (numbered(*(f"/said/kettle-{one}" for one in NAMES[:3])), "/said/kettle-{}"),
    ],
)
def test_a_post_has_the_key_of_the_page_that_shows_it_alone(make, at):
    names = LETTERS if "list" in at else HASHES if "message" in at else NAMES
    url = "http://f.example/list/thread/"
    posts = posts_of(thread(make, 3), url=url)
    assert column(posts, "floor") == [1, 2, 3]
    pages = ["http://f.example" + at.format(name) for name in names[:3]]
    assert column(posts, "key") == [alone(page, n) for n, page in enumerate(pages)]


@pytest.mark.parametrize(
    "make",
    [
        # Places on the page, and the page with a place on it.
        linked("permalink", *(f"#m{one}" for one in LETTERS)),
        linked("permalink", *(f"/t/one#m{one}" for one in LETTERS)),
        # The days and months on which they were written.
        timed("/2024/03/04/", "/2024/03/05/", "/2024/03/06/"),
        timed("/on/2024-03-04", "/on/2024-03-05", "/on/2024-03-06"),
        # What they answer, and where they are answered.
        linked("parent", *(f"/message/{one}" for one in HASHES)),
        linked("reply", *(f"/reply/{one}" for one in HASHES)),
        # Pages of more than one kind, of another site.
        linked("link", "/message/ab", "/message/cd/ef", "/message/gh"),
        linked("permalink", *(f"http://other.example/{one}/" for one in LETTERS)),
        # Only some have one.
        lambda n: linked("permalink", *LETTERS)(n) if n else div_post(n),
    ],
)
def test_other_links_give_no_key(make):
    plain = column(posts_of(thread(div_post, 3)), "key")
    assert column(posts_of(thread(make, 3)), "key") == plain


def test_one_post_alone_is_known_by_the_name_of_its_letter():
    page = "http://f.example/list/" + LETTERS[0]
    (post,) = posts_of(thread(linked("permalink", page), 1), url=f"{page}/thread")
    assert post.key == alone(page, 0)
    for other in (f"{page}/thread#first", "http://f.example/list/kettle"):
        (post,) = posts_of(thread(linked("permalink", other), 1), url=f"{page}/thread")
        assert post.key == posts_of(thread(div_post, 1), url=f"{page}/thread")[0].key


def test_numbers_of_posts_come_first():
    def make(n):
        foot = f'<a href="/message/{HASHES[n]}">permalink</a>'
        return div_post(n, attributes=f'id="post-{7000 + 3 * n}"', extra=foot)

    bare = thread(lambda n: div_post(n, attributes=f'id="post-{7000 + 3 * n}"'))
    assert column(posts_of(thread(make)), "key") == column(posts_of(bare), "key")


def test_a_template_reads_where_posts_stand_alone():
    pages = []
    for t in range(4):
        html = thread(linked("permalink", *(f"/message/{t}{one}" for one in HASHES)))
        tree = tree_of(html, f"http://f.example/thread-{t}.html")
        group = find_posts(tree, LayoutBook())
        pages.append((group, LabelledPage(tree, html, "thread", label_posts(tree, group))))
    template = induce_xpath([page for _, page in pages])
    for group, page in pages:
        place = place_at(page.tree.page.url)
        mine = assemble(template.read(page.sheet), "thread", page.tree.page, place)
        assert column(mine, "key") == column(build_posts(page.tree, group, place), "key")
        assert len({post.key for post in mine}) == 4
