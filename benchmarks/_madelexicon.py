"""The lexicon of made sites: phrases, names and labels in six languages."""

from __future__ import annotations

__all__ = ["LABELS", "MONTHS", "PHRASES", "SHORT_MONTHS", "USERS", "WEEKDAYS", "WRITERS", "split"]


def split(text: str) -> tuple[str, ...]:
    """Return the parts of a text between its bars."""
    return tuple(part.strip() for part in text.strip().split("|"))


#: Language -> who, does, what, where, and remarks that stand alone.
PHRASES: dict[str, tuple[tuple[str, ...], ...]] = {
    "en": (
        split("""My neighbour | The old workshop | A friend from the coast | Our club |
        The dealer in town | Nobody here | The second engine | A careful owner |
        The new manual | My daughter | The harbour office | Somebody with patience"""),
        split("""repaired | has not yet seen | would rather sell | measured twice |
        keeps asking for | forgot about | finally found | swears by | had to replace |
        never trusted | drew a plan of | is still waiting for"""),
        split("""the brass fittings | a spare gearbox | the wooden mast |
        three bags of cement | the winter tyres | a better battery | the kitchen stove |
        the apple trees | a used bicycle | the copper pipes | an honest price |
        the garden gate"""),
        split("""before the first frost | behind the railway station | without any tools |
        for less than forty euros | on a rainy Sunday | near the river |
        after the last storm | with two left hands | in the old barn | since the summer |
        between two trains | at the edge of the village"""),
        split("""Thanks! | +1 | Same here. | Agreed. | No idea, sorry. | Bump |
        Solved, thank you. | Any news? | Great work! | I would not do that."""),
    ),
    "de": (
        split("""Mein Nachbar | Die alte Werkstatt | Ein Freund von der Küste |
        Unser Verein | Der Händler im Ort | Niemand hier | Der zweite Motor |
        Die neue Anleitung | Meine Tochter | Das Hafenamt | Jemand mit Geduld |
        Die Nachbarin"""),
        split("""repariert | sucht immer noch | verkauft lieber | misst zweimal |
        braucht dringend | vergisst gern | findet endlich | lobt | ersetzt | zeichnet |
        bestellt | streicht"""),
        split("""die Beschläge aus Messing | ein Getriebe | die Holzleiter |
        drei Sack Zement | die Winterreifen | eine bessere Batterie | den Küchenherd |
        die Apfelbäume | ein gebrauchtes Fahrrad | die Kupferrohre | das Gartentor |
        einen fairen Preis"""),
        split("""vor dem ersten Frost | hinter dem Bahnhof | ohne Werkzeug |
        für vierzig Euro | an einem Regentag | nahe am Fluss | nach dem letzten Sturm |
        mit zwei linken Händen | in der alten Scheune | seit dem Sommer |
        zwischen zwei Zügen | am Rand des Dorfes"""),
        split("""Danke! | +1 | Bei mir auch. | Stimmt. | Keine Ahnung, leider. |
        Hoch damit | Gelöst, vielen Dank. | Gibt es Neues? | Schöne Arbeit! |
        Davon rate ich ab."""),
    ),
    "zh": (
        split("""我的邻居 | 老车间 | 海边的朋友 | 我们俱乐部 | 镇上的商家 | 这里没有人 |
        第二台发动机 | 细心的车主 | 新的说明书 | 我女儿 | 港口办公室 | 有耐心的人"""),
        split("""修好了 | 还没见过 | 更愿意卖掉 | 量了两遍 | 一直在找 | 忘记了 |
        终于找到了 | 很喜欢 | 不得不换掉 | 从不相信 | 画了图说明 | 还在等"""),
        split("""黄铜配件 | 备用变速箱 | 木头桅杆 | 三袋水泥 | 冬季轮胎 | 更好的电池 |
        厨房炉子 | 苹果树 | 二手自行车 | 铜管 | 公道的价格 | 花园的门"""),
        split("""第一场霜之前 | 火车站后面 | 没有工具的时候 | 不到四十块钱 | 下雨的星期天 |
        河边 | 上次暴风雨以后 | 笨手笨脚地 | 在旧谷仓里 | 从夏天开始 | 两班火车之间 |
        村子边上"""),
        split("""谢谢！ | 顶 | 我也一样。 | 同意楼主。 | 不知道，抱歉。 | 支持一下 |
        已解决，多谢。 | 有新消息吗？ | 做得真好！ | 我不建议这样做。"""),
    ),
    "ja": (
        split("""隣の人は | 古い工場は | 海辺の友人は | 私たちのクラブは | 町の店は |
        二台目のエンジンは | 慎重な持ち主は | 新しい説明書は | 私の娘は | 港の事務所は |
        根気のある人は | 先輩は"""),
        split("""直しました | まだ見ていません | 売りたいそうです | 二回測りました |
        探し続けています | 忘れていました | やっと見つけました | 気に入っています |
        交換しました | 信用していません | 図に描きました | 待っています"""),
        split("""真鍮の金具を | 予備の変速機を | 木のマストを | セメント三袋を |
        冬用タイヤを | もっと良い電池を | 台所のストーブを | りんごの木を | 中古の自転車を |
        銅の配管を | 庭の門を | 手頃な値段を"""),
        split("""初霜の前に | 駅の裏で | 道具なしで | 四千円以下で | 雨の日曜日に |
        川の近くで | この前の嵐の後に | 不器用な手で | 古い納屋で | 夏から | 電車の合間に |
        村の外れで"""),
        split("""ありがとうございます！ | 同感です。 | うちも同じです。 |
        わかりません、すみません。 | 解決しました。 | その後どうですか？ | すばらしい！ |
        おすすめしません。 | なるほど。 | 上げます"""),
    ),
    "ru": (
        split("""Мой сосед | Старая мастерская | Друг с побережья | Наш клуб |
        Продавец в городе | Механик | Второй мастер | Новая инструкция | Моя дочь |
        Портовый служащий | Терпеливый хозяин | Соседка"""),
        split("""чинит | ищет | охотно продаёт | измеряет дважды | давно просит |
        часто забывает | хвалит | заказывает | меняет | рисует | ждёт | красит"""),
        split("""латунные детали | запасную коробку | деревянную лестницу |
        три мешка цемента | зимние шины | новый аккумулятор | кухонную плиту | яблони |
        старый велосипед | медные трубы | садовую калитку | честную цену"""),
        split("""до первых морозов | за вокзалом | без инструмента | за сорок рублей |
        в дождливое воскресенье | у реки | после бури | своими руками | в старом сарае |
        с лета | между поездами | на краю деревни"""),
        split("""Спасибо! | +1 | У меня так же. | Согласен. | Не знаю, увы. | Апну тему |
        Решено, спасибо. | Есть новости? | Отличная работа! | Не советую."""),
    ),
    "es": (
        split("""Mi vecino | El viejo taller | Un amigo de la costa | Nuestro club |
        El vendedor del pueblo | Nadie aquí | El segundo motor | Un dueño prudente |
        El nuevo manual | Mi hija | La oficina del puerto | Alguien con paciencia"""),
        split("""arregla | todavía busca | prefiere vender | mide dos veces |
        pide siempre | olvida | encuentra por fin | recomienda | cambia | dibuja | espera |
        pinta"""),
        split("""las piezas de latón | una caja de cambios | el mástil de madera |
        tres sacos de cemento | los neumáticos de invierno | una batería mejor |
        la cocina de gas | los manzanos | una bicicleta usada | los tubos de cobre |
        la puerta del jardín | un precio justo"""),
        split("""antes de la helada | detrás de la estación | sin herramientas |
        por cuarenta euros | un domingo de lluvia | cerca del río | después de la tormenta |
        con poca maña | en el granero | desde el verano | entre dos trenes | en las afueras"""),
        split("""¡Gracias! | +1 | A mí también. | De acuerdo. | Ni idea, lo siento. |
        Arriba | Resuelto, gracias. | ¿Hay novedades? | ¡Buen trabajo! | Yo no lo haría."""),
    ),
}

