"""A crawl on a topic: what pages are to it, and the order of the links."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from types import SimpleNamespace

import pytest
from extraction_kit import NOW, div_thread, html_page
from scrapy import Request
from scrapy.settings import Settings
from scrapy.statscollectors import MemoryStatsCollector

from fpcrawl.exceptions import FpcrawlError
from fpcrawl.extraction.records import Post, Thread
from fpcrawl.items import PageItem
from fpcrawl.middlewares.topic import TopicMiddleware
from fpcrawl.pipelines.topic import TopicPipeline
from fpcrawl.reader.desk import ReadingDesk
from fpcrawl.reader.job import PageJob
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.scheduling.fingerprint import key_fingerprint
from fpcrawl.spiders.aim import LEVELS, STEP, SURE, UNTRIED, Aim, priority_at
from fpcrawl.spiders.arguments import parse_arguments
from fpcrawl.spiders.forum import ForumSpider
from fpcrawl.spiders.returns import Returns
from fpcrawl.spiders.topicsettings import check_topic, topic_setup
from fpcrawl.store.model import FINGERPRINT_BYTES, Entry, ThreadPage
from fpcrawl.store.sqlite import open_state
from fpcrawl.topic.model import TopicLink, TopicPage
from fpcrawl.walk.walker import BESIDE, CONTENT, HOME, ROW, Context, Step

SITE = "http://f.example/"
TOPIC = "name: kettle\nterms: [spout, boils, 开水壶]\n"
ROWS = "".join(
    f'<tr><td><a href="/t-{n}.html">{words} in {place}</a></td><td>{n}</td>'
    f"<td>2024-04-2{n} 10:00</td></tr>"
    for n, (words, place) in enumerate(
        [("My kettle boils over", "spring"), ("A bicycle saddle", "summer")] * 3
    )
)
LIST = html_page(
    f'<table>{ROWS}</table><div class="pager"><b>1</b> <a href="/f-1.html?page=2">2</a>'
    '<a href="/f-1.html?page=3">3</a> <a href="/f-1.html?page=2">Next</a></div>',
    "Kitchen",
)


class Crawl:
    """A forum spider with a topic and a state, as far as its aim looks at it."""

    def __init__(self, tmp_path, group="", site=SITE, **values):
        path = tmp_path / "kettle.yaml"
        path.write_text(TOPIC, encoding="utf-8")
        settings = Settings()
        settings.setmodule("fpcrawl.settings")
        # In pages as small as these the words of the site weigh much.
        values.setdefault("FPCRAWL_TOPIC_GROWTH", False)
        settings.setdict({"FPCRAWL_STATE_DIR": str(tmp_path / "state"), **values}, "cmdline")
        self.settings = settings
        given = parse_arguments({"site": site, "topic": str(path)})
        self.spider = spider = ForumSpider(given, settings, "forum")
        spider.group = group
        spider.settings = settings
        spider.crawler = self
        self.stats = MemoryStatsCollector(SimpleNamespace(settings=settings))
        spider.state = self.state = open_state(tmp_path / "state")
        spider.aim = self.aim = Aim(spider)
        self.asked = []
        self.engine = SimpleNamespace(crawl=self.asked.append)

    def close(self):
        self.aim.close()
        self.state.close()

    def item(self, html, url, role=None, **changes):
        spider = self.spider
        setup = DeskSetup(
            SITE,
            spider.arguments.host,
            spider.walker.rules,
            known=spider.known,
            topic=topic_setup(spider.arguments.topic, self.settings),
        )
        context = changes.pop("context", None) or Context(role)
        report = ReadingDesk(setup).read(PageJob(url, html.encode(), None, NOW, NOW, context))
        assert report.topic is not None
        return PageItem(url, None, report.context, report, NOW, **changes)

    def count(self, name):
        return self.stats.get_value(f"fpcrawl/topic/{name}", 0)

    def passed(self, item, error=None, parent=0):
        """Have the middleware pass a page and its links on; return the links by address."""

        async def output():
            for step in item.report.steps:
                yield self.spider._request(step)
            if error is not None:
                raise error
            yield item

        async def run():
            request = Request(item.url, priority=parent)
            response = SimpleNamespace(request=request, meta=request.meta)
            middleware = TopicMiddleware.from_crawler(self)
            async for one in middleware.process_spider_output(response, output()):
                out.append(one)  # noqa: PERF401 - what came before an error counts

        out = []
        with suppress(ZeroDivisionError):
            asyncio.run(run())
        return out

    def stored(self, item):
        """Have the pipeline look at a page; return the records that are left."""
        item.records = list(item.report.records)
        asyncio.run(TopicPipeline.from_crawler(self).process_item(item))
        return item.records


@pytest.fixture
def crawl(tmp_path):
    made = []

    def make(**options):
        made.append(Crawl(tmp_path, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


#: The words of the small thread are about tea.
OFF = div_thread().replace("kettle", "saddle").replace("boil", "creak")
ON = div_thread().replace("A small thread", "My kettle boils, the spout leaks")


def test_priorities_are_levels_and_places_within():
    assert priority_at(0.5, ROW) % STEP == ROW
    assert priority_at(1.0, 7) == (LEVELS - 1) * STEP + 7
    assert priority_at(-1.0, -3) == 0
    assert priority_at(0.3, 5000) % STEP == STEP - 1
    levels = [priority_at(worth, 0) // STEP for worth in (0.0, 0.0005, 0.005, 0.05, 0.5, 0.6)]
    assert levels == sorted(set(levels))
    assert priority_at(0.9, 0) > priority_at(0.8, STEP)


def test_links_come_in_the_order_of_the_topic(crawl):
    made = crawl()
    *links, last = made.passed(made.item(LIST, f"{SITE}f-1.html", "index"))
    assert isinstance(last, PageItem)
    by = {link.url: link.priority for link in links}
    kettles, saddles = (
        [by[f"{SITE}t-{n}.html"] for n in group] for group in ((0, 2, 4), (1, 3, 5))
    )
    assert min(kettles) // STEP > max(saddles) // STEP
    # Within a level the rows keep their places: those with more replies go first.
    assert [priority % STEP for priority in kettles] == [ROW, ROW + 2, ROW + 4]
    # The list's next page is worth what its best rows are.
    assert by[f"{SITE}f-1.html?page=2"] // STEP == max(kettles) // STEP
    assert last.topic is not None
    assert made.count("pages") == 0


def test_without_a_topic_nothing_is_touched(crawl):
    made = crawl()
    item = made.item(LIST, f"{SITE}f-1.html", "index")
    made.spider.aim = None
    *links, last = made.passed(item)
    assert {link.priority for link in links} == {step.priority for step in item.report.steps}
    assert last.topic is None
    made.spider.aim = made.aim


def test_links_of_a_page_that_failed_are_worth_what_it_was(crawl):
    made = crawl()
    item = made.item(LIST, f"{SITE}f-1.html", "index")
    links = made.passed(item, error=ZeroDivisionError, parent=42 * STEP + 7)
    assert len(links) == len(item.report.steps)
    assert {link.priority // STEP for link in links} == {42}


def test_what_a_feed_names_is_judged_by_its_titles(crawl):
    made = crawl()
    titles = [(f"{SITE}t-{n}.html", words) for n, words in enumerate(["A kettle boils", "Saddles"])]
    feed = PageItem(f"{SITE}feed", None, Context("feed"), None, NOW, recurring=True, titles=titles)
    requests = [Request(url, priority=CONTENT) for url, _ in titles]
    made.aim.judge(feed)
    made.aim.order(requests, feed, made.aim.first(HOME))
    near, far = (request.priority // STEP for request in requests)
    assert near > far
    assert feed.worth > 0
    assert made.count("pages") == 0


def test_links_of_a_page_that_was_not_judged_are_not_before_all(crawl):
    made = crawl()
    feed = PageItem(f"{SITE}sitemap", None, Context("sitemap"), None, NOW)
    link = Request(f"{SITE}t-1.html", priority=CONTENT)
    made.aim.order([link], feed, made.aim.first(HOME))
    assert link.priority // STEP < LEVELS - 1


def test_a_model_that_fails_costs_only_its_judgement(crawl, monkeypatch):
    made = crawl()
    monkeypatch.setattr(made.aim.course, "see", lambda *_, **__: 1 / 0)
    item = made.item(ON, f"{SITE}t-1.html", "thread")
    assert made.passed(item)[-1] is item
    assert item.topic is None
    assert made.count("errors") == 1
    assert made.stored(item)


def test_a_page_that_cannot_be_cut_is_counted(crawl):
    made = crawl()
    item = made.item(ON, f"{SITE}t-1.html", "thread")
    item.report.topic, item.report.topic_error = None, "Traceback"
    made.aim.judge(item)
    assert item.topic is None
    assert made.count("errors") == 1


def test_traps_are_not_judged(crawl):
    made = crawl()
    item = made.item(ON, f"{SITE}t-1.html", "thread", trap="twin")
    made.aim.judge(item)
    assert item.topic is None


def queued(made, url, priority):
    request = Request(url, priority=priority)
    key = made.spider.walker.twins.key(url)
    fingerprint = key_fingerprint(key)[:FINGERPRINT_BYTES]
    made.state.frontier.add(
        Entry(made.spider.crawl_key, request.url, fingerprint, "f.example", "{}", priority)
    )


def leased(made):
    rows = made.state.frontier.lease(made.spider.crawl_key, 2e9, 99)
    return {row.url: row.priority for row in rows}


def test_queued_addresses_move_when_a_page_tells_more_of_them(crawl):
    made = crawl()
    for n in (0, 1):
        queued(made, f"{SITE}t-{n}.html", ROW + n)
    queued(made, f"{SITE}f-1.html", 600)
    item = made.item(LIST, f"{SITE}f-1.html", "index")
    item.report.steps = []
    seen = made.passed(item)[-1].topic
    assert set(seen.priorities)
    rows = leased(made)
    assert rows[f"{SITE}t-0.html"] % STEP == ROW
    assert rows[f"{SITE}t-0.html"] // STEP > rows[f"{SITE}t-1.html"] // STEP
    assert made.count("moved") >= 1


def test_what_a_place_is_worth_at_least_stays_when_the_model_thinks_again(crawl):
    made = crawl()
    first = made.item(ON, f"{SITE}t-1.html", "thread")
    further = f"{SITE}t-1-2.html"
    first.report.steps = [Step(further, 698, Context("thread", thread_url=first.url, page=2))]
    (link, _) = made.passed(first)
    queued(made, further, link.priority)
    made.aim.move({further: 0.01})
    assert leased(made) == {further: priority_at(SURE, 698)}


def test_what_the_user_asked_for_stays_above_all(crawl):
    made = crawl()
    queued(made, SITE, made.aim.first(HOME))
    made.passed(made.item(LIST, SITE, "home"))
    assert leased(made)[SITE] == made.aim.first(HOME)


def test_what_is_read_again_is_not_counted_again(crawl):
    made = crawl()
    for first_visit in (True, False):
        item = made.item(ON, f"{SITE}t-1.html", "thread", first_visit=first_visit)
        made.aim.judge(item)
        assert item.topic.is_on_topic
    assert made.count("pages") == made.aim.course.standing.pages == 1


def test_a_page_moves_no_more_than_so_many(crawl, monkeypatch):
    monkeypatch.setattr("fpcrawl.spiders.aim.MAX_MOVES", 3)
    made = crawl()
    for n in range(9):
        queued(made, f"{SITE}t-{n}.html", ROW)
    made.aim.move({f"{SITE}t-{n}.html": 0.5 for n in range(9)})
    assert made.count("moved") == 3
    made.aim.move({f"{SITE}t-{n}.html": 0.5 for n in range(9)})
    assert made.count("moved") == 6


def test_lists_are_looked_into_before_rows_that_say_nothing(crawl):
    made = crawl()
    links = "".join(f'<li><a href="/board-{n}/">Corner number {n}</a></li>' for n in "abcdef")
    home = made.item(html_page(f"<ul>{links}</ul>", "Home"), SITE, "home")
    known = Step(f"{SITE}board-z/", 600, Context("index"))
    row = Step(f"{SITE}t-1.html", ROW, Context("thread"))
    guess = Step(f"{SITE}about", 100, Context())
    unknown = [Step(f"{SITE}b-{n}.html", 300, Context()) for n in range(6)]
    home.report.steps = [row, guess, known, *unknown]
    made.spider.aim.judge(home)
    home.topic = None
    *links, _ = made.passed(home)
    by = {link.url: link.priority // STEP for link in links}
    assert by[known.url] >= by[unknown[0].url] > by[unknown[5].url] > by[row.url]
    # What the start page names apart from its lists is tried later, and before such rows.
    whole = {link.url: link.priority for link in links}
    assert whole[known.url] > whole[guess.url]
    assert by[guess.url] > by[row.url] == 0


def test_links_of_the_start_page_are_tried_whatever_the_lists_read_so_far_were(crawl):
    made = crawl()
    home = made.item(html_page('<p><a href="/x-99.html">Rules</a></p>', "Home"), SITE, "home")
    board = Step(f"{SITE}nest/", 100, Context())
    heading = Step(f"{SITE}latte/", CONTENT, Context())
    known = Step(f"{SITE}ledger/", 600, Context("index"))
    steps = [board, heading, known]
    names = [Step(f"{SITE}x-{n}.html", 100, Context()) for n in range(60)]
    gathering = Step(f"{SITE}tags", BESIDE, Context())
    row = Step(f"{SITE}t-1.html", ROW, Context("thread"))
    home.report.steps = [*steps, *names, gathering, row]
    # Fifty lists that had nothing on the topic.
    made.aim._lists.extend([0.0] * 50)
    links = {link.url: link for link in made.passed(home)[:-1]}
    levels = {url: link.priority // STEP for url, link in links.items()}
    untried = priority_at(UNTRIED, 0) // STEP
    assert {levels[step.url] for step in steps} == {untried}
    assert levels[row.url] == levels[gathering.url] == 0
    # Many of one kind are tried less and less.
    assert untried == levels[names[0].url] > levels[names[8].url] > levels[names[59].url] > 0
    # They stay when the model thinks again.
    queued(made, board.url, links[board.url].priority)
    made.aim.move({board.url: 0.0})
    assert leased(made)[board.url] // STEP == untried
    # Rows with something of the topic still come first.
    assert priority_at(0.3, 0) // STEP > untried


def test_links_of_other_lists_are_worth_what_lists_are(crawl):
    made = crawl()
    item = made.item(LIST, f"{SITE}f-1.html", "index")
    made.aim._lists.extend([0.0] * 50)
    other = Step(f"{SITE}nest/", CONTENT, Context())
    item.report.steps = [other]
    (link, _) = made.passed(item)
    assert link.priority // STEP < priority_at(UNTRIED, 0) // STEP


def test_pages_on_the_topic_begin_a_new_trail(crawl):
    made = crawl(FPCRAWL_TOPIC_ETA=0.001)
    item = made.item(ON, f"{SITE}t-1.html", "thread")
    item.report.steps = [Step(f"{SITE}wiki/tea", 100, Context(trail=1))]
    (link, _) = made.passed(item)
    assert "fp_trail" not in link.meta
    off = made.item(OFF, f"{SITE}t-2.html", "thread")
    off.report.steps = [Step(f"{SITE}wiki/saddle", 100, Context(trail=1))]
    (link, _) = made.passed(off)
    assert link.meta["fp_trail"] == 1


def test_further_pages_of_a_thread_have_its_score(crawl):
    made = crawl()
    first = made.item(ON, f"{SITE}t-1.html", "thread")
    first.report.steps = [
        Step(f"{SITE}t-1-2.html", 698, Context("thread", thread_url=first.url, page=2))
    ]
    (link, item) = made.passed(first)
    assert item.topic.is_on_topic
    assert link.meta["fp_topic"] == pytest.approx(item.topic.score, abs=1e-3)
    assert link.priority == priority_at(SURE, 698)
    context = Context("thread", thread_url=first.url, page=2)
    second = made.item(OFF, f"{SITE}t-1-2.html", context=context, inherited=0.3)
    made.aim.judge(second)
    assert second.topic.score == 0.3
    # One whose link told nothing is looked up.
    key = made.spider.thread_key(first.url)
    made.state.records.set_thread_page(key, ThreadPage(1, first.url, 4, 0.4))
    third = made.item(OFF, f"{SITE}t-1-3.html", context=context)
    made.aim.judge(third)
    assert third.topic.score == 0.4


@pytest.mark.parametrize("mode", ["drop", "mark", "count"])
def test_what_the_filter_does_with_pages_off_the_topic(crawl, mode):
    made = crawl(FPCRAWL_TOPIC_FILTER=mode)
    near = made.item(ON, f"{SITE}t-1.html", "thread")
    far = made.item(OFF, f"{SITE}t-2.html", "thread")
    for item in (near, far):
        made.aim.judge(item)
    kept, left = made.stored(near), made.stored(far)
    assert {type(record) for record in kept} == {Post}
    assert {record.on_topic for record in kept} == {None if mode == "count" else True}
    assert min(record.topic_score for record in kept) > 0.02
    assert "kettle" in kept[0].topic_terms
    assert (len(left), far.off_topic) == ((0, 4) if mode == "drop" else (4, 0))
    if left:
        assert {record.on_topic for record in left} == {None if mode == "count" else False}
    assert made.count(f"off_topic_{mode}") == 1
    assert made.count("records_dropped") == (4 if mode == "drop" else 0)


def test_lists_are_never_dropped(crawl):
    made = crawl(FPCRAWL_TOPIC_FILTER="drop")
    item = made.item(LIST.replace("kettle", "saddle"), f"{SITE}f-1.html", "index")
    made.aim.judge(item)
    assert {type(record) for record in made.stored(item)} == {Thread}


def test_a_page_that_was_not_judged_is_stored_as_it_is(crawl):
    made = crawl(FPCRAWL_TOPIC_FILTER="drop")
    item = made.item(OFF, f"{SITE}t-2.html", "thread")
    records = made.stored(item)
    assert len(records) == 4
    assert {record.topic_score for record in records} == {None}


@pytest.mark.parametrize(("score", "asked"), [(0.5, 1), (0.0, 0), (None, 1)])
def test_threads_that_were_dropped_are_not_read_again(crawl, score, asked):
    made = crawl(FPCRAWL_TOPIC_FILTER="drop")
    url = f"{SITE}t-0.html"
    if score is not None:
        page = ThreadPage(1, url, 4, score)
        made.state.records.set_thread_page(made.spider.thread_key(url), page)
    item = made.item(LIST, f"{SITE}f-1.html", "index", first_visit=False)
    thread = next(record for record in item.report.records if record.url == url)
    item.stored = [SimpleNamespace(record=thread, status="changed")]
    Returns(made.spider).page_stored(item)
    assert len(made.asked) == asked
    assert made.count("not_again") == 1 - asked
    if asked and score is not None:
        assert made.asked[0].priority == priority_at(SURE, ROW)


def test_what_the_user_asked_for_is_above_all(crawl):
    assert crawl().aim.first(HOME) > priority_at(1.0, STEP)


def test_what_was_learnt_is_there_in_the_next_run(tmp_path):
    one = Crawl(tmp_path)
    one.aim.judge(one.item(ON, f"{SITE}t-1.html", "thread"))
    standing = one.aim.course.standing
    one.close()
    again = Crawl(tmp_path)
    assert again.aim.course is not one.aim.course
    assert again.aim.course.standing == standing
    again.close()


def test_what_cannot_be_read_any_more_begins_anew(tmp_path, caplog):
    one = Crawl(tmp_path)
    one.aim.judge(one.item(ON, f"{SITE}t-1.html", "thread"))
    one.close()
    state = open_state(tmp_path / "state")
    saved = state.values.get("topic/forum:f.example")
    state.values.set("topic/forum:f.example", json.loads(json.dumps({**saved, "version": 99})))
    state.close()
    again = Crawl(tmp_path)
    assert again.aim.course.standing.pages == 0
    assert "begins anew" in caplog.text
    again.close()


def test_sites_of_one_file_share_what_they_learn(tmp_path):
    one = Crawl(tmp_path, group="forum:seeds/tea")
    other = Crawl(tmp_path, group="forum:seeds/tea", site="http://g.example/")
    assert one.aim.course is other.aim.course
    queued(other, "http://g.example/t-1.html", ROW)
    links = (TopicLink("http://g.example/t-1.html", ("kettle",)),)
    item = one.item(ON, f"{SITE}t-1.html", "thread")
    item.report.topic = TopicPage(item.url, item.report.topic.blocks, links)
    one.passed(item)
    assert leased(other)["http://g.example/t-1.html"] > STEP
    one.close()
    for host in "fg":
        pointer = other.state.values.get(f"topic/forum:{host}.example")
        assert pointer == {"group": "forum:seeds/tea"}
    other.close()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"FPCRAWL_TOPIC_FILTER": "keep"}, "is not drop, mark or count"),
        ({"FPCRAWL_TOPIC_SEGMENTER": "best"}, "is not fast or jieba"),
        ({"FPCRAWL_TOPIC_ETA": 1.5}, "below 1"),
        ({"FPCRAWL_TOPIC_ETA": "high"}, "below 1, not 'high'"),
        ({"FPCRAWL_TOPIC_TUNNEL": "inf"}, "FPCRAWL_TOPIC_TUNNEL must be a whole number"),
        ({"FPCRAWL_TOPIC_WIDEN_STEPS": "1.5"}, "must be a whole number"),
        ({"FPCRAWL_TOPIC_LEXICONS": "cilin:/nowhere"}, "nowhere"),
        ({"FPCRAWL_TOPIC_MODEL": "best"}, "'best' is none of adaptive"),
    ],
)
def test_settings_that_make_no_sense(tmp_path, values, words):
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    settings.setdict(values, "cmdline")
    path = tmp_path / "t.yaml"
    path.write_text(TOPIC, encoding="utf-8")
    library = parse_arguments({"site": SITE, "topic": str(path)}).topic
    with pytest.raises(FpcrawlError, match=words):
        check_topic(library, settings)
