"""What the views of all families share: addresses, times, bodies, and parts that go with time."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from typing import TYPE_CHECKING, Literal

from ..chance import fraction
from ..model import Code, Image, Items, Para, Quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..family import Family
    from ..model import Block, Board, Inline, Member, Post, Thread
    from ..world import World

__all__ = [
    "MONTHS",
    "LocalTime",
    "Target",
    "View",
    "Visit",
    "compile_page",
    "esc",
    "live",
    "number",
    "page_numbers",
    "slug",
]

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - the site's own clock knows no zone
_LIVE = re.compile(r"\x01([a-z]+):([^\x02]*)\x02")


def esc(text: str) -> str:
    """Escape for HTML text and attributes."""
    return escape(text, quote=True)


def live(kind: str, value: str | int = "") -> str:
    """Return a mark that each answer replaces, so that the page round it can be kept."""
    return f"\x01{kind}:{value}\x02"


def compile_page(html: str, charset: str) -> tuple[bytes | tuple[str, str], ...]:
    """Split a page at its live marks and encode the rest; what does not fit becomes a reference."""
    parts = _LIVE.split(html)
    out: list[bytes | tuple[str, str]] = []
    for index in range(0, len(parts), 3):
        out.append(parts[index].encode(charset, "xmlcharrefreplace"))
        if index + 2 < len(parts):
            out.append((parts[index + 1], parts[index + 2]))
    return tuple(out)


def slug(text: str) -> str:
    """Return a title as part of a path."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "topic"


def number(query: Mapping[str, str], name: str, default: int = 0) -> int:
    """Return a query parameter as a number, -1 if it is not one."""
    text = query.get(name, str(default))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def page_numbers(page: int, pages: int, reach: int = 2) -> list[int]:
    """Return the page numbers a pager shows: first, last and those near ``page``."""
    near = range(max(1, page - reach), min(pages, page + reach) + 1)
    return sorted({1, pages, *near})


Kind = Literal["home", "board", "thread", "login", "logout", "member", "goto", "form"]


@dataclass(frozen=True, slots=True)
class Target:
    """What an address means: the thing, its number, the page, a way to look at it."""

    kind: Kind
    id: int = 0
    page: int = 1
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """Who looks and when: fills the live parts of a page."""

    now: float
    session: str
    token: str
    known: bool = False


class LocalTime:
    """Moments as the site's own clock shows them; ``zone_s`` is that clock less UTC, in s."""

    def __init__(self, zone_s: int) -> None:
        self.zone_s = zone_s

    def local(self, epoch: float) -> datetime:
        """Return a moment on the site's own clock, without a zone."""
        return _EPOCH + timedelta(seconds=epoch + self.zone_s)

    def iso(self, epoch: int) -> str:
        """Return a moment as ISO 8601 with the site's offset."""
        sign = "-" if self.zone_s < 0 else "+"
        hours, rest = divmod(abs(self.zone_s), 3600)
        return f"{self.local(epoch).isoformat()}{sign}{hours:02d}:{rest // 60:02d}"

    @property
    def zone(self) -> str:
        """The site's offset as people write it: ``+0``, ``+8``, ``+5.5``."""
        return f"{self.zone_s / 3600:+g}"


