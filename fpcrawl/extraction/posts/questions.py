"""Questions above their answers whose writer nothing but a word tells, or nothing at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.declared import ld_texts
from fpcrawl.extraction.names.barenames import behind_label
from fpcrawl.extraction.names.membernames import MAX_MEMBER, NEAR
from fpcrawl.extraction.names.usernames import is_name
from fpcrawl.extraction.posts.opening import ARTICLE, times_before, words_between
from fpcrawl.extraction.posts.span import Span
from fpcrawl.extraction.posts.undatedsigns import MANY, MAX_COUNT
from fpcrawl.extraction.rowwords import labelled_figures

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fpcrawl.extraction.posts.span import RecordGroup
    from fpcrawl.extraction.tree import PageTree

__all__ = ["find_question"]

#: What answers are called and comments are not.
_ANSWERS = re.compile(
    r"\banswers?\b|回答|答复|答覆|답변|\bantworten\b|réponses|respuestas|respostas|rispost[ae]"
    r"|ответ(?:а|ов)?\b|odpowied\w+|odpověd\w+|antwoorden|\bcevap\b|\byanıt\b|\bválasz\b|trả lời",
    re.IGNORECASE,
)


def find_question(
    tree: PageTree, groups: list[RecordGroup], answers: RecordGroup
) -> tuple[Span, str | None, int] | None:
    """Find a question below the heading of a page that counts its answers.

    Its name can be plain text behind a word for that.

    Articles are no questions, and their comments no answers.

    Parameters
    ----------
    tree
        The page.
    groups
        All groups of records on it.
    answers
        The records that were found, which have names.

    Returns
    -------
    tuple or None
        The record, the name if there is one, and the element of the words.
    """
    stop = answers.spans[0].start
    heading = next((i for i in range(stop) if tree.tag(i) == "h1" and tree.text_len[i]), None)
    if heading is None or not _counts_answers(tree, len(answers.spans), stop):
        return None
    if tree.page.meta.get("og:type") == "article" or any(map(ARTICLE.search, ld_texts(tree.page))):
        return None
    for time in times_before(tree, groups, answers):
        body = words_between(tree, heading, stop, [time.node], only_named=True)
        if body is None:
            continue
        away = body - time.node if body > time.node else time.node - tree.end[body]
        if away <= NEAR:
            near = range(max(heading, time.node - NEAR), min(time.node + NEAR, stop))
            named = (i for i in near if not tree.holds(i, time.node))
            return Span(sorted({body, time.node}), time), _name_among(tree, named), body
    return None


def _name_among(tree: PageTree, nodes: Iterable[int]) -> str | None:
    """Return the first name that some texts tell behind a word for it."""
    short = (tree.text(i) for i in nodes if 0 < tree.text_len[i] <= MAX_MEMBER)
    return next(filter(is_name, map(behind_label, short)), None)


def _counts_answers(tree: PageTree, shown: int, stop: int) -> bool:
    """Whether it is told before the answers how many there are; of many some can be elsewhere."""
    for i in range(stop):
        if not 0 < tree.text_len[i] <= MAX_COUNT or not _ANSWERS.search(text := tree.text(i)):
            continue
        told = (value for kind, value, _ in labelled_figures(text) if kind == "replies")
        if any(value == shown or value > shown >= MANY for value in told):
            return True
    return False
