"""Keeps the log off a terminal that shows a live line: it goes to a file instead."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.utils.log import get_scrapy_root_handler

if TYPE_CHECKING:
    from typing import TextIO

    from scrapy.settings import BaseSettings

__all__ = ["CLEAR_LINE", "calm_screen", "calm_start", "log_path", "shows_live", "split_log"]

#: Back to the first column, and everything there gone.
CLEAR_LINE = "\r\x1b[2K"


def shows_live(settings: BaseSettings, stream: TextIO) -> bool:
    """Tell whether ``FPCRAWL_PROGRESS`` asks for a live line on the stream."""
    mode = settings.get("FPCRAWL_PROGRESS")
    return mode == "line" or (mode not in {"log", "off"} and stream.isatty())


def _log_is_ours(settings: BaseSettings) -> bool:
    """Tell whether nobody said where the log goes and how much of it."""
    priority = settings.getpriority("LOG_LEVEL") or 0
    return (
        settings.getbool("LOG_ENABLED")
        and not settings.get("LOG_FILE")
        and priority <= SETTINGS_PRIORITIES["project"]
        and settings.get("LOG_LEVEL") in {"INFO", "WARNING"}
    )


def calm_start(settings: BaseSettings, stream: TextIO | None = None) -> None:
    """Keep Scrapy's opening lines off a terminal; to be called before logging is set up."""
    if shows_live(settings, stream or sys.stderr) and _log_is_ours(settings):
        settings.set("LOG_LEVEL", "WARNING", priority="project")


def log_path(settings: BaseSettings, crawl: str) -> Path:
    """Return where the log of a crawl goes while a live line is shown."""
    directory = Path(settings.get("FPCRAWL_STATE_DIR") or ".fpcrawl")
    return directory / "logs" / f"{crawl.replace(':', '-')}.log"


def split_log(settings: BaseSettings, crawl: str) -> logging.Handler | None:
    """Send the log to a file and only what matters to the terminal.

    The file holds the last run. Left alone are a ``LOG_LEVEL`` given on the command line,
    a ``LOG_FILE`` and a disabled log.

    Parameters
    ----------
    crawl
        Name of the crawl, such as ``forum:bbs.example.com``.

    Returns
    -------
    logging.Handler or None
        The file's handler, to be removed and closed by the caller; ``None`` when the log
        stays as it was.
    """
    if _screen_of(settings) is None:
        return None
    path = log_path(settings, crawl)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = logging.FileHandler(path, mode="w", encoding="utf-8")
    except OSError:
        return None  # opening the state will say what is wrong with the directory
    file.setLevel(logging.INFO)
    file.setFormatter(logging.Formatter(settings.get("LOG_FORMAT"), settings.get("LOG_DATEFORMAT")))
    logging.root.addHandler(file)
    calm_screen(settings)
    return file


def calm_screen(settings: BaseSettings) -> bool:
    """Show only what matters on the terminal; False where the log stays as it was.

    Scrapy makes what writes there anew for each crawl of a process.
    """
    screen = _screen_of(settings)
    if screen is None:
        return False
    screen.setLevel(logging.INFO)
    screen.addFilter(_matters)
    screen.setFormatter(logging.Formatter(f"{CLEAR_LINE}%(levelname)s: %(message)s"))
    return True


def _screen_of(settings: BaseSettings) -> logging.Handler | None:
    screen = get_scrapy_root_handler()
    is_ours = isinstance(screen, logging.StreamHandler) and _log_is_ours(settings)
    return screen if is_ours else None


def _matters(record: logging.LogRecord) -> bool:
    # That Ctrl-C was heard is told at INFO.
    return record.levelno >= logging.WARNING or (
        record.name == "scrapy.crawler" and record.getMessage().startswith("Received ")
    )
