"""What the settings say of a crawl on a topic."""

from __future__ import annotations

from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal

from fpcrawl.exceptions import UsageError
from fpcrawl.reader.topical import TopicSetup
from fpcrawl.topic.calibrate import DEFAULT_ETA
from fpcrawl.topic.course import TopicCourse
from fpcrawl.topic.growth import GrowthRules
from fpcrawl.topic.hypernyms import topic_hypernyms
from fpcrawl.topic.lexicon.load import load_lexicons
from fpcrawl.topic.models import MODELS, make_model
from fpcrawl.topic.segment import make_segmenter
from fpcrawl.topic.widening import WideningRules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scrapy.settings import BaseSettings

    from fpcrawl.topic.lexicon.base import Lexicon
    from fpcrawl.topic.lexicon.chain import ChainLexicon
    from fpcrawl.topic.library import TopicLibrary
    from fpcrawl.topic.model import CrawlModel, Topic
    from fpcrawl.topic.segment import Segmenter, SegmenterKind

__all__ = [
    "TopicFilter",
    "check_topic",
    "eta_of",
    "lexicons_of",
    "make_course",
    "segmenter_kind",
    "topic_filter",
    "topic_setup",
]

TopicFilter = Literal["drop", "mark", "count"]

_WHOLE = ("FPCRAWL_TOPIC_TUNNEL", "FPCRAWL_TOPIC_WIDEN_STEPS", "FPCRAWL_TOPIC_WIDEN_BELOW")


def topic_filter(settings: BaseSettings) -> TopicFilter:
    """Return what is to be done with pages off the topic: ``FPCRAWL_TOPIC_FILTER``.

    Raises
    ------
    UsageError
        When it is none of ``drop``, ``mark`` and ``count``.
    """
    given = settings.get("FPCRAWL_TOPIC_FILTER")
    if given not in {"drop", "mark", "count"}:
        raise UsageError(f"FPCRAWL_TOPIC_FILTER: {given!r} is not drop, mark or count")
    chosen: TopicFilter = given
    return chosen


def segmenter_kind(settings: BaseSettings) -> SegmenterKind:
    """Return what cuts text into words: ``FPCRAWL_TOPIC_SEGMENTER``.

    Raises
    ------
    UsageError
        When it is none of ``fast`` and ``jieba``.
    """
    kind: Any = settings.get("FPCRAWL_TOPIC_SEGMENTER") or "fast"
    if kind not in {"fast", "jieba"}:
        raise UsageError(f"FPCRAWL_TOPIC_SEGMENTER: {kind!r} is not fast or jieba")
    chosen: SegmenterKind = kind
    return chosen


def lexicons_of(
    library: TopicLibrary, settings: BaseSettings, names: Sequence[str] = ()
) -> ChainLexicon:
    """Load the lexicons named, or else those of ``FPCRAWL_TOPIC_LEXICONS``.

    Raises what :func:`fpcrawl.topic.lexicon.load.load_lexicons` raises.
    """
    wanted = names or str(settings.get("FPCRAWL_TOPIC_LEXICONS") or "").split(";")
    return load_lexicons(wanted, terms=[term.term for term in library.static])


def eta_of(library: TopicLibrary, settings: BaseSettings) -> float:
    """Return from which relevance on a page is on the topic: what is set, else the topic's."""
    return settings.getfloat("FPCRAWL_TOPIC_ETA", 0.0) or library.eta or DEFAULT_ETA


def topic_setup(library: TopicLibrary, settings: BaseSettings) -> TopicSetup:
    """Return what a reader must know of the topic.

    Raises
    ------
    UsageError
        When a setting makes no sense.
    """
    words = (library.name, *(term.term for term in library if term.accepted is not False))
    return TopicSetup(words, segmenter_kind(settings))


def _widening_rules(settings: BaseSettings) -> WideningRules:
    return WideningRules(
        enough=settings.getint("FPCRAWL_TOPIC_WIDEN_BELOW"),
        quiet_s=settings.getfloat("FPCRAWL_TOPIC_WIDEN_QUIET_S"),
        max_steps=settings.getint("FPCRAWL_TOPIC_WIDEN_STEPS"),
    )


def check_topic(library: TopicLibrary | None, settings: BaseSettings) -> None:
    """Check the settings of a crawl on a topic, and the topic with them.

    Raises
    ------
    UsageError
        When one makes no sense, or needs what is not installed.
    """
    topic_filter(settings)
    segmenter_kind(settings)
    for name in _WHOLE:
        value = str(settings.get(name))
        if not (value.isascii() and value.isdigit() and len(value) < 12):
            raise UsageError(f"{name} must be a whole number, not {value!r}")
    try:
        eta = settings.getfloat("FPCRAWL_TOPIC_ETA")
    except ValueError:
        eta = -1.0
    if not 0 <= eta < 1:
        value = settings.get("FPCRAWL_TOPIC_ETA")
        raise UsageError(f"FPCRAWL_TOPIC_ETA must be at least 0 and below 1, not {value!r}")
    if library is not None:
        make_course(library, settings, 0.0)


def make_course(library: TopicLibrary, settings: BaseSettings, now: float) -> TopicCourse:
    """Return a course on a topic as the settings want it.

    Parameters
    ----------
    now
        Seconds of the clock by which its pages are told.

    Raises
    ------
    UsageError
        When a setting makes no sense, or needs what is not installed.
    """
    setup = topic_setup(library, settings)
    segmenter = make_segmenter(setup.segmenter, words=setup.words)
    lexicons = lexicons_of(library, settings)
    rules = _widening_rules(settings)
    eta = eta_of(library, settings)
    # A page teaches when it is clearly on the topic.
    growth = GrowthRules(guard=min(2 * eta, 0.9))
    grows = settings.getbool("FPCRAWL_TOPIC_GROWTH")
    return TopicCourse(
        library,
        segmenter,
        _model_maker(settings.get("FPCRAWL_TOPIC_MODEL"), lexicons, segmenter),
        now,
        eta=eta,
        widening=rules if rules.max_steps else None,
        hypernyms=topic_hypernyms([lexicons], library.topic()) if rules.max_steps else None,
        growth=growth if grows else None,
        keeps_wider=settings.getbool("FPCRAWL_TOPIC_WIDEN_KEEP"),
    )


def _model_maker(
    name: str, lexicon: Lexicon, segmenter: Segmenter
) -> Callable[[Topic], CrawlModel]:
    """Return what makes the model, with what it can use of the lexicon and the segmenter."""
    maker = MODELS.get(name)
    if maker is None:
        raise UsageError(f"FPCRAWL_TOPIC_MODEL: {name!r} is none of {', '.join(MODELS)}")
    options: dict[str, Any] = {"lexicon": lexicon, "cut": segmenter.cut}
    known = signature(maker).parameters
    return partial(make_model, name, **{key: options[key] for key in options if key in known})
