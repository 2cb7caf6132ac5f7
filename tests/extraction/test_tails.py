"""Lines below the words of a post in which readers react."""

from __future__ import annotations

import pytest
from lxml.html import fragment_fromstring

from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.bodies.signedboxes import signed_box
from fpcrawl.extraction.bodies.tails import TAIL_HINT, are_files, are_reactions, tells_readers
from fpcrawl.extraction.templates.sourcebody import source_body
from fpcrawl.extraction.vocabulary import is_placeholder

LIKED = '<div><a href="/u/1">ann</a>, <a href="/u/2">bert</a> like this.</div>'
SHARED = '<div>Share: <a href="http://a.example/s">Twitmore</a> | <a href="/f">Facepage</a></div>'
SIGNED = "<div>____________________<br>Slow cooking since 1990</div>"
FILE = '<div>Attached: <a href="/d?f=1">plan.pdf</a> (34 KB, 12 downloads)</div>'
ADVERT = '<div>Anzeige: <a href="http://shop.example/">Bolts</a></div>'
EDITED = "<div><i>Last edited by ann, 2024-03-05 10:00</i></div>"


@pytest.mark.parametrize(
    "line",
    [
        "[ann], [bert] like this.",
        "[ann] and 5 others like this",
        "Liked by: [ann], [bert] and 3 others",
        "The following 2 users thanked ann for this: [bert], [carla]",
        "[ann], [bert] und 3 weiteren gefällt das.",
        "A [ann] y [bert] les gusta esto",
        "[ann], [bert] оценили",
        "Спасибо сказали: [ann], [bert]",
        "[ann] и [bert] отреагировали на это",
        "[ann] et [bert] ont réagi à ceci",
        "Οι ακόλουθοι χρήστες είπαν ευχαριστώ: [ann]",
        "Los siguientes 2 usuarios dicen Gracias a ann por este mensaje: [bert], [carla]",
        "[小明], [老王] 觉得很赞",
        "[小明], [老王] 喜欢这个",
        "[小明]、[老王] 都喜歡此帖",
        "[小明]、[老王] 和另外 10 人点赞",
        "[ann], [bert] und 6 weitere danken",
        "[ann] e [bert] e mais 3 pessoas reagiram",
        "The following 2 users say thank you for this post: [bert], [carla]",
        "[さくら], [たけし] がいいねしました",
        "Share: [Twitmore] | [Facepage]",
        "Diesen Beitrag teilen: [Twitmore]",
        "Beitrag teilen [Twitmore] [Facepage]",
        "Поделиться: [Twitmore] | [Facepage]",
        "分享到： [Twitmore] [Facepage]",
        "シェア: [Twitmore]",
    ],
)
def test_who_liked_it_and_where_to_share_it(line):
    links = [piece.partition("]")[0] for piece in line.split("[")[1:]]
    text = line.replace("[", "").replace("]", "")
    assert are_reactions(text, links)
    assert TAIL_HINT.among(text)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Thanks: 3", True),
        ("Gefällt mir: 3", False),
        ("Спасибо: 0", True),
        ("赞: 12", False),
        ("点赞：12", True),
        ("Likes (3)", False),
        ("Thanks: 3 of them fit", False),
        ("Thanks!", False),
        ("Lids: 3", False),
    ],
)
def test_how_many_liked_it(line, expected):
    assert are_reactions(line, []) is expected
    body = fragment_fromstring(f"<td>Close the lid.<br><br><small>{line}</small></td>")
    assert body_text([body]) == ("Close the lid." if expected else f"Close the lid.\n\n{line}")


@pytest.mark.parametrize(
    "line",
    [
        "Look [here], I like this.",
        "Share and enjoy: [the recipe]",
        "Thanks, [ann], that did it",
        "Thanks [ann]!",
        "[Th]anks!",
        "ann, bert like this.",
        "Mine is like [this one].",
        "[This], [that] and 3 more. I like them",
        "[one], [two] cost 20, [three] is free",
        "[ann]",
    ],
)
def test_what_authors_write_is_no_reaction(line):
    links = [piece.partition("]")[0] for piece in line.split("[")[1:]]
    assert not are_reactions(line.replace("[", "").replace("]", ""), links)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Attached: [plan.pdf] (34.5 KB, 12 downloads)", True),
        ("附件： [plan598.pdf] (741 KB, 187 次下载)", True),
        ("[one.zip] (2 MB), [two.zip] (1,4 MB)", True),
        ("See [plan.pdf] (34 KB) for the rest", False),
        ("It is mended. Attached: [plan.pdf] (34 KB)", False),
        ("木のマストを直しました。添付ファイル: [plan209.pdf] (665 KB)", False),
        ("plan.pdf (34 KB)", False),
        ("[plan.pdf]", False),
    ],
)
def test_what_is_attached(line, expected):
    links = [piece.partition("]")[0] for piece in line.split("[")[1:]]
    text = line.replace("[", "").replace("]", "")
    assert are_files(text, links) is expected
    assert TAIL_HINT.among(text) or not expected


