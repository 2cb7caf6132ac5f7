"""Every way a request can end, each with the end of its lease."""

from __future__ import annotations

import socket
import threading

import pytest
from crawl_kit import Reply, Server, crawl

from fpcrawl.store.sqlite import open_state

SPIDER = '''
import scrapy
from scrapy.exceptions import DropItem, IgnoreRequest
from scrapy.http.request import NO_CALLBACK


class PageItem:
    def __init__(self, response):
        self.url = response.url
        self.lease = response.meta["fp_lease"]


class Pipeline:
    """Stands for the storage pipeline: acks within a transaction."""

    def __init__(self, crawler):
        from fpcrawl.scheduling.state import get_state
        self.state = get_state(crawler)

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def process_item(self, item):
        from fpcrawl.store.model import Outcome
        url = item.url if isinstance(item, PageItem) else item["url"]
        if "drop" in url:
            raise DropItem("EXPECTED")
        if "error" in url:
            raise RuntimeError("EXPECTED")
        if "rollback" in url:
            with self.state.transaction():
                self.state.frontier.ack(item.lease, Outcome.DONE)
                raise RuntimeError("EXPECTED")
        if isinstance(item, PageItem) and "unacked" not in url:
            with self.state.transaction():
                outcome = Outcome.GONE if "gone" in url else Outcome.DONE
                assert self.state.frontier.ack(item.lease, outcome)
        return item


class Downloads:
    def process_request(self, request):
        if "mw_ignore" in request.url:
            raise IgnoreRequest("EXPECTED")
        if "mw_replace" in request.url:
            return request.replace(url=request.url.replace("mw_replace", "replaced"))
        if "mw_crash" in request.url:
            raise KeyError("EXPECTED")

    def process_response(self, request, response):
        if "answer_ignore" in request.url:
            raise IgnoreRequest("EXPECTED")
        if "answer_crash" in request.url:
            raise KeyError("EXPECTED")
        return response


class Inputs:
    def process_spider_input(self, response):
        if "input_crash" in response.url:
            raise KeyError("EXPECTED")


class TestSpider(scrapy.Spider):
    name = "acks"
    allowed_domains = ["127.0.0.1"]
    base = closed = ""

    async def start(self):
        for path in self.paths.split(","):
            url = self.closed if path == "refused" else f"{self.base}/{path}"
            callback = getattr(self, path, self.page)
            errback = self.eb_gives if "eb_gives" in path else None
            if "eb_raises" in path:
                errback = self.eb_raises
            if path == "lambda":
                callback = lambda response: None
            meta = {"fp_recurring": True} if path.startswith("board") else {}
            if path == "unjson":
                meta = {"x": object()}
            yield scrapy.Request(url, callback, errback=errback, meta=meta)

    def page(self, response):
        if "item" in response.url:
            yield PageItem(response)
        elif "plain" in response.url:
            yield {"url": response.url}

    def raises(self, response):
        raise ValueError("EXPECTED")

    def raises_late(self, response):
        yield scrapy.Request(self.base + "/linked_early")
        raise ValueError("EXPECTED")

    async def raises_async(self, response):
        raise ValueError("EXPECTED")
        yield

    def parse(self, response):
        pass

    def copies_meta(self, response):
        yield scrapy.Request(self.base + "/child", meta=response.meta)
        yield response.request.replace(dont_filter=True, callback=self.page)

    def many_links(self, response):
        for n in range(700):
            yield scrapy.Request(self.base + f"/link/{n}")

    def eb_gives(self, failure):
        yield scrapy.Request(self.base + "/from_errback")

    def eb_raises(self, failure):
        raise TypeError("EXPECTED")


SETTINGS = {
    "ITEM_PIPELINES": {Pipeline: 1},
    "DOWNLOADER_MIDDLEWARES": {Downloads: 700},
    "SPIDER_MIDDLEWARES": {Inputs: 500},
    "RETRY_TIMES": 1,
    "REDIRECT_MAX_TIMES": 4,
}
'''


