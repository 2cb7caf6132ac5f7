"""Signals beside Scrapy's own."""

from __future__ import annotations

__all__ = ["records_late"]

records_late = object()
"""Records were stored that no item brings: those of pages read again or held back, and articles
whose other pages did not come. Sent with ``stored``, a list of
:class:`~fpcrawl.store.model.Stored`, and ``spider``.
"""
