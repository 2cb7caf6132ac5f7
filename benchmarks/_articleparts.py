"""The parts of made pages of articles: head, byline, times, words and what stands among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from html import escape
from typing import TYPE_CHECKING

from benchmarks._articlewords import AGENCIES, AND, HOURS_AGO, SECTIONS, YEARLESS
from benchmarks._madeframe import link, links
from benchmarks._madesite import stream

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from benchmarks._madesite import Look, Shape

__all__ = ["ARTICLE_NOW", "CONTAINERS", "HEADS", "Maker", "byline", "extra_words", "guests"]
__all__ += ["head_parts", "lay_words", "shown_time", "time_line"]

ARTICLE_NOW = datetime(2026, 5, 21, 12, tzinfo=UTC)
"""When every page was asked for."""

_HOUR = timedelta(hours=1)

HEADS = (
    *("meta_line", "meta_line", "list", "spans", "split", "by_then_when", "when_then_by", "card"),
    *("above", "kicker_when", "end_by", "end_both", "aside", "table", "one_text", "in_body"),
)
CONTAINERS = (
    *("article", "div_p", "div_lines", "br", "brbr", "td", "section", "boxes", "nested", "bare"),
    *("span_p", "br_p", "indent", "own", "spans"),
)


@dataclass(slots=True)
class Maker:
    """What draws the parts of a page and keeps what is true of its words."""

    shape: Shape
    c: Look
    rng: random.Random
    titles: list[str]
    names: list[str]
    must: list[str] = field(default_factory=list)
    may: list[str] = field(default_factory=list)

    def say(self, key: str) -> str:
        """Return the words for a part as HTML."""
        return escape(self.c.label(key))

    def box(self, tag: str, word: str, inner: str, attributes: str = "") -> str:
        """Return an element, nothing where it holds nothing."""
        return f"<{tag}{self.c(word)}{attributes}>{inner}</{tag}>" if inner else ""

    def title(self) -> str:
        """Return a title that no other text has."""
        return self.titles.pop()


def shown_time(m: Maker, when: datetime, how: str) -> str:
    """Return a time in the form that is drawn."""
    t = m.c.t
    if how in {"long", "tag"}:
        return t.stamp(when, stream(m.shape.seed, "form").choice(t.stamps(long=True)))
    if how == "seconds":
        return f"{when:%Y-%m-%d %H:%M:%S}"
    if how == "day":
        return t.day(when)
    if how == "yearless":
        return t.stamp(when, YEARLESS[t.code])
    if how == "ago":
        now = ARTICLE_NOW.astimezone(when.tzinfo)
        return HOURS_AGO[t.code].format(max(2, (now - when) // _HOUR))
    return t.stamp(when, stream(m.shape.seed, "form").choice(t.stamps(long=False)))


def time_line(m: Maker, when: datetime, updated: datetime) -> str:
    """Return when an article was published, and when updated, as a line says it."""
    s = m.shape
    shown = escape(shown_time(m, when, s["time"]))
    prop = ' itemprop="datePublished"' if s["micro"] != "none" else ""
    if s["time"] == "tag" or prop:
        shown = f'<time datetime="{when.isoformat()}"{prop}>{shown}</time>'
    if s["told"] != "none" or s["updated"] in {"after", "before", "tag"}:
        key = s["told"] if s["told"] != "none" else "published"
        shown = f"{m.say(key)} {shown}"
    shown = m.box("span", "date", shown)
    if s["updated"] == "none":
        return shown
    later = escape(shown_time(m, updated, "long" if s["time"] == "tag" else s["time"]))
    if s["updated"] == "tag":
        later = f'<time datetime="{updated.isoformat()}">{later}</time>'
    later = m.box("span", "updated", f"{m.say('updated')} {later}")
    return f"{later} {shown}" if s["updated"] == "before" else f"{shown} {later}"


def byline(m: Maker, authors: Sequence[str], form: str, names: Sequence[str]) -> str:
    """Return who wrote an article, as a line says it."""
    s, code = m.shape, m.c.t.code
    prop = ' itemprop="author"' if s["micro"] == "parts" else ""
    shown = []
    for n, name in enumerate(authors):
        if "linked" in s:
            shown.append(link(f"/author/{n + 11}", name, m.c("author") + prop))
        else:
            shown.append(f"<span{prop}>{escape(name)}</span>" if prop else escape(name))
    joined = AND[code].join([", ".join(shown[:-1]), shown[-1]] if shown[1:] else shown)
    # Between the parts of a line that are put together by software stand elements or marks.
    return (
        escape(form)
        .replace("{a}", joined)
        .replace("{p}", escape(names[0]))
        .replace("{e}", escape(names[1]))
        .replace("{s}", escape(AGENCIES[code]))
    )


def head_parts(m: Maker, heading: str, sub: str, by: str, when: str) -> tuple[str, str, str, str]:
    """Return what stands above the words, before their first, behind their last, and beside."""
    h, kick = m.shape["head"], ""
    if "kicker" in m.shape:
        sec = stream(m.shape.seed, "sec").choice(SECTIONS)
        kick = m.box("div", "kicker", link(f"/{sec}/", m.c.label(sec)))
    top = kick + heading + sub
    if "face" in m.shape and h in {"card", "spans", "by_then_when"}:
        by = f'<img src="/f/1.jpg" alt="" width="40" height="40"> {by}'
    b, w = m.box("div", "byline", by), m.box("div", "meta", when)
    if h == "meta_line":
        return top + m.box("div", "meta", f"{by} | {when}"), "", "", ""
    if h == "list":
        return top + m.box("ul", "info", f"<li>{when}</li><li>{by}</li>"), "", "", ""
    if h == "spans":
        return top + m.box("div", "info", f"<span>{by}</span> <span>{when}</span>"), "", "", ""
    if h == "split":
        return top + m.box("div", "left", when) + m.box("div", "right", by), "", "", ""
    if h == "by_then_when":
        return top + b + w, "", "", ""
    if h == "when_then_by":
        return top + w + b, "", "", ""
    if h == "card":
        return top + m.box("div", "card", b + w), "", "", ""
    if h == "above":
        return m.box("div", "meta", f"{when} {by}") + top, "", "", ""
    if h == "kicker_when":
        return w + top + b, "", "", ""
    if h == "end_by":
        return top + w, "", m.box("p", "sign", by), ""
    if h == "end_both":
        return top, "", m.box("p", "sign", by) + m.box("p", "when", when), ""
    if h == "aside":
        facts = m.box("aside", "facts", f"<p>{by}</p><p>{when}</p>")
        # Beside the words where there is a column, else above them.
        return (
            (top, "", "", facts)
            if m.shape["frame"] in {"table", "portal"}
            else (top + facts, "", "", "")
        )
    if h == "table":
        return top + f"<table><tr><td>{when}</td><td>{by}</td></tr></table>", "", "", ""
    if h == "one_text":
        return top + f"<p>{by}, {when}</p>", "", "", ""
    return top, m.box("p", "by", f"<strong>{by}</strong>") + m.box("p", "w", when), "", ""


def _inset(m: Maker) -> str:
    pairs = [(f"/a/{n}-x", m.title()) for n in (71, 72)]
    return m.box("div", "inset", f"<strong>{m.say('related')}</strong> {links(pairs, '<br>')}")


def guests(m: Maker, names: Sequence[str]) -> list[str]:
    """Return what stands among the paragraphs, as HTML."""
    s, out = m.shape, []
    if "figure" in s:
        caption, credit = m.c.t.sentence(m.rng).strip(), f"{m.c.label('photo')} {names[0]}"
        told = f" <span>{escape(credit)}</span>" if "credit" in s else ""
        image = '<img src="/i/1.jpg" width="800" height="500">'
        told = f"<figcaption>{escape(caption)}{told}</figcaption>"
        out.append(m.box("figure", "picture", image + told))
        m.may += [caption, f"{caption} {credit}", credit]
    if "inset" in s:
        out.append(_inset(m))
    if "ad" in s:
        out.append(m.box("div", "ad", f"{m.say('ad')}"))
    if "letter" in s:
        out.append(
            m.box(
                "div",
                "newsletter",
                f"<h4>{m.say('letter')}</h4><form><input name=email><button>OK</button></form>",
            )
        )
    return out


def extra_words(m: Maker, lines: list[tuple[str, str]]) -> None:
    """Put what is the article's own among its paragraphs: (kind, HTML or text)."""
    s, t = m.shape, m.c.t
    at = len(lines) // 2
    if "list" in s:
        items = [t.sentence(m.rng).strip() for _ in range(3)]
        lines.insert(
            at, ("box", "<ul>" + "".join(f"<li>{escape(i)}</li>" for i in items) + "</ul>")
        )
        m.must += items
    if "table" in s and s["heading"] != "none":
        rows = [(m.title(), str(m.rng.randrange(3, 900))) for _ in range(3)]
        cells = "".join(f"<tr><td>{escape(a)}</td><td>{b}</td></tr>" for a, b in rows)
        lines.insert(at + 1, ("box", f"<table>{cells}</table>"))
        m.must += [a for a, _ in rows]
        m.may += (
            [f"{a} {b}" for a, b in rows] + [f"{a} | {b}" for a, b in rows] + [b for _, b in rows]
        )
    if "quote" in s:
        said = t.sentence(m.rng).strip()
        lines.insert(at, ("box", f"<blockquote><p>{escape(said)}</p></blockquote>"))
        m.must.append(said)
    if "subheads" in s and s["heading"] != "none":
        for place in (at + 1, 1):
            said = m.title()
            lines.insert(place, ("box", f"<h2{m.c('sub2')}>{escape(said)}</h2>"))
            m.must.append(said)


