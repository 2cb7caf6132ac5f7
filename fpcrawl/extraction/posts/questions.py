"""Questions above their answers that nobody's name stands beside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.declared import ld_texts
from fpcrawl.extraction.names.membernames import NEAR
from fpcrawl.extraction.posts.opening import ARTICLE, times_before, words_between
from fpcrawl.extraction.posts.span import Span
from fpcrawl.extraction.posts.undatedsigns import MANY, PageSigns

if TYPE_CHECKING:
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
) -> tuple[Span, int] | None:
    """Find a question without a name below the heading of a page that counts its answers.

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
        The record and the element of its words.
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
            return Span(sorted({body, time.node}), time), body
    return None


def _counts_answers(tree: PageTree, shown: int, stop: int) -> bool:
    """Whether it is told before the answers how many there are; of many some can be elsewhere."""
    return any(
        i < stop and (value == shown or value > shown >= MANY) and _ANSWERS.search(tree.text(i))
        for i, value in PageSigns(tree).counts
    )
