from __future__ import annotations

import sys
from pathlib import Path

# The small pages and the short way to a tree are shared with the extraction's tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "extraction"))

import pytest
from site_kit import Watched

from fpcrawl.store.sqlite import open_state


@pytest.fixture
def state(tmp_path):
    opened = open_state(tmp_path / "state")
    yield opened
    opened.close()


@pytest.fixture
def site(state):
    return Watched(state)
