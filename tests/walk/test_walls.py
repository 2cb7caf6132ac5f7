"""Which pages stand in the place of others, and which only look so."""

from __future__ import annotations

import pytest

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.pages.parse import read_page
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.walls import Wall, wall_of

URL = "https://bbs.example.com/board-3-1.html"
MENU = (
    '<div id="top"><a href="/">Start</a> <a href="/faq">Help</a> <a href="/search">Search</a></div>'
)
FORM = (
    '<form action="/member?do=enter" method="post">{} <input name="u"><input type="password"'
    ' name="p"><button>OK</button></form>'
)
FOOT = '<div id="foot">Powered by something 3.2 &copy; 2004-2026 GMT+8, 2026-3-4 10:00</div>'


def wall(
    body: str,
    title: str = "Some board",
    status: int = 200,
    head: str = "",
    *,
    at_home: bool = False,
) -> Wall | None:
    html = (
        f'<html><head><meta charset="utf-8"><title>{title}</title>{head}</head><body>{body}</body>'
    )
    page = read_page(html.encode(), URL, http_charset="utf-8")
    return wall_of(read_structure(page, LayoutBook()), status=status, at_home=at_home)


def kind(body: str, **more: object) -> str | None:
    found = wall(body, **more)  # type: ignore[arg-type]
    return None if found is None else found.kind


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("You must be registered and logged in to view this board.", "login"),
        ("Please <a href='/in'>log in</a> to continue.", "login"),
        ("You are not logged in.", "login"),
        ("抱歉，您需要登录后才能查看本版内容", "login"),
        ("請先登入再繼續", "login"),
        ("您尚未登录", "login"),
        ("この掲示板を見るにはログインしてください", "login"),
        ("Vous devez être connecté pour voir ce forum.", "login"),
        ("Sie müssen angemeldet sein, um dieses Forum zu sehen.", "login"),
        ("Для просмотра раздела необходимо войти на форум.", "login"),
        ("Debe iniciar sesión para ver este foro.", "login"),
        ("Bạn cần đăng nhập để xem diễn đàn này.", "login"),
        ("이 게시판은 로그인이 필요합니다.", "login"),
        ("You do not have permission to view this forum.", "permission"),
        ("The topic you are looking for appears to be off limits to you.", "permission"),
        ("抱歉，您没有权限访问该版块", "permission"),
        ("閲覧する権限がありません", "permission"),
        ("Vous n'avez pas la permission de lire ce sujet.", "permission"),
        ("Sie haben keine Berechtigung, diese Seite aufzurufen.", "permission"),
        ("У вас нет прав для просмотра этой темы.", "permission"),
        ("No tienes los permisos necesarios para entrar.", "permission"),
        ("Bạn không có quyền xem trang này.", "permission"),
        ("Please complete the captcha below to go on.", "captcha"),
        ("请输入验证码后继续访问", "captcha"),
        ("Bitte bestätigen Sie, dass Sie kein Roboter sind.", "captcha"),
        ("Подтвердите, что вы не робот.", "captcha"),
        ("Your IP address has been banned.", "banned"),
        ("您的IP已被禁止访问本站", "banned"),
        ("Ваш IP-адрес заблокирован.", "banned"),
        ("Su IP ha sido bloqueada.", "banned"),
        ("Too many requests. Slow down.", "rate_limited"),
        ("您的访问过于频繁，请稍后再试", "rate_limited"),
        ("アクセスが集中しています。時間をおいて再度お試しください。", "rate_limited"),
        ("Trop de requêtes, merci de patienter.", "rate_limited"),
        ("Zu viele Anfragen in kurzer Zeit.", "rate_limited"),
        ("Слишком много запросов.", "rate_limited"),
        ("Demasiadas peticiones.", "rate_limited"),
        ("Quá nhiều yêu cầu, hãy thử lại sau.", "rate_limited"),
        ("The board is currently disabled for maintenance.", "closed"),
        ("本站正在维护，请稍后访问", "closed"),
        ("You must accept cookies to use this site.", "cookies"),
        ("请启用 Cookies 后再访问", "cookies"),
        ("Checking your browser before accessing the site.", "browser_check"),
        ("Please enable JavaScript to continue.", "browser_check"),
    ],
)
def test_a_message_in_the_place_of_a_page_is_a_wall(message: str, expected: str) -> None:
    assert kind(f"{MENU}<div id='box'><p>{message}</p></div>{FOOT}") == expected


