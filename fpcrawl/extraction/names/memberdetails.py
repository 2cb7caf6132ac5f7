"""What pages tell of a member beside the name: when he joined, how much he has written."""

from __future__ import annotations

import re

from fpcrawl.patterns import late

__all__ = ["MIN_DETAILS", "count_details", "count_figures", "tells_of_member"]

_DETAIL = late(
    r"(?:join(?:ed|\s*date)|registered|since|posts|messages|points|rank|group|level|reputation"
    r"|karma|beiträge|registriert|beigetreten|inscri\w+|ensaj\w+|regist\w+|messaggi|iscritt\w+|bericht\w+"
    r"|post[yów]{1,2}|dołączył\w*|zarejestrowan\w*|příspěvk\w+|registrován\w*|založen\w*|mesaj\w*"
    r"|katılım|tarihi|bài viết|tham gia|inlägg|medlem|viestej?ä|liittyn\w+|hozzászólás\w*"
    r"|μηνύματα|δημοσ\w+|группа|сообщени[йя]|регистрация|зарегистрирован|пользователь|репутация"
    r"|повідомлень|дописи|зареєстрован\w*|注册|註冊|文章|帖子|发帖|發表|積分|积分|精华|精華|等级"
    r"|級別|级别|威望|经验|魅力|消息|訊息|获赞|獲讚|点数|點數|来自|來自|所在地|投稿|登録日?|가입일?"
    r"|(?:dabei|mitglied) seit|lid (?:geworden|sinds)|membre depuis|mi?embro d(?:esde|al)|herkunft"
    r"|last (?:seen|login|logged in|active|visit|online)"
    r"|(?:zuletzt|laatst) (?:online|gesehen|gezien)|visto por última vez"
    r"|última (?:visita|conexión|vez)|dernière (?:visite|connexion)"
    r"|ultim[ao] (?:accesso|visita)|последн(?:ий визит|яя активность|ий раз)"
    r"|(?:最[后後]|上次)(?:登[录錄入陸]|访问|訪問|在线)|最終ログイン|마지막 (?:접속|로그인)"
    r"|wohnort|woonplaats|ubicación|localización|localização|localisation|località|provenienza"
    r"|miejscowość|bydliště|откуда|город)"
    r"(?:\s*(?:時間|时间|日期|數|数|量|am|on|le|el|date|seit|since|desde|depuis|dal|sinds))?\s{0,3}(?:№|#)?[:：]\s{0,3}\S",
    re.IGNORECASE,
)
#: Words that need no colon before a number, in a text of so many characters at most: "帖子 523".
_CARD = late(
    r"(?:(?:注册|註冊|加入)(?:时间|時間|日期)?|登録日|가입일)\s{0,3}(?:19|20)\d\d(?!\d)"
    r"|(?:帖子|文章|[发發]帖|主题|主題|精[华華]|[积積]分|威望|经验|金币|消息|投稿|글|댓글)[数數수]?\s{1,3}\d{1,7}(?!\d)"
)
MAX_CARD = 160
#: What is counted of somebody, whatever it is called; of a long word its end is enough.
_FIGURE = re.compile(r"[^\W\d]{2}\s?[:：]\s?\d")
#: Details from which on a text tells of a member, and most characters of such a text.
MIN_DETAILS, MAX_DETAILS = 2, 500


def tells_of_member(text: str) -> bool:
    """Whether a text tells who somebody is: what stands below the name of who wrote a post."""
    return len(text) <= MAX_DETAILS and count_details(text, MIN_DETAILS) >= MIN_DETAILS


def count_details(text: str, least: int = 1) -> int:
    """Count what a text tells of a member; 0 where it is surely less than so many things."""
    found = len(_CARD.findall(text)) if len(text) <= MAX_CARD and not text.isascii() else 0
    if text.count(":") + text.count("：") + found < least:
        return 0
    return len(_DETAIL.findall(text)) + found


def count_figures(text: str) -> int:
    """Count the words with a colon that a number follows."""
    return len(_FIGURE.findall(text))
