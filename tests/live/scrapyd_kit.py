"""A Scrapyd in an environment of its own, beside which fpcrawl is deployed but not installed."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.parse
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

from live_kit import cannot, environment

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]
START_TIMEOUT_S = 60
INSTALL_TIMEOUT_S = 600
#: What docs/scrapyd.md has installed; the rest is what the wheel requires.
SCRAPYD = ("scrapyd>=1.6", "setuptools<81")


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout as ``make wheel`` does."""
    words = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    try:
        done = subprocess.run(
            words,
            check=False,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=INSTALL_TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        cannot(f"the wheel is not built within {INSTALL_TIMEOUT_S} s")
    if done.returncode:
        cannot(f"the wheel cannot be built: {done.stdout[-1500:]}")
    [wheel] = folder.glob("*.whl")
    return wheel


def scrapyd_python() -> Path:
    """Return the interpreter of an environment with Scrapyd and what fpcrawl requires."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return environment("scrapyd", [*SCRAPYD, *project["dependencies"]], INSTALL_TIMEOUT_S)


def free_port() -> int:
    """Return a port of 127.0.0.1 that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Scrapyd:
    """A server in a folder, with the example ``deploy/scrapyd/scrapyd.conf`` moved there."""

    def __init__(self, python: Path, folder: Path, profiles: dict[str, str]) -> None:
        self.python, self.folder = python, folder
        self.url = f"http://127.0.0.1:{free_port()}/"
        self._profiles = profiles
        self.login = ("deployer", "s3cret-word")

    def __enter__(self) -> Scrapyd:
        home = self.folder / "home"
        home.mkdir(parents=True)
        text = (ROOT / "deploy/scrapyd/scrapyd.conf").read_text(encoding="utf-8")
        text = text.partition("[settings]")[0].replace("/var/lib/scrapyd", str(self.folder))
        port = urllib.parse.urlsplit(self.url).port
        for name, value in {
            "http_port": port,
            "username": self.login[0],
            "password": self.login[1],
        }.items():
            text, found = re.subn(rf"^({name} *=).*$", rf"\1 {value}", text, flags=re.MULTILINE)
            assert found == 1, name
        text += "\npoll_interval = 0.5\n[settings]\n"
        text += "".join(f"{project} = {module}\n" for project, module in self._profiles.items())
        (home / "scrapyd.conf").write_text(text, encoding="utf-8")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "SCRAPY"))}
        with (self.folder / "scrapyd.log").open("w") as log:
            self._process = subprocess.Popen(
                [str(self.python.with_name("scrapyd")), "--pidfile="],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=home,
                env={**kept, "HOME": str(home), "PYTHONPATH": str(self.folder)},
                start_new_session=True,
            )
        limit = time.monotonic() + START_TIMEOUT_S
        while True:
            try:
                self.ask("daemonstatus.json")
            except OSError:
                assert self._process.poll() is None, self.log
                assert time.monotonic() < limit, self.log
                time.sleep(0.2)
            else:
                return self

    def __exit__(self, *_: object) -> None:
        # As systemd does: the server and its jobs are asked to end.
        os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    @property
    def log(self) -> str:
        """The server's own log."""
        return (self.folder / "scrapyd.log").read_text(encoding="utf-8", errors="replace")

    def ask(self, name: str, fields: Iterable[tuple[str, str]] = (), **query: str) -> Any:
        """Call the server; fields are posted."""
        data = urllib.parse.urlencode(list(fields)).encode() or None
        url = f"{self.url}{name}?{urllib.parse.urlencode(query)}"
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, self.url, *self.login)
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPBasicAuthHandler(passwords)
        )
        with opener.open(url, data, timeout=60) as response:
            return json.load(response)

    def deploy(self, wheel: Path, project: str) -> subprocess.CompletedProcess[str]:
        """Deploy as ``make deploy`` does."""
        words = [sys.executable, str(ROOT / "deploy/upload.py"), str(wheel)]
        return subprocess.run(
            [*words, "--target", self.url, "--project", project],
            check=False,
            text=True,
            capture_output=True,
            timeout=180,
            env={
                **os.environ,
                "SCRAPYD_USERNAME": self.login[0],
                "SCRAPYD_PASSWORD": self.login[1],
            },
        )

    def schedule(self, project: str, spider: str, *settings: str, **arguments: str) -> str:
        """Schedule a job and return its id."""
        fields = [("project", project), ("spider", spider), *arguments.items()]
        answer = self.ask("schedule.json", [*fields, *(("setting", s) for s in settings)])
        assert answer["status"] == "ok", answer
        return str(answer["jobid"])

    def wait(self, job: str, state: str = "finished", timeout_s: float = 300) -> None:
        """Wait until a job has come so far."""
        limit = time.monotonic() + timeout_s
        while self.ask("status.json", job=job)["currstate"] != state:
            assert time.monotonic() < limit, self.log[-4000:]
            time.sleep(0.3)

    def log_of(self, project: str, spider: str, job: str) -> str:
        """What a job has logged."""
        path = self.folder / "logs" / project / spider / f"{job}.log"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
