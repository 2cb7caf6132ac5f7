"""Numbers of elements, lengths, times and signatures."""

from __future__ import annotations

import pytest
from extraction_kit import html_page, tree_of
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from fpcrawl.extraction.posts.segment import groups_of, time_key
from fpcrawl.extraction.posts.siblings import row_signature, rows_alike
from fpcrawl.extraction.tree import class_tokens, signature_of


def element(source):
    return lxml_html.fragment_fromstring(source)


@pytest.mark.parametrize(
    ("source", "tokens", "signature"),
    [
        ("<p>a</p>", [], "p"),
        ('<p class="">a</p>', [], "p"),
        ('<li class="odd post post-12 hot">a</li>', ["post", "post"], "li.post"),
        ('<li class="even last">a</li>', [], "li"),
        ('<tr class="row2 Line">a</tr>', ["line"], "tr.line"),
        ('<div class="post_alt">a</div>', ["post"], "div.post"),
        ('<li class="item-even">a</li>', ["item"], "li.item"),
        ('<li class="salt">a</li>', ["salt"], "li.salt"),
        ('<tr class="altrow">a</tr>', [], "tr"),
        ('<tr class="evenTableRow">a</tr>', ["tablerow"], "tr.tablerow"),
        ('<tr class="rowodd">a</tr>', [], "tr"),
        ('<div class="oddity">a</div>', ["oddity"], "div.oddity"),
        ('<div class="event-item">a</div>', ["event-item"], "div.event-item"),
        ('<div class="123">a</div>', [], "div"),
    ],
)
def test_signatures_leave_out_numbers_and_momentary_states(source, tokens, signature):
    parsed = element(f"<table>{source}</table>")[0] if source.startswith("<tr") else element(source)
    if parsed.tag == "tbody":
        parsed = parsed[0]
    assert class_tokens(parsed) == tokens
    assert signature_of(parsed) == signature


def test_numbers_lengths_and_hidden_text():
    tree = tree_of(
        "<div>one <a href='/x'>two</a> three<script>hidden()</script></div><select>"
        "<option>2024-01-01</option></select><p>four</p>"
    )
    tags = [tree.tag(i) for i in range(len(tree.nodes))]
    assert tags == ["html", "body", "div", "a", "p"]
    div = tags.index("div")
    assert (tree.text_len[div], tree.link_len[div], tree.plain_len(div)) == (11, 3, 8)
    assert tree.children(1) == [2, 4]
    assert tree.ancestors(3) == [2, 1, 0]
    assert tree.path(3, 1) == "div/a"
    assert tree.path(3, limit=1) == "a"
    assert tree.holds(2, 3)
    assert not tree.holds(2, 4)
    assert tree.times == []


@pytest.mark.parametrize(
    ("source", "raw", "full"),
    [
        ("<b>2024-03-04 10:00</b>", "2024-03-04 10:00", None),
        ("<b>2024-03-04\n        10:00\n</b>", "2024-03-04 10:00", None),
        ("by ann at <a>3:12 PM</a> on March 4", "3:12 PM on March 4", None),
        (
            '<time datetime="2024-03-04T10:00:00Z">3 days ago</time>',
            "3 days ago",
            "2024-03-04T10:00:00Z",
        ),
        ('<span title="2024-3-4 10:00:05">昨天</span>', "昨天", "2024-3-4 10:00:05"),
        ('<abbr data-time="1709546400">just now</abbr>', "just now", "1709546400"),
        ('<i data-created="1709546400000"></i>', "1709546400000", "1709546400000"),
        ('<meta itemprop="datePublished" content="2024-03-04T10:00">', "2024-03-04T10:00", None),
        ("<b>Today,&nbsp;<i>06:55 PM</i></b>", "Today, 06:55 PM", None),
        ("<b>Gestern, <i>18:55</i></b>", "Gestern, 18:55", None),
        ("#3 erstellt: 12.03.24 <i>18:55</i>", "12.03.24 18:55", None),
        ("<b><i>4 mai 2024</i> à <i>18h55</i> #3</b>", "4 mai 2024 à 18h55", None),
        ("<b>x</b> <i>2024/5/4</i> <i>下午 6:55</i>", "2024/5/4 下午 6:55", None),
        ("#3 geschrieben: 12.03.24, <i>18:55</i>", "12.03.24, 18:55", None),
        ("Version 12.03.24 <i>4 mai 2024</i>", "4 mai 2024", None),
        ("<b>3 May 2024<br>4:05 pm</b>", "3 May 2024 4:05 pm", None),
        ("<b>3 mai 2024<br>16h05</b>", "3 mai 2024 16h05", None),
        ('<b title="5 days ago"><i></i> 2024-03-04</b>', "2024-03-04", "5 days ago"),
    ],
)
def test_times_and_their_fuller_forms(source, raw, full):
    tree = tree_of(html_page(f"<div>{source} and something</div>"))
    (time,) = tree.times
    assert (time.raw, time.full) == (raw, full or (raw if time.full else None))


def test_a_time_written_out_and_cut_short_is_shown_once():
    both = "<span>March 4, 2024</span><span>2 mo</span>"
    tree = tree_of(html_page(f'<div><time datetime="2024-03-04T10:00Z">{both}</time></div>'))
    shown = {time.raw for time in tree.times if time.full == "2024-03-04T10:00Z"}
    assert shown == {"March 4, 2024"}


