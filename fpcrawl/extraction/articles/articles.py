"""Articles: title, author, time, body and the comments below.

What a page declares about itself is preferred to what it shows, and what it shows near the
title to what it shows elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.besides import (
    captions_of,
    clocks_of,
    head_of,
    is_signed_sentence,
    notes_on_writers,
    quotes_of,
    writer_cards,
)
from fpcrawl.extraction.articles.bylines import Published, find_published, is_byline
from fpcrawl.extraction.articles.comments import build_comments, comment_ranges
from fpcrawl.extraction.articles.extracted import extracted
from fpcrawl.extraction.articles.furniture import (
    FEW,
    above_heading,
    furniture_of,
    is_counter,
    is_labelled,
)
from fpcrawl.extraction.articles.halves import halves_of
from fpcrawl.extraction.articles.headings import (
    choose_title,
    find_heading,
    heading_text,
    is_unnamed,
    line_above,
    site_names,
)
from fpcrawl.extraction.articles.lines import leads_on
from fpcrawl.extraction.articles.prose import prose_text, whole_prose
from fpcrawl.extraction.articles.prosebox import find_prose, live_parts, tells_live, whole_live
from fpcrawl.extraction.articles.standfirsts import with_standfirst
from fpcrawl.extraction.articles.surroundings import surroundings
from fpcrawl.extraction.articles.teasers import cards_behind
from fpcrawl.extraction.articles.timelines import without_bylines
from fpcrawl.extraction.articles.writers import Writers, find_writers
from fpcrawl.extraction.build import MAX_HTML, media_of
from fpcrawl.extraction.declared import declared_article, is_live
from fpcrawl.extraction.names.names import is_group, is_person, join_names, split_names
from fpcrawl.extraction.records import Article, record_key
from fpcrawl.extraction.text import SPACES, html_of
from fpcrawl.pages.urls import url_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.articles.surroundings import Surroundings
    from fpcrawl.extraction.declared import DeclaredPost
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["RawArticle", "build_article", "heading_number", "read_article"]

#: The heading above what readers say.
_READERS = re.compile(
    r"(?:\d{1,6}\s)?(?:(?:reader )?comments?|(?:leser)?kommentare?|commentaires|comentarios"
    r"|comentários|commenti|reacties|komentarze|комментарии|коментарі|(?:网友|網友|读者|讀者|最新|全部|发表)?(?:评论|評論|留言)"
    r"|コメント|댓글)(?:\s?[(（]\d{1,6}[)）])?\s?[:：]?",
    re.IGNORECASE,
)
#: What shows nothing where it stands alone.
_UNSEEN = f" {SPACES}\u200c\u200d\u2060\ufeff"
#: Where to write to who wrote it.
_ADDRESS = re.compile(
    r"(?:e-?mail|twitter|x|邮箱|郵箱)?\s?[:：]?\s?[\w.+-]{0,64}@[\w.-]{2,64}", re.IGNORECASE
)
#: Characters of an element that is a name and nothing else.
MAX_NAME = 60


@dataclass(slots=True)
class RawArticle:
    """An article as found on a page: values, and the elements they stand in.

    Attributes
    ----------
    heading, prose
        Numbers of the heading and of the element of the body, -1 without one.
    shown
        Title as the heading shows it.
    writers
        The byline, whether or not the page declares other names.
    author
        Who wrote it; several names are joined by commas.
    text
        The body without title and byline.
    """

    heading: int
    prose: int
    title: str | None
    shown: str | None
    writers: Writers
    author: str | None
    published: Published
    text: str

    def stretch(self, tree: PageTree) -> tuple[int, int] | None:
        """First element of the body and the first behind it."""
        return (self.prose, tree.end[self.prose]) if self.prose >= 0 else None


def heading_number(tree: PageTree) -> int:
    """Return the number of the heading that names a page's article, -1 without one."""
    return find_heading(tree, declared_article(tree.page).titles)


