"""The forms in which pages write times, as regular expressions.

They run on text in lower case. Every repetition is bounded, so that a search is linear.
Groups are named by a letter for the form and what they hold.
"""

from __future__ import annotations

import re
from functools import cache

from fpcrawl.pages.dates_words import (
    AGO_BACK,
    AGO_FRONT,
    AMERICAN_ZONES,
    DAY_WORDS,
    ERAS,
    HALF_DAYS,
    MONTHS,
    NAMED_HOURS,
    NUMBER_WORDS,
    PHRASES,
    UNITS,
    WEEKDAYS,
    ZONES,
    trie,
)
from fpcrawl.pages.dates_world import (
    GAPS,
    HALF_AFTER,
    HUNGARIAN,
    JALALI_MONTHS,
    SHORT_WEEKDAYS,
    THAI_MONTHS,
)
from fpcrawl.patterns import late

__all__ = [
    "AGE_PART",
    "CLOCK",
    "CLOCK_BEFORE",
    "COMPACT_DAY",
    "DIGITS",
    "GAP_AT_END",
    "HAS_DIGIT",
    "LETTERS",
    "OTHER_DIGIT",
    "SHORT_AGE",
    "START",
    "WEEKDAY_AHEAD",
    "from_digit",
    "from_word",
]

_YEAR = "(?:19[7-9]|20[0-9])[0-9]"
_MONTH = "(?:1[0-2]|0?[1-9])"
_DAY = "(?:3[01]|[12][0-9]|0?[1-9])"
_WEEKDAY = trie(WEEKDAYS)
_UNIT = trie(UNITS)
#: Not followed by a letter of an alphabet; ideographs and Thai stand beside anything.
LETTERS = (
    "a-zà-öø-\u024f\u1e00-\u1eff\u0370-\u052f\u1f00-\u1fffא-ת\u0620-\u0652\u0671-\u06d3"
    "\u0900-\u0963\u0971-\u09e3\u0a81-\u0ae3\u0b82-\u0bd7\u0c00-\u0c63\u0c80-\u0ce3\u0d00-\u0d63"
    "\u0561-\u0587\u10d0-\u10ff"
)
_END = f"(?![{LETTERS}])"
_NAME = f"{trie(MONTHS)}{_END}(?![0-9])"
_LONG_ZONE = trie(zone for zone in ZONES if len(zone) > 1)
#: "pm", "p.m.", and in Spanish "p. m.".
_AMPM = r"[ap](?:\.\s?)?m"
#: The word for an hour behind a time of day: "14:02 Uhr".
_OF_CLOCK = trie("uhr uur h hs hrs horas val ч".split())
# What stands behind 14.02 or before it tells that it is a time of day.
_DOTTED = (
    rf"(?:\s?(?:u[hu]r{_END}|น\.)|(?=\s?\(?{_LONG_ZONE}{_END})|(?=\s?{_AMPM}{_END})"
    + "".join(
        rf"|(?<={re.escape(word)}\s{hour}\.[0-9][0-9])(?![.,]?[0-9])"
        for word in ("kl", "kl.", "klo", "kello", "ore", "pukul", "jam")
        for hour in ("[0-9]", "[0-9][0-9]")
    )
    # Right behind a year: "8 November 2026 21.34", "8.11.2026 9.34"; behind "2026-11-08" too.
    + r"|(?<=[0-9]-[0-9]{2}-[0-9]{2}\s[0-9]{2}\.[0-9]{2})(?![.,]?[0-9])"
    + r"|(?:(?<=[\s.]20[0-9]{2}\s[0-9]{2}\.[0-9]{2})|(?<=[\s.]20[0-9]{2}\s[0-9]\.[0-9]{2}))"
    r"(?![.,]?[0-9]))"
)


