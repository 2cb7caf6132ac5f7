"""Which links of a page to follow, in what order, and when to stop.

Nothing here knows a forum software. A link is followed because it stands in a list of
content links, because it leads to another page of the list that is being read, or because
pages of its URL family were worth fetching before. Families that bring nothing new are
given up after a few tries.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from fpcrawl.extraction.timenodes import is_numbered_time
from fpcrawl.pages.urls import canonical_url, url_key, url_shape
from fpcrawl.walk.aliases import alias_of, headed_address, page_of_comments
from fpcrawl.walk.chrome import carried_by, is_chrome, names_forum
from fpcrawl.walk.families import Barren, Dry, FamilyTable
from fpcrawl.walk.gathering import HOME_MORE, names_gathering, why_gathered
from fpcrawl.walk.inside import addresses_above
from fpcrawl.walk.listed import ListedTitles, settled_title
from fpcrawl.walk.pageaddress import is_second_page
from fpcrawl.walk.pagerbox import first_of, shown_page
from fpcrawl.walk.pagination import (
    is_page_step,
    page_after_previous,
    page_number,
    pagination_of,
)
from fpcrawl.walk.roleweights import MIN_TITLE
from fpcrawl.walk.rowpages import RowPages
from fpcrawl.walk.threadlist import count_replies, list_rows
from fpcrawl.walk.trail import board_on_trail, can_name_board, without_menus
from fpcrawl.walk.twins import TwinRules

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.pages.links import Link
    from fpcrawl.pages.urls import SiteScope
    from fpcrawl.walk.reading import Reading

__all__ = ["Context", "Step", "Unwanted", "WalkRules", "Walker"]

#: Why an address is not fetched: its kind brought nothing, so many pages in a row brought no
#: record that the site is likelier a trap than a forum, or guesses have cost enough.
Unwanted = Barren | Dry | Literal["probed_out"]

# Bigger first. Threads found go before new boards are opened, further pages of what is being
# read before anything else, guesses last.
# What stands beside the rows of a list (last posts, recommendations) mostly shows again what
# the rows lead to, and waits until they are done.
# Deeper pages of a list wait for the threads of the pages before them.
HOME, PAGES, LIST, ROW, MORE_ROWS = 1000, 700, 600, 500, 490
CONTENT, DEEPER_LIST, BESIDE, GUESS = 300, 280, 200, 100
WORTH = 19
#: Guesses in a row after which a trail is given up, unless somebody says otherwise.
MAX_TRAIL = 2


@dataclass(frozen=True, slots=True)
class WalkRules:
    """What the user asked for.

    Attributes
    ----------
    kind
        ``forum`` or ``news``.
    boards
        Addresses of the only lists to read; empty = all that are found.
    allow, deny
        Regular expressions an address must, or must not, match.
    """

    kind: str
    boards: tuple[str, ...] = ()
    allow: re.Pattern[str] | None = None
    deny: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """Where a page stands, as its request remembers it.

    Attributes
    ----------
    board, board_url
        The list that led here.
    thread_url, thread_title
        The thread whose further page this is.
    page
        Number of the page in its list, 1 = first.
    trail
        Number of guesses on the way here: pages that were no list, thread or article.
    again
        The page was read before and is known to have changed.
    shows
        Number of the page that the thread's own address shows: the last where the software
        counts its pages backwards.
    listed
        What the list that led here calls the thread or article.
    """

    role: str | None = None
    board: str | None = None
    board_url: str | None = None
    thread_url: str | None = None
    thread_title: str | None = None
    page: int = 1
    trail: int = 0
    again: bool = False
    shows: int = 1
    listed: str | None = None

    def first_page(self, reading: Reading) -> str:
        """Address of the first page of the list or thread that a page belongs to."""
        if reading.role in {"thread", "article"}:
            return self.thread_url or reading.page.url
        return (self.board_url if self.page > 1 else None) or reading.page.url

    def to_meta(self) -> dict[str, Any]:
        """Request meta, without what is not known."""
        values = {
            "fp_role": self.role,
            "fp_board": self.board,
            "fp_board_url": self.board_url,
            "fp_thread_url": self.thread_url,
            "fp_thread_title": self.thread_title,
            "fp_page": self.page if self.page != 1 else None,
            "fp_trail": self.trail or None,
            "fp_again": self.again or None,
            "fp_shows": self.shows if self.shows != 1 else None,
            "fp_listed": self.listed,
        }
        return {name: value for name, value in values.items() if value is not None}

    @classmethod
    def from_meta(cls, meta: dict[str, Any]) -> Context:
        """Read what :meth:`to_meta` wrote."""
        return cls(
            meta.get("fp_role"),
            meta.get("fp_board"),
            meta.get("fp_board_url"),
            meta.get("fp_thread_url"),
            meta.get("fp_thread_title"),
            meta.get("fp_page", 1),
            meta.get("fp_trail", 0),
            bool(meta.get("fp_again")),
            meta.get("fp_shows", 1),
            meta.get("fp_listed"),
        )


@dataclass(frozen=True, slots=True)
class Step:
    """A link to follow."""

    url: str
    priority: int
    context: Context
    row: bool = False


@dataclass(slots=True)
class Walker:
    """Chooses the way through one site."""

    scope: SiteScope
    rules: WalkRules
    families: FamilyTable = field(default_factory=FamilyTable)
    twins: TwinRules = field(default_factory=TwinRules)

    #: Guesses in a row after which a trail is given up.
    max_trail: int = MAX_TRAIL
    #: Address of the page where the site begins, once it was read.
    home: str | None = None

    def why_not(self, url: str, role: str | None) -> Unwanted | None:
        """Return why a queued address is not worth its fetch any more, ``None`` when it is."""
        if role in {"home", "board"}:
            return None
        # Of what is known not to matter in an address, copies say nothing of the others.
        barren = self.families.is_barren(self.twins.plain(url))
        if barren is not None:
            return barren
        dry = self.families.why_dry(url)
        if dry is not None:
            return dry
        if self.families.is_proven(url) or self.families.probing_allowed:
            return None
        return "probed_out"

    def permitted(self, url: str) -> bool:
        """Whether scope and the user's rules let an address be fetched."""
        return self.scope.contains(url) and not self.refused(url)

    def refused(self, url: str) -> bool:
        """Whether the user's rules refuse an address."""
        rules = self.rules
        if rules.deny is not None and rules.deny.search(url):
            return True
        return rules.allow is not None and not rules.allow.search(url)

    def steps(self, reading: Reading, context: Context) -> list[Step]:
        """Links of a page to follow, best first, each address once.

        Parameters
        ----------
        reading
            The page, with its role decided; it keeps what the user's rules refuse.
        context
            Where it stands.
        """
        chosen: dict[str, Step] = {}
        role = reading.role
        for step in self.further_pages(reading, context):
            chosen.setdefault(step.url, step)
        listing = role in {"index", "home"}
        if listing or (role in {"article", "comments", "other"} and self._may_guess(context)):
            for step in self._listed(reading, context):
                chosen.setdefault(step.url, step)
        out = sorted(chosen.values(), key=lambda step: -step.priority)
        reading.refused = [step.url for step in out if self.refused(step.url)]
        return [step for step in out if self.permitted(step.url)]

    def read_list(self, reading: Reading, context: Context) -> None:
        """Set the rows of a list, and whether it gathers what other lists hold.

        Parameters
        ----------
        reading
            A page with its role decided; one that is no list is left as it is.
        context
            Where it stands.
        """
        if reading.role not in {"index", "home"}:
            return
        reading.rows = self.thread_rows(reading, context)
        if reading.book is not None:
            count_replies(reading.tree, reading.rows, reading.book)
        if context.role == "home":
            self.home = reading.page.url
        elif reading.role == "index":
            first = context.first_page(reading)
            reading.gathered = why_gathered(reading, self.families, self.home, first)
            if reading.gathered:
                reading.why.append(reading.gathered)

    def is_unasked(self, reading: Reading, context: Context) -> bool:
        """Whether a page is a list that was met on the way, where the user named the boards.

        Parameters
        ----------
        reading
            A page with its role decided.
        context
            Where it stands; those that the user named were not met on any list.
        """
        listing = reading.role in {"index", "home"}
        met = context.page == 1 and context.board_url is not None
        return bool(self.rules.boards) and listing and met

    def thread_rows(self, reading: Reading, context: Context) -> list[Row]:
        """Rows of the thread list that an index page shows, in document order.

        Parameters
        ----------
        reading
            A page whose role is ``index`` or ``home``.
        context
            Where it stands: a home page lists boards unless its links were seen to be threads.
        """
        return list_rows(reading, self.families, known_only=context.role == "home")

    @staticmethod
    def name_of_list(reading: Reading, context: Context) -> str | None:
        """Board that a list is: what the start page lists stands on boards that it does not name.

        Parameters
        ----------
        reading
            A page that is no thread and no article, read as a list.
        context
            Where it stands.
        """
        at_start = context.role == "home" or reading.gathered == HOME_MORE
        return None if at_start else reading.title

    def board_of(self, reading: Reading) -> str | None:
        """Board that a thread page names above its posts: the last list on the way to it.

        That is the last step of its trail, else the last link to a list known as one that is not
        in a menu.

        Parameters
        ----------
        reading
            A page whose role is ``thread`` or ``article``.
        """
        board = board_on_trail(reading)
        if board is not None:
            return board
        posts = reading.posts
        stop = posts.posts[0].roots[0] if posts is not None and posts.posts else 0
        number = reading.tree.number
        lists: list[Link] = []
        for link in reading.page.links:
            at = number.get(link.element, -1)
            # A year names an archive.
            if not 0 <= at < stop or link.text.isdigit() or not can_name_board(link.text):
                continue
            if not self.scope.contains(link.url):
                continue
            family = self.families.families.get(url_shape(link.url))
            if family is not None and family.role == "index" and "{" in family.shape:
                lists.append(link)
        lists = without_menus(reading.tree, lists)
        return lists[-1].text if lists else None

    @staticmethod
    def title_of(reading: Reading, context: Context) -> str | None:
        """Title of the thread or article that a page shows.

        Parameters
        ----------
        reading
            A page whose role is ``thread`` or ``article``.
        context
            Where it stands.
        """
        if context.thread_title is not None or not context.listed:
            return context.thread_title or reading.title
        return settled_title(reading, context.listed, context.board)

    def _may_guess(self, context: Context) -> bool:
        return context.trail < self.max_trail and not self.rules.boards

    def further_pages(self, reading: Reading, context: Context) -> list[Step]:
        """Links to other pages of the list or thread that a page shows, in its order."""
        if reading.role not in {"index", "thread", "article", "home"}:
            return []
        first = context.first_page(reading)
        pagers = self.families.pagers
        if pagers.is_last(first, reading.size):
            return []
        careful = pagers.is_doubtful(first)
        out = []
        thread = context.thread_url or reading.page.url
        if reading.role == "article" and url_key(thread) != url_key(reading.page.url):
            # A page of its comments can be met before it.
            own = Context("article", context.board, context.board_url)
            out.append(Step(thread, PAGES, own))
        pages = reading.pages
        plain = self.twins.plain
        if self.twins.rules:
            pages = pagination_of(reading.page, plain=plain)
        # What all links of the pager carry is the list's own order.
        numbered = [item.link.url for item in pages if item.number is not None]
        carried = reading.dress | carried_by(numbered)
        for item in pages:
            url = canonical_url(item.link.url)
            if not url or is_chrome(url, carried):
                continue
            if (
                reading.role in {"thread", "article"}
                and item.number is None
                and context.page == 1
                and not is_page_step(plain(reading.page.url), plain(url))
                and not is_second_page(plain(reading.page.url), plain(url))
            ):
                # "Next" beside a thread can be the next thread; a number cannot.
                continue
            number = item.number or 1
            if item.is_next:
                number = max(number, context.page + 1)
            if context.shows > 1 and reading.role == "article":
                # "Older" comments lead back from the last.
                number = page_number(url) or item.number or number
            if careful and number != context.page + 1:
                # The numbers of this pager mean nothing: it is read page by page.
                continue
            entered_later = reading.role == "thread" and item.link.url == context.thread_url
            if number == context.shows and not entered_later:
                # The page where the list was entered, often at an address without its number.
                continue
            if reading.role in {"thread", "article"}:
                title = self.title_of(reading, context)
                step = Context(
                    reading.role,
                    context.board,
                    context.board_url,
                    thread,
                    title,
                    number,
                    shows=context.shows,
                )
            else:
                step = Context("index", context.board, first, page=number)
            deeper = PAGES if reading.role in {"thread", "article"} else MORE_ROWS
            if reading.gathered and reading.gathered != HOME_MORE:
                deeper = BESIDE
            out.append(Step(url, deeper - min(number, 90), step))
        return out

    def placed(self, reading: Reading, context: Context) -> Context:
        """Say which page it is where a thread or an article was entered by one after its first.

        Parameters
        ----------
        reading
            A page with its role decided.
        context
            Where it stands as far as its link told.
        """
        here = reading.page.url
        if reading.role == "article":
            return self._placed_article(reading, context)
        if reading.role != "thread":
            return context
        number = page_number(here)
        if number is None and not context.thread_url:
            # A further page whose number has no telling name.
            back = first_of(reading.page.links, here, self.twins.plain)
            if back is not None:
                return replace(context, thread_url=back[1], page=back[0])
            headed = headed_address(reading) if not reading.pages else None
            if headed is not None:
                return replace(context, thread_url=headed)
        first = next((item.link.url for item in reading.pages if item.number == 1), None)
        if first is None:
            return context
        if number is None and url_key(context.thread_url or here) == url_key(here):
            # Some software shows the last page of a thread at its own address.
            shown = shown_page(reading.page.links, here, self.twins.plain)
            return replace(context, page=shown, shows=shown) if shown > 1 else context
        if context.thread_url or number is None or number <= 1:
            return context
        return replace(context, thread_url=first, page=number)

    def _placed_article(self, reading: Reading, context: Context) -> Context:
        """Say which page of an article's comments a page shows, if not the first of them."""
        here = reading.page.url
        commented = page_of_comments(reading) if context.thread_url is None else None
        if commented is not None:
            return replace(context, thread_url=commented[0], page=commented[1])
        if context.page > 1 or page_number(here) is not None:
            return context
        shown = shown_page(reading.page.links, here, self.twins.plain)
        shown = shown if shown > 1 else page_after_previous(reading.pages)
        return replace(context, page=shown, shows=shown) if shown > 1 else context

    def _settled_pages(self, reading: Reading, context: Context) -> set[str]:
        """Addresses of the pager that lead nowhere new.

        The first page is where the list was entered; where numbers mean nothing, all of them.
        """
        doubted = self.families.pagers.is_doubtful(context.first_page(reading))
        return {item.link.url for item in reading.pages if doubted or item.number == 1}

    def _listed(self, reading: Reading, context: Context) -> list[Step]:
        out: list[Step] = []
        board = self.name_of_list(reading, context)
        in_list = reading.role in {"index", "home"}
        here = reading.page.url
        own = url_shape(here)
        trail = 0 if in_list else context.trail + 1
        heavy = {
            id(link)
            for group in reading.lists
            if len(group.links) >= 2 or group.mean_chars >= 8
            for link in group.links
        }
        # Threads with replies go first: they teach the layout that lone posts are read by.
        settled = self._settled_pages(reading, context)
        lively = {row.link.url: min(row.replies or 0, 9) for row in reading.rows}
        titles = ListedTitles(reading)
        # On the first list of a site nothing is known for a row yet.
        named = {
            link.url
            for group in reading.lists
            if group.mean_chars >= MIN_TITLE
            for link in group.links
            if not is_numbered_time(link.text)
        }
        links = reading.page.links
        of_rows, of_named = RowPages(links, lively.keys()), RowPages(links, named)
        for place, link in enumerate(links):
            url = link.url
            if not self._followable(link, reading) or url in settled:
                continue
            beside = of_rows if url in named else of_named
            if url not in lively and beside.holds(link, place):
                # The row's thread itself leads to it.
                continue
            family = self.families.of(url)
            verdict = family.verdict
            if self.families.is_barren(self.twins.plain(url)):
                continue
            role = family.role
            content = id(link) in heavy or url in lively
            if self.rules.boards and (not content or role == "index"):
                continue
            sought = self.rules.kind == "forum" and names_forum(url)
            if verdict == "open" and not (content or sought) and context.trail >= 1:
                continue
            if url in lively:
                priority = ROW + lively[url]
            else:
                at_home = context.role == "home"
                priority = self._priority(role, verdict, content=content, at_home=at_home)
                if priority > BESIDE and names_gathering(url):
                    # What it gathers is found where it belongs.
                    priority = BESIDE
                # Among equals, what paid so far goes first.
                priority += round(WORTH * family.worth)
            board_url = context.board_url if context.page > 1 else here
            expected = role if role in {"index", "thread", "article"} else None
            if expected == "index" and url in lively and family.shape == own:
                # Boards and threads have one kind of address here: that of this list tells nothing.
                expected = None
            if expected is None and url in lively:
                expected = "thread" if self.rules.kind == "forum" else "article"
            step = Context(
                expected,
                context.board if context.page > 1 and context.board else board if in_list else None,
                board_url if in_list else context.board_url,
                trail=trail,
                listed=titles.of(url) if content and expected != "index" else None,
            )
            out.append(Step(url, priority, step, row=content))
        return out

    def _followable(self, link: Link, reading: Reading) -> bool:
        url, here = link.url, reading.page.url
        return (
            url != here
            and self.scope.contains(url)
            and not is_chrome(url, reading.dress)
            # A site's other face, such as that for telephones, shows the same again.
            and not self.scope.are_twins(here, url)
        )

    @staticmethod
    def _priority(role: str | None, verdict: str, *, content: bool, at_home: bool) -> int:
        if role == "index" and verdict == "proven":
            # Boards that the start page names are few; lists named by lists can be endless.
            return LIST if at_home else DEEPER_LIST
        if role in {"thread", "article"}:
            return BESIDE
        return CONTENT if content else GUESS

    def leads_inside(self, url: str, is_read: Callable[[str], bool]) -> bool:
        """Whether an address is a place in a thread that has been read.

        Pages of the thread are none: it leads to those itself, and may know this one as it was
        queued from elsewhere.

        Parameters
        ----------
        is_read
            Tells whether posts of the thread at an address are stored.
        """
        above = list(addresses_above(url))
        if not above or page_number(url) is not None or url_shape(url) in self.families.turned:
            return False
        return any(map(is_read, above))

    def alias_of(self, reading: Reading, context: Context) -> str | None:
        """Address that a page names as its own, see :func:`fpcrawl.walk.aliases.alias_of`.

        Of a further page that is not the thread, though some software says so.
        """
        alias = alias_of(reading, self.permitted)
        own = context.thread_url if max(context.page, context.shows) > 1 else None
        return None if own and alias and url_key(alias) == url_key(own) else alias
