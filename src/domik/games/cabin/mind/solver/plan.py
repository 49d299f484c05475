"""From a position to a plan: what the solver is asked, and its answer as moves that replay."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from domik.games.cabin.mind.solver.problem import problem_of
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules.beam import DID_BUILD, DID_FLIP, DID_GAIN, DID_UPGRADE
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.reading import kit_in
from domik.games.cabin.rules.scenarios import Scenario
from domik.games.cabin.rules.scoring import scenario_of
from domik.games.cabin.rules.state import *
from domik.kernel.errors import BadOption
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import number_of
from domik.kernel.state import State
from domik.kernel.title import Match

WITNESS = {"g": GAIN, "u": UPGRADE, "f": FLIP}
ACTIONS = {DID_GAIN: GAIN, DID_UPGRADE: UPGRADE, DID_FLIP: FLIP}


@dataclass(frozen=True)
class Answer:
    """The best plan known: doubled points, what no plan can beat, and the moves (action numbers) of one seat."""

    score: int
    bound: int
    proven: bool
    moves: tuple[int, ...]


def solve(
    match: Match,
    state: State,
    seat: int,
    seconds: float,
    told: Callable[[Answer, float], None] | None = None,
    goes_on: Callable[[float], bool] | None = None,
) -> Answer:
    """The best plan that can be found in so many seconds of work.

    Every better one is `told` on the way with the seconds it took; `goes_on` is asked again and again, with the seconds
    so far, whether to think on.
    """
    refuse_what_is_no_puzzle(match, state)
    best = follow_advice(match, state, seat)
    is_sound = not match.options["template"] and match.options["scenario"] == "none"  # else the cabin must be as wanted
    witness = known_plan(match, state)
    if witness is not None:
        best, is_sound = witness, True
    stage = int(state.numbers[SEAT + SEAT_SIZE * seat + STAGE])
    if stage >= LIVES:
        return best
    kit = kit_in(match)
    began = time.process_time()
    solver = Solver(problem_of(state.numbers, seat, kit), seconds)
    least = least_bound(kit, state, seat)
    known = -1
    while True:
        has_more = solver.step()
        if int(solver.best) > known:
            found = answer(match, state, seat, solver, least)
            if found.score > best.score or not is_sound:
                best, is_sound = found, True
                if told is not None:
                    told(best, time.process_time() - began)
            known = int(solver.best)
        after = time.process_time() - began
        if not has_more or after >= seconds or (goes_on is not None and not goes_on(after)):
            break
    bound = max(int(solver.bound), least, best.score)
    proven = (solver.is_proven() and best.score >= least and best.score == known) or best.score == bound
    return Answer(best.score, best.score if proven else bound, proven, best.moves)


def refuse_what_is_no_puzzle(match: Match, state: State) -> None:
    """A plan needs a deck that is settled, and nobody who meddles."""
    if match.options["neighbour"]:
        raise BadOption(Phrase("solve.neighbour"))
    if int(state.numbers[PHASE]) == DRAFTING:
        raise BadOption(Phrase("solve.draft"))


# ---- the answer -------------------------------------------------------------------------------------


def least_bound(kit: Kit, state: State, seat: int) -> int:
    """What an unfinished cabin might still bring: full natural dice and seven visits (CC-17, CC-24)."""
    worth = [int(number) for number in kit.worth]
    left = int(state.numbers[SEAT + SEAT_SIZE * seat + LEFT]) - (1 if kit.failed_drops else 0)
    best_home = max(worth[1 + RESOURCES :])
    return worth[0] * left + DIE_MOST * sum(worth[1 : 1 + RESOURCES]) + (PLACES - 1) * best_home


def answer(match: Match, state: State, seat: int, solver: Solver, least: int) -> Answer:
    """The solver's best plan as moves, played on a copy."""
    after = state.copy()
    at = SEAT + SEAT_SIZE * seat
    moves: list[int] = []
    for step in solver.best_steps:
        if step:
            numbers = after.numbers
            face = int(numbers[at + CARDS + numbers[at + TOP]]) & FACE
            action = (
                ACTIONS[step]
                if step != DID_BUILD
                else place_for(int(numbers[at + FREE]), int(solver.best_placed), face)
            )
            moves.append(number_of(action))
            after.play(seat, action)
    for start in solver.forest.starts(after.numbers[at + PLACED], after.numbers[at + DICE]):
        moves.append(int(start))
        after.play(seat, 1 << int(start))
    score = int(after.numbers[at + POINTS])
    return Answer(score, max(int(solver.bound), least), solver.is_proven(), tuple(moves))


def place_for(free: int, placed: int, face: int) -> int:
    """The free place on which the finished cabin shows this face."""
    return next(
        1 << place for place in range(PLACES) if free >> place & 1 and placed >> FACE_BITS * place & FACE == face
    )


def known_plan(match: Match, state: State) -> Answer | None:
    """A fresh scenario's witness from the component file: a plan to start from, so that no answer is under par."""
    scenario = scenario_of(match)
    if scenario is None or list(state.numbers) != list(match.game.start(match.game.deal(luck_of(0)))):
        return None
    after = state.copy()
    moves: list[int] = []
    for letter in scenario.actions.replace(".", ""):
        face = int(after.numbers[SEAT + CARDS + after.numbers[SEAT + TOP]]) & FACE
        action = WITNESS.get(letter, 0) or place_for(int(after.numbers[SEAT + FREE]), packed_circle(scenario), face)
        if not action & int(after.legal(0)):
            return None  # somebody's own file may tell of a plan that does not work
        moves.append(number_of(action))
        after.play(0, action)
    rest = follow_advice(match, after, 0)
    if int(after.numbers[SEAT + FREE]) or rest.score < scenario.par:
        return None
    return Answer(rest.score, rest.score, False, (*moves, *rest.moves))


def packed_circle(scenario: Scenario) -> int:
    """A witness's finished cabin on its places, as one number."""
    return sum(face << FACE_BITS * place for place, face in enumerate(scenario.circle))


def follow_advice(match: Match, state: State, seat: int) -> Answer:
    """A plan that is always there: what greedy would do."""
    after = state.copy()
    moves: list[int] = []
    while int(after.awaited()) >> seat & 1:
        view = after.view(seat)
        legal = int(view.legal())
        actions = [1 << number for number in range(legal.bit_length()) if legal >> number & 1]
        action = max(actions, key=lambda one: float(view.advise(one)))
        moves.append(number_of(action))
        after.play(seat, action)
    score = int(after.numbers[SEAT + SEAT_SIZE * seat + POINTS])
    begun = int(state.numbers[SEAT + SEAT_SIZE * seat + STAGE]) >= LIVES  # a life's best starts are exact
    return Answer(score, score, begun, tuple(moves))
