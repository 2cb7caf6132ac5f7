"""Words of made lists of threads: titles that are hard to tell, counts, who and when."""

from __future__ import annotations

from benchmarks._madelexicon import split

__all__ = ["ROW_TITLES", "ROW_WORDS"]

#: Language -> titles; many hold numbers, years, brackets or the words of columns.
ROW_TITLES: dict[str, tuple[str, ...]] = {
    "en": split("""How do I clean a copper kettle |
    Windows (11) will not start after the update | Best films of (2024) |
    Part [2] of my trip to the north | Lid falls off when it rains |
    Which wood for a small boat [solved] | Room 101 is closed again |
    C++ or Rust for a beginner? | iPhone 15 battery, again | Harvest of 1998: what we learnt |
    Rope (12 mm) wanted | Top 10 tips for a dry cellar | Who reads here at night? | New here |
    Hello | Posted by mistake, please delete | 3 replies and no answer |
    Views on the new bridge"""),
    "de": split("""Wie reinige ich einen Kupferkessel | Windows (11) startet nicht mehr |
    Die besten Filme 2024 | Teil 2 meiner Reise in den Norden | Deckel fällt bei Regen ab |
    Welches Holz für ein kleines Boot | Zimmer 101 ist wieder zu |
    C++ oder Rust für Anfänger? | iPhone 15 Akku | Ernte 1998: was wir gelernt haben |
    Suche Seil (12 mm) | Zehn Tipps für trockene Keller | Wer liest nachts? | Neu hier |
    Hallo | Doppelt, bitte löschen | Drei Antworten und keine Lösung |
    Ansichten zur neuen Brücke"""),
    "zh": split("""求推荐一款好用的铜壶 | Windows 11 更新以后打不开了 | 2024年最好看的电影 |
    北方之行（第二部分） | 下雨的时候盖子老是掉 | 小船用什么木头好？ | 101房间又关了 |
    新手学C++还是Rust | 苹果15电池问题 | 1998年的收成：我们学到了什么 | 求购12毫米绳子 |
    地下室防潮的十个办法 | 晚上有谁在看 | 新人报到 | 大家好 | 发错了，请删除 |
    三个回复没有答案 | 大家怎么看新桥"""),
    "ja": split("""銅のやかんの洗い方 | Windows 11が起動しない | 2024年の良い映画 |
    北への旅 その2 | 雨の日に蓋が落ちる | 小さな舟に使う木 | 101号室がまた閉まった |
    C++かRustか | iPhone 15の電池 | 1998年の収穫から学んだこと | ロープ（12mm）求む |
    乾いた地下室の十の工夫 | 夜に読む人 | はじめまして | こんにちは | 間違えました |
    返信三つ | 新しい橋について"""),
    "ru": split("""Как почистить медный чайник | Windows 11 не запускается |
    Лучшие фильмы 2024 | Поездка на север, часть 2 | Крышка падает в дождь |
    Какое дерево для лодки | Комната 101 опять закрыта | C++ или Rust новичку? |
    Айфон 15 батарея | Урожай 1998: чему мы научились | Куплю верёвку 12 мм |
    Десять советов для сухого подвала | Кто читает ночью? | Я новенький | Привет |
    Ошибся, удалите | Три ответа без решения | Мнения о новом мосте"""),
    "es": split("""Cómo limpiar una tetera de cobre | Windows (11) no arranca |
    Las mejores películas de 2024 | Viaje al norte, parte 2 | La tapa se cae cuando llueve |
    Qué madera para un bote | La sala 101 cerrada otra vez | ¿C++ o Rust? |
    Batería del iPhone 15 | Cosecha de 1998 | Busco cuerda (12 mm) |
    Diez consejos para un sótano seco | ¿Quién lee de noche? | Nuevo aquí | Hola |
    Error, borrar | Tres respuestas sin solución | Opiniones del nuevo puente"""),
    "fr": split("""Comment nettoyer une bouilloire | Windows (11) ne démarre plus |
    Les meilleurs films de 2024 | Voyage au nord, partie 2 |
    Le couvercle tombe quand il pleut | Quel bois pour un petit bateau |
    La chambre 101 est fermée | C++ ou Rust pour débuter ? | Batterie iPhone 15 |
    Récolte de 1998 | Cherche corde (12 mm) | Dix conseils pour une cave sèche |
    Qui lit la nuit ? | Nouveau ici | Bonjour | Erreur, à supprimer |
    Trois réponses sans solution | Avis sur le nouveau pont"""),
    "ko": split("""구리 주전자 닦는 법 | 윈도우 11이 안 켜져요 | 2024년 최고의 영화 |
    북쪽 여행 2부 | 비 오면 뚜껑이 떨어져요 | 작은 배에 쓸 나무 | 101호가 또 닫혔네요 |
    C++ 아니면 Rust | 아이폰 15 배터리 | 1998년 수확 | 밧줄 12mm 구합니다 |
    마른 지하실 열 가지 방법 | 밤에 읽는 사람 | 처음 왔어요 | 안녕하세요 | 잘못 올렸어요 |
    댓글 세 개 | 새 다리에 대해"""),
}
_TABLE = """
topic | Topic | Thema | 主题 | トピック | Тема | Tema | Sujet | 제목
author | Author | Autor | 作者 | 作成者 | Автор | Autor | Auteur | 글쓴이
replies | Replies | Antworten | 回复 | 返信 | Ответы | Respuestas | Réponses | 댓글
views | Views | Zugriffe | 查看 | 閲覧 | Просмотры | Visitas | Vues | 조회
last | Last post | Letzter Beitrag | 最后发表 | 最終投稿 | Последнее сообщение \
    | Último mensaje | Dernier message | 마지막 글
by | by {} | von {} | 作者：{} | 投稿者：{} | от {} | por {} | par {} | 글쓴이 {}
started | Started by {} | Erstellt von {} | 楼主：{} | 作成者 {} | Автор: {} | Iniciado por {} \
    | Créé par {} | 작성자 {}
said_replies | {} replies | {} Antworten | {} 回复 | 返信 {} | {} ответов | {} respuestas \
    | {} réponses | 댓글 {}
said_views | {} views | {} Zugriffe | {} 浏览 | 閲覧 {} | {} просмотров | {} visitas | {} vues \
    | 조회 {}
said_last | Last post by {} | Letzter Beitrag von {} | 最后回复 {} | 最終投稿 {} \
    | Последнее от {} | Último mensaje de {} | Dernier message par {} | 마지막 글 {}
minutes | {} minutes ago | vor {} Minuten | {} 分钟前 | {}分前 | {} минут назад \
    | hace {} minutos | il y a {} minutes | {}분 전
hours | {} hours ago | vor {} Stunden | {} 小时前 | {}時間前 | {} часов назад | hace {} horas \
    | il y a {} heures | {}시간 전
days | {} days ago | vor {} Tagen | {} 天前 | {}日前 | {} дней назад | hace {} días \
    | il y a {} jours | {}일 전
board_0 | General | Allgemein | 综合 | 総合 | Общий | General | Général | 자유
board_1 | News & politics | Politik | 新闻 | ニュース | Новости | Noticias | Actualité | 뉴스
board_2 | Help | Hilfe | 求助 | 質問 | Помощь | Ayuda | Aide | 질문
board_3 | Market | Markt | 交易 | 売買 | Рынок | Mercado | Marché | 장터
"""
#: Language -> part of a list -> its words; ``{}`` is where a name or a number stands.
ROW_WORDS: dict[str, dict[str, str]] = {
    code: {
        key: words[n] for key, *words in map(split, _TABLE.strip().replace("\\\n", "").splitlines())
    }
    for n, code in enumerate(ROW_TITLES)
}
