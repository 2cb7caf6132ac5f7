"""Bodies of articles as papers build their pages: leads, halves, captions and what is repeated."""

from __future__ import annotations

import pytest
from article_kit import HAN, LATER, SAID, TITLE, body, han_body, paragraphs
from extraction_kit import article_of, html_page, records_of, tree_of

from fpcrawl.extraction.articles.halves import halves_of
from fpcrawl.extraction.articles.prose import prose_text
from fpcrawl.extraction.articles.prosebox import tells_live

PICTURE, ONE = '<p align="center"><img src="a.jpg"></p>', '<p align="center">湖的一天</p>'
LEAD = "For the first time in a hundred years no boat crosses the lower lake in winter."
MORE = [
    "The council will meet in a month to hear what the yard has to say about a new boat.",
    "Some fear that the road is too narrow in winter, and that help comes an hour too late.",
    "The captain has worked on this boat for thirty years and never saw boards so soft.",
]


LATER_SAID = [
    "The two ends of the road meet at the old mill, where a bus turns once in the hour.",
    "Children from the north shore will sleep in the town from Monday to Friday, it says.",
    "Nobody knows who pays for that, and the county did not want to say anything about it.",
]


def box(said, name="RichText"):
    return f'<div class="{name}">{paragraphs(said)}</div>'


def test_a_box_below_that_is_named_as_the_body_is_part_of_it():
    first = f'<div class="content--body"><p>{"<br><br>".join(SAID)}</p></div>'
    second = (
        '<div class="content--body"><h2>What comes next</h2>'
        f'<div class="words">{paragraphs(MORE[:2])}</div></div>'
    )
    found = body(f'<div class="more-of-it">{first}{second}</div>')
    assert [line for line in found if line] == [*SAID, "What comes next", *MORE[:2]]


def halves(between, found=""):
    page = html_page(f"<section><h1>{TITLE}</h1>{box(MORE)}{between}{box(SAID)}</section>", TITLE)
    tree = tree_of(page)
    first, second = (i for i, sig in enumerate(tree.sig) if sig.startswith("div."))
    heading = tree.tags.index("h1")
    return [
        halves_of(tree, at, heading, words, []) is not None
        for at, words in ((second, found), (first, found), (first, " ".join(SAID)))
    ]


@pytest.mark.parametrize(
    ("between", "are_halves"),
    [
        # Below a text such a box can be a note on the site: others have to read it, too.
        ("<h2>Soft boards</h2>", [True, False, True]),
        ('<h2><a href="/news/8.html">Another boat</a></h2>', [False, False, False]),
        ("<h1>Another boat</h1>", [False, False, False]),
    ],
)
def test_boxes_of_one_name_are_halves_of_a_text(between, are_halves):
    assert halves(between) == are_halves


def sections(said):
    return "".join(f"<section><span>{words}</span></section>" for words in said)


def test_words_in_sections_of_an_editor_are_words():
    marked = sections([*HAN[:3], *LATER[:2]])
    inner = f"<section>{marked}</section><section>{paragraphs(LATER[2:])}</section>"
    assert han_body(f'<h1>湖邊的渡船停了</h1><div class="c">{inner}</div>') == [*HAN[:3], *LATER]


@pytest.mark.parametrize(
    "name",
    [
        *("art-lead", "t-article-lead", "article-top-box-teaser", "story__summary", "opener"),
        *("perex", "anons", "news-announce", "abstract", "entry-excerpt", "description", "desc"),
    ],
)
def test_a_sentence_that_is_called_a_lead_stands_above_the_words(name):
    by = '<div class="by">Ann Smith</div><figure><figcaption>A boat.</figcaption></figure>'
    inner = f'{by}<div class="{name}">{LEAD}</div><div class="text">{paragraphs()}</div>'
    assert body(inner) == [LEAD, *SAID]


@pytest.mark.parametrize(
    "lead",
    [
        '<div class="lead-image"><p class="lead">A boat at the pier, in winter of 1963.</p></div>',
        '<p id="sharing-service-description">Who wants to print this text finds more here.</p>',
        '<div class="author-summary">She has written about boats for twenty years now.</div>',
        f'<div class="summary"><a href="/news/4.html">{LEAD}</a></div>',
        '<div class="summary">Boats and harbours of the lake</div>',
        '<div class="summary">Read also: a boat of stone that nobody has seen for a year.</div>',
    ],
)
def test_what_else_is_called_so_is_no_lead(lead):
    inner = f'<div class="by">Ann Smith</div>{lead}<div class="text">{paragraphs()}</div>'
    assert body(inner) == SAID


