from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.exceptions import UsageError
from fpcrawl.pages import (
    SiteScope,
    canonical_url,
    url_key,
    url_numbers,
    url_shape,
    validate_site_url,
)
from fpcrawl.pages.urls import join_url

H = "http://a.example"
HEX = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://A.Example:80/a/../b/./c?x=1#f", f"{H}/b/c?x=1"),
        ("https://a.example:443", "https://a.example/"),
        ("http://a.example:8080", "http://a.example:8080/"),
        (f"{H}/../../x", f"{H}/x"),
        (f"{H}/a/..", f"{H}/"),
        (f"  {H}/a\n", f"{H}/a"),
        (f"{H}/a\tb", f"{H}/ab"),
        ("http:\\\\a.example\\b", f"{H}/b"),
        (f"{H}/v.php?t=4&f=2&sid={HEX}", f"{H}/v.php?t=4&f=2"),
        (f"{H}/v.php?sid={HEX}&t=4", f"{H}/v.php?t=4"),
        (f"{H}/?s={HEX}&q=1", f"{H}/?q=1"),
        (f"{H}/?s=words", f"{H}/?s=words"),
        (f"{H}/n.php?sid=123", f"{H}/n.php?sid=123"),
        (f"{H}/n.php?sid=sports", f"{H}/n.php?sid=sports"),
        (f"{H}/f.php?fid=2&sid=aB3dE6", f"{H}/f.php?fid=2"),
        (f"{H}/i.php?PHPSESSID=ab1&topic=1.0;action=y", f"{H}/i.php?topic=1.0;action=y"),
        (f"{H}/a;jsessionid=12AB?x=2", f"{H}/a?x=2"),
        (f"{H}/?osCsid=1&zenid=2&cfid=3", f"{H}/"),
        (f"{H}/?utm_source=x&a=1&UTM_medium=y&fbclid=z&gclid=w&spm=a.b", f"{H}/?a=1"),
        (f"{H}/?b=2&a=1", f"{H}/?b=2&a=1"),
        (f"{H}/?a=1&amp;b=2", f"{H}/?a=1&b=2"),
        (f"{H}/?&&a=1&&b=2&", f"{H}/?a=1&b=2"),
        (f"{H}/x?", f"{H}/x"),
        (f"{H}/%7euser/%e4%b8%ad", f"{H}/~user/%E4%B8%AD"),
        (f"{H}/中?q=é", f"{H}/%E4%B8%AD?q=%C3%A9"),
        (f"{H}/a b", f"{H}/a%20b"),
        (f"{H}/100%", f"{H}/100%25"),
        (f"{H}/a?x=%zz", f"{H}/a?x=%25zz"),
        ("http://例子.测试/", "http://xn--fsqu00a.xn--0zwm56d/"),
        ("http://user:pw@a.example/", f"{H}/"),
        ("http://[::1]:8000/x", "http://[::1]:8000/x"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
        ("http://localhost:8080/x", "http://localhost:8080/x"),
        ("http://a_b.example./x", "http://a_b.example/x"),
        ("http://a.example。/", "http://a.example/"),
        # Parts of a thread are the thread.
        (f"{H}/test/read.cgi/diy/1795053008/l50", f"{H}/test/read.cgi/diy/1795053008/"),
        (f"{H}/test/read.cgi/diy/1795053008/101-200n", f"{H}/test/read.cgi/diy/1795053008/"),
        (f"{H}/bbs/read.cgi/game/123/1795053008/l50", f"{H}/bbs/read.cgi/game/123/1795053008/"),
        (f"{H}/bbs/read.cgi/game/123/1795053008", f"{H}/bbs/read.cgi/game/123/1795053008"),
        (f"{H}/test/read.cgi/diy/1795053008/about", f"{H}/test/read.cgi/diy/1795053008/about"),
    ],
)
def test_canonical_form(url: str, expected: str) -> None:
    assert canonical_url(url) == expected
    assert canonical_url(expected) == expected


@pytest.mark.parametrize(
    "url",
    [
        "", " ", "/a", "//a.example/", "a.example", "http://", "http:///x", "http://?", "https:",
        "javascript:void(0)", "mailto:a@b.example", "data:text/html,x", "ftp://a.example/",
        "http://a.example:99999/", "http://a.example:0/", "http://a.example:x/", "http://[::1/",
        "http://a..example/", "http://a.example../", "http://-/", "http://a b/",
        "http://a.example" + "/x" * 1000,
        "http://" + "a" * 300 + ".example/", "http://\u2100.example/", "http://a%00b/", "http://a|b/",
    ],
)  # fmt: skip
def test_what_cannot_be_fetched_is_empty(url: str) -> None:
    assert canonical_url(url) == ""
    assert url_key(url) == ""


