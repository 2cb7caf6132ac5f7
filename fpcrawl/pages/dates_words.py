"""Words of time in the languages of most forums, in lower case.

Those of further languages stand in :mod:`fpcrawl.pages.dates_world` and are put in here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.pages.dates_world import (
    BACK,
    DAYS,
    FRONT,
    ONE_AGO,
    SHORT_MONTHS,
    UNIT_WORDS,
    WORLD_MONTHS,
    WORLD_WEEKDAYS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "AGO_BACK",
    "AGO_FRONT",
    "AMERICAN_ZONES",
    "DAY_WORDS",
    "ERAS",
    "EVENING_WORDS",
    "HALF_DAYS",
    "MONTHS",
    "NAMED_HOURS",
    "NOW_WORDS",
    "NUMBER_WORDS",
    "PHRASES",
    "SPELT_AGO",
    "UNITS",
    "WEAK_MONTHS",
    "WEAK_WEEKDAYS",
    "WEEKDAYS",
    "ZONES",
    "trie",
]

_MONTHS = (
    "january jan janvier janv januar jänner jän enero ene января янв январь gennaio gen janeiro",
    (
        "february feb février fevrier févr fév februar"
        " febrero февраля февраль фев февр febbraio fevereiro fev"
    ),
    "march mar mars märz maerz mrz mrt mär marzo марта мар март março maart",
    "april apr avril avr abril abr апреля апрель апр aprile",
    "may mai mayo мая май maggio maio mei",
    "june jun juin juni junio июня июн июнь giugno giu junho",
    "july jul juillet juil juli julio июля июл июль luglio lug julho",
    "august aug août aout agosto ago августа авг augustus",
    (
        "september sept sep septembre septiembre setiembre"
        " сентября сентябрь сен сент settembre set setembro"
    ),
    "october oct octobre oktober okt octubre октября октябрь окт ottobre ott outubro out",
    "november nov novembre noviembre ноября ноябрь ноя нояб novembro",
    (
        "december dec décembre déc decembre dezember dez"
        " diciembre dic декабря декабрь дек dicembre dezembro"
    ),
)
_VIETNAMESE = "một hai ba tư năm sáu bảy tám chín mười mười_một mười_hai".replace("_", "\xa0")
#: In the order of other languages, as software writes that puts names into one form of its own.
_CHINESE = "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月"
_OWN_MONTHS = {
    **{name: n for n, names in enumerate(_MONTHS, 1) for name in names.split()},
    **{name: n for n, name in enumerate(_CHINESE.split(), 1)},
}
#: Name of a month -> 1..12.
MONTHS = {
    **WORLD_MONTHS,
    **_OWN_MONTHS,
    **{
        f"{month} {name}": n
        for n, word in enumerate(_VIETNAMESE.split(" "), 1)
        for month in ("tháng", "thg")
        for name in (str(n), f"0{n}", word.replace("\xa0", " "))
    },
}
#: Names that mean a month only beside a day and a year, or a day and a clock.
WEAK_MONTHS = SHORT_MONTHS.difference(_OWN_MONTHS)

_WEEKDAYS = (
    "monday mon lundi lun montag lunes thứ_hai понедельник пн 月曜日 月曜",
    "tuesday tue tues mardi dienstag martes thứ_ba вторник вт 火曜日 火曜",
    "wednesday wed mercredi mer mittwoch miércoles mié thứ_tư среда ср 水曜日 水曜",
    "thursday thu thur thurs jeudi jeu donnerstag jueves jue thứ_năm четверг чт 木曜日 木曜",
    "friday fri vendredi ven freitag viernes vie thứ_sáu пятница пт 金曜日 金曜",
    "saturday sat samedi sam samstag sonnabend sábado sáb thứ_bảy суббота сб 土曜日 土曜",
    "sunday sun dimanche dim sonntag domingo chủ_nhật воскресенье вс 日曜日 日曜",
)
_OWN_WEEKDAYS = {
    name.replace("_", " "): n for n, names in enumerate(_WEEKDAYS) for name in names.split()
}
#: Name of a weekday -> 0 (Monday) .. 6.
WEEKDAYS = {
    **WORLD_WEEKDAYS,
    **_OWN_WEEKDAYS,
    **{
        week + day: n
        for n, days in enumerate(["一", "二", "三", "四", "五", "六", "日天"])
        for day in days
        for week in ("星期", "周", "週", "礼拜", "禮拜")
    },
}
#: Names that mean a weekday only beside a date or a clock.
WEAK_WEEKDAYS = frozenset(WORLD_WEEKDAYS).difference(_OWN_WEEKDAYS)

#: Unit of time -> (unit, how many of them). Units: second, minute, hour, day, month, year.
UNITS: dict[str, tuple[str, int]] = {}
_UNIT_NAMES = """
second 1: s sec secs second seconds seconde secondes sekunde sekunden segundo segundos
second 1: giây секунду секунды секунд сек 秒 秒钟 秒鐘 초
minute 1: phút m min mins minute minutes minuten minuto minutos минуту минуты минут мин
minute 1: 分 分钟 分鐘 분
hour 1: h hr hrs hour hours heure heures stunde stunden hora horas час часа часов ч giờ tiếng
hour 1: 小时 小時 个小时 個小時 钟头 个钟头 時間 시간
day 1: d day days jour jours tag tage tagen día días dia dias день дня дней дн ngày 天 日 일
day 7: w wk wks week weeks semaine semaines woche wochen semana semanas
day 7: неделю недели недель нед tuần 周 週 个星期 個星期 星期 个礼拜 週間 주
month 1: mo mos mth month months mois monat monate monaten mes meses месяц месяца месяцев мес tháng
month 1: 个月 個月 月 ヶ月 か月 ヵ月 カ月 개월
year 1: y yr yrs year years an ans année années jahr jahre jahren año años год года лет năm 年 년
"""
for _line in (UNIT_WORDS.rstrip() + _UNIT_NAMES).strip().splitlines():
    _head, _, _names = _line.partition(": ")
    _unit, _, _count = _head.partition(" ")
    UNITS.update(dict.fromkeys(_names.split(), (_unit, int(_count))))

#: Number words before a unit.
NUMBER_WORDS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "un": 1, "une": 1, "ein": 1, "eine": 1, "einem": 1,
    "einer": 1, "una": 1, "một": 1, "一": 1, "两": 2, "兩": 2, "二": 2, "三": 3, "四": 4, "五": 5,
    "六": 6, "七": 7, "八": 8, "九": 9, "十": 10, "半": 0,
}  # fmt: skip

#: Those of them that may have a number in words beside them.
SPELT_AGO = (
    "ago", "her", "前", "之前", "以前", "назад", "전", "atrás", "trước",
    "il y a ", "vor ", "hace ", "há ", "cách đây ",
)  # fmt: skip
#: What stands before an age ("vor 3 Stunden") and behind it ("3 hours ago").
AGO_FRONT = (*(word.strip() for word in SPELT_AGO if word.endswith(" ")), *FRONT)
AGO_BACK = (*(word for word in SPELT_AGO if not word.endswith(" ")), *BACK)

#: Day word -> days back.
DAY_WORDS = {
    "today": 0, "yesterday": 1, "今天": 0, "今日": 0, "昨天": 1, "昨日": 1, "昨晚": 1, "前天": 2,
    "前日": 2, "大前天": 3, "heute": 0, "gestern": 1, "vorgestern": 2, "aujourd'hui": 0,
    "aujourd’hui": 0, "hier": 1, "avant-hier": 2, "hoy": 0, "ayer": 1, "anteayer": 2, "oggi": 0,
    "ieri": 1, "hoje": 0, "ontem": 1, "сегодня": 0, "вчера": 1, "позавчера": 2, "오늘": 0,
    "어제": 1, "vandaag": 0, "gisteren": 1, "hôm nay": 0, "hôm qua": 1, "hôm kia": 2, "今晚": 0,
    "今早": 0, "昨夜": 1, "一昨日": 2, "おととい": 2, "きのう": 1, "きょう": 0, "本日": 0,
    "그저께": 2, **DAYS,
}  # fmt: skip

#: Day words whose hours from five to eleven are after noon.
EVENING_WORDS = frozenset(["昨晚", "今晚", "昨夜"])

NOW_WORDS = (
    "just now", "moments ago", "a moment ago", "seconds ago", "a few seconds ago",
    "less than a minute ago", "刚刚", "剛剛", "刚才", "剛才", "たった今", "방금", "à l'instant",
    "gerade eben", "только что", "ahora mismo", "vừa xong", "vừa mới", "baru saja", "เมื่อสักครู่",
)  # fmt: skip

#: Ages that are phrases of their own -> (unit, how many of them).
PHRASES = {
    **ONE_AGO,
    **dict.fromkeys(NOW_WORDS, ("second", 0.0)),
    **dict.fromkeys(
        ["half an hour ago", "полчаса назад", "vor einer halben stunde"], ("hour", 0.5)
    ),
    **dict.fromkeys(["il y a une demi-heure", "hace media hora"], ("hour", 0.5)),
    "минуту назад": ("minute", 1.0),
    "час назад": ("hour", 1.0),
    "день назад": ("day", 1.0),
    "неделю назад": ("day", 7.0),
    "месяц назад": ("month", 1.0),
    "год назад": ("year", 1.0),
}

#: Era -> the year before its first.
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}

#: Hours of a day that have a name.
NAMED_HOURS = {"noon": 12, "midnight": 0}
#: Part of the day -> what it does to an hour: am, pm, or noon.
HALF_DAYS = {
    **dict.fromkeys(["上午", "早上", "早晨", "清晨", "凌晨", "午前", "오전"], "am"),
    **dict.fromkeys(["下午", "晚上", "傍晚", "午後", "午后", "晚间", "오후"], "pm"),
    **dict.fromkeys(["am", "a.m."], "am"),
    **dict.fromkeys(["pm", "p.m."], "pm"),
    "中午": "noon",
}

#: Zone abbreviation -> minutes east. CST is left out: it is China's and Chicago's.
ZONES = {
    "z": 0, "utc": 0, "gmt": 0, "est": -300, "edt": -240, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420, "cet": 60, "cest": 120, "bst": 60, "eet": 120, "eest": 180,
    "msk": 180, "jst": 540, "kst": 540, "aest": 600, "aedt": 660, "hkt": 480, "wib": 420,
    "wita": 480, "wit": 540, "pkt": 300, "sgt": 480,
}  # fmt: skip
#: Zones of the United States by summer time -> place. They are read behind am and pm alone:
#: "et" is a French word.
AMERICAN_ZONES = {
    "et": "America/New_York",
    "ct": "America/Chicago",
    "mt": "America/Denver",
    "pt": "America/Los_Angeles",
}

# So many branches are tried one by one as fast as they are looked up in a set.
_FEW = 8


def trie(words: Iterable[str], *, guard: bool = True) -> str:
    """Return a regular expression for any of ``words``, the longest first.

    Words that begin alike share their beginning, so that a search looks at a letter once.

    Parameters
    ----------
    words
        Words, in lower case.
    guard
        Whether the first letter, if there are many, is looked up in a set before.
    """
    by_first: dict[str, list[str]] = {}
    ends = False
    for word in words:
        if word:
            by_first.setdefault(word[0], []).append(word[1:])
        else:
            ends = True
    if not by_first:
        return ""
    branches = [re.escape(first) + trie(rests) for first, rests in sorted(by_first.items())]
    if len(branches) == 1 and not ends:
        return branches[0]
    # A set tells at once that none of many letters is there.
    first = f"(?=[{re.escape(''.join(sorted(by_first)))}])" if len(by_first) > _FEW else ""
    pattern = f"(?:{'|'.join(branches)})"
    return (f"(?:{first}{pattern})" if first and guard else pattern) + ("?" if ends else "")
