"""What stands in the element of an article's body and is none of its words."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import islice, takewhile
from operator import attrgetter
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from fpcrawl.extraction.articles.boxnames import (
    around_articles,
    is_shown,
    name_of_text,
    parted,
)
from fpcrawl.extraction.articles.lines import heads_links, is_label_line, leads_on
from fpcrawl.extraction.articles.teasers import card_rows, headed_cards
from fpcrawl.extraction.articles.trimming import STOPS
from fpcrawl.extraction.bodies.notes import are_numbers, names_line_numbers
from fpcrawl.extraction.text import squeeze, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, is_anchor, is_for_listeners, is_hidden
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree

__all__ = [
    "above_heading",
    "asking_ranges",
    "feet_of",
    "furniture_of",
    "is_called_foot",
    "is_captioned",
    "is_counter",
    "is_imprint",
    "is_labelled",
    "is_named_body",
]

_NODE = attrgetter("node")
_TAGS = frozenset("aside audio button figcaption footer form iframe nav object video".split())
_CODE = frozenset({"code", "pre"})
_BLOCKS = frozenset(
    {"center", "dd", "div", "dl", "figure", "h2", "h3", "h4", "h5", "h6", "header", "li", "ol"}
    | {"p", "section", "table", "tbody", "td", "tr", "ul"}
)
#: Where else than in class and id it is told what an element is.
_NAMES = ("aria-labelledby", "data-component", "data-qa", "data-testid")
_NAMEABLE = (_BLOCKS | {"span"}) - {"td", "tr", "tbody", "p", "li"}
#: Begins to say whose a picture is; characters of that.
_CREDIT = re.compile(
    r"(?:photo(?:graph)?s?|foto(?:s|grafía|grafia)?|pictures?|images?|bild(?:er)?|credits?|crédits?"
    r"|quelle|source|fonte|fuente|фото|图源|图片来源|写真|사진)\s*(?:[:：/／©]|by\b)\s*\w",
    re.IGNORECASE,
)
CREDIT = 80
#: What tells of a picture beside it.
_DRESSED = frozenset({"em", "p", "small", "span", "strong"})
#: What the line of who and when is called.
_INFO = re.compile(
    r"(?:^|[-_ ])(?:article|entry|news|post|story)[-_]?(?:info|meta)(?:$|[-_ ])", re.IGNORECASE
)
_LISTS = frozenset({"ol", "ul"})
_HEADS = frozenset({"b", "h2", "h3", "h4", "h5", "h6", "strong"})
_MESSAGE = re.compile(r"social|tweet|player", re.IGNORECASE)
#: Characters outside links from which on such a message, or a paragraph, is one.
MESSAGE = 60
#: A box with more of the text than this is the text, however it is named.
MOST = 0.3
#: The same of the cards of other texts together.
MOST_CARDS = 0.6
#: The same of a box that sells the rest of it.
MOST_SOLD = 0.7
_SOLD = re.compile(r"paywall|pay-?gate|subscri(?:be|ption)|regwall", re.IGNORECASE)
ALL_TOLD, MIN_WORDS, MOST_NESTED = 0.5, 40, 3
#: Figures from which on a page can be about its pictures, and tell all that in captions.
MIN_FIGURES = 3
#: Characters in a header beside title and times: a name, no standfirst.
MAX_HEAD = 30
#: Share of links from which on a block is a list of links; a lone one of this length is none.
LINKS, PARAGRAPH_LINKS, FEW = 0.6, 0.95, 200
#: Weight and elements of a box that is a picture and its caption.
CAPTION, CAPTION_ELEMENTS = 160, 8
#: Elements around a caption, at most, that are its box.
CAPTION_LEVELS = 3
#: Boxes beside the words, and characters of one that offers letters.
_ASKING, OFFER = frozenset({"aside", "figure", "form"}), 800
_BOXES = frozenset({"center", "div", "figure", "section", "table"})
_PICTURES = frozenset({"audio", "iframe", "img", "picture", "svg", "video"})
#: Characters of a lead, and elements of its box above it: fewer than this.
LEAD, MOST_ABOVE = 400, 8
#: What of the words of an article stands in figures.
_FIGURED = frozenset({"blockquote", "code", "dl", "ol", "pre", "table", "ul"})
#: Characters of a line that counts readers.
MAX_COUNTER = 60
#: Characters of a title, and what stands before it in a line like "Lue myös: A ferry".
TITLE = 12
#: Titles of other pages that a paragraph leads to, at most.
MOST_TITLES = 4
_START = re.compile(r"\W{0,3}[^\W\d][^:：|]{1,24}[:：|]")
_ADDRESS = re.compile(r"^(?:https?:|www\.)|@|^[^\s]+\.[a-z]{2,}(?:/|$)")
#: Words of an id from which on it may repeat those of its element.
SLUG = 4
_WORD = re.compile(r"[^\W_]+")
#: What a link says that is for those who listen to a page.
_SKIP = re.compile(
    r"\W*(?:skip|jump (?:past|over)|überspringen|zum ende|passer|sauter|saltar|ir al final|salta"
    r"|pular|пропустить|跳过|跳過)\b",
    re.IGNORECASE,
)
_SKIPPED = re.compile(r"(?:^|[-_])skip", re.IGNORECASE)
_READS = (
    r"(?:views?|hits|reads?|readers?|показ(?:ов|а)?|просмотр\w*|прочтени[йя]|visitas|lecturas|letture"
    r"|visite|vues|aufrufe|odsłon\w*|okunma|阅读|閱讀|浏览|瀏覽|点击|點擊|访问|查看|조회수?|閲覧数?)"
)
#: "Views: 1,204", "1204 views", "2401 次阅读", "(3 comments)".
_COUNTER = late(
    r"\W*\d{1,6}\s?(?:comments?|kommentare?|commentaires?|comentarios?|条评论|則評論)\W*"
    rf"|\W*(?:(?:page |количество |число |numero |nombre |anzahl )?{_READS}(?:次数|次數|量|数|數)?"
    rf"\s*[:：]\s*[\d\s.,]{{1,12}}|\d[\d.,]{{0,11}}\s*[kKmM万]?\s*[次人]?\s*{_READS})\W*",
    re.IGNORECASE,
)


#: What the element with the words of an article alone is called.
_BODY = re.compile(
    r"(?:^|[-_ ])(?:article|arti?|content(?=[-_]*body)|entry|news|post|story)[-_]{0,2}"
    r"(?:body(?:$|[- ])|(?:content|text|txt)(?:$| ))",
    re.IGNORECASE,
)
#: Of the foot of a page; a text of one sentence is shorter than that.
_IMPRINT = late(
    r"©|\bcopyright\b|\ball rights reserved|alle rechte vorbehalten|tous droits réservés"
    r"|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati"
    r"|все права защищены|無断転載|무단\s?전재|版权所有|版權所有|未[经經](?:授权|授權|许可|許可)"
    r"|ICP[备備证證]|公网安备|许可证(?:号|编号)?\s?[:：\d]|(?:违法|不良|违法和不良)信息举报|举报(?:电话|邮箱)"
    r"|技术支持\s?[:：]|扫描.{0,6}二维码|扫一扫"
    r"|不代表.{0,10}(?:观点|觀點|立场|立場)|如有侵[权權]|[主承]办(?:单位)?\s?[:：]|邮编\s?[:：]"
    r"|(?:免责|免責|特别|特別|平台|郑重|鄭重)[声聲]明|凡本[网網站].{0,4}注明|转载请(?:注明|附)|規範\s?[:：]"
)


#: What the foot of a page is called.
_FOOT = re.compile(
    r"(?:^|[-_ ])(?:foot(?:er\w*|bar|box|con\w*|info|links?|nav|wrap\w*|\d)?"
    r"|(?:page|web)-?(?:bottom|foot)|copyright|banquan|dibu|imprint|cookies?|consent|gdpr)"
    r"(?:$|[-_ ])",
    re.IGNORECASE,
)
#: The heading above what readers say, and above what other sites do.
_READERS = re.compile(
    r"(?:\d{1,6} )?(?:comments?|responses?|replies|trackbacks?(?: pings)?|kommentare?|commentaires"
    r"|comentarios|comentários|commenti|reacties|комментарии|コメント|댓글)(?: ?\(\d{1,6}\))?:?",
    re.IGNORECASE,
)
#: How WordPress says when a text was posted, and where; characters of that.
_FILED, FILED = re.compile(r"This entry was posted (?:by|on|in)\b"), 600


#: Above and below a text: when, from where, by whom.
_LABELLED = re.compile(
    r"\W*(?:发[布表稿](?:时间|日期)?|時間|时间|日期|[来來]源|作者|浏览(?:次数|量)?|点击(?:率|数|量)?|阅读(?:量|次数)?"
    r"|字[体号](?:大小)?|分享到?|责任编辑|責任編輯|责编|编辑|标签|標籤|关键词|關鍵字|審核|审核|校对|您?(?:当前|现在)?(?:所在)?的?位置)\s*[:：]"
)


def is_counter(line: str) -> bool:
    """Whether a line tells how often something was read."""
    return len(line) <= MAX_COUNTER and bool(_COUNTER.fullmatch(line))


def is_labelled(line: str) -> bool:
    """Whether a line is a label and what it names: "来源：..."."""
    return len(line) <= MAX_COUNTER and bool(_LABELLED.match(line))


def is_imprint(line: str) -> bool:
    """Whether a line tells of a page or its site: whose it is, since when, where from, where to."""
    return len(line) <= FEW and bool(_IMPRINT.search(line) or _LABELLED.match(line))


@lru_cache(maxsize=16_384)
def is_called_foot(names: str | None, name: str | None) -> bool:
    """Whether the class or the id of an element says that it is the foot of the page."""
    return bool(names or name) and _FOOT.search(f"{names or ''} {name or ''}") is not None


def feet_of(tree: PageTree) -> list[int]:
    """Boxes at the end of a page that are its foot.

    Of a text of one sentence they can be longer than it is.
    """
    top = 0
    while len(kids := [kid for kid in tree.children(top) if tree.text_len[kid]]) == 1:
        (top,) = kids
    out: list[int] = []
    for kid in reversed(kids):
        get = tree.nodes[kid].get
        named = tree.tag(kid) == "footer" or is_called_foot(get("class"), get("id"))
        told = named or (tree.tag(kid) in _BOXES and is_imprint(tree.text(kid)))
        if not told or squeeze(tree.nodes[kid].tail or ""):
            break
        out.append(kid)
    return out if len(out) < len(kids) else []


def furniture_of(tree: PageTree, body: int) -> list[HtmlElement]:
    """Return the outermost elements inside a body that are not its words.

    Those are what is hidden, captions and forms, boxes named after what stands around
    articles, and blocks that are mostly links; never most of the text.
    """
    kinds: frozenset[str] = frozenset()
    found = _furniture(tree, body, kinds)
    # A box can stand in a box.
    for _ in range(MOST_NESTED):
        if not (more := _kinds_of_text(tree, body, found)):
            break
        kinds |= more
        found = _furniture(tree, body, kinds)
    heads = (_head_of_links(tree, i) for i in found)
    cards = [*_cards(tree, body), *_behind_readers(tree, body)]
    inside = range(body, tree.end[body])
    signs = (i for i in inside if tree.text_len[i] and is_anchor(tree.nodes[i]))
    return [tree.nodes[i] for i in (*found, *cards, *signs, *(i for i in heads if i >= 0))]


def _cards(tree: PageTree, body: int) -> list[int]:
    """Cards of other texts within a body; without a heading not where they are most of it."""
    inside = [i for i in range(body, tree.end[body]) if tree.link_len[i]]
    headed = {*headed_cards(tree, body, tree.end[body])}
    alone = {kid for i in inside for kid in card_rows(tree, i)} - headed
    whole = tree.plain_len(body) - sum(map(tree.plain_len, headed))
    few = sum(map(tree.plain_len, alone)) <= MOST_CARDS * whole
    return [*headed, *alone] if few else [*headed]


def _behind_readers(tree: PageTree, body: int) -> list[int]:
    """Return the heading above what readers say within a body, and what stands behind it.

    They say when, or are asked to: a part of a text can be called so, too.
    """
    for i, tag in enumerate(tree.tags[body + 1 : tree.end[body]], body + 1):
        if tag in HEADINGS and _READERS.fullmatch(tree.text(i)):
            behind = [kid for kid in tree.children(tree.parent[i]) if kid >= i]
            stop = tree.end[behind[-1]]
            at = bisect_left(tree.times, i, key=_NODE)
            dated = at < len(tree.times) and tree.times[at].node < stop
            if dated or "form" in tree.tags[i:stop]:
                return behind
    return []


def is_named_body(tree: PageTree, i: int) -> bool:
    """Whether an element is named as the one with the words of an article alone."""
    get = tree.nodes[i].get
    if "articleBody" in {get("itemprop"), get("name")}:
        return True
    return bool(_BODY.search(f"{get('class') or ''} {get('id') or ''}"))


def above_heading(tree: PageTree, body: int, heading: int) -> list[HtmlElement]:
    """Return the heading of an article that stands within its body, and what is before it there.

    That is the section it is of, and when it was published; where it is more, what stands before
    the heading belongs to the words.
    """
    if heading <= body or not tree.holds(body, heading):
        return []
    out, i = [heading], heading
    while i != body:
        out += [kid for kid in tree.children(tree.parent[i]) if kid < i and tree.text_len[kid]]
        i = tree.parent[i]
    if any(tree.plain_len(j) > FEW for j in out) or sum(map(tree.plain_len, out[1:])) > FEW:
        return []
    return [tree.nodes[j] for j in out]


def _furniture(tree: PageTree, body: int, kinds: frozenset[str]) -> list[int]:
    """Outermost elements that are furniture, but for boxes of some kinds that hold the words."""
    out: list[int] = []
    whole = max(tree.plain_len(body), 1)
    i, stop = body + 1, tree.end[body]
    while i < stop:
        if _is_furniture(tree, i, whole, kinds):
            out.append(i)
            i = tree.end[i]
        else:
            # Colours of code are named "keyword", "comment", "tag".
            i = tree.end[i] if tree.tag(i) in _CODE else i + 1
    return out


def _kinds_of_text(tree: PageTree, body: int, found: list[int]) -> frozenset[str]:
    """Kinds of boxes that together hold most of the words, a paragraph each, and no links."""
    kinds = {kind for i in found if (kind := _kind_of(tree, i))}
    words, boxes = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)
    i, stop = body + 1, tree.end[body]
    while kinds and i < stop:
        kind = _kind_of(tree, i)
        if kind in words:
            words[kind] += tree.plain_len(i)
            boxes[kind] += 1
        i = tree.end[i] if kind in words else i + 1
    whole = tree.plain_len(body)
    most = (kind for kind, length in words.items() if length > ALL_TOLD * whole)
    return frozenset(kind for kind in most if kind != "figure" or boxes[kind] >= MIN_FIGURES)


def _kind_of(tree: PageTree, i: int) -> str:
    """Return what kind of box of words one is, by a name that can be that of a margin too."""
    element, length = tree.nodes[i], tree.text_len[i]
    if tree.tag(i) in {"figure", "figcaption"}:
        return "figure"
    if tree.tag(i) not in _NAMEABLE or 10 * tree.link_len[i] > length:
        return ""
    names = f"{element.get('class') or ''} {element.get('id') or ''}"
    kind = name_of_text(names)
    text = tree.text(i) if kind else ""
    return kind if text[-1:] in STOPS or weight_of(text) >= MIN_WORDS else ""


def _head_of_links(tree: PageTree, i: int) -> int:
    """Return the heading right above a list of links, -1 without one."""
    share = LINKS if tree.tag(i) in _LISTS else PARAGRAPH_LINKS
    if tree.link_len[i] < share * tree.text_len[i]:
        return -1
    above = tree.nodes[i].getprevious()
    j = tree.number.get(above, -1) if above is not None else -1
    if j < 0 or tree.link_len[j] or squeeze(tree.nodes[j].tail or ""):
        return -1
    line = tree.text(j)
    if tree.tag(j) not in _HEADS and not (tree.tag(j) in _BLOCKS and line.endswith(("…", "..."))):
        return -1
    # A box that begins with words of its own for that it leads on needs none above.
    heads = heads_links(line) and (leads_on(line, len(line)) or not _has_label(tree, i))
    return j if heads else -1


def _has_label(tree: PageTree, i: int) -> bool:
    """Whether the first words in an element say that it leads on."""
    inside = range(i, tree.end[i])
    first = next((j for j in inside if squeeze(tree.nodes[j].text or "")), i)
    return first > i and leads_on(tree.text(first), tree.link_len[first])


def _is_furniture(tree: PageTree, i: int, whole: int, kinds: frozenset[str]) -> bool:
    length, tag = tree.text_len[i], tree.tag(i)
    if not length:
        return False
    element = tree.nodes[i]
    get = element.get
    if is_hidden(element) or is_for_listeners(get("class")):
        return True
    if tag in _ASKING and _asks_for_address(tree, i):
        return True
    plain = tree.plain_len(i)
    own_id = get("id") or ""
    if own_id.count("-") >= SLUG - 1 and _is_slug(tree, i, own_id):
        own_id = ""
    told = " ".join(filter(None, map(get, _NAMES)))
    names = f"{get('class') or ''} {own_id} {told}"
    if tag != "span":  # one among words is called after them: "playerName"
        names = parted(names)
    leads = tag in _BLOCKS and length <= FEW and leads_on(tree.text(i), tree.link_len[i])
    leads = leads or (tag == "p" and length <= FILED and bool(_FILED.match(tree.text(i))))
    leads = leads or (tag in _BLOCKS and _tells_own_address(tree, i))
    if plain > (MOST_SOLD if leads or _SOLD.search(names) else MOST) * whole:
        return False
    if names_line_numbers(tag, get("class")) and are_numbers(tree.text(i)):
        return True
    if kinds and _kind_of(tree, i) in kinds:
        return False
    if tag in _TAGS or _is_skip(tree, i) or (tag == "header" and _is_head(tree, i)):
        return True
    if tag == "figure" and _is_picture(tree, i):
        return True
    if tag in _NAMEABLE and (named := around_articles(names)) and not _is_led(tree, i, named[0]):
        # A message from elsewhere that the text shows belongs to it.
        return not (_MESSAGE.search(named.group()) and plain >= MESSAGE)
    if tag in _DRESSED and (
        is_shown(names, behind=tree.tag(i - 1) in _PICTURES) or _is_credit(tree, i)
    ):
        return True
    if tag in _BOXES and plain <= FEW and _INFO.search(names):
        return True
    if tag not in _BLOCKS:
        return False
    if tag == "p" and 2 * tree.link_len[i] > length and around_articles(names):
        return True
    if _is_linked(tree, i) or (tag == "p" and _leads_on(tree, i)):
        return True
    if tag in _BOXES and (_is_caption(tree, i) or _asks(tree, i) or _plays(tree, i)):
        return True
    return leads or (length <= FEW and _is_labelled(tree, i))


def _is_led(tree: PageTree, i: int, name: str) -> bool:
    """Whether a box is called a teaser and leads nowhere: it is the lead of the text, above it."""
    if "teaser" not in name.lower() or tree.link_len[i] or tree.text_len[i] > LEAD:
        return False
    text = tree.text(i)
    if weight_of(text) < MESSAGE or text[-1] not in STOPS:
        return False
    box = i
    while (holder := tree.parent[box]) >= 0 and tree.text_len[holder] == tree.text_len[i]:
        box = holder
    above = [*islice(tree.nodes[box].itersiblings(preceding=True), MOST_ABOVE)]
    return len(above) < MOST_ABOVE and not any(
        tree.plain_len(tree.number[other]) >= MESSAGE for other in above if other in tree.number
    )


def _tells_own_address(tree: PageTree, i: int) -> bool:
    """Whether a box tells where its own page is: a notice of who may copy the text, and how."""
    address = _without_scheme(tree.page.url)
    if not len(address) <= tree.text_len[i] <= FEW + len(address) or address.endswith("/"):
        return False
    text = tree.text(i)
    return address in text or unquote(address) in text


@lru_cache(maxsize=16)
def _without_scheme(url: str) -> str:
    """Return an address as people write it; that of a site alone ends with a slash."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    return f"{parts.netloc}{path or '/'}{'?' if parts.query else ''}{parts.query}"


