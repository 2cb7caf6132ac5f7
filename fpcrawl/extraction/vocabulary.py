"""Words that forums and news sites of the world write on their furniture.

General words only: no class name of one software, no site. They help where structure
alone leaves two readings open.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lxml.html import HtmlElement

__all__ = [
    "ABOUT_WRITER",
    "AUTHOR_CLASS",
    "AUTHOR_HREF",
    "BODY_CLASS",
    "FLOOR_WORDS",
    "HANDS_ON",
    "HEADINGS",
    "MARGINS",
    "NOT_AUTHOR_CLASS",
    "NOT_NAMES",
    "NOT_PUBLISHED",
    "NUMBER_SIGN",
    "POST_ID",
    "UI_WORDS",
    "are_buttons",
    "are_counts",
    "are_numbered",
    "can_be_name",
    "has_words",
    "is_anchor",
    "is_called_button",
    "is_called_margin",
    "is_for_listeners",
    "is_hidden",
    "is_menu",
    "is_phrase",
    "is_placeholder",
    "leads_nowhere",
    "leads_to_board",
    "leads_to_door",
    "leads_to_licence",
    "leads_to_section",
    "leads_to_writer",
    "names_permalink",
    "not_published",
]

#: Elements that head what follows them.
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
#: Elements that stand beside what a page shows.
MARGINS = frozenset({"aside", "footer", "nav"})
#: Classes and ids of such where the element does not say it.
_MARGIN_NAMES = frozenset({"sidebar", "side-bar", "widget", "widget-area", "widgets"})
#: What editors and frameworks put around texts that would stand loose without.
_PHRASES = frozenset({"bdi", "font", "span"})

_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def is_called_margin(element: HtmlElement) -> bool:
    """Whether the class or id of an element says that it is the margin of its page.

    What holds the page and its margin can be called after that, too.
    """
    classes, own = element.get("class") or "", (element.get("id") or "").lower()
    if not (classes or own):
        return False
    names = f"{classes} {own}".lower()
    # What is beside a text can be called "aside" too, but it has no id for all of the page.
    if element.tag == "body" or (_MARGIN_NAMES.isdisjoint(names.split()) and own != "aside"):
        return False
    return next(element.iter("h1", "main"), None) is None


def is_phrase(element: HtmlElement, *, named: bool = False) -> bool:
    """Whether an element does no more than hold a text that might as well stand loose.

    Editors and frameworks put texts into such.

    Parameters
    ----------
    named
        Whether it can have a class, as style sheets of components give it.
    """
    if element.tag not in _PHRASES or len(element):
        return False
    return named or not (element.get("class") or element.get("id"))


def is_hidden(element: HtmlElement) -> bool:
    """Whether an element says itself that it is not shown until somebody asks for it."""
    style = element.get("style")
    return element.get("hidden") is not None or bool(style and _HIDDEN.search(style))


_FOR_LISTENERS = re.compile(
    r"(?<!not-)(?<!no-)(?:visually-?hidden|hidden-?visually|sr-?only|screen-?reader|a11y-?hidden"
    r"|assistive-?text|off-?screen)",
    re.IGNORECASE,
)


def is_for_listeners(names: str | None) -> bool:
    """Whether the classes of an element say that it is read out to people and not shown."""
    return bool(names and _FOR_LISTENERS.search(names))


_TIME_OF_DAY = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?")
_PUBLISHED = re.compile(r"publish|posted|发布|发表", re.IGNORECASE)
#: A label of a time behind another one.
_OWN_LABEL = late(r"[:：]\S*\s+([\u3400-\u9fff]{2,6}\s?[:：])\s*$")

#: A time behind one of these words is not when the post was published.
NOT_PUBLISHED = late(
    r"(join|regist|member since|birthday|born|last (?:visit|seen|active|login|online|edit|modif)"
    r"|zuletzt (?:online|gesehen|aktiv|besucht|angemeldet)|letzte[rs]? (?:besuch|aktivität|login)"
    r"|visto por última|última (?:visita|conexión|vez)|visto pela última|último (?:acesso|login)"
    r"|vu (?:pour la )?dernière|dernière (?:visite|connexion)|ultim[ao] (?:visita|accesso)"
    r"|laatst (?:gezien|online|actief)|ostatnio (?:widzian|online)|ostatnia wizyta|senast aktiv"
    r"|был[аи]? (?:на сайте|в сети|онлайн|здесь)|последн(?:ий визит|яя активность|ий вход)|заходил"
    r"|son (?:görülme|giriş)|最終(?:ログイン|アクセス|訪問)|마지막 (?:접속|로그인|방문)"
    r"|edited|modified|updated?\b|reacted|expires?|注册|註冊"
    r"|(?:最后|最後|最近)(?:登录|登錄|登入|访问|訪問|在线|在線|上线|上線|活动|活動)|上次|修改"
    # But not an editor with his name: "编辑｜李大红　2024-03-04".
    r"|(?:(?<=最后)|(?<=最後))(?:编辑|編輯)"
    r"|(?:编辑|編輯)(?![\s:：|｜丨/／]{1,3}[\u3400-\u9fff]{2,4}(?:[\s|｜丨]|$))"
    r"|time (?:is )?now|current time|local time|server time|now is|it is currently"
    r"|\b(?:GMT|UTC)\s*[+-]?[\d:.]*\s*,\s*$"
    r"|当前时间|现在时间|现在是|所有时间|今天是|今日は|today is|heute ist"
    r"|更新于|在线时间|生日|入会|登録|inscri[ptv]|beigetreten|iscritt[oa]|lid sinds"
    r"|(?:miembro|membro) d(?:esde|al)|membre depuis|mitglied seit|lid geworden|anmeldungsdatum"
    r"|cadastrad[oa] em|juntou-se|se unió|ingres(?:ó|ado)|с нами с|на форуме с"
    r"|加入(?:日期|时间|時間)|(?:dabei|beiträge) seit|posts since"
    r"|dołączył|zarejestrow|založen|katılım|üyelik|kayıt tarih|tham gia|gia nhập"
    r"|medlem (?:sedan|siden)|liittyn|csatlakoz|εγγραφ|зарегистр|регистрац|зареєстр|реєстрац|가입"
    r"|bergabung|التسجيل|عضویت|הצטרפ|最后由|最後由|引用|originally (?:posted|written)|editiert"
    r"|bearbeitet|geändert|aktualisiert|letzte (?:änderung|bearbeitung)"
    r"|mise? à jour|a[ck]tualizad[oa]|atualizad[oa]"
    r"|aggiornat[oa]|bijgewerkt|zaktualizowan|aktualizov|güncellen|обновлен[оа]?|обновлён|оновлен|édité|modifié|modification|editado|modificat[oa]|bewerkt|gewijzigd"
    r"|wijzigde|edytow|zmodyfik|naposledy uprav|düzenlen|sửa lần|redigera|redigert|redigeret"
    r"|ändrad|muoka|szerkeszt|módosít|τροποποι|редактир|изменен|изменён|изменил|редагу|수정"
    r"|\bправк[аиу]\b|испра(?:вл|вил)|últim[ao] edi[cç]|upraven|izm[ij]en[aj]|промян|endret"
    r"|aangepast|değiştir|επεξεργ|diubah"
    r"|編集(?![部者長委])|แก้ไข|diedit|تعديل|ویرایش|ويرايش|נערך)",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_096)
def not_published(label: str) -> bool:
    """Whether words beside a time say that it is another than that of publishing."""
    # Words before another time are of that one.
    words = _TIME_OF_DAY.split(label)[-1]
    own = _OWN_LABEL.search(words)
    if own is not None:
        # "编辑：王芳 时间："
        words = own[1]
    return bool(NOT_PUBLISHED.search(words)) and not _PUBLISHED.search(words)


#: Where visitors become members, and members come in.
_DOOR = r"(?:log[-_]?(?:in|on|out)|sign[-_]?(?:in|up|out)|regist(?:er|ration)|password)"
_TO_DOOR = re.compile(rf"(?:^|[/?&=-]){_DOOR}(?:[/?#.&]|$)", re.IGNORECASE)


def leads_to_door(href: str) -> bool:
    """Whether an address is one where visitors log in or register, whatever comes after."""
    return bool(_TO_DOOR.search(href))


_BOARD_HREF = re.compile(
    r"(?:^|[/?&])(?:(?:view|show)?forums?(?:display)?|boards?)(?:\.\w{2,5})?"
    r"(?:[/?=-](?:\w{1,4}=)?)?\d+"
    r"(?:[.-][^/?&]*)?/?$",
    re.IGNORECASE,
)


def leads_to_board(href: str) -> bool:
    """Whether an address is that of a board, by a word for it and its number."""
    return bool(_BOARD_HREF.search(href))


_MEMBER = (
    r"(?:u|user|users|member|members|memberlist|profile|profiles|people|author|authors|space|uid|user_?id"
    r"|account|use?r_?info|view_?profile|show_?user|view_?user|user_?profile|member_?info"
    r"|home|poster|membre|benutzer|mitglied|profil|perfil|profilo|usuarios?|utent[ei]|utilisateurs?"
    r"|uye|kullanici|uzytkownik|anvandare|bruker|bruger|gebruikers?|felhasznalo|uzivatel|kayttaja"
    r"|thanh-vien|disp_?user)"
    rf"(?!/{_DOOR}(?:[/?#.]|$))"
)
#: "/home-sale/" and "/space-news/" are boards, "/user-ann" is a member.
_NOT_HOME = r"(?<!home)(?<!space)(?<!people)(?<!account)"
#: Parameters that say what a script is to show; others choose a board: "board.php?id=home".
_SHOWS = (
    r"(?:a|act|action|app|area|c|ctl|do|fuseaction|go|m|mod|mode|module|op|option|p|page|q|r|route"
    r"|s|sub|task|to|type|view)"
)
#: Addresses of member pages: the word begins a part of the address, or names its script. In
#: the midst of a title ("/topic/5/a-guide-for-users") it tells nothing.
AUTHOR_HREF = late(
    rf"(?:^|[/?&;]|[?&;]{_SHOWS}=){_MEMBER}(?:\d+(?:\.\w{{2,5}})?/?(?:[?&]|$)|[/?&;=.]|$|[_-](?:uid|u|id|un|user|username|name)[_-]|[_-]\d|{_NOT_HOME}[_-][^/?&;=._-]+(?:\.\w+)?(?:[/?&]|$))"
    rf"|[._-]{_MEMBER}(?:\.(?:php|aspx?|jsp|cgi|html?)|=)|/[@~][^/?#]+/?(?:[?#]|$)"
    # "?t=people" can be a tag.
    r"|[?&;]t=(?:use?r|member)_?info(?:[&;]|$)"
    # Rewritten phpBB: "/ann-u17/".
    r"|[^/]-u\d+(?:/?(?:$|\?)|\.html)",
    re.IGNORECASE,
)

#: A licence is no writer: "/licenses/by-sa/4.0/".
_WRITER_HREF = late(
    r"(?<!/licenses)/(?:by|authors?|autor(?:en|es|i|zy)?|auteurs?|firmas?|penulis|yazar(?:lar)?|writers?|reporters?|journalists?|contributors?"
    r"|columnists?|columnistas?|colunistas?|kolumnist\w*|staff|redaktion|journalistes?|signataires?"
    r"|giornalist[ai]|redattor[ei]|autor[ei]|periodistas?|redactor(?:a|es|as)?|dziennikarze?"
    r"|kirjoittajat?|skribent(?:er)?|forfattere?|avtor[iy]?|muhabir(?:ler)?|tac-gia)(?:[/?=-]|\.\w+\?)",
    re.IGNORECASE,
)
#: "/category/home-life/"
_SECTION_HREF = re.compile(r"(?:^|/)(?:categor(?:y|ies|ia|ie)|kategori\w*|tags?)/", re.IGNORECASE)
#: A section called home, and what a reader of news has set for himself.
_HOME = re.compile(r"/(?:home|profil|perfil|profilo)(?=/|$)")


def leads_to_section(href: str) -> bool:
    """Whether an address is that of a category or a tag."""
    return _SECTION_HREF.search(href) is not None


_LICENCE_HREF = re.compile(r"//creativecommons\.org/|/licen[cs]es?(?:[/._-]|$)", re.IGNORECASE)


def leads_to_licence(link: HtmlElement) -> bool:
    """Whether a link says or shows by its address that it leads to the terms of a licence."""
    if "license" in (link.get("rel") or "").lower().split():
        return True
    return _LICENCE_HREF.search(link.get("href") or "") is not None


def leads_to_writer(href: str) -> bool:
    """Whether an address is that of a page about somebody who writes articles."""
    if leads_to_section(href):
        return False
    return bool(_WRITER_HREF.search(href)) or bool(AUTHOR_HREF.search(_HOME.sub("", href)))


#: An address that hands another one on, as buttons that share a page do.
HANDS_ON = re.compile(r"[?&]\w+=https?(?::|%3a)|share", re.IGNORECASE)

#: What stands above words on who wrote a text.
ABOUT_WRITER = (
    r"about the (?:author(?!it|sh)|writer)|(?:über|zum) (?:den |die )?autor(?!it)"
    r"|à propos de l['’]aut(?:eur|rice)"
    r"|sobre (?:el|la|los|o|a|os) autor(?:a|es)?(?!i[dz]|iz)|об автор(?:е|ах)|про автора"
    r"|(?:sull['’]autore|sull['’]autrice|over de auteur|o autorze|om författaren)"
    r"|(?:نبذة )?عن (?:الكاتب|المؤلف|المحرر)|về tác giả|เกี่ยวกับผู้เขียน"
    r"|(?:기자|저자|작가|필자|글쓴이|작성자) ?소개"
    r"|(?:关于|關於)作者|作者(?:简介|簡介|介绍|介紹)"
    r"|(?:筆者|著者|執筆者|ライター)(?:紹介|プロフィール|について)|この記事を書いた人"
)
AUTHOR_CLASS = re.compile(
    r"(?:^|[-_ ])(?:author|auth|user|username|user-name|nick|nickname|poster|sender|member|byline"
    r"|writer|comment[eo]r)"
    r"|(?:author|poster|sender|user|nick|byline|writer)(?:[-_ ]|$)|name$|^fn$",
    re.IGNORECASE,
)

#: Parts of a class that name what is told of a member beside the name.
NOT_AUTHOR_CLASS = re.compile(
    r"title|rank|group|status|role|badge|avatar|since|joined|count|level|stats?(?:[-_ ]|$)"
    r"|user_?id(?:[-_ ]|$)|[-_]buttons(?: |$)",
    re.IGNORECASE,
)

#: The id of an element that is one post or comment.
POST_ID = re.compile(
    r"(?:js-)?(?:forum)?(?:post(?:ing)?|pid|p|msg|message|comment|reply|answer|entry)(?:[-_](?:id|item|comment))?[-_]?\d+",
    re.IGNORECASE,
)

#: Classes of what names a post or page.
TITLE_CLASS = re.compile(
    r"(?:^|[-_ ])(?:(?:topic|thread)?title|subject|headline)(?:$|[-_ ])", re.IGNORECASE
)
BODY_CLASS = re.compile(
    r"(?:^|[-_ ])(?:content|body|text|message|msg|post-?body|comment-?text|entry|cooked"
    r"|con(?=[-_ ]|$))"
    # "questionBody"
    r"|(?-i:(?<=[a-z])(?:(?<!Of)Contents?|Body|Text|Message)(?=[-_ \d]|$))",
    re.IGNORECASE,
)

#: Characters at the end of a path that tell what stands there; above it is the page's layout.
MENU_END = 120
_MENU = re.compile(r"[.-](?:menu|drop-?down)(?:[-_/]|$)", re.IGNORECASE)


def is_menu(path: str) -> bool:
    """Whether the end of a tag path, or a signature, says that it opens at a button."""
    return _MENU.search(path, max(0, len(path) - MENU_END)) is not None


#: What buttons and links inside a post say.
UI_WORDS = frozenset(
    """
    reply quote report edit delete like share permalink link print thanks thank up down top
    find pm email www website profile search more less parent show hide view all posts only
    author online offline multiquote reputation rate admin moderator guest login log
    register sign in out warn bookmark flag copy next previous
    回复 引用 举报 编辑 删除 支持 反对 收藏 分享 打印 使用道具 只看该作者 楼主 发消息 加好友 评分
    顶 踩 赞 倒序浏览 阅读模式 返回顶部 回覆 檢舉 只看楼主 查看 个人资料 电梯直达 复制链接
    发表于 更多
    返信 返信する 引用 編集 削除 通報 共有 印刷 検索 いいね
    목록 답글 답변 댓글 수정 삭제 신고 추천 비추천 스크랩 공유 인쇄 글쓰기 이전글 다음글 검색 더보기
    쪽지보내기 메일보내기 자기소개 전체게시물 작성자 글쓴이 작성일 등록일 조회 본문 로그인 회원가입
    좋아요 싫어요 주소복사
    """.split()
)

#: What a link to the page or place of the very post says.
_PERMALINK = re.compile(
    r"[#¶§∞🔗]|.{0,20}(?:perma-?link|permanent link|permalien|固定链接|固定連結|永久链接|永久連結|"
    r"パーマリンク|固定リンク).{0,24}|(?:direct )?link(?: to (?:this )?(?:post|message|comment))?|"
    r"(?:view )?single (?:post|message)|enlace permanente|link permanente|постоянная ссылка|"
    r"odkaz|lien permanent|链接|連結|リンク|ссылка|enlace",
    re.IGNORECASE,
)


def names_permalink(text: str) -> bool:
    """Whether a link says that it leads to the post that it stands on."""
    return len(text) <= 60 and _PERMALINK.fullmatch(text) is not None


#: Those of them that nobody is called: who set a board up often is "admin", who left it "guest".
NOT_NAMES = (UI_WORDS - {"admin", "guest", "moderator"}) | frozenset(
    # What leads to a member's own site is called.
    "homepage,site web,sitio web,sito web,site internet,webseite,webbplats,strona www"
    ",webová stránka,web sitesi,weboldal,trang web,situs web,hjemmeside,kotisivut,сайт,вебсайт"
    ",ιστοσελίδα,الموقع,وب سایت,เว็บไซต์,个人主页,個人網站,ホームページ,홈페이지".split(",")
)
#: Longer texts are no names.
MAX_NAME = 80
_WORD = re.compile(r"[^\W_]")
#: Number of a post, by which it can be linked.
NUMBER_SIGN = re.compile(r"[#№]\s?\d{1,7}|\d{1,7}\s?[#楼樓]")


def can_be_name(text: str) -> bool:
    """Whether a text that stands where names do can be one."""
    return 0 < len(text) <= MAX_NAME and text.lower() not in NOT_NAMES


#: Words of a button.
MAX_BUTTON_WORDS = 4


def are_buttons(text: str, links: Sequence[str], known: Collection[str]) -> bool:
    """Whether a text is nothing but what some buttons say.

    Parameters
    ----------
    links
        Texts of the links in it, and of its buttons.
    known
        What buttons say, in small letters.
    """
    text = text.lower()
    if text in known and links:
        return True
    said = [link.lower() for link in links if link]
    longer = [link for link in said if link not in known]
    if 2 * len(longer) >= len(said) or not all(_begins_as(link, known) for link in longer):
        return False
    for link in said:
        text = text.replace(link, "", 1)
    return not _WORD.search(text)


def are_numbered(text: str, links: Sequence[str]) -> bool:
    """Whether a text is nothing but some links, one of them the number of the post: "#12"."""
    said = [link for link in links if link]
    if len(said) < 2 or not any(NUMBER_SIGN.fullmatch(link) for link in said):
        return False
    for link in said:
        text = text.replace(link, "", 1)
    return not _WORD.search(text)


def are_counts(text: str, buttons: Sequence[str]) -> bool:
    """Whether a text is nothing but some buttons, what they are called and how often pressed."""
    called = {word for button in buttons for word in button.split()}
    return bool(called) and all(word in called or word.isdecimal() for word in text.split())


def leads_nowhere(href: str | None) -> bool:
    """Whether an address is a place on the page itself, or a script."""
    return href is not None and href.startswith(("#", "javascript:"))


def is_called_button(role: str | None, href: str | None) -> bool:
    """Whether a link leads to another page and has the role of a button."""
    return role == "button" and bool(href) and not leads_nowhere(href)


def has_words(text: str) -> bool:
    """Whether a text holds a letter or a digit."""
    return _WORD.search(text) is not None


def is_anchor(element: HtmlElement) -> bool:
    """Whether an element is a sign that leads to a place on the page, as "¶" behind a heading."""
    href = element.get("href")
    if element.tag != "a" or href is None:
        return False
    # It can be the place itself, called by its whole address.
    place = href.rpartition("#")[2] if "#" in href else ""
    if not leads_nowhere(href) and place not in {element.get("id"), element.get("name")}:
        return False
    return not has_words("".join(element.itertext()))


def _begins_as(link: str, known: Collection[str]) -> bool:
    """Whether a button says more than others: "report this message"."""
    first, *more = link.split()
    return first in known and len(more) < MAX_BUTTON_WORDS


#: What stands where a post was deleted or hidden.
_PLACEHOLDER = late(
    r"^\W*(?:提示\W*)?(?:作者被禁止|(?:该|此|本)(?:帖|楼|回复).{0,16}(?:删除|屏蔽|隐藏)|内容(?:自动)?屏蔽"
    r"|(?:this |the )?(?:post|comment|message|reply) (?:has been |was |is )?"
    r"(?:deleted|removed|hidden)"
    r"|\[?(?:deleted|removed)\]?\W*$|(?:deleted|removed) post\b"
    r"|(?:deleted|removed) by (?!(?:mistake|accident|error|hand|me|myself)\b)"
    r"(?!.*(?:[;?!]|[,.]\s(?!reason\b|on\b|at\b)[a-z]))"
    r"|die(?:ser|se|s) (?:beitrag|kommentar|nachricht|posting) (?:wurde|ist) [^.]{0,30}"
    r"(?:gelöscht|entfernt|ausgeblendet)"
    r"|(?:este|esta) (?:mensaje|comentario|publicación|post) (?:ha sido|fue) "
    r"(?:eliminad|borrad|suprimid)[oa]\b"
    r"|ce (?:message|commentaire|post) a été (?:supprimé|effacé|masqué)"
    r"|quest[oa] (?:messaggio|commento|post) è stat[oa] (?:eliminat|cancellat|rimoss)[oa]\b"
    r"|est[ae] (?:mensagem|comentário|postagem|post) foi (?:apagad|removid|excluíd|eliminad)[oa]\b"
    r"|dit (?:bericht|reactie) (?:is|werd) verwijderd|(?:ten )?(?:post|komentarz) został usunięty"
    r"|(?:это )?(?:сообщение|комментарий) (?:был[оа]? )?(?:удал[её]н|скрыт)о?\b"
    r"|この(?:投稿|コメント|書き込み)は.{0,12}削除されました|삭제된 (?:글|댓글|게시물)입니다)",
    re.IGNORECASE,
)


def is_placeholder(text: str) -> bool:
    """Whether a text is the notice that stands for a deleted post."""
    return len(text) <= 80 and bool(_PLACEHOLDER.match(text))


#: Names that Chinese boards give to the first floors.
FLOOR_WORDS = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}
