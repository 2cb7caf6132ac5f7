"""What the text of a link says about pages: a number, "next", "last", "back".

Words that boards and blogs of the world write on their pagers, in the languages they are
written in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from fpcrawl.patterns import late

__all__ = ["ARROWS", "Said", "names_view", "page_behind", "says_more", "what_is_said"]

#: Longer link texts are titles; a link to the next page can tell what that is called.
MAX_TEXT, MAX_TITLED = 40, 160

_NUMBER = re.compile(
    r"(?:(?:page|seite|página|pagina|страница|стр\.?|trang|сторінка|strona|第|p\.?)\s*)?"
    r"(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\s*(?:页|頁|ページ|페이지|쪽))?",
    re.IGNORECASE,
)
#: What pagers draw on the links that lead on or back.
ARROWS = frozenset("«»‹›<>←→⇐⇒⟨⟩◀▶►◄❮❯❰❱＞＜》《〉〈")
_ROWS = re.compile(r"(\d{1,6})\s?[-–—~]\s?(\d{1,6})")
#: Rows of a page told by its first and last.
MIN_ROWS, MAX_ROWS = 2, 500
_EDGES = " \t.…·:[](){}【】（）〔〕「」［］|↓↑-–—_~" + "".join(ARROWS)
_JOINED = re.compile(r"(?<=[^\W\d_])[-_](?=[^\W\d_])")
_FORWARD = re.compile(r"(?:[»›>→⇒▶►❯❱＞》〉]|&gt;)+")
_BACKWARD = re.compile(r"[«‹<←⇐◀◄❮❰＜《〈]+")
_TO_END = re.compile(r"(?:»»|››|>>\||>\||»\||→\||⇥|⏭)")
_THINGS = (
    r"(?:results?|posts?|topics?|threads?|discussions?|entr(?:y|ies)|articles?|items?|messages?"
    r"|comments?|replies|stories|news)"
)
#: What a script puts below what is shown.
_MORE = (
    r"(?:mehr|weitere)(?: [^\W\d]{2,16})? (?:laden|anzeigen|ansehen)"
    r"|(?:mehr|weitere) (?:artikel|beiträge|meldungen|nachrichten|themen)"
    r"|(?:(?:cargar|ver|mostrar) )?más (?:artículos|entradas|noticias|resultados)"
    r"|(?:cargar|ver|mostrar) más(?: [^\W\d]{2,16})?"
    r"|mais (?:artigos|matérias|notícias|resultados)"
    r"|(?:carreg(?:ar|ue)|ver|veja|mostr(?:ar|e)) mais(?: [^\W\d]{2,16})?"
    r"|(?:charger|voir|afficher) (?:plus|la suite)(?: (?:de |d['’])[^\W\d]{2,16})?"
    r"|plus (?:de |d['’])(?:articles|résultats|sujets)|altr[ei] (?:articoli|notizie)"
    r"|(?:carica|mostra|vedi) (?:altr[eio]|di più|ancora)(?: [^\W\d]{2,16})?"
    r"|meer(?: [^\W\d]{2,16})? (?:laden|tonen|weergeven)|(?:laad|toon) meer"
    r"|meer (?:artikelen|berichten|nieuws)|więcej(?: (?:artykułów|wiadomości|wpisów))?"
    r"|(?:показать|загрузить|смотреть) (?:ещ[её]|больше)(?: [^\W\d]{2,16})?"
    r"|ещ[её] (?:\d{1,3} )?(?:материал|новост|публикаци|стат)[^\W\d]{1,4}"
    r"|показати (?:ще|більше)|завантажити ще"
    r"|(?:pokaż|załaduj|wczytaj|zobacz) więcej"
    r"|(?:načíst|zobrazit) další|(?:načítať|zobraziť) ďalšie"
    r"|(?:visa|ladda|hämta) fler|visa? mer|se mere"
    r"|(?:vis|hent|last inn) flere|(?:lataa|näytä) lisää"
    r"|daha fazla(?: [^\W\d]{2,16})?(?: (?:yükle|göster))?|devamını (?:yükle|göster)"
    r"|(?:încarcă|vezi|arată) mai mult[e]?|több betöltése|továbbiak"
    r"|(?:φόρτωση |δείτε )?περισσότερ(?:α|ων)"
    r"|tải thêm|muat (?:lainnya|lebih banyak|lagi)|(?:(?:تحميل|عرض) )?المزيد"
    r"|(?:نمایش )?بیشتر|(?:(?:טען|הצג) )?עוד|(?:โหลด|ดู)เพิ่ม(?:เติม)?|और (?:देखें|पढ़ें|लोड करें)"
    r"|더 ?보기|(?:もっと|さらに)(?:見る|読み込む|表示)(?:する)?"
    r"|(?:点击|點擊)?(?:加[载載]|[载載]入|查看|显示|顯示)?更多(?:内容|內容|帖子|评论|評論|文章|新[闻聞])?"
)
_NEXT = late(
    rf"(?:go to )?(?:the )?next(?: \d+)?(?: page| {_THINGS})?|page next"
    rf"|(?:(?:load |show |view )?older|earlier)(?: {_THINGS})?"
    rf"|(?:load |show |see |view |read )?more(?: {_THINGS})?|forward"
    r"|(?:下|后|後|次)一?(?:页|頁|張)|翻到下一页|下一(?:页|頁)?|加载更多|查看更多"
    r"|(?:较旧|較舊|更早)的(?:文章|帖子|主题|主題|内容|內容)|更早"
    r"|次(?:へ|の(?:ページ|頁)?(?:へ)?|の?\d+件|ページ)|つぎへ?|古い(?:投稿|記事)へ?|もっと見る"
    r"|다음(?: ?페이지)?|이전 글"
    r"|weiter|nächste[rns]?(?: seite| \d+)?|vor(?:wärts)?|ältere"
    r" (?:beiträge|einträge|artikel|themen)"
    r"|(?:page |pages )?suivante?s?|plus anciens"
    r"|(?:articles?|billets|messages|sujets) (?:plus anciens|précédents)"
    r"|(?:página |pagina |págs? )?siguientes?(?: página)?"
    r"|(?:entradas|mensajes|temas) (?:anteriores|(?:más )?antigu[ao]s)"
    r"|próxim[ao]s?(?: página)?|(?:página )?seguinte|avançar|posts? (?:mais )?antigos"
    r"|(?:pagina )?(?:successiv[ao]|seguente)|avanti|articoli meno recenti"
    r"|volgende(?: pagina)?|oudere berichten"
    r"|(?:на )?следующ(?:ая|ие|ую|ий)(?: страниц[ау]| \d+)?|след|вп[её]р[её]д|далее|дальше"
    r"|(?:более )?(?:старые|ранние|предыдущие) (?:записи|статьи|посты|темы)|показать ещ[её]|ещ[её]"
    r"|наступн(?:а|і)(?: сторінка)?|вперед|далі"
    r"|(?:trang )?(?:sau|kế|kế tiếp|tiếp(?: theo)?)|xem thêm|bài (?:viết )?cũ hơn|cũ hơn"
    r"|następn[ay](?: strona)?|starsze (?:wpisy|posty)|następne|dalej"
    r"|další(?: strana)?|ďalšia|következő"
    r"|sonraki(?: sayfa)?|berikutnya|selanjutnya|nästa(?: sida)?|neste|næste|seuraava|urmatoarea"
    rf"|{_MORE}"
    r"|επόμενη|التالي(?:ة)?|הבא|ถัดไป|بعدی|صفحه بعد|अगला(?: (?:पेज|पृष्ठ))?",
    re.IGNORECASE,
)
#: What a script puts below what is shown, and what leads to all of a section.
_ANY_MORE = late(
    rf"{_MORE}|(?:load |show |see |view |read )?more(?: {_THINGS})?"
    r"|加载更多|查看更多|もっと見る|показать ещё|ещё|xem thêm",
    re.IGNORECASE,
)
_NEXT_TITLED = re.compile(
    r"\W{0,3}(?:next page|nächste seite|page suivante|página siguiente|próxima página"
    r"|pagina successiva|volgende pagina|следующая страница|下一[页頁]|次のページ|다음 ?페이지)"
    r"(?:\s*[:：»→]\s*\S|\s*(?=(?:page|seite|página|pagina)\s\d))",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"(?:go to )?(?:the )?last(?: page)?|end|末(?:页|頁)|尾(?:页|頁)|最(?:后|後)(?:一?[页頁]|へ)?"
    r"|最終(?:ページ)?|맨 ?(?:끝|뒤)|마지막(?: ?페이지)?"
    r"|letzte(?: seite)?|ende|dernière?(?: page)?|fin|últim[ao](?: página)?|ultima(?: pagina)?"
    r"|laatste(?: pagina)?|последняя(?: страница)?|в конец|остання"
    r"|(?:trang )?cuối(?: cùng)?|ostatnia|poslední",
    re.IGNORECASE,
)
_BACK = late(
    rf"(?:go to )?(?:the )?prev(?:ious)?(?: \d+)?(?: page| {_THINGS})?|newer(?: {_THINGS})?|back"
    r"|first(?: page)?|start|newest|(?:上|前)一?(?:页|頁)|上一(?:页|頁|篇)?|首(?:页|頁)|第一页"
    r"|返回|较新的文章"
    r"|前(?:へ|の(?:ページ|頁)?(?:へ)?|の?\d+件)|最初(?:へ|のページ)?|新しい(?:投稿|記事)へ?"
    r"|이전(?: ?페이지)?|(?:맨 ?)?처음|맨 ?앞"
    r"|zurück|vorherige[rns]?(?: seite)?|erste(?: seite)?|neuere (?:beiträge|einträge|artikel)"
    r"|(?:page )?précédente?s?|retour|première?(?: page)?|plus récents|début"
    r"|(?:página )?anterior(?:es)?|primera?|primeira|inicio|volver|voltar"
    r"|entradas (?:siguientes|recientes)"
    r"|precedente|indietro|prima|vorige(?: pagina)?|vorig"
    r"|(?:на )?предыдущ(?:ая|ие|ую|ий)(?: страниц[ау])?|пред|назад|первая|в начало"
    r"|(?:более )?(?:новые|следующие) (?:записи|статьи|посты)|попередня"
    r"|(?:trang )?(?:trước|đầu(?: tiên)?)|quay lại|mới hơn"
    r"|poprzedni[ay]|wstecz|předchozí|önceki(?: sayfa)?|sebelumnya|föregående|forrige",
    re.IGNORECASE,
)


#: A number of pages behind that of one: "Page 2 of 3".
_OF_PAGES = re.compile(
    r"\s*(?:of|von|de|du|sur|di|van|из|z|av|af|/|共)\s*\d{1,6}\s*(?:页|頁|ページ)?$", re.IGNORECASE
)
#: What software calls the page of any thread: "View topic", "Show all posts".
_VIEW = late(
    r"(?:(?:view|read|show|display|browse|see|open|(?:view|read|show|display|brows)ing)\s+)"
    r"(?:all\s+|full\s+|single\s+|the\s+|this\s+)*"
    r"(?:topic|thread|post|message|discussion|article|question|repl(?:y|ie)|comment|page)s?"
    r"|(?:topic|thread|post|message|discussion)s?(?:\s+(?:view|display|page))?"
    r"|(?:thema|themen|beitrag|beiträge|diskussion|nachricht)(?: (?:anzeigen|lesen|ansehen))?"
    r"|(?:voir|lire|afficher)(?: le| la| les)? (?:sujet|message|discussion|fil)s?|sujet"
    r"|(?:ver|leer|mostrar)(?: el| los)? (?:tema|mensaje|hilo)s?|(?:ver|ler|exibir) tópicos?"
    r"|(?:leggi|vedi|visualizza|mostra)(?: il| la)? (?:argomento|discussione|messaggio)"
    r"|(?:bekijk )?onderwerp(?: bekijken)?|(?:просмотр|показать|читать) тем[аыу]|тема"
    r"|(?:zobacz|pokaż) (?:temat|wątek)|zobrazit téma|konu(?:yu)? (?:görüntüle|göster|oku)"
    r"|(?:查看|浏览|瀏覽|阅读|閱讀|显示|顯示)?(?:全部|所有)?(?:主[题題]|帖子|贴子|[话話][题題]|[讨討][论論]|回[复覆復])(?:内容|內容)?"
    r"|(?:トピック|スレッド|投稿)(?:の?表示|を(?:見る|表示|読む))?|(?:주제|게시글|글) ?보기",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says: a page's number, or a direction (``next``, ``last``, ``back``).

    ``rows`` is that of a page which tells the rows it has, and not which page it is.
    """

    number: int | None = None
    way: str = ""


_NOTHING = Said()


@lru_cache(maxsize=16_384)  # the words of a site's navigation stand on all of its pages
def what_is_said(text: str) -> Said:
    """Read the text of a link (or its title) as part of a pager.

    Parameters
    ----------
    text
        With white space collapsed.
    """
    if len(text) <= MAX_TITLED and _NEXT_TITLED.match(text):
        return Said(way="next")
    if not text or len(text) > MAX_TEXT:
        return _NOTHING
    bare = text.strip(_EDGES)
    if not bare:
        squeezed = text.replace(" ", "")
        if _TO_END.fullmatch(squeezed):
            return Said(way="last")
        if _FORWARD.fullmatch(squeezed):
            return Said(way="next")
        return Said(way="back") if _BACKWARD.fullmatch(squeezed) else _NOTHING
    found = _NUMBER.fullmatch(bare)
    if found is not None:
        return Said(int(found.group(1).replace(",", "")))
    rows = _ROWS.fullmatch(bare)
    if rows is not None:
        return _page_of_rows(int(rows[1]), int(rows[2]))
    # Pages that are only read out can bear names made for scripts: "next-page".
    bare = _JOINED.sub(" ", bare)
    # "Older" points back on the time line and forward through the list.
    for way, words in (("next", _NEXT), ("last", _LAST), ("back", _BACK)):
        if words.fullmatch(bare):
            return Said(way=way)
    return _NOTHING


