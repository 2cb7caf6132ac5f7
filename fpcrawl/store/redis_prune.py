"""Removing from a Redis state what nobody needs any more."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from fpcrawl.store.care import Pruned
from fpcrawl.store.redis_values import RedisSites

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.store.care import Prune
    from fpcrawl.store.redis_connection import RedisDb
    from fpcrawl.store.redis_keys import RedisKeys
    from fpcrawl.store.redis_templates import RedisTemplates

__all__ = ["prune"]


def prune(
    db: RedisDb,
    keys: RedisKeys,
    templates: RedisTemplates,
    what: Prune,
    *,
    dry_run: bool,
) -> list[Pruned]:
    """Remove what may go; see :meth:`fpcrawl.store.care.Care.prune`."""
    rows: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for crawl in what.crawls:
        if crawl in dict(keys.crawls()):
            rows.update(_of_crawl(db, keys, crawl, dry_run=dry_run))
    if what.before is not None:
        for page in list(_old_pages(templates, what.before)):
            rows["kept_pages"] += 1
            sizes["kept_pages"] += len(page.body)
            if not dry_run:
                _drop_page(db, page)
        rows["failures"] += _old_failures(db, keys, what.before, dry_run=dry_run)
        rows["robots"] += _old_robots(db, what.before, dry_run=dry_run)
        db.flush()
    return [Pruned(name, n, sizes[name]) for name, n in rows.items()]


def _of_crawl(db: RedisDb, keys: RedisKeys, crawl: str, *, dry_run: bool) -> dict[str, int]:
    key = keys.crawl(crawl)
    # The name of a hash of values ends in a stroke where its values have names of their own.
    groups = [
        group for group in keys.value_groups() if group.partition("/")[2].removesuffix("/") == crawl
    ]
    hashes = [db.key("values", group) for group in groups]
    counted = {
        "crawls": 1,
        "frontier": int(db.read("HLEN", f"{key}:rows")),
        "seen": sum(int(db.read("HLEN", name)) for name, _ in keys.seen_hashes(key)),
        "failures": int(db.read("ZCARD", f"{key}:failed")),
        "counters": int(db.read("HLEN", f"{key}:counters")),
        "values": sum(int(db.read("HLEN", name)) for name in hashes),
        "kept_pages": int(db.read("ZCARD", db.key("kept", "all", crawl))),
    }
    if dry_run:
        return counted
    keys.drop([*keys.kept(crawl), *hashes, *keys.rows(key), *keys.seen(key)])
    keys.drop([f"{key}:{name}" for name in ("failures", "failed", "counters")])
    if groups:
        db.read("ZREM", db.key("values"), *groups)
    db.read("SREM", db.key("kept", "crawls"), crawl)
    db.read("SREM", db.key("crawls"), crawl)
    return counted


def _old_pages(templates: RedisTemplates, before: float) -> Iterator[KeptPage]:
    for page in templates.all_kept():
        fetched = datetime.fromisoformat(page.fetched).timestamp()
        if page.held_until is None and fetched < before:
            yield page


def _drop_page(db: RedisDb, page: KeptPage) -> None:
    kept = db.key("kept")
    db.write("ZREM", f"{kept}:role:{page.role}:{page.crawl}", page.id)
    db.write("ZREM", f"{kept}:cluster:{page.role}:{page.cluster}:{page.crawl}", page.id)
    db.write("ZREM", f"{kept}:all:{page.crawl}", page.id)
    db.write("HDEL", f"{kept}:urls:{page.crawl}", page.url)
    db.write("DEL", f"{kept}:page:{page.id}")


def _old_failures(db: RedisDb, keys: RedisKeys, before: float, *, dry_run: bool) -> int:
    total = 0
    for _, key in keys.crawls():
        urls = db.read("ZRANGEBYSCORE", f"{key}:failed", "-inf", f"({before!r}")
        total += len(urls)
        for url in () if dry_run else urls:
            db.write("ZREM", f"{key}:failed", url)
            db.write("HDEL", f"{key}:failures", url)
    return total


def _old_robots(db: RedisDb, before: float, *, dry_run: bool) -> int:
    old = [copy.netloc for copy in RedisSites(db).all_robots() if copy.fetched < before]
    for netloc in () if dry_run else old:
        db.write("HDEL", db.key("robots"), netloc)
    return len(old)
