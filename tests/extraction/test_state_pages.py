"""Threads, articles and lists of pages that hold them as data for their scripts."""

from __future__ import annotations

import json

import pytest
from extraction_kit import NAMES, WORDS, column
from state_kit import EPOCHS, FORMS, IDS, SHELL, TIMES, TITLE, block, page, read, records, scripted


def thread(posts=range(4), **changes):
    own = [
        {"id": IDS[n], "author": {"name": NAMES[n]}, "createdAt": TIMES[n], "body": WORDS[n]}
        for n in posts
    ]
    return {"thread": {"id": 77, "title": TITLE, "posts": own, **changes}}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_posts_in_the_forms_that_software_writes(form):
    reading, posts = read(form())
    assert reading.role == "thread"
    assert reading.title == TITLE
    assert column(posts, "author") == NAMES
    assert column(posts, "body_text") == WORDS
    assert column(posts, "published") == TIMES
    assert column(posts, "floor") == [1, 2, 3, 4]
    assert column(posts, "template") == ["page-data"] * 4


STORY = "".join(f"<p>{words} {words}</p>" for words in WORDS)


def article(**changes):
    told = {
        "id": "a77",
        "headline": TITLE,
        "authors": [{"name": "Dora Meier"}, {"name": "Emil Kant"}],
        "publishedAt": TIMES[0],
        "updatedAt": TIMES[3],
        "body": STORY,
        "summary": "Kettles, tested.",
    }
    related = [
        {"headline": f"Another story {n}", "body": STORY, "publishedAt": TIMES[n], "author": "Fay"}
        for n in range(4)
    ]
    return {"article": {**told, **changes}, "relatedArticles": related}


@pytest.mark.parametrize("kind", ["news", "forum"])
def test_an_article_that_only_scripts_are_told(kind):
    reading, (found,) = read(block({"props": article()}), kind=kind)
    assert reading.role == "article"
    assert found.title == TITLE
    assert found.author == "Dora Meier, Emil Kant"
    assert found.published == TIMES[0]
    assert found.template == "page-data"
    assert found.body_text.split() == " ".join(f"{words} {words}" for words in WORDS).split()


def test_an_article_with_what_readers_say_of_it():
    said = [
        {"id": IDS[n], "user": {"nickname": NAMES[n]}, "date": EPOCHS[n], "text": WORDS[n]}
        for n in range(1, 4)
    ]
    _, (found,) = read(block({"props": article(comments=said)}), kind="news")
    assert WORDS[0] in found.body_text
    assert column(found.comments, "author") == NAMES[1:]
    assert column(found.comments, "body_text") == WORDS[1:]


@pytest.mark.parametrize(
    ("url", "sure"), [("http://n.example/n/4471", 0.8), ("http://n.example/x", 0.5)]
)
def test_the_only_text_of_a_page_whose_title_is_that_of_its_site(url, sure):
    _, (found,) = read(block({"props": article(id=4471)}, title="Town", url=url), kind="news")
    assert (found.title, found.confidence) == (TITLE, sure)


@pytest.mark.parametrize(
    ("name", "count"), [("story", 1), ("helpTopic", 1), ("siteNotice", 0), ("maintenance", 0)]
)
def test_the_only_text_of_a_page_can_be_a_notice_of_its_site(name, count):
    told = {name: article()["article"]}
    found = read(block(told, title="Town", url="http://n.example/x"), kind="news")[1]
    assert len(found) == count


def test_whether_a_text_is_commented_or_answered_a_news_site_has_articles():
    said = [{"id": IDS[n], "name": NAMES[n], "date": EPOCHS[n], "text": WORDS[n]} for n in (1, 2)]
    post = {"id": 77, "title": TITLE, "content": STORY, "createdAt": TIMES[0], "user": "Dora Meier"}
    told = block({"post": {**post, "comments": said}})
    _, (found,) = read(told, kind="news")
    assert (found.author, found.published) == ("Dora Meier", TIMES[0])
    assert column(found.comments, "author") == NAMES[1:3]
    assert column(read(told)[1], "author") == ["Dora Meier", *NAMES[1:3]]


def listed(n, **changes):
    return {
        "id": 70 + n,
        "title": f"Kettle number {n} drips",
        "path": f"/t/kettle-{n}/{70 + n}",
        "author": {"username": NAMES[n % 4]},
        "createdAt": TIMES[0],
        "lastPostAt": TIMES[n % 4],
        "replyCount": n + 3,
        **changes,
    }


