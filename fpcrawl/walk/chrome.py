"""Addresses that do something, or show what the crawl shows already, on any software.

Words of the trade in paths and parameters; no site, no software.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fpcrawl.pages.urls import names_file

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["carried_by", "dress_of", "is_chrome", "is_member", "names_forum", "names_help"]

#: Whole path segments (without ending) and parameter values that show members: one, his posts,
#: or all.
_MEMBERS = frozenset(
    """
    memberlist member members user users u profile profiles userinfo viewprofile finduser
    showuser space spacecp userlist user_list user-list member_list member-list
    """.split()
)
#: Those that name an action or an account.
_ACTIONS = frozenset(
    """
    login log-in logout logon signin sign-in signup sign-up signout register registration
    reg lostpassword lost-password lostpw reminder forgot activate activation connect auth
    oauth account search find reply newreply newtopic new-topic newthread newpost new-post
    compose posting post-reply quote report edit delete remove publish print printable
    printpage printthread printview mailto sendtofriend sendpm pm privmsg message messages
    conversations email sendemail subscribe unsubscribe subscription subscriptions watch
    notify bookmark bookmarks favorite favorites rate ratethread vote votes upvote downvote
    like likes unlike dislike follow unfollow
    attachment attachments download downloads showgroups usergroup whoposted who whosonline
    stats statistics calendar markread markforumsread rss rss2 feed feeds atom syndication
    share admin admincp modcp wp-admin wp-login wp-json xmlrpc captcha seccode cron ucp mcp
    ajax trackback pingback author authors getnew newposts new_posts unread unanswered
    active_topics egosearch ignore report_post credits unreadreplies lastpost nextnewset
    nextoldset nextnewest nextoldest previous emailuser reputation buddylist flags sitemap
    captchacode whois misc.php online.php calendar.php viewonline logging messenger
    messanger
    """.split()
)
_WORDS = _ACTIONS | _MEMBERS
#: Words of those that boards are named by, and what then stands before them.
_NAMING = frozenset(
    "share download downloads print watch report vote votes follow stats calendar".split()
)
_LISTS = frozenset("board c category categories cat forum forums go node section tag tags".split())
#: Paths behind which a number alone sorts nothing: "/?sort=3" is a category of a blog.
_ROOTS = frozenset({"", "/", "/index.php"})
_LETTERS = frozenset({"message", "messages"})
#: Where those are no letters between members: beneath boards that are called by them, and of a
#: topic that is told by its number.
_OPEN = re.compile(r"message[-_]?boards?")
_TOPICS = frozenset("tid topic topicid topic_id".split())
_NUMBERED_FILE = re.compile(r"\d+\.html?")
#: Rewritten addresses of members: "space-uid-5.html", "user-12.html", "member.php-u=5.html",
#: "membre17.html".
_MEMBER_FILE = re.compile(
    r"(?:space|user|member|memberlist|profile)(?:\.(?:php|aspx?))?[@?_-]"
    r"(?:(?:uid|username|u|user|mode)[=_-].+|\d+)"
    r"|(?:member|membre|miembro|membro|mitglied|user|usuario|utente|benutzer|profile?)\d+",
    re.IGNORECASE,
)
#: Ends of addresses of pages about the site. Boards have such names too.
_HELP = frozenset(
    """
    faq help rules terms tos privacy about about-us contact contact-us imprint impressum smilies
    smileys bbcode datenschutz hilfe aide ayuda regeln
    """.split()
)
#: Ends of addresses of lists of boards.
_FORUMS = frozenset("bbs board boards discussion discussions forum forums".split())
#: Parameters that ask a search, and those that name an author. A path in one of them is an
#: address.
_SEARCHED = frozenset("q query keyword keywords kw search search_keywords srchtxt".split())
_ASKED = _SEARCHED | frozenset("author auth author_name".split())
#: "?edit=true" asks for a form as "?edit" does.
_YES = frozenset({"true", "yes", "on"})
#: Parameters that name what a script is to do, and beginnings of what is no reading.
_DONE = frozenset("a act action cmd do method mode op".split())
_DOING = re.compile(
    r"(?:re)?(?:quote|reply|post|edit|delete|del|report|send|mail)(?:$|[_-]|quote|post|msg|message"
    r"|reply|topic|thread|mail|pm|article)"
)
#: What a ticket is done to by an address alone: "?take", "?Action=Take".
_DEEDS = frozenset(
    """
    accept approve assign cancel claim close hold lock pin reject reopen resolve restore steal
    take unhold unlock unpin untake
    """.split()
)
#: What wikis show of a page beside its words, and parameters that choose one as it was.
_VERSIONS = frozenset(
    "backlink backlinks diff history purge raw revert revisions rollback whatlinkshere".split()
)
_OLD = frozenset("diff oldid rev revision".split())
#: Parameters that choose a board, whatever it is called: "/bbs/board.php?id=space&no=5".
_CHOOSING = frozenset("id bid board board_id board_name bo_table forum table tablename".split())
#: What scripts are asked to do that show posts of all threads in a row.
_STREAMS = frozenset("recent recentposts latestposts".split())
_ASIDE = _STREAMS | _DEEDS | _VERSIONS
#: Parameters that only dress a page: for telephones, in other colours.
_DRESS = frozenset("mobile theme style skin preview_theme amp".split())
#: Parameters that choose or order the rows of a list.
_ORDER = frozenset(
    """
    sort sortby sort_by sortfield sort_field sortorder sort_order sortdir sort_dir sortmethod
    orderby order_by order orderdir order_dir asc desc direction sd sk datecut filter ordertype
    sortkey sort_key prune_day prune_days posticon
    """.split()
)
#: Parameters that reorder, filter, translate or redirect to what other addresses show.
_PARAMETERS = (
    _DRESS
    | _ORDER
    | frozenset(
        """
        prev_next goto highlight hilit replyto replytocom share authorid unread redirect_to
        return returnurl return_to returnto print printable printpage printview
        """.split()
    )
)
#: Links of a page from which on most of them tell how all are dressed.
MIN_DRESSED = 5
_DRESSED = re.compile(
    rf"[?&;](?:{'|'.join(sorted(_DRESS))})(?:[=&;#]|$)", re.IGNORECASE | re.MULTILINE
)
_SPLIT = re.compile(r"[&;]")


@lru_cache(maxsize=16_384)
def is_chrome(url: str, carried: frozenset[str] = frozenset()) -> bool:
    """Whether an address is no page of content: a form, an account, a file, a reordering.

    Parameters
    ----------
    url
        An absolute address.
    carried
        Parameters that tell nothing there, as :func:`carried_by` or :func:`dress_of` has them.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    if names_file(parts.path):
        return True
    before = ""
    segments = parts.path.lower().split("/")
    for segment in segments:
        if segment in _NAMING and before in _LISTS:
            continue  # a board of that name
        if _are_open(segment, parts.query, before, segments[-1]):
            before = segment
            continue
        if segment in _WORDS or segment.partition(".")[0] in _WORDS:
            return True
        before = segment
    if _MEMBER_FILE.fullmatch(_file(parts.path)):
        return True
    if not parts.query:
        return False
    names = []
    for part in _SPLIT.split(parts.query.lower()):
        if part in carried:
            continue
        name, _, value = part.partition("=")
        if part == parts.query and name == "sort" and value.isdigit() and parts.path in _ROOTS:
            return False
        # "?login" asks for a form; an empty field of one, "user=", for nothing.
        is_word = value in _WORDS and name not in _CHOOSING
        is_word = is_word or (value in _YES and name in _ACTIONS)
        if name in _PARAMETERS or is_word or part in _WORDS:
            return True
        if name in _DONE and (value in _ASIDE or _DOING.match(value)):
            return True
        if part in _DEEDS or (name in _OLD and value.isdigit()):
            return True
        # A number in a single letter is that of a page.
        is_asked = name in _ASKED and not (name == "q" and value.isdigit())
        # Tieba's boards: "/f?kw=coffee".
        is_asked = is_asked and not (name == "kw" and segments[-1] == "f")
        if is_asked and value and "/" not in value and "%2f" not in value:
            return True
        names.append(name)
    if _is_search(parts.query):
        return True
    # A post's number beside a thread's number only jumps within the thread.
    return "pid" in names and any(name in {"tid", "t", "topic", "thread"} for name in names)


