"""Lines of a feed for the pages of made sites."""

from __future__ import annotations


def perfect_lines(kind, truth):
    """What a crawl writes that reads all pages of a site as they are."""
    lines = []
    for thread in truth.threads:
        for page in thread.pages:
            rows = [
                {
                    "key": post.post_id,
                    "post_id": post.post_id,
                    "url": page.url,
                    "thread_url": thread.url,
                    "author": post.author,
                    "published": post.time,
                    "published_raw": post.time,
                    "body_text": post.bodies[0],
                }
                for post in page.posts
            ]
            if kind == "news":
                rows = [{**row, "comments": rows[1:]} for row in rows[:1]]
            lines += rows
    return lines
