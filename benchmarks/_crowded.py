"""Recorded pages among what other sites put around and between the same records.

Adverts, lists of other threads, forms, polls, rows of buttons: no label of a page tells of them,
so the labels stay true. A page gets some of them, chosen by a hash of its source.
"""

from __future__ import annotations

import hashlib
import random
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from typing import TYPE_CHECKING, Any

from benchmarks._crowdwords import NAMES, PEOPLE, TIMES, TITLES, WORDS
from benchmarks._sourceplaces import TextSource, find_places, paragraphs_of
from fpcrawl.pages.charset import decide_charset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from benchmarks._sourceplaces import Gap, Spot

__all__ = ["ADDITIONS", "NOTHING_KNOWN", "Known", "crowded"]

_FEWEST, _MOST = 4, 8
_CJK = re.compile(r"[\u3400-\u9fff]")
_GERMAN = re.compile(r">[^<]*?\b(?:und|der|ist|nicht)\b")
_BOX = re.compile(r"<(?P<end>/?)(?:div|p|h[1-6]|table|tr|td|ul|li|hr|form)\b[^>]*>")
_DIGITS = re.compile(r"\d+")
_BETWEEN_NAMES = re.compile(r"\s*[,;、&/]\s*|\s+and\s+")
#: What times and longer texts of a truth are called.
_TIMES = ("time", "time_shown", "last_time_text", "date")
_BODIES = ("body", "comments_text")
_NETWORKS = ("Twitmore", "Facepage", "Mailbox")
#: Elements that hold no boxes.
_LINE_ONLY = frozenset({"p", "a", "b", "strong", "span", "em", "i", "font", "small", "label"})
#: What lists and tables hold instead.
_WRAPPED = {
    **dict.fromkeys(("ul", "ol", "menu"), "<li{1}>{0}</li>"),
    **dict.fromkeys(("table", "tbody", "thead", "tfoot"), '<tr{1}><td colspan="8">{0}</td></tr>'),
    "dl": "<dd{1}>{0}</dd>",
}
#: Where nothing can be put.
_CLOSED = frozenset({"tr", "colgroup", "select", "", "head"})


@dataclass(frozen=True, slots=True)
class Known:
    """What the labels of a page tell.

    Attributes
    ----------
    posts
        Author and text of each post, the text in all forms in which it may be right.
    article
        Text of the article.
    threads
        Address and title of the threads of a list.
    names, titles, times
        Names of all who wrote, titles, and times as they are shown.
    bodies
        Text of an article, or of a page of which no posts are told.
    """

    url: str = ""
    charset: str | None = None
    posts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    article: str = ""
    threads: tuple[tuple[str, str], ...] = ()
    names: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    bodies: tuple[str, ...] = ()
    now: datetime = datetime(2026, 1, 1, 10, 31, tzinfo=UTC)

    @classmethod
    def of(cls, row: dict[str, Any]) -> Known:
        """Return what a line of a manifest tells."""
        truth = row.get("truth") or {}
        is_article = row.get("page_type") in {"article", "comments"}
        when = row.get("fetched_at")
        rows = [*(truth.get("posts") or ()), *(truth.get("threads") or ()), truth]
        told: dict[str, Any] = {
            "names": frozenset(_names(rows)),
            "titles": frozenset(str(one["title"]) for one in rows if one.get("title")),
            "times": frozenset(
                one[key] for one in rows for key in _TIMES if isinstance(one.get(key), str)
            ),
            "bodies": tuple(str(truth[key]) for key in _BODIES if truth.get(key)),
        }
        if when:
            told["now"] = datetime.fromisoformat(when).astimezone(_zone(truth))
        return cls(
            str(row.get("final_url") or row.get("url") or ""),
            row.get("charset"),
            tuple(
                (str(post.get("author") or ""), (str(post.get("body_own") or ""), post["body"]))
                for post in truth.get("posts") or ()
            ),
            str(truth.get("body") or "") if is_article else "",
            tuple(
                (str(one["url"]), str(one.get("title") or "")) for one in truth.get("threads") or ()
            ),
            **told,
        )


