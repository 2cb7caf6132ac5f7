from __future__ import annotations

import time

import pytest

from fpcrawl.pages import Link, read_page

URL = "http://a.example/forum/list.php?f=2"


def links(body: str, url: str = URL, encoding: str = "utf-8") -> list[Link]:
    head = f"<meta charset={encoding}>"
    return read_page((head + body).encode(encoding), url).links


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("t.php?t=1", "http://a.example/forum/t.php?t=1"),
        ("./t.php", "http://a.example/forum/t.php"),
        ("../t.php", "http://a.example/t.php"),
        ("/t/1", "http://a.example/t/1"),
        ("?f=3", "http://a.example/forum/list.php?f=3"),
        ("//b.example/x", "http://b.example/x"),
        ("HTTPS://b.example/x#f", "https://b.example/x"),
        (" t/1\n", "http://a.example/forum/t/1"),
        ("a:b/c", None),
        ("t/a:b", "http://a.example/forum/t/a:b"),
        ("x y.html", "http://a.example/forum/x%20y.html"),
        ("\\t\\1", "http://a.example/t/1"),
        ("#top", None),
        ("javascript:void(0)", None),
        ("JavaScript:x", None),
        ("mailto:x@a.example", None),
        ("data:text/html,x", None),
        ("/t\n/1\t.html", "http://a.example/t/1.html"),
        ("t.php\n?t=1", "http://a.example/forum/t.php?t=1"),
        ("///b.example/x", "http://b.example/x"),
        ("http:////b.example/x", "http://b.example/x"),
        ("http:t.php", "http://a.example/forum/t.php"),
        ("\\\\b.example\\x", "http://b.example/x"),
        ("http:\\\\b.example\\x", "http://b.example/x"),
        ("t.php?a=1&amp;amp;b=2", "http://a.example/forum/t.php?a=1&b=2"),
        ("t.php?a=1&amp;b=2", "http://a.example/forum/t.php?a=1&b=2"),
        ("t.jsp;jsessionid=0A1B2C3D?t=1", "http://a.example/forum/t.jsp?t=1"),
        ("/t/1?PHPSESSID=0123456789abcdef0123456789abcdef", "http://a.example/t/1"),
        ("../../../../t", "http://a.example/t"),
        ("/a/./b/../c", "http://a.example/a/c"),
        ("http://bücher.example/x", "http://xn--bcher-kva.example/x"),
        ("http://B.example:80/x", "http://b.example/x"),
        ("/%7euser/%e4%b8%ad", "http://a.example/~user/%E4%B8%AD"),
        ("/标题/1", "http://a.example/%E6%A0%87%E9%A2%98/1"),
        ("/t/100%", "http://a.example/t/100%25"),
        ("tel:+123", None),
        ("about:blank", None),
        ("ftp://a.example/x", None),
        ("", None),
    ],
)
def test_addresses(href: str, url: str | None) -> None:
    found = links(f'<a href="{href}">x</a>')
    assert [link.url for link in found] == ([url] if url else [])


def test_malformed_ones_are_counted() -> None:
    bad = ["http://[::1/", "http://a.example:99999/", "http://", "/" + "x" * 3000]
    body = "".join(f"<a href='{href}'>x</a>" for href in bad) + "<a href=ok>x</a>"
    page = read_page(body.encode(), URL)
    assert [link.url for link in page.links] == ["http://a.example/forum/ok"]
    assert page.links_skipped == 4


def test_no_more_than_the_cap() -> None:
    body = "".join(f"<a href=/t/{n}>t</a>" for n in range(5010))
    page = read_page(body.encode(), URL)
    assert len(page.links) == 5000
    assert page.links_skipped == 10
    assert page.links[-1].n == 4999


def test_a_base_holds_for_all() -> None:
    (link,) = links("<base href='http://a.example/x/'><a href=y>t</a>")
    assert link.url == "http://a.example/x/y"
    (link,) = links("<base href='javascript:x'><a href=y>t</a>")
    assert link.url == "http://a.example/forum/y"


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("<base href=/x/>", "http://a.example/x/y"),
        ("<base href=x/>", "http://a.example/forum/x/y"),
        ("<base href=//b.example>", "http://b.example/y"),
        ("<base href='http://b.example/x/index.php?a=1'>", "http://b.example/x/y"),
        ("<base href=' http://b.example/x/ '>", "http://b.example/x/y"),
        ("<base target=_blank><base href=/x/>", "http://a.example/x/y"),
        ("<base href=/x/><base href=/z/>", "http://a.example/x/y"),
        ("<base href=''>", "http://a.example/forum/y"),
        ("<base href='data:text/html,x'>", "http://a.example/forum/y"),
        ("<base href='http://[::1/'>", "http://a.example/forum/y"),
    ],
)
def test_bases(base: str, url: str) -> None:
    (link,) = links(f"{base}<a href=y>t</a>")
    assert link.url == url


