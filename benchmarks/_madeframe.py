"""What the pages of a made site have in common: addresses, pagers, the frame around the words."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madesite import Look, Shape

__all__ = ["CLASS_STYLES", "FRAMES", "PAGERS", "Frame", "Pager", "box", "link", "links"]

CLASS_STYLES = ("words", "words", "letters", "none")
FRAMES = ("divs", "table", "semantic")


def link(href: str, text: str, attributes: str = "") -> str:
    """Return a link."""
    return f'<a href="{escape(href)}"{attributes}>{escape(text)}</a>'


def links(pairs: Sequence[tuple[str, str]], glue: str = " | ") -> str:
    """Return several links in a row."""
    return glue.join(link(href, text) for href, text in pairs)


def neighbours(pairs: Sequence[tuple[str, str]], c: Look, tag: str) -> str:
    """Return the way to what stands before and behind a page, as addresses and titles."""
    signed = [(url, f"{sign} {title}") for sign, (url, title) in zip("«»", pairs, strict=False)]
    return f"<{tag}{c('neighbours')}>{links(signed)}</{tag}>"


def box(title: str, pairs: Sequence[tuple[str, str]], c: Look, name: str) -> str:
    """Return a box of links with a heading, as stands beside the words."""
    rows = "".join(f"<li>{link(href, text)}</li>" for href, text in pairs)
    return f"<div{c(name)}><h3>{escape(title)}</h3><ul>{rows}</ul></div>"


@dataclass(frozen=True, slots=True)
class Pager:
    """The way from page to page of one thing.

    Attributes
    ----------
    urls
        Its pages in order.
    size, total
        Posts or rows a page, and of all pages.
    """

    urls: Sequence[str]
    size: int
    total: int
    c: Look

    def html(self, style: str, current: int) -> str:
        """Return the pager on page ``current`` (from 1), nothing where there is one page."""
        if len(self.urls) < 2:
            return ""
        return f"<div{self.c('pagination')}>{_PAGERS[style](self, current)}</div>"

    def numbered(self, current: int, texts: Sequence[str], bare: str = "<b>{}</b>") -> str:
        """Return a link for every page but the current."""
        return " ".join(
            bare.format(escape(text)) if n == current else link(url, text)
            for n, (url, text) in enumerate(zip(self.urls, texts, strict=True), 1)
        )

    def steps(self, current: int, back: str, on: str) -> str:
        """Return links to the page before and the page behind, where there are such."""
        pairs = [(current - 1, back), (current + 1, on)]
        inside = [(n, text) for n, text in pairs if 1 <= n <= len(self.urls)]
        return " ".join(link(self.urls[n - 1], text) for n, text in inside)


def _numbers(p: Pager, current: int) -> str:
    return p.numbered(current, [str(n) for n in range(1, len(p.urls) + 1)])


def _numbers_next(p: Pager, current: int) -> str:
    return f"{_numbers(p, current)} {p.steps(current, '<', p.c.label('next'))}"


def _words(p: Pager, current: int) -> str:
    return p.steps(current, p.c.label("previous"), p.c.label("next"))


def _ranges(p: Pager, current: int) -> str:
    starts = range(1, p.total + 1, p.size)
    spans = [(n, min(n + p.size - 1, p.total)) for n in starts]
    texts = [f"{first}-{last}" if first < last else f"{first}" for first, last in spans]
    return p.numbered(current, texts, "{}")


def _arrows(p: Pager, current: int) -> str:
    return p.steps(current, "«", "»")


def _select(p: Pager, current: int) -> str:
    options = "".join(
        f'<option value="{escape(url)}"{" selected" if n == current else ""}>{n}</option>'
        for n, url in enumerate(p.urls, 1)
    )
    return f'{p.c.label("goto")} <select onchange="location=this.value">{options}</select>'


def _page_of(p: Pager, current: int) -> str:
    return f"{p.c.label('page_of').format(current, len(p.urls))} {p.steps(current, '‹', '›')}"


def _rel(p: Pager, current: int) -> str:
    if current == len(p.urls):
        return f"{current}/{len(p.urls)}"
    return link(p.urls[current], f"{current + 1} →", ' rel="next"')


def _load_more(p: Pager, current: int) -> str:
    """Return the way on alone, as where a script puts what is there below what is shown."""
    return link(p.urls[current], p.c.label("load_more")) if current < len(p.urls) else ""


def _list(p: Pager, current: int) -> str:
    rows = _numbers(p, current).replace("</a> ", "</a></li><li>").replace("</b> ", "</b></li><li>")
    return f"<ul><li>{rows}</li></ul>"


_PAGERS: dict[str, Callable[[Pager, int], str]] = {
    "numbers": _numbers,
    "numbers_next": _numbers_next,
    "words": _words,
    "ranges": _ranges,
    "arrows": _arrows,
    "select": _select,
    "page_of": _page_of,
    "rel": _rel,
    "list": _list,
}
PAGERS = tuple(_PAGERS)
_PAGERS["load_more"] = _load_more


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the words of every page of a site.

    Attributes
    ----------
    name
        The site's name.
    menu, side, foot
        Links of the head, boxes beside the words, links of the foot.
    charset
        As a ``meta`` declares it; nothing is declared where it is empty.
    """

    shape: Shape
    c: Look
    name: str
    menu: Sequence[tuple[str, str]]
    side: str
    foot: Sequence[tuple[str, str]]
    charset: str

    def page(
        self, title: str, main: str, crumbs: Sequence[tuple[str, str]] = (), head: str = ""
    ) -> str:
        """Return a whole page."""
        c = self.c
        meta = f'<meta charset="{self.charset}">' if self.charset else ""
        titled = f"{escape(title)} - {escape(self.name)}" if title != self.name else escape(title)
        trail = ""
        if "breadcrumb" in self.shape and crumbs:
            trail = f"<div{c('breadcrumb')}>{links(crumbs, ' &gt; ')}</div>"
        top = (
            f"<div{c('header')}>{link('/', self.name)}</div>"
            f"<div{c('menu')}>{links(self.menu)}</div>{self._login()}"
        )
        foot = f"<div{c('footer')}>{links(self.foot)} &copy; 2026 {escape(self.name)}</div>"
        return (
            f'<!DOCTYPE html>\n<html lang="{c.t.code}"><head>{meta}<title>{titled}</title>{head}'
            f"</head>\n<body>{self._inner(top, trail + main, foot)}</body></html>\n"
        )

    def _inner(self, top: str, main: str, foot: str) -> str:
        c = self.c
        if self.shape["frame"] == "table":
            side = f'<td width="180" valign="top">{self.side}</td>' if self.side else ""
            return (
                f'<table width="100%"><tr><td colspan="2">{top}</td></tr>\n'
                f'<tr>{side}<td valign="top">{main}</td></tr>\n'
                f'<tr><td colspan="2">{foot}</td></tr></table>'
            )
        if self.shape["frame"] == "bare":
            return f"{top}\n{main}\n{foot}"
        if self.shape["frame"] == "semantic":
            aside = f"<aside>{self.side}</aside>" if self.side else ""
            return f"<header>{top}</header>\n<main>{main}</main>\n{aside}\n<footer>{foot}</footer>"
        side = f"<div{c('sidebar')}>{self.side}</div>" if self.side else ""
        return f"{top}\n<div{c('content')}>{main}</div>\n{side}\n{foot}"

    def _login(self) -> str:
        if "login_form" not in self.shape:
            return ""
        c = self.c
        return (
            f'<form action="/login" method="post">{c.label("user")} <input name="user"> '
            f'{c.label("password")} <input type="password" name="pass"> '
            f'<input type="submit" value="{c.label("login")}"></form>'
        )
