"""Where the words of the records of a page stand."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING

from fpcrawl.extraction.areas import is_headed_list
from fpcrawl.extraction.articles.furniture import is_counter
from fpcrawl.extraction.bodies.bareboxes import is_paragraph, is_part, is_told
from fpcrawl.extraction.bodies.body import MAX_ANSWER, is_tail
from fpcrawl.extraction.bodies.notes import SIGNATURE_CLASS, is_edit_line
from fpcrawl.extraction.bodies.quotations import is_attributed
from fpcrawl.extraction.bodies.signedboxes import begins_signed, is_foot, stands_below_words
from fpcrawl.extraction.bodies.tails import MAX_LINE
from fpcrawl.extraction.mailheads import ends_head, is_head
from fpcrawl.extraction.names.barenames import MAX_LABEL
from fpcrawl.extraction.names.membercards import beside_card
from fpcrawl.extraction.names.memberdetails import count_figures, tells_of_member
from fpcrawl.extraction.names.usernames import COLONS
from fpcrawl.extraction.numbertexts import is_bracketed_count, is_floor
from fpcrawl.extraction.pieces import number_of
from fpcrawl.extraction.posts.chronology import moment_told
from fpcrawl.extraction.posts.threadindex import thread_index
from fpcrawl.extraction.ranges import holds_one
from fpcrawl.extraction.rowwords import only_figures, says_sticky
from fpcrawl.extraction.vocabulary import (
    BODY_CLASS,
    HEADINGS,
    UI_WORDS,
    is_menu,
    is_placeholder,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fpcrawl.extraction.posts.places import Places
    from fpcrawl.extraction.posts.span import Span
    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "CONTAINERS",
    "are_titles",
    "find_body",
    "is_title",
]

#: Elements that hold a whole body; a paragraph holds a part of one.
CONTAINERS = frozenset(
    {"article", "blockquote", "dd", "div", "main", "section", "table", "tbody", "td", "tr"}
)
#: How much a class that names a body is worth.
HINTED = 1.15
#: Share of the best score from which on a text beside the authors' columns can be the body.
ENOUGH_BESIDE = 0.25
#: Characters beside a time that are no words.
MAX_BESIDE = 3
#: Elements of one size whose texts are compared with that of another.
MOST_ALIKE = 16
#: Characters of texts that are compared word by word, and elements that hold one.
MAX_COMPARED, MOST_ELEMENTS = 100_000, 10_000
#: How much what others say of a record counts as its own words; places of lists of comments.
COMMENTING = 0.2
_COMMENTS = re.compile(r"/\w+\.[^/]*comment(?:s|s?[-_ ]?lists?)(?![^/])", re.IGNORECASE)
#: How boards that began on terminals mark what the system says: where from a letter was sent.
_SYSTEM = "※ "
#: How often a member's answers were praised, beside his name.
_CREDIT = re.compile(
    r"\W{0,3}(?:TA)?(?:(?:共|已|累计)?(?:获得|獲得|超过|超過|收获)){1,2}了?\s?\d[\d.,]{0,8}\s?[万千]?\s?"
    r"(?:个|個|次|位|名)?(?:赞|讚|用户|用戶|人|采纳|粉丝|感谢|认可).{0,10}$"
)
#: Characters of a mark such as "pinned".
MAX_MARK = 12
_LETTER = re.compile(r"[^\W\d_]")
#: What stands before a name or a day, for those who cannot see that it is one.
_LABELS = frozenset("author date by 作者 投稿者 名前 日時 작성자 글쓴이 작성일 등록일".split())
_NUMBERS = re.compile(r"\d+")
#: Boxes beside the first of a body from which on they are its paragraphs, not a signature.
MIN_BESIDE = 2
#: Characters of a name in the cell before the words.
MAX_NAME = 40
#: What an answer's own title begins with: "Re: AW: ", "回复：(ann)".
_ANSWER = re.compile(rf"(?:[^:：]{{1,{MAX_ANSWER}}}[:：]\s?(?:[(（][^()（）]{{1,40}}[)）])?\s?)+")
#: Characters of a title that posts repeat.
MIN_TITLE, MAX_TITLE = 4, 200

#: How long a text is, or how often it was read.
_SIZE = re.compile(r"\(?\d[\d.,]{0,9}\s?(?:bytes?|[kmg]b|字节|位元組|reads?)\)?", re.IGNORECASE)
#: Properties of what somebody wrote. Source: https://schema.org/text
_WORDS = frozenset({"articleBody", "text"})


def find_body(
    tree: PageTree, spans: list[Span], places: Places, author_path: str | None
) -> str | None:
    """Path of the body, or ``None``.

    The body is where the text changes from post to post: of the places that hold neither
    time nor author, the one whose different texts outside links sum up to most, then as
    deep as all of it still lies inside. Where there are but numbers or marks nobody speaks.
    """
    found = _find_body(tree, spans, places, author_path, shown=True)
    if found is None and tree.hidden:
        found = _find_body(tree, spans, places, author_path, shown=False)
    return found


def _find_body(
    tree: PageTree, spans: list[Span], places: Places, author_path: str | None, *, shown: bool
) -> str | None:
    """See :func:`find_body`.

    Parameters
    ----------
    shown
        Whether what is hidden at first counts for nothing: cards of members, menus.
    """
    authors = places.at(author_path)
    again = _shown_again(tree, spans)
    commenting = {path for path in places.every if _COMMENTS.search(path)}
    # What stands below the words of each can be all that has a box of its own.
    signing = {path for path in places.every if SIGNATURE_CLASS.search(_class_in(path))}
    signed = tuple(f"{path}/" for path in signing)
    comments = _comments(places, commenting | signing)
    clocks = _clocks(tree)
    # What holds no words of a record that stands alone, and can have many.
    wordless = set[int]()
    if len(spans) == 1:
        wordless = _linked_twice(tree, places) | _asking(tree, spans[0].time.node)
        wordless.update(*thread_index(tree))
    scores: dict[str, float] = {}
    constant: dict[str, float] = {}
    columns: list[str] = []
    for path, members in places.first.items():
        if len(members) < 0.5 * places.count or is_menu(path):
            continue
        if path in signing or path.startswith(signed):
            continue
        if any(
            (tree.holds(i, spans[n].time.node) or (n in authors and tree.holds(i, authors[n])))
            and not _is_letter(tree, spans[n], i)
            for n, i in members.items()
        ):
            continue
        if any(n in authors and tree.holds(authors[n], i) for n, i in members.items()):
            continue  # the name, without what stands before it
        heads = sum(holds_one(again[n], i, tree.end[i]) for n, i in members.items())
        if 2 * heads > len(members):
            continue
        if _names_first(tree, members, authors):
            # The author's column, which shows the name a second time.
            columns.append(path + "/")
            continue
        if clocks.issuperset(members.values()) or _head_with_name(tree, members, authors):
            continue
        if all(_is_table_head(tree, i) for i in members.values()):
            continue
        if not wordless.isdisjoint(members.values()):
            continue
        if all(stands_below_words(tree.nodes[i]) for i in members.values()):
            continue
        score = _body_score(tree, spans, members, comments, shown=shown)
        if score <= 0:
            if author_path and len(members) == places.count and not _are_hidden(tree, members):
                constant[path] = _constant_score(tree, members)
            continue
        scores[path] = score * COMMENTING if path in commenting else score
    if len(spans) == 1:
        scores = _of_lone_post(tree, places, scores)
        constant = {path: score for path, score in constant.items() if score > 0}
        alone = {path: places.first[path][0] for path in (*scores, *constant)}
        beside = beside_card(tree, spans[0].time.node, authors.get(0), alone)
        scores = {path: score for path, score in scores.items() if path in beside}
        constant = {path: score for path, score in constant.items() if path in beside}
    scores = _beside(tree, places, scores, tuple(columns))
    best_path = max(scores, key=lambda path: scores[path], default=None)
    if best_path is None:
        # Everybody wrote the same: then it is the fullest text that is no furniture.
        best_path = max(constant, key=lambda path: constant[path], default=None)
        return best_path if best_path is not None and constant[best_path] > 0 else None
    best_path = _first_row(scores, best_path)
    found = _deepest(tree, spans, places, scores, _whole(tree, places, scores, best_path))
    return _with_siblings(tree, places, best_path, found)


def _of_lone_post(tree: PageTree, places: Places, scores: dict[str, float]) -> dict[str, float]:
    """Keep the place that is declared to hold the words of a post; else all but titles.

    Of a post that stands alone the title is said once, too, and beside it can be other texts, and
    lists of links below headings.
    """
    alone = {path: places.first[path][0] for path in scores}
    alone = {path: i for path, i in alone.items() if not is_headed_list(tree, i)}
    scores = {path: scores[path] for path in alone}
    declared = {p: s for p, s in scores.items() if tree.nodes[alone[p]].get("itemprop") in _WORDS}
    if len(declared) == 1:
        return declared
    rest = {
        path: score
        for path, score in scores.items()
        if HEADINGS.isdisjoint(map(tree.tag, (alone[path], tree.parent[alone[path]])))
        and not (_is_one(tree, alone[path]) and is_title(tree, tree.text(alone[path])))
    }
    best = alone[max(rest, key=lambda path: rest[path])] if rest else 0
    # A menu beside the title is no words either: these stand elsewhere.
    menu = any(tree.tag(i) == "li" for i in range(best, tree.end[best]))
    return scores if menu or not rest else rest


def _is_one(tree: PageTree, i: int) -> bool:
    """Whether an element has no more elements than a post."""
    return tree.end[i] - i <= MOST_ELEMENTS


def _is_letter(tree: PageTree, span: Span, i: int) -> bool:
    """Whether an element tells the time in the head of the letter that it is."""
    if not ends_head(span.time.label) or not tree.holds(i, span.time.node):
        return False
    before, shown, _ = tree.text(i).partition(span.time.raw)
    return bool(shown) and is_head(before)


def _clocks(tree: PageTree) -> set[int]:
    """Elements that show a time and hardly anything else."""
    out = set()
    for time in tree.times:
        i, most = time.node, len(time.raw) + MAX_BESIDE
        while i >= 0 and tree.text_len[i] <= most:
            out.add(i)
            i = tree.parent[i]
    return out


def _is_table_head(tree: PageTree, i: int) -> bool:
    """Whether an element holds nothing but the names of a table's columns."""
    tag = tree.tag(i)
    if tag == "tr":
        return all(tree.tag(cell) == "th" for cell in tree.children(i))
    return tag in {"thead", "th"}


