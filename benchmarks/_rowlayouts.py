"""How made lists of threads lay out their rows."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link
from benchmarks._rowcells import CELL_LAYOUTS
from benchmarks._rowparts import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._rowparts import Drawn, Parts

__all__ = ["ROW_LAYOUTS", "lay_out"]

_COLUMNS = ("topic", "author", "replies", "views", "last")


def _columns(row: Drawn, p: Parts) -> str:
    cells = [
        p.box("td", "subject", p.topic(row) + p.excerpt(row)),
        p.box("td", "writer", p.user(row.author)),
        *p.counted(row, "td", bare=True),
        p.box("td", "when", p.last(row, "<br>")),
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _two_lines(row: Drawn, p: Parts) -> str:
    topic = f"{p.topic(row)}<br><small>{p.by(row, 'started')}</small>"
    cells = [
        f"<td>{p.picture(row)}</td>",
        p.box("td", "subject", topic),
        *p.counted(row, "td", bare="bare_counts" in p.shape),
        p.box("td", "when", p.last(row, "<br>")),
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _boxes(row: Drawn, p: Parts) -> str:
    parts = [
        p.picture(row),
        p.box("div", "subject", p.topic(row)),
        p.excerpt(row),
        p.box("div", "writer", p.by(row)),
        f"<div{p.look('stats')}>{' '.join(p.counted(row, 'span'))}</div>",
        p.box("div", "when", p.last(row, " ")),
    ]
    return f"<div{p.look('row')}>{''.join(parts)}</div>"


def _items(row: Drawn, p: Parts) -> str:
    told = [p.by(row), p.time(row), p.replies(row), p.views(row)]
    meta = " · ".join(filter(None, told))
    return f"<li>{p.topic(row)} <span{p.look('meta')}>{meta}</span></li>"


def _cards(row: Drawn, p: Parts) -> str:
    told = [
        p.box("span", "writer", p.user(row.author)),
        p.box("span", "when", p.time(row)),
        *p.counted(row, "span"),
    ]
    head = f"<header><h2>{p.board(row)}{link(row.path, row.title)}</h2></header>"
    foot = f"<footer>{' '.join(told)}</footer>"
    return f"<article>{p.picture(row)}{head}{p.excerpt(row)}{foot}</article>"


def _whole(row: Drawn, p: Parts) -> str:
    told = [
        p.box("span", "writer", escape(row.author)),
        p.box("span", "when", p.time(row)),
        *p.counted(row, "span"),
    ]
    inner = p.box("div", "subject", escape(row.title))
    inner += f"<div{p.look('meta')}>{' '.join(told)}</div>"
    return f'<a{p.look("item")} href="{escape(row.path)}">{inner}</a>'


def _questions(row: Drawn, p: Parts) -> str:
    count = ""
    if "no_replies" not in p.shape:
        count = f"<b>{row.replies}</b> {p.words('said_replies').replace('{}', '').strip()}"
    summary = (
        f"<h3>{link(row.path, row.title)}</h3>{p.excerpt(row)}"
        f"<div{p.look('tags')}>{p.board(row)}</div>"
        f"<div{p.look('who')}>{p.time(row)} {p.user(row.author)}</div>"
    )
    stats = f"<div{p.look('stats')}>{count}</div>"
    return f"<div{p.look('question')}>{stats}<div{p.look('summary')}>{summary}</div></div>"


def _definitions(row: Drawn, p: Parts) -> str:
    topic = f"<dt>{link(row.path, row.title)}{p.pages(row)}<br>{p.by(row)}</dt>"
    return f"<dl>{topic}{''.join(p.counted(row, 'dd'))}{p.box('dd', 'when', p.time(row))}</dl>"


def _lines(row: Drawn, p: Parts) -> str:
    topic = f"{p.pin(row)}[{p.time(row)}] {link(row.path, row.title)} ({p.user(row.author)})"
    return f"<div>{topic} {p.replies(row)}</div>"


def _bold(row: Drawn, p: Parts) -> str:
    counts = " | ".join(filter(None, (p.replies(row), p.views(row))))
    topic = f"<b>{link(row.path, row.title)}</b>{p.pages(row)}"
    return f"<p>{topic}<br>{p.by(row)}, {p.time(row)} | {counts}</p>"


ROW_LAYOUTS: dict[str, Layout] = {
    "columns": Layout(_columns, "table", _COLUMNS),
    "two_lines": Layout(_two_lines, "table"),
    "boxes": Layout(_boxes),
    "items": Layout(_items, "ul"),
    "cards": Layout(_cards),
    "whole": Layout(_whole),
    "questions": Layout(_questions, viewed=False),
    "definitions": Layout(_definitions),
    "lines": Layout(_lines, viewed=False),
    "bold": Layout(_bold),
    **CELL_LAYOUTS,
}


def _heads(p: Parts, heads: Sequence[str]) -> str:
    if not heads or "no_heads" in p.shape:
        return ""
    left_out = {key for key in ("replies", "views") if f"no_{key}" in p.shape}
    cells = (escape(p.words(key)) for key in heads if key not in left_out)
    return f"<tr>{''.join(f'<th>{cell}</th>' for cell in cells)}</tr>"


def lay_out(rows: Sequence[Drawn], p: Parts) -> str:
    """Return the list."""
    layout = ROW_LAYOUTS[p.shape["layout"]]
    lines = "\n".join(layout.row(row, p) for row in rows)
    around = layout.around
    return f"<{around}{p.look('list')}>{_heads(p, layout.heads)}{lines}</{around}>"
