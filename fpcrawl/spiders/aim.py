"""The topic of a crawl: what its pages are to it, and which of its links come first."""

from __future__ import annotations

import logging
import math
import time
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from fpcrawl.exceptions import StateError
from fpcrawl.pages.urls import url_shape
from fpcrawl.scheduling.fingerprint import key_fingerprint
from fpcrawl.spiders.topicgroup import TopicGroup
from fpcrawl.spiders.topicsettings import make_course, topic_filter
from fpcrawl.store.model import FINGERPRINT_BYTES
from fpcrawl.walk.walker import BESIDE, CONTENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scrapy import Request

    from fpcrawl.items import PageItem
    from fpcrawl.spiders.site import SiteSpider
    from fpcrawl.store.model import ThreadPage
    from fpcrawl.topic.course import Seen, TopicCourse
    from fpcrawl.topic.model import TopicPage

__all__ = ["LEVELS", "STEP", "Aim", "priority_at"]

logger = logging.getLogger(__name__)

#: Levels of priority of links, by what they are worth to the topic; what the user asked for is
#: above them. Within a level the walk's own priorities hold, which are below the step.
LEVELS, STEP = 200, 1000
#: Worths far below this are one level. Above it a level is a share of the worth, 3.5 %: models
#: differ in what they call near, and most pages of a site are not.
FINEST = 0.001
#: Queued addresses whose level a page changes at most.
MAX_MOVES = 1_000
#: Addresses whose level is remembered, to change only what has changed.
MAX_LEVELS = 100_000
#: What a list is expected to be worth before any was read, and how many of late tell later.
FIRST_LIST, LATE_LISTS = 0.5, 50
#: What a link of the start page is worth at least that leads to a list, or nobody knows where:
#: a board on the topic may stand there whatever the lists read so far hold. More than
#: rows that have nothing of the topic are (0.13 by the adaptive model where a sixth of the pages
#: is on it), less than rows that have.
UNTRIED = 0.25
#: Links of one shape, of which nothing is known, after which half of that is hoped for.
ALIKE = 4
#: What pages are worth of which it is known that they are on the topic.
SURE = 0.9
#: Seconds between two savings of what was learnt, at least, and the share of time they take.
SAVE_S, SAVE_SHARE = 1.0, 0.02
#: Pages that list what others hold: they lead to content and are judged by what they list.
LISTS = frozenset({"home", "index"})
#: Roles of links that the user has given.
ASKED = frozenset({"home", "board"})


def priority_at(worth: float, priority: int) -> int:
    """Return the priority of a link in a crawl on a topic.

    Parameters
    ----------
    worth
        What the link is worth to the topic, in [0, 1].
    priority
        What it is worth to the walk; it decides among links of one level.
    """
    scaled = math.log1p(min(max(worth, 0.0), 1.0) / FINEST) / math.log1p(1.0 / FINEST)
    level = min(int(scaled * LEVELS), LEVELS - 1)
    return level * STEP + min(max(priority, 0), STEP - 1)


