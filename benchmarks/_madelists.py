"""How made forums lay out their boards on the home page, and the threads of a board."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madesite import Look

__all__ = [
    "HOME_LAYOUTS",
    "LIST_LAYOUTS",
    "BoardRow",
    "ThreadRow",
    "lay_out_boards",
    "lay_out_rows",
]


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A board on the home page; ``last`` is HTML that tells its last post, or nothing."""

    href: str
    title: str
    about: str
    topics: int
    posts: int
    last: str


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """A thread in the list of its board.

    Attributes
    ----------
    pages
        Links to its further pages as they stand beside the title, or nothing.
    excerpt
        The first words of its opening post.
    cells
        Label and HTML of everything else that the list tells.
    """

    href: str
    title: str
    sticky: bool
    pages: str
    excerpt: str
    cells: Sequence[tuple[str, str]]


def _topic(row: ThreadRow, c: Look) -> str:
    mark = f"<b>{escape(c.label('sticky'))}:</b> " if row.sticky else ""
    pages = f" <small>{row.pages}</small>" if row.pages else ""
    return f"{mark}{link(row.href, row.title, c('topictitle'))}{pages}"


def _told(row: ThreadRow, glue: str) -> str:
    return glue.join(f"{escape(label)}: {cell}" for label, cell in row.cells)


def _rows_table(rows: Sequence[ThreadRow], c: Look) -> str:
    labels = [label for label, _ in rows[0].cells]
    heads = "".join(f"<th>{escape(text)}</th>" for text in (c.label("topic"), *labels))
    lines = "\n".join(
        f"<tr{c('row')}><td{c('subject')}>{_topic(row, c)}</td>"
        + "".join(f"<td>{cell}</td>" for _, cell in row.cells)
        + "</tr>"
        for row in rows
    )
    return f"<table{c('topics')}><tr>{heads}</tr>\n{lines}</table>"


def _rows_icons(rows: Sequence[ThreadRow], c: Look) -> str:
    lines = "\n".join(
        f'<tr><td width="20"><img src="/i/{"pin" if row.sticky else "topic"}.gif" alt=""></td>'
        f"<td{c('title')}>{_topic(row, c)}</td>"
        + "".join(f'<td align="center">{cell}</td>' for _, cell in row.cells)
        + "</tr>"
        for row in rows
    )
    return f'<table width="100%"{c("forumlist")}>{lines}</table>'


def _rows_divs(rows: Sequence[ThreadRow], c: Look) -> str:
    return "\n".join(
        f"<div{c('topicrow')}><div{c('topicname')}>{_topic(row, c)}</div>"
        + "".join(f"<div{c('info')}>{escape(label)}: {cell}</div>" for label, cell in row.cells)
        + "</div>"
        for row in rows
    )


def _rows_spans(rows: Sequence[ThreadRow], c: Look) -> str:
    return "\n".join(
        f"<div{c('item')}><h3>{_topic(row, c)}</h3><p>"
        + " ".join(f"<span{c('meta')}>{escape(name)} {cell}</span>" for name, cell in row.cells)
        + "</p></div>"
        for row in rows
    )


def _rows_list(rows: Sequence[ThreadRow], c: Look) -> str:
    lines = "\n".join(
        f"<li{c('thread')}>{_topic(row, c)}<br><small>{_told(row, ', ')}</small></li>"
        for row in rows
    )
    return f"<ul{c('threads')}>{lines}</ul>"


def _rows_definitions(rows: Sequence[ThreadRow], c: Look) -> str:
    lines = "\n".join(
        f"<dt>{_topic(row, c)}</dt><dd>{_told(row, ' &middot; ')}</dd>" for row in rows
    )
    return f"<dl{c('topiclist')}>{lines}</dl>"


def _rows_lines(rows: Sequence[ThreadRow], c: Look) -> str:
    lines = "<br>\n".join(
        _topic(row, c) + (f" ({_told(row, '; ')})" if row.cells else "") for row in rows
    )
    return f"<div{c('lines')}>{lines}</div>"


def _rows_nested(rows: Sequence[ThreadRow], c: Look) -> str:
    lines = "\n".join(
        f'<tr><td><table width="100%"><tr><td colspan="2">{_topic(row, c)}</td></tr>'
        f'<tr><td width="20">&nbsp;</td><td>{_told(row, " | ")}</td></tr></table></td></tr>'
        for row in rows
    )
    return f'<table width="100%"{c("outer")}>{lines}</table>'


def _rows_numbered(rows: Sequence[ThreadRow], c: Look) -> str:
    lines = "\n".join(
        f"<li>{_topic(row, c)}" + "".join(f" <em>{cell}</em>" for _, cell in row.cells) + "</li>"
        for row in rows
    )
    return f"<ol{c('threads')}>{lines}</ol>"


def _rows_excerpts(rows: Sequence[ThreadRow], c: Look) -> str:
    return "\n".join(
        f"<div{c('item')}><h2>{_topic(row, c)}</h2><p>{escape(row.excerpt)}</p>"
        f"<div{c('meta')}>{_told(row, ' | ')}</div></div>"
        for row in rows
    )


def _rows_two_lines(rows: Sequence[ThreadRow], c: Look) -> str:
    lines = "\n".join(
        f"<tr{c('row')}><td>{_topic(row, c)}<br><small>"
        + " ".join(cell for _, cell in row.cells[:1])
        + "</small></td>"
        + "".join(f"<td>{cell}</td>" for _, cell in row.cells[1:])
        + "</tr>"
        for row in rows
    )
    return f'<table width="100%"{c("topics")}>{lines}</table>'


