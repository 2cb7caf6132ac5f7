"""What several workers' crawl models have learnt, put together.

All of it is the plain data of the models' ``to_json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["added_terms", "model_sum"]

#: What a model keeps between runs, as of its own ``to_json``.
_LINKS, _TEXTS, _TERMS = 60_000, 300, 40_000

Data = dict[str, Any]


def added_terms(
    found: Mapping[str, int], before: Mapping[str, int], now: Mapping[str, int], most: int
) -> dict[str, int]:
    """Return counts by name with what was added between two states, the ``most`` frequent."""
    out = dict(found)
    for name, count in now.items():
        more = count - before.get(name, 0)
        if more:
            out[name] = out.get(name, 0) + more
    out = {name: count for name, count in out.items() if count > 0}
    if len(out) <= most:
        return out
    ranked = sorted(out, key=out.__getitem__, reverse=True)[:most]
    return {name: out[name] for name in ranked}


def model_sum(found: Data, before: Data, now: Data) -> Data:
    """Return what is stored of a model, with what one worker's has learnt since it stored last.

    Parameters
    ----------
    found
        What is stored by now.
    before, now
        The worker's model when it stored last, and now.
    """
    if {found.get("model"), before.get("model")} != {now.get("model")}:
        return now
    if "judge" in now:
        return {**now, "judge": model_sum(found["judge"], before["judge"], now["judge"])}
    if "pages" in now:
        return _graphs(found, before, now)
    if "links" in now:
        return _tables(found, before, now)
    return now


def _tables(found: Data, before: Data, now: Data) -> Data:
    words = [part["frequencies"] for part in (found, before, now)]
    links = [part["links"] for part in (found, before, now)]
    done = dict.fromkeys([*links[0]["done"], *links[2]["done"]])
    rows: dict[str, list[float]] = {url: list(row) for url, row in links[0]["open"].items()}
    for url, row in links[2]["open"].items():
        old = links[1]["open"].get(url, (0.0, 0.0, 0.0))
        if list(row) != list(old):
            sums = zip(rows.get(url, (0.0, 0.0, 0.0)), row, old, strict=True)
            rows[url] = [round(theirs + mine - was, 5) for theirs, mine, was in sums]
    most = max(len(words[0]["terms"]), len(words[2]["terms"]))
    return {
        **now,
        "frequencies": {
            **words[2],
            "documents": words[0]["documents"] + words[2]["documents"] - words[1]["documents"],
            "terms": added_terms(words[0]["terms"], words[1]["terms"], words[2]["terms"], most),
        },
        "links": {
            "open": dict(
                [(u, r) for u, r in rows.items() if u not in done and r[0] >= 1][-_LINKS:]
            ),
            "done": list(done)[-_LINKS:],
        },
    }


def _graphs(found: Data, before: Data, now: Data) -> Data:
    """Return one graph of two: pages by address, each link once, the texts of the latest pages."""
    rows: dict[str, list[Any]] = {row[0]: row for row in found["pages"]}
    was = {row[0]: row for row in before["pages"]}
    for row in now["pages"]:
        theirs = rows.get(row[0])
        # What a worker has fetched it knows better than one that has only seen links to it.
        if theirs is None or (row != was.get(row[0]) and row[1] >= theirs[1]):
            rows[row[0]] = row
    texts: dict[str, Data] = {}
    links: dict[tuple[str, str], Data] = {}
    for part in (found, now):
        urls = [row[0] for row in part["pages"]]
        for source, target, anchor in part["links"]:
            links[urls[source], urls[target]] = part["anchors"][anchor]
        for node, terms in part["texts"]:
            texts.pop(urls[node], None)
            texts[urls[node]] = terms
    kept = list(links.items())[-_LINKS:]
    last = list(texts.items())[-_TEXTS:]
    named = dict.fromkeys([url for pair, _ in kept for url in pair] + [url for url, _ in last])
    place = {url: n for n, url in enumerate(named)}
    anchors: list[Data] = []
    anchor_place: dict[int, int] = {}
    for _, terms in kept:
        if id(terms) not in anchor_place:
            anchor_place[id(terms)] = len(anchors)
            anchors.append(terms)
    return {
        **(now if now["learnt_at"] >= found["learnt_at"] else found),
        "seen": found["seen"] + now["seen"] - before["seen"],
        "best": max(found["best"], now["best"]),
        "best_plain": max(found["best_plain"], now["best_plain"]),
        "documents": found["documents"] + now["documents"] - before["documents"],
        "terms": added_terms(found["terms"], before["terms"], now["terms"], _TERMS),
        "pages": [rows[url] for url in named],
        "texts": [[place[url], terms] for url, terms in last],
        "anchors": anchors,
        "links": [[place[a], place[b], anchor_place[id(terms)]] for (a, b), terms in kept],
    }
