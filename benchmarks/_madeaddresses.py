"""Ways in which made forums and news sites form their addresses."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ADDRESSES", "Address"]


@dataclass(frozen=True, slots=True)
class Address:
    """Addresses of a forum.

    Attributes
    ----------
    board, thread
        The first page. ``{b}`` is the board, ``{t}`` the thread, ``{slug}`` its title.
    board_page, thread_page
        A further page: ``{n}`` is its number, ``{start}`` the first row on it, from 0.
    user
        A member.
    """

    board: str
    board_page: str
    thread: str
    thread_page: str
    user: str

    def pages(self, what: str, count: int, size: int, **values: str | int) -> list[str]:
        """Return the addresses of all pages of a board or thread."""
        first, further = (
            (self.board, self.board_page) if what == "board" else (self.thread, self.thread_page)
        )
        return [
            (first if n == 1 else further).format(n=n, start=(n - 1) * size, **values)
            for n in range(1, count + 1)
        ]

    def member(self, **values: str | int) -> str:
        """Return the address of a member."""
        return self.user.format(**values)


ADDRESSES = {
    "short": Address("/b/{b}", "/b/{b}?page={n}", "/t/{t}", "/t/{t}?page={n}", "/u/{u}"),
    "dashes": Address(
        "/forum-{b}-1.html",
        "/forum-{b}-{n}.html",
        "/thread-{t}-1-1.html",
        "/thread-{t}-{n}-1.html",
        "/space-uid-{u}.html",
    ),
    "viewtopic": Address(
        "/viewforum.php?f={b}",
        "/viewforum.php?f={b}&start={start}",
        "/viewtopic.php?t={t}",
        "/viewtopic.php?t={t}&start={start}",
        "/memberlist.php?mode=viewprofile&u={u}",
    ),
    "showthread": Address(
        "/forumdisplay.php?fid={b}",
        "/forumdisplay.php?fid={b}&page={n}",
        "/showthread.php?tid={t}",
        "/showthread.php?tid={t}&page={n}",
        "/member.php?action=profile&uid={u}",
    ),
    "dotted": Address(
        "/forums/{slug}.{b}/",
        "/forums/{slug}.{b}/page-{n}",
        "/threads/{slug}.{t}/",
        "/threads/{slug}.{t}/page-{n}",
        "/members/{name}.{u}/",
    ),
    "nested": Address(
        "/forum/{b}",
        "/forum/{b}?p={n}",
        "/forum/{b}/topic/{t}",
        "/forum/{b}/topic/{t}?p={n}",
        "/profile/{u}",
    ),
    "commas": Address(
        "/list.php?{b}",
        "/list.php?{b},page={n}",
        "/read.php?{b},{t}",
        "/read.php?{b},{t},page={n}",
        "/profile.php?5,{u}",
    ),
    "titles": Address(
        "/c/{slug}/",
        "/c/{slug}/page/{n}/",
        "/{slug}-{t}/",
        "/{slug}-{t}/page/{n}/",
        "/author/{name}/",
    ),
}
