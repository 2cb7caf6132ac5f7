"""How made pages of articles name who wrote them, and say what a day without a year is."""

from __future__ import annotations

from benchmarks._madelexicon import split

__all__ = ["AGENCIES", "AND", "BYLINES", "HOURS_AGO", "LANGUAGES", "RIGHTS", "SECTIONS", "YEARLESS"]

#: Language -> lines; ``{a}`` wrote it, ``{p}`` took pictures, ``{e}`` edited, ``{s}`` is a paper.
BYLINES: dict[str, tuple[str, ...]] = {
    "en": split(
        """By {a} ; {a} ; Written by {a} ; By {a}, Staff Writer ; Words: {a} | Photos: {p} ;
    Author: {a} ; {a}, {s} ; Posted by {a} ; By {a} for {s} ; Source: {s} ; Edited by {e} | By {a} ;
    By {a} in Porto ; Story by {a} ; {a}, Senior Editor""".replace("|", "\0").replace(";", "|")
    ),
    "de": split(
        """Von {a} ; {a} ; Text: {a} | Fotos: {p} ; Autor: {a} ; Ein Artikel von {a} ;
    Von {a}, {s} ; Quelle: {s} ; Redaktion: {e} | Autor: {a} ; Ein Kommentar von {a} ;
    {a}, Graz ; von {a} ; Ein Gastbeitrag von {a}""".replace("|", "\0").replace(";", "|")
    ),
    "fr": split(
        """Par {a} ; {a} ; Propos recueillis par {a} ; Publié par {a} ; Par {a} (avec {s}) ;
    Texte : {a} | Photos : {p} ; Rédigé par {a} ; Source : {s} ; Par {a}, envoyé spécial à Lyon ;
    Auteur : {a} ; {a} | {s}""".replace("|", "\0").replace(";", "|")
    ),
    "es": split(
        """Por {a} ; {a} ; Texto: {a} | Fotos: {p} ; Escrito por {a} ; Autor: {a} ;
    Publicado por {a} ; {a} / {s} ; Fuente: {s} ; Por: {a} ; Por {a}, en Vigo ;
    Edición: {e} | Redacción: {a}""".replace("|", "\0").replace(";", "|")
    ),
    "pt": split(
        """Por {a} ; {a} ; Texto: {a} | Fotos: {p} ; Escrito por {a} ; Autor: {a} ;
    Por {a}, {s} ; Fonte: {s} ; Publicado por {a} ; Edição: {e} | Reportagem: {a} ;
    Por: {a}""".replace("|", "\0").replace(";", "|")
    ),
    "ru": split(
        """Автор: {a} ; {a} ; Текст: {a} ; Автор: {a} | Фото: {p} ; Источник: {s} ;
    Текст: {a} | Редактор: {e} ; Корреспондент {a} ; {a}, {s} ; Автор {a} ;
    Подготовил: {a}""".replace("|", "\0").replace(";", "|")
    ),
    "zh": split(
        """作者：{a} ; 记者 {a} ; 文/{a} ; 来源：{s}  作者：{a} ; 来源：{s} 责任编辑：{e} ;
    本报记者 {a} ; {a} ; 撰文：{a} 编辑：{e} ; 来源：{s} ; 编辑：{e} 记者：{a} ; 文｜{a} ;
    记者 {a} 摄影 {p} ; {s}记者 {a} ; 来源：{s} 作者：{a} 责编：{e}""".replace(";", "|")
    ),
    "zh-TW": split(
        """記者{a}／台北報導 ; 文／{a} ; 作者：{a} ; {s} 記者{a} ; 撰文：{a} 攝影：{p} ; {a} ;
    責任編輯：{e} 作者：{a} ; 來源：{s} ; 記者 {a} ; 撰文者：{a}""".replace(";", "|")
    ),
    "ja": split(
        """文・{a} ; {a} ; 記者 {a} ; 取材・文＝{a} 撮影＝{p} ; {s} {a}記者 ; 執筆：{a} ;
    著者: {a} ; 編集：{e} 文：{a} ; 聞き手・{a} ; 提供：{s} ; 文：{a} 写真：{p} ;
    {a}（{s}）""".replace(";", "|")
    ),
    "ko": split(
        """{a} 기자 ; {s} {a} 기자 ; 글 {a} ; 기자명 {a} ; [{s} {a} 기자] ; 작성자: {a} ;
    글 {a} 사진 {p} ; 출처: {s} ; {a} ; 글쓴이 {a} ; {a} 기자 desk@made.example""".replace(";", "|")
    ),
    "ar": split(
        """بقلم: {a} ; {a} ; كتب: {a} ; الكاتب: {a} ; {s} - {a} ; المصدر: {s} ;
    إعداد: {a} ; بقلم {a}""".replace(";", "|")
    ),
    "vi": split(
        """{a} ; Tác giả: {a} ; Bài: {a} - Ảnh: {p} ; Theo {s} ; Nguồn: {s} ;
    Bài và ảnh: {a} ; Bởi {a} ; Theo {a}/{s} ; PV {a}""".replace(";", "|")
    ),
    "th": split(
        """โดย {a} ; ผู้เขียน: {a} ; {a} ; เรื่อง: {a} ภาพ: {p} ; ที่มา: {s} ; เขียนโดย {a} ;
    โดย : {a}""".replace(";", "|")
    ),
}
BYLINES = {code: tuple(f.replace("\0", "|") for f in forms) for code, forms in BYLINES.items()}
LANGUAGES = tuple(BYLINES)

