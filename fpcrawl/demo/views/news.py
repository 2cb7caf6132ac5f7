"""The newspaper's pages: front page, sections, articles on three templates, two skins."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ..press import SECTIONS, Section
from .base import MONTHS, LocalTime, Visit, esc, live

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..model import Article
    from ..world import World

__all__ = ["NewsTarget", "NewsView"]

_PAGE = 6
_ARTICLE = re.compile(r"([a-z]+)/\d{4}/\d{2}/(\d{1,9})(?:_(\d{1,3}))?\.html")
_SECTION = re.compile(r"([a-z]+)/(?:page-(\d{1,6})\.html)?")
NewsTarget = tuple[str, str | int, int]


class NewsView:
    """Shows the newspaper.

    Parameters
    ----------
    world
        Where the newspaper is printed.
    base
        Scheme and host of the site, without a slash at the end.
    """

    charset = "utf-8"
    content_type = "text/html; charset=utf-8"

    def __init__(self, world: World, base: str) -> None:
        self.world = world
        self.press = world.press
        self.base = base
        self._local = LocalTime(world.utc_offset_s)

    def route(self, path: str, _query: Mapping[str, str]) -> NewsTarget | None:
        """Return ``(kind, key, page)`` for a path below ``/news/``."""
        if path == "":
            return ("home", "", 1)
        if found := _ARTICLE.fullmatch(path):
            article = self.press.articles.get(int(found[2]))
            page = int(found[3] or 1)
            if article is not None and article.section == found[1] and page <= len(article.parts):
                return ("article", article.id, page)
        if found := _SECTION.fullmatch(path):
            page = int(found[2] or 1)
            if found[1] in self.press.sections and 1 <= page <= self.pages(found[1]):
                return ("section", found[1], page)
        return None

    def pages(self, key: str) -> int:
        """Return how many pages a section has."""
        return max(1, -(-len(self.press.sections[key]) // _PAGE))

    def article_path(self, article: Article, page: int = 1) -> str:
        """Return the path of an article's page."""
        at = self._local.local(article.published)
        more = f"_{page}" if page > 1 else ""
        return f"/news/{article.section}/{at:%Y/%m}/{article.id}{more}.html"

    def section_path(self, key: str, page: int = 1) -> str:
        """Return the path of a section's page."""
        return f"/news/{key}/" + (f"page-{page}.html" if page > 1 else "")

    def clock_text(self, epoch: float, language: str) -> str:
        """Return a moment as the newspaper prints it."""
        at = self._local.local(epoch)
        if language == "zh":
            return f"{at.year}年{at.month:02d}月{at.day:02d}日 {at:%H:%M}"
        return f"{at.day} {MONTHS[at.month - 1]} {at.year}, {at:%H:%M}"

    def iso(self, epoch: int) -> str:
        """Return a moment as ISO 8601 with the site's offset."""
        return self._local.iso(epoch)

    def precision(self, article: Article) -> str:
        """Return how exact an article's time can be read from its page."""
        return "second" if _section(article.section).template == "linked" else "minute"

    def shell(self, title: str, main: str, language: str, head: str = "") -> str:
        """Return a whole page."""
        menu = "".join(
            f'<li><a href="{self.section_path(s.key)}">{esc(s.name)}</a></li>' for s in SECTIONS
        )
        latest = sorted(self.press.articles.values(), key=lambda a: -a.id)[:5]
        side = "".join(
            f'<li><a href="{self.article_path(a)}">{esc(a.title)}</a></li>' for a in latest
        )
        return (
            f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
            f"<title>{esc(title)} | The Kettle Courier</title>{head}</head><body>"
            '<header><a class="logo" href="/news/">The Kettle Courier</a>'
            f'<nav><ul>{menu}</ul></nav></header>\n<div class="cols"><main>{main}</main>'
            f'<aside><h3>Latest</h3><ul>{side}</ul><div class="ad">Your notice here</div></aside>'
            f"</div><footer><p>{live('now')}</p><p>© 1999–{live('year')} The Kettle Courier. "
            "All stories invented.</p></footer></body></html>"
        )

    def fill(self, kind: str, _value: str, visit: Visit) -> str:
        """Return what stands at a live mark for this visit."""
        if kind == "year":
            return str(self._local.local(visit.now).year)
        return self.clock_text(visit.now, "en")

    def render(self, target: NewsTarget) -> str:
        """Return the page for what :meth:`route` found."""
        kind, key, page = target
        if kind == "home":
            return self._home()
        if kind == "section":
            return self._section(str(key), page)
        return self._article(self.press.articles[int(key)], page)

    def _teaser(self, article: Article, language: str) -> str:
        link = f'<a href="{self.article_path(article)}">{esc(article.title)}</a>'
        when = self.clock_text(article.published, language)
        lead = esc(article.parts[0][0][:90])
        if self.press.skin:
            return f'<li class="item"><b>{link}</b> <i>{when}</i><p>{lead}</p></li>'
        return (
            f'<article class="teaser"><h3>{link}</h3><p class="lead">{lead}…</p>'
            f'<span class="date">{when}</span></article>'
        )

    def _home(self) -> str:
        blocks = "".join(
            f'<section><h2><a href="{self.section_path(s.key)}">{esc(s.name)}</a></h2>'
            + "".join(self._teaser(a, s.language) for a in self.press.sections[s.key][:3])
            + "</section>"
            for s in SECTIONS
        )
        return self.shell("News", blocks, "en")

    def _section(self, key: str, page: int) -> str:
        section = _section(key)
        shown = self.press.sections[key][(page - 1) * _PAGE : page * _PAGE]
        pages = self.pages(key)
        links = " ".join(
            f"<strong>{n}</strong>"
            if n == page
            else f'<a href="{self.section_path(key, n)}">{n}</a>'
            for n in range(1, pages + 1)
        )
        if page < pages:
            text = "下一页" if section.language == "zh" else "Older"
            links += f' <a rel="next" href="{self.section_path(key, page + 1)}">{text}</a>'
        teasers = "".join(self._teaser(a, section.language) for a in shown)
        main = f'<h1>{esc(section.name)}</h1>{teasers}<div class="paging">{links}</div>'
        return self.shell(section.name, main, section.language)

    def _article(self, article: Article, page: int) -> str:
        section = _section(article.section)
        zh = section.language == "zh"
        when = self.clock_text(article.published, section.language)
        text = "".join(f"<p>{esc(line)}</p>" for line in article.parts[page - 1])
        pages = len(article.parts)
        more = ""
        if pages > 1:
            links = " ".join(
                f"<b>{n}</b>" if n == page else f'<a href="{self.article_path(article, n)}">{n}</a>'
                for n in range(1, pages + 1)
            )
            more = f'<div class="parts">{"分页" if zh else "Page"}: {links}</div>'
        others = [a for a in self.press.sections[article.section] if a.id < article.id][:3]
        related = "".join(
            f'<li><a href="{self.article_path(a)}">{esc(a.title)}</a></li>' for a in others
        )
        head = ""
        if section.template == "linked":
            head = self._linked_data(article, section)
            by = (
                f'<p class="byline">By <span class="author">{esc(article.author)}</span>, '
                f'<time datetime="{self._local.iso(article.published)}">{when}</time></p>'
            )
        elif section.template == "bare" and not zh:
            by = f'<div class="info">{when} &mdash; {esc(article.author)}</div>'
        else:
            by = f'<div class="info">{when}　作者：{esc(article.author)}　来源：水壶信使报</div>'
        related_name = "相关阅读" if zh else "Related"
        tail = (
            f'{more}<div class="related"><h4>{related_name}</h4><ul>{related}</ul></div>'
            f"{self._comments(article) if section.template == 'talk' else ''}"
        )
        if self.press.skin:
            main = (
                f'<div class="story">'
                f'<div class="story-head">{by}<h1>{esc(article.title)}</h1></div>'
                f'<div class="story-words"><div>{text}</div></div></div>{tail}'
            )
        else:
            main = (
                f'<article class="full"><h1>{esc(article.title)}</h1>{by}'
                f'<div class="article-body">{text}</div></article>{tail}'
            )
        return self.shell(article.title, main, section.language, head)

    def _comments(self, article: Article) -> str:
        items = "".join(
            f'<li id="c{c.id}">'
            f'<div class="c-head"><span class="c-name">{esc(c.author.name)}</span> '
            f'<span class="c-time">{self.clock_text(c.published, "zh")}</span></div>'
            f'<div class="c-text">{esc(c.text)}</div></li>'
            for c in article.comments
        )
        return (
            f'<div class="comments"><h4>读者评论（{len(article.comments)}）</h4>'
            f'<ol class="c-list">{items}</ol></div>'
        )

    def _linked_data(self, article: Article, section: Section) -> str:
        data = {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "headline": article.title,
            "author": [{"@type": "Person", "name": article.author}],
            "datePublished": self._local.iso(article.published),
            "articleSection": section.name,
            "mainEntityOfPage": self.base + self.article_path(article),
        }
        text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
        return f'<script type="application/ld+json">{text}</script>'


def _section(key: str) -> Section:
    return next(one for one in SECTIONS if one.key == key)
