"""``python -m benchmarks.crawl``: what the whole crawl costs beside bare Scrapy, and memory."""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from benchmarks._demo import Demo, start_demo
from benchmarks._sitecrawl import LOG_NAME, crawl_command
from benchmarks.common import BenchError, Measured, bench_keys, emit, run_bench, run_measured

if TYPE_CHECKING:
    from collections.abc import Sequence

SPIDER = Path(__file__).with_name("_barespider.py")
_STAT = re.compile(
    r"'(elapsed_time_seconds|downloader/response_count|fpcrawl/extraction/rendered"
    r"|fpcrawl/extraction/render_failed)': ([\d.]+)"
)
_CRAWL, _BARE, _LINKS = "crawl", "bare", "bare_with_links"
_SAME_PAGES = 0.02
_RENDERED = ("rendered", "render_failed")
_MIN_PAGES = 100


@dataclass(frozen=True, slots=True)
class Rate:
    """One run: responses, seconds from the spider's opening to its close, the process.

    Attributes
    ----------
    rendered
        Pages laid out by a browser.
    """

    pages: int
    seconds: float
    measured: Measured
    rendered: int = 0

    @property
    def pages_per_s(self) -> float:
        """Responses a second."""
        return self.pages / self.seconds


def read_rate(log: Path, measured: Measured) -> Rate:
    """Read a run's figures from the statistics at the end of its log.

    Raises
    ------
    BenchError
        When the log has none, or nothing was fetched.
    """
    text = log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""
    stats = {name: float(value) for name, value in _STAT.findall(text)}
    pages = int(stats.get("downloader/response_count", 0))
    seconds = stats.get("elapsed_time_seconds", 0.0)
    if not pages or seconds <= 0 or measured.timed_out:
        tail = "\n  ".join(text.strip().splitlines()[-5:])
        raise BenchError(f"a run gave no figures (exit code {measured.returncode}):\n  {tail}")
    rendered = sum(stats.get(f"fpcrawl/extraction/{name}", 0) for name in _RENDERED)
    return Rate(pages, seconds, measured, int(rendered))


def _settings(concurrency: int) -> list[str]:
    """Return the settings that both sides share: no delay, so many requests at once."""
    values = {
        "AUTOTHROTTLE_ENABLED": "False",
        "DOWNLOAD_DELAY": "0",
        "CONCURRENT_REQUESTS": str(max(16, concurrency)),
        "CONCURRENT_REQUESTS_PER_DOMAIN": str(concurrency),
        "TELNETCONSOLE_ENABLED": "False",
        "REMOTE_CONTROL_ENABLED": "False",
        "LOG_LEVEL": "INFO",
    }
    return [part for name, value in values.items() for part in ("-s", f"{name}={value}")]


def _run(which: str, demo: Demo, urls: Path, folder: Path, args: argparse.Namespace) -> Rate:
    folder.mkdir(parents=True)
    log = folder / LOG_NAME
    settings = _settings(args.concurrency)
    env = {}
    if which == _CRAWL:
        command = crawl_command("forum", [demo.url], folder, settings)
        env["SCRAPY_SETTINGS_MODULE"] = "fpcrawl.settings"
    else:
        command = [sys.executable, "-m", "scrapy", "runspider", str(SPIDER), "-a", f"urls={urls}"]
        command += ["-a", f"links={int(which == _LINKS)}", "-s", f"LOG_FILE={log}", *settings]
    measured = run_measured(command, cwd=folder, timeout_s=args.timeout, env=env)
    return read_rate(log, measured)


