"""Which fields of an object tell its time, its writer, its title and its address.

Names of fields are made of few words in all software; what a value looks like has to agree.
"""

from __future__ import annotations

import html
import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fpcrawl.pages.dates import parse_time
from fpcrawl.pages.slowparse import NOT_XML

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "address_of",
    "bare_name",
    "count_of",
    "floor_of",
    "grows",
    "head_of",
    "id_of",
    "is_gone",
    "last_time_of",
    "name_of",
    "person_name",
    "time_of",
    "title_of",
    "words_of",
]

Object = dict[str, Any]

#: Seconds since the epoch from 1996 to 2040.
_FIRST_S, _LAST_S = 820_000_000, 2_208_988_800
MAX_TIME, MAX_NAME, MAX_TITLE, MAX_ADDRESS, MAX_KEY = 40, 60, 300, 1_000, 200

_NOT_LETTER = re.compile(r"[^a-z0-9]+")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

_NOT_TIME = re.compile(
    r"updat|modif|edit|last|expir|^end|endtime|endat|start|delet|join|regist|login|seen|birth|bump"
    r"|readtime|readat|readingtime|sched|duration|until|valid|view|visit|activ|lock|clos|pinned"
    r"|solved|accept|cach|build|^now|server|fetch|load|timeout|zone|offset|remind|mute|ban"
    r"|suspend|silenc|lived|archiv|sync|crawl|index|generat"
)
_TIMES = (
    re.compile(
        r"publish|posted|postdate|posttime|^pub(?:date|time|at|lish|utc)?|issued|released?at"
    ),
    re.compile(r"creat|^ctime|dateline|addtime|addedat|added|insert|submi|written|sentat|senttime"),
    re.compile(
        r"(?:date|time|timestamp|datetime)(?:utc|iso|str(?:ing)?|ms)?$|^(?:ts|when|at|day)$"
    ),
)
_LAST_TIMES = (
    "lastpostedat lastpostat lastpostdate lastposttime lastpost lastreplyat lastreplytime"
    " lastreplydate lastreply lastcommentat lastcommenttime lastactivityat lastactivity"
    " lastactivitydate lastactive bumpedat lastactivetime lastmodified replytime updatedat"
    " updatetime updated modified modifiedat"
).split()
_ISO = re.compile(
    r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?\s?(?:Z|[+-]\d\d:?\d\d)?)?"
)
_DOTNET = re.compile(r"/Date\((-?\d{10,14})(?:[+-]\d{4})?\)/")
_INNER_TIMES = ("iso", "$date", "date", "utc", "timestamp", "seconds", "_seconds", "value", "time")
_NOW = datetime(2040, 1, 1, tzinfo=UTC)

#: Who wrote it, as an object or a name, likeliest first.
_WRITERS = (
    "author authorinfo postauthor user userinfo creator poster owner writer member createdby"
    " postedby createduser createuser sender commenter submitter authors account"
    " startuser startedby publisher from profile person mediauser"
).split()
_WRITER_NAMES = (
    "authorname authornickname username usernick usernickname nickname nick displayname"
    " authordisplayname screenname postername postuser creatorname membername ownername sendername"
    " fromname by authorline byline login handle medianame userdisplayname writername uname"
).split()
_WRITER_IDS = (
    "authorid userid uid creatorid ownerid posterid memberid senderid createdbyid fromid"
    " postuserid authoruid"
).split()
#: Within an object about somebody.
_NAMES = (
    "displayname nickname nick name fullname username screenname usernick uname login handle title"
).split()
_PARTS_OF_NAMES = (("firstname", "givenname"), ("lastname", "familyname", "surname"))
_PEOPLE_URLS = "url profileurl link href homepage permalink profilelink weburl path".split()
_TITLES = (
    "title subject headline threadtitle topictitle posttitle articletitle newstitle fancytitle"
    " questiontitle heading"
).split()
_TITLE_ENDS = ("title", "subject", "headline")
_NOT_TITLE = re.compile(r"sub|seo|meta|user|site|page|job|og|share|short|author|member|rank|group")
_ADDRESSES = (
    "url permalink link href canonicalurl canonical weburl fullurl pageurl detailurl articleurl"
    " threadurl topicurl posturl questionurl shareurl path uri relativeurl route viewurl jumpurl"
    " targeturl sourceurl alternateurl"
).split()
_ADDRESS = re.compile(
    r"https?://[^\s\"<>]+|//[\w-]+\.[^\s\"<>]+|[/?.][^\s\"<>]*|[\w%./-]+\.s?html?"
)
_NO_PAGE = re.compile(
    r"\.(?:js|json|css|xml|png|jpe?g|gif|svg|webp|ico|mp[34]|zip|pdf|woff2?|m3u8)(?:[?#]|$)"
    r"|(?:^|[/.])api(?:[/.]|$)|/_next/|/graphql|[{}]",
    re.IGNORECASE,
)
_IDS = (
    "postid pid commentid answerid replyid messageid databaseid id _id objectid articleid"
    " threadid topicid questionid tid cid rid aid newsid groupid itemid uuid guid"
).split()
_FLOORS = "postnumber floor floornumber floorno floornum postno number position lou".split()
_REPLIES = (
    "replycount repliescount replies replynum replys commentcount commentscount numcomments"
    " comments answercount answerscount numreplies answers replycnt commentnum"
).split()
_POSTS = ("postscount", "postcount", "posts")
_VIEWS = "viewcount views viewscount viewnum hits pageviews readcount visitcount numviews".split()
_COUNTED = frozenset("count total replies comments posts threads topics answers messages".split())
#: What members have and threads do not.
_LOGINS = frozenset("username nickname avatar avatarurl email".split())
_GONE = "deleted isdeleted hidden ishidden removed isremoved deletedat".split()