def test_rows_of_a_list_that_hold_addresses():
    reading, _ = read(block({"threads": [listed(n) for n in range(8)]}, title="Kettles"))
    assert reading.role == "index"
    links = {link.url: link.text for link in reading.page.links}
    assert links["http://f.example/t/kettle-3/73"] == "Kettle number 3 drips"
    assert len(links) == 8


def test_a_board_that_is_described_is_a_list():
    board = {"id": 5, "title": "Kettles", "description": "All of them.", "createdAt": TIMES[0]}
    told = {"board": board, "threads": [listed(n) for n in range(8)], "nextPage": "/b/5?page=2"}
    shown = block(told, title="Kettles", url="http://f.example/b/5")
    assert read(shown)[0].role == "index"
    assert [link.url for link in shown.links if link.rel == "next"] == [
        "http://f.example/b/5?page=2"
    ]


@pytest.mark.parametrize("name", ["supportThread", "productQuestion", "chatTopic"])
def test_threads_are_of_what_stands_beside_others(name):
    told = {"props": {name: thread()["thread"]}}
    assert column(read(block(told))[1], "body_text") == WORDS


@pytest.mark.parametrize(("holder", "count"), [("thread", 4), ("newsTopic", 4), ("board", 0)])
@pytest.mark.parametrize("name", ["latestPosts", "recentReplies"])
def test_the_latest_posts_of_a_thread_are_its_own_and_those_of_a_board_are_not(holder, name, count):
    own = thread()["thread"]
    told = {"props": {holder: {"id": 77, "title": TITLE, name: own.pop("posts")}}}
    assert len(read(block(told))[1]) == count


def test_what_a_thread_tells_twice_is_there_once():
    own = thread()["thread"]
    told = {"thread": {**own, "hotPosts": own["posts"][1:3]}}
    assert column(read(block(told))[1], "body_text") == WORDS


def test_what_describes_a_thread_is_no_post_of_it():
    told = thread(description=WORDS[0][:40], createdAt=TIMES[0])
    assert column(read(block(told))[1], "body_text") == WORDS


def test_rows_without_addresses_are_no_links():
    told = {"threads": [listed(n, path=None, slug=f"kettle-{n}") for n in range(8)]}
    reading, records = read(block(told, title="Kettles"))
    assert reading.page.links == records == []


def markup(numbers):
    return "".join(
        f'<div class="post"><b class="author">{NAMES[n]}</b> <time datetime="{TIMES[n]}">'
        f'then</time><div class="text">{WORDS[n]}</div></div>'
        for n in numbers
    )


def test_the_frame_of_an_application_has_a_heading_of_its_own():
    told = f'<script type="application/json">{json.dumps(thread())}</script>'
    menu = "".join(f'<a href="/c/{n}">Shelf number {n}</a>' for n in range(9))
    frame = f"<header><h1>Kettle talk</h1>{menu}</header>{SHELL}<footer>Tea for all.</footer>"
    reading, posts = read(page(frame + told, title="Kettle talk"))
    assert reading.title == TITLE
    assert column(posts, "body_text") == WORDS


def test_posts_that_the_page_shows_are_not_told_twice():
    told = f'<script type="application/json">{json.dumps(thread())}</script>'
    shown = page(f"<h1>{TITLE}</h1>{markup(range(4))}{told}")
    assert shown.state is None
    _, posts = read(shown)
    assert column(posts, "body_text") == WORDS


def test_where_the_page_shows_the_first_posts_alone_all_of_them_are_told_once():
    told = f'<script type="application/json">{json.dumps(thread())}</script>'
    _, posts = read(page(f"<h1>{TITLE}</h1>{markup([0])}{told}"))
    assert column(posts, "body_text") == WORDS


def test_posts_that_a_page_shows_are_not_given_up_for_others_that_it_holds():
    posts = thread()["thread"]["posts"]
    told = {"topic": {"id": 77, "title": TITLE}, "live": {"messages": posts[2:]}}
    script = f'<script type="application/json">{json.dumps(told)}</script>'
    own = markup(range(2))
    shown_times = own.replace("<time ", "<i ").replace(">then</time>", ">2024-03-04 10:00</i>")
    for posts in (own, shown_times):
        _, shown = read(page(f"<h1>{TITLE}</h1>{posts}{script}"))
        assert column(shown, "body_text") == WORDS[:2]
    assert column(read(page(f"<h1>{TITLE}</h1>{script}"))[1], "body_text") == WORDS[2:]


def test_a_page_that_says_enough_is_not_looked_into():
    told = f'<script type="application/json">{json.dumps(thread())}</script>'
    assert page(f"<p>{'Tea is made with water. ' * 80}</p>{told}").state is None


