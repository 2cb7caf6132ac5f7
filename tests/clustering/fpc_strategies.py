"""Pages as Hypothesis makes them up."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from fpcrawl.clustering import FpcParameters, PageFeatures

TAGS = ("html", "body", "div", "p", "a")
ELEMENTS = tuple((n * 0x9E3779B97F4A7C15) % (1 << 64) for n in range(1, 9))


def layer(code: int):
    """A layer from a number: three bits for each tag."""
    counts = {tag: n for i, tag in enumerate(TAGS) if (n := code >> 3 * i & 7)} or {"p": 1}
    total = sum(counts.values())
    return {tag: n / total for tag, n in counts.items()}


def elements(code: int):
    return frozenset(element for i, element in enumerate(ELEMENTS) if code >> i & 1)


def page(layers, tags, sets):
    weighed = {element: 0.5 + tags % (7 + i) for i, element in enumerate(sorted(elements(tags)))}
    length = math.sqrt(sum(w * w for w in weighed.values()))
    return PageFeatures(
        tuple(map(layer, layers)),
        (frozenset(weighed), *(elements(sets >> 8 * i & 255) for i in range(7))),
        {},
        {element: w / length for element, w in weighed.items()},
    )


def pages():
    return st.builds(
        page,
        st.lists(st.integers(0, 8 ** len(TAGS) - 1), max_size=4),
        st.integers(0, 255),
        st.integers(0, (1 << 56) - 1),
    )


@st.composite
def parameters(draw, form="evidence"):
    raw = draw(st.lists(st.integers(0, 5), min_size=9, max_size=9).filter(any))
    return FpcParameters(
        weights=tuple(x / sum(raw) for x in raw),
        alpha=draw(st.floats(0, 1)),
        tau_layer=draw(st.sampled_from([0.0, 0.5, 0.8])),
        tau_set=draw(st.sampled_from([0.0, 0.3, 0.5, 0.9])),
        smoothing=draw(st.sampled_from([0.5, 1.0, 3.0])),
        form=form,
    )


groups = st.lists(pages(), min_size=1, max_size=4)
