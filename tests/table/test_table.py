"""A table from its opening to its record: seats, deal, moves, journal, clocks, resignation, rematch."""

from __future__ import annotations

import json

import pytest

from domik.games import game_package
from domik.kernel.errors import BadOption, IllegalMove
from domik.kernel.luck import luck_of
from domik.kernel.record import read_record, verify
from domik.table import SeatPlan, Setup, Table, Terms
from domik.table.errors import TableError
from domik.table.fair_deal import objections_to_deal
from domik.table.history import branch_of, own_record, record_of, view_at
from domik.table.journal import Entry
from domik.table.requests import all_want_rematch, post_chat, vote_rematch
from domik.table.running_game import log_lines
from domik.table.seating import add_entropy, flag_timeouts, resign, return_seat, sit, stand_in
from domik.table.setup import read_setup
from domik.table.table import open_table, restore_table


def setup(seats: int = 2, kind: str = "human", **terms: object) -> Setup:
    plans = tuple(SeatPlan(kind, f"P{k}") for k in range(seats))
    return Setup("treehouse", {}, plans, Terms(**terms))  # type: ignore[arg-type]


def opened(wanted: Setup | None = None, seed: str = "a seed nobody knows") -> tuple[Table, list[Entry]]:
    wanted = wanted or setup()
    match = game_package(wanted.game).match(len(wanted.seats), wanted.options)
    return open_table("t1", match, wanted, seed, 1000)


def begun(wanted: Setup | None = None, seed: str = "a seed nobody knows") -> tuple[Table, list[Entry]]:
    table, entries = opened(wanted, seed)
    for number, seat in enumerate(table.seats):
        if not seat.is_bot:
            entries += sit(table, number, f"owner{number}", f"P{number}", 1000)
            entries += add_entropy(table, number, f"share{number}", 1000)
    return table, entries


def play_on(table: Table, moves: int, seed: str = "play") -> list[Entry]:
    luck = luck_of(seed)
    entries: list[Entry] = []
    for step in range(moves):
        if table.is_over:
            break
        seat = (table.awaited_seats() & -table.awaited_seats()).bit_length() - 1
        entries += table.submit(seat, int(luck.bit_of(table.legal(seat))), 2000 + step)
    return entries


def again(table: Table, entries: list[Entry]) -> Table:
    copied = json.loads(json.dumps(entries))
    return restore_table(table.id, table.match, read_setup(copied[0]["setup"]), copied, 5000)


def test_the_cards_are_dealt_when_the_last_person_has_added_luck() -> None:
    table, _ = opened()
    sit(table, 0, "a", "Ada", 1)
    add_entropy(table, 0, "x", 1)
    assert not table.is_dealt
    with pytest.raises(TableError):
        table.submit(0, 1, 2)
    sit(table, 1, "b", "Bo", 1)
    add_entropy(table, 1, "y", 1)
    assert table.is_dealt
    assert table.awaited_seats() == 0b11
    with pytest.raises(TableError):
        add_entropy(table, 1, "later", 3)


def test_every_share_changes_the_deal() -> None:
    deals = set()
    for share in ("x", "y"):
        table, _ = opened()
        for number in range(2):
            sit(table, number, f"o{number}", "", 1)
            add_entropy(table, number, share if number else "same", 1)
        deals.add(tuple(table.deal))
    assert len(deals) == 2


@pytest.mark.parametrize("cut", [1, 4, 9, 30, 200])
def test_the_journal_gives_the_table_back_at_any_moment(cut: int) -> None:
    table, entries = begun(setup(3))
    entries += play_on(table, cut)
    copy = again(table, entries)
    assert copy.entries == len(entries) == table.entries
    assert copy.moves == table.moves
    assert copy.scores() == table.scores()
    assert log_lines(copy) == log_lines(table)
    for seat in range(-1, 3):
        assert list(copy.view(seat).numbers) == list(table.view(seat).numbers)


def test_a_refused_move_changes_nothing() -> None:
    table, _ = begun(setup(2, forced=False))
    before = list(table.view(0).numbers)
    for seat, action, error in (
        (0, 1 << 40, IllegalMove),
        (0, 3, IllegalMove),
        (0, 0, IllegalMove),
        (9, 1, TableError),
    ):
        with pytest.raises(error):
            table.submit(seat, action, 2000)
    with pytest.raises(TableError):
        table.submit(0, 1, 2000, turn="7.7")
    assert list(table.view(0).numbers) == before
    assert table.moves == []


def test_a_click_meant_for_an_older_decision_is_refused() -> None:
    table, _ = begun()
    turn = table.turn_token(0)
    table.submit(0, 1, 2000, turn)
    with pytest.raises(TableError):
        table.submit(0, 1, 2000, turn)


def test_a_finished_game_proves_itself() -> None:
    table, _ = begun(setup(2))
    with pytest.raises(TableError):
        record_of(table)
    play_on(table, 500)
    assert table.is_finished
    text = record_of(table).to_json()
    record = read_record(text, game_package)
    assert verify(record, json.loads(text)) == []
    assert objections_to_deal(record) == []


@pytest.mark.parametrize(
    ("field", "value", "key"),
    [("seed", "other", "fair.hash"), ("entropy", ["a", "b"], "fair.seed"), ("hash", "0", "fair.hash")],
)
def test_a_changed_proof_is_noticed(field: str, value: object, key: str) -> None:
    table, _ = begun(setup(2))
    play_on(table, 500)
    record = record_of(table)
    record.extra["fair"][field] = value
    assert key in [phrase.key for phrase in objections_to_deal(record)]


