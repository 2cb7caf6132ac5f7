"""Wrapper templates: learnt from labelled pages, applied to the source of others."""

from __future__ import annotations

import json

import pytest
from softmealy_kit import (
    DIV_FIELDS,
    DIV_ROOT,
    NAMES,
    divs,
    divs_labelled,
    labelled,
    post,
    sheet,
    tree_of,
)

from fpcrawl.extraction.templates.model import LabelledPage, LabelledRecord, Mark, Sheet
from fpcrawl.extraction.templates.softmealy import SoftMealyTemplate
from fpcrawl.extraction.templates.softmealy_induce import induce_softmealy


def learn(pages):
    """Learn, and carry the template through JSON as the store does."""
    template = induce_softmealy(pages)
    assert template is not None
    return SoftMealyTemplate.from_json(json.loads(json.dumps(template.to_json())))


def values(template, html, *names):
    return [tuple(r.values.get(name) for name in names) for r in template.read(sheet(html))]


def texts(template, html):
    return [record.text for record in template.read(sheet(html))]


@pytest.fixture(scope="module")
def of_divs():
    return learn([divs_labelled(4, seed) for seed in range(4)])


def test_a_template_reads_pages_it_has_not_seen(of_divs):
    html = divs(6, seed=5)
    wanted = [post(n, 5) for n in range(6)]
    assert values(of_divs, html, "author", "time", "time_full", "author_url") == [
        (author, time, f"{time}:00", f"/u/{author}") for author, time, _ in wanted
    ]
    assert texts(of_divs, html)[:2] == ["The kettle boils over whenever the lid is closed.",
                                        "Mine does the same & I leave the lid open."]  # fmt: skip


def test_a_body_is_given_as_written(of_divs):
    html = divs(1, body='<p class="x">One &amp; two</p>')
    (record,) = of_divs.read(sheet(html))
    assert record.html == '<div class="text"><p class="x">One &amp; two</p></div>'
    assert record.text == "One & two"


def test_a_body_in_lines_is_read_in_lines():
    def lined(seed):
        return (
            divs(4, seed)
            .replace('<div class="text">', "<pre>")
            .replace('</div>\n<div class="foot', '</pre>\n<div class="foot')
        )

    fields = {**DIV_FIELDS, "body": ".//pre"}
    template = learn([labelled(lined(seed), DIV_ROOT, fields) for seed in range(4)])
    html = lined(5).replace("the lid is closed", "the lid\n&gt; is\n\n  closed")
    assert texts(template, html)[0] == "The kettle boils over whenever the lid\n> is\n\n  closed."


def test_no_tree_is_needed_and_a_source_is(of_divs):
    assert of_divs.read(Sheet("http://f.example/", None, divs(2)))
    with pytest.raises(ValueError, match="source"):
        of_divs.read(Sheet("http://f.example/", tree_of(divs(2)).page.root))


def test_pages_of_other_templates_have_no_records(of_divs):
    assert of_divs.read(sheet("<html><body><div class='entry'>words</div></body></html>")) == []
    assert of_divs.read(sheet("")) == []


def test_a_body_may_hold_what_looks_like_records(of_divs):
    copied = divs(3, seed=2)
    inner = copied[copied.index('<div class="post') : copied.rindex('</div><div id="end">')]
    html = divs(3, body=f"See this: {inner} and that.")
    records = of_divs.read(sheet(html))
    assert len(records) == 3
    assert records[2].text.startswith("See this:")
    assert records[2].text.endswith("and that.")
    assert values(of_divs, html, "author") == [(post(n)[0],) for n in range(3)]


def test_comments_and_scripts_hold_no_records(of_divs):
    inner = divs(1, seed=6)
    inner = inner[inner.index('<div class="post') : inner.index('<div id="end">')]
    html = divs(2, extra=f"<!-- {inner} --><script>'{inner}'</script>")
    assert len(of_divs.read(sheet(html))) == 2
    html = html.replace('<div id="list">', f'<div id="list"><!-- {inner} -->')
    assert values(of_divs, html, "author") == [(post(n)[0],) for n in range(2)]