@lru_cache(maxsize=8192)
def bare_name(name: str) -> str:
    """Return the name of a field in small letters without what parts its words."""
    return _NOT_LETTER.sub("", name.lower()) or name


@lru_cache(maxsize=8192)
def words_of(name: str) -> frozenset[str]:
    """Words that the name of a field is made of: ``relatedPosts``, ``hot_comments``."""
    return frozenset(word.lower() for word in _WORD.findall(name))


def head_of(name: str) -> str:
    """Last word of the name of a field, which tells what it is: ``supportThread`` is a thread."""
    return next((word.lower() for word in reversed(_WORD.findall(name))), "")


def _bare(thing: Object) -> Object:
    return {bare_name(name): value for name, value in thing.items()}


def _first(thing: Object, names: Iterable[str], read: Callable[[Any], Any]) -> Any:
    for name in names:
        value = thing.get(name)
        if value is not None and (told := read(value)) is not None:
            return told
    return None


# -- times


def time_of(thing: Object) -> str | None:
    """Return when an object was published: ISO 8601 where it is a number, else as written."""
    best: tuple[int, str] | None = None
    for name, value in thing.items():
        rank = _time_rank(name)
        if rank is None or (best is not None and rank >= best[0]):
            continue
        time = _time(value)
        if time is not None:
            best = (rank, time)
    return best[1] if best is not None else None


@lru_cache(maxsize=8192)
def _time_rank(name: str) -> int | None:
    bare = bare_name(name)
    if _NOT_TIME.search(bare):
        return None
    return next((rank for rank, names in enumerate(_TIMES) if names.search(bare)), None)


def last_time_of(thing: Object) -> str | None:
    """Return when something last happened in what an object stands for."""
    told: str | None = _first(_bare(thing), _LAST_TIMES, _time)
    return told


