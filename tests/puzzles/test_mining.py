"""Puzzles are mined, not picked: the same seed finds the same, and the proof keeps what was promised."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.state import imagine_state
from domik.puzzles import strong_proof
from domik.puzzles.mining import MiningGame, find_puzzle, mine_puzzle
from domik.puzzles.par import has_par, mine_par_puzzle
from domik.puzzles.proof import GAP_CHANCE, GAP_MARGIN, first_advice, prove, puzzle_decision
from domik.puzzles.puzzle import Puzzle, parse_puzzle
from domik.puzzles.strong_proof import strong_proof_of, with_strong_values
from domik.puzzles.themes import theme_holds
from domik.puzzles.verification import verify_puzzle


def first(game: str, seats: int) -> Puzzle:
    match = game_package(game).match(seats)
    return next(found for number in count() if (found := mine_puzzle(match, f"test {number}")) is not None)


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    return first("treehouse", 2)


def test_the_same_seed_finds_the_same(puzzle: Puzzle) -> None:
    assert first("treehouse", 2) == puzzle


def test_one_move_is_best_by_a_clear_gap_and_is_not_the_first_advice(puzzle: Puzzle) -> None:
    by_chance = puzzle.gap[0] >= GAP_CHANCE and puzzle.low[0] > 0
    by_margin = puzzle.gap[1] >= GAP_MARGIN and puzzle.low[1] > 0
    assert by_chance or by_margin
    assert not first_advice(puzzle.view()) & set(puzzle.answer)
    assert puzzle.solved.normal == 0  # normal plays the first advice
    assert all(int(puzzle.view().legal()) >> action & 1 for one in puzzle.values for action in one.actions)


def test_it_holds_with_other_worlds_and_a_false_answer_does_not(puzzle: Puzzle) -> None:
    assert verify_puzzle(puzzle, "other worlds")
    assert not verify_puzzle(replace(puzzle, answer=puzzle.values[-1].actions), "other worlds")


def test_what_the_stronger_look_denies_is_not_kept(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rollouts have found it; when the stronger look asks for more than there is, it is no puzzle."""
    seed = puzzle.seeds[0].rsplit(" ", 2)[0]
    mine = MiningGame(puzzle.record().match, seed, puzzle.state(), [], puzzle.deal, puzzle.moves)
    assert find_puzzle(mine, puzzle.seat) == puzzle
    monkeypatch.setattr(strong_proof, "LEAST_CHANCE", 2.0)
    monkeypatch.setattr(strong_proof, "LEAST_MARGIN", 1000.0)
    monkeypatch.setattr(strong_proof, "STAGES", (4,))
    assert find_puzzle(mine, puzzle.seat) is None


def test_the_stronger_look_knows_what_the_seat_knows_and_no_more(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twin worlds: theme, costs and points by clause follow from the view alone."""
    monkeypatch.setattr(strong_proof, "STAGES", (4,))
    state = puzzle.state()
    twin = imagine_state(state.view(puzzle.seat), luck_of("twin"))
    found = []
    for one in (state, twin):
        question = puzzle_decision(one, puzzle.seat)
        assert question is not None
        ordered = [option.actions[0] for option in puzzle.values]
        look = strong_proof.prove_strongly(question, puzzle.answer, ordered, "twins", False)
        found.append(with_strong_values(puzzle, look))
    assert found[0] == found[1]


def test_points_by_clause_add_up(puzzle: Puzzle) -> None:
    told = [one for one in puzzle.values if one.clauses]
    assert told
    for one in told:
        look = strong_proof_of(puzzle, "rows")
        assert one.searched is not None
        assert look.value_of(look.question.played + 1) is not None
        assert theme_holds(puzzle)


def test_the_proof_knows_what_the_seat_knows_and_no_more(puzzle: Puzzle) -> None:
    """Twin worlds: the same view in another world gives the same proof, number by number."""
    state = puzzle.state()
    twin = imagine_state(state.view(puzzle.seat), luck_of("twin"))
    assert list(twin.numbers) != list(state.numbers)
    said = []
    for one in (state, twin):
        question = puzzle_decision(one, puzzle.seat)
        assert question is not None
        found = prove(question, "twins", False)
        assert found is not None
        said.append((found.gap, found.low, found.order, found.best))
    assert said[0] == said[1]


def test_a_line_of_text_is_the_whole_puzzle(puzzle: Puzzle) -> None:
    assert parse_puzzle(puzzle.to_json()) == puzzle


def test_a_par_is_proven() -> None:
    match = game_package("cabin").match(1)
    if not has_par(match):
        pytest.skip("the solver proves pars in the compiled build only")
    found = next(one for number in count() if (one := mine_par_puzzle(match, f"par {number}")) is not None)
    assert verify_puzzle(found, "")
    assert {one.margin >= found.par for one in found.values} == {True, False}
    assert not verify_puzzle(replace(found, par=found.par - 500), "")
