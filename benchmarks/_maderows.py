"""Lists of threads drawn by a seed, and what is true of their rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import CLASS_STYLES
from benchmarks._madesite import Look, Shape, stream
from benchmarks._madewords import tongue
from benchmarks._rowlayouts import ROW_LAYOUTS, lay_out
from benchmarks._rowparts import LIST_NOW, Drawn, Parts, shown_time
from benchmarks._rowwords import ROW_TITLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

__all__ = ["LIST_URL", "MadeList", "MadeRow", "make_list"]

LIST_URL = "https://made.example/b/4"
"""Where every list stands."""

_CODE_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_COUNTS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 120)
_GAPS_MIN = (7, 35, 190, 900, 3000)
_MINUTE = timedelta(minutes=1)
_SIGNS = re.compile(r"[^\w\s]+")

_EXTRAS = (
    *("no_replies", "no_views", "no_heads", "bare_counts", "plain_users", "last_by", "boards"),
    *("pages", "pictures", "named_pictures", "sticky", "excerpts"),
)
_UNNAMED = ("no_heads", "bare_counts")
_ADDRESSES = (
    *("/t/{id}", "/thread-{id}-1-1.html", "/viewtopic.php?t={id}", "/topic/{id}-{slug}"),
    *("/post/{code}", "/d/{id}-{slug}/", "/bbs/{code}/"),
)


_PAGER = '<div class="pager"><b>1</b> <a href="/b/4?page=2">2</a> <a href="/b/4?page=3">3</a></div>'


@dataclass(frozen=True, slots=True)
class MadeRow:
    """The truth of a row; ``None`` for what its list does not tell.

    Attributes
    ----------
    last
        The time of the last post, as far as it is shown.
    within
        How far from it a reading may be: an age tells its unit alone.
    shown
        The time as it stands on the page.
    """

    path: str
    title: str
    author: str
    replies: int | None
    views: int | None
    last: datetime
    within: timedelta
    shown: str


@dataclass(frozen=True, slots=True)
class MadeList:
    """A page with a list of threads."""

    seed: int
    shape: Shape
    html: str
    rows: tuple[MadeRow, ...]

    @property
    def layout(self) -> str:
        """Name of its lay-out."""
        return self.shape["layout"]


_ASPECTS: dict[str, Sequence[str]] = {
    "language": tuple(ROW_TITLES),
    "layout": tuple(ROW_LAYOUTS),
    "filed": ("none", "none", "brackets", "em"),
    "style": CLASS_STYLES,
    "address": _ADDRESSES,
    "rows": ("4", "8", "12", "15"),
    "time": ("numbers", "numbers", "words", "age", "month_day", "attribute"),
    "subject": ("subject", "title", "topic-title", "tit", "c1"),
    "writer": ("author", "starter", "by", "who", "c2"),
    "count": ("replies", "num", "count", "reply-count", "c3"),
    "hits": ("views", "hits", "n", "c4"),
    "when": ("last", "lastpost", "date", "time", "c5"),
}


def _draw_rows(shape: Shape, look: Look) -> list[Drawn]:
    rng = stream(shape.seed, "rows")
    answered = ROW_LAYOUTS[shape["layout"]].answered
    titles = rng.sample(ROW_TITLES[shape["language"]], int(shape["rows"]))
    last = LIST_NOW - rng.randrange(3, 50) * _MINUTE
    rows: list[Drawn] = []
    for at, title in enumerate(titles):
        number = 9000 - at * 11 - rng.randrange(9)
        code = "".join(rng.choices(_CODE_LETTERS, k=7))
        slug = look.t.slug(rng, _SIGNS.sub("", title))
        path = shape["address"].format(id=number, code=code, slug=slug)
        author, last_by = rng.choice(look.t.users), rng.choice(look.t.users)
        board, replies, views = rng.randrange(4), rng.choice(_COUNTS), rng.randrange(100, 90_000)
        if at == 1 and (answered or not shape.extras.isdisjoint(_UNNAMED)):
            # A number without a name may count posts, unless it is once 0.
            replies = 0
        rows.append(
            Drawn(number, path, title, author, last_by, board, replies, views, last, at == 0)
        )
        last -= rng.choice(_GAPS_MIN) * _MINUTE
    return rows


def _true(row: Drawn, shape: Shape, look: Look) -> MadeRow:
    shown, last, within = shown_time(row, shape, look)
    layout = ROW_LAYOUTS[shape["layout"]]
    views = None if "no_views" in shape or not layout.viewed else row.views
    told = layout.answered or "no_replies" not in shape
    replies = row.replies if told and (row.replies or not layout.without_zero) else None
    return MadeRow(row.path, row.title, row.author, replies, views, last, within, shown)


def _page(rows: Sequence[Drawn], p: Parts, pager: str) -> str:
    board = escape(p.words("board_0"))
    return (
        f'<html lang="{p.shape["language"]}"><head><title>{board} - Forum</title></head><body>'
        '<div id="head"><a href="/">Forum</a> <a href="/search">?</a> <a href="/login">Login</a>'
        f"</div><h1>{board}</h1>\n{lay_out(rows, p)}\n"
        f'{pager}<div id="foot"><a href="/about">About</a></div></body></html>'
    )


def make_list(seed: int, pager: str | None = None) -> MadeList:
    """Make the list of a seed; the same seed makes the same page.

    Parameters
    ----------
    seed
        What all is drawn by.
    pager
        HTML that leads to its further pages, in place of the usual.
    """
    shape = Shape.draw(seed, _ASPECTS, _EXTRAS)
    look = Look(shape["style"], seed, tongue(shape["language"]))
    rows = _draw_rows(shape, look)
    page = _page(rows, Parts(shape, look), _PAGER if pager is None else pager)
    return MadeList(seed, shape, page, tuple(_true(row, shape, look) for row in rows))
