"""The pattern of an address: which parts of it count, and which name.

Pages of one kind have addresses of one shape: ``/thread-{n}-{n}-{n}.html``.
"""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["url_numbers", "url_shape"]

# Words by which forum and news software names its pages; they are never slugs.
_WORDS_TEXT = """
about action all api app archive archiver archives area article articles ask attachment author
blog blogs board boards bbs c cat category categories channel cid comment comments content d
detail details discussion discussions download edit export f faq feed fid file files forum
forumdisplay forums forumid g gid goto group groups guide help home hot id img index info item
items latest list login logout member memberlist members message messages mobile mod msg n new
news newest node nodes notes old p page pages pid popular portal post posts print profile q
question questions read recent register reply rss s search section show showforum showpost
showthread showtopic sort space special start stories story t tag tags thread threads tid top
topic topicid topics u uid unread user users v video view viewforum viewthread viewtopic wiki x
"""
_WORDS = frozenset(_WORDS_TEXT.split())
# Words after which a segment is a name, whatever it looks like.
_BEFORE_NAME_TEXT = """
t topic topics thread threads d discussion discussions p post posts c category categories u user
users tag tags author authors article articles story stories question questions profile member
members board boards forum forums group groups node blog blogs
"""
_BEFORE_NAME = frozenset(_BEFORE_NAME_TEXT.split())
# Of these, words for one thing: the number after them tells which, not one in its name.
_THINGS = frozenset(
    """
    t topic topics thread threads d discussion discussions p post posts u user users article
    articles story stories question questions profile member members
    """.split()
)
# Words that name the number behind them, even at the end of a title.
_NUMBERED = frozenset(["page", "p", "t", "f", "tid", "fid", "pid", "id"])
_EXTENSION = re.compile(
    r"\.(?:s?html?|php\d?|aspx?|jsp|jspx|do|action|cgi|pl|cfm|xml|json)$", re.IGNORECASE
)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_HEX = re.compile(r"(?=[^0-9]*[0-9])(?=[^a-f]*[a-f])[0-9a-f]{8,128}", re.IGNORECASE)
_PIECE = re.compile(r"[0-9]+|[^\W\d_]+|[^\w]|_", re.ASCII)
_NUMBERED_NAME = re.compile(r"\{s\}[-_.]\{n\}")
_KEYWORD = re.compile(r"[a-z][a-z_]{0,15}")
_KEYWORDED = re.compile(r"[a-z]{2,16}[-_.,]?\d{1,18}(?:[-_.,]\d{1,18}){0,3}", re.ASCII)
_PARTED = re.compile(r"([-_.,~+:!*'()=@$]+)")
# Longer runs of digits are hashes and no counters.
_MAX_DIGITS = 18
_MAX_NAME = 40


@lru_cache(maxsize=16_384)
def _analyse(url: str) -> tuple[str, tuple[int, ...]]:
    rest = url.partition("#")[0]
    if "://" in rest[:12]:
        rest = rest.partition("://")[2]
        slash, mark = rest.find("/"), rest.find("?")
        cut = min((i for i in (slash, mark) if i >= 0), default=len(rest))
        rest = rest[cut:]
    path, _, query = rest.partition("?")
    numbers: list[int] = []
    shape = _path_shape(path or "/", numbers)
    if query:
        shape += "?" + _query_shape(query, numbers)
    return shape, tuple(numbers)


def url_shape(url: str) -> str:
    """Return the pattern of path and query of ``url``, without scheme and host.

    Holes: ``{n}`` a number, ``{h}`` a hash or UUID, ``{s}`` a name (slug), ``{v}`` any
    other value of a parameter. Parameters are sorted by name; a value that is a short
    lower-case word (``mod=viewthread``) stays.

    Examples
    --------
    >>> url_shape("http://a.example/t/some-title-here-12/page/3")
    '/t/{s}-{n}/page/{n}'
    >>> url_shape("http://a.example/thread-12-1-1.html")
    '/thread-{n}-{n}-{n}.html'
    >>> url_shape("http://a.example/viewtopic.php?t=4&f=2&hilit=Some+Words")
    '/viewtopic.php?f={n}&hilit={v}&t={n}'
    """
    return _analyse(url)[0]


def url_numbers(url: str) -> tuple[int, ...]:
    """Return the numbers in the ``{n}`` holes of :func:`url_shape`, in its order."""
    return _analyse(url)[1]


def _path_shape(path: str, numbers: list[int]) -> str:
    out: list[str] = []
    above = before = ""
    for segment in path.split("/"):
        shape = _segment_shape(segment, before, numbers)
        if before.isdigit() and above in _THINGS and _NUMBERED_NAME.fullmatch(shape):
            # "/topic/12/error-404" has the shape of "/topic/12/an-error".
            shape = "{s}"
            numbers.pop()
        out.append(shape)
        above, before = before, segment.lower()
    return "/".join(out)


