"""Rows of lists without a word, a class or a link that says which part is what."""

from __future__ import annotations

import pytest
from extraction_kit import NOW, column, html_page, page_of
from row_kit import TITLES, rows_in

from fpcrawl.extraction.lists.listing import link_groups
from fpcrawl.extraction.treebuild import build_tree

NAMES = ["ann", "Bob", "carla", "dora77", "Eve"]
TIMES = [f"2024-03-0{9 - n} 10:00" for n in range(5)]


def listing(line):
    return "<div>{}</div>".format(
        "".join(
            f'<div class="row"><p><a href="/t/{n + 500}">{TITLES[n]}</a></p>{line(n)}</div>'
            for n in range(5)
        )
    )


def authors(line):
    return column(rows_in(listing(line))[1], "author")


@pytest.mark.parametrize(
    "line",
    [
        "<div><i>{name}</i> <i>{time}</i> <i>{count} replies</i></div>",
        "<div><time datetime='{time}'>9/3</time> {name}</div>",
        "<div><b>{name}</b>, <b>{count} replies</b> · {time}</div>",
    ],
)
def test_what_stands_beside_a_time_and_figures_is_a_name(line):
    def shown(n):
        return line.format(name=NAMES[n], time=TIMES[n], count=n + 3)

    assert authors(shown) == NAMES


@pytest.mark.parametrize("behind", ["", " 4 replies"])
def test_what_stands_in_brackets_behind_a_title_is_a_name(behind):
    assert authors(lambda n: f"({NAMES[n]}){behind} <i>{TIMES[n]}</i>") == NAMES


@pytest.mark.parametrize(
    "line",
    [
        # Filed under few words; with more beside it; of the last post.
        lambda n: f"<div><i>{['Pots', 'Lids'][n % 2]}</i> <i>{TIMES[n]}</i></div>",
        lambda n: f"<div><i>{NAMES[n]}</i> <i>{TIMES[n]}</i> <i>was here at night</i></div>",
        lambda n: f"<div>Last post <i>{NAMES[n]}</i> <i>{TIMES[n]}</i></div>",
        lambda n: f'<div class="lastpost"><i>{NAMES[n]}</i> <i>{TIMES[n]}</i></div>',
        # Beside other words of the time; without a time; a number.
        lambda n: f"<div><i>{TIMES[n]} UP</i></div>",
        lambda n: f"<div><i>{NAMES[n]}</i> <i>{n + 3} replies</i></div>",
        lambda n: f"<div><i>{n + 3}</i> <i>{TIMES[n]}</i></div>",
        lambda n: f"<div><i>{n + 3} 个关注</i> <i>{TIMES[n]}</i></div>",
        lambda n: f"<div><i>${n + 3}.50</i> <i>{TIMES[n]}</i></div>",
        lambda n: f"<div><i>EUR {n + 3}</i> <i>{TIMES[n]}</i></div>",
        lambda n: f"<div><i>v1.{n}.2</i> <i>{TIMES[n]}</i></div>",
        lambda n: f"<div><i>#{NAMES[n]}</i> <i>{TIMES[n]}</i></div>",
        lambda n: f"({['PDF', 'ZIP', 'EPUB', 'CSV', 'MP3', 'TXT'][n % 6]}) <i>{TIMES[n]}</i>",
        lambda n: f"({['solved', 'open'][n % 2]}) <i>{TIMES[n]}</i>",
        lambda n: f"({NAMES[n]}) told me so <i>{TIMES[n]}</i>",
    ],
)
def test_what_is_not_alone_with_a_time_or_comes_again_is_no_name(line):
    assert authors(line) == [None] * 5


