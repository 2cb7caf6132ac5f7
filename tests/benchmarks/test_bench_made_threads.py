"""Threads drawn by a seed: what is true of them, and how their reading is judged."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, timedelta
from html import unescape

import pytest

from benchmarks import made_threads
from benchmarks._drawnthreads import make_thread
from benchmarks._threadlayouts import THREAD_LAYOUTS
from benchmarks._threadwords import THREAD_WORDS
from benchmarks.common import BenchError
from benchmarks.made_threads import judge_thread, main
from fpcrawl.extraction.records import Post

THREADS = [make_thread(seed) for seed in range(240)]


def posts_of(made):
    """Return what a reader without fault makes of a thread."""
    return [
        Post(
            key=str(n),
            site="made.example",
            url=made.url,
            thread_url=made.url,
            author=post.author,
            published=(post.when - timedelta(hours=made.hours)).replace(tzinfo=UTC).isoformat(),
            body_text=post.bodies[0],
        )
        for n, post in enumerate(made.posts)
    ]


def test_a_seed_makes_the_same_thread():
    assert [make_thread(seed) for seed in range(20)] == THREADS[:20]
    assert {made.layout for made in THREADS} == set(THREAD_LAYOUTS)
    assert {made.shape["language"] for made in THREADS} == set(THREAD_WORDS)
    assert len({made.html for made in THREADS}) == len(THREADS)


@pytest.mark.parametrize("made", THREADS, ids=lambda made: f"{made.seed}-{made.layout}")
def test_a_thread_shows_what_is_true_of_it(made):
    source = unescape(made.html)
    text = "".join(unescape(re.sub(r"<[^>]*>", "", made.html)).split())
    assert "".join(made.title.split()) in text
    for post in made.posts:
        assert post.author is None or post.author in source
        first = post.bodies[-1].splitlines()[0]
        assert "".join(first.split()) in text
    assert "None" not in source
    assert not re.search(r"\{\w*\}", source)


@pytest.mark.parametrize("made", THREADS[:40], ids=lambda made: f"{made.seed}")
def test_a_reading_without_fault_has_none(made):
    result = judge_thread(made, "thread", made.title, posts_of(made))
    assert (result.faults, result.found, result.extra) == ([], len(made.posts), 0)


def test_faults_are_told_field_by_field():
    made = next(made for made in THREADS if made.shape["time"] == "short" and len(made.posts) > 3)
    posts = posts_of(made)
    posts[1] = replace(posts[1], author="nobody", published="2020-01-01T00:00+00:00")
    posts[2] = replace(posts[2], body_text=f"{posts[2].body_text} x")
    posts[3] = replace(posts[3], body_text="Something else")
    result = judge_thread(made, "index", "Forum", posts)
    kinds = [fault.partition(":")[0] for fault in result.faults]
    assert kinds == ["role", "title", "author", "time", "body", "missing", "extra"]
    figures = made_threads.figures([result])
    assert (figures["whole_share"], figures["extra_posts"]) == (0.0, 1)


def test_the_whole_way(capsys):
    outs = []
    for _ in range(2):
        assert main(["--threads", "12", "--seed", "40", "--explain", "12", "--json"]) == 0
        out, err = capsys.readouterr()
        outs.append(json.loads(out.splitlines()[-1]))
    first, again = ({k: v for k, v in o.items() if k not in {"seconds", "peak_mb"}} for o in outs)
    assert first == again
    assert (first["bench"], first["data"], first["threads"]) == (
        "made_threads",
        "seeds 40-51",
        12,
    )
    assert first["posts"] == sum(keys["posts"] for keys in first["per_layout"].values())
    assert first["found_share"] > 0.8
    assert "all" in err


@pytest.mark.parametrize("args", [["--threads", "0"], ["--seed", "-1"]])
def test_numbers_that_make_no_sense(args):
    with pytest.raises(BenchError, match="seeds go from 0"):
        main(args)
