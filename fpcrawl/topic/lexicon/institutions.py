"""Where a person works, out of a description: what to search when the name finds too little."""

from __future__ import annotations

import re

__all__ = ["institution"]

_ROLE = re.compile(
    r"教授|讲师|研究员|院士|博士|教师|老师|导师|学者|工程师|医师|医生|记者|编辑|总裁|经理|董事|创始人|"
    r"校长|院长|所长|主任|学生|员工|\b(?:professor|lecturer|researcher|scientist|teacher|scholar|"
    r"engineer|physician|fellow|student|director|dean|founder|president|chief executive|"
    r"journalist|editor|manager)\b"
)
_CHINESE = re.compile(
    r"(?:^|[\s，,、；;：:是任于在为系名位])"
    r"(?:[现曾历]?(?:任职于|就职于|供职于|工作于|毕业于|就读于|担任|任|是|为|在))?"
    r"([\u4e00-\u9fff]{2,14}?(?:大学|学院|研究院|研究所|科学院|医院|中学|公司|集团|报社|出版社|电视台|实验室))"
)
_KINDS = "university|college|institute|academy|school|hospital|laboratory|museum|observatory"
_ENGLISH = re.compile(
    rf"\b(?:at|of|for|with|from) (?:the )?((?:{_KINDS}) of (?:[a-z][\w'-]*)(?: [a-z][\w'-]*)?|"
    rf"(?:[a-z][\w'-]* ){{1,3}}(?:{_KINDS}|corporation|company|group|press))\b"
)


def institution(sentence: str) -> str:
    """Return the institution that a sentence about a person names, or nothing.

    Parameters
    ----------
    sentence
        In lower case; tells of somebody's post, else it is not looked at.
    """
    if _ROLE.search(sentence) is None:
        return ""
    found = _CHINESE.search(sentence) or _ENGLISH.search(sentence)
    return found[1] if found is not None else ""
