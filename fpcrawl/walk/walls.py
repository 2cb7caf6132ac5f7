"""Pages that stand in the place of the page that was asked for.

A login form, a message that this is for members only, a captcha, a ban, a limit, a wall of
cookies, a check of the browser. Each is a short page without records that is filled by such
a message or form. A thread with a quick-login box above it is none: it shows posts, or more
words than the message. Nor is an article whose start all may read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args
from urllib.parse import urlsplit

from fpcrawl.extraction.lists.listing import LinkGroup
from fpcrawl.extraction.text import weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, is_called_margin, not_published
from fpcrawl.walk.chrome import is_chrome, names_help
from fpcrawl.walk.forms import login_form, names_login
from fpcrawl.walk.wallwords import (
    ASIDE,
    FOR_THIS,
    GREETING,
    LOGIN_TITLE,
    NOT_LOGGED_IN,
    PHRASES,
    TITLES,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link
    from fpcrawl.pages.page import Page
    from fpcrawl.walk.forms import LoginForm
    from fpcrawl.walk.reading import Reading

__all__ = ["KINDS", "Wall", "WallKind", "wall_of"]

WallKind = Literal[
    "login", "permission", "captcha", "banned", "rate_limited", "cookies", "browser_check", "closed"
]
KINDS: tuple[WallKind, ...] = get_args(WallKind)

#: A page with more unlinked characters than this says something of its own.
MAX_PLAIN = 1600
#: A message is at most so long, and leaves at most so many characters for the rest.
MAX_MESSAGE = 400
MAX_REST = 600
#: Links to threads or articles beside a login form, and the mean weight of their names.
MIN_TITLES, MIN_TITLE = 4, 12
#: Words of addresses that are made of titles, in the mean; "terms-of-use" is shorter.
MIN_WORDS = 4
#: Boards of a start page that counts what is in them.
MIN_BOARDS = 3
#: Rows of a list bear times; beside a wall there are those of a footer or a box.
MAX_TIMES = 3
#: The same where a banner on a page of content would say the words too.
MAX_REST_OF_BANNER = 80
#: Paragraphs of an article above the offer of the rest of it, and what each weighs at least.
MIN_BEGUN, MIN_PARAGRAPH = 2, 32
#: What a site answers beside the message; the status then speaks for it too.
TELLING = frozenset({401, 403, 407, 429, 503})
_BLOCKS = frozenset(
    "html body div p td th tr table li ul ol dl dt dd form fieldset section article main aside h1"
    " h2 h3 h4 h5 h6 center pre blockquote header footer nav address legend label caption".split()
)
_AROUND = frozenset({"nav", "footer"})
_HEADINGS = frozenset({"h1", "h2", "h3"})
_PRESSED = frozenset({"a", "button"})
_BANNERS = frozenset({"cookies", "browser_check"})
_FOR_MEMBERS = ("login", "permission")
_STOPS = (".", "!", "?", "。", "！", "？")
_WORD = re.compile(r"[-_]")
_NUMBER = re.compile(r"\d+")
_SPACE = re.compile(r"\s+")
_SEPARATOR = re.compile(r"\s+[-–—|»·:]+\s+|\s*[_|]\s*")
_ALERT = re.compile(r"alert\s*\(\s*([\"'])(.{2,200}?)\1", re.DOTALL)
_GOES_TO = re.compile(r"location(?:\.href|\.replace)?\s*(?:=|\()\s*[\"']([^\"']{1,300})[\"']")
_REFRESH = re.compile(r"url\s*=\s*[\"']?([^\"'\s]+)", re.IGNORECASE)
_WIDGET = re.compile(r"recaptcha|hcaptcha|turnstile|geetest|funcaptcha", re.IGNORECASE)
_CHALLENGE = re.compile(
    r"/cdn-cgi/challenge-platform/|__cf_chl|_Incapsula_Resource|/\.well-known/ddos"
)


@dataclass(frozen=True, slots=True)
class Wall:
    """What stands there instead of the page.

    Attributes
    ----------
    why
        The words or the form that tell, for people; at most 120 characters.
    """

    kind: WallKind
    why: str


@dataclass(frozen=True, slots=True)
class _Passage:
    """Text of one block, in lower case.

    Attributes
    ----------
    at
        Number of the block.
    plain
        Its characters outside links.
    beside
        It stands beside what the page shows: what it heads is not the page.
    """

    at: int
    text: str
    plain: int
    heading: bool
    around: bool
    in_form: bool
    beside: bool = False


def wall_of(reading: Reading, *, status: int = 200, at_home: bool = False) -> Wall | None:
    """Tell which wall a page is; ``None`` for a page that shows something.

    Parameters
    ----------
    reading
        The page with its structure; its role need not be decided.
    status
        HTTP status of the answer.
    at_home
        Whether it is a page where a crawl starts: a login form beside its boards, however few
        and tersely named, is for members.
    """
    page, tree = reading.page, reading.tree
    telling = status in TELLING
    if _shows_records(reading) or (tree.plain_len(0) > MAX_PLAIN and not telling):
        return None
    challenge = _challenge(page, tree)
    if challenge is not None:
        return challenge
    form = login_form(page)
    passages = list(_passages(tree, None if form is None else form.root))
    names = _names(page, passages)
    asks = form is not None and (not form.aside or _is_bare(reading))
    beside = form is not None and (form.aside or (at_home and _leads_inside(reading)))
    return (
        _by_script(page, tree)
        or _by_title(names, has_form=asks, reading=reading, telling=telling)
        or _by_message(passages, reading, telling=telling)
        or (None if form is None or beside else _by_form(form, passages, reading))
    )


def _shows_records(reading: Reading) -> bool:
    posts, tree = reading.posts, reading.tree
    if (
        posts is not None
        and posts.body_path is not None
        and not posts.title_share
        and (len(posts.posts) > 1 or posts.author_path is not None)
    ):
        return True
    times = sum(not not_published(t.label) for t in tree.times)
    return times > MAX_TIMES or "posting" in reading.hints or "news" in reading.hints


def _names(page: Page, passages: list[_Passage]) -> list[str]:
    """Titles of the page: its first heading, and the parts of its title at both ends."""
    title = _SPACE.sub(" ", page.title).strip().lower()
    parts = _SEPARATOR.split(title)
    names = [title, parts[0], parts[-1]]
    names += [p.text for p in passages if p.heading and not p.beside and len(p.text) <= 80][:3]
    return list(dict.fromkeys(name.strip(" .!…。!") for name in names if name))  # noqa: B005


def _passages(tree: PageTree, form_root: HtmlElement | None) -> Iterator[_Passage]:
    """Give the text of each block in the order in which it is read, text of links included."""
    owner: list[int] = []
    around: list[bool] = []
    beside: list[bool] = []
    in_form: list[bool] = []
    linked: list[bool] = []
    pieces: list[tuple[tuple[int, int, int], int, str, bool]] = []
    for i, element in enumerate(tree.nodes):
        tag, above = tree.tag(i), tree.parent[i]
        inside = above >= 0
        owner.append(owner[above] if inside and tag not in _BLOCKS else i)
        around.append((inside and around[above]) or tag in _AROUND)
        beside.append((inside and beside[above]) or tag == "aside" or is_called_margin(element))
        in_form.append((inside and in_form[above]) or element is form_root)
        linked.append((inside and linked[above]) or tag in _PRESSED)
        if element.text and not element.text.isspace():
            pieces.append(((i, 0, 0), owner[i], element.text, linked[i]))
        last = i
        for child in element:
            j = tree.number.get(child)
            last = last if j is None else tree.end[j] - 1
            if child.tail and not child.tail.isspace():
                # Behind all that stands within the child.
                pieces.append(((last, 1, -tree.depth[i]), owner[i], child.tail, linked[i]))
    pieces.sort(key=lambda piece: piece[0])
    texts: dict[int, list[str]] = {}
    plain: dict[int, int] = {}
    for _, block, text, pressed in pieces:
        texts.setdefault(block, []).append(text)
        plain[block] = plain.get(block, 0) + (0 if pressed else len(text.strip()))
    for i in sorted(texts):
        text = _SPACE.sub(" ", "".join(texts[i])).strip().lower()
        heading = tree.tag(i) in _HEADINGS
        yield _Passage(i, text, plain[i], heading, around[i], in_form[i], beside[i])


def _challenge(page: Page, tree: PageTree) -> Wall | None:
    """Recognise a page that only runs a check: hardly any words, and a script known for it."""
    if tree.plain_len(0) > MAX_REST:
        return None
    for script in page.root.iter("script"):
        text = f"{script.get('src') or ''} {(script.text or '')[:20_000]}"
        if _CHALLENGE.search(text) and tree.link_len[0] < 200:
            return Wall("browser_check", "a script that checks the browser")
    return None


def _by_script(page: Page, tree: PageTree) -> Wall | None:
    """Recognise a page without words whose script says something and goes elsewhere."""
    if tree.text_len[0] > 120:
        return None
    targets = [page.meta[name] for name in ("refresh",) if name in page.meta]
    targets = [found.group(1) for found in map(_REFRESH.search, targets) if found]
    said: list[str] = []
    for script in page.root.iter("script"):
        text = (script.text or "")[:20_000]
        said += [found.group(2) for found in _ALERT.finditer(text)]
        targets += [found.group(1) for found in _GOES_TO.finditer(text)]
    for text in said:
        for kind, pattern in PHRASES.items():
            if pattern.search(text.lower()):
                return _wall(kind, text)
    for target in targets:
        if names_login(target):
            return Wall("login", f"the page goes on to {target[:80]}")
    return None


def _by_title(names: list[str], *, has_form: bool, reading: Reading, telling: bool) -> Wall | None:
    if has_form and (found := next(filter(LOGIN_TITLE.fullmatch, names), None)):
        return _wall("login", found)
    for kind, pattern in TITLES.items():
        found = next(filter(pattern.fullmatch, names), None)
        if found and (telling or _is_bare(reading) or (kind == "captcha" and _has_widget(reading))):
            return _wall(kind, found)
    return None


def _is_bare(reading: Reading) -> bool:
    """Whether the page shows neither text nor a list to speak of."""
    rows = [g for g in reading.lists if len(g.links) >= 3 and g.mean_chars >= 8]
    return reading.tree.plain_len(0) <= MAX_REST and sum(g.chars for g in rows) <= MAX_REST


def _has_widget(reading: Reading) -> bool:
    root = reading.page.root
    return any(
        _WIDGET.search(f"{e.get('class') or ''} {e.get('src') or ''}")
        for e in root.iter("div", "iframe", "script")
    )


def _by_message(passages: list[_Passage], reading: Reading, *, telling: bool) -> Wall | None:
    total = sum(p.plain for p in passages if not p.around and not p.in_form)
    if not telling and sum(p.heading and not p.plain and len(p.text) > 3 for p in passages) > 1:
        return None  # headings that are links: a list of articles
    for kind, pattern in PHRASES.items():
        for passage in passages:
            if passage.around or len(passage.text) > MAX_MESSAGE:
                continue
            if 2 * passage.plain < len(passage.text) and not passage.in_form:
                continue  # the title of something, a menu
            found = pattern.search(passage.text)
            if found is None or (kind == "login" and _is_aside(passage.text, found)):
                continue
            if kind == "login" and NOT_LOGGED_IN.fullmatch(passage.text) and _lists_rows(reading):
                continue  # every page of a board says so to guests
            rest = total - (0 if passage.in_form else passage.plain)
            limit = MAX_REST_OF_BANNER if kind in _BANNERS else MAX_REST
            if telling:
                return _wall(kind, passage.text)
            if rest <= limit and _is_bare(reading):
                begins = _begins_text(passages, reading.tree)
                return None if begins else _wall(kind, passage.text)
    return None


def _begins_text(passages: list[_Passage], tree: PageTree) -> bool:
    """Whether a heading, a time and paragraphs stand above the last line that is for members.

    So an article begins whose rest is sold; a message stands above what explains it.
    """
    asking = [p.at for p in passages if any(PHRASES[kind].search(p.text) for kind in _FOR_MEMBERS)]
    last = max(asking, default=-1)
    if not any(t.node < last and not not_published(t.label) for t in tree.times):
        return False
    first = next((p.at for p in passages if p.heading), last)
    begun = [p for p in passages if first < p.at < last and p.at not in asking and _is_prose(p)]
    return len(begun) >= MIN_BEGUN


def _is_prose(passage: _Passage) -> bool:
    if passage.around or passage.in_form or passage.beside or 2 * passage.plain < len(passage.text):
        return False
    return passage.text.endswith(_STOPS) and weight_of(passage.text) >= MIN_PARAGRAPH


def _lists_rows(reading: Reading) -> bool:
    """Whether the page shows rows of a list: titles with who wrote last, and when."""
    posts = reading.posts
    return posts is not None and bool(posts.title_share and posts.author_path)


def _is_aside(text: str, found: re.Match[str]) -> bool:
    """Whether a call to log in is for something else, or to guests of any page."""
    if ASIDE.search(text[max(0, found.start() - 30) : found.end() + 40]) is not None:
        return True
    if GREETING.match(text) is None or "permission" in text:
        return False
    return FOR_THIS.search(text[found.end() : found.end() + 60]) is None


def _by_form(form: LoginForm, passages: list[_Passage], reading: Reading) -> Wall | None:
    """Recognise a login form with hardly a word around it, in whatever language."""
    words = sum(p.plain for p in passages if not p.around and not p.in_form)
    if words > MAX_REST or reading.tree.times or not _is_bare(reading):
        return None
    if any(map(_lists_titles, [*reading.lists, *_by_place(reading.lists)])):
        return None  # a start page that lets members log in
    if any(_counts_boards(reading.tree, group) for group in reading.lists):
        return None
    if _heads_title(form, reading):
        return None  # a list of few rows
    return Wall("login", "a login form and nothing else")


def _by_place(groups: list[LinkGroup]) -> list[LinkGroup]:
    """Links that stand in one place together, though they lead to pages of many sections."""
    places: dict[str, LinkGroup] = {}
    for group in groups:
        whole = places.setdefault(group.path, LinkGroup(group.path, ""))
        whole.links += group.links
        whole.chars += group.chars
    return [*places.values()]


def _lists_titles(group: LinkGroup) -> bool:
    """Whether links are named at length and lead to numbered pages, as those of no menu do.

    Addresses can be made of the titles instead: of several words. Or these are headings.
    """
    if len(group.links) < MIN_TITLES or group.mean_chars < MIN_TITLE:
        return False
    words = sum(map(_count_words, group.links))
    if all(map(_is_numbered, group.links)) or words >= MIN_WORDS * len(group.links):
        return True
    return all(_is_heading(link.element) for link in group.links)


def _heads_title(form: LoginForm, reading: Reading) -> bool:
    """Whether a heading stands behind a form, and below that the title of a text.

    That is the name of a numbered page, or a heading of which the address is made.
    """
    tree = reading.tree
    at = tree.number.get(form.root)
    if at is None:
        return False
    heads = (i for i in range(tree.end[at], len(tree.nodes)) if tree.tag(i) in _HEADINGS)
    heading = next((i for i in heads if tree.plain_len(i)), len(tree.nodes))
    behind = (
        link for g in reading.lists for link in g.links if tree.number[link.element] > heading
    )
    return any(weight_of(link.text) >= MIN_TITLE and _is_title(link) for link in behind)


def _is_title(link: Link) -> bool:
    made = _count_words(link) >= MIN_WORDS and _is_heading(link.element)
    return made or _is_numbered(link)


def _is_numbered(link: Link) -> bool:
    """Whether an address has a number at its end, or the parts of a day above that."""
    path, _, query = link.url.partition("?")
    *above, last = path.rstrip("/").split("/")
    # Its parameters can tell where a reader came from, and no more.
    last += query
    return any(map(str.isdigit, last)) or any(part.isdigit() for part in above)


def _is_heading(element: HtmlElement) -> bool:
    """Whether a link is a heading or holds one."""
    above = element.getparent()
    return (above is not None and above.tag in HEADINGS) or next(
        element.iter(*HEADINGS), None
    ) is not None


def _count_words(link: Link) -> int:
    """Count the words at the end of an address."""
    last = link.url.partition("?")[0].rstrip("/").rpartition("/")[2].partition(".")[0]
    return sum(map(str.isalpha, _WORD.split(last)))


def _counts_boards(tree: PageTree, group: LinkGroup) -> bool:
    """Whether links lead to numbered pages, and a number stands beside each of them."""
    if len(group.links) < MIN_BOARDS or not all(map(_is_numbered, group.links)):
        return False
    nodes = [tree.number[link.element] for link in group.links]
    for n, link in enumerate(group.links):
        box = _row_of(tree, nodes[n], nodes[max(n - 1, 0) : n] + nodes[n + 1 : n + 2])
        said = tree.text(box).replace(link.text, "", 1) + (tree.nodes[box].tail or "")
        if not any(map(str.isdigit, said)):
            return False
    return True


def _leads_inside(reading: Reading) -> bool:
    """Whether two links lead to the same folder, or into one script, as those of boards do.

    Or to pages without a folder that have nothing but numbers of their own.
    """
    page = reading.page
    host = urlsplit(page.url).netloc
    folders: dict[str, str] = {}
    for link in page.links:
        parts = urlsplit(link.url)
        folder = parts.path if parts.query else parts.path.rstrip("/").rpartition("/")[0]
        if folder in {"", "/"}:
            folder, count = _NUMBER.subn("#", parts.path)
            if not count:
                continue
        if parts.netloc != host:
            continue
        if is_chrome(link.url, reading.dress) or names_help(link.url):
            continue
        if folders.setdefault(folder, link.url) != link.url:
            return True
    return False


def _row_of(tree: PageTree, at: int, others: list[int]) -> int:
    """Largest element around one link that holds none of the others."""
    above = tree.parent[at]
    while above >= 0 and not any(tree.holds(above, other) for other in others):
        at, above = above, tree.parent[above]
    return at


def _wall(kind: str, text: str) -> Wall:
    said = _SPACE.sub(" ", text).strip()[:120]
    return Wall(kind, said)  # type: ignore[arg-type]