def test_a_body_left_open_ends_with_its_record(of_divs):
    html = divs(3).replace("closed.</div>", "closed.<div><div></div>")
    assert len(of_divs.read(sheet(html))) == 3
    assert texts(of_divs, html)[1:] == texts(of_divs, divs(3))[1:]


def test_a_page_cut_off_in_the_middle_is_read_as_far_as_it_goes(of_divs):
    html = divs(4)
    html = html[: html.rindex('<div class="text">') + 22]
    records = of_divs.read(sheet(html))
    assert len(records) == 4
    assert records[3].values["author"] == post(3)[0]


def test_five_hundred_posts(of_divs):
    records = of_divs.read(sheet(divs(500)))
    assert len(records) == 500
    assert [r.values["time"] for r in records] == [post(n)[1] for n in range(500)]


def test_a_missing_field_is_missing(of_divs):
    html = divs(3).replace(f'<a href="/u/{post(1)[0]}" class="name">{post(1)[0]}</a>', "", 1)
    assert [author for (author,) in values(of_divs, html, "author")] == [
        post(0)[0],
        None,
        post(2)[0],
    ]


def test_rules_are_described(of_divs):
    lines = of_divs.describe()
    assert lines[0] == "softmealy thread: 16 records of 4 pages"
    assert any(line.startswith("author: SL=Html(a.name) SR=Word") for line in lines)
    assert any("c=16" in line for line in lines)


def test_json_gives_the_same_template(of_divs):
    assert SoftMealyTemplate.from_json(of_divs.to_json()) == of_divs


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "xpath"},
        {"role": "home"},
        {"rules": [{"field": "body"}]},
        {"rules": [{"field": "price", "tags": [], "right": "Any", "place": "text", "count": 1}]},
        {"rules": None},
        {"order": [["author"]]},
    ],
)
def test_malformed_data_are_refused(of_divs, change):
    with pytest.raises(ValueError, match=r"template|rule|fields|part|unpack"):
        SoftMealyTemplate.from_json({**of_divs.to_json(), **change})


def test_wrong_labels_are_outvoted():
    pages = [divs_labelled(4, seed) for seed in range(5)]
    record = pages[0].records[1]
    tree = pages[0].tree
    (foot,) = tree.nodes[record.roots[0]].xpath(".//div[@class='foot']/a")
    record.fields["author"] = [Mark(tree.number[foot], "Reply")]
    template = learn(pages)
    assert values(template, divs(3), "author") == [(post(n)[0],) for n in range(3)]


def test_labels_that_the_source_does_not_hold_are_counted():
    page = divs_labelled(3)
    page.records[0].fields["time"] = [Mark(page.records[0].fields["time"][0].node, "1999")]
    template = induce_softmealy([page])
    assert template is not None
    assert template.skipped == 1


def test_nothing_is_learnt_of_nothing():
    assert induce_softmealy([]) is None
    tree = tree_of(divs(2))
    assert induce_softmealy([LabelledPage(tree, divs(2), "thread", [])]) is None
    bodiless = LabelledRecord([tree.number[tree.page.root.xpath(DIV_ROOT)[0]]])
    assert induce_softmealy([LabelledPage(tree, divs(2), "thread", [bodiless])]) is None


def rows(count, seed=0):
    """Old boards: a row with the author and the time, one with the body."""
    out = []
    for n in range(count):
        author, time, text = post(n, seed)
        out.append(
            f'<TR bgcolor="#eeeeee"><TD><b>{author}</b></TD><TD align=right>Posted: {time} '
            f"&nbsp; Subject: Re: kettles</TD></TR>\n<TR><TD colspan=2><font size=2>{text}</font>"
            "</TD></TR>\n"
        )
    return (
        "<html><body><table><TR><TD>menu</TD></TR></table>"
        f'<table border=1><TR bgcolor="#000000"><TH colspan=2>Kettles</TH></TR>{"".join(out)}'
        "</table></body></html>"
    )


