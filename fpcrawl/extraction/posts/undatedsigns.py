"""What tells that records without times are posts: what they and their page say of themselves.

No sign is believed alone: products are numbered, cards of members have buttons, and pages about a
company have a form to write to it.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fpcrawl.extraction.areas import ANSWERING, GUESTBOOK
from fpcrawl.extraction.bodies.bodies import is_title
from fpcrawl.extraction.declared import ld_texts
from fpcrawl.extraction.names.usernames import names_member
from fpcrawl.extraction.posts.bounds import is_post_box
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.rowwords import kinds_in, labelled_figures, only_figures
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import (
    FLOOR_WORDS,
    HEADINGS,
    NUMBER_SIGN,
    POST_ID,
    UI_WORDS,
    names_permalink,
)
from fpcrawl.pages.urls import join_url

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.posts.postgroup import RawPost
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "PageSigns",
    "are_numbered",
    "count_signs",
    "counted_box",
    "is_called_answer",
    "is_post_anchor",
    "lead_away",
]

#: Share of the records that must show a sign of each.
MOST = 0.8
#: Elements of a record that are looked at, and those around it.
MOST_ELEMENTS, AROUND = 60, 2
#: Characters of a count, of a button, and of what stands on a form.
MAX_COUNT, MAX_BUTTON, MAX_FORM = 40, 24, 400
#: Levels above the name of a record that stands alone within which its count is looked for.
COUNT_LEVELS = 8
#: Weight of what a link to another page is called.
MIN_TITLE = 8
#: Words from which on it is no button.
MANY_WORDS = 3
#: Weight of what is quoted of another, at least.
MIN_QUOTED = 16
#: Records from which on there can be more on further pages.
MANY = 10
#: What boxes of posts are called.
_CALLED = re.compile(
    r"comment|cmt|repl(?:y|ies)|answer|respon[sd]e(?!r)|discuss|guest-?book|评论|留言|回复"
    r"|(?:^|[-_ ])(?:forum-?)?(?:post|message|msg)s?(?:[-_ ]?(?:body|text|content|row|item))?"
    r"(?=[-_ \d]|$)",
    re.IGNORECASE,
)
#: What a list of answers is called, and the box of one that stands alone.
_ANSWERS = re.compile(
    r"(?:^|[-_ ])(?:comment|cmt|repl(?:y|ie)|answer)s?"
    r"(?:[-_ ]?(?:area|box|list|tree|wrap))?(?:[-_ ]|$)",
    re.IGNORECASE,
)
_ANSWER = re.compile(r"(?:^|[-_ ])(?:comment|cmt|reply|answer)(?:[-_ \d]|$)", re.IGNORECASE)
#: What boxes are called that hold what somebody says, or is, and are no posts.
_OTHER = re.compile(
    r"testimonial|review|rating|(?:^|[-_ ])(?:team|staff|speaker|client|customer|pricing|product"
    r"|portfolio|related|recommend\w*|featured|teasers?|contributors?|sponsors?|partners?"
    r"|(?:author|member|user)s?[-_]?(?:box|card|bio|list|grid)|bio)(?:[-_ \d]|$)",
    re.IGNORECASE,
)
#: What buttons on posts do beside answering them.
_ACTION = re.compile(
    r"quote|cite|citer|zitieren|citar|цитировать|引用|report|flag|举报|檢舉|通報|신고"
    r"|(?:up|down)-?vote|vote|赞同|支持|反对|顶|踩|采纳",
    re.IGNORECASE,
)
_ACTION_NAME = re.compile(
    r"(?:^|[^a-z])(?:reply|quote|(?:up|down)?vote|report|answer)(?:[^a-z]|to|$)", re.IGNORECASE
)
_COMMENTING = re.compile(r"comment|评论|評論|留言", re.IGNORECASE)
#: What links are called that lead to more of the same.
_LEADING = frozenset("all more posts show view 更多 查看".split())
_POSTING = re.compile(r"schema\.org/?\W{1,4}(?:.{0,40}\W)?(?:QAPage|DiscussionForumPosting)\b")
_QUOTATIONS = frozenset({"blockquote", "cite", "q"})
_QUOTED = re.compile(r"(?:^|[-_ ])(?:quot|cite|citat|zitat)", re.IGNORECASE)
_DECLARED = re.compile(r"/(?:QAPage|DiscussionForumPosting|Answer)$")
#: The address of a thread: by its kind, and a number behind that.
_ADDRESS = re.compile(
    r"(?:^|[/?&=_.-])(?:show|view|read)?(?:topic|thread|discussion|question)s?(?:\.\w{2,5})?"
    r"[/?=&,_-]+(?!p=|page|start)(?:[a-z]{1,8}[=/,-])?(?:[\w%-]+[/.])?\d"
    r"|/[tq]/(?:[\w%.-]+/)?\d|/read\.\w{2,5}\?\d|[?&](?:t|tid|topic)=\d",
    re.IGNORECASE,
)
#: A number that stands loose: "Reply #3", "3楼".
_NUMBER = re.compile(r"\s*(?:[^\W\d]{1,12}\s?)?[#№]\s?\d{1,7}\s*|\s*\d{1,7}\s?[#楼樓]\s*")
_BEHIND = re.compile(r"[^\W\d]{1,6}[:：]\s?\S")


class PageSigns:
    """What a page says of itself.

    Attributes
    ----------
    tree
        The page.
    """

    def __init__(self, tree: PageTree) -> None:
        self.tree = tree

    @cached_property
    def _figures(self) -> list[tuple[int, str]]:
        """Short texts with a figure that no other holds, and their elements."""
        tree, out = self.tree, []
        for i, length in enumerate(tree.text_len):
            above = tree.parent[i]
            if 0 < length <= MAX_COUNT and not 0 <= tree.text_len[above] <= MAX_COUNT:
                text = tree.text(i)
                if any(map(str.isdigit, text)):
                    out.append((i, text))
        return out

    @cached_property
    def counts(self) -> list[tuple[int, int]]:
        """Elements that tell how many answers there are, and how many."""
        return [(i, value) for i, text in self._figures for value in _counted(text)]

    @cached_property
    def ones(self) -> list[int]:
        """Those of them that tell of one answer."""
        single = ((i, text) for i, text in self._figures if re.findall(r"\d+", text) == ["1"])
        return [i for i, text in single if 1 in _counted(text)]

    @cached_property
    def asking(self) -> list[int]:
        """Forms to write an answer into, and links that lead to one."""
        tree = self.tree
        out = []
        for area in tree.nodes[0].iter("textarea"):
            form = next((tree.number.get(i, -1) for i in area.iterancestors("form")), -1)
            if form >= 0 and ANSWERING.search(self._said(form)):
                out.append(form)
        for i, tag in enumerate(tree.tags):
            if tag != "a" or not _says_answer(label := _label(tree, i)):
                continue
            # A title can tell of answers as well.
            href = tree.nodes[i].get("href") or ""
            if len(label) <= MAX_BUTTON or "#" in href or _ACTION_NAME.search(_path_of(href)):
                out.append(i)
        return out

    def _said(self, form: int) -> str:
        """Return what a form says that it is for: in its heading, its address and its buttons."""
        tree, element = self.tree, self.tree.nodes[form]
        told = [element.get(name) or "" for name in ("action", "id", "class", "name")]
        told.append(tree.text(form)[:MAX_FORM])
        for inner in element.iter("input", "textarea", "button"):
            told.extend(inner.get(name) or "" for name in ("value", "placeholder", "title"))
        before = element.getprevious()
        if before is not None and isinstance(before.tag, str) and before.tag in HEADINGS:
            told.append(squeeze("".join(before.itertext())))
        return " ".join(told)

    @cached_property
    def is_declared(self) -> bool:
        """Whether the page declares that it shows a thread."""
        if any(_POSTING.search(text) for text in ld_texts(self.tree.page)):
            return True
        types = (element.get("itemtype") for element in self.tree.nodes)
        return any(kind is not None and _DECLARED.search(kind) for kind in types)

    @cached_property
    def is_addressed(self) -> bool:
        """Whether the address of the page is that of a thread."""
        return _ADDRESS.search(_path_of(self.tree.page.url)) is not None

    @cached_property
    def is_guestbook(self) -> bool:
        """Whether the page is called a guest book."""
        tree = self.tree
        heads = (tree.text(i)[:80] for i, tag in enumerate(tree.tags) if tag in {"h1", "h2"})
        return any(map(GUESTBOOK.search, (tree.page.title[:80], *islice(heads, MANY))))


def _counted(text: str) -> list[int]:
    """Return the numbers of answers that a text tells, if it tells hardly more."""
    told = labelled_figures(text)
    return [value for kind, value, size in told if kind == "replies" and 2 * size >= len(text)]


def count_signs(
    tree: PageTree, spans: Sequence[Span], page: PageSigns, *, known: bool = False
) -> int:
    """Count what speaks for records being posts: those on a guest book need no other sign.

    Parameters
    ----------
    known
        Whether posts of the site stand so.
    """
    if sum(_is_called_otherwise(tree, span) for span in spans) > MOST * len(spans):
        return 0
    start, stop = spans[0].start, tree.end[spans[-1].roots[-1]]
    own = int(are_numbered(tree, spans))
    own += _most(spans, [_is_called(tree, span) for span in spans])
    own += _most(spans, [_has_buttons(tree, span) for span in spans])
    own += any(span.holes for span in spans) + _quote_another(tree, spans)
    own += _most(spans, [_answers_title(tree, span) for span in spans], but=1)
    counted = _are_counted(spans, page)
    told = 2 * page.is_guestbook + page.is_declared + counted
    if len(spans) == 1:
        told += page.is_declared + counted  # nothing else tells as surely that there is but one
    asked = page.is_addressed + any(not start <= i < stop for i in page.asking)
    # A thread that nobody has answered has its address and its form, too, and cards of members.
    return own + told + (asked if own or told or known or len(spans) == 1 else 0)


def _most(spans: Sequence[Span], shown: Sequence[bool], but: int = 0) -> bool:
    """Whether most of some records show a sign, but for the opening post."""
    least = MOST * len(spans) - (but if len(spans) > 1 else 0)
    return sum(shown) >= max(1.0, min(least, len(spans) - (len(spans) > 1)))


def _inside(tree: PageTree, span: Span) -> list[int]:
    near = (i for root in span.roots for i in range(root, tree.end[root]))
    return list(islice(near, MOST_ELEMENTS))


def _are_counted(spans: Sequence[Span], page: PageSigns) -> bool:
    """Whether the page tells how many answers there are, above them."""
    start, count = spans[0].start, len(spans)
    for i, value in page.counts:
        if i >= start and count > 1:
            break
        if value in {count, count - 1} - {0} or (value > count >= MANY):
            return True
    return False


def are_numbered(tree: PageTree, spans: Sequence[Span]) -> bool:
    """Whether most of some records have the numbers of posts."""
    return _most(spans, [_is_numbered(tree, span) for span in spans])


def _is_numbered(tree: PageTree, span: Span) -> bool:
    """Whether a record says that it is a post, or shows or holds its number or a link to itself."""
    for i in _inside(tree, span):
        element = tree.nodes[i]
        if is_post_box(tree, i) or is_post_anchor(tree, i):
            return True
        if tree.tag(i) == "a":
            href, text = element.get("href"), tree.text(i)
            place = element.get("name") or element.get("id") or ""
            if not href and place.lstrip("abcdefghijklmnopqrstuvwxyz-_").isdigit():
                return True
            if href and "#" in href and text and names_permalink(text):
                return True
        if 0 < tree.text_len[i] <= MAX_BUTTON and NUMBER_SIGN.fullmatch(tree.text(i)):
            return True
        loose = (element.text, *(child.tail for child in islice(element, MANY)))
        if any(text and _NUMBER.fullmatch(text) for text in loose):
            return True
    return False


def is_post_anchor(tree: PageTree, i: int) -> bool:
    """Whether an element that is no box has the number of a post: it begins one, or its words."""
    element = tree.nodes[i]
    place = element.get("id") or (element.get("name") if element.tag == "a" else None)
    return POST_ID.fullmatch(place or "") is not None


def _quote_another(tree: PageTree, spans: Sequence[Span]) -> bool:
    """Whether one of some records quotes what another before it says."""
    said = ""
    for span in spans:
        inside = _inside(tree, span)
        if said and any(_quotes(tree, i, said) for i in inside):
            return True
        said += f"{squeeze(' '.join(tree.text(root) for root in span.roots))}\n"
    return False


def _quotes(tree: PageTree, i: int, said: str) -> bool:
    element = tree.nodes[i]
    if not tree.text_len[i]:
        return False
    is_box = element.tag in _QUOTATIONS or _QUOTED.search(_called(tree, i))
    if not is_box and (element.text or "").lstrip()[:1] != ">":
        return False
    pieces = (squeeze(piece).lstrip("> ") for piece in element.itertext())
    return any(weight_of(piece) >= MIN_QUOTED and piece in said for piece in pieces)


def _is_called(tree: PageTree, span: Span) -> bool:
    """Whether a box in a record or around it is called after posts."""
    if any(_CALLED.search(_called(tree, i)) for i in _inside(tree, span)):
        return True
    return any(_ANSWERS.search(_called(tree, i)) for i in tree.ancestors(span.start, AROUND))


def _is_called_otherwise(tree: PageTree, span: Span) -> bool:
    """Whether the box of a record, or one around it, is called after something else."""
    around = (span.start, *tree.ancestors(span.start, AROUND))
    return any(_OTHER.search(_called(tree, i)) for i in around)


def _called(tree: PageTree, i: int) -> str:
    if tree.tag(i) in {"body", "html"}:
        return ""
    element = tree.nodes[i]
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def is_called_answer(tree: PageTree, i: int) -> bool:
    """Whether an element is called an answer, or says that it is a post."""
    return is_post_box(tree, i) or _ANSWER.search(_called(tree, i)) is not None


def counted_box(tree: PageTree, name: int, page: PageSigns) -> int | None:
    """Return the box around a name that follows the words "1 answer", if one does."""
    counts = [i for i in page.ones if i < name]
    box = name
    for above in tree.ancestors(name, COUNT_LEVELS):
        if any(tree.holds(above, i) and not tree.holds(box, i) for i in counts):
            return box if box != name else None
        box = above
    return None


def _has_buttons(tree: PageTree, span: Span) -> bool:
    """Whether a record has a button or a link to answer it, to quote, to report or to rate it."""
    for i in _inside(tree, span):
        element = tree.nodes[i]
        if element.tag in {"a", "button", "input"}:
            text = _label(tree, i)
            if len(text) <= MAX_BUTTON and (_says_answer(text) or _ACTION.fullmatch(text)):
                return True
        if element.tag == "a" and _ACTION_NAME.search(_path_of(element.get("href") or "")):
            return True
        if element.tag in {"button", "input"} and _ACTION_NAME.search(element.get("name") or ""):
            return True
    return False


def _path_of(href: str) -> str:
    """Return the path and query of an address, empty where it has none."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}"


