"""The solver's interface: what a seat's plan must achieve, and the best plan found (CC-42, CC-43)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from domik.games.cabin.mind.solver.beam_search import DID_BUILD, DID_FLIP, DID_GAIN, DID_UPGRADE
from domik.games.cabin.mind.solver.problem import ALL_BUT_ONE, ANY_CABIN, AS_ASKED, planning_problem
from domik.games.cabin.mind.solver.solver import Solver
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import pack_places
from domik.games.cabin.rules.reading import config_of, places_of
from domik.games.cabin.rules.scoring import scenario_of, scenario_result
from domik.kernel.contract import SolverResult
from domik.kernel.errors import BadOption
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import number_of
from domik.kernel.state import State, View


@dataclass(frozen=True)
class PlanGoal:
    """What counts for one seat of a match.

    A cabin "as asked" copies the model or meets the scenario's conditions.
    """

    match: CabinMatch
    seat: int
    asks: bool  # whether a cabin as asked beats every other cabin
    others_count: bool  # whether a cabin that is not as asked may score at all

    def fits(self, after: State) -> bool:
        """Whether the cabin of a finished seat is as asked; always true where nothing is asked."""
        if scenario_of(self.match) is not None:
            return scenario_result(self.match, after.view()).is_reached()
        return not self.asks or self.number(after, at.COPY) == at.COPIED

    def points(self, after: State) -> int:
        """Doubled points of a finished seat, as far as the other seats' cabins are known."""
        return self.number(after, at.POINTS) if self.others_count or self.fits(after) else 0

    def number(self, state: State, offset: int) -> int:
        """Read a number from the seat's block."""
        return int(state.numbers[at.SEAT + at.SEAT_SIZE * self.seat + offset])


def plan_goal(match: CabinMatch, state: State, seat: int) -> PlanGoal:
    """A scenario asks for a cabin; so does a model while another seat has copied it or still can (CC-42).

    Once no other seat can copy the model, every cabin counts, and the best one is wanted whether it is a copy or not.
    """
    if scenario_of(match) is not None:
        return PlanGoal(match, seat, asks=True, others_count=True)
    if not match.options["template"]:
        return PlanGoal(match, seat, asks=False, others_count=True)
    others = [at.SEAT + at.SEAT_SIZE * other for other in range(match.seats) if other != seat]
    copied = any(int(state.numbers[base + at.COPY]) == at.COPIED for base in others)
    planning = any(int(state.numbers[base + at.STAGE]) < at.LIVES for base in others)
    return PlanGoal(match, seat, asks=copied or planning, others_count=not copied)


WITNESS = {"g": at.GAIN, "u": at.UPGRADE, "f": at.FLIP}
ACTIONS = {DID_GAIN: at.GAIN, DID_UPGRADE: at.UPGRADE, DID_FLIP: at.FLIP}
NONE = -1  # lower than the score of any plan
LEAST_SECONDS = 0.001
AHEAD_SHARE = 0.2  # of the time, for what can be known one or two moves later
AHEAD_SECONDS = 0.1  # least time for one such position; less finds nothing
AHEAD_MOVES = 2
STEPWISE_SECONDS = 0.1  # least time for a plan of a cabin that cannot be finished


@dataclass(frozen=True)
class SearchScope:
    """Kinds of cabins searched for at the same time, and an upper bound on every other cabin."""

    cabins: tuple[int, ...]
    besides: int = NONE


Told = Callable[[SolverResult, float], None]


def solve(
    match: CabinMatch,
    state: State,
    seat: int,
    seconds: float,
    told: Told | None = None,
    goes_on: Callable[[float], bool] | None = None,
) -> SolverResult:
    """Return the best plan found within `seconds` of CPU time.

    Every improvement is passed to `told` with the seconds used so far; `goes_on` is polled with the seconds used, and
    the search stops when it returns False. A beam may lose the best line early on, so what a search finds from one or
    two moves later is asked for as well: what is known then is known now.
    """
    check_solvable(match, state)
    began = time.process_time()
    was_stopped = False

    def goes_on_still(used: float) -> bool:
        """Ask until the answer is no, and not again."""
        nonlocal was_stopped
        was_stopped = was_stopped or (goes_on is not None and not goes_on(used))
        return not was_stopped

    ahead = lines_ahead(plan_goal(match, state, seat), state, int(seconds * AHEAD_SHARE / AHEAD_SECONDS))
    found = solve_position(match, state, seat, seconds * (1.0 - AHEAD_SHARE) if ahead else seconds, told, goes_on_still)
    for number, (line, after) in enumerate(ahead):
        used = time.process_time() - began
        if found.proven or used >= seconds or was_stopped or not goes_on_still(used):
            break
        later = solve_position(match, after, seat, (seconds - used) / (len(ahead) - number))
        if later.beats(found):
            bound = max(found.bound, later.score)
            found = replace(found, score=later.score, bound=bound, moves=(*line, *later.moves), fits=later.fits)
            found = replace(found, proven=found.fits and found.score == bound, ruled_out=False)
            if told is not None:
                told(found, time.process_time() - began)
    return found