def rows_labelled(count, seed=0):
    page = labelled(
        rows(count, seed),
        "//tr[td/b]",
        {
            "author": ".//b",
            "time": "./td[2]",
            "body": "./following-sibling::tr[1]//font",
        },
    )
    for record in page.records:
        root = page.tree.nodes[record.roots[0]]
        record.roots.append(page.tree.number[root.getnext()])
        mark = record.fields["time"][0]
        time = mark.value.removeprefix("Posted: ").partition(" Subject")[0].strip()
        record.fields["time"] = [Mark(mark.node, time)]
    return page


def test_records_of_several_rows_in_upper_case():
    template = learn([rows_labelled(4, seed) for seed in range(3)])
    html = rows(5, seed=6)
    assert values(template, html, "author", "time") == [post(n, 6)[:2] for n in range(5)]
    assert texts(template, html)[1] == "Descale it with vinegar\nonce a month."
    assert any('"Posted:"' in line and '"Subject' in line for line in template.describe())


def bare(count, seed=0):
    """No element around a post: a heading, then paragraphs."""
    out = []
    for n in range(count):
        author, time, _ = post(n, seed)
        out.append(
            f'<h4><a href="/u/{author}">{author}</a> <small>{time}</small></h4>\n'
            + "".join(f"<p>{NAMES[k]} said {n}</p>\n" for k in range(1 + (n + seed) % 3))
        )
    return f'<html><body><div id="all">{"".join(out)}<hr><p>The end</p></div></body></html>'


def bare_labelled(count, seed=0):
    html = bare(count, seed)
    tree = tree_of(html)
    records = []
    for head in tree.page.root.xpath("//h4"):
        parts = []
        after = head.getnext()
        while after.tag == "p":
            parts.append(after)
            after = after.getnext()
        name, time = head.xpath("./a")[0], head.xpath("./small")[0]
        marks = {
            "author": [Mark(tree.number[name], name.text)],
            "time": [Mark(tree.number[time], time.text)],
            "body": [Mark(tree.number[part]) for part in parts],
        }
        records.append(LabelledRecord([tree.number[e] for e in (head, *parts)], marks))
    return LabelledPage(tree, html, "thread", records)


def test_bodies_without_an_element_of_their_own():
    template = learn([bare_labelled(6, seed) for seed in range(3)])
    html = bare(7, seed=4)
    assert values(template, html, "author", "time") == [post(n, 4)[:2] for n in range(7)]
    assert texts(template, html) == [
        "\n".join(f"{NAMES[k]} said {n}" for k in range(1 + (n + 4) % 3)) for n in range(7)
    ]


def swapped(count, seed=0):
    """Every other post shows its time below the body; nothing holds a post together."""
    out = []
    for n in range(count):
        author, time, text = post(n, seed)
        when = f'<i class="t">{time}</i>'
        head, foot = (when, "") if n % 2 else ("", when)
        out.append(f'<b class="a">{author}</b>{head}<div class="c">{text}</div>{foot}')
    return f"<html><body>{''.join(out)}</body></html>"


def test_order_may_vary_without_begins_of_records():
    pages = []
    for seed in range(3):
        html = swapped(6, seed)
        tree = tree_of(html)
        records = []
        for name in tree.page.root.xpath("//b[@class='a']"):
            body = name.xpath("./following-sibling::div[1]")[0]
            after = body.getnext()
            before = name.getnext()
            time = before if before.tag == "i" else after
            marks = {
                "author": [Mark(tree.number[name], name.text)],
                "time": [Mark(tree.number[time], time.text)],
                "body": [Mark(tree.number[body])],
            }
            records.append(LabelledRecord([tree.number[e] for e in (name, body)], marks))
        pages.append(LabelledPage(tree, html, "thread", records))
    template = learn(pages)
    html = swapped(6, seed=7)
    assert values(template, html, "author", "time") == [post(n, 7)[:2] for n in range(6)]


