"""Sources of documents: folders, saved results, crawls, wikis and searches on 127.0.0.1."""

from __future__ import annotations

import gzip
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from topic_kit import SEGMENTER

from fpcrawl.exceptions import SourceError, UsageError
from fpcrawl.extraction.records import Article, Post
from fpcrawl.store.sqlite import open_state
from fpcrawl.topic.sources.crawl import CrawlSource
from fpcrawl.topic.sources.fetching import Fetcher
from fpcrawl.topic.sources.folder import FolderSource
from fpcrawl.topic.sources.mediawiki import MediaWikiSource
from fpcrawl.topic.sources.named import SourceMaker
from fpcrawl.topic.sources.pageindex import PageIndex
from fpcrawl.topic.sources.reading import DocumentReader
from fpcrawl.topic.sources.results import SavedResults, results_in
from fpcrawl.topic.sources.searchapi import SearchApiSource

READER = DocumentReader(SEGMENTER)
HTML = "<html><head><title>{0}</title></head><body><main><p>{1}</p></main></body></html>"


def words_of(page):
    return {term for block in page.blocks for term in block.terms}


# -- what is on disk


def test_an_index_prefers_pages_with_all_words_and_heads():
    index = PageIndex(SEGMENTER.cut, most_pages=3)
    long = "filler text about nothing " * 50
    assert index.add(READER.text("u:1", "Oolong", f"tea {long}"))
    assert index.add(READER.text("u:2", "Notes", "oolong oolong oolong"))
    assert index.add(READER.text("u:3", "Tea", "green and black"))
    assert not index.add(READER.text("u:4", "Tea", "one too many"))
    assert (len(index), index.left_out) == (3, 1)
    assert index.find("tea oolong", 5)[0].url == "u:1"
    assert len(index.find("tea oolong", 5)) == 3
    assert [page.url for page in index.find("Oolongs", 1)] == ["u:2"]
    assert index.find("coffee", 5) == []
    assert index.find("tea", 0) == []
    assert [page.url for page in index.sample(2)] == ["u:1", "u:3"]
    assert PageIndex(SEGMENTER.cut).find("tea", 3) == []


