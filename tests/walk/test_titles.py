"""What a page calls the thing it shows."""

from __future__ import annotations

import pytest
from extraction_kit import html_page, page_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.templates.grouping import group_of_reading
from fpcrawl.extraction.templates.model import ReadRecord
from fpcrawl.extraction.tree import PageTree
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.walk import sitenames
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.titles import find_title, names_on_start_page

HOST = "http://f.example"
HOME = '<a href="/index.php">Kettleworks Index</a>'
INDEX = '<a href="/">Index</a>'
BOARD = '<a href="/board.php?b=4">Small pots</a>'


def title_of(title, body, path="/topic.php?t=5"):
    tree = build_tree(page_of(html_page(body, title), HOST + path))
    return find_title(tree, len(tree.nodes))


def test_a_sign_with_no_name_ahead_is_no_part_of_a_title():
    assert title_of(" - Small pots - Kettleworks", HOME) == "Small pots"
    assert title_of("- Small pots?", "<h1>- Small pots?</h1>") == "- Small pots?"


def test_what_a_title_is_adorned_with_is_its_own():
    assert title_of("-*- Small pots | Kettleworks", HOME) == "-*- Small pots"


@pytest.mark.parametrize(
    ("title", "body", "found"),
    [
        # A heading, though the site's name heads the page as well.
        ("Works: Pots hum", '<h1><a href="/">Works</a></h1><h3>Pots hum</h3>', "Pots hum"),
        # A title with a dash in it, whole in an element of the page.
        (
            "No kettle for tea - please help",
            "<b>No kettle for tea - please help</b>",
            "No kettle for tea - please help",
        ),
        (
            "Lids - where are they? - Small pots - Kettleworks",
            f"{HOME} {BOARD} <b>Lids - where are they?</b>",
            "Lids - where are they?",
        ),
        # The site's name first.
        (
            "Kettleworks :: View topic - Lids, where are they?",
            f"{HOME} {BOARD} <a href='/topic.php?t=5&start=0'>Lids, where are they?</a>",
            "Lids, where are they?",
        ),
        ("Kettleworks - Small pots - Lids", f"{HOME} {BOARD} <b>Lids</b>", "Lids"),
        # No space before the name of the site.
        ("Lids for pots-Works", '<a href="/">Works</a><h4>Lids for pots</h4>', "Lids for pots"),
        (
            "Lids for pots - which?-Works",
            '<a href="/">Works</a><h1>Lids for pots - which?</h1>',
            "Lids for pots - which?",
        ),
        ("My kettle-Works", "<a href='/works'>Works</a>", "My kettle-Works"),
        # On a site called "Works" such a word can end a title, too.
        ("In the water-Works", '<a href="/">Works</a>', "In the water-Works"),
        (
            "In the water-Works",
            '<a href="/">Works</a><h1>In the water-Works</h1>',
            "In the water-Works",
        ),
        # The software is named behind it, and on the page a label stands before it.
        (
            "Kettleworks - Small pots - Lids - Powered by BoardKit",
            f"{HOME.replace(' Index', '')} {BOARD} <p>Words</p>",
            "Lids",
        ),
        (
            "Kettleworks - Small pots - Lids - where are they?",
            f"{HOME.replace(' Index', '')} {BOARD} <td>Subject: Lids - where are they?</td>",
            "Lids - where are they?",
        ),
        ("Kettleworks :: View topic - Lids", HOME, "Lids"),
        ("Small pots - Lids", f"{BOARD} <p>Words</p>", "Small pots"),
        ("水壶漏水-厨房-水壶社区", "<span>水壶漏水</span><a href='/b?f=3'>厨房</a>", "水壶漏水"),
        ("Lids - Kettleworks", "<p>Words</p>", "Lids"),
        # The site's name heads the page, its own name stands there with a word before it.
        ("Lids_Works", "<div><b>Works</b></div><h3>Topic: Lids</h3>", "Lids"),
        ("Kettleworks", HOME, "Kettleworks"),
        # The start page is shown by a script that is asked for it.
        (
            "Kettleworks -> Lids for pots",
            "<a href='/index.php?act=idx'>Kettleworks</a><div><b>Lids for pots</b></div>",
            "Lids for pots",
        ),
        ("水壶社区--水壶漏水", "<a href='/'>水壶社区</a><b>水壶漏水</b>", "水壶漏水"),
        # A heading that is a link to the board, and one that is all of the title.
        (
            "Lids for pots - Small pots - Kettleworks",
            "<h2><a href='/board.php?b=4'>Small pots</a></h2><div>Lids for pots</div>",
            "Lids for pots",
        ),
        (
            "Lids for pots > Small pots",
            "<h2>Lids for pots > Small pots</h2><h2><b>Lids for pots</b></h2>",
            "Lids for pots",
        ),
        ("", "<p>Words</p>", ""),
    ],
)
def test_titles(title, body, found):
    assert title_of(title, body) == found