def _tod(form: str) -> str:
    """Return the form of a time of day, with an offset from UTC where there is one."""
    # Words only behind a date: "Nov. 22, 2026, noon". Else they are prose.
    words, ends, zone_ahead = "", "", ""
    # 12. května 2015 v 14.03: a word between the two tells a time of day.
    dotted = _DOTTED if form in "ck" else rf"(?({form}gap)(?![.,]?[0-9])|{_DOTTED})"
    if form not in "hk":
        # 2018-03-04 HKT 10:50
        zone_ahead = rf"(?:(?P<{form}ahead>{_LONG_ZONE})\s{{1,2}})?"
        words = "".join(f"|{name}" for name in NAMED_HOURS)
        ends = "".join(f"|(?<={name}){_END}" for name in NAMED_HOURS)
        # "21/04/2025 7 μ.μ."; what is said so in Latin letters can be anything: "4 May, 10 ch".
        ends += rf"|(?=\s?{trie(word for word in HALF_AFTER if not word.isascii())}{_END})"
    return (
        rf"{zone_ahead}(?:(?P<{form}half>{trie(HALF_DAYS)})\s{{0,2}})?"
        rf"(?P<{form}hour>2[0-4]|[01]?[0-9]{words})(?:"
        rf"\s?[:：]\s?(?P<{form}minute>[0-5][0-9])"
        rf"(?:[:：](?P<{form}second>[0-5][0-9]|60)(?:[.,][0-9]{{1,9}})?)?"
        rf"|\s?[时時点點시](?![间間])(?:\s?(?P<{form}minute2>[0-5]?[0-9])\s?[分분]"
        rf"(?:\s?(?P<{form}second2>[0-5]?[0-9])\s?秒)?)?"
        rf"|\.(?P<{form}minute4>[0-5][0-9])(?![0-9]){dotted}"
        rf"|(?=\s?{_AMPM}{_END})|\s?[hu]\s?(?P<{form}minute3>[0-5][0-9])(?:min)?{_END}{ends})(?![0-9])"
        rf"(?:\s?{_OF_CLOCK}{_END}\.?)?"
        rf"(?:\s?(?P<{form}ampm>[ap])(?:\.\s?)?m{_END}\.?"
        rf"(?:\s(?P<{form}place>{trie(AMERICAN_ZONES)}){_END})?"
        rf"|\s?(?P<{form}late>{trie(HALF_AFTER)}){_END}|\s?น\.)?"
        rf"(?:\s?\(?(?P<{form}zone>{trie(ZONES)}){_END}\)?)?"
        rf"(?:\s?(?P<{form}offset>[+-](?:0[0-9]|1[0-4]):?[0-5][0-9]"
        rf"|(?<=utc|gmt)[+-][0-9]{{1,2}}|(?<=[0-9])[+](?:0[0-9]|1[0-4]))"
        rf"(?![0-9:]))?"
    )


def _gap(form: str) -> str:
    """Return what stands between a date and its time of day."""
    return (
        r"(?:t(?=[0-9])|\s{0,3}(?:[,，،·•@|/»›;–—-]\s{0,2})?"
        rf"(?P<{form}gap>{trie(GAPS)}(?:\s{{1,2}}|(?<=[:：于於])))?"
        # 3/4/2018 : 10:50:00, 2018-03-04.10:50:00
        r"|\s{0,3}:\s{1,3}|\.(?=[0-9]{2}:[0-9]{2})"
        # 2018.03.04 (10:50:00), 2018/03/04 [10:50], Mar 4, 2018 (10:50 am)
        rf"|\s{{0,2}}(?P<{form}open>[(（\[])"
        r"(?=[0-9]{1,2}[:：][0-9]{2}(?:[:：][0-9]{2})?"
        rf"(?:\s?{_AMPM})?(?:[)）\]]|\Z)))"
    )


def _behind(form: str) -> str:
    """Return the form of a time of day behind its date, and of what parts the two."""
    return rf"{_gap(form)}{_tod(form)}(?({form}open)[)）\]]?)"


