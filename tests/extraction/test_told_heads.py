"""Heads and openings of threads that communities write in ways of their own."""

from __future__ import annotations

import pytest
from extraction_kit import ISO, NAMES, TIMES, WORDS, column, html_page, posts_of, rows
from opening_kit import answers_of


@pytest.mark.parametrize(("narrow", "wide"), [("headM mobile", "head desktop"), ("a1", "b2")])
def test_a_head_for_narrow_screens_and_one_for_wide_are_of_one_post(narrow, wide):
    def post(n):
        head = f'<span class="name">{NAMES[n]}</span> <span class="when">{TIMES[n]}</span>'
        return f"""<div class="post"><div class="{narrow}">{head}</div>
        <div class="{wide}"><input type="checkbox"> {head} <a href="#p{n}7">No.</a></div>
        <blockquote class="said">{WORDS[n]}</blockquote></div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "published") == ISO
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("times", [["2024-03-04"] * 2 + ["2024-03-05"] * 2, TIMES])
def test_rows_in_turn_are_posts_though_two_of_them_are_of_one_day(times):
    def post(n):
        return f"""<div class="{("odd", "even")[n % 2]}"><b class="name">{NAMES[n]}</b>
        <span class="when">{times[n]}</span><div class="said">{WORDS[n]}</div></div>"""

    posts = posts_of(html_page(f'<div class="all">{rows(post)}</div>'))
    assert column(posts, "body_text") == WORDS


def test_words_above_a_line_that_signs_them_stand_loose():
    def post(n):
        return f"""<a name="{n}"></a><div class="comments">{WORDS[n]}<br><br>And {n} more.<br>
        <span class="small">posted by <a href="/user/{NAMES[n]}">{NAMES[n]}</a> at
        <a href="#p{n}7">{TIMES[n]}</a> [<span><a href="/fav/{n}">{n} favorites</a></span>]</span>
        </div><br><br>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == [f"{WORDS[n]}\n\nAnd {n} more." for n in range(4)]


