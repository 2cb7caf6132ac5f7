"""Learn the parameters of FPC from pages whose templates are known.

    python -m fpcrawl.clustering.train --data DIR [--out FILE]

``DIR`` holds ``clusters.jsonl``, ``families.jsonl`` or data folders with a manifest that
names software and theme, at any depth. Each kind of label is a set of pages of its own. A
choice of parameters is judged by grouping each set as a whole and comparing the pairs of
pages that it joined with those that belong together: pairwise F1.

Sites are dealt to folds. For each fold the best choice is taken by the pages of the other
folds' sites, and scored on the pages of its own: these are the scores of the card. The
parameters that are written were chosen on all sites.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.clustering.labelled import LabelledPages, read_labelled
from fpcrawl.clustering.mkmeans import PreparedPages
from fpcrawl.clustering.normalise import stable_hash
from fpcrawl.clustering.weights import FEATURES, FpcParameters
from fpcrawl.exceptions import FpcrawlError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

__all__ = ["main", "pair_scores", "train"]

FOLDS = 5
#: Pages grouped by template are what is wanted; one software has many themes, and themes of
#: one software may have the same template.
_IMPORTANCE = {"clusters": 4.0, "families": 1.0, "software": 1.0}
_EQUAL = (1 / len(FEATURES),) * len(FEATURES)


def pair_scores(labels: Iterable[object], truth: Iterable[object]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the pairs of pages put into one group."""
    labels, truth = list(labels), list(truth)

    def pairs(groups: Counter[Any]) -> int:
        return sum(n * (n - 1) // 2 for n in groups.values())

    both = pairs(Counter(zip(labels, truth, strict=True)))
    made, true = pairs(Counter(labels)), pairs(Counter(truth))
    precision = both / made if made else 1.0
    recall = both / true if true else 1.0
    return precision, recall, 2 * both / (made + true) if made + true else 1.0


@dataclass(slots=True)
class _Set:
    """A set of labelled pages, ready to be grouped again and again."""

    pages: LabelledPages
    prepared: PreparedPages
    folds: NDArray[np.int64]

    def score(self, labels: NDArray[np.int64], folds: Sequence[int]) -> float:
        """F1 over the pages of some folds: of all, and the mean with that of articles."""
        inside = np.isin(self.folds, folds)
        chosen = np.flatnonzero(inside).tolist()
        if len(chosen) < 2:
            return 1.0
        truth = self.pages.labels
        all_f1 = pair_scores([labels[i] for i in chosen], [truth[i] for i in chosen])[2]
        news = [i for i in chosen if self.pages.page_types[i] == "article"]
        if len(news) < 2:
            return all_f1
        news_f1 = pair_scores([labels[i] for i in news], [truth[i] for i in news])[2]
        return (all_f1 + news_f1) / 2


def _folds(sites: Sequence[str]) -> NDArray[np.int64]:
    """Deal sites to folds, in an order that is as good as random and always the same."""
    order = sorted(set(sites), key=stable_hash)
    fold = {site: i % FOLDS for i, site in enumerate(order)}
    return np.array([fold[site] for site in sites], np.int64)


def _random_weights(rng: np.random.Generator, around: Sequence[float]) -> tuple[float, ...]:
    strength = 40.0
    drawn = rng.dirichlet(np.array(around) * strength + 0.15)
    drawn = np.where(drawn < 0.005, 0.0, np.round(drawn, 3))
    return tuple((drawn / drawn.sum()).tolist())


def _choices(rounds: int, seed: int) -> Iterable[FpcParameters]:
    """Yield the choices that are tried: the same for every fold."""
    rng = np.random.default_rng(seed)
    centre = (0.03, 0.78, 0.03, 0.04, 0.04, 0.02, 0.02, 0.02, 0.02)
    for weights in (_EQUAL, centre, (0.0, 1.0, *(0.0,) * 7)):
        for alpha in (0.45, 0.6):
            for density in (0.0, 0.7, 0.75):
                yield FpcParameters(weights=weights, alpha=alpha, density=density, d=0.8)
    for _ in range(rounds):
        yield FpcParameters(
            weights=_random_weights(rng, centre),
            alpha=round(float(rng.uniform(0.4, 0.65)), 2),
            density=float(rng.choice([0.0, 0.65, 0.7, 0.7, 0.75])),
            d=round(float(rng.uniform(0.7, 0.9)), 2),
        )


def train(sets: Sequence[LabelledPages], *, rounds: int = 40, seed: int = 1) -> dict[str, Any]:
    """Return parameters and their card.

    Parameters
    ----------
    sets
        Labelled pages, each set grouped by itself.
    rounds
        Random choices tried beside the fixed ones.
    seed
        Of the random choices.
    """
    ready = [
        _Set(pages, PreparedPages(pages.features, FpcParameters()), _folds(pages.sites))
        for pages in sets
    ]
    tried: list[FpcParameters] = []
    grouped: list[list[NDArray[np.int64]]] = []
    for choice in _choices(rounds, seed):
        tried.append(choice)
        grouped.append([one.prepared.labels(choice) for one in ready])
        _note(f"{len(tried)}: {_mean(ready, grouped[-1], range(FOLDS)):.4f} {choice}")
    equal = [i for i, choice in enumerate(tried) if choice.weights == _EQUAL]
    every = list(range(len(tried)))
    best = _best(ready, grouped, every, range(FOLDS))
    card = {
        "what": "parameters of FPC page clustering",
        "made": datetime.now(UTC).date().isoformat(),
        "data": [one.pages.described() for one in ready],
        "method": f"{len(tried)} choices, cross-validation over sites, {FOLDS} folds",
        "cross_validated": _cross_validated(ready, grouped, every),
        "cross_validated_equal_weights": _cross_validated(ready, grouped, equal),
        "on_all_pages": _scores(ready, grouped[best]),
        "on_all_pages_equal_weights": _scores(
            ready, grouped[_best(ready, grouped, equal, range(FOLDS))]
        ),
    }
    return {"card": card, "parameters": replace(tried[best]).to_json()}


def _note(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _mean(
    ready: Sequence[_Set], labels: Sequence[NDArray[np.int64]], folds: Iterable[int]
) -> float:
    chosen = list(folds)
    importance = [_IMPORTANCE[one.pages.kind] for one in ready]
    scores = [one.score(found, chosen) for one, found in zip(ready, labels, strict=True)]
    return float(np.average(scores, weights=importance))


def _best(
    ready: Sequence[_Set],
    grouped: Sequence[Sequence[NDArray[np.int64]]],
    among: Sequence[int],
    folds: Iterable[int],
) -> int:
    chosen = list(folds)
    return max(among, key=lambda i: (_mean(ready, grouped[i], chosen), -i))


def _cross_validated(
    ready: Sequence[_Set], grouped: Sequence[Sequence[NDArray[np.int64]]], among: Sequence[int]
) -> dict[str, dict[str, float]]:
    """Score each fold by the choice that is best on the others; pairs within folds."""
    labels = [np.zeros(len(one.folds), np.int64) for one in ready]
    for fold in range(FOLDS):
        best = _best(ready, grouped, among, [f for f in range(FOLDS) if f != fold])
        for one, mine, found in zip(ready, labels, grouped[best], strict=True):
            inside = one.folds == fold
            mine[inside] = found[inside] + fold * 1_000_000
    # A template on sites of two folds cannot be found whole: it counts once in each.
    return _scores(ready, labels, by_fold=True)


def _scores(
    ready: Sequence[_Set], labels: Sequence[NDArray[np.int64]], *, by_fold: bool = False
) -> dict[str, dict[str, float]]:
    out: dict[str, dict[str, float]] = {}
    for one, found in zip(ready, labels, strict=True):
        truth: list[object] = list(one.pages.labels)
        if by_fold:
            truth = list(zip(truth, one.folds.tolist(), strict=True))
        parts: dict[str, list[int]] = defaultdict(list)
        for i, kind in enumerate(one.pages.page_types):
            parts["all"].append(i)
            parts[kind].append(i)
        out[one.pages.kind] = {
            part: round(pair_scores([found[i] for i in at], [truth[i] for i in at])[2], 4)
            for part, at in sorted(parts.items())
        }
    return out


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fpcrawl.clustering.train", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, action="append", metavar="DIR")
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")
    parser.add_argument("--rounds", type=int, default=40, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    options = parser.parse_args(arguments)
    try:
        sets = read_labelled(options.data)
    except FpcrawlError as error:
        _note(f"error: {error}")
        return 2
    found = train(sets, rounds=options.rounds, seed=options.seed)
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if options.out is None:
        sys.stdout.write(text)
    else:
        options.out.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
