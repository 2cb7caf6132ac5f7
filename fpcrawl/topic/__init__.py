"""Staying on a topic: what a topic is, how near a page is to it, which link to follow next."""
