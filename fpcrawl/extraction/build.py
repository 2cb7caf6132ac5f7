"""From found elements to records of the contract."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from lxml import etree
from lxml.html import fragment_fromstring

from fpcrawl.extraction.bodies.body import title_above
from fpcrawl.extraction.bodies.endbuttons import end_buttons
from fpcrawl.extraction.bodies.quotations import quoted_author
from fpcrawl.extraction.bodies.remembered import known_text
from fpcrawl.extraction.keys import post_key, says_little, text_key, text_keys, thread_key
from fpcrawl.extraction.lists.rowtitles import title_of
from fpcrawl.extraction.order import are_in_order, is_oldest, rise
from fpcrawl.extraction.pieces import counted
from fpcrawl.extraction.posts.adverts import is_advertiser
from fpcrawl.extraction.posts.chronology import MOST_AFTER, leave_out_years
from fpcrawl.extraction.posts.jsonapi import api_threads
from fpcrawl.extraction.posts.loose import loose_part
from fpcrawl.extraction.posts.ownpages import own_addresses
from fpcrawl.extraction.records import Post, Thread
from fpcrawl.extraction.templates.model import ReadRecord
from fpcrawl.extraction.text import html_of, squeeze, weight_of
from fpcrawl.extraction.vocabulary import can_be_name, is_placeholder, leads_nowhere
from fpcrawl.pages.dates import parse_epoch, parse_time
from fpcrawl.pages.slowparse import NOT_XML
from fpcrawl.pages.timespans import is_aged
from fpcrawl.pages.urls import canonical_url, join_url

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.postgroup import PostGroup, RawPost
    from fpcrawl.extraction.tree import PageTree, TimeNode
    from fpcrawl.pages.dates import ParsedTime
    from fpcrawl.pages.page import Page

__all__ = [
    "MAX_HTML",
    "address_of",
    "author_address",
    "body_parts",
    "build_posts",
    "build_threads",
    "count_in",
    "first_time",
    "media_of",
    "posts_of",
    "published_of",
    "read_of",
    "threads_of",
]

MAX_LINKS = 200
MAX_HTML = 200_000
#: Characters of a name from which on it can stand in quotation marks.
MIN_QUOTED = 3
#: What a row shows of how its thread grows.
_MOVING = frozenset({"last_post", "last_post_full", "posts", "replies"})
#: Shorter words (Chinese characters count twice) can be said twice in a minute.
MIN_REPEATED = 12
_COUNT = re.compile(r"(\d{1,3}(?:[.,\s]\d{3})+(?!\d)|\d{1,12})([.,]\d+)?\s*([kKmM万](?!\w))?")


def published_of(time: TimeNode, place: Place) -> ParsedTime | None:
    """Read a time string; the form in an attribute is preferred to the one shown."""
    return first_time((time.full, time.raw), place)


def first_time(forms: Iterable[str | None], place: Place) -> ParsedTime | None:
    """Read the first of several forms of a time that can be read.

    A later form that also tells the time of that day is better: "Yesterday, 10:15 PM" beside a
    tooltip with the day alone. One with the day is better than a tooltip that says how long ago.
    """
    first: ParsedTime | None = None
    for raw in forms:
        parsed = _read_time(raw, place) if raw else None
        if parsed is None:
            continue
        if first is not None and _is_vague(first) and not _is_vague(parsed):
            return parsed
        is_whole = parsed.precision != "day" and not _is_vague(parsed)
        if is_whole and (first is None or parsed.iso[:10] == first.iso):
            return parsed
        first = first or parsed
    return first


def _is_vague(time: ParsedTime) -> bool:
    """Whether a time says how long ago something was, by hours or more."""
    return time.relative and time.precision not in {"minute", "second"}


def _read_time(raw: str, place: Place) -> ParsedTime | None:
    return parse_epoch(raw) or parse_time(raw, now=place.now, tz=place.zone, order=place.order)


def build_posts(tree: PageTree, group: PostGroup, place: Place) -> list[Post]:
    """Make posts of the records of a page.

    Parameters
    ----------
    tree
        The page.
    group
        Its records.
    place
        Where the page stands.

    Returns
    -------
    list of Post
        In page order; a record without a body, or with the notice that stands for a deleted
        post, is left out.
    """
    reads = [read_of(tree, raw) for raw in group.posts]
    return posts_of(reads, tree.page, place, confidence=group.confidence)


def read_of(tree: PageTree, raw: RawPost) -> ReadRecord:
    """Return what a template would have read of a post that the structure told."""
    values = {
        "author": raw.author,
        "author_url": _address_of(tree, raw),
        "time": raw.time.raw,
        "time_full": raw.time.full,
        "floor": str(raw.floor) if raw.floor is not None else None,
        "post_id": raw.post_id,
        "own_url": tree.nodes[raw.own_link].get("href") if raw.own_link is not None else None,
    }
    return ReadRecord(
        {name: value for name, value in values.items() if value},
        body_parts(tree, raw),
        [tree.nodes[i] for i in raw.holes],
    )


def body_parts(tree: PageTree, raw: RawPost) -> list[HtmlElement]:
    """Elements of a record's body; empty for a record without one."""
    if raw.made is not None:
        return [raw.made]
    if raw.loose is not None:
        return [loose_part(tree, raw.loose)]
    return [tree.nodes[i] for i in (raw.body, *raw.more)] if raw.body is not None else []


