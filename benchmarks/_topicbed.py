"""Link graphs with labels, and crawls of them that see a page only once it is fetched."""

from __future__ import annotations

import heapq
import json
import lzma
import pickle
import random
from collections import Counter, deque
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fpcrawl.topic.segment
from benchmarks.common import BenchError
from fpcrawl.topic.blocks import BlockParameters
from fpcrawl.topic.model import Block, Judgement, TopicLink, TopicPage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from fpcrawl.topic.model import CrawlModel
    from fpcrawl.topic.segment import Segmenter

__all__ = ["Bed", "Crawl", "OracleModel", "Task", "area", "crawl", "read_bed"]

DRAWN_SETS = 4
_SEEDS = 5
_DISTANCES = range(2, 5)
_CACHE_VERSION = 1
#: Words on each side of a link, as a crawl keeps them.
_AROUND = BlockParameters().around
_TOPIC = Path(fpcrawl.topic.segment.__file__).parent
_CUTTING = ("segment.py", "latin.py", "stopwords.py", "variants.py")


@dataclass(frozen=True, slots=True)
class Task:
    """A topic on a bed, with the pages that are on it."""

    name: str
    lang: str
    title: str
    text: str
    relevant: frozenset[int]
    seeds: tuple[int, ...]
    budget: int


