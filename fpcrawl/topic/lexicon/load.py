"""Lexicons by what a setting names: ``wordnet:PATH``, ``user:FILE``, or only a path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.exceptions import LexiconError
from fpcrawl.topic.lexicon.chain import ChainLexicon
from fpcrawl.topic.lexicon.cilin import CilinLexicon
from fpcrawl.topic.lexicon.head import HeadLexicon
from fpcrawl.topic.lexicon.hownet import HowNetLexicon
from fpcrawl.topic.lexicon.identity import IdentityLexicon
from fpcrawl.topic.lexicon.taxonomy import TaxonomyLexicon
from fpcrawl.topic.lexicon.userfile import UserLexicon
from fpcrawl.topic.lexicon.vocabulary import is_chinese_noun
from fpcrawl.topic.lexicon.wnlibrary import LibraryWordNet
from fpcrawl.topic.lexicon.wordnet import WordNet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fpcrawl.topic.lexicon.base import Lexicon

__all__ = ["load_lexicon", "load_lexicons"]

_KINDS = ("user", "head", "wordnet", "wn", "hownet", "cilin", "identity")
_WORDNET_PLACES = ("/usr/share/wordnet", "/usr/local/share/wordnet", "/usr/share/wordnet-3.0")
_TREES = ("whole.dat", "whole.txt")
_GLOSSARIES = ("glossary.txt", "glossary.dat")


def load_lexicons(names: Iterable[str], *, terms: Iterable[str] = ()) -> ChainLexicon:
    """Load lexicons and put them in a row, in the order given.

    The rule of the head of a compound comes last of its own, so that there is always
    something; with ``identity`` alone there is nothing else.

    Parameters
    ----------
    names
        See :func:`load_lexicon`.
    terms
        Words that count as known beside those of the lexicons, such as the topic's.

    Raises
    ------
    LexiconError
        When one cannot be loaded.
    """
    wanted = [name.strip() for name in names if name.strip()]
    parts = [load_lexicon(name) for name in wanted if name != "head"]
    if wanted and all(part.name == "identity" for part in parts) and "head" not in wanted:
        return ChainLexicon(parts)
    learnt = frozenset(terms)

    def knows(word: str) -> bool:
        known = word in learnt or is_chinese_noun(word)
        return known or any(part.knows(word) for part in parts)

    head = HeadLexicon(knows)
    place = wanted.index("head") if "head" in wanted else len(parts)
    return ChainLexicon([*parts[:place], head, *parts[place:]])


def load_lexicon(name: str) -> Lexicon:
    """Load one lexicon.

    Parameters
    ----------
    name
        ``KIND:PATH`` with several paths parted by commas, or a path alone, whose kind is then
        told by what lies there:

        - ``wordnet:FOLDER`` or ``wordnet:FOLDER,FILE.tab``: WordNet's files, and words of
          other languages on them; without a folder the system's is taken;
        - ``wn:omw-cmn:1.4``: wordnets of the ``wn`` library;
        - ``hownet:FOLDER`` (with ``glossary.txt`` and ``WHOLE.DAT``) or
          ``hownet:GLOSSARY,WHOLE``;
        - ``cilin:FILE``;
        - ``user:FILE.yaml``;
        - ``identity``: none.

    Raises
    ------
    LexiconError
        When it is of no known kind, not there, or damaged.
    """
    kind, colon, rest = name.partition(":")
    if not colon and name in {"identity", "wordnet"}:
        kind, rest = name, ""
    elif not colon or kind not in _KINDS:
        kind, rest = _guess(Path(name).expanduser()), name
    if kind == "wn":
        return TaxonomyLexicon(LibraryWordNet(rest))
    paths = [Path(part.strip()).expanduser() for part in rest.split(",") if part.strip()]
    if kind in {"cilin", "user"} and len(paths) != 1:
        raise LexiconError(f"{name}: {kind} takes one file")
    match kind:
        case "identity":
            return IdentityLexicon()
        case "wordnet":
            return _wordnet(paths)
        case "hownet":
            return HowNetLexicon(*_hownet(name, paths))
        case "cilin":
            return CilinLexicon(paths[0])
        case "user":
            return UserLexicon(paths[0])
    raise LexiconError(f"{name}: no lexicon; the kinds are {', '.join(_KINDS)}")


def _wordnet(paths: Sequence[Path]) -> Lexicon:
    folders = [path for path in paths if path.is_dir()]
    tabs = [path for path in paths if not path.is_dir()]
    if not folders:
        folders = [path for path in map(Path, _WORDNET_PLACES) if (path / "data.noun").is_file()]
        if not folders:
            raise LexiconError(
                "wordnet: WordNet's own files are not installed here; name their folder: "
                "wordnet:FOLDER,FILE.tab"
            )
    for path in tabs:
        if not path.is_file():
            raise LexiconError(f"{path}: no such file or folder")
    return TaxonomyLexicon(WordNet(folders[0], tabs))


def _hownet(name: str, paths: Sequence[Path]) -> tuple[Path, Path]:
    if len(paths) == 2:
        return paths[0], paths[1]
    if len(paths) != 1 or not paths[0].is_dir():
        raise LexiconError(f"{name}: hownet takes a folder, or the glossary and WHOLE.DAT")
    glossary = _named(paths[0], _GLOSSARIES)
    tree = _named(paths[0], _TREES)
    if glossary is None or tree is None:
        missing = "glossary.txt" if glossary is None else "WHOLE.DAT"
        raise LexiconError(f"{paths[0]}: no {missing} there")
    return glossary, tree


def _guess(path: Path) -> str:
    """Tell the kind of a lexicon by what lies at a path."""
    if path.is_dir():
        if (path / "data.noun").is_file():
            return "wordnet"
        if _named(path, _TREES) is not None:
            return "hownet"
        raise LexiconError(f"{path}: neither WordNet (data.noun) nor HowNet (WHOLE.DAT) is there")
    if not path.is_file():
        raise LexiconError(
            f"{path}: no such file or folder, nor a lexicon; the kinds are {', '.join(_KINDS)}, "
            "as KIND:PATH"
        )
    if path.suffix == ".tab":
        return "wordnet"
    if path.suffix in {".yaml", ".yml"}:
        return "user"
    if path.suffix in {".txt", ".dat"}:
        return "cilin"
    raise LexiconError(f"{path}: say what it is: one of {', '.join(_KINDS)}, as KIND:{path}")


def _named(folder: Path, names: Sequence[str]) -> Path | None:
    """Find a file whatever the case of its name."""
    try:
        found = {path.name.lower(): path for path in sorted(folder.iterdir())}
    except OSError as error:
        raise LexiconError(f"{folder}: cannot be read: {error.strerror}") from None
    return next((found[name] for name in names if name in found), None)
