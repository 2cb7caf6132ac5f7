"""Definition lists and block quotes: an old Chinese board in GBK."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import Target, View, esc, live, number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..model import Board, Member, Post, Quote, Thread

__all__ = ["TermsView"]


class TermsView(View):
    """Chinese, GBK said by the header, ``show.asp?bid=1&id=12&p=2``, "2018-3-4 00:00"."""

    charset = "gbk"
    content_type = "text/html; charset=gb2312"

    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path means."""
        page = number(query, "p", 1)
        match path:
            case "" | "index.asp":
                return Target("home")
            case "list.asp":
                return Target("board", number(query, "bid"), page)
            case "show.asp":
                thread = self.family.threads.get(number(query, "id"))
                if thread is not None and thread.board.id == number(query, "bid"):
                    return Target("thread", thread.id, page)
            case "user.asp":
                return Target("member", number(query, "uid"))
            case "login.asp":
                return Target("login", variant=query.get("back", ""))
            case "reg.asp" | "help.asp":
                return Target("form", variant={"reg.asp": "注册"}.get(path, "帮助"))
        return None

    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""
        return f"{self.root}list.asp?bid={board.id}" + (f"&p={page}" if page > 1 else "")

    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""
        more = f"&p={page}" if page > 1 else ""
        return f"{self.root}show.asp?bid={thread.board.id}&id={thread.id}{more}"

    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""
        return f"{self.root}user.asp?uid={member.id}"

    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""
        return f"{self.root}login.asp" + (f"?back={back}" if back else "")

    def clock_text(self, now: float) -> str:
        """Return ``2018-3-4 00:00``."""
        at = self.local(now)
        return f"{at.year}-{at.month}-{at.day} {at:%H:%M}"

    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page."""
        name = self.family.spec.title
        trail = " → ".join(
            f'<a href="{esc(path)}">{esc(text)}</a>' for text, path in [(name, self.root), *crumbs]
        )
        online = " ".join(
            f'<a href="{esc(self.member_path(m))}">{esc(m.name)}</a>' for m in self.online()
        )
        return (
            '<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312">'
            f"<title>{esc(title)}_{esc(name)}</title></head><body>"
            f'<div class="hd"><b>{esc(name)}</b> <a href="{self.root}login.asp">登录</a> '
            f'<a href="{self.root}reg.asp">注册</a> <a href="{self.root}help.asp">帮助</a></div>'
            f'<div class="way">您的位置：{trail}</div>\n{main}\n{side}'
            f'<div class="on">在线会员：{online}</div>'
            f'<div class="ft">现在时间 {live("now")}（时区 GMT{self.zone}）<br>'
            f"版权所有 2001-{live('year')} {esc(name)}</div></body></html>"
        )

    def _pager(self, page: int, pages: int, path: Callable[[int], str]) -> str:
        if pages < 2:
            return ""
        ends = (("首页", 1), ("上一页", page - 1), ("下一页", page + 1), ("尾页", pages))
        links = " ".join(
            f'<a href="{esc(path(n))}">{text}</a>' if 1 <= n <= pages and n != page else text
            for text, n in ends
        )
        return f'<div class="pg">第{page}页/共{pages}页 {links}</div>'

    def home(self) -> str:
        """Return the page that lists the boards."""
        items = "".join(
            f'<dt><a href="{esc(self.board_path(board))}">{esc(board.spec.name)}</a></dt>'
            f"<dd>主题 {len(board.listing())}，最后更新 "
            f"{self.clock_text(max(t.bumped for t in board.listing()))}</dd>"
            for board in self.children(0)
        )
        return self.shell("首页", [], f'<dl class="boards">{items}</dl>', "")

    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""
        rows: list[str] = []
        for thread in self.in_list(board, page):
            last = thread.last
            mark = "[顶] " if thread.sticky else ""
            link = f'{mark}<a href="{esc(self.thread_path(thread))}">{esc(thread.title)}</a>'
            by = f'<a href="{esc(self.member_path(thread.author))}">{esc(thread.author.name)}</a>'
            many = len(thread.alive) - 1
            end = f"{self.clock_text(last.published)} {esc(last.author.name)}"
            if self.skin:
                rows.append(
                    f'<li class="ln"><span class="t">{link}</span><span class="u">{by}</span>'
                    f'<span class="n">{many}</span><span class="e">{end}</span></li>'
                )
            else:
                rows.append(
                    f"<dt>{link}</dt><dd>作者：{by}　回复：{many}　人气：{live('views', thread.id)}"
                    f"　最后回复：{end}</dd>"
                )
        inner = "".join(rows)
        body = f'<ul class="lns">{inner}</ul>' if self.skin else f'<dl class="topics">{inner}</dl>'
        pager = self._pager(page, self.board_pages(board), lambda n: self.board_path(board, n))
        main = f"<h3>{esc(board.spec.name)}</h3>{pager}{body}{pager}"
        return self.shell(board.spec.name, self.crumbs_of(board), main, "")

    def thread(self, thread: Thread, page: int, variant: str) -> str:  # noqa: ARG002
        """Return one page of a thread's posts."""
        pager = self._pager(page, self.family.pages(thread), lambda n: self.thread_path(thread, n))
        posts = "\n".join(self._post(post, floor) for floor, post in self.on_page(thread, page))
        kind = "ol" if self.skin else "dl"
        main = (
            f'<h3>主题：{esc(thread.title)}</h3>{pager}<{kind} class="talk">{posts}</{kind}>{pager}'
        )
        others = "".join(
            f'<li><a href="{esc(self.thread_path(t))}">{esc(t.title)}</a></li>'
            for t in self.similar(thread)
        )
        side = f'<div class="rel">相关主题<ul>{others}</ul></div>' if others else ""
        return self.shell(thread.title, self.crumbs_of(thread.board), main, side)

    def _post(self, post: Post, floor: int) -> str:
        who = f'<a href="{esc(self.member_path(post.author))}">{esc(post.author.name)}</a>'
        said = self.body_html(post.body, "br")
        note = ""
        if post.edited:
            when = self.clock_text(post.edited)
            note = f'<br><font color="gray">[{esc(post.author.name)} 于 {when} 编辑过]</font>'
        sig = f'<div class="sg">{esc(post.author.signature)}</div>' if post.author.signature else ""
        when = self.clock_text(post.published)
        if self.skin:
            return (
                f'<li id="{self.anchor(post)}"><blockquote class="say">{said}</blockquote>{note}'
                f'{sig}<div class="by">{who} <em>{when}</em> 第{floor}楼</div></li>'
            )
        return (
            f'<dt id="{self.anchor(post)}">{who} 于 {when} 发表　第{floor}楼　'
            f'<a href="{self.root}login.asp">回复</a> <a href="{self.root}login.asp">举报</a></dt>'
            f"<dd><blockquote>{said}</blockquote>{note}{sig}</dd>"
        )

    def quote(self, quote: Quote) -> str:
        """Return a quoted post."""
        return (
            f'<div class="yin"><i>引用 {esc(quote.author)} '
            f"{self.clock_text(quote.published)}：</i><br>{esc(quote.text)}</div>"
        )
