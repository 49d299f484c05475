"""Tables of a live evening: neighbours in the standings or everybody with everybody, and nobody twice without need."""

from __future__ import annotations

import random

import pytest

from domik.server.live.round_tables import ALL_PLAY_ALL, SWISS, group_people, meetings, table_sizes


def rounds_of(people: int, rounds: int, size: int, mode: str) -> list[list[list[str]]]:
    """Rounds after each of which the standings are another chance."""
    luck, order = random.Random(people), [f"guest {k:02}" for k in range(people)]
    found: list[list[list[str]]] = []
    for _ in range(rounds):
        found.append(group_people(order, size, meetings(found), mode))
        assert sorted(one for group in found[-1] for one in group) == sorted(order)
        luck.shuffle(order)
    return found


def test_swiss_meets_neighbours_in_the_standings_once() -> None:
    order = list("abcdef")
    first = group_people(order, 2, {}, SWISS)
    assert first == [["a", "b"], ["c", "d"], ["e", "f"]]
    second = group_people(order, 2, meetings([first]), SWISS)
    assert second == [["a", "c"], ["b", "e"], ["d", "f"]], "the last two have met, so the middle moves apart"
    assert group_people(order[:5], 3, {}, SWISS) == [["a", "b", "c"], ["d", "e"]]


def test_tables_are_equally_full() -> None:
    assert [table_sizes(people, 3) for people in (3, 4, 5, 7, 8)] == [[3], [2, 2], [3, 2], [3, 2, 2], [3, 3, 2]]
    assert table_sizes(5, 2) == [2, 2, 1], "somebody is over where two play"
    assert table_sizes(0, 3) == []
    for people in range(4, 33):
        assert sum(table_sizes(people, 3)) == people
        assert min(table_sizes(people, 3)) > 1


@pytest.mark.parametrize("people", range(4, 11))
def test_everybody_meets_everybody(people: int) -> None:
    """In as many rounds as it takes; where people are odd, everybody sits with a bot once."""
    met = meetings(rounds_of(people, people - 1 + people % 2, 2, ALL_PLAY_ALL))
    assert set(met.values()) == {1}
    assert len(met) == people * (people - 1) // 2 + (people if people % 2 else 0)


@pytest.mark.parametrize("mode", [SWISS, ALL_PLAY_ALL])
@pytest.mark.parametrize(("size", "fewest"), [(2, 6), (3, 12)])
def test_nobody_meets_the_same_people_again_in_four_rounds(size: int, fewest: int, mode: str) -> None:
    for people in (fewest, 17, 32):
        assert set(meetings(rounds_of(people, 4, size, mode)).values()) == {1}, people


def test_people_who_come_late_or_sit_out_are_seated_with_those_they_have_not_met() -> None:
    first = group_people(list("abcdef"), 2, {}, ALL_PLAY_ALL)
    second = group_people(list("bcdefgh"), 2, meetings([first]), ALL_PLAY_ALL)
    assert set(meetings([first, second]).values()) == {1}
