"""How common words are on pages made alike, to tell a topic's words from a template's."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fpcrawl.exceptions import StateError
from fpcrawl.pages.urls import url_shape
from fpcrawl.topic.vectors import DocumentFrequencies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["LEAST_OTHERS", "AlikePages"]

#: Pages of a shape that are off the topic, from which on it is known what they have in common.
LEAST_OTHERS = 10
#: A word on this share of them is common there.
_COMMON = 1 / 3
_VERSION = 2
_MAX_SHAPES = 64
_SHAPE_TERMS, _TERMS, _SAVED_TERMS = 5_000, 50_000, 20_000
#: The frequent words of a shape are those of its template; more need not outlast a run.
_SAVED_SHAPE_TERMS = 400


@dataclass(slots=True)
class _Shape:
    """Pages of one host and shape: words of those off the topic, and how many taught."""

    others: DocumentFrequencies = field(default_factory=lambda: DocumentFrequencies(_SHAPE_TERMS))
    taught: int = 0


class AlikePages:
    """Counts words on pages by the shape of their addresses, on each host for itself.

    A template's own words (buttons, ranks, the name of the site) stand on all pages that it
    made. Where these are few of a crawl, and the topic stands there, such words would seem to
    be of the topic; beside other pages of the same shape they do not. While few of those are
    known, nothing can be told from pages of that shape.

    Attributes
    ----------
    frequencies
        Of words on all these pages.
    """

    def __init__(self) -> None:
        self.frequencies = DocumentFrequencies(_TERMS)
        self._shapes: OrderedDict[str, _Shape] = OrderedDict()

    def _shape(self, url: str) -> _Shape:
        key = _shape_key(url)
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = _Shape()
            if len(self._shapes) > _MAX_SHAPES:
                # Those that taught are needed as long as what they taught.
                rest = [name for name, one in self._shapes.items() if not one.taught]
                del self._shapes[next((name for name in rest if name != key), key)]
        else:
            self._shapes.move_to_end(key)
        return shape

    def add_other(self, url: str, terms: Iterable[str]) -> None:
        """Count a page that is off the topic."""
        terms = set(terms)
        self.frequencies.add(terms)
        self._shape(url).others.add(terms)

    def is_known(self, url: str) -> bool:
        """Tell whether enough pages like this one are known for it to teach something."""
        shape = self._shapes.get(_shape_key(url))
        return shape is not None and shape.others.documents >= LEAST_OTHERS

    def add_near(self, url: str, terms: Iterable[str]) -> None:
        """Count a page on the topic that teaches."""
        self.frequencies.add(terms)
        self._shape(url).taught += 1

    def share_elsewhere(self, term: str) -> float:
        """Return the share of pages that would hold a term if it said nothing of the topic.

        That is its share on other pages of each shape, weighted by how many pages of the shape
        taught: a word of one template is common only there.
        """
        taught = total = 0.0
        for shape in self._shapes.values():
            if shape.taught:
                taught += shape.taught
                share = (shape.others[term] + 0.5) / (shape.others.documents + 1)
                total += shape.taught * share
        return total / taught if taught else 1.0

    def common_share(self, term: str) -> float:
        """Return the largest share that a term has of the other pages of a shape.

        Returns
        -------
        float
            0 when it is common on pages of no shape that is known well enough.
        """
        shares = (
            shape.others[term] / shape.others.documents
            for shape in self._shapes.values()
            if shape.others.documents >= LEAST_OTHERS
        )
        return max((share for share in shares if share >= _COMMON), default=0.0)

    def to_json(self) -> dict[str, Any]:
        """Return what was counted, of each shape its most frequent words."""
        shapes = {
            name: [shape.taught, shape.others.to_json(_SAVED_SHAPE_TERMS)]
            for name, shape in self._shapes.items()
        }
        frequencies = self.frequencies.to_json(_SAVED_TERMS)
        return {"version": _VERSION, "shapes": shapes, "frequencies": frequencies}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take over what :meth:`to_json` gave.

        Raises
        ------
        StateError
            When it is malformed or of another version.
        """
        shapes: OrderedDict[str, _Shape] = OrderedDict()
        try:
            if state["version"] != _VERSION:
                raise StateError(f"background of a topic of version {state['version']!r}")
            for name, (taught, others) in list(state["shapes"].items())[-_MAX_SHAPES:]:
                shape = shapes[str(name)] = _Shape(taught=int(taught))
                shape.others.restore(others)
            self.frequencies.restore(state["frequencies"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StateError(f"malformed background of a topic: {error!r}") from error
        self._shapes = shapes


def _shape_key(url: str) -> str:
    return f"{urlsplit(url).netloc}{url_shape(url)}"
