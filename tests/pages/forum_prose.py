"""A few sentences of forum talk in many languages, written for the tests."""

from __future__ import annotations

import unicodedata

_PROSE = {
    "zh": """
今天下午我们去了城外的水库，天气比预报的好得多。
老王带了三根鱼竿，可是一条鱼也没有钓到。
回来的路上大家都在说下个月要不要再来一次，我觉得还是等天凉一点比较好。
你们有什么好的地方推荐吗？
楼主说的那个地方我去年去过，路不太好走，不过风景确实不错，就是人多了一些。
新买的硬盘用了两天就坏了，客服说要寄回去检测，前后大概需要半个月的时间。
谢谢分享，我照着做了一遍，第三步总是报错，不知道是不是版本的问题，请问怎么解决？
孩子明年上小学，学区的政策又变了，有没有同样情况的家长一起讨论一下？
这个价格已经很便宜了，质量也过得去，如果不着急的话可以等到年底再买。
""",
    "zh-hant": """
今天下午我們去了城外的水庫，天氣比預報的好得多。
老王帶了三根魚竿，可是一條魚也沒有釣到。
回來的路上大家都在說下個月要不要再來一次，我覺得還是等天涼一點比較好。
你們有什麼好的地方推薦嗎？
樓主說的那個地方我去年去過，路不太好走，不過風景確實不錯，就是人多了一些。
新買的硬碟用了兩天就壞了，客服說要寄回去檢測，前後大概需要半個月的時間。
謝謝分享，我照著做了一遍，第三步總是出錯，不知道是不是版本的問題，請問怎麼解決？
孩子明年上小學，學區的政策又變了，有沒有同樣情況的家長一起討論一下？
""",
    "yue": """
尋日同朋友去咗新開嗰間茶餐廳，啲嘢食幾好味，不過人太多，等咗成個鐘先有位。
你哋覺得喺邊度買電腦平啲？我睇咗幾間舖頭，價錢都差唔多，唔知點揀好。
佢話聽日會落雨，咁我哋就唔好去行山喇，下個禮拜先再算啦。有冇人試過呢隻牌子嘅手機？
用咗兩個月就開始慢，冇得救㗎喇。
""",
    "ja": """
きのうの夜、駅前の新しい店でラーメンを食べました。
スープは少し濃かったけれど、麺はとてもおいしかったです。
友だちはカレーを注文しましたが、出てくるまでに三十分もかかりました。
また行くかどうかは、まだわかりません。昨日からパソコンの電源が入らなくなりました。
修理に出すべきか、新しいものを買うべきか迷っています。週末に家族で山へ行く予定です。
おすすめの温泉があれば教えてください。よろしくお願いします。
この説明書のとおりに設定したのですが、画面に何も表示されません。同じ症状の人はいませんか？
""",
    "ko": """
어제 저녁에 친구와 함께 새로 생긴 식당에 갔습니다.
음식은 맛있었지만 사람이 너무 많아서 오래 기다려야 했습니다.
다음에는 조금 일찍 가는 것이 좋겠다고 생각했습니다. 여러분은 어떤 곳을 추천하시나요?
댓글로 알려 주세요. 컴퓨터가 갑자기 꺼지는데 원인을 모르겠습니다.
혹시 같은 문제를 겪으신 분 계신가요? 주말에 비가 온다고 해서 등산은 다음 주로 미루기로 했습니다.
시간이 되는 분은 연락해 주세요.
""",
    "ru": """
Вчера вечером мы поехали за город, хотя погода была не очень хорошая.
Старый мотор два раза глох по дороге.
В конце концов мы всё же добрались до озера и поставили палатку.
Кто знает, где там можно купить дрова?
Спасибо за ответ, я попробую сделать так, как вы написали, и потом расскажу, что получилось.
Подскажите, пожалуйста, какой телефон лучше взять за эти деньги?
Нужен хороший экран и долгая работа.
""",
    "uk": """
Учора ввечері ми поїхали за місто, хоча погода була не дуже гарна.
Старий двигун двічі глухнув дорогою. Зрештою ми все ж дісталися до озера й поставили намет.
Чи знає хтось, де там можна купити дрова?
Дякую за відповідь, я спробую зробити так, як ви написали, і потім розповім, що вийшло.
Її теж покличемо.
""",
    "bg": """
Снощи отидохме извън града, въпреки че времето не беше много хубаво.
Старият мотор угасна два пъти по пътя. Накрая все пак стигнахме до езерото и опънахме палатката.
Някой знае ли откъде може да се купят дърва?
Благодаря за отговора, ще опитам да го направя така, както сте написали, и после ще разкажа
какво се е получило.
""",
    "el": """
Χθες το βράδυ πήγαμε έξω από την πόλη, αν και ο καιρός δεν ήταν πολύ καλός.
Η παλιά μηχανή έσβησε δύο φορές. Τελικά φτάσαμε στη λίμνη και στήσαμε τη σκηνή.
Ξέρει κανείς πού μπορούμε να αγοράσουμε ξύλα εκεί κοντά;
Ευχαριστώ για την απάντηση, θα δοκιμάσω να το κάνω όπως γράψατε και μετά θα σας πω τι έγινε.
Άργησα λίγο.
""",
    "he": """
אתמול בערב נסענו אל מחוץ לעיר, אף על פי שמזג האוויר לא היה טוב במיוחד.
המנוע הישן כבה פעמיים בדרך. בסוף הגענו בכל זאת אל האגם והקמנו את האוהל.
האם מישהו יודע איפה אפשר לקנות שם עצים למדורה?
תודה על התשובה, אני אנסה לעשות כמו שכתבת ואחר כך אספר מה יצא מזה.
""",
    "ar": """
ذهبنا مساء أمس إلى خارج المدينة رغم أن الطقس لم يكن جيدا جدا.
توقف المحرك القديم مرتين في الطريق. وفي النهاية وصلنا إلى البحيرة ونصبنا الخيمة.
هل يعرف أحد أين يمكن شراء الحطب هناك؟
شكرا على الجواب، سأحاول أن أفعل كما كتبت، ثم سأخبركم بما حدث بعد ذلك.
""",
    "th": """
เมื่อวานตอนเย็นพวกเราไปเที่ยวนอกเมือง ถึงแม้อากาศจะไม่ค่อยดี
เครื่องยนต์เก่าดับไปสองครั้งระหว่างทาง
สุดท้ายเราก็ไปถึงทะเลสาบและกางเต็นท์ได้ มีใครรู้บ้างว่าแถวนั้นซื้อฟืนได้ที่ไหน
ขอบคุณสำหรับคำตอบ จะลองทำตามที่บอกแล้วจะกลับมาเล่าให้ฟังว่าเป็นอย่างไร
""",
    "fr": """
Hier soir, après le dîner, nous avons essayé la nouvelle caméra près de la rivière.
L'été dernier elle était déjà là. Personne ne l'avait achetée ; à présent ça coûte très cher.
Où êtes-vous allés, vous, et qu'avez-vous trouvé ?
Merci pour votre réponse, je vais réessayer dès que j'aurai reçu la pièce.
Le problème vient peut-être du câble.
""",
    "de": """
Gestern Abend sind wir trotz des schlechten Wetters zum See hinausgefahren.
Der alte Motor ging unterwegs zweimal aus.
Schließlich haben wir das Zelt doch noch aufgestellt.
Weiß jemand, wo man dort günstig Brennholz kaufen kann?
Danke für die schnelle Antwort, ich werde es morgen früh gleich prüfen und später erzählen,
ob es geklappt hätte.
""",
    "es": """
Ayer por la tarde fuimos al lago, aunque el tiempo no era muy bueno.
El viejo motor se paró dos veces por el camino. Al final llegamos y montamos la tienda.
¿Alguien sabe dónde se puede comprar leña allí? ¡Gracias de antemano!
El año pasado compré uno igual y todavía funciona;
quizá el problema esté en la batería o en la conexión eléctrica.
""",
    "pt": """
Ontem à noite fomos até ao lago, apesar de o tempo não estar muito bom.
O motor parou duas vezes no caminho. No fim montámos a tenda.
Alguém sabe onde é que se pode comprar lenha? A informação da página já é antiga.
Obrigado pela ajuda, vou tentar outra vez amanhã de manhã;
três pessoas disseram que a solução é esta.
""",
    "sv": """
I går kväll åkte vi ut till sjön trots att vädret inte var så bra.
Den gamla motorn stannade två gånger på vägen. Till slut fick vi upp tältet ändå.
Är det någon som vet var man kan köpa ved där? Tack på förhand för hjälpen!
""",
    "da": """
I går aftes kørte vi ud til søen, selv om vejret ikke var særlig godt.
Den gamle motor gik i stå to gange på vejen.
Til sidst fik vi rejst teltet alligevel.
Er der nogen, der ved, hvor man kan købe brænde? På forhånd mange tak!
""",
    "cs": """
Včera večer jsme jeli za město, i když počasí nebylo příliš dobré.
Starý motor cestou dvakrát zhasl. Nakonec jsme přece jen dorazili k jezeru a postavili stan.
Neví někdo, kde se tam dá koupit dříví? Šťastnou cestu!
Děkuji za odpověď, zkusím to udělat tak, jak píšete, a potom řeknu, jestli to pomohlo.
Žádný problém.
""",
    "pl": """
Wczoraj wieczorem pojechaliśmy za miasto, chociaż pogoda nie była najlepsza.
Stary silnik dwa razy zgasł po drodze. W końcu dotarliśmy nad jezioro i rozbiliśmy namiot.
Czy ktoś wie, gdzie można tam kupić drewno? Z góry dziękuję!
Dzięki za odpowiedź, spróbuję zrobić tak, jak piszesz, i później dam znać, czy się udało.
Źle to wyglądało.
""",
    "hu": """
Tegnap este kimentünk a városból, pedig az idő nem volt túl jó.
Az öreg motor kétszer is leállt útközben.
Végül mégis elértük a tavat, és felállítottuk a sátrat.
Tudja valaki, hol lehet ott tűzifát venni? Előre is köszönöm!
""",
    "tr": """
Dün akşam hava çok iyi olmamasına rağmen şehir dışına çıktık.
Eski motor yolda iki kez durdu, sonunda göle ulaştık.
Orada odun nereden alınır, bilen var mı? Şimdiden teşekkür ederim.
İlk mesajda yazdığın gibi yapmayı deneyeceğim.
Güncelleme geldikten sonra ekran açılmıyor, aynı sorunu yaşayan başka kullanıcılar da olmuş.
Çözümü bulan var mı?
""",
    "lt": """
Vakar vakare išvažiavome už miesto, nors oras nebuvo labai geras.
Senas variklis pakeliui du kartus užgeso.
Galų gale vis dėlto pasiekėme ežerą ir pastatėme palapinę.
Gal kas žinote, kur ten galima nusipirkti malkų? Ačiū!
Dėkoju už atsakymą, pabandysiu padaryti taip, kaip parašėte, ir vėliau papasakosiu, kas išėjo.
Įdomu, ar pavyks.
""",
    "lv": """
Vakar vakarā mēs aizbraucām ārpus pilsētas, lai gan laiks nebija īpaši labs.
Vecais dzinējs ceļā divreiz noslāpa. Beigās mēs tomēr nokļuvām pie ezera un uzcēlām telti.
Vai kāds zina, kur tur var nopirkt malku? Paldies jau iepriekš!
""",
    "vi": """
Tối hôm qua chúng tôi đi ra ngoài thành phố mặc dù thời tiết không tốt lắm.
Chiếc xe cũ chết máy hai lần trên đường.
Cuối cùng chúng tôi cũng đến được bờ hồ và dựng lều. Có ai biết ở đó mua củi ở đâu không?
Xin cảm ơn mọi người!
Cảm ơn bạn đã trả lời, tôi sẽ thử làm theo cách bạn viết rồi kể lại kết quả cho mọi người
cùng biết.
""",
}
#: Language -> sentences, or pieces of them.
PROSE = {name: tuple(block.strip().splitlines()) for name, block in _PROSE.items()}

