"""When to come back to a page."""

from __future__ import annotations

from fpcrawl.revisit.budget import BudgetPlanner, share_budget
from fpcrawl.revisit.curvemodel import Board, CurveModel
from fpcrawl.revisit.interval import IntervalModel
from fpcrawl.revisit.models import DEFAULT_MODEL, MODELS, make_model
from fpcrawl.revisit.planner import Outlook, Planner, ZPlanner
from fpcrawl.revisit.pool import pooled_profile
from fpcrawl.revisit.visit import Follower, RevisitModel, Stepper, Visit

__all__ = [
    "DEFAULT_MODEL",
    "MODELS",
    "Board",
    "BudgetPlanner",
    "CurveModel",
    "Follower",
    "IntervalModel",
    "Outlook",
    "Planner",
    "RevisitModel",
    "Stepper",
    "Visit",
    "ZPlanner",
    "make_model",
    "pooled_profile",
    "share_budget",
]
