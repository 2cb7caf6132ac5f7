"""One view a template family: what is in the world, as HTML pages."""

from __future__ import annotations

from .base import Target, View, Visit, compile_page
from .classic import ClassicView
from .divs import DivsView
from .latte import LatteView
from .ledger import LedgerView
from .nest import NestView
from .news import NewsView
from .plaza import PlazaView
from .terms import TermsView

__all__ = ["VIEWS", "NewsView", "Target", "View", "Visit", "compile_page"]

VIEWS: dict[str, type[View]] = {
    "classic": ClassicView,
    "divs": DivsView,
    "plaza": PlazaView,
    "terms": TermsView,
    "nest": NestView,
    "latte": LatteView,
    "ledger": LedgerView,
}