NOTHING_KNOWN = Known()


def _names(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        for value in (row.get("author"), row.get("last_poster")):
            for name in value if isinstance(value, list) else [value]:
                if name:
                    yield str(name)
                    yield from _BETWEEN_NAMES.split(str(name))


def _zone(truth: dict[str, Any]) -> tzinfo:
    """Return the zone of the times that are true, as far as it is known."""
    rows = [*(truth.get("posts") or ()), *(truth.get("threads") or ()), truth]
    for text in (row.get(key) for row in rows for key in ("time", "last_post_time", "date")):
        with suppress(TypeError, ValueError):
            if (zone := datetime.fromisoformat(text).tzinfo) is not None:
                return zone
    return UTC


class _Crowd:
    """Makes what is put into one page."""

    def __init__(self, page: TextSource, known: Known, chance: random.Random) -> None:
        self.known = known
        self.chance = chance
        self.article = bool(known.article) and not known.posts
        self.lang = _language(page)
        if self.article:
            records = paragraphs_of(known.article)
        else:
            records = list(known.posts) or [("", (title,)) for _, title in known.threads]
        self.places = find_places(page, records)
        #: Whether classes tell what a box is; ``None``: there are none.
        self._telling = chance.choice((True, True, False, None))
        self._box = chance.choice(("div", "div", "section", "aside"))
        self._form = chance.choice(TIMES[self.lang])
        self._said: dict[str, str] = {}
        self._wanted = chance.choice((1, 1, 2, 4))

    # Words

    def say(self, key: str, *values: object) -> str:
        """Return what a page says, always in the same form."""
        if key not in self._said:
            self._said[key] = self.chance.choice(WORDS[self.lang][key])
        return escape(self._said[key].format(*values))

    def name(self) -> str:
        return self.chance.choice(PEOPLE if self.article else NAMES)

    def title(self) -> str:
        return escape(self.chance.choice(TITLES[self.lang]))

    def when(self) -> str:
        ago = timedelta(minutes=self.chance.randrange(30, 900_000))
        return (self.known.now - ago).strftime(self._form)

    def number(self, most: int = 400) -> int:
        return self.chance.randrange(2, most)

    # Markup

    def c(self, name: str) -> str:
        """Return the class attribute of a box that is called so."""
        if self._telling is None:
            return ""
        return f' class="{name if self._telling else _strange(name)}"'

    def address(self) -> str:
        """Return the address of another page: one like this page's own, or like its threads."""
        if self.known.threads:
            return escape(self.chance.choice(self.known.threads)[0])
        url = self.known.url
        numbers = list(_DIGITS.finditer(url.partition("://")[2]))
        if not numbers:
            return f"/more/{self.number(9000)}"
        start = url.index("://") + 3
        last = numbers[-1]
        other = str(self.number(9000)).rjust(len(last[0]), "1")
        return escape(url[: start + last.start()] + other + url[start + last.end() :])

    def link(self, text: str, url: str | None = None) -> str:
        return f'<a href="{url or self.address()}">{text}</a>'

    def member(self) -> str:
        name = self.name()
        return self.link(escape(name), f"/members/{1 + [*NAMES, *PEOPLE].index(name)}")

    def box(self, name: str, inside: str, more: str = "") -> str:
        return f"<{self._box}{self.c(name)}{more}>{inside}</{self._box}>"

    def put(self, spot: Spot | None, name: str, inside: str) -> Iterator[tuple[int, str]]:
        """Yield where a box goes and its source, in what the element there can hold."""
        spot = spot or self.places.end
        if spot.tag in _CLOSED:
            return
        if spot.tag in _LINE_ONLY:
            yield spot.at, f"<span{self.c(name)}>{_BOX.sub(_line, inside)}</span>"
        elif wrapper := _WRAPPED.get(spot.tag):
            yield spot.at, wrapper.format(inside, self.c(name))
        else:
            yield spot.at, self.box(name, inside)

    # Between the records

    def _some_gaps(self) -> Sequence[Gap]:
        gaps = self.places.gaps
        return gaps[:: self._wanted]

    def adverts(self) -> Iterator[tuple[int, str]]:
        """Put adverts between records: a picture, a frame, a teaser."""
        form = self.chance.randrange(5)
        for gap in self._some_gaps():
            link = self.link(self.say("offer"), "http://offers.invalid/go?x=1")
            label, words = self.say("advert"), self.say("offer_words")
            more = self.link(self.say("more"), "http://offers.invalid/go?x=2")
            inside = (
                f"<small>{label}</small><br>{link}",
                '<ins><iframe src="http://offers.invalid/f" width="728"></iframe></ins>',
                f"<b>{link}</b><p>{words} {more}</p>",
                '<a href="http://offers.invalid/3"><img src="http://offers.invalid/3.png"></a>',
                f"<div>{label}</div><h4>{link}</h4><div>{words}</div>",
            )[form]
            yield from self.put(gap, "advert", inside)

    def tops(self) -> Iterator[tuple[int, str]]:
        """Put links to the top between records."""
        for gap in self.places.gaps:
            yield from self.put(gap, "totop", self.link(self.say("top"), "#top"))

    def related(self) -> Iterator[tuple[int, str]]:
        """Put a list of other threads behind the first post or the last."""
        gaps = [gap for gap in self.places.gaps if gap.number == 1] if self.known.posts else []
        spot = self.chance.choice([self.places.below, *gaps])
        yield from self.put(spot, "related", self._list("related"))

    def latest(self) -> Iterator[tuple[int, str]]:
        """Put a list of the latest posts beside all else, with how they begin."""
        spot = self.chance.choice((self.places.top, self.places.end))
        rows = "".join(
            f"<li><b>{self.member()}</b> {self.link(self.title())}"
            f"<div>{escape(self.chance.choice(WORDS[self.lang]['teaser']))}…</div><small>{self.when()}</small></li>"
            for _ in range(self.number(9))
        )
        head = f"<h3>{self.say('latest')}</h3>"
        yield from self.put(spot, "latest-posts", f"{head}<ul>{rows}</ul>")

    def _list(self, key: str) -> str:
        count = self.number(9)
        replies = [self.say("replies", self.number()) for _ in range(count)]
        form = self.chance.randrange(3)
        if form == 0:
            rows = "".join(
                f"<tr><td>{self.link(self.title())}</td><td>{self.member()}</td>"
                f"<td>{one}</td><td>{self.when()}</td></tr>"
                for one in replies
            )
            rows = f"<table{self.c('list')}>{rows}</table>"
        elif form == 1:
            rows = "".join(
                f"<li>{self.link(self.title())} <span>{self.say('by', self.name())}, "
                f"{self.when()}</span></li>"
                for _ in replies
            )
            rows = f"<ul>{rows}</ul>"
        else:
            rows = "".join(
                f"<div{self.c('item')}><div>{self.link(self.title())}</div>"
                f"<div>{self.member()} &middot; {self.when()} &middot; {one}</div></div>"
                for one in replies
            )
        return f"<h4>{self.say(key)}</h4>{rows}"

    # In a record

    def ranks(self) -> Iterator[tuple[int, str]]:
        """Put ranks, counts and dates of members below their names."""
        form = self.chance.randrange(5)
        for spot in self.places.names:
            rank, home = self.say("ranks"), self.say("from")
            joined, count = self.say("joined", self.when()), self.say("messages", self.number(5000))
            stars = '<img src="/stars/5.png" alt="*****">'
            inside = (
                f"<div>{rank}</div>",
                f"<div>{rank}</div><div>{stars}</div><div>{count}</div><div>{joined}</div>",
                f"<div>{joined}</div><div>{home}</div>",
                f"<div>{count}</div>",
                f"<div>{home}</div>",
            )[form]
            yield from self.put(spot, "member-info", inside)

    def starters(self) -> Iterator[tuple[int, str]]:
        """Say who began the thread, at the first name."""
        for spot in self.places.names[:1]:
            if spot.tag not in _CLOSED and spot.tag not in _WRAPPED:
                yield spot.at, f" <span{self.c('starter')}>{self.say('starter')}</span>"

    def likes(self) -> Iterator[tuple[int, str]]:
        """Say who likes a post, below its words."""
        for spot in self.places.tails:
            if self.chance.random() < 0.6:
                words = self.say("likes", "{0}", "{1}", self.number(30))
                names = words.format(self.member(), self.member())
                yield from self.put(spot, "likes", names)

    def reactions(self) -> Iterator[tuple[int, str]]:
        """Count signs of feeling below the words of posts."""
        for spot in self.places.tails:
            counts = "".join(
                f"<button>{sign} <span>{self.number(30)}</span></button>" for sign in "👍❤😂"
            )
            yield from self.put(spot, "reactions", counts)

    def shares(self) -> Iterator[tuple[int, str]]:
        """Say where a post can be shared."""
        for spot in [self.places.below] if self.article else self.places.tails:
            links = " ".join(
                self.link(one, f"http://{one.lower()}.invalid/share") for one in _NETWORKS
            )
            yield from self.put(spot, "share", f"{self.say('share')} {links}")

    def signatures(self) -> Iterator[tuple[int, str]]:
        """Put what members write below all they write, behind a rule."""
        rule = self.chance.choice(("<hr>", "_______________<br>", "--<br>"))
        for spot in self.places.tails:
            if spot.tag not in _LINE_ONLY and self.chance.random() < 0.7:
                words = escape(self.chance.choice(WORDS[self.lang]["signature"]))
                yield from self.put(spot, "signature", rule + words)

    # About the records

    def poll(self) -> Iterator[tuple[int, str]]:
        """Put a poll above the first post."""
        rows = "".join(
            f"<tr><td>{escape(option)}</td><td>{self.number(60)}</td></tr>"
            for option in WORDS[self.lang]["options"]
        )
        inside = f"<b>{self.say('poll')}</b><table>{rows}</table>{self.say('votes', self.number())}"
        yield from self.put(self.places.above, "poll", inside)

    def solved(self) -> Iterator[tuple[int, str]]:
        """Say that a question has an answer, and whose it is."""
        inside = (
            f"<b>{self.say('solved')}</b> {self.say('best', '{}').format(self.member())}, "
            f"{self.when()} {self.link(self.say('go'), '#best')}"
        )
        yield from self.put(self.places.above, "solved", inside)

    def reply_form(self) -> Iterator[tuple[int, str]]:
        """Put a form for an answer, with a table of smileys."""
        signs = "".join(
            f'<td><a href="#"><img src="/smileys/{one}.gif" alt=":{one}:"></a></td>'
            for one in ("smile", "wink", "sad", "cool")
        )
        inside = (
            f'<form action="/post" method="post"><h3>{self.say("reply")}</h3>'
            f"<table><tr>{signs}</tr></table>"
            '<textarea name="message" rows="8" cols="60"></textarea><br>'
            f'<input type="submit" value="{self.say("send")}"> '
            f'<input type="button" value="{self.say("preview")}"></form>'
        )
        yield from self.put(self.places.below, "quick-reply", inside)

    def viewing(self) -> Iterator[tuple[int, str]]:
        """Say who reads the page now."""
        names = ", ".join(self.member() for _ in range(3))
        words = self.say("viewing", "{0}", self.number(20)).format(names)
        yield from self.put(self.places.below, "viewing", words)

    def print_copy(self) -> Iterator[tuple[int, str]]:
        """Put a copy of a post that only printers show."""
        for words in self.places.words[:1]:
            head = f"<h3>{self.say('print')}</h3>"
            inside = f'<div style="display:none"{self.c("print")}>{head}<div>{words}</div></div>'
            yield self.places.end.at, inside

    # Around all

    def crumbs(self) -> Iterator[tuple[int, str]]:
        """Say where the page stands, above all and below all."""
        links = " &raquo; ".join(
            [self.link(self.say("home"), "/"), self.link(self.say("sections"), "/c/7")]
        )
        for spot in (self.places.top, self.places.end):
            yield from self.put(spot, "breadcrumb", links)

    def cookies(self) -> Iterator[tuple[int, str]]:
        """Ask for consent."""
        spot = self.chance.choice((self.places.top, self.places.end))
        inside = f"<p>{self.say('cookies')}</p><button>{self.say('accept')}</button>"
        yield from self.put(spot, "cookie-notice", inside)

    def login(self) -> Iterator[tuple[int, str]]:
        """Put a dialog for those who have an account."""
        spot = self.chance.choice((self.places.top, self.places.end))
        inside = (
            f'<form action="/login" method="post"><b>{self.say("login")}</b> '
            f'<input name="user"><input type="password" name="pass"> {self.say("password")}'
            f'<input type="submit" value="{self.say("login")}"></form>'
        )
        yield from self.put(spot, "login-box", inside)

    def newsletter(self) -> Iterator[tuple[int, str]]:
        """Put a form for a letter: among the words of an article, else below all."""
        gaps = self.places.gaps if self.article else ()
        spot = self.chance.choice([*gaps[:3], self.places.below])
        inside = (
            f'<form action="/letter" method="post"><p>{self.say("newsletter")}</p>'
            f'<input name="mail"> <button>{self.say("subscribe")}</button></form>'
        )
        yield from self.put(spot, "newsletter", inside)

    def clock(self) -> Iterator[tuple[int, str]]:
        """Say what time it is, above all."""
        form = next(form for form in TIMES[self.lang] if "%Y" in form and "%H" in form)
        words = self.say("now", self.known.now.strftime(form))
        yield from self.put(self.places.top, "clock", words)

    def tags(self) -> Iterator[tuple[int, str]]:
        """Put words that lead to pages about them."""
        links = " ".join(
            self.link(escape(word), f"/tags/{n}")
            for n, word in enumerate(WORDS[self.lang]["cloud"])
        )
        spot = self.chance.choice((self.places.below, self.places.end))
        yield from self.put(spot, "tags", f"<h4>{self.say('tags')}</h4>{links}")

    # At an article

    def counts(self) -> Iterator[tuple[int, str]]:
        """Say how many comments there are, above the text."""
        words = self.link(self.say("comments", self.number()), "#comments")
        yield from self.put(self.places.above, "count", words)

    def neighbours(self) -> Iterator[tuple[int, str]]:
        """Put the articles before and behind this one, with how they begin."""
        inside = "".join(
            f"<div><small>{self.say(key)}</small><h4>{self.link(self.title())}</h4>"
            f"<p>{self.say('offer_words')}</p></div>"
            for key in ("previous", "next")
        )
        yield from self.put(self.places.below, "neighbours", inside)

    def author_box(self) -> Iterator[tuple[int, str]]:
        """Say who a writer is."""
        name = self.name()
        inside = (
            f'<img src="/faces/1.jpg" alt=""><h4>{self.say("about")}</h4>'
            f"<p>{self.say('bio', name)}</p>"
        )
        yield from self.put(self.places.below, "author-box", inside)

    def read_also(self) -> Iterator[tuple[int, str]]:
        """Put lines among the words that lead to other articles."""
        for gap in self.places.gaps[1 :: 2 + self._wanted]:
            tag = "p" if gap.tag not in _WRAPPED and gap.tag not in _LINE_ONLY else "span"
            if gap.tag not in _CLOSED and gap.tag not in _WRAPPED:
                words = f"{self.say('also')} {self.link(self.title())}"
                yield gap.at, f"<{tag}{self.c('read-also')}>{words}</{tag}>"

    def pictures(self) -> Iterator[tuple[int, str]]:
        """Put pictures among the words, with what they show and who took them."""
        form = self.chance.randrange(2)
        for gap in self.places.gaps[:: 1 + self._wanted]:
            words = f"{self.say('caption')} {self.say('credit', self.name())}"
            inside = (
                f'<figure><img src="/p/1.jpg"><figcaption>{words}</figcaption></figure>',
                f'<div><img src="/p/1.jpg"><div{self.c("caption")}>{words}</div></div>',
            )[form]
            yield from self.put(gap, "picture", inside)

    def player(self) -> Iterator[tuple[int, str]]:
        """Put a film among the words."""
        for gap in self.places.gaps[1:2]:
            inside = (
                f'<video src="/v/1.mp4" controls></video><div>{self.say("video")}</div>'
                "<div><span>0:00</span> / <span>2:41</span></div>"
            )
            yield from self.put(gap, "player", inside)


_AROUND = ("crumbs", "cookies", "login", "newsletter", "clock", "tags", "latest", "related")
_OF_POSTS = (
    *("adverts", "tops", "ranks", "starters", "likes", "reactions", "shares", "signatures"),
    *("poll", "solved", "reply_form", "viewing", "print_copy"),
)
_OF_ARTICLES = (
    *("adverts", "counts", "neighbours", "author_box", "read_also", "pictures", "player"),
    *("shares",),
)
_OF_LISTS = ("adverts", "viewing")
ADDITIONS = tuple(sorted({*_AROUND, *_OF_POSTS, *_OF_ARTICLES, *_OF_LISTS}))
"""What can be put into a page."""


def crowded(source: str, known: Known = NOTHING_KNOWN, only: str | None = None) -> str:
    """Return the source of a page, in latin-1, with what others put around its records.

    Parameters
    ----------
    known
        What is true of the page; nothing is put among records of which nothing is known.
    only
        The one addition wanted, wherever it can be made.
    """
    seed = hashlib.blake2b(source.encode("latin-1"), digest_size=8).digest()
    chance = random.Random(int.from_bytes(seed))
    charset = decide_charset(source.encode("latin-1"), known.charset).encoding
    crowd = _Crowd(TextSource(source, charset), known, chance)
    own: Sequence[str] = ()
    if known.posts:
        own = _OF_POSTS
    elif known.article:
        own = _OF_ARTICLES
    elif known.threads:
        own = _OF_LISTS
    most = _MOST if own else _FEWEST
    those = chance.sample((*_AROUND, *own), chance.randint(_FEWEST, most))
    made: list[tuple[int, str]] = []
    for name in [only] if only else those:
        if name in _AROUND or name in own:
            made += getattr(crowd, name)()
    out, at = [], 0
    for place, what in sorted(made, key=lambda one: one[0]):
        out += [source[at:place], _typed(what)]
        at = place
    return "".join([*out, source[at:]])


def _typed(text: str) -> str:
    """Write signs that not every charset has as references."""
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _strange(name: str) -> str:
    digest = hashlib.blake2b(name.encode(), digest_size=3).hexdigest()
    return f"x{digest}"


def _line(found: re.Match[str]) -> str:
    """Return what a line has in the place of a box."""
    return "<br>" if found["end"] else ""


def _language(page: TextSource) -> str:
    text = page.bare[:20_000]
    if len(_CJK.findall(text)) * 10 > len(text):
        return "zh"
    return "de" if len(_GERMAN.findall(page.source)) > 20 else "en"
