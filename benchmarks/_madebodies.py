"""Bodies of made posts: what is written in them, as HTML and as the truth has it."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random

    from benchmarks._madesite import Look, Shape
    from benchmarks._madewords import Tongue

__all__ = ["PARAGRAPHS", "QUOTES", "Body", "make_body", "paragraphs"]

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
    quoted: tuple[str, str] | None,
) -> Body:
    """Return the body of a post.

    Parameters
    ----------
    quoted
        Author and words of a post before it, of which it may quote; nothing for the first.
    """
    t = c.t
    texts = _plain(rng, t, first=quoted is None)
    html, own = [paragraphs(texts, shape["paragraphs"])], list(texts)
    if "inline" in shape and rng.random() < _GUEST:
        html = [_marked(rng, html[0], texts[0])]
    for extra, add in (("lists", _list), ("code", _code), ("images", _image)):
        if extra in shape and rng.random() < _GUEST / 2:
            more, said = add(rng, t)
            html.append(more)
            own += said
    text = "\n".join(own)
    if quoted is None or "quotes" not in shape or rng.random() >= _GUEST:
        return Body("\n".join(html), text)
    shown, said_before = _quote(quoted, shape["quote"], c)
    return Body(shown + "\n" + "\n".join(html), f"{said_before}\n{text}", text)


def _marked(rng: random.Random, html: str, text: str) -> str:
    """Return a body with its first word as a link or in bold."""
    word = text.split(" ", maxsplit=1)[0] if " " in text else text[:2]
    marks = ('<a href="http://elsewhere.invalid/page">{}</a>', "<b>{}</b>", "<em>{}</em>")
    return html.replace(escape(word), rng.choice(marks).format(escape(word)), 1)


def _list(rng: random.Random, t: Tongue) -> tuple[str, list[str]]:
    items = [t.title(rng) for _ in range(rng.randint(2, 4))]
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>", items


def _code(rng: random.Random, _: Tongue) -> tuple[str, list[str]]:
    code = rng.choice(_CODES)
    return f"<pre><code>{escape(code)}</code></pre>", [code]


def _image(rng: random.Random, _: Tongue) -> tuple[str, list[str]]:
    source = f"/files/{rng.randrange(1000, 9999)}.jpg"
    return f'<div><img src="{source}" width="640" height="480" alt=""></div>', []


def _quote(quoted: tuple[str, str], how: str, c: Look) -> tuple[str, str]:
    author, words = quoted
    words = words.splitlines()[0]
    head = f"{author} {c.label('wrote')}"
    if how == "cite":
        html = f"<blockquote><cite>{escape(head)}</cite><p>{escape(words)}</p></blockquote>"
    elif how == "box":
        html = f"<div{c('quote')}><b>{escape(head)}</b><br>{escape(words)}</div>"
    elif how == "table":
        html = (
            f'<table border="1"{c("quotetable")}><tr><td><i>{escape(head)}</i><br>'
            f"{escape(words)}</td></tr></table>"
        )
    else:
        return f"<i>&gt; {escape(words)}</i><br>", f"> {words}"
    return html, words
