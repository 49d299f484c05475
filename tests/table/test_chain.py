"""The hash chain of a game: what was changed afterwards is found, what was sealed stays so, and it is said in words."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

from domik.games import GAMES, cached_match, game_package
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, RecordedMove, action_of, number_of, numbers_in, read_record
from domik.table import Entry, SeatPlan, Setup, Table
from domik.table.chain import MOVE, SHOWN_HEAD, GameChain, extend_head, heads_of, link_digest, objections_to_chain
from domik.table.history import own_record, record_of
from domik.table.proofs import objections_to_proofs, proofs_of
from domik.table.requests import answer_undo_request, request_undo, take_back
from domik.table.seating import add_entropy, sit, vote_to_end
from domik.table.table import open_table, restore_table


def played(game: str = "treehouse", seed: int = 1) -> tuple[Table, list[Entry], list[str]]:
    """A game of two with a move taken back; its journal, and the heads that pages were shown."""
    match = cached_match(game, 2, {})
    setup = Setup(game, dict(match.options), (SeatPlan("human", "a"), SeatPlan("human", "b")))
    table, entries = open_table("x", match, setup, f"seed {seed}", 1000)
    for seat in range(2):
        entries += sit(table, seat, f"owner {seat}", "ab"[seat], 1000)
    for seat in range(2):
        entries += add_entropy(table, seat, f"share {seat}", 1001)
    luck, heads, is_undone = random.Random(seed), [table.chain_head], False
    while not table.is_over:
        seat = next(seat for seat in range(2) if table.awaits(seat))
        action = action_of(luck.choice(list(numbers_in(table.legal(seat)))))
        entries += table.submit(seat, action, 2000 + len(entries))
        heads.append(table.chain_head)
        if not is_undone and len(table.moves) > 3 and not table.is_over:
            entries += request_undo(table, seat, 3000)
            if table.undo_request is not None:
                entries += answer_undo_request(table, 1 - seat, True, 3001)
            is_undone = True
    return table, entries, heads


def read_back(document: dict[str, Any]) -> GameRecord:
    return read_record(json.dumps(document), game_package)


def keys(phrases: list[Phrase]) -> list[str]:
    return [phrase.key for phrase in phrases]


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_record_has_no_objections(game: str) -> None:
    table, entries, heads = played(game)
    record = read_back(json.loads(record_of(table).to_json()))
    assert objections_to_proofs(record) == []
    assert set(heads) <= {head[:SHOWN_HEAD] for head in heads_of(record.extra["chain"]["links"])}
    assert objections_to_proofs(record, heads[len(heads) // 2]) == []
    again = restore_table("x", table.match, table.setup, entries, 9000)
    assert again.chain_head == table.chain_head, "it survives a restart"
    assert record.extra["chain"]["head"].startswith(table.chain_head)
    assert keys(objections_to_proofs(record, heads[-1][:8])) == ["proof.other_head"], "too short to tell"


def other_moves(table: Table) -> list[list[list[int]]]:
    """The game's moves with one of them replaced by another that was legal, in every way."""
    found = []
    for step, move in enumerate(table.moves):
        state = table.state_at(step)
        for number in numbers_in(int(state.legal(move.seat))):
            if number != move.action:
                moves = [[one.seat, one.action, one.at] for one in table.moves]
                moves[step][1] = number
                found.append(moves)
    return found


def test_every_other_move_is_found() -> None:
    table, _, _ = played()
    document = json.loads(record_of(table).to_json())
    record = read_back(document)
    tried = other_moves(table)
    assert len(tried) > 50
    for moves in tried:
        changed = [RecordedMove(*move) for move in moves]
        found = GameRecord(record.match, record.deal, record.players, changed, record.seed, record.extra)
        assert "chain.moves" in keys(objections_to_chain(found))


