"""How a crawl ends when it cannot do its job: one clear line and a code of its own."""

from __future__ import annotations

import signal
import socket
import sqlite3
from typing import TYPE_CHECKING

import pytest
from e2e_kit import Demo, Ended, Site, crawl, records, start

from fpcrawl.demo.exchange import Reply, Request, redirect, text_reply

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def assert_told(ended: Ended, code: int, *words: str, spider: str = "forum") -> None:
    lines = ended.err.splitlines()
    assert (ended.code, len(lines)) == (code, 1), (ended.code, ended.err, ended.log[-3000:])
    assert lines[0].startswith(f"scrapy crawl {spider}: ")
    assert not [word for word in words if word.lower() not in lines[0].lower()], lines[0]
    assert "Traceback" not in ended.log, ended.log[-3000:]


SITE = "site=http://127.0.0.1:9/"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("no site", "-a site=")),
        (("site=",), ("site",)),
        (("site=ftp://files.example.com/",), ("ftp://files.example.com/", "http")),
        (("site=http://",), ("http://",)),
        (("site=http://a b/",), ("a b",)),
        (("site=http://bbs.example.com:99999/",), ("99999",)),
        (("site=http://me:secret@bbs.example.com/",), ("password",)),
        ((SITE, "borads=http://127.0.0.1:9/b"), ("borads", "boards")),
        ((SITE, "boards=http://127.0.0.2:9/b"), ("boards", "127.0.0.2")),
        ((SITE, "since=yesterday"), ("since", "yesterday")),
        ((SITE, "since=2026-02-30"), ("since", "2026-02-30")),
        ((SITE, "allow=("), ("allow", "(")),
        ((SITE, "deny=[z-a]"), ("deny", "[z-a]")),
        ((SITE, "max_pages=0"), ("max_pages", "0")),
        ((SITE, "max_pages=many"), ("max_pages", "many")),
    ],
    ids=lambda value: ",".join(value)[:40] if isinstance(value, tuple) else None,
)
def test_bad_arguments(tmp_path: Path, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    ended = crawl(tmp_path, "forum", *arguments, timeout_s=60)
    assert_told(ended, 2, *words)
    assert len(ended.log.splitlines()) == 1, "nothing was begun"
    assert not (tmp_path / ".fpcrawl").exists()


def test_bad_arguments_of_the_other_spider(tmp_path: Path) -> None:
    assert_told(crawl(tmp_path, "news"), 2, "no site", spider="news")
    assert_told(crawl(tmp_path, "news", SITE, "sinse=1"), 2, "sinse", "since", spider="news")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FPCRAWL_TIMEZONE", "Mars/Olympus"),
        ("FPCRAWL_RUN_FOR", "soon"),
        ("FPCRAWL_LEASE_S", "long"),
        ("FPCRAWL_REVISIT_MIN_S", "x"),
        ("FPCRAWL_REVISIT_MAX_S", "1"),
        ("FPCRAWL_REVISIT_MODEL", "oracle"),
        ("FPCRAWL_REVISIT_Z", "0"),
        ("FPCRAWL_REVISIT_BUDGET", "few"),
        ("FPCRAWL_PAGE_MAX_BYTES", "big"),
        ("FPCRAWL_ROBOTS_TTL_S", "x"),
        ("FPCRAWL_SEEN_DAYS", "x"),
        ("FPCRAWL_PROGRESS", "loud"),
        ("DOWNLOAD_DELAY", "abc"),
        ("ROBOTSTXT_OBEY", "maybe"),
    ],
)
def test_bad_settings(tmp_path: Path, name: str, value: str) -> None:
    ended = crawl(tmp_path, "forum", SITE, settings={name: value}, timeout_s=60)
    assert_told(ended, 2, name, value)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("FPCRAWL_RUNFOR", "did you mean FPCRAWL_RUN_FOR?"),
        ("FPCRAWL_XYZZY", "docs/settings.md"),
    ],
)
def test_a_misspelt_setting(tmp_path: Path, name: str, hint: str) -> None:
    ended = crawl(tmp_path, "forum", SITE, settings={name: "1"}, timeout_s=60)
    assert_told(ended, 2, f"there is no setting {name}; {hint}")


