"""Spirit's models, filled, changed and looked at; importable once Django is set up."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from djconfig import config, reload_maybe
from spirit.category.models import Category
from spirit.comment.models import Comment
from spirit.comment.utils import post_comment_update, pre_comment_update
from spirit.core.utils.markdown import Markdown
from spirit.topic.models import Topic
from spirit.user.models import UserProfile

if TYPE_CHECKING:
    from pathlib import Path


def moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


class Forum:
    """The forum by its models."""

    def __init__(self, folder: Path) -> None:
        self._names = folder / "threads.json"
        self.threads: dict[str, int] = (
            json.loads(self._names.read_text()) if self._names.exists() else {}
        )

    def save(self) -> None:
        self._names.write_text(json.dumps(self.threads))

    def fill(self, plan: dict[str, Any]) -> None:
        for n, name in enumerate(plan["users"]):
            get_user_model().objects.create_user(name, f"u{n}@example.org", "no secret")
        for board in plan["boards"]:
            parent = board["parent"] and Category.objects.get(title=board["parent"])
            Category.objects.create(
                title=board["name"], description=board["about"], parent=parent or None
            )
        for thread in plan["threads"]:
            self.open(thread)
        self.save()

    def change(self, change: dict[str, Any]) -> None:
        for name, text in change["edit"].items():
            comment = Comment.get_last_for_topic(self.threads[name])
            pre_comment_update(comment)
            comment.comment, comment.comment_html = text, self.html(text)
            comment.save()
            post_comment_update(comment)
        for name, posts in change["replies"].items():
            self.reply(Topic.objects.get(pk=self.threads[name]), posts)
        for thread in change["threads"]:
            self.open(thread)
        self.save()

    def open(self, thread: dict[str, Any]) -> None:
        topic = Topic.objects.create(
            user=self.user(thread["posts"][0]["author"]),
            category=Category.objects.get(title=thread["board"]),
            title=thread["title"],
            date=moment(thread["posts"][0]["time"]),
            is_pinned=thread["pinned"],
            is_closed=thread["closed"],
        )
        self.threads[thread["name"]] = topic.pk
        self.reply(topic, thread["posts"])

    def reply(self, topic: Any, posts: list[dict[str, Any]]) -> None:
        Comment.objects.bulk_create(
            Comment(
                user=self.user(post["author"]),
                topic=topic,
                comment=post["text"],
                comment_html=self.html(post["text"]),
                date=moment(post["time"]),
            )
            for post in posts
        )
        topic.comment_count += len(posts)
        topic.last_active = moment(posts[-1]["time"])
        topic.save()

    def user(self, name: str) -> Any:
        return UserProfile.objects.get(nickname=name).user

    @staticmethod
    def html(text: str) -> str:
        return Markdown().render(text)

    def look(self) -> dict[str, Any]:
        """What a guest can see: lists with their rows, threads with their posts, by page."""
        reload_maybe()
        names = {pk: name for name, pk in self.threads.items()}
        order = ("-is_globally_pinned", "-is_pinned", "-last_active")
        lists = {"/": Topic.objects.visible().global_().order_by(order[0], order[2])}
        for category in Category.objects.visible():
            lists[category.get_absolute_url()] = (
                Topic.objects.unremoved().for_category(category=category).order_by(*order)
            )
        rows = {
            _page(path, start // config.topics_per_page + 1): [
                [names[t.pk], t.title, t.comment_count, int(t.last_active.timestamp())]
                for t in topics[start : start + config.topics_per_page]
            ]
            for path, topics in lists.items()
            for start in range(0, max(topics.count(), 1), config.topics_per_page)
        }
        threads = []
        for topic in Topic.objects.filter(pk__in=names).select_related("category"):
            posts = [
                {
                    "id": str(comment.pk),
                    "author": comment.user.st.nickname,
                    "time": int(comment.date.timestamp()),
                    "html": comment.comment_html,
                }
                for comment in Comment.objects.for_topic(topic=topic)
                .select_related("user__st")
                .order_by("date", "pk")
            ]
            size = config.comments_per_page
            pages = range(0, max(len(posts), 1), size)
            threads.append(
                {
                    "name": names[topic.pk],
                    "title": topic.title,
                    "board": topic.category.title,
                    "pages": {
                        _page(topic.get_absolute_url(), start // size + 1): posts[
                            start : start + size
                        ]
                        for start in pages
                    },
                }
            )
        return {"lists": rows, "threads": threads}


def _page(path: str, number: int) -> str:
    return path if number == 1 else f"{path}?page={number}"