@pytest.mark.parametrize(
    ("path", "home"),
    [
        ("/b/board.pl?num=5", "/b/board.pl"),
        ("/b/board.php/topics/5/lids", "/b/board.php"),
        ("/b/topic.php?t=5", "/b/index.php"),
        ("/b/topic.php?t=5", "/"),
    ],
)
def test_the_text_of_the_link_home_is_no_title(path, home):
    body = f'<a href="{home}">Kettleworks</a><p>Words</p>'
    assert title_of("Kettleworks - Lids", body, path) == "Lids"
    assert title_of("Kettleworks - Lids", body, "/index.php") == "Kettleworks"


def test_the_sites_name_in_a_heading_is_not_that_of_a_page():
    head = '<h1><a href="/index.php">Kettleworks</a></h1>'
    crumb = '<ul class="crumbs"><li><a href="/topic.php?t=5">Pots hum</a></li></ul>'
    assert title_of("Pots hum (Page 3) / Small pots / Kettleworks", head + crumb) == "Pots hum"
    assert title_of("Small pots - Kettleworks", head) == "Small pots"
    assert title_of("Kettleworks", head) == "Kettleworks"


def test_what_stands_in_the_records_names_none():
    tree = build_tree(
        page_of(html_page("<p>Lids - at last</p>", "Lids - at last"), HOST + "/t?t=5")
    )
    assert find_title(tree, 0) == "Lids"


def test_the_heading_in_the_box_of_an_opening_post_is_its_title():
    title = "Lids for pots - a report after one year"
    box = f"""<div class="topic"><h1><a href="/board.php?b=4">Small pots</a> <b>{title}</b></h1>
        <i class="author">zoe</i> <time>2024-03-04 10:00</time><div class="text">The lids are
        still as good as new, and so are the pots.</div></div>"""
    page = page_of(html_page(box, f"{title} - Kettleworks"), HOST + "/topic.php?t=5")
    assert read_structure(page, LayoutBook()).title == title


def test_the_heading_in_the_box_of_an_opening_post_is_the_title_where_a_template_reads_it():
    name = "Lids for pots - a report"
    box = f"""<div class="header"><h1>Kettleworks</h1></div><div class="post"><h1>{name}</h1>
        <h3>By zoe on 2024-03-04 10:00</h3><div class="text">The lids are as good as new.</div>
        </div>"""
    page = page_of(html_page(box, f"Kettleworks: {name}"), HOST + "/topic/5")

    def read(tree):
        (post,), (text,) = (page.root.find_class(name) for name in ("post", "text"))
        record = ReadRecord({"time": "2024-03-04 10:00", "author": "zoe"}, [text])
        return group_of_reading(tree, [post], [record])

    reading = read_structure(page, LayoutBook(), read)
    assert (reading.posts.known, reading.title) == (True, name)