def posts_of(
    reads: Sequence[ReadRecord],
    page: Page,
    place: Place,
    *,
    confidence: float,
    template: str | None = None,
) -> list[Post]:
    """Make posts of the records that were read from a page.

    Parameters
    ----------
    reads
        All records of the page, in its order: where it shows no floors they are counted.
    template
        What read them; that of ``place`` when not given.

    Returns
    -------
    list of Post
        In page order; a record without a body, or with the notice that stands for a deleted
        post, is left out, and so is an empty one with the number of a post before it: an
        advertisement dressed as one, which no floor is counted for. Of a post that stands
        there twice, among the best answers and in its place, the last one is taken. What the
        software shows as a post of "Advertisement" is none.
    """
    out: list[Post] = []
    known: set[str] = set()
    placed: list[Post] = []
    nth = 0
    buttons = end_buttons(
        [() if read.text else read.body for read in reads],
        [read.values.get("author") for read in reads],
    )
    texts = [
        _Words.of(read, place.thread_title, ends) for read, ends in zip(reads, buttons, strict=True)
    ]
    repeated = _repeated(reads, texts)
    # Where the first answer is #1, what it answers is counted as 0.
    ahead = _shown_floors_ahead(reads)
    in_order = leave_out_years([read.values.get("time") for read in reads])
    there = place
    own = own_addresses(page, [read.values.get("own_url") for read in reads])
    for n, (read, words) in enumerate(zip(reads, texts, strict=True)):
        if n in repeated or is_advertiser(read.values.get("author", "")):
            continue
        nth += 1
        if not words.parts and not read.text:
            continue
        if _leads_to_thread(words, page, place):
            continue
        own_url = own[n] if own else None
        post = _post(read, words, nth - ahead, page, there, own_url)
        if in_order and post.published is not None:
            # Each is of the first such day since the one before it, not of the last one there was.
            then = datetime.fromisoformat(post.published)
            if then.tzinfo is not None:
                there = replace(place, now=min(place.now, then + MOST_AFTER))
        if post.post_id in known and not (post.body_text or post.images):
            nth -= 1
            continue
        if post.post_id is not None:
            known.add(post.post_id)
        post.confidence = round(confidence, 3)
        post.template = template or place.template
        if not is_placeholder(post.body_text):
            out.append(post)
            if own_url is None and count_in(read.values.get("floor")) is None:
                placed.append(post)
    _rekey_unordered(placed)
    _tell_apart(out)
    return out


def _rekey_unordered(posts: Sequence[Post]) -> None:
    """Have posts known by their words whose place was counted where it will be another's.

    Where the newest stand first, or answers below what they answer, the next post moves others.
    So can it where no times tell the order: guest books begin with the last entry, answers are
    sorted by votes.
    """
    posts = [post for post in posts if post.post_id is None and post.floor is not None]
    if not posts:
        return
    # Of answers of one age nothing tells whether the newest stands first.
    are_aged = any(is_aged(post.published, post.published_raw) for post in posts[1:])
    fetched = posts[0].fetched
    in_order = are_in_order(posts, fetched)
    is_told = sum(post.published_raw is not None for post in posts) > 1 or len(posts) == 1
    if is_told and in_order and (not are_aged or rise(posts[1:], fetched)):
        return
    for post in posts[int(is_oldest(posts[0], posts, fetched)) :]:
        # Most threads begin with the oldest: a place tells more than "thanks" said twice.
        if not (in_order and says_little(post)):
            post.key = text_key(post)


