"""Words of time in further languages, in lower case.

Apart from :mod:`fpcrawl.pages.dates_words` since more is asked of them: months in short and
weekdays of these languages are read only where more of a date stands by.
"""

from __future__ import annotations

import unicodedata

__all__ = [
    "BACK",
    "DAYS",
    "FRONT",
    "GAPS",
    "HALF_AFTER",
    "HUNGARIAN",
    "JALALI_MONTHS",
    "ONE_AGO",
    "SHORT_MONTHS",
    "SHORT_WEEKDAYS",
    "THAI_MONTHS",
    "UNIT_WORDS",
    "WORD_MONTHS",
    "WORLD_MONTHS",
    "WORLD_WEEKDAYS",
]


def _spellings(word: str) -> set[str]:
    """Return ``word`` and how else it is typed."""
    forms = {word}
    if "\u0370" <= word[0] <= "\u03ff":
        # Capitals have no accents.
        parts = unicodedata.normalize("NFD", word)
        forms.add("".join(c for c in parts if not unicodedata.combining(c)))
    # Letters with a dot have codes of their own beside those of letter and dot.
    forms.add(word.replace("\u09af\u09bc", "\u09df").replace("\u092b\u093c", "\u095e"))
    # Persian letters are typed as Arabic ones.
    forms.add(word.replace("ی", "ي").replace("ک", "ك"))
    # A capital I becomes an i with a dot.
    return forms | {form.replace("ı", "i") for form in forms}


def _columns(text: str, first: int) -> dict[str, int]:
    """Return word -> number of its column; "/" parts words, "_" is a space, "-" is none."""
    return {
        form: n
        for line in text.strip().splitlines()
        for n, words in enumerate(line.split()[1:], first)
        for word in words.split("/")
        if word != "-"
        for form in _spellings(word.replace("_", " "))
    }


HUNGARIAN = (
    "január február március április május június július augusztus szeptember október november "
    "december jan febr feb márc már ápr máj jún júl aug szept szep okt nov dec"
).split()

