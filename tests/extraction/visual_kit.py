"""Pages with posts that are known, and networks trained on them in a second."""

from __future__ import annotations

import gzip
import json
from functools import cache

from extraction_kit import NAMES, TIMES, WORDS, html_page, tree_of

from fpcrawl.extraction.train import train_kind
from fpcrawl.extraction.visual.classify import Classifier, network_name
from fpcrawl.extraction.visual.examples import example_of
from fpcrawl.extraction.visual.labelling import known_posts

STYLE = """<style>
body { margin: 0; font: 16px sans-serif; color: #222 }
.side { float: right; width: 200px; background: #eee; font-size: 11px }
.list { margin-right: 240px } .when { color: #888; font-size: 12px }
</style>"""

SKINS = [
    ("div", "post", "head", "content"),
    ("li", "message", "meta", "text"),
    ("article", "reply", "info", "entry"),
    ("div", "item", "line", "words"),
]


def truth(count, shift=0):
    return [
        {
            "author": NAMES[(n + shift) % 4],
            "body": f"{WORDS[(n + shift) % 4]} Number {n + shift}.",
            "time_shown": TIMES[(n + shift) % 4],
        }
        for n in range(count)
    ]


def thread(posts, skin=0):
    """A thread in one of some skins, with a column of news beside it."""
    tag, outer, head, inner = SKINS[skin % len(SKINS)]
    rows = "".join(
        f'<{tag} class="{outer}"><div class="{head}"><a href="/user/{p["author"]}">{p["author"]}'
        f'</a> <span class="when">{p["time_shown"]}</span></div>'
        f'<div class="{inner}"><p>{p["body"]}</p></div></{tag}>'
        for p in posts
    )
    news = "".join(
        f'<p><a href="/news/{n}">A headline of the day {n}</a> <i>2024-02-0{n + 1} 09:00</i></p>'
        for n in range(4)
    )
    side = f'<div class="side"><h4>News</h4>{news}</div>'
    return html_page(f'{side}<h1>A thread</h1><div class="list">{rows}</div>', head=STYLE)


def examples_of():
    """Pages of four kinds of software, by structure, labelled."""
    out = []
    for skin in range(4):
        for count in (1, 3, 6):
            posts = truth(count, skin)
            known = known_posts(posts)
            name = f"software{chr(97 + skin)}"
            out.append(example_of(tree_of(thread(posts, skin)), None, ("forum",), name, known))
    return out


@cache
def small_classifier():
    """A classifier of structure, trained on all skins but the last."""
    examples = [e for e in examples_of() if e.fold != "softwared"]
    networks = train_kind(examples, "forum", rendered=False, votes=1)
    return Classifier({network_name("forum", rendered=False): networks})


def data_folder(root, skins=(0, 1, 2, 3), counts=(1, 3, 5), page_type="thread"):
    """Write a data folder of threads; each skin is a software of its own."""
    (root / "pages").mkdir(parents=True)
    rows = []
    for skin in skins:
        for count in counts:
            posts = truth(count, skin)
            name = f"pages/{skin}-{count}.html.gz"
            (root / name).write_bytes(gzip.compress(thread(posts, skin).encode()))
            rows.append(
                {
                    "id": f"{root.name}/{skin}-{count}",
                    "file": name,
                    "url": f"http://s{skin}.example/thread-{count}.html",
                    "site": f"s{skin}.example",
                    "software": f"software{chr(97 + skin)}1",
                    "page_type": page_type,
                    "lang": "en",
                    "license": "ours",
                    "fetched_at": "2024-05-01T12:00:00+00:00",
                    "truth": {"title": "A thread", "posts": posts},
                }
            )
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (root / "manifest.jsonl").write_text(text, encoding="utf-8")
    return root