def test_a_teaser_that_leads_nowhere_is_the_lead():
    inner = f'<div class="story-text"><div class="story__teaser"><p>{LEAD}</p></div>'
    assert body(f"{inner}{paragraphs()}</div>") == [LEAD, *SAID]


def test_a_teaser_of_another_text_is_none():
    teaser = f'<div class="story__teaser"><a href="/news/4.html"><p>{LEAD}</p></a></div>'
    inner = f'<div class="story-text">{paragraphs(SAID[:2])}{teaser}{paragraphs(SAID[2:])}</div>'
    assert body(inner) == SAID


def test_a_caption_between_title_and_words_is_no_lead():
    shown = "The boat lies on the shore of the lake, where it will stay until the spring."
    picture = f'<div class="full"><div><img src="a.jpg"></div><div class="nfo">{shown}</div></div>'
    inner = (
        f'<article><h1>{TITLE}</h1>{picture}<div class="paragraph">{paragraphs()}</div></article>'
    )
    text = article_of(html_page(inner, TITLE)).body_text
    assert shown not in text
    assert SAID[0] in text


@pytest.mark.parametrize("name", ["newsletterBox", "StoryShare", "contentRelated", "authorBox"])
def test_names_of_several_words_are_read_as_such(name):
    offer = f'<div class="{name}"><h4>Letters of the lake</h4><p>All boats in your post.</p></div>'
    assert body(f"<article>{paragraphs(SAID[:2])}{offer}{paragraphs(SAID[2:])}</article>") == SAID


@pytest.mark.parametrize("name", ["jADsHLF", "kTagXb", "storyLead"])
def test_letters_of_a_machine_name_nothing(name):
    said = f'<div class="{name}"><p>{MORE[0]}</p></div>'
    inner = f"<article>{paragraphs(SAID[:2])}{said}{paragraphs(SAID[2:])}</article>"
    assert body(inner) == [*SAID[:2], MORE[0], *SAID[2:]]


def test_a_subhead_above_a_box_with_its_own_label_stays():
    card = '<div class="c"><a href="/news/7.html"><p>Related:</p><h3>A boat of stone</h3></a></div>'
    card = card.replace("Related:", "Read also")
    inner = (
        f"<section>{paragraphs(SAID[:2])}<h2>Soft boards</h2>{card}{paragraphs(SAID[2:])}</section>"
    )
    assert body(inner) == [*SAID[:2], "Soft boards", *SAID[2:]]


def test_a_centred_line_below_a_centred_picture_is_its_caption():
    own = '<p class="f_center"><img src="b.jpg"><br>船停在岸上</p>'
    said = f"{paragraphs(HAN[:2])}{PICTURE}{ONE}<p>{HAN[2]}</p>{own}{paragraphs(LATER)}"
    inner = f"<h1>湖邊的渡船停了</h1><div>{said}</div>"
    assert han_body(inner) == [*HAN[:3], *LATER]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (ONE, ["湖的一天"]),
        # A whole page can be set so.
        (PICTURE + ONE + ONE.replace("一", "七"), ["湖的一天", "湖的七天"]),
    ],
)
def test_a_centred_line_among_words_is_one_of_them(lines, told):
    inner = f"<h1>湖邊的渡船停了</h1><div>{paragraphs(HAN[:2])}{lines}{paragraphs(LATER)}</div>"
    assert han_body(inner) == [*HAN[:2], *told, *LATER]


def test_a_quotation_that_repeats_the_text_is_left_out():
    pulled = "<blockquote><p>“the boards under the engine were softer”</p></blockquote>"
    kept = "<blockquote><p>“No boat is worth a man, and no man is worth a boat.”</p></blockquote>"
    inner = f'<div class="text">{paragraphs(SAID[:2])}{pulled}{kept}{paragraphs(SAID[2:])}</div>'
    found = body(inner)
    assert [line for line in found if line.startswith("“")] == [
        "“No boat is worth a man, and no man is worth a boat.”"
    ]


def test_a_note_that_begins_with_its_writer_is_no_part_of_the_text():
    by = '<p class="byline">By <a href="/by/ann-smith">Ann Smith</a></p>'
    note = "<p><b>Ann Smith</b> has written two books about boats and one about the lake.</p>"
    assert body(f'{by}<div class="text">{paragraphs()}{note}</div>') == SAID


