"""What a script-driven forum gives to readers without scripts: divisions with microdata."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .base import MONTHS, Target, View, esc, live, number, slug

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..model import Board, Member, Post, Quote, Thread

__all__ = ["LatteView"]


class LatteView(View):
    """English and Chinese, UTF-8, ``/t/slug/12?page=2``, microdata."""

    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path means."""
        page = number(query, "page", 1)
        if path in ("", "categories"):
            return Target("home")
        if found := re.fullmatch(r"t/[a-z0-9-]+/(\d{1,9})(?:/(\d{1,6}))?", path):
            thread, post = int(found[1]), int(found[2] or 0)
            return Target("goto", thread, post, "floor") if post else Target("thread", thread, page)
        if found := re.fullmatch(r"c/[a-z0-9-]+/(\d{1,9})", path):
            return Target("board", int(found[1]), page)
        if found := re.fullmatch(r"u/(\d{1,9})", path):
            return Target("member", int(found[1]))
        if path == "login":
            return Target("login", variant=query.get("back", ""))
        if path in ("about", "tos", "privacy", "search"):
            return Target("form", variant=path.title())
        return None

    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""
        return f"{self.root}c/{board.spec.slug}/{board.id}" + (f"?page={page}" if page > 1 else "")

    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""
        path = f"{self.root}t/{slug(thread.title)}/{thread.id}"
        return path + (f"?page={page}" if page > 1 else "")

    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""
        return f"{self.root}u/{member.id}"

    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""
        return f"{self.root}login" + (f"?back={back}" if back else "")

    def anchor(self, post: Post) -> str:
        """Return the id attribute of a post."""
        return f"post_{post.id}"

    def clock_text(self, now: float) -> str:
        """Return ``March 4, 2018,  9:15am``."""
        at = self.local(now)
        clock = f"{at.hour % 12 or 12}:{at.minute:02d}{'am' if at.hour < 12 else 'pm'}"
        return f"{MONTHS[at.month - 1]} {at.day}, {at.year}, {clock}"

    def when(self, epoch: int, now: float) -> str:
        """Return an age: ``5m``, ``3h``, ``2d``, and the date when it is old."""
        minutes = int(max(0.0, now - epoch) // 60)
        if minutes < 60:
            return f"{max(1, minutes)}m"
        if minutes < 24 * 60:
            return f"{minutes // 60}h"
        if minutes < 30 * 24 * 60:
            return f"{minutes // 1440}d"
        return self.clock_text(epoch)

    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page."""
        name = self.family.spec.title
        trail = "".join(
            f'<span itemprop="itemListElement" itemscope itemtype="http://schema.org/ListItem">'
            f'<a itemprop="item" href="{esc(path)}"><span itemprop="name">{esc(text)}</span></a>'
            f'<meta itemprop="position" content="{place}"></span>'
            for place, (text, path) in enumerate(crumbs, 1)
        )
        return (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{esc(title)} - {esc(name)}</title>"
            '<meta name="generator" content="demo, no script needed"></head><body class="crawl">'
            f'<header><a href="{self.root}">{esc(name)}</a> <a href="{self.root}login">Log In</a>'
            f'</header><div id="main-outlet" role="main"><div id="trail" itemscope '
            f'itemtype="http://schema.org/BreadcrumbList">{trail}</div>\n{main}\n{side}</div>'
            f'<footer><nav><a href="{self.root}">Home</a> '
            f'<a href="{self.root}categories">Categories'
            f'</a> <a href="{self.root}tos">Terms of Service</a></nav><p>Now {live("now")} '
            f"UTC{self.zone}, © {live('year')}</p></footer></body></html>"
        )

    def _pager(self, page: int, pages: int, path: Callable[[int], str]) -> str:
        links = []
        if page > 1:
            links.append(f'<a rel="prev" href="{esc(path(page - 1))}">← previous page</a>')
        if page < pages:
            links.append(f'<a rel="next" href="{esc(path(page + 1))}">next page →</a>')
        return f'<div role="navigation" class="topic-nav">{" ".join(links)}</div>' if links else ""

    def home(self) -> str:
        """Return the page that lists the boards."""
        rows: list[str] = []
        for board in self.children(0):
            tops = "".join(
                f'<div class="latest"><a href="{esc(self.thread_path(t))}">{esc(t.title)}</a></div>'
                for t in board.listing()[:2]
            )
            rows.append(
                f'<tr><td class="category"><h3><a href="{esc(self.board_path(board))}">'
                f"{esc(board.spec.name)}</a></h3></td><td>{len(board.listing())}</td>"
                f"<td>{tops}</td></tr>"
            )
        head = "<tr><th>Category</th><th>Topics</th><th>Latest</th></tr>"
        return self.shell("Latte", [], f'<table class="cats">{head}{"".join(rows)}</table>', "")

    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""
        rows: list[str] = []
        for place, thread in enumerate(self.in_list(board, page), 1):
            last = thread.last
            link = (
                f'<meta itemprop="position" content="{place}"><a itemprop="url" class="title" '
                f'href="{esc(self.thread_path(thread))}"><span itemprop="name">{esc(thread.title)}'
                f"</span></a>"
            )
            pin = '<span class="pinned">pinned</span>' if thread.sticky else ""
            age = (
                f'<time datetime="{self.iso(last.published)}">{live("when", last.published)}</time>'
            )
            face = (
                f'{esc(thread.author.name)}, Original Poster"><img src="/static/avatar.png" alt="">'
            )
            faces = f'<a href="{esc(self.member_path(thread.author))}" title="{face}</a>'
            many = len(thread.alive) - 1
            item = 'itemprop="itemListElement" itemscope itemtype="http://schema.org/ListItem"'
            if self.skin:
                rows.append(
                    f'<div class="topic-card" {item}><h2>{pin}{link}</h2><div class="line">{faces}'
                    f"<span>{many} replies</span><span>{age}</span></div></div>"
                )
            else:
                rows.append(
                    f'<tr class="topic-row" {item}><td class="link">{pin}{link}</td>'
                    f'<td class="posters">{faces}</td><td class="replies"><span>{many}</span></td>'
                    f'<td class="views">{live("views", thread.id)}</td><td>{age}</td></tr>'
                )
        inner = "".join(rows)
        scope = 'itemscope itemtype="http://schema.org/ItemList"'
        heads = "<tr><th>Topic</th><th></th><th>Replies</th><th>Views</th><th>Activity</th></tr>"
        body = (
            f'<div class="cards" {scope}>{inner}</div>'
            if self.skin
            else f'<table class="topic-list" {scope}>{heads}{inner}</table>'
        )
        pager = self._pager(page, self.board_pages(board), lambda n: self.board_path(board, n))
        main = f"<h1>{esc(board.spec.name)}</h1>{body}{pager}"
        return self.shell(board.spec.name, self.crumbs_of(board), main, "")

    def thread(self, thread: Thread, page: int, variant: str) -> str:  # noqa: ARG002
        """Return one page of a thread's posts."""
        pager = self._pager(page, self.family.pages(thread), lambda n: self.thread_path(thread, n))
        posts = "\n".join(self._post(post, floor) for floor, post in self.on_page(thread, page))
        main = (
            f'<h1><a href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a></h1>'
            '<div itemscope itemtype="http://schema.org/DiscussionForumPosting">'
            f'<meta itemprop="headline" content="{esc(thread.title)}">'
            f'<link itemprop="url" href="{self.base}{esc(self.thread_path(thread))}">'
            f"\n{posts}</div>"
            f"{pager}"
        )
        others = "".join(
            f'<tr><td><a href="{esc(self.thread_path(t))}">{esc(t.title)}</a></td>'
            f"<td>{len(t.alive) - 1}</td><td>{self.clock_text(t.bumped)}</td></tr>"
            for t in self.similar(thread)
        )
        side = f'<h3>Related topics</h3><table class="related">{others}</table>' if others else ""
        return self.shell(thread.title, self.crumbs_of(thread.board), main, side)

    def _post(self, post: Post, floor: int) -> str:
        if post.deleted:
            return (
                f'<div class="topic-body crawl-post" id="{self.anchor(post)}"><div class="post">'
                "<p>(post deleted by author)</p></div></div>"
            )
        who = (
            '<span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person">'
            f'<a itemprop="url" href="{esc(self.member_path(post.author))}">'
            f'<span itemprop="name">{esc(post.author.name)}</span></a></span>'
        )
        when = (
            f'<time itemprop="datePublished" datetime="{self.iso(post.published)}" class="at"'
            f">{self.clock_text(post.published)}</time>"
        )
        if post.edited:
            when += f'<meta itemprop="dateModified" content="{self.iso(post.edited)}">'
        said = self.body_html(post.body)
        likes = (
            '<div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/'
            'InteractionCounter"><meta itemprop="interactionType" content="http://schema.org/'
            f'LikeAction"><meta itemprop="userInteractionCount" content="{post.likes}">'
            f'<span class="likes">{post.likes} Likes</span></div>'
            if post.likes
            else ""
        )
        reply = (
            ""
            if floor == 1
            else 'itemprop="comment" itemscope itemtype="http://schema.org/Comment"'
        )
        if self.skin:
            return (
                f'<section class="said" id="{self.anchor(post)}" {reply}><div class="said-text" '
                f'itemprop="text">{said}</div><div class="said-meta">{who} · {when} · '
                f'<span itemprop="position">{floor}</span></div>{likes}</section>'
            )
        main = "articleBody" if floor == 1 else "text"
        return (
            f'<div id="{self.anchor(post)}" {reply} class="topic-body crawl-post">'
            f'<div class="crawl-meta">{who}<span class="infos">{when}'
            f'<span itemprop="position">{floor}</span></span></div>'
            f'<div class="post" itemprop="{main}">{said}</div>{likes}</div>'
        )

    def quote(self, quote: Quote) -> str:
        """Return a quoted post."""
        return (
            f'<aside class="quote" data-username="{esc(quote.author)}"><div class="title">'
            f"{esc(quote.author)}:</div><blockquote><p>{esc(quote.text)}</p></blockquote></aside>"
        )
