"""Places of a page that are named after what readers say, and those beside what it shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.vocabulary import HEADINGS

if TYPE_CHECKING:
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "ANSWERING",
    "GUESTBOOK",
    "is_comment_area",
    "is_headed_list",
    "is_titled_between",
]

_COMMENTS = r"comment|cmt|评论|評論|kommentar|coment[aá]ri|комментар"
_AREA = re.compile(rf"{_COMMENTS}|repl(?:y|ies)|respon|留言|回复|跟帖|discuss", re.IGNORECASE)
_STRICT_AREA = re.compile(_COMMENTS, re.IGNORECASE)
#: What a form says that asks for an answer, which one to write to the owners of a site does not.
ANSWERING = re.compile(
    rf"{_COMMENTS}|repl(?:y|ies)|answer|respon[sd]|antwort|répon|respuesta|rispo[sn]|respost"
    r"|ответ|回复|回覆|回答|回應|跟帖|返信|返答|コメント|답글|답변|댓글",
    re.IGNORECASE,
)
GUESTBOOK = re.compile(
    r"guest-?\s?book|gäste-?buch|livre d.or|libro de (?:visitas|firmas)|libro degli ospiti"
    r"|livro de visitas|gastenboek|gästbok|gjestebok|gæstebog|vieraskirja|księga gości"
    r"|гостев(?:ая|ой|ую) книг|návštěvní kniha|vendégkönyv|ziyaretçi defteri"
    r"|留言[板簿本]|ゲストブック|방명록",
    re.IGNORECASE,
)
#: Elements above a record in which the name of its place is looked for.
AROUND = 5
#: Characters of a heading that names the page.
MIN_TITLE = 4


def is_comment_area(tree: PageTree, root: int, *, strict: bool = False) -> bool:
    """Whether the place of a record is named after comments.

    Parameters
    ----------
    strict
        Whether replies and discussions, which forums have too, do not count.
    """
    around = [root, *tree.ancestors(root, AROUND)]
    names = " ".join(
        f"{e.get('class') or ''} {e.get('id') or ''}"
        for e in (tree.nodes[i] for i in around)
        if e.tag != "body"
    )
    return bool((_STRICT_AREA if strict else _AREA).search(names))


def is_titled_between(tree: PageTree, start: int, stop: int) -> bool:
    """Whether the heading that names the page stands between two elements, and not above them.

    What stands above it is beside what the page shows.
    """
    above = {tree.text(i) for i in range(start) if tree.tag(i) in HEADINGS}
    between = (tree.text(i) for i in range(start, stop) if tree.tag(i) in HEADINGS)
    title = tree.page.title
    return any(
        len(text) >= MIN_TITLE
        and text in title
        # A heading can hold a count beside the title.
        and not any(text in told for told in above)
        for text in between
    )


def is_headed_list(tree: PageTree, i: int) -> bool:
    """Whether an element says nothing but what links say, and headings over lists of them."""
    if tree.plain_len(i) >= tree.link_len[i]:
        return False
    inside = range(i + 1, tree.end[i])
    heads = (j for j in inside if tree.tag(j) in HEADINGS)
    return 0 < tree.plain_len(i) <= sum(map(tree.plain_len, heads))
