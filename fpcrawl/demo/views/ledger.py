"""A plain list with ages in words; the exact times stand in data attributes as epoch seconds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .base import Target, View, esc, live, number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..model import Board, Member, Post, Quote, Thread

__all__ = ["LedgerView"]


class LedgerView(View):
    """Chinese and English, UTF-8, ``/b-1/12/?p=2``, ``data-time="1520121600"``."""

    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path means."""
        page = number(query, "p", 1)
        if path == "":
            return Target("home")
        if found := re.fullmatch(r"b-(\d{1,9})/", path):
            return Target("board", int(found[1]), page)
        if found := re.fullmatch(r"b-(\d{1,9})/(\d{1,9})/", path):
            thread = self.family.threads.get(int(found[2]))
            if thread is not None and thread.board.id == int(found[1]):
                return Target("thread", thread.id, page)
        if found := re.fullmatch(r"~(\d{1,9})", path):
            return Target("member", int(found[1]))
        if path == "in":
            return Target("login", variant=query.get("back", ""))
        return Target("form", variant="关于") if path == "about" else None

    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""
        return f"{self.root}b-{board.id}/" + (f"?p={page}" if page > 1 else "")

    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""
        path = f"{self.root}b-{thread.board.id}/{thread.id}/"
        return path + (f"?p={page}" if page > 1 else "")

    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""
        return f"{self.root}~{member.id}"

    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""
        return f"{self.root}in" + (f"?back={back}" if back else "")

    def anchor(self, post: Post) -> str:
        """Return the id attribute of a post."""
        return f"r{post.id}"

    def clock_text(self, now: float) -> str:
        """Return ``2018/03/04 00:00:00``."""
        return f"{self.local(now):%Y/%m/%d %H:%M:%S}"

    def when(self, epoch: int, now: float) -> str:
        """Return an age in Chinese words."""
        minutes = int(max(0.0, now - epoch) // 60)
        if minutes < 60:
            return f"{minutes} 分钟前" if minutes else "刚刚"
        return f"{minutes // 60} 小时前" if minutes < 1440 else f"{minutes // 1440} 天前"

    def _stamp(self, epoch: int) -> str:
        return f'<abbr class="ago" data-time="{epoch}">{live("when", epoch)}</abbr>'

    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page."""
        name = self.family.spec.title
        trail = " ".join(f'<a href="{esc(path)}">{esc(text)}</a>' for text, path in crumbs)
        return (
            '<!doctype html><meta charset="utf-8">'
            f'<title>{esc(title)} | {esc(name)}</title>\n<h1><a href="{self.root}">{esc(name)}</a>'
            f'</h1><p class="bar"><a href="{self.root}in">登录</a> '
            f'<a href="{self.root}about">关于</a>'
            f" {trail}</p>\n{main}\n{side}<hr>"
            f'<p class="end">{live("now")} (UTC{self.zone}) &copy; {live("year")}</p>'
        )

    def _pager(self, page: int, pages: int, path: Callable[[int], str]) -> str:
        if pages < 2:
            return ""
        links = " ".join(
            f"[{n}]" if n == page else f'<a href="{esc(path(n))}">{n}</a>'
            for n in range(1, pages + 1)
        )
        return f'<p class="pages">{links}</p>'

    def home(self) -> str:
        """Return the page that lists the boards."""
        items = "".join(
            f'<li><a href="{esc(self.board_path(b))}">{esc(b.spec.name)}</a> '
            f"({len(b.listing())}) {self._stamp(max(t.bumped for t in b.listing()))}"
            for b in self.children(0)
        )
        return self.shell("首页", [], f'<ul class="boards">{items}</ul>', "")

    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""
        rows: list[str] = []
        for thread in self.in_list(board, page):
            pin = "★ " if thread.sticky else ""
            link = f'{pin}<a href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a>'
            by = f'<a href="{esc(self.member_path(thread.author))}">{esc(thread.author.name)}</a>'
            many = len(thread.alive) - 1
            last = self._stamp(thread.last.published)
            if self.skin:
                rows.append(
                    f'<div class="it"><div>{link}</div><div>{by} {last} +{many}</div></div>'
                )
            else:
                rows.append(f"<li>{link} <small>{by} / {many} / {last}</small>")
        inner = "\n".join(rows)
        body = f'<div class="its">{inner}</div>' if self.skin else f'<ol class="ts">{inner}</ol>'
        pager = self._pager(page, self.board_pages(board), lambda n: self.board_path(board, n))
        main = f"<h2>{esc(board.spec.name)}</h2>{body}{pager}"
        return self.shell(board.spec.name, self.crumbs_of(board), main, "")

    def thread(self, thread: Thread, page: int, variant: str) -> str:  # noqa: ARG002
        """Return one page of a thread's posts."""
        pager = self._pager(page, self.family.pages(thread), lambda n: self.thread_path(thread, n))
        posts = "\n".join(self._post(post, floor) for floor, post in self.on_page(thread, page))
        body = f'<div class="rs">{posts}</div>' if self.skin else f'<ul class="posts">{posts}</ul>'
        main = f"<h2>{esc(thread.title)}</h2>{body}{pager}"
        return self.shell(thread.title, self.crumbs_of(thread.board), main, "")

    def _post(self, post: Post, floor: int) -> str:
        who = f'<a href="{esc(self.member_path(post.author))}">{esc(post.author.name)}</a>'
        said = self.body_html(post.body)
        note = f'<p class="ed">（编辑于 {self._stamp(post.edited)}）</p>' if post.edited else ""
        if self.skin:
            return (
                f'<div class="r" id="{self.anchor(post)}"><div class="c">{said}</div>{note}'
                f'<div class="h"><span>{who}</span><span>{self._stamp(post.published)}</span>'
                f"<span>{floor}</span></div></div>"
            )
        return (
            f'<li id="{self.anchor(post)}"><b>{who}</b> {self._stamp(post.published)} '
            f'<a href="#{self.anchor(post)}">#{floor}</a><div>{said}</div>{note}</li>'
        )

    def quote(self, quote: Quote) -> str:
        """Return a quoted post."""
        return f"<blockquote><cite>@{esc(quote.author)}:</cite> {esc(quote.text)}</blockquote>"
