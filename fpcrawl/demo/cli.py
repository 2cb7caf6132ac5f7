"""The arguments of ``scrapy demo`` and ``python -m fpcrawl.demo``, and what they start."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime

from .faults import FAULTS, Fault, parse_fault
from .server import DemoConfig, DemoServer

__all__ = ["EXAMPLE", "add_arguments", "config_of", "run"]

EXAMPLE = """\
examples:
  scrapy demo
  scrapy demo --port 8700 --speed 600 --seed 7 --fault 500=0.05 --fault slow=0.02
  scrapy crawl forum -a site=http://127.0.0.1:8700/
"""


def _fault(text: str) -> Fault:
    try:
        return parse_fault(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _moment(text: str) -> float:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a time in ISO 8601: {text!r}") from None
    return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"not a port (0 to 65535): {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 100_000):
        raise argparse.ArgumentTypeError(f"not a number from 1 to 100000: {text!r}")
    return int(text)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e6:
        raise argparse.ArgumentTypeError(f"not a number from 0 to 1000000: {text!r}")
    return number


def _offset(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 99.0
    if not -12 <= number <= 14:
        raise argparse.ArgumentTypeError(f"not an offset in hours, -12 to 14: {text!r}")
    return number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the demo's arguments on ``parser``."""
    add = parser.add_argument
    add("--port", type=_port, default=8700, help="0 = any free one (default 8700)")
    add("--host", default="127.0.0.1", help="an address in 127.0.0.0/8 (default 127.0.0.1)")
    add("--speed", type=_positive, default=1.0, help="demo seconds a real second (default 1)")
    add("--seed", type=int, default=1, help="everything random hangs on it (default 1)")
    add("--days", type=_count, default=14, help="days of history (default 14)")
    add("--threads-per-board", type=_count, default=13, help="about so many (default 13)")
    add("--start", type=_moment, help="where the demo clock starts, ISO 8601 (default: now)")
    add("--freeze", action="store_true", help="the clock stands still, nothing happens by itself")
    add("--utc-offset", type=_offset, default=0.0, metavar="H", help="the site's clock less UTC")
    add("--crawl-delay", type=_positive, default=0.0, metavar="S", help="ask for it in robots.txt")
    add("--session-requests", type=_count, metavar="N", help="a login ends after N pages")
    add("--hostile", action="store_true", help="show pages under /hostile/ that hurt crawlers")
    add(
        "--fault",
        type=_fault,
        action="append",
        default=[],
        metavar="NAME=RATE",
        help=f"make a share of the answers go wrong: {', '.join(FAULTS)}",
    )


def config_of(options: argparse.Namespace) -> DemoConfig:
    """Return the configuration that parsed arguments ask for."""
    return DemoConfig(
        host=options.host,
        port=options.port,
        seed=options.seed,
        start=time.time() if options.start is None else options.start,
        speed=options.speed,
        freeze=options.freeze,
        days=options.days,
        threads_per_board=options.threads_per_board,
        utc_offset_s=round(options.utc_offset * 3600),
        crawl_delay_s=options.crawl_delay,
        session_requests=options.session_requests or 0,
        hostile=options.hostile,
        faults=tuple(options.fault),
    )


def run(config: DemoConfig) -> int:
    """Serve until SIGINT or SIGTERM; returns the exit code, 2 when it cannot listen."""
    try:
        server = DemoServer(config)
    except (OSError, ValueError) as error:
        where = f"{config.host}:{config.port}"
        reason = getattr(error, "strerror", None) or error
        print(f"fpcrawl demo: cannot serve on {where}: {reason}", file=sys.stderr)
        return 2

    server.run(f"fpcrawl demo: {server.url}")
    print(f"fpcrawl demo: stopped after {server.site.served} requests", flush=True)
    return 0
