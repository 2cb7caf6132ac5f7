"""Who began the threads of a list: the starter's name, not that of who posted last."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fpcrawl.extraction.lists.columns import REACH
from fpcrawl.extraction.lists.grid import MAX_CELL
from fpcrawl.extraction.lists.plainnames import are_given_names, plain_names
from fpcrawl.extraction.lists.rowtitles import signer_of
from fpcrawl.extraction.names.barenames import behind_label, says_whose
from fpcrawl.extraction.names.usernames import MAX_AUTHOR
from fpcrawl.extraction.pieces import number_of, words_of
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.rowwords import LAST_CLASS, kinds_in
from fpcrawl.extraction.text import DOTS, is_spelt, loose_ahead
from fpcrawl.extraction.tree import class_tokens
from fpcrawl.extraction.vocabulary import AUTHOR_CLASS, NOT_NAMES
from fpcrawl.pages.urls import hostname_of, join_url, url_shape
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from fpcrawl.extraction.lists.grid import Grid
    from fpcrawl.extraction.lists.row import Row
    from fpcrawl.extraction.tree import PageTree, TimeNode

__all__ = ["read_names"]

#: A place where this share of the rows has a name that no link and no word shows to be one.
BARE_REACH = 0.8
#: Characters before a name that may say whose it is, of a word for that, and of a line that
#: begins with one.
MAX_WORDS, MAX_LABEL, MAX_LINE = 40, 12, 70
#: Dashes that part what a line tells.
MIN_DASHES = 3
#: Characters of the part before the last of a domain under which anybody has a site: "co.uk".
MAX_SUFFIX = 3
#: Names from which on it shows what pictures' titles have in common.
MIN_NAMES = 3
_NAMED = late(
    r"(?:^|[\s,，|/·•;；(（])(?:作者|楼主|樓主|发帖人?|發帖人?|发布者|发表人|撰文|文\s*/|(?:started|posted|written|asked"
    r"|created|submitted)\s+by|(?:créé|lancé|publié|posté)e?\s+par|(?:iniciad|cread|criad|publicad)[oa]\s+por"
    r"|(?:erstellt|gestartet|eröffnet)\s+von|(?:creat|apert|scritt)[oa]\s+da"
    r"|author|starter|by|von|par|autor|auteur|автор|por|da|door|av|przez|od"
    r"|от|від|από|bởi|oleh|โดย|بواسطة|توسط|מאת"
    # Words that sentences begin with, too: with a colon, or one word alone behind them.
    r"|(?:提问[人者]|来信人|留言人|咨询人|質問者|投稿者|作成者|글쓴이|작성자|질문자)(?=\s*[:：]|\s[^\s,，、]{1,24}\s*(?:$|[-–—|·•,，、])))"
    r"(?:\s*[:：]\s*|\s+|(?<=[一-鿿])\s*|(?<=/)\s*)(?P<name>[^,，|·•;；()（）]{1,60})",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\s+(?:on|at|in|am|le|vom)\s|\s*[»«|]\s*|\s{2,}|\s+[-–—]\s+|\s*[^\s:：]{1,6}[:：]"
)
_PARTS = re.compile(r"\s+[-–—|/" + DOTS + r"»«]\s+|\s*[|" + DOTS + r"»«,，]\s*")
_NUMBER = re.compile(r"#\s?\d{1,12}")
#: What is left of the signs when a time has been cut out.
_TRIM = " -–—|/" + DOTS + "»«,，"
#: What parts a name from what stands before its element.
_PARTED = re.compile(r"^[-–—|/" + DOTS + r"»«,，]\s+")
#: No comma: it may stand in a sentence. A dash may as well, but not one after another.
_PART_ENDS = re.compile(r"\s[|" + DOTS + r"»«]\s*$")
#: "123 points", "12 ★"
_COUNTED = re.compile(r"\d[\d.,]{0,9}\s(?:[^\W\d]{2,20}|[^\w\s])\s")
_DASH_ENDS = re.compile(r"(?:^|\s)[-–—]\s*$")
_DASHES = re.compile(r"(?:^|\s)[-–—]\s")
_WEEKDAY = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?|(?:星期|周)[一二三四五六日天]",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w")
#: Elements that names stand in, in those that are for authors.
_NAMING = frozenset({"a", "b", "cite", "em", "i", "span", "strong"})
#: From the first character that is no letter.
_ADDED = re.compile(r"[^\w].*", re.DOTALL)
#: Who did what last to a thread that another one began.
_CHANGED = re.compile(
    r"\b(?:updated|modified|edited|answered|commented)\b[^.!?]{0,30}\bby$", re.IGNORECASE
)
_BEGAN = re.compile(r"started|created|author|starter|asked|作者|楼主|樓主", re.IGNORECASE)
#: What the title of a face says that its bearer did, and when; and what is said behind the name
#: of who did it last.
_DID = late(
    r"\s(?:started|posted|asked|created|opened|wrote|hat .{1,40} erstellt|a (?:posté|créé|lancé))\b"
    r"(?=.*\d|.*\bnow\b|\W*$).*",
    re.IGNORECASE | re.DOTALL,
)
_REPLIED = late(
    r"\W*(?:replied|answered|commented|responded|(?:hat )?(?:antwortete|geantwortet)|a répondu"
    r"|respondió|ha respondido|respondeu|ha risposto|ответил[аи]?|回复了?|回覆了?|回答了|评论了)",
    re.IGNORECASE,
)
_STARTED = re.compile(r"start(?:ed|er)|byline|(?:^| )(?:by|who)(?: |$)", re.IGNORECASE)
#: What no head of a column of last posts names.
_OF_OTHERS = frozenset({"start", "views"})


@dataclass(slots=True)
class _Names:
    """Names at the same place of the rows: node and name by row."""

    names: dict[int, tuple[int, str]] = field(default_factory=dict)
    last: bool = False
    start: bool = False
    began: bool = False
    linked: bool = False
    hidden: bool = False
    pictured: bool = False
    order: int = 0


def read_names(grid: Grid, beginnings: dict[int, TimeNode]) -> None:
    """Set the authors of the rows.

    Parameters
    ----------
    beginnings
        Row -> time at which its thread began, where the list shows it beside the last one.
    """
    linked = _linked(grid, words_of(grid.tree).member_links) or _linked_beside_times(grid)
    columns = [*linked.values(), *_worded(grid).values()]
    rows = len(grid.rows)
    _tell_apart(grid, columns, beginnings)
    wide = [c for c in columns if len(c.names) >= REACH * rows and not c.last]
    if not wide:
        wide = [c for c in _bare(grid) if not c.last]
        if not any(c.start for c in wide):
            wide += _plain(grid, beginnings)
    wide.sort(key=lambda c: (not c.start, c.hidden, _is_initial(c), c.pictured, c.order))
    # Guests have no page of their own: their rows are dressed otherwise.
    spare = [c for c in columns if c not in wide and not c.last and (c.linked or c.start)]
    for column in [*wide, *spare]:
        if wide and column.start < wide[0].start and not _is_headed(grid, column):
            continue
        for n, (node, name) in column.names.items():
            row = grid.rows[n]
            if row.author is None:
                row.author, row.author_node = name, node
    if wide and wide[0].linked:
        _read_guests(grid, wide[0])
    for row in grid.rows if not wide else ():
        signer = signer_of(row.link)
        if signer is not None and signer in grid.tree.number and row.author is None:
            row.author_node = grid.tree.number[signer]
            said = grid.tree.text(row.author_node)
            row.author = behind_label(said) or said


def _is_headed(grid: Grid, column: _Names) -> bool:
    """Whether names stand below a head of those who began the threads."""
    n, (node, _) = next(iter(column.names.items()))
    return "start" in kinds_in(grid.head(n, node)[0])


def _read_guests(grid: Grid, column: _Names) -> None:
    """Read names without a link at the place of those with one."""
    n, (node, _) = next(iter(column.names.items()))
    cell = grid.path(n, grid.tree.parent[node])
    if not cell or grid.tree.holds(grid.tree.parent[node], grid.marks[n]):
        return
    for n, row in enumerate(grid.rows):
        if row.author is not None:
            continue
        for piece in grid.pieces[n]:
            if grid.path(n, piece.node) == cell and _is_name(piece.text):
                if not any(c.isdigit() for c in piece.text) and not kinds_in(piece.text):
                    row.author, row.author_node = piece.text, piece.node
                break


def _is_initial(column: _Names) -> bool:
    """Whether names are cut to a letter, as in the place of a picture."""
    return all(len(name) < 2 for _, name in column.names.values())


def _is_name(text: str) -> bool:
    return (
        0 < len(text) <= MAX_AUTHOR
        and bool(_WORD.search(text))
        and text.lower().strip(":：»#[]() ") not in NOT_NAMES
    )


def _linked_beside_times(grid: Grid) -> dict[str, _Names]:
    """Return links that stand beside a time by their places, where no address tells a member.

    Those of one place lead to pages of one kind, which is not that of the threads.
    """
    tree = grid.tree
    host = hostname_of(tree.page.url)
    links = []
    for n, (row, mark) in enumerate(zip(grid.rows, grid.marks, strict=True)):
        times = _times_of(grid, row)
        for i in range(row.root, row.end) if times else ():
            if tree.tag(i) != "a" or tree.text_len[i] > MAX_AUTHOR or tree.holds(mark, i):
                continue
            if not _is_of_site(hostname_of(_address_of(tree, i)), host):
                continue  # where a story was found
            if _NUMBER.fullmatch(tree.text(i)):
                continue  # of the row, which it leads to
            cell = next((k for k in grid.above(n, i) if any(tree.holds(k, t) for t in times)), i)
            if cell != i and tree.text_len[cell] <= MAX_CELL and not tree.holds(cell, mark):
                links.append(i)
    own = {url_shape(row.link.url) for row in grid.rows}
    columns = {}
    for place, column in _linked(grid, links).items():
        shapes = {_shape_of(tree, i, name) for i, name in column.names.values()}
        names = {name for _, name in column.names.values()}
        # What is told by a link can be in small letters alone, as sections and places are not.
        are_names = are_given_names(names) or (_varies(column) and all(map(str.islower, names)))
        if len(shapes) == 1 and shapes.isdisjoint(own) and are_names:
            columns[place] = column
    return columns


def _is_of_site(host: str | None, own: str | None) -> bool:
    """Whether a host is that of a page, or one beside it: "my.example.com" of "bbs.example.com"."""
    if host is None or own is None or host == own:
        return host == own
    domain = own.partition(".")[2]
    # All sites of a country may end in "co.uk".
    is_own = len(domain.partition(".")[0]) > MAX_SUFFIX and not domain.replace(".", "").isdigit()
    return is_own and "." in domain and host.partition(".")[2] == domain


def _address_of(tree: PageTree, i: int) -> str:
    return join_url(tree.page.base_url, tree.nodes[i].get("href") or "")


def _shape_of(tree: PageTree, i: int, name: str) -> str:
    """Return the shape of the address of a link, whatever name its end spells: "/people/ann"."""
    url = _address_of(tree, i)
    if not is_spelt(name, url):
        return url_shape(url)
    return url_shape(f"{url.rstrip('/').rpartition('/')[0]}/") + "{s}"


def _times_of(grid: Grid, row: Row) -> list[int]:
    """Return the elements of a row that show a time."""
    times = words_of(grid.tree).times
    return times[bisect_left(times, row.root) : bisect_left(times, row.end)]


def _linked(grid: Grid, links: list[int]) -> dict[str, _Names]:
    """Return the names that some links show by their places.

    What is none by itself, as a number, is one where most at its place are.
    """
    tree = grid.tree
    columns: dict[str, _Names] = {}
    odd: dict[str, dict[int, tuple[int, str]]] = {}
    for n, (row, mark) in enumerate(zip(grid.rows, grid.marks, strict=True)):
        seen: Counter[str] = Counter()
        for i in links[bisect_left(links, row.root) : bisect_left(links, row.end)]:
            if mark <= i < tree.end[mark]:
                continue
            name, pictured = _name_of_link(grid, i)
            place = grid.path(n, i)
            seen[place] += 1
            place = f"{place}#{seen[place]}"
            if name is None:
                odd.setdefault(place, {})[n] = (i, tree.text(i))
                continue
            column = columns.setdefault(place, _Names(linked=True, order=i - row.root))
            column.names[n] = (i, name)
            column.pictured |= pictured
    for place, column in columns.items():
        others = {n: (i, text) for n, (i, text) in odd.get(place, {}).items() if text}
        if len(others) < len(column.names) and not column.pictured:
            column.names |= others
        if column.pictured:
            _strip_words(column)
    return columns


def _strip_words(column: _Names) -> None:
    """Take off names what the titles of their pictures add: "ann's avatar", "ann - Starter"."""
    names = [name for _, name in column.names.values()]
    if len(set(names)) < MIN_NAMES:
        return
    ends = {name: name.find(" - ") for name in names}
    if min(ends.values()) > 0 and len({name[end:] for name, end in ends.items()}) * 2 <= len(ends):
        column.names = {n: (i, name[: ends[name]]) for n, (i, name) in column.names.items()}
        return
    size = 0
    while len({name[-size - 1 :] for name in names}) == 1:
        size += 1
    added = _ADDED.search(names[0][len(names[0]) - size :])
    if added is not None and len(added.group()) < min(map(len, names)):
        size = len(added.group())
        column.names = {n: (i, name[:-size]) for n, (i, name) in column.names.items()}


def _name_of_link(grid: Grid, i: int) -> tuple[str | None, bool]:
    """Name that a link shows; where it shows a picture or an initial, what its title says.

    Returns
    -------
    tuple
        The name, and whether it is from a title.
    """
    tree = grid.tree
    text = tree.text(i)
    if len(text) < 2:
        said = (tree.nodes[i].get("title") or "").strip()
        if not said:
            said = next(
                (
                    value.strip()
                    for k in range(i + 1, tree.end[i])
                    if (value := tree.nodes[k].get("title") or tree.nodes[k].get("alt"))
                ),
                "",
            )
        said = _DID.sub("", said)
        if (
            said
            and said[0].lower() == (text or said)[0].lower()
            and _is_name(said.partition(" - ")[0])
        ):
            return said, True
    return text if _is_name(text) and not text.isdigit() else None, False


def _worded(grid: Grid) -> dict[str, _Names]:
    """Return names with a word beside them, in elements for names, or below their head."""
    tree = grid.tree
    columns: dict[str, _Names] = {}
    times = {t.node for t in tree.times}
    members = words_of(tree).member_links
    #: Places of words beside the link to a member: "by" in a language that no list has.
    ahead: set[str] = set()
    #: Places behind such a word. Those of a few rows are of guests among links to last posters.
    behind: set[str] = set()
    for n in range(len(grid.rows)):
        for place, piece in grid.placed(n):
            last, said = grid.rows[n].last_post, piece.text
            if last is not None and last.node == piece.node:  # "by ann 11-05"
                said = said.replace(last.raw, " | ")
            match = _NAMED.search(said)
            if match is not None and _is_label(said, match):
                name = _ENDS.split(match["name"].strip())[0].strip()
                if _is_name(name):
                    column = columns.setdefault(place, _Names(order=piece.at - grid.rows[n].root))
                    column.start = True
                    column.began |= bool(_BEGAN.search(match.group()))
                    column.names[n] = (piece.node, name)
                    continue
            text = piece.text if said == piece.text else said.strip(_TRIM)
            if piece.node in times or not _is_name(text) or number_of(text) is not None:
                continue
            if text == grid.rows[n].link.text:
                continue  # the title, where its link only covers the row
            if _is_key(text, grid.rows[n].link.url):
                continue
            if kinds_in(text) and len(text) <= MAX_LABEL:
                continue
            # A link beside the time of the last post is that of who wrote it.
            may_be = tree.tag(piece.node) != "a" or _cell_with_last(grid, n, piece.node) is None
            if may_be and not piece.slot and says_whose(loose_ahead(tree.nodes[piece.node])):
                behind.add(place)
                column = columns.setdefault(place, _Names(order=piece.at - grid.rows[n].root))
                column.start = True
                column.names[n] = (piece.node, text)
                continue
            is_all = tree.text(piece.node) == piece.text
            if (is_all or not piece.slot) and _is_for_names(grid, n, piece.node):
                if not is_all and holds_one(members, piece.node, tree.end[piece.node]):
                    ahead.add(place)
                column = columns.setdefault(place, _Names(order=piece.at - grid.rows[n].root))
                column.names[n] = (piece.node, _PARTED.sub("", text))
    # The same in all rows is a word of the template, not a name.
    return {
        place: c
        for place, c in columns.items()
        if (c.start or (len(c.names) < MIN_NAMES and place not in ahead) or _varies(c))
        and (place not in behind or len(c.names) >= REACH * len(grid.rows))
    }


def _is_key(text: str, url: str) -> bool:
    """Whether a text is what the address of its row ends in, with a number: "T12", "WELL-12"."""
    return text[-1:].isdigit() and url.lower().endswith(f"/{text.lower()}")


def _varies(column: _Names) -> bool:
    return len({name for _, name in column.names.values()}) > 1


def _is_for_names(grid: Grid, n: int, node: int) -> bool:
    """Whether an element is one for authors by its class, or what one begins with or holds."""
    tree, above = grid.tree, grid.tree.parent[node]
    is_inner = tree.tag(node) in _NAMING or tree.text_len[above] == tree.text_len[node]
    for i in [node, above] if is_inner else [node]:
        element = tree.nodes[i]
        names = " ".join((*class_tokens(element), element.get("itemprop") or "")).strip()
        if i >= grid.rows[n].root and (AUTHOR_CLASS.search(names) or _STARTED.search(names)):
            if i == node:
                return True
            # Of several without a name of their own the first can be a word: "by", and then who.
            is_name = tree.tag(node) != "span" or _is_all_but_times(tree, node, i)
            return tree.children(i)[0] == node and is_name
    return False


def _is_all_but_times(tree: PageTree, node: int, above: int) -> bool:
    """Whether an element says all that the one around it does, but for times."""
    if tree.text_len[above] > MAX_LINE:
        return False
    said = tree.text(above).replace(tree.text(node), "", 1)
    first, stop = (bisect_left(tree.times, i, key=_node_of) for i in (above, tree.end[above]))
    for time in tree.times[first:stop]:
        said = said.replace(time.raw, "", 1)
    return not any(map(str.isalnum, said))


def _node_of(time: TimeNode) -> int:
    return time.node


def _is_label(text: str, match: re.Match[str]) -> bool:
    """Whether a name follows its word as on a label, not in a sentence."""
    if "…" in text or "..." in text:
        return False
    colon = text[match.start() : match.start("name")].rstrip().endswith((":", "：", "/"))
    start = match.start() + 1
    dash = _DASH_ENDS.search(text, 0, start)
    if dash is not None and (not dash.start() or len(_DASHES.findall(text)) >= MIN_DASHES):
        return True
    opens = match.start() == 0 or _PART_ENDS.search(text, 0, start) is not None
    opens = opens or _COUNTED.fullmatch(text, 0, start) is not None
    return colon or (opens and len(text) <= MAX_LINE)


def _bare(grid: Grid) -> list[_Names]:
    """Return names that only their place tells: below a head, or beside the time of the row."""
    columns: dict[str, _Names] = {}
    rows = grid.rows
    for n, row in enumerate(rows):
        last = row.last_post
        for place, piece in grid.placed(n):
            text = piece.text
            parted = False
            if last is not None and piece.node == last.node and last.raw in text:
                parts = _PARTS.split(text.replace(last.raw, " | "))
                rest = [part for p in parts if (part := p.strip(_TRIM))]
                rest = [part for part in rest if not _WEEKDAY.fullmatch(part)]
                if len(rest) != 1:
                    continue
                text, parted = rest[0], True
            elif len(text) > MAX_AUTHOR:
                continue
            if _is_name(text) and not kinds_in(text) and not any(c.isdigit() for c in text[:1]):
                name = f"{place}|" if parted else place
                column = columns.setdefault(name, _Names(order=piece.at - row.root))
                column.names[n] = (piece.node, text)
    out = []
    for place, column in columns.items():
        if len(column.names) < BARE_REACH * len(rows) or len(column.names) < 2:
            continue
        headed = _is_headed(grid, column)
        if place.endswith("|"):
            _strip_verb(column)
        if headed or (place.endswith("|") and _varies(column)):
            column.start = headed
            out.append(column)
    return out


def _strip_verb(column: _Names) -> None:
    """Take off names the word that all rows have between them and the time: "ann asked"."""
    parts = {n: name.rpartition(" ") for n, (_, name) in column.names.items()}
    if len({verb for _, _, verb in parts.values()}) == 1 and all(p[0] for p in parts.values()):
        names = {n: (node, parts[n][0]) for n, (node, _) in column.names.items()}
        if len({name for _, name in names.values()}) >= MIN_NAMES:
            column.names = names


def _plain(grid: Grid, beginnings: dict[int, TimeNode]) -> list[_Names]:
    """Return names of those who began the threads that nothing calls so."""
    columns = []
    for names in plain_names(grid).values():
        n, (node, _) = next(iter(names.items()))
        columns.append(_Names(names, order=node - grid.rows[n].root))
        _strip_verb(columns[-1])
    _tell_apart(grid, columns, beginnings)
    return [column for column in columns if not column.last]


def _tell_apart(grid: Grid, columns: list[_Names], beginnings: dict[int, TimeNode]) -> None:
    """Tell starters from last posters: by words, heads, class names and the time beside."""
    for column in columns:
        n, (node, _) = next(iter(column.names.items()))
        column.hidden = grid.unseen(node)
        before = _words_before(grid, n, node)
        words = kinds_in(before)
        is_changer = len(columns) > 1 and bool(
            _CHANGED.search(before) or _REPLIED.match(_loose_behind(grid, node))
        )
        wide = len(column.names) >= REACH * len(grid.rows)
        head = kinds_in(grid.head(n, node)[0]) if wide else ()
        # The heads of all columns in one line are no head of this one.
        in_last = ("last" in head and _OF_OTHERS.isdisjoint(head)) or bool(
            LAST_CLASS.search(grid.classes(n, node))
        )
        if column.start:
            # "by ann" says whose name it is, not whether she began.
            column.last = ("last" in words and "start" not in words) or (
                in_last and not column.began
            )
            column.start = not column.last
        elif "last" in words or in_last or is_changer or _beside_last(grid, n, node):
            column.last = True
        elif "start" in words or "start" in head:
            column.start = True
        elif beginnings:
            side = _nearer(grid, n, node, beginnings)
            column.start, column.last = side < 0, side > 0
    for column in columns:
        if column.start and not column.began and _is_second(grid, column, columns):
            column.start, column.last = False, True


def _is_second(grid: Grid, column: _Names, columns: list[_Names]) -> bool:
    """Whether names shown with "by" beside the last time come after others without it."""
    n, (node, _) = next(iter(column.names.items()))
    root, last = grid.rows[n].root, grid.rows[n].last_post
    cell = _cell_with_last(grid, n, node)
    if cell is None or last is None:
        return False
    # In one line the time stands between the two.
    own = column.order + root
    at = next((p.at for p in grid.pieces[n] if last.raw in p.text and p.at <= own), -1)
    return any(
        not (other.last or other.hidden or other.pictured or _is_initial(other))
        and len(other.names) >= REACH * len(grid.rows)
        and n in other.names
        and other.order + root <= max(cell, at)
        for other in columns
        if other is not column
    )


def _cell_with_last(grid: Grid, n: int, node: int) -> int | None:
    """Return the nearest element that holds a name and the last post's time, not the title."""
    tree, last = grid.tree, grid.rows[n].last_post
    if last is None:
        return None
    cell = next((i for i in grid.above(n, node) if tree.holds(i, last.node)), None)
    return None if cell is None or tree.holds(cell, grid.marks[n]) else cell


