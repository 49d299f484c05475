"""The rules of Mousehole, clause by clause."""

from __future__ import annotations

import pytest

from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.state import State, new_state
from mousehole import TITLE
from mousehole.rules import state as at
from mousehole.rules.scoring import points_of

LETTERS = "bpsl"  # bed, pantry, stove, lamp


def fresh(seats: int = 2, seed: int = 1, **options: object) -> tuple[Match, State]:
    match = TITLE.match(seats, options)
    return match, new_state(match.game, luck_of(seed))


def lay(state: State, seat: int, rooms: str) -> None:
    """A burrow of these rooms, given by the first letters of their kinds, without crumbs as far as there are any."""
    base = at.SEAT + at.SEAT_SIZE * seat
    for k, letter in enumerate(rooms):
        state.numbers[base + at.BURROW + k] = 1 + 9 * LETTERS.index(letter)  # the first card of a kind has no crumbs
    state.numbers[base + at.DUG] = len(rooms)


def points(rooms: str, others: str = "", wish: int = -1) -> dict[str, int]:
    """What a burrow gives, by what for."""
    match, state = fresh()
    lay(state, 0, rooms)
    lay(state, 1, others)
    state.numbers[at.SEAT + at.WISHED] = wish + 1
    return {line.key: line.points for line in points_of(match.parts, state.numbers, 2, 0)}


def play(match: Match, state: State, *texts: str) -> None:
    for text in texts:
        seat = int(state.awaited_seats()).bit_length() - 1
        state.play(seat, match.read(state.view(seat), text))


def clauses_against(match: Match, state: State, seat: int, text: str) -> list[str]:
    view = state.view(seat)
    return [found.clause for found in match.objections(view, match.read(view, text))]


def burrow_of(state: State, seat: int) -> list[int]:
    base = at.SEAT + at.SEAT_SIZE * seat
    return [int(state.numbers[base + at.BURROW + k]) for k in range(int(state.numbers[base + at.DUG]))]


def hand_of(state: State, seat: int) -> list[int]:
    own = int(state.game.own_at(seat))
    return [int(state.numbers[own + at.HELD + k]) for k in range(at.HAND)]


@pytest.mark.clause("MH-1")
def test_the_box() -> None:
    parts = TITLE.match(2).parts
    assert [parts.kinds.count(kind) for kind in range(4)] == [9, 9, 9, 9]
    assert set(parts.crumbs) == {0, 1, 2}


