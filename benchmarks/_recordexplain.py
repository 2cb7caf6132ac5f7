"""Shows where the records of a page went wrong."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from benchmarks.scoring import author_matches, time_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks._recordrun import Judged

__all__ = ["explain"]

_CUT = 90
_FIELDS_SHOWN = 3


def explain(name: str, pages: Sequence[Judged], most: int) -> None:
    """Print the ``most`` pages of a folder that went most wrong, and how."""
    for page in sorted(pages, key=_worth)[:most]:
        if _worth(page) < 1.0 or not page.role_is_right:
            print(f"{name}: {page.page.id} {page.page.page.url}", file=sys.stderr)
            for line in _lines(page):
                print(f"    {line}", file=sys.stderr)


def _worth(page: Judged) -> float:
    score = page.score
    if score is None:
        return page.words if page.words is not None else 1.0
    parts = [field.f1 for field in (score.author, score.time, score.body)]
    return (sum(parts) + (page.words if page.words is not None else 0.0)) / (
        len(parts) + (page.words is not None)
    )


def _lines(page: Judged) -> Iterator[str]:
    if not page.role_is_right:
        yield f"taken for {page.role}: {'; '.join(page.why)}"
    if page.words is not None:
        yield f"word F1 {page.words:.3f}, {len(page.gots)} records"
    score = page.score
    if score is None:
        return
    yield (
        f"{score.labelled} posts, {score.extracted} records, {len(score.pairs)} found; "
        f"F1 author {score.author.f1:.2f} time {score.time.f1:.2f} body {score.body.f1:.2f}"
    )
    truths = page.page.posts or ()
    found = {pair.true for pair in score.pairs}
    used = {pair.got for pair in score.pairs}
    shown = 0
    for n, true in enumerate(truths):
        if n not in found and shown < _FIELDS_SHOWN:
            shown += 1
            yield f"missed {n}: {true.author!r} {true.time!r} {_cut(true.bodies[0])}"
    shown = 0
    for n, got in enumerate(page.gots):
        if n not in used and shown < _FIELDS_SHOWN:
            shown += 1
            yield f"stray {n}: {got.author!r} {got.time_raw!r} {_cut(got.body)}"
    shown = 0
    for pair in score.pairs:
        true, got = truths[pair.true], page.gots[pair.got]
        wrong = []
        if true.author and not author_matches(true.author, got.author):
            wrong.append(f"author {got.author!r} for {true.author!r}")
        if true.time and not time_matches(true.time, got, shows_minute=true.shows_minute):
            wrong.append(f"time {got.time!r} ({got.time_raw!r}) for {true.time!r}")
        if pair.body < 1.0:
            wrong.append(f"body {pair.body:.3f} {_difference(got.body, true.bodies[0])}")
        if wrong and shown < _FIELDS_SHOWN:
            shown += 1
            yield f"post {pair.true}: {'; '.join(wrong)}"


def _difference(got: str, true: str) -> str:
    """Where two texts first differ, white space apart."""
    one, other = "".join(got.split()), "".join(true.split())
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    at = min(len(one), len(other)) if at is None else at
    start = max(0, at - 10)
    return f"at {at}: {_cut(one[start:])} for {_cut(other[start:])}"


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return repr(text[:_CUT] + ("..." if len(text) > _CUT else ""))
