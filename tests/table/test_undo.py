"""Steps are taken back until something new was revealed: computed from what could be foreseen."""

from __future__ import annotations

import pytest

from domik.games.treehouse.rules.state import PHASE, PICK, PLACE
from domik.kernel.phrase import Phrase
from domik.table.errors import TableError
from domik.table.requests import answer_undo_request, request_undo, take_back
from domik.table.running_game import log_lines, reveal_objection
from tests.table.test_table import again, begun, play_on, setup


def test_a_secret_choice_may_be_taken_back_while_others_think() -> None:
    table, entries = begun(setup(2, forced=False))
    before = list(table.view(0).numbers)
    entries += table.submit(0, 2, 2000)
    assert list(table.view(0).numbers) != before
    entries += take_back(table, 0, 2100)
    assert list(table.view(0).numbers) == before
    assert table.moves == []
    assert log_lines(table) == []
    assert again(table, entries).turn_token(0) == table.turn_token(0) == "1.0"


def test_the_last_choice_reveals_and_stays() -> None:
    table, _ = begun(setup(2, forced=False))
    table.submit(1, 2, 2000)
    table.submit(0, 2, 2001)
    assert table.view().numbers[PHASE] == PLACE
    why = table.undo_objection(0)
    assert why is not None
    assert why.key == "table.error.undo_revealed"
    with pytest.raises(TableError):
        take_back(table, 0, 2002)


def test_not_past_another_players_action() -> None:
    table, _ = begun(setup(3, forced=False))
    for seat in range(3):
        table.submit(seat, 2, 2000 + seat)
    for seat in (0, 1):  # rooms are placed in the open
        legal = table.legal(seat)
        table.submit(seat, legal & -legal, 2003 + seat)
    why = table.undo_objection(0)
    assert why is not None
    assert why.key == "table.error.undo_others"
    assert table.undo_objection(1) is None
    assert table.undo_objection(2) is not None


def test_a_secret_choice_may_be_changed_until_all_have_chosen() -> None:
    """Nobody has seen it, so what others chose after it stays, and so do their turns."""
    table, entries = begun(setup(3, forced=False))
    entries += table.submit(0, 2, 2000)
    entries += table.submit(1, 4, 2001)
    others, turn = [list(table.view(seat).numbers) for seat in (1, 2)], table.turn_token(2)
    old = "0.0"
    for choice in (1, 8, 4):
        entries += take_back(table, 0, 2002)
        assert table.awaits(0)
        assert table.turn_token(2) == turn, "whoever still thinks is not disturbed"
        assert [(move.seat, move.action) for move in table.moves] == [(1, 2)]
        with pytest.raises(TableError):
            table.submit(0, 2, 2003, old)  # a click that was meant for the choice before
        entries += table.submit(0, choice, 2003, table.turn_token(0))
        assert [list(table.view(seat).numbers) for seat in (1, 2)] == others, "nobody can tell that it was changed"
        entries += take_back(table, 1, 2004)  # and the other changes theirs
        entries += table.submit(1, 4, 2005)
    restored = again(table, entries)
    assert (restored.moves, restored.turn_token(0)) == (table.moves, table.turn_token(0))
    assert [log.event.seat for log in log_lines(restored)] == [log.event.seat for log in log_lines(table)] == [0, 1]
    entries += table.submit(2, 2, 2006)
    assert table.undo_objection(0) is not None, "now everybody has seen it"
    assert again(table, entries).undo_objection(0) is not None


def test_a_placed_room_comes_back_unless_hands_were_passed() -> None:
    table, _ = begun(setup(2, forced=False))
    table.submit(0, 1, 1)
    table.submit(1, 1, 2)
    for seat in (0, 1):
        legal = table.legal(seat)
        table.submit(seat, legal & -legal, 3 + seat)
        if seat == 0:
            assert table.undo_objection(0) is None
    assert table.view().numbers[PHASE] == PICK
    why = table.undo_objection(1)
    assert why is not None
    assert why.key == "table.error.undo_revealed"


def test_the_others_can_agree_to_more() -> None:
    table, entries = begun(setup(3, forced=False))
    for seat in range(3):
        entries += table.submit(seat, 1, 10 + seat)
    entries += request_undo(table, 0, 20)
    assert table.undo_request is not None
    with pytest.raises(TableError):
        answer_undo_request(table, 0, True, 21)
    entries += answer_undo_request(table, 1, True, 21)
    assert len(table.moves) == 3
    assert again(table, entries).undo_request == table.undo_request
    entries += answer_undo_request(table, 2, True, 22)
    assert table.moves == []
    assert again(table, entries).moves == []


def test_one_no_is_enough() -> None:
    table, _ = begun(setup(3, forced=False))
    for seat in range(3):
        table.submit(seat, 1, 10 + seat)
    request_undo(table, 0, 20)
    answer_undo_request(table, 1, False, 21)
    assert table.undo_request is None
    assert len(table.moves) == 3


@pytest.mark.parametrize("why", ["clock", "resigned"])
def test_bots_always_agree(why: str) -> None:
    table, _ = begun(setup(2, forced=False))
    table.seats[1].stand_in_reason = why
    table.submit(0, 1, 1)
    table.submit(1, 1, 2, by_bot=True)
    request_undo(table, 0, 3)
    assert table.moves == []


def test_whoever_is_away_has_not_agreed() -> None:
    table, _ = begun(setup(2, forced=False))
    table.seats[1].stand_in_reason = "away"
    table.submit(0, 1, 1)
    table.submit(1, 1, 2, by_bot=True)
    request_undo(table, 0, 3)
    assert len(table.moves) == 2
    assert table.undo_request is not None
    assert table.undo_request.voters == {1}
    with pytest.raises(TableError):
        answer_undo_request(table, 0, True, 4)
    answer_undo_request(table, 0, False, 4)  # never mind
    assert table.undo_request is None
    assert len(table.moves) == 2


def test_nothing_is_taken_back_after_the_end() -> None:
    table, _ = begun(setup(2))
    play_on(table, 500)
    for seat in range(2):
        with pytest.raises(TableError):
            take_back(table, seat, 1)
        with pytest.raises(TableError):
            request_undo(table, seat, 1)


def test_the_label_depends_on_the_position_and_on_nothing_else() -> None:
    table, entries = begun(setup(3, forced=False))
    for step in range(30):
        seat = next(seat for seat in range(3) if table.awaits(seat))
        legal = table.legal(seat)
        entries += table.submit(seat, legal & -legal, 10 + step)
        for other in range(3):
            label = table.undo_label(other)
            if label is not None:  # the worlds of the label are the first of those that decide
                assert label == reveal_objection(table, other)
        begun(setup(3, forced=False))[0].submit(0, 1, 1)  # another table's moves in between
        assert again(table, entries).undo_labels == table.undo_labels


def test_a_refused_undo_corrects_the_label() -> None:
    table, _ = begun(setup(2, forced=False))
    table.submit(1, 2, 2000)
    table.submit(0, 2, 2001)
    table.undo_labels[0] = None  # as if four worlds had been too few
    with pytest.raises(TableError):
        take_back(table, 0, 2002)
    assert table.undo_label(0) == Phrase("table.error.undo_revealed")
