from __future__ import annotations

import sys
from pathlib import Path

# The small pages are shared with the tests of the extraction and of the walk.
for name in ("extraction", "walk"):
    sys.path.insert(0, str(Path(__file__).parents[1] / name))