def _is_labelled(tree: PageTree, i: int) -> bool:
    """Whether a box begins with a line that says that it leads elsewhere."""
    if is_named_body(tree, i):
        return False
    below = i
    while not squeeze(tree.nodes[below].text or ""):
        kid = next((kid for kid in tree.children(below) if tree.text_len[kid]), -1)
        if kid < 0:
            break
        below = kid
    if below > i:
        return is_label_line(tree.text(below))
    # The line can end with a break.
    kid = next(iter(tree.children(i)), i)
    return tree.tag(kid) == "br" and is_label_line(squeeze(tree.nodes[i].text or ""))


def _is_picture(tree: PageTree, i: int) -> bool:
    """Whether a figure shows a picture: its words are captions and whose picture it is."""
    tags = {tree.tag(j) for j in range(i + 1, tree.end[i])}
    return not _PICTURES.isdisjoint(tags) and _FIGURED.isdisjoint(tags)


def _is_credit(tree: PageTree, i: int) -> bool:
    """Whether a part of a caption says whose picture it is."""
    if tree.text_len[i] > CREDIT or not _CREDIT.match(tree.text(i)):
        return False
    above = tree.parent[i]
    return tree.tag(above) == "figcaption" or tree.tag(tree.parent[above]) == "figcaption"


