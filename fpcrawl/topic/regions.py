"""What stands in a page's navigation, by its tags, roles and names."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["Place", "place_of"]

#: ``main``: in an article or a post; ``side``: about the page; ``plain``: nothing tells.
Place = str

_MAIN_TAGS = frozenset(["article", "main", "blockquote"])
_SIDE_TAGS = frozenset(["nav", "footer", "aside", "header", "menu"])
_SIDE_ROLES = frozenset(
    ["navigation", "banner", "contentinfo", "menubar", "menu", "complementary", "search"]
)
_MAIN_ROLES = frozenset(["main", "article"])
_SIDE_NAME = re.compile(
    r"(?:(?:site|page|top|global|primary|secondary|user|mobile|sub|bottom|foot|head|left|right)"
    r"[-_]?)?(?:nav(?:s|bar|igation|list|links|menu)?|menus?|menubar|header|footer|side-?bar|"
    r"breadcrumbs?|crumbs?|top-?bar|copyright|links?-?list|friend-?links?|toolbar|pag(?:er|ination)"
    r"|share|social|tabs?|widgets?)",
    re.IGNORECASE,
)


@lru_cache(maxsize=16_384)
def place_of(tag: str, names: str, name: str, role: str, outer: Place) -> Place:
    """Return where the text of an element stands.

    Parameters
    ----------
    tag, names, name, role
        Its tag, classes, id and role; empty where it has none.
    outer
        Where the element about it stands.
    """
    if role in _MAIN_ROLES or tag in _MAIN_TAGS:
        return "main" if outer != "side" or tag == "main" or role == "main" else "side"
    if tag == "nav" or role in _SIDE_ROLES:
        return "side"
    if outer != "plain" or tag in {"html", "body"}:
        # The header of a post is part of the post.
        return outer
    if tag in _SIDE_TAGS:
        return "side"
    words = [*names.split(), name]
    return "side" if any(word and _SIDE_NAME.fullmatch(word) for word in words) else outer