def test_a_query_is_written_in_the_encoding_of_its_page() -> None:
    assert canonical_url(f"{H}/中?kw=中文", "gb18030") == f"{H}/%E4%B8%AD?kw=%D6%D0%CE%C4"


def test_a_long_fragment_does_not_make_an_address_too_long() -> None:
    assert canonical_url(f"{H}/a#" + "x" * 5000) == f"{H}/a"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{H}/v.php?f=2&t=4", "https://www.a.example/v.php?t=4&f=2#p9"),
        (f"{H}/forum/", f"{H}/forum/index.php"),
        (f"{H}/", "http://www.a.example"),
        (f"{H}/f.php?mod=viewthread&tid=1", f"{H}/f.php?mod=viewthread&tid=1&extra=page%3D1"),
        (f"{H}/t/x/5", f"{H}/t/x/5/"),
        (f"{H}/index.php?topic=1.0", f"{H}/?topic=1.0"),
    ],
)
def test_one_page_has_one_key(one: str, other: str) -> None:
    assert url_key(one) == url_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"{H}/t/5", f"{H}/t/5?page=2"),
        (f"{H}/A", f"{H}/a"),
        (f"{H}/", "http://b.example/"),
        (f"{H}/", f"{H}:8080/"),
        (f"{H}/?a=1&a=2", f"{H}/?a=1"),
    ],
)
def test_different_pages_have_different_keys(one: str, other: str) -> None:
    assert url_key(one) != url_key(other)


@pytest.mark.parametrize(
    ("path", "shape", "numbers"),
    [
        ("", "/", ()),
        ("/thread-12-1-2.html", "/thread-{n}-{n}-{n}.html", (12, 1, 2)),
        ("/t/some-title-12/page/3", "/t/{s}-{n}/page/{n}", (12, 3)),
        ("/t/hello/123", "/t/{s}/{n}", (123,)),
        ("/t/hello-there/123/4", "/t/{s}/{n}/{n}", (123, 4)),
        ("/v.php?t=4&f=2&hilit=Some+Words", "/v.php?f={n}&hilit={v}&t={n}", (2, 4)),
        ("/forum.php?mod=viewthread&tid=12", "/forum.php?mod=viewthread&tid={n}", (12,)),
        ("/index.php?topic=12.15", "/index.php?topic={n}.{n}", (12, 15)),
        ("/index.php?action=profile;u=1", "/index.php?action=profile&u={n}", (1,)),
        ("/threads/some-title.12/page-2", "/threads/{s}.{n}/page-{n}", (12, 2)),
        ("/threads/title.12/", "/threads/{s}.{n}/", (12,)),
        ("/showthread.php?12-Some-title", "/showthread.php?{n}-{s}", (12,)),
        ("/topic/12/some-title-7/", "/topic/{n}/{s}/", (12,)),
        ("/forum/12/some-title-7/", "/forum/{n}/{s}-{n}/", (12, 7)),
        ("/2018/12/some-title-7/", "/{n}/{n}/{s}-{n}/", (2018, 12, 7)),
        ("/topic/12/some-title?page=2", "/topic/{n}/{s}?page={n}", (12, 2)),
        ("/archiver/?tid-12-page-2.html", "/archiver/?tid-{n}-page-{n}.html", (12, 2)),
        ("/2018/03/04/a-long-enough-title/", "/{n}/{n}/{n}/{s}/", (2018, 3, 4)),
        ("/tag/%E4%B8%AD", "/tag/{s}", ()),
        ("/中文名/", "/{s}/", ()),
        ("/articles/5f2b8c9d1e3a4b5c", "/articles/{h}", ()),
        ("/p/123e4567-e89b-12d3-a456-426614174000", "/p/{h}", ()),
        ("/x/12345678901234567890123", "/x/{h}", ()),
        ("/about-us", "/about-us", ()),
        ("/latest", "/latest", ()),
        ("/u/somebody", "/u/{s}", ()),
        ("/some-title-t12.html", "/{s}-t{n}.html", (12,)),
        ("/content_123456.htm", "/content_{n}.htm", (123456,)),
        ("/temat-161-2.html", "/temat-{n}-{n}.html", (161, 2)),
        ("/temat161.html", "/temat{n}.html", (161,)),
        ("/?deska-7.html&strana=2", "/?deska-{n}.html&strana={n}", (7, 2)),
        ("/kettle-boils-161.html", "/{s}-{n}.html", (161,)),
        ("/x?a=&b=Mixed", "/x?a=&b={v}", ()),
        ("/member.php?action=printpage&u=5", "/member.php?action=printpage&u={n}", (5,)),
    ],
)
def test_shape_and_its_numbers(path: str, shape: str, numbers: tuple[int, ...]) -> None:
    assert url_shape(H + path) == shape
    assert url_numbers(H + path) == numbers


