"""Turns of made news sites that tell their articles in another way: what is said, how it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madeframe import link
from benchmarks._madesite import stream

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from benchmarks._madesite import Look, Shape
    from benchmarks._madetimes import SiteClock

__all__ = ["STORY_TURNS", "Telling", "Told"]

#: How two people are named who wrote one article, and where the one was who did.
_SEVERAL = {
    "en": ("By {} and {}", "{}, {}", "By {} | {}"),
    "de": ("Von {} und {}", "Von {} und {}, dpa", "{} / {}"),
    "zh": ("记者 {} {}", "文／{} {}", "本报记者 {}、{}"),
    "ja": ("{}、{}", "取材・文：{}、{}", "文・{}、{}"),
    "ru": ("{}, {}", "Авторы: {}, {}", "{} и {}"),
    "es": ("Por {} y {}", "{} / {}", "{} y {}"),
}
_PLACED = {
    "en": ("By {} in Porto", "By {}, Senior Editor", "Words by {}, photos by Jo Finch"),
    "de": ("Von {}, Graz", "{}, Redakteurin", "Text: {}, Fotos: Jo Fink"),
    "zh": ("本报驻外记者 {}", "记者 {} 摄影 何小波", "撰文｜{} 编辑｜何小波"),
    "ja": ("{}記者", "取材・文／{}", "文＝{} 写真＝森浩二"),
    "ru": ("Автор: {}", "{}, собкор", "Текст: {}, фото: Иван Дым"),
    "es": ("Por {} en Vigo", "{}, redactora", "Texto: {} Fotos: Jo Finca"),
}
#: The place and the day that open a message of an agency.
_OPENED = {
    "en": "PORTO, {month} {d} (NEWSWIRE) — ",
    "de": "Graz (npa) – ",
    "zh": "新讯社广州{m}月{d}日电 ",
    "ja": "【大阪{m}月{d}日】",
    "ru": "ТВЕРЬ, {d} {month}. /НОВОСТЬ/. ",
    "es": "VIGO, {d} {short} (NOTIPRESA) - ",
}
_ASKED = {
    "en": ("Q: ", "A: "),
    "de": ("Frage: ", "Antwort: "),
    "zh": ("问：", "答："),
    "ja": ("――", ""),
    "ru": ("— ", "— "),
    "es": ("P. ", "R. "),
}


@dataclass(frozen=True, slots=True)
class Told:
    """The words of a page of an article.

    Attributes
    ----------
    blocks
        Its paragraphs as HTML.
    text
        What it says with all that stands among it.
    own
        The same without what some would not count as its words.
    below
        HTML behind the paragraphs.
    """

    blocks: Sequence[str]
    text: str
    own: str
    below: str = ""


def _told(
    lines: Sequence[str],
    *,
    blocks: Sequence[str] = (),
    shown: Sequence[str] = (),
    own: Sequence[str] = (),
) -> Told:
    blocks = blocks or [escape(line) for line in shown or lines]
    return Told(blocks, "\n".join(lines), "\n".join(own or lines))


@dataclass(frozen=True, slots=True)
class Telling:
    """Makes what a turn has its articles say."""

    shape: Shape
    c: Look
    clock: SiteClock

    def _chance(self, what: str, number: int) -> random.Random:
        return stream(self.shape.seed, f"{what} {number}")

    def tell(self, number: int, when: datetime, words: Sequence[str]) -> Told:
        """Return what a page of an article says, by what it would say without a turn."""
        if (tell := _TELLERS.get(self.shape.chosen.get("turn", ""))) is not None:
            return tell(self, self._chance("told", number), when, words)
        _, said = self.guest(number)
        return _told([words[0], *(said if words[1:] else ()), *words[1:]], own=words, shown=words)

    def signed(self, author: int, number: int) -> tuple[str, str]:
        """Return who wrote an article as a line says it, and the names."""
        writers, code, rng = self.c.t.writers, self.c.t.code, self._chance("signed", number)
        name, other = writers[author], writers[(author + 2) % len(writers)]
        if rng.random() < 0.5:
            return rng.choice(_SEVERAL[code]).format(name, other), f"{name}, {other}"
        return rng.choice(_PLACED[code]).format(name), name

    def when(self, shown: str, when: datetime, number: int) -> str:
        """Return the time of an article."""
        if "updated_first" in self.shape:
            later = when + timedelta(minutes=self._chance("later", number).randint(20, 900))
            updated = f"{self.c.label('updated')} {self.clock.plain(later)}"
            first = f"{escape(self.c.label('published'))} {shown}"
            return f"<span{self.c('changed')}>{escape(updated)}</span> <span>{first}</span>"
        return "" if "address_days" in self.shape else shown

    def nested(self, remarks: Sequence[tuple[str, str, str, str]], head: str) -> str:
        """Return remarks, each of which answers the one before it or begins anew.

        Parameters
        ----------
        remarks
            Anchors, names, times as HTML, words.
        """
        c, levels = self.c, 0
        out = f'<div id="comments"{c("comments")}><h3>{escape(head)} ({len(remarks)})</h3>'
        for n, (anchor, who, when, words) in enumerate(remarks):
            if n and self._chance("deeper", n).random() < 0.5:
                levels += 1
            elif n:
                out += "</li>" + "</ul></li>" * (levels - 1)
                levels = 1
            else:
                levels = 1
            out += "<ul>" if n == 0 or levels > 1 else ""
            out += (
                f'<li id="{anchor}"><div{c("remark")}><b>{escape(who)}</b> {when}'
                f'<p>{escape(words)}</p><a href="#{anchor}">{escape(c.label("reply"))}</a></div>'
            )
        return f"{out}{'</li></ul>' * levels}</div>"

    def guest(self, number: int) -> tuple[str, list[str]]:
        """Return what stands behind the first paragraph of an article, and its lines."""
        rng, t, c = self._chance("guest", number), self.c.t, self.c
        if "fact_boxes" in self.shape:
            head = c.label("facts")
            rows = [(t.title(rng), str(rng.randrange(3, 900))) for _ in range(rng.randint(3, 5))]
            top, tag = f"<h4>{escape(head)}</h4>", "div"
            if rng.random() < 0.5:
                cells = "".join(f"<tr><th>{escape(a)}</th><td>{b}</td></tr>" for a, b in rows)
                lines, shown = [f"{a} {b}" for a, b in rows], f"<table>{cells}</table>"
            else:
                lines, tag = [f"{a}: {b}" for a, b in rows], "aside"
                shown = "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
            return f"<{tag}{c('factbox')}>{top}{shown}</{tag}>", [head, *lines]
        if "embeds" in self.shape:
            who, day = rng.choice(t.users), t.day(self.clock.past(rng, 2000))
            said, by = t.sentence(rng), f"— {who} (@{rng.randrange(999)})"
            place = link("http://twitmore.invalid/s/4", day)
            shown = f"<p>{escape(said)}</p>{escape(by)} {place}"
            return f"<blockquote{c('embed')}>{shown}</blockquote>", [said, f"{by} {day}"]
        return "", []


def _interview(turn: Telling, rng: random.Random, _: datetime, words: Sequence[str]) -> Told:
    """Return questions and answers."""
    t, site = turn.c.t, stream(turn.shape.seed, "interview")
    way = site.choice(("bold", "break", "labels"))
    ask, answer = _ASKED[t.code] if way == "labels" else ("", "")
    end = "？" if t.code in {"zh", "ja"} else "?"
    lines, blocks = [words[0]], [escape(words[0])]
    for text in words[1:]:
        question = f"{ask}{t.sentence(rng)[:-1]}{end}"
        lines += [question, f"{answer}{text}"]
        shown = f"<strong>{escape(question)}</strong>"
        if way == "break":
            blocks.append(f"{shown}<br>{escape(answer + text)}")
        else:
            blocks += [shown, escape(answer + text)]
    return _told(lines, blocks=blocks)


#: How an entry of many stands: its time, its heading, its words, who wrote it.
_ENTRIES = {
    "heading": "<b>{1}</b><br><small>{0}</small><br>{2}",
    "bold": "<b>{0} {1}</b><br>{2}",
    "span": "<span>{0}</span> <strong>{1}</strong><br>{2}",
    "boxes": "<div{4}><span>{0}</span><h3>{1}</h3><p>{2}</p></div>",
    "signed": "<div{4}><h3>{1}</h3><small>{0} | {3}</small><p>{2}</p></div>",
    "rows": "<tr{4}><td>{0}</td><td><b>{1}</b><p>{2}</p></td></tr>",
    "items": "<li{4}><span>{0}</span> <b>{1}</b><p>{2}</p></li>",
}
#: Those whose heading stands above the time.
_TITLED = {"heading", "signed"}
_BELOW = {"boxes": "div", "signed": "section", "rows": "table", "items": "ul"}


def _live(turn: Telling, rng: random.Random, when: datetime, words: Sequence[str]) -> Told:
    """Return many entries, each with its time and a heading."""
    t, site = turn.c.t, stream(turn.shape.seed, "live")
    dated, back, way = site.random() < 0.5, site.random() < 0.5, site.choice([*_ENTRIES])
    rows = []
    for _ in range(rng.randint(4, 8)):
        when += timedelta(minutes=rng.randint(4, 50))
        shown = turn.clock.plain(when) if dated else f"{when:%H:%M}"
        who = rng.choice(t.writers) if way == "signed" else ""
        texts = [t.paragraph(rng, rng.randint(1, 3)) for _ in range(rng.randint(1, 2))]
        rows.append((shown, who, t.title(rng), texts))
    lines, own, entries = [words[0]], [words[0]], []
    for shown, who, title, texts in reversed(rows) if back else rows:
        told = f"{shown} | {who}" if who else shown
        lines += [*((title, told) if way in _TITLED else (shown, title)), *texts]
        own += [title, *texts]
        said = "<br>".join(map(escape, texts))
        entry = (escape(shown), escape(title), said, escape(who), turn.c("entry"))
        entries.append(_ENTRIES[way].format(*entry))
    if way not in _BELOW:
        return _told(lines, blocks=[escape(words[0]), *entries], own=own)
    tag = _BELOW[way]
    below = f"<{tag}{turn.c('ticker')}>{''.join(entries)}</{tag}>"
    return replace(_told(lines, blocks=[escape(words[0])], own=own), below=below)


def _gallery(turn: Telling, rng: random.Random, _: datetime, words: Sequence[str]) -> Told:
    """Return pictures, each with what it shows."""
    t, count = turn.c.t, rng.randint(3, 6)
    lines, blocks = list(words[:2]), [escape(line) for line in words[:2]]
    for n in range(1, count + 1):
        caption = t.sentence(rng)
        image = f'<img src="/img/g{n}.jpg" width="800" height="500" alt=""><br>'
        blocks.append(f"{image}<em>{n}/{count}</em> {escape(caption)}")
        lines += [f"{n}/{count}", caption]
    return _told(lines, blocks=blocks)


def _amended(turn: Telling, rng: random.Random, when: datetime, words: Sequence[str]) -> Told:
    """Return words with a note of what was wrong in them."""
    t = turn.c.t
    day = t.day(when + timedelta(days=1))
    note = f"{turn.c.label('correction')} ({day}) {t.paragraph(rng, 2)}"
    shown, plain = f"<i>{escape(note)}</i>", [escape(line) for line in words]
    if stream(turn.shape.seed, "amended").random() < 0.5:
        return _told([note, *words], blocks=[shown, *plain], own=words)
    return _told([*words, note], blocks=[*plain, shown], own=words)


def _datelined(turn: Telling, _: random.Random, when: datetime, words: Sequence[str]) -> Told:
    """Return words that begin as those of an agency."""
    t = turn.c.t
    return _told([t.stamp(when, _OPENED[t.code]) + words[0], *words[1:]])


def _chapters(turn: Telling, rng: random.Random, _: datetime, words: Sequence[str]) -> Told:
    """Return words in parts with their headings."""
    t, lines, blocks = turn.c.t, [words[0]], [escape(words[0])]
    for text in words[1:]:
        title, more = t.title(rng), t.paragraph(rng, 3)
        lines += [title, text, more]
        blocks += [f"<strong>{escape(title)}</strong>", escape(text), escape(more)]
    return _told(lines, blocks=blocks)


_TELLERS: dict[str, Callable[[Telling, random.Random, datetime, Sequence[str]], Told]] = {
    "interview": _interview,
    "live": _live,
    "gallery": _gallery,
    "amended": _amended,
    "datelined": _datelined,
    "chapters": _chapters,
}
#: Turns of news sites that no seed draws: they are taken where they are named.
STORY_TURNS = (
    *_TELLERS,
    *("bylined", "updated_first", "address_days", "fact_boxes", "embeds"),
    *("nested_remarks", "mixed_fronts", "print_pages", "titled_parts", "tongues"),
)
