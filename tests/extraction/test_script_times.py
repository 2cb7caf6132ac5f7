"""When an article was published, where only the scripts of its page are told, and who wrote it."""

from __future__ import annotations

import pytest
from extraction_kit import article_of
from test_article_bylines import SAID, TITLE

META = "<meta name='article:author' content='{}'>"


def page(scripts="", byline="<em id='publish_time'></em>", foot="", meta=""):
    return article_of(
        f"<!DOCTYPE html><html><head><title>{TITLE}</title>{meta}</head><body>"
        f"<script>{scripts}</script><div><h1>{TITLE}</h1><div>{byline}</div>"
        f"<div>{SAID}</div></div><footer>{foot}</footer></body></html>"
    )


@pytest.mark.parametrize(
    ("scripts", "expected"),
    [
        ("var createTime = '2024-03-04 10:20';", "2024-03-04T10:20+00:00"),
        ('var ct = "7"; var oriCreateTime = "1";', None),
        ('{"publishTime":1709547600000,"id":7}', "2024-03-04T10:20:00+00:00"),
        (r"JSON.parse('{\"publish_time\":\"2024-03-04T10:20:00Z\"}')", "2024-03-04T10:20:00+00:00"),
        ("window.pubDate = '2024年03月04日 10:20'", "2024-03-04T10:20+00:00"),
        ("var pubDate='2024-03-04', pubTime='2024-03-04 10:20'", "2024-03-04T10:20+00:00"),
        ("var createTime='2019-01-02 08:00', ptime='2024-03-04 10:20'", "2024-03-04T10:20+00:00"),
        # About other articles, about what is to come, about something else.
        ("[{pubDate:'2024-03-04'},{pubDate:'2024-03-05'}]", None),
        ("var pubDate = '2124-03-04 10:20';", None),
        ("var updateTime = '2024-03-04 10:20'; var republishTime = '2024-03-04';", None),
    ],
)
def test_a_time_that_only_scripts_are_told_is_that_of_publishing(scripts, expected):
    assert page(scripts).published == expected


def test_what_the_page_shows_tells_more_than_its_scripts():
    scripts = "var createTime = '2024-03-04 10:20';"
    assert page(scripts, "<em>2024-03-02 09:00</em>").published == "2024-03-02T09:00+00:00"
    assert page(scripts, foot="Seen on 2024-03-09 09:00").published == "2024-03-04T10:20+00:00"


@pytest.mark.parametrize(
    ("meta", "byline", "expected"),
    [
        (META.format("李海燕"), "<span>李海燕</span><a class='nickname'>海港观察</a>", "李海燕"),
        (META.format("编辑部"), "<span>李海燕</span><a class='nickname'>海港观察</a>", "海港观察"),
        (META.format("李海燕"), "<span>原创</span><a class='nickname'>海港观察</a>", "海港观察"),
        (META.format("Ann Reed"), "<span class='author'>Tom Hall</span>", "Tom Hall"),
    ],
)
def test_a_writer_who_is_declared_and_shown_is_no_account(meta, byline, expected):
    assert page(meta=meta, byline=byline).author == expected
