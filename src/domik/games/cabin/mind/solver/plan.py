"""From a position to a plan: what the solver is asked, and its answer as moves that replay."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from domik.games.cabin.mind.solver.goal import Goal, goal_of
from domik.games.cabin.mind.solver.problem import ALL_BUT_ONE, ANY_CABIN, AS_ASKED, problem_of
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules.beam import DID_BUILD, DID_FLIP, DID_GAIN, DID_UPGRADE
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
NONE = -1  # no plan brings so few points
LEAST_SECONDS = 0.001


@dataclass(frozen=True)
class Answer:
    """The best plan known: doubled points, what no plan can beat, and the moves (action numbers) of one seat.

    Where a cabin is asked for, `fits` says whether the plan's is as it should be; then the bound is that of such plans,
    else that of all plans. `ruled_out` says that no cabin can be as it should any more.
    """

    score: int
    bound: int
    proven: bool
    moves: tuple[int, ...]
    fits: bool = True
    ruled_out: bool = False

    def beats(self, other: Answer) -> bool:
        """A cabin that is asked for goes first, then points count."""
        return (self.fits, self.score) > (other.fits, other.score)


@dataclass(frozen=True)
class Search:
    """Cabins that are looked for at the same time, and what any cabin besides them can bring."""

    cabins: tuple[int, ...]
    besides: int = NONE


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
    goal = goal_of(match, state, seat)
    best = follow_advice(goal, state)
    if goal.number(state, STAGE) >= LIVES:
        return replace(best, proven=True)  # advice on a life is exact
    witness = known_plan(goal, state)
    if witness is not None and witness.beats(best):
        best = witness
    began = time.process_time()
    kit = kit_in(match)
    left_open = NONE  # the most that plans can bring which were not ruled out
    is_ruled_out = is_over = False  # whether no cabin can be as it is asked for; whether time is up
    for search in searches(goal, state):
        left = max(seconds - (time.process_time() - began), LEAST_SECONDS)
        solvers = [Solver(problem_of(state.numbers, seat, kit, cabin), left) for cabin in search.cabins]
        known = [NONE for _ in solvers]
        has_more = True
        while has_more and not is_over:
            has_more = False
            for k, solver in enumerate(solvers):
                has_more = solver.step() or has_more
                if int(solver.best) > known[k]:
                    known[k] = int(solver.best)
                    found = played(goal, state, solver)
                    if found.beats(best):
                        best = found
                        if told is not None:
                            told(best, time.process_time() - began)
            after = time.process_time() - began
            is_over = after >= seconds or (goes_on is not None and not goes_on(after))
        left_open = max([left_open, search.besides, *(int(solver.least_bound()) for solver in solvers)])
        is_ruled_out = is_ruled_out or left_open == NONE
        if best.fits:
            break
        if is_over and goal.others_count:
            left_open = max(left_open, most_of_any(goal, state))
            break
    proven = best.score >= left_open and (best.fits or is_ruled_out)
    return replace(best, bound=max(best.score, left_open), proven=proven, ruled_out=not best.fits and is_ruled_out)


def refuse_what_is_no_puzzle(match: Match, state: State) -> None:
    """A plan needs a deck that is settled, and nobody who meddles."""
    if match.options["neighbour"]:
        raise BadOption(Phrase("solve.neighbour"))
    if int(state.numbers[PHASE]) == DRAFTING:
        raise BadOption(Phrase("solve.draft"))


# ---- the question -----------------------------------------------------------------------------------


def searches(goal: Goal, state: State) -> list[Search]:
    """What is looked for, one search after the other: what is asked for first, and without it the best there is."""
    unfinished = most_of_unfinished(goal, state)
    if scenario_of(goal.match) is not None:
        return [Search((AS_ASKED,)), Search((ANY_CABIN,), unfinished)]
    if not goal.match.options["template"]:
        return [Search((AS_ASKED,), unfinished)]
    if not goal.asks:
        return [Search((AS_ASKED, ALL_BUT_ONE), unfinished)]
    return [Search((AS_ASKED,)), Search((ALL_BUT_ONE,), unfinished)] if goal.others_count else [Search((AS_ASKED,))]


def most_of_unfinished(goal: Goal, state: State) -> int:
    """What an unfinished cabin might bring: full natural dice and seven visits to homes (CC-24).

    A failed month counts as gone (CC-17), that of a wrong build as left (CC-42).
    """
    kit = kit_in(goal.match)
    month, *dice = (int(number) for number in kit.worth)
    left = goal.number(state, LEFT) - (1 if kit.failed_drops and not kit.template else 0)
    made: int = max(goal.match.parts.visit(HOME | edge)[1] for edge in (0, UPGRADED))
    return month * left + DIE_MOST * sum(dice[:RESOURCES]) + (PLACES - 1) * made * max(dice[RESOURCES:])


def most_of_any(goal: Goal, state: State) -> int:
    """What no cabin at all can beat: every die at 6."""
    month, *dice = (int(number) for number in kit_in(goal.match).worth)
    return month * goal.number(state, LEFT) + DIE_MOST * sum(dice)


# ---- the answer -------------------------------------------------------------------------------------


def answer(goal: Goal, after: State, moves: list[int]) -> Answer:
    """A plan that was played out."""
    score = goal.points(after)
    return Answer(score, score, False, tuple(moves), goal.fits(after))


def played(goal: Goal, state: State, solver: Solver) -> Answer:
    """The solver's best plan as moves, played on a copy."""
    after = state.copy()
    moves: list[int] = []
    for step in solver.best_steps:
        if step:
            action = ACTIONS[step] if step != DID_BUILD else place_for(goal, after, int(solver.best_placed))
            moves.append(number_of(action))
            after.play(goal.seat, action)
    for start in solver.forest.starts(goal.number(after, PLACED), goal.number(after, DICE)):
        moves.append(int(start))
        after.play(goal.seat, 1 << int(start))
    return answer(goal, after, moves)


