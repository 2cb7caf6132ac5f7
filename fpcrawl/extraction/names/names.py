"""Names of people in lines that tell who wrote something."""

from __future__ import annotations

import re
import unicodedata

from fpcrawl.extraction.text import DOTS, KEPT, squeeze
from fpcrawl.extraction.vocabulary import ABOUT_WRITER, NOT_NAMES
from fpcrawl.pages.dates import find_times
from fpcrawl.pages.dates_words import WEEKDAYS
from fpcrawl.patterns import late

__all__ = [
    "ARABIC_JOINER",
    "FAMILY",
    "JOINERS",
    "NAMES",
    "SMALL_JOINERS",
    "are_koreans",
    "is_affiliation",
    "is_bare_name",
    "is_editor",
    "is_group",
    "is_han_name",
    "is_label",
    "is_labelled",
    "is_name",
    "is_office",
    "is_own_name",
    "is_person",
    "is_short_name",
    "join_names",
    "koreans_of",
    "report_of",
    "spaced",
    "split_names",
    "unpadded",
    "without_calling",
]

#: For whom a reporter works, before the word for one: "澎湃新闻记者".
_PAPER = (
    "(?:[\u3400-\u9fff]{0,8}(?:新闻|新聞|报|報|网|網|社|台|刊|经|经济|媒体|融媒|客户端|视频)"
    "|首席|特约|特約|特派|实习|實習|见习|見習|专访)"
)
#: What stands before a name, at the start of a line.
_LABEL = late(
    r"^\W*(?:(?:(?:article|story|text|words|written|posted|published|submitted|reported"
    r"|created|opinion|analysis|review|commentary|column|essay|interview|guest (?:post|column))"
    r"\s+)?by|(?:(?:geschrieben|verfasst|veröffentlicht|erstellt|(?:ein(?:e)?\s+)?(?:artikel|bericht"
    r"|beitrag|gastbeitrag|interview|kommentar|reportage|text|analyse|kolumne|rezension|essay"
    r"|glosse|porträt))\s+)?von|aus\s[^\W\d_]{2,20}\sberichtet"
    r"|(?:(?:écrit|rédigé|publié|posté|proposé|propos recueillis)\s+)?par"
    r"|de notre (?:correspondante?|envoyée? spéciale?)"
    r"|dall?a? nostr[oa] (?:inviat[oa]|corrispondente)"
    r"|(?:(?:escrito|redactado|publicado|postado|enviado)\s+)?por"
    r"|(?:scritto|pubblicato)\s+da|a cura di|(?:(?:geschreven|geplaatst)\s+)?door"
    r"(?: (?:onze (?:redacteur|correspondent|verslaggever)))?"
    r"|(?:(?:skriven|skrevet|publicerad|publisert)\s+)?a[fv]|(?:napisane|opublikowane)\s+przez"
    r"|автор (?:статьи|материала|текста)|authors?|autor(?:in|e[ns]?|a|i)?|auteurs?|text|tekst"
    r"|текст|авторы?|di|penulis|oleh|yazan"
    r"|(?:reporter|writer|journaliste?|журналист|корреспондент|periodista|reportero|redactora?"
    r"|redakteur(?:in)?|texto?(?: y fotos)?|testo|teksti|szerző|írta|piše|пише|napisala?|autorka?"
    r"|yazar|haber|muhabir|opracowanie|escribe|إعداد|ライター"
    r"|words|texte(?: et photos)?|подготовила?|материал подготовила?|reportagem|redação|redacción"
    r"|الكاتبة?|المؤلف|المراسلة?|كتابة|bài(?: (?:viết|và ảnh))?|thực hiện)"
    r"(?=\s*[:：])|เรื่อง(?=\s*[:：].{2,60}\sภาพ)|(?:เขียน|เรียบเรียง)โดย|ผู้เขียน|bởi"
    r"|(?-i:Корреспондент|Автор|Журналист)(?=\s[А-ЯЁ][а-яё]+\s[А-ЯЁ][а-яё])"
    r"|(?-i:PV\.?|Phóng viên)(?=\s[A-ZĐ])"
    # In the names of Latins "Theo" is one of them.
    r"|(?-i:Theo|THEO)(?=\s[^,.;:\n]{0,30}[ăâđêôơưĂÂĐÊÔƠƯ\u1ea0-\u1ef9][^,.;:\n]{0,20}$)"
    r"|napsala?|беседовала?|γράφ(?:ει|ουν) (?:ο|η|οι)|από"
    r"|(?:采写|採訪|供稿|投稿|报道|報導|報道)(?=\s*[:：]\s*[\u3400-\u9fff]{2,12}(?:\W|$))"
    r"|tác giả|forfatter|författare|بقلم|كتب[هت]?|نویسنده|מאת|โดย|लेखक"
    rf"|{_PAPER}(?:记者|記者)|投稿者|執筆者?|筆者|원저자|(?:기자|작성자|글쓴이)(?=\s*(?:[:：]|$))|(?:작성자|글쓴이|기자명)(?=\s[가-힣]{{2,4}}(?:\W|$))|글(?:\s?[·ㆍ/]\s?사진)?|(?:取材|聞き手|構成)(?:・構成|・?文)?|原作者|作者|著者|撰稿人?|撰文者?|记者|記者|通讯员|本报记者|文|发[布稿]人|发布者|發布者|责任编辑|責任編輯|责编|编辑|編輯)"
    r"(?:\s*[:：/／●]\s*|(?<=[\u3400-\u9fff])\s?[|｜丨＝・]\s?(?!$)|\s+|$)",
    re.IGNORECASE,
)
_ABOUT = late(rf"\W*(?:{ABOUT_WRITER})", re.IGNORECASE)
_EDITOR = re.compile(
    r"^\W*(?:(?:责任|責任|执行|執行|视觉|視覺|美术|美術)?(?:编辑|編輯|編集)|[责責美主编編][编編校]"
    r"|校对|校對|审核|審核|审校|審校|监制|監製|edit(?:ed|ing|or)|edição|edición|edizione|редактор"
    r"|biên tập|편집|تحرير|บรรณาธิการ)",
    re.IGNORECASE,
)
#: What ends a list of names.
_END = late(
    r"\s*(?:[|•▪●\n\t]|\s[-–—]\s|\b(?:updated|published|posted|last|via|email|follow|publiée?"
    r"|mis à jour|veröffentlicht|aktualisiert|pubblicato|publicado|actualizado|atualizado"
    r"|kommentare)\b"
    r"|\s(?:on|in|at|for|from|is|was|has|am|um|(?-i:le|el|il|em|den|avec(?=\s[A-Z]{2})))(?=\s|$)"
    r"|\s(?:photos?|photography|pictures?|fotos?|illustrations?|video)\s(?:by|von)\s|\s사진\s|\sen$"
    r"|\s(?:نُ?شرت?|تم النشر|آخر تحديث|تحديث)(?=\s|$)|\s(?:เผยแพร่|โพสต์|อัปเดต|อัพเดท|ปรับปรุง)"
    r"|\s(?:입력|수정|작성|등록|업데이트)(?=\s|$)|\s(?:cập nhật|xuất bản|đăng (?:ngày|lúc))(?=\s|$)"
    # The label of what follows: "Anna Schmidt Datum: 4. März", "张三 图/李四".
    r"|\s[^\W\d_]+\s?[:：]|\s(?:图片?|圖片?|[摄攝]影?|视频|視頻|制图|剪辑|[编編][辑輯])\s?[/／|｜丨]"
    r"|\s(?:[摄攝撮]影|写真)(?:・[^\W\d_]{1,4})?\s?[\s/／|｜丨＝・]"
    r"|\s[\u3400-\u9fff]{1,4}(?:编辑|編輯)"
    r"|\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*\.?\s+\d"
    r"|(?<=[a-z])(?=(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)\w*\.?\s+\d)"
    r"|(?:来源|來源|发布|發布|发表|發表|投稿日|掲載|时间|時間|日期|阅读|浏览|点击|公開|更新|责任编辑|責任編輯|责编|编辑|校对|校對|审核|審核)|(?<=\s)\d)",
    re.IGNORECASE,
)
#: What stands behind a name in brackets: where its bearer is, and for whom.
_ASIDE = re.compile(r"(?<=[^\W\d_])\s*[(（][^()（）]{1,60}[)）]")
#: Where a foreigner is from, before his name: "（美）", "[英国]".
_NATION = late(r"[（(\[【〔](?:[\u3400-\u9fff]国?)[)）\]】〕]")
#: Who took the pictures, before the word for them: "李四/图".
_PICTURES = late(r"[\u3400-\u9fff]{2,4}(?<!文)\s?[/／]\s?[图圖摄攝][\u3400-\u9fff]{0,3}")
#: A word for a day, before the rest of a label: "Data publicării".
_DAY_WORD = re.compile(
    r"(?:data|date|datum|fecha|дата|dátum|publication|time)(?=\s)", re.IGNORECASE
)
#: With what nearly all Chinese family names begin. Between two names a blank stands for a comma,
#: in a Japanese one it stands behind the family's.
FAMILY = (
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾萧蕭肖田董袁潘于於"
    "蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范範金石廖贾賈夏韦韋傅付方白邹鄒孟熊秦邱江尹薛闫閻段雷侯"
    "龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯常温溫康施文牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯"
    "岳翟殷詹申欧歐耿关關兰蘭焦俞左柳甘祝包宁寧尚符舒阮柯纪紀梅童凌毕畢单單季裴霍涂塗成苗谷盛曲翁冉骆駱蓝藍路游辛靳欧阳"
    "管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟艾尤阳陽时時穆农農司卓古吉缪繆简簡车車项項连連芦蘆麦麥褚娄婁窦竇戚岑景党黨宫宮费費"
    "卜冷晏席卫衛米柏宗瞿桂全佟应應臧闵閔苟邬鄔边邊卞姬师師和仇栾欒隋商刁沙荣榮巫寇桑郎甄丛叢仲虞敖巩鞏明佘池查麻苑迟遲邝鄺"
)
#: Names of Chinese, where something says that they are names.
NAMES = rf"[{FAMILY}][\u4e00-\u9fff]{{1,2}}(?:[\s、,，]+[{FAMILY}][\u4e00-\u9fff]{{1,2}})*"
#: Who reports, and from where: "記者張三／台北報導", "社會中心／張三報導".
_REPORT = late(
    rf"(?:(?:[记記]者|[编編][辑輯]|(?:中心|[組组部])\s?[／/])\s?({NAMES})\s?"
    r"(?:(?:[／/]\s?)?[\u4e00-\u9fff]{2,8})?"
    rf"|({NAMES})\s?[／/]\s?[\u4e00-\u9fff]{{2,8}})(?:報導|报道|報道|專訪|专访)"
)
#: The same behind the name of a paper, each part behind a stroke.
_PARTED_REPORT = re.compile(r"[／/]\s?[\u4e00-\u9fff]{2,8}(?:報導|报道|報道|專訪|专访)")
_KOREAN_FAMILY = (
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진나지엄채원천방공현함변염여추"
    "도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용예경봉"
)
#: Names of Koreans before their calling: "정하늘·김바다 기자".
_KOREANS = late(
    rf"(?<![\uac00-\ud7a3])((?:[{_KOREAN_FAMILY}][\uac00-\ud7a3]{{1,3}}\s?[·ㆍ,]\s?){{0,6}}"
    rf"[{_KOREAN_FAMILY}][\uac00-\ud7a3]{{1,3}}?)\s*"
    r"(?:(?:선임|전문|인턴|객원|수습|온라인|디지털|사진)\s?|(?:[\uac00-\ud7a3]{2,5}\s)?(?=특파원))?"
    r"(?:기자|특파원|논설위원|편집위원)(?=기자|\W|$)"
)
#: Names of Koreans that a dot parts, with nothing that says that they are names.
_KOREANS_ALONE = late(
    rf"[{_KOREAN_FAMILY}][\uac00-\ud7a3]{{2}}(?:\s?[·ㆍ]\s?[{_KOREAN_FAMILY}][\uac00-\ud7a3]{{2}})+"
)
#: Words before a calling that begin as names do.
_KOREAN_WORDS = frozenset(
    "전문 선임 사진 문화 경제 정치 사회 국제 산업 증권 금융 과학 의학 전국 종합 현장 연예 방송 "
    "부동산 본지 인턴 기자 우리 해외 해당 도쿄 모스크바 자유 명예 주재 여행".split()
)
#: Frequent family names of Japan that are no names of its prefectures.
_JAPAN = (
    "佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邉 渡邊 渡部 山本 中村 小林 加藤 吉田 山田 佐々木 "
    "松本 井上 木村 斎藤 齋藤 斉藤 清水 山崎 池田 橋本 阿部 石井 小川 前田 岡田 長谷川 "
    "藤田 後藤 近藤 村上 遠藤 青木 坂本 西村 太田 藤井 岡本 松田 中川 中野 原田 小野 "
    "田村 竹内 金子 和田 中山 石田 上田 柴田 酒井 工藤 横山 内田 高木 安藤 島田 谷口 "
    "今井 丸山 藤本 村田 武田 上野 杉山 増田 小島 平野 大塚 菅原 久保 松井 千田 岩崎 "
    "桜井 櫻井 木下 野口 松尾 野村 菊地 菊池 佐野 大西 杉本 新井 浜田 古川 市川 水野 "
    "小松 島崎 高田 大野 高野 吉川 山内 西田 東野 服部 樋口 福田 川口 川崎 飯田 久保田 "
    "平田 北村 本田 五十嵐 安田 関口 中島 中嶋 中田 辻本 矢野 飯塚 荒井 荒木 大島 吉村 "
    "吉岡 熊谷 永井 土屋 石原 大谷 川上 河野 黒田 松岡 望月 森田 森本 三浦 三宅 内藤 "
    "西川 田口 田辺 片山 早川 秋山 尾崎 岡崎 宮本 宮田 小池 小山 成田 栗原 須藤 堀内 "
    "岩田 岩本 八木 馬場"
).split()
_JAPANESE_NAME = late(
    rf"(?:{'|'.join(_JAPAN)})(?:[\u3400-\u9fff々]{{1,3}}| [\u3041-\u30ff\u3400-\u9fff々]{{1,4}})"
)
_JAPANESE_SPACED = late(
    rf"(?<![\u3400-\u9fff])({'|'.join(_JAPAN)})[ \u3000](?![{FAMILY}][\u3400-\u9fff]{{2}}(?!\w))"
    r"([\u3041-\u30ff\u3400-\u9fff々]{1,3})(?![\u3400-\u9fff:：])"
)
#: What joins the names of several people, in capitals too, and in small letters alone.
JOINERS, SMALL_JOINERS = "and|und|et|og|och|y|e|en", "и|та|dan|ve|ja|és|și|oraz|và|และ"
#: The same in Arabic, where it is the first letter of the next name: there are given names that
#: begin with it, and "ولد" is "son of".
ARABIC_JOINER = (
    r"(?<=[\u0620-\u064a])\sو(?!(?:ليد|ائل|سام|فاء|جدي|حيد|داد|هيب|هبي?|هبة|صفي|لاء|اصل|سيم"
    r"|جيه|ضاح|ديع|ردة?|جدان|رقة|لد)\b)(?=[\u0620-\u064a]{2,}\s[\u0620-\u064a])"
)
_BETWEEN = late(
    rf"\s*(?:[,;、，；/／&](?:\s+(?:{JOINERS}|with)\s)?"
    rf"|\s+(?:{JOINERS}|with|(?-i:{SMALL_JOINERS}"
    # "Ana Horvat i Ivo Babić", but "Josep Puig i Cadafalch".
    r"|i(?=\s[^\W\d_]+\s[^\W\d_])))\s|"
    rf"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])|{ARABIC_JOINER})\s*",
    re.IGNORECASE,
)
#: Family and given name, neither of which begins as the names of two Chinese do.
_JAPANESE = late(
    rf"(?<![\u3400-\u9fff])((?![{FAMILY}])[\u3400-\u9fff]{{1,3}}) "
    rf"((?![{FAMILY}])[\u3400-\u9fff]{{1,3}})(?![\u3400-\u9fff:： ])"
)
#: Two characters in the breadth of three: a Chinese name, and a label.
_PADDED = late(
    rf"(?<![\u3400-\u9fff])(?:(?!文)([{FAMILY}])[ \u3000]{{1,2}}"
    r"([\u3400-\u9fff])(?![\u3400-\u9fff])"
    r"|([\u3400-\u9fff])[ \u3000]{1,4}([\u3400-\u9fff])(?=\s?(?:[:：]|$)))"
)
_TRIM = " \t\r\n.,;:：，；、|*" + DOTS + "-–—_/（）()[]［］【】《》<>\"'“”"
#: The calling of the next of several writers.
_CALLING = re.compile(r"^(?:(?:见习|實習|实习|本报|本報)?(?:记者|記者|通讯员|通訊員)|实习生)\s*")
#: A calling with its paper, before the name: "晚报全媒体记者 张三".
_FOR_PAPER = late(r"[\u3400-\u9fff·]{2,12}(?:记者|記者)")
#: The calling behind a name: "佐藤健一記者".
_REPORTER = re.compile(r"\s?(?:记者|記者)$")
#: What stands behind a name; "王博文" is one.
_BEHIND = late(
    r"\s*(?:记者|記者|기자|報道|报道|報導|整理|/文)$|(?<![\u3400-\u9fff])文$"
    r"|(?<=^[\u3400-\u9fff]{3})(?<!^欧阳.)(?<!^歐陽.)文$"
)
_HAN = late(r"[\u3400-\u9fff]{2,4}(?:·[\u3400-\u9fff]{1,6})?")
_ASIAN = late(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3・\s]{2,14}")
_PARTICLES = frozenset(
    "al av bin da das de del della den der di dos du el ibn la le ten ter van von zu".split()
)
_LATIN = re.compile(r"[^\W\d_][^\W\d_'’.-]*\.?(?:[-'’][^\W\d_]+)*\.?")
_GROUP = late(
    r"\b(?:team|staff|news|media|press|online|editor\w*|redaktion|desk|agency|network|group|inc"
    r"|ltd|gmbh|magazine|times|post|journal|daily|blog|admin\w*|service|studio|department|office"
    r"|university|institute|company|corporation|tv|radio|da redação"
    r"|herald|tribune|gazette|chronicle|zeitung|nachrichten|rundschau|rédaction|jornal|diario"
    r"|periódico|prensa|noticias|notícias|redacción|redação|giornale|redazione|redactie"
    r"|redakcja|redakce|газета|новости|редакция)\b"
    r"|网|社|报|台|公司|编辑部|新聞|新闻|(?:일보|신문|뉴스|방송)$"
    r"|^(?:báo|tạp chí|đài|صحيفة|جريدة|وكالة|شبكة|قناة|مجلة)\s",
    re.IGNORECASE,
)
_NO_NAME = late(
    r"[=<>{}@#?!？！。，“”]|://|登录|登錄|登録$|注册|註冊|購読|^会員|login|シェア|公開|更新|点击|分享|veröffentlicht"
    r"|aktualisiert|\bpublished\b|\bupdated\b|\bshare\b|\bcomments?\b"
    # What heads other texts, and sentences.
    r"|^(?:紹介|プロフィール)$|(?:者|ライター)(?:紹介|简介|簡介|介绍|介紹|プロフィール)"
    r"|^(?:関連|相关|相關|延伸|推荐|推薦)[\u3400-\u9fff]|(?:記事|動画|写真|画像|新聞社|通信|一覧|一览)$|(?:です|ます|ません|ください)$"
    r"|[\u3400-\u9fff\u30a0-\u30ff][はを][\u3400-\u9fff\u30a0-\u30ff]"
    rf"|^(?:{ABOUT_WRITER})"
    # A licence, a photographer, whose a text is.
    r"|^cc[- ](?:by|0)\b|[\u3400-\u9fff](?:摄|攝|摄影|攝影)$|供[图圖稿]|提供$|^[摄攝]影"
    r"|^(?:تم )?(?:ال)?نُ?شر(?: في)?$"
    r"|^本[站网網报報刊]|所有$|^查看|的(?:文章|主页|主頁)$",
    re.IGNORECASE,
)
#: What buttons say, and words that alone are no name.
_NOT_ALONE = NOT_NAMES.union(
    """
    bluesky clip email facebook follow github gitlab instagram linkedin mail mastodon more
    pinterest reddit rss telegram tiktok twitter weibo whatsapp youtube 微博 知乎
    войти вход выйти регистрация anmelden einloggen registrieren abonnieren connexion connecter
    entrar ingresar suscribirse accedi registrati logowanie zaloguj giriş kirjaudu ログイン 로그인
    qué que quoi what which who was wer the la el los las una un le les une der die das den dem ein
    einem einer cui cosa che
    شنبه یکشنبه دوشنبه سه‌شنبه چهارشنبه پنجشنبه پنج‌شنبه جمعه
    解説 図解 速報 独自 社説 特集 広告 続報 敬称略 共同 時事 文章信息 本文 本稿 全文 原文
    小编 转载 轉載 互联网 综合 整理
    佚名 匿名 无名 無名 未知 不详 不詳 网络 網絡
    会员中心 會員中心 个人中心 個人中心 用户中心 用戶中心 会员登录 我的主页 个人主页 个人资料
    マイページ 마이페이지 account members profile
    纠错 糾錯 打印 列印 关闭 關閉 字号 字號 收藏 推荐 推薦 评论 評論 返回 顶部 原创 原創
    """.split()
)
#: What somebody is, behind his name: "Ann Smith, senior reporter".
_OFFICE = late(
    r"\b(?:reporter|correspondent|editor|journalist|columnist|writer|contributor|redakteur|korrespondent|reporterin"
    r"|rédact(?:eur|rice)|journaliste|correspondante?|redactora?|periodista|corresponsal|giornalista"
    r"|redattore|redaktør|reporterka|dziennikarz|корреспондент|обозреватель|редактор|repórter|jornalista|jurnalis|verslaggever"
    r"|inviat[oa]|corrispondente|correspondente|envoyée? spéciale?|enviad[oa] especial)(?:in)?\b"
    r"|(?:教授|研究[员員]|院[长長]|所[长長]|主任|博士|学者|學者|律[师師]|分析[师師]|[评評][论論][员員]|[专專]栏作家)$",
    re.IGNORECASE,
)
#: The same right behind a name, and who spreads what he writes.
_CALLED = late(
    r"\s+(?:(?:(?:senior|chief|staff|lead|deputy|political|politics|business|sports?|foreign|legal"
    r"|health|science|technology|crime|education|environment|special|freelance|associate|city|news"
    r"|contributing|assistant|local democracy"
    r"|digital|data|features?|arts|culture|international|general|assignment)\s+){0,3}"
    r"(?:reporter|correspondent|editor|journalist|columnist|writer|contributor)"
    r"|(?:the )?(?:(?:associated|canadian) press|press association|reuters|bloomberg|fox news"
    r"|bbc news)"
    r"|da folha|(?-i:STT|TT|NTB|AFP|AP|DPA|EFE|ANSA|ČTK|PAP|PTI|TNN|UPI|CNN|BBC|NPR|WDR|NDR|MDR))$",
    re.IGNORECASE,
)
#: "The Lake Herald", "Le Phare".
_PAPER_NAME = re.compile(
    r"The\s.+|(?:Báo|Tạp chí|صحيفة|جريدة|وكالة|قناة|مجلة)\s.+"
    r"|(?:L['’]|(?:Le|La|Il|El|Die|Der|Das|De|O)\s)[^\W\d_]+"
)
#: What sections, places and buttons are called.
_OTHER_WORDS = late(
    r"\b(?:archives?|articles?|breaking|business|changes|city|columns?|council|county|culture|dates?"
    r"|east(?:ern)?|edition|events?|features?|gallery|health|home|international|last|latest|leave|letters?|listen"
    r"|local|min(?:utes?)?|more|new|north(?:ern)?|opinion|page|photos?|pictures?|politics|posted"
    r"|print|published|read"
    r"|related|reply|report|reviews?|save|science|search|section|south(?:ern)?|sports?|stat(?:e|us)"
    r"|stor(?:y|ies)|street|style|tags?|technology|top|travel|united|updated|video|view|watch"
    r"|weather"
    r"|west(?:ern)?|world|uhr|دقائق|دقيقة|دقیقه|קריאה)\b",
    re.IGNORECASE,
)
#: Words of an office.
MAX_OFFICE = 3
#: Characters of a Chinese name that nothing marks, and with which names of places and offices end.
HAN_NAME = 3
_PLACES = frozenset(
    "省市县縣区區镇鎮局部院校报報网網社台界版店厂廠县村乡鄉路街馆館会會说說称稱県町駅署"
)
#: What ends the names of places that begin as families of Japan do, and the one of a family.
_SITES = frozenset("城線港山川島湾峠寺橋道家氏君")
#: Words of two characters that begin as a name does: sections, places and buttons.
_HAN_WORDS = frozenset(
    "文化 文学 文體 文体 文艺 文藝 文娱 文旅 文章 文字 时政 时事 時事 时评 时尚 時尚 "
    "时讯 时间 時間 金融 金属 黄金 白银 高考 高校 高端 党建 党政 华人 华东 华南 华北 "
    "游戏 遊戲 游记 安全 安徽 江苏 江西 江南 宁夏 常识 温州 武汉 贵州 石油 车市 车展 "
    "车讯 房产 成都 成长 曲艺 农业 农村 農業 任务 施工 方法 方案 万象 包装 和平 齐鲁 "
    "应用 应急 关于 关注 關於 關注 连载 单位 查看 商业 商務 商务 商城 申请 全部 全国 "
    "全球 全文 边缘 连接 路况 康养 乐活 史料 石家 古籍 古玩 白领 任免 项目 平台 通知 "
    "通告 公告 公示 经济 美食 项链 苏州 杭州 应聘 施政 农民 马上 高清 高层 高速 金价 "
    "海外 元首 双语 雷达 何时 万家 严选 封面 尚品 谷歌 苗木 马拉 明星 米饭 钟表 解读 "
    "解放 冷知 纪检 纪委 党务 党史 党纪 党员 党团 党课 单招 毕业 荣誉 沙龙 向导 明细 成果 文博 "
    "文件 文档 文明 文教 文汇 关税 江淮 江海 江北 康复 高职 高中 高教 成教 成招 华侨 史话 时装 "
    "时代 温泉 温馨 常见 常务 车间 车辆 应届 查询 路线 简介 简讯 宣传 严肃 申报 关怀 明天".split()
)
#: More words than this are no name.
MAX_WORDS = 6
MAX_NAME, MAX_ASIAN_NAME = 40, 16
#: The same in scripts without capitals, where nothing marks it; and what does not count there.
MAX_CASELESS = 4
_CASELESS_PARTICLES = frozenset("بن ابن بنت آل أبو ابو أم عبد ولد בן בת".split())
MAX_NAMES = 30