def made_up(count, seed=0):
    """Classes that each page makes up for itself, as some boards do against robots."""
    return (
        divs(count, seed)
        .replace('"post even"', f'"q{"abcdefgh"[seed]}zz"')
        .replace('"post odd"', f'"q{"abcdefgh"[seed]}zz"')
    )


def test_made_up_classes_are_holes():
    pages = [
        labelled(made_up(4, seed), "//div[starts-with(@id, 'p')]", DIV_FIELDS) for seed in range(6)
    ]
    template = learn(pages)
    assert values(template, made_up(5, seed=7), "author") == [(post(n, 7)[0],) for n in range(5)]


def dated(count, seed=0):
    """Times that show the day in a box of its own while it is near."""
    out = []
    for n in range(count):
        author, time, text = post(n, seed)
        day, clock = time.split()
        when = f'<b title="{day}">Yesterday</b>, {clock}' if n % 2 else time
        out.append(
            f'<div class="post"><i class="name">{author}</i><span class="when">{when}</span>'
            f'<div class="text">{text}</div></div>'
        )
    return f"<html><body>{''.join(out)}</body></html>"


def test_times_are_found_in_the_element_they_have_in_common():
    fields = {"author": ".//i", "time": ".//span", "body": ".//div[@class='text']"}
    pages = [labelled(dated(6, seed), DIV_ROOT, fields) for seed in range(3)]
    for page in pages:
        for n, record in enumerate(page.records):
            (box,) = page.tree.nodes[record.roots[0]].xpath(".//span")
            if n % 2:
                record.fields["time"] = [
                    Mark(page.tree.number[box[0]], page.tree.text(page.tree.number[box]))
                ]
                record.fields["time_full"] = [
                    Mark(page.tree.number[box[0]], box[0].get("title"), "title")
                ]
    template = learn(pages)
    got = values(template, dated(4, seed=8), "time", "time_full")
    wanted = [post(n, 8)[1] for n in range(4)]
    assert [time for time, _ in got[::2]] == wanted[::2]
    assert [time for time, _ in got[1::2]] == [f"Yesterday, {w.split()[1]}" for w in wanted[1::2]]
    assert [full for _, full in got[1::2]] == [w.replace(" ", ", ") for w in wanted[1::2]]


def nested(depths, seed=0):
    """Comments that stand in the bodies of those they answer."""
    out = []
    opened = 0
    for n, depth in enumerate(depths):
        while opened > depth:
            out.append(" after</li></ul>")
            opened -= 1
        author, time, _ = post(n, seed)
        out.append(
            f'<ul class="c" id="c{seed}{n}"><li class="who"><a href="/u/{author}">{author}</a> '
            f'<small>{time}</small></li><li class="say">words {n}'
        )
        opened += 1
    out.append(" after</li></ul>" * opened)
    return f"<html><body><h1>Story</h1>{''.join(out)}</body></html>"


def test_records_in_the_bodies_of_others():
    fields = {"author": "./li[1]/a", "time": "./li[1]/small", "body": "./li[2]"}
    pages = [
        labelled(nested([0, 1, 2, 1, 0, 0, 1], seed), "//ul[@class='c']", fields)
        for seed in range(3)
    ]
    template = learn(pages)
    html = nested([0, 0, 1, 2, 0], seed=5)
    assert values(template, html, "author", "time") == [post(n, 5)[:2] for n in range(5)]
    assert texts(template, html) == [f"words {n} after" for n in range(5)]
    assert all(r.html.count("<li") == 1 for r in template.read(sheet(html)))