def is_captioned(tree: PageTree, i: int) -> bool:
    """Whether an element is what a picture shows, in a box of the two without a heading."""
    above = (j for j in (i, *tree.ancestors(i, CAPTION_LEVELS)) if tree.tag(j) in _BOXES)
    box = next((j for j in above if _is_caption(tree, j)), -1)
    return box >= 0 and HEADINGS.isdisjoint(tree.tags[box : tree.end[box]])


def _is_caption(tree: PageTree, i: int) -> bool:
    """Whether a box is a picture and a line or two below it."""
    if (
        tree.text_len[i] > CAPTION
        or weight_of(tree.text(i)) > CAPTION
        or tree.end[i] - i > CAPTION_ELEMENTS
    ):
        return False
    inside = range(i + 1, tree.end[i])
    shown = [j for j in inside if tree.tag(j) == "img"]
    words = [j for j in inside if tree.tag(j) == "p" and tree.text_len[j]]
    return len(shown) == 1 and len(words) <= 1 and not any(j < shown[0] for j in words)


def _asks(tree: PageTree, i: int) -> bool:
    """Whether a box is a few words and fields to fill in."""
    if tree.text_len[i] > FEW:
        return False
    inside = range(i + 1, tree.end[i])
    if any(tree.tag(j) in {"input", "form"} for j in inside):
        return True
    # Below each part of a live text a button shares it.
    said = any(tree.tag(j) == "p" and tree.plain_len(j) >= MESSAGE for j in inside)
    return not said and any(tree.tag(j) == "button" for j in inside)


