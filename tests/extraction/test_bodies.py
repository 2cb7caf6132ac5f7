"""The words of a body, and what the software writes around them."""

from __future__ import annotations

import time

import pytest
from extraction_kit import NAMES, TIMES, WORDS, column, div_post, html_page, posts_of, rows
from lxml import html as lxml_html

from fpcrawl.extraction.bodies.body import body_text, title_above
from fpcrawl.extraction.bodies.quotations import quoted_author
from fpcrawl.extraction.text import html_of, squeeze, text_of, weight_of


def element(source):
    return lxml_html.fragment_fromstring(source, create_parent="div")


def text(source):
    return body_text([element(source)])


def lines(words):
    return [line for line in words.split("\n") if line]


@pytest.mark.parametrize(
    ("source", "words", "quoted"),
    [
        ("Plain words.", ["Plain words."], None),
        ("<p>One.</p><p>Two.</p>", ["One.", "Two."], None),
        (
            "One.<div class='tip aimg' style='display: none'>picture.jpg (312 KB)</div><p>Two.</p>",
            ["One.", "Two."],
            None,
        ),
        (
            "One.<div class='spoiler' style='display:none'>Who did it.</div>",
            ["One.", "Who did it."],
            None,
        ),
        ("One<br>Two", ["One", "Two"], None),
        (
            "<font class='jammer'>$ d3 h1 }</font>One.<span style='display:none'>1 v: x%</span>",
            ["One."],
            None,
        ),
        ("One.<span class='spoiler' style='display:none'>Two.</span>", ["One.Two."], None),
        ("<span class='sr-only'>Message of ann</span><p>One.</p>", ["One."], None),
        (
            "<p>One.</p><div><ol><li>ls</li></ol><em onclick='copy(1)'>复制代码</em></div>",
            ["One.", "ls"],
            None,
        ),
        (
            "<blockquote><cite>bert wrote:</cite>Mine too.</blockquote>So does mine.",
            ["Mine too.", "So does mine."],
            "bert",
        ),
        (
            "<blockquote><p>bert wrote:</p><p>Mine too.</p></blockquote><p>Yes.</p>",
            ["Mine too.", "Yes."],
            "bert",
        ),
        (
            '<div class="quote"><b>carla 写道：</b><div>请用醋。</div></div>谢谢。',
            ["请用醋。", "谢谢。"],
            "carla",
        ),
        (
            '<div class="bbquote"><div>anna said:</div><div>Vinegar.</div></div>It works.',
            ["Vinegar.", "It works."],
            "anna",
        ),
        (
            """<div class="quote-box"><div>Citat:</div><div class="in"><div>Ursprungligen postat av
            <b>bert</b></div><div>Mine too.</div></div></div>Yes.""",
            ["Mine too.", "Yes."],
            "bert",
        ),
        (
            "<div><div><b>Quote from bert:</b></div><div>Mine too.</div></div>Yes.",
            ["Mine too.", "Yes."],
            "bert",
        ),
        (
            """<div><div>Zitat:</div><table><tr><td><div>bert wrote:</div><div>Mine too.</div>
            </td></tr></table></div>Yes.""",
            ["Mine too.", "Yes."],
            "bert",
        ),
        (
            """<div class="quotetop">QUOTE(bert @ Mar 4 2024, 10:00 AM) <a href="#1"></a></div>
            <div class="quotemain">Mine too.</div>Yes.""",
            ["Mine too.", "Yes."],
            "bert",
        ),
        (
            """<table class="quote"><tr><td class="quote"><em>Originally posted by bert</em><br>
            Mine too</td></tr></table>Yes.""",
            ["Mine too", "Yes."],
            "bert",
        ),
        (
            """<div class="bbcode_quote"><div class="in"><div>Originally posted by <b>bert</b></div>
            <div class="message">Mine too</div></div></div>Yes.""",
            ["Mine too", "Yes."],
            "bert",
        ),
        *(
            (
                f"""<div class="quote"><div><b>{label}</b> <span><i>bert</i> ({when})</span></div>
                <div>Mine too.</div></div>Yes.""",
                ["Mine too.", "Yes."],
                "bert",
            )
            for label, when in [
                ("Quote", "04.03.2024 10:00"),
                ("Цитата", "4.3, 10:00"),
                ("Zitat", ""),
            ]
        ),
        (
            "<div><b>bert wrote: <a href='#p7'>\u2191</a></b><br>Mine too.</div><p>Yes.</p>",
            ["Mine too.", "Yes."],
            "bert",
        ),
        (
            "<table><tr><td><i>bert wrote:</i><br>Mine too.</td></tr></table>Yes.",
            ["Mine too.", "Yes."],
            "bert",
        ),
    ],
)
def test_quoted_words_stay_and_their_heads_go(source, words, quoted):
    assert lines(text(source)) == words
    assert quoted_author([element(source)]) == quoted


