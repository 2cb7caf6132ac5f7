"""When a row of the frontier is due after an outcome."""

from __future__ import annotations

from dataclasses import dataclass

from fpcrawl.store.model import Outcome

__all__ = ["FrontierPolicy"]

_HOUR_S = 3600.0
_DAY_S = 24 * _HOUR_S


@dataclass(frozen=True, slots=True)
class FrontierPolicy:
    """Times after outcomes.

    Attributes
    ----------
    revisit_s
        Until a recurring page is due again when nobody planned its next visit.
    first_retry_s, growth
        A failed row is due again after `first_retry_s` x `growth` ** failures.
    max_failures
        A row that failed more often in a row is given up.
    max_revisit_wait_s
        Longest wait of a recurring page that fails: it is kept even so.
    suspect_crashes
        A row that so many workers in a row died with is worked on alone.
    max_crashes
        One that so many died with is set aside. The last of them had nothing else to die of.
    quarantine_s
        For how long.
    """

    revisit_s: float = _HOUR_S
    first_retry_s: float = _HOUR_S
    growth: float = 4.0
    max_failures: int = 5
    max_revisit_wait_s: float = _DAY_S
    suspect_crashes: int = 2
    max_crashes: int = 3
    quarantine_s: float = _DAY_S

    def set_aside_until(self, now: float, recurring: bool, failures: int) -> float | None:
        """Return until when a row is set aside that workers die of; None if for good.

        Parameters
        ----------
        failures
            Failures in a row before; being set aside is one.
        """
        if failures >= self.max_failures and not recurring:
            return None
        return now + self.quarantine_s

    def after(
        self,
        outcome: Outcome,
        now: float,
        recurring: bool,
        failures: int,
        next_due: float | None,
    ) -> float | None:
        """Return when the row is due again, or None if it is finished with.

        Parameters
        ----------
        failures
            Failures in a row before this outcome.
        next_due
            What the caller planned for a recurring row.
        """
        given_up = failures >= self.max_failures
        wait_s = self.first_retry_s * self.growth ** min(failures, self.max_failures)
        if not recurring:
            return now + wait_s if outcome is Outcome.FAILED and not given_up else None
        match outcome:
            case Outcome.REDIRECTED | Outcome.DUPLICATE:
                return None
            case Outcome.GONE if given_up:
                return None
            case Outcome.FAILED | Outcome.GONE:
                default = now + min(wait_s, self.max_revisit_wait_s)
            case Outcome.DROPPED:
                default = now + self.max_revisit_wait_s
            case _:
                default = now + self.revisit_s
        return default if next_due is None else next_due
