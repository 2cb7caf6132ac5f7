"""Recorded pages with other writers: their names changed on the page and in what is true of it.

The writers of labelled pages have names much like each other; those of the world are of all
scripts, are words that pages have for other things, numbers, addresses, or nothing but a sign.
A page is changed in its source: wherever a true name stands in its text, in attributes that
people read or scripts take names from, and in JSON. Addresses stay.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from benchmarks.common import read_packed
from fpcrawl.pages.charset import decide_charset

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from pathlib import Path

__all__ = ["NAMES", "RENAMES", "names_of_page", "new_names", "renamed_page", "renamed_truth"]

RENAMES = "names"
"""This disguise, beside those of ``benchmarks._disguise``."""
NAMES: dict[str, tuple[str, ...]] = {
    "chinese": ("王芳", "欧阳文", "李小龙儿", "一蓑烟雨任平生", "春江花月夜", "且听风吟丶", "南山"),
    "long_chinese": ("我在北方的寒夜里四季如春", "愿得一人心白首不相离", "今天也要努力学习呀"),
    "chinese_words": ("管理员", "今天", "楼主说了算", "匿名用户", "游客", "版主", "沙发", "路人甲"),
    "chinese_buttons": ("回复", "楼主"),
    "masked": ("138****8000", "139****0527", "z***8", "**风"),
    "digits": ("13800138000", "10086", "20081", "007", "1984", "2008"),
    "letter": ("x", "Q", "M", "ж"),
    "two_letters": ("xy", "Al", "Jo", "C3"),
    "email": ("ann.lee@example.com", "bob_77@mail.example", "info@shop.example"),
    "punctuated": ("Dr. O'Neil-Smith III", "J.R. \"Bob\" Dobbs", "Smith, Anna", "M&M", "R2-D2."),
    "words": ("Today", "Home", "Anonymous", "Member", "Nobody", "Unknown", "Deleted", "User"),
    "roles": ("Admin", "Administrator", "Moderator", "Guest", "Webmaster", "Newbie", "VIP"),
    "buttons": ("Reply", "Online"),
    "months": ("may", "April", "August", "june", "Sunday"),
    "times": ("march 5", "12:30", "24h"),
    "capitals": ("BIGDADDY", "NASA", "JOHN DOE", "ZZTOP"),
    "emoji": ("🌸sakura🌸", "Kit 😺", "★Star★", "🐼", "♥♥♥", "꧁Lin꧂"),
    "arabic": ("محمد علي", "سارة", "أبو خالد"),
    "hebrew": ("דוד כהן", "נועה", "משה123"),
    "cyrillic": ("Иван Петров", "Ольга", "медведь_76", "Гость"),
    "thai": ("สมชาย", "น้องแนน", "คนไทย"),
    "korean": ("김민수", "하늘바다", "익명"),
    "japanese": ("田中さん", "名無しさん", "ゆきだるま", "風の谷"),
    "greek": ("Γιώργος", "ελένη"),
    "bracketed": ("[abc]foo", "(-_-)", "<none>", "{k}", "-=Wolf=-", "_x_"),
    "at": ("@anna", "@the_bob", "c@t"),
    "long": ("The Long Name Of A Member Who Writes", "Lord_of_the_Seven_Kingdoms_and_the_Isle"),
    "labels": ("by night", "from Oban", "ByTheSea", "Posted", "Von Berg", "par avion"),
    "boards": ("General Discussion", "Off Topic", "Senior Member", "Junior", "News"),
    "numbered": ("Guest 12", "user1024", "Post #3", "No. 5", "Level 9", "Lv.3 Mage"),
    "address": ("www.ann.example", "ann.example", "shop24.example"),
    "latin": ("Ann Lee", "bertram", "Zoë", "Jürgen Weiß", "mcdonald_77", "José María", "dragon"),
}  # fmt: skip
"""Kind -> names."""

#: Characters of scripts that do without blanks, or build words of syllables.
_ASIAN = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_IS_ASIAN = re.compile(f"[{_ASIAN}]")
#: Characters of a name from which on it can be told from other text.
LEAST, LEAST_ASIAN = 3, 2
_LETTER_AHEAD, _LETTER_BEHIND = rf"(?<![^\W{_ASIAN}])", rf"(?![^\W{_ASIAN}])"
_PARTS = re.compile(
    r"<script\b(?P<type>[^>]*)>.*?</script>|<style\b.*?</style>|<!--.*?-->"
    r"|(?P<tag><[a-zA-Z/!?][^<>]*>)",
    re.DOTALL | re.IGNORECASE,
)
#: Attributes that are read to people, and those from which scripts take names or whole pages.
_ATTRIBUTE = re.compile(
    r"""(\s(?:title|alt|aria-label|content|data-[\w-]+)\s*=\s*)("[^"]*"|'[^']*')""", re.IGNORECASE
)
_IS_JSON = re.compile(r"""["']\s*[\[{]""")
#: What a text of a truth is called that can hold names, and a name.
_TEXTS = frozenset({"title", "body", "body_own"})
_WRITERS = frozenset({"author", "last_poster"})


