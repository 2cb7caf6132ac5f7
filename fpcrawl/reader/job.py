"""What a reader is given, and what it gives back: plain data that another process can send."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from fpcrawl.walk.walker import Context

if TYPE_CHECKING:
    from datetime import datetime

    from fpcrawl.clustering.features import PageFeatures
    from fpcrawl.extraction.lists.ages import Age
    from fpcrawl.extraction.place import Place
    from fpcrawl.extraction.posts.layout import LayoutBook
    from fpcrawl.extraction.records import Record
    from fpcrawl.extraction.templates.book import TemplateEntry
    from fpcrawl.extraction.templates.kept import KeptPage
    from fpcrawl.extraction.templates.model import TemplateRole
    from fpcrawl.extraction.templates.watch import TemplateUse
    from fpcrawl.pages.siteclock import SiteClock
    from fpcrawl.topic.model import TopicPage
    from fpcrawl.walk.content import PageContent
    from fpcrawl.walk.reading import Role
    from fpcrawl.walk.walker import Step
    from fpcrawl.walk.walls import Wall

__all__ = [
    "SURE_ENOUGH",
    "Job",
    "LearnJob",
    "LearnReport",
    "PageJob",
    "PageReport",
    "Report",
    "Reread",
]


#: A page less sure of its role than this teaches no layout.
SURE_ENOUGH = 0.4


@dataclass(frozen=True, slots=True)
class PageJob:
    """A page to be read.

    Attributes
    ----------
    url
        Its canonical address.
    body
        The bytes as received, without any Content-Encoding.
    http_charset
        ``charset`` of the Content-Type header.
    fetched, site_time
        Moment of fetching, and the clock of the site; aware.
    context
        Where the page stands, as far as its link told.
    recurring
        Whether it is a page that is visited again and again.
    wants_doors, wants_account
        Whether to look for links to a login, and for signs of an account.
    wants_clock
        Whether to ask its times for the zone of the site.
    settled_role
        No features for clustering are gathered of a page that turns out to have this role.
    """

    url: str
    body: bytes
    http_charset: str | None
    fetched: datetime
    site_time: datetime
    context: Context
    recurring: bool = False
    wants_doors: bool = False
    wants_account: bool = False
    wants_clock: bool = False
    settled_role: str | None = None


@dataclass(slots=True)
class PageReport:
    """What a page holds.

    Attributes
    ----------
    failure, failure_text
        Why the page could not be read, in a word (a reason of
        :class:`~fpcrawl.exceptions.PageError`, ``timeout`` or ``crash``) and for people; the
        other attributes then mean nothing.
    charset_overridden, limits_hit
        As of :class:`~fpcrawl.pages.page.Page`.
    wall
        What stands there instead of the page; of the rest only ``has_account`` means
        something then.
    has_account, has_entrance, doors
        Signs of an account, a login form beside the content, links that lead to a login;
        looked for where the job asks for them.
    role, page_type, own_role, own_weight, confidence, why
        As of :class:`~fpcrawl.walk.reading.Reading`.
    context
        Where the page stands.
    first_page
        Address of the first page of the list or thread it belongs to.
    size
        Rows of its list, or posts.
    alias
        The page it is a copy of, which is to be read in its place. Nothing else was looked
        for then.
    content
        What tells it from other pages.
    issued_links
        Addresses it links to on the site, where its own bears a token.
    feeds
        Feeds it names, of a home page.
    hosts_below
        Hosts below the site's that most links of a home page lead to.
    steps
        Links to follow, best first.
    refused
        Addresses that would be among them, but for the user's rules.
    is_bare
        Whether a start page that leads nowhere has scripts, and hardly any text.
    next_page
        Of a list, the step to its next page.
    records
        Posts, threads or articles, without those the user does not want.
    ages
        Which last posts of its threads it shows as ages.
    left_out, left_out_until
        Number of the latter, and the day (ISO 8601) of the latest of them.
    uses
        What came of the templates that were tried.
    template_bound
        Templates that were given up on the page: too slow, or too many records.
    place
        Where the page stands, of one that templates may read.
    extraction_error
        Traceback of an error in the extraction; with templates, it cost no record.
    features
        What the page is clustered by; ``None`` when nothing was looked for, or on an error.
    clustering_error
        Traceback of an error in gathering them, which cost the cluster.
    layouts
        Layouts of the page's forum, if it taught something.
    clock
        What is known of the site's clock, when it was looked at.
    topic
        The page as terms, where the crawl has a topic.
    topic_error
        Traceback of an error in cutting it into terms, which cost the page its judgement.
    """

    url: str
    failure: str | None = None
    failure_text: str = ""
    charset_overridden: bool = False
    limits_hit: tuple[str, ...] = ()
    wall: Wall | None = None
    has_account: bool = False
    has_entrance: bool = False
    doors: list[str] = field(default_factory=list)
    role: Role = "other"
    page_type: Role = "other"
    own_role: Role = "other"
    own_weight: float = 0.0
    confidence: float = 0.0
    why: list[str] = field(default_factory=list)
    context: Context = field(default_factory=Context)
    first_page: str = ""
    size: int = 0
    alias: str | None = None
    content: PageContent | None = None
    issued_links: list[str] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    hosts_below: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    is_bare: bool = False
    next_page: Step | None = None
    records: list[Record] = field(default_factory=list)
    ages: frozenset[Age] = frozenset()
    left_out: int = 0
    left_out_until: str | None = None
    uses: list[TemplateUse] = field(default_factory=list)
    template_bound: int = 0
    place: Place | None = None
    extraction_error: str | None = None
    features: PageFeatures | None = None
    clustering_error: str | None = None
    layouts: LayoutBook | None = None
    clock: SiteClock | None = None
    topic: TopicPage | None = None
    topic_error: str | None = None


@dataclass(frozen=True, slots=True)
class LearnJob:
    """Kept pages to learn a template from, and to be read again.

    Attributes
    ----------
    cluster
        Of the pages that no template reads.
    learn
        Whether to learn; else they are only read with what there is.
    read_all
        Whether to hand out also what structure reads, where no template does.
    fresh_id
        Id for a template beside those there are.
    rival, rival_is_dead
        The template that no longer fits, with which the new one is compared; whether no page
        of late was of it.
    created
        Moment for the new template, ISO 8601.
    look
        Which pages get a second look by the network: ``auto``: those whose structure is
        unsure, ``always``: all.
    may_render
        Pages that may be laid out for it.
    allowed_s
        Seconds after which it is given up, where it is done beside the reader.
    """

    role: TemplateRole
    pages: tuple[KeptPage, ...]
    learn: bool = True
    read_all: bool = False
    cluster: str = ""
    fresh_id: str = ""
    rival: TemplateEntry | None = None
    rival_is_dead: bool = False
    next_version: int = 1
    created: str = ""
    look: Literal["auto", "always"] = "auto"
    may_render: int = 0
    allowed_s: float = 0.0

    @property
    def url(self) -> str:
        """Address of one of its pages, for messages."""
        return self.pages[0].url if self.pages else ""


@dataclass(frozen=True, slots=True)
class Reread:
    """A kept page that was read again.

    Attributes
    ----------
    template
        Name of the template that has read it, empty when it was structure.
    """

    page: int
    template: str
    records: list[Record]


@dataclass(slots=True)
class LearnReport:
    """What came of learning.

    Attributes
    ----------
    entry
        The template learnt, ``None`` when none verifies.
    replaces
        Whether it is the next version of the rival.
    faults
        Why nothing was learnt, for people.
    rereads
        Pages that were read again.
    rendered, render_failed
        Pages that were laid out, and those on which that failed.
    failure, failure_text
        As of :class:`PageReport`.
    """

    url: str
    entry: TemplateEntry | None = None
    replaces: bool = False
    faults: list[str] = field(default_factory=list)
    rereads: list[Reread] = field(default_factory=list)
    rendered: int = 0
    render_failed: int = 0
    failure: str | None = None
    failure_text: str = ""


Job = PageJob | LearnJob
Report = PageReport | LearnReport
