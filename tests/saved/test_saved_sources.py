"""Saved pages are found wherever they are, and what is none is told."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os

import pytest
from saved_kit import PAGE, URL, members, names, read, record

from fpcrawl.exceptions import PageError, UsageError
from fpcrawl.pages.limits import PageLimits
from fpcrawl.saved import SavedPage, SavedPages, load_saved
from fpcrawl.saved.page import NO_ADDRESS, Unread
from fpcrawl.saved.sources import shown_path


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def test_a_folder_is_searched_with_all_below_it_in_a_fixed_order(tmp_path):
    deep = tmp_path / "b" / "c"
    deep.mkdir(parents=True)
    for path in ("z.html", "a.HTM", "b/m.xhtml", "b/c/x.html"):
        (tmp_path / path).write_bytes(PAGE)
    _, good, bad = read(tmp_path)
    assert names(good) == ["a.HTM", "z.html", "m.xhtml", "x.html"]
    assert not bad
    assert {page.body for page in good} == {PAGE}
    assert [page.id for page in good] == [page.path for page in good]


def test_pages_may_be_packed_whatever_their_names_say(tmp_path):
    (tmp_path / "1.html.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / "2.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / "3.html.xz").write_bytes(lzma.compress(PAGE))
    (tmp_path / "4.htm.bz2").write_bytes(bz2.compress(PAGE))
    (tmp_path / "5.html").write_bytes(gzip.compress(gzip.compress(PAGE)))
    (tmp_path / "6.html.gz").write_bytes(PAGE)
    _, good, bad = read(tmp_path)
    assert [page.body for page in good] == [PAGE] * 6
    assert not bad


def test_files_whose_names_tell_nothing_are_looked_into(tmp_path):
    (tmp_path / "viewtopic.php?t=1").write_bytes(b"\xef\xbb\xbf\n" + PAGE)
    (tmp_path / "index").write_bytes(PAGE)
    (tmp_path / "Makefile").write_bytes(b"all:\n\techo <p>\n")
    (tmp_path / "logo.PNG").write_bytes(b"\x89PNG")
    (tmp_path / "style.css.gz").write_bytes(gzip.compress(b"p {}"))
    (tmp_path / "feed.xml").write_bytes(b"<rss/>")
    pages, good, bad = read(tmp_path)
    assert names(good) == ["index", "viewtopic.php?t=1"]
    assert not bad
    assert pages.left_out == {".png": 1, ".gz": 1, ".xml": 1, "no_ending": 1}


def test_a_file_that_is_named_is_read_whatever_its_name(tmp_path):
    path = tmp_path / "page.txt"
    path.write_bytes(PAGE)
    _, good, _ = read(path)
    assert names(good) == ["page.txt"]


def test_a_path_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"there is no .*nowhere"):
        SavedPages([tmp_path / "nowhere"])


def test_a_manifest_says_which_pages_its_folder_has(tmp_path):
    for folder in ("one", "one/pages", "one/inner", "two"):
        (tmp_path / folder).mkdir()
    (tmp_path / "one/pages/1.html.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / "one/pages/2.html.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / "one/inner/manifest.jsonl").write_bytes(
        lines({"id": "x", "file": "../../loose.html"})
    )
    (tmp_path / "one/manifest.jsonl").write_bytes(
        lines(
            {"id": "p1", "file": "pages/1.html.gz", "url": URL, "site": "f"},
            {"id": "p3", "file": "pages/3.html.gz", "url": None},
        )
    )
    (tmp_path / "loose.html").write_bytes(PAGE)
    (tmp_path / "clusters.jsonl").write_bytes(lines({"id": "p1", "file": "one/pages/1.html.gz"}))
    pages, good, bad = read(tmp_path)
    assert [(page.id, page.url) for page in good] == [
        (shown_path(tmp_path / "loose.html"), ""),
        ("p1", URL),
        ("x", ""),
    ]
    assert [page.site for page in good] == ["", "f", ""]
    assert bad == [("3.html.gz", "missing")]
    assert pages.left_out == {"jsonl_without_pages": 1}


def test_a_list_that_is_named_may_name_files(tmp_path):
    (tmp_path / "1.html").write_bytes(PAGE)
    path = tmp_path / "clusters.jsonl"
    path.write_bytes(lines({"id": "p1", "file": "1.html"}, {"id": "p2"}))
    _, good, bad = read(path)
    assert [page.id for page in good] == ["p1"]
    assert bad == [("clusters.jsonl#2", "no_html")]


def test_json_lines_hold_pages_in_any_of_three_fields(tmp_path):
    path = tmp_path / "pages.jsonl.gz"
    path.write_bytes(
        gzip.compress(
            lines({"url": URL, "html": "<p>é"}, {"id": 7, "body": "b"}, {"content": "\ud800c"})
            + b"\n[1]\n{broken\n"
            + lines({"url": 3, "html": None, "content": "d"}, {"url": URL})
        )
    )
    _, good, bad = read(tmp_path)
    assert [(page.url, page.body) for page in good] == [
        (URL, "<p>é".encode()),
        ("", b"b"),
        ("", b"?c"),
        ("", b"d"),
    ]
    assert good[1].id == "7"
    assert good[0].http_charset == "utf-8"
    assert names(good) == [f"pages.jsonl.gz#{n}" for n in (1, 2, 3, 7)]
    assert bad == [
        ("pages.jsonl.gz#5", "bad_line"),
        ("pages.jsonl.gz#6", "bad_line"),
        ("pages.jsonl.gz#8", "no_html"),
    ]


def test_a_line_without_an_end_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.setattr("fpcrawl.saved.jsonlines.MAX_LINE_BYTES", 64)
    path = tmp_path / "pages.jsonl"
    path.write_bytes(lines({"html": "x" * 500}, {"html": "short"}))
    _, good, bad = read(path)
    assert [page.body for page in good] == [b"short"]
    assert bad == [("pages.jsonl#1", "bad_line")]


def test_damaged_files_are_told_and_the_others_read(tmp_path):
    whole = gzip.compress(os.urandom(50_000) + PAGE)
    (tmp_path / "1.html.gz").write_bytes(whole[:30_000])
    (tmp_path / "2.html.gz").write_bytes(whole[:20_000] + b"\xff" * 9 + whole[20_009:])
    (tmp_path / "3.html.xz").write_bytes(lzma.compress(PAGE)[:-20])
    (tmp_path / "4.html.bz2").write_bytes(b"BZh91AY" + b"\0" * 40)
    (tmp_path / "5.html").write_bytes(PAGE)
    (tmp_path / "6.html").write_bytes(b"")
    _, good, bad = read(tmp_path)
    assert names(good) == ["5.html", "6.html"]
    assert bad == [
        (f"{n}.html.{end}", "corrupt") for n, end in ((1, "gz"), (2, "gz"), (3, "xz"), (4, "bz2"))
    ]


def test_what_is_cut_off_is_told_in_plain_words(tmp_path):
    for size in (4, 30, 180):
        (tmp_path / f"head{size}.warc").write_bytes(record() + record()[:size])
    (tmp_path / "packed.warc.gz").write_bytes(gzip.compress(record())[:-20])
    (tmp_path / "page.html.xz").write_bytes(lzma.compress(PAGE)[:-20])
    unread = [page for page in SavedPages([tmp_path]) if isinstance(page, Unread)]
    told = {page.path.rpartition("/")[2]: page.detail for page in unread}
    assert told == {
        "head4.warc#2": "what should be a record is none",
        "head30.warc#2": "its head cannot be read",
        "head180.warc#2": "the file ends within it",
        "packed.warc.gz#1": "the compressed file ends too soon",
        "page.html.xz": "the compressed file ends too soon",
    }


def test_a_pipe_is_no_link(tmp_path):
    os.mkfifo(tmp_path / "pipe.html")
    (tmp_path / "link.html").symlink_to(tmp_path / "gone")
    pages, _, bad = read(tmp_path)
    assert bad == [("link.html", "missing")]
    assert pages.left_out == {"no_file": 1}


def test_a_bomb_is_unpacked_only_as_far_as_a_page_goes(tmp_path):
    path = tmp_path / "bomb.html.gz"
    path.write_bytes(gzip.compress(b"<p>" + b"a" * 5_000_000))
    _, good, _ = read(path, limits=PageLimits(max_bytes=1000))
    assert len(good[0].body) == 1000


def test_links_in_circles_and_to_nowhere(tmp_path):
    folder = tmp_path / "a"
    folder.mkdir()
    (folder / "1.html").write_bytes(PAGE)
    (folder / "up").symlink_to(tmp_path, target_is_directory=True)
    (folder / "self").symlink_to(folder / "self")
    (folder / "gone.html").symlink_to(folder / "missing.html")
    (folder / "other.html").symlink_to(folder / "1.html")
    pages, good, bad = read(tmp_path, folder)
    assert names(good) == ["1.html", "other.html"]
    assert sorted(bad) in (
        [("gone.html", "missing")],
        [("gone.html", "missing"), ("self", "unreadable")],
    )
    assert pages.totals().files == 2


def test_a_folder_that_may_not_be_read_is_told(tmp_path, monkeypatch):
    (tmp_path / "1.html").write_bytes(PAGE)
    scandir = os.scandir

    def refuse(path):
        if os.fspath(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    (tmp_path / "closed").mkdir()
    _, good, bad = read(tmp_path)
    assert names(good) == ["1.html"]
    assert bad == [("closed", "unreadable")]


def test_names_that_are_no_utf8_are_escaped(tmp_path):
    (tmp_path / os.fsdecode(b"caf\xe9.html")).write_bytes(PAGE)
    _, good, _ = read(tmp_path)
    assert names(good) == ["caf\\xe9.html"]
    good[0].path.encode()


def test_what_has_been_read_grows_to_the_total(tmp_path):
    (tmp_path / "1.html").write_bytes(PAGE)
    (tmp_path / "2.jsonl").write_bytes(lines(*[{"html": "x" * 70_000}] * 9))
    (tmp_path / "3.warc.gz").write_bytes(members(record(), record()))
    pages = SavedPages([tmp_path])
    total = pages.totals()
    assert total.files == 3
    seen = [pages.bytes_read for _ in pages]
    assert seen == sorted(seen)
    assert len(set(seen)) > 5
    assert pages.bytes_read == total.size_bytes
    assert len(list(pages)) == 12


@pytest.mark.parametrize(
    ("body", "address"),
    [
        (b"<!-- saved from url=(0020)http://f.example/t/9 -->" + PAGE, "http://f.example/t/9"),
        (b"<!-- Mirrored from f.example/t/8 by a copier -->" + PAGE, "http://f.example/t/8"),
        (b'<html><link rel="canonical" href="http://f.example/t/7"><p>a', "http://f.example/t/7"),
        (
            b'<html><meta property="og:url" content="http://f.example/t/6"><p>a',
            "http://f.example/t/6",
        ),
        (b'<html><link rel="canonical" href="/t/5"><p>a', NO_ADDRESS),
        (PAGE, NO_ADDRESS),
    ],
)
def test_a_page_without_an_address_tells_its_own(body, address):
    assert load_saved(SavedPage("p", "p", "", body)).url == address
    assert load_saved(SavedPage("p", "p", URL, body)).url == URL


def test_a_page_that_is_none_is_refused_with_its_reason():
    for body, reason in ((b" \n", "empty"), (b"%PDF-1.4 x", "binary")):
        with pytest.raises(PageError) as caught:
            load_saved(SavedPage("p", "p", "", body))
        assert caught.value.reason == reason
