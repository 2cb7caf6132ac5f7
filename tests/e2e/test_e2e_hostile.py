"""Pages that hurt crawlers: each is counted and told, and the crawl goes on to its end."""

from __future__ import annotations

import re
import socket
import ssl
import threading
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from e2e_kit import Site, crawl, records

from fpcrawl.demo.exchange import Reply, Request, text_reply
from fpcrawl.demo.hostile import Hostile

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

QUICK = {"DOWNLOAD_TIMEOUT": "3", "RETRY_TIMES": "1"}
SANE = {
    ("Anna", "Is anybody here in spite of all the traps?"),
    ("Bram", "I am, and I brought a lamp and two sandwiches."),
    ("Carla", "Then we are three. That will do for a thread."),
}
#: Page -> stats of which one must have counted it.
TRAPS = {
    "/big.html": ("fpcrawl/outcome/too_large",),
    "/deep.html": ("fpcrawl/pages/limit_depth", "fpcrawl/outcome/page_too_deep"),
    "/endless.html": ("fpcrawl/outcome/timeout", "fpcrawl/outcome/too_large"),
    "/empty.html": ("fpcrawl/outcome/page_empty",),
    "/binary.html": ("fpcrawl/outcome/page_binary",),
    "/loop/": ("fpcrawl/outcome/redirects",),
    "/forever/": ("fpcrawl/outcome/redirects",),
    "/away": ("fpcrawl/outcome/offsite_redirect",),
    "/nowhere": ("fpcrawl/outcome/offsite_redirect",),
    "/nohost": ("fpcrawl/outcome/bad_redirect",),
}
ENDLESS = {"/calendar/": 40, "/pages/": 40, "/s/": 40}


def test_every_trap_is_counted_and_told_and_the_sane_thread_is_read(tmp_path: Path) -> None:
    with Site(Hostile().handle) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}", settings=QUICK, timeout_s=180)
        asked = Counter(site.log)
    assert (ended.code, ended.err) == (0, "")
    problems = []
    for page, stats in TRAPS.items():
        if not any(page in path for path in asked):
            problems.append(f"{page} was not asked for")
        if not any(ended.stat(name) for name in stats):
            problems.append(f"{page} is not counted: none of {stats}")
        reasons = [name.rpartition("/")[2] for name in stats]
        reasons = [r.removeprefix("page_").removeprefix("limit_") for r in reasons]
        if not [line for r in reasons for line in ended.lines_of(f"{site.base}{page}", r)]:
            problems.append(f"{page} is not told of with one of {reasons}")
    counts = {"fpcrawl/outcome/redirects": 2, "fpcrawl/outcome/offsite_redirect": 2}
    for name, count in counts.items():
        if ended.stat(name) != count:
            problems.append(f"{name} is {ended.stat(name)}, not {count}")
    for prefix, most in ENDLESS.items():
        count = sum(n for path, n in asked.items() if path.startswith(prefix))
        if count > most:
            problems.append(f"{prefix} was asked for {count} times")
    got = {(row["author"], row["body_text"]) for row in records(tmp_path)}
    if got != SANE:
        problems.append(f"records: {got}")
    if "Traceback" in ended.log:
        problems.append(ended.log[ended.log.index("Traceback") - 300 :][:2500])
    assert not problems, "\n".join([*problems, str(ended.stats)])
    assert 50e6 < ended.peak_bytes < 500e6
    # The reader's process takes a page's tree, which is the larger part.
    assert ended.peak_bytes < ended.peak_sum_bytes < 500e6


def test_the_next_run_leaves_the_traps_alone(tmp_path: Path) -> None:
    with Site(Hostile().handle) as site:
        crawl(tmp_path, "forum", f"site={site.url}", settings=QUICK, timeout_s=180)
        site.log.clear()
        ended = crawl(tmp_path, "forum", f"site={site.url}", settings=QUICK, timeout_s=180)
        assert (ended.code, ended.err) == (0, "")
        assert site.log == []


