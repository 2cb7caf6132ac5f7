"""A template as a file that a person reads and edits (YAML)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from fpcrawl.exceptions import TemplateError
from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.kinds import load_template

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["read_entries", "write_entries"]

_FORMAT = "fpcrawl-templates"
_VERSION = 1
_HEAD = """\
# Templates of fpcrawl. Edit the XPath expressions of a template ("templates: xpath:"), then
#   scrapy template import FILE
# It is verified on saved pages before it is used. "pinned: true" keeps it from being replaced.
"""
#: What a person may leave out.
_OPTIONAL = ("verification", "anchors", "state", "pinned", "origin", "created", "cluster")


def write_entries(entries: Iterable[TemplateEntry]) -> str:
    """Return templates as YAML text."""
    data = {
        "format": _FORMAT,
        "version": _VERSION,
        "templates": [entry.to_json() for entry in entries],
    }
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)
    return _HEAD + str(text)


def read_entries(text: str) -> list[TemplateEntry]:
    """Read what :func:`write_entries` wrote, edited or not.

    Raises
    ------
    TemplateError
        With what is wrong, and for what is no YAML the line.
    """
    try:
        data = yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else 0
        raise TemplateError(f"line {line}: {error.problem}") from error
    except yaml.YAMLError as error:
        raise TemplateError(f"no YAML: {error}") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise TemplateError(f"no templates: its first entry must be 'format: {_FORMAT}'")
    if data.get("version") != _VERSION:
        raise TemplateError(f"templates of version {data.get('version')!r}, not {_VERSION}")
    found = data.get("templates")
    if not isinstance(found, list) or not found:
        raise TemplateError("it holds no templates")
    return [_entry(one, number) for number, one in enumerate(found, 1)]


def _entry(data: Any, number: int) -> TemplateEntry:
    if not isinstance(data, dict):
        raise TemplateError(f"template {number}: not a mapping")
    known = set(TemplateEntry.__dataclass_fields__)
    unknown = sorted(map(str, set(data) - known))
    if unknown:
        raise TemplateError(f"template {number}: unknown entries {', '.join(unknown)}")
    missing = sorted(known - set(data) - set(_OPTIONAL))
    if missing:
        raise TemplateError(f"template {number}: {', '.join(missing)} missing")
    data = {"cluster": "", **data}
    if not isinstance(data["version"], int) or not isinstance(data["templates"], dict):
        raise TemplateError(f"template {number}: version is a number, templates a mapping")
    data["id"] = str(data["id"])
    entry = TemplateEntry.from_json(data)
    for kind, one in entry.templates.items():
        try:
            load_template(kind, one)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise TemplateError(f"template {entry.id}, {kind}: {error}") from error
    return entry