# Long names that are dates with a day alone ("5 marca"). In languages that say "on the fifth
# of March" the second word is the genitive.
_LONG = """
pl styczeń/stycznia luty/lutego marzec/marca kwiecień/kwietnia maj/maja czerwiec/czerwca lipiec/lipca sierpień/sierpnia wrzesień/września październik/października listopad/listopada grudzień/grudnia
cs leden/ledna únor/února březen/března duben/dubna květen/května červen/června červenec/července srpen/srpna září říjen/října listopad/listopadu prosinec/prosince
sk január/januára február/februára marec/marca apríl/apríla máj/mája jún/júna júl/júla august/augusta september/septembra október/októbra november/novembra december/decembra
hr siječanj/siječnja veljača/veljače ožujak/ožujka travanj/travnja svibanj/svibnja lipanj/lipnja srpanj/srpnja kolovoz/kolovoza rujan/rujna - studeni/studenoga/studenog prosinac/prosinca
sr januar/januara februar/februara mart/marta april/aprila maj/maja jun/juna/juni jul/jula/juli avgust/avgusta septembar/septembra oktobar/oktobra novembar/novembra decembar/decembra
sr јануар/јануара фебруар/фебруара март/марта април/априла мај/маја јун/јуна/јуни јул/јула/јули август/августа септембар/септембра октобар/октобра новембар/новембра децембар/децембра
hu január február március április május június július augusztus szeptember október november december
ro ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
el ιανουάριος/ιανουαρίου φεβρουάριος/φεβρουαρίου μάρτιος/μαρτίου απρίλιος/απριλίου μάιος/μαΐου ιούνιος/ιουνίου ιούλιος/ιουλίου αύγουστος/αυγούστου σεπτέμβριος/σεπτεμβρίου οκτώβριος/οκτωβρίου νοέμβριος/νοεμβρίου δεκέμβριος/δεκεμβρίου
tr ocak şubat/subat mart nisan mayıs haziran temmuz ağustos/agustos eylül/eylul ekim kasım aralık
uk січень/січня лютий/лютого березень/березня квітень/квітня травень/травня червень/червня липень/липня серпень/серпня вересень/вересня жовтень/жовтня листопад/листопада грудень/грудня
da januar februar marts april maj juni juli august september oktober november december
no januar februar mars april mai juni juli august september oktober november desember
sv januari februari mars april maj juni juli augusti september oktober november december
nl januari februari maart april mei juni juli augustus september oktober november december
fi tammikuu/tammikuuta helmikuu/helmikuuta maaliskuu/maaliskuuta huhtikuu/huhtikuuta toukokuu/toukokuuta kesäkuu/kesäkuuta heinäkuu/heinäkuuta elokuu/elokuuta syyskuu/syyskuuta lokakuu/lokakuuta marraskuu/marraskuuta joulukuu/joulukuuta
id januari februari maret april mei juni juli agustus september oktober november desember
ms januari februari mac april mei jun julai ogos september oktober november disember
lt sausis/sausio vasaris/vasario kovas/kovo balandis/balandžio gegužė/gegužės birželis/birželio liepa/liepos rugpjūtis/rugpjūčio rugsėjis/rugsėjo spalis/spalio lapkritis/lapkričio gruodis/gruodžio
lv janvāris/janvārī/janvāra februāris/februārī/februāra marts/martā/marta aprīlis/aprīlī/aprīļa maijs/maijā/maija jūnijs/jūnijā/jūnija jūlijs/jūlijā/jūlija augusts/augustā/augusta septembris/septembrī/septembra oktobris/oktobrī/oktobra novembris/novembrī/novembra decembris/decembrī/decembra
et jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
ca gener febrer març abril/d'abril/d’abril maig juny juliol agost/d'agost/d’agost setembre octubre/d'octubre/d’octubre novembre desembre
bg януари февруари март април май юни юли август септември октомври ноември декември
sl januar februar marec april maj junij/junija julij/julija avgust september oktober november december
is janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
be студзень/студзеня люты/лютага сакавік/сакавіка красавік/красавіка май/мая чэрвень/чэрвеня ліпень/ліпеня жнівень/жніўня верасень/верасня кастрычнік/кастрычніка лістапад/лістапада снежань/снежня
mk јануари февруари март април мај јуни јули август септември октомври ноември декември
eu urtarrila/urtarrilak/urtarrilaren otsaila/otsailak/otsailaren martxoa/martxoak/martxoaren apirila/apirilak/apirilaren maiatza/maiatzak/maiatzaren ekaina/ekainak/ekainaren uztaila/uztailak/uztailaren abuztua/abuztuak/abuztuaren iraila/irailak/irailaren urria/urriak/urriaren azaroa/azaroak/azaroaren abendua/abenduak/abenduaren
gl xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro
sq janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor
hy հունվար/հունվարի փետրվար/փետրվարի մարտ/մարտի ապրիլ/ապրիլի մայիս/մայիսի հունիս/հունիսի հուլիս/հուլիսի օգոստոս/օգոստոսի սեպտեմբեր/սեպտեմբերի հոկտեմբեր/հոկտեմբերի նոյեմբեր/նոյեմբերի դեկտեմբեր/դեկտեմբերի
ka იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი
kk қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан
uz yanvar fevral mart aprel may iyun iyul avgust sentabr/sentyabr oktabr/oktyabr noyabr dekabr
az yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr
he ינואר/בינואר פברואר/בפברואר מרץ/במרץ/מרס/במרס אפריל/באפריל מאי/במאי יוני/ביוני יולי/ביולי אוגוסט/באוגוסט ספטמבר/בספטמבר אוקטובר/באוקטובר נובמבר/בנובמבר דצמבר/בדצמבר
ar يناير فبراير مارس أبريل/ابريل/إبريل مايو يونيو يوليو أغسطس/اغسطس سبتمبر أكتوبر/اكتوبر نوفمبر ديسمبر
ar كانون_الثاني شباط آذار/اذار نيسان أيار/ايار حزيران تموز آب أيلول/ايلول تشرين_الأول/تشرين_الاول تشرين_الثاني كانون_الأول/كانون_الاول
ar جانفي فيفري مارس أفريل ماي جوان جويلية/يوليوز أوت/غشت شتنبر أكتوبر نونبر دجنبر
fa ژانویه فوریه مارس آوریل مه ژوئن ژوئیه/جولای اوت/آگوست سپتامبر اکتبر نوامبر دسامبر
hi जनवरी फरवरी/फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर
bn জানুয়ারি/জানুয়ারী ফেব্রুয়ারি/ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই আগস্ট/আগষ্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
ur جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر
mr जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर
gu જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઓગસ્ટ/ઑગસ્ટ સપ્ટેમ્બર ઓક્ટોબર/ઑક્ટોબર નવેમ્બર ડિસેમ્બર
pa ਜਨਵਰੀ ਫਰਵਰੀ/ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ
ta ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட்/ஆகஸ்டு செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்
te జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై/జూలై ఆగస్టు/ఆగస్ట్ సెప్టెంబర్/సెప్టెంబరు అక్టోబర్/అక్టోబరు నవంబర్/నవంబరు డిసెంబర్/డిసెంబరు
kn ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್
ml ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ
tl enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre
cy ionawr chwefror mawrth ebrill mai mehefin gorffennaf awst medi hydref tachwedd rhagfyr
sw januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba
"""  # noqa: E501 - a language is a line