def compare(folder: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Crawl the demo and fetch the same pages with bare Scrapy, in turn, several rounds.

    A first crawl, not counted, warms the demo's page cache and tells the addresses.

    Raises
    ------
    BenchError
        When the demo or a run fails, the crawl found too few pages for its speed to mean
        anything, or the two sides did not fetch the same pages.
    """
    rates: dict[str, list[Rate]] = {_CRAWL: [], _BARE: [], _LINKS: []}
    options = ["--seed", "5", "--threads-per-board", str(args.threads_per_board)]
    with start_demo(options) as demo:
        urls = folder / "urls.txt"
        warm = _run(_CRAWL, demo, urls, folder / "warm", args)
        if warm.pages < _MIN_PAGES:
            raise BenchError(
                f"the crawl fetched {warm.pages} pages of the demo: too few to compare"
            )
        paths = [e["path"] for e in demo.log() if e["path"] != "/robots.txt"]
        urls.write_text("".join(urljoin(demo.url, path) + "\n" for path in paths), encoding="utf-8")
        for number in range(args.rounds):
            order = list(rates) if number % 2 == 0 else list(reversed(rates))
            for which in order:
                rate = _run(which, demo, urls, folder / f"{number}-{which}", args)
                rates[which].append(rate)
                print(
                    f"round {number + 1} {which:16} {rate.pages} pages {rate.pages_per_s:.1f}/s",
                    file=sys.stderr,
                    flush=True,
                )
    pages = {which: statistics.median(r.pages for r in runs) for which, runs in rates.items()}
    if abs(pages[_CRAWL] - pages[_BARE]) > _SAME_PAGES * pages[_BARE] + 5:
        raise BenchError(f"the crawl and the bare spider did not fetch the same pages: {pages}")
    ratios = {
        which: [
            crawl.pages_per_s / bare.pages_per_s
            for crawl, bare in zip(rates[_CRAWL], rates[which], strict=True)
        ]
        for which in (_BARE, _LINKS)
    }
    speed = {
        which: round(statistics.median(r.pages_per_s for r in runs), 1)
        for which, runs in rates.items()
    }
    cpu_ms = {
        which: statistics.median(1000 * r.measured.cpu_seconds / r.pages for r in runs)
        for which, runs in rates.items()
    }
    return {
        "pages": int(pages[_CRAWL]),
        "peak_mb": max(r.measured.peak_mb for r in rates[_CRAWL]),
        "bare_peak_mb": max(r.measured.peak_mb for r in rates[_BARE]),
        "pages_per_s": speed[_CRAWL],
        "bare_pages_per_s": speed[_BARE],
        "bare_with_links_pages_per_s": speed[_LINKS],
        "ratio_vs_bare_scrapy": round(statistics.median(ratios[_BARE]), 3),
        "ratio_vs_bare_with_links": round(statistics.median(ratios[_LINKS]), 3),
        "ratios": [round(ratio, 3) for ratio in ratios[_BARE]],
        "cpu_ratio_vs_bare_scrapy": round(cpu_ms[_BARE] / cpu_ms[_CRAWL], 3),
        "cpu_ms_per_page": {which: round(value, 2) for which, value in cpu_ms.items()},
        "rendered_share": round(
            sum(r.rendered for r in rates[_CRAWL]) / sum(r.pages for r in rates[_CRAWL]), 6
        ),
        "concurrency": args.concurrency,
        "rounds": args.rounds,
    }


def measure_seen(folder: Path, count: int, timeout_s: float) -> dict[str, Any]:
    """Fill the seen table in a process of its own; return the keys to print.

    Raises
    ------
    BenchError
        When that process fails.
    """
    output = folder / "seen.txt"
    command = [
        sys.executable,
        "-m",
        "benchmarks._seen",
        str(folder / "seen"),
        "--count",
        str(count),
    ]
    measured = run_measured(command, cwd=folder, timeout_s=timeout_s, output=output)
    lines = output.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    if measured.returncode or not lines:
        raise BenchError("filling the seen table failed:\n  " + "\n  ".join(lines[-5:]))
    figures = json.loads(lines[-1])
    return {
        "seen_urls": count,
        "bytes_per_seen_url": round(figures["size_bytes"] / count, 1),
        "ram_bytes_per_seen_url": round(figures["rss_growth_bytes"] / (count / 2), 1),
        "seen_rss_mb": [round(size / 1e6, 1) for size in figures["rss_bytes"]],
        "seen_peak_mb": measured.peak_mb,
        "seen_seconds": figures["seconds"],
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.crawl",
        description="Compares the whole crawl of the local demo with a bare Scrapy spider.",
        epilog="example: python -m benchmarks.crawl --json --rounds 3",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object last")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--concurrency", type=int, default=1, help="requests at once to a host, on both sides"
    )
    parser.add_argument("--threads-per-board", type=int, default=40, help="size of the demo")
    parser.add_argument("--seen", type=int, default=1_000_000, help="addresses, 0 = leave out")
    parser.add_argument("--timeout", type=float, default=900.0, help="bound of each run, s")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark.

    Raises
    ------
    BenchError
        See :func:`compare` and :func:`measure_seen`.
    """
    args = _parser().parse_args(argv)
    if args.rounds < 1 or args.concurrency < 1:
        raise BenchError("--rounds and --concurrency are at least 1")
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fpcrawl-bench-") as scratch:
        folder = Path(scratch)
        figures = compare(folder, args)
        if args.seen:
            figures |= measure_seen(folder, args.seen, args.timeout)
    seconds = time.monotonic() - started
    head = bench_keys("crawl", "fpcrawl.demo", figures["pages"], seconds, figures["peak_mb"])
    emit({**head, **figures}, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