_LATIN = split("""anna.b | gear_head | Ole77 | moss | Petra K | the_tinker | quill9 | Ravi |
harborman | jo-jo | Nils | Saltwater | vera1980 | Tomcat""")
USERS: dict[str, tuple[str, ...]] = {
    "en": _LATIN,
    "de": (*_LATIN[:8], "Bastler", "Käthe", "schraube42", "Großvater", "Uwe", "Moni"),
    "zh": split("""老王 | 北方的风 | gear_head | 小木匠 | 张三丰 | 海边钓鱼 | moss77 | 阿明 |
    修车师傅 | 清水 | 南山客 | Ravi"""),
    "ja": split("""たけし | 海の男 | gear_head | さくら | 名無しの大工 | 山田屋 | moss77 | ミケ |
    鉄工所 | K.Mori | はるか | 庭師"""),
    "ru": split("""Мастер | ivan_petrov | Кузьмич | gear_head | Лена | Дед Мазай | moss77 |
    Старый моряк | Олег | vera1980 | Токарь | Наташа"""),
    "es": (*_LATIN[:6], "Manolo", "lapinta", "El Tuerca", "Inés", "barquero", "Rosa M"),
}
WRITERS: dict[str, tuple[str, ...]] = {
    "en": split("Alice Morton | Peter Grange | Joan Whitfield | Samuel Oakes | Nora Blake"),
    "de": split("Maria Keller | Jens Brandt | Sabine Vogt | Karl Lindner | Ute Hansen"),
    "zh": split("李晓明 | 王丽华 | 陈国强 | 赵一鸣 | 周慧"),
    "ja": split("佐藤健一 | 鈴木美咲 | 高橋直樹 | 田中由美 | 小林誠"),
    "ru": split("Анна Белова | Пётр Громов | Ольга Лебедева | Сергей Кузнецов | Мария Орлова"),
    "es": split("María Campos | Luis Ortega | Carmen Ruiz | Javier Molina | Elena Soto"),
}