@pytest.mark.parametrize("by", ["Originally Posted by", "Zitat von", "Сообщение от"])
@pytest.mark.parametrize("label", ["", "<div>Quote:</div>"])
def test_whom_a_plain_table_quotes_stays_where_people_count_it_among_the_words(label, by):
    table = f"<table><tr><td><div>{by} <b>bert9</b></div><div>Mine too.</div></td></tr></table>"
    kept = ["Quote:"] if label else []
    assert lines(text(f"<div>{label}{table}</div>Yes.")) == [
        *kept,
        f"{by} bert9",
        "Mine too.",
        "Yes.",
    ]


def test_short_words_below_a_label_and_whom_they_quote_stay():
    source = """<blockquote><font>quote:<hr><i>Originally posted by bert</i><br><br>Mine too<hr>
    </font></blockquote>Yes."""
    assert lines(text(source)) == ["quote:", "Mine too", "Yes."]


@pytest.mark.parametrize(
    "source",
    [
        """<div class="bbCodeQuote" data-author="bert"><aside><div class="attribution">bert:
        <a href="#4">↑</a></div><blockquote>Mine too.</blockquote></aside></div>""",
        """<aside class="quote" data-username="bert"><div class="title">A small thread</div>
        <blockquote>Mine too.</blockquote></aside>""",
        f"""<div class="bbcode_quote"><div class="in"><div>Originally Posted by <b>bert</b></div>
        <div class="message">{"Mine too. " * 20}</div></div></div>""",
        """<div>Quote:</div><table><tr><td><div>Originally Posted by <b>bert</b></div>
        <div>Mine too.</div></td></tr></table>""",
        """<div><div><label>Quote:</label></div><div class="panel">
        <div>Originally Posted by <b>bert</b></div><div>Mine too.</div></div></div>""",
        """<table><tr><td><div>Originally posted by <b>bert@07-03-2006, 10:42 PM</b></div>
        <div>Mine too.</div></td></tr></table>""",
    ],
    ids=["told above", "told", "deep", "table", "label", "date"],
)
def test_who_is_quoted_is_known_also_where_the_head_is_no_element_of_its_own(source):
    assert quoted_author([element(f"{source}Yes.")]) == "bert"


def test_a_table_of_numbers_quotes_nobody():
    assert quoted_author([element("<table><tr><td>10, 12</td></tr></table>Yes.")]) is None


def test_a_quotation_that_names_nobody_is_kept_whole():
    source = "<blockquote>Never boil more than you drink</blockquote>I agree."
    assert text(source) == "Never boil more than you drink\nI agree."
    assert quoted_author([element(source)]) is None


def test_quoted_words_before_a_comma_are_no_name():
    source = "<blockquote>No pain, no gain and other lies of the day</blockquote>I agree."
    assert quoted_author([element(source)]) is None


def test_a_name_after_an_at_sign_is_part_of_the_words():
    source = '<a href="/u/bert">@bert</a> did you try vinegar?'
    assert text(source) == "@bert did you try vinegar?"


@pytest.mark.parametrize(
    "note",
    [
        "<i>Last edited by anna on 2024-03-05, edited 2 times in total.</i>",
        "<p>This post was last modified: 2024-03-05 10:00 by anna.</p>",
        "<em>本帖最后由 anna 于 2024-3-5 10:00 编辑</em>",
        "<small>Edited by anna</small>",
    ],
)
def test_edit_notes_are_left_out(note):
    assert text(f"Try vinegar.<br>{note}") == "Try vinegar."


