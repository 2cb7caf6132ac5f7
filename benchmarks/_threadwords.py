"""Words of made threads that no other made page says: how heads of posts are put, ages."""

from __future__ import annotations

from benchmarks._madelexicon import split
from benchmarks._madewords import MORE_TONGUES, TONGUES, Tongue, tongue

__all__ = ["THREAD_WORDS", "thread_tongue"]

_TABLE = """
by_on | by {who} on {when} | von {who} am {when} | {who} 发表于 {when} \
    | 投稿者 {who} 投稿日時 {when} | от {who}, {when} | por {who} el {when} \
    | par {who} le {when} | {who} 님이 {when} 작성 \
    | كتبه {who} في {when} | {who} 發表於 {when}
wrote | {who} wrote: | {who} schrieb: | {who} 写道： | {who} さんは書きました: | {who} писал(а): \
    | {who} escribió: | {who} a écrit : | {who} 님의 글: | كتب {who}: | {who} 寫道：
said | {who} said | {who} sagte | {who} 说 | {who} さん | {who} сказал | {who} dijo | {who} a dit \
    | {who} 님 | قال {who} | {who} 說
wrote_on | {who} wrote on {when}: | {who} schrieb am {when}: | {who} 于 {when} 写道： \
    | {who} さんが {when} に書きました | {who} написал {when}: | {who} escribió el {when}: \
    | {who} a écrit le {when} : | {who} 님이 {when}에 쓴 글 | كتب {who} في {when}: \
    | {who} 於 {when} 寫道：
posted_by | Posted by {who} » {when} | Geschrieben von {who} » {when} | 作者：{who} » {when} \
    | 投稿者: {who} » {when} | Автор: {who} » {when} | Publicado por {who} » {when} \
    | Publié par {who} » {when} | 글쓴이: {who} » {when} | الكاتب: {who} » {when} \
    | 作者：{who} » {when}
floor | Post {n} of {of} | Beitrag {n} von {of} | {n}楼 | {n}番目 | Сообщение {n} из {of} \
    | Mensaje {n} de {of} | Message {n} sur {of} | {n}번째 글 | المشاركة {n} من {of} | {n}樓
others | and {n} others | und {n} andere | 等{n}人 | 他{n}人 | и ещё {n} | y {n} más \
    | et {n} autres | 외 {n}명 | و{n} آخرون | 等{n}人
minutes | {n} minutes ago | vor {n} Minuten | {n} 分钟前 | {n}分前 | {n} минут назад \
    | hace {n} minutos | il y a {n} minutes | {n}분 전 | منذ {n} دقيقة | {n} 分鐘前
hours | {n} hours ago | vor {n} Stunden | {n} 小时前 | {n}時間前 | {n} часов назад \
    | hace {n} horas | il y a {n} heures | {n}시간 전 | منذ {n} ساعة | {n} 小時前
answers | {n} answers | {n} Antworten | {n} 个回答 | 回答 {n}件 | Ответов: {n} | {n} respuestas \
    | {n} réponses | 답변 {n}개 | {n} إجابات | {n} 個回答
accepted | Accepted answer | Akzeptierte Antwort | 已采纳 | ベストアンサー | Принятый ответ \
    | Respuesta aceptada | Réponse acceptée | 채택된 답변 | إجابة مقبولة | 已採納
asked | asked {when} | gefragt {when} | 提问于 {when} | 質問 {when} | задан {when} \
    | preguntado {when} | demandé {when} | 질문 {when} | سئل {when} | 提問於 {when}
answered | answered {when} | beantwortet {when} | 回答于 {when} | 回答 {when} | ответ дан {when} \
    | respondido {when} | répondu {when} | 답변 {when} | أجيب {when} | 回答於 {when}
newbie | Member | Mitglied | 初级会员 | 一般会員 | Участник | Miembro | Membre | 일반회원 | عضو \
    | 初級會員
veteran | Senior member | Stammgast | 高级会员 | 常連 | Старожил | Veterano | Habitué | 우수회원 \
    | عضو مميز | 高級會員
"""
#: Language -> part of a page -> its words.
THREAD_WORDS: dict[str, dict[str, str]] = {
    code: {
        key: words[n] for key, *words in map(split, _TABLE.strip().replace("\\\n", "").splitlines())
    }
    for n, code in enumerate((*TONGUES, *MORE_TONGUES))
}

#: Labels that forums alone have, in the languages which only news sites of others speak.
_LABELS = """
anonymous | Anonyme | 익명 | مجهول | 匿名
author | Auteur | 글쓴이 | الكاتب | 作者
attached | Fichier joint | 첨부파일 | مرفق | 附件
code | Code | 코드 | كود | 程式碼
day_unit | j | 일 | ي | 天
downloads | téléchargements | 다운로드 | تحميل | 次下載
edited | Modifié par | 수정됨 | تم التعديل بواسطة | 最後編輯：
forum | Forum | 포럼 | المنتدى | 論壇
guest | Invité | 손님 | زائر | 遊客
joined | Inscrit le | 가입일 | تاريخ التسجيل | 註冊時間
latest | Derniers sujets | 최신 글 | أحدث المواضيع | 最新主題
likes | aiment ça. | 님이 좋아합니다. | أعجبهم هذا. | 覺得很讚
members | Membres | 회원 목록 | الأعضاء | 會員列表
place | Lieu | 지역 | المكان | 來自
poll | Sondage | 투표 | تصويت | 投票
posts | Messages | 글 | المشاركات | 帖子
quote | Citer | 인용 | اقتباس | 引用
removed | Ce message a été supprimé. | 삭제된 글입니다. | تم حذف هذه المشاركة. | 該帖已被作者刪除
replies | Réponses | 댓글 | الردود | 回覆
report | Signaler | 신고 | إبلاغ | 檢舉
rules | Règles | 이용규칙 | القوانين | 版規
search | Rechercher | 검색 | بحث | 搜尋
select | Tout sélectionner | 모두 선택 | تحديد الكل | 全選
send | Envoyer | 등록 | إرسال | 發表回覆
similar | Sujets similaires | 비슷한 글 | مواضيع مشابهة | 相似主題
spoiler | Afficher | 스포일러 보기 | إظهار المخفي | 顯示劇透
starter | Auteur du sujet | 글쓴이 | صاحب الموضوع | 樓主
subject | Sujet | 제목 | الموضوع | 標題
tinkerers | Les bricoleurs | 손재주 모임 | نادي الحرفيين | 修理愛好者
viewing | Utilisateurs sur ce sujet | 이 글을 보는 회원 | المتواجدون الآن | 正在瀏覽此主題的會員
views | Vues | 조회 | المشاهدات | 查看
votes | Votes | 표 | الأصوات | 票數
workshop | Atelier | 작업실 | الورشة | 修理車間
wrote | a écrit : | 님의 글: | كتب: | 寫道：
"""
_MORE_LABELS = {
    code: {key: words[n] for key, *words in map(split, _LABELS.strip().splitlines())}
    for n, code in enumerate(MORE_TONGUES)
}


class _ThreadTongue(Tongue):
    """A language in which forums are written too."""

    __slots__ = ()

    def label(self, key: str) -> str:
        """Return the word for a part of a page."""
        return _MORE_LABELS.get(self.code, {}).get(key) or Tongue.label(self, key)


def thread_tongue(code: str) -> Tongue:
    """Return a language by its code."""
    return _ThreadTongue(code, tongue(code).hours)
