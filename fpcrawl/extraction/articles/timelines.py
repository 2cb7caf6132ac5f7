"""Lines among the words of an article that only tell when it was published, and by whom."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.articles.timewords import names_time
from fpcrawl.extraction.articles.trimming import STOPS
from fpcrawl.extraction.names.names import is_editor, is_labelled, split_names
from fpcrawl.pages.dates import find_times
from fpcrawl.pages.dates_words import WEEKDAYS
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["without_bylines"]

#: A line with more text is a paragraph.
MAX_LINE = 160
#: Lines at the start and the end of a text that are looked at: a standfirst can stand above.
TOP, FOOT = 6, 2
#: Characters beside the names in a line that names writers.
MAX_BESIDE = 24
#: Words of what a time is called at the start of a line, at most.
LABEL_WORDS = 3
#: Somebody else who had a hand in a text: "Photos: Jo Finch".
_OTHER_HAND = re.compile(r"[^\W\d]{3,16}(?: [^\W\d]{2,12})?\s?[:：]\s?[^\d.!?。]{2,40}$")
_GAPS = re.compile(r"\n{3,}")
#: What times are said to be.
_TOLD = late(
    r"(?:publish|updat|modifi|issued|posted|released|created|aktualis|veröffentlicht|stand"
    r"|publi[ckée]|actuali|atualiz|mise? à jour|pubblicat|aggiorn|bijgewerkt|uppdatera|oppdater"
    r"|opdater|julkaistu|päivite|opublikow|zaktualiz|aktualizac|опублик|обновл|опублік|оновл"
    r"|giriş|güncelle|oluştur|yayın|terbit|diperbarui|tayang|cập nhật|đăng|เผยแพร่|อัปเดต"
    r"|פורסם|עודכן|نشر|تحديث|تاریخ|[发發][布佈表]|更新|公開|投稿|입력|수정|등록|time|date|datum|fecha|data)"
    r"[^\W\d]*",
    re.IGNORECASE,
)
_MINUTES = (
    r"\d+ ?min(?:ute|uto)?s?\.? ?(?:read(?:ing)?(?: time)?|okuma|de lectur[ae]|de leitura|lesezeit"
    r"|di lettura)?"
)
_READING = re.compile(rf"\W*{_MINUTES}\W*", re.IGNORECASE)
#: What stands beside that and tells nothing else.
_BESIDE = late(
    rf"\b(?:{_MINUTES}"
    r"|first|last|originally|on|at|the|al|am|um|vom|le|el|il|del?|em|às|à|kl|ora|ore|tarihi|son|ב"
    r"|uhr|hrs?|e[ds]?t|p[ds]?t|c[ds]?t|cest?|gmt|utc|bst|ist|pht|hkt|wib|時間|时间|時|时)(?!\w)"
    r"|(?:臺北|台北|北京|東京)(?:時間|时间)",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]")
#: Sentences below a text that tell nothing else.
_SAID = re.compile(
    r"this (?:story|article|post|report|column|interview) (?:was|has been)"
    r" (?:originally |first |last )?(?:published|posted|updated|modified)\b"
    r"|diese[rs]? (?:artikel|beitrag|text) (?:wurde|erschien|ist)\b"
    r".{0,40}(?:veröffentlicht|aktualisiert|erschienen|zuerst)"
    r"|(?:cet article a été|est[ea] (?:artículo|nota|noticia|artigo|matéria) (?:fue|foi))"
    r" (?:publi|mis à|modifi|actuali|atuali)",
    re.IGNORECASE,
)
#: A sign that a text ends, in a line of its own.
_END = re.compile(r"[#*~=_•■◆●-]{2,}|[-–—]\s?(?:ends?|fin|30)\s?[-–—]", re.IGNORECASE)


def _tells_times(line: str) -> bool:
    """Whether a line says when its article was published or changed, and nothing else."""
    if len(line) > MAX_LINE:
        return False
    times = find_times(line)
    if not times:
        return bool(_READING.fullmatch(line))
    if _SAID.match(line):
        return True
    rest = line
    for time in times:
        rest = rest.replace(time.raw, " ", 1)
    rest = " ".join(word for word in rest.split() if word.strip(",،.、").lower() not in WEEKDAYS)
    left = _TOLD.sub(" ", rest)
    # A day alone can head the words of that day.
    hour = any(":" in time.raw and len(time.raw) > len("00:00:00") for time in times)
    if (hour or left != rest) and not _LETTERS.search(_BESIDE.sub(" ", left)):
        return True
    return line[-1] not in STOPS and _is_labelled_time(line) and not _without_times(line)


def _is_labelled_time(line: str) -> bool:
    """Whether a line begins with what a time is called, and the time."""
    start = line.find(find_times(line)[0].raw)
    return names_time(_bare(line[:start])) and len(line[:start].split()) <= LABEL_WORDS


def _without_times(line: str) -> str:
    """Line without its times and what they are called."""
    rest, start = [], 0
    for time in find_times(line):
        at = line.find(time.raw, start)
        rest.append(line[start:at])
        start = at + len(time.raw)
    if not rest:
        return line
    parts = [bar for part in (*rest, line[start:]) for bar in part.split("|")]
    return " | ".join(part.strip() for part in parts if (b := _bare(part)) and not names_time(b))


def _bare(text: str) -> str:
    """Text without signs around it."""
    return text.strip(" \t,;:：，、|/()（）[]-–—·•")


def without_bylines(text: str, writers: Collection[str] = ()) -> str:
    """Return a text without such lines at its start and its end, and without a sign that it ends.

    Nor has it those that only name its writers. At the start others can stand above them: a
    standfirst, a rubric.
    """
    lines = text.split("\n")
    while lines and (not lines[-1].strip() or _END.fullmatch(lines[-1].strip())):
        lines.pop()
    worded = [n for n, line in enumerate(lines) if line.strip()]
    for n in {*worded[:TOP], *worded[-FOOT:]}:
        line = lines[n].strip(" |-")
        if _tells_times(line) or _names_only(_without_times(line), writers):
            lines[n] = ""
    return _GAPS.sub("\n\n", "\n".join(lines)).strip("\n")


def _names_only(line: str, writers: Collection[str]) -> bool:
    """Whether a line is a word for an author, names of some, and in small letters what they are."""
    if line in writers:
        return True
    parts = [part.strip(" ,") for part in line.split("|")]
    if any(part in writers for part in parts) and not any(map(str.isdigit, line)):
        # A paper stands beside it.
        return len(line) <= MAX_BESIDE + sum(map(len, writers)) and line[-1] not in STOPS
    # Beside them those who edited it or took the pictures can be told.
    told = [part for part in parts if part and not (is_editor(part) or _tells_other(part))]
    if len(told) != 1 or len(told[0]) > MAX_BESIDE + sum(map(len, writers)):
        return False
    names = [told[0]] if told[0] in writers else split_names(told[0], labelled=True)
    if not names or names[0] not in writers:
        return False
    return all(name in writers or name[0].islower() for name in names)


def _tells_other(part: str) -> bool:
    """Whether a part of a line tells who else had a hand in a text."""
    return _OTHER_HAND.match(part) is not None and not is_labelled(part)