def _asking(tree: PageTree, time: int) -> set[int]:
    """Elements of forms to write an answer into, beside a time, and those that hold such forms."""
    out = set[int]()
    for area in tree.nodes[0].iter("textarea"):
        form = next((tree.number.get(i) for i in area.iterancestors("form")), None)
        if form is not None and not tree.holds(form, time):
            out.update(range(form, tree.end[form]), tree.ancestors(form))
    return out


def _linked_twice(tree: PageTree, places: Places) -> set[int]:
    """Elements with links whose text stands once more on the page, and what they hold.

    Above and below one post stands what leads on to the next.
    """
    among = [i for members in places.first.values() for i in members.values()]
    sizes = [(tree.text_len[i], tree.link_len[i]) for i in among]
    same: dict[tuple[int, int], list[int]] = {size: [] for size in sizes if size[1]}
    for i, size in enumerate(zip(tree.text_len, tree.link_len, strict=True)):
        if size in same:
            same[size].append(i)
    out: set[int] = set()
    for i, size in zip(among, sizes, strict=True):
        others = (j for j in same.get(size, ()) if j >= tree.end[i] or tree.end[j] <= i)
        if any(tree.text(j) == tree.text(i) for j in islice(others, MOST_ALIKE)):
            out.update(range(i, tree.end[i]))
    return out


