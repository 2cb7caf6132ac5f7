"""Parts of fpcrawl in any Scrapy project, by one line of its settings; see docs/own-projects.md.

.. code-block:: python

    ADDONS = {"fpcrawl.addon.FpcrawlAddon": 500}
    FPCRAWL_ADDON = ["frontier", "robots", "backoff"]
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import NotConfigured
from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.utils.misc import load_object
from scrapy.utils.python import global_object_name

from fpcrawl import settings as defaults
from fpcrawl.exceptions import UsageError
from fpcrawl.settings.check import check_settings
from fpcrawl.settings.metricsconfig import MetricsConfig

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["PARTS", "FpcrawlAddon"]

logger = logging.getLogger(__name__)

_DOWNLOADER, _SPIDER, _EXTENSIONS = "DOWNLOADER_MIDDLEWARES", "SPIDER_MIDDLEWARES", "EXTENSIONS"
_PAGES = ((_DOWNLOADER, "fpcrawl.middlewares.pages.PageMiddleware", 50),)


@dataclass(frozen=True, slots=True)
class Part:
    """What a part changes.

    Attributes
    ----------
    components
        Setting, class and order of each component that is put in.
    replaces
        Setting and class of Scrapy's components whose place it takes.
    settings
        Other settings.
    must_be
        Settings that must not say otherwise, with what Scrapy makes of them.
    needs
        Another part without which this one would do harm, and why.
    """

    components: tuple[tuple[str, str, int], ...] = ()
    replaces: tuple[tuple[str, str], ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    must_be: dict[str, bool] = field(default_factory=dict)
    needs: tuple[str, str] | None = None


PARTS = {
    "frontier": Part(
        components=((_SPIDER, "fpcrawl.scheduling.middleware.LeaseMiddleware", 10),),
        settings={"SCHEDULER": "fpcrawl.scheduling.scheduler.FrontierScheduler"},
    ),
    "robots": Part(
        components=((_DOWNLOADER, "fpcrawl.middlewares.robots.RobotsMiddleware", 100),),
        replaces=((_DOWNLOADER, "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware"),),
        must_be={"ROBOTSTXT_OBEY": True},
    ),
    "backoff": Part(
        components=((_DOWNLOADER, "fpcrawl.middlewares.backoff.BackoffMiddleware", 550),),
        replaces=((_DOWNLOADER, "scrapy.downloadermiddlewares.retry.RetryMiddleware"),),
        must_be={"RETRY_ENABLED": True},
        needs=("frontier", "where requests wait for their next try"),
    ),
    "revisit": Part(
        components=((_DOWNLOADER, "fpcrawl.middlewares.revisit.RevisitMiddleware", 543),),
    ),
    "charset": Part(components=_PAGES),
    "clustering": Part(components=_PAGES),
    "extraction": Part(components=_PAGES),
    "metrics": Part(components=((_EXTENSIONS, "fpcrawl.extensions.metrics.Metrics", 0),)),
}
"""Parts by the names of ``FPCRAWL_ADDON``."""


class _ToldError(UsageError):
    """An error that the log tells in one line."""


class _NoTraceback(logging.Filter):
    """Leaves out what asyncio says of such an error when nobody waits for the crawl."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.exc_info is None or not isinstance(record.exc_info[1], _ToldError)


_NO_TRACEBACK = _NoTraceback()


class FpcrawlAddon:
    """Turns the parts on that ``FPCRAWL_ADDON`` names; what the project says itself stays."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Put the parts into the settings of a crawl.

        Raises
        ------
        NotConfigured
            No part is named.
        UsageError
            There is no such part, it needs another one, or the project's settings contradict it.
        """
        try:
            self._update(settings)
        except UsageError as error:
            logger.critical("%s", error)
            logging.getLogger("asyncio").addFilter(_NO_TRACEBACK)
            raise _ToldError(str(error)) from None

    @staticmethod
    def _update(settings: BaseSettings) -> None:
        names = [name.strip() for name in settings.getlist("FPCRAWL_ADDON") if name.strip()]
        if not names:
            raise NotConfigured(f"FPCRAWL_ADDON names no part; there are {', '.join(PARTS)}")
        for name in names:
            if name not in PARTS:
                raise UsageError(
                    f"FPCRAWL_ADDON: there is no part {name}; there are {', '.join(PARTS)}"
                )
        for name in names:
            _check(name, names, settings)
        for name, value in vars(defaults).items():
            if name.startswith("FPCRAWL_") and settings.getpriority(name) is None:
                settings.set(name, value, "default")
        check_settings(settings)
        if "metrics" in names and not MetricsConfig.from_settings(settings).is_on:
            raise UsageError(
                "FPCRAWL_ADDON: the part metrics needs FPCRAWL_METRICS_FILE or FPCRAWL_METRICS_PORT"
            )
        for name in names:
            _turn_on(PARTS[name], settings)
        logger.info("Parts of fpcrawl: %s", ", ".join(names))


def _is_given(name: str, settings: BaseSettings) -> bool:
    """Whether the project, a spider or the command line says something of a setting."""
    return (settings.getpriority(name) or 0) >= SETTINGS_PRIORITIES["project"]


def _check(name: str, names: list[str], settings: BaseSettings) -> None:
    part = PARTS[name]
    if part.needs is not None and part.needs[0] not in names:
        other, why = part.needs
        raise UsageError(f"FPCRAWL_ADDON: the part {name} needs the part {other}, {why}")
    for setting, value in part.settings.items():
        if _is_given(setting, settings) and _path(settings[setting]) != value:
            raise UsageError(
                f"FPCRAWL_ADDON: the part {name} sets {setting}, and so does the project, to "
                f"{settings[setting]!r}: take one of them out"
            )
    for setting, wanted in part.must_be.items():
        if _is_given(setting, settings) and settings.getbool(setting) != wanted:
            raise UsageError(
                f"FPCRAWL_ADDON: the part {name} does nothing with {setting} = "
                f"{settings[setting]!r}: take one of them out"
            )
    for setting, old in part.replaces:
        for given, order in settings.getdict(setting).items():
            if order is not None and _path(given) == old:
                raise UsageError(
                    f"FPCRAWL_ADDON: the part {name} takes the place of {old}, which {setting} "
                    "of the project names: take one of them out"
                )


def _turn_on(part: Part, settings: BaseSettings) -> None:
    for setting, old in part.replaces:
        settings.setdefault_in_component_priority_dict(setting, load_object(old), None)
    for setting, new, order in part.components:
        settings.setdefault_in_component_priority_dict(setting, load_object(new), order)
    for setting, value in {**part.settings, **part.must_be}.items():
        settings.set(setting, value, "addon")


def _path(thing: Any) -> str:
    return thing if isinstance(thing, str) else global_object_name(thing)
