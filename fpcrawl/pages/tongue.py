"""Which language a text is in, by its commonest words and its letters.

Only for pages that do not declare it, or declare that of their template's makers: the language
tells whether the day or the month comes first in 04/03/2024.
"""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["language_of"]

#: Language -> its commonest words.
_COMMON = {
    "en": "the and of to in is that for it was on with as are be at by from this have",
    "de": "der die das und ist nicht mit auf für von dem den ein eine auch sich wird im zu des",
    "fr": "le la les des et est dans pour que une du sur pas au plus par avec qui un ce",
    "es": "el la los las de que en por con una para del se no su un al como más y",
    "pt": "o a os as de que em não uma para com do da no na por um mais e foi",
    "it": "il la di che è un una per non con del della sono nel i le gli più e si",
    "nl": "de het een van en is dat niet voor met op zijn aan te er om ook maar bij door",
    "pl": "i w na z się nie do to że jest o od po jak za oraz dla przez przy są",
    "cs": "a v se na je že s z do o si jako pro k ale by za jsou podle ve",
    "hr": "je i u na se da za su od s nije što kao koji o te iz bi sa samo",
    "ro": "și în de la cu pe nu este din care o un mai a fost au prin pentru sunt după",
    "sv": "och att det som en på är av för med den till inte om har ett de vi men var",
    "da": "og at det er en til på af for med ikke den de som har et der var om fra",
    "fi": "ja on ei että se oli hän mutta myös kun ovat joka hänen sen tai jo niin mukaan",
    "tr": "ve bir bu için ile da de çok olarak olan daha gibi kadar sonra ne en o ise var dedi",
    "hu": "a az és hogy nem is egy volt meg de azt van ez csak már mint szerint kell ki el",
    "id": "yang dan di dengan untuk ini itu dari dalam tidak pada akan juga oleh ke adalah telah",
    "vi": "của và là có được trong cho không người với các một những này khi đã từ để ở về",
}
_WORDS = {lang: frozenset(words.split()) for lang, words in _COMMON.items()}
_SCRIPTS = (
    ("ar", re.compile("[\u0620-\u064a]")),
    ("he", re.compile("[\u05d0-\u05ea]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("th", re.compile("[\u0e01-\u0e3a]")),
    ("hi", re.compile("[\u0900-\u097f]")),
)
_WORD = re.compile(r"[^\W\d_]+")
#: Fewer words tell nothing; of a text so many are among the commonest of its language, and more
#: by so much than among those of another one.
LEAST, SHARE, AHEAD = 40, 0.15, 1.4
#: Share of letters from which on a script is that of the text.
LETTERS = 0.3


def language_of(text: str) -> str:
    """Return the language of a text, empty when nothing tells it."""
    words = _WORD.findall(text.lower())
    size = sum(map(len, words))
    for lang, letters in _SCRIPTS:
        if size and len(letters.findall(text)) > LETTERS * size:
            return lang
    if len(words) < LEAST:
        return ""
    counted = Counter(words)
    found = Counter(
        {lang: sum(counted[word] for word in common) for lang, common in _WORDS.items()}
    )
    (lang, count), (_, second) = found.most_common(2)
    if count < SHARE * len(words) or count < AHEAD * second:
        return ""
    return lang
