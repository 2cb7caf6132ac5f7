"""The walking benchmark on a board and a folder of our own."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks import walk
from benchmarks._walkpages import load_folder
from benchmarks._walkthrough import walk_folder
from benchmarks.common import BenchError

HOST = "http://lathe.example"
TITLES = {1: "Which oil suits an old lathe", 2: "My chuck runs out", 3: "168", 4: "Belt or gears?"}
WORDS = "Any light machine oil will do, said the old man at the counter, and he was right. "


def board(page, aliases=False):
    tail = f"?from={page}" if aliases else ""
    rows = "".join(
        f'<tr><td class="s"><a href="/t/{n + 4 * page}{tail}">{title}</a></td>'
        f'<td><a href="/user/u{n}">ann{n}</a></td><td>{n}</td><td>2024-04-2{n} 10:00</td></tr>'
        for n, title in TITLES.items()
    )
    pager = f'<p class="pages"><a href="/b/1?page={3 - page}">{3 - page}</a></p>'
    return f"<h1>Lathes</h1><table class='list'>{rows}</table>{pager}"


def thread(number):
    posts = "".join(
        f'<div class="post"><a class="author" href="/user/u{n}">ann{n}</a>'
        f'<span class="when">2024-04-2{n} 1{n}:00</span><div class="text">{WORDS * n}</div></div>'
        for n in (1, 2, 3)
    )
    return f"<h1>Thread {number}</h1>{posts}"


def rows_of(page):
    return [
        {"url": f"{HOST}/t/{n + 4 * page}", "title": title, "author": f"ann{n}"}
        for n, title in TITLES.items()
    ]


class Folder:
    """A data folder that grows page by page."""

    def __init__(self, path):
        self.path = path
        self.rows = []
        path.mkdir(parents=True)

    def page(self, name, kind, path, body, **more):
        html = f"<html><head><title>{name}</title></head><body>{body}</body></html>"
        (self.path / f"{name}.gz").write_bytes(gzip.compress(html.encode()))
        url = HOST + path if path is not None else None
        self.rows.append(
            {
                "id": f"lathe/{name}",
                "file": f"{name}.gz",
                "url": url,
                "site": "lathe.example",
                "software": "ours",
                "page_type": kind,
                "lang": "en",
                **more,
            }
        )
        return self

    def write(self):
        lines = "".join(json.dumps(row) + "\n" for row in self.rows)
        (self.path / "manifest.jsonl").write_text(lines)
        return self.path


@pytest.fixture
def forum(tmp_path):
    folder = Folder(tmp_path / "lathe")
    homes = '<div class="b"><h3><a href="/b/1">All about lathes</a></h3><p>Old ones</p></div>'
    folder.page("home", "home", "/", homes)
    for page in (1, 2):
        truth = {"threads": rows_of(page), "page": page}
        if page == 1:
            truth["next_page"] = f"{HOST}/b/1?page=2"
        path = "/b/1" if page == 1 else "/b/1?page=2"
        folder.page(f"board{page}", "index", path, board(page), truth=truth)
    for n in (5, 6):
        folder.page(f"t{n}", "thread", f"/t/{n}", thread(n), truth={"posts": [], "page": 1})
    folder.page("ann", "profile", "/user/u1", "<p>Member since 2020-01-01</p>")
    return folder


def run(capsys, path, *more):
    assert walk.main(["--data", str(path), "--json", *more]) == 0
    out, err = capsys.readouterr()
    return json.loads(out.splitlines()[-1]), err


def test_a_board_is_walked_from_its_home_page(forum, capsys):
    result, table = run(capsys, forum.write())
    assert result["bench"] == "walk"
    assert result["pages"] == 6
    assert result["role_accuracy"] == 1.0
    assert result["thread_link_precision"] == result["thread_link_recall"] == 1.0
    assert result["thread_links"] == 8
    assert result["next_page_precision"] == result["next_page_recall"] == 1.0
    assert result["next_pages"] == 1
    assert result["per_software"]["ours"]["thread_link_f1"] == 1.0
    assert {"seconds", "peak_mb", "versions", "data_sha256"} <= result.keys()
    assert "lathe" in table


def test_mistakes_are_counted_and_explained(forum, capsys):
    forum.rows[1]["truth"]["threads"][0]["url"] = f"{HOST}/t/99"
    forum.rows[3]["page_type"] = "article"
    forum.rows[3]["truth"]["next_page"] = f"{HOST}/t/5?page=2"
    result, log = run(capsys, forum.write(), "--explain", "2")
    assert result["thread_link_precision"] == result["thread_link_recall"] == 0.875
    assert result["confusion"] == {"article as thread": 1}
    assert result["next_page_recall"] == 0.5
    assert "article as thread: lathe/t5" in log
    assert "next page: lathe/t5" in log
    assert "threads: lathe/board1" in log


def test_an_address_that_tells_where_its_reader_came_from_is_the_thread(tmp_path):
    folder = Folder(tmp_path / "lathe")
    truth = {"threads": [{**row, "url": row["url"] + "?from=1"} for row in rows_of(2)]}
    folder.page("board2", "index", "/b/1?page=2", board(2, aliases=True), truth=truth)
    (seen,) = walk_folder(load_folder(folder.write()))
    assert seen.threads == seen.true_threads
    assert len(seen.threads) == 4


def test_pages_without_addresses_are_read_without_experience(tmp_path, capsys):
    folder = Folder(tmp_path / "mirror")
    for n in (5, 6):
        folder.page(f"t{n}", "thread", None, thread(n), truth={"posts": []})
    truth = {"threads": [{"url": f"/t/{n + 4}", "title": title} for n, title in TITLES.items()]}
    folder.page("board", "index", None, board(1), truth=truth)
    result, _ = run(capsys, folder.write())
    assert result["role_accuracy"] == 1.0
    assert result["thread_link_f1"] == 1.0
    assert result["next_page_f1"] is None


@pytest.mark.parametrize(
    ("path", "links", "css", "right"),
    [
        ("/blog", '<a class="n" href="/blog/page/2">Next</a>', {"NEXT": ".n"}, "/blog/page/2"),
        # Labels that follow the time line of a blog.
        (
            "/blog/page/3",
            (
                '<a class="o" href="/blog/page/4">Older posts</a>'
                '<a class="n" href="/blog/page/2">Newer posts</a>'
            ),
            {"PREV": ".o", "NEXT": ".n"},
            "/blog/page/4",
        ),
        (
            "/shop",
            '<a class="p" href="/shop?page=2">2</a><a class="p" href="/shop?page=3">3</a>',
            {"PAGE": ".p"},
            "/shop?page=2",
        ),
        ("/shop?page=3", '<a class="p" href="/shop?page=2">2</a>', {"PAGE": ".p"}, None),
        ("/about", "<p>About us</p>", {}, None),
    ],
)
def test_next_pages_by_labelled_links(tmp_path, path, links, css, right):
    folder = Folder(tmp_path / "labels")
    folder.page("one", "index", path, links, truth={"pagination_css": css})
    (seen,) = walk_folder(load_folder(folder.write()))
    wanted = (HOST + right).removeprefix("http://") if right else None
    assert seen.next == wanted
    assert seen.true_next == frozenset([wanted] if wanted else [])


def test_a_redirected_page_is_judged_by_its_label_and_told(forum, capsys):
    forum.rows[5]["final_url"] = f"{HOST}/login?next=/user/u1"
    result, _ = run(capsys, forum.write())
    assert result["redirected"] == 1
    assert result["confusion"] == {"profile as other": 1}
    assert result["role_accuracy"] == round(1 - 1 / result["pages"], 4)


def test_the_home_page_recorded_again_is_the_home_page(forum, capsys):
    forum.page("again", "other", "/", "<p>All about lathes</p>")
    result, _ = run(capsys, forum.write())
    assert result["role_accuracy"] == 1.0


def test_a_limit_takes_pages_of_all_kinds(forum):
    folder = load_folder(forum.write(), 3)
    assert [page.role for page in folder.pages] == ["home", "index", "thread"]


def test_news_sites_are_told_by_their_pages(tmp_path):
    folder = Folder(tmp_path / "news")
    folder.page("a", "comments", "/n/1", "<p>x</p>", truth={"page": 1})
    folder.page("b", "article", "/n/2", "<p>x</p>")
    folder.page("c", "thread", "/t/2", "<p>x</p>")
    loaded = load_folder(folder.write())
    assert loaded.kind == "news"
    assert [page.role for page in loaded.pages] == ["article", "article", "thread"]


def test_folders_without_the_truth_are_skipped_or_an_error(forum, tmp_path, capsys):
    bare = Folder(tmp_path / "bare")
    bare.page("t", "thread", "/t/1", thread(1), truth={"posts": []})
    bare.write()
    with pytest.raises(BenchError, match="neither the thread links"):
        walk.main(["--data", str(tmp_path / "bare")])
    forum.write()
    result, _ = run(capsys, tmp_path)
    assert result["skipped_folders"] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"page_type": "poem"}, "page_type 'poem'"),
        ({"site": None, "file": None}, "manifest.jsonl:1"),
        ({"truth": {"threads": [{"title": "no address"}]}}, "KeyError"),
        ({"truth": ["x"]}, "manifest.jsonl:1"),
        ({"file": "missing.gz"}, "missing.gz"),
        ({"truth": {"pagination_css": {"NEXT": "a["}}}, "pagination_css"),
        ({"fetched_at": "noon"}, "ValueError"),
    ],
)
def test_malformed_data_is_told(tmp_path, change, message):
    folder = Folder(tmp_path / "lathe")
    folder.page("b", "index", "/b/1", board(1), truth={"threads": []})
    folder.rows[0].update(change)
    folder.write()
    with pytest.raises(BenchError, match=message):
        walk.main(["--data", str(tmp_path)])
