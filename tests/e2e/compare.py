"""What a crawl of the demo handed out, beside what is really there.

Which record stands for which post is found without favouring a field: by its id, its body,
its author with its time, at last by its words within the thread. Each field is then judged
by itself: author equal, time equal to the precision shown, body equal but for white space
(with or without what it quotes). F1 = 2 hits / (values handed out + values there).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

Line = dict[str, Any]
FIELDS = ("author", "time", "body")
_STEP = {"day": timedelta(days=1), "minute": timedelta(minutes=1), "second": timedelta(seconds=1)}
_WORD = re.compile(r"[^\W\u3400-\u9fff]+|[\u3400-\u9fff]")
_ISO = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?P<second>:\d\d)?(?P<zone>Z|[+-]\d\d:\d\d)?)?$")


@dataclass
class Tally:
    """How one family, or all together, came out."""

    truths: int = 0
    records: int = 0
    paired: int = 0
    hits: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)

    def f1(self, name: str) -> float:
        there = self.given[name] + self.truths
        return 2 * self.hits[name] / there if there else 1.0

    def add(self, other: Tally) -> None:
        self.truths += other.truths
        self.records += other.records
        self.paired += other.paired
        self.hits += other.hits
        self.given += other.given

    def __str__(self) -> str:
        figures = "  ".join(f"{name} {self.f1(name):.4f}" for name in FIELDS)
        return f"{self.records} records of {self.truths}, {self.paired} paired  {figures}"


@dataclass
class Comparison:
    """The outcome; the lists hold a line for people on each thing that is wrong."""

    families: dict[str, Tally]
    lost: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    wrong: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @property
    def total(self) -> Tally:
        out = Tally()
        for tally in self.families.values():
            out.add(tally)
        return out

    def report(self, shown: int = 4) -> str:
        out = ["", *(f"{name:<9} {tally}" for name, tally in self.families.items())]
        out.append(f"{'all':<9} {self.total}")
        found = {"lost": self.lost, "unknown": self.unknown, "doubled": self.doubled}
        found |= {f"wrong {name}": lines for name, lines in sorted(self.wrong.items())}
        for name, lines in found.items():
            if lines:
                out.append(f"{name}: {len(lines)}")
                out += [f"    {line}" for line in lines[:shown]]
        return "\n".join(out)

    def assert_exact(self, least: float = 0.99) -> None:
        """Every post once, none that is not there, and every field right."""
        self.assert_same_posts()
        low = [name for name in FIELDS if self.total.f1(name) < least]
        assert not low, self.report()

    def assert_same_posts(self) -> None:
        """Every post once and none that is not there, whatever its fields say."""
        assert not [*self.lost, *self.unknown, *self.doubled], self.report()


def squeezed(text: str | None) -> str:
    return re.sub(r"\s+", "", text or "")


def bodies_of(truth: Line) -> set[str]:
    texts = (truth["body_text"], truth.get("body_with_quotes", truth["body_text"]))
    return {squeezed(text) for text in texts}


def time_is_right(truth: Line, published: str | None) -> bool:
    """Compare instants, cut to the precision in which the page shows the time."""
    match = _ISO.match(published or "")
    if match is None:
        return False
    precision = truth["shown_precision"]
    there = datetime.fromisoformat(truth["published"])
    if precision == "day":
        return str(published)[:10] == there.date().isoformat()
    if not match["zone"] or (precision == "second" and not match["second"]):
        return False
    step = _STEP[precision]
    epoch = datetime.fromisoformat("1970-01-01T00:00:00+00:00")
    return (datetime.fromisoformat(str(published)) - epoch) // step == (there - epoch) // step


def is_right(name: str, truth: Line, record: Line) -> bool:
    match name:
        case "author":
            return bool(record.get("author") == truth["author"])
        case "time":
            return time_is_right(truth, record.get("published"))
    return squeezed(record.get("body_text")) in bodies_of(truth)


def _is_given(name: str, record: Line) -> bool:
    return bool(record.get({"time": "published", "body": "body_text"}.get(name, name)))


def family_of(url: str) -> str:
    return urlsplit(url).path.split("/")[1]


def _alike(one: str, other: str) -> float:
    a, b = Counter(_WORD.findall(one)), Counter(_WORD.findall(other))
    size = a.total() + b.total()
    return 2 * (a & b).total() / size if size else 0.0


def _short(line: Line) -> str:
    body = " ".join((line.get("body_text") or "").split())
    return f"{line['url']} {line.get('author')!r} {line.get('published')} {body[:60]!r}"


#: Ways to recognise a post, surest first: keys of a true one, keys of a record.
_WAYS: tuple[tuple[Callable[[Line], list[Hashable]], Callable[[Line], list[Hashable]]], ...] = (
    (
        lambda t: [(t.get("post_id"), body) for body in bodies_of(t)],
        lambda r: [(_number(r.get("post_id")), squeezed(r.get("body_text")))],
    ),
    (
        lambda t: [(t["author"], body) for body in bodies_of(t)],
        lambda r: [(r.get("author"), squeezed(r.get("body_text")))],
    ),
    (lambda t: [*bodies_of(t)], lambda r: [squeezed(r.get("body_text"))]),
    (lambda t: [t.get("post_id")], lambda r: [_number(r.get("post_id"))]),
    (
        lambda t: [(t["author"], t["published"][:16])],
        lambda r: [(r.get("author"), (r.get("published") or "")[:16])],
    ),
)


def _number(text: Any) -> int | None:
    return int(text) if str(text or "").isdigit() else None


class _Pairing:
    """Pairs the records of one family with its true posts, one to one."""

    def __init__(self, truths: list[Line], rows: list[Line]) -> None:
        self.truths, self.rows = truths, rows
        self.pairs: dict[int, int] = {}  # record -> truth
        self._left = set(range(len(truths)))
        for of_truth, of_record in _WAYS:
            self._pair(of_truth, of_record)
        self._pair_by_words()

    def _pair(
        self,
        of_truth: Callable[[Line], list[Hashable]],
        of_record: Callable[[Line], list[Hashable]],
    ) -> None:
        index: dict[Hashable, list[int]] = defaultdict(list)
        for n in sorted(self._left):
            for key in of_truth(self.truths[n]):
                if key not in (None, ""):
                    index[key].append(n)
        for r, row in enumerate(self.rows):
            if r in self.pairs:
                continue
            found = {n for key in of_record(row) for n in index.get(key, ()) if n in self._left}
            if found:
                self._join(r, max(sorted(found), key=lambda n: self._fits(n, row)))

    def _fits(self, n: int, row: Line) -> int:
        return sum(is_right(name, self.truths[n], row) for name in FIELDS)

    def _join(self, r: int, n: int) -> None:
        self.pairs[r] = n
        self._left.discard(n)

    def _pair_by_words(self) -> None:
        for r, row in enumerate(self.rows):
            if r in self.pairs:
                continue
            near = [
                n for n in self._left if self.truths[n].get("thread_url") == row.get("thread_url")
            ]
            text = row.get("body_text") or ""
            scores = {n: _alike(text, self.truths[n]["body_text"]) for n in near}
            best = max(scores, key=lambda n: scores[n], default=None)
            if best is not None and scores[best] >= 0.5:
                self._join(r, best)

    def is_double(self, row: Line) -> bool:
        """Tell whether a record without a partner repeats a post that has one."""
        number = _number(row.get("post_id"))
        body = squeezed(row.get("body_text"))
        return any(
            (number is not None and number == truth.get("post_id"))
            or (truth["author"] == row.get("author") and body in bodies_of(truth))
            for truth in self.truths
        )


def compare(rows: Iterable[Line], truths: Iterable[Line], known: Iterable[str]) -> Comparison:
    """Compare feed lines with the true ones that can be reached.

    Parameters
    ----------
    rows
        Lines of the feed. Two of one key are a double, whatever their versions.
    truths
        Lines of the truth endpoint.
    known
        The families there are, each the first part of its paths.
    """
    out = Comparison({name: Tally() for name in known})
    by_family: dict[str, tuple[list[Line], list[Line]]] = {n: ([], []) for n in out.families}
    for truth in truths:
        by_family[family_of(truth["url"])][0].append(truth)
    keys: set[str] = set()
    for row in rows:
        if row["key"] in keys:
            out.doubled.append(f"line again (version {row.get('version')}): {_short(row)}")
            continue
        keys.add(row["key"])
        family = by_family.get(family_of(row["url"]))
        if family is None:
            out.unknown.append(_short(row))
        else:
            family[1].append(row)
    for name, (there, got) in by_family.items():
        _judge(out, out.families[name], _Pairing(there, got))
    return out


def _judge(out: Comparison, tally: Tally, pairing: _Pairing) -> None:
    tally.truths, tally.records = len(pairing.truths), len(pairing.rows)
    tally.paired = len(pairing.pairs)
    paired = set(pairing.pairs.values())
    out.lost += [_short(t) for n, t in enumerate(pairing.truths) if n not in paired]
    for r, row in enumerate(pairing.rows):
        for name in FIELDS:
            tally.given[name] += _is_given(name, row)
        if r not in pairing.pairs:
            (out.doubled if pairing.is_double(row) else out.unknown).append(_short(row))
            continue
        truth = pairing.truths[pairing.pairs[r]]
        for name in FIELDS:
            right = is_right(name, truth, row)
            tally.hits[name] += right
            if not right:
                out.wrong[name].append(_difference(name, truth, row))


def _difference(name: str, truth: Line, row: Line) -> str:
    if name == "body":
        there = " ".join((truth.get("body_with_quotes") or truth["body_text"]).split())
        got = " ".join((row.get("body_text") or "").split())
        at = next((n for n, (a, b) in enumerate(zip(there, got, strict=False)) if a != b), None)
        start = max(0, (min(len(there), len(got)) if at is None else at) - 20)
        return f"{truth['url']} …{got[start : start + 60]!r} is …{there[start : start + 60]!r}"
    key = "published" if name == "time" else name
    raw = f" ({row.get('published_raw')!r})" if name == "time" else ""
    return f"{truth['url']} {row.get(key)!r}{raw} is {truth[key]!r}"
