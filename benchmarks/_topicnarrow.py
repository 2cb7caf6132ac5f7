"""Crawls that begin with a bare name, with and without automatic widening.

What is wanted are the pages of a task; what the crawl is told is one name out of it, such as
that of a bird. Both crawls are the product's own course on a topic, as the settings make it;
its clock runs a second a page. A page is kept when it is on the topic as it is at that time.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scrapy.settings import Settings

from benchmarks._topicbed import Bed, Task, crawl
from benchmarks.common import BenchError
from fpcrawl.spiders.topicsettings import make_course, topic_setup
from fpcrawl.topic.hypernyms import Hypernyms
from fpcrawl.topic.lexicon import load_lexicons
from fpcrawl.topic.library import TopicLibrary
from fpcrawl.topic.model import Judgement
from fpcrawl.topic.segment import make_segmenter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fpcrawl.topic.course import TopicCourse
    from fpcrawl.topic.model import TopicPage

__all__ = ["CourseModel", "narrow", "narrow_tasks"]

#: Names of a task.
NAMES = 3
#: A wider word stands for a task when such a share of the pages that hold it is on the task,
#: and it stands on such a share of those on the task, each time so often at least.
_PRECISE, _WHOLE, _OFTEN = 0.7, 0.3, 3
_MOST_WORDS, _MOST_LETTERS, _MOST_HAN = 3, 30, 8
_ASIDE = re.compile(r"\s*[（(].*")
_NAME_ZH = re.compile(rf"[\u4e00-\u9fff]{{3,{_MOST_HAN}}}")
_NAME_EN = re.compile(r"[A-Za-z][A-Za-z .'-]+")


class CourseModel:
    """A course on a topic as the simulated crawl asks it; takes note of what is kept."""

    name = "course"

    def __init__(self, course: TopicCourse) -> None:
        self._course = course
        self.kept: list[str] = []
        self.widened: list[str] = []
        self._now = 0.0

    def see(self, page: TopicPage) -> Judgement:
        """Judge a page as the crawl does."""
        self._now += 1.0
        seen = self._course.see(page, self._now, self._now, own=True)
        if seen.is_on_topic:
            self.kept.append(page.url)
        if seen.widened:
            self.widened.append(seen.widened)
        return Judgement(seen.score, seen.priorities)

    def to_json(self) -> dict[str, Any]:
        """Return what the course has learnt."""
        return self._course.to_json()

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what :meth:`to_json` gave."""
        self._course.restore(state, self._now)


def narrow_tasks(
    bed: Bed, tasks: Sequence[Task], hypernyms: Hypernyms, budget: int, *, steps: int
) -> list[Task]:
    """Return tasks to begin with one name each, drawn by a fixed seed from those that fit.

    Names are titles of pages on a task and texts of links to them, in the task's language. One
    fits when a word that is at most ``steps`` wider stands for the task: most pages that hold
    that word often are on the task, and it stands often on a good part of them. A word that
    does not stand for what is wanted cannot keep it, however well the topic is widened.
    """
    low = [(title.lower(), text.lower()) for title, text in bed.texts]
    into: dict[int, set[str]] = {}
    for links in bed.links:
        for target, anchor in links:
            into.setdefault(target, set()).add(anchor.strip())
    told: dict[str, frozenset[int]] = {}
    found = []
    for task in tasks:
        names = {_ASIDE.sub("", bed.texts[place][0]).strip() for place in task.relevant}
        names.update(*(into.get(place, ()) for place in task.relevant))
        ranked = sorted(name for name in names if _is_name(name, task.lang))
        random.Random(f"{bed.name}/{task.name}/narrow").shuffle(ranked)
        chosen = 0
        for name in ranked:
            if not _leads_to(task, name.lower(), hypernyms, steps, low, told):
                continue
            found.append(replace(task, name=f"{task.name}: {name}", title=name, budget=budget))
            chosen += 1
            if chosen == NAMES:
                break
    return found


def _leads_to(
    task: Task,
    name: str,
    hypernyms: Hypernyms,
    steps: int,
    texts: Sequence[tuple[str, str]],
    told: dict[str, frozenset[int]],
) -> bool:
    used = [name]
    for _ in range(steps):
        choice = hypernyms.choose(used[-1], used)
        if choice is None:
            return False
        used.append(choice.wider)
        if choice.wider not in told:
            told[choice.wider] = frozenset(_about(choice.wider, texts))
        held = told[choice.wider]
        common = len(held & task.relevant)
        if common >= _PRECISE * len(held) and common >= _WHOLE * len(task.relevant):
            return True
    return False


