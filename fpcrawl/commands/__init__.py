"""Commands that fpcrawl adds to ``scrapy``."""