def test_texts() -> None:
    found = links(
        "<a href=1> some\n <b>bold</b> text </a>"
        "<a href=2><img src=x alt='A picture'></a>"
        "<a href=3 title='A title'><img src=x></a>"
        "<a href=4>seen<script>unseen()</script><!-- unseen --></a>"
        f"<a href=5>{'long ' * 200}</a>"
        "<a href=6></a>"
        "<map><area href=7 alt=Area></map>"
    )
    assert [link.text for link in found if link.url[-1] != "5"] == [
        "some bold text",
        "A picture",
        "A title",
        "seen",
        "",
        "Area",
    ]
    assert len(found[4].text) == 300
    assert found[2].title == "A title"


def test_rel_and_fragment() -> None:
    (link,) = links("<a href='t?p=5#pid5' rel='NoFollow ugc'>t</a>")
    assert link.rel == "nofollow ugc"
    assert link.nofollow
    assert link.fragment == "pid5"
    assert not links("<a href=x rel=next>t</a>")[0].nofollow


def test_links_of_one_piece_of_template_have_one_path() -> None:
    row = (
        "<li class='row {0}'><h3 class=title><a href={1}>t</a></h3><a class=by href=u{1}>u</a></li>"
    )
    body = "<ul>" + "".join(row.format("", n) for n in range(3)) + "</ul><p><a href=z>z</a></p>"
    found = links(body)
    assert len({link.path for link in found[0:6:2]}) == 1
    assert len({link.path for link in found[1:6:2]}) == 1
    assert len({link.path for link in found}) == 3
    assert found[0].path == "html/body/ul/li/h3/a|row>title"


@pytest.mark.parametrize(
    ("body", "in_nav"),
    [
        ("<nav><ul><li>{}</ul></nav>", True),
        ("<header><div>{}</div></header>", True),
        ("<footer>{}</footer>", True),
        ("<div class='x main-nav'>{}</div>", True),
        ("<div id=breadcrumbs>{}</div>", True),
        ("<div role=navigation>{}</div>", True),
        ("<div class=sidebar>{}</div>", True),
        ("<article><header><h2>{}</h2></header></article>", False),
        ("<ul><li class=row><div class=header>{}</div></ul>", False),
        ("<div class='post-header'>{}</div>", False),
        ("<div class='has-sidebar'>{}</div>", False),
        ("<div class=content>{}</div>", False),
        ("<body class='header nav'>{}</body>", False),
    ],
)
def test_navigation(body: str, in_nav: bool) -> None:
    (link,) = links(body.format("<a href=x>t</a>"))
    assert link.in_nav is in_nav


def test_a_query_is_in_the_encoding_of_the_page() -> None:
    (link,) = links(
        "<title>今天我们去了水库</title><a href='s?kw=中文'>搜索的结果</a>", encoding="gbk"
    )
    assert link.url == "http://a.example/forum/s?kw=%D6%D0%CE%C4"
    assert link.text == "搜索的结果"


@pytest.mark.parametrize(
    ("encoding", "query", "written"),
    [
        ("gbk", "中文", "%D6%D0%CE%C4"),
        ("gbk", "%D6%D0", "%D6%D0"),
        ("big5", "中文", "%A4%A4%A4%E5"),
        ("shift_jis", "日本", "%93%FA%96%7B"),
        ("windows-1251", "да", "%E4%E0"),
        ("windows-1251", "中", "%26%2320013%3B"),
        ("utf-8", "中文", "%E4%B8%AD%E6%96%87"),
        ("utf-16", "中文", "%E4%B8%AD%E6%96%87"),
    ],
)
def test_queries_are_written_as_browsers_write_them(
    encoding: str, query: str, written: str
) -> None:
    words = {
        "gbk": "今天我们去了水库", "big5": "今天我們去了水庫", "shift_jis": "きのうの夜です",
        "windows-1251": "Вчера вечером мы поехали за город",
    }.get(encoding, "今天我们去了水库")  # fmt: skip
    page = f"<html><head><meta charset={encoding}><title>{words}</title></head>"
    page += f"<body><a href='s?kw={query}#a'>{words}</a></body></html>"
    raw = page.encode(encoding, "xmlcharrefreplace")
    (link,) = read_page(raw, URL).links
    assert link.url == f"http://a.example/forum/s?kw={written}"
    assert link.text == words


