"""The demo's robots.txt and what it forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .views import View

__all__ = ["robots_txt"]


def robots_txt(views: dict[str, View], crawl_delay_s: float) -> str:
    """Return robots.txt: forbidden are the private part, one family's member pages and a board.

    Parameters
    ----------
    crawl_delay_s
        Seconds to ask for between requests; 0 = no such line.
    """
    paths = ["/private/", "/_truth/", "/_control/", "/nest/space-uid-"]
    for view in views.values():
        paths += [
            view.board_path(board) for board in view.family.boards.values() if not board.spec.robots
        ]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in paths)]
    if crawl_delay_s > 0:
        lines.append(f"Crawl-delay: {crawl_delay_s:g}")
    return "\n".join(lines) + "\n"
