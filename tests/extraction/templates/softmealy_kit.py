"""Pages of templates of our own with their labels, for wrapper templates."""

from __future__ import annotations

from datetime import UTC, datetime

from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, Mark, Sheet
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages import read_page

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
NAMES = ["anna", "bert", "carla", "dora", "emil", "fritz", "gerda", "hanna"]
WORDS = [
    "The kettle boils over whenever the lid is closed.",
    "Mine does the same &amp; I leave the lid open.",
    "Descale it with vinegar<br>once a month.",
    "<p>Thank you both,</p><p>the noise is gone.</p>",
    "Yes",
]


def tree_of(html):
    page = read_page(html.encode(), "http://f.example/t/1", http_charset="utf-8", fetched=NOW)
    return build_tree(page)


def labelled(html, root, fields, role="thread"):
    """Label a page by XPaths: of the records, and below them of fields (``path @attribute``)."""
    tree = tree_of(html)
    records = []
    for element in tree.page.root.xpath(root):
        record = LabelledRecord([tree.number[element]])
        for name, place in fields.items():
            path, _, attribute = place.partition(" @")
            found = element.xpath(path)
            if not found:
                continue
            if name == "body":
                record.fields["body"] = [Mark(tree.number[part]) for part in found]
                continue
            value = found[0].get(attribute) if attribute else tree.text(tree.number[found[0]])
            record.fields[name] = [Mark(tree.number[found[0]], value, attribute or None)]
        records.append(record)
    return LabelledPage(tree, html, role, records)


def sheet(html):
    return Sheet("http://f.example/t/1", None, html)


def post(n, seed=0):
    """Author, time and body of a post."""
    return (
        NAMES[(3 * n + seed) % len(NAMES)],
        f"2024-03-{1 + (n + seed) % 28:02d} {n % 24:02d}:{(7 * n + seed) % 60:02d}",
        WORDS[(n + seed) % len(WORDS)],
    )


def divs(count, seed=0, *, body=None, extra=""):
    """A page of ``count`` posts in ``div``; ``body`` replaces the body of the last."""
    rows = []
    for n in range(count):
        author, time, text = post(n, seed)
        if body is not None and n == count - 1:
            text = body
        state = "odd" if n % 2 else "even"
        number = 1000 * (seed + 1) + n
        rows.append(
            f'<div class="post {state}" id="p{number}">\n<div class="side">'
            f'<a href="/u/{author}" class="name">{author}</a></div>\n'
            f'<div class="head">Posted: <span class="when" title="{time}:00">{time}</span> '
            f'<a href="#p{number}">#{n + 1}</a></div>\n'
            f'<div class="text">{text}</div>\n'
            '<div class="foot"><a href="/r">Reply</a></div>\n</div>'
        )
    return (
        '<html><head><title>Kettles</title></head><body><div id="top"><a class="name" '
        f'href="/u/me">me</a></div>\n<div id="list">{"".join(rows)}</div>{extra}'
        '<div id="end"><span class="when">2024-04-30 10:00</span></div></body></html>'
    )


DIV_FIELDS = {
    "author": ".//a[@class='name']",
    "author_url": ".//a[@class='name'] @href",
    "time": ".//span[@class='when']",
    "time_full": ".//span[@class='when'] @title",
    "body": ".//div[@class='text']",
}
DIV_ROOT = "//div[contains(@class, 'post')]"


def divs_labelled(count, seed=0, **changes):
    return labelled(divs(count, seed, **changes), DIV_ROOT, DIV_FIELDS)
