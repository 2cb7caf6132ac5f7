"""The role of a page: its own structure, weighed with the site's experience."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.extraction.articles.articles import heading_number
from fpcrawl.extraction.articles.comments import find_comments
from fpcrawl.extraction.names.membercards import has_card
from fpcrawl.extraction.names.usernames import look_like_titles
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.boardlist import post_above
from fpcrawl.walk.chrome import carried_by, is_chrome, is_member, names_help
from fpcrawl.walk.missing import is_bare_notice
from fpcrawl.walk.pageaddress import is_same_list, page_number
from fpcrawl.walk.reading import Reading, Role
from fpcrawl.walk.sitepages import (
    is_about_a_writer,
    is_about_the_site,
    is_directory,
    is_named_only,
    is_of_menu,
    is_preview,
    own_words,
)

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.walk.families import Family

__all__ = ["decide"]

#: Weight of the family's votes against the page's own structure, at full strength.
FAMILY_WEIGHT = 1.2
#: Votes at which the family speaks with half its strength.
HALF_STRENGTH = 1.5
#: Its weight, at least, where its pages have brought records.
CONTENT_STRENGTH = 1.05
#: Weight of what the page was expected to be where its link was found.
EXPECTED_WEIGHT = 0.6
#: Characters of prose outside the comments that make a page an article.
ENOUGH_PROSE = 100
#: Fewer posts than these can be the rows of a list.
FEW_POSTS = 3
#: Posts that are no row of a list by chance.
MIN_POSTS = 2
#: Share of records headed by links, and evidence of a list, of a page of rows alone.
LISTED, SURELY_LISTED = 0.8, 0.9
#: Weight of an address that names help, rules and the like.
HELP_WEIGHT = 0.5
#: How sure the words of an address are, and a message that there is no such page.
SETTLED_WEIGHT = 0.9


def decide(
    reading: Reading,
    family: Family | None,
    expected: str | None,
    *,
    kind: str = "forum",
    threads_beside: bool = False,
) -> None:
    """Set ``role``, ``confidence`` and ``why`` of a reading.

    Parameters
    ----------
    reading
        What the page's own structure says.
    family
        Pages seen so far with addresses of the same family.
    expected
        Role that the page was expected to have where its link was found.
    kind
        ``forum`` or ``news``: what the site was given as.
    threads_beside
        Whether the site's threads are known to stand at addresses of other families.
    """
    scores = dict(reading.scores)
    if expected not in {"home", "board"}:
        if _decide_by_address(reading, scores, expected):
            return
        if is_bare_notice(reading):
            _settle(reading, scores, "other", "it says that there is no such page")
            return
    known = family.role if family is not None else None
    commented = kind == "forum" and threads_beside and _is_commented_article(reading)
    if kind == "forum" and "thread" in {expected, known} and not commented:
        _leave_rows_out(reading, scores)
    if kind == "forum" and _shows_rows_alone(reading):
        # Where boards and threads have one kind of address, that of a list's page tells nothing.
        family = None
        expected = None if expected in {"thread", "article"} else expected
        known = None
    if commented and expected == "thread":
        # A list cannot tell beforehand.
        expected = "article"
    told = {expected, known}
    if kind == "news":
        _read_as_news(reading, scores, told)
    elif commented:
        scores["article"] += 0.75 * scores["thread"] if reading.prose else 0.0
        scores["thread"] *= 0.25
    else:
        _read_as_forum(reading, scores, told)
    if names_help(reading.page.url):
        scores["other"] += HELP_WEIGHT
        reading.why.append("its address names help or rules")
    # What the page says by itself is its vote; a decision must not vote for itself.
    first = max(scores, key=lambda role: scores[role])
    rest = max((score for role, score in scores.items() if role != first), default=0.0)
    own = (_role(first), max(scores[first] - rest, 0.0))
    _add_votes(reading, scores, family, expected)
    best = max(scores, key=lambda role: scores[role])
    other = _as_expected(reading, best, expected)
    if other is not None:
        scores[other] = scores[best]
        reading.why.append(f"it is read as the {other} that led to it")
        best, own = other, (_role(other), 0.0)
    brought = family is not None and family.is_content
    why_none = _why_no_article(reading, expected, brought=brought) if best == "article" else ""
    if why_none:
        _settle(reading, scores, "other", why_none)
        # Articles can stand beside it.
        reading.own_weight = 0.0
        return
    total = sum(scores.values())
    reading.own_role, reading.own_weight = own
    reading.scores = scores
    reading.role = _role(best)
    if expected == "home" and reading.role in {"index", "other"}:
        reading.role = "home"
    reading.confidence = scores[best] / total if total else 0.0


def _read_as_news(reading: Reading, scores: dict[str, float], told: set[str | None]) -> None:
    """Give what speaks for a thread to what it is on a news site.

    Comments below an article are records too; there the article is the page, and a page of nothing
    but comments is none.

    Parameters
    ----------
    told
        What the page was expected to be, and what those at addresses like its are.
    """
    bare = _is_all_comments(reading)
    text = reading.prose_outside >= ENOUGH_PROSE or (reading.prose and not bare)
    home = "comments" if bare else "other"
    if text or "article" in told:
        home = "article"
    scores["comments"] = 0.0
    scores[home] += scores["thread"]
    scores["thread"] = 0.0


def _read_as_forum(reading: Reading, scores: dict[str, float], told: set[str | None]) -> None:
    """Give what speaks for an article to the thread that it opens.

    The opening post of a thread is an article to anything but the site's readers. An article has
    its prose before and outside its comments. For ``told`` see :func:`_read_as_news`.
    """
    posts = reading.posts
    opens = (
        posts is not None
        and _has_posts(reading)
        and (
            posts.boundless
            or reading.prose_outside <= 0.3 * reading.prose
            or "posting" in reading.hints
            or _is_of_member(reading)
        )
    )
    # What a forum lists as a thread is one, also where its posts stand in no boxes.
    if (opens or ("thread" in told and _is_dated(reading))) and "news" not in reading.hints:
        scores["thread"] += scores["article"]
        scores["article"] = 0.0
    scores["article"] *= 0.5


def _add_votes(
    reading: Reading, scores: dict[str, float], family: Family | None, expected: str | None
) -> None:
    """Add what pages at addresses like this one are, and where its link stood."""
    votes = sum(family.roles.values()) if family is not None else 0.0
    # Pages that could not be told from others have no votes.
    if family is not None and votes:
        strength = FAMILY_WEIGHT * votes / (votes + HALF_STRENGTH)
        if family.is_content:
            # Short texts say little of themselves; that they brought records says more.
            strength = max(strength, CONTENT_STRENGTH)
        for role in scores:
            scores[role] += strength * family.share_of(role)
        reading.why.append(f"its family {family.shape} has been {_spoken(family)}")
    if expected in scores and (expected != "thread" or _has_posts(reading)):
        scores[expected] += EXPECTED_WEIGHT
        reading.why.append(f"expected to be {expected} where it was linked")
    if expected == "home":
        scores["index"] += 1.0
        reading.why.append("it is where the crawl starts")


def _shows_rows_alone(reading: Reading) -> bool:
    """Whether a page is rows of other pages and nothing else, whatever is thought of it."""
    posts = reading.posts
    if posts is None or reading.prose or posts.instead is not None:
        return False
    return posts.title_share >= LISTED and reading.scores["index"] >= SURELY_LISTED


def _leave_rows_out(reading: Reading, scores: dict[str, float]) -> None:
    """Take a thread's posts for the records of its page, where the board's list is below them."""
    if reading.told or reading.book is None:
        return
    found = post_above(reading.tree, reading.posts, reading.book)
    if found is None:
        return
    reading.posts = found
    reading.why.append("the list of its board stands beside what it shows")
    scores["thread"] += scores["index"] + scores["article"]
    scores["index"] = scores["article"] = 0.0


def _decide_by_address(reading: Reading, scores: dict[str, float], expected: str | None) -> bool:
    """Set the role of a page whose address says that it is a form, a search or a member's."""
    url = reading.page.url
    if is_member(url):
        _settle(reading, scores, "profile", "its address is that of a member")
    elif is_chrome(url, _carried(reading, expected)):
        why = "its address asks for an action, a form or another order"
        _settle(reading, scores, "other", why)
    else:
        return False
    return True