@pytest.mark.parametrize("tag", ["div", "p", "span"])
def test_few_words_below_an_edit_note_in_one_box_stay(tag):
    note = "<i>本帖最后由 anna 于 2024-3-5 10:00 编辑</i>"
    assert text(f"<{tag}>{note}<br>顶一下</{tag}>") == "顶一下"


def test_buttons_side_by_side_at_the_end_are_left_out():
    first, second = '<a href="/r">Reply</a>', '<a href="/q">Quote</a>'
    assert text(f"Try vinegar.<div>{first} {second}</div>") == "Try vinegar."
    assert text(f"Try vinegar.<div>[ {first} | {second} ]</div>") == "Try vinegar."
    assert "or" in text(f"Try vinegar.<div>{first} or {second}</div>")
    longer = '<a href="/x">Report This Message</a>'
    assert text(f"Try vinegar.<div>{first} {second} {longer}</div>") == "Try vinegar."
    assert "Report" in text(f"Try vinegar.<div>{first} {longer}</div>")


def test_a_sentence_about_editing_is_no_edit_note():
    source = "<p>I have edited the recipe, see below.</p><p>Last time it failed.</p>"
    assert "edited the recipe" in text(source)
    assert "Last time it failed." in text(source)


@pytest.mark.parametrize(
    "head",
    [
        "Code:",
        "Code: Select all",
        "代码：",
        "PHP Code:",
        "コード: すべて選択",
        "Code: Alles auswählen",
        "Kód: Összes kijelölése",
        "Kod: Zaznacz cały",
        "Κώδικας: Επιλογή όλων",
        "โค้ด: เลือกทั้งหมด",
        "كود:",
    ],
)
def test_heads_of_code_are_left_out(head):
    source = f"Try this:<div><p>{head}</p><pre>boil(   water)</pre></div>Good luck."
    assert lines(text(source)) == ["Try this:", "boil(   water)", "Good luck."]


def test_what_heads_of_code_offer_again_and_again_costs_no_time():
    began = time.process_time()
    assert "boil" in text(f"<p>{'全选 ' * 13}x</p><pre>boil</pre>")
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    "code",
    [
        '<div class="codetop">CODE</div><div class="codemain">{0}</div>',
        '<b>Code:</b><br><div class="code"><pre>{0}</pre></div>',
        '<div class="code"><strong>Code:</strong><div class="innercode">{0}</div></div>',
        "<table><tr><td><b>Quelltext:</b></td></tr><tr><td class='code'>{0}</td></tr></table>",
    ],
)
def test_heads_of_code_stand_above_boxes_that_are_called_so(code):
    source = f"Try this:<br>{code.format('boil(water)')}<br>Good luck."
    assert lines(text(source)) == ["Try this:", "boil(water)", "Good luck."]


def test_a_word_that_a_sentence_goes_on_behind_heads_no_code():
    source = "My <b>code</b> is below.<pre>boil(water)</pre>"
    assert lines(text(source)) == ["My code is below.", "boil(water)"]


def test_scripts_and_comments_are_no_words():
    source = "One<script>var a = 1;</script> two<!-- three --><style>p{}</style> four"
    assert text(source) == "One two four"


def test_several_parts_are_one_text():
    assert body_text([element("One"), element("Two")]) == "One\nTwo"


def test_holes_are_left_out_and_what_follows_them_stays():
    body = element("Before <div><p>An answer</p></div>after")
    assert text_of(body, [body[0]]) == "Before\nafter"
    body = element("Before <span>an answer</span>after")
    assert text_of(body, [body[0]]) == "Before after"


def test_deep_nesting_is_read_without_recursion():
    body = element("<i>" * 200 + "deep" + "</i>" * 200)
    for _ in range(5000):
        outer = lxml_html.Element("div")
        outer.append(body)
        body = outer
    assert text_of(body) == "deep"


def test_html_is_written_without_what_follows():
    body = element("<b>one</b> tail")
    assert html_of([body[0]]) == "<b>one</b>"


def test_white_space_of_all_kinds_is_one_blank():
    assert squeeze("\u3000 a\u00a0\u200b\n b ") == "a b"


def test_a_chinese_character_weighs_two():
    assert weight_of("水ab") == 4
    assert weight_of("") == 0


def test_signatures_are_no_part_of_the_body():
    posts = posts_of(
        html_page(
            "<div>"
            + "".join(
                div_post(n, extra=f'<div class="signature">Signed, {"xyzw"[n]}.</div>')
                for n in range(4)
            )
            + "</div>"
        )
    )
    assert column(posts, "body_text") == WORDS