def _beside_last(grid: Grid, n: int, node: int) -> bool:
    """Whether a name shares a cell with the last post's time and with a way to that post."""
    tree, cell = grid.tree, _cell_with_last(grid, n, node)
    if cell is None or tree.text_len[cell] > MAX_CELL * 2:
        return False
    return any(
        "last" in kinds_in(said)
        for i in range(cell, tree.end[cell])
        for name in ("title", "alt")
        if (said := tree.nodes[i].get(name)) and len(said) <= MAX_CELL
    )


def _words_before(grid: Grid, n: int, node: int) -> str:
    """Words that stand in the same line before an element."""
    tree = grid.tree
    said: list[str] = []
    for piece in reversed(grid.pieces[n]):
        if piece.at >= node:
            continue
        line = tree.parent[piece.node] if tree.text_len[piece.node] <= MAX_WORDS else piece.node
        if not tree.holds(line, node) or line < grid.rows[n].root:
            break
        said.append(piece.text[-MAX_WORDS:])
        if len(said) == 2:
            break
    return " ".join(reversed(said))


def _loose_behind(grid: Grid, node: int) -> str:
    """Loose text right behind an element, or behind those around it that say nothing else."""
    tree = grid.tree
    element = tree.nodes[node]
    while not (element.tail or "").strip() and element.getnext() is None:
        above = tree.parent[node]
        if above < 0 or tree.text_len[above] != tree.text_len[node]:
            break
        node, element = above, tree.nodes[above]
    return (element.tail or "").strip()


def _nearer(grid: Grid, n: int, node: int, beginnings: dict[int, TimeNode]) -> int:
    """Tell which time stands nearer in the structure: -1 the beginning, 1 the last post."""
    last, first = grid.rows[n].last_post, beginnings.get(n)
    if last is None or first is None:
        return 0
    for i in grid.above(n, node):
        begins, ends = grid.tree.holds(i, first.node), grid.tree.holds(i, last.node)
        if begins != ends:
            return -1 if begins else 1
        if begins:
            return 0
    return 0
