"""Settings for many workers on one or more machines: the state is shared in Redis.

Chosen by ``SCRAPY_PROJECT=cluster`` beside the ``scrapy.cfg`` of this project, or by
``SCRAPY_SETTINGS_MODULE=fpcrawl.settings.cluster``. ``REDIS_URL`` says where Redis is.
"""

from __future__ import annotations

from fpcrawl.settings import *  # noqa: F403

FPCRAWL_STATE = "redis"
# A worker of another machine that is not heard of for so long is taken for dead.
FPCRAWL_LEASE_S = 60

# The scheduler of scrapy-redis would empty the queue of all when one worker ends. Ours never
# does: these say so to whoever reads the settings, and another value is refused.
SCHEDULER_PERSIST = True
SCHEDULER_FLUSH_ON_START = False

# Workers share the delay of a host: what each adds by chance would be added up.
DOWNLOAD_DELAY_JITTER = 0
