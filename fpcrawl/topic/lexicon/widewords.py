"""Words too wide to be a topic: what everything, or nearly everything, is a kind of."""

from __future__ import annotations

__all__ = ["TOO_WIDE"]

TOO_WIDE = frozenset(
    """
    人 人们 人类 人士 人物 人员 个人 男人 女人 者 家 员 事 事情 事件 事物 事项 事务 物 物品 物体
    物质 东西 实体 个体 对象 主体 客体 机器 设备 装置 器具 用具 工具 器械 部件 部分 零件 组成 整体
    全部 地方 地点 位置 场所 处所 区域 地区 空间 时间 时候 时期 日期 时代 年 月 日 方法 方式 办法
    手段 途径 行为 行动 动作 活动 过程 状态 状况 情况 情形 现象 结果 原因 关系 联系 属性 性质 特性
    特征 特点 类 类别 种类 类型 样式 形式 模式 东东 信息 消息 数据 资料 内容 数量 数字 量 单位
    名称 名字 名词 词 词语 字 符号 概念 抽象 观念 思想 想法 意思 问题 话题 主题 方面 领域 范围
    系统 体系 组织 机构 团体 群体 集体 集合 团队 成员 生物 动物 植物 无生物 材料 原料 产品 制品
    作品 商品 货物 存在 能力 力量 作用 功能 效果 程度 水平 标准 规则 规定 条件 因素 元素 要素 基础
    环境 世界 社会 生活 工作 任务 职业 身份 角色 属性值 数量值 一种 一个 其他 其它 术语 总称 统称
    简称 别称 机 器 具 品 件 部 体 性 度 率 法 学 师 手 士 生 子 头 处 所 场 地 国 市 县 城 名 号
    线 点 面 边 方 力 气 心 身 色 声 形 式 样 等 级 组 队 群 团 会 社 界 层 块 片 段 条 项 种 群众
    成分 总和 一部分 一类 entity thing object physical abstraction abstract unit whole part piece
    portion item matter something anything everything one being person people individual someone
    somebody human man woman life organism living animal plant artifact artefact instrumentality
    instrumentation device machine tool implement equipment appliance creation product production
    commodity goods substance material stuff component element constituent group grouping set
    collection assemblage class category kind type sort form variety species system organization
    organisation institution structure body location place point area region space site position
    time period year day date moment event happening occurrence occurrent act action activity deed
    process phenomenon state condition status situation circumstance circumstances result outcome
    cause reason relation relationship connection attribute property quality characteristic
    feature trait measure quantity amount number value magnitude degree level extent information
    data content message communication idea concept conception notion cognition knowledge
    psychological term word name title symbol sign representation way method means manner fashion
    practice procedure purpose function role use power force ability capability field domain
    subject topic issue aspect example instance case change motion move make do have be become get
    work
    """.split()
) | frozenset(
    [
        "physical entity",
        "physical object",
        "abstract entity",
        "living thing",
        "human being",
        "causal agent",
        "human action",
        "human activity",
        "psychological feature",
        "social group",
        "natural object",
    ]
)
