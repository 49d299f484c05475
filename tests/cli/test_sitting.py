from __future__ import annotations

import pytest

from domik.bots import bot_of
from domik.cli.sitting import Sitting, actions_in
from domik.games import title_of
from domik.kernel.luck import luck_of


def sitting_of(seats: int, seed: str, **options: object) -> Sitting:
    return Sitting(title_of("treehouse").match(seats, options), seed, ["human"] * seats)


def first_action(sitting: Sitting, seat: int) -> int:
    return actions_in(int(sitting.view(seat).legal()))[0]


def test_nothing_to_take_back() -> None:
    refused = sitting_of(2, "1").take_back(0, [0])
    assert refused is not None
    assert refused.key == "play.undo_nothing"


def test_a_secret_choice_can_be_taken_back_until_another_acts() -> None:
    sitting = sitting_of(2, "1")
    before = list(sitting.state.numbers)
    sitting.play(0, first_action(sitting, 0))
    assert sitting.take_back(0, [0, 1]) is None
    assert list(sitting.state.numbers) == before
    assert (sitting.record.moves, sitting.told) == ([], [])
    sitting.play(0, first_action(sitting, 0))
    sitting.play(1, first_action(sitting, 1))
    refused = sitting.take_back(0, [0, 1])
    assert refused is not None
    assert refused.key == "play.undo_other"


def test_a_choice_that_revealed_rooms_stays() -> None:
    sitting = sitting_of(2, "1")
    sitting.play(0, first_action(sitting, 0))
    sitting.play(1, first_action(sitting, 1))  # the last choice turns all rooms up
    for humans in ([1], [0, 1]):
        refused = sitting.take_back(1, humans)
        assert refused is not None
    assert len(sitting.record.moves) == 2


def test_a_room_that_passed_the_hands_on_stays() -> None:
    sitting = sitting_of(2, "1")
    for seat in (0, 1, 0, 1):
        sitting.play(seat, first_action(sitting, seat))
    refused = sitting.take_back(1, [1])
    assert refused is not None
    assert refused.key == "play.undo_seen"


@pytest.mark.parametrize("seed", ["1", "2", "5"])
def test_a_card_taken_can_be_put_back_before_it_is_laid(seed: str) -> None:
    """The last to take lays first (TH-40), and nothing is revealed in between."""
    sitting = sitting_of(3, seed)
    bot = bot_of("random", luck_of(seed))
    moves = sitting.record.moves
    taken, choices = "", 0
    while taken not in ("nothing", "double") or choices == 1 or sitting.awaited() != [moves[-1].seat]:
        seat = sitting.awaited()[0]
        view = sitting.view(seat)
        action = bot.decide(view, int(view.legal()))
        taken, choices = sitting.match.write(view, action), len(actions_in(int(view.legal())))
        sitting.play(seat, action)
    seat = moves[-1].seat
    kept = len(moves)
    assert sitting.take_back(seat, [0, 1, 2]) is None
    assert len(moves) == kept - 1
    assert sitting.awaited() == [seat]
