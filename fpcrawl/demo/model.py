"""The values of the demo's world: members, boards, threads, posts, articles and bodies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = [
    "Article",
    "Block",
    "Board",
    "BoardSpec",
    "Code",
    "Comment",
    "Image",
    "Inline",
    "Items",
    "Language",
    "Member",
    "Para",
    "Post",
    "Quote",
    "Thread",
    "full_text",
    "own_text",
]

Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Inline:
    """A run of text inside a paragraph."""

    kind: Literal["text", "link", "bold", "emote"]
    text: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    runs: tuple[Inline, ...]

    @property
    def text(self) -> str:
        """The words a reader sees; pictures of faces are not words."""
        return "".join(run.text for run in self.runs if run.kind != "emote")


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code, lines kept."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in the text."""

    src: str


@dataclass(frozen=True, slots=True)
class Items:
    """A bulleted list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """What another post said, repeated in this one."""

    post_id: int
    author: str
    published: int
    text: str


Block = Para | Code | Image | Items | Quote


def _block_text(block: Block) -> str:
    match block:
        case Para() | Code() | Quote():
            return block.text
        case Items():
            return "\n".join(block.items)
        case Image():
            return ""


def own_text(body: tuple[Block, ...]) -> str:
    """Return the text without quotes, blocks parted by line feeds."""
    parts = (_block_text(block) for block in body if not isinstance(block, Quote))
    return "\n".join(part for part in parts if part)


def full_text(body: tuple[Block, ...]) -> str:
    """Return the text with the quoted words where they stand."""
    return "\n".join(part for part in map(_block_text, body) if part)


@dataclass(frozen=True, slots=True)
class Member:
    """Someone who writes."""

    id: int
    name: str
    joined: int
    signature: str


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """What a board is like before anybody wrote in it.

    Attributes
    ----------
    activity
        Share of the usual posting rate, 1 = as the family's average.
    peaks
        Hours of the day (0..24, local) round which people write: ``(hour, width, height)``.
    weekend
        Rate on Saturday and Sunday as a share of a weekday's.
    parent
        Id of the board whose page lists this one, 0 = the home page lists it.
    login
        Guests see a login form instead.
    robots
        ``False`` when robots.txt keeps crawlers out.
    """

    id: int
    name: str
    slug: str
    topic: str
    language: Language
    category: str = ""
    activity: float = 1.0
    peaks: tuple[tuple[float, float, float], ...] = ((20.0, 3.0, 1.0),)
    weekend: float = 1.0
    parent: int = 0
    login: bool = False
    robots: bool = True


@dataclass(slots=True)
class Post:
    """One post. ``published`` and ``edited`` are whole seconds since the epoch."""

    id: int
    thread_id: int
    author: Member
    published: int
    body: tuple[Block, ...]
    likes: int = 0
    quote_of: int | None = None
    edited: int | None = None
    edits: int = 0
    deleted: bool = False


@dataclass(slots=True)
class Thread:
    """A thread; ``version`` grows with every change that its pages show."""

    id: int
    board: Board
    title: str
    author: Member
    created: int
    sticky: bool = False
    posts: list[Post] = field(default_factory=list)
    bumped: int = 0
    changed: int = 0
    version: int = 0
    deleted: bool = False

    @property
    def alive(self) -> list[Post]:
        """The posts that were not deleted."""
        return [post for post in self.posts if not post.deleted]

    @property
    def last(self) -> Post:
        """The newest post that was not deleted; the opening post if none is left."""
        return next((post for post in reversed(self.posts) if not post.deleted), self.posts[0])


@dataclass(slots=True)
class Board:
    """A board and its threads; ``version`` grows with every change in it.

    ``threads`` is kept in the order of their newest posts, oldest first.
    """

    spec: BoardSpec
    family: str
    reachable: bool = True
    threads: dict[int, Thread] = field(default_factory=dict)
    changed: int = 0
    version: int = 0
    _listing: tuple[int, list[Thread]] = (-1, [])

    @property
    def id(self) -> int:
        """Number of the board in its family."""
        return self.spec.id

    def bump(self, thread: Thread) -> None:
        """Note that ``thread`` has the newest post."""
        self.threads.pop(thread.id, None)
        self.threads[thread.id] = thread

    def reorder(self) -> None:
        """Put the threads in order again after a newest post was deleted."""
        order = sorted(self.threads.values(), key=lambda thread: thread.bumped)
        self.threads = {thread.id: thread for thread in order}

    def listing(self) -> list[Thread]:
        """Return the threads as the board shows them: sticky first, then newest post first."""
        if self._listing[0] != self.version:
            shown = [one for one in reversed(self.threads.values()) if not one.deleted]
            shown.sort(key=lambda one: not one.sticky)
            self._listing = (self.version, shown)
        return self._listing[1]


@dataclass(frozen=True, slots=True)
class Comment:
    """A reader's word under an article."""

    id: int
    author: Member
    published: int
    text: str


@dataclass(slots=True)
class Article:
    """A news article; ``parts`` are the paragraphs of its one or two pages."""

    id: int
    section: str
    title: str
    author: str
    published: int
    parts: tuple[tuple[str, ...], ...]
    comments: list[Comment] = field(default_factory=list)
    version: int = 0

    @property
    def text(self) -> str:
        """All paragraphs, parted by line feeds."""
        return "\n".join(text for part in self.parts for text in part)
