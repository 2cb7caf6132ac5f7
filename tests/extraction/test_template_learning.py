"""Templates are compared, verified on pages they were not built from, and else not used."""

from __future__ import annotations

import pytest
from extraction_kit import html_page
from template_kit import (
    NAMES,
    NEW,
    WORDS,
    SignatureTemplate,
    induce,
    induce_second,
    labelled,
    thread_html,
    thread_pages,
)

from fpcrawl.extraction.templates.compare import (
    Face,
    agreement,
    believable,
    faces_of,
    read_labels,
)
from fpcrawl.extraction.templates.learn import attempt, learn
from fpcrawl.extraction.templates.verify import Verification, verify

KINDS = {"xpath": induce, "softmealy": induce_second}


def test_template_that_reads_all_pages_goes_live_with_both_kinds():
    learnt = learn(thread_pages(range(5)), KINDS)
    assert learnt is not None
    assert learnt.kind == "xpath"
    assert list(learnt.templates) == ["xpath", "softmealy"]
    assert learnt.verification.agreement.pages == 5
    assert learnt.verification.agreement.record_f1 == 1.0
    assert learnt.verification.score == 1.0
    assert learnt.verification.confidence > 0.95
    assert learnt.kinds_agree == 1.0


@pytest.mark.parametrize(("pages", "posts"), [(1, 20), (3, 2), (0, 0)])
def test_too_little_to_check_is_not_learnt_from(pages, posts):
    found = attempt(thread_pages(range(pages), posts=posts), KINDS)
    assert found.learnt is None
    assert found.faults == {"pages": ["too few pages or records"]}


def test_kind_that_does_not_reproduce_the_labels_is_not_used():
    def memorise(pages):
        # Knows what it was shown and nothing else.
        known = {id(page.tree.page.root): read_labels(page) for page in pages}

        class Memory(SignatureTemplate):
            def read(self, sheet):
                return known.get(id(sheet.root), [])[:1] or [read_labels(pages[0])[0]]

        return Memory("div.post", {})

    found = attempt(thread_pages(range(6)), {"xpath": memorise, "softmealy": induce_second})
    assert found.learnt is not None
    assert list(found.learnt.templates) == ["softmealy"]
    assert any("records" in fault for fault in found.faults["xpath"])


def test_error_in_induction_or_reading_is_a_fault_and_no_traceback():
    def breaks(pages):
        raise RuntimeError("a page nobody thought of")

    def reads_badly(pages):
        class Bad(SignatureTemplate):
            def read(self, sheet):
                raise ValueError("no")

        return Bad("div.post", {})

    found = attempt(thread_pages(range(4)), {"xpath": breaks, "softmealy": reads_badly})
    assert found.learnt is None
    assert "error" in found.faults["xpath"][0]
    assert "error" in found.faults["softmealy"][0]


def test_few_pages_of_another_design_are_left_out():
    mixed = thread_pages(range(6)) + thread_pages(range(20, 22), names=NEW)
    learnt = learn(mixed, KINDS)
    assert learnt is not None
    assert learnt.verification.agreement.pages == 6


def test_wrong_label_on_one_page_does_not_keep_a_template_from_going_live():
    pages = thread_pages(range(10), posts=8)
    for mark in pages[4].records[2].fields["author"]:
        object.__setattr__(mark, "value", "Quoted")
    learnt = learn(pages, KINDS)
    assert learnt is not None
    assert 0.95 < learnt.verification.score < 1.0


def test_template_without_authors_is_not_used():
    def forgets(pages):
        whole = induce(pages)
        whole.fields.pop("author")
        return whole

    found = attempt(thread_pages(range(5)), {"xpath": forgets})
    assert found.learnt is None
    assert any(fault.startswith("author") for fault in found.faults["xpath"])


def test_names_whose_place_is_not_known_must_be_read_all_the_same():
    pages = thread_pages(range(4))
    for record in (record for page in pages for record in page.records):
        record.told["author"] = record.fields.pop("author")[0].value
    assert {one.values["author"] for one in read_labels(pages[0])} <= {*NAMES}
    assert attempt(pages, KINDS).faults["xpath"] == ["author 0.000 < 0.92"]


