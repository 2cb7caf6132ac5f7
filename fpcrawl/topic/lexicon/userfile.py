"""A lexicon that the user writes: synonyms, wider words and what is alike (YAML)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import yaml

from fpcrawl.exceptions import LexiconError
from fpcrawl.topic.lexicon.base import near, normal, unique
from fpcrawl.topic.lexicon.files import read_text
from fpcrawl.topic.segment import simplified

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["UserLexicon"]

_MAX_BYTES = 20_000_000
_MOST_FAULTS = 10
_MAX_STEPS = 6
_ENTRIES = ("synonyms", "hypernyms", "similar")
_SHAPE = "a word has entries 'synonyms: [..]', 'hypernyms: [..]', 'similar: {word: 0.6}'"


class UserLexicon:
    """The user's own words. They come before those of every other lexicon.

    Synonyms of synonyms are synonyms. What is stated under ``similar`` holds both ways and
    goes before what follows from the wider words: words so many steps apart are as alike as
    sememes are in HowNet.

    Parameters
    ----------
    path
        A file such as::

            version: 1
            words:
              智能手机:
                synonyms: [智慧手机, smartphone]
                hypernyms: [手机]
                similar: {平板电脑: 0.6}
              手机: 电话        # short for hypernyms: [电话]

    Raises
    ------
    LexiconError
        One line for each fault, at most ten, each with the number of the line.
    """

    def __init__(self, path: Path) -> None:
        self._groups: dict[str, str] = {}  # word -> the word that stands for its synonyms
        self._members: defaultdict[str, list[str]] = defaultdict(list)
        self._up: defaultdict[str, list[str]] = defaultdict(list)
        self._down: defaultdict[str, list[str]] = defaultdict(list)
        self._stated: dict[tuple[str, str], float] = {}
        self._build(_Reader(path).read())

    @property
    def name(self) -> str:
        """How settings and logs call it."""
        return "user"

    def __len__(self) -> int:
        return len(self._groups)

    def knows(self, word: str) -> bool:
        """Tell whether it has an entry for the word."""
        return normal(word) in self._groups

    def similarity(self, a: str, b: str) -> float:
        """Return what the file states or what follows from it."""
        a, b = normal(a), normal(b)
        left, right = self._groups.get(a), self._groups.get(b)
        if a == b or (left is not None and left == right):
            return 1.0
        if left is None or right is None:
            return 0.0
        stated = self._stated.get((min(left, right), max(left, right)))
        if stated is not None:
            return stated
        up = self._above(left)
        met = [steps + up[at] for at, steps in self._above(right).items() if at in up]
        return near(min(met)) if met else 0.0

    def synonyms(self, word: str) -> tuple[str, ...]:
        """Return the words that the file gives for the same."""
        own = normal(word)
        return unique(self._members.get(self._groups.get(own, ""), ()), but=own)

    def hypernyms(self, word: str) -> tuple[str, ...]:
        """Return the wider words, nearest first."""
        group = self._groups.get(normal(word))
        return () if group is None else unique(tuple(self._above(group)), but=group)

    def hyponyms(self, word: str) -> tuple[str, ...]:
        """Return the words right below."""
        return unique(self._down.get(self._groups.get(normal(word), ""), ()))

    def _above(self, group: str) -> dict[str, int]:
        steps = {group: 0}
        level = [group]
        for far in range(1, _MAX_STEPS + 1):
            level = [up for at in level for up in self._up.get(at, ()) if up not in steps]
            steps.update(dict.fromkeys(level, far))
        return steps

    def _build(self, facts: Iterable[tuple[str, str, str, float]]) -> None:
        facts = list(facts)
        leaders: dict[str, str] = {}
        for word, kind, other, _ in facts:
            one, two = _leader(leaders, word), _leader(leaders, other)
            if kind == "synonyms":
                leaders[two] = one
        for word in list(leaders):
            self._groups[word] = _leader(leaders, word)
            self._members[self._groups[word]].append(word)
        for word, kind, other, value in facts:
            one, two = self._groups[word], self._groups[other]
            if kind == "similar":
                self._stated[min(one, two), max(one, two)] = value
            elif kind == "hypernyms" and one != two and two not in self._up[one]:
                self._up[one].append(two)
                self._down[two].append(one)


class _Reader:
    """Reads the file into facts and collects what is wrong with it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._faults: list[tuple[int, str]] = []

    def read(self) -> list[tuple[str, str, str, float]]:
        text = read_text(self._path)
        if len(text) > _MAX_BYTES:
            raise LexiconError(f"{self._path}: too large for a lexicon of one's own")
        root = self._compose(text)
        if root is None:
            raise LexiconError(f"{self._path}: the file is empty")
        facts = list(self._file(root))
        if not facts and not self._faults:
            self._fault(root, "no word with synonyms, hypernyms or similar words")
        if self._faults:
            shown = [
                f"{self._path}, line {line}: {what}" for line, what in sorted(set(self._faults))
            ]
            if len(shown) > _MOST_FAULTS:
                shown[_MOST_FAULTS:] = [f"and {len(shown) - _MOST_FAULTS} more faults"]
            raise LexiconError("\n".join(shown))
        return facts

    def _compose(self, text: str) -> yaml.Node | None:
        try:
            root: yaml.Node | None = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = mark.line + 1 if mark is not None else 1
            what = f"{self._path}, line {line}: {error.problem or error.context}"
            raise LexiconError(what) from None
        except (yaml.YAMLError, RecursionError) as error:
            raise LexiconError(f"{self._path}: not YAML: {error}") from None
        return root

    def _file(self, root: yaml.Node) -> Iterator[tuple[str, str, str, float]]:
        seen: dict[str, int] = {}
        for key, node in self._pairs(root, "expected 'version: 1' and 'words: ...'"):
            if key == "version":
                if not isinstance(node, yaml.ScalarNode) or node.value.strip() != "1":
                    self._fault(node, "version is 1")
            elif key != "words":
                self._fault(node, f"unknown entry {key!r}; there are version and words")
            else:
                for word, entry in self._pairs(node, "words are 'word: its entries'"):
                    own = self._word(word, entry)
                    if own in seen:
                        self._fault(entry, f"{word!r} stands in line {seen[own]} already")
                    elif own:
                        seen[own] = entry.start_mark.line + 1
                        yield from self._entry(own, entry)

    def _entry(self, word: str, node: yaml.Node) -> Iterator[tuple[str, str, str, float]]:
        if isinstance(node, yaml.ScalarNode | yaml.SequenceNode):
            for other in self._words(node):
                yield word, "hypernyms", other, 0.0
            return
        for key, value in self._pairs(node, _SHAPE):
            if key not in _ENTRIES:
                self._fault(value, f"unknown entry {key!r}; {_SHAPE}")
            elif key == "similar":
                for other, number in self._pairs(value, "similar is {word: 0.6}"):
                    share = self._share(number)
                    if share is not None and (found := self._word(other, number)):
                        yield word, key, found, share
            else:
                for other in self._words(value):
                    yield word, key, other, 0.0

    def _words(self, node: yaml.Node) -> Iterator[str]:
        items = node.value if isinstance(node, yaml.SequenceNode) else [node]
        for item in items:
            if not isinstance(item, yaml.ScalarNode):
                self._fault(item, "expected a word or a list of words")
            elif found := self._word(item.value, item):
                yield found

    def _word(self, text: str, node: yaml.Node) -> str:
        found = normal(simplified(text))
        if not found:
            self._fault(node, "an empty word")
        return found

    def _share(self, node: yaml.Node) -> float | None:
        try:
            found = float(node.value) if isinstance(node, yaml.ScalarNode) else -1.0
        except ValueError:
            found = -1.0
        if 0.0 <= found <= 1.0:
            return found
        self._fault(node, "a similarity is a number from 0 to 1")
        return None

    def _pairs(self, node: yaml.Node, expected: str) -> Iterator[tuple[str, yaml.Node]]:
        if not isinstance(node, yaml.MappingNode):
            self._fault(node, expected)
            return
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                yield str(key.value), value
            else:
                self._fault(key, expected)

    def _fault(self, node: yaml.Node, what: str) -> None:
        self._faults.append((node.start_mark.line + 1, what))


def _leader(leaders: dict[str, str], word: str) -> str:
    """Return the word that stands for a word's synonyms; remembers shorter ways."""
    way = []
    while leaders.setdefault(word, word) != word:
        way.append(word)
        word = leaders[word]
    leaders.update(dict.fromkeys(way, word))
    return word
