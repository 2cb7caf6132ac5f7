from __future__ import annotations

import gzip
import json
import subprocess
import sys

import pytest

from benchmarks.common import (
    BenchError,
    bench_keys,
    child_env,
    data_folders,
    data_hash,
    emit,
    peak_mb,
    read_jsonl,
    run_bench,
    run_measured,
    versions,
)


def test_folders_of_folders(tmp_path):
    for name in ("a/deep", "b"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "manifest.jsonl").write_text("")
    (tmp_path / "c").mkdir()
    found = data_folders(tmp_path, "manifest.jsonl")
    assert [p.relative_to(tmp_path).as_posix() for p in found] == ["a/deep", "b"]
    assert data_folders(tmp_path / "b", "manifest.jsonl") == [tmp_path / "b"]
    with pytest.raises(BenchError, match=r"holds no manifest\.jsonl"):
        data_folders(tmp_path / "c", "manifest.jsonl")


def test_what_is_measured_keeps_its_bytecode(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    code = "import sys; print(sys.dont_write_bytecode)"
    told = subprocess.run(
        [sys.executable, "-c", code], env=child_env(), capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == "False"


def test_hash_follows_the_content(tmp_path):
    (tmp_path / "x").write_text("1")
    first = data_hash([tmp_path])
    assert first == data_hash([tmp_path])
    (tmp_path / "x").write_text("2")
    assert data_hash([tmp_path]) != first


def test_jsonl_plain_and_gzip(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n\n{"a": 2}\n')
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as out:
        out.write('{"b": "机"}\n')
    assert list(read_jsonl(tmp_path / "a.jsonl")) == [{"a": 1}, {"a": 2}]
    assert list(read_jsonl(tmp_path / "a.jsonl.gz")) == [{"b": "机"}]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("x.jsonl", b'{"a": 1}\n{"a":\n', r"x\.jsonl:2"),
        ("x.jsonl", b"\xff\xfe\n", r"x\.jsonl"),
        ("x.jsonl", b"[]\n", "not a JSON object"),
        ("x.jsonl.gz", b"plain", r"x\.jsonl\.gz"),
        ("x.jsonl.gz", gzip.compress(b'{"a": 1}\n' * 999, mtime=0)[:-9], r"x\.jsonl\.gz"),
    ],
)
def test_bad_jsonl_is_one_clear_error(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BenchError, match=message):
        list(read_jsonl(tmp_path / name))


def test_run_measured(tmp_path):
    out = tmp_path / "out"
    code = (
        "import time; x = bytearray(50_000_000); print('hello', flush=True); time.sleep(0.3);"
        "raise SystemExit(3)"
    )
    done = run_measured([sys.executable, "-c", code], cwd=tmp_path, timeout_s=30, output=out)
    assert (done.returncode, done.timed_out) == (3, False)
    assert out.read_text() == "hello\n"
    assert 50 < done.peak_mb < 80
    assert done.seconds > 0


def test_common_keys_and_printing(capsys):
    keys = bench_keys("toy", "d", 3, 1.234, peak_mb())
    assert keys.keys() == {"bench", "data", "pages", "seconds", "peak_mb", "versions"}
    assert {"python", "lxml", "fpcrawl"} <= versions().keys()
    assert versions("no-such-distribution").keys() == {"python"}
    emit({"a": 1, "b": {"c": "机"}}, as_json=True)
    assert json.loads(capsys.readouterr().out) == {"a": 1, "b": {"c": "机"}}
    emit({"a": 1, "b": {"c": "机"}}, as_json=False)
    assert capsys.readouterr().out.splitlines()[1].split(maxsplit=1) == ["b", '{"c": "机"}']


def test_errors_are_one_line_and_exit_code_2(capsys):
    def fails(_argv):
        raise BenchError("nothing there")

    for function, code in ((fails, 2), (lambda _argv: 0, 0), (lambda _argv: 1, 1)):
        with pytest.raises(SystemExit) as caught:
            run_bench(function)
        assert caught.value.code == code
    assert capsys.readouterr().err == "error: nothing there\n"
