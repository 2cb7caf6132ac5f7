"""What several workers learn of one topic, put together in the state that the next run begins with.

Counts of pages and of words are summed. Of what cannot be summed (words that were found, how far
the topic was widened) the state of the worker that has got further stands. All of it is the plain
data of :meth:`fpcrawl.topic.course.TopicCourse.to_json`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.topic.models.modelsum import added_terms, model_sum

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["course_sum"]

_LOG = 500
_LATE = 100
_TERMS, _SHAPE_TERMS, _EVIDENCE_TERMS = 20_000, 400, 5_000
_SHAPES = 64

Data = dict[str, Any]


def course_sum(found: Data, before: Mapping[str, Any], now: Data) -> Data:
    """Return what is stored, with what one worker has learnt since it stored last.

    Parameters
    ----------
    found
        What is stored by now.
    before, now
        The worker's course when it stored last, and now.
    """
    standing, told = found.get("standing") or {}, now["standing"]
    same = ("version" in found, found.get("version"), standing.get("name"))
    if same != (True, now["version"], told["name"]):
        return now
    pages = told["pages"] - before["standing"]["pages"]
    out = {**now, "sum": round(_more("sum", found, before, now), 6)}
    out["late"] = [*found.get("late", ()), *(now["late"][-pages:] if pages > 0 else ())][-_LATE:]
    out["standing"] = _standing(out, found["standing"], before["standing"], told)
    out["frequencies"] = _words(found, before, now, "frequencies", _TERMS)
    for part, add in (("alike", _alike), ("growth", _growth), ("widening", _widening)):
        out[part] = _part(found.get(part), before.get(part), now.get(part), add)
    out["model"] = _part(found.get("model"), before.get("model"), now.get("model"), model_sum)
    return out


def _part(found: Any, before: Any, now: Any, add: Any) -> Any:
    """Return the sum of a part that may be missing, or of another version."""
    if not found or not now or not before or found.get("version") != now.get("version"):
        return now or found
    return add(found, before, now)


def _more(name: str, found: Mapping[str, Any], before: Mapping[str, Any], now: Data) -> Any:
    return found.get(name, 0) + now.get(name, 0) - before.get(name, 0)


def _standing(
    out: Data, found: Mapping[str, Any], before: Mapping[str, Any], now: Mapping[str, Any]
) -> Data:
    counts = {name: found[name] + now[name] - before[name] for name in ("pages", "on_topic")}
    pages = max(counts["pages"], 1)
    further = found if found["steps"] > now["steps"] else now
    return {
        **now,
        **counts,
        "harvest": round(counts["on_topic"] / pages, 4),
        "harvest_late": round(sum(out["late"]) / max(len(out["late"]), 1), 4),
        "mean_score": round(out["sum"] / pages, 4),
        "steps": further["steps"],
        "word": further["word"],
    }


def _words(
    found: Mapping[str, Any],
    before: Mapping[str, Any],
    now: Mapping[str, Any],
    name: str,
    most: int,
) -> Data:
    """Return summed document frequencies."""
    one, old, new = found[name], before[name], now[name]
    return {
        **new,
        "documents": _more("documents", one, old, new),
        "terms": added_terms(one["terms"], old["terms"], new["terms"], most),
    }


def _alike(found: Mapping[str, Any], before: Mapping[str, Any], now: Data) -> Data:
    nothing = [0, {"documents": 0, "terms": {}}]
    names = {**found["shapes"], **now["shapes"]}
    shapes = {}
    for name in list(names)[-_SHAPES:]:
        mine = now["shapes"].get(name)
        if mine is None:
            shapes[name] = found["shapes"][name]
            continue
        theirs = found["shapes"].get(name) or [0, {**mine[1], "documents": 0, "terms": {}}]
        old = before["shapes"].get(name, nothing)
        rows = [{"taught": taught, "others": others} for taught, others in (theirs, old, mine)]
        others = _words(rows[0], rows[1], rows[2], "others", _SHAPE_TERMS)
        shapes[name] = [_more("taught", rows[0], rows[1], rows[2]), others]
    return {
        **now,
        "shapes": shapes,
        "frequencies": _words(found, before, now, "frequencies", _TERMS),
    }


def _growth(found: Mapping[str, Any], before: Mapping[str, Any], now: Data) -> Data:
    one, old, new = (part["evidence"] for part in (found, before, now))
    pages = _more("pages", one, old, new)
    terms = {}
    for term in {**one["terms"], **new["terms"]}:
        rows = (part["terms"].get(term, (0.0, 0)) for part in (one, old, new))
        theirs, was, mine = rows
        total = [round(theirs[0] + mine[0] - was[0], 5), theirs[1] + mine[1] - was[1]]
        if total[1] > 0:
            terms[term] = total
    ranked = sorted(terms, key=lambda term: (-terms[term][0], term))[:_EVIDENCE_TERMS]
    known = {(entry["at"], entry["term"], entry["what"]) for entry in found["log"]}
    log = [e for e in now["log"] if (e["at"], e["term"], e["what"]) not in known]
    further = now if new["pages"] >= one["pages"] else found
    return {
        **now,
        "evidence": {**new, "pages": pages, "terms": {term: terms[term] for term in ranked}},
        "next": max(found["next"], now["next"]),
        "terms": further["terms"],
        "log": sorted([*found["log"], *log], key=lambda entry: entry["at"])[-_LOG:],
    } | ({"background": further["background"]} if "background" in further else {})


def _widening(found: Mapping[str, Any], before: Mapping[str, Any], now: Data) -> Data:
    one, old, new = (part["counts"] for part in (found, before, now))
    further = found if one["steps"] > new["steps"] else now
    counts = {**further["counts"], "relevant": _more("relevant", one, old, new)}
    if one["steps"] == new["steps"] == old["steps"]:
        for name in ("judged_here", "relevant_here"):
            counts[name] = _more(name, one, old, new)
        counts["ended"] = one["ended"] or new["ended"]
    return {**now, "topic": further["topic"], "counts": counts}
