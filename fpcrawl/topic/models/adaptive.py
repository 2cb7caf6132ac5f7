"""The default crawl model: learns in the crawl which links lead to pages on the topic."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from fpcrawl.topic.model import Judgement
from fpcrawl.topic.models.adaptivestate import load, save
from fpcrawl.topic.models.base import check_state, largest
from fpcrawl.topic.models.learner import LinkLearner
from fpcrawl.topic.models.linkgraph import LinkGraph
from fpcrawl.topic.models.mentions import Mentions
from fpcrawl.topic.models.rows import Floats, TermRows, Vocabulary
from fpcrawl.topic.models.tunnel import Tunnel
from fpcrawl.topic.vectors import damped

if TYPE_CHECKING:
    from fpcrawl.topic.model import Block, Topic, TopicPage

__all__ = ["AdaptiveModel"]

_BLOCK_WEIGHTS = {
    "title": 3.0,
    "heading": 2.0,
    "emphasis": 1.5,
    "content": 1.0,
    "anchor": 0.5,
    "other": 0.3,
    "navigation": 0.2,
}
_LEAD_TERMS = 40
_PAGE_TERMS = 400
_TOPIC_TERMS = 200
_GROWN_TERMS = 150
_GROWN_FROM, _GROWN_FROM_MOST = 0.35, 150
_EACH_PAGE_UNTIL = 20
_TOPIC_POWER = 0.9  # the topic's name is not to drown its other terms
_OFF_TOPIC_POWER = 8.0
#: Cosine with the topic of pages that are surely on it. Before some were met nothing is
#: learnt from the best ones.
_SURE = 0.2
#: What is learnt can lead astray, and then confirms itself: eq. (9) by the topic as it was
#: given holds against it.
_PLAIN_SHARE = 0.5
_REPORTED = 1_000
_NOTABLE = 0.01


class AdaptiveModel:
    """Judges pages by topic, lead and neighbours, and learns what of a link foretells that.

    A page's relevance is the cosine of its terms with the topic's, those at its head counting
    more, in shares of the best pages met, and of what the links to it let expect, drawn
    towards that of the pages it links with. Terms that set the best pages apart are added to
    the topic's. From the pages fetched a ridge regression learns what a link is worth by its
    parents' relevance, by what other links of the same parents brought (hubs), by its texts,
    and by the pages on which their words stand. After every few pages all links not
    followed yet are judged anew. Half of a link's worth is what the topic as it was given says
    of it and its parents, eq. (9) of ESVSM, whatever was learnt.

    Parameters
    ----------
    topic
        What the crawl is about.
    lead, neighbours, growth, hubs, anchors, surroundings, learning, tunnelling, plain
        Parts that can be left out: the head of a page counts more; links add to a page's
        relevance, and the pages around it; the topic's terms grow; what sister links brought
        counts; texts of links count; the words about them; the regression; steps off the topic;
        eq. (9) by the topic alone has its share.
    page_capacity, link_capacity
        Most pages whose terms are kept, and most links.
    """

    name = "adaptive"
    VERSION = 1
    PARTS: ClassVar[tuple[str, ...]] = (
        "lead",
        "neighbours",
        "growth",
        "hubs",
        "anchors",
        "surroundings",
        "learning",
        "tunnelling",
        "plain",
    )

    def __init__(
        self,
        topic: Topic,
        *,
        lead: bool = True,
        neighbours: bool = True,
        growth: bool = True,
        hubs: bool = True,
        anchors: bool = True,
        surroundings: bool = True,
        learning: bool = True,
        tunnelling: bool = True,
        plain: bool = True,
        page_capacity: int = 4_000,
        link_capacity: int = 300_000,
    ) -> None:
        self.topic = topic
        self.options: dict[str, Any] = {
            "lead": lead,
            "neighbours": neighbours,
            "growth": growth,
            "hubs": hubs,
            "anchors": anchors,
            "surroundings": surroundings,
            "learning": learning,
            "tunnelling": tunnelling,
            "plain": plain,
            "page_capacity": page_capacity,
            "link_capacity": link_capacity,
        }
        self._lead, self._neighbours, self._growth = lead, neighbours, growth
        self._with_anchors, self._with_surroundings = anchors, surroundings
        self._with_plain = plain
        self.words = Vocabulary()
        self._topic_terms, self._topic_weights = self._topic_row(self.words)
        self.graph = LinkGraph(link_capacity)
        self.pages = TermRows(page_capacity)
        self.page_nodes: list[int] = []
        self.anchor_rows = TermRows(max(link_capacity // 2, 1))
        self._anchor_numbers: dict[tuple[str, ...], int] = {}
        self.around_rows = TermRows(max(link_capacity // 2, 1))
        self._mentions = Mentions()
        self.learner = LinkLearner(hubs=hubs, anchors=anchors, learning=learning)
        self._tunnel = Tunnel() if tunnelling else None
        self.grown: dict[str, float] = {}
        self.grown_at = 0
        self.seen = 0
        self.learnt_at = 0
        self.best = _SURE
        self._idf: Floats = np.zeros(0)
        self._query: Floats = np.zeros(0)
        self._plain: Floats = np.zeros(0)
        self.best_plain = _SURE

    def see(self, page: TopicPage) -> Judgement:
        """Take note of a fetched page, judge it, and say what its links are worth."""
        self.seen += 1
        node = self.graph.number(page.url)
        again = bool(self.graph.fetched[node])
        self.graph.fetched[node] = True
        weights = self._page_weights(page)
        numbers, values = self.words.row(weights)
        if not again:
            self.words.count(numbers)
        self.pages.add(numbers, values)
        self.page_nodes.append(node)
        if len(self.page_nodes) > self.pages.count - self.pages.first:
            self.page_nodes = self.page_nodes[-(self.pages.count - self.pages.first) :]
        new = self._note_links(node, page, again=again)
        due = self.seen <= _EACH_PAGE_UNTIL or self.seen >= self.learnt_at + self._step()
        if due:
            self._learn()
            priorities = self._changed()
        else:
            self._judge_last(node)
            priorities = self._first_look(node, new)
        node = self.graph.numbers.get(page.url, -1)
        relevance = float(self.graph.relevance[node]) if node >= 0 else 0.0
        return Judgement(relevance, priorities, self._matched(numbers, values, relevance))

    def _topic_row(self, words: Vocabulary) -> tuple[Any, Floats]:
        numbers, weights = words.row(self.topic.weights)
        return numbers, weights**_TOPIC_POWER

    def _step(self) -> int:
        # Learning takes time in proportion to the links: its share of each page's stays even.
        return max(10, self.seen // 50, self.graph.links // 4_000)

    def _page_weights(self, page: TopicPage) -> dict[str, float]:
        counts: Counter[str] = Counter()
        lead: set[str] = set()
        body = 0
        for block in page.blocks:
            weight = _BLOCK_WEIGHTS[block.kind]
            for term in block.terms:
                counts[term] += weight  # type: ignore[assignment]
            body = self._add_lead(block, lead, body)
        if len(counts) > _PAGE_TERMS:
            counts = Counter(dict(counts.most_common(_PAGE_TERMS)))
        return {t: damped(n) * (2.0 if t in lead else 1.0) for t, n in counts.items()}

    def _add_lead(self, block: Block, lead: set[str], body: int) -> int:
        if not self._lead:
            return body
        if block.kind in ("title", "heading"):
            lead.update(block.terms[:_LEAD_TERMS])
        elif block.kind in ("content", "emphasis") and body < _LEAD_TERMS:
            lead.update(block.terms[: _LEAD_TERMS - body])
            body += len(block.terms)
        return body

    def _note_links(self, node: int, page: TopicPage, *, again: bool) -> list[tuple[int, int]]:
        targets, rows, around, new = [], [], [], []
        for link in page.links:
            known = link.url in self.graph.numbers
            target = self.graph.number(link.url)
            if target == node or (again and known):
                continue
            row = self.anchor_row(link.anchor)
            targets.append(target)
            rows.append(row)
            around.append(self.around_row(link.around))
            if not self.graph.fetched[target]:
                new.append((target, row))
        self.graph.link(node, targets, rows, around)
        return new

    def anchor_row(self, anchor: tuple[str, ...]) -> int:
        """Return the row of a link text, a new one if it was not known."""
        known = self._anchor_numbers.get(anchor)
        if known is None or known < self.anchor_rows.first:
            known = self._anchor_numbers[anchor] = self._add_words(self.anchor_rows, anchor)
            if len(self._anchor_numbers) > 2 * self.anchor_rows.capacity:
                first = self.anchor_rows.first
                self._anchor_numbers = {
                    a: row for a, row in self._anchor_numbers.items() if row >= first
                }
        return known

    def around_row(self, around: tuple[str, ...]) -> int:
        """Return the row of the words about a link, -1 where none is the topic's."""
        if not self._with_surroundings or self.topic.weights.keys().isdisjoint(around):
            return -1
        return self._add_words(self.around_rows, around)

    def _add_words(self, rows: TermRows, words: tuple[str, ...]) -> int:
        found = [self.words.number(word) for word in dict.fromkeys(words[:_PAGE_TERMS])]
        numbers = np.array([number for number in found if number >= 0], np.int32)
        return rows.add(numbers, np.ones(len(numbers)))

    def weigh_topic(self) -> None:
        """Weigh the topic's terms, those that were added too, by what is known now."""
        idf = self._idf = self._background()
        query = np.zeros(len(idf))
        query[self._topic_terms] = self._topic_weights * idf[self._topic_terms]
        query = self._plain = _strongest(query, _TOPIC_TERMS)
        if self.grown:
            numbers, values = self.words.row(self.grown)
            added = np.zeros(len(idf))
            added[numbers] = values
            query = _unit(query + added)
        self._query = query

    def _background(self) -> Floats:
        """Return the idf of each term among the pages off the topic.

        In a crawl that stays on its topic the topic's own terms stand on most pages; among
        all pages they would count as common.
        """
        nodes = np.asarray(self.page_nodes, np.int32)
        off = (1.0 - np.where(nodes >= 0, self.graph.relevance[nodes], 0.5)) ** _OFF_TOPIC_POWER
        inside = self.pages.documents(off, len(self.words))
        return np.asarray(np.log((off.sum() + 1.0) / (inside + 1.0)) + 1.0)

    def _learn(self) -> None:
        """Judge all pages and links anew."""
        graph = self.graph
        moved = graph.forget()
        if moved is not None:
            self.page_nodes = [int(moved[n]) if n >= 0 else -1 for n in self.page_nodes]
            if self._tunnel is not None:
                self._tunnel.reset()
        self.learnt_at = self.seen
        self.weigh_topic()
        self._judge_pages()
        due = self.seen >= max(_EACH_PAGE_UNTIL, 1.15 * self.grown_at)
        if self._growth and due and self.best > _SURE:
            self.grown_at = self.seen
            self._grow()
            self.weigh_topic()
            self._judge_pages()
        scores = self._score_anchors(0)
        features, linked = graph.features(scores, self._mentioned())
        size = len(graph)
        fetched = graph.fetched[:size]
        self.learner.fit(features[fetched & linked], graph.relevance[:size][fetched & linked])
        expected = self.learner.predict(features[linked])
        if self._with_plain:
            best = float(np.sort(graph.plain[:size])[-_EACH_PAGE_UNTIL:].mean())
            self.best_plain = max(best, _SURE)
            worth = graph.plain_worth(self._plain_scores())
            expected = self._with_plain_worth(expected, worth[linked])
        graph.expected[:size][linked] = expected

    def _score_anchors(self, since: int, query: Floats | None = None) -> Floats:
        """Return the relevance of each row of link texts, all forgotten ones 0."""
        if not self._with_anchors:
            return np.zeros(self.anchor_rows.count)
        return self._scores(self.anchor_rows, since, self._query if query is None else query)

    def _plain_scores(self) -> Floats:
        """Return how near to the topic as it was given each link's text is, or the words about it.

        Those count from the learning on that follows, beside what other pages say of the link:
        where a page speaks of the topic they would put all its links ahead at once.
        """
        graph = self.graph
        told = self._score_anchors(0, self._plain)[graph.anchors]
        about = np.flatnonzero(graph.surroundings >= 0)
        scores = self._scores(self.around_rows, 0, self._plain)
        told[about] = np.maximum(told[about], scores[graph.surroundings[about]])
        return told

    def _scores(self, rows: TermRows, since: int, query: Floats) -> Floats:
        scores = np.zeros(rows.count)
        if rows.count > since:
            idf = _padded(self._idf, len(self.words), 1.0)
            first, found = rows.cosines(idf, _padded(query, len(self.words)), since)
            scores[first:] = np.clip(found, 0.0, 1.0)
        return scores

    def _judge_pages(self) -> None:
        graph = self.graph
        _, cosines = self.pages.cosines(self._idf, self._query)
        _, plain = self.pages.cosines(self._idf, self._plain)
        nodes = np.asarray(self.page_nodes, np.int32)
        graph.plain[nodes[nodes >= 0]] = plain[nodes >= 0]
        cosines, nodes = cosines[nodes >= 0], nodes[nodes >= 0]
        best = np.sort(cosines)[-_EACH_PAGE_UNTIL:].mean() if len(cosines) else 0.0
        self.best = max(float(best), _SURE)
        graph.text[nodes] = np.clip(cosines / self.best, 0.0, 1.0)
        graph.relevance[nodes] = self._with_neighbours(cosines / self.best, graph.expected[nodes])
        if self._neighbours:
            graph.smooth(nodes)

    def _mentioned(self) -> tuple[Floats, Floats]:
        """Return of each link what the pages fetched say of its words."""
        graph = self.graph
        if not self._with_anchors:
            return np.zeros(graph.links), np.zeros(graph.links)
        # As everywhere, half of the say has the topic as it was given.
        near = 0.5 * (self._plain_shares() + graph.relevance)
        nodes = np.asarray(self.page_nodes, np.int32)
        self._mentions.count(self.pages, np.where(nodes >= 0, near[nodes], 0.0), len(self.words))
        own = graph.fetched[graph.targets].astype(np.float64)
        return self._mentions.of(self.anchor_rows, graph.anchors, own, near[graph.targets])

    def _plain_shares(self) -> Floats:
        """Return how near each page is to the topic as it was given, beside the best ones."""
        return np.clip(self.graph.plain / self.best_plain, 0.0, 1.0)

    def _with_neighbours(self, text: Floats, expected: Floats) -> Floats:
        text = np.clip(text, 0.0, 1.2)
        if self._neighbours:
            text = (text + 0.5 * np.clip(expected, 0.0, 1.0)) / 1.5
        return np.clip(text, 0.0, 1.0)

    def _judge_last(self, node: int) -> None:
        graph = self.graph
        idf = _padded(self._idf, len(self.words), 1.0)
        query = _padded(self._query, len(self.words))
        _, cosines = self.pages.cosines(idf, query, self.pages.count - 1)
        plain = _padded(self._plain, len(self.words))
        graph.plain[node] = self.pages.cosines(idf, plain, self.pages.count - 1)[1][0]
        text = cosines / self.best
        graph.text[node] = min(max(float(text[0]), 0.0), 1.0)
        expected = graph.expected[node : node + 1]
        graph.relevance[node] = float(self._with_neighbours(text, expected)[0])

    def _with_plain_worth(self, expected: Floats, worth: Floats) -> Floats:
        return (1.0 - _PLAIN_SHARE) * expected + _PLAIN_SHARE * worth / self.best_plain

    def _grow(self) -> None:
        """Add the terms that set the best pages apart from all others."""
        graph = self.graph
        nodes = np.asarray(self.page_nodes, np.int32)
        known = nodes >= 0
        # Terms added before have half the say in the choice of the pages that give the next ones:
        # a crawl that has gone astray would confirm itself.
        text = 0.5 * (graph.text + self._plain_shares())
        standing = np.where(known, text[nodes] + graph.expected[nodes], -1.0)
        many = min(max(int(len(nodes) * _GROWN_FROM), 8), _GROWN_FROM_MOST, len(nodes) // 2)
        top = np.argsort(-standing, kind="stable")[:many]
        shares = np.zeros(len(nodes))
        shares[top] = np.clip(standing[top], 0.01, 1.0)
        apart = self.pages.mean(self._idf, shares)
        apart -= self.pages.mean(self._idf, np.ones(len(nodes)))
        apart = _strongest(np.maximum(apart, 0.0), _GROWN_TERMS)
        self.grown = {self.words.names[n]: float(apart[n]) for n in np.flatnonzero(apart)}

    def _first_look(self, node: int, new: list[tuple[int, int]]) -> dict[str, float]:
        if not new:
            return {}
        graph = self.graph
        targets = np.asarray([target for target, _ in new], np.int32)
        rows = np.asarray([row for _, row in new], np.int32)
        since = int(rows.min())
        scores = self._score_anchors(since)[rows]
        none = np.zeros(len(rows))
        mentioned = self._mentions.of(self.anchor_rows, rows, none, none)
        expected = self.learner.predict(graph.first_look(node, scores, mentioned))
        if self._with_plain:
            plain = self._score_anchors(since, self._plain)[rows]
            expected = self._with_plain_worth(expected, 0.5 * (plain + graph.plain[node]))
        told = graph.told[targets]
        expected = np.maximum(expected, np.where(told >= 0, graph.expected[targets], -np.inf))
        graph.expected[targets] = expected
        priorities = _priority(expected)
        graph.told[targets] = priorities
        return {graph.urls[n]: float(p) for n, p in zip(targets, priorities, strict=True)}

    def _changed(self) -> dict[str, float]:
        """Return the priorities that differ notably from what was said, the highest first."""
        graph = self.graph
        size = len(graph)
        open_links = np.flatnonzero(~graph.fetched[:size]).astype(np.int32)
        priorities = _priority(graph.expected[open_links])
        if self._tunnel is not None:
            priorities = self._tunnel.raise_some(graph, open_links, priorities, self._step())
        told = graph.told[open_links]
        higher = np.maximum(told, priorities)
        changed = (np.abs(priorities - told) > _NOTABLE) | (told < 0)
        if changed.sum() > _REPORTED:
            least = np.partition(higher[changed], -_REPORTED)[-_REPORTED]
            changed &= (higher >= least) | (told < 0)
        chosen = open_links[changed]
        graph.told[chosen] = priorities[changed]
        return {graph.urls[n]: float(p) for n, p in zip(chosen, priorities[changed], strict=True)}

    def _matched(
        self, numbers: Any, values: Floats, relevance: float
    ) -> tuple[tuple[str, float], ...]:
        idf = _padded(self._idf, len(self.words), 1.0)[numbers]
        parts = values * idf * _padded(self._query, len(self.words))[numbers]
        total = float(parts.sum()) or 1.0
        hit = np.flatnonzero(parts > 0)
        return largest(
            {self.words.names[numbers[n]]: float(parts[n]) / total * relevance for n in hit}
        )

    def to_json(self) -> dict[str, Any]:
        """Return what it has learnt, bounded in size."""
        return save(self)

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is of another model or version, or malformed.
        """
        check_state(state, self.name, self.VERSION)
        fresh = AdaptiveModel(self.topic, **self.options)
        load(fresh, state)
        self.__dict__.update(fresh.__dict__)


def _unit(vector: Floats) -> Floats:
    length = float(np.sqrt(np.square(vector).sum()))
    return vector / length if length else vector


def _strongest(vector: Floats, most: int) -> Floats:
    """Return the ``most`` largest entries as a vector of length 1."""
    if np.count_nonzero(vector) > most:
        kept = np.argsort(-vector, kind="stable")[:most]
        out = np.zeros_like(vector)
        out[kept] = vector[kept]
        vector = out
    return _unit(vector)


def _padded(vector: Floats, size: int, value: float = 0.0) -> Floats:
    """Return the vector with ``value`` for the terms met since."""
    if len(vector) >= size:
        return vector
    return np.concatenate([vector, np.full(size - len(vector), value)])


def _priority(expected: Floats) -> Floats:
    # Strictly rising, so that links of which little is expected keep their order too.
    return np.asarray(0.9 / (1.0 + np.exp(-4.0 * (np.clip(expected, -2.0, 3.0) - 0.5))))
