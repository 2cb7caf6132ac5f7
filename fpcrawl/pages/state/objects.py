"""The objects of a page's data: those that stand side by side, and who and what they refer to."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fpcrawl.pages.state.fields import Object, bare_name, time_of, words_of
from fpcrawl.pages.state.texts import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Group", "Objects", "attributed"]

#: Objects and lists of a page, how deep they nest, objects of one group and of all.
MAX_HOLDERS, MAX_DEPTH, MAX_ITEMS, MAX_GROUPED = 30_000, 40, 1_000, 10_000
#: Share of the values of an object that are objects where it is a map of entities.
MOSTLY = 0.8
#: Keys of such a map: numbers, and what databases and Apollo call things ("Post:12").
_KEY = re.compile(r"\d+|[A-Za-z]\w{0,40}[:_-]\S{0,80}\d\S{0,80}|[0-9a-f]{8,}+[0-9a-f-]*+|t\d_\w+")
_PREFIX = re.compile(r"[A-Za-z]\w*(?=:)")
_PEOPLE = frozenset(
    "user users author authors member members people person profile profiles account".split()
)
_LOGINS = frozenset("username displayname nickname nick screenname login usernick uname".split())
_PERSON_IDS = ("id", "uid", "userid", "_id", "objectid", "authorid", "memberid", "user_id")


@dataclass(slots=True)
class Group:
    """Objects that stand side by side.

    Attributes
    ----------
    path
        Names on the way to them.
    holder
        The object that holds them, ``None`` for a page's whole list.
    keyed
        Whether they are entities by their keys, in no order of their own.
    """

    items: list[Object]
    path: tuple[str, ...]
    holder: Object | None
    keyed: bool = False


@dataclass(slots=True)
class Objects:
    """What there is in the data of a page.

    Attributes
    ----------
    groups
        Objects side by side, outermost first.
    alone
        Objects that have words and a time, whether or not they are in a group.
    above, paths
        Objects by the identity of those that they hold, and names on the way to all of them.
    """

    groups: list[Group] = field(default_factory=list)
    alone: list[tuple[Object, tuple[str, ...]]] = field(default_factory=list)
    above: dict[int, Object] = field(default_factory=dict)
    paths: dict[int, tuple[str, ...]] = field(default_factory=dict)
    #: All of it: what is known by its identity must not go.
    _values: list[Any] = field(default_factory=list)
    _entities: dict[str, Object] = field(default_factory=dict)
    _people: dict[str, Object] = field(default_factory=dict)
    _typed: dict[tuple[str, str], Object] = field(default_factory=dict)

    @classmethod
    def of(cls, values: Iterable[Any]) -> Objects:
        """Walk through the values of a page."""
        out = cls(_values=list(values))
        held: list[tuple[list[Any], tuple[str, ...], Object | None, bool]] = []
        queue: deque[tuple[Any, tuple[str, ...], Object | None, int]] = deque(
            (value, (), None, 0) for value in out._values
        )
        seen = set[int]()
        while queue and len(seen) < MAX_HOLDERS:
            value, path, holder, depth = queue.popleft()
            if id(value) in seen or depth > MAX_DEPTH:
                continue
            seen.add(id(value))
            if isinstance(value, list):
                if any(isinstance(one, dict) for one in value[:3]):
                    held.append((value, path, holder, False))
                queue.extend(
                    (one, path, holder, depth + 1) for one in value if isinstance(one, dict | list)
                )
                continue
            if holder is not None:
                out.above.setdefault(id(value), holder)
            out.paths[id(value)] = path
            out._note(value, path)
            for entities, name in _maps(value):
                held.append((entities, (*path, name), holder, True))
            for name, inner in value.items():
                if isinstance(inner, dict | list):
                    below = path if _KEY.fullmatch(name) else (*path, name)
                    queue.append((inner, below, value, depth + 1))
        left = MAX_GROUPED
        for items, path, holder, keyed in held:
            if left <= 0:
                break
            left -= min(len(items), MAX_ITEMS)
            for kind, alike in _kinds(items[:MAX_ITEMS]):
                plain = [out.plain(one) for one in alike]
                objects = [one for one in plain if one is not None]
                if objects:
                    out.groups.append(Group(objects, (*path, *kind), holder, keyed))
        return out

    def _note(self, thing: Object, path: tuple[str, ...]) -> None:
        """Note whom or what an object can be referred to by."""
        names = {bare_name(name) for name in thing}
        key = thing.get("id")
        kind = thing.get("type") or thing.get("__typename")
        if isinstance(key, str | int) and isinstance(kind, str):
            self._typed.setdefault((kind, str(key)), thing)
        is_login = not names.isdisjoint(_LOGINS) and text_of(thing) == ""
        is_named = "name" in names and path and words_of(path[-1]) & _PEOPLE
        if is_login or is_named:
            for name in _PERSON_IDS:
                key = thing.get(name)
                if isinstance(key, str | int) and not isinstance(key, bool):
                    self._people.setdefault(str(key), thing)
        for name, inner in thing.items():
            if isinstance(inner, dict) and _KEY.fullmatch(name):
                if ":" in name:
                    self._entities.setdefault(name, inner)
                elif _is_person(inner):
                    self._people.setdefault(name, inner)
        if len(thing) >= 3 and time_of(thing) is not None and text_of(thing, weak=True):
            self.alone.append((thing, path))

    def known(self, value: Any) -> Object | None:
        """Return the object that a reference, a number or a key stands for."""
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, str | int):
            return self._people.get(str(value)) or self._entities.get(str(value))
        if not isinstance(value, dict):
            return None
        key = value.get("__ref")
        if isinstance(key, str):
            return self._entities.get(key)
        if isinstance(value.get("data"), dict) and len(value) <= 3:
            value = value["data"]
        key, kind = value.get("id"), value.get("type") or value.get("__typename")
        if isinstance(key, str | int) and len(value) <= 4:
            told = self._typed.get((str(kind), str(key))) if kind is not None else None
            told = told or self._entities.get(str(key))
            if told is not None:
                return attributed(told)
        return None

    def plain(self, value: Any) -> Object | None:
        """Return an object without what wraps it: an edge's node, attributes, a reference."""
        if not isinstance(value, dict):
            return None
        thing: Object = value
        if (referred := self.known(thing)) is not None and len(thing) <= 4:
            return referred
        for name in ("node", "data", "_source", "item"):
            inner = thing.get(name)
            if isinstance(inner, dict) and len(thing) <= 4:
                referred = self.known(inner)
                return attributed(referred if referred is not None else inner)
        thing = attributed(thing)
        if not text_of(thing):
            # {"comment": {...}, "creator": {...}}
            for inner in thing.values():
                if isinstance(inner, dict) and time_of(inner) is not None and text_of(inner):
                    return {**thing, **inner}
        return thing

    def holders(self, thing: Object, levels: int = 6) -> Iterator[Object]:
        """Objects around one, innermost first."""
        above = self.above.get(id(thing))
        while above is not None and levels:
            yield above
            above, levels = self.above.get(id(above)), levels - 1