def test_an_unknown_spider(tmp_path: Path) -> None:
    assert_told(crawl(tmp_path, "furom", SITE, timeout_s=60), 2, "furom", "forum", spider="furom")


def test_a_port_that_refuses(tmp_path: Path) -> None:
    with socket.socket() as bound:  # bound and not listening: nobody else takes it
        bound.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}/"
        assert_told(crawl(tmp_path, "forum", f"site={url}"), 3, url)


def test_a_port_that_refuses_is_told_of_in_every_run(tmp_path: Path) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}/"
        waits = {"FPCRAWL_BACKOFF_MAX_S": "900"}
        first = crawl(tmp_path, "forum", f"site={url}", settings={**waits, "FPCRAWL_RUN_FOR": "3"})
        assert_told(first, 3, f"({url}: robots.txt: refused")
        crawl(tmp_path, "forum", f"site={url}", settings=waits)
        for settings in ({}, {"FPCRAWL_RUN_FOR": "2"}):
            again = crawl(tmp_path, "forum", f"site={url}", settings=settings)
            assert_told(again, 3, f"({url}: 127.0.0.1 is left alone until ")
            assert again.stat("downloader/request_count") == 0
            assert again.lines_of("left alone  ", "127.0.0.1 until ")
    assert first.lines_of("WARNING", "127.0.0.1 is left alone for", "no robots.txt")


def test_a_full_disk_is_told_of(tmp_path: Path) -> None:
    with Demo(days=4, threads_per_board=4, families=("divs", "plaza")) as demo:
        run = start(tmp_path, "forum", f"site={demo.url}")
        demo.until_served(20, run)
        feed = tmp_path / "posts.jsonl"
        feed.unlink(missing_ok=True)
        feed.symlink_to("/dev/full")
        assert_told(run.wait(), 6, "posts.jsonl", "No space left")


def test_a_host_that_does_not_exist(tmp_path: Path) -> None:
    ended = crawl(tmp_path, "forum", "site=http://no-such-host.invalid/")
    assert_told(ended, 3, "no-such-host.invalid")


def test_a_site_that_only_fails(tmp_path: Path) -> None:
    with Site(lambda request: text_reply(500, "out of order")) as site:
        assert_told(crawl(tmp_path, "forum", f"site={site.url}"), 3, site.url)


def test_a_start_page_that_only_fails(tmp_path: Path) -> None:
    def respond(request: Request) -> Reply:
        return text_reply(404 if request.path == "/robots.txt" else 500, "out of order")

    with Site(respond) as site:
        assert_told(crawl(tmp_path, "forum", f"site={site.url}"), 3, site.url)


def test_a_start_page_that_does_not_exist(tmp_path: Path) -> None:
    with Site(lambda request: text_reply(404, "nothing here")) as site:
        for _ in range(2):  # the second run is no different
            assert_told(crawl(tmp_path, "forum", f"site={site.url}"), 3, f"({site.url}: http_404)")


def test_a_start_page_that_fails_is_told_of_between_its_tries(tmp_path: Path) -> None:
    with Demo(days=2, threads_per_board=1, families=("divs",)) as demo:
        assert crawl(tmp_path, "forum", f"site={demo.url}").code == 0
    file = tmp_path / ".fpcrawl" / "fpcrawl.sqlite3"
    with sqlite3.connect(file) as db:
        db.execute("UPDATE frontier SET due = due + 86400, failures = 2 WHERE role = 'home'")
    db.close()
    ended = crawl(tmp_path, "forum", f"site={demo.url}")
    assert_told(ended, 3, f"({demo.url})")
    assert ended.stat("downloader/request_count") == 0


