"""Every metric there is; ``docs/metrics.md`` explains them (a test compares the two)."""

from __future__ import annotations

from fpcrawl.metrics.text import Metric

__all__ = ["METRICS"]

METRICS = (
    # What waits.
    Metric("fpcrawl_requests", "gauge", "Requests by what they wait for.", ("crawl", "state")),
    Metric("fpcrawl_boards", "gauge", "Lists that are visited again and again.", ("crawl",)),
    Metric("fpcrawl_boards_failing", "gauge", "Lists whose last visit failed.", ("crawl",)),
    Metric(
        "fpcrawl_board_due_timestamp_seconds",
        "gauge",
        "When the list that is due first is, or was, due.",
        ("crawl",),
    ),
    # What comes, and what should.
    Metric(
        "fpcrawl_last_news_timestamp_seconds",
        "gauge",
        "Last visit to a list that found new or changed rows.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_last_record_timestamp_seconds",
        "gauge",
        "When the last new post or article was stored.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_silence_expected_rows",
        "gauge",
        "New rows that the model expected at the visits since the last that found any.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_silence_surprise",
        "gauge",
        "How strange it is that they found none: minus the natural logarithm of its probability.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_boards_silent",
        "gauge",
        "Lists that for themselves are as strangely silent (a surprise above 12).",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_records_total",
        "counter",
        "Records read, by kind and by what they were to the store.",
        ("crawl", "kind", "status"),
    ),
    Metric("fpcrawl_items_total", "counter", "Items that passed the pipelines.", ("crawl",)),
    # What was done.
    Metric("fpcrawl_pages_total", "counter", "Pages read, by role.", ("crawl", "role")),
    Metric("fpcrawl_responses_total", "counter", "Answers, by HTTP status.", ("crawl", "status")),
    Metric("fpcrawl_response_bytes_total", "counter", "Bytes received.", ("crawl",)),
    Metric(
        "fpcrawl_requests_ended_total",
        "counter",
        "Requests that came to an end, by outcome.",
        ("crawl", "outcome"),
    ),
    Metric(
        "fpcrawl_unread_total",
        "counter",
        "Requests that brought no page to store, by reason.",
        ("crawl", "reason"),
    ),
    Metric("fpcrawl_retries_total", "counter", "Tries put off, by reason.", ("crawl", "reason")),
    Metric(
        "fpcrawl_visits_total",
        "counter",
        "Visits to lists of a project's own spider, by event.",
        ("crawl", "event"),
    ),
    Metric("fpcrawl_traps_total", "counter", "Traps, by kind.", ("crawl", "kind")),
    Metric(
        "fpcrawl_log_messages_total", "counter", "Lines of the log, by level.", ("crawl", "level")
    ),
    # What stands in the way.
    Metric(
        "fpcrawl_walls_total", "counter", "Pages in whose place a wall stood.", ("crawl", "kind")
    ),
    Metric("fpcrawl_sessions_total", "counter", "Logins and lost sessions.", ("crawl", "event")),
    Metric("fpcrawl_robots_total", "counter", "What robots.txt did.", ("crawl", "event")),
    Metric(
        "fpcrawl_host_backoffs_total",
        "counter",
        "Times a host was left alone after failures.",
        ("crawl",),
    ),
    Metric("fpcrawl_hosts_left_alone", "gauge", "Hosts that are not asked now."),
    Metric(
        "fpcrawl_host_left_alone_until_timestamp_seconds",
        "gauge",
        "Until when a host is not asked; of the fifty that wait longest.",
        ("host",),
    ),
    # Templates.
    Metric(
        "fpcrawl_drift_alarms_total",
        "counter",
        "Times a template was found not to fit its site any more.",
        ("crawl",),
    ),
    Metric("fpcrawl_templates", "gauge", "Templates in use.", ("crawl", "role")),
    Metric(
        "fpcrawl_templates_drifting",
        "gauge",
        "Templates in use that do not fit.",
        ("crawl", "role"),
    ),
    Metric(
        "fpcrawl_template_agreement",
        "gauge",
        "Share of what structure shows that a template says too, of late; the worst one's.",
        ("crawl", "role"),
    ),
    Metric(
        "fpcrawl_template_fill",
        "gauge",
        "Share of the fields a template read that are believable, of late; the worst one's.",
        ("crawl", "role"),
    ),
    Metric(
        "fpcrawl_threads_read_total",
        "counter",
        "Pages of threads, by what read them.",
        ("crawl", "by"),
    ),
    Metric(
        "fpcrawl_templates_learnt_total",
        "counter",
        "Templates learnt or taken over.",
        ("crawl", "event"),
    ),
    # Workers and runs.
    Metric(
        "fpcrawl_reclaimed_total",
        "counter",
        "Requests taken over from workers that died.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_quarantined_total",
        "counter",
        "Requests set aside since workers died of them.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_active_timestamp_seconds",
        "gauge",
        "When any worker last said that it was at work.",
        ("crawl",),
    ),
    Metric("fpcrawl_run_start_timestamp_seconds", "gauge", "Start of the last run.", ("crawl",)),
    Metric(
        "fpcrawl_run_end_timestamp_seconds", "gauge", "End of the last run that ended.", ("crawl",)
    ),
    Metric("fpcrawl_run_exit_code", "gauge", "Exit code of the last run that ended.", ("crawl",)),
    Metric(
        "fpcrawl_heartbeat_timestamp_seconds",
        "gauge",
        "When the process's event loop last went round.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_loop_lag_seconds",
        "gauge",
        "How late the event loop was at worst in the last minute.",
        ("crawl",),
    ),
    Metric(
        "fpcrawl_state_away",
        "gauge",
        "1 while the process cannot write to its state.",
        ("crawl",),
    ),
    Metric("fpcrawl_memory_bytes", "gauge", "Resident memory of the process.", ("crawl",)),
    Metric("fpcrawl_state_readable", "gauge", "0 when the state could not be read."),
    Metric(
        "fpcrawl_disk_free_bytes",
        "gauge",
        "Room left where the state and the output lie.",
        ("directory",),
    ),
    Metric(
        "fpcrawl_gather_seconds", "gauge", "What it took to gather these numbers from the state."
    ),
    Metric("fpcrawl_build_info", "gauge", "Always 1.", ("version",)),
)