def test_a_link_to_the_board_in_the_midst_of_a_title_is_not_what_is_shown():
    title = "Lids that hum_Small pots_Kettleworks"
    assert title_of(title, f'<h3 class="nav">{BOARD}</h3>') == "Lids that hum"
    assert title_of(title, "<b>Small pots</b>") == "Small pots"
    crumb = '<a href="/topic.php?t=5&amp;page=2">Small pots</a>'
    assert title_of(title, crumb) == "Small pots"


def test_of_two_main_headings_the_second_names_what_is_shown():
    title = "Forum of pots: A kettle that hums"
    first, second = "<h1>Forum of pots</h1>", "<h1>A kettle that hums</h1>"
    assert title_of(title, first + second) == "A kettle that hums"
    assert title_of(title, first) == "Forum of pots"
    assert title_of("A kettle - Works", "<h1>A kettle</h1>") == "A kettle"
    tree = build_tree(page_of(html_page(first + second, title), HOST + "/t?t=5"))
    assert find_title(tree, tree.number[tree.page.root.findall(".//h1")[1]]) == "Forum of pots"


@pytest.mark.parametrize("mark", [" > ", " | ", " - "])
def test_a_heading_with_the_boards_name_behind_it_is_parted_where_both_are_headings(mark):
    title, body = f"Which lid{mark}Kitchen{mark}Works", f"<h1>Which lid{mark}Kitchen</h1>"
    assert title_of(title, f"{body}<h2>Kitchen</h2><h2>Which lid</h2>") == "Which lid"
    assert title_of(title, f"{body}<h2>Which lid</h2>") == f"Which lid{mark}Kitchen"


def test_a_title_that_begins_with_the_board_ends_with_what_is_shown():
    title, board = "Kitchen - Which lid", '<h1><a href="/board.php?b=4">Kitchen</a></h1>'
    own = '<h1><a href="/topic.php?t=5">Which lid</a></h1>'
    assert title_of(title, f"{own}<p>Words.</p>{board}") == "Which lid"
    # The second page of a thread that leads to its first.
    first = '<h1><a href="/topic.php?t=5">Kitchen</a></h1><h2>Which lid</h2>'
    assert title_of(title, first, "/topic.php?t=5&page=2") == "Kitchen"
    # A heading that leads nowhere is what it heads.
    assert title_of(title, f"{own}<p>Words.</p><h1>Kitchen</h1>") == "Kitchen"


def test_what_several_posts_answer_is_the_title_where_no_heading_says_it():
    posts = "".join(f"<div><p hidden>RE:【Lids】 for pots</p>It fits {n}</div>" for n in range(3))
    title = "【Lids】 for pots @Small pots board - Kettleworks"
    assert title_of(title, posts) == "【Lids】 for pots"
    assert title_of(title, "<p>RE:【Lids】 for pots</p>") == "【Lids】 for pots @Small pots board"


def test_a_heading_that_links_to_the_page_goes_before_one_that_names_the_site():
    title, site = "Works • View topic - Lids", "<h1>Works</h1><p>All about pots</p>"
    own = '<h2><a href="/topic.php?t=5">Lids</a></h2>'
    assert title_of(title, site + own) == "Lids"
    assert title_of(title, site + own, "/topic.php?t=5&start=15") == "Lids"
    assert title_of(title, site + own.replace("t=5", "t=6")) == "Works"
    # What stands within the name of the thing itself is no name beside it.
    assert title_of("Lids that hum - Works", f"<h1>Lids that hum</h1>{own}") == "Lids that hum"


def test_a_heading_that_leads_to_the_board_is_none_where_no_number_tells_the_page():
    board = '<h1><a href="/r/pots/">pots</a></h1>'
    assert (
        title_of("Which lid : pots", f"{board}<b>Which lid</b>", "/r/pots/x1a/lid/") == "Which lid"
    )
    assert title_of("Works: pots", board, "/r/pots/") == "pots"


