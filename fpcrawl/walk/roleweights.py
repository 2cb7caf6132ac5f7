"""What of a page speaks for a thread, a list or an article, and how much."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.teasers import card_rows
from fpcrawl.extraction.bodies.bodies import is_title
from fpcrawl.extraction.declared import ld_texts
from fpcrawl.extraction.pieces import number_of
from fpcrawl.extraction.posts.letters import LETTER
from fpcrawl.extraction.posts.margins import stands_beside
from fpcrawl.extraction.posts.published import published
from fpcrawl.extraction.posts.threadindex import thread_index
from fpcrawl.extraction.ranges import Ranges
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, leads_to_writer
from fpcrawl.pages.urls import url_key, url_numbers, url_shape
from fpcrawl.walk.paragraphs import (
    PARAGRAPH,
    SHORT_PARAGRAPH,
    heading_link,
    record_ranges,
)
from fpcrawl.walk.sitepages import MIN_HEADING, are_aside, count_beginnings, own_words
from fpcrawl.walk.threadboxes import count_threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.lists.listing import LinkGroup
    from fpcrawl.extraction.posts.postgroup import PostGroup, RawPost
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages.page import Page
    from fpcrawl.walk.reading import Reading

__all__ = ["MIN_TITLE", "scores_of"]

_POSTING = re.compile(r"DiscussionForumPosting|QAPage", re.IGNORECASE)
_ARTICLE = re.compile(r"\"@type\"\s*+:\s*+\[?\s*+\"(?:News|Blog|Report)?(?:Article|Posting)\"")
_LIST = re.compile(r"\"@type\"\s*+:\s*+\[?\s*+\"(?:CollectionPage|ItemList)\"")

#: Letters before the number of an address, and a number that is too high for a board's.
_LETTERED = re.compile(r"(?<=/)[a-z]{1,8}(?=\{n\})")
_HIGH_NUMBER = re.compile(r"(?<!\d)\d{5,12}(?!\d)")

#: Texts of a page of whole texts, at least; and the share of prose one of them has, at most.
MIN_HEADED = 4
#: Boxes that are headed by links of their own, at least, and the share of prose they hold.
MIN_BOXES, MOST_HEADED = 2, 0.8
#: Characters beside the link of a heading.
MAX_BESIDE = 3
#: Records without a text that are the rows of a list, at least; one less where names are told.
MIN_LISTED = 3
#: Characters of a text that is the page's own, the share of them in links at most, and of all
#: prose at least.
MIN_OWN, MAX_OWN_LINKED, OWN_FOCUS = 200, 0.15, 0.5
#: Weight of a post for saying anything, and of what it says at most.
SAYING, MAX_SAID = 30, 500
#: Mean characters of the titles of a list.
MIN_TITLE = 3
MAX_HEADED_FOCUS = 0.6
#: Confidence in records from which on they are posts, and posts from which on texts below them,
#: each headed by a link, are other threads.
REAL, MIN_REAL = 0.5, 2
#: Share of the texts below the posts of a page, at least, where they are those of others.
MOSTLY_BELOW = 0.7
#: Weight of a list beside a post that stands alone (or a text that names the page), and beside
#: several posts.
BESIDE_POST, BESIDE_POSTS = 0.2, 0.05
#: The same of a list of pages with addresses like the own one of a page with words.
SIBLINGS = 0.4
#: A page with less evidence than this, in characters, is nothing in particular.
NOTHING = 40.0
#: What it tells that a page was made for one post.
MESSAGE = 80.0
#: Weight of a character of prose; focus from which on prose is one text.
PROSE, FOCUSED = 0.6, 0.6
#: Weight of a row, of a text below its link, of a post that scripts are told of.
ROW = 60.0
_node_of = attrgetter("node")
_CELLS = frozenset({"td", "th"})
#: What is left of the weight of an article where its words are those of other pages.
FURNITURE = 0.15


def scores_of(reading: Reading) -> dict[str, float]:
    """Return how much of a page speaks for each role, in shares; sets its ``hints``."""
    return _Weighing(reading).shares()


class _Weighing:
    """Weighs, in characters, what speaks for a thread, a list and an article."""

    def __init__(self, reading: Reading) -> None:
        self._reading, self._why = reading, reading.why
        reading.hints = _declared(reading.page)
        self._has_text = _has_own_text(reading)
        self._thread = self._index = self._article = 0.0
        # Records that are rows of a list.
        self._listed = 0.0

    def shares(self) -> dict[str, float]:
        """Return the share of each role."""
        self._weigh_records()
        self._weigh_lists()
        self._weigh_texts()
        self._weigh_rows()
        self._weigh_hints()
        total = self._thread + self._index + self._article + NOTHING
        return {
            "thread": self._thread / total,
            "index": self._index / total,
            "article": self._article / total,
            "other": NOTHING / total,
        }

    def _weigh_records(self) -> None:
        """Weigh the records with times: posts, or rows."""
        reading, posts, tree = self._reading, self._reading.posts, self._reading.tree
        if posts is None:
            return
        if posts.body_path is not None:
            times = sorted(tree.times, key=_node_of)
            weights = (_weight(tree, post, times) for post in posts.posts)
            self._thread = posts.confidence * sum(weights)
            named = "author, " if posts.author_path else ""
            self._why.append(
                f"{len(posts.posts)} records with time, {named}body ({posts.body_chars} characters)"
            )
            if _is_message(reading):
                self._why.append(
                    "it stands alone, and its number is the page's or its thread is listed"
                )
                self._thread += MESSAGE
            if posts.title_share:
                self._thread *= 0.05 if posts.title_share >= 0.8 else 0.3
        if posts.title_share and (posts.body_path is not None or _is_list(reading, posts)):
            self._why.append(
                f"{posts.title_share:.0%} of the records are headed by a link of their own"
            )
            if self._has_text or own_words(reading, _first_row(tree, posts)):
                self._why.append("a text of its own stands beside them")
            else:
                self._listed = posts.title_share * len(posts.posts)

    def _weigh_lists(self) -> None:
        """Weigh the lists of links, and the prose beside them."""
        reading, posts = self._reading, self._reading.posts
        main = reading.lists[0] if reading.lists else None
        rows = [g for g in reading.lists if len(g.links) >= 3 and g.mean_chars >= MIN_TITLE]
        self._index = _list_chars(reading, rows)
        if main is not None and len(main.links) >= 3:
            self._why.append(f"a list of {len(main.links)} links like {main.shape}")
        self._article = PROSE * reading.prose_outside
        if not self._article and main is not None and (posts is None or len(posts.posts) == 1):
            # A text of short paragraphs.
            first = reading.tree.number[main.links[0].element]
            self._article = PROSE * own_words(reading, first)
        if reading.focus >= FOCUSED and not self._listed:
            # Paragraphs side by side are one text; the lists stand around it.
            self._index *= 0.5

    def _weigh_texts(self) -> None:
        """Weigh texts that are each headed by a link: those of other pages."""
        reading, posts = self._reading, self._reading.posts
        texts: list[int] = []
        # The scripts of a thread are told of its posts, which can name others by links.
        if not reading.told and not {"article", "news"} <= set(reading.hints):
            # One that says twice that it is an article has cards of others below it.
            texts = _headed_texts(reading, has_text=self._has_text) or _headed_boxes(reading)
        headed, begun = len(texts), 0
        end = _end_of_posts(reading)
        aside = bool(texts) and not self._listed and are_aside(reading, texts[-1])
        beneath = bool(texts) and (texts[0] >= end or aside)
        if beneath:
            self._why.append(f"beside it {headed} texts, each below a link of its own")
            headed = 0
        if beneath or _are_beneath(reading, end):
            self._article *= FURNITURE
        elif not headed and not reading.hints and not reading.told:
            begun = count_beginnings(reading)
            headed = begun or int(_heads_another(reading))
        if headed and not self._listed:
            # The front page of a blog: whole texts, each below a link to its own page.
            self._why.append(f"{headed} texts, each below a link of its own")
            self._index += self._article + ROW * headed
            self._article *= FURNITURE
            if posts is not None and (posts.boundless or begun or _is_new_and_lone(posts)):
                self._index += self._thread
                self._thread = 0.0

    def _weigh_rows(self) -> None:
        """Weigh records that are rows of a list, and posts that are those of many threads."""
        reading, posts, tree = self._reading, self._reading.posts, self._reading.tree
        if self._listed:
            # Summaries below the titles of a list are no article. Those in the margin make no list
            # of a page without words: a member's page shows what was written last, too.
            if self._article or posts is None or not stands_beside(tree, posts.posts[0].time.node):
                self._index += ROW * self._listed
            if _are_whole_texts(reading):
                self._index += self._article
            self._article *= FURNITURE
        threads = 0 if self._has_text else count_threads(tree, posts)
        if threads:
            self._why.append(
                f"its posts are those of {threads} threads, each beside a link to all of it"
            )
            self._index += self._thread + self._article
            self._thread = self._article = 0.0

    def _weigh_hints(self) -> None:
        """Weigh what the page says that it is."""
        reading, posts, hints = self._reading, self._reading.posts, self._reading.hints
        if posts is not None and posts.key == LETTER:
            self._why.append("the lines of a letter's head")
            self._thread = self._thread * 1.5 + 300
        if "posting" in hints:
            self._thread = self._thread * 1.5 + 200
        if "news" in hints:
            self._article = self._article * 1.5 + 300
            if posts is not None and _is_new_and_lone(posts):
                self._thread *= 0.5  # it is the text of the article, or a comment on it
        elif "article" in hints:
            # Forums call their threads articles too.
            self._article *= 1.5
        if "list" in hints:
            self._index = self._index * 1.3 + 100
        self._why.extend(f"declares itself: {hint}" for hint in hints)
        if reading.told:
            self._why.append(f"tells its scripts of {len(reading.told)} posts")
            self._thread += ROW * len(reading.told) + self._article
            self._article *= FURNITURE


def _has_own_text(reading: Reading) -> bool:
    """Whether a page shows a text of its own, more than there is in the records on it.

    What its records lead to is then beside it, though each is headed by a link.
    """
    tree, posts, main = reading.tree, reading.posts, reading.prose_main
    chars = reading.focus * reading.prose_outside
    if chars < MIN_OWN or reading.focus < OWN_FOCUS:
        return False
    if tree.link_len[main] > MAX_OWN_LINKED * tree.text_len[main]:
        return False
    # A post without an end that stands alone may be that very text.
    records = posts.posts if posts is not None and not posts.boundless else []
    roots = [root for post in records for root in post.roots]
    return chars > sum(weight_of(tree.text(root)) for root in roots)


def _are_real(posts: PostGroup | None) -> bool:
    """Whether records tell who wrote them and are no rows of a list."""
    if posts is None or not posts.author_path:
        return False
    return not posts.title_share and posts.confidence > REAL


def _are_whole_texts(reading: Reading) -> bool:
    """Whether the prose of a page stands in records that are each headed by a link of their own."""
    posts = reading.posts
    if posts is None or posts.title_share < 1.0 or len(posts.posts) < MIN_BOXES:
        return False
    roots = (root for post in posts.posts for root in post.roots)
    inside = Ranges((root, reading.tree.end[root]) for root in roots)
    held = sum(place in inside for place in reading.prose_places)
    return held > MOSTLY_BELOW * len(reading.prose_places)


def _end_of_posts(reading: Reading) -> int:
    """Where the last of several real posts ends; behind the page without such."""
    posts, tree = reading.posts, reading.tree
    if posts is None or not _are_real(posts) or len(posts.posts) < MIN_REAL:
        return len(tree.nodes)
    return max(tree.end[root] for post in posts.posts for root in post.roots)


def _are_beneath(reading: Reading, end: int) -> bool:
    """Whether the texts of a page stand below its posts, none of them longer than all others.

    They are the beginnings of like threads; what is commented stands above the comments.
    """
    places = reading.prose_places
    below = len(places) - bisect_left(places, end)
    return reading.focus < OWN_FOCUS and below > MOSTLY_BELOW * len(places)


def _list_chars(reading: Reading, rows: list[LinkGroup]) -> float:
    """Weight of the heaviest lists; those beside real posts are the page's furniture."""
    posts, tree = reading.posts, reading.tree
    taken = record_ranges(tree, posts) if _are_real(posts) else Ranges()
    alone = posts is not None and len(posts.posts) == 1
    shape = url_shape(reading.page.url)
    # A page with words has other pages like itself beside them; a board its boards.
    declared = "article" in reading.hints
    worded = alone or declared or reading.prose_outside >= MIN_OWN
    # Kinds of article can have letters of their own: "/content/93000421/v5.html".
    numbered = _HIGH_NUMBER.search(reading.page.url) is not None
    total = 0.0
    for group in rows[:2]:
        weight = group.chars + 8.0 * len(group.links)
        same = group.shape == shape and "{n}" in shape
        if same or (numbered and _LETTERED.sub("", group.shape) == _LETTERED.sub("", shape)):
            if own_words(reading, tree.number[group.links[0].element]):
                weight *= BESIDE_POST
            elif worded and same:
                weight *= SIBLINGS
        if taken:
            marks = [tree.number[link.element] for link in group.links]
            inside = sum(m in taken for m in marks)
            if inside * 2 < len(marks):
                weight *= BESIDE_POST if alone else BESIDE_POSTS
        total += weight
    return total


