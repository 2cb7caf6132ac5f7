"""Single pages of articles drawn by a seed, and what is true of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta, timezone
from html import escape
from typing import TYPE_CHECKING

from benchmarks._articlepage import ORIGIN, below, for_machines, share, title_tag, whole_page
from benchmarks._articleparts import (
    ARTICLE_NOW,
    CONTAINERS,
    HEADS,
    Maker,
    byline,
    extra_words,
    guests,
    head_parts,
    lay_words,
    shown_time,
    time_line,
)
from benchmarks._articlewords import AGENCIES, BYLINES, LANGUAGES, SECTIONS
from benchmarks._madeframe import CLASS_STYLES, link
from benchmarks._madesite import Look, Shape, stream
from benchmarks._madewords import tongue

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from datetime import datetime

__all__ = ["MadeArticle", "make_article"]

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

_ASPECTS: dict[str, Sequence[str]] = {
    "language": LANGUAGES,
    "style": CLASS_STYLES,
    "frame": ("divs", "table", "semantic", "bare", "portal"),
    "head": HEADS,
    "heading": ("h1", "h1", "h1", "h2", "div", "h3", "none"),
    "container": CONTAINERS,
    "time": ("long", "long", "short", "short", "tag", "day", "yearless", "ago", "seconds"),
    "told": ("none", "none", "published", "posted"),
    "updated": ("none", "none", "after", "before", "tag"),
    "jsonld": (
        *("none", "none", "none", "full", "full", "graph", "site_author", "modified_only"),
        *("no_author", "string_author", "crumbs", "several"),
    ),
    "meta": ("none", "none", "og", "og_site", "author", "site_author", "times", "modified"),
    "micro": ("none", "none", "none", "parts", "date"),
    "titled": ("dash", "bar", "under", "front", "alone"),
    "address": (
        "/{y}/{mm}/{dd}/{slug}",
        "/news/{id}.html",
        "/a/{slug}-{id}",
        "/p/{id}",
        "/{sec}/{slug}/",
    ),
    "site": ("words", "words", "short"),
}
_EXTRAS = (
    *("kicker", "sub", "summary", "crumbs", "topdate", "linked", "face", "several"),
    *("share", "share_top", "tags", "related", "inset", "letter", "ad", "figure", "credit", "bio"),
    *("comments", "sidebar", "sidetimes", "subheads", "list", "table", "quote", "correction"),
    *("rights", "more", "prevnext", "print", "listen"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MadeArticle:
    """A page and its truth.

    Attributes
    ----------
    authors
        Who wrote it; empty where nobody is named.
    others
        Names that may stand for the author where nobody is named.
    when
        When it was published.
    within
        How far from it a reading may be.
    must, may
        Lines of its words, and such as some would count as its words.
    """

    seed: int
    shape: Shape
    url: str
    html: str
    title: str
    authors: tuple[str, ...]
    others: tuple[str, ...]
    when: datetime
    within: timedelta
    shown: str
    must: tuple[str, ...]
    may: tuple[str, ...]


def _distinct(c: Look, rng: random.Random, count: int) -> list[str]:
    out: list[str] = []
    while len(out) < count:
        if (title := c.t.title(rng)) not in out:
            out.append(title)
    return out


def make_article(seed: int) -> MadeArticle:
    """Make the page of a seed; the same seed makes the same page."""
    shape = Shape.draw(seed, _ASPECTS, _EXTRAS, 0.25)
    t = tongue(shape["language"])
    c = Look(shape["style"], seed, t)
    rng = stream(seed, "article")
    m = Maker(shape, c, rng, _distinct(c, stream(seed, "titles"), 34), [])
    names = rng.sample(t.writers, 5)
    site = AGENCIES[t.code] if shape["site"] == "words" else "Made7"
    title = m.title()
    if rng.random() < 0.4:
        title = (
            f"{title}: {m.title()}"
            if t.code not in {"zh", "ja", "zh-TW"}
            else f"{title}，{m.title()}"
        )
    zone = timezone(timedelta(hours=t.hours))
    now = ARTICLE_NOW.astimezone(zone)
    when = now - rng.randint(26 * 60, 200 * 24 * 60) * _MINUTE
    if shape["time"] == "ago":
        when = now - rng.randint(3 * 60, 22 * 60) * _MINUTE
    updated = min(when + rng.randint(30, 4000) * _MINUTE, now - 5 * _MINUTE)
    form = stream(seed, "byline").choice(BYLINES[t.code])
    authors = tuple(names[2 : 4 if "several" in shape else 3]) if "{a}" in form else ()
    by = byline(m, authors, form, names)
    if not authors:
        m.may.append(form.format(s=AGENCIES[t.code], e=names[1]))
    shown = time_line(m, when, updated)
    heading = ""
    if shape["heading"] != "none":
        prop = ' itemprop="headline"' if shape["micro"] == "parts" else ""
        heading = m.box(shape["heading"], "headline", escape(title), prop)
    sub = summary = ""
    if "sub" in shape:
        said = t.sentence(rng).strip()
        sub = m.box("p", "subtitle", escape(said))
        m.may.append(said)
    if "summary" in shape:
        items = [t.sentence(rng).strip() for _ in range(3)]
        m.may += items
        summary = m.box("ul", "summary", "".join(f"<li>{escape(i)}</li>" for i in items))
    top, first, last, beside = head_parts(m, heading, sub, by, shown)
    count = rng.randint(4, 9)
    texts = [t.paragraph(rng, rng.randint(2, 5)).strip() for _ in range(count)]
    if "dateline" in shape and t.code == "en":
        texts[0] = f"PORTO — {texts[0]}"
    lines = [("text", text) for text in texts]
    m.must += texts
    extra_words(m, lines)
    if "correction" in shape:
        note = f"{c.label('correction')} {t.day(updated)}: {t.sentence(rng).strip()}"
        last = m.box("p", "note", f"<em>{escape(note)}</em>") + last
        m.may.append(note)
    tools = ""
    if "share_top" in shape:
        tools += share(m)
    if "print" in shape:
        tools += m.box("div", "tools", link("/print/1", c.label("print")))
    if "listen" in shape and t.code == "en":
        tools += m.box("div", "audio", "Listen to this article <span>5 min</span>")
    words = lay_words(m, lines, guests(m, names), first, last)
    main = top + tools + summary + words + below(m, authors, when)
    if shape["container"] == "article":
        main = f"<article>{main}</article>"
    if shape["micro"] == "parts":
        main = f'<div itemscope itemtype="https://schema.org/NewsArticle">{main}</div>'
    slug = t.slug(rng, "".join(ch for ch in title if ch.isalnum() or ch == " "))
    sec = stream(seed, "sec").choice(SECTIONS)
    path = shape["address"].format(
        y=when.year,
        mm=f"{when.month:02d}",
        dd=f"{when.day:02d}",
        slug=slug,
        id=rng.randrange(100_000, 999_999),
        sec=sec,
    )
    html = whole_page(
        m,
        title_tag(m, title, site),
        site,
        main,
        beside,
        for_machines(m, title, site, authors, when, updated),
        when,
    )
    within = timedelta()
    if shape["time"] == "ago":
        within = _HOUR
    told = (
        shape["time"] == "tag"
        or shape["micro"] != "none"
        or shape["meta"] == "times"
        or shape["jsonld"]
        in {"full", "graph", "several", "site_author", "no_author", "string_author"}
    )
    if shape["time"] == "day" and not told:
        within = _DAY
    return MadeArticle(
        seed,
        shape,
        ORIGIN + path,
        html,
        title,
        authors,
        (site, AGENCIES[t.code]),
        when,
        within,
        shown_time(m, when, shape["time"]),
        tuple(m.must),
        tuple(m.may),
    )
