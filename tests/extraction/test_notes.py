"""What software writes into bodies is told from what people write, in many languages."""

from __future__ import annotations

from time import process_time

import pytest
from lxml import html as lxml_html

from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.bodies.notes import is_edit_line, is_edit_note
from fpcrawl.extraction.bodies.quotations import quoted_author
from fpcrawl.extraction.templates.sourcebody import source_body
from fpcrawl.extraction.text import text_of

NOTES = [
    "Last edited by anna on 2024-03-04",
    "This reply was modified 3 weeks ago by anna.",
    "Сообщение отредактировал anna - 8.3.2025, 16:27",
    "Последний раз редактировалось anna; 08.03.2025 в 16:27.",
    "Исправлено: anna, 08.03.2025 16:27",
    "Последняя правка: anna, 08.03.2025 16:27",
    "Zuletzt geändert von anna am 8. Mär 2025, insgesamt 2-mal geändert",
    "Dieser Beitrag wurde 2 mal editiert, zum letzten Mal von anna (8. März 2025)",
    "Message édité par anna le 08-03-2025 à 16:27:02",
    "Última edición por anna el 08 Mar 2025",
    "Modificato da anna il 8 marzo 2025",
    "anna wijzigde deze reactie 14-03-2026 09:12",
    "Ostatnio edytowany przez anna 08 mar 2025",
    "Naposledy upravil anna dne 8. 3. 2025",
    "Senast redigerad av anna 2025-03-08",
    "Viimeksi muokannut anna 8.3.2025",
    "Senast redigerat av anna (Idag 16:27:02)",
    "Poslední změna: 8. březen 2025, 16:27 od anna",
    "Tento příspěvek byl naposledy změněn: 8. 3. 2025, 16:27 uživatelem anna",
    "A hozzászólást anna módosította: 2025-03-08, 16:27",
    "آخر تحرير: 8 مارس 2025 بواسطة anna",
    "ویرایش توسط anna : 08-03-2025 در ساعت 16:27",
    "Diubah terakhir kali oleh anna pada 8 Maret 2025",
    "Diese Antwort wurde vor 3 Tagen, 2 Stunden von anna geändert.",
    "此贴子已经被作者于2025-3-8 16:27:02编辑过",
    "最終編集 2025/03/08 16:27",
    "最后由 老王 (2025-03-08 16:27:02)",
    "最後由 老王 編輯於 2025-03-08 16:27, 總共編輯了 2 次",
    "Edited yesterday, 16:26",
    "Edited Saturday at 9:48 PM by anna",
]
WORDS = [
    "Последний раз видел его 3 дня назад.",
    "Edited today, as I was too tired yesterday.",
    "Edited Saturday, since I was out on Friday.",
    "Edited photos from 2024 are better than the plain ones.",
    "Modification of the pump took 3 hours.",
    "Dieser Beitrag wurde vor 3 Jahren geschrieben und stimmt noch.",
    "Düzen 3 kere bozuldu.",
    "我编辑了 3 次还是不行",
    "最后由老王（我邻居）修好，用了 3 天",
]


@pytest.mark.parametrize("note", NOTES)
def test_notes_of_edits(note):
    assert is_edit_line(note)
    for source in (f"own words<br><i>{note}</i>", f"<div>own words</div><div>{note}</div>"):
        assert (
            body_text([lxml_html.fragment_fromstring(source, create_parent="div")]) == "own words"
        )
        assert source_body(source) == "own words"


def test_a_time_for_machines_below_the_words_is_none_of_them():
    shown = "2021-04-08T04:06:17.467Z"
    for time in (shown, f"{shown}+00:00", "2021-04-08T04:06:17+02:00"):
        source = f"<div>own words</div> <time class='d-none'>{time}</time>"
        body = lxml_html.fragment_fromstring(source, create_parent="div")
        assert body_text([body]) == source_body(source) == "own words"
    assert source_body(f"<code>{shown}</code>") == shown


@pytest.mark.parametrize("words", WORDS)
def test_what_people_say_of_changes_is_theirs(words):
    assert not is_edit_line(words)
    assert source_body(words) == words