def _shown_again(tree: PageTree, spans: list[Span]) -> list[list[int]]:
    """Elements that show once more when each record was written.

    Pages do so for wide and for narrow screens; both are the head of a post. Those of each
    stand in order.
    """
    same: dict[float | str, list[int]] = {}
    for time in sorted(tree.times, key=lambda time: time.node):
        if time.full is not None or time.share == 1.0:
            same.setdefault(moment_told(time), []).append(time.node)
    out = []
    for span in spans:
        own = span.time
        nodes = same.get(moment_told(own), ())
        ranges = ((bisect_left(nodes, r), bisect_left(nodes, tree.end[r])) for r in span.roots)
        out.append(sorted(i for first, end in ranges for i in nodes[first:end] if i != own.node))
    return out


def _beside(
    tree: PageTree, places: Places, scores: dict[str, float], columns: tuple[str, ...]
) -> dict[str, float]:
    """Scores without those of what stands in the authors' columns: ranks, what they own.

    Only where texts stand elsewhere that can be the bodies: a name can stand above them too,
    and what all records have alike is none of them.
    """
    if not columns:
        return scores
    outside = {path: score for path, score in scores.items() if not path.startswith(columns)}
    own = (path for path in outside if not _say_the_same(tree, places.first[path]))
    best = max(own, key=lambda path: outside[path], default=None)
    if best is None:
        return scores
    told = _is_hinted(tree, places.first[best])
    return outside if told or outside[best] >= ENOUGH_BESIDE * max(scores.values()) else scores


