from __future__ import annotations

import sys
from pathlib import Path

# The small pages are shared with the tests of the extraction.
sys.path.insert(0, str(Path(__file__).parents[1] / "extraction"))
