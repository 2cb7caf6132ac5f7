"""What pages with many posts teach about a page with one."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    div_thread,
    group_of,
    html_page,
    posts_of,
    records_of,
)
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.extraction.posts.layout import (
    MAX_LAYOUTS,
    MAX_NAMES,
    Layout,
    LayoutBook,
    layout_growth,
)
from fpcrawl.extraction.posts.readgroup import SETTLED


def board(numbers):
    """A thread whose posts are two table rows: who and when, then the words."""
    rows = "".join(
        f"""<tr class="by"><td><b>{NAMES[n]}</b></td><td class="when">{TIMES[n]}</td></tr>
        <tr class="words"><td colspan="2"><div>{WORDS[n]}</div></td></tr>"""
        for n in numbers
    )
    return html_page(
        "<table class='menu'><tr><td><a href='/'>Kettles and pots</a></td></tr></table>"
        f"<table class='posts'>{rows}</table><p>Powered by nothing in particular, since 2019</p>"
    )


def learnt(times=1, html=None):
    book = LayoutBook()
    for _ in range(times):
        book.learn(group_of(html or board(range(4)), book).layouts[0])
    return book


def test_a_page_with_one_post_teaches_nothing():
    assert group_of(board([2])).layouts == []
    assert group_of(div_thread(1)).layouts == []


def test_a_lone_post_is_read_by_the_layout_of_others():
    posts = posts_of(board([2]), learnt())
    assert column(posts, "body_text") == [WORDS[2]]
    assert [p.published[:16] for p in posts] == ["2024-03-05T08:15"]


def test_the_head_of_a_post_taken_away_does_not_teach_how_many_rows_posts_have():
    gone = f"<tr class='by'><td><b>{NAMES[1]}</b></td><td class='when'>{TIMES[1]}</td></tr></table>"
    page = board([0]).replace("</table><p>", f"{gone}<p>")
    posts = posts_of(board([2]), learnt(html=page))
    assert column(posts, "body_text") == [WORDS[2]]


def test_a_lone_post_of_divs_is_read_with_and_without_a_layout():
    for book in (LayoutBook(), learnt(html=div_thread())):
        posts = posts_of(div_thread(1), book)
        assert column(posts, "author") == ["anna"]
        assert column(posts, "body_text") == [WORDS[0]]


def test_a_known_layout_makes_a_lone_post_surer():
    alone = group_of(div_thread(1))
    known = group_of(div_thread(1), learnt(html=div_thread()))
    assert known.known
    assert not alone.known
    assert known.confidence > alone.confidence


def test_a_lone_time_of_no_known_layout_is_a_stranger_on_a_settled_site():
    book = learnt(1 + SETTLED // 4, div_thread())
    assert book.support >= SETTLED
    notice = html_page(
        "<div class='box'><h2><span class='name'>Notice</span></h2>"
        "<p><b>2024-02-01 10:00</b></p><p>Our rooms were painted all over in green.</p></div>"
    )
    found = group_of(notice, book)
    assert found.stranger
    assert found.confidence <= 0.1
    assert not group_of(notice).stranger


def test_a_short_post_of_a_new_layout_is_read_beside_titles_of_others():
    book = learnt(1 + SETTLED // 4, div_thread())
    recent = "".join(
        f"<li><a href='/t-{n}.html'>{WORDS[n]}</a> <span>by {NAMES[n]}, {TIMES[n]}</span></li>"
        for n in range(4)
    )
    html = html_page(
        f"<div><article class='note'><p class='line'><a class='user' href='/u/7'>gita</a>"
        f" <span class='stamp'>2024-03-09 10:00</span></p><div class='said'>It works.</div>"
        f"</article></div><div class='aside'><ul>{recent}</ul></div>"
    )
    assert group_of(html, book).body_path is None
    (post,) = records_of(html, "thread", book=book)
    assert (post.author, post.body_text) == ("gita", "It works.")
    assert post.confidence <= 0.1


def test_days_told_in_a_text_are_not_handed_out_as_posts():
    found = group_of(div_thread(4))
    nameless = replace(found, author_path=None)
    assert nameless.is_named
    assert not replace(nameless, in_prose=True).is_named
    assert replace(found, in_prose=True).is_named


def test_pages_of_one_layout_add_up():
    book = learnt(3)
    assert len(book.layouts) == 1
    assert book.support == 12
    assert book.get(book.layouts[0].time_key) is book.layouts[0]
    assert book.get("nowhere") is None
    assert book.get(book.layouts[0].time_key, "nowhere") is None


def test_a_contradicted_layout_wears_out_and_is_replaced():
    book = LayoutBook()
    book.learn(Layout("t", "r", body_path="old", support=6))
    for _ in range(4):
        book.learn(Layout("t", "r", body_path="new", support=4))
    assert [layout.body_path for layout in book.layouts] == ["new"]


def test_one_odd_page_does_not_replace_a_layout():
    book = LayoutBook()
    book.learn(Layout("t", "r", body_path="old", support=60))
    book.learn(Layout("t", "r", body_path="new", support=4))
    assert (book.layouts[0].body_path, book.support) == ("old", 58)


def nested(rows):
    """Posts as old boards show them: tables in the rows of tables, and nothing has a name."""
    return html_page(f"<table><tr><td><table>{''.join(rows)}</table></td></tr></table>")


def nested_post(n):
    said = f"<tr><td><span>Posted: {TIMES[n]}</span></td><td><a href='#p{n}'>Quote</a></td></tr>"
    words = f"<tr><td><span>{WORDS[n]}</span></td></tr>"
    post = f"<td><span><b>{NAMES[n]}</b></span></td><td><table>{said}{words}</table></td>"
    return f"<tr>{post}</tr><tr><td>Top</td><td><a href='/u/{n}'>Profile</a></td></tr>"


def test_a_member_is_no_post_though_his_day_stands_where_posts_have_theirs():
    book = learnt(html=nested(map(nested_post, range(4))))
    assert group_of(nested([nested_post(1)]), book).known
    count = "<tr><td>Posts</td><td><span>12 of 310, 4% of all</span></td></tr>"
    mine = f"<tr><td>Mine</td><td><span><a href='/find/7'>All posts by {NAMES[1]}</a></span></td>"
    facts = f"<tr><td>Joined</td><td><span>{TIMES[0]}</span></td></tr>{count}{mine}</tr>"
    member = f"<tr><td>{NAMES[1]}</td><td><table>{facts}</table></td></tr>"
    assert not group_of(nested([member]), book).known


def test_a_layout_with_a_class_is_known_where_others_of_its_classes_are_new_on_each_page():
    def cells(word, numbers):
        return html_page("<table class='posts'>%s</table>") % "".join(
            f"""<tr><td><p class="{word}"><b>{NAMES[n]}</b></p> <i class="when">{TIMES[n]}</i>
            <div class="{word}">{WORDS[n]}</div></td></tr>"""
            for n in numbers
        )

    assert group_of(cells("qzvkw", [2]), learnt(html=cells("xhjtr", range(4)))).known


def test_rows_of_a_list_are_no_posts_where_both_stand_in_the_same_elements():
    def answer(n):
        return f"<dl><dt><a href='/u/{n}'>{NAMES[n]}</a> {TIMES[n]}</dt><dd>{WORDS[n]}</dd></dl>"

    def row(n):
        # Two are shown with their day beside the title.
        day = f"<span>{TIMES[n]}</span>"
        title = f"<a href='/news/{n}.html'>Of kettles and of lids, part {n}</a>"
        dated = f" {day}" if n < 2 else ""
        return f"<dl><dt>{title}{dated}</dt><dd>{WORDS[n]}</dd><dd>{day}</dd></dl>"

    book = learnt(times=5, html=html_page("".join(map(answer, range(4)))))
    assert group_of(html_page("".join(map(row, range(4)))), book).title_share == 1.0


def test_the_best_supported_layouts_are_kept():
    book = LayoutBook()
    for n in range(MAX_LAYOUTS + 5):
        book.learn(Layout(f"t{n}", "r", support=n + 1))
    assert len(book.layouts) == MAX_LAYOUTS
    assert [layout.support for layout in book.layouts] == sorted(
        (layout.support for layout in book.layouts), reverse=True
    )
    assert book.support == MAX_LAYOUTS + 5


def test_a_book_survives_being_stored():
    book = learnt(2)
    again = LayoutBook.from_json(json.loads(json.dumps(book.to_json())))
    assert again.layouts == book.layouts
    assert column(posts_of(board([2]), again), "body_text") == [WORDS[2]]


def test_names_of_a_site_survive_and_are_told_to_others():
    book = LayoutBook()
    assert book.learn_names(["Kettleworks", "Index"])
    assert not book.learn_names(["Index"])
    before = json.loads(json.dumps(book.to_json()))
    again = LayoutBook.from_json(before)
    assert again.names == ["Kettleworks", "Index"]
    again.learn_names([f"n{n}" for n in range(2 * MAX_NAMES)])
    assert len(again.names) == MAX_NAMES
    book.absorb(layout_growth(before, again.to_json()))
    assert book.names == again.names


paths = st.none() | st.text(max_size=12)
layouts = st.builds(
    Layout,
    st.text(max_size=12),
    st.text(max_size=12),
    st.lists(st.text(max_size=8), max_size=3).map(tuple),
    st.lists(st.text(max_size=8), max_size=3).map(tuple),
    paths,
    paths,
    paths,
    st.none() | st.tuples(st.text(max_size=8), st.sampled_from(["id", "data", "name", "href"])),
    st.booleans(),
    st.integers(-50, 10_000),
)


@given(st.lists(layouts, max_size=20))
def test_any_book_survives_being_stored(seen):
    book = LayoutBook()
    for layout in seen:
        book.learn(layout)
    again = LayoutBook.from_json(json.loads(json.dumps(book.to_json())))
    assert again.layouts == book.layouts
    assert len(book.layouts) <= MAX_LAYOUTS
    supports = [layout.support for layout in book.layouts]
    assert supports == sorted(supports, reverse=True)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_rows_go_to_their_own_post(count):
    posts = posts_of(board(range(count)))
    assert column(posts, "body_text") == WORDS[:count]


def test_the_first_thread_of_a_site_does_not_spoil_the_numbers_of_the_others():
    def numbered(ids):
        posts = "".join(div_post(n, attributes=f'id="post-{number}"') for n, number in ids)
        return html_page(f"<div>{posts}</div>")

    common = numbered(enumerate([4711, 4718, 4730, 4731]))
    book = learnt(5, common)
    before = posts_of(common, book)
    book.learn(group_of(numbered(enumerate([1, 15, 40, 41])), book).layouts[0])
    after = posts_of(common, book)
    assert column(before, "key") == column(after, "key")
    assert column(after, "post_id") == ["4711", "4718", "4730", "4731"]


def asked(n):
    """What is asked stands in other boxes than its answers, with a name that no link shows."""
    return f"""<div class="question"><p class="by">Added by <b class="poster">{NAMES[n]}</b>
        <i class="when">{TIMES[n]}</i></p><div class="said">{WORDS[n]}</div></div>"""


def answered(*numbers):
    answers = "".join(
        f"""<li class="answer"><h4><b class="poster">{NAMES[n]}</b> <i class="at">{TIMES[n]}</i>
        </h4><div class="words">{WORDS[n]}</div></li>"""
        for n in numbers
    )
    return f"<ul>{answers}</ul>"


def test_opening_posts_teach_where_others_stand_alone():
    html = html_page(asked(0) + answered(1, 2, 3))
    book = LayoutBook()
    for _ in range(SETTLED):
        book.learn_from(group_of(html, book).layouts)
    alone = group_of(html_page(asked(2)), book)
    assert alone.known
    assert not alone.stranger
    assert [post.author for post in alone.posts] == [NAMES[2]]
    # With a single answer both are there, though each stands alone.
    both = posts_of(html_page(asked(0) + answered(3)), book)
    assert column(both, "body_text") == [WORDS[0], WORDS[3]]


def test_a_page_of_more_posts_than_taught_a_layout_is_read_anew():
    page = div_thread()
    (right,) = group_of(page).layouts
    wrong = replace(right, body_path=right.author_path, author_path=right.body_path)
    few, many = replace(wrong, support=2), replace(wrong, support=500)
    bodies = column(posts_of(page), "body_text")
    assert column(posts_of(page, book=LayoutBook([few])), "body_text") == bodies
    assert column(posts_of(page, book=LayoutBook([many])), "body_text") != bodies


def bare_post(n):
    """A post in boxes without names, in a list as deep as one may be that has none around it."""
    return f"""<div><div>{NAMES[n][0]}</div><div><div><a href="/user/{n}/">{NAMES[n]}</a></div>
    <div><div>{TIMES[n]}</div></div></div><div><p>{WORDS[n]}</p></div></div>"""


def bare_thread(numbers, above=""):
    boxes = "".join(map(bare_post, numbers))
    return html_page(f"<div><div><div>{above}<div><div>{boxes}</div></div></div></div></div>")


def test_without_names_a_lone_post_is_known_by_how_deep_it_stands():
    (post,) = posts_of(bare_thread([2]), learnt(html=bare_thread(range(4))))
    assert (post.author, post.body_text) == (NAMES[2], WORDS[2])


def test_without_names_the_clock_of_a_page_stands_elsewhere_than_its_posts():
    clock = "<div>Ho</div><div><div><div>2024-04-30 09:15</div></div></div><div>No news</div>"
    found = group_of(bare_thread(range(3), f"<div>{clock}</div>"))
    assert column(found.posts, "author") == NAMES[:3]
