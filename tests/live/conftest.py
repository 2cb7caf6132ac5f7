from __future__ import annotations

import sys
from pathlib import Path

# The crawl in its own process is the whole-crawl tests', the scoring the benchmarks'.
sys.path[:0] = [str(Path(__file__).parents[1] / "e2e"), str(Path(__file__).parents[2])]
