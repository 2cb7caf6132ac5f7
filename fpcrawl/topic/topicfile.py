"""A topic as a file that a person writes, reads and edits (YAML)."""

from __future__ import annotations

import math
import os
import sys
import tempfile
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import yaml

from fpcrawl.exceptions import TopicError
from fpcrawl.topic.library import (
    CLASS_WEIGHTS,
    DYNAMIC_SHARE,
    Relation,
    TermClass,
    TopicLibrary,
    TopicTerm,
    term_key,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["MAX_TERMS", "read_topic", "read_topic_file", "write_topic", "write_topic_file"]

_FORMAT = "fpcrawl-topic"
_VERSION = 1
MAX_TERMS = 5_000
"""Most terms that a file may hold."""
_MAX_BYTES = 2_000_000
_MAX_NAME = 100
_MAX_TEXT = 200_000
#: Faults that are told at a time.
_MOST_FAULTS = 10
_CLASSES: tuple[str, ...] = get_args(TermClass)
_RELATIONS: tuple[str, ...] = tuple(filter(None, get_args(Relation)))
_ACCEPTED = {"yes": True, "true": True, "no": False, "false": False, "open": None}
_HEAD = """\
# A topic of fpcrawl. Crawl with it: scrapy crawl forum -a site=URL -a topic=THIS_FILE
# A term: class subject, technical or judgement; weight over 0 and at most 1; accepted yes, no
# or open. An open one counts {share:.0%} of its weight; one with "no" counts nothing and is not
# proposed again. Remarks go into "note": lines such as this one are not kept.
"""


def read_topic_file(path: str | Path) -> TopicLibrary:
    """Read a topic file.

    Raises
    ------
    TopicError
        With the path, and one line for each fault.
    """
    where = Path(path).expanduser()
    try:
        if not where.is_file():
            raise TopicError(f"topic: {where} is no file")
        if where.stat().st_size > _MAX_BYTES:
            raise TopicError(f"topic: {where} is too large for a topic file")
        text = where.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise TopicError(f"topic: cannot read {where}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = where.read_bytes()[: error.start].count(b"\n") + 1
        raise TopicError(f"topic: {where}, line {line}: not UTF-8") from error
    try:
        return read_topic(text)
    except TopicError as error:
        faults = str(error).splitlines()
        raise TopicError("\n".join(f"topic: {where}, {fault}" for fault in faults)) from error


def read_topic(text: str) -> TopicLibrary:
    """Read a topic that :func:`write_topic` wrote or a person.

    Only a name or terms are needed. Terms may be given as plain words, or as a list of words
    for each class.

    Raises
    ------
    TopicError
        One line for each fault, at most ten, each with the number of the line.
    """
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        raise TopicError(f"line {line}: {error.problem or error.context}") from error
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + 1
        raise TopicError(f"line {line}: {error.reason}") from error
    except yaml.YAMLError as error:
        raise TopicError(f"line 1: no YAML: {error}") from error
    except RecursionError as error:
        raise TopicError("line 1: nested too deeply for a topic") from error
    return _Reader().read(root)


class _Reader:
    """Collects what is wrong, so that a person mends it at once."""

    def __init__(self) -> None:
        self._faults: list[tuple[int, str]] = []

    def read(self, root: yaml.Node | None) -> TopicLibrary:
        if root is None or _is_empty(root):
            raise TopicError("line 1: an empty topic: give it a name, a text and terms")
        if not isinstance(root, yaml.MappingNode):
            raise TopicError("line 1: no topic: write 'name: ...', 'text: ...' and 'terms: ...'")
        name, about, eta, revision = "", "", None, 0
        share, classes = DYNAMIC_SHARE, dict(CLASS_WEIGHTS)
        terms: list[TopicTerm] = []
        for key, node in self._entries(root):
            match key:
                case "format":
                    if self._text(node, key) != _FORMAT:
                        self._fault(node, f"format is {_FORMAT}, or left out")
                case "version":
                    if self._number(node, key, 0, 1e9) != _VERSION:
                        told = f"a topic of version {_shown(node)}; this fpcrawl reads {_VERSION}"
                        self._fault(node, told)
                case "revision":
                    revision = int(self._number(node, key, 0, 1e12, zero=True) or 0)
                case "name":
                    name = " ".join(self._text(node, key, _MAX_NAME).split())
                case "text":
                    about = self._text(node, key, _MAX_TEXT).strip()
                case "eta":
                    eta = self._number(node, key, 0, 1)
                case "dynamic_share":
                    found = self._number(node, key, 0, 1, zero=True)
                    share = DYNAMIC_SHARE if found is None else found
                case "class_weights":
                    classes |= dict(self._class_weights(node))
                case "terms":
                    terms = list(self._terms(node))
                case _:
                    told = "name, text, eta, class_weights, dynamic_share, terms"
                    self._fault(node, f"unknown entry {key!r}; there are {told}", key=True)
        if not self._faults and not name and not any(term.accepted for term in terms):
            self._faults.append((1, "an empty topic: give it a name, a text and terms"))
        if self._faults:
            shown = [f"line {line}: {told}" for line, told in sorted(self._faults)]
            more = len(shown) - _MOST_FAULTS
            if more > 0:
                shown[_MOST_FAULTS:] = [f"and {more} more faults"]
            raise TopicError("\n".join(shown))
        if not name:
            name = max((term for term in terms if term.accepted), key=lambda one: one.weight).term
        return TopicLibrary(
            name,
            about,
            terms,
            eta=eta,
            class_weights=classes,
            dynamic_share=share,
            revision=revision,
        )

    # -- terms

    def _terms(self, node: yaml.Node) -> Iterator[TopicTerm]:
        lines: dict[str, int] = {}
        for item, kind in self._term_nodes(node):
            term = self._term(item, kind)
            if term is None:
                continue
            line = _line(item)
            if term.key in lines:
                self._fault(item, f"{term.term!r} stands in line {lines[term.key]} already")
                continue
            lines[term.key] = line
            if len(lines) > MAX_TERMS:
                self._fault(item, f"more than {MAX_TERMS} terms")
                return
            yield term

    def _term_nodes(self, node: yaml.Node) -> Iterator[tuple[yaml.Node, TermClass]]:
        if isinstance(node, yaml.MappingNode):
            for key, group in self._entries(node):
                if key not in _CLASSES:
                    told = f"terms are a list, or lists of {', '.join(_CLASSES)}; not {key!r}"
                    self._fault(group, told, key=True)
                elif isinstance(group, yaml.SequenceNode):
                    for item in group.value:
                        yield item, key  # type: ignore[misc]
                elif not _is_empty(group):
                    self._fault(group, f"{key} is a list of terms")
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                yield item, "technical"
        elif not _is_empty(node):
            self._fault(node, "terms is a list: a line '- word' for each")

    def _term(self, node: yaml.Node, kind: TermClass) -> TopicTerm | None:
        if isinstance(node, yaml.ScalarNode):
            word = self._word(node)
            return TopicTerm(word, kind) if word else None
        if not isinstance(node, yaml.MappingNode):
            self._fault(node, "a term is a word, or {term: word, class: ..., weight: ...}")
            return None
        given: dict[str, Any] = {"kind": kind}
        readers: dict[str, tuple[str, Callable[[yaml.Node], Any]]] = {
            "term": ("term", self._word),
            "class": ("kind", lambda one: self._one_of(one, "class", _CLASSES)),
            "weight": ("weight", lambda one: self._number(one, "weight", 0, 1)),
            "source": ("source", lambda one: self._text(one, "source", _MAX_NAME)),
            "accepted": ("accepted", self._accepted),
            "of": ("of", lambda one: self._text(one, "of")),
            "relation": ("relation", lambda one: self._one_of(one, "relation", _RELATIONS)),
            "note": ("note", lambda one: self._text(one, "note", 1_000)),
        }
        before = len(self._faults)
        for key, value in self._entries(node):
            if key in readers:
                name, read = readers[key]
                given[name] = read(value)
            else:
                told = f"unknown entry {key!r} of a term; there are {', '.join(readers)}"
                self._fault(value, told, key=True)
        if len(self._faults) > before:
            return None
        if "term" not in given:
            self._fault(node, "a term without its word: {term: word, ...}")
            return None
        return TopicTerm(**given)

    def _word(self, node: yaml.Node) -> str:
        before = len(self._faults)
        word = " ".join(self._text(node, "term", _MAX_NAME).split())
        if len(self._faults) == before and not any(map(str.isalnum, term_key(word))):
            self._fault(node, f"no word: {word!r}")
        return word

    def _accepted(self, node: yaml.Node) -> bool | None:
        told = self._text(node, "accepted").lower()
        if told not in _ACCEPTED:
            self._fault(node, f"accepted is yes, no or open, not {_shown(node)}")
        return _ACCEPTED.get(told)

    def _class_weights(self, node: yaml.Node) -> Iterator[tuple[TermClass, float]]:
        if not isinstance(node, yaml.MappingNode):
            self._fault(node, f"class_weights gives a number to some of {', '.join(_CLASSES)}")
            return
        for key, value in self._entries(node):
            if key not in _CLASSES:
                self._fault(value, f"no class of terms: {key!r}", key=True)
            elif (weight := self._number(value, key, 0, 1, zero=True)) is not None:
                yield key, weight  # type: ignore[misc]

    # -- what nodes hold

    def _entries(self, node: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
        """Yield keys and values; the line of a key is kept in its value for messages."""
        lines: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                self._fault(key, "a name is a word")
                continue
            if key.value in lines:
                self._fault(key, f"{key.value!r} stands in line {lines[key.value]} already")
                continue
            lines[key.value] = value.key_line = _line(key)
            yield key.value, value

    def _text(self, node: yaml.Node, name: str, most: int = _MAX_NAME) -> str:
        if not isinstance(node, yaml.ScalarNode):
            self._fault(node, f"{name} is a text")
            return ""
        # As it is written: "no", "2018" and "1e5" are words in a list of words.
        value = "" if _is_empty(node) else str(node.value)
        if len(value) > most:
            self._fault(node, f"{name} is longer than {most} characters")
            return ""
        if any(unicodedata.category(one) == "Cc" and one not in "\n\t\r" for one in value):
            self._fault(node, f"{name} holds control characters")
            return ""
        return value

    def _number(
        self, node: yaml.Node, name: str, least: float, most: float, *, zero: bool = False
    ) -> float | None:
        if _is_empty(node):
            return None
        try:
            value = float(node.value) if isinstance(node, yaml.ScalarNode) else math.nan
        except ValueError:
            value = math.nan
        if not (least <= value <= most) or (value == least and not zero):
            told = f"a number {'from' if zero else 'over'} {least:g}" + (
                f" to {most:g}" if zero else f" and at most {most:g}" if most < 1e9 else ""
            )
            self._fault(node, f"{name} is {told}, not {_shown(node)}")
            return None
        return value

    def _one_of(self, node: yaml.Node, name: str, words: tuple[str, ...]) -> str:
        value = self._text(node, name)
        if value not in words:
            self._fault(node, f"{name} is one of {', '.join(words)}; not {_shown(node)}")
        return value

    def _fault(self, node: yaml.Node, told: str, *, key: bool = False) -> None:
        line = getattr(node, "key_line", None) if key else None
        self._faults.append((line or _line(node), told))


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and (
        node.tag == "tag:yaml.org,2002:null" and not node.style
    )


def _shown(node: yaml.Node) -> str:
    return repr(str(node.value)[:40]) if isinstance(node, yaml.ScalarNode) else "a list"


def write_topic_file(path: str | Path, library: TopicLibrary) -> None:
    """Write a topic file; the former one is there until the new one is whole.

    The revision goes up by one.

    Raises
    ------
    TopicError
        When it cannot be written.
    """
    where = Path(path).expanduser()
    if where.exists() and not (where.is_file() or where.is_dir()):
        raise TopicError(f"topic: {where} is no ordinary file")
    library.revision += 1
    try:
        where = where.resolve()  # a link to the file stays one
        handle, name = tempfile.mkstemp(dir=where.parent, prefix=f".{where.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                out.write(write_topic(library))
            mode = where.stat().st_mode & 0o777 if where.exists() else 0o666 & ~_umask()
            Path(name).chmod(mode)
            Path(name).replace(where)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        library.revision -= 1
        raise TopicError(f"topic: cannot write {where}: {error.strerror}") from error


def _umask() -> int:
    now = os.umask(0o022)
    os.umask(now)
    return now


def write_topic(library: TopicLibrary) -> str:
    """Return a topic as YAML text: what a person has decided on first, the weightiest first."""
    entries: list[tuple[str, yaml.Node]] = [
        ("format", _scalar(_FORMAT)),
        ("version", _scalar(_VERSION)),
        ("revision", _scalar(library.revision)),
        ("name", _scalar(library.name)),
        ("text", _scalar(library.text, block=True)),
    ]
    if library.eta is not None:
        entries.append(("eta", _scalar(round(library.eta, 4))))
    if library.class_weights != CLASS_WEIGHTS:
        weights: list[tuple[str, yaml.Node]] = [
            (name, _scalar(value)) for name, value in library.class_weights.items()
        ]
        entries.append(("class_weights", _mapping(weights, flow=True)))
    if library.dynamic_share != DYNAMIC_SHARE:
        entries.append(("dynamic_share", _scalar(library.dynamic_share)))
    ordered = sorted(
        library,
        key=lambda one: (_standing(one), _CLASSES.index(one.kind), -round(one.weight, 3)),
    )
    items = [_term_node(term) for term in ordered]
    entries.append(("terms", yaml.SequenceNode("tag:yaml.org,2002:seq", items, flow_style=False)))
    text = yaml.serialize(
        _mapping(entries), Dumper=yaml.SafeDumper, allow_unicode=True, width=sys.maxsize
    )
    return _HEAD.format(share=library.dynamic_share) + str(text)


def _standing(term: TopicTerm) -> int:
    return 1 if term.accepted is None else 0 if term.accepted else 2


def _term_node(term: TopicTerm) -> yaml.Node:
    accepted = "open" if term.accepted is None else term.accepted
    entries = [
        ("term", _scalar(term.term)),
        ("class", _scalar(term.kind)),
        ("weight", _scalar(max(round(term.weight, 3), 0.001))),
        ("source", _scalar(term.source)),
        ("accepted", _scalar(accepted)),
    ]
    entries += [
        (name, _scalar(value))
        for name, value in (("of", term.of), ("relation", term.relation), ("note", term.note))
        if value
    ]
    return _mapping(entries, flow=True)


def _mapping(entries: list[tuple[str, yaml.Node]], *, flow: bool = False) -> yaml.Node:
    pairs = [(_scalar(name), node) for name, node in entries]
    return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=flow)


def _scalar(value: str | float | bool, *, block: bool = False) -> yaml.Node:
    if isinstance(value, bool):
        return yaml.ScalarNode("tag:yaml.org,2002:bool", "yes" if value else "no")
    if isinstance(value, int | float):
        kind = "int" if isinstance(value, int) else "float"
        return yaml.ScalarNode(f"tag:yaml.org,2002:{kind}", str(value))
    style = "|" if block and value else None
    return yaml.ScalarNode("tag:yaml.org,2002:str", value, style=style)
