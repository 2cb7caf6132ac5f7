"""``scrapy demo --crawl``: the demo served and crawled by one command, again and again.

Each run goes on where the last one ended: the demo's world is the same, some hours later.
The server runs in a thread of this process, so that it is gone whenever this process is.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fpcrawl.demo.server import DemoServer, serving
from fpcrawl.exceptions import StateError
from fpcrawl.exit_codes import EXIT_CODES, USAGE
from fpcrawl.store.opening import StateConfig, open_configured

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

    from fpcrawl.demo.server import DemoConfig

__all__ = ["CRAWL_PORT", "OUTPUT", "DemoWorld", "crawl_demo", "load_world"]

#: Where the demo's crawl keeps everything, apart from the user's own.
OUTPUT = Path("demo-output")
#: The port is part of what a crawl is known by: it must be the same in each run.
CRAWL_PORT = 8701
#: Demo time that passes between two runs, in seconds.
BETWEEN_RUNS_S = 12 * 3600.0
#: Lists are due again after this many seconds: a second run must have something to do.
REVISIT_S = 20

_SETTINGS = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "0",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "FPCRAWL_REVISIT_MIN_S": str(REVISIT_S),
    "FPCRAWL_REVISIT_START_S": str(REVISIT_S),
    "FPCRAWL_REVISIT_MAX_S": str(REVISIT_S),
}
_START = {"forum": "", "news": "news/"}
_FEEDS = {"forum": "posts.jsonl", "news": "articles.jsonl"}


@dataclass(frozen=True, slots=True)
class DemoWorld:
    """What makes the demo of the next run the same as that of the last.

    Attributes
    ----------
    start
        Where the demo's clock first stood, seconds since the epoch.
    reached
        How far it came.
    """

    seed: int
    days: int
    threads_per_board: int
    utc_offset_s: int
    start: float
    reached: float

    @classmethod
    def of(cls, config: DemoConfig) -> DemoWorld:
        """Return the world of a first run."""
        return cls(
            config.seed,
            config.days,
            config.threads_per_board,
            config.utc_offset_s,
            config.start,
            config.start,
        )

    def save(self, path: Path) -> None:
        """Write the file as a whole or not at all."""
        draft = path.with_suffix(".tmp")
        draft.write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")
        draft.replace(path)


def load_world(path: Path, config: DemoConfig, *, start_given: bool) -> DemoWorld:
    """Return the world to go on with: the saved one, `BETWEEN_RUNS_S` later.

    Parameters
    ----------
    start_given
        The user asked for ``config.start``, so a saved world must have it too.

    Raises
    ------
    StateError
        The file cannot be read, or holds another world than is asked for.
    """
    asked = DemoWorld.of(config)
    if not path.exists():
        return asked
    try:
        saved = DemoWorld(**json.loads(path.read_text(encoding="utf-8")))
        reached = float(saved.reached)
    except (OSError, ValueError, TypeError) as error:
        raise StateError(f"{path} cannot be read ({error}); remove {path.parent}/") from error
    if not start_given:
        asked = replace(asked, start=saved.start)
    if replace(asked, reached=reached) != saved:
        raise StateError(
            f"{path.parent}/ holds another demo (seed {saved.seed}, {saved.days} days, "
            f"{saved.threads_per_board} threads a board, {saved.utc_offset_s / 3600:g} h from "
            f"UTC): give the same options or remove {path.parent}/"
        )
    return replace(saved, reached=reached + BETWEEN_RUNS_S)


def crawl_demo(
    spider: str,
    config: DemoConfig,
    passed_on: Sequence[str],
    *,
    start_given: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Serve the demo, run ``scrapy crawl`` on it, return the exit code of that.

    Parameters
    ----------
    spider
        ``forum`` or ``news``.
    passed_on
        Further arguments of ``scrapy crawl``; they win over the demo's settings.
    """
    place = OUTPUT / "demo.json"
    try:
        world = load_world(place, config, start_given=start_given)
        server = serving(replace(config, start=world.start))
    except StateError as error:
        return _refuse(str(error), EXIT_CODES["state"][0])
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        where = f"{config.host}:{config.port}"
        return _refuse(f"cannot serve on {where}: {reason}; choose another --port", USAGE)
    demo = server.server
    assert isinstance(demo, DemoServer)
    with server:
        try:
            OUTPUT.mkdir(exist_ok=True)
            world.save(place)
        except OSError as error:
            return _refuse(f"cannot write {place}: {error.strerror}", EXIT_CODES["state"][0])
        server.call(_go_to, demo, world.reached)
        feed = OUTPUT / _FEEDS[spider]
        before = _lines(feed)
        _say(f"serving {server.url}, crawling it into {OUTPUT}/")
        try:
            _wait_for_lists(f"{spider}:{server.url.split('/')[2]}", sleep)
        except KeyboardInterrupt:
            return EXIT_CODES["shutdown"][0]
        code = _run(_command(spider, server.url + _START[spider], passed_on))
        world = replace(world, reached=server.call(demo.clock.now))
        world.save(place)
    now = _lines(feed)
    _say(f"{feed} has {now} records, {now - before} of them from this run")
    return code


def _refuse(message: str, code: int) -> int:
    sys.stderr.write(f"scrapy demo: {message}\n")
    return code


def _say(message: str) -> None:
    sys.stderr.write(f"fpcrawl demo: {message}\n")
    sys.stderr.flush()


def _go_to(demo: DemoServer, moment: float) -> None:
    demo.clock.advance(max(0.0, moment - demo.clock.now()))
    demo.world.sync()


def _lines(path: Path) -> int:
    if not path.is_file():
        return 0
    with path.open("rb") as file:
        return sum(1 for _ in file)


def _wait_for_lists(crawl: str, sleep: Callable[[float], None]) -> None:
    """Wait until all lists of the last run are due again, a few seconds at most."""
    config = StateConfig(OUTPUT / ".fpcrawl")
    if not config.exists:
        return
    try:
        state = open_configured(config, read_only=True)
    except StateError:
        return  # the crawl will tell
    now = state.clock()
    try:
        counts = state.frontier.counts(crawl, now)
        dues = [board.due for board in state.frontier.boards(crawl)]
    finally:
        state.close()
    wait_s = min(max(dues, default=0.0) - now, float(REVISIT_S))
    if wait_s > 0 and not counts.due + counts.leased:
        _say(f"its lists were visited just now, waiting {wait_s:.0f} s")
        sleep(wait_s)


def _command(spider: str, site: str, passed_on: Sequence[str]) -> list[str]:
    settings = {
        **_SETTINGS,
        "FPCRAWL_STATE_DIR": str(OUTPUT / ".fpcrawl"),
        "FPCRAWL_OUTPUT_DIR": str(OUTPUT),
    }
    words = [sys.executable, "-m", "scrapy", "crawl", spider, "-a", f"site={site}"]
    for name, value in settings.items():
        words += ["-s", f"{name}={value}"]
    return [*words, *passed_on]


def _run(command: list[str]) -> int:
    """Run the crawl; a signal to this process ends it in order, a second one at once."""
    environment = {**os.environ, "SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"}
    # In a group of its own: a terminal would send it Ctrl-C too, and Scrapy takes a second
    # signal for an order to drop everything.
    child = subprocess.Popen(command, env=environment, process_group=0)  # noqa: S603

    def pass_on(_number: int, _frame: FrameType | None) -> None:
        child.terminate()

    old = {number: signal.signal(number, pass_on) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        code = child.wait()
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
    return code if code >= 0 else 128 - code
