"""What the data of a page is about: a thread, an article, a list, or nothing to be read.

A page's data holds more than what it shows: other threads, members, texts of buttons, reviews,
drafts. What is shown agrees with the title or the address of the page, or there is nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fpcrawl.pages.shapes import url_shape
from fpcrawl.pages.state.content import StateContent, StatePost, StateRow
from fpcrawl.pages.state.fields import (
    Object,
    address_of,
    bare_name,
    count_of,
    floor_of,
    grows,
    head_of,
    id_of,
    is_gone,
    last_time_of,
    name_of,
    person_name,
    time_of,
    title_of,
    words_of,
)
from fpcrawl.pages.state.objects import attributed
from fpcrawl.pages.state.texts import letters_of, text_of
from fpcrawl.pages.urls import join_url, url_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fpcrawl.pages.state.naming import Names
    from fpcrawl.pages.state.objects import Group, Objects

__all__ = ["choose"]

#: Posts and rows of a page, and answers within answers.
MAX_POSTS, MAX_ROWS, MAX_NESTED = 500, 400, 40
#: Characters of the posts of a page: what is told once can be named in all of them.
MAX_SAID = 3_000_000
#: Objects beside posts that are looked at.
MAX_BESIDE = 40
#: Share of objects that have words and a time, a writer, and a title of their own.
WORDED, WRITTEN, TITLED = 0.6, 0.5, 0.6
#: Characters of a body that count, and what a post counts beside.
BODY_CHARS, EACH = 500, 30
#: Weight of posts that are called so, of those of what the page is about, and without writers.
CALLED, OWN, NAMELESS = 1.5, 4.0, 0.4
#: Rows of a list.
MIN_ROWS = 2
MAX_STARS = 5
#: Letters of a text that stands alone, at least.
MIN_ALONE = 150
#: Letters by which the beginning of a text is known.
BEGINNING = 30

_POSTS = frozenset(
    """
    post posts comment comments reply replies answer answers message messages floor floors stream
    response responses thread children subcomments
    """.split()
)
#: What is beside what a page shows, or is shown only to some.
_BESIDE = frozenset(
    """
    related recommend recommended recommendation recommendations recommends similar suggested
    suggestion suggestions suggest sidebar aside widget widgets trending ads ad advert adverts
    sponsored promo promoted notification notifications review reviews rating ratings draft drafts
    changelog release releases version versions revision revisions history autocomplete i18n locale
    locales messagesbundle translation translations footer header banner banners announcement
    announcements activity activities faq faqs plans pricing product products chat livechat support
    inbox modal popup dialog terms policy cookie cookies consent
    """.split()
)
#: Of these what people talk of, too: ``supportThread``, ``productQuestions``.
_SUBJECTS = frozenset(
    """
    product products support review reviews release releases version versions pricing plans
    activity activities faq faqs history policy terms chat
    """.split()
)
#: What gathers posts of other threads.
_GATHERED = frozenset("recent latest hot popular top newest others featured".split())
_ARTICLE = frozenset("article articles news story stories newsarticle editorial column".split())
_THREAD = frozenset(
    """
    thread threads topic topics question questions discussion discussions forum forums bbs answer
    answers
    """.split()
)
#: What has posts of its own, not those of others: ``topic.latestPosts``.
_OWNS = _ARTICLE | frozenset("thread topic question discussion post".split())
#: What tells of the site, in words and with a title of its own.
_NOTICES = frozenset(
    """
    notice notices alert alerts maintenance outage status privacy legal imprint onboarding welcome
    about help config settings site seo tenant organization company
    """.split()
)
_THREAD_IDS = frozenset("threadid topicid questionid discussionid".split())
#: Fields of what is answered, not commented.
_ANSWERED = frozenset(
    """
    tid replies replycount repliescount replynum answers answercount lastpostat lastpostedat
    lastreplyat lastreplytime
    """.split()
)
#: Names of what wraps a list, and how often one does.
_WRAPS = ("edges", "nodes", "items", "list", "data", "children", "results")
MAX_WRAPS = 4
#: What answers to a post are called that are posts like it.
_SAME = frozenset("reply replies children subcomments response responses thread nodes".split())
_COMMENTS = frozenset("comment comments response responses".split())
_RATED = frozenset("rating stars reviewrating ratingvalue starrating".split())
_FURTHER = frozenset("next nextpage nextpageurl nexturl nextlink nextpagelink".split())


@dataclass(slots=True)
class _Choice:
    group: Group
    posts: list[StatePost]
    owner: Object | None
    score: float


def choose(objects: Objects, names: Names) -> StateContent | None:
    """Return what the data of a page is about, ``None`` where that is nothing."""
    if names.url.endswith("/") and urlsplit(names.url).path == "/":
        return _list_of(objects, names)  # a start page: talk and news stand beside its lists
    main = _main(objects, names)
    best = _best_posts(objects, names, main)
    if best is None and (main is None or not _speaks(objects, main[0])):
        return _list_of(objects, names)
    thing, path = main if main is not None else (None, ())
    owner = thing if thing is not None else best.owner if best is not None else None
    title = title_of(attributed(owner), named=True) if owner is not None else None
    opening = _opening(objects, thing) if thing is not None else None
    posts = list(best.posts) if best is not None else []
    number = id_of(thing) if thing is not None else None
    same = any(_is_same(post, opening, number) for post in posts) if opening is not None else False
    if opening is not None and not same:
        posts.insert(0, opening)
    elif best is not None:
        opening = None
    if not posts:
        return None
    commented = best is not None and any(words_of(n) & _COMMENTS for n in best.group.path[-2:])
    return StateContent(
        "article" if thing is not None and _is_article(thing, path) else "thread",
        title,
        _numbered_once(_told_once(posts)[:MAX_POSTS]),
        further=_further(objects, owner, names),
        agrees=owner is not None and names.agree(owner),
        opened=opening is not None and len(posts) > 1,
        beneath=opening is not None and commented,
    )


def _speaks(objects: Objects, thing: Object) -> bool:
    """Whether an object with the title of the page has words of its own; boards are described."""
    return bool(text_of(thing)) or (
        name_of(thing, objects.known)[0] is not None and _list_of(objects, None) is None
    )


def _opening(objects: Objects, thing: Object) -> StatePost | None:
    """Read what has a title; who wrote it can be told beside it."""
    post = _post(objects, thing, weak=True)
    if post is None:
        return None
    # Threads are numbered for themselves.
    post.post_id = post.floor = None
    if post.author in (None, title_of(thing, named=True)):
        around = objects.above.get(id(thing))
        told = name_of(around, objects.known) if around is not None else (None, None)
        post.author, post.author_url = told
    return post


def _is_same(post: StatePost, opening: StatePost, number: str | None) -> bool:
    """Whether an opening stands among the posts, too: its words can be written otherwise there."""
    if number is not None and (post.post_id, post.time) == (number, opening.time):
        return True
    if post.author is not None and (post.author, post.time) == (opening.author, opening.time):
        return True
    # What describes a thread can be how it begins.
    begins, other = (letters_of(one.html)[:BEGINNING] for one in (post, opening))
    return begins == other != ""


def _told_once(posts: Sequence[StatePost]) -> list[StatePost]:
    """Leave out what is told again, as the best answer is."""
    told = {(post.post_id or id(post), post.time, post.html): post for post in posts}
    return list(told.values())


def _numbered_once(posts: list[StatePost]) -> list[StatePost]:
    """Take numbers that several posts have for those of something else."""
    for name in ("post_id", "floor", "url"):
        told = [value for post in posts if (value := getattr(post, name)) is not None]
        if len(set(told)) < len(told):
            for post in posts:
                setattr(post, name, None)
    return posts


# -- what the page is about


def _main(objects: Objects, names: Names) -> tuple[Object, tuple[str, ...]] | None:
    """Return the object with words, a time and a title that the page is about."""
    found: list[tuple[bool, int, Object, tuple[str, ...]]] = []
    listed = _listed(objects)
    for thing, path in objects.alone:
        if is_gone(thing) or _is_rated(thing) or not names.agree(thing):
            continue
        if _is_beside(path[-1:] if names.address(thing) else path):
            continue
        titled = title_of(thing, named=True) is not None
        # The address of a page can be that of one of its posts.
        if titled or id(thing) not in listed:
            found.append((titled, len(text_of(thing, weak=True)), thing, path))
    if not found:
        return _lone_text(objects, listed) if names.bare else None
    _, _, thing, path = max(found, key=lambda one: one[:2])
    return thing, path


def _listed(objects: Objects) -> set[int]:
    """Objects that stand beside others, by their identity."""
    return {id(one) for group in objects.groups if len(group.items) > 1 for one in group.items}


def _lone_text(objects: Objects, listed: set[int]) -> tuple[Object, tuple[str, ...]] | None:
    """Return the only text with a title that stands in no list; ``None`` where there are others."""
    found = [
        (thing, path)
        for thing, path in objects.alone
        if id(thing) not in listed
        and not (_is_beside(path) or is_gone(thing) or _is_rated(thing))
        and not (path and words_of(path[-1]) & _NOTICES and head_of(path[-1]) not in _OWNS)
        and title_of(thing) is not None
        and len(letters_of(text_of(thing)[:BODY_CHARS])) >= MIN_ALONE
    ]
    return found[0] if len(found) == 1 else None


def _is_article(thing: Object, path: tuple[str, ...]) -> bool:
    """Whether a text with a title is no thread, by what it is called, likeliest name first."""
    own = {bare_name(name) for name in thing}
    if own & _ANSWERED:
        return False
    kind = thing.get("__typename") or thing.get("type") or thing.get("kind")
    for name in (kind, *reversed(path)):
        words = words_of(name) if isinstance(name, str) else frozenset()
        if words & _THREAD:
            return False
        if words & _ARTICLE:
            return True
    return any(name.startswith("article") for name in own)


def _is_beside(path: Sequence[str]) -> bool:
    return any(map(_names_beside, path))


def _names_beside(name: str) -> bool:
    """Whether a name is that of what stands beside what a page shows, not of talk about such."""
    words = words_of(name)
    told = words & _BESIDE
    if told and told <= _SUBJECTS:
        head = head_of(name)
        return not (head in _THREAD or (head in _POSTS and words & _THREAD))
    return bool(told) or bare_name(name) in _BESIDE


def _is_within_beside(objects: Objects, group: Group, names: Names) -> bool:
    """Whether objects are beside what the page shows, and not within what its address names."""
    if not _is_beside(group.path):
        return False
    around = _around(objects, group)
    own = next((objects.paths[id(thing)] for thing in around if names.address(thing)), ())
    return _is_beside(group.path[max(len(own) - 1, 0) :])


def _is_rated(thing: Object) -> bool:
    """Whether an object rates something by stars, as reviews do; votes have any number."""
    rated = [value for name, value in thing.items() if bare_name(name) in _RATED]
    return any(isinstance(one, int | float) and 1 <= one <= MAX_STARS for one in rated)


# -- posts


def _best_posts(
    objects: Objects, names: Names, main: tuple[Object, tuple[str, ...]] | None
) -> _Choice | None:
    best: _Choice | None = None
    for group in objects.groups:
        if _is_within_beside(objects, group, names) or not _may_be_posts(group):
            continue
        posts = list(_posts_of(objects, group))
        if not posts:
            continue
        owner = _owner(objects, group, names, main)
        called = any(words_of(name) & _POSTS for name in group.path[-2:])
        if owner is None and not (names.bare and called and not _is_feed(group, names)):
            continue
        if owner is not None and _is_writer(owner, posts):
            continue
        written = sum(post.author is not None for post in posts)
        score = float(sum(min(len(post.html), BODY_CHARS) + EACH for post in posts))
        score *= CALLED if called else 1.0
        score *= OWN if owner is not None else 1.0
        score *= 1.0 if written >= WRITTEN * len(posts) else NAMELESS
        if written < WRITTEN * len(posts) and (owner is None or not called):
            continue
        if best is None or score > best.score:
            best = _Choice(group, posts, owner or _titled(objects, group), score)
    return best


def _may_be_posts(group: Group) -> bool:
    """Whether most objects of a group have words and a time, and no titles as rows do."""
    items = [thing for thing in group.items if not is_gone(thing)]
    *around, name = group.path or ("",)
    if words_of(name) & _GATHERED and around and head_of(around[-1]) in _OWNS:
        name = ""
    if any(words_of(n) & _GATHERED for n in (*around, name)) or all(map(_is_rated, items)):
        return False
    worded = [thing for thing in items if time_of(thing) is not None and text_of(thing)]
    if not worded or len(worded) < WORDED * len(items):
        return False
    if len({title for thing in items if (title := _thread_of(thing))}) > 1:
        return False
    titles = [title for thing in worded if (title := title_of(thing))]
    titled = len(titles) >= TITLED * len(worded)
    return not (titled and len({t.removeprefix("Re: ") for t in titles}) > 1) and not (
        titled and len(worded) == 1 and address_of(worded[0]) is not None
    )


def _is_feed(group: Group, names: Names) -> bool:
    """Whether posts that nothing joins are of several threads, or have pages of their own."""
    told = (_thread_number(thing) for thing in group.items)
    if len({thread for thread in told if thread is not None}) > 1:
        return True
    here = url_key(names.url).partition("?")[0]
    urls = [url for thing in group.items if (url := address_of(thing)) is not None]
    paths = (url_key(join_url(names.base, url)).partition("?")[0] for url in urls if "#" not in url)
    return len({path for path in paths if path != here and not path.startswith(f"{here}/")}) > 1


def _thread_number(thing: Object) -> Any:
    """Return the number of the thread that a post names."""
    told = (value for name, value in thing.items() if bare_name(name) in _THREAD_IDS)
    return next((value for value in told if isinstance(value, str | int)), None)


def _is_writer(owner: Object, posts: Sequence[StatePost]) -> bool:
    """Whether posts are those of the member whom a page is about, in any threads."""
    owner = attributed(owner)
    writer = person_name(owner)
    return writer not in {None, title_of(owner)} and {post.author for post in posts} == {writer}


def _thread_of(thing: Object) -> str | None:
    """Return the title of the thread that a post says it is of, as those of a member's page do."""
    inner = (value for name, value in thing.items() if words_of(name) & _THREAD)
    return next(
        (title for one in inner if isinstance(one, dict) and (title := title_of(one))), None
    )


