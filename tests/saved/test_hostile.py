"""Whatever a file holds, reading it ends, and says what could not be read."""

from __future__ import annotations

import gzip
import json
import lzma
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from saved_kit import PAGE, chunked, members, record

from fpcrawl.clustering.readahead import read_ahead
from fpcrawl.saved import SavedPages, Unread

NAMES = ["a.html", "a.html.gz", "a.warc", "a.warc.gz", "a.warc.xz", "a.jsonl", "a.bz2", "a"]
PLENTY = record(headers=[b"Transfer-Encoding: chunked"], body=chunked(PAGE)) + record() * 2
SEEDS = {
    "a.html": PAGE,
    "a.html.gz": gzip.compress(PAGE),
    "a.warc": PLENTY,
    "a.warc.gz": members(record(), PLENTY, record(kind="resource")),
    "a.warc.xz": lzma.compress(PLENTY),
    "a.jsonl": b"".join(json.dumps({"html": "<p>a", "url": "u"}).encode() + b"\n" for _ in "abc"),
}
QUICK = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def outcome(name, data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        found = list(read_ahead(SavedPages([path])))
        assert len(list(SavedPages([path]))) == len(found)
    for page in found:
        if isinstance(page, Unread):
            assert page.reason
            page.detail.encode("utf-8", "replace")
    return found


@QUICK
@given(st.sampled_from(NAMES), st.binary(max_size=400))
def test_noise(name, data):
    assert len(outcome(name, data)) <= len(data) + 1


@QUICK
@given(
    st.sampled_from(sorted(SEEDS)),
    st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=12)), min_size=1, max_size=6),
    st.floats(0, 1),
)
def test_damage(name, damages, keep):
    data = bytearray(SEEDS[name])
    for where, noise in damages:
        place = int(where * len(data))
        data[place : place + len(noise)] = noise
    outcome(name, bytes(data[: max(1, int(keep * len(data)))]))


@pytest.mark.parametrize(
    "body",
    [
        b"<div>" * 50_000,
        b"<p " + b" ".join(b"a%d=1" % n for n in range(20_000)) + b">x",
        b"<!--" + b"-" * 1_000_000,
        b"\0" * 100_000,
        b"\xff\xfe" + "<p>wide".encode("utf-16-le"),
        b"<html>" + bytes(range(128, 256)) * 500,
        b"<script>" + b"f(" * 200_000,
    ],
    ids=["deep", "attributes", "comment", "zeros", "wide", "noise", "script"],
)
def test_pages_nobody_would_write(body):
    assert len(outcome("a.html", body)) == 1
    assert len(outcome("a.warc", record(body=body))) == 1
