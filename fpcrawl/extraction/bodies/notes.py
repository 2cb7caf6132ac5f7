"""What software writes into the bodies of posts, in the languages of the world.

Notes of edits, the heads of quotations ("ann wrote:"), signatures. General words only.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "AUTHOR_OF_QUOTE",
    "EDIT_HINT",
    "LINE_NUMBERS",
    "MAX_HEAD",
    "MAX_NOTE",
    "SAID_HINT",
    "SIGNATURE_CLASS",
    "Hint",
    "are_numbers",
    "head_lines",
    "is_attribution",
    "is_edit_line",
    "is_edit_note",
    "is_head_with_words",
    "is_quote_label",
    "kept_head",
    "names_line_numbers",
    "opens_quotation",
]

#: What a column of the numbers of lines of code is called.
LINE_NUMBERS = (
    r"(?:gutter|line-?no\w*|line-?num\w*|lnt?|crayon-nums?|pre-numbering|blob-num|ln-n)(?![a-z])"
)
_LINE_NUMBERS = re.compile(rf"(?:^|[-_ ]){LINE_NUMBERS}", re.IGNORECASE)
_NUMBERS = re.compile(r"[\d\s]+")
_NUMBERED = frozenset({"code", "div", "pre", "span", "td", "ul"})
#: Characters of the head of a quotation, and of a note of an edit; lines of such a head.
MAX_HEAD, MAX_NOTE, MAX_HEAD_LINES = 120, 200, 3

#: "Wrote" and "posted by", behind a name and before one.
_WROTE = (
    r"wrote|said|schrieb|hat (?:folgendes )?geschrieben|a écrit|escribió|escreveu|ha scritto"
    r"|schreef|skrev|skrifaði|kirjoitti"
    r"|napisał\w*|napsal|napsala|napísal\w*|писал\w*|написал\w*|пишет|написав|yazdı|đã viết|írta"
    r"|έγραψε|a scris|je napisao|menulis|כתב|كتب|نوشت"
)
#: Words that end sentences as well: heads of quotations where a colon follows.
_SAID = (
    r"сказал\w*|dedi(?: ki)?|a dit|dijo|disse|ha detto|zei|powiedział\w*|řekl\w*|sagte|sagde|sanoi"
    r"|είπε|nói|viết|พูดว่า|กล่าวว่า|เขียน|قال|گفت|نوشته است|berkata|a spus|каза|kirjutas|rašė"
    r"|说|說|写到|寫到"
)
_WRITTEN_BY = (
    r"originally (?:posted|written) by|posté (?:initialement )?par|envoyé par"
    r"|originalmente escrito por|escrito (?:originalmente )?por|postado originalmente por"
    r"|originariamente inviato da|inviato da|ursprungligen (?:postat|skrivet) av"
    r"|opprinnelig (?:postet|skrevet) av|zitat von|oorspronkelijk geplaatst door"
    r"|zamieszczone przez|původně (?:zaslal|odeslal)|оригинальное сообщение от|сообщение от"
    r"|alıntı|المشاركة الأصلية كتبت بواسطة|اقتباس"
)
#: What heads a quotation without telling whose words they are.
_LABELS = (
    "quote|quotation|zitat|citation|cita|citat|citação|citazione|citaat|cytat|citace|цитата|цитування"
    "|lainaus|sitat|alıntı|trích dẫn|idézet|παράθεση|kutipan|اقتباس|نقل قول|ציטוט|อ้างอิง|인용|引用"
)
#: In Chinese: what may stand before the name, and "on", a time, "wrote".
_CITED_ZH = r"(?:以下是)?引用(?:第?\s?\d+\s?[楼樓]|楼主|樓主)?(?:的帖子)?[:：]?|原帖由"
_WROTE_ZH = r"[写寫]道|[说說]道|发表于|發表於|發表于|(?:于|於|在)(?=\s?\d)"
#: "Wrote" in Japanese, behind a name and what it is called with.
_WROTE_JA = r"\s?(?:さん|様|氏)(?:が書きました|の発言|の投稿)"
#: When it was said, ahead of the name: "1 hour ago, ann said:", "On 3/5/2024 at 7:10, ann said:",
#: "(2024-03-05, 07:10 AM)ann Wrote:", "Vor 3 Stunden schrieb ann:", and as mail is answered:
#: "On Tue, Mar 5, 2024 at 7:10 PM Ann Lake <ann@example.org> wrote:".
_SAID_AT = (
    r"(?:(?:on|le|el|em|il)\s.{0,70}\d(?:st|nd|rd|th)?(?:\s?[ap]\.?m\.?)?"
    r"(?:\s\(?(?:utc|gmt|[a-z]{1,2}[sd]t)\)?)?,?\s"
    r"|(?:just now|.{0,12}\d[\s./:].{0,30}),\s|\([^()]{4,40}\)\s?)"
    rf"(?=[^,<][^,]{{0,80}}\s(?:{_WROTE}|{_SAID})\b)"
    r"|(?:am|vor|op|den) .{0,12}\d.{0,30}\b(?:schrieb|sagte|schreef|zei|skrev) (?=.{1,80}[:：]$)"
    r"|在\s?\d[^,，]{4,30}[,，]\s?(?=.{1,80}[写寫]道)"
)
#: A time in brackets behind a name, or none where the software knew it no longer.
_WHEN = r"\((?:[^()]{0,24}\d{1,2}:\d\d|\s?\))"
AUTHOR_OF_QUOTE = late(
    rf"(?:{_SAID_AT}|@|—|-|(?:{_LABELS})(?:\s?\(|\s(?!from\b)(?=\S[^()]{{0,40}}{_WHEN}))"
    rf"|quote(?: from|d?:)?|cita(?:t|zione|te|ção)?[:：]|{_WRITTEN_BY}|{_CITED_ZH})?"
    rf"\s*[:：]?\s*(?!(?:{_WROTE})\W*$)(.{{1,40}}?)"
    rf"\s*(?:\b(?:{_WROTE}|{_SAID}|on \w+|posted)\b|{_WROTE_ZH}|{_WROTE_JA}"
    # The address behind a name.
    r"|\(?<\S+(?:@| at )"
    r"|[:：]|,|@ |@(?=\d{1,4}[-./]\d)"
    rf"|{_WHEN}|$)",
    re.IGNORECASE,
)
_ATTRIBUTION = late(
    # "(а)" is for women.
    rf"(?:(?:\b(?:{_WROTE})(?:\(\w{{1,2}}\))?|[写寫]道|[说說]道|{_WROTE_JA})\s*[:：]?"
    rf"|\b(?:{_SAID})(?:\(\w{{1,2}}\))?\s?[:：])$"
    r"|^(?:引用|quote\b).{1,80}[:：]$"
    # "QUOTE(ann @ May 3 2024, 10:00 AM)"
    rf"|^(?:{_LABELS})\s?\([^()@]{{1,60}} @ [^()@]{{4,40}}\)\W?$"
    # "Posted by A. Miller"
    rf"|^(?:\w{{3,10}}\s*[:：]\s*)?(?:{_WRITTEN_BY})\b"
    r"(?:[^.!?]|\.(?=\w)|(?<=\b\w)\.|(?<=\b\w\w)\.){1,40}$"
    # "Quote ann (3.5.2024 10:00)"
    rf"|^(?:{_LABELS})\s.{{1,40}}\s?\((?:[^()]{{0,24}}\d{{1,2}}:\d\d[^()]{{0,8}}|\s?)\)\W?$"
    # With the time of what is quoted.
    rf"|^.{{1,40}}\b(?:{_WROTE}),? (?:on|at|am|le|el|em|il|op|den|dne) .{{0,30}}\d.{{0,20}}[:：]$"
    r"|^(?:am|vor|op|den) .{0,12}\d.{0,30}\b(?:schrieb|sagte|schreef|zei|skrev) .{1,80}[:：]$",
    re.IGNORECASE,
)
#: Heads that stay: Chinese boards write them into what is sent, where its writer can change
#: them, and people count those of "Quote from: ann on May 3" among the words.
_KEPT_HEAD = late(
    r"^.{1,40}(?:发表于|發表於|發表于)\s?(?=\d|[昨今前]|半).{2,24}$"
    rf"|^(?:{_CITED_ZH})?.{{1,40}}(?:于|於|在)\s?(?=\d|[昨今前]).{{2,24}}(?:发表|發表|的发言|的發言)的?"
    r"\s*[:：]?$|^quote from\b.{1,50}\bon\b.{0,30}\d.{0,20}$",
    re.IGNORECASE,
)
_ARROWS = " \u00a0↑↗⇑⇧⬆\ufe0f▲→»›"
_LABEL = re.compile(rf"(?:{_LABELS})\s*[:：]?", re.IGNORECASE)
#: And those of vBulletin 3, which quotes in a table of no name, a label above it.
_KEPT_BY = late(rf"(?:(?:{_LABELS})\s*[:：]?\s*)?(?:{_WRITTEN_BY})\b", re.IGNORECASE)


class Hint:
    """Words of which a text has to hold one to be worth a closer look.

    Patterns of many words without regard to case are tried at every character; a search for
    one word after the other takes a twentieth of the time.
    """

    def __init__(self, words: Iterable[str]) -> None:
        given = set(words)
        # What holds another word says nothing more.
        self._words = tuple(
            sorted(w for w in given if not any(other in w for other in given - {w}))
        )
        self._plain = tuple(word for word in self._words if word.isascii())

    def among(self, text: str) -> bool:
        """Whether a text holds one of the words, in letters large or small."""
        text = text.lower()
        for word in self._plain if text.isascii() else self._words:  # noqa: SIM110  (twice as fast)
            if word in text:
                return True
        return False


#: What every head that says whom somebody quotes holds: the words, without what may end them.
SAID_HINT = Hint(
    {
        re.split(r"[(?\\]", word)[0]
        for word in (
            *_WROTE.split("|"),
            *_SAID.split("|"),
            *re.sub(r"\([^)]*\)", "(", _WRITTEN_BY).split("|"),
        )
    }
    | set("写道 寫道 说道 說道 書きました の発言 の投稿".split())
    | set(_LABELS.split("|"))
)

#: How notes of edits begin; a time follows.
_EDITED = "|".join(
    (
        r"(?:эт[оа]т? )?(?:сообщение|пост|запись)\W{1,3}(?:был[оа]? )?(?:отредактир|измен[еёи])",
        r"(?:ответ|тема)\W{1,3}(?:был[оа]? )?(?:отредактир|измен[её]н)",
        r"отредактировано|исправлено\s?:|изменено|последн\w+ (?:редактирование|изменение|правка)\b",
        r"последний раз (?:редакт|отредакт|измен|исправ)",
        r"останн\w+ редагування|відредаговано|востаннє редагувал",
        r"(?:(?:zuletzt|\d+ mal)[ ,]+)+(?:bearbeitet|geändert|editiert)",
        r"(?:bearbeitet|geändert|editiert) (?:von|am)\b",
        r"diese[rs]? (?:beitrag|antwort|thema) wurde.{0,60}(?:editiert|bearbeitet|geändert)",
        r"letzte (?:änderung|bearbeitung)(?: (?:am|von|durch)\b|\s*:)",
        r"(?:ce )?message (?:édité|modifié) (?:par|le)\b",
        r"(?:dernière )?(?:modification|édition|modifié|édité)(?: (?:par|le|en dernier)\b|\s*:)",
        r"(?:última |editado por última )?(?:edición|editado|edição)(?: (?:por|el|em|pela)\b|\s*:)",
        r"(?:última )?(?:modificado|modificación|modificação)(?: (?:por|el|em|pela)\b|\s*:)",
        r"(?:ultima modifica|modificato)(?: (?:di|da|il|effettuata)\b|\s*:)",
        r"(?:laatst )?(?:bewerkt|gewijzigd|aangepast)(?: (?:door|op)\b|\s*:)",
        r"\S{1,30} wijzigde (?:deze|dit)\b",
        r"(?:ostatnio )?(?:edytowan|zmienion|zmodyfikowan)\w+ (?:przez|dnia|\d)",
        r"ostatnia (?:edycja|zmiana)\s*:|naposledy (?:uprav(?:il|en)|změn(?:il|ěn)|editoval)\w*",
        r"tento příspěvek byl .{0,12}(?:změněn|upraven)|poslední (?:změna|úprava)\s*:|upraveno \d",
        r"(?:son )?düzenle(?:me|yen|ndi)\w*|en son .{1,40} tarafından düzenlen",
        r"(?:lần )?(?:chỉnh )?sửa (?:lần )?(?:cuối|bởi)",
        r"(?:senast|senest|sist|sidst) (?:ändra[dt]|redigera[dt]|redigert|redigeret|endret|rettet)",
        r"det(?:ta| här) (?:inlägget|inlägg|svaret|svar) (?:har )?(?:redigera|ändra)(?:de|t)s\b",
        r"(?:viimeksi )?muoka(?:nnut|ttu)\b|(?:utoljára )?(?:szerkeszt(?:ve|ette)|módosította)",
        r"a hozzászólást .{1,40}(?:szerkeszt|módosít)(?:ett|ott)",
        r"(?:τελευταία )?(?:επεξεργασία|τροποποίηση)\b|terakhir (?:diedit|diubah)|diubah terakhir",
        r"ultima oară modificat|последн[ао] (?:промяна|редак)|(?:zadnja|poslj?ednja) izmj?ena\b",
        r"最終(?:編集|更新)|編集(?:済み|日時)|(?:마지막 )?수정(?:일|됨|\s*:)",
        r"แก้ไข(?:ล่าสุด|ครั้งสุดท้าย)|آخر تعديل|التعديل الأخير|تم التعديل|آخر تحرير|נערך לאחרונה",
        r"آخرین و[یي]را[یي]ش|و[یي]را[یي]ش توسط",
        r"此[帖贴]子?.{0,8}被.{0,40}编辑|(?:这篇文章|此文)最后由",
        r"(?:最后|最後|上次)(?:编辑|編輯|修改)(?:于|於|[:：])",
        r"最[后後]由.{1,40}(?:\(|[编編][辑輯][于於]\s?)(?=\d|[今昨]).{4,24}?\)?(?:[,，].{3,16})?$",
        r"\S{1,30}\s*(?:于|於).{4,24}(?:编辑|編輯)过?$",
    )
)
#: How a day begins: "19 janvier", "January 19,", "19 de enero de 2023", "03.01.2023".
_MONTHS = (
    r"(?:jan|ian|iu[nl]|f[eé]v|feb|ma[ar]|mär|mrt|mei|maj|ma[igy]|a[bpv]r|ju[ilnu]|jún|júl|lip|lug|giu|gen|ene|oca"
    r"|o[cgtk]t|okt|out|a[gou][goû]|sierp|set|sep|nov|nis|ara|d[eéi][czs]|pro|haz|tem|eyl|eki|kas|şub)"
    r"[^\W\d]{0,8}\.?"
)
_DATE = (
    rf"(?:\d{{1,4}}[-./]\d{{1,2}}[-./]\d{{2,4}}\b"
    rf"|\d{{1,2}}\.?\s(?:de\s)?(?:{_MONTHS}|[^\W\d]{{3,12}},?\s(?:de\s)?\d{{4}}\b)"
    rf"|{_MONTHS}\s\d{{1,2}}\b)"
)
#: The day of the week may stand before it.
_DAY = rf"(?:[^\W\d]{{2,9}}[.,]? )?{_DATE}"
#: How long ago: "vor 3 Tagen, 2 Stunden", "3 anni fa".
_SPAN = r"\d{1,3} [^\W\d]{1,12}(?:(?:,| \w{1,2})? \d{1,2} [^\W\d]{1,12})?"
_AGO = (
    rf"(?:(?:le )?(?:vor|il y a|hace|há) {_SPAN}"
    rf"|{_SPAN} (?:fa|atrás|temu|geleden|sedan|siden|назад|önce|yang lalu))"
)
_CHANGED = (
    r"(?:modifié|[ée]dité|bearbeitet|geändert|editado|editat|modificad?o|modificato?|bewerkt"
    r"|aangepast|gewijzigd|edytowan[eoy]|redigere?[td]|redigera[dt]|ändra[dt])"
)
_CHANGED_TR = r"(?:düzenlen|değiştiril)(?:di|miştir)"
#: Notes whose words alone could begin a sentence as well: their day is part of them.
_EDITED_ON = "|".join(
    (
        rf"{_CHANGED}\s?:? {_DAY}.{{0,24}}? (?:par|von|por|da|de|door|przez|a[fv])\s\S.{{0,40}}$",
        rf"[ée]dité (?:par .{{1,40}}? le {_DAY}|\d+ fois\. dernière)",
        rf"ce message a été (?:modifié|édité) par .{{1,40}}?{_DAY}",
        rf"(?:{_CHANGED}|diedit) {_AGO}\W?$",
        rf"c(?:e|ette) (?:message|réponse|sujet) a été (?:modifié|édité)e? {_AGO}",
        rf"est[ea] (?:mensaje|respuesta|tema) fue (?:modificad|editad)[oa] {_AGO}",
        rf"est[ea] (?:mensagem|resposta|tópico) foi (?:modificad|editad)[oa] {_AGO}",
        rf"quest[oa] (?:post|messaggio|risposta|topic) è stat[oa] modificat[oa] {_AGO}",
        rf"ten (?:post|wpis|temat) został \w{{4,12}}ny {_AGO}",
        rf"(?:dit|deze) (?:bericht|reactie) is .{{0,24}}{_CHANGED} (?:op )?(?:{_AGO}|{_DAY})",
        rf"bu (?:mesaj|yanıt|cevap|konu) {_AGO} .{{1,40}} tarafından {_CHANGED_TR}",
        r"modification du message\s?:",
        rf"zuletzt von .{{1,40}}?{_DAY}.{{0,20}} (?:bearbeitet|geändert|editiert)\b",
        rf"zuletzt von .{{1,40}} (?:bearbeitet|geändert|editiert) \({_DATE}",
        r"(?:einmal|\d+[- ]mal) (?:bearbeitet|geändert|editiert)[,.;] zuletzt (?:von|am)\b",
        rf"(?:ten )?post (?:został|był)(?: ostatnio)? \w{{4,12}}ny\b.{{1,50}}?{_DAY}",
        rf"użytkownik .{{1,40}} edytował ten post {_DAY}",
        rf"(?:questo )?messaggio (?:è stato )?modificato (?:da|l'ultima volta)\b.{{1,40}}?{_DAY}",
        rf"est[ea] (?:mensaje|publicación) fue (?:modificad|editad)[oa] por\b.{{1,40}}?{_DAY}",
        rf"esta (?:mensagem|publicação) foi (?:modificada|editada) (?:por|pela)\b.{{1,40}}?{_DAY}",
        r"последний раз (?:это )?сообщение было (?:отредакт|измен)",
        rf"{_DATE}.{{0,20}} tarihinde .{{1,40}} tarafından {_CHANGED_TR}\W?$",
        rf"(?:en son|konu|mesaj) .{{1,40}} tarafından \W?{_DAY}.{{0,30}} {_CHANGED_TR}",
        rf"\S{{1,30}} tarafından {_DAY} tarihinde .{{0,20}} {_CHANGED_TR}",
        rf"moderatör tarafından? düzenlendi\s?: {_DAY}|bu mesajın düzenlenme tarihi\s?:",
        rf"last edit\s?: {_DAY}.{{0,40}} by |edited\s?: {_DAY}.{{0,24}} by \S{{1,30}}$",
        rf"\S{{1,30}} edited this (?:message|post) on {_DAY}",
        rf"message edited by .{{1,40}}? on {_DAY}",
        rf"{_DAY}.{{0,14}}: message edited by\s?:",
        rf"(?:updated on|aktualisiert am)\s?: {_DAY}.{{0,20}}\]$",
    )
)
#: The one that Chinese boards write above the words must not be one with them.
_EDIT_NOTE = late(
    r"^\W{0,3}(?:last (?:edited|modified)|edited (?:by|on|\d|\w{3,12} \d{1,2}\b.{0,40}\bby\b)"
    r"|edited:? (?:to|yester|mon|tues|wednes|thurs|fri|satur|sun)day\b(?=.{0,12}\d)"
    r"|this (?:post|reply|topic|message|comment) (?:was|has been) (?:last )?(?:edited|modified)"
    r"|(?:发布|發布|發佈)[于於] ?\d{4}-\d\d?-\d\d?(?: \d\d:\d\d)?(?:\W{0,3}IP ?[属屬]地.{1,8})?$"
    r"|message was edited by\s?:|本帖最[后後]由(?!.{1,80}\d\s?[编編][辑輯]\s*(?!原因)\w)"
    r"|最后编辑|此帖.{0,6}被.{0,30}编辑|编辑于"
    rf"|(?=.{{0,140}}\d)(?:{_EDITED}|{_EDITED_ON})).{{0,140}}$",
    re.IGNORECASE | re.DOTALL,
)
#: What every such note holds.
EDIT_HINT = Hint(
    "last edit,updated on,aktualisiert am,发布于,發布於,發佈於".split(",")
    + """
    edited modified 本帖最 编辑 編輯 最后由 最後由 修改 редакт измен редаг исправ правка
    bearbeit änder editiert
    édit modifi edici edita ediçã bewerkt wijzig aangepast edyt edycj zmien zmian zmodyf uprav změn
    editov edité editat modyf düzenle değiştir sửa ändrad redig endret rettet muoka szerkesz módos
    izmjen izmen промян تحرير ویرایش ويرايش
    επεξεργ τροποπ diedit diubah 最終 編集 수정 แก้ไข تعديل נערך
    """.split()
)
#: Classes of what stands in a body's box and is none of it: a signature, a note of an edit.
SIGNATURE_CLASS = re.compile(
    r"(?:^|[-_ ])(?:sign|(?:pm|post|user|message)?(?:signature?|sig)|firma|assinatura|podpis|imza)"
    r"(?:$|[-_ ])",
    re.IGNORECASE,
)
_EDIT_CLASS = re.compile(
    r"(?:^|[-_ ])(?:last-?)?edit(?:ed)?(?:-?(?:by|note|info|date|time|message|reason))?(?:$|[-_ ])"
    r"|revision-?log|last-?modified",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")


def is_attribution(text: str) -> bool:
    """Whether a text is the head of a quotation: it says who is quoted.

    Behind it an arrow may lead to what is quoted.
    """
    return SAID_HINT.among(text) and bool(_ATTRIBUTION.search(text.rstrip(_ARROWS)))


def is_quote_label(text: str) -> bool:
    """Whether a text says nothing but that a quotation follows."""
    return bool(_LABEL.fullmatch(text))


def opens_quotation(text: str, words: Callable[[], str], *, is_table: bool) -> bool:
    """Whether a text at the begin of a box tells that all of the box is quoted.

    Parameters
    ----------
    words
        Gives those of the whole box: a plain table, or a box below a label, can begin with a head
        that stays among them.
    """
    if not 0 < len(text) <= MAX_HEAD:
        return False
    is_label = is_quote_label(text)
    if not (is_label or is_attribution(text)):
        return False
    return not ((is_table or is_label) and _KEPT_BY.match(words()))


def is_head_with_words(text: str) -> bool:
    """Whether a line of a text tells whom it quotes, and the last of it is what was said."""
    *heads, last = text.split("\n")
    return any(map(is_attribution, heads)) and not is_attribution(last)


def kept_head(quoted: str) -> str | None:
    """Return the line of a quotation that tells whom it quotes, and is part of its words."""
    lines = (line.strip() for line in quoted.split("\n")[:MAX_HEAD_LINES])
    heads = (line for line in lines if len(line) <= MAX_HEAD and _KEPT_HEAD.match(line))
    return next(heads, None)


def _heads_quote(line: str) -> bool:
    """Whether a line says whom the words behind it quote, and nothing else."""
    if not 0 < len(line) <= MAX_HEAD or not is_attribution(line):
        return False
    return line[-1] in ":：" or bool(_DIGIT.search(line))


def head_lines(text: str, quoted: str) -> list[tuple[int, int]]:
    """Where the lines stand that say whom a quotation quotes: before it, and at its begin.

    Parameters
    ----------
    text
        A body, a line for each of its blocks.
    quoted
        The words of the quotation in it.

    Returns
    -------
    list of tuple
        Begin and end of each piece of the body, in order; none where the words stand nowhere.
    """
    at = text.find(quoted) if quoted else -1
    if at < 0:
        return []
    out = []
    before = text[:at].rstrip()
    start = before.rfind("\n") + 1
    if _heads_quote(before[start:].strip()):
        out.append((start, at))
    end = at
    for line in quoted.split("\n")[:MAX_HEAD_LINES]:
        if line.strip() and not _heads_quote(line.strip()):
            break
        end += len(line) + 1
    # One that is nothing but heads quotes nobody.
    if at < end < at + len(quoted):
        out.append((at, end))
    return out


def is_edit_line(line: str) -> bool:
    """Whether a line is the note of an edit, with a time in it."""
    return bool(_DIGIT.search(line) and _EDIT_NOTE.match(line))


@lru_cache(maxsize=4096)
def names_line_numbers(tag: str, names: str | None) -> bool:
    """Whether the classes of an element say that it numbers the lines of code beside it."""
    return tag in _NUMBERED and names is not None and _LINE_NUMBERS.search(names) is not None


def are_numbers(text: str) -> bool:
    """Whether a text is nothing but numbers."""
    return _NUMBERS.fullmatch(text) is not None


def is_edit_note(text: str, names: str | None) -> bool:
    """Whether the text of an element is the note of an edit.

    Parameters
    ----------
    names
        Classes of the element.
    """
    if not 3 < len(text) <= MAX_NOTE:
        return False
    if _EDIT_NOTE.match(text):
        return True
    return bool(names and _EDIT_CLASS.search(names) and _DIGIT.search(text))