def _owner(
    objects: Objects,
    group: Group,
    names: Names,
    main: tuple[Object, tuple[str, ...]] | None,
) -> Object | None:
    """Return the object around posts that the page is about, or what they all belong to."""
    around = _around(objects, group)
    # Beside them: {"topic": {...}, "posts": [...]}.
    inside = (inner for thing in around[:2] for inner in islice(thing.values(), MAX_BESIDE))
    beside = [inner for inner in inside if isinstance(inner, dict)]
    owner = max([*around, *beside], key=names.sureness, default=None)
    if owner is not None and names.agree(owner):
        return owner
    if main is not None and (key := id_of(main[0])) is not None:
        named = sum(_refers(thing, key) for thing in group.items)
        if named >= WORDED * len(group.items):
            return main[0]
    return None


def _around(objects: Objects, group: Group, levels: int = 6) -> list[Object]:
    """Objects around a group, innermost first."""
    if group.holder is None:
        return []
    return [group.holder, *objects.holders(group.holder, levels)]


def _refers(thing: Object, key: str) -> bool:
    """Whether an object names another by its number: ``topicId``, ``question: {id}``."""
    for name, value in thing.items():
        bare = bare_name(name)
        if bare in {"id", "_id"}:
            continue
        told = value.get("id") or value.get("__ref") if isinstance(value, dict) else value
        if isinstance(told, str | int) and not isinstance(told, bool):
            text = str(told)
            if text == key or text.endswith(f":{key}"):
                return True
    return False


