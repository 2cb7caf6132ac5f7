"""Run one spider of a file with the frontier scheduler; write its stats at the end."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

from scrapy import signals
from scrapy.crawler import CrawlerProcess

BASE = {
    "SCHEDULER": "fpcrawl.scheduling.scheduler.FrontierScheduler",
    "SPIDER_MIDDLEWARES": {"fpcrawl.scheduling.middleware.LeaseMiddleware": 10},
    "DOWNLOADER_MIDDLEWARES": {
        "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
        "scrapy.downloadermiddlewares.retry.RetryMiddleware": None,
        "fpcrawl.middlewares.robots.RobotsMiddleware": 100,
        "fpcrawl.middlewares.backoff.BackoffMiddleware": 550,
    },
    "ROBOTSTXT_OBEY": False,
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_LEVEL": "INFO",
    "DOWNLOAD_DELAY": 0,
    "FPCRAWL_BACKOFF_BASE_S": 0.1,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
}


def main() -> None:
    config = json.loads(sys.argv[1])
    spec = importlib.util.spec_from_file_location("spider_under_test", config["spider"])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    settings = dict(BASE)
    for name, value in {**getattr(module, "SETTINGS", {}), **config["settings"]}.items():
        settings[name] = {**settings.get(name, {}), **value} if isinstance(value, dict) else value
    process = CrawlerProcess(settings)
    crawler = process.create_crawler(module.TestSpider)

    def closed(reason: str) -> None:
        stats = dict(crawler.stats.get_stats().items())
        stats["reason"] = reason
        Path(config["out"]).write_text(json.dumps(stats, default=str))

    crawler.signals.connect(closed, signal=signals.spider_closed)
    process.crawl(crawler, **config["arguments"])
    process.start()


if __name__ == "__main__":
    main()