def is_person(name: str) -> bool:
    """Whether a name is built as those of people are; a group or a nickname is not."""
    if not is_name(name) or _GROUP.search(name):
        return False
    if _HAN.fullmatch(name) or (not name.isascii() and _ASIAN.fullmatch(name)):
        return True
    words = name.split()
    if 2 <= len(words) <= MAX_WORDS and all(map(_is_caseless, words)):
        return True
    if not 2 <= len(words) <= 5 or not all(_LATIN.fullmatch(word) for word in words):
        return False
    return all(word[0].isupper() or word.lower() in _PARTICLES for word in words)


def is_group(name: str) -> bool:
    """Whether a name has a word for a group of people: "News Desk"."""
    return _GROUP.search(name) is not None


def is_affiliation(text: str) -> bool:
    """Whether a text beside a name can be for whom its bearer works: CNN, ITmedia, Fox News."""
    if _GROUP.search(text):
        return True
    return " " not in text and text.isascii() and len(text) > 1 and text[:2].isupper()


def is_own_name(text: str) -> bool:
    """Whether a text that nothing marks can hardly be but the name of a person."""
    if not is_person(text) or _OFFICE.search(text) or _OTHER_WORDS.search(text):
        return False
    if text.startswith("The ") or is_affiliation(text.partition(" ")[0]):
        return False
    if (len(text) > HAN_NAME or text[-1] not in _SITES) and _JAPANESE_NAME.fullmatch(text):
        return text[-1] not in _PLACES
    if _HAN.fullmatch(text):
        return len(text) == HAN_NAME and text[0] in FAMILY and text[-1] not in _PLACES
    if not text.isascii() and _ASIAN.fullmatch(text):
        return False
    words = text.split()
    if (
        all(map(_is_caseless, words))
        and sum(w not in _CASELESS_PARTICLES for w in words) > MAX_CASELESS
    ):
        return False
    return words[-1].lower() not in _PARTICLES and (
        sum(word[0].isupper() for word in words) >= 2 or not any(map(str.isupper, text))
    )