def test_the_boards_name_behind_a_heading_can_be_a_link():
    title, body = "Which lid > Kitchen | Works", "<h2>Which lid > Kitchen</h2><h2>Which lid</h2>"
    assert title_of(title, body + '<a href="/board.php?b=4">Kitchen</a>') == "Which lid"
    assert title_of(title, body) == "Which lid > Kitchen"


def test_a_main_heading_tells_where_a_title_ends_that_says_more():
    title = "Which lid in the board Kitchen - Works"
    assert title_of(title, "<h1>Topic: Which lid</h1>") == "Which lid"
    assert title_of(title, "<h1>Topic: Which li</h1>") == "Which lid in the board Kitchen"


def test_a_site_that_is_named_first_leads_away_and_what_is_shown_does_not():
    site = "<a href='/main/page'>水壶社区</a>"
    assert title_of("水壶社区-水壶漏水", f"{site}<i>主题: 水壶漏水</i>") == "水壶漏水"
    assert title_of("水壶社区-水壶漏水", site) == "水壶社区"


def test_a_board_called_by_its_address_is_not_what_is_shown():
    head = "<h1>/tea/ - Teapots</h1><b>Lids for pots</b>"
    assert title_of("/tea/ - Lids for pots", head, "/tea/res/5.html") == "Lids for pots"
    assert title_of("/tea/ - Teapots", head, "/tea/") == "/tea/ - Teapots"


def test_the_loose_last_line_of_a_trail_is_the_title():
    trail = '<a href="/index.php">Works</a><br><a href="/b?b=1">Pots</a><br>&nbsp;Lids - read this'
    assert title_of("Works - Lids - read this", trail) == "Lids - read this"


def test_a_heading_that_links_to_the_first_page_is_that_of_a_further_page():
    pager = '<div><a href="/list/61.page">1</a> <b>2</b> <a href="/list/30/61.page">3</a></div>'
    own = '<h2><a href="/list/61.page">Which lid</a></h2>'
    title = "Works • Topic - Which lid"
    assert title_of(title, own + pager, "/list/15/61.page") == "Which lid"
    assert title_of(title, own, "/list/15/61.page") == "Works"


def test_a_label_in_a_box_before_the_words_of_a_heading_is_not_what_is_shown():
    label = "<span>Sale</span><i>&nbsp;</i>"
    assert title_of("Sale - Lids | Works", f"<h1>{label}Lids</h1>") == "Lids"
    assert title_of("Sale - Lids for all | Works", f"<h1>{label}Lids</h1>") != "Lids"


@pytest.mark.parametrize(
    ("title", "body", "found"),
    [
        ("Bug #18: Lids rattle - Pots", "<h2>Bug #18</h2><h3>Lids rattle</h3>", "Lids rattle"),
        ("#18: Lids rattle", "<h1>#18: Lids rattle</h1>", "Lids rattle"),
        ("#18: Lids rattle - Pots", "<h1>Pots</h1><h2>#18: Lids rattle</h2>", "Lids rattle"),
        ("k-18: View details", "<h2>Lids rattle <span>#18</span></h2>", "Lids rattle"),
        # Another number is a part of the name.
        ("Pots: View lids", "<h2>Lids of kettle #3</h2>", "Pots: View lids"),
        ("Step 3: Lids - Pots", "<h2>Step 3</h2><h3>Lids</h3>", "Step 3"),
        ("Part #3: Lids - Pots", "<h1>Part #3: Lids</h1>", "Part #3: Lids"),
    ],
)
def test_a_kind_and_a_number_are_no_name(title, body, found):
    assert title_of(title, body, "/issues/18") == found


@pytest.mark.parametrize("name", ["Evening #18: Lids", "Lids of the week #18"])
def test_a_number_that_the_title_has_in_the_address_too_is_a_part_of_it(name):
    assert title_of(f"{name} - Pots", f"<h1>{name}</h1>", "/t/an-evening-18/55") == name


