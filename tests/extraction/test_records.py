"""Keys and plain dictionaries of records."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fpcrawl.extraction.records import (
    Article,
    Comment,
    Post,
    Thread,
    record_dict,
    record_key,
)

parts = st.lists(st.none() | st.integers() | st.text(max_size=30), max_size=5)


def test_keys_are_what_they_always_were():
    # Stored records of earlier runs are found again by these.
    assert record_key("f.example", "post", "", "4711") == "f5a9d1e2fd772efa14bbd300"
    assert record_key("f.example", "floor", "f.example/t/5", 3) == "e7f9acad4dcc7f4562e1b9b9"
    assert record_key("论坛.example", "text", None, "水壶") == "d216b93e4cbced4fe13e1950"


@given(st.text(max_size=30), parts)
def test_a_key_is_24_hexadecimal_digits_and_stable(site, values):
    key = record_key(site, *values)
    assert len(key) == 24
    assert set(key) <= set("0123456789abcdef")
    assert key == record_key(site, *values)
    assert key == record_key(site, *(None if v is None else str(v) for v in values))


words = st.text(st.characters(exclude_characters="\x1f", exclude_categories=["Cs"]), max_size=20)


@given(st.lists(words, min_size=1, max_size=5), st.lists(words, min_size=1, max_size=5))
def test_different_parts_have_different_keys(one, other):
    assert (record_key(*one) == record_key(*other)) == (one == other)


@pytest.mark.parametrize("odd", ["\ud800", "\x00", "\U0001f600"])
def test_any_text_has_a_key(odd):
    assert len(record_key("f.example", odd)) == 24


def test_records_as_dictionaries_keep_the_order_of_their_fields():
    post = Post("k", "f.example", "http://f.example/t/1", "http://f.example/t/1", images=["a"])
    thread = Thread("k", "f.example", "http://f.example/t/1", replies=0)
    for record in (post, thread):
        plain = record_dict(record)
        assert list(plain) == [spec.name for spec in fields(record)]
        assert type(record)(**json.loads(json.dumps(plain))) == record
    assert record_dict(thread)["replies"] == 0
    assert record_dict(post)["author"] is None


def test_comments_are_plain_as_well():
    article = Article("k", "n.example", "u", comments=[Comment(author="anna", body_text="Yes.")])
    plain = json.loads(json.dumps(record_dict(article)))
    assert plain["comments"][0]["author"] == "anna"
    plain["comments"] = [Comment(**comment) for comment in plain["comments"]]
    assert Article(**plain) == article
