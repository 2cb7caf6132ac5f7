from __future__ import annotations

import math

import numpy as np
import pytest
from lxml import etree

from fpcrawl.clustering import FEATURES, FeatureLimits, page_features
from fpcrawl.clustering import features as module
from fpcrawl.clustering.normalise import file_name, link_shape, stable_hash, text_shape, token_shape
from fpcrawl.clustering.tables import BITS, Codes
from fpcrawl.pages.parse import read_page

HTML = """<html><head><title>A page</title>
<link rel=stylesheet href="/theme/main.css?v=12"><script src="/js/jquery-1.2.min.js"></script>
<script>function openMenu(id) { doThing(id); }</script><style>p {}</style></head>
<body><!-- header --><div id=top class="bar wide"><a href="http://a.example/forum/12">Forum 12</a>
<img src="/img/logo2.gif"></div><ul class=posts>
<li class="post odd"><b>Author:</b> x</li><li class="post odd"><b>Author:</b> y</li></ul>
<p>Posted 3 hours ago</p></body></html>"""


def features(html: str = HTML, **options):
    return page_features(read_page(html.encode(), "http://a.example/"), keep_names=True, **options)


def named(found, feature: str) -> set[str]:
    return {found.names[element] for element in found.sets[FEATURES.index(feature) - 1]}


def test_layers_are_shares_of_tags():
    found = features()
    assert found.layers[0] == {"html": 1.0}
    assert found.layers[1] == {"head": 0.5, "body": 0.5}
    assert found.layers[2]["script"] == pytest.approx(2 / 8)
    assert all(math.isclose(sum(layer.values()), 1) for layer in found.layers)


def test_the_eight_sets():
    found = features()
    assert {"html>body", "body>div.bar.wide", "ul.posts>li.odd.post"} <= named(found, "tags")
    assert named(found, "links") == {"/forum/#"}
    assert named(found, "css") == {"theme/main.css"}
    assert named(found, "js") == {"js/jquery-#.#.min.js"}
    assert named(found, "functions") == {"openmenu", "dothing"}
    assert named(found, "anchors") == {"forum #"}
    assert {"author:", "posted # hours ago", "header"} <= named(found, "texts")
    assert named(found, "images") == {"img/logo#.gif"}


def test_what_is_repeated_weighs_more_and_what_has_no_class_less():
    found = features()
    weights = {found.names[element]: weight for element, weight in found.weights.items()}
    assert sum(w * w for w in weights.values()) == pytest.approx(1)
    assert weights["ul.posts>li.odd.post"] / weights["body>div.bar.wide"] == pytest.approx(
        math.log(3) / math.log(2)
    )
    assert weights["body>p"] / weights["body>div.bar.wide"] == pytest.approx(0.5)
    assert found.sets[0] == set(found.weights)


def test_hashes_last():
    # They are stored: another value would make all stored clusters strangers.
    assert stable_hash("div.post") == 0xECA0F72851FAC01F
    one, other = features(), features()
    assert one == other


def test_names_are_kept_only_when_asked_for():
    page = read_page(HTML.encode(), "http://a.example/")
    assert page_features(page).names == {}
    assert page_features(page).sets == features().sets


def test_an_empty_page():
    found = features("<html></html>")
    assert found.layers[0] == {"html": 1.0}
    assert all(not elements for elements in found.sets[1:])


def test_a_huge_page_is_bounded():
    rows = "".join(
        f"<div class='c{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}x'>"
        f"<a href=/x{'y' * (i % 300)}>t</a></div>"
        for i in range(5000)
    )
    limits = FeatureLimits(max_elements=100, max_nodes=2000, max_layers=3)
    found = features(f"<html><body><p>{rows}</p></body></html>", limits=limits)
    assert len(found.layers) <= 3
    assert all(len(elements) <= 100 for elements in found.sets)
    assert sum(w * w for w in found.weights.values()) == pytest.approx(1)


def test_more_rows_of_a_list_change_little():
    def listing(rows):
        return features(
            f"<body><ul class=l>{'<li class=r><b class=t>x</b></li>' * rows}</ul></body>"
        )

    assert listing(30) == listing(300)


