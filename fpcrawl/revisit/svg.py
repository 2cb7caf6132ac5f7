"""A drawing as SVG: lines, marks and words in black, grey and white."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Drawing"]

_FONT = "Helvetica, Arial, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"


class Drawing:
    """Elements in the order in which they are drawn; lengths are pixels from the upper left.

    Parameters
    ----------
    width, height
        Of the whole.
    title
        What it shows, in a line; read out where it cannot be seen.
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        size = f'width="{_n(width)}" height="{_n(height)}"'
        box = f'viewBox="0 0 {_n(width)} {_n(height)}"'
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {box}>',
            f"<title>{_words(title)}</title>",
            f'<rect {size} fill="white"/>',
            f'<g font-family="{_FONT}" font-size="12">',
        ]

    def line(
        self,
        points: Iterable[tuple[float, float]],
        *,
        width: float = 1.0,
        ink: str = "black",
        dash: str = "",
    ) -> None:
        """Draw a line through points.

        Parameters
        ----------
        width
            Of the pen.
        ink
            A colour.
        dash
            Lengths of strokes and gaps, such as ``6 4``; empty = drawn through.
        """
        track = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<polyline points="{track}" fill="none" stroke="{ink}" '
            f'stroke-width="{_n(width)}" stroke-linejoin="round"{dashes}/>'
        )

    def dot(self, x: float, y: float, *, radius: float = 3.0, full: bool = True) -> None:
        """Draw a mark, full or a ring."""
        fill = "black" if full else "white"
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}" stroke="black"/>'
        )

    def arrow(self, x: float, y: float, *, size: float = 5.0) -> None:
        """Draw a triangle that stands on its tip."""
        corners = f"{_n(x - size)},{_n(y - 2 * size)} {_n(x + size)},{_n(y - 2 * size)}"
        self._parts.append(
            f'<polygon points="{corners} {_n(x)},{_n(y)}" fill="white" stroke="black"/>'
        )

    def text(
        self, x: float, y: float, words: str, *, anchor: str = "start", bold: bool = False
    ) -> None:
        """Write words on a base line; ``anchor`` is ``start``, ``middle`` or ``end``."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" text-anchor={quoteattr(anchor)}{weight}>'
            f"{_words(words)}</text>"
        )

    def __str__(self) -> str:
        """Return the document."""
        return "\n".join((*self._parts, "</g>", "</svg>", ""))


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def _words(text: str) -> str:
    # XML has no place for control characters and halves of characters.
    clean = "".join(c if c >= " " and not "\ud800" <= c <= "\udfff" else "\ufffd" for c in text)
    return escape(clean.replace("\ufffe", "\ufffd").replace("\uffff", "\ufffd"))