def test_answers_to_posts_stand_behind_them_and_what_is_gone_is_left_out():
    told = thread()
    first, second, third, fourth = told["thread"]["posts"]
    gone = {**third, "id": "790", "isDeleted": True, "body": "Nothing to be seen here any more."}
    second["replies"] = {"edges": [{"node": third}, {"node": gone}]}
    told["thread"]["posts"] = [first, second, fourth]
    _, posts = read(block(told))
    assert column(posts, "body_text") == WORDS


def test_numbers_of_threads_and_of_comments_on_answers_are_no_numbers_of_posts():
    told = thread([1, 2], body=WORDS[0], createdAt=TIMES[0], author=NAMES[0])
    told["thread"]["answers"] = told["thread"].pop("posts")
    told["thread"]["answers"][0]["comments"] = thread([3])["thread"]["posts"]
    _, posts = read(block(told))
    assert column(posts, "body_text") == [WORDS[0], WORDS[1], WORDS[3], WORDS[2]]
    assert column(posts, "post_id") == [None, IDS[1], None, IDS[2]]


def test_the_address_of_one_of_its_posts_is_a_page_of_the_thread():
    told = thread()
    for n, post in enumerate(told["thread"]["posts"]):
        post["url"] = f"/t/which-kettle/77/{n + 1}"
    reading, posts = read(block(told, url="http://f.example/t/which-kettle/77/3"))
    assert column(posts, "body_text") == WORDS
    assert reading.title == TITLE


def test_bodies_are_read_like_those_of_any_page():
    told = thread(range(2))
    told["thread"]["posts"][1]["body"] = (
        f"<blockquote><p>anna wrote:</p><p>{WORDS[0]}</p></blockquote><p>{WORDS[1]}</p>"
        '<p><img src="/i/kettle.jpg"></p><script>track()</script>'
    )
    _, posts = read(block(told))
    assert posts[1].images == ["http://f.example/i/kettle.jpg"]
    assert "track" not in posts[1].body_text
    assert WORDS[1] in posts[1].body_text


def test_the_opening_that_a_further_page_tells_again_is_the_one_of_the_first():
    told = thread([2, 3], body=WORDS[0], createdAt=TIMES[0], author=NAMES[0])
    (first, *_), again = (records(block(told), page) for page in (1, 2))
    assert first.body_text == WORDS[0]
    assert column(again, "body_text") == WORDS[2:]


def test_posts_of_one_member_are_no_thread():
    posts = [{**post, "author": {"name": NAMES[0]}} for post in thread()["thread"]["posts"]]
    told = {"member": {"id": 4123456, "name": NAMES[0], "posts": posts}}
    changes = {"title": NAMES[0], "url": "http://f.example/people/4123456"}
    assert block(told, **changes).state is None
    posts[1]["author"] = {"name": NAMES[1]}
    assert block(told, **changes).state.kind == "thread"


def test_posts_that_name_several_threads_are_none():
    posts = thread()["thread"]["posts"]
    changes = {"title": "What is new", "url": "http://f.example/new"}
    for numbers, kind in (([5, 5, 5, 5], "thread"), ([5, 6, 5, 7], None)):
        told = [{**post, "topicId": n} for post, n in zip(posts, numbers, strict=True)]
        state = block({"posts": told}, **changes).state
        assert (state and state.kind) == kind


def test_posts_that_have_pages_of_their_own_are_no_thread():
    told = thread()
    del told["thread"]["id"], told["thread"]["title"]
    for n, post in enumerate(told["thread"]["posts"]):
        post["url"] = f"/p/{n}00"
    assert block(told, title="Forum").state is None


def test_editors_blocks_and_plain_lines_are_texts():
    told = thread(range(2))
    told["thread"]["posts"][0]["body"] = {
        "type": "doc",
        "content": [
            {"type": "paragraph", "content": [{"type": "text", "text": part}]}
            for part in ("Is tea < coffee?", "I think so.")
        ],
    }
    told["thread"]["posts"][1]["body"] = "No & never.\nCoffee it is."
    _, posts = read(block(told))
    assert [text.split("\n") for text in column(posts, "body_text")] == [
        ["Is tea < coffee?", "", "I think so."],
        ["No & never.", "Coffee it is."],
    ]


@pytest.mark.parametrize(
    "written", ["2024-03-04 10:00:00", "2024/03/04 10:00", "4 Mar 2024, 10:00"]
)
def test_times_as_software_writes_them(written):
    told = thread(range(2))
    told["thread"]["posts"][0]["createdAt"] = written
    _, posts = read(block(told))
    assert posts[0].published.startswith("2024-03-04T10:00")