def test_beside_who_wrote_stands_an_empty_place_for_who_changed_it():
    def post(n):
        card = '<div class="who" itemprop="author"><a href="/users/{0}">{0}</a></div>'
        changed = """<div class="card"><a href="/changes">changed</a>
            <div class="who" itemprop="author"><span></span></div></div>"""
        return f"""<div class="answer"><div class="said">{WORDS[n]}</div>
        {changed if n == 2 else ""}<div class="card"><i class="when">{TIMES[n]}</i>
        {card.format(NAMES[n])}</div></div>"""

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize(
    "by",
    [
        'posted by <span class="byline">{}</span>',
        'por <a href="/told/{0}/history">{0}</a> a <a href="http://s.example.org/">s.example.org</a>',
    ],
)
def test_the_line_of_a_story_says_whose_it_is(by):
    story = f"""<article><h2><a href="/story/7">Which oil?</a><b>3</b></h2><div class="details">
        {by.format(NAMES[0])} <i class="told">{TIMES[0]}</i></div>
        <div class="content"><i>{WORDS[0]}</i></div></article>"""
    posts = posts_of(html_page(f"{story}{answers_of(1, 2, 3)}", "Which oil? - Pots"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_an_opening_signed_below_declares_what_its_words_are():
    def fields(n, box):
        return f"""<article class="msg"><div class="body">{box.format(WORDS[n])}
        <div class="sign"><a href="/people/{NAMES[n]}/profile">{NAMES[n]}</a>
        <i>({TIMES[n]})</i></div></div></article>"""

    said = '<div itemprop="articleBody">{}</div>'
    first = fields(0, said).replace('<div class="sign">', '<footer><div class="sign">')
    first = first.replace("</i></div>", "</i></div></footer>")
    answers = "".join(fields(n, "<p>{}</p>") for n in (1, 2, 3))
    posts = posts_of(html_page(f'{first}<div class="all">{answers}</div>'))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_the_title_can_stand_once_more_above_the_answers():
    question = f"""<div class="topic"><h2>Which oil?{{}}</h2><a href="/people/{NAMES[0]}0/">
        {NAMES[0]}</a> <i>{TIMES[0]}</i><div class="content">{WORDS[0]}</div></div>"""
    page = f"{question}<h3>Which oil? now</h3>{answers_of(1, 2, 3)}"
    title = "Which oil? now - Pots"
    assert len(posts_of(html_page(page.format(" now <b>3</b>"), title))) == 4
    assert len(posts_of(html_page(page.format(""), title))) == 3


def test_the_best_answer_told_once_more_is_no_opening():
    def post(n, box="reply"):
        return f"""<article class="{box}"><div class="who"><a class="author" href="/u/{NAMES[n]}">
        {NAMES[n]}</a></div><div class="text"><i class="when">{TIMES[n]}</i>
        <div class="said">{WORDS[n]}</div></div></article>"""

    first = f"""<article class="first"><div class="who"><a class="author" href="/u/{NAMES[0]}">
        {NAMES[0]}</a></div><h1>Which oil?</h1><div class="said">{WORDS[0]}</div>
        <div class="foot"><span>Posted on <i class="when">{TIMES[0]}</i></span></div></article>"""
    answers = "".join(post(n) for n in (1, 2, 3))
    page = f'{first}<div class="top">{post(2, "best")}</div><div class="all">{answers}</div>'
    posts = posts_of(html_page(page))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    ("behind", "told"),
    [("({n}3 posts)", False), ("(of Oban)", True), ("({n}3)", True)],
)
def test_counts_in_brackets_are_no_part_of_names(behind, told):
    def post(n):
        name = f'<a href="/who?id={ord(NAMES[n][0])}">{NAMES[n]}</a> {behind.format(n=n)}'
        return f"""<div class="reply"><div><span class="author">{name}</span></div>
        <div class="when">{TIMES[n]}</div><div class="said">{WORDS[n]}</div></div>"""

    posts = posts_of(html_page(rows(post)))
    more = [f" {behind.format(n=n)}" if told else "" for n in range(4)]
    names = [post.author for post in posts]
    assert names == NAMES or names == [a + b for a, b in zip(NAMES, more, strict=True)]
    assert told or names == NAMES


@pytest.mark.parametrize(("behind", "told"), [("({}3 posts)", False), ("({}3)", True)])
def test_counts_in_brackets_in_the_element_of_a_name_are_no_part_of_it(behind, told):
    def post(n):
        return f"""<div class="reply"><div><b>{NAMES[n]} {behind.format(n + 1)}</b>
        <i>{TIMES[n]}</i></div><p>{WORDS[n]}</p></div>"""

    names = column(posts_of(html_page(rows(post))), "author")
    more = [f" {behind.format(n + 1)}" if told else "" for n in range(4)]
    assert names == [a + b for a, b in zip(NAMES, more, strict=True)]


def test_who_is_called_as_one_counts_is_called_so_where_others_are_not():
    names = [f"{NAMES[0]} (12 cats)", *NAMES[1:3], "dora"]

    def post(n):
        return f"""<div class="reply"><div><b>{names[n]}</b> <i>{TIMES[n]}</i></div>
        <p>{WORDS[n]}</p></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == names


@pytest.mark.parametrize(
    ("member", "other", "count"),
    [
        ("http://id.example/{}", "http://id.example/dora", 3),
        ("/{}", "/news", 3),
        ("http://id.example/{}", "http://id.example/news", 1),
    ],
)
def test_links_to_the_root_of_a_host_lead_to_members_where_all_do_on_another(member, other, count):
    def answer(n):
        name = f'<a href="{member.format(NAMES[n] + str(n) * (count > 1))}">{NAMES[n]}</a>'
        return f"""<div class="re" id="c{n + 70}"><div>{name} <i>{TIMES[n]}</i></div>
        <p>{WORDS[n]}</p></div>"""

    head = f"<div><a href='{other}'>{other[-4:]}</a> | <span>{TIMES[0]}</span></div>"
    words = f"<div class='topic-text'>{WORDS[0]}</div>"
    answers = "".join(map(answer, range(1, 1 + count)))
    posts = posts_of(html_page(f"<h1>Lids</h1>{head}{words}<section>{answers}</section>"))
    first = ["dora"] if other.endswith("dora") else []
    assert len(posts) == len(first) + count
    assert column(posts, "author")[: len(first)] == first


@pytest.mark.parametrize(
    ("began", "between"),
    [
        (
            TIMES[0],
            "<div class='content rules'>Please be kind to others, and search first.</div>{}",
        ),
        ("2024-03-04 09:00", "<div class='content-tools'>Tools</div>{}"),
        ("2024-03-04 09:00", "<div id='content'>{}</div>"),
    ],
)
def test_the_line_that_counts_answers_heads_a_thread_whose_first_post_follows(began, between):
    def post(n):
        name = f'<a href="/user/{n % 3}">{NAMES[n]}</a>'
        return f"""<div class="re"><div>{name} <i>{TIMES[n]}</i></div>
            <div class="said">{WORDS[n]}</div></div>"""

    head = f"""<div class="info">Started by <a href="/user/0">{NAMES[0]}</a>, {began} · Replies: 3
        · Views: 1246</div>"""
    posts = posts_of(html_page(f"<h1>Lids</h1>{head}{between.format(rows(post))}", "Lids"))
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    ("one", "other"), [('li class="post"', 'li class="promo"'), ("div", 'section class="ad"')]
)
def test_what_stands_among_posts_in_boxes_of_another_kind_is_none(one, other):
    def record(box, name, time, words):
        tag = box.partition(" ")[0]
        return f"""<{box}><div><b class="who">{name}</b> <i class="day">{time}</i></div>
            <p>{words}</p></{tag}>"""

    def post(n):
        promo = record(other, "Shop", f"2024-01-0{n + 1} 10:00", f"Buy {n} lids of ours today.")
        return record(one, NAMES[n], TIMES[n], WORDS[n]) + (promo if n in (0, 2) else "")

    posts = posts_of(html_page(f"<div>{rows(post)}</div>"))
    assert column(posts, "body_text") == WORDS
