"""FPC's formulas written down plainly, to compare the fast ones with."""

from __future__ import annotations

import math
from itertools import combinations

from fpcrawl.clustering import Centre, FpcParameters, PageFeatures


def cosine(a, b):
    dot = sum(a.get(key, 0.0) * b.get(key, 0.0) for key in set(a) | set(b))
    lengths = math.sqrt(sum(x * x for x in a.values())) * math.sqrt(sum(x * x for x in b.values()))
    return dot / lengths if lengths else 0.0


def mean(values):
    values = list(values)
    return sum(values) / len(values)


def unit(vector):
    length = math.sqrt(sum(x * x for x in vector.values())) or 1.0
    return {key: x / length for key, x in vector.items()}


def layers_alike(a, b):
    """Equation (6)."""
    if not a and not b:
        return 1.0
    return sum(cosine(x, y) for x, y in zip(a, b, strict=False)) / ((len(a) + len(b)) / 2)


def mean_layers(pages, tau_layer):
    """Equation (2), without the layers that are unlike the pages'."""
    out = []
    for i in range(max((len(page.layers) for page in pages), default=0)):
        of_pages = [page.layers[i] if i < len(page.layers) else {} for page in pages]
        tags = {tag for layer in of_pages for tag in layer}
        centre = {tag: mean(layer.get(tag, 0.0) for layer in of_pages) for tag in tags}
        similar = mean(cosine(centre, layer) for layer in of_pages)
        out.append(centre if similar >= tau_layer - 1e-5 else {})
    while out and not out[-1]:
        out.pop()
    return out


def common_elements(pages, i, tau_set):
    """Definition 3."""
    elements = {element for page in pages for element in page.sets[i]}
    return {e for e in elements if sum(e in page.sets[i] for page in pages) > tau_set * len(pages)}


def paper_similarity(a, b, a_is_centre, b_is_centre, parameters: FpcParameters) -> float:
    """Equations (5) to (8) of two lists of pages."""
    k, alpha = parameters.smoothing, parameters.alpha

    def layers(pages, centre):
        return mean_layers(pages, parameters.tau_layer) if centre else pages[0].layers

    def elements(pages, centre, i):
        return common_elements(pages, i, parameters.tau_set) if centre else set(pages[0].sets[i])

    total = parameters.weights[0] * layers_alike(layers(a, a_is_centre), layers(b, b_is_centre))
    for i in range(8):
        one, other = elements(a, a_is_centre, i), elements(b, b_is_centre, i)
        if a_is_centre == b_is_centre:
            size = len(one | other)
        else:
            size = len(one if a_is_centre else other)
        total += parameters.weights[i + 1] * (len(one & other) + k * alpha) / (size + k)
    return total


def parts(one: PageFeatures, other: PageFeatures):
    """Per feature what two pages have in common."""
    out = [
        sum(cosine(x, y) for x, y in zip(one.layers, other.layers, strict=False)),
        cosine(one.tag_weights(), other.tag_weights()),
    ]
    return out + [len(one.sets[i] & other.sets[i]) for i in range(1, 8)]


def evidence_similarity(pairs, a, b, parameters: FpcParameters) -> float:
    """The default form: from the means over pairs of pages and the mean sizes."""
    common = [mean(values) for values in zip(*(parts(x, y) for x, y in pairs), strict=True)]
    k, weights = parameters.smoothing, parameters.weights

    def size(pages, i):
        return mean(len(page.sets[i]) for page in pages)

    depth = (mean(len(p.layers) for p in a) + mean(len(p.layers) for p in b)) / 2
    total = weights[0] * (common[0] / depth if depth else 1.0)
    evidence = weights[0]
    seen = (size(a, 0) + size(b, 0)) / 2
    if seen:
        total += weights[1] * seen / (seen + k) * common[1]
        evidence += weights[1] * seen / (seen + k)
    for i in range(1, 8):
        union = size(a, i) + size(b, i) - common[i + 1]
        if union > 0:
            total += weights[i + 1] * common[i + 1] / (union + k)
            evidence += weights[i + 1] * union / (union + k)
    return total / evidence if evidence else 1.0


def between(a, b, parameters):
    return evidence_similarity([(x, y) for x in a for y in b], a, b, parameters)


def inside(pages, parameters):
    return evidence_similarity(list(combinations(pages, 2)), pages, pages, parameters)


def centre(pages) -> Centre:
    return Centre.of(pages)
