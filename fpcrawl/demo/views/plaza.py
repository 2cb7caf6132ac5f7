"""Headings and articles: HTML5, readable addresses, JSON-LD on each thread page."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from ..model import own_text
from .base import MONTHS, Target, View, esc, live, page_numbers, slug

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..model import Board, Member, Post, Quote, Thread

__all__ = ["PlazaView"]

_THREAD = re.compile(r"t/(?:[a-z0-9-]*-)?(\d{1,9})(?:/page/(\d{1,6}))?/?")
_BOARD = re.compile(r"c/([a-z-]+)(?:/page/(\d{1,6}))?/?")


class PlazaView(View):
    """English, UTF-8, ``/t/slug-123/page/2``, ``<time datetime>`` and JSON-LD."""

    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path means."""
        if path in ("", "index"):
            return Target("home")
        if found := _THREAD.fullmatch(path):
            return Target("thread", int(found[1]), int(found[2] or 1))
        if found := _BOARD.fullmatch(path):
            for board in self.family.boards.values():
                if board.spec.slug == found[1]:
                    return Target("board", board.id, int(found[2] or 1))
        if found := re.fullmatch(r"u/(\d{1,9})", path):
            return Target("member", int(found[1]))
        if path == "login":
            return Target("login", variant=query.get("back", ""))
        if path in ("search", "about", "join"):
            return Target("form", variant=path.title())
        return None

    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""
        return f"{self.root}c/{board.spec.slug}" + (f"/page/{page}" if page > 1 else "")

    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""
        path = f"{self.root}t/{slug(thread.title)}-{thread.id}"
        return path + (f"/page/{page}" if page > 1 else "")

    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""
        return f"{self.root}u/{member.id}"

    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""
        return f"{self.root}login" + (f"?back={back}" if back else "")

    def anchor(self, post: Post) -> str:
        """Return the id attribute of a post."""
        return f"reply-{post.id}"

    def clock_text(self, now: float) -> str:
        """Return ``4 March 2018 at 09:15``."""
        at = self.local(now)
        return f"{at.day} {MONTHS[at.month - 1]} {at.year} at {at:%H:%M}"

    def _time(self, epoch: int, kind: str = "when") -> str:
        return f'<time class="{kind}" datetime="{self.iso(epoch)}">{self.clock_text(epoch)}</time>'

    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page."""
        name = self.family.spec.title
        trail = " / ".join(
            f'<a href="{esc(path)}">{esc(text)}</a>'
            for text, path in [("Home", self.root), *crumbs]
        )
        boards = "".join(
            f'<a href="{esc(self.board_path(b))}">{esc(b.spec.name)}</a> '
            for b in self.family.boards.values()
        )
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{esc(title)} · {esc(name)}</title>"
            '<meta name="viewport" content="width=device-width"></head><body>'
            f'<header class="site"><a class="brand" href="{self.root}">{esc(name)}</a>'
            f'<nav class="main">{boards}</nav><nav class="me"><a href="{self.root}join">Join</a> '
            f'<a href="{self.root}login">Sign in</a> <a href="{self.root}search">Search</a></nav>'
            f'</header><nav class="trail" aria-label="Breadcrumb">{trail}</nav>\n'
            f"<main>{main}</main>\n<aside>{side}</aside>"
            f'<footer class="site"><p>Server time {live("now")} (UTC{self.zone})</p>'
            f'<p>© 2015–{live("year")} {esc(name)} · <a href="{self.root}about">About</a></p>'
            "</footer></body></html>"
        )

    def _pager(self, page: int, pages: int, path: Callable[[int], str]) -> str:
        if pages < 2:
            return ""
        links = "".join(
            f'<li aria-current="page">{n}</li>'
            if n == page
            else f'<li><a href="{esc(path(n))}">{n}</a></li>'
            for n in page_numbers(page, pages, 1)
        )
        older = f'<li><a rel="next" href="{esc(path(page + 1))}">Next →</a></li>'
        return f'<nav class="pages"><ol>{links}{older if page < pages else ""}</ol></nav>'

    def home(self) -> str:
        """Return the page that lists the boards."""
        cards: list[str] = []
        for board in self.children(0):
            shown = board.listing()
            newest = max(shown, key=lambda t: t.bumped)
            cards.append(
                f'<section class="card"><h2><a href="{esc(self.board_path(board))}">'
                f"{esc(board.spec.name)}</a></h2><p>{len(shown)} topics, latest: "
                f'<a href="{esc(self.thread_path(newest))}">{esc(newest.title)}</a> '
                f"{self._time(newest.bumped, 'latest')}</p></section>"
            )
        return self.shell("Welcome", [], "<h1>Boards</h1>" + "".join(cards), self._recent())

    def _recent(self) -> str:
        items = "".join(
            f'<li><a href="{esc(self.post_path(post))}">{esc(thread.title)}</a> '
            f"<small>{esc(post.author.name)}</small></li>"
            for post, thread in self.recent()
        )
        return f"<h3>Latest replies</h3><ul>{items}</ul>"

    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""
        rows: list[str] = []
        for thread in self.in_list(board, page):
            last = thread.last
            pin = '<span class="pin">Pinned</span> ' if thread.sticky else ""
            link = f'{pin}<a href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a>'
            many = len(thread.alive) - 1
            by = f'<a href="{esc(self.member_path(thread.author))}">{esc(thread.author.name)}</a>'
            tail = (
                f"{many} {'reply' if many == 1 else 'replies'} · "
                f"{live('views', thread.id)} views · {self._time(last.published, 'active')}"
            )
            if self.skin:
                rows.append(
                    f'<div class="strip"><div class="what"><strong>{link}</strong></div>'
                    f'<div class="who">{by}</div><div class="much">{tail}</div></div>'
                )
            else:
                rows.append(
                    f'<article class="topic"><h3>{link}</h3>'
                    f'<p class="meta">Started by {by}, {tail}</p></article>'
                )
        pager = self._pager(page, self.board_pages(board), lambda n: self.board_path(board, n))
        main = f'<h1>{esc(board.spec.name)}</h1><div class="list">{"".join(rows)}</div>{pager}'
        return self.shell(board.spec.name, self.crumbs_of(board), main, self._recent())

    def thread(self, thread: Thread, page: int, variant: str) -> str:  # noqa: ARG002
        """Return one page of a thread's posts."""
        pager = self._pager(page, self.family.pages(thread), lambda n: self.thread_path(thread, n))
        shown = self.on_page(thread, page)
        posts = "\n".join(self._post(post, floor) for floor, post in shown)
        main = (
            f"<h1>{esc(thread.title)}</h1>"
            f'<p class="facts">{len(thread.alive)} posts in {esc(thread.board.spec.name)}</p>'
            f"{self._linked_data(thread, [post for _, post in shown])}{posts}{pager}"
        )
        others = "".join(
            f'<li><a href="{esc(self.thread_path(t))}">{esc(t.title)}</a></li>'
            for t in self.similar(thread)
        )
        side = f"<h3>See also</h3><ul>{others}</ul>" if others else ""
        return self.shell(thread.title, self.crumbs_of(thread.board), main, side + self._recent())

    def _linked_data(self, thread: Thread, posts: list[Post]) -> str:
        def entry(post: Post, kind: str) -> dict[str, object]:
            return {
                "@type": kind,
                "url": self.base + self.post_path(post),
                "author": {
                    "@type": "Person",
                    "name": post.author.name,
                    "url": self.base + self.member_path(post.author),
                },
                "datePublished": self.iso(post.published),
                "text": own_text(post.body),
            }

        first = thread.posts[0]
        data = {
            "@context": "https://schema.org",
            **entry(first, "DiscussionForumPosting"),
            "headline": thread.title,
            "comment": [entry(p, "Comment") for p in posts if p is not first and not p.deleted],
        }
        text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
        return f'<script type="application/ld+json">{text}</script>'

    def _post(self, post: Post, floor: int) -> str:
        if post.deleted:
            return (
                f'<article class="post" id="{self.anchor(post)}"><p><i>[deleted]</i></p></article>'
            )
        profile = esc(self.member_path(post.author))
        who = f'<a rel="author" href="{profile}">{esc(post.author.name)}</a>'
        said = self.body_html(post.body)
        note = f'<p class="edit">edited {self._time(post.edited, "edited")}</p>' \
            if post.edited else ""  # fmt: skip
        likes = f'<span class="likes">♥ {post.likes}</span>' if post.likes else ""
        link = f'<a class="permalink" href="{esc(self.post_path(post))}">#{floor}</a>'
        if self.skin:
            return (
                f'<div class="bubble" id="{self.anchor(post)}"><div class="bubble-in">'
                f'<div class="saying">{said}</div>{note}</div><div class="bubble-by"><h4>{who}</h4>'
                f"{self._time(post.published, 'at')} {link} {likes}</div></div>"
            )
        return (
            f'<article class="post" id="{self.anchor(post)}"><header><h2>{who}</h2>'
            f'{self._time(post.published)} {link}</header><div class="text">{said}</div>{note}'
            f'<footer>{likes} <a href="{self.root}login">Reply</a> '
            f'<a href="{self.root}login">Flag</a></footer></article>'
        )

    def quote(self, quote: Quote) -> str:
        """Return a quoted post."""
        return (
            f'<blockquote cite="#reply-{quote.post_id}"><p>{esc(quote.text)}</p>'
            f"<footer>— {esc(quote.author)}</footer></blockquote>"
        )
