"""The pages say what the truth endpoint says: every family, both skins, every thread."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from demo_kit import READERS, START, Shown, flat, read_posts

from fpcrawl.demo.model import full_text

FAMILIES = sorted(READERS)


@pytest.fixture(scope="module")
def shown() -> Shown:
    return Shown()


def as_shown(family: str, text: str) -> datetime:
    """Read a time as a family shows it, to its precision."""
    match family:
        case "classic":
            text = re.sub(r"(?<=\d)(st|nd|rd|th)", "", text)
            return datetime.strptime(text, "%b %d, %Y, %I:%M %p").replace(tzinfo=UTC)
        case "divs":
            today = datetime.fromtimestamp(START, UTC)
            day, _, clock = text.rpartition(", ")
            if day in ("Today", "Yesterday"):
                at = today - timedelta(days=day == "Yesterday")
                text = f"{at:%a %b %d, %Y} {clock}"
            return datetime.strptime(text, "%a %b %d, %Y %I:%M %p").replace(tzinfo=UTC)
        case "terms" | "nest":
            return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
        case "ledger":
            return datetime.fromtimestamp(int(text), UTC)
    return datetime.fromisoformat(text)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("skin", [0, 1])
def test_every_thread_page_shows_the_truth(family: str, skin: int) -> None:
    shown = Shown()
    shown.world.set_skin(family, skin)
    posts = [p for p in shown.truth("posts", family=family) if p["reachable"]]
    pages = {t["url"]: t["pages"] for t in shown.truth("threads", family=family)}
    view = shown.site.views[family]
    by_thread: dict[str, list[dict[str, object]]] = {}
    for post in posts:
        by_thread.setdefault(post["thread_url"], []).append(post)
    assert len(posts) > 100
    for url, expected in by_thread.items():
        thread = next(
            t for t in view.family.threads.values() if view.base + view.thread_path(t) == url
        )
        found = [
            line
            for page in range(1, pages[url] + 1)
            for line in read_posts(shown.tree(view.thread_path(thread, page)), family, skin)
        ]
        want = []
        for post in expected:
            at = datetime.fromisoformat(str(post["published"]))
            if post["shown_precision"] == "minute":
                at = at.replace(second=0)
            want.append((post["author"], at, flat(str(post["body_text"]))))
        assert [(a, as_shown(family, t), b) for a, t, b in found] == want, url


@pytest.mark.parametrize("family", FAMILIES)
def test_two_skins_differ_in_classes_and_nesting(family: str, shown: Shown) -> None:
    other = Shown()
    other.world.set_skin(family, 1)
    board = next(b for b in shown.truth("boards", family=family) if b["reachable"])
    thread = next(t for t in shown.truth("threads", family=family) if t["reachable"])
    for target in (board["url"], thread["url"]):
        first, second = shown.tree(target), other.tree(target)
        chains = [
            {"/".join(a.tag for a in e.iterancestors()) for e in tree.iter() if e.text}
            for tree in (first, second)
        ]
        classes = [
            {e.get("class") for e in tree.iter() if e.get("class")} for tree in (first, second)
        ]
        assert classes[0] != classes[1]
        assert chains[0] != chains[1]
    post, *_ = READERS[family][0]
    assert first.xpath(post)
    assert not second.xpath(post)


@pytest.mark.parametrize("family", FAMILIES)
def test_boards_list_sticky_threads_first_and_then_the_newest(family: str, shown: Shown) -> None:
    for board in shown.truth("boards", family=family):
        if not board["reachable"]:
            continue
        threads = [
            t
            for t in shown.truth("threads", family=family)
            if t["board_url"] == board["url"] and not t["deleted"]
        ]
        threads.sort(key=lambda t: t["last_post"], reverse=True)
        threads.sort(key=lambda t: not t["sticky"])
        view = shown.site.views[family]
        home = view.family.boards[board["board_id"]]
        listed: list[str] = []
        for page in range(1, board["pages"] + 1):
            for href in shown.tree(view.board_path(home, page)).xpath(
                "//*[self::table or self::ul or self::ol or self::dl or self::div]//a/@href"
            ):
                clean = view.base + re.sub(r"[?&]sid=[^&]*", "", href)
                if clean in {t["url"] for t in threads} and clean not in listed:
                    listed.append(clean)
        assert set(listed) == {t["url"] for t in threads}
        sticky = [t["url"] for t in threads if t["sticky"]]
        assert [url for url in listed if url in sticky] == sticky
        assert home.listing()[0].sticky
        assert [view.base + view.thread_path(t) for t in home.listing()] == [
            t["url"] for t in threads
        ]


def test_charsets_are_said_where_each_family_says_them(shown: Shown) -> None:
    said = {key: shown.get(f"/{key}/").content_type for key in FAMILIES}
    assert said["nest"] == "text/html"
    assert said["terms"].endswith("gb2312")
    assert said["classic"].endswith("ISO-8859-1")
    body = bytes(shown.get("/nest/").body)
    assert b"charset=gbk" in body
    assert "燕窝论坛" in body.decode("gbk")
    with pytest.raises(UnicodeDecodeError):
        body.decode("utf-8")


def test_nest_redirects_to_posts_and_shows_one_author(shown: Shown) -> None:
    thread = max(shown.world.families["nest"].threads.values(), key=lambda t: len(t.posts))
    reply = shown.get(f"/nest/forum.php?mod=redirect&tid={thread.id}&goto=lastpost")
    where = dict(reply.headers)["Location"]
    assert reply.status == 302
    assert where.startswith(
        f"/nest/thread-{thread.id}-{shown.world.families['nest'].pages(thread)}-"
    )
    assert where.endswith(f"#pid{thread.last.id}")
    who = thread.alive[0].author
    tree = shown.tree(f"/nest/forum.php?mod=viewthread&tid={thread.id}&authorid={who.id}")
    assert {name for name, _, _ in read_posts(tree, "nest", 0)} == {who.name}
    printable = shown.tree(f"/nest/forum.php?mod=viewthread&tid={thread.id}&action=printable")
    assert "作者" in printable.text_content()


def test_linked_data_of_plaza_repeats_the_posts(shown: Shown) -> None:
    thread = max(shown.world.families["plaza"].threads.values(), key=lambda t: len(t.posts))
    tree = shown.tree(shown.site.views["plaza"].thread_path(thread, 2))
    data = json.loads(tree.xpath("//script[@type='application/ld+json']")[0].text)
    assert data["@type"] == "DiscussionForumPosting"
    assert data["headline"] == thread.title
    names = [name for name, _, _ in read_posts(tree, "plaza", 0)]
    assert [c["author"]["name"] for c in data["comment"]] == names


def test_sessions_and_relative_times_change_while_the_page_stays(shown: Shown) -> None:
    live = Shown(speed=1.0, live=False)
    board = shown.truth("boards", family="nest")[0]["url"]
    first = live.get(board)
    live.real = 7200.0
    second = live.get(board)
    assert first.body != second.body
    assert dict(first.headers)["ETag"] == dict(second.headers)["ETag"]
    one, two = (bytes(shown.get("/divs/").body) for _ in range(2))
    assert re.findall(rb"sid=(\w+)", one)[0] != re.findall(rb"sid=(\w+)", two)[0]
    kept = bytes(shown.get("/divs/", cookie="divs_sid=mine").body)
    assert set(re.findall(rb"sid=(\w+)", kept)) == {b"mine"}


def test_quotes_deletions_and_edits_are_shown(shown: Shown) -> None:
    family = shown.world.families["divs"]
    quoting = next(p for p in family.posts.values() if p.quote_of and not p.deleted)
    assert full_text(quoting.body) != ""
    assert shown.tree(shown.site.views["divs"].post_path(quoting)).xpath("//blockquote")
    edited = next(p for p in family.posts.values() if p.edits and not p.deleted)
    page = bytes(shown.get(shown.site.views["divs"].post_path(edited)).body)
    assert b"Last edited by" in page
    gone = next(
        p for p in family.posts.values() if p.deleted and not family.threads[p.thread_id].deleted
    )
    page = bytes(shown.get(shown.site.views["divs"].post_path(gone)).body)
    assert b"has been removed" in page


@pytest.mark.parametrize("skin", [0, 1])
def test_news_pages_show_the_truth(skin: int) -> None:
    shown = Shown()
    shown.world.set_skin("news", skin)
    articles = shown.truth("articles")
    assert len(articles) > 40
    assert any(a["pages"] == 2 for a in articles)
    assert any(len(a["comments"]) > 1 for a in articles)
    body_path = "//div[@class='article-body']" if skin == 0 else "//div[@class='story-words']/div"
    linked = 0
    for article in articles:
        text = ""
        for page in range(1, article["pages"] + 1):
            target = article["url"] if page == 1 else article["url"].replace(".html", "_2.html")
            tree = shown.tree(target)
            text += " ".join(p.text_content() for p in tree.xpath(f"{body_path}/p")) + " "
        assert flat(text) == flat(article["body_text"])
        assert tree.xpath("//h1")[0].text_content() == article["title"]
        assert article["author"] in tree.xpath("//main")[0].text_content()
        linked += len(tree.xpath("//script[@type='application/ld+json']"))
        times = [c["published"] for c in article["comments"]]
        assert times == sorted(times, reverse=True)
        said = [flat(e.text_content()) for e in tree.xpath("//div[@class='c-text']")]
        assert said == [flat(c["body_text"]) for c in article["comments"]]
    assert 0 < linked < len(articles)
    sections = {a["section_url"] for a in articles}
    listed = set()
    for url in sections:
        for page in range(1, 10):
            target = url if page == 1 else f"{url}page-{page}.html"
            reply = shown.get(target)
            if reply.status == 404:
                break
            main = shown.tree(target).xpath("//main")[0]
            listed.update(main.xpath(".//a/@href"))
    assert {a["url"].removeprefix(shown.site.base) for a in articles} <= listed


def test_every_link_of_the_site_leads_somewhere(shown: Shown) -> None:
    seen = {"/"}
    queue = ["/"]
    while queue:
        target = queue.pop()
        reply = shown.get(target, cookie="divs_sid=mine")
        if reply.status == 302:
            links = [dict(reply.headers)["Location"]]
        else:
            assert reply.status == 200, target
            text = bytes(reply.body).decode("gbk" if "/nest" in target else "utf-8", "replace")
            links = re.findall(r'(?:href|src)="(/[^"#]*)', text)
        for link in links:
            clean = link.replace("&amp;", "&").partition("#")[0]
            if clean not in seen:
                seen.add(clean)
                queue.append(clean)
    wanted = {
        p["thread_url"].removeprefix(shown.site.base)
        for p in shown.truth("posts")
        if p["reachable"]
    }
    assert wanted <= seen


def test_pages_show_the_sites_own_clock() -> None:
    shown = Shown(utc_offset_s=8 * 3600)
    assert shown.truth("now")[0]["utc_offset_s"] == 8 * 3600
    for family in ("terms", "plaza"):
        post = next(p for p in shown.truth("posts", family=family) if p["reachable"])
        assert post["published"].endswith("+08:00")
        seen = read_posts(shown.tree(post["url"]), family, 0)
        at = as_shown(family, seen[0][1]).replace(tzinfo=None)
        want = datetime.fromisoformat(post["published"]).replace(tzinfo=None)
        assert at == (want.replace(second=0) if family == "terms" else want)
    assert "GMT+8" in shown.tree("/terms/").text_content()


@pytest.mark.parametrize(
    "target",
    [
        "/classic/viewtopic.php?t=-1",
        "/classic/viewforum.php?f=1&start=-10",
        "/divs/thread.php?id=99999999999",
        "/divs/post.php?p=x",
        "/nest/thread-12-99-1.html",
        "/nest/forum.php?mod=redirect&goto=lastpost",
        "/nest/forum.php?mod=viewthread&tid=%ff%00",
        "/terms/show.asp?bid=2&id=12",
        "/ledger/b-9/1/",
        "/latte/t/x/0",
        "/plaza/t/٣",
        "/news/town/2026/03/1.html",
        "/static",
        "/hostile/",
        "//",
        "/?%0d%0aX: y",
    ],
)
def test_odd_addresses_are_missing_and_harmless(shown: Shown, target: str) -> None:
    reply = shown.get(target)
    assert reply.status == (200 if target.startswith("/?") else 404)


def test_a_redirect_cannot_carry_a_header(shown: Shown) -> None:
    reply = shown.get("/classic/viewforum.php?f=4&x=%0d%0aSet-Cookie:%20a=b")
    assert reply.status == 302
    assert not re.search(r"[\r\n]", dict(reply.headers)["Location"])


@pytest.mark.parametrize("family", FAMILIES)
def test_new_paint_changes_the_frame_and_no_post(family: str) -> None:
    shown = Shown()
    thread = next(t for t in shown.truth("threads", family=family) if t["reachable"])
    before = shown.tree(thread["url"])
    shown.world.touch_up(family)
    after = shown.tree(thread["url"])
    assert read_posts(after, family, 0) == read_posts(before, family, 0)
    assert not before.xpath("//div[@class='promo-box']")
    assert len(after.xpath("//body/div[@class='frame-2026']/div[@class='promo-box']")) == 1
    assert after.xpath("count(//*[contains(@class, '-2026')])") >= 2
