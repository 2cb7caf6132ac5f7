"""Templates of pages that write the words of posts between heads, in no element of their own."""

from __future__ import annotations

import json
import random

import pytest
from extraction_kit import NAMES, WORDS, html_page, place_at, tree_of

from fpcrawl.extraction.bodies.body import body_text
from fpcrawl.extraction.posts.layout import LayoutBook
from fpcrawl.extraction.posts.posts import find_posts
from fpcrawl.extraction.templates.assemble import assemble
from fpcrawl.extraction.templates.compare import read_labels
from fpcrawl.extraction.templates.labels import label_posts
from fpcrawl.extraction.templates.model import LabelledPage, Sheet
from fpcrawl.extraction.templates.softmealy import SoftMealyTemplate
from fpcrawl.extraction.templates.softmealy_induce import induce_softmealy
from fpcrawl.extraction.templates.trace import trace
from fpcrawl.extraction.templates.xpath import XPathTemplate
from fpcrawl.extraction.templates.xpath_induce import induce_xpath

KINDS = [(induce_xpath, XPathTemplate), (induce_softmealy, SoftMealyTemplate)]


def plain(seed, count=5):
    """A page, and what its posts say."""
    rng = random.Random(seed)
    out, told = [], []
    for n in range(count):
        who, text = rng.choice(NAMES), " ".join(rng.choices(WORDS, k=rng.randint(1, 3)))
        text += f"<br>{n} <b>and</b> so on"
        title = f"Talk {seed}" if not n else ""
        out.append(
            f'<p class="by"><strong>{who}</strong> wrote at 2024-03-{n + 1:02d} 10:{seed:02d}</p>'
            f"<h3>{title}</h3>\n{text}\n"
        )
        told.append((who, text.replace("<br>", "\n").replace("<b>", "").replace("</b>", "")))
    return html_page(f'<div id="all">{"".join(out)}<div class="foot">Pages: 1 2</div></div>'), told


def labelled(seed, count=5):
    html, _ = plain(seed, count)
    tree = tree_of(html)
    group = find_posts(tree, LayoutBook())
    assert group is not None
    return LabelledPage(tree, html, "thread", label_posts(tree, group))


def test_words_between_heads_are_labelled():
    page = labelled(1)
    _, told = plain(1)
    assert [body_text(record.body) for record in read_labels(page)] == [text for _, text in told]


@pytest.mark.parametrize(("induce", "kind"), KINDS)
@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_template_reads_words_between_heads(induce, kind, count):
    template = induce([labelled(seed) for seed in range(6)])
    # As from the store.
    template = kind.from_json(json.loads(json.dumps(template.to_json())))
    html, told = plain(33, count)
    tree = tree_of(html)
    reads = template.read(Sheet(tree.page.base_url, tree.page.root, html))
    posts = assemble(reads, "thread", tree.page, place_at())
    assert [(post.author, post.body_text) for post in posts] == told
    assert [post.published[:10] for post in posts] == [f"2024-03-{n + 1:02d}" for n in range(count)]
    assert "<b>and</b>" in posts[0].body_html


def signed(seed, count=6):
    """A page of posts that are signed below their words, and what they say."""
    rng = random.Random(seed)
    out, told = [], []
    for n in range(count):
        who, first, second = rng.choice(NAMES), rng.choice(WORDS), rng.choice(WORDS)
        words = ("<p>{}</p><p>{}</p>", "<ul><li>{}</li></ul>{}", "{}<hr><p>{}</p>")[(n + seed) % 3]
        out.append(
            f'<tr><td><a href="/u/{who}">{who}</a> {words.format(first, second)} '
            f'<small class="when"><span class="date">2024-03-{n + 1:02d} 10:{seed:02d}</span> . '
            f"#{n + 1}</small></td></tr>"
        )
        told.append((who, [first, second]))
    return html_page(f"<table>{''.join(out)}</table>"), told


@pytest.mark.parametrize(("induce", "kind"), KINDS)
def test_a_template_reads_words_between_name_and_time(induce, kind):
    pages = []
    for seed in range(8):
        html, _ = signed(seed)
        tree = tree_of(html)
        group = find_posts(tree, LayoutBook())
        pages.append(LabelledPage(tree, html, "thread", label_posts(tree, group)))
    template = kind.from_json(json.loads(json.dumps(induce(pages).to_json())))
    html, told = signed(33, 9)
    tree = tree_of(html)
    reads = template.read(Sheet(tree.page.base_url, tree.page.root, html))
    posts = assemble(reads, "thread", tree.page, place_at())
    said = [(post.author, list(filter(None, post.body_text.split("\n")))) for post in posts]
    assert said == told
    assert [post.published[:10] for post in posts] == [f"2024-03-{n + 1:02d}" for n in range(9)]


def test_words_before_which_nothing_stands_are_read_without_a_template():
    page = "".join(
        f"<li>{WORDS[n]}<br>{n} <b>{NAMES[n]}</b> <i>2024-03-0{n + 1}</i></li>" for n in range(4)
    )
    tree = tree_of(html_page(f"<ul>{page}</ul>"))
    group = find_posts(tree, LayoutBook())
    assert [post.loose.within for post in group.posts] == [True] * 4
    assert label_posts(tree, group) == []


def test_reading_leaves_the_page_as_it_is():
    template = induce_xpath([labelled(seed) for seed in range(6)])
    page = labelled(33)
    first, second = (len(trace(template, page.tree.page.root)) for _ in range(2))
    assert first == second == 5
    assert "the words behind it, up to" in "\n".join(template.describe())


def test_wrapper_rules_tell_where_loose_words_end():
    template = induce_softmealy([labelled(seed) for seed in range(6)])
    (rule,) = [rule for rule in template.rules if rule.field == "body"]
    assert rule.place == "loose"
    assert "Html(p.by)" in rule.describe()
