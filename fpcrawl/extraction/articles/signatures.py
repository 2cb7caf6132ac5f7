"""Signatures of those who wrote a text: at its end or start, beside a word for a calling."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.names import (
    FAMILY,
    NAMES,
    is_bare_name,
    is_editor,
    is_labelled,
    is_own_name,
    is_person,
    koreans_of,
    report_of,
    split_names,
)
from fpcrawl.extraction.text import squeeze, text_of
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from fpcrawl.extraction.articles.surroundings import Surroundings
    from fpcrawl.extraction.tree import PageTree

__all__ = ["Writers", "calling", "signed"]

#: The calling of the second of two writers.
_OTHERS = r"(?:(?:通讯员|通訊員|[实實][习習]生|特约记者)\s?)?"
#: A line at the end of a text that names its writer, in brackets or behind his calling. Without
#: a sign between, what follows begins as a name does: "told our reporter, he said".
_SIGNED = late(
    rf"(?:(?<!告[诉訴])(?<![对對向])(?:记者|記者|通讯员|撰文|作者|撰稿)(?:\s*[:：/／]\s*|\s+|(?=[{FAMILY}]))"
    r"|(?<![\u4e00-\u9fff])(?:文字|[图圖]?文)\s*[:：/／]\s*)"
    rf"([\u4e00-\u9fff·]{{2,4}}(?:[\s、,，]+(?!责任|責任){_OTHERS}[\u4e00-\u9fff·]{{2,4}})*)\s*"
    r"(?:[/／）)（(。]|(?=文\s?[/／]|(?:[摄攝]影|[图圖]片?|视频|责任编辑|責任編輯|责编|責編|编辑|編輯|校对|校對|审核|審核)\s*[:：/／])|$)"
)
#: What stands before the name of a Korean and his calling: "[서울=뉴시스]".
_AHEAD = re.compile(r"\W*(?:[\uac00-\ud7a3]{2,12}\W+){0,3}")
#: Who put a text on a site, which can be the site itself.
_SENT_BY = late(r"(?:发布|發布)\s?[:：]\s?([\u4e00-\u9fff]{2,3})(?=\s*[|｜/·]|$)")
#: A writer in brackets where a text begins or ends.
_IN_BRACKETS = late(
    r"[（(\[【〔][\u4e00-\u9fff]{0,8}(?:(?<=[报報][道導])\s)?(?:记者|記者|通讯员)\s*[:：]?\s*"
    rf"([\u4e00-\u9fff·]{{2,4}}(?:[\s、,，]+{_OTHERS}[\u4e00-\u9fff·]{{2,4}})*)\s*[）)\]】〕／/]"
)
#: The same without the calling, behind the name of the agency, and before place and day.
_DATELINES = (
    late(
        rf"(?<![\u4e00-\u9fff])(?![据據])[\u4e00-\u9fffA-Z]{{2,10}}(?<!告[诉訴])(?<![对對向])"
        rf"(?:记者|記者)\s?({NAMES})(?:\s文\s?[/／]\s?[图圖])?\s(?![摄攝])"
    ),
    late(rf"[讯訊]\s?(?:记者|記者)\s?({NAMES})\s"),
    late(rf"[电電讯訊]\s*[（(]\s*({NAMES})\s*[)）]"),
    late(
        rf"(?:记者|記者)((?:[{FAMILY}][\u4e00-\u9fff]{{2}}、)*[{FAMILY}][\u4e00-\u9fff]{{2}})"
        r"[\u4e00-\u9fff]{2,8}\d{1,2}日[\u4e00-\u9fff]{0,2}[電电]"
    ),
    late(
        rf"[【（(\[]文\s?[/／|｜丨]\s?(?:[\u4e00-\u9fff]{{2,8}}[网網报報社]\s)?({NAMES})\s*[】)）\]]"
    ),
)
#: A name in brackets behind the last sentence.
_BEHIND = late(
    r"[。」』！？”]\s*[（(【\[〔]\s*(?:[\u4e00-\u9fff]{0,4}(?:记者|記者)\s?|文\s?[/／|｜]\s?)?"
    rf"([\u4e00-\u9fff]{{2,5}}(?:[\s、,，]+{_OTHERS}[\u4e00-\u9fff]{{2,5}})*)\s*[)）】\]〕]$"
)
#: A name behind the sign with which papers head a text.
_HEADED = late(rf"[■□◆◇●○◎▲△▪★]\s?({NAMES})")
#: What a report is told by stands so near to the start of a text.
REPORT = 8
#: Characters at the start of a text in which that is looked for, and at the end of a line in
#: which its writer is.
DATELINE = 60
#: Elements at the start of a body of which one can be that text.
CAPTIONS = 4
_BRACKETED = late(r"^[（(【]\s*([\u4e00-\u9fff]{2,4}(?:[\s、]+[\u4e00-\u9fff]{2,4})*)\s*[)）】]$")
_TO_THE_RIGHT = re.compile(r"text-align\s*:\s*(?:right|end)", re.IGNORECASE)
#: Lines at the end of a body, and at its start, in which a writer signs.
SIGNATURES, OPENING = 4, 2
#: A line with more text is a paragraph.
MAX_SIGNATURE = 48


@dataclass(frozen=True, slots=True)
class Writers:
    """Names of who wrote an article, and where they stand.

    Attributes
    ----------
    sure
        Whether the page marks them as its writers; else they stand where names stand.
    """

    names: tuple[str, ...] = ()
    nodes: tuple[int, ...] = ()
    sure: bool = False


def calling(text: str) -> list[str]:
    """Return names with their calling, or of those who put the text there, at its start."""
    sent = _SENT_BY.match(text)
    if sent is not None:
        return [sent[1]] if is_bare_name(sent[1]) else []
    koreans = koreans_of(text)
    if koreans is None or _AHEAD.fullmatch(text[: koreans[0].start()]) is None:
        return []
    return koreans[1]


def signed(tree: PageTree, around: Surroundings) -> Writers:
    """Name with which a text ends, or begins, where its page shows none elsewhere."""
    if around.body is None:
        return Writers()
    first, behind = around.body
    lines = [
        i
        for i in range(first + 1, min(max(behind + 3, around.foot), len(tree.nodes)))
        if tree.text_len[i] >= 2 and tree.tag(i) in {"p", "div", "span", "font", "section", "td"}
    ]
    # It can stand behind what leads to other texts, too.
    ends = [*[i for i in lines if i < behind + 3][-SIGNATURES:], *lines[-SIGNATURES:]]
    for i in (*reversed(ends), *lines[:OPENING]):
        text = squeeze(tree.text(i))
        if len(text) > MAX_SIGNATURE:
            continue
        called = calling(text)
        if called:
            return Writers(tuple(called), (i,))
        match = _SIGNED.search(text)
        is_called = match is not None
        if match is None:
            match = _HEADED.fullmatch(text)
        if match is None and i in ends and not tree.link_len[i]:
            match = _BRACKETED.match(text)
        if match is None and i in ends and _stands_apart(tree, i) and is_own_name(text):
            return Writers((text,), (i,))
        names = split_names(match.group(1)) if match is not None else []
        if names and all(map(is_person if is_called else is_bare_name, names)):
            return Writers(tuple(names), (i,))
    # In the very element of the body, where words stand beside its paragraphs.
    told = [line for line in text_of(tree.nodes[first]).split("\n") if line.strip()]
    for line in reversed(told[-SIGNATURES:]):
        called = calling(line)
        if called and len(line) <= MAX_SIGNATURE:
            return Writers(tuple(called))
        signed = is_labelled(line) and not is_editor(line) and not line.endswith("。")
        names = split_names(line, labelled=True) if signed else []
        if names and len(line) <= MAX_SIGNATURE and all(map(is_person, names)):
            return Writers(tuple(names))
        behind_it = _BEHIND.search(line[-DATELINE:])
        names = split_names(behind_it[1]) if behind_it is not None else []
        if names and all(map(is_bare_name, names)):
            return Writers(tuple(names))
    # A caption can stand above the line that tells where and by whom.
    for i in (first, *lines[:CAPTIONS]):
        begin = squeeze(tree.text(i))[:DATELINE]
        report = report_of(begin)
        if report is not None and report[0].start() <= REPORT and begin[0] not in "据據":
            return Writers(tuple(report[1]))
        for form in (_IN_BRACKETS, *_DATELINES):
            match = form.search(begin)
            names = split_names(match[1]) if match is not None else []
            if names and all(map(is_person, names)):
                # The words around are those of the article: no element is the byline.
                return Writers(tuple(names))
    return Writers()


def _stands_apart(tree: PageTree, i: int) -> bool:
    """Whether a line is set to the right, as what a text is signed with."""
    return _TO_THE_RIGHT.search(tree.nodes[i].get("style") or "") is not None