def _maps(thing: Object) -> Iterator[tuple[list[Any], str]]:
    """Entities that an object holds by their keys, apart by kind."""
    inner = {name: value for name, value in thing.items() if isinstance(value, dict)}
    if not inner or len(inner) < MOSTLY * len(thing):
        return
    keys = [name for name in inner if _KEY.fullmatch(name)]
    if len(keys) < MOSTLY * len(inner):
        return
    kinds: dict[str, list[Any]] = {}
    for name in keys:
        prefix = _PREFIX.match(name)
        kinds.setdefault(prefix[0] if prefix is not None else "", []).append(inner[name])
    for kind, values in kinds.items():
        yield values, kind


def _kinds(items: list[Any]) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Part resources of JSON:API by their kind; other objects stay together."""
    if not any(isinstance(one, dict) and isinstance(one.get("attributes"), dict) for one in items):
        yield (), items
        return
    kinds: dict[str, list[Any]] = {}
    for one in items:
        if isinstance(one, dict):
            kinds.setdefault(str(one.get("type")), []).append(one)
    for kind, alike in kinds.items():
        yield (kind,), alike


def _is_person(thing: Object) -> bool:
    names = {bare_name(name) for name in thing}
    return not names.isdisjoint(_LOGINS) and not text_of(thing)


def attributed(thing: Object) -> Object:
    """Return a resource of JSON:API as one object."""
    attributes = thing.get("attributes")
    if not isinstance(attributes, dict):
        return thing
    links = thing.get("relationships")
    return {
        **(links if isinstance(links, dict) else {}),
        **attributes,
        "id": thing.get("id", attributes.get("id")),
    }
