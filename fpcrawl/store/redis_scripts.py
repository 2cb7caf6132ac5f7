"""The Lua files as one script, which is loaded once and runs many steps as one.

A file ``lua/NAME.lua`` is the body of a function of ``KEYS`` and ``ARGV``. What several of
them need stands in ``lua/_common.lua``.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Scripts", "load_scripts"]


@dataclass(frozen=True, slots=True)
class Scripts:
    """The one script.

    Attributes
    ----------
    names
        The scripts in it.
    sha
        By what Redis knows it, once it was sent.
    """

    text: str
    names: frozenset[str]
    sha: str


@cache
def load_scripts() -> Scripts:
    """Return all Lua files as one script."""
    # By resources: the code may lie in a zip file.
    found = {
        item.name.removesuffix(".lua"): item.read_text(encoding="utf-8")
        for item in (files("fpcrawl.store") / "lua").iterdir()
        if item.name.endswith(".lua")
    }
    names = sorted(name for name in found if not name.startswith("_"))
    parts = [found.get("_common", ""), "local scripts = {}"]
    parts += [f"scripts['{name}'] = function(KEYS, ARGV)\n{found[name]}\nend" for name in names]
    text = "\n".join([*parts, found["_run"]])
    return Scripts(text, frozenset(names), hashlib.sha1(text.encode()).hexdigest())  # noqa: S324
