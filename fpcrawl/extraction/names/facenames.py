"""Names of writers that only their pictures tell: "ann's avatar", in a link to ann's page."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.usernames import is_name, names_member
from fpcrawl.extraction.text import squeeze

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = ["are_of_members", "find_face_names"]

#: Share of the records that have such a picture.
COVERAGE = 0.8
#: What is said of every picture.
_PICTURE = re.compile(
    r"avatar|userpic|portrait|profil|picture|photo|image|icon|logo|user|member"
    r"|头像|頭像|アバター|アイコン|画像|аватар|фото|프로필|사진",
    re.IGNORECASE,
)


def find_face_names(
    tree: PageTree, spans: list[Span], bodies: Mapping[int, int]
) -> dict[int, tuple[int, str]]:
    """Link and name of who wrote each record, where only a picture in the link tells it.

    Returns
    -------
    dict
        Record -> the link to its writer, and the name; empty where few records have such.
    """
    said: dict[int, tuple[int, str]] = {}
    for n, span in enumerate(spans):
        link = next((i for i in _bare_links(tree, span, bodies.get(n)) if _said(tree, i)), None)
        if link is not None:
            said[n] = link, _said(tree, link)
    if len(said) < COVERAGE * len(spans):
        return {}
    texts = {text for _, text in said.values()}
    ahead, behind = (0, 0) if len(texts) < 2 else _in_common(sorted(texts))
    names = {n: (i, text[ahead : len(text) - behind].strip()) for n, (i, text) in said.items()}
    pages = {(tree.nodes[i].get("href"), name) for i, name in names.values()}
    if not all(len(set(column)) == len(pages) for column in zip(*pages, strict=True)):
        return {}  # one page of two names, or one name of two pages
    told = all(is_name(name) and not _PICTURE.search(name) for _, name in pages)
    return names if told else {}


def are_of_members(
    tree: PageTree, told: Mapping[int, str], faces: Mapping[int, tuple[int, str]]
) -> bool:
    """Whether what was taken for names can be those of the members whom pictures lead to.

    Each then has one name of his own. What several members have, or one has at one time and not
    at another, is a rank, or says what was done.

    Parameters
    ----------
    told
        Record -> what was taken for its writer's name.
    faces
        What :func:`find_face_names` has found.
    """
    pairs = {(tree.nodes[faces[n][0]].get("href"), text) for n, text in told.items() if n in faces}
    return all(len(set(column)) == len(pairs) for column in zip(*pairs, strict=True))


def _bare_links(tree: PageTree, span: Span, body: int | None) -> list[int]:
    """Links to members in a record, but for its words, that show no text."""
    words = range(body, tree.end[body]) if body is not None else ()
    return [
        i
        for root in span.roots
        for i in range(root, tree.end[root])
        if tree.tag(i) == "a"
        and not tree.text_len[i]
        and i not in words
        and names_member(tree.nodes[i].get("href") or "")
    ]


def _said(tree: PageTree, link: int) -> str:
    """Return what stands for the picture in a link, or beside it when it is pointed at."""
    picture = next(tree.nodes[link].iter("img"), None)
    if picture is None:
        return ""
    told = (picture.get("alt"), picture.get("title"), tree.nodes[link].get("title"))
    return next((text for text in map(squeeze, filter(None, told)) if text), "")


def _in_common(texts: list[str]) -> tuple[int, int]:
    """Characters that all texts begin and end with: up to a sign or a blank, not within words."""
    return _ahead(texts), _ahead([text[::-1] for text in texts])


def _ahead(texts: list[str]) -> int:
    same = takewhile(lambda chars: len(set(chars)) == 1, zip(*texts, strict=False))
    shared = [chars[0] for chars in same]
    while shared and shared[-1].isalnum():
        shared.pop()
    return len(shared)