def is_han_name(text: str) -> bool:
    """Whether a text that nothing marks is the name of a Chinese."""
    return len(text) <= HAN_NAME and _HAN.fullmatch(text) is not None and is_bare_name(text)


def are_koreans(text: str) -> bool:
    """Whether a text is nothing but names of Koreans that a dot parts."""
    return _KOREANS_ALONE.fullmatch(text.strip(_TRIM)) is not None


def is_short_name(text: str) -> bool:
    """Whether a text of two characters is built as the name of a Chinese."""
    return (
        len(text) == HAN_NAME - 1
        and _HAN.fullmatch(text) is not None
        and is_person(text)
        and text[0] in FAMILY
        and text[-1] not in _PLACES
        and text not in _HAN_WORDS
    )


def is_bare_name(text: str) -> bool:
    """Whether a text that nothing marks is a name, of two characters too where it is Chinese."""
    return is_own_name(text) or is_short_name(text)


def _is_caseless(word: str) -> bool:
    """Whether a word is of a script without capitals, as Arabic, Hebrew, Thai and Hindi are."""
    return not word.isascii() and all(
        (c.isalpha() and c.lower() == c.upper()) or unicodedata.category(c) in {"Mn", "Mc"}
        for c in word
    )


def is_name(name: str) -> bool:
    """Whether a text can be the name of somebody at all."""
    if not 1 < len(name) <= MAX_NAME or name.isdigit() or _NO_NAME.search(name):
        return False
    if len(name.split()) > MAX_WORDS or name.lower() in _NOT_ALONE or name.lower() in WEEKDAYS:
        return False
    if len(name) > MAX_ASIAN_NAME and any("\u3040" <= c <= "\uffef" for c in name):
        return False
    return any(c.isalpha() for c in name) and _LABEL.fullmatch(name) is None