_ANY_WEEKDAY = trie([*WEEKDAYS, *SHORT_WEEKDAYS])
_IN_BRACKETS = (
    rf"\s?[(（]\s?(?:{_ANY_WEEKDAY}|[一二三四五六日月火水木金土월화수목금토일])\.?\s?[)）]"
)
_WEEKDAY_AFTER = (
    rf"(?:{_IN_BRACKETS}|,?\s?{_ANY_WEEKDAY}{_END}\.?|\s[日月火水木金土월화수목금토일](?=\s[0-9]))?"
)
_WEEKDAY_BEFORE = rf"(?:{_WEEKDAY}\.?,?\s{{1,3}})?"
_ORDINAL = "(?:st|nd|rd|th|er|º|ª|\\.)?"
_YEAR_OR_SHORT = f"(?:{_YEAR}|['’][0-9]{{2}})(?![0-9])"
# Years of the Persian calendar from 1350, and of the Thai from 2513, are after 1970.
_JALALI_YEAR = "1(?:3[5-9]|4[0-4])[0-9]"
_BUDDHIST_YEAR = "25[0-9]{2}"
_CLOSE = r"(?![0-9]|[./-][0-9])"

# The word for a year behind its number: "г.", "року", "r."
_OF_YEAR = rf"(?:\s?(?:г(?:ода)?|р(?:оку)?|r(?:oku)?)\.?{_END})?"

# 2018-3-4, 2018/03/04, 2018.03.04; 1396/12/13
_YMD = (
    rf"(?P<ayear>{_YEAR}|{_JALALI_YEAR}(?=/))(?P<asep>[-/]|\.\s?)(?P<amonth>{_MONTH})(?P=asep)(?P<aday>{_DAY})"
    rf"(?![0-9])(?:(?:\.(?=[\s,]))?{_WEEKDAY_AFTER}{_behind('a')})?{_CLOSE}"
)
# 20180304T105000Z
_COMPACT = (
    rf"(?P<iyear>{_YEAR})(?P<imonth>0[1-9]|1[0-2])(?P<iday>0[1-9]|[12][0-9]|3[01])t"
    r"(?P<ihour>[01][0-9]|2[0-4])(?P<iminute>[0-5][0-9])(?P<isecond>[0-5][0-9])?"
    r"(?:(?P<izone>z)|(?P<ioffset>[+-](?:0[0-9]|1[0-4]):?(?:[0-5][0-9])?))?(?![0-9a-z])"
)
# 2018年3月4日, 3月4日, 2018년 3월 4일
_CJK = (
    rf"(?:(?P<byear>{_YEAR}|[0-9]{{2}})\s?[年년]\s?)?(?P<bmonth>{_MONTH})\s?[月월]\s?"
    rf"(?P<bday>{_DAY})\s?[日号號일]{_WEEKDAY_AFTER}(?:{_behind('b')})?"
)
# 平成30年3月4日
_ERA = (
    rf"(?P<bera>{trie(ERAS)})\s?(?P<byear>[0-9]{{1,3}}|元)\s?年\s?(?P<bmonth>{_MONTH})\s?月\s?"
    rf"(?P<bday>{_DAY})\s?日{_WEEKDAY_AFTER}(?:{_behind('b')})?"
)
# 03-04 12:30, 3/4 12:30, 04.03., 12:30, 3/4(日) 12:30
_MD = (
    r"(?P<cone>[0-9]{1,2})(?P<csep>[-/.])(?P<ctwo>[0-9]{1,2})"
    rf"(?:\.?,?\s{{1,3}}|{_IN_BRACKETS}\s{{0,3}})"
    rf"(?=[^\s]{{0,4}}\s?[0-9]{{1,2}}[:：]){_tod('c')}"
)
# A year that stands apart: "04/03 2018 12:30", and "4/3 2018" at the end of a text.
_YEAR_APART = (
    rf"(?:(?<=[/.][0-9])|(?<=[/.][0-9]{{2}}))\s(?={_YEAR}[^\d\n]{{1,8}}[0-9]{{1,2}}[:.][0-9]{{2}})"
    rf"|(?:(?<=/[0-9])|(?<=/[0-9]{{2}}))\s(?={_YEAR}$)"
)
# 03/04/2018, 04.03.2018, 18-3-4 12:30; 03/04/2561; 4. 3. 2018; 04.03.2018. 12:30;
# 04/03 2018 12:30
_NUMERIC = (
    rf"(?P<done>[0-9]{{1,2}})(?P<dsep>[/-]|\.(?:\s(?=[0-9]{{1,2}}\.\s{_YEAR}))?)"
    rf"(?P<dtwo>[0-9]{{1,2}})(?:(?P=dsep)|{_YEAR_APART})"
    rf"(?P<dthree>{_YEAR}|(?<=[/-]){_BUDDHIST_YEAR}|[0-9]{{1,2}})(?![0-9])"
    rf"(?:{_OF_YEAR}(?:\.(?=[\s,]))?{_WEEKDAY_AFTER}{_behind('d')})?{_CLOSE}"
)


