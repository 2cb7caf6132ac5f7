"""One module for each command of ``scrapy``, with nothing in it that takes time to import."""
