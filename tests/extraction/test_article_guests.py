"""What stands among the words of an article and below them, and is none of them."""

from __future__ import annotations

import pytest
from extraction_kit import article_of, html_page

from fpcrawl.extraction.articles.bylines import is_byline

SAID = [
    "The ferry across the lower lake has been taken out of the water for the whole winter.",
    "Its captain says that the boards under the engine were softer than he had thought.",
    "Until the spring the villages are joined only by the road along the northern shore.",
]
OTHERS = [
    "The bridge over the upper lake was closed, since its planks had been rotten for years.",
    "Nobody on the northern shore wants to pay for the new church bell, the mayor has said.",
    "Three boats were stolen from the small harbour, and two of them have been found again.",
]
TITLE, TITLES = "Ferry out of the water", ["河边的铜管", "花园的门", "三袋水泥"]


def article(inner):
    return article_of(html_page(f"<div><h1>{TITLE}</h1>{inner}</div>", TITLE))


def lines(inner):
    return [line for line in article(inner).body_text.split("\n") if line]


def paragraphs(tag="p"):
    return "".join(f"<{tag}>{words}</{tag}>" for words in SAID)


def cards(make, count=3):
    return "".join(
        make(f"<a href='/news/{n}.html'>Title of text {n}</a>", OTHERS[n]) for n in range(count)
    )


def test_a_paragraph_that_is_repeated_in_large_letters_stays_where_it_is():
    quote = f"<aside><big>{SAID[2]}</big></aside>"
    said = [*OTHERS, *SAID]
    shown = [f"<p>{words}</p>" for words in said]
    assert lines("".join([shown[0], quote, *shown[1:]])) == said


def test_what_stands_around_a_box_are_two_lines():
    box = "<div><b>Our letters</b><form action='/l'><input name='mail'></form></div>"
    assert lines(f"<div>{SAID[0]}{box}{SAID[1]}<br><br>{SAID[2]}</div>") == SAID


def test_the_label_of_an_advert_can_end_with_a_break():
    advert = "<div>Publicidad<br><a href='http://ads.example/4'>Boltworks</a></div>"
    assert lines(f"<p>{SAID[0]}</p>{advert}<p>{SAID[1]}</p><p>{SAID[2]}</p>") == SAID


@pytest.mark.parametrize("label", ["Tags:", "Schlagwörter:", "Теги:", "タグ:", "Compartir:"])
def test_what_a_text_is_filed_under_is_none_of_it(label):
    below = f"<p>{label} <a href='/t/1'>Lake</a> <a href='/t/2'>Boats</a> and more</p>"
    assert lines(paragraphs() + below) == SAID


@pytest.mark.parametrize(
    "card",
    [
        "<article><header><h2>{}</h2></header><p>{}</p><footer>Ann Lee</footer></article>",
        "<div><h3>{}</h3><p>{}</p></div>",
    ],
)
def test_a_row_of_cards_below_a_text_is_none_of_it(card):
    row = cards(card.format)
    assert lines(f"<div>{paragraphs('div')}</div><h3>Other news</h3>{row}") == SAID
    assert lines(f"{paragraphs()}{row}") == SAID


def test_cards_behind_a_heading_that_leads_on_are_none_of_a_text():
    first = cards("<div><img src='/a.jpg'><h1>{}</h1><p>{}</p></div>".format, 1)
    others = "<h4><a href='/n/8.html'>The harbour</a></h4><h4><a href='/n/9.html'>Ice</a></h4>"
    assert lines(f"{paragraphs()}<h3>Related stories</h3>{first}{others}") == SAID


def test_terms_behind_a_heading_that_leads_on_are_none_of_a_text():
    made = "".join(
        f"<dt><a href='/n/{n}.html'>Boats of spring {n}</a></dt><dd>{said}</dd>"
        for n, said in enumerate(OTHERS)
    )
    assert lines(f"<p>{SAID[0]}</p><h3>Читайте также</h3><dl>{made}</dl>") == SAID[:1]


def test_rows_that_begin_with_a_time_behind_a_heading_that_leads_on_are_none_of_a_text():
    rows = "".join(
        f"<tr><td>0{n}.03.2024 10:00</td><td><a href='/n/{n}'>{title}</a></td><td>Lake</td></tr>"
        for n, title in enumerate(TITLES, 1)
    )
    name = "<b><a href='/author/3'>Ann Lee</a></b>"
    by = f"<div><h5>About the author</h5>{name}<p>She sails.</p></div>"
    shown = f"<p>{SAID[0]}</p>{by}<h3>Читайте также</h3><table>{rows}</table>"
    found = article(shown)
    assert (found.author, found.body_text) == ("Ann Lee", SAID[0])


def test_parts_of_a_text_whose_headings_are_links_are_its_words():
    parts = "".join(
        f"<section><h2><a href='/boat/{n}'>Boat {n}</a></h2><p>{said}</p></section>"
        for n, said in enumerate(SAID)
    )
    assert [line for line in lines(f"<p>{OTHERS[0]}</p>{parts}") if line in SAID] == SAID


