"""How made forums lay out the posts of a thread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks._madesite import Look

__all__ = ["POST_LAYOUTS", "UNTOLD", "Parts", "lay_out_posts"]

#: Stands where a time would that a site does not tell.
UNTOLD = "\x00"
#: The same with what would part it from other things, or say what it is.
_UNTOLD = re.compile(
    rf"<tr><th>[^<>]*</th><td>{UNTOLD}</td></tr>|<b>[^<>]*:</b> {UNTOLD}<br>"
    rf"|(?:,| \||\s*&(?:middot|ndash|raquo);)?\s*{UNTOLD}"
)


@dataclass(frozen=True, slots=True)
class Parts:
    """A post in pieces of HTML.

    Attributes
    ----------
    floor
        Its place in the thread, from 1.
    anchor
        The id of its element.
    subject
        A heading of its own, as boards have that put one above each post.
    who, when, words
        Author, time and body.
    about
        Details of its author, a piece each.
    acts
        Links to answer, quote and report.
    tail
        Signature and note of a change.
    """

    floor: int
    anchor: str
    subject: str
    who: str
    when: str
    words: str
    about: Sequence[str]
    acts: str
    tail: str

    @property
    def member(self) -> str:
        """The author and the details in lines."""
        return "<br>".join([self.who, *self.about])

    @property
    def all_words(self) -> str:
        """The body with what follows it."""
        return self.words + self.tail


def _author_left(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<tr id="{p.anchor}"{c("post")}><td{c("author")} width="150" valign="top">{p.member}</td>'
        f"<td{c('content')}><div{c('date')}>{p.when} #{p.floor}</div>"
        f"<div{c('body')}>{p.words}</div>{p.tail}{p.acts}</td></tr>"
        for p in posts
    )
    return f"<table{c('posts')}>{rows}</table>"


def _head_row(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<tr{c("posthead")} id="{p.anchor}"><td colspan="2">{p.when} &nbsp; #{p.floor}</td></tr>'
        f'<tr><td{c("member")} valign="top">{p.member}</td>'
        f"<td{c('text')}>{p.all_words}<br>{p.acts}</td></tr>"
        for p in posts
    )
    return f'<table border="1"{c("thread")}>{rows}</table>'


def _divs(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<div{c("post")} id="{p.anchor}"><div{c("author")}>{p.member}</div>'
        f"<div{c('date')}>{p.when}</div><div{c('body')}>{p.words}</div>{p.tail}{p.acts}</div>"
        for p in posts
    )


def _article(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<article{c("message")} id="{p.anchor}"><header>{p.who} <small>{p.when}</small></header>'
        f"<div{c('message-body')}>{p.words}</div>{p.tail}"
        f"<footer>{' '.join(p.about)} {p.acts}</footer></article>"
        for p in posts
    )


def _list_cite(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<li id="{p.anchor}"{c("comment")}><cite>{p.who}</cite> {p.when}'
        f"<div{c('comment-text')}>{p.words}</div>{p.tail}{p.acts}</li>"
        for p in posts
    )
    return f"<ol{c('comments')}>{rows}</ol>"


def _definitions(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<dt id="{p.anchor}">{p.who}, {p.when} {" ".join(p.about)}</dt>'
        f"<dd>{p.all_words}{p.acts}</dd>"
        for p in posts
    )
    return f"<dl{c('thread')}>{rows}</dl>"


def _flat(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<div{c("head")} id="{p.anchor}">{p.who} {" ".join(p.about)} &middot; {p.when}</div>'
        f"<div{c('words')}>{p.all_words}</div>"
        for p in posts
    )


def _head_line(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<p{c("headline")} id="{p.anchor}">#{p.floor} {p.who} {p.when}</p>'
        f"<blockquote>{p.all_words}</blockquote>"
        for p in posts
    )


def _own_table(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<table id="{p.anchor}"{c("post")} width="100%"><tr><td>{p.who}</td>'
        f'<td align="right">{p.when}</td></tr>'
        f'<tr><td valign="top">{"<br>".join(p.about)}</td><td>{p.all_words}<br>{p.acts}</td></tr>'
        "</table>"
        for p in posts
    )


def _author_right(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<div{c("postrow")} id="{p.anchor}"><div{c("postbody")}><p{c("posttime")}>{p.when}</p>'
        f"<div{c('postwords')}>{p.words}</div>{p.tail}{p.acts}</div>"
        f"<div{c('profile')}>{p.member}</div></div>"
        for p in posts
    )


def _below(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<div{c("entry")} id="{p.anchor}"><div{c("entry-text")}>{p.words}</div>'
        f"<div{c('entry-meta')}>{p.who} | {p.when} {p.acts}</div></div>"
        for p in posts
    )


def _fieldset(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<fieldset{c("post")} id="{p.anchor}"><legend>{p.who} &ndash; {p.when}</legend>'
        f"{p.all_words}{p.acts}</fieldset>"
        for p in posts
    )


def _opening(posts: Sequence[Parts], c: Look) -> str:
    first, rest = list(posts[:1]), posts[1:]
    if first and first[0].floor > 1:
        first, rest = [], posts
    top = "".join(
        f'<div{c("topic")} id="{p.anchor}"><div{c("topic-meta")}>{p.who} {p.when}</div>'
        f"<div{c('topic-body')}>{p.words}</div>{p.tail}{p.acts}</div>"
        for p in first
    )
    rows = "\n".join(
        f'<li id="{p.anchor}"{c("answer")}><div{c("answer-info")}>{p.who} <span>{p.when}</span> '
        f"{p.acts}</div><div{c('answer-body')}>{p.words}</div>{p.tail}</li>"
        for p in rest
    )
    return top + (f"<ul{c('answers')}>{rows}</ul>" if rows else "")


def _loose(posts: Sequence[Parts], c: Look) -> str:
    return "".join(
        f'<hr{c("between")}><a name="{p.anchor}"></a>{p.who} {p.when}<br>{p.all_words}\n'
        for p in posts
    )


def _media(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<div{c("media")} id="{p.anchor}"><div{c("media-left")}>'
        f'<img src="/a/{p.floor}.png" alt=""></div>'
        f"<div{c('media-body')}><h4>{p.who} <small>{p.when}</small></h4>{p.all_words}"
        f"{p.acts}</div></div>"
        for p in posts
    )


def _row_heads(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<tr id="{p.anchor}"><td colspan="2"{c("bar")}>{p.who} &middot; {p.when}</td></tr>'
        f'<tr><td{c("face")}><img src="/a/{p.floor}.png" alt=""></td>'
        f"<td{c('text')}>{p.words}{p.tail}</td></tr>"
        f'<tr><td colspan="2"{c("tools")}>{p.acts}#{p.floor}</td></tr>'
        for p in posts
    )
    return f'<table width="100%"{c("thread")}>{rows}</table>'


def _row_feet(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<tr id="{p.anchor}"><td colspan="2"{c("text")}>{p.all_words}</td></tr>'
        f'<tr{c("foot")}><td>{p.member}</td><td align="right">{p.when}{p.acts}</td></tr>'
        for p in posts
    )
    return f'<table width="100%"{c("thread")}>{rows}</table>'


def _three_columns(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<tr id="{p.anchor}"><td>{p.floor}</td><td>{p.who}<br>{p.when}</td>'
        f"<td>{p.all_words}</td></tr>"
        for p in posts
    )
    return f"<table{c('list')}>{rows}</table>"


def _section(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<section id="{p.anchor}"><h3>{p.who}</h3><p{c("time")}>{p.when}</p>'
        f"<div{c('said')}>{p.words}</div>{p.tail}<p{c('tools')}>{p.acts}</p></section>"
        for p in posts
    )


def _nested(head: str, tail: str, row: str, end: str) -> Callable[[Sequence[Parts], Look], str]:
    """Return a layout that indents each answer below the one before, three deep at most."""

    def lay(posts: Sequence[Parts], c: Look) -> str:
        out, depth = [head.format(indent=c("answers"))], 0
        for at, p in enumerate(posts):
            wanted = at % 3
            while depth > wanted:
                out.append(end + tail)
                depth -= 1
            if depth < wanted:
                out.append(head.format(indent=c("children")))
                depth += 1
            elif at:
                out.append(end)
            out.append(
                row.format(node=c("node"))
                + f'<div{c("node-head")} id="{p.anchor}">{p.who} {p.when}</div>'
                f"<div{c('node-body')}>{p.words}</div>{p.tail}"
            )
        return "".join(out) + (end + tail) * depth + end + tail

    return lay


def _subjects(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<div{c("post")} id="{p.anchor}"><h3><a href="#{p.anchor}">{escape(p.subject)}</a></h3>'
        f"<p{c('author')}>{p.who} &raquo; {p.when}</p>"
        f"<div{c('content')}>{p.words}</div>{p.tail}{p.acts}</div>"
        for p in posts
    )


def _mail_heads(posts: Sequence[Parts], c: Look) -> str:
    return "\n<hr>\n".join(
        f'<div{c("mail")} id="{p.anchor}"><b>{c.label("author")}</b> {p.who}<br>'
        f"<b>{c.label('subject')}:</b> {escape(p.subject)}<br>"
        f"<b>{c.label('date')}:</b> {p.when}<br><br>{p.all_words}</div>"
        for p in posts
    )


def _labelled_rows(posts: Sequence[Parts], c: Look) -> str:
    rows = "\n".join(
        f'<tr id="{p.anchor}"><th>{c.label("author")}</th><td>{p.who}</td></tr>'
        f"<tr><th>{c.label('date')}</th><td>{p.when}</td></tr>"
        f'<tr><td colspan="2"{c("text")}>{p.all_words}</td></tr>'
        for p in posts
    )
    return f"<table{c('guestbook')}>{rows}</table>"


def _folding(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<details open id="{p.anchor}"{c("post")}><summary>{p.who} {p.when}</summary>'
        f"<div{c('body')}>{p.words}</div>{p.tail}{p.acts}</details>"
        for p in posts
    )


def _own_elements(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<x-post id="{p.anchor}"{c("post")}><x-user>{p.member}</x-user><x-date>{p.when}</x-date>'
        f"<x-body>{p.words}</x-body>{p.tail}{p.acts}</x-post>"
        for p in posts
    )


def _bubbles(posts: Sequence[Parts], c: Look) -> str:
    return "\n".join(
        f'<div{c("line")} id="{p.anchor}"><span{c("nick")}>{p.who}</span>'
        f"<div{c('bubble')}>{p.words}</div>{p.tail}<span{c('at')}>{p.when}</span></div>"
        for p in posts
    )


_LAYOUTS: dict[str, Callable[[Sequence[Parts], Look], str]] = {
    "author_left": _author_left,
    "head_row": _head_row,
    "divs": _divs,
    "article": _article,
    "list_cite": _list_cite,
    "definitions": _definitions,
    "flat": _flat,
    "head_line": _head_line,
    "own_table": _own_table,
    "author_right": _author_right,
    "below": _below,
    "fieldset": _fieldset,
    "opening": _opening,
    "loose": _loose,
    "media": _media,
    "three_columns": _three_columns,
    "section": _section,
    "subjects": _subjects,
    "mail_heads": _mail_heads,
    "labelled_rows": _labelled_rows,
    "folding": _folding,
    "own_elements": _own_elements,
    "bubbles": _bubbles,
    "nested_divs": _nested("<div{indent}>", "</div>", "<div{node}>", "</div>"),
    "nested_lists": _nested("<ul{indent}>", "</ul>", "<li{node}>", "</li>"),
    "nested_quotes": _nested("<blockquote{indent}>", "</blockquote>", "<div{node}>", "</div>"),
}
POST_LAYOUTS = tuple(_LAYOUTS)
_LAYOUTS |= {"row_heads": _row_heads, "row_feet": _row_feet}


def lay_out_posts(layout: str, posts: Sequence[Parts], c: Look, between: str = "") -> str:
    """Return the posts of a page.

    Parameters
    ----------
    between
        What stands between the first two of them where the layout lets anything stand there.
    """
    lay = _LAYOUTS[layout]
    if not between or layout.startswith(("nested", "opening")) or len(posts) < 3:
        html = lay(posts, c)
    else:
        html = lay(posts[:2], c) + between + lay(posts[2:], c)
    return _UNTOLD.sub("", html) if UNTOLD in html else html
