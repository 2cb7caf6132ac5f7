"""The revisit model that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fpcrawl.exceptions import UsageError
from fpcrawl.revisit import DEFAULT_MODEL, MODELS, make_model
from fpcrawl.spiders.site import site_zone

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from fpcrawl.revisit import RevisitModel

__all__ = ["model_from_settings"]


def model_from_settings(settings: BaseSettings) -> RevisitModel:
    """Return the model of ``FPCRAWL_REVISIT_MODEL`` within the bounds of the settings.

    Raises
    ------
    UsageError
        When there is no such model, or the intervals make no sense.
    """
    name = settings.get("FPCRAWL_REVISIT_MODEL") or DEFAULT_MODEL
    if name not in MODELS:
        raise UsageError(f"FPCRAWL_REVISIT_MODEL: {name!r} is none of {', '.join(MODELS)}")
    try:
        return make_model(
            name,
            start_s=settings.getfloat("FPCRAWL_REVISIT_START_S"),
            min_s=settings.getfloat("FPCRAWL_REVISIT_MIN_S"),
            max_s=settings.getfloat("FPCRAWL_REVISIT_MAX_S"),
            zone=site_zone(settings),
        )
    except ValueError as error:
        names = ", ".join(f"FPCRAWL_REVISIT_{part}_S" for part in ("MIN", "START", "MAX"))
        raise UsageError(f"{names}: {error}") from error
