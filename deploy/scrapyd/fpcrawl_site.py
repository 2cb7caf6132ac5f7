"""Settings of this server's jobs: /etc/scrapyd/fpcrawl_site.py, named in scrapyd.conf."""

from fpcrawl.settings import *  # noqa: F403

FPCRAWL_CONTACT = "ops@example.org"
FPCRAWL_STATE_DIR = "/var/lib/fpcrawl/state"
FPCRAWL_OUTPUT_DIR = "/var/lib/fpcrawl/out"
# A job does what is due and ends within the hour.
FPCRAWL_RUN_FOR = 3300
