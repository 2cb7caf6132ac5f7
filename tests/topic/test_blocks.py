from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.pages import read_page
from fpcrawl.topic.blocks import (
    TYPE_IMPACTS,
    BlockParameters,
    key_tag_impact,
    text_page,
    topic_page,
)
from fpcrawl.topic.regions import place_of
from fpcrawl.topic.segment import make_segmenter

URL = "http://a.example/p"


@pytest.fixture(scope="module")
def segmenter():
    return make_segmenter("jieba")


@pytest.fixture
def cut(segmenter):
    def cut(body, *, title="", **options):
        html = f"<html><head><title>{title}</title></head><body>{body}</body></html>"
        return topic_page(read_page(html.encode(), URL), segmenter, **options)

    return cut


def kinds(page):
    return [(block.kind, " ".join(block.terms)) for block in page.blocks]


def links(page):
    return {link.url.removeprefix("http://a.example/"): link for link in page.links}


# -- what is what


def test_a_page_becomes_blocks(cut):
    page = cut(
        """<nav><a href=/1>Forum</a> <a href=/2>Boards</a></nav>
        <div class=main><h1>Tax reform</h1><p>Rates of <b>value</b> added tax</p><p>More words</p>
        <p><strong>Deadline extended</strong></p>
        <ul><li><a href=/t1>Stamp duty for beginners</a></li><li><a href=/t2>Payroll question
        answered</a></li></ul></div>
        <footer>Company address</footer>""",
        title="Tax news",
    )
    assert kinds(page) == [
        ("title", "tax news"),
        ("navigation", "forum board"),
        ("heading", "tax reform"),
        ("content", "rate value added tax word"),
        ("emphasis", "deadline extended"),
        ("anchor", "stamp duty beginner payroll question answered"),
        ("other", "company address"),
    ]
    assert page.url == URL


def test_lists_of_short_links_are_navigation_wherever_they_stand(cut):
    items = "".join(f"<li><a href=/{n}>Cars {n}x</a></li>" for n in range(5))
    assert [k for k, _ in kinds(cut(f"<div><ul>{items}</ul></div>"))] == ["navigation"]
    # Within an article they are what it is about.
    assert [k for k, _ in kinds(cut(f"<article><ul>{items}</ul></article>"))] == ["anchor"]


def test_the_header_of_a_post_is_part_of_it(cut):
    page = cut("<header>Site slogan</header><article><header>Posted lately</header></article>")
    assert kinds(page) == [("other", "site slogan"), ("content", "posted lately")]


@pytest.mark.parametrize(
    ("tag", "names", "role", "outer", "place"),
    [
        ("div", "sidebar", "", "plain", "side"),
        ("div", "content", "", "plain", "plain"),
        ("div", "post sub-nav", "", "plain", "side"),
        ("div", "navigator-free", "", "plain", "plain"),
        ("div", "menu", "", "main", "main"),
        ("div", "", "navigation", "main", "side"),
        ("article", "", "", "plain", "main"),
        ("article", "", "", "side", "side"),
        ("main", "", "", "side", "main"),
        ("body", "sidebar", "", "plain", "plain"),
    ],
)
def test_places(tag, names, role, outer, place):
    assert place_of(tag, names, "", role, outer) == place


def test_text_keeps_its_order_and_its_breaks(cut):
    page = cut(
        "<div>one<p>two</p>dozen<br>four<b>f</b>ive <i>s</i>ix<!-- no -->seven"
        "<script>never</script>eight</div><table><tr><td>nine</td><td>ten</td></tr></table>"
    )
    assert kinds(page) == [("content", "dozen fourfive sixseveneight"), ("content", "nine ten")]


def test_what_nobody_sees_is_left_out(cut):
    page = cut(
        "<style>red</style><textarea>draft</textarea><select><option>choice</option></select>"
        "<svg><title>icon</title></svg><noscript>enable javascript</noscript><p>visible</p>"
    )
    assert kinds(page) == [("content", "visible")]


def test_a_page_within_noscript_is_read(cut):
    text = "<p>plain words</p>" * 80
    assert kinds(cut(f"<noscript><div>{text}</div></noscript>"))[0][0] == "content"


# -- weights


