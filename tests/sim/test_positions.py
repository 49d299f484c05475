"""Positions for learning: what the seats saw in the games that `sim` plays, whole files only, resumable."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from domik.cli import BAD_USAGE, FINE, main
from domik.games import GAMES, game_package
from domik.sim import positions, workers
from domik.sim.config import SimConfig
from domik.sim.positions import part_path, write_positions
from domik.sim.run import run

NAMES = ["treehouse", "dream_home", "cabin", "bower"]


def loaded(path: Path, first: int) -> dict[str, Any]:
    with np.load(part_path(path, first)) as arrays:
        return dict(arrays)


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_the_decisions_of_the_games_that_sim_plays(name: str, tmp_path: Path) -> None:
    plan = SimConfig(name, ("easy", "random"), {}, seed="rows", records=True)
    assert write_positions(plan, 3, tmp_path / "out.npz") == 3
    rows = loaded(tmp_path / "out.npz", 0)
    lines: list[str] = []
    run(plan, 3, 1, lambda part: lines.extend(part.lines))
    encoded = game_package(name).features()
    assert encoded is not None
    made = encoded.features(plan.match().game)
    assert rows["features"].shape == (len(rows["seat"]), made.width)
    assert (rows["features"] <= np.array(made.most)).all()
    assert ((rows["legal"] >> rows["action"].astype(np.int64)) & 1).all()
    assert np.isnan(rows["value"]).all(), "nobody searched"
    for number, line in enumerate(lines):
        record = json.loads(line)
        mine = rows["game"] == number
        moves = [(seat, action) for seat, action, *_ in record["moves"]]
        told = list(zip(rows["seat"][mine].tolist(), rows["action"][mine].tolist(), strict=True))
        rest = iter(moves)
        assert all(move in rest for move in told), "a decision that the game did not have"
        for seat in set(rows["seat"][mine].tolist()):
            where = mine & (rows["seat"] == seat)
            points = game_package(name).match(2).points(record["scores"][seat])
            assert set(rows["points"][where].tolist()) == {points}
            share = (seat in record["winners"]) / len(record["winners"])
            assert set(rows["share"][where].tolist()) == {np.float32(share)}


def test_a_search_tells_what_it_expects(tmp_path: Path) -> None:
    plan = SimConfig("treehouse", ("ismcts:iterations=30", "random"), {}, seed="value")
    write_positions(plan, 1, tmp_path / "out.npz")
    rows = loaded(tmp_path / "out.npz", 0)
    searched = rows["seat"] == 0
    assert np.isfinite(rows["value"][searched]).all()
    assert np.isnan(rows["value"][~searched]).all()
    assert rows["value"][searched].std() > 0


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "GAMES_A_FILE", 2)
    plan = SimConfig("bower", ("random", "random"), {}, seed="on")
    whole, broken = tmp_path / "whole.npz", tmp_path / "broken.npz"
    write_positions(plan, 5, whole)
    original = positions.play

    def stops(plan: Any, match: Any, number: int, rows: Any) -> None:
        if number == 3:
            raise KeyboardInterrupt
        original(plan, match, number, rows)

    monkeypatch.setattr(positions, "play", stops)
    monkeypatch.setattr(workers, "GROWTH", 1)
    assert write_positions(plan, 5, broken) == 3, "what was played is kept"
    monkeypatch.setattr(positions, "play", original)
    heard: list[int] = []
    assert write_positions(plan, 5, broken, heard.append) == 5
    assert heard == [3, 1, 1], "the first three were not played again"
    assert contents(broken) == contents(whole)
    assert write_positions(plan, 6, broken) == 6, "a last file that is not full grows"
    assert loaded(broken, 4)["game"].max() == 5


def test_a_killed_run_loses_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "FLUSH_SECONDS", 0.0)
    plan = SimConfig("treehouse", ("ismcts:iterations=3", "random"), {}, seed="kill")
    seen: list[list[str]] = []
    write_positions(plan, 3, tmp_path / "out.npz", lambda _: seen.append(sorted(contents(tmp_path / "out.npz"))))
    assert seen[:2] == [[], ["out.000000.npz"]], "the first game is in a file before the second is played"
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("many", [1, 2, 3])
def test_workers_make_no_difference(many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "GAMES_A_FILE", 4)
    plan = SimConfig("cabin", ("easy", "ismcts:iterations=5"), {}, seed="workers", rotate=True)
    alone, together = tmp_path / "alone", tmp_path / "together"
    for folder in (alone, together):
        folder.mkdir()
    write_positions(plan, 9, alone / "out.npz", workers=1)
    assert write_positions(plan, 5, together / "out.npz", workers=many) == 5
    assert write_positions(plan, 9, together / "out.npz", workers=many) == 9
    assert contents(together / "out.npz") == contents(alone / "out.npz")
    assert len(contents(alone / "out.npz")) == 3


def contents(path: Path) -> dict[str, bytes]:
    """The files of a run, byte by byte, their names without the run's own."""
    return {"out" + file.name.removeprefix(path.stem): file.read_bytes() for file in path.parent.glob(f"{path.stem}.*")}


def test_files_of_another_run_are_refused_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.npz"
    command = ["sim", "bower", "--seats", "random,random", "--games", "2", "--lang", "en", "--positions", str(out)]
    assert main([*command, "--seed", "1"]) == FINE
    assert "Games written: 2" in capsys.readouterr().out
    before = part_path(out, 0).read_bytes()
    for change in (["--seed", "2"], ["--seed", "1", "--mode", "hard"]):
        assert main([*command, *change]) == BAD_USAGE
        assert "belongs to another run" in capsys.readouterr().err
    assert part_path(out, 0).read_bytes() == before
    part_path(out, 0).write_bytes(before[:100])
    assert main([*command, "--seed", "1"]) == BAD_USAGE
    assert "is broken" in capsys.readouterr().err
    assert main([*command[:-1], str(tmp_path / "out.txt"), "--seed", "1"]) == BAD_USAGE
    assert "does not end in .npz" in capsys.readouterr().err
    assert main([*command[:-1], str(tmp_path / "no" / "out.npz"), "--seed", "1"]) == BAD_USAGE
    assert "out.000000.npz" in capsys.readouterr().err
    assert set(GAMES) >= set(NAMES)
