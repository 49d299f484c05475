"""Treehouse, the flow of a round: parts, setup, dealing, choosing in secret, passing on (TH-0 to TH-24)."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.reading import hand_of, pool_counts, rooms_in
from domik.kernel.errors import BadOption
from domik.kernel.luck import luck_of
from tests.conformance.tables import random_steps
from tests.games.treehouse.positions import awaited, begin_scoring, fresh, play_turn, scores, table_for


@pytest.mark.clause("TH-0")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_three_rounds_and_most_points_win(seats: int) -> None:
    match = table_for(seats)
    rounds = set()
    for state, seat, action in random_steps(match, "rounds"):
        rounds.add(int(state.numbers[at.ROUND]))
        last = state.copy()
        last.play(seat, action)
    assert rounds == {0, 1, 2}
    assert last.is_over()
    best = max(scores(last, match))
    assert all(last.score(seat) == best for seat in match.outcome(last.view()).winners)


@pytest.mark.clause("TH-0")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadOption):
        table_for(seats)


@pytest.mark.clause("TH-2")
def test_the_marker_has_three_spots() -> None:
    spots = {
        int(state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.BALANCE])
        for state, _, _ in random_steps(table_for(4), "spots")
        for seat in range(4)
    }
    assert spots == {-1, 0, 1}


@pytest.mark.clause("TH-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_setup(seats: int) -> None:
    match = table_for(seats)
    state = fresh(match)
    assert scores(state, match) == [0] * seats
    assert [int(state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.BALANCE]) for seat in range(seats)] == [0] * seats
    deal = match.game.deal(luck_of(1))
    assert len(set(deal[: at.DEAL_TASKS])) == 72


@pytest.mark.clause("TH-11")
@pytest.mark.parametrize("edition", ["original", "nk"])
def test_change_cards_in_play(edition: str) -> None:
    for seats in (3, 4):
        match = table_for(seats, edition=edition)
        state = fresh(match)
        begin_scoring(match, state)
        assert pool_counts(state.view()) == {at.NOTHING: 2, at.DOUBLE: 2, at.FEWEST: 0, at.MOST: 0}
        assert state.numbers[at.PHASE] == at.TAKE
    match = table_for(2, edition=edition)
    state = fresh(match)
    begin_scoring(match, state)
    assert state.numbers[at.PHASE] == at.LAY
    assert [state.numbers[at.TAKEN] >> (at.KIND_BITS * seat) & at.KIND for seat in (0, 1)] == [at.NOTHING, at.NOTHING]


@pytest.mark.clause("TH-12")
def test_the_original_draws_its_first_chooser_when_scoring_begins() -> None:
    match = table_for(4)
    firsts = set()
    for seed in range(40):
        state = fresh(match, seed)
        assert state.numbers[at.FIRST] == 0, "nobody knows yet"
        for _ in range(5):
            play_turn(state, match)
        firsts.add(int(state.numbers[at.FIRST]) - 1)
    assert firsts == {0, 1, 2, 3}


@pytest.mark.clause("TH-12")
def test_in_nk_the_youngest_chooses_first() -> None:
    match = table_for(4, edition="nk", ages=(2, 0, 3, 1))
    state = fresh(match)
    for _ in range(5):
        play_turn(state, match)
    assert awaited(state) == [2]
    youngest = {int(fresh(table_for(3, edition="nk"), seed).numbers[at.AGES]) & 3 for seed in range(40)}
    assert youngest == {0, 1, 2}, "without an age order chance decides"


@pytest.mark.clause("TH-20")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_six_rooms_each_and_four_players_use_the_deck_up(seats: int) -> None:
    match = table_for(seats)
    state = fresh(match)
    hands = [hand_of(state.view(seat)) for seat in range(seats)]
    assert [len(hand) for hand in hands] == [6] * seats
    sealed = int(match.game.sealed_at())
    dealt = [room for k in range(3 * seats) for room in rooms_in(int(state.numbers[sealed + at.DEALT + k]))]
    assert len(dealt) == len(set(dealt)) == 18 * seats
    for seat in range(seats):
        assert hand_of(state.view((seat + 1) % seats)) != hands[seat], "hands are secret"


@pytest.mark.clause("TH-21")
def test_choosing_is_secret_until_everybody_has() -> None:
    match = table_for(3)
    state = fresh(match)
    before = {seat: list(state.view(seat).numbers) for seat in (-1, 1, 2)}
    state.play(0, 1 << 3)
    for seat, numbers in before.items():
        after = list(state.view(seat).numbers)
        assert after[1:] == numbers[1:], "only the mask of awaited seats tells"
    chosen = hand_of(fresh(match).view(0))[3]
    state.play(2, 1)
    state.play(1, 1)
    assert state.numbers[at.PHASE] == at.PLACE
    assert state.view().numbers[at.SEAT + at.ROOM] - 1 == chosen
    assert awaited(state) == [0, 1, 2], "all are revealed at once"


@pytest.mark.clause("TH-22")
def test_everybody_places_on_their_own_tree() -> None:
    match = table_for(3)
    state = fresh(match)
    for seat in range(3):
        state.play(seat, 1)
    state.play(1, 1 << at.STRIDE)
    blocks = [
        sum(int(n) for n in state.numbers[at.SEAT + at.SEAT_SIZE * seat : at.SEAT + at.SEAT_SIZE * seat + 6])
        for seat in range(3)
    ]
    assert blocks[1] == 1 << at.STRIDE
    assert blocks[0] == blocks[2] == 0
    assert awaited(state) == [0, 2], "trees do not interact, so nobody waits for anybody"


@pytest.mark.clause("TH-23")
def test_hands_pass_to_the_left_after_placing() -> None:
    match = table_for(3)
    state = fresh(match)
    kept = [hand_of(state.view(seat))[1:] for seat in range(3)]
    for seat in range(3):
        state.play(seat, 1)
    for seat in (0, 1):
        state.play(seat, at.DISCARD)
    assert hand_of(state.view(1)) == kept[1], "nobody sees the passed hand before all have placed"
    state.play(2, at.DISCARD)
    assert [hand_of(state.view(seat)) for seat in range(3)] == [kept[2], kept[0], kept[1]]


@pytest.mark.clause("TH-24")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_last_card_of_a_hand_goes_away_unseen(seats: int) -> None:
    match = table_for(seats)
    state = fresh(match)
    for turn in range(5):
        assert len(hand_of(state.view(0))) == 6 - turn
        play_turn(state, match)
    assert state.numbers[at.PHASE] in (at.TAKE, at.LAY)
    for seat in range(seats):
        assert hand_of(state.view(seat)) == []
        built = [state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.BUILT + k] for k in range(15)]
        assert sum(bool(number) for number in built) == 5
