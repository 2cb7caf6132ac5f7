"""Pages of any number of words, made: menus, an article, a list of rows, scripts, a footer."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fpcrawl.topic.segment import simplified

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MadePage", "PageMaker", "chinese_words", "english_words"]

_WORDS = 40_000
_SYLLABLES = "ba ce di fo gu ha le mi no pu ra se ti vo ka lu me ni ro su ter an in est al".split()
_SURNAMES = "赵钱孙李周吴郑王冯陈卫蒋沈韩杨"
_GIVEN = "伟芳娜敏静磊洋勇艳杰涛明超霞平刚桂宁晖舒"
#: Of a hundred Chinese words, names of people; no dictionary has them.
_NAMES = 3
#: Of a hundred words, those that the page has said before, beside those that are frequent
#: anyway. Of real pages' terms 2,000 are 1,090 different ones in Chinese (mean of 26 pages),
#: 1,810 are 780 in English (42 pages).
_AGAIN = {"zh": 45, "en": 30}
#: Pages of 60 KB have 660 elements (median of 83 pages), those with much text 160 to 220 links.
_ROWS, _MENU = 60, 40


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page and what it was made of."""

    url: str
    body: bytes
    text_bytes: int


def chinese_words() -> tuple[list[str], list[float]]:
    """Return the simplified words of jieba's dictionary, frequent first, and running counts."""
    import jieba  # noqa: PLC0415

    counts: list[tuple[int, str]] = []
    for line in Path(jieba.__file__).with_name("dict.txt").read_text("utf-8").splitlines():
        word, count, *_ = line.split(" ")
        if not word.isascii() and simplified(word) == word:
            counts.append((int(count), word))
    counts.sort(reverse=True)
    del counts[_WORDS:]
    return [word for _, word in counts], list(accumulate(float(n) for n, _ in counts))


def english_words() -> tuple[list[str], list[float]]:
    """Return words made of syllables, with running counts as words of a language have them."""
    rng = random.Random(5)
    words = list(
        dict.fromkeys(
            "".join(rng.choices(_SYLLABLES, k=rng.choice((1, 2, 2, 3, 3, 4))))
            for _ in range(2 * _WORDS)
        )
    )[:_WORDS]
    return words, list(accumulate(1 / (n + 2) for n in range(len(words))))


class PageMaker:
    """Makes pages in one language; the same for the same seed."""

    def __init__(self, lang: Literal["zh", "en"], seed: int = 1) -> None:
        self.lang = lang
        self._rng = random.Random(seed)
        self._words, self._counts = chinese_words() if lang == "zh" else english_words()
        self._glue = "" if lang == "zh" else " "
        self._said: list[str] = []

    def sentence(self, low: int, high: int) -> str:
        """Return some words."""
        rng = self._rng
        words = rng.choices(self._words, cum_weights=self._counts, k=rng.randint(low, high))
        words = [self._word(word) for word in words]
        self._said += words
        return self._glue.join(words)

    def _word(self, drawn: str) -> str:
        rng = self._rng
        if self._said and rng.randrange(100) < _AGAIN[self.lang]:
            return rng.choice(self._said)
        if self.lang == "zh" and rng.randrange(100) < _NAMES:
            return rng.choice(_SURNAMES) + "".join(rng.choices(_GIVEN, k=rng.randint(1, 2)))
        return drawn

    def page(self, n: int, html_bytes: int, text_bytes: int) -> MadePage:
        """Return page ``n`` with so much of HTML, and of text in it, in UTF-8."""
        rng, end = self._rng, "。" if self.lang == "zh" else ". "
        text = 0
        self._said.clear()

        def say(low: int, high: int) -> str:
            nonlocal text
            said = self.sentence(low, high)
            text += len(said.encode())
            return said

        menu = self._links(n, "m", _MENU, lambda: say(1, 2), '<li class="menu-item">{}</li>')
        rows = self._links(
            n,
            "t",
            _ROWS,
            lambda: say(3, 8),
            '<tr class="row"><td class="subject">{}</td><td><a href="/user/' + str(rng.random())
            + '">' + say(1, 1) + '</a></td><td class="num">12</td></tr>',
        )  # fmt: skip
        title, head = say(4, 8), say(4, 8)
        body: list[str] = []
        while text < text_bytes:
            line = end.join(say(5, 14) for _ in range(rng.randint(2, 5)))
            strong = f"<strong>{say(1, 2)}</strong>"
            link = f'<a href="/a/{n}/{len(body)}">{say(2, 3)}</a>'
            body.append(f'<p class="text">{line}{strong}{end}{link}{end}</p>')
        html = (
            f"<html><head><title>{title}</title>"
            '<style>.row td{padding:4px}</style></head><body><div id="wrap" class="container">'
            f'<div class="header"><ul class="menu">{menu}</ul></div>'
            f'<div class="main"><h1 class="title">{head}</h1>'
            f'<div class="body">{"".join(body)}</div>'
            f'<table class="list"><tbody>{rows}</tbody></table></div></div><script>%s</script>'
            "</body></html>"
        )
        filler = "var a=function(b){return b+1};" * (max(0, html_bytes - len(html.encode())) // 30)
        return MadePage(f"http://made.invalid/p/{n}", (html % filler).encode(), text)

    def _links(self, n: int, kind: str, size: int, say: Callable[[], str], row: str) -> str:
        return "".join(
            row.format(f'<a class="link" href="/{kind}/{n}-{k}.html">{say()}</a>')
            for k in range(size)
        )
