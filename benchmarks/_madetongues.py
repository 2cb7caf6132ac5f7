"""Languages that no seed draws: made news sites speak them where their turn is named."""

from __future__ import annotations

from benchmarks._madelexicon import split

__all__ = ["MORE_DAYS", "MORE_LABELS", "MORE_MONTHS", "MORE_PHRASES", "MORE_STAMPS", "MORE_USERS"]
__all__ += ["MORE_WRITERS"]

#: Language -> who, does, what, where, and remarks that stand alone.
MORE_PHRASES: dict[str, tuple[tuple[str, ...], ...]] = {
    "fr": (
        split("""Mon voisin | Le vieil atelier | Un ami de la côte | Notre club | Ma fille |
        Le marchand du bourg | Le second moteur | La capitainerie"""),
        split("""répare | cherche encore | préfère vendre | mesure deux fois | oublie souvent |
        trouve enfin | remplace | dessine"""),
        split("""les pièces en laiton | une boîte de vitesses | le mât en bois | les pommiers |
        trois sacs de ciment | les pneus d'hiver | la cuisinière | le portail du jardin"""),
        split("""avant les premières gelées | derrière la gare | sans outils | près du fleuve |
        pour quarante euros | un dimanche de pluie | dans la vieille grange | depuis l'été"""),
        split("""Merci ! | Pareil ici. | D'accord. | Aucune idée, désolé. | Beau travail !"""),
    ),
    "ko": (
        split("""이웃 사람은 | 오래된 작업장은 | 바닷가 친구는 | 우리 모임은 | 내 딸은 |
        시내 상점은 | 두 번째 엔진은 | 항구 사무소는"""),
        split("""고쳤습니다 | 아직 찾고 있습니다 | 팔려고 합니다 | 두 번 재었습니다 |
        잊고 있었습니다 | 마침내 찾았습니다 | 바꾸었습니다 | 그림으로 그렸습니다"""),
        split("""황동 부품을 | 예비 변속기를 | 나무 돛대를 | 사과나무를 | 시멘트 세 포대를 |
        겨울 타이어를 | 부엌 난로를 | 정원 문을"""),
        split("""첫서리 전에 | 기차역 뒤에서 | 공구 없이 | 강 근처에서 | 사만 원 이하로 |
        비 오는 일요일에 | 낡은 헛간에서 | 여름부터"""),
        split("""감사합니다! | 저도 그렇습니다. | 동의합니다. | 잘 모르겠습니다. | 훌륭합니다!"""),
    ),
    "ar": (
        split("""جاري | الورشة القديمة | صديق من الساحل | نادينا | ابنتي | تاجر البلدة |
        المحرك الثاني | مكتب الميناء"""),
        split("""يصلح | يبحث عن | يفضل بيع | يقيس مرتين | ينسى دائما | وجد أخيرا | يستبدل |
        يرسم"""),
        split("""قطع النحاس | علبة التروس | الصاري الخشبي | أشجار التفاح | أكياس الإسمنت |
        إطارات الشتاء | موقد المطبخ | باب الحديقة"""),
        split("""قبل أول صقيع | خلف محطة القطار | بلا أدوات | قرب النهر | بأقل من أربعين دينارا |
        في يوم أحد ممطر | في الحظيرة القديمة | منذ الصيف"""),
        split("""شكرا! | وأنا كذلك. | أوافقك الرأي. | لا أعرف، آسف. | عمل رائع!"""),
    ),
    "zh-TW": (
        split("""我的鄰居 | 老車間 | 海邊的朋友 | 我們俱樂部 | 我女兒 | 鎮上的商家 |
        第二台發動機 | 港口辦公室"""),
        split("""修好了 | 一直在找 | 更願意賣掉 | 量了兩遍 | 忘記了 | 終於找到了 | 換掉了 |
        畫了圖說明"""),
        split("""黃銅配件 | 備用變速箱 | 木頭桅杆 | 蘋果樹 | 三袋水泥 | 冬季輪胎 | 廚房爐子 |
        花園的門"""),
        split("""第一場霜之前 | 火車站後面 | 沒有工具的時候 | 河邊 | 不到四十塊錢 | 下雨的星期天 |
        在舊穀倉裡 | 從夏天開始"""),
        split("""謝謝！ | 我也一樣。 | 同意。 | 不知道，抱歉。 | 做得真好！"""),
    ),
}
MORE_USERS = {
    "fr": split("anna.b | gear_head | Benoît | moss | Petra K | La Vis | quill9 | Ravi | Solène"),
    "ko": split("바다사나이 | gear_head | 목수김씨 | moss77 | 하늘 | 정원사 | 미래 | Ravi | 봄날"),
    "ar": split("أبو سالم | gear_head | ليلى | moss77 | البحار | سعيد | نور | Ravi | النجار"),
    "zh-TW": split("老王 | gear_head | 小木匠 | moss77 | 海邊釣魚 | 阿明 | 修車師傅 | Ravi | 清水"),
}
MORE_WRITERS = {
    "fr": split("Claire Moreau | Julien Fabre | Sophie Lambert | Marc Olivier | Hélène Girard"),
    "ko": split("김민준 | 이서연 | 박지훈 | 최수빈 | 정하늘"),
    "ar": split("محمد علي | سارة حسن | أحمد يوسف | ليلى خالد | عمر سعيد"),
    "zh-TW": split("林曉明 | 王麗華 | 陳國強 | 張志豪 | 黃雅婷"),
}
#: Names of months in full and cut short, by number where there are no others.
_NUMBERS = tuple(map(str, range(1, 13)))
MORE_MONTHS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "fr": (
        split(
            "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
        ),
        split("janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc."),
    ),
    "ko": (_NUMBERS, _NUMBERS),
    "ar": (
        split("يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر"),
        split("يناير|فبراير|مارس|أبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر"),
    ),
    "zh-TW": (_NUMBERS, _NUMBERS),
}
MORE_DAYS = {
    "fr": split("lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"),
    "ko": split("월|화|수|목|금|토|일"),
    "ar": split("الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد"),
    "zh-TW": split("一|二|三|四|五|六|日"),
}
#: Times in full, with numbers alone, as an age in days, as a day; hours from UTC.
MORE_STAMPS: dict[str, tuple[tuple[str, ...], tuple[str, ...], str, str, int]] = {
    "fr": (
        ("{d} {month} {y} à {H}h{M}", "{wd} {d} {month} {y}, {H}:{M}"),
        ("{dd}/{mm}/{y} à {H}:{M}", "{dd}/{mm}/{y} {H}h{M}"),
        "il y a {} jours",
        "{d} {month} {y}",
        1,
    ),
    "ko": (
        ("{y}년 {m}월 {d}일 {H}:{M}", "{y}년 {m}월 {d}일({wd}) {H}:{M}"),
        ("{y}.{mm}.{dd} {H}:{M}", "{y}-{mm}-{dd} {H}:{M}"),
        "{}일 전",
        "{y}년 {m}월 {d}일",
        9,
    ),
    "ar": (
        ("{d} {month} {y} - {H}:{M}", "{wd}، {d} {month} {y} {H}:{M}"),
        ("{dd}/{mm}/{y} {H}:{M}", "{y}-{mm}-{dd} {H}:{M}"),
        "منذ {} يوما",
        "{d} {month} {y}",
        3,
    ),
    "zh-TW": (
        ("{y}年{m}月{d}日 {H}:{M}", "{y}年{mm}月{dd}日 週{wd} {H}:{M}"),
        ("{y}/{mm}/{dd} {H}:{M}", "{y}-{mm}-{dd} {H}:{M}:{S}"),
        "{} 天前",
        "{y}年{m}月{d}日",
        8,
    ),
}
_TABLE = """
home | Accueil | 홈 | الرئيسية | 首頁
news | Actualités | 뉴스 | أخبار | 新聞
local | Région | 지역 | محليات | 地方
economy | Économie | 경제 | اقتصاد | 財經
culture | Culture | 문화 | ثقافة | 文化
sport | Sports | 스포츠 | رياضة | 體育
about | Tout savoir | 소개 | كل شيء عنه | 關於話題
legal | Mentions légales | 이용약관 | حقوق النشر | 版權聲明
archive | Archives | 지난 기사 | الأرشيف | 過往新聞
author | Auteur | 기자 | الكاتب | 作者
by | Par | 글 | بقلم | 作者：
date | Date | 날짜 | التاريخ | 日期
posted | Publié le | 작성 | نشر في | 發表於
published | Publié le | 입력 | نشر في | 發布時間：
updated | Mis à jour le | 수정 | آخر تحديث: | 更新時間：
source | Source : | 출처: | المصدر: | 來源：
reporter | Journaliste : | 기자: | المراسل: | 記者
editor | Rédaction : | 편집: | تحرير: | 責任編輯：
yesterday | Hier, | 어제 | أمس | 昨天
next | Suivant | 다음 | التالي | 下一頁
previous | Précédent | 이전 | السابق | 上一頁
page_of | Page {} sur {} | {} / {} 페이지 | صفحة {} من {} | 第 {} 頁，共 {} 頁
goto | Aller à la page | 페이지 이동 | اذهب إلى الصفحة | 前往頁面
load_more | Voir plus | 더 보기 | تحميل المزيد | 載入更多
more | Lire la suite | 더 읽기 | اقرأ المزيد | 閱讀全文
related | Sur le même sujet | 관련 기사 | مواضيع ذات صلة | 相關新聞
most_read | Les plus lus | 많이 본 뉴스 | الأكثر قراءة | 熱門新聞
comments | Commentaires | 댓글 | التعليقات | 留言
reply | Répondre | 답글 | رد | 回覆
tags | Mots-clés : | 태그: | الوسوم: | 標籤：
share | Partager | 공유 | مشاركة | 分享
ad | Publicité | 광고 | إعلان | 廣告
letter | Notre lettre d'information | 뉴스레터 구독 | اشترك في النشرة البريدية | 訂閱電子報
photo | Photo : | 사진: | الصورة: | 圖：
print | Imprimer | 인쇄 | طباعة | 列印
one_page | Sur une seule page | 한 페이지로 보기 | في صفحة واحدة | 單頁閱讀
subscribe | Abonnez-vous pour lire la suite | 구독하고 전체 기사 읽기 \
    | اشترك لقراءة المقال كاملا | 訂閱後閱讀全文
written_by | À propos de l'auteur | 기자 소개 | عن الكاتب | 作者簡介
login | Connexion | 로그인 | تسجيل الدخول | 登入
user | Identifiant | 아이디 | اسم المستخدم | 帳號
password | Mot de passe | 비밀번호 | كلمة المرور | 密碼
facts | Chiffres clés | 주요 수치 | حقائق وأرقام | 數據速覽
correction | Correction | 정정 | تصحيح | 更正
"""
#: Language -> part of a page -> its words.
MORE_LABELS: dict[str, dict[str, str]] = {
    code: {
        key: words[n] for key, *words in map(split, _TABLE.strip().replace("\\\n", "").splitlines())
    }
    for n, code in enumerate(MORE_PHRASES)
}
