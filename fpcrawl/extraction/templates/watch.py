"""Whether a template that is in use still reads what it was verified on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fpcrawl.extraction.templates.verify import Verification

__all__ = ["TemplateUse", "TemplateWatch", "reading_use"]

#: What a page may be worse than at the verification without being counted.
ALLOWANCE = 0.25
#: A record in three that is wrong makes a page as bad as one on which nothing is found.
WEIGHT = 2.5
#: What a template is allowed at most for what it was verified with.
MAX_USUAL = 0.4
#: Sum of what pages were worse than that, at which the template no longer fits.
ALARM = 4.0
#: Weight of one page in the running means.
WINDOW = 0.1


@dataclass(frozen=True, slots=True)
class TemplateUse:
    """What came of reading a page with a template.

    Attributes
    ----------
    template, version, kind
        Which one.
    records
        Records it read.
    believable
        See :func:`~fpcrawl.extraction.templates.compare.believable`.
    agreed
        Agreement with the structure of the page, 0..1; ``None`` where that was not asked.
    others
        Records that the structure shows.
    handed_out
        Whether its records were handed out.
    is_own
        Whether it is a template of the site, not one of another site that was tried.
    """

    template: str
    version: int
    kind: str
    records: int = 0
    believable: float = 0.0
    agreed: float | None = None
    others: int = 0
    handed_out: bool = False
    is_own: bool = True

    @property
    def name(self) -> str:
        """What records call the template, as of its entry."""
        return f"{self.kind}:{self.template}@{self.version}"

    @property
    def missed(self) -> bool:
        """Whether it found nothing where structure shows records."""
        return self.records == 0 and self.others > 0

    @property
    def fits(self) -> bool:
        """Whether it read the page well, as far as that was asked."""
        told = self.believable if self.agreed is None else self.agreed
        return self.records > 0 and told >= 0.8


def reading_use(uses: Sequence[TemplateUse], role: str) -> TemplateUse | None:
    """Return the template that reads a page, ``None`` when none does.

    Of a thread that is the one whose records are handed out; lists and articles are handed out
    from structure also where a template says the same.
    """
    for use in uses:
        if use.handed_out or (role != "thread" and use.is_own and use.fits):
            return use
    return None


@dataclass(slots=True)
class TemplateWatch:
    """Sums up how much worse pages are than those a template was verified on.

    A page counts by how far it disagrees with its structure, or, where that was not asked, by
    how little it is believable; one on which nothing is found counts in full. Pages that are
    as good as at the verification wear the sum down: a strange page now and then is no change
    of the site, a run of them is.

    Attributes
    ----------
    pages
        Pages read since the verification.
    excess
        The sum.
    drifting
        Whether it has passed :data:`ALARM` and has not come down to nothing since.
    since_fit
        Pages since the last one that it read well.
    agreed, believable
        Running means, for people.
    """

    pages: int = 0
    excess: float = 0.0
    drifting: bool = False
    since_fit: int = 0
    agreed: float = 1.0
    believable: float = 1.0

    def note(self, use: TemplateUse, verification: Verification) -> bool:
        """Take a page in; True when it is the one that raises the alarm."""
        self.pages += 1
        self.since_fit = 0 if use.fits else self.since_fit + 1
        told = use.believable if use.agreed is None else use.agreed
        worse = min(1.0, WEIGHT * (1.0 - told))
        if use.agreed is not None:
            self.agreed += WINDOW * (use.agreed - self.agreed)
        if use.records:
            self.believable += WINDOW * (use.believable - self.believable)
        usual = min(MAX_USUAL, WEIGHT * (1.0 - verification.score))
        # Bounded: a long time of misses must not take as long to be made up for.
        self.excess = min(max(0.0, self.excess + worse - usual - ALLOWANCE), ALARM)
        if self.drifting:
            self.drifting = self.excess > 0.0
            return False
        self.drifting = self.excess >= ALARM
        return self.drifting

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store."""
        return {
            "pages": self.pages,
            "excess": round(self.excess, 4),
            "drifting": self.drifting,
            "since_fit": self.since_fit,
            "agreed": round(self.agreed, 4),
            "believable": round(self.believable, 4),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TemplateWatch:
        """Read what :meth:`to_json` wrote."""
        return cls(**data)
