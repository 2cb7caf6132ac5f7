"""What sites of the world write when they do not show a page.

Phrases by kind of wall, in Chinese, English, Japanese, French, German, Russian, Spanish,
Vietnamese and Korean. They are looked for in lower-case passages whose white space is
collapsed. No site, no software: sentences of the trade.
"""

from __future__ import annotations

import re

from fpcrawl.patterns import late

__all__ = ["ASIDE", "FOR_THIS", "GREETING", "LOGIN_TITLE", "NOT_LOGGED_IN", "PHRASES", "TITLES"]


def _any(*patterns: str) -> re.Pattern[str]:
    return late("|".join(f"(?:{pattern})" for pattern in patterns))


#: Kind -> phrases; the first kind that fits counts.
PHRASES: dict[str, re.Pattern[str]] = {
    "browser_check": _any(
        r"checking (?:your browser|if the site connection is secure)",
        r"verif(?:y|ying) (?:that )?your browser",
        r"^just a moment\b",
        r"ddos[- ]protection",
        r"(?:enable|turn on|activate|needs?|requires?) javascript",
        r"javascript (?:is|must be|has to be) (?:disabled|enabled|required|turned off)",
        r"(?:检查|检测|檢查|验证)(?:您|你)?的?浏览器",
        r"(?:启用|开启|打开|啟用|開啟|不支持|禁用了?) ?(?:浏览器的? ?)?javascript",
        r"javascriptを有効",
        r"activer javascript|javascript est désactivé",
        r"javascript (?:aktivieren|ist deaktiviert)|überprüfung ihres browsers",
        r"включите javascript|проверка (?:вашего )?браузера",
        r"(?:active|habilite|habilitar|activar) javascript|comprobando (?:su|tu) navegador",
        r"(?:bật|kích hoạt) javascript|kiểm tra trình duyệt",
    ),
    "captcha": _any(
        r"(?:complete|solve|enter|fill|type).{0,40}captcha",
        r"(?:not|are you) a (?:ro)?bot",
        r"you(?:'re|’re| are) (?:a )?human",
        r"human verification|security (?:check|verification)|unusual traffic",
        r"(?:输入|輸入|填写|填寫|完成|通过|通過)[^。]{0,12}(?:验证码|驗證碼|安全验证|安全驗證)",
        r"人机验证|人機驗證|安全验证|安全驗證|滑动验证|滑動驗證|不是机器人|不是機器人",
        r"画像認証|ロボットではありません|ロボットでないこと",
        r"(?:pas|n'êtes pas) un robot|vérification de sécurité",
        r"kein roboter|sicherheits(?:überprüfung|abfrage)",
        r"не робот|проверка безопасности|введите (?:код|символы) с (?:картинки|изображения)",
        r"no (?:soy|eres|es) un robot|verificación de seguridad",
        r"không phải (?:là )?(?:người máy|robot)|nhập mã (?:xác nhận|xác minh)",
        r"로봇이 아닙니다|자동 ?등록 ?방지",
    ),
    "banned": _any(
        r"you (?:have been|are|were) (?:permanently |temporarily )?(?:banned|blocked|suspended)",
        r"(?:your|this) (?:ip|account|access|address|host|network)\b.{0,40}"
        r"\b(?:banned|blocked|blacklisted|suspended)",
        r"(?:ip|账号|帐号|帳號|账户|帐户|用户组|訪問|访问)[^。]{0,16}"
        r"被?(?:禁止访问|禁止訪問|封禁|封锁|封鎖|屏蔽|拉黑|拦截|攔截)",
        r"(?:您|你|已)被(?:禁止|封|屏蔽|拉黑)",
        r"アクセス(?:が|は|を)?(?:禁止|拒否|ブロック|遮断)",
        r"(?:été|êtes) (?:définitivement )?(?:banni|bloqué|exclu)",
        r"(?:wurden?|wurdest|sind|bist|ist)\b.{0,40}\b(?:gesperrt|gebannt|blockiert)",
        r"(?:вы|ваш|доступ)[^.]{0,40}(?:заблокирован|забанен)",
        r"(?:ha|has|está|estás|sido|su ip)\b.{0,30}(?:banead|bloquead|expulsad)[oa]",
        r"(?:đã )?bị (?:cấm|chặn|khóa)",
        r"차단(?:되었|된)",
    ),
    "rate_limited": _any(
        r"too many (?:requests|connections|attempts)",
        r"rate limit|request limit|flood control",
        r"(?:requests?|searching|posting|browsing|going) too (?:fast|often|frequently|quickly)",
        r"slow down",
        r"(?:wait|every) (?:at least )?\d+ (?:more )?(?:seconds|minutes)",
        r"(?:请求|訪問|访问|操作|搜索|刷新|請求|点击)[^。]{0,8}(?:过于?|太|過於?)(?:频繁|快|頻繁|多)",
        r"两次[^。]{0,12}间隔|兩次[^。]{0,12}間隔",
        r"(?:时间|時間)をおいて|しばらく(?:して|経って|時間|お待ち)|アクセスが(?:集中|多)",
        r"trop de (?:requêtes|connexions|tentatives)",
        r"zu viele (?:anfragen|zugriffe|verbindungen|versuche)",
        r"слишком (?:много|часто|быстро)|превышен.{0,20}(?:лимит|числ|запрос)",
        r"demasiad[ao]s (?:peticiones|solicitudes|consultas|conexiones|intentos)",
        r"quá nhiều (?:yêu cầu|truy cập|lần)|thao tác quá nhanh",
        r"요청이 너무 많",
    ),
    "closed": _any(
        r"(?:site|board|forum|forums|website|server)\b.{0,30}\b(?:under|down for|in)\b.{0,24}"
        r"maintenance",
        r"(?:board|forum|forums|site)\b.{0,20}\b(?:currently|temporarily) "
        r"(?:closed|disabled|offline|unavailable)",
        r"(?:站点|站點|网站|網站|论坛|論壇|本站|系统|系統)(?:目前|现在|現在)?"
        r"(?:正在|暂时|暫時|临时|臨時|已经?|进行|進行|处于|處於)+[^。]{0,4}(?:维护|維護|关闭|關閉|升级|升級)",
        r"メンテナンス(?:中|のため)",
        r"(?:site|forum)\b.{0,30}\b(?:en|est) (?:maintenance|fermé)",
        r"wartungs(?:arbeiten|modus)|(?:forum|seite)\b.{0,30}\b(?:gewartet|geschlossen)",
        r"(?:сайт|форум)[^.]{0,30}(?:закрыт|отключ|обслужив)|технические работы",
        r"(?:sitio|foro)\b.{0,30}\b(?:mantenimiento|cerrado)",
        r"(?:diễn đàn|trang web)[^.]{0,20}(?:bảo trì|đóng cửa)",
        r"점검 ?중",
    ),
    "login": _any(
        r"(?:must|need to|have to|required to|please|should)\b(?: \w+){0,6}? "
        r"(?:log(?:ged)?[- ]?(?:in|on)|sign(?:ed)?[- ]?in|login)\b",
        r"(?:^|\b)(?:log|sign) ?in (?:first|to (?:view|see|read|continue|access|proceed))",
        r"not (?:currently )?(?:logged|signed)[- ]in",
        r"(?:only|for|restricted to) (?:registered|logged[- ]in|signed[- ]in) (?:users|members)",
        r"(?:login|sign[- ]in|authentication|registration) (?:is )?required",
        r"session (?:has |is )?(?:expired|timed out)|guests (?:cannot|can't|may not)",
        r"(?:请|請|需要?|必[须須]|要|须|須)(?:您|你)?(?:先|重新|首先)?(?:注[册冊]|註冊)?"
        r"(?:并|後|后|或|、|和)?登[录錄陆陸入]",
        r"(?:尚未|还没有?|還沒有?|没有|沒有|未)登[录錄陆陸入]",
        r"登[录錄陆陸入](?:后|後|之后)?(?:才能|方可|才可以?|可以?|再)?(?:继续|查看|浏览|瀏覽|访问|訪問|阅读)",
        r"登[录錄陆陸入](?:状态)?(?:已经?)?(?:过期|失效|超时|逾時|過期)|(?:游客|遊客|访客)(?:无法|不能|没有|無法)",
        r"ログイン(?:して(?:ください|下さい)|が必要|する必要|していません|してから|後に)|(?:会員|メンバー)(?:限定|専用)",
        r"(?:devez|veuillez|faut|n'êtes pas)\b.{0,24}(?:connect|identifi|authentifi)",
        r"réservée? aux (?:membres|utilisateurs)",
        r"(?:müssen|musst|bitte)\b.{0,40}(?:anmelden|einloggen|angemeldet|eingeloggt)",
        r"nicht (?:angemeldet|eingeloggt)|nur für (?:registrierte|angemeldete)",
        r"(?:необходимо|нужно|требуется|пожалуйста|должны|следует)[^.]{0,40}"
        r"(?:войти|войдите|авториз|войдя|вход)",
        r"вы не (?:авторизованы|вошли)|только (?:для )?зарегистрированны",
        r"(?:debes?|necesita|por favor|tienes? que|es necesario)\b.{0,30}"
        r"(?:inici[ae]r? sesión|identific|conectado|registrado)",
        r"no (?:has|ha) iniciado sesión|solo (?:para )?(?:usuarios|miembros) registrados",
        r"(?:cần|phải|vui lòng|hãy|chưa)[^.]{0,20}đăng nhập",
        r"로그인(?:이 필요|을 해|해 ?주|하세요|하셔야|후 이용| 후)",
    ),
    "permission": _any(
        r"(?:do not|don't|don’t) have (?:\w+ ){0,3}(?:permissions?|access|privileges?|rights?)",
        r"not (?:authori[sz]ed|allowed|permitted) to (?:view|read|access|see|enter)",
        r"(?:access|permission) (?:is |was )?denied|off[- ]limits to you",
        r"insufficient (?:permissions?|privileges?)",
        r"(?:没有|沒有)[^。，,]{0,12}(?:权限|權限)",
        r"(?:无|無)(?:访问|訪問|浏览|瀏覽|查看|阅读|閱讀|操作|此|该|該|相应|相應)(?:权限|權限)",
        r"(?:权限|權限)不(?:足|够|夠)|(?:无权|無權)",
        r"(?:用户组|用戶組|用户級|用户级别)[^。]{0,16}(?:无法|不能|無法|禁止)",
        r"権限が(?:ありません|ない|不足)|(?:閲覧|アクセス)(?:する)?(?:権限|許可)",
        r"(?:pas|aucune?) (?:la |l'|les |d')?(?:permission|autoris|droits?)",
        r"accès (?:refusé|interdit)",
        r"keine (?:\w+ )?(?:berechtigung|zugriffsrechte|rechte|erlaubnis)|nicht berechtigt"
        r"|zugriff verweigert",
        r"(?:нет|недостаточно) (?:прав|доступа|разрешени)|доступ (?:запрещ|закрыт|ограничен)",
        r"no (?:tienes?|posees?|dispones?)\b.{0,20}permisos?|acceso (?:denegado|restringido)"
        r"|no (?:está|estás) autorizad",
        r"không (?:có|đủ) quyền|truy cập bị từ chối",
        r"권한이 (?:없|부족)|접근(?:이)? (?:거부|금지)",
    ),
    "cookies": _any(
        r"(?:enable|accept|allow|turn on|requires?|needs?)\b.{0,24}\bcookies?\b",
        r"cookies? (?:are|is|must be|have to be|need to be) (?:disabled|enabled|required|accepted)",
        r"(?:启用|开启|打开|允许|接受|啟用|開啟|允許)[^。]{0,8}cookies?",
        r"(?:cookies?|クッキー)(?:の使用)?を(?:有効|許可|受け入れ)",
        r"(?:activ|accept|autoris)\w*\b.{0,24}\bcookies",
        r"cookies\b.{0,30}(?:aktivier|akzeptier|zulassen|zustimm)"
        r"|(?:aktivier|akzeptier)\w*\b.{0,24}\bcookies",
        r"(?:включ|разреш|прин[яи])[^.]{0,24}(?:cookie|куки)",
        r"(?:activ|acept|habilit|permit)\w*\b.{0,24}\bcookies",
        r"(?:bật|cho phép|chấp nhận)[^.]{0,16}cookie",
        r"쿠키(?:를)? (?:허용|사용)",
    ),
}

