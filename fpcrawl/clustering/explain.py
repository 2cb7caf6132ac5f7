"""Why two pages are alike or not: what each feature says, in the page's own words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from fpcrawl.clustering.centre import Centre
from fpcrawl.clustering.features import FEATURES, PageFeatures
from fpcrawl.clustering.similarity import layer_similarity, similarity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fpcrawl.clustering.weights import FpcParameters

__all__ = ["Explanation", "FeatureReport", "explain"]

Item: TypeAlias = PageFeatures | Centre


@dataclass(frozen=True, slots=True)
class FeatureReport:
    """What one feature says of two pages or centres.

    Attributes
    ----------
    feature
        One of :data:`fpcrawl.clustering.FEATURES`.
    weight
        Weight of the feature.
    similarity
        Of this feature alone, without smoothing, 0..1; None where neither side has anything.
    common, only_first, only_second
        Elements on both sides and on one; of ``dom``, layers that agree by more than half.
    shared, first, second
        Some of these elements by name; hashes without a name are left out.
    """

    feature: str
    weight: float
    similarity: float | None
    common: int
    only_first: int
    only_second: int
    shared: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """The similarity of two pages or centres and what it is made of.

    Attributes
    ----------
    features
        Those that pull the two together or apart most come first.
    """

    similarity: float
    features: tuple[FeatureReport, ...]

    def lines(self) -> list[str]:
        """Return the explanation as text, a line a feature and one for each list of names."""
        out = [f"similarity {self.similarity:.3f}"]
        for part in self.features:
            if part.similarity is None:
                continue
            out.append(
                f"{part.feature}: {part.similarity:.2f} (weight {part.weight:.2f}), "
                f"{part.common} common, {part.only_first} and {part.only_second} of one only"
            )
            for title, names in (
                ("both", part.shared),
                ("first", part.first),
                ("second", part.second),
            ):
                if names:
                    out.append(f"  {title}: {', '.join(names)}")
        return out


def explain(
    a: Item,
    b: Item,
    parameters: FpcParameters,
    *,
    names: Mapping[int, str] | None = None,
    most: int = 8,
) -> Explanation:
    """Tell which features make two pages or centres alike or unlike.

    Parameters
    ----------
    a, b
        Pages whose features were made with ``keep_names`` bring their names along.
    names
        Further names of hashes, for centres.
    most
        Names of each list.
    """
    known = dict(names or {})
    for item in (a, b):
        if isinstance(item, PageFeatures):
            known.update(item.names)
    layers_a, sets_a = _parts(a, parameters)
    layers_b, sets_b = _parts(b, parameters)
    reports = [_layer_report(layers_a, layers_b, parameters.weights[0], most)]
    for feature, weight, one, other in zip(
        FEATURES[1:], parameters.weights[1:], sets_a, sets_b, strict=True
    ):
        both, first, second = one & other, one - other, other - one
        if isinstance(a, Centre) == isinstance(b, Centre):
            whole = len(one | other)
        else:
            whole = len(one if isinstance(a, Centre) else other)
        reports.append(
            FeatureReport(
                feature,
                weight,
                min(len(both) / whole, 1.0) if whole else None,
                len(both),
                len(first),
                len(second),
                _named(both, known, most),
                _named(first, known, most),
                _named(second, known, most),
            )
        )
    total = similarity(a, b, parameters)
    reports.sort(
        key=lambda r: -abs(r.similarity - 0.5) * r.weight if r.similarity is not None else 0.0
    )
    return Explanation(total, tuple(reports))


def _parts(
    item: Item, parameters: FpcParameters
) -> tuple[tuple[Mapping[str, float], ...], tuple[frozenset[int], ...]]:
    if isinstance(item, Centre):
        return item.layers(parameters.tau_layer), item.sets(parameters.tau_set)
    return item.layers, item.sets


def _named(elements: Iterable[int], names: Mapping[int, str], most: int) -> tuple[str, ...]:
    return tuple(sorted(names[e] for e in elements if e in names)[:most])


def _layer_report(
    a: tuple[Mapping[str, float], ...],
    b: tuple[Mapping[str, float], ...],
    weight: float,
    most: int,
) -> FeatureReport:
    value = layer_similarity(a, b) if a or b else None
    alike: list[int] = []
    unlike: list[int] = []
    for depth, (one, other) in enumerate(zip(a, b, strict=False), 1):
        # One layer against itself or nothing: a cosine.
        (alike if layer_similarity((one,), (other,)) > 0.5 else unlike).append(depth)
    return FeatureReport(
        "dom",
        weight,
        value,
        len(alike),
        len(a) - len(alike),
        len(b) - len(alike),
        tuple(f"layer {depth}" for depth in alike[:most]),
        tuple(f"layer {depth}: {_tags(a[depth - 1])}" for depth in unlike[:most]),
        tuple(f"layer {depth}: {_tags(b[depth - 1])}" for depth in unlike[:most]),
    )


def _tags(layer: Mapping[str, float]) -> str:
    largest = sorted(layer.items(), key=lambda pair: (-pair[1], pair[0]))[:3]
    return " ".join(f"{tag} {share:.0%}" for tag, share in largest)
