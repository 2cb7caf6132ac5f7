"""Where state and output lie when the code is a zip, as under Scrapyd."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import fpcrawl
from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy.settings import BaseSettings

__all__ = ["check_beside", "check_places", "code_archive", "unused_archive"]

logger = logging.getLogger(__name__)

_PLACES = ("FPCRAWL_STATE_DIR", "FPCRAWL_OUTPUT_DIR")


def code_archive() -> Path | None:
    """Return the zip from which fpcrawl runs; ``None`` where it lies in a directory."""
    spec = fpcrawl.__spec__
    archive = getattr(spec.loader, "archive", None) if spec is not None else None
    return Path(archive).resolve() if archive else None


def unused_archive(path: Iterable[str]) -> str | None:
    """Return the first egg on an import path: with fpcrawl in a directory, nothing uses it."""
    return next((p for p in path if p.endswith(".egg") and Path(p).is_file()), None)


def check_places(settings: BaseSettings) -> None:
    """Warn of what a deployed crawl would lose or leave unused, and refuse the worst.

    Raises
    ------
    UsageError
        When state or output would go where the server keeps the deployed versions: deleting
        the project there would delete it too.
    """
    archive = code_archive()
    if archive is None:
        egg = unused_archive(sys.path) if "SCRAPY_PROJECT" in os.environ else None
        if egg is not None:
            logger.warning(
                "%s is not used: this is the fpcrawl %s that is installed beside Scrapyd; "
                "uninstall that to run what was deployed",
                egg,
                fpcrawl.__version__,
            )
        return
    check_beside(settings, archive)


def check_beside(settings: BaseSettings, archive: Path) -> None:
    """Check the places of state and output of code that lies in a zip.

    Raises
    ------
    UsageError
        See :func:`check_places`.
    """
    relative = []
    # A server with a storage of its own hands out copies there; they are nobody's directory.
    passing = Path(tempfile.gettempdir()).resolve()
    for name in _PLACES:
        place = Path(settings.get(name) or ".")
        if not place.is_absolute():
            relative.append(name)
        if archive.parent != passing and place.resolve().is_relative_to(archive.parent):
            raise UsageError(
                f"{name} ({place.resolve()}) lies where the deployed code is kept and goes with "
                "it; give an absolute path elsewhere"
            )
    if relative:
        logger.warning(
            "%s: not absolute, so taken from %s, where the server was started; see docs/scrapyd.md",
            " and ".join(relative),
            Path.cwd(),
        )