#: Between the last two of several names.
AND = {
    "en": " and ",
    "de": " und ",
    "fr": " et ",
    "es": " y ",
    "pt": " e ",
    "ru": " и ",
    "zh": " ",
    "zh-TW": "、",
    "ja": "、",
    "ko": "·",
    "ar": " و",
    "vi": ", ",
    "th": " และ ",
}
AGENCIES = {
    "en": "Coast Wire",
    "de": "Küstenbote",
    "fr": "Le Courrier du Port",
    "es": "La Gaceta",
    "pt": "Jornal do Porto",
    "ru": "Речной вестник",
    "zh": "东江日报",
    "zh-TW": "東江日報",
    "ja": "東江新聞",
    "ko": "동강일보",
    "ar": "صحيفة الساحل",
    "vi": "Báo Sông Đông",
    "th": "ข่าวชายฝั่ง",
}
YEARLESS = {
    "en": "{month} {d}, {H}:{M}",
    "de": "{d}. {month}, {H}:{M} Uhr",
    "fr": "{d} {month} à {H}h{M}",
    "es": "{d} de {month}, {H}:{M}",
    "pt": "{d} de {month}, {H}:{M}",
    "ru": "{d} {month}, {H}:{M}",
    "zh": "{mm}-{dd} {H}:{M}",
    "zh-TW": "{m}月{d}日 {H}:{M}",
    "ja": "{m}月{d}日 {H}:{M}",
    "ko": "{m}월 {d}일 {H}:{M}",
    "ar": "{d} {month} {H}:{M}",
    "vi": "{dd}/{mm} {H}:{M}",
    "th": "{d} {month} {H}:{M} น.",
}
HOURS_AGO = {
    "en": "{} hours ago",
    "de": "vor {} Stunden",
    "fr": "il y a {} heures",
    "es": "hace {} horas",
    "pt": "há {} horas",
    "ru": "{} ч. назад",
    "zh": "{}小时前",
    "zh-TW": "{} 小時前",
    "ja": "{}時間前",
    "ko": "{}시간 전",
    "ar": "منذ {} ساعات",
    "vi": "{} giờ trước",
    "th": "{} ชั่วโมงที่แล้ว",
}
RIGHTS = {
    "en": "All rights reserved.",
    "de": "Alle Rechte vorbehalten.",
    "fr": "Tous droits réservés.",
    "es": "Todos los derechos reservados.",
    "pt": "Todos os direitos reservados.",
    "ru": "Все права защищены.",
    "zh": "版权所有，未经授权不得转载。",
    "zh-TW": "版權所有，禁止轉載。",
    "ja": "無断転載を禁じます。",
    "ko": "무단 전재 및 재배포 금지",
    "ar": "جميع الحقوق محفوظة.",
    "vi": "Bản quyền thuộc về báo.",
    "th": "สงวนลิขสิทธิ์",
}
#: Words above a title.
SECTIONS = ("news", "local", "economy", "culture", "sport")