def _carried(reading: Reading, expected: str | None) -> frozenset[str]:
    """Parameters of a page's address that tell nothing: its dress, and what its pager keeps."""
    numbered = [p.link.url for p in reading.pages if p.number is not None]
    if expected in {"index", "thread", "article"} or numbered:
        kept = carried_by([reading.page.url, *numbered])
        return reading.dress | kept
    return reading.dress


def _as_expected(reading: Reading, role: str, expected: str | None) -> str | None:
    """Return the role that a page was expected to have, where lists or the lack of them hide it.

    The last page of a list can have a single row, and a thread say less than the lists beside it.
    """
    if expected == "index":
        return expected if _is_short(role, reading) and _is_further_page(reading) else None
    posts = reading.posts
    if expected != "thread" or role != "index" or posts is None or posts.author_path is None:
        return None
    alone = len(posts.posts) < MIN_POSTS and page_number(reading.page.url) is None
    return expected if _has_posts(reading) and not alone else None


def _is_short(role: str, reading: Reading) -> bool:
    """Whether a page shows no list: nothing that was found, one text, or very few posts."""
    if role in {"other", "article"}:
        return True
    return role == "thread" and reading.posts is not None and len(reading.posts.posts) < FEW_POSTS


def _is_further_page(reading: Reading) -> bool:
    """Whether a page leads back to the first page of what it is a page of."""
    firsts = [page.link.url for page in reading.pages if page.number == 1]
    if page_number(reading.page.url) is None:
        # "p=2" tells no number for sure, but its pager leads to the first.
        return any(is_same_list(first, reading.page.url) for first in firsts)
    # "Previous", or the section in a menu, whose address has no number.
    firsts += [link.url for link in reading.page.links if page_number(link.url) is None]
    return any(is_same_list(first, reading.page.url) for first in firsts)