class Bed:
    """A link graph: pages with words, links with anchor words.

    Parameters
    ----------
    name
        Of its folder.
    urls, texts, links
        By number of the page: its address, its title and text, where it leads and the
        anchor text.
    tasks
        Topics with labels.
    segmenter
        Cuts their texts.
    """

    def __init__(
        self,
        name: str,
        urls: Sequence[str],
        texts: Sequence[tuple[str, str]],
        links: Sequence[Sequence[tuple[int, str]]],
        tasks: Sequence[Task],
        segmenter: Segmenter,
    ) -> None:
        self.name = name
        self.urls, self.texts, self.links, self.tasks = urls, texts, links, tasks
        self.number = {url: number for number, url in enumerate(urls)}
        self.segmenter = segmenter
        self._words: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self._anchors: dict[str, tuple[str, ...]] = {}
        self._pages: dict[int, TopicPage] = {}
        self._interned: dict[str, str] = {}

    def _cut(self, *texts: str) -> list[tuple[str, ...]]:
        shared = self._interned.setdefault
        return [
            tuple([shared(word, word) for word in words])
            for words in self.segmenter.cut_many(texts)
        ]

    def words(self, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the words of a page's title and of its text."""
        known = self._words.get(number)
        if known is None:
            title, text = self._cut(*self.texts[number])
            known = self._words[number] = (title, text)
        return known

    def anchor(self, text: str) -> tuple[str, ...]:
        """Return the words of an anchor text."""
        known = self._anchors.get(text)
        if known is None:
            known = self._anchors[text] = self._cut(text)[0]
        return known

    def page(self, number: int) -> TopicPage:
        """Return what a crawl sees of a page when it has fetched it."""
        known = self._pages.get(number)
        if known is None:
            title, text = self.words(number)
            blocks = [Block("title", title, impact=1.0, weight=0.625)] if title else []
            if text:
                blocks.append(Block("content", text, impact=0.6, weight=0.375 if title else 1.0))
            first: dict[int, TopicLink] = {}
            places = _places(text)
            for target, anchor in self.links[number]:
                if target != number and target not in first:
                    words = self.anchor(anchor)
                    about = _words_about(words, text, places)
                    first[target] = TopicLink(self.urls[target], words, about)
            known = TopicPage(self.urls[number], tuple(blocks), tuple(first.values()))
            self._pages[number] = known
        return known

    @cached_property
    def parents(self) -> list[list[int]]:
        """The pages that link to a page, by its number."""
        out: list[list[int]] = [[] for _ in self.urls]
        for number, links in enumerate(self.links):
            for target in dict.fromkeys(target for target, _ in links):
                out[target].append(number)
        return out

    def distances(self, relevant: Iterable[int]) -> dict[int, int]:
        """Return the least number of links from each page to a relevant one."""
        found = dict.fromkeys(sorted(relevant), 0)
        queue = deque(found)
        while queue:
            number = queue.popleft()
            for parent in self.parents[number]:
                if parent not in found:
                    found[parent] = found[number] + 1
                    queue.append(parent)
        return found

    def reached(self, seeds: Iterable[int]) -> set[int]:
        """Return all pages to which links lead from the seeds, themselves included."""
        found = set(seeds)
        queue = deque(found)
        while queue:
            for target, _ in self.links[queue.popleft()]:
                if target not in found:
                    found.add(target)
                    queue.append(target)
        return found

    def seed_sets(self, task: Task, drawn: int = DRAWN_SETS) -> list[tuple[int, ...]]:
        """Return the given seeds and sets drawn 2 to 4 links from relevant pages.

        Drawing is by the task's name alone, so that every model gets the same sets.
        """
        distances = self.distances(task.relevant)
        ring = sorted(number for number, d in distances.items() if d in _DISTANCES)
        if not ring:
            return [task.seeds]
        rng = random.Random(f"{self.name}/{task.name}")
        sets = [
            tuple(rng.sample(ring, min(len(task.seeds) or _SEEDS, len(ring)))) for _ in range(drawn)
        ]
        return [task.seeds, *sets]

    def warm(self, cache: Path | None, say: Callable[[str], None]) -> None:
        """Cut all texts, or take the words from a file of an earlier run."""
        digest = sha256(repr((_CACHE_VERSION, self.segmenter.name)).encode())
        for module in sorted(_TOPIC / name for name in _CUTTING):
            digest.update(module.read_bytes())
        for title, text in self.texts:
            digest.update(f"{title}\n{text}\0".encode())
        path = cache / f"{self.name}-{digest.hexdigest()[:12]}.pickle" if cache else None
        if path and path.is_file():
            self._words = pickle.loads(path.read_bytes())
            self._interned = {w: w for both in self._words.values() for one in both for w in one}
            return
        for number in range(len(self.texts)):
            self.words(number)
            if number % 5000 == 4999:
                say(f"{self.name}: {number + 1} of {len(self.texts)} texts cut into words")
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            part.write_bytes(pickle.dumps(self._words, protocol=5))
            part.replace(path)


def _places(text: Sequence[str]) -> dict[str, list[int]]:
    """Return where each word stands."""
    out: dict[str, list[int]] = {}
    for place, word in enumerate(text):
        out.setdefault(word, []).append(place)
    return out


def _words_about(
    anchor: tuple[str, ...], text: tuple[str, ...], places: Mapping[str, Sequence[int]]
) -> tuple[str, ...]:
    """Return the words on both sides of where the text of a link stands first in its page's."""
    size = len(anchor)
    for start in places.get(anchor[0], ()) if anchor else ():
        if text[start : start + size] == anchor:
            end = start + size
            return text[max(start - _AROUND, 0) : start] + text[end : end + _AROUND]
    return ()


def read_bed(folder: Path, segmenter: Segmenter) -> Bed:
    """Return the bed in a folder.

    Raises
    ------
    BenchError
        When its files are missing or malformed.
    """
    pages = folder / "pages.jsonl.xz"
    if not pages.is_file() or not (folder / "tasks.json").is_file():
        raise BenchError(f"{folder} holds no pages.jsonl.xz and tasks.json: no test bed")
    urls, texts, links = [], [], []
    try:
        with lzma.open(pages, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines):
                page = json.loads(line)
                if page["id"] != number:
                    raise BenchError(f"{pages}:{number + 1}: id {page['id']} is not its place")
                urls.append(page["url"])
                texts.append((page["title"], page["text"]))
                links.append([(int(target), anchor) for target, anchor in page["links"]])
        listed = json.loads((folder / "tasks.json").read_text(encoding="utf-8"))
        tasks = [
            Task(
                name=one["name"],
                lang=one["lang"],
                title=one["title"],
                text=one["topic_text"],
                relevant=frozenset(one["relevant"]),
                seeds=tuple(one["seeds"]),
                budget=int(one["budget"]),
            )
            for one in listed
        ]
    except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError) as error:
        raise BenchError(f"{folder}: {error!r}") from error
    top = max((t for row in links for t, _ in row), default=0)
    if top >= len(urls) or not tasks or any(not task.relevant for task in tasks):
        raise BenchError(f"{folder}: a link leads nowhere, or a task without relevant pages")
    return Bed(folder.name, urls, texts, links, tasks, segmenter)


