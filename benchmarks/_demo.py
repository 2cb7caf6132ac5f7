"""Starts the bundled demo site as a subprocess for the time of a ``with`` block."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import threading
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.common import ROOT, BenchError, child_env

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Demo", "start_demo"]

_READY = re.compile(r"^fpcrawl demo: (http://\S+)$")
_START_TIMEOUT_S = 60.0
_STOP_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class Demo:
    """A running demo; ``url`` ends in a slash."""

    url: str

    def log(self) -> list[dict[str, Any]]:
        """Return the requests so far, without those to the truth and control endpoints."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(self.url + "_truth/log", timeout=60) as answer:
            entries = [json.loads(line) for line in answer if line.strip()]
        return [
            entry for entry in entries if not entry["path"].startswith(("/_truth", "/_control"))
        ]


@contextlib.contextmanager
def start_demo(options: Sequence[str] = ()) -> Iterator[Demo]:
    """Run a demo whose clock stands still, on a free port.

    Raises
    ------
    BenchError
        When it does not come up; the message is the one it printed.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "fpcrawl.demo", "--port", "0", "--freeze", *options],
        cwd=ROOT,
        env=child_env(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    watch = threading.Timer(_START_TIMEOUT_S, process.kill)
    watch.start()
    try:
        line = process.stdout.readline().strip() if process.stdout else ""
        match = _READY.match(line)
        watch.cancel()
        if match is None:
            raise BenchError(f"the demo did not start: {line or 'it printed nothing'}")
        yield Demo(match[1])
    finally:
        watch.cancel()
        process.terminate()
        try:
            process.wait(_STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
