"""What one table of families has learnt since a moment, to be added to another's.

Several workers crawl one site. What each learns of its families are counts, so what one has
added can be added to what the others know, in any order. All of it is the plain data of
:meth:`fpcrawl.walk.families.FamilyTable.to_json`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fpcrawl.walk.families import FamilyTable

__all__ = ["absorb_families", "family_growth"]

_COUNTS = "fetched useful duplicate errors trapped ended detours skipped".split()


def family_growth(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was added between two states of one table; empty when nothing was."""
    known = {entry["shape"]: entry for entry in before["families"]}
    families = []
    for entry in now["families"]:
        old = known.get(entry["shape"])
        if entry != old:
            families.append(entry if old is None else _grown(old, entry))
    parameters = {}
    for name, (fetched, useful) in now["parameters"].items():
        old_fetched, old_useful = before["parameters"].get(name, (0, 0))
        if fetched != old_fetched:
            parameters[name] = [fetched - old_fetched, useful - old_useful]
    pagers = {}
    for shape, (ends, size) in now["pagers"].items():
        old_ends, old_size = before["pagers"].get(shape, (0, 0))
        if (ends, size) != (old_ends, old_size):
            pagers[shape] = [ends - old_ends, size]
    told = before.get("turned", ())
    out = {
        "families": families,
        "parameters": parameters,
        "pagers": pagers,
        "traps": _more(before["traps"], now["traps"]),
        "turned": sorted(set(now.get("turned", ())) - set(told)),
        "wasted": now["wasted"] - before["wasted"],
        "paid": now["paid"] - before["paid"],
    }
    return {name: value for name, value in out.items() if value}


def _more(before: Mapping[str, float], now: Mapping[str, float]) -> dict[str, float]:
    more = {name: value - before.get(name, 0) for name, value in now.items()}
    return {name: value for name, value in more.items() if value > 0}


def _grown(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {"shape": new["shape"]}
    for name in _COUNTS:
        out[name] = max(0, new[name] - old[name])
    out["roles"] = _more(old["roles"], new["roles"])
    # Each fetch is one of the recent ones, but for page numbers beyond the end.
    fresh = out["fetched"] - out["ended"]
    out["recent"] = new["recent"][-fresh:] if fresh > 0 else []
    out["example"], out["why"] = new["example"], new["why"]
    return out


def absorb_families(table: FamilyTable, grown: Mapping[str, Any]) -> None:
    """Add to a table what :func:`family_growth` found of another one."""
    for entry in grown.get("families", ()):
        family = table.of_shape(entry["shape"])
        for name in _COUNTS:
            setattr(family, name, getattr(family, name) + entry[name])
        for role, weight in entry["roles"].items():
            family.roles[role] = family.roles.get(role, 0.0) + weight
        family.recent.extend(entry["recent"])
        if not family.example:
            family.example, family.why = entry["example"], list(entry["why"])
    for name, (fetched, useful) in grown.get("parameters", {}).items():
        table.add_parameter(name, fetched, useful)
    for shape, (ends, size) in grown.get("pagers", {}).items():
        table.pagers.add(shape, ends, size)
    for name, count in grown.get("traps", {}).items():
        table.traps[name] = table.traps.get(name, 0) + count
    for shape in grown.get("turned", ()):
        table.add_turned(shape)
    table.wasted += grown.get("wasted", 0)
    table.paid += grown.get("paid", 0)