def test_a_class_tells_a_note_in_any_language():
    assert is_edit_note("anna fiddled with this at 20:44", "post editedby")
    assert not is_edit_note("anna fiddled with this at 20:44", "post editor")
    assert not is_edit_note("anna fiddled with this", "editedby")


@pytest.mark.parametrize(
    "head",
    [
        "Originally Posted by anna",
        "Cita: Originalmente Escrito por anna",
        "Ursprungligen postat av anna",
        "Posté par anna",
        "Zitat von Anna M.",
        "Цитата anna (17.04.2024 03:18)",
        "Цитата anna ()",
        "anna skrev:",
        "anna napisał:",
        "anna yazdı:",
        "anna писал(а):",
        "anna napsal(a):",
        "anna сказал(а):",
        "anna dedi:",
        "12.03.2024, 14:07, anna a dit :",
        "Am 12.3.2024 um 14:07 schrieb anna:",
        "anna さんの発言:",
        "annaさんが書きました:",
        "anna hat folgendes geschrieben:",
        "老王 说:",
        "老王 寫到：",
    ],
)
def test_heads_of_quotations(head):
    source = f"<blockquote><div>{head}</div><p>quoted words</p></blockquote>own words"
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]).split() == ["quoted", "words", "own", "words"]
    assert source_body(source).split() == ["quoted", "words", "own", "words"]


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("anna wrote on Jun 17th, 2026 at 11:59am:", "anna"),
        ("anna said:", "anna"),
        ("1 hour ago, anna said:", "anna"),
        ("On 3/5/2024 at 7:10 AM, anna said:", "anna"),
        ("Il y a 3 heures, anna a dit :", "anna"),
        ("Vor 3 Stunden schrieb anna:", "anna"),
        ("(2024-03-05, 07:10 AM)anna Wrote:", "anna"),
        ("(Less than 1 minute ago)anna Wrote:", "anna"),
        ("Just now, anna said:", "anna"),
        ("4you, anna wrote:", "4you"),
        ("On 2026-08-03, anna wrote:", "anna"),
        ("On Mon, 3 Aug 2026 17:00:00 +0200, anna wrote:", "anna"),
        ("On Mon, Aug 03, 2026 at 05:00:00PM +0200, anna wrote:", "anna"),
        ("On Mon, Aug 3, 2026 at 5:00 PM anna7 &lt;a@example.org&gt; wrote:", "anna7"),
        ("On Aug 3, 2026, at 5:00 PM, anna &lt;a@example.org&gt; wrote:", "anna"),
        ("On 3 Aug 2026 at 17:00 (CEST) anna wrote:", "anna"),
        ("Il giorno lun 3 ago 2026 alle ore 17:00 anna &lt;a@example.org&gt; ha scritto:", "anna"),
        ("Am Mo., 3. Aug. 2026 um 17:00 Uhr schrieb anna &lt;a@example.org&gt;:", "anna"),
        ("anna &lt;a at example.org&gt; wrote:", "anna"),
        ("老王 寫道:", "老王"),
        ("在 2024年3月5日 19:10,老王 写道:", "老王"),
        ("在2024-03-05 19:10:00，老王 &lt;a@example.org&gt; 写道：", "老王"),
        ("anna dedi:", "anna"),
    ],
)
@pytest.mark.parametrize(
    "shape",
    [
        "<blockquote>{}<br>quoted words</blockquote>own words",
        "<blockquote><div><font>{}</font></div>quoted words</blockquote>own words",
        "<div><a href='#1'>{}</a></div><blockquote>quoted words</blockquote>own words",
    ],
    ids=["line", "element", "before"],
)
def test_heads_of_quotations_with_the_time_of_what_is_quoted(head, name, shape):
    source = shape.format(head)
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]).split() == ["quoted", "words", "own", "words"]
    assert source_body(source).split() == ["quoted", "words", "own", "words"]
    assert quoted_author([body]) == name


