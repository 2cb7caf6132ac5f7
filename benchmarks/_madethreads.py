"""Threads of made forums, and what those that take a turn do with the posts of a page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from benchmarks._madeframe import link
from benchmarks._madeposts import Parts, lay_out_posts
from benchmarks._madesite import stream

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from benchmarks._madebodies import Body
    from benchmarks._madesite import Look, Shape
    from benchmarks._madetimes import SiteClock

__all__ = [
    "Post",
    "Thread",
    "advertised",
    "below_days",
    "is_remark",
    "member_days",
    "solved",
    "with_remarks",
]

#: Of so many posts the first is an answer, the others remarks on it.
_REMARKS = 3


@dataclass(slots=True)
class Post:
    """A post while its forum is made."""

    author: int
    when: datetime
    body: Body
    number: int
    edited: bool


@dataclass(slots=True)
class Thread:
    """A thread while its forum is made."""

    number: int
    board: int
    title: str
    slug: str
    posts: list[Post]
    sticky: bool
    urls: list[str]
    views: int

    @property
    def first(self) -> Post:
        """The post that opened it."""
        return min(self.posts, key=lambda post: post.when)

    @property
    def last(self) -> Post:
        """The newest post."""
        return max(self.posts, key=lambda post: post.when)


def advertised(shape: Shape, c: Look, page: int) -> Parts:
    """Return an advertisement in the dress of a post."""
    label, words = escape(c.label("ad")), c.t.sentence(stream(shape.seed, f"ad {page}"))
    return Parts(
        floor=0,
        anchor=f"ad{page}",
        subject=c.label("ad"),
        who=f"<b>{label}</b>",
        when="",
        words=f"<p>{escape(words)} {link('http://ads.invalid/9', 'Bestbolts')}</p>",
        about=(),
        acts="",
        tail="",
    )


def member_days(c: Look, clock: SiteClock, member: int) -> list[str]:
    """Return details of a member that are days, told as those of posts are."""
    chance = stream(member, "days of a member")
    known = (("joined", 40_000), ("seen", 200))
    return [
        f"<small>{escape(c.label(label))}: {escape(clock.plain(clock.past(chance, hours)))}</small>"
        for label, hours in known
    ]


def below_days(shape: Shape, c: Look, posts: Sequence[tuple[Post, Parts]]) -> str:
    """Return posts that tell the time of day alone, those of a day below a heading with it."""
    out = ""
    for _, those in groupby(posts, lambda pair: pair[0].when.date()):
        group = list(those)
        told = [replace(parts, when=f"<span>{post.when:%H:%M}</span>") for post, parts in group]
        out += f"<h4{c('day')}>{escape(c.t.day(group[0][0].when))}</h4>\n"
        out += lay_out_posts(shape["post"], told, c)
    return out


def is_remark(at: int) -> bool:
    """Whether a post is a remark on one before it, by its place on its page from 0."""
    return at % _REMARKS > 0


def with_remarks(shape: Shape, c: Look, posts: Sequence[Parts]) -> list[Parts]:
    """Put remarks below the answers that they are on."""
    out = []
    for start in range(0, len(posts), _REMARKS):
        answer, *remarks = posts[start : start + _REMARKS]
        rows = "".join(_remark(one, c, signed=shape.seed % 2 == 0) for one in remarks)
        below = f"<ul{c('remarks')}>{rows}</ul>" if rows else ""
        out.append(replace(answer, tail=answer.tail + below))
    return out


def _remark(post: Parts, c: Look, *, signed: bool) -> str:
    if signed:
        told = f"<span{c('remark-text')}>{post.words}</span> &ndash; {post.who} {post.when}"
    else:
        told = f"<div>{post.who} {post.when}</div><div{c('remark-text')}>{post.words}</div>"
    return f'<li id="{post.anchor}"{c("remark")}>{told}</li>'


def solved(shape: Shape, c: Look, posts: Sequence[Parts]) -> str:
    """Return posts with one of them told beforehand, as the best answer."""
    if len(posts) < 3:
        return lay_out_posts(shape["post"], posts, c)
    best = posts[-1]
    box = (
        f"<div{c('solution')}><h3>{escape(c.label('best_answer'))}</h3>"
        f"<div{c('solution-by')}>{best.who} {best.when}</div>"
        f"<div{c('solution-text')}>{best.words}</div>"
        f"{link(f'#{best.anchor}', c.label('go_to_answer'))}</div>"
    )
    return box + lay_out_posts(shape["post"], posts, c)
