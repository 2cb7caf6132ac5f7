"""Makes forums of shapes drawn by a seed."""

from __future__ import annotations

from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeaddresses import ADDRESSES, Address
from benchmarks._madebodies import PARAGRAPHS, QUOTES, Body, Quoted, make_body
from benchmarks._madecrowd import CROWD, Crowd, Mention
from benchmarks._madeframe import CLASS_STYLES, FRAMES, PAGERS, Frame, Pager, box, link, links
from benchmarks._madelists import (
    HOME_LAYOUTS,
    LIST_LAYOUTS,
    BoardRow,
    ThreadRow,
    lay_out_boards,
    lay_out_rows,
)
from benchmarks._madeposts import POST_LAYOUTS, UNTOLD, Parts, lay_out_posts
from benchmarks._madesite import Look, MadePost, MadeSite, MadeThread, Shape, stream
from benchmarks._madethreads import (
    Post,
    Thread,
    advertised,
    below_days,
    is_remark,
    member_days,
    solved,
    with_remarks,
)
from benchmarks._madetimes import TIMES, SiteClock
from benchmarks._madeturns import FORUM_TURNS, make_turned, take, whole_rows
from benchmarks._madewords import TONGUES, tongue

if TYPE_CHECKING:
    import random

__all__ = ["make_forum"]

_ASPECTS = {
    "language": TONGUES,
    "address": tuple(ADDRESSES),
    "home": HOME_LAYOUTS,
    "listing": LIST_LAYOUTS,
    "post": POST_LAYOUTS,
    "classes": CLASS_STYLES,
    "frame": FRAMES,
    "who": ("link", "bold", "plain", "span", "by", "bold_link", "colon", "picture"),
    "time": TIMES,
    "pager": PAGERS,
    "paragraphs": PARAGRAPHS,
    "quote": QUOTES,
    "signature": ("rule", "dashes", "line"),
    "charset": ("utf-8", "gbk"),
    "declared": ("both", "meta", "header"),
}
_EXTRAS = (
    *("quotes", "lists", "code", "images", "signatures", "edits", "details", "acts", "ads"),
    *("latest", "hot", "online", "login_form", "breadcrumb", "print", "sort", "calendar"),
    *("archive", "stickies", "inline", "minipagers", "home_last"),
    *("col_starter", "col_replies", "col_views", "col_last", "col_poster"),
)
#: Boards of the home page where others stand below the first of them.
_TOP = 2
_PLACES = ("Lund", "Porto", "Graz", "Oban")
_BOARDS = ("general", "workshop", "market", "meetings")


