"""Tables over several processes: the same games as in one, refused in the same words, and no process is left."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

from domik.research import BadInput, Batch, ParallelBatch

ARRAYS = ("observation", "legal", "seat", "reward", "done", "games")


def test_the_games_are_those_of_one_process() -> None:
    """Shares of unlike size, some games to their end, features of both types."""
    alone = Batch("treehouse", 5, seed="x", reward="margin", edition="nk")
    same = {"seed": "x", "reward": "margin", "edition": "nk", "processes": 2, "features": "float32"}
    ended = 0
    with ParallelBatch("treehouse", 5, **same) as batch:  # type: ignore[arg-type]
        for step in range(150):
            for name in ARRAYS:
                assert (getattr(batch, name) == getattr(alone, name)).all(), name
            assert (batch.mask() == alone.mask()).all()
            if step % 10 == 0:
                assert (batch.features() == alone.features()).all()
                assert (batch.features("uint8") == alone.features("uint8")).all()
            actions = alone.sample().copy()
            assert (batch.sample() == actions).all()
            batch.step(actions)
            alone.step(actions)
            ended += int(batch.done.sum())
        assert ended
        assert (batch.field("seat0.score") == alone.field("seat0.score")).all()
        assert repr(batch) == "<ParallelBatch of 5 tables, <Match of treehouse, 2 seats, edition=nk>>"


def test_what_is_wrong_is_said_and_nothing_changes() -> None:
    before = {child.pid for child in multiprocessing.active_children()}
    with ParallelBatch("bower", 3, processes=2) as batch:
        assert len(multiprocessing.active_children()) == len(before) + 2
        seen = batch.observation.copy()
        for wrong in (63, -1, 1 << 40):
            actions = batch.sample().copy()
            actions[2] = wrong
            with pytest.raises(BadInput, match=f"Table 2: action {wrong} is not legal"):
                batch.step(actions)
        with pytest.raises(BadInput, match="must be 3 whole numbers"):
            batch.step([1])
        with pytest.raises(BadInput, match="float32, uint8"):
            batch.features("float64")
        assert (batch.observation == seen).all()
        with pytest.raises(ValueError, match="read-only"):
            batch.legal[0] = 1
        for made in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="cannot be copied or pickled: a Batch can"):
                made(batch)
    assert {child.pid for child in multiprocessing.active_children()} == before
    with pytest.raises(BadInput, match="This batch is closed"):
        batch.sample()
    assert batch.observation.shape == (3, batch.width)
    assert np.isfinite(batch.reward).all()


def test_bad_arguments_start_nothing() -> None:
    before = multiprocessing.active_children()
    with pytest.raises(BadInput, match="processes must be a whole number of at least 1, not 0"):
        ParallelBatch("treehouse", processes=0)
    with pytest.raises(TypeError, match="colour"):
        ParallelBatch("treehouse", colour="red")
    with pytest.raises(BadInput, match="seed must be a whole number"):
        ParallelBatch("treehouse", seed=1.5)  # type: ignore[arg-type]
    assert multiprocessing.active_children() == before


def test_a_process_that_dies_closes_the_batch() -> None:
    before = set(multiprocessing.active_children())
    batch = ParallelBatch("cabin", 4, processes=2)
    dead = next(iter(set(multiprocessing.active_children()) - before))
    dead.kill()
    dead.join()
    with pytest.raises(RuntimeError, match="has ended before its time"):
        batch.sample()
    with pytest.raises(BadInput, match="This batch is closed"):
        batch.sample()
    assert set(multiprocessing.active_children()) <= before
