"""What the times of an article are called, in the languages of the world."""

from __future__ import annotations

import re

from fpcrawl.extraction.vocabulary import not_published
from fpcrawl.patterns import late

__all__ = ["is_time_label", "is_update", "names_time", "tells_publishing", "tells_update"]

#: Stems of words for publishing. They are looked for in what stands beside a time, and in classes.
_PUBLISHED = late(
    r"publish|pubdate|posted|created|issued|发布|發布|發佈|发表|發表|刊登|刊出|(?<![一-鿿])创建|上传|公開|掲載|投稿|配信日|登録日|発行"
    r"|veröffentlicht|publizier|erschienen|eingestellt|hinzugefügt|\berstellt|\bverfasst"
    r"|publi[ée]|publicat|mise? en ligne|\bposté|\bparue? le\b|\bparution\b|ajouté|\bcréée?\b"
    r"|diffusé|publi[ck]ad|publicació|añadid|\bcreado\b|\bsubido\b|adicionad|\bcriad[oa]\b|\bpostad[oa]\b"
    r"|pubblicat|aggiunto|\binserito\b|\bcreato\b|\bpostato\b|\bcreat\b|\bpostat|postării|adăugat"
    r"|gepubliceerd|publicatie|geplaatst|\bgepost\b|\bverschenen\b|aangemaakt"
    r"|publicer|\bskapad|upplag[dt]\b|publiser|lagt (?:ut|op)\b|opp?rettet|u[dt]git?[tv]"
    r"|offentliggj|julkais|\blisätty\b|\bluotu\b|megjelen|közzét|publikál|létrehoz|feltölt|beküldve"
    r"|publika[cč]|publikov|opublik|dodan[oyei]|utworzon|zve?řejn|zverejn|přidán|pridan|vydán|vydan"
    r"|vytvořen|vytvoren|vložen|objav(?:a\b|e\b|lj)|postavljen|kreirano|објав"
    r"|опублик|(?<!рес)публик|добавле?н|размещ[её]н|создан|написан|създаден|опублік|(?<!рес)публік|додан|розміщ"
    r"|створен|δημοσ[ιί]ε|αναρτ|ανάρτησ|καταχωρ"
    r"|oluşturulma|yay[ıi][nm]lan|yay[ıi]n tarih|giriş tarihi|\beklen(?:me|di)"
    r"|פורסם|פרסום|הועלה|\bנוצר|נ\u064f?شر|نُ?شر|أضيف|الإنشاء|منتشر|(?:تاریخ|زمان) (?:انتشار|درج)"
    r"|^\W*انتشار\W*$|ایجاد شده|प्रकाशित|प्रकाशन|पोस्ट किया|เผยแพร่|โพสต์|วันที่ประกาศ"
    r"|ngày đăng|\bđăng (?:lúc|ngày|bởi|bài|tải|vào|tin|trên|lên)\b"
    r"|(?:^|\b(?:được|đã|bài) )đăng\W*$|xuất bản|ngày tạo"
    r"|diterbitkan|dipublikasi|diposting|diunggah|\bterbit\b|\btayang\b|\bdibuat\b"
    r"|입력|등록|작성일|게시일|발행|게재|송고(?![가-힣])|송고[일시됨]",
    re.IGNORECASE,
)
#: Words for an update that stand beside the times of articles only. Nouns for any change are none
#: of them: laws and the climate change, too.
_UPDATED = late(
    r"\brevised\b|\bcorrected\b|\bamended\b|\bchanged\b|last (?:change|review|revis)|\bupdate"
    r"|überarbeitet|aktualisi|letzte änderung|\bactualisée?\b|\bcorrigée?\b|\bmàj\b"
    r"|(?-i:\bMAJ\b(?! [A-Z][a-z]))"
    r"|modifié|modificad[oa]\b|modificat|[uú]ltima modifica|actualit?za|\bact\."
    r"|\brevisad[oa]\b|\brevisto\b|corr[ei]gid[oa]|alterad[oa]\b|atualiza|darrera actualit"
    r"|aggiorna|revisionat|corretto|aangepast|laatste wijziging|bijgewerkt|gewijzigd"
    r"|uppdatera|reviderad|oppdater|\bendret|opdater|ændret|päivit|\bmuutettu|friss[íü]"
    r"|aktualizá|módosí|editat\b|aktualiza|zmienion|poprawion|modyfika|ostatni(?:a|e) zmian"
    r"|edytowan|upraven|změněn|zmenen|posledn[íá] zm[eě]n|editován|ažurira|ажурира|osveže"
    r"|\bizm\w{2,6}no\b|\w+nja izm\w+na\b|promijenj|dopunjen|измењен|изменен[оа]|отредактир"
    r"|актуализ|обнов|исправл|последн\w+ (?:редакц|изменен|пром[ея])|променен|редагован|відредаг"
    r"|змінен|останні зміни|\bоновл|ενημ[εέ]ρ|τροποπ|επεξεργασ|ανανε[ωώ]|διορθ"
    r"|güncelle|değiştir|düzenle|업데이트"
    r"|최종(?! ?[가-힣])|최종 ?(?:수정|변경|갱신|편집|입력|등록|업데이트)"
    r"|(?<![가-힣])(?:수정|변경|갱신)(?:일시?)?\W*$"
    r"|更新|アップデート|校订"
    r"|(?:改[訂定]|修[正訂订]|[変变變]更)(?:日[時期]?|[时時][间間]|[于於])?\W*$"
    r"|cập nhật|chỉnh sửa|sửa đổi|diperbarui|pembaruan|mutakhir|diubah|diedit|\bdiupdate"
    r"|تحديث|تعديل|حُدِّث|حدّث|به‌?\s?روز|بروز\s?رسانی|ویرایش|آخرین تغییر|עודכן|עדכון|נערך|\bשונה\b|תוקן"
    r"|अपडेट|अद्यतन|संशोधित|संपादित|อัปเดต|อัพเดท|ปรับปรุง(?:ล่าสุด|เมื่อ|\W*$)|แก้ไข",
    re.IGNORECASE,
)
#: What a time stands below or beside, in an element of its own.
_TIME_LABEL = late(
    r"\W*(?:date|published|updated|posted|created|modified|edited|datum|veröffentlicht|erschienen"
    r"|erstellt|eingestellt|hinzugefügt|geschrieben|verfasst|geändert|aktualisiert|fecha"
    r"|publicado|escrito|creado|actualizado|atualizado|criado|modificado|editado|data|publié|écrit"
    r"|créé|ajouté|modifié|mis à jour|pubblicato|scritto|creato|modificato|aggiornato|gepubliceerd"
    r"|geplaatst|bijgewerkt|publicerad|uppdaterad|opublikowano|dodano|utworzono|zaktualizowano"
    r"|дата(?: публикации)?|опубликовано|написано|добавлено"
    r"|размещено|создано|изменено|обновлен[оа]|опубліковано|додано|оновлено|更新(?:于|於)?"
    r"|(?:发布|發布|发表|發表|更新|编辑|編輯|修改)?(?:日期|时间|時間|[于於在])"
    r"|(?:公開|公表|投稿|掲載|配信|(?:最終)?更新|作成|登録)?日[付時]{0,2}|公開|投稿|掲載|配信"
    r"|(?:입력|등록|작성|수정)(?:일시?)?|tarih|ngày đăng)(?:\s(?:on|at|am|el|em|le|il|op))?\W*",
    re.IGNORECASE,
)
#: Of more words than this what a time is called does not consist.
MAX_WORDS = 4


def is_time_label(line: str) -> bool:
    """Whether a line is nothing but what a time is called."""
    return _TIME_LABEL.fullmatch(line) is not None


def tells_publishing(label: str) -> bool:
    """Whether words beside a time, or the names of its element, speak of publishing."""
    return _PUBLISHED.search(label) is not None


def tells_update(label: str) -> bool:
    """Whether words beside a time speak of an update."""
    return _UPDATED.search(label) is not None


def is_update(label: str) -> bool:
    """Whether a time with such words beside it is not that of publishing."""
    return not_published(label) or (tells_update(label) and not tells_publishing(label))


def names_time(words: str) -> bool:
    """Whether a few words are what a time is called, in whatever language."""
    if is_time_label(words):
        return True
    few = len(words.split()) <= MAX_WORDS
    return few and (tells_publishing(words) or tells_update(words))
