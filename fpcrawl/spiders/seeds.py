"""What ``-a seeds=FILE`` names: the sites of a crawl, and where to begin on each."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fpcrawl.exceptions import UsageError
from fpcrawl.pages.urls import SiteScope, canonical_url, validate_site_url

__all__ = ["MAX_SITES", "MAX_STARTS", "SiteSeeds", "group_of", "read_seeds"]

MAX_SITES = 500
"""Sites of one crawl at most."""
MAX_STARTS = 200
"""Addresses to begin at on one site at most."""
_MAX_BYTES = 4_000_000
_MOST_FAULTS = 10


@dataclass(frozen=True, slots=True)
class SiteSeeds:
    """A site, and further addresses on it to begin at."""

    site: str
    starts: tuple[str, ...] = ()


def group_of(path: str, spider: str) -> str:
    """Return the name under which the sites of a seeds file share what they learn."""
    return f"{spider}:seeds/{Path(path).expanduser().stem}"


def read_seeds(path: str) -> list[SiteSeeds]:
    """Read a file of addresses, one a line; what follows a ``#`` is a remark.

    Addresses on one site belong together: the first is the site, as with ``site=``.

    Raises
    ------
    UsageError
        When the file cannot be read, names no site or too many, or a line is no address; one
        line for each fault, with its number.
    """
    where = Path(path).expanduser()
    try:
        if not where.is_file():
            raise UsageError(f"seeds: {where} is no file")
        if where.stat().st_size > _MAX_BYTES:
            raise UsageError(f"seeds: {where} is too large for a file of addresses")
        text = where.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"seeds: cannot read {where}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise UsageError(f"seeds: {where} is not UTF-8") from None
    sites: list[tuple[SiteScope, list[str]]] = []
    by_host: dict[str, list[str]] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        given = line.partition(" #")[0].strip()
        if not given or given.startswith("#"):
            continue
        try:
            url = canonical_url(validate_site_url(given))
        except UsageError as error:
            faults.append(f"seeds: {where}, line {number}: {error}")
            continue
        starts = by_host.get(url.split("/", 3)[2])
        if starts is None:
            starts = next((known for scope, known in sites if scope.contains(url)), None)
        if starts is None:
            starts = []
            sites.append((SiteScope(url), starts))
        by_host[url.split("/", 3)[2]] = starts
        if url not in starts:
            starts.append(url)
        if len(starts) > MAX_STARTS + 1:
            faults.append(f"seeds: {where}, line {number}: more than {MAX_STARTS} of one site")
            break
        if len(sites) > MAX_SITES:
            faults.append(f"seeds: {where}, line {number}: more than {MAX_SITES} sites")
            break
    if not faults and not sites:
        faults.append(f"seeds: {where} names no site; write one address a line")
    if faults:
        more = [f"and {len(faults) - _MOST_FAULTS} more"] if len(faults) > _MOST_FAULTS else []
        raise UsageError("\n".join(faults[:_MOST_FAULTS] + more))
    return [SiteSeeds(starts[0], tuple(starts[1:])) for _, starts in sites]