def _month_first(form: str) -> str:
    """Mar 4th, 2018 10:50 am; Mar 4; Mar-04-2018; Mar 04 10:50:00 2018."""
    return (
        rf"(?P<{form}name>{_NAME})(?:\.?\s{{1,3}}|[/.-](?=[0-9]{{1,2}}[/.-]{_YEAR}))"
        rf"(?P<{form}day>{_DAY}){_ORDINAL}(?![0-9:：])"
        rf"(?:(?:\s{{0,2}},?\s{{0,3}}|(?<=[0-9])[/-]|(?<=\.))(?P<{form}year>{_YEAR_OR_SHORT}))?"
        # The zone of "Mar 04 10:50:00 CST 2018" can be of two countries.
        rf"(?:{_behind(form)}(?:(?:\s[a-z]{{3,4}})?\s(?P<{form}year2>{_YEAR})(?![0-9:]))?)?"
    )


def _day_first(form: str) -> str:
    """4 March 2018 09:15; 4. März 2018; 4 de marzo de 2018; 4 Mar '18; 4.mar.2018."""
    return (
        rf"(?P<{form}day>{_DAY}){_ORDINAL}(?:[\s/-]{{1,3}}+|(?<=\.))(?:(?:of|de|di|din|من)\s)?"
        rf"(?P<{form}name>{_NAME})(?:\s?[.,،]{{1,2}})?"
        rf"(?:(?:[\s/-]{{1,3}}|(?<=[.,،]))(?:(?:de|del|năm)\s)?"
        rf"(?P<{form}year>{_YEAR_OR_SHORT}|[0-9]{{2}}(?=,?\s[0-9]{{1,2}}:)|(?<=-)[0-9]{{2}}(?![0-9]))"
        rf"{_OF_YEAR})?"
        rf"(?:\.?{_WEEKDAY_AFTER}{_behind(form)})?"
    )


# The dot behind the day tells it from the end of a sentence.
_IN_HUNGARIAN = rf"\s{trie(HUNGARIAN)}\.?\s{_DAY}(?:[.-]|$)"


def _year_first(form: str) -> str:
    """2018-Mar-04 10:50; 2018. március 4. 10:50; 2018 m. kovo 4 d.; 2018ko martxoaren 4a."""
    return (
        rf"(?P<{form}year>{_YEAR})(?:\.(?={_IN_HUNGARIAN})|\sm\.(?=\s)|ko(?=\s))?"
        rf"[\s-](?P<{form}name>{_NAME})\.?[\s-](?P<{form}day>{_DAY})"
        rf"(?![0-9])(?:\sd\.?{_END}|an?{_END})?(?:\.?{_WEEKDAY_AFTER}{_behind(form)})?"
    )