def _segment_shape(segment: str, before: str, numbers: list[int]) -> str:
    if not segment:
        return ""
    if segment.isdigit() and segment.isascii():
        return _number(segment, numbers)
    found = _EXTENSION.search(segment)
    extension = found.group() if found else ""
    base = segment[: found.start()] if found else segment
    lower = base.lower()
    if lower in _WORDS:
        return base + extension
    if _UUID.fullmatch(base) or _HEX.fullmatch(base):
        return "{h}" + extension
    if not any(char.isdigit() for char in base):
        if base.isascii() and base.isalpha() and len(base) <= 20:
            named = _names(before) and not extension
            return ("{s}" if named else base) + extension
        words = re.split(r"[-_.+]+|%20", base)
        known = all(word.lower() in _WORDS for word in words if word)
        if base.isascii() and "%" not in base and (known or len(words) < 3):
            named = _names(before) and not known and not extension
            return ("{s}" if named else base) + extension
        return "{s}" + extension
    if extension and not _names(before) and _KEYWORDED.fullmatch(base):
        # "temat-161.html": one word names what is numbered, a title has more of them.
        return "".join(_literal(part, numbers) for part in _PARTED.split(base)) + extension
    return _mixed_shape(base, numbers) + extension


def _names(before: str) -> bool:
    """Tell whether the segment after ``before`` is a name: "/topic/12/hello", "/u/hello"."""
    return before in _BEFORE_NAME or before.isdigit()


def _mixed_shape(base: str, numbers: list[int]) -> str:
    """Return the shape of a name with digits: its words fall into one ``{s}``."""
    if "%" in base or not base.isascii():
        # A name in another script: numbers at either end of it may count.
        found = re.fullmatch(r"(\d{1,18}[-_.])?(.*?)([-_.]\d{1,18})?", base, re.ASCII | re.DOTALL)
        if found is None:
            return "{s}"
        head, _, tail = found.groups(default="")
        out = _number(head[:-1], numbers) + head[-1] if head else ""
        out += "{s}"
        return out + tail[0] + _number(tail[1:], numbers) if tail else out
    tokens = _PIECE.findall(base)
    parts = _PARTED.split(base)
    words = [part for part in parts[::2] if part]
    named = sum(1 for word in words if not _is_literal(word))
    if len(words) == 1 and len(tokens) > 3:
        return "{h}"
    if named == 0:
        return "".join(_literal(part, numbers) for part in parts)
    # A title: keep the numbers at its ends, one hole for the rest.
    start, end = 0, len(parts)
    head = ""
    if parts[0].isdigit() and len(parts) > 2:
        head = _number(parts[0], numbers) + parts[1]
        start = 2
    elif _is_literal(parts[0]) and len(parts) > 4 and parts[2].isdigit():
        head = "".join(_literal(part, numbers) for part in parts[:4])
        start = 4
    keep = end
    while keep - 2 >= start + 1 and _is_literal(parts[keep - 1]) and _has_number(parts, keep):
        keep -= 2
    return head + "{s}" + "".join(_literal(part, numbers) for part in parts[keep:])


def _has_number(parts: list[str], keep: int) -> bool:
    """Tell whether the word before ``keep`` counts, or names the number after it."""
    if any(char.isdigit() for char in parts[keep - 1]):
        return True
    if keep >= len(parts) or parts[keep - 1].lower() not in _NUMBERED:
        return False
    return parts[keep] in {"-", "_"} and parts[keep + 1].isdigit()


def _is_literal(word: str) -> bool:
    if not word or word.isdigit():
        return True
    letters = word.rstrip("0123456789")
    return letters.lower() in _WORDS or (
        len(letters) <= 2 and letters.isalpha() and letters != word
    )


def _literal(part: str, numbers: list[int]) -> str:
    if part.isdigit():
        return _number(part, numbers)
    letters = part.rstrip("0123456789")
    if letters != part and letters:
        return letters + _number(part[len(letters) :], numbers)
    return part


def _number(digits: str, numbers: list[int]) -> str:
    if len(digits) > _MAX_DIGITS:
        return "{h}"
    numbers.append(int(digits))
    return "{n}"


def _query_shape(query: str, numbers: list[int]) -> str:
    pieces = [piece for piece in re.split("[&;]", query) if piece]
    out: list[str] = []
    for piece in sorted(pieces, key=lambda piece: piece.partition("=")[0]):
        name, equals, value = piece.partition("=")
        if not equals:
            # Software without rewriting puts a path here: "?thread/12-title/".
            out.append(_path_shape(piece, numbers))
            continue
        out.append(f"{_name_shape(name, numbers)}={_value_shape(value, numbers)}")
    return "&".join(out)


def _name_shape(name: str, numbers: list[int]) -> str:
    if len(name) > _MAX_NAME:
        return "{v}"
    return re.sub("[0-9]+", lambda found: _number(found.group(), numbers), name)


def _value_shape(value: str, numbers: list[int]) -> str:
    if not value:
        return ""
    if value.isdigit() and value.isascii():
        return _number(value, numbers)
    if _KEYWORD.fullmatch(value):
        return value
    if re.fullmatch(r"\d{1,18}(?:[.,_-]\d{1,18}){1,3}", value, re.ASCII):
        return "".join(_literal(part, numbers) for part in re.split(r"([.,_-])", value))
    if _HEX.fullmatch(value) or _UUID.fullmatch(value):
        return "{h}"
    return "{v}"
