"""Posts that no box holds: signed where they end, plain letters, parted by rules."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    WORDS,
    column,
    group_of,
    html_page,
    page_of,
    posts_of,
    tree_of,
)

from fpcrawl.extraction.flow import Point, flow_of
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.walk.reading import read_structure


def signed(name, time, talk="talk"):
    return (
        f'<a href="/wiki/User:{name}" title="User:{name}"><i>{name}</i></a> '
        f'(<a href="/wiki/User_talk:{name}">{talk}</a>) {time} (UTC)'
    )


TALK = f"""<div id="content"><h1>Talk:Kettles</h1><div class="sub">From the wiki</div>
<div class="talk"><div class="head"><h2>Lids</h2><span>[<a href="/edit">edit</a>]</span>
<div>2 comments</div></div>
<p>See <a href="/wiki/Lid">the lid</a>.</p><ul><li>It boils over.</li></ul>
<p>{WORDS[0]} --{signed("Anna", "10:00, 4 March 2024")}<span>[<a role="button">reply</a>]</span></p>
<dl><dd>{WORDS[1]} {signed("Bert_B", "11:30, 4 March 2024")}
<dl><dd><p>{WORDS[2]}</p><p>Yes. {signed("Carla", "08:15, 5 March 2024")}</p></dd></dl></dd></dl>
<h2>Pots</h2><p>Nobody signed this.</p></div></div>
<ul><li>This page was last edited on 6 March 2024, at 19:45 (UTC).</li></ul>"""


def test_a_post_ends_where_it_is_signed():
    posts = posts_of(TALK)
    assert [(post.author, post.published, post.body_text) for post in posts] == [
        (
            "Anna",
            "2024-03-04T10:00+00:00",
            f"See the lid.\n\nIt boils over.\n\n{WORDS[0]}",
        ),
        ("Bert_B", "2024-03-04T11:30+00:00", WORDS[1]),
        ("Carla", "2024-03-05T08:15+00:00", f"{WORDS[2]}\n\nYes."),
    ]
    assert posts[0].author_url == "http://f.example/wiki/User:Anna"


def test_no_template_reads_what_ends_within_elements():
    tree = tree_of(TALK)
    group = find_posts(tree, LayoutBook())
    assert group is not None
    assert label_posts(tree, group) == []
    assert read_structure(tree.page, LayoutBook()).role == "thread"


@pytest.mark.parametrize(
    "line",
    [
        f"<p>{WORDS[0]} 10:00, 4 March 2024 (UTC)</p>",
        f'<p>{WORDS[0]} <a href="/wiki/Lid">here</a> 10:00, 4 March 2024 (UTC)</p>',
        f"<p>{signed('Anna', '10:00, 4 March 2024')} was the first to see it. {WORDS[0]}</p>",
    ],
)
def test_a_time_in_a_text_signs_nothing(line):
    group = group_of(html_page(line))
    assert group is None or group.posts[0].made is None


LETTERS = "".join(
    f"""<pre id=m{n}><a href="#e{n}">*</a> <b>Re: Lids</b>
From: {name} @ 2024-03-0{n} 10:00 UTC (<a href="/box/{n}/">permalink</a> / <a href="raw">raw</a>)
  To: users; +Cc: Carla

{words}

<span class="q">&gt; quoted
&gt; twice</span>

<a href="#m{n}" id=e{n}>^</a> <a href="/box/{n}/">permalink</a> <a href="raw">raw</a> [flat] 2
</pre><hr>"""
    for n, name, words in ((4, "Ann Lee", WORDS[0]), (5, "Bert Bo", WORDS[1]))
)


def test_letters_of_a_thread_can_be_plain_text():
    posts = posts_of(html_page(LETTERS))
    assert column(posts, "author") == ["Ann Lee", "Bert Bo"]
    assert column(posts, "published") == ["2024-03-04T10:00+00:00", "2024-03-05T10:00+00:00"]
    assert column(posts, "body_text") == [f"{w}\n\n> quoted\n> twice" for w in WORDS[:2]]


def test_letters_of_plain_text_can_be_indented_as_answers():
    first, second, _ = LETTERS.split("<hr>")
    answer = f"<ul><li>{first}<ul><li>{second}</li></ul></li></ul>"
    assert column(posts_of(html_page(answer)), "author") == ["Ann Lee", "Bert Bo"]


def test_many_lines_above_a_letter_can_lead_to_those_around_it():
    around = "".join(f'  2024-03-0{n} 10:00 ` <a href="#m{n}">Carla</a>\n' for n in range(1, 10))
    posts = posts_of(html_page(LETTERS.replace("From: Bert", f"{around}From: Bert")))
    assert column(posts, "author") == ["Ann Lee", "Bert Bo"]


NAV = '[<a href="?m=1">prev in list</a>] [next in list]'
LETTER = f"""<pre>
{NAV}
<font size="+1">
List:    <a href="?l=lids">lids</a>
Subject: <a href="?t=1">Lids</a>
From:    <a href="?a=1">Ann Lee &lt;ann () lids ! example&gt;</a>
Date:    <a href="?b=202403">2024-03-04 10:00:00</a>
</font>
{WORDS[0]}

