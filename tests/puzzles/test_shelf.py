"""The puzzles that are shipped: enough of them, sound, and a sample proven again from nothing."""

from __future__ import annotations

import pytest

from domik.games import GAMES, game_package
from domik.judge.plans import has_solver
from domik.kernel.record import action_of
from domik.language import LANGUAGES, words_for
from domik.puzzles import PAR, load_puzzles
from domik.puzzles.attempt import RIGHT_SO_FAR, SOLVED, WRONG, PuzzleAttempt, theme_phrase
from domik.puzzles.par import is_fully_known
from domik.puzzles.progress import estimate_rating, next_puzzle, puzzle_of_the_day
from domik.puzzles.verification import verify_puzzle

ENOUGH = 100
SAMPLE = 3
OWN = ("treehouse", "dream_home", "cabin", "bower")


@pytest.mark.parametrize("game", OWN)
def test_there_are_enough_and_each_can_be_asked(game: str) -> None:
    puzzles = load_puzzles(game)
    assert game in GAMES
    assert len(puzzles) >= ENOUGH
    assert len({one.id for one in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        view = puzzle.view()
        assert view.is_awaited()
        legal = int(view.legal())
        assert all(legal & action_of(action) for action in puzzle.answer)
        assert set(puzzle.answer) != {action for one in puzzle.values for action in one.actions}
        assert puzzle.kind != PAR or is_fully_known(puzzle.record().match, view)


@pytest.mark.parametrize("game", OWN)
def test_a_sample_is_proven_again(game: str) -> None:
    puzzles = load_puzzles(game)
    if puzzles[0].kind == PAR and not has_solver(puzzles[0].record().match):
        pytest.skip("pars are proven by the compiled solver")
    for puzzle in puzzles[:: len(puzzles) // SAMPLE][:SAMPLE]:
        assert verify_puzzle(puzzle, "sample"), puzzle.id


@pytest.mark.parametrize("game", OWN)
def test_right_is_right_and_wrong_says_why(game: str) -> None:
    puzzle = load_puzzles(game)[0]
    wrong = next(one for one in puzzle.values if one.actions[0] not in puzzle.answer)
    attempt = PuzzleAttempt(puzzle)
    reply = attempt.try_move(wrong.actions[0])
    assert reply.kind == WRONG
    assert reply.said.key in ("puzzle.wrong_by", "puzzle.par_gone", "puzzle.missed")
    assert attempt.tried == []
    reply = attempt.try_move(puzzle.answer[0])
    assert reply.kind != WRONG
    if puzzle.kind != PAR:
        assert reply.kind == SOLVED


@pytest.mark.parametrize("patient", [True, False])
def test_a_par_can_be_played_to_its_end(patient: bool) -> None:
    for puzzle in load_puzzles("cabin")[::20]:
        attempt = PuzzleAttempt(puzzle, may_use_solver=patient)
        kinds: list[str] = []
        while not kinds or kinds[-1] == RIGHT_SO_FAR:
            number = attempt.solution()
            assert number is not None
            kinds.append(attempt.try_move(number).kind)
        assert kinds[-1] == SOLVED
        assert len(kinds) == len(puzzle.line)


def test_without_a_solver_the_end_tells_what_was_missed() -> None:
    puzzle = load_puzzles("cabin")[0]
    attempt = PuzzleAttempt(puzzle, may_use_solver=False)
    attempt.try_move(puzzle.answer[0])
    while True:
        legal = int(attempt.view.legal())
        number = max(one for one in range(63) if legal >> one & 1)
        reply = attempt.try_move(number)
        if reply.kind != RIGHT_SO_FAR:
            break
    assert reply.kind == SOLVED or reply.said.key == "puzzle.missed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_themes_are_words_in_all_of_them(language: str) -> None:
    for game in OWN:
        words = words_for(language, ("domik.puzzles", game_package(game).words_package))
        for theme in {one.theme for one in load_puzzles(game)}:
            phrase = theme_phrase(theme)
            assert words.has(phrase.key)
            assert words.has(f"scored.{theme}") or theme.isalpha()
            assert theme not in words.say(phrase) or theme.isalpha()


def test_a_rating_follows_the_answers() -> None:
    assert estimate_rating([(1500, True)] * 4) is None
    strong, weak = estimate_rating([(1500, True)] * 20), estimate_rating([(1500, False)] * 20)
    assert strong is not None
    assert weak is not None
    assert weak < 1300 < strong


def test_the_next_one_is_fresh_and_near() -> None:
    puzzles = load_puzzles("treehouse")
    tries: dict[str, bool] = {}
    for _ in range(8):
        found = next_puzzle(puzzles, tries)
        assert found is not None
        assert found.id not in tries
        tries[found.id] = False
    again = next_puzzle(puzzles, tries, again=True)
    assert again is not None
    assert again.id in tries
    assert next_puzzle(puzzles, {one.id: True for one in puzzles}) is None


def test_the_day_has_one_for_everybody() -> None:
    puzzles = load_puzzles("bower")
    days = [puzzle_of_the_day(puzzles, day) for day in range(len(puzzles))]
    assert {one.id for one in days if one} == {one.id for one in puzzles}
    assert puzzle_of_the_day((), 3) is None
