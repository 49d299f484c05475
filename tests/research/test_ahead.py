"""One step ahead: a row for every open action, in a world that the seat must hold possible and no other."""

from __future__ import annotations

import random

import numpy as np
import pytest

from domik.games import GAMES
from domik.research import Batch
from tests.conformance.tables import hooks, match_label, sampled
from tests.research.test_batch import batch_of
from tests.research.test_secrets import ordered_record


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_row_for_every_open_action(game: str) -> None:
    batch = Batch(game, tables=7, seats=2, seed=3)
    for _ in range(12):
        ahead = batch.ahead()
        found = np.zeros((7, 63), bool)
        found[ahead.table, ahead.action] = True
        assert (found == batch.mask()).all()
        assert ahead.rows == found.sum()
        assert (ahead.seat == batch.seat[ahead.table]).all()
        assert ahead.features().shape == (ahead.rows, batch.encoding.width)
        batch.step(batch.sample())


@pytest.mark.parametrize("name", GAMES)
def test_twin_worlds_lead_to_the_same(name: str) -> None:
    """What the seat has not seen, and what its action would turn up, changes no byte of what it is shown."""
    rng = random.Random(f"ahead twins {name}")
    compared = differing = 0
    for match in sampled(name, 6):
        record = ordered_record(match, rng)
        moves = record.moves[: rng.randrange(1, len(record.moves) + 1)]
        for seat in range(match.seats):
            twin = hooks(name).twin_deal(match, record.deal, moves, seat, rng)
            differing += twin != record.deal
            batches = [batch_of(match, 1), batch_of(match, 1)]
            for batch, deal in zip(batches, (record.deal, twin), strict=True):
                batch.kernel.deal_from(0, deal)
            for move in moves:
                if move.seat == seat:
                    compared += 1
                    one, two = (batch.ahead().observation for batch in batches)
                    assert (one == two).all(), match_label(match)
                for batch in batches:
                    batch.step([move.action])
    assert compared > 30
    assert differing > 4


def test_the_best_row_of_every_table() -> None:
    batch = Batch("treehouse", tables=5, seats=3)
    ahead = batch.ahead()
    rows = ahead.best(ahead.action.astype(float))
    assert ahead.table[rows].tolist() == [0, 1, 2, 3, 4]
    assert ahead.action[rows].tolist() == [int(legal).bit_length() - 1 for legal in batch.legal]
    rows = ahead.best(np.zeros(ahead.rows))
    assert (ahead.action[rows] == 0).all(), "of equals the first"
