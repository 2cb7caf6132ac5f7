"""Coming back: only what is new or edited is handed out, and little is asked for."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from compare import family_of, squeezed
from e2e_kit import Demo, Ended, crawl, records

from fpcrawl.demo import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

SMALL = {"days": 4, "threads_per_board": 4}
SOON = {f"FPCRAWL_REVISIT_{name}_S": "1" for name in ("MIN", "START", "MAX")}
SPECS = {family.key: family for family in FAMILIES}
LATE = "A word of mine, said late in the day."
#: Tests on one demo stay in one process.
SHARED = pytest.mark.xdist_group("recrawl")


class Watched:
    """A crawled demo, with what a later crawl of it adds."""

    def __init__(self, directory: Path, demo: Demo) -> None:
        self.directory, self.demo = directory, demo
        self.crawl()
        self.lines = records(directory)

    def crawl(self) -> Ended:
        ended = crawl(self.directory, "forum", f"site={self.demo.url}", settings=SOON)
        assert (ended.code, ended.err) == (0, ""), ended.log[-3000:]
        return ended.assert_clean()

    def later(self) -> tuple[list[dict[str, Any]], list[str]]:
        """Crawl again; return the lines added, and the paths asked for."""
        self.demo.control("clear-log")
        time.sleep(1.2)  # the lists become due
        self.crawl()
        lines = records(self.directory)
        assert lines[: len(self.lines)] == self.lines
        added, self.lines = lines[len(self.lines) :], lines
        return added, self.demo.asked()

    def posts_of(self, thread: dict[str, Any]) -> list[dict[str, Any]]:
        return [post for post in self.demo.posts() if post["thread_url"] == thread["url"]]

    def lists(self) -> int:
        """Count the pages that show lists: the front page, forums, first pages of boards.

        A forum may show its start page under one more address; the newspaper is looked at too.
        """
        boards = sum(board["reachable"] for board in self.demo.truth("boards"))
        sections = len({article["section"] for article in self.demo.truth("articles")})
        forums = len(self.demo.server.world.families)
        return 1 + 2 * forums + boards + 1 + sections


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A demo that was crawled: what happens there is one thing after the other."""
    with Demo(**SMALL) as demo:
        yield Watched(tmp_path_factory.mktemp("watched"), demo)


def thread_of(demo: Demo, family: str) -> dict[str, Any]:
    """Return a reachable thread of a family: on one page, not full, not sticky, two posts."""
    size = SPECS[family].page_size
    return next(
        thread
        for thread in demo.truth("threads")
        if thread["family"] == family
        and thread["reachable"]
        and not thread["sticky"]
        and thread["pages"] == 1
        and 1 <= thread["replies"] <= size - 4
    )


def contents(lines: list[dict[str, Any]]) -> Counter[tuple[str, ...]]:
    return Counter(
        (family_of(line["url"]), str(line["author"]), squeezed(line["body_text"])) for line in lines
    )


