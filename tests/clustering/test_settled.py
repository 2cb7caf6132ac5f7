"""Families of addresses whose pages need not be compared one by one."""

from __future__ import annotations

from fpcrawl.clustering import Assignment
from fpcrawl.clustering import settled as module
from fpcrawl.clustering.settled import SAMPLE, STREAK, SettledFamilies


def url(n):
    return f"http://f.example/thread-{n}.html"


def assigned(core, cluster=None):
    return Assignment(cluster or core, core, 0.9, 0.9, is_new=False)


def settled(count=STREAK):
    families = SettledFamilies()
    for n in range(count):
        families.note(url(n), "thread", assigned("c1"))
    return families


def test_a_family_is_settled_after_a_streak():
    assert settled(STREAK - 1).role_of(url(99)) is None
    assert settled().role_of(url(99)) == "thread"
    assert settled().role_of("http://f.example/forum-1.html") is None


def test_every_so_many_pages_one_is_compared_all_the_same():
    families = settled()
    asked = []
    for n in range(2 * SAMPLE):
        role = families.role_of(url(n))
        asked.append(role is None)
        if role is None:
            families.note(url(n), "thread", assigned("c1"))
        else:
            assert families.take(url(n)) == "c1"
    assert asked.count(True) == 2
    assert asked.index(True) == SAMPLE - 1


def test_another_template_or_role_unsettles_a_family():
    for role, core in (("thread", "c2"), ("article", "c1")):
        families = settled()
        families.note(url(99), role, assigned(core))
        assert families.role_of(url(100)) is None
        assert families.take(url(100)) == core


def test_two_clusters_that_one_template_reads_settle_a_family_on_the_greater():
    families = SettledFamilies()
    for n in range(STREAK):
        families.note(url(n), "thread", assigned("c2" if n % 3 else "c1"), "xpath:1@1")
    assert families.role_of(url(98)) == "thread"
    assert families.take(url(98)) == "c2"
    families.note(url(99), "thread", assigned("c1"), "xpath:2@1")
    assert families.role_of(url(100)) is None
    assert families.take(url(100)) == "c1"


def test_pages_that_nothing_reads_settle_no_family_of_two_clusters():
    families = SettledFamilies()
    for n in range(3 * STREAK):
        families.note(url(n), "thread", assigned("c2" if n % 3 else "c1"))
    assert families.role_of(url(99)) is None


def test_a_cluster_of_several_cores_settles_a_family():
    families = SettledFamilies()
    for n in range(STREAK):
        families.note(url(n), "thread", assigned(f"c{n % 2}", "c0"))
    assert families.role_of(url(99)) == "thread"
    assert families.take(url(99)) == f"c{(STREAK - 1) % 2}"


def test_nothing_is_known_of_a_new_family():
    assert SettledFamilies().take(url(1)) is None


def test_families_are_forgotten_beyond_a_bound(monkeypatch):
    monkeypatch.setattr(module, "MEMORY", 2)
    families = settled()
    for path in ("forum-1.html", "user/1"):
        families.note(f"http://f.example/{path}", "other", assigned("c2"))
    assert families.take(url(1)) is None
    assert families.take("http://f.example/user/2") == "c2"