@pytest.mark.parametrize(
    "title", ["Log in - The Harbour", "登录 - 某某论坛", "ログイン", "Connexion", "Вход"]
)
def test_a_page_called_login_with_a_form_is_one(title: str) -> None:
    words = "<p>Registering takes only a moment and gives you more to see.</p>" * 4
    body = f"{MENU}{words}{FORM.format('Name')}{FOOT}"
    assert kind(body, title=title) == "login"


@pytest.mark.parametrize(
    "greeting",
    [
        "Welcome, Guest. Please login or register.",
        "Hello Guest! Please log in or register to get the most out of it.",
        "Willkommen, Gast. Bitte einloggen oder registrieren.",
        "您好，游客，请登录 或 注册",
        "Добро пожаловать, Гость. Пожалуйста, войдите или зарегистрируйтесь.",
    ],
)
def test_what_greets_guests_on_every_page_is_no_wall(greeting: str) -> None:
    row = '<tr><td><a href="/t/9">Kettles that whistle</a></td><td>anna</td><td>2</td></tr>'
    assert kind(f"<p>{greeting}</p><h1>Tea</h1><table>{row}</table>") is None


def test_that_guests_are_not_logged_in_is_told_above_short_lists_too() -> None:
    row = """<tr><td><a href="/t/{0}">Kettles that whistle {0}</a> <span class="byuser">by anna
        </span></td><td>2026-03-0{0} 10:00 <span class="byuser">by ben</span></td></tr>"""
    links = '<a href="/login">Login</a> - <a href="/register">Register</a>'
    for told in ("<p>Вы не вошли.</p>", f"<p>Not logged in [{links}]</p>"):
        assert kind(f"{told}<h1>Tea</h1><table>{row.format(1)}{row.format(2)}</table>") is None
        assert kind(f"{MENU}{told}{FOOT}") == "login"


def test_a_greeting_that_asks_to_log_in_for_this_page_is_a_wall() -> None:
    assert kind("<p>Welcome, guest. Please log in to view this board.</p>") == "login"
    greeting = "<p>Welcome, Guest. Please login or register.</p>"
    members = "<p>Only registered members are allowed to access this section. Please login.</p>"
    assert kind(greeting + members) == "login"


def test_a_form_and_hardly_a_word_is_a_login_in_any_language() -> None:
    assert kind(f"<h1>Kirjaudu</h1>{FORM.format('Tunnus')}") == "login"
    assert kind(f"<div style='display: none'>{FORM.format('Tunnus')}</div><p>Mitä?</p>") is None


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("alert('请先登录！');location.href='/x.asp'", "login"),
        ("window.location = '/member.php?mod=logging&action=login'", "login"),
        ("alert('Welcome back');history.go(-1)", None),
        ("location.href='/forum/2'", None),
    ],
)
def test_a_page_that_is_all_script_is_read_too(script: str, expected: str | None) -> None:
    assert kind("", head=f"<script>{script}</script>") == expected


def test_a_refresh_to_a_login_page_is_a_wall() -> None:
    refresh = '<meta http-equiv="refresh" content="0; url=/login?back=3">'
    assert kind("<p>One moment</p>", head=refresh) == "login"
    assert kind("<p>One moment</p>", head=refresh.replace("login", "f/3")) is None


def test_a_script_that_checks_the_browser_is_a_wall() -> None:
    script = '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate"></script>'
    assert kind("<p>One moment, please</p>", head=script) == "browser_check"


POST = (
    '<div class="post"><b class="author">{name}</b> <span>2026-03-04 1{n}:05</span>'
    '<div class="text">{text}</div></div>'
)


def thread(*texts: str, tail: str = "") -> str:
    posts = "".join(POST.format(name=f"Ann{n}", n=n, text=t) for n, t in enumerate(texts))
    return f"<header>{MENU}{FORM.format('Quick login')}</header><h1>A talk</h1>{posts}{tail}"


