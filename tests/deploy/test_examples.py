"""The example files under ``deploy/``: well-formed, and doing what they say."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from scrapy.settings import Settings

from fpcrawl.exit_codes import EXIT_CODES

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
RUN = DEPLOY / "cron" / "fpcrawl-run"
UNITS = [*sorted((DEPLOY / "systemd").iterdir()), DEPLOY / "scrapyd" / "scrapyd.service"]
#: What stands in for scrapy: notes how it was called, says and does what it is told.
STUB = """#!/bin/sh
printf '%s\\n' "$SCRAPY_SETTINGS_MODULE" "$@" >>"$FPCRAWL_HOME/calls"
echo -- >>"$FPCRAWL_HOME/calls"
if [ -e "$FPCRAWL_HOME/hold" ]; then
    : >"$FPCRAWL_HOME/held"
    while [ -e "$FPCRAWL_HOME/hold" ]; do sleep 0.05; done
fi
code=$(cat "$FPCRAWL_HOME/answer" 2>/dev/null || echo 0)
[ "$code" = 0 ] || echo "scrapy crawl forum: it ends with $code" >&2
exit "$code"
"""


class Place:
    """A machine with ``/srv/fpcrawl`` and ``/var/lib/fpcrawl`` in a folder of the test."""

    def __init__(self, folder: Path) -> None:
        self.venv, self.home = folder / "venv", folder / "home"
        self.scrapy = self.venv / "bin" / "scrapy"
        self.scrapy.parent.mkdir(parents=True)
        self.home.mkdir()
        self.scrapy.write_text(STUB)
        self.scrapy.chmod(0o755)
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("FPCRAWL", "SCRAPY"))}
        self.environment = {
            **kept,
            "FPCRAWL_VENV": str(self.venv),
            "FPCRAWL_HOME": str(self.home),
        }

    def sh(self, line: str, path: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**self.environment, "PATH": path or self.environment["PATH"]}
        return subprocess.run(
            ["/bin/sh", "-c", line],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            env=environment,
        )

    def run(self, code: int = 0, *words: str) -> subprocess.CompletedProcess[str]:
        (self.home / "answer").write_text(str(code))
        command = [str(RUN), *(words or ("kitchen", "forum", "-a", "site=http://f.example/"))]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=30, check=False, env=self.environment
        )

    def calls(self) -> list[list[str]]:
        path = self.home / "calls"
        text = path.read_text() if path.exists() else ""
        return [call.splitlines() for call in text.split("--\n")[:-1]]


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path)


def option(call, name):
    """The last value of ``-s NAME=...``: the one that counts."""
    return [word for word in call if word.startswith(f"{name}=")][-1].partition("=")[2]


# -- fpcrawl-run


def test_a_good_run_is_quiet_and_has_its_places(place):
    done = place.run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    [call] = place.calls()
    assert call[:3] == ["fpcrawl.settings", "crawl", "forum"]
    assert "site=http://f.example/" in call
    assert option(call, "FPCRAWL_STATE_DIR") == str(place.home / "state")
    assert option(call, "FPCRAWL_OUTPUT_DIR") == str(place.home / "out" / "kitchen")
    assert call[call.index("--logfile") + 1] == str(place.home / "logs" / "kitchen.log")


def test_a_failure_is_told_once_and_so_is_its_end(place):
    told = []
    for code in (0, 7, 7, 7, 130, 7, 6, 6, 0, 0):
        done = place.run(code)
        assert done.returncode == code
        told.append(done.stderr + done.stdout)
    said = [bool(text) for text in told]
    assert said == [False, True, False, False, False, False, True, False, True, False]
    assert "exit code 7" in told[1]
    assert "it ends with 7" in told[1]
    assert str(place.home / "logs" / "kitchen.log") in told[1]
    assert told[8] == "fpcrawl kitchen: well again\n"


def test_a_site_that_is_away_is_told_at_the_third_run(place):
    said = [bool(place.run(code).stderr) for code in (3, 3, 0, 3, 3, 3, 3)]
    assert said == [False, False, False, False, False, True, False]
    assert "well again" in place.run(0).stdout


def test_a_run_leaves_the_one_before_it_alone(place):
    (place.home / "hold").touch()
    with subprocess.Popen(
        [str(RUN), "kitchen", "forum"], env=place.environment, stderr=subprocess.DEVNULL
    ) as first:
        limit = time.monotonic() + 20
        while not (place.home / "held").exists():
            assert time.monotonic() < limit
            time.sleep(0.02)
        second = place.run()
        assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
        assert len(place.calls()) == 1
        (place.home / "hold").unlink()
        assert first.wait(20) == 0
    assert place.run().returncode == 0
    assert len(place.calls()) == 2


@pytest.mark.parametrize("words", [("kitchen",), ("../up", "forum"), (".", "forum")])
def test_a_wrong_call_is_told(place, words):
    done = place.run(0, *words)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert place.calls() == []


def test_a_spoilt_note_of_the_last_code_does_no_harm(place):
    place.run(7)
    for text in ("", "x y z\n", "7\n"):
        (place.home / "run" / "kitchen.code").write_text(text)
        assert place.run(7).returncode == 7
        assert place.run(0).returncode == 0


# -- crontab


def crontab():
    """Return the lines of the example: settings by name, and jobs as (times, command)."""
    settings, jobs = {}, []
    for line in (DEPLOY / "cron" / "crontab").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if setting := re.fullmatch(r"([A-Z]+)=(.*)", line):
            settings[setting[1]] = setting[2]
        else:
            fields = line.split(maxsplit=5)
            jobs.append((fields[:5], fields[5]))
    return settings, jobs


def test_the_times_of_the_crontab_are_times():
    settings, jobs = crontab()
    assert {"MAILTO", "PATH"} == set(settings)
    assert len(jobs) > 3
    for times, command in jobs:
        for field, (low, high) in zip(
            times, ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7)), strict=True
        ):
            found = re.fullmatch(r"(?:\*(?:/(\d+))?|(\d+))", field)
            assert found, field
            numbers = [int(n) for n in found.groups() if n]
            assert all(low <= n <= high for n in numbers), field
        assert "%" not in command, "cron takes it for the end of the line"


def test_budgets_end_before_the_next_run_begins():
    for times, command in crontab()[1]:
        budget = re.search(r"FPCRAWL_RUN_FOR=(\d+)", command)
        if budget is None:
            continue
        every = re.fullmatch(r"\*/(\d+)", times[0])
        period_s = int(every[1]) * 60 if every else 3600
        assert int(budget[1]) < period_s, command


def test_the_commands_of_the_crontab_run(place):
    settings, jobs = crontab()
    path = settings["PATH"].replace("/srv/fpcrawl/deploy/cron", str(RUN.parent))
    for _, command in jobs:
        moved = command.replace("/srv/fpcrawl/venv", str(place.venv))
        moved = moved.replace("/var/lib/fpcrawl", str(place.home))
        done = place.sh(moved, path)
        assert (done.returncode, done.stderr) == (0, ""), command
    calls = place.calls()
    assert len(calls) == len(jobs)
    assert [call[1:3] for call in calls[:2]] == [["crawl", "forum"], ["crawl", "news"]]
    assert calls[-1][:2] == ["fpcrawl.settings", "status"]


# -- systemd


def unit(path):
    parser = configparser.RawConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string(path.read_text().replace("\\\n", " "))
    return parser


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_systemd_takes_the_unit(path, tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze here")
    for other in UNITS:
        text = re.sub(r"/srv/\w+/venv/bin/\w+", "/bin/true", other.read_text())
        (tmp_path / other.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", f"./{path.name}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    if "Failed to connect" in done.stderr or "initialize manager" in done.stderr:
        pytest.skip(f"systemd-analyze does not work here: {done.stderr.strip()}")
    ours = [line for line in done.stderr.splitlines() if path.name.split("@")[0] in line]
    assert (done.returncode, ours) == (0, [])


def command_of(path, environment):
    """Return the words that systemd would run: ``${X}`` is one, ``$X`` is split."""
    service = unit(path)["Service"]
    words = []
    for word in service["ExecStart"].replace("%i", "kitchen").split():
        if found := re.fullmatch(r"\$(\w+)", word):
            words += environment[found[1]].split()
        else:
            words.append(re.sub(r"\$\{(\w+)\}", lambda m: environment[m[1]], word))
    return words


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("fpcrawl@.service", {"RUN_FOR": "280"}),
        ("fpcrawl-worker@.service", {"SETTINGS": "fpcrawl.settings.cluster"}),
    ],
)
def test_units_call_scrapy_as_it_is_to_be_called(place, name, told):
    path = DEPLOY / "systemd" / name
    # What the comment at its top gives as an example is all it wants to be told.
    text = path.read_text()
    given = set(re.findall(r"^#   (\w+)=", text, re.MULTILINE))
    wanted = set(re.findall(r"\$\{?(\w+)", unit(path)["Service"]["ExecStart"]))
    assert wanted == given
    site = "http://f.example/"
    environment = {"SPIDER": "forum", "SITE": site, "OPTIONS": "-a since=2026-01-01", **told}
    words = command_of(path, environment)
    at = words.index("/srv/fpcrawl/venv/bin/scrapy")
    assert words[at + 1 : at + 5] == ["crawl", "forum", "-a", f"site={site}"]
    assert words[-2:] == ["-a", "since=2026-01-01"]
    assert option(words, "FPCRAWL_STATE_DIR").startswith("/var/lib/fpcrawl/")
    assert option(words, "FPCRAWL_OUTPUT_DIR").endswith("kitchen")


def test_what_another_try_cannot_mend_does_not_start_a_worker_again():
    service = unit(DEPLOY / "systemd" / "fpcrawl-worker@.service")["Service"]
    never = {int(code) for code in service["RestartPreventExitStatus"].split()}
    assert never == {
        2,
        EXIT_CODES["robots_forbidden"][0],
        EXIT_CODES["elsewhere"][0],
        EXIT_CODES["login_failed"][0],
    }
    for path in (DEPLOY / "systemd").glob("fpcrawl*@.service"):
        if "crawl ${SPIDER}" in path.read_text():
            good = unit(path)["Service"]["SuccessExitStatus"].split()
            assert good == [str(EXIT_CODES["shutdown"][0])]


# -- logrotate, Scrapyd


def test_logrotate_takes_the_file(tmp_path):
    text = (DEPLOY / "logrotate" / "fpcrawl").read_text()
    body = re.search(r"^(\S+) \{\n(.*)^\}$", text, re.MULTILINE | re.DOTALL)
    assert body is not None
    assert body[1] == "/var/lib/fpcrawl/logs/*.log"
    assert "copytruncate" in body[2], "a crawl keeps its log open"
    tool = shutil.which("logrotate") or shutil.which("logrotate", path="/usr/sbin")
    if tool is None:
        return
    log = tmp_path / "logs" / "a.log"
    log.parent.mkdir(mode=0o755)
    log.write_text("x\n" * 100)
    here = text.replace("/var/lib/fpcrawl", str(tmp_path)).replace("su fpcrawl fpcrawl", "")
    (tmp_path / "rotate").write_text(here)
    (tmp_path / "rotate").chmod(0o644)
    subprocess.run(
        [tool, "-f", "-s", str(tmp_path / "state"), str(tmp_path / "rotate")],
        check=True,
        capture_output=True,
        timeout=30,
    )
    assert log.read_text() == ""
    assert (tmp_path / "logs" / "a.log.1").read_text() == "x\n" * 100


def test_the_settings_for_scrapyd_are_settings(monkeypatch):
    monkeypatch.syspath_prepend(str(DEPLOY / "scrapyd"))
    settings = Settings()
    settings.setmodule("fpcrawl_site")
    monkeypatch.delitem(sys.modules, "fpcrawl_site")
    for name in ("FPCRAWL_STATE_DIR", "FPCRAWL_OUTPUT_DIR"):
        assert Path(settings[name]).is_absolute()
    assert settings["SCHEDULER"].startswith("fpcrawl.")
    conf = configparser.ConfigParser(interpolation=None)
    conf.read(DEPLOY / "scrapyd" / "scrapyd.conf")
    assert conf["settings"]["fpcrawl"] == "fpcrawl_site"
    assert conf["scrapyd"]["bind_address"] == "127.0.0.1"
    beside = Path(conf["scrapyd"]["eggs_dir"]).parent
    assert not Path(settings["FPCRAWL_STATE_DIR"]).is_relative_to(beside)


def test_the_documents_name_files_that_are_there():
    for page in ("cron.md", "scrapyd.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        for name in re.findall(r"`?(deploy/[\w/.@-]+[\w/])", text):
            assert (ROOT / name).exists(), name
        for name in re.findall(r"`(fpcrawl[\w-]*@\.\w+)`", text):
            assert (DEPLOY / "systemd" / name).exists(), name


def test_the_table_of_alarms_has_every_exit_code():
    text = (ROOT / "docs" / "cron.md").read_text(encoding="utf-8")
    table = text.partition("alarm\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| ([\d, ]+) \|", table, re.MULTILINE)
    listed = sorted(int(n) for cell in cells for n in cell.split(","))
    assert listed == sorted({code for code, _ in EXIT_CODES.values()} | {1, 2})
