"""What every benchmark shares: data folders, versions, memory, the last JSON line."""

from __future__ import annotations

import gzip
import hashlib
import importlib.metadata
import json
import os
import platform
import re
import resource
import signal
import subprocess
import sys
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fpcrawl.processes import MemoryWatch, peak_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

__all__ = [
    "ROOT",
    "BenchError",
    "Measured",
    "bench_keys",
    "child_env",
    "data_folders",
    "data_hash",
    "emit",
    "peak_mb",
    "read_jsonl",
    "read_packed",
    "run_bench",
    "run_measured",
    "versions",
]

ROOT = Path(__file__).resolve().parent.parent
"""The checkout, from which ``fpcrawl`` and ``benchmarks`` are imported by subprocesses."""

_INTERRUPT_GRACE_S = 20.0
_POLL_S = 0.01


class BenchError(Exception):
    """A benchmark cannot run: data missing or malformed, port in use, no crawl to measure."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How a subprocess went.

    Attributes
    ----------
    returncode
        Exit code, negative for a signal.
    seconds
        Wall time.
    cpu_seconds
        User and system time of the process.
    peak_mb
        Largest resident set of the process or one of its children, in MB (10^6 bytes); what
        they grow by in their last 10 ms may be missed.
    timed_out
        True when it had to be ended by us.
    """

    returncode: int
    seconds: float
    cpu_seconds: float
    peak_mb: float
    timed_out: bool


def versions(*packages: str) -> dict[str, str]:
    """Return the versions of Python and of the given distributions (absent ones left out)."""
    out = {"python": platform.python_version()}
    for name in packages or ("fpcrawl", "scrapy", "lxml", "trafilatura", "warcio"):
        try:
            out[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    if "fpcrawl" not in out and (not packages or "fpcrawl" in packages):
        text = (ROOT / "fpcrawl" / "__init__.py").read_text(encoding="utf-8")
        if match := re.search(r"__version__[^=]*=\s*[\"']([^\"']+)", text):
            out["fpcrawl"] = match[1]
    return out


def peak_mb() -> float:
    """Return the largest resident set of this process and its ended children, in MB."""
    # What a child inherits in its ru_maxrss is this process's own, so their largest holds.
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return round(max(peak_bytes(os.getpid()), children) / 1e6, 1)


def data_folders(root: Path, marker: str) -> list[Path]:
    """Return the folders below ``root`` (itself included) that hold the file ``marker``.

    Raises
    ------
    BenchError
        When there is no such folder.
    """
    if not root.is_dir():
        raise BenchError(f"no such data folder: {root}")
    found = sorted({path.parent for path in root.rglob(marker)})
    if not found:
        raise BenchError(f"{root} holds no {marker}: not a data folder of this benchmark")
    return found


def data_hash(folders: Sequence[Path]) -> str:
    """Return 16 hexadecimal digits that change when a file of the folders does."""
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            total.update(f"{folder.name}/{path.relative_to(folder)} {digest}\n".encode())
    return total.hexdigest()[:16]


def read_packed(path: Path) -> bytes:
    """Return what a gzip file holds.

    Raises
    ------
    BenchError
        When the file is missing or no gzip.
    """
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise BenchError(f"{path}: {error}") from error


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a JSON Lines file, plain or ``.gz``.

    Raises
    ------
    BenchError
        When the file is missing, is not gzip though so named, or a line is not an object.
    """
    number = 0
    try:
        with (
            gzip.open(path, "rt", encoding="utf-8")
            if path.suffix == ".gz"
            else path.open(encoding="utf-8")
        ) as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    value = json.loads(line)
                    if not isinstance(value, dict):
                        raise BenchError(f"{path}:{number}: not a JSON object")
                    yield value
    except FileNotFoundError:
        raise BenchError(f"{path} is missing") from None
    except (OSError, EOFError, ValueError) as error:
        raise BenchError(f"{path}:{number}: {error}") from error


def child_env(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the environment for a subprocess that imports from this checkout.

    It keeps bytecode, as what is installed does: else each start would compile all that is
    here, and nothing of what it is compared with.
    """
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    own = {"PYTHONPATH": os.pathsep.join(path), "PYTHONDONTWRITEBYTECODE": ""}
    return {**os.environ, **own, **(extra or {})}


def run_measured(
    command: Sequence[str],
    *,
    cwd: Path,
    timeout_s: float,
    env: Mapping[str, str] | None = None,
    output: Path | None = None,
) -> Measured:
    """Run a command, bounded in time, and measure it.

    After ``timeout_s`` it gets SIGINT, 20 s later SIGKILL. Standard output and error go to
    the file ``output``, or nowhere.
    """
    started = time.monotonic()
    timed_out = False
    with (output or Path(os.devnull)).open("wb") as sink:
        process = subprocess.Popen(
            list(command),
            cwd=cwd,
            env=child_env(env),
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        memory = MemoryWatch(process.pid)
        try:
            while True:
                memory.look()
                pid, status, usage = os.wait4(process.pid, os.WNOHANG)
                if pid:
                    break
                spent = time.monotonic() - started
                if spent > timeout_s + _INTERRUPT_GRACE_S:
                    os.killpg(process.pid, signal.SIGKILL)
                elif spent > timeout_s and not timed_out:
                    timed_out = True
                    process.send_signal(signal.SIGINT)
                time.sleep(_POLL_S)
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise
    process.returncode = os.waitstatus_to_exitcode(status)
    return Measured(
        returncode=process.returncode,
        seconds=round(time.monotonic() - started, 3),
        cpu_seconds=round(usage.ru_utime + usage.ru_stime, 3),
        peak_mb=round(max(memory.own_bytes, memory.largest_child_bytes) / 1e6, 1),
        timed_out=timed_out,
    )


def bench_keys(bench: str, data: str, pages: int, seconds: float, peak: float) -> dict[str, Any]:
    """Return the keys that every benchmark prints."""
    return {
        "bench": bench,
        "data": data,
        "pages": pages,
        "seconds": round(seconds, 2),
        "peak_mb": peak,
        "versions": versions(),
    }


def emit(result: Mapping[str, Any], *, as_json: bool) -> None:
    """Print the result on standard output: one JSON line, or one key a line."""
    if as_json:
        print(json.dumps(result, ensure_ascii=False), flush=True)
        return
    for key, value in result.items():
        text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else value
        print(f"{key:24} {text}", flush=True)


def run_bench(main: Callable[[Sequence[str] | None], int]) -> None:
    """Run a benchmark's ``main`` as a program: its errors are one line and exit code 2."""
    try:
        code = main(None)
    except BenchError as error:
        print(f"error: {error}", file=sys.stderr)
        code = 2
    except KeyboardInterrupt:
        code = 130
    raise SystemExit(code)
