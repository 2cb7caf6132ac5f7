"""Articles: title, author, time, body and the comments below.

The body comes from trafilatura; what a page declares about itself is preferred to what it
shows, and what it shows near the title to what it shows elsewhere.
"""

from __future__ import annotations

import copy
import logging
import re
from functools import cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.body import body_text
from fpcrawl.extraction.build import media_of, published_of
from fpcrawl.extraction.declared import declared_article
from fpcrawl.extraction.records import Article, Comment, record_key
from fpcrawl.extraction.text import html_of, squeeze, text_of, weight_of
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, UI_WORDS, not_published
from fpcrawl.pages.dates import parse_time
from fpcrawl.pages.urls import url_key

if TYPE_CHECKING:
    from types import ModuleType

    from lxml.html import HtmlElement

    from fpcrawl.extraction.build import Place
    from fpcrawl.extraction.posts import PostGroup
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.dates import ParsedTime
    from fpcrawl.pages.page import Page

__all__ = ["build_article"]

_COMMENT_AREA = re.compile(r"comment|repl(?:y|ies)|respon|评论|discuss|kommentar", re.IGNORECASE)
_BYLINE = re.compile(
    r"(?:^|[\s|·/（(])(?:by|作者|记者|撰文|文|发布者|编辑|author|von|par|por)(?:\s*[:：]\s*|\s+)"
    r"([^\s|·/（()）:：,，][^|·/（()）:：\n]{0,38}?)(?=$|[|·/（()）\n]|\s{2,}|\d{4})",
    re.IGNORECASE,
)
_TITLE_PARTS = re.compile(r"\s+[-–—|»·_]+\s*|\s*[_|]\s*|\s*[-–—]\s+")
#: Elements after the heading in which a byline is looked for.
NEAR = 12
_NOT_NAME = re.compile(r"[\d:：|,]|\b(?:on|at|in)\b|发布|发表|来源|浏览|阅读", re.IGNORECASE)
_BOXES = frozenset({"article", "div", "section", "td"})
_TEXT_TAGS = _BOXES | {"blockquote", "font", "li", "p", "pre", "span"}
#: Larger pages are read by structure only: trafilatura's cost grows with the tree.
MAX_NODES_FOR_TRAFILATURA = 20_000


def build_article(
    tree: PageTree, place: Place, comments: PostGroup | None, *, section: str | None = None
) -> Article | None:
    """Make an article of a page, ``None`` when it has no body.

    Parameters
    ----------
    tree
        The page.
    place
        Where it stands; ``thread_url`` is the article's first page.
    comments
        The records found below, if any.
    section
        List that led to the article.
    """
    page = tree.page
    declared = declared_article(page)
    heading = _heading(page, declared.title)
    title = squeeze("".join(heading.itertext())) if heading is not None else None
    if not title:
        title = declared.title or _from_title(page.title)
    body_element = _body_element(tree, comments, heading)
    body = _body_text(page, tree, declared.text, body_element)
    if not body:
        return None
    published, raw = _published(tree, place, declared.published, heading, comments)
    author = declared.author or _author(tree, heading, comments) or declared.meta_author
    images, links = (
        media_of(page.base_url, [body_element]) if body_element is not None else ([], [])
    )
    sure = 0.4 + 0.2 * bool(title) + 0.2 * bool(published) + 0.2 * bool(author)
    return Article(
        key=record_key(place.site, "article", url_key(place.thread_url)),
        site=place.site,
        url=place.thread_url,
        title=title,
        author=author,
        published=published.iso if published is not None else None,
        published_raw=raw,
        section=section,
        body_text=body,
        body_html=html_of([body_element])[:200_000] if body_element is not None else "",
        images=images,
        links=links,
        comments=_comments(tree, comments, place, body, heading),
        fetched=page.fetched.isoformat(timespec="seconds"),
        cluster=place.cluster,
        template=place.template,
        confidence=round(sure, 3),
    )


def _from_title(title: str | None) -> str | None:
    return _TITLE_PARTS.split(squeeze(title))[0] or None if title else None


