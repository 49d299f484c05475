"""Whatever happens to a node or the database: no acknowledged move lost, no fork of a journal, no move made twice.

A few rounds each; `make faults` (DOMIK_FAULTS=50) takes fifty.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator

import psycopg
import pytest

from tests.faults.fleet import Fleet
from tests.postgres import Postgres, a_postgres
from tests.server.host import Process

ROUNDS = int(os.environ.get("DOMIK_FAULTS", "0"))
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'domik'"


@pytest.fixture(scope="module")
def durable() -> Iterator[Postgres]:
    """A PostgreSQL whose word holds when it is killed."""
    with a_postgres(("max_connections=60", "shared_buffers=32MB", "log_min_messages=fatal")) as found:
        yield found


@pytest.fixture
def fleet(durable: Postgres) -> Iterator[Fleet]:
    found = Fleet(durable)
    yield found
    found.stop()


def finished(fleet: Fleet, rounds: int) -> None:
    """Stop, look, and say what was seen."""
    fleet.stop()
    print(f"{rounds} rounds, {fleet.check()} acknowledged moves at {len(fleet.tables)} tables")


def test_a_node_is_killed_in_play(fleet: Fleet) -> None:
    luck = random.Random(1)
    for number in range(ROUNDS or 3):
        fleet.wait_for(luck.randint(10, 16))
        at = number % 2
        fleet.nodes[at].kill()
        fleet.wait_for(4)  # through the other one, once the lease is over
        fleet.nodes[at] = Process(fleet.data)
    finished(fleet, ROUNDS or 3)


def test_a_node_sleeps_longer_than_its_lease_and_wakes(fleet: Fleet) -> None:
    for number in range(min(ROUNDS, 10) or 1):
        fleet.wait_for(10)
        node = fleet.nodes[number % 2]
        node.process.send_signal(signal.SIGSTOP)
        fleet.wait_until_overdue(node)
        node.process.send_signal(signal.SIGCONT)  # it believes that all is as it was
        fleet.wait_for(20)
    finished(fleet, min(ROUNDS, 10) or 1)


def test_the_database_is_killed_and_comes_back(fleet: Fleet, durable: Postgres) -> None:
    for _ in range(min(ROUNDS, 10) or 1):
        fleet.wait_for(10)
        durable.kill()
        durable.start()
        fleet.wait_for(15)
    finished(fleet, min(ROUNDS, 10) or 1)


def test_connections_are_cut_in_the_middle_of_commits(fleet: Fleet, durable: Postgres) -> None:
    luck, cuts = random.Random(4), 4 * ROUNDS or 12
    with psycopg.connect(durable.address("postgres"), autocommit=True) as axe:
        for _ in range(cuts):
            fleet.wait_for(luck.randint(1, 3))
            axe.execute(CUT)
    fleet.wait_for(15)
    finished(fleet, cuts)
