"""The text that Prometheus reads, and what of a run's statistics goes into it."""

from __future__ import annotations

import math

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fpcrawl.metrics import METRICS, Metric, Sample, render
from fpcrawl.metrics.tally import KEPT_PREFIX, Tally, counter_samples

A = Metric("a_total", "counter", 'Things\\with "quotes"\nand lines.', ("kind",))
B = Metric("b_seconds", "gauge", "A time.")


def parsed(text: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_is_written_can_be_read():
    kinds = ["plain", 'a "quoted" one', "back\\slash", "two\nlines", "中文", "a,b={c}"]
    text = render((A, B), [Sample("a_total", n, (kind,)) for n, kind in enumerate(kinds)])
    found = parsed(text)
    assert found == {("a_total", (("kind", kind),)): n for n, kind in enumerate(kinds)}
    assert text.startswith('# HELP a_total Things\\\\with "quotes"\\nand lines.\n# TYPE a_total ')
    assert "b_seconds" not in text
    assert text.endswith("\n")


@pytest.mark.parametrize(
    "value", [0.0, 1.5, -3.0, 1e-9, 1.79530884534833e9, 1e30, math.inf, -math.inf]
)
def test_numbers_keep_their_value(value):
    assert parsed(render((B,), [Sample("b_seconds", value)])) == {("b_seconds", ()): value}


def test_what_is_no_number_is_told_so():
    (value,) = parsed(render((B,), [Sample("b_seconds", math.nan)])).values()
    assert math.isnan(value)


def test_of_two_samples_with_the_same_labels_the_later_one_stands():
    samples = [Sample("a_total", 1, ("x",)), Sample("a_total", 2, ("x",))]
    assert parsed(render((A,), samples)) == {("a_total", (("kind", "x"),)): 2}


def test_labels_of_the_settings_are_given_to_every_sample():
    text = render((A, B), [Sample("a_total", 1, ("x",)), Sample("b_seconds", 2)], {"worker": "3"})
    assert parsed(text) == {
        ("a_total", (("kind", "x"), ("worker", "3"))): 1,
        ("b_seconds", (("worker", "3"),)): 2,
    }


def test_a_sample_that_does_not_fit_its_metric_is_refused():
    with pytest.raises(ValueError, match="zip"):
        render((A,), [Sample("a_total", 1)])
    with pytest.raises(KeyError):
        render((A,), [Sample("c", 1)])


def test_the_catalogue_is_well_formed():
    names = [metric.name for metric in METRICS]
    assert len(set(names)) == len(names)
    for metric in METRICS:
        assert metric.name.startswith("fpcrawl_")
        assert (metric.kind == "counter") == metric.name.endswith("_total"), metric.name
        assert metric.text.endswith(".")
    samples = [Sample(metric.name, 1, tuple("x" for _ in metric.labels)) for metric in METRICS]
    families = list(text_string_to_metric_families(render(METRICS, samples)))
    assert [family.type for family in families] == [metric.kind for metric in METRICS]
    assert all(family.documentation for family in families)


STATS = {
    "fpcrawl/pages/thread": 4,
    "fpcrawl/pages/charset_overridden": 3,
    "fpcrawl/pages/limit_nodes": 1,
    "fpcrawl/records/post_new": 12,
    "fpcrawl/outcome/http_404": 2,
    "fpcrawl/extraction/drift": 1,
    "fpcrawl/extraction/templated": 9,
    "fpcrawl/topic/mean_score": 0.5,
    "fpcrawl/end_detail": "a text",
    "downloader/response_status_count/429": 5,
    "log_count/INFO": 80,
    "log_count/ERROR": 2,
    "start_time": None,
}


def test_what_a_run_counts_becomes_counters():
    kept = {KEPT_PREFIX + name: n for name, n in Tally().news(STATS).items()}
    found = {(one.name, *one.labels[1:]): one.value for one in counter_samples("c", kept)}
    assert found == {
        ("fpcrawl_pages_total", "thread"): 4,
        ("fpcrawl_records_total", "post", "new"): 12,
        ("fpcrawl_unread_total", "http_404"): 2,
        ("fpcrawl_drift_alarms_total",): 1,
        ("fpcrawl_threads_read_total", "template"): 9,
        ("fpcrawl_responses_total", "429"): 5,
        ("fpcrawl_log_messages_total", "ERROR"): 2,
    }
    render(METRICS, counter_samples("c", {**kept, "outcome/done": 7, "other": 1}))


def test_only_what_is_new_is_added_and_nothing_is_lost_when_that_fails():
    tally = Tally()
    first = tally.news({"fpcrawl/pages/thread": 4})
    assert first == tally.news({"fpcrawl/pages/thread": 4}) == {"fpcrawl/pages/thread": 4}
    tally.note(first)
    assert tally.news({"fpcrawl/pages/thread": 4}) == {}
    assert tally.news({"fpcrawl/pages/thread": 6}) == {"fpcrawl/pages/thread": 2}
