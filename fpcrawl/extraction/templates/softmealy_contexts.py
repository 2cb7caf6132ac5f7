"""Contexts of separators: the tags in a row that labelled places have in common."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.extraction.templates.softmealy_rules import form_of, gap_of
from fpcrawl.extraction.templates.tokens import attributes_of, class_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fpcrawl.extraction.templates.softmealy_places import LabelledSource, Spot
    from fpcrawl.extraction.templates.softmealy_rules import Gap, TagForm

__all__ = ["Context", "Sample", "contexts_of", "groups_of", "key_of"]

#: Tags of a context, at most.
MAX_CONTEXT = 10
#: Pages from which on a class that most of them do not have is made up for each.
MANY_PAGES = 4
_NAME_END = re.compile(r"[\s/>]")


@dataclass(frozen=True, slots=True)
class Sample:
    """A tag that a rule has to match, and the number of the record it belongs to."""

    source: LabelledSource
    record: int
    tag: int
    spot: Spot | None = None

    @property
    def start(self) -> int:
        """Where it stands."""
        return self.source.map.tags[self.tag].start

    @property
    def next_start(self) -> int:
        """Where the next tag stands, -1 when there is none."""
        tags = self.source.map.tags
        return tags[self.tag + 1].start if self.tag + 1 < len(tags) else -1

    def raw(self, step: int) -> str | None:
        """Return a tag before it (negative) or behind it; ``None`` beyond the page."""
        n = self.tag + step
        return self.source.map.raw(n) if 0 <= n < len(self.source.map.tags) else None

    def gap(self, step: int) -> Gap | None:
        """Tell what stands between a tag and the next."""
        tags = self.source.map.tags
        n = self.tag + step
        return gap_of(self.source.map.source[tags[n].end : tags[n + 1].start])


@dataclass(slots=True)
class Context:
    """Tags in a row that samples have in common, and how often they mislead."""

    samples: list[Sample]
    tags: tuple[TagForm, ...]
    gaps: tuple[Gap, ...]
    wrong: float


@lru_cache(maxsize=4096)
def key_of(raw: str) -> tuple[str, ...]:
    """Class of a tag as a token: its name, its classes and the names of its attributes."""
    name = _NAME_END.split(raw[1:] if raw[1:2] != "/" else raw[2:], maxsplit=1)[0].lower()
    if raw.startswith("</"):
        return ("/" + name,)
    attributes = attributes_of(raw)
    classes = next((class_of(a.value) for a in attributes if a.name == "class"), "")
    return (name, classes, *(a.name for a in attributes))


def groups_of(samples: Sequence[Sample], raws: Sequence[str]) -> list[list[Sample]]:
    """Sort samples by the class of a tag.

    The names of classes that each page makes up for itself do not count.
    """
    fine: dict[tuple[str, ...], list[Sample]] = defaultdict(list)
    for sample, raw in zip(samples, raws, strict=True):
        fine[key_of(raw)].append(sample)
    coarse: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    for key in fine:
        coarse[key[:1] + key[2:]].append(key)
    out = []
    for keys in coarse.values():
        pages = [{id(sample.source) for sample in fine[key]} for key in keys]
        everywhere = set().union(*pages)
        if len(everywhere) >= MANY_PAGES and 2 * max(map(len, pages)) < len(everywhere):
            out.append([sample for key in keys for sample in fine[key]])
        else:
            out += [fine[key] for key in keys]
    return sorted(out, key=len, reverse=True)


def contexts_of(
    samples: list[Sample], step: int, judge: Callable[[Context], float]
) -> list[Context]:
    """Shortest contexts that tell the samples from all else; several where they differ.

    Parameters
    ----------
    step
        -1 for tags to the left of the samples, 1 for those to the right.
    judge
        Tells how often a context misleads.
    """
    best: Context | None = None
    tags: list[TagForm] = []
    gaps: list[Gap] = []
    for n in range(MAX_CONTEXT):
        raws = [sample.raw(step * n) for sample in samples]
        if None in raws:
            break
        if n:
            between = {sample.gap(-n if step < 0 else n - 1) for sample in samples}
            if None in between:
                break
            gaps.append("t" if "t" in between else "c" if "c" in between else "s")
        groups = groups_of(samples, [raw or "" for raw in raws])
        if len(groups) > 1:
            parts = [c for group in groups for c in contexts_of(group, step, judge)]
            if best is not None and sum(part.wrong for part in parts) >= best.wrong:
                break
            return parts
        tags.append(form_of([raw for raw in raws if raw is not None]))
        context = Context(samples, tuple(tags[::step]), tuple(gaps[::step]), 0.0)
        context.wrong = judge(context)
        if best is None or context.wrong < best.wrong:
            best = context
        if not context.wrong:
            break
    return [best] if best is not None else []
