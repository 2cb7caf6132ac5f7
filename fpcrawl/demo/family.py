"""One forum of the demo: its members, boards, threads and posts, and how they change."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .chance import chance
from .model import Board, Member, Post, Thread
from .prose import members

if TYPE_CHECKING:
    import random

    from .catalog import FamilySpec
    from .model import Block, Language

__all__ = ["Family"]


_PEOPLE = 36


class Family:
    """One forum: its members, boards, threads and posts, and which skin it wears.

    Parameters
    ----------
    spec
        What it is like.
    seed
        Seed of the whole world.
    opened
        When its history begins, seconds since the epoch.
    """

    def __init__(self, spec: FamilySpec, seed: int, opened: int) -> None:
        self.spec = spec
        self.seed = seed
        self.skin = 0
        self.touched = False
        self.skin_changed = opened
        self.version = 0
        self.changed = opened
        rng = chance(seed, spec.key, "members")
        languages = sorted({board.language for board in spec.boards})
        self.members: dict[int, Member] = {}
        self._writers: dict[Language, list[Member]] = {}
        for language in languages:
            people = [
                Member(len(self.members) + number, one.name, one.joined, one.signature)
                for number, one in enumerate(members(rng, language, _PEOPLE, opened), 1)
            ]
            self._writers[language] = people
            self.members.update((one.id, one) for one in people)
        self.boards: dict[int, Board] = {
            board.id: Board(board, spec.key, changed=opened) for board in spec.boards
        }
        for board in self.boards.values():
            board.reachable = not any(
                one.spec.login or not one.spec.robots for one in self._way_up(board)
            )
        self.threads: dict[int, Thread] = {}
        self.posts: dict[int, Post] = {}
        self.recent: list[Post] = []

    @property
    def key(self) -> str:
        """First part of the family's paths."""
        return self.spec.key

    def writer(self, rng: random.Random, board: Board) -> Member:
        """Return somebody who writes on ``board``; few write much, many little."""
        people = self._writers[board.spec.language]
        return people[int(len(people) * rng.random() ** 2)]

    def named(self, name: str, joined: int) -> Member:
        """Return the member called ``name``, who joins at ``joined`` if there is none."""
        for member in self.members.values():
            if member.name == name:
                return member
        member = Member(len(self.members) + 1, name, joined, "")
        self.members[member.id] = member
        return member

    def touch(self, thread: Thread, at: int) -> None:
        """Note that what ``thread`` shows changed."""
        changed: list[Thread | Board | Family] = [thread, *self._way_up(thread.board), self]
        for thing in changed:
            thing.version += 1
            thing.changed = max(thing.changed, at)

    def needs_login(self, board: Board) -> bool:
        """Return whether guests are kept out of a board."""
        return any(one.spec.login for one in self._way_up(board))

    def _way_up(self, board: Board) -> list[Board]:
        way = [board]
        while way[-1].spec.parent:
            way.append(self.boards[way[-1].spec.parent])
        return way

    def write(
        self,
        thread: Thread,
        author: Member,
        at: int,
        blocks: tuple[Block, ...],
        quote_of: int | None = None,
    ) -> Post:
        """Add a post to ``thread`` and bump it."""
        post = Post(len(self.posts) + 101, thread.id, author, at, blocks, quote_of=quote_of)
        post.likes = chance(self.seed, self.key, post.id, "likes").choice((0, 0, 0, 1, 2, 5))
        self.posts[post.id] = post
        thread.posts.append(post)
        thread.bumped = at
        thread.board.bump(thread)
        if thread.board.reachable:
            self.recent = [post, *self.recent[:7]]
        self.touch(thread, at)
        return post

    def open(
        self, board: Board, author: Member, at: int, name: str, blocks: tuple[Block, ...]
    ) -> Thread:
        """Start a thread with its opening post."""
        thread = Thread(len(self.threads) + 11, board, name, author, at)
        self.threads[thread.id] = thread
        self.write(thread, author, at, blocks)
        return thread

    def edit(self, post: Post, at: int, blocks: tuple[Block, ...]) -> None:
        """Give a post another body and leave an edit note."""
        post.body = blocks
        post.edited = at
        post.edits += 1
        self.touch(self.threads[post.thread_id], at)

    def delete(self, post: Post, at: int) -> None:
        """Delete a post; with the opening post the whole thread goes."""
        thread = self.threads[post.thread_id]
        doomed = thread.posts if post is thread.posts[0] else [post]
        for one in doomed:
            one.deleted = True
        thread.deleted = thread.deleted or post is thread.posts[0]
        thread.bumped = thread.last.published
        thread.board.reorder()
        self.recent = [one for one in self.recent if not one.deleted]
        self.touch(thread, at)

    def visible(self, thread: Thread) -> list[Post]:
        """Return the posts that take a place on the thread's pages, in order."""
        return thread.posts if self.spec.keeps_deleted else thread.alive

    def pages(self, thread: Thread) -> int:
        """Return how many pages the thread has."""
        return max(1, math.ceil(len(self.visible(thread)) / self.spec.page_size))
