"""Answers requests for the demo: pages with a cache, logins, truth, control and faults."""

from __future__ import annotations

import hashlib
import json
import time
from collections import OrderedDict, deque
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .control import Control
from .exchange import Reply, http_date, redirect, text_reply
from .faults import Faults, apply_fault
from .portal import STATIC, portal_page
from .robots import robots_txt
from .touchup import touched_up
from .truth import article_lines, board_lines, post_lines, thread_lines
from .views import VIEWS, NewsView, Target, View, Visit, compile_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .clock import DemoClock
    from .exchange import Request
    from .model import Board, Thread
    from .world import World

__all__ = ["PASSWORD", "USER", "Site"]

USER = PASSWORD = "demo"  # noqa: S105 - the demo's own, told to everybody
_CACHED_PAGES = 20_000
_LOGGED = 50_000
_Compiled = tuple[bytes | tuple[str, str], ...]


class Site:
    """The demo as a function from request to reply.

    Parameters
    ----------
    world
        What is shown.
    clock
        The world's clock; the control endpoint moves it.
    base
        Scheme and host under which the site is reached, without a slash at the end.
    faults
        What goes wrong on purpose.
    crawl_delay_s
        Crawl-delay in robots.txt, seconds; 0 = none.
    session_requests
        A login is good for so many pages; 0 = for ever.
    hostile
        Answers paths below ``/hostile/``; ``None`` = there are none.
    """

    def __init__(
        self,
        world: World,
        clock: DemoClock,
        base: str,
        faults: Faults | None = None,
        *,
        crawl_delay_s: float = 0.0,
        session_requests: int = 0,
        hostile: Callable[[Request], Reply] | None = None,
    ) -> None:
        self.world = world
        self.base = base
        self.views: dict[str, View] = {
            key: VIEWS[key](world, family, base) for key, family in world.families.items()
        }
        self.news = NewsView(world, base)
        self.faults = faults or Faults(world.seed)
        self.crawl_delay_s = crawl_delay_s
        self.session_requests = session_requests
        self.served = 0
        self.log: deque[dict[str, Any]] = deque(maxlen=_LOGGED)
        self._control = Control(self, clock)
        self._hostile = hostile
        self._pages: OrderedDict[tuple[object, ...], tuple[int, _Compiled]] = OrderedDict()
        self._sessions = 0
        self._asked: dict[str, int] = {}
        self._expired: dict[str, int] = {}

    def handle(self, request: Request) -> Reply:
        """Return the reply; whatever is asked, this does not raise."""
        now = self.world.sync()
        try:
            reply = self._answer(request, now)
        except (ValueError, OverflowError) as error:
            reply = text_reply(400, f"<h1>Bad request</h1><p>{type(error).__name__}</p>")
        fault = self.faults.choose(request.target)
        if fault is not None:
            reply = apply_fault(fault, reply)
        reply.date = now
        self.served += 1
        self.log.append(
            {
                "monotonic": time.monotonic(),
                "time": time.time(),
                "demo_time": now,
                "method": request.method,
                "path": request.target,
                "status": 0 if reply.cut == "reset" else reply.status,
                "fault": None if fault is None else fault.name,
                "user_agent": request.headers.get("user-agent"),
            }
        )
        return reply

    def _answer(self, request: Request, now: float) -> Reply:
        path = request.path
        if path.startswith("/_control/"):
            return self._control.handle(request)
        first, slash, rest = path[1:].partition("/")
        if request.method not in ("GET", "HEAD", "POST"):
            return text_reply(405, "<h1>Not allowed</h1>")
        if slash and first in self.views:
            return self._forum(self.views[first], rest, request, now)
        if slash and first == "news":
            return self._news(rest, request, now)
        if path == "/robots.txt":
            text = robots_txt(self.views, self.crawl_delay_s)
            return text_reply(200, text, "text/plain; charset=utf-8")
        if path == "/":
            return text_reply(200, portal_page(self.views, hostile=self._hostile is not None))
        if path.startswith("/_truth/"):
            return self._truth(path.removeprefix("/_truth/"), request.query, now)
        if path.startswith("/static/"):
            kind, data = STATIC[".css" if path.endswith(".css") else ".png"]
            return Reply(200, data, kind)
        if path == "/hostile" or path.startswith("/hostile/"):
            if self._hostile is not None:
                return self._hostile(request)
        elif path == "/private/notes.html":
            return text_reply(200, "<h1>Private notes</h1><p>Crawlers keep out.</p>")
        return _missing()

    # -- forums

    def _forum(self, view: View, rest: str, request: Request, now: float) -> Reply:
        if rest == "logout":
            return self._logout(view, request)
        target = view.route(rest, request.query)
        if target is None:
            return _missing()
        if target.kind == "login":
            return self._login(view, target, request, now)
        family = view.family
        session = request.cookies.get(f"{family.key}_sid", "")
        known = self._knows(view, request)
        board: Board | None = None
        version, changed = family.version, family.changed
        if target.kind == "board":
            board = family.boards.get(target.id)
            if board is None or not 1 <= target.page <= view.board_pages(board):
                return _missing()
            version, changed = board.version, board.changed
        elif target.kind in ("thread", "goto"):
            found = self._thread_of(view, target)
            if found is None:
                return _missing()
            board = found.board
            version, changed = found.version, found.changed
        elif target.kind == "member" and target.id not in family.members:
            return _missing()
        if board is not None and not known and family.needs_login(board):
            if family.spec.language == "zh":  # the form in place; others are sent to it
                return self._form(view, "您需要登录后才可以继续本操作", request, now)
            return redirect(view.login_path(quote(request.target, safe="")))
        if target.kind == "goto":
            return redirect(_goto(view, target))
        changed = max(changed, family.skin_changed)
        tag = f"{family.key}/{family.skin}/{family.touched}/{target}/{version}/{known}"
        unchanged = _unchanged(request, tag, changed, now)
        if unchanged is not None:
            return unchanged
        key = (family.key, family.skin, family.touched, target, known)
        compiled = self._page(key, version, lambda: _dressed(view, target), view.charset)
        headers = _validators(tag, changed, now)
        if not session and family.key == "divs":
            session = self._new_session()
            headers.append(("Set-Cookie", f"{family.key}_sid={session}; Path={view.root}"))
        visit = Visit(now, session, "", known)
        return Reply(
            200, _filled(compiled, view.fill, visit, view.charset), view.content_type, headers
        )

    def _thread_of(self, view: View, target: Target) -> Thread | None:
        family = view.family
        if target.kind == "goto" and target.variant == "post":
            post = family.posts.get(target.id)
            found = None if post is None else family.threads[post.thread_id]
        else:
            found = family.threads.get(target.id)
        if found is None or found.deleted:
            return None
        if target.kind == "thread" and not 1 <= target.page <= family.pages(found):
            return None
        return found

    def _page(
        self, key: tuple[object, ...], version: int, render: Callable[[], str], charset: str
    ) -> _Compiled:
        kept = self._pages.get(key)
        if kept is not None and kept[0] == version:
            return kept[1]
        compiled = compile_page(render(), charset)
        self._pages[key] = (version, compiled)
        self._pages.move_to_end(key)
        while len(self._pages) > _CACHED_PAGES:
            self._pages.popitem(last=False)
        return compiled

    # -- login

    def _digest(self, *parts: str) -> str:
        text = "/".join((str(self.world.seed), *parts))
        return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=12).hexdigest()

    def _new_session(self) -> str:
        self._sessions += 1
        return self._digest("session", str(self._sessions))

    def _knows(self, view: View, request: Request) -> bool:
        key = view.family.key
        cookies = request.cookies
        pass_, session = cookies.get(f"{key}_auth", ""), cookies.get(f"{key}_sid", "")
        if not pass_ or pass_ != self._pass(key, session):
            return False
        if self.session_requests:
            asked = self._asked[session] = self._asked.get(session, 0) + 1
            if asked > self.session_requests:
                self._expire(session)
                return False
        return True

    def _pass(self, key: str, session: str) -> str:
        return self._digest(key, "auth", session, str(self._expired.get(session, 0)))

    def _expire(self, session: str) -> None:
        """Let a session's login be good no more."""
        self._asked.pop(session, None)
        self._expired[session] = self._expired.get(session, 0) + 1

    def _logout(self, view: View, request: Request) -> Reply:
        if self._knows(view, request):
            self._expire(request.cookies.get(f"{view.family.key}_sid", ""))
        return redirect(view.root)

    def _login(self, view: View, target: Target, request: Request, now: float) -> Reply:
        if request.method != "POST":
            return self._form(view, "", request, now, back=target.variant)
        key = view.family.key
        form = request.form
        session = request.cookies.get(f"{key}_sid", "")
        if not session or form.get("token") != self._digest(key, "token", session):
            reply = self._form(view, "This form has expired.", request, now)
            reply.status = 403
            return reply
        if (form.get("username"), form.get("password")) != (USER, PASSWORD):
            return self._form(view, "Wrong name or password.", request, now, form.get("back", ""))
        back = form.get("back", "")
        if not back.startswith(view.root):
            back = view.root
        reply = redirect(back)
        auth = self._pass(key, session)
        reply.headers.append(("Set-Cookie", f"{key}_auth={auth}; Path={view.root}; HttpOnly"))
        return reply

    def _form(
        self, view: View, message: str, request: Request, now: float, back: str | None = None
    ) -> Reply:
        key = view.family.key
        session = request.cookies.get(f"{key}_sid", "")
        headers = [("Cache-Control", "no-store")]
        if not session:
            session = self._new_session()
            headers.append(("Set-Cookie", f"{key}_sid={session}; Path={view.root}"))
        visit = Visit(now, session, self._digest(key, "token", session))
        html = view.login(message, request.target if back is None else back)
        body = _filled(compile_page(html, view.charset), view.fill, visit, view.charset)
        return Reply(200, body, view.content_type, headers)

    # -- news and truth

    def _news(self, rest: str, request: Request, now: float) -> Reply:
        news = self.news
        target = news.route(rest, request.query)
        if target is None:
            return _missing()
        press = news.press
        version, changed = press.version, max(press.changed, press.skin_changed)
        tag = f"news/{press.skin}/{target}/{version}"
        unchanged = _unchanged(request, tag, changed, now)
        if unchanged is not None:
            return unchanged
        key = ("news", press.skin, *target)
        compiled = self._page(key, version, lambda: news.render(target), news.charset)
        body = _filled(compiled, news.fill, Visit(now, "", ""), news.charset)
        return Reply(200, body, news.content_type, _validators(tag, changed, now))

    def _truth(self, what: str, query: dict[str, str], now: float) -> Reply:
        family = query.get("family", "")
        views = [view for key, view in self.views.items() if family in ("", key)]
        since = _moment(query.get("since", "0"))
        lines: Iterable[dict[str, Any]]
        match what:
            case "posts":
                lines = (line for view in views for line in post_lines(view, since))
            case "threads":
                lines = (line for view in views for line in thread_lines(view, now))
            case "boards":
                lines = (line for view in views for line in board_lines(view))
            case "articles":
                lines = article_lines(self.news, since)
            case "log":
                lines = (line for line in self.log if line["time"] >= since)
            case "now":
                iso = datetime.fromtimestamp(now, UTC).isoformat()
                lines = [{"now": now, "iso": iso, "utc_offset_s": self.world.utc_offset_s}]
            case _:
                return _missing()
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        return text_reply(200, text, "application/x-ndjson; charset=utf-8")


