"""Jobs and setups, and rules that misbehave."""

from __future__ import annotations

import os
import time

from extraction_kit import NOW, URL

from fpcrawl.reader import DeskSetup, PageJob
from fpcrawl.walk.walker import Context, WalkRules

SITE = "http://f.example/"


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


def processes(reader):
    """Those a reader has, as the system knows them."""
    return [one._process for one in reader._processes]


def setup_of(kind="forum", **changes):
    rules = WalkRules(kind, allow=changes.pop("allow", None))
    return DeskSetup(SITE, "f.example", rules, **changes)


def job_of(html, url=URL, context=None, **changes):
    body = html if isinstance(html, bytes) else html.encode()
    return PageJob(url, body, "utf-8", NOW, NOW, context or Context(), **changes)
