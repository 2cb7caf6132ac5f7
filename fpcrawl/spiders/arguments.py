"""Spider arguments, checked before anything starts."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.exceptions import UsageError
from fpcrawl.pages.urls import SiteScope, canonical_url, validate_site_url
from fpcrawl.spiders.loginfile import Login, read_login
from fpcrawl.topic.topicfile import read_topic_file

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from fpcrawl.topic.library import TopicLibrary

__all__ = ["GROUP", "SpiderArguments", "parse_arguments"]

GROUP = "_group"
"""Argument by which ``scrapy crawl`` tells the sites of a seeds file that they are of one crawl."""

#: What Scrapyd adds to the arguments of a job: its id, and the version that was asked for.
_OF_SCRAPYD = frozenset({"_job", "_version"})

_DAY_S = 86_400.0

_KNOWN = {
    "site": "the address of the forum or news site",
    "boards": "addresses of the only boards to read, separated by commas",
    "allow": "regular expression that addresses must match",
    "deny": "regular expression that addresses must not match",
    "max_pages": "end after so many pages",
    "login": "a file of cookies, or of user and password",
    "since": "only what was published on or after this day, such as 2026-01-31",
    "topic": "a topic file: what concerns it is read first",
    "starts": "further addresses on the site to begin at, separated by commas",
    "seeds": "a file of addresses, one a line: sites to crawl, each as with site=",
}


@dataclass(frozen=True, slots=True)
class SpiderArguments:
    """What ``-a`` said.

    Attributes
    ----------
    since
        Start of the day in UTC, or the given instant.
    login
        Read from the file that was named.
    topic
        Read from the file that was named.
    starts
        Further addresses on the site to begin at.
    """

    site: str
    boards: tuple[str, ...] = ()
    allow: re.Pattern[str] | None = None
    deny: re.Pattern[str] | None = None
    max_pages: int = 0
    since: datetime | None = None
    login: Login | None = field(default=None, repr=False)
    topic: TopicLibrary | None = field(default=None, repr=False)
    starts: tuple[str, ...] = ()

    @property
    def host(self) -> str:
        """Host of the site, with its port when it is not the usual one."""
        return urlsplit(self.site).netloc


def parse_arguments(
    given: Mapping[str, str], clock: Callable[[], float] = time.time
) -> SpiderArguments:
    """Check the arguments of a spider.

    Parameters
    ----------
    given
        Names and values as on the command line; those that Scrapyd adds are passed over.
    clock
        Seconds since the epoch.

    Raises
    ------
    UsageError
        With one line that says what is wrong and what would be right.
    """
    for name in given:
        if name not in _KNOWN and name not in _OF_SCRAPYD:
            near = get_close_matches(name, _KNOWN, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(_KNOWN)}"
            raise UsageError(f"unknown argument {name}; {hint}")
    if given.get("seeds"):
        raise UsageError("seeds: only scrapy crawl can crawl several sites; give site here")
    if not given.get("site"):
        raise UsageError("no site given; say which with -a site=https://bbs.example.com/")
    site = validate_site_url(given["site"])
    scope = SiteScope(site)
    return SpiderArguments(
        site=site,
        boards=_addresses("boards", given.get("boards", ""), scope),
        allow=_pattern("allow", given.get("allow")),
        deny=_pattern("deny", given.get("deny")),
        max_pages=_count(given.get("max_pages")),
        since=_day(given.get("since"), clock()),
        login=read_login(given["login"], site, clock()) if "login" in given else None,
        topic=read_topic_file(given["topic"]) if given.get("topic") else None,
        starts=_addresses("starts", given.get("starts", ""), scope),
    )


def _addresses(name: str, text: str, scope: SiteScope) -> tuple[str, ...]:
    out = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        url = canonical_url(validate_site_url(part))
        if not scope.contains(url):
            raise UsageError(f"{name}: {part} is not on the site")
        out.append(url)
    if text.strip() and not out:
        raise UsageError(f"{name}: there is no address in {text!r}")
    return tuple(out)


def _pattern(name: str, text: str | None) -> re.Pattern[str] | None:
    if not text:
        return None
    try:
        return re.compile(text)
    except re.error as error:
        raise UsageError(f"{name}: {text!r} is no regular expression ({error})") from error


def _count(text: str | None) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 12) or int(text) < 1:
        raise UsageError(f"max_pages: {text!r} is no number of pages; give 1 or more")
    return int(text)


def _day(text: str | None, now: float) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"since: {text!r} is no date; write it like 2026-01-31") from None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    # Somewhere it is tomorrow already.
    if moment.timestamp() > now + _DAY_S:
        raise UsageError(f"since: {text} is yet to come by this machine's clock")
    return moment
