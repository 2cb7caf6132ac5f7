from __future__ import annotations

import subprocess
import sys

from fpcrawl.processes import MemoryWatch, peak_bytes

READY = "print(flush=True); input()"


def started(code: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_a_program_does_not_start_at_the_size_of_the_one_that_started_it() -> None:
    ballast = bytearray(150_000_000)
    with started(READY) as process:
        peak = peak_bytes(process.pid)
        process.communicate("\n")
    assert len(ballast) == 150_000_000
    assert 1e6 < peak < 60e6


def test_what_was_let_go_still_counts() -> None:
    with started(f"x = bytearray(80_000_000); del x; {READY}") as process:
        memory = MemoryWatch(process.pid)
        memory.look()
        process.communicate("\n")
    memory.look()
    assert 80e6 < memory.own_bytes < 130e6
    assert memory.children_bytes == {}
    assert memory.largest_child_bytes == 0


def test_a_child_counts_for_itself_also_when_a_thread_started_it() -> None:
    child = f"x = bytearray(60_000_000); {READY}"
    code = (
        "import subprocess, sys, threading\n"
        f"run = lambda: subprocess.run([sys.executable, '-c', {child!r}])\n"
        "thread = threading.Thread(target=run); thread.start(); thread.join()"
    )
    with started(code) as process:
        memory = MemoryWatch(process.pid)
        memory.look()
        process.communicate("\n")
    memory.look()
    assert 60e6 < memory.largest_child_bytes < 110e6
    assert 1e6 < memory.own_bytes < 60e6


def test_a_process_that_is_over_tells_nothing() -> None:
    with started(READY) as process:
        process.communicate("\n")
    assert peak_bytes(process.pid) == 0
