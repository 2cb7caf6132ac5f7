"""Bodies of made posts: what is written in them, as HTML and as the truth has it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from benchmarks._madesite import Look, Shape
    from benchmarks._madewords import Tongue

__all__ = ["PARAGRAPHS", "QUOTES", "Body", "Quoted", "make_body", "paragraphs"]

PARAGRAPHS = ("p", "br", "div")
QUOTES = ("cite", "box", "table", "angle")

_REMARK, _SENTENCE, _PARAGRAPH = 0.2, 0.5, 0.8
_GUEST = 0.35
_CODES = (
    "for part in box:\n    count(part)",
    "speed = 2 * turns\nprint(speed)",
    "oil --grade 30 --litres 4",
    "if (load > 12) { stop(); }",
)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A post that another may quote: who wrote it, their page, its time as HTML, its words."""

    author: str
    member: str
    when: str
    words: str


@dataclass(frozen=True, slots=True)
class Body:
    """What a post says; ``own`` is its text without what it quotes, where it quotes."""

    html: str
    text: str
    own: str | None = None


def paragraphs(texts: list[str], how: str) -> str:
    """Return paragraphs as HTML."""
    shown = [escape(text) for text in texts]
    if how == "br":
        return "<br><br>\n".join(shown)
    return "\n".join(f"<{how}>{text}</{how}>" for text in shown)


def _plain(rng: random.Random, t: Tongue, *, first: bool) -> list[str]:
    chance = rng.random() if not first else rng.uniform(_REMARK, 1)
    if chance < _REMARK:
        return [t.remark(rng)]
    if chance < _SENTENCE:
        return [t.sentence(rng)]
    if chance < _PARAGRAPH:
        return [t.paragraph(rng, rng.randint(2, 4))]
    return [t.paragraph(rng, rng.randint(1, 4)) for _ in range(rng.randint(2, 4))]


def make_body(
    rng: random.Random,
    shape: Shape,
    c: Look,
    *,
    quoted: Quoted | None,
) -> Body:
    """Return the body of a post.

    Parameters
    ----------
    quoted
        A post before it, of which it may quote; nothing for the first.
    """
    t = c.t
    texts = _plain(rng, t, first=quoted is None)
    html, own = [paragraphs(texts, shape["paragraphs"])], list(texts)
    if "inline" in shape and rng.random() < _GUEST:
        html = [_marked(rng, html[0], texts[0])]
    if "long_opening" in shape and quoted is None:
        more, said = _chapters(rng, t, shape["paragraphs"])
        html.append(more)
        own += said
    for extra, add in _ADDED.items():
        if extra in shape and rng.random() < _GUEST / 2:
            more, said = add(rng, c)
            html.append(more)
            own += said
    text = "\n".join(own)
    if quoted is None or "quotes" not in shape or rng.random() >= _GUEST:
        return Body("\n".join(html), text)
    told = _told(rng, c) if "quote_links" in shape else ""
    shown, said_before = _quote(quoted, shape["quote"], c, told)
    return Body(shown + "\n" + "\n".join(html), f"{said_before}\n{text}", text)


def _chapters(rng: random.Random, t: Tongue, how: str) -> tuple[str, list[str]]:
    """Return parts of a long text with their headings."""
    html, own = [], []
    for _ in range(rng.randint(3, 5)):
        title = t.title(rng)
        texts = [t.paragraph(rng, rng.randint(2, 6)) for _ in range(rng.randint(1, 3))]
        html.append(f"<h3>{escape(title)}</h3>{paragraphs(texts, how)}")
        own += [title, *texts]
    return "\n".join(html), own


def _marked(rng: random.Random, html: str, text: str) -> str:
    """Return a body with its first word as a link or in bold."""
    word = text.split(" ", maxsplit=1)[0] if " " in text else text[:2]
    marks = ('<a href="http://elsewhere.invalid/page">{}</a>', "<b>{}</b>", "<em>{}</em>")
    return html.replace(escape(word), rng.choice(marks).format(escape(word)), 1)


