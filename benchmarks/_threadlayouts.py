"""How made threads that stand alone lay out their posts, part by part."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madesite import Look

__all__ = ["THREAD_LAYOUTS", "UNHEADED", "Piece", "lay_out_thread"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A post in pieces of HTML.

    Attributes
    ----------
    who, when, head
        Author, time, and both in a line with the words of the site around them.
    number
        Of the post, as shown; nothing where none is.
    words, tail
        Body, and what software puts below it.
    face
        A picture of the author.
    about
        Details of the author, a piece each.
    acts
        Buttons.
    subject
        A title of its own.
    depth
        How far below the opening it answers, from 0.
    sign
        How answered is told beside the time on sites of questions.
    votes
        How many are for it.
    """

    anchor: str
    who: str
    when: str
    head: str
    number: str
    words: str
    tail: str
    face: str
    about: Sequence[str]
    acts: str
    subject: str
    depth: int
    sign: str
    votes: int

    @property
    def card(self) -> str:
        """The author with picture and details."""
        return "<br>".join(filter(None, [self.face, self.who, *self.about]))

    @property
    def all_words(self) -> str:
        """The body with what follows it."""
        return self.words + self.tail

    @property
    def said(self) -> str:
        """The details of the author in a line."""
        return " ".join(self.about)


def _author_left(p: Piece, c: Look) -> str:
    return (
        f'<tr{c("post")} id="{p.anchor}"><td{c("author")} valign="top">{p.card}</td>'
        f"<td{c('content')}><div{c('date')}>{p.when} {p.number}</div>"
        f"<div{c('body')}>{p.words}</div>{p.tail}{p.acts}</td></tr>"
    )


def _author_left_bare(p: Piece, _: Look) -> str:
    return (
        f'<tr id="{p.anchor}"><td width="20%" valign="top">{p.card}</td>'
        f"<td><small>{p.when}</small><hr>{p.all_words}</td></tr>"
    )


def _head_row(p: Piece, c: Look) -> str:
    return (
        f'<tr{c("posthead")}><td id="{p.anchor}">{p.head} {p.number}</td></tr>'
        f"<tr><td{c('text')}>{p.all_words}{p.acts}</td></tr>"
    )


def _head_cells(p: Piece, c: Look) -> str:
    return (
        f'<tr{c("posthead")} id="{p.anchor}"><td>{p.who}</td><td>{p.when} {p.number}</td></tr>'
        f'<tr><td{c("member")} valign="top">{"<br>".join([p.face, *p.about])}</td>'
        f"<td{c('text')}>{p.all_words}</td></tr><tr><td></td><td>{p.acts}</td></tr>"
    )


def _own_table(p: Piece, c: Look) -> str:
    return (
        f'<table{c("post")} id="{p.anchor}" width="100%"><tr><td>{p.head}</td>'
        f'<td align="right">{p.number}</td></tr>'
        f'<tr><td colspan="2">{p.all_words}<br>{p.acts}</td></tr></table>'
    )


def _nested_table(p: Piece, c: Look) -> str:
    return (
        f'<tr><td><table{c("post")} id="{p.anchor}"><tr><td{c("who")} valign="top">{p.card}</td>'
        f"<td><table><tr><td>{p.when}</td><td>{p.number}</td></tr></table>"
        f"<table><tr><td{c('words')}>{p.all_words}</td></tr></table>{p.acts}</td></tr></table>"
        "</td></tr>"
    )


def _divs(p: Piece, c: Look) -> str:
    return (
        f'<div{c("post")} id="{p.anchor}"><div{c("author")}>{p.card}</div>'
        f"<div{c('date')}>{p.when} {p.number}</div><div{c('body')}>{p.words}</div>{p.tail}{p.acts}"
        "</div>"
    )


def _divs_head(p: Piece, c: Look) -> str:
    return (
        f'<div{c("post")} id="{p.anchor}"><div{c("post-head")}>{p.head} {p.number}</div>'
        f"<div{c('post-text')}>{p.words}</div>{p.tail}{p.acts}</div>"
    )


def _card_left(p: Piece, c: Look) -> str:
    details = "".join(f"<li>{one}</li>" for one in p.about)
    return (
        f'<div{c("item")} id="{p.anchor}"><div{c("card")}>{p.face}<div{c("nick")}>{p.who}</div>'
        f"<ul{c('stats')}>{details}</ul></div><div{c('main')}><div{c('meta')}>{p.when}"
        f"<span{c('floor')}>{p.number}</span></div><div{c('text')}>{p.words}</div>{p.tail}{p.acts}"
        "</div></div>"
    )