def test_a_post_that_stands_alone():
    _, (post,) = read(block(thread([0])))
    assert (post.author, post.body_text, post.post_id) == (NAMES[0], WORDS[0], IDS[0])


def test_numbers_that_several_posts_have_are_not_theirs():
    told = thread()
    for post in told["thread"]["posts"]:
        post["id"] = 77
    _, posts = read(block(told))
    assert column(posts, "post_id") == [None] * 4


def test_a_post_that_is_told_again_is_one():
    told = thread()
    told["thread"]["posts"].append(dict(told["thread"]["posts"][2]))
    _, posts = read(block(told))
    assert column(posts, "body_text") == WORDS
    assert column(posts, "post_id") == IDS


def test_pictures_without_words_are_not_the_same_post():
    told = thread(body='<img src="/a.png">', createdAt="2024-03-01T10:00:00Z", author="Ann")
    told["thread"]["posts"][1]["body"] = '<img src="/b.png">'
    assert len(block(told).state.posts) == 5


def test_posts_of_a_page_that_names_them_nowhere_are_less_sure():
    told = thread()
    del told["thread"]["id"], told["thread"]["title"]
    sure = [read(block(one, title="Forum"))[1][0].confidence for one in (thread(), told)]
    assert sure[1] < sure[0]


def beside(name, **changes):
    """Objects with words, times and writers that are none of the page."""
    things = [
        {"id": IDS[n], "author": {"name": NAMES[n]}, "createdAt": TIMES[n], "body": WORDS[n]}
        for n in range(4)
    ]
    return {name: [{**thing, **changes} for thing in things]}


@pytest.mark.parametrize("name", ["support", "review", "activity", "versions"])
def test_what_the_address_names_is_the_page_whatever_holds_it(name):
    _, posts = read(block({name: {"data": thread()}}))
    assert column(posts, "body_text") == WORDS
    told = thread()
    told["thread"] = beside(name, title=None) | {"id": 77, "title": TITLE}
    assert block(told).state is None


@pytest.mark.parametrize(
    "told",
    [
        {"config": {"title": "Kettles"}, "topic": {"id": 77, "title": TITLE}},
        {"config": {"title": "Kettles"}, "topic": {"title": TITLE}},
    ],
)
def test_a_thread_has_its_own_title_and_not_that_of_its_site_or_board(told):
    told["posts"] = thread()["thread"]["posts"]
    for told_all in (told, {"site": {"title": "Kettles", "page": told}}):
        reading, posts = read(block(told_all))
        assert reading.title == TITLE
        assert column(posts, "body_text") == WORDS


def test_what_is_called_as_its_site_says_nothing_of_a_page():
    head = '<meta property="og:site_name" content="Kettles">'
    told = {"config": {"title": "Kettles"}, "posts": thread()["thread"]["posts"]}
    (sure, unsure) = (read(block(told, head=one))[1][0].confidence for one in ("", head))
    assert unsure < sure


def test_a_start_page_has_lists_and_not_the_talk_beside_them():
    told = {"messages": thread()["thread"]["posts"], "topics": [listed(n) for n in range(4)]}
    shown = block(told, title="Kettles", url="http://f.example/")
    assert shown.state.kind == "index"
    told.pop("topics")
    assert block(told, title="Kettles", url="http://f.example/").state is None
    assert block(told, title="Kettles", url="http://f.example/?t=77").state.kind == "thread"


def test_a_lone_text_that_nobody_wrote_is_no_post():
    told = {"job": {"id": 77, "title": TITLE, "body": STORY, "createdAt": TIMES[0]}}
    assert read(block(told))[1] == []
    (found,) = read(block(told), kind="news")[1]
    assert found.title == TITLE
    told["job"]["author"] = NAMES[0]
    assert len(read(block(told))[1]) == 1


def flat_posts(words, *rest):
    """Posts whose words are the same part of a list of parts."""
    first = [{"thread": 1}, {"title": 2, "id": 3, "posts": 5}, TITLE, 77, TIMES[0]]
    count, at = 60, len(first) + 1
    posts = [{"createdAt": 4, "author": 2, "body": at + count} for _ in range(count)]
    return [*first, list(range(at, at + count)), *posts, words, *rest]


def test_words_that_are_told_once_and_named_in_all_posts_have_a_bound():
    state = block(flat_posts("<p>word</p> " * 20_000)).state
    assert sum(len(post.html) for post in state.posts) < 4_000_000