def test_words_on_somebody_else_stay():
    by = '<p class="byline">By <a href="/by/ann-smith">Ann Smith</a></p>'
    note = "<b>Bo Lee</b> has written two books about boats and one about the lake."
    found = body(f'{by}<div class="text">{paragraphs()}<p>{note}</p></div>')
    assert found[-1].startswith("Bo Lee has written")


def live(address, heading="<h2>{}</h2>"):
    parts = "".join(
        f'<article class="piece"><header><time datetime="2024-03-04T1{n}:20:00Z">1{n}.20</time>'
        f"{heading.format(f'Hour {n}')}</header><div>{paragraphs(said)}</div></article>"
        for n, said in ((5, SAID[:2]), (4, SAID[2:]), (3, MORE[:2]), (2, MORE[2:]))
    )
    by = "<aside><address>Ann Smith</address><div>4 March 2024 09.00</div></aside>"
    page = html_page(f"<h1>{TITLE}</h1>{by}<div class='pieces'>{parts}</div>", TITLE)
    return records_of(page, "article", address)


def test_a_text_told_piece_by_piece_is_whole_where_its_address_says_so():
    (found,) = live("http://n.example/lake/live/2024/mar/ferry-1.html")
    assert all(words in found.body_text for words in (*SAID, *MORE))
    assert found.published[:16] == "2024-03-04T09:00"


def test_cards_at_such_an_address_are_no_pieces():
    records = live("http://n.example/live/1.html", '<h2><a href="/news/{0}.html">{0}</a></h2>')
    assert not any(words in one.body_text for one in records for words in (SAID[2], MORE[2]))


@pytest.mark.parametrize(
    ("found", "kept"),
    [
        # It stops reading where it does not know the elements, and goes on below.
        ([*MORE[:1], *SAID[2:]], [*LATER_SAID, *MORE, *SAID]),
        # What it leaves out below its last paragraph can be of others.
        ([*LATER_SAID[:2]], [*LATER_SAID[:2]]),
    ],
)
def test_sentences_above_what_another_reading_has_are_words(found, kept):
    tree = tree_of(html_page(f"<div>{paragraphs([*LATER_SAID, *MORE, *SAID])}</div>"))
    at = tree.tags.index("div")
    text = prose_text(tree, "\n".join(found), None, at, [], lambda line: False)
    assert [line for line in text.split("\n") if line] == kept


OTHERS = ["Letters are read on Friday and printed soon.", "Nobody on the lake reads them all."]


@pytest.mark.parametrize("between", ["", "<h3>About us</h3>", "<p>Bo Lee wrote:</p>"])
@pytest.mark.parametrize("said", [["The paper has told since 1890 what the lake does."], OTHERS])
def test_a_note_or_an_answer_in_a_box_that_is_named_as_the_body_is_none_of_it(between, said):
    if not between and said == OTHERS:
        return  # it could be the rest
    inner = f"{box(SAID, 'article-body')}{between}{box(said, 'article-body')}"
    page = html_page(f"<main><h1>{TITLE}</h1>{inner}</main>", TITLE)
    tree = tree_of(page)
    at, heading = tree.sig.index("div.article-body"), tree.tags.index("h1")
    assert halves_of(tree, at, heading, " ".join(SAID), []) is None


@pytest.mark.parametrize(
    "name",
    [
        *("imgdesc", "pic-desc", "video-description", "book-description", "column-description"),
        *("site-desc", "author-summary", "weather-summary", "shop-teaser", "related-excerpt"),
    ],
)
def test_what_describes_something_else_is_no_lead(name):
    other = f'<div class="{name}">All that happens on the lake is told here once in a week.</div>'
    by = '<div class="by">Ann Smith</div>'
    assert body(f'{by}{other}<div class="text">{paragraphs()}</div>') == SAID


@pytest.mark.parametrize("attribute", ['data-href="/news/4.html"', 'onclick="go()"', ""])
@pytest.mark.parametrize("holder", ["{}", "<div>{}</div>"])
def test_a_teaser_among_words_is_none_of_them_without_a_link_either(attribute, holder):
    teaser = holder.format(f'<div class="teaser" {attribute}><p>{LEAD}</p></div>')
    inner = f'<div class="story-text">{paragraphs(SAID[:2])}{teaser}{paragraphs(SAID[2:])}</div>'
    assert body(inner) == SAID


