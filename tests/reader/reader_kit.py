"""Jobs and setups, and rules and pages that misbehave."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from extraction_kit import NOW, URL
from template_kit import thread_html

from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.pages.limits import PageLimits
from fpcrawl.reader.job import LearnJob, PageJob
from fpcrawl.reader.setup import DeskSetup
from fpcrawl.walk.walker import Context, WalkRules

if TYPE_CHECKING:
    from fpcrawl.pages.page import Page

SITE = "http://f.example/"


@dataclass(frozen=True, slots=True)
class OddPage(KeptPage):
    """A kept page whose address says what befalls those that learn from it."""

    def read(self, limits: PageLimits = PageLimits()) -> Page:  # noqa: B008  (frozen)
        word, _, told = self.url.rpartition("?")[2].partition("=")
        if told:
            Path(told).write_text(str(os.getpid()))
        if word == "hang":
            time.sleep(60)
        if word == "crash":
            os._exit(9)
        if word == "fail":
            raise LookupError("nobody thought of this")
        return KeptPage.read(self, limits)


class Mischief:
    """A pattern that hangs, ends the process or fails where an address asks for it.

    It stands for markup that does so: the other process unpickles it by the name of this module.
    """

    def search(self, url):
        if "hang" in url:
            time.sleep(60)
        if "crash" in url:
            os._exit(9)
        if "fail" in url:
            raise LookupError("nobody thought of this")
        return True


def setup_of(kind="forum", **changes):
    rules = WalkRules(kind, allow=changes.pop("allow", None))
    return DeskSetup(SITE, "f.example", rules, **changes)


def job_of(html, url=URL, context=None, **changes):
    body = html if isinstance(html, bytes) else html.encode()
    return PageJob(url, body, "utf-8", NOW, NOW, context or Context(), **changes)


def learn_job(pages=4, odd="", **changes):
    """Have a template learnt from threads, of which the first may misbehave."""
    return LearnJob(
        "thread",
        tuple(_kept(n, odd if n == 1 else "") for n in range(1, pages + 1)),
        cluster="c1",
        fresh_id="0badcafe",
        created=NOW.isoformat(),
        **changes,
    )


def _kept(number, odd):
    url = f"http://f.example/thread-{number}.html"
    at = NOW.isoformat()
    return (OddPage if odd else KeptPage)(
        "forum:f.example", "f.example", "c1", "thread", f"{url}?{odd}" if odd else url,
        thread_html(number).encode(), "utf-8", at, at, url, id=number,
    )  # fmt: skip