def test_a_fuller_form_around_a_time_is_no_second_record():
    (group,) = groups_of(tree_of('<div><a title="2024-03-04 10:00"><span>3h</span></a></div>'))
    (span,) = group.spans
    assert span.time.full == "2024-03-04 10:00"


@pytest.mark.parametrize(
    "source",
    [
        '<i data-id="1234567890123456"></i>',
        '<i data-id="0000000001"></i>',
        '<i data-created="①①①①①①①①①①"></i>',
        '<i title="Version 4"></i>',
        '<meta name="x" content="2024-03-04">',
        f"<p>{'words ' * 40} 2024-03-04 10:00</p>",
        "<p>Today, <i>we met again at noon</i></p>",
        '<b title="the fair of 2024-03-04 was visited by many people of the town"></b>',
    ],
)
def test_what_is_no_time_of_a_record(source):
    assert tree_of(html_page(f"<div>{source}</div>")).times == []


def test_a_second_that_many_elements_tell_is_that_of_the_page():
    def posts(checked):
        return "".join(
            f'<article data-check-date="{checked(n)}"><b data-time="{1727000000 + n}">{n + 1}h</b>'
            "</article>"
            for n in range(3)
        )

    same, other = (
        tree_of(posts(make)) for make in (lambda _: 1727082129, lambda n: 1727082129 + n)
    )
    assert [time.raw for time in same.times] == ["1h", "2h", "3h"]
    assert len(other.times) == 6


def test_a_label_stands_before_its_time():
    (time,) = tree_of("<div>Posted: 2024-03-04 10:00 by bert</div>").times
    assert time.label == "Posted: "
    assert 0.4 < time.share < 0.7


def test_inline_wrappers_do_not_tell_times_apart():
    tree = tree_of(
        "<div class=p><p class=when>2024-03-04 10:00</p></div>"
        "<div class=p><p class=when><span><b>Yesterday 12:00</b></span></p></div>"
    )
    one, other = tree.times
    assert time_key(tree, one) == time_key(tree, other)
    (group,) = groups_of(tree)
    assert len(group.spans) == 2


@pytest.mark.parametrize(
    "label",
    [
        "Joined:",
        "Last edited",
        "注册于",
        "Registriert:",
        "It is currently",
        "当前时间",
        "Membro desde:",
        "Miembro desde",
        "Membre depuis",
        "Mitglied seit:",
        "Membro dal",
        "С нами с",
        "加入日期：",
        "Anmeldungsdatum:",
        "Ingresado:",
    ],
)
def test_times_of_something_else_mark_no_records(label):
    tree = tree_of(f"<div><p>{label} 2024-03-04 10:00</p><p>{label} 2024-03-05 10:00</p></div>")
    assert len(tree.times) == 2
    assert groups_of(tree) == []


def test_rows_of_a_table_are_told_apart_by_their_cells():
    tree = tree_of("<table><tr><td>a</td></tr><tr><th>b</th></tr></table><p>c</p>")
    rows = [i for i in range(len(tree.nodes)) if tree.tag(i) == "tr"]
    one, other = (row_signature(tree, i) for i in rows)
    assert (one, other) == ("tr(td)", "tr(th)")
    assert not rows_alike(one, other)
    assert rows_alike("p(b)", "p(i)")


tags = st.sampled_from(["div", "p", "a", "td", "tr", "table", "span", "script", "b"])
pieces = st.one_of(
    tags.map(lambda t: f"<{t}>"),
    tags.map(lambda t: f"</{t}>"),
    st.sampled_from(["words ", "2024-03-04 10:00 ", "昨天", "<!-- x -->", "<br>"]),
)


@given(st.lists(pieces, max_size=60).map("".join))
def test_numbers_agree_with_the_tree(soup):
    tree = tree_of(html_page(f"<div>x{soup}</div>"))
    for i, element_i in enumerate(tree.nodes):
        above = tree.parent[i]
        assert tree.number[element_i] == i
        assert (tree.nodes[above] is element_i.getparent()) if above >= 0 else i == 0
        assert i < tree.end[i] <= len(tree.nodes)
        assert 0 <= tree.link_len[i] <= tree.text_len[i]
        if above >= 0:
            assert above < i < tree.end[i] <= tree.end[above]
            assert tree.depth[i] == tree.depth[above] + 1
            assert tree.text_len[i] <= tree.text_len[above]
    numbers = [time.node for time in tree.times]
    assert numbers == sorted(numbers)


def test_the_text_of_an_element_leaves_scripts_out():
    tree = tree_of(
        "<p>one <b>two</b><script>menu('three')</script> four<!-- five --> six"
        "<style>p{}</style> seven</p><p>eight</p>"
    )
    root = next(i for i in range(len(tree.nodes)) if tree.tag(i) == "body")
    assert tree.text(root) == "one two four six seveneight"
    assert [tree.text(i) for i in tree.children(root)] == ["one two four six seven", "eight"]


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("Since 2 weeks, 3 days", 1),
        ("Since more than 2 weeks, 3 days, 4 hours and 5 minutes", 0),
        ("The kettle that hums and hums", 0),
    ],
)
def test_a_title_tells_the_time_of_an_age_in_whatever_words(shown, told):
    times = tree_of(f"<h4 title='26/03/2024 à 17:28'>{shown}</h4>").times
    assert [time.full for time in times] == ["26/03/2024 à 17:28"] * told