def split_names(text: str, *, labelled: bool = False) -> list[str]:
    """Return the names that a byline tells, in order, each once.

    Words before them ("By") and what follows them (a time, a section, a source) are left out.

    Parameters
    ----------
    labelled
        Whether only a line counts that begins with a word for an author.
    """
    text = _PICTURES.sub("", _NATION.sub("", unpadded(squeeze(text))))
    report = report_of(text) if _PARTED_REPORT.search(text) else None
    if report is not None:
        return report[1]
    about = _ABOUT.match(text)
    text = text[about.end() :].lstrip(_TRIM) if about is not None else text
    label = _LABEL.match(text)
    if label is None and labelled:
        return []
    label_found = label is not None
    while label is not None and label.end() < len(text):
        text = text[label.end() :].lstrip(_TRIM)
        label = _LABEL.match(text)
    times = find_times(text[:200])
    if times:
        text = text[: times[0].start].rstrip(" ,،")
        before, _, day = text.rpartition(" ")
        text = before if day.lower() in WEEKDAYS else text
    end = _END.search(text)
    if end is not None and end[0].endswith((":", "：")) and _DAY_WORD.match(text):
        return []
    text = _ASIDE.sub("", text)
    end = _END.search(text)
    if end is not None and end.start() > 0:
        text = text[: end.start()]
    names: list[str] = []
    text = spaced(text)
    if are_koreans(text):
        text = re.sub("[·ㆍ]", ",", text)
    pieces = _BETWEEN.split(text)[:MAX_NAMES]
    if len(pieces) > 1 and _FOR_PAPER.fullmatch(pieces[0].strip()):
        pieces = pieces[1:]
    for piece in pieces:
        name = piece.replace(KEPT, " ").strip(_TRIM)
        name = _CALLING.sub("", name)
        name = _BEHIND.sub("", name)
        if re.search("[:：]", name):
            # "Ann; Section: Town": the next label.
            break
        name = without_calling(name)
        if names and (_OFFICE.search(name) or _EDITOR.match(name)):
            continue
        if names and (_is_beside(name, names[0], labelled=label_found) or _is_said(name, names)):
            continue
        is_initial = name[-1:].isupper() and name[-2:-1] in {" ", "."}
        if name.endswith((" Jr", " Sr")) or (is_initial and f"{name}." in piece):
            name += "."
        if is_name(name) and name not in names:
            names.append(name)
    return names


