"""Pages of our own that hold what they show as data, in the forms that software writes it in."""

from __future__ import annotations

import html
import json
from urllib.parse import quote

from extraction_kit import NAMES, WORDS, page_of, place_at

from fpcrawl.extraction.extractor import Found, StructureExtractor
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.walk.reading import read_structure
from fpcrawl.walk.roles import decide

TITLE = "Which kettle does not boil over?"
URL = "http://f.example/t/which-kettle/77"
TIMES = [f"2024-03-0{n}T10:00:00+00:00" for n in (4, 5, 6, 7)]
EPOCHS = [1709546400 + n * 86400 for n in range(4)]
IDS = ["701", "702", "703", "704"]
SHELL = '<div id="app"></div>'


def page(body, title=f"{TITLE} - Kettles", url=URL, head=""):
    source = f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    return page_of(source, url)


def scripted(code, **changes):
    return page(f"{SHELL}<script>{code}</script>", **changes)


def block(value, kind="application/json", **changes):
    told = json.dumps(value).replace("</", "<\\/")
    return page(f'{SHELL}<script type="{kind}" id="data">{told}</script>', **changes)


def in_attribute(value, name="data-page"):
    return page(f'<div id="app" {name}="{html.escape(json.dumps(value))}"></div>')


def read(page, role=None, kind="forum", family=None):
    """Reading of a page as a crawl makes it, and its records."""
    reading = read_structure(page, LayoutBook())
    decide(reading, family, role, kind=kind)
    found = Found(reading.tree, reading.role, reading.posts, [], told=reading.told)
    records = StructureExtractor().extract(found, place_at(page.url))
    return reading, list(records)


def records(page, number):
    """Records of the page of a thread that has a number."""
    reading = read_structure(page, LayoutBook())
    found = Found(reading.tree, "thread", reading.posts, [], told=reading.told)
    return StructureExtractor().extract(found, place_at(page.url, page=number))


# -- what software writes


def discourse():
    posts = [
        {
            "id": int(IDS[n]),
            "name": NAMES[n].title(),
            "username": NAMES[n],
            "avatar_template": "/a/{size}.png",
            "created_at": TIMES[n],
            "updated_at": "2024-04-01T10:00:00Z",
            "cooked": f"<p>{WORDS[n]}</p>",
            "post_number": n + 1,
            "post_type": 1,
            "topic_id": 77,
            "user_title": None,
            "bio_excerpt": "I like tea, and I have been boiling it for years.",
        }
        for n in range(4)
    ]
    closed = {**posts[0], "id": 799, "cooked": "", "post_number": 5, "post_type": 3}
    topic = {
        "post_stream": {"posts": [*posts, closed], "stream": [701, 702, 703, 704, 799]},
        "id": 77,
        "title": TITLE,
        "created_at": TIMES[0],
        "slug": "which-kettle",
        "suggested_topics": [
            {"id": 70 + n, "title": f"Another thread {n}", "slug": f"another-{n}"} for n in range(5)
        ],
    }
    store = {
        "site": json.dumps({"categories": [{"id": 1, "name": "Tea", "slug": "tea"}] * 9}),
        "topic_77": json.dumps(topic),
        "customHTML": json.dumps({"top": "", "footer": "<p>Be nice to each other.</p>"}),
    }
    return in_attribute(store, "data-preloaded")


def next_pages():
    posts = [
        {
            "_id": f"65e5a0b1c2d3e4f5a6b7c8{n:02d}",
            "author": {"id": n, "displayName": NAMES[n], "url": f"/user/{NAMES[n]}"},
            "createdAt": EPOCHS[n] * 1000,
            "text": WORDS[n],
        }
        for n in range(4)
    ]
    props = {"thread": {"id": 77, "title": TITLE, "posts": posts}, "locale": {"reply": "Answer"}}
    return block({"props": {"pageProps": props}, "page": "/t/[slug]"})


