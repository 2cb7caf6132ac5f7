"""The templates of all sites: which one reads a page, their versions and where they came from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from fpcrawl.exceptions import TemplateError
from fpcrawl.extraction.templates.model import FIELDS, TemplateRole
from fpcrawl.extraction.templates.verify import Verification
from fpcrawl.extraction.templates.watch import TemplateWatch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fpcrawl.extraction.templates.learn import LearntTemplate
    from fpcrawl.extraction.templates.model import LabelledPage
    from fpcrawl.extraction.tree import PageTree

__all__ = ["FORMAT", "TemplateBook", "TemplateEntry", "TemplateState", "anchors_of", "template_id"]

#: Version of what :meth:`TemplateBook.to_json` writes.
FORMAT = 1
#: Templates of one site and role that are in use at a time.
MAX_LIVE = 8
#: Templates of other sites that are tried on a page.
MAX_TRIED = 6

TemplateState = Literal["live", "former"]
TemplateLabels = Literal["structure", "network"]


@dataclass(frozen=True, slots=True)
class TemplateEntry:
    """One version of a template.

    Attributes
    ----------
    id
        The same for all versions, see :func:`template_id`.
    site, cluster, role
        What it was made for; ``cluster`` is empty where it was not known.
    templates
        Plain data of the kinds that verify, the used one first.
    verification
        How the used kind did on pages that it was not built from.
    anchors
        Signatures of elements that all its pages have, see :func:`anchors_of`.
    state
        ``live``: in use; ``former``: kept as history and tried when nothing else fits.
    pinned
        Whether only the user may replace it.
    origin
        ``learnt``, ``edited``, or the name of the template of another site it was taken from.
    created
        ISO 8601.
    labels
        Whose labels it was learnt from: of ``structure``, or of the ``network`` where structure
        reads the pages worse; structure is then no measure for it.
    """

    id: str
    version: int
    site: str
    cluster: str
    role: TemplateRole
    templates: Mapping[str, Any]
    verification: Verification
    anchors: tuple[str, ...] = ()
    state: TemplateState = "live"
    pinned: bool = False
    origin: str = "learnt"
    created: str = ""
    labels: TemplateLabels = "structure"

    @property
    def kind(self) -> str:
        """The kind that is used."""
        return next(iter(self.templates))

    @property
    def name(self) -> str:
        """What records call it: ``xpath:1f0a3c5e@2``."""
        return f"{self.kind}:{self.id}@{self.version}"

    @property
    def key(self) -> tuple[str, int]:
        """Id and version."""
        return self.id, self.version

    def may_read(self, signatures: frozenset[str]) -> bool:
        """Whether a page has what all pages of this template have."""
        return signatures.issuperset(self.anchors)

    def to_json(self) -> dict[str, Any]:
        """Plain data for the store and for export."""
        return {
            "id": self.id,
            "version": self.version,
            "site": self.site,
            "cluster": self.cluster,
            "role": self.role,
            "templates": dict(self.templates),
            "verification": self.verification.to_json(),
            "anchors": list(self.anchors),
            "state": self.state,
            "pinned": self.pinned,
            "origin": self.origin,
            "created": self.created,
            "labels": self.labels,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TemplateEntry:
        """Read what :meth:`to_json` wrote, or what a person has edited.

        Raises
        ------
        TemplateError
            When something is missing or is not what it should be.
        """
        try:
            if data["role"] not in FIELDS or data.get("state", "live") not in _STATES:
                raise TemplateError(f"template {data['id']}: unknown role or state")
            if data.get("labels", "structure") not in _LABELS:
                raise TemplateError(f"template {data['id']}: labels of {data['labels']!r}")
            if not data["templates"]:
                raise TemplateError(f"template {data['id']}: holds no template")
            verified = data.get("verification") or Verification(data["role"]).to_json()
            return cls(
                **{
                    **data,
                    "verification": Verification.from_json(verified),
                    "anchors": tuple(data.get("anchors", ())),
                }
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise TemplateError(f"not a template: {error}") from error


_STATES = get_args(TemplateState)
_LABELS = get_args(TemplateLabels)


def template_id(site: str, cluster: str, role: str, n: int = 0) -> str:
    """Id of the n-th template of a site, cluster and role: eight hexadecimal digits."""
    text = f"{site}\x1f{cluster}\x1f{role}\x1f{n}"
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=4).hexdigest()


def anchors_of(pages: Sequence[LabelledPage]) -> tuple[str, ...]:
    """Signatures that every record has at its bounds or its body: nothing is read without."""
    common: set[str] | None = None
    for page in pages:
        tree = page.tree
        for record in page.records:
            places = {m.node for name in ("body", "url") for m in record.fields.get(name, ())}
            signatures = {tree.sig[i] for i in places.union(record.roots) if "." in tree.sig[i]}
            common = signatures if common is None else common & signatures
    return tuple(sorted(common or ()))


def signatures_of(tree: PageTree) -> frozenset[str]:
    """All signatures of a page, for :meth:`TemplateEntry.may_read`."""
    return frozenset(tree.sig)


@dataclass(slots=True)
class TemplateBook:
    """Templates of all sites.

    Attributes
    ----------
    entries
        By id and version.
    watches
        How the live ones fare, by id and version.
    """

    entries: dict[tuple[str, int], TemplateEntry] = field(default_factory=dict)
    watches: dict[tuple[str, int], TemplateWatch] = field(default_factory=dict)

    def put(self, entry: TemplateEntry) -> None:
        """Add a template or replace it by another reading of the same version."""
        self.entries[entry.key] = entry

    def watch(self, entry: TemplateEntry) -> TemplateWatch:
        """How a template fares; made when there is none."""
        return self.watches.setdefault(entry.key, TemplateWatch())

    def get(self, id_: str, version: int) -> TemplateEntry | None:
        """One version of a template."""
        return self.entries.get((id_, version))

    def history(self, id_: str) -> list[TemplateEntry]:
        """All versions of a template, oldest first."""
        found = [entry for entry in self.entries.values() if entry.id == id_]
        return sorted(found, key=lambda entry: entry.version)

    def live(self, site: str, role: str | None = None) -> list[TemplateEntry]:
        """Templates that are in use on a site, pinned and newest first."""
        found = [
            entry
            for entry in self.entries.values()
            if entry.site == site and entry.state == "live" and role in (None, entry.role)
        ]
        found.sort(key=lambda entry: (entry.pinned, entry.created), reverse=True)
        return found

    def library(self, site: str) -> list[TemplateEntry]:
        """Templates that may be tried on a site: those of others, and its own former ones."""
        found = [
            entry
            for entry in self.entries.values()
            if (entry.site != site) == (entry.state == "live")
        ]
        found.sort(key=lambda entry: (entry.site == site, entry.created), reverse=True)
        return found

    def next_id(self, site: str, cluster: str, role: str) -> str:
        """Id for a template beside those there are."""
        taken = {entry.id for entry in self.entries.values()}
        n = 0
        while template_id(site, cluster, role, n) in taken:
            n += 1
        return template_id(site, cluster, role, n)

    def entry_for(
        self,
        learnt: LearntTemplate,
        site: str,
        cluster: str,
        pages: Sequence[LabelledPage],
        created: str,
    ) -> TemplateEntry:
        """Make an entry of what was learnt, as the first version of a template."""
        return TemplateEntry(
            self.next_id(site, cluster, learnt.role),
            1,
            site,
            cluster,
            learnt.role,
            learnt.to_json(),
            learnt.verification,
            anchors_of(pages),
            created=created,
        )

    def replace(self, old: TemplateEntry, new: TemplateEntry) -> list[TemplateEntry]:
        """Let a template be the next version of another, which is kept as former.

        Returns
        -------
        list of TemplateEntry
            What changed: the former version and the new one.

        Raises
        ------
        TemplateError
            When the old one is pinned.
        """
        if old.pinned:
            raise TemplateError(f"template {old.id} is pinned")
        version = max(entry.version for entry in self.history(old.id)) + 1
        changed = [
            replace(old, state="former"),
            replace(new, id=old.id, version=version, state="live"),
        ]
        for entry in changed:
            self.put(entry)
        return changed

    def adopt(self, entry: TemplateEntry, site: str, cluster: str, created: str) -> TemplateEntry:
        """Take a template of the library for a site on which it was verified.

        A former template of the site itself comes back under its own name as a new version.
        """
        if entry.site == site:
            version = max(one.version for one in self.history(entry.id)) + 1
            own = replace(entry, version=version, state="live", created=created)
        else:
            own = replace(
                entry,
                id=self.next_id(site, cluster, entry.role),
                version=1,
                site=site,
                cluster=cluster,
                pinned=False,
                origin=entry.name,
                created=created,
            )
        self.put(own)
        return own

    def to_json(self) -> dict[str, Any]:
        """All entries as plain data, for export."""
        entries = sorted(self.entries.values(), key=lambda entry: entry.key)
        return {"format": FORMAT, "templates": [entry.to_json() for entry in entries]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TemplateBook:
        """Read what :meth:`to_json` wrote.

        Raises
        ------
        TemplateError
            When it is of another format or broken.
        """
        if data.get("format") != FORMAT:
            raise TemplateError(f"templates of format {data.get('format')!r}, not {FORMAT}")
        return cls.of(TemplateEntry.from_json(entry) for entry in data.get("templates", ()))

    @classmethod
    def of(cls, entries: Iterable[TemplateEntry]) -> TemplateBook:
        """Make a book of entries."""
        book = cls()
        for entry in entries:
            book.put(entry)
        return book