def _weight(tree: PageTree, post: RawPost, times: Sequence[TimeNode]) -> float:
    """Weight of a post by what it says outside links: of a number among times of a row little.

    Parameters
    ----------
    times
        Those of the page, in its order.
    """
    text = tree.text(post.body) if post.body is not None else ""
    # As the weight of paragraphs is told.
    chars = post.plain_len(tree) * (weight_of(text) / len(text) if text else 1.0)
    if chars <= 0:
        return 0.0
    is_counted = number_of(text) is not None and _has_two_times(tree, post, times)
    return min(chars, MAX_SAID) + (0 if is_counted else SAYING)


def _has_two_times(tree: PageTree, post: RawPost, times: Sequence[TimeNode]) -> bool:
    """Whether another time than its own stands in a record, or in the row that it is cells of.

    When somebody joined is told beside posts, too.
    """
    boxes = {tree.parent[i] if tree.tag(i) in _CELLS else i for i in post.roots}
    at = partial(bisect_left, times, key=_node_of)
    around = (time for i in boxes for time in times[at(i) : at(tree.end[i])])
    return any(time.node != post.time.node and published(tree, time) for time in around)


def _is_message(reading: Reading) -> bool:
    """Whether a post has a page of its own: its number is that of the page, or others are listed.

    However little it says, it is what the page is for.
    """
    posts = reading.posts
    if posts is None or len(posts.posts) > 1 or not posts.author_path or posts.title_share:
        return False
    own = posts.posts[0].post_id
    if own is not None and own.isdigit() and int(own) in url_numbers(reading.page.url):
        return True
    return bool(thread_index(reading.tree))