@pytest.mark.parametrize("name", ["playerName", "keywordLink", "creditCard", "topicWord"])
def test_a_name_of_several_words_in_a_sentence_takes_nothing_from_it(name):
    said = f"The goal was made by <span class='{name}'>Bo Lee</span> in the last minute of all."
    told = "The goal was made by Bo Lee in the last minute of all."
    assert body(f"<div>{paragraphs([*SAID[:2], said, *SAID[2:]])}</div>")[2] == told


@pytest.mark.parametrize("name", ["textWidget", "topicContent", "keywordBox", "infoBox"])
@pytest.mark.parametrize("said", [[*SAID, *MORE], [*HAN, *LATER]])
def test_boxes_of_a_name_of_several_words_that_hold_the_text_are_the_text(name, said):
    boxes = "".join(f'<div class="{name}"><p>{words}</p></div>' for words in said)
    numbered = "".join(
        f'<section id="{name}{n}"><p>{words}</p></section>' for n, words in enumerate(said)
    )
    assert body(f"<article>{boxes}</article>") == said
    assert body(f"<article>{numbered}</article>") == said


@pytest.mark.parametrize(
    "name", ["moreText", "contentMore", "latestWords", "hasComments", "noCaption", "no-caption"]
)
def test_words_in_a_box_for_more_of_a_text_or_without_something_stay(name):
    more = f'<div class="{name}">{paragraphs(LATER_SAID[:2])}</div>'
    found = body(f"<article>{paragraphs(SAID)}{more}{paragraphs(MORE)}</article>")
    assert found == [*SAID, *LATER_SAID[:2], *MORE]


def test_a_line_is_called_what_a_picture_shows_right_behind_one():
    line = '<p class="photo-intro">A boat at the pier.</p>'
    inner = f"<div>{paragraphs(SAID[:2])}<img src='a.jpg'>{line}{paragraphs(SAID[2:])}</div>"
    assert body(inner) == SAID
    first = f'<p class="photo-intro">{SAID[0]}</p>'
    assert body(f"<div>{first}{paragraphs(SAID[1:])}</div>") == SAID


def test_a_heading_that_leads_on_goes_with_its_box_that_has_a_label():
    card = (
        '<div class="c"><a href="/news/7.html"><p>Read also</p><h3>A boat of stone</h3></a></div>'
    )
    inner = f"{paragraphs(SAID[:2])}<h2>More on this</h2>{card}{paragraphs(SAID[2:])}"
    assert body(f"<section>{inner}</section>") == SAID


@pytest.mark.parametrize(
    "lines",
    [
        PICTURE + '<p align="center"><b>二、北岸的村子</b></p>',
        PICTURE + '<p align="center"><strong>北岸的村子</strong></p>',
        # All of a page is set so, be the picture above its first words or its last.
        '<p align="center"><img src="a.jpg"><br>湖的一天</p><p align="center">湖的七天</p>',
        f'<p align="center">湖的七天</p>{PICTURE}{ONE}',
    ],
)
def test_a_centred_heading_or_words_among_others_below_a_picture_are_no_caption(lines):
    inner = f"<h1>湖邊的渡船停了</h1><div>{paragraphs(HAN)}{lines}{paragraphs(LATER)}</div>"
    told = "".join(tree_of(lines).nodes[0].itertext()).replace("A small thread", "")
    assert "".join(han_body(inner)) == "".join([*HAN, told.strip(), *LATER])


def test_captions_below_pictures_one_after_the_other():
    said = f"{paragraphs(HAN)}{PICTURE}{ONE}{PICTURE}{ONE.replace('一', '七')}{paragraphs(LATER)}"
    assert han_body(f"<h1>湖邊的渡船停了</h1><div>{said}</div>") == [*HAN, *LATER]


@pytest.mark.parametrize("lead", ["<p>The mayor wrote:</p>", "He wrote:", "<p>船長說：</p>"])
def test_a_quotation_that_a_colon_leads_to_stays(lead):
    quote = f"<blockquote><p>{MORE[0]}</p></blockquote>"
    said = f"{paragraphs(SAID)}{lead}{quote}<p>“{MORE[0]}” is not what he said before.</p>"
    assert MORE[0] in body(f'<div class="text">{said}</div>')