# 2018. gada 4. marts
_LATVIAN = (
    rf"(?P<nyear>{_YEAR})\.\sgada\s(?P<nday>{_DAY})\.\s(?P<nname>{_NAME})"
    rf"(?:{_behind('n')})?"
)
# 4 มีนาคม 2561, 4 มี.ค. 61, 13 اسفند 1396
_OTHER = (
    rf"(?P<mday>{_DAY})\s{{0,2}}+(?P<mname>{trie([*THAI_MONTHS, *JALALI_MONTHS])}){_END}"
    rf"\.?[,،]?(?:\s{{0,2}}(?:พ\.ศ\.\s?)?(?P<myear>[0-9]{{4}}|[0-9]{{2}})(?![0-9]|[:.][0-9]{{2}})"
    # What stands behind a month without a year is its time of day.
    r"|(?=\s{1,3}[0-9]{1,2}[:.][0-9]{2}))"
    rf"(?:{_behind('m')})?"
)


# มีนาคม 04, 2561, 10:50:00: as software writes that puts the names of a language into a form
_OTHER_BEFORE = (
    rf"(?P<mname>{trie([*THAI_MONTHS, *JALALI_MONTHS])}){_END}\.?\s{{1,2}}(?P<mday>{_DAY}),?"
    rf"\s{{1,2}}(?P<myear>[0-9]{{4}})(?![0-9])(?:{_behind('m')})?"
)


def _age_part(number: str) -> str:
    return rf"{number}\s?+[个個]?[多半]?\s?+(?:de\s)?{_UNIT}{_END}\.?"


_AGE_DIGIT = _age_part("[0-9]{1,4}+")
_AGE_WORD = _age_part(rf"(?:{trie(NUMBER_WORDS)}){_END}")
_AGE_MORE = rf"(?:\s?(?:,|and|&|et|und|y|и|og|i|e|en|och|ja|і|و)?\s?{_AGE_DIGIT})?"
# "3天前天气" is no age, "3天前发表" is.
_AGO = rf"\s?(?:{trie(AGO_BACK)}){_END}(?![天后後])"
_AGE_BEHIND = (
    rf"(?P<gfront>(?:{trie(AGO_FRONT)})\s(?:(?:about|environ|etwa|ca\.)\s)?"
    rf"(?:{_AGE_DIGIT}|{_AGE_WORD}){_AGE_MORE})"
)
# Yesterday at 04:08 AM, 昨天 12:30, Monday at 4:08 AM
_DAY_WORD = (
    rf"(?:(?P<hword>{trie(DAY_WORDS)}){_END}|(?P<hweekday>{_WEEKDAY}){_END}\.?)"
    rf"(?:{_behind('h')})?"
)
_NOW = f"{trie(PHRASES)}{_END}"


@cache  # compiling takes as long as importing all else, and most processes read no page
def from_digit() -> re.Pattern[str]:
    """Return the pattern of forms that begin with a digit.

    The outermost group names the form and closes last, so that ``lastgroup`` tells which
    it was.
    """
    return re.compile(
        f"(?P<ymd>{_YMD})|(?P<cjk>{_CJK})|(?P<numeric>{_NUMERIC})|(?P<md>{_MD})|"
        f"(?P<name>{_day_first('f')}|{_year_first('e')}|{_LATVIAN})|"
        f"(?P<age>(?P<gage>{_AGE_DIGIT}{_AGE_MORE}){_AGO})|"
        f"(?P<compact>{_COMPACT})|(?P<other>{_OTHER})"
    )


@cache
def from_word() -> re.Pattern[str]:
    """Return the pattern of forms that begin with a word, named like those of digits."""
    return re.compile(
        f"(?P<name>{_WEEKDAY_BEFORE}(?:{_month_first('e')}|{_day_first('f')}))|(?P<now>{_NOW})|"
        f"(?P<age>{_AGE_BEHIND}|(?P<gage>{_AGE_WORD}{_AGE_MORE}){_AGO})|(?P<word>{_DAY_WORD})|"
        f"(?P<era>{_ERA})|(?P<other>{_OTHER_BEFORE})"
    )


