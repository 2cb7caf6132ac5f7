"""Words of made sites in thirteen languages; some only news sites or single articles speak.

Their sentences, names, labels and ways to tell a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks._farwords import (
    FAR_DAYS,
    FAR_LABELS,
    FAR_MONTHS,
    FAR_PHRASES,
    FAR_STAMPS,
    FAR_USERS,
    FAR_WRITERS,
)
from benchmarks._madelexicon import LABELS, MONTHS, PHRASES, SHORT_MONTHS, USERS, WEEKDAYS, WRITERS
from benchmarks._madetongues import (
    MORE_DAYS,
    MORE_LABELS,
    MORE_MONTHS,
    MORE_PHRASES,
    MORE_STAMPS,
    MORE_USERS,
    MORE_WRITERS,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence
    from datetime import datetime

__all__ = ["MORE_TONGUES", "TONGUES", "Tongue", "tongue"]

TONGUES = ("en", "de", "zh", "ja", "ru", "es")
MORE_TONGUES = tuple(MORE_PHRASES)

_SYLLABLES = "ba ce di fo gu ha le mi no pu ra se ti vo ka lu me ni ro su".split()
#: How a language tells a day and a clock: in full, and with numbers alone.
_LONG = {
    "en": (
        "{month} {d}, {y}, {H}:{M}",
        "{d} {short} {y} at {H}:{M}",
        "{short} {d}, {y} {h}:{M} {half}",
        "{wd}, {month} {d}, {y} {h}:{M} {half}",
    ),
    "de": ("{d}. {month} {y}, {H}:{M} Uhr", "{wd}, {d}. {month} {y}, {H}:{M}"),
    "zh": ("{y}年{m}月{d}日 {H}:{M}", "{y}年{mm}月{dd}日 {H}:{M}:{S}"),
    "ja": ("{y}年{m}月{d}日 {H}:{M}", "{y}/{mm}/{dd}({wd}) {H}:{M}"),
    "ru": ("{d} {month} {y}, {H}:{M}", "{d} {short} {y} в {H}:{M}"),
    "es": ("{d} de {month} de {y}, {H}:{M}", "{d} {short} {y} {H}:{M}"),
}
_SHORT = {
    "en": ("{y}-{mm}-{dd} {H}:{M}", "{dd}-{short}-{y} {H}:{M}"),
    "de": ("{dd}.{mm}.{y}, {H}:{M}", "{dd}.{mm}.{y} {H}:{M}"),
    "zh": ("{y}-{m}-{d} {H}:{M}", "{y}-{mm}-{dd} {H}:{M}:{S}", "{y}/{m}/{d} {H}:{M}"),
    "ja": ("{y}/{mm}/{dd} {H}:{M}", "{y}-{mm}-{dd} {H}:{M}"),
    "ru": ("{dd}.{mm}.{y} {H}:{M}", "{dd}.{mm}.{y}, {H}:{M}"),
    "es": ("{dd}/{mm}/{y} {H}:{M}", "{dd}-{mm}-{y}, {H}:{M}"),
}
_AGO = {
    "en": "{} days ago",
    "de": "vor {} Tagen",
    "zh": "{} 天前",
    "ja": "{}日前",
    "ru": "{} дн. назад",
    "es": "hace {} días",
}
_DAY = {
    "en": "{month} {d}, {y}",
    "de": "{wd}, {d}. {month} {y}",
    "zh": "{y}年{m}月{d}日",
    "ja": "{y}年{m}月{d}日({wd})",
    "ru": "{d} {month} {y}",
    "es": "{d} de {month} de {y}",
}
_HOURS_FROM_UTC = {"en": 0, "de": 1, "zh": 8, "ja": 9, "ru": 3, "es": 1}
for _code, (_long, _short, _ago, _day, _hours) in (MORE_STAMPS | FAR_STAMPS).items():
    _LONG[_code], _SHORT[_code], _AGO[_code] = _long, _short, _ago
    _DAY[_code], _HOURS_FROM_UTC[_code] = _day, _hours
_PHRASES = PHRASES | MORE_PHRASES | FAR_PHRASES
_USERS, _WRITERS = USERS | MORE_USERS | FAR_USERS, WRITERS | MORE_WRITERS | FAR_WRITERS
_LABELS, _MONTHS = MORE_LABELS | FAR_LABELS, MORE_MONTHS | FAR_MONTHS
_NAMES = {code: (MONTHS[at], SHORT_MONTHS[at], WEEKDAYS[at]) for at, code in enumerate(TONGUES)} | {
    code: (*_MONTHS[code], days) for code, days in (MORE_DAYS | FAR_DAYS).items()
}
#: Languages without blanks between their words.
_JOINED = {"zh", "ja", "zh-TW", "th"}


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language as a made site speaks it.

    Attributes
    ----------
    hours
        How far the site's clock is from UTC.
    """

    code: str
    hours: int

    def label(self, key: str) -> str:
        """Return the word for a part of a page."""
        if self.code in _LABELS:
            return _LABELS[self.code][key]
        return LABELS[key][TONGUES.index(self.code)]

    @property
    def users(self) -> Sequence[str]:
        """Names of members of a forum."""
        return _USERS[self.code]

    @property
    def writers(self) -> Sequence[str]:
        """Names of those who write for a news site."""
        return _WRITERS[self.code]

    def sentence(self, rng: random.Random) -> str:
        """Return a sentence with its stop."""
        who, does, what, where = (rng.choice(part) for part in _PHRASES[self.code][:4])
        if self.code == "ja":
            return f"{who}{where}{what}{does}。"
        if self.code == "ko":
            return f"{who} {where} {what} {does}."
        if self.code == "th":
            return f"{who}{does}{what}{where} "
        if self.code in _JOINED:
            return rng.choice((f"{where}，{who}{does}{what}。", f"{who}{where}{does}{what}。"))
        return f"{who} {does} {what} {where}."

    def paragraph(self, rng: random.Random, sentences: int) -> str:
        """Return so many sentences."""
        glue = "" if self.code in _JOINED else " "
        return glue.join(self.sentence(rng) for _ in range(sentences))

    def remark(self, rng: random.Random) -> str:
        """Return an answer of a word or a few."""
        return rng.choice(_PHRASES[self.code][4])

    def title(self, rng: random.Random) -> str:
        """Return a title."""
        _, _, what, where, _ = _PHRASES[self.code]
        if self.code == "ja":
            return f"{rng.choice(where)}{rng.choice(what).rstrip('を')}"
        if self.code == "ko":
            return f"{rng.choice(where)} {rng.choice(what)[:-1]}"
        if self.code == "th":
            return f"{rng.choice(what)}{rng.choice(where)}"
        if self.code in _JOINED:
            return f"{rng.choice(where)}的{rng.choice(what)}"
        text = f"{rng.choice(what)} {rng.choice(where)}"
        return text[0].upper() + text[1:]

    def slug(self, rng: random.Random, title: str) -> str:
        """Return a title as addresses have it: in Latin letters."""
        if title.isascii():
            return "-".join(title.lower().replace("'", "").split())
        return "-".join("".join(rng.choices(_SYLLABLES, k=2)) for _ in range(rng.randint(3, 5)))

    def stamps(self, *, long: bool) -> Sequence[str]:
        """Return the forms of :meth:`stamp`."""
        return (_LONG if long else _SHORT)[self.code]

    def stamp(self, when: datetime, form: str) -> str:
        """Return a time in one of the forms."""
        months, short, days = _NAMES[self.code]
        return form.format(
            y=when.year,
            be=when.year + 543,
            m=when.month,
            d=when.day,
            mm=f"{when.month:02d}",
            dd=f"{when.day:02d}",
            H=f"{when.hour:02d}",
            h=(when.hour - 1) % 12 + 1,
            M=f"{when.minute:02d}",
            S=f"{when.second:02d}",
            half="am" if when.hour < 12 else "pm",
            month=months[when.month - 1],
            short=short[when.month - 1],
            wd=days[when.weekday()],
        )

    def day(self, when: datetime) -> str:
        """Return the day of a time."""
        return self.stamp(when, _DAY[self.code])

    def ago(self, days: int) -> str:
        """Return an age in days."""
        return _AGO[self.code].format(days)


def tongue(code: str) -> Tongue:
    """Return a language by its code."""
    return Tongue(code, _HOURS_FROM_UTC[code])