def _are_open(segment: str, query: str, before: str, last: str) -> bool:
    """Whether a part of a path names the messages of a board, in the open.

    Parameters
    ----------
    query
        What the address asks for.
    before, last
        What the path has before it, and what it ends with.
    """
    word = segment.partition(".")[0]
    if word not in _LETTERS:
        return False
    if word == segment and _NUMBERED_FILE.fullmatch(last):
        return True
    if _OPEN.fullmatch(before) and last.isdigit():
        return True
    # The form for a single one can tell what topic it is for.
    asked = (part.partition("=") for part in _SPLIT.split(query.lower()))
    return word == "messages" and any(
        name in _TOPICS and value.isdigit() for name, _, value in asked
    )


def carried_by(urls: Iterable[str]) -> frozenset[str]:
    """Return the choices that all of some addresses carry: an order, a dress, a name asked for.

    The pages of one list carry what it was asked for. It tells them from nothing.

    Parameters
    ----------
    urls
        Absolute addresses.
    """
    common: frozenset[str] | None = None
    for url in urls:
        own = _choices(url, _DRESS | _ORDER | _SEARCHED)
        common = own if common is None else common & own
        if not common:
            break
    return common or frozenset()


def dress_of(url: str, links: Iterable[str]) -> frozenset[str]:
    """Return the parameters that dress a page: its own, and those of most of its links.

    All pages of a site for telephones may have one.

    Parameters
    ----------
    url
        Address of the page.
    links
        Addresses on the same host that it links to.
    """
    own = _choices(url, _DRESS)
    near = list(links)
    # Hardly any site has one: one look at all addresses is enough to tell.
    if _DRESSED.search("\n".join(near)) is None:
        return own
    count: Counter[str] = Counter()
    for link in near:
        count.update(_choices(link, _DRESS))
    most = (part for part, n in count.items() if n * 2 > len(near) and n >= MIN_DRESSED)
    return own.union(most)


