"""The kinds of templates there are: how each is built, and made again of what is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fpcrawl.extraction.templates.softmealy import SoftMealyTemplate
from fpcrawl.extraction.templates.softmealy_induce import induce_softmealy
from fpcrawl.extraction.templates.xpath import XPathTemplate
from fpcrawl.extraction.templates.xpath_induce import induce_xpath

if TYPE_CHECKING:
    from fpcrawl.extraction.templates.learn import Inducer
    from fpcrawl.extraction.templates.model import Template

__all__ = ["INDUCERS", "load_template"]

#: The first is used where a page has a tree anyway.
INDUCERS: dict[str, Inducer] = {"xpath": induce_xpath, "softmealy": induce_softmealy}


def load_template(kind: str, data: dict[str, Any]) -> Template:
    """Make a template of what was stored.

    Raises
    ------
    ValueError
        When it is of no known kind, or broken.
    """
    if kind == "xpath":
        return XPathTemplate.from_json(data)
    if kind == "softmealy":
        return SoftMealyTemplate.from_json(data)
    raise ValueError(f"no kind of template: {kind!r}")
