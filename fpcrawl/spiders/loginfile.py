"""What ``-a login=FILE`` names: cookies out of a browser, or a user's name and password.

Nothing of a file's content is ever put into a message.
"""

from __future__ import annotations

import configparser
import hashlib
import json
import stat
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from fpcrawl.exceptions import UsageError
from fpcrawl.pages.urls import SiteScope, canonical_url
from fpcrawl.store.sessions import KeptCookie

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Credentials", "Login", "read_login"]

_IDENTITY_BYTES = 8
_MAX_BYTES = 4_000_000
_USER_KEYS = ("user", "username", "email", "login", "name")
_SHAPES = (
    "give a cookies.txt, the JSON of a browser's cookie export, or lines such as\n"
    'user = "..."\npassword = "..."'
).replace("\n", " / ")


@dataclass(frozen=True, slots=True)
class Credentials:
    """What to type into a login form.

    Attributes
    ----------
    url
        Address of the login page; ``None`` = to be found.
    more
        Further fields of the form.
    """

    user: str = field(repr=False)
    password: str = field(repr=False)
    url: str | None = None
    more: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Login:
    """A login file that was read.

    Attributes
    ----------
    identity
        Changes when a file with another content is given, and is the same on all machines that
        have this one; tells nothing of it.
    exposed
        Whether others on this machine may read the file.
    key
        What the cookies of the session are kept encrypted by, 32 bytes: who has the file has it.
    """

    path: Path
    identity: str
    exposed: bool
    key: bytes = field(repr=False)
    credentials: Credentials | None = field(default=None, repr=False)
    cookies: tuple[KeptCookie, ...] = field(default=(), repr=False)


def read_login(text: str, site: str, now: float) -> Login:
    """Read a login file.

    Parameters
    ----------
    text
        Its path.
    site
        Address of the site, which cookies must fit.
    now
        Seconds since the epoch, to tell cookies that are over.

    Raises
    ------
    UsageError
        With one line that says what is wrong; it holds nothing of the content.
    """
    path = Path(text).expanduser()
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            raise UsageError(f"login: {path} is no file")
        if info.st_size > _MAX_BYTES:
            raise UsageError(f"login: {path} is too large for a login file")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"login: cannot read {path}: {error.strerror}") from None
    try:
        content = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"login: {path} is not UTF-8 text; {_SHAPES}") from None
    identity, key = _marks(data, site)
    exposed = bool(info.st_mode & (stat.S_IRGRP | stat.S_IROTH))
    found = _parse(path, content)
    if isinstance(found, Credentials):
        _check_url(path, found.url)
        return Login(path, identity, exposed, key, credentials=found)
    cookies = tuple(c for c in found if c.expires is None or c.expires > now)
    if not found:
        raise UsageError(f"login: {path} holds neither cookies nor user and password; {_SHAPES}")
    if not cookies:
        raise UsageError(f"login: every cookie in {path} has expired; export them anew")
    host = urlsplit(site).hostname or ""
    if not any(_fits(cookie.domain, host) for cookie in cookies):
        raise UsageError(f"login: {path} holds no cookie for {host}; export those of that site")
    return Login(path, identity, exposed, key, cookies=cookies)


def _marks(content: bytes, site: str) -> tuple[str, bytes]:
    """Return identity and key; slow on purpose, so that a password is not found by trying."""
    salt = f"fpcrawl {urlsplit(site).hostname}".encode()
    made = hashlib.scrypt(content, salt=salt, n=1 << 14, r=8, p=1, dklen=_IDENTITY_BYTES + 32)
    return made[:_IDENTITY_BYTES].hex(), made[_IDENTITY_BYTES:]


def _check_url(path: Path, url: str | None) -> None:
    if url is not None and (not canonical_url(url) or not SiteScope(url).contains(url)):
        raise UsageError(f"login: url in {path} is no web address")