# Short names. Those that mean other months in other languages (lis, lip, srp) stand for the
# month of most readers.
_SHORT = """
pl sty lut mar kwi maj cze lip sie wrz paź/paz lis gru
it gen feb mar apr mag giu lug ago set ott nov dic
cs led úno bře dub kvě čvn/čer čvc/črc srp zář říj lis pro
sk jan feb mar apr máj jún júl aug sep okt nov dec
hr sij velj ožu tra svi - - kol ruj - stu -
sr jan feb mar apr maj jun jul avg sep/sept okt nov dec
sr јан феб мар апр мај јун јул авг сеп/септ окт нов дец
hu jan febr/feb márc/már ápr máj jún júl aug szept/szep okt nov dec
ro ian feb mar apr mai iun iul aug sep/sept oct noi/nov dec
el ιαν φεβ/φεβρ μαρ/μάρ απρ μαϊ/μάι/μαΐ ιουν/ιούν ιουλ/ιούλ αυγ/αύγ σεπ/σεπτ οκτ νοε/νοέ/νοέμ δεκ
tr oca şub mar nis may haz tem ağu/agu eyl eki kas ara
uk січ лют бер/берез квіт/кві трав/тра черв/чер лип серп/сер вер/верес жовт/жов лист/лис груд/гру
da jan feb mar apr maj jun jul aug sep okt nov dec
no jan feb mar apr mai jun jul aug sep okt nov des
fi tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
id jan feb mar apr mei jun jul agu/agt sep okt nov des
ms jan feb mac apr mei jun jul ogo/ogos sep okt nov dis
lt saus vas kov bal geg birž liep rugp rugs spal lapkr gruod
lv janv febr marts apr maijs jūn jūl aug sept okt nov dec
et jaan veebr märts apr mai juuni juuli aug sept okt nov dets
ca gen febr març abr maig juny jul - set oct nov des
bg яну фев март апр май юни юли авг сеп/септ окт ное дек
fa ژانویه فوریه مارس آوریل می/مه ژوئن جولای اوت سپتامبر اکتبر نوامبر دسامبر
he ינו/ינו׳/בינו׳ פבר/פבר׳/בפבר׳ מרץ אפר/אפר׳/באפר׳ מאי יונ יול אוג/אוג׳/באוג׳ ספט/ספט׳/בספט׳ אוק/אוק׳/באוק׳ נוב/נוב׳/בנוב׳ דצמ/דצמ׳/בדצמ׳
"""  # noqa: E501 - a language is a line
# Long names that are short words too.
_AS_WORDS = frozenset(["مه", "می", "مي", "mac", "মে", "آب", "ماي", "मे", "મે", "மே", "మే", "ಮೇ"])

#: Name of a month -> 1..12.
WORLD_MONTHS = {
    **_columns(_SHORT, 1),
    **_columns(_LONG, 1),
    # Both names of a month, as papers of the Levant write them.
    **{
        f"{one}/{two}": n
        for n, one, two in (
            (1, "كانون الثاني", "يناير"), (2, "شباط", "فبراير"), (3, "آذار", "مارس"),
            (4, "نيسان", "أبريل"), (5, "أيار", "مايو"), (6, "حزيران", "يونيو"),
            (7, "تموز", "يوليو"), (8, "آب", "أغسطس"), (9, "أيلول", "سبتمبر"),
            (10, "تشرين الأول", "أكتوبر"), (11, "تشرين الثاني", "نوفمبر"),
            (12, "كانون الأول", "ديسمبر"),
        )
    },
}  # fmt: skip
#: Those that are common words of other languages where no time of day stands beside them.
WORD_MONTHS = frozenset(["pro", "led", "elo"])
#: Those that are short or common words.
SHORT_MONTHS = frozenset(_columns(_SHORT, 1)).difference(_columns(_LONG, 1)) | _AS_WORDS