def test_a_text_that_goes_through_a_letter_keeps_its_quotations():
    said = "".join(
        f"<blockquote>{words}</blockquote><p>“{words}” {answer}</p>"
        for words, answer in zip(SAID, [*MORE, LATER_SAID[0]], strict=True)
    )
    found = body(f'<div class="text">{said}</div>')
    assert all(words in found for words in SAID)


@pytest.mark.parametrize("colon", [":</b>", "</b>:", "</b>："])
def test_what_a_writer_says_in_a_talk_is_part_of_the_text(colon):
    by = '<p class="byline">By <a href="/by/ann-smith">Ann Smith</a></p>'
    last = f"<p><b>Ann Smith{colon} Thank you for this talk, and good luck with the boat.</p>"
    found = body(f'{by}<div class="text">{paragraphs()}{last}</div>')
    assert found[-1].endswith("good luck with the boat.")


def test_what_each_of_several_writers_thinks_is_part_of_the_text():
    names = ["Ann Smith", "Bo Lee", "Cy Day"]
    links = ", ".join(f'<a href="/by/{name[:2]}">{name}</a>' for name in names)
    told = [
        f"{name} would buy the {n}. boat, which is light and dear." for n, name in enumerate(names)
    ]
    lines = "".join(
        f"<p><b>{x[: len(n)]}</b>{x[len(n) :]}</p>" for n, x in zip(names, told, strict=True)
    )
    by = f'<p class="byline">By {links}</p>'
    assert body(f'{by}<div class="text">{paragraphs()}{lines}</div>')[-3:] == told


@pytest.mark.parametrize("address", ["news/how-we-live-now", "live/1.html"])
def test_days_of_a_history_stay_at_an_address_of_something_live(address):
    days = [f"{n} March 2024" for n in (4, 5, 6, 7)]
    parts = "".join(
        f'<div class="day"><b>{day}</b><p>{words}</p></div>'
        for day, words in zip(days, SAID, strict=True)
    )
    page = html_page(f"<h1>{TITLE}</h1><p>9 March 2024</p><div class='all'>{parts}</div>", TITLE)
    (found,) = records_of(page, "article", f"http://n.example/{address}")
    assert all(day in found.body_text for day in days[1:])


def test_a_box_of_several_sentences_that_another_reading_leaves_out_whole_is_of_others():
    inner = "<div>{}<{} class='b'>{}</{}>{}</div>".format
    others = paragraphs([*LATER_SAID, *MORE])
    for tag in ("div", "section"):
        page = inner(paragraphs(SAID[:2]), tag, others, tag, paragraphs(SAID[2:]))
        tree = tree_of(html_page(page))
        at = tree.tags.index("div")
        text = prose_text(tree, "\n".join(SAID), None, at, [], lambda line: False)
        assert text.split("\n") == SAID
    # A section without a name is one of an editor.
    tree = tree_of(html_page(page.replace(" class='b'", "")))
    text = prose_text(tree, "\n".join(SAID), None, at, [], lambda line: False)
    assert MORE[0] in text.split("\n")


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("Scroll to continue with content", False),
        ("Dalsza część artykułu pod materiałem wideo", False),
        ("Dalszy ciąg tekstu pod zdjęciem", False),
        ("Dieses Thema im Programm: Radio am See, 4. März, 18 Uhr", False),
        ("Dieses Thema im Programm der Partei ist alt, sagt der Kapitän.", True),
        ("扫描下方二维码关注我们", False),
        ("渡船的消息天天有，更多福利扫描二维码关注", False),
        ("警方提醒：不要随意扫描陌生二维码加入群聊", True),
    ],
)
def test_lines_that_lead_on_or_sound_so(line, stays):
    found = body(f'<div class="text">{paragraphs([*SAID[:2], line, *SAID[2:]])}</div>')
    assert (line in found) is stays


def test_a_quotation_of_which_points_above_tell_in_brief_stays():
    points = f"<ul><li>{MORE[0]}</li><li>{SAID[1]}</li></ul>"
    inner = f"{points}{paragraphs(SAID)}<blockquote>{MORE[0]}</blockquote>{paragraphs(MORE[1:])}"
    assert MORE[0] in body(f'<div class="text">{inner}</div>')[2:]


