"""Games to review: played by normal bots, or at random, small enough for the pure build."""

from __future__ import annotations

from functools import cache
from unittest.mock import patch

from domik.bots import bot_of
from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.record import GameRecord, RecordedMove, number_of
from domik.reviews import Report, review

FEW = 3  # worlds: for what is exact with any number of them
SECONDS = 60.0  # far more than so few worlds need, even in the pure build: the worlds decide when it ends


def played(name: str, seats: int, seed: object = 1, bots: str = "normal", **options: object) -> GameRecord:
    """A whole game."""
    match = game_package(name).match(seats, options)
    deal = [int(number) for number in match.game.deal(luck_of(f"deal {seed}"))]
    record = GameRecord(match, deal, [f"player {seat + 1}" for seat in range(seats)])
    players = [bot_of(bots, luck_of(f"{seed} {seat}")) for seat in range(seats)]
    state = record.start()
    while not state.is_over():
        awaited = int(state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        action = players[seat].decide(state.view(seat), int(state.legal(seat)))
        record.moves.append(RecordedMove(seat, number_of(action)))
        state.play(seat, action)
    return record


@cache
def reviewed(name: str, seats: int, bots: str = "random") -> tuple[GameRecord, Report]:
    """A game and its review from the first seat, made once for all tests."""
    record = played(name, seats, bots=bots)
    least = [f"domik.{module}.LEAST_WORLDS" for module in ("judge.decision", "reviews.rollout_judge")]
    with patch(least[0], FEW), patch(least[1], FEW), patch("domik.judge.second_look.THINKING", 0):
        return record, review(record, 0, worlds=FEW, seconds=SECONDS)
