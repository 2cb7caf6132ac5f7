"""What the demo's tests share: a site without a server, and hand-written readers of its pages."""

from __future__ import annotations

import json
import re
from typing import Any

from lxml import html

from fpcrawl.demo import DemoClock, World
from fpcrawl.demo.exchange import Reply, Request
from fpcrawl.demo.site import Site

START = 1_772_625_600.0  # 2026-03-04T12:00:00Z, a Wednesday
BASE = "http://127.0.0.1:8700"
CHARSETS = {"classic": "iso-8859-1", "terms": "gbk", "nest": "gbk"}


class Shown:
    """A demo without a socket."""

    def __init__(self, speed: float = 0.0, **options: Any) -> None:
        self.real = 0.0
        self.clock = DemoClock(START, speed, lambda: self.real)
        self.world = World(options.pop("seed", 1), START, self.clock, **options)
        self.site = Site(self.world, self.clock, BASE)

    def get(self, target: str, **headers: str) -> Reply:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.site.handle(Request("GET", target.removeprefix(BASE), named))

    def tree(self, target: str) -> html.HtmlElement:
        reply = self.get(target)
        assert reply.status == 200, (target, reply.status)
        family = target.removeprefix(BASE).split("/")[1]
        return html.fromstring(bytes(reply.body).decode(CHARSETS.get(family, "utf-8")))

    def truth(self, what: str, **query: str) -> list[dict[str, Any]]:
        tail = "&".join(f"{name}={value}" for name, value in query.items())
        text = bytes(self.get(f"/_truth/{what}?{tail}").body).decode()
        return [json.loads(line) for line in text.splitlines()]


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


# family -> skin -> (post, author, time, body, what to leave out of the body), as XPath
READERS: dict[str, list[tuple[str, str, str, str, str]]] = {
    "classic": [
        (
            "//tr[td/span[@class='name']]",
            ".//span[@class='name']",
            "substring-before(substring-after(.//td[2]/span, 'Posted: '), '\xa0')",
            "following-sibling::tr[1]//span[@class='words']",
            ".//table[@class='said']",
        ),
        (
            "//table[@class='msg']",
            ".//tr[@class='msghead']//b",
            "string(.//tr[@class='msgfoot']/td[1])",
            ".//div[@class='words']",
            ".//table[@class='said']",
        ),
    ],
    "divs": [
        (
            "//div[contains(@class,'post bg')]",
            ".//dl//a[@class='user']",
            "substring-after(.//p[@class='author'], '» ')",
            ".//div[@class='content']",
            ".//blockquote",
        ),
        (
            "//article[@class='note']",
            ".//div[@class='noteside']/a",
            "string(.//span[@class='stamp'])",
            ".//div[@class='notetext']",
            ".//blockquote",
        ),
    ],
    "plaza": [
        (
            "//article[@class='post'][header]",
            ".//h2/a",
            "string(./header/time/@datetime)",
            ".//div[@class='text']",
            ".//blockquote",
        ),
        (
            "//div[@class='bubble']",
            ".//h4/a",
            "string(.//time[@class='at']/@datetime)",
            ".//div[@class='saying']",
            ".//blockquote",
        ),
    ],
    "terms": [
        (
            "//dl[@class='talk']/dt",
            "./a[1]",
            "substring-before(substring-after(., ' 于 '), ' 发表')",
            "following-sibling::dd[1]/blockquote",
            ".//div[@class='yin']",
        ),
        (
            "//ol[@class='talk']/li",
            "./div[@class='by']/a",
            "string(./div[@class='by']/em)",
            "./blockquote",
            ".//div[@class='yin']",
        ),
    ],
    "nest": [
        (
            "//div[starts-with(@id,'post_')][not(.//div[@class='locked'])]",
            ".//a[@class='xw1']",
            "concat(.//em/span[@title]/@title, .//em/span[not(@title)])",
            ".//td[@class='t_f']",
            ".//div[@class='quote'] | .//i[@class='pstatus']",
        ),
        (
            "//div[@class='floor'][not(.//div[@class='locked'])]",
            ".//a[@class='xw1']",
            (
                "concat(./div[@class='floor-f']//span/@title,"
                " ./div[@class='floor-f']//span[not(@title)])"
            ),
            ".//div[@class='floor-t']",
            ".//div[@class='quote'] | .//i[@class='pstatus']",
        ),
    ],
    "latte": [
        (
            "//div[contains(@class,'crawl-post')][.//time]",
            ".//span[@itemprop='author']//span",
            "string(.//time/@datetime)",
            ".//div[@class='post']",
            ".//aside",
        ),
        (
            "//section[@class='said']",
            ".//span[@itemprop='author']//span",
            "string(.//time/@datetime)",
            ".//div[@itemprop='text']",
            ".//aside",
        ),
    ],
    "ledger": [
        (
            "//ul[@class='posts']/li[@id]",
            "./b/a",
            "string(./abbr/@data-time)",
            "./div",
            ".//blockquote",
        ),
        (
            "//div[@class='r']",
            "./div[@class='h']//a",
            "string(./div[@class='h']//abbr/@data-time)",
            "./div[@class='c']",
            ".//blockquote",
        ),
    ],
}


def read_posts(tree: html.HtmlElement, family: str, skin: int) -> list[tuple[str, str, str]]:
    """Return ``(author, time as shown, own text)`` of the posts on a page."""
    post_path, author, when, body_path, noise = READERS[family][skin]
    found = []
    for post in tree.xpath(post_path):
        (body,) = post.xpath(body_path)
        for extra in body.xpath(noise):
            extra.drop_tree() if extra.tail else extra.getparent().remove(extra)
        for br in body.xpath(".//br | .//p | .//li | .//pre"):
            br.tail = " " + (br.tail or "")
        name = post.xpath(author)[0].text_content()
        found.append((name, str(post.xpath(when)).strip(), flat(body.text_content())))
    return found
