"""What can be the name of a member, told by a text or an address alone."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.numbertexts import is_floor
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.timenodes import is_numbered_time
from fpcrawl.extraction.vocabulary import AUTHOR_HREF, NOT_NAMES
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = [
    "COLONS",
    "LEVELS_UP",
    "MAX_AUTHOR",
    "MAX_LINE",
    "are_nameless",
    "is_bracketed",
    "is_clock_time",
    "is_name",
    "look_like_titles",
    "names_member",
    "tells_no_name",
    "without_answered",
    "without_mark",
]

#: Characters of a name.
MAX_AUTHOR = 40
#: What names weigh on average, from which on they are titles.
TITLED = 20
#: More text than this is no line of who and when.
MAX_LINE = 120
#: Elements around the place of names in which a guest's is looked for.
LEVELS_UP = 2
#: What stands behind a label.
COLONS = frozenset(":：")
_WORD = re.compile(r"\w", re.UNICODE)
#: How far a member has risen, "9级", "Lv.12", votes, and what is nobody's name: "ID:bUF/Gv".
_LEVEL = re.compile(
    r"(?:lv\.?|lvl\.?|level|等级|等級)?\s{0,3}[-+−]?\d{1,12}\s{0,3}(?:级|級|レベル|레벨)?|u?id\s?[:：].*",
    re.IGNORECASE,
)
#: The time of a day: "14.48 BST".
_CLOCK = re.compile(
    r"\d{1,2}\s?[:.h]\s?\d{2}(?:\s?(?:[ap]\.?m\.?|uhr|(?-i:[A-Z]{2,4})))?", re.IGNORECASE
)
#: How often a button was pressed: "좋아요3", "Like 2". Guests can be called "Guest 12".
_PRESSED = re.compile(r"(\D{2,20}?)(?:\s|(?<![A-Za-z]))\(?\d[\d.,]{0,9}\)?")
_BUTTONS = NOT_NAMES - {"author"}
#: What is counted of a member: "Points: 1000".
_COUNTED = re.compile(r"[^\d:：]{1,20}[:：]\s{0,3}[+-]?\d[\d.,]{0,14}")
#: How it is told beside a name whom its bearer answers.
_ANSWERS = late(
    r"(?:^|\s)(?:(?:in (?:reply|response|answer) to|(?:als )?antwort (?:auf|an)|en r[ée]ponse [àa]"
    r"|en respuesta a|em resposta a|in risposta a|как ответ|(?:в )?ответ (?:на|для|к)|у відповідь"
    r"|w odpowiedzi|(?:som )?svar (?:på|til)|(?:als|in) antwoord op|v (?:reakci|odpovědi) na"
    r"|yanıt olarak|trả lời cho)\s|(?:回复|回覆|回應|回应)(?:给|給|于|於)?\s?[@：:]?\s?\w)",
    re.IGNORECASE,
)
#: What is attached to a post: "plan.pdf".
_FILE = re.compile(
    r"[^/\\]{1,60}\.(?:7z|apk|avi|bmp|csv|docx?|exe|gif|gz|iso|jpe?g|mkv|mov|mp[34]|odt|pdf|png"
    r"|pptx?|rar|rtf|svg|tar|torrent|txt|wav|webm|webp|xlsx?|zip)",
    re.IGNORECASE,
)
#: Ends the address of all members.
_MEMBERS = re.compile(r"(?:^|/)(?:members|users|(?:member|user)-?list)(?:\.\w{2,5})?/?\??$")
#: What stands in a part of a site that is called home: "/home/garden/topic/7-lids"; behind it
#: can be a member, "/home/forum/user/7".
_AT_HOME = re.compile(
    r"/home(?=/(?:[^/?]{1,40}/){0,2}(?:articles?|discussions?|forums?|news|questions?|stor(?:y|ies)"
    r"|threads?|topics?)[/-][^/?])",
    re.IGNORECASE,
)
#: What boards call those who give no name.
_NAMELESS = late(
    r"anon(?:ymous)?(?:\s(?:coward|user|poster|member|guest))?|guest|visitor|unregistered"
    r"|an[oóô]n[iy]m[eoa]?|anonym(?:er|us)?|anoniem|anonymní|anonimowy|an[oó]nimo"
    r"|gast|besucher|invité|visiteur|invitado|visitante|ospite|convidado|gość|misafir|anonim|host"
    r"|vieras|gæst|gjest|gäst|vendég|khách|аноним(?:ный|но)?|гость|анонім|гість"
    r"|匿名(?:用户|用戶|网友|網友|者|希望|さん)?|游客|訪客|访客|名無し(?:さん)?(?:[@＠].*)?|ななしさん?|ゲスト|通りすがり"
    r"|익명|손님|비회원|مجهول|زائر|ضيف|ไม่ระบุชื่อ|אורח|אנונימי",
    re.IGNORECASE,
)

#: Where somebody wrote from: a number, or a name of which a part is masked.
_HOST = re.compile(
    r"(?:\d{1,3}|[*x♡]{1,3})(?:\.(?:\d{1,3}|[*x♡]{1,3})){3}|[-*]{2,3}(?:\.[\w-]{1,63}){2,6}",
    re.IGNORECASE,
)


def are_nameless(texts: Collection[str]) -> bool:
    """Whether texts are all what boards call those who give no name: "Anonymous", "名無しさん"."""
    return len(set(texts)) == 1 and _NAMELESS.fullmatch(next(iter(texts)).strip(":：")) is not None


def without_answered(name: str) -> str:
    """Return a name without whom its bearer answers behind it: "Ann in reply to Bo"."""
    match = _ANSWERS.search(name, 1)
    return name[: match.start()].rstrip() if match is not None else name


def without_mark(name: str) -> str:
    """Return a name without what software has in brackets behind it.

    The mark of one who is no member, "Ann (Guest)", or where he wrote from, "Ann (---.a.example)".
    Another name for the same account is part of what a page calls him: "ann-k (Ann K)".
    """
    bare, _, mark = name[:-1].rpartition("(" if name.endswith(")") else "[")
    bare = bare.strip()
    if name[-1:] not in {")", "]"} or not bare:
        return name
    return bare if are_nameless([mark]) or _HOST.fullmatch(mark) else name


def is_name(text: str) -> bool:
    """Whether a text can be a name: words, but no number, position, day, label or button."""
    if not 0 < len(text) <= MAX_AUTHOR or text[-1] in COLONS or is_floor(text):
        return False
    return not tells_no_name(text) and text.lower() not in NOT_NAMES


def look_like_titles(told: Sequence[str]) -> bool:
    """Whether what stands in the places of names is as long as titles are, and never the same."""
    return len({*told}) == len(told) and sum(map(weight_of, told)) >= TITLED * len(told)


def tells_no_name(text: str) -> bool:
    """Whether a text is no word, a level, a count, a time, an address, a file, or of another."""
    if not _WORD.search(text) or is_numbered_time(text) or "://" in text:
        return True
    if "." in text and _FILE.fullmatch(text) is not None:
        return True
    if _LEVEL.fullmatch(text) or _COUNTED.fullmatch(text) or _ANSWERS.match(text):
        return True
    pressed = _PRESSED.fullmatch(text)
    if pressed is not None and pressed[1].lower() in _BUTTONS:
        return True
    return is_clock_time(text)


def is_clock_time(text: str) -> bool:
    """Whether a text is the time of a day and nothing else: "9:24 a.m."."""
    return text[:1].isdigit() and _CLOCK.fullmatch(text) is not None


def is_bracketed(text: str) -> bool:
    """Whether a text stands in brackets, as numbers and accounts do behind names."""
    return text[0] in "([（［" and text[-1] in ")]）］"


@lru_cache(maxsize=16_384)
def names_member(href: str) -> bool:
    """Tell whether an address is that of a member's page, and not the list of all members."""
    path = _path_of(href)
    home = _AT_HOME.match(path)
    path = path[home.end() :] if home is not None else path
    return AUTHOR_HREF.search(path) is not None and _MEMBERS.search(path) is None


def _path_of(href: str) -> str:
    """Path and query of an address, empty when it cannot be split."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    return f"{parts.path}?{parts.query}"