_THAI = """
th มกราคม/ม.ค กุมภาพันธ์/ก.พ มีนาคม/มี.ค เมษายน/เม.ย พฤษภาคม/พ.ค มิถุนายน/มิ.ย กรกฎาคม/ก.ค สิงหาคม/ส.ค กันยายน/ก.ย ตุลาคม/ต.ค พฤศจิกายน/พ.ย ธันวาคม/ธ.ค
"""  # noqa: E501
#: Thai name of a month -> 1..12. A dot may follow the short ones.
THAI_MONTHS = _columns(_THAI, 1)

_JALALI = """
fa فروردین اردیبهشت خرداد تیر مرداد/امرداد شهریور مهر آبان آذر دی بهمن اسفند
"""
#: Name of a month of the Persian calendar -> 1..12.
JALALI_MONTHS = _columns(_JALALI, 1)

_WEEKDAYS = """
pl poniedziałek wtorek środa czwartek piątek sobota niedziela
cs pondělí úterý středa čtvrtek pátek sobota neděle
sk pondelok utorok streda štvrtok piatok sobota nedeľa
hr ponedjeljak utorak srijeda četvrtak petak subota nedjelja
sr ponedeljak utorak sreda četvrtak petak subota nedelja
sr понедељак уторак среда четвртак петак субота недеља
hu hétfő kedd szerda csütörtök péntek szombat vasárnap
ro luni marți/marţi miercuri joi vineri sâmbătă duminică
el δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή
tr pazartesi salı çarşamba perşembe cuma cumartesi pazar
uk понеділок вівторок середа четвер п'ятниця/п’ятниця субота неділя
da mandag tirsdag onsdag torsdag fredag lørdag søndag
sv måndag tisdag onsdag torsdag fredag lördag söndag
nl maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
it lunedì martedì mercoledì giovedì venerdì sabato domenica
pt segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo
fi maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
id senin selasa rabu kamis jumat/jum'at sabtu minggu
ms isnin selasa rabu khamis jumaat sabtu ahad
lt pirmadienis antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis
lv pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena
et esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev
ca dilluns dimarts dimecres dijous divendres dissabte diumenge
bg понеделник вторник сряда четвъртък петък събота неделя
he יום_שני יום_שלישי יום_רביעי יום_חמישי יום_שישי יום_שבת/שבת יום_ראשון
ar الاثنين/الإثنين الثلاثاء الأربعاء/الاربعاء الخميس الجمعة السبت الأحد/الاحد
hi सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार
bn সোমবার মঙ্গলবার বুধবার বৃহস্পতিবার শুক্রবার শনিবার রবিবার
"""
#: Weekdays in short, which are read only right before a day, or between it and its time of day.
SHORT_WEEKDAYS = (
    "mo di mi do fr sa so ma wo vr za zo pn wt śr cz czw pt sob ndz nie nd po út st čt pá so ne"
    " pon uto sri čet pet sub ned h k sze cs p szo v hétf szer csüt pén szomb vas"
    " pzt pts sal çar çrş per prş cum cmt cts paz pzr tir ons tor lør søn man tirs tors tis fre"
    " lör sön mån ti ke to pe la su seg ter qua qui sex sáb mar mer gio gi vin joi du sb lu jo vi"
    " пон вто втр сря сре срд чет чтв пет птн суб сбт нед вск чт пт сб нд пнд"
    " δευ τρί τετ πέμ παρ σάβ κυρ sen sel rab kam jum sab min cn"
).split()
#: Name of a weekday -> 0 (Monday) .. 6. Many are other words too.
WORLD_WEEKDAYS = _columns(_WEEKDAYS, 0)

