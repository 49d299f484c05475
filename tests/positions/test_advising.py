"""What would be best at a real table: from a half-entered position and one hand, a legal move with reasons."""

from __future__ import annotations

import random

import pytest

from domik.games import game_package
from domik.games.bower.rules.advising import known_goals
from domik.judge.advice import HintBudget, advise
from domik.kernel.entering import EnteredTable
from domik.kernel.errors import BadPosition
from domik.kernel.package import Match
from domik.kernel.state import View
from domik.positions.advising import advise_with
from domik.positions.position import Position, new_position, position_from
from tests.positions.test_bots_games import OPTIONS, goes_together, play

BRIEF = HintBudget(iterations=4, worlds=1, milliseconds=60, plan_milliseconds=20)
HANDS = {
    "treehouse": [("r",), ("r", "y"), ("g", "g", "b", "p", "n", "y")],
    "dream_home": [("living",), ("kitchen:piano", "bathroom", "study:red+"), ("sauna", "wardrobe:drill")],
    "cabin": [("brook:N",), ("pond:H", "garden:N")],
    "bower": [("n05",), ("n12", "n30", "n07")],
}


def judge(match: Match, view: View) -> int:
    return advise(match, view, budget=BRIEF)


def half_entered(match: Match, seed: str) -> Position:
    """What lies on the table somewhere in the middle of a game."""
    states = play(match, seed)
    state = states[random.Random(seed).randrange(len(states) // 4, len(states) // 2)]
    entering = match.package.entering()
    assert entering is not None
    table = entering.enter_view(match, state.view())
    found = position_from(match, EnteredTable(table.seats, {k: v for k, v in table.entries.items() if v != "0"}))
    for seat in range(match.seats):
        found = found.switch_to_picture(seat)
        for name in ("wood", "clay", "water", "provisions") if match.package.name == "cabin" else ():
            found = found.put(seat, name, "3")
    return found


@pytest.mark.parametrize("game", HANDS)
def test_the_best_move_is_allowed_and_has_its_reasons(game: str) -> None:
    package = game_package(game)
    for number, options in enumerate(OPTIONS[game]):
        every = [n for n in range(package.least_seats, package.most_seats + 1) if goes_together(package, n, options)]
        match = package.match(every[number % len(every)], options)
        position = half_entered(match, f"best {number}")
        for held in HANDS[game]:
            seat = number % match.seats
            advice = advise_with(judge, position, seat, held)
            assert len(advice.steps) == len(advice.entries)
            key, value = next((key, value) for key, value in advice.entries if key)
            assert not position.why_not(seat, key, value), (held, key, value, position.text())


def test_nothing_to_decide_is_said() -> None:
    match = game_package("dream_home").match(2)
    position = new_position(match)
    full = position_from(match, play_to_the_end(match))
    with pytest.raises(BadPosition, match="nothing_to_decide"):
        advise_with(judge, full, 0, ("living",))
    for game, wrong in (("treehouse", "zebra"), ("dream_home", "zebra"), ("cabin", "zebra"), ("bower", "zebra")):
        position = new_position(game_package(game).match(2))
        with pytest.raises(BadPosition):
            advise_with(judge, position, 0, (wrong,))
        with pytest.raises(BadPosition):
            advise_with(judge, position, 0, ())
    with pytest.raises(BadPosition, match="picture_first"):
        advise_with(judge, position.switch_to_numbers(0), 0, ("n05",))


def play_to_the_end(match: Match) -> EnteredTable:
    entering = match.package.entering()
    assert entering is not None
    return entering.enter_view(match, play(match, "full")[-1].view())


SECRETS = {
    "treehouse": {"task": ("1", "5"), "row": ("0", "1")},  # TH-62
    "dream_home": {"red": ("0", "2"), "blue+": ("0", "1"), "roof": ("0", "9")},  # DH-30
    "bower": {"c2": ("0", "3")},  # what tells a goal (BW-10)
}


@pytest.mark.parametrize("game", SECRETS)
def test_what_others_keep_secret_changes_nothing(game: str) -> None:
    """Two worlds that differ in nothing else: the decision that is judged is the same to the last number."""
    match = game_package(game).match(2, {"edition": "nk", "secret_tasks": True} if game == "treehouse" else {})
    position = half_entered(match, "twin worlds")
    secrets = game_package(game).entry_board()
    assert secrets is not None
    seen = set()
    for world in (0, 1):
        for key, values in SECRETS[game].items():
            assert key in secrets.secret_keys
            position = position.put(1, key, values[world])
        view = position.game_entering.decision(match, position.table, 0, HANDS[game][0])[1]
        seen.add(tuple(int(number) for number in view.numbers))
    assert len(seen) == 1


def test_the_goals_of_the_other_seat_change_nothing() -> None:
    """Only the own columns' goals are known (BW-10), however many were entered."""
    match = game_package("bower").match(2)
    goals = ("yellow_flower", "purple_flower", "red_flower", "yellow_feather", "purple_feather", "red_feather")
    every = new_position(match)
    own = new_position(match)
    for column, goal in enumerate(goals):
        every = every.put(-1, f"goal{column + 1}", goal)
        if column % 2 == 0:
            own = own.put(-1, f"goal{column + 1}", goal)
    assert known_goals(every.table, 0) == known_goals(own.table, 0) != 0
    assert known_goals(own.table, 1) == 0
    for seat, position in ((0, every), (1, own)):
        view = position.game_entering.decision(match, position.table, seat, ("n05",))[1]
        bare = own if seat == 0 else new_position(match)
        same = bare.game_entering.decision(match, bare.table, seat, ("n05",))[1]
        assert list(view.numbers) == list(same.numbers)