@pytest.mark.parametrize(
    ("title", "body", "found"),
    [
        ("Kettleworks", "<h1>Which lid fits?</h1>", "Which lid fits?"),
        ("Kettleworks Index", f"{HOME}<h1>Which lid fits?</h1>", "Which lid fits?"),
        ("Kettleworks", f"<h1>{HOME} &raquo; {BOARD} &raquo; Which lid</h1>", "Which lid"),
        ("Kettleworks", f"<h1>{HOME}<i> &raquo; <b>Which lid</b></i></h1>", "Which lid"),
        ("Works", f"<h1>{HOME} &raquo; {BOARD} <b>&raquo; Small pots!</b></h1>", "Small pots!"),
        ("Works", f"<p class=crumbs>{HOME} / {BOARD} / Small pots!</p>", "Small pots!"),
        ("Lidless kettles", "<h1>On kettles: Lidless</h1>", "Lidless kettles"),
        ("Kettleworks", '<h1>On tea</h1><h3><a href="/t/5">Lids</a></h3>', "Lids"),
        ("Kettleworks", f"<p class=crumbs>{HOME} / {BOARD} / Which lid</p>", "Which lid"),
        (
            "Index - Pots",
            f"<ul class=crumbs><li>{INDEX}</li><li>Lids</li></ul><h1>Index</h1>",
            "Lids",
        ),
        # It can be anything where the page shows what its title says, or where there are two.
        ("Lids wanted", "<h1>Hello there!</h1><p>Lids wanted</p>", "Lids wanted"),
        ("Lids wanted", "<h1>Hello!</h1><h1>Cups and pots</h1>", "Lids wanted"),
        ("Lids wanted", '<h1><a href="/">Works</a></h1>', "Lids wanted"),
        ("Lids wanted - Kettleworks", "<h1>Hello there!</h1>", "Lids wanted"),
        # Another heading says it in other letters, or more of it.
        ("Lids wanted", "<h1>Kettleworks</h1><h2>Lids Wanted!</h2>", "Lids wanted"),
        ("Lids wanted for…", "<h1>Works</h1><h3>Lids wanted for tea</h3>", "Lids wanted for…"),
        # The name of a site is no long sentence.
        ("Which of all lids fits best?", "<h1>Kettleworks</h1>", "Which of all lids fits best?"),
    ],
)
def test_a_main_heading_is_the_name_where_the_title_says_nothing_of_the_page(title, body, found):
    tree = build_tree(page_of(html_page(f"{body}<main>Mine fits.</main>", title), HOST + "/t/5"))
    records = next(i for i in range(len(tree.nodes)) if tree.tag(i) == "main")
    assert find_title(tree, records, tree.end[records]) == found


def test_a_title_is_parted_at_a_colon_without_spaces_where_the_page_shows_the_part():
    body = "<h2>/tea/ - Tea</h2><b>Lids are gone</b>"
    assert title_of("pots:/tea/9/:Lids are gone", body) == "Lids are gone"


def test_the_name_of_a_thread_can_stand_in_the_line_of_the_first_time():
    page = html_page(
        """<h2>/tea/ - Tea</h2><div id="p9"><p><b class="about">Lids are gone</b> <i>anna</i>
        posted at 2024-03-04 10:00 <a href="#p9">#9</a></p><div>Who took them all away?</div></div>
        <div id="p10"><p><i>bert</i> posted at 2024-03-04 11:30 <a href="#p10">#10</a></p>
        <div>It was the cat, as always, and nobody else.</div></div>""",
        "pots - /tea/ - Lids are gone - page",
    )
    assert read_structure(page_of(page), LayoutBook()).title == "Lids are gone"


ASKED = "Does it fit on my stove?"
SITE = "Pot Lovers Community"


def title_above(title, head, said="Mine does.", path="/t/5", more=""):
    """Title of a page of posts with some words, below a head."""
    source = html_page(f"{head}<main><p>{said}</p></main>{more}", title)
    tree = build_tree(page_of(source, HOST + path))
    records = next(i for i in range(len(tree.nodes)) if tree.tag(i) == "main")
    return find_title(tree, records, tree.end[records])


