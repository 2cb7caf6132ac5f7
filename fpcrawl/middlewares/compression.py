"""Scrapy's unpacking of bodies, for servers that say of a body what is not so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import IgnoreRequest

from fpcrawl.store.model import Outcome

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response

__all__ = ["BadEncoding", "TolerantCompressionMiddleware", "UnpackedTooLarge"]

#: What HTTP knows, readable here or not. Others ("utf-8", "none") say nothing of how to unpack.
_CODINGS = frozenset({b"gzip", b"x-gzip", b"deflate", b"br", b"zstd", b"compress", b"x-compress"})


class BadEncoding(IgnoreRequest):
    """A body is not packed as its header says."""

    reason = "bad_encoding"
    outcome = Outcome.FAILED


class UnpackedTooLarge(IgnoreRequest):
    """A body grows too large when it is unpacked."""

    reason = "too_large"


class TolerantCompressionMiddleware(HttpCompressionMiddleware):
    """Leaves out names of encodings that are none, and names what cannot be unpacked."""

    def process_response(  # type: ignore[override]  # an argument that Scrapy has deprecated
        self, request: Request, response: Response
    ) -> Request | Response:
        """Return the response with its body unpacked.

        Raises
        ------
        BadEncoding, UnpackedTooLarge
            It cannot be.
        """
        named = response.headers.getlist("Content-Encoding")
        if named:
            codings = [word.strip().lower() for word in b",".join(named).split(b",")]
            known = [name for name in codings if name in _CODINGS]
            if not known:
                del response.headers["Content-Encoding"]
                return response
            response.headers["Content-Encoding"] = known
        try:
            return super().process_response(request, response)
        except IgnoreRequest as error:
            raise UnpackedTooLarge(str(error)) from error
        except Exception as error:  # each library has an error of its own
            if "dataloss" in response.flags:
                return response  # it was cut off: asked for again
            raise BadEncoding(f"{response} is not packed as it says: {error}") from error
