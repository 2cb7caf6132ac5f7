"""``make deploy``: what is uploaded, what is said, and what is taken back."""

from __future__ import annotations

import email
import json
import os
import subprocess
import sys
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
UPLOAD = ROOT / "deploy" / "upload.py"
METADATA = """\
Metadata-Version: 2.4
Name: fpcrawl
Version: 9.8.7
Requires-Dist: lxml>=6.0
Requires-Dist: scrapy>=2.19
Requires-Dist: tzdata; sys_platform == 'win32'
Provides-Extra: postgres
Requires-Dist: psycopg>=3; extra == 'postgres'

Text.
"""


class FakeScrapyd:
    """Keeps versions as Scrapyd does; ``broken`` is what it says of a wheel it cannot load."""

    def __init__(self) -> None:
        self.versions: dict[str, bytes] = {}
        self.broken = ""
        self.login = ""
        self.calls: list[str] = []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                self.answer(b"")

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers["Content-Length"])))

            def answer(self, body):
                if fake.login and self.headers["Authorization"] != fake.login:
                    self.send_error(401)
                    return
                data = json.dumps(fake.reply(self.path, self.headers, body)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,))
        self.thread.start()

    def reply(self, path, headers, body):
        call = urlsplit(path).path.rpartition("/")[2]
        self.calls.append(call)
        ok = {"status": "ok", "node_name": "x"}
        if call == "listversions.json":
            return {**ok, "versions": list(self.versions)}
        if call == "addversion.json":
            whole = b"Content-Type: " + headers["Content-Type"].encode() + b"\r\n\r\n" + body
            parts = {
                part.get_param("name", header="content-disposition"): part.get_payload(decode=True)
                for part in email.message_from_bytes(whole).get_payload()
            }
            self.versions[parts["version"].decode()] = parts["egg"]
            if self.broken:
                return {"status": "error", "message": self.broken}
            return {**ok, "spiders": 2}
        if call == "listspiders.json":
            return {**ok, "spiders": ["forum", "news"]}
        assert call == "delversion.json"
        del self.versions[parse_qs(body.decode())["version"][0]]
        return ok

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def scrapyd():
    server = FakeScrapyd()
    yield server
    server.close()


@pytest.fixture
def wheel(tmp_path):
    return make_wheel(tmp_path / "fpcrawl-9.8.7-py3-none-any.whl")


def make_wheel(path, points="[scrapy]\nsettings = fpcrawl.settings\n"):
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("fpcrawl/__init__.py", "")
        file.writestr("fpcrawl-9.8.7.dist-info/METADATA", METADATA)
        file.writestr("fpcrawl-9.8.7.dist-info/licenses/METADATA", "another file of that name")
        file.writestr("fpcrawl-9.8.7.dist-info/entry_points.txt", points)
    return path


def upload(*words, **environment):
    kept = {k: v for k, v in os.environ.items() if not k.startswith("SCRAPYD_")}
    return subprocess.run(
        [sys.executable, str(UPLOAD), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**kept, "HOME": "/nonexistent", **environment},
    )


def test_a_wheel_is_uploaded_and_what_comes_next_is_said(scrapyd, wheel):
    done = upload(wheel, "--target", scrapyd.url.rstrip("/"), "--project", "watch")
    assert (done.returncode, done.stderr) == (0, "")
    [(version, body)] = scrapyd.versions.items()
    assert body == wheel.read_bytes()
    assert version.isdigit(), "Scrapyd takes the greatest version; scrapyd-deploy counts so too"
    assert "fpcrawl 9.8.7" in done.stdout
    assert "spiders forum, news" in done.stdout
    assert f"{scrapyd.url}schedule.json -d project=watch" in done.stdout


def test_a_version_is_not_overwritten(scrapyd, wheel):
    assert upload(wheel, "--target", scrapyd.url, "--version", "7").returncode == 0
    again = upload(wheel, "--target", scrapyd.url, "--version", "7")
    assert again.returncode == 1
    assert again.stderr == "error: fpcrawl has a version 7 already\n"
    assert scrapyd.calls.count("addversion.json") == 1


def test_a_version_that_the_server_cannot_use_is_taken_back(scrapyd, wheel):
    scrapyd.versions["1"] = b"the one before"
    scrapyd.broken = "Traceback ...\nModuleNotFoundError: No module named 'lxml'\n"
    done = upload(wheel, "--target", scrapyd.url)
    assert done.returncode == 1
    assert "No module named 'lxml'" in done.stderr
    assert "requirements.txt" in done.stderr
    assert list(scrapyd.versions) == ["1"]


@pytest.mark.parametrize("way", ["address", "environment", "netrc"])
def test_user_and_password_are_sent_and_never_shown(scrapyd, wheel, tmp_path, way):
    scrapyd.login = "Basic bWU6czNjcmV0"
    refused = upload(wheel, "--target", scrapyd.url)
    assert refused.returncode == 1
    assert "SCRAPYD_USERNAME" in refused.stderr
    target, environment = scrapyd.url, {}
    if way == "address":
        target = scrapyd.url.replace("//", "//me:s3cret@")
    elif way == "environment":
        environment = {"SCRAPYD_USERNAME": "me", "SCRAPYD_PASSWORD": "s3cret"}
    else:
        netrc = tmp_path / ".netrc"
        netrc.write_text("machine 127.0.0.1 login me password s3cret\n")
        netrc.chmod(0o600)
        environment = {"HOME": str(tmp_path)}
    done = upload(wheel, "--target", target, **environment)
    assert done.returncode == 0, done.stderr
    assert "s3cret" not in done.stdout + done.stderr
    assert len(scrapyd.versions) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--target", "http://127.0.0.1:9/"), "no Scrapyd at http://127.0.0.1:9/"),
        (("--target", "http://me:s3cret@127.0.0.1:9/"), "no Scrapyd at http://127.0.0.1:9/"),
        (("--target", "host:6800"), "such as http://host:6800/"),
        (("--target", "http://host:port/"), "no address"),
        (("--target", "http://127.0.0.1:9/", "--project", "../up"), "'../up'"),
        (("--target", "http://127.0.0.1:9/", "--version", "1.0"), "'1.0'"),
    ],
)
def test_what_cannot_be_is_one_line(wheel, words, told):
    done = upload(wheel, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("error: ")
    assert told in done.stderr
    assert "s3cret" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_is_no_wheel_of_ours_is_not_uploaded(scrapyd, tmp_path):
    no_zip = tmp_path / "a.whl"
    no_zip.write_text("no zip")
    for path in (tmp_path / "none.whl", no_zip, make_wheel(tmp_path / "b.whl", "[console]\n")):
        done = upload(path, "--target", scrapyd.url)
        assert done.returncode == 1
        assert str(path) in done.stderr
    assert scrapyd.calls == []


def test_requirements_are_written_with_those_of_extras(wheel, tmp_path):
    out = tmp_path / "requirements.txt"
    assert upload(wheel, "--requirements", out).returncode == 0
    plain = ["lxml>=6.0", "scrapy>=2.19", "tzdata; sys_platform == 'win32'"]
    assert out.read_text().splitlines() == plain
    assert upload(wheel, "--requirements", out, "--extras", "postgres").returncode == 0
    assert out.read_text().splitlines() == [*plain, "psycopg>=3"]
    done = upload(wheel, "--requirements", out, "--extras", "oracle")
    assert (done.returncode, "postgres" in done.stderr) == (1, True)
