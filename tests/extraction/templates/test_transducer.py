"""The path of largest weight."""

from __future__ import annotations

from fpcrawl.extraction.templates.transducer import Match, best_records

AUTHOR, TIME, BODY = 0, 1, 2
#: What may stand before each: author, then time, then the body.
FOLLOWS = [0b000, 0b001, 0b011]
FREE = [0b110, 0b101, 0b011]
NEEDS_BODY = 0b100


def match(at, field, weight=10, end=None):
    return Match(at, at + 1, field, 0, weight, at + 1 if end is None else end)


def shown(records):
    return [[(m.start, m.field) for m in record] for record in records]


def test_records_follow_one_another():
    row = [match(at, at // 10 % 3) for at in range(0, 60, 10)]
    assert shown(best_records(row, FOLLOWS, NEEDS_BODY)) == [
        [(0, AUTHOR), (10, TIME), (20, BODY)],
        [(30, AUTHOR), (40, TIME), (50, BODY)],
    ]


def test_a_field_may_be_missing():
    row = [match(0, AUTHOR), match(1, BODY), match(2, TIME), match(3, BODY)]
    assert [len(r) for r in best_records(row, FOLLOWS, NEEDS_BODY)] == [2, 2]


def test_order_varies_where_it_may():
    row = [match(0, TIME), match(1, BODY), match(2, AUTHOR)]
    assert shown(best_records(row, FREE, NEEDS_BODY)) == [[(0, TIME), (1, BODY), (2, AUTHOR)]]
    assert shown(best_records(row, FOLLOWS, NEEDS_BODY)) == [[(0, TIME), (1, BODY)]]


def test_the_heavier_of_two_matches_is_taken():
    row = [match(0, AUTHOR, 2), match(1, AUTHOR, 9), match(2, TIME), match(3, BODY)]
    (record,) = best_records(row, FOLLOWS, NEEDS_BODY)
    assert (record[0].start, sum(m.weight for m in record)) == (1, 29)


def test_of_equal_ones_the_first_is_taken():
    row = [match(0, AUTHOR), match(1, AUTHOR), match(2, TIME), match(3, BODY)]
    assert best_records(row, FOLLOWS, NEEDS_BODY)[0][0].start == 0


def test_what_has_no_body_is_no_record_and_takes_nothing_away():
    row = [match(0, AUTHOR), match(1, TIME), match(2, AUTHOR), match(3, BODY), match(4, AUTHOR)]
    records = best_records(row, FOLLOWS, NEEDS_BODY)
    assert len(records) == 1
    assert records[0][-1].field == BODY
    assert best_records(row[:1], FOLLOWS, NEEDS_BODY) == []


def test_what_stands_in_a_body_is_no_field():
    row = [
        match(0, AUTHOR), match(1, BODY, end=9), match(3, AUTHOR), match(4, BODY, end=6),
        match(10, AUTHOR), match(11, BODY, end=20),
    ]  # fmt: skip
    assert shown(best_records(row, FOLLOWS, NEEDS_BODY)) == [
        [(0, AUTHOR), (1, BODY)],
        [(10, AUTHOR), (11, BODY)],
    ]


def test_a_single_record_is_the_heaviest():
    row = [match(0, BODY, 3), match(1, AUTHOR), match(2, BODY, 3)]
    assert shown(best_records(row, FOLLOWS, NEEDS_BODY, single=True)) == [[(1, AUTHOR), (2, BODY)]]


def test_many_matches_take_no_time():
    row = [match(at, at % 3 if at % 7 else 0, 1 + at % 5) for at in range(20_000)]
    assert best_records(row, FREE, NEEDS_BODY)