def _plays(tree: PageTree, i: int) -> bool:
    """Whether a box is a player and a few words beside it: "Listen to this text"."""
    inside = range(i + 1, tree.end[i])
    return tree.text_len[i] <= FEW and any(tree.tag(j) in {"audio", "video"} for j in inside)


def asking_ranges(tree: PageTree) -> list[tuple[int, int]]:
    """Stretches of boxes that offer letters to whoever leaves an address."""
    boxes = (i for i in range(len(tree.nodes)) if tree.tag(i) in _ASKING)
    return [(i, tree.end[i]) for i in boxes if _asks_for_address(tree, i)]


def _asks_for_address(tree: PageTree, i: int) -> bool:
    """Whether a box offers letters to whoever leaves an address."""
    if tree.text_len[i] > OFFER:
        return False
    fields = (tree.nodes[j] for j in range(i + 1, tree.end[i]) if tree.tag(j) == "input")
    return any(field.get("type") == "email" for field in fields)


def _is_slug(tree: PageTree, i: int, name: str) -> bool:
    """Whether an id is made of the words that its element begins with, to be linked to."""
    said = "".join(_WORD.findall(tree.text(i)[: 2 * len(name)].casefold()))
    return said.startswith("".join(_WORD.findall(name.casefold())))


def _is_head(tree: PageTree, i: int) -> bool:
    """Whether a header says nothing but what an article is called, who wrote it, and when."""
    inside = range(i + 1, tree.end[i])
    heading = next((j for j in inside if tree.tag(j) in {"h1", "h2"}), None)
    if heading is None or _is_one_of_many(tree, tree.parent[i]):
        return False
    at = bisect_left(tree.times, i, key=_NODE)
    behind = takewhile(lambda time: time.node in inside, islice(tree.times, at, None))
    dated = {time.node: len(time.raw) for time in behind}
    rest = tree.plain_len(i) - tree.plain_len(heading) - sum(dated.values())
    return rest <= MAX_HEAD


