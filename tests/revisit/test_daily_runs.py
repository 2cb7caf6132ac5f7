"""A crawl that cron starts once a day, at the same time."""

from __future__ import annotations

from scrapy.settings import Settings

from fpcrawl.pipelines.revisit import model_from_settings
from fpcrawl.revisit import Visit

DAY_S = 86400.0
START = 1_772_625_600.0
#: What a run takes until it comes to a list.
LATE_S = 120.0


def test_a_quiet_list_is_due_each_day() -> None:
    settings = Settings()
    settings.setmodule("fpcrawl.settings")
    model = model_from_settings(settings)
    due, state = model.next_visit(None, Visit(START + LATE_S, 20, 20))
    for day in range(1, 20):
        now = START + day * DAY_S
        assert due <= now
        due, state = model.next_visit(state, Visit(now + LATE_S, 20, 0))