def _heading(page: Page, declared: str | None) -> HtmlElement | None:
    """Return the heading that names the article: the one the page's title repeats."""
    wanted = squeeze(" ".join(filter(None, (page.title, declared)))).lower()
    best: tuple[float, HtmlElement] | None = None
    for level, tag in enumerate(("h1", "h2", "h3")):
        for element in page.root.iter(tag):
            text = squeeze("".join(element.itertext()))
            if not 2 <= len(text) <= 300:
                continue
            known = text.lower() in wanted
            score = (
                (2.0 if known else 0.0) - 0.3 * level + (min(len(text), 40) / 40 if known else 0)
            )
            if best is None or score > best[0]:
                best = (score, element)
    return best[1] if best is not None and best[0] > -0.5 else None


def _body_element(
    tree: PageTree, comments: PostGroup | None, heading: HtmlElement | None
) -> HtmlElement | None:
    """Element below the heading with the most running text outside links and comments."""
    taken = _comment_ranges(tree, comments, heading)
    start = tree.number.get(heading, 0) if heading is not None else 0
    stop = min((a for a, _ in taken if a > start), default=len(tree.nodes))
    best = _fullest(tree, start, stop, taken)
    # A heading below its text, or none: look at the whole page.
    return best if best is not None else _fullest(tree, 0, len(tree.nodes), taken)


def _fullest(
    tree: PageTree, start: int, stop: int, taken: list[tuple[int, int]]
) -> HtmlElement | None:
    own: dict[int, float] = {}
    for i in range(start, stop):
        tag = tree.tag(i)
        if tree.plain_len(i) < 4 or tag not in _TEXT_TAGS:
            continue
        if any(a <= i < b for a, b in taken):
            continue
        element = tree.nodes[i]
        pieces = [element.text or "", *(child.tail or "" for child in element)]
        length = sum(weight_of(piece.strip()) for piece in pieces)
        if length < 8:
            continue
        # A paragraph speaks for its parent most, for its grandparent less.
        step = 1.0
        j = i if tag in _BOXES else tree.parent[i]
        for _ in range(3):
            if j < 0 or tree.tag(j) in {"body", "html"}:
                break
            own[j] = own.get(j, 0.0) + length * step
            step *= 0.6
            j = tree.parent[j]
    if not own:
        return None
    return tree.nodes[max(own, key=lambda n: own[n])]


@cache
def _trafilatura() -> ModuleType:
    # It takes a second to import, and a forum crawl never needs it.
    import trafilatura  # noqa: PLC0415

    # It logs every page it finds thin; the crawl counts those itself.
    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    return trafilatura


def _body_text(
    page: Page, tree: PageTree, declared: str | None, element: HtmlElement | None
) -> str:
    found = ""
    if len(tree.nodes) <= MAX_NODES_FOR_TRAFILATURA:
        try:
            found = (
                _trafilatura().extract(
                    copy.deepcopy(page.root),
                    url=page.url,
                    include_comments=False,
                    include_tables=True,
                    favor_recall=False,
                    deduplicate=False,
                )
                or ""
            )
        except Exception:
            found = ""
    own = text_of(element) if element is not None else ""
    if declared and len(declared) > 1.2 * max(len(found), len(own)):
        return declared
    if not found or (own and _shared(found, own) < 0.5 and len(own) > len(found)):
        return own
    # Where both agree the element keeps what trafilatura drops (code, short lines).
    if own and len(found) <= len(own) <= 1.3 * len(found):
        return own
    return found


def _shared(one: str, other: str) -> float:
    lines = [line for line in one.splitlines() if len(line) > 10]
    return sum(line.strip() in other for line in lines) / len(lines) if lines else 0.0


def _published(
    tree: PageTree,
    place: Place,
    declared: str | None,
    heading: HtmlElement | None,
    comments: PostGroup | None,
) -> tuple[ParsedTime | None, str | None]:
    if declared:
        parsed = parse_time(declared, now=place.now, tz=place.zone)
        if parsed is not None:
            return parsed, declared
    mark = tree.number.get(heading, 0) if heading is not None else 0
    taken = _comment_ranges(tree, comments, heading)
    best: tuple[float, ParsedTime, str] | None = None
    for time in tree.times:
        element = tree.nodes[time.node]
        label = " ".join((time.label, element.get("class") or ""))
        if any(a <= time.node < b for a, b in taken) or not_published(label):
            continue
        parsed = published_of(time, place)
        if parsed is None or parsed.instant is None:
            continue
        distance = abs(time.node - mark) + (25 if time.node < mark else 0)
        score = distance - 30 * (element.tag == "time") - 20 * (parsed.precision != "day")
        if best is None or score < best[0]:
            best = (score, parsed, time.raw)
    return (best[1], best[2]) if best is not None else (None, None)