def unpadded(text: str) -> str:
    """Text in which no blank widens two characters: "张 三", "作 者：张三"."""
    return _PADDED.sub(r"\1\2\3\4", text)


def spaced(text: str) -> str:
    """Text in which no blank parts the family and the given name of a Japanese."""
    for form in (_JAPANESE, _JAPANESE_SPACED):
        text = form.sub(rf"\1{KEPT}\2", text)
    return text


def without_calling(name: str) -> str:
    """Name without what its bearer is, or for whom: "Ann Smith Senior Reporter", "記者林小明"."""
    for calling in (_CALLING, _REPORTER):
        called = calling.sub("", name)
        if called != name and is_bare_name(called):
            return called
    bare = _CALLED.sub("", name)
    return bare if bare != name and " " in bare and is_person(bare) else name


def _is_beside(text: str, first: str, *, labelled: bool) -> bool:
    """Whether a text behind a name tells where its bearer is or for whom: "Ann Smith, Berlin"."""
    if not (" " in first and first.isprintable() and is_person(first)):
        return False
    if _PAPER_NAME.fullmatch(text) or any(map(str.isdigit, text)):
        return True
    return labelled and " " not in text and _ASIAN.fullmatch(text) is None


def _is_said(text: str, names: list[str]) -> bool:
    """Whether a text behind somebody's name says in small letters what its bearer is.

    Two small words can be a name: there are people who write theirs so.
    """
    if not text.islower() or text.count(" ") == 1 or text.partition(" ")[0] in _PARTICLES:
        return False
    return " " in names[-1] and is_person(names[-1]) and not names[-1].islower()


