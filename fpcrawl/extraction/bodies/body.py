"""The words of a post's body, apart from what the software writes around them."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from lxml.html import Element

from fpcrawl.extraction.bodies.notes import (
    MAX_HEAD,
    SIGNATURE_CLASS,
    are_numbers,
    is_edit_line,
    is_edit_note,
    names_line_numbers,
)
from fpcrawl.extraction.bodies.quotations import (
    INLINE,
    MAX_HEADS,
    heads_of,
    quotes_in,
    without_heads,
)
from fpcrawl.extraction.bodies.tails import are_files, are_reactions, is_advert
from fpcrawl.extraction.mailheads import without_head
from fpcrawl.extraction.text import keeps_lines, squeeze, text_of
from fpcrawl.extraction.tree import HIDDEN_TAGS
from fpcrawl.extraction.vocabulary import (
    HEADINGS,
    TITLE_CLASS,
    are_buttons,
    are_counts,
    are_numbered,
    has_words,
    is_anchor,
    is_called_button,
    is_for_listeners,
    is_hidden,
    is_placeholder,
)
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from lxml.html import HtmlElement

__all__ = [
    "ACTIONS",
    "ARROWS",
    "CODE_FOOT",
    "CODE_HEAD",
    "CODE_WORDS",
    "HEAD_ENDS",
    "MAX_ANSWER",
    "MAX_BUTTONS",
    "are_controls",
    "body_text",
    "is_code_box",
    "is_tail",
    "stands_below",
    "title_above",
    "without_notes",
    "words_box",
]

_NOTE_TAGS = tuple("a pre code i em span font p small div td ul dl fieldset button".split())
#: A time as pages have it beside the one that is shown; nobody ends what he writes with one.
_FOR_MACHINES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d){1,2}")
#: What heads of code are called, and what they offer to do with it.
_CODE_NAMES = (
    r"code|代码|代碼|程式碼|php code|quelltext|código|codice|код|コード|코드|kod|kód|kode"
    r"|koodi|cod|κώδικας|mã|โค[้๊]ด|كود|الكود|کد"
)
_CODE_OFFERS = (
    r"select(?: all)?|copy(?: code)?|expand|复制代码|複製代碼|全选|全選|すべて選択"
    r"|(?:전체|모두) 선택|(?:alles )?auswählen|выделить(?: вс[её])?|seleccionar(?: todo)?"
    r"|selecionar(?: tudo)?"
    r"|(?:tout )?sélectionner(?: tout)?|seleziona(?: tutto)?|alles selecteren|vybrat(?: vše)?"
    r"|zaznacz(?: (?:cały|wszystko))?|markera allt|välj(?: allt)?|v[æe]lg alt|valitse kaikki"
    r"|összes kijelölése|tümünü seç|επιλογή όλων|chọn (?:tất cả|hết)|pilih semua|เลือกทั้งหมด"
    r"|تحديد الكل|انتخاب همه|kopieren|copier|copiar|copia|kopiuj|kopírovat|kopiera|kopyala"
    r"|копировать|скопировать"
)
CODE_HEAD = late(
    rf"^(?:{_CODE_NAMES})?\s*+[:：]?\s*+(?:\[?\s*+(?:{_CODE_OFFERS})\s*+\]?\s*+)*$",
    re.IGNORECASE,
)
#: What such a head begins with.
CODE_WORDS = f"{_CODE_NAMES}|{_CODE_OFFERS}"
#: What may stand between a head of code and the code.
HEAD_ENDS = " :：\n\r\t\xa0"
CODE_FOOT = re.compile(
    r"^(?:复制代码|複製代碼|复制内容到剪贴板|複製內容到剪貼板|copy code|select all)$", re.IGNORECASE
)
#: Boxes of code without an element for it, below their heads: "code", "codemain", "innercode".
_CODE_BOXES = frozenset({"div", "td"})
_CODE_CLASS = re.compile(
    r"(?:^|[-_ ])(?:bb|inner|php|html|sql|source)?[-_]?code[-_]?(?:main|content|body|text)?(?:$| )",
    re.IGNORECASE,
)
#: What unfolds the words, and folds them up again.
_FOLDS = late(
    r"^(?:展开|展開|(?:展开|展開|查看|阅读|閱讀)(?:全部|全文|阅读全文|閱讀全文)|收起(?:全文|全部)?"
    r"|(?:show|hide|view|toggle) (?:quoted|trimmed) (?:text|content|message)"
    r"|zitierten text (?:anzeigen|einblenden|ausblenden)|(?:afficher|masquer) le texte cité"
    r"|(?:mostrar|ocultar) (?:el )?texto citado|(?:mostra|nascondi) (?:il )?testo citato"
    r"|(?:показать|скрыть) цитируемый текст|(?:显示|顯示|隐藏|隱藏)引用(?:文字|文本|内容|內容)?)$",
    re.IGNORECASE,
)
#: Boxes of this name that are hidden are the software's: authors hide words in others.
_MENU = re.compile(
    r"(?:^|[-_ ])(?:tips?|tooltips?|menu|pop-?up|popover|drop-?down|card)(?:$|[-_ ])", re.IGNORECASE
)
#: Noise between words that is as light as what it stands on.
_JAMMER = re.compile(r"(?:^| )jammers?(?:$| )", re.IGNORECASE)
#: Boxes that authors hide, or have others unfold.
_AUTHORS_BOX = re.compile(
    r"spoil|hid[de]|collaps|fold|toggle|expand|reveal|more|content|text|\d", re.IGNORECASE
)
#: Characters of a hidden box that the software needs; hidden boxes that are compared.
MAX_HIDDEN, MAX_COMPARED = 200, 8
#: A file with its size, as lists of what is attached show it; characters of such a list.
_FILE = re.compile(
    r"\w\.\w{2,4}[\s,，]{0,3}(?:[(（\[]\s?(?:[^\W\d]{2,12}[:：]\s?)?\d[\d.,]{0,8}\s?[KMG]i?B?|\d[\d.,]{0,8}\s?[KMG]i?B)\b",
    re.IGNORECASE,
)
#: Boxes of what is attached to a post.
_ATTACHED = re.compile(
    r"(?:^|[-_ ])attach(?:ments?|ed)?[-_]?(?:list|box|area|files?)?(?:$|[-_ ])", re.IGNORECASE
)
_FILES_TITLES, _FILES_LISTS = HEADINGS | {"legend"}, frozenset({"dl", "ol", "table", "ul"})
MAX_FILES = 400
#: Links of an element that can be buttons.
MAX_BUTTONS = 8
#: Characters of a label ahead of links.
MAX_LABEL = 40
#: Characters ahead of a title that say that a post answers.
MAX_ANSWER = 12
#: And of what unfolds words.
MAX_SWITCH = 32
#: Signs beside what lies before and behind.
ARROWS = frozenset("‹«←›»→")
_COLON = re.compile(r"^[:：]\s+(?=[\w+])")
#: The line that old boards draw between a post and its signature. Authors draw lines of dashes
#: too, between what they quote and what they say.
MAX_SIGNATURE = 800
_WORDED = frozenset({"div", "font", "p", "span"})
_SIGNATURE = re.compile(r"_{6,40}\s*")
_DASHES = re.compile(r"-{10,60}\s*")
#: What authors say of deleted posts: they do not say which, or go on.
_SAID_ON = re.compile(r"\W*(?:deleted|removed)\s\w|.*(?:[,;?？，]|[.!。]\s*\w)", re.IGNORECASE)
#: What a button at the end of a body says: words that do something, no names of things, since
#: authors link such.
ACTIONS = frozenset(
    """
    reply quote report edit delete share permalink like
    antworten zitieren melden bearbeiten löschen teilen
    répondre citer signaler éditer modifier supprimer partager permalien
    responder citar denunciar reportar editar eliminar borrar excluir apagar compartir compartilhar
    rispondi segnala modifica elimina condividi rispondere citare segnalare
    beantwoorden reageren citeren rapporteren bewerken verwijderen delen
    odpowiedz cytuj zgłoś edytuj usuń udostępnij odpovědět odpovedať citovat nahlásit nahlásiť
    upravit upraviť smazat zmazať sdílet svara citera anmäl rapportera redigera radera svare sitér
    rapporter rediger slett slet vastaa lainaa ilmianna muokkaa poista jaa
    yanıtla cevapla alıntıla düzenle paylaş raspunde răspunde válaszolok idézem
    ответить цитировать жалоба пожаловаться правка инфо редактировать изменить удалить поделиться
    відповісти цитувати поскаржитися редагувати видалити поділитися отговори цитирай докладвай
    balas laporkan kutip
    回复 回覆 引用 举报 檢舉 编辑 编輯 編輯 删除 刪除 分享 回复该评论 回复此楼 点赞
    返信 返信する 引用する 通報 通報する 編集 削除 いいね 답글 답변 신고 수정 삭제 공유 인용
    """.split()
) | {
    "gefällt mir",
    "me gusta",
    "mi piace",
    "j'aime",
    "trả lời",
    "trích dẫn",
    "báo cáo",
    "chia sẻ",
    "şikayet et",
    "alıntı yap",
    "responder citando",
    "répondre en citant",
    "mit zitat antworten",
    "reply with quote",
    "quote reply",
    "ответить с цитатой",
}


def body_text(parts: Sequence[HtmlElement], holes: Collection[HtmlElement] = ()) -> str:
    """Text of a body as its author sent it, words that were quoted included.

    What the software writes around them is left out: who was quoted (see
    :func:`quoted_author`), code headers ("Code: select all"), edit notes, hidden menus.

    Parameters
    ----------
    parts
        The element of the body, or its paragraphs.
    holes
        Elements inside that belong to other records.
    """
    skip = {note for part in parts for note in _notes(part, holes)}
    skip.update(holes)
    skip.update(takewhile(is_tail, reversed(parts[1:])))
    quotes = [quote for part in parts for quote in quotes_in(part)]
    for quote in quotes:
        skip.update(heads_of(quote))
    worded = (part for part in parts if part not in skip)
    texts = (text_of(part, skip, lines=keeps_lines(part)) for part in worded)
    text = "\n".join(filter(None, texts))
    if parts and (signed := _below_rule(parts[-1])):
        text = text.removesuffix(signed).rstrip()
    if quotes:
        text = without_heads(text, (text_of(quote, skip) for quote in quotes))
    return without_notes(text)


def _below_rule(body: HtmlElement) -> str:
    """Text below the line that the software draws under what somebody wrote.

    It is the software's where all that was written stands in an element of its own above it.
    """
    rule = next((child for child in reversed(body) if child.tag == "hr"), None)
    if rule is None or (body.text or "").strip():
        return ""
    above = list(rule.itersiblings(preceding=True))
    named = [child for child in above if child.get("class") and child.tag in _WORDED]
    loose = (squeeze(child.tail or "") for child in above)
    if not any(map(text_of, named)) or any(line and not is_edit_line(line) for line in loose):
        return ""
    signed = Element("div")
    signed.text = rule.tail
    signed.extend(map(deepcopy, rule.itersiblings()))
    text = text_of(signed)
    return text if len(text) <= MAX_SIGNATURE else ""


def title_above(parts: Sequence[HtmlElement], title: str | None) -> HtmlElement | None:
    """Return what a body begins with when it only says the thread's title again.

    The software names such a heading, or sets it above the one box with the words: authors
    begin with the title too. ``None`` for a body that says nothing else.
    """
    if not parts or not title or (parts[0].text or "").strip():
        return None
    begin = squeeze(next((piece for piece in parts[0].itertext() if piece.strip()), ""))
    if begin not in title and title not in begin:
        return None
    for element in islice(parts[0].iter(), 1, MAX_HEADS):
        if not isinstance(element.tag, str) or element.tag in HIDDEN_TAGS:
            continue
        is_named = bool(element.get("class") or element.get("id"))
        if is_named or element.tag in HEADINGS:
            said = squeeze("".join(element.itertext()))
            if said and (said == title or _answers(said, title)):
                break
        if (element.text or "").strip():
            return None
    else:
        return None
    text = text_of(parts[0])
    if not text.startswith(said) or (text == said and not parts[1:]):
        return None
    if is_named and (element.tag in HEADINGS or TITLE_CLASS.search(element.get("class") or "")):
        return element
    above = element.getparent()
    while above is not None and above is not parts[0] and squeeze(text_of(above)) == said:
        # A table of its own, with the buttons beside it.
        element, above = above, above.getparent()
    return element if _is_above_one_box(element) else None


def _answers(said: str, title: str) -> bool:
    """Whether a text is a title behind "Re:"."""
    answer, _, bare = said.rpartition(": ")
    return bare == title and len(answer) <= MAX_ANSWER


def _is_above_one_box(element: HtmlElement) -> bool:
    """Whether a single box beside an element holds all other words of what both stand in.

    A quotation may stand above it, a signature, files and notes of edits below.
    """
    around = (*element.itersiblings(preceding=True), *element.itersiblings())
    beside = [child for child in around if isinstance(child.tag, str)]
    files = {box for child in beside for box in child.iter("fieldset") if _is_attached(box)}
    worded = [x for x in beside if x.tag != "blockquote" and text_of(x, files)]
    while len(worded) > 1 and is_tail(worded[-1]):
        worded.pop()
    loose = any((child.tail or "").strip() for child in (element, *beside))
    return not loose and len(worded) == 1 and worded[0].tag == "div"


def without_notes(text: str) -> str:
    """Leave out what stands in lines of its own: edit notes at either end, a signature.

    Of a letter nothing but its words stays.
    """
    if not text:
        return text
    lines = text.split("\n")
    letter = without_head(lines)
    if letter is not lines:
        return "\n".join(letter).strip()
    if is_edit_line(lines[0]):
        del lines[0]
    if lines and is_edit_line(lines[-1]):
        del lines[-1]
    if len(lines) > 1 and _FOR_MACHINES.fullmatch(lines[-1]):
        del lines[-1]
    rules = [
        n for n, line in enumerate(lines) if line[:6] == "______" and _SIGNATURE.fullmatch(line)
    ]
    if rules and any(lines[: rules[-1]]) and sum(map(len, lines[rules[-1] :])) <= MAX_SIGNATURE:
        del lines[rules[-1] :]
        while len(lines) > 1 and not lines[-1]:
            del lines[-1]
        if len(lines) > 1 and is_edit_line(lines[-1]):
            del lines[-1]
    elif len(lines) > 1 and lines[-1][:6] == "------" and _DASHES.fullmatch(lines[-1]):
        # What stood below it was a signature in an element of its own.
        del lines[-1]
    if len(lines) == 1:
        # "ann: it boils", where the name stands in an element of its own.
        return _COLON.sub("", lines[0])
    return text if len(lines) == text.count("\n") + 1 else "\n".join(lines).strip()


def _notes(body: HtmlElement, holes: Collection[HtmlElement]) -> list[HtmlElement]:
    box = words_box(body)
    out = [*_heading_fields(box), *_buttons(box, holes)]
    hidden: list[HtmlElement] = []
    for element in body.iter(*_NOTE_TAGS):
        names = element.get("class")
        if names_line_numbers(element.tag, names) and are_numbers("".join(element.itertext())):
            out.append(element)
        elif is_code_box(element.tag, names):
            out.extend(_code_heads(element, body))
        elif element is body:
            continue
        elif element.tag == "a":
            if is_anchor(element) or is_called_button(element.get("role"), element.get("href")):
                # Dots that show or hide a quotation. Words ("Click to expand ...") stay, as
                # people who mark a post's text by hand leave them in its quotation; what leads
                # elsewhere and is called a button does not.
                out.append(element)
        elif element.tag == "fieldset":
            if _is_attached(element):
                out.append(element)
        elif element.tag == "button" or _is_added(element, names):
            out.append(element)
        elif names and ("locked" in names.split() or _is_of_files(element, names)):
            # What is left of words that guests may not read, or what is attached to them; alone
            # it stands for them.
            if len(squeeze("".join(element.itertext()))) < len(squeeze("".join(body.itertext()))):
                out.append(element)
        elif element.tag == "div" and is_hidden(element):
            (out if _is_tool(element) else hidden).append(element)
        elif len(element) < 8:
            text = squeeze("".join(element.itertext()))
            if is_edit_note(text, names) or _is_switch(element, text, names):
                out.append(element)
    out.extend(box for box in hidden[:MAX_COMPARED] if _is_said_again(box, body))
    return out


def _is_switch(element: HtmlElement, text: str, names: str | None) -> bool:
    """Whether an element copies code, or unfolds what is long, once it is clicked.

    It runs a script, or has a name by which one finds it.
    """
    if len(text) > MAX_SWITCH or not (names or element.get("onclick")):
        return False
    return bool((len(text) <= MAX_ANSWER and CODE_FOOT.match(text)) or _FOLDS.match(text))


def _is_added(element: HtmlElement, names: str | None) -> bool:
    """Whether an element is what the software adds to the words: a signature, or nothing seen."""
    signed = bool(names and SIGNATURE_CLASS.search(names))
    return signed or _is_menu(element) or _is_unseen(element, names)


def _is_of_files(element: HtmlElement, names: str) -> bool:
    """Whether an element is called one of what is attached, short, and tells the size of a file."""
    if not _ATTACHED.search(names):
        return False
    text = squeeze("".join(element.itertext()))
    return len(text) <= MAX_FILES and _FILE.search(text) is not None


def _is_unseen(element: HtmlElement, names: str | None) -> bool:
    """Whether an element in the line of the words is not shown to readers.

    Boards write letters and digits between the words, so that what is copied is of no use.
    What authors hide stands in boxes, or in elements with a name.
    """
    if element.tag not in {"font", "span"}:
        return False
    if is_for_listeners(names) or (names and _JAMMER.search(names)):
        return True
    return not names and not element.get("id") and is_hidden(element)


def _is_menu(element: HtmlElement) -> bool:
    """Whether an element shows what can be done with something, once somebody points at it."""
    names = f"{element.get('class') or ''} {element.get('id') or ''}"
    return is_hidden(element) and bool(_MENU.search(names))


def _is_attached(element: HtmlElement) -> bool:
    """Whether a box with a title holds nothing but the list of what is attached to a post.

    Below a heading, which authors write, too, each line of the list leads to its file.
    """
    parts = [child.tag for child in element]
    if len(parts) != 2 or parts[0] not in _FILES_TITLES or parts[1] not in _FILES_LISTS:
        return False
    loose = (element.text, *(child.tail for child in element))
    text = squeeze("".join(element.itertext()))
    is_short = len(text) <= MAX_FILES and not any((said or "").strip() for said in loose)
    files = sum(1 for _ in _FILE.finditer(text)) if is_short else 0
    if parts[0] == "legend":
        return files > 0
    lines = [line for line in element[1].iter("dd", "li", "tr") if text_of(line)]
    linked = sum(line.find(".//a[@href]") is not None for line in lines)
    return 0 < len(lines) == linked <= files


def _is_tool(element: HtmlElement) -> bool:
    """Whether a hidden box is the only one of its name on a page, and so not its author's.

    What software hides for each post, and authors for their readers, is numbered.
    """
    name = element.get("id")
    if not name or _AUTHORS_BOX.search(f"{name} {element.get('class') or ''}"):
        return False
    return len(squeeze("".join(element.itertext()))) <= MAX_HIDDEN


def _is_said_again(element: HtmlElement, body: HtmlElement) -> bool:
    """Whether a hidden box holds nothing but what a body shows as well.

    Software keeps a copy of a post in it for those who quote it, below a line with its author.
    """
    hidden = "".join(text_of(element).split())
    shown = "".join(text_of(body, {element}).split())
    if not hidden or not shown:
        return False
    return hidden in shown or (hidden.endswith(shown) and len(hidden) <= len(shown) + MAX_HEAD)


def _heading_fields(body: HtmlElement) -> list[HtmlElement]:
    """Boxes ahead of the words of a body that tell where it belongs."""
    out: list[HtmlElement] = []
    element = body[0] if len(body) and not (body.text or "").strip() else None
    while element is not None and _is_field(element):
        out.append(element)
        element = element.getnext() if not (element.tail or "").strip() else None
    return out


def _is_field(element: HtmlElement) -> bool:
    """Whether a box is a label and links behind it: "Forums:" and the board, "Tags:" and those.

    Authors write such lines into no boxes with names.
    """
    if element.tag not in {"div", "section"} or not element.get("class") or len(element) != 2:
        return False
    parts = list(element.iterchildren("*"))
    if len(parts) != 2:
        return False  # one is a comment in the source
    label = squeeze("".join(parts[0].itertext()))
    if not 1 < len(label) <= MAX_LABEL or label[-1] not in ":：":
        return False
    if next(parts[0].iter("a"), None) is not None:
        return False
    return _is_all_links(parts[1])


def _leads_on(element: HtmlElement, links: Sequence[str]) -> bool:
    """Whether a box leads to the page before and the next: "‹ Lids", "Pots ›".

    With one of them it has to have a name.
    """
    if element.tag not in {"div", "nav", "p", "ul"} or not 0 < len(links) <= 2:
        return False
    if len(links) < 2 and not (element.get("class") or element.get("id")):
        return False
    arrows = ((said[:1] in ARROWS, said[-1:] in ARROWS) for said in links)
    return all(first != last for first, last in arrows) and _is_all_links(element)


def _is_all_links(element: HtmlElement) -> bool:
    """Whether nothing but links has words in an element, and a link has."""
    text = squeeze("".join(element.itertext()))
    links = list(islice(element.iter("a"), MAX_BUTTONS))
    for link in links:
        text = text.replace(squeeze("".join(link.itertext())), "", 1)
    return bool(links) and not has_words(text)


def words_box(body: HtmlElement) -> HtmlElement:
    """Return the innermost of boxes around all words of a body: themes wrap those of posts."""
    while len(body) == 1 and body[0].tag == "div":
        if (body.text or "").strip() or (body[0].tail or "").strip():
            break
        body = body[0]
    return body


def _buttons(body: HtmlElement, holes: Collection[HtmlElement]) -> list[HtmlElement]:
    """Links behind the last words of a body that do something with it."""
    out: list[HtmlElement] = []
    for element in reversed(body):
        if (element.tail or "").strip():
            break
        if element in holes or not isinstance(element.tag, str):
            continue
        if not is_tail(element):
            break
        out.append(element)
    return out


def is_tail(element: HtmlElement) -> bool:
    """Whether what ends a body does something with it, or stands below its words, or is empty."""
    text = squeeze("".join(element.itertext()))
    if not text:
        return True
    links = [element] if element.tag in {"a", "button"} else list(element.iter("a", "button"))
    shown = [(link.tag, squeeze("".join(link.itertext()))) for link in links[:MAX_BUTTONS]]
    return (
        are_controls(text, shown, partial(" ".join, element.itertext()))
        or stands_below(text, element.get("class"), element.tag)
        or _is_attached(element)
        or _is_field(element)
        or _leads_on(element, [said for _, said in shown])
    )


def stands_below(text: str, names: str | None, tag: str) -> bool:
    """Whether a text is a note of an edit, a signature or what stands for a deleted post.

    Buttons may stand above it.

    Parameters
    ----------
    names, tag
        Classes of its element, and what it is: in a line with other words nothing stands for a
        post.
    """
    if (
        is_edit_note(text, names)
        or (tag not in INLINE and is_placeholder(text) and not _SAID_ON.match(text))
        or (names and SIGNATURE_CLASS.search(names))
    ):
        return True
    return text[:6] == "______" and len(text) <= MAX_SIGNATURE


def are_controls(text: str, shown: Sequence[tuple[str, str]], parted: Callable[[], str]) -> bool:
    """Whether a text is what buttons and links say that do something, or counts beside buttons.

    Or that it stands below the words otherwise, see :mod:`fpcrawl.extraction.bodies.tails`.

    Parameters
    ----------
    shown
        Tag and text of each button and link in it.
    parted
        Gives the text with blanks between its elements.
    """
    links = [said for _, said in shown]
    if are_buttons(text, links, ACTIONS) or is_advert(text, links):
        return True
    if are_numbered(text, links):
        return True
    if are_reactions(text, links) or are_files(text, links):
        return True
    pressed = [said for tag, said in shown if tag == "button"]
    return bool(pressed) and are_counts(parted(), pressed)


def is_code_box(tag: str, names: str | None) -> bool:
    """Whether code stands in an element, by its tag or, of a box, by its classes."""
    return tag in {"pre", "code"} or (
        tag in _CODE_BOXES and names is not None and _CODE_CLASS.search(names) is not None
    )


def _before(node: HtmlElement) -> HtmlElement | None:
    """Return the element before another, with nothing but breaks of the line between them."""
    before = node.getprevious()
    while before is not None and before.tag == "br" and not (before.tail or "").strip():
        before = before.getprevious()
    return before


def _code_heads(code: HtmlElement, body: HtmlElement) -> list[HtmlElement]:
    out: list[HtmlElement] = []
    node = code
    for _ in range(3):
        if node is body:
            break
        before, after = _before(node), node.getnext()
        if before is not None and isinstance(before.tag, str):
            text = squeeze("".join(before.itertext()))
            said = (before.tail or "").strip(HEAD_ENDS)
            if 0 < len(text) <= 40 and not said and CODE_HEAD.match(text):
                out.append(before)
        if after is not None and isinstance(after.tag, str):
            text = squeeze("".join(after.itertext()))
            if 0 < len(text) <= 20 and CODE_FOOT.match(text):
                out.append(after)
        above = node.getparent()
        if above is None:
            break
        node = above
    return out