def test_what_stands_in_a_value_again_and_again_has_a_bound():
    count = 2_500
    words = [{"text": 2} for _ in range(count)]
    at = len(flat_posts(None))
    few, many = ([*range(at, at + n)] for n in (2, count))
    assert len(block(flat_posts(few, *words)).state.posts) == 60
    assert 2 < len(block(flat_posts(many, *words)).state.posts) < 60


def test_numbers_of_any_length_are_no_times():
    told = json.dumps(thread()).replace(f'"{TIMES[1]}"', "9" * 4_000)
    state = page(f'{SHELL}<script type="application/json">{told}</script>').state
    assert [post.time for post in state.posts] == [TIMES[n] for n in (0, 2, 3)]


def test_votes_are_no_stars():
    told = thread()
    for votes, post in zip([3, -1, 40, 5], told["thread"]["posts"], strict=True):
        post["rating"] = votes
    assert column(read(block(told))[1], "body_text") == WORDS


@pytest.mark.parametrize(
    "told",
    [
        beside("relatedPosts"),
        beside("recommended"),
        beside("notifications"),
        beside("drafts"),
        beside("latestComments"),
        beside("productReviews"),
        beside("comments", rating=5),
        beside("changelog", author=None),
        beside("items"),
        {"support": beside("messages")},
        {
            "users": [
                {"id": n, "username": NAMES[n], "createdAt": TIMES[n], "bio": WORDS[n]}
                for n in range(4)
            ]
        },
        {"i18n": {f"text.{n}": WORDS[n] for n in range(4)}},
        {
            "adUnits": [
                {"code": f"ad-{n}", "timeout": EPOCHS[n], "body": WORDS[n]} for n in range(4)
            ]
        },
        {"posts": [{**beside("x")["x"][n], "topic": {"title": f"Thread {n}"}} for n in range(4)]},
        {"suggestions": [{"text": words, "date": TIMES[0]} for words in WORDS]},
    ],
)
def test_what_is_beside_a_page_is_none_of_it(told):
    shown = block({"props": told})
    assert shown.state is None
    assert read(shown)[1] == []


@pytest.mark.parametrize(
    "code",
    [
        'window.x = {"thread": {"title": "Which kettle", "posts": [',
        "window.x = " + '{"a":[' * 30_000,
        "window.x = {" + "a:{" * 5_000,
        "window.x = " + "[[" * 40_000 + "]]" * 40_000,
        'var a = "{\\"broken\\": tru' + "e" * 200 + '";' + ' b = {"c": ' * 400,
        "x({posts:[function(){return {a:1}}, `${b}`, /re[/]x/]})" + "," * 200,
        "self.__next_f.push([1," + json.dumps("1a:Tfffffff,abc\n2:[broken\n" * 20) + "])",
        json.dumps([{"a": 1, "b": 99}, {"c": 0}, [2, "x"] * 30]),
        '[["Reactive",1],{"posts":2},[1,2,0]' + ",3" * 40 + "]",
    ],
    ids=lambda code: code[:40],
)
def test_data_that_is_broken_or_goes_in_circles_gives_nothing(code):
    for kind in ("text/javascript", "application/json"):
        shown = page(f'{SHELL}<script type="{kind}">{code}</script>')
        assert shown.state is None
    assert scripted(code).state is None


@pytest.mark.parametrize("shown", ["", "UID:{}", "{}"])
def test_names_that_scripts_write_into_the_links_of_posts(shown):
    people = {str(4100 + n): {"uid": 4100 + n, "username": name} for n, name in enumerate(NAMES)}
    posts = "".join(
        f'<tr><td><a href="/ucp?uid={4100 + n}" class="author">{shown.format(4100 + n)}</a></td>'
        f'<td><span class="date">2024-03-0{n + 4} 10:00</span><p>{WORDS[n]}</p></td></tr>'
        for n in range(4)
    )
    told = json.dumps({**people, "__GROUPS": {"1": {"0": "Members"}}})
    _, found = read(page(f"<table>{posts}</table><script>userInfo.setAll( {told} )</script>"))
    assert column(found, "author") == NAMES
    assert column(found, "body_text") == WORDS
    assert column(found, "template") == [None] * 4


def test_links_with_a_number_of_nobody_stay_as_they_are():
    people = {"4100": {"uid": 4100, "username": "anna"}}
    links = '<a href="/user/7"></a><a href="/page/4100"></a><a href="/user/4100">Bert</a>'
    shown = page(f"{links}<script>userInfo.setAll({json.dumps(people)}); var a = 1;</script>")
    assert [link.text or "" for link in shown.root.iter("a")] == ["", "", "Bert"]
