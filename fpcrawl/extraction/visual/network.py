"""A back-propagation network of three fully connected layers, in numpy.

Small on purpose: a page has some hundred candidates and the network some thousand weights,
so that judging a page costs less than a millisecond and the weights ship with the package.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from fpcrawl.exceptions import FpcrawlError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = ["Network", "train_network"]

#: Neurons of the two hidden layers.
HIDDEN = (32, 16)
#: Standardised inputs are cut off here: what lies further out was not trained on.
CLIP = 4.0
_LAYERS = 3


@dataclass(frozen=True, slots=True)
class Network:
    """Weights of a network, and how its inputs are standardised.

    Attributes
    ----------
    names
        Names of the inputs, in order.
    mean, scale
        Of the inputs it was trained on.
    weights, biases
        Of the three layers: tanh, tanh, logistic.
    """

    names: tuple[str, ...]
    mean: Array
    scale: Array
    weights: tuple[Array, ...]
    biases: tuple[Array, ...]

    def predict(self, rows: Array) -> Array:
        """Return for each row how likely it is a record, 0..1."""
        out = _standard(rows, self.mean, self.scale)
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            out = np.tanh(out @ weight + bias)
        return _logistic((out @ self.weights[-1] + self.biases[-1])[:, 0])

    def to_bytes(self) -> bytes:
        """Pack the network as ``.npz``; :meth:`from_bytes` reads it."""
        packed = io.BytesIO()
        arrays = {f"weight{n}": w.astype(np.float32) for n, w in enumerate(self.weights)}
        arrays |= {f"bias{n}": b.astype(np.float32) for n, b in enumerate(self.biases)}
        np.savez_compressed(
            packed,
            names=np.array(self.names),
            mean=self.mean.astype(np.float32),
            scale=self.scale.astype(np.float32),
            **arrays,  # type: ignore[arg-type]
        )
        return packed.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> Network:
        """Read what :meth:`to_bytes` wrote.

        Raises
        ------
        FpcrawlError
            When it is something else.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                network = cls(
                    names=tuple(map(str, arrays["names"])),
                    mean=arrays["mean"].astype(float),
                    scale=arrays["scale"].astype(float),
                    weights=tuple(arrays[f"weight{n}"].astype(float) for n in range(_LAYERS)),
                    biases=tuple(arrays[f"bias{n}"].astype(float) for n in range(_LAYERS)),
                )
        except (KeyError, OSError, EOFError, ValueError) as error:
            raise FpcrawlError(f"these are no weights of a network: {error}") from error
        if len(network.weights[0]) != len(network.names):
            raise FpcrawlError("the weights of a network do not fit its inputs")
        return network


def train_network(
    names: tuple[str, ...],
    rows: Array,
    labels: Array,
    weights: Array,
    *,
    seed: int = 0,
    epochs: int = 30,
    rate: float = 3e-3,
    decay: float = 3e-4,
    batch: int = 256,
    noise: float = 0.5,
    drop: float = 0.3,
) -> Network:
    """Train a network by back-propagation (Adam, cross-entropy).

    Parameters
    ----------
    names
        Names of the columns.
    rows
        One example a row.
    labels
        1 for a record, 0 for another; values between are as good.
    weights
        How much each example counts.
    seed
        Of the first weights and of the order of examples: the same seed on the same machine
        gives the same network.
    epochs, rate, decay, batch
        Passes over the examples, learning rate at the start (it falls to zero), weight
        decay, examples a step.
    noise, drop
        What is added to each input in training, in standard deviations, and the share of
        inputs that are left out: pages of other software differ in some of them.

    Raises
    ------
    FpcrawlError
        When there are no examples of one of the kinds.
    """
    if not len(rows) or labels.max() <= 0 or labels.min() >= 1:
        raise FpcrawlError("a network needs examples of records and of others")
    mean = rows.mean(axis=0)
    scale = np.maximum(rows.std(axis=0), 1e-3)
    inputs = _standard(rows, mean, scale)
    random = np.random.default_rng(seed)
    sizes = (rows.shape[1], *HIDDEN, 1)
    values = [random.normal(0.0, np.sqrt(1.0 / a), (a, b)) for a, b in pairwise(sizes)]
    values += [np.zeros(size) for size in sizes[1:]]
    first, second = ([np.zeros_like(v) for v in values] for _ in range(2))
    share = weights / weights.mean()
    steps = epochs * -(-len(inputs) // batch)
    step = 0
    for _ in range(epochs):
        order = random.permutation(len(inputs))
        for start in range(0, len(order), batch):
            part = order[start : start + batch]
            seen = inputs[part] + random.normal(0.0, noise, (len(part), len(names)))
            seen *= random.random(seen.shape) >= drop
            slopes = _slopes(values, seen, labels[part], share[part])
            step += 1
            pace = rate * (1 - (step - 1) / steps)
            for n, slope in enumerate(slopes):
                first[n] += 0.1 * (slope - first[n])
                second[n] += 0.001 * (slope * slope - second[n])
                spread = np.sqrt(second[n] / (1 - 0.999**step)) + 1e-8
                values[n] -= pace * first[n] / (1 - 0.9**step) / spread
                if n < _LAYERS:
                    values[n] -= pace * decay * values[n]
    return Network(names, mean, scale, tuple(values[:_LAYERS]), tuple(values[_LAYERS:]))


def _slopes(values: list[Array], inputs: Array, labels: Array, share: Array) -> list[Array]:
    """Slopes of the mean cross-entropy by all weights and biases: back-propagation."""
    weights, biases = values[:_LAYERS], values[_LAYERS:]
    outputs = [inputs]
    for weight, bias in zip(weights[:-1], biases[:-1], strict=True):
        outputs.append(np.tanh(outputs[-1] @ weight + bias))
    guess = _logistic((outputs[-1] @ weights[-1] + biases[-1])[:, 0])
    error = ((guess - labels) * share / len(inputs))[:, None]
    of_weights: list[Array] = []
    of_biases: list[Array] = []
    for n in range(_LAYERS - 1, -1, -1):
        of_weights.insert(0, outputs[n].T @ error)
        of_biases.insert(0, error.sum(axis=0))
        if n:
            error = (error @ weights[n].T) * (1 - outputs[n] ** 2)
    return of_weights + of_biases


def _standard(rows: Array, mean: Array, scale: Array) -> Array:
    return np.clip((rows - mean) / scale, -CLIP, CLIP)


def _logistic(values: Array) -> Array:
    return 1.0 / (1.0 + np.exp(-np.clip(values, -40.0, 40.0)))