def assert_added(added: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    got, there = contents(added), contents(expected)
    more, less = got - there, there - got
    assert got == there, f"{len(more)} too many: {[*more][:9]}\n{len(less)} missing: {[*less][:9]}"


def test_right_after_a_run_nothing_is_due_and_it_says_so(tmp_path: Path) -> None:
    with Demo(**SMALL, families=("classic", "plaza")) as demo:
        crawl(tmp_path, "forum", f"site={demo.url}")
        lines = records(tmp_path)
        demo.control("clear-log")
        ended = crawl(tmp_path, "forum", f"site={demo.url}").assert_clean()
        assert demo.asked() == []
    assert (ended.code, ended.err) == (0, "")
    assert ended.lines_of("nothing was due")
    assert ended.seconds < 30
    assert records(tmp_path) == lines


def test_a_run_ends_though_its_lists_are_due_again_before(tmp_path: Path) -> None:
    with Demo(**SMALL, families=("classic", "plaza")) as demo:
        crawl(tmp_path, "forum", f"site={demo.url}", settings=SOON).assert_clean()
        asked = Counter(demo.asked())
    assert asked["/"] == 1
    assert asked["/plaza/"] == 1


@SHARED
def test_nothing_new_adds_nothing(watched: Watched) -> None:
    added, asked = watched.later()
    lists = watched.lists()
    assert_added(added, [])
    assert len(asked) <= lists + 5, asked


@SHARED
def test_a_reply_is_added_alone(watched: Watched) -> None:
    demo = watched.demo
    demo.control("advance", seconds=7200)
    posts = [
        demo.control("reply", family=family, thread=thread_of(demo, family)["thread_id"], text=LATE)
        for family in SPECS
    ]
    added, asked = watched.later()
    lists = watched.lists()
    assert_added(added, posts)
    assert {line["version"] for line in added} == {1}
    assert len(asked) <= lists + 2 * len(posts) + 5, asked


def test_a_reply_to_a_thread_of_many_pages_is_read_on_its_last_page(tmp_path: Path) -> None:
    with Demo(days=6) as demo:
        watched = Watched(tmp_path, demo)
        demo.control("advance", seconds=7200)
        long = {
            family: max(
                (t for t in demo.truth("threads") if t["family"] == family and t["reachable"]),
                key=lambda t: t["pages"],
            )
            for family in SPECS
        }
        posts = [
            demo.control("reply", family=family, thread=thread["thread_id"], text=LATE)
            for family, thread in long.items()
        ]
        added, asked = watched.later()
        lists = watched.lists()
    assert_added(added, posts)
    assert len(asked) <= lists + 3 * len(posts) + 5, asked


def test_a_reply_that_opens_a_page_is_added_alone(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        threads = {family: thread_of(demo, family) for family in SPECS}
        for family, thread in threads.items():
            shown = [
                post
                for post in demo.truth("posts")
                if post["thread_url"] == thread["url"] and post["floor"] is not None
            ]
            for n in range(SPECS[family].page_size - len(shown)):
                filler = f"Filler, word number {n}."
                demo.control("reply", family=family, thread=thread["thread_id"], text=filler)
        watched = Watched(tmp_path, demo)
        demo.control("advance", seconds=7200)
        posts = [
            demo.control("reply", family=family, thread=thread["thread_id"], text=LATE)
            for family, thread in threads.items()
        ]
        added, asked = watched.later()
        lists = watched.lists()
    assert_added(added, posts)
    assert len(asked) <= lists + 3 * len(posts) + 5, asked


@SHARED
def test_a_new_thread_is_added_alone(watched: Watched) -> None:
    title = "Something else"
    demo = watched.demo
    demo.control("advance", seconds=7200)
    for family, spec in SPECS.items():
        board = next(board for board in spec.boards if board.robots and not board.login)
        demo.control("thread", family=family, board=board.id, title=title, text=LATE)
    posts = [post for post in demo.posts() if post["thread_title"] == title]
    added, asked = watched.later()
    lists = watched.lists()
    assert len(posts) == len(SPECS)
    assert_added(added, posts)
    assert len(asked) <= lists + 2 * len(posts) + 5, asked


def test_more_new_threads_than_a_page_of_the_list_shows_are_all_added(tmp_path: Path) -> None:
    many = 45
    family, spec = next(iter(SPECS.items()))
    board = next(board for board in spec.boards if board.robots and not board.login)
    with Demo(**SMALL, families=(family,)) as demo:

        def busy(day: str) -> None:
            for n in range(many):
                demo.control("advance", seconds=600)
                title, text = f"Number {n} {day}", f"{LATE} {n} {day}"
                demo.control("thread", family=family, board=board.id, title=title, text=text)

        busy("of the first day")  # now every page of the list is known
        watched = Watched(tmp_path, demo)
        busy("of the second day")
        posts = [post for post in demo.posts() if post["thread_title"].endswith("second day")]
        added, asked = watched.later()
        lists = watched.lists()
    assert len(posts) == many
    assert_added(added, posts)
    assert len(asked) <= lists + many + 10, asked


@SHARED
def test_an_edit_beside_a_reply_becomes_a_second_version(watched: Watched) -> None:
    better = "I have thought better of it since."
    demo = watched.demo
    before = {line["key"]: line for line in watched.lines}
    demo.control("advance", seconds=7200)
    edits, replies, were = [], [], {}
    for family in SPECS:
        thread = thread_of(demo, family)
        post = watched.posts_of(thread)[-1]
        were[family] = {squeezed(post["body_text"]), squeezed(post["body_with_quotes"])}
        edits.append(demo.control("edit", family=family, post=post["post_id"], text=better))
        replies.append(demo.control("reply", family=family, thread=thread["thread_id"], text=LATE))
    added, _ = watched.later()
    assert_added(added, edits + replies)
    for line in added:
        family = family_of(line["url"])
        if squeezed(line["body_text"]) == squeezed(LATE):
            assert line["version"] == 1
        else:
            assert line["version"] == 2
            assert squeezed(before[line["key"]]["body_text"]) in were[family]


@SHARED
def test_a_deletion_doubles_nothing(watched: Watched) -> None:
    demo = watched.demo
    demo.control("advance", seconds=7200)
    replies = []
    for family in SPECS:
        thread = max(
            (t for t in demo.truth("threads") if t["family"] == family and t["reachable"]),
            key=lambda t: (t["pages"] == 1, t["replies"]),
        )
        gone = watched.posts_of(thread)[1]
        demo.control("delete", family=family, post=gone["post_id"])
        replies.append(demo.control("reply", family=family, thread=thread["thread_id"], text=LATE))
    added, _ = watched.later()
    assert_added(added, replies)


def test_a_news_site_gives_the_new_articles_and_the_commented_ones(tmp_path: Path) -> None:
    with Demo(**SMALL) as demo:
        site = f"site={demo.url}news/"
        crawl(tmp_path, "news", site, settings=SOON)
        lines = records(tmp_path, "articles")
        old = {article["url"]: article for article in demo.truth("articles")}
        demo.control("advance", seconds=26 * 3600, live=True)
        now = {article["url"]: article for article in demo.truth("articles")}
        time.sleep(1.2)
        crawl(tmp_path, "news", site, settings=SOON).assert_clean()
    added = records(tmp_path, "articles")[len(lines) :]
    new = {url for url in now if url not in old}
    assert new, "the day brought no article"
    assert new <= {line["url"] for line in added if line["version"] == 1}
    assert {line["url"] for line in added} <= {url for url in now if now[url] != old.get(url)}


def test_what_since_left_out_comes_when_it_is_wanted(tmp_path: Path) -> None:
    # Longer ago than any clock is slow: days to come are refused.
    with Demo(days=4, threads_per_board=2, start=1_700_000_000.0) as demo:

        def run(*arguments: str) -> tuple[set[str], int]:
            demo.control("clear-log")
            ended = crawl(tmp_path, "forum", f"site={demo.url}", *arguments)
            ended.assert_clean()
            keys = [line["key"] for line in records(tmp_path)]
            assert len(keys) == len(set(keys))
            return set(keys), len(demo.asked())

        days = sorted(post["published"][:10] for post in demo.posts())
        late, later = days[len(days) // 3], days[-len(days) // 3]
        assert days[0] < late < later
        latest, _ = run(f"since={later}")
        assert run(f"since={later}") == (latest, 0), "the same is not asked for twice"
        more, asked_more = run(f"since={late}")
        assert latest < more
        everything, asked = run()
        assert more < everything
        assert asked_more > 0
        assert asked > 0
        assert run() == (everything, 0)
        crawl(tmp_path / "at-once", "forum", f"site={demo.url}").assert_clean()
        assert everything == {line["key"] for line in records(tmp_path / "at-once")}
