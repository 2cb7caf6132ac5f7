"""Tables in tables: author cell, body cell and footer row of a post are separate rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import MONTHS, Target, View, esc, live, number, page_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from ..model import Board, Member, Post, Quote, Thread

__all__ = ["ClassicView"]

_ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


class ClassicView(View):
    """English, ISO-8859-1, ``viewtopic.php?t=12&start=10``, "Mar 4th, 2018, 09:15 AM"."""

    charset = "iso-8859-1"
    content_type = "text/html; charset=ISO-8859-1"

    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path means."""
        size = self.family.spec
        match path:
            case "" | "index.php":
                return Target("home")
            case "viewforum.php":
                return Target(
                    "board", number(query, "f"), number(query, "start") // size.list_size + 1
                )
            case "viewtopic.php":
                return Target(
                    "thread", number(query, "t"), number(query, "start") // size.page_size + 1
                )
            case "profile.php":
                return Target("member", number(query, "u"))
            case "login.php":
                return Target("login", variant=query.get("back", ""))
            case "search.php" | "register.php":
                return Target("form", variant=path.split(".", maxsplit=1)[0].title())
        return None

    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""
        start = f"&start={(page - 1) * self.family.spec.list_size}" if page > 1 else ""
        return f"{self.root}viewforum.php?f={board.id}{start}"

    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""
        start = f"&start={(page - 1) * self.family.spec.page_size}" if page > 1 else ""
        return f"{self.root}viewtopic.php?t={thread.id}{start}"

    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""
        return f"{self.root}profile.php?u={member.id}"

    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""
        return f"{self.root}login.php" + (f"?back={back}" if back else "")

    def clock_text(self, now: float) -> str:
        """Return ``Mar 4th, 2018, 09:15 AM``."""
        at: datetime = self.local(now)
        day = f"{MONTHS[at.month - 1][:3]} {at.day}{_ENDINGS.get(at.day, 'th')}, {at.year}"
        return f"{day}, {at:%I:%M} {'AM' if at.hour < 12 else 'PM'}"

    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page."""
        name = self.family.spec.title
        trail = " &raquo; ".join(
            f'<a href="{esc(path)}">{esc(text)}</a>' for text, path in [(name, self.root), *crumbs]
        )
        online = ", ".join(
            f'<a href="{esc(self.member_path(m))}">{esc(m.name)}</a>' for m in self.online()
        )
        bar = " | ".join(
            f'<a href="{self.root}{page}">{text}</a>'
            for page, text in (
                ("index.php", "Home"),
                ("search.php", "Search"),
                ("register.php", "Register"),
            )
        )
        bar += f" | {live('account', 'Log in|Log out')}"
        return (
            '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n<html><head>'
            '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">'
            f'<title>{esc(title)} - {esc(name)}</title></head>\n<body bgcolor="#e5e5e5">'
            '<table width="100%" cellspacing="0" cellpadding="6" class="top"><tr>'
            f'<td><font size="5">{esc(name)}</font></td><td align="right">{bar}</td></tr></table>'
            f'<p class="nav">{trail}</p>\n{main}\n{side}'
            '<table class="box" width="100%"><tr><th>Who is online</th></tr>'
            f"<tr><td>Members reading: {online} and 3 guests</td></tr></table>"
            f'<hr><center class="small">The time now is {live("now")}. '
            f"All times are UTC{self.zone}."
            f"<br>&copy; 2004-{live('year')} {esc(name)}</center></body></html>"
        )

    def _pager(self, page: int, pages: int, path: Mapping[int, str]) -> str:
        if pages < 2:
            return ""
        links = [
            f"<b>{n}</b>" if n == page else f'<a href="{esc(path[n])}">{n}</a>'
            for n in page_numbers(page, pages)
        ]
        if page < pages:
            links.append(f'<a href="{esc(path[page + 1])}">Next</a>')
        return f'<p align="right" class="pages">Goto page {", ".join(links)}</p>'

    def home(self) -> str:
        """Return the page that lists the boards."""
        rows: list[str] = []
        for category, boards in self.categories().items():
            rows.append(f'<tr><td colspan="4" class="cat"><b>{esc(category)}</b></td></tr>')
            for board in boards:
                shown = board.listing()
                posts = sum(len(thread.alive) for thread in shown)
                last = "Members only"
                if shown and not board.spec.login:
                    newest = max(shown, key=lambda t: t.bumped).last
                    last = (
                        f"{self.clock_text(newest.published)}<br>by "
                        f'<a href="{esc(self.member_path(newest.author))}">'
                        f"{esc(newest.author.name)}</a>"
                    )
                rows.append(
                    f'<tr><td class="row1"><a href="{esc(self.board_path(board))}">'
                    f"{esc(board.spec.name)}</a><br><small>All about {esc(board.spec.topic)}"
                    f'</small></td><td class="row2">{len(shown)}</td><td class="row2">{posts}</td>'
                    f'<td class="row2">{last}</td></tr>'
                )
        head = "<tr><th>Forum</th><th>Topics</th><th>Posts</th><th>Last post</th></tr>"
        main = f'<table class="line" width="100%" border="1">{head}{"".join(rows)}</table>'
        return self.shell("Index", [], main, "")

    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""
        rows: list[str] = []
        for thread in self.in_list(board, page):
            mark = "<b>Sticky:</b> " if thread.sticky else ""
            link = f'{mark}<a href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a>'
            last = thread.last
            by = f'<a href="{esc(self.member_path(thread.author))}">{esc(thread.author.name)}</a>'
            end = (
                f"{self.clock_text(last.published)}<br>"
                f'<a href="{esc(self.member_path(last.author))}">{esc(last.author.name)}</a>'
            )
            many = len(thread.alive) - 1
            if self.skin:
                rows.append(
                    f'<tr class="tline"><td class="tcount">{many}</td><td class="tname"><div>{link}'
                    f'</div><small>by {by}</small></td><td class="tend">{end}</td></tr>'
                )
            else:
                rows.append(
                    f'<tr><td class="row1"><img src="/static/folder.png" alt=""></td>'
                    f'<td class="row1">{link}</td><td class="row2">{by}</td>'
                    f'<td class="row2">{many}</td><td class="row2">{live("views", thread.id)}</td>'
                    f'<td class="row2">{end}</td></tr>'
                )
        heads = ("Replies", "Topic", "Last") if self.skin else (
            "", "Topics", "Author", "Replies", "Views", "Last post")  # fmt: skip
        head = "".join(f"<th>{text}</th>" for text in heads)
        kind = "tlist" if self.skin else "line"
        pages = self.board_pages(board)
        pager = self._pager(page, pages, {n: self.board_path(board, n) for n in range(pages + 2)})
        main = (
            f"<h1>{esc(board.spec.name)}</h1>{pager}"
            f'<table class="{kind}" width="100%" border="1"><tr>{head}</tr>{"".join(rows)}</table>'
            f'{pager}<a href="{self.root}login.php">New topic</a>'
        )
        return self.shell(board.spec.name, self.crumbs_of(board), main, "")

    def thread(self, thread: Thread, page: int, variant: str) -> str:  # noqa: ARG002
        """Return one page of a thread's posts."""
        pages = self.family.pages(thread)
        pager = self._pager(page, pages, {n: self.thread_path(thread, n) for n in range(pages + 2)})
        posts = "".join(self._post(post, thread) for _, post in self.on_page(thread, page))
        if not self.skin:
            head = "<tr><th>Author</th><th>Message</th></tr>"
            posts = f'<table class="line" width="100%" cellspacing="1">{head}{posts}</table>'
        main = (
            f'<h1><a href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a></h1>'
            f'{pager}{posts}{pager}<a href="{self.root}login.php">Post reply</a>'
        )
        others = "".join(
            f'<tr><td><a href="{esc(self.thread_path(t))}">{esc(t.title)}</a></td>'
            f"<td>{len(t.alive) - 1} replies</td></tr>"
            for t in self.similar(thread)
        )
        side = f'<table class="box"><tr><th colspan="2">Similar topics</th></tr>{others}</table>'
        return self.shell(thread.title, self.crumbs_of(thread.board), main, side if others else "")

    def _post(self, post: Post, thread: Thread) -> str:
        name = f"<b>{esc(post.author.name)}</b>"
        profile = esc(self.member_path(post.author))
        said = self.body_html(post.body, "br")
        note = ""
        if post.edited:
            times = "1 time" if post.edits == 1 else f"{post.edits} times"
            note = (
                f'<br><br><span class="note">Last edited by {esc(post.author.name)} on '
                f"{self.clock_text(post.edited)}; edited {times} in total</span>"
            )
        signature = (
            f'<span class="sig"><br>_________________<br>{esc(post.author.signature)}</span>'
            if post.author.signature
            else ""
        )
        when = self.clock_text(post.published)
        rank = "Regular" if post.author.id % 3 else "Old hand"
        joined = self.clock_text(post.author.joined)
        if self.skin:
            return (
                f'<table class="msg" width="100%" id="{self.anchor(post)}"><tr class="msghead">'
                f'<td><a href="{profile}">{name}</a> <i>{rank}</i></td><td align="right">'
                f'#{post.id}</td></tr><tr class="msgbody"><td colspan="2"><div class="words">{said}'
                f'</div>{note}{signature}</td></tr><tr class="msgfoot"><td>{when}</td>'
                f'<td align="right"><a href="{self.root}login.php">Quote</a></td></tr></table>\n'
            )
        return (
            f'<tr><td width="150" class="row1" rowspan="2" valign="top">'
            f'<a name="{self.anchor(post)}"></a><span class="name">{name}</span><br>'
            f'<span class="details">{rank}<br><img src="/static/avatar.png" alt=""><br>'
            f"Joined: {joined}</span></td>"
            f'<td class="row1"><span class="details">Posted: {when} &nbsp; Post subject: '
            f'{esc(thread.title)}</span> <a href="{self.root}login.php">Quote</a></td></tr>\n'
            f'<tr><td class="row1" valign="top"><span class="words">{said}</span>{note}{signature}'
            f'</td></tr>\n<tr><td class="row2"><a href="#top">Back to top</a></td>'
            f'<td class="row2"><a href="{profile}">Profile</a> '
            f'<a href="{self.root}login.php">Report</a></td></tr>\n'
            f'<tr><td class="gap" colspan="2" height="1"></td></tr>\n'
        )

    def quote(self, quote: Quote) -> str:
        """Return a quoted post."""
        return (
            f'<table class="said" width="90%"><tr><td><b>{esc(quote.author)} wrote:</b></td></tr>'
            f'<tr><td class="quoted">{esc(quote.text)}</td></tr></table>'
        )