def test_paragraphs_beside_each_other_are_one_body():
    items = "".join(
        f'<div class="comment"><p class="by"><a href="/user/u{n}">u{n}</a> '
        f"<i>2024-03-0{n + 1} 10:00</i></p><p>{WORDS[n]}</p>"
        f"<p>And a second paragraph, number {n}.</p></div>"
        for n in range(4)
    )
    posts = posts_of(html_page(f"<div>{items}</div>"))
    assert [lines(p.body_text) for p in posts] == [
        [WORDS[n], f"And a second paragraph, number {n}."] for n in range(4)
    ]


def test_the_last_box_of_a_body_can_hold_nothing_but_buttons():
    boxes = ["<div>One.</div>", '<div><a href="/r">Reply</a> | <a href="/q">Quote</a></div>']
    assert body_text([lxml_html.fromstring(box) for box in boxes]) == "One."


def test_quotes_images_and_links_reach_the_record():
    words = (
        "<blockquote><cite>bert wrote:</cite>Mine does.</blockquote>Look at this: "
        '<img src="/i/kettle.png"><img src="data:image/gif;base64,R0lGOD">'
        '<a href="http://else.example/x?b=1#top">there</a><a href="#p1">up</a>'
    )
    body = "".join(div_post(n, words=words if n == 1 else None) for n in range(4))
    post = posts_of(html_page(f"<div>{body}</div>"))[1]
    assert post.quote_of == "bert"
    assert post.images == ["http://f.example/i/kettle.png"]
    assert post.links == ["http://else.example/x?b=1"]
    assert "<cite>" in post.body_html


@pytest.mark.parametrize("answer", ["Re: ", "رد: ", ""])
def test_the_title_above_what_somebody_says_is_no_part_of_it(answer):
    above = [
        f'<p><img src="i.gif"><b>{answer if n else ""}About kettles</b></p><hr>' for n in range(4)
    ]
    page = "".join(
        f"""<table class="post"><tr><td><a href="/user/{NAMES[n]}">{NAMES[n]}</a></td>
        <td>{TIMES[n]}</td></tr><tr><td colspan="2">{above[n]}<div id="said{n}">{WORDS[n]}</div>
        </td></tr></table>"""
        for n in range(4)
    )
    posts = posts_of(html_page(page, title="About kettles - The forum"))
    assert column(posts, "body_text") == WORDS


def test_the_position_above_what_somebody_says_is_no_part_of_it():
    floors = ["楼主", "沙发", "板凳", "第 <i>4</i> 楼"]
    page = "".join(
        f"""<table class="post"><tr><td><a href="/user/{NAMES[n]}">{NAMES[n]}</a><br>{TIMES[n]}
        </td><td><table><tr><td><a href="/pm"><img src="pm.gif"></a></td><td><b>{floors[n]}</b></td>
        </tr>
        <tr><td><hr></td></tr><tr><td colspan="2"><div>{WORDS[n]}</div></td></tr></table></td></tr>
        </table>"""
        for n in range(4)
    )
    assert column(posts_of(html_page(page)), "body_text") == WORDS


def test_what_an_author_owns_is_no_body():
    owned = ["A kettle, a lid, two cups and a spoon that my aunt gave me years ago. " * 4, "1"]
    page = "".join(
        f'<article><div class="small"><h3><a href="/user/{n}">{name}</a></h3>'
        f'<a href="#p{n}">{when}</a></div>'
        f'<aside class="pane"><h3>{name}</h3><ul class="info"><li>Member</li><li>{thing}</li></ul>'
        f'</aside><div class="main"><div class="rich"><p>{words}</p></div></div></article>'
        for n, (name, when, words, thing) in enumerate(
            zip(NAMES, TIMES, WORDS, owned, strict=False)
        )
    )
    posts = posts_of(html_page(f"<main>{page}</main>"))
    assert column(posts, "body_text") == WORDS[:2]
    assert column(posts, "author") == NAMES[:2]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ('<div class="field"><div class="label">Boards:&nbsp;</div><div>%s</div></div>', ""),
        ("", '<div class="field"><div class="label">Tags:</div><div>%s, %s</div></div>'),
        ("", '<div id="ways"><a href="/t/6">‹ Lids</a><a href="/t/8">Pots ›</a></div>'),
        ("", '<ul class="ways"><li><a href="/t/8">Pots of our house »</a></li></ul>'),
    ],
)
def test_what_tells_where_a_post_belongs_is_none_of_its_words(above, below):
    link = '<a href="/forum/1">Kitchen</a>'
    above, below = above.replace("%s", link), below.replace("%s", link)
    assert text(f"{above}<p>{WORDS[0]}</p>{below}") == WORDS[0]