def _label(tree: PageTree, i: int) -> str:
    """Return what a button or link says, or its picture does."""
    text = tree.text(i) if tree.text_len[i] <= MAX_COUNT else ""
    if text or tree.text_len[i]:
        return text
    element = tree.nodes[i]
    picture = element.find(".//img")
    told = [element.get(name) for name in ("value", "title", "aria-label")]
    told.append(picture.get("alt") if picture is not None else None)
    return squeeze(next(filter(None, told), ""))


def _says_answer(text: str) -> bool:
    """Whether a button says that it is for answering, which a count of answers does not."""
    if not text or any(map(str.isdigit, text)) or _COMMENTING.search(text):
        return False
    return kinds_in(text) == ("replies",) and len(text) <= MAX_COUNT


def _answers_title(tree: PageTree, span: Span) -> bool:
    """Whether a record is headed by the title of the page, as an answer to it: "Re: Kettles"."""
    return any(
        _BEHIND.match(tree.text(i)) and is_title(tree, tree.text(i))
        for i in _inside(tree, span)
        if tree.text_len[i]
    )


def lead_away(tree: PageTree, posts: Sequence[RawPost]) -> bool:
    """Whether most records have a link beside their words that leads to another page of each.

    To the thread that a post stands in, or to all of a text. Names and buttons lead to others.
    """
    pages = [page for post in posts if (page := _other_page(tree, post))]
    return len(pages) >= MOST * len(posts) and 2 * len(set(pages)) > len(pages)


