from __future__ import annotations

import sys
from pathlib import Path

# The scripted server and the spider runner are shared with the scheduler's tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "scheduling"))

from crawl_kit import look

__all__ = ["look"]
