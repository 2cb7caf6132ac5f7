from __future__ import annotations

import sys
from pathlib import Path

# The small pages are shared with other tests.
for name in ("extraction", "walk", "demo"):
    sys.path.insert(0, str(Path(__file__).parents[1] / name))