@pytest.mark.parametrize(
    "body",
    [
        thread("Short.", "Yes, it is.", "No."),
        thread("How do I log in?", "You must be logged in to view the attachment, they say."),
        thread("My IP has been banned, it says: too many requests.", "Access denied here too."),
        thread("Hello all.", "Hello.", tail="<p>You must be logged in to reply to this topic.</p>"),
        thread(
            "您好，我想问一下。", "请讲。", tail="<p>您需要登录后才可以回帖 登录 | 立即注册</p>"
        ),
        f"{MENU}<p>You must be logged in to reply to this topic.</p><p>A lone word.</p>",
        (
            f"{MENU}<p>This page uses cookies. Accept cookies.</p>"
            f"<p>{'About us: we sell lamps for harbours, big and small ones. ' * 3}</p>"
        ),
        f"<p>{'You need to sign in to see prices, they told us. ' * 2}{'And so on. ' * 160}</p>",
        (
            "<h2><a href='/a/1'>系统正在维护，请稍后访问</a></h2><p>昨天晚上的消息。</p>"
            "<h2><a href='/a/2'>您需要登录后才能查看的内容</a></h2><p>今天早上的消息。</p>"
        ),
    ],
)
def test_a_page_that_shows_something_is_no_wall(body: str) -> None:
    assert wall(body) is None


def test_the_heading_of_a_login_box_beside_a_short_list_is_no_wall() -> None:
    rows = "".join(
        f'<tr><td><a href="/forum/{n}">{name}</a></td><td>4 topics</td></tr>'
        for n, name in enumerate(("Kettles", "Pots", "Lids"))
    )
    box = f"<h2>User login</h2>{FORM.format('')}"
    lists = f"<main><h1>Forums</h1><table>{rows}</table></main>"
    assert kind(f"{lists}<aside>{box}</aside>", title="Forums") is None
    assert kind(f"<main>{box}</main>", title="Forums") == "login"


def test_a_list_of_one_row_below_a_heading_is_no_wall_for_the_form_above() -> None:
    row = '<table><tr><td><a href="t-7.html">Kettles that whistle</a><br>anna</td></tr></table>'
    form = FORM.format("Tunnus")
    assert wall(f"{MENU}{form}<h1>Kitchen</h1>{row}") is None
    assert kind(f"{MENU}<h1>Kitchen</h1>{form}{row}") == "login"
    assert kind(f"{MENU}{form}<h1>Kitchen</h1>") == "login"
    card = '<a href="/kettles-that-whistle-again"><h3>Kettles that whistle again</h3></a>'
    assert wall(f"{MENU}{form}<h1>Kitchen</h1>{card}") is None


def test_a_list_with_a_quick_login_is_no_wall() -> None:
    rows = "".join(
        f"<tr><td><a href='/t/{n}'>Talk {n} about you must log in</a></td><td>2026-03-0{n} 10:00"
        "</td></tr>"
        for n in range(1, 8)
    )
    assert wall(f"{MENU}{FORM.format('Login')}<table>{rows}</table>{FOOT}") is None


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/t/{0}", None),
        ("/t/roof-{0}/", None),
        ("/2024/04/2{0}/roof/", None),
        ("/what-an-old-{1}-costs", None),
        ("/terms-of-{1}", "login"),
        ("/info{0}/page", "login"),
    ],
)
def test_a_start_page_with_few_titles_and_a_login_form_is_no_wall(
    address: str, expected: str | None
) -> None:
    form = "<form><input name=u><input type=password name=p><input type=submit></form>"
    links = (
        f"<li><a href='{address.format(n, 'abcde'[n])}'>老房子{n}到底值不值得买</a></li>"
        for n in range(5)
    )
    assert kind(f"{form}<ul>{''.join(links)}</ul>", title="水木") == expected


def test_titles_of_many_sections_beside_a_login_form_are_a_list() -> None:
    links = "".join(
        f"<a href='/{section}/{n}.html'>老房子到底值不值得买</a><br>"
        for n, section in enumerate(("town", "lake", "sport", "art"), 381)
    )
    assert kind(f"{FORM.format('Tunnus')}{links}", title="水木") is None


def test_links_that_hold_headings_are_titles_beside_a_login_form() -> None:
    cards = "".join(
        f"<a href='/old-roof-{word}'><h3>老房子到底值不值得买</h3><p>{word}</p></a>"
        for word in "abcd"
    )
    assert kind(f"{FORM.format('Tunnus')}{cards}", title="水木") is None
    links = cards.replace("h3", "b")
    assert kind(f"{FORM.format('Tunnus')}{links}", title="水木") == "login"


def test_the_status_speaks_for_the_words() -> None:
    long = "<p>" + "Access to this area has been denied by its owner, access denied. " * 5 + "</p>"
    body = f"{MENU}{long}{'<p>Some words about it, and then some more of them.</p>' * 30}"
    assert kind(body) is None
    assert kind(body, status=403) == "permission"
    assert kind("<h1>403 Forbidden</h1><hr>nginx", title="403 Forbidden", status=403) == (
        "permission"
    )


