"""Names alone, of elements that add something to them."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from fpcrawl.extraction.names.usernames import tells_no_name
from fpcrawl.extraction.rowwords import only_figures
from fpcrawl.extraction.text import DOTS, is_spelt, loose_ahead, squeeze
from fpcrawl.extraction.vocabulary import FLOOR_WORDS, UI_WORDS, are_buttons
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "WHOSE",
    "bare_name",
    "behind_label",
    "is_in_charge",
    "is_said_to_name",
    "label_before",
    "link_in",
    "name_ahead",
    "names_ahead",
    "says_whose",
    "starter_badge",
    "without_courtesy",
    "without_number",
]

#: What is added to names in courtesy, and to that of who began the thread.
_COURTESIES = frozenset("さん さま 様 氏 님 lz LZ OP op ТС TS TE 楼主 樓主 スレ主".split()) | {
    "Autor del tema",
    "Themenstarter",
    "Thread Starter",
    "Topic Starter",
    "Автор темы",
}
#: What badges behind names are built as.
_BADGES = frozenset({"b", "bdi", "em", "font", "i", "label", "small", "span", "strong", "sup"})
#: What is no part of the line of a name.
_BOXES = frozenset({"aside", "div", "p", "section", "ul"})
#: Who asks and who answers, also where an office does.
_ASKED = (
    "提问[人者]|来信人|留言人|咨询人|回答[人者]|[答回][复覆](?:单位|部门|機關|机关)|質問者|回答者"
    "|질문자|답변자"
)
#: What stands before a name.
WHOSE = re.compile(
    r"(?:由|作者|楼主|樓主|发信人|發信人|发帖人|发布者|發文者|發佈者|送交者|投稿者|作成者|お?名前"
    rf"|작성자|글쓴이|{_ASKED}"
    r"|author|from|(?:(?:post|submitt|author|ask|answer|add)ed |written )?by"
    r"|auteur|autor|автор(?: сообщения)?"
    r"|(?:verfasst |geschrieben |gespeichert |eingereicht )?von|(?:posté |soumis |publié )?par"
    r"|(?:escrito |publicado |enviado )?por|(?:geplaatst |ingediend )?door|przez)\s*[:：]?",
    re.IGNORECASE,
)
#: Characters of a label and of the sign before it.
MAX_LABEL = 24
#: What says of a text behind it that it is a name, ahead of it and in one text with it.
_LABEL = (
    r"(?:作者|楼主|樓主|发帖人|发布者|發文者|發佈者|投稿者|作成者|お?名前|작성자|글쓴이"
    rf"|{_ASKED}|author|(?:posted )?by|auteur|autor)\s?[:：]"
)
_LABELLED = re.compile(rf"(?:^|\W){_LABEL}$", re.IGNORECASE)
_LABEL_AHEAD = re.compile(rf"^{_LABEL}\s?(?=\w)", re.IGNORECASE)
#: What stands before the name of who has to see to a thread, or was the last to.
_IN_CHARGE = late(
    r"(?:(?:currently |last )?(?:assigned|changed|closed|edited|handled|modified|owned|resolved"
    r"|updated) (?:by|to)|assignees?|owner|处理人|處理人|负责人|負責人|指派给|指派給|担当者|담당자"
    r"|zugewiesen(?: an)?|zuständig|bearbeiter(?:in)?|assigné(?:e)? à|responsable"
    r"|asignad[oa] a|responsável|atribuído a|assegnato a|toegewezen aan|przypisan[ey] do"
    r"|исполнитель|назначен[ао]?|ответственный"
    r"|(?:last|latest) (?:reply|post|answer|comment|message)(?: (?:by|from))?"
    r"|最[后後](?:由|回[复覆](?:来自|來自|者)?|[发發]表(?:者)?)|最終(?:投稿|返信)者?|마지막 댓글"
    r"|letzte[rs]? (?:antwort|beitrag)(?: von)?|dernière?s? (?:réponse|message)(?: (?:de|par))?"
    r"|últim[ao] (?:respuesta|mensaje|resposta|mensagem)(?: (?:de|por))?"
    r"|последн(?:ий ответ|ее сообщение)(?: от)?)\s*[:：]?",
    re.IGNORECASE,
)
#: What parts what is told in one line.
_PARTS = " \u00a0" + DOTS + "|,;/–—-"
#: A name in brackets.
_IN_BRACKETS = re.compile(r"\[[^\[\]]+\]|【[^【】]+】|[(（][^()（）]+[)）]")
#: What people are called with in Japan and Korea, behind their names; different names that show
#: that it is the software that adds it.
_CALLED = re.compile(r"(?<=\S)\s?(?:さん|さま|様|氏|님)$")
MANY_CALLED = 2
_WORD = re.compile(r"\w")
#: A name by which a member is called in posts; with a dot it is of another site.
_ACCOUNT = re.compile(r"@[\w-]+")
#: What is counted of a member in an element of its own: "1,204", "総合スコア2000".
_COUNTED = re.compile(r"[^\W\d]{0,20}\s?\d[\d.,]{0,12}[k万]?")
#: A number in brackets behind a name.
_NUMBERED = re.compile(r"(\S.{0,60}?) \((\d{1,9})\)")


def behind_label(text: str) -> str:
    """Return what stands behind the word for a name: "ann" of "by ann", nothing of "Bystander"."""
    label = WHOSE.match(text)
    if label is None or (label[0].isascii() and label[0][-1].isalpha()):
        return ""
    return text[label.end() :].strip()


def says_whose(text: str) -> bool:
    """Whether a text is what stands before a name: "posted by"."""
    return WHOSE.fullmatch(text) is not None


def is_said_to_name(tree: PageTree, i: int) -> bool:
    """Whether a label of names, "Author: ", ends the loose words before an element or begins it."""
    if _LABEL_AHEAD.match(tree.text(i)):
        return True
    ahead = loose_ahead(tree.nodes[i])
    return ahead[-1:] in (":", "：") and _LABELLED.search(ahead[-MAX_LABEL:]) is not None


def is_in_charge(tree: PageTree, i: int) -> bool:
    """Whether a name is said to be that of who sees to a thread: "Owned by: ann", or wrote last.

    The label stands before the name or in the cell before its own.
    """
    while (above := tree.parent[i]) >= 0 and tree.text_len[above] == tree.text_len[i]:
        i = above
    label = loose_ahead(tree.nodes[i])
    if not label and above >= 0:
        before = [kid for kid in tree.children(above) if kid < i and tree.text_len[kid]]
        label = tree.text(before[-1]) if before and tree.text_len[before[-1]] <= MAX_LABEL else ""
    return len(label) <= MAX_LABEL and _IN_CHARGE.fullmatch(label.strip(_PARTS)) is not None


def link_in(tree: PageTree, i: int) -> HtmlElement | None:
    """Return the first link right within an element; none for a picture beside other links."""
    link = tree.nodes[i].find("a")
    n = -1 if link is None else tree.number.get(link, -1)
    return None if n < 0 or (not tree.text_len[n] and tree.link_len[i]) else link


def bare_name(tree: PageTree, i: int) -> int:
    """Element of the name alone in one that adds to it, on some posts: "ann さん", "ann [PM]"."""
    beside = _beside_button(tree, i)
    if beside is None:
        beside = _behind_label(tree, i)
    if beside is None:
        beside = _before_account(tree, i)
    if beside is not None:
        return beside
    links = [j for j in range(i + 1, tree.end[i]) if tree.tag(j) == "a" and tree.text_len[j]]
    if not links or not tree.text(i).startswith(tree.text(links[0])):
        return i
    rest = tree.text(i)[len(tree.text(links[0])) :].strip()
    if not _WORD.search(rest):
        return links[0]  # a dot that says who is here
    if len(links) == 1:
        return links[0] if _is_added(rest) or _are_badges(tree, links[0], i, rest) else i
    return links[0] if are_buttons(rest, [tree.text(j) for j in links[1:]], UI_WORDS) else i


def _is_added(text: str) -> bool:
    """Whether a text behind a name is how one is spoken of, or who one is in the thread."""
    return text in _COURTESIES or text in FLOOR_WORDS


def _are_badges(tree: PageTree, link: int, i: int, rest: str) -> bool:
    """Whether boxes behind a link in an element tell of a member: "Lv.7", "150 points"."""
    behind = [j for j in range(tree.end[link], tree.end[i]) if tree.text_len[j]]
    boxes = [
        tree.text(j) for j in behind if not any(map(tree.text_len.__getitem__, tree.children(j)))
    ]
    if "".join(boxes).replace(" ", "") != rest.replace(" ", ""):
        return False
    return all(_is_added(text) or tells_no_name(text) or only_figures(text) for text in boxes)


def without_courtesy(names: Sequence[str | None]) -> list[str | None]:
    """Return names without what all of them are called with: "annさん", "bertさん".

    Nor have they brackets that all of them stand in, or labels: "Author: ann".
    """
    names = [_LABEL_AHEAD.sub("", name, count=1) if name else name for name in names]
    if all(_IN_BRACKETS.fullmatch(name) for name in names if name):
        names = [name[1:-1].strip() if name else name for name in names]
    ends = {name: _CALLED.search(name) for name in names if name}
    called = {end[0].strip() if end is not None else "" for end in ends.values()}
    if len(ends) < MANY_CALLED or len(called) > 1:
        return [*names]
    return [_CALLED.sub("", name) if name else name for name in names]


def names_ahead(tree: PageTree, authors: Mapping[int, int]) -> dict[int, str]:
    """Names that stand ahead of badges, loose or as links: "ann <i>Moderator</i>", "bert".

    Or all in elements of one kind: "<b>ann</b> <i>Moderator</i>", "<b>bert</b>".

    Parameters
    ----------
    authors
        Record -> element of its author.

    Returns
    -------
    dict
        Record -> name, nothing where what stands behind differs as much as the names do.
    """
    firsts = {tree.sig[kid] for i in authors.values() if (kid := _first_kid(tree, i)) is not None}
    dress = firsts.pop() if len(firsts) == 1 else ""
    heads = {n: _head_of(tree, i, dress) for n, i in authors.items()}
    names = {n: name for n, (name, _, _) in heads.items()}
    added = {
        squeeze(tree.text(i).removeprefix(names[n]).removesuffix(heads[n][2]))
        for n, i in authors.items()
    } - {""}
    kids = {tree.tag(kid) for _, behind, _ in heads.values() for kid in behind}
    boxed = any(told for *_, told in heads.values())
    if not (added or boxed) or not all(names.values()) or not kids <= _BADGES:
        return {}
    if any(map(says_whose, names.values())):
        return {}
    return names if len(added) < len(set(names.values())) or added <= _COURTESIES else {}


def name_ahead(tree: PageTree, i: int) -> str | None:
    """Return the name that stands loose ahead of a badge of who began the thread: "ann <b>OP"."""
    return (loose_ahead(tree.nodes[i]) or None) if tree.text(i) in _COURTESIES else None


def starter_badge(tree: PageTree, time: int) -> int | None:
    """Return what says, between a loose name and the time, that he began the thread."""
    before = tree.nodes[time].getprevious()
    i = None if before is None else tree.number.get(before)
    return i if i is not None and name_ahead(tree, i) else None


def _first_kid(tree: PageTree, i: int) -> int | None:
    return next((kid for kid in tree.children(i) if tree.text_len[kid]), None)


def _head_of(tree: PageTree, i: int, dress: str) -> tuple[str, list[int], str]:
    """Text that an element begins with, loose or that of a link, and what stands behind it.

    Loose words behind a link belong to it as they are shown.

    Parameters
    ----------
    dress
        Signature of what every name stands in, if they all do.

    Returns
    -------
    tuple
        The text, the elements with others in its line, and what the boxes below it tell.
    """
    kids = [kid for kid in tree.children(i) if tree.text_len[kid]]
    loose = squeeze(tree.nodes[i].text or "")
    head = loose
    if not loose and kids and (tree.tag(kids[0]) == "a" or tree.sig[kids[0]] == dress):
        if any((tree.nodes[kid].tail or "").strip() for kid in kids):
            return "", kids, ""
        head, kids = tree.text(kids[0]), kids[1:]
    line = [*takewhile(lambda kid: tree.tag(kid) not in _BOXES, kids)]
    boxes = kids[len(line) :]
    return head, line, tree.text(i)[_start_of(tree, i, boxes[0]) :] if boxes else ""


def _start_of(tree: PageTree, i: int, kid: int) -> int:
    """Return where the text of an element begins in that of the one around it."""
    return max(tree.text(i).rfind(tree.text(kid)), 0)


def without_number(tree: PageTree, i: int, name: str) -> str:
    """Return a name without the number of its bearer: "ann (1234)", with a link to "/~ann".

    Parameters
    ----------
    i
        Element of the name.
    """
    numbered = _NUMBERED.fullmatch(name)
    if numbered is None:
        return name
    links = (j for j in range(i, tree.end[i]) if tree.tag(j) == "a")
    href = tree.nodes[next(links, i)].get("href") or ""
    spelt = is_spelt(numbered[1], href) and numbered[2] not in href
    return numbered[1] if spelt else name


def _beside_button(tree: PageTree, i: int) -> int | None:
    """Element of the words beside a button: "[OP] ann"; ``None`` where there is no button."""
    while True:
        worded = [j for j in tree.children(i) if tree.text_len[j]]
        named = [j for j in worded if tree.tag(j) != "button"]
        if len(named) != 1 or sum(tree.text_len[j] for j in worded) < tree.text_len[i]:
            return None
        if len(named) < len(worded):
            return named[0]
        (i,) = named


def label_before(tree: PageTree, i: int) -> str:
    """Return the label before the element of a name: "by" of "by <a>ann</a>"; empty without."""
    return (tree.nodes[i].text or "").strip() if _behind_label(tree, i) is not None else ""


def _behind_label(tree: PageTree, i: int) -> int | None:
    """Element of all words behind a label: "posted by <b>ann</b>"; ``None`` without such."""
    label = (tree.nodes[i].text or "").strip()
    worded = [j for j in tree.children(i) if tree.text_len[j]]
    if len(worded) != 1 or not says_whose(label):
        return None
    return worded[0] if tree.text_len[worded[0]] + len(label) == tree.text_len[i] else None


def _before_account(tree: PageTree, i: int) -> int | None:
    """Element of the name before its account: "<b>Ann Lee</b> <i>@ann</i>"; ``None`` without.

    Or before what is counted of its bearer: "<b>ann</b> <i>1,204</i>".
    """
    while True:
        worded = [j for j in tree.children(i) if tree.text_len[j]]
        if not worded or sum(tree.text_len[j] for j in worded) < tree.text_len[i]:
            return None
        if len(worded) > 1:
            break
        (i,) = worded
    added = " ".join(map(tree.text, worded[1:]))
    return worded[0] if _ACCOUNT.fullmatch(added) or _COUNTED.fullmatch(added) else None
