from __future__ import annotations

import sys
from pathlib import Path

# Entries of the frontier and a clock are made as in the store's tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "store"))
