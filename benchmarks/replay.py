"""``python -m benchmarks.replay DIR``: serve a recorded site on 127.0.0.1 as it was."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks._pagebench import add_disguise
from benchmarks._replay import COUNTERS_PATH, LOG_PATH, serve
from benchmarks.common import run_bench

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Serve until interrupted.

    Raises
    ------
    BenchError
        When the recording cannot be read or the port is in use.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.replay",
        description=(
            "Serves a recorded site under its original port and paths. "
            f"{LOG_PATH} lists the requests so far, {COUNTERS_PATH} counts them."
        ),
    )
    parser.add_argument("folder", type=Path, help="folder with site.warc.xz")
    parser.add_argument(
        "--port", type=int, help="another port, 0 = any free one; absolute links are rewritten"
    )
    parser.add_argument("--delay-ms", type=float, default=0.0, help="delay of every answer, ms")
    add_disguise(parser)
    parser.add_argument("--until-eof", action="store_true", help="end when standard input closes")
    args = parser.parse_args(argv)
    asyncio.run(
        serve(
            args.folder,
            args.port,
            args.delay_ms / 1000,
            disguise=args.disguise,
            until_eof=args.until_eof,
        )
    )
    return 0


if __name__ == "__main__":
    run_bench(main)
