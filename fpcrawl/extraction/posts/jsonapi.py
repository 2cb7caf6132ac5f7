"""Posts and threads in documents of JSON:API that a page carries for its scripts.

Software that makes its pages in the browser (Flarum, Ember) sends what they show along, and
to readers without scripts a page without times. Source: https://jsonapi.org/format/1.1/
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.posts.stateposts import state_posts
from fpcrawl.extraction.templates.model import ReadRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.pages.page import Page

__all__ = ["api_posts", "api_threads", "shown_or_told"]

#: Longer blocks are left alone.
MAX_JSON = 5_000_000
#: How deep a document lies in what surrounds it.
MAX_DEPTH = 3
MAX_RESOURCES = 5_000
#: Names of attributes, of which JSON:API prescribes none; without "-" and "_", in small letters.
_NAMES = ("displayname", "username", "nickname", "name", "login")
_HTML = ("contenthtml", "bodyhtml", "messagehtml", "html", "cooked", "content", "body")
_TIMES = ("createdat", "postedat", "publishedat", "created", "date", "time")
_TITLES = ("title", "subject", "name")
_LAST = ("lastpostedat", "lastpostat", "lastreplyat", "bumpedat")
_COUNTS = ("commentcount", "postcount", "postscount")
_REPLIES = ("replycount", "repliescount", "replies")
_WRITERS = ("user", "author", "creator", "owner", "startuser", "member")

Resource = dict[str, Any]


def api_posts(page: Page) -> list[ReadRecord]:
    """Return the posts of the thread that a page is about, in their order.

    They are resources of a document whose primary data is one resource, the thread, that tells
    of them as its own, and have a time and words. Empty for a page without.
    """
    for document in _documents(page):
        thread = document["data"]
        if not isinstance(thread, dict):
            continue
        known = _included(document)
        own = {
            key
            for link in _relationships(thread).values()
            if isinstance(link, dict) and isinstance(link.get("data"), list)
            for key in map(_key, link["data"])
        }
        posts = [known[key] for key in known if key in own]
        reads = [read for post in posts if (read := _read_post(post, known)) is not None]
        if reads:
            return sorted(reads, key=_place)
    return []


def shown_or_told(page: Page, shown: PostGroup | None) -> tuple[PostGroup | None, list[ReadRecord]]:
    """Return what is shown as posts, or what scripts are told of them; the other is empty.

    What scripts are told is surer than days in somebody's words.
    """
    told = api_posts(page) or state_posts(page)
    # What such a page shows was made of what it tells.
    if told and (page.state is not None or shown is None or len(shown.posts) <= len(told)):
        return None, told
    return shown, []


def api_threads(page: Page) -> list[ReadRecord]:
    """Return what a list's page tells of its threads: title, writer, counts, last post."""
    for document in _documents(page):
        if isinstance(document["data"], list):
            known = _included(document)
            reads = (_read_thread(one, known) for one in document["data"][:MAX_RESOURCES])
            found = [read for read in reads if read is not None]
            if found:
                return found
    return []


def _documents(page: Page) -> Iterator[dict[str, Any]]:
    """Documents in the page's blocks of JSON; what is no JSON is skipped."""
    for script in page.root.iter("script"):
        kind = (script.get("type") or "").partition(";")[0].strip().lower()
        text = script.text or ""
        if not kind.endswith("json") or kind.endswith("ld+json") or len(text) > MAX_JSON:
            continue
        if '"attributes"' not in text or '"included"' not in text:
            continue
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            continue
        yield from _within(value, MAX_DEPTH)


def _within(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if not isinstance(value, dict):
        return
    if isinstance(value.get("included"), list) and isinstance(value.get("data"), dict | list):
        yield value
    elif depth:
        for inner in value.values():
            yield from _within(inner, depth - 1)


def _included(document: dict[str, Any]) -> dict[tuple[str, str], Resource]:
    resources = document["included"][:MAX_RESOURCES]
    return {_key(one): one for one in resources if isinstance(one, dict)}


def _key(resource: Any) -> tuple[str, str]:
    if not isinstance(resource, dict):
        return "", ""
    return str(resource.get("type")), str(resource.get("id"))


def _attributes(resource: Resource) -> dict[str, Any]:
    attributes = resource.get("attributes")
    if not isinstance(attributes, dict):
        return {}
    return {_bare(str(name)): value for name, value in attributes.items()}


def _relationships(resource: Resource) -> dict[str, Any]:
    links = resource.get("relationships")
    if not isinstance(links, dict):
        return {}
    return {_bare(str(name)): link for name, link in links.items()}


def _bare(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


def _string(attributes: dict[str, Any], names: Iterable[str]) -> str:
    """First of some attributes that is a text or a number."""
    for name in names:
        value = attributes.get(name)
        if isinstance(value, bool) or not isinstance(value, str | int):
            continue
        if str(value).strip():
            return str(value).strip()
    return ""


def _writer(resource: Resource, known: dict[tuple[str, str], Resource]) -> str:
    links = _relationships(resource)
    for name in _WRITERS:
        link = links.get(name)
        user = known.get(_key(link.get("data"))) if isinstance(link, dict) else None
        if user is not None:
            return _string(_attributes(user), _NAMES)
    return ""


def _read_post(post: Resource, known: dict[tuple[str, str], Resource]) -> ReadRecord | None:
    """Read a post; ``None`` for what has no words, as a notice that a thread was closed."""
    attributes = _attributes(post)
    html, time = _string(attributes, _HTML), _string(attributes, _TIMES)
    if not html or not time or attributes.get("ishidden") is True:
        return None
    values = {
        "author": _writer(post, known),
        "time_full": time,
        "post_id": str(post.get("id") or ""),
        "floor": _string(attributes, ("number", "postnumber")),
    }
    return ReadRecord({name: value for name, value in values.items() if value}, html=html)


def _place(read: ReadRecord) -> tuple[int, str]:
    floor = read.values.get("floor", "")
    return int(floor) if floor.isascii() and floor.isdigit() else 0, read.values["time_full"]


def _read_thread(thread: Any, known: dict[tuple[str, str], Resource]) -> ReadRecord | None:
    if not isinstance(thread, dict):
        return None
    attributes = _attributes(thread)
    values = {
        "title": _string(attributes, _TITLES),
        "author": _writer(thread, known),
        "replies": _string(attributes, _REPLIES),
        "posts": _string(attributes, _COUNTS),
        "last_post_full": _string(attributes, _LAST),
        "sticky": "sticky" if attributes.get("issticky") is True else "",
    }
    if not values["title"] or not (
        values["posts"] or values["replies"] or values["last_post_full"]
    ):
        return None
    return ReadRecord({name: value for name, value in values.items() if value})