_DAYS = (
    "dziś dzisiaj dnes danas данас azi σήμερα bugün сьогодні днес i_dag idag tänään hari_ini",
    "šiandien šodien täna avui היום اليوم امروز आज আজ วันนี้",
    "wczoraj včera včeraj juče jučer јуче tegnap ieri χθες χτες dün вчора i_går igår eilen kemarin",
    "semalam vakar eile ahir אתמול أمس دیروز গতকাল เมื่อวานนี้ เมื่อวาน",
    "przedwczoraj předevčírem predvčerom prekjuče prekjučer прекјуче tegnapelőtt alaltăieri",
    "προχθές позавчора завчера i_forgårs i_förrgår toissapäivänä שלשום أول_أمس پریروز",
)
#: Day word -> days back: a line pair for today, yesterday and the day before.
DAYS = {
    form: n // 2
    for n, words in enumerate(_DAYS)
    for word in words.split()
    for form in _spellings(word.replace("_", " "))
}

#: Names of units, as UNITS of :mod:`fpcrawl.pages.dates_words` takes them; cases as they stand
#: beside the words for "ago".
UNIT_WORDS = """
second 1: sekund sekundy sekundę sekundami sekundou sekundi sekunde másodperccel secunde secundă
second 1: δευτερόλεπτα δευτερόλεπτο saniye секунди секунда sekunder sekunti sekuntia seconden detik
second 1: sekundes sekundēm sekundit segons secondi secondo שניות שנייה ثانية ثوان ثواني
second 1: ثانیه सेकंड सेकेंड সেকেন্ড วินาที
minute 1: minut minuty minutę minutami minútami minutou minuta minute minuti minuto perccel minutu
minute 1: λεπτά λεπτό dakika dk хвилин хвилини хвилину хв минута минути мин minutter minuter minuut
minute 1: minuten minuuttia minuutti menit minit minutes minutēm minutit minuts דקות דקה دقيقة دقائق
minute 1: دقیقه मिनट মিনিট นาที
hour 1: godzin godziny godzinę godz hodinami hodinou hod sata sati sat сата сати сат часа órával
hour 1: ore oră ora ώρες ώρα saat sa годин години годину timer time timmar timme tim uur uren tuntia
hour 1: tunti jam valandas valandą val stundām stundas tundi hores שעות שעה ساعة ساعات ساعت घंटे घंटा
hour 1: ঘণ্টা ঘন্টা ชั่วโมง ชม
day 1: dni dzień dny dnem dňami dňom dana dan дана дан nappal zile zi ημέρες μέρες ημέρα μέρα gün
day 1: днів дні дней ден дни dage dag dager dagar dagen päivää päivä hari dienas dieną dienām päeva
day 1: dies giorni giorno ימים יום يوم أيام ايام يوما روز दिन দিন วัน
day 7: tygodni tygodnie tydzień týdny týdnem týždňami týždňom nedelja nedelje nedelju недеља недеље
day 7: tjedana tjedna tjedan sedmica héttel săptămâni săptămână εβδομάδες εβδομάδα hafta тижнів
day 7: тижні тиждень седмици седмица uger uge uker uke veckor vecka weken viikkoa viikko minggu
day 7: pekan savaites savaitę nedēļām nädalat nädala setmanes settimane settimana שבועות
day 7: semanas שבוע أسبوع أسابيع اسبوع هفته सप्ताह हफ्ते সপ্তাহ สัปดาห์
month 1: miesięcy miesiące miesiąc měsíci měsícem mesiacmi mesiacom meseci mesec meseca месеци месец
month 1: месеца mjeseci mjesec mjeseca hónappal luni lună μήνες μήνα ay місяців місяці місяць
month 1: måneder måned månader månad maanden maand kuukautta kuukausi bulan mėnesius mėnesį mėnešiem
month 1: mēnešiem kuud mesos mesi mese mês חודשים חודש شهر أشهر شهور ماه महीने महीना মাস เดือน
year 1: lat lata rok rokem roky rokmi godina godine godinu година године годину évvel ani χρόνια
year 1: χρόνο έτη yıl років роки рік години år jaar jaren vuotta vuosi tahun metus gadiem aastat
year 1: anys anni anno anos ano שנים שנה سنة سنوات عام أعوام سال साल वर्ष বছর ปี
"""

#: What stands before an age and behind it.
FRONT = (
    "acum", "πριν", "πριν από", "منذ", "před", "pred", "prije", "pre", "пре", "преди", "fa", "לפני",
    "prieš", "pirms",
)  # fmt: skip
BACK = (
    "temu", "önce", "yang lalu", "lalu", "geleden", "sedan", "siden", "sitten", "پیش", "پيش", "قبل",
    "ที่แล้ว", "ที่ผ่านมา", "ก่อน", "πριν", "тому", "тому назад", "ezelőtt", "पहले", "আগে", "tagasi",
    "fa", "atrás",
)  # fmt: skip

