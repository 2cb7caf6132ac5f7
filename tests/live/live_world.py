"""What the live forum holds: boards, threads, posts, and what happens to it later.

Nothing here knows a forum software; the plan goes to its adapter as JSON.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field
from datetime import datetime
from html.parser import HTMLParser
from typing import Any
from zoneinfo import ZoneInfo

THREADS = 200
#: The forum's, not that of the machine, and nowhere stated on its pages.
ZONE = "Asia/Shanghai"
#: Posts on a page, as the software comes.
PAGE_SIZE = 20
#: Number of a thread -> minutes since its last post.
RECENT_M = {10: 4, 60: 17, 130: 26, 160: 48}

USERS = (
    "ann", "Bertram", "c_lee", "Dora Fenn", "eskil", "Fatima", "gus88", "Hanno", "ines", "jdoe",
    "Kaito", "老王", "lathe-man", "小李子", "Mireille", "nobody", "O'Neill", "钳工张师傅",
    "Quentin", "rust_belt", "Sanna", "木头人", "Tobias K", "user2041", "Viktor", "windy",
    "铁匠铺", "Yusuf",
)  # fmt: skip

_OPENERS = (
    "I bought a {a} last {t} and the {b} will not sit square.",
    "Has anybody here fitted a {b} to a {a} from before the war?",
    "The {a} in our shop has been making a noise since {t}.",
    "For {t} I have been looking for a {b} that fits my {a}.",
    "Somebody told me a {a} needs no {b} at all, which I find hard to believe.",
)
_MIDDLE = (
    "It measures {n} mm across, give or take a hair.",
    "The manual says {n} turns, the old hand next door says half of that.",
    "I paid {n} for it and would do it again.",
    "With a {b} of {n} mm it ran true for the first time.",
    "Oil it, wait for {t}, and check the {b} again.",
    "Take the {b} off first, or the {a} will drop on your foot.",
    "My father did it with a {a} and {n} drops of oil.",
    "You want to see the {b} move freely before you tighten anything.",
)
_CLOSERS = ("Pictures follow.", "Any advice is welcome.", "Thanks in advance.", "That is all.")
_A = ("lathe", "band saw", "drill press", "bench vice", "planer", "shaper", "forge", "hand plane")
_B = ("chuck", "belt", "spindle", "jaw", "blade", "guide", "bearing", "tail stock", "gib strip")
_T = ("a week", "Sunday", "spring", "ten days", "Friday evening", "two winters", "the holidays")

_ZH_OPENERS = (
    "上个月收了一台{a}，装上{b}以后总是有响声。",
    "请教各位师傅，{a}的{b}应该怎么调？",
    "车间里的{a}用了{n}年，最近{b}坏了。",
    "想买一台{a}，预算{n}元，有推荐的吗？",
)
_ZH_MIDDLE = (
    "我量了一下，间隙大概有{n}丝。",
    "先把{b}拆下来清洗，再上油试试。",
    "我家那台{a}换过{n}次{b}，一直很好用。",
    "说明书上写的是{n}毫米，实际差得远。",
    "这个价格不贵，{a}主要看{b}的精度。",
    "没有{b}的话，{a}根本转不起来。",
)
_ZH_CLOSERS = ("谢谢大家。", "有图有真相。", "希望能帮到你。", "先这样。")
_ZH_A = ("车床", "铣床", "台钻", "刨床", "砂轮机", "老虎钳", "带锯")
_ZH_B = ("主轴", "卡盘", "皮带", "轴承", "导轨", "尾座", "刀架")

_SHORT = ("+1", "Thanks!", "Same here.", "Bump.", "顶", "谢谢楼主", "好东西，收藏了", "Nice work.")


@dataclass(slots=True)
class PlannedPost:
    """A post to be written; ``text`` is Markdown, ``time`` in seconds since the epoch."""

    author: str
    time: int
    text: str


@dataclass(slots=True)
class PlannedThread:
    """A thread to be opened; its first post opens it."""

    name: str
    board: str
    title: str
    posts: list[PlannedPost]
    pinned: bool = False
    closed: bool = False


@dataclass(slots=True)
class Board:
    """A board, below another one when ``parent`` names it."""

    name: str
    about: str
    parent: str | None = None
    threads: int = 0


BOARDS = (
    Board("Announcements", "News of the house", threads=6),
    Board("Workshop talk", "Anything that turns, cuts or planes", threads=66),
    Board("Tools & machines", "What to buy, what to mend", threads=38),
    Board("Hand tools", "No motors here", parent="Tools & machines", threads=26),
    Board("车间闲谈", "师傅们聊天的地方", threads=46),
    Board("Marketplace", "Sell and swap", threads=18),
)


@dataclass(slots=True)
class Plan:
    """The forum as it is at first."""

    users: list[str] = field(default_factory=lambda: list(USERS))
    boards: list[Board] = field(default_factory=lambda: list(BOARDS))
    threads: list[PlannedThread] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True)
class Change:
    """What happens later: replies by the thread's name, threads opened, the last post edited."""

    replies: dict[str, list[PlannedPost]] = field(default_factory=dict)
    threads: list[PlannedThread] = field(default_factory=list)
    edit: dict[str, str] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Writer:
    """Writes titles and posts, no two of the longer ones alike."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self._written = 0

    def title(self, *, chinese: bool) -> str:
        dice = self.dice
        self._written += 1
        n = self._written
        if chinese:
            return f"{dice.choice(_ZH_A)}的{dice.choice(_ZH_B)}问题，第{n}回"
        return f"{dice.choice(_A).capitalize()}: the {dice.choice(_B)} again (no. {n})"

    def text(self, *, chinese: bool, opening: bool = False) -> str:
        dice = self.dice
        if not opening and dice.random() < 0.06:
            return dice.choice(_SHORT)
        sets = (_ZH_OPENERS, _ZH_MIDDLE, _ZH_CLOSERS) if chinese else (_OPENERS, _MIDDLE, _CLOSERS)
        openers, middle, closers = sets
        parts = [dice.choice(openers)] if opening or dice.random() < 0.4 else []
        parts += dice.sample(middle, dice.randint(1, 4))
        if dice.random() < 0.3:
            parts.append(dice.choice(closers))
        filled = [self._fill(part, chinese=chinese) for part in parts]
        if len(filled) > 2 and dice.random() < 0.4:
            filled.insert(dice.randint(1, len(filled) - 1), "\n\n")
        text = ("" if chinese else " ").join(filled)
        if dice.random() < 0.05:
            text += "\n\n- one\n- two, or **three**\n- `G0 X10`"
        if dice.random() < 0.05:
            text += f"\n\nSee https://www.example.org/parts/{dice.randint(100, 999)} for the part."
        return "\n\n".join(piece.strip() for piece in text.split("\n\n"))

    def _fill(self, text: str, *, chinese: bool) -> str:
        dice = self.dice
        a, b = (_ZH_A, _ZH_B) if chinese else (_A, _B)
        return text.format(
            a=dice.choice(a), b=dice.choice(b), t=dice.choice(_T), n=dice.randint(2, 9999)
        )


def _sizes(dice: random.Random) -> list[int]:
    """Posts in each thread: most short, some at the very end of a page, some of several."""
    sizes = [PAGE_SIZE, PAGE_SIZE, 2 * PAGE_SIZE, PAGE_SIZE + 1]
    sizes += [dice.randint(PAGE_SIZE + 2, 3 * PAGE_SIZE + 5) for _ in range(14)]
    sizes += [dice.randint(8, PAGE_SIZE - 2) for _ in range(42)]
    sizes += [1] * 22
    sizes += [dice.randint(2, 7) for _ in range(THREADS - len(sizes))]
    dice.shuffle(sizes)
    return sizes


def _quoting(writer: Writer, quoted: PlannedPost, *, chinese: bool) -> str:
    own = next(line for line in quoted.text.splitlines() if line and not line.startswith(">"))
    return f"> @{quoted.author} said:\n> {own}\n\n{writer.text(chinese=chinese, opening=True)}"


def make_plan(now: datetime, seed: int = 41) -> Plan:
    """Plan a forum of 200 threads whose last posts spread over the year before ``now``."""
    writer = Writer(seed)
    dice = writer.dice
    end = int(now.timestamp()) // 60 * 60
    plan = Plan()
    boards = [board for board in BOARDS for _ in range(board.threads)]
    for number, (board, size) in enumerate(zip(boards, _sizes(dice), strict=True)):
        chinese = not board.name.isascii() or dice.random() < 0.12
        # The nearer the more: the last hours, days, and then the months before.
        age = 60 * RECENT_M.get(number, int(60 + 380 * 1440 * dice.random() ** 3))
        posts: list[PlannedPost] = []
        moment = end - age
        for _ in range(size):
            posts.append(PlannedPost(dice.choice(USERS), moment, ""))
            moment -= dice.choice((1, 2, 7, 25, 60, 400, 1500)) * 60
        posts.reverse()
        # Times count up from the first post to the last.
        for post, time in zip(posts, sorted(p.time for p in posts), strict=True):
            post.time = time
        for place, post in enumerate(posts):
            if place > 1 and dice.random() < 0.1:
                post.text = _quoting(writer, posts[place - 2], chinese=chinese)
            else:
                post.text = writer.text(chinese=chinese, opening=not place)
        plan.threads.append(
            PlannedThread(
                f"t{number}",
                board.name,
                writer.title(chinese=chinese),
                posts,
                pinned=number in {0, 20, 150},
                closed=number in {0, 31, 90, 151},
            )
        )
    return plan


def make_change(plan: Plan, now: datetime, seed: int = 42) -> Change:
    """Plan what happens next: ten threads grow, two of them over a page's end, five are new."""
    writer = Writer(seed)
    end = int(now.timestamp())
    change = Change()
    open_threads = [t for t in plan.threads if not t.closed]
    full = [t for t in open_threads if len(t.posts) % PAGE_SIZE == 0][:2]
    long = [t for t in open_threads if len(t.posts) > PAGE_SIZE + 1 and t not in full][:2]
    short = [t for t in open_threads if 2 <= len(t.posts) <= PAGE_SIZE - 4]
    chosen = [*full, *long, *(short[n * len(short) // 6] for n in range(6))]
    for place, thread in enumerate(chosen):
        chinese = not thread.title.isascii()
        change.replies[thread.name] = [
            PlannedPost(
                writer.dice.choice(USERS),
                end - 60 + 3 * place + n,
                writer.text(chinese=chinese, opening=True),
            )
            for n in range(1 + place % 2)
        ]
    change.edit = {chosen[-1].name: "I have thought better of it: leave the thing as it is."}
    homes = ("Workshop talk", "Hand tools", "车间闲谈", "Workshop talk", "Marketplace")
    for number, board in enumerate(homes):
        chinese = not board.isascii()
        posts = [
            PlannedPost(
                USERS[number],
                end - 20 + 3 * number + n,
                writer.text(chinese=chinese, opening=True),
            )
            for n in range(1 + number % 2)
        ]
        title = "New: " + writer.title(chinese=chinese)
        change.threads.append(PlannedThread(f"n{number}", board, title, posts))
    return change


class _Text(HTMLParser):
    def __init__(self, *, quotes: bool) -> None:
        super().__init__()
        self.quotes, self.depth = quotes, 0
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.depth += tag == "blockquote"
        self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "blockquote"
        self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if self.quotes or not self.depth:
            self.parts.append(data)


def text_of(html: str, *, quotes: bool = True) -> str:
    """Text of a post's HTML, with or without what it quotes."""
    parser = _Text(quotes=quotes)
    parser.feed(html)
    parser.close()
    return " ".join("".join(parser.parts).split())


def minute(seconds: int) -> str:
    """ISO 8601 to the minute, in the forum's zone."""
    return datetime.fromtimestamp(seconds, ZoneInfo(ZONE)).isoformat(timespec="minutes")
