"""What lists call their columns, in the languages of the world's boards."""

from __future__ import annotations

import re
from functools import lru_cache

from fpcrawl.patterns import late

__all__ = [
    "FIGURE_WORDS",
    "LAST_CLASS",
    "class_kind",
    "kinds_in",
    "label_kind",
    "labelled_figures",
    "only_figures",
    "says_sticky",
]

#: Words for the columns of a list, each kind a group. ``posts`` count the opening post too,
#: ``other`` are figures nobody asks for.
_KINDS = {
    "last": (
        r"\b(?:last|latest|newest|recent|freshness)\b"
        r"(?:\s+(?:post|repl\w+|comment|message|activity|update)s?)?"
        r"|\brepl(?:ied|y) by|\bactivity\b"
        r"|最[后後新近](?:发表|發表|回复|回覆|回帖|评论|跟帖|更新)?"
        r"|最終(?:投稿|返信|更新|書き?込み?|コメント|レス)|(?:최근|마지막) ?(?:글|댓글|답글)"
        r"|letzte\w*|derni\w+|últim\w+|ultim\w+|последн\w+|останн\w+|laatste\w*|ostatni\w*"
        r"|posledn[íý]\w*|\bsenaste\b|\bsiste\b|\bseneste\b|viimei\w+|utolsó|τελευταί\w+"
        r"|\bson (?:mesaj|cevap|yanıt|ileti|gönderi|yorum)\w*|mới nhất|\bcuối\b|\bterakhir\b"
        r"|ล่าสุด|\bآخر\b|\bآخرین\b|\bאחרונ(?:ה|ות)\b"
    ),
    "start": (
        r"\b(?:started|posted|created|written|asked|submitted|thread|topic)[ -]?(?:by\b|starter\b)"
        r"|\b(?:inicia|crea|cria|publica)d[oa] por\b|\b(?:cré|lanc|post|publi)ée? par\b"
        r"|\b(?:creat|apert|scritt|inserit)[oa] da\b"
        r"|\bstarter\b|\bauthors?\b|\bposter\b|\bcreator\b|(?<![\w-])by\b"
        r"|作者|楼主|樓主|发帖人?|發帖人?|发起人|发布者|发表人|撰文|作成者|投稿者|質問者|글쓴이|작성자|\bautor\b|\bauteur\b|\bvon\b|автор\w*"
        r"|\bautore\b|\bszerző\b|\bindította\b|\byazan\b|\bbaşlatan\b|konuyu açan|\bzałoży\w+"
        r"|\bzaložil\w*|\bstartad av\b|ξεκίνησε|συγγραφέας|tác giả|người (?:gửi|tạo|viết)"
        r"|\bpengirim\b|\bpenulis\b|เริ่มโดย|ผู้เขียน|ผู้ตั้ง|\bالكاتب\b|كاتب الموضوع"
        r"|\bنویسنده\b|\bفرستنده\b|提问[人者]|来信人|留言人|咨询人|질문자|\bמאת\b|\bעל ידי\b"
    ),
    "views": (
        r"\bviews?\b|\bviewed\b|\breads?\b|\bhits\b|\bvisits\b"
        r"|查看|浏览|瀏覽|人气|人氣|点击|點擊|阅读|閱讀|阅\b"
        r"|aufrufe|zugriffe|gelesen|\bvues?\b|vistas|visitas|visite|просмотр\w*|閲覧|조회"
        r"|\baffichages?\b|\blectures\b|\blecturas\b|\bletture\b|visualiza\w+|visualizzazioni"
        r"|\bexibições\b|weergaven|\bgelezen\b|\bbekeken\b|\bvisning(?:ar|er)\b|\bvist\b"
        r"|görüntüle(?:me|nme)\w*|\bgösterim\w*|\bokunma\b|odsłon\w*|wyświetle\w*|zobrazen\w+"
        r"|zhlédn\w+|\bpřečten\w*|προβολές|εμφανίσεις|αναγνώσεις|megtekint\w+|\bolvas(?:va|ott|ás)\w*"
        r"|lượt xem|\bđọc\b|\bdilihat\b|перегляд\w*|อ่าน|เข้าชม|\b(?:ال)?مشاهدات?\b"
        r"|\bبازدید\w*|\bצפיות\b"
    ),
    "replies": (
        r"\brepl(?:y|ies)\b|\bcomments?\b|\bresponses?\b|\banswers?\b"
        r"|回复|回覆|回答|回帖|跟帖|回应|回應|评论|評論|留言|antwort\w*|réponses?|respuestas?|rispost[ae]"
        r"|respostas?|ответ\w*|комментар\w*|コメント|返信|返答|답글|댓글|reacties"
        r"|\bantwoorden\b|\bsvar\b|\bvastau\w+|odpowied[zź]\w*|odpověd\w*|odpoved\w*|відповід\w+"
        r"|απαντήσ\w+|\bválasz\w*|\bcevap\w*|\byanıt\w*|trả lời|\bhồi đáp\b|\bbalasan\b|ตอบ"
        r"|\b(?:ال)?ردود\b|\bپاسخ\w*|\bתגובות\b|\bתשובות\b|commentaires?|comentarios?|comentários?|commenti\b|kommentar\w*"
    ),
    "posts": (
        r"\bposts?\b|\bmessages?\b|帖子?数?|beiträge|сообщени\w*|mensajes|messaggi|berichten"
        r"|\binlägg\b|\binnlegg\b|\bindlæg\b|příspěv\w+|\bpost[yów]{1,2}\b|\bmesaj(?:lar)?\b"
        r"|mensagens|\bbài viết\b|\bviest(?:it|ejä)\b|hozzászólás\w*|μηνύματα|δημοσιεύσεις"
        r"|повідомлен\w+|\b(?:ال)?مشاركات\b|\bהודעות\b"
    ),
    "other": (
        r"\bvotes?\b|\bvoices?\b|\bparticipants?\b|\busers?\b|\blikes?\b|\bpages?\b"
        r"|\brating\b|\bstars?\b|\battachments?\b|\bscore\b|\bpoints?\b|\bshares?\b"
        r"|\btopics?\b|\bthreads?\b|赞|讚|票|收藏|附件|评分|評分|页|頁|分享|参与|主题|主題"
        r"|비?추천|좋아요|공감|스크랩|いいね|拍手|\bstimmen?\b|\bголос(?:а|ов)?\b|\bvot(?:os?|i)\b"
    ),
}
_KIND = late("|".join(f"(?P<{name}>{words})" for name, words in _KINDS.items()), re.IGNORECASE)
#: White space between two ideographs or syllables that stand alone.
_SPACED = late(r"(?<=\b[\u3400-\u9fff\uac00-\ud7a3])\s{1,4}(?=[\u3400-\u9fff\uac00-\ud7a3]\b)")
#: Kinds that are figures.
FIGURE_WORDS = frozenset({"views", "replies", "posts", "other"})
FIGURE_CLASSES = ("views", "replies", "other")
#: Share of a label's letters that the words of its kind have, at least.
LABEL_SHARE = 0.5
_FIGURES = "|".join(words for name, words in _KINDS.items() if name in FIGURE_WORDS)
_AMOUNT = r"\d{1,3}(?:[.,]\d{3})+|\d{1,9}(?:[.,]\d(?!\d))?"
#: What counts things between a number and what they are.
_COUNTERS = "篇条條个個则則次位件건개"
_LABELLED = late(
    rf"(?:{_FIGURES})(?:数|數|次数|次數|量|수|s)?\s*[:：(（\[【]?\s*"
    rf"(?P<after>{_AMOUNT})(?P<k>[kKmM万]?)(?:\s*[{_COUNTERS}])?(?![\d\w])"
    rf"|(?<![\d.,:/-])(?P<before>{_AMOUNT})(?P<k2>[kKmM万]?)\s*[{_COUNTERS}]?\s*(?:{_FIGURES})",
    re.IGNORECASE,
)
#: Where a figure stands right behind the word of another one, or a word right behind its figure.
_GLUED = re.compile(r"(?<=[^\W\d_]{2})(?=\d)|(?<=\d)(?=[^\W\d_]{3})")
#: Characters of a row's figures.
MAX_FIGURES = 80
#: Characters before a figure's word in which "last" makes it another.
BEFORE = 8
_SCALE = {"": 1.0, "k": 1e3, "m": 1e6, "万": 1e4}
_CLASS_KINDS = {
    "last": r"last|latest|freshness|teaser|recent",
    "views": r"view(?!topic|forum|thread)|(?:^|[-_ ])(?:hits|eye|reads?|visits?)(?:[-_ ]|$)",
    "replies": (
        r"repl(?:y|ies)|comment|answer|respon[sd](?!ive)|(?:post|message|msg)s?[-_]?(?:count|num)"
        r"|(?:^|[-_ ])(?:posts|messages?|num-?posts)(?:[-_ ]|$)"
    ),
    "other": r"vote|voice|like|rating|star|score|points|participant",
}
_CLASSES = {name: re.compile(words, re.IGNORECASE) for name, words in _CLASS_KINDS.items()}
#: Class names of what tells of a thread's last post.
LAST_CLASS = _CLASSES["last"]

