"""Which forum families the demo has, and their boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .model import BoardSpec, Language

__all__ = ["FAMILIES", "FamilySpec"]


@dataclass(frozen=True, slots=True)
class FamilySpec:
    """One forum with a template of its own.

    Attributes
    ----------
    key
        First part of its paths.
    precision
        How exact a post's time can be read from a thread page.
    long_thread
        ``(board id, replies)`` of the thread that runs over many pages.
    keeps_deleted
        A deleted post leaves a placeholder; otherwise it vanishes and later ones move up.
    page_size, list_size
        Posts on a thread page, threads on a board page.
    """

    key: str
    title: str
    language: Language
    boards: tuple[BoardSpec, ...]
    precision: Literal["minute", "second", "day"]
    long_thread: tuple[int, int]
    keeps_deleted: bool
    page_size: int = 10
    list_size: int = 10


_EVENING = ((20.5, 2.5, 1.0), (12.5, 1.5, 0.4))
_OFFICE = ((10.5, 2.0, 1.0), (15.0, 2.0, 0.9))
_NIGHT = ((23.5, 2.0, 1.0),)
_MORNING = ((7.5, 1.5, 1.0), (19.0, 3.0, 0.4))
_NOON = ((12.5, 1.5, 1.0), (21.0, 2.0, 0.8))

FAMILIES: tuple[FamilySpec, ...] = (
    FamilySpec(
        "classic", "The Old Workshop", "en",
        (
            BoardSpec(1, "Garden talk", "garden", "garden", "en", "Outdoors", 1.2, _EVENING, 1.8),
            BoardSpec(2, "Wheels & spokes", "wheels", "cycle", "en", "Outdoors", 1, _MORNING, 1.4),
            BoardSpec(3, "Valves and waves", "waves", "radio", "en", "Indoors", 0.8, _NIGHT, 1.0),
            BoardSpec(4, "Members' lounge", "lounge", "city", "en", "Indoors", 0.6, _EVENING, 0.7,
                      login=True),
        ),
        "minute", (2, 34), keeps_deleted=False,
    ),
    FamilySpec(
        "divs", "Kettle & Code", "en",
        (
            BoardSpec(1, "Code questions", "code", "code", "en", "Work", 1.4, _OFFICE, 0.3),
            BoardSpec(2, "Kitchen table", "kitchen", "kitchen", "en", "Rest", 1.0, _NOON, 1.3),
            BoardSpec(3, "Cast iron corner", "iron", "kitchen", "en", "Rest", 0.5, _EVENING, 1.5,
                      parent=2),
            BoardSpec(4, "Trip reports", "trips", "travel", "en", "Rest", 0.7, _EVENING, 1.6),
        ),
        "minute", (1, 63), keeps_deleted=True, list_size=12,
    ),
    FamilySpec(
        "plaza", "Plaza", "en",
        (
            BoardSpec(1, "Photography", "photography", "camera", "en", "", 1.0, _EVENING, 1.7),
            BoardSpec(2, "Reading room", "reading-room", "books", "en", "", 0.8, _NIGHT, 1.0),
            BoardSpec(3, "Town matters", "town-matters", "city", "en", "", 1.1, _OFFICE, 0.4),
        ),
        "second", (3, 27), keeps_deleted=True, page_size=8, list_size=9,
    ),
    FamilySpec(
        "terms", "闲聊驿站", "zh",
        (
            BoardSpec(1, "旅途见闻", "travel", "travel", "zh", "", 1.0, _NOON, 1.4),
            BoardSpec(2, "厨房笔记", "kitchen", "kitchen", "zh", "", 0.9, _EVENING, 1.2),
            BoardSpec(3, "书架一角", "books", "books", "zh", "", 0.7, _NIGHT, 0.9),
        ),
        "minute", (1, 31), keeps_deleted=False,
    ),
    FamilySpec(
        "nest", "燕窝论坛", "zh",
        (
            BoardSpec(2, "摄影天地", "camera", "camera", "zh", "兴趣", 1.2, _EVENING, 1.5),
            BoardSpec(3, "骑行者", "cycle", "cycle", "zh", "兴趣", 1.0, _MORNING, 1.8),
            BoardSpec(4, "街坊邻里", "city", "city", "zh", "生活", 1.0, _NOON, 0.8),
            BoardSpec(5, "会员专区", "members", "music", "zh", "生活", 0.5, _NIGHT, login=True),
            BoardSpec(6, "二手相机", "used", "camera", "zh", "兴趣", 0.5, _EVENING, 1.1, parent=2),
        ),
        "minute", (3, 67), keeps_deleted=True, list_size=12,
    ),
    FamilySpec(
        "latte", "Latte", "en",
        (
            BoardSpec(4, "Music making", "music-making", "music", "en", "", 1.0, _EVENING, 1.2),
            BoardSpec(5, "编程问答", "coding", "code", "zh", "", 1.1, _OFFICE, 0.4),
            BoardSpec(6, "Allotments", "allotments", "garden", "en", "", 0.7, _MORNING, 1.9),
        ),
        "second", (4, 44), keeps_deleted=True, page_size=20, list_size=15,
    ),
    FamilySpec(
        "ledger", "流水账", "zh",
        (
            BoardSpec(1, "菜园", "garden", "garden", "zh", "", 1.0, _MORNING, 1.6),
            BoardSpec(2, "收音机", "radio", "radio", "zh", "", 0.8, _NIGHT, 1.1),
            BoardSpec(3, "Small talk", "talk", "city", "en", "", 0.9, _OFFICE, 0.6),
            BoardSpec(4, "旧档案", "attic", "books", "zh", "", 0.5, _EVENING, 1.0, robots=False),
        ),
        "second", (1, 29), keeps_deleted=False, page_size=12, list_size=12,
    ),
)  # fmt: skip
