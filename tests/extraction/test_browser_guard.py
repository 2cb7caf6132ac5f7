"""No process outlives the one that started it, however that one ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from process_kit import is_alive, wait_for

from fpcrawl.extraction.visual.guard import Guard
from fpcrawl.processes import children_of

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")

_SLEEPER = "import time; time.sleep(60)"
#: Starts a process that leads a group and one that is started by another, then tells and waits.
_OWNER = """
import subprocess, sys, time
from fpcrawl.extraction.visual.guard import Guard
guard = Guard(grace_s=0)
one = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], process_group=0)
code = '''
import subprocess, sys
subprocess.run([sys.executable, "-c", "import time; time.sleep(60)"], process_group=0)
'''
two = subprocess.Popen([sys.executable, "-c", code])
guard.answer_for(one.pid)
guard.answer_for(two.pid)
print(one.pid, two.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_is_guarded_ends_with_its_owner(number):
    owner = subprocess.Popen([sys.executable, "-c", _OWNER], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    pids = list(map(int, owner.stdout.readline().split()))
    wait_for(lambda: children_of(pids[1]))
    pids += children_of(pids[1])
    assert len(pids) == 3
    assert all(map(is_alive, pids))
    # A process that does not listen to anything ends all the same.
    os.kill(pids[0], signal.SIGSTOP)
    owner.send_signal(number)
    owner.wait()
    owner.stdout.close()
    wait_for(lambda: not any(map(is_alive, pids)))


def test_guard_strikes_once_and_is_dismissed():
    guard = Guard()
    child = subprocess.Popen([sys.executable, "-c", _SLEEPER], process_group=0)
    guard.answer_for(child.pid)
    guard.strike()
    assert child.wait(20) == -signal.SIGKILL
    guard.strike()
    guard.dismiss()
    guard.dismiss()


def test_another_process_of_the_same_number_is_let_be(monkeypatch):
    guard = Guard()
    child = subprocess.Popen([sys.executable, "-c", _SLEEPER])
    try:
        guard.answer_for(child.pid)
        guard._watched = dict.fromkeys(guard._watched, "before")
        guard.strike()
        assert child.poll() is None
    finally:
        child.kill()
        child.wait()
        guard.dismiss()