class _Forum:
    """A forum while it is made."""

    def __init__(self, shape: Shape, name: str) -> None:
        self.shape, seed = shape, shape.seed
        self.t = tongue(shape["language"])
        self.c = Look(shape["classes"], seed, self.t)
        self.address: Address = ADDRESSES[shape["address"]]
        rng = stream(seed, "sizes")
        self.thread_size, self.list_size = rng.choice((4, 5, 8)), rng.choice((6, 7, 8))
        told = "age" if "relative_only" in shape else shape["time"]
        self.clock = SiteClock.draw(rng, self.t, told)
        charset = shape["charset"] if self.t.code == "zh" else "utf-8"
        declared = shape["declared"]
        self.site = MadeSite(name, "forum", shape, charset, declared)
        self.users = list(self.t.users)
        rng.shuffle(self.users)
        if "anonymous" in shape:
            self.users = [self.t.label("anonymous")] * len(self.users)
        self.signatures = [self.t.sentence(rng) for _ in self.users]
        self.page_size = 1 if "messages" in shape else self.thread_size
        self.pager = "load_more" if "load_more" in shape else shape["pager"]
        self.first_thread = rng.randrange(11, 900)
        count = rng.choice((2, 3, 3, 4))
        if self._has_below:
            count = max(count, _TOP + 1)
        self.boards = [f"{2 + n * 3}" for n in range(count)]
        members = [(name, self.member(user)) for user, name in enumerate(self.users)]
        self.crowd = Crowd(shape, self.c, self.clock, members)
        self.threads = self._threads(stream(seed, "threads"))
        self.frame = self._frame()

    # What is said

    def _threads(self, rng: random.Random) -> list[Thread]:
        counts = [self.list_size + rng.randint(1, 3)]
        counts += [rng.randint(2, 4) for _ in self.boards[1:]]
        long = set(rng.sample(range(sum(counts)), 3))
        boards = [board for board, count in enumerate(counts) for _ in range(count)]
        titles: dict[str, None] = {}
        while len(titles) < len(boards):
            titles.setdefault(self.t.title(rng))
        return [
            self._thread(rng, n, board, title, long=n in long)
            for n, (board, title) in enumerate(zip(boards, titles, strict=True))
        ]

    def _thread(self, rng: random.Random, n: int, board: int, title: str, *, long: bool) -> Thread:
        number = self.first_thread + 7 * n
        size = rng.randint(1, self.thread_size)
        if long:
            size = self.thread_size * rng.choice((1, 1, 2)) + rng.randint(1, self.thread_size)
        posts = self._posts(rng, 40 * number, 1 if n == 1 and not long else size)
        slug = self.t.slug(rng, title)
        pages = -(-len(posts) // self.page_size)
        urls = self.address.pages(
            "thread", pages, self.page_size, b=self.boards[board], t=number, slug=slug
        )
        if "messages" in self.shape:
            urls = [f"/msg/{post.number}.html" for post in posts]
        if "newest_first" in self.shape:
            posts.reverse()
        sticky = "stickies" in self.shape and n in {0, 2}
        return Thread(number, board, title, slug, posts, sticky, urls, rng.randint(20, 4000))

    def _posts(self, rng: random.Random, first: int, size: int) -> list[Post]:
        times = [self.clock.past(rng, 3000)]
        most_min = 400 if "day_heads" in self.shape else 2500
        for _ in range(size - 1):
            times.append(times[-1] - timedelta(minutes=rng.randint(3, most_min)))
        posts: list[Post] = []
        for n, when in enumerate(reversed(times)):
            others = [u for u in range(len(self.users)) if not posts or u != posts[-1].author]
            quoted = None
            if posts:
                before = posts[-1]
                words = before.body.own or before.body.text
                told = self.clock.html(before.when)
                quoted = Quoted(self.users[before.author], self.member(before.author), told, words)
            body = make_body(rng, self.shape, self.c, quoted=quoted)
            if "remarks" in self.shape and is_remark(n % self.page_size):
                said = self.t.sentence(rng)
                body = Body(escape(said), said)
            shown = when.replace(second=rng.randrange(60))
            edited = "edits" in self.shape and rng.random() < 0.25
            posts.append(Post(rng.choice(others), shown, body, first + n, edited))
        return posts

    # Pieces

    def member(self, user: int) -> str:
        """Return the address of a member."""
        return self.address.member(u=user + 3, name=f"user{user + 3}")

    @property
    def _has_members(self) -> bool:
        """Whether those who write have pages."""
        return "anonymous" not in self.shape

    def _who(self, user: int) -> str:
        """Return who wrote a post, with a mark where it is none of the members."""
        if "guests" in self.shape and user % 3 == 0:
            return f"{self._name(user, linked=False)} ({self.t.label('guest')})"
        return self._name(user)

    def _name(self, user: int, *, linked: bool = True) -> str:
        how, name = self.shape["who"], self.users[user]
        if how in {"link", "bold_link", "picture"} and not (linked and self._has_members):
            how = "span"
        if "avatar_only" in self.shape:
            picture = f'<img src="/a/{user}.png" alt="{escape(name)}" title="{escape(name)}">'
            return f'<a href="{self.member(user)}">{picture}</a>'
        if how in {"link", "bold_link"}:
            shown = link(self.member(user), name, self.c("username"))
            return f"<b>{shown}</b>" if how == "bold_link" else shown
        if how == "bold":
            return f"<b>{escape(name)}</b>"
        if how == "span":
            return f"<span{self.c('username')}>{escape(name)}</span>"
        if how == "picture":
            picture = f'<a href="{self.member(user)}"><img src="/a/{user}.png" alt=""></a>'
            return f"{picture} {link(self.member(user), name)}"
        if how == "colon":
            return f"<b>{escape(name)}</b>:"
        if how == "by":
            return f"{escape(self.t.label('by'))} <strong>{escape(name)}</strong>"
        return escape(name)

    def _tells(self, thread: Thread, post: Post) -> bool:
        """Whether it is told when a post was written."""
        if "untimed_answers" in self.shape:
            return post is thread.first
        return "untimed" not in self.shape

    def _true(self, thread: Thread, post: Post) -> MadePost:
        """Return the truth of a post."""
        author = self.users[post.author]
        time = self.clock.true(post.when) if self._tells(thread, post) else None
        if "day_heads" in self.shape:
            # The hour alone tells of no zone.
            time = post.when.isoformat()
        return MadePost(post.number, author, time, post.body.text, post.body.own)

    def _parts(self, post: Post, thread: Thread, floor: int) -> Parts:
        t, crowd, title = self.t, self.crowd, thread.title
        starter = thread.first.author
        in_time = sorted(thread.posts, key=lambda one: one.when)
        to = in_time[floor - 2].author if floor > 1 else None
        anchor = f"p{post.number}"
        about: list[str] = []
        if "details" in self.shape:
            n = post.author
            about = [
                f"<small>{escape(t.label('rank'))}</small>",
                f"<small>{escape(t.label('posts'))}: {17 + 31 * n}</small>",
                f"<small>{escape(t.label('joined'))}: {2009 + n}</small>",
                f"<small>{escape(t.label('place'))}: {_PLACES[n % len(_PLACES)]}</small>",
            ]
        if "member_days" in self.shape:
            about = member_days(self.c, self.clock, post.author)
        acts = ""
        pairs: list[tuple[str, str]] = []
        if "acts" in self.shape:
            pairs = [(f"/reply?p={post.number}", t.label("reply"))]
            pairs.append((f"/report?p={post.number}", t.label("report")))
        if "filters" in self.shape:
            page = thread.urls[(floor - 1) // self.page_size]
            mark = "&" if "?" in page else "?"
            pairs += [
                (f"{page}{mark}author={post.author}", t.label("only_author")),
                (f"/post/{post.number}", f"#{floor}"),
            ]
        if pairs:
            acts = f"<div{self.c('actions')}>{links(pairs)}</div>"
        is_told = self._tells(thread, post)
        told = self.clock.html(post.when) if is_told else UNTOLD
        edited = self._edited(post) if is_told else ""
        if "edited_heads" in self.shape and post.number % 2:
            told += f" <span{self.c('changed')}>({escape(self._change(post))})</span>"
        return Parts(
            floor=floor,
            anchor=anchor,
            who=crowd.who(
                self._who(post.author),
                post.number,
                post.author,
                starts=post.author == starter,
                to=to,
            ),
            when=crowd.when(told, post.number, post.author, anchor),
            words=crowd.words(post.body.html),
            about=about,
            acts=acts,
            subject=f"Re: {title}" if floor > 1 else title,
            tail=crowd.tail(post.number) + edited + self._signature(post.author),
        )

    def _edited(self, post: Post) -> str:
        if not post.edited:
            return ""
        return f"<div{self.c('edited')}><i>{escape(self._change(post))}</i></div>"

    def _change(self, post: Post) -> str:
        """Return who changed a post when."""
        later = self.clock.plain(post.when + timedelta(minutes=17))
        return f"{self.t.label('edited')} {self.users[post.author]}, {later}"

    def _signature(self, user: int) -> str:
        if "signatures" not in self.shape or user % 3 == 2:
            return ""
        words = escape(self.signatures[user])
        how = self.shape["signature"]
        if how == "rule":
            return f"<div{self.c('signature')}><hr>{words}</div>"
        start = "-- " if how == "dashes" else "____________________"
        return f"<div{self.c('signature')}>{start}<br>{words}</div>"

    # Pages

    def _frame(self) -> Frame:
        t, shape = self.t, self.shape
        menu = [("/", t.label("forum")), ("/register", t.label("register"))]
        menu += [("/search", t.label("search")), ("/members", t.label("members"))]
        if not self._has_members:
            menu.pop()
        if "stream_home" in shape:
            menu += [
                (self._board_urls(n)[0], self._board_title(n)) for n in range(len(self.boards))
            ]
        if "calendar" in shape:
            menu.append(("/calendar", t.label("calendar")))
        side = ""
        latest = self._by_last(self.threads)
        pairs = [(thread.urls[0], thread.title) for thread in latest]
        for extra, chosen in (("latest", pairs[:5]), ("hot", pairs[4:9])):
            if extra in shape:
                side += box(t.label(extra), chosen, self.c, extra)
        if "online" in shape:
            there = [(self.member(user), self.users[user]) for user in range(4)]
            side += box(t.label("online"), there, self.c, "online")
        side += self.crowd.last_posts([self._mention(thread) for thread in latest[:4]])
        foot = [("/rules", t.label("rules"))]
        if "archive" in shape:
            foot.append(("/archive/", t.label("text_only")))
        name = f"{t.label('tinkerers')} {t.label('forum')}"
        charset = self.site.charset if shape["declared"] != "header" else ""
        return Frame(shape, self.c, name, menu, side, foot, charset)

    @staticmethod
    def _by_last(threads: list[Thread]) -> list[Thread]:
        return sorted(threads, key=lambda one: (one.sticky, one.last.when), reverse=True)

    def _board_title(self, board: int) -> str:
        return self.t.label(_BOARDS[board])

    def _of(self, board: int) -> list[Thread]:
        return self._by_last([thread for thread in self.threads if thread.board == board])

    def _board_urls(self, board: int) -> list[str]:
        pages = -(-len(self._of(board)) // self.list_size)
        slug = _BOARDS[board]
        return self.address.pages("board", pages, self.list_size, b=self.boards[board], slug=slug)

    def _board_rows(self) -> list[BoardRow]:
        rows = []
        for board in range(len(self.boards)):
            threads = self._of(board)
            last = max(threads, key=lambda one: one.last.when).last
            told = ""
            if "home_last" in self.shape:
                told = f"{self.clock.html(last.when)} {escape(self.users[last.author])}"
            rows.append(
                BoardRow(
                    self._board_urls(board)[0],
                    self._board_title(board),
                    f"{self.t.label('about')} ({self._board_title(board)})",
                    len(threads),
                    sum(len(thread.posts) for thread in threads),
                    told,
                )
            )
        return rows

    def home(self) -> None:
        """Make the page of all boards, or of the newest threads of all."""
        rows = self._board_rows()
        html = lay_out_boards(self.shape["home"], rows[:_TOP] if self._has_below else rows, self.c)
        if "stream_home" in self.shape:
            shown = self._by_last(self.threads)[: 2 * self.list_size]
            html = self._lay_out([self._row(one, named=True) for one in shown])
        self.site.page("/", self.frame.page(self.frame.name, html))

    @property
    def _has_below(self) -> bool:
        """Whether boards are below the first one, and not on the home page."""
        return "subboards" in self.shape

    def _lay_out(self, rows: list[ThreadRow]) -> str:
        if "whole_rows" in self.shape:
            return whole_rows(rows, self.c)
        return lay_out_rows(self.shape["listing"], rows, self.c)

    def _row(self, thread: Thread, *, named: bool = False) -> ThreadRow:
        """Return a thread as lists show it, with the name of its board where that is asked for."""
        t, shape, last = self.t, self.shape, thread.last
        cells: list[tuple[str, str]] = []
        if named:
            board = link(self._board_urls(thread.board)[0], self._board_title(thread.board))
            cells.append((t.label("forum"), board))
        if "col_starter" in shape:
            cells.append((t.label("author"), self._member_cell(thread.first.author)))
        if "col_replies" in shape:
            cells.append((t.label("replies"), str(len(thread.posts) - 1)))
        if "col_views" in shape:
            cells.append((t.label("views"), str(thread.views)))
        if "col_last" in shape:
            told = escape(self.clock.plain(last.when))
            if "col_poster" in shape:
                told += f" {escape(t.label('by'))} {self._member_cell(last.author)}"
            cells.append((t.label("last"), told))
        pages = ""
        if "minipagers" in shape and len(thread.urls) > 1:
            numbered = [(url, str(n)) for n, url in enumerate(thread.urls, 1)]
            pages = f"[ {links(numbered, ' ')} ]"
        words = thread.first.body.text.splitlines()[0]
        return ThreadRow(thread.urls[0], thread.title, thread.sticky, pages, words[:80], cells)

    def _member_cell(self, user: int) -> str:
        if self.shape["who"] in {"link", "bold_link", "picture"}:
            return link(self.member(user), self.users[user])
        return escape(self.users[user])

    def board(self, board: int) -> None:
        """Make the pages of a board."""
        threads, urls, title = self._of(board), self._board_urls(board), self._board_title(board)
        pager = Pager(urls, self.list_size, len(threads), self.c)
        self.site.board(title, urls)
        for n, url in enumerate(urls):
            shown = threads[n * self.list_size :][: self.list_size]
            sort = ""
            if "sort" in self.shape:
                mark = "&" if "?" in url else "?"
                pair = (f"{url}{mark}sort=new", self.t.label("newest"))
                sort = f"<p>{escape(self.t.label('sort'))}: {links([pair])}</p>"
            main = (
                f"<h1>{escape(title)}</h1>{sort}"
                + self._listed(shown, board if not n else None)
                + pager.html(self.pager, n + 1)
            )
            crumbs = [("/", self.frame.name), (urls[0], title)]
            self.site.page(url, self.frame.page(title, main, crumbs))
            if sort and not n:
                self.site.page(pair[0], self.frame.page(title, main, crumbs))

    def _listed(self, threads: list[Thread], first_of: int | None) -> str:
        """Return the threads of a board's page; on the first one may be boards before them."""
        if "messages" in self.shape:
            return "<ul>" + "".join(self._tree(one) for one in threads) + "</ul>"
        boards = ""
        if self._has_below and first_of == 0:
            boards = lay_out_boards(self.shape["home"], self._board_rows()[_TOP:], self.c)
        return boards + self._lay_out([self._row(one) for one in threads])

    def _tree(self, thread: Thread, at: int | None = None) -> str:
        """Return the messages of a thread below each other, those that answer the first inside."""
        lines = []
        for n, (url, post) in enumerate(zip(thread.urls, thread.posts, strict=True)):
            title = f"Re: {thread.title}" if n else thread.title
            shown = f"<b>{escape(title)}</b>" if n == at else link(url, title)
            told = f"{escape(self.users[post.author])}, {self.clock.plain(post.when)}"
            lines.append(f"{shown} <i>{told}</i>")
        inside = "".join(f"<li>{line}</li>" for line in lines[1:])
        return f"<li>{lines[0]}{f'<ul>{inside}</ul>' if inside else ''}</li>"

    def thread(self, thread: Thread) -> None:
        """Make the pages of a thread."""
        size, shape = self.page_size, self.shape
        pager = Pager(thread.urls, size, len(thread.posts), self.c)
        truth = MadeThread(thread.title, thread.board, [], thread.sticky)
        ad = ""
        if "ads" in shape:
            label = escape(self.t.label("ad"))
            ad = f"<div{self.c('ad')}>{label}: {link('http://ads.invalid/7', 'Bestbolts')}</div>"
        for n, url in enumerate(thread.urls):
            posts = thread.posts[n * size :][:size]
            floors = [n * size + k for k in range(1, len(posts) + 1)]
            if "newest_first" in shape:
                floors = [len(thread.posts) + 1 - floor for floor in floors]
            parts = [
                self._parts(post, thread, floor) for post, floor in zip(posts, floors, strict=True)
            ]
            if n and "repeated_first" in shape:
                parts.insert(0, self._parts(thread.posts[0], thread, 1))
            if "ad_posts" in shape:
                parts.insert(1, advertised(shape, self.c, n))
            around = pager.html(self.pager, n + 1)
            below = self._below(thread)
            if "messages" in shape:
                around = (
                    f"<p>{pager.steps(n + 1, self.t.label('previous'), self.t.label('next'))}</p>"
                )
                head = f"<h3>{escape(self.t.label('threads_tree'))}</h3>"
                below = f"{head}<ul>{self._tree(thread, n)}</ul>"
            extra = self._print(thread) if "print" in shape else ""
            removed = self.crowd.removed(thread.number) if not n else ""
            main = (
                f"<h1>{escape(thread.title)}</h1>{extra}{self._above(thread)}{around}\n"
                f"{self._lay_out_posts(posts, parts, ad + removed, n)}\n{around}"
                f"{below}"
            )
            crumbs = [
                ("/", self.frame.name),
                (self._board_urls(thread.board)[0], self._board_title(thread.board)),
            ]
            self.site.page(url, self.frame.page(thread.title, main, crumbs))
            truth.pages.append((url, [self._true(thread, post) for post in posts]))
            if "filters" in shape:
                self._filtered(thread, n, truth)
        self._copies(thread, truth)
        self.site.threads.append(truth)

    def _lay_out_posts(self, posts: list[Post], parts: list[Parts], between: str, page: int) -> str:
        """Return the posts of a page as the site's turn has them."""
        shape, c = self.shape, self.c
        if "day_heads" in shape:
            return below_days(shape, c, list(zip(posts, parts, strict=True)))
        if "best_answer" in shape and not page:
            return solved(shape, c, parts)
        if "remarks" in shape:
            parts = with_remarks(shape, c, parts)
        return lay_out_posts(shape["post"], parts, c, between)

    def _filtered(self, thread: Thread, page: int, truth: MadeThread) -> None:
        """Make the pages that show some posts of a page: of one author, and one alone."""
        size, url = self.page_size, thread.urls[page]
        numbered = list(enumerate(thread.posts, 1))[page * size :][:size]
        views: dict[str, list[tuple[int, Post]]] = {}
        for floor, post in numbered:
            mark = "&" if "?" in url else "?"
            views.setdefault(f"{url}{mark}author={post.author}", []).append((floor, post))
            views[f"/post/{post.number}"] = [(floor, post)]
        for path, posts in views.items():
            parts = [self._parts(post, thread, floor) for floor, post in posts]
            html = lay_out_posts(self.shape["post"], parts, self.c)
            main = f"<h1>{link(thread.urls[0], thread.title)}</h1>{html}"
            self.site.page(path, self.frame.page(thread.title, main))
            truth.parts.append((path, page + 1))

    def _mention(self, thread: Thread, *, first: bool = False) -> Mention:
        post = thread.first if first else thread.last
        words = post.body.text.splitlines()[0]
        return Mention(thread.urls[0], thread.title, self.users[post.author], post.when, words)

    def _above(self, thread: Thread) -> str:
        start = self._mention(thread, first=True)
        return self.crowd.above(start, len(thread.posts) - 1, thread.views, thread.number)

    def _below(self, thread: Thread) -> str:
        board = self._of(thread.board)
        at = board.index(thread)
        beside = [self._mention(board[n]) for n in (at - 1, at + 1) if 0 <= n < len(board)]
        similar = [self._mention(one) for one in self.threads if one is not thread][:3]
        boards = [self._board_title(n) for n in range(len(self.boards))]
        return self.crowd.below(similar, beside, boards)

    def _print(self, thread: Thread) -> str:
        return f"<p>{link(f'/print/{thread.number}', self.t.label('print'))}</p>"

    def _copies(self, thread: Thread, truth: MadeThread) -> None:
        """Make the other addresses that show the same posts."""
        said = "\n<hr>".join(
            f"<p><b>{escape(self.users[post.author])}</b> "
            f"{self.clock.plain(post.when) if self._tells(thread, post) else ''}</p>"
            f"<div>{post.body.html}</div>"
            for post in thread.posts
        )
        paths = {"print": f"/print/{thread.number}", "archive": f"/archive/t-{thread.number}.html"}
        for extra, path in paths.items():
            if extra in self.shape:
                self.site.page(
                    path,
                    f'<html><head><meta charset="{self.site.charset}"><title>'
                    f"{escape(thread.title)}</title></head><body><h2>{escape(thread.title)}</h2>"
                    f"{said}</body></html>",
                )
                truth.aliases.append((path, 1))

    def others(self) -> None:
        """Make the pages that hold no posts."""
        t, site, frame = self.t, self.site, self.frame
        form = '<form action="/login"><input name="q"> <input type="submit"></form>'
        named = {"/register": "register", "/search": "search", "/rules": "rules"}
        if "calendar" in self.shape:
            named["/calendar"] = "calendar"
        for path, key in named.items():
            site.page(path, frame.page(t.label(key), f"<h1>{escape(t.label(key))}</h1>{form}"))
        rows = [(self.member(user), name) for user, name in enumerate(self.users)]
        if not self._has_members:
            return
        site.page(
            "/members", frame.page(t.label("members"), box(t.label("members"), rows, self.c, "m"))
        )
        for user, name in enumerate(self.users):
            about = f"<h1>{escape(name)}</h1><p>{escape(t.label('joined'))}: {2009 + user}</p>"
            site.page(self.member(user), frame.page(name, about))
        if "archive" in self.shape:
            listed = [(f"/archive/t-{one.number}.html", one.title) for one in self.threads]
            site.page("/archive/", frame.page(t.label("text_only"), box("", listed, self.c, "a")))


def make_forum(
    seed: int, *, crowded: bool = False, turned: bool = False, turn: str | None = None
) -> MadeSite:
    """Make the forum of a seed.

    Parameters
    ----------
    crowded
        Whether it has much in its threads that is of no post.
    turned
        Whether it takes a turn, which ``turn`` names, or the seed draws.
    """
    shape = Shape.draw(seed, _ASPECTS, (*_EXTRAS, *CROWD) if crowded else _EXTRAS)
    if not turned:
        return _make(shape, f"{'crowd' if crowded else 'forum'}{seed:04d}")
    return make_turned(take(shape, turn, FORUM_TURNS), f"turn{seed:04d}", _make)


def _make(shape: Shape, name: str) -> MadeSite:
    forum = _Forum(shape, name)
    forum.home()
    for board in range(len(forum.boards)):
        forum.board(board)
    for thread in forum.threads:
        forum.thread(thread)
    forum.others()
    return forum.site
