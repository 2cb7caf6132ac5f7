"""Who wrote a post, where that takes telling apart."""

from __future__ import annotations

import pytest
from extraction_kit import (
    ISO,
    NAMES,
    TIMES,
    WORDS,
    column,
    div_post,
    group_of,
    html_page,
    posts_of,
    rows,
    tree_of,
)

from fpcrawl.extraction.names.barenames import without_number
from fpcrawl.extraction.names.membernames import form_of
from fpcrawl.extraction.names.usernames import is_name, names_member
from fpcrawl.extraction.posts.layout import LayoutBook


def test_a_name_in_the_line_of_the_time_is_the_author():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="body">{WORDS[n]}</div>
            <div class="meta">Posted on {TIMES[n]} by {NAMES[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_names_without_link_or_class_head_their_records():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="entry"><dl><dt><strong>{NAMES[n]}</strong></dt>
            <dd class="rank"><strong>Member</strong></dd></dl><p class="date">{TIMES[n]}</p>
            <div class="words">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("name", ["<b>{}</b>:", "<span>{}</span>", "{}"])
def test_a_name_stands_in_the_cell_before_the_words(name):
    def row(n):
        cell = name.format(NAMES[n])
        return f"""<tr><td colspan="2"><small>{TIMES[n]}</small> &nbsp; #{n + 1}</td></tr>
        <tr><td>{cell}</td><td>{WORDS[n]}<br></td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(row)}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_the_number_of_a_post_before_a_loose_name_is_no_part_of_it():
    def post(n):
        head = f'<p class="head">#{n + 1} {NAMES[n]} <span>{TIMES[n]}</span></p>'
        return f"{head}<blockquote>{WORDS[n]}</blockquote>"

    group, book = group_of(html_page(rows(post))), LayoutBook()
    assert column(group.posts, "author") == NAMES
    book.learn_from(group.layouts)
    assert column(posts_of(html_page(post(3)), book), "author") == NAMES[3:]


@pytest.mark.parametrize(
    ("before", "authors"), [(NAMES, NAMES), (["Montag", "Dienstag"] * 2, [None] * 4)]
)
def test_a_name_is_parted_from_the_time_by_a_comma(before, authors):
    row = "<dt>{}, {} </dt><dd><div>{}</div></dd>"
    page = html_page(f"<dl>{rows(lambda n: row.format(before[n], TIMES[n], WORDS[n]))}</dl>")
    assert column(posts_of(page), "author") == authors


@pytest.mark.parametrize("name", ["Admin", "moderator"])
def test_who_is_called_like_what_he_does_keeps_his_name(name):
    names = [name, "bert", name, name]
    page = html_page(rows(lambda n: div_post(n, name=names[n])))
    assert column(posts_of(page), "author") == names


def _linked_post(name, n, *, before=""):
    """A post whose writer only a link tells."""
    return f"""<div class="post">{before}<p><a href="/user/{n % 3}">{name}</a> <i>{TIMES[n]}</i>
    <a href="/user/{n % 3}">Profile</a></p><div class="body">{WORDS[n]}</div></div>"""


#: What no text alone shows to be a name.
ODD = ["1984", "♥♥♥", "Guest", "#3", "沙发"]


@pytest.mark.parametrize("name", ODD)
def test_who_has_a_page_has_a_name_whatever_it_is(name):
    names = [name, "bert", "carla", name]
    assert column(posts_of(html_page(rows(lambda n: _linked_post(names[n], n)))), "author") == names


@pytest.mark.parametrize("name", ODD)
def test_a_name_that_says_so_may_be_the_only_one(name):
    page = html_page(rows(lambda n: div_post(n, name=name)))
    assert column(posts_of(page), "author") == [name] * 4


@pytest.mark.parametrize("name", [*ODD, "Q"])
@pytest.mark.parametrize("line", ["{} — <a>{}</a>", "<b>{1}</b> {0}"])
def test_one_odd_name_does_not_hide_those_of_the_others(name, line):
    names = ["anna", "bert", name, "carla", "dora", "emil"]
    page = html_page(
        "".join(
            f"""<div class="entry"><p>{line.format(f"<i>2024-03-04 1{n}:00</i>", names[n])}</p>
            <div class="words">{WORDS[n % 4]}</div></div>"""
            for n in range(6)
        )
    )
    assert column(posts_of(page), "author") == names


def test_a_place_that_is_empty_in_some_records_is_none_of_names():
    ranks = ["Elder", "", "Keeper", "Elder", "Keeper", "Elder"]
    page = html_page(
        "".join(
            f"""<div class="entry"><p><b>{ranks[n]}</b></p><p><i>2024-03-04 1{n}:00</i></p>
            <div class="words">{WORDS[n % 4]}</div></div>"""
            for n in range(6)
        )
    )
    assert column(posts_of(page), "author") == [None] * 6


@pytest.mark.parametrize(
    "picture",
    [
        "{}",
        '<span title="{}">{}</span> <span><i class="on">Online</i></span>',
        '<img src="/face.png">',
    ],
)
def test_the_letter_in_the_place_of_a_picture_is_no_name(picture):
    names = ["李小龙", "欧阳文", "王芳", "李小龙"]

    def post(n):
        shown = picture.format("L", "L") if n != 1 else '<i>X</i> <i class="off">Offline</i>'
        before = f'<a class="avatar" href="/user/{n % 3}">{shown}</a>'
        return _linked_post(names[n], n, before=before)

    assert column(posts_of(html_page(rows(post))), "author") == names


def test_a_guest_has_a_name_without_a_link():
    def name(n):
        linked = f'<a href="/user/{n}">{NAMES[n]}</a>' if n != 2 else NAMES[n]
        return f'<span class="poster">{linked}</span>'

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post">{name(n)}<i class="when">{TIMES[n]}</i>
            <div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_guest_has_a_name_where_the_box_of_others_holds_a_script():
    boxes = [
        f'<a class="big" href="/user/{name}">{name}</a><script>menu("{name}")</script>'
        for name in NAMES
    ]
    boxes[1] = "walter"
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div id="menu{n}">{boxes[n]}</div><span>{TIMES[n]}</span>
            <div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == ["anna", "walter", "carla", "anna"]


def test_the_letter_in_place_of_a_picture_is_no_name():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/user/{NAMES[n]}"><span>{NAMES[n][0].upper()}
            </span> <i>Online</i></a><div><a href="/user/{NAMES[n]}">{NAMES[n]}</a></div>
            <i class="when">{TIMES[n]}</i><div class="body">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(
    ("url", "known", "alike"),
    [
        ("/people/zed/", ["/people/ann/", "/people/anita/"], True),
        ("/people/zed", ["/people/ann"], True),
        ("/people/zed/posts", ["/people/ann"], False),
        ("/u77", ["/u10185", "/u10219"], True),
        ("/user", ["/u10185", "/u10219"], False),
        ("/space-uid-9.html", ["/space-uid-3.html"], True),
        ("/home.php?mod=space&uid=9", ["/home.php?mod=space&uid=12"], True),
        ("/home.php?mod=logout", ["/home.php?mod=space&uid=12"], False),
        ("/about", ["/ann", "/bob"], False),
        ("/@zed", ["/@ann", "/@bob"], True),
        ("/people/zed", [], False),
        ("/people/zed", [".elsewhere/people/ann", "/people/bob"], False),
    ],
)
def test_addresses_of_members_are_alike(url, known, alike):
    host = "http://f.example"
    form = form_of({host + one for one in known})
    assert bool(form and form.fullmatch(host + url)) is alike


@pytest.mark.parametrize(
    ("href", "known"),
    [
        ("/member17.html", True),
        ("/membre17", True),
        ("/usuario17/?tab=all", True),
        ("/ann-u17/", True),
        ("/home2/thread-5.html", False),
        ("/u2/songs/5", False),
        ("/general-f2/oil-t133.html", False),
        ("/user/5", True),
        ("/user/loginov", True),
        ("/user/login?destination=node/12%23comment-form", False),
        ("/users/sign_in", False),
        ("/member/register", False),
        ("/user/password", False),
        ("/home-ware/5.html", False),
        ("/space-news/", False),
        ("/space-uid-5.html", True),
        ("/home-uid-5.html", True),
        ("/user-ann/", True),
        ("/bbs/board.php?id=home&no=900", False),
        ("/bbs/board.php?bo_table=people", False),
        ("/home.php?mod=space&do=thread", True),
        ("/index.php?page=User&userID=7", True),
        ("/index.php?q=user/7", True),
    ],
)
def test_rewritten_addresses_of_members_are_known(href, known):
    assert names_member(href) is known


def test_the_address_of_one_member_tells_the_form_of_all():
    def form(path, name):
        return form_of({f"http://f.example{path}"}, name)

    assert form("/user/jurgen-weiss", "Jürgen Weiss").fullmatch("http://f.example/user/ann")
    assert form("/users/17/ann-lee", "Ann Lee").fullmatch("http://f.example/users/5/bert")
    assert form("/members/ann.17/", "Ann").fullmatch("http://f.example/members/bert.5/")


def test_members_of_sites_that_have_nothing_in_common_are_not_alike():
    assert form_of({"http://f.example/u/2", "https://g.example/"}) is None
    assert form_of({"http://f.example/u/2", "ftp://g.example/"}) is None


def test_the_place_where_a_writer_lives_heads_no_post():
    posts = rows(
        lambda n: (
            f"""<article class="post"><div class="user">
        <h4><a class="username" href="/members/{n}/">{NAMES[n]}</a></h4>
        <dl><dt>Home</dt><dd><a href="/where?it={NAMES[n]}">Town of {NAMES[n]}</a>
        </dd></dl></div><div class="main"><time>{TIMES[n]}</time>
        <div class="text">{WORDS[n]} {WORDS[n]}</div></div></article>"""
        )
    )
    group = group_of(html_page(posts))
    assert group.title_share == 0
    assert len(group.posts) == 4


def test_a_title_between_a_name_and_what_was_said_last_heads_a_row():
    page = rows(
        lambda n: (
            f"""<li class="row"><div class="by"><a class="username" href="/user/{NAMES[n]}">
        {NAMES[n]}</a></div><div class="main"><h3><a href="/topic/{n}">{WORDS[n][:30]}</a></h3>
        <time>{TIMES[n]}</time></div><div class="last">{WORDS[3 - n]} {WORDS[n]}</div></li>"""
        )
    )
    assert group_of(html_page(f"<ul>{page}</ul>")).title_share == 1


@pytest.mark.parametrize(
    ("address", "share"),
    [
        ("/topic/{thread}?post={n}", 1),  # what was written last in several threads
        ("/topic/7?post={n}", 0),  # titles of their own within one
        ("/post/{n}", 0),
    ],
)
def test_titles_of_which_each_has_its_page_head_rows(address, share):
    page = rows(
        lambda n: (
            f"""<li class="item"><div class="head">
        <h3><a href="{address.format(thread=n // 2, n=n)}">Which oil for number {n // 2}?</a></h3>
        <a href="/user/{NAMES[n]}">{NAMES[n]}</a>
        <time>{TIMES[n]}</time></div><div class="text">{WORDS[n]}</div></li>"""
        )
    )
    assert group_of(html_page(f"<ol>{page}</ol>")).title_share == share


@pytest.mark.parametrize(
    ("box", "authors"), [("title", [None, None]), ("from", ["New York", "Oslo"])]
)
def test_what_a_box_calls_a_title_is_no_name_however_short(box, authors):
    page = "".join(
        f"""<div class="entry"><div class="{box}"><a href="/{place}.html">{place}</a></div>
        <div class="date">{TIMES[n]}</div><div class="body">{WORDS[n]}</div></div>"""
        for n, place in enumerate(("New York", "Oslo"))
    )
    assert [post.author for post in group_of(html_page(page)).posts] == authors


def test_a_name_heads_no_post_however_short_that_is():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="username" href="/u1018{n}">{NAMES[n]}{n}</a>
        <i>{TIMES[n]}</i><div class="text">{WORDS[n][:12]}</div></div>"""
        )
    )
    assert group_of(html_page(posts)).title_share == 0


def _answer(n: int, *, question: bool = False) -> str:
    """An answer that somebody else has edited, with comments of others below it."""
    readers = [f"reader{(n + k) % 5}" for k in range(4)]
    comments = "".join(
        f'<li class="comment"><span class="copy">{who} has a word to add about number {n}.</span>'
        f' <a class="comment-user" href="/users/{who}">{who}</a>'
        f' <span class="comment-date">Mar {8 + n}, 2024 at 10:0{k}</span></li>'
        for k, who in enumerate(readers)
    )
    edited = (
        f"""<div class="user-info"><div class="when">edited {TIMES[n]}</div>
        <div class="details"><a href="/users/editor{n}">editor{n}</a></div></div>"""
        if n % 2 == 0
        else ""
    )
    box = "question" if question else "answer"
    return f"""<div class="{box}" id="{box}-{700 + n}"><div class="layout">
      <div class="{box}-cell"><div class="prose">{WORDS[n]}</div>{edited}
      <div class="user-info"><div class="when">answered <span>{TIMES[n]}</span></div>
      <div class="details" itemprop="author" itemscope><a href="/users/{NAMES[n]}">{NAMES[n]}</a>
      </div></div></div>
      <div class="side"><div class="comments"><ul class="comments-list">{comments}</ul></div>
      <a href="#">Add a comment</a></div></div></div>"""


def test_neither_who_comments_nor_who_edits_is_the_author():
    found = posts_of(html_page(rows(lambda n: _answer(n, question=n == 0))))
    assert column(found, "author") == NAMES
    assert column(found, "body_text") == WORDS


def _owned(names: list[str]) -> str:
    """Posts whose boxes say which are of the member who began the thread."""
    posts = "".join(
        f"""<li class="{"owner" if name == names[0] else "other"}-post" data-pid="{800 + n}"
        data-timestamp="{1_709_546_400_000 + 600_000 * n}"><div class="who"><b class="username">
        <a href="/user/{name}">{name}</a></b> <a class="link" href="/post/{800 + n}"><span
        class="ago" title="2024-03-04T10:{10 * n:02d}:00Z"></span></a></div>
        <div class="content">{WORDS[n]}</div></li>"""
        for n, name in enumerate(names)
    )
    return html_page(f'<ul class="posts">{posts}</ul>')


@pytest.mark.parametrize("names", [["anna", "bert", "anna", "carla"], ["anna", "bert", "carla"]])
def test_posts_of_one_member_do_not_hide_those_of_the_others(names):
    book = LayoutBook()
    book.learn_from(group_of(_owned(["dora", "dora"])).layouts)
    assert column(posts_of(_owned(names), book), "author") == names


def test_a_button_behind_a_name_is_no_part_of_it():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="author"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            <small>[ <a href="/pm/{n}">PM</a> ]</small></div><span>{TIMES[n]}</span>
            <div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_courtesy_behind_a_name_is_no_part_of_it():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><p class="userName"><a href="/user/{NAMES[n]}">{NAMES[n]}</a>
            さん</p><span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(
    "named",
    [
        '<a href="/user/{0}"><b>{0}</b></a> <a href="/user/{0}" title="page">•</a>',
        '<a href="/user/{0}"><span>{0}</span> <span>@{0}</span></a>',
    ],
)
def test_a_dot_or_an_account_behind_a_name_is_no_part_of_it(named):
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><p class="userName">{named.format(NAMES[n])}</p>
            <span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_picture_that_leads_to_a_member_makes_no_name_of_the_box_around_it():
    def who(name):
        page = f"/member.php?uid={NAMES.index(name)}"
        return (
            f'<b><span><a href="{page}">{name}</a></span></b> '
            f'<a href="{page}"><img src="/on.png"></a><br><i>Cook</i>'
        )

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="author_information">{who(NAMES[n])}</div>
            <span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_guest_is_named_where_members_are_by_what_is_no_link():
    kind = ["a href='/u/5'", "span", "a href='/u/7'", "span"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div><{kind[n]} class="who">{NAMES[n]}</{kind[n].split()[0]}>
            <small>{TIMES[n]}</small></div><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_who_began_the_thread_is_named_by_a_link_of_another_class():
    mark = ["", "", ' class="began"', ""]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a href="/~{NAMES[n]}"{mark[n]}>{NAMES[n]}</a>
            <a href="/c/{n}"><time datetime="{TIMES[n]}">{9 - n} weeks ago</time></a>
            <div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_the_age_of_a_post_with_its_day_in_a_tooltip_is_no_title():
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><b class="nick">{NAMES[n]}</b>
            <a title="0{n + 4}.03.2024 10:0{n}:00" href="/message/{n}">{9 - n} hafta</a>
            <span class="text">{WORDS[n]}</span></div>"""
            )
        )
    )
    assert group_of(page).title_share == 0.0
    assert column(posts_of(page), "author") == NAMES


def test_a_button_beside_the_name_of_who_began_the_thread_is_no_part_of_it():
    def post(n):
        button = '<button title="Topic Starter">OP</button> ' if NAMES[n] == "anna" else ""
        return f"""<div class="post"><h3 class="author"><strong>{button}
        <span style="color:#">{NAMES[n]}</span></strong></h3><span class="date">{TIMES[n]}</span>
        <div class="content">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_names_of_half_of_the_posts_stand_in_a_box_called_otherwise():
    def post(n):
        box = "userinfo" if n > 1 else "userinfo_plain"
        return f"""<li class="post"><div class="head"><span class="date">{TIMES[n]}</span></div>
        <div class="{box}"><div class="contact"><div class="container">
        <a class="username" href="member.php?{n}"><strong>{NAMES[n]}</strong></a></div></div></div>
        <div class="content">{WORDS[n]}</div></li>"""

    assert column(posts_of(html_page(f"<ol>{rows(post)}</ol>")), "author") == NAMES


def test_who_has_a_rank_is_named_where_the_others_are_but_for_the_classes():
    def name(n):
        rank, dress = [("no-rank", "username"), ("has-rank", "username-coloured")][n == 2]
        return f'<dt class="{rank}"><a href="/user/{NAMES[n]}" class="{dress}">{NAMES[n]}</a></dt>'

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><dl class="who">{name(n)}<dd>Posts: {30 + n}</dd></dl>
            <span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_the_loose_name_of_a_guest_is_declared_to_machines_beside_it():
    """A box for who edited a post, here without a name, stands ahead of that of its author."""

    def name(n):
        declared = f'<meta itemprop="name" content="{NAMES[n]}">'
        if n == 2:
            return f"{NAMES[n]}{declared}"
        return f'<a href="/user/{NAMES[n]}">{NAMES[n]}</a>{declared}<b>{n + 1}.{n}k</b>'

    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="text">{WORDS[n]}</div><span>{TIMES[n]}</span>
            {'<div class="who"></div>' * (n in {0, 3})}
            <div class="who" itemprop="author" itemscope>{name(n)}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_a_button_is_not_the_name_of_a_guest():
    names = ['<a href="/user/anna">anna</a>', "", '<a href="/user/carla">carla</a>', ""]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post">{names[n]}<a class="cite" href="/quote/{n}">Zitieren</a>
            <span>{TIMES[n]}</span><div class="text">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == ["anna", None, "carla", None]


def test_two_members_of_one_name_do_not_hide_the_names():
    names = ["gone", "gone", "bert", "carla", "dora", "emil"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><h4><a href="/t/7#p{n}">About kettles {n}</a></h4>
            <a href="/id/{n}">{names[n]}</a><span>2024-03-0{n + 1} 10:00</span>
            <div class="text">{WORDS[n % 4]} {n}</div></div>"""
            ),
            6,
        )
    )
    assert column(posts_of(page), "author") == names


@pytest.mark.parametrize(
    ("picture", "named"),
    [
        ('<img class="avatar" src="/i/{n}.png" alt="{name}">', True),
        ('<img src="/avatars/{n}.png" title="{name}\'s picture">', True),
        ('<img class="flag" src="/i/{n}.png" alt="{name}">', False),
        ('<img class="avatar" src="/i/{n}.png" alt="avatar">', False),
    ],
)
def test_a_picture_of_a_member_tells_the_name(picture, named):
    """Addresses that tell no name nor members, names all different, and ranks linked likewise."""
    names = ["anna", "bert", "carla", "dora"]
    posts = rows(
        lambda n: (
            f"""<div class="post"><div class="head"><a href="/{n + 300}">
        {picture.format(n=n, name=names[n])}</a><div><a href="/{n + 300}">{names[n]}</a>
        <a class="label" href="/staff">Helper</a></div><div><i>{TIMES[n]}</i></div></div>
        <div class="text">{WORDS[n]}</div></div>"""
        )
    )
    group = group_of(html_page(posts))
    assert [post.author for post in group.posts] == (names if named else [None] * 4)


def read_cgi(*numbers):
    """Posts of a board that began as text: number, name and time stand in one line."""
    return html_page(
        "<dl class='thread'>"
        + "".join(
            f"<dt>{number} ：<font color=green><b>{NAMES[n % 4]}</b></font>："
            f"2024/03/0{n % 4 + 4}(月) 10:30:11.22 ID:bUF/G<dd> {WORDS[n % 4]} <br><br>"
            for n, number in enumerate(numbers)
        )
        + "</dl>"
    )


def test_number_and_name_in_the_line_of_a_time_are_those_of_its_post():
    posts = posts_of(read_cgi(1, 104, 105, 106), page=2)
    assert column(posts, "floor") == [1, 104, 105, 106]
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_page_on_which_several_threads_begin_is_none():
    assert group_of(read_cgi(1, 147, 148, 1, 6)).title_share == 1.0
    assert group_of(read_cgi(1, 147, 148, 149)).title_share == 0.0


@pytest.mark.parametrize("mark", ["ID:w2BYY{}", "Lv.{}", "{}级"])
def test_what_stands_for_no_name_is_none(mark):
    html = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><a class="u" href="/who/{NAMES[n]}">{NAMES[n]}</a>
            <a class="uid" href="/who/{NAMES[n]}/profile">{mark.format(n + 7)}</a>
            <span class="when">{TIMES[n]}</span><div class="said">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(html), "author") == NAMES


def test_a_text_in_which_some_show_an_address_is_no_name():
    def push(n):
        said = (
            f'<a href="http://i.example/{n}.jpg">http://i.example/{n}.jpg</a>' if n == 2 else "so"
        )
        return f"""<div class="push"><span class="hl tag">推 </span>
          <span class="f3 push-userid">{NAMES[n % 4]}</span><span class="f3 push-content">{said}
          </span><span class="when">2024-03-04 10:1{n}</span></div>"""

    posts = posts_of(html_page("".join(map(push, range(6)))))
    assert column(posts, "author") == [NAMES[n % 4] for n in range(6)]


@pytest.mark.parametrize("tags", ["tags/", "/tag/", "/category/"])
def test_the_tags_of_a_text_did_not_write_it(tags):
    def text(n):
        of = ("boats", "fishing", "boats", "nets")[n]
        return f"""<div class="entry"><div class="about"><span class="day">{TIMES[n]}</span> by
        <span class="author">{NAMES[n]}</span>, in <span class="of"><a href="{tags}{of}">{of}</a>,
        <a href="{tags}lake">lake</a></span></div><p>{WORDS[n]}</p></div>"""

    assert column(posts_of(html_page(rows(text))), "author") == NAMES


@pytest.mark.parametrize("door", ["/user/login?to=%2Ft%2F7", "/entry.php?do=register", "/sign-in"])
def test_the_button_of_those_who_may_not_answer_names_nobody(door):
    html = "".join(
        f"""<div class="comment"><div class="when">Sent by <span class="username">{NAMES[n]}</span>
        on {TIMES[n]}</div><div class="content"><p>{WORDS[n]}</p></div>
        <ul class="links"><li><a href="{door}">Log in</a> to answer</li></ul></div>"""
        for n in range(3)
    )
    assert [p.author for p in group_of(html_page(html)).posts] == NAMES[:3]


def test_a_board_is_not_who_wrote_in_it_last():
    html = "".join(
        f"""<tr class="row"><td><div class="name"><a href="/forum/{n}">{board}</a></div>
        <div class="about">{WORDS[n]}</div></td><td>{n + 12}</td><td class="last">By
        <span class="username">{NAMES[n]}</span> {TIMES[n]}</td></tr>"""
        for n, board in enumerate(["Kettles", "Pots and pans", "Lids"])
    )
    group = group_of(html_page(f"<table><tbody>{html}</tbody></table>"))
    assert ([p.author for p in group.posts], group.title_share) == (NAMES[:3], 1.0)


def test_a_board_whose_name_stands_deep_in_its_cell_has_not_written_in_it():
    html = "".join(
        f"""<tr><td><div class="item-name"><span><a href="/forum/forum{n}/">{board}</a></span></div>
        <span class="about">{WORDS[n]}</span></td><td>{n + 12}</td><td><div class="last">
        <a href="/forum/forum{n}/topic{n}7/#message{n}">Lids {n} of them</a>
        <div>{TIMES[n]}</div><span class="last-author">{NAMES[n]}</span></div></td></tr>"""
        for n, board in enumerate(["Kettles", "Pots", "Lids"], 1)
    )
    group = group_of(html_page(f"<table><tbody>{html}</tbody></table>"))
    assert ([p.author for p in group.posts], group.title_share) == (NAMES[1:4], 1.0)


RANKED = '<div class="more">Member<br>Posts: {n}7</div>'
DETAILS = "<br>Posts: {n}7<br>Joined: 2019-0{m}-11"


def loose_post(n, before="", details=DETAILS):
    told = details.format(n=n, m=n + 1)
    return f"""<table class="post"><tr><td class="who">{before}{NAMES[n]}{told}</td><td><p
        class="head">{TIMES[n]}</p><div class="said">{WORDS[n]}</div></td></tr></table>"""


@pytest.mark.parametrize("before", ["", '<img src="/face.png"><br>', '<a name="p7"></a>'])
@pytest.mark.parametrize("details", [DETAILS, RANKED, '<div class="more">Posts: {n}7</div>'])
def test_a_name_can_stand_loose_before_what_is_told_of_its_bearer(before, details):
    page = html_page(rows(lambda n: loose_post(n, before, details)))
    assert column(posts_of(page), "author") == NAMES


def test_where_names_stand_loose_a_lone_post_has_one_too():
    book = LayoutBook()
    book.learn_from(group_of(html_page(rows(loose_post)), book).layouts)
    (post,) = posts_of(html_page(loose_post(1)), book)
    assert post.author == NAMES[1]
    assert column(posts_of(html_page(loose_post(1))), "author") == [None]


@pytest.mark.parametrize(
    ("behind", "named"),
    [
        ("&nbsp;-&nbsp;{}", True),
        (' · <a href="http://{}.example/">{}</a>', True),
        # Signs that a time has itself, and words that come again, part no name from it.
        ("-{}", False),
        (" - Reply", False),
    ],
)
def test_a_name_can_stand_loose_behind_the_time_of_its_line(behind, named):
    def item(n):
        shown = behind.format(NAMES[n], NAMES[n])
        return f"<dt><span>{TIMES[n]}{shown}</span></dt><dd><p>{WORDS[n]}</p></dd>"

    posts = posts_of(html_page(f"<dl>{rows(item)}</dl>"))
    assert column(posts, "author") == (NAMES if named else [None] * len(NAMES))
    assert column(posts, "body_text") == WORDS


def test_words_that_all_look_like_names_are_words_where_there_are_no_others():
    said = ["谢谢楼主！", "维修大油磨损涂拆开轴承原厂。"]
    items = "".join(
        f"<dt>{TIMES[n]} - {NAMES[n]}</dt><dd><p>{words}</p></dd>" for n, words in enumerate(said)
    )
    posts = posts_of(html_page(f"<dl>{items}</dl>"))
    assert column(posts, "author") == NAMES[:2]
    assert column(posts, "body_text") == said


def test_a_time_loose_before_its_subject_is_no_name():
    page = html_page(
        rows(
            lambda n: (
                f"""<table class="post"><tr><td class="head">Posted {TIMES[n]}<b>Re: lids</b>
            </td></tr><tr><td><div class="said">{WORDS[n]}</div></td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "author") == [None] * len(NAMES)


def test_the_number_of_a_post_that_links_to_it_is_no_name():
    link = '<a href="/post/90{0}">#{0}</a></p>'.format
    page = html_page(rows(lambda n: loose_post(n).replace("</p>", link(n + 25), 1), 2))
    assert column(posts_of(page), "author") == NAMES[:2]


def test_what_leads_to_pages_like_this_one_is_nobody():
    def row(n):
        return f"""<div class="board"><div class="name"><a href="/f/1{n}">{NAMES[n]}</a></div>
        <div class="desc">{WORDS[n]}</div><p><a href="/t/8{n}">A lid</a> {TIMES[n]}</p></div>"""

    posts = posts_of(html_page(rows(row)), url="http://f.example/f/2")
    assert not set(column(posts, "author")) & set(NAMES)
    posts = posts_of(html_page(rows(row)), url="http://f.example/t/2")
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize(
    ("author", "name"),
    [
        (
            """<span itemprop="author" itemscope><a itemprop="url" href="/u/{0}">
            <span itemprop="name">{0}</span></a> (The {0})</span>""",
            "{0} (The {0})",
        ),
        (
            """<span itemprop="author" itemscope><a itemprop="url" href="/u/{0}">
            <span itemprop="name">{0}</span></a> <i>12 posts</i></span>""",
            "{0}",
        ),
        (
            """<div class="user-details" itemprop="author" itemscope><a href="/users/{0}">{0}</a>
            <span class="d-none" itemprop="name">{0}</span><i>3,000</i><b>2</b></div>""",
            "{0}",
        ),
    ],
    ids=["full name", "count", "score"],
)
def test_what_else_is_told_of_a_declared_author_is_no_part_of_the_name(author, name):
    def post(n):
        return f"""<div class="post" id="p{n}">{author.format(NAMES[n])}
        <time datetime="{TIMES[n]}">{TIMES[n]}</time><div class="text">{WORDS[n]}</div></div>"""

    found = column(posts_of(html_page(rows(post))), "author")
    assert found == [name.format(shown) for shown in NAMES]


@pytest.mark.parametrize(
    ("member", "guest"),
    [
        ('by <a href="/user/{0}">{0}</a>', "by {0}"),
        ('<i class="x"></i><a href="/user/{0}">{0}</a> <i>*</i>', '<i class="x"></i>{0}'),
        ('<a href="/user/{0}">{0}</a> said...<br>', "{0}\nsaid...<br>"),
    ],
)
def test_a_guest_is_named_where_members_are(member, guest):
    def post(n):
        name = (guest if n == 1 else member).format(NAMES[n])
        return f"""<div class="post"><div class="by">{name}<i></i> <time>{TIMES[n]}</time>
            </div><div class="text">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("text", ["积分：1000", "Posts: 12,345", "http://f.example/a"])
def test_what_is_counted_of_a_member_is_no_name(text):
    assert not is_name(text)
    assert is_name("R2: D2")


def test_a_cell_that_heads_another_names_nobody():
    def letter(n):
        return f"""<table class="box"><tr><th>{("Sender", "Office")[n % 2]}</th><td>{NAMES[n]}</td>
            <th>Sent</th><td>{TIMES[n]}</td></tr><tr><th>Words</th>
            <td><div class="con">{WORDS[n]}</div></td></tr></table>"""

    posts = posts_of(html_page(f"<div>{rows(letter)}</div>"))
    assert column(posts, "author") == NAMES


def test_an_account_in_brackets_behind_a_name_is_not_the_name():
    def post(n):
        return f"""<div class="post"><div class="head">von <span class="name">{NAMES[n]}</span>
            <span class="username">(<a href="/user/show/x{n}">{NAMES[n]}_{n}</a>)</span>
            <i class="date">{TIMES[n]}</i></div><div class="text">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("guests", [{0}, {0, 2, 3}])
@pytest.mark.parametrize("by", ['<span class="by">by {}</span>', "by {}"])
def test_what_says_whose_a_post_is_is_no_part_of_a_guests_name(by, guests):
    def post(n):
        member = f'<a href="/~{NAMES[n]}">{NAMES[n]} (12{n})</a>'
        name = by.format(NAMES[n] if n in guests else member)
        return f"""<div class="post"><div class="details">{name}
            <span class="when">on {TIMES[n]}</span></div><div class="text">{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize(
    ("href", "shown"), [("/~anna", "anna"), ("/u/71", "anna (71)"), ("/~anna71", "anna (71)")]
)
def test_the_number_of_a_member_is_no_part_of_a_name_that_the_address_tells(href, shown):
    tree = tree_of(f'<b><a href="{href}">anna (71)</a></b>')
    assert without_number(tree, tree.tags.index("b"), "anna (71)") == shown


def test_members_are_known_by_links_of_the_old_scheme_and_the_new():
    def answer(n):
        return f"""<li class="answer"><a href="https://f.example/~{NAMES[n]}">{NAMES[n]}</a>
            <span class="at">{TIMES[n]}</span><div class="words">{WORDS[n]}</div></li>"""

    opening = f"""<div class="story"><h1>Which kettle?</h1><p>Posted by <a
        href="http://f.example/~{NAMES[0]}">{NAMES[0]}</a> on <time>{TIMES[0]}</time></p>
        <div class="story-body">{WORDS[0]}</div></div>"""
    page = html_page(f"{opening}<ul>{answer(1)}{answer(2)}{answer(3)}</ul>")
    assert column(posts_of(page), "body_text") == WORDS


def test_the_titles_of_posts_are_no_names_and_dashes_behind_names_none_of_them():
    def post(n):
        title = f'<h3><a href="#p{n}">{"Re: " * (n > 0)}Which oil?</a></h3>'
        head = f"{title}<p>{NAMES[n]} &raquo; <span>{TIMES[n]}</span></p>"
        return f'<div id="p{n}">{head}<div>{WORDS[n]}</div></div>'

    for count in (2, 4):
        page = html_page(f"<h1>Which oil?</h1>{rows(post, count)}", title="Which oil?")
        assert column(posts_of(page), "author") == NAMES[:count]


def test_a_line_below_the_words_can_begin_with_a_name():
    def post(n):
        line = f'<div class="meta">{NAMES[n]} | <span>{TIMES[n]}</span> </div>'
        return f'<div class="entry" id="p{n}"><div class="text"><p>{WORDS[n]}</p></div>{line}</div>'

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("shown", ["<b>{}</b>:<br><small>Member</small>", "{}", "<b>{}</b>"])
def test_names_can_stand_in_a_column_behind_the_words(shown):
    def post(n):
        words = f"<div><p><span>{TIMES[n]}</span></p><div><p>{WORDS[n]}</p></div></div>"
        return f'<div class="row" id="p{n}">{words}<div>{shown.format(NAMES[n])}</div></div>'

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_what_stands_behind_the_words_is_no_name_when_it_is_the_same_everywhere():
    def post(n):
        words = f"<div><p><span>{TIMES[n]}</span></p><div><p>{WORDS[n]}</p></div></div>"
        return f'<div class="row" id="p{n}">{words}<div>Answer</div></div>'

    assert column(posts_of(html_page(rows(post))), "author") == [None] * 4


def test_a_mark_parts_a_name_from_the_time_in_one_line():
    def post(n):
        return f'<div id="p{n}"><p>{NAMES[n]} &raquo; [{TIMES[n]}]</p><div>{WORDS[n]}</div></div>'

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_the_word_before_a_time_is_no_name_where_names_stand_behind_the_words():
    posts = posts_of(
        html_page(
            rows(
                lambda n: (
                    f"""<div class="row"><div class="said"><p class="at"><span>发表于 {TIMES[n]}
                    </span></p><div class="words">{WORDS[n]}</div></div>
                    <div class="profile"><b>{NAMES[n]}</b></div></div>"""
                )
            )
        )
    )
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize("told", ["来自： {}", "From: {}", "from {}"])
@pytest.mark.parametrize("votes", ["", "<div><a href='/v?p={0}'>+</a> <span>{0}</span></div>"])
def test_where_a_post_comes_from_is_not_who_wrote_it(told, votes):
    places = ["Lund", "Oban", "Lund", "Graz"]
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="q">{votes.format(n + 7)}{NAMES[n]} &middot;
            <small>{TIMES[n]}</small> <span>{told.format(places[n])}</span></div>
            <div class="w">{WORDS[n]}</div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("badges", [["OP", "", "", "OP"], ["Pilot", "Cook", "Cook", "Pilot"]])
def test_a_badge_behind_a_loose_name_is_no_part_of_it(badges):
    shown = [f" <span>{badge}</span>" if badge else "" for badge in badges]
    page = html_page(
        rows(
            lambda n: (
                f"""<section><h3>{NAMES[n]}{shown[n]}</h3><p>{TIMES[n]}</p>
            <div>{WORDS[n]}</div></section>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("badges", [["OP", "", "", "OP"], ["Pilot", "", "Cook", ""]])
def test_a_badge_behind_a_name_in_a_labelled_cell_is_no_part_of_it(badges):
    shown = [f" <span class='b'>{badge}</span>" if badge else "" for badge in badges]
    page = html_page(
        rows(
            lambda n: (
                f"""<table><tr id="p{n}"><th>Author</th>
            <td><span class="x">{NAMES[n]}</span>{shown[n]}</td></tr>
            <tr><th>Date</th><td><span>{TIMES[n]}</span></td></tr>
            <tr><td colspan="2" class="g">{WORDS[n]}</td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("who", ['<a href="/u/{0}">{0}</a>', "<b>{0}</b>", "{0}"])
def test_who_likes_a_post_is_not_who_wrote_it(who):
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="q"><div class="h">{who.format(NAMES[n])}</div>
            <div class="t">{TIMES[n]}</div><div class="w">{WORDS[n]}</div>
            <div class="l"><a href="/u/dora">dora</a>, <a href="/u/{n}">emil{n}</a> like this.</div>
            </div>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_the_time_on_the_card_of_a_member_is_not_that_of_his_post():
    page = html_page(
        rows(
            lambda n: (
                f"""<p>by <b>{NAMES[n]}</b><span style="display:none">{NAMES[n]}<br>
            Zuletzt online: 2024-04-2{n} 08:00</span> {TIMES[n]}</p>
            <blockquote>{WORDS[n]}</blockquote>"""
            )
        )
    )
    posts = posts_of(page)
    assert column(posts, "published") == ISO
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize(
    "head",
    [
        "<h4>{name}{to} <small>{time}</small></h4>",
        "<table><tr><td>{time}</td></tr><tr><td>{name}{to}</td></tr></table>",
    ],
)
def test_whom_a_post_answers_stands_behind_the_loose_name_of_who_wrote_it(head):
    answered = ["", *(f" <span>in reply to {name}</span>" for name in NAMES)]
    page = html_page(
        rows(
            lambda n: (
                f"""<div>{head.format(name=NAMES[n], to=answered[n], time=TIMES[n])}
            <div>{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("label", ["投稿者：", "Author: ", "글쓴이 : "])
def test_a_label_tells_the_name_from_the_title_before_it(label):
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="art"><div class="top"><strong>No lid fits {n}</strong>
            {label}<b>{NAMES[n]}</b> {TIMES[n]}</div><div class="words">{WORDS[n]}</div></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("count", ["1,20{n}", "総合スコア200{n}", "Level {n}", "{n}k"])
def test_what_is_counted_in_the_link_of_a_name_is_no_part_of_it(count):
    page = html_page(
        rows(
            lambda n: (
                f"""<div class="post"><div class="words">{WORDS[n]}</div>
            <p>{TIMES[n]} <a href="/user/{NAMES[n]}"><img src="a.png"><span>{NAMES[n]}</span>
            <span>{count.format(n=n + 1)}</span></a></p></div>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ([f"{name}さん" for name in NAMES], NAMES),
        ([f"{name} 님" for name in NAMES], NAMES),
        (["熊さん", "bert", "carla", "熊さん"], ["熊さん", "bert", "carla", "熊さん"]),
    ],
)
def test_courtesy_that_all_are_called_with_is_no_part_of_names(shown, names):
    posts = posts_of(
        html_page(
            rows(
                lambda n: (
                    f"""<div class="post"><p><a href="/user/{n}">{shown[n]}</a> {TIMES[n]}</p>
                <div class="words">{WORDS[n]}</div></div>"""
                )
            )
        )
    )
    assert column(posts, "author") == names


@pytest.mark.parametrize("number", ["[第 {n} 楼] 网友 ", "【{n}楼】Guest ", "[#{n}] Visitor "])
def test_the_number_of_a_post_makes_no_name_of_the_word_before_the_name(number):
    page = html_page(
        rows(
            lambda n: (
                f"""<table><tr><td>{number.format(n=n + 1)}<b>{NAMES[n]}</b> (61.15{n}.*.*)
            {TIMES[n]}</td></tr><tr><td>{WORDS[n]}</td></tr></table>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


def test_names_below_the_words_can_stand_in_brackets():
    page = html_page(
        rows(
            lambda n: (
                f"""<li><div class="post"><p>{TIMES[n]}</p><div class="words">{WORDS[n]}</div></div>
            <div class="foot"><span class="name">[{NAMES[n]}]</span></div></li>"""
            )
        )
    )
    assert column(posts_of(page), "author") == NAMES


@pytest.mark.parametrize("by", ["Submitted by", "Gespeichert von", "Soumis par"])
def test_a_guests_name_stands_in_an_element_between_by_and_a_weekday(by):
    guests = [f"{name} (not verified)" for name in ("anna", "bert", "carla", "dora")]

    def post(n):
        day = f"{'Mon Tue Wed Thu'.split()[n]}, 03/0{4 + n}/2024 - 10:00"
        mark = f"<mark data-comment-timestamp='{1709546400 + 86400 * n}'></mark>"
        return f"""<article class="comment">{mark}
        <footer><p class="line">{by} <span>{guests[n]}</span> on {day}</p></footer>
        <div class="content"><p>{WORDS[n]}</p></div></article>"""

    assert column(posts_of(rows(post)), "author") == guests


def test_what_numbers_the_records_beside_their_times_names_nobody():
    html = rows(
        lambda n: (
            f"<div class='a'><div class='b'><div class='c'>{NAMES[n]}</div><div class='d'>"
            f"<span>B{n + 1}</span><span> · </span><i>{TIMES[n]}</i></div></div>"
            f"<div class='e'><span>{WORDS[n]}</span></div></div>"
        )
    )
    assert column(posts_of(html), "author") == NAMES


def test_a_name_behind_its_label_in_one_cell_heads_the_post_and_not_its_number():
    rows = "".join(
        f"""<tr><th><a href="msg{9 - n}">msg{9 - n} (view)</a></th><th>Author: {NAMES[n]}</th>
        <th>Date: {TIMES[n]}</th></tr><tr><td colspan="3"><pre>{WORDS[n]}</pre></td></tr>"""
        for n in range(3)
    )
    posts = posts_of(html_page(f"<table><tr><th colspan=3>Messages</th></tr>{rows}</table>"))
    assert [post.author for post in posts] == NAMES[:3]


def test_who_liked_some_of_the_posts_did_not_write_them():
    # In the place of those who liked a post the others have their button.
    def post(n):
        liked = f'<a href="/u/{n + 5}">vera{n}</a>, <a href="/u/{n + 9}">ivan</a> оценили'
        return f"""<div id="p{n + 60}"><div><p><time>{TIMES[n]}</time></p><div><p>{WORDS[n]}</p>
        </div>{f"<div>{liked}</div>" if n else ""}<div><a href="/reply?p={n + 60}">Ответить</a>
        | <a href="/report?p={n + 60}">Жалоба</a></div></div><div><b>{NAMES[n]}</b></div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_who_wrote_stands_with_the_time_behind_who_changed_it():
    card = '<div class="k3"><i>{}</i><div class="k5"><a href="/users/{}">{}</a></div></div>'

    def post(n):
        changed = card.format("made shorter", 9, "the_editor") if n % 2 else ""
        written = card.format(TIMES[n], n, NAMES[n])
        return f"<div><div><p>{WORDS[n]}</p></div><div>{changed}{written}</div></div>"

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_a_link_beside_the_time_is_no_name_of_another_kind():
    def post(n):
        head = f'<a href="/users/{n}">{NAMES[n]}</a> <a href="/t/1/{n}">Lids</a>'
        links = f'<i>{TIMES[n]} <a href="/t/1/{n}">link</a></i>'
        return f"<div><div>{head} {links}</div><p>{WORDS[n]}</p></div>"

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_a_name_stands_loose_behind_the_box_of_votes_in_a_heading():
    def post(n):
        votes = f'<div class="votes"><a href="/up">▲</a> <span>{n + 7}</span></div>'
        head = f'<h3>{votes}{NAMES[n]}</h3><p class="time"><a href="#p{n}">[{TIMES[n]}]</a></p>'
        return f'<section id="p{n + 70}">{head}<div class="said"><p>{WORDS[n]}</p></div></section>'

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES


@pytest.mark.parametrize(
    ("parting", "names"), [("", NAMES), ("· [", NAMES), ("posted ", [None] * 4)]
)
def test_a_loose_name_stands_between_votes_and_the_hour(parting, names):
    def post(n):
        votes = f'<div class="v"><a href="/up">▲</a> <span>{n + 7}</span></div>'
        name = names[n] or "Reply"
        answers = f"<i>in reply to {names[0]}</i> " if n == 1 and names[0] else ""
        return f"""<div class="head" id="p7{n}">{votes}{name} {answers}{parting}{TIMES[n]}</div>
            <div class="w">{WORDS[n]}</div>"""

    assert column(posts_of(html_page(rows(post))), "author") == names


def test_a_column_of_loose_names_is_none_of_the_words_beside_it():
    said = [
        "慎重な人が値段を調べました。",
        "港の店は夏から金具を売っています。",
        "友人は門を売ります。",
        "どうも！",
    ]

    def post(n):
        badge = f"<i>返信先: {NAMES[n - 1]}</i>" if n else "<i>OP</i>"
        card = f"""<div style="display:none"><b>{NAMES[n]}</b><br>最終ログイン: 03-09 10:0{n}<br>
            投稿: {n}7<br><a href="/message?to={n}">メッセージ</a></div>"""
        return f"""<tr class="head" id="p{n + 70}"><td colspan="2"><span>{TIMES[n]}</span></td></tr>
            <tr><td class="who">投稿者: <strong>{NAMES[n]}</strong> {badge}{card}</td>
            <td class="text"><p>{said[n]}</p></td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(post)}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == said


def test_votes_against_a_post_are_not_who_wrote_it():
    names = [*NAMES[:3], "dora"]

    def post(n):
        votes = f'<div><a href="/up">▲</a> <span>{n // 2 - 8}</span> <a href="/down">▼</a></div>'
        again = f'{names[n]}<div style="display:none"><b>{names[n]}</b><br>Posts: {n}7</div>'
        return f"""<div id="p{n + 70}"><div>{votes}<div><b>{names[n]}</b></div>
            <div>{again}</div></div>
            <div><a href="#p{n + 70}">[{TIMES[n]}]</a> <span>from Lund</span></div>
            <div><div>{WORDS[n]}</div></div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == names


def test_votes_can_stand_above_a_plain_name_in_a_column_behind_the_words():
    def post(n):
        votes = f'<div><a href="/up?{n}">▲</a> <span>{n - 1}</span> <a href="/down?{n}">▼</a></div>'
        told = f"{votes}<div>{NAMES[n]}</div><div>{NAMES[n]}</div><small>Posts: {n}3</small>"
        return (
            f'<div id="p{70 + n}"><div><p><span>{TIMES[n]}</span></p><div>{WORDS[n]}</div></div>'
            f"<div>{told}</div></div>"
        )

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


def test_a_number_and_votes_can_stand_before_a_loose_name_in_a_line():
    def post(n):
        votes = f'<span><a href="/up?{n}">▲</a> <span>{n + 5}</span></span>'
        badge = "<i>OP</i> " if n == 0 else ""
        return f"""<p class="h" id="p{n + 70}">#{n + 1} {votes}{NAMES[n]} {badge}
        <span>Posted {TIMES[n]}</span></p><blockquote><div>{WORDS[n]}</div></blockquote>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize(
    "name", ["<b>{}</b>:", "<div><b>{}</b>:</div>", "{}", "{} <span>in reply to Bo</span>"]
)
def test_a_name_stands_below_the_words_beside_a_time_that_leads_to_the_post(name):
    def post(n):
        time = f'<a href="#p{n + 70}"><span>{TIMES[n]}</span></a>'
        head = f'<div class="meta">{name.format(NAMES[n])} | {time}</div>'
        return f'<div class="entry" id="p{n + 70}"><div><p>{WORDS[n]}</p></div>{head}</div>'

    posts = posts_of(html_page(rows(post)))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    "said",
    [
        ("谢谢！", "有新消息吗？", "做得真好！", "火车站后面的门。"),
        ("Thanks!", "Really?", "Bravo!", "Behind the old mill…"),
    ],
)
def test_posts_of_a_word_or_two_are_no_names(said):
    def post(n):
        votes = f'<div><a href="/up?{n}">▲</a> <span>{n - 1}</span></div>'
        return (
            f'<li id="p{n + 70}" class="one"><cite>{votes}{NAMES[n]}</cite> '
            f'<small>{TIMES[n]}</small><div class="words"><p>{said[n]}</p></div></li>'
        )

    posts = posts_of(html_page(f"<ol>{rows(post)}</ol>"))
    assert not {*column(posts, "author")} & {*said}


@pytest.mark.parametrize(
    "answers", ["in reply to", "en respuesta a", "Antwort auf", "в ответ на", "回复"]
)
def test_whom_somebody_answers_did_not_write(answers):
    def post(n):
        to = f'<span class="in-reply">{answers} {NAMES[n - 1]}</span> '
        head = f"#{n + 1} {NAMES[n]} {to}<span>{TIMES[n]}</span>"
        return f"""<p class="headline" id="p{n}7">{head}</p>
        <blockquote><p>{WORDS[n]}</p></blockquote>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_whom_somebody_answers_is_no_part_of_his_name():
    def post(n):
        to = f'<span class="in-reply">in reply to {NAMES[n - 1]}</span>' * (n > 0)
        return f"""<tr><td colspan="2">{TIMES[n]}</td></tr>
        <tr><td class="member">{NAMES[n]} {to}</td><td class="text">{WORDS[n]}</td></tr>"""

    assert column(posts_of(html_page(f"<table>{rows(post)}</table>")), "author") == NAMES


@pytest.mark.parametrize("mark", ["", " (Guest)", " [Invitado]"])
def test_the_mark_of_a_guest_makes_no_phrase_of_a_plain_name(mark):
    def post(n):
        name = ("Rosa M", f"the_tinker{mark}")[n]
        return f"""<div class="ts" id="p7{n}"><span class="uy">{name}</span><div class="gz">
        <div>{WORDS[n]}</div></div><span class="wp"><small>{TIMES[n]}</small></span></div>"""

    assert column(posts_of(html_page(rows(post, 2))), "author") == ["Rosa M", "the_tinker"]


def test_a_guest_has_a_name_in_a_box_of_another_kind_than_members():
    def post(n):
        member = f'<span class="who"><a class="member" href="/u/{n}">{NAMES[n]}</a></span>'
        name = f'<span class="guest">{NAMES[n]}</span>' if n % 2 else member
        return f"""<article><header><h2>Answer of {NAMES[n]}</h2>{name}
        <span class="day">{TIMES[n]}</span></header><p>{WORDS[n]}</p></article>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_behind_a_name_that_is_marked_another_link_is_no_name():
    def post(n):
        mark = ' class="began-it"' if n == 1 else ""
        return f"""<li><div class="line"><a href="/~{NAMES[n]}"><img alt=""></a>
        <a{mark} href="/~{NAMES[n]}">{NAMES[n]}</a> <span>{TIMES[n]}</span> |
        <a href="/c/{n}9">address</a></div><div class="words">{WORDS[n]}</div></li>"""

    assert column(posts_of(html_page(f"<ol>{rows(post)}</ol>")), "author") == NAMES


@pytest.mark.parametrize(
    ("member", "guest"),
    [
        (
            '<b><a href="/u/{n}" class="username">{name}</a></b>',
            '<span class="username">{name}</span>',
        ),
        (
            '<a href="/u/{n}" class="username">{name}</a>',
            '<strong><span class="username">{name}</span></strong>',
        ),
    ],
)
def test_names_of_members_or_of_guests_can_be_in_bold(member, guest):
    def post(n):
        name = (guest if n == 1 else member).format(n=n, name=NAMES[n])
        mark = " (Guest)" if n == 1 else ""
        return f"""<div class="media" id="p7{n}"><div class="side"><img src="/{n}.png"></div>
        <div class="text"><h4>{name}{mark} <small>{TIMES[n]}</small></h4>{WORDS[n]}</div></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_names_that_react_parts_from_what_is_before_them_are_read():
    def post(n):
        return f"""<div class="p"><div>Posted by<!-- --> <!-- -->{NAMES[n]}<!-- -->, <!-- -->
        {TIMES[n]}</div><p>{WORDS[n]}</p></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES
