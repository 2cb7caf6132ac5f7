"""Lines among the words of an article that are none of them: what leads on, sells and labels."""

from __future__ import annotations

import re

from fpcrawl.extraction.vocabulary import ABOUT_WRITER
from fpcrawl.patterns import late

__all__ = ["heads_links", "is_label_line", "is_on_writer", "leads_on"]

#: Characters of the start of a line that are looked at.
_SEEN = 80
#: Of one that must be nothing but a label.
MAX_LABEL = 60
_ON_WRITER = re.compile(rf"\W*(?:{ABOUT_WRITER})", re.IGNORECASE)
#: "Sign up for our newsletter" in other languages.
_SIGN_UP = (
    r"iscriviti (?:ora )?all[ae] (?:nostr[ae] )?newsletter"
    r"|(?:abonnez|inscrivez)-vous (?:gratuitement )?(?:à|aux) (?:(?:la|notre|nos) )?(?:newsletter"
    r"|infolettre|lettre d['’]info)"
    r"|(?:suscríbete|suscríbase|apúntate|apúntese) (?:gratis )?a(?:l| la| nuestr[oa])?"
    r" ?(?:newsletter|boletín)|(?:inscreva-se|assine) (?:n?a |nossa |em nossa )?newsletter"
    r"|(?:jetzt|hier|unseren|jetzt unseren|jetzt den) newsletter (?:abonnieren|bestellen)"
    r"|meld je (?:hier |nu |gratis )?aan voor (?:de|onze) nieuwsbrief"
    r"|schrijf je (?:hier |nu |gratis )?in voor (?:de|onze) nieuwsbrief"
    r"|zapisz się (?:na|do) (?:nasz(?:ego)? )?newsletter|prenumerera på (?:vårt )?nyhetsbrev"
    r"|tilmeld dig (?:vores )?nyhedsbrev|подпи(?:шитесь|сывайтесь) на (?:нашу )?рассылку"
    r"|(?:メールマガジン|メルマガ|ニュースレター)(?:に|の|を)?(?:登録|購読)(?!者)"
    r"|뉴스레터 구독(?!자)|(?:订阅|訂閱)(?:我[们們]的?|本站|本刊)(?:邮件|郵件|电子报|電子報|通讯)"
)
#: What no sentence begins with.
_LEADS_ON = late(
    r"\W*(?:read (?:more|also|next|the full (?:story|article|report))\b|see also\b|also read\b"
    r"|more on (?:this|the) (?:story|topic|subject)|continue reading\b|click here\b"
    r"|listen to (?:this|the) (?:article|story)\b|(?:diesen )?artikel anhören"
    r"|écouter (?:l['’]|cet )article"
    r"|escuchar? (?:el|este) artículo|(?:слушать|прослушать) статью|[收听聽]+本文|この記事を聴く"
    r"|share this (?:article|story|post|page|video|on\b|with\b)|follow us (?:on|at|@|here)"
    r"|(?:folgen sie|folgt) uns (?:auf|bei)\b|suivez[- ]nous sur\b|(?:síga|sígue)nos en\b"
    r"|siga-nos n[ao]\b|seguici su\b|volg ons op\b|подписывайтесь на нас\b|[关關]注我[们們][:：]"
    r"|sign up (?:for (?:our|the|free|my|a free|more)|to (?:our|the|receive|get)|here|now|today)\b"
    r"|subscribe (?:to (?:our|the|us|get|receive|read|my)|here|now|today|for (?:free|more|full))\b"
    rf"|{_SIGN_UP}"
    r"|recommended (?:for you|by\b)"
    r"|your browser (?:does not|doesn['’]t) support|this video can ?not be played"
    r"|to (?:play|view|watch) this (?:video|content)[, ].{0,20}(?:need|enable)"
    r"|(?:a|een) versi(?:on|e) (?:of|van) (?:this|dit) (?:article|artikel) (?:appear|verscheen)"
    r"|this (?:site|form) is protected by"
    r"|except for the headline, this (?:story|article|copy)"
    r"|this (?:story|article) (?:has been|was) published from a\b.{0,24}\bfeed"
    r"|by (?:signing up|subscribing|clicking|providing|submitting|entering)\b.{0,48}"
    r"\b(?:you|i) (?:agree|consent)"
    r"|(?:our (?:articles|stories) may be )?republish(?:ed)? (?:our|this|online)\b"
    r"|(?:compartir|compartilhar|share|partager|condividi|teilen) (?:en|on|no|na|sur|su|auf|via)"
    r" (?:whatsapp|facebook|twitter|x\b|linkedin|telegram|e-?mail)"
    r"|baca (?:juga|berita|artikel)\b|sobre a firma\b|sobre la firma\b"
    r"|recurso exclusivo para assinantes|assine ou faça login"
    r"|(?:please )?(?:enable|activate|turn on) javascript\b"
    r"|(?:bitte )?aktivieren sie javascript|javascript måste vara påslaget|activez javascript"
    r"|(?:пожалуйста, )?включите javascript"
    r"|follow (?:the |our )?(?:[^\W\d]{2,20}['’]s )?(?:full |latest |live )?coverage (?:of|on|at)\b"
    r"|mehr zum thema|dieses thema im programm\s?:"
    r"|lesen sie (?:auch|mehr|hier|dazu|weiter)|lire aussi|lee también|leia também"
    r"|leggi anche|(?:подписывайтесь|подпишитесь|читайте|следите)\b.{0,40}\b(?:telegram"
    r"|телеграм\w*|max|вконтакте|дзен\w*)"
    r"|(?:相关|相關|延伸|推荐|推薦)(?:阅读|閱讀|新闻|新聞|报道|報導|专题|專題|文章|链接|連結)"
    r"|更多(?:精彩|内容请|资讯请|新闻请|相关(?:内容|新闻|报道|阅读|推荐))"
    r"|下[载載].{2,24}(?:应用程序|應用程式|客户端|客戶端|app)\s?[，,]|.{0,14}(?:用APP看|不漏接)"
    r"|扫一扫|扫描.{0,6}二维码|分享到|分享让更多人|(?:请)?关注.{0,12}(?:公众号|官方微[信博]|微信号)"
    r"|(?:請|请)?(?:繼續|继续)(?:往下)?(?:閱讀|阅读)|返回.{1,6}[，,]\s?查看更多"
    r"|.{0,30}(?:點|点)我(?:加入|下載|下载|看更多)"
    r"|(?:以上|本|该|此)?(?:文|内容|稿件?|信息|作品|站|网|平台)章?[^。]{0,30}"
    r"(?:(?:仅|僅|只)代表作者|不代表[^。]{1,12}(?:立场|立場|观点|觀點))"
    r"|.{0,60}(?:不构成[^。]{0,8}投资建议|不構成[^。]{0,8}投資建議|据此[^。]{0,6}风险自担)"
    r"|如对本?(?:文章?|稿件?|内容)有(?:任何)?(?:异议|疑问)"
    r"|本文(?:来自|來自|转载自|轉載自|首发于|首發於)[^。]{0,30}(?:公众号|公眾號|授权|授權)"
    r"|责任编辑|责编|関連記事|あわせて読みたい|(?:기사\s?)?제보는?\s"
    rf"|{ABOUT_WRITER}"
    r"|contact the (?:writer|author|reporter)\b"
    r"|all rights reserved|alle rechte vorbehalten"
    r"|(?:免责|免責|版权|版權|郑重|特别|广告|廣告)[声聲]明"
    r"|(?:©|copyright\b)[\s©(c)]{0,6}(?:\d{4}|riproduzione|riservata)|riproduzione riservata"
    # Whose a site is, or a picture.
    r"|©.{1,60}$"
    # What sells the rest of an article.
    r"|il vous reste \d|la suite est réservée|cet article est réservé aux"
    r"|[^、。]{1,12}は(?:有料会員限定|会員限定|有料)(?:記事)?(?:です|。)|残り\s?[\d,]+\s?文字"
    r"|(?:the rest of )?this (?:article|story|content|post) is (?:only |available |reserved ){0,2}"
    r"(?:for|to) (?:paying |registered )?(?:subscribers|members)"
    r"|(?:log in|register|sign in)(?: or register)? to (?:(?:continue|keep) reading"
    r"|(?:post|leave|add) (?:a )?comments?)|already a subscriber\?"
    r"|subscribe (?:now )?to (?:read|continue|keep reading|unlock)"
    r"|abbonati per (?:leggere|continuare)"
    r"|suscr[ií]b[ea](?:te|se) para (?:leer|seguir|continuar)|assine para (?:ler|continuar)"
    r"|abonnez-vous pour (?:lire|continuer|poursuivre)"
    r"|(?:подпишитесь|оформите подписку),? чтобы (?:про)?(?:читать|должить)"
    r"|[订訂][阅閱]后?(?:即可)?[继繼][续續]"
    r"|diese[rn]? (?:artikel|inhalt) (?:ist|können) (?:nur|exklusiv) |jetzt weiterlesen mit"
    r"|este (?:artículo|contenido) es (?:exclusivo|solo) para|conteúdo exclusivo para assinantes"
    r"|本文(?:为|為)(?:付费|付費|会员|會員)|(?:剩余|剩餘)\s?[\d.]+\s?%|(?:付费|登录|登入|登錄)后?(?:即可)?(?:阅读|查看|閱讀)(?:全文|剩余)"
    r"|[上下]一?[篇条條页頁则則](?:文章|新闻|新聞)?\s*[:：]"
    r"|(?:previous|next)(?: (?:article|post|story))?\s*:)",
    re.IGNORECASE,
)
#: Whose a text is: not to be copied.
_OWNED = late(
    r"(?:ошибк|помилк|опечат)\w{0,20}\W.{0,60}\bctrl\s?\+\s?enter"
    r"|^[^。不勿别別]*扫描[^。]{0,6}二维码[^。]{0,4}(?:关注|下载|加入)[^。]{0,4}$"
    r"|저작권자\s?[ⓒ©(<]|무단\s?전재|재배포\s?금지|無断転載"
    r"|(?:不得|谢绝|謝絕|严禁|嚴禁|请勿|請勿)[^。；;]{0,16}(?:转载|轉載)|(?:转载|轉載)[，,]?(?:请|請|须|須|需)",
    re.IGNORECASE,
)
#: Where a text was printed: "《湖边日报》（2024年3月1日 01 版）".
_PRINTED = late(
    r"\W{0,3}[\u3400-\u9fff\s]{2,16}\W{0,3}\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日"
    r"\W{0,6}(?:第\s*)?\w{1,3}\s*版[^。]{0,6}"
)
#: What a site says of itself below each text, behind a sign.
_SIGNED = late(r"[★☆■◆●※]\s?(?:《?[\u3400-\u9fff]{2,12}》?(?:提醒您|報料熱線|报料热线))")
#: Sentences begin with these, too: they lead on as a whole line, or before a colon or a link.
_WORDS = (
    r"(?:related(?: (?:articles?|stories|content|news|posts?|coverage|topics?|links|reading|videos?"
    r"|internet links))?|recommended(?: (?:reading|stories|articles|videos?))?"
    r"|more (?:stories|news|articles)|more on|watch(?: (?:now|live|more|also))?|subscribe|sign up"
    r"|follow us|share this|people are (?:also )?reading|most (?:read|popular)"
    r"|更多(?:新闻|新聞|报道|報導|阅读|閱讀|资讯|資訊)?)"
)
#: The same in other languages, as a whole line: what else is to be read.
_OTHERS = (
    r"(?:(?:ähnliche|weitere|verwandte) (?:artikel|beiträge|meldungen|nachrichten|themen)"
    r"|(?:das )?könnte (?:sie|dich|dir) (?:auch )?(?:interessieren|gefallen)"
    r"|articles? (?:liés|similaires|connexes|recommandés)|à lire (?:aussi|également|ensuite)"
    r"|sur le même (?:sujet|thème)|dans la même rubrique"
    r"|(?:noticias|notas|artículos|entradas) relacionad[ao]s|(?:también )?te puede interesar"
    r"|más noticias|(?:notícias|matérias|artigos) relacionad[ao]s|(?:veja|leia) (?:também|mais)"
    r"|(?:potrebbe|ti potrebbe|potrebbero) (?:anche )?interessarti(?: anche)?|articoli correlati"
    r"|lees (?:ook|meer)|gerelateerde (?:artikelen|berichten)"
    r"|(?:zobacz|czytaj|przeczytaj) (?:też|także|również|więcej)|läs (?:också|även|mer)|les også"
    r"|relaterade (?:artiklar|nyheter)|lue myös|ilgili (?:haberler|yazılar)"
    r"|(?:читайте|смотрите) (?:также|ещё|також)(?: по теме)?|(?:ещё )?по теме"
    r"|(?:похожие|другие) (?:новости|статьи|материалы)|новости по теме"
    r"|(?:berita|artikel) (?:terkait|lainnya)|(?:tin|bài(?: viết)?) liên quan|(?:xem|đọc) thêm"
    r"|関連(?:する)?(?:ニュース|記事|リンク)|(?:おすすめ|あわせて読みたい)(?:の)?(?:記事)?|관련\s?(?:기사|뉴스)"
    r"|(?:مواضيع|أخبار|مقالات) (?:ذات صلة|متعلقة)|אולי יעניין אותך)"
)
#: What a list of links below a text is called, before a colon.
_LISTS = (
    r"(?:tags?|schlagw(?:ort|orte|örter)|stichw(?:ort|orte|örter)|mots[- ]cl[ée]s|etiquetas?"
    r"|palavras[- ]chave|parole chiave|теги|теґи|метки|ключевые слова|tagi|słowa kluczowe|štítky"
    r"|etiketler|trefwoorden|avainsanat|nyckelord|kata kunci|từ khóa|タグ|キーワード|태그|标签|標籤"
    r"|teilen|compartir|compartilhar|partager|condividi|поделиться|udostępnij|paylaş|シェア|공유)"
)
#: What stands above an advertisement.
_ADVERT = (
    r"(?:(?:paid |sponsored )?(?:advertisements?|advertising|advert)|sponsored(?: content)?"
    r"|scroll to continue(?: (?:with content|reading))?"
    r"|dalsz[ay] (?:część|ciąg) (?:artykułu|materiału|tekstu) pod (?:\w+ ){0,2}\w+"
    r"|(?:article|story|content) continues (?:below|after)"
    r"(?: (?:this |the )?ad(?:vert(?:isement)?)?)?"
    r"|anzeigen?|werbung(?: überspringen)?|(?:passer la )?publicité"
    r"|la suite après (?:cette|la) publicité|publicidad"
    r"|(?:continua (?:após|depois d)a )?publicidade|pubblicità|publicitate|advertentie|reclame"
    r"|annons(?:e|er)?|annonce|mainos|reklam[ae]?|reklamı?|rekl[āa]ma|hirdetés|oglas|haberin devamı"
    r"|реклама(?: ?\d\d\+)?|διαφ[ηή]μιση|(?:ال)?إعلان(?:ات)?|اعلان|آگهی|تبلیغات|iklan|quảng cáo"
    r"|โฆษณา|विज्ञापन|বিজ্ঞাপন|פרסומת|广告|廣告|広告|광고)"
)
#: Who had a text in hand, and did not write it.
_DESK = (
    r"[\u4e00-\u9fff]{0,6}(?:编辑|編輯|责编|責編|校对|校對|审核|審核|编审|监制|監製|统筹)"
    r"(?:\s*[:：/|｜丨]\s*|\s+)[\u4e00-\u9fff·]{2,4}(?:\s+[A-Z]{2}\d{1,4})?(?![\u4e00-\u9fff])"
)
_ALONE = late(
    rf"\W*(?:{_ADVERT}(?:\s*\W\s*(?:scroll to continue|continue reading.{{0,20}}))?"
    rf"|{_WORDS}|{_OTHERS})\W*"
    rf"|\W*edit(?:ed|ing) by:?\s[^.,]{{3,40}}\.?"
    r"|\W*(?:editora?|edición|edição|redaktion|rédaction|redazione|redactie|редактор|تحرير|編集)\s?[:：]\s?[^.,:。]{2,40}"
    rf"|\W*(?:{_DESK}\s*){{1,4}}\W*\d{{0,8}}"
    r"|\W*(?:文章|稿件|信息|内容|原文|资料)(?:来源|來源)\s*[:：][^。]{1,30}"
    r"|\W*举报\s?[/／]\s?反馈\W*"
    r"|\W*(?:打开|打開|展开|展開|阅读|閱讀|查看)全文\W*|\W*(?:riproduzione riservata)\W*",
    re.IGNORECASE,
)
_BEFORE = late(
    rf"\W*(?:{_WORDS}(?: [^\W\d]{{1,16}}){{0,3}}|{_LISTS}|{_ADVERT})\s*[:：]", re.IGNORECASE
)
_BEGINS = re.compile(rf"\W*{_WORDS}(?!\w)", re.IGNORECASE)
#: Share of links from which on a line that can lead on does.
LINKED = 0.4
#: A line ends as no heading does.
_SENTENCE = frozenset('.。!！?？,，;；"”»')


def leads_on(line: str, linked: int) -> bool:
    """Whether a line leads to other pages, sells, or says whose a text is.

    Parameters
    ----------
    linked
        Characters of it that stand in links.
    """
    start = line[:_SEEN]
    if _LEADS_ON.match(start) or is_label_line(line) or _OWNED.search(line):
        return True
    if _BEFORE.match(start) or _SIGNED.match(start) or _PRINTED.fullmatch(line):
        return True
    return linked >= LINKED * len(line) and bool(_BEGINS.match(start))


def is_on_writer(line: str) -> bool:
    """Whether a line says that it tells of who wrote a text."""
    return _ON_WRITER.match(line) is not None


def is_label_line(line: str) -> bool:
    """Whether a line says that an advertisement follows it, or something else to read."""
    return len(line) <= MAX_LABEL and bool(_ALONE.fullmatch(line))


def heads_links(line: str) -> bool:
    """Whether a line without a link can be the heading of a list of them."""
    return 0 < len(line) <= MAX_LABEL and line.rstrip("….")[-1:] not in _SENTENCE