def read_article(tree: PageTree, place: Place, comments: PostGroup | None) -> RawArticle:
    """Find the parts of an article.

    Parameters
    ----------
    tree
        The page.
    place
        Where it stands.
    comments
        The comments found below, if any.
    """
    page = tree.page
    declared = declared_article(page)
    heading = find_heading(tree, declared.titles)
    taken = comment_ranges(tree, comments)
    at = find_prose(tree, heading, taken)
    live = is_live(page) or (at >= 0 and tells_live(tree, at))
    # Of a text told piece by piece trafilatura takes one piece.
    about = writer_cards(tree, at) if at >= 0 else []
    cards = cards_behind(tree, at) if at >= 0 and not live else []
    cards += [(i, tree.end[i]) for i in about]
    found = "" if live else extracted(tree, [*_outside(tree, taken, at), *cards])
    if at >= 0:
        at = whole_live(tree, at) if live else whole_prose(tree, at, heading, found, taken)
    halves = halves_of(tree, at, heading, found, taken) if at >= 0 and not live else None
    if halves is not None:
        at = halves.top
    if heading < 0 and at >= 0 and is_unnamed(page, declared.titles):
        heading = line_above(tree, at)
    shown = heading_text(tree.nodes[heading], page.title) if heading >= 0 else None
    title = choose_title(page, shown, declared.titles)
    furniture = furniture_of(tree, at) if at >= 0 else []
    furniture += halves.outside if halves is not None else []
    # When a piece was written says nothing of the whole.
    pieces = live_parts(tree, at) if live and at >= 0 else []
    around = surroundings(tree, heading, at, [*taken, *pieces], furniture)
    published = find_published(tree, place, declared, around)
    writers = find_writers(tree, around)
    author = _author(declared, writers, tree, around)

    def is_furniture(line: str) -> bool:
        if line in (title, shown) or is_counter(line):
            return True
        if _READERS.fullmatch(line) or _ADDRESS.fullmatch(line):
            return True
        if is_signed_sentence(line):
            return False
        if is_labelled(line):
            return True
        return any(is_byline(line, name, published.raw) for name in (author, *writers.names))

    if at >= 0:
        names = {name for name in (author, *writers.names) if name}
        furniture = [
            *furniture,
            *above_heading(tree, at, heading),
            *head_of(tree, around, published.node),
            *(tree.nodes[i] for i in about),
            *notes_on_writers(tree, at, names, {*furniture}),
            *captions_of(tree, at, {*furniture}),
            *quotes_of(tree, at, {*furniture}),
            *(clocks_of(tree, at) if live else ()),
        ]
    text = prose_text(tree, found, declared.text, at, furniture, is_furniture, heading)
    if text:
        text = with_standfirst(tree, heading, at, text, is_furniture)
    text = without_bylines(_without_leads(text), [*split_names(author or ""), *writers.names])
    return RawArticle(heading, at, title, shown, writers, author, published, text)


def _outside(tree: PageTree, taken: Sequence[tuple[int, int]], at: int) -> list[tuple[int, int]]:
    """Return those of some stretches that neither hold the body nor are parts of it."""
    return [r for r in taken if at < 0 or not (r[0] <= at < r[1] or tree.holds(at, r[0]))]


def _without_leads(text: str) -> str:
    """Return a text without lines that lead on where they are no elements of their own.

    Nor has it lines in which nobody sees anything: some editors write joiners into empty ones.
    """
    lines = ("" if not line.strip(_UNSEEN) else line for line in text.split("\n"))
    kept = [line for line in lines if len(line) > FEW or not leads_on(line.strip("|- "), 0)]
    return "\n".join(kept)


def _author(
    declared: DeclaredPost, writers: Writers, tree: PageTree, around: Surroundings
) -> str | None:
    """Choose among declared and shown names: people first, the site's own name last."""
    page = tree.page
    site = page.meta.get("og:site_name", "").lower()
    sites = site_names(page)
    named = [split_names(text) for text in (declared.author or "", declared.meta_author or "")]
    people, meta = (
        [n for n in names if n.lower() != site and (n.lower() not in sites or is_person(n))]
        for names in named
    )
    if people and any(map(is_person, people)):
        return join_names(people)
    if meta and all(map(is_person, meta)) and not writers.names[1:]:
        # The account from which it was sent can stand there as well.
        above = range(max(around.heading, 0), around.words)
        if set(meta).issubset(tree.text(i) for i in above if tree.text_len[i] <= MAX_NAME):
            return join_names(meta)
    if writers.sure and any(map(is_person, writers.names)):
        return join_names([*writers.names])
    if any(map(is_person, meta)):
        return join_names(meta)
    # A name in the text tells more than that of a paper.
    groups = bool(people) and all(map(is_group, people)) and not any(map(is_group, writers.names))
    for names in (() if groups else people, writers.names, people, meta):
        if names:
            return join_names([*names])
    return declared.publisher


def build_article(
    raw: RawArticle,
    tree: PageTree,
    place: Place,
    comments: PostGroup | None,
    *,
    section: str | None = None,
) -> Article | None:
    """Make an article of a page, ``None`` when it has no body.

    Parameters
    ----------
    raw
        Its parts, see :func:`read_article`.
    tree
        The page.
    place
        Where it stands; ``thread_url`` is the article's first page.
    comments
        The comments found below, if any.
    section
        List that led to the article.
    """
    page = tree.page
    if not raw.text:
        return None
    body = [tree.nodes[raw.prose]] if raw.prose >= 0 else []
    images, links = media_of(page.base_url, body)
    published = raw.published.time
    sure = 0.4 + 0.2 * bool(raw.title) + 0.2 * bool(published) + 0.2 * bool(raw.author)
    return Article(
        key=record_key(place.site, "article", url_key(place.thread_url)),
        site=place.site,
        url=place.thread_url,
        title=raw.title,
        author=raw.author,
        published=published.iso if published is not None else None,
        published_raw=raw.published.raw,
        section=section,
        body_text=raw.text,
        body_html=html_of(body)[:MAX_HTML],
        images=images,
        links=links,
        comments=build_comments(tree, comments, place, raw.stretch(tree)),
        fetched=page.fetched.isoformat(timespec="seconds"),
        cluster=place.cluster,
        template=place.template,
        confidence=round(sure, 3),
    )
