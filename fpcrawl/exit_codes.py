"""Why a crawl ended, and the exit code that says so (documented in ``docs/settings.md``)."""

from __future__ import annotations

__all__ = ["EXIT_CODES", "OTHER", "USAGE", "describe", "exit_code"]

#: For a close reason that is not ours, such as an extension's.
OTHER = 1
#: For bad arguments or settings.
USAGE = 2

#: Close reason -> (exit code, sentence for people).
EXIT_CODES: dict[str, tuple[int, str]] = {
    "finished": (0, "all that was due is done"),
    "nothing_due": (0, "nothing was due"),
    "time_over": (0, "the time given by FPCRAWL_RUN_FOR is over; the next run goes on"),
    "max_pages": (0, "max_pages is reached; the next run goes on"),
    "not_begun": (OTHER, "the crawl could not be begun; the log says why"),
    "unreachable": (3, "the site could not be reached"),
    "robots_forbidden": (4, "the site's robots.txt forbids its start page"),
    "elsewhere": (5, "the site sends to another site"),
    "state": (6, "the state cannot be used"),
    "state_error": (6, "the state could not be read or written any more"),
    "login_failed": (7, "the login failed"),
    "walled": (8, "the site shows walls instead of its pages"),
    "drifted": (
        9,
        "the site has changed and no template could be learnt anew; its pages were read",
    ),
    "shutdown": (130, "stopped by a signal; the next run goes on"),
}


def exit_code(reason: str | None) -> int:
    """Exit code of a close reason; :data:`OTHER` for one that is not ours."""
    return EXIT_CODES.get(reason or "", (OTHER, ""))[0]


def describe(reason: str | None) -> str:
    """Sentence for a close reason."""
    return EXIT_CODES.get(reason or "", (OTHER, f"ended: {reason}"))[1]
