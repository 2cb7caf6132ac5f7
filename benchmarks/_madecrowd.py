"""What crowds the threads of made forums: names, times and links that belong to no post."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link, links, neighbours
from benchmarks._madesite import stream

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from datetime import datetime

    from benchmarks._madesite import Look, Shape
    from benchmarks._madetimes import SiteClock

__all__ = ["CROWD", "Crowd", "Mention"]

#: Extras of a forum that is crowded.
CROWD = (
    *("votes", "badges", "answers_to", "from_where", "likes", "shares", "cards", "twice"),
    *("permalinks", "started", "tags_line", "poll", "similar", "viewing", "neighbours", "jump"),
    *("reply_form", "last_posts", "removed", "wrapped", "code_heads", "spoilers", "tables"),
    *("attachments", "quote_links"),
)
#: Where posts can be shared.
_NETWORKS = ("Twitmore", "Facepage")
#: Layouts of posts with heads that hold no boxes.
_IN_LINES = frozenset({"head_line", "subjects"})


@dataclass(frozen=True, slots=True)
class Mention:
    """A thread as other pages name it: where it stands, its title, who wrote what in it last."""

    url: str
    title: str
    who: str
    when: datetime
    words: str


@dataclass(frozen=True, slots=True)
class Crowd:
    """Makes what stands beside the posts.

    Attributes
    ----------
    members
        Names of the members, with the addresses of their pages.
    """

    shape: Shape
    c: Look
    clock: SiteClock
    members: Sequence[tuple[str, str]]

    def _chance(self, what: str, number: int) -> random.Random:
        return stream(self.shape.seed, f"{what} {number}")

    def _label(self, key: str) -> str:
        return escape(self.c.label(key))

    def _box(self, name: str, inside: str, attributes: str = "") -> str:
        """Return a box at a name: an element of text where heads of posts are lines of text."""
        tag = "span" if self.shape["post"] in _IN_LINES else "div"
        return f"<{tag}{self.c(name)}{attributes}>{inside}</{tag}>"

    # In a post

    def who(self, shown: str, number: int, author: int, *, starts: bool, to: int | None) -> str:
        """Return the author of a post with what stands at the name.

        Parameters
        ----------
        shown
            The author's name as the site shows it.
        number, author
            Numbers of the post and of its author.
        starts
            Whether the author began the thread.
        to
            The member whom the post answers.
        """
        shape, c = self.shape, self.c
        out = shown
        if shape["post"] == "loose":
            return shown  # boards that build no boxes adorn no names
        if "badges" in shape:
            if starts:
                out += f" <span{c('badge')}>{self._label('starter')}</span>"
            elif author % 4 == 1:
                out += f" <span{c('badge')}>{self._label('moderator')}</span>"
        if "answers_to" in shape and to is not None:
            out += f" <span{c('in-reply')}>{self._label('in_reply')} {self._name(to)}</span>"
        if "cards" in shape:
            out += self._card(author)
        if "twice" in shape:
            # One for small screens, one for wide ones: a style sheet hides either.
            out = self._box("small-screen", shown) + self._box("wide-screen", out)
        if "votes" in shape:
            up = link(f"/vote?p={number}&v=1", "▲")
            down = link(f"/vote?p={number}&v=-1", "▼")
            count = self._chance("votes", number).randrange(-3, 40)
            out = self._box("votes", f"{up} <span>{count}</span> {down}") + out
        return out

    def _name(self, member: int) -> str:
        name, url = self.members[member]
        if self.shape["who"] in {"link", "bold_link", "picture"}:
            return link(url, name)
        return escape(name)

    def _card(self, member: int) -> str:
        """Return what opens when one points at a name."""
        chance = self._chance("card", member)
        seen = self.clock.plain(self.clock.past(chance, 200))
        rows = [
            f"<b>{escape(self.members[member][0])}</b>",
            f"{self._label('seen')}: {escape(seen)}",
            f"{self._label('posts')}: {chance.randrange(5, 3000)}",
            link(f"/message?to={member}", self.c.label("message")),
        ]
        return self._box("card", "<br>".join(rows), ' style="display:none"')

    def when(self, shown: str, number: int, author: int, anchor: str) -> str:
        """Return the time of a post with what stands at it."""
        out = shown
        if "permalinks" in self.shape:
            out = link(f"#{anchor}", "{}", self.c("permalink")).format(shown)
        if "from_where" in self.shape:
            place = self.c.label("place_name").split("/")[(author + number) % 2]
            out += f" <span{self.c('from')}>{self._label('from')} {escape(place)}</span>"
        return out

    def tail(self, number: int) -> str:
        """Return what stands below the words of a post."""
        shape, c = self.shape, self.c
        out = ""
        chance = self._chance("tail", number)
        if "likes" in shape and chance.random() < 0.5:
            those = [self.members[one] for one in chance.sample(range(len(self.members)), 2)]
            names = links([(url, name) for name, url in those], ", ")
            out += f"<div{c('likes')}>{names} {self._label('likes')}</div>"
        if "shares" in shape:
            places = [(f"http://{name}.invalid/share?p={number}", name) for name in _NETWORKS]
            out += f"<div{c('share')}>{self._label('share')}: {links(places)}</div>"
        return out

    def words(self, shown: str) -> str:
        """Return the words of a post in the boxes that hold them."""
        if "wrapped" not in self.shape:
            return shown
        return f"<div{self.c('outer')}><div{self.c('inner')}>{shown}</div></div>"

    def removed(self, number: int) -> str:
        """Return the note that stands where a post was taken away, on a thread in three."""
        if "removed" not in self.shape or number % 3:
            return ""
        return f"<div{self.c('removed')}><i>{self._label('removed')}</i></div>"

    # About the posts

    def above(self, thread: Mention, replies: int, views: int, number: int) -> str:
        """Return what stands between the title of a thread and its posts."""
        shape, c = self.shape, self.c
        out = ""
        if "started" in shape:
            when = escape(self.clock.plain(thread.when))
            parts = [
                f"{self._label('started_by')} {escape(thread.who)}, {when}",
                f"{self._label('replies')}: {replies}",
                f"{self._label('views')}: {views}",
            ]
            out += f"<div{c('topic-info')}>{' &middot; '.join(parts)}</div>"
        if "tags_line" in shape:
            words = thread.title.split() if " " in thread.title else [thread.title[-2:]]
            tags = [(f"/tags/{n}", word.lower()) for n, word in enumerate(words[-2:])]
            out += f"<div{c('tags')}>{self._label('tags')} {links(tags, ' ')}</div>"
        if "poll" in shape and number % 2:
            out += self._poll(number)
        return out

    def _poll(self, number: int) -> str:
        chance = self._chance("poll", number)
        counts = [chance.randrange(1, 60) for _ in range(3)]
        rows = "".join(
            f"<tr><td>{escape(self.c.t.title(chance))}</td><td>{count}</td>"
            f"<td>{100 * count // sum(counts)} %</td></tr>"
            for count in counts
        )
        return (
            f"<div{self.c('poll')}><b>{self._label('poll')}: {escape(self.c.t.title(chance))}</b>"
            f"<table>{rows}</table>{self._label('votes')}: {sum(counts)}</div>"
        )

    def below(
        self, similar: Sequence[Mention], beside: Sequence[Mention], boards: Sequence[str]
    ) -> str:
        """Return what stands between the posts of a thread and the foot of the page.

        Parameters
        ----------
        similar
            Threads of a like title.
        beside
            The threads before and behind this one in its board.
        boards
            Titles of the boards.
        """
        shape, c = self.shape, self.c
        out = ""
        if "reply_form" in shape:
            out += (
                f'<form action="/reply" method="post"{c("quick-reply")}>{self._label("reply")}<br>'
                f'<textarea name="words" rows="6" cols="60"></textarea><br>'
                f'<input type="submit" value="{self._label("send")}"></form>'
            )
        if "neighbours" in shape:
            out += neighbours([(one.url, one.title) for one in beside], c, "p")
        if "similar" in shape:
            rows = "".join(
                f"<tr><td>{link(one.url, one.title)}</td><td>{escape(one.who)}</td>"
                f"<td>{escape(self.clock.plain(one.when))}</td></tr>"
                for one in similar
            )
            out += f"<h4>{self._label('similar')}</h4><table{c('similar')}>{rows}</table>"
        if "viewing" in shape:
            names = ", ".join(self._name(member) for member in range(3))
            out += f"<div{c('viewing')}>{self._label('viewing')}: {names}</div>"
        if "jump" in shape:
            options = "".join(
                f'<option value="{n}">{escape(board)}</option>' for n, board in enumerate(boards)
            )
            out += (
                f'<form action="/jump">{self._label("jump")} <select name="b">{options}</select>'
                '<input type="submit" value="&gt;"></form>'
            )
        return out

    def last_posts(self, threads: Sequence[Mention]) -> str:
        """Return a box beside the words: what was written last, with how it begins."""
        if "last_posts" not in self.shape:
            return ""
        c = self.c
        rows = "".join(
            f"<li><b>{escape(one.who)}</b> {link(one.url, one.title)}"
            f"<div>{escape(one.words[:40])}…</div>"
            f"<small>{escape(self.clock.plain(one.when))}</small></li>"
            for one in threads
        )
        return f"<div{c('last-posts')}><h3>{self._label('last_posts')}</h3><ul>{rows}</ul></div>"
