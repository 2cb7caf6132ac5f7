"""A new coat of paint: what changes on a page without a change of its template."""

from __future__ import annotations

import re

__all__ = ["touched_up"]

#: Where the page begins; a family may leave the tag out.
_BODY = re.compile(r"<body[^>]*>|(?=<h1)")
_CLASS = re.compile(r'class="([^"]+)"')
_AD = (
    '<div class="promo-box"><a href="https://ads.example/kettles" rel="nofollow sponsored">'
    "Two kettles for the price of one</a><span>Advertisement</span></div>"
)
#: Classes that are renamed, from the top of the page: some families have hardly a frame.
_RENAMED = 1


def touched_up(html: str) -> str:
    """Rename the classes of a page's frame, wrap it once more and put a new block on top."""
    found = _BODY.search(html)
    if found is None:
        return html
    head, inner = html[: found.end()], html[found.end() :]
    inner = _CLASS.sub(r'class="\1-2026"', inner, count=_RENAMED)
    inner, closing, end = inner.partition("</body>")
    return f'{head}<div class="frame-2026">{_AD}{inner}</div>{closing}{end}'