def lines_ahead(goal: PlanGoal, state: State, most: int) -> list[tuple[tuple[int, ...], State]]:
    """Up to `most` lines of one or two moves, the longer ones first."""
    levels: list[list[tuple[tuple[int, ...], State]]] = [[((), state)]]
    for _ in range(AHEAD_MOVES):
        levels.append(
            [
                ((*line, number_of(action)), play_one(before, goal.seat, action))
                for line, before in levels[-1]
                if goal.number(before, at.STAGE) == at.PLANS
                for action in kinds_of_move(before.view(goal.seat))
            ]
        )
    return [one for level in reversed(levels[1:]) for one in level][: max(0, most)]


def kinds_of_move(view: View) -> list[int]:
    """The legal actions of a planning seat, with one place to build on."""
    legal = int(view.legal())
    builds = legal & ((1 << at.PLACES) - 1)
    best = [max(actions_in(builds), key=lambda one: float(view.score_move(one)))] if builds else []
    return best + [action for action in (at.GAIN, at.UPGRADE, at.FLIP) if legal & action]


def actions_in(mask: int) -> list[int]:
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


def play_one(state: State, seat: int, action: int) -> State:
    after = state.copy()
    after.play(seat, action)
    return after


def solve_position(
    match: CabinMatch,
    state: State,
    seat: int,
    seconds: float,
    told: Told | None = None,
    goes_on: Callable[[float], bool] | None = None,
) -> SolverResult:
    """The best plan that one search from a position finds."""
    goal = plan_goal(match, state, seat)
    best = greedy_plan(goal, state)
    if goal.number(state, at.STAGE) >= at.LIVES:
        return replace(best, proven=True)  # the greedy choice of starts is exact
    witness = scenario_plan(goal, state)
    if witness is not None and witness.beats(best):
        best = witness
    began = time.process_time()
    kit = config_of(match)
    left_open = NONE  # upper bound on the plans that were not ruled out
    is_ruled_out = is_over = False  # whether no cabin can be as asked; whether time is up
    for search in search_scopes(goal, state):
        left = max(seconds - (time.process_time() - began), LEAST_SECONDS)
        solvers = [Solver(planning_problem(state.numbers, seat, kit, cabin), left) for cabin in search.cabins]
        known = [NONE for _ in solvers]
        has_more = True
        while has_more and not is_over:
            has_more = False
            for k, solver in enumerate(solvers):
                has_more = solver.step() or has_more
                if int(solver.best) > known[k]:
                    known[k] = int(solver.best)
                    found = replay_plan(goal, state, solver)
                    if found.beats(best):
                        best = found
                        if told is not None:
                            told(best, time.process_time() - began)
            after = time.process_time() - began
            is_over = after >= seconds or (goes_on is not None and not goes_on(after))
        left_open = max([left_open, search.besides, *(int(solver.upper_bound()) for solver in solvers)])
        is_ruled_out = is_ruled_out or left_open == NONE
        if best.fits:
            break
        if is_over and goal.others_count:
            left_open = max(left_open, overall_bound(goal, state))
            break
    if not is_finished_cabin(goal, state, best):
        better = stepwise_plan(goal, state, best, max(began + seconds, time.process_time() + STEPWISE_SECONDS))
        best = better if better.beats(best) else best
    proven = best.score >= left_open and (best.fits or is_ruled_out)
    return replace(best, bound=max(best.score, left_open), proven=proven, ruled_out=not best.fits and is_ruled_out)


def can_plan(match: CabinMatch) -> bool:
    """Whether a plan can be made from the first move on: the deck is settled, and no neighbour plays."""
    return not match.options["neighbour"] and not match.options["draft"]


def check_solvable(match: CabinMatch, state: State) -> None:
    """Raise BadOption unless the deck is settled and no neighbour is in play."""
    if match.options["neighbour"]:
        raise BadOption(Phrase("solve.neighbour"))
    if int(state.numbers[at.PHASE]) == at.DRAFTING:
        raise BadOption(Phrase("solve.draft"))


# ---- search scopes -------------------------------------------------------------------------------------


def search_scopes(goal: PlanGoal, state: State) -> list[SearchScope]:
    """What to search for, one scope after the other: cabins as asked first, then the best of all."""
    unfinished = unfinished_bound(goal, state)
    if scenario_of(goal.match) is not None:
        return [SearchScope((AS_ASKED,)), SearchScope((ANY_CABIN,), unfinished)]
    if not goal.match.options["template"]:
        return [SearchScope((AS_ASKED,), unfinished)]
    if not goal.asks:
        return [SearchScope((AS_ASKED, ALL_BUT_ONE), unfinished)]
    return (
        [SearchScope((AS_ASKED,)), SearchScope((ALL_BUT_ONE,), unfinished)]
        if goal.others_count
        else [SearchScope((AS_ASKED,))]
    )


