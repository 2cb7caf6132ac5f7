"""The control endpoint: tests move the clock, write, edit, delete, break and re-dress things."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .exchange import Reply, text_reply
from .faults import Fault, parse_fault
from .truth import post_lines, thread_lines
from .world import WorldError

if TYPE_CHECKING:
    from .clock import DemoClock
    from .exchange import Request
    from .site import Site

__all__ = ["Control"]

Params = dict[str, Any]


class Control:
    """Carries out ``POST /_control/NAME``; parameters as JSON object, form or query.

    ``advance`` seconds [live]; ``speed`` speed; ``reply`` family thread [text author];
    ``thread`` family board [title text author]; ``edit`` family post [text];
    ``delete`` family post; ``fault`` name rate [prefix seconds]; ``skin`` family skin;
    ``touch-up`` family; ``crawl-delay`` seconds; ``session`` requests; ``clear-log``.

    Parameters
    ----------
    site
        What is controlled.
    clock
        The world's clock.
    """

    def __init__(self, site: Site, clock: DemoClock) -> None:
        self._site = site
        self._clock = clock

    def handle(self, request: Request) -> Reply:
        """Return the outcome as JSON; 400 with ``error`` for what cannot be done."""
        if request.method != "POST":
            return _json(405, {"error": "use POST"})
        name = request.path.removeprefix("/_control/").replace("-", "_")
        action = getattr(self, f"_do_{name}", None)
        if action is None:
            return _json(404, {"error": f"no such control: {name}"})
        try:
            result = action(_params(request))
        except KeyError as error:
            return _json(400, {"error": f"missing parameter {error.args[0]}"})
        except (TypeError, ValueError) as error:
            return _json(400, {"error": str(error)})
        return _json(200, result)

    def _do_advance(self, params: Params) -> Params:
        self._clock.advance(float(params["seconds"]))
        world = self._site.world
        was = world.live
        world.live = was or str(params.get("live", "")).lower() in ("1", "true", "yes")
        now = world.sync()
        world.live = was
        return {"now": now}

    def _do_speed(self, params: Params) -> Params:
        self._clock.set_speed(float(params["speed"]))
        return {"now": self._site.world.sync()}

    def _do_reply(self, params: Params) -> Params:
        family = str(params["family"])
        post = self._site.world.reply(
            family,
            int(params["thread"]),
            str(params.get("text", "")),
            str(params.get("author", "")),
        )
        return self._post(family, post.id)

    def _do_thread(self, params: Params) -> Params:
        family = str(params["family"])
        thread = self._site.world.open_thread(
            family,
            int(params["board"]),
            str(params.get("title", "")),
            str(params.get("text", "")),
            str(params.get("author", "")),
        )
        view = self._site.views[family]
        now = self._site.world.now()
        return next(line for line in thread_lines(view, now) if line["thread_id"] == thread.id)

    def _do_edit(self, params: Params) -> Params:
        family = str(params["family"])
        world = self._site.world
        post = world.edit(family, int(params["post"]), str(params.get("text", "")))
        return self._post(family, post.id)

    def _do_delete(self, params: Params) -> Params:
        family = str(params["family"])
        return self._post(family, self._site.world.delete(family, int(params["post"])).id)

    def _do_skin(self, params: Params) -> Params:
        self._site.world.set_skin(str(params["family"]), int(params["skin"]))
        return {"family": params["family"], "skin": int(params["skin"])}

    def _do_touch_up(self, params: Params) -> Params:
        self._site.world.touch_up(str(params["family"]))
        return {"family": params["family"]}

    def _do_fault(self, params: Params) -> Params:
        read = parse_fault(f"{params['name']}={params['rate']}")
        seconds = float(params.get("seconds", read.seconds))
        if not 0 <= seconds <= 3600:
            raise WorldError("seconds must lie between 0 and 3600")
        fault = Fault(read.name, read.rate, str(params.get("prefix", "")), seconds)
        self._site.faults.set(fault)
        return {"name": fault.name, "rate": fault.rate, "prefix": fault.prefix}

    def _do_crawl_delay(self, params: Params) -> Params:
        self._site.crawl_delay_s = float(params["seconds"])
        return {"crawl_delay_s": self._site.crawl_delay_s}

    def _do_session(self, params: Params) -> Params:
        requests = int(params["requests"])
        if requests < 0:
            raise WorldError("requests must be 0 or more")
        self._site.session_requests = requests
        return {"session_requests": requests}

    def _do_clear_log(self, _params: Params) -> Params:
        self._site.log.clear()
        return {"log": 0}

    def _post(self, family: str, post: int) -> Params:
        lines = post_lines(self._site.views[family])
        return next(line for line in lines if line["post_id"] == post)


def _params(request: Request) -> Params:
    found: Params = dict(request.query)
    if request.body[:1] == b"{":
        found.update(json.loads(request.body))
    else:
        found.update(request.form)
    return found


def _json(status: int, data: Params) -> Reply:
    return text_reply(status, json.dumps(data, ensure_ascii=False) + "\n", "application/json")