<a href="http://f.example/x">http://f.example/x</a>
{NAV}
</pre>"""


def test_a_letter_can_be_one_plain_text_with_its_head():
    (post,) = posts_of(html_page(LETTER))
    assert (post.author, post.published) == ("Ann Lee", "2024-03-04T10:00:00+00:00")
    assert post.body_text == f"{WORDS[0]}\n\nhttp://f.example/x"


def test_a_letter_shown_in_a_post_is_none():
    group = group_of(html_page(f'<div class="post"><b>anna</b> 2024-03-06 10:00{LETTER}</div>'))
    assert group is None or all(post.made is None for post in group.posts)


def message(head, words, answers=""):
    return html_page(f"""<h1>Lids</h1><hr><center>[ <a href="#f">Follow Ups</a> ]</center><hr><p>
{head}<p>
In Reply to: <a href="1.html">Lids</a> posted by Zoe on March 02, 1999 at 19:53:00:<p>
{words}<br><hr><a name="f">Follow Ups:</a><ul><li><a href="3.html">Re: Lids</a> <b>Carla</b>
<i>March 09, 1999 at 10:00:00</i></ul><hr>{answers}<form><textarea>{words}</textarea></form>""")


@pytest.mark.parametrize("name", ["Ann Lee", '<a href="mailto:ann@f.example">Ann Lee</a>'])
def test_a_message_can_stand_loose_between_rules(name):
    head = f"Posted by {name} on March 04, 1999 at 10:00:00:"
    (post,) = posts_of(message(head, f"{WORDS[0]}<p>{WORDS[1]}"))
    assert (post.author, post.published) == ("Ann Lee", "1999-03-04T10:00:00+00:00")
    assert post.body_text == f"{WORDS[0]}\n\n{WORDS[1]}"


@pytest.mark.parametrize(
    "below", ["", '<div><a href="?p=2">»</a></div><p><a href="/t/8">« Pots and pans</a></p>']
)
def test_posts_can_stand_loose_between_rules(below):
    html = "<h1>Lids</h1><hr>" + "<hr>".join(
        f'<a name="{n}"></a><b>{name}</b> schrieb am 0{n}.03.2024 um 10:00 Uhr:<br><br>{words}'
        for n, name, words in ((4, "anna", WORDS[0]), (5, "bert", f"Ja.<br>{WORDS[1]}"))
    )
    posts = posts_of(html_page(f"{html}{below}<form>Name: <input></form>"))
    assert column(posts, "author") == ["anna", "bert"]
    assert column(posts, "body_text") == [WORDS[0], f"Ja.\n{WORDS[1]}"]


OLD = "<hr><a name='p{}'></a><b>{}</b>{} 0{}.03.2024 10:00<br>{}"
PAGES = '<div class="x">1 <a href="?t=1&amp;page=2">2</a></div>'
ADVERT = '<div class="y">Anzeige: <a href="http://shop.example/">Bolts</a></div>'


@pytest.mark.parametrize("sign", ["", ":"])
def test_a_post_can_stand_alone_below_a_rule(sign):
    (post,) = posts_of(html_page("<h1>Lids</h1>" + OLD.format(4, "anna", sign, 4, WORDS[0])))
    assert (post.author, post.body_text) == ("anna", WORDS[0])


def test_an_attribute_can_tell_the_time_of_a_post_below_a_rule():
    name = '<a href="/u/5"><img src="5.png"></a> <a href="/u/5">anna</a>'
    time = '<abbr title="2024-03-04 10:00">35 days ago</abbr>'
    html = f"<h1>Lids</h1><hr><a name='p4'></a>{name} {time}<br><p>{WORDS[0]}</p><p>{WORDS[1]}</p>"
    (post,) = posts_of(html_page(html))
    assert (post.author, post.published) == ("anna", "2024-03-04T10:00+00:00")
    assert post.body_text == f"{WORDS[0]}\n\n{WORDS[1]}"


@pytest.mark.parametrize("tag", ["span", "time"])
def test_names_between_rules_can_stand_in_elements_as_times_do(tag):
    post = f"<hr><a name='p{{}}'></a><span>{{}}</span> <{tag}>{{}}</{tag}><br><div>{{}}</div>"
    html = "".join(post.format(n, NAMES[n], TIMES[n], WORDS[n]) for n in range(4))
    posts = posts_of(html_page(f"<div><h1>Lids</h1>{html}</div>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_table_at_the_end_of_a_post_between_rules_is_of_its_words():
    table = "<table><tr><td>Lids</td><td>75</td></tr><tr><td>Pots</td><td>83</td></tr></table>"
    posts = [OLD.format(n, NAMES[n], "", n, f"<p>{WORDS[n]}</p>{table}") for n in range(2)]
    for post in posts_of(html_page(f"<h1>Lids</h1>{''.join(posts)}")):
        assert post.body_text.split()[-4:] == ["Lids", "75", "Pots", "83"]


@pytest.mark.parametrize("times", [TIMES, ["5 days ago", "4 days ago", "yesterday", "3 hours ago"]])
def test_names_between_rules_can_stand_loose_behind_the_place_of_the_post(times):
    post = "<hr><a name='p{}'></a>{} <span>{}</span><br><p>{}</p>"
    html = "".join(post.format(n, NAMES[n], times[n], WORDS[n]) for n in range(4))
    posts = posts_of(html_page(f"<h1>Lids</h1>{html}"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_where_somebody_is_from_may_stand_behind_the_time_between_rules():
    post = "<hr><a name='p{}'></a><b>{}</b> <i>{}</i> <span>from Old Lathe</span><br>{}"
    html = "".join(post.format(n, NAMES[n], TIMES[n], WORDS[n]) for n in range(4))
    share = '<div>Share: <a href="/s?a">Here</a> | <a href="/s?b">There</a></div>'
    foot = '<p class="nb"><a href="/t/8">« Lids of old</a> | <a href="/t/9">» Pots</a></p>'
    posts = posts_of(html_page(f"<h1>Lids</h1>{PAGES}{html}{share}{PAGES}{foot}"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_pages_and_advertisements_between_rules_are_no_words_of_posts():
    first = OLD.format(4, "anna", "", 4, WORDS[0])
    second = OLD.format(5, "bert", "", 5, f"{WORDS[1]}<div>Yes: that.</div>")
    posts = posts_of(html_page(f"<h1>Lids</h1>{PAGES}{first}{ADVERT}{second}{PAGES}"))
    assert column(posts, "body_text") == [WORDS[0], f"{WORDS[1]}\nYes: that."]


def test_what_is_attached_between_rules_is_no_word_of_a_post():
    file = '<div>Attached: <a href="/d?f=1">plan.pdf</a> (34 KB, 12 downloads)</div>'
    first = OLD.format(4, "anna", "", 4, f"<div>{WORDS[0]}</div>{file}")
    second = OLD.format(5, "bert", "", 5, f"<div>{WORDS[1]}</div>{file}<div>See there.</div>")
    third = OLD.format(6, "carla", "", 6, f"<div>{WORDS[2]}{file}</div>")
    posts = posts_of(html_page(f"<h1>Lids</h1>{first}{second}{third}"))
    assert posts[0].body_text == WORDS[0]
    assert posts[1].body_text.endswith("See there.")
    assert posts[2].body_text == WORDS[2]


def test_lists_and_tables_between_rules_are_words_unless_they_lead_elsewhere():
    quote = f"<table><tr><td>{WORDS[0]}</td></tr></table>{WORDS[2]}"
    links = '<ul><li><a href="?t=8">Re: Lids</a></li></ul>'
    posts = (f"{WORDS[0]}<ul><li>Pots</li></ul>", f"<div>{quote}</div>", f"{WORDS[3]}{links}")
    names = ("anna", "bert", "carla")
    html = (OLD.format(n, names[n], "", n + 4, words) for n, words in enumerate(posts))
    foot = "<table><tr><td>Runs on old scripts</td></tr></table>"
    read = posts_of(html_page(f"<h1>Lids</h1>{''.join(html)}{foot}"))
    assert column(read, "author") == list(names)
    texts = [f"{WORDS[0]}\n\nPots", f"{WORDS[0]}\n\n{WORDS[2]}", WORDS[3]]
    assert column(read, "body_text") == texts


def test_the_time_of_a_post_below_a_rule_can_lead_to_it():
    name, time = '<b><a href="/u/{0}">{0}</a></b>', '<a href="#p{0}">0{0}.03.2024 10:00</a>'
    html = "<hr>".join(
        f'<a name="p{n}"></a>{name.format(who)} {time.format(n)}<br>{words}'
        for n, who, words in ((4, "anna", WORDS[0]), (5, "bert", WORDS[1]))
    )
    like = '<table><tr><td><a href="/t/8">Pots and pans</a></td><td>ann</td></tr></table>'
    posts = posts_of(html_page(f"<h1>Lids</h1><hr>{html}<h4>Like it</h4>{like}"))
    assert column(posts, "author") == ["anna", "bert"]
    assert column(posts, "body_text") == WORDS[:2]


def test_the_first_post_can_have_no_rule_above():
    line = "<p><b>{}</b> 0{}.03.2024 10:00</p><div>{}</div>"
    posts = [line.format("anna", 4, WORDS[0]), line.format("bert", 5, WORDS[1])]
    page = html_page(f"<h2>Lids</h2>{'<hr>'.join(posts)}")
    assert column(posts_of(page), "author") == ["anna", "bert"]
    welcome = "<div>Hello <b>carla</b>, seen 06.03.2024 10:00</div><div>You have no letters.</div>"
    page = html_page(f"{welcome}<hr>{'<hr>'.join(posts)}")
    assert column(posts_of(page), "author") == ["anna", "bert"]


def test_lines_are_cut_where_they_begin_and_end():
    tree = tree_of(
        "<div>one <b>two<img src=x> three</b><br><br>four</div><script>x</script><p>five"
    )
    flow = flow_of(tree)
    assert [(line.text, line.gap) for line in flow.lines] == [
        ("one two three", False),
        ("four", True),
        ("five", False),
    ]
    made = flow.cut(0, Point(1, 1), flow.lines[1].stop)
    assert "".join(made.itertext()) == "wo threefour"
    assert made.find(".//b/img") is not None


def test_pages_without_a_closing_time_are_left_alone():
    page = page_of(html_page("<p>Nothing.</p><hr><p>At all.</p>"))
    assert read_structure(page, LayoutBook()).posts is None


def test_where_somebody_is_from_is_no_name_where_that_stands_loose():
    post = "<hr><a name='p{}'></a>{} <span>{}</span> <span>from Old Lathe</span><br><p>{}</p>"
    html = "".join(post.format(n, NAMES[n], TIMES[n], WORDS[n]) for n in range(4))
    posts = posts_of(html_page(f"<h1>Lids</h1>{html}"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(("sign", "kept"), [("", False), ("@", True)])
def test_members_behind_a_label_between_rules_read_what_stands_above(sign, kept):
    links = ", ".join(f'<a href="/members/{n}">{sign}{NAMES[n]}</a>' for n in (0, 1, 2))
    html = "".join(OLD.format(n, NAMES[n], "", n + 1, f"<p>{WORDS[n]}</p>") for n in range(2))
    posts = posts_of(html_page(f"<h1>Lids</h1>{html}<div>Seen by: {links}</div>"))
    assert posts[0].body_text == WORDS[0]
    assert ("Seen by" in posts[1].body_text) is kept


def test_day_and_hour_in_a_link_behind_a_loose_name_between_rules():
    post = """<hr><a name='p{0}'></a>{1} <a href="#p{0}"><span>{2}</span> <span>{3}</span></a>
    <br><div><p>{4}</p></div>"""
    shown = [post.format(n, NAMES[n], *TIMES[n].split(), WORDS[n]) for n in range(4)]
    posts = posts_of(html_page(f"<h1>Lids</h1>{''.join(shown)}"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_ages_in_links_to_posts_between_rules_are_their_times():
    post = """<hr><a name='p{0}'></a><b>{1}</b>: <a href="#p{0}"><span title="{2}">3 days ago</span>
        </a> <span>from Old Lathe</span><br>{3}"""
    made = (post.format(n + 71, NAMES[n], TIMES[n], WORDS[n]) for n in range(3))
    posts = posts_of(html_page(f"<div>{''.join(made)}</div>"))
    assert column(posts, "author") == NAMES[:3]
    assert column(posts, "published") == [f"{time.replace(' ', 'T')}+00:00" for time in TIMES[:3]]
    assert column(posts, "body_text") == WORDS[:3]


def test_the_hour_in_an_element_behind_the_day_is_no_word_of_what_stands_behind_it():
    def letter(n):
        day, hour = "Monday, March 4, 2024", f"1{n}:30"
        return f"""<div id="p{n + 71}"><b>Author</b> by <strong>{NAMES[n]}</strong><br>
            <b>Subject:</b> Lids<br><b>Date:</b> <span>{day}</span> <span>{hour}</span><br><br>
            {WORDS[n]}</div>"""

    posts = posts_of(html_page("<hr>".join(map(letter, range(4)))))
    assert column(posts, "author") == NAMES
    assert column(posts, "published") == [f"2024-03-04T1{n}:30+00:00" for n in range(4)]
    assert column(posts, "body_text") == WORDS
