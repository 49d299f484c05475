"""Puzzles are mined, not picked: the same seed finds the same, and the proof keeps what was promised."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from domik.games import title_of
from domik.kernel.luck import luck_of
from domik.kernel.state import imagined
from domik.puzzles.mining import mined
from domik.puzzles.par import has_par, mined_par
from domik.puzzles.proof import GAP_CHANCE, GAP_MARGIN, advised_numbers, prove, question_at
from domik.puzzles.proving import holds
from domik.puzzles.puzzle import Puzzle, puzzle_from


def first(game: str, seats: int) -> Puzzle:
    match = title_of(game).match(seats)
    return next(found for number in count() if (found := mined(match, f"test {number}")) is not None)


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return first("treehouse", 2)


def test_the_same_seed_finds_the_same(puzzle: Puzzle) -> None:
    assert first("treehouse", 2) == puzzle


def test_one_move_is_best_by_a_clear_gap_and_is_not_the_first_advice(puzzle: Puzzle) -> None:
    by_chance = puzzle.gap[0] >= GAP_CHANCE and puzzle.low[0] > 0
    by_margin = puzzle.gap[1] >= GAP_MARGIN and puzzle.low[1] > 0
    assert by_chance or by_margin
    assert not advised_numbers(puzzle.view()) & set(puzzle.answer)
    assert puzzle.solved.normal == 0  # normal plays the first advice
    assert all(int(puzzle.view().legal()) >> action & 1 for one in puzzle.values for action in one.actions)


def test_it_holds_with_other_worlds_and_a_false_answer_does_not(puzzle: Puzzle) -> None:
    assert holds(puzzle, "other worlds")
    wrong = Puzzle(
        **{name: getattr(puzzle, name) for name in puzzle.__struct_fields__} | {"answer": puzzle.values[-1].actions}
    )
    assert not holds(wrong, "other worlds")


def test_the_proof_knows_what_the_seat_knows_and_no_more(puzzle: Puzzle) -> None:
    """Twin worlds: the same view in another world gives the same proof, number by number."""
    state = puzzle.state()
    twin = imagined(state.view(puzzle.seat), luck_of("twin"))
    assert list(twin.numbers) != list(state.numbers)
    said = []
    for one in (state, twin):
        question = question_at(one, puzzle.seat)
        assert question is not None
        proof = prove(question, "twins", False)
        assert proof is not None
        said.append((proof.gap, proof.low, proof.order, proof.best))
    assert said[0] == said[1]


def test_a_line_of_text_is_the_whole_puzzle(puzzle: Puzzle) -> None:
    assert puzzle_from(puzzle.to_json()) == puzzle


def test_a_par_is_proven() -> None:
    match = title_of("cabin").match(1)
    if not has_par(match):
        pytest.skip("the solver proves pars in the compiled build only")
    found = next(one for number in count() if (one := mined_par(match, f"par {number}")) is not None)
    assert holds(found, "")
    assert {one.margin >= found.par for one in found.values} == {True, False}
    assert not holds(replace(found, par=found.par - 500), "")