@pytest.mark.parametrize(
    "words",
    [
        # Places, papers, sections, states, systems, agencies, days.
        ["York", "Leeds", "Bath", "Hull", "Ely"],
        ["The Lid", "Harbour News", "Weekly Spout", "Radio 4", "Copper Daily"],
        ["政治", "体育", "文化新闻", "财经", "科技"],
        ["solved", "open", "planned", "waiting", "double"],
        ["Windows 11", "iOS", "macOS", "Debian", "Haiku"],
        ["dpa", "Reuters", "afp", "Tass", "epd"],
        ["MP3", "Win10", "PS5", "A4", "WebP"],
        ["v1.2", "v1.3", "v2.0", "v2.1", "v3"],
        ["lid_77.jpg", "pot_2.pdf", "pan_13.jpg", "cup_5.zip", "tea_8.pdf"],
    ],
)
@pytest.mark.parametrize("line", ["<div><i>{}</i> <i>{}</i></div>", "({}) <i>{}</i>"])
def test_what_people_do_not_call_themselves_is_no_name(words, line):
    assert authors(lambda n: line.format(words[n], TIMES[n])) == [None] * 5


@pytest.mark.parametrize(
    "names",
    [
        ["Ann", "Bob", "Carla", "dora77", "Eve"],
        ["Ann", "Bob", "Carla", "the_dora", "Eve"],
        ["小明", "老张", "lucky猫", "大头", "白云"],
        ["小明", "老张", "猫lucky", "大头", "白云"],
        ["Аня", "Боб", "катя_", "Дора", "Ева"],
        ["Ann", "bob", "carla", "dora", "Eve"],
        ["_Ann", "Bob", "Carla", "the_dora", "Eve"],
    ],
)
def test_what_people_call_themselves_is_a_name(names):
    assert authors(lambda n: f"<div><i>{names[n]}</i> <i>{TIMES[n]}</i></div>") == names


def test_most_rows_have_a_name_and_a_time_without_a_year_is_one():
    shown = ["04-29", "04-27", "04-27", "04-12", "03-31"]

    def line(n, named=range(5)):
        return f"<div><i>{NAMES[n] if n in named else ''}</i> <i>{shown[n]}</i></div>"

    assert authors(line) == NAMES
    assert authors(lambda n: line(n, range(3))) == [None] * 5


def test_the_same_may_write_again_but_not_everybody():
    def line(names):
        return lambda n: f"<div><i>{names[n]}</i> <i>{TIMES[n]}</i></div>"

    often = ["ann_k", "Bob", "ann_k", "ann_k", "Bob"]
    assert authors(line(often)) == often
    assert authors(line(["ann_k"] * 5)) == [None] * 5


def test_names_that_a_head_or_a_class_shows_come_first():
    def line(n):
        who = NAMES[n].upper()
        return f'<b class="author">{who}</b><div><i>{NAMES[n]}</i> <i>{TIMES[n]}</i></div>'

    assert authors(line) == [name.upper() for name in NAMES]


@pytest.mark.parametrize(("dress", "told"), [("by", NAMES), ("who", NAMES), ("bypass", [None] * 5)])
def test_a_cell_can_be_called_by_or_who(dress, told):
    assert (
        authors(lambda n: f'<p class="{dress}">{NAMES[n]}</p><p><i>at {TIMES[n]}</i></p>') == told
    )


@pytest.mark.parametrize(
    "label",
    ["Créé par", "Iniciado por", "Criado por", "Erstellt von", "Creato da", "글쓴이", "作成者"],
)
def test_who_began_a_thread_is_told_in_other_languages(label):
    def line(n):
        return f"<small>{label} {NAMES[n]}</small><div>{TIMES[n]} <i>{NAMES[-n]}</i></div>"

    assert authors(line) == NAMES


def test_one_word_behind_a_label_can_stand_before_other_parts_of_a_line():
    assert (
        authors(lambda n: f"<small>글쓴이 {NAMES[n]} · {TIMES[n]} · 조회 {n + 30}</small>") == NAMES
    )


def whole(first, second):
    return "<div>{}</div>".format(
        "".join(
            f"""<a class="row" href="/t/{n + 500}"><div class="x">{first[n]}</div><div class="y">
            {second[n]}</div><div class="z"><i>{n + 3} replies</i> <i>{TIMES[n]}</i></div></a>"""
            for n in range(5)
        )
    )