def _first_row(tree: PageTree, posts: PostGroup) -> int:
    """Where the rows among records begin: a text above cards like each other can be the first."""
    first, last = posts.posts[0].roots[0], posts.posts[-1].roots[0]
    return max(first, next(iter(card_rows(tree, tree.parent[last])), first))


def _is_list(reading: Reading, posts: PostGroup) -> bool:
    """Whether records without a text are rows of a list: what the page says stands among them."""
    least = MIN_LISTED - (posts.author_path is not None)
    if len(posts.posts) < least or posts.title_share < 0.8:
        return False
    tree, main = reading.tree, reading.prose_main
    return all(tree.holds(main, root) for post in posts.posts for root in post.roots)


def _headed_texts(reading: Reading, *, has_text: bool) -> list[int]:
    """Texts that each stand below a link of one list, empty when most links head none."""
    if reading.focus > MAX_HEADED_FOCUS or len(reading.prose_places) < MIN_HEADED:
        return []
    tree, places = reading.tree, reading.prose_places
    number = tree.number
    named = [group for group in reading.lists if group.mean_chars >= MIN_TITLE]
    kinds = [[number[link.element] for link in group.links] for group in named[:2]]
    # Cards of one list lead to pages of many sections.
    dressed: dict[tuple[str, str], list[int]] = {}
    for mark in (number[link.element] for group in named for link in group.links):
        above = tree.parent[mark]
        if tree.tag(above) in HEADINGS:
            dressed.setdefault((tree.sig[above], tree.sig[mark]), []).append(mark)
    for marks in (*kinds, *map(sorted, dressed.values())):
        if has_text and reading.prose_main < marks[0]:
            continue  # they stand below the text of the page
        stops = [*marks[1:], len(reading.tree.nodes)]
        texts = [
            mark
            for mark, stop in zip(marks, stops, strict=True)
            if bisect_left(places, stop) > bisect_left(places, mark)
        ]
        if len(texts) >= MIN_HEADED and len(texts) >= 0.7 * len(marks):
            return texts
    return []


