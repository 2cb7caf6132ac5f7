"""One fingerprint for all addresses of a page, and only for those."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from scrapy import Request

from fpcrawl.scheduling.fingerprint import PageFingerprinter, key_fingerprint
from fpcrawl.walk.twins import TwinRules

PAGE = "https://www.f.example/thread.php?id=7&page=2"


@pytest.fixture
def twins():
    return TwinRules()


@pytest.fixture
def fingerprinter(twins):
    spider = SimpleNamespace(walker=SimpleNamespace(twins=twins))
    return PageFingerprinter.from_crawler(SimpleNamespace(spider=spider))


@pytest.mark.parametrize(
    "url",
    [
        "http://www.f.example/thread.php?id=7&page=2",
        "https://f.example/thread.php?page=2&id=7",
        "https://www.f.example/thread.php?id=7&page=2#post9",
        "https://www.f.example/thread.php?id=7&page=2&PHPSESSID=0a1b2c3d4e5f",
    ],
)
def test_other_spellings_of_a_page_are_the_page(fingerprinter, url):
    assert fingerprinter.fingerprint(Request(url)) == fingerprinter.fingerprint(Request(PAGE))


@pytest.mark.parametrize(
    "url",
    [
        "https://www.f.example/thread.php?id=7&page=3",
        "https://www.f.example/thread.php?id=7",
        "https://m.f.example/thread.php?id=7&page=2",
        "https://www.f.example:8443/thread.php?id=7&page=2",
    ],
)
def test_other_pages_are_not(fingerprinter, url):
    assert fingerprinter.fingerprint(Request(url)) != fingerprinter.fingerprint(Request(PAGE))


def test_a_form_that_is_sent_is_no_page(fingerprinter):
    sent = Request(PAGE, method="POST", body=b"a=1")
    other = Request(PAGE, method="POST", body=b"a=2")
    prints = {fingerprinter.fingerprint(request) for request in (Request(PAGE), sent, other)}
    assert len(prints) == 3


def test_what_was_learnt_not_to_matter_does_not(fingerprinter, twins):
    one, other = (Request(f"http://f.example/{s}/t/7") for s in ("0a1b2c3d4e5f", "1a2b3c4d5e6f"))
    assert fingerprinter.fingerprint(one) != fingerprinter.fingerprint(other)
    twins.rules.add("/*")
    assert fingerprinter.fingerprint(one) == fingerprinter.fingerprint(other)
    # Unless that is to be seen.
    tested = other.replace(meta={"fp_whole": True})
    assert fingerprinter.fingerprint(one) != fingerprinter.fingerprint(tested)


def test_without_a_spider_the_address_alone_tells():
    plain = PageFingerprinter()
    assert plain.fingerprint(Request(PAGE)) == plain.fingerprint(
        Request(PAGE.replace("https", "http"))
    )
    assert plain.fingerprint(Request(PAGE)) == key_fingerprint(TwinRules().key(PAGE))