#: Behind a call to log in: what a guest cannot do on a page that guests can read.
ASIDE = _any(
    r"\b(?:reply|respond|post|comment|vote|rate|download|upload|attach|participate|join|write"
    r"|answer|subscribe|follow|like|start|create|bookmark|poll)",
    r"回帖|回复|回覆|回應|回应|发帖|發帖|发表|發表|评论|評論|留言|下载|下載|上传|投票|参与|收藏|发言|點評|点评|附件",
    r"返信|投稿|コメント|書き込|ダウンロード",
    r"répondre|commenter|poster|participer|voter|télécharger",
    r"antworten|kommentieren|schreiben|beitrag|abstimmen|herunterladen|posten",
    r"ответ|комментир|писать|голосовать|скачать|оставлять|оставить|сообщени",
    r"responder|comentar|publicar|votar|descargar|participar",
    r"trả lời|bình luận|gửi bài|viết bài|tải",
    r"댓글|답글|글쓰기|다운로드",
)

#: How the line begins that greets guests on every page: "Welcome, Guest. Please login."
GREETING = re.compile(
    r"\W{0,3}(?:welcome|hello|hi|hey|greetings|guest|willkommen|hallo|gast|bienvenue|bonjour|invité"
    r"|bienvenid[oa]s?|hola|invitado|bem[- ]vindo|olá|benvenut[oi]|ciao|ospite|welkom|witaj|witamy"
    r"|gość|vítejte|välkommen|velkommen|tervetuloa|üdvözöl|hoş ?geldin|merhaba|добро пожаловать"
    r"|здравствуй(?:те)?|привет|гость|ласкаво просимо|вітаю|欢迎|歡迎|您好|你好|游客|遊客"
    r"|ようこそ|こんにちは|ゲスト|환영|안녕|xin chào|chào|selamat datang|أهلا|مرحبا|ברוך)(?!\w)"
)
#: All that boards tell guests on every page, the ways in and to an account behind it included.
NOT_LOGGED_IN = late(
    r"\W{0,3}(?:you (?:are|have) not (?:been )?(?:logged|signed) in|you're not logged in"
    r"|not logged in"
    r"|(?:sie sind|du bist) nicht (?:angemeldet|eingeloggt)|nicht angemeldet"
    r"|vous n['’]êtes pas (?:identifié|connecté)(?:\(e\))?|non connecté"
    r"|(?:usted )?no (?:ha|has) iniciado sesión|no está(?:s)? (?:identificado|conectado)"
    r"|non (?:hai|ha) effettuato l['’]accesso|non sei (?:collegato|loggato|autenticato)"
    r"|(?:je bent |u bent )?niet ingelogd|nie jesteś zalogowany|není(?:te)? přihlášen\w?"
    r"|вы не (?:вошли|авторизованы|авторизировались|зарегистрированы)"
    r"|ви не (?:увійшли|авторизовані)"
    r"|você não (?:está|fez) (?:logado|conectado|login)"
    r"|(?:您|你)(?:还|還|尚)?(?:没有|未|沒有)登[录錄陆陸入]"
    r"|ログインしていません|로그인하지 않았습니다)\W{0,3}(?:[^\W\d_][^\[\](){}]{0,60}[\])]\W{0,3})?"
)
#: Behind a call to log in: it is for what stands, or would stand, on this page.
FOR_THIS = _any(
    r"^\W{0,3}(?:\w+\W+){0,4}?to (?:view|see|read|access|continue|proceed|enter|open)\b",
    r"\bin order to\b",
    r"查看|浏览|瀏覽|阅读|閱讀|访问|訪問|继续|繼續",
)