def test_the_times_of_other_texts_stand_below_their_titles():
    made = "".join(
        f"<dt><a href='/n/{n}.html'>Boats of spring {n}</a></dt><dd>2024-03-0{n} 10:00 {said}</dd>"
        for n, said in enumerate(OTHERS, 1)
    )
    by = "<aside><p>Ann Lee</p><p>2024-04-05 12:30</p></aside>"
    found = article(f"{by}<div>{paragraphs()}</div><dl>{made}</dl>")
    assert (found.author, found.published) == ("Ann Lee", "2024-04-05T12:30+00:00")


def test_the_times_of_texts_behind_a_heading_that_leads_on_are_not_that_of_the_article():
    below = "".join(f"■ <a href='/n/{n}'>Boats {n}</a> (2024-04-0{n} 08:30)<br>" for n in (1, 2))
    title = "Last updated boats"  # no label, either
    inner = f"<p>2024-04-05 12:30</p>{paragraphs()}<h3>Related stories</h3><div>{below}</div>"
    page = html_page(f"<div><h1>{title}</h1>{inner}</div>", title)
    assert article_of(page).published == "2024-04-05T12:30+00:00"


def test_the_days_of_texts_behind_a_heading_that_leads_on_are_not_that_of_the_article():
    below = "".join(
        f"<h3>0{n}.03.2024</h3><ul><li><a href='/n/{n}'>Boats of the spring {n}</a></li></ul>"
        for n in (1, 2)
    )
    by = "<aside><p>Ann Lee</p><p>5 April 2024, 12:30</p></aside>"
    found = article(f"{by}<div>{paragraphs()}</div><h3>Related stories</h3>{below}")
    assert found.published == "2024-04-05T12:30+00:00"


def test_texts_behind_a_heading_that_leads_on_are_no_comments():
    below = "".join(
        f"<div class='t'><h3><a href='/culture/boat-{n}'>{title}</a></h3><p>{said}</p>"
        f"<span class='when'>2024-04-0{n} 08:30</span></div>"
        for n, (title, said) in enumerate(zip(TITLES, OTHERS, strict=True), 1)
    )
    found = article(
        f"<p>2024-04-05 12:30</p><div>{paragraphs()}</div><h3>Related stories</h3>{below}"
    )
    assert (found.comments, found.published) == ([], "2024-04-05T12:30+00:00")


@pytest.mark.parametrize("linked", [1, 3])
def test_names_of_one_class_are_links_where_readers_have_sites_of_their_own(linked):
    said = ["I liked the old ones.", "About time, I would say.", "Who pays for it?", "Not me."]
    names = ["ann_k", "bert", "carla", "dirk"]

    def item(n):
        site = f'<a href="http://site{n}.example/" class="fn url">{names[n]}</a>'
        name = site if n < linked else f'<span class="fn">{names[n]}</span>'
        face = f'<img class="avatar" src="/a/{n}.png" alt="{names[n]}">'
        return f"""<li class="comment">{face}<p class="info">{name} on <abbr>2024-03-0{n + 5}
            08:00</abbr></p><p>{said[n]}</p></li>"""

    after = f'<ul id="comments">{"".join(map(item, range(4)))}</ul>'
    found = article(f"<p>By Ann Smith | 2024-03-04 10:00</p><div>{paragraphs()}</div>{after}")
    assert [comment.author for comment in found.comments] == names
    assert [comment.body_text for comment in found.comments] == said


def test_comments_of_one_reader_are_named_by_their_tags():
    said = "".join(
        f"<div id='c{n}'><div><img src='/a.png'></div><div><h4><b>mole</b> "
        f"<small>[2024-03-0{n} 10:00]</small></h4><p>{words}</p></div></div>"
        for n, words in enumerate(OTHERS[:2], 5)
    )
    found = article(f"<p>2024-03-04 12:30</p>{paragraphs()}<div id='comments'>{said}</div>")
    assert [(one.author, one.body_text) for one in found.comments] == [
        ("mole", OTHERS[0]),
        ("mole", OTHERS[1]),
    ]


def test_a_comment_that_stands_alone_is_named_by_its_class():
    said = (
        "<section><h3><b class='commenter'>海の男</b></h3><p>2024-03-04 15:08</p>"
        f"<div><p>{OTHERS[0]}</p></div></section>"
    )
    found = article(f"<p>2024-03-04 12:30</p>{paragraphs()}<div id='comments'>{said}</div>")
    assert [(one.author, one.body_text) for one in found.comments] == [("海の男", OTHERS[0])]