@dataclass(frozen=True, slots=True)
class Crawl:
    """How a crawl went.

    Attributes
    ----------
    fetched
        Pages in the order of fetching.
    relevance
        What the model thought of each.
    """

    fetched: list[int]
    relevance: list[float]


def crawl(bed: Bed, model: CrawlModel, seeds: Sequence[int], budget: int) -> Crawl:
    """Follow the links that the model finds best, until ``budget`` pages are fetched.

    A link is open to be followed once a fetched page holds it; of equals the one found first
    goes first. Priorities of other addresses are not listened to.
    """
    best: dict[int, float] = {}
    order: dict[int, int] = {}
    heap: list[tuple[float, int, int]] = []
    done: set[int] = set()
    for seed in seeds:
        best[seed], order[seed] = 1.0, len(order)
        heapq.heappush(heap, (-1.0, order[seed], seed))
    fetched: list[int] = []
    relevance: list[float] = []
    while heap and len(fetched) < budget:
        negative, _, number = heapq.heappop(heap)
        if number in done or best[number] != -negative:
            continue
        done.add(number)
        page = bed.page(number)
        judged = model.see(page)
        fetched.append(number)
        relevance.append(judged.relevance)
        for link in page.links:
            target = bed.number[link.url]
            if target not in order:
                order[target], best[target] = len(order), 0.0
                if link.url not in judged.priorities:
                    heapq.heappush(heap, (-0.0, order[target], target))
        for url, priority in judged.priorities.items():
            known = bed.number.get(url)
            if known is None or known not in order or known in done:
                continue
            if best[known] != priority or priority == 0.0:
                best[known] = priority
                heapq.heappush(heap, (-priority, order[known], known))
    return Crawl(fetched, relevance)


def area(found: Sequence[bool], reachable: int, budget: int) -> float:
    """Return the mean over n <= budget of relevant among the first n / min(n, reachable)."""
    total, hits = 0.0, 0
    for n in range(1, budget + 1):
        if n <= len(found):
            hits += found[n - 1]
        total += hits / max(min(n, reachable), 1)
    return total / budget


class OracleModel:
    """Knows the labels: of the page behind a link, or how far it is from a relevant page.

    Parameters
    ----------
    bed, task
        What it knows.
    far
        Whether it knows distances too.
    """

    def __init__(self, bed: Bed, task: Task, *, far: bool) -> None:
        self.name = "oracle+distance" if far else "oracle"
        self._bed, self._task, self._far = bed, task, far
        self._distances = bed.distances(task.relevant) if far else {}
        self._shares: dict[str, Counter[bool]] = {}

    def see(self, page: TopicPage) -> Judgement:
        """Say what the links of a page are worth."""
        bed, relevant = self._bed, self._task.relevant
        here = bed.number[page.url] in relevant
        worth = {}
        for link in page.links:
            target = bed.number[link.url]
            if self._far:
                worth[link.url] = 1.0 / (1.0 + self._distances.get(target, 1_000))
            else:
                # Behind the relevant ones, links of relevant pages go first.
                share = self._shares.setdefault(link.url, Counter())
                share[here] += 1
                worth[link.url] = 1.0 if target in relevant else 0.5 * share[True] / share.total()
        return Judgement(1.0 if here else 0.0, worth)

    def to_json(self) -> dict[str, Any]:
        """Return nothing: it does not learn."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        """Do nothing: it does not learn."""