@pytest.mark.parametrize(
    "family",
    [
        ["/t/one-12", "/t/two-words-13", "/t/three-words-here-14", "/t/with-5-inside-15"],
        ["/threads/a.1/", "/threads/a-b.2/", "/threads/a-b-c-d.3/"],
        ["/12-one.html", "/13-two-words.html", "/14-three-words-here.html"],
        ["/topic/1/hello", "/topic/2/hello-there", "/topic/3/hello-there-you"],
        ["/topic/1/error-404/", "/topic/2/a-title/", "/topic/3/%E7-3/", "/topic/4/%E7%AC/"],
        ["/user/alice", "/user/bob-b", "/user/a-b-c"],
        ["/user/alice-1.html", "/user/bob-b-2.html"],
    ],
)
def test_one_family_has_one_shape(family: list[str]) -> None:
    assert len({url_shape(H + path) for path in family}) == 1


@given(st.text(max_size=60), st.text(max_size=60))
def test_never_raise_on_any_address(path: str, query: str) -> None:
    for url in (path, f"http://{path}", f"{H}/{path}?{query}", f"http://{path}:{query}/"):
        clean = canonical_url(url)
        assert clean == "" or clean.isascii()
        assert canonical_url(clean) == clean
        url_key(url)
        SiteScope(H).contains(url)
        assert len(url_numbers(url)) == url_shape(url).count("{n}") or "{n}" in url


def test_scope() -> None:
    scope = SiteScope("https://www.a.example/forum/")
    inside = [
        "http://a.example/", "https://a.example:443/x", "http://WWW.A.example", "https://m.a.example/?x",
    ]  # fmt: skip
    outside = [
        "http://b.example/", "http://a.example:8080/", "http://a.example.b.example/", "http://xa.example/",
        "http://sub.a.example/", "mailto:x@a.example", "", "//a.example/",
        "http://a.example@b.example/",
    ]  # fmt: skip
    assert [url for url in inside if not scope.contains(url)] == []
    assert [url for url in outside if scope.contains(url)] == []
    hosts = ["http://sub.a.example/x", "https://x.y.a.example/", *inside, "http://xa.example/", ""]
    below = ["sub.a.example", "x.y.a.example"]
    assert [host for url in hosts if (host := scope.host_below(url))] == below
    assert SiteScope("http://127.0.0.1:8000/").contains("http://127.0.0.1:8000/x")
    assert not SiteScope("http://127.0.0.1:8000/").contains("http://127.0.0.1:8001/x")


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("a.example", "https://a.example/"),
        (" http://a.example/x ", "http://a.example/x"),
        ("//a.example/", "https://a.example/"),
        ("localhost:8000", "https://localhost:8000/"),
        ("HTTP://A.Example", "http://a.example/"),
        ("例子.测试", "https://xn--fsqu00a.xn--0zwm56d/"),
        ("a.example/?u=me@b.example", "https://a.example/?u=me@b.example"),
    ],
)
def test_site_as_typed(typed: str, url: str) -> None:
    assert validate_site_url(typed) == url


@pytest.mark.parametrize(
    "typed",
    [
        "", "  ", "ftp://a.example", "mailto:me@a.example", "javascript:x", "http://", "https:///x",
        "a b.example", "http://user:pw@a.example/", "http://a.example:99999/", "http://a..b/",
        "x" * 3000, "http://a.example/\x00", "http://[::1",
    ],
)  # fmt: skip
def test_a_bad_site_is_one_clear_line(typed: str) -> None:
    with pytest.raises(UsageError) as caught:
        validate_site_url(typed)
    message = str(caught.value)
    assert message.startswith("site: ")
    assert "\n" not in message
    assert len(message) < 200
    assert "pw" not in message


@pytest.mark.parametrize(
    ("href", "url"),
    [
        (" b.html\n", f"{H}/a/b.html"),
        ("", f"{H}/a/"),
        ("//b.example/", "http://b.example/"),
        ("http://[::1/", ""),
        ("//a.example]/", ""),
        ("http://ℂ.example℀/", ""),
    ],
)
def test_where_a_link_leads(href: str, url: str) -> None:
    assert join_url(f"{H}/a/", href) == url


def test_what_identifies_a_page_is_worked_out_once() -> None:
    url = f"{H}/viewtopic.php?t=4711&f=2"
    url_key(url)
    known = url_key.cache_info().hits
    assert url_key(url) == url_key(url)
    assert url_key.cache_info().hits == known + 2