def test_rows_that_are_not_looked_at_count_all_the_same():
    rows = "<li class=r><b class=t>x</b><i class=n>1</i></li>" * 10
    other = "<li class=sticky><b class=t>x</b></li>"
    found = features(f"<body><ul class=l>{other}{rows}</ul></body>")
    weights = {found.names[element]: weight for element, weight in found.weights.items()}
    once = weights["ul.l>li.sticky"] / math.log(2)
    for edge in ("ul.l>li.r", "li.r>b.t", "li.r>i.n"):
        assert weights[edge] / once == pytest.approx(math.log(11))
    assert found.layers[3] == pytest.approx({"li": 1.0})
    assert found.layers[4] == pytest.approx({"b": 11 / 21, "i": 10 / 21})


def test_codes_tell_named_elements_from_others():
    codes = Codes()
    assert codes["p", None] % 2 == 0
    assert codes["p", "one two"] % 2 == 1
    assert codes["p", "two one"] == codes["p", "one two"]
    assert codes["p", "id7"] == codes["p", "id8"]
    assert codes["p", ""] == codes["p", None]
    assert codes.signatures[codes["h1", "x"]] == "h1.x"
    assert codes[etree.Comment, None] == 0


def test_edges_have_hashes_that_last():
    codes = Codes()
    edge = codes["ul", "l"] << BITS | codes["li", None]
    assert codes.edge_hashes(np.array([edge])).tolist() == [0xF1E41CA5DF02366E]
    for n in range(3_000):
        assert codes[f"t{n}", None]
    assert codes.edge_hashes(np.array([edge])).tolist() == [0xF1E41CA5DF02366E]


def test_control_characters_are_read():
    found = features("<body><p>one\x01two</p><p>one\x02two</p></body>")
    assert named(found, "texts") == {"one\x01two", "one\x02two"}


def test_names_of_functions_stand_before_brackets():
    script = (
        "a.b(1); $x9 = doIt(a), if(x){ab(1)} 9lives(2); fn (3); f\u00e9te(4); " + "x" * 62 + "(5)"
    )
    found = features(f"<body><script>{script}</script></body>")
    assert named(found, "functions") == {"a.b", "doit"}


def test_what_stands_below_the_last_element_is_not_looked_at():
    page = read_page(b"<body><p class=above><b class=below>x</b></p></body>", "http://a.example/")
    page_features(page, limits=FeatureLimits(max_nodes=3))
    assert ("p", "above") in module._codes
    assert ("b", "below") not in module._codes


def test_a_deep_page():
    found = features("<div>" * 200 + "x", limits=FeatureLimits(max_layers=20))
    assert len(found.layers) == 20


@pytest.mark.parametrize(
    ("href", "shape"),
    [
        ("http://a.example/viewtopic.php?t=12&sid=0123456789abcdef#p7", "/viewtopic.php?t=&sid="),
        ("/2013/05/some-long-title-here/", "/#/#/*/"),
        ("//a.example", "/"),
        ("#top", "#"),
        ("javascript:void(0)", "javascript:"),
        ("mailto:a@b.example", "mailto:"),
        ("/wiki/%E4%B8%AD", "/wiki/*"),
        ("/tag/中文", "/tag/*"),
        ("Thread-12-1.html", "thread-#-#.html"),
        ("", ""),
    ],
)
def test_shapes_of_links(href, shape):
    assert link_shape(href) == shape


def test_a_long_piece_of_an_address_is_looked_through_once():
    assert link_shape(f"/%/{'a' * 300_000}") == f"/*/{'a' * 117}"


def test_other_shapes():
    assert token_shape("post_1234") == "post_#"
    assert token_shape("Menu") == "menu"
    assert text_shape("  Posted \n 12 ") == "posted #"
    assert file_name("http://a.example/theme/img/icon12.png?x=1") == "img/icon#.png"
    assert file_name("data:image/png;base64,AAAA") == "data:"
