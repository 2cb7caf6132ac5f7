"""Posts as found on a page: numbers of elements, not yet text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.posts.layout import Layout
    from fpcrawl.extraction.posts.loose import LooseBody
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["LOOSE", "NAMED", "PostGroup", "RawPost"]

#: Stands for the path of bodies that no element holds.
LOOSE = "~loose"
#: Stands for that of a body that its own name tells.
NAMED = "~named"


@dataclass(slots=True)
class RawPost:
    """A post as found: numbers of elements, not yet text.

    Attributes
    ----------
    roots
        Elements that hold the whole record.
    body
        First element of the body, ``None`` when no place was found.
    more
        Further elements of a body that has none of its own around it.
    holes
        Records nested inside this one.
    loose
        Where the words stand when no element holds them; ``body`` then is the element behind
        which they begin, or that they are the first in.
    made
        The words, cut out of the page where they begin and end in the middle of its elements;
        ``body`` then is the element that they begin in. No template reads such words.
    own_link
        Link to the page that shows it alone, see :mod:`fpcrawl.extraction.posts.ownpages`.
    """

    roots: list[int]
    time: TimeNode
    author: str | None
    author_node: int | None
    body: int | None
    floor: int | None = None
    post_id: str | None = None
    more: list[int] = field(default_factory=list)
    holes: list[int] = field(default_factory=list)
    loose: LooseBody | None = None
    made: HtmlElement | None = None
    own_link: int | None = None

    def plain_len(self, tree: PageTree) -> int:
        """Characters of its body outside links; with them where it was cut out of the page."""
        if self.made is not None:
            return len(squeeze("".join(self.made.itertext())))
        if self.loose is not None:
            return self.loose.chars
        return sum(map(tree.plain_len, [self.body, *self.more])) if self.body is not None else 0


@dataclass(slots=True)
class PostGroup:
    """Posts of one page and how much speaks for them.

    Attributes
    ----------
    body_chars
        Characters of all bodies outside links.
    title_share
        Share of records that are headed by a link to a page of their own (rows of a list).
    known
        Whether the site's layout book had this layout.
    layouts
        What the page teaches: one for each key of the times.
    stranger
        One lone record of no known layout on a site whose layouts are known.
    in_prose
        Whether most of the times are told in running text.
    opens
        Whether the known layout is that of opening posts.
    boundless
        One lone record whose bounds are a guess that takes in most of the page.
    headed
        Whether number and name stand as plain text in the line of each time.
    kinds
        How many kinds of records these are: answers, and comments on them.
    moved
        Whether the words of a lone record stand elsewhere than its known layout says.
    instead
        Where these have no words, a record that stands alone and has: of a thread, if the page
        is one, beside the titles of others.
    """

    key: str
    posts: list[RawPost]
    author_path: str | None
    body_path: str | None
    body_chars: int
    title_share: float
    known: bool
    layouts: list[Layout] = field(default_factory=list)
    stranger: bool = False
    boundless: bool = False
    in_prose: bool = False
    opens: bool = False
    headed: bool = False
    kinds: int = 1
    moved: bool = False
    instead: PostGroup | None = None

    @property
    def told(self) -> list[tuple[str, str, list[int]]]:
        """Author, time and elements of the body of each post that has one, as shown."""
        return [
            (squeeze(post.author or ""), squeeze(post.time.raw), [post.body, *post.more])
            for post in self.posts
            if post.body is not None
        ]

    @property
    def is_named(self) -> bool:
        """Whether it may be handed out: one time and some text without a name are any page.

        So are days that a text tells.
        """
        return bool(self.author_path or self.known or (len(self.posts) > 1 and not self.in_prose))

    @property
    def told_in_prose(self) -> bool:
        """Whether days told in a text made records of no known layout of it, or a lone one."""
        return self.in_prose and not self.known and (not self.author_path or len(self.posts) == 1)

    @property
    def confidence(self) -> float:
        """How much speaks for these being posts, 0..1."""
        if self.body_path is None:
            return 0.1
        if self.stranger:
            return 0.05
        if self.boundless or self.told_in_prose:
            return 0.15
        score = 0.35 + (0.25 if self.author_path else 0.0)
        score += 0.2 if self.known else 0.0
        score += 0.2 if len(self.posts) > 1 else 0.0
        return score * (1.0 - 0.8 * self.title_share)
