from __future__ import annotations

import asyncio
import os

import pytest
from extraction_kit import html_page, tree_of
from visual_kit import thread, truth

from fpcrawl.exceptions import RenderError
from fpcrawl.extraction.visual import render
from fpcrawl.extraction.visual.render import ChromiumRenderer, find_browser, marked_source

REQUIRED = os.environ.get("FPCRAWL_REQUIRE_BROWSER") == "1"

browser = pytest.mark.browser
# One worker runs them all: one browser at a time.
pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture(scope="module")
def renderer():
    if find_browser() is None and not REQUIRED:
        pytest.skip("no Chromium, or no playwright to drive it")
    with ChromiumRenderer() as one:
        yield one


@browser
def test_every_seen_element_of_a_page_gets_a_box(renderer):
    tree = tree_of(thread(truth(3)))
    layout = renderer.render(tree)
    assert len(layout) == len(tree.nodes)
    posts = [i for i in range(len(tree.nodes)) if tree.sig[i] == "div.post"]
    tops = [layout.y[i] for i in posts]
    assert tops == sorted(tops)
    assert len(set(tops)) == 3
    side = tree.sig.index("div.side")
    assert layout.width[side] == 200
    assert layout.x[side] > layout.x[posts[0]]
    assert layout.boxes[side].background == "rgb(238, 238, 238)"
    when = layout.boxes[tree.sig.index("span.when")]
    assert (when.font_size, when.colour) == (12, "rgb(136, 136, 136)")


@browser
def test_what_the_browser_moves_keeps_its_number(renderer):
    # A block inside a paragraph, a link inside a link, a row without a table body.
    tree = tree_of("<p>a<div id=d>b</div></p><a href=/1>c<a href=/2>d</a></a><table><tr><td>e")
    layout = renderer.render(tree)
    assert layout.share == 1.0


@browser
def test_scripts_do_not_run_and_nothing_is_fetched(renderer):
    body = (
        '<p id=a>text</p><script>document.getElementById("a").remove()</script>'
        '<img src="http://127.0.0.1:9/x.png"><iframe src="file:///etc/passwd"></iframe>'
        "<noscript><p class=n>no script</p></noscript>"
    )
    tree = tree_of(html_page(body, head='<meta http-equiv=refresh content="0;url=/x">'))
    layout = renderer.render(tree)
    assert layout.seen[tree.sig.index("p")]


@browser
def test_the_browser_is_started_anew_after_some_pages(renderer, monkeypatch):
    tree = tree_of("<p>text</p>")
    renderer.close()
    monkeypatch.setattr(renderer, "recycle", 2)
    before = renderer.stats.starts
    for _ in range(3):
        renderer.render(tree)
    assert renderer.stats.starts == before + 2


@browser
def test_pages_are_laid_out_beside_a_running_event_loop(renderer):
    async def laid():
        return renderer.render(tree_of("<p>text</p>"))

    assert asyncio.run(laid()).share > 0.5


@browser
def test_a_page_that_takes_too_long_is_given_up(renderer, monkeypatch):
    renderer.render(tree_of("<p>text</p>"))
    monkeypatch.setattr(renderer, "timeout_s", 0.0)
    assert renderer.try_render(tree_of("<p>text</p>" * 5000)) is None
    monkeypatch.undo()
    assert renderer.try_render(tree_of("<p>text</p>")) is not None


@browser
def test_a_browser_that_dies_is_a_counted_failure_and_the_next_page_gets_another(renderer):
    tree = tree_of("<p>text</p>")
    renderer.render(tree)
    before = renderer.stats.failures
    renderer._thread.submit(renderer._running.close).result()
    assert renderer.try_render(tree) is None
    assert renderer.stats.failures == before + 1
    assert renderer.try_render(tree) is not None


@browser
def test_a_page_with_too_many_elements_is_refused(renderer, monkeypatch):
    monkeypatch.setattr(render, "MAX_NODES", 5)
    before = renderer.stats.reasons.get("too many elements", 0)
    with pytest.raises(RenderError, match="too many elements"):
        renderer.render(tree_of("<p>x</p>" * 10))
    assert renderer.stats.reasons["too many elements"] == before + 1


def test_without_a_browser_the_error_says_what_to_install(tmp_path):
    with pytest.raises(RenderError, match="apt-get install chromium"):
        ChromiumRenderer(tmp_path / "none")
    assert find_browser(str(tmp_path / "none")) is None


def test_the_page_itself_stays_as_it_was():
    tree = tree_of("<p>x</p><script>y</script>")
    source = marked_source(tree)
    assert 'data-fp-n="0"' in source
    assert "<script" not in source
    assert tree.page.root.find(".//script") is not None
    assert all(element.get("data-fp-n") is None for element in tree.page.root.iter())
