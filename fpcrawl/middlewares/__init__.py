"""Downloader and spider middlewares: robots, back-off, page reading."""