def new_names(
    truth: Mapping[str, Any],
    body: bytes,
    http_charset: str | None = None,
    kinds: Collection[str] = NAMES,
) -> dict[str, str]:
    """Return other names for the writers that the truth of a page names.

    The same writer has nearly always the same name on all pages, two on one page never have.
    Left are names that cannot be told from other text or do not stand on the page in one piece,
    and those above the number of new ones.
    """
    pool = [name for kind in NAMES if kind in kinds for name in NAMES[kind]]
    source = _decoded(body, http_charset)[0]
    rows = [*(truth.get("posts") or []), *(truth.get("threads") or [])]
    told = Counter(str(row.get(key) or "") for row in rows for key in _WRITERS)
    out: dict[str, str] = {}
    for name, count in sorted(told.items()):
        if name.isdigit() or len(name) < (LEAST_ASIAN if _IS_ASIAN.search(name) else LEAST):
            continue
        if len(_pattern([name], _in_json).findall(source)) < count:
            continue
        start = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=4).digest())
        free = (pool[(start + n) % len(pool)] for n in range(len(pool)))
        new = next((one for one in free if one not in out.values()), None)
        if new is not None:
            out[name] = new
    return out


def names_of_page(folder: Path, row: Mapping[str, Any]) -> dict[str, str]:
    """Return other names for the writers of a page by its line of the manifest of a folder.

    Raises
    ------
    BenchError
        When its file is missing or no gzip.
    """
    body = read_packed(folder / row["file"])
    return new_names(row.get("truth") or {}, body, row.get("charset"))


def _decoded(body: bytes, http_charset: str | None) -> tuple[str, str]:
    charset = decide_charset(body, http_charset).encoding
    return body.decode(charset, "surrogateescape"), charset


def renamed_truth(truth: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what is true of a page whose writers have other names."""
    if not names:
        return dict(truth)
    return {key: _renamed(key, value, names) for key, value in truth.items()}


def _renamed(key: str, value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_renamed(key, one, names) for one in value]
    if isinstance(value, dict):
        return renamed_truth(value, names)
    if not isinstance(value, str):
        return value
    if key in _WRITERS:
        return names.get(value, value)
    if key not in _TEXTS:
        return value
    return _pattern(names, re.escape).sub(lambda found: names[found.group()], value)


def renamed_page(body: bytes, names: Mapping[str, str], http_charset: str | None) -> bytes:
    """Return a page with the names of its writers changed; as it is where it cannot be decoded.

    New names are written in ASCII, with references for all else, so that its charset stays.
    """
    source, charset = _decoded(body, http_charset)
    if not names or source.encode(charset, "surrogateescape") != body:
        return body

    in_markup, in_json = _pattern(names, _in_markup), _pattern(names, _in_json)

    def plain(text: str) -> str:
        return in_markup.sub(lambda found: _referenced(names[_read(found.group())]), text)

    def quoted(text: str) -> str:
        return in_json.sub(lambda found: _escaped(names[_read_json(found.group())]), text)

    def attribute(found: re.Match[str]) -> str:
        value = found[2]
        return found[1] + (quoted(value) if _IS_JSON.match(value) else plain(value))

    out, at, pictured = [], 0, ""
    for part in _PARTS.finditer(source):
        text, said = part.group(), source[at : part.start()]
        letter = said.strip()
        if letter and letter == pictured[:1].upper():
            # It stands in the place of a picture.
            said = _referenced(names[pictured][0].upper())
        out.append(plain(said))
        if letter:
            pictured = ""
        if part["tag"]:
            told = (_read(one[2][1:-1]) for one in _ATTRIBUTE.finditer(text))
            pictured = next((name for name in told if name in names), pictured)
            text = _ATTRIBUTE.sub(attribute, text)
        elif "json" in (part["type"] or "").lower():
            text = quoted(text)
        out.append(text)
        at = part.end()
    out.append(plain(source[at:]))
    return "".join(out).encode(charset, "surrogateescape")


def _pattern(names: Collection[str], written: Callable[[str], str]) -> re.Pattern[str]:
    """Return a pattern of names that are no part of a word, of which the longest goes first.

    ``written`` makes a pattern of how a character can be written.
    """
    return re.compile(
        "|".join(_form(name, written) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
    )


def _form(name: str, written: Callable[[str], str]) -> str:
    form = "".join(map(written, name))
    ahead = _LETTER_AHEAD if _is_letter(name[0]) else ""
    return ahead + form + (_LETTER_BEHIND if _is_letter(name[-1]) else "")


def _is_letter(char: str) -> bool:
    return (char.isalnum() or char == "_") and not _IS_ASIAN.match(char)


def _in_markup(char: str) -> str:
    if char.isalnum():
        return char
    if char == " ":
        return r"(?:\s|&nbsp;)"
    named = html.escape(char)
    return rf"(?:{re.escape(char)}|&\#0*{ord(char)};|&\#x0*{ord(char):x};|{re.escape(named)})"


def _in_json(char: str) -> str:
    code = f"{ord(char):04x}"
    return rf"(?:{_in_markup(char)}|\\u(?:{code}|{code.upper()}))"


def _read(written: str) -> str:
    return " ".join(html.unescape(written).split())


def _read_json(written: str) -> str:
    return str(json.loads(f'"{_read(written)}"'))


def _referenced(name: str) -> str:
    return "".join(c if c.isascii() and c not in "&<>\"'" else f"&#{ord(c)};" for c in name)


def _escaped(name: str) -> str:
    text = json.dumps(name)[1:-1].replace('\\"', r"\u0022")
    return "".join(f"\\u{ord(c):04x}" if c in "&<>'" else c for c in text)
