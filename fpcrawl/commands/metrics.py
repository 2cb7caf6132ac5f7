"""``scrapy metrics``: how all crawls of a state stand, for Prometheus."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.commands.output import print_text, state_trouble
from fpcrawl.commands.tool import ToolCommand
from fpcrawl.exceptions import StateError, UsageError
from fpcrawl.exit_codes import EXIT_CODES, USAGE
from fpcrawl.extensions.metrics import listen, state_source
from fpcrawl.metrics.exporter import Exporter, write_text
from fpcrawl.settings.metricsconfig import MetricsConfig
from fpcrawl.settings.stateconfig import state_config

if TYPE_CHECKING:
    import argparse

    from fpcrawl.metrics.sources import StateSource

__all__ = ["Command"]


class Command(ToolCommand):
    """Tells of the state without changing it; works beside a running crawl."""

    def syntax(self) -> str:
        """Return the arguments in short."""
        return "[-o FILE | --port PORT] [--state DIR]"

    def short_desc(self) -> str:
        """Return a line for the list of commands."""
        return "Tell Prometheus how the crawls stand: once, or at a port"

    def long_desc(self) -> str:
        """Return what the help says."""
        return (
            "Tell how all crawls of the state stand, in Prometheus' text format. Without options "
            "it is printed; -o writes a file of the textfile collector as a whole; --port serves "
            "it at http://127.0.0.1:PORT/metrics (FPCRAWL_METRICS_BIND for another address) until "
            "interrupted. No crawl need be running. "
            "Example: scrapy metrics -o /var/lib/node_exporter/fpcrawl.prom"
        )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        super().add_options(parser)
        add = parser.add_argument
        add("-o", "--output", metavar="FILE", help="write there instead of standard output")
        add("--port", metavar="PORT", help="serve at this port, or the first free one of a range")
        add("--state", metavar="DIR", help="state directory (default: FPCRAWL_STATE_DIR)")

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Do it; exit code 2 for bad arguments, 6 for a state that is of no use."""
        settings = self.settings
        assert settings is not None
        if args:
            self._fail(f"cannot read {args[0]}; see scrapy metrics --help", USAGE)
            return
        if opts.output and opts.port:
            self._fail("-o does not go with --port; see scrapy metrics --help", USAGE)
            return
        try:
            state = state_config(settings, opts.state)
            source = state_source(settings, directory=opts.state, hurried=True)
            if opts.port:
                settings.set("FPCRAWL_METRICS_PORT", opts.port, priority="cmdline")
                self._serve(source, MetricsConfig.from_settings(settings))
            else:
                self._tell(source, MetricsConfig.from_settings(settings), opts.output)
        except StateError as error:
            self._fail(state_trouble(error, state), EXIT_CODES["state"][0])
        except UsageError as error:
            self._fail(str(error), USAGE)

    @staticmethod
    def _tell(source: StateSource, config: MetricsConfig, output: str | None) -> None:
        exporter = Exporter(extra=config.labels)
        exporter.gather([source])
        source.close()
        if source.trouble is not None:
            raise source.trouble
        if output is None:
            print_text(exporter.text.rstrip("\n"))
            return
        try:
            write_text(Path(output), exporter.text)
        except OSError as error:
            raise UsageError(f"cannot write {output}: {error.strerror}") from error

    @staticmethod
    def _serve(source: StateSource, config: MetricsConfig) -> None:
        source.samples()
        source.close()  # it is opened again by the exporter's thread
        if source.trouble is not None:
            raise source.trouble
        exporter = Exporter(None, config.interval_s, config.labels)
        server = listen(exporter, config)
        if server is None:
            first, last = config.ports[0], config.ports[-1]
            raise UsageError(f"no port from {first} to {last} at {config.bind} can be had")
        over = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: over.set())
        exporter.add(source)
        print_text(f"http://{config.bind}:{server.port}/metrics")
        over.wait()
        server.close()
        exporter.stop()

    def _fail(self, message: str, code: int) -> None:
        sys.stderr.write(f"scrapy metrics: {message}\n")
        self.exitcode = code