def _author(tree: PageTree, heading: HtmlElement | None, comments: PostGroup | None) -> str | None:
    mark = tree.number.get(heading, 0) if heading is not None else 0
    taken = _comment_ranges(tree, comments, heading)
    best: tuple[float, str] | None = None
    for i, element in enumerate(tree.nodes):
        if not 0 < tree.text_len[i] <= 80 or any(a <= i < b for a, b in taken):
            continue
        hint = " ".join(
            (element.get("class") or "", element.get("itemprop") or "", element.get("rel") or "")
        )
        hinted = bool(hint.strip()) and bool(AUTHOR_CLASS.search(hint))
        text = squeeze("".join(element.itertext()))
        match = _BYLINE.search(text)
        if not hinted and not match:
            continue
        name = (match.group(1) if match else text).strip(" ,;，；")
        if not 0 < len(name) <= 40 or name.lower() in UI_WORDS or name.isdigit():
            continue
        near = abs(i - mark) + (30 if i < mark else 0) - 40 * (element.tag == "a") * hinted
        if tree.end[i] - i > 6:
            near += 30
        if best is None or near < best[0]:
            best = (near, name)
    return best[1] if best is not None else _beside_time(tree, mark)


def _beside_time(tree: PageTree, mark: int) -> str | None:
    """Name in a line like "9 November 2026, 13:46 — Piotr" near the heading."""
    for time in tree.times:
        if not mark < time.node <= mark + NEAR or tree.text_len[time.node] > 80:
            continue
        rest = tree.text(time.node).replace(time.raw, "", 1).strip(" —–-|·/,:")
        if 1 < len(rest) <= 40 and not _NOT_NAME.search(rest) and rest.lower() not in UI_WORDS:
            return rest
    return None


def are_comments(tree: PageTree, group: PostGroup, heading: HtmlElement | None) -> bool:
    """Whether records stand below an article rather than being the article itself."""
    if group.boundless or not (group.body_path and group.author_path) or group.title_share:
        return False
    mark = tree.number.get(heading, -1) if heading is not None else -1
    roots = [root for post in group.posts for root in post.roots]
    if mark >= 0 and any(tree.holds(root, mark) for root in roots):
        return False
    if len(group.posts) > 1 or group.known:
        return True
    around = [roots[0], *tree.ancestors(roots[0])[:5]]
    names = " ".join(
        f"{e.get('class') or ''} {e.get('id') or ''}" for e in (tree.nodes[i] for i in around)
    )
    return bool(_COMMENT_AREA.search(names))


def _comment_ranges(
    tree: PageTree, group: PostGroup | None, heading: HtmlElement | None
) -> list[tuple[int, int]]:
    """Stretches of the page that are comments."""
    if group is None or not are_comments(tree, group, heading):
        return []
    return [(root, tree.end[root]) for post in group.posts for root in post.roots]


def _comments(
    tree: PageTree,
    group: PostGroup | None,
    place: Place,
    body: str,
    heading: HtmlElement | None,
) -> list[Comment]:
    if group is None or not are_comments(tree, group, heading):
        return []
    out = []
    for raw in group.posts:
        if raw.body is None:
            continue
        parts = [tree.nodes[i] for i in (raw.body, *raw.more)]
        text = body_text(parts, [tree.nodes[i] for i in raw.holes])
        # The article itself can have the shape of a record; it is no comment on itself.
        if not text or (len(text) > 40 and text[:200] in body):
            continue
        parsed = published_of(raw.time, place)
        out.append(
            Comment(
                author=raw.author,
                published=parsed.iso if parsed is not None else None,
                published_raw=raw.time.raw,
                body_text=text,
                post_id=raw.post_id,
            )
        )
    return out