def test_impacts_and_weights(cut):
    page = cut("<div><h2>Heading words</h2><p>Some <b>bold</b> text</p></div>", title="Title")
    by_kind = {block.kind: block for block in page.blocks}
    assert by_kind["title"].impact == pytest.approx(0.5 * 1 / 2 + 0.5 * 1.0)
    heading = 0.5 * 1 / 2 + 0.5 * 0.8
    assert by_kind["heading"].impact == pytest.approx(heading)
    # The text encloses its heading: half of that one's impact is passed on.
    content = 0.5 * 1 / 2 + 0.5 * 0.6 + 0.5 * heading
    assert by_kind["content"].impact == pytest.approx(content)
    assert by_kind["content"].key_tags == 1
    whole = sum(block.impact for block in page.blocks)
    for block in page.blocks:
        assert block.weight == pytest.approx(block.impact / whole)


def test_impact_is_passed_on_to_what_encloses(cut):
    inner = "<div class=a><p>x text</p></div><div class=b><h2>Head line</h2><p>inner</p></div>"
    found = {
        " ".join(block.terms): block.impact
        for block in cut(f"<div>outer words{inner}</div>").blocks
    }
    assert found["outer word"] == pytest.approx(0.3 + 0.5 * 0.65)
    assert found["inner"] == pytest.approx(0.3 + 0.5 * 0.65)
    assert found["text"] == pytest.approx(0.3)


def test_impact_grows_with_key_tags_and_ends_at_one(cut):
    assert [key_tag_impact(k) for k in (0, 1, 3)] == [0, 0.5, 0.75]
    page = cut("<div><h2>Head</h2><p>" + "plain words <b>bold</b> " * 50 + "</p></div>")
    assert max(block.impact for block in page.blocks) == 1.0


def test_icons_stress_nothing(cut):
    (block,) = cut("<p><i class=icon></i>words</p>").blocks
    assert block.key_tags == 0


def test_parameters(cut):
    parameters = BlockParameters(key_tag_share=0.0, passed_on=0.0, type_impacts={"content": 0.4})
    page = cut("<div><h2>Head</h2><p>Text</p></div>", parameters=parameters)
    assert {block.kind: block.impact for block in page.blocks} == {"heading": 0.0, "content": 0.4}
    nothing = BlockParameters(key_tag_share=0.0, type_impacts={})
    weights = [block.weight for block in cut("<h2>Head</h2><p>Text</p>", parameters=nothing).blocks]
    assert weights == [0.5, 0.5]
    assert max(TYPE_IMPACTS.values()) == TYPE_IMPACTS["title"]


def test_posts_of_one_template_are_one_block(cut):
    posts = "".join(f"<div class=post><div class=body>Words of post{n}x</div></div>" for n in "abc")
    assert kinds(cut(posts)) == [("content", "word postax word postbx word postcx")]


# -- links


def test_links_have_their_words_and_those_about_them(cut):
    page = cut(
        """<p>Before words <a href=/in>inner link</a> after that stands text.</p>
        <table><tr><td><a href=/r1>Row title</a></td><td>author one</td></tr>
        <tr><td><a href=/r2>Other row</a></td><td>author two-x</td></tr></table>
        <div class=card><h3><a href=/c1>Card head</a></h3><p>excerpt text</p></div>
        <div class=card><h3><a href=/c2>Next card</a></h3><p>newest text</p></div>"""
    )
    found = links(page)
    assert found["in"].anchor == ("inner", "link")
    assert found["in"].around == ("word", "stand", "text")
    assert found["in"].kind == "content"
    assert found["r1"].around == ("author",)
    assert found["c1"].around == ("excerpt", "text")
    assert found["c2"].around == ("newest", "text")
    assert list(found) == ["in", "r1", "r2", "c1", "c2"]


def test_entries_of_menus_have_no_neighbours(cut):
    found = links(cut("<nav><p><a href=/a>Cars</a> <a href=/b>Boats</a></p></nav>"))
    assert [(link.anchor, link.around, link.kind) for link in found.values()] == [
        (("car",), (), "navigation"),
        (("boat",), (), "navigation"),
    ]


def test_neighbours_are_bounded(cut):
    text = " ".join(f"w{n}x" for n in range(100))
    link = links(cut(f"<p>{text} <a href=/l>link</a> {text}</p>"))["l"]
    assert link.around == (*(f"w{n}x" for n in range(93, 100)), *(f"w{n}x" for n in range(7)))
    few = BlockParameters(around=2)
    link = links(cut(f"<p>{text} <a href=/l>link</a> {text}</p>", parameters=few))["l"]
    assert link.around == ("w98x", "w99x", "w0x", "w1x")


