"""Addresses: one form to fetch, one key to know them by, and the site they belong to.

The shape of addresses (:func:`url_shape`) stands in :mod:`fpcrawl.pages.shapes`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote, urljoin, urlsplit

from fpcrawl.exceptions import UsageError
from fpcrawl.pages.shapes import url_numbers, url_shape

__all__ = [
    "MAX_URL_CHARS",
    "SiteScope",
    "canonical_url",
    "hostname_of",
    "join_url",
    "names_file",
    "url_key",
    "url_numbers",
    "url_shape",
    "validate_site_url",
]

MAX_URL_CHARS = 2000

_MAX_HOST = 253
_MAX_LABEL = 63

_TRIM = "".join(map(chr, range(0x21)))
_NEWLINES = str.maketrans("", "", "\t\r\n")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_FILE = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|bmp|css|js|mjs|json|xml|rss|atom|pdf|zip|gz|bz2|xz|7z|rar|tar"
    r"|exe|msi|dmg|apk|iso|mp3|mp4|m4a|avi|mkv|webm|ogg|wav|flac|docx?|xlsx?|pptx?|csv|woff2?|ttf"
    r"|torrent)$",
    re.IGNORECASE,
)
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*")
_IPV6 = re.compile(r"\[[0-9a-f:.]+\]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})?")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SAFE_PATH = "!$&'()*+,;=:@%/"
_SAFE_QUERY = "!$&'()*+,;=:@%/?[]|"
# Addresses that need no work but their query parameters.
_CLEAN = re.compile(
    r"(https?)://([a-z0-9]+(?:[-.][a-z0-9]+)+)"
    r"(?::(?!80/|443/)(?:[1-9]\d{1,3}|[1-5]\d{4}))?(/[\w!$&'*+,=:@/.~-]*)"
    r"(\?[\w!$&'()*+,;=:@/.~-]+)?(?=#|$)",
    re.ASCII,
)
_DOTS = re.compile(r"/\.\.?(?:/|$)")
_PATH_SESSION = re.compile(
    r";(?:jsessionid|phpsessid|sid)=[^/;?]*|/\((?:S|A|F)\([0-9a-zA-Z]{20,}\)\)", re.IGNORECASE
)
# A cheap look before the parameters are taken apart.
_DROP_HINT = re.compile(
    r"(?:^|(?<=\?)|[&;])(?:(?:\w{0,3}sid|s|jsessionid|phpsessid|aspsessionid\w*|session_?id|zenid|"
    r"cfid|cftoken|utm_\w+|fbclid|gclid|dclid|wbraid|gbraid|msclkid|yclid|twclid|igshid|"
    r"mc_[ce]id|spm|scm|_ga|_gl|_hsenc|_hsmi|mkt_tok)=|amp;|$)",
    re.IGNORECASE,
)
_DROP_ALWAYS = re.compile(
    r"phpsessid|jsessionid|aspsessionid\w*|oscsid|zenid|cfid|cftoken|session_?id|utm_\w+|fbclid|"
    r"gclid|dclid|wbraid|gbraid|msclkid|yclid|twclid|igshid|mc_[ce]id|spm|scm|_ga|_gl|_hsenc|"
    r"_hsmi|mkt_tok",
    re.IGNORECASE,
)
_HEX32 = re.compile(r"[0-9a-fA-F]{32,64}")
#: Boards like those of 5ch: "read.cgi/board/1795053008/l50" shows the last 50 posts of a thread.
_PART_OF_THREAD = re.compile(r"(/read\.cgi/[^/]+/(?:\d{1,8}/)?\d{9,11}/)(?:l\d+|\d*-\d*|\d+)n?$")
_SID = re.compile(r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[0-9A-Za-z,-]{6,128}")
# Parameters that change how a page is dressed, not what it holds.
_DRESS = frozenset(["extra", "fromuid", "fromuser", "highlight", "hilit", "mobile", "styleid"])
_INDEX_FILE = re.compile(r"/(?:index|default)\.(?:php|html?|aspx?|jsp|shtml)$", re.IGNORECASE)
_TWIN = re.compile(r"(?:www\d?|m|wap|mobile)\.(?=[^.]+\.)")


@lru_cache(maxsize=16_384)
def canonical_url(url: str, query_encoding: str = "utf-8") -> str:
    """Return the one form of ``url`` in which it is fetched, or ``""``.

    Lower-case scheme and host (IDN as ASCII), no default port, credentials or fragment,
    dot segments resolved, percent-encoding normalised, session ids and tracking
    parameters dropped. The other parameters keep their order.

    The empty string means: nothing to fetch. That is so for what is not http(s), has no
    host or a malformed one, or is longer than 2,000 characters. Never raises.

    Parameters
    ----------
    url
        An absolute address.
    query_encoding
        Encoding of the page that the address stands on. Browsers write a query outside
        ASCII in it, and forums in GBK expect that.
    """
    if len(url) > MAX_URL_CHARS + 200:
        # Shorter only by its fragment.
        url = url.partition("#")[0]
    clean = _CLEAN.match(url)
    if clean is not None:
        host, path, query = clean.group(2, 3, 4)
        if (
            len(host) <= _MAX_LABEL
            and "/." not in path
            and "/read.cgi/" not in path
            and (not query or not _DROP_HINT.search(query, 1))
        ):
            out = clean.group()
            return out if len(out) <= MAX_URL_CHARS else ""
    try:
        out = _canonical(url.strip(_TRIM).translate(_NEWLINES), query_encoding)
    except (ValueError, LookupError):
        return ""
    return out if len(out) <= MAX_URL_CHARS else ""


def _canonical(url: str, query_encoding: str) -> str:
    if not _SCHEME.match(url):
        return ""
    if "\\" in url:
        head, mark, tail = url.partition("?")
        url = head.replace("\\", "/") + mark + tail
    parts = urlsplit(url)
    scheme = parts.scheme
    if scheme not in {"http", "https"}:
        return ""
    host = _host(parts.hostname or "")
    if not host:
        return ""
    port = parts.port
    if port is not None and port != (80 if scheme == "http" else 443):
        if port == 0:
            return ""
        host = f"{host}:{port}"
    path = parts.path
    if ";" in path or "/(" in path:
        path = _PATH_SESSION.sub("", path)
    path = _escape(path, _SAFE_PATH, "utf-8")
    if not path.startswith("/"):
        path = "/" + path
    if _DOTS.search(path):
        path = _resolve_dots(path)
    if "/read.cgi/" in path:
        path = _PART_OF_THREAD.sub(r"\1", path)
    query = parts.query
    if query:
        if _DROP_HINT.search(query):
            query = _drop_parameters(query)
        query = _escape(query, _SAFE_QUERY, query_encoding)
    return f"{scheme}://{host}{path}?{query}" if query else f"{scheme}://{host}{path}"


def _host(host: str) -> str:
    if not host.isascii():
        # Dots and digits that only look like ASCII are folded by the codec.
        host = host.encode("idna").decode("ascii")
    host = host.lower().removesuffix(".")
    if len(host) > _MAX_HOST or max(map(len, host.split("."))) > _MAX_LABEL:
        return ""
    if ":" in host:
        host = f"[{host}]"
        return host if _IPV6.fullmatch(host) else ""
    return host if _HOST.fullmatch(host) else ""


def _escape(text: str, safe: str, encoding: str) -> str:
    """Normalise percent-encoding: unreserved bytes bare, others as upper-case hex."""
    if "%" in text:
        text = _ESCAPE.sub(_one_escape, text)
    if text.isascii() and text.isalnum():
        return text
    if encoding != "utf-8":
        text = _referenced(text, encoding)
    return quote(text, safe=safe, encoding=encoding, errors="replace")


def _referenced(text: str, encoding: str) -> str:
    """Return ``text`` with character references for what the encoding has not."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError as error:
        # What browsers do; the reference is escaped itself.
        reference = f"%26%23{ord(text[error.start])}%3B"
        head = text[: error.start]
        return head + reference + _referenced(text[error.start + 1 :], encoding)
    return text


