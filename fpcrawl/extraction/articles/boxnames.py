"""What boxes of an article are called that hold none of its words."""

from __future__ import annotations

import re
from functools import lru_cache

from fpcrawl.patterns import late

__all__ = ["around_articles", "is_shown", "name_of_text", "parted"]

_NAMED = late(
    # "no-caption", "with-sidebar": what a box has beside it, or has not.
    r"(?:^|[-_ ])(?<!\bno[-_])(?<!\bhas[-_])(?<!\bwith[-_])"
    r"(?:ad|ads|advert\w*|author-?(?:bio|box|info)|bookmarks?|breadcrumbs?|byline"
    r"|caption|comments?|contributors?|copyright|credits?|disclaimer|disqus|donat\w*|follow"
    r"|infobox|inline-?ad|keywords?|latest|login|mailing|more|most-?\w*|navi?\w*|newsletter"
    r"|outbrain|pagination|paywall|player|popular|prev-?next|promo\w*|rating"
    r"|read-?(?:more|next|also)|recirc\w*|recommend\w*|relate\w*|see-?also|shar\w+|sidebar"
    r"|signup|skip|sns|social\w*|sponsor\w*|subscri(?!bers?-(?:preview|content))\w*|tags?"
    r"|taboola|teasers?|toc(?![-_]?\d)|toolbar|tools|topics?|trending|tweet|widgets?)(?:$|[-_ \d])",
    re.IGNORECASE,
)
#: Where a name of several words begins one: "newsletterBox", but not "jTUHLF". The rest of a text
#: can be "moreText", and what is new in it "latestWords".
_PARTED = re.compile(
    r"(?<!more)(?<!latest)(?:(?<=[a-z])(?=[A-Z][a-z]{4})|(?<=[a-z]{4})(?=[A-Z])"
    r"|(?<=\bno)(?=[A-Z]))(?!More|Latest)"
)
#: Names of boxes that can hold a paragraph each: where they hold so much of a text, they do.
_BOXED = re.compile(r"(?:^|[-_ ])(?:latest|paywall|widgets?)(?:$|[-_ \d])", re.IGNORECASE)
_FOR_SUBSCRIBERS = re.compile(r"(?:^|[-_ ])subscribers?-(?:only|preview|content)", re.IGNORECASE)
#: What a picture shows.
_SHOWN = re.compile(
    r"(?:^|[-_ ])(?:img|image|photo|pic|picture|foto)[-_]?"
    r"(?:desc\w*|txt|text|legend\w*|source)(?:$|[-_ ])",
    re.IGNORECASE,
)
#: The same right behind a picture; what begins a text with pictures can be called so, too.
_SHOWN_BEHIND = re.compile(
    r"(?:^|[-_ ])(?:img|image|photo|pic|picture|foto)[-_]?(?:intro|info)(?:$|[-_ ])", re.IGNORECASE
)


def around_articles(names: str) -> re.Match[str] | None:
    """Return where names tell that a box stands around articles, or None."""
    return _NAMED.search(names)


def parted(names: str) -> str:
    """Return names with a dash between the words of one: "newsletter-Box"."""
    return _PARTED.sub("-", names)


def name_of_text(names: str) -> str:
    """Return those names of furniture that boxes of a text can have as well."""
    if _FOR_SUBSCRIBERS.search(names):
        return "for subscribers"
    return " ".join(name for name in map(_without_number, names.split()) if _can_be_text(name))


def is_shown(names: str, *, behind: bool) -> bool:
    """Whether a line is called what a picture shows.

    Parameters
    ----------
    behind
        Whether it stands right behind a picture.
    """
    return bool(_SHOWN.search(names) or (behind and _SHOWN_BEHIND.search(names)))


@lru_cache(maxsize=4_096)
def _can_be_text(name: str) -> bool:
    """Whether a name of furniture can be one of text: several words in one say little."""
    if _BOXED.search(name):
        return True
    return bool(_NAMED.search(parted(name))) and not _NAMED.search(name)


def _without_number(name: str) -> str:
    return name.rstrip("0123456789")