@pytest.mark.parametrize(
    ("lie", "found"),
    [
        (lambda one: one["chain"].update(head="0" * 64), "chain.head"),
        (lambda one: one["chain"]["links"].pop(), "chain.head"),
        (lambda one: one["moves"][5].__setitem__(2, 1), "chain.moves"),
        (lambda one: one["moves"].pop(), "chain.moves"),
        (lambda one: one["deal"].__setitem__(slice(0, 2), one["deal"][1::-1]), "chain.deal"),
        (lambda one: one.pop("fair"), "fair.missing"),
        (lambda one: (one.pop("fair"), one.pop("table")), "fair.missing"),
        (lambda one: one["fair"].update(hash="0" * 64), "fair.hash"),
        (lambda one: one["chain"].update(links="x"), "chain.malformed"),
        (lambda one: one["chain"].update(links=[["x"]]), "chain.malformed"),
        (lambda one: one["chain"]["links"].__setitem__(2, None), "chain.malformed"),
        (lambda one: one.update(chain=3), "chain.malformed"),
        (lambda one: one["chain"].update(version=9), "chain.version"),
    ],
)
def test_every_lie_is_found(lie: Any, found: str) -> None:
    table, _, _ = played()
    document = json.loads(record_of(table).to_json())
    lie(document)
    assert found in keys(objections_to_proofs(read_back(document)))


def test_a_whole_chain_of_another_game_is_found_by_a_head_that_was_seen() -> None:
    """Whoever rewrites everything, links and head included, cannot give the heads that pages were shown."""
    table, _, heads = played(seed=1)
    forged = read_back(json.loads(record_of(played(seed=2)[0]).to_json()))
    assert objections_to_proofs(forged) == []
    assert keys(objections_to_proofs(forged, heads[-1])) == ["proof.other_head"]
    told = {proof.what: proof for proof in proofs_of(read_back(json.loads(record_of(table).to_json())), heads[-1])}
    assert [told[what].is_proven for what in ("deal", "moves", "result")] == [True, True, True]


def test_what_is_not_proven_is_said() -> None:
    table, _, _ = played()
    document = json.loads(record_of(table).to_json())
    assert [proof.phrase.key for proof in proofs_of(read_back(document))] == [
        "proof.deal",
        "proof.moves",
        "proof.result",
    ]
    old = {key: value for key, value in document.items() if key != "chain"}  # of a version without chains
    assert objections_to_proofs(read_back(old)) == []
    assert keys([proof.phrase for proof in proofs_of(read_back(old))])[1] == "proof.moves_none"
    assert keys(objections_to_proofs(read_back(old), "0" * 64)) == ["proof.no_chain"]
    bare = {key: value for key, value in old.items() if key not in ("fair", "table")}
    assert keys([proof.phrase for proof in proofs_of(read_back(bare))]) == [
        "proof.deal_none",
        "proof.moves_none",
        "proof.result",
    ]


# ---- hidden information ----------------------------------------------------------------------------------------


def test_a_head_does_not_tell_a_secret_choice() -> None:
    """Who knows everything but the salt tries all choices with every salt they could know, and finds none."""
    for choice in range(8):
        chain = GameChain("the salt of this table, which only the journal has")
        chain.extend(("open", "treehouse"))
        before = chain.head
        chain.extend(RecordedMove(1, choice, 1234))
        guesses = [(MOVE, 1, number, 1234) for number in range(63)]
        salts = ("", "0" * 32, before[:32], before, "x", "treehouse")
        heads = {extend_head(before, link_digest(salt, guess)) for guess in guesses for salt in salts}
        assert chain.head not in heads
    one, other = GameChain("a"), GameChain("b")
    for chain in (one, other):
        chain.extend(RecordedMove(1, 5, 1234))
    assert one.head != other.head, "the same choice gives another head at another table"


