"""What a player of Treehouse thinks: the colour that leads, the room that fits, the card that gains."""

from __future__ import annotations

from pathlib import Path

import pytest

from domik.games.treehouse import TITLE
from domik.games.treehouse.rules import state as at
from domik.games.treehouse.rules.parts import COLOUR_NAMES, KIND_NAMES
from domik.games.treehouse.rules.reading import colour_of, hand_of
from domik.kernel.luck import luck_of
from domik.kernel.state import State, View
from tests.games.treehouse.positions import begin_scoring, build, fresh, let_place, room_of, table_for, take

RIVALS = [("green", 2, 1), ("green", 2, 2), ("green", 3, 2)]


def dealt(colours: list[str]) -> State:
    """The first seat has these rooms in hand."""
    state = fresh(table_for(2))
    hand = 0
    for place, colour in enumerate(colours):
        hand |= (room_of(colour, place) + 1) << at.CARD_BITS * place
    state.numbers[at.OPEN_SIZE + at.IN_HAND] = hand
    return state


def best(view: View) -> int:
    """The number of the action that is advised."""
    legal = int(view.legal())
    return max((k for k in range(legal.bit_length()) if legal >> k & 1), key=lambda k: view.score_move(1 << k))


def test_a_colour_that_leads_is_picked() -> None:
    state = dealt(["green", "blue", "green", "green", "green", "green"])
    build(state, 0, [("blue", 2, 1), ("yellow", 2, 2)])
    build(state, 1, RIVALS)
    assert best(state.view(0)) == 1


def test_a_room_that_fits_nowhere_is_wasted() -> None:
    state = dealt(["red", "blue", "red", "red", "red", "red"])
    build(state, 0, [("red", 2, 1), ("yellow", 2, 2), ("green", 3, 1), ("green", 3, 2), ("brown", 3, 3)])
    view = state.view(0)
    assert view.score_move(1) < view.score_move(2)


@pytest.mark.clause("TH-35")
def test_a_room_is_built_rather_than_put_aside() -> None:
    state = fresh(table_for(2))
    let_place(state, 0, "red")
    view = state.view(0)
    legal = int(view.legal()) & ~at.DISCARD
    slots = [1 << k for k in range(legal.bit_length()) if legal >> k & 1]
    assert slots
    assert all(view.score_move(slot) > view.score_move(at.DISCARD) for slot in slots)


@pytest.mark.parametrize(("kind", "colour"), [("double", "blue"), ("nothing", "green")])
def test_change_cards_help_oneself_and_hurt_the_others(kind: str, colour: str) -> None:
    match = table_for(3)
    state = fresh(match)
    build(state, 0, [("blue", 2, 1), ("blue", 2, 2), ("blue", 3, 2)])
    build(state, 1, RIVALS)
    build(state, 2, RIVALS)
    state.numbers[at.FIRST] = 1
    begin_scoring(match, state, 1, (9, 0, 0))
    for _ in range(3):
        take(state, kind if state.awaited_seats() == 1 else "double" if kind == "nothing" else "nothing")
    while int(state.awaited_seats()) != 1:
        seat = int(state.awaited_seats()).bit_length() - 1
        state.play(seat, 1 << COLOUR_NAMES.index("purple" if seat == 1 else "brown"))
    assert best(state.view(0)) == COLOUR_NAMES.index(colour)


@pytest.mark.clause("TH-65")
@pytest.mark.parametrize(("points", "kind"), [(1, "fewest"), (9, "most")])
def test_what_a_card_is_worth_comes_from_the_box(tmp_path: Path, points: int, kind: str) -> None:
    title = TITLE
    path = tmp_path / "my.toml"
    text = title.read_resource("components.toml")
    path.write_text(text.replace("points_a_room = 2", f"points_a_room = {points}"), "utf-8")
    match = title.match(2, {"edition": "nk", "extra_changes": True, "ages": (0, 1)}, path)
    state = fresh(match)
    build(state, 0, [("blue", 2, 1), ("blue", 2, 2), ("blue", 3, 2)])
    build(state, 1, [("red", 2, 1)])
    begin_scoring(match, state)
    assert KIND_NAMES[best(state.view(0))] == kind


def test_rooms_of_one_colour_are_alike() -> None:
    view = fresh(table_for(4), "alike").view(2)
    colours = [colour_of(room) for room in hand_of(view)]
    alike = [view.equivalence(1 << place) for place in range(at.HAND)]
    assert len(set(colours)) < at.HAND, "a hand with two of a colour"
    assert [colours.index(colour) for colour in colours] == [alike.index(one) for one in alike]


def test_a_hasty_player_forgets_rooms_of_others_only() -> None:
    state = fresh(table_for(2))
    build(state, 0, RIVALS)
    build(state, 1, RIVALS)
    view = state.view(0)
    glances = [list(view.partial_view(luck_of(f"glance {k}")).numbers) for k in range(20)]
    theirs = at.SEAT + at.SEAT_SIZE + at.ROOMS + COLOUR_NAMES.index("green")
    assert {glance[theirs] for glance in glances} == {0, int(view.numbers[theirs])}
    for glance in glances:
        changed = {base for base, number in enumerate(view.numbers) if glance[base] != number}
        assert changed <= {theirs}