@pytest.mark.parametrize(
    "line",
    [
        "Users viewing this topic: ann, bert and 3 guests",
        "0 Members and 1 Guest are viewing this topic.",
        "There are currently 2 users browsing this thread. (1 members and 1 guests)",
        "Benutzer in diesem Thema: ann, bert",
        "Utilisateurs parcourant ce forum : ann",
        "Тему читают: Кузьмич, Лена",
        "正在浏览此主题的会员: 南山客",
        "このトピックを閲覧しているユーザー",
    ],
)
def test_who_reads_a_thread(line):
    assert tells_readers(line)


@pytest.mark.parametrize(
    "line",
    ["Users who read this book: buy it!", "Members of the club are welcome.", "正在看此书的人"],
)
def test_what_authors_write_of_readers_is_no_such_line(line):
    assert not tells_readers(line)


@pytest.mark.parametrize(
    "line",
    [
        "This post has been deleted.",
        "Dieser Beitrag wurde von einem Moderator gelöscht.",
        "Este mensaje fue eliminado.",
        "Ce message a été supprimé",
        "Questo commento è stato rimosso dall'autore",
        "Esta mensagem foi apagada.",
        "Dit bericht is verwijderd.",
        "Ten post został usunięty",
        "Сообщение удалено автором",
        "この投稿は管理者により削除されました",
        "삭제된 댓글입니다.",
        "该帖已被作者删除",
        "Deleted by the author",
        "Removed by ann, reason: spam",
        "[Deleted by moderator on May 4, 2024]",
    ],
)
def test_what_stands_for_a_deleted_post(line):
    assert is_placeholder(line)


@pytest.mark.parametrize(
    "line",
    [
        *("This post was deleted? I saw it." * 3, "Ce message a été long.", "Beitrag gelöscht?"),
        "Deleted by mistake so here it is again",
        "Removed by hand, by the way.",
        "Removed by my son. Is there another one?",
    ],
)
def test_what_authors_write_of_deleted_posts_stands_for_none(line):
    assert not is_placeholder(line)


REMOVED = '<div class="gone"><i>This post was removed by its author.</i></div>'
BELOW = [(LIKED,), (SHARED,), (FILE,), (ADVERT,), (REMOVED,), (LIKED, SHARED, EDITED, SIGNED)]


@pytest.mark.parametrize("below", BELOW)
def test_reactions_below_the_words_are_none_of_them(below):
    source = f"Descale it with vinegar.<br>{''.join(below)}"
    assert body_text([fragment_fromstring(source, create_parent="div")]) == source_body(source)
    assert source_body(source) == "Descale it with vinegar."


def test_the_notice_that_is_all_of_a_post_is_not_cut_out_of_its_line():
    source = "<div class='locked'>提示: <em>该帖被管理员或版主屏蔽</em></div>"
    said = body_text([fragment_fromstring(source, create_parent="div")])
    assert said == source_body(source) == "提示: 该帖被管理员或版主屏蔽"
    assert is_placeholder(said)


@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("words", ["<p>Thanks!</p>", "<div>Descale it</div>. So:<br>"])
def test_boxes_around_all_words_hide_nothing_below_them(words, below):
    whole = words + "".join(below)
    for source in (f"<div>{whole}</div>", f" <div>\n<div>{whole}</div></div>"):
        wrapped = fragment_fromstring(source, create_parent="div")
        assert body_text([wrapped]) == source_body(source) == source_body(words)


@pytest.mark.parametrize(
    "line",
    [
        "Removed by hand, by the way.",
        "Deleted posts are what I mean.",
        "This post was deleted by whom?",
        "This post was removed. I still have it.",
        "Ce message a été supprimé par erreur, je le remets ici.",
    ],
)
def test_what_authors_write_of_deleted_posts_ends_their_words(line):
    source = f"<p>Descale it with vinegar.</p><p>{line}</p>"
    assert source_body(source).endswith(line)
    assert body_text([fragment_fromstring(source, create_parent="div")]).endswith(line)


def test_reactions_can_stand_in_elements_beside_those_of_the_words():
    words = ["<div>Descale it.</div>", "<div>With vinegar.</div>", LIKED, SHARED]
    assert body_text(list(map(fragment_fromstring, words))) == "Descale it.\nWith vinegar."
    assert body_text([fragment_fromstring(LIKED)]) == "ann, bert like this."


def test_a_signature_can_stand_above_other_tails():
    signed = "<div><hr>Slow cooking since 1990</div>"
    parts = [f"<div><p>Descale it with vinegar, and then again.</p>{signed}{LIKED}</div>", ADVERT]
    box = signed_box(list(map(fragment_fromstring, parts)))
    assert box is not None
    assert box.text_content() == "Slow cooking since 1990"
    wrapped = [f"<div><div>{parts[0]}</div></div>", ADVERT]
    box = signed_box(list(map(fragment_fromstring, wrapped)))
    assert box is not None
    assert box.text_content() == "Slow cooking since 1990"