def unfinished_bound(goal: PlanGoal, state: State) -> int:
    """Upper bound on unfinished cabins: full natural dice and seven visits to homes (CC-24).

    A failed month counts as gone (CC-17), that of a wrong build as left (CC-42).
    """
    kit = config_of(goal.match)
    month, *dice = (int(number) for number in kit.worth)
    left = goal.number(state, at.LEFT) - (1 if kit.failed_drops and not kit.template else 0)
    made: int = max(goal.match.parts.visit(at.HOME | edge)[1] for edge in (0, at.UPGRADED))
    return month * left + at.DIE_MOST * sum(dice[: at.RESOURCES]) + (at.PLACES - 1) * made * max(dice[at.RESOURCES :])


def overall_bound(goal: PlanGoal, state: State) -> int:
    """Upper bound on any cabin: every die at 6."""
    month, *dice = (int(number) for number in config_of(goal.match).worth)
    return month * goal.number(state, at.LEFT) + at.DIE_MOST * sum(dice)


# ---- results -------------------------------------------------------------------------------------------


def evaluate_plan(goal: PlanGoal, after: State, moves: list[int]) -> SolverResult:
    """The result for a plan that has been played out to `after`."""
    score = goal.points(after)
    return SolverResult(score, score, False, tuple(moves), goal.fits(after))


def replay_plan(goal: PlanGoal, state: State, solver: Solver) -> SolverResult:
    """Replay the solver's best plan on a copy of the state, as legal moves."""
    after = state.copy()
    moves: list[int] = []
    for step in solver.best_steps:
        if step:
            action = ACTIONS[step] if step != DID_BUILD else place_for(goal, after, int(solver.best_placed))
            moves.append(number_of(action))
            after.play(goal.seat, action)
    for start in solver.life_search.best_starts(goal.number(after, at.PLACED), goal.number(after, at.DICE)):
        moves.append(int(start))
        after.play(goal.seat, 1 << int(start))
    return evaluate_plan(goal, after, moves)


def place_for(goal: PlanGoal, state: State, placed: int) -> int:
    """The free place where the finished cabin shows the card in hand; one that fits the model first (CC-42)."""
    face = hand_of(goal, state)
    free = goal.number(state, at.FREE)
    places = [place for place, wanted in enumerate(places_of(placed)) if free >> place & 1 and wanted == face]
    model = places_of(int(state.numbers[at.MODEL]))
    return 1 << min(places, key=lambda place: model[place] != face & ~at.UPGRADED)


def hand_of(goal: PlanGoal, state: State) -> int:
    return goal.number(state, at.CARDS + goal.number(state, at.TOP)) & at.FACE


def scenario_plan(goal: PlanGoal, state: State) -> SolverResult | None:
    """A fresh scenario's witness from the component file, so that no result falls below par; None if it fails."""
    scenario = scenario_of(goal.match)
    game = goal.match.game
    if scenario is None or list(state.numbers) != list(game.start(game.deal(luck_of(0)))):
        return None
    after = state.copy()
    moves: list[int] = []
    for letter in scenario.actions.replace(".", ""):
        if letter not in WITNESS and hand_of(goal, after) not in scenario.circle:
            return None
        action = WITNESS.get(letter, 0) or place_for(goal, after, pack_places(scenario.circle))
        if not action & int(after.legal(goal.seat)):
            return None  # a custom component file may contain a witness that does not work
        moves.append(number_of(action))
        after.play(goal.seat, action)
    rest = greedy_plan(goal, after)
    return replace(rest, moves=(*moves, *rest.moves))


def is_finished_cabin(goal: PlanGoal, state: State, plan: SolverResult) -> bool:
    """Whether a plan fills all places; the beam searches for such plans only."""
    after = state.copy()
    for number in plan.moves:
        after.play(goal.seat, 1 << number)
    return all(places_of(goal.number(after, at.PLACED)))


def stepwise_plan(goal: PlanGoal, state: State, known: SolverResult, until: float) -> SolverResult:
    """A plan for a cabin that cannot be finished: at every move, what brings most if all later moves are greedy.

    The best plan so far is kept and followed, so every step is at least as good as the one before.
    """
    best, now = known, state
    line: tuple[int, ...] = ()
    while goal.number(now, at.STAGE) == at.PLANS and time.process_time() < until:
        for action in actions_in(int(now.legal(goal.seat))):
            rest = greedy_plan(goal, play_one(now, goal.seat, action))
            found = replace(rest, moves=(*line, number_of(action), *rest.moves))
            best = found if found.beats(best) else best
        line = best.moves[: len(line) + 1]
        now = play_one(now, goal.seat, 1 << line[-1])
    return best


def greedy_plan(goal: PlanGoal, state: State) -> SolverResult:
    """The baseline plan: the greedy bot's moves."""
    after = state.copy()
    moves: list[int] = []
    while int(after.awaited_seats()) >> goal.seat & 1:
        view = after.view(goal.seat)
        action = max(actions_in(int(view.legal())), key=lambda one: float(view.score_move(one)))
        moves.append(number_of(action))
        after.play(goal.seat, action)
    return evaluate_plan(goal, after, moves)