def test_a_row_that_is_a_link_begins_with_its_title():
    rows = rows_in(whole(TITLES, NAMES))[1]
    assert column(rows, "replies") == [3, 4, 5, 6, 7]
    assert [row.link.text for row in rows] == TITLES
    # In a box for itself, too.
    boxed = (
        whole(TITLES, NAMES)
        .replace('<div class="x">', "<div><div>")
        .replace("</i></div></a>", "</i></div></div></a>")
    )
    assert [row.link.text for row in rows_in(boxed)[1]] == TITLES


def test_what_titles_are_filed_under_can_stand_before_them():
    rows = rows_in(whole(["Kitchens", "Gardening"] * 3, TITLES))[1]
    assert [row.link.text for row in rows] == TITLES
    # A count is a sign as well as a time.
    html = whole(TITLES, NAMES)
    for time in TIMES:
        html = html.replace(time, "")
    assert [row.link.text for row in rows_in(html)[1]] == TITLES


def test_a_row_that_is_a_link_can_have_a_title_of_few_characters():
    titles = ["铜壶漏水了", "同上又来问", "求一个盖子", "我是新人吗", "请帮忙删掉"]
    html = whole(titles, ["小明", "老张", "阿明", "大头", "白云"]).replace(" replies", "回")
    tree = build_tree(page_of(html_page(html)))
    (group,) = [g for g in link_groups(tree) if len(g.links) > 1]
    assert len(group.links) == len(titles)
    assert [row.link.text for row in rows_in(html)[1]] == titles


@pytest.mark.parametrize(
    "ahead",
    [
        NAMES,
        ["Ann Winter", "Bob Lindgren", "Carla Moss", "Dora Baumann", "Eve Rossini"],
        ["Leeds, north", "York, north", "Bath, west", "Ely, east", "Hull, north"],
        [f"€ {n + 12}.50" for n in range(5)],
        TIMES,
    ],
)
def test_what_is_short_in_all_rows_is_no_title(ahead):
    titles = [f"{title} at home" for title in TITLES]
    assert [row.link.text for row in rows_in(whole(ahead, titles))[1]] == titles


@pytest.mark.parametrize("behind", [NAMES, [f"{title}, " * 5 for title in TITLES]])
def test_a_title_stands_before_a_name_or_the_words_of_a_text(behind):
    assert [row.link.text for row in rows_in(whole(TITLES, behind))[1]] == TITLES


def test_what_stands_before_very_much_is_no_sign_of_a_title():
    found = [row.link.text for row in rows_in(whole(NAMES, [f"{t}, " * 5 for t in TITLES]))[1]]
    assert all(
        text.startswith(name) and text != name for text, name in zip(found, NAMES, strict=True)
    )


def test_long_titles_stand_before_what_is_told_of_them():
    titles = [f"{title} in our old house" for title in TITLES]
    below = [f"{title}, whatever is done" for title in titles]
    assert [row.link.text for row in rows_in(whole(titles, below))[1]] == titles


def test_short_titles_stand_before_the_words_of_a_text():
    titles = ["Red lids", "A big pot", "Old pans", "A spoon", "New cups"]
    below = [f"{title} belongs to us all" for title in TITLES]
    assert [row.link.text for row in rows_in(whole(titles, below))[1]] == titles


def test_what_titles_are_filed_under_can_be_long():
    under = ["Kitchens and what belongs to them", "Gardens and what grows in them"] * 3
    assert [row.link.text for row in rows_in(whole(under, TITLES))[1]] == TITLES


def rows_of(boxes):
    links = (f'<li><a href="/t/{n + 500}">{boxes(n)}</a></li>' for n in range(5))
    return [row.link.text for row in rows_in(f"<ul>{''.join(links)}</ul>")[1]]


def test_boxes_of_links_that_say_something_are_looked_at():
    told = [f"<b>{TITLES[n]}</b> <i>{TIMES[n]}</i>" for n in range(5)]
    assert rows_of(lambda n: f"<u></u><u></u>{told[n]}") == TITLES
    # Loose words, boxes without a time, few rows that have any.
    assert rows_of(lambda n: f"Room 4: {told[n]}")[0].startswith("Room 4")
    assert rows_of(lambda n: f"<b>{TITLES[n]}</b> <i>and other things</i>")[0].endswith("things")
    assert rows_of(lambda n: told[n] if n < 2 else TITLES[n])[0] != TITLES[0]