def nuxt_flat():
    parts = [["ShallowReactive", 1], {"data": 2}, {"thread": 3}, {"title": 4, "posts": 5}, TITLE]
    parts.append([])
    for n in range(4):
        at = len(parts)
        parts[5].append(at)
        names = ("id", "author", "createdAt", "body")
        parts.append({name: at + 1 + k for k, name in enumerate(names)})
        parts += [int(IDS[n]), NAMES[n], ["Date", TIMES[n]], f"<p>{WORDS[n]}</p>"]
    return block(parts)


def nuxt_function():
    posts = ",".join(
        f'{{id:{IDS[n]},author:{"abca"[n]},created_at:"{TIMES[n]}",body:"\\u003Cp\\u003E{WORDS[n]}"}}'
        for n in range(4)
    )
    return scripted(
        "window.__NUXT__=(function(a,b,c,d){return {layout:d,data:[{thread:"
        f'{{title:"{TITLE}",views:120,hot:!0,tags:void 0,posts:[{posts}]}}}}]}}}}'
        '("anna","bert","carla","default"));'
    )


def inertia():
    posts = [
        {"id": IDS[n], "user": {"name": NAMES[n]}, "created_at": TIMES[n], "body_html": WORDS[n]}
        for n in range(4)
    ]
    props = {"discussion": {"title": TITLE, "slug": "which-kettle"}, "replies": {"data": posts}}
    return in_attribute({"component": "Show", "props": props, "url": "/t/which-kettle/77"})


def question():
    answers = {
        IDS[n]: {
            "id": int(IDS[n]),
            "type": "answer",
            "url": f"https://f.example/api/v4/answers/{IDS[n]}",
            "author": {"id": "x", "name": NAMES[n], "headline": "Boils water"},
            "createdTime": EPOCHS[n],
            "updatedTime": EPOCHS[n] + 9,
            "content": f"<p>{WORDS[n]}</p>",
            "excerpt": WORDS[n][:20],
            "question": {"id": "77", "title": TITLE},
        }
        for n in range(1, 4)
    }
    asked = {
        "id": "77",
        "title": TITLE,
        "created": EPOCHS[0],
        "detail": WORDS[0],
        "author": {"name": NAMES[0]},
        "answerCount": 3,
    }
    entities = {"questions": {"77": asked}, "answers": answers, "users": {}}
    return block({"initialState": {"entities": entities}}, kind="text/json")


def initial_state():
    users = {f"u{n}": {"id": f"u{n}", "nickname": name} for n, name in enumerate(NAMES)}
    posts = [
        {"pid": IDS[n], "uid": f"u{n}", "postTime": EPOCHS[n], "message": WORDS[n], "floor": n + 1}
        for n in range(4)
    ]
    state = {"users": users, "topic": {"tid": 77, "subject": TITLE}, "postList": posts}
    return scripted(f"window.__INITIAL_STATE__ = {json.dumps(state)};(function(){{var s;}}());")


def parsed_string():
    posts = [
        {"id": IDS[n], "userName": NAMES[n], "ctime": EPOCHS[n], "content": f"<p>{WORDS[n]}</p>"}
        for n in range(4)
    ]
    told = json.dumps({"thread": {"title": TITLE, "comments": posts}})
    return scripted(f"window.__STATE__ = JSON.parse({json.dumps(told)});")


def percent_encoded():
    posts = [
        {"id": IDS[n], "userName": NAMES[n], "ctime": EPOCHS[n], "content": f"<p>{WORDS[n]}</p>"}
        for n in range(4)
    ]
    told = quote(json.dumps({"thread": {"title": TITLE, "comments": posts}}))
    return scripted(f'var data = decodeURIComponent("{told}");')


def apollo():
    store = {"ROOT_QUERY": {"__typename": "Query", 'thread({"id":"77"})': {"__ref": "Thread:77"}}}
    refs = [{"__ref": f"Comment:{n}"} for n in IDS]
    store["Thread:77"] = {"__typename": "Thread", "id": "77", "title": TITLE, "posts": refs}
    for n in range(4):
        store[f"User:{n}"] = {"__typename": "User", "id": str(n), "username": NAMES[n]}
        store[f"Comment:{IDS[n]}"] = {
            "__typename": "Comment",
            "id": IDS[n],
            "author": {"__ref": f"User:{n}"},
            "createdAt": TIMES[n],
            "body": {"__typename": "Text", "html": f"<p>{WORDS[n]}</p>"},
        }
    return scripted(f"window.__APOLLO_STATE__={json.dumps(store)}")