def _missing() -> Reply:
    return text_reply(404, "<!doctype html><title>Not found</title><h1>Not found</h1>")


def _moment(text: str) -> float:
    """Read epoch seconds or ISO 8601 (UTC if it says no zone)."""
    try:
        return float(text)
    except ValueError:
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()


def _goto(view: View, target: Target) -> str:
    family = view.family
    if target.variant == "post":
        return view.post_path(family.posts[target.id])
    thread = family.threads[target.id]
    if target.variant == "lastpost":
        return view.post_path(thread.last)
    shown = family.visible(thread)
    if target.variant == "floor" and 1 <= target.page <= len(shown):
        return view.post_path(shown[target.page - 1])
    return view.thread_path(thread)


def _dressed(view: View, target: Target) -> str:
    html = _render(view, target)
    return touched_up(html) if view.family.touched else html


def _render(view: View, target: Target) -> str:
    match target.kind:
        case "home":
            return view.home()
        case "board":
            return view.board(view.family.boards[target.id], target.page)
        case "thread":
            thread = view.family.threads[target.id]
            return view.thread(thread, target.page, target.variant)
        case "member":
            return view.member(view.family.members[target.id])
    return view.form(target.variant or "Form")


def _filled(
    compiled: _Compiled, fill: Callable[[str, str, Visit], str], visit: Visit, charset: str
) -> bytes:
    said: dict[tuple[str, str], bytes] = {}  # a page says many of them more than once
    out: list[bytes] = []
    for part in compiled:
        if isinstance(part, bytes):
            out.append(part)
            continue
        text = said.get(part)
        if text is None:
            text = said[part] = fill(*part, visit).encode(charset, "xmlcharrefreplace")
        out.append(text)
    return b"".join(out)


def _etag(tag: str) -> str:
    return f'W/"{hashlib.blake2b(tag.encode(), digest_size=8).hexdigest()}"'


def _validators(tag: str, changed: float, now: float) -> list[tuple[str, str]]:
    return [("ETag", _etag(tag)), ("Last-Modified", http_date(min(changed, now)))]


def _unchanged(request: Request, tag: str, changed: float, now: float) -> Reply | None:
    """Return a 304 if the client's copy is as new as ours."""
    match = request.headers.get("if-none-match")
    if match is not None:
        fresh = _etag(tag) in match or match.strip() == "*"
    else:
        since = request.headers.get("if-modified-since")
        try:
            fresh = since is not None and parsedate_to_datetime(since).timestamp() >= int(changed)
        except ValueError:
            fresh = False
    return Reply(304, b"", headers=_validators(tag, changed, now)) if fresh else None
