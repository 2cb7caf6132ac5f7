"""One reading of a page: its structure, its role, and the reasons for the role."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fpcrawl.extraction.lists.listing import LinkGroup, link_groups
from fpcrawl.extraction.posts.jsonapi import shown_or_told
from fpcrawl.extraction.posts.letters import LETTER, subject_of
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.walk.chrome import dress_of, is_chrome
from fpcrawl.walk.pagination import PageLink, pagination_of
from fpcrawl.walk.paragraphs import (
    count_prose,
)
from fpcrawl.walk.roleweights import scores_of
from fpcrawl.walk.titles import find_title

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.templates.model import ReadRecord
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.page import Page

__all__ = ["Reading", "Role", "read_structure"]

Role = Literal["home", "index", "thread", "article", "comments", "profile", "other"]


@dataclass(slots=True)
class Reading:
    """What one look at a page found.

    Attributes
    ----------
    posts
        The likeliest group of posts.
    lists
        Groups of content links, heaviest first.
    pages
        Links to other pages of the same list.
    prose, prose_outside
        Characters of long paragraphs, and those of them outside the records.
    focus
        Share of the latter that stand side by side under one element.
    prose_places, prose_main
        Elements that hold the latter, in document order, and the one of most.
    scores
        Role -> evidence from this page alone, each 0..1.
    role, confidence
        The decision, after the site's experience was asked.
    own_role, own_weight
        What the page alone speaks for, and by how much it beats the next role, 0..1.
    why
        The reasons, for people.
    refused
        Addresses it leads to that the user's rules refuse, once the walker has chosen.
    hints
        What the page declares itself: ``posting``, ``news``, ``article``, ``list``.
    gathered
        Why a list is one of what other lists hold, empty when it is not.
    rows
        Rows of the thread (or article) list, on pages that show one.
    book
        What is known of the site's layouts.
    told
        Posts that the page tells its scripts; then there are no ``posts``.
    site_names
        What the start page of the site is called, on any other.
    """

    page: Page
    tree: PageTree
    posts: PostGroup | None
    lists: list[LinkGroup]
    pages: list[PageLink]
    prose: int
    prose_outside: int
    focus: float
    scores: dict[str, float]
    role: Role = "other"
    confidence: float = 0.0
    own_role: Role = "other"
    own_weight: float = 0.0
    why: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    gathered: str = ""
    refused: list[str] = field(default_factory=list)
    site_names: Sequence[str] = ()
    _title: str | None = None
    prose_places: list[int] = field(default_factory=list)
    prose_main: int = 0
    book: LayoutBook | None = None
    told: list[ReadRecord] = field(default_factory=list)
    _dress: frozenset[str] | None = None

    @property
    def size(self) -> int:
        """Number of posts of a thread's page, of rows of any other."""
        if self.role == "thread" and self.told:
            return len(self.told)
        if self.role == "thread" and self.posts is not None:
            return len(self.posts.posts)
        return len(self.rows)

    @property
    def page_type(self) -> Role:
        """What the page is to people: its role, but a list of what other lists hold is none."""
        return "other" if self.gathered and self.role == "index" else self.role

    @property
    def title(self) -> str | None:
        """Name of what the page shows: its main heading, else the page title's first part."""
        if self._title is None:
            self._title = self._find_title()
        return self._title or None

    def is_chrome(self, url: str) -> bool:
        """Whether an address is no page of content, see :func:`fpcrawl.walk.chrome.is_chrome`."""
        return is_chrome(url) and is_chrome(url, self.dress)

    @property
    def dress(self) -> frozenset[str]:
        """Parameters that only dress the page and what it leads to."""
        if self._dress is None:
            here = self.page.url
            site = "/".join(here.split("/", 3)[:3]) + "/"
            near = (link.url for link in self.page.links if link.url.startswith(site))
            self._dress = dress_of(here, near)
        return self._dress

    @property
    def start(self) -> int:
        """Number of the element at which the posts begin; behind the page without such."""
        posts = self.posts
        if posts is None or not posts.posts:
            return len(self.tree.nodes)
        # The box of an opening post can hold the heading above its words; where that box is
        # all that is known of its time, as by a template, they alone tell where it ends.
        first = posts.posts[0]
        # The heading can stand in the line of the time as well.
        time = first.time.node
        line = None if time == first.roots[0] else self.tree.end[time]
        return min((i for i in (line, first.body) if i is not None), default=time)

    def _find_title(self) -> str:
        state = self.page.state
        if state is not None and state.title:
            return state.title
        posts = self.posts
        if posts is not None and posts.key == LETTER:
            subject = squeeze(subject_of(self.tree, posts.posts[0].roots[0]))
            if subject:
                return subject  # what stands above can be the name of the list
        end = 0
        # Rows of a list have times as well.
        if posts is not None and not posts.title_share:
            end = max(self.tree.end[root] for post in posts.posts for root in post.roots)
        return find_title(self.tree, self.start, end, self.site_names)


def read_structure(
    page: Page,
    book: LayoutBook,
    known_posts: Callable[[PageTree], PostGroup | None] | None = None,
    tree: PageTree | None = None,
) -> Reading:
    """Look at the structure of a page and weigh its possible roles.

    Parameters
    ----------
    page
        A parsed page.
    book
        Layouts known of the site.
    known_posts
        Gives the posts of a page where something knows them; they are looked for elsewhere.
    tree
        Of the page, where it is there already.

    Returns
    -------
    Reading
        With the role that this page alone speaks for; :func:`decide` of
        :mod:`fpcrawl.walk.roles` adds the site's experience.
    """
    tree = tree or build_tree(page)
    posts = known_posts(tree) if known_posts is not None else None
    if posts is None:
        posts = find_posts(tree, book)
    posts, told = shown_or_told(page, posts)
    prose, outside = count_prose(tree, posts)
    rest = sum(outside.values())
    main = max(outside, key=lambda i: outside[i], default=0)
    focus = outside[main] / rest if outside else 0.0
    lists = link_groups(tree)
    reading = Reading(page, tree, posts, lists, pagination_of(page), prose, rest, focus, {})
    reading.lists = [group for group in lists if not reading.is_chrome(group.links[0].url)]
    reading.prose_places, reading.prose_main, reading.book = sorted(outside), main, book
    reading.told = told
    reading.scores = scores_of(reading)
    best = max(reading.scores, key=lambda role: reading.scores[role])
    reading.role = best  # type: ignore[assignment]
    reading.confidence = reading.scores[best]
    return reading