def _why_no_article(reading: Reading, expected: str | None, *, brought: bool) -> str:
    """Tell why a page that looks like an article is none; empty where it may be one.

    Parameters
    ----------
    brought
        Whether pages at addresses like its have brought records.
    """
    if expected not in {"thread", "article"}:
        if is_about_the_site(reading):
            return "its title is that of a page about the site"
        if is_directory(reading):
            return "its title is that of a page that leads to lists"
        if not brought and is_named_only(reading):
            return "it has a name and few words, and tells no time"
    if expected != "thread" and not brought and is_about_a_writer(reading):
        return "its address is that of somebody who writes, and it tells no time"
    if expected != "thread" and is_of_menu(reading):
        return "menus of the site name it, and it tells no time"
    if is_preview(reading):
        return "it shows how an article begins and leads to it"
    return ""


def _settle(reading: Reading, scores: dict[str, float], role: Role, why: str) -> None:
    """Set a role that nothing else is asked about."""
    reading.why.append(why)
    reading.scores = {**dict.fromkeys(scores, 0.0), role: SETTLED_WEIGHT}
    reading.role = reading.own_role = role
    reading.confidence = reading.own_weight = SETTLED_WEIGHT


def _is_dated(reading: Reading) -> bool:
    """Whether a time stands on the page that can be when something was written."""
    return reading.posts is not None and not reading.posts.title_share


def _has_posts(reading: Reading) -> bool:
    posts = reading.posts
    return posts is not None and posts.body_path is not None and not posts.title_share


def _is_of_member(reading: Reading) -> bool:
    """Whether a record that stands alone is most of a page and tells of a member who wrote it."""
    posts = reading.posts
    if posts is None or len(posts.posts) > 1:
        return False
    (post,) = posts.posts
    if post.author_node is None or post.body is None:
        return False
    if 2 * reading.tree.text_len[post.body] < reading.prose:
        return False
    return has_card(reading.tree, post.time.node, post.author_node, post.body)


def _is_commented_article(reading: Reading) -> bool:
    """Whether the records are comments below a text that is none of them.

    Some forums show their opening posts so too: it tells only where threads stand elsewhere.
    """
    posts = reading.posts
    if posts is None or not _has_posts(reading) or posts.author_path is None:
        return False
    if len(posts.posts) == 1 and not posts.known:
        # What stands alone can be a text with the comments below it.
        tree = reading.tree
        found = find_comments(tree, LayoutBook(), heading_number(tree))
        return found is not None and _is_commented(tree, found)
    if reading.prose_outside <= 0.3 * reading.prose:
        return False
    return _is_commented(reading.tree, posts)


def _is_all_comments(reading: Reading) -> bool:
    """Whether the records are several and none of them is the text that the others comment."""
    posts, tree = reading.posts, reading.tree
    if posts is None or len(posts.posts) < 2 or own_words(reading, posts.posts[0].roots[0]):
        return False
    first, second = (is_comment_area(tree, p.roots[0], strict=True) for p in posts.posts[:2])
    # News, or the parts of a text, each below its heading.
    titled = look_like_titles([post.author or "" for post in posts.posts])
    return first or not (second or titled)


def _is_commented(tree: PageTree, posts: PostGroup) -> bool:
    return is_comment_area(tree, posts.posts[0].roots[0], strict=True)


def _role(name: str) -> Role:
    for role in get_args(Role):
        if role == name:
            return role  # type: ignore[no-any-return]
    return "other"


def _spoken(family: Family) -> str:
    total = sum(family.roles.values())
    shares = sorted(family.roles.items(), key=lambda item: -item[1])
    return ", ".join(f"{role} {weight / total:.0%}" for role, weight in shares[:3])
