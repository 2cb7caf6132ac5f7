"""Languages that only made pages of single articles speak."""

from __future__ import annotations

from benchmarks._madelexicon import split

__all__ = ["FAR_DAYS", "FAR_LABELS", "FAR_MONTHS", "FAR_PHRASES", "FAR_STAMPS", "FAR_USERS"]
__all__ += ["FAR_WRITERS"]

#: Language -> who, does, what, where, and remarks that stand alone.
FAR_PHRASES: dict[str, tuple[tuple[str, ...], ...]] = {
    "pt": (
        split("""O meu vizinho | A velha oficina | Um amigo da costa | O nosso clube |
        A minha filha | O comerciante da vila | O segundo motor | A capitania"""),
        split("""conserta | ainda procura | prefere vender | mede duas vezes | esquece sempre |
        encontrou enfim | substitui | desenha"""),
        split("""as peças de latão | uma caixa de velocidades | o mastro de madeira |
        as macieiras | três sacos de cimento | os pneus de inverno | o fogão da cozinha |
        o portão do jardim"""),
        split("""antes da primeira geada | atrás da estação | sem ferramentas | perto do rio |
        por menos de quarenta euros | num domingo de chuva | no velho celeiro |
        desde o verão"""),
        split("""Obrigado! | Aqui também. | Concordo. | Não sei, desculpe. | Belo trabalho!"""),
    ),
    "vi": (
        split("""Người hàng xóm | Xưởng cũ | Một người bạn vùng biển | Câu lạc bộ | Con gái tôi |
        Cửa hàng trong phố | Động cơ thứ hai | Văn phòng cảng"""),
        split("""sửa lại | vẫn đang tìm | muốn bán | đo hai lần | thường quên | cuối cùng đã thấy |
        thay mới | vẽ lại"""),
        split("""các phụ kiện đồng | hộp số dự phòng | cột buồm gỗ | những cây táo |
        ba bao xi măng | lốp xe mùa đông | bếp lò | cổng vườn"""),
        split("""trước đợt rét đầu tiên | sau nhà ga | khi không có dụng cụ | gần bờ sông |
        với giá rất rẻ | vào một ngày mưa | trong kho cũ | từ mùa hè"""),
        split("""Cảm ơn! | Tôi cũng vậy. | Đồng ý. | Không biết, xin lỗi. | Rất đẹp!"""),
    ),
    "th": (
        split("""เพื่อนบ้านของผม | โรงงานเก่า | เพื่อนจากชายทะเล | ชมรมของเรา | ลูกสาวของผม |
        ร้านค้าในเมือง | เครื่องยนต์ตัวที่สอง | สำนักงานท่าเรือ"""),
        split("""ซ่อมแซม | ยังคงตามหา | อยากจะขาย | วัดสองครั้ง | ลืมอยู่บ่อยๆ | พบแล้วในที่สุด |
        เปลี่ยนใหม่ | วาดภาพ"""),
        split("""อุปกรณ์ทองเหลือง | กระปุกเกียร์สำรอง | เสากระโดงไม้ | ต้นแอปเปิล |
        ปูนสามถุง | ยางรถฤดูหนาว | เตาในครัว | ประตูสวน"""),
        split("""ก่อนน้ำค้างแข็งครั้งแรก | หลังสถานีรถไฟ | โดยไม่มีเครื่องมือ | ใกล้แม่น้ำ |
        ในราคาไม่แพง | ในวันอาทิตย์ที่ฝนตก | ในยุ้งฉางเก่า | ตั้งแต่ฤดูร้อน"""),
        split("""ขอบคุณ! | ผมก็เช่นกัน | เห็นด้วย | ไม่ทราบ ขอโทษด้วย | เยี่ยมมาก!"""),
    ),
}
FAR_USERS = {
    "pt": split("ana.b | gear_head | Zé | moss | Petra K | Parafuso | quill9 | Ravi | Inês"),
    "vi": split("Hùng | gear_head | Lan Anh | moss77 | Biển | Thợ mộc | Mai | Ravi | Sông"),
    "th": split("สมชาย | gear_head | น้ำฝน | moss77 | ทะเล | ช่างไม้ | ดาว | Ravi | ใบไม้"),
}
FAR_WRITERS = {
    "pt": split("Ana Ribeiro | João Carvalho | Marta Sousa | Pedro Antunes | Sofia Nogueira"),
    "vi": split("Nguyễn Văn Hùng | Trần Thị Mai | Lê Minh Đức | Phạm Thu Hà | Đỗ Quang Vinh"),
    "th": split("สมชาย ใจดี | วิภา แสงทอง | ประเสริฐ ศรีสุข | มาลี วงศ์ไทย | อนันต์ บุญมา"),
}
FAR_MONTHS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "pt": (
        split(
            "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro"
            "|dezembro"
        ),
        split("jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez"),
    ),
    "vi": (tuple(map(str, range(1, 13))), tuple(map(str, range(1, 13)))),
    "th": (
        split(
            "มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม"
        ),
        split("ม.ค.|ก.พ.|มี.ค.|เม.ย.|พ.ค.|มิ.ย.|ก.ค.|ส.ค.|ก.ย.|ต.ค.|พ.ย.|ธ.ค."),
    ),
}
FAR_DAYS = {
    "pt": split("segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|sábado|domingo"),
    "vi": split("Thứ hai|Thứ ba|Thứ tư|Thứ năm|Thứ sáu|Thứ bảy|Chủ nhật"),
    "th": split("จันทร์|อังคาร|พุธ|พฤหัสบดี|ศุกร์|เสาร์|อาทิตย์"),
}
FAR_STAMPS: dict[str, tuple[tuple[str, ...], tuple[str, ...], str, str, int]] = {
    "pt": (
        ("{d} de {month} de {y}, {H}:{M}", "{d} {short} {y} às {H}h{M}"),
        ("{dd}/{mm}/{y} {H}h{M}", "{dd}/{mm}/{y} às {H}:{M}", "{dd}.{mm}.{y} {H}:{M}"),
        "há {} dias",
        "{d} de {month} de {y}",
        0,
    ),
    "vi": (
        ("{wd}, {d}/{m}/{y}, {H}:{M} (GMT+7)", "{H}:{M}, {dd}/{mm}/{y}"),
        ("{dd}/{mm}/{y} {H}:{M}", "{dd}-{mm}-{y} {H}:{M}"),
        "{} ngày trước",
        "{dd}/{mm}/{y}",
        7,
    ),
    "th": (
        ("{d} {month} {be} {H}:{M} น.", "{d} {short} {be} {H}:{M}"),
        ("{dd}/{mm}/{y} {H}:{M}", "{y}-{mm}-{dd} {H}:{M}"),
        "{} วันที่แล้ว",
        "{d} {month} {be}",
        7,
    ),
}
_TABLE = """
home | Início | Trang chủ | หน้าแรก
news | Notícias | Tin tức | ข่าว
local | Região | Địa phương | ท้องถิ่น
economy | Economia | Kinh tế | เศรษฐกิจ
culture | Cultura | Văn hóa | วัฒนธรรม
sport | Desporto | Thể thao | กีฬา
about | Tudo sobre | Chủ đề | ทุกเรื่อง
legal | Termos de uso | Điều khoản | ข้อกำหนด
archive | Arquivo | Lưu trữ | คลังข่าว
author | Autor | Tác giả | ผู้เขียน
by | Por | Bởi | โดย
date | Data | Ngày | วันที่
posted | Publicado em | Đăng ngày | โพสต์เมื่อ
published | Publicado: | Xuất bản: | เผยแพร่:
updated | Atualizado em | Cập nhật: | อัปเดต:
source | Fonte: | Nguồn: | ที่มา:
reporter | Repórter: | Phóng viên: | ผู้สื่อข่าว:
editor | Edição: | Biên tập: | บรรณาธิการ:
yesterday | Ontem, | Hôm qua | เมื่อวาน
next | Seguinte | Tiếp theo | ถัดไป
previous | Anterior | Trước | ก่อนหน้า
more | Leia mais | Xem thêm | อ่านต่อ
related | Leia também | Tin liên quan | ข่าวที่เกี่ยวข้อง
most_read | Mais lidas | Đọc nhiều | ข่าวยอดนิยม
comments | Comentários | Bình luận | ความคิดเห็น
reply | Responder | Trả lời | ตอบกลับ
tags | Tags: | Từ khóa: | แท็ก:
share | Partilhar | Chia sẻ | แชร์
ad | Publicidade | Quảng cáo | โฆษณา
letter | Assine a newsletter | Đăng ký nhận bản tin | สมัครรับข่าวสาร
photo | Foto: | Ảnh: | ภาพ:
print | Imprimir | In bài | พิมพ์
subscribe | Assine para ler mais | Đăng ký để đọc tiếp | สมัครสมาชิกเพื่ออ่านต่อ
written_by | Sobre o autor | Về tác giả | เกี่ยวกับผู้เขียน
login | Entrar | Đăng nhập | เข้าสู่ระบบ
facts | Em números | Số liệu | ข้อมูล
correction | Correção | Đính chính | แก้ไข
"""
#: Language -> part of a page -> its words.
FAR_LABELS: dict[str, dict[str, str]] = {
    code: {key: words[n] for key, *words in map(split, _TABLE.strip().splitlines())}
    for n, code in enumerate(FAR_PHRASES)
}
