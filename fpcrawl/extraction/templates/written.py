"""A template as a file that a person reads and edits (YAML)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import yaml
from lxml import etree

from fpcrawl.exceptions import TemplateError
from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.kinds import load_template
from fpcrawl.extraction.templates.xpath import XPathTemplate

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

__all__ = ["read_entries", "write_entries"]

_FORMAT = "fpcrawl-templates"
_VERSION = 1
_HEAD = """\
# Templates of fpcrawl. Edit the XPath expressions of a template ("templates: xpath:"), then
#   scrapy template import FILE
# It is verified on saved pages before it is used. "pinned: true" keeps it from being replaced.
"""
#: What a person may leave out.
_OPTIONAL = ("verification", "anchors", "state", "pinned", "origin", "created", "cluster", "labels")
#: Entries that are no texts, and what to call what they are.
_KINDS: dict[str, tuple[type, str]] = {
    "version": (int, "a number"),
    "templates": (dict, "a mapping"),
    "verification": (dict, "a mapping"),
    "anchors": (list, "a list"),
    "pinned": (bool, "true or false"),
}
#: What a file holds: a misspelt entry would be lost.
_FILE = frozenset(["format", "version", "templates"])
#: Ids stand in the names of templates, ``xpath:1f0a3c5e@2``, and in commands.
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"")
_CALL = re.compile(r"(?<![\w.-])((?:[A-Za-z_][\w.-]*:(?!:))?[A-Za-z_][\w.-]*)\s*\(")
#: What may stand before a bracket in XPath 1.0: functions, node tests, operators.
_FUNCTIONS = frozenset(
    "last position count id local-name namespace-uri name string concat starts-with contains "
    "substring-before substring-after substring string-length normalize-space translate boolean "
    "not true false lang number sum floor ceiling round "
    "node text comment processing-instruction and or div mod".split()
)


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
    except (yaml.YAMLError, ValueError) as error:  # a day that no month has is the latter
        raise TemplateError(f"no YAML: {error}") from error
    except RecursionError as error:
        raise TemplateError("nested too deeply for templates") from error
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise TemplateError(f"no templates: its first entry must be 'format: {_FORMAT}'")
    if data.get("version") != _VERSION:
        raise TemplateError(f"templates of version {data.get('version')!r}, not {_VERSION}")
    found = data.get("templates")
    if not isinstance(found, list) or not found:
        raise TemplateError("it holds no templates")
    if unknown := _unknown(data, _FILE):
        raise TemplateError(f"unknown entries {unknown}")
    return [_entry(one, number) for number, one in enumerate(found, 1)]


def _entry(data: Any, number: int) -> TemplateEntry:
    if not isinstance(data, dict):
        raise TemplateError(f"template {number}: not a mapping")
    known = set(TemplateEntry.__dataclass_fields__)
    if unknown := _unknown(data, known):
        raise TemplateError(f"template {number}: unknown entries {unknown}")
    missing = sorted(known - set(data) - set(_OPTIONAL))
    if missing:
        raise TemplateError(f"template {number}: {', '.join(missing)} missing")
    data = {"cluster": "", **data}
    data["id"] = str(data["id"])
    _check(data, number)
    entry = TemplateEntry.from_json(data)
    templates = {}
    for kind, one in entry.templates.items():
        try:
            template = load_template(kind, one)
            if isinstance(template, XPathTemplate):
                _check_paths(one)
                _check_expressions(template)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise TemplateError(f"template {entry.id}, {kind}: {error}") from error
        if template.role != entry.role:
            told = f"reads {template.role} pages, not {entry.role} pages"
            raise TemplateError(f"template {entry.id}, {kind}: {told}")
        # As a template writes itself: what else stands there has no place in the store.
        templates[kind] = template.to_json()
    return replace(entry, templates=templates)


def _unknown(data: dict[Any, Any], known: Set[str]) -> str:
    return ", ".join(sorted(map(str, set(data) - known)))


def _check_paths(data: dict[str, Any]) -> None:
    """Refuse what would be taken for something else."""
    if data.get("kind", "xpath") != "xpath":
        raise ValueError(f"kind is xpath, not {data['kind']!r}")
    if not isinstance(data.get("nested", False), bool):
        raise ValueError(f"nested is true or false, not {data['nested']!r}")  # noqa: TRY004


def _check_expressions(template: XPathTemplate) -> None:
    """Refuse what shows to be wrong only when a page is read, and there as nothing found."""
    for rule in template.records:
        _evaluate(rule.expression, elements=True)
    for name, rules in template.fields.items():
        for field in rules:
            _evaluate(field.expression, elements=name == "body")


def _evaluate(expression: str, *, elements: bool) -> None:
    try:
        found = etree.XPath(expression)(etree.Element("p"))
    except etree.XPathError as error:
        raise ValueError(f"not an XPath expression: {expression!r} ({error})") from error
    # A predicate is not evaluated where nothing stands, so its functions are looked up here.
    called = set(_CALL.findall(_LITERAL.sub("''", expression)))
    unknown = sorted(called - _FUNCTIONS)
    if unknown:
        raise ValueError(f"not an XPath expression: {expression!r} (no function {unknown[0]})")
    if elements and not isinstance(found, list):
        raise ValueError(f"leads to no element: {expression!r}")


def _check(data: dict[str, Any], number: int) -> None:
    """Refuse values that are not what they should be: a crawl would fall over them later."""
    if not _ID.fullmatch(data["id"]):
        raise TemplateError(f"template {number}: an id is of letters, digits, - and _")
    for name, value in data.items():
        wanted, told = _KINDS.get(name, (str, "a text"))
        # A boolean is an integer to Python, not to a person.
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise TemplateError(f"template {data['id']}: {name} is {told}, not {value!r}")
    if data["version"] < 1 or not data["site"]:
        raise TemplateError(f"template {data['id']}: version is at least 1, and site is not empty")
    if not all(isinstance(anchor, str) for anchor in data.get("anchors", ())):
        raise TemplateError(f"template {data['id']}: anchors are texts")
