from __future__ import annotations

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
