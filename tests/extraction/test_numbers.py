"""Post numbers and floors: what is one, and what only looks like one."""

from __future__ import annotations

import pytest
from extraction_kit import (
    NAMES,
    TIMES,
    URL,
    WORDS,
    column,
    div_post,
    div_thread,
    html_page,
    posts_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.keys import post_key
from fpcrawl.extraction.numbertexts import is_floor
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts

IDS = ["4711", "4718", "4730", "4731"]


def thread(part):
    """Four posts; ``part(n)`` gives (attributes, what stands below the body)."""
    posts = "".join(
        div_post(n, attributes=part(n)[0], extra=f'<div class="foot">{part(n)[1]}</div>')
        for n in range(4)
    )
    return html_page(f"<div>{posts}</div>")


@pytest.mark.parametrize(
    "part",
    [
        lambda n: (f'id="post-{IDS[n]}"', ""),
        lambda n: (f'id="p{IDS[n]}"', ""),
        lambda n: (f'data-pid="{IDS[n]}"', ""),
        lambda n: (f'data-post-id="{IDS[n]}"', ""),
        lambda n: ("", f'<a name="msg{IDS[n]}"></a>'),
        lambda n: ("", f'<a href="/thread-77.html#post{IDS[n]}">permalink</a>'),
        lambda n: ("", f'<a href="/goto?pid={IDS[n]}">link</a>'),
    ],
    ids=["id", "short id", "data-pid", "data-post-id", "name", "fragment", "parameter"],
)
def test_the_number_of_a_post_is_found_where_software_puts_it(part):
    assert column(posts_of(thread(part)), "post_id") == IDS


def test_counting_numbers_are_no_post_numbers():
    posts = posts_of(thread(lambda n: (f'id="row{n + 1}"', "")))
    assert column(posts, "post_id") == [None] * 4


def test_numbers_that_begin_anew_in_each_thread_are_no_post_numbers():
    posts = posts_of(thread(lambda n: (f'id="post-{n + 1}"', "")))
    assert column(posts, "post_id") == [None] * 4
    assert column(posts, "floor") == [1, 2, 3, 4]


def test_equal_numbers_are_no_post_numbers():
    posts = posts_of(thread(lambda n: ('id="post-4711"', "")))
    assert column(posts, "post_id") == [None] * 4


@pytest.mark.parametrize("answers", [1, 2, 3, 5])
def test_number_one_is_the_first_answer_where_the_opening_post_has_none(answers):
    posts = [div_post(0, extra='<div class="foot"><a href="/report">report</a></div>')]
    posts += [
        div_post(n % 4, extra=f'<div class="foot"><em class="nr">#{n}</em></div>')
        for n in range(1, answers + 1)
    ]
    read = posts_of(html_page(f"<div>{''.join(posts)}</div>"))
    assert column(read, "floor") == [0, *range(1, answers + 1)]


def test_likes_of_two_answers_are_no_floors():
    posts = [div_post(n, extra=f'<div class="foot"><em>{n or ""}</em></div>') for n in range(3)]
    assert column(posts_of(html_page(f"<div>{''.join(posts)}</div>")), "floor") == [1, 2, 3]


@pytest.mark.parametrize(
    "names",
    [
        ["#1", "#2", "#3", "#4"],
        ["1楼", "2楼", "3楼", "4楼"],
        ["楼主", "沙发", "板凳", "地板"],
        ["楼主", "沙发", "3#", "4#"],
        ["No. 1", "No. 2", "No. 3", "No. 4"],
    ],
)
def test_floors_are_read_in_many_words(names):
    posts = posts_of(thread(lambda n: ("", f'<em class="nr">{names[n]}</em>')), page=3)
    assert column(posts, "floor") == [1, 2, 3, 4]


def test_floors_of_a_later_page_go_on():
    posts = posts_of(thread(lambda n: ("", f'<em class="nr">#{n + 21}</em>')), page=2)
    assert column(posts, "floor") == [21, 22, 23, 24]


@pytest.mark.parametrize(
    "own",
    [
        '<a href="/people/{uid}"><img src="/a.png"></a>',
        '<div id="card_{uid}">Member</div>',
        '<span data-id="{uid}">Member</span>',
        '<a href="/u/{uid}#posts">Posts</a>',
    ],
    ids=["avatar", "card", "data", "posts"],
)
def test_the_number_of_a_member_is_not_that_of_the_post(own):
    uids = ["10185", "10219", "10007", "10430"]
    posts = "".join(
        f'<div class="reply"><b class="who"><a href="/people/{uid}">Ann{n}</a></b>'
        f'{own.format(uid=uid)}<i>2024-04-2{n} 10:00</i><div class="said">{WORDS[n]}</div></div>'
        for n, uid in enumerate(uids)
    )
    found = posts_of(html_page(f"<div>{posts}</div>"))
    assert column(found, "author") == ["Ann0", "Ann1", "Ann2", "Ann3"]
    assert column(found, "post_id") == [None] * 4


def test_the_number_of_the_post_in_the_authors_address_is_its_own():
    posts = "".join(
        f'<div class="reply"><b class="who"><a href="/people/ann{n}#{IDS[n]}">Ann{n}</a></b>'
        f'<a name="{IDS[n]}"></a><i>2024-04-2{n} 10:00</i><div class="said">{WORDS[n]}</div></div>'
        for n in range(4)
    )
    assert column(posts_of(html_page(f"<div>{posts}</div>")), "post_id") == IDS


def test_without_floors_the_first_page_counts_and_others_do_not():
    assert column(posts_of(div_thread()), "floor") == [1, 2, 3, 4]
    assert column(posts_of(div_thread(), page=2), "floor") == [None] * 4


def test_a_floor_that_is_the_number_of_the_post_is_none():
    html = thread(
        lambda n: (f'id="post-{1081 + 4 * n // 3}"', f'<a class="nr">#{1081 + 4 * n // 3}</a>')
    )
    posts = posts_of(html, page=2)
    assert column(posts, "post_id") == ["1081", "1082", "1083", "1085"]
    assert column(posts, "floor") == [None] * 4


@pytest.mark.parametrize("shown", ["{}楼", "第{}層", "{}F"])
def test_a_floor_that_names_its_element_is_no_number_of_the_site(shown):
    html = thread(lambda n: (f'id="{20 + n}"', f'<a href="#{20 + n}">{shown.format(20 + n)}</a>'))
    posts = posts_of(html, page=2)
    assert column(posts, "post_id") == [None] * 4
    assert column(posts, "floor") == [20, 21, 22, 23]


def numbered(*floors):
    """Posts in the order of their floors; the first is that of "楼主"."""
    return html_page(
        "".join(
            f"""<div class="floor"><a class="u" href="/u/{n}">user{n}</a>
            <span class="when">2024-03-04 10:{n:02}</span> <em>{word}</em>
            <div class="said">{"up" if n == 3 else f"Words of floor {n}, as they were sent."}</div>
            </div>"""
            for n, word in floors
        )
    )


ANSWERS = [(n, f"第{n}楼") for n in range(1, 12)]


def test_who_opened_the_thread_stands_below_the_first_floor():
    posts = posts_of(numbered((0, "楼主"), *ANSWERS))
    assert column(posts, "floor") == list(range(12))


def test_best_answers_ahead_of_all_are_no_posts_of_their_own():
    best = [ANSWERS[6], ANSWERS[2]]
    posts = posts_of(numbered((0, "楼主"), *best, *ANSWERS))
    assert column(posts, "floor") == list(range(12))
    assert len({post.key for post in posts}) == 12


def test_best_answers_without_floors_are_known_by_those_of_many_words():
    silent = [(n, "") for n, _ in ANSWERS]
    posts = posts_of(numbered((0, ""), silent[6], silent[2], *silent))
    assert column(posts, "author") == [f"user{n}" for n in range(12)]
    # A few words alone may have been sent twice.
    twice = posts_of(numbered((0, ""), silent[2], *silent))
    assert column(twice, "author").count("user3") == 2


def test_numbers_that_fall_are_no_floors():
    posts = posts_of(thread(lambda n: ("", f'<em class="nr">{90 - n}</em>')), page=2)
    assert column(posts, "floor") == [None] * 4


@pytest.mark.parametrize(
    ("text", "is_position"),
    [
        ("#3", True),
        ("Reply #3", True),
        ("沙发", True),
        ("第3楼", True),
        ("3", True),
        ("Three kettles", False),
        ("3 kettles", False),
        ("#kettle", False),
        ("3F", True),
        ("F", False),
        ("re: F", False),
    ],
)
def test_texts_that_only_name_a_position(text, is_position):
    assert is_floor(text) is is_position


@pytest.mark.parametrize("odd", ["²", "9" * 5000])
def test_odd_digits_in_an_attribute_do_no_harm(odd):
    posts = "".join(div_post(n, attributes=f'data-id="{odd}{n}"') for n in range(3))
    assert column(posts_of(html_page(f"<div>{posts}</div>")), "body_text") == WORDS[:3]


def test_an_author_link_that_is_no_address_is_left_out():
    posts = "".join(div_post(n).replace('href="/user/', 'href="http://[/user/') for n in range(4))
    assert column(posts_of(html_page(f"<div>{posts}</div>")), "author_url") == [None] * 4


def test_keys_are_of_the_number_else_the_floor_else_the_words():
    numbered = posts_of(thread(lambda n: (f'id="post-{IDS[n]}"', "")))
    again = posts_of(thread(lambda n: (f'id="post-{IDS[n]}"', "")), page=9)
    assert column(numbered, "key") == column(again, "key")
    floors = posts_of(div_thread())
    edited = posts_of(div_thread().replace("vinegar", "hot vinegar"))
    assert column(floors, "body_text") != column(edited, "body_text")
    assert column(floors, "key") == column(edited, "key")
    later = posts_of(div_thread(), page=2)
    assert column(later, "key") == column(posts_of(div_thread(), page=3), "key")
    assert set(column(later, "key")).isdisjoint(column(floors, "key"))


def test_one_number_in_two_forums_of_a_host_is_two_posts():
    html = thread(lambda n: (f'id="post-{IDS[n]}"', ""))
    one = posts_of(html, url="http://f.example/east/thread.php?id=3")
    other = posts_of(html, url="http://f.example/west/thread.php?id=3")
    elsewhere = posts_of(html, url="http://f.example/east/thread.php?id=8")
    assert set(column(one, "key")).isdisjoint(column(other, "key"))
    assert column(one, "key") == column(elsewhere, "key")


def test_the_place_of_numbers_is_part_of_the_layout():
    tree = tree_of(thread(lambda n: (f'id="post-{IDS[n]}"', "")))
    layout = find_posts(tree, LayoutBook()).layouts[0]
    assert layout.id_place == ("div", "id")
    assert layout.support == 4


@pytest.mark.parametrize(
    ("said", "floors"),
    [
        (["楼主", "沙发", "板凳", "地板", "4楼", "5楼"], [0, 1, 2, 3, 4, 5]),
        (["楼主", "沙发", "板凳", "地板", "5楼", "6楼"], [1, 2, 3, 4, 5, 6]),
    ],
)
def test_the_first_floors_are_counted_as_those_behind_them(said, floors):
    posts = "".join(
        div_post(n, time=f"2024-03-0{n + 1} 10:00", extra=f"<b class='floor'>{name}</b>")
        for n, name in enumerate(said)
    )
    assert column(posts_of(html_page(f"<div>{posts}</div>")), "floor") == floors


def test_a_number_before_a_name_is_the_floor():
    def post(n):
        return f"""<li><p class="info">{n + 4}. {NAMES[n]} <b>{TIMES[n]}</b></p>
            <div class="body">{WORDS[n]}</div></li>"""

    posts = posts_of(html_page(f"<ul>{rows(post)}</ul>"), page=2)
    assert column(posts, "author") == NAMES
    assert column(posts, "floor") == [4, 5, 6, 7]


def test_a_box_that_leads_to_the_first_page_is_no_post():
    link = f'<a href="{URL}">see the first page</a>'
    html = html_page(
        "<div>" + div_post(0, words=link) + rows(lambda n: div_post(n + 1), 3) + "</div>"
    )
    assert column(posts_of(html, page=2), "body_text") == WORDS[1:]
    assert len(posts_of(html)) == 4


@pytest.mark.parametrize("folder", ["2026/10", "2026-10", "2026", "2026/10/05"])
def test_letters_are_counted_anew_in_each_month(folder):
    def key(url, post_id="00003"):
        values = {"post_id": post_id, "floor": 1, "author": None, "published": None, "text": ""}
        return post_key("lists.example", f"http://lists.example{url}", **values)

    earlier = key("/users/2025/01/msg00003.html")
    assert key(f"/users/{folder}/msg00003.html") != earlier
    assert key(f"/users/{folder}/msg00003.html") != key(f"/board/{folder}/msg00003.html")
    # Numbers that are not those of the page are the forum's own.
    assert key(f"/{folder}/kettles.html", "741") == key("/2025/01/lids.html", "741")
    assert key("/topic/3", "3") == key("/topic/4", "3")


def test_positions_that_are_declared_to_machines_are_floors_though_posts_are_numbered_alike():
    def part(n):
        return f'id="post_{n + 21}"', f'Post <span itemprop="position">{n + 21}</span>'

    posts = posts_of(thread(part), page=2)
    assert column(posts, "floor") == [21, 22, 23, 24]
    assert column(posts, "post_id") == [None] * 4
