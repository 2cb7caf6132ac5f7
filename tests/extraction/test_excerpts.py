"""Pages with pieces of several threads, and pages of one thread that look like them."""

from __future__ import annotations

import pytest
from extraction_kit import NAMES, TIMES, WORDS, group_of, html_page


def piece(n, number, home):
    return f"""<div class="post" id="p{number}"><p class="intro"><b class="name">{NAMES[n]}</b>
    <time>{TIMES[n]}</time> <a href="{home}#{number}">No.</a><a href="{home}#q{number}">{number}</a>
    </p><div class="body">{WORDS[n]}</div></div>"""


def board(homes, start=501):
    return html_page("".join(piece(n, start + 3 * n, home) for n, home in enumerate(homes)))


def test_posts_of_several_threads_are_rows_of_a_list():
    homes = ["/b/res/501.html", "/b/res/501.html", "/b/res/480.html", "/b/res/480.html"]
    assert group_of(board(homes)).title_share == 1.0


@pytest.mark.parametrize(
    "homes",
    [
        # One thread; the numbers of its posts, each a page of its own; pages as others count.
        ["/b/res/501.html"] * 4,
        ["/p/501", "/p/504", "/p/507", "/p/510"],
        ["/thread-77/page-1", "/thread-77/page-1", "/thread-77/page-2", "/thread-77/page-2"],
        # Answers to two posts of the page, in turn.
        ["/a/1", "/a/2", "/a/1", "/a/2"],
    ],
)
def test_posts_of_one_thread_are_none(homes):
    assert group_of(board(homes)).title_share == 0.0


def test_what_was_written_last_is_known_by_the_titles_of_its_threads():
    def item(n, home, title):
        return f"""<li><h3><a href="/user/{n}">{NAMES[n]}</a> <time>{TIMES[n]}</time></h3>
        <div>Wrote an answer in <a href="/thread/{home}/?postID={71 - n}#post{71 - n}">{title}</a>
        </div><div class="said">{WORDS[n]}</div></li>"""

    threads = [("9-oil", "Which oil?"), ("4-lid", "My lid is lost"), ("7-tea", "What of tea?")]
    turns = [*threads, threads[0]]
    assert group_of(html_page("".join(item(n, *t) for n, t in enumerate(turns)))).title_share == 1.0
    dull = [(home, "link") for home, _ in turns]
    assert group_of(html_page("".join(item(n, *t) for n, t in enumerate(dull)))).title_share == 0.0


def card(n, href):
    return f"""<div class="card"><a href="{href}"><img src="/t/{n}.png"></a>
    <span>{TIMES[n]}</span><div class="said">{WORDS[n]}</div></div>"""


@pytest.mark.parametrize(
    ("kind", "share"),
    [("/b/res/{}.html", 1.0), ("/src/{}.png", 0.0), ("/user/{}", 0.0), ("/t/7", 0.0)],
)
def test_cards_are_told_by_the_pages_that_their_pictures_lead_to(kind, share):
    group = group_of(html_page("".join(card(n, kind.format(n)) for n in range(4))))
    assert (group.author_path, group.title_share) == (None, share)


def test_links_to_members_that_a_script_names_are_no_cards():
    html = "".join(card(n, f"/nuke.php?func=ucp&amp;uid={n + 40}") for n in range(4))
    assert group_of(html_page(html.replace('<img src="/t/', "<i title='"))).title_share == 0.0


def latest(threads):
    rows = "".join(
        f"""<li><p class="of"><a href="/talk/{thread}/#post-{90 - n}">Reply to: {thread}</a></p>
        <p class="said">{WORDS[n]}</p><p>by <a href="/people/{n}">{NAMES[n]}</a>,
        <span>{TIMES[n]}</span></p></li>"""
        for n, thread in enumerate(threads)
    )
    return f"<ul>{rows}</ul>"


OIL, LID, TEA = "which-oil-for-pans", "my-lid-is-lost", "what-of-tea"


def test_the_latest_post_of_each_of_several_threads_leads_to_its_thread():
    assert group_of(html_page(latest([OIL, LID, TEA]))).title_share == 1.0


def test_comments_with_titles_and_pages_of_their_own_are_of_one_thread():
    html = latest([OIL, LID, TEA])
    for n, name in enumerate([OIL, LID, TEA]):
        html = html.replace(f"/talk/{name}/#", f"/comment/{90 - n}#")
    assert group_of(html_page(html)).title_share == 0.0


@pytest.mark.parametrize(
    ("box", "share"),
    [
        ("<aside>%s</aside>", 1.0),
        ('<div class="left sidebar">%s</div>', 1.0),
        ('<div id="widget-area">%s</div>', 1.0),
        ('<div class="sidebar"><h1>Kettles</h1>%s</div>', 0.0),
        ("<div>%s</div>", 0.0),
    ],
)
def test_posts_in_the_margin_that_lead_to_one_thread_are_its_latest(box, share):
    assert group_of(html_page(box % latest([OIL] * 4))).title_share == share


@pytest.mark.parametrize(
    "href", ["#post-{}", "http://other.example/{}", "/one/{}#post-{}", "http://[/{}"]
)
def test_comments_in_the_margin_lead_to_their_own_page(href):
    html = latest([OIL] * 4)
    for n in range(4):
        html = html.replace(f"/talk/{OIL}/#post-{90 - n}", href.replace("{}", str(90 - n)))
    assert group_of(html_page(f"<aside>{html}</aside>")).title_share == 0.0


