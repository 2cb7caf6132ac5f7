"""The settings of metrics, read once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl import settings as defaults
from fpcrawl.exceptions import UsageError

if TYPE_CHECKING:
    from typing import Self

    from scrapy.settings import BaseSettings

__all__ = ["MetricsConfig"]

_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_PORTS = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")
_MAX_PORT = 65535


@dataclass(frozen=True, slots=True)
class MetricsConfig:
    """Where metrics go.

    Attributes
    ----------
    file
        The file they are written to; ``None`` = none.
    ports
        The first of these that is free is listened on; none = no endpoint.
    bind
        The address that is listened on.
    interval_s
        Seconds between two gatherings.
    labels
        Given to every sample.
    """

    file: Path | None = None
    ports: range = range(0)
    bind: str = "127.0.0.1"
    interval_s: float = 15.0
    labels: dict[str, str] = field(default_factory=dict)

    @property
    def is_on(self) -> bool:
        """Whether metrics are wanted at all."""
        return self.file is not None or bool(self.ports)

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        """Read ``FPCRAWL_METRICS_*``.

        Raises
        ------
        UsageError
            A value makes no sense.
        """
        path = settings.get("FPCRAWL_METRICS_FILE")
        if path and Path(path).is_dir():
            raise UsageError(f"FPCRAWL_METRICS_FILE: {path} is a directory, not a file")
        if path and Path(path).exists() and not Path(path).is_file():
            raise UsageError(f"FPCRAWL_METRICS_FILE: {path} is no ordinary file")
        interval_s = settings.getfloat(
            "FPCRAWL_METRICS_INTERVAL_S", defaults.FPCRAWL_METRICS_INTERVAL_S
        )
        return cls(
            file=Path(path) if path else None,
            ports=_ports(str(settings.get("FPCRAWL_METRICS_PORT") or "")),
            bind=settings.get("FPCRAWL_METRICS_BIND") or defaults.FPCRAWL_METRICS_BIND,
            interval_s=max(1.0, interval_s),
            labels=_labels(str(settings.get("FPCRAWL_METRICS_LABELS") or "")),
        )


def _ports(text: str) -> range:
    if text in {"", "0"}:
        return range(0)
    found = _PORTS.fullmatch(text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if not 1 <= first <= last <= _MAX_PORT:
        raise UsageError(
            f"FPCRAWL_METRICS_PORT: {text!r} is no port and no range of ports, such as 9410-9419"
        )
    return range(first, last + 1)


def _labels(text: str) -> dict[str, str]:
    found = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals or not _NAME.fullmatch(name) or name.startswith("__"):
            raise UsageError(
                f"FPCRAWL_METRICS_LABELS: {part!r} is no label; write them like worker=1,site=a"
            )
        found[name] = value
    return found