def edges():
    nodes = [
        {
            "node": {
                "databaseId": int(IDS[n]),
                "author": {"node": {"name": NAMES[n]}},
                "date": TIMES[n],
                "content": f"<p>{WORDS[n]}</p>",
            }
        }
        for n in range(4)
    ]
    thread = {"title": TITLE, "replies": {"edges": nodes, "pageInfo": {"hasNextPage": False}}}
    return scripted(f"window.__remixContext = {json.dumps({'loaderData': {'topic': thread}})};")


def sveltekit():
    posts = ",".join(
        f"{{id:{IDS[n]},author:{{name:'{NAMES[n]}'}},created:new Date({EPOCHS[n]}000),"
        f"html:'<p>{WORDS[n]}</p>'}}"
        for n in range(4)
    )
    return scripted(
        'Promise.all([import("./start.js")]).then(([kit, app]) => {kit.start(app, element, '
        f'{{node_ids: [0, 2],data: [null,{{type:"data",data:{{thread:{{title:"{TITLE}",'
        f"posts:[{posts}]}}}},uses:{{}}}}]}});}});"
    )


def streamed():
    values = ["root", {"_2": 3}, "thread", {"_4": 5, "_6": 7}, "title", TITLE, "posts", []]
    values[0] = {"_99": 1}
    for n in range(4):
        at = len(values)
        values[7].append(at)
        values.append({f"_{at + 1}": at + 2, f"_{at + 3}": at + 4, f"_{at + 5}": at + 6})
        values += ["author", NAMES[n], "createdAt", TIMES[n], "content", WORDS[n]]
    told = json.dumps(json.dumps(values) + "\n")
    return scripted(f"window.__reactRouterContext.streamController.enqueue({told});")


def server_components():
    posts = [
        {"id": IDS[n], "author": {"name": NAMES[n]}, "createdAt": f"$D{TIMES[n]}", "body": WORDS[n]}
        for n in range(4)
    ]
    posts[0]["body"] = "$1a"
    words = WORDS[0].encode()
    rows = f'2:["$","main",null,{json.dumps({"thread": {"title": TITLE, "posts": posts}})}]\n'
    text = f"0:I[123,[]]\n1a:T{len(words):x},{WORDS[0]}{rows}"
    halves = text[:300], text[300:]
    return scripted("".join(f"self.__next_f.push([1,{json.dumps(half)}]);" for half in halves))


def resources():
    posts = [
        {
            "type": "comments",
            "id": IDS[n],
            "attributes": {"postedAt": TIMES[n], "contentHtml": f"<p>{WORDS[n]}</p>"},
            "relationships": {"user": {"data": {"type": "users", "id": str(n)}}},
        }
        for n in range(4)
    ]
    users = [
        {"type": "users", "id": str(n), "attributes": {"username": NAMES[n % 4]}} for n in range(9)
    ]
    thread = {"type": "discussions", "id": "77", "attributes": {"title": TITLE}}
    return block({"document": {"data": thread, "included": [*users, *posts]}})


def angular():
    told = json.dumps({"/thread/77": {"body": plain_thread()}})
    for sign, name in (("&", "&a;"), ('"', "&q;"), ("<", "&l;"), (">", "&g;"), ("'", "&s;")):
        told = told.replace(sign, name)
    return page(f'{SHELL}<script type="application/json">{told}</script>')


def plain_thread(body=lambda n: WORDS[n], time=lambda n: TIMES[n]):
    posts = [
        {"id": IDS[n], "author": {"name": NAMES[n]}, "createdAt": time(n), "body": body(n)}
        for n in range(4)
    ]
    return {"thread": {"id": 77, "title": TITLE, "posts": posts}}


def commented():
    return page(
        f'{SHELL}<script type="application/json"><!--{json.dumps(plain_thread())}--></script>'
    )


