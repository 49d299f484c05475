"""The kit: what the options and the component file decide, as numbers."""

from __future__ import annotations

import pytest

from domik.games.dream_home.rules.parts import KIND_IDS
from domik.games.dream_home.rules.state import BASEMENT, SECOND, THIRD
from tests.games.dream_home.positions import rules_of, table_for


@pytest.mark.clause("DH-12")
@pytest.mark.parametrize(("seats", "gentle", "discards"), [(2, False, True), (3, True, False), (4, False, False)])
def test_two_or_three_discard_a_column_unless_they_play_gently(seats: int, gentle: bool, discards: bool) -> None:
    assert rules_of(table_for(seats, gentle=gentle)).config.discards_a_column is discards


@pytest.mark.clause("DH-11", "DH-65")
def test_the_other_options() -> None:
    plain, rich = rules_of(table_for(3)).config, rules_of(table_for(3, car=True, ages="3,1,2")).config
    assert (plain.car, plain.youngest) == (False, -1)
    assert (rich.car, rich.youngest) == (True, 2)


def test_every_resource_is_of_one_sort() -> None:
    match = table_for()
    kit = rules_of(match).config
    sorts = {
        "roof": kit.all_roofs,
        "furnishing": kit.indoors | kit.garden,
        "tool": kit.drills | kit.hammers | kit.mixers | kit.scaffolds,
        "helper": kit.designers | kit.roofers | kit.couriers | kit.handymen | kit.architects,
    }
    for number, card in enumerate(match.parts.resources):
        assert [sort for sort, mask in sorts.items() if int(mask) >> number & 1] == [card.sort]
        assert bool(int(kit.windows) >> number & 1) == card.window


def test_a_kind_of_room_as_it_is_printed() -> None:
    match = table_for()
    kit = rules_of(match).config
    for number, kind in enumerate(match.parts.kinds):
        assert kit.most[number] == kind.most
        assert list(kit.points[3 * number : 3 * number + kind.most]) == list(kind.points)
        assert (kit.beside[number], kit.beside_points[number]) == (kind.beside, kind.beside_points)
        assert kit.zone[number] == (BASEMENT if kind.category == "basement" else SECOND | THIRD)
    assert [KIND_IDS[int(kind)] for kind in (kit.bathroom, kit.kitchen, kit.bedroom, kit.garage)] == [
        "bathroom",
        "kitchen",
        "bedroom",
        "garage",
    ]