def _one_escape(found: re.Match[str]) -> str:
    digits = found.group(1)
    if digits is None:
        return "%25"
    byte = int(digits, 16)
    return chr(byte) if byte in _UNRESERVED else "%" + digits.upper()


def _resolve_dots(path: str) -> str:
    out: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            if out:
                out.pop()
        elif segment != ".":
            out.append(segment)
    if segments[-1] in {".", ".."}:
        out.append("")
    return "/" + "/".join(out)


def _drop_parameters(query: str) -> str:
    query = query.replace("&amp;", "&")
    kept: list[str] = []
    for piece in re.split(r"([&;])", query):
        if piece in {"&", ";"}:
            if kept and kept[-1] not in {"&", ";"}:
                kept.append(piece)
            continue
        name, _, value = piece.partition("=")
        if piece and not _is_ballast(name, value):
            kept.append(piece)
    while kept and kept[-1] in {"&", ";"}:
        kept.pop()
    return "".join(kept)


def _is_ballast(name: str, value: str) -> bool:
    if _DROP_ALWAYS.fullmatch(name):
        return True
    lower = name.lower()
    if lower == "s":
        return not value or _HEX32.fullmatch(value) is not None
    # "sid" also names sections and stories: those are plain numbers or words.
    return lower == "sid" and (not value or _SID.fullmatch(value) is not None)


def names_file(path: str) -> bool:
    """Tell whether a path ends like that of a picture, an archive or another file, no page."""
    return _FILE.search(path) is not None