def test_hours_of_short_pieces_of_a_live_text_are_no_words():
    parts = "".join(
        f'<div class="e"><time datetime="2024-03-04T1{n}:20:00Z">1{n}:20</time><p>{words}</p></div>'
        for n, words in enumerate(LATER)
    )
    page = html_page(f"<h1>湖邊的渡船停了</h1><div class='all'>{parts}</div>", "湖邊的渡船停了")
    (found,) = records_of(page, "article", "http://n.example/live/1.html")
    assert [line for line in found.body_text.split("\n") if line] == LATER


def test_a_lead_above_the_first_half_belongs_to_the_text():
    inner = f"<p>{LEAD}</p>{box(MORE)}<h2>Soft boards</h2>{box([*SAID, *LATER_SAID])}"
    found = body(f"<section>{inner}</section>")
    assert found == [LEAD, *MORE, "Soft boards", *SAID, *LATER_SAID]


@pytest.mark.parametrize(
    ("first", "taken"),
    [
        (box(MORE, "t").replace(MORE[0], f'<a href="/8">{MORE[0]}</a>'), []),
        # Comments stand between them.
        (f"{box(MORE, 't')}<ul><li>I think so, too.</li></ul>", ["ul"]),
        # All boxes without a name are alike.
        (box(MORE, "t").replace(' class="t"', ""), []),
    ],
)
def test_what_is_no_half(first, taken):
    second = box(SAID, "t")
    second = second if 'class="t"' in first else second.replace(' class="t"', "")
    tree = tree_of(html_page(f"<main><h1>{TITLE}</h1>{first}{second}</main>", TITLE))
    at = max(i for i, tag in enumerate(tree.tags) if tag == "div")
    ranges = [(i, tree.end[i]) for i in map(tree.tags.index, taken)]
    assert halves_of(tree, at, tree.tags.index("h1"), "", ranges) is None


@pytest.mark.parametrize(("heading", "lives"), [("{}", True), ('<a href="/{0}">{0}</a>', False)])
def test_parts_headed_by_links_are_no_pieces(heading, lives):
    parts = "".join(
        f'<div class="e"><h3>{heading.format(n)}</h3><i>2024-03-04 1{n}:20</i><p>{words}</p></div>'
        for n, words in enumerate(SAID)
    )
    tree = tree_of(html_page(f"<main>{parts}</main>"), "http://n.example/live/1.html")
    assert tells_live(tree, tree.tags.index("main")) is lives


@pytest.mark.parametrize(
    ("address", "lives"),
    [
        *((f"news/{word}/1.html", True) for word in ("live", "liveblog", "en-direct", "en-vivo")),
        *((f"lake-{word}-7", True) for word in ("liveticker", "newsticker", "en-directo", "zhibo")),
        *((f"{word}.html", True) for word in ("ao-vivo", "in-diretta", "na-zywo", "live-updates")),
        *((f"news/{word}/1.html", False) for word in ("alive", "lively", "olive", "today")),
    ],
)
def test_addresses_of_texts_told_piece_by_piece(address, lives):
    parts = "".join(
        f'<div class="e"><i>2024-03-04 1{n}:20</i><p>{words}</p></div>'
        for n, words in enumerate(SAID)
    )
    tree = tree_of(html_page(f"<main>{parts}</main>"), f"http://n.example/{address}")
    assert tells_live(tree, tree.tags.index("main")) is lives


def test_a_line_on_a_writer_of_whom_the_text_tells_stays():
    by = '<p class="byline">By <a href="/by/ann-smith">Ann Smith</a></p>'
    last = "<p><b>Ann Smith</b> was on the boat that day and has not been at sea since then.</p>"
    told = "On the pier stood Ann Smith, who had a ticket for the last boat of the day."
    found = body(f'{by}<div class="text">{paragraphs([*SAID, told])}{last}</div>')
    assert found[-1].startswith("Ann Smith was on the boat")


def test_words_above_a_picture_in_their_paragraph_are_no_caption():
    own = '<p class="f_center">船停在岸上<br><img src="b.jpg"></p>'
    said = f"{paragraphs(HAN)}{own}{paragraphs(LATER)}"
    assert han_body(f"<h1>湖邊的渡船停了</h1><div>{said}</div>") == [*HAN, "船停在岸上", *LATER]


def test_a_long_box_called_a_teaser_is_none_of_the_words():
    teaser = f'<div class="teaser"><p>{" ".join([*MORE, *LATER_SAID])}</p></div>'
    found = body(f'<div class="text">{teaser}{paragraphs(SAID * 5)}</div>')
    assert MORE[0] not in found[0]
