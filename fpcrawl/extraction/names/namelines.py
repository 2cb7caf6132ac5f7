"""Names of writers in the very line that tells a time: "Posted on 3 May 2004 by ann"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.nonames import tell_nobody
from fpcrawl.extraction.names.usernames import LEVELS_UP, MAX_AUTHOR, MAX_LINE, is_name
from fpcrawl.extraction.text import DOTS, loose_ahead
from fpcrawl.extraction.vocabulary import HEADINGS
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = [
    "bold_ahead",
    "find_signatures",
    "name_before",
    "name_in_line",
    "named_beside",
    "text_ahead",
]

_CLOCK = re.compile(r"\d[:.]\d\d(?!\d)")
_BOLD = frozenset({"b", "cite", "strong"})
_WORD = re.compile(r"\w", re.UNICODE)
_BY_BEHIND = re.compile(r"^\W{0,3}(?:by|von|par|por|da|door|от)\s+(\S.{0,38}\S|\S)$", re.IGNORECASE)
_BY_AHEAD = re.compile(
    r"(?:\b(?:by|von|par|por|from|от|автор|autor|auteur)|作者|发帖人|發文者|投稿者|글쓴이|작성자|author|name)"
    r"\s*[:：]?\s+(\S(?:.{0,38}?\S)??)"
    r"\s*(?:\b(?:on|at|am|le|el)\b|date\s*:|posted\s*:?|发表于|發表於|于|[,»|·–—-])*\s*$",
    re.IGNORECASE,
)
#: What stands between words and a time behind them: "- ann (", "– ann,".
_SIGNED = re.compile(r"\s*[–—-]{1,2}\s*(\S(?:.{0,38}?\S)??)\s*[,|(\[" + DOTS + r"–—-]?\s*")
#: What is done with a text or a page, and no name: "註冊於", "最后回复于".
_DONE = (
    r"(?:发表|發表|发布|發[佈布]|评论|評論|回复|回[覆復]|留言|更新|编辑|編輯|修改|[注註][册冊]|加入"
    r"|[创創]建|建立|完成|刊[登载載]?|原?[载載]|收[录錄]|登[录錄入]|成立)"
)
_NAME_AHEAD = late(
    rf"^\W{{0,3}}(?!(?:最[后後近]{_DONE}?|{_DONE})[于於])(\S{{1,30}}?)\s*"
    r"(?:发表|發表|评论|評論|回复|回覆|留言)?[于於]\s*[:：]?\s*$"
    r"|^\W{0,3}(\S.{0,38}?)\s?(?:님이|さんが)$",
)
#: Who says something that is no name, and when: "he said", "last replied".
_NOBODY = (
    r"(?:i|you|s?he|it|we|they|who|what|last|first|originally|recently|ich|du|er|sie|es|wir|wer"
    r"|je|tu|ils?|elles?|on|nous|vous|yo|él|eu|el[ae]|ik|hij|zij|он|она|они|я|мы)\s"
)
#: What people do with words, and what stands between that and a time: "ann said 3 days ago".
_SAYS_AHEAD = late(
    rf"^\W{{0,3}}(?!{_NOBODY})"
    r"(\S(?:.{0,38}?\S)??)\s+(?:said|says|wrote|writes|commented|replied|answered"
    r"|schrieb|sagte|meinte|antwortete|kommentierte|a (?:écrit|dit|commenté|répondu)"
    r"|escribió|dijo|comentó|respondió|escreveu|disse|comentou|respondeu"
    r"|ha (?:scritto|detto|commentato|risposto)|schreef|zei|reageerde|skrev|svarade|svarte"
    r"|(?:napisał|odpowiedział|skomentował)(?:\(?a\)?)?|(?:написал|ответил|сказал)(?:\(?а\)?)?|пишет"
    r"|说|說|写道|寫道)(?:\s(?:on|at|am|um|le|el|em|il|op|den|dnia))?\s*[:：,]?\s*$",
    re.IGNORECASE,
)


def named_beside(tree: PageTree, time: TimeNode) -> str | None:
    """Name in the very text that tells the time: "Posted on 3 May 2004 by ann"."""
    element = tree.nodes[time.node]
    for text in (element.text, *(child.tail for child in element)):
        if not text or not time.raw or time.raw not in text:
            continue
        before, _, after = " ".join(text.split()).partition(" ".join(time.raw.split()))
        if (name := name_in_line(before, after)) is not None:
            return name
    if not time.label:
        ahead = _ahead(tree, time.node)
        match = _BY_AHEAD.search(ahead)
        if match is not None and is_name(match[1]):
            return match[1]
        name = _who_says(tree, time.node, ahead)
        if name is not None:
            return name
    return _headed(tree, time)


def find_signatures(tree: PageTree, spans: Sequence[Span]) -> list[str]:
    """Names between the words of records and their times, behind a dash: "... – ann [10:20]".

    Nothing is told where a record has none, or all of several have the same.
    """
    signed = [_SIGNED.fullmatch(text_ahead(tree, span.time)) for span in spans]
    names = [match[1] for match in signed if match is not None]
    if len(names) < len(spans) or not all(map(is_name, names)):
        return []
    return [] if tell_nobody(names) else names


def text_ahead(tree: PageTree, time: TimeNode) -> str:
    """Return the text that stands loose ahead of a time, in its element or before that."""
    return time.label or loose_ahead(tree.nodes[time.node])


def bold_ahead(tree: PageTree, time: TimeNode) -> str | None:
    """Name in bold ahead of a time to the minute, in a line of nothing else: "<b>ann</b> 10:20".

    Before a day there can as well stand the section of an article.
    """
    raw = " ".join(time.raw.split())
    line = tree.wider(time.node) if tree.text(time.node) == raw else time.node
    if line < 0 or tree.text_len[line] > MAX_LINE or not _CLOCK.search(time.full or time.raw):
        return None
    inside = range(line + 1, tree.end[line])
    bold = [i for i in inside if tree.tag(i) in _BOLD and tree.text_len[i]]
    name = tree.text(bold[0]) if len(bold) == 1 else ""
    return name if tree.text(line).startswith(name) and _is_all(tree, line, name, raw) else None


def name_in_line(before: str, after: str) -> str | None:
    """Name that the line of a time tells, from what stands before the time and behind it."""
    patterns = (_BY_AHEAD, _NAME_AHEAD, _SAYS_AHEAD)
    for pattern, words in ((_BY_BEHIND, after), *((one, before) for one in patterns)):
        match = pattern.search(words)
        name = (match[1] or match[match.lastindex or 1]) if match is not None else None
        if name and is_name(name):
            return str(name)
    return None


def name_before(text: str) -> str:
    """Return what stands ahead of a time without what joins the two: "ann" of "ann on"."""
    return name_in_line(text, "") or name_in_line(f"by {text}", "") or text.strip()


def _ahead(tree: PageTree, i: int) -> str:
    """Return the loose text right before an element: "Posted by: ann | <a>today</a>".

    Elements that hold nothing but it are part of it, and a name can stand in its own.
    """
    text, before = "", None
    for _ in range(LEVELS_UP):
        before, above = tree.nodes[i].getprevious(), tree.parent[i]
        if above < 0:
            break
        text = loose_ahead(tree.nodes[i])
        if text or before is not None:
            break
        i = above
    if text and before is not None and not _WORD.search(text):
        n = tree.number.get(before)
        label = loose_ahead(before)
        if label and n is not None and 0 < tree.text_len[n] <= MAX_AUTHOR:
            text = f"{label} {tree.text(n)} {text}"
    return text[-MAX_LINE:]


def _who_says(tree: PageTree, i: int, ahead: str) -> str | None:
    """Return who is told to have said something right before the element of a time.

    The name can stand in an element of its own, ahead of what was done: "<b>ann</b> wrote on".
    """
    before = tree.nodes[i].getprevious()
    n = tree.number.get(before) if before is not None else None
    if n is None:
        return name_in_line(ahead, "")
    if not 0 < tree.text_len[n] <= MAX_AUTHOR or loose_ahead(before):
        return None
    own = tree.text(n)
    return own if _WORD.search(ahead) and name_in_line(f"{own} {ahead}", "") == own else None


def _headed(tree: PageTree, time: TimeNode) -> str | None:
    """Name in a heading that holds nothing but it and the time: "ann <small>2 days ago</small>"."""
    above = tree.wider(time.node)
    if above < 0 or tree.tag(above) not in HEADINGS:
        return None
    name = " ".join((tree.nodes[above].text or "").split()).rstrip(",·-– ")
    return name if _is_all(tree, above, name, " ".join(time.raw.split())) else None


def _is_all(tree: PageTree, line: int, name: str, raw: str) -> bool:
    """Whether a line holds nothing but a name and a time."""
    rest = tree.text(line).replace(name, "", 1).replace(raw, "", 1)
    return is_name(name) and not _WORD.search(rest)
