"""When an article was published, and which lines say nothing but who wrote it and when."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from fpcrawl.extraction.areas import is_comment_area
from fpcrawl.extraction.articles.rowtimes import in_row, leads_to_another
from fpcrawl.extraction.articles.scripttimes import time_for_scripts
from fpcrawl.extraction.articles.surroundings import BYLINE, MAX_LINE
from fpcrawl.extraction.articles.timewords import (
    is_time_label,
    is_update,
    names_time,
    tells_publishing,
)
from fpcrawl.extraction.build import published_of
from fpcrawl.extraction.names.names import is_label, is_office
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.timenodes import is_time
from fpcrawl.extraction.tree import TimeNode
from fpcrawl.extraction.vocabulary import MARGINS, not_published
from fpcrawl.pages.dates import find_times, parse_epoch, parse_time

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fpcrawl.extraction.articles.surroundings import Surroundings
    from fpcrawl.extraction.declared import DeclaredPost
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.dates import ParsedTime

__all__ = [
    "Published",
    "day_of_address",
    "find_published",
    "in_margin",
    "is_byline",
]

#: Weight of a Chinese line that is no byline, and words of a sentence that follows a day.
FULL, RUNNING = 90, 5
_ENTRY = re.compile(r"(?:^| )entry-date(?: |$)")
_STOPS = (".", "!", "?")
#: Characters beside a name or a time in a line that only tells those.
REST = 60
#: How often a text was read or commented, and how long that takes: "4 min", "1,885".
_COUNTED = re.compile(r"\b\d[\d.,]*(?:\s?min\b\.?)?", re.IGNORECASE)
#: A time that can tell how long something takes.
_DURATION = re.compile(r"\d{1,3}\s?min(?:ute)?s?\b\.?", re.IGNORECASE)
#: A label with what it names.
_VALUED = re.compile(r"[:：]\s*\S")
#: A time that is less of its line stands in a sentence.
SENTENCE = 0.25
#: Weight of what stands before the day with which an article begins.
DATELINE = 40
#: A day in an address: /2018/03/04/, /20180304, /2018-03-04.
_DAY_IN_PATH = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(?:[/_-](\d{1,2})[/_-](\d{1,2})|(\d\d)(\d\d))(?!\d)"
)
#: Elements around a time before which its label can stand, and how long it is.
LABEL_LEVELS, MAX_LABEL = 3, 24
#: Elements before and behind a heading in which a time in pieces is looked for, and its length.
NEAR, MAX_PARTED = 60, 24
_PARTED = re.compile(
    r"((?:19|20)\d\d)\s?[-/.年]?\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})\s?日?\s?(\d\d:\d\d(?::\d\d)?)"
)
#: The hour of a day that stands before it, and elements between the two.
_CLOCK = re.compile(
    r"\W*(?:at |um |kl\.? |[àa]s? )?(\d{1,2}[:.]\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?)(?:\s?Uhr)?",
    re.IGNORECASE,
)
MAX_BETWEEN = 6
_LETTERS = re.compile(r"[^\W\d_]")
#: The present day above the heading counts where the text tells of none.
CLOCK = 50.0
#: The present minute there is less likely that of publishing.
MINUTE = 100.0
#: So near to when a page was fetched its clock may be the present one.
NOW = timedelta(minutes=5)
#: An update, and a time elsewhere, count where nothing better is told.
LATER, FAR = 200.0, 60.0
#: A time that is said to be that of publishing, and stands where a byline does.
SURE = 0.0


def is_byline(line: str, author: str | None, raw: str | None) -> bool:
    """Whether a line of text only says who wrote it and when."""
    wide = weight_of(line) - len(line)
    if len(line) > MAX_LINE or "。" in line or (wide * 2 > len(line) and len(line) + wide > FULL):
        return False
    if is_office(line) or is_label(line) or is_time_label(line):
        return True
    if is_time(line):
        return True
    told = {part for part in (author, raw) if part and part in line}
    times = find_times(line)
    if author in told and len(times) == 1 and not line.endswith(_STOPS):
        told.add(times[0].raw)
    rest = line
    for part in sorted(told, key=len, reverse=True):
        rest = rest.replace(part, "")
    if len(times) == 1 and is_time_label(line.replace(times[0].raw, "")):
        return True
    if len(times) > 1 and not line.endswith(_STOPS):
        # When it was published, and when it was updated.
        for time in times:
            rest = rest.replace(time.raw, "")
        return len(_COUNTED.sub("", rest)) <= REST
    is_running = sum(word[0].islower() for word in rest.split()) >= RUNNING
    if is_running and rest.endswith("."):
        # "Lakeside, 4 March. The mayor has left his office."
        return False
    # Where a line tells both who and when, it can tell more beside them, in no sentence.
    most = REST * (1 if is_running else len(told))
    return bool(told) and (len(_COUNTED.sub("", rest)) <= most or rest.count("|") > 1)


@dataclass(frozen=True, slots=True)
class Published:
    """When an article was published.

    Attributes
    ----------
    time
        As read; ``None`` when the page tells nothing.
    raw
        As the page says it.
    node
        The time shown on the page, if that was read.
    """

    time: ParsedTime | None = None
    raw: str | None = None
    node: TimeNode | None = None


def find_published(
    tree: PageTree, place: Place, page: DeclaredPost, around: Surroundings
) -> Published:
    """Return when an article was published, and how the page says it.

    What the page declares is preferred, then the time that stands as a byline does, then the
    day in its address, then what the page tells its scripts, then when it was updated.
    """
    declared = page.published
    told: list[_Told] = []
    clocks = sorted(time.node for time in tree.times)
    today = place.now.date().isoformat()
    # Without a heading the head of the page ends where the box of the words begins.
    first = around.body[0] if around.body is not None else -1
    for time in (*tree.times, *_parted_times(tree, around.heading)):
        if around.is_other(time.node):
            continue
        if _is_elsewhere(tree, around, time.node) and not _tells_in_aside(tree, time, clocks):
            continue
        if around.is_behind(time.node) and is_comment_area(tree, time.node, strict=True):
            continue
        in_words = _is_in_words(around, time)
        in_sentence = in_words and time.share < SENTENCE
        if in_sentence and not _is_dateline(around, time):
            continue
        parsed = published_of(time, place)
        if parsed is None or parsed.instant is None or (in_words and parsed.relative):
            continue
        hour = parsed.precision != "day" and not parsed.relative
        if time.share < 1.0 and not hour and around.in_heading(tree, time.node):
            # A title can speak of days.
            continue
        label = _label_of(tree, time, clocks)
        score = _time_score(tree, around, time, label) - 20 * (parsed.precision != "day")
        # A byline elsewhere tells better.
        score += FAR * in_sentence
        # How long a text takes to read or to hear is no age.
        score += FAR * bool(parsed.relative and _DURATION.fullmatch(time.raw))
        # The head of a page can show what day it is, and what time.
        near = abs(parsed.instant - place.now) <= NOW
        is_present = near if hour else parsed.iso[:10] == today
        if is_present and time.node < (around.heading if around.heading >= 0 else first):
            score += MINUTE if hour else CLOCK
        told.append(_Told(score, parsed, time, label))
    best = _nearest(told)
    if best is not None and not declared:
        best = _earliest(tree, _with_hour(best, told), told)
    if declared:
        parsed = parse_epoch(declared) or parse_time(declared, now=place.now, tz=place.zone)
        if parsed is not None:
            if best is None or parsed.iso[:10] != best.parsed.iso[:10]:
                if page.loose and best is not None and _is_before(best, parsed):
                    return Published(best.parsed, best.time.raw, best.time)
                return Published(parsed, declared)
            if parsed.precision == "day" and best.parsed.precision != "day" and best.score < FAR:
                # The page shows the hour of the day too.
                return Published(best.parsed, best.time.raw, best.time)
            return Published(parsed, declared, best.time)
    day = day_of_address(tree.page.url)
    if day is not None and (best is None or not _tells(best, day)):
        parsed = parse_time(day, now=place.now, tz=place.zone)
        if parsed is not None and parsed.instant is not None and parsed.instant <= place.now:
            return Published(parsed, day)
    if best is None or best.score > FAR:
        parsed = time_for_scripts(tree.page, place.now, place.zone)
        if parsed is not None:
            return Published(parsed, parsed.raw)
    if best is None:
        return Published()
    return Published(best.parsed, best.time.raw, best.time)


def _is_before(best: _Told, made: ParsedTime) -> bool:
    """Whether the byline says that a text was published on a day before its page was made.

    It says so in words, or tells the hour of that day.
    """
    told = tells_publishing(best.label) or (best.parsed.precision != "day")
    said = told and best.score <= SURE
    return said and not best.parsed.relative and best.parsed.iso[:10] < made.iso[:10]


def _nearest(told: list[_Told]) -> _Told | None:
    """Return the time that stands as one of publishing does.

    An update in the byline tells more than what stands far from it: when a page was archived.
    """
    best = min(told, key=lambda one: one.score, default=None)
    if best is None or best.score <= FAR:
        return best
    later = [one for one in told if is_update(one.label) and one.score - LATER < best.score - FAR]
    return min(later, key=lambda one: one.score, default=best)


def _tells(best: _Told, day: str) -> bool:
    """Whether a time tells more of when an article was published than the day in its address."""
    if best.parsed.iso[:10] == day and best.score - LATER <= FAR:
        return True  # an update of the same day has at least its hour
    return best.score <= FAR and _is_about(best.parsed, day)


def _with_hour(best: _Told, told: list[_Told]) -> _Told:
    """Return the time that tells the hour of the day which another one only names.

    "Published in the Herald, October 12th" can stand at the foot of a text.
    """
    if best.parsed.precision != "day" or best.parsed.relative:
        return best
    hours = [
        one
        for one in told
        if one.score < FAR
        and one.parsed.precision != "day"
        and not one.parsed.relative
        and one.time.node != best.time.node
        and one.parsed.iso[:10] == best.parsed.iso[:10]
    ]
    return min(hours, key=lambda one: one.score, default=best)


def _is_about(shown: ParsedTime, day: str) -> bool:
    """Whether a time is of a day or its month, or of the next day, where zones differ."""
    if shown.iso[:7] == day[:7]:
        return True
    there = shown.instant.date() if shown.instant is not None else None
    return there is not None and abs(there - date.fromisoformat(day)) <= timedelta(days=1)


def _is_in_words(around: Surroundings, time: TimeNode) -> bool:
    """Whether a text of the article tells of a day, among other things."""
    return time.share < 1.0 and around.in_words(time.node)


def _is_dateline(around: Surroundings, time: TimeNode) -> bool:
    """Whether the article begins with a day: "Lakeside, 4 March. The mayor has left ..."."""
    return time.node == around.words and weight_of(time.label) <= DATELINE


def _parted_times(tree: PageTree, heading: int) -> list[TimeNode]:
    """Return times near a heading whose year, day and hour stand in elements of their own."""
    if heading < 0:
        return []
    near = range(max(heading - NEAR, 0), min(heading + NEAR, len(tree.nodes)))
    boxes = (i for i in near if tree.end[i] - i > 2 and 0 < tree.text_len[i] <= MAX_PARTED)
    found = ((i, _PARTED.fullmatch(tree.text(i))) for i in boxes)
    parted = [
        TimeNode(i, match[0], "{}-{}-{} {}".format(*match.groups()), 1.0)
        for i, match in found
        if match is not None
    ]
    days = (time for time in tree.times if time.node in near and ":" not in time.raw)
    return [*parted, *(time for day in days for time in _clock_behind(tree, day))]


def _clock_behind(tree: PageTree, day: TimeNode) -> list[TimeNode]:
    """Return the time of a day whose hour is all that the next element with words says."""
    if day.full or day.share < 1.0:
        return []
    behind = range(tree.end[day.node], min(tree.end[day.node] + MAX_BETWEEN, len(tree.nodes)))
    i = next((i for i in behind if (tree.nodes[i].text or "").strip()), -1)
    match = _CLOCK.fullmatch(tree.text(i)) if i >= 0 else None
    if match is None:
        return []
    return [TimeNode(day.node, day.raw, f"{day.raw} {match[1]}", 1.0, day.label)]


class _Told(NamedTuple):
    """A time that a page shows, and how far it is from being that of publishing.

    ``label`` is what stands before it, be it in another element.
    """

    score: float
    parsed: ParsedTime
    time: TimeNode
    label: str


def _earliest(tree: PageTree, best: _Told, told: list[_Told]) -> _Told:
    """Of several times of one byline, return the first: the others are of updates.

    A time that is said to be that of publishing stays, and one that nothing absolute is told
    beside.
    """
    if best.parsed.relative or tells_publishing(best.label):
        return best
    box = tree.parent[best.time.node]
    if box < 0 or tree.text_len[box] > BYLINE:
        box = best.time.node
    line = _line_of(tree, best.time.node)
    for other in told:
        if other.parsed.relative or not tree.holds(line, other.time.node):
            continue
        # Each can stand in a box of its own.
        alike = tree.sig[other.time.node] == tree.sig[best.time.node]
        if not (alike or tree.holds(box, other.time.node)):
            continue
        if other.time.node != best.time.node and _in_sentence(other.time, other.label):
            continue
        if _is_of_event(other, best):
            continue
        if is_update(other.label) or not _is_earlier(other, best):
            continue
        best = other
    return best


def _line_of(tree: PageTree, i: int) -> int:
    """Return the widest of the elements next around a time that is short enough for a byline."""
    for above in tree.ancestors(i, LABEL_LEVELS):
        if tree.text_len[above] > BYLINE:
            break
        i = above
    return i


def _in_sentence(time: TimeNode, label: str) -> bool:
    before = min(len(time.label), len(label))
    return time.share < SENTENCE and before > 2 * len(time.raw)


def _is_of_event(one: _Told, bare: _Told) -> bool:
    """Whether a time beside one without words is called something else: "Fair: 4 March"."""
    if _LETTERS.search(bare.label) or not _LETTERS.search(one.label):
        return False
    return not (tells_publishing(one.label) or is_time_label(one.label))


def _is_earlier(one: _Told, other: _Told) -> bool:
    """Whether one time was before another, of which it is no part."""
    if one.parsed.iso[:10] != other.parsed.iso[:10]:
        return one.parsed.iso[:10] < other.parsed.iso[:10]
    if "day" not in {one.parsed.precision, other.parsed.precision}:
        return bool(one.parsed.instant and other.parsed.instant) and (
            one.parsed.instant < other.parsed.instant
        )
    # "5 March 2024 (changed on 5 March 2024 at 18:20)"
    between = other.time.label.rpartition(one.time.raw)
    return one.time.node == other.time.node and bool(between[1] and _LETTERS.search(between[2]))


def _is_elsewhere(tree: PageTree, around: Surroundings, i: int) -> bool:
    """Whether a time is not that of the article, but of a list of others, a margin or a picture."""
    for above in (i, *tree.ancestors(i)):
        if tree.tag(above) == "figcaption":
            return True
        if tree.tag(above) in MARGINS:
            if _is_above_words(tree, around, above):
                break
            # The foot of an article can be its byline.
            box = tree.parent[above]
            words = around.heading if around.body is None else around.body[0]
            return tree.tag(box) == "body" or not (words < 0 or tree.holds(box, words))
    return in_row(tree, i, around.heading)


def _tells_in_aside(tree: PageTree, time: TimeNode, clocks: Sequence[int]) -> bool:
    """Whether a column tells hardly more than when a text was published, and says so."""
    aside = next((a for a in tree.ancestors(time.node) if tree.tag(a) == "aside"), -1)
    if aside < 0 or tree.text_len[aside] > BYLINE or leads_to_another(tree, aside):
        return False
    return tells_publishing(_label_of(tree, time, clocks))


def _is_above_words(tree: PageTree, around: Surroundings, i: int) -> bool:
    """Whether a ``footer`` or a short ``aside`` stands at the head of the words, as bylines do."""
    if i >= around.words:
        return False
    if tree.tag(i) == "footer":
        return around.in_body(i)
    if tree.tag(i) != "aside" or not i > around.heading >= 0 or tree.text_len[i] > BYLINE:
        return False
    return not leads_to_another(tree, i)


def _label_of(tree: PageTree, time: TimeNode, clocks: Sequence[int]) -> str:
    """Return what stands before a time: in its text, else right before the elements around it.

    A word for publishing or an update can also end its line: "4 March 更新".
    """
    own = _own_label(tree, time)
    if own is not None:
        return own
    i = time.node
    behind = squeeze(tree.nodes[i].tail or "")
    if time.share < 1.0 or tree.nodes[i].getnext() is not None:
        behind = ""
    # "4 March (updated: 5 March)": those words are what the next time is called.
    if behind and names_time(behind) and not find_times(behind):
        return behind
    for _ in range(LABEL_LEVELS):
        parent = tree.parent[i]
        before = tree.nodes[i].getprevious()
        while before is not None and not isinstance(before.tag, str):
            before = before.getprevious()
        if parent < 0:
            break
        own = before.tail if before is not None else tree.nodes[parent].text
        if _LETTERS.search(own or ""):
            return squeeze(own or "")[-MAX_LABEL:]
        if before is not None:
            j = tree.number.get(before, -1)
            short = j >= 0 and 0 < tree.text_len[j] <= MAX_LABEL and not tree.link_len[j]
            # The title is no label.
            short = short and tree.tag(j) not in {"h1", "h2"}
            # Nor is another time with its label.
            short = short and not holds_one(clocks, j, tree.end[j])
            # "Editor: Ann Smith" tells of itself.
            return tree.text(j) if short and not _VALUED.search(tree.text(j)) else ""
        i = parent
    return ""


def _own_label(tree: PageTree, time: TimeNode) -> str | None:
    """Return the words of its text that tell which time one is, ``None`` without any.

    They stand before it and behind the time before, or behind each time: "4 March 公開".
    """
    text = "" if time.share == 1.0 else squeeze(tree.nodes[time.node].text or "")
    if 0 < len(text) <= BYLINE:
        told = find_times(text)
        ends = [0, *(one.start + len(one.raw) for one in told)]
        parts = [text[end : one.start] for end, one in zip(ends, told, strict=False)]
        if told and not _LETTERS.search(parts[0]):
            behind = [*parts[1:], text[ends[-1] :]]
            if all(map(names_time, behind)):
                parts = behind
        for one, part in zip(told, parts, strict=True):
            if " ".join(one.raw.split()) == time.raw and _LETTERS.search(part):
                return part
    return time.label if _LETTERS.search(time.label) else None


def _time_score(tree: PageTree, around: Surroundings, time: TimeNode, label: str) -> float:
    """How far a time is from being that of publishing: 0 is near."""
    element = tree.nodes[time.node]
    told = " ".join(
        element.get(name) or "" for name in ("itemprop", "property", "pubdate", "class")
    )
    score = around.distance(time.node) - 30 * (element.tag == "time")
    score -= 40 * bool(tells_publishing(told) or tells_publishing(label))
    score += 40 * _in_sentence(time, label)
    # Some call each of their times updated, and that of the article the one of its entry.
    named = "" if _ENTRY.search(told) else told
    score += LATER * (not_published(" ".join((label, named))) or is_update(label))
    beside = in_margin(tree, time.node) and not any(
        _is_above_words(tree, around, i) for i in tree.ancestors(time.node)
    )
    return float(score + 60 * beside)


def day_of_address(url: str) -> str | None:
    """Return the day that an address tells: /2018/03/04/, /20180304."""
    for match in _DAY_IN_PATH.finditer(urlsplit(url).path):
        year, month, day, packed_month, packed_day = match.groups()
        try:
            return date(int(year), int(month or packed_month), int(day or packed_day)).isoformat()
        except ValueError:
            continue
    return None


def in_margin(tree: PageTree, i: int) -> bool:
    """Whether an element stands in the margin of a page."""
    return any(tree.tag(above) in MARGINS for above in tree.ancestors(i))
