"""The demo's front page and its few static files."""

from __future__ import annotations

import struct
import zlib
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .views import View

__all__ = ["STATIC", "portal_page"]


def _dot() -> bytes:
    """Return a picture of one grey dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\x00\x99"))
        + chunk(b"IEND", b"")
    )


STATIC: dict[str, tuple[str, bytes]] = {
    ".png": ("image/png", _dot()),
    ".css": ("text/css", b"body{font-family:sans-serif}"),
}


def portal_page(views: dict[str, View], *, hostile: bool) -> str:
    """Return the front page, which leads to every forum and to the newspaper."""
    items = "".join(
        f'<li><a href="{view.root}">{escape(view.family.spec.title)}</a></li>'
        for view in views.values()
    )
    trap = '<li><a href="/hostile/">Hostile pages</a></li>' if hostile else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Demo town</title>'
        f"</head><body><h1>Demo town</h1><h2>Forums</h2><ul>{items}</ul><h2>News</h2><ul><li>"
        f'<a href="/news/">The Kettle Courier</a></li></ul><h2>Other</h2><ul>{trap}<li>'
        '<a href="/private/notes.html">Private notes</a></li></ul></body></html>'
    )
