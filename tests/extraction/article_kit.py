"""Articles that several tests read."""

from __future__ import annotations

from extraction_kit import article_of, html_page

from fpcrawl.extraction.articles.bylines import is_byline

SAID = [
    "The ferry across the lower lake has been taken out of the water for the whole winter.",
    "Its captain says that the boards under the engine were softer than he had thought.",
    "Until the spring the villages are joined only by the road along the northern shore.",
    "Whoever has a boat of his own may use the small harbour, the mayor said on Tuesday.",
]


TITLE = "Ferry out of the water"


def paragraphs(said=SAID):
    return "".join(f"<p>{words}</p>" for words in said)


def body(inner, after=""):
    text = article_of(html_page(f"<h1>{TITLE}</h1>{inner}{after}", f"{TITLE} - Post")).body_text
    return [line for line in text.split("\n") if line.strip()]


def is_a_byline(line):
    return is_byline(line, "Ann Smith", "4 March 2024")


CHINESE = "截至目前，湖边已有八个村建起了老年食堂。"


HAN = [
    "記者在現場看到，工人們正在緊張地進行設備安裝調試，湖邊的人都來看。",
    "受冷空氣影響，湖邊部分路口臨時關閉，渡船停了三天，學校也停了課。",
    "全案移送地檢署偵辦。他說，願意做，永遠不嫌晚。警方調閱監視器後，鎖定七名嫌犯。",
    "法院審理後，判處有期徒刑三年，可上訴。",
]


LATER = [
    "市政府說，明年春天以前要再造一艘渡船，費用由湖邊的五個村一起承擔。",
    "有人擔心，冬天的路太窄，救護車要走一個多小時才到得了北岸的村子。",
    "議會下個月開會，聽取造船廠的報告，並且決定由誰來付這一筆錢。",
    "船長說，他在這條船上工作了三十年，從來沒有見過這樣軟的木板。",
]


NEWS = "湖邊的渡船停了"


def han_body(inner):
    text = article_of(html_page(inner, NEWS)).body_text
    return [line for line in text.split("\n") if line]
