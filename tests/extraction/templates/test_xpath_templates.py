"""XPath templates: learnt on some pages of a site, they read the others."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xpath_kit import NAMES, WORDS, demo_pages, marked, page_of, seen, told

from fpcrawl.extraction.templates.model import Mark, Sheet
from fpcrawl.extraction.templates.xpath import MAX_RECORDS, XPathTemplate
from fpcrawl.extraction.templates.xpath_induce import induce_xpath

FAMILIES = ["classic", "divs", "nest", "ledger", "latte", "plaza"]


def when(n):
    return f"2024-03-{n % 27 + 1:02} 10:00"


def div_post(n, *, name=None, words=None, extra="", author=True, record=None):
    name = name or NAMES[n % 4]
    who = f'<a class="username" href="/user/{name}" f="author author_url@href">{name}</a>'
    state = "odd" if n % 2 else "even"
    return f"""<div class="post p{n} {state}" id="post_{100 + n}" f="post_id@id" v="{100 + n}"
      m="{n if record is None else record}"><div class="head">{who if author else "<i>guest</i>"}
      <span class="date" f="time" v="{when(n)}">Posted: {when(n)}</span></div>
      <div class="content" f="body">{WORDS[n % 5] if words is None else words}</div>{extra}</div>"""


def div_page(*numbers, **changes):
    posts = "".join(div_post(n, **changes) for n in numbers)
    return marked(
        f"""<div class="nav"><a class="username" href="/user/me">me</a></div>
        <div id="posts">{posts}</div><div class="foot">2024-05-01 12:00</div>"""
    )


def check(template, *pages):
    for page in pages:
        assert [values for values, _ in seen(template, page)] == [v for v, _ in told(page)]
        assert [b[0] for _, b in seen(template, page)] == [b[0] for _, b in told(page)]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("skin", [0, 1])
def test_a_template_reads_pages_of_a_site_that_it_was_not_learnt_on(family, skin):
    pages = demo_pages(family, skin, 16)
    template = induce_xpath(pages[::2])
    assert template is not None
    assert template.required == ("body", "time")
    right = wrong = 0
    for page in pages:
        mine, labels = seen(template, page), told(page)
        assert [bodies[0] for _, bodies in mine] == [bodies[0] for _, bodies in labels]
        for (values, _), (label, _) in zip(mine, labels, strict=True):
            for name, value in label.items():
                right += values.get(name) == value
                wrong += values.get(name) != value
    assert right > 100
    assert wrong == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_described_expressions_select_the_same_in_lxml(family):
    pages = demo_pages(family, 0, 8)
    template = induce_xpath(pages)
    lines = [line.split("  # ")[0].split(": ", 1) for line in template.describe()]
    records = [path for name, path in lines if name == "record"]
    for page in pages:
        root = page.tree.page.root
        assert template.places(root) == [e for path in records for e in root.xpath(path)]
        for name, path in lines:
            if name == "record":
                continue
            rule = next(r for r in template.fields[name] if r.expression == path)
            for place in template.places(root):
                found = place.xpath(path)
                if name == "body":
                    assert rule.elements(place) == found[:1]
                elif found and not isinstance(found[0], str):
                    values = [rule.cut.of_element(e) for e in found]
                    assert rule.value(place) == next(filter(None, values), "")


def test_a_template_is_plain_data_and_comes_back():
    template = induce_xpath([div_page(0, 1, 2), div_page(3, 4)])
    data = json.loads(json.dumps(template.to_json()))
    again = XPathTemplate.from_json(data)
    assert again.to_json() == template.to_json()
    assert again.describe() == template.describe()
    page = div_page(5, 6, 7, 8)
    assert seen(again, page) == seen(template, page)


def test_digits_and_states_of_one_record_are_no_part_of_its_path():
    template = induce_xpath([div_page(0, 1), div_page(2, 3, 4)])
    lines = "\n".join(template.describe())
    assert not any(word in lines for word in ("odd", "even", "p1", "post_1"))
    check(template, div_page(*range(30, 60)), div_page(9))


def test_fields_may_be_missing():
    pages = [
        marked("".join(div_post(n, author=n % 3 != 1) for n in range(k, k + 4))) for k in (0, 5, 9)
    ]
    template = induce_xpath(pages)
    check(template, *pages, marked(div_post(7, author=False)))


def test_one_wrong_label_in_ten_does_not_mislead():
    pages = [div_page(*range(k, k + 5)) for k in range(0, 40, 5)]
    for n, page in enumerate(pages):
        # The time is taken for the author, the head for the body.
        record = page.records[n % 5]
        if n % 2:
            record.fields["author"] = record.fields["time"]
            del record.fields["author_url"]
            record.fields["body"] = [Mark(page.tree.parent[record.fields["time"][0].node])]
    template = induce_xpath(pages)
    check(template, div_page(*range(60, 70)))


def test_records_that_nobody_labelled_are_read_as_well():
    pages = [div_page(*range(k, k + 5)) for k in range(0, 40, 5)]
    for page in pages[::2]:
        del page.records[2]
    template = induce_xpath(pages)
    assert len(seen(template, pages[0])) == 5


def test_the_first_post_may_stand_under_another_parent():
    def page(k, count):
        first = div_post(k).replace('class="post', 'class="opening')
        rest = "".join(
            f"<li class='answer'>{div_post(n).replace('class=', 'data-c=', 1)}</li>"
            for n in range(k + 1, k + count)
        )
        return marked(f'<div class="top">{first}</div><ol class="answers">{rest}</ol>')

    pages = [page(0, 4), page(7, 2), page(3, 6), page(1, 1)]
    check(induce_xpath(pages), *pages, page(11, 9), page(2, 1))


def row_post(n):
    return f"""
      <tr m="{n}"><td class="dark"><span class="date" f="time">{when(n)}</span></td></tr>
      <tr m="{n}"><td class="left"><b f="author">{NAMES[n % 4]}</b></td>
        <td class="right" f="body">{WORDS[n % 5]}</td></tr>
      <tr m="{n}"><td class="low">
        <a href="report.php?p={n + 50}" f="post_id@href" v="{n + 50}">report</a></td></tr>"""


def test_records_may_span_rows():
    def page(*numbers):
        rows = "<tr><td class='dark'>ad</td></tr>" + "".join(map(row_post, numbers))
        return marked(f"<table class='thread'>{rows}</table>")

    pages = [page(0, 1, 2), page(3, 4, 5, 6)]
    template = induce_xpath(pages)
    assert any("following-sibling::*[1]" in line for line in template.describe())
    check(template, *pages, page(8), page(*range(20)))


def test_rows_without_any_name_are_told_by_what_they_hold():
    def post(n):
        return f"""<tr m="{n}"><td><b f="author">{NAMES[n % 4]}</b></td>
          <td><font f="time">{when(n)}</font></td></tr>
          <tr m="{n}"><td colspan=2 f="body">{WORDS[n % 5]}</td></tr>"""

    pages = [
        marked(f"<table><tr><td>Author</td></tr>{''.join(map(post, numbers))}</table>")
        for numbers in ((0, 1, 2), (3, 4), (5, 6, 7, 8))
    ]
    check(induce_xpath(pages[:2]), *pages)


def nested(n, inner=""):
    return f"""<li class="comment" m="{n}"><p class="by">
      <b class="who" f="author">{NAMES[n % 4]}</b><i class="date" f="time">{when(n)}</i></p>
      <div class="text" f="body">{WORDS[n % 5]}</div><ul>{inner}</ul></li>"""


def test_records_inside_records_are_told_apart():
    pages = [
        marked(f"<ul id='comments'>{nested(0, nested(1, nested(2)) + nested(3))}{nested(4)}</ul>"),
        marked(f"<ul id='comments'>{nested(5)}{nested(6, nested(7))}</ul>"),
    ]
    template = induce_xpath(pages)
    assert template.nested
    check(template, *pages)
    # One whose own name is missing does not take that of its answer.
    bare = nested(0, nested(1)).replace('<b class="who" f="author">anna</b>', "")
    page = marked(f"<ul id='comments'>{bare}</ul>")
    check(template, page)
    holes = [len(r.holes) for r in template.read(page.sheet)]
    assert holes == [1, 0]


def test_markup_of_posts_that_a_post_quotes_is_no_record():
    template = induce_xpath([div_page(0, 1, 2), div_page(3, 4)])
    quoted = div_post(9, record="x")
    page = marked(div_post(0, words=f"<blockquote>{quoted}</blockquote>I agree") + div_post(1))
    read = template.read(page.sheet)
    assert [r.values["post_id"] for r in read] == ["100", "101"]


def test_a_time_may_stand_in_an_element_of_its_own_on_some_pages_only():
    def page(k, *, fresh):
        today = '<b class="soon" f="time">Today</b> at 10:11 PM'
        posts = "".join(
            div_post(n).replace('f="time" v="', 'x="').replace(f"Posted: {when(n)}", today)
            if fresh
            else div_post(n)
            for n in range(k, k + 4)
        )
        labelled = marked(posts)
        for record in labelled.records if fresh else ():
            mark = record.fields["time"][0]
            record.fields["time"] = [Mark(mark.node, "Today at 10:11 PM")]
        return labelled

    template = induce_xpath([page(0, fresh=True), page(4, fresh=True)])
    old = page(8, fresh=False)
    assert [v["time"] for v, _ in seen(template, old)] == [v["time"] for v, _ in told(old)]


@pytest.mark.parametrize(
    "before", ["", "<b><u>#1</u></b> <b><u><s>Novice</s></u> <u>member</u></b> "]
)
def test_recent_posts_tell_the_moment_in_an_attribute_that_old_ones_have_not(before):
    def page(k, *, fresh):
        recent = '<i title="2024-4-28 10:11">3&nbsp;days ago</i>'
        told = "3 days ago" if fresh else "2024-4-2 10:1{}"
        day = recent if fresh else f"<i>{told}</i>"
        return marked(
            "".join(
                f'<div m="{n}" class="post" id="p{n}"><b class="who" f="author">{NAMES[n % 4]}</b>'
                f'<em class="when" f="time" v="{told.format(n % 10)}">{before}'
                f"{day.format(n % 10)}</em>"
                f'<p class="said" f="body">{WORDS[n % 5]}</p></div>'
                for n in range(k, k + 4)
            )
        )

    template = induce_xpath([page(0, fresh=False), page(4, fresh=False)])
    for record in template.read(page(8, fresh=True).sheet):
        assert record.values["time"] == "3 days ago"
        assert record.values["time_full"] == "2024-4-28 10:11"
    for record in template.read(page(12, fresh=False).sheet):
        assert "time_full" not in record.values


def test_a_bare_body_is_all_of_its_paragraphs():
    def post(n, count):
        parts = "".join(f'<p f="body">{WORDS[(n + k) % 5]}</p>' for k in range(count))
        return f"""<div class="post" m="{n}">
          <b class="who" f="author">{NAMES[n % 4]}</b><i class="date" f="time">{when(n)}</i>{parts}
          <div class="foot">x</div></div>"""

    pages = [marked("".join(post(n, n % 3 + 1) for n in range(k, k + 4))) for k in (0, 4)]
    template = induce_xpath(pages)
    page = marked(post(1, 4) + post(2, 1))
    assert [bodies for _, bodies in seen(template, page)] == [bodies for _, bodies in told(page)]


INSETS = [f"{tag}:not([class])" for tag in ("blockquote", "ol", "pre", "ul")]


@pytest.mark.parametrize(
    ("foot", "few", "also"),
    [
        (
            '<div class="foot">So says everybody in our street.</div>',
            2,
            (*INSETS, "div:not([class])"),
        ),
        (
            '<div class="foot">So says everybody in our street.</div>',
            0,
            (*INSETS, "div:not([class])"),
        ),
        ("<ul><li>So says everybody in our street.</li></ul>", 2, ("div:not([class])",)),
        ("<div>So says everybody in our street.</div>", 0, ()),
    ],
)
def test_paragraphs_that_few_posts_have_are_of_the_body_where_no_other_takes_harm(foot, few, also):
    def post(n):
        parts = "".join(f'<div f="body">{WORDS[(n + k) % 5]}</div>' for k in range(1 + (n < few)))
        return f"""<div class="post" m="{n}">
          <b class="who" f="author">{NAMES[n % 4]}</b><i class="date" f="time">{when(n)}</i>{parts}
          {foot}</div>"""

    template = induce_xpath([marked("".join(map(post, range(k, k + 15)))) for k in (0, 15)])
    (rule,) = template.fields["body"]
    assert sorted(rule.also) == sorted(also)


@pytest.mark.parametrize("more", ["<ul f='body'><li>A lid</li></ul>", "<pre f='body'>lid()</pre>"])
def test_lists_and_code_behind_a_bare_paragraph_are_read_though_no_post_had_any_before(more):
    def post(n, more=""):
        return f"""<div class="post" m="{n}"><b class="who" f="author">{NAMES[n % 4]}</b>
          <i class="date" f="time">{when(n)}</i><p f="body">{WORDS[n % 5]}</p>{more}
          <div class="foot">x</div></div>"""

    template = induce_xpath([marked("".join(map(post, range(k, k + 4)))) for k in (0, 4)])
    page = marked(post(1) + post(2, more))
    assert [bodies for _, bodies in seen(template, page)] == [bodies for _, bodies in told(page)]


def row(n, *, sticky=False):
    pinned = '<img class="pin" alt="Sticky" f="sticky@alt">' if sticky else ""
    return f"""<tr class="row{n % 2}" m="{n}"><td>{pinned}
      <a class="topic" href="t.php?id={n}" f="url@href title">{WORDS[n % 5]}</a>
      by <a href="user.php?u={n % 4 + 1}" f="author">{NAMES[n % 4]}</a></td>
      <td f="replies">{n * 7}</td><td class="views" f="views">{n * 900:,}</td>
      <td class="last" f="last_post" v="{when(n)}">{when(n)} by x</td></tr>"""


def test_rows_of_a_list_are_read():
    def page(*numbers):
        rows = "".join(row(n, sticky=n % 4 == 0) for n in numbers)
        return marked(f"<table id='topics'><tr><th>Topic</th></tr>{rows}</table>", "index")

    pages = [page(0, 1, 2, 3), page(4, 5, 6, 9)]
    template = induce_xpath(pages)
    assert template.required == ("url", "title")
    for labelled in (*pages, page(*range(10, 40))):
        assert [v for v, _ in seen(template, labelled)] == [v for v, _ in told(labelled)]


def test_a_sign_that_a_row_is_kept_at_the_top_is_a_word_of_its_class():
    def page(*numbers):
        out = []
        for n in numbers:
            kind, mark = ("pinned hot", "sticky@class") if n % 5 == 0 else ("hot", "")
            out.append(
                f"""<li class="topic {kind}" m="{n}" f="{mark}" v="pinned">
                <a class="title" href="t/{n}" f="url@href title">{WORDS[n % 5]} {n}</a></li>"""
            )
        return marked(f"<ul class='list'>{''.join(out)}</ul>", "index")

    template = induce_xpath([page(0, 1, 2), page(5, 6, 7, 8)])
    assert "sticky: ./@class  # whether 'pinned' is there" in template.describe()
    other = page(9, 10, 11, 15)
    assert [v.get("sticky") for v, _ in seen(template, other)] == [None, "pinned", None, "pinned"]
    again = XPathTemplate.from_json(template.to_json())
    assert seen(again, other) == seen(template, other)


def test_a_rare_row_of_another_name_is_found_where_all_rows_stand():
    def page(*numbers, top=None):
        rows = [
            f"""<tbody id="{"sticky" if n == top else "thread"}_{n}" m="{n}"><tr><td>
            <a class="title" href="t/{n}" f="url@href title">{WORDS[n % 5]} {n}</a></td></tr>
            </tbody>"""
            for n in numbers
        ]
        line = "<tbody id='separator'><tr><td>Topics</td></tr></tbody>"
        return marked(f"<table id='list'>{line}{''.join(rows)}</table>", "index")

    pages = [page(*range(k, k + 9), top=k if k == 9 else None) for k in range(0, 63, 9)]
    template = induce_xpath(pages)
    other = page(90, 91, 92, top=90)
    assert len(seen(template, other)) == 3


def test_what_is_named_anew_on_each_page_is_no_part_of_a_path():
    def page(name, *numbers):
        posts = "".join(div_post(n).replace('class="post', f'class="{name} post') for n in numbers)
        return marked(f"<div id='posts'>{posts}</div>")

    pages = [page("Xqzrtvbn", *range(20)), page("wkdjfhgs", 20, 21), page("Plmoknij", 22)]
    template = induce_xpath(pages)
    check(template, page("Qazwsxed", 30, 31))


def test_a_badge_beside_a_name_is_no_part_of_it():
    def page(*numbers, badge=None):
        posts = "".join(
            f'<div m="{n}" class="post" id="p{n}"><div class="who"><a href="/u/{n}" f="author">'
            f"{NAMES[n % 4]}</a>{'<i>OP</i>' if n == badge else ''}</div>"
            f'<em class="when" f="time">2024-4-2 10:1{n}</em>'
            f'<p class="said" f="body">{WORDS[n % 5]}</p></div>'
            for n in numbers
        )
        return marked(posts)

    template = induce_xpath([page(0, 1, 2), page(3, 4)])
    authors = [v.get("author") for v, _ in seen(template, page(5, 6, 7, badge=6))]
    assert authors == ["bert", "carla", "dora"]


def test_names_of_guests_stand_where_the_links_of_members_do():
    def page(*numbers, guest=None):
        posts = "".join(
            div_post(n).replace("<a class", '<b class="by"><a class').replace("</a>", "</a></b>")
            if n != guest
            else div_post(n, author=False).replace("<i>guest</i>", '<b class="by">Guest</b>')
            for n in numbers
        )
        return marked(f"<div id='posts'>{posts}</div>")

    template = induce_xpath([page(0, 1, 2), page(3, 4)])
    authors = [v.get("author") for v, _ in seen(template, page(5, 6, 7, guest=6))]
    assert authors == ["bert", "Guest", "dora"]


def test_a_name_may_stand_in_the_line_that_tells_the_time():
    def post(n):
        line = f"Posted on {when(n)} by {NAMES[n % 4]}"
        return f"""<div class="post" m="{n}"><div class="meta" f="time" v="{when(n)}">{line}</div>
          <div class="text" f="body">{WORDS[n % 5]}</div></div>"""

    pages = [marked("".join(map(post, numbers))) for numbers in ((0, 1, 2), (3, 4, 5))]
    for page in pages:
        for n, record in enumerate(page.records, 3 * pages.index(page)):
            node = record.fields["time"][0].node
            record.fields["author"] = [Mark(node, NAMES[n % 4])]
    template = induce_xpath(pages)
    assert [v["author"] for v, _ in seen(template, pages[1])] == ["dora", "anna", "bert"]


def test_articles_are_read():
    def page(n):
        return marked(
            f"""<div id="all" m="0"><div class="menu"><a href="/">home</a></div>
            <h1 f="title">{WORDS[n % 5]}</h1>
            <p class="meta">By <span class="by" f="author">{NAMES[n % 4]}</span>,
            <time f="time time_full@datetime" datetime="2024-03-0{n + 1}T10:00:00Z">{n + 1} March
            2024</time></p>
            <div class="story" f="body">{"".join(f"<p>{w}</p>" for w in WORDS[: n % 5 + 1])}</div>
            </div>""",
            "article",
        )  # fmt: skip

    pages = [page(n) for n in range(6)]
    template = induce_xpath(pages[:3])
    check(template, *pages)


def test_pages_of_another_template_give_nothing():
    template = induce_xpath([div_page(0, 1, 2), div_page(3, 4)])
    assert template.read(marked("<p>Nothing here</p>").sheet) == []
    assert seen(template, demo_pages("ledger", 0, 1)[0]) == []


def test_nothing_is_learnt_of_nothing():
    assert induce_xpath([]) is None
    assert induce_xpath([marked("<p>none</p>")]) is None


def test_one_page_with_one_record_is_enough():
    template = induce_xpath([div_page(0)])
    check(template, div_page(0))


def test_what_a_person_wrote_is_read():
    template = XPathTemplate.from_json(
        {
            "role": "thread",
            "records": "//div[@id='posts']/div[position() >= 1][.//span]",
            "fields": {
                "author": ".//a[last()]/text()",
                "time": {"path": ".//span[1]", "cut": "time"},
                "body": ["./p[2]", "div[@class='content' or @class='words']"],
                "post_id": {"path": "string(./@id)", "cut": {"after": "post_"}},
            },
            "required": "body",
        }
    )
    page = div_page(0, 1, 2)
    assert [b for _, b in seen(template, page)] == [b for _, b in told(page)]
    want = [{k: v[k] for k in ("author", "time", "post_id")} for v, _ in told(page)]
    assert [v for v, _ in seen(template, page)] == want


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"role": "shop"}, "no role"),
        ({"role": ["thread"]}, "no role"),
        ({"records": []}, "no records"),
        ({"records": [{"xpath": "//a"}]}, "not a path"),
        ({"records": "//a["}, "not an XPath"),
        ({"fields": {"price": ".//b"}}, "no field 'price'"),
        ({"fields": {"author": {"path": ".//b", "cut": "half"}}}, "no way to cut"),
        ({"fields": {"author": 3}}, "not a path"),
        ({"fields": [".//b"]}, "fields: not a mapping"),
        ({"required": ["body"]}, "required"),
    ],
)
def test_what_is_no_template_is_refused(change, message):
    data = {"role": "thread", "records": "//div", "fields": {"author": ".//b"}, **change}
    with pytest.raises(ValueError, match=message):
        XPathTemplate.from_json(data)


def test_a_template_needs_a_tree():
    template = induce_xpath([div_page(0, 1)])
    with pytest.raises(ValueError, match="tree"):
        template.read(Sheet("http://f.example/", None, "<html>"))


# Hostile pages -----------------------------------------------------------------------------


def test_no_more_records_are_read_than_any_page_has():
    template = induce_xpath([div_page(0, 1, 2), div_page(3, 4)])
    one = """<div class="post" id="post_1"><div class="head">
      <span class="date">Posted: 2024-03-01 10:00</span></div><div class="content">x</div></div>"""
    page = page_of(f"<html><body><div id='posts'>{one * 6000}</div></body></html>")
    assert len(template.read(Sheet(page.base_url, page.root))) == MAX_RECORDS


@pytest.mark.parametrize(
    "body",
    [
        "<div class='content'>" + "word " * 1_000_000 + "</div>",
        "<span class='date'>2024-03-01 10:00</span>" * 100_000,
        "2024-03-01 10:00<br>" * 100_000,
        "<tr><td class='dark'>2024-03-01 10:00</td></tr>" * 100_000,
    ],
    ids=["one-line", "times", "bare-times", "rows"],
)
@pytest.mark.parametrize("kind", ["div", "rows"])
def test_hostile_pages_are_read_or_not_but_come_to_an_end(body, kind):
    if kind == "div":
        template = induce_xpath([div_page(0, 1, 2), div_page(3, 4)])
        body = f'<div class="post" id="post_1">{body}</div>'
    else:
        template = induce_xpath(
            [
                marked(f"<table class='thread'>{''.join(map(row_post, r))}</table>")
                for r in ((0, 1), (2, 3))
            ]
        )
        body = f"<table class='thread'>{body}</table>"
    page = page_of(f"<html><body>{body}</body></html>")
    assert len(template.read(Sheet(page.base_url, page.root))) <= MAX_RECORDS


def test_records_in_records_in_records_come_to_an_end():
    template = induce_xpath(
        [
            marked(f"<ul id='comments'>{nested(0, nested(1, nested(2)))}{nested(4)}</ul>"),
            marked(f"<ul id='comments'>{nested(5)}{nested(6, nested(7))}</ul>"),
        ]
    )
    opening = "<li class='comment'><b class='who'>x</b><i class='date'>2024-03-01 10:00</i><ul>"
    page = page_of(f"<html><body><ul id='comments'>{opening * 3000}</ul></body></html>")
    assert len(template.read(Sheet(page.base_url, page.root))) <= MAX_RECORDS


# Any list of records is read by the template that was learnt on it --------------------------

posts = st.lists(
    st.tuples(st.booleans(), st.integers(0, 4), st.sampled_from(["", "<div class='sig'>x</div>"])),
    min_size=1,
    max_size=8,
)


@settings(max_examples=40, deadline=None)
@given(st.lists(posts, min_size=1, max_size=4), st.integers(0, 900))
def test_a_template_reads_the_pages_it_was_learnt_on(lists, start):
    pages = []
    for number, page in enumerate(lists):
        numbers = range(start + 10 * number, start + 10 * number + len(page))
        shown = [
            div_post(n, author=author, words=WORDS[w], extra=extra)
            for n, (author, w, extra) in zip(numbers, page, strict=True)
        ]
        pages.append(marked("<hr>".join(shown)))
    template = induce_xpath(pages)
    assert template is not None
    for page in pages:
        assert [b for _, b in seen(template, page)] == [b for _, b in told(page)]
        for (mine, _), (label, _) in zip(seen(template, page), told(page), strict=True):
            assert mine["time"] == label["time"]
            assert mine["post_id"] == label["post_id"]
            assert {**label, **mine} == mine or len(told(page)) < 3


def test_records_stand_in_page_order():
    page = div_page(*range(12))
    template = induce_xpath([page])
    order = [page.tree.number[bodies[0]] for _, bodies in seen(template, page)]
    assert all(a < b for a, b in pairwise(order))