@lru_cache(maxsize=16_384)
def url_key(url: str) -> str:
    """Return what identifies the page at ``url``, whatever way it is written.

    The canonical address without scheme, ``www.``, index file name, trailing slash and
    parameters that only change a page's dress, its parameters sorted. Empty where
    :func:`canonical_url` is.
    """
    clean = canonical_url(url)
    if not clean:
        return ""
    host_path, _, query = clean.partition("://")[2].partition("?")
    host_path = host_path.removeprefix("www.")
    if host_path.endswith(("/", ".php", ".html", ".htm", ".asp", ".aspx", ".jsp", ".shtml")):
        host_path = _INDEX_FILE.sub("", host_path).rstrip("/")
    if not query:
        return host_path
    if "&" in query or ";" in query or "=" in query:
        kept = [
            piece
            for piece in re.split("[&;]", query)
            if piece and piece.partition("=")[0].lower() not in _DRESS
        ]
        query = "&".join(sorted(kept))
    return f"{host_path}?{query}" if query else host_path


class SiteScope:
    """The hosts that make up one site.

    The site's own host, its twins with and without ``www.`` and ``m.`` (any of ``www``,
    ``m``, ``wap``, ``mobile``); http and https on their default ports are one, any other
    port must be equal.

    Parameters
    ----------
    site_url
        Address of the site.
    """

    __slots__ = ("_host", "_port", "site_url")

    def __init__(self, site_url: str) -> None:
        self.site_url = canonical_url(site_url)
        self._host, self._port = _host_port(self.site_url)
        self._host = _bare(self._host)

    def __repr__(self) -> str:
        return f"SiteScope({self.site_url!r})"

    def contains(self, url: str) -> bool:
        """Tell whether ``url`` (absolute) lies on the site."""
        host, port = _host_port(url)
        return bool(host) and port == self._port and self._host in {host, _bare(host)}

    def host_below(self, url: str) -> str | None:
        """Return the host of ``url`` where it is below the site's: a site of its own.

        ``news.a.example`` is below ``www.a.example``.
        """
        host, _ = _host_port(url)
        below = host.endswith(f".{self._host}") and _bare(host) != self._host
        return host if below else None

    @staticmethod
    def are_twins(one: str, other: str) -> bool:
        """Tell whether two addresses lie on different hosts that are faces of one site.

        With and without ``www.`` is one host.
        """
        a, b = _host_port(one)[0].removeprefix("www."), _host_port(other)[0].removeprefix("www.")
        return a != b and _bare(a) == _bare(b)


_NET = re.compile(
    r"(https?)://(\[[^\]/?#]*\]|[^/?#:@\[\]\s]+)(?::(\d{1,5}))?(?=[/?#]|$)", re.IGNORECASE
)


def join_url(base: str, href: str) -> str:
    """Return the address to which a link on a page leads; empty for one that is malformed.

    Parameters
    ----------
    base
        Address that relative links of the page are relative to.
    href
        As it stands in the page; white space around it counts for nothing.
    """
    try:
        return urljoin(base, href.strip())
    except ValueError:
        return ""


@lru_cache(maxsize=16_384)
def hostname_of(url: str) -> str | None:
    """Return the host of an address in lower case, ``None`` without one.

    Raises
    ------
    ValueError
        When the address cannot be split.
    """
    return urlsplit(url).hostname


def _host_port(url: str) -> tuple[str, int]:
    """Return host and port of ``url``, 0 for a default port; an empty host when malformed."""
    found = _NET.match(url)
    if found is None:
        return "", 0
    scheme, host, port = found.groups()
    number = int(port) if port else 0
    if number == (80 if scheme.lower() == "http" else 443):
        number = 0
    return host.lower(), number


def _bare(host: str) -> str:
    found = _TWIN.match(host)
    return host[found.end() :] if found else host


def validate_site_url(text: str) -> str:
    """Return the canonical address of a site that a person typed.

    ``https://`` is put before an address without a scheme.

    Raises
    ------
    UsageError
        With one line that says what is wrong with it.
    """
    typed = text.strip()
    if not typed:
        raise UsageError("site: no address given; write for example https://forum.example.com/")
    shown = typed if len(typed) <= 80 else typed[:77] + "..."
    if any(char.isspace() or not char.isprintable() for char in typed):
        raise UsageError(f"site: {shown!a} holds white space or control characters")
    if "://" not in typed:
        scheme = _SCHEME.match(typed)
        # "localhost:8000" has a port, "mailto:me" has a scheme.
        if scheme and not re.match(r":\d{1,5}(?:[/?#]|$)", typed[scheme.end() - 1 :]):
            raise UsageError(f"site: {shown!r} is neither http nor https")
        typed = "https://" + typed.removeprefix("//")
    elif not re.match(r"https?://", typed, re.IGNORECASE):
        raise UsageError(f"site: {shown!r} is neither http nor https")
    if "@" in re.split(r"[/?#]", typed.partition("://")[2], maxsplit=1)[0]:
        raise UsageError("site: the address must not hold a user name or password")
    if len(typed) > MAX_URL_CHARS:
        raise UsageError(f"site: {shown!r} is longer than {MAX_URL_CHARS} characters")
    clean = canonical_url(typed)
    if not clean:
        raise UsageError(f"site: {shown!r} is no address: its host or port is malformed")
    return clean
