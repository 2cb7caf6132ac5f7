"""What the head of a page tells of a thread, and notes of edits tell of posts, is no post."""

from __future__ import annotations

from extraction_kit import NAMES, WORDS, column, html_page, posts_of, rows, tree_of

from fpcrawl.extraction.posts.opening import times_before
from fpcrawl.extraction.posts.segment import groups_of
from fpcrawl.extraction.vocabulary import not_published

#: Seconds since 1970, and the same as people read it.
SECONDS = [1709546400, 1709551800, 1709626500, 1709754300]
SHOWN = ["2024-03-04 10:00", "2024-03-04 11:30", "2024-03-05 08:15", "2024-03-06 19:45"]
ISO = [
    "2024-03-04T10:00:00+00:00",
    "2024-03-04T11:30:00+00:00",
    "2024-03-05T08:15:00+00:00",
    "2024-03-06T19:45:00+00:00",
]
MOTTOES = ["Nothing ventured", "", "All pots are one", ""]
DRAWING = "Irgendwo habe ich noch eine Zeichnung davon."


def moment(n):
    return f'<abbr class="when" data-time="{SECONDS[n]}">{SHOWN[n]}</abbr>'


def member(n):
    return f'<a class="who" href="/members/{NAMES[n]}.{n}/">{NAMES[n]}</a>'


def test_when_a_thread_began_by_the_second_is_no_time_of_an_opening():
    posts = "".join(
        f"""<li class="post"><b class="who">{NAMES[n]}</b><div class="words">{WORDS[n]}</div>
        <div class="foot">{moment(n)}</div></li>"""
        for n in range(4)
    )
    head = f'<div class="bar">Begun by <b>{NAMES[0]}</b>, <a href="/lids.5/">{moment(0)}</a></div>'
    tree = tree_of(f"{head}<ol>{posts}</ol>")
    groups = groups_of(tree)
    answers = max(groups, key=lambda group: len(group.spans))
    assert len(groups) > 1
    assert times_before(tree, groups, answers) == []


def test_the_head_of_a_post_shows_its_time_again_in_a_form_of_its_own():
    """What scripts are told stands before the name, and what people read in the head."""

    def post(n):
        who = f"""<aside class="side"><a class="who" href="/user/{n}">{NAMES[n]}</a></aside>"""
        return f"""<li><article class="post"><meta itemprop="datePublished" content="{ISO[n]}">{who}
            <div class="all"><header class="top"><div><ul class="data"><li>
            <a href="/lids.5/?post={n}7">{moment(n)}</a></li></ul></div><ul class="more"><li>
            <a href="/lids.5/?post={n}7">#{n + 1}</a></li></ul></header>
            <div class="said"><div class="words"><p>{WORDS[n]}</p></div></div>
            <footer class="end"><div class="under"><p>{MOTTOES[n]}</p></div></footer></div>
            </article></li>"""

    found = posts_of(html_page(f"<ul>{rows(post)}</ul>"))
    assert column(found, "body_text") == WORDS
    assert column(found, "author") == NAMES


def test_when_a_post_was_changed_last_is_not_when_it_was_published():
    assert not_published("Letzte Änderung: ")
    assert not_published("« Letzte Bearbeitung am")
    assert not not_published("Letzte Antwort")


def test_what_is_told_of_members_is_not_what_they_say():
    def post(n, words):
        return f"""<div class="post"><div class="side"><h3>{member(n)}</h3><div class="more">
            <dl><dt>Registriert seit:</dt><dd>{n + 3}. Mai 201{n}</dd></dl>
            <dl><dt>Beiträge:</dt><dd>3.58{n}</dd></dl><dl><dt>消息:</dt><dd>{n + 40}</dd></dl>
            </div></div><div class="what"><div>{words}</div><i>{SHOWN[n]}</i></div></div>"""

    found = posts_of(html_page(post(0, DRAWING) + post(1, "Gibt es Neues?")))
    assert column(found, "body_text") == [DRAWING, "Gibt es Neues?"]


def test_when_somebody_became_a_member_is_not_when_a_post_was_published():
    assert not_published("عضویت: ")
    assert not not_published("عضو: ")
