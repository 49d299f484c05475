"""A cluster of real Dask workers gives what one process gives, also when a worker is killed in the middle."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import socket
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from domik.cli import BAD_USAGE, FINE, main
from domik.kernel.errors import BadOption, DomikError
from domik.sim import cluster as clusters
from domik.sim.cluster import Cluster, check_address
from domik.sim.config import SimConfig
from domik.sim.ladder import Ladder, PairingResult, play_pairings, run_ladder
from domik.sim.positions import write_positions
from domik.sim.results import Results, no_results
from domik.sim.run import play_numbered_games, run

pytestmark = pytest.mark.filterwarnings("ignore", "default::DeprecationWarning")  # Dask's own
PLAN = SimConfig("treehouse", ("easy", "random"), {}, seed="cluster")
GAMES = 60


@pytest.fixture(scope="module")
def alone() -> Results:
    results, complete = run(PLAN, GAMES, 1)
    assert complete
    return results


def summed(parts: list[Results]) -> Results:
    total = no_results(2)
    for part in parts:
        total = total + part
    return total


def test_a_worker_killed_in_the_middle_changes_nothing(alone: Results) -> None:
    with Cluster("local:2") as cluster:
        cluster.check_workers(PLAN, PLAN.match())
        parts = []
        victims = cluster.client.run(os.getpid)
        for number, part in enumerate(cluster.run_parts(PLAN, play_numbered_games, range(GAMES))):
            parts.append(part)
            if number == 2:
                os.kill(sorted(victims.values())[0], signal.SIGKILL)
        total = summed(parts)
    assert (total.check, total.games, total.moves) == (alone.check, GAMES, alone.moves)
    assert total.wins == alone.wins
    assert total.scores == alone.scores


def test_the_command_gives_the_same_checksum(alone: Results, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["sim", "treehouse", "--seats", "easy,random", "--seed", "cluster", "--games", str(GAMES), "--json"]
    assert main([*command, "--cluster", "local:1"]) == FINE
    assert json.loads(capsys.readouterr().out)["checksum"] == alone.checksum()


LADDER = Ladder("treehouse", ("normal", "easy", "ismcts:iterations=20"), {}, None, 3, "cluster", 12)


def checksum(bouts: list[PairingResult]) -> str:
    """Everything about bouts but the time they took, in any order."""
    lines = sorted(repr(replace(bout, seconds=(0.0, 0.0))) for bout in bouts)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def test_a_ladder_has_the_same_checksum_though_a_worker_is_killed() -> None:
    here, _ = run_ladder(LADDER, workers=1)
    with Cluster("local:2") as cluster:
        cluster.check_workers(LADDER, LADDER.match())
        victims = cluster.client.run(os.getpid)
        bouts: list[PairingResult] = []
        for number, part in enumerate(cluster.run_parts(LADDER, play_pairings, list(LADDER.pairings()))):
            bouts += part
            if number == 1:
                os.kill(sorted(victims.values())[0], signal.SIGKILL)
    assert len(bouts) == len(here) == 18
    assert checksum(bouts) == checksum(here)


def test_the_ladders_command_goes_on_from_a_file_on_a_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["ladder", "treehouse", "--seats", "normal,random", "--json", "--workers", "1"]
    assert main([*command, "--games", "40"]) == FINE
    here = json.loads(capsys.readouterr().out)
    kept = ["--resume", str(tmp_path / "ladder.jsonl")]
    assert main([*command, *kept, "--games", "10"]) == FINE
    assert main([*command, *kept, "--games", "40", "--cluster", "local:1"]) == FINE
    there = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert there["pairs"] == here["pairs"]
    assert there["complete"]
    assert main([*command, *kept, "--cluster", "tcp://10.1.2.3:8786"]) == BAD_USAGE
    assert "tls://" in capsys.readouterr().err


def test_positions_for_learning_are_the_same_from_a_cluster(tmp_path: Path) -> None:
    plan = replace(PLAN, players=("ismcts:iterations=10", "random"))
    for name, where in (("here", None), ("there", "local:2")):
        assert write_positions(plan, 103, tmp_path / f"{name}.npz", cluster=where) == 103
    for first in (0, 100):
        with np.load(tmp_path / f"here.{first:06d}.npz") as here, np.load(tmp_path / f"there.{first:06d}.npz") as there:
            assert len(here["seat"]) > 50
            for array in here.files:
                np.testing.assert_array_equal(here[array], there[array])


def test_a_worker_with_other_rules_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with Cluster("local:1") as cluster:
        monkeypatch.setattr(clusters, "__version__", "0.0.0")
        with pytest.raises(DomikError) as refused:
            cluster.check_workers(PLAN, PLAN.match())
        assert refused.value.phrase.key == "cluster.differs"
        assert "domik 0.0.0" in str(refused.value.phrase.args["mine"])
        assert "127.0.0.1" in str(refused.value.phrase.args["worker"])
        with pytest.raises(DomikError) as failed:  # and one that joins late is found at its first part
            list(cluster.run_parts(PLAN, play_numbered_games, range(2)))
        assert failed.value.phrase.key == "cluster.failed"


@pytest.mark.parametrize(
    ("where", "key"),
    [
        ("somewhere", "cluster.address"),
        ("local:0", "cluster.address"),
        ("local:many", "cluster.address"),
        ("http://127.0.0.1:8786", "cluster.address"),
        ("tcp://127.0.0.1", "cluster.address"),
        ("tcp://127.0.0.1:99999", "cluster.address"),
        ("tcp://10.0.0.7:8786", "cluster.tls"),
        ("tcp://example.org:8786", "cluster.tls"),
        ("tcp://127.0.0.1.example.org:8786", "cluster.tls"),
        ("tcp://0.0.0.0:8786", "cluster.tls"),
    ],
)
def test_addresses_that_will_not_do(where: str, key: str) -> None:
    with pytest.raises(BadOption) as refused:
        check_address(where)
    assert refused.value.phrase.key == key


@pytest.mark.parametrize(
    "where", ["local:4", "tcp://127.0.0.1:8786", "tcp://localhost:8786", "tcp://[::1]:8786", "tls://example.org:8786"]
)
def test_addresses_that_will_do(where: str) -> None:
    assert check_address(where) == where


def test_bad_input_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command = ["sim", "treehouse", "--games", "2", "--lang", "en", "--cluster"]
    assert main([*command, "tcp://10.1.2.3:8786"]) == BAD_USAGE
    assert "only tls://" in capsys.readouterr().err
    assert clusters.CONNECT_TIMEOUT == 3
    monkeypatch.setattr(clusters, "CONNECT_TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it takes connections and never says a word
        for address in ("tcp://127.0.0.1:9", "tls://127.0.0.1:9", f"tcp://127.0.0.1:{silent.getsockname()[1]}"):
            assert main([*command, address]) == BAD_USAGE
            assert "cannot be reached" in capsys.readouterr().err
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    assert main([*command, "local:1"]) == BAD_USAGE
    assert 'pip install "domik[cluster]"' in capsys.readouterr().err