def _is_name(text: str, language: str) -> bool:
    if language == "zh":
        return bool(_NAME_ZH.fullmatch(text))
    return (
        bool(_NAME_EN.fullmatch(text))
        and 3 < len(text) <= _MOST_LETTERS
        and len(text.split()) <= _MOST_WORDS
    )


def _about(word: str, texts: Sequence[tuple[str, str]]) -> Iterator[int]:
    """Yield the pages that have a word in their title, or often in their text."""
    edge, plural = (r"\b", "s?") if word.isascii() else ("", "")
    pattern = re.compile(f"{edge}{re.escape(word)}{plural}{edge}")
    for number, (title, text) in enumerate(texts):
        is_named = word in title and pattern.search(title) is not None
        if is_named or (word in text and len(pattern.findall(text)) >= _OFTEN):
            yield number


def narrow(
    bed: Bed,
    tasks: Sequence[Task],
    lexicons: Sequence[str],
    say: Callable[[str], None],
    *,
    model: str,
    budget: int,
    steps: int = 3,
) -> dict[str, Any]:
    """Return what widening brings on narrow topics.

    Parameters
    ----------
    tasks
        Those from which names are taken.
    lexicons
        As the setting names them.
    model
        The crawl model that both crawls use.
    budget
        Pages that a crawl fetches.
    steps
        So often the topic may be widened.

    Raises
    ------
    BenchError
        When the bed offers no such topic.
    """
    hypernyms = Hypernyms([load_lexicons(lexicons)])
    names = narrow_tasks(bed, tasks, hypernyms, budget, steps=steps)
    if not names:
        raise BenchError(f"{bed.name}: no name leads to a word that stands for a task")
    rows = []
    for task in names:
        row: dict[str, Any] = {"topic": task.name, "relevant": len(task.relevant)}
        for key, most in (("widened", steps), ("plain", 0)):
            row[key] = _course_of(bed, task, lexicons, model, most)
        rows.append(row)
        counts = ", ".join(f"{key} {row[key]}" for key in ("plain", "widened"))
        say(f"{bed.name} {task.name} ({row['relevant']} pages): {counts}")
    totals = {
        key: {
            part: sum(row[key][part] for row in rows)
            for part in ("relevant_fetched", "kept", "relevant_kept")
        }
        for key in ("plain", "widened")
    }
    wide, plain = totals["widened"], totals["plain"]
    return {
        "model": model,
        "budget": budget,
        "steps": steps,
        "topics": rows,
        "totals": totals,
        "ratio": round(wide["relevant_kept"] / max(plain["relevant_kept"], 1), 2),
        "ratio_fetched": round(wide["relevant_fetched"] / max(plain["relevant_fetched"], 1), 2),
        "precision": round(wide["relevant_kept"] / max(wide["kept"], 1), 4),
    }


def _course_of(
    bed: Bed, task: Task, lexicons: Sequence[str], model: str, steps: int
) -> dict[str, Any]:
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    settings.set("FPCRAWL_TOPIC_LEXICONS", ";".join(lexicons))
    settings.set("FPCRAWL_TOPIC_MODEL", model)
    settings.set("FPCRAWL_TOPIC_WIDEN_STEPS", steps)
    settings.set("FPCRAWL_TOPIC_WIDEN_KEEP", True)
    library = TopicLibrary(task.title)
    setup = topic_setup(library, settings)
    segmenter = make_segmenter(setup.segmenter, words=setup.words)
    # The reader cuts the pages of a crawl with the topic's words in one piece.
    own = Bed(bed.name, bed.urls, bed.texts, bed.links, bed.tasks, segmenter)
    course = CourseModel(make_course(library, settings, 0.0))
    done = crawl(own, course, task.seeds, task.budget)
    kept = [bed.number[url] in task.relevant for url in course.kept]
    return {
        "relevant_fetched": len(set(done.fetched) & task.relevant),
        "kept": len(kept),
        "relevant_kept": sum(kept),
        "why": course.widened,
    }
