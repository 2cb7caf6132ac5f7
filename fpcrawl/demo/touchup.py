"""A new coat of paint: what changes on a page without a change of its template."""

from __future__ import annotations

import re

__all__ = ["touched_up"]

_BODY = re.compile(r"<body([^>]*)>")
_CLASS = re.compile(r'class="([^"]+)"')
_AD = (
    '<div class="promo-box"><a href="https://ads.example/kettles" rel="nofollow sponsored">'
    "Two kettles for the price of one</a><span>Advertisement</span></div>"
)
#: Classes of the frame that are renamed, from the top of the page.
_RENAMED = 3


def touched_up(html: str) -> str:
    """Rename the classes of a page's frame, wrap it once more and put a new block on top."""
    found = _BODY.search(html)
    if found is None:
        return html
    head, rest = html[: found.start()], html[found.start() :]
    rest = _CLASS.sub(r'class="\1-2026"', rest, count=_RENAMED)
    opening = _BODY.match(rest)
    assert opening is not None
    inner = rest[opening.end() :].replace("</body>", "</div></body>", 1)
    return f'{head}{opening[0]}<div class="frame-2026">{_AD}{inner}'
