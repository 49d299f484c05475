"""Tests of the game protocol: games end, illegal moves are refused, copies are independent."""

from __future__ import annotations

import random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from domik.kernel.errors import IllegalMove
from domik.kernel.game import MOST_ACTIONS
from domik.kernel.luck import luck_of
from domik.kernel.state import State, new_state
from domik.testing.subject import QUICK, Subject, match_label, random_steps, seats_of

GAMES_EACH = 2 if QUICK else 6


class GameProtocol:
    """The protocol of kernel/game.py."""

    def test_random_games_end_within_the_stated_length(self, game: Subject) -> None:
        """`max_moves` is an upper bound."""
        for match in game.matches():
            for seed in range(GAMES_EACH):
                length = sum(1 for _ in random_steps(match, seed))
                assert 0 < length <= match.game.max_moves, match_label(match)

    def test_an_awaited_seat_can_act_and_sees_all_its_moves(self, game: Subject) -> None:
        """A view's legal moves are the state's, and never none."""
        for match in game.matches():
            for seed in range(GAMES_EACH):
                for state, _, _ in random_steps(match, seed):
                    for seat in seats_of(int(state.awaited_seats())):
                        mask = int(state.legal(seat))
                        assert 0 < mask < 1 << MOST_ACTIONS, match_label(match)
                        assert mask == state.view(seat).legal(), f"legal peeks: {match_label(match)}"

    def test_illegal_moves_raise_and_change_nothing(self, game: Subject) -> None:
        rng = random.Random(game.name)
        for match in game.sample_matches(12):
            for state, seat, _ in random_steps(match, "illegal"):
                before = list(state.numbers)
                mask = int(state.legal(seat))
                wrong = [1 << n for n in range(MOST_ACTIONS) if not mask >> n & 1]
                tries = [(seat, action) for action in rng.sample(wrong, min(3, len(wrong)))]
                tries += [(seat, 0), (seat, 3), (seat, -1), (match.seats, mask & -mask), (-1, mask & -mask)]
                tries += [(other, 1) for other in range(match.seats) if not state.awaited_seats() >> other & 1]
                for who, action in tries:
                    with pytest.raises(IllegalMove):
                        state.play(who, action)
                assert list(state.numbers) == before, match_label(match)

    def test_copies_are_independent(self, game: Subject) -> None:
        """Neither copies nor views share numbers with the state."""
        for match in game.sample_matches(6):
            for state, seat, action in random_steps(match, "copies"):
                before = list(state.numbers)
                other = state.copy()
                other.play(seat, action)
                assert list(state.numbers) == before, match_label(match)
                view = state.view(seat)
                view.numbers[0] = 12345
                assert list(state.numbers) == before, match_label(match)

    def test_luck_alone_decides_the_deal(self, game: Subject) -> None:
        """The same luck gives the same deal, independent of Python's global generator."""
        for match in game.sample_matches(6):
            random.seed(1)
            first = list(match.game.deal(luck_of("same")))
            random.seed(2)
            random.random()
            assert first == list(match.game.deal(luck_of("same")))
            assert any(first != list(match.game.deal(luck_of(f"other {k}"))) for k in range(9)), match_label(match)

    def test_the_deal_decides_the_start(self, game: Subject) -> None:
        """A deal is all that a record needs, and `check_deal` accepts it."""
        for match in game.sample_matches(6):
            deal = match.game.deal(luck_of("start"))
            again = vec[i64]([int(number) for number in deal])
            assert list(match.game.start(deal)) == list(match.game.start(again))
            wrong = match.package.rules().check_deal(match, [int(number) for number in deal])
            assert not wrong, match_label(match)

    def test_components_are_never_doubled_or_lost(self, game: Subject) -> None:
        """The hook `conserved` holds at every step."""
        for match in game.matches():
            for state, _, _ in random_steps(match, "parts"):
                game.hooks.conserved(match, state)

    def test_a_finished_game_offers_nothing(self, game: Subject) -> None:
        for match in game.sample_matches(4):
            state: State = new_state(match.game, luck_of(1))
            for reached, seat, action in random_steps(match, 1):
                state = reached.copy()
                state.play(seat, action)
            assert state.is_over()
            assert state.winners()
            assert [int(state.legal(seat)) for seat in range(match.seats)] == [0] * match.seats
