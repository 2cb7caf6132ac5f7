"""Division lists: profile column, quote boxes, signatures, button links, session ids in links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rhythm import DAY_S
from .base import MONTHS, Target, View, esc, live, number, page_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from ..model import Board, Member, Post, Quote, Thread

__all__ = ["DivsView"]

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def _hour(at: datetime) -> str:
    return f"{at.hour % 12 or 12}:{at.minute:02d} {'am' if at.hour < 12 else 'pm'}"


class DivsView(View):
    """English, UTF-8, ``thread.php?id=12&page=2``, "Sun Mar 04, 2018 9:15 am" or "Yesterday"."""

    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path means."""
        page = number(query, "page", 1)
        match path:
            case "" | "index.php":
                return Target("home")
            case "forum.php":
                return Target("board", number(query, "id"), page)
            case "thread.php":
                return Target("thread", number(query, "id"), page)
            case "post.php":
                return Target("goto", number(query, "p"), variant="post")
            case "member.php":
                return Target("member", number(query, "id"))
            case "login.php":
                return Target("login", variant=query.get("back", ""))
            case "search.php" | "register.php" | "reply.php" | "report.php":
                return Target("form", variant=path.split(".", maxsplit=1)[0].title())
        return None

    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""
        return f"{self.root}forum.php?id={board.id}" + (f"&page={page}" if page > 1 else "")

    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""
        return f"{self.root}thread.php?id={thread.id}" + (f"&page={page}" if page > 1 else "")

    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""
        return f"{self.root}member.php?id={member.id}"

    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""
        return f"{self.root}login.php" + (f"?back={back}" if back else "")

    def clock_text(self, now: float) -> str:
        """Return ``Sun Mar 04, 2018 9:15 am``."""
        at = self.local(now)
        return (
            f"{_DAYS[at.weekday()]} {MONTHS[at.month - 1][:3]} {at.day:02d}, {at.year} {_hour(at)}"
        )

    def when(self, epoch: int, now: float) -> str:
        """Return today's and yesterday's moments by these names."""
        age = int(now + self.zone_s) // DAY_S - (epoch + self.zone_s) // DAY_S
        if age in (0, 1):
            return f"{'Yesterday' if age else 'Today'}, {_hour(self.local(epoch))}"
        return self.clock_text(epoch)

    def _sid(self, path: str) -> str:
        return f"{esc(path)}{'&amp;' if '?' in path else '?'}sid={live('sid')}"

    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page."""
        name = self.family.spec.title
        trail = "".join(
            f'<li><a href="{self._sid(path)}">{esc(text)}</a></li>'
            for text, path in [("Board index", self.root), *crumbs]
        )
        online = ", ".join(
            f'<a class="user" href="{esc(self.member_path(m))}">{esc(m.name)}</a>'
            for m in self.online()
        )
        wrap = "outer" if self.skin else "wrap"
        return (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
            f"<title>{esc(title)} - {esc(name)}</title>"
            '<link rel="stylesheet" href="/static/divs.css"></head><body class="page">'
            f'<div id="{wrap}"><div class="masthead"><h1><a href="{self.root}">{esc(name)}</a></h1>'
            f'<form action="{self.root}search.php"><input name="words" placeholder="Search">'
            f'</form></div><div class="navbar"><ul class="trail">{trail}</ul>'
            f'<ul class="links"><li><a href="{self._sid(self.root + "register.php")}">Register</a>'
            f'</li><li><a href="{self._sid(self.login_path())}">Login</a></li></ul></div>\n'
            f'<div id="content">{main}</div>\n<div class="aside">{side}'
            f'<div class="panel stat"><h3>Who is online</h3><p>Registered users: {online}</p></div>'
            f'</div><div class="footer"><p>It is currently {live("now")}</p>'
            f"<p>All times are UTC{self.zone}</p>"
            f"<p>&copy; 2007&ndash;{live('year')} {esc(name)}. No part of it is real.</p></div>"
            "</div></body></html>"
        )

    def _pager(self, page: int, pages: int, path: Callable[[int], str]) -> str:
        if pages < 2:
            return ""
        links = [
            f'<span class="here">{n}</span>' if n == page else f'<a href="{esc(path(n))}">{n}</a>'
            for n in page_numbers(page, pages)
        ]
        if page > 1:
            links.insert(
                0, f'<a class="arrow" href="{esc(path(page - 1))}" rel="prev">Previous</a>'
            )
        if page < pages:
            links.append(f'<a class="arrow" href="{esc(path(page + 1))}" rel="next">Next</a>')
        return f'<div class="pager">Page {page} of {pages} {" ".join(links)}</div>'

    def _recent(self) -> str:
        items = "".join(
            f'<li><a href="{self.root}post.php?p={post.id}#{self.anchor(post)}">'
            f"{esc(thread.title)}</a> <span>by {esc(post.author.name)}, "
            f"{live('when', post.published)}</span></li>"
            for post, thread in self.recent()
        )
        return f'<div class="panel"><h3>Recent posts</h3><ul class="recent">{items}</ul></div>'

    def _boards(self, boards: Sequence[Board]) -> str:
        rows: list[str] = []
        for board in boards:
            shown = board.listing()
            last = max(shown, key=lambda t: t.bumped).last
            below = "".join(
                f'<a class="sub" href="{esc(self.board_path(b))}">{esc(b.spec.name)}</a>'
                for b in self.children(board.id)
            )
            rows.append(
                f'<li class="row"><div class="term"><a class="boardname" '
                f'href="{self._sid(self.board_path(board))}">{esc(board.spec.name)}</a>'
                f"{'<br>Subforum: ' + below if below else ''}</div>"
                f'<div class="count">{len(shown)} topics</div><div class="last">by '
                f'<a href="{esc(self.member_path(last.author))}">{esc(last.author.name)}</a> '
                f"{live('when', last.published)}</div></li>"
            )
        return f'<ul class="boards">{"".join(rows)}</ul>'

    def home(self) -> str:
        """Return the page that lists the boards."""
        main = "".join(
            f'<div class="block"><h2>{esc(category)}</h2>{self._boards(boards)}</div>'
            for category, boards in self.categories().items()
        )
        return self.shell("Board index", [], main, self._recent())

    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""
        rows: list[str] = []
        for thread in self.in_list(board, page):
            last = thread.last
            link = (
                f'<a class="topictitle" href="{self._sid(self.thread_path(thread))}">'
                f"{esc(thread.title)}</a>"
            )
            start = (
                f'by <a href="{esc(self.member_path(thread.author))}">{esc(thread.author.name)}</a>'
                f" &raquo; {live('when', thread.created)}"
            )
            pages = self.family.pages(thread)
            more = "".join(
                f'<a href="{esc(self.thread_path(thread, n))}">{n}</a> '
                for n in page_numbers(1, pages, 1)
                if pages > 1
            )
            end = (
                f'by <a href="{esc(self.member_path(last.author))}">{esc(last.author.name)}</a> '
                f'<a href="{self.root}post.php?p={last.id}#{self.anchor(last)}">&rarr;</a><br>'
                f"{live('when', last.published)}"
            )
            many = len(thread.alive) - 1
            sticky = " sticky" if thread.sticky else ""
            if self.skin:
                rows.append(
                    f'<section class="talk{sticky}"><header>{link}</header><p>{start}</p>'
                    f'<p class="pp">{more}</p><footer><span>{many} answers</span>'
                    f"<span>{end}</span></footer></section>"
                )
            else:
                rows.append(
                    f'<li class="row topic{sticky}"><div class="term">{link}<br>{start}'
                    f'<span class="minipages">{more}</span></div><div class="count">{many}</div>'
                    f'<div class="count">{live("views", thread.id)}</div>'
                    f'<div class="last">{end}</div></li>'
                )
        inner = "".join(rows)
        listing = f'<div class="talks">{inner}</div>' if self.skin else (
            '<div class="block"><ul class="head"><li>Topics</li><li>Replies</li><li>Views</li>'
            f'<li>Last post</li></ul><ul class="topics">{inner}</ul></div>')  # fmt: skip
        subs = self.children(board.id)
        pager = self._pager(page, self.board_pages(board), lambda n: self.board_path(board, n))
        main = (
            f'<h2 class="board">{esc(board.spec.name)}</h2>{self._boards(subs) if subs else ""}'
            f'<a class="button" href="{self.root}reply.php">New topic</a>{pager}{listing}{pager}'
        )
        return self.shell(board.spec.name, self.crumbs_of(board), main, self._recent())

    def thread(self, thread: Thread, page: int, variant: str) -> str:  # noqa: ARG002
        """Return one page of a thread's posts."""
        pager = self._pager(page, self.family.pages(thread), lambda n: self.thread_path(thread, n))
        posts = "\n".join(self._post(post, thread, n) for n, post in self.on_page(thread, page))
        main = (
            f'<h2 class="topic"><a href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a>'
            f'</h2><a class="button" href="{self.root}reply.php">Post reply</a>{pager}'
            f'<div class="posts">{posts}</div>{pager}'
        )
        others = "".join(
            f'<li><a href="{esc(self.thread_path(t))}">{esc(t.title)}</a></li>'
            for t in self.similar(thread)
        )
        side = (
            f'<div class="panel"><h3>Similar topics</h3><ul>{others}</ul></div>' if others else ""
        )
        return self.shell(thread.title, self.crumbs_of(thread.board), main, side + self._recent())

    def _post(self, post: Post, thread: Thread, floor: int) -> str:
        if post.deleted:
            return (
                f'<div class="post gone" id="{self.anchor(post)}"><div class="inner">'
                f"<p>This post has been removed by a moderator.</p></div></div>"
            )
        profile = esc(self.member_path(post.author))
        who = f'<a class="user" href="{profile}">{esc(post.author.name)}</a>'
        permalink = f"{self.root}post.php?p={post.id}#{self.anchor(post)}"
        when = live("when", post.published)
        said = self.body_html(post.body)
        note = ""
        if post.edited:
            times = f"{post.edits} time{'s' if post.edits > 1 else ''}"
            note = (
                f'<div class="notice">Last edited by {who} on {live("when", post.edited)}, '
                f"edited {times} in total.</div>"
            )
        signature = post.author.signature
        sig = f'<div class="signature">{esc(signature)}</div>' if signature else ""
        likes = f'<div class="likes">{post.likes} people like this</div>' if post.likes else ""
        count = 7 * post.author.id + 12
        buttons = "".join(
            f'<li><a class="button" href="{self._sid(f"{self.root}{page}.php?p={post.id}")}">'
            f"{text}</a></li>"
            for page, text in (("report", "Report this post"), ("reply", "Reply with quote"))
        )
        if self.skin:
            return (
                f'<article class="note" id="{self.anchor(post)}"><div class="noteside"><span '
                f'class="face"></span>{who}</div><div class="notemain"><div class="noteline">'
                f'<span class="stamp">{when}</span> <a href="{permalink}">#{floor}</a></div>'
                f'<div class="notetext">{said}</div>{note}{likes}{sig}</div></article>'
            )
        return (
            f'<div class="post bg{1 + floor % 2}" id="{self.anchor(post)}"><div class="inner">'
            f'<dl class="profile"><dt><img class="avatar" src="/static/avatar.png" alt=""><br>{who}'
            f"</dt><dd>Posts: {count}</dd><dd>Joined: {self.clock_text(post.author.joined)}</dd>"
            f'</dl><div class="postbody"><h3><a href="#{self.anchor(post)}">'
            f"{'Re: ' if floor > 1 else ''}{esc(thread.title)}</a></h3>"
            f'<ul class="buttons">{buttons}</ul>'
            f'<p class="author"><a href="{permalink}">Post</a> by '
            f'<strong>{who}</strong> &raquo; {when}</p><div class="content">{said}</div>'
            f'{note}{likes}{sig}</div><div class="top"><a href="#wrap">Top</a></div></div></div>'
        )

    def quote(self, quote: Quote) -> str:
        """Return a quoted post."""
        return (
            f"<blockquote><div><cite>{esc(quote.author)} wrote: "
            f'<span class="small">{live("when", quote.published)}</span></cite>'
            f"{esc(quote.text)}</div></blockquote>"
        )