class Site:
    def __init__(self) -> None:
        self.visits: dict[str, int] = {}
        self._lock = threading.Lock()

    def __call__(self, path: str) -> Reply:
        with self._lock:
            self.visits[path] = self.visits.get(path, 0) + 1
        n = self.visits[path]
        name = path.strip("/")
        if name.startswith("status"):
            return Reply(status=int(name[6:9]))
        if name == "once503":
            return Reply(status=503 if n == 1 else 200)
        if name == "reset":
            return Reply(reset=True)
        if name == "short":
            return Reply(claim_bytes=5000)
        if path in {"/folder", "/board_folder"}:
            return Reply(status=301, headers={"Location": f"{path}/"})
        places = {
            "moved": "/target",
            "moved_to_seen": "/ok",
            "moved_to_self": "/moved_to_self",
            "moved_off": "http://127.0.0.9:9/",
            "board_moved": "/board_target",
            "round": "/round_b" if n == 1 else None,
            "round_b": "/round",
            "board_tmp": "/board_elsewhere",
            "to_status404": "/status404x",
        }
        if places.get(name):
            status = 302 if name in ("board_tmp", "round", "round_b") else 301
            return Reply(status=status, headers={"Location": places[name]})
        return Reply()


@pytest.fixture(scope="module")
def ends(tmp_path_factory):
    """Crawl one page of each kind; return the stats, the log and the rows left."""
    directory = tmp_path_factory.mktemp("acks")
    kinds = (
        "ok,item_ok,item_gone,item_drop,item_error,item_rollback,item_unacked,plain_ok,plain_drop,"
        "plain_error,raises,raises_late,raises_async,copies_meta,many_links,lambda,unjson,"
        "status404,status410,status403,status401,status503,once503,refused,reset,short,"
        "moved,moved_to_seen,moved_to_self,moved_off,round,board_moved,board_tmp,to_status404,"
        "folder,board_folder,"
        "mw_ignore,mw_replace,mw_crash,answer_ignore,answer_crash,input_crash,"
        "status404_eb_gives,status404_eb_raises"
    )
    with socket.socket() as unused, Server(Site()) as server:
        unused.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{unused.getsockname()[1]}/refused"
        stats = crawl(directory, SPIDER, name="acks", base=server.url, closed=closed, paths=kinds)
        assert stats["reason"] == "finished", (directory / "acks.log").read_text()[-3000:]
        paths = server.paths()
        base = server.url
    state = open_state(directory / "state")
    rows = {
        url.removeprefix(base + "/"): (row_state, failures)
        for url, row_state, failures in state.db.read("SELECT url, state, failures FROM frontier")
    }
    reasons = {
        failure.url.removeprefix(base + "/"): (failure.reason, failure.dropped)
        for failure in state.frontier.failures("acks", 1000)
    }
    state.close()
    log = (directory / "acks.log").read_text()
    return {"stats": stats, "paths": paths, "rows": rows, "reasons": reasons, "log": log}


@pytest.mark.parametrize(
    "path",
    [
        "ok", "item_ok", "item_gone", "item_drop", "item_unacked", "plain_ok", "plain_drop",
        "copies_meta", "child", "many_links", "link/699", "linked_early", "status404",
        "status410", "status401", "once503", "moved", "target", "moved_to_seen",
        "moved_to_self", "moved_off", "round", "round_b", "mw_ignore", "mw_replace",
        "replaced", "answer_ignore", "from_errback", "board_moved", "folder",
    ],
)  # fmt: skip
def test_finished_with(ends, path: str) -> None:
    assert path not in ends["rows"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("item_error", "error_RuntimeError"),
        ("item_rollback", "error_RuntimeError"),
        ("plain_error", "error_RuntimeError"),
        ("raises", "error_ValueError"),
        ("raises_late", "error_ValueError"),
        ("raises_async", "error_ValueError"),
        ("status403", "http_403"),
        ("status503", "http_503"),
        ("reset", "connection"),
        ("short", "truncated"),
        ("mw_crash", "error_KeyError"),
        ("answer_crash", "error_KeyError"),
        ("input_crash", "error_KeyError"),
    ],
)
def test_tried_again_later(ends, path: str, reason: str) -> None:
    assert ends["rows"][path] == (1, 1)
    assert ends["reasons"][path] == (reason, False)


