"""Words that say nothing of any topic, in Chinese and English."""

from __future__ import annotations

__all__ = ["STOP_WORDS"]

_CHINESE = """
的 了 和 是 在 就 都 而 及 与 着 或 一个 没有 我们 你们 他们 她们 它们 我 你 您 他 她 它 咱 咱们
自己 大家 人家 别人 这 那 这个 那个 这些 那些 这里 那里 这儿 那儿 这样 那样 这么 那么 此 该 本 其
其中 其他 其它 其余 某 某些 某个 各 各个 各种 每 每个 每次 每天 任何 所有 一切 全部 之 之一 之后
之前 之间 以 以上 以下 以及 以后 以前 以来 以内 以外 以便 以至 以免 为 为了 为着 为此 因 因为 因此
因而 由于 由 由此 于 于是 对 对于 关于 至于 至 从 从而 自 自从 向 往 朝 到 到了 按 按照 依 依照
依据 根据 据 通过 经 经过 随 随着 沿 跟 同 同时 同样 与其 且 并 并且 而且 而是 不但 不仅 不仅仅
不光 不管 不论 无论 尽管 虽 虽然 虽说 但 但是 可 可是 然而 然后 不过 只是 只 只有 只要 只能 仅
仅仅 除 除了 除非 除此之外 如 如果 如何 如此 如下 如同 若 若是 假如 假使 倘若 即 即使 即便 就是
就算 便 便是 则 所 所以 所谓 才 才能 又 也 也是 也许 还 还是 还有 还要 再 再次 再者 很 非常 十分
特别 尤其 最 更 更加 更为 越 太 比 比较 比如 例如 譬如 像 好像 似的 一样 一般 一些 一点 一下 一直
一定 一起 一旦 一方面 一种 一次 几 几个 多 多少 许多 很多 不少 少 些 个 们 地 得 过 吗 吧 呢 啊 呀
哦 哈 嗯 哎 唉 嘛 哪 哪个 哪些 哪里 谁 什么 怎么 怎样 怎么样 为什么 何 何时 多么 是否 有 有的 有些
有时 有关 没 不 不是 不会 不能 不要 不同 不可 未 无 非 莫 别 勿 会 能 能够 可以 可能 应 应该 应当
必须 需 需要 要 要求 想 愿意 肯定 让 使 使得 令 叫 把 被 将 将要 给 拿 用 来 去 来说 起来 出来
出去 下来 下去 上来 上去 进来 过来 过去 回来 起 上 下 里 内 外 中 前 后 左右 上面 下面 里面 外面
前面 后面 旁边 当 当时 当中 当然 现在 目前 如今 今天 昨天 明天 今年 去年 明年 时候 时 时间 期间 刚
刚刚 刚才 已 已经 曾 曾经 正 正在 正是 马上 立即 立刻 仍 仍然 仍旧 依然 总 总是 总之 总的来说 往往
常 常常 经常 通常 有时候 偶尔 忽然 突然 终于 最后 最近 首先 其次 第一 第二 第三 另 另外 另一方面
此外 此时 此次 相当 相对 相对而言 几乎 大约 大概 大多 大多数 大量 大部分 差不多 约 甚至 甚而 究竟
到底 毕竟 反而 反正 反之 否则 不然 要不 要么 要是 或者 或是 还是说 即将 接着 接下来 随后 随时 继而
继续 及其 及时 以致 所在 所属 其实 实际上 事实上 确实 的确 显然 显得 似乎 看来 看到 看 说 说是
说明 认为 觉得 知道 表示 指出 称 据说 据悉 一 二 三 四 五 六 七 八 九 十 百 千 万 亿 两 两个 三个
第 零 半 年 月 日 号 天 次 位 名 件 种 条 点 分 秒 小时 分钟 星期 周 元 岁 等 等等 之类 云云 嘿 喂
哼 哟 哇 喔 亲 楼主 谢谢 请 请问 请勿 点击 更多 查看 详情 返回 首页 上一页 下一页 上一篇 下一篇
尾页 末页 登录 注册 登陆 退出 转载 来源 作者 编辑 责任编辑 阅读 浏览 评论 回复 发表 发布 发布于
分享 收藏 打印 关闭 版权 版权所有 网站地图 免责声明 备案
"""

_ENGLISH = """
a about above after again against ago all almost along already also although always am among an
and another any anybody anyone anything are aren't around as at away back be became because
become becomes been before began behind being below between both but by came can can't cannot
come could couldn't did didn't do does doesn't doing don't done down during each either else
enough etc even ever every everybody everyone everything except far few for from further
gave get gets getting give given go goes going gone got had hadn't has hasn't have haven't having
he he'd he'll he's hence her here here's hers herself him himself his how however i i'd i'll i'm
i've if in indeed instead into is isn't it it'd it'll it's its itself just keep kept later least
less let let's like likely made mainly make makes many may maybe me might mine more most mostly
much must my myself near nearly neither never next no nobody none nor not nothing now of off
often on once one ones only onto or other others otherwise our ours ourselves out over own per
perhaps put quite rather really said same saw say says see seem seemed seems seen several shall
she she'd she'll she's should shouldn't since so some somebody someone something sometimes soon
still such take taken takes than that that's the their theirs them themselves then there
there's therefore these they they'd they'll they're they've thing things this those though through
thus to together too took toward towards two three under unless until up upon us use used uses
using usually various very via was wasn't way we we'd we'll we're we've well went were weren't
what what's when where whether which while who who's whole whom whose why will with within
without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves
first second last new many also page pages click home login register share print reply
copyright reserved www http https html htm com
"""

STOP_WORDS: frozenset[str] = frozenset(_CHINESE.split()) | frozenset(_ENGLISH.split())
"""Chinese ones in simplified characters, English ones in lower case."""
