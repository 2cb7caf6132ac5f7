"""Uploads a wheel of fpcrawl to a Scrapyd server; ``make deploy`` runs it.

Needs the standard library only. A version that the server cannot use is taken back, so that
the one before it stays in force.
"""

from __future__ import annotations

import argparse
import base64
import json
import netrc
import os
import re
import sys
import time
import urllib.error
import urllib.request
import uuid
import zipfile
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

#: Loading the spiders takes the server some seconds.
TIMEOUT_S = 120
_ABOUT = re.compile(r"[^/]+\.dist-info/[^/]+$")
_EXTRA = re.compile(r";.*\bextra\s*==\s*['\"]([^'\"]+)['\"]")


class DeployError(Exception):
    """The wheel could not be deployed; the message says why."""


@dataclass(frozen=True, slots=True)
class Wheel:
    """What a wheel says of itself.

    Attributes
    ----------
    requires
        Requirements without those of extras.
    extras
        Requirements by extra.
    """

    path: Path
    version: str
    requires: tuple[str, ...]
    extras: dict[str, tuple[str, ...]]


def read_wheel(path: Path) -> Wheel:
    """Read what a wheel says of itself.

    Raises
    ------
    DeployError
        When it is no wheel that Scrapyd can run.
    """
    try:
        with zipfile.ZipFile(path) as file:
            inside = {
                name.rpartition("/")[2]: name for name in filter(_ABOUT.match, file.namelist())
            }
            about = HeaderParser().parsestr(file.read(inside["METADATA"]).decode())
            points = file.read(inside["entry_points.txt"]).decode()
    except (OSError, zipfile.BadZipFile, KeyError, UnicodeDecodeError) as error:
        raise DeployError(f"{path} is no wheel: {error}") from error
    if not re.search(r"^\[scrapy\]\s+settings\s*=", points, re.MULTILINE):
        raise DeployError(f"{path} does not name its settings in the entry points [scrapy]")
    requires: list[str] = []
    extras: dict[str, list[str]] = {}
    for line in about.get_all("Requires-Dist", []):
        extra = _EXTRA.search(line)
        if extra is None:
            requires.append(line)
        else:
            extras.setdefault(extra[1], []).append(line.partition(";")[0].strip())
    found = {name: tuple(lines) for name, lines in extras.items()}
    return Wheel(path, about["Version"] or "0", tuple(requires), found)


def requirements(wheel: Wheel, extras: tuple[str, ...] = ()) -> list[str]:
    """Return what must be installed beside Scrapyd, which installs no requirements itself.

    Raises
    ------
    DeployError
        When there is no such extra.
    """
    lines = list(wheel.requires)
    for extra in extras:
        if extra not in wheel.extras:
            raise DeployError(f"there is no extra {extra}; there are {', '.join(wheel.extras)}")
        lines += wheel.extras[extra]
    return lines


class Server:
    """A Scrapyd server.

    Parameters
    ----------
    target
        Its address, such as ``http://host:6800/``. A user and password may stand in it, in
        ``SCRAPYD_USERNAME`` and ``SCRAPYD_PASSWORD``, or in ``~/.netrc``; they are never shown.

    Raises
    ------
    DeployError
        When it is no address.
    """

    def __init__(self, target: str) -> None:
        try:
            parts = urlsplit(target)
            port = parts.port
        except ValueError as error:
            raise DeployError(f"TARGET is no address: {error}") from None
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise DeployError("TARGET must be an address such as http://host:6800/")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        path = parts.path if parts.path.endswith("/") else f"{parts.path}/"
        self.url = urlunsplit((parts.scheme, f"{host}:{port}" if port else host, path, "", ""))
        user = parts.username or os.environ.get("SCRAPYD_USERNAME") or ""
        password = parts.password or os.environ.get("SCRAPYD_PASSWORD") or ""
        if not user:
            user, password = _from_netrc(parts.hostname)
        self.guarded = bool(user)
        self._headers = {}
        if user:
            pair = base64.b64encode(f"{user}:{password}".encode()).decode()
            self._headers["Authorization"] = f"Basic {pair}"

    def ask(self, name: str, data: bytes | None = None, kind: str = "") -> dict[str, Any]:
        """Call the server; with data it is a POST.

        Raises
        ------
        DeployError
            When it cannot be reached, or refuses; with what it said.
        """
        headers = {**self._headers, **({"Content-Type": kind} if kind else {})}
        request = urllib.request.Request(self.url + name, data, headers)
        # An environment's proxy is for the web, not for one's own servers.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=TIMEOUT_S) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 401:
                    raise DeployError(
                        f"{self.url} wants a user and password: set SCRAPYD_USERNAME and "
                        "SCRAPYD_PASSWORD"
                    ) from None
                raise DeployError(f"{self.url}{name} answers {error.code}") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise DeployError(f"no Scrapyd at {self.url}: {reason}") from None
        if not isinstance(answer, dict):
            raise DeployError(f"no Scrapyd at {self.url}: it answers {type(answer).__name__}")
        if answer.get("status") != "ok":
            raise DeployError(str(answer.get("message") or answer))
        return answer


