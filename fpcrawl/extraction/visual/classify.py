"""Posts of a page as the network sees them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from fpcrawl.exceptions import FpcrawlError
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.ownpages import find_own_pages
from fpcrawl.extraction.posts.readgroup import read_group
from fpcrawl.extraction.posts.span import RecordGroup
from fpcrawl.extraction.visual.candidates import candidate_groups, shapes_of
from fpcrawl.extraction.visual.features import features_of, names_of
from fpcrawl.extraction.visual.network import Network

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from fpcrawl.extraction.posts.postgroup import PostGroup
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.extraction.visual.candidates import CandidateGroup, Shape
    from fpcrawl.extraction.visual.examples import Kind
    from fpcrawl.extraction.visual.layout import PageLayout

__all__ = ["Classifier", "choose", "network_name", "shipped_card", "shipped_classifier"]

#: A candidate is a record from here on; on a page where none is as likely, from a share of
#: the likeliest group's mean on, but never below a least value: a thread's page holds posts,
#: an article may well have no comments.
LIKELY, RELATIVE = 0.5, 0.6
LEAST: dict[Kind, float] = {"forum": 0.02, "comments": 0.3}
#: Weight of a candidate's own value beside the mean of its like in the group.
OWN = 0.4
WEIGHTS = "weights"
CARD = "card.json"
#: Key of groups that the network found.
KEY = "network"


def network_name(kind: Kind, *, rendered: bool) -> str:
    """Name under which the network for one kind of page is kept."""
    return f"{kind}-{'rendered' if rendered else 'structure'}"


@dataclass(frozen=True, slots=True)
class Classifier:
    """Finds the posts of a page with trained networks.

    Attributes
    ----------
    networks
        By :func:`network_name`; several that were trained alike vote by their mean.
    """

    networks: Mapping[str, tuple[Network, ...]]

    def read(
        self, tree: PageTree, layout: PageLayout | None = None, kind: Kind = "forum"
    ) -> PostGroup | None:
        """Find the posts of a page and their fields.

        Parameters
        ----------
        tree
            The page.
        layout
            How it looks; without it the network of structure alone judges.
        kind
            ``forum`` for posts of a thread, ``comments`` for those below an article.

        Returns
        -------
        PostGroup or None
            ``None`` when nothing on the page is a record.
        """
        spans = self.spans(tree, layout, kind)
        return _read(tree, spans) if spans else None

    def spans(
        self, tree: PageTree, layout: PageLayout | None = None, kind: Kind = "forum"
    ) -> list[Span]:
        """Bounds of the posts of a page, in document order."""
        groups = candidate_groups(tree, layout)
        if not groups:
            return []
        spans = [span for group in groups for span in group.spans]
        likely = self.judge(tree, groups, layout, kind)
        return [spans[n] for n in choose(shapes_of(tree, groups), likely, kind)]

    def judge(
        self,
        tree: PageTree,
        groups: list[CandidateGroup],
        layout: PageLayout | None,
        kind: Kind,
    ) -> NDArray[np.float64]:
        """Say of each candidate how likely it is a record, 0..1.

        Raises
        ------
        FpcrawlError
            When there is no network for such pages.
        """
        name = network_name(kind, rendered=layout is not None)
        networks = self.networks.get(name)
        if not networks:
            raise FpcrawlError(f"no network {name!r} to judge a page with")
        rows = features_of(tree, groups, layout)
        if any(network.names != names_of(visual=layout is not None) for network in networks):
            raise FpcrawlError(f"the network {name!r} was trained on other features: train again")
        votes = np.array([network.predict(rows) for network in networks])
        return np.asarray(votes.mean(axis=0), dtype=float)


def choose(
    shapes: list[list[Shape]], likely: NDArray[np.float64], kind: Kind = "forum"
) -> list[int]:
    """Choose the records of a page: whole groups first, each element in one record.

    Parameters
    ----------
    shapes
        The candidates, group by group.
    likely
        How likely each is a record, 0..1.
    kind
        What the page is read as.

    Returns
    -------
    list of int
        Numbers of the chosen candidates, in document order.
    """
    if not shapes:
        return []
    judged: list[NDArray[np.float64]] = []
    starts: list[int] = []
    at = 0
    for group in shapes:
        starts.append(at)
        judged.append(_smooth(group, likely[at : at + len(group)]))
        at += len(group)
    every = [shape for group in shapes for shape in group]
    bar = min(LIKELY, max(RELATIVE * max(float(v.mean()) for v in judged), LEAST[kind]))
    rated: list[tuple[float, int, list[int]]] = []
    for first, values in zip(starts, judged, strict=True):
        kept = [first + n for n, value in enumerate(values) if value >= bar]
        if kept:
            # What was taken for no record speaks against the group.
            rated.append((float((values - bar / 2).sum()), -first, kept))
    chosen: list[int] = []
    for _, _, numbers in sorted(rated, reverse=True):
        # What stands elsewhere is a record of the same page only if it is made alike.
        names = {every[n].name for n in chosen}
        marks = {every[n].mark for n in chosen}
        chosen += [
            n
            for n in numbers
            if (not chosen or every[n].name in names or every[n].mark in marks)
            and not any(every[n].overlaps(every[other]) for other in chosen)
        ]
    return sorted(chosen, key=lambda n: every[n].roots[0])


def _smooth(group: list[Shape], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Let candidates of one kind in a group speak for each other."""
    names = np.array([shape.name for shape in group])
    out = values.copy()
    for name in set(names.tolist()):
        alike = names == name
        out[alike] = OWN * values[alike] + (1 - OWN) * values[alike].mean()
    return out