def report_of(text: str) -> tuple[re.Match[str], list[str]] | None:
    """Where a text says who reports, and from where, and the names: "張三／台北報導"."""
    match = _REPORT.search(text)
    names = split_names(match[1] or match[2]) if match is not None else []
    if match is None or not all(map(is_bare_name, names)):
        return None
    return (match, names) if names else None


def koreans_of(text: str) -> tuple[re.Match[str], list[str]] | None:
    """Where a text names Koreans before their calling, and the names."""
    for match in _KOREANS.finditer(text):
        names = split_names(match[1].replace("·", ",").replace("ㆍ", ","))
        if names and not _KOREAN_WORDS.intersection(names):
            return match, names
    return None


def is_labelled(text: str) -> bool:
    """Whether a line begins with a word for an author."""
    return _LABEL.match(unpadded(text)) is not None


def join_names(names: list[str]) -> str | None:
    """Return names as one text, ``None`` without any."""
    return ", ".join(names) or None


def is_label(text: str) -> bool:
    """Whether a text is nothing but a word for an author."""
    return _LABEL.fullmatch(unpadded(text)) is not None


def is_editor(text: str) -> bool:
    """Whether a line begins with a word for somebody who edits, not writes."""
    return _EDITOR.match(unpadded(text)) is not None


def is_office(text: str) -> bool:
    """Whether a text only says what somebody is: "Senior reporter"."""
    if not text[-1:].isalpha() or len(text.split()) > MAX_OFFICE:
        return False
    return _OFFICE.search(text) is not None
