"""Words of Taiwan for which the mainland has others; both in simplified characters."""

from __future__ import annotations

__all__ = ["TAIWAN_WORDS"]

#: Only such as mean nothing else on the mainland.
TAIWAN_WORDS: dict[str, str] = dict(
    pair.split(":")
    for pair in """
    软体:软件 硬体:硬件 韧体:固件 资讯:信息 网路:网络 网际网路:互联网 程式:程序 程式码:代码
    资料库:数据库 伺服器:服务器 作业系统:操作系统 硬碟:硬盘 磁碟:磁盘 光碟:光盘 随身碟:优盘
    滑鼠:鼠标 萤幕:屏幕 印表机:打印机 行动电话:手机 智慧型手机:智能手机 智慧手机:智能手机
    人工智慧:人工智能 笔记型电脑:笔记本电脑 介面:界面 使用者:用户 部落格:博客 讯息:消息 讯号:信号
    频宽:带宽 宽频:宽带 记忆体:内存 晶片:芯片 简讯:短信 连结:链接 搜寻:搜索 帐号:账号 预设:默认
    列印:打印 巨集:宏 演算法:算法 物件导向:面向对象 执行绪:线程 变数:变量 阵列:数组 函式:函数
    回圈:循环 字元:字符 计程车:出租车 捷运:地铁 公车:公交车 脚踏车:自行车 飞弹:导弹 雷射:激光
    太空梭:航天飞机 太空人:宇航员 奈米:纳米 矽谷:硅谷 纽西兰:新西兰 北韩:朝鲜 寮国:老挝
    义大利:意大利 沙乌地阿拉伯:沙特阿拉伯 泡面:方便面 凤梨:菠萝 马铃薯:土豆 起司:奶酪 优格:酸奶
    """.split()
)