@pytest.mark.parametrize(
    "said",
    [
        '<p>Boards: <a href="/forum/1">Kitchen</a></p>',
        '<div><div>Mine:</div><div><a href="/my/1">Kitchen</a></div></div>',
        '<div class="box"><div>Mine:</div><div>is <a href="/my/1">Kitchen</a></div></div>',
        '<div class="box"><div>Mine</div><div><a href="/my/1">Kitchen</a></div></div>',
        '<p><a href="/t/8">Pots ›</a></p>',
        '<div class="box"><a href="/t/8">Pots ›</a> are better</div>',
    ],
)
def test_links_that_an_author_shows_are_words(said):
    shown = "".join(element(said).text_content().split())
    assert "".join(text(f"{said}<p>Me.</p>").split()) == f"{shown}Me."
    assert "".join(text(f"<p>Me.</p>{said}").split()) == f"Me.{shown}"


def test_what_is_told_of_members_is_no_body():
    post = """<div class="post"><p><a href="/user/{0}">{1}</a> {2}</p><div class="info">Posts:
        {0}7<br>Joined: 2019-0{3}-11 09:15</div><div class="in">{4}</div></div>"""
    page = html_page(rows(lambda n: post.format(n, NAMES[n], TIMES[n], n + 1, "ok" * (n + 1)), 3))
    assert column(posts_of(page), "body_text") == ["ok", "okok", "okokok"]
    lone = html_page(post.format(4, NAMES[0], TIMES[0], 5, "ok"))
    assert "Joined" not in str(column(posts_of(lone), "body_text"))


def test_a_hidden_copy_of_the_words_is_none_of_them():
    for said in ("<p>It hums.</p>", "<blockquote><p>Does it?</p></blockquote><p>It does.</p>"):
        copy = f"<blockquote><div>Quote from anna on March 5, 2023</div>{said}</blockquote>"
        hidden = f'<div id="copy-12" style="display: none;">{copy}</div>'
        assert text(hidden + said) == text(said)
    spoiler = '<div style="display:none">It hums.</div>'
    assert text(f"{spoiler}<p>Click above.</p>") == "It hums.\n\nClick above."


def test_a_hidden_box_whose_name_has_no_number_is_the_softwares():
    for name, words in (("quick-box", ""), ("box12", "Bounty\n\n"), ("spoiler", "Bounty\n\n")):
        box = f'<div id="{name}" style="display:none"><p>Bounty</p></div>'
        assert text(f"{box}It hums.") == f"{words}It hums."


def test_lines_that_only_style_sheets_part_stay_lines():
    assert text("It hums.\nAlways.\n\nSince May.") == "It hums.\nAlways.\n\nSince May."
    assert text("It hums\nalways. <i>Since\nMay.</i>") == "It hums always. Since May."
    assert text("It hums.\n\nNo.<p>Since\nMay.</p>") == "It hums. No.\nSince May."
    styled = lxml_html.fragment_fromstring('<i style="white-space: pre-line">It\nhums.</i>')
    assert body_text([styled]) == "It\nhums."
    # Its template is indented around the words, which are not.
    assert text("\n    \n      It hums.\n\n  Since May.\n    ") == "It hums.\n\n  Since May."


def test_a_signature_between_the_rules_of_a_letter_is_none_of_its_words():
    foot = "<span>※ 發信站: 批踢踢實業坊(ptt.cc)\n</span>"
    for end in ("--\nTurn and be\nturned.\n\n--\n", "--\n"):
        assert text(f"\nIt hums.\n--\nAlways.\n\n{end}{foot}").startswith("It hums.")
        assert "urn" not in text(f"\nIt hums.\n\n{end}{foot}")
    assert text("It hums.\n--\nAlways.") == "It hums.\n--\nAlways."