@pytest.mark.parametrize(
    "body",
    [
        "<a href='javascript:location=\"/t/3\"'>t</a>",
        "<a href=\"javascript:window.open('/t/3')\">t</a>",
        "<a href=\"javascript:void window.open('/t/3', 'w', 'width=3')\">t</a>",
        "<a href=\"JavaScript:%20go('/t/3')\">t</a>",
        "<a href=\" javascript:open('\\/t\\/3');\">t</a>",
        "<a href=# onclick=\"location.href='/t/3'; return false\">t</a>",
        "<a onclick=\"window.location.href = '/t/3'\">t</a>",
        "<a href='javascript:;' onclick=\"document.location='/t/3'\">t</a>",
        "<a href='javascript:;' data-href=/t/3>t</a>",
        "<table><tr onclick=\"location.assign('/t/3')\"><td>t</td></tr></table>",
        "<div onclick=\"top.location.replace('/t/3')\">t</div>",
        "<button onclick=\"window.open('/t/3','_blank')\">t</button>",
        "<li data-url='/t/3'>t</li>",
        "<div data-link='http://a.example/t/3'>t</div>",
        "<select onchange='location=this.value'><option value='/t/3'>t</option></select>",
        "<select onchange='this.form.submit()'><option>-<option value='/t/3'>t</select>",
    ],
)
def test_addresses_in_scripts_are_links_where_nothing_else_is(body: str) -> None:
    (link,) = links(body)
    assert link.url == "http://a.example/t/3"
    assert link.text == "t"
    assert link.scripted
    # A plain link to it is enough, and comes first.
    (plain,) = links(body + "<p><a href=/t/3>plain</a></p>")
    assert (plain.text, plain.scripted) == ("plain", False)
    # So are plain links of its kind.
    others = "".join(f"<p><a href=/t/{n}>{n}</a></p>" for n in range(10, 13))
    assert all(not link.scripted for link in links(body + others))


@pytest.mark.parametrize(
    "body",
    [
        "<a href=\"javascript:confirm('Really delete?')\">t</a>",
        "<a href=\"javascript:show('box')\">t</a>",
        "<a href=\"javascript:go('/t/' + n)\">t</a>",
        "<a href=# onclick=\"location='/t/'+n\">t</a>",
        "<a href=# onclick=\"vote('/ajax/vote')\">t</a>",
        "<a href=# onclick=\"if (location == '/t/3') hide()\">t</a>",
        "<a href=# onclick=\"window.open('/big.jpg')\">t</a>",
        "<a href=javascript:void(0)>t</a>",
        "<div data-url='/api/list.json'>t</div>",
        "<div data-url='/t/{id}'>t</div>",
        "<div data-href='some words'>t</div>",
        "<div data-url='/share'><a href='javascript:x()'>t</a></div>",
        "<form method=post data-href='/t/3'><textarea name=words></textarea></form>",
        "<input type=search data-url='/t/3'>",
        "<select><option value='/t/3'>t</option></select>",
        "<select onchange='show(this)'><option value='/t/3'>t</option></select>",
        "<select onchange='location=this.value'><option value='3'>t</option></select>",
        "<div data-src='/t/3'>t</div>",
    ],
)
def test_what_is_no_address_in_a_script(body: str) -> None:
    assert links(body) == []


def test_an_element_around_a_link_is_none_itself() -> None:
    (link,) = links("<div data-url='/share/3'><a href=/t/3>t</a></div>")
    assert link.url == "http://a.example/t/3"


@pytest.mark.parametrize(
    ("content", "url"),
    [
        ("0;url=/t/3", "http://a.example/t/3"),
        ("5; URL='t/3'", "http://a.example/forum/t/3"),
        ("0, url = //b.example/x", "http://b.example/x"),
        ("0.5;url=?f=3", "http://a.example/forum/list.php?f=3"),
        ("300", None),
        ("300;url=http://a.example/forum/list.php?f=2", None),
        ("0;url=javascript:x", None),
    ],
)
def test_a_page_that_forwards(content: str, url: str | None) -> None:
    found = links(f'<meta http-equiv=Refresh content="{content}"><p>t')
    assert [link.url for link in found] == ([url] if url else [])


def test_a_page_full_of_scripts_is_bounded() -> None:
    body = "".join(f"<p onclick=\"location='/t/{n}'\">t</p>" for n in range(9000))
    assert len(links(body)) == 2000
    assert links('<p onclick="' + "location=(" * 50_000 + '">t') == []