def _headed_boxes(reading: Reading) -> list[int]:
    """Boxes that each begin with the title of another page; none beside a text without one."""
    tree = reading.tree
    links = {tree.number[link.element]: link for group in reading.lists for link in group.links}
    headed = {i: links.get(heading_link(tree, i)) for i in reading.prose_places}
    boxes = {i: link for i, link in headed.items() if link is not None}
    led = {url_key(link.url) for link in boxes.values()} - {url_key(reading.page.url)}
    if not MIN_BOXES <= len(boxes) == len(led):
        return []
    titles = sum(weight_of(squeeze(link.text)) for link in boxes.values())
    words = sum(weight_of(squeeze(tree.text(i))) for i in boxes) - titles
    enough = words >= MOST_HEADED * reading.prose_outside and titles >= MIN_HEADING * len(boxes)
    return sorted(boxes) if enough else []


def _heads_another(reading: Reading) -> bool:
    """Whether the text of a page stands below a heading that leads to its own page.

    So it does on lists of a tag or a day with a single row. What names the page itself stands
    in its title, too.
    """
    tree, first = reading.tree, _first_words(reading)
    # One that tells when and by whom is a byline.
    dated = {i for time in tree.times for i in (time.node, *tree.ancestors(time.node, 2))}
    above = (i for i in range(first - 1, 0, -1) if tree.tag(i) in HEADINGS and i not in dated)
    # Without a heading a box can begin with the link itself.
    heading = heading_link(tree, first) or next(above, 0)
    text = squeeze(tree.text(heading)) if heading else ""
    if weight_of(text) < MIN_HEADING or text in squeeze(reading.page.title):
        return False
    if is_title(tree, text):
        return False  # "Re: Kettles are back", with a link to that post alone
    if tree.plain_len(heading) > MAX_BESIDE:
        return False  # "Posted by ann"
    here, number = reading.page.url, tree.number
    site = "/".join(here.split("/", 3)[:3]) + "/"
    found = {
        url_key(link.url)
        for link in reading.page.links
        if link.url.startswith(site) and tree.holds(heading, number.get(link.element, -1))
    }
    if len(found) != 1 or url_key(here) in found or any(map(leads_to_writer, found)):
        return False
    # Below the short text of a page others may be told of at length.
    return not own_words(reading, heading)