#: Class names, picture names and words of rows that are kept at the top.
_STICKY = re.compile(
    r"(?<!non)(?<!non-)(?<!not-)sticky|stick(?:ied|thread|topic)|thumb-?tack"
    r"|(?:^|[-_\s])pin(?:[-_\s]|$)|(?<!un)(?<!non-)(?<!not-)pinned"
    r"|置顶|置頂|置顶帖|公告|\bannouncement|\bimportant\b|공지|필독"
    r"|\bangeheftet|\bépinglé|\bfijad[oa]\b|\bfixad[oa]\b|\bзакрепл",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def says_sticky(text: str) -> bool:
    """Whether class names, or words, say that a row is kept at the top."""
    return _STICKY.search(text) is not None


def _close(text: str) -> str:
    """Text without the spaces that headings of two characters are set with: "作 者"."""
    return _SPACED.sub("", text)


@lru_cache(maxsize=8192)
def kinds_in(text: str) -> tuple[str, ...]:
    """Return the kinds of columns that a text names, in order.

    Returns
    -------
    tuple of str
        ``last``, ``start``, ``views``, ``replies``, ``posts``, ``other``.
    """
    return tuple(str(match.lastgroup) for match in _KIND.finditer(_close(text)))


@lru_cache(maxsize=8192)
def class_kind(names: str) -> str | None:
    """Return the kind of figure that class names tell of, ``None`` for none or several."""
    found = [kind for kind in FIGURE_CLASSES if _CLASSES[kind].search(names)]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=8192)