def _titled(objects: Objects, group: Group) -> Object | None:
    """Return the nearest object around posts that has a title."""
    around = _around(objects, group, 3)
    return next((thing for thing in around if title_of(attributed(thing))), None)


def _posts_of(objects: Objects, group: Group) -> Iterator[StatePost]:
    """Yield the posts of a group with their answers behind them."""
    kind = frozenset(word for name in group.path[-2:] for word in words_of(name)) or _POSTS
    posts: list[StatePost] = []
    left = MAX_SAID
    for post in islice(_flat(objects, group.items, kind, 0, set()), MAX_POSTS):
        left -= len(post.html)
        if left < 0:
            break
        posts.append(post)
    if group.keyed:
        posts.sort(key=lambda post: (post.floor or 0, post.time))
    elif all(post.floor is not None for post in posts):
        posts.sort(key=lambda post: post.floor or 0)
    yield from posts


def _flat(
    objects: Objects, items: Sequence[Any], kind: frozenset[str], depth: int, seen: set[int]
) -> Iterator[StatePost]:
    """Yield posts and their answers; what has no kind has numbers that others can have, too."""
    for one in items:
        thing = objects.plain(one)
        if thing is None or id(one) in seen:
            continue
        seen.add(id(one))
        post = None if is_gone(thing) else _post(objects, thing)
        if post is None:
            continue
        if not kind:
            post.post_id = None
        yield post
        if depth < MAX_NESTED:
            for words, answers in _answers(thing):
                # Comments on answers are numbered for themselves.
                same = kind if words & (kind | _SAME) else frozenset[str]()
                yield from _flat(objects, answers, same, depth + 1, seen)