def test_a_picture_alone_has_no_box():
    pictures = "".join(
        f'<li><a href="/t/{n + 500}"><img src="/{n}.png"></a> <a href="/t/{n + 500}">'
        f"{TITLES[n]}</a> {TIMES[n]}</li>"
        for n in range(5)
    )
    assert [row.link.text for row in rows_in(f"<ul>{pictures}</ul>")[1]] == TITLES


@pytest.mark.parametrize("ahead", ["Pots and pans", "Carla Winter"])
def test_a_time_can_stand_between_a_title_and_what_is_before_it(ahead):
    def boxes(n):
        first = ahead if ahead == "Pots and pans" else f"{ahead} {n}"
        return f"<b>{first}</b> <i>{TIMES[n]}</i> <b>{TITLES[n]} at home</b>"

    assert rows_of(boxes) == [f"{title} at home" for title in TITLES]


def test_a_title_that_stands_first_can_tell_a_time_of_its_own():
    titles = [f"Meeting in the kitchen on {TIMES[n]}" for n in range(5)]
    assert rows_of(lambda n: f"<b>{titles[n]}</b> <i>3 replies</i>") == titles


def test_a_row_can_show_a_time_and_a_title_alone():
    rows = "".join(
        f'<li><a href="/t/{n + 500}"><i>{TIMES[n]}</i> <b>{TITLES[n]}</b></a></li>'
        for n in range(5)
    )
    assert [row.link.text for row in rows_in(f"<ul>{rows}</ul>")[1]] == TITLES


def test_a_link_without_a_time_is_the_title_itself():
    _, rows = rows_in(listing(lambda n: TIMES[n]).replace("</a>", "<b>!</b> <b>?</b></a>"))
    assert [row.link.text for row in rows] == [f"{title}! ?" for title in TITLES]


def days(shown, mark="x"):
    rows = rows_in(listing(lambda n: f'<i class="{mark}">{shown[n]}</i> <b>{NAMES[n]}</b>'))[1]
    return [row.last_post and (row.last_post.full or row.last_post.raw) for row in rows]


@pytest.mark.parametrize("form", ["{}", "[{}]", "（{}）", "· {} | 3 replies", "by us, {}"])
def test_days_without_a_year_that_go_back_are_those_of_the_rows(form):
    shown = ["03-09", "03-09", "03-02", "02-28", "12-31"]
    year = NOW.year
    known = [f"{year - (day > f'{NOW:%m-%d}')}-{day}" for day in shown]
    assert days([form.format(day) for day in shown]) == known


@pytest.mark.parametrize(
    "shown",
    [
        ["03-02", "03-09", "02-28", "03-01", "01-31"],  # marks of teams, in no order
        ["3-9", "3-8", "3-2", "2-8", "1-1"],
        ["03-09"] * 5,
        # A later one that does not stand at the top, and days of what comes.
        ["03-09", "02-28", "03-02", "02-12", "01-31"],
        ["12-09", "11-28", "10-12", "09-12", "08-31"],
        ["· 3-9 | 12", "· 3-8 | 11", "· 3-2 | 9", "· 2-8 | 8", "· 1-1 | 7"],
    ],
)
def test_two_numbers_that_do_not_go_back_are_no_days(shown):
    assert days(shown) == [None] * 5


def test_a_row_that_is_kept_at_the_top_can_be_older():
    shown = ["02-02", "03-09", "03-02", "02-28", "01-31"]
    assert days(shown)[0] in {f"{NOW.year - back}-02-02" for back in (0, 1)}


@pytest.mark.parametrize(
    ("least", "most", "kind"),
    [(100, 17_204, "views"), (99, 17_204, "replies"), (100, 9_999, "replies")],
)
def test_one_column_of_high_numbers_alone_tells_of_readers(least, most, kind):
    figures = [950, most, least, 312, 4_100]
    rows = rows_in(listing(lambda n: f"<b>{figures[n]}</b>"))[1]
    told = {"views": column(rows, "views"), "replies": column(rows, "replies")}
    assert told.pop(kind) == figures
    assert told.popitem()[1] == [None] * 5