LOGIN_TITLE = _any(
    r"(?:log|sign)[- ]?(?:in|on)(?: (?:to|or register|/ register|page|required).{0,40})?",
    r"(?:please |you must )(?:log|sign) ?in.{0,40}",
    r"(?:member|user|account|forum) (?:log|sign)[- ]?in",
    r"(?:用户|会员|會員|帐号|账号)?登[录錄陆陸入](?:页面?|论坛|系统)?|请先?登[录陆入]|請先?登[錄陸入]",
    r"ログイン(?:画面|ページ)?|connexion|se connecter|identification|anmelden|anmeldung|einloggen",
    r"вход(?: на (?:сайт|форум))?|авторизация|войти",
    r"iniciar sesión|inicio de sesión|acceder|identificarse|entrar|đăng nhập|로그인",
)

#: Kind -> what the title or the main heading of such a page is, as a whole.
TITLES: dict[str, re.Pattern[str]] = {
    "browser_check": _any(
        r"just a moment\.*",
        r"ddos.{0,3}(?:guard|protection).{0,30}",
        r"checking your browser.{0,30}",
        r"(?:one moment|please wait)(?:, please)?\.*",
        r"请稍候…?|浏览器(?:安全)?(?:检查|验证)",
    ),
    "captcha": _any(
        r"(?:security|human|robot|bot) (?:check|verification|challenge)",
        r"(?:re)?captcha.{0,20}",
        r"attention required!?.{0,20}",
        r"are you (?:a )?(?:human|robot).{0,10}",
        r"(?:安全|人机|滑动|访问)验证(?:码|页面|中心)?|验证码",
    ),
    "banned": _any(
        r"(?:you (?:have been|are) |ip |access )(?:banned|blocked)",
        r"(?:ip)?(?:已被)?(?:禁止访问|封禁)",
    ),
    "rate_limited": _any(r"(?:429\W*)?too many requests", r"rate limit.{0,20}", r"访问过于频繁"),
    "permission": _any(
        r"(?:access|permission) denied",
        r"(?:(?:error )?403\W*)?forbidden",
        r"no permission.{0,20}",
        r"(?:没有|无)(?:访问)?权限|访问被拒绝",
        r"accès (?:refusé|interdit)|zugriff verweigert|доступ запрещ[её]н|acceso denegado",
    ),
}