def test_order_of_times_is_looked_at_where_labels_have_one():
    class Backwards(SignatureTemplate):
        def read(self, sheet):
            records = super().read(sheet)
            times = [record.values["time"] for record in records]
            shuffled = [times.pop(-(n % 2)) for n in range(len(times))]
            for record, time in zip(records, shuffled, strict=True):
                record.values["time"] = time
            return records

    pages = [labelled(thread_html(seed, posts=30)) for seed in range(3)]
    template = induce(pages)
    found = verify(Backwards(template.root, template.fields), pages)
    assert found.label_ordered == 1.0
    assert found.ordered < 1.0
    assert not found.is_good


def test_verification_survives_the_store():
    found = verify(induce(thread_pages(range(2))), thread_pages(range(3)))
    again = Verification.from_json(found.to_json())
    assert again.to_json() == found.to_json()
    assert again.score == found.score


def test_readings_agree_whatever_white_space_and_words_around_a_time():
    (page,) = thread_pages([3])
    labels = read_labels(page)
    true = faces_of("thread", labels)
    for record in labels:
        record.values["time"] = f"Posted on  {record.values['time']} "
        record.values["author"] += "\n"
    assert agreement("thread", faces_of("thread", labels), true).score("thread") == 1.0


def test_missing_and_additional_records_lower_the_agreement():
    (page,) = thread_pages([3])
    true = faces_of("thread", read_labels(page))
    found = agreement("thread", true[:-1], true)
    assert (found.records, found.truths, found.paired) == (4, 5, 4)
    assert found.record_f1 == pytest.approx(8 / 9)
    extra = agreement("thread", [*true, Face({"author": "ad", "body": "buy"})], true)
    assert extra.record_f1 == pytest.approx(10 / 11)


def test_reading_is_less_believable_when_fields_are_missing_or_repeat():
    (page,) = thread_pages([3])
    true = faces_of("thread", read_labels(page))
    fills = {"author": 1.0, "time": 1.0, "body": 1.0}
    assert believable("thread", true, fills) == 1.0
    assert believable("thread", [], fills) == 0.0
    nameless = [Face({**face.values, "author": ""}) for face in true]
    assert believable("thread", nameless, fills) == 0.5
    bodiless = [Face({**face.values, "body": ""}) for face in true]
    assert believable("thread", bodiless, fills) == 0.0
    repeated = [Face({**face.values, "body": true[0]["body"]}) for face in true]
    assert believable("thread", repeated, fills) < 0.5


def test_a_name_told_in_the_line_of_a_time_that_leads_to_the_post_is_labelled():
    def post(n):
        said = " ".join(WORDS[n : n + 12])
        up = f'<div class="up"><a href="/up">▲</a> <span>{n}</span></div>'
        time = f'<a href="#p{n + 70}"><span>2024/03/0{n + 1} 10:00</span></a>'
        told = f"投稿者: <strong>{NAMES[n]}</strong> | {time} <span>発信地: 東京</span>"
        foot = f'<div class="foot">{up}{told}</div>'
        return f'<div class="one" id="p{n + 70}"><div class="said">{said}.</div>{foot}</div>'

    page = labelled(html_page("".join(map(post, range(4)))))
    marks = [record.fields["author"] for record in page.records]
    assert [page.tree.text(mark.node) for (mark,) in marks] == [*NAMES[:4]]


def test_a_name_in_no_element_of_its_own_is_labelled_where_it_stands_beside_the_words():
    def post(n):
        said = " ".join(WORDS[n : n + 12])
        card = f'<div class="card"><i>▲ {n}</i>{NAMES[n]}</div>'
        main = f'<p>2024/03/0{n + 1} 10:00</p><div class="said">{said}, {NAMES[n]}.</div>'
        return f'<div class="one"><div class="main">{main}</div>{card}</div>'

    page = labelled(html_page("".join(map(post, range(4)))))
    marks = [record.fields["author"] for record in page.records]
    assert [(page.tree.sig[one.node], one.value) for (one,) in marks] == [
        ("div.card", name) for name in NAMES[:4]
    ]
