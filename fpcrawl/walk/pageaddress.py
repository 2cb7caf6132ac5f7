"""Where an address tells the number of a page, and which addresses are pages of one list."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "added_names",
    "first_pages",
    "is_page_step",
    "is_renamed_second",
    "is_same_list",
    "is_second_page",
    "number_in",
    "page_number",
    "page_value",
    "without_page",
]

#: Parameters that hold the number of a page or of its first row.
_PAGE_NAMES = (
    r"page|pages|pg|pageno|page_no|pagenum|page_num|pagenumber|pageindex|currentpage|cpage|fpage"
    r"|paged|pagen_\d{1,3}|seite|pagina|página|trang|strona|sayfa|start|st|offset|from|skip|begin|limitstart"
)
_PAGE_NAME = re.compile(rf"(?:{_PAGE_NAMES}|p|pn|cp)", re.IGNORECASE)
#: Parameters that hold how many rows a page has, or of how many days.
_SIZE_NAME = re.compile(
    r"(?:limit|size|count|num|rows|show|pp|(?:per_?page|page_?size|perpage)\w*|\w*per_?page"
    r"|prune_?days?|days_?prune)",
    re.IGNORECASE,
)
#: Parameters that hold the row that the page before ended with.
_CURSOR = re.compile(r"after|before|cursor|(?:since|max|min|last|from)_?id", re.IGNORECASE)
_PAGE_NUMBER = re.compile(
    r"(?:page(?:__st__|no|num)?|pagen_\d{1,3}(?==)|pg|seite|trang|pagina"
    r"|[?&;/](?:p|pn|paged|start|st|offset|from|limitstart))[=/_-]?(\d{1,6})(?!\d)",
    re.IGNORECASE,
)
#: A lone "p" names a post as often as a page.
_BARE_P = re.compile(r"[?&;/]p[=/_-]?[0-9]", re.IGNORECASE)
#: Parameters that only dress a page or say where its reader came from.
_DRESS = frozenset({"extra", "highlight", "hilit"})
_TOKENS = re.compile(r"\d+|[^\d]+")
_PAGE_TAIL = re.compile(
    r"(?:[-_/.,]?(?:page(?:__st__)?|pages|paged|p|pg|seite|index|list|comment-page|trang|pagina)"
    r"[-_/,]?\d+"
    r"|/?\d{1,5}|[-_.,]\d{1,5})/?(?:\.\w{3,5})?$",
    re.IGNORECASE,
)
#: A page or row between the number of a thread and its name: "t1175p15-lids".
_PAGE_INSIDE = re.compile(r"(?<=\d)p\d{1,5}(?=[-_])", re.IGNORECASE)
_SPLIT_QUERY = re.compile(r"[&;]")
#: What stands behind the number of a thread for a further page of it: "num=1204/10".
_ROW = re.compile(r"[/.]\d{1,5}")
#: A file whose name has no number, and a second one; letters that names of one kind begin with.
_PLAIN_FILE = re.compile(r"([a-z]{3,40})(\.\w{1,5})", re.IGNORECASE)
_SECOND_FILE = re.compile(r"([a-z]{3,40})2(\.\w{1,5})", re.IGNORECASE)
SAME_LETTERS = 3
#: What names a thing of a list, and no page of it.
_ID_NAME = re.compile(r"(?:\w+_)?id")


@lru_cache(maxsize=4096)
def _parts(url: str) -> tuple[tuple[str | None, int | None], str, dict[str, str]]:
    """Host and port, path, and parameters; a path in the query is part of the path."""
    parts = urlsplit(url)
    path = unquote(parts.path).rstrip("/")
    query: dict[str, str] = {}
    for piece in _SPLIT_QUERY.split(parts.query):
        name, equals, value = piece.partition("=")
        lead, comma, last = name.rpartition(",")
        if comma and equals and any(char.isdigit() for char in lead):
            # "?4,61000,page=2": numbers without names, then a parameter.
            path, name = f"{path}?{unquote(lead)}", last
        if not equals and any(char.isdigit() for char in name):
            path = f"{path}?{unquote(name).rstrip('/')}"
        elif name and name not in _DRESS:
            # ASP pages write a name in large letters here and in small ones there.
            query[name.lower()] = value
    return (parts.hostname, parts.port), path, query


def added_names(url: str, plain: str) -> frozenset[str] | None:
    """Return the parameters that an address has beyond another, which tell no number of a page.

    ``None`` where it differs from the other in anything else, or one of them tells it.
    """
    try:
        where, query = _parts(url)[:2], _parts(url)[2].items()
        other, rest = _parts(plain)[:2], _parts(plain)[2].items()
    except ValueError:
        return None
    added = dict(query - rest)
    if where != other or not rest < query:
        return None
    for name, value in added.items():
        if _CURSOR.fullmatch(name) or (_PAGE_NAME.fullmatch(name) and value.isdigit()):
            return None
    return frozenset(added)


def is_same_list(one: str, other: str) -> bool:
    """Whether two addresses can be pages of one list: they differ in one number at most.

    A page number may stand in the query (``page=2``, ``start=20``), in the path
    (``/page/2``, ``thread-12-2-1.html``) or be missing on the first page.
    """
    try:
        host_a, path_a, query_a = _parts(one)
        host_b, path_b, query_b = _parts(other)
    except ValueError:
        return False
    if host_a != host_b:
        return False
    if path_a == path_b:
        return _queries_match(query_a, query_b)
    if query_a != query_b:
        # Some software drops a mark of how the reader came when it leads on.
        rest = query_a.items() ^ query_b.items()
        marks = not any(_PAGE_NAME.fullmatch(name) and value.isdigit() for name, value in rest)
        if not marks or not (
            query_a.items() <= query_b.items() or query_b.items() <= query_a.items()
        ):
            return False
        if not _paths_match(path_a, path_b):
            return False
        if len(_TOKENS.findall(path_a)) != len(_TOKENS.findall(path_b)):
            return True  # The first page has no number.
        if number_in(one) is not None and number_in(other) is not None:
            return True
        return any("1" in pair for pair in _later_numbers(path_a, path_b))
    if any(_PAGE_NAME.fullmatch(name) and value.isdigit() for name, value in query_a.items()):
        # Where the query tells the page, the number in the path tells the thread.
        return False
    return _paths_match(path_a, path_b)


def _queries_match(query_a: dict[str, str], query_b: dict[str, str]) -> bool:
    names = [n for n in query_a.keys() | query_b.keys() if query_a.get(n) != query_b.get(n)]
    if not names:
        return True
    # Software that notes a language or a view in its page links names it in all of them.
    numbered = [n for n in names if not _is_word_added(query_a.get(n), query_b.get(n))]
    if len(numbered) > 1:
        # "postdays=0" is a choice not made.
        numbered = [
            n
            for n in numbered
            if _PAGE_NAME.fullmatch(n) or not _is_zero_added(query_a.get(n), query_b.get(n))
        ]
    if len(numbered) > 1:
        # The first page has no number of its own, nor what its links add to it.
        paged = [n for n in numbered if _PAGE_NAME.fullmatch(n)]
        paged = paged or [n for n in numbered if _CURSOR.fullmatch(n)]
        added = [n not in query_a for n in numbered], [n not in query_b for n in numbered]
        rest = [n for n in numbered if n not in paged]
        sizes = all(_SIZE_NAME.search(n) or _CURSOR.fullmatch(n) for n in rest)
        if len(paged) != 1 or not sizes or not any(map(all, added)):
            return False
        numbered = paged
    if len(numbered) != 1:
        return not numbered
    pair = (query_a.get(numbered[0]), query_b.get(numbered[0]))
    if _is_tail_added(*pair):
        return True
    if _SIZE_NAME.fullmatch(numbered[0]):
        return False
    if None in pair and _ID_NAME.fullmatch(numbered[0]):
        return False
    values = [v for v in pair if v is not None]
    return all(_one_number(v, values[0]) for v in values)


def _is_tail_added(one: str | None, other: str | None) -> bool:
    """Whether a value is another with the number of a row behind it: "1204", "1204/10"."""
    short, long = sorted((one or "", other or ""), key=len)
    return short.isdigit() and long.startswith(short) and bool(_ROW.fullmatch(long[len(short) :]))


def page_number(url: str) -> int | None:
    """Return the number that an address calls that of a page, ``None`` without one."""
    match = _PAGE_NUMBER.search(url)
    return int(match.group(1)) if match and not _BARE_P.match(match.group()) else None


def without_page(url: str) -> str:
    """Return an address without what calls it a further page: "/t/7/page-2" is one of "/t/7/"."""
    match = _PAGE_NUMBER.search(url)
    if match is None:
        return url
    head, tail = url[: match.start()], url[match.end() :]
    return head.rstrip("?&,;-") if tail in {"", "/"} else head + tail


def number_in(url: str) -> int | None:
    """Return that number, also where it can be that of a post: "p" is called so, too."""
    match = _PAGE_NUMBER.search(url)
    return int(match.group(1)) if match else None


def is_page_step(one: str, other: str) -> bool:
    """Whether two addresses differ in a number that can only be that of a page.

    "Next" also names the next thread or article, whose address differs in its number too.
    A page's number has a telling name, or is missing on the first page.
    """
    if not is_same_list(one, other):
        return False
    if page_number(one) is not None or page_number(other) is not None:
        return True
    _, path_a, query_a = _parts(one)
    _, path_b, query_b = _parts(other)
    both = {**query_a, **query_b}
    if any(any(c.isdigit() for c in both[name]) for name in query_a.keys() ^ query_b.keys()):
        return True
    return len(_TOKENS.findall(path_a)) != len(_TOKENS.findall(path_b))


def is_second_page(one: str, other: str) -> bool:
    """Whether an address has a 2 where a first page has a 1, behind a number of both.

    So it is where the number of the page always stands: "thread-104-1-1.html". What "next" leads
    to is the next thread only where threads are counted from one, each board's by themselves. The
    other need not say where the first was linked: "?from=home".
    """
    try:
        host, path, query = _parts(one)
        host_of, path_of, query_of = _parts(other)
    except ValueError:
        return False
    if host != host_of or not query_of.items() <= query.items():
        return False
    return _later_numbers(path, path_of) == [("1", "2")]


def _later_numbers(one: str, other: str) -> list[tuple[str, str]]:
    """Return the numbers in which two paths differ, if it is one, behind a number of both."""
    mine, theirs = _TOKENS.findall(one), _TOKENS.findall(other)
    if len(mine) != len(theirs):
        return []
    differing = [n for n, (x, y) in enumerate(zip(mine, theirs, strict=True)) if x != y]
    if len(differing) != 1 or not any(token.isdigit() for token in mine[: differing[0]]):
        return []
    return [(mine[differing[0]], theirs[differing[0]])]


def is_renamed_second(one: str, other: str) -> bool:
    """Whether a file is called like another, with a 2 behind: "maillist.html", "mail2.html"."""
    folder, _, name = one.rpartition("/")
    folder_of, _, name_of = other.rpartition("/")
    first, second = _PLAIN_FILE.fullmatch(name), _SECOND_FILE.fullmatch(name_of)
    if first is None or second is None or (folder, first[2]) != (folder_of, second[2]):
        return False
    return first[1][:SAME_LETTERS] == second[1][:SAME_LETTERS]


def first_pages(url: str) -> Iterator[str]:
    """Yield the addresses of which one can be a further page, as :func:`is_second_page` has it."""
    # Numbers of the host are none of what an address names.
    root = url.find("/", url.find("://") + 3)
    tokens = _TOKENS.findall(url[root:]) if root > 0 else []
    numbers = [n for n, token in enumerate(tokens) if token.isdecimal()]
    for n in numbers[1:]:
        if int(tokens[n]) > 1:
            yield "".join((url[:root], *tokens[:n], "1", *tokens[n + 1 :]))


def page_value(url: str, of: str) -> int | None:
    """Return the number in ``url`` that tells it from another page of its list.

    It counts pages or rows; only the order of such numbers has a meaning.

    Parameters
    ----------
    url
        Address of a page.
    of
        Address of another page of the same list.

    Returns
    -------
    int or None
        ``None`` when ``url`` has no number there (a first page), or the two are one.
    """
    _, path, query = _parts(url)
    _, path_of, query_of = _parts(of)
    if path == path_of:
        names = [n for n, v in query.items() if query_of.get(n) != v]
        if not names:
            return None
        # What is called like a page's number tells it, else what is a number at all.
        name = min(
            names,
            key=lambda n: (not _PAGE_NAME.fullmatch(n), query[n] == "0", not query[n].isdigit()),
        )
        return _differing(query[name], query_of.get(name, ""))
    return _differing(path, path_of)


def _differing(text: str, other: str) -> int | None:
    mine, theirs = _TOKENS.findall(text), _TOKENS.findall(other)
    if len(mine) == len(theirs):
        for x, y in zip(mine, theirs, strict=True):
            if x != y and x.isdecimal():
                return int(x)
        return None
    if len(mine) < len(theirs):
        return None
    added = Counter(mine) - Counter(theirs)
    numbers = [t for t in mine if t.isdecimal()]
    numbers = [t for t in numbers if t in added] or numbers
    return int(numbers[-1]) if numbers else None


def _is_word_added(one: str | None, other: str | None) -> bool:
    return (one is None) != (other is None) and not any(c.isdigit() for c in one or other or "")


def _is_zero_added(one: str | None, other: str | None) -> bool:
    return {one, other} == {None, "0"}


def _one_number(value: str, other: str) -> bool:
    mine, theirs = _TOKENS.findall(value), _TOKENS.findall(other)
    if len(mine) != len(theirs):
        return False
    differ = [(x, y) for x, y in zip(mine, theirs, strict=True) if x != y]
    return (
        all(x.isdigit() and y.isdigit() for x, y in differ)
        and len(differ) <= 1
        and (any(t.isdigit() for t in mine))
    )


def _paths_match(a: str, b: str) -> bool:
    mine, theirs = _TOKENS.findall(a), _TOKENS.findall(b)
    if len(mine) == len(theirs):
        differ = [(x, y) for x, y in zip(mine, theirs, strict=True) if x != y]
        return len(differ) == 1 and differ[0][0].isdigit() and differ[0][1].isdigit()
    short, long = (a, b) if len(a) < len(b) else (b, a)
    if _PAGE_INSIDE.sub("", long, count=1) == short:
        return True
    stem, dot, ending = short.rpartition(".")
    same_ending = dot and "/" not in ending and len(ending) <= 5 and long.endswith(f".{ending}")
    if same_ending and long.startswith(stem):
        return bool(_PAGE_TAIL.match(long[len(stem) : -len(ending) - 1]))
    return long.startswith(short) and bool(_PAGE_TAIL.match(long[len(short) :]))
