"""What made sites do that is no matter of lay-out: a turn that a whole site takes.

A site of a ``turned`` kind has one of these turns. Those of :data:`SITE_TURNS` rewrite its pages
when they are made; the others are asked for while it is made, as ``NAME in shape``.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link, links
from benchmarks._madesite import ORIGIN, Shape, stream
from benchmarks._madewords import MORE_TONGUES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madelists import ThreadRow
    from benchmarks._madesite import Look, MadeSite

__all__ = [
    "DOUBLES",
    "FORUM_TURNS",
    "NAMED_TURNS",
    "NEWS_TURNS",
    "SITE_TURNS",
    "make_turned",
    "month_links",
    "take",
    "whole_rows",
]

#: A link of a page to another page of the site.
_HREF = re.compile(r'(?<= href=")/(?![/])([^"]*)(?=")')
_OPTION = re.compile(r'(?<=<option value=")/(?![/])([^"]*)(?=")')
_HEAD_END, _FOOT = "</head>", "&copy;"


def take(shape: Shape, turn: str | None, turns: Sequence[str]) -> Shape:
    """Return a shape with a turn: the one that is named, else one drawn by the seed."""
    turn = turn or stream(shape.seed, "turn").choice(turns)
    chosen = {**shape.chosen, "turn": turn}
    if turn in _CHOICES:
        aspect, variants = _CHOICES[turn]
        chosen[aspect] = stream(shape.seed, turn).choice(variants)
    extras = {"quotes"} if turn == "quote_cards" else set()
    return Shape(shape.seed, chosen, shape.extras | {turn, *extras})


def whole_rows(rows: Sequence[ThreadRow], c: Look) -> str:
    """Return a list of threads each of which is one link with all that is told of it."""
    return "\n".join(
        f'<a{c("row")} href="{escape(row.href)}"><h3{c("name")}>{escape(row.title)}</h3>'
        f"<p{c('snippet')}>{escape(row.excerpt)}</p>"
        + "".join(f"<span>{re.sub('</?a[^>]*>', '', cell)}</span> " for _, cell in row.cells)
        + "</a>"
        for row in rows
    )


def _rewrite(site: MadeSite, change: Callable[[str, str], str]) -> None:
    """Put every page through a function of its path and its source."""
    for path, (kind, body) in list(site.pages.items()):
        html = change(path, body.decode(site.charset))
        site.pages[path] = (kind, html.encode(site.charset, "xmlcharrefreplace"))


def _relink(html: str, change: Callable[[str], str]) -> str:
    """Change the paths of the links and choices of a page."""
    for form in (_HREF, _OPTION):
        html = form.sub(lambda match: escape(change("/" + match[1].replace("&amp;", "&"))), html)
    return html


def _with(path: str, query: str) -> str:
    path, mark, place = path.partition("#")
    return f"{path}{'&' if '?' in path else '?'}{query}{mark}{place}"


def _sessions(site: MadeSite) -> None:
    """Give every link the number of the visit, which each page has anew."""

    def change(path: str, html: str) -> str:
        rng = stream(site.shape.seed, f"session {path}")
        number = "".join(rng.choices("0123456789abcdef", k=32))
        return _relink(html, lambda to: _with(to, f"sid={number}"))

    _rewrite(site, change)


def _base(site: MadeSite) -> None:
    """Have links start from an address that the head of the page tells."""

    def change(_: str, html: str) -> str:
        html = _relink(html, lambda to: to.lstrip("/") or "./")
        return html.replace(_HEAD_END, f'<base href="{ORIGIN}/">{_HEAD_END}', 1)

    _rewrite(site, change)


def _tracked(site: MadeSite) -> None:
    """Have links to threads and articles tell where they stand."""
    firsts = {thread.pages[0][0]: thread for thread in site.threads}
    boards = {path for _, _, paths in site.boards for path in paths}
    used: dict[str, str] = {}

    def change(path: str, html: str) -> str:
        place = "home" if path == "/" else "list" if path in boards else "page"

        def to_thread(to: str) -> str:
            if to not in firsts:
                return to
            used[(told := _with(to, f"from={place}"))] = to
            return told

        return _relink(html, to_thread)

    _rewrite(site, change)
    for told, path in used.items():
        site.pages[told] = site.pages[path]
        firsts[path].aliases.append((told, 1))


def _frames(site: MadeSite) -> None:
    """Make the home page a set of frames: a menu, and what the home page was."""
    kind, body = site.pages["/"]
    html = body.decode(site.charset)
    title = re.search("<title>.*?</title>", html)
    name, menu = title[0] if title else "", ""
    for board, path, _ in site.boards:
        menu += f'<p><a href="{escape(path)}" target="main">{escape(board)}</a></p>'
    made = {
        "/main.html": html,
        "/menu.html": f"<html><head>{name}</head><body>{menu}</body></html>",
        "/": f'<html><head>{name}</head><frameset cols="180,*"><frame src="/menu.html" name="menu">'
        '<frame src="/main.html" name="main"></frameset></html>',
    }
    for path, page in made.items():
        site.pages[path] = (kind, page.encode(site.charset, "xmlcharrefreplace"))


def _hop(site: MadeSite) -> None:
    """Have the home page send on to another address by itself."""
    kind, body = site.pages["/"]
    site.pages["/index.html"] = (kind, body)
    hop = (
        '<html><head><meta http-equiv="refresh" content="0; url=/index.html"></head>'
        '<body><a href="/index.html">&gt;&gt;</a></body></html>'
    )
    site.pages["/"] = (kind, hop.encode(site.charset))


SITE_TURNS: dict[str, Callable[[MadeSite], None]] = {
    "sessions": _sessions,
    "base": _base,
    "tracked": _tracked,
    "frames": _frames,
    "hop": _hop,
}
#: Turns for which the site is made twice: where its doubles stand.
DOUBLES: dict[str, tuple[str, ...]] = {"mobile": ("/m",), "languages": ("/en", "/fr")}

FORUM_TURNS = (
    *("newest_first", "anonymous", "guests", "repeated_first", "avatar_only", "relative_only"),
    *("load_more", "whole_rows", "stream_home", "subboards", "filters", "messages", "ad_posts"),
    *SITE_TURNS,
    *DOUBLES,
)
#: Turns of forums that no seed draws: they are taken where they are named.
NAMED_TURNS = (
    *("untimed", "untimed_answers", "day_heads", "member_days", "edited_heads", "quote_cards"),
    *("best_answer", "remarks", "row_heads", "row_feet", "tip_times", "tiles", "long_opening"),
)
#: Turn -> the variants of an aspect that it draws from.
_CHOICES: dict[str, tuple[str, tuple[str, ...]]] = {
    "quote_cards": ("quote", ("card",)),
    "remarks": ("post", ("author_left", "divs", "article", "list_cite", "own_table", "section")),
    "row_heads": ("post", ("row_heads",)),
    "row_feet": ("post", ("row_feet",)),
    "tip_times": ("time", ("tip",)),
    "tiles": ("home", ("tiles",)),
    "tongues": ("language", MORE_TONGUES),
    "bylined": ("byline", ("signed", "signed_beside")),
    "address_days": ("address", ("dated", "shtml")),
}
NEWS_TURNS = (
    *("relative_only", "load_more", "full_lists", "month_archive", "one_page"),
    *("paywall", "ticker", "author_pages", "members", "regulars"),
    *SITE_TURNS,
    *DOUBLES,
)


def make_turned(shape: Shape, name: str, make: Callable[[Shape, str], MadeSite]) -> MadeSite:
    """Make a site that takes a turn, by what makes one of a shape and a name."""
    site, turn = make(shape, name), shape["turn"]
    if turn in SITE_TURNS:
        SITE_TURNS[turn](site)
    if turn in DOUBLES:
        frame = "bare" if turn == "mobile" else shape["frame"]
        bare = Shape(shape.seed, {**shape.chosen, "frame": frame}, shape.extras)
        _double(site, make(bare, name), turn)
    return site


def _double(site: MadeSite, other: MadeSite, turn: str) -> None:
    """Put the pages of another site, which has the same words, beside those of a site.

    Every page leads to its doubles, and doubles lead to doubles.
    """
    prefixes = DOUBLES[turn]
    doubles: dict[str, tuple[str, bytes]] = {}
    names = ("PDA",) if turn == "mobile" else ("English", "Français")
    for path, (kind, body) in other.pages.items():
        html = body.decode(other.charset)
        for prefix in prefixes:
            made = _relink(html, prefix.__add__)
            made = _tongues(made, [(path, "WWW"), *_ways(path, prefixes, names)])
            made = re.sub('<html lang="[^"]*"', f'<html lang="{prefix[1:]}"', made, count=1)
            doubles[prefix + path] = (kind, made.encode(other.charset, "xmlcharrefreplace"))
    _rewrite(site, lambda path, html: _tongues(html, _ways(path, prefixes, names)))
    site.pages.update(doubles)
    for thread in site.threads:
        for number, (path, _) in enumerate(thread.pages, 1):
            thread.aliases += [(prefix + path, number) for prefix in prefixes]


def _ways(path: str, prefixes: Sequence[str], names: Sequence[str]) -> list[tuple[str, str]]:
    return [(prefix + path, name) for prefix, name in zip(prefixes, names, strict=True)]


def _tongues(html: str, ways: Sequence[tuple[str, str]]) -> str:
    """Put links to the other forms of a page into its foot."""
    return html.replace(_FOOT, f"{links(ways)} {_FOOT}", 1)


def month_links(months: Sequence[tuple[int, int]]) -> str:
    """Return links to the archive of each month."""
    return (
        "<ul>"
        + "".join(f"<li>{link(f'/archive/{y}/{m:02d}/', f'{y}/{m:02d}')}</li>" for y, m in months)
        + "</ul>"
    )
