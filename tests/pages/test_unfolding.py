"""Markup that a page keeps in another form until a script puts it in place."""

from __future__ import annotations

import pytest

from fpcrawl.pages import read_page

ROW = "<li><a href='/t/{0}'>Lid {0}</a><span>2024-03-0{0}</span></li>"
ROWS = "".join(map(ROW.format, (1, 2, 3)))


def urls(body):
    page = read_page(f"<meta charset=utf-8><body>{body}</body>".encode(), "http://a.example/")
    return [link.url.rpartition("/t/")[2] for link in page.links if "/t/" in link.url]


@pytest.mark.parametrize(
    "body",
    [
        f'<code class="piece" style="display:none"><!-- <ul>{ROWS}</ul> --></code>',
        '<script type="text/xml"><datastore><recordset>'
        + "".join(f"<record><![CDATA[{ROW.format(n)}]]></record>" for n in (1, 2, 3))
        + "</recordset></datastore></script>",
        "".join(
            f'<script>\n<!--\ndocument.write("{ROW.format(n)}");\n//-->\n</script>'
            for n in (1, 2, 3)
        ),
        """<script>document.writeln('<li><a href=\\'/t/1\\'>Lid<\\/a>');
        document.write('<a href="/t/2">Lid</a>');document.write('<a href="/t/3">Lid</a>')
        </script>""",
    ],
    ids=["comment", "records", "written", "escaped"],
)
def test_rows_in_another_form_are_links(body):
    assert urls(body) == ["1", "2", "3"]


@pytest.mark.parametrize(
    "body",
    [
        f"<code>&lt;!-- {ROWS.replace('<', '&lt;')} --&gt;</code>",
        f"<!-- {ROWS} -->",
        f"<code>ls <!-- {ROWS} --></code>",
        f'<script>if (old) document.write("{ROWS}");</script>',
        f'<script>document.write("{ROWS}" + more);</script>',
        "<script>document.write('<script src=\"/t/9\"><a href=/t/1>x</a>')</script>",
    ],
    ids=["code", "comment", "beside", "if", "more", "script"],
)
def test_what_a_script_decides_and_what_is_commented_out_is_not_read(body):
    assert urls(body) == []


def test_pages_of_nothing_but_beginnings_take_no_time():
    body = b"<code><!--" * 20_000 + b"<script>document.write('" * 20_000
    assert read_page(body, "http://a.example/").links == []