class View(LocalTime, ABC):
    """Shows one family as pages; wears the skin its family says.

    Parameters
    ----------
    world
        Where the family lives.
    family
        What is shown.
    base
        Scheme and host of the site, without a slash at the end.
    """

    charset = "utf-8"
    content_type = "text/html; charset=utf-8"

    def __init__(self, world: World, family: Family, base: str) -> None:
        super().__init__(world.utc_offset_s)
        self.world = world
        self.family = family
        self.base = base
        self.root = f"/{family.key}/"

    # -- addresses

    @abstractmethod
    def route(self, path: str, query: Mapping[str, str]) -> Target | None:
        """Return what a path below the family's root means."""

    @abstractmethod
    def board_path(self, board: Board, page: int = 1) -> str:
        """Return the path of a board's page."""

    @abstractmethod
    def thread_path(self, thread: Thread, page: int = 1) -> str:
        """Return the path of a thread's page."""

    @abstractmethod
    def member_path(self, member: Member) -> str:
        """Return the path of a member's page."""

    @abstractmethod
    def login_path(self, back: str = "") -> str:
        """Return the path of the login form."""

    def post_path(self, post: Post) -> str:
        """Return the path of the thread page that shows ``post``, with its anchor."""
        thread = self.family.threads[post.thread_id]
        return f"{self.thread_path(thread, self.page_of(post))}#{self.anchor(post)}"

    def anchor(self, post: Post) -> str:
        """Return the id attribute of a post."""
        return f"p{post.id}"

    # -- pages

    @abstractmethod
    def home(self) -> str:
        """Return the page that lists the boards."""

    @abstractmethod
    def board(self, board: Board, page: int) -> str:
        """Return one page of a board's threads."""

    @abstractmethod
    def thread(self, thread: Thread, page: int, variant: str) -> str:
        """Return one page of a thread's posts."""

    @abstractmethod
    def shell(self, title: str, crumbs: Sequence[tuple[str, str]], main: str, side: str) -> str:
        """Return a whole page round ``main``."""

    def member(self, member: Member) -> str:
        """Return a member's page."""
        zh = self.family.spec.language == "zh"
        joined = self.local(member.joined).strftime("%Y-%m-%d")
        words = ("注册时间", "个性签名") if zh else ("Joined", "Signature")
        main = (
            f'<h2>{esc(member.name)}</h2><ul class="facts"><li>{words[0]}: {joined}</li>'
            f"<li>{words[1]}: {esc(member.signature) or '-'}</li></ul>"
        )
        return self.shell(member.name, [(member.name, self.member_path(member))], main, "")

    def login(self, message: str, back: str) -> str:
        """Return the login form; ``back`` is where it leads to."""
        zh = self.family.spec.language == "zh"
        words = ("用户名", "密码", "登录") if zh else ("User name", "Password", "Log in")
        main = (
            f'<h2>{words[2]}</h2><p class="notice">{esc(message)}</p>'
            f'<form method="post" action="{esc(self.login_path())}">'
            f'<input type="hidden" name="token" value="{live("token")}">'
            f'<input type="hidden" name="back" value="{esc(back)}">'
            f'<label>{words[0]} <input name="username"></label> '
            f'<label>{words[1]} <input type="password" name="password"></label> '
            f'<button type="submit">{words[2]}</button></form>'
        )
        return self.shell(words[2], [(words[2], self.login_path())], main, "")

    def form(self, title: str) -> str:
        """Return a page that is neither list nor thread: search, register, help."""
        main = (
            f"<h2>{esc(title)}</h2>"
            f'<form action="{self.root}"><input name="words"><button>OK</button></form>'
        )
        return self.shell(title, [(title, self.root)], main, "")

    # -- what pages are made of

    @property
    def skin(self) -> int:
        """0 or 1: which of its two templates the family wears."""
        return self.family.skin

    def floor(self, post: Post) -> int:
        """Return a post's place in its thread, 1 for the opening post."""
        thread = self.family.threads[post.thread_id]
        return self.family.visible(thread).index(post) + 1

    def page_of(self, post: Post) -> int:
        """Return the number of the page that shows a post; 1 for one that is gone."""
        thread = self.family.threads[post.thread_id]
        shown = self.family.visible(thread)
        return shown.index(post) // self.family.spec.page_size + 1 if post in shown else 1

    def on_page(self, thread: Thread, page: int) -> list[tuple[int, Post]]:
        """Return ``(floor, post)`` for the posts of one page."""
        size = self.family.spec.page_size
        shown = self.family.visible(thread)[(page - 1) * size : page * size]
        return list(enumerate(shown, (page - 1) * size + 1))

    def in_list(self, board: Board, page: int) -> list[Thread]:
        """Return the threads of one page of a board."""
        size = self.family.spec.list_size
        return board.listing()[(page - 1) * size : page * size]

    def board_pages(self, board: Board) -> int:
        """Return how many pages a board has."""
        return max(1, -(-len(board.listing()) // self.family.spec.list_size))

    def similar(self, thread: Thread) -> list[Thread]:
        """Return up to three older threads of the same board."""
        older = (self.family.threads.get(thread.id - step) for step in range(1, 40))
        found = [t for t in older if t is not None and t.board is thread.board and not t.deleted]
        return found[:3]

    def children(self, parent: int) -> list[Board]:
        """Return the boards listed on the page of board ``parent``, 0 for the home page."""
        return [b for b in self.family.boards.values() if b.spec.parent == parent]

    def categories(self) -> dict[str, list[Board]]:
        """Return the home page's boards by category."""
        out: dict[str, list[Board]] = {}
        for board in self.children(0):
            out.setdefault(board.spec.category, []).append(board)
        return out

    def crumbs_of(self, board: Board) -> list[tuple[str, str]]:
        """Return names and paths from the top board down to ``board``."""
        above = self.family.boards.get(board.spec.parent)
        way = self.crumbs_of(above) if above else []
        return [*way, (board.spec.name, self.board_path(board))]

    def recent(self) -> list[tuple[Post, Thread]]:
        """Return the newest posts that guests may see, newest first."""
        return [(post, self.family.threads[post.thread_id]) for post in self.family.recent[:5]]

    def online(self) -> list[Member]:
        """Return some members said to be online."""
        people = list(self.family.members.values())
        first = self.family.version % len(people)
        return (people + people)[first : first + 4]

    def body_html(self, blocks: Iterable[Block], paragraph: str = "p") -> str:
        """Return a body as HTML; ``paragraph`` is ``p`` or ``br``."""
        out: list[str] = []
        for block in blocks:
            match block:
                case Para():
                    inner = "".join(map(self._run, block.runs))
                    out.append(f"<p>{inner}</p>" if paragraph == "p" else f"{inner}<br><br>")
                case Code():
                    out.append(self.code(block))
                case Image():
                    out.append(f'<img src="{block.src}" alt="" width="120" height="90">')
                case Items():
                    lines = "".join(f"<li>{esc(item)}</li>" for item in block.items)
                    out.append(f"<ul>{lines}</ul>")
                case Quote():
                    out.append(self.quote(block))
        text = "\n".join(out)
        return text.removesuffix("<br><br>") if paragraph == "br" else text

    def _run(self, run: Inline) -> str:
        if run.kind == "link":
            return f'<a href="{esc(run.href)}" rel="nofollow ugc">{esc(run.text)}</a>'
        if run.kind == "bold":
            return f"<b>{esc(run.text)}</b>"
        if run.kind == "emote":
            return f' <img src="/static/smile.png" alt="{esc(run.text)}" width="15" height="15">'
        return esc(run.text)

    def code(self, block: Code) -> str:
        """Return a block of code as HTML."""
        return f"<pre><code>{esc(block.text)}</code></pre>"

    @abstractmethod
    def quote(self, quote: Quote) -> str:
        """Return a quoted post as HTML."""

    # -- what goes with time

    def fill(self, kind: str, value: str, visit: Visit) -> str:
        """Return what stands at a live mark for this visit."""
        match kind:
            case "now":
                return self.clock_text(visit.now)
            case "year":
                return str(self.local(visit.now).year)
            case "views":
                return str(self.views(int(value), visit.now))
            case "account":
                return self._account(value, known=visit.known)
            case "token":
                return visit.token
            case "sid":
                return visit.session
            case "when":
                return self.when(int(value), visit.now)
        raise AssertionError(kind)

    def _account(self, value: str, *, known: bool) -> str:
        """Return the link to the login form; for who is logged in, the one out."""
        enter, _, leave = value.partition("|")
        path, text = (f"{self.root}logout", leave) if known else (self.login_path(), enter)
        return f'<a href="{esc(path)}">{text}</a>'

    def views(self, thread_id: int, now: float) -> int:
        """Return how often a thread was looked at; it grows with time alone."""
        thread = self.family.threads[thread_id]
        share = fraction(self.family.key, thread_id, "views")
        hours = max(0.0, now - thread.created) / 3600
        return int(9 + 90 * share + hours * (0.3 + 2 * share)) + 4 * len(thread.posts)

    @abstractmethod
    def clock_text(self, now: float) -> str:
        """Return the present time as the footer shows it."""

    def when(self, epoch: int, now: float) -> str:  # noqa: ARG002 - those with relative times
        """Return a moment as a page shows it at ``now``."""
        return self.clock_text(epoch)
