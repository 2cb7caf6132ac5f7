"""Lines below the words of a post: who liked it, where to share it, what is attached, adverts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fpcrawl.extraction.bodies.notes import Hint
from fpcrawl.extraction.posts.adverts import is_advertiser
from fpcrawl.extraction.text import weight_of
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "BETWEEN_NAMES",
    "MAX_LINE",
    "TAIL_HINT",
    "are_files",
    "are_reactions",
    "is_advert",
    "tells_readers",
]

#: Characters of such a line.
MAX_LINE = 240
#: Words of a link that opens a file, and weight of these.
MAX_WORDS, MAX_BUTTON = 2, 24
_SHARE = (
    r"share(?: this(?: post)?)?(?: (?:on|via|with))?"
    r"|(?:(?:diesen )?beitrag )?teilen(?: (?:auf|mit|über))?"
    r"|partager(?: (?:sur|via))?|compartir(?: en)?|compartilhar(?: (?:em|no))?|condividi(?: su)?"
    r"|delen(?: (?:op|via))?|dela(?: på)?|del på|jaa|udostępnij|sdílet|zdieľať|megosztás|paylaş"
    r"|поделиться(?: (?:в|с|с друзьями))?|поділитися|chia sẻ|bagikan|compartilhe|μοιραστείτε"
    r"|分享(?:到|至|给|給|本帖|此帖)?|转发到|轉發到|シェア(?:する)?|共有(?:する)?|공유(?:하기)?"
)
#: Behind the names of those who liked what stands above.
_LIKED = (
    r"(?:people |users? |members? )?(?:like[sd]?|loves?|thanked|upvoted|agrees? with|reacted to)"
    r" (?:this|it)(?: (?:post|message|comment|reply))?"
    r"|gef(?:ällt|allen) (?:das|dies(?:er beitrag)?)|m(?:ag|ögen) (?:das|diesen beitrag)"
    r"|aime(?:nt)? (?:ceci|cela|ça|ce message)|(?:a|ont) aimé(?: ce message)?"
    r"|(?:a \w+ )?les? gusta(?: (?:esto|este mensaje))?|curti(?:u|ram)(?: isso| esta mensagem)?"
    r"|piace questo(?: elemento| messaggio)?|vind(?:t|en) (?:dit|dit bericht) leuk"
    r"|gillar (?:det(?:ta| här)|detta inlägg)|liker (?:dette|innlegget)|synes godt om dette"
    r"|tykkää(?:vät)? tästä|lubi(?:ą)? to|dali? like|bunu beğendi|đã thích (?:bài này|điều này)"
    r"|(?:оценил|поблагодарил|лайкнул|сказал спасибо|отметил)[аи]?(?: это(?: сообщение)?)?"
    r"|отреагировал[аи]? на это|(?:ha|haben) darauf reagiert|(?:a|ont) réagi(?: à (?:ceci|cela))?"
    r"|(?:ha|han) reaccionado(?: a esto)?|(?:ha|hanno) reagito(?: a questo)?"
    r"|(?:это )?нравится(?: это(?: сообщение)?)?|сказали спасибо|вподобал[аи]"
    r"|(?:等?\s?(?:\d+\s?)?人?\s?)?(?:(?:觉得|覺得)很?|都?[点點按])?[赞讚](?:了|过|過)?(?:此帖|這則)?"
    r"|(?:都|也)?喜[欢歡](?:[这這此该該][个個篇条條则則]?(?:帖子?|回[复覆]|主[题題]|[内內]容)?)"
    r"|がいいね(?:！|しました|と言っています)?|님?이? ?좋아합니다"
)
#: Ahead of them, with a colon.
_LIKED_BY = (
    r"(?:liked|thanked|upvoted) by|(?:users? who )?likes?(?: this(?: post)?)?|reactions?"
    r"|thanks(?: from)?|(?:the )?following (?:\d+ )?(?:users?|members?)"
    r" (?:likes?|liked|thanks?|thanked|says? thank(?:s| you)).{0,40}"
    r"|gefällt(?: das)?|danke(?: von)?|bedankten sich|folgende benutzer bedankten sich.{0,40}"
    r"|aimé par|merci(?: de)?|(?:a|les) gusta a|gracias de|piace a|ringraziano|curtido por"
    r"|(?:сказали |говорят )?спасибо(?: сказали| от)?|поблагодарили|понравилось|нравится|лайкнули"
    r"|οι ακόλουθοι χρήστες.{0,30}|följande (?:användare|medlemmar).{0,30}"
    r"|(?:los |estos )?siguientes (?:\d+ )?usuarios.{0,40}"
    r"|(?:les )?(?:\d+ )?(?:membres|utilisateurs) suivants.{0,40}"
    r"|点赞|點讚|赞过|讚過|(?:以下)?(?:用户|用戶|会员)(?:点|點)?(?:赞|讚)(?:了|过)?|いいね|좋아요"
)
#: What every such line holds.
TAIL_HINT = Hint(
    """
    kb) mb) kib) mib) kb, mb, kib, mib, kb） mb） kb， mb，
    share teilen partager compart condivi delen dela del jaa udost sdíl zdie megoszt payla подел
    поділ sẻ bagi μοιρ 分享 喜欢 喜歡 转发 轉發 シェア 共有 공유
    like love thank upvot agree react gef mag mög aim gust curti piac vind gillar synes tykk lubi
    beğen thích оцен благод лайк спасиб отмет нравит вподоб 赞 讚 いいね 좋아 danke bedank merci
    gracias ringraz реагир reagi réagi reaccion χρήστες följande siguientes suivants
    ad: ads: anzeige advert sponsor werbung publici reklam реклам 广告 廣告 推广 広告 광고
    """.split()
)
_OTHERS = (
    r"(?:(?:and|und|et|y|e|en|och|og|и|ja|ve|и ещё|и еще|和|及|、)\s?)?"
    r"(?:\d+\s?(?:others?|other (?:people|users)|more|weitere[nrm]?(?: personen)?|autres|otros"
    r"|altri|outros|anderen?|другим|других|人)?)?"
)
#: A file, with its size and more in brackets.
_FILE = re.compile(
    r"[^\s:：,，]{1,80}\.\w{2,5}\s{0,3}[(（\[]\s?\d[\d.,]{0,8}\s?[KMG]i?B?\b[^)）\]]{0,60}[)）\]]",
    re.IGNORECASE,
)
#: A label ahead of files.
_LABEL = re.compile(r"[^\d:：.。!！?？]{0,30}[:：]")
_PARTED = re.compile(r"[\s,，、;|·•/:：.。!！()（）\[\]]+")
_SHARED = re.compile(_SHARE)
_BEHIND = late(rf"{_OTHERS}\s?(?:{_LIKED})")
#: "And" before the last of some names.
_AND = "and und et y e i и та en och og ja ve 和 与 與 及".split()
BETWEEN_NAMES = frozenset([*", ， 、 ; ； ، &".split(), *_AND])
"""What parts the names of a list."""
#: Names, and how many others: whatever the language, no sentence of an author's.
_COUNTED = re.compile(
    rf"\W*,(?:\s?(?:[,，、;；&]|{'|'.join(_AND)})\s?,){{1,20}}"
    r"[^\d.!?。！？:：]{0,20}\d{1,6}[^\d.!?。！？:：,，]{1,40}[.。]?"
)
_AHEAD = late(rf"\W*(?:{_LIKED_BY})(?:\s\(?\d+\)?)?\s*[:：][\W_]*(?:{_OTHERS})\W*")
#: How many they are, without a name: "Thanks: 3".
_HOW_MANY = late(rf"(?:{_LIKED_BY})\s?[:：]\s?[(（]?\+?\d{{1,6}}[)）]?")
#: How a line begins that tells who reads a thread.
_READERS = late(
    r"(?:[\d\s,]{0,9}(?:(?:registered )?(?:users?|members?|guests?)|who(?:'s| is))"
    r"|there (?:are|is))[^.:]{0,60}\b(?:viewing|browsing|reading) (?:this|the)"
    r" (?:topic|thread|forum|discussion)"
    r"|(?:\d+ )?(?:benutzer|mitglieder|besucher|nutzer)[^.:]{0,60}\b(?:in|lesen|betrachten)? ?"
    r"dies\w{1,2} (?:thema|forum|thread)"
    r"|(?:\d+ )?(?:utilisateurs?|membres?)[^.:]{0,60}\b(?:parcour|consult|lis|regard)\w* ce"
    r"|(?:\d+ )?(?:usuarios?|miembros?)[^.:]{0,60}\b(?:viendo|leyendo|navegando)\b"
    r"|(?:\d+ )?utenti[^.:]{0,60}\b(?:leggendo|visualizzando|guardando)\b"
    r"|(?:\d+ )?(?:usuários|utilizadores|membros)[^.:]{0,60}\b(?:vendo|lendo|navegando|a ver)\b"
    r"|(?:\d+ )?(?:gebruikers|leden)[^.:]{0,60}\bdit (?:onderwerp|forum|topic)"
    r"|(?:\d+ )?użytkownicy[^.:]{0,60}\b(?:przeglądają|czytają)"
    r"|(?:эту? |сейчас )?(?:тему|раздел|форум) (?:сейчас )?(?:читают|просматривают)"
    r"|(?:\d+ )?пользовател\w{1,3}[^.:]{0,60}(?:читают|просматривают|читающие|просматривающие)"
    r"|bu konuyu (?:okuyan|görüntüleyen)"
    r"|(?:正在|目前|当前|當前)?(?:正在)?(?:浏览|瀏覽|查看|阅读|閱讀)"
    r"[此本该該这這][个個]?(?:主题|主題|帖|版|讨论|討論)"
    r"|この(?:トピック|スレッド|フォーラム)を(?:閲覧|見て|読んで)"
    r"|이 (?:글|주제|게시판)을? (?:보고|읽고)",
    re.IGNORECASE,
)


def are_reactions(text: str, links: Sequence[str]) -> bool:
    """Whether a line says nothing but who or how many liked what is above, or where to share it.

    Parameters
    ----------
    links
        Texts of the links in it: of those who liked it, of the places.
    """
    if len(text) > MAX_LINE:
        return False
    rest = text.lower()
    if not links:
        return _HOW_MANY.fullmatch(rest) is not None
    for link in filter(None, links):
        name = rf"(?<!\w){re.escape(link.lower())}(?!\w)"
        rest, count = re.subn(name, ",", rest, count=1)
        if not count:
            return False
    said = _PARTED.sub(" ", rest).strip()
    if any(form.fullmatch(said) for form in (_SHARED, _BEHIND)):
        return True
    return bool(_AHEAD.fullmatch(rest) or _COUNTED.fullmatch(rest))


def are_files(text: str, links: Sequence[str]) -> bool:
    """Whether a line says nothing but what is attached: "Attached: plan.pdf (34 KB, 12 times)".

    Parameters
    ----------
    links
        Texts of the links in it: they lead to the files, or open and save them.
    """
    if not links or len(text) > MAX_LINE:
        return False
    rest, count = _FILE.subn("", text)
    for link in links:
        # A longer one says something of the file.
        if 0 < len(link.split()) <= MAX_WORDS and weight_of(link) <= MAX_BUTTON:
            rest = rest.replace(link, "", 1)
    return count > 0 and not any(map(str.isalnum, _LABEL.sub("", rest, count=1)))


def is_advert(text: str, links: Sequence[str]) -> bool:
    """Whether a line is a link that is said to be an advertisement: "Ad: Bolts of Lund"."""
    label, colon, _ = text.replace("：", ":").partition(":")
    return bool(links) and bool(colon) and len(text) <= MAX_LINE and is_advertiser(label.strip())


def tells_readers(text: str) -> bool:
    """Whether a line says who reads a thread just now: "Users viewing this topic: ann, bo"."""
    return len(text) <= MAX_LINE and _READERS.match(text) is not None