@pytest.mark.parametrize(
    ("body", "kind", "why"),
    [
        ("<title>App</title><div id=app></div><script src=/app.js></script>", "html", ": scripts"),
        ("<title>Me</title><p>My name is Anna and I like tea.</p>", "html", ""),
        ("", "html", ": page_empty"),
        ('{"threads": []}', "json", ": not_html"),
    ],
    ids=["scripts", "text", "empty", "json"],
)
def test_a_start_page_that_leads_nowhere(tmp_path: Path, body: str, kind: str, why: str) -> None:
    def respond(request: Request) -> Reply:
        if request.path == "/":
            return text_reply(200, body, "text/html" if kind == "html" else "application/json")
        return text_reply(404, "nothing here")

    with Site(respond) as site:
        for _ in range(2):  # the second run finds nothing due, or the same
            ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
            assert (ended.code, ended.err) == (0, "")
            if ended.stat("downloader/request_count"):
                told = f"No lists or threads were found on {site.url}{why}"
                assert len(ended.lines_of("WARNING", told)) == 1
                assert "fpcrawl/end_detail" in ended.log


def test_pages_without_records_are_told_of(tmp_path: Path) -> None:
    def respond(request: Request) -> Reply:
        if request.path == "/":
            return redirect("/welcome")
        if request.path == "/welcome":
            return text_reply(200, "<title>Tea</title><p>Tea is good.</p><a href=/how>How we work")
        if request.path == "/how":
            return text_reply(200, "<title>How</title><p>We boil the water first.</p>")
        return text_reply(404, "nothing here")

    with Site(respond) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
    told = f"No posts were found on {site.url}, which sends to {site.url}welcome, or on the other"
    assert len(ended.lines_of("WARNING", told)) == 1
    assert (ended.code, ended.err) == (0, "")


def test_a_news_site_that_is_crawled_as_a_forum_is_told_of(tmp_path: Path) -> None:
    titles = [f"The {n} bridge of the town is open again" for n in ("old", "new", "wide", "low")]

    def respond(request: Request) -> Reply:
        name = request.path.strip("/").partition(".")[0].rpartition("-")[2]
        if request.path == "/":
            rows = (f"<h2><a href=/town/bridge-{n}.html>{t}</a></h2>" for n, t in enumerate(titles))
            return text_reply(200, f"<title>News</title>{''.join(rows)}")
        if not name.isdigit():
            return text_reply(404, "nothing here")
        title = titles[int(name)]
        said = (
            f"Part {k}: {title}, and {len(title) * k} people went over it, says the mayor, who "
            f"had told of it in month {k}. Nobody had to wait any more."
            for k in range(2, 6)
        )
        words = "".join(f"<p>{text}</p>" for text in said)
        head = f"<h1>{title}</h1><p>By Anna Stone</p><time datetime=2026-01-0{int(name) + 1}>"
        return text_reply(200, f"<title>{title}</title><article>{head}</time>{words}</article>")

    with Site(respond) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
    told = "if this is a news site: scrapy crawl news"
    assert len(ended.lines_of("WARNING", told)) == 1


def test_links_that_the_arguments_refuse_are_counted(tmp_path: Path) -> None:
    with Demo(days=2, threads_per_board=1, families=("divs",)) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}", "allow=no-such-name").assert_clean()
    refused = ended.stat("fpcrawl/outcome/not_allowed")
    assert refused > 1
    assert ended.lines_of("left out", f"(not_allowed {refused}")
    assert ended.lines_of("WARNING", f"the arguments allow and deny refuse all {refused} links")


def test_a_robots_txt_that_forbids_the_start_page(tmp_path: Path) -> None:
    def respond(request: Request) -> Reply:
        if request.path == "/robots.txt":
            return text_reply(200, "User-agent: *\nDisallow: /\n", "text/plain")
        return text_reply(200, "<h1>Welcome</h1>")

    with Site(respond) as site:
        for _ in range(2):  # the second run is no different
            assert_told(crawl(tmp_path, "forum", f"site={site.url}"), 4, "robots.txt")
        assert set(site.log) == {"/robots.txt"}


def test_a_start_page_that_sends_elsewhere(tmp_path: Path) -> None:
    with Site(lambda request: text_reply(200, "<h1>Other</h1>"), "127.0.0.2") as other:

        def respond(request: Request) -> Reply:
            return Reply(404) if request.path == "/robots.txt" else redirect(other.url)

        with Site(respond) as site:
            assert_told(crawl(tmp_path, "forum", f"site={site.url}"), 5, other.url)
        assert [path for path in other.log if path != "/robots.txt"] == []