MONTHS = tuple(
    split(row)
    for row in (
        "January|February|March|April|May|June|July|August|September|October|November|December",
        "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember",
        "1|2|3|4|5|6|7|8|9|10|11|12",
        "1|2|3|4|5|6|7|8|9|10|11|12",
        "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря",
        (
            "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
            "|diciembre"
        ),
    )
)
SHORT_MONTHS = tuple(
    split(row)
    for row in (
        "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec",
        "Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez",
        "1|2|3|4|5|6|7|8|9|10|11|12",
        "1|2|3|4|5|6|7|8|9|10|11|12",
        "янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек",
        "ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic",
    )
)
WEEKDAYS = tuple(
    split(row)
    for row in (
        "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
        "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag",
        "一|二|三|四|五|六|日",
        "月|火|水|木|金|土|日",
        "понедельник|вторник|среда|четверг|пятница|суббота|воскресенье",
        "lunes|martes|miércoles|jueves|viernes|sábado|domingo",
    )
)

_TABLE = """
home | Home | Startseite | 首页 | ホーム | Главная | Inicio
forum | Forum | Forum | 论坛 | 掲示板 | Форум | Foro
tinkerers | Tinkerers | Bastelecke | 爱好者 | ものづくり | Самоделкин | Manitas
boards | Boards | Foren | 版块 | カテゴリ | Разделы | Foros
topic | Topic | Thema | 主题 | トピック | Тема | Tema
topics | Topics | Themen | 主题 | トピック | Темы | Temas
posts | Posts | Beiträge | 帖子 | 投稿 | Сообщения | Mensajes
replies | Replies | Antworten | 回复 | 返信 | Ответы | Respuestas
views | Views | Zugriffe | 查看 | 閲覧 | Просмотры | Visitas
last | Last post | Letzter Beitrag | 最后发表 | 最終投稿 | Последнее сообщение | Último mensaje
author | Author | Autor | 作者 | 投稿者 | Автор | Autor
by | by | von | 作者： | 投稿者: | Автор: | por
posted | Posted | Geschrieben am | 发表于 | 投稿日時: | Добавлено: | Publicado el
yesterday | Yesterday, | Gestern, | 昨天 | 昨日 | Вчера, | Ayer,
date | Date | Datum | 日期 | 日付 | Дата | Fecha
wrote | wrote: | schrieb: | 写道： | さんの発言: | писал(а): | escribió:
joined | Joined | Dabei seit | 注册时间 | 登録日 | Регистрация | Registrado
place | Location | Wohnort | 来自 | 居住地 | Откуда | Ubicación
rank | Member | Mitglied | 会员 | 会員 | Участник | Miembro
reply | Reply | Antworten | 回复 | 返信 | Ответить | Responder
quote | Quote | Zitieren | 引用 | 引用 | Цитата | Citar
report | Report | Melden | 举报 | 通報 | Жалоба | Denunciar
edited | Last edited by | Zuletzt geändert von | 最后编辑： | 最終編集: \
    | Последняя правка: | Editado por
next | Next | Weiter | 下一页 | 次へ | Следующая | Siguiente
previous | Previous | Zurück | 上一页 | 前へ | Предыдущая | Anterior
page_of | Page {} of {} | Seite {} von {} | 第 {} 页，共 {} 页 | {} / {} ページ \
    | Страница {} из {} | Página {} de {}
login | Log in | Anmelden | 登录 | ログイン | Вход | Entrar
register | Register | Registrieren | 注册 | 新規登録 | Регистрация | Registrarse
user | User name | Benutzername | 用户名 | ユーザー名 | Имя | Usuario
password | Password | Passwort | 密码 | パスワード | Пароль | Contraseña
search | Search | Suche | 搜索 | 検索 | Поиск | Buscar
members | Members | Mitglieder | 会员列表 | 会員一覧 | Участники | Miembros
rules | Rules | Regeln | 版规 | 規約 | Правила | Normas
calendar | Calendar | Kalender | 日历 | カレンダー | Календарь | Calendario
online | Who is online | Wer ist online | 在线会员 | オンラインの会員 \
    | Кто на форуме | Quién está conectado
latest | Latest topics | Neue Themen | 最新主题 | 新着トピック | Новые темы | Temas recientes
hot | Hot topics | Beliebte Themen | 热门主题 | 人気トピック | Горячие темы | Temas populares
print | Print view | Druckansicht | 打印版 | 印刷用 | Версия для печати | Versión para imprimir
text_only | Text version | Textversion | 文字版 | テキスト版 | Текстовая версия \
    | Versión de texto
sticky | Sticky | Wichtig | 置顶 | 固定 | Важно | Fijado
subject | Subject | Betreff | 标题 | 件名 | Заголовок | Asunto
ad | Advertisement | Anzeige | 广告 | 広告 | Реклама | Publicidad
sort | Sort by | Sortieren nach | 排序 | 並べ替え | Сортировать | Ordenar por
newest | Newest first | Neueste zuerst | 最新在前 | 新しい順 | Сначала новые | Más recientes
goto | Go to page | Gehe zu Seite | 转到页 | ページ移動 | На страницу | Ir a la página
general | General talk | Allgemeines | 综合讨论 | 総合 | Общий раздел | General
workshop | Workshop | Werkstatt | 修理车间 | 作業場 | Мастерская | Taller
market | Market | Marktplatz | 二手市场 | 売ります買います | Барахолка | Mercado
meetings | Meetings | Treffen | 聚会活动 | 集まり | Встречи | Encuentros
about | Everything about it | Alles darüber | 讨论相关话题 | 話題全般 \
    | Всё об этом | Todo sobre ello
starter | OP | Themenstarter | 楼主 | スレ主 | Автор темы | Autor del tema
moderator | Moderator | Moderator | 版主 | 管理人 | Модератор | Moderador
in_reply | in reply to | Antwort an | 回复 | 返信先: | в ответ | en respuesta a
code | Code | Code | 代码 | コード | Код | Código
select | Select all | Alles auswählen | 全选 | すべて選択 | Выделить всё | Seleccionar todo
spoiler | Show spoiler | Spoiler anzeigen | 显示剧透 | ネタバレを表示 | Показать спойлер \
    | Mostrar spoiler
attached | Attached file | Dateianhang | 附件 | 添付ファイル | Вложение | Archivo adjunto
downloads | downloads | Downloads | 次下载 | ダウンロード | загрузок | descargas
seen | Last seen | Zuletzt online | 最后登录 | 最終ログイン | Был на сайте | Visto por última vez
message | Message | Nachricht | 发消息 | メッセージ | Сообщение | Mensaje
from | from | aus | 来自： | 発信地: | из | desde
place_name | Lund/Porto | Graz/Oban | 广东/浙江 | 東京/大阪 | Твери/Омска | Vigo/Cádiz
likes | like this. | gefällt das. | 觉得很赞 | がいいねしました | оценили | les gusta esto
send | Post reply | Absenden | 发表回复 | 投稿する | Отправить | Publicar
removed | This post was removed by its author. | Dieser Beitrag wurde gelöscht. \
    | 该帖已被作者删除 | この投稿は削除されました | Сообщение удалено автором \
    | Este mensaje fue eliminado.
started_by | Started by | Erstellt von | 发起人： | 作成者: | Автор: | Iniciado por
poll | Poll | Umfrage | 投票 | アンケート | Опрос | Encuesta
votes | Votes | Stimmen | 票数 | 投票数 | Голосов | Votos
similar | Similar topics | Ähnliche Themen | 相似主题 | 関連トピック | Похожие темы \
    | Temas similares
viewing | Users viewing this topic | Benutzer in diesem Thema | 正在浏览此主题的会员 \
    | このトピックを見ている人 | Тему читают | Usuarios viendo este tema
jump | Jump to | Gehe zu | 跳转到 | 移動 | Перейти | Saltar a
last_posts | Last posts | Letzte Beiträge | 最新回复 | 最近の投稿 | Последние сообщения \
    | Últimos mensajes
news | News | Nachrichten | 新闻 | ニュース | Новости | Noticias
local | Local | Lokales | 本地 | 地域 | Город | Local
economy | Economy | Wirtschaft | 财经 | 経済 | Экономика | Economía
culture | Culture | Kultur | 文化 | 文化 | Культура | Cultura
sport | Sport | Sport | 体育 | スポーツ | Спорт | Deportes
published | Published | Veröffentlicht am | 发布时间： | 公開日: | Опубликовано: | Publicado el
source | Source: | Quelle: | 来源： | 出典: | Источник: | Fuente:
reporter | Reporter: | Reporter: | 记者 | 記者 | Корреспондент: | Redactor:
editor | Editor: | Redaktion: | 责任编辑： | 編集: | Редактор: | Edición:
related | Related stories | Mehr zum Thema | 相关阅读 | 関連記事 | Читайте также \
    | Noticias relacionadas
most_read | Most read | Meistgelesen | 热门新闻 | アクセスランキング | Самое читаемое \
    | Lo más leído
more | Read more | Weiterlesen | 阅读全文 | 続きを読む | Читать далее | Leer más
tags | Tags: | Schlagwörter: | 标签： | タグ: | Теги: | Etiquetas:
share | Share | Teilen | 分享到 | シェア | Поделиться | Compartir
anonymous | Anonymous | Anonym | 匿名 | 名無しさん | Аноним | Anónimo
guest | Guest | Gast | 游客 | ゲスト | Гость | Invitado
load_more | Load more | Mehr laden | 加载更多 | もっと見る | Показать ещё | Cargar más
only_author | Only this author | Nur dieser Autor | 只看该作者 | この投稿者のみ | Только автор \
    | Solo este autor
threads_tree | Messages in this thread | Nachrichten zum Thema | 本主题帖子 | スレッド一覧 \
    | Сообщения темы | Mensajes del hilo
archive | Archive | Archiv | 往期 | 過去の記事 | Архив | Archivo
one_page | On one page | Auf einer Seite | 单页阅读 | 全文を一ページで | На одной странице \
    | En una página
subscribe | Subscribe to read the whole article | Mit Abo weiterlesen | 订阅后阅读全文 \
    | 続きは会員登録で | Полный текст по подписке | Suscríbase para leer más
letter | Get our newsletter | Unser Newsletter | 订阅我们的邮件 | メールマガジン登録 \
    | Подпишитесь на рассылку | Suscríbase al boletín
updated | Updated: | Aktualisiert: | 更新于 | 更新: | Обновлено: | Actualizado:
reading_time | {} min read | {} Min. Lesezeit | 阅读约 {} 分钟 | この記事は{}分で読めます \
    | {} мин. на чтение | {} min de lectura
listen | Listen to this article | Artikel anhören | 收听本文 | この記事を聴く \
    | Слушать статью | Escuchar el artículo
read_also | Read also: | Lesen Sie auch: | 延伸阅读： | あわせて読みたい: \
    | Читайте также: | Lea también:
follow | Follow us on | Folgen Sie uns auf | 关注我们： | フォローする: | Подписывайтесь на нас в \
    | Síganos en
helpful | Was this article helpful? | War dieser Artikel hilfreich? | 这篇文章有帮助吗？ \
    | この記事は役に立ちましたか？ | Была ли статья полезной? | ¿Le ha resultado útil?
yes_no | Yes/No | Ja/Nein | 有/没有 | はい/いいえ | Да/Нет | Sí/No
rights | All rights reserved. | Alle Rechte vorbehalten. | 版权所有 | 無断転載を禁じます \
    | Все права защищены. | Todos los derechos reservados.
last_remarks | Latest comments | Neueste Kommentare | 最新评论 | 最新のコメント \
    | Последние комментарии | Últimos comentarios
comments | Comments | Kommentare | 评论 | コメント | Комментарии | Comentarios
photo | Photo: | Foto: | 图： | 写真: | Фото: | Foto:
legal | Imprint and privacy | Impressum und Datenschutz | 版权声明 | 利用規約 \
    | Правила сайта | Aviso legal
day_unit | d | T | 天 | 日 | д | d
best_answer | Best answer | Beste Antwort | 最佳答案 | ベストアンサー | Лучший ответ \
    | Mejor respuesta
go_to_answer | Go to the answer | Zur Antwort | 查看该回答 | 回答へ | К ответу | Ir a la respuesta
facts | Facts and figures | Daten und Fakten | 数据速览 | データ | Цифры и факты | Datos
correction | Correction | Korrektur | 更正 | 訂正 | Исправление | Corrección
written_by | About the author | Über den Autor | 作者简介 | 筆者紹介 | Об авторе \
    | Sobre el autor
"""
#: Part of a page -> its words in the order of the languages.
LABELS: dict[str, tuple[str, ...]] = {
    key: tuple(words) for key, *words in (split(line) for line in _TABLE.strip().splitlines())
}