def _list(rng: random.Random, c: Look) -> tuple[str, list[str]]:
    items = [c.t.title(rng) for _ in range(rng.randint(2, 4))]
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>", items


def _code(rng: random.Random, _: Look) -> tuple[str, list[str]]:
    code = rng.choice(_CODES)
    return f"<pre><code>{escape(code)}</code></pre>", [code]


def _image(rng: random.Random, _: Look) -> tuple[str, list[str]]:
    source = f"/files/{rng.randrange(1000, 9999)}.jpg"
    return f'<div><img src="{source}" width="640" height="480" alt=""></div>', []


def _headed_code(rng: random.Random, c: Look) -> tuple[str, list[str]]:
    """Return code below what the board writes above it."""
    code = rng.choice(_CODES)
    head = f'{escape(c.label("code"))}: <a href="#">{escape(c.label("select"))}</a>'
    return f"<div{c('code')}><p>{head}</p><pre>{escape(code)}</pre></div>", [code]


def _spoiler(rng: random.Random, c: Look) -> tuple[str, list[str]]:
    """Return words that a button shows."""
    words = c.t.sentence(rng)
    button = f'<button type="button">{escape(c.label("spoiler"))}</button>'
    return f"<div{c('spoiler')}>{button}<div{c('hidden')}>{escape(words)}</div></div>", [words]


def _table(rng: random.Random, c: Look) -> tuple[str, list[str]]:
    cells = [[c.t.title(rng), str(rng.randrange(3, 90))] for _ in range(3)]
    rows = "".join(f"<tr><td>{escape(what)}</td><td>{n}</td></tr>" for what, n in cells)
    return f"<table>{rows}</table>", [" ".join(row) for row in cells]


def _attached(rng: random.Random, c: Look) -> tuple[str, list[str]]:
    """Return a file as boards list it below the words, of which it is none."""
    number, size = rng.randrange(10, 999), rng.randrange(12, 900)
    file = f'<a href="/download?f={number}">plan{number}.pdf</a>'
    about = f"({size} KB, {rng.randrange(2, 300)} {escape(c.label('downloads'))})"
    return f"<div{c('attachment')}>{escape(c.label('attached'))}: {file} {about}</div>", []


#: Extra -> what makes it: HTML, and the lines that count as the author's.
_ADDED: dict[str, Callable[[random.Random, Look], tuple[str, list[str]]]] = {
    "lists": _list,
    "code": _code,
    "images": _image,
    "code_heads": _headed_code,
    "spoilers": _spoiler,
    "tables": _table,
    "attachments": _attached,
}


def _told(rng: random.Random, c: Look) -> str:
    """Return what leads from a quotation to what it quotes."""
    return f'<a href="#p{rng.randrange(100, 9999)}"{c("jump")}>↑</a>'


def _quote(quoted: Quoted, how: str, c: Look, told: str) -> tuple[str, str]:
    words = quoted.words.splitlines()[0]
    head = f"{quoted.author} {c.label('wrote')}"
    shown = f"{escape(head)} {told}" if told else escape(head)
    if how == "card":
        html = (
            f"<div{c('quoted')}><div{c('quoted-head')}>"
            f'<a href="{quoted.member}"><img src="/a/q.png" alt=""> {escape(quoted.author)}</a> '
            f"{quoted.when}</div><div{c('quoted-text')}>{escape(words)}</div></div>"
        )
    elif how == "cite":
        html = f"<blockquote><cite>{shown}</cite><p>{escape(words)}</p></blockquote>"
    elif how == "box":
        html = f"<div{c('quote')}><b>{shown}</b><br>{escape(words)}</div>"
    elif how == "table":
        html = (
            f'<table border="1"{c("quotetable")}><tr><td><i>{shown}</i><br>'
            f"{escape(words)}</td></tr></table>"
        )
    else:
        return f"<i>&gt; {escape(words)}</i><br>", f"> {words}"
    return html, words