def _card_right(p: Piece, c: Look) -> str:
    return (
        f'<div{c("item")} id="{p.anchor}"><div{c("main")}><p{c("meta")}>{p.number} {p.when}</p>'
        f"<div{c('text')}>{p.words}</div>{p.tail}{p.acts}</div><div{c('card')}>{p.card}</div></div>"
    )


def _article(p: Piece, c: Look) -> str:
    return (
        f'<article{c("message")} id="{p.anchor}"><header>{p.face} {p.head}</header>'
        f"<div{c('message-body')}>{p.words}</div>{p.tail}<footer>{p.number} {p.acts}</footer>"
        "</article>"
    )


def _article_signed(p: Piece, c: Look) -> str:
    return (
        f'<article{c("message")} id="{p.anchor}"><div{c("message-body")}>{p.words}</div>{p.tail}'
        f"<footer>{p.face} {p.who} {p.when} {p.said}</footer></article>"
    )


def _items(p: Piece, c: Look) -> str:
    return (
        f'<li{c("comment")} id="{p.anchor}">{p.number} {p.head}'
        f"<div{c('comment-text')}>{p.words}</div>{p.tail}{p.acts}</li>"
    )


def _items_face(p: Piece, c: Look) -> str:
    return (
        f'<li{c("comment")} id="{p.anchor}">{p.face}<div{c("wrap")}><div>{p.who}</div>'
        f"<div{c('comment-text')}>{p.words}</div>{p.tail}<div{c('foot')}>{p.when} {p.acts}"
        f"{p.number}</div></div></li>"
    )


def _items_bare(p: Piece, _: Look) -> str:
    return f'<li id="{p.anchor}">{p.head}<br>{p.all_words}</li>'


def _definitions(p: Piece, _: Look) -> str:
    return f'<dt id="{p.anchor}">{p.head} {p.said}</dt><dd>{p.all_words}{p.acts}</dd>'


def _numbered(p: Piece, _: Look) -> str:
    number = p.anchor[-3:].lstrip("0")
    return f'<dt id="{p.anchor}">{number} ：{p.who}：{p.when}</dt><dd>{p.all_words}</dd>'


def _flat(p: Piece, c: Look) -> str:
    return (
        f'<div{c("head")} id="{p.anchor}">{p.head} {p.number}</div>'
        f"<div{c('words')}>{p.all_words}</div>"
    )


def _quoted(p: Piece, c: Look) -> str:
    return (
        f'<p{c("headline")} id="{p.anchor}">{p.number} {p.head}</p>'
        f"<blockquote>{p.all_words}</blockquote>"
    )


def _fieldset(p: Piece, c: Look) -> str:
    return (
        f'<fieldset{c("post")} id="{p.anchor}"><legend>{p.head}</legend>{p.all_words}{p.acts}'
        "</fieldset>"
    )


def _ruled(p: Piece, _: Look) -> str:
    return f'<hr><a name="{p.anchor}"></a><b>{p.who}</b> {p.when}<br>{p.all_words}\n'


def _margins(p: Piece, c: Look) -> str:
    return (
        f'<div{c("reply")} id="{p.anchor}" style="margin-left:{20 * p.depth}px">'
        f"<div{c('reply-head')}>{p.head}</div><div{c('reply-text')}>{p.words}</div>{p.tail}{p.acts}"
        "</div>"
    )


def _indented(p: Piece, c: Look) -> str:
    return (
        f'<table{c("reply")} id="{p.anchor}"><tr><td><img src="/s.gif" width="{40 * p.depth}" '
        f'height="1"></td><td><div>{p.head}</div><div{c("reply-text")}>{p.words}</div>{p.tail}'
        f"{p.acts}</td></tr></table>"
    )


def _answers(p: Piece, c: Look) -> str:
    return (
        f'<div{c("answer")} id="{p.anchor}"><div{c("votes")}><button>▲</button>'
        f"<span>{p.votes}</span><button>▼</button></div><div{c('cell')}>"
        f"<div{c('prose')}>{p.words}</div>{p.tail}{p.acts}<div{c('signed')}><div>{p.sign}</div>"
        f"{p.face}<div{c('details')}>{p.who} {p.said}</div></div></div></div>"
    )


def _image_board(p: Piece, c: Look) -> str:
    number = p.anchor.lstrip("p")
    return (
        f'<div{c("post")} id="{p.anchor}"><div{c("post-info")}><input type="checkbox"> {p.who} '
        f'{p.when} <a href="#{p.anchor}">No.</a><a href="#q{number}">{number}</a></div>'
        f"<blockquote{c('message')}>{p.words}</blockquote>{p.tail}</div>"
    )


def _bubbles(p: Piece, c: Look) -> str:
    return (
        f'<div{c("line")} id="{p.anchor}">{p.face}<span{c("nick")}>{p.who}</span>'
        f"<div{c('bubble')}>{p.words}</div>{p.tail}<span{c('at')}>{p.when}</span></div>"
    )


