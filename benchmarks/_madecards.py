"""How made news sites list their articles: on the home page and in their sections."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from benchmarks._madeframe import link
from benchmarks._madesite import stream

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madesite import Look

__all__ = ["CARD_LAYOUTS", "Card", "lay_out_cards", "lay_out_mixed"]


@dataclass(frozen=True, slots=True)
class Card:
    """An article in a list.

    ``day`` heads those of one day where the list is cut by days, ``whole`` is all that it says
    where lists show that.
    """

    href: str
    title: str
    teaser: str
    image: str
    section: str
    author: str
    when: str
    day: str
    whole: str = ""


def _teasers(cards: Sequence[Card], c: Look) -> str:
    return "\n".join(
        f"<div{c('teaser')}><h3>{link(k.href, k.title)}</h3><p>{escape(k.teaser)}</p>"
        f"<span{c('when')}>{k.when}</span></div>"
        for k in cards
    )


def _figures(cards: Sequence[Card], c: Look) -> str:
    return "\n".join(
        f'<div{c("card")}><a href="{k.href}"><img src="{k.image}" width="320" height="200" alt="">'
        f"</a><h2>{link(k.href, k.title)}</h2><small>{escape(k.section)}</small></div>"
        for k in cards
    )


def _whole_link(cards: Sequence[Card], c: Look) -> str:
    return "\n".join(
        f'<a{c("tile")} href="{k.href}"><img src="{k.image}" alt=""><h3>{escape(k.title)}</h3>'
        f"<p>{escape(k.teaser)}</p></a>"
        for k in cards
    )


def _articles(cards: Sequence[Card], c: Look) -> str:
    return "\n".join(
        f"<article{c('story')}><header><h2>{link(k.href, k.title)}</h2></header>"
        f"<p>{escape(k.teaser)}</p><footer>{escape(k.author)} {k.when} "
        f"{link(k.href, c.label('more'))}</footer></article>"
        for k in cards
    )


def _table(cards: Sequence[Card], c: Look) -> str:
    rows = "\n".join(
        f"<tr><td>{k.when}</td><td>{link(k.href, k.title)}</td><td>{escape(k.section)}</td></tr>"
        for k in cards
    )
    return f'<table width="100%"{c("newslist")}>{rows}</table>'


def _list(cards: Sequence[Card], c: Look) -> str:
    rows = "\n".join(f"<li>{link(k.href, k.title)}<span>{k.when}</span></li>" for k in cards)
    return f"<ul{c('list')}>{rows}</ul>"


def _definitions(cards: Sequence[Card], c: Look) -> str:
    rows = "\n".join(
        f"<dt>{link(k.href, k.title)}</dt><dd>{k.when} {escape(k.teaser)}</dd>" for k in cards
    )
    return f"<dl{c('stories')}>{rows}</dl>"


def _lead(cards: Sequence[Card], c: Look) -> str:
    first, rest = cards[0], cards[1:]
    top = (
        f'<div{c("lead")}><img src="{first.image}" alt=""><h1>{link(first.href, first.title)}</h1>'
        f"<p>{escape(first.teaser)}</p></div>"
    )
    return top + "\n".join(f"<h4>{link(k.href, k.title)}</h4>" for k in rest)


def _lines(cards: Sequence[Card], c: Look) -> str:
    lines = "<br>\n".join(f"&#9632; {link(k.href, k.title)} ({k.when})" for k in cards)
    return f"<div{c('lines')}>{lines}</div>"


def _days(cards: Sequence[Card], c: Look) -> str:
    parts = []
    for day, group in groupby(cards, key=lambda card: card.day):
        rows = "\n".join(f"<li>{link(k.href, k.title)}</li>" for k in group)
        parts.append(f"<h3{c('day')}>{escape(day)}</h3><ul>{rows}</ul>")
    return "\n".join(parts)


def _columns(cards: Sequence[Card], c: Look) -> str:
    cells = [
        f'<td width="50%" valign="top"><b>{link(k.href, k.title)}</b><br>{escape(k.teaser)}</td>'
        for k in cards
    ]
    rows = "\n".join(f"<tr>{''.join(cells[n : n + 2])}</tr>" for n in range(0, len(cells), 2))
    return f"<table{c('columns')}>{rows}</table>"


def _whole(cards: Sequence[Card], c: Look) -> str:
    return "\n".join(
        f"<article{c('entry')}><h2>{link(k.href, k.title)}</h2>"
        f"<p{c('entry-meta')}>{escape(k.author)} | {k.when}</p>{k.whole}</article>"
        for k in cards
    )


_LAYOUTS: dict[str, Callable[[Sequence[Card], Look], str]] = {
    "teasers": _teasers,
    "figures": _figures,
    "whole_link": _whole_link,
    "articles": _articles,
    "table": _table,
    "list": _list,
    "definitions": _definitions,
    "lead": _lead,
    "lines": _lines,
    "days": _days,
    "columns": _columns,
}
CARD_LAYOUTS = tuple(_LAYOUTS)
_LAYOUTS["whole"] = _whole


def lay_out_cards(layout: str, cards: Sequence[Card], c: Look) -> str:
    """Return a list of articles."""
    return _LAYOUTS[layout](cards, c)


def lay_out_mixed(seed: int, cards: Sequence[Card], c: Look) -> str:
    """Return a list whose first articles are shown in another way than the next and the last."""
    ways = stream(seed, "mixed").sample(CARD_LAYOUTS, 3)
    third = -(-len(cards) // 3)
    parts = (cards[n * third : (n + 1) * third] for n in range(3))
    return "\n".join(
        lay_out_cards(way, part, c) for way, part in zip(ways, parts, strict=True) if part
    )
