"""Learned values: whole numbers that are the same in both builds, only for the game they were learned of."""

from __future__ import annotations

from importlib.resources import files

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.bots import bot_of, parse_bot
from domik.bots.search import LEVELS
from domik.games import GAMES, game_package
from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.network import OUTPUT_UNIT, UNIT, Network, load_network
from domik.kernel.package import Match
from domik.kernel.state import State, new_state
from domik.sim.sweep import with_values

LEARNED = [name for name in GAMES if load_network(game_package(name).python_package) is not None]
MOST_BYTES = 2_000_000
CHECKSUMS = {"treehouse": 2567813257, "dream_home": 1754815593, "bower": 818941426}


def stage_starts(match: Match, seed: str) -> list[State]:
    """The positions of one random game as each of its stages begins."""
    luck = luck_of(seed)
    state, found = new_state(match.game, luck), []
    stage = match.game.mind.stage(state.numbers)
    while awaited := state.awaited_seats():
        seat = int(lowest(awaited))
        state.play(seat, int(luck.bit_of(state.legal(seat))))
        if match.game.mind.stage(state.numbers) > stage and not state.is_over():
            stage = match.game.mind.stage(state.numbers)
            found.append(state.copy())
    return found


def to_features(numbers: list[i64]) -> vec[i64]:
    return vec[i64](numbers)


def test_a_network_is_rectified_sums_beside_a_direct_one() -> None:
    first, biases, second, direct, bias = [3, -2, 0, 5], [1, -4], [2, 7], [11, 13], 17
    network = Network(2, 2, [*first, *biases, *second, *direct, bias])
    for one, two in ((0, 0), (1, 0), (2, 3), (-4, 1)):
        hidden = [max(0, 3 * one + 0 * two + 1), max(0, -2 * one + 5 * two - 4)]
        wanted = 2 * hidden[0] + 7 * hidden[1] + UNIT * (11 * one + 13 * two) + 17
        assert network.evaluate(to_features([one, two])) == wanted
    with pytest.raises(ValueError, match="5 weights"):
        Network(2, 2, [1, 2, 3, 4, 5])


@pytest.mark.parametrize("name", LEARNED)
def test_values_are_the_same_in_both_builds(name: str) -> None:
    check = 0
    package = game_package(name)
    for seats in range(package.least_seats, package.most_seats + 1):
        match = package.match(seats)
        network = match.game.mind.network
        assert network is not None
        for state in stage_starts(match, f"learned {seats}"):
            for seat in range(seats):
                features = match.game.mind.value_features(state.numbers, seat)
                assert len(features) == network.inputs
                value = int(network.evaluate(features))
                assert match.game.mind.learned_value(state.numbers, seat) == value / OUTPUT_UNIT
                check = (31 * check + value) % 2**32
    assert check == CHECKSUMS[name]


@pytest.mark.parametrize("name", LEARNED)
def test_a_value_is_small_and_reasonable(name: str) -> None:
    package = game_package(name)
    file = files(package.python_package).joinpath("mind/learned.toml")
    assert len(file.read_bytes()) < MOST_BYTES
    match = package.match(2)
    ends: list[float] = []
    for number in range(6):
        state = stage_starts(match, f"reasonable {number}")[-1]
        value = match.game.mind.learned_value(state.numbers, 0)
        while awaited := state.awaited_seats():
            seat = int(lowest(awaited))
            state.play(seat, int(bot_of("normal", luck_of(number)).decide(state.view(seat), int(state.legal(seat)))))
        ends.append(abs(value - float(state.score(0))))
    assert sum(ends) / len(ends) < 8, "one stage before the end it must know about how it ends"


def test_other_components_and_options_have_no_network() -> None:
    package = game_package("dream_home")
    own = package.match(2)
    assert own.game.mind.network is not None
    other = with_values(own.components, {"score.comfort": 9})
    for match in (package.match(2, None, other), package.match(2, {"car": True}), package.match(2, {"gentle": True})):
        assert match.game.mind.network is None


@pytest.mark.parametrize("name", LEARNED)
def test_no_level_uses_it_unless_it_is_asked_for(name: str) -> None:
    match = game_package(name).match(2)
    for level in LEVELS.values():
        style = level.config_for(match.game)
        assert not style.learned
        assert not style.stages
    asked = parse_bot("master:stages=3,learned=1").settings
    assert asked is not None
    style = asked.config_for(match.game)
    assert (style.stages, style.learned) == (3, True)


@pytest.mark.parametrize("name", LEARNED)
def test_a_search_that_stops_early_is_repeatable(name: str) -> None:
    match = game_package(name).match(2)
    state = new_state(match.game, luck_of(1))
    seat = int(lowest(state.awaited_seats()))
    view, legal = state.view(seat), int(state.legal(seat))
    spec = "master:iterations=40,seed=1,stages=3,learned=1"
    first, second = (bot_of(spec, luck_of(number)).decide(view, legal) for number in (2, 3))
    assert first == second
    assert first & legal
