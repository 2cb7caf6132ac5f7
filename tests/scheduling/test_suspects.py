from __future__ import annotations

from fpcrawl.scheduling.suspects import Suspects
from fpcrawl.store.model import Leased


def row(lease_id: int, crashes: int = 0, host: str = "a.example") -> Leased:
    return Leased(
        lease_id, f"http://{host}/{lease_id}", b"", host, "{}", 0, 0.0, False, "", 0, None, None,
        crashes=crashes,
    )  # fmt: skip


def test_suspects_are_worked_on_one_at_a_time_and_alone() -> None:
    released: list[int] = []
    suspects = Suspects(released.extend, crashes=2)
    held = {1, 2, 3, 4}
    rows = [row(1), row(2, 2), row(3, 1), row(4, 3)]
    assert [r.lease_id for r in suspects.sift(rows)] == [1, 3]
    assert len(suspects) == 2
    assert suspects.hosts() == {"a.example"}
    assert suspects.next((), lambda host: False) is None
    assert suspects.next((), lambda host: True) == rows[1]
    assert suspects.blocks(held.__contains__)
    held.discard(2)
    assert not suspects.blocks(held.__contains__)
    assert suspects.next((), lambda host: True) == rows[3]
    assert suspects.blocks(held.__contains__)
    suspects.spare(4)
    assert not suspects.blocks(held.__contains__)
    assert suspects.next((), lambda host: True) is None
    assert released == []


def test_suspects_of_closed_hosts_are_put_back() -> None:
    released: list[int] = []
    suspects = Suspects(released.extend, crashes=2)
    suspects.sift([row(1, 2, "closed.example"), row(2, 2)])
    found = suspects.next({"closed.example"}, lambda host: True)
    assert found is not None
    assert found.lease_id == 2
    assert released == [1]
    suspects.sift([row(3, 2)])
    assert [r.lease_id for r in suspects.take_all()] == [3]
    assert len(suspects) == 0