@pytest.mark.parametrize(
    ("links", "share"),
    [
        (["/topic/{}/The kettle boils over", "/topic/{}/A lid for all pots"], 1.0),
        (["/town/{}/Riverton", "/town/{}/Hilltop"], 0.0),
        (["http://other.example/{}/All my kettles", "http://away.example/{}/Lids and I"], 0.0),
    ],
)
def test_two_rows_with_words_of_others_are_headed_by_titles(links, share):
    def row(n):
        href, _, text = links[n].format(n).rpartition("/")
        return f"""<div><div><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
            <div><div><a href="{href}">{text}</a></div></div></div>
            <div><div><span>{TIMES[n]}</span></div><div>{WORDS[n] * 3}</div></div></div>"""

    assert group_of(html_page(f"<div>{row(0)}{row(1)}</div>")).title_share == share


TITLES = ["The kettle boils over", "A lid for all pots", "Tea without limescale", "Oil and water"]


@pytest.mark.parametrize(("place", "share"), [("", 1.0), ("#kettle-{}", 1.0), ("#p{}", 0.0)])
def test_a_row_can_lead_to_a_place_called_as_its_page_is(place, share):
    def row(n):
        return f"""<article><header><h2><a href="/kettle-{n}.html{place.format(n)}">{TITLES[n]}</a>
            </h2><p>Posted on {TIMES[n]}</p></header><div class="entry"><p>{WORDS[n]} …</p></div>
            </article>"""

    assert group_of(html_page("".join(map(row, range(4))))).title_share == share


@pytest.mark.parametrize(
    ("href", "share"),
    [("/ticket/{0}#comment:{0}1", 1.0), ("/reply/{0}31#c{0}31", 0.0), ("#c{}", 0.0)],
)
def test_changes_below_their_days_lead_to_places_on_other_pages(href, share):
    def day(n):
        title = f"<i>1{n}:20</i> The lid no. {n} is lost: updated by"
        link = f'<a href="{href.format(n)}">{title} <b class="author">{NAMES[n]}</b></a>'
        return f"<h2>03/1{n}/24:</h2><dl><dt>{link}</dt><dd>{WORDS[n]}</dd></dl>"

    assert group_of(html_page("".join(map(day, range(1, 4))))).title_share == share


@pytest.mark.parametrize(("again", "share"), [("Re: {}", 0.0), ("AW: {}", 0.0), ("{} again", 1.0)])
def test_answers_called_as_what_they_answer_are_no_rows(again, share):
    def post(n):
        title = again.format("Kettle boils over") if n else "Kettle boils over"
        return f"""<div class="post"><a href="/user/{n}">{"ann bert".split()[n]}</a>
        <h5><a href="/?msg={n + 60}">{title}</a></h5><span>2024-03-0{n + 4} 10:0{n}</span>
        <div class="text">{"The lid sits too tight, says my aunt. " * (n + 3)}</div></div>"""

    assert group_of(html_page(post(0) + post(1))).title_share == share


@pytest.mark.parametrize(
    ("label", "href", "share"),
    [
        ("最終投稿:", "/viewtopic.php?t=8{}", 1.0),
        ("Last post:", "/viewtopic.php?t=8{}", 1.0),
        ("Posted:", "/viewtopic.php?t=8{}", 0.0),
        ("Last post:", "/user/8{}", 0.0),
    ],
)
def test_two_titles_beside_the_times_of_last_posts_are_those_of_threads(label, href, share):
    html = "".join(
        f"""<div><h2><a href="{href.format(n)}">{title}</a></h2><p>{WORDS[n]}</p>
        <div>{label} {TIMES[n]}</div></div>"""
        for n, title in enumerate(["A gear", "Some tea"])
    )
    assert group_of(html_page(f"<h1>Pots</h1>{html}")).title_share == share


@pytest.mark.parametrize(
    ("title", "words", "share"),
    [
        ("夏から台所のストーブ", "山田屋", 1.0),
        ("The old kettle", "bert", 1.0),
        # Somebody with a long name says little.
        ("夏から台所", "山田屋さん", 0.0),
        ("Kettlewomanof1980", "It whistles, as mine does.", 0.0),
    ],
)
def test_two_titles_beside_cells_of_names_are_those_of_rows(title, words, share):
    html = "<table>{}</table>".format(
        "".join(
            f"""<tr><td><img src="/i/topic.gif"></td><td><a href="/t/36{n}">{title}{mark}</a></td>
            <td>{words}{mark}</td><td>2024-03-0{n + 3} 12:27</td></tr>"""
            for n, mark in enumerate("xy")
        )
    )
    assert group_of(html_page(html)).title_share == share


@pytest.mark.parametrize(
    ("clock", "listed"), [("9:24 a.m.", 0.0), ("14:03", 0.0), ("9:24 to Oban", 1.0)]
)
def test_the_time_of_a_day_heads_no_record(clock, listed):
    def record(n):
        said = clock.replace("24", f"2{n}").replace("03", f"0{n}")
        return f"""<div class="mail"><div class="from"><b class="name">{NAMES[n]}</b></div>
        <div class="at"><i class="d-none d-md-flex" title="{TIMES[n]}">{n + 4} Mar</i><i
        ><a href="/list/message/{n}x/">{said}</a></i></div>
        <div class="mail-body"><p>{WORDS[n]}</p></div></div>"""

    page = html_page("".join(map(record, range(4))))
    assert group_of(page).title_share == listed
