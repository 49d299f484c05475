"""Every game, however it is played: it ends, it offers moves, it refuses the rest, and copies stand alone."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.errors import IllegalMove
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state
from tests.conformance.tables import NAMES, QUICK, label, matches, random_steps, sampled, seats_of

GAMES_EACH = 2 if QUICK else 6


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_within_the_stated_length(name: str) -> None:
    for match in matches(name):
        for seed in range(GAMES_EACH):
            length = sum(1 for _ in random_steps(match, seed))
            assert 0 < length <= match.game.longest, label(match)


@pytest.mark.parametrize("name", NAMES)
def test_an_awaited_seat_can_act_and_sees_all_its_moves(name: str) -> None:
    for match in matches(name):
        for seed in range(GAMES_EACH):
            for state, _, _ in random_steps(match, seed):
                for seat in seats_of(int(state.awaited())):
                    mask = int(state.legal(seat))
                    assert 0 < mask < 1 << MOST_ACTIONS, label(match)
                    assert mask == state.view(seat).legal(), f"legal peeks: {label(match)}"


@pytest.mark.parametrize("name", NAMES)
def test_illegal_moves_raise_and_change_nothing(name: str) -> None:
    rng = random.Random(name)
    for match in sampled(name, 12):
        for state, seat, _ in random_steps(match, "illegal"):
            before = list(state.numbers)
            mask = int(state.legal(seat))
            wrong = [1 << n for n in range(MOST_ACTIONS) if not mask >> n & 1]
            tries = [(seat, action) for action in rng.sample(wrong, min(3, len(wrong)))]
            tries += [(seat, 0), (seat, 3), (seat, -1), (match.seats, mask & -mask), (-1, mask & -mask)]
            tries += [(other, 1) for other in range(match.seats) if not state.awaited() >> other & 1]
            for who, action in tries:
                with pytest.raises(IllegalMove):
                    state.play(who, action)
            assert list(state.numbers) == before, label(match)


@pytest.mark.parametrize("name", NAMES)
def test_copies_are_independent(name: str) -> None:
    for match in sampled(name, 6):
        for state, seat, action in random_steps(match, "copies"):
            before = list(state.numbers)
            other = state.copy()
            other.play(seat, action)
            assert list(state.numbers) == before, label(match)
            view = state.view(seat)
            view.numbers[0] = 12345
            assert list(state.numbers) == before, label(match)


@pytest.mark.parametrize("name", NAMES)
def test_luck_alone_decides_the_deal(name: str) -> None:
    for match in sampled(name, 6):
        random.seed(1)
        first = list(match.game.deal(luck_of("same")))
        random.seed(2)
        random.random()
        assert first == list(match.game.deal(luck_of("same")))
        assert any(first != list(match.game.deal(luck_of(f"other {k}"))) for k in range(9)), label(match)


@pytest.mark.parametrize("name", NAMES)
def test_the_deal_decides_the_start(name: str) -> None:
    for match in sampled(name, 6):
        deal = match.game.deal(luck_of("start"))
        again = vec[i64]([int(number) for number in deal])
        assert list(match.game.start(deal)) == list(match.game.start(again))
        assert not match.title.module("rules.parts").check_deal(match, [int(number) for number in deal]), label(match)


@pytest.mark.parametrize("name", NAMES)
def test_components_are_never_doubled_or_lost(name: str) -> None:
    from tests.conformance.tables import hooks

    check = hooks(name).conserved
    for match in matches(name):
        for state, _, _ in random_steps(match, "parts"):
            check(match, state)


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_offers_nothing(name: str) -> None:
    for match in sampled(name, 4):
        state: State = new_state(match.game, luck_of(1))
        for reached, seat, action in random_steps(match, 1):
            state = reached.copy()
            state.play(seat, action)
        assert state.is_over()
        assert state.winners()
        assert [int(state.legal(seat)) for seat in range(match.seats)] == [0] * match.seats
