"""Pages that hurt crawlers: each is counted and told, and the crawl goes on to its end."""

from __future__ import annotations

import socket
import ssl
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from e2e_kit import Site, crawl, records

from fpcrawl.demo.exchange import Request
from fpcrawl.demo.hostile import Hostile

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

QUICK = {"DOWNLOAD_TIMEOUT": "3", "RETRY_TIMES": "1"}
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
        reasons = [name.rpartition("/")[2].removeprefix("page_") for name in stats]
        reasons = [reason.removeprefix("limit_") for reason in reasons]
        told = [line for r in reasons for line in ended.lines_of(f"{site.base}{page}", r)]
        if not told:
            problems.append(f"{page} is not told of with one of {reasons}")
    for prefix, most in ENDLESS.items():
        count = sum(n for path, n in asked.items() if path.startswith(prefix))
        if not 1 <= count <= most:
            problems.append(f"{prefix} was asked for {count} times")
        if not ended.lines_of(f"{site.base}{prefix}"):
            problems.append(f"{prefix}: no line tells that it was given up")
    if not ended.stat("fpcrawl/walk/not_wanted"):
        problems.append("given up families are not counted")
    rows = records(tmp_path)
    expected = {
        ("Anna", "Is anybody here in spite of all the traps?"),
        ("Bram", "I am, and I brought a lamp and two sandwiches."),
        ("Carla", "Then we are three. That will do for a thread."),
    }
    if {(row["author"], row["body_text"]) for row in rows} != expected:
        problems.append(f"records: {[(r['url'], r['author'], r['body_text'][:40]) for r in rows]}")
    if "Traceback" in ended.log:
        problems.append(ended.log[ended.log.index("Traceback") - 300 :][:2500])
    assert not problems, "\n".join([*problems, str(ended.stats)])
    assert float(ended.stats["memusage/max"]) < 500e6


def test_the_next_run_leaves_the_traps_alone(tmp_path: Path) -> None:
    with Site(Hostile().handle) as site:
        crawl(tmp_path, "forum", f"site={site.url}", settings=QUICK, timeout_s=180)
        site.log.clear()
        ended = crawl(tmp_path, "forum", f"site={site.url}", settings=QUICK, timeout_s=180)
        assert (ended.code, ended.err) == (0, "")
        assert site.log == []


class BothServer:
    """HTTP and HTTPS on one port, told apart by the first byte; its certificate is its own."""

    def __init__(self, directory: Path) -> None:
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
                if request.recv(1, socket.MSG_PEEK) == b"\x16":  # a TLS handshake
                    request = context.wrap_socket(request, server_side=True)
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
    assert ended.stat("fpcrawl/outcome/certificate") == 1
    assert ended.lines_of(f"https://127.0.0.1:{site.port}/t/2", "certificate")
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
