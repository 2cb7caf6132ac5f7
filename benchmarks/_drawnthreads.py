"""Threads drawn by a seed, each a page alone, and what is true of their posts."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from benchmarks._madebodies import PARAGRAPHS, QUOTES, Quoted, make_body, paragraphs
from benchmarks._madeframe import CLASS_STYLES, FRAMES, PAGERS, Frame, Pager, link
from benchmarks._madesite import NOW, Look, Shape, stream
from benchmarks._madetimes import TIMES, SiteClock
from benchmarks._madewords import MORE_TONGUES, TONGUES
from benchmarks._threadlayouts import THREAD_LAYOUTS, UNHEADED, Piece, lay_out_thread
from benchmarks._threadwords import THREAD_WORDS, thread_tongue

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

__all__ = ["DrawnPost", "DrawnThread", "make_thread"]

_SITE = "https://made.example"
_CODE_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_SIGNS = re.compile(r"[^\w\s]+")
_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_SHARE = 0.25

_ASPECTS: dict[str, Sequence[str]] = {
    "language": (*TONGUES, *MORE_TONGUES),
    "layout": THREAD_LAYOUTS,
    "style": CLASS_STYLES,
    "frame": FRAMES,
    "address": (
        *("/t/{id}", "/viewtopic.php?t={id}", "/thread-{id}-1-1.html", "/topic/{id}-{slug}"),
        *("/d/{slug}.{id}/", "/post/{code}", "/forum/read.php?id={id}", "/b/4/{id}.html"),
    ),
    "posts": ("1", "2", "3", "4", "5", "7", "10"),
    "who": ("link", "link", "bold", "span", "plain", "bold_link", "picture", "alt"),
    "head": (
        *("who_when", "who_when", "when_who", "comma", "dash"),
        *("by_on", "wrote", "said", "wrote_on", "posted_by"),
    ),
    "number": ("none", "none", "hash", "hash_link", "floor"),
    "time": (*TIMES, "age", "hours", "no_year", "day_heads", "tip"),
    "heading": ("h1", "h2", "h3", "bold", "crumb", "caption"),
    "paragraphs": (*PARAGRAPHS, "br"),
    "quote": (*QUOTES, "card"),
    "pager": PAGERS,
    "signature": ("rule", "dashes", "box"),
}
_EXTRAS = (
    *("quotes", "quote_links", "lists", "code", "images", "code_heads", "attachments", "tables"),
    *("inline", "signatures", "edits", "likes", "acts", "rank", "count", "joined", "place"),
    *("guests", "guest_marks", "removed", "ad", "poll", "similar", "online", "login_form"),
    *("breadcrumb", "reply_form", "pages", "opening", "accepted", "remarks", "facts", "short"),
    *("latest", "anonymous", "faces", "starter"),
)
#: Heads in which words stand around the time.
_WORDED = {"by_on", "wrote_on", "posted_by"}
_NO_YEAR = {
    "en": "{short} {d}, {H}:{M}",
    "de": "{dd}.{mm}. {H}:{M}",
    "ru": "{d} {month}, {H}:{M}",
    "es": "{d} de {month}, {H}:{M}",
    "fr": "{d} {month} à {H}:{M}",
    "ar": "{d} {month} {H}:{M}",
    "ko": "{m}월 {d}일 {H}:{M}",
    "zh": "{mm}-{dd} {H}:{M}",
    "zh-TW": "{m}月{d}日 {H}:{M}",
    "ja": "{mm}/{dd} {H}:{M}",
}


@dataclass(frozen=True, slots=True)
class DrawnPost:
    """The truth of a post.

    Attributes
    ----------
    author
        ``None`` where it is nobody's.
    when
        By the clock of the site, as far as it is shown.
    within
        How far from it a reading may be; nothing: as the clock reads.
    bodies
        The body with what it quotes, and without.
    """

    author: str | None
    when: datetime
    within: timedelta | None
    bodies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawnThread:
    """A page with the posts of a thread."""

    seed: int
    shape: Shape
    url: str
    title: str
    html: str
    posts: tuple[DrawnPost, ...]
    hours: int

    @property
    def layout(self) -> str:
        """Name of its lay-out."""
        return self.shape["layout"]


@dataclass(frozen=True, slots=True)
class _Said:
    """A post while its thread is made."""

    user: int
    when: datetime
    html: str
    text: str
    own: str | None
    number: int
    depth: int


class _Maker:
    """A thread while it is made."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.t = thread_tongue(shape["language"])
        self.c = Look(shape["style"], shape.seed, self.t)
        self.words = THREAD_WORDS[self.t.code]
        rng = stream(shape.seed, "thread")
        how = shape["time"]
        self.clock = SiteClock.draw(rng, self.t, "short" if how in _OWN_TIMES else how)
        self.users = list(self.t.users)
        rng.shuffle(self.users)
        self.is_anonymous = "anonymous" in shape and shape["layout"] in _NAMELESS
        self.title = self.t.title(rng)
        self.number = rng.randrange(200, 90_000)
        self.first = rng.randrange(1000, 80_000)
        code = "".join(rng.choices(_CODE_LETTERS, k=7))
        slug = self.t.slug(rng, _SIGNS.sub("", self.title))
        self.path = shape["address"].format(id=self.number, code=code, slug=slug)
        self.signatures = [self.t.sentence(rng) for _ in self.users]

    # What is said

    def said(self) -> list[_Said]:
        """Return the posts."""
        rng = stream(self.shape.seed, "posts")
        whens = self._whens(rng, int(self.shape["posts"]))
        out: list[_Said] = []
        depth = 0
        for at, when in enumerate(whens):
            user = self._other(rng, out)
            body = self._body(rng, out)
            depth = rng.randrange(0, min(depth + 2, 4)) if at else 0
            out.append(_Said(user, when, body[0], body[1], body[2], self.first + 3 * at, depth))
        return out

    def _other(self, rng: random.Random, out: Sequence[_Said]) -> int:
        return rng.choice([u for u in range(len(self.users)) if not out or u != out[-1].user])

    def _body(self, rng: random.Random, out: Sequence[_Said]) -> tuple[str, str, str | None]:
        if self.shape["layout"] == "short_lines" or ("short" in self.shape and out):
            text = self.t.sentence(rng) if rng.random() < 0.8 else self.t.remark(rng)
            if not any(one.text == text for one in out):
                how = "br" if self.shape["layout"] == "short_lines" else self.shape["paragraphs"]
                return paragraphs([text], how), text, None
        quoted = None
        if out:
            before = rng.choice(out)
            words = before.own or before.text
            shown = self.clock.html(before.when)
            quoted = Quoted(self.name(before.user), self.member(before.user), shown, words)
        for _ in range(20):
            body = make_body(rng, self.shape, self.c, quoted=quoted)
            if not any(one.text == body.text for one in out):
                break
        return body.html, body.text, body.own

    def _whens(self, rng: random.Random, count: int) -> list[datetime]:
        how = self.shape["time"]
        if how == "hours":
            last = self.clock.now - rng.randrange(10, 50) * _MINUTE
            gaps = [rng.randrange(20, 300) for _ in range(count)]
        elif how == "no_year":
            last = self.clock.past(rng, 600)
            gaps = [rng.randrange(3, 1500) for _ in range(count)]
        else:
            last = self.clock.past(rng, 3000)
            gaps = [rng.randrange(3, 400 if how == "day_heads" else 2500) for _ in range(count)]
        whens = [last]
        for gap in gaps[1:]:
            whens.append(whens[-1] - gap * _MINUTE)
        return whens[::-1]

    # Pieces

    def name(self, user: int) -> str:
        """Return the name of a user."""
        return self.t.label("anonymous") if self.is_anonymous else self.users[user]

    def member(self, user: int) -> str:
        """Return the address of a member."""
        return f"/u/{user + 3}"

    def who(self, user: int) -> str:
        """Return a name as it is shown."""
        name, how = escape(self.name(user)), self.shape["who"]
        if "guests" in self.shape and user % 3 == 0:
            mark = f" ({escape(self.t.label('guest'))})" if "guest_marks" in self.shape else ""
            return f"<span{self.c('name')}>{name}</span>{mark}"
        if self.is_anonymous:
            return f"<span{self.c('name')}>{name}</span>"
        linked = f'<a href="{self.member(user)}"{self.c("name")}>{name}</a>'
        picture = f'<img src="/a/{user}.png" alt="{name if how == "alt" else ""}">'
        starter = f" <em>{escape(self.t.label('starter'))}</em>" if self._starts(user) else ""
        forms = {
            "link": linked,
            "bold": f"<b>{name}</b>",
            "span": f"<span{self.c('name')}>{name}</span>",
            "plain": name,
            "bold_link": f"<strong>{linked}</strong>",
            "picture": f'<a href="{self.member(user)}">{picture}</a> {linked}',
            "alt": f'<a href="{self.member(user)}">{picture}</a>',
        }
        return forms[how] + starter

    def _starts(self, user: int) -> bool:
        return "starter" in self.shape and user == self.opener and self.shape["who"] != "plain"

    opener = -1

    def when(self, when: datetime, *, bare: bool = False) -> str:
        """Return a time as it is shown."""
        how = self.shape["time"]
        if how == "day_heads":
            return f"<span{self.c('clock')}>{when:%H:%M}</span>"
        if how in {"hours", "age"}:
            shown = self.age(when)[0]
            return shown if bare else f"<span{self.c('ago')}>{shown}</span>"
        if how == "no_year":
            return f"<span>{escape(self.t.stamp(when, _NO_YEAR[self.t.code]))}</span>"
        if bare and how in {"labelled", "brackets", "split"}:
            return escape(self.clock.plain(when))
        return self.clock.html(when)

    def age(self, when: datetime) -> tuple[str, timedelta]:
        """Return how long ago a time is, and its unit."""
        age = self.clock.now - when
        if age >= 2 * _DAY:
            return self.t.ago(age // _DAY), _DAY
        key, unit = ("hours", _HOUR) if age >= 2 * _HOUR else ("minutes", _MINUTE)
        return self.words[key].format(n=age // unit), unit

    def head(self, who: str, post: _Said) -> str:
        """Return author and time in a line."""
        how = self.shape["head"]
        when = self.when(post.when, bare=how in _WORDED)
        plain = {
            "who_when": f"{who} {when}",
            "when_who": f"{when} {who}",
            "comma": f"{who}, {when}",
            "dash": f"{who} &ndash; {when}",
        }
        if how in plain:
            return plain[how]
        if how in _WORDED:
            return self.words[how].format(who=who, when=when)
        return f"{self.words[how].format(who=who)} {when}"

    def about(self, user: int) -> list[str]:
        """Return details of a member."""
        if self.is_anonymous or ("guests" in self.shape and user % 3 == 0):
            return []
        rng = stream(self.shape.seed, f"member {user}")
        label, out = self.t.label, []
        if "rank" in self.shape:
            out.append(self.words[rng.choice(("newbie", "veteran"))])
        if "count" in self.shape:
            out.append(f"{label('posts')}: {rng.randrange(3, 5000)}")
        if "joined" in self.shape:
            joined = self.clock.now - timedelta(days=rng.randrange(300, 4000))
            out.append(f"{label('joined')}: {escape(self.t.stamp(joined, '{y}-{mm}-{dd}'))}")
        if "place" in self.shape:
            out.append(f"{label('place')}: {rng.choice(('Lund', 'Porto', 'Graz', 'Oban'))}")
        return [f"<span{self.c('detail')}>{one}</span>" for one in out]

    def tail(self, post: _Said) -> str:
        """Return what stands below the words of a post."""
        rng, out = stream(self.shape.seed, f"tail {post.number}"), ""
        if "edits" in self.shape and rng.random() < 0.3:
            later = self.t.stamp(post.when + timedelta(hours=2), self.clock.form)
            by = escape(self.name(post.user))
            note = f"{self.t.label('edited')} {by}, {escape(later)}"
            out += f"<div{self.c('edited')}><i>{note}</i></div>"
        if "likes" in self.shape and rng.random() < 0.5:
            names = " , ".join(link(self.member(u), self.users[u]) for u in rng.sample(range(6), 2))
            more = self.words["others"].format(n=rng.randrange(2, 30))
            out += f"<div{self.c('likes')}>{names} {more} {escape(self.t.label('likes'))}</div>"
        if "signatures" in self.shape and post.user % 2 and not self.is_anonymous:
            words = escape(self.signatures[post.user])
            forms = {
                "rule": f"<hr><div{self.c('signature')}>{words}</div>",
                "dashes": f"<div{self.c('signature')}>__________________<br>{words}</div>",
                "box": f"<div{self.c('signature')}>{words}</div>",
            }
            out += forms[self.shape["signature"]]
        return out

    def acts(self, post: _Said) -> str:
        """Return the buttons of a post."""
        if "acts" not in self.shape:
            return ""
        pairs = ((f"/{act}?p={post.number}", self.t.label(act)) for act in _ACTS)
        return f"<div{self.c('acts')}>{' '.join(link(url, text) for url, text in pairs)}</div>"

    def piece(self, post: _Said, at: int, of: int) -> Piece:
        """Return a post in pieces."""
        who, face = self.who(post.user), ""
        if "faces" in self.shape and self.shape["who"] not in {"picture", "alt"}:
            face = f'<img src="/a/{post.user}.png" alt="" width="48">'
        told = "asked" if not at else "answered"
        numbers = {
            "none": "",
            "hash": f"#{at + 1}",
            "hash_link": f'<a href="#p{post.number}">#{at + 1}</a>',
            "floor": self.words["floor"].format(n=at + 1, of=of),
        }
        return Piece(
            anchor=f"p{post.number}",
            who=who,
            when=self.when(post.when),
            head=self.head(who, post),
            number=numbers[self.shape["number"]],
            words=post.html,
            tail=self.tail(post),
            face=face,
            about=self.about(post.user),
            acts=self.acts(post),
            subject=f"Re: {self.title}" if at else self.title,
            depth=post.depth,
            sign=self.words[told].format(when=self.when(post.when, bare=True)),
            votes=stream(self.shape.seed, f"votes {post.number}").randrange(0, 40),
        )

    # Pages

    def posts_html(self, posts: Sequence[_Said]) -> str:
        """Return the posts as they are laid out."""
        layout, of = self.shape["layout"], len(posts)
        pieces = [self.piece(post, at, of) for at, post in enumerate(posts)]
        free = layout not in UNHEADED and not layout.startswith("nested")
        if self.shape["time"] == "day_heads":
            out = ""
            pairs = zip(posts, pieces, strict=True)
            for day, those in groupby(pairs, lambda pair: pair[0].when.date()):
                head = escape(self.t.day(datetime.combine(day, datetime.min.time())))
                told = lay_out_thread(layout, [piece for _, piece in those], self.c)
                out += f"<h4{self.c('day')}>{head}</h4>\n{told}"
            return out
        top = ""
        if self.has_opening(posts):
            first, *pieces = pieces
            top = self._opening(first, len(pieces))
        if "remarks" in self.shape and free and len(pieces) > 2:
            pieces = self._remarked(pieces)
        between = self._between() if free else ""
        return top + lay_out_thread(layout, pieces, self.c, between)

    def has_opening(self, posts: Sequence[_Said]) -> bool:
        """Whether the first post stands in another dress than the others."""
        asked = self.shape["layout"] == "answers" or "opening" in self.shape
        return asked and len(posts) > 1 and self.shape["layout"] != "nested_lists"

    def _opening(self, p: Piece, answers: int) -> str:
        count = self.words["answers"].format(n=answers)
        if self.shape["layout"] == "answers":
            body = lay_out_thread("answers", [p], self.c)
        else:
            body = (
                f'<div{self.c("topic")} id="{p.anchor}"><div{self.c("topic-meta")}>{p.face} '
                f"{p.head}</div><div{self.c('topic-body')}>{p.words}</div>{p.tail}{p.acts}</div>"
            )
        return f"{body}<h3{self.c('answers-head')}>{count}</h3>"

    def _remarked(self, pieces: Sequence[Piece]) -> list[Piece]:
        out: list[Piece] = []
        for at, p in enumerate(pieces):
            if at % 3 == 2:
                row = (
                    f'<li id="{p.anchor}"{self.c("comment")}><span{self.c("remark-text")}>{p.words}'
                    f"</span> &ndash; {p.who} {p.when}</li>"
                )
                if self.shape.seed % 2:
                    row = (
                        f'<li id="{p.anchor}"{self.c("comment")}><div>{p.who} {p.when}</div>'
                        f"<div{self.c('comment-text')}>{p.words}</div></li>"
                    )
                below = f"<ul{self.c('comments')}>{row}</ul>"
                out[-1] = replace(out[-1], tail=out[-1].tail + below)
            else:
                out.append(p)
        return out

    def _between(self) -> str:
        if "removed" in self.shape:
            return f"<div{self.c('removed')}><i>{escape(self.t.label('removed'))}</i></div>"
        if "ad" in self.shape:
            words = self.t.sentence(stream(self.shape.seed, "ad"))
            return (
                f"<div{self.c('ad')}><b>{escape(self.t.label('ad'))}</b><p>{escape(words)} "
                f"{link('http://ads.invalid/9', 'Bestbolts')}</p></div>"
            )
        return ""

    def heading(self) -> str:
        """Return the title of the thread."""
        shown, how = escape(self.title), self.shape["heading"]
        forms = {
            "bold": f"<div{self.c('title')}><b>{shown}</b></div>",
            "crumb": f"<p>{link('/', self.t.label('forum'))} &raquo; {link('/b/4', self.board)}"
            f" &raquo; {shown}</p>",
            "caption": f'<table width="100%"><tr><td{self.c("bar")}><font size="4">{shown}</font>'
            "</td></tr></table>",
        }
        return forms.get(how, f"<{how}>{shown}</{how}>")

    @property
    def board(self) -> str:
        """Name of its board."""
        return self.t.label("workshop")

    def _facts(self, posts: Sequence[_Said]) -> str:
        if "facts" not in self.shape:
            return ""
        rng = stream(self.shape.seed, "facts")
        return (
            f"<p{self.c('facts')}>{self.t.label('replies')}: {len(posts) - 1} | "
            f"{self.t.label('views')}: {rng.randrange(50, 9000)}</p>"
        )

    def _poll(self) -> str:
        if "poll" not in self.shape:
            return ""
        rng = stream(self.shape.seed, "poll")
        rows = "".join(
            f"<tr><td>{escape(self.t.title(rng))}</td><td>{n} %</td></tr>" for n in (20, 35, 45)
        )
        return (
            f"<div{self.c('poll')}><b>{self.t.label('poll')}: {escape(self.t.title(rng))}</b>"
            f"<table>{rows}</table>{self.t.label('votes')}: {rng.randrange(4, 90)}</div>"
        )

    def _similar(self, key: str, rng: random.Random) -> str:
        rows = ""
        for n in range(4):
            user = rng.randrange(len(self.users))
            when = self.clock.plain(self.clock.past(rng, 3000))
            name = link(self.member(user), self.users[user])
            topic = link(f"/t/{300 + n * 7}", self.t.title(rng))
            if key == "similar":
                rows += f"<tr><td>{topic}</td><td>{name}</td><td>{escape(when)}</td></tr>"
            else:
                rows += f"<li>{topic} <small>{name} {escape(when)}</small></li>"
        around = "table" if key == "similar" else "ul"
        head = f"<h3>{escape(self.t.label(key))}</h3>"
        return f"<div{self.c(key)}>{head}<{around}>{rows}</{around}></div>"

    def _below(self) -> str:
        rng, out = stream(self.shape.seed, "below"), ""
        if "reply_form" in self.shape:
            out += (
                f'<form action="/reply" method="post"><h4>{escape(self.t.label("reply"))}</h4>'
                f'<textarea name="text"></textarea><input type="submit" '
                f'value="{escape(self.t.label("send"))}"></form>'
            )
        if "similar" in self.shape:
            out += self._similar("similar", rng)
        if "online" in self.shape:
            names = ", ".join(link(self.member(u), self.users[u]) for u in range(5))
            out += f"<div{self.c('online')}>{escape(self.t.label('viewing'))}: {names}</div>"
        return out

    def page(self, posts: Sequence[_Said]) -> str:
        """Return the page."""
        pager = ""
        if "pages" in self.shape:
            glue = "&" if "?" in self.path else "?"
            urls = [self.path, *(f"{self.path}{glue}page={n}" for n in (2, 3))]
            size = len(posts)
            pager = Pager(urls, size, size * 3, self.c).html(self.shape["pager"], 1)
        side = self._similar("latest", stream(self.shape.seed, "side")) * ("latest" in self.shape)
        label = self.t.label
        menu = [
            ("/members", label("members")),
            ("/search", label("search")),
            ("/login", label("login")),
        ]
        frame = Frame(
            self.shape,
            self.c,
            label("tinkerers"),
            menu,
            side,
            [("/rules", label("rules"))],
            "utf-8",
        )
        main = (
            f"{self.heading()}{self._facts(posts)}{self._poll()}{pager}\n{self.posts_html(posts)}\n"
            f"{pager}{self._below()}"
        )
        crumbs = [("/", label("forum")), ("/b/4", self.board)]
        return frame.page(self.title, main, crumbs)

    def true(self, post: _Said) -> DrawnPost:
        """Return the truth of a post."""
        within = self.age(post.when)[1] if self.shape["time"] in {"hours", "age"} else None
        bodies = (post.text,) if post.own is None else (post.text, post.own)
        author = None if self.is_anonymous else self.name(post.user)
        return DrawnPost(author, post.when, within, bodies)


_OWN_TIMES = {"age", "hours", "no_year", "day_heads"}
_NAMELESS = {"image_board", "numbered"}
_ACTS = ("quote", "reply", "report")


def _fair(shape: Shape) -> Shape:
    """Return a shape without what nobody could tell on its pages."""
    chosen, extras = dict(shape.chosen), set(shape.extras)
    layout = chosen["layout"]
    if (
        layout
        in UNHEADED
        | {"items", "items_bare", "items_face", "definitions", "numbered"}
        | {one for one in THREAD_LAYOUTS if one.startswith("nested")}
        and chosen["time"] == "day_heads"
    ):
        chosen["time"] = "short"
    if layout == "short_lines":
        extras -= {
            "remarks",
            "quotes",
            "lists",
            "code",
            "images",
            "code_heads",
            "attachments",
            "tables",
        }
    if layout in {"mails", "subjects"}:
        extras.discard("opening")
    if layout not in UNHEADED and chosen["time"] == "day_heads":
        extras -= {"opening", "remarks"}
    if chosen["who"] == "alt" and chosen["head"] in {
        "by_on",
        "wrote",
        "said",
        "wrote_on",
        "posted_by",
    }:
        chosen["head"] = "who_when"
    # On a page alone a signature is told from words by what it is called, or by a line of signs.
    if shape["style"] != "words":
        chosen["signature"] = "dashes"
    # Who shows members by pictures alone shows guests so too.
    if chosen["who"] == "alt":
        extras.discard("guests")
    return Shape(shape.seed, chosen, frozenset(extras))


def make_thread(seed: int) -> DrawnThread:
    """Make the thread of a seed; the same seed makes the same page."""
    shape = _fair(Shape.draw(seed, _ASPECTS, _EXTRAS, _SHARE))
    maker = _Maker(shape)
    posts = maker.said()
    maker.opener = posts[0].user
    html = maker.page(posts)
    truth = tuple(maker.true(post) for post in posts)
    return DrawnThread(seed, shape, _SITE + maker.path, maker.title, html, truth, maker.t.hours)


THREAD_NOW = NOW.replace(tzinfo=UTC)
"""When every thread was asked for."""