@pytest.mark.parametrize("title", [ASKED, f"{ASKED} - {SITE}", f"{SITE} - {ASKED}"])
def test_the_only_main_heading_can_be_the_name_of_the_site(title):
    assert title_above(title, f"<h1>{SITE}</h1>") == ASKED


@pytest.mark.parametrize("form", ["{0}", "{0} - {1}", "{1} - {0}", "{1} :: Lathes :: {0}"])
def test_posts_say_the_words_of_what_they_are_about(form):
    asked = "请问这台车床用什么润滑油"
    said = "我这台车床一直用机油，这种润滑油不贵。"
    assert title_above(form.format(asked, "锅友会"), "<h1>锅友会</h1>", said) == asked
    english = form.format("Noise of my lathe", "Kettleworks")
    assert title_above(english, "<h1>Kettleworks</h1>", "A lathe makes noise.") == (
        "Noise of my lathe"
    )


@pytest.mark.parametrize("form", ["{0} - {1}", "{1} - {0}", "{0} | Lathes | {1}", "{1}: {0}"])
@pytest.mark.parametrize(
    ("head", "foot", "path"),
    [
        ('<meta property="og:site_name" content="Kettleworks">', "", "/t/5"),
        ('<link rel="alternate" type="application/rss+xml" title="Kettleworks » Feed">', "", "/t5"),
        ('<a href="/"><img src="/l.png" alt="Kettleworks"></a>', "", "/t/5"),
        ("", "<div>Copyright © 2012-2024 Kettleworks</div>", "/t/5"),
        ("", "", "/t/noise-of-lids/"),
        ("", "", "/show.php?51-Noise-of-lids"),
        ("", '<input name="subject" value="Re: Noise of lids">', "/t/5"),
        ("", '<a href="https://s.example/share?u=x&text=Noise+of+lids">Share</a>', "/t/5"),
    ],
)
def test_other_places_tell_which_part_of_a_title_is_the_sites(form, head, foot, path):
    title = form.format("Noise of lids", "Kettleworks")
    heading = f"{head}<h1>Kettleworks</h1>"
    assert title_above(title, heading, "Mine too.", path, foot) == "Noise of lids"


@pytest.mark.parametrize("name", ["F.example", "Kettleworks", "www.kettle-works.example"])
def test_the_name_of_a_host_is_that_of_its_site(name):
    head = f"<title>{name} - Noise of lids</title><h1>{name}</h1><h2>Noise of lids</h2>"
    tree = build_tree(page_of(f"<body>{head}</body>", "http://kettle-works.example/t/5"))
    title = "Noise of lids" if name != "F.example" else name
    assert find_title(tree, len(tree.nodes), len(tree.nodes)) == title


def test_of_two_parts_that_are_shown_the_posts_tell_the_thread():
    title = "All about pots - View topic - Noise of lids"
    head = '<b>All about pots</b><a href="/t/5?p=2">Noise of lids</a>'
    assert title_above(title, head, "My lids make such a noise.") == "Noise of lids"
    # A name of short words can be said in any posts, or in none.
    title, said = "T5 in or on it - Kettleworks", "Welcome to Kettleworks!"
    assert title_above(title, "<b>T5 in or on it</b>", said) == "T5 in or on it"


def test_a_heading_that_titles_begin_with_stays_where_nothing_tells_of_another():
    title = "Noise of lids - Pots - Kettleworks"
    board = '<a href="/b/noise-of-pots/">Pots</a>'
    assert title_above(title, f"{board}<h1>Noise of lids</h1>", "Pots.", "/b/noise-of-pots/51") == (
        "Noise of lids"
    )
    # Whatever the posts are about, a site that calls itself a community is the site.
    title, said = "Lids - Forum of kettles", "The kettles of my forum."
    assert title_above(title, "<h1>Lids</h1>", said) == "Lids"


