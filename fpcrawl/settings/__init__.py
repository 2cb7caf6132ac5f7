"""Settings for one machine: SQLite state, polite by default.

Every ``FPCRAWL_`` setting stands here with its default and is explained in
``docs/settings.md`` (a test compares the two).
"""

from __future__ import annotations

from scrapy.settings import default_settings

from fpcrawl import __version__

BOT_NAME = "fpcrawl"
SPIDER_MODULES = ["fpcrawl.spiders"]
NEWSPIDER_MODULE = "fpcrawl.spiders"
COMMANDS_MODULE = "fpcrawl.commands.entry"

# Who we are. A site's operator must be able to reach the person who runs the crawl.
FPCRAWL_CONTACT = ""
USER_AGENT = f"fpcrawl/{__version__} (+https://pypi.org/project/fpcrawl/)"
ROBOTSTXT_USER_AGENT = "fpcrawl"

# State and output.
FPCRAWL_STATE_DIR = ".fpcrawl"
FPCRAWL_OUTPUT_DIR = "."
FPCRAWL_SEEN_DAYS = 180

# Where the frontier and what is known of sites are kept: "sqlite", in the state directory, or
# "redis", where many workers share it (REDIS_URL; see fpcrawl.settings.cluster).
FPCRAWL_STATE = "sqlite"
FPCRAWL_REDIS_PREFIX = "fpcrawl"
FPCRAWL_REDIS_WAIT_S = 300

# Records in PostgreSQL instead of the state directory: "postgresql://user@host/database".
FPCRAWL_DATABASE_URL = ""
FPCRAWL_DATABASE_WAIT_S = 300

# How long a run lasts: 0 = what is due now, N = at most N seconds, "inf" = stay.
FPCRAWL_RUN_FOR = 0
FPCRAWL_LEASE_S = 300
FPCRAWL_RETRY_WAIT_S = 120

# When to come back to a board.
FPCRAWL_REVISIT_MODEL = "polynomial"
FPCRAWL_REVISIT_MIN_S = 600
FPCRAWL_REVISIT_START_S = 3600
# Less than a day: a run that is started once a day is to find each list due.
FPCRAWL_REVISIT_MAX_S = 82800
FPCRAWL_REVISIT_Z = 0.5
FPCRAWL_REVISIT_BUDGET = 0.0

# Feeds and sitemaps that the site names are read too.
FPCRAWL_WALK_SOURCES = True

# A search engine that scrapy topic build may ask, with {query}, {limit} and {key} in its place.
FPCRAWL_TOPIC_SEARCH_URL = ""
FPCRAWL_TOPIC_SEARCH_HEADER = ""
FPCRAWL_TOPIC_SEARCH_KEY = ""

# Limits of one page.
FPCRAWL_PAGE_MAX_BYTES = 8_000_000
FPCRAWL_PAGE_MAX_NODES = 200_000
FPCRAWL_PAGE_MAX_DEPTH = 400
FPCRAWL_PAGE_MAX_S = 5.0

# Pages are read beside the crawl: "process", "inline" (in the same process) or "auto".
FPCRAWL_READER = "auto"
FPCRAWL_PAGE_READ_MAX_S = 60.0

# Pages are laid out by a browser where templates are learnt and structure is unsure: "auto",
# "never" or "always".
FPCRAWL_RENDER = "auto"

# Records of pages without a template are held back so long at most; 0 = not at all.
FPCRAWL_HOLD_S = 0.0

# Times without a zone are read in this one (IANA name); empty = UTC.
FPCRAWL_TIMEZONE = ""

# Sites of a seeds file (the argument seeds=FILE) that are crawled at the same time.
FPCRAWL_SITES_AT_ONCE = 4

# A crawl on a topic (the argument topic=FILE).
FPCRAWL_TOPIC_MODEL = "adaptive"
FPCRAWL_TOPIC_FILTER = "mark"
FPCRAWL_TOPIC_ETA = 0.0
FPCRAWL_TOPIC_TUNNEL = 2
FPCRAWL_TOPIC_SEGMENTER = "fast"
FPCRAWL_TOPIC_LEXICONS = ""
FPCRAWL_TOPIC_GROWTH = True
FPCRAWL_TOPIC_WIDEN_STEPS = 1
FPCRAWL_TOPIC_WIDEN_KEEP = False
FPCRAWL_TOPIC_WIDEN_BELOW = 1000
FPCRAWL_TOPIC_WIDEN_QUIET_S = 15.0

