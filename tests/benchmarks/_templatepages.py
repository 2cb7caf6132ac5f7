"""A data folder of pages of three templates of our own, two of them of one site."""

from __future__ import annotations

import gzip
import json

WORDS = "any light machine oil will do said the old man at the counter and he was right".split()


def thread(n):
    posts = "".join(
        f'<div class="post" id="p{n}{i}"><a class="author" href="/user/{i}">ann{i}</a>'
        f'<div class="text"><p>{" ".join(WORDS[i : i + n + 4])}</p></div></div>'
        for i in range(2 + n)
    )
    return f'<div id="posts"><h1 class="title">Thread {n}</h1>{posts}</div>'


def board(n):
    rows = "".join(
        f'<tr class="row"><td class="icon"><img src="/i/new.gif"></td><td class="subject">'
        f'<a href="/t/{i}{n}">{WORDS[i]} {WORDS[i + 1]}</a></td><td class="replies">{i}</td></tr>'
        for i in range(6 + n)
    )
    return f'<table class="list"><caption>Board {n}</caption>{rows}</table>'


def forum(body):
    return (
        '<html><head><link rel="stylesheet" href="/css/forum.css"><script src="/js/forum.js">'
        '</script></head><body class="forum"><ul class="nav"><li class="item"><a href="/">Home'
        f'</a></li><li class="item"><a href="/faq">FAQ</a></li></ul>{body}</body></html>'
    )


def article(n):
    text = "".join(f"<p>{' '.join(WORDS[i:])}</p>" for i in range(3 + n))
    return (
        '<html><head><link rel="stylesheet" href="/style/paper.css"></head><body><header '
        f'class="masthead"><h2>The Paper</h2></header><article class="story"><h1>Story {n}</h1>'
        f'<section class="byline"><time>2024</time></section>{text}</article><footer class='
        '"imprint"><small>All rights</small></footer></body></html>'
    )


TEMPLATES = {
    "lathe:thread": ("lathe.example", "thread", "/t/{}", lambda n: forum(thread(n))),
    "lathe:board": ("lathe.example", "index", "/b/{}", lambda n: forum(board(n))),
    "paper:article": ("paper.example", "article", "/2024/{}", article),
}


def write_templates(folder, pages=5):
    (folder / "pages").mkdir(parents=True)
    rows = []
    for label, (site, kind, path, html) in TEMPLATES.items():
        for n in range(pages):
            name = f"{label.replace(':', '-')}-{n}"
            (folder / "pages" / f"{name}.gz").write_bytes(gzip.compress(html(n).encode()))
            rows.append(
                {
                    "id": name,
                    "file": f"pages/{name}.gz",
                    "cluster": label,
                    "site": site,
                    "page_type": kind,
                    "lang": "en",
                    "core": n != 1,
                    "url": f"http://{site}{path.format(n)}",
                }
            )
    (folder / "clusters.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder
