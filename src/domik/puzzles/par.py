"""Par puzzles: the end of a solo game with a score proven to be optimal."""

from __future__ import annotations

from domik.bots import bot_of
from domik.judge.plans import Planner, SolverPlan, has_solver, solver_of, state_after
from domik.judge.thresholds import THOUSAND
from domik.judge.value import actions_in
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.record import number_of
from domik.kernel.state import State, View
from domik.puzzles.difficulty import LEVELS, estimate_difficulty
from domik.puzzles.mining import MiningGame, deal_mining_game, own_components, play_bot_move
from domik.puzzles.puzzle import PAR, Puzzle, PuzzleOption, SolveRates, position_id

PAR_SOLVER_SECONDS = 4.0  # per plan
LEAST_MOVES, MOST_MOVES = 3, 18  # moves left to the end of the game
THEME = "par"
PLAYER = "normal"


def has_par(match: Match) -> bool:
    """Whether pars can be proven for this match."""
    return match.seats == 1 and has_solver(match)


def mine_par_puzzle(match: Match, seed: str) -> Puzzle | None:
    """The first position of a solo game with a proven par that the normal bot misses; None if there is none."""
    mine = deal_mining_game(match, seed)
    mine.bots = [bot_of(PLAYER, luck_of(f"par {seed}"))]
    planner = Planner(match)
    wanted = LEAST_MOVES + int(luck_of(f"par length {seed}").below(MOST_MOVES - LEAST_MOVES))
    while not mine.state.is_over():
        left = moves_left(match, mine.state, seed)
        if left < LEAST_MOVES:
            return None
        if left <= wanted and is_fully_known(match, mine.state.view(0)):
            found = find_par_puzzle(mine, planner)
            if found is not None:
                return found
        play_bot_move(mine, 0)
    return None


def is_fully_known(match: Match, view: View) -> bool:
    """Whether nothing is hidden from the player: only then is a score certain."""
    return solver_of(match).is_fully_known(view, 0)


def moves_left(match: Match, state: State, seed: str) -> int:
    """How many moves the normal bot still makes."""
    rest, moves = state.copy(), 0
    bot = bot_of(PLAYER, luck_of(f"rest {seed}"))
    while not rest.is_over():
        rest.play(0, bot.decide(rest.view(0), int(rest.legal(0))))
        moves += 1
    return moves


def find_par_puzzle(mine: MiningGame, planner: Planner) -> Puzzle | None:
    """The par puzzle of the current position.

    None unless par is proven, some first moves lose it, and the normal bot misses it.
    """
    match, state = mine.match, mine.state
    kinds = move_groups(state.view(0))
    if len(kinds) < 2:
        return None
    plan = planner.plan(state, round(PAR_SOLVER_SECONDS * THOUSAND))
    if not plan.proven or bot_score(match, state, PLAYER, mine.seed) >= plan.score:
        return None
    values = []
    for kind in kinds:
        after = planner.plan(state_after(state, kind[0]), round(PAR_SOLVER_SECONDS * THOUSAND))
        if not after.proven:
            return None
        values.append(PuzzleOption(tuple(kind), 0, after.score))
    values.sort(key=lambda one: -one.margin)
    good = [one for one in values if one.margin >= plan.score]
    if not good or len(good) == len(values):
        return None
    return build_par_puzzle(mine, plan, values, good)


def build_par_puzzle(
    mine: MiningGame, plan: SolverPlan, values: list[PuzzleOption], good: list[PuzzleOption]
) -> Puzzle:
    match = mine.match
    id = position_id(match.package.name, mine.deal, mine.moves, 0)
    solved = par_solve_rates(match, mine.state, plan.score, id)
    gap = plan.score - values[len(good)].margin
    return Puzzle(
        id=id,
        game=match.package.name,
        rules=match.package.rules_version,
        kind=PAR,
        seats=1,
        seat=0,
        options=match.options_json(),
        deal=mine.deal,
        moves=list(mine.moves),
        answer=tuple(action for one in good for action in one.actions),
        values=tuple(values),
        theme=THEME,
        rating=estimate_difficulty(solved),
        solved=solved,
        gap=(0, gap),
        low=(0, gap),
        par=plan.score,
        line=line_to_par(match, mine.state),
        components=own_components(match),
    )


def line_to_par(match: Match, state: State) -> tuple[int, ...]:
    """The moves of one optimal plan."""
    return solver_of(match).solve(match, state.copy(), 0, PAR_SOLVER_SECONDS).moves


def move_groups(view: View) -> list[list[int]]:
    """Legal action numbers, grouped by equivalence."""
    groups: dict[int, list[int]] = {}
    for action in actions_in(int(view.legal())):
        groups.setdefault(int(view.equivalence(action)), []).append(number_of(action))
    return list(groups.values())


def bot_score(match: Match, state: State, spec: str, seed: str) -> int:
    """A bot's final score from here, in thousandths of a point."""
    rest = state.copy()
    bot = bot_of(spec, luck_of(f"reach {seed} {spec}"))
    while not rest.is_over():
        rest.play(0, bot.decide(rest.view(0), int(rest.legal(0))))
    return round(match.points(int(rest.score(0))) * THOUSAND)


def par_solve_rates(match: Match, state: State, par: int, seed: str) -> SolveRates:
    """How often each level reaches par, in per cent."""
    shares = [
        round(100 * sum(bot_score(match, state, spec, f"{seed} {number}") >= par for number in range(tries)) / tries)
        for spec, _, tries in LEVELS
    ]
    return SolveRates(*shares)