# "An hour ago" without a number.
_ONE = """
hour 1: godzinę temu|tunti sitten|een uur geleden|en time siden|én time siden|en timme sedan
hour 1: sejam yang lalu|acum o oră|πριν από μία ώρα|πριν μία ώρα|годину тому|před hodinou
hour 1: pred hodinou|prije sat vremena|prije sat|pre sat vremena|преди час|منذ ساعة|לפני שעה
hour 1: bir saat önce|un'ora fa|un’ora fa|fa una hora|há uma hora
hour 2: منذ ساعتين|לפני שעתיים
minute 1: minutę temu|minuutti sitten|een minuut geleden|et minut siden|ett minut siden
minute 1: en minut sedan|acum un minut|хвилину тому|před minutou|pred minútou|преди минута
minute 1: منذ دقيقة|לפני דקה|un minuto fa
minute 2: منذ دقيقتين
day 1: dzień temu|een dag geleden|en dag siden|en dag sedan|acum o zi|sehari yang lalu|день тому
day 1: před dnem|преди ден|منذ يوم|לפני יום|bir gün önce|un giorno fa
day 2: منذ يومين|לפני יומיים
day 7: tydzień temu|viikko sitten|een week geleden|en uge siden|en uke siden|en vecka sedan
day 7: acum o săptămână|seminggu yang lalu|тиждень тому|před týdnem|преди седмица|منذ أسبوع
day 7: לפני שבוע|una settimana fa
day 14: منذ أسبوعين|לפני שבועיים
month 1: miesiąc temu|een maand geleden|en måned siden|en månad sedan|acum o lună
month 1: sebulan yang lalu|місяць тому|před měsícem|преди месец|منذ شهر|לפני חודש|un mese fa
month 2: منذ شهرين|לפני חודשיים
year 1: rok temu|vuosi sitten|een jaar geleden|et år siden|ett år siden|ett år sedan|acum un an
year 1: setahun yang lalu|рік тому|před rokem|преди година|منذ سنة|منذ عام|לפני שנה|un anno fa
year 2: منذ سنتين|منذ عامين|לפני שנתיים
"""
#: Ages that are phrases of their own -> (unit, how many of them).
ONE_AGO = {
    phrase: (head.split()[0], float(head.split()[1]))
    for head, _, phrases in (line.partition(": ") for line in _ONE.strip().splitlines())
    for phrase in phrases.split("|")
}

#: Words between a date and its time of day.
GAPS = (
    "at", "um", "à", "a las", "alle", "às", "om", "в", "lúc", "vào lúc",
    "kl", "kl.", "klo", "klo:", "kello", "ore", "alle ore", "o", "o godz.", "godz.", "v", "ve", "u",
    "saat", "pukul", "jam", "ora", "la", "la ora", "στις", "о", "об", "у", "val.", "plkst.", "kell",
    "a les", "בשעה", "الساعة", "في", "ساعت", "เวลา", "o godzinie", "godzina", "klockan", "saat:",
    "h.", "को", "ώρα", "time:", "uhrzeit:", "zeit:", "heure:", "heure :", "hora:", "время:",
    "时间:", "时间：", "時間:", "時間：", "于", "於",
)  # fmt: skip

#: Part of the day behind an hour -> am or pm.
HALF_AFTER = {
    **dict.fromkeys(["오전", "ص", "صباحا", "صباحًا", "صباحاً", "π.μ.", "πμ", "π.μ", "ق.ظ"], "am"),
    **dict.fromkeys(["오후", "م", "مساء", "مساءً", "مساءا", "مساءاً", "مسائاً"], "pm"),
    **dict.fromkeys(["μ.μ.", "μμ", "μ.μ", "ب.ظ", "عصر", "بعدازظهر", "بعد از ظهر"], "pm"),
    **dict.fromkeys(["öö", "ö.ö.", "صبح"], "am"),
    **dict.fromkeys(["ös", "ö.s.", "ch", "ptg", "пп", "אחה״צ", 'אחה"צ', "अपराह्न"], "pm"),
    **dict.fromkeys(["sa", "pg", "дп", "לפנה״צ", 'לפנה"צ', "पूर्वाह्न"], "am"),
}
