"""Pages that look like articles and are none.

Those about the site itself: who makes it, how to write to them, what they do with data. Those
that its menus name and that tell no time. Those that list its tags, sections and months. And
those that show how an article begins, or several, and lead to it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from fpcrawl.extraction.areas import is_titled_between
from fpcrawl.extraction.declared import declared_article
from fpcrawl.extraction.names.usernames import names_member
from fpcrawl.extraction.posts.margins import stands_beside
from fpcrawl.extraction.text import DOTS, squeeze, weight_of
from fpcrawl.extraction.vocabulary import HEADINGS, is_called_margin, leads_to_writer
from fpcrawl.pages.shapes import url_shape
from fpcrawl.pages.urls import url_key
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from fpcrawl.extraction.tree import PageTree
    from fpcrawl.pages.links import Link
    from fpcrawl.walk.reading import Reading

__all__ = [
    "are_aside",
    "count_beginnings",
    "is_about_a_writer",
    "is_about_the_site",
    "is_directory",
    "is_named_only",
    "is_of_menu",
    "is_preview",
    "own_words",
]

#: Weight of the words of a page from which on they are no preview.
MAX_PREVIEW = 900
#: Elements between the words of a preview and the link to the whole.
NEAR = 30
#: Weight of the title of a text and of how it begins, and of what may stand between them.
MIN_TITLE, MIN_WORDS, MAX_BETWEEN = 8, 30, 40
#: Weight of a heading that is the title of a text: sections have shorter names.
MIN_HEADING = 14
#: Links between title and words of such a text, at most.
MAX_LINKS = 3
#: Links of a menu at least, with what stands around one of them looked at so far up; the mean
#: weight of their words at most, and the share of the menu's text that they have at least.
MIN_MENU, MENU_LEVELS, MENU_WORD, MENU_LINKED = 4, 5, 20, 0.7
#: Weight of what a menu calls a page, at least.
MIN_NAMED = 3
#: Elements of a menu at most, and places that name the page which are looked at.
MAX_MENU, MAX_OWN = 1_000, 50
#: Links of a trail at most: what it ends with is the page itself, as any article can be.
MAX_TRAIL = 6
#: Weight of a title that can be the name of somebody or something, and of the words about it.
MAX_NAME, MAX_NAMED = 18, 300
#: Weight of a name with what somebody is called for his work.
MAX_WRITER = 36
#: Words of a name at most, and ideographs of one; letters from which on a word is no particle.
MAX_WORDS, MAX_LETTERS, LONG_WORD = 4, 6, 4
_SENTENCE = re.compile("[，。！？；]")
_BEHIND_NAME = re.compile(r"\s*[,|(:：（、]|\s+[-–—/" + DOTS + r"]\s")
_IDEOGRAPH = re.compile("[㐀-鿿]")
#: Says whose the site is.
_RIGHTS = re.compile(r"©|\(c\)|copyright|all rights reserved|版[权權]所有", re.IGNORECASE)
#: What the first words of a text can be dressed in.
_DRESS = frozenset({"b", "em", "i", "strong"})
#: Ends of words that go on elsewhere.
_CUT = ("…", "...")
#: Links to the whole of a text that begins above them.
_WHOLE = late(
    r"\W{0,3}(?:(?:read|view|see|continue to)(?: the)? (?:full|whole|complete|entire)"
    r" (?:article|story|text|post)|continue reading|read more|full (?:article|story)"
    r"|(?:ganzen|vollständigen) artikel lesen|zum (?:ganzen |vollständigen )?artikel|weiterlesen"
    r"|lire (?:la suite|l.article)(?: complet)?|leer (?:el )?artículo completo"
    r"|seguir leyendo|leer más"
    r"|leia (?:mais|na íntegra)|continue lendo|continua a leggere|leggi (?:tutto|l.articolo)"
    r"|lees (?:verder|meer)|читать (?:далее|полностью|всю статью)|czytaj (?:dalej|więcej)"
    r"|(?:記事)?全文(?:を(?:読む|表示|見る))?|(?:記事の)?続きを?読む|もっと読む"
    r"|(?:기사 ?)?(?:전문|원문)(?: ?(?:보기|읽기))?|(?:点击)?[阅閱][读讀]全文|查看全文"
    r"|[繼继][續续][閱阅][讀读]"
    r")\W{0,3}",
    re.IGNORECASE,
)

#: Whole titles, in lower case. No site, no software: what the trade calls them.
_TITLE = late(
    "|".join(
        (
            r"about(?: (?:us|me|(?:this|the|our) (?:site|blog|website|author|company)))?",
            r"(?:contact|imprint|masthead)(?: us| me| information| details)?",
            r"(?:privacy|cookies?)(?: (?:policy|notice|statement|settings))?",
            r"(?:our )?terms(?: (?:of (?:use|service)|(?:and|&) conditions))?",
            r"(?:legal )?disclaimer|legal(?: notice| information)?",
            r"accessibility(?: statement)?|advertise(?: with us| here)?|site ?map",
            # German
            r"impressum|datenschutz(?:erklärung|hinweise|richtlinie)?|kontakt(?:formular)?",
            r"über (?:uns|mich|die(?:se|sen)? (?:seite|blog|website|autor(?:in)?))",
            r"(?:allgemeine )?(?:nutzungs|geschäfts)bedingungen|agb|haftungsausschluss",
            # French, Spanish, Portuguese, Italian
            r"à propos(?: de (?:nous|moi|ce (?:site|blog)))?|qui sommes-nous ?\??|nous contacter",
            r"mentions légales|politique de (?:confidentialité|cookies)",
            r"conditions (?:générales )?d['’]utilisation",
            r"acerca de(?: (?:nosotros|mí|este (?:sitio|blog)))?|sobre (?:nosotros|mí|nós|mim)",
            r"¿?quiénes somos\??|quem somos|contac?to|aviso legal|fale conosco",
            r"pol[íi]tica de (?:privacidade?|cookies)|t[ée]rmin?os (?:de uso|y condiciones)",
            r"sobre(?: o (?:site|blog|autor))?|termos de uso",
            r"chi (?:siamo|sono)|contatti|note legali|informativa sulla privacy",
            # Dutch, Polish, Swedish, Danish, Norwegian, Czech, Turkish
            r"over (?:ons|mij|deze (?:site|blog))|privacy(?:beleid|verklaring)|colofon",
            r"o (?:nas|mnie|stronie|blogu)|polityka prywatności|regulamin",
            r"om (?:oss|os|mig|meg|bloggen|webbplatsen)|kontakta oss|integritetspolicy",
            r"hakkımızda|hakkında|iletişim|gizlilik politikası|künye",
            # Russian, Ukrainian
            r"о (?:нас|сайте|проекте|блоге|себе|компании|редакции)|контакты|обратная связь",
            r"(?:политика )?конфиденциальност[ьи]|пользовательское соглашение",
            r"про (?:нас|сайт)|контакти|правила сайта",
            # Vietnamese, Indonesian, Arabic
            r"giới thiệu|liên hệ|chính sách bảo mật|điều khoản sử dụng",
            r"tentang (?:kami|saya)|kebijakan privasi|hubungi kami",
            r"من نحن|اتصل بنا|سياسة الخصوصية|شروط الاستخدام",
            # Hindi
            r"हमारे बारे में|(?:हमसे )?संपर्क(?: करें)?|गोपनीयता नीति|कुकी(?:ज़?)? नीति|नियम और शर्तें",
            # Japanese, Korean, Chinese
            r"(?:この|当)(?:サイト|ブログ)について|運営(?:者情報|会社)|会社概要|お問い?合わ?せ",
            r"プライバシー ?ポリシー|個人情報保護方針|(?:ご)?利用規約|免責事項|サイトマップ",
            r"(?:サイト|クッキー|cookie) ?ポリシー|会社案内|(?:リンク・)?著作権(?:について)?",
            r"広告(?:掲載)?(?:について|案内)",
            r"(?:회사|사이트|블로그) ?소개|개인정보 ?(?:처리|취급|보호) ?방침",
            r"(?:이용)?약관|문의하기",
            r"[关關][于於](?:我们?|我們|本[站网網]|本?博客|[网網]站|作者|博主)?",
            r"[联聯][系繫絡络](?:我们?|我們|方式)|[隐隱]私[权權]?(?:政策|[声聲]明|[协協][议議]|[条條]款)",
            r"(?:免[责責]|版[权權]|法律|[网網本]站|本[网網])[声聲]明|版[权權]所有|(?:[网網]站|公司)[简簡]介|(?:服[务務]|使用|用[户戶])(?:[条條]款|[协協][议議])",
            r"[广廣]告(?:服[务務]|合作|刊登|[营營][销銷])|[网網]站地[图圖]|友情[链鏈]接|投稿(?:[须須]知|指南)",
        )
    )
)
#: Whole titles of pages that lead to the lists of a site, in lower case.
_DIRECTORY = late(
    "|".join(
        (
            r"(?:all )?(?:tags?|categor(?:y|ies)|archives?|authors|topics)(?: (?:cloud|index))?",
            r"schlagw[oö]rter|kategorien?|archive?|autoren",
            r"étiquettes|mots-clés|catégories|auteurs|etiquetas|categorías?|archivos?|autores",
            r"categorias?|arquivos?|categorie|archivi?o?|autori|trefwoorden|categorieën|archief",
            r"tagi|kategorie|archiwum|etiketler|kategoriler|arşiv|štítky|rubriky|archiv",
            r"метки|теги|рубрики|категории|архивы?|мітки|категорії|архів",
            r"thẻ|chuyên mục|lưu trữ|kategori|arsip|الوسوم|التصنيفات|الأرشيف",
            r"(?:全部|所有|文章)?(?:[标標][签籤]|分[类類]|[归歸][档檔]|存[档檔]|时间轴|時間軸)(?:云|雲|列表|目[录錄])?",
            r"タグ(?:一覧|クラウド)?|カテゴリー?(?:一覧)?|アーカイブ|(?:記事|著者)一覧",
            r"태그(?: ?(?:목록|클라우드))?|카테고리|분류|보관함|(?:글|전체) ?목록",
        )
    )
)
#: What stands between two of them: "Imprint & privacy".
_AND = re.compile(r" (?:and|und|et|y|e|en|i|и|og|och|ve|dan) | ?[&/+|・与與和及] ?")
#: Ends of addresses that are called so in whatever language the page is. A lone "policy" or
#: "contact" can be a section.
_PATH = late(
    r"(?:/[\w-]{1,20}){0,2}/(?:(?:privacy|cookies?)[-_]?(?:policy|notice|statement)"
    r"|terms[-_]?(?:of[-_]?(?:use|service)|(?:and|&)[-_]?conditions)|(?:about|contact)[-_]us"
    r"|legal[-_]?notice|impressum|datenschutz(?:erklaerung|hinweise?)?|mentions[-_]legales"
    r"|politique[-_]de[-_]confidentialite|aviso[-_]legal|politica[-_]de[-_]privacidade?"
    r"|note[-_]legali|privacyverklaring|polityka[-_]prywatnosci|site-?map)"
    r"(?:/|\.(?:s?html?|php|aspx?|jsp))?",
    re.IGNORECASE,
)


def is_about_the_site(reading: Reading) -> bool:
    """Tell whether a page is about its site, by a title that is the name of such pages.

    The links to it, which it shows as all pages do, may call it so instead, or its address.

    Parameters
    ----------
    reading
        What the page's own structure says.
    """
    if _PATH.fullmatch(urlsplit(reading.page.url).path):
        return True
    here = url_key(reading.page.url)
    called = [link.text for link in reading.page.links if url_key(link.url) == here]
    return any(_is_about(squeeze(name).lower()) for name in (reading.title or "", *called))


def is_directory(reading: Reading) -> bool:
    """Tell whether a page leads to the lists of its site, by a title that is the name of such.

    Parameters
    ----------
    reading
        What the page's own structure says.
    """
    return _DIRECTORY.fullmatch(squeeze(reading.title or "").lower()) is not None


def _is_about(title: str) -> bool:
    return bool(_TITLE.fullmatch(title)) or all(map(_TITLE.fullmatch, _AND.split(title)))


def is_of_menu(reading: Reading) -> bool:
    """Tell whether a page is one that the site's menus name, and tells no time.

    A menu leads from every page to the sections and to what the site says for itself: how to
    subscribe, who works there, what the stars hold. Articles come and go, and tell when they came.

    Parameters
    ----------
    reading
        What the page's own structure says.
    """
    if _tells_time(reading):
        return False
    tree, here = reading.tree, url_key(reading.page.url)
    site = "/".join(reading.page.url.split("/", 3)[:3]) + "/"
    places: dict[int, Link] = {}
    for link in reading.page.links:
        at = tree.number.get(link.element)
        # Buttons that share a page are no menu, nor is what leads to its parts.
        if at is not None and link.text and link.url.startswith(site) and not _is_inside(link):
            places[at] = link
    # What prints or shares an article leads to it, too.
    name = squeeze(reading.title or "").lower()
    own = [
        at
        for at, link in places.items()
        if url_key(link.url) == here and _is_named_so(link.text, name)
    ]
    own += _unlinked(reading)
    return any(_is_in_menu(tree, places, at, site) for at in own[:MAX_OWN])


def _is_named_so(text: str, name: str) -> bool:
    """Whether a menu calls a page as its title does, or by some words of that.

    The number of a page, or a language of two letters, can stand in any title.
    """
    said = squeeze(text).lower()
    if weight_of(said) < MIN_NAMED or not any(map(str.isalpha, said)):
        return False
    return _has_words(name, said) or (bool(name) and _has_words(said, name))


def _has_words(text: str, words: str) -> bool:
    """Whether a text has some words as such, where words are parted at all."""
    start = text.find(words)
    if start < 0 or not words.isascii():
        return start >= 0
    return not (text[:start][-1:].isalnum() or text[start + len(words) :][:1].isalnum())


def _is_inside(link: Link) -> bool:
    return (link.element.get("href") or "").strip().startswith("#")


def _unlinked(reading: Reading) -> list[int]:
    """Elements that say what the page is called, but for headings: where a menu leads to others."""
    tree, name = reading.tree, squeeze(reading.title or "")
    if not 0 < weight_of(name) <= MENU_WORD:
        return []
    return [
        i
        for i in range(len(tree.nodes))
        if 0 < tree.text_len[i] <= 2 * len(name)
        and not tree.link_len[i]
        and squeeze(tree.text(i)) == name
        and not any(tree.tag(j) in HEADINGS for j in (i, *tree.ancestors(i)))
    ]


def is_named_only(reading: Reading) -> bool:
    """Tell whether a page has a name and a few words below it, and tells no time.

    So do pages about somebody, or something that can be bought. Articles have titles that say
    more.

    Parameters
    ----------
    reading
        What the page's own structure says, where no list leads to it as to an article.
    """
    title = squeeze(reading.title or "")
    if weight_of(title) > MAX_NAME or len(_IDEOGRAPH.findall(title)) > MAX_LETTERS:
        return False
    said = sum(weight_of(reading.tree.text(i)) for i in reading.prose_places)
    return max(said, reading.prose) <= MAX_NAMED and not _tells_time(reading)


def is_about_a_writer(reading: Reading) -> bool:
    """Tell whether a page is about somebody who writes, by its address, and tells no time.

    A section can be called like those: what stands in it has titles.

    Parameters
    ----------
    reading
        What the page's own structure says.
    """
    title = squeeze(reading.title or "")
    if weight_of(title) > MAX_WRITER or _SENTENCE.search(title) or not _begins_with_name(title):
        return False
    return leads_to_writer(reading.page.url) and not _tells_time(reading)


def _begins_with_name(title: str) -> bool:
    """Whether a title can be a name, and what its bearer is called: "Ann Moss, who writes".

    A name is of few words, and of those hardly one begins with a small letter.
    """
    words = _BEHIND_NAME.split(title, maxsplit=1)[0].split()
    small = sum(len(word) >= LONG_WORD and word[0].islower() for word in words)
    letters = max((len(_IDEOGRAPH.findall(word)) for word in words), default=0)
    return len(words) <= MAX_WORDS and small < 2 and letters <= MAX_LETTERS


def _tells_time(reading: Reading) -> bool:
    """Whether a page tells when it was published, or says that it is news."""
    tree, declared = reading.tree, declared_article(reading.page)
    if "news" in reading.hints or (declared.published and not declared.loose):
        return True
    return not all(stands_beside(tree, time.node) for time in tree.times)


def _is_in_menu(tree: PageTree, places: dict[int, Link], at: int, site: str) -> bool:
    """Whether a link stands among other short ones of a menu, and next to nothing else does."""
    for box in tree.ancestors(at, MENU_LEVELS):
        if tree.end[box] - box > MAX_MENU:
            return False
        links = [i for i in range(box, tree.end[box]) if i in places]
        if len({url_key(places[i].url) for i in links}) < MIN_MENU:
            continue
        words = sum(weight_of(squeeze(places[i].text)) for i in links)
        named = tree.link_len[box] + (0 if at in places else tree.text_len[at])
        if words > MENU_WORD * len(links) or named < MENU_LINKED * tree.text_len[box]:
            return False
        if not _leads_round(tree, [places[i] for i in links], box, site):
            return False
        # A trail begins with what stands above the page, and ends with it.
        if at not in places:
            return at < links[-1]
        is_trail = at == links[-1] and places[at].url.startswith(places[links[0]].url)
        return len(links) > MAX_TRAIL or not is_trail
    return False


def _leads_round(tree: PageTree, links: list[Link], box: int, site: str) -> bool:
    """Whether links are a menu of the site, not of texts like the one that a page shows.

    It leads to where the site begins, or stands in what is called a menu, and not beside the page.
    """
    if any(link.url == site for link in links):
        return True
    if not any(link.in_nav for link in links):
        return False
    around = (box, *tree.ancestors(box))
    return not any(tree.tag(i) == "aside" or is_called_margin(tree.nodes[i]) for i in around)


def is_preview(reading: Reading) -> bool:
    """Tell whether a page shows how an article begins, and a link to the whole of it.

    The words end with dots, or the title leads there as well, or a heading above them does and
    the title elsewhere.

    Parameters
    ----------
    reading
        What the page's own structure says.
    """
    if not 0 < reading.prose_outside <= MAX_PREVIEW:
        return False
    tree, here = reading.tree, reading.page.url.partition("#")[0]
    title = squeeze(reading.title or "")
    end = tree.end[reading.prose_main]
    titled = {
        link.url.partition("#")[0] for link in reading.page.links if squeeze(link.text) == title
    }
    # On the page of a tag or a month the heading of the site is the title, not that of the text.
    is_titled_by_site = bool(titled - {here})
    said_from = next((tree.end[i] for i in reading.prose_places), end)
    headed: set[str] = set()
    others: set[str] = set()
    for link in reading.page.links:
        at = tree.number.get(link.element, -1)
        url = link.url.partition("#")[0]
        if not reading.prose_main <= at <= end + NEAR or url == here or "{" not in url_shape(url):
            continue
        text = squeeze(link.text)
        if _WHOLE.fullmatch(text) is None:
            # A card below words can tell of another text of the same title: of last week's.
            if weight_of(text) >= MIN_TITLE and (text != title or at >= said_from):
                heads = is_titled_by_site and _heads_words(reading, at)
                (headed if heads else others).add(url)
            continue
        if url in others:
            continue  # a card of another text, below this one
        before = squeeze(" ".join(tree.text(i) for i in reading.prose_places))
        said = before.removesuffix(squeeze(link.text)).rstrip()
        if said.endswith(_CUT) or url in headed or url in titled:
            return True
    return False


def _heads_words(reading: Reading, link: int) -> bool:
    """Whether a link is in a heading above the words of a page."""
    tree = reading.tree
    if not any(tree.tag(i) in HEADINGS for i in tree.ancestors(link, 2)):
        return False
    lines = (squeeze(tree.nodes[i].text or "") for i in range(reading.prose_main, link))
    return not any(weight_of(line) >= MIN_WORDS for line in lines)


def count_beginnings(reading: Reading) -> int:
    """Count texts that only begin on a page, each behind a link to the whole of it.

    Parameters
    ----------
    reading
        What the page's own structure says.

    Returns
    -------
    int
        0 where more words of the page are of no such text, or the first of them is its own: it
        stands below the title, with a time beside it.
    """
    tree, page = reading.tree, reading.page
    if not any(element.text and element.text.rstrip().endswith(_CUT) for element in tree.nodes):
        return 0
    here, title = url_key(page.url), squeeze(page.title)
    site = "/".join(page.url.split("/", 3)[:3]) + "/"
    links = {
        tree.number[link.element]: link.url
        for link in page.links
        if link.url.startswith(site) and link.element in tree.number and url_key(link.url) != here
    }
    begun: dict[str, int] = {}
    cut = whole = between = ends = begins = 0
    heads: list[int] = []
    last = ""
    for i, element in enumerate(tree.nodes):
        if i in links and weight_of(squeeze(tree.text(i))) >= MIN_TITLE:
            last, between, begins, ends = links[i], 0, i, tree.end[i]
            if squeeze(tree.text(i)) in title or names_member(last) or "{" not in url_shape(last):
                last = ""
        words, behind = squeeze(element.text or ""), weight_of(squeeze(element.tail or ""))
        weight = weight_of(words)
        # Lines of a text in one element.
        whole += behind if behind >= MIN_WORDS else 0
        if i < ends or not weight:
            continue
        if weight < MIN_WORDS:
            between += weight
        elif last and words.endswith(_CUT) and between <= MAX_BETWEEN and last not in begun:
            begun[last] = between
            heads.append(begins)
            cut += weight
        elif not _is_of_links(tree, i) and _RIGHTS.search(words) is None:
            whole += weight
    if cut <= whole or (len(begun) == 1 and any(begun.values())):
        return 0  # a lone one follows its link at once
    if heads and (own_words(reading, heads[0]) or are_aside(reading, heads[-1])):
        return 0
    return len(begun)


def are_aside(reading: Reading, last: int) -> bool:
    """Whether texts stand above the heading that names the page, and its posts below that.

    Or in the margin of a page, and its posts do not.

    Parameters
    ----------
    reading
        What the page's own structure says.
    last
        Where the last of them begins.
    """
    posts = reading.posts
    first = posts.posts[0].body if posts is not None and posts.author_path is not None else None
    if first is None:
        return False
    tree = reading.tree
    in_margin = stands_beside(tree, last) and not stands_beside(tree, first)
    return in_margin or is_titled_between(tree, last, first)


def own_words(reading: Reading, stop: int) -> int:
    """Weight of the text of its own with which a page begins: its title, a time, and words.

    What follows then are others like it. A time can stand below the words as well.

    Parameters
    ----------
    reading
        What the page's own structure says.
    stop
        Number of the element with which the others begin.

    Returns
    -------
    int
        0 where a page begins otherwise.
    """
    tree, title = reading.tree, squeeze(reading.page.title)
    heading = next((i for i in range(stop) if _names_page(tree, title, i)), 0)
    if not heading:
        return 0
    told = next((time.node for time in tree.times if heading < time.node < stop), stop)
    if told == stop:
        return 0
    own = (i for i in range(heading + 1, stop) if not _is_of_links(tree, i))
    lines = {i: squeeze(_line_of(tree.nodes[i])) for i in own}
    words = [i for i, line in lines.items() if _are_words(line)]
    words = [i for i in words if i > told] or words
    if not words:
        return 0
    # Names of the writer and of the section.
    links = sum(tree.tag(i) == "a" and tree.link_len[i] > 0 for i in range(heading, words[0]))
    return sum(weight_of(lines[i]) for i in words) if links <= MAX_LINKS else 0


def _is_of_links(tree: PageTree, i: int) -> bool:
    """Whether half of an element's text and more is of links: words can hold one, or buttons."""
    return 2 * tree.link_len[i] >= tree.text_len[i] > 0


def _line_of(element: HtmlElement) -> str:
    """Return the text that an element begins with, however its first words are dressed."""
    first = element[0] if len(element) else None
    if (element.text or "").strip() or first is None or first.tag not in _DRESS or len(first):
        return element.text or ""
    return f"{first.text or ''}{first.tail or ''}"


def _are_words(text: str) -> bool:
    return weight_of(text) >= MIN_WORDS and not text.endswith(_CUT)


def _names_page(tree: PageTree, title: str, i: int) -> bool:
    """Whether an element is a heading with the title of a text, which is that of the page.

    What is no heading says nothing else, and the title of the page begins with it.
    """
    if tree.tag(i) in HEADINGS:
        if tree.text_len[i] > 2 * len(title):
            return False
        text = squeeze(tree.text(i))
        return weight_of(text) >= MIN_HEADING and text in title
    text = squeeze(tree.nodes[i].text or "")
    is_whole = 0 < tree.text_len[i] <= len(title) and not tree.link_len[i]
    return is_whole and title.startswith(text) and weight_of(text) >= MIN_HEADING
