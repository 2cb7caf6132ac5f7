"""Things that go wrong on purpose: slow answers, errors, cut connections, wrong charsets."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .chance import fraction

if TYPE_CHECKING:
    from .exchange import Reply

__all__ = ["FAULTS", "Fault", "Faults", "apply_fault", "parse_fault"]

FAULTS = ("slow", "500", "503", "429", "reset", "truncated", "wrong-charset")
_REMEMBERED = 50_000
_SPARED = ("/_truth/", "/_control/", "/robots.txt")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes
    ----------
    rate
        Share of the requests it hits, 0 to 1. A URL it hit works on the next try, unless 1.
    prefix
        Only paths that begin so; with one given even robots.txt can be hit.
    seconds
        How long ``slow`` waits; what ``503`` and ``429`` say in Retry-After.
    """

    name: str
    rate: float
    prefix: str = ""
    seconds: float = 2.0


def parse_fault(text: str) -> Fault:
    """Read ``name=rate``; :exc:`ValueError` says what is wrong with it."""
    name, equals, rate_text = text.partition("=")
    try:
        rate = float(rate_text) if equals else 1.0
    except ValueError:
        rate = -1.0
    if name not in FAULTS:
        raise ValueError(f"no fault {name!r}; there are: {', '.join(FAULTS)}")
    if not 0 <= rate <= 1:
        raise ValueError(f"the rate of fault {name} is not a number from 0 to 1: {rate_text!r}")
    return Fault(name, rate, seconds=1.0 if name in ("503", "429") else 2.0)


class Faults:
    """Decides which answers go wrong; the same seed and requests give the same faults."""

    def __init__(self, seed: int, faults: tuple[Fault, ...] = ()) -> None:
        self._seed = seed
        self._active = {fault.name: fault for fault in faults}
        self._tries: OrderedDict[str, tuple[int, bool]] = OrderedDict()

    def set(self, fault: Fault) -> None:
        """Switch a fault on, change it, or switch it off with rate 0."""
        if fault.rate > 0:
            self._active[fault.name] = fault
        else:
            self._active.pop(fault.name, None)

    def choose(self, target: str) -> Fault | None:
        """Return the fault that hits this request, if any."""
        if not self._active:
            return None
        count, failed = self._tries.pop(target, (0, False))
        chosen = None
        for fault in self._active.values():
            if fault.prefix:
                if not target.startswith(fault.prefix):
                    continue
            elif target.startswith(_SPARED):
                continue
            if fault.rate >= 1 or (
                not failed and fraction(self._seed, fault.name, target, count) < fault.rate
            ):
                chosen = fault
                break
        self._tries[target] = (count + 1, chosen is not None)
        while len(self._tries) > _REMEMBERED:
            self._tries.popitem(last=False)
        return chosen


def apply_fault(fault: Fault, reply: Reply) -> Reply:
    """Return the reply as the fault leaves it."""
    match fault.name:
        case "slow":
            return replace(reply, delay_s=fault.seconds)
        case "500":
            return replace(reply, status=500, body=b"<h1>Internal error</h1>", headers=[])
        case "503" | "429":
            return replace(
                reply,
                status=int(fault.name),
                body=b"<h1>Please come back later</h1>",
                headers=[("Retry-After", f"{max(1, round(fault.seconds))}")],
            )
        case "reset" | "truncated":
            return replace(reply, cut=fault.name)
    wrong = "gbk" if "utf-8" in reply.content_type.lower() else "utf-8"
    kind = reply.content_type.partition(";")[0]
    return replace(reply, content_type=f"{kind}; charset={wrong}")
