"""Posts of a page from structure alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.bodies import is_title
from fpcrawl.extraction.posts.bounds import lone_box
from fpcrawl.extraction.posts.chronology import order_of_times
from fpcrawl.extraction.posts.kindred import add_kindred
from fpcrawl.extraction.posts.letters import find_letter
from fpcrawl.extraction.posts.lonepost import (
    add_opening,
    answered,
    mend_lone,
    name_by_time,
    read_behind_head,
    telling,
    with_words,
)
from fpcrawl.extraction.posts.margins import in_margin
from fpcrawl.extraction.posts.ownpages import find_own_pages
from fpcrawl.extraction.posts.plainletters import find_plain_letters
from fpcrawl.extraction.posts.readgroup import read_group
from fpcrawl.extraction.posts.ruled import find_ruled
from fpcrawl.extraction.posts.segment import groups_of
from fpcrawl.extraction.posts.signed import find_signed
from fpcrawl.extraction.posts.titlelinks import (
    are_siblings,
    beside_row,
    cut_rows,
    without_row_times,
)
from fpcrawl.extraction.posts.undated import find_undated

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.posts.span import RecordGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_posts"]

#: Groups of several records, and of one, that are looked at closely; others have less text.
CLOSE_LOOKS = 4
#: Share of records headed by links from which on they are rows of a list.
LISTED = 0.8


def find_posts(tree: PageTree, book: LayoutBook) -> PostGroup | None:
    """Find the posts of a page.

    Parameters
    ----------
    tree
        A numbered page.
    book
        What is known of the site. It is read, not changed: see :attr:`PostGroup.layouts`.

    Returns
    -------
    PostGroup or None
        The likeliest group of records, ``None`` when no time string marks any.
    """
    found = _find(tree, book)
    if found is None or _may_be_undated(found):
        undated = find_undated(tree, book, found)
        if undated is not None and not (_is_post(found) and len(undated.posts) == 1):
            found = undated
    if found is not None and not found.title_share:
        find_own_pages(tree, found.posts)
    return found


def _may_be_undated(found: PostGroup) -> bool:
    """Whether answers that tell no times can stand beside what was found by times."""
    if len(found.posts) == 1:
        return True
    return found.title_share >= LISTED or found.body_path is None or found.in_prose


def _is_post(found: PostGroup | None) -> bool:
    """Whether what was found is a single post that has words, and tells when they were written."""
    return found is not None and len(found.posts) == 1 and found.body_path is not None


def _find(tree: PageTree, book: LayoutBook) -> PostGroup | None:
    for find in (find_letter, find_plain_letters, find_signed, find_ruled):
        running = find(tree)
        if running is not None:
            return running
    groups = cut_rows(tree, groups_of(tree))
    # Where every time stands in a quotation, quotations are how the page shows its posts.
    said = [group for group in groups if not group.quoted]
    if len(said) < len(groups) and not all(in_margin(tree, group) for group in said):
        found = _likeliest(tree, book, said)
        if found is None or found.title_share < LISTED:
            return found
        # Beside margins and lists alone, posts within quotations are those of the page.
    return _likeliest(tree, book, groups)


def _likeliest(tree: PageTree, book: LayoutBook, groups: list[RecordGroup]) -> PostGroup | None:
    """Return the likeliest of the groups of records that times mark."""
    if tree.hidden:
        # The card of a member tells since when he is one.
        groups = [g for g in groups if not tree.is_hidden(g.spans[0].time.node)] or groups
    if not groups:
        return None
    asked: PostGroup | None = None
    lonely: list[tuple[RecordGroup, PostGroup]] = []
    shared: list[PostGroup] = []
    scored: list[tuple[float, RecordGroup, PostGroup]] = []
    lone = lone_box(tree)
    listed: set[int] = set()
    ranked = sorted(groups, key=lambda g: -_promise(tree, g, book, lone))
    # Each time that stands alone claims the whole page: these must not crowd out the others.
    several = [group for group in ranked if len(group.spans) > 1]
    near, far = several[: 2 * CLOSE_LOOKS], several[2 * CLOSE_LOOKS :]
    several = [group for group in near if not _is_of_boxes(group, near)] + far
    alone = without_row_times(tree, [group for group in ranked if len(group.spans) == 1])
    for group in several[:CLOSE_LOOKS] + alone[:CLOSE_LOOKS]:
        if len(group.spans) == 1 and beside_row(tree, group.spans[0].time.node, listed):
            # The row of this page in the list of its board, which stands below it.
            continue
        found = read_group(tree, group, book)
        if found is None:
            continue
        if found.title_share >= LISTED and found.body_path is None:
            listed.update(root for span in group.spans for root in span.roots)
        if found.known and found.body_path is not None:
            if found.opens and len(found.posts) == 1:
                asked = asked or found
                continue
            if found.moved:
                mend_lone(tree, found)
            answers, found = _wider(tree, several, book, found) or (group, found)
            answers, found = add_kindred(tree, groups, answers, found, book)
            add_opening(tree, groups, answers, found)
            return found
        if len(found.posts) == 1:
            read_behind_head(tree, found)
            lonely.append((group, found))
        score = (found.body_chars + 40.0 * len(found.posts)) * found.confidence
        score *= order_of_times(tree, group) * _telling_share(found)
        if lone is not None and tree.holds(lone, group.spans[0].time.node):
            score *= 2.0
        if in_margin(tree, group) or are_siblings(tree, found):
            score *= 0.2
        elif len(found.posts) > 1 and found.title_share < LISTED and not group.quoted:
            shared.append(found)
        scored.append((score, group, found))
    best: PostGroup | None = None
    chosen: RecordGroup | None = None
    best_score = -1.0
    for score, group, found in scored:
        told = 0.2 if any(_speaks_for(tree, found, others) for others in shared) else 1.0
        if score * told > best_score:
            best, best_score, chosen = found, score * told, group
    if best is not None and chosen is not None:
        if len(best.posts) == 1 and not best.known:
            chosen, best = telling(tree, lonely, best) or (chosen, best)
            mend_lone(tree, best)
            name_by_time(tree, lonely, best)
        chosen, best = add_kindred(tree, groups, chosen, best, book)
        add_opening(tree, groups, chosen, best)
    if asked is not None and (best is None or best.posts[0].time is not asked.posts[0].time):
        best = asked
    if best is not None and best.body_path is None:
        best.instead = with_words(tree, lonely)
    if best is not None and len(best.posts) == 1:
        return (
            answered(tree, groups, lonely, best)
            or _answered_shortly(tree, groups, scored, best)
            or best
        )
    return best


def _answered_shortly(
    tree: PageTree,
    groups: list[RecordGroup],
    scored: list[tuple[float, RecordGroup, PostGroup]],
    first: PostGroup,
) -> PostGroup | None:
    """Return a post with the few answers below it that say less than it does, if it is theirs."""
    time = first.posts[0].time
    for _, group, found in scored:
        posts = found.posts
        if len(posts) == 1 or found.body_path is None or not all(post.author for post in posts):
            continue
        if found.title_share or group.quoted or posts[0].time.node < time.node:
            continue
        if in_margin(tree, group) or are_siblings(tree, found):
            continue
        if any(post.body is not None and is_title(tree, tree.text(post.body)) for post in posts):
            continue
        add_opening(tree, groups, group, found)
        if found.posts[0].time is time:
            return found
    return None


def _speaks_for(tree: PageTree, few: PostGroup, others: PostGroup) -> bool:
    """Whether the words of one of few records are those of several others, or of one of them.

    Then it is a line of who and when above them all: who has the best answer, when the last one
    was written.
    """
    if len(few.posts) >= len(others.posts):
        return False
    times = [post.time.node for post in others.posts]
    words = {post.body for post in others.posts}
    return any(
        (
            all(tree.holds(body, time) for time in times)
            and 2 * others.body_chars > tree.plain_len(body)
        )
        or (len(few.posts) > 1 and body in words)
        for body in (post.body for post in few.posts)
        if body is not None
    )


def _is_of_boxes(group: RecordGroup, groups: list[RecordGroup]) -> bool:
    """Whether times are attributes of the boxes of records that show theirs as well.

    Then they tell nothing of where the head of a record ends.
    """
    if any(span.roots != [span.time.node] for span in group.spans):
        return False
    boxes = [span.roots for span in group.spans]
    return any(
        [span.roots for span in other.spans] == boxes
        for other in groups
        if other is not group and all(span.roots != [span.time.node] for span in other.spans)
    )


def _telling_share(found: PostGroup) -> float:
    """Share of records that tell a name or have words, where any of them has words.

    A box that counts what there is below the first post and beside the last can hold a day too.
    """
    if found.body_path is None:
        return 1.0
    telling = sum(post.body is not None or post.author is not None for post in found.posts)
    return telling / len(found.posts)


def _wider(
    tree: PageTree, groups: list[RecordGroup], book: LayoutBook, known: PostGroup
) -> tuple[RecordGroup, PostGroup] | None:
    """Find records among which those of a known layout are some.

    Posts, where those are of the members who began threads; rows of a list, which other pages of
    the site show in elements like those of posts.
    """
    roots = {root for raw in known.posts for root in raw.roots}
    for group in groups:
        if len(group.spans) <= len(known.posts):
            continue
        if roots <= {root for span in group.spans for root in span.roots}:
            found = read_group(tree, group, book)
            if found is None:
                continue
            same = found.author_path and found.body_path == known.body_path
            if same or found.title_share >= LISTED:
                return group, found
    return None


def _promise(tree: PageTree, group: RecordGroup, book: LayoutBook, lone: int | None) -> float:
    plain = sum(min(sum(tree.plain_len(r) for r in s.roots), 3000) for s in group.spans)
    links = sum(tree.link_len[r] for s in group.spans for r in s.roots)
    score = plain * plain / (plain + links + 1.0)
    if any(map(book.get, group.keys or [group.key])):
        score = score * 4 + 1000
    if in_margin(tree, group):
        score *= 0.2
    if len(group.spans) == 1:
        # One time string alone claims the whole page; judge it by what stands near it.
        score = min(score, 2500.0)
        if lone is not None and tree.holds(lone, group.spans[0].time.node):
            score = 2 * score + 1000
    return score
