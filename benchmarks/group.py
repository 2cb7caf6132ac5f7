"""``python -m benchmarks.group``: what ``scrapy cluster`` takes for very many saved pages.

The pages are variations of real ones: numbers in texts, addresses and ids and words of longer
texts are drawn anew, one in five rows and paragraphs is left out, the markup stays. They are
written as JSON Lines and given to the command as a user would give them.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.common import (
    BenchError,
    bench_keys,
    data_folders,
    emit,
    read_jsonl,
    run_bench,
    run_measured,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MANIFEST = "manifest.jsonl"
_TEXT = re.compile(rb">([^<]{2,})<")
_WORD = re.compile(rb"[A-Za-z]{3,}")
_DIGITS = re.compile(rb"\d+")
_ADDRESS = re.compile(rb"\b(?:href|id|datetime)=\"[^\"]{1,2000}\"")
_BLOCK = re.compile(rb"(<(li|tr|p)\b[^>]*>(?:(?!<\2\b).){1,4000}?</\2>)", re.DOTALL)
_KEPT_OF_TEN = 8
_LABEL_BYTES = 24
_MIN_PAGE_BYTES = 300
_TIMEOUT_S = 7200.0


def real_pages(root: Path, limit: int, max_bytes: int) -> list[bytes]:
    """Return pages of a data folder, evenly over its folders; larger ones are left out.

    Raises
    ------
    BenchError
        When there are none.
    """
    chosen: list[bytes] = []
    folders = data_folders(root, MANIFEST)
    each = max(2, limit // len(folders))
    for folder in folders:
        taken = 0
        for line in read_jsonl(folder / MANIFEST):
            try:
                body = gzip.decompress((folder / line["file"]).read_bytes())
            except (OSError, EOFError, KeyError) as error:
                raise BenchError(f"{folder}: {error}") from error
            if _MIN_PAGE_BYTES < len(body) <= max_bytes:
                chosen.append(body)
                taken += 1
            if taken == each:
                break
    if not chosen:
        raise BenchError(f"{root} holds no pages of a usual size")
    return chosen[:limit]


def variation(body: bytes, chance: random.Random) -> bytes:
    """Return a page that the same template could have made."""

    def block(found: re.Match[bytes]) -> bytes:
        return found[1] if chance.randrange(10) < _KEPT_OF_TEN else b""

    def text(found: re.Match[bytes]) -> bytes:
        numbered = _DIGITS.sub(number, found[0])
        # A short one is a label of the template.
        return numbered if len(found[1]) < _LABEL_BYTES else _WORD.sub(word, numbered)

    def address(found: re.Match[bytes]) -> bytes:
        return _DIGITS.sub(number, found[0])

    def word(found: re.Match[bytes]) -> bytes:
        letters = list(found[0])
        chance.shuffle(letters)
        return bytes(letters)

    def number(found: re.Match[bytes]) -> bytes:
        return b"%d" % chance.randrange(10 ** min(len(found[0]), 9))

    return _ADDRESS.sub(address, _TEXT.sub(text, _BLOCK.sub(block, body)))


def write_pages(path: Path, real: Sequence[bytes], count: int, seed: int) -> int:
    """Write `count` variations as JSON Lines; return their bytes."""
    chance = random.Random(seed)
    size = 0
    with gzip.open(path, "wt", compresslevel=1, encoding="utf-8") as out:
        for n in range(count):
            body = variation(real[chance.randrange(len(real))], chance)
            size += len(body)
            line = {
                "url": f"http://s{n % 97}.example/p/{n}",
                "html": body.decode("utf-8", "replace"),
            }
            out.write(json.dumps(line) + "\n")
    return size


def measure(pages: Path, folder: Path, processes: int) -> dict[str, Any]:
    """Run the command on a file of pages; return its figures."""
    command = [sys.executable, "-m", "scrapy", "cluster", str(pages), "--json"]
    command += ["--processes", str(processes), "--out", str(folder / "out")]
    log = folder / "log.json"
    ran = run_measured(
        command,
        cwd=folder,
        timeout_s=_TIMEOUT_S,
        env={"SCRAPY_SETTINGS_MODULE": "fpcrawl.settings"},
        output=log,
    )
    if ran.returncode:
        raise BenchError(f"scrapy cluster ended with {ran.returncode}: {log.read_text()[-400:]}")
    summary = json.loads((folder / "out" / "summary.json").read_text(encoding="utf-8"))
    return {
        "pages": summary["pages"],
        "clusters": summary["n_clusters"],
        "unread": sum(summary["unread"].values()),
        "seconds": ran.seconds,
        "cpu_seconds": ran.cpu_seconds,
        "pages_per_s": round(summary["pages"] / ran.seconds, 1),
        "peak_mb": ran.peak_mb,
        "assignments_mb": round((folder / "out" / "assignments.jsonl").stat().st_size / 1e6, 1),
    }


def _runs(real: list[bytes], args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    for count in (args.pages // 10, args.pages):
        with tempfile.TemporaryDirectory(prefix="fpcrawl-group-") as name:
            folder = Path(name)
            size = write_pages(folder / "pages.jsonl.gz", real, count, args.seed)
            row = {**measure(folder / "pages.jsonl.gz", folder, args.processes)}
            row["input_mb"] = round(size / 1e6, 1)
        print(json.dumps(row), file=sys.stderr, flush=True)
        yield row


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(prog="benchmarks.group", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of data folders")
    parser.add_argument("--pages", type=int, default=100_000, help="(default %(default)s)")
    parser.add_argument("--limit", type=int, default=400, help="real pages that are varied")
    parser.add_argument("--max-bytes", type=int, default=60_000, help="larger ones are left out")
    parser.add_argument("--processes", type=int, default=1, help="(default %(default)s)")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="one JSON object as the last line")
    args = parser.parse_args(argv)
    if args.pages < 100:
        raise BenchError("--pages must be at least 100")
    started = time.monotonic()
    real = real_pages(args.data, args.limit, args.max_bytes)
    tenth, whole = list(_runs(real, args))
    keys = bench_keys(
        "group", str(args.data), whole["pages"], time.monotonic() - started, whole["peak_mb"]
    )
    grown = (whole["peak_mb"] - tenth["peak_mb"]) * 1e6
    result = {
        **keys,
        "varied_pages": len(real),
        "pages_per_s": whole["pages_per_s"],
        "growth_bytes_per_page": round(grown / max(whole["pages"] - tenth["pages"], 1), 1),
        "runs": [tenth, whole],
    }
    emit(result, as_json=args.json)
    return 0


if __name__ == "__main__":
    run_bench(main)
