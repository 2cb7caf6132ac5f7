"""How software of many countries writes one and the same moment: a table of forms.

A form is a line: language, words in front, day, what parts day and clock, clock, words behind.
Months and weekdays stand here a second time, apart from those that the product reads: what is
measured should not be written by what reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["FORMS", "TimeForm"]

#: Months, months in short and weekdays of a language, Monday first.
_NAMES = """
en|January February March April May June July August September October November December|Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec|Monday Tuesday Wednesday Thursday Friday Saturday Sunday|Mon Tue Wed Thu Fri Sat Sun
de|Januar Februar März April Mai Juni Juli August September Oktober November Dezember|Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez|Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag|Mo Di Mi Do Fr Sa So
fr|janvier février mars avril mai juin juillet août septembre octobre novembre décembre|Jan Fév Mar Avr Mai Juin Juil Août Sep Oct Nov Déc|lundi mardi mercredi jeudi vendredi samedi dimanche|Lun Mar Mer Jeu Ven Sam Dim
es|enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre|Ene Feb Mar Abr May Jun Jul Ago Sep Oct Nov Dic|lunes martes miércoles jueves viernes sábado domingo|Lun Mar Mié Jue Vie Sáb Dom
it|gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre|gen feb mar apr mag giu lug ago set ott nov dic|lunedì martedì mercoledì giovedì venerdì sabato domenica|lun mar mer gio ven sab dom
pt|Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro|Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez|Segunda Terça Quarta Quinta Sexta Sábado Domingo|Seg Ter Qua Qui Sex Sáb Dom
nl|januari februari maart april mei juni juli augustus september oktober november december|jan feb mrt apr mei jun jul aug sep okt nov dec|maandag dinsdag woensdag donderdag vrijdag zaterdag zondag|ma di wo do vr za zo
sv|januari februari mars april maj juni juli augusti september oktober november december|jan feb mar apr maj jun jul aug sep okt nov dec|måndag tisdag onsdag torsdag fredag lördag söndag|mån tis ons tor fre lör sön
da|januar februar marts april maj juni juli august september oktober november december|jan feb mar apr maj jun jul aug sep okt nov dec|mandag tirsdag onsdag torsdag fredag lørdag søndag|man tir ons tor fre lør søn
fi|tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta|Tammi Helmi Maalis Huhti Touko Kesä Heinä Elo Syys Loka Marras Joulu|maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai|Ma Ti Ke To Pe La Su
pl|stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia|sty lut mar kwi maj cze lip sie wrz paź lis gru|poniedziałek wtorek środa czwartek piątek sobota niedziela|pn wt śr czw pt sob ndz
cs|ledna února března dubna května června července srpna září října listopadu prosince|led úno bře dub kvě čer črc srp zář říj lis pro|pondělí úterý středa čtvrtek pátek sobota neděle|po út st čt pá so ne
sk|januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra|jan feb mar apr máj jún júl aug sep okt nov dec|pondelok utorok streda štvrtok piatok sobota nedeľa|po ut st št pi so ne
hu|január február március április május június július augusztus szeptember október november december|jan. febr. márc. ápr. máj. jún. júl. aug. szept. okt. nov. dec.|hétfő kedd szerda csütörtök péntek szombat vasárnap|H K Sze Cs P Szo V
ro|ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie|ian feb mar apr mai iun iul aug sep oct noi dec|luni marți miercuri joi vineri sâmbătă duminică|Lu Ma Mi Jo Vi Sb Du
ru|января февраля марта апреля мая июня июля августа сентября октября ноября декабря|янв фев мар апр май июн июл авг сен окт ноя дек|понедельник вторник среда четверг пятница суббота воскресенье|Пн Вт Ср Чт Пт Сб Вс
uk|січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня|січ лют бер кві тра чер лип сер вер жов лис гру|понеділок вівторок середа четвер п'ятниця субота неділя|Пн Вт Ср Чт Пт Сб Нд
bg|януари февруари март април май юни юли август септември октомври ноември декември|Яну Фев Мар Апр Май Юни Юли Авг Сеп Окт Ное Дек|понеделник вторник сряда четвъртък петък събота неделя|Пон Вто Сря Чет Пет Съб Нед
el|Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου|Ιαν Φεβ Μαρ Απρ Μάιος Ιουν Ιούλ Αύγ Σεπ Οκτ Νοέμ Δεκ|Δευτέρα Τρίτη Τετάρτη Πέμπτη Παρασκευή Σάββατο Κυριακή|Δευ Τρί Τετ Πέμ Παρ Σάβ Κυρ
tr|Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık|Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara|Pazartesi Salı Çarşamba Perşembe Cuma Cumartesi Pazar|Pzt Sal Çrş Prş Cum Cmt Pzr
id|Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember|Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des|Senin Selasa Rabu Kamis Jumat Sabtu Minggu|Sen Sel Rab Kam Jum Sab Min
vi|Tháng_1 Tháng_2 Tháng_3 Tháng_4 Tháng_5 Tháng_6 Tháng_7 Tháng_8 Tháng_9 Tháng_10 Tháng_11 Tháng_12|Th1 Th2 Th3 Th4 Th5 Th6 Th7 Th8 Th9 Th10 Th11 Th12|Thứ_hai Thứ_ba Thứ_tư Thứ_năm Thứ_sáu Thứ_bảy Chủ_nhật|T2 T3 T4 T5 T6 T7 CN
th|มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม|ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.|จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์ อาทิตย์|จ. อ. พ. พฤ. ศ. ส. อา.
ar|يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر|يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر|الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد|اثنين ثلاثاء أربعاء خميس جمعة سبت أحد
he|ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר|ינו פבר מרץ אפר מאי יונ יול אוג ספט אוק נוב דצמ|שני שלישי רביעי חמישי שישי שבת ראשון|ב' ג' ד' ה' ו' ש' א'
hi|जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर|जन फ़र मार्च अप्रै मई जून जुल अग सित अक्टू नव दिस|सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार|सोम मंगल बुध गुरु शुक्र शनि रवि
ja|1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月|1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月|月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日|月 火 水 木 金 土 日
ko|1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월|1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월|월요일 화요일 수요일 목요일 금요일 토요일 일요일|월 화 수 목 금 토 일
zh|一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月|1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月|星期一 星期二 星期三 星期四 星期五 星期六 星期日|周一 周二 周三 周四 周五 周六 周日
"""  # noqa: E501 - a language is a line
_HALVES = {
    "zh": ("上午", "下午"), "ja": ("午前", "午後"), "ko": ("오전", "오후"), "el": ("πμ", "μμ"),
    "ar": ("ص", "م"), "es": ("a. m.", "p. m."), "vi": ("SA", "CH"),
}  # fmt: skip
_DIGITS = {"ar": "٠١٢٣٤٥٦٧٨٩", "fa": "۰۱۲۳۴۵۶۷۸۹", "th": "๐๑๒๓๔๕๖๗๘๙", "hi": "०१२३४५६७८९"}

# Blanks around "|" do not count, "_" is one that does; "^" is the end of an element and the
# beginning of another, "!" behind the language asks for its own digits. Of words behind, the
# moment is two days and some hours later than that of the post.
_TABLE = """
en | Posted:_          | {b} {d}, {Y}           | _      | {I}:{MM} {p}
en | Posted_           | {B} {d}{th}, {Y}       | ,_     | {II}:{MM} {P}
en |                   | {a} {d} {b} {Y}        | _-_    | {HH}:{MM}
en |                   | {a} {b} {dd}, {Y}      | _      | {I}:{MM} {p}
en | Posted on_        | {d} {B} {Y}            | _-_    | {II}:{MM}{P}
en |                   | {dd}-{b}-{yy}          | _      | {HH}:{MM}:{SS}
en |                   | {dd}-{b}-{Y}           | ,_     | {HH}:{MM}
en | »_                | {B} {d}, {Y}           | _at_   | {I}:{MM}{p}
en | #3 •_             | {A}, {B} {d}, {Y}      | _@_    | {I}:{MM} {P}
en |                   | {mm}-{dd}-{Y}          | ^      | {II}:{MM} {P}
en |                   | {m}/{d}/{Y}            | _      | {I}:{MM}:{SS} {P}
en |                   | {m}/{d}/{yy}           | ,_     | {I}:{MM} {P}
en |                   | {dd}/{mm}/{Y}          | _      | {HH}:{MM}
en | on_               | {dd}/{mm}/{yy}         | _at_   | {HH}:{MM}
en |                   | {dd}.{mm}.{yy}         | _      | {HH}:{MM}
en |                   | {a}, {dd} {b} {Y}      | _      | {HH}:{MM}:{SS}
en |                   | {Y} {b} {dd}           | _      | {HH}:{MM}
en |                   | {b} {d} '{yy}          | _at_   | {HH}:{MM}
en |                   | {d} {b} '{yy}          | _      | {HH}:{MM}
en |                   | {d}{th} {B} {Y}        | ,_     | {HH}:{MM}
en |                   | {A} {d}{th} of {B} {Y} | _      | {II}:{MM}:{SS} {P}
en |                   | {Y}-{mm}-{dd}          | _      | {HH}:{MM}:{SS}
en |                   | {Y}-{mm}-{dd}          | T      | {HH}:{MM}:{SS}.000
en | Posted by member on_ | {b} {d}, {Y}        | _      | {I}:{MM} {p}
en |                   | {b} {d} {Y}            | ,_     | {I}:{MM} {p} | _(Edited: {b} {d} {Y}, {I}:{MM} {p})
en |                   | {d} {b} {Y}            | _      | {HH}:{MM}    | _· Edited {d} {b} {Y} {HH}:{MM}
en |                   | {d} {b} {Y}            | ,_     | {HH}:{MM}    | _(3 edits)
en | Reply #3 on:_     | {B} {dd}, {Y}          | ,_     | {II}:{MM}:{SS} {p}
en | Date:_            | {Y}/{mm}/{dd}          | _      | {HH}:{MM}
en | [                 | {Y}-{mm}-{dd}          | _      | {HH}:{MM}:{SS}] | ]
de |                   | {dd}.{mm}.{Y}          | ,_     | {HH}:{MM} Uhr
de | erstellt am_      | {dd}.{mm}.{Y}          | _um_   | {HH}:{MM}
de | Verfasst:_        | {a} {d}. {b} {Y},      | _      | {HH}:{MM}
de | Geschrieben_      | {dd}. {B} {Y}          | _-_    | {HH}:{MM} Uhr
de |                   | {A}, {d}. {B} {Y}      | _um_   | {HH}:{MM} Uhr
de | am_               | {dd}.{mm}.{yy}         | _um_   | {HH}:{MM}
de |                   | {dd}.{mm}.{Y}          | ^      | {HH}:{MM}
de | Beitrag vom_      | {dd}.{mm}.{Y}          | _-_    | {HH}.{MM} Uhr
de |                   | {a}, {dd}.{mm}.{Y}     | _      | {HH}:{MM}    | _(bearbeitet {dd}.{mm}.{Y} {HH}:{MM})
fr | le_               | {d} {B} {Y}            | _à_    | {H}h{MM}
fr | écrit le_         | {A} {d} {B} {Y}        | _à_    | {H}h{MM}
fr | Posté le :_       | {dd}/{mm}/{Y}          | _à_    | {HH}:{MM}
fr | Publié le_        | {dd} {b} {Y}           | _-_    | {HH}:{MM}
fr |                   | {a} {dd} {b} {Y}       | ,_     | {HH}:{MM}
fr | Message posté le_ | {dd}-{mm}-{Y}          | _à_    | {HH}:{MM}:{SS}
es | Publicado el_     | {d} de {B} de {Y}      | _a las_ | {HH}:{MM}
es | Publicado:_       | {a} {b} {dd}, {Y}      | _      | {I}:{MM} {p}
es |                   | {dd}/{mm}/{Y}          | ,_     | {HH}:{MM}
es | Escrito el_       | {d}/{b}/{Y}            | _      | {HH}:{MM} h
es |                   | {A}, {d} de {B} de {Y} | ,_     | {I}:{MM} {half}
it | Inviato:_         | {a} {b} {dd}, {Y}      | _      | {I}:{MM} {p}
it | scritto il_       | {dd} {B} {Y}           | _alle ore_ | {HH}:{MM}
it | Inviato il_       | {dd}/{mm}/{Y}          | _alle_ | {HH}:{MM}:{SS}
it |                   | {A} {d} {B} {Y}        | _alle_ | {HH}.{MM}
pt | Enviado em_       | {d} {B} {Y}            | _-_    | {HH}:{MM}
pt | Postado_          | {dd}/{mm}/{Y}          | _às_   | {HH}h{MM}
pt |                   | {d} de {B} de {Y}      | ,_     | {HH}:{MM}
pt | Mensagem_         | {a} {b} {dd}, {Y}      | _      | {I}:{MM} {p}
nl | Geplaatst op_     | {d} {B} {Y}            | _om_   | {HH}:{MM}
nl |                   | {a} {dd} {b} {Y}       | ,_     | {HH}:{MM}
nl | op_               | {dd}-{mm}-{Y}          | _om_   | {HH}:{MM} uur
sv | Skrivet_          | {d} {B} {Y}            | _kl_   | {HH}:{MM}
sv | Postat_           | {Y}-{mm}-{dd}          | _kl._  | {HH}.{MM}
sv |                   | {a} {dd} {b} {Y}       | ,_     | {HH}:{MM}
da |                   | {d}. {B} {Y}           | _kl._  | {HH}:{MM}
da | Skrevet den_      | {dd}/{mm} {Y}          | _-_    | {HH}:{MM}
fi |                   | {d}.{m}.{Y}            | _klo_  | {HH}.{MM}
fi | Kirjoitettu_      | {d}. {B} {Y}           | _klo_  | {HH}:{MM}
fi |                   | {a} {b} {dd}, {Y}      | _      | {I}:{MM} {p}
pl | Napisano_         | {d} {B} {Y}            | ,_     | {HH}:{MM}
pl | Wysłany:_         | {a} {b} {dd}, {Y}      | _      | {HH}:{MM}
pl | Dodany_           | {dd} {b} {Y}           | _-_    | {HH}:{MM}
pl |                   | {dd}-{mm}-{Y}          | _godz._ | {HH}:{MM}
cs | Napsal_           | {d}. {B} {Y}           | _v_    | {HH}:{MM}
cs |                   | {d}. {m}. {Y}          | _      | {HH}:{MM}
cs |                   | {a} {dd}. {b} {Y}      | _      | {H}:{MM}:{SS}
sk | Pridané:_         | {dd}.{mm}.{Y}          | _o_    | {HH}:{MM}
sk |                   | {d}. {b} {Y}           | _      | {HH}:{MM}
hu |                   | {Y}. {B} {d}.          | _      | {HH}:{MM}
hu | Hozzászólás Szerző:_ | {Y}.{mm}.{dd}.      | _      | {HH}:{MM}
hu | Elküldve:_        | {Y}. {b} {dd}. {A}     | ,_     | {HH}:{MM}
ro | Scris de membru_  | {dd} {b} {Y}           | _      | {HH}:{MM}
ro | Postat_           | {d} {B} {Y}            | _-_    | {HH}:{MM}
ru |                   | {d} {B} {Y}            | ,_     | {HH}:{MM}
ru | Добавлено:_       | {a} {b} {dd}, {Y}      | _      | {I}:{MM} {p}
ru | Отправлено_       | {dd} {B} {Y}           | _-_    | {HH}:{MM}
ru | Сообщение_        | {dd} {b} {Y}           | ,_     | {HH}:{MM}
ru |                   | {dd}.{mm}.{yy}         | _в_    | {HH}:{MM}
ru | #7_               | {dd}.{mm}.{Y}          | ^      | {HH}:{MM}:{SS}
ru |                   | {d} {B} {Y} г.         | _в_    | {HH}:{MM} | _(изменено {d} {B} {Y} г. в {HH}:{MM})
ru |                   | {A}, {d} {B} {Y} г.    | _      | {HH}:{MM}
ru |                   | {dd}-{mm}-{Y}          | _/_    | {HH}:{MM}
uk | Додано:_          | {a} {b} {dd}, {Y}      | _      | {HH}:{MM}
uk |                   | {d} {B} {Y} р.         | _о_    | {HH}:{MM}
bg |                   | {dd} {b} {Y}           | ,_     | {HH}:{MM}
bg | Публикувано на_   | {d} {B} {Y} г.         | _в_    | {HH}:{MM} ч.
el | Δημοσιεύτηκε:_    | {a} {b} {dd}, {Y}      | _      | {I}:{MM} {p}
el |                   | {d} {B} {Y}            | ,_     | {II}:{MM}:{SS} {half}
tr |                   | {d} {B} {Y}            | _      | {HH}:{MM}
tr | Tarih:_           | {dd} {b} {Y} {a}       | _      | {HH}:{MM}
tr | Gönderilme zamanı:_ | {dd}.{mm}.{Y}        | _-_    | {HH}:{MM}
id | Diposting pada_   | {d} {B} {Y}            | _pukul_ | {HH}.{MM}
id |                   | {A}, {dd}/{mm}/{Y}     | _      | {HH}:{MM}
vi |                   | {dd}-{mm}-{Y}          | ,_     | {HH}:{MM}
vi | Đăng lúc_         | {d} {B}, {Y}           | _lúc_  | {HH}:{MM}
vi |                   | {A}, {d}/{m}/{Y}       | _-_    | {HH}:{MM}
vi | Gửi lúc_          | {dd}/{mm}/{Y}          | ,_     | {II}:{MM} {half}
th | เมื่อ_             | {d} {B} {BE}           | _      | {HH}:{MM}:{SS}
th | โพสต์เมื่อ_         | {dd} {b} {BEyy}        | ,_     | {HH}:{MM} น.
th |                   | {dd}/{mm}/{BE}         | _เวลา_ | {HH}:{MM} น.
th! |                  | {d} {B} {BE}           | _เวลา_ | {HH}:{MM} น.
ar |                   | {d} {B} {Y}            | ,_     | {II}:{MM} {half}
ar | كتب في_           | {dd}-{mm}-{Y}          | ,_     | {II}:{MM} {P}
ar! |                  | {A}, {d} {B} {Y}       | _-_    | {HH}:{MM}
fa! |                  | {Y}/{mm}/{dd}          | _-_    | {HH}:{MM}
he | פורסם ב-           | {dd}/{mm}/{Y}          | _בשעה_ | {HH}:{MM}
he |                   | {d} ב{B} {Y}           | ,_     | {HH}:{MM}
hi |                   | {d} {B} {Y}            | ,_     | {HH}:{MM}
hi! |                  | {d} {B} {Y}            | _      | {HH}:{MM}
ja |                   | {Y}年{m}月{d}日        | _      | {H}:{MM}
ja | 投稿日：           | {Y}/{mm}/{dd}({a})     | _      | {HH}:{MM}:{SS}
ja | 投稿日時:_         | {Y}年{mm}月{dd}日（{a}） | _     | {H}時{MM}分
ja |                   | {Y}.{mm}.{dd}          | _      | {half}{H12}:{MM}
ja |                   | {yy}/{mm}/{dd}         | _      | {HH}:{MM}
ko |                   | {Y}.{mm}.{dd}          | _      | {half} {I}:{MM}
ko | 작성일_            | {Y}-{mm}-{dd}          | _      | {HH}:{MM}
ko |                   | {Y}년 {m}월 {d}일 ({a}) | _      | {half} {II}:{MM}
ko |                   | {yy}.{mm}.{dd}         | _      | {HH}:{MM}
ko | 등록일 :_          | {Y}. {m}. {d}.         | _      | {half} {I}:{MM}:{SS}
zh | 发表于_            | {Y}-{m}-{d}            | _      | {HH}:{MM}:{SS}
zh | 发布时间：         | {Y}年{mm}月{dd}日      | _      | {HH}:{MM}
zh |                   | {Y}年{m}月{d}日        | _      | {HH}时{MM}分
zh | 最佳回答 •_        | {Y}/{m}/{d}            | _      | {half}{II}:{MM}
zh | 楼主_              | {Y}-{mm}-{dd}          | ^      | {HH}:{MM}
zh | 时间:_             | {yy}-{mm}-{dd}         | _      | {HH}:{MM}
zh | 發表於_            | {Y}-{m}-{d}            | _      | {II}:{MM} {P}
zh | 由会员于_          | {a} {B} {dd}, {Y}      | _      | {I}:{MM} {p} | 发表
zh | 3楼_               | {Y}.{mm}.{dd}          | _      | {HH}:{MM} | _来自手机
zh | 回复于_            | {Y}-{mm}-{dd}          | _      | {HH}:{MM} | _最后编辑 {Y}-{mm}-{dd} {HH}:{MM}
"""  # noqa: E501 - a form is a line


@dataclass(frozen=True, slots=True)
class TimeForm:
    """A form of times, as HTML in which "^" parts elements.

    Attributes
    ----------
    before, after
        Words in front and behind, which only posts have.
    """

    lang: str
    before: str
    day: str
    joint: str
    clock: str
    after: str

    def write(self, moment: datetime, *, clock: bool, words: bool) -> str:
        """Write a moment, or its day where no ``clock`` is told, with the ``words``."""
        text = self.day + (self.joint + self.clock if clock else "")
        filled = self._fill(text.rstrip(",") if not clock else text, moment)
        if not words:
            return filled
        later = moment + timedelta(days=2, hours=5)
        return self.before + filled + self._fill(self.after, later)

    def _fill(self, text: str, moment: datetime) -> str:
        lang = self.lang.rstrip("!")
        months, short, weekdays, short_weekdays = _named(lang)
        year, hour = moment.year, (moment.hour - 1) % 12 + 1
        half = _HALVES.get(lang, ("am", "pm"))[moment.hour >= 12]
        out = text.format(
            Y=year, yy=f"{year % 100:02}", BE=year + 543, BEyy=f"{(year + 543) % 100:02}",
            m=moment.month, mm=f"{moment.month:02}", d=moment.day, dd=f"{moment.day:02}",
            B=months[moment.month - 1], b=short[moment.month - 1],
            A=weekdays[moment.weekday()], a=short_weekdays[moment.weekday()],
            H=moment.hour, HH=f"{moment.hour:02}", I=hour, II=f"{hour:02}", H12=moment.hour % 12,
            MM=f"{moment.minute:02}", SS=f"{moment.second:02}", half=half,
            p="pm" if moment.hour >= 12 else "am", P="PM" if moment.hour >= 12 else "AM",
            th=_ordinal(moment.day),
        )  # fmt: skip
        if self.lang.endswith("!"):
            out = out.translate(str.maketrans("0123456789", _DIGITS[lang]))
        return out


def _ordinal(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


_OF_LANGUAGE = {
    lang: tuple([name.replace("_", " ") for name in names.split()] for names in lists)
    for lang, *lists in (line.split("|") for line in _NAMES.strip().splitlines())
}


def _named(lang: str) -> tuple[list[str], ...]:
    return _OF_LANGUAGE.get(lang, _OF_LANGUAGE["en"])


def _form(line: str) -> TimeForm:
    lang, *parts = (part.strip().replace("_", " ") for part in line.split("|"))
    return TimeForm(lang, *parts, *[""] * (5 - len(parts)))


FORMS = tuple(map(_form, _TABLE.strip().splitlines()))
"""All forms of the table."""