def _is_new_and_lone(posts: PostGroup) -> bool:
    """Whether a record stands alone, in no layout that is known."""
    return len(posts.posts) == 1 and not posts.known


def _first_words(reading: Reading) -> int:
    """Where the text of a page begins, or the words of a record that stands alone; 0 for none."""
    tree, places, posts = reading.tree, reading.prose_places, reading.posts
    if not places:
        return (posts.posts[0].body or 0) if posts is not None and _is_new_and_lone(posts) else 0
    kids = [i for i in tree.children(places[0]) if tree.tag(i) not in HEADINGS]
    for least in (PARAGRAPH, SHORT_PARAGRAPH):
        # "Posts from June 2026" can stand above it all.
        first = next((i for i in kids if weight_of(tree.text(i)) >= least), 0)
        if first and tree.plain_len(first) >= SHORT_PARAGRAPH:
            return first
    return places[0]


def _declared(page: Page) -> list[str]:
    hints: list[str] = []
    kind = page.meta.get("og:type", "").lower()
    if kind == "article":
        hints.append("article")
    for block in ld_texts(page):
        text = block[:200_000]
        if _POSTING.search(text):
            hints.append("posting")
        if _ARTICLE.search(text):
            hints.append("news")
        if _LIST.search(text):
            hints.append("list")
    return sorted(set(hints))
