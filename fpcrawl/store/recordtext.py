"""Records as the JSON text that the databases hold."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from fpcrawl.extraction.records import Article, Comment, Post, Record, Thread, record_dict
from fpcrawl.store.jsontext import json_text

__all__ = ["FED", "decode_record", "encode_record", "feed_line", "ordered", "record_kind"]

_KINDS: dict[str, type[Record]] = {"post": Post, "article": Article, "thread": Thread}
_NAMES: dict[type[Record], str] = {record: kind for kind, record in _KINDS.items()}
_ORDER = {kind: tuple(f.name for f in fields(cls)) for kind, cls in _KINDS.items()}

FED = frozenset({"post", "article"})
"""Kinds that the feeds hold."""


def record_kind(record: Record) -> str:
    """Return ``post``, ``article`` or ``thread``."""
    return _NAMES[type(record)]


def encode_record(record: Record) -> str:
    """Return a record as it is stored."""
    return json_text(record_dict(record))


def decode_record(kind: str, data: str) -> Record:
    """Return the record that :func:`encode_record` wrote."""
    values = json.loads(data)
    cls = _KINDS[kind]
    if "comments" in values:
        values["comments"] = [Comment(**comment) for comment in values["comments"]]
    # A file written by another minor version may hold fields we do not know.
    known = {f.name for f in fields(cls)}
    return cls(**{name: value for name, value in values.items() if name in known})


def feed_line(kind: str, data: str, version: int) -> str | None:
    """Return the line of a feed for an encoded record; ``None`` for a kind without a feed."""
    if kind not in FED:
        return None
    # The record is a JSON object already: its version becomes the last member.
    return f'{data.removesuffix("}")},"version":{version}}}'


def ordered(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return a record's values in the order of its fields; unknown ones come last."""
    known = {name: values[name] for name in _ORDER[kind] if name in values}
    return {**known, **values}
