"""Lexicons that test runs use, by name, opened once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.common import BenchError
from fpcrawl.exceptions import FpcrawlError
from fpcrawl.topic.lexicon.cilin import CilinLexicon
from fpcrawl.topic.lexicon.hownet import HowNetLexicon
from fpcrawl.topic.lexicon.identity import IdentityLexicon
from fpcrawl.topic.lexicon.taxonomy import TaxonomyLexicon
from fpcrawl.topic.lexicon.wordnet import WordNet

if TYPE_CHECKING:
    from collections.abc import Callable

    from fpcrawl.topic.lexicon.base import Lexicon

__all__ = ["Shelf"]

WORDNET = Path("/usr/share/wordnet")
_BY_LANGUAGE = {"zh": ("hownet", "cow", "cilin"), "en": ("wordnet",)}


class Shelf:
    """Lexicons below a folder, and the system's WordNet.

    Parameters
    ----------
    folder
        Holds ``hownet``, ``cilin`` and ``cow``; what is missing is not offered.
    """

    def __init__(self, folder: Path | None) -> None:
        root = folder or Path("nowhere")
        tree, glossary = root / "hownet" / "WHOLE.DAT", root / "hownet" / "glossary.txt"
        groups, tab = root / "cilin" / "cilin_ex.utf8.txt", root / "cow" / "wn-data-cmn.tab"
        self._makers: dict[str, Callable[[], Lexicon]] = {"identity": IdentityLexicon}
        if tree.is_file() and glossary.is_file():
            self._makers["hownet"] = lambda: HowNetLexicon(glossary, tree)
        if groups.is_file():
            self._makers["cilin"] = lambda: CilinLexicon(groups)
        if (WORDNET / "data.noun").is_file():
            self._makers["wordnet"] = lambda: TaxonomyLexicon(WordNet(WORDNET))
            if tab.is_file():
                self._makers["cow"] = lambda: TaxonomyLexicon(WordNet(WORDNET, [tab]))
        self._open: dict[str, Lexicon] = {}
        system = f"wordnet:{WORDNET}"
        offered = {
            "wordnet": system,
            "cow": f"{system},{tab}",
            "hownet": f"hownet:{tree.parent}",
            "cilin": f"cilin:{groups}",
        }
        #: As the setting names them.
        self._settings = {name: text for name, text in offered.items() if name in self._makers}

    @property
    def names(self) -> tuple[str, ...]:
        """What there is."""
        return tuple(self._makers)

    def default(self, language: str) -> str:
        """Return the name of the lexicon that is used for a language, ``identity`` if none is."""
        offered = (name for name in _BY_LANGUAGE.get(language, ()) if name in self._makers)
        return next(offered, "identity")

    def settings(self, language: str) -> list[str]:
        """Return all lexicons of a language as ``FPCRAWL_TOPIC_LEXICONS`` names them."""
        names = _BY_LANGUAGE.get(language, ())
        return [self._settings[name] for name in names if name in self._settings]

    def open(self, name: str) -> Lexicon:
        """Return a lexicon.

        Raises
        ------
        BenchError
            When there is none of that name or it cannot be read.
        """
        if name not in self._makers:
            raise BenchError(f"no lexicon {name!r}; there are {', '.join(self._makers)}")
        if name not in self._open:
            try:
                self._open[name] = self._makers[name]()
            except FpcrawlError as error:
                raise BenchError(f"lexicon {name}: {error}") from error
        return self._open[name]