def label_kind(text: str) -> str | None:
    """Return the kind of figure that a label names; a text that says more is none."""
    found = 0
    kinds = set()
    # Boxes side by side run together: "0votes4answers".
    for match in _KIND.finditer(_GLUED.sub(" ", _close(text))):
        kinds.add(str(match.lastgroup))
        found += len(match.group())
    if len(kinds) != 1 or not kinds <= FIGURE_WORDS:
        return None
    letters = sum(c.isalpha() for c in text)
    return kinds.pop() if found >= LABEL_SHARE * letters else None


@lru_cache(maxsize=8192)
def labelled_figures(text: str) -> tuple[tuple[str, int, int], ...]:
    """Return the figures of a text that have a word beside them.

    Returns
    -------
    tuple of (str, int, int)
        Kind, value and characters of figure and word.
    """
    out = []
    for match in _LABELLED.finditer(text):
        kinds = [kind for kind in kinds_in(match.group()) if kind in FIGURE_WORDS]
        before = text[max(match.start() - BEFORE, 0) : match.end()]
        if not kinds or "last" in kinds_in(before):
            continue
        amount = match.group("after") or match.group("before")
        scale = (match.group("k") or match.group("k2") or "").lower()
        value = int(float(amount.replace(",", "")) * _SCALE[scale] + 1e-6)
        out.append((kinds[0], value, match.end() - match.start()))
    return tuple(out)


@lru_cache(maxsize=8192)
def only_figures(text: str) -> bool:
    """Whether a text is nothing but counts and what they count: "12 votes, 3 answers"."""
    if not 0 < len(text) <= MAX_FIGURES or not any(map(str.isdigit, text)):
        return False
    # Boxes side by side run together: "2 votes3 answers".
    return not any(map(str.isalnum, _LABELLED.sub(" ", _GLUED.sub(" ", text))))
