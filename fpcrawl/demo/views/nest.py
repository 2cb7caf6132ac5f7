"""Tables and divisions nested deep, as large Chinese community software makes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .base import Target, View, esc, live, number, page_numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..model import Board, Member, Post, Quote, Thread

__all__ = ["NestView"]

_THREAD = re.compile(r"thread-(\d{1,9})-(\d{1,6})-\d{1,6}\.html")
_BOARD = re.compile(r"forum-(\d{1,9})-(\d{1,6})\.html")
_FLOORS = {1: "楼主", 2: "沙发", 3: "板凳", 4: "地板"}
_FRESH_S = 7 * 86400


class NestView(View):
    """Chinese, GBK said by the meta tag only, ``thread-12-1-1.html``, relative times with title."""

    charset = "gbk"
    content_type = "text/html"

    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path means."""
        if path in ("", "index.html"):
            return Target("home")
        if found := _THREAD.fullmatch(path):
            return Target("thread", int(found[1]), int(found[2]))
        if found := _BOARD.fullmatch(path):
            return Target("board", int(found[1]), int(found[2]))
        if found := re.fullmatch(r"space-uid-(\d{1,9})\.html", path):
            return Target("member", int(found[1]))
        if path == "forum.php" and query.get("mod") == "redirect":
            kind = query.get("goto", "")
            where = number(query, "pid" if kind == "findpost" else "tid")
            return Target("goto", where, variant="post" if kind == "findpost" else kind)
        if path == "forum.php" and query.get("mod") == "viewthread":
            variant = "print" if query.get("action") == "printable" else ""
            if "authorid" in query:
                variant = f"author:{number(query, 'authorid')}"
            return Target("thread", number(query, "tid"), number(query, "page", 1), variant)
        if path == "member.php":
            if query.get("mod") == "logging":
                return Target("login", variant=query.get("back", ""))
            return Target("form", variant="注册")
        return Target("form", variant="搜索") if path == "search.php" else None

    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""
        return f"{self.root}forum-{board.id}-{page}.html"

    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""
        return f"{self.root}thread-{thread.id}-{page}-1.html"

    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""
        return f"{self.root}space-uid-{member.id}.html"

    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""
        path = f"{self.root}member.php?mod=logging&action=login"
        return path + (f"&back={back}" if back else "")

    def anchor(self, post: Post) -> str:
        """Return the id attribute of a post."""
        return f"pid{post.id}"

    def clock_text(self, now: float) -> str:
        """Return ``2018-3-4 00:00``."""
        at = self.local(now)
        return f"{at.year}-{at.month}-{at.day} {at:%H:%M}"

    def when(self, epoch: int, now: float) -> str:
        """Return a fresh moment in words with the full time as title, an old one as it is."""
        full = self.clock_text(epoch)
        age = now - epoch
        if age >= _FRESH_S:
            return f"<span>{full}</span>"
        at = self.local(epoch)
        days = (self.local(now).date() - at.date()).days
        if days > 1:
            text = f"前天&nbsp;{at:%H:%M}" if days == 2 else f"{days}&nbsp;天前"
        elif days == 1:
            text = f"昨天&nbsp;{at:%H:%M}"
        elif age >= 3600:
            text = f"{int(age // 3600)}&nbsp;小时前"
        else:
            text = f"{int(age // 60)}&nbsp;分钟前" if age >= 60 else "刚刚"
        return f'<span title="{full}">{text}</span>'

    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page."""
        name = self.family.spec.title
        trail = "<em>&rsaquo;</em>".join(
            f'<a href="{esc(path)}">{esc(text)}</a>'
            for text, path in [(name, f"{self.root}index.html"), *crumbs]
        )
        menu = "".join(
            f'<li><a href="{esc(self.board_path(b))}">{esc(b.spec.name)}</a></li>'
            for b in self.children(0)
        )
        online = "".join(
            f'<li><a href="{esc(self.member_path(m))}">{esc(m.name)}</a></li>'
            for m in self.online()
        )
        return (
            '<!DOCTYPE html>\n<html><head><meta http-equiv="Content-Type" '
            f'content="text/html; charset=gbk"><title>{esc(title)} - {esc(name)}</title></head>'
            f'<body id="bd"><div id="topbar"><div class="wide">{live("account", "登录|退出")}'
            f'<a href="{self.root}member.php?mod=register">立即注册</a></div></div>'
            f'<div id="head"><div class="wide"><h2>{esc(name)}</h2><div id="menu"><ul>{menu}</ul>'
            f'</div><form action="{self.root}search.php"><input name="words"></form></div></div>'
            f'<div id="main" class="wide"><div id="trail">{trail}</div>\n{main}\n{side}</div>'
            f'<div id="onlines"><h3>在线会员</h3><ul>{online}</ul></div>'
            f'<div id="foot"><p>GMT{self.zone}, {live("now")}</p>'
            f"<p>&copy; 2001-{live('year')} {esc(name)}</p></div></body></html>"
        )

    def _pager(self, page: int, pages: int, path: Callable[[int], str]) -> str:
        if pages < 2:
            return ""
        links = "".join(
            f"<strong>{n}</strong>" if n == page else f'<a href="{esc(path(n))}">{n}</a>'
            for n in page_numbers(page, pages)
        )
        after = f'<a class="nxt" href="{esc(path(page + 1))}">下一页</a>' if page < pages else ""
        return (
            f'<div class="pgt"><div class="pgx">{links}<span>/ {pages} 页</span>{after}</div></div>'
        )

    def _board_rows(self, boards: Sequence[Board]) -> str:
        rows: list[str] = []
        for board in boards:
            shown = board.listing()
            last = '<p class="lock">本版需要登录</p>'
            if shown and not board.spec.login:
                newest = max(shown, key=lambda t: t.bumped)
                last = (
                    f'<p><a href="{self.root}forum.php?mod=redirect&amp;tid={newest.id}'
                    f'&amp;goto=lastpost#lastpost">{esc(newest.title)}</a></p>'
                    f"<cite>{live('when', newest.bumped)} {esc(newest.last.author.name)}</cite>"
                )
            below = "".join(
                f'<a href="{esc(self.board_path(b))}">{esc(b.spec.name)}</a>'
                for b in self.children(board.id)
            )
            rows.append(
                f'<tr><td class="ico"></td><td><h2><a href="{esc(self.board_path(board))}">'
                f"{esc(board.spec.name)}</a></h2>{'<p>子版块: ' + below + '</p>' if below else ''}"
                f"</td><td><span>{len(shown)}</span></td><td>{last}</td></tr>"
            )
        return f'<table class="fl" cellspacing="0">{"".join(rows)}</table>'

    def home(self) -> str:
        """Return the page that lists the boards."""
        main = "".join(
            f'<div class="bm"><div class="bmh"><h2>{esc(category)}</h2></div>'
            f'<div class="bmc">{self._board_rows(boards)}</div></div>'
            for category, boards in self.categories().items()
        )
        return self.shell("首页", [], main, "")

    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""
        rows: list[str] = []
        for thread in self.in_list(board, page):
            rows.append(self._row(thread))  # noqa: PERF401 - reads better than one expression
        heads = "<tr><th>主题</th><td>作者</td><td>回复/查看</td><td>最后发表</td></tr>"
        subs = self.children(board.id)
        pager = self._pager(page, self.board_pages(board), lambda n: self.board_path(board, n))
        body = (
            f'<div class="flow">{"".join(rows)}</div>'
            if self.skin
            else f'<table class="tl" cellspacing="0">{heads}{"".join(rows)}</table>'
        )
        main = (
            f'<div class="bm"><div class="bmh"><h1>{esc(board.spec.name)}</h1></div>'
            f'{self._board_rows(subs) if subs else ""}{pager}<div id="threadlist">{body}</div>'
            f"{pager}</div>"
        )
        return self.shell(board.spec.name, self.crumbs_of(board), main, "")

    def _row(self, thread: Thread) -> str:
        last = thread.last
        link = f'<a class="subject" href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a>'
        pages = self.family.pages(thread)
        more = "".join(
            f'<a href="{esc(self.thread_path(thread, n))}">{n}</a>'
            for n in range(2, min(pages, 6) + 1)
        )
        who = f'<a href="{esc(self.member_path(thread.author))}">{esc(thread.author.name)}</a>'
        end = (
            f'<a href="{esc(self.member_path(last.author))}">{esc(last.author.name)}</a></cite><em>'
            f'<a href="{self.root}forum.php?mod=redirect&amp;tid={thread.id}'
            f'&amp;goto=lastpost#lastpost">{live("when", last.published)}</a></em>'
        )
        many = len(thread.alive) - 1
        kind = "stick" if thread.sticky else "normal"
        if self.skin:
            return (
                f'<div class="cardrow {kind}" id="row{thread.id}">'
                f'<div class="l"><b>{many}</b></div>'
                f'<div class="m"><p>{link}{more}</p><p class="g">{who} '
                f'{live("when", thread.created)}</p></div><div class="r"><cite>{end}</div></div>'
            )
        return (
            f'<tbody id="{kind}thread_{thread.id}"><tr><th>{link}'
            f"{f'<span class=tps>&nbsp;...{more}</span>' if more else ''}</th>"
            f'<td class="by"><cite>{who}</cite><em>{live("when", thread.created)}</em></td>'
            f'<td class="num"><a href="{esc(self.thread_path(thread))}">{many}</a>'
            f'<em>{live("views", thread.id)}</em></td><td class="by"><cite>{end}</td></tr></tbody>'
        )

    def thread(self, thread: Thread, page: int, variant: str) -> str:
        """Return one page of a thread; ``print`` and ``author:N`` are other ways to see it."""
        shown = self.on_page(thread, page)
        pages = self.family.pages(thread)
        if variant.startswith("author:"):
            wanted = int(variant.removeprefix("author:"))
            every = list(enumerate(self.family.visible(thread), 1))
            shown = [(n, post) for n, post in every if post.author.id == wanted]
            pages = 1
        if variant == "print":
            return self._print(thread, shown)
        pager = self._pager(page, pages, lambda n: self.thread_path(thread, n))
        posts = "\n".join(self._post(post, thread, floor) for floor, post in shown)
        look = f"{self.root}forum.php?mod=viewthread&amp;tid={thread.id}"
        main = (
            f'<div id="postlist"><table class="head"><tr><td>查看: {live("views", thread.id)} | '
            f'回复: {len(thread.alive) - 1}</td><td><h1><a id="thread_subject" '
            f'href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a></h1> '
            f'<a href="{look}&amp;action=printable">[打印]</a></td></tr></table>'
            f"\n{posts}</div>{pager}"
        )
        others = "".join(
            f'<li><a href="{esc(self.thread_path(t))}">{esc(t.title)}</a></li>'
            for t in self.similar(thread)
        )
        side = f'<div class="bm rel"><h3>相关帖子</h3><ul>{others}</ul></div>' if others else ""
        return self.shell(thread.title, self.crumbs_of(thread.board), main, side)

    def _print(self, thread: Thread, shown: Sequence[tuple[int, Post]]) -> str:
        lines = "<hr>".join(
            f"<b>作者: </b>{esc(post.author.name)} <b>时间: </b>{self.clock_text(post.published)}"
            f"<br><br>{self.body_html(post.body, 'br')}"
            for _, post in shown
            if not post.deleted
        )
        return (
            '<html><head><meta http-equiv="Content-Type" content="text/html; charset=gbk">'
            f'<link rel="canonical" href="{self.base}{esc(self.thread_path(thread))}">'
            f"<title>{esc(thread.title)} - 打印</title></head><body><b>标题: </b>"
            f"{esc(thread.title)}<hr>{lines}</body></html>"
        )

    def _post(self, post: Post, thread: Thread, floor: int) -> str:
        label = _FLOORS.get(floor, f"{floor}<sup>#</sup>")
        ids = f"ptid={thread.id}&amp;pid={post.id}"
        find = f"{self.root}forum.php?mod=redirect&amp;goto=findpost&amp;{ids}"
        profile = esc(self.member_path(post.author))
        who = f'<a class="xw1" href="{profile}">{esc(post.author.name)}</a>'
        only = (
            f"{self.root}forum.php?mod=viewthread&amp;tid={thread.id}&amp;authorid={post.author.id}"
        )
        if post.deleted:
            text = '<div class="locked">提示: <em>该帖被管理员或版主屏蔽</em></div>'
        else:
            note = ""
            if post.edited:
                note = (
                    f'<i class="pstatus"> 本帖最后由 {esc(post.author.name)} 于 '
                    f"{self.clock_text(post.edited)} 编辑 </i><br><br>"
                )
            text = f"{note}{self.body_html(post.body, 'br')}"
        signature = post.author.signature
        sign = f'<div class="sign">{esc(signature)}</div>' if signature else ""
        when = live("when", post.published)
        if self.skin:
            return (
                f'<div class="floor" id="{self.anchor(post)}"><div class="floor-h"><div>{who}</div>'
                f'<div><a href="{find}">{label}</a></div></div><div class="floor-b"><div>'
                f'<div class="floor-t">{text}</div></div></div><div class="floor-f"><div>{when} '
                f'<a href="{only}">只看该作者</a></div></div></div>'
            )
        level = ("新手", "会员", "高级会员")[post.author.id % 3]
        return (
            f'<div id="post_{post.id}">'
            f'<table id="{self.anchor(post)}" class="plhin" cellspacing="0">'
            f'<tr><td class="pls" rowspan="2"><div class="pi"><div class="authi">{who}</div></div>'
            f'<div class="avatar"><img src="/static/avatar.png" alt=""></div>'
            f"<p><em>{level}</em></p><dl><dt>积分</dt><dd>{post.author.id * 31}</dd></dl></td>"
            f'<td class="plc"><div class="pi"><strong><a href="{find}">{label}</a></strong>'
            f'<div class="pti"><div class="authi"><em>发表于 {when}</em><span>|</span>'
            f'<a href="{only}">只看该作者</a></div></div></div><div class="pct"><div class="pcb">'
            f'<div class="t_fsz"><table cellspacing="0"><tr><td class="t_f" '
            f'id="postmessage_{post.id}">{text}</td></tr></table></div></div></div></td></tr>'
            f'<tr><td class="plm">{sign}</td></tr><tr><td class="pls"></td><td class="po">'
            f'<a href="{esc(self.login_path())}">回复</a>'
            f'<a href="{esc(self.login_path())}">举报</a>'
            "</td></tr></table></div>"
        )

    def quote(self, quote: Quote) -> str:
        """Return a quoted post."""
        find = f"{self.root}forum.php?mod=redirect&amp;goto=findpost&amp;pid={quote.post_id}"
        return (
            f'<div class="quote"><blockquote><cite><a href="{find}"><font color="#999">'
            f"{esc(quote.author)} 发表于 {self.clock_text(quote.published)}</font></a></cite><br>"
            f"{esc(quote.text)}</blockquote></div><br>"
        )
