"""What crowds the articles of made news sites: times, names and lines that belong to no text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
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

__all__ = ["NEWS_CROWD", "NewsCrowd"]

#: Extras of a news site that is crowded.
NEWS_CROWD = (
    *("today", "kicker", "reading_time", "updated", "listen", "remark_count", "hits", "read_also"),
    *("follow", "helpful", "rights", "neighbours", "last_remarks"),
)
#: Where a site can be followed.
_NETWORKS = (("http://twitmore.invalid/us", "Twitmore"), ("http://facepage.invalid/us", "Facepage"))


@dataclass(frozen=True, slots=True)
class NewsCrowd:
    """Makes what stands beside the words of articles."""

    shape: Shape
    c: Look
    clock: SiteClock

    def _label(self, key: str) -> str:
        return escape(self.c.label(key))

    def _chance(self, what: str, number: int) -> random.Random:
        return stream(self.shape.seed, f"{what} {number}")

    def when(self, shown: str, when: datetime, number: int, remarks: int) -> str:
        """Return the time of an article with what stands beside it."""
        shape, out = self.shape, shown
        if "updated" in shape:
            later = when + timedelta(minutes=self._chance("updated", number).randint(20, 900))
            out += f" ({self._label('updated')} {escape(self.clock.plain(later))})"
        if "reading_time" in shape:
            minutes = self._chance("minutes", number).randint(2, 9)
            words = escape(self.c.label("reading_time").format(minutes))
            out += f" &middot; <span{self.c('reading-time')}>{words}</span>"
        if "hits" in shape:
            hits = self._chance("hits", number).randint(20, 9000)
            out += f" <span{self.c('hits')}>{self._label('views')}: {hits}</span>"
        if "remark_count" in shape:
            count = f"{remarks} {self.c.label('comments')}"
            out += f" {link('#comments', count, self.c('count'))}"
        return out

    def above(self, section: str) -> str:
        """Return what stands above the heading."""
        out = ""
        if "today" in self.shape:
            form = self.c.t.stamps(long=True)[0]
            out += f"<div{self.c('today')}>{escape(self.c.t.stamp(self.clock.now, form))}</div>"
        if "kicker" in self.shape:
            out += f"<p{self.c('kicker')}>{escape(section)}</p>"
        return out

    def ahead(self) -> str:
        """Return what stands between the byline and the words."""
        if "listen" not in self.shape:
            return ""
        return (
            f"<div{self.c('player')}><audio controls></audio> {self._label('listen')} "
            "<span>0:00 / 4:31</span></div>"
        )

    def among(self, url: str, title: str) -> list[str]:
        """Return what stands among the words, which leads to another article."""
        if "read_also" not in self.shape:
            return []
        return [f"<p{self.c('readalso')}>{self._label('read_also')} {link(url, title)}</p>"]

    def behind(self, name: str, beside: Sequence[tuple[str, str]]) -> str:
        """Return what stands behind an article.

        Parameters
        ----------
        name
            What the site is called.
        beside
            Addresses and titles of the articles before and behind it.
        """
        shape, c, out = self.shape, self.c, ""
        if "rights" in shape:
            out += f"<p{c('rights')}>&copy; 2026 {escape(name)}. {self._label('rights')}</p>"
        if "follow" in shape:
            out += f"<p{c('follow')}>{self._label('follow')} {links(_NETWORKS, ', ')}</p>"
        if "helpful" in shape:
            answers = "".join(f"<button>{one}</button>" for one in self._label("yes_no").split("/"))
            out += f"<div{c('helpful')}>{self._label('helpful')} {answers}</div>"
        if "neighbours" in shape:
            out += neighbours(beside, c, "div")
        return out

    def last_remarks(self, remarks: Sequence[tuple[str, str, str, str]]) -> str:
        """Return a box beside the words: who said what of which article last.

        Parameters
        ----------
        remarks
            Name, address and title of the article, words.
        """
        if "last_remarks" not in self.shape or not remarks:
            return ""
        rows = "".join(
            f"<li><b>{escape(who)}</b>: {escape(words[:40])}… {link(url, title)}</li>"
            for who, url, title, words in remarks
        )
        head = f"<h3>{self._label('last_remarks')}</h3>"
        return f"<div{self.c('lastremarks')}>{head}<ul>{rows}</ul></div>"
