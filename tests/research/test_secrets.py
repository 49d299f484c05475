"""Twin worlds through the batch: what a seat may not know changes no byte of what it is shown."""

from __future__ import annotations

import random

import numpy as np
import pytest

from domik.games import GAMES
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, RecordedMove, number_of
from domik.kernel.state import state_from_deal
from domik.research import Batch
from domik.research.encoding import Numbers
from tests.conformance.tables import actions_of, hooks, match_label, sampled, seats_of
from tests.research.test_batch import batch_of

NAMES = list(GAMES)
WAYS = 16


@pytest.mark.parametrize("name", NAMES)
def test_twin_worlds(name: str) -> None:
    """Two tables with deals that differ in what a seat has not seen, the same moves on both: its rows are equal."""
    rng = random.Random(f"batch twins {name}")
    differing = compared = 0
    ways = sampled(name, WAYS)
    for match in ways * -(-WAYS // len(ways)):
        record = ordered_record(match, rng)
        length = rng.randrange(1, len(record.moves) + 1)
        for seat in range(match.seats):
            twin = hooks(name).twin_deal(match, record.deal, record.moves[:length], seat, rng)
            differing += twin != record.deal
            batch = batch_of(match, 2)
            batch.deal(0, record.deal)
            batch.kernel.deal_from(1, twin)  # a twin need not be a whole deal: what never comes into play may repeat
            compared += same_rows(batch, record.moves[:length], seat, match_label(match))
    assert compared > 50
    assert differing > 10


def ordered_record(match: Match, rng: random.Random) -> GameRecord:
    """A random game in which, as in a batch, the lowest awaited seat acts first."""
    deal = [int(number) for number in match.game.deal(luck_of(str(rng.random())))]
    state = state_from_deal(match.game, deal)
    moves = []
    while not state.is_over():
        seat = seats_of(int(state.awaited_seats()))[0]
        action = rng.choice(actions_of(int(state.legal(seat))))
        state.play(seat, action)
        moves.append(RecordedMove(seat, number_of(action)))
    return GameRecord(match, deal, [f"player {seat}" for seat in range(match.seats)], moves)


def same_rows(batch: Batch, moves: list[RecordedMove], seat: int, where: str) -> int:
    """Play the moves on both tables; how many rows of the seat were compared."""
    compared = 0
    for move in moves:
        assert batch.seat.tolist() == [move.seat, move.seat], where
        if move.seat == seat:
            compared += 1
            assert (batch.observation[0] == batch.observation[1]).all(), where
            assert batch.legal[0] == batch.legal[1], where
            told = batch.features("uint8")
            assert (told[0] == told[1]).all(), where
        batch.step([move.action, move.action])
    return compared


SECRET = {"treehouse": (0,), "cabin": (0,)}  # the phases in which choices are secret: PICK, DRAFTING


@pytest.mark.parametrize("name", list(SECRET))
def test_later_seats_are_told_nothing_of_a_secret_choice(name: str) -> None:
    """Wherever seats choose in secret at the same time, what one chose changes nothing that the next is shown."""
    rng = np.random.default_rng(7)
    compared = 0
    for match in sampled(name, WAYS):
        one, two = batch_of(match, 1), batch_of(match, 1)
        for _ in range(100):
            phase, before = int(one.field("phase")[0, 0]), int(one.field("awaited")[0, 0])
            options = np.flatnonzero(one.mask()[0])
            action = int(rng.choice(options))
            other = int(rng.choice(options))
            secret = phase in SECRET[name] and before & (before - 1) != 0
            if secret and other != action:
                two.step([other])
                copy: Numbers = two.observation.copy()
                shown = two.features("uint8")
                legal = int(two.legal[0])
                replay(two, one)  # back to where `one` is
                one.step([action])
                if int(one.seat[0]) >= 0 and int(one.field("awaited")[0, 0]) == before & (before - 1):
                    compared += 1
                    assert (copy == one.observation).all(), match_label(match)
                    assert (shown == one.features("uint8")).all(), match_label(match)
                    assert legal == int(one.legal[0]), match_label(match)
            else:
                one.step([action])
            replay(two, one)
    assert compared > 30


def replay(batch: Batch, like: Batch) -> None:
    """Bring one batch to where another is."""
    batch.kernel.drivers[0] = like.kernel.drivers[0].copy()
    batch.kernel.observe(0)