def place_for(goal: Goal, state: State, placed: int) -> int:
    """The free place on which the finished cabin shows the card in hand, one where a model wants it first (CC-42)."""
    face = hand_of(goal, state)
    free = goal.number(state, FREE)
    places = [place for place in range(PLACES) if free >> place & 1 and placed >> FACE_BITS * place & FACE == face]
    model = int(state.numbers[MODEL])
    return 1 << min(places, key=lambda place: model >> FACE_BITS * place & FACE != face & ~UPGRADED)


def hand_of(goal: Goal, state: State) -> int:
    """The face in hand."""
    return goal.number(state, CARDS + goal.number(state, TOP)) & FACE


def known_plan(goal: Goal, state: State) -> Answer | None:
    """A fresh scenario's witness from the component file: a plan to start from, so that no answer is under par."""
    scenario = scenario_of(goal.match)
    game = goal.match.game
    if scenario is None or list(state.numbers) != list(game.start(game.deal(luck_of(0)))):
        return None
    after = state.copy()
    moves: list[int] = []
    for letter in scenario.actions.replace(".", ""):
        if letter not in WITNESS and hand_of(goal, after) not in scenario.circle:
            return None
        action = WITNESS.get(letter, 0) or place_for(goal, after, packed_circle(scenario))
        if not action & int(after.legal(goal.seat)):
            return None  # somebody's own file may tell of a plan that does not work
        moves.append(number_of(action))
        after.play(goal.seat, action)
    rest = follow_advice(goal, after)
    return replace(rest, moves=(*moves, *rest.moves))


def packed_circle(scenario: Scenario) -> int:
    """A witness's finished cabin on its places, as one number."""
    return sum(face << FACE_BITS * place for place, face in enumerate(scenario.circle))


def follow_advice(goal: Goal, state: State) -> Answer:
    """A plan that is always there: what greedy would do."""
    after = state.copy()
    moves: list[int] = []
    while int(after.awaited()) >> goal.seat & 1:
        view = after.view(goal.seat)
        legal = int(view.legal())
        actions = [1 << number for number in range(legal.bit_length()) if legal >> number & 1]
        action = max(actions, key=lambda one: float(view.advise(one)))
        moves.append(number_of(action))
        after.play(goal.seat, action)
    return answer(goal, after, moves)
