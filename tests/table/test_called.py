"""What people are called at a table: their name, their animal, and who gives way when two want the same."""

from __future__ import annotations

from domik.games import game_package
from domik.table import Setup, Table
from domik.table.fair_deal import new_seed
from domik.table.seating import rename_player, sit, taken_animals
from domik.table.setup import BOT, HUMAN, SCREEN, SeatPlan
from domik.table.table import ANIMALS, open_table, restore_table

NOW = 1_700_000_000_000


def opened(*plans: SeatPlan) -> tuple[Table, list[dict[str, object]]]:
    title = game_package("treehouse")
    setup = Setup("treehouse", title.schema.read({}), plans)
    return open_table("abc", title.match(len(plans), {}), setup, new_seed(), NOW, None, None)


def animals(table: Table) -> list[str]:
    return [seat.animal for seat in table.seats]


def test_a_bot_gives_its_animal_up_and_gets_the_other_one() -> None:
    table, _ = opened(SeatPlan(HUMAN, "Ania"), SeatPlan(BOT, "Ola"), SeatPlan(BOT, "Mark"))
    sit(table, 0, "a", "Ania", NOW, ANIMALS[1])
    assert animals(table) == [ANIMALS[1], ANIMALS[0], ANIMALS[2]]


def test_what_a_person_has_is_theirs_and_the_later_one_gets_the_next() -> None:
    table, _ = opened(SeatPlan(HUMAN, "Ania"), SeatPlan(HUMAN, "Marek"))
    sit(table, 0, "a", "Ania", NOW, "fox")
    sit(table, 1, "m", "Marek", NOW, "fox")
    assert animals(table) == ["fox", "hedgehog"]
    assert taken_animals(table, 1) == {"fox": "Ania"}


def test_called_otherwise_in_the_middle_and_again_from_the_journal() -> None:
    table, entries = opened(SeatPlan(HUMAN, "Guest"), SeatPlan(SCREEN, "Tata"), SeatPlan(BOT, "Ola"))
    entries += sit(table, 0, "a", "Guest", NOW)
    entries += sit(table, 1, "a", "Tata", NOW)
    entries += table.begin(NOW)
    entries += rename_player(table, "a", "Ania", "owl", NOW)
    assert [(seat.name, seat.animal) for seat in table.seats[:2]] == [("Ania", "owl"), ("Tata", ANIMALS[1])]
    assert rename_player(table, "a", "Ania", "owl", NOW) == []
    assert rename_player(table, "stranger", "Zoe", "cat", NOW) == []
    again = restore_table("abc", table.match, table.setup, entries, NOW)
    assert animals(again) == animals(table)
    assert [seat.name for seat in again.seats] == ["Ania", "Tata", "Ola"]


def test_an_animal_that_nobody_can_draw_changes_nothing() -> None:
    table, _ = opened(SeatPlan(HUMAN, "Ania"), SeatPlan(HUMAN, "Marek"))
    sit(table, 0, "a", "Ania", NOW, "dragon")
    assert animals(table) == list(ANIMALS[:2])
