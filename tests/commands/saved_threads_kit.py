"""Saved thread pages of the demo, and templates learnt from them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fpcrawl.demo import DemoClock, World
from fpcrawl.demo.exchange import Request
from fpcrawl.demo.site import Site

if TYPE_CHECKING:
    from pathlib import Path

START = 1_772_625_600.0
BASE = "http://bbs.example"


def save_threads(folder: Path, family: str, count: int, *, seed: int = 1) -> None:
    """Save the first pages of some threads of a demo forum with a list of them."""
    clock = DemoClock(START, 0.0, lambda: 0.0)
    world = World(seed, START, clock)
    site = Site(world, clock, BASE)
    truth = bytes(site.handle(Request("GET", f"/_truth/threads?family={family}")).body)
    threads = [json.loads(line) for line in truth.decode().splitlines()]
    threads = [one for one in threads if one["family"] == family and one["reachable"]]
    threads.sort(key=lambda one: -one["replies"])
    folder.mkdir(parents=True)
    lines = []
    for number, thread in enumerate(threads[:count]):
        reply = site.handle(Request("GET", thread["url"].removeprefix(BASE)))
        (folder / f"{number}.html").write_bytes(bytes(reply.body))
        lines.append(
            json.dumps({"id": str(number), "file": f"{number}.html", "url": thread["url"]})
        )
    (folder / "manifest.jsonl").write_text("\n".join(lines), encoding="utf-8")
