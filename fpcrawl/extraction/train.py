"""``python -m fpcrawl.extraction.train``: train the networks that tell records from the rest.

Reads labelled data folders, trains a network for posts and one for comments, each with and
without visual features, scores them on software that was left out, and writes weights and a
card that says what they were made from.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.exceptions import FpcrawlError, RenderError
from fpcrawl.extraction.visual.classify import CARD, WEIGHTS, choose, network_name
from fpcrawl.extraction.visual.examples import page_files, read_examples
from fpcrawl.extraction.visual.features import names_of
from fpcrawl.extraction.visual.network import Network, train_network
from fpcrawl.extraction.visual.render import ChromiumRenderer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.extraction.visual.examples import Example, Kind, PageFile

__all__ = ["main", "score_left_out", "train_kind"]

KINDS: tuple[Kind, ...] = ("forum", "comments")
#: Of pages without posts, one in so many is read: there are plenty of things on them.
EVERY_OTHER = 3
#: What is labelled on pages that are examples for several kinds, and on those for one.
LABELS: dict[tuple[Kind, ...], str] = {
    ("forum",): "posts",
    ("comments",): "comments",
    ("forum", "comments"): "pages without records",
}
#: Pages of a kind and folder that a browser lays out, beside those with saved layouts.
LAID_OUT = 6
#: Networks that vote, each from other first weights.
VOTES = 3
#: How much all records of a page count, against all else on it; a page without any.
BARE = 0.25
#: Software with fewer pages is left out together with others, in so many batches.
FEW, FEW_BATCHES = 6, 4


def train_kind(
    examples: Iterable[Example], kind: Kind, *, rendered: bool, votes: int = VOTES, seed: int = 0
) -> tuple[Network, ...]:
    """Train networks for one kind of page.

    Parameters
    ----------
    examples
        Pages; those of another kind are left out.
    rendered
        Whether with visual features.
    votes
        Networks to train.
    seed
        Of the first of them.

    Raises
    ------
    FpcrawlError
        When there are no examples of records.
    """
    chosen = [e for e in examples if kind in e.kinds and e.rendered == rendered]
    if not any(e.posts for e in chosen):
        raise FpcrawlError(f"no page to train {network_name(kind, rendered=rendered)} on")
    pages = Counter(e.fold for e in chosen)
    rows, labels, weights = [], [], []
    for example in chosen:
        told = ~np.isnan(example.labels)
        part = example.labels[told]
        records = part.sum()
        weight = np.where(part > 0, 0.5 / max(records, 1), 0.5 / max(len(part) - records, 1))
        # A software with few pages still has a say.
        weight *= (1.0 if records else BARE) / pages[example.fold] ** 0.5
        rows.append(example.rows[told])
        labels.append(part)
        weights.append(weight)
    names = names_of(visual=rendered)
    table = np.vstack(rows), np.concatenate(labels), np.concatenate(weights)
    return tuple(train_network(names, *table, seed=seed + n) for n in range(votes))


def score_left_out(
    examples: Sequence[Example], kind: Kind, *, rendered: bool, votes: int = 1
) -> dict[str, Any]:
    """Score networks on the pages of each software, trained on all others.

    Returns
    -------
    dict
        ``record_precision``, ``record_recall`` and ``record_f1`` over all posts that stand in
        some candidate or other, ``posts``, ``pages`` and the same ``per_software``.
    """
    # Pages that are examples for one kind were read as that: the others hold no records.
    mine = [e for e in examples if e.kinds == (kind,) and e.rendered == rendered]
    total: Counter[str] = Counter()
    per: dict[str, dict[str, Any]] = {}
    for folds in _folds(mine):
        others = [e for e in examples if e.fold not in folds]
        try:
            networks = train_kind(others, kind, rendered=rendered, votes=votes)
        except FpcrawlError:
            continue  # no other software has such pages
        count: Counter[str] = Counter()
        for example in (e for e in mine if e.fold in folds):
            guesses = [network.predict(example.rows) for network in networks]
            got = choose(example.shapes, np.mean(guesses, axis=0), kind)
            hits = len({example.numbers[n] for n in got} - {-1})
            count.update(pages=1, posts=example.posts, records=len(got), hits=hits)
        name = folds[0] if len(folds) == 1 else f"{len(folds)} with few pages, {folds[0]} ..."
        per[name] = _figures(count)
        total.update(count)
    return {**_figures(total), "per_software": per}


def _folds(examples: Sequence[Example]) -> list[list[str]]:
    """Software to leave out, one at a time; those with few pages in some batches."""
    pages = Counter(e.fold for e in examples)
    few = sorted(name for name, count in pages.items() if count < FEW)
    batches = [few[n::FEW_BATCHES] for n in range(FEW_BATCHES)]
    many = [[name] for name in sorted(pages) if name not in few]
    return many + [batch for batch in batches if batch]


def _figures(count: Counter[str]) -> dict[str, Any]:
    hits, got, true = count["hits"], count["records"], count["posts"]
    return {
        "pages": count["pages"],
        "posts": true,
        "record_precision": round(hits / got, 4) if got else 0.0,
        "record_recall": round(hits / true, 4) if true else 0.0,
        "record_f1": round(2 * hits / (got + true), 4) if got + true else 0.0,
    }


def _described(pages: Sequence[tuple[PageFile, Example]]) -> list[dict[str, Any]]:
    """Tell of the data what a card says: kinds and counts, no names of folders or sites."""
    out = []
    for kinds, labels in LABELS.items():
        sites = [file.site for file, example in pages if example.kinds == kinds]
        if sites:
            out.append({"labels": labels, "pages": len(sites), "sites": len(set(sites))})
    return out


def _read(
    args: argparse.Namespace, renderer: ChromiumRenderer | None
) -> tuple[list[Example], list[dict[str, Any]]]:
    """Return the examples of all data folders, and what a card tells of these."""
    out: list[Example] = []
    pages: list[tuple[PageFile, Example]] = []
    for root in args.data:
        taken: Counter[tuple[str, str]] = Counter()
        for file in page_files(root):
            kind = (file.folder.name, str(file.row.get("page_type")))
            taken[kind] += 1
            wanted = bool(file.posts) or taken[kind] % EVERY_OTHER == 0
            if not wanted or (args.limit and taken[kind] > args.limit):
                continue
            lay_out = file.row.get("layout") or taken[kind] <= LAID_OUT
            examples = list(read_examples(file, renderer if lay_out else None))
            pages += [(file, example) for example in examples[:1]]
            out += examples
            if sys.stderr.isatty():
                print(f"\r{len(out)} examples", end="", file=sys.stderr)
    return out, _described(pages)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fpcrawl.extraction.train",
        description="Trains the networks that tell the records of a page from the rest of it.",
        epilog="example: python -m fpcrawl.extraction.train --data ../shared/forums --out weights",
    )
    parser.add_argument(
        "--data", type=Path, action="append", required=True, help="a data folder; again for more"
    )
    parser.add_argument(
        "--out", type=Path, help="where weights and card go; the package's own if not given"
    )
    parser.add_argument("--date", default="", help="date for the card, YYYY-MM-DD")
    parser.add_argument("--limit", type=int, help="only N pages of a kind and folder")
    parser.add_argument("--votes", type=int, default=VOTES, help="networks for each kind of page")
    parser.add_argument("--render", action="store_true", help="lay pages out by a browser too")
    parser.add_argument("--no-scores", action="store_true", help="leave no software out")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Train, score, write; print the card as one JSON line."""
    args = _parser().parse_args(argv)
    try:
        renderer = ChromiumRenderer() if args.render else None
        try:
            examples, data = _read(args, renderer)
        finally:
            if renderer is not None:
                renderer.close()
        card = _train(args, examples, data)
    except (FpcrawlError, RenderError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(json.dumps(card, ensure_ascii=False), flush=True)
    return 0


def _train(
    args: argparse.Namespace, examples: list[Example], data: list[dict[str, Any]]
) -> dict[str, Any]:
    out: Path = args.out or Path(__file__).parent / "visual" / WEIGHTS
    out.mkdir(parents=True, exist_ok=True)
    card: dict[str, Any] = {
        "date": args.date,
        "data": data,
        "software": sorted({e.fold for e in examples if e.posts}),
        "networks": {},
    }
    for kind in KINDS:
        for rendered in (False, True):
            name = network_name(kind, rendered=rendered)
            try:
                networks = train_kind(examples, kind, rendered=rendered, votes=args.votes)
            except FpcrawlError as error:
                print(f"left out: {error}", file=sys.stderr)
                continue
            for n, network in enumerate(networks):
                (out / f"{name}-{n}.npz").write_bytes(network.to_bytes())
            mine = [e for e in examples if kind in e.kinds and e.rendered == rendered]
            about: dict[str, Any] = {
                "pages": len(mine),
                "candidates": sum(len(e.labels) for e in mine),
                "records": int(sum(np.nansum(e.labels) for e in mine)),
            }
            if not args.no_scores:
                about["left_out"] = score_left_out(examples, kind, rendered=rendered)
            card["networks"][name] = about
    if not card["networks"]:
        raise FpcrawlError("no page of the data has posts that are known: nothing to train on")
    (out / CARD).write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return card


if __name__ == "__main__":
    raise SystemExit(main())
