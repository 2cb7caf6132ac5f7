"""How a crawl ended that Scrapy's process was given to run."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import StateError

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

__all__ = ["when_over"]

logger = logging.getLogger(__name__)


def when_over(ended: Any, act: Callable[[StateError | None], object]) -> None:
    """Call `act` when a crawl is over, with what kept it from beginning if that was its state.

    Every other error is logged with its traceback.

    Parameters
    ----------
    ended
        What ``crawl()`` of Scrapy's process returned: a task, or a Deferred with
        ``FORCE_CRAWLER_PROCESS``.
    """

    def task_over(task: asyncio.Task[None]) -> None:
        act(None if task.cancelled() else _state_error(task.exception()))

    def deferred_over(result: Any) -> None:
        act(_state_error(getattr(result, "value", None)))

    if hasattr(ended, "add_done_callback"):
        ended.add_done_callback(task_over)
    else:
        ended.addBoth(deferred_over)


def _state_error(error: BaseException | None) -> StateError | None:
    if error is None or isinstance(error, StateError):
        return error
    logger.error("The crawl could not be begun", exc_info=error)
    return None
