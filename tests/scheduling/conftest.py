from __future__ import annotations

from crawl_kit import look

__all__ = ["look"]