def test_a_secret_choice_that_was_changed_is_no_lie() -> None:
    match = cached_match("treehouse", 3, {})
    setup = Setup("treehouse", dict(match.options), tuple(SeatPlan("human", name) for name in "abc"))
    table, entries = open_table("x", match, setup, "seed", 1000)
    for seat in range(3):
        entries += sit(table, seat, f"owner {seat}", "abc"[seat], 1000)
    for seat in range(3):
        entries += add_entropy(table, seat, "x", 1001)
    for seat in range(2):
        entries += table.submit(seat, table.legal(seat) & -table.legal(seat), 1002)
    changed = take_back(table, 0, 1003)
    assert [entry["kind"] for entry in changed] == ["withdraw"]
    entries += changed
    other = table.legal(0) & (table.legal(0) - 1)
    entries += table.submit(0, other & -other, 1004)
    for seat in range(3):
        entries += vote_to_end(table, seat, True, 1005)
    record = read_back(json.loads(record_of(table).to_json()))
    assert objections_to_proofs(record) == []
    assert [link for link in record.extra["chain"]["links"] if isinstance(link, str)], "the first choice is not told"
    assert restore_table("x", match, setup, entries, 2000).chain_head == table.chain_head


def test_salts_of_links_do_not_tell_each_other() -> None:
    chain = GameChain("salt")
    for number in range(5):
        chain.extend(RecordedMove(0, number, number))
    salts = [link[0] for link in chain.to_dict()["links"]]
    assert len(set(salts)) == 5
    assert all(len(salt) == 32 and "salt" not in salt for salt in salts)


def test_moves_taken_back_stay_unknown() -> None:
    """The record has a digest of them; with the salts that it reveals of others, no choice gives that digest."""
    chain = GameChain("salt")
    for number in range(4):
        chain.extend(RecordedMove(number % 2, 7, 10 * number))
    chain.take_back(2)
    links = chain.to_dict()["links"]
    hidden = [link for link in links if isinstance(link, str)]
    assert len(hidden) == 2
    shown = [link[0] for link in links if not isinstance(link, str)]
    for number in range(63):
        for seat in range(2):
            for at in (20, 30):
                assert not {link_digest(salt, (MOVE, seat, number, at)) for salt in shown} & set(hidden)
    assert heads_of(links)[-1] == chain.head


def test_nothing_that_leaves_a_game_in_play_has_the_salt() -> None:
    match = cached_match("treehouse", 2, {})
    setup = Setup("treehouse", dict(match.options), (SeatPlan("human", "a"), SeatPlan("human", "b")))
    table, (opening,) = open_table("x", match, setup, "seed", 1000)
    for seat in range(2):
        sit(table, seat, f"owner {seat}", "ab"[seat], 1000)
        add_entropy(table, seat, "x", 1001)
    legal = table.legal(0)
    table.submit(0, legal & -legal, 1002)
    assert number_of(legal & -legal) >= 0
    for seat in range(2):
        told = json.dumps(own_record(table, seat))
        assert opening["salt"] not in told
        assert table.chain_head in told


def test_a_head_from_the_middle_proves_the_moves_up_to_there() -> None:
    table, _, heads = played()
    record = read_back(json.loads(record_of(table).to_json()))
    middle, last = (proofs_of(record, head)[1] for head in (heads[4], heads[-1]))
    assert (last.is_proven, last.phrase.key) == (True, "proof.moves_seen")
    assert (middle.is_proven, middle.phrase.key) == (False, "proof.moves_part")
    assert int(str(middle.phrase.args["n"])) < len(record.moves)


@pytest.mark.parametrize(
    "link", [["salt", "move", 0, 1, 2], ["0" * 32, "back", float("inf")], "digest", ["0" * 32], 7, ["0" * 31 + " ", 1]]
)
def test_a_link_of_another_form_is_an_objection(link: Any) -> None:
    table, _, _ = played()
    document = json.loads(record_of(table).to_json())
    document["chain"]["links"].insert(4, link)
    assert keys(objections_to_chain(read_back(document))) == ["chain.malformed"]


def test_a_chain_of_older_rules_still_holds() -> None:
    table, _, heads = played()
    record = read_back(json.loads(record_of(table).to_json()))
    newer = dataclasses.replace(record.match.package, rules_version=record.match.package.rules_version + 1)
    record = dataclasses.replace(record, match=dataclasses.replace(record.match, package=newer))
    assert objections_to_chain(record) == []
    assert objections_to_proofs(record, heads[-1]) == []
