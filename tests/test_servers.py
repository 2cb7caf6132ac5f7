from __future__ import annotations

import socket


def test_a_postgres_answers(postgres_server) -> None:
    postgres_server.create("a test")
    with socket.create_connection(("127.0.0.1", postgres_server.port), timeout=5):
        pass


def test_a_redis_answers(redis_server) -> None:
    assert redis_server.client().ping()