def percent_block():
    told = quote(json.dumps(plain_thread()))
    return page(f'{SHELL}<script type="application/json">{told}</script>')


def escaped_string():
    told = json.dumps(plain_thread()).replace('"', "\\u0022").replace("{", "\\u007B")
    return scripted(f'x = JSON.parse("{told}");')


def single_quotes():
    told = json.dumps(plain_thread()).replace("\\", "\\\\").replace("'", "\\'")
    return scripted(f"x = '{told}';")


def undefined():
    told = json.dumps({**plain_thread(), "draft": "?"}).replace('"?"', "undefined")
    return scripted(f"window.DATA = {told};")


def views():
    said = [
        {
            "comment": {"id": int(IDS[n]), "content": WORDS[n], "published": TIMES[n]},
            "creator": {"id": n, "name": NAMES[n]},
            "counts": {"score": 3},
        }
        for n in range(1, 4)
    ]
    asked = {"id": 77, "name": TITLE, "body": WORDS[0], "published": TIMES[0]}
    about = {"post": asked, "creator": {"id": 0, "name": NAMES[0]}, "community": {"name": "tea"}}
    return scripted(f"window.isoData = {json.dumps({'post_view': about, 'comments': said})};")


def listings():
    def said(n, *answers):
        told = {"author": NAMES[n], "created_utc": EPOCHS[n] + 0.0, "body": WORDS[n], "id": IDS[n]}
        return {"kind": "t1", "data": {**told, "replies": listing(*answers) if answers else ""}}

    def listing(*things):
        return {"kind": "Listing", "data": {"children": list(things)}}

    asked = {"id": "a77x", "title": TITLE, "author": NAMES[0], "created_utc": EPOCHS[0]}
    asked = {"kind": "t3", "data": {**asked, "selftext": WORDS[0], "num_comments": 3}}
    return block([listing(asked), listing(said(1, said(2)), said(3))])


def wordpress():
    posts = [
        {
            "id": int(IDS[n]),
            "date": TIMES[n],
            "content": {"rendered": f"<p>{WORDS[n]}</p>"},
            "author": n,
            "_embedded": {"author": [{"id": n, "name": NAMES[n]}]},
        }
        for n in range(4)
    ]
    return block({"topic": {"title": {"rendered": TITLE}, "link": URL}, "replies": posts})


def own_words():
    first = {"widgetTitle": TITLE, "publishTime": EPOCHS[0], "widgetContent": f"<p>{WORDS[0]}</p>"}
    posts = [
        {"id": IDS[n], "userNick": NAMES[n], "createTime": EPOCHS[n], "replyContent": WORDS[n]}
        for n in range(1, 4)
    ]
    detail = {"data": {**first, "authorName": NAMES[0], "itemId": 77123456}}
    return scripted(f"window.initialState={json.dumps({'detail': detail, 'replyList': posts})}")


def times_in_objects():
    return block(plain_thread(time=lambda n: {"_seconds": EPOCHS[n], "_nanoseconds": 0}))


def blocks_with_a_time():
    def body(n):
        parts = [{"type": "paragraph", "data": {"text": WORDS[n]}}]
        return {"time": EPOCHS[n] * 1000, "blocks": parts, "version": "2.28"}

    return block(plain_thread(body))


def spans():
    def body(n):
        half = len(WORDS[n]) // 2
        parts = [{"_type": "span", "text": text} for text in (WORDS[n][:half], WORDS[n][half:])]
        return [{"_type": "block", "_key": "a", "children": parts}]

    return block(plain_thread(body))


FORMS = [
    resources,
    angular,
    commented,
    percent_block,
    escaped_string,
    single_quotes,
    undefined,
    views,
    listings,
    wordpress,
    own_words,
    times_in_objects,
    blocks_with_a_time,
    spans,
    discourse,
    next_pages,
    nuxt_flat,
    nuxt_function,
    inertia,
    question,
    initial_state,
    parsed_string,
    percent_encoded,
    apollo,
    edges,
    sveltekit,
    streamed,
    server_components,
]
