"""Forum software from a package index, in an environment of its own, served on 127.0.0.1."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent
#: Where environments are kept between runs, and the variable that names another place.
ENVIRONMENTS = HERE.parents[1] / ".venv-live"
ENVIRONMENTS_VARIABLE = "FPCRAWL_LIVE_ENVIRONMENTS"
#: Set where the tests must run: what cannot be installed is then an error.
REQUIRED_VARIABLE = "FPCRAWL_REQUIRE_LIVE"
INSTALL_TIMEOUT_S = 240
COMMAND_TIMEOUT_S = 120


def cannot(reason: str) -> None:
    """Skip with a reason; where the live tests are required, fail with it."""
    if os.environ.get(REQUIRED_VARIABLE, "") not in {"", "0"}:
        pytest.fail(f"{REQUIRED_VARIABLE} is set, but {reason}")
    pytest.skip(reason)


def environment(
    name: str, requirements: Sequence[str], timeout_s: float = INSTALL_TIMEOUT_S
) -> Path:
    """Return the interpreter of an environment that holds the requirements, made when missing."""
    kept = Path(os.environ.get(ENVIRONMENTS_VARIABLE) or ENVIRONMENTS)
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # Two test runs may want it at once.
        return _installed(kept / name, requirements, timeout_s)


def _installed(folder: Path, requirements: Sequence[str], timeout_s: float) -> Path:
    python = folder / "bin" / "python"
    wanted = "\n".join([sys.version, *requirements])
    done = folder / "installed.txt"
    if done.exists() and done.read_text(encoding="utf-8") == wanted and python.exists():
        return python
    shutil.rmtree(folder, ignore_errors=True)
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "-q", "--no-input", "--retries", "1", *requirements],
    ):
        try:
            subprocess.run(
                command,
                check=True,
                text=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=timeout_s,
            )
        except subprocess.CalledProcessError as error:
            cannot(f"{' '.join(requirements)} cannot be installed: {error.stdout[-1500:]}")
        except subprocess.TimeoutExpired:
            cannot(f"{' '.join(requirements)} is not installed within {timeout_s} s")
    done.write_text(wanted, encoding="utf-8")
    return python


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that the forum got."""

    path: str
    status: int
    location: str | None


class Forum:
    """A forum made by an adapter (``spirit_app.py``) under an interpreter, in a folder."""

    def __init__(self, python: Path, adapter: str, folder: Path) -> None:
        self.python, self.adapter, self.folder = python, HERE / adapter, folder
        self.log_path = folder / "requests.jsonl"
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        folder.mkdir(parents=True)

    def _command(self, *words: str) -> list[str]:
        return [str(self.python), "-W", "ignore", str(self.adapter), *words]

    @staticmethod
    def _environment() -> dict[str, str]:
        # The forum must not see the packages of the tests.
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "DJANGO"))}
        return {**kept, "PYTHONUTF8": "1"}

    def run(self, command: str, *words: str) -> None:
        """Run a command of the adapter to its end."""
        done = subprocess.run(
            self._command(command, str(self.folder), *words),
            check=False,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self._environment(),
            timeout=COMMAND_TIMEOUT_S,
        )
        assert done.returncode == 0, done.stdout[-4000:]

    def send(self, command: str, data: dict[str, Any], *words: str) -> None:
        """Run a command that reads a plan."""
        path = self.folder / f"{command}.json"
        path.write_text(json.dumps(data), encoding="utf-8")
        self.run(command, str(path), *words)

    def look(self) -> dict[str, Any]:
        """Return the lists with their rows and the threads with their posts, by page."""
        path = self.folder / "look.json"
        self.run("look", str(path))
        return json.loads(path.read_text(encoding="utf-8"))

    def asked(self) -> list[Asked]:
        """Return the requests so far, in order."""
        lines = self.log_path.read_text(encoding="utf-8").splitlines()
        return [Asked(**json.loads(line)) for line in lines]

    def __enter__(self) -> Forum:
        with (self.folder / "server.err").open("w") as err:
            process = subprocess.Popen(
                self._command("serve", str(self.folder), str(self.log_path)),
                text=True,
                stdin=subprocess.PIPE,  # The server ends with it, however the tests end.
                stdout=subprocess.PIPE,
                stderr=err,
                env=self._environment(),
            )
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        self._process = process
        assert port.isdigit(), (self.folder / "server.err").read_text(errors="replace")[-4000:]
        self.url = f"http://127.0.0.1:{port}/"
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