def test_a_refused_connection_is_tried_again_later(ends) -> None:
    (row,) = [row for path, row in ends["rows"].items() if path.endswith("/refused")]
    assert row == (1, 1)


@pytest.mark.parametrize("path", ["status404", "status410", "item_gone", "status404_eb_gives"])
def test_gone(ends, path: str) -> None:
    assert path not in ends["rows"]
    assert ends["reasons"][path][1]


def test_boards_stay(ends) -> None:
    assert ends["rows"]["board_target"] == (1, 0)  # moved for good: the new address
    assert ends["rows"]["board_tmp"] == (1, 0)  # for now: the old one
    assert "board_elsewhere" not in ends["rows"]


def test_nothing_else_is_left(ends) -> None:
    left = {path for path in ends["rows"] if not path.startswith("http")}
    assert left == {
        "item_error", "item_rollback", "plain_error", "raises", "raises_late", "raises_async",
        "status403", "status503", "reset", "short", "mw_crash", "answer_crash", "input_crash",
        "board_target", "board_tmp", "board_folder/",
    }  # fmt: skip
    assert all(row[0] == 1 for row in ends["rows"].values())


def test_how_often_each_was_fetched(ends) -> None:
    paths = ends["paths"]
    assert paths.count("/status503") == 2  # RETRY_TIMES = 1
    assert paths.count("/once503") == 2
    assert paths.count("/short") == 2
    assert paths.count("/ok") == 1
    assert paths.count("/round") == 2
    assert paths.count("/moved_to_self") == 5  # REDIRECT_MAX_TIMES = 4
    assert paths.count("/copies_meta") == 2
    # An address that only lacks the slash at its end.
    for folder in ("/folder", "/board_folder"):
        assert paths.count(folder) == paths.count(f"{folder}/") == 1
    assert paths.count("/board_tmp") == paths.count("/board_elsewhere") == 1
    assert sum(path.startswith("/link/") for path in paths) == 700


def test_each_end_is_counted_and_logged(ends) -> None:
    stats = ends["stats"]
    assert stats["fpcrawl/outcome/http_503"] == 1
    assert stats["fpcrawl/outcome/redirects"] == 1
    assert stats["fpcrawl/outcome/truncated"] == 1
    assert stats["fpcrawl/outcome/filtered"] == 1  # the redirect to another host
    assert stats["fpcrawl/frontier/not_storable"] == 2
    assert stats["fpcrawl/retry/http_503"] == 2
    assert "/short>: truncated" in ends["log"]


CLOSING = """
import scrapy
from scrapy.exceptions import CloseSpider


class TestSpider(scrapy.Spider):
    name = "closing"
    base = ""

    async def start(self):
        yield scrapy.Request(self.base + "/first", self.parse)

    def parse(self, response):
        for n in range(20):
            yield scrapy.Request(self.base + f"/later/{n}", self.page)
        raise CloseSpider("enough")

    def page(self, response):
        pass
"""


def test_close_spider_loses_nothing(tmp_path, look) -> None:
    with Server(lambda path: Reply()) as server:
        stats = crawl(tmp_path, CLOSING, base=server.url)
    assert stats["reason"] == "enough"
    rows = look.rows()
    assert rows[f"{server.url}/first"][:2] == (0, 0)  # as it was: to be done again
    fetched = set(server.paths())
    for n in range(20):
        assert (f"{server.url}/later/{n}" in rows) != (f"/later/{n}" in fetched)