def _time_left(p: Piece, c: Look) -> str:
    return (
        f'<div{c("line")} id="{p.anchor}"><span{c("at")}>{p.when}</span> '
        f"<span{c('nick')}>{p.who}</span><div{c('said')}>{p.all_words}</div></div>"
    )


def _mails(p: Piece, c: Look) -> str:
    return (
        f'<div{c("mail")} id="{p.anchor}"><table><tr><th>{c.label("author")}</th><td>{p.who}</td>'
        f"</tr><tr><th>{c.label('subject')}</th><td>{escape(p.subject)}</td></tr>"
        f"<tr><th>{c.label('date')}</th><td>{p.when}</td></tr></table>"
        f"<div{c('mail-text')}>{p.all_words}</div></div>"
    )


def _mail_lines(p: Piece, c: Look) -> str:
    return (
        f'<a name="{p.anchor}"></a><b>{c.label("author")}:</b> {p.who}<br>'
        f"<b>{c.label('date')}:</b> {p.when}<br><br>{p.all_words}<hr>"
    )


def _guest_book(p: Piece, c: Look) -> str:
    return (
        f'<tr id="{p.anchor}"><th>{c.label("author")}</th><td>{p.who}</td></tr>'
        f"<tr><th>{c.label('date')}</th><td>{p.when}</td></tr>"
        f'<tr><td colspan="2"{c("text")}>{p.all_words}</td></tr>'
    )


def _guest_lines(p: Piece, c: Look) -> str:
    return (
        f'<div{c("entry")} id="{p.anchor}"><p>{p.who} <small>{p.when}</small></p>'
        f"<div{c('entry-text')}>{p.words}</div>{p.tail}</div>"
    )


def _signed(p: Piece, c: Look) -> str:
    return (
        f'<div{c("entry")} id="{p.anchor}"><div{c("entry-text")}>{p.words}</div>{p.tail}'
        f"<div{c('entry-meta')}>&mdash; {p.who}, {p.when} {p.acts}</div></div>"
    )


def _below(p: Piece, c: Look) -> str:
    return (
        f'<div{c("entry")} id="{p.anchor}">{p.words}{p.tail}'
        f"<p{c('by-line')}>{p.head} | {p.acts}</p></div>"
    )


def _section(p: Piece, c: Look) -> str:
    return (
        f'<section id="{p.anchor}"><h3>{p.who}</h3><p{c("time")}>{p.when} {p.number}</p>'
        f"<div{c('said')}>{p.words}</div>{p.tail}<p{c('tools')}>{p.acts}</p></section>"
    )


def _folding(p: Piece, c: Look) -> str:
    return (
        f'<details open id="{p.anchor}"{c("post")}><summary>{p.head}</summary>'
        f"<div{c('body')}>{p.words}</div>{p.tail}{p.acts}</details>"
    )


def _own_elements(p: Piece, c: Look) -> str:
    return (
        f'<x-post id="{p.anchor}"{c("post")}><x-user>{p.card}</x-user><x-date>{p.when}</x-date>'
        f"<x-body>{p.words}</x-body>{p.tail}{p.acts}</x-post>"
    )


def _media(p: Piece, c: Look) -> str:
    return (
        f'<div{c("media")} id="{p.anchor}"><div{c("media-left")}>{p.face}</div>'
        f"<div{c('media-body')}><h4>{p.who} <small>{p.when}</small></h4>{p.all_words}{p.acts}</div>"
        "</div>"
    )


def _three_columns(p: Piece, _: Look) -> str:
    number = p.anchor[-3:].lstrip("0")
    return (
        f'<tr id="{p.anchor}"><td>{number}</td><td>{p.who}<br>{p.when}</td>'
        f"<td>{p.all_words}</td></tr>"
    )


def _row_feet(p: Piece, c: Look) -> str:
    return (
        f'<tr id="{p.anchor}"><td colspan="2"{c("text")}>{p.all_words}</td></tr>'
        f'<tr{c("foot")}><td>{p.who}</td><td align="right">{p.when} {p.acts}</td></tr>'
    )


def _subjects(p: Piece, c: Look) -> str:
    return (
        f'<div{c("post")} id="{p.anchor}"><h3><a href="#{p.anchor}">{escape(p.subject)}</a></h3>'
        f"<p{c('author')}>{p.head}</p><div{c('content')}>{p.words}</div>{p.tail}{p.acts}</div>"
    )


def _short_lines(p: Piece, c: Look) -> str:
    return (
        f'<p id="{p.anchor}"{c("remark")}><b>{p.who}</b>: <span{c("remark-text")}>{p.words}</span> '
        f"<small>{p.when}</small></p>"
    )


