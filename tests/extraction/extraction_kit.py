"""Small pages of our own, and the short way from one to its records."""

from __future__ import annotations

from datetime import UTC, datetime

from fpcrawl.extraction.build import build_posts
from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.lists.listing import link_groups, rows_of
from fpcrawl.extraction.place import Place
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.treebuild import build_tree
from fpcrawl.pages import read_page

NOW = datetime(2024, 5, 1, 12, tzinfo=UTC)
URL = "http://f.example/thread-77.html"


def html_page(body, title="A small thread", head=""):
    """Wrap a body into a page."""
    return f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>"


def rows(make, count=4):
    """Return what ``make`` gives for each number."""
    return "".join(make(n) for n in range(count))


def page_of(html, url=URL):
    return read_page(html.encode(), url, http_charset="utf-8", fetched=NOW)


def tree_of(html, url=URL):
    return build_tree(page_of(html if "<html" in html else html_page(html), url))


def place_at(url=URL, **changes):
    return Place(**{"site": "f.example", "thread_url": url, "now": NOW, **changes})


def posts_of(html, book=None, url=URL, **place):
    """Posts of a thread's page; ``place`` changes where it stands."""
    tree = tree_of(html, url)
    group = find_posts(tree, book if book is not None else LayoutBook())
    assert group is not None
    return build_posts(tree, group, place_at(url, **place))


def group_of(html, book=None):
    return find_posts(tree_of(html), book if book is not None else LayoutBook())


def records_of(html, role, url=URL, book=None, **place):
    tree, book = tree_of(html, url), book or LayoutBook()
    rows = []
    if role == "index":
        rows = rows_of(tree, link_groups(tree)[0])
    found = Found(tree, role, find_posts(tree, book), rows, book)
    return list(StructureExtractor().extract(found, place_at(url, **place)))


def article_of(html, url="http://n.example/news/1.html", **place):
    (article,) = records_of(html, "article", url, **place)
    return article


def column(posts, name):
    return [getattr(post, name) for post in posts]


WORDS = [
    "The kettle boils over whenever the lid is closed, has anybody seen that?",
    "Mine does the same. I leave the lid open and stay in the kitchen.",
    "Descale it with vinegar once a month, then it behaves.",
    "Thank you both, the vinegar did it and the noise is gone as well.",
]
NAMES = ["anna", "bert", "carla", "anna"]
TIMES = ["2024-03-04 10:00", "2024-03-04 11:30", "2024-03-05 08:15", "2024-03-06 19:45"]
ISO = [
    "2024-03-04T10:00+00:00",
    "2024-03-04T11:30+00:00",
    "2024-03-05T08:15+00:00",
    "2024-03-06T19:45+00:00",
]


def div_post(n, *, words=None, name=None, time=None, extra="", attributes=""):
    """A post of a list of divs."""
    name = name or NAMES[n % 4]
    return f"""<div class="post" {attributes}>
      <div class="head"><a class="username" href="/user/{name}">{name}</a>
      <span class="date">{time or TIMES[n % 4]}</span></div>
      <div class="content">{WORDS[n % 4] if words is None else words}</div>{extra}</div>"""


def div_thread(count=4, **changes):
    posts = "".join(div_post(n, **changes) for n in range(count))
    return html_page(f'<h1>A small thread</h1><div id="posts">{posts}</div>')
