"""Pages of invented templates, as features."""

from __future__ import annotations

import random

from fpcrawl.clustering.features import PageFeatures
from fpcrawl.clustering.normalise import stable_hash

_TAGS = "div span a li ul p td tr table h1 h2 img form input b i em dl dt dd".split()


def page(template: int, n: int = 0, *, own: int = 6, noise: int = 8) -> PageFeatures:
    """Page ``n`` of a template: what the template always writes, and some content."""
    of_template = random.Random(f"t{template}")
    content = random.Random(f"p{template} {n}")
    layers = [{"html": 1.0}, {"head": 0.5, "body": 0.5}]
    for _ in range(of_template.randint(4, 9)):
        tags = of_template.sample(_TAGS, 4)
        counts = {tag: of_template.randint(1, 9) + content.random() / 2 for tag in tags}
        layers.append({tag: c / sum(counts.values()) for tag, c in counts.items()})
    names: dict[int, str] = {}

    def element(text: str) -> int:
        names[stable_hash(text)] = text
        return stable_hash(text)

    sets = []
    for feature in range(8):
        fixed = {
            element(f"t{template}f{feature}e{i}") for i in range(own * (4 if not feature else 1))
        }
        common = {element(f"all f{feature}e{i}") for i in range(3)}
        varying = {element(f"p{n} f{feature} {i}") for i in range(noise if feature > 4 else 1)}
        sets.append(frozenset(fixed | common | varying))
    return PageFeatures(tuple(layers), tuple(sets), names)


def pairs(labels, found):
    """Pairwise precision and recall."""
    numbers = range(len(labels))
    same = {(i, j) for i in numbers for j in range(i) if labels[i] == labels[j]}
    got = {(i, j) for i in numbers for j in range(i) if found[i] == found[j]}
    return len(same & got) / max(len(got), 1), len(same & got) / max(len(same), 1)
