"""OpenSpiel: its own simulation test passes, states pickle, and no string or tensor holds anything foreign."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import ismcts, mcts

from domik.games import GAMES
from domik.kernel.luck import luck_of
from domik.research import BadInput
from domik.research.spiel import PREFIX, DomikState, observation_string
from tests.conformance.tables import hooks, match_label, sampled
from tests.research.test_secrets import ordered_record

NAMES = list(GAMES)


def random_states(game: Any, seed: int) -> Any:
    """A random game, state by state; one object that changes."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("name", NAMES)
def test_open_spiels_own_simulations(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(PREFIX + name), num_sims=2, serialize=True, verbose=False)


def test_parameters_choose_seats_options_and_reward() -> None:
    game = pyspiel.load_game("python_domik_treehouse(players=4,edition=nk,birdhouse=true,reward=margin)")
    assert game.num_players() == 4
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    for state in random_states(game, 3):
        if state.is_terminal():
            assert sorted(state.returns())[-2] <= 0 <= max(state.returns())
    for text in ("players=9", "edition=swedish", "reward=gold"):
        with pytest.raises((BadInput, pyspiel.SpielError)):
            pyspiel.load_game(f"python_domik_treehouse({text})")


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_is_named_and_changes_nothing(name: str) -> None:
    state = pyspiel.load_game(PREFIX + name).new_initial_state()
    with pytest.raises(BadInput, match="no outcome 1024: they are numbered from 0 to 1023"):
        state.apply_action(1024)
    for _ in range(3):
        state.apply_action(7)
    before, history = state.driver.snapshot()[0], state.history()
    for action in (62, 63, 10**6):
        with pytest.raises(BadInput, match=f"Action {action} is not legal for seat {state.current_player()} now"):
            state.apply_action(action)
    assert (state.driver.snapshot()[0], state.history()) == (before, history)
    state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("name", NAMES)
def test_states_and_games_pickle(name: str) -> None:
    game = pyspiel.load_game(PREFIX + name)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for number, state in enumerate(random_states(game, 1)):
        if number % 25 == 0:
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert again.history() == state.history()
            assert again.driver.snapshot()[0] == state.driver.snapshot()[0]
            assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", NAMES)
def test_clones_go_their_own_way(name: str) -> None:
    for number, state in enumerate(random_states(pyspiel.load_game(PREFIX + name), 2)):
        if number > 10 and not state.is_terminal():
            clone = state.clone()
            before = state.driver.snapshot()[0]
            clone.apply_action(clone.legal_actions()[0])
            assert state.driver.snapshot()[0] == before
            if number > 20:
                break


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_a_player_is_told_depends_on_what_it_may_not_know(name: str) -> None:
    """Twin worlds: deals that differ in what a seat has not seen, the same moves, the same strings and tensors."""
    rng = random.Random(f"spiel {name}")
    compared = differing = 0
    for match in sampled(name, 4) * 2:
        if match.seats < 2:
            continue
        options = "".join(
            f",{key}={str(value).lower()}" for key, value in match.options.items() if isinstance(value, (str, bool))
        )
        game = pyspiel.load_game(f"{PREFIX}{name}(players={match.seats}{options})")
        record = ordered_record(match, rng)
        length = rng.randrange(1, len(record.moves) + 1)
        for seat in range(match.seats):
            twin = hooks(name).twin_deal(match, record.deal, record.moves[:length], seat, rng)
            differing += twin != record.deal
            one, two = dealt(game, record.deal), dealt(game, twin)
            for move in record.moves[:length]:
                assert one.information_state_string(seat) == two.information_state_string(seat), match_label(match)
                assert one.information_state_tensor(seat) == two.information_state_tensor(seat), match_label(match)
                assert observation_string(one, -1) == str(one)
                if one.current_player() == seat:
                    assert one.legal_actions() == two.legal_actions(), match_label(match)
                    assert [one.action_to_string(a) for a in one.legal_actions()] == [
                        two.action_to_string(a) for a in two.legal_actions()
                    ]
                compared += 1
                one.apply_action(move.action)
                two.apply_action(move.action)
    assert compared > 100
    assert differing > 4


def dealt(game: Any, deal: list[int]) -> DomikState:
    """A state after a known deal."""
    state: DomikState = game.new_initial_state()
    for _ in range(3):
        state.apply_action(0)
    state.driver.begin_from_deal(deal, luck_of(1))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_an_imagined_state_looks_the_same_to_its_player(name: str) -> None:
    different = 0
    for number, state in enumerate(random_states(pyspiel.load_game(PREFIX + name), 5)):
        player = state.current_player()
        if number % 9 or player < 0:
            continue
        world = state.imagine(player, luck_of(number))
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.legal_actions() == state.legal_actions()
        different += world.driver.snapshot()[0] != state.driver.snapshot()[0]
    assert different > 2


def test_open_spiels_search_plays_our_games_better_than_chance() -> None:
    """Its own ISMCTS, fed with our imagined worlds, beats random play."""
    game = pyspiel.load_game("python_domik_treehouse")
    luck = luck_of("search")
    won = 0.0
    for number in range(2):
        bot = ismcts.ISMCTSBot(
            game,
            mcts.RandomRolloutEvaluator(1, np.random.RandomState(number)),
            1.0,
            12,
            random_state=np.random.RandomState(number),
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(lambda state, player: state.imagine(player, luck))
        state = game.new_initial_state()
        rng = random.Random(number)
        while not state.is_terminal():
            if state.current_player() == number:
                state.apply_action(int(bot.step(state)))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        won += state.returns()[number]
    assert won >= 1


def test_open_spiels_policies_take_our_states() -> None:
    game = pyspiel.load_game("python_domik_bower")
    uniform = policies.UniformRandomPolicy(game)
    for number, state in enumerate(random_states(game, 9)):
        if number > 5 and not state.is_terminal():
            chosen = uniform.action_probabilities(state)
            assert sorted(chosen) == state.legal_actions()
            assert sum(chosen.values()) == pytest.approx(1)
            break
