"""The heading that names an article."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.pages.page import Page

__all__ = ["find_heading", "heading_text", "own_title"]

_TITLE_PARTS = re.compile(r"\s+[-–—|»·_]+\s*|\s*[_|]\s*|\s*[-–—]\s+")
_MARGINS = frozenset({"aside", "footer", "nav"})
#: Less than this speaks for no heading at all.
LEAST = -0.1


def own_title(title: str | None) -> str | None:
    """Return the first part of a page's title: sites put their name behind it."""
    return _TITLE_PARTS.split(squeeze(title))[0] or None if title else None


def heading_text(heading: HtmlElement, title: str) -> str:
    """Return the words of a heading, without the time or counter some write into it.

    Parameters
    ----------
    title
        The page's title; what it does not repeat is left out.
    """
    whole = squeeze("".join(heading.itertext()))
    if len(heading) and whole.lower() not in squeeze(title).lower():
        own = squeeze(" ".join([heading.text or "", *(child.tail or "" for child in heading)]))
        for part in (
            own,
            *(squeeze("".join(child.itertext())) for child in heading.iterchildren("*")),
        ):
            if len(part) >= 2 and part.lower() in squeeze(title).lower():
                return part
    return whole


def find_heading(page: Page, declared: str | None) -> HtmlElement | None:
    """Return the heading that names the article, ``None`` when none surely does.

    It is the one that the page's title begins with. A heading that leads to the start page,
    or that the title only ends with, is the name of the site.

    Parameters
    ----------
    page
        A parsed page.
    declared
        Title that the page declares.
    """
    whole = squeeze(page.title).lower()
    named = squeeze(declared).lower() if declared else ""
    parts = [part.strip() for part in _TITLE_PARTS.split(whole)]
    site = squeeze(page.meta.get("og:site_name", "")).lower()
    best: tuple[float, HtmlElement] | None = None
    for level, tag in enumerate(("h1", "h2", "h3")):
        for element in page.root.iter(tag):
            text = heading_text(element, page.title).lower()
            if not 2 <= len(text) <= 300:
                continue
            score = -0.3 * level
            if text == named or text in whole or text in named:
                score += 2.0 + min(len(text), 40) / 40
                score += 1.0 if text == named or whole.startswith(text) else 0.0
                if len(parts) > 1 and text == parts[-1] and text != named:
                    score -= 1.0
            elif len(parts[0]) >= 8 and text.startswith(parts[0]):
                score += 2.0
            elif level and whole:
                # Headings of boxes; the title says more than they.
                score -= 2.0
            if text == site or _leads_home(element, page):
                score -= 3.0
            if any(above.tag in _MARGINS for above in element.iterancestors()):
                score -= 1.5
            if best is None or score > best[0]:
                best = (score, element)
    return best[1] if best is not None and best[0] > LEAST else None


def _leads_home(heading: HtmlElement, page: Page) -> bool:
    """Whether a heading is a link to the start page or to a directory above the article."""
    link = heading.find(".//a")
    if link is None and heading.getparent() is not None and heading.getparent().tag == "a":
        link = heading.getparent()
    if link is None:
        return False
    try:
        target, here = urlsplit(urljoin(page.base_url, link.get("href") or "")), urlsplit(page.url)
    except ValueError:
        return False
    if target.hostname != here.hostname or target.query or not target.path.endswith("/"):
        return (
            target.hostname == here.hostname
            and target.path in {"", "/index.php"}
            and not (target.query)
        )
    return here.path.startswith(target.path) and (target.path, target.query) != (
        here.path,
        here.query,
    )