@pytest.mark.clause("MH-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats: int) -> None:
    match, state = fresh(seats)
    assert [len(hand_of(state, seat)) for seat in range(seats)] == [3] * seats
    wishes = {int(state.numbers[int(match.game.own_at(seat)) + at.WISH]) for seat in range(seats)}
    assert len(wishes) == seats
    assert state.numbers[at.PILE_LEFT] == at.CARDS - 3 * seats - 2
    assert state.awaited_seats() == 1
    assert all(state.numbers[at.SHELF + k] for k in range(at.SHELVES))


@pytest.mark.clause("MH-10")
def test_rooms_are_dug_at_either_end() -> None:
    match, state = fresh()
    a, b, c = hand_of(state, 0)
    play(match, state, "2l", "s1", "1l", "p", "1r", "p", "1l", "p", "3l")
    assert burrow_of(state, 0) == [c, b, a]
    assert clauses_against(match, state, 1, "1l") == ["MH-10"]  # not this seat's turn
    play(match, state, "s2")
    assert clauses_against(match, state, 1, "s1") == ["MH-10"]  # dig first


@pytest.mark.clause("MH-11")
def test_the_first_room_has_no_sides() -> None:
    match, state = fresh()
    assert clauses_against(match, state, 0, "1r") == ["MH-11"]
    assert [match.write(state.view(0), 1 << n) for n in range(6) if int(state.legal(0)) >> n & 1] == ["1l", "2l", "3l"]


@pytest.mark.clause("MH-12")
def test_a_room_of_the_shelf_is_seen_and_one_of_the_pile_is_not() -> None:
    match, state = fresh()
    first, second = (int(state.numbers[at.SHELF + k]) for k in range(at.SHELVES))
    play(match, state, "1l")
    assert clauses_against(match, state, 0, "2l") == ["MH-12"]
    play(match, state, "s1")
    assert hand_of(state, 0)[0] == first
    assert state.view(1).numbers[at.SEAT + at.SHOWN] == first
    assert state.numbers[at.SHELF] not in (0, first, second)
    left = int(state.numbers[at.PILE_LEFT])
    play(match, state, "1l", "p")
    assert state.numbers[at.PILE_LEFT] == left - 1
    assert hand_of(state, 1)[0] > 0
    assert state.view(0).numbers[at.SEAT + at.SEAT_SIZE + at.SHOWN] == at.UNSEEN


@pytest.mark.clause("MH-13")
def test_after_the_sixth_room_nothing_is_taken_and_then_it_is_over() -> None:
    match, state = fresh()
    play(match, state, *["1l", "p"] * 10)
    assert state.numbers[at.PHASE] == at.DIG
    play(match, state, "1l")
    assert state.awaited_seats() == 0b10
    play(match, state, "1l")
    assert state.is_over()
    assert clauses_against(match, state, 0, "1l") == ["MH-13"]


@pytest.mark.clause("MH-20")
def test_beds_sleep_in_the_dark() -> None:
    assert points("b") == {"bed": 3}
    assert points("bbl")["bed"] == 3
    assert "bed" not in points("lbl")


@pytest.mark.clause("MH-21")
def test_pantries_beside_stoves() -> None:
    assert points("sps")["pantry"] == 4
    assert points("psp")["pantry"] == 4
    assert "pantry" not in points("pbs")


@pytest.mark.clause("MH-22")
def test_lamps_at_the_doors() -> None:
    assert points("lllp")["door"] == 3
    assert points("lllp")["lamp"] == 2
    assert points("lbbl")["door"] == 6


@pytest.mark.clause("MH-23")
def test_stoves_and_the_warmest_burrow() -> None:
    assert points("ss", "s") == {"stove": 2, "warmest": 4}
    assert points("s", "s") == {"stove": 1, "warm": 2}
    assert points("s", "ss") == {"stove": 1}
    assert points("b", "b") == {"bed": 3}


@pytest.mark.clause("MH-24")
def test_crumbs() -> None:
    match, state = fresh()
    state.numbers[at.SEAT + at.BURROW] = 9  # a bed with two crumbs
    state.numbers[at.SEAT + at.DUG] = 1
    assert match.game.score(state.numbers, 0) == 3 + 2


@pytest.mark.clause("MH-25")
def test_a_wish_counts_after_the_first_room_and_only_when_it_is_shown() -> None:
    assert points("bbb", wish=at.BED)["wish_bed"] == 4
    assert points("bb", wish=at.LAMP)["wish_lamp"] == 0
    assert not any(key.startswith("wish") for key in points("bbb"))
    match, state = fresh()
    play(match, state, *["1l", "p"] * 10, "1l", "1l")
    for seat in range(2):
        wished = state.view().numbers[at.SEAT + at.SEAT_SIZE * seat + at.WISHED]
        assert wished == state.numbers[int(match.game.own_at(seat)) + at.WISH] + 1


@pytest.mark.clause("MH-26")
def test_most_points_then_most_crumbs_then_together() -> None:
    match, state = fresh()
    lay(state, 0, "bb")
    lay(state, 1, "b")
    state.numbers[0] = 0
    assert state.winners() == 0b01
    lay(state, 1, "bb")
    assert state.winners() == 0b11
    assert match.outcome(state.view()).winners == (0, 1)
    lay(state, 0, "s")  # 1, and 4 for the most stoves
    lay(state, 1, "b")
    state.numbers[at.SEAT + at.SEAT_SIZE + at.BURROW] = 9  # 3, and 2 crumbs
    assert state.score(0) == state.score(1) == 5
    assert state.winners() == 0b10
    assert match.outcome(state.view()).winners == (1,)
    assert match.outcome(state.view()).clause == "MH-26"


@pytest.mark.clause("MH-30")
def test_the_family_game_has_no_wishes() -> None:
    match, state = fresh(family=True)
    play(match, state, *["1l", "p"] * 10, "1l", "1l")
    assert not any(line.clause == "MH-25" for line in match.tally(state.view()))
    assert "wish" not in " ".join(str(row) for row in match.sketch(state.view(0), str))
