"""The benchmark of storing records: figures are there; how high they are is no test."""

from __future__ import annotations

import json

import pytest

from benchmarks import records_cost
from benchmarks.common import BenchError


def test_both_databases_are_measured(postgres_url_for_bench: str, capsys) -> None:
    args = ["--database", postgres_url_for_bench, "--pages", "12", "--posts", "3"]
    assert records_cost.main([*args, "--workers", "2", "--json"]) == 0
    result = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (result["bench"], result["posts_a_page"]) == ("records_cost", 3)
    for figures in result["stores"].values():
        for kind in ("new", "same", "edited"):
            assert 0 < figures[kind]["ms_page_median"] <= figures[kind]["ms_page_p99"]
            assert figures[kind]["upserts_per_s"] > 0
        assert figures["together"]["2"] > 0


@pytest.fixture
def postgres_url_for_bench(postgres_server) -> str:
    return postgres_server.create("bench")


@pytest.mark.parametrize("args", [["--pages", "0"], ["--workers", "many"]])
def test_bad_arguments_are_told(args: list[str]) -> None:
    with pytest.raises(BenchError):
        records_cost.main(args)
