"""What one worker does of the work of three; run as ``shared_writer.py PLACE PART PARTS``."""

from __future__ import annotations

import sys
from dataclasses import replace

from library_kit import page
from shared_kit import open_parts

from fpcrawl.clustering.library import Library
from fpcrawl.extraction.templates.book import TemplateEntry
from fpcrawl.extraction.templates.kept import KeptPage
from fpcrawl.extraction.templates.verify import Verification
from fpcrawl.extraction.templates.watch import TemplateWatch
from fpcrawl.spiders.knowledge import SiteKnowledge
from fpcrawl.store.siteclusters import SiteClusters

CRAWL = "forum:f.example"
TEMPLATES, PAGES = 4, 96


def entry_of(n: int) -> TemplateEntry:
    return TemplateEntry(
        id=f"{n % 6:08x}",
        version=1 + n // 6,
        site="f.example",
        cluster=f"c{n % 6}",
        role="thread",
        templates={"xpath": {"records": [{"path": f"//div[{n}]"}]}},
        verification=Verification("thread"),
        anchors=("div.post",),
        created="2024-05-01T12:00:00+00:00",
    )


def kept_of(n: int) -> KeptPage:
    return KeptPage(
        CRAWL,
        "f.example",
        f"c{n % TEMPLATES}",
        "thread",
        f"http://f.example/t/{n}",
        f"<p>{n}</p>".encode() * 20,
        "utf-8",
        "2024-05-01T12:00:00+00:00",
        "2024-05-01T12:00:00+00:00",
        "http://f.example/t/1",
        held_until=1000.0 + n if n % 5 == 0 else None,
    )


def work(state, numbers: range) -> None:
    """Learn from some of the pages, as a crawl does."""
    library = Library(state.clusters)
    counted = SiteClusters(state.values, CRAWL)
    kept = SiteKnowledge(state.values, CRAWL)
    known = kept.load()
    for step, n in enumerate(numbers):
        found = library.assign(page(n % TEMPLATES, n), "thread" if n % 3 else "index")
        with state.transaction():
            state.templates.keep(kept_of(n), limit=PAGES)
            counted.add({f"t{n % TEMPLATES}": 1})
            known.families.note_fetch(f"http://f.example/t-{n}.html", useful=n % 2 == 0)
            known.families.note_role(f"http://f.example/t-{n}.html", "thread", 0.5)
            if step % 4 == 0:
                kept.save(known)
            if n < 24:
                state.templates.put(entry_of(n))
                state.templates.note(entry_of(n), TemplateWatch(pages=n + 1))
                if n % 4 == 0:
                    state.templates.put(replace(entry_of(n), state="former"))
        if step % 4 == 0:
            library.save()
        if step % 10 == 0:
            library.tidy()
        assert found.cluster
    with state.transaction():
        library.save()
        kept.save(known)


if __name__ == "__main__":
    opened = open_parts(sys.argv[1])
    work(opened, range(int(sys.argv[2]), PAGES, int(sys.argv[3])))
    opened.close()