def _tell_apart(posts: Sequence[Post]) -> None:
    """Give posts other keys in which an author says what another one of the page says, too."""
    known: set[str] = set()
    for post in posts:
        if post.key in known and post.author and post.published and post.key == text_key(post):
            post.key = next((key for key in text_keys(post) if key not in known), post.key)
        known.add(post.key)


@dataclass(frozen=True, slots=True)
class _Words:
    """Elements of a body, and what it says."""

    parts: Sequence[HtmlElement]
    text: str

    @classmethod
    def of(cls, read: ReadRecord, title: str | None, ends: Sequence[HtmlElement]) -> _Words:
        parts, holes = _body_of(read)
        holes = [*holes, *ends]
        if not read.text and (above := title_above(parts, title)) is not None:
            holes = [*holes, above]
        return cls(parts, read.text or known_text(parts, holes))


def _repeated(reads: Sequence[ReadRecord], texts: Sequence[_Words]) -> set[int]:
    """Places of records that stand again further down, where all they tell is the same.

    Who sends the same words twice gets two numbers, where posts have any. Where they have none,
    few words are believed to be repeated only beside many.
    """
    last: dict[tuple[str | None, ...], int] = {}
    out: set[int] = set()
    short: set[int] = set()
    for n, (read, words) in enumerate(zip(reads, texts, strict=True)):
        if not words.text or not {"author", "time"} <= read.values.keys():
            continue
        told = ("post_id", "floor", "author", "time", "time_full")
        key = (*map(read.values.get, told), words.text)
        if key in last:
            is_sure = weight_of(words.text) >= MIN_REPEATED or any(key[:2])
            (out if is_sure else short).add(last[key])
        last[key] = n
    return out | short if out else out


def _leads_to_thread(words: _Words, page: Page, place: Place) -> bool:
    """Whether a post is nothing but a link to its own thread.

    So further pages show the opening one: as a box that leads to where it stands.
    """
    if place.page == 1 or len(words.parts) != 1:
        return False
    links = list(islice(words.parts[0].iter("a"), 2))
    if len(links) != 1 or squeeze("".join(links[0].itertext())) != squeeze(words.text):
        return False
    return address_of(page.base_url, links[0].get("href")) == place.thread_url


def _shown_floors_ahead(reads: Sequence[ReadRecord]) -> int:
    """Return 1 where the floors that a page shows are behind its count of records by one."""
    floors = [count_in(read.values.get("floor")) for read in reads]
    return int(floors[:1] == [None] and 1 in floors)


def _body_of(read: ReadRecord) -> tuple[Sequence[HtmlElement], Sequence[HtmlElement]]:
    """Elements of a body and those in it that are none of it; what was cut out is read again."""
    if read.body or not read.html:
        return read.body, read.holes
    try:
        whole = fragment_fromstring(NOT_XML.sub("", read.html[:MAX_HTML]), create_parent="div")
    except (etree.ParserError, ValueError):
        return (), ()
    return [whole], ()


def _post(
    read: ReadRecord,
    words: _Words,
    nth: int,
    page: Page,
    place: Place,
    own_url: str | None,
) -> Post:
    values = read.values
    parsed = first_time((values.get("time_full"), values.get("time")), place)
    parts, text = words.parts, words.text
    floor = count_in(values.get("floor"))
    if floor is None and place.page == 1:
        floor = nth
    author = _name_of(values.get("author"))
    published = parsed.iso if parsed is not None else None
    # Software that numbers answers can call every opening post 0.
    number = values.get("post_id", "")
    post_id = number if number.strip("0") else None
    key = post_key(
        place.site,
        place.thread_url,
        post_id=post_id,
        floor=floor,
        author=author,
        published=published,
        text=text,
        own_url=own_url,
    )
    images, links = media_of(page.base_url, parts)
    post = Post(
        key=key,
        site=place.site,
        url=page.url,
        thread_url=place.thread_url,
        thread_title=place.thread_title,
        board=place.board,
        post_id=post_id,
        floor=floor,
        author=author,
        author_url=address_of(page.base_url, values.get("author_url")),
        published=published,
        published_raw=_shown(values, "time"),
        body_text=text,
        body_html=(read.html if read.html and not read.body else html_of(parts))[:MAX_HTML],
        quote_of=quoted_author(parts),
        images=images,
        links=links,
        fetched=page.fetched.isoformat(timespec="seconds"),
        cluster=place.cluster,
    )
    if post_id is None and floor is None and own_url is None:
        post.key = text_key(post)
    return post