def _say_the_same(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether several records have one text at a place."""
    places = iter(members.values())
    first = next(places)
    return len(members) > 1 and all(
        tree.text_len[i] == tree.text_len[first] and tree.text(i) == tree.text(first)
        for i in places
    )


def _whole(tree: PageTree, places: Places, scores: dict[str, float], path: str) -> str:
    """Container of all pieces of a body whose largest stands in an inline element."""
    if path.rpartition("/")[2].partition(".")[0] in CONTAINERS:
        return path
    pieces = places.first[path]
    best, most = path, scores[path] / HINTED
    for other, score in scores.items():
        members = places.first[other]
        if score <= most or other.rpartition("/")[2].partition(".")[0] not in CONTAINERS:
            continue
        if all(n in members and tree.holds(members[n], i) for n, i in pieces.items()):
            best, most = other, score
    return best


def _first_row(scores: dict[str, float], path: str) -> str:
    """Path of the first of the paragraphs that are the rows of each record, if it is one of them.

    Or of those behind the one that is its head. The others belong to it.
    """
    row, _, number = path.rpartition(".~")
    above, _, tag = row.rpartition("/")
    if not number.isdigit() or (tag != "p" if above else row in CONTAINERS):
        return path
    rows = (other for other in scores if _is_row(other, row))
    return min(rows, key=lambda other: int(other[len(row) + 2 :] or 1))


def _is_row(path: str, row: str) -> bool:
    """Whether a path is that of one of the counted elements, of which a path is the first."""
    return path == row or (path.startswith(f"{row}.~") and path[len(row) + 2 :].isdigit())


def _names_first(tree: PageTree, members: dict[int, int], authors: dict[int, int]) -> bool:
    """Whether most texts begin with the name of their record's author.

    Who has no picture is shown by the first letter of his name.
    """
    if len(members) < 2:
        return False
    named = 0
    for n, i in members.items():
        name, text = tree.text(authors[n]) if n in authors else "", tree.text(i)
        letter, _, behind = text.partition(" ")
        shown = letter.lower() == name[:1].lower() and behind.startswith(name)
        named += len(name) > 1 and (shown or text.startswith(name))
    return named >= 0.8 * len(members)


def _head_with_name(tree: PageTree, members: dict[int, int], authors: dict[int, int]) -> bool:
    """Whether texts are headings that say whose records they head: "Ann's comment"."""
    return all(
        n in authors
        and tree.tag(i) in HEADINGS
        and len(name := tree.text(authors[n])) > 1
        and name in tree.text(i)
        for n, i in members.items()
    )


def _in_holes(tree: PageTree, span: Span, i: int) -> int:
    """Characters of an element that are those of records inside it."""
    return sum(tree.text_len[h] for h in span.holes if tree.holds(i, h))


def _class_in(path: str) -> str:
    """Return the class of the elements at the end of a path."""
    return path.rpartition("/")[2].partition(".")[2]


def _comments(places: Places, commenting: set[str]) -> list[int]:
    """Outermost boxes within the records that are none of its words, in document order.

    Comments on it and signatures change from record to record as much as its own words do.
    """
    outer = (path for path in commenting if path.rpartition("/")[0] not in commenting)
    return sorted({i for path in outer for i in places.every[path]})


def _body_score(
    tree: PageTree,
    spans: list[Span],
    members: dict[int, int],
    comments: list[int],
    *,
    shown: bool,
) -> float:
    count = len(spans)
    seen: dict[str, int | None] = {}
    total = 0.0
    for n, i in members.items():
        text_len, link_len = tree.shown_len(i) if shown else (tree.text_len[i], tree.link_len[i])
        length = text_len - _in_holes(tree, spans[n], i)
        for j in comments[bisect_left(comments, i) : bisect_left(comments, tree.end[i])]:
            length -= tree.text_len[j]
        if length <= 0:
            continue
        # What is larger than any post is told by its size: boxes in boxes hold it again and again.
        is_small = length <= MAX_COMPARED and _is_one(tree, i)
        text = tree.text(i) if is_small else f"{length} characters"
        if text in seen:
            continue
        seen[text] = i if is_small else None
        share = length / text_len
        total += min(share * (text_len - 0.8 * link_len), 1500.0) + 5.0
    if not any(tree.plain_len(i) for i in members.values()):
        return 0.0
    if all(_says_nothing(text) for text in seen):
        return 0.0
    worded = [i for i in members.values() if tree.text_len[i]]
    if worded and all(is_foot(tree.nodes[i], tree.text(i)) for i in worded):
        # Whoever wrote a single post can have begun it with a rule.
        only = tree.nodes[worded[0]] if len(worded) == 1 else None
        if only is None or not begins_signed(only) or stands_below_words(only):
            return 0.0
    is_hinted = _is_hinted(tree, members)
    if not is_hinted and all(map(tells_of_member, seen)):
        return 0.0
    # What differs in its numbers alone counts somebody's posts, unless people play at counting.
    counts = all(map(count_figures, seen))
    is_play = is_hinted and not counts
    said = len(seen) if is_play else len({_hash_of_words(tree, i) for i in seen.values()})
    if (count > 2 and said <= 0.34 * len(members)) or (said < len(members) == 2 and counts):
        return 0.0
    if count > 1 and said == 1 and _are_hidden(tree, members):
        return 0.0
    bonus = HINTED if is_hinted else 1.0
    return total * bonus * (len(members) / count) ** 2


def _hash_of_words(tree: PageTree, i: int | None) -> int | None:
    """Tell texts apart by what is no number in them; in nested posts each is asked for often."""
    if i is None:
        return None
    found = tree.word_hashes.get(i)
    if found is None:
        found = tree.word_hashes[i] = hash(_NUMBERS.sub("", tree.text(i)))
    return found


def _are_hidden(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether nothing shows any of some elements: "loading" for the answers to each thread."""
    return bool(tree.hidden) and all(map(tree.is_hidden, members.values()))


def _says_nothing(text: str) -> bool:
    """Whether a text is a number or label, counts something, marks a row, or the software's."""
    if not _LETTER.search(text) or number_of(text) is not None or text.lower() in _LABELS:
        return True
    if is_edit_line(text) or is_counter(text) or only_figures(text):
        return True
    if text.startswith(_SYSTEM) or _CREDIT.match(text) or is_bracketed_count(text):
        return True
    if len(text) <= MAX_LABEL and text[-1] in COLONS:
        return True
    return len(text) <= MAX_MARK and (says_sticky(text) or bool(_SIZE.fullmatch(text)))


def _is_hinted(tree: PageTree, members: dict[int, int]) -> bool:
    """Whether a class says that a place is that of bodies."""
    element = tree.nodes[next(iter(members.values()))]
    hint = " ".join((element.get("class") or "", element.get("itemprop") or ""))
    return bool(BODY_CLASS.search(hint))


def _constant_score(tree: PageTree, members: dict[int, int]) -> float:
    """How much a text that all records have alike speaks for being what they say."""
    i = next(iter(members.values()))
    element, text = tree.nodes[i], tree.text(i)
    hinted = bool(BODY_CLASS.search(element.get("class") or ""))
    if not hinted and tree.tag(i) not in CONTAINERS | {"p"}:
        return 0.0
    if not text or tree.link_len[i] or text[-1] in ":：":
        return 0.0
    if not hinted and (text.lower() in UI_WORDS or _says_nothing(text)):
        return 0.0
    # A name speaks louder than any length.
    return (1e6 if hinted else 0.0) + tree.text_len[i] + 0.01 * tree.depth[i]


def _deepest(
    tree: PageTree, spans: list[Span], places: Places, scores: dict[str, float], path: str
) -> str:
    """Go down while one child place keeps what changes from post to post."""
    while True:
        members = places.first[path]
        prefix = path + "/"
        depth = prefix.count("/")
        below = [
            (score, name)
            for name, score in scores.items()
            if name.startswith(prefix) and name.count("/") == depth
        ]
        if not below:
            return path
        _, name = max(below)
        inner = places.first[name]
        tag = name.rpartition("/")[2].partition(".")[0]
        if tag not in CONTAINERS or _are_of_paragraphs(tree, members, inner):
            return path
        if tag == "blockquote" and (len(members) < 2 or len(inner) < len(members)):
            # Some posts quote; only where all have one does it hold the posts themselves.
            return path
        # A paragraph is not the body: going down must not leave changing text behind.
        left: set[str] = set()
        lost = before = 0
        total = kept = 0
        for n, i in members.items():
            j = inner.get(n)
            if j is None:
                # The notice of a post that was hidden has a place of its own.
                if tree.plain_len(i) > 0 and not is_placeholder(tree.text(i)):
                    lost += 1
                continue
            # Comments on a post, which are records of their own, are none of its words.
            total += tree.shown_len(i)[0] - _in_holes(tree, spans[n], i)
            kept += tree.shown_len(j)[0] - _in_holes(tree, spans[n], j)
            heads = _headings(tree, i, j)
            ahead = _text_before(tree, i, j)
            named = tree.tag(j) == "td" and len(ahead) <= MAX_NAME
            if named or tells_of_member(ahead) or is_floor(ahead) or is_title(tree, ahead):
                # What stands beside the words is none of them.
                total -= len(ahead)
                heads = max(heads, len(ahead))
            before += len(ahead) > heads
            if ahead[:1] == ">" and is_paragraph(tree, j):
                return path  # He quotes ahead of his first paragraph.
            if tree.text_len[i] - tree.text_len[j] > heads:
                rest = _text_outside(tree, i, j)
                if rest:
                    left.add(rest)
                    if is_attributed(tree.nodes[j]):
                        return path  # He quotes ahead of his words.
        # Signatures and edit notes follow the body, each author's his own.
        trailing = not before and kept >= 0.6 * total and len(members) > 1
        if lost or (len(left) > max(1, 0.4 * len(members)) and not trailing):
            return path
        if left and len(members) == 1 and not _is_hinted(tree, inner):
            return path
        path = name


def _are_of_paragraphs(tree: PageTree, outer: dict[int, int], inner: dict[int, int]) -> bool:
    """Whether boxes hold nothing but paragraphs in boxes without a name, and no boxes.

    In boxes without a name themselves all behind the first have to end as sentences do.
    """
    return outer.keys() == inner.keys() and all(
        tree.parent[inner[n]] == i
        and is_paragraph(tree, inner[n])
        and all(tree.tag(j) not in CONTAINERS for j in range(inner[n] + 1, tree.end[inner[n]]))
        and all(
            is_part(tree, kid) and ("." in tree.sig[i] or kid == inner[n] or is_told(tree, kid))
            for kid in tree.children(i)
            if tree.text_len[kid]
        )
        for n, i in outer.items()
    )


def _with_siblings(tree: PageTree, places: Places, top: str, path: str) -> str:
    """Path of what holds a body whose paragraphs are boxes side by side: editors make them."""
    while path.startswith(top + "/") and ".~" not in path.rpartition("/")[2]:
        beside = (_beside_alike(tree, i) for i in places.first[path].values())
        if max(beside, default=0) < MIN_BESIDE:
            break
        path = path.rpartition("/")[0]
    return path


def _beside_alike(tree: PageTree, i: int) -> int:
    """Return how many elements of the kind of one stand behind it, beside it."""
    return sum(kid > i and tree.sig[kid] == tree.sig[i] for kid in tree.children(tree.parent[i]))


def is_title(tree: PageTree, text: str) -> bool:
    """Whether a text is the title of the page, behind "Re:" or not."""
    if not 0 < len(text) <= MAX_TITLE:
        return False
    answer = _ANSWER.match(text)
    title = text[answer.end() :] if answer is not None else text
    return len(title) >= MIN_TITLE and title in tree.page.title


def are_titles(tree: PageTree, members: Mapping[int, int]) -> bool:
    """Whether texts are the page's title, and headings, answers to it, or links on the page."""
    texts = [tree.text(i) for i in members.values()]
    if not texts or not all(is_title(tree, text) for text in texts):
        return False
    return any(map(_ANSWER.match, texts)) or all(
        tree.tag(i) in HEADINGS or (tree.nodes[i].get("href") or "").startswith("#")
        for i in members.values()
    )


def _headings(tree: PageTree, i: int, j: int) -> int:
    """Characters of the headings under ``i`` before ``j``: a post's title is not its body."""
    return sum(tree.text_len[k] for k in _headings_before(tree, i, j))


def _headings_before(tree: PageTree, i: int, j: int) -> Iterator[int]:
    k = i + 1
    while k < j:
        if tree.tag(k) in HEADINGS:
            yield k
            k = tree.end[k]
        else:
            k += 1


def _text_before(tree: PageTree, i: int, j: int) -> str:
    """Text under ``i`` that stands before ``j``."""
    return tree.text(i).partition(tree.text(j))[0].strip() if tree.text_len[j] else ""


def _text_outside(tree: PageTree, i: int, j: int) -> str:
    """Text under ``i`` but not under ``j``, digits removed, nor who liked it, in rows behind.

    Nor the headings before it: those of answers without a title begin as their words do.
    """
    whole = tree.text(i)
    part = tree.text(j)
    before, found, behind = whole.rpartition(part) if part else ("", "", whole)
    rest = before + behind
    for k in _headings_before(tree, i, j) if found else ():
        rest = rest.replace(tree.text(k), "", 1)
    for kid in tree.children(i):
        if kid > j and 0 < tree.text_len[kid] <= MAX_LINE and is_tail(tree.nodes[kid]):
            rest = rest.replace(tree.text(kid), "", 1)
    return re.sub(r"\d+", "", rest).strip()
