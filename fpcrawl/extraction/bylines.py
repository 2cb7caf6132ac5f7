"""Who wrote an article, and when."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fpcrawl.extraction.build import published_of
from fpcrawl.extraction.text import squeeze
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, UI_WORDS, not_published
from fpcrawl.pages.dates import parse_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.build import Place
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.dates import ParsedTime

__all__ = ["Surroundings", "find_byline", "find_published", "is_byline"]

_BYLINE = re.compile(
    r"(?:^|[\s|·/（(])(?:by|原作者|作者|记者|記者|撰文|文|发布者|發布者|编辑|編輯|author|von|par|por)"
    r"(?:\s*[:：]\s*|\s+)([^\s|·/（()）:：,，][^|·/（()）:：\n]{0,38}?)"
    r"(?=$|[|·/（()）\n,，]|\s{2,}|\s*\d{4}|\s+[^\s:：]{1,12}[:：])",
    re.IGNORECASE,
)
#: Elements at the top of a body that can still be the byline.
TOP = 6
#: Elements after the heading in which a byline is looked for.
NEAR = 12
#: A line of text longer than this is no byline.
MAX_LINE = 160
_NOT_NAME = re.compile(r"[\d:：|,]|\b(?:on|at|in)\b|发布|发表|来源|浏览|阅读", re.IGNORECASE)
_MARGINS = frozenset({"aside", "footer", "nav"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an article's byline stands near, as numbers of elements.

    Attributes
    ----------
    heading
        The heading, -1 when there is none.
    body
        First element of the body and the first behind it.
    comments
        Stretches of the page that are comments.
    """

    heading: int = -1
    body: tuple[int, int] | None = None
    comments: Sequence[tuple[int, int]] = field(default_factory=list)

    def is_other(self, i: int) -> bool:
        """Whether an element belongs to the words of the article or of its readers."""
        if any(a <= i < b for a, b in self.comments):
            return True
        return self.body is not None and self.body[0] + TOP < i < self.body[1]

    def in_body(self, i: int) -> bool:
        """Whether an element stands among the words of the article."""
        return self.body is not None and self.body[0] < i < self.body[1]

    def in_heading(self, tree: PageTree, i: int) -> bool:
        """Whether an element is the heading or stands in it."""
        return self.heading >= 0 and tree.holds(self.heading, i)

    def distance(self, i: int) -> float:
        """How far an element is from the places where a byline stands.

        Those are below the heading, and around the body.
        """
        mark = max(self.heading, 0)
        near = abs(i - mark) + (10.0 if i < mark else 0.0)
        if self.body is not None:
            before, behind = self.body[0] - i, i - self.body[1]
            if before >= 0:
                near = min(near, before + 5.0)
            elif behind >= 0:
                near = min(near, behind + 15.0)
        return near


def is_byline(line: str, author: str | None, raw: str | None) -> bool:
    """Whether a line of text only says who wrote it and when."""
    if len(line) > MAX_LINE:
        return False
    told = [part for part in (author, raw) if part and part in line]
    rest = line
    for part in told:
        rest = rest.replace(part, "")
    return bool(told) and (len(rest) <= 60 or rest.count("|") > 1)


def find_published(
    tree: PageTree, place: Place, declared: str | None, around: Surroundings
) -> tuple[ParsedTime | None, str | None]:
    """Return when an article was published, and how the page says it."""
    if declared:
        parsed = parse_time(declared, now=place.now, tz=place.zone)
        if parsed is not None:
            return parsed, declared
    best: tuple[float, ParsedTime, str] | None = None
    for time in tree.times:
        element = tree.nodes[time.node]
        label = " ".join((time.label, element.get("class") or ""))
        if around.is_other(time.node) or not_published(label):
            continue
        if time.share < 1.0 and around.in_heading(tree, time.node):
            # A title can speak of times.
            continue
        parsed = published_of(time, place)
        if parsed is None or parsed.instant is None:
            continue
        score = around.distance(time.node)
        score -= 30 * (element.tag == "time") + 20 * (parsed.precision != "day")
        score += 60 * _in_margin(tree, time.node)
        if best is None or score < best[0]:
            best = (score, parsed, time.raw)
    return (best[1], best[2]) if best is not None else (None, None)


def find_byline(tree: PageTree, around: Surroundings) -> str | None:
    """Return the name that stands in an article's byline."""
    best: tuple[float, str] | None = None
    form_ends = 0
    for i, element in enumerate(tree.nodes):
        if element.tag == "form":
            form_ends = max(form_ends, tree.end[i])
        if i < form_ends:
            # "Your name" is nobody's.
            continue
        if not 0 < tree.text_len[i] <= MAX_LINE // 2 or around.is_other(i):
            continue
        hint = " ".join(
            (element.get("class") or "", element.get("itemprop") or "", element.get("rel") or "")
        ).strip()
        hinted = bool(hint) and bool(AUTHOR_CLASS.search(hint))
        text = squeeze("".join(element.itertext()))
        match = None if around.in_heading(tree, i) else _BYLINE.search(text)
        if match and match.start() and around.in_body(i):
            # "A day by the sea" begins a text.
            match = None
        if not hinted and not match:
            continue
        name = (match.group(1) if match else text).strip(" ,;，；")
        if not 0 < len(name) <= 40 or name.lower() in UI_WORDS or name.isdigit():
            continue
        near = around.distance(i) - 40 * (element.tag == "a") * hinted
        near += 60 * _in_margin(tree, i)
        if tree.end[i] - i > 6:
            near += 30
        if best is None or near < best[0]:
            best = (near, name)
    return best[1] if best is not None else _beside_time(tree, around)


def _in_margin(tree: PageTree, i: int) -> bool:
    return any(tree.tag(above) in _MARGINS for above in tree.ancestors(i))


def _beside_time(tree: PageTree, around: Surroundings) -> str | None:
    """Name in a line like "9 November 2026, 13:46 — Piotr" near the heading."""
    mark = around.heading
    for time in tree.times:
        if tree.text_len[time.node] > 80 or around.is_other(time.node):
            continue
        if not mark - NEAR <= time.node <= mark + NEAR or time.node == mark:
            continue
        rest = tree.text(time.node).replace(time.raw, "", 1).strip(" —–-|·/,:")
        if 1 < len(rest) <= 40 and not _NOT_NAME.search(rest) and rest.lower() not in UI_WORDS:
            return rest
    return None