def test_why_is_short_and_from_the_page() -> None:
    found = wall("<p>You must log in to read this. " + "Really. " * 30 + "</p>")
    assert found is not None
    assert found.why.startswith("you must log in")
    assert len(found.why) <= 120


LOG_IN = '<form action="/login">Name <input name="user"> <input type="password" name="pass"></form>'


BOARDS = "".join(
    f'<div><h3><a href="/b/{n}">{name}</a></h3><p>All of it</p><i>{n} topics, 42 posts</i></div>'
    for n, name in enumerate(("Pots", "Lids", "Tea"), 2)
)
LINES = """<p><a href="/list.php?2">Pots</a> - all (10)<br><a href="/list.php?5">Lids</a> - some (2)
<br><a href="/list.php?8">Tea</a> (3)</p>"""


@pytest.mark.parametrize("boards", [BOARDS, LINES], ids=["boxes", "lines"])
def test_a_start_page_of_few_boards_is_no_wall_for_its_login_form(boards):
    assert kind(LOG_IN + boards, title="Kettles") is None


@pytest.mark.parametrize("mark", ["", "?from=list", "?"])
@pytest.mark.parametrize("address", ["/threads/lids.26{}/", "/why-a-lid-boils-over-{}/"])
def test_rows_that_mark_where_a_reader_comes_from_are_no_wall_for_a_login_form(address, mark):
    row = '<dt><a href="{}{}">Kettles that boil</a></dt><dd>Views: {}1</dd>'
    rows = "".join(row.format(address.format(n), mark, n) for n in range(6))
    assert kind(f"{LOG_IN}<h1>Pots</h1><dl>{rows}</dl>", title="Pots - Kettles") is None


def test_links_to_numbered_pages_without_counts_are_no_boards():
    links = '<p><a href="/p/1">Rules</a> <a href="/p/2">Help</a> <a href="/p/3">About</a></p>'
    assert kind(LOG_IN + links, title="Kettles") == "login"


TWO_BOARDS = '<div><a href="/c/general/">General</a> and <a href="/c/market/">Market</a></div>'
MEMBERS = '<p><a href="/profile/3">anna</a> <a href="/profile/4">ben</a></p>'
ABOUT = '<p><a href="/legal/terms">Terms</a> <a href="/legal/privacy">Privacy</a></p>'


NUMBERED = (
    '<ul><li><a href="/forum-2-1.html">General</a><li><a href="/forum-5-1.html">Market</a></ul>'
)


@pytest.mark.parametrize("boards", [TWO_BOARDS, NUMBERED])
def test_where_a_crawl_starts_two_boards_are_more_than_the_login_form_beside_them(boards):
    assert kind(MENU + LOG_IN + boards, title="Kettles", at_home=True) is None
    assert kind(MENU + LOG_IN + boards, title="Kettles") == "login"


def test_where_a_crawl_starts_members_and_terms_are_no_boards():
    assert kind(MENU + LOG_IN + MEMBERS + ABOUT, title="Kettles", at_home=True) == "login"


BEGUN = (
    "<h1>新しい渡し船</h1><p>2026年3月4日 15時00分</p>"
    "<p>県は四日、渡し船の新しい運航計画を発表した。</p>"
    "<p>船は来年の春から一日六往復する見込みだ。</p>"
)


def test_an_article_whose_rest_is_for_members_is_no_wall() -> None:
    offer = "<div><p>会員限定</p><p>会員登録すると続きをお読みいただけます。</p></div>"
    assert kind(MENU + BEGUN + offer) is None
    assert kind(MENU + BEGUN.partition("</p>")[0] + offer) == "login"
    assert kind(MENU + offer + BEGUN.partition("</h1>")[2]) == "login"


@pytest.mark.parametrize("margin", ['id="aside"', 'class="sidebar"'])
def test_a_heading_in_the_margin_does_not_say_that_the_page_is_for_members(margin):
    box = f"<div {margin}><section><h2>회원로그인</h2>{LOG_IN}</section></div>"
    row = (
        '<div><table><tr><td>7</td><td><a href="/t/7">Lids</a></td><td>ben</td></tr></table></div>'
    )
    assert kind(MENU + row + box, title="Pots 2") is None
    assert kind(MENU + row + box.replace(margin, ""), title="Pots 2") == "login"
