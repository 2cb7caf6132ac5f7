"""Topic files: what a person may write, what is told of mistakes, what is kept."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fpcrawl.exceptions import TopicError
from fpcrawl.topic.library import TopicLibrary, TopicTerm
from fpcrawl.topic.topicfile import (
    MAX_TERMS,
    read_topic,
    read_topic_file,
    write_topic,
    write_topic_file,
)

WRITTEN = """\
name: 茶
text: |
  绿茶与红茶。
terms:
  subject: [茶农, {term: no, weight: .5}]
  technical:
  - 采茶
  - {term: black tea, weight: 0.7, accepted: open, of: 红茶, relation: synonym, note: 'a: b # c'}
  judgement: [假冒]
"""


def faults(text):
    with pytest.raises(TopicError) as caught:
        read_topic(text)
    return str(caught.value).splitlines()


def test_what_a_person_writes_is_read():
    library = read_topic(WRITTEN)
    assert (library.name, library.text, library.eta) == ("茶", "绿茶与红茶。", None)
    assert [(term.term, term.kind, term.weight, term.accepted) for term in library] == [
        ("茶农", "subject", 1.0, True),
        ("no", "subject", 0.5, True),
        ("采茶", "technical", 1.0, True),
        ("black tea", "technical", 0.7, None),
        ("假冒", "judgement", 1.0, True),
    ]
    assert read_topic("name: tea").static == [TopicTerm("tea", "subject", source="name")]
    # A list of plain words is a topic too; the first of the weightiest names it.
    assert read_topic("terms: [tea, 2018-01-01, yes]").name == "tea"


def test_what_is_written_is_read_again():
    library = read_topic(WRITTEN)
    library.eta, library.dynamic_share = 0.125, 0.2
    library.class_weights["judgement"] = 0.0
    text = write_topic(library)
    again = read_topic(text)
    assert write_topic(again) == text
    assert sorted(again.to_json()["terms"], key=str) == sorted(library.to_json()["terms"], key=str)
    assert (again.eta, again.dynamic_share) == (0.125, 0.2)
    assert again.class_weights["judgement"] == 0
    assert "An open one counts 20%" in text
    assert (
        "- {term: black tea, class: technical, weight: 0.7, source: user, accepted: open," in text
    )


@settings(max_examples=60)
@given(
    st.text(min_size=1, max_size=40).filter(lambda s: any(map(str.isalnum, s))),
    st.lists(st.text(min_size=1, max_size=20), max_size=4),
)
def test_any_words_survive_the_file(name, words):
    library = TopicLibrary(name)
    for word in words:
        library.add(TopicTerm(word, note=word))
    try:
        again = read_topic(write_topic(library))
    except TopicError as error:
        # Control characters, and words without a letter, are all that is refused.
        told = str(error)
    else:
        told = ""
    if told:
        assert "control" in told or "no word" in told or "special" in told
        return
    assert [term.key for term in again if term.accepted] == [
        term.key for term in read_topic(write_topic(again)) if term.accepted
    ]
    assert len(again) == len(library)


def test_faults_are_told_with_their_lines_all_at_once():
    told = faults(
        "name: tea\ncolour: green\nterms:\n- {term: a, wight: 1}\n- b\n- c\n- b\n"
        "- {weight: 0, term: d}\n- []\n- {accepted: maybe, term: e}\neta: 3\n"
        "class_weights: {verb: 1}\n"
    )
    assert [line.partition(":")[0] for line in told] == [
        f"line {number}" for number in (2, 4, 7, 8, 9, 10, 11, 12)
    ]
    assert "unknown entry 'colour'" in told[0]
    assert "unknown entry 'wight' of a term" in told[1]
    assert "'b' stands in line 5 already" in told[2]
    assert "weight is a number over 0 and at most 1, not '0'" in told[3]
    assert "accepted is yes, no or open, not 'maybe'" in told[5]
    many = faults("name: tea\nterms:\n" + "- {wight: 1}\n" * 30)
    assert len(many) == 11
    assert many[-1] == "and 20 more faults"


@pytest.mark.parametrize("text", ["", "# nothing\n", "terms: []", "name: ''\ntext: tea", "~"])
def test_an_empty_topic_is_refused(text):
    assert "an empty topic" in faults(text)[0]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("a: [", 1, "expected the node content"),
        ("name: tea\nterms: [\n'", 3, "found unexpected end of stream"),
        ("- a\n- b", 1, "no topic"),
        ("name: tea\nname: coffee", 2, "stands in line 1"),
        ("name: {a: b}", 1, "name is a text"),
        ("name: tea\nversion: 2", 2, "reads 1"),
        ("name: tea\nformat: other", 2, "format is fpcrawl-topic"),
        ("name: tea\nterms: [a, a]", 2, "stands in line 2 already"),
        ("name: tea\nterms: {verb: [a]}", 2, "not 'verb'"),
        ("name: tea\nterms: {subject: a}", 2, "subject is a list"),
        ("name: tea\nterms: words", 2, "terms is a list"),
        ("name: tea\nterms: ['!!']", 2, "no word"),
        ("name: tea\n? [a]\n: b", 2, "a name is a word"),
        ("name: tea\neta: .nan", 2, "eta is a number"),
        ("name: tea\nterms: [{class: subject}]", 2, "without its word"),
        ("name: &a [*a]", 1, "name is a text"),
        ("name: tea\ntext: \"\\x01\"", 2, "control characters"),
        ("name: tea\n\x00", 2, "special characters"),
        ("- " * 5000, 1, "nested too deeply"),
        (f"name: {'x' * 101}", 1, "longer than 100"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line(text, line, why):
    told = faults(text)[0]
    assert told.startswith(f"line {line}: ")
    assert why in told


def test_a_file_of_too_many_terms_is_refused():
    words = "\n".join(f"- w{n}" for n in range(MAX_TERMS + 1))
    assert faults(f"name: tea\nterms:\n{words}") == [
        f"line {MAX_TERMS + 3}: more than {MAX_TERMS} terms"
    ]


def test_files_are_replaced_whole_and_keep_their_mode(tmp_path):
    path = tmp_path / "tea.yaml"
    path.write_text(WRITTEN, encoding="utf-8-sig")
    path.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    library = read_topic_file(link)
    library.add(TopicTerm("oolong", accepted=None))
    write_topic_file(link, library)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    again = read_topic_file(path)
    assert again.revision == 1
    assert again.get("oolong") is not None
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link.yaml", "tea.yaml"]


def test_files_that_cannot_be_used_are_told_by_name(tmp_path):
    path = tmp_path / "tea.yaml"
    with pytest.raises(TopicError, match=r"tea\.yaml is no file"):
        read_topic_file(path)
    path.write_bytes(b"name: tea\ntext: \xff\xfe")
    with pytest.raises(TopicError, match=r"tea\.yaml, line 2: not UTF-8"):
        read_topic_file(path)
    path.write_text("name: tea\nx: 1\ny: 2")
    with pytest.raises(TopicError) as caught:
        read_topic_file(path)
    assert [line.partition(": unknown")[0] for line in str(caught.value).splitlines()] == [
        f"topic: {path}, line 2",
        f"topic: {path}, line 3",
    ]
    path.write_text("x" * 2_000_001)
    with pytest.raises(TopicError, match="too large"):
        read_topic_file(path)
    with pytest.raises(TopicError, match="cannot write"):
        write_topic_file(tmp_path / "nowhere" / "tea.yaml", TopicLibrary("tea"))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TopicError, match="pipe is no ordinary file"):
        write_topic_file(tmp_path / "pipe", TopicLibrary("tea"))
    assert (tmp_path / "pipe").is_fifo()
