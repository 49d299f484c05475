from __future__ import annotations

import pytest

from domik.bots import bot_of
from domik.cli.game_session import GameSession, legal_actions
from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.tally import GameEvent
from domik.table.running_game import LINES_KEPT


def sitting_of(seats: int, seed: str, **options: object) -> GameSession:
    return GameSession(game_package("treehouse").match(seats, options), seed, ["human"] * seats)


def first_action(sitting: GameSession, seat: int) -> int:
    return legal_actions(int(sitting.view(seat).legal()))[0]


def test_nothing_to_take_back() -> None:
    refused = sitting_of(2, "1").take_back(0)
    assert refused is not None
    assert refused.key == "table.error.undo_nothing"


def test_a_secret_choice_can_be_taken_back_until_another_acts() -> None:
    sitting = sitting_of(2, "1")
    before = list(sitting.view(0).numbers)
    sitting.play(0, first_action(sitting, 0))
    assert sitting.take_back(0) is None
    assert list(sitting.view(0).numbers) == before
    assert (sitting.moves, sitting.record().moves, sitting.events()) == (0, [], [])
    sitting.play(0, first_action(sitting, 0))
    sitting.play(1, first_action(sitting, 1))
    refused = sitting.take_back(0)
    assert refused is not None
    assert refused.key == "table.error.undo_others"


def test_a_choice_that_revealed_rooms_stays() -> None:
    sitting = sitting_of(2, "1")
    sitting.play(0, first_action(sitting, 0))
    sitting.play(1, first_action(sitting, 1))  # the last choice turns all rooms up
    refused = sitting.take_back(1)
    assert refused is not None
    assert refused.key == "table.error.undo_revealed"
    assert sitting.moves == 2


def test_a_room_that_passed_the_hands_on_stays() -> None:
    sitting = sitting_of(2, "1")
    for seat in (0, 1, 0, 1):
        sitting.play(seat, first_action(sitting, seat))
    refused = sitting.take_back(1)
    assert refused is not None
    assert refused.key == "table.error.undo_revealed"


@pytest.mark.parametrize("seed", ["1", "2", "5"])
def test_a_card_taken_can_be_put_back_before_it_is_laid(seed: str) -> None:
    """The last to take lays first (TH-40), and nothing is revealed in between."""
    sitting = sitting_of(3, seed)
    bot = bot_of("random", luck_of(seed))
    taken, choices = "", 0
    while (
        taken not in ("nothing", "double") or choices == 1 or sitting.awaited_seats() != [sitting.game.moves[-1].seat]
    ):
        seat = sitting.awaited_seats()[0]
        view = sitting.view(seat)
        action = bot.decide(view, int(view.legal()))
        taken, choices = sitting.match.write(view, action), len(legal_actions(int(view.legal())))
        sitting.play(seat, action)
    seat = sitting.game.moves[-1].seat
    kept = sitting.moves
    assert sitting.take_back(seat) is None
    assert sitting.moves == kept - 1
    assert sitting.awaited_seats() == [seat]


def test_what_everybody_saw_is_told_again_from_any_move_on() -> None:
    sitting = sitting_of(2, "3")
    bot = bot_of("random", luck_of("3"))
    told: list[list[GameEvent]] = []
    while not sitting.is_over:
        seat = sitting.awaited_seats()[0]
        view = sitting.view(seat)
        before = sitting.spectator_view()
        sitting.play(seat, bot.decide(view, int(view.legal())))
        told.append(sitting.match.events(before, sitting.spectator_view(), seat))
    assert sum(map(len, told)) > 2 * LINES_KEPT
    for since in (0, 1, len(told) // 2, len(told) - 1, len(told)):
        assert sitting.events(since) == [event for events in told[since:] for event in events]


def test_the_only_move_there_is_goes_back_with_the_choice_before_it() -> None:
    """A person at one game for one (no other seat acts in between) types a forced move and then takes back."""
    for seed in range(40):
        sitting = GameSession(game_package("cabin").match(1), str(seed), ["human"])
        bot = bot_of("random", luck_of(seed))
        while not sitting.is_over:
            view = sitting.view(0)
            sitting.play(0, bot.decide(view, int(view.legal())))
            course = sitting.game
            if sitting.moves > 1 and course.auto[-1] and not course.auto[-2] and sitting.take_back(0) is None:
                assert sitting.moves == len(course.moves) == len(course.auto)
                assert len(legal_actions(course.legal(0))) > 1
                return
    raise AssertionError("no deal has such a place")
