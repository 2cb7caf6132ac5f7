"""``python -m fpcrawl.demo``: the demo without Scrapy, with the arguments of ``scrapy demo``."""

from __future__ import annotations

import argparse
import sys

from .cli import EXAMPLE, add_arguments, config_of, run


def main() -> int:
    """Parse the arguments, serve, return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m fpcrawl.demo",
        description="Serve a live forum and news site on this machine.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_arguments(parser)
    return run(config_of(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
