"""Pages of lists whose way to the further ones is drawn by a seed."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import PAGERS, Pager
from benchmarks._maderows import make_list
from benchmarks._madesite import Look, Shape, stream
from benchmarks._madewords import tongue

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MadePage", "make_page"]

_HOST = "https://made.example"
_SIZE = 20

#: Name -> addresses of the first page and of a further one; ``{before}`` is a number from 0.
_FORMS = {
    "query": ("/b/4", "/b/4?page={n}"),
    "query_first": ("/b/4?page=1", "/b/4?page={n}"),
    "folder": ("/b/4/", "/b/4/page/{n}/"),
    "letter": ("/b/4", "/b/4/p{n}"),
    "word": ("/b/news.4/", "/b/news.4/page-{n}"),
    "file": ("/forum-4-1.html", "/forum-4-{n}.html"),
    "file_below": ("/list.html", "/list_{n}.html"),
    "index": ("/b/index.html", "/b/index_{n}.html"),
    "start": ("/viewforum.php?f=4", "/viewforum.php?f=4&start={start}"),
    "offset": ("/b/4?offset=0", "/b/4?offset={start}"),
    "dot": ("/index.php?board=4.0", "/index.php?board=4.{start}"),
    "from_zero": ("/b/4?p=0", "/b/4?p={before}"),
    "parameters": ("/forum.php?mod=list&fid=4&page=1", "/forum.php?mod=list&fid=4&page={n}"),
    "before": ("/?cat=4", "/?paged={n}&cat=4"),
    "between": ("/list.jsp?cur=1&boardId=77", "/list.jsp?cur={n}&boardId=77"),
    "bare": ("/b/4", "/b/4/{n}"),
}
_MARKS = (
    *("<b>{}</b>", "<strong>{}</strong>", "<em>{}</em>", '<span class="current">{}</span>'),
    '<a class="active">{}</a>',
)


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page of a list.

    Attributes
    ----------
    number, pages
        Which of how many.
    urls
        Addresses of all.
    """

    seed: int
    shape: Shape
    number: int
    pages: int
    urls: tuple[str, ...]
    html: str

    @property
    def url(self) -> str:
        """Its address."""
        return self.urls[self.number - 1]

    @property
    def next(self) -> str | None:
        """The address of the page after it."""
        return self.urls[self.number] if self.number < self.pages else None


@dataclass(frozen=True, slots=True)
class _Way:
    pager: Pager
    current: int
    mark: str

    def to(self, number: int, inner: str) -> str:
        """Return a link to a page; ``inner`` is HTML."""
        return f'<a href="{escape(self.pager.urls[number - 1])}">{inner}</a>'

    def window(self) -> str:
        """Return numbers around the current page, the first and the last one."""
        most = len(self.pager.urls)
        shown = [n for n in range(1, most + 1) if abs(n - self.current) < 3 or n in {1, most}]
        out = []
        for before, n in zip([0, *shown], shown, strict=False):
            if n > before + 1:
                out.append("...")
            out.append(self.mark.format(n) if n == self.current else self.to(n, str(n)))
        return " ".join(out)

    def around(self, back: str, between: str, on: str) -> str:
        """Return something between the steps back and on, of HTML, where there are such."""
        first = self.to(self.current - 1, back) if self.current > 1 else ""
        last = self.to(self.current + 1, on) if self.current < len(self.pager.urls) else ""
        return " ".join(filter(None, (first, between, last)))


def _window_words(w: _Way) -> str:
    c = w.pager.c
    return w.around(escape(c.label("previous")), w.window(), escape(c.label("next")))


def _window_arrows(w: _Way) -> str:
    return w.around("&lt;", w.window(), "&gt;")


def _pictures(w: _Way) -> str:
    c = w.pager.c
    back, on = (escape(c.label(key)) for key in ("previous", "next"))
    return w.around(f'<img src="/l.gif" alt="{back}">', "", f'<img src="/r.gif" alt="{on}">')


def _icons(w: _Way) -> str:
    return w.around('<i class="icon-left"></i>', w.window(), '<i class="icon-right"></i>')


def _field(w: _Way) -> str:
    field = f'<input name="page" value="{w.current}"> / {len(w.pager.urls)}'
    return w.around(escape(w.pager.c.label("previous")), field, escape(w.pager.c.label("next")))


_WAYS: dict[str, Callable[[_Way], str]] = {
    "window": _Way.window,
    "window_words": _window_words,
    "window_arrows": _window_arrows,
    "pictures": _pictures,
    "icons": _icons,
    "field": _field,
}
_ASPECTS = {
    "pager": (*PAGERS, "load_more", *_WAYS),
    "form": tuple(_FORMS),
    "pages": ("1", "2", "3", "7", "12", "60"),
    "mark": _MARKS,
}


def _pager_html(shape: Shape, pager: Pager, current: int) -> str:
    if len(pager.urls) == 1:
        return ""
    if (way := _WAYS.get(shape["pager"])) is None:
        return pager.html(shape["pager"], current)
    return f"<div{pager.c('pagination')}>{way(_Way(pager, current, shape['mark']))}</div>"


def make_page(seed: int) -> MadePage:
    """Make a page of the list of a seed; the same seed makes the same page."""
    shape = Shape.draw(seed, _ASPECTS, ())
    pages = int(shape["pages"])
    number = stream(seed, "number").randint(1, pages)
    first, further = _FORMS[shape["form"]]
    paths = [
        (first if n == 1 else further).format(n=n, before=n - 1, start=(n - 1) * _SIZE)
        for n in range(1, pages + 1)
    ]
    rows = make_list(seed).shape
    look = Look(rows["style"], seed, tongue(rows["language"]))
    pager = _pager_html(shape, Pager(paths, _SIZE, pages * _SIZE, look), number)
    urls = tuple(_HOST + path for path in paths)
    return MadePage(seed, shape, number, pages, urls, make_list(seed, pager).html)
