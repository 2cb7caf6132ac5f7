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

from fpcrawl.extraction.names.barenames import bare_name
from fpcrawl.extraction.names.membernames import form_of
from fpcrawl.extraction.names.namelines import name_in_line
from fpcrawl.extraction.names.usernames import names_member
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


@pytest.mark.parametrize(
    "line",
    [
        "{} said {}:",
        "{} wrote on {}",
        "{} schrieb am {}:",
        "{} a écrit le {} :",
        "{} escribió el {}:",
        "{} написал(а) {}",
        "{} 评论于 {}",
        "{}发表於{}",
        "{} 写道 {}：",
    ],
)
def test_what_people_do_with_words_stands_between_a_name_and_the_time(line):
    is_wide = line[2:].strip().startswith(("评论", "发表", "写道"))
    names = NAMES if is_wide else ["Ines Carvalho", "Tove", "Ines Carvalho", "O'Dwyer"]
    posts = "".join(
        f"<tr><td><p>{line.format(name, TIMES[n])}</p><p>{WORDS[n]}</p></td></tr>"
        for n, name in enumerate(names)
    )
    assert column(posts_of(html_page(f"<table>{posts}</table>")), "author") == names


@pytest.mark.parametrize(
    ("before", "name"),
    [
        *[("He said", None), ("Last replied", None), ("Elle a écrit le", None)],
        *[("註冊於", None), ("最後編輯於", None), ("最后回复于", None)],
        *[("Sheila said", "Sheila"), ("于洋评论于", "于洋"), ("最后一只猫发表于", "最后一只猫")],
    ],
)
def test_what_is_done_with_a_text_names_nobody(before, name):
    assert name_in_line(before, "") == name


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
        ("/home/garden/topics/7-lids", False),
        ("/home/forum/user/7", True),
        ("/home/forums/member/7-ann", True),
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


def test_members_can_have_a_host_of_their_own():
    known = {"http://home.example/ann", "http://home.example/bert"}
    form = form_of(known, away=True)
    assert form.fullmatch("http://home.example/carla")
    assert not form.fullmatch("http://home.example/carla/friends")
    assert not form.fullmatch("http://f.example/carla")
    assert form_of(known) is None


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


def test_a_name_heads_no_post_however_short_that_is():
    posts = rows(
        lambda n: (
            f"""<div class="post"><a class="username" href="/u1018{n}">{NAMES[n]}{n}</a>
        <i>{TIMES[n]}</i><div class="text">{WORDS[n][:12]}</div></div>"""
        )
    )
    assert group_of(html_page(posts)).title_share == 0


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


def test_names_of_half_of_the_posts_stand_in_a_box_called_otherwise():
    def post(n):
        box = "userinfo" if n > 1 else "userinfo_plain"
        return f"""<li class="post"><div class="head"><span class="date">{TIMES[n]}</span></div>
        <div class="{box}"><div class="contact"><div class="container">
        <a class="username" href="member.php?{n}"><strong>{NAMES[n]}</strong></a></div></div></div>
        <div class="content">{WORDS[n]}</div></li>"""

    assert column(posts_of(html_page(f"<ol>{rows(post)}</ol>")), "author") == NAMES


@pytest.mark.parametrize("names", [("Ann Lake", "Bert Moor"), ("Ann Lake", "Ann Lake")])
def test_of_two_posts_one_can_stand_in_other_boxes(names):
    def mail(n):
        return f"""<div class="head"><div class="by"><h2 class="name">{names[n]}</h2></div>
        <div class="when"><span>{n + 2} May</span><div><span title="May {n + 2}, 2024, 10:00">10:00
        </span></div></div></div><div class="words"><p>{WORDS[n]}</p></div>"""

    answer = f'<div class="odd"><div class="mail">{mail(1)}</div></div>'
    page = html_page(f'<div class="mail">{mail(0)}</div><div class="answers">{answer}</div>')
    assert column(posts_of(page), "author") == [*names]


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


def test_words_that_all_look_like_names_are_words_where_there_are_no_others():
    said = ["谢谢楼主！", "维修大油磨损涂拆开轴承原厂。"]
    items = "".join(
        f"<dt>{TIMES[n]} - {NAMES[n]}</dt><dd><p>{words}</p></dd>" for n, words in enumerate(said)
    )
    posts = posts_of(html_page(f"<dl>{items}</dl>"))
    assert column(posts, "author") == NAMES[:2]
    assert column(posts, "body_text") == said


def test_members_are_known_by_links_of_the_old_scheme_and_the_new():
    def answer(n):
        return f"""<li class="answer"><a href="https://f.example/~{NAMES[n]}">{NAMES[n]}</a>
            <span class="at">{TIMES[n]}</span><div class="words">{WORDS[n]}</div></li>"""

    opening = f"""<div class="story"><h1>Which kettle?</h1><p>Posted by <a
        href="http://f.example/~{NAMES[0]}">{NAMES[0]}</a> on <time>{TIMES[0]}</time></p>
        <div class="story-body">{WORDS[0]}</div></div>"""
    page = html_page(f"{opening}<ul>{answer(1)}{answer(2)}{answer(3)}</ul>")
    assert column(posts_of(page), "body_text") == WORDS


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