def test_a_start_page_that_sends_to_a_host_that_does_not_exist(tmp_path: Path) -> None:
    def respond(request: Request) -> Reply:
        if request.path == "/robots.txt":
            return Reply(404)
        return redirect("http://no-such-host.invalid/")

    with Site(respond) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}")
        assert_told(ended, 5, "no-such-host.invalid")


def test_a_robots_txt_on_a_host_that_does_not_exist(tmp_path: Path) -> None:
    def respond(request: Request) -> Reply:
        if request.path == "/robots.txt":
            return redirect("http://no-such-host.invalid/robots.txt")
        return text_reply(200, "<h1>Welcome</h1>")

    with Site(respond) as site:
        assert_told(crawl(tmp_path, "forum", f"site={site.url}"), 3)
        assert set(site.log) == {"/robots.txt"}


def test_a_state_file_of_a_newer_version(tmp_path: Path) -> None:
    with Demo(days=2, threads_per_board=1, families=("divs",)) as demo:
        crawl(tmp_path, "forum", f"site={demo.url}", "max_pages=1")
        file = tmp_path / ".fpcrawl" / "fpcrawl.sqlite3"
        with sqlite3.connect(file) as db:
            db.execute("UPDATE schema_version SET version = 99")
        db.close()
        before, lines = demo.served, records(tmp_path)
        ended = crawl(tmp_path, "forum", f"site={demo.url}")
        assert demo.served == before
    assert_told(ended, 6, "99", "FPCRAWL_STATE_DIR")
    assert records(tmp_path) == lines


def test_a_state_file_that_is_damaged(tmp_path: Path) -> None:
    (tmp_path / ".fpcrawl").mkdir()
    (tmp_path / ".fpcrawl" / "fpcrawl.sqlite3").write_bytes(b"no database at all" * 1000)
    assert_told(crawl(tmp_path, "forum", SITE), 6, "fpcrawl.sqlite3")


def test_an_output_directory_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = {"FPCRAWL_OUTPUT_DIR": str(tmp_path / "file" / "out")}
    with Demo(days=2, threads_per_board=1, families=("divs",)) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}", settings=settings)
    assert_told(ended, 6, str(tmp_path / "file" / "out"))


STOPPED_AT_ONCE = """
import os
import signal

from scrapy import signals


class Stop:
    @classmethod
    def from_crawler(cls, crawler):
        crawler.signals.connect(stop, signal=signals.spider_opened)
        return cls()


def stop():
    os.kill(os.getpid(), signal.SIGINT)
"""


def test_a_signal_while_the_crawl_is_opened(tmp_path: Path) -> None:
    (tmp_path / "stopping.py").write_text(STOPPED_AT_ONCE)
    settings = {"EXTENSIONS": '{"stopping.Stop": 1, "fpcrawl.extensions.progress.Progress": 2}'}
    with Demo(days=2, threads_per_board=1, families=("divs",)) as demo:
        ended = crawl(tmp_path, "forum", f"site={demo.url}", settings=settings)
        assert_told(ended, 130, "signal")
        assert "Spider closed (shutdown)" in ended.log
        assert not demo.asked()
        crawl(tmp_path, "forum", f"site={demo.url}").assert_clean()
    assert records(tmp_path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_and_the_next_run(tmp_path: Path, number: signal.Signals) -> None:
    with Demo(days=4, threads_per_board=4, families=("divs", "plaza")) as demo:
        run = start(tmp_path, "forum", f"site={demo.url}")
        demo.until_served(40, run)
        run.process.send_signal(number)
        ended = run.wait(30)
        assert_told(ended, 130, "signal")
        before = len(records(tmp_path))
        again = crawl(tmp_path, "forum", f"site={demo.url}").assert_clean()
        assert (again.code, again.err) == (0, "")
        asked = demo.asked()
    assert len(records(tmp_path)) > before > 0
    once = [path for path in asked if path.startswith(("/divs/viewtopic", "/plaza/t/"))]
    assert len(once) == len(set(once))
