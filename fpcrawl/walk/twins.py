"""Addresses that differ, but not in what they show.

A session in the path, an order of a one-page list, a title behind a number: a piece of the
address that can be anything. A word before all of it: the site once more, for phones or below
a language. Which pieces those are is learnt from pages that were read:
the same content at two addresses that differ in one piece speaks for it, different content
against it. One content speaks once, at however many addresses: a notice can stand in the place
of any page.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.pages.urls import url_key, url_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["TwinRules", "bears_token"]

#: Contents that were each met at two addresses after which a piece is ignored. One pair of
#: addresses with different content forbids it.
PROOFS = 3
#: Such pairs in a row after which it is ignored no longer: a page can have changed meanwhile.
DOUBTS = 3
#: Contents remembered of a piece, to know the notice that stands at many addresses.
MOST_CONTENTS = 100
#: Addresses remembered to be compared.
MEMORY = 20_000
_HOLES = ("{h}", "{s}", "{v}")
#: A number so long is a moment or a token; shorter ones count pages, threads and posts.
_LONG = re.compile(r"\d{8,}")
#: A word for phones, a language or the like.
_DRESS = re.compile(r"[a-z]{1,8}(?:[-_][a-z]{2,4})?", re.IGNORECASE)
_COUNTING = re.compile(r"[\d.,_-]{1,24}")


@dataclass(slots=True)
class _Proof:
    """What speaks for a rule, and against it: in all, and since a content last spoke for it."""

    contents: set[bytes] = field(default_factory=set)
    disagree: int = 0
    doubts: int = 0

    def count(self, digest: bytes, other: bytes) -> None:
        if digest != other:
            self.disagree += 1
            self.doubts += 1
        elif digest not in self.contents:
            self.doubts = 0
            if len(self.contents) < MOST_CONTENTS:
                self.contents.add(digest)


class TwinRules:
    """Pieces of a site's addresses that do not matter.

    A rule is the shape of the path up to a segment (``/s/*``), or the shape of a whole path
    with the name of a parameter (``/board/{n}?order``; ``*?order`` for every path), or a word
    before all of a path (``m/^``).
    """

    def __init__(self) -> None:
        self.rules: set[str] = set()
        self._proofs: dict[str, _Proof] = {}
        self._contents: OrderedDict[tuple[str, str], tuple[str, bytes]] = OrderedDict()
        self._keys: OrderedDict[str, str] = OrderedDict()
        self._handed: dict[str, set[str]] = {}

    def key(self, url: str) -> str:
        """Return what is equal for all addresses of one page, as far as is known."""
        if not self.rules:
            return url_key(url)
        known = self._keys.get(url)
        if known is None:
            known = self._keys[url] = url_key(self.plain(url))
            if len(self._keys) > MEMORY:
                self._keys.popitem(last=False)
        return known

    def plain(self, url: str) -> str:
        """Return an address without what is known not to matter in it."""
        if not self.rules:
            return url
        for rule, rest, _ in _pieces(url):
            if self.ignores(rule):
                # What is left can hold another such piece.
                return self.plain(rest)
        return url

    def observe(self, url: str, digest: bytes) -> str | None:
        """Learn from a page that was read.

        Parameters
        ----------
        url
            Its canonical address.
        digest
            Its :func:`~fpcrawl.walk.content.content_digest`.

        Returns
        -------
        str or None
            The rule that this page completed the proof of.
        """
        learnt = None
        contents = self._contents
        contents["", url] = "", digest
        for rule, rest, value in _pieces(url):
            known = self._known(rule, rest)
            if known is None:
                contents[rule, rest] = value, digest
            elif known[0] != value:
                proof = self._proofs.setdefault(rule, _Proof())
                proof.count(digest, known[1])
                # A word before all may be a language: not all pages need be translated.
                enough = 2 * PROOFS if rule.endswith("/^") else PROOFS
                if self.ignores(rule):
                    if proof.doubts >= DOUBTS:
                        self._give_up(rule)
                elif len(proof.contents) >= enough and not proof.disagree:
                    self._learn(rule)
                    learnt = rule
        while len(contents) > MEMORY:
            contents.popitem(last=False)
        return learnt

    def observe_links(self, url: str, links: Iterable[str]) -> str | None:
        """Learn from the addresses that a page links to.

        A page under one token whose links all bear another, each page a new one, hands out
        sessions.

        Returns
        -------
        str or None
            The rule that this page completed the proof of.
        """
        if not bears_token(url):
            return None
        mine = {rule: piece for rule, _, piece in _pieces(url) if rule.endswith("/*")}
        given: dict[str, list[str]] = {rule: [] for rule in mine}
        for link in links:
            for rule, _, piece in _pieces(link):
                if rule in given:
                    given[rule].append(piece)
        for rule, pieces in given.items():
            if len(pieces) < PROOFS or len(set(pieces)) > 1 or pieces[0] == mine[rule]:
                continue
            handed = self._handed.setdefault(rule, set())
            handed.add(pieces[0])
            if len(handed) == PROOFS and not self.ignores(rule):
                self._learn(rule)
                return rule
        return None

    def _learn(self, rule: str) -> None:
        name = rule.partition("?")[2]
        if name and any(known.endswith(f"?{name}") for known in self.rules):
            # What does not matter at two places is no business of the place.
            self.rules.add(_everywhere(rule))
        self.rules.add(rule)
        self._keys.clear()

    def _give_up(self, rule: str) -> None:
        # What matters at one place is no matter of all places.
        self.rules -= {rule, _everywhere(rule)}
        self._keys.clear()

    def adopt(self, rules: Iterable[str]) -> None:
        """Take over the rules that were learnt elsewhere, in place of the own ones."""
        self.rules = set(rules)
        self._keys.clear()

    def absorb(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Take over rules that another worker has learnt, and give up those that it has."""
        for rule in added:
            if rule not in self._proofs or self._proofs[rule].disagree == 0:
                self.rules.add(rule)
        self.rules.difference_update(removed)
        self._keys.clear()

    def ignores(self, rule: str) -> bool:
        """Whether the piece of an address that a rule names is known not to matter."""
        return rule in self.rules or _everywhere(rule) in self.rules

    def rule_of(self, url: str) -> str | None:
        """Return the rule by which a piece of an address is known not to matter."""
        if not self.rules:
            return None
        return next((rule for rule, _, _ in _pieces(url) if self.ignores(rule)), None)

    def can_tell(self, rule: str, url: str) -> bool:
        """Whether a page at an address would speak for a rule or against it."""
        return any(
            named == rule and known is not None and known[0] != value
            for named, rest, value in _pieces(url)
            for known in (self._known(rule, rest),)
        )

    def _known(self, rule: str, rest: str) -> tuple[str, bytes] | None:
        """Return what was read at an address that differs in the piece that a rule names."""
        return self._contents.get((rule, rest)) or self._contents.get(("", rest))

    def differing_rule(self, one: str, other: str) -> str | None:
        """Return the rule of the only piece in which two addresses differ, if it is one."""
        rests = {(rule, rest) for rule, rest, _ in _pieces(one)}
        for rule, rest, _ in _pieces(other):
            if (rule, rest) in rests:
                return rule
        return None

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store: small runs prove a rule wrong together."""
        doubts = {rule: proof.doubts for rule, proof in self._proofs.items() if proof.doubts}
        held = {rule: doubts[rule] for rule in sorted(doubts) if self.ignores(rule)}
        return {"rules": sorted(self.rules), "doubts": held}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> TwinRules:
        """Read what :meth:`to_json` wrote."""
        twins = cls()
        twins.rules = set(data["rules"])
        for rule, count in data.get("doubts", {}).items():
            twins._proofs[rule] = _Proof(disagree=count, doubts=count)
        return twins


def bears_token(url: str) -> bool:
    """Whether the path of an address holds what looks like a session or a hash."""
    return "{h}" in url_shape(url).partition("?")[0]


def _everywhere(rule: str) -> str:
    """Return the rule for all paths of one about a parameter."""
    _, mark, name = rule.partition("?")
    return f"*?{name}" if mark else rule


def _pieces(url: str) -> Iterator[tuple[str, str, str]]:
    """Yield ``(rule, address without the piece, piece)`` for what may not matter."""
    head, slashes, rest = url.partition("://")
    host, slash, tail = rest.partition("/")
    path, mark, query = tail.partition("?")
    shape = url_shape(url).partition("?")[0]
    segments, shapes = path.split("/"), shape[1:].split("/")
    if len(segments) > 1 and _DRESS.fullmatch(segments[0]):
        other = "/".join(segments[1:])
        yield f"{segments[0]}/^", f"{head}{slashes}{host}{slash}{other}{mark}{query}", segments[0]
    if len(segments) == len(shapes):
        for n, (segment, pattern) in enumerate(zip(segments, shapes, strict=True)):
            if not any(hole in pattern for hole in _HOLES) and not _LONG.fullmatch(segment):
                continue
            rule = "/" + "/".join((*shapes[:n], "*"))
            other = "/".join((*segments[:n], "*", *segments[n + 1 :]))
            if segment != "*":
                yield rule, f"{head}{slashes}{host}{slash}{other}{mark}{query}", segment
    if not query:
        return
    parts = query.split("&")
    for n, part in enumerate(parts):
        name, _, value = part.partition("=")
        if _COUNTING.fullmatch(value) and not _LONG.fullmatch(value):
            continue
        kept = "&".join((*parts[:n], *parts[n + 1 :]))
        bare = f"{head}{slashes}{host}{slash}{path}"
        yield f"{shape}?{name}", f"{bare}?{kept}" if kept else bare, value
