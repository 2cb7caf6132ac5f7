"""How made news sites lay out an article: heading, byline, words and what stands among them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madesite import Look

__all__ = ["BYLINES", "CONTAINERS", "Story", "lay_out_article"]


@dataclass(frozen=True, slots=True)
class Story:
    """An article in pieces.

    Attributes
    ----------
    when
        Its time as HTML.
    standfirst
        HTML between the heading and the words, or nothing.
    signed
        Who wrote it as a line says it, where it is told so.
    words
        Its paragraphs as HTML.
    below
        HTML behind them.
    guests
        HTML among the words that is none of them, after the first and the second paragraph.
    """

    title: str
    author: str
    author_url: str
    about_author: str
    agency: str
    when: str
    standfirst: str
    signed: str
    words: Sequence[str]
    below: str
    guests: Sequence[str]


def _by(s: Story, c: Look) -> tuple[str, str]:
    who = f"{escape(c.label('by'))} {escape(s.author)}"
    return f"<p{c('byline')}>{who}</p><p{c('date')}>{s.when}</p>", ""


def _linked(s: Story, c: Look) -> tuple[str, str]:
    who = link(s.author_url, s.author, c("author"))
    return f"<div{c('meta')}>{who} | {s.when}</div>", ""


def _source(s: Story, c: Look) -> tuple[str, str]:
    who = f"{c.label('source')} {s.agency} &nbsp; {c.label('reporter')} {s.author}"
    return f"<div{c('info')}>{s.when} &nbsp; {who}</div>", ""


def _table(s: Story, c: Look) -> tuple[str, str]:
    rows = ((c.label("author"), escape(s.author)), (c.label("published"), s.when))
    shown = "".join(f"<tr><td>{escape(label)}</td><td>{cell}</td></tr>" for label, cell in rows)
    return f"<table{c('facts')}>{shown}</table>", ""


def _spans(s: Story, c: Look) -> tuple[str, str]:
    spans = f"<span{c('name')}>{escape(s.author)}</span> <span{c('time')}>{s.when}</span>"
    return f"<div{c('under')}>{spans}</div>", ""


def _foot(s: Story, c: Look) -> tuple[str, str]:
    who = f"{escape(c.label('by'))} {escape(s.author)}"
    return f"<p{c('date')}>{s.when}</p>", f"<p{c('signed')}><em>{who}</em></p>"


def _author_box(s: Story, c: Look) -> tuple[str, str]:
    box = (
        f"<div{c('authorbox')}><h5>{escape(c.label('written_by'))}</h5>"
        f'<img src="/a/w.jpg" alt=""><b>{link(s.author_url, s.author)}</b>'
        f"<p>{escape(s.about_author)}</p></div>"
    )
    return f"<p{c('date')}>{escape(c.label('published'))} {s.when}</p>", box


def _beside(s: Story, c: Look) -> tuple[str, str]:
    return f"<aside{c('facts')}><p>{escape(s.author)}</p><p>{s.when}</p></aside>", ""


def _terms(s: Story, c: Look) -> tuple[str, str]:
    return (
        f"<dl{c('facts')}><dt>{escape(c.label('author'))}</dt><dd>{escape(s.author)}</dd>"
        f"<dt>{escape(c.label('date'))}</dt><dd>{s.when}</dd></dl>"
    ), ""


def _below(s: Story, c: Look) -> tuple[str, str]:
    return "", f"<div{c('signature')}>{escape(s.author)} &mdash; {s.when}</div>"


def _signed(s: Story, c: Look) -> tuple[str, str]:
    return f"<p{c('byline')}>{escape(s.signed)}</p><p{c('date')}>{s.when}</p>", ""


def _signed_beside(s: Story, c: Look) -> tuple[str, str]:
    return f"<div{c('info')}><span>{escape(s.signed)}</span> <span>{s.when}</span></div>", ""


_BYLINES: dict[str, Callable[[Story, Look], tuple[str, str]]] = {
    "by": _by,
    "linked": _linked,
    "source": _source,
    "table": _table,
    "spans": _spans,
    "foot": _foot,
    "author_box": _author_box,
    "beside": _beside,
    "terms": _terms,
    "both_below": _below,
}
BYLINES = tuple(_BYLINES)
_BYLINES |= {"signed": _signed, "signed_beside": _signed_beside}
CONTAINERS = ("article", "paragraphs", "breaks", "cell", "section", "div_lines", "bare")


def _with_guests(lines: Sequence[str], guests: Sequence[str], glue: str) -> str:
    out = [lines[0]]
    for n, line in enumerate(lines[1:], 1):
        guest = guests[n - 1] if n <= len(guests) else ""
        out.append(guest or glue)
        out.append(line)
    return "".join(out)


def _words(container: str, s: Story, c: Look) -> str:
    if container == "breaks":
        return f"<div{c('text')}>{_with_guests(s.words, s.guests, '<br><br>')}</div>"
    if container == "div_lines":
        lines = [f"<div>{text}</div>" for text in s.words]
        return f"<div{c('copy')}>{_with_guests(lines, s.guests, '')}</div>"
    inner = _with_guests([f"<p>{text}</p>" for text in s.words], s.guests, "")
    if container == "cell":
        return f'<table width="100%"><tr><td{c("detail")}>{inner}</td></tr></table>'
    if container == "section":
        return f"<section{c('story-body')}>{inner}</section>"
    if container in {"article", "bare"}:
        return inner
    return f"<div{c('content-body')}>{inner}</div>"


def lay_out_article(byline: str, container: str, story: Story, c: Look) -> str:
    """Return an article with its heading and byline."""
    top, foot = _BYLINES[byline](story, c)
    words = _words(container, story, c)
    words += story.below
    html = f"<h1>{escape(story.title)}</h1>\n{top}{story.standfirst}\n{words}\n{foot}"
    return f"<article>{html}</article>" if container == "article" else html