def _other_page(tree: PageTree, post: RawPost) -> str:
    here = urlsplit(tree.page.url)
    bodies = [(body, tree.end[body]) for body in (post.body, *post.more) if body is not None]
    for root in post.roots:
        for i in range(root, tree.end[root]):
            if tree.tag(i) != "a" or any(start <= i < stop for start, stop in bodies):
                continue
            href, text = tree.nodes[i].get("href") or "", tree.text(i)
            if not href or names_member(href) or weight_of(text) < MIN_TITLE:
                continue
            if len(text.split()) < MANY_WORDS and _ACTION_NAME.search(_path_of(href)):
                continue
            if _is_button(tree, text) or (post.author and post.author in unquote(href)):
                continue
            if post.author_node is not None and holds_one([post.author_node], i, tree.end[i]):
                continue
            there = urlsplit(join_url(tree.page.base_url, href))
            if there.hostname != here.hostname or there.path == here.path == "":
                continue
            if (there.path, there.query) != (here.path, here.query):
                return f"{there.path}?{there.query}"
    return ""


def _is_button(tree: PageTree, text: str) -> bool:
    """Whether a link says that it does something with a post, or leads to it alone."""
    first, *more = text.lower().split()
    if first in UI_WORDS - _LEADING and len(more) < 4:
        return True
    if _says_answer(text) or _ACTION.fullmatch(text) or is_title(tree, text):
        return True
    return names_permalink(text) or only_figures(text) or text in FLOOR_WORDS