def _is_one_of_many(tree: PageTree, i: int) -> bool:
    """Whether an element, or what holds it, stands among others alike: the parts of a text."""
    for j in (i, tree.parent[i]):
        above = tree.parent[j]
        if above >= 0 and sum(tree.sig[kid] == tree.sig[j] for kid in tree.children(above)) > 1:
            return True
    return False


def _is_skip(tree: PageTree, i: int) -> bool:
    """Whether an element leads those who listen past a box, or is where they come to."""
    element = tree.nodes[i]
    if tree.tag(i) == "a":
        return (element.get("href") or "")[:1] == "#" and bool(_SKIP.match(tree.text(i)[:40]))
    named = _SKIPPED.search(element.get("id") or "")
    return bool(named) and element.get("tabindex") is not None and tree.text_len[i] <= FEW


def _leads_on(tree: PageTree, i: int) -> bool:
    """Whether a paragraph is a few words, a colon or a bar, and the title of another page.

    So it can name several: "Previous: A ferry, next: A harbour".
    """
    links = [j for j in range(i + 1, min(tree.end[i], i + FEW)) if tree.tag(j) == "a"]
    if not 0 < len(links) <= MOST_TITLES or tree.text_len[i] > FEW * len(links):
        return False
    rest = tree.text(i)
    for j in links:
        href, title = tree.nodes[j].get("href") or "", tree.text(j)
        if tree.link_len[j] < TITLE:
            return False
        start, shown, rest = rest.partition(title)
        if not shown or not _START.fullmatch(start.strip()):
            return False
        # An address that is told belongs to the words.
        if href.startswith(("#", "mailto:")) or _ADDRESS.search(title):
            return False
    return not rest.strip()


def _is_linked(tree: PageTree, i: int) -> bool:
    """Whether a block is nothing but links to other pages."""
    length, links = tree.text_len[i], tree.link_len[i]
    share = PARAGRAPH_LINKS if tree.tag(i) == "p" else LINKS
    if links < share * length or (length > FEW and links < 0.8 * length):
        return False
    for j in range(i, tree.end[i]):
        if tree.tag(j) == "a":
            href = tree.nodes[j].get("href") or ""
            # A place on the page itself, or an address that is told.
            return not (
                href.startswith("#") or tree.text(j).startswith(("http:", "https:", "www."))
            )
    return True
