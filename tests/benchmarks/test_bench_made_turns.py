"""Made sites that do one thing which the other made sites never do."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape

import lxml.html
import pytest
from _madepages import perfect_lines

from benchmarks._madesite import Shape
from benchmarks._madestories import STORY_TURNS
from benchmarks._madeturns import DOUBLES, FORUM_TURNS, NAMED_TURNS, NEWS_TURNS, SITE_TURNS, take
from benchmarks._recording import load_recording
from benchmarks._siterecords import judge_records
from benchmarks._sitetruth import load_truth
from benchmarks.common import BenchError
from benchmarks.made_sites import main, make_sites
from benchmarks.scoring import summarise
from fpcrawl.pages.dates import find_times

TURNS = [("turned_forum", turn) for turn in (*FORUM_TURNS, *NAMED_TURNS)]
TURNS += [("turned_news", turn) for turn in (*NEWS_TURNS, *STORY_TURNS)]
SITES = [site for kind, turn in TURNS for site in make_sites((kind,), 3, 2, turn)]
IDS = [f"{site.name}-{site.shape['turn']}" for site in SITES]


def turned(turn, kind="turned_forum", seed=3):
    (site,) = make_sites((kind,), seed, 1, turn)
    return site


def source(site, path):
    return site.pages[path][1].decode(site.charset)


def squeezed(text):
    return re.sub(r"\s+", "", text)


def words_of(site, path):
    return squeezed(unescape(lxml.html.document_fromstring(source(site, path)).text_content()))


def test_a_turn_is_named_or_drawn():
    shape = Shape(4, {"language": "en"}, frozenset({"acts"}))
    assert take(shape, "hop", FORUM_TURNS).extras == {"acts", "hop"}
    drawn = {take(Shape(n, {}, frozenset()), None, NEWS_TURNS)["turn"] for n in range(200)}
    assert drawn == set(NEWS_TURNS)
    again = list(make_sites(("turned_forum", "turned_news"), 5, 2))
    same = make_sites(("turned_forum", "turned_news"), 5, 2)
    assert [site.digest() for site in again] == [site.digest() for site in same]


@pytest.mark.parametrize("args", [["--turn", "hop"], ["--kind", "turned_news", "--turn", "guests"]])
def test_a_turn_that_a_kind_has_not(args):
    with pytest.raises(BenchError, match="--turn is one of those of the kind"):
        main(args)


@pytest.mark.parametrize("site", SITES, ids=IDS)
def test_the_truth_is_on_the_pages(site):
    for thread in site.threads:
        whole = "".join(words_of(site, path) for path, _ in thread.pages)
        for path, posts in thread.pages:
            text = words_of(site, path) if site.kind == "forum" else whole
            for post in posts:
                assert all(squeezed(line) in text for line in (post.own or post.body).splitlines())
                assert all(name in source(site, path) for name in post.author.split(", "))
        assert all(path in site.pages for path, _ in (*thread.aliases, *thread.parts))


@pytest.mark.parametrize("site", SITES, ids=IDS)
def test_a_perfect_reading_gets_full_marks(site, tmp_path):
    folder = site.write(tmp_path)
    truth = load_truth(folder, load_recording(folder))
    lines = perfect_lines(site.kind, truth)
    keys = summarise(page.score for page in judge_records(site.kind, lines, truth).pages)
    assert {keys[key] for key in ("record_f1", "f1_author", "f1_time", "f1_body")} == {1.0}


def test_the_newest_post_is_the_first():
    for thread in turned("newest_first").threads:
        numbers = [post.number for _, page in thread.pages for post in page]
        assert numbers == sorted(numbers, reverse=True)


def test_nobody_has_a_name():
    site = turned("anonymous")
    assert len({post.author for one in site.threads for _, page in one.pages for post in page}) == 1
    assert not any("/members" in path for path in site.pages)


@pytest.mark.parametrize(("turn", "told"), [("untimed", 0), ("untimed_answers", 1)])
def test_posts_tell_no_times(turn, told):
    timed, site = turned("guests"), turned(turn)
    for thread in site.threads:
        posts = [post for _, page in thread.pages for post in page]
        assert [post.time is not None for post in posts] == [n < told for n in range(len(posts))]
        for path, page in thread.pages:
            assert "\x00" not in source(site, path)
            times = {time.raw for time in find_times(words_of(site, path))}
            assert len(times) < len(page) or len(page) == 1
    assert all(post.time for thread in timed.threads for _, page in thread.pages for post in page)


def test_hours_stand_below_the_headings_of_their_days():
    site = turned("day_heads", seed=5)
    for thread in site.threads:
        for path, posts in thread.pages:
            days = {datetime.fromisoformat(post.time).date() for post in posts}
            assert source(site, path).count("<h4") == len(days)


def test_remarks_stand_below_the_answers_they_are_on():
    site = turned("remarks")
    pages = [(path, posts) for one in site.threads for path, posts in one.pages]
    assert max(len(posts) for _, posts in pages) > 2
    for path, posts in pages:
        lists = re.findall(r"<ul[^>]*>(?:<li id=.*?</li>)+</ul>", source(site, path))
        shown = re.findall(r'<li id="p(\d+)"', "".join(lists))
        assert shown == [str(post.number) for n, post in enumerate(posts) if n % 3]


def test_the_best_answer_is_told_beforehand():
    site = turned("best_answer")
    thread = max(site.threads, key=lambda one: len(one.pages[0][1]))
    path, posts = thread.pages[0]
    best = squeezed(posts[-1].body.splitlines()[0])
    assert words_of(site, path).count(best) == 2


def test_turns_choose_the_variant_of_an_aspect():
    shapes = {
        turn: turned(turn).shape for turn in ("quote_cards", "row_feet", "tip_times", "tiles")
    }
    assert (shapes["quote_cards"]["quote"], shapes["row_feet"]["post"]) == ("card", "row_feet")
    assert (shapes["tip_times"]["time"], shapes["tiles"]["home"]) == ("tip", "tiles")


def test_turns_that_are_named_are_not_drawn():
    shapes = [Shape(n, {}, frozenset()) for n in range(200)]
    drawn = {take(shape, None, FORUM_TURNS)["turn"] for shape in shapes}
    assert drawn.isdisjoint(NAMED_TURNS)
    assert {take(shape, None, NEWS_TURNS)["turn"] for shape in shapes}.isdisjoint(STORY_TURNS)


def test_a_message_is_a_page():
    pages = [page for thread in turned("messages").threads for _, page in thread.pages]
    assert {len(page) for page in pages} == {1}


def test_views_of_some_posts_are_parts_of_their_page():
    site = turned("filters")
    assert all(thread.parts for thread in site.threads)
    some = {path for thread in site.threads for path, _ in thread.parts}
    assert some.isdisjoint(path for thread in site.threads for path, _ in thread.pages)


@pytest.mark.parametrize("turn", DOUBLES)
def test_every_page_has_its_doubles(turn):
    site = turned(turn)
    below = tuple(f"{prefix}/" for prefix in DOUBLES[turn])
    own = [path for path in site.pages if not path.startswith(below)]
    assert len(site.pages) == len(own) * (1 + len(DOUBLES[turn]))
    for path in own:
        for prefix in DOUBLES[turn]:
            assert words_of(site, prefix + path)
            # Views for print have no frame.
            if "</footer>" in source(site, path):
                assert f'"{prefix}{path}"' in unescape(source(site, path))


@pytest.mark.parametrize("kind", ["turned_forum", "turned_news"])
@pytest.mark.parametrize("turn", SITE_TURNS)
def test_turns_of_whole_sites_leave_the_words_alone(kind, turn):
    site, plain = turned(turn, kind), turned("load_more", kind)
    assert [thread.title for thread in site.threads] == [thread.title for thread in plain.threads]
    if turn == "sessions":
        tokens = [set(re.findall("sid=[0-9a-f]{32}", source(site, path))) for path in site.pages]
        handed = [token for found in tokens for token in found]
        assert max(map(len, tokens)) == 1
        assert len(handed) == len(set(handed)) > 9
    elif turn == "base":
        assert all('href="/' not in source(site, path) for path in site.pages)
    elif turn == "tracked":
        assert all(thread.aliases for thread in site.threads)
    else:
        assert ("<frameset" if turn == "frames" else 'http-equiv="refresh"') in source(site, "/")


def test_members_alone_are_shown_the_newer_articles():
    site = turned("members", "turned_news")
    shown = {path for thread in site.threads for path, _ in thread.pages}
    told = [words_of(site, path) for path in site.pages if path not in shown]
    notice = max(set(told), key=told.count)
    assert told.count(notice) > 3


def test_what_appears_each_day_has_one_title_and_set_words():
    site = turned("regulars", "turned_news")
    titles = [thread.title for thread in site.threads]
    title = max(set(titles), key=titles.count)
    bodies = {page[0].body for one in site.threads if one.title == title for _, page in one.pages}
    assert len(bodies) == titles.count(title) > 3
    assert len({re.sub(r"\d+", "0", body) for body in bodies}) == 1