@pytest.mark.parametrize(
    "step", ["Page 2 of 3", "View topic", "Read topic", "查看主题", "第2页", "12", "Thema anzeigen"]
)
def test_how_a_page_is_shown_is_no_step_of_a_trail(step):
    trail = f'<p class="crumbs">{INDEX} / {BOARD} / {{}} / {step}</p>'
    named = trail.format('<a href="/t/5">Which lid</a>')
    assert title_above("Index", named) == "Which lid"
    assert title_above("Index", trail.format("")) == "Index"
    assert title_above(f"Works • {step} • Which lid", INDEX, "Which lid fits?") == "Which lid"


def test_the_last_step_of_a_trail_can_be_a_link_to_the_page():
    trail = f'<p class="crumbs">{INDEX} / <a href="/t/5">Which lid</a></p>'
    assert title_above("Index", trail) == "Which lid"
    assert title_above("Index", trail.replace("/t/5", "/b/5")) == "Index"


def test_a_heading_that_shows_the_page_otherwise_is_not_its_name():
    link = '<h3><a href="/t/5">{}</a></h3>'
    for text in ("Show all posts", "In full"):
        assert title_above("Works", f"{link.format(text)}<h1>Which lid</h1>") == "Which lid"
    assert title_above("Works", f"<h1>Which lid</h1>{link.format('Show all posts')}") == "Which lid"


def test_a_second_heading_is_the_name_where_the_title_is_the_sites():
    head = '<a href="/">Works</a><h2>Main menu</h2><h2>Noise of lids</h2>'
    assert title_above("Works", head, "My lids make noise.") == "Noise of lids"
    assert title_above("Works", head, "Mine do.", "/t/noise-of-lids") == "Noise of lids"
    assert title_above("Works", head, "Mine do.") == "Works"
    only = head.replace("<h2>Main menu</h2>", "<h3>Main menu</h3>")
    assert title_above("Works", only, "Mine do.") == "Noise of lids"
    for label in ("5 answers", "Kommentare", "All replies", "View topic", "Discussion", "讨论"):
        assert title_above("Works", only.replace("Noise of lids", label), "Mine do.") == "Works"


def test_trails_in_trails_are_looked_at_once(monkeypatch):
    source = "<a href='/b'>Pots, lids, kettles and tea</a>"
    for _ in range(150):
        source = f"<ul class='crumbs'><li>{source}</li></ul>"
    page = page_of(html_page(f"{source}<main>Words.</main>", "Works"), HOST + "/t/5")
    tree = build_tree(page)
    looked = []
    text = PageTree.text
    monkeypatch.setattr(PageTree, "text", lambda tree, i: looked.append(i) or text(tree, i))
    assert find_title(tree, len(tree.nodes) - 1, len(tree.nodes)) == "Works"
    assert [tree.nodes[i].tag for i in looked].count("ul") == 1


def test_the_number_of_a_page_is_no_part_of_the_name_of_a_list():
    assert title_of("水壶社区-厨房 第2页", '<a href="/">水壶社区</a>', "/list-3_2.html") == "厨房"
    assert (
        title_of("Works - Pots Page 2", HOME.replace("Kettleworks Index", "Works"), "/b/3/2")
        == "Pots"
    )
    assert title_of("Windows 11", "<p>Words</p>", "/b/3") == "Windows 11"


@pytest.mark.parametrize(
    "form", ["{0} - {1}", "{1} - {0}", "{1} • View topic - {0}", "{1}: {0}", "{1}"]
)
def test_what_the_start_page_is_called_is_no_thread(form):
    start = page_of(html_page("<p>Words</p>", "Kettleworks - Index page"), HOST + "/")
    names = names_on_start_page(build_tree(start))
    assert names == ["Kettleworks", "Index page"]
    head = "<h1>Kettleworks</h1><h2>Noise of lids</h2>"
    title = form.format("Noise of lids", "Kettleworks")
    tree = build_tree(page_of(html_page(f"{head}<main>Lids!</main>", title), HOST + "/t/5"))
    records = len(tree.nodes) - 1
    assert find_title(tree, records, len(tree.nodes), names) == "Noise of lids"


