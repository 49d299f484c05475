"""Common worlds: numbered, the same for every candidate, and in two halves that share nothing."""

from __future__ import annotations

import pytest

from domik.bots import bot_of
from domik.games import GAMES, game_package
from domik.judge.trials import CHOOSING, MARGIN, MEASURING, POINTS, SHARE, USUAL, WHOLE_WIN, Trials
from domik.judge.value import position_luck, rollout_style
from domik.kernel.luck import luck_of
from domik.kernel.state import View, new_state

WORLDS = 4
LATER = 40  # moves: the rest of a game is shorter than the whole


def position(name: str) -> tuple[View, list[int]]:
    """A decision in the middle of a game, and three candidates."""
    title = game_package(name)
    state = new_state(title.match(max(2, title.least_seats)).game, luck_of("trials"))
    bot = bot_of("normal", luck_of("trials"))
    for _ in range(LATER):
        awaited = int(state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        state.play(seat, bot.decide(state.view(seat), int(state.legal(seat))))
    awaited = int(state.awaited_seats())
    seat = (awaited & -awaited).bit_length() - 1
    legal = int(state.legal(seat))
    return state.view(seat), [1 << number for number in range(63) if legal >> number & 1][:3]


def trials_of(name: str, seed: str = "1") -> Trials:
    view, actions = position(name)
    return Trials(view, actions, rollout_style(view.game), position_luck(view, seed))


@pytest.mark.parametrize("name", list(GAMES))
def test_the_order_of_asking_makes_no_difference(name: str) -> None:
    one, two = trials_of(name), trials_of(name)
    one.extend([USUAL, 1, 2], MEASURING, WORLDS)
    for until in range(1, WORLDS + 1):
        two.extend([2], MEASURING, until)
    two.extend([1], MEASURING, 2)
    two.extend([USUAL, 1, 2], MEASURING, WORLDS)
    assert int(one.rollouts) == int(two.rollouts) == 3 * WORLDS, "what was played is not played again"
    for candidate in (USUAL, 1, 2):
        for what in (POINTS, SHARE, MARGIN):
            assert one.total(candidate, MEASURING, what, WORLDS) == two.total(candidate, MEASURING, what, WORLDS)
    assert one.worlds(1, CHOOSING) == 0


def test_the_halves_and_the_seeds_are_different_worlds() -> None:
    one, other = trials_of("treehouse"), trials_of("treehouse", "2")
    for half in (CHOOSING, MEASURING):
        one.extend([USUAL], half, WORLDS)
    other.extend([USUAL], MEASURING, WORLDS)
    ended = [
        [int(number) for number in trials.replay_to_end(USUAL, half, 0).view().numbers]
        for trials, half in ((one, CHOOSING), (one, MEASURING), (other, MEASURING))
    ]
    assert ended[0] != ended[1]
    assert ended[1] != ended[2]


def test_what_is_kept_is_how_the_worlds_ended() -> None:
    trials = trials_of("dream_home")
    trials.extend([1], MEASURING, WORLDS)
    ends = [trials.replay_to_end(1, MEASURING, number) for number in range(WORLDS)]
    seat = int(trials.seat)
    assert all(end.is_over() for end in ends)
    assert trials.total(1, MEASURING, POINTS, WORLDS) == sum(int(end.score(seat)) for end in ends)
    margins = [int(end.score(seat) - end.score(1 - seat)) for end in ends]
    assert trials.total(1, MEASURING, MARGIN, WORLDS) == sum(margins)
    won = [WHOLE_WIN // int(end.winners()).bit_count() * (int(end.winners()) >> seat & 1) for end in ends]
    assert trials.total(1, MEASURING, SHARE, WORLDS) == sum(won)
    assert trials.sum_of(1, MEASURING, seat, SHARE) + trials.sum_of(1, MEASURING, 1 - seat, SHARE) == WORLDS * WHOLE_WIN


def test_ends_that_are_kept_are_those_of_the_same_worlds_played_again() -> None:
    kept, again = trials_of("bower"), trials_of("bower")
    kept.keeps_ends = True
    for trials in (kept, again):
        trials.extend([1, 2], MEASURING, WORLDS)
        trials.extend([1], CHOOSING, WORLDS)
    played = int(kept.rollouts)
    for candidate in (1, 2):
        for number in range(WORLDS):
            ends = [trials.replay_to_end(candidate, MEASURING, number) for trials in (kept, again)]
            assert [int(each) for each in ends[0].numbers] == [int(each) for each in ends[1].numbers]
    assert len(kept.ends) == 2 * WORLDS, "only of the half that measures"
    assert int(kept.rollouts) == played, "nothing was played again"


def test_a_difference_is_a_mean_of_differences() -> None:
    trials = trials_of("treehouse")
    trials.extend([1, 2], MEASURING, 40)
    per_world = [
        trials.total(1, MEASURING, MARGIN, n + 1)
        - trials.total(1, MEASURING, MARGIN, n)
        - trials.total(2, MEASURING, MARGIN, n + 1)
        + trials.total(2, MEASURING, MARGIN, n)
        for n in range(40)
    ]
    mean = sum(per_world) / 40
    assert trials.mean_difference(1, 2, MEASURING, MARGIN) == pytest.approx(mean)
    error = (sum((one - mean) ** 2 for one in per_world) / 40 / 39) ** 0.5
    assert trials.difference_error(1, 2, MEASURING, MARGIN) == pytest.approx(error, rel=0.02)


def test_hindsight_plays_the_world_as_it_is() -> None:
    title = game_package("treehouse")
    state = new_state(title.match(2).game, luck_of("open"))
    view = state.view(0)
    trials = Trials(view, [1], rollout_style(view.game), position_luck(view, "1"), state)
    before = [int(number) for number in state.numbers]
    trials.extend([1], MEASURING, 4)
    assert [int(number) for number in state.numbers] == before, "the true state is left alone"
    assert trials.worlds(1, MEASURING) == 4
