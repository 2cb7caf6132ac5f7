"""Lexicons: which words mean nearly the same, and which is wider than another.

None comes with the package. :func:`load_lexicons` loads what the user has; without any, the
head of a compound still tells the wider word. A crawl keeps a :class:`Similarities` for its
topic.
"""

from __future__ import annotations

from fpcrawl.topic.lexicon.base import Comparer, Comparing, Lexicon
from fpcrawl.topic.lexicon.chain import ChainLexicon
from fpcrawl.topic.lexicon.identity import IdentityLexicon
from fpcrawl.topic.lexicon.load import load_lexicon, load_lexicons
from fpcrawl.topic.lexicon.matrix import Similarities, matrix

__all__ = [
    "ChainLexicon",
    "Comparer",
    "Comparing",
    "IdentityLexicon",
    "Lexicon",
    "Similarities",
    "load_lexicon",
    "load_lexicons",
    "matrix",
]