@pytest.mark.parametrize(
    ("label", "name"), [("About the author", "Ann Lee"), ("筆者紹介", "小林誠")]
)
def test_a_box_on_the_author_below_the_words_names_him(label, name):
    box = (
        f"<div><h5>{label}</h5><img src='/a.jpg'><b><a href='/author/4'>{name}</a></b>"
        f"<p>Has written of the lake and its boats for thirty years.</p></div>"
    )
    others = cards("<div><h3>{}</h3><p>{}</p></div>".format)
    below = f"{box}<p>Editor: Bo Kim</p><h3>Related stories</h3>{others}"
    found = article(f"<p>2024-03-04 12:30</p><p>{SAID[0]}</p><div>{paragraphs()}</div>{below}")
    assert found.author == name
    assert "Bo Kim" not in found.body_text


def test_a_name_stands_alone_beside_what_its_time_is_called():
    below = "<div>Samuel Oakes &mdash; <span>Posted Monday, March 4, 2024 2:08 pm</span></div>"
    assert article(f"<div>{paragraphs()}</div>{below}").author == "Samuel Oakes"


@pytest.mark.parametrize(
    "line", ["日付", "Publicado el", "Veröffentlicht am:", "Опубликовано: 3 дн. назад", "Publié le"]
)
def test_the_label_of_a_time_is_a_byline(line):
    assert is_byline(line, None, "2024-03-04 10:00")


def test_a_sentence_that_begins_as_a_label_does_is_no_byline():
    assert not is_byline("Published the day before, it told all.", None, None)
    assert not is_byline("Data 3 дн. назад пропали", None, None)


@pytest.mark.parametrize(
    "name", ['class="itemIntroText"', 'class="art__preamble"', 'itemprop="description"']
)
def test_a_lead_apart_from_the_words_is_known_by_its_name(name):
    words = f"<div class='x' itemprop='articleBody'>{paragraphs()}</div>"
    assert lines(f"<div {name}><p>{OTHERS[0]}</p></div>{words}") == [OTHERS[0], *SAID]
    # Who wrote it, and when, is no lead, nor what the words begin with.
    assert lines(f"<div {name}>4 March 2024 • Lakeside, in the north</div>{words}") == SAID
    assert lines(f"<div {name}>{SAID[0]}</div>{words}") == SAID


def test_who_may_comment_and_who_may_complain_is_told_outside_of_the_words():
    links = "<ul><li><span><a href='/login'>Log in</a> to post comments</span></li></ul>"
    assert lines(f"<article>{paragraphs()}{links}<div>举报/反馈</div></article>") == SAID


def test_what_stands_behind_the_heading_of_comments_is_none_of_a_text():
    said = "".join(
        f"<div id='c{n}'><p>{words}</p></div><p class='posted'>Posted by: "
        f"<a href='http://w{n}.example/'>Moritz</a> at March {n}, 2024 09:10 AM</p>"
        for n, words in enumerate(OTHERS[:2], 5)
    )
    signed = "<p class='posted'>Posted by Ann Lee at March 4, 2024 02:20 PM</p>"
    below = f"<h2>Trackback Pings</h2><p>http://n.example/tb/8</p><h2>Comments</h2>{said}"
    found = article(f"{paragraphs()}{signed}{below}")
    assert (found.author, found.published) == ("Ann Lee", "2024-03-04T14:20+00:00")
    assert [line for line in found.body_text.split("\n") if line] == SAID


def test_a_part_of_a_text_on_comments_is_its_words():
    part = f"<h2>Comments</h2><p>{OTHERS[0]}</p>"
    assert lines(f"{paragraphs()}{part}") == [*SAID, "Comments", OTHERS[0]]


def test_where_a_blog_files_a_text_is_none_of_it():
    filed = (
        "<p><small>This entry was posted on Monday, March 4th, 2024 at 2:20 pm and is filed under "
        "<a href='/c/3'>Lake</a>. You can follow any responses to this entry through the "
        "<a href='/feed'>RSS 2.0</a> feed. You can leave a response from your own site.</small></p>"
    )
    assert lines(f"<div class='entry'>{paragraphs()}{filed}</div>") == SAID


@pytest.mark.parametrize(
    "shown",
    [
        "Mo, 05.02.2024 - 10:0{}",
        "La Tammi 06, 2024 4:2{} pm",
        "pon sty 08, 2024 10:0{}",
        "05.02.2024 10:0{} Uhr",
    ],
)
def test_a_weekday_or_the_word_for_an_hour_beside_the_time_is_no_name(shown):
    names = ["铜管", "花园的门", "三袋水泥"]
    boxes = "".join(
        f"<div class='comment' id='c{n}'><span class='submitted'>{shown.format(n)} &#8212; "
        f"<a href='' rel='nofollow'>{name}</a> <a href='#c{n}'>回复</a></span>"
        f"<h3><a href='#c{n}'>{n}</a> .</h3><div class='content'>{OTHERS[n]}</div></div>"
        for n, name in enumerate(names)
    )
    found = article(f"{paragraphs()}<div id=comments>{boxes}</div>")
    assert [(one.author, one.body_text) for one in found.comments] == [
        *zip(names, OTHERS, strict=True)
    ]
