"""Hammer drill, jackhammer, concrete mixer, scaffolding (DH-40 to DH-45)."""

from __future__ import annotations

import pytest

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.house import take_away
from domik.games.dream_home.rules.reading import cell_of, market_resources
from tests.games.dream_home.positions import (
    awaited,
    clauses_against,
    discarded_resources,
    downs,
    fresh,
    full_house,
    hold,
    house,
    kinds,
    let_lay,
    let_turn,
    market_kinds,
    moves,
    play,
    put,
    resource,
    rules_of,
    spots,
    table_for,
    tokens,
    ups,
)


@pytest.mark.clause("DH-40")
def test_the_drill_exchanges_a_room_with_the_market_before_a_column_is_taken() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 1)), ("study", (2, 2), "globe"), ("living", (2, 3)))
    hold(match, state, 0, "drill")
    let_turn(match, state, 0)
    play(match, state, "d2.2", "1")
    assert kinds(match, state, 0) == {(2, 1): "living", (2, 2): "living", (2, 3): "living"}
    assert state.score(0) == 9
    assert market_kinds(match, state)[0] == "study", "the room that leaves takes the market place"
    assert tokens(match, state, 0) == {}, "its furnishing is lost"
    assert "drill" in discarded_resources(match, state)
    assert awaited(state) == 0
    assert moves(match, state) == {"1", "2", "3", "4", "5"}


@pytest.mark.clause("DH-40")
def test_what_the_drill_brings_in_obeys_the_placement_rules_or_lies_face_down() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bathroom", (2, 1)), ("study", (2, 2)), ("kids", (2, 3), "rocking_horse"))
    hold(match, state, 0, "drill")
    let_turn(match, state, 0, rooms=("bathroom", "kids", "garage", "kitchen", ""))
    play(match, state, "d2.2")
    assert moves(match, state) == {"4", "1x", "2x", "3x", "4x"}
    assert clauses_against(match, state, "1") == {"DH-23"}
    assert clauses_against(match, state, "2") == {"DH-32"}
    assert clauses_against(match, state, "3") == {"DH-22"}
    assert clauses_against(match, state, "5x") == {"DH-42"}
    play(match, state, "2x")
    assert kinds(match, state, 0)[2, 2] == "empty"
    assert tokens(match, state, 0) == {(2, 3): "rocking_horse"}, "neighbours keep theirs"


@pytest.mark.clause("DH-40")
def test_the_card_that_leaves_does_not_count_against_the_one_that_comes() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("bedroom", (2, 1)), ("bedroom", (2, 2), "canopy_bed"))
    hold(match, state, 0, "drill")
    let_turn(match, state, 0, rooms=("bedroom", "living", "kids", "study", "kitchen"))
    play(match, state, "d2.2")
    assert "1" in moves(match, state)
    play(match, state, "1")
    assert tokens(match, state, 0) == {}


@pytest.mark.clause("DH-40")
def test_empty_rooms_cannot_be_drilled() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("empty", (2, 1)), ("study", (2, 2)))
    let_turn(match, state, 0)
    assert clauses_against(match, state, "d2.2") == {"DH-40"}, "no drill"
    hold(match, state, 0, "drill")
    assert {move for move in moves(match, state) if move.startswith("d")} == {"d2.2"}
    assert clauses_against(match, state, "d2.1") == clauses_against(match, state, "d2.3") == {"DH-40"}


