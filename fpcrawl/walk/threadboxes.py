"""Lists that show what is on other pages.

Image boards show of each of their threads the first post and the last, blogs whole texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.pages.urls import url_key, url_shape
from fpcrawl.walk.chrome import is_chrome

if TYPE_CHECKING:
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["count_threads"]

#: Levels of the tag path of links of one kind; characters of a button's text.
LEVELS, MAX_BUTTON = 4, 40
#: Posts of all threads, at least, and texts that nobody signed.
MIN_POSTS, MIN_TEXTS = 3, 2
#: Posts for each thread, at least, and share of all posts that stand in the threads' boxes.
SEVERAL, MOST = 1.5, 0.8


def count_threads(tree: PageTree, posts: PostGroup | None) -> int:
    """Count the threads of a page that shows several posts of each, and a button that leads to it.

    A single text is enough where nobody signed it: the posts of a thread tell who wrote them.

    Parameters
    ----------
    tree
        The page.
    posts
        What was found on it.

    Returns
    -------
    int
        0 where the posts are those of one thread: then no button stands beside several of them.
    """
    if posts is None or posts.title_share:
        return 0
    signed = posts.author_path is not None
    if len(posts.posts) < (MIN_POSTS if signed else MIN_TEXTS):
        return 0
    if posts.kinds > 1:
        return 0  # answers, each with the comments on it
    # Before comments can stand what they are written to.
    if is_comment_area(tree, posts.posts[-1].roots[0], strict=True):
        return 0  # The button of a comment leads to the one that it answers.
    starts = [post.time.node for post in posts.posts]
    several = SEVERAL if signed else 1.0
    best = 0
    for buttons in _buttons(tree, alike=signed).values():
        if len(buttons) < 2:
            continue
        held = _held(tree, sorted(buttons.values()), starts)
        if len(held) > 1 and sum(held) >= max(several * len(held), MOST * len(starts)):
            best = max(best, len(held))
    return best


def _buttons(tree: PageTree, *, alike: bool) -> dict[tuple[str, str, str], dict[str, int]]:
    """Links that say the same and lead each to a page of its own: the first link to each.

    Parameters
    ----------
    alike
        Whether those pages have addresses of one shape, other than titles spelt in them.
    """
    here = tree.page.url
    own, site = url_key(here), "/".join(here.split("/", 3)[:3]) + "/"
    out: dict[tuple[str, str, str], dict[str, int]] = {}
    for link in tree.page.links:
        at = tree.number.get(link.element)
        if at is None or not link.url.startswith(site) or not 0 < len(link.text) <= MAX_BUTTON:
            continue
        if any(map(str.isdigit, link.text)):
            continue  # "2 days ago", "#3"
        page = link.url.partition("#")[0]
        shape = url_shape(page)
        shape = shape if alike else "{}"
        if "{" in shape and url_key(page) != own and not is_chrome(page):
            key = (link.text, tree.path(at, limit=LEVELS), shape)
            out.setdefault(key, {}).setdefault(page, at)
    return out


def _held(tree: PageTree, buttons: list[int], posts: list[int]) -> list[int]:
    """How many posts each button has in its box, the widest that holds no other button.

    None of a button that has none.
    """
    out = []
    for n, at in enumerate(buttons):
        box, around = at, tree.parent[at]
        before = buttons[n - 1] if n else -1
        behind = buttons[n + 1] if n + 1 < len(buttons) else len(tree.nodes)
        while around >= 0 and before < around and tree.end[around] <= behind:
            box, around = around, tree.parent[around]
        count = sum(tree.holds(box, post) for post in posts)
        if count:
            out.append(count)
    return out
