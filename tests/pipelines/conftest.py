from __future__ import annotations

import sys
from pathlib import Path

# The small pages and the short way to a tree are shared with the extraction's tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "extraction"))