_TONES = "\u0300\u0301\u0303\u0309\u0323"


def tones_apart(text: str) -> str:
    """Return Vietnamese with its tones as characters of their own, as windows-1258 has them."""
    out = []
    for char in text:
        parts = unicodedata.normalize("NFD", char)
        tone = next((mark for mark in parts if mark in _TONES), "")
        out.append(unicodedata.normalize("NFC", parts.replace(tone, "")) + tone if tone else char)
    return "".join(out)


def forum_page(language: str, meta: str | None, posts: int, start: int = 0) -> str:
    """Return a thread page of ``posts`` posts in a language."""
    sentences = PROSE[language]
    tag = f'<meta http-equiv="Content-Type" content="text/html; charset={meta}">' if meta else ""
    rows = []
    for n in range(start, start + posts):
        one, two, three = (sentences[(n + k) % len(sentences)] for k in range(3))
        rows.append(
            f'<div class="post" id="p{n}"><a class="who" href="/u?id={n}">user{n}</a>'
            f'<span class="when">2024-05-{n % 27 + 1:02} 12:{n % 60:02}</span><p>{one}</p>'
            f"<blockquote>{two}</blockquote><p>{three}</p></div>\n"
        )
    title = sentences[start % len(sentences)][:18]
    return (
        f"<html><head>{tag}<title>{title}</title><style>.post{{margin:0}}</style></head>"
        f'<body><ul id="nav"><li><a href="/">Home</a></li></ul>{"".join(rows)}'
        '<div class="footer">Powered by nothing</div></body></html>'
    )
