from fpcrawl.reader.load import ReadingLoad


def after(*pages):
    """Load after pages, given as (handed in, read)."""
    load = ReadingLoad()
    for moment, what in sorted(
        (moment, what)
        for begin, end in pages
        for moment, what in ((begin, load.begin), (end, load.end))
    ):
        what(moment)
    return load


def test_nothing_read_is_no_load():
    assert not ReadingLoad().is_high


def test_pages_one_after_the_other_are_a_high_load():
    assert after(*((n, n + 0.9) for n in range(20))).is_high


def test_a_page_a_second_is_none():
    assert not after(*((n, n + 0.1) for n in range(20))).is_high


def test_a_page_that_waits_for_another_counts_once():
    assert not after(*((n, n + 0.2) for n in range(20)), (0.05, 0.25), (0.1, 0.15)).is_high
    assert after((0.0, 9.0), (0.5, 8.0), (10.0, 11.0)).is_high


def test_what_was_long_ago_fades():
    slow = [(n, n + 0.01) for n in range(50)]
    fast = [(50 + n / 10, 50 + n / 10 + 0.09) for n in range(300)]
    assert not after(*slow).is_high
    assert after(*slow, *fast).is_high
    assert not after(*((n - 400, m - 400) for n, m in fast), *slow).is_high