def test_a_folder_of_pages_texts_and_records(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.html").write_text(HTML.format("Oolong", "rolled leaves"))
    (tmp_path / "in" / "b.html.gz").write_bytes(gzip.compress(HTML.format("B", "clay").encode()))
    (tmp_path / "notes.txt").write_text("Sencha\nsteamed in Japan\n")
    (tmp_path / "long.md").write_text("no title here, " * 20)
    (tmp_path / "posts.jsonl").write_text(
        json.dumps({"thread_title": "Pu-erh", "body_text": "aged cakes", "url": "http://x.y/1"})
        + "\n{broken\n"
        + json.dumps({"nothing": 1})
        + "\n"
    )
    (tmp_path / "broken.html").write_bytes(b"\x00\x01\x02" * 50)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    told = []
    source = FolderSource([tmp_path], READER, tell=told.append)
    assert words_of(source.find("sencha", 3)[0]) == {"sencha", "steamed", "japan"}
    assert source.find("aged", 3)[0].url == "http://x.y/1"
    assert "clay" in words_of(source.find("clay", 1)[0])
    assert len(source.sample(10)) == 5
    assert told[-1] == 5
    assert source.unread["no_page"] == 1
    # Pages that were saved without an address have one each.
    assert len({page.url for page in source.sample(10)}) == 5


def test_a_single_text_is_a_folder_of_one(tmp_path):
    path = tmp_path / "tea.txt"
    path.write_text("Oolong\nis rolled")
    source = FolderSource([path], READER)
    assert [page.url for page in source.find("oolong", 2)] == [f"file:{path}"]
    folder = tmp_path / "empty"
    folder.mkdir()
    with pytest.raises(SourceError, match="no documents"):
        FolderSource([folder], READER).find("tea", 1)


def test_results_of_several_engines_are_read():
    answers = [
        {"query": "tea", "results": [{"url": "http://a.b/1", "title": "T", "content": "c"}]},
        {
            "queries": {"request": [{"searchTerms": "tea"}]},
            "items": [{"link": "http://a.b/2", "title": "T", "snippet": "c"}],
        },
        {
            "queryContext": {"originalQuery": "tea"},
            "webPages": {"value": [{"name": "T", "url": "http://a.b/3", "snippet": "c"}]},
        },
        {
            "query": {"original": "tea"},
            "web": {"results": [{"title": "T", "url": "http://a.b/4", "description": "c"}]},
        },
        {"results": [{"url": "javascript:1", "title": "no"}, {"url": "http://a.b/5"}]},
    ]
    found = [result for answer in answers for result in results_in(answer)]
    assert [result.url[-1] for result in found] == ["1", "2", "3", "4"]
    assert {(result.title, result.text) for result in found} == {("T", "c")}
    assert [result.query for result in found] == ["tea", "", "tea", "tea"]
    deep = {"a": {}}
    for _ in range(50):
        deep = {"a": deep}
    assert list(results_in(deep)) == []


def test_saved_results_answer_the_terms_they_were_made_for(tmp_path):
    path = tmp_path / "results.json"
    rows = [{"url": f"http://a.b/{n}", "title": f"Clay {n}", "text": "pots"} for n in range(3)]
    path.write_text(
        json.dumps(
            [
                {"query": "Tea", "results": rows[:2]},
                {"query": "pots", "results": rows[2:]},
            ]
        )
    )
    source = SavedResults(path, READER)
    assert [page.url for page in source.find("tea", 5)] == ["http://a.b/0", "http://a.b/1"]
    assert len(source.find("clay", 5)) == 3
    assert len(source.sample(2)) == 2
    lines = tmp_path / "results.jsonl"
    lines.write_text("\n".join(map(json.dumps, rows)))
    assert len(SavedResults(lines, READER).sample(9)) == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is no JSON"),
        ('{"a": 1}\n{', "line 2: no JSON"),
        ('{"a": 1}', "no search results"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_results_that_cannot_be_read_are_told(tmp_path, text, why):
    path = tmp_path / "results.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SourceError, match=why):
        SavedResults(path, READER).find("tea", 1)


def test_a_crawl_gives_its_threads_and_articles_those_on_the_topic(tmp_path):
    state = open_state(tmp_path)
    post = {"site": "b.example", "thread_url": "http://b.example/1", "thread_title": "Oolong"}
    with state.transaction():
        state.records.upsert(
            [
                Post(key="1", url="http://b.example/1#1", body_text="rolled leaves", **post),
                Post(key="2", url="http://b.example/1#2", body_text="and dried", **post),
                Article(
                    key="3",
                    site="b.example",
                    url="http://b.example/a",
                    title="Oolong prices",
                    body_text="fell",
                ),
            ],
            0.0,
        )
    assert [record["key"] for record in state.records.stored("post")] == ["1", "2"]
    source = CrawlSource(state.records, READER)
    thread, article = sorted(source.find("oolong", 5), key=lambda page: page.url)
    assert {"rolled", "leaf", "dried", "oolong"} == words_of(thread)
    assert article.url == "http://b.example/a"
    state.close()


def test_records_with_a_score_below_eta_are_only_background():
    class Records:
        def stored(self, kind):
            rows = [("a", 0.9), ("b", 0.01), ("c", None)]
            return [
                {"url": f"http://x.y/{name}", "title": "Tea", "body_text": name, "topic_score": s}
                for name, s in rows
                if kind == "article"
            ]

    source = CrawlSource(Records(), READER, eta=0.1)
    assert [page.url[-1] for page in source.find("tea", 5)] == ["a", "c"]
    assert len(source.sample(5)) == 3


def test_an_empty_crawl_is_told(tmp_path):
    state = open_state(tmp_path)
    with pytest.raises(SourceError, match="no posts and no articles"):
        CrawlSource(state.records, READER).find("tea", 1)
    state.close()


# -- what is asked over HTTP


@contextmanager
def serving(answer):
    """Serve on 127.0.0.1; `answer(path, query, headers)` gives status, headers and body."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            asked.append((parts.path, query, dict(self.headers)))
            status, headers, body = answer(parts.path, query, self.headers)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def fetcher(**options):
    return Fetcher("fpcrawl/0 (+me@example.org)", **{"pause_s": 0.0, "timeout_s": 5, **options})


def as_json(value, status=200):
    return status, {"Content-Type": "application/json"}, json.dumps(value).encode()


def wiki(path, query, _headers):
    if path != "/w/api.php":
        return 404, {}, b""
    if query["action"] == "parse":
        number = int(query["pageid"])
        if number == 3:
            return as_json({"error": {"code": "nosuchpageid", "info": "There is no page"}})
        body = "<p>Oolong is <b>withered</b> &amp; rolled.</p>"
        return as_json({"parse": {"title": f"Oolong <{number}>", "text": body}})
    if query.get("srsearch") == "broken":
        return as_json({"error": {"code": "maxlag", "info": "Waiting for a server"}})
    name = query["list"]
    key = "pageid" if name == "search" else "id"
    return as_json({"query": {name: [{key: n} for n in (1, 2, 3)]}})


def test_a_wiki_is_searched_and_its_articles_are_read_once():
    with serving(wiki) as (address, asked):
        source = MediaWikiSource(address, fetcher(), READER)
        found = source.find("oolong", 5)
        assert [words_of(page) >= {"oolong", "withered", "rolled"} for page in found] == [True] * 2
        assert found[0].url.endswith("/wiki/Oolong_%3C1%3E")
        assert [block.kind for block in found[0].blocks][:2] == ["title", "heading"]
        before = len(asked)
        assert len(source.sample(50)) == 2
        assert len(asked) == before + 1
        assert asked[0][1]["srlimit"] == "5"
        assert asked[0][2]["User-Agent"] == "fpcrawl/0 (+me@example.org)"
        with pytest.raises(SourceError, match="Waiting for a server"):
            source.find("broken", 5)
        with pytest.raises(SourceError, match="answers 404"):
            MediaWikiSource(f"{address}/other.php", fetcher(), READER).find("tea", 1)
    with pytest.raises(SourceError, match="no web address"):
        MediaWikiSource("file:///etc/passwd", fetcher(), READER)


def test_a_search_engine_is_asked_with_the_users_key_and_robots_are_obeyed():
    def engine(path, query, headers):
        if path == "/robots.txt":
            return 200, {}, b"User-agent: *\nDisallow: /private"
        if path == "/search":
            if headers["X-Token"] != "secret/1":
                return 403, {}, b""
            base = f"http://{headers['Host']}"
            names = ("open", "private/b", "gone")
            rows = [{"url": f"{base}/{n}", "title": n, "snippet": "a snippet"} for n in names]
            return as_json({"results": rows})
        if path == "/open":
            return 200, {"Content-Type": "text/html"}, HTML.format("Open", "kettle text").encode()
        return 404, {}, b""

    with serving(engine) as (address, asked):
        url = f"{address}/search?q={{query}}&n={{limit}}"
        options = {"header": "X-Token: {key}", "key": "secret/1"}
        source = SearchApiSource(url, fetcher(), READER, **options)
        assert [words_of(page) for page in source.find("绿茶 & tea", 2)] == [
            {"open", "snippet"},
            {"private", "snippet"},
        ]
        assert asked[0][1] == {"q": "绿茶 & tea", "n": "2"}
        source = SearchApiSource(url, fetcher(), READER, whole_pages=True, **options)
        found = source.find("tea", 5)
        assert {"kettle", "text"} <= words_of(found[0])
        assert words_of(found[1]) == {"private", "snippet"}
        assert "/private/b" not in [path for path, _, _ in asked]
        assert source.sample(5) == ()
        wrong = SearchApiSource(url, fetcher(), READER, header="X-Token: {key}", key="other")
        with pytest.raises(SourceError, match=r"answers 403") as caught:
            wrong.find("tea", 1)
        assert "other" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "options", "why"),
    [
        ("http://a.b/search", {}, "with {query}"),
        ("ftp://a.b/{query}", {}, "with {query}"),
        ("http://a.b/{query}", {"header": "X: {key}"}, "wants a key"),
        ("http://a.b/{query}", {"header": "nonsense"}, "Name: value"),
    ],
)
def test_a_search_that_makes_no_sense_is_refused(url, options, why):
    with pytest.raises(SourceError, match=why):
        SearchApiSource(url, fetcher(), READER, **options)


def test_fetching_is_bounded_slow_and_only_of_the_web():
    def answer(path, _query, _headers):
        if path == "/robots.txt":
            return 503, {}, b""
        if path == "/away":
            return 302, {"Location": "file:///etc/passwd"}, b""
        if path == "/ftp":
            return 302, {"Location": "ftp://127.0.0.1/x"}, b""
        return 200, {"Content-Type": "text/plain"}, b"x" * 5000

    waits, now = [], [0.0]
    with serving(answer) as (address, _):
        slow = fetcher(pause_s=2.0, clock=lambda: now[0], sleep=waits.append, max_bytes=6000)
        slow.get(address + "/1")
        now[0] = 0.5
        slow.get(address + "/2")
        assert waits == [1.5]
        for path, why in (("/away", "answers 302"), ("/ftp", "unknown url type")):
            with pytest.raises(SourceError, match=why):
                fetcher().get(address + path)
        with pytest.raises(SourceError, match="more than 100 bytes"):
            fetcher(max_bytes=100).get(address)
        with pytest.raises(SourceError, match="no JSON"):
            fetcher().json(address)
        # What cannot say its rules is left alone.
        closed = fetcher()
        for _ in range(2):
            with pytest.raises(SourceError, match=r"robots.txt .* cannot be read: .* answers 503"):
                closed.allowed(address + "/1")
        times = iter(range(0, 1000, 10))
        late = fetcher(clock=lambda: next(times))
        with pytest.raises(SourceError, match="takes too long"):
            late.get(address)
    with pytest.raises(SourceError, match="not a web address"):
        fetcher().get("file:///etc/passwd")
    with pytest.raises(SourceError, match=r"127\.0\.0\.1:1"):
        fetcher().get("http://127.0.0.1:1/")


# -- names


def test_sources_are_named_by_a_word(tmp_path):
    (tmp_path / "a.html").write_text(HTML.format("Tea", "leaves"))
    (tmp_path / "r.json").write_text("[]")
    state = open_state(tmp_path / "state")
    maker = SourceMaker(READER, fetcher, lambda _: state.records, search_url="http://a.b/{query}")
    names = {
        str(tmp_path): "folder",
        f"folder:{tmp_path}": "folder",
        str(tmp_path / "r.json"): "results",
        "crawl": "crawl",
        "crawl:elsewhere": "crawl",
        "search": "a.b",
        "mediawiki:https://wiki.example/w/api.php": "wiki.example",
    }
    assert {word: maker.make(word).name for word in names} == names
    for word, why in (
        ("nowhere", "there is no nowhere"),
        ("https://a.b/", "say mediawiki:https"),
        ("search:http://a.b/", "with {query}"),
        ("mediawiki:", "mediawiki of what"),
        ("folder:", "folder of what"),
    ):
        with pytest.raises(UsageError, match=why):
            maker.make(word)
    maker.search_url = ""
    with pytest.raises(UsageError, match="FPCRAWL_TOPIC_SEARCH_URL"):
        maker.make("search")
    state.close()
