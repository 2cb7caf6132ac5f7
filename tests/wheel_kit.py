"""fpcrawl as others get it: built into a wheel, installed into an environment of its own.

The environment is kept like those of the live tests (``.venv-live/wheel``); only the wheel is
built and installed anew, once in a test run.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "live"))

from live_kit import ENVIRONMENTS, ENVIRONMENTS_VARIABLE, environment

__all__ = ["ROOT", "bare_environ", "built_wheel", "requirements", "run", "wheel_python"]

ROOT = Path(__file__).parents[1]
INSTALL_TIMEOUT_S = 600
#: What builds the wheel; kept in the environment too, so that building asks no index.
_BUILD = ("build>=1.2", "hatchling>=1.24")
_SOURCES = ("fpcrawl", "pyproject.toml", "README.md", "LICENSE")


def requirements(*extras: str) -> tuple[str, ...]:
    """Return what ``pyproject.toml`` says that fpcrawl needs, with some of its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    more = [one for extra in extras for one in project["optional-dependencies"][extra]]
    return (*project["dependencies"], *more)


def bare_environ(**changes: str) -> dict[str, str]:
    """Return the environment of a process that sees neither the tests' packages nor settings."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "SCRAPY"))}
    return {**kept, "PYTHONUTF8": "1", **changes}


def run(*command: str | Path, cwd: Path, timeout_s: float = 120, **env: str) -> str:
    """Run a command to its end; return what it said, and fail with that if it went wrong."""
    done = subprocess.run(
        [str(word) for word in command],
        check=False,
        cwd=cwd,
        env=bare_environ(**env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout_s,
    )
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout[-5000:]}"
    return done.stdout


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="fpcrawl-wheel-"))


@cache
def built_wheel() -> Path:
    """Build the wheel of this checkout; skip where what that takes cannot be installed."""
    # From a copy: what lies about in the checkout is none of the wheel's.
    sources = _folder() / "sources"
    sources.mkdir()
    for name in _SOURCES:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, sources / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, sources / name)
    out = _folder() / "dist"
    command = ("-m", "build", "--wheel", "--no-isolation", "--outdir", out)
    run(_bare_python(), *command, cwd=sources)
    (wheel,) = out.glob("*.whl")
    return wheel


@cache
def _bare_python() -> Path:
    return environment("wheel", [*requirements(), *_BUILD], INSTALL_TIMEOUT_S)


@cache
def wheel_python() -> Path:
    """Return the interpreter of an environment in which the wheel of this checkout is installed.

    Skips where its requirements cannot be had; fails where the live tests are required.
    """
    python, wheel = _bare_python(), built_wheel()
    kept = Path(os.environ.get(ENVIRONMENTS_VARIABLE) or ENVIRONMENTS)
    with (kept / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        options = ("-q", "--no-deps", "--no-index", "--force-reinstall")
        run(python, "-m", "pip", "install", *options, wheel, cwd=_folder())
    return python