@lru_cache(maxsize=4096)
def says_more(text: str) -> bool:
    """Whether a text says that there is more, and not that it follows: "More", "See more".

    Parameters
    ----------
    text
        With white space collapsed.
    """
    bare = text.strip(_EDGES)
    return len(text) <= MAX_TEXT and _ANY_MORE.fullmatch(_JOINED.sub(" ", bare)) is not None


def names_view(text: str) -> bool:
    """Whether a text says how something is shown, and not what: "Page 2 of 3", "View topic".

    Parameters
    ----------
    text
        With white space collapsed.
    """
    bare = text.strip(_EDGES)
    said = what_is_said(_OF_PAGES.sub("", bare))
    return said != _NOTHING or _VIEW.fullmatch(bare) is not None


def page_behind(before: str, rows: str) -> int | None:
    """Return the number of a page whose rows follow on those of the one before it.

    The last page can have fewer, which tell no number of their own: "1-20", "21-27".
    """
    one, other = (_ROWS.fullmatch(text.strip(_EDGES)) for text in (before, rows))
    if one is None or other is None or int(other[1]) != int(one[2]) + 1:
        return None
    number = _page_of_rows(int(one[1]), int(one[2])).number
    return number + 1 if number is not None else None


def _page_of_rows(first: int, last: int) -> Said:
    """Read the rows that a page shows, "21-40", as its number; the last page can have fewer."""
    size = last - first + 1
    if first < 1 or not MIN_ROWS <= size <= MAX_ROWS:
        return _NOTHING
    page, rest = divmod(first - 1, size)
    return Said(way="rows") if rest else Said(page + 1)