def _worth_at(priority: int) -> float:
    """Return the worth of a link that has a priority."""
    scaled = min((priority // STEP + 0.5) / LEVELS, 1.0) if priority >= STEP else 0.0
    return FINEST * math.expm1(scaled * math.log1p(1.0 / FINEST))


_groups: WeakValueDictionary[tuple[str, str], TopicGroup] = WeakValueDictionary()


class Aim:
    """Judges the pages of one site by the topic, and orders its links.

    Stats: ``fpcrawl/topic/pages``, ``/on_topic``, ``/errors``, ``/moved``, ``/widened``,
    ``/grown``, ``/mean_score``.

    Parameters
    ----------
    spider
        Its state is open, and it has a topic.
    """

    def __init__(self, spider: SiteSpider) -> None:
        self._spider = spider
        self._values = spider.state.values
        self._crawl = spider.crawl_key
        self._key = spider.group or spider.crawl_key
        self._drops = topic_filter(spider.settings) == "drop"
        self._levels: OrderedDict[str, int] = OrderedDict()
        self._held: OrderedDict[str, float] = OrderedDict()
        self._lists: deque[float] = deque([FIRST_LIST], LATE_LISTS)
        self._where = (str(spider.settings.get("FPCRAWL_STATE_DIR")), self._key)
        group = _groups.get(self._where)
        if group is None:
            group = _groups[self._where] = TopicGroup(*self._make_course())
        self._group = group
        group.aims.append(self)
        if self._key != self._crawl:
            # For status, which knows a site by its crawl.
            self._values.set(f"topic/{self._crawl}", {"group": self._key})

    def _make_course(self) -> tuple[TopicCourse, dict[str, Any] | None]:
        library = self._spider.arguments.topic
        assert library is not None
        course = make_course(library, self._spider.settings, time.monotonic())
        saved = self._values.get(f"topic/{self._key}")
        if saved:
            try:
                lost = course.restore(saved, time.monotonic())
            except StateError as error:
                lost = (str(error),)
            for line in lost:
                logger.warning("What an earlier run learnt of the topic begins anew: %s", line)
        return course, saved

    @property
    def course(self) -> TopicCourse:
        """What the crawl knows of its topic."""
        return self._group.course

    # -- pages

    def judge(self, item: PageItem) -> None:
        """Set what a page is to the topic; one that shows nothing of its own is not judged."""
        report, stats = item.report, self._spider.stats
        if item.titles:
            self._judge_titles(item)
        if report is None or item.trap is not None:
            return
        if report.topic_error is not None:
            stats.inc_value("fpcrawl/topic/errors")
            logger.error("%s is not judged\n%s", item.url, report.topic_error)
        if report.topic is None:
            return
        own = report.role not in LISTS
        inherited = self._inherited(item) if own else 0.0
        # What is read again is no further page of the topic.
        counts = own and item.first_visit
        seen = self._see(item, report.topic, counts=counts, inherited=inherited)
        if seen is None:
            return
        if counts:
            stats.inc_value("fpcrawl/topic/pages")
            stats.inc_value("fpcrawl/topic/on_topic", int(seen.is_on_topic))
        for line in seen.added:
            stats.inc_value("fpcrawl/topic/grown")
            logger.info("Topic %s: %s", self.course.library.name, line)
        if seen.widened:
            stats.inc_value("fpcrawl/topic/widened")
            logger.info("Topic %s", seen.widened)
        if not own:
            item.worth = _worth_of_list(
                seen.priorities.get(step.url, 0.0) for step in report.steps if step.row
            )
            self._lists.append(item.worth or 0.0)

    def _see(
        self, item: PageItem, page: TopicPage, *, counts: bool = False, inherited: float = 0.0
    ) -> Seen | None:
        try:
            item.topic = self.course.see(
                page, time.monotonic(), self._spider.state.clock(), own=counts, inherited=inherited
            )
        except Exception:
            # A page nobody thought of must not cost its links and records.
            self._spider.stats.inc_value("fpcrawl/topic/errors")
            logger.exception("%s is not judged", item.url)
        return item.topic

    def _judge_titles(self, item: PageItem) -> None:
        """Judge what a feed names by the titles that it gives."""
        page = self.course.page_of_titles(item.url, item.titles)
        seen = self._see(item, page)
        if seen is not None:
            item.worth = _worth_of_list(seen.priorities.get(url, 0.0) for url, _ in item.titles)

    def _inherited(self, item: PageItem) -> float:
        """Return the score of the thread or article of which a page is a further one."""
        passed = item.inherited
        if item.context.page > 1 or not item.first_visit:
            passed = max(passed, score_of(self._pages_of(item)))
        return passed

    def _pages_of(self, item: PageItem) -> Sequence[ThreadPage]:
        spider = self._spider
        key = spider.thread_key(item.context.thread_url or item.url)
        return spider.state.records.thread_pages(key)

    # -- links

    def first(self, priority: int) -> int:
        """Return the priority of what the user asked for."""
        return LEVELS * STEP + min(priority, STEP - 1)

    def order(self, requests: Sequence[Request], item: PageItem | None, parent: int) -> None:
        """Give links their priorities; move others that a page has told something of.

        Parameters
        ----------
        requests
            What the page asks for, with the priorities of the walk.
        item
            The page; ``None`` when it was none.
        parent
            Priority of the page's own request: links of which nothing is known are worth as
            much as the page was, and no more than a list is on average.
        """
        fallback = _worth_at(parent)
        if item is not None:
            # It may have been asked for before all, which says nothing of its links.
            fallback = min(fallback, self._hope)
        seen = item.topic if item is not None else None
        given = set()
        hopes: Counter[str] = Counter()
        for request in requests:
            if request.priority >= STEP:
                continue
            worth = None
            if seen is not None and item is not None:
                worth = seen.priorities.get(request.url)
                least = self._least(request, item, seen, hopes)
                if least is not None:
                    if request.meta.get("fp_role") is not None or item.context.role == "home":
                        self._hold(request.url, least)
                    worth = max(worth or 0.0, least)
            worth = fallback if worth is None else worth
            request.priority = priority_at(worth, request.priority)
            self._remember(request.url, request.priority // STEP)
            given.add(request.url)
        if seen is not None and item is not None:
            self._move(seen.priorities, given, item)

    def _least(
        self, request: Request, item: PageItem, seen: Seen, hopes: Counter[str]
    ) -> float | None:
        """Return what a link is worth at least, whatever the model says; ``None`` = nothing.

        Parameters
        ----------
        hopes
            How many links of each shape were taken for lists so far.
        """
        meta = request.meta
        thread = meta.get("fp_thread_url")
        report = item.report
        if report is None:
            return None
        if seen.is_on_topic and report.role not in LISTS:
            # From a page on the topic everything is one step away again.
            meta.pop("fp_trail", None)
        if thread is not None and thread == (item.context.thread_url or item.url):
            # A further page of a thread is of what the thread is of, whatever its link says.
            meta["fp_topic"] = round(seen.score, 4)
            return SURE if seen.is_on_topic else seen.worth
        if meta.get("fp_page") and meta.get("fp_board_url") == report.first_page:
            return item.worth
        if meta.get("fp_role") in {"index", None}:
            return self._least_of_list(request, item, hopes)
        return None

    def _least_of_list(self, request: Request, item: PageItem, hopes: Counter[str]) -> float | None:
        """Return what a link is worth at least that leads to a list, or may do so."""
        # The name of a list says little of what it lists: it is worth a look while lists are,
        # more than a row whose name is known and says nothing. What may be a list is tried too,
        # less the more links of its shape there are.
        at_home = item.context.role == "home"
        if request.priority >= CONTENT:
            hope = max(self._hope, UNTRIED) if at_home else self._hope
        elif at_home and request.priority < BESIDE:
            hope = UNTRIED
        else:
            return None
        if request.meta.get("fp_role") is None:
            shape = url_shape(request.url)
            hope /= 1 + hopes[shape] / ALIKE
            hopes[shape] += 1
        return hope

    @property
    def _hope(self) -> float:
        """What a list may be worth of which nothing is known."""
        return sum(self._lists) / len(self._lists)

    def wants_again(self, score: float | None) -> bool:
        """Tell whether a thread that has grown is read again; one that was dropped is not."""
        return not self._drops or score is None or score >= self.course.eta

    def priority_again(self, priority: int, score: float | None) -> int:
        """Return the priority of a thread that is to be read again, by its score so far."""
        if score is None or score >= self.course.eta:
            return priority_at(SURE, priority)
        return priority_at(score, priority)

    def _hold(self, url: str, least: float) -> None:
        """Remember what a queued address is worth at least."""
        held = self._held
        held[url] = least
        held.move_to_end(url)
        if len(held) > MAX_LEVELS:
            held.popitem(last=False)

    def _remember(self, url: str, level: int) -> bool:
        """Remember a level; tell whether it is news."""
        levels = self._levels
        known = levels.get(url)
        levels[url] = level
        levels.move_to_end(url)
        if len(levels) > MAX_LEVELS:
            levels.popitem(last=False)
        return known != level

    def _move(self, priorities: Mapping[str, float], given: set[str], item: PageItem) -> None:
        wanted = {url: worth for url, worth in priorities.items() if url not in given}
        if item.worth is not None and item.context.role not in ASKED:
            wanted[item.url] = item.worth
        for aim in self._group.aims:
            aim.move(wanted)

    def move(self, wanted: Mapping[str, float]) -> None:
        """Move the queued addresses of the site to where they belong now."""
        spider = self._spider
        levels: dict[bytes, int] = {}
        for url, worth in wanted.items():
            level = priority_at(max(worth, self._held.get(url, 0.0)), 0) // STEP
            if spider.scope.contains(url) and self._remember(url, level):
                key = spider.walker.twins.key(url)
                levels[key_fingerprint(key)[:FINGERPRINT_BYTES]] = level
                if len(levels) >= MAX_MOVES:
                    break
        moved = spider.state.frontier.reprioritise(self._crawl, levels, STEP)
        if moved:
            spider.stats.inc_value("fpcrawl/topic/moved", moved)

    # -- state

    def save(self, *, at_once: bool = False) -> None:
        """Keep what was learnt, as often as that takes little time."""
        group = self._group
        if not at_once and time.monotonic() < group.next_save:
            return
        started = time.thread_time()
        group.store(self._values, f"topic/{self._key}")
        took = time.thread_time() - started
        group.next_save = time.monotonic() + max(SAVE_S, took / SAVE_SHARE)

    def close(self) -> None:
        """Keep what was learnt; the site takes no part any more."""
        self.save(at_once=True)
        self._spider.stats.set_value("fpcrawl/topic/mean_score", self.course.standing.mean_score)
        self._group.aims.remove(self)
        if not self._group.aims:
            _groups.pop(self._where, None)


def score_of(pages: Iterable[ThreadPage]) -> float:
    """Return the best score of pages of a thread, 0 when none was judged."""
    return max((page.topic or 0.0 for page in pages), default=0.0)


def _worth_of_list(rows: Iterable[float]) -> float | None:
    """Return what a list's next page may be worth: as much as the best quarter of its rows."""
    ranked = sorted(rows, reverse=True)
    best = ranked[: max(1, len(ranked) // 4)]
    return sum(best) / len(best) if best else None