def _shown(values: Mapping[str, str], name: str) -> str | None:
    """Return a time as the page shows it; where it shows none, as an attribute has it."""
    return squeeze(values.get(name) or values.get(f"{name}_full") or "") or None


def _name_of(author: str | None) -> str | None:
    """Return what can be the name of an author, without the signs that only set it off."""
    author = author.rstrip(",;") if author else None
    # The heads of letters quote it.
    if author and len(author) > MIN_QUOTED and author[0] == author[-1] == '"':
        author = author[1:-1].strip()
    return author if author and can_be_name(author) else None


def count_in(text: str | None) -> int | None:
    """Read the first count in a text: ``1,234``, ``1.2k``, ``3万``; ``None`` when it has none."""
    match = _COUNT.search(text[:60]) if text else None
    return counted(match) if match is not None else None


def author_address(tree: PageTree, raw: RawPost) -> str | None:
    """Address of an author's own page, ``None`` when the name leads to none."""
    return address_of(tree.page.base_url, _address_of(tree, raw))


def _address_of(tree: PageTree, raw: RawPost) -> str | None:
    if raw.author_node is None:
        return None
    holder = tree.nodes[raw.author_node]
    link = holder if holder.tag == "a" else holder.find(".//a")
    return link.get("href") if link is not None else None


def address_of(base: str, href: str | None) -> str | None:
    """Absolute address that a link leads to, ``None`` when it leads nowhere."""
    if not href or leads_nowhere(href):
        return None
    return canonical_url(_join(base, href)) or None


def media_of(base: str, parts: Sequence[HtmlElement]) -> tuple[list[str], list[str]]:
    """Addresses of the images and of the links in some elements, each once."""
    images: list[str] = []
    links: list[str] = []
    for element in (e for part in parts for e in part.iter("img", "a")):
        if element.tag == "img":
            source = element.get("src") or element.get("data-src")
            if source and not source.startswith("data:") and len(images) < MAX_LINKS:
                url = canonical_url(_join(base, source))
                if url and url not in images:
                    images.append(url)
        elif len(links) < MAX_LINKS:
            href = element.get("href")
            if href and not href.startswith("#"):
                url = canonical_url(_join(base, href))
                if url and url not in links:
                    links.append(url)
    return images, links


_join = lru_cache(maxsize=4096)(join_url)


def build_threads(rows: Sequence[Row], tree: PageTree, place: Place) -> list[Thread]:
    """Make threads of the rows of a list."""
    return threads_of([_read_row(row) for row in rows], tree.page, place)


def _read_row(row: Row) -> ReadRecord:
    time = row.last_post
    values = {
        "url": row.link.url,
        "title": title_of(row.link),
        "author": row.author,
        "replies": str(row.replies) if row.replies is not None else None,
        "views": str(row.views) if row.views is not None else None,
        "last_post": time.raw if time is not None else None,
        "last_post_full": time.full if time is not None else None,
        "sticky": "sticky" if row.sticky else None,
    }
    return ReadRecord({name: value for name, value in values.items() if value})


def _replies(values: Mapping[str, str]) -> int | None:
    """Return the replies of a row; a number of posts counts the opening one too."""
    posts = count_in(values.get("posts"))
    if values.get("replies") or posts is None:
        return count_in(values.get("replies"))
    return max(posts - 1, 0)


def threads_of(reads: Sequence[ReadRecord], page: Page, place: Place) -> list[Thread]:
    """Make threads of the rows that were read from a list; a row that leads nowhere is none.

    Where none shows replies or a time, what the page tells its scripts of them is taken.
    """
    out = []
    told: dict[str, ReadRecord] = {}
    if not any(_MOVING.intersection(read.values) for read in reads):
        told = {read.values["title"]: read for read in reversed(api_threads(page))}
    for read in reads:
        values = read.values
        if told and (known := told.get(squeeze(values.get("title", "")))) is not None:
            values = {**known.values, **values}
        url = address_of(page.base_url, values.get("url"))
        if url is None:
            continue
        parsed = first_time((values.get("last_post_full"), values.get("last_post")), place)
        out.append(
            Thread(
                key=thread_key(place.site, url),
                site=place.site,
                url=url,
                title=squeeze(values.get("title", "")) or None,
                board=place.board,
                author=values.get("author") or None,
                replies=_replies(values),
                views=count_in(values.get("views")),
                last_post=parsed.iso if parsed is not None else None,
                last_post_raw=_shown(values, "last_post"),
                sticky=bool(values.get("sticky")),
                fetched=page.fetched.isoformat(timespec="seconds"),
            )
        )
    return out