def _from_netrc(host: str) -> tuple[str, str]:
    try:
        found = netrc.netrc().authenticators(host)
    except (OSError, netrc.NetrcParseError):
        return "", ""
    return (found[0], found[2]) if found else ("", "")


def _form(fields: dict[str, str], file: Path) -> tuple[bytes, str]:
    boundary = uuid.uuid4().hex
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="egg"; filename="project.egg"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    body = b"".join([*parts, head.encode(), file.read_bytes(), f"\r\n--{boundary}--\r\n".encode()])
    return body, f"multipart/form-data; boundary={boundary}"


def deploy(server: Server, wheel: Wheel, project: str, version: str) -> list[str]:
    """Upload the wheel and return the spiders that the server finds in it.

    Raises
    ------
    DeployError
        When the server cannot be reached or cannot use the wheel; it does not keep it then.
    """
    # Scrapyd makes paths of both, and puts _ in the place of other characters of a version.
    for name, value in (("project", project), ("version", version)):
        if not re.fullmatch(r"\w[\w-]*", value, re.ASCII):
            raise DeployError(f"the {name} {value!r} is not only of letters, digits, _ and -")
    before = server.ask(f"listversions.json?project={quote(project)}").get("versions", [])
    if version in before:
        raise DeployError(f"{project} has a version {version} already")
    try:
        server.ask("addversion.json", *_form({"project": project, "version": version}, wheel.path))
        answer = server.ask(f"listspiders.json?project={quote(project)}&_version={quote(version)}")
    except DeployError as error:
        raise DeployError(_refused(server, project, version, str(error))) from None
    return [str(name) for name in answer["spiders"]]


def _refused(server: Server, project: str, version: str, said: str) -> str:
    """Take a version back that is of no use, and say what was wrong with it."""
    lines = said.strip().splitlines() or ["no reason given"]
    told = lines[-1]
    if "ModuleNotFoundError" in told:
        told += (
            "\nScrapyd installs no requirements: install those of dist/requirements.txt into "
            "its environment, then deploy again"
        )
    data = urlencode({"project": project, "version": version}).encode()
    try:
        server.ask("delversion.json", data)
    except DeployError:
        return told
    return f"{told}\nThe version was taken back; the one before it, if any, stays in force"


def main(argv: list[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="python deploy/upload.py",
        description="Upload a wheel to Scrapyd, or write what must be installed beside it.",
        epilog="example: python deploy/upload.py dist/fpcrawl-0.1.0-py3-none-any.whl "
        "--target http://127.0.0.1:6800/",
    )
    add = parser.add_argument
    add("wheel", type=Path)
    add("--target", metavar="URL", help="address of Scrapyd")
    add("--project", default="fpcrawl", help="name of the project there (default: fpcrawl)")
    add("--version", help="version to deploy as (default: seconds since 1970, as Scrapyd sorts)")
    add("--requirements", type=Path, metavar="FILE", help="write the wheel's requirements there")
    add("--extras", default="", help="extras whose requirements are written too, comma-separated")
    args = parser.parse_args(argv)
    try:
        wheel = read_wheel(args.wheel)
        if args.requirements:
            extras = tuple(filter(None, (part.strip() for part in args.extras.split(","))))
            lines = requirements(wheel, extras)
            args.requirements.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        if args.target is None:
            return 0
        server = Server(args.target)
        version = args.version or str(int(time.time()))
        spiders = deploy(server, wheel, args.project, version)
    except DeployError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        print(f"error: {error.filename}: {error.strerror}", file=sys.stderr)
        return 1
    print(
        f"deployed fpcrawl {wheel.version} to {server.url} as version {version} of "
        f"{args.project}: spiders {', '.join(spiders)}"
    )
    user = '-u "$SCRAPYD_USERNAME:$SCRAPYD_PASSWORD" ' if server.guarded else ""
    print(
        "begin a crawl:\n"
        f"  curl {user}{server.url}schedule.json -d project={args.project} -d spider=forum "
        "-d site=https://bbs.example.com/ -d setting=FPCRAWL_STATE_DIR=/var/lib/fpcrawl "
        "-d setting=FPCRAWL_OUTPUT_DIR=/var/lib/fpcrawl/out\n"
        "settings for all jobs, logs and schedules: docs/scrapyd.md"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
