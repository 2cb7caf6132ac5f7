"""Labelled pages of our own: marked by hand, or made by the demo and labelled by structure."""

from __future__ import annotations

from datetime import UTC, datetime

from fpcrawl.demo import DemoClock, World
from fpcrawl.demo.exchange import Request
from fpcrawl.demo.site import Site
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, Mark
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages import read_page

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
URL = "http://f.example/thread-77.html"
WORDS = [
    "The kettle boils over whenever the lid is closed.",
    "Mine does the same, I leave the lid open.",
    "Descale it with vinegar once a month.",
    "Thank you both, the vinegar did it.",
    "What did you pay for the kettle?",
]
NAMES = ["anna", "bert", "carla", "dora"]


def page_of(html, url=URL):
    return read_page(html.encode(), url, http_charset="utf-8", fetched=NOW)


def place_at(url=URL, **changes):
    return Place(**{"site": "f.example", "thread_url": url, "now": NOW, **changes})


def marked(body, role="thread"):
    """Make a labelled page; marks are taken out of the page before it is read.

    ``m="3"`` is a root of record 3 (``m="3h"`` one that is a hole of what it stands in),
    ``f="author author_url@href"`` says that fields stand here, ``v="..."`` tells their value
    where it is not all of the text or attribute.
    """
    page = page_of(f"<html><head><title>A thread</title></head><body>{body}</body></html>")
    found = []
    for element in page.root.iter("*"):
        told = [element.attrib.pop(name, None) for name in ("m", "f", "v")]
        if any(told):
            found.append((element, *told))
    tree = build_tree(page)
    records = {}
    for element, record, _, _ in found:
        if record is not None:
            root = tree.number[element]
            records.setdefault(record, LabelledRecord([])).roots.append(root)
    for element, _, fields, value in found:
        i = tree.number[element]
        owners = [r for r in records.values() if any(tree.holds(root, i) for root in r.roots)]
        if fields is None:
            continue
        owner = max(owners, key=lambda r: max(root for root in r.roots if tree.holds(root, i)))
        for field in fields.split():
            name, _, attribute = field.partition("@")
            text = element.get(attribute) if attribute else tree.text(i)
            told = "" if name == "body" else value or text
            owner.fields.setdefault(name, []).append(Mark(i, told, attribute or None))
    for record in records.values():
        for other in records.values():
            if other is not record and any(
                tree.holds(root, other.roots[0]) for root in record.roots
            ):
                record.holes.append(other.roots[0])
    return LabelledPage(tree, "", role, list(records.values()))


def told(labelled):
    """What the labels of a page tell, as a template would read it."""
    out = []
    for record in labelled.records:
        values = {
            name: " ".join(marks[0].value.split())
            for name, marks in record.fields.items()
            if name != "body"
        }
        bodies = [labelled.tree.nodes[mark.node] for mark in record.fields.get("body", ())]
        out.append((values, bodies))
    return out


def seen(template, labelled):
    return [(r.values, list(r.body)) for r in template.read(labelled.sheet)]


def demo_pages(family, skin=0, count=20):
    """Thread pages that the demo makes, labelled by their structure."""
    start = 1_772_625_600.0
    clock = DemoClock(start, 0.0, lambda: 0.0)
    world = World(1, start, clock)
    world.set_skin(family, skin)
    base = "http://127.0.0.1:8700"
    site = Site(world, clock, base)
    view = site.views[family]
    book = LayoutBook()
    out = []
    for thread in list(view.family.threads.values()):
        reply = site.handle(
            Request("GET", view.base.removeprefix(base) + view.thread_path(thread), {})
        )
        if reply.status != 200:
            continue
        page = read_page(
            bytes(reply.body), view.base + view.thread_path(thread),
            fetched=datetime.fromtimestamp(start, UTC),
        )  # fmt: skip
        tree = build_tree(page)
        group = find_posts(tree, book)
        if group is None:
            continue
        for layout in group.layouts:
            book.learn(layout)
        out.append(LabelledPage(tree, "", "thread", label_posts(tree, group)))
        if len(out) == count:
            break
    return out
