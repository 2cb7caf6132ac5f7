"""Letters in archives of mailing lists, which stand in the page itself."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    WORDS,
    div_post,
    div_thread,
    html_page,
    page_of,
    posts_of,
    records_of,
    rows,
)

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.reading import read_structure

LETTER = """<h1>[Users] Which oil?</h1>
<b>Ann Becker</b>
<a href="mailto:users%40lists.example?In-Reply-To=%3C1%40x%3E" title="[Users] Which oil?">ann at
 example.org</a><br>
<i>Mon Oct 19 17:12:44 UTC 2026</i>
<p><ul><li>Previous message: <a href="000025.html">[Users] Firmware</a></li>
<li><b>Messages sorted by:</b> <a href="date.html#26">[ date ]</a></li></ul><hr>
<pre>Hello all,

which oil does a kettle want?
</pre>
<hr><p><ul><li>Next message: <a href="000027.html">[Users] Which oil?</a></li></ul><hr>
<a href="/listinfo/users">More information about the Users mailing list</a>"""


def test_a_letter_has_a_writer_a_time_and_words():
    (post,) = records_of(html_page(LETTER), "thread")
    assert (post.author, post.published) == ("Ann Becker", "2026-10-19T17:12:44+00:00")
    assert post.body_text == "Hello all,\n\nwhich oil does a kettle want?"


@pytest.mark.parametrize("wrong", ["<b>From:</b>", "<b></b>", "<code>Ann Becker</code>"])
def test_where_no_name_is_told_the_address_stands_for_it(wrong):
    html = html_page(LETTER.replace("<b>Ann Becker</b>", wrong))
    assert [post.author for post in posts_of(html)] == ["ann at example.org"]


def test_a_time_above_code_or_a_notice_is_no_letter():
    assert records_of(html_page("<p>From 2024-03-04 10:00 on:</p><pre></pre>"), "thread") == []
    assert records_of(html_page("<pre>It began on 2024-03-04 10:00.</pre>"), "thread") == []


def test_the_bounds_of_a_month_are_nobodys_words():
    html = html_page(
        """<h1>October archive</h1><p><b>Starting:</b> <i>Sat Oct 3 16:44:11 UTC 2026</i><br>
        <ul><li><a href="1.html">[Users] Which oil?</a> <i>Ann Becker</i></li></ul>
        <p><b>Archived on:</b> <i>Sat Oct 31 22:51:44 UTC 2026</i>
        <ul><li><b>Messages sorted by:</b> <a href="date.html">[ date ]</a></li></ul>"""
    )
    assert not {"Starting:", "Archived on:"} & {post.author for post in posts_of(html)}


HEAD = """<h1>Which oil?</h1><hr><ul><li><em>Subject</em>: Which oil?</li>
<li><em>From</em>: Ann Becker &lt;<a href="mailto:a@x">ann@x</a>&gt;</li>
<li><em>Date</em>: Mon, 19 Oct 2026 17:12:44 +0200</li></ul><hr>
<p>Hello all,</p><p>which oil does a kettle want?</p>
<hr><ul><li>Follow-Ups:<ul><li><a href="msg2.html">Re: Which oil?</a><ul><li>From: Bo</li></ul></li>
<li><a href="msg3.html">Re: Which oil?</a></li><li><a href="msg4.html">Re: Oil</a></li></ul></ul>"""


def test_a_letter_stands_below_the_lines_of_its_head():
    (post,) = records_of(html_page(HEAD), "thread")
    assert (post.author, post.published) == ("Ann Becker", "2026-10-19T17:12:44+02:00")
    assert post.body_text == "Hello all,\nwhich oil does a kettle want?"
    assert read_structure(page_of(html_page(HEAD)), LayoutBook()).role == "thread"


@pytest.mark.parametrize(
    ("sender", "author"),
    [
        ("ann@x.example (Ann Becker)", "Ann Becker"),
        ('"Ann Becker"', "Ann Becker"),
        ("ann@x", "ann@x"),
    ],
)
def test_the_writer_of_a_letter(sender, author):
    html = HEAD.replace('Ann Becker &lt;<a href="mailto:a@x">ann@x</a>&gt;', sender)
    assert [post.author for post in posts_of(html_page(html))] == [author]


ROW = "<b><a href='msg0000{0}.html'>[users] Re: Which oil?</a></b>, <em>{1}, 10/{0}/2026</em>"
OWN = "<b>[users] Re: Which oil?</b>, <em>Ann Becker, 10/19/2026</em>"


@pytest.mark.parametrize(
    "below",
    [
        "",
        f"<hr><ul><li>{OWN}</li></ul>",
        f"<hr><ul><li>{ROW.format(3, 'Bo')}<ul><li>{OWN}</li></ul></li></ul>",
        # Lists that are closed too often.
        f"<hr><ul><li>{ROW.format(3, 'Bo')}</ul></ul><li>{OWN}<ul><li>{ROW.format(5, 'Eva')}",
    ],
)
@pytest.mark.parametrize(
    "words", ["me too", "Hello all,<br>\n<br>\nwhich oil? On 3 May I had one."]
)
def test_the_words_of_a_letter_can_stand_loose_below_the_box_of_its_head(words, below):
    html = html_page(
        f"""<h1>Lists of a town</h1><div id="main"><h2>users@lists.example</h2><div>
        <h2>[users] Re: Which oil?</h2><p><a href="mail1.html">Chronological</a></p></div>
        <div><div class="block"><ul><li><strong>From</strong>: Ann Becker &lt;ann@x&gt;</li>
        <li><strong>Subject</strong>: [users] Re: Which oil?</li>
        <li><strong>Date</strong>: Mon, 19 Oct 2026 17:12:44 +0200</li></ul></div><hr>
        {words}<br><br>{below}</div></div>""",
        "users@lists.example - archive",
    )
    url = "https://lists.example/arc/users/2026-10/msg00004.html"
    (post,) = records_of(html, "thread", url=url)
    assert (post.author, post.published) == ("Ann Becker", "2026-10-19T17:12:44+02:00")
    assert post.body_text == words.replace("<br>\n", "\n")
    assert read_structure(page_of(html, url), LayoutBook()).title == "[users] Re: Which oil?"


def test_an_archive_tells_below_a_letter_when_it_came():
    foot = """<p><i>Received on</i> Monday, 19 October 2026 17:12:48 UTC</p><hr>
        <p class="by">This archive was generated by a script : Tue, 20 October 2026 08:00 UTC</p>"""
    letter = HEAD.format('<a href="mailto:ann@example.org">Ann Becker</a>')
    (post,) = records_of(html_page(letter.rpartition("<hr>")[0] + foot), "thread")
    (bare,) = records_of(html_page(letter), "thread")
    assert (post.author, post.published) == (bare.author, bare.published)
    assert post.body_text == bare.body_text


def test_a_letter_that_somebody_shows_is_not_what_a_page_is_about():
    posts = posts_of(html_page(rows(lambda n: div_post(n, words=HEAD if n == 1 else WORDS[n]))))
    assert [post.author for post in posts] == NAMES


def test_quotation_marks_around_a_name_are_none_of_it():
    assert {post.author for post in posts_of(div_thread(name="&quot;Ann Becker&quot;"))} == {
        "Ann Becker"
    }


MORE = """<p><ul><li>Previous message (by thread): <a href="25.html">[Users] Firmware</a></li>
<li><b>Messages sorted by:</b> <a href="date.html#26">[ date ]</a></li></ul>"""


def test_what_leads_on_above_and_below_a_letter_is_not_its_words():
    words = "Has anyone tried the other one?\nMine is empty."
    html = html_page(
        f"""<h1>[Users] Which oil?</h1><b>Ann Becker</b><br>
        <i>Mon Oct 19 17:12:44 UTC 2026</i>{MORE}<hr><pre>{words}</pre><hr>{MORE}<hr>"""
    )
    (post,) = records_of(html, "thread")
    assert (post.author, post.body_text) == ("Ann Becker", words)


def test_lists_of_letters_between_the_dates_of_a_month_are_rows():
    letters = "".join(
        f"<li><a href='{n:06}.html'>[Users] Which oil and which kettle?</a>"
        f"<i>{NAMES[n % len(NAMES)]} of Upper Kettlewick</i></li>"
        for n in range(9)
    )
    html = html_page(
        f"""<h1>October archive by date</h1>
        <p><b>Starting:</b> <i>Sat Oct 3 16:44:11 UTC 2026</i><br><p><ul>{letters}</ul>
        <p><b>Ending:</b> <i>Sat Oct 31 22:51:44 UTC 2026</i><br>{MORE}"""
    )
    reading = read_structure(page_of(html), LayoutBook())
    assert reading.posts.title_share == 1.0
    assert max(reading.scores, key=reading.scores.get) == "index"