class Endless:
    """A forum of three boards without an end, which show the same five threads for ever.

    The pager repeats its last page for any greater number, the archive has a page for each
    day of all times, and the third board gives each visitor a new session in the path.
    """

    def __init__(self) -> None:
        self._sessions = 0

    def __call__(self, request: Request) -> Reply:
        path = request.path
        if path == "/robots.txt":
            return Reply(404)
        if path == "/":
            boards = {"/board/pages/1": "Pages", "/archive/2026-03-01": "Days", "/s0/list": "Walks"}
            return self._list(boards, "Boards", "")
        if match := re.fullmatch(r"/board/pages/(\d+)", path):
            n = int(match[1])
            pager = "".join(f'<a href="/board/pages/{k}">{k}</a> ' for k in range(n + 1, n + 4))
            return self._threads("/t", "Pages", f'{pager}<a href="/board/pages/{n + 1}">Next</a>')
        if match := re.fullmatch(r"/archive/(\d{4}-\d\d-\d\d)", path):
            day = date.fromisoformat(match[1])
            days = [day + timedelta(days=step) for step in (-30, -1, 1, 30)]
            return self._threads(
                "/t", f"Day {day}", " ".join(f'<a href="/archive/{d}">{d}</a>' for d in days)
            )
        if match := re.fullmatch(r"/s\w+/(list|t)/?(\d?)", path):
            self._sessions += 1
            root = f"/s{self._sessions:06x}"
            if match[1] == "t":
                return self._thread(match[2], f'<a href="{root}/list">Back to the list</a>')
            return self._threads(f"{root}/t", "Walks", f'<a href="{root}/list">Reload</a>')
        if match := re.fullmatch(r"/t/(\d)", path):
            return self._thread(match[1], '<a href="/board/pages/1">Back to the list</a>')
        return text_reply(404, "<h1>Not found</h1>")

    def _threads(self, root: str, title: str, pager: str) -> Reply:
        links = {f"{root}/{n}": f"What to do about number {n}" for n in range(1, 6)}
        return self._list(links, title, f'<div class="pager">{pager}</div>')

    def _list(self, links: dict[str, str], title: str, below: str) -> Reply:
        rows = "".join(
            f'<tr><td><a href="{link}">{text}</a></td><td>Anna</td><td>2</td>'
            "<td>2026-03-04 12:00</td></tr>"
            for link, text in links.items()
        )
        return text_reply(
            200,
            f"<html><head><title>{title}</title></head><body><h1>{title}</h1><table>"
            "<tr><th>Topic</th><th>Author</th><th>Replies</th><th>Last post</th></tr>"
            f"{rows}</table>{below}</body></html>",
        )

    def _thread(self, number: str, below: str) -> Reply:
        text = bytes(Hostile().handle(Request("GET", "/sane")).body).decode()
        text = text.replace("An ordinary thread", f"What to do about number {number}")
        return text_reply(200, text.replace("a thread.", f"thread {number}.") + below)


def test_lists_without_an_end_come_to_an_end(tmp_path: Path) -> None:
    with Site(Endless()) as site:
        ended = crawl(tmp_path, "forum", f"site={site.url}").assert_clean()
        asked = Counter(re.sub(r"\W.*", "", path[1:])[:1] for path in site.log)
        threads = {path for path in site.log if path.startswith("/t/")}
    assert (ended.code, ended.err) == (0, "")
    assert threads == {f"/t/{n}" for n in range(1, 6)}
    assert max(asked.values()) <= 40, asked
    given_up = sum("fpcrawl/traps/" in name for name in ended.stats)
    assert given_up or sum(asked.values()) < 30
    rows = [row for row in records(tmp_path) if "/t/" in row["url"][: len(site.url) + 3]]
    bodies = Counter((row["thread_title"], row["body_text"]) for row in rows)
    assert len(bodies) == 15
    assert set(bodies.values()) == {1}