@pytest.mark.parametrize("line", ["{} &raquo; [{}]", "{} &sdot; <span>{}</span>", "{} ∙ {}"])
def test_a_mark_parts_a_name_from_the_time_in_one_line(line):
    def post(n):
        head = line.format(NAMES[n], TIMES[n])
        return f'<div id="p{n}"><p>{head}</p><div>{WORDS[n]}</div></div>'

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("badges", [("To all", "To all"), ("To all", "Private")])
def test_a_name_stands_behind_a_time_of_its_own_tag_and_not_in_a_badge(badges):
    def post(n):
        badge = f'<span class="end"><span class="badge bg-3">{badges[n % 2]}</span></span>'
        time = f"<small><time>{TIMES[n]}</time> · {NAMES[n]}</small>"
        return f"<li><div><h6>Comment</h6>{badge}</div>{time}<div><p>{WORDS[n]}</p></div></li>"

    assert column(posts_of(html_page(f"<ul>{rows(post)}</ul>")), "author") == NAMES


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


def test_a_name_behind_its_label_in_one_cell_heads_the_post_and_not_its_number():
    rows = "".join(
        f"""<tr><th><a href="msg{9 - n}">msg{9 - n} (view)</a></th><th>Author: {NAMES[n]}</th>
        <th>Date: {TIMES[n]}</th></tr><tr><td colspan="3"><pre>{WORDS[n]}</pre></td></tr>"""
        for n in range(3)
    )
    posts = posts_of(html_page(f"<table><tr><th colspan=3>Messages</th></tr>{rows}</table>"))
    assert [post.author for post in posts] == NAMES[:3]


def test_who_wrote_stands_with_the_time_behind_who_changed_it():
    card = '<div class="k3"><i>{}</i><div class="k5"><a href="/users/{}">{}</a></div></div>'

    def post(n):
        changed = card.format("made shorter", 9, "the_editor") if n % 2 else ""
        written = card.format(TIMES[n], n, NAMES[n])
        return f"<div><div><p>{WORDS[n]}</p></div><div>{changed}{written}</div></div>"

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


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


def test_names_that_react_parts_from_what_is_before_them_are_read():
    def post(n):
        return f"""<div class="p"><div>Posted by<!-- --> <!-- -->{NAMES[n]}<!-- -->, <!-- -->
        {TIMES[n]}</div><p>{WORDS[n]}</p></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


def test_a_name_can_stand_in_the_row_below_the_words_beside_the_time():
    def post(n):
        buttons = f'<div><a href="/reply?p={n}">Bolux</a> | <a href="/mark?p={n}">Kaves</a></div>'
        return f"""<tr id="p{n + 7001}"><td colspan="2"><p>{WORDS[n]}</p></td></tr><tr>
            <td><b>{NAMES[n]}</b></td><td><i>{TIMES[n]}</i>{buttons}</td></tr>"""

    posts = posts_of(html_page(f"<table>{rows(post)}</table>"))
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS


@pytest.mark.parametrize(
    "badges",
    ["<span>Lv.{n}</span>", "<span>Lv.{n}</span><em>楼主</em>", " <b>20{n} points</b><i>9级</i>"],
)
def test_levels_in_boxes_behind_a_name_are_none_of_it(badges):
    def post(n):
        behind = badges.format(n=n + 7)
        name = f'<a href="/u/{n}">{NAMES[n]}</a>{behind}'
        return f"""<div class="reply"><p class="username">{name}</p>
            <p class="message">{WORDS[n]}</p>
            <p><span>{TIMES[n]}</span></p></div>"""

    assert column(posts_of(html_page(rows(post))), "author") == NAMES


@pytest.mark.parametrize("behind", ["<span>Smith</span>", " of Lathe", "<i>Lv.7</i> Smith"])
def test_what_else_stands_behind_a_linked_name_belongs_to_it(behind):
    tree = tree_of(html_page(f'<p class="username"><a href="/u/1">Ann</a>{behind}</p>'))
    whole = tree.tags.index("p")
    assert bare_name(tree, whole) == whole


def test_the_floor_ahead_of_a_name_without_a_class_of_its_own_is_none():
    posts = posts_of(
        html_page(
            rows(
                lambda n: (
                    f"""<li class="reply"><div class="top"><span class="floor">{n + 1}F</span>
        <span class="c666">{NAMES[n]}</span><span class="when">{TIMES[n]}</span></div>
        <div class="content">{WORDS[n]}</div></li>"""
                )
            )
        )
    )
    assert column(posts, "author") == NAMES


def test_numbers_ahead_of_what_nobody_is_called_make_no_titles():
    said = ["Mine does, too.", "So it is with us.", "Never seen that.", "The lid, then."]

    def post(n):
        return f"""<li class="item"><p class="info"><a href="/comment/5/{n + 1}/">{n + 1}. Anonymous
            </a> <span>{TIMES[n]}</span></p><div class="body">{said[n]}</div></li>"""

    titled = page = html_page(f"<ul>{rows(post)}</ul>")
    assert group_of(page).title_share == 0.0
    for n, name in enumerate(["Lids", "Pots", "Pans", "Jugs"]):
        titled = titled.replace(f"{n + 1}. Anonymous", f"{n + 1}. All about {name} and kettles")
    assert group_of(titled).title_share == 1.0
    assert group_of(page.replace("Anonymous", "All about kettles")).title_share == 1.0