def test_labels_beside_records_they_missed_are_not_believed():
    pages = [divs_labelled(4, seed) for seed in range(5)]
    tree = pages[0].tree
    (end,) = tree.page.root.xpath("//div[@id='end']")
    inner = tree.number[end[0]]
    marks = {"time": [Mark(inner, end[0].text)], "body": [Mark(tree.number[end])]}
    pages[0].records[:] = [LabelledRecord([tree.number[end]], marks)]
    template = induce_softmealy(pages)
    assert template is not None
    assert template.skipped == 1
    assert len(template.read(sheet(divs(3)))) == 3


def listing(count, seed=0):
    out = []
    for n in range(count):
        author, time, _ = post(n, seed)
        pin = '<img src="/pin.gif" alt="sticky">' if n == 0 else ""
        out.append(
            f'<tr><td>{pin}<a href="/t/{seed}{n}">Thread {n} &lt;{seed}&gt;</a></td>'
            f"<td>{author}</td><td>{n * 1500:,}</td><td>{n * 9000:,}</td><td>{time}</td></tr>"
        )
    head = "<tr><th>Thread</th><th>Author</th><th>Replies</th><th>Views</th><th>Last</th></tr>"
    return f"<html><body><table>{head}{''.join(out)}</table></body></html>"


LIST_FIELDS = {
    "url": "./td[1]/a @href",
    "title": "./td[1]/a",
    "author": "./td[2]",
    "replies": "./td[3]",
    "views": "./td[4]",
    "last_post": "./td[5]",
    "sticky": "./td[1]/img @alt",
}


def test_rows_of_a_list_told_apart_by_their_order():
    pages = [labelled(listing(8, seed), "//tr[td]", LIST_FIELDS, "index") for seed in range(3)]
    template = learn(pages)
    got = values(template, listing(5, 6), *LIST_FIELDS)
    assert got == [
        (f"/t/6{n}", f"Thread {n} <6>", post(n, 6)[0], f"{n * 1500:,}", f"{n * 9000:,}",
         post(n, 6)[1], "sticky" if n == 0 else None)
        for n in range(5)
    ]  # fmt: skip


def story(seed):
    author, time, text = post(seed, seed)
    return (
        f"<html><head><title>Story {seed} - The Paper</title></head><body>"
        '<div class="nav"><span class="d">2024-05-01</span></div>'
        f'<h1>Story {seed}: kettles</h1><p class="by">By <b>{author}</b> on {time}</p>'
        f'<div class="story"><p>{text}</p><p>Second paragraph {seed}.</p></div>'
        '<div class="more"><p class="by">By <b>other</b> on 2001-01-01</p></div></body></html>'
    )


def test_an_article_is_one_record():
    pages = []
    for seed in range(4):
        fields = {"title": ".//h1", "author": ".//p[1]/b", "body": ".//div[@class='story']"}
        page = labelled(story(seed), "//body", fields, "article")
        (by,) = page.tree.page.root.xpath("//h1/following-sibling::p")
        page.records[0].fields["time"] = [Mark(page.tree.number[by], post(seed, seed)[1])]
        pages.append(page)
    template = learn(pages)
    (record,) = template.read(sheet(story(6)))
    author, time, _ = post(6, 6)
    assert record.values == {"title": "Story 6: kettles", "author": author, "time": time}
    assert record.text.endswith("\nSecond paragraph 6.")


@pytest.mark.parametrize(
    "piece",
    [
        '<div class="post odd" id="p1">',
        '<div class="text">',
        '<span class="when" title="2024-03-01 10:00:00">2024-03-01 10:00</span>',
        '<a href="/u/x" class="name">x</a><div class="text">',
        '<div class="post even" id="p1"><div class="text">x',
        "<div", "<!--", "<a href=\"", "2024-03-01 10:00 ",
    ],
)  # fmt: skip
def test_a_hostile_page_is_read_in_bounds(of_divs, piece):
    line = piece * (1_000_000 // len(piece))
    assert len(of_divs.read(sheet(line))) <= 2_000
    assert len(of_divs.read(sheet(divs(2) + line))) <= 2_000
