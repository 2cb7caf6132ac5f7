"""What a crawl that could not be begun is said to have ended with."""

from __future__ import annotations

import asyncio

from twisted.internet.defer import fail, succeed

from fpcrawl.commands.ends import when_over
from fpcrawl.commands.sites import SiteEnd, site_end
from fpcrawl.exceptions import StateAway


def over(act_on, error):
    """Return what a task that ends so tells."""

    async def crawl():
        if error is not None:
            raise error

    async def run():
        told = []
        task = asyncio.get_running_loop().create_task(crawl())
        act_on(task, told.append)
        await asyncio.wait([task])
        await asyncio.sleep(0)
        return told

    return asyncio.run(run())


def test_a_crawl_that_ended_tells_nothing():
    assert over(when_over, None) == [None]
    told = []
    when_over(succeed(None), told.append)
    assert told == [None]


def test_a_state_that_goes_away_meanwhile_is_told(caplog):
    error = StateAway("Redis does not answer", 0.0)
    assert over(when_over, error) == [error]
    told = []
    when_over(fail(error), told.append)
    assert told == [error]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    assert site_end("a", object(), error) == SiteEnd("a", "state", "Redis does not answer")


def test_other_errors_are_logged_whole(caplog):
    assert over(when_over, ValueError("no such thing")) == [None]
    [record] = [record for record in caplog.records if record.levelname == "ERROR"]
    assert "no such thing" in str(record.exc_info[1])