_LISTS: dict[str, Callable[[Sequence[ThreadRow], Look], str]] = {
    "table": _rows_table,
    "icons": _rows_icons,
    "divs": _rows_divs,
    "spans": _rows_spans,
    "list": _rows_list,
    "definitions": _rows_definitions,
    "lines": _rows_lines,
    "nested": _rows_nested,
    "numbered": _rows_numbered,
    "excerpts": _rows_excerpts,
    "two_lines": _rows_two_lines,
}
LIST_LAYOUTS = tuple(_LISTS)


def lay_out_rows(layout: str, rows: Sequence[ThreadRow], c: Look) -> str:
    """Return the list of threads."""
    return _LISTS[layout](rows, c)


def _counts(row: BoardRow, c: Look) -> str:
    return f"{escape(c.label('topics'))}: {row.topics}, {escape(c.label('posts'))}: {row.posts}"


def _boards_table(rows: Sequence[BoardRow], c: Look) -> str:
    labels = (c.label("forum"), c.label("topics"), c.label("posts"), c.label("last"))
    heads = "".join(f"<th>{escape(text)}</th>" for text in labels)
    lines = "\n".join(
        f"<tr><td>{link(row.href, row.title, c('forumtitle'))}<br>{escape(row.about)}</td>"
        f"<td>{row.topics}</td><td>{row.posts}</td><td>{row.last or '-'}</td></tr>"
        for row in rows
    )
    return f"<table{c('forums')}><tr>{heads}</tr>\n{lines}</table>"


def _boards_nested(rows: Sequence[BoardRow], c: Look) -> str:
    lines = "\n".join(
        f'<tr><td><table width="100%"><tr><td>{link(row.href, row.title)}</td>'
        f'<td align="right">{_counts(row, c)}</td></tr><tr><td>{escape(row.about)}</td>'
        f"<td>{row.last}</td></tr></table></td></tr>"
        for row in rows
    )
    return f'<table width="100%"{c("outer")}>{lines}</table>'


def _boards_divs(rows: Sequence[BoardRow], c: Look) -> str:
    return "\n".join(
        f"<div{c('board')}><h3>{link(row.href, row.title)}</h3><p>{escape(row.about)}</p>"
        f"<div{c('stats')}>{_counts(row, c)}</div><div{c('lastpost')}>{row.last}</div></div>"
        for row in rows
    )


def _boards_list(rows: Sequence[BoardRow], c: Look) -> str:
    lines = "\n".join(
        f"<li>{link(row.href, row.title)} ({row.topics})<br>{escape(row.about)} {row.last}</li>"
        for row in rows
    )
    return f"<ul{c('boards')}>{lines}</ul>"


def _boards_definitions(rows: Sequence[BoardRow], c: Look) -> str:
    lines = "\n".join(
        f"<dt>{link(row.href, row.title)}</dt><dd>{escape(row.about)} {_counts(row, c)}</dd>"
        for row in rows
    )
    return f"<dl{c('boards')}>{lines}</dl>"


def _boards_cards(rows: Sequence[BoardRow], c: Look) -> str:
    cards = "\n".join(
        f'<div{c("card")}><a href="{escape(row.href)}"><img src="/i/board.png" alt="">'
        f"<h2>{escape(row.title)}</h2></a><p>{escape(row.about)}</p>"
        f"<span>{_counts(row, c)}</span></div>"
        for row in rows
    )
    return f"<div{c('cards')}>{cards}</div>"


def _boards_tiles(rows: Sequence[BoardRow], c: Look) -> str:
    tiles = "\n".join(
        f'<a{c("tile")} href="{escape(row.href)}"><img src="/i/board.png" alt="">'
        f"<div><strong>{escape(row.title)}</strong><p>{escape(row.about)}</p></div>"
        f"<div><span>{row.topics}</span> <small>{escape(c.label('topics'))}</small></div></a>"
        for row in rows
    )
    return f"<div{c('tiles')}>{tiles}</div>"


def _boards_lines(rows: Sequence[BoardRow], c: Look) -> str:
    lines = "<br>\n".join(
        f"{link(row.href, row.title)} - {escape(row.about)} ({row.topics})" for row in rows
    )
    return f"<p{c('lines')}>{lines}</p>"


def _boards_tree(rows: Sequence[BoardRow], c: Look) -> str:
    half = len(rows) // 2
    parts = []
    for title, part in ((c.label("boards"), rows[:half]), (c.label("topics"), rows[half:])):
        lines = "".join(f"<li>{link(row.href, row.title)} {row.last}</li>" for row in part)
        parts.append(f"<li>{escape(title)}<ul>{lines}</ul></li>")
    return f"<ul{c('tree')}>{''.join(parts)}</ul>"


def _boards_below(rows: Sequence[BoardRow], c: Look) -> str:
    """Return one board, with the others named as its sub-boards."""
    first, rest = rows[0], rows[1:]
    subs = ", ".join(link(row.href, row.title) for row in rest)
    return (
        f"<table{c('forums')}><tr><td>{link(first.href, first.title)}<br>{escape(first.about)}<br>"
        f"{escape(c.label('boards'))}: {subs}</td><td>{_counts(first, c)}</td>"
        f"<td>{first.last}</td></tr></table>"
    )


_HOMES: dict[str, Callable[[Sequence[BoardRow], Look], str]] = {
    "table": _boards_table,
    "nested": _boards_nested,
    "divs": _boards_divs,
    "list": _boards_list,
    "definitions": _boards_definitions,
    "cards": _boards_cards,
    "lines": _boards_lines,
    "below": _boards_below,
    "tree": _boards_tree,
}
HOME_LAYOUTS = tuple(_HOMES)
_HOMES["tiles"] = _boards_tiles


def lay_out_boards(layout: str, rows: Sequence[BoardRow], c: Look) -> str:
    """Return the boards of the home page."""
    return _HOMES[layout](rows, c)
