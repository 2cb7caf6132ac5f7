"""Requests as JSON text: plain data that no reader can turn into running code."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.httpobj import urlparse_cached

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Spider

__all__ = ["RequestFormatError", "decode_request", "encode_request", "slot_key"]

_TRANSIENT = frozenset(
    """
    fp_lease fp_failures fp_etag fp_last_modified fp_visits fp_parked fp_session
    fp_due fp_new_links fp_overflowed fp_page_role fp_wall fp_cluster fp_records
    download_latency download_slot
    """.split()
)
_NO_CALLBACK = "-"


class RequestFormatError(ValueError):
    """A request cannot be stored, or what was stored does not fit the spider any more."""


def slot_key(request: Request) -> str:
    """Return the key of the download slot the request will use.

    A slot that Scrapy itself noted, on this request or on the one that redirected to it,
    is the host's name and is found anew.
    """
    host = urlparse_cached(request).hostname or ""
    slot = request.meta.get("download_slot")
    if slot is None:
        return host
    passed = request.meta.get("redirect_urls", ())
    hosts = {urlparse_cached(Request(url)).hostname for url in passed[-1:]}
    return host if slot in hosts else str(slot)


def _method_name(spider: Spider, method: Callable[..., Any] | None) -> str | None:
    if method is None:
        return None
    if method is NO_CALLBACK:
        return _NO_CALLBACK
    name = getattr(method, "__name__", None)
    if name is None or getattr(spider, name, None) != method:
        raise RequestFormatError(f"{method!r} is not a method of the spider")
    return str(name)


def _is_json(value: Any) -> bool:
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def encode_request(
    request: Request,
    spider: Spider,
    errback: Callable[..., Any] | None,
    *,
    lenient: bool = False,
) -> dict[str, Any]:
    """Return what is needed to make the request again, except its URL and priority.

    Parameters
    ----------
    errback
        The errback as the spider gave it.
    lenient
        Leave out meta that is not JSON: middlewares add such to a request under way.

    Raises
    ------
    RequestFormatError
        A callback is not a method of the spider, or some value is not JSON.
    """
    slot = slot_key(request)
    meta = {key: value for key, value in request.meta.items() if key not in _TRANSIENT}
    if lenient:
        meta = {key: value for key, value in meta.items() if _is_json(value)}
    if slot != urlparse_cached(request).hostname:
        meta["download_slot"] = slot
    values: dict[str, Any] = {
        "method": request.method,
        "headers": {
            name.decode("latin-1"): [value.decode("latin-1") for value in many]
            for name, many in request.headers.items()
        },
        "body": base64.b64encode(request.body).decode("ascii"),
        "cookies": request.cookies,
        "callback": _method_name(spider, request.callback),
        "errback": _method_name(spider, errback),
        "meta": meta,
        "cb_kwargs": request.cb_kwargs,
        "encoding": request.encoding,
        "dont_filter": request.dont_filter,
        "flags": request.flags,
    }
    plain = {"method": "GET", "encoding": "utf-8"}
    kept = {name: v for name, v in values.items() if v and v != plain.get(name)}
    try:
        json.dumps(kept)
    except (TypeError, ValueError) as error:
        raise RequestFormatError(f"{request}: {error}") from error
    return kept


def _method(spider: Spider, name: str | None) -> Callable[..., Any] | None:
    if name is None:
        return None
    if name == _NO_CALLBACK:
        return NO_CALLBACK
    method = getattr(spider, name, None)
    if not callable(method):
        raise RequestFormatError(f"spider {spider.name} has no method {name}")
    found: Callable[..., Any] = method
    return found


def decode_request(url: str, payload: str, priority: int, spider: Spider) -> Request:
    """Make the request again.

    Raises
    ------
    RequestFormatError
        The spider lacks a method it had when the request was stored, or the text is
        damaged.
    """
    try:
        values = dict(json.loads(payload))
        values["body"] = base64.b64decode(values.get("body", ""))
        values["callback"] = _method(spider, values.get("callback"))
        values["errback"] = _method(spider, values.get("errback"))
        return Request(url, priority=priority, **values)
    except (TypeError, ValueError) as error:
        raise RequestFormatError(f"stored request {url}: {error}") from error