@pytest.mark.parametrize(
    "added",
    [
        "<dl class='post-sig'><dt>Signature</dt><dd>Turn and be turned.</dd></dl>",
        "<div class='pmsig'>-- <br>Turn and be turned.</div>",
        "<div class='foot'><a href='/a/1'>发布于 2024-03-02 11:26</a>・IP 属地四川</div>",
    ],
)
def test_what_is_added_below_the_words_is_none_of_them(added):
    assert text(f"<p>It hums.</p>{added}") == "It hums."


@pytest.mark.parametrize(
    "ahead",
    [
        "<span class='act' onclick='copy(1)'>复制内容到剪贴板</span><h5>代码:</h5><code>ls</code>",
        "<div class='tit'>复制代码</div><div class='text'>ls</div>",
        "<div class='mask'><div class='show'>展开全部<span></span></div></div>ls",
        "<div onclick='fold(this)'>Show quoted text</div><div class='closed'>ls</div>",
    ],
)
def test_what_copies_or_unfolds_the_words_is_none_of_them(ahead):
    assert text(ahead) == "ls"
    assert text("<p>展开全部</p>ls") == "展开全部\nls"
    assert text("<p>Show quoted text</p>ls") == "Show quoted text\nls"


def test_a_list_of_files_with_a_title_is_no_words():
    files = '<ul><li><a href="/f/5">lid.zip</a> (1.2MB, 23 times)</li></ul>'
    assert text(f"It hums.<fieldset><legend>Attached:</legend>{files}</fieldset>") == "It hums."
    assert "lid.zip" in text(f"It hums.<fieldset><legend>Mine:</legend>Get {files}</fieldset>")


@pytest.mark.parametrize(
    "box",
    [
        "<h4>Adjuntos</h4><ul><li><a href='/f/5'>lid.zip</a> <i>1.2MB</i> 23 veces</li></ul>",
        "<h3>附件</h3><table><tr><td><a href='/f/5'>lid.zip</a> (1.2 MB)</td></tr></table>",
        "Files:<br><a href='/f/5'>open</a> | <a href='/f/5?d'>save</a> - lid.zip (1.2 MB)<br>",
    ],
    ids=["heading", "table", "links beside the file"],
)
def test_files_below_the_words_are_none_of_them_however_they_are_listed(box):
    assert text(f"It hums.<div class='files'>{box}</div>") == "It hums."
    assert "lid.zip" in text(f"It hums.<div class='files'>{box}</div>And more.")


@pytest.mark.parametrize(
    "listed",
    [
        "pot.zip 3 MB was too large",
        "<a href='/f/5'>lid.zip</a> 3 MB</li> <li>what else I have tried",
    ],
)
def test_what_is_said_of_files_below_a_heading_are_words(listed):
    said = text(f"It hums.<div><h4>What I tried</h4><ul><li>{listed}</ul></div>")
    assert "What I tried" in said
    assert ".zip" in said


def test_a_link_that_tells_what_a_file_is_leads_to_words():
    said = "<a href='/f/5'>My own plan of the kettle</a> lid.zip (1.2 MB)"
    assert "My own plan" in text(f"<p>It hums.</p><p>{said}</p>")


def test_sizes_in_brackets_need_no_letter_for_bytes():
    files = "<ul><li><a href='/f/5'>lid.zip</a> (34 K), new and blue</ul>"
    assert text(f"It hums.<fieldset><legend>Files</legend>{files}</fieldset>") == "It hums."


def test_files_below_the_words_leave_the_title_above_them_one():
    files = (
        "<fieldset><legend>Files</legend><ul><li><a href='/f'>lid.zip</a> (3 KB)</ul></fieldset>"
    )
    above = '<div class="small"><b>A kettle that hums</b></div>'
    box = lxml_html.fragment_fromstring(
        f"<div>{above}<div>It was blue.</div><div>{files}</div></div>"
    )
    assert title_above([box], "A kettle that hums") is box[0]


def test_a_notice_that_guests_may_not_read_more_is_no_words():
    notice = '<div class="locked">Guest, please <a href="/in">answer</a> to read this</div>'
    assert text(f"It hums.{notice}") == "It hums."
    assert text(notice) == "Guest, please answer to read this"
