"""Values that pages hold for their scripts, as they are written in code, attributes and parts."""

from __future__ import annotations

import json
import time

import pytest

from fpcrawl.pages import read_page
from fpcrawl.pages.state.embedded import embedded_values
from fpcrawl.pages.state.flattened import flight_rows, is_flat, unflattened
from fpcrawl.pages.state.literals import literal_at
from fpcrawl.pages.state.texts import text_of

PAD = "x" * 90


def values_of(body):
    page = read_page(f"<html><body>{body}</body></html>".encode(), "http://f.example/t/1")
    return list(embedded_values(page.root))


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (
            "{a:1,'b':\"two\",c:'it\\'s',\"d\":[1,2,],}",
            {"a": 1, "b": "two", "c": "it's", "d": [1, 2]},
        ),
        ("{a:.5,b:1.,c:-0,d:007,e:1e3}", {"a": 0.5, "b": 1.0, "c": 0, "d": 7, "e": 1000.0}),
        (
            "{a:!0,b:!1,c:void 0,d:undefined,e:NaN}",
            {"a": True, "b": False, "c": None, "d": None, "e": None},
        ),
        ("{a:'\\x3Cp\\x3E\\u00e9\\u{1F600}\\n'}", {"a": "<p>é😀\n"}),
        (
            '{a:new Date(1709546400000),b:new Date("2024-03-04")}',
            {"a": 1709546400000, "b": "2024-03-04"},
        ),
        ("{a:`one\ntwo`,/* said */b:Array(3),c:new Map()}", {"a": "one\ntwo", "b": [], "c": None}),
        ("{1:{2:3}}", {"1": {"2": 3}}),
        ("{a:unknown,b:[unknown]}", {"a": None, "b": [None]}),
    ],
)
def test_literals(code, value):
    assert literal_at(code, 0) == value


def test_what_a_function_is_called_with_stands_where_its_body_names_it():
    code = '(function(a,b,c){return {x:a,y:[b,{z:c}]}}("one",null,{k:[1]}))'
    assert literal_at(code, code.index("{x")) == {"x": "one", "y": [None, {"z": {"k": [1]}}]}
    code = "((a,b)=>{return {x:a,y:b}})(1);"
    assert literal_at(code, code.index("{x")) == {"x": 1, "y": None}


@pytest.mark.parametrize("code", ["{", "{a:", "{a:b(c)}", "{a:function(){}}", "{a:1;b:2}", "[[["])
def test_what_is_no_literal(code):
    with pytest.raises(ValueError, match=r"."):
        literal_at(code, 0)


@pytest.mark.parametrize(
    "body",
    [
        '<script type="application/json">{}</script>',
        "<script>window.__DATA__ = {};</script>",
        "<script>load(true, {}, 1)</script>",
        "<script>var f = function () {{ return {} }};</script>",
        "<div data-state='{}'></div>",
    ],
)
def test_where_values_stand(body):
    told = json.dumps({"a": [{"b": PAD}]})
    assert values_of(body.replace("{{", "{").replace("}}", "}").replace("{}", told)) == [
        {"a": [{"b": PAD}]}
    ]


def test_declared_data_and_small_values_are_none():
    told = json.dumps({"@type": "NewsArticle", "articleBody": PAD})
    body = f'<script type="application/ld+json">{told}</script><script>var a = {{"b": 1}};</script>'
    assert values_of(body) == []


def test_strings_of_values_are_read_within_values():
    told = {"store": json.dumps({"topic": json.dumps({"title": PAD})}), "note": "{" + PAD}
    (value,) = values_of(f'<script type="application/json">{json.dumps(told)}</script>')
    assert value == {"store": {"topic": {"title": PAD}}, "note": "{" + PAD}


def test_flat_values():
    assert unflattened([{"a": 1, "b": 2}, ["Date", "2024-03-04"], [3, 3, -1], {"c": 1}]) == {
        "a": "2024-03-04",
        "b": [{"c": "2024-03-04"}, {"c": "2024-03-04"}, None],
    }
    circle = unflattened([{"a": 1}, {"b": 0}])
    assert circle["a"]["b"] is circle


@pytest.mark.parametrize("value", [[1, 2], [{"a": "b"}, 1], [{"a": True}, 1], [{}], {"a": 1}, []])
def test_lists_that_are_not_flat(value):
    assert not is_flat(value)


def test_rows_of_server_components():
    text = '0:["$","div",null,{"a":"$1","b":"$D2024-03-04","c":"$$5"}]\n1:T5,a\nb:c2:{"d":"$9"}\n'
    first, second = flight_rows(text)
    assert first[3] == {"a": "a\nb:c", "b": "2024-03-04", "c": "$5"}
    assert second == {"d": None}


def posts(thread, count):
    return [
        {"id": n, "author": {"name": "anna"}, "createdAt": 1709546400 + n, "body": f"Post {thread}"}
        for n in range(count)
    ]


@pytest.mark.parametrize(
    "told",
    [
        {f"t{n}": {"title": f"Thread {n}", "posts": posts(n, 5)} for n in range(1500)},
        {"thread": {"title": "Kettles", "posts": posts(1, 9000)}},
        {"a": [{f"createdTime{n}": n, f"body{n}": PAD} for n in range(12_000)]},
        {"a": [[{"b": [[{"c": [n]}]]}] for n in range(90_000)]},
        {"thread": {"title": "Kettles", "posts": posts(1, 300_000)}},
    ],
    ids=["lists", "posts", "names", "nesting", "size"],
)
def test_huge_data_is_read_in_bounded_time(told):
    body = f'<title>Kettles</title><script type="application/json">{json.dumps(told)}</script>'
    begun = time.process_time()
    page = read_page(body.encode(), "http://f.example/t/1")
    assert time.process_time() - begun < 20  # in seconds of this process, however busy others are
    assert page.state is None or len(page.state.posts) <= 500


def test_parts_of_a_text_that_name_each_other_stand_in_it_once():
    part = {"text": "Two litres."}
    for _ in range(5):
        part = {"children": [part] * 9}
    part["children"][0]["children"].append(part)
    assert text_of({"content": part}).count("Two litres.") == 9
