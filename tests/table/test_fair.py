"""Fair deals: cards from a tape that nobody can foretell; deals of the first version still prove themselves."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domik.cli import main
from domik.games import GAMES, game_package
from domik.kernel.luck import Luck, SecureStream, luck_from_stream, luck_of, secure_stream_of
from domik.kernel.record import action_of, read_record, verify
from domik.table import SeatPlan, Setup, Table, Terms
from domik.table.fair_deal import SECURE, deal_from_seed, mix_seed, objections_to_deal
from domik.table.history import record_of
from domik.table.seating import add_entropy, sit
from domik.table.table import open_table, restore_table

DATA = Path(__file__).parent / "data"
OLD = sorted(DATA.glob("*_xoshiro.json"))


def played(game: str) -> tuple[Table, list[dict[str, object]]]:
    plans = (SeatPlan("human", "a"), SeatPlan("human", "b"))
    setup = Setup(game, {}, plans, Terms(forced=False))
    match = game_package(game).match(2, {})
    table, entries = open_table("t1", match, setup, "ab" * 32, 1000)
    for seat in range(2):
        entries += sit(table, seat, f"o{seat}", "", 1000)
        entries += add_entropy(table, seat, f"share {seat}", 1000)
    while not table.is_over:
        seat = (table.awaited_seats() & -table.awaited_seats()).bit_length() - 1
        legal = table.legal(seat)
        entries += table.submit(seat, action_of(legal.bit_length() - 1), 2000)
    return table, entries


@pytest.mark.parametrize("game", sorted(set(GAMES) & {"treehouse", "dream_home", "cabin", "bower"}))
def test_a_new_deal_proves_itself_and_comes_back_after_a_restart(game: str, tmp_path: Path) -> None:
    table, entries = played(game)
    text = record_of(table).to_json()
    document = json.loads(text)
    assert document["fair"]["version"] == SECURE
    record = read_record(text, game_package)
    assert objections_to_deal(record) == []
    assert verify(record, document) == []
    again = restore_table("t1", table.match, table.setup, json.loads(json.dumps(entries)), 3000)
    assert again.deal == table.deal
    assert [int(n) for n in again.view(0).numbers] == [int(n) for n in table.view(0).numbers]
    file = tmp_path / "new.json"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    document["fair"]["version"] = 1
    file.write_text(json.dumps(document), encoding="utf-8")
    assert main(["verify", str(file)]) == 1


@pytest.mark.parametrize("file", OLD, ids=lambda file: str(file.stem))
def test_records_of_the_first_version_still_replay_and_verify(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text(encoding="utf-8")
    record = read_record(text, game_package)
    assert verify(record, json.loads(text)) == []
    assert objections_to_deal(record) == []
    assert "version" not in record.extra["fair"]
    assert main(["verify", str(file)]) == 0
    ok, deal, moves, result = capsys.readouterr().out.splitlines()
    assert (ok, deal[:13], moves[:18], result[:15]) == ("ok", "Deal: proven.", "Moves: not proven.", "Result: proven.")


def test_every_game_has_an_old_record() -> None:
    assert {file.stem.removesuffix("_xoshiro") for file in OLD} == {"treehouse", "dream_home", "cabin", "bower"}


def test_a_way_of_dealing_from_the_future_is_named() -> None:
    record = read_record(OLD[0].read_text(encoding="utf-8"), game_package)
    record.extra["fair"]["version"] = 99
    assert [phrase.key for phrase in objections_to_deal(record)] == ["fair.version"]


def test_a_journal_of_the_first_version_deals_as_it_did() -> None:
    match = game_package("treehouse").match(2, {})
    setup = Setup("treehouse", {}, (SeatPlan("human", "a"), SeatPlan("human", "b")))
    opening = {"kind": "open", "at": 1, "setup": setup.to_dict(), "seed": "5e" * 32}
    shares = [{"kind": "entropy", "at": 1, "seat": seat, "share": f"s{seat}"} for seat in range(2)]
    table = restore_table("t", match, setup, [opening, *shares, {"kind": "deal", "at": 2}], 3)
    assert table.deal == [int(item) for item in match.game.deal(luck_of(mix_seed("5e" * 32, ["s0", "s1"])))]


def test_the_tape_is_blake2b_in_counter_mode() -> None:
    tape = SecureStream(b"k" * 32)
    words = [int(tape.word()) for _ in range(40)]
    blocks = b"".join(
        hashlib.blake2b(at.to_bytes(8, "big"), key=b"k" * 32, person=b"domik luck").digest() for at in range(3)
    )
    assert words == [int.from_bytes(blocks[4 * k : 4 * k + 4], "big") for k in range(40)]


def test_the_luck_of_a_tape_draws_from_it_alone() -> None:
    """Lemire's method on the tape's words, and nothing of xoshiro."""
    luck, tape = luck_from_stream(secure_stream_of(b"x")), secure_stream_of(b"x")
    for n in (2, 7, 52, 1000, 3 * 2**29):
        product = int(tape.word()) * n
        while product % 2**32 < (2**32 - n) % n:
            product = int(tape.word()) * n
        assert luck.below(n) == product >> 32
    assert luck.word() == tape.word()
    assert luck.copy().below(10**6) == luck.copy().below(10**6)
    assert luck.stream(1).below(2**30) != luck.stream(2).below(2**30)
    assert luck.split().below(2**30) != luck.split().below(2**30)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4).filter(any))
def test_the_fast_generator_draws_as_it_always_did(words: list[int]) -> None:
    """xoshiro128** by its own definition, written once more."""
    a, b, c, d = words
    luck = Luck(a, b, c, d)
    for _ in range(20):
        x = b * 5 & 0xFFFFFFFF
        expected = ((x << 7 | x >> 25) & 0xFFFFFFFF) * 9 & 0xFFFFFFFF
        t = b << 9 & 0xFFFFFFFF
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c ^= t
        d = (d << 11 | d >> 21) & 0xFFFFFFFF
        assert luck.word() == expected


def test_reshuffles_of_bower_cannot_be_reckoned_from_their_order() -> None:
    """A live deal seals words of a tape; each reshuffle draws from a tape of its own and leaves fresh words."""
    from librt.vecs import vec
    from mypy_extensions import i64

    from domik.kernel.luck import SECURE_FLAG as MARK
    from domik.kernel.luck import seal_luck, unseal_luck

    deal = deal_from_seed(game_package("bower").match(2, {}), "seed")
    assert all(word & MARK for word in deal[-4:])
    numbers = vec[i64](deal[-4:])
    luck = unseal_luck(numbers, 0)
    assert luck.secure_stream is not None
    first = [int(luck.below(1000)) for _ in range(5)]
    seal_luck(luck, numbers, 0)
    assert list(numbers) != deal[-4:]
    assert [int(unseal_luck(numbers, 0).below(1000)) for _ in range(5)] != first
    fast = vec[i64]([1, 2, 3, 4])
    luck = unseal_luck(fast, 0)
    assert luck.secure_stream is None
    luck.below(10)
    seal_luck(luck, fast, 0)
    assert list(fast) == [luck.a, luck.b, luck.c, luck.d]
