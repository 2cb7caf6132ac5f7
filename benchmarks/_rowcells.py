"""Further lay-outs of made lists: rows whose cells and lines nothing names."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link
from benchmarks._rowparts import Layout, shown_time

if TYPE_CHECKING:
    from benchmarks._rowparts import Drawn, Parts

__all__ = ["CELL_LAYOUTS"]

_ICON = '<svg viewBox="0 0 9 9" aria-hidden="true"><path d="M1 1h7"/></svg>'


def _began(row: Drawn, p: Parts) -> str:
    """Return when a thread began: days before its last post."""
    age = timedelta(days=2 + row.number % 5, hours=row.number % 7, minutes=row.number % 50)
    first = replace(row, last=row.last - age)
    shown = escape(shown_time(first, p.shape, p.look)[0])
    if p.shape["time"] != "attribute":
        return shown
    return f'<time datetime="{first.last.isoformat()}">{shown}</time>'


def _filed(row: Drawn, p: Parts) -> str:
    """Return a title behind what it is filed under."""
    word = escape(p.words(f"board_{row.board}"))
    filed = {"none": "", "brackets": f"[{word}] ", "em": f"<em>{word}</em> "}[p.shape["filed"]]
    return f"{p.pin(row)}{filed}{link(row.path, row.title)}{p.pages(row)}"


def _cells(*cells: str) -> str:
    return "".join(f"<td>{cell}</td>" for cell in cells)


def _views(row: Drawn, p: Parts) -> list[str]:
    return [] if "no_views" in p.shape else [p.views(row, bare=True)]


def _two_times(row: Drawn, p: Parts) -> str:
    counts = "/".join([str(row.replies), *_views(row, p)])
    began, last = (
        f"{p.user(name)}<br>{time}"
        for name, time in ((row.author, _began(row, p)), (row.last_by, p.time(row)))
    )
    return f"<tr>{_cells(_filed(row, p), began, counts, last)}</tr>"


def _told(row: Drawn, p: Parts) -> str:
    began = f"{_filed(row, p)}<br>{p.by(row, 'started')}, {_began(row, p)}"
    counts = "<br>".join(filter(None, (p.replies(row), p.views(row))))
    last = f"{p.time(row)}<br>{p.by(replace(row, author=row.last_by))}"
    return f"<tr>{_cells(p.picture(row), began, counts, last)}</tr>"


def _own_tables(row: Drawn, p: Parts) -> str:
    last = f"{p.time(row)} | {p.user(row.last_by)}"
    cells = _cells(_filed(row, p), p.user(row.author), str(row.replies), *_views(row, p), last)
    return f"<table><tr><td><img src='/i/t.gif'></td>{cells}</tr></table>"


def _numbered(row: Drawn, p: Parts) -> str:
    behind = f" <span{p.look('rc')}>[{row.replies}]</span>" if row.replies else ""
    title = link(row.path, row.title) + behind
    rest = (p.user(row.author), p.time(row), *_views(row, p), str(row.number % 23))
    return f"<tr>{_cells(str(row.number), title, *rest)}</tr>"


def _time_first(row: Drawn, p: Parts) -> str:
    cells = (p.time(row), _filed(row, p), p.user(row.author), str(row.replies), *_views(row, p))
    return f"<tr>{_cells(*cells)}</tr>"


def _boxed_cells(row: Drawn, p: Parts) -> str:
    cells = (_filed(row, p), p.user(row.author), str(row.replies), *_views(row, p), p.time(row))
    return f"<div{p.look('tr')}>{''.join(f'<div>{cell}</div>' for cell in cells)}</div>"


def _icons(row: Drawn, p: Parts) -> str:
    counts = "".join(f"<span>{_ICON} {count}</span>" for count in (row.replies, *_views(row, p)))
    who = f"<span>{p.user(row.author)}</span><span>{p.time(row)}</span>"
    return f"<li><h3>{_filed(row, p)}</h3><div>{who}{counts}</div></li>"


def _dashes(row: Drawn, p: Parts) -> str:
    told = (p.by(row), p.replies(row), p.views(row), p.last(row, ", "))
    return f"<p>{' — '.join([_filed(row, p), *filter(None, told)])}</p>"


def _ranked(row: Drawn, p: Parts) -> str:
    answers = link(row.path, p.words("said_replies").format(row.replies))
    told = f"{row.number % 90 + 2} ★ {p.by(row)} {p.time(row)} | {answers}"
    return f"<div><h3>{_filed(row, p)}</h3><p>{told}</p></div>"


def _answered(row: Drawn, p: Parts) -> str:
    counts = filter(None, (p.replies(row), p.views(row)))
    told = " · ".join((p.by(row, "started"), *counts))
    head = f"<div>{p.user(row.last_by)} · {p.time(row)}</div><h2>{_filed(row, p)}</h2>"
    return f"<article>{head}{p.excerpt(row)}<div>{told}</div></article>"


CELL_LAYOUTS: dict[str, Layout] = {
    "two_times": Layout(_two_times, "table", answered=True),
    "told": Layout(_told, "table"),
    "own_tables": Layout(_own_tables, answered=True),
    "numbered": Layout(_numbered, "table", answered=True, without_zero=True),
    "time_first": Layout(_time_first, "table", answered=True),
    "boxed_cells": Layout(_boxed_cells, answered=True),
    "icons": Layout(_icons, "ul", answered=True),
    "dashes": Layout(_dashes),
    "ranked": Layout(_ranked, viewed=False, answered=True),
    "answered": Layout(_answered),
}
