"""What a crawl's state says of one address: its role, its family, and what became of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from fpcrawl.exceptions import UsageError
from fpcrawl.extraction.keys import thread_key
from fpcrawl.pages.urls import SiteScope, canonical_url, url_key, url_shape
from fpcrawl.scheduling.fingerprint import key_fingerprint
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.spiders.traps import TRAP_WORDS
from fpcrawl.store.model import FINGERPRINT_BYTES
from fpcrawl.walk.chrome import is_chrome

if TYPE_CHECKING:
    from fpcrawl.store.base import State
    from fpcrawl.walk.families import Family, FamilyTable

__all__ = ["Explanation", "explain"]

_STATES = {"ready": "waiting, due now", "done": "done"}
_TIMED = {"waiting": "waiting until", "leased": "being fetched, due"}


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is known of an address.

    Attributes
    ----------
    role, confidence
        What its family's pages were, and the share of the evidence for that.
    state
        What became of the address.
    reasons
        Sentences for people, most telling first.
    """

    crawl: str
    url: str
    family: str
    role: str | None
    confidence: float
    verdict: str
    state: str
    reasons: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain data for ``--json``."""
        return asdict(self)


def explain(state: State, crawl: str, url: str) -> Explanation:
    """Explain an address from the state alone.

    Parameters
    ----------
    crawl
        Its name, such as ``forum:bbs.example.com``.
    url
        The address; written in any way.

    Raises
    ------
    fpcrawl.exceptions.UsageError
        It is no address.
    fpcrawl.exceptions.StateError
        The state cannot be read.
    """
    clean = canonical_url(url)
    if not clean:
        raise UsageError(f"--why: {url!r} is no http(s) address")
    site = crawl.partition(":")[2]
    known = SiteKnowledge(state.values, crawl).load()
    families = known.families
    family = families.families.get(url_shape(clean))
    reasons: list[str] = []
    if clean != url:
        reasons.append(f"it is fetched as {clean}")
    if known.twins.plain(clean) != clean:
        rules = ", ".join(sorted(known.twins.rules))
        reasons.append(f"parts of it do not matter, as was learnt from its like ({rules})")
    if not SiteScope(f"http://{site}/").contains(clean):
        reasons.append(f"it is not on the site {site}")
    if is_chrome(clean):
        reasons.append("its words name an action, an account, a file or a reordering: not followed")
    reasons += _family_reasons(family, clean)
    reasons += _record_reasons(state, site, clean)
    # What was fetched before a part of it was found not to matter is known by the whole.
    keys = dict.fromkeys((known.twins.key(clean), url_key(clean)))
    states = [_row_state(state, crawl, key) for key in keys]
    found = next((known_as for known_as in states if known_as), "never met, or not followed")
    reasons += [
        f"failed {f.count} times, last with {f.reason}"
        for f in state.frontier.failures(crawl, 1000)
        if f.url == clean
    ]
    role = family.role if family is not None else None
    return Explanation(
        crawl,
        clean,
        url_shape(clean),
        role,
        round(family.share_of(role), 3) if family is not None and role is not None else 0.0,
        _verdict(family, families, clean),
        found,
        reasons,
    )


def _verdict(family: Family | None, families: FamilyTable, url: str) -> str:
    barren = families.is_barren(url)
    if barren is not None:
        return f"left alone: {TRAP_WORDS[barren]}"
    return family.verdict if family is not None else "open"


def _family_reasons(family: Family | None, url: str) -> list[str]:
    if family is None:
        return ["no page with an address like it was met"]
    out = []
    total = sum(family.roles.values())
    if total:
        shares = sorted(family.roles.items(), key=lambda entry: -entry[1])
        spoken = ", ".join(f"{role} {weight / total:.0%}" for role, weight in shares[:3])
        out.append(f"pages like {family.shape} have been {spoken}")
    if family.fetched:
        out.append(
            f"{family.fetched} of them were fetched: {family.useful} useful, "
            f"{family.duplicate} duplicate, {family.trapped} traps, {family.errors} errors; "
            f"{family.skipped} were left alone"
        )
    if family.example:
        page = "it" if family.example == url else family.example
        out += [f"{page}: {reason}" for reason in family.why]
    return out


def _record_reasons(state: State, site: str, url: str) -> list[str]:
    key = thread_key(site, url)
    out = []
    thread = state.records.known_thread(key)
    if thread is not None:
        replies = "" if thread.replies is None else f", {thread.replies} replies"
        out.append(f"a list names it as the thread {thread.title!r}{replies}")
    pages = state.records.thread_pages(key)
    if pages:
        posts = sum(page.posts for page in pages)
        out.append(f"{posts} posts were read from {len(pages)} pages of it")
        scores = [page.topic for page in pages if page.topic is not None]
        if scores:
            out.append(f"its score by the topic is {max(scores):.4f}")
    article = state.records.get("article", key)
    if article is not None:
        out.append(f"it is stored as the article {article['title']!r}")
    return out


def _row_state(state: State, crawl: str, key: str) -> str:
    fingerprint = key_fingerprint(key)[:FINGERPRINT_BYTES]
    place = state.frontier.place(crawl, fingerprint)
    if place is None:
        return ""
    if place.state in _STATES:
        return _STATES[place.state]
    moment = datetime.fromtimestamp(place.due, UTC).isoformat(timespec="seconds")
    return f"{_TIMED[place.state]} {moment}"
