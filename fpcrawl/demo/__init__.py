"""The bundled live demo: forums of several template families and a newspaper on 127.0.0.1.

:class:`World` is what was written, by whom and when (pure, repeatable, no server);
:mod:`fpcrawl.demo.server` shows it as web pages.
"""

from __future__ import annotations

from .catalog import FAMILIES, FamilySpec
from .clock import Clock, DemoClock
from .world import World, WorldError

__all__ = ["FAMILIES", "Clock", "DemoClock", "FamilySpec", "World", "WorldError"]
