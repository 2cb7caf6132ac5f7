"""Scrapy extensions: progress, feeds, quieter logs."""
