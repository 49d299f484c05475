"""Runs: the results depend on the plan and the number of games, on nothing else."""

from __future__ import annotations

import json
import signal
import statistics
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from domik.games import game_package
from domik.kernel.errors import BadOption, IllegalMove
from domik.kernel.record import read_record, verify
from domik.sim import run as run_module
from domik.sim import workers
from domik.sim.bench import pure_environment
from domik.sim.config import SimConfig
from domik.sim.pure import build_kind
from domik.sim.results import Results
from domik.sim.run import play_part, run
from tests.waiting import PATIENCE, eventually

EDITIONS = ("original", "nk")
MIXED = SimConfig("treehouse", ("greedy", "random", "random"), {"edition": "nk"}, seed="mixed", rotate=True)


def plain(results: Results) -> Results:
    """Without what may differ: the time it took and the texts on the way."""
    return replace(results, seconds=0.0, lines=[])


@pytest.mark.parametrize("players", [("random",) * 4, ("greedy", "random")])
def test_workers_make_no_difference(players: tuple[str, ...]) -> None:
    plan = SimConfig("treehouse", players, {}, seed="workers")
    alone, complete = run(plan, 40, workers=1)
    together, also_complete = run(plan, 40, workers=2)
    assert complete
    assert also_complete
    assert plain(alone) == plain(together)
    assert alone.games == 40


def test_same_seed_same_result_other_seed_another() -> None:
    plan = SimConfig("treehouse", ("random",) * 3, {}, seed="7")
    first, _ = run(plan, 25)
    again, _ = run(plan, 25)
    other, _ = run(replace(plan, seed="8"), 25)
    assert plain(first) == plain(again)
    assert first.checksum() != other.checksum()


def test_parts_add_up_to_the_whole() -> None:
    match = MIXED.match()
    whole = play_part(MIXED, match, 0, 12)
    pieces = [play_part(MIXED, match, first, 4) for first in (0, 4, 8)]
    assert plain(pieces[2] + pieces[0] + pieces[1]) == plain(whole)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [("random", "random"), ("greedy", "random", "greedy")])
def test_compiled_loop_plays_as_the_bots_do(players: tuple[str, ...], edition: str) -> None:
    plan = SimConfig("treehouse", players, {"edition": edition}, seed="twice", rotate=True)
    loop, _ = run(plan, 15, workers=1)
    bots, _ = run(replace(plan, records=True), 15, workers=1)
    assert plain(loop) == plain(bots)


def test_records_replay_to_the_results() -> None:
    lines: list[str] = []
    results, _ = run(replace(MIXED, records=True), 12, workers=1, keep=lambda part: lines.extend(part.lines))
    documents = [json.loads(line) for line in lines]
    assert len(documents) == results.games == 12
    for number, (line, document) in enumerate(zip(lines, documents, strict=True)):
        assert verify(read_record(line, game_package), document) == []
        assert document["players"] == MIXED.seated_players(number)
    for player in range(3):
        seats = [(player + number) % 3 for number in range(12)]
        scores = [document["scores"][seat] for seat, document in zip(seats, documents, strict=True)]
        assert results.mean(player) == pytest.approx(statistics.mean(scores))
        assert results.deviation(player) == pytest.approx(statistics.stdev(scores))
        won = sum(document["winners"] == [seat] for seat, document in zip(seats, documents, strict=True))
        assert results.wins[player] == won
    assert results.moves == sum(len(document["moves"]) for document in documents)


def test_a_bot_draws_the_same_whoever_sits_beside_it() -> None:
    first_picks = []
    for other in ("random", "greedy"):
        plan = SimConfig("treehouse", (other, "random"), {}, seed="beside", records=True)
        lines: list[str] = []
        run(plan, 10, workers=1, keep=lambda part, lines=lines: lines.extend(part.lines))  # type: ignore[misc]
        games = [json.loads(line) for line in lines]
        first_picks.append([next(move for move in game["moves"] if move[0] == 1) for game in games])
    assert first_picks[0] == first_picks[1]


@pytest.mark.parametrize("workers", [1, 2])
def test_interruption_keeps_what_is_done(workers: int) -> None:
    plan = SimConfig("treehouse", ("random",) * 4, {}, seed="stop")
    kept: list[int] = []

    def keep(part: Results) -> None:
        kept.append(part.games)
        if sum(kept) >= 20:
            signal.raise_signal(signal.SIGINT)  # Ctrl-C while a part is being kept: the worst moment

    before = signal.getsignal(signal.SIGINT)
    results, complete = run(plan, 1_000_000_000, workers, keep)
    assert not complete
    assert results.games == sum(kept) >= 20
    assert signal.getsignal(signal.SIGINT) is before
    prefix, _ = run(plan, results.games, 1)
    assert plain(prefix) == plain(results)


def test_interruption_between_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = SimConfig("treehouse", ("random",) * 2, {}, seed="stop")
    calls: list[int] = []

    def interrupted(*args: object) -> Results:
        calls.append(1)
        if len(calls) == 3:
            signal.raise_signal(signal.SIGINT)
        return play_part(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(run_module, "play_part", interrupted)
    results, complete = run(plan, 10_000, workers=1)
    assert not complete
    assert results.games == 1 + workers.GROWTH


def test_unknown_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadOption):
        run(SimConfig("treehouse", ("random", "nobody"), {}), 10)


def test_an_illegal_move_ends_a_worker_with_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def illegal(*_: object) -> Results:
        raise IllegalMove(0, 1)

    monkeypatch.setattr(workers.WorkerState, "plan", MIXED, raising=False)
    monkeypatch.setattr(workers.WorkerState, "match", MIXED.match(), raising=False)
    with pytest.raises(RuntimeError, match="illegal"):
        workers.run_in_worker(illegal, (0, 1))


@pytest.mark.parametrize("edition", EDITIONS)
def test_greedy_beats_random(edition: str) -> None:
    plan = SimConfig("treehouse", ("greedy", "random"), {"edition": edition}, seed="strength", rotate=True)
    results, _ = run(plan, 200)
    assert results.wins[0] >= 180


def pure_checksum(arguments: list[str]) -> dict[str, object]:
    """What the pure build says to a `domik sim ... --json`."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "domik.sim.pure", "sim", *arguments],
        env=pure_environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("players", ["random,random,random,random", "greedy,random"])
def test_both_builds_give_the_same_checksum(players: str) -> None:
    if build_kind() != "compiled":
        pytest.skip("the compiled build is not installed")
    found = pure_checksum(["treehouse", "--seats", players, "--games", "60", "--seed", "9", "--workers", "1", "--json"])
    ours, _ = run(SimConfig("treehouse", tuple(players.split(",")), {}, seed="9"), 60)
    assert found["build"] == "pure"
    assert found["checksum"] == ours.checksum()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_prints_what_is_done(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command = [
        "sim",
        "treehouse",
        "--games",
        "900000",
        "--seed",
        "1",
        "--workers",
        "1",
        "--json",
        "--records",
        str(file),
    ]
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "domik", *command],
        env=pure_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    eventually(lambda: file.exists() and file.stat().st_size)  # games are being kept
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert err == ""
    assert process.returncode == 130
    found = json.loads(out)
    assert found["complete"] is False
    assert 0 < found["games"] < 900_000
    assert len(file.read_text(encoding="utf-8").splitlines()) == found["games"]