_FIRST_WORDS = [
    *(*MONTHS, *WEEKDAYS, *DAY_WORDS, *PHRASES, *AGO_FRONT, *NUMBER_WORDS, *ERAS),
    *(*THAI_MONTHS, *JALALI_MONTHS),
]
# Most characters begin no form: looking at them in a set is fast. A Hebrew "on the" has a dash,
# and an hour before its day can be followed by one: "18:40-4 مارس 2026".
_FIRST_LETTERS = "".join(sorted({word[0] for word in _FIRST_WORDS}))
# Behind the first number of a form there is more, and none of these.
_NO_FORM = rf"[0-9]{{0,20}}\s{{0,3}}+(?:$|[,:;!?()\[\]|%+*=<>]|[ap]\.?m{_END})"
#: Where a form may begin. Not inside words, numbers, versions, addresses and prices.
START = late(
    rf"(?<![0-9{LETTERS}_./$€£¥#])(?=[0-9{_FIRST_LETTERS}])(?<!(?<![בה])(?<!:[0-5][0-9])-)"
    rf"(?:(?P<digit>[0-9])(?!{_NO_FORM})|{trie(_FIRST_WORDS, guard=False)}{_END})"
)
#: A time of day alone.
CLOCK = late(rf"(?<![0-9:.]){_tod('k')}(?![0-9:])")
_BEFORE_DAY = r"[,·•@/|–—-]|" + trie("on le del el ngày dnia dne den op em il".split())
#: What leads from a day to its time of day, where that stands elsewhere: "today at".
GAP_AT_END = late(rf"(?:\s|(?=[于於])){trie(GAPS)}$")
#: A time of day before its date: "11:43pm on Apr 23".
CLOCK_BEFORE = late(rf"(?<![0-9:.]){_tod('k')}\s{{0,2}}(?:(?:{_BEFORE_DAY})\s{{0,2}})?$")
#: A weekday before its day, one in short where nothing or a mark stands before it.
WEEKDAY_AHEAD = late(
    rf"(?:(?<![{LETTERS}'’-]){_WEEKDAY}|(?:(?<=[:：|»•·(\[–—#>])|(?<=[:：|»•·(\[–—#>]\s)|\A)"
    rf"{trie(SHORT_WEEKDAYS)})\.?,?\s{{1,2}}$"
)
#: An age without "ago", believed only where nothing else stands beside it. In lower case:
#: "5M" are five million.
SHORT_AGE = re.compile(r"[0-9]{1,3}\s?(?:s|secs?|m|mins?|h|hrs?|d|w|wks?|mo|mos|y|yrs?)")
#: Number and unit of an age.
AGE_PART = late(
    rf"(?P<number>[0-9]{{1,4}}|{trie(NUMBER_WORDS)}{_END})\s?[个個]?(?P<half>半?)多?\s?(?:de\s)?(?P<unit>{_UNIT}){_END}"
)
#: Digits of other scripts -> those of ASCII; each is one character, so that places stay.
DIGITS = {ord(zero) + n: str(n) for zero in ("٠", "۰", "०", "০", "๐", "０") for n in range(10)}
OTHER_DIGIT = re.compile("[" + "".join(map(chr, DIGITS)) + "]")
HAS_DIGIT = re.compile("[0-9" + "".join(map(chr, DIGITS)) + "]")
#: A day in digits alone, which is one only as the whole of a text: "20180304 10:50:00".
COMPACT_DAY = re.compile(
    rf"(?P<iyear>{_YEAR})(?P<imonth>0[1-9]|1[0-2])(?P<iday>0[1-9]|[12][0-9]|3[01])"
    r"(?:\s(?P<ihour>[01][0-9]|2[0-4]):(?P<iminute>[0-5][0-9])(?::(?P<isecond>[0-5][0-9]))?)?"
)
