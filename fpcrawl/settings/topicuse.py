"""Which settings of a topic were given to a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.settings import SETTINGS_PRIORITIES

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

__all__ = ["given_topic_settings"]


def given_topic_settings(settings: BaseSettings) -> list[str]:
    """Return the settings of the topic that were given to this very run.

    Those of a settings module are for other crawls too, and for ``scrapy topic``.
    """
    given = SETTINGS_PRIORITIES["cmdline"]
    names = sorted(name for name in settings if str(name).startswith("FPCRAWL_TOPIC_"))
    return [name for name in names if (settings.getpriority(name) or 0) >= given]
