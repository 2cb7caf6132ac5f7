"""Thread pages of two designs, and a kind of template that goes by signatures alone."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta

from extraction_kit import NOW, html_page, tree_of

from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.model import LabelledPage, ReadRecord

NAMES = ("Ada", "Bertil", "Chen", "Dora", "Emeka", "Fay", "Goro")
WORDS = (
    "the bridge was closed again this morning and nobody told us when it opens so we took "
    "the long way round past the mill where three herons stood in shallow water"
).split()

OLD = {"post": "post", "who": "user", "when": "when", "said": "content", "wrap": "posts"}
NEW = {"post": "note", "who": "penname", "when": "stamp", "said": "words", "wrap": "talk"}


def post_html(names, author, time, text, n):
    return (
        f'<div class="{names["post"]}" id="p{n}"><div class="head"><a class="{names["who"]}" '
        f'href="/user/{author}">{author}</a> <span class="{names["when"]}">{time}</span></div>'
        f'<div class="{names["said"]}">{text}</div></div>'
    )


def thread_html(seed, posts=5, names=OLD, around=""):
    """A page of a thread; equal seeds give equal posts in both designs."""
    rng = random.Random(seed)
    at = NOW - timedelta(days=60 + seed)
    said = []
    for n in range(posts):
        at += timedelta(minutes=rng.randint(1, 400))
        text = " ".join(rng.choices(WORDS, k=rng.randint(8, 40)))
        author = rng.choice(NAMES)
        said.append(
            post_html(names, author, at.strftime("%Y-%m-%d %H:%M"), text, 100 * seed + n + 501)
        )
    inner = f'<div class="{names["wrap"]}">{"".join(said)}</div>'
    return html_page(f'<div class="page">{around}<h1>Thread {seed}</h1>{inner}</div>')


def labelled(html, url="http://f.example/thread-77.html"):
    tree = tree_of(html, url)
    group = find_posts(tree, LayoutBook())
    assert group is not None
    return LabelledPage(tree, html, "thread", label_posts(tree, group))


def thread_pages(seeds, **options):
    return [
        labelled(thread_html(seed, **options), f"http://f.example/thread-{seed}.html")
        for seed in seeds
    ]


@dataclass
class SignatureTemplate:
    """Reads each field from the elements of one signature within records of another."""

    root: str
    fields: dict[str, str]
    kind: str = "xpath"
    role: str = "thread"

    def read(self, sheet):
        roots = sheet.root.iter()
        return [self._record(root) for root in roots if self._is(root, self.root)]

    def _record(self, root):
        record = ReadRecord({"post_id": root.get("id", "").strip("p")})
        for element in root.iter():
            for name, signature in self.fields.items():
                if self._is(element, signature):
                    if name == "body":
                        record.body = [element]
                    else:
                        record.values.setdefault(name, "".join(element.itertext()).strip())
        return record

    @staticmethod
    def _is(element, signature):
        tag, _, name = signature.partition(".")
        return element.tag == tag and name in (element.get("class") or "").split()

    def to_json(self):
        return {"root": self.root, "fields": self.fields}

    @classmethod
    def from_json(cls, data, kind="xpath"):
        return cls(data["root"], data["fields"], kind)


def induce(pages, kind="xpath"):
    tree, record = pages[0].tree, pages[0].records[0]
    fields = {
        name: tree.sig[record.fields[name][0].node]
        for name in ("author", "time", "body")
        if name in record.fields
    }
    return SignatureTemplate(tree.sig[record.roots[0]], fields, kind)


def induce_second(pages):
    return induce(pages, "softmealy")


def load(kind, data):
    return SignatureTemplate.from_json(data, kind)