def lay_words(
    m: Maker, lines: list[tuple[str, str]], guests: list[str], first: str, last: str
) -> str:
    """Return the words with what stands among them."""
    how = m.shape["container"]
    wrap = {
        "br_p": "<p>{}</p>",
        "div_lines": "<div>{}</div>",
        "boxes": "<section" + m.c("part") + "><p>{}</p></section>",
        "nested": "<div" + m.c("txt") + "><div><p>{}</p></div></div>",
        "span_p": "<p><span>{}</span></p>",
        "own": "<x-text>{}</x-text>",
        "spans": "<p" + m.c("p1") + "><span style='font-size:16px'>{}</span></p>",
        "indent": "<p>　　{}</p>",
    }.get(how, "<p>{}</p>")
    out, at = [], 0
    texts = sum(kind == "text" for kind, _ in lines)
    for kind, text in lines:
        if kind == "box":
            out.append(text)
            continue
        at += 1
        if how in {"br", "brbr"}:
            glue = "<br>" if how == "br" else "<br><br>"
            out.append(escape(text) + glue)
        elif how == "br_p":
            half = len(text)
            out.append(f"<p>{escape(text[:half])}</p>")
        else:
            out.append(wrap.format(escape(text)))
        if at < texts and guests and at >= 2 - (texts < 4):
            out.append(guests.pop(0))
    inner = first + "".join(out) + "".join(guests) + last
    if how == "td":
        return f'<table width="100%"><tr><td{m.c("detail")}>{inner}</td></tr></table>'
    if how in {"article", "bare"}:
        return inner
    tag = "section" if how == "section" else "div"
    return m.box(tag, "story-body", inner)
