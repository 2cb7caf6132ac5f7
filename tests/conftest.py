from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from servers import own_postgres, own_redis, postgres_server, redis_server

if TYPE_CHECKING:
    import pytest

__all__ = ["own_postgres", "own_redis", "postgres_server", "redis_server"]

#: What takes long begins first, so that no process ends alone with it: test modules by the
#: processor time of their longest test, longest first.
LONGEST = (
    "test_live_forum",
    "test_e2e_kill",
    "test_e2e_templates",
    "test_e2e_topic",
    "test_e2e_revisit",
    "test_cluster_command",
    "test_waiting",
    "test_e2e_recrawl",
    "test_e2e_limits",
    "test_charset_triples",
    "test_e2e_demo",
    "test_demo_command",
    "test_resume",
    "test_e2e_login",
    "test_e2e_feeds",
    "test_e2e_exit",
    "test_e2e_middleware",
    "test_visual_classify",
    "test_e2e_hostile",
    "test_e2e_politeness",
)
_RANK = {name: rank for rank, name in enumerate(LONGEST)}

# A run starts hundreds of processes: told to keep no bytecode, each would compile all modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The shell's jobs in the background ignore this signal, and so would each process that a test
# stops by it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: _RANK.get(item.path.stem, len(LONGEST)))