def _fits(domain: str, host: str) -> bool:
    bare = domain.lstrip(".").lower()
    return host == bare or host.endswith(f".{bare}")


def _parse(path: Path, content: str) -> Credentials | list[KeptCookie]:
    text = content.strip()
    if text[:1] in ("[", "{"):
        try:
            return _from_json(path, json.loads(text))
        except ValueError:
            if text[:1] == "{":
                raise UsageError(f"login: {path} is no valid JSON") from None
            # "[section]" begins an INI or a TOML file.
    cookies = _from_netscape(text)
    return cookies or _from_pairs(path, text)


def _from_json(path: Path, data: Any) -> Credentials | list[KeptCookie]:
    if isinstance(data, dict):
        if "password" in data:
            return _credentials(path, data)
        data = data.get("cookies")
    if not isinstance(data, list):
        raise UsageError(f"login: {path} holds neither cookies nor user and password; {_SHAPES}")
    out: list[KeptCookie] = []
    for entry in data:
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise UsageError(f"login: {path}: entry {len(out) + 1} is no cookie")
        domain = entry.get("domain") or urlsplit(str(entry.get("url") or "")).hostname or ""
        expires = entry.get("expirationDate", entry.get("expires"))
        try:
            until = float(expires) if isinstance(expires, int | float) else 0.0
        except OverflowError:
            until = 0.0
        out.append(
            KeptCookie(
                name=entry["name"],
                value=str(entry.get("value") or ""),
                domain=str(domain).lower(),
                path=str(entry.get("path") or "/"),
                # -1 and dates in words: kept for the session.
                expires=until if until > 0 else None,
                secure=bool(entry.get("secure")),
                host_only=bool(entry.get("hostOnly", not str(domain).startswith("."))),
            )
        )
    return out


def _from_netscape(text: str) -> list[KeptCookie]:
    out = []
    for line in text.splitlines():
        parts = line.removeprefix("#HttpOnly_").split("\t")
        if len(parts) != 7 or parts[0].startswith("#"):
            continue
        domain, wide, path, secure, expires, name, value = parts
        try:
            until = float(expires or 0)
        except ValueError:
            continue
        out.append(
            KeptCookie(
                name=name,
                value=value,
                domain=domain.strip().lower(),
                path=path or "/",
                expires=until if until > 0 else None,
                secure=secure.upper() == "TRUE",
                host_only=wide.upper() != "TRUE",
            )
        )
    return out


def _from_pairs(path: Path, text: str) -> Credentials:
    values: dict[str, Any]
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        values = _from_ini(text)
    flat = {k: v for k, v in values.items() if not isinstance(v, dict)}
    for table in (v for v in values.values() if isinstance(v, dict)):
        flat |= {k: v for k, v in table.items() if k not in flat}
    return _credentials(path, flat)


def _from_ini(text: str) -> dict[str, str]:
    # Values are taken as they stand: a password may hold any sign.
    parser = configparser.RawConfigParser(delimiters=("=", ":"), strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    try:
        parser.read_string(text if text.startswith("[") else f"[login]\n{text}")
    except configparser.Error:
        return {}
    return {name: value for part in parser.sections() for name, value in parser.items(part)}


def _credentials(path: Path, values: Mapping[str, Any]) -> Credentials:
    names: Iterable[str] = (key for key in _USER_KEYS if values.get(key))
    key = next(iter(names), None)
    if key is None or not values.get("password"):
        missing = "password" if key is not None else "user"
        raise UsageError(f"login: {path} has no {missing}; {_SHAPES}")
    rest = {k: v for k, v in values.items() if k not in (key, "password", "url")}
    if any(not isinstance(value, str | int) for value in rest.values()):
        raise UsageError(f"login: {path}: further fields of the form must be text")
    url = values.get("url") or None
    return Credentials(
        str(values[key]),
        str(values["password"]),
        None if url is None else str(url),
        {name: str(value) for name, value in rest.items()},
    )
