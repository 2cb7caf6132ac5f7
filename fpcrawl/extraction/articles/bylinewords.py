"""Names in the line that tells when an article was published, and in the lines beside it.

Such a line is a row of pieces with signs or elements between them: a day, a source, a section,
figures, and who wrote it. What is called something else is left out; a piece that begins with a
word for an author tells for sure, and one that is built as the name of a person is one where no
other is.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from fpcrawl.extraction.articles.furniture import is_captioned
from fpcrawl.extraction.articles.headings import site_names
from fpcrawl.extraction.articles.surroundings import MAX_LINE
from fpcrawl.extraction.articles.timewords import names_time
from fpcrawl.extraction.names.names import (
    ARABIC_JOINER,
    JOINERS,
    NAMES,
    SMALL_JOINERS,
    are_koreans,
    is_bare_name,
    is_editor,
    is_han_name,
    is_label,
    is_labelled,
    is_name,
    is_own_name,
    is_short_name,
    koreans_of,
    report_of,
    spaced,
    split_names,
    unpadded,
    without_calling,
)
from fpcrawl.extraction.pieces import words_of
from fpcrawl.extraction.rowwords import label_kind
from fpcrawl.extraction.text import DOTS, KEPT, squeeze
from fpcrawl.extraction.vocabulary import HEADINGS
from fpcrawl.pages.dates import find_times
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from fpcrawl.extraction.articles.surroundings import Surroundings
    from fpcrawl.extraction.tree import PageTree

__all__ = ["Told", "told_above_words", "told_beside_times"]

#: What stands beside a line with more text is no name.
MAX_BESIDE = 60
#: A time farther from heading and body is not that of the article.
FAR = 60.0
#: Text, with blanks around, of an element that holds a name of two characters.
MAX_SHORT = 4
#: What parts the pieces of a line, and the time with its weekday.
_SIGNS = re.compile(
    r"\s*[|｜丨" + DOTS + r"●▪■□▲◎＝\n\[\]【】()（）<>«»,，;；]\s*|[/／]|\s[-—–]+\s|[—–]+"
)
#: Two characters and a sign: "李明 —", "李明 — [".
_PARTED = late(
    r"[)）\]】]?\s?[—–|｜·/-]?\s?([\u3400-\u9fff]{2})\s?[—–|｜·/-]?\s?[(（\[【]?(?<!^\1)"
)
_HAN = late(r"[\u3400-\u9fff]")
#: What stands at the edges of a piece and is no part of a name; "Jr." and "S." end with a stop.
_EDGES = re.compile(r"^[ .–—-]+|\s[–—-]+$|(?<=[^\W\d_]{4})\.$")
#: What joins the names of several people.
_JOINED = re.compile(rf"\s(?:{JOINERS}|{SMALL_JOINERS}|i|&)\s|、|{ARABIC_JOINER}")
#: Words that stand before a colon, or in some papers a stroke.
_LABELS = (
    "(?:(?:责任|責任)?(?:编辑|編輯)|责编|責編|主编|校对|校對|审[核校签]|審核|[初复终]审|[审核]稿人?|原?作者(?:单位)?"
    "|撰稿人?|撰文|采写|文字|供稿(?:人|单位)?|投稿人?|通讯员|通訊員|记者|記者"
    "|发[布稿][人者]|发布(?:单位|机构|部门)|录入[人者员]?|摄影|攝影|图片|視頻|视频|图文"
    "|(?:信息|稿件|文章|新闻|内容)?(?:来源|來源)|(?:发布|發佈|发表|更新|成文|添加)?(?:时间|時間|日期)"
    "|(?:浏览|瀏覽|阅读|閱讀|点击|點擊|访问|查看)(?:次?数|次數|率|量|人次)?|人气|分类|分類|(?:所属)?栏目|字体|字号|字數|字数"
    "|标签|關鍵字|关键词)"
)
#: Such a word without a blank before it, and any other one behind it that is no Chinese.
_NEXT_LABEL = late(
    rf"(?<=[^\s:：])(?={_LABELS}[:：])|(?<=[^\s:：\u3400-\u9fff])(?=[\u3400-\u9fff]{{2,4}}[:：])"
)
_STROKE = late(rf"({_LABELS}|(?<![\u3400-\u9fff])[文图])\s?[|｜丨/／]\s?(?=[\u3400-\u9fff])")
#: What parts the words of a line in Chinese: a blank, but not within a foreign name or behind
#: a calling.
_BLANK = re.compile(r"(?<!记者)(?<!記者)(?<!通讯员)(?<!通訊員)\s+(?:(?![A-Za-z])|(?<![A-Za-z.]\s))")
#: The same in other scripts: "Die Glocke Autor: Anna Schmidt".
_NEXT_AUTHOR = re.compile(
    r"\s+(?=(?:author|autor(?:in|en|a)?|auteur|autore|автор|penulis|yazan|författare|forfatter"
    r"|reporter|journalist(?:e|in)?|giornalista|журналист|корреспондент|periodista|reportero"
    r"|redactora?|redakteur(?:in)?|기자|작성자|글쓴이)"
    r"\s?[:：])"
    # "Source: The Bell By Ann Smith", but not "Photo By" or "Posted By".
    r"|(?<!ed)(?<!hoto)(?<!hotos)(?<!Foto)(?<!Fotos)(?<!Image)(?<!Video)(?<!tory)(?<!Text)\s+"
    r"(?-i:(?=(?:By|Von|Par|Por|Door)\s+[^\W\d_a-z]))",
    re.IGNORECASE,
)
#: The label of a time behind a name: "by: Ann Smith Posted: ".
_NEXT_TIME = re.compile(
    r"\s+(?=(?:(?:last )?updated|posted|published|created|modified|date|stand|datum|fecha|data"
    r"|aktualisiert|veröffentlicht|publiée?|mis à jour|pubblicato|aggiornato|publicado|actualizado"
    r"|atualizado|publicerad|uppdaterad|publisert|oppdatert|опубликовано|обновлено|дата)\s?[:：])",
    re.IGNORECASE,
)
#: An address for letters.
_ADDRESS = re.compile(r"\s[\w.+-]{1,64}@[\w.-]{3,64}")
_COLON = re.compile(r"\s*[:：]\s*")
_REPORTED = late(
    rf"^[\u3400-\u9fff]{{0,6}}(?:记者|記者|通讯员|通訊員)\s?({NAMES})(?:(?:摄影)?(?:报道|報道|報導))?$"
)
#: What stands before the name of another writer.
_CALLING = late(r"[\u3400-\u9fff]{0,4}(?:记者|記者|通讯员|通訊員)|实习生|實習生")
_REPORTER = late(r"^([\u3400-\u9fff]{2,5})(?:記者|记者)$")
#: "发布：张三", but not the name of a site.
_PUBLISHED_BY = late(r"^(?:发布|發布)：([\u3400-\u9fff]{2,4})$")
#: With what words for those begin who did not write.
_OTHER_HAND = late(r"[摄攝图圖视視编編责責校审審制剪]")
#: How blogs sign below the text: "posted @ 2026-03-04 10:15 ann 阅读(120) 评论(3)".
_POSTED = re.compile(r"posted\s?(?:@|on|at)?", re.IGNORECASE)
_READ = re.compile(r"[阅閱][读讀]|[评評][论論]|[浏瀏][览覽]")
#: What stands around the figure of how long a text takes to read: "阅读约 6 分钟".
_READING_TIME = re.compile(
    r"(?:[预預][计計])?(?:[阅閱][读讀])?(?:大?[约約]|需[要时時]?)|分[钟鐘](?:左右)?"
)
#: What leads on to what stands behind it; where nobody is named, it stands behind "By".
_LEADS_ON = re.compile(
    r".*：|(?:categori[sz]ed|filed|tagged)(?: (?:as|in|under|with))?", re.IGNORECASE
)
#: What stands behind an hour.
_HOUR = re.compile(r"^\s*(?:Uhr|hrs?\b|h\b|Uur)")


class Told(NamedTuple):
    """Names that a line tells.

    Attributes
    ----------
    node
        The element that holds the line.
    labelled
        Whether a word for an author stands before them.
    """

    names: tuple[str, ...]
    node: int
    labelled: bool


def told_beside_times(tree: PageTree, around: Surroundings) -> Told | None:
    """Return who wrote an article by the lines of its times and the lines beside them.

    What a word for an author stands before is preferred, then what stands nearest.
    """
    near = sorted(
        (around.distance(time.node), time.node)
        for time in tree.times
        if not (around.is_other(time.node) or around.in_words(time.node))
    )
    sites = site_names(tree.page)
    bare: Told | None = None
    seen: set[int] = set()
    for distance, node in near:
        box = _box(tree, around, node)
        if distance > FAR or box < 0 or box in seen:
            continue
        seen.add(box)
        for line in (box, *_beside(tree, around, box)):
            pieces = list(_pieces(tree, line))
            short = _short_names(tree, line) if line == box else set()
            names, labelled = _told(pieces, short, sites)
            if not names and line != box:
                names = _in_a_row(tree, line, sites)
            if not labelled and (poster := _poster(pieces)) is not None:
                names, labelled = [poster], True
            if labelled:
                return Told(tuple(names), line, labelled)
            if around.in_heading(tree, line):
                continue  # what it heads can be a name
            # At the foot of a text much else is told.
            alone = sum(map(_tells_more, pieces)) == 1
            if names and bare is None and (alone or around.body is None or line < around.body[1]):
                bare = Told(tuple(names), line, labelled)
    return bare


def _poster(pieces: Sequence[str]) -> str | None:
    """Return the name between the time at which a text was posted and the count of its readers."""
    for n, (label, time) in enumerate(pairwise(pieces)):
        if not time and _POSTED.fullmatch(label):
            told = _READ.split(" ".join(pieces[n + 2 : n + 4]))
            name = told[0].strip()
            return name if len(told) > 1 and is_name(name) else None
    return None


def _tells_more(piece: str) -> bool:
    """Whether a piece of a line can be a name: no label of a time or count, nothing counted."""
    if not piece or names_time(piece) or label_kind(piece) is not None:
        return False
    if _READING_TIME.fullmatch(piece):
        return False
    return not any(map(str.isdigit, piece))


def told_above_words(tree: PageTree, around: Surroundings) -> Told | None:
    """Return who wrote an article by a line between heading and words: it can bear no time."""
    i = tree.end[around.heading] if around.heading >= 0 else around.words
    while i < around.words:
        if not 0 < tree.text_len[i] <= MAX_LINE:
            i += 1
            continue
        names, labelled = _told(list(_pieces(tree, i)), set(), set())
        if labelled:
            return Told(tuple(names), i, labelled)
        i = tree.end[i]
    return None


def _box(tree: PageTree, around: Surroundings, node: int) -> int:
    """Return the largest element around a time that is no more than its line, or -1."""
    box = -1
    for above in (node, *tree.ancestors(node)):
        if tree.text_len[above] > MAX_LINE or tree.tag(above) == "body":
            break
        if tree.holds(above, max(around.heading, 0)):
            break
        if around.words >= 0 and tree.holds(above, around.words):
            break
        box = above
    return box


def _beside(tree: PageTree, around: Surroundings, box: int) -> Iterator[int]:
    """Yield the short elements before and behind a line."""
    element = tree.nodes[box]
    for other in (element.getprevious(), element.getnext()):
        i = tree.number.get(other, -1) if other is not None else -1
        if i < 0 or not 0 < tree.text_len[i] <= MAX_BESIDE:
            continue
        if around.is_other(i) or tree.holds(i, max(around.heading, 0)) or is_captioned(tree, i):
            continue
        inside = range(i, tree.end[i])
        if tree.link_len[i] >= tree.text_len[i] and any(tree.tag(j) in HEADINGS for j in inside):
            continue  # the title of another text can be built as a name
        yield i


def _pieces(tree: PageTree, line: int) -> Iterator[str]:
    """Yield the pieces of a line in order, an empty one for each time."""
    for piece in words_of(tree).within(line, tree.end[line]):
        if not tree.holds(line, piece.node):
            continue  # it stands behind the line
        for n, part in enumerate(_around_times(piece.text)):
            if n:
                yield ""
            yield from _split(part)


def _around_times(text: str) -> Iterator[str]:
    """Yield what stands before, between and behind the times of a text."""
    start = 0
    for time in find_times(text):
        yield text[start : time.start]
        start = time.start + len(time.raw)
        hour = _HOUR.match(text[start:])
        start += hour.end() if hour is not None else 0
    yield text[start:]


def _split(text: str) -> Iterator[str]:
    if are_koreans(text):
        yield text.strip()
        return
    text = _ADDRESS.sub("\n", _NEXT_TIME.sub("\n", text))
    text = _COLON.sub("：", _NEXT_AUTHOR.sub("\n", text))
    koreans = koreans_of(text)
    if koreans is not None:
        text = text.replace(koreans[0][0], f"\n记者：{'、'.join(koreans[1])}\n")
    if _HAN.search(text):
        text = unpadded(text)
        report = report_of(text)
        if report is not None:
            text = text.replace(report[0][0], f"\n记者：{'、'.join(report[1])}\n")
        text = _STROKE.sub(r"\1：", text)
        text = _BLANK.sub("\n", spaced(_NEXT_LABEL.sub("\n", text))).replace(KEPT, " ")
    for piece in _SIGNS.split(text):
        if piece and any(map(str.isalpha, piece)):
            yield _EDGES.sub("", piece.strip())


def _short_names(tree: PageTree, line: int) -> set[str]:
    """Chinese names of two characters in elements of their own, or parted from more by a sign."""
    own = (i for i in range(line, tree.end[line]) if not tree.link_len[i])
    texts = [unpadded(squeeze(tree.text(i))) for i in own if tree.text_len[i] <= MAX_SHORT]
    pieces = words_of(tree).within(line, tree.end[line])
    parted = filter(None, (_PARTED.fullmatch(x) for p in pieces for x in _around_times(p.text)))
    return {text for text in (*texts, *(match[1] for match in parted)) if is_short_name(text)}


def _told(pieces: Sequence[str], short: Set[str], sites: Set[str]) -> tuple[list[str], bool]:
    """Names among the pieces of a line, and whether a word for an author stands before them.

    People go before offices, and with a reporter others can be told.

    Parameters
    ----------
    short
        What of two characters can be a name though nothing says so.
    sites
        What the site is called, in lower case: beside somebody's name it is nobody's.
    """
    bare: list[list[str]] = []
    told: list[str] = []
    label = last = ""
    for n, piece in enumerate(pieces):
        if last and last == "".join(told[-1:]) and _is_next(piece, pieces[n + 1 : n + 2], told):
            # "记者 张三 李小明"
            told.append(piece)
            last = piece
            continue
        last = ""
        # A label in an element of its own is that of the piece behind it.
        before, label = label, ""
        if not piece:
            continue
        if _LEADS_ON.fullmatch(piece):
            label = piece
            continue
        if before:
            names = [] if is_editor(before) or not is_label(before) else split_names(piece)[:1]
        else:
            names = _behind_label(piece)
        if names and (
            not told or (any(map(is_bare_name, names)) and not any(map(is_bare_name, told)))
        ):
            told = names
            last = names[-1]
        elif names and _CALLING.match(before or piece):
            told = list(dict.fromkeys([*told, *names]))
        elif before or names:
            continue
        elif is_editor(piece):
            label = piece if is_label(piece) else ""
        elif is_label(piece):
            label = piece
        elif piece in short or (
            "：" not in piece and is_own_name(without_calling(piece)) and not names_time(piece)
        ):
            bare.append([without_calling(piece)])
        elif several := _several(piece):
            bare.append(several)
    if told:
        return told, True
    if len(bare) > 1 and sum(len(names) > 1 for names in bare) == 1:
        # Two that are joined, and a paper.
        bare = [names for names in bare if names[1:]]
    if len(bare) > 1:
        bare = [names for names in bare if names[0].lower() not in sites]
    return (bare[0], False) if len(bare) == 1 else ([], False)


def _is_next(piece: str, behind: Sequence[str], told: Sequence[str]) -> bool:
    """Whether a piece is the name of the next Chinese, and no word for another hand follows."""
    if not (is_han_name(piece) and all(map(is_han_name, told))):
        return False
    return not (behind and _OTHER_HAND.match(behind[0]))


def _in_a_row(tree: PageTree, line: int, sites: Set[str]) -> list[str]:
    """Names of several people, which are all that a line without links says."""
    text = tree.text(line)
    names = split_names(text) if "," in text and not tree.link_len[line] else []
    if len(names) < 2 or text != ", ".join(names) or any(n.lower() in sites for n in names):
        return []
    return names if all(map(is_own_name, names)) else []


def _several(piece: str) -> list[str]:
    """Names of several people in a piece that says nothing else: "Ann Smith and Bo Lee"."""
    if are_koreans(piece):
        return split_names(piece)
    names = split_names(piece) if _JOINED.search(piece) and "：" not in piece else []
    return names if len(names) > 1 and all(map(is_own_name, names)) else []


def _behind_label(piece: str) -> list[str]:
    """Names in a piece that says itself that they are of those who wrote."""
    for form in (_REPORTED, _PUBLISHED_BY, _REPORTER):
        match = form.match(piece)
        names = split_names(match[1]) if match is not None else []
        if names and all(map(is_bare_name, names)):
            return names
    if is_editor(piece) or is_label(piece) or piece.endswith("："):
        return []
    return split_names(piece, labelled=True) if is_labelled(piece) else []
