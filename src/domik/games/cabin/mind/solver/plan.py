"""From a position to a plan: what the solver is asked, and its answer as moves that replay."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam import DID_BUILD, DID_FLIP, DID_GAIN, DID_UPGRADE
from domik.games.cabin.mind.solver.blueprints import ANYTHING, AS_HOME, AS_NATURAL, LEFT_OUT
from domik.games.cabin.mind.solver.problem import Problem
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules.game import Cabin
from domik.games.cabin.rules.parts import Scenario
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
    game = cast(Cabin, match.game)
    began = time.process_time()
    solver = Solver(problem_of(match, state, seat), game.faces, game.worth, game.reverses, game.still_ends, seconds)
    least = least_bound(game, state, seat)
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


# ---- the question -----------------------------------------------------------------------------------


def problem_of(match: Match, state: State, seat: int) -> Problem:
    """One seat's position with its whole deck."""
    game = cast(Cabin, match.game)
    numbers = state.numbers
    at = SEAT + SEAT_SIZE * seat
    cards = [int(numbers[at + CARDS + k]) for k in range(int(numbers[at + LAID]))]
    for index in range(int(numbers[at + TOP]), int(numbers[at + PILE])):
        card = int(numbers[at + CARDS + index])
        if not card and match.options["draft"]:
            card = int(game.drafted(numbers, seat, index))
        elif not card:
            card = int(numbers[game.sealed_at() + DRAWN_EACH * seat + index])
        cards.append(card)
    faces: list[i64] = [card & FACE for card in cards]
    kinds: list[i64] = [face >> KIND_SHIFT for face in faces]
    edges: list[i64] = [face & 3 for face in faces]
    scenario: Scenario | None = match.parts.scenarios.get(str(match.options["scenario"]))
    model = int(numbers[MODEL]) or int(game.scene)
    allowed: list[i64] = [
        allowed_for(int(kind), int(edge), scenario, model) for kind, edge in zip(kinds, edges, strict=True)
    ]
    month = MONTHS + 1 - int(numbers[at + LEFT])
    return Problem(
        vec[i64](kinds),
        vec[i64](edges),
        vec[i64](allowed),
        numbers[at + DICE],
        month,
        numbers[at + LAID],
        bool(numbers[at + BUILT]),
        numbers[at + PLACED],
        model,
        max(month, min(MONTHS, scenario.month_limit if scenario else MONTHS)),
    )


def allowed_for(kind: int, edge: int, scenario: Scenario | None, model: int) -> int:
    """What may become of a card: a model and a scenario narrow it down (CC-42, CC-43), and a home stays one (CC-14)."""
    allowed = ANYTHING
    if model:
        wanted = [model >> FACE_BITS * place & FACE for place in range(PLACES)]
        allowed = LEFT_OUT
        for face in wanted:
            if face >> KIND_SHIFT == kind:
                allowed |= AS_HOME if face & HOME else AS_NATURAL
    if scenario is not None:
        for required, side in scenario.require:
            if required == kind:
                allowed &= AS_HOME if side else AS_NATURAL
        for forbidden, side in scenario.forbid:
            if forbidden == kind:
                allowed &= ~(AS_HOME if side else AS_NATURAL)
    return allowed & ~AS_NATURAL if edge & HOME else allowed


def least_bound(game: Cabin, state: State, seat: int) -> int:
    """What an unfinished cabin might still bring: full natural dice and seven visits (CC-17, CC-24)."""
    worth = [int(number) for number in game.worth]
    left = int(state.numbers[SEAT + SEAT_SIZE * seat + LEFT]) - (1 if game.failed_drops else 0)
    best_home = max(worth[1 + RESOURCES :])
    return worth[0] * left + DIE_MOST * sum(worth[1 : 1 + RESOURCES]) + (PLACES - 1) * best_home


# ---- the answer -------------------------------------------------------------------------------------


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
    scenario: Scenario | None = match.parts.scenarios.get(str(match.options["scenario"]))
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
    """A witness's finished cabin as the places of a table."""
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