def test_wrote_is_no_name():
    source = "<blockquote>wrote:<br>quoted words</blockquote>own words"
    assert quoted_author([lxml_html.fragment_fromstring(source, create_parent="div")]) is None


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("Quote from: anna on September 26, 2026, 03:44:10 AM", "anna"),
        ("老北京 发表于 2026-11-3 06:01", "老北京"),
        ("原帖由 阿慢 于 2026-3-24 07:39 发表", "阿慢"),
        ("引用第5楼夜雨于2026-03-28 20:22发表的", "夜雨"),
        ("引用楼主夜雨于2026-03-28 20:22发表的", "夜雨"),
        ("以下是引用夜雨在2026-9-16 07:10:11的发言", "夜雨"),
    ],
)
def test_heads_that_stay_tell_who_is_quoted(head, name):
    source = f"<blockquote><font>{head}</font><br>quoted words</blockquote>own words"
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]) == f"{head}\nquoted words\nown words" == source_body(source)
    assert quoted_author([body]) == name


def test_a_head_whose_name_alone_is_an_element_goes_as_a_whole():
    source = "<b>anna wrote</b> on Jun 17<sup>th</sup>, 2026 at 11:59am:<q>quoted</q>own"
    body = lxml_html.fragment_fromstring(f"<blockquote>{source}</blockquote>", create_parent="div")
    assert "anna" in body_text([body])  # nothing else would be left of it
    source = f"<blockquote>{source.replace('<q>', '<p>').replace('</q>', '</p>')}</blockquote>own"
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]).split() == source_body(source).split() == ["quoted", "own", "own"]


def test_what_one_says_before_a_quotation_stays():
    source = "<p>I do not believe what he said on 3 May at all.</p><blockquote>No.</blockquote>"
    assert "I do not believe" in source_body(source)


@pytest.mark.parametrize(
    "button",
    [
        '<button type="button"><span>Spoiler</span></button>',
        '<a class="x7" href="/new/7" role="button">Give an answer</a>',
    ],
)
def test_buttons_in_a_body_are_none_of_its_words(button):
    source = f"<blockquote>quoted words<div>{button}</div></blockquote>own words"
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]).split() == ["quoted", "words", "own", "words"]
    assert source_body(source).split() == ["quoted", "words", "own", "words"]


@pytest.mark.parametrize("behind", ["", '<div class="code"></div>'])
def test_counts_beside_buttons_are_none_of_the_words_before_them(behind):
    up, down = "<button><span>Vote up</span></button>", "<button><span>Vote down</span></button>"
    box = f"<div><h3>up down</h3><div><p>7</p>{up}</div><div>{down}<p>0</p></div></div>"
    source = f"<div><p>It boils.</p></div>{box}{behind}"
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]) == source_body(source) == "It boils."
    words = source.replace("<h3>up down</h3>", "<p>I am up</p>")
    body = lxml_html.fragment_fromstring(words, create_parent="div")
    assert "I am up" in body_text([body])
    assert "I am up" in source_body(words)


@pytest.mark.parametrize(
    "source",
    [
        """<table><tr><td class="gutter"><pre><span class="line">1</span><br>2<br></pre></td>
        <td class="code"><pre>def boil():<br>    wait()</pre></td></tr></table>""",
        """<div class="highlight"><pre><span class="linenos">1</span>def boil():
<span class="linenos">2</span>    wait()
</pre></div>""",
        """<pre><code><span class="k">def</span> boil():
    <span class="f">wait</span>()</code></pre>""",
        """<pre><span class="line"><span class="k">def</span> boil():</span><br><span
        class="line">    <span class="f">wait</span>()</span><br></pre>""",
    ],
)
def test_code_keeps_its_indentation_and_not_the_numbers_of_its_lines(source):
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]) == source_body(source) == "def boil():\n    wait()"


def test_numbers_in_a_text_stay():
    source = '<p>There are <span class="online">12</span></p><pre class="line-numbers">a = 1</pre>'
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]).split() == source_body(source).split() == "There are 12 a = 1".split()


def test_a_link_that_shows_a_quotation_is_no_word():
    switch = '<div class="switch"><a href="#">...</a></div>'
    for source, words in [
        (f"<p>Yes.</p>{switch}<blockquote><p>It boils.</p></blockquote>", ["Yes.", "It", "boils."]),
        ('<p>See <a href="#">one</a> <a href="/a">...</a></p>', ["See", "one", "..."]),
    ]:
        body = lxml_html.fragment_fromstring(source, create_parent="div")
        assert body_text([body]).split() == source_body(source).split() == words


