"""Small pages about tea and about other things, and what cuts them."""

from __future__ import annotations

from fpcrawl.topic.blocks import text_page
from fpcrawl.topic.segment import make_segmenter

SEGMENTER = make_segmenter("jieba", words=("绿茶", "红茶", "炒青"))

TEA = (
    "Oolong leaves are withered and rolled. Farmers pluck young leaves in spring.",
    "Sencha is steamed; oolong is bruised. The leaves are withered before rolling.",
    "Teapots of clay keep oolong warm. Withered leaves smell of flowers.",
    "After plucking, leaves are withered, rolled and dried. Oolong rests in between.",
)
OTHERS = (
    "The compiler reports an error in the third line of the program.",
    "Rain is expected in the north, with wind from the sea in the evening.",
    "The team won the match after a late goal; the crowd cheered.",
    "A bank raised its rates again, and the market fell in the afternoon.",
)


def page(number, text, title=""):
    return text_page(title, text, SEGMENTER, url=f"http://site.example/{number}")


def tea_pages():
    return [page(f"tea/{n}", text, "Tea notes") for n, text in enumerate(TEA)]


def other_pages(count=24):
    return [page(f"other/{n}", f"{OTHERS[n % 4]} Number {n}.", "News") for n in range(count)]