def test_an_address_has_the_link_that_says_most(cut):
    found = cut(
        "<p><a href=/t><img alt=picture></a></p><p><a href=/o>second topic</a></p>"
        "<p><a href=/t>Full title here today</a></p><p><a href=/t>more</a></p>"
    ).links
    assert [(link.url[-1], link.anchor) for link in found] == [
        ("t", ("full", "title", "today")),
        ("o", ("topic",)),
    ]


def test_pictures_and_areas_have_names(cut):
    found = links(
        cut(
            "<p><a href=/i><img alt='tax form'></a></p>"
            "<map><area href=/m alt='city map'></map><p><a href=/n title='tooltip words'></a></p>"
        )
    )
    assert found["i"].anchor == ("tax", "form")
    assert found["m"].anchor == ("city", "map")
    assert found["n"].anchor == ("tooltip", "word")


def test_only_what_may_be_followed(cut):
    body = "<a href=/p>self</a><a href=/1>one-x</a><a href=/2>two-x</a><a href=#top>top</a>"
    assert sorted(links(cut(body))) == ["1", "2"]
    assert list(links(cut(body, follow={"http://a.example/2"}))) == ["2"]
    assert cut(body, follow=()).links == ()
    assert len(cut(body, parameters=BlockParameters(max_links=1)).links) == 1


# -- bad pages


@pytest.mark.parametrize(
    "body", ["", "<script>x</script>", "<p>的 1 !</p>", "<!-- c -->", "<img>", "<p></p>" * 1000]
)
def test_pages_without_text_have_no_blocks(cut, body):
    page = cut(body)
    assert page.blocks == page.links == ()


def test_a_page_that_is_only_a_title(cut):
    (block,) = cut("", title="Tax").blocks
    assert (block.kind, block.weight) == ("title", 1.0)


def test_huge_text_is_cut(cut):
    few = BlockParameters(max_chars=1000)
    page = cut("<p>" + "word next " * 20_000 + "</p><p>behind</p>", parameters=few)
    assert sum(len(block.terms) for block in page.blocks) <= 200
    assert "behind" not in {term for block in page.blocks for term in block.terms}


def test_deep_and_broken_pages_are_read(cut):
    assert "deep" in kinds(cut("<div>" * 350 + "deep words"))[0][1]
    assert "deep" in kinds(cut("<b>" * 2_000 + "deep words"))[0][1]
    assert kinds(cut("</p></div><td>odd cell<li>odd item<a href=/x>odd link"))


def test_huge_attributes_are_cut(cut):
    name = "a" * 100_000
    body = f"<div class='{name}1' id='{name}' role='{name}'>Some words</div>"
    assert kinds(cut(body + f"<div class='{name}2'>Further text</div>"))[0][0] == "content"


def test_many_links_are_bounded(cut):
    body = "".join(f"<a href=/{n}>link number{n}x</a> " for n in range(3_000))
    assert len(cut(body).links) == 1_000


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            "<div> </div> <p> </p> <b> </b> <a_href=/x> <a_href=/y> </a> <ul> <li> </ul> <h2> "
            "</h2> <table> <tr> <td> </table> <nav> </nav> <br> <script> </script> tax 税务 的 & "
            "<noscript> <svg> </svg> <!--x--> <section_class=a>".split()
        ),
        max_size=40,
    )
)
def test_any_page_gives_weights_that_sum_to_one(pieces):
    body = " ".join(pieces).replace("_", " ")
    html = f"<html><body>{body}</body></html>".encode()
    page = topic_page(read_page(html, URL), make_segmenter("jieba"))
    if page.blocks:
        assert sum(block.weight for block in page.blocks) == pytest.approx(1)
    assert all(block.terms and 0 < block.impact <= 1 for block in page.blocks)
    assert len({link.url for link in page.links}) == len(page.links)


# -- pages known by their text


def test_a_text_becomes_a_page(segmenter):
    page = text_page(
        "Tax news",
        "Rates rise",
        segmenter,
        url=URL,
        links=[("u1", "short"), ("u2", ""), ("u1", "a longer anchor"), ("u1", "x")],
    )
    assert kinds(page) == [
        ("title", "tax news"),
        ("content", "rate rise"),
        ("anchor", "longer anchor"),
    ]
    assert [(link.url, link.anchor) for link in page.links] == [
        ("u1", ("longer", "anchor")),
        ("u2", ()),
    ]
    assert sum(block.weight for block in page.blocks) == pytest.approx(1)
    assert text_page("", "", segmenter).blocks == ()