class BothServer:
    """HTTP and HTTPS on one port, told apart by the first byte; its certificate is its own.

    Without ``tls`` it answers a handshake as servers do that speak HTTP only.
    """

    def __init__(self, directory: Path, *, tls: bool = True) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self_signed(directory))
        self.log: list[str] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.log.append(self.path)
                body = outer.page(self.path)
                self.send_response(200 if body else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: Any) -> None:
                pass

        class Sniffing(ThreadingHTTPServer):
            daemon_threads = True

            def finish_request(self, request: Any, client_address: Any) -> None:
                request.settimeout(20)
                shakes_hands = request.recv(1, socket.MSG_PEEK) == b"\x16"
                if shakes_hands and not tls:
                    request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                elif shakes_hands:
                    with context.wrap_socket(request, server_side=True) as secured:
                        super().finish_request(secured, client_address)
                else:
                    super().finish_request(request, client_address)

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self._server = Sniffing(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def page(self, path: str) -> bytes:
        if path == "/":
            links = ("/t/1", f"https://127.0.0.1:{self.port}/t/2", "/t/3")
            rows = "".join(
                f'<tr><td><a href="{link}">Topic number {n}</a></td><td>Anna</td><td>{n}</td>'
                "<td>2026-03-04 12:00</td></tr>"
                for n, link in enumerate(links, 1)
            )
            return f"<html><body><h1>Board</h1><table>{rows}</table></body></html>".encode()
        if path.startswith("/t/"):
            text = bytes(Hostile().handle(Request("GET", "/sane")).body)
            return text.replace(b"for a thread", b"for thread " + path[3:].encode())
        return b""

    def __enter__(self) -> BothServer:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def self_signed(directory: Path) -> Path:
    """Make a certificate that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    path = directory / "self-signed.pem"
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + certificate.public_bytes(pem))
    return path


def test_a_certificate_that_nobody_vouches_for_is_counted_and_the_crawl_goes_on(
    tmp_path: Path,
) -> None:
    with BothServer(tmp_path) as site:
        url = f"http://127.0.0.1:{site.port}/"
        ended = crawl(tmp_path, "forum", f"site={url}", settings=QUICK).assert_clean()
    assert (ended.code, ended.err) == (0, "")
    # The first thing asked for there is robots.txt.
    assert ended.stat("fpcrawl/robots/unreachable") >= 1
    assert ended.lines_of(f"https://127.0.0.1:{site.port}/robots.txt", "certificate")
    assert ended.lines_of(f"https://127.0.0.1:{site.port}/t/2")
    assert ended.seconds < 60
    assert "/t/2" not in site.log
    assert {row["url"].partition("#")[0] for row in records(tmp_path)} == {f"{url}t/1", f"{url}t/3"}


def test_a_site_with_such_a_certificate_cannot_be_reached(tmp_path: Path) -> None:
    with BothServer(tmp_path) as site:
        url = f"https://127.0.0.1:{site.port}/"
        ended = crawl(tmp_path, "forum", f"site={url}", settings=QUICK)
        trusting = {**QUICK, "DOWNLOAD_VERIFY_CERTIFICATES": "False"}
        other = crawl(tmp_path / "trusting", "forum", f"site={url}", settings=trusting)
    lines = ended.err.splitlines()
    assert (ended.code, len(lines)) == (3, 1), (ended.err, ended.log[-3000:])
    assert "certificate" in lines[0]
    assert other.code == 0
    assert len(records(tmp_path / "trusting")) == 9


def test_a_wrong_scheme_is_named_and_can_be_put_right_at_once(tmp_path: Path) -> None:
    with BothServer(tmp_path, tls=False) as site:
        bare = f"127.0.0.1:{site.port}"
        wrong = crawl(tmp_path, "forum", f"site={bare}", settings=QUICK)
        right = crawl(tmp_path, "forum", f"site=http://{bare}/", settings=QUICK)
    told = f"forum: {bare}: the site could not be reached (https://{bare}/: robots.txt: no_tls"
    advice = "the server speaks http: give its address with http://"
    assert (wrong.code, wrong.err) == (3, f"scrapy crawl {told}; {advice})\n")
    assert right.assert_clean().code == 0
    assert records(tmp_path)