@pytest.mark.clause("DH-41")
def test_the_jackhammer_takes_any_room_for_the_turn_of_the_round() -> None:
    match = table_for(3)
    state = fresh(match)
    hold(match, state, 1, "jackhammer")
    first = int(state.numbers[at.FIRST])
    assert state.numbers[at.PHASE] == at.DISCARD
    play(match, state, "x2")
    assert awaited(state) == 1, "asked after the discard, before the first player chooses"
    assert moves(match, state) == {"j1", "j3", "j4", "j5", "-"}
    above = market_resources(state.view())[3]
    assert above is not None
    play(match, state, "j4")
    assert state.numbers[at.RESOURCE_DISCARDS] >> above & 1
    assert not state.numbers[at.SEAT + at.SEAT_SIZE + at.HELD] >> above & 1
    assert "jackhammer" in discarded_resources(match, state)
    play(match, state, "2.1x")
    assert len(kinds(match, state, 1)) == 1
    asked = []
    while state.numbers[at.ROUND] == 1:
        asked.append(awaited(state))
        play(match, state, "1" if len(asked) == 1 else "3", "2.1x")
    assert asked == [seat for seat in (first, (first + 1) % 3, (first + 2) % 3) if seat != 1]


@pytest.mark.clause("DH-41", "DH-42")
def test_the_leftmost_room_by_jackhammer_brings_no_marker() -> None:
    match = table_for(2)
    state = fresh(match)
    first = int(state.numbers[at.FIRST])
    other = 1 - first
    hold(match, state, other, "jackhammer")
    play(match, state, "x2", "j1", "2.1x")
    assert awaited(state) == first
    assert "1" not in moves(match, state)
    assert clauses_against(match, state, "1") == {"DH-42"}
    play(match, state, "3", "2.1x")
    assert state.numbers[at.ROUND] == 2
    assert state.numbers[at.FIRST] == first, "nobody could take the marker: it stays"


@pytest.mark.clause("DH-41")
def test_owners_are_asked_once_a_round_clockwise_from_the_first() -> None:
    match = table_for(4)
    state = fresh(match)
    hold(match, state, 0, "jackhammer")
    hold(match, state, 2, "jackhammer")
    state.numbers[at.FIRST] = state.numbers[at.NEXT_FIRST] = 1
    rules_of(match).ask_hammers(state.numbers, 0)
    assert awaited(state) == 2
    play(match, state, "-")
    assert awaited(state) == 0
    play(match, state, "j5", "2.1x")
    assert awaited(state) == 1
    assert state.numbers[at.PHASE] == at.TURN
    assert house(match, state, 2).has("jackhammer"), "declined, it stays"


@pytest.mark.clause("DH-41")
def test_an_owner_of_two_uses_one_a_round() -> None:
    match = table_for(2)
    state = fresh(match)
    first = int(state.numbers[at.FIRST])
    hold(match, state, first, "jackhammer", "jackhammer")
    play(match, state, "x2", "j1", "2.1x")
    assert awaited(state) == 1 - first
    assert house(match, state, first).count("jackhammer") == 1


@pytest.mark.clause("DH-42")
def test_an_emptied_column_is_neither_chosen_nor_mixed() -> None:
    match = table_for()
    state = fresh(match)
    hold(match, state, 0, "mixer")
    let_turn(match, state, 0, rooms=("", "kitchen", "", "bedroom", "kids"), resources=("red", "", "blue", "green"))
    assert moves(match, state) == {"2", "4", "5", "m2-4", "m2-5", "m4-5"}
    assert clauses_against(match, state, "m1-2") == {"DH-42"}


@pytest.mark.clause("DH-43")
def test_the_mixer_swaps_two_rooms_of_the_market() -> None:
    match = table_for()
    state = fresh(match)
    let_turn(match, state, 0)
    assert clauses_against(match, state, "m2-5") == {"DH-43"}
    hold(match, state, 0, "mixer")
    assert len([move for move in moves(match, state) if move.startswith("m")]) == 10
    play(match, state, "m5-2")
    assert market_kinds(match, state) == ["living", "kids", "bathroom", "bedroom", "kitchen"]
    assert "mixer" in discarded_resources(match, state)
    assert moves(match, state) == {"1", "2", "3", "4", "5"}
    play(match, state, "2")
    assert [match.parts.resources[number].id for number in house(match, state, 0).roofs()] == ["red"]