def test_a_changed_deal_is_noticed() -> None:
    table, _ = begun(setup(2))
    play_on(table, 500)
    record = record_of(table)
    record.deal[0], record.deal[1] = record.deal[1], record.deal[0]
    assert [phrase.key for phrase in objections_to_deal(record)] == ["fair.deal"]
    record.extra.clear()
    assert [phrase.key for phrase in objections_to_deal(record)] == ["fair.missing"]


def test_before_the_end_a_seat_gets_its_own_view_only() -> None:
    table, _ = begun(setup(2, forced=False))
    table.submit(0, 2, 2000)
    own = own_record(table, 1)
    assert own["moves"] == []
    assert own["view"] == [int(n) for n in table.view(1).numbers]
    assert table.seed not in json.dumps(own)
    assert "share" not in json.dumps(own)
    with pytest.raises(TableError):
        view_at(table, 0, 1)


def test_an_absent_seat_is_played_by_a_bot_and_given_back() -> None:
    table, entries = begun(setup(2))
    entries += stand_in(table, 1, 3000)
    assert table.seats[1].is_played_by_bot
    assert again(table, entries).seats[1].is_played_by_bot
    entries += return_seat(table, 1, 4000)
    assert not table.seats[1].is_played_by_bot
    assert not again(table, entries).seats[1].is_played_by_bot


def test_those_who_never_came_are_stood_in_for() -> None:
    table, _ = opened(setup(3))
    sit(table, 0, "a", "Ada", 1)
    table.begin(2)
    assert [seat.is_played_by_bot for seat in table.seats] == [False, True, True]


def test_when_the_time_is_out_a_bot_plays_on() -> None:
    table, entries = begun(setup(2, minutes=1, bonus=5, forced=False))
    assert table.clock.time_left(0, 31_000) == 30_000
    entries += table.submit(0, 1, 31_000)
    assert table.clock.time_left(0, 99_000) == 35_000
    assert flag_timeouts(table, 60_999) == []
    out = flag_timeouts(table, 61_001)
    assert [entry["kind"] for entry in out] == ["stand_in"]
    assert table.seats[1].stand_in_reason == "clock"
    assert return_seat(table, 1, 70_000) == []
    copy = again(table, entries + out)
    assert copy.clock.time_left(0, 5000) == 35_000
    assert copy.seats[1].stand_in_reason == "clock"


def test_giving_up_closes_a_game_of_two_and_not_one_of_three() -> None:
    two, _ = begun(setup(2))
    resign(two, 0, 3000)
    assert two.is_over
    assert not two.is_finished
    assert record_of(two).extra["resigned"] == [0]
    three, entries = begun(setup(3))
    entries += resign(three, 0, 3000)
    assert not three.is_over
    assert three.seats[0].is_played_by_bot
    with pytest.raises(TableError):
        resign(three, 0, 3000)
    assert again(three, entries).resigned == [0]


def test_a_single_choice_plays_itself_where_the_table_wants_it() -> None:
    counts = []
    for forced in (True, False):
        table, _ = begun(setup(2, forced=forced))
        play_on(table, 500)
        assert table.is_finished
        counts.append(sum(table.auto))
    assert counts[0] > 0
    assert counts[1] == 0


def test_chat_is_one_tidy_line() -> None:
    table, entries = begun()
    entries += post_chat(table, 0, "Ada", "  hello\nthere\x00 ", 3000)
    assert table.chat[0].text == "hello there"
    for text in ("", "   ", "x" * 301):
        with pytest.raises(TableError):
            post_chat(table, 0, "Ada", text, 3000)
    assert again(table, entries).chat == table.chat


def test_a_rematch_needs_everybody() -> None:
    table, _ = begun(setup(2))
    with pytest.raises(TableError):
        vote_rematch(table, 0, 1)
    play_on(table, 500)
    vote_rematch(table, 0, 1)
    assert not all_want_rematch(table, frozenset({0, 1}))
    vote_rematch(table, 1, 1)
    assert all_want_rematch(table, frozenset({0, 1}))


def test_a_finished_game_goes_on_from_any_step() -> None:
    table, _ = begun(setup(2))
    play_on(table, 500)
    branch = branch_of(table, 7)
    copy, _ = open_table("t2", table.match, table.setup, "z", 1, branch)
    copy.begin(2)
    assert list(copy.view(0).numbers) == list(view_at(table, 7, 0).numbers)
    assert record_of(table).extra["fair"]


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"game": "treehouse"},
        {"game": "treehouse", "seats": [{"kind": "ghost"}]},
        {"game": "treehouse", "seats": 3},
        {"game": "treehouse", "seats": [{"kind": "human"}], "terms": {"minutes": -1}},
        {"game": "treehouse", "seats": [{"kind": "human"}], "terms": {"minutes": "9"}},
        {"game": "treehouse", "seats": [{"kind": "human"}], "terms": {"speed": 1}},
        {"game": "treehouse", "seats": [{"kind": "human"}], "terms": {"forced": 1}},
    ],
)
def test_bad_settings_are_refused_with_a_phrase(document: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        read_setup(document)
