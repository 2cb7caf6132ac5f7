"""Short names for what can happen to a request, and what follows for its row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import (
    CannotResolveHostError,
    CloseSpider,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    NotSupported,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from scrapy.spidermiddlewares.httperror import HttpError

from fpcrawl.exceptions import StateAway
from fpcrawl.store.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy import Request

__all__ = ["is_expected", "judge", "reason_of"]

#: What is told where a server speaks plain HTTP, and https was asked for.
_NO_TLS_WORDS = ("wrong version number", "WRONG_VERSION_NUMBER", "packet length too long")
_CERTIFICATE_WORDS = ("OpenSSL.SSL", "certificate", "VerificationError", "SSLError")
_CONDITIONS = ("If-None-Match", "If-Modified-Since")
_REFUSALS = frozenset({401, 402, 405, 406, 407, 414, 451})


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    for _ in range(8):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__


def _names(error: BaseException, words: tuple[str, ...]) -> bool:
    return any(word in f"{e!r} {e}" for e in _causes(error) for word in words)


def _is_data_loss(error: BaseException) -> bool:
    return _names(error, ("PotentialDataLoss", "ResponseDataLoss", "_DataLoss", "IncompleteRead"))


def reason_of(error: BaseException) -> str:
    """Return a short name for the error, fit for a stat."""
    match error:
        case StateAway():
            return "state_away"
        case HttpError():
            return f"http_{error.response.status}"
        case CannotResolveHostError():
            return "dns"
        case DownloadTimeoutError():
            return "timeout"
        case ResponseDataLossError():
            return "truncated"
        case DownloadCancelledError():
            return "too_large"  # of a page that grows too large on its way it tells no reason
        case UnsupportedURLSchemeError() | NotSupported():
            return "unsupported"
        case IgnoreRequest():
            named = getattr(error, "reason", None)
            if named is not None:
                return str(named)
            return "redirects" if "max redirections" in str(error) else "ignored"
    if _names(error, _NO_TLS_WORDS):
        return "no_tls"
    if _names(error, _CERTIFICATE_WORDS):
        return "certificate"
    if isinstance(error, DownloadConnectionRefusedError):
        return "refused"
    if isinstance(error, DownloadFailedError):
        return "truncated" if _is_data_loss(error) else "connection"
    if isinstance(error, OSError):
        return "connection"
    return f"error_{type(error).__name__}"


def is_expected(error: BaseException) -> bool:
    """Tell whether the error is the network's, a site's or a filter's, not a bug."""
    return not reason_of(error).startswith("error_")


def _was_conditional(request: Request | None) -> bool:
    """Tell whether a page was asked for only if it has changed."""
    return request is not None and any(name in request.headers for name in _CONDITIONS)


def judge(error: BaseException) -> tuple[Outcome | None, str]:
    """Return what becomes of a row whose request ended with the error, and why.

    Returns
    -------
    tuple
        The outcome, or None if the row is to stay as it was, as an error asks for by
        a true attribute ``put_back``; and the short name. An :class:`IgnoreRequest` may say
        its outcome by an attribute ``outcome``.
    """
    reason = reason_of(error)
    if isinstance(error, CloseSpider):
        return None, "spider_closed"
    if getattr(error, "put_back", False):
        return None, reason
    if isinstance(error, HttpError):
        status = error.response.status
        if status == 304 and _was_conditional(error.response.request):
            return Outcome.DONE, reason  # it has not changed, which need not interest the spider
        if status in (404, 410):
            return Outcome.GONE, reason
        return Outcome.DROPPED if status in _REFUSALS else Outcome.FAILED, reason
    if isinstance(error, IgnoreRequest) or reason in ("too_large", "unsupported"):
        return getattr(error, "outcome", Outcome.DROPPED), reason
    return Outcome.FAILED, reason