@lru_cache(maxsize=16_384)
def _choices(url: str, names: frozenset[str]) -> frozenset[str]:
    query = url.partition("?")[2].partition("#")[0].lower()
    return frozenset(part for part in _SPLIT.split(query) if part.partition("=")[0] in names)


def is_member(url: str) -> bool:
    """Whether an address shows members of the site: one, what he wrote, or all of them.

    Parameters
    ----------
    url
        An absolute address.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    words = [segment.partition(".")[0] for segment in parts.path.lower().split("/")]
    asked = (part.partition("=") for part in _SPLIT.split(parts.query.lower()))
    values = [value for name, _, value in asked if name not in _CHOOSING]
    if any(word in _ACTIONS for word in (*words, *values)):
        # The log-in of a member is a form like any other; "/user/5/replies" is his.
        return False
    if any(word in _MEMBERS for word in (*words, *values)):
        return True
    return bool(_MEMBER_FILE.fullmatch(_file(parts.path)))


def names_help(url: str) -> bool:
    """Whether an address ends in a word for help, rules or a page about the site.

    Parameters
    ----------
    url
        An absolute address.
    """
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return False
    last = _last_name(parts.path)
    values = (part.partition("=")[2] for part in _SPLIT.split(parts.query))
    return last in _HELP or any(value in _HELP for value in values)


def names_forum(url: str) -> bool:
    """Whether an address ends in a word for a forum: "/projects/kettle/boards".

    Parameters
    ----------
    url
        An absolute address.
    """
    try:
        return _last_name(urlsplit(url.lower()).path) in _FORUMS
    except ValueError:
        return False


def _last_name(path: str) -> str:
    """Last part of a path, without its ending."""
    return path.rstrip("/").rpartition("/")[2].partition(".")[0]


def _file(path: str) -> str:
    return unquote(path.rpartition("/")[2]).removesuffix(".html")


def _is_search(query: str) -> bool:
    """Whether the only parameter is ``s`` with words: how blogs ask their search."""
    name, equals, value = query.partition("=")
    return name == "s" and bool(equals and value) and "&" not in value and not value.isdigit()