def _boxed_rows(p: Piece, c: Look) -> str:
    """Return a post of which every part stands in boxes of its own, as frameworks have them."""
    return (
        f'<div{c("row")} id="{p.anchor}"><div{c("col")}><div{c("flex")}><div>{p.face}</div><div>'
        f"<div><span>{p.who}</span></div><div><span>{p.said}</span></div></div></div>"
        f"<div{c('flex')}><span>{p.when}</span><span>{p.number}</span></div></div>"
        f"<div{c('col')}><div><div>{p.words}</div></div>{p.tail}</div><div>{p.acts}</div></div>"
    )


_TABLE, _LIST = "<table{}>{}</table>", "<ul{}>{}</ul>"
_DIV = "<div{}>{}</div>"
#: Name -> what stands around the posts, and a post.
_LAYOUTS: dict[str, tuple[str, Callable[[Piece, Look], str]]] = {
    "author_left": (_TABLE, _author_left),
    "author_left_bare": (_TABLE, _author_left_bare),
    "head_row": (_TABLE, _head_row),
    "head_cells": (_TABLE, _head_cells),
    "own_table": (_DIV, _own_table),
    "nested_table": (_TABLE, _nested_table),
    "divs": (_DIV, _divs),
    "divs_head": (_DIV, _divs_head),
    "card_left": (_DIV, _card_left),
    "card_right": (_DIV, _card_right),
    "article": (_DIV, _article),
    "article_signed": (_DIV, _article_signed),
    "items": ("<ol{}>{}</ol>", _items),
    "items_face": (_LIST, _items_face),
    "items_bare": (_LIST, _items_bare),
    "definitions": ("<dl{}>{}</dl>", _definitions),
    "numbered": ("<dl{}>{}</dl>", _numbered),
    "flat": (_DIV, _flat),
    "quoted": (_DIV, _quoted),
    "fieldset": (_DIV, _fieldset),
    "ruled": (_DIV, _ruled),
    "margins": (_DIV, _margins),
    "indented": (_DIV, _indented),
    "answers": (_DIV, _answers),
    "image_board": (_DIV, _image_board),
    "bubbles": (_DIV, _bubbles),
    "time_left": (_DIV, _time_left),
    "mails": (_DIV, _mails),
    "mail_lines": (_DIV, _mail_lines),
    "guest_book": (_TABLE, _guest_book),
    "guest_lines": (_DIV, _guest_lines),
    "signed": (_DIV, _signed),
    "below": (_DIV, _below),
    "section": (_DIV, _section),
    "folding": (_DIV, _folding),
    "own_elements": (_DIV, _own_elements),
    "media": (_DIV, _media),
    "three_columns": (_TABLE, _three_columns),
    "row_feet": (_TABLE, _row_feet),
    "subjects": (_DIV, _subjects),
    "short_lines": (_DIV, _short_lines),
    "boxed_rows": (_DIV, _boxed_rows),
}
_NESTED = {
    "nested_lists": ("<ul{}>", "</ul>", "<li{}>", "</li>"),
    "nested_divs": ("<div{}>", "</div>", "<div{}>", "</div>"),
    "nested_quotes": ("<blockquote{}>", "</blockquote>", "<div{}>", "</div>"),
    "nested_articles": ("<section{}>", "</section>", "<article{}>", "</article>"),
}
THREAD_LAYOUTS = (*_LAYOUTS, *_NESTED)
#: Those whose parts stand in rows of one table: nothing else can stand between them.
UNHEADED = frozenset(name for name, (around, _) in _LAYOUTS.items() if around == _TABLE)


def lay_out_thread(layout: str, posts: Sequence[Piece], c: Look, between: str = "") -> str:
    """Return the posts of a page.

    Parameters
    ----------
    between
        What stands behind the second of them, where the layout lets anything stand there.
    """
    if layout in _NESTED:
        return _nest(posts, c, *_NESTED[layout])
    around, row = _LAYOUTS[layout]
    rows = [row(p, c) for p in posts]
    if between and around == _DIV and len(rows) > 2:
        rows.insert(2, between)
    return around.format(c("posts"), "\n".join(rows))


def _nest(posts: Sequence[Piece], c: Look, head: str, tail: str, row: str, end: str) -> str:
    out, depth = [head.format(c("thread"))], 0
    for at, p in enumerate(posts):
        while depth > p.depth:
            out.append(end + tail)
            depth -= 1
        if depth < p.depth:
            out.append(head.format(c("children")))
            depth += 1
        elif at:
            out.append(end)
        out.append(
            row.format(c("node")) + f'<div{c("node-head")} id="{p.anchor}">{p.face} {p.head}</div>'
            f"<div{c('node-text')}>{p.words}</div>{p.tail}{p.acts}"
        )
    return "\n".join(out) + (end + tail) * depth + end + tail