def test_words_behind_a_head_in_one_element_stay():
    source = (
        "<blockquote><div>Originally Posted by anna Yes, it does. I tried.</div></blockquote>own"
    )
    assert "Yes, it does. I tried." in source_body(source)


@pytest.mark.parametrize(
    "source",
    [
        'own words<br>--------------------<br><div class="signature">a motto</div>',
        'own words<span class="post-sig"><br>a motto</span>',
    ],
)
def test_signatures_in_the_box_of_the_body(source):
    body = lxml_html.fragment_fromstring(source, create_parent="div")
    assert body_text([body]) == "own words"
    assert source_body(source) == "own words"


def test_a_line_of_dashes_divides_what_an_author_says():
    source = "@anna 2024-03-04<br>her words<br>-----------------------------<br>my answer"
    assert source_body(source).endswith("my answer")


@pytest.mark.parametrize(
    "note",
    [
        "Modifié 8 mars 2025 par anna",
        "Editado 8 de Março por anna",
        "Bewerkt maart 8, 2025 door anna",
        "Redigerad 8 mars 2025 av anna",
        "8 Mart 2025 tarihinde anna tarafından düzenlendi",
        "En son anna tarafından 08 Mar 2025 13:14 tarihinde düzenlendi, toplamda 1 kere.",
        "Zuletzt von anna bearbeitet (2025-03-08 13:14:02)",
        "Zuletzt von anna am Sa 8 März 2025 - 13:14 bearbeitet; insgesamt 1-mal bearbeitet",
        "Einmal editiert, zuletzt von anna (8. März 2025 um 13:14)",
        "Ten post był ostatnio modyfikowany: 08-03-2025, 13:14 przez anna.",
        "(Questo messaggio è stato modificato l'ultima volta il: 08-03-2025, 13:14 da anna.)",
        "(Este mensaje fue modificado por última vez en: 08-03-2025, 13:14 por anna.)",
        "(Последний раз сообщение было отредактировано 08.03.2025 в 13:14.)",
        "Ce message a été modifié par anna - 8 mars 2025, 13:14.",
        "Last Edit: Mar 8, 2025 at 1:14pm by anna",
        "[Updated on: Sat, 08 March 2025 13:14]",
        "[ 03-08-2025, 01:14 PM: Message edited by: anna ]",
        "Cette réponse a été modifiée le il y a 2 années par anna.",
        "Esta respuesta fue modificada hace 3 años, 2 meses por anna.",
        "Questa risposta è stata modificata 3 anni fa da anna.",
        "Esta resposta foi modificada 3 anos, 2 meses atrás por anna.",
        "Ten wpis został zmodyfikowany 3 lata temu przez anna",
        "Deze reactie is gewijzigd 3 jaren geleden door anna.",
        "Bu yanıt 3 yıl önce anna tarafından düzenlendi.",
        "Editado hace 3 horas",
    ],
)
def test_notes_of_edits_with_the_day_among_their_words(note):
    test_notes_of_edits(note)


@pytest.mark.parametrize(
    "words",
    [
        "Modifié 3 pompes vendredi par erreur.",
        "Konser 3 Ocak 2023 tarihinde belediye tarafından düzenlendi.",
        "Zuletzt von mir 2019 bearbeitet und seitdem nicht mehr.",
        "Este disco fue editado por EMI el 3 de mayo de 2019",
        "Last edit: 2023 was the year of the pump.",
        "Updated on 3 May 2023, see my page.",
        "Modifié il y a 3 heures, mais sans effet.",
        "Esta respuesta fue la mejor de los últimos 3 años.",
    ],
)
def test_words_that_begin_like_a_note_with_a_day_are_the_authors(words):
    test_what_people_say_of_changes_is_theirs(words)


def test_blanks_between_elements_of_code_cost_as_much_as_they_are():
    def seconds(count):
        code = lxml_html.fromstring(f"<pre>{'<b></b> ' * count}x</pre>")
        start = process_time()
        assert text_of(code).strip() == "x"
        return process_time() - start

    # A busy machine can make one try dear; it cannot make a square cheap.
    assert any(seconds(40_000) < 30 * max(seconds(4_000), 0.005) for _ in range(6))
