"""The vocabulary the demo's sentences are made of. All of it was written for the demo."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SHORT", "TOPICS", "Topic"]


@dataclass(frozen=True, slots=True)
class Topic:
    """Things, deeds and qualities of one subject, in both languages."""

    things: tuple[str, ...]
    deeds: tuple[str, ...]
    qualities: tuple[str, ...]
    things_zh: tuple[str, ...]
    deeds_zh: tuple[str, ...]
    qualities_zh: tuple[str, ...]


def _topic(en: str, zh: str) -> Topic:
    """Read ``things; deeds; qualities`` in English (commas) and Chinese (spaces)."""
    a, b, c = (tuple(word.strip() for word in part.split(",")) for part in en.split(";"))
    d, e, f = (tuple(part.split()) for part in zh.split(";"))
    return Topic(a, b, c, d, e, f)


TOPICS: dict[str, Topic] = {
    "garden": _topic(
        "tomato seedlings, the compost heap, my old rake, the raised bed, a row of beans,"
        " the greenhouse, wet clay soil, the plum tree, slug pellets, the rain barrel;"
        "pruned, watered, dug over, mulched, repotted, moved, nearly killed, covered;"
        "soggy, cheerful, stubborn, sun-starved, generous, pale",
        "番茄苗 堆肥 旧耙子 花盆 豆角 小温室 黏土 李子树 月季 雨水桶;"
        "修剪了 浇了 翻了一遍 移栽了 换盆了 盖住了 差点养死了;潮湿的 茂盛的 顽强的 蔫蔫的 好看的",
    ),
    "cycle": _topic(
        "the rear derailleur, a tubeless tyre, my commuter bike, the hill road, a chain whip,"
        " the bottom bracket, carbon forks, the café stop, disc pads, a dynamo lamp;"
        "adjusted, replaced, trued, greased, overtightened, borrowed, rode past, weighed;"
        "creaky, featherlight, rusty, overpriced, silent, wobbly",
        "后拨 真空胎 通勤车 爬坡路段 链条 中轴 碳纤维前叉 碟刹片 车灯 骑行服;"
        "调好了 换掉了 校正了 上了油 拧坏了 借来了 试骑了;吱吱响的 超轻的 生锈的 太贵的 顺滑的",
    ),
    "radio": _topic(
        "the dipole, a surplus receiver, the antenna tuner, coax from the shed, a noisy filter,"
        " the repeater, band conditions, my homebrew amplifier, the log book, a crystal set;"
        "soldered, tuned, measured, blew up, rewound, logged, grounded, listened to;"
        "drifty, deaf, sensitive, home-made, humming, sturdy",
        "偶极天线 老收音机 天调 同轴电缆 滤波器 中继台 短波信号 自制功放 通联日志 矿石机;"
        "焊好了 调谐了 测了一下 烧掉了 重绕了 记录了 接地了;飘移的 灵敏的 嗡嗡响的 自制的 结实的",
    ),
    "kitchen": _topic(
        "the sourdough starter, a cast-iron pan, leftover rice, my steamer, the oven door,"
        " pickled radish, a sharp knife, the lentil soup, brown butter, the noodle dough;"
        "baked, burnt, salted, kneaded, froze, tasted, sharpened, forgot about;"
        "crisp, bland, sticky, fragrant, overcooked, honest",
        "老面 铸铁锅 剩饭 蒸笼 烤箱 腌萝卜 菜刀 红烧肉 豆腐 手擀面;"
        "烤好了 烧糊了 腌上了 揉好了 冻起来了 尝了尝 磨快了;酥脆的 清淡的 黏糊的 喷香的 过火的",
    ),
    "camera": _topic(
        "the 50 mm lens, a roll of slide film, my tripod, the light meter, long exposures,"
        " the darkroom, a scratched filter, street portraits, the shutter, memory cards;"
        "developed, cleaned, dropped, sold, focused, scanned, printed, compared;"
        "grainy, sharp, dusty, faded, patient, golden",
        "定焦镜头 反转片 三脚架 测光表 长曝光 暗房 划痕滤镜 街拍 快门 存储卡;"
        "冲洗了 擦干净了 摔了 卖掉了 对上焦了 扫描了 打印了;颗粒感的 锐利的 积灰的 褪色的 金色的",
    ),
    "code": _topic(
        "the nightly build, a flaky test, our parser, the message queue, an old database,"
        " the login form, a memory leak, the style guide, two branches, the release notes;"
        "refactored, profiled, reverted, merged, documented, rewrote, deleted, debugged;"
        "slow, brittle, readable, undocumented, lazy, clever",
        "每日构建 不稳定的测试 解析器 消息队列 旧数据库 登录表单 内存泄漏 编码规范 两个分支"
        " 发布说明;"
        "重构了 分析了 回滚了 合并了 写了文档 重写了 删掉了;缓慢的 脆弱的 易读的 懒惰的 聪明的",
    ),
    "city": _topic(
        "the new tram line, our side street, the night bus, the market hall, a broken street lamp,"
        " the library, the swimming pool, bicycle lanes, the town council, weekend noise;"
        "repaired, closed, reopened, painted, postponed, argued about, counted, visited;"
        "crowded, quiet, late, shiny, expensive, friendly",
        "新电车线 小巷 夜班车 菜市场 路灯 图书馆 游泳馆 自行车道 居委会 周末噪音;"
        "修好了 关闭了 重新开放了 刷了漆 推迟了 讨论了 数了数 去看了;"
        "拥挤的 安静的 迟到的 崭新的 热心的",
    ),
    "travel": _topic(
        "the slow ferry, a window seat, the hostel kitchen, mountain huts, my rucksack,"
        " the border post, a paper map, the night train, cheap sandals, the coastal path;"
        "booked, missed, packed, walked, lost, recommended, shared, cancelled;"
        "rainy, breathtaking, cramped, remote, sleepless, charming",
        "慢船 靠窗座位 青旅厨房 山间小屋 背包 口岸 纸质地图 夜火车 拖鞋 海边步道;"
        "订好了 错过了 打包了 走完了 弄丢了 推荐了 取消了;下雨的 壮观的 狭窄的 偏远的 可爱的",
    ),
    "books": _topic(
        "the second volume, a paperback, this translation, the library copy, an unfinished chapter,"
        " the narrator, short stories, my reading list, the footnotes, a signed edition;"
        "finished, reread, lent out, annotated, skipped, ordered, quoted, abandoned;"
        "gloomy, witty, slow, luminous, overlong, tender",
        "第二卷 平装本 这个译本 馆藏本 没写完的一章 叙述者 短篇小说 书单 脚注 签名版;"
        "读完了 重读了 借出去了 批注了 跳过了 订购了 放弃了;阴郁的 风趣的 缓慢的 明亮的 冗长的",
    ),
    "music": _topic(
        "the upright piano, a cracked reed, the second violin, our rehearsal room, vinyl records,"
        " the bass line, an open tuning, choir practice, the metronome, old headphones;"
        "tuned, practised, recorded, transcribed, repaired, swapped, played, mixed;"
        "mellow, shrill, dusty, warm, offbeat, haunting",
        "立式钢琴 裂了的簧片 第二小提琴 排练室 黑胶唱片 低音线 开放调弦 合唱排练 节拍器 旧耳机;"
        "调准了 练了 录了 扒了谱 修好了 换了 演奏了 混了音;温暖的 刺耳的 积灰的 柔和的 动听的",
    ),
}

SHORT: dict[str, tuple[str, ...]] = {
    "en": (
        "Thanks!", "Agreed.", "Bump.", "Following.", "+1", "Solved, thank you.", "No idea, sorry.",
        "Nice one.", "Same here.", "Interesting!", "Seconded.", "Done.",
    ),
    "zh": (
        "顶", "谢谢楼主", "同意。", "路过看看", "学习了", "支持一下！", "不错不错", "收藏了",
        "已解决，多谢。", "同问", "赞", "前排围观",
    ),
}  # fmt: skip
