"""What rows of made lists are laid out of: all that a site knows of a thread, and the parts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link
from benchmarks._madesite import stream
from benchmarks._rowwords import ROW_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks._madesite import Look, Shape

__all__ = ["LIST_NOW", "Drawn", "Layout", "Parts", "profile", "shown_time"]

LIST_NOW = datetime(2026, 5, 21, 12, tzinfo=UTC)
"""When every list was made."""

_PAGED_FROM = 12
_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Drawn:
    """All that a site knows of a thread, shown or not."""

    number: int
    path: str
    title: str
    author: str
    last_by: str
    board: int
    replies: int
    views: int
    last: datetime
    first: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a row, as the shape of the list has them; nothing for those it has not."""

    shape: Shape
    look: Look

    def words(self, key: str) -> str:
        """Return the words for a part."""
        return ROW_WORDS[self.shape["language"]][key]

    def box(self, tag: str, aspect: str, content: str) -> str:
        """Return an element whose class is drawn."""
        return f"<{tag}{self.look(self.shape[aspect])}>{content}</{tag}>"

    def user(self, name: str) -> str:
        """Return a name, a link to its profile on most sites."""
        if "plain_users" in self.shape:
            return escape(name)
        return link(profile(name), name)

    def by(self, row: Drawn, key: str = "by") -> str:
        """Return who began a thread, behind a word that says so."""
        return escape(self.words(key)).format(self.user(row.author))

    def topic(self, row: Drawn) -> str:
        """Return the link to a thread with what stands around it in one line."""
        return f"{self.pin(row)}{self.board(row)}{link(row.path, row.title)}{self.pages(row)}"

    def pin(self, row: Drawn) -> str:
        """Return the mark of a thread that stays on top."""
        shown = "sticky" in self.shape and row.first
        return '<img src="/i/pin.png" alt="sticky"> ' if shown else ""

    def board(self, row: Drawn) -> str:
        """Return a link to the board of a thread."""
        if "boards" not in self.shape:
            return ""
        text = self.words(f"board_{row.board}")
        return link(f"/c/{row.board}", text, self.look("cat")) + " "

    def pages(self, row: Drawn) -> str:
        """Return links to the further pages of a thread."""
        if "pages" not in self.shape or row.replies <= _PAGED_FROM:
            return ""
        glue = "&" if "?" in row.path else "?"
        numbers = " ".join(link(f"{row.path}{glue}page={n}", str(n)) for n in (2, 3))
        return f" <span{self.look('pages')}>[ {numbers} ]</span>"

    def picture(self, row: Drawn) -> str:
        """Return the picture of who began a thread."""
        if "pictures" not in self.shape:
            return ""
        said = escape(row.author) if "named_pictures" in self.shape else ""
        picture = f'<img src="/av/{row.number % 9}.png" alt="{said}">'
        return f'<a href="{profile(row.author)}">{picture}</a>'

    def excerpt(self, row: Drawn) -> str:
        """Return how a thread begins."""
        if "excerpts" not in self.shape:
            return ""
        rng = stream(self.shape.seed, f"excerpt {row.number}")
        text = f"{row.title} … {self.look.t.paragraph(rng, 2)}"
        return f"<p{self.look('ex')}>{escape(text)}</p>"

    def replies(self, row: Drawn, *, bare: bool = False) -> str:
        """Return how many answered, in words or as a number."""
        if "no_replies" in self.shape:
            return ""
        return str(row.replies) if bare else self.words("said_replies").format(row.replies)

    def views(self, row: Drawn, *, bare: bool = False) -> str:
        """Return how many looked, in words or as a number."""
        if "no_views" in self.shape:
            return ""
        return str(row.views) if bare else self.words("said_views").format(row.views)

    def time(self, row: Drawn) -> str:
        """Return the time of the last post."""
        shown = escape(shown_time(row, self.shape, self.look)[0])
        if self.shape["time"] != "attribute":
            return shown
        return f'<time datetime="{row.last.isoformat()}">{shown}</time>'

    def last(self, row: Drawn, glue: str) -> str:
        """Return the last post: its time, and who wrote it on some sites."""
        if "last_by" not in self.shape:
            return self.time(row)
        return self.words("said_last").format(self.user(row.last_by)) + glue + self.time(row)

    def counted(self, row: Drawn, tag: str, *, bare: bool = False) -> list[str]:
        """Return the counts that a list has, each in an element."""
        counts = (("count", self.replies(row, bare=bare)), ("hits", self.views(row, bare=bare)))
        return [self.box(tag, aspect, text) for aspect, text in counts if text]


def shown_time(row: Drawn, shape: Shape, look: Look) -> tuple[str, datetime, timedelta]:
    """Return a time as it is shown, its moment as far as that tells it, and what it leaves open."""
    how = shape["time"]
    if how == "age":
        return _age(row.last, shape["language"])
    if how == "month_day":
        midnight = row.last.replace(hour=0, minute=0)
        return f"{row.last:%m-%d}", midnight, timedelta(0)
    if how == "attribute":
        return f"{row.last:%d/%m}", row.last, timedelta(0)
    forms = look.t.stamps(long=how == "words")
    form = stream(shape.seed, "form").choice(forms)
    return look.t.stamp(row.last, form), row.last, timedelta(0)


def _age(when: datetime, language: str) -> tuple[str, datetime, timedelta]:
    age = LIST_NOW - when
    # One alone is told in other words in most languages.
    key, unit = next(
        ((key, unit) for key, unit in (("days", _DAY), ("hours", _HOUR)) if age >= 2 * unit),
        ("minutes", _MINUTE),
    )
    return ROW_WORDS[language][key].format(age // unit), when, unit


def profile(name: str) -> str:
    """Return the path of the page of a member."""
    return f"/u/{name.encode().hex()[:8]}"


@dataclass(frozen=True, slots=True)
class Layout:
    """How the rows of a list are laid out.

    Attributes
    ----------
    row
        Makes one.
    around
        The element of all.
    heads
        Words above the columns of a table, where these have any.
    viewed, answered
        Whether it can tell how many looked, and whether it always tells how many answered.
    without_zero
        Where nobody answered it tells nothing of it.
    """

    row: Callable[[Drawn, Parts], str]
    around: str = "div"
    heads: tuple[str, ...] = ()
    viewed: bool = True
    answered: bool = False
    without_zero: bool = False
