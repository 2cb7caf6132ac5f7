"""What stands around the words of made articles, and what their pages declare to machines."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from html import escape
from typing import TYPE_CHECKING, Any

from benchmarks._articleparts import ARTICLE_NOW, shown_time
from benchmarks._articlewords import AGENCIES, RIGHTS, SECTIONS
from benchmarks._madeframe import link, links
from benchmarks._madesite import stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks._articleparts import Maker

__all__ = ["ORIGIN", "below", "for_machines", "share", "title_tag", "whole_page"]

ORIGIN = "https://made.example"
"""Where every page stands."""

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def below(m: Maker, authors: Sequence[str], when: datetime) -> str:
    """Return what stands below the words."""
    s, out = m.shape, ""
    if "tags" in s:
        out += m.box(
            "div",
            "tags",
            f"{m.say('tags')} "
            + links([("/tag/1", m.c.label("local")), ("/tag/2", m.c.label("sport"))], " "),
        )
    if "share" in s:
        out += share(m)
    if "rights" in s:
        out += m.box("p", "rights", f"© 2026 {escape(AGENCIES[m.c.t.code])}. {RIGHTS[m.c.t.code]}")
    if "more" in s:
        out += m.box("p", "more", link("/more/4", m.c.label("more")))
    if "bio" in s and authors:
        about = m.c.t.sentence(m.rng).strip()
        out += m.box(
            "div",
            "authorbox",
            f"<h4>{m.say('written_by')}</h4><b>{escape(authors[0])}</b><p>{escape(about)}</p>",
        )
    if "prevnext" in s:
        a, b = m.title(), m.title()
        out += m.box(
            "div",
            "nav",
            f"{m.say('previous')}: {link('/a/5-x', a)}<br>{m.say('next')}: {link('/a/6-x', b)}",
        )
    if "related" in s:
        rows = "".join(
            f"<li>{link(f'/a/{n}-y', m.title())} <span>{_short(m, when - n * _HOUR)}</span></li>"
            for n in range(21, 25)
        )
        out += m.box("div", "related", f"<h3>{m.say('related')}</h3><ul>{rows}</ul>")
    if "comments" in s:
        rows = ""
        for n in range(3):
            who, said = m.c.t.users[n], m.c.t.paragraph(m.rng, 2).strip()
            at = _short(m, min(when + (n + 1) * _HOUR, ARTICLE_NOW.astimezone(when.tzinfo)))
            rows += m.box(
                "div",
                "comment",
                f"<b>{escape(who)}</b> <span>{at}</span><p>{escape(said)}</p>"
                f"<a href='#r'>{m.say('reply')}</a>",
                f' id="c{n + 1}"',
            )
        out += m.box("div", "comments", f"<h3>{m.say('comments')} (3)</h3>{rows}", ' id="comments"')
    return out


def _short(m: Maker, when: datetime) -> str:
    return escape(shown_time(m, when, "short"))


def share(m: Maker) -> str:
    """Return the bar that shares a page."""
    return m.box(
        "div",
        "share",
        f"{m.say('share')} "
        + links(
            [
                ("https://fb.invalid/s", "Facebook"),
                ("https://tw.invalid/s", "Twitter"),
                ("mailto:?x", "Email"),
            ],
            " ",
        ),
    )


def title_tag(m: Maker, title: str, site: str) -> str:
    """Return the title of the page."""
    return {
        "dash": f"{title} - {site}",
        "bar": f"{title} | {site}",
        "under": f"{title}_{m.c.label('news')}_{site}",
        "front": f"{site}: {title}",
        "alone": title,
    }[m.shape["titled"]]


def for_machines(
    m: Maker,
    title: str,
    site: str,
    authors: Sequence[str],
    when: datetime,
    updated: datetime,
) -> str:
    """Return what the page declares, some of it not so."""
    s, out = m.shape, ""
    url = f"{ORIGIN}/x"
    if s["meta"] != "none":
        shown = f"{title} - {site}" if s["meta"] == "og_site" else title
        out += f'<meta property="og:title" content="{escape(shown)}">'
        out += '<meta property="og:type" content="article">'
        out += f'<meta property="og:site_name" content="{escape(site)}">'
    if s["meta"] == "author" and authors:
        out += f'<meta name="author" content="{escape(", ".join(authors))}">'
    if s["meta"] == "site_author":
        out += f'<meta name="author" content="{escape(site)}">'
    if s["meta"] == "times":
        out += f'<meta property="article:published_time" content="{when.isoformat()}">'
    if s["meta"] in {"times", "modified"}:
        out += f'<meta property="article:modified_time" content="{updated.isoformat()}">'
    how = s["jsonld"]
    if how == "none":
        return out
    people: Any = [{"@type": "Person", "name": name} for name in authors]
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": title,
        "url": url,
        "datePublished": when.isoformat(),
        "dateModified": updated.isoformat(),
        "author": people or {"@type": "Organization", "name": site},
        "publisher": {"@type": "Organization", "name": site},
    }
    if how == "site_author":
        data["author"] = {"@type": "Organization", "name": site}
    if how == "string_author" and authors:
        data["author"] = authors[0] if len(authors) == 1 else list(authors)
    if how in {"no_author", "modified_only"}:
        del data["author"]
    if how == "modified_only":
        del data["datePublished"]
    crumbs = {
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": 1,
                "name": m.c.label("news"),
                "item": f"{ORIGIN}/news/",
            }
        ],
    }
    blocks: list[Any] = [data]
    if how == "crumbs":
        blocks = [crumbs]
    if how == "several":
        other = {
            **data,
            "headline": m.title(),
            "url": f"{ORIGIN}/a/99-z",
            "datePublished": (when - 3 * _DAY).isoformat(),
        }
        blocks = [
            crumbs,
            {
                "@context": "https://schema.org",
                "@type": "ItemList",
                "itemListElement": [{"@type": "ListItem", "position": 1, "item": other}],
            },
            data,
        ]
    if how == "graph":
        blocks = [
            {
                "@context": "https://schema.org",
                "@graph": [
                    {"@type": "WebSite", "name": site, "url": ORIGIN},
                    {
                        "@type": "WebPage",
                        "name": title,
                        "datePublished": when.isoformat(),
                        "dateModified": updated.isoformat(),
                    },
                    data,
                    crumbs,
                ],
            }
        ]
    for block in blocks:
        out += (
            f'<script type="application/ld+json">{json.dumps(block, ensure_ascii=False)}</script>'
        )
    return out


def whole_page(
    m: Maker, titled: str, site: str, main: str, beside: str, machine: str, when: datetime
) -> str:
    """Return the page."""
    s, c, t = m.shape, m.c, m.c.t
    now = ARTICLE_NOW.astimezone(when.tzinfo)
    menu = links([(f"/{key}/", c.label(key)) for key in SECTIONS])
    today = m.box("span", "today", escape(t.day(now))) if "topdate" in s else ""
    top = f"<div{c('header')}>{link('/', site)} {today}</div><div{c('menu')}>{menu}</div>"
    trail = ""
    if "crumbs" in s:
        sec = stream(s.seed, "sec").choice(SECTIONS)
        trail = m.box(
            "div",
            "breadcrumb",
            links([("/", c.label("home")), (f"/{sec}/", c.label(sec))], " &gt; "),
        )
    side = beside
    if "sidebar" in s:
        rows = ""
        for n in range(31, 37):
            at = (
                f" <span>{escape(shown_time(m, now - n * 10 * _MINUTE, 'short'))}</span>"
                if "sidetimes" in s
                else ""
            )
            rows += f"<li>{link(f'/a/{n}-s', m.title())}{at}</li>"
        side += m.box("div", "sidebar", f"<h3>{m.say('most_read')}</h3><ol>{rows}</ol>")
    foot = f"<div{c('footer')}>{link('/legal', c.label('legal'))} &copy; 2026 {escape(site)}</div>"
    main = trail + main
    body = {
        "divs": f"{top}<div{c('content')}>{main}</div>{side}{foot}",
        "table": f'<table width="100%"><tr><td colspan="2">{top}</td></tr><tr>'
        f'<td valign="top">{main}</td><td valign="top">{side}</td></tr></table>{foot}',
        "semantic": f"<header>{top}</header><main>{main}</main>{side}<footer>{foot}</footer>",
        "bare": f"{top}{main}{side}{foot}",
        "portal": f"<div{c('wrap')}>{top}<div{c('row')}><div{c('colleft')}>{side}</div>"
        f"<div{c('colmain')}>{main}</div></div>{foot}</div>",
    }[s["frame"]]
    code = ' dir="rtl"' if t.code == "ar" else ""
    return (
        f'<!DOCTYPE html><html lang="{t.code}"{code}><head><meta charset="utf-8">'
        f"<title>{escape(titled)}</title>"
        f"{machine}</head><body>{body}</body></html>"
    )
