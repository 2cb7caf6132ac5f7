"""Metrics as a file and at a port."""

from __future__ import annotations

import logging
import os
import socket
import threading
import urllib.error
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fpcrawl.exceptions import UsageError
from fpcrawl.metrics import Sample
from fpcrawl.metrics.exporter import Exporter, MetricsServer, write_text
from fpcrawl.settings.metricsconfig import MetricsConfig


class Told:
    """A source that says what it is told to."""

    def __init__(self, *samples: Sample) -> None:
        self.now = [*samples]
        self.closed_in = ""
        self.fails = False

    def samples(self) -> list[Sample]:
        if self.fails:
            raise ValueError("broken")
        return self.now

    def close(self) -> None:
        self.closed_in = threading.current_thread().name


def parsed(text: str) -> dict[str, float]:
    families = text_string_to_metric_families(text)
    found = {}
    for family in families:
        for sample in family.samples:
            labels = [value for name, value in sample.labels.items() if name != "version"]
            found[" ".join([sample.name, *labels])] = sample.value
    return found


def boards(n: float, crawl: str = "a") -> Sample:
    return Sample("fpcrawl_boards", n, (crawl,))


def test_all_sources_go_into_one_file(tmp_path):
    path = tmp_path / "fpcrawl.prom"
    exporter = Exporter(path, 3600.0)
    one, two = Told(boards(1)), Told(boards(2, "b"))
    exporter.gather([one, two])
    wanted = {"fpcrawl_boards a": 1, "fpcrawl_boards b": 2, "fpcrawl_build_info": 1}
    assert parsed(path.read_text()) == wanted
    assert [file.name for file in tmp_path.iterdir()] == ["fpcrawl.prom"]
    one.now = []
    exporter.gather([one, two])
    assert "fpcrawl_boards a" not in parsed(path.read_text())


def test_a_source_that_fails_takes_nothing_from_the_others(tmp_path, caplog):
    exporter = Exporter(tmp_path / "x.prom", 3600.0)
    one, two = Told(boards(1)), Told(boards(2, "b"))
    exporter.gather([one, two])
    one.fails, two.now = True, [boards(3, "b")]
    exporter.gather([one, two])
    assert parsed(exporter.text)["fpcrawl_boards a"] == 1
    assert parsed(exporter.text)["fpcrawl_boards b"] == 3
    assert "could not be gathered" in caplog.text


def test_what_a_crawl_said_last_stays_and_its_process_goes(tmp_path):
    path = tmp_path / "x.prom"
    exporter = Exporter(path, 3600.0)
    crawl, process = Told(boards(1)), Told(Sample("fpcrawl_state_away", 0, ("a",)))
    exporter.add(crawl)
    exporter.add(process)
    crawl.now = [boards(7)]
    exporter.remove(process, keep=False)
    exporter.remove(crawl)
    assert parsed(path.read_text()) == {"fpcrawl_boards a": 7, "fpcrawl_build_info": 1}
    assert crawl.closed_in == process.closed_in == "metrics"
    exporter.remove(crawl)
    exporter.stop()
    assert not any(thread.name == "metrics" for thread in threading.enumerate())


def test_sites_crawled_one_after_the_other_share_a_file(tmp_path):
    path = tmp_path / "x.prom"
    known: list[Sample] = []
    for n, crawl in enumerate("aba"):
        exporter = Exporter(path, 3600.0, known=known)
        source = Told(boards(n, crawl))
        exporter.add(source)
        exporter.remove(source)
        exporter.stop()
        known = exporter.known
    found = parsed(path.read_text())
    assert found == {"fpcrawl_boards a": 2, "fpcrawl_boards b": 1, "fpcrawl_build_info": 1}


def test_a_file_that_cannot_be_written_is_told_once(tmp_path, caplog):
    exporter = Exporter(tmp_path / "none" / "x.prom", 3600.0)
    for _ in range(3):
        exporter.gather([Told(boards(1))])
    assert caplog.text.count("cannot be written") == 1
    (tmp_path / "none").mkdir()
    exporter.gather([])
    assert parsed((tmp_path / "none" / "x.prom").read_text())["fpcrawl_boards a"] == 1


def test_readers_see_whole_files_only(tmp_path):
    path = tmp_path / "x.prom"
    texts = [f"a {n}\n" * 2000 for n in range(10)]
    write_text(path, texts[0])
    seen: set[str] = set()
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            seen.add(path.read_text())

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(20):
        for text in texts:
            write_text(path, text)
    over.set()
    reader.join()
    assert seen <= set(texts)


def get(url: str) -> tuple[int, str, str]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=10) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


def test_the_endpoint_answers():
    exporter = Exporter(None, 3600.0, {"worker": "中"})
    exporter.gather([Told(boards(1))])
    server = MetricsServer(exporter, ("127.0.0.1", 0))
    try:
        status, kind, text = get(f"http://127.0.0.1:{server.port}/metrics")
        assert (status, kind) == (200, "text/plain; version=0.0.4; charset=utf-8")
        assert text == exporter.text
        assert 'worker="中"' in text
        assert get(f"http://127.0.0.1:{server.port}/other")[0] == 404
        # Who says nothing, or hangs up, harms nobody.
        with socket.create_connection(("127.0.0.1", server.port)):
            assert get(f"http://127.0.0.1:{server.port}/metrics")[0] == 200
        with socket.create_connection(("127.0.0.1", server.port)) as rude:
            rude.sendall(b"GET /metrics HT")
        assert get(f"http://127.0.0.1:{server.port}/metrics")[0] == 200
    finally:
        server.close()


def test_the_first_free_port_is_taken(caplog):
    caplog.set_level(logging.INFO)
    from fpcrawl.extensions.metrics import listen  # noqa: PLC0415 - imports Scrapy

    exporter = Exporter()
    taken = MetricsServer(exporter, ("127.0.0.1", 0))
    try:
        nothing = listen(exporter, MetricsConfig(ports=range(taken.port, taken.port + 1)))
        assert nothing is None
        assert "No metrics at 127.0.0.1" in caplog.text
        second = listen(exporter, MetricsConfig(ports=range(taken.port, taken.port + 20)))
        assert second is not None
        assert second.port > taken.port
        second.close()
    finally:
        taken.close()


def config(**values: str) -> MetricsConfig:
    from scrapy.settings import Settings  # noqa: PLC0415

    return MetricsConfig.from_settings(
        Settings({f"FPCRAWL_METRICS_{name}": value for name, value in values.items()})
    )


def test_the_settings_are_read(tmp_path):
    assert not config().is_on
    assert not config(PORT="0").is_on
    assert config(PORT="9410").ports == range(9410, 9411)
    assert config(PORT="9410-9412").ports == range(9410, 9413)
    assert config(FILE=str(tmp_path / "a.prom")).file == tmp_path / "a.prom"
    assert config(LABELS="worker=1, site=b").labels == {"worker": "1", "site": "b"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "9412-9410"),
        ("PORT", "70000"),
        ("LABELS", "worker"),
        ("LABELS", "1a=b"),
        ("LABELS", "__name__=b"),
        ("FILE", "."),
    ],
)
def test_settings_without_sense_are_refused(name, value):
    with pytest.raises(UsageError, match=f"FPCRAWL_METRICS_{name}"):
        config(**{name: value})


def test_what_is_no_ordinary_file_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError, match="FPCRAWL_METRICS_FILE"):
        config(FILE=str(pipe))
    with pytest.raises(OSError, match="no ordinary file"):
        write_text(pipe, "text")
    assert pipe.is_fifo()
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