def test_a_list_of_pages_to_choose_from_and_one_of_boards() -> None:
    plain = "".join(f"<a href=/x{n}/y>x</a>" for n in range(8))
    pager = "<select onchange='location=this.value'>{}</select>".format(
        "".join(f"<option value='list.php?f=2&amp;page={n}'>{n}</option>" for n in (2, 3))
    )
    boards = "<select onchange='location=this.value'><option value='/board/7'>b</select>"
    url = "http://a.example/forum/list.php?f=2&page=1"
    assert [link.url[-1] for link in links(plain + pager + boards, url) if link.scripted] == [
        "2",
        "3",
    ]
    assert [link.url[-1] for link in links(pager + boards, url)] == ["2", "3", "7"]


def test_rows_in_attributes_count_and_single_ones_do_not() -> None:
    plain = "".join(f"<a href=/x{n}/y>x</a>" for n in range(8))
    row = "<tr data-href='/t/{0}'><td>{0}</td></tr>"
    rows = "<table>{}</table>".format("".join(row.format(n) for n in range(4)))
    assert sum(link.scripted for link in links(plain + rows)) == 4
    assert not any(link.scripted for link in links(plain + "<i data-url='/login/form'>t</i>"))


@pytest.mark.parametrize(
    ("call", "url"),
    [
        ('createPageHTML(3, 0, "index", "html")', "http://a.example/forum/index_1.html"),
        ("createPageHTML('pager',3,1,'list','shtml',40)", "http://a.example/forum/list_2.shtml"),
        ('createPageHTML(3, 2, "index", "html")', None),
        ('createPageHTML(n, 0, "index", "html")', None),
    ],
)
def test_a_pager_that_a_script_writes_from_numbers_leads_to_the_next_page(call, url):
    found = links(f"<a href=/x>x</a><script>{call};</script>")[1:]
    assert [(link.url, link.rel, link.text) for link in found] == ([(url, "next", "")] * bool(url))


@pytest.mark.parametrize(
    ("options", "found"),
    [(("1", "2", "3"), 2), (("Seite 1", "Seite 2"), 1), (("2", "3"), 0), (("Boats", "Ice"), 0)],
)
def test_a_list_of_page_numbers_to_jump_to_is_a_pager(options, found):
    shown = "".join(
        f'<option value="/titles/a-1/{f"page/{n}/" * (n > 1)}">{text}</option>'
        for n, text in enumerate(options, 1)
    )
    others = "".join(f"<a href=/x{n}.html>{n}</a>" for n in range(9))
    jump = f"<select onchange='location=this.value'>{shown}</select>"
    urls = [link.url for link in links(others + jump, "http://a.example/titles/a-1/")]
    assert sum("/page/" in url for url in urls) == found


def test_an_empty_link_that_covers_its_row_bears_the_rows_title() -> None:
    row = """<div class="row {0}"><a href="/t/{0}"> </a><i class="user_name">ann</i>
        <b class="row_name">Kettle {0}</b></div>"""
    assert [link.text for link in links(row.format(1) + row.format(2))] == ["Kettle 1", "Kettle 2"]
    # One that stands alone covers a row where it is called so.
    assert [link.text for link in links(row.format(1))] == [""]
    cover = row.replace("<a ", '<a class="stretched-link" ')
    assert [link.text for link in links(cover.format(1))] == ["Kettle 1"]
    # The title leads elsewhere itself.
    titled = row.replace("Kettle {0}", "<a href='/k/{0}'>Kettle</a>")
    assert {link.text for link in links(titled.format(1) + titled.format(2))} == {"", "Kettle"}


def test_a_pager_to_choose_from_leads_on_beside_any_number_of_links_of_its_kind() -> None:
    threads = "".join(f"<a href=/thread-{n}-1.html>t</a>" for n in range(10, 20))
    options = "".join(f"<option value=/thread-7-{n}.html>{n}</option>" for n in (1, 2, 3))
    pager = f"<select onchange='location=this.value'>{options}</select>"
    found = links(threads + pager, "http://a.example/thread-7-1.html")
    assert [link.text for link in found if link.scripted] == ["2", "3"]


def test_a_forwarding_of_white_space_costs_no_time():
    began = time.process_time()
    assert links(f'<meta http-equiv=refresh content="{" " * 5000}x">') == []
    assert links(f'<meta http-equiv=refresh content="0{" " * 5000}x">') == []
    assert time.process_time() - began < 1.0


def test_a_forwarding_can_be_written_with_white_space():
    (link,) = links("<meta http-equiv=refresh content=\" 0 ;  URL = 't.php?t=1' \">")
    assert link.url == "http://a.example/forum/t.php?t=1"