def test_what_a_start_page_begins_with_is_no_name_where_it_leads_further_in():
    links = '<a href="/t/5">Noise of lids</a> <a href="/index.php">Kettleworks</a>'
    start = page_of(html_page(links, "Noise of lids - Kettleworks"), HOST + "/")
    assert names_on_start_page(build_tree(start)) == ["Kettleworks"]


@pytest.mark.parametrize("form", ["{0} - {1}", "{1} - {0}"])
def test_people_can_talk_of_the_forum(form):
    title = form.format("Rules of the forum", "Kettleworks")
    said = "Please read the rules of this forum."
    assert title_above(title, "<h1>Rules of the forum</h1>", said) == "Rules of the forum"


@pytest.mark.parametrize(
    ("heading", "text", "found"),
    [("Which lid fits", "Pans", "Which lid fits"), ("All pots", "1", "Noise of lids")],
)
def test_words_before_a_number_are_the_boards_where_it_has_a_page_there(heading, text, found):
    board = f'<a href="/b/noise-of-lids/">{text}</a>'
    title = f"{heading} - Noise of lids"
    head = f"{board}<h1>{heading}</h1>"
    assert title_above(title, head, "Mine does.", "/b/noise-of-lids/51") == found


@pytest.mark.parametrize("form", ["{0} - {1}", "{1} - {0}"])
def test_what_leads_to_the_page_or_a_word_before_its_number_tells_which_part_is_its_own(form):
    title = form.format("Rules of the forum", "Kettles")
    head = '<h3><a href="/t/5">Rules of the forum</a></h3>'
    assert title_above(title, head, "Read them.") == "Rules of the forum"
    title = form.format("Which lid fits", "Kettles")
    assert title_above(title, "<h1>Which lid fits</h1>", "Mine.", "/b/kettles/51") == (
        "Which lid fits"
    )


@pytest.mark.parametrize(
    ("shown", "owner"), [("Test", "The Latest Pots"), ("Kettles", "All about Kettles")]
)
def test_who_has_the_rights_is_named_in_whole_words(shown, owner):
    site = '<a href="/">All about Kettles</a>'
    title, foot = f"All about Kettles :: View topic - {shown}", f"<p>© 2024 {owner}</p>"
    assert title_above(title, f"{site}<h1>{shown}</h1>", "Mine.", more=foot) == shown


def test_of_many_headings_and_lines_of_rights_few_are_compared(monkeypatch):
    compared = []
    monkeypatch.setattr(sitenames, "_stands_in", lambda *of: compared.append(of))
    heads = "".join(f"<h1>b{n}</h1>" for n in range(200))
    feet = "".join(f"<p>© b{n}</p>" for n in range(200))
    assert title_above("Noise of lids - Works", heads, "Mine.", more=feet + "<p>© b3</p>" * 9)
    assert 0 < len(compared) < 100


def test_a_heading_that_names_another_page_is_the_board_of_one_that_names_this():
    trail = '<a href="/b/2">Kettles and pots</a> <a href="/t/5">Which lid fits</a>'
    heads = "<h2>Kettles and pots</h2><h3>Which lid fits</h3>"
    title = "Kettles and pots: Which lid fits"
    assert title_above(title, trail + heads, "My pots.") == "Which lid fits"


@pytest.mark.parametrize("sign", ["&raquo;", "&gt;", "»", "/"])
def test_the_last_step_of_a_trail_is_a_title_whatever_links_say_how_it_begins(sign):
    trail = f'<p><a href="/">Works</a> {sign} <a href="/b?b=1">Pots</a> {sign} Help: a lid hums</p>'
    menu = '<a href="/help">Help</a>'
    assert title_of("Help: a lid hums - Pots - Works", f"{menu}{trail}") == "Help: a lid hums"