def _time(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _epoch(value)
    if isinstance(value, dict):
        inner = next((value[name] for name in _INNER_TIMES if name in value), None)
        return _time(inner) if not isinstance(inner, dict) else None
    if not isinstance(value, str) or not 6 <= len(value) <= MAX_TIME:
        return None
    text = value.strip()
    if text.isascii() and text.isdigit():
        return _epoch(int(text)) if len(text) in {10, 13} else None
    if _ISO.fullmatch(text):
        return text
    dotnet = _DOTNET.fullmatch(text)
    if dotnet is not None:
        return _epoch(int(dotnet[1]))
    return text if parse_time(text, now=_NOW, tz=UTC) is not None else None


def _epoch(number: float) -> str | None:
    for unit in (1, 1_000, 1_000_000):
        if _FIRST_S * unit <= number <= _LAST_S * unit:
            return datetime.fromtimestamp(int(number / unit), UTC).isoformat(timespec="seconds")
    return None


# -- people


def name_of(thing: Object, known: Callable[[Any], Object | None]) -> tuple[str | None, str | None]:
    """Return who wrote something, and the address of that person.

    Parameters
    ----------
    known
        Gives the person that a reference or a number stands for.
    """
    told = _bare(thing)
    for name in _WRITERS:
        value = told.get(name)
        if value is None or isinstance(value, bool):
            continue
        found = _person(value, known)
        if found is not None:
            return found
    flat = _first(told, _WRITER_NAMES, _short)
    if flat is not None:
        return flat, None
    for name in _WRITER_IDS:
        person = known(told[name]) if isinstance(told.get(name), str | int) else None
        if person is not None and (found := _person(person, known)) is not None:
            return found
    if isinstance(told.get("embedded"), dict):
        return name_of(told["embedded"], known)
    if not any(name in told for name in _TITLES) and (alone := _short(told.get("name"))):
        return alone, None
    return None, None


def person_name(person: Object) -> str | None:
    """Return the name in an object about somebody."""
    found = _person(person, lambda _: None)
    name = found[0] if found is not None else None
    return " ".join(NOT_XML.sub("", name).split()) or None if name else None


def _person(
    value: Any, known: Callable[[Any], Object | None]
) -> tuple[str | None, str | None] | None:
    if isinstance(value, list):
        people = [_person(one, known) for one in value[:10] if not isinstance(one, list)]
        names = [one[0] for one in people if one is not None and one[0]]
        return (", ".join(dict.fromkeys(names)), None) if names else None
    person = known(value)
    if person is None and isinstance(value, dict):
        person = value
    if person is None:
        name = _short(value)
        return (name, None) if name is not None and not _is_key(value) else None
    told = _bare(person)
    name = _first(told, _NAMES, _short)
    if name is None:
        parts = [_first(told, names, _short) for names in _PARTS_OF_NAMES]
        name = " ".join(filter(None, parts)) or None
    if name is None:
        for inner in ("user", "profile", "attributes", "data", "node"):
            if isinstance(told.get(inner), dict):
                deeper = _person(told[inner], lambda _: None)
                if deeper is not None:
                    return deeper
        return None
    return name, _first(told, _PEOPLE_URLS, _address)


def _is_key(value: Any) -> bool:
    """Whether a value is the number or key of somebody and no name."""
    text = str(value)
    return text.isdigit() or bool(re.fullmatch(r"[0-9a-f-]{16,}", text))


def _short(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    text = " ".join(html.unescape(value).split())
    return text if 0 < len(text) <= MAX_NAME and "://" not in text else None


# -- the rest


def title_of(thing: Object, *, named: bool = False) -> str | None:
    """Return the title of an object as text.

    Parameters
    ----------
    named
        Whether a name will do, as boards have.
    """
    told = _bare(thing)
    title: str | None = _first(told, _TITLES, _title)
    if title is None:
        # "widgetTitle", beside "seoTitle".
        ends = (n for n in told if n.endswith(_TITLE_ENDS) and not _NOT_TITLE.search(n))
        title = _first(told, ends, _title)
    if title is None and named and not any(name in told for name in _LOGINS):
        title = _title(told.get("name"))
    return title


def _title(value: Any) -> str | None:
    if isinstance(value, dict):
        value = value.get("rendered") or value.get("text") or value.get("value")
    if not isinstance(value, str) or not value.strip():
        return None
    text = re.sub(r"<[^<>]{1,200}>", "", value[: 4 * MAX_TITLE])
    return " ".join(html.unescape(text).split())[:MAX_TITLE] or None


def address_of(thing: Object) -> str | None:
    """Return the address of a page that an object holds, absolute or a path."""
    found: str | None = _first(_bare(thing), _ADDRESSES, _address)
    return found


def _address(value: Any) -> str | None:
    if not isinstance(value, str) or not 1 < len(value) <= MAX_ADDRESS:
        return None
    text = value.strip()
    if not _ADDRESS.fullmatch(text) or _NO_PAGE.search(text):
        return None
    return text


def id_of(thing: Object) -> str | None:
    """Return the number or key of an object."""
    key: str | None = _first(_bare(thing), _IDS, _key)
    return key


def _key(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    text = str(value).strip()
    return text if 0 < len(text) <= MAX_KEY else None


def floor_of(thing: Object) -> int | None:
    """Return the number of a post in its thread."""
    floor: int | None = _first(_bare(thing), _FLOORS, _whole_number)
    return floor


def _whole_number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 < value < 10_000_000 else None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 13:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def count_of(thing: Object, what: str) -> int | None:
    """Return how many ``replies`` or ``views`` an object tells of."""
    told = _bare(thing)
    count: int | None = _first(told, _VIEWS if what == "views" else _REPLIES, _number)
    if count is None and what == "replies":
        posts: int | None = _first(told, _POSTS, _number)
        return max(posts - 1, 0) if posts is not None else None
    return count


def grows(thing: Object) -> bool:
    """Whether an object counts what it holds, as threads and boards do."""
    return any(
        _number(value) is not None and words_of(name) & _COUNTED for name, value in thing.items()
    )


def is_gone(thing: Object) -> bool:
    """Whether an object says that what it stands for is not shown any more."""
    told = _bare(thing)
    return any(told.get(name) not in (None, False, 0, "", "0") for name in _GONE)
