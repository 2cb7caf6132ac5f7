"""Crawl models: which link of all those known is followed next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import UsageError
from fpcrawl.topic.models.adaptive import AdaptiveModel
from fpcrawl.topic.models.bfs import BfsModel
from fpcrawl.topic.models.esvsm import EsvsmModel
from fpcrawl.topic.models.semantic import SsrmModel, SvsmModel
from fpcrawl.topic.models.vsm import VsmModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.topic.model import CrawlModel, Topic

__all__ = ["MODELS", "make_model"]

MODELS: dict[str, Callable[..., CrawlModel]] = {
    model.name: model
    for model in (AdaptiveModel, BfsModel, VsmModel, SsrmModel, SvsmModel, EsvsmModel)
}
"""What makes a model, by the name that the setting uses."""


def make_model(name: str, topic: Topic, **options: Any) -> CrawlModel:
    """Return a new crawl model.

    Parameters
    ----------
    name
        One of :data:`MODELS`.
    topic
        What the crawl is about.
    options
        Of that model.

    Raises
    ------
    UsageError
        When there is no such model or it has no such option.
    """
    maker = MODELS.get(name)
    if maker is None:
        raise UsageError(f"no crawl model {name!r}; there are {', '.join(MODELS)}")
    try:
        return maker(topic, **options)
    except TypeError as error:
        raise UsageError(f"crawl model {name}: {error}") from error