def _read(tree: PageTree, spans: list[Span]) -> PostGroup | None:
    """Read the fields of all records together, and of those that stand apart, apart."""
    found = read_group(tree, _group(spans), LayoutBook(), bounded=True)
    if found is None:
        return None
    poor = [n for n, post in enumerate(found.posts) if post.body is None or post.author is None]
    if poor and len(poor) < len(spans):
        again = read_group(tree, _group([spans[n] for n in poor]), LayoutBook(), bounded=True)
        for n, post in zip(poor, again.posts if again is not None else (), strict=False):
            was = found.posts[n]
            if (post.body is not None, post.author is not None) > (
                was.body is not None,
                was.author is not None,
            ):
                found.posts[n] = replace(post, floor=was.floor, post_id=was.post_id)
    find_own_pages(tree, found.posts)
    return found if len(spans) == 1 else _without_strays(tree, found)


def _without_strays(tree: PageTree, found: PostGroup) -> PostGroup:
    """Leave out what is of another kind than the records with names and has none itself."""
    dated = tree.dated()
    for post in found.posts:
        if post.author_node is not None and not dated.isdisjoint(
            range(post.author_node, tree.end[post.author_node])
        ):
            post.author = post.author_node = None
    named = {tree.sig[post.roots[0]] for post in found.posts if post.author is not None}
    if named:
        found.posts = [post for post in found.posts if tree.sig[post.roots[0]] in named]
    return found


def _group(spans: list[Span]) -> RecordGroup:
    return RecordGroup(KEY, spans)


@cache
def shipped_classifier() -> Classifier:
    """Return the classifier with the weights that come with the package.

    Raises
    ------
    FpcrawlError
        When they are damaged.
    """
    networks: dict[str, list[Network]] = {}
    for file in sorted(files(__package__).joinpath(WEIGHTS).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".npz"):
            name = file.name.removesuffix(".npz").rpartition("-")[0]
            networks.setdefault(name, []).append(Network.from_bytes(file.read_bytes()))
    return Classifier({name: tuple(members) for name, members in networks.items()})


@cache
def shipped_card() -> dict[str, Any]:
    """Return what the shipped weights were made from, and how they scored.

    Raises
    ------
    FpcrawlError
        When it is damaged.
    """
    try:
        text = files(__package__).joinpath(WEIGHTS, CARD).read_text(encoding="utf-8")
        return dict(json.loads(text))
    except (OSError, ValueError) as error:
        raise FpcrawlError(f"the card of the shipped weights cannot be read: {error}") from error