# Politeness.
FPCRAWL_ROBOTS_TTL_S = 86400
FPCRAWL_BACKOFF_BASE_S = 2.0
FPCRAWL_BACKOFF_MAX_S = 900
FPCRAWL_BACKOFF_HOST_FAILURES = 3
DOWNLOAD_VERIFY_CERTIFICATES = True
ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
AUTOTHROTTLE_MAX_DELAY = 30.0
AUTOTHROTTLE_TARGET_CONCURRENCY = 1.0
CONCURRENT_REQUESTS = 16
# A page yields links and one item: Scrapy's 100 would start a hundred tasks for it.
CONCURRENT_ITEMS = 1
CONCURRENT_REQUESTS_PER_DOMAIN = 1
DOWNLOAD_DELAY = 0.5
DOWNLOAD_TIMEOUT = 60
DOWNLOAD_MAXSIZE = 32 * 1024 * 1024
DOWNLOAD_WARNSIZE = 0
# Whether all of a page has come is told by its end where its length or chunks are wrong.
DOWNLOAD_FAIL_ON_DATALOSS = False
RETRY_TIMES = 3
REDIRECT_MAX_TIMES = 10
DEPTH_LIMIT = 0

# Logging in (the argument login=FILE).
FPCRAWL_LOGIN_PAUSE_S = 1.0
# Some of the pages that met a wall are tried anew so often; 0 = never.
FPCRAWL_WALLED_AGAIN_S = 3600

# Console.
FPCRAWL_PROGRESS = "auto"
LOG_LEVEL = "INFO"
LOG_FORMATTER = "fpcrawl.extensions.logformat.QuietLogFormatter"

# Metrics for Prometheus: a file of the textfile collector, a port (or range) to be asked at.
FPCRAWL_METRICS_FILE = ""
FPCRAWL_METRICS_PORT = ""
FPCRAWL_METRICS_BIND = "127.0.0.1"
FPCRAWL_METRICS_INTERVAL_S = 15.0
FPCRAWL_METRICS_LABELS = ""

# Both would let somebody else on this machine run code in the crawler.
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False

SCHEDULER = "fpcrawl.scheduling.scheduler.FrontierScheduler"
# A seen page is not asked for again; the frontier knows which those are.
REQUEST_FINGERPRINTER_CLASS = "fpcrawl.scheduling.fingerprint.PageFingerprinter"
DUPEFILTER_CLASS = "scrapy.dupefilters.BaseDupeFilter"

SPIDER_MIDDLEWARES: dict[str, int | None] = {
    "fpcrawl.scheduling.middleware.LeaseMiddleware": 10,
    "fpcrawl.middlewares.topic.TopicMiddleware": 900,
    # What these do is done already: addresses are bounded, no meta is copied, no depth is used.
    "scrapy.spidermiddlewares.depth.DepthMiddleware": None,
    "scrapy.spidermiddlewares.metacopy.MetaCopyDetectionMiddleware": None,
    "scrapy.spidermiddlewares.urllength.UrlLengthMiddleware": None,
}
DOWNLOADER_MIDDLEWARES: dict[str, int | None] = {
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
    "scrapy.downloadermiddlewares.cookies.CookiesMiddleware": None,
    "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": None,
    "scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware": None,
    "scrapy.downloadermiddlewares.httpcompression.HttpCompressionMiddleware": None,
    "fpcrawl.middlewares.walk.WalkMiddleware": 60,
    "fpcrawl.middlewares.robots.RobotsMiddleware": 100,
    "fpcrawl.middlewares.walls.WallMiddleware": 120,
    "fpcrawl.middlewares.conditional.ConditionalMiddleware": 480,
    "fpcrawl.middlewares.useragent.UserAgentMiddleware": 500,
    "fpcrawl.middlewares.backoff.BackoffMiddleware": 550,
    "fpcrawl.middlewares.metarefresh.QuickMetaRefreshMiddleware": 580,
    "fpcrawl.middlewares.compression.TolerantCompressionMiddleware": 590,
    "fpcrawl.middlewares.walls.LoginRedirectMiddleware": 610,
    "fpcrawl.middlewares.cookies.OfflineCookiesMiddleware": 700,
}
ITEM_PIPELINES = {
    "fpcrawl.pipelines.clustering.ClusteringPipeline": 200,
    "fpcrawl.pipelines.extraction.ExtractionPipeline": 400,
    "fpcrawl.pipelines.topic.TopicPipeline": 600,
    "fpcrawl.pipelines.storage.StoragePipeline": 800,
}
# Ours load Scrapy's where they are asked for; to find that one is off Scrapy would load it. Not
# in EXTENSIONS: what stands there as None is loaded too.
EXTENSIONS_BASE: dict[str, int | None] = {
    **default_settings.EXTENSIONS_BASE,
    "fpcrawl.extensions.doors.RemoteControl": 0,
    "fpcrawl.extensions.doors.TelnetConsole": 0,
}
EXTENSIONS_BASE.pop("scrapy.extensions.remote_control.RemoteControl", None)
EXTENSIONS_BASE.pop("scrapy.extensions.telnet.TelnetConsole", None)
EXTENSIONS: dict[str, int | None] = {
    "scrapy.extensions.feedexport.FeedExporter": None,
    "scrapy.extensions.logstats.LogStats": None,
    "fpcrawl.extensions.feeds.RecordFeedExporter": 0,
    "fpcrawl.extensions.progress.Progress": 0,
    "fpcrawl.extensions.metrics.Metrics": 0,
}