@pytest.mark.clause("DH-44")
def test_several_tools_in_one_turn_but_none_in_the_turn_it_was_taken() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("study", (2, 1)))
    hold(match, state, 0, "mixer", "mixer", "drill")
    let_turn(match, state, 0, resources=("jackhammer", "blue", "green", "brown"))
    play(match, state, "m1-2", "d2.1", "3", "m4-5", "2")
    assert kinds(match, state, 0) == {(2, 1): "bathroom"}
    assert state.numbers[at.PHASE] == at.LAY
    play(match, state, "2.2")
    assert awaited(state) == 1
    assert house(match, state, 0).count("jackhammer") == 1, "kept for a later round"


@pytest.mark.clause("DH-45")
def test_scaffolding_holds_a_room_before_or_after_the_turns_room() -> None:
    match = table_for()
    state = fresh(match)
    put(match, state, 0, ("living", (2, 2)), ("living", (2, 3)))
    let_turn(
        match, state, 0, resources=("scaffolding", "blue", "green", "brown"), rooms=("kids", "living", "study", "", "")
    )
    play(match, state, "2")
    assert spots(state) == {(1, 4), (1, 5), (2, 1), (3, 2), (3, 3)}
    assert (2, 4) not in ups(state)
    after = state.copy()
    play(match, after, "2.1", "t1.4")
    assert house(match, after, 0).scaffolds == [(1, 4)]
    play(match, state, "t1.4")
    assert (2, 4) in ups(state)
    play(match, state, "2.4")
    assert state.score(0) == 9
    assert awaited(state) == 1


@pytest.mark.clause("DH-45")
def test_a_room_takes_the_scaffoldings_place() -> None:
    match = table_for()
    state = fresh(match)
    let_lay(match, state, 0, "kitchen", "scaffolding")
    play(match, state, "t2.1", "3.1")
    assert "scaffolding" not in discarded_resources(match, state)
    let_lay(match, state, 0, "kids")
    assert (2, 1) in ups(state)
    assert (2, 1) in downs(state)
    play(match, state, "2.1x")
    assert house(match, state, 0).scaffolds == []
    assert house(match, state, 0).held == []
    assert "scaffolding" in discarded_resources(match, state)
    assert kinds(match, state, 0) == {(2, 1): "empty", (3, 1): "kitchen"}


@pytest.mark.clause("DH-45")
def test_a_second_scaffolding_may_stand_on_the_first_but_not_in_its_cell() -> None:
    match = table_for()
    state = fresh(match)
    let_lay(match, state, 0, "", "scaffolding")
    play(match, state, "t1.4")
    let_lay(match, state, 0, "", "scaffolding")
    state.numbers[at.RESOURCE] = resource(match, "scaffolding", 1) + 1
    assert (2, 4) in spots(state)
    assert (1, 4) not in spots(state)
    assert clauses_against(match, state, "t1.4") == {"DH-45"}
    assert clauses_against(match, state, "t-") == {"DH-45"}, "laying it is compulsory"
    play(match, state, "t2.4")
    let_lay(match, state, 0, "study")
    assert (3, 4) in ups(state)


@pytest.mark.clause("DH-45")
def test_scaffolding_without_a_cell_is_discarded() -> None:
    match = table_for()
    state = fresh(match)
    full_house(match, state, 0)
    base = at.SEAT + at.SEAT_SIZE * 0
    take_away(state.numbers, base, cell_of((3, 1)), rules_of(match).config)
    let_turn(match, state, 0, resources=("scaffolding", "blue", "green", "brown"))
    last = state.copy()
    play(match, last, "2", "3.1")
    assert "scaffolding" in discarded_resources(match, last), "the room filled the last cell"
    assert awaited(last) == 1
    state.numbers[base + at.SCAFFOLD] = 1 << cell_of((3, 1))
    state.numbers[base + at.HELD] |= 1 << resource(match, "scaffolding", 1)
    play(match, state, "2")
    assert discarded_resources(match, state) == ["scaffolding"]
    assert moves(match, state) == {"3.1", "3.1x"}
