"""The words of an object as markup: HTML, plain lines, or the blocks of an editor."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Any

from fpcrawl.pages.state.fields import Object, bare_name, time_of, words_of

__all__ = ["letters_of", "text_of"]

#: Characters of a body, blocks that an editor parts it into, and parts of these.
MAX_BODY, MAX_BLOCKS, MAX_NESTED, MAX_PARTS = 500_000, 2_000, 12, 20_000

#: Names of bodies, likeliest first: markup before what it was made from.
_BODIES = {
    name: rank
    for rank, names in enumerate(
        (
            """
            cooked contenthtml bodyhtml messagehtml posthtml htmlcontent htmlbody texthtml htmltext
            renderedcontent renderedbody commenthtml answerhtml renderedhtml
            """,
            """
            content body message richtext richcontent posttext postbody postcontent articlebody
            articlecontent articletext contentbody maintext fulltext postmessage commentcontent
            commenttext commentbody messagebody messagetext replycontent replytext answercontent
            answertext answerbody questioncontent questiontext questionbody newscontent
            threadcontent topiccontent bodytext contents contentdata textbody
            """,
            "html text msg story comment reply answer detail markdown rawcontent",
            "raw rawtext plaintext contenttext textcontent bodymarkdown source selftext",
        )
    )
    for name in names.split()
}
#: How the names of others end, and the ranks of these and of texts with markup.
_ENDS = ("content", "body", "html", "message", "text")
_BY_END, _BY_MARKUP = 4, 5
_WEAK_BODIES = ("description", "desc", "intro", "lead")
#: Words of names whose text is about something else, or a part of the words.
_NOT_BODY = frozenset(
    """
    signature sig bio about excerpt summary snippet abstract preview avatar template footer header
    embed script style css quote quoted license notice help tooltip label placeholder rules policy
    motto blurb ad ads error seo meta keywords head title url image icon reason note alt button
    link share sub type context caption welcome empty biography profile status tagline slogan
    introduction cookie consent popup privacy terms success warning
    """.split()
)
_MARKUP = re.compile(
    r"</?(?:p|br|div|a|img|ul|ol|li|blockquote|span|b|i|strong|em|h[1-6]|pre|code|table|figure"
    r"|section|aside|article|u|s|del|font|center|hr|iframe|video)(?:\s[^<>]{0,2000})?/?>",
    re.IGNORECASE,
)
_ESCAPED_MARKUP = re.compile(r"&lt;/?(?:p|br|div|a|img|ul|blockquote|span)\b", re.IGNORECASE)
_NO_LETTER = re.compile(r"[\W_]+")
_ANY_TAG = re.compile(r"<[^<>]{0,2000}>")
_BLOCK = re.compile(r"<(?:p|br|div)\b", re.IGNORECASE)
#: Within a body: what holds its words.
_INNER = (
    "rendered", "html", "content", "body", "text", "value", "raw", "markdown", "plain", "root",
)  # fmt: skip
#: What an editor calls the parts of a text, and what tells one of them from a post.
_CHILDREN = (
    "children", "blocks", "ops", "sections", "paragraphs", "spans", "runs", "nodes", "elements",
)  # fmt: skip
_PHRASES = (None, "text", "span", "link", "mention", "emoji")
_KINDS = ("type", "_type", "nodeType", "tag", "kind", "insert", "text", "children", "spans")


def letters_of(markup: str) -> str:
    """Return the letters and digits of a text with or without markup, all small."""
    return _NO_LETTER.sub("", _ANY_TAG.sub(" ", markup)).lower()


def text_of(thing: Object, *, weak: bool = False) -> str:
    """Words of an object as markup; empty for one without.

    Parameters
    ----------
    weak
        Whether a description will do.
    """
    best: tuple[int, str] | None = None
    for name, value in thing.items():
        bare = bare_name(name)
        rank = _BODIES.get(bare)
        if rank is None and isinstance(value, str) and not words_of(name) & _NOT_BODY:
            if bare.endswith(_ENDS):
                rank = _BY_END
            elif _BLOCK.search(value[:500]):
                rank = _BY_MARKUP
        if rank is None or (best is not None and rank >= best[0]):
            continue
        text = _markup(value, 0, set())
        if text:
            best = (rank, text)
    if best is None and weak:
        names = {bare_name(name): value for name, value in thing.items()}
        return next((text for n in _WEAK_BODIES if (text := _markup(names.get(n), 0, set()))), "")
    return best[1] if best is not None else ""


def _markup(value: Any, depth: int, met: set[int]) -> str:
    """Return the words of a value.

    Parameters
    ----------
    met
        Its parts by their identity, each of which stands in a text once: data can name one
        again and again, and itself.
    """
    if isinstance(value, str):
        return _as_markup(value[:MAX_BODY])
    if not isinstance(value, dict | list) or depth > MAX_NESTED:
        return ""
    if id(value) in met or len(met) >= MAX_PARTS:
        return ""
    met.add(id(value))
    if isinstance(value, list):
        return _of_blocks(value, depth, met)
    if depth == 0 and "blocks" not in value and time_of(value) is not None:
        return ""  # what was said by somebody else
    return _within(value, depth, met)


def _within(value: Object, depth: int, met: set[int]) -> str:
    """Return the words that an object holds under names for words or their parts."""
    for name in _INNER:
        inner = value.get(name)
        if isinstance(inner, str | list | dict) and (text := _markup(inner, depth + 1, met)):
            return text
    children = (value[name] for name in _CHILDREN if isinstance(value.get(name), list))
    return next((text for inner in children if (text := _markup(inner, depth + 1, met))), "")


def _of_blocks(blocks: list[Any], depth: int, met: set[int]) -> str:
    """Return the words of an editor's blocks; of what is no text, as a list of comments, none."""
    parts: list[str] = []
    left = MAX_BODY
    for block in blocks[:MAX_BLOCKS]:
        if isinstance(block, dict):
            if not any(name in block for name in _KINDS):
                return ""
            if not parts and time_of(block) is not None:
                return ""  # what was said by others
            if isinstance(block.get("insert"), str):
                inner = _as_markup(block["insert"])
            else:
                told = {n: v for n, v in block.items() if n not in {"type", "id"}}
                inner = _within(told, depth + 1, met) or _markup(block.get("data"), depth + 1, met)
        elif isinstance(block, str):
            inner = _as_markup(block)
        else:
            return ""
        left -= len(inner)
        if left < 0:
            break
        if inner:
            parts.append(inner if _is_phrase(block) else f"<p>{inner}</p>")
    return "".join(parts)


def _is_phrase(block: Any) -> bool:
    """Whether a part of a text stands in a line with others."""
    if not isinstance(block, dict):
        return False
    return next((block[name] for name in _KINDS[:5] if name in block), None) in _PHRASES


@lru_cache(maxsize=16)  # objects are asked for their words more than once
def _as_markup(text: str) -> str:
    stripped = text.strip()
    if not stripped or (" " not in stripped and stripped.startswith(("http://", "https://", "/"))):
        return ""
    if _MARKUP.search(stripped):
        return stripped
    if _ESCAPED_MARKUP.search(stripped):
        return html.unescape(stripped)
    # Entities stand in plain texts, too.
    plain = html.escape(html.unescape(text.strip("\r\n")), quote=False)
    return plain.replace("\r\n", "\n").replace("\n", "<br>")