def _answers(thing: Object) -> Iterator[tuple[frozenset[str], list[Any]]]:
    """Yield lists of answers within a post, however they are wrapped, by the words for them."""
    for name, value in thing.items():
        words = words_of(name)
        if words & _POSTS and not _is_beside([name]):
            inner = _unwrapped(value)
            if isinstance(inner, list):
                yield words, inner


def _unwrapped(value: Any) -> Any:
    """Return the list that objects hold under names that tell nothing."""
    for _ in range(MAX_WRAPS):
        if not isinstance(value, dict):
            break
        inner = (value[name] for name in _WRAPS if isinstance(value.get(name), list | dict))
        value = next(inner, None)
    return value


def _post(objects: Objects, thing: Object, *, weak: bool = False) -> StatePost | None:
    time, text = time_of(thing), text_of(thing, weak=weak)
    if time is None or not text:
        return None
    author, author_url = name_of(thing, objects.known)
    return StatePost(
        text,
        time,
        author,
        author_url,
        id_of(thing),
        floor_of(thing),
        None if title_of(thing) else address_of(thing),
    )


# -- lists


def _list_of(objects: Objects, names: Names | None) -> StateContent | None:
    """Return the rows of all lists of threads or articles, ``None`` without any.

    Without ``names`` nothing is asked of a next page.
    """
    rows: dict[str, StateRow] = {}
    longest: tuple[int, Object | None] = 0, None
    for group in objects.groups:
        if _is_beside(group.path):
            continue
        found = [(thing, row) for thing in group.items if (row := _row(objects, thing)) is not None]
        moving = sum(row.time is not None or grows(thing) for thing, row in found)
        if len(found) < MIN_ROWS or moving < WORDED * len(found):
            continue
        longest = max(longest, (len(found), group.holder), key=lambda one: one[0])
        for _, row in found:
            rows.setdefault(row.url, row)
    if not rows:
        return None
    further = _further(objects, longest[1], names) if names is not None else None
    return StateContent("index", rows=list(islice(rows.values(), MAX_ROWS)), further=further)


def _row(objects: Objects, thing: Object) -> StateRow | None:
    title, url = title_of(thing, named=True), address_of(thing)
    if title is None or url is None or is_gone(thing):
        return None
    return StateRow(
        title,
        url,
        name_of(thing, objects.known)[0],
        last_time_of(thing) or time_of(thing),
        count_of(thing, "replies"),
        count_of(thing, "views"),
    )


def _further(objects: Objects, owner: Object | None, names: Names) -> str | None:
    """Return the address of the next page where the data tells it."""
    around = [owner, *objects.holders(owner)] if owner is not None else []
    own = url_shape(names.url).partition("?")[0]
    for thing in around:
        for name, value in thing.items():
            for told in (value, value.get("url")) if isinstance(value, dict) else (value,):
                if bare_name(name) not in _FURTHER or not isinstance(told, str):
                    continue
                url = address_of({"url": told})
                if url and url_shape(join_url(names.base, url)).startswith(own):
                    return url
    return None
