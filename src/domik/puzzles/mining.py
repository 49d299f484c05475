"""Find puzzles in bot games: prove the answer, confirm it with many seeds, and name its theme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domik.bots import Bot, bot_of
from domik.judge.decision import DecisionAnalysis, seat_value
from domik.judge.thresholds import MILLION, THOUSAND
from domik.judge.trials import CHOOSING, MEASURING, POINTS
from domik.judge.value import DecisionPoint, position_luck
from domik.kernel.luck import luck_of
from domik.kernel.package import Match, built_in_components
from domik.kernel.record import action_of, number_of
from domik.kernel.state import State, imagine_state, state_from_deal
from domik.puzzles.difficulty import estimate_difficulty, measure_solve_rates
from domik.puzzles.proof import Proof, is_confirmed, prove, puzzle_decision, search_agrees
from domik.puzzles.puzzle import CHOICE, Puzzle, PuzzleOption, position_id
from domik.reviews.clauses import TALLY_WORLDS, clause_points
from domik.reviews.report import ClausePoints

DENYING = "denying"  # hurts the rivals more than it helps the seat
PATIENCE = "patience"  # fewer points now, more at the end
FORESIGHT = "foresight"  # the points do not show it yet
THEME_BY_REASON = {
    "reason.balance": "balance",
    "reason.opens": "room",
    "reason.month": "timing",
    "reason.needed": "timing",
}
DENYING_POINTS = THOUSAND  # thousandths of a point


def theme_of(match: Match, proof: Proof) -> str:
    """The theme: a keyword or the deciding clause, derived only from what the seat knows."""
    decision = proof.decision
    view = decision.question.view
    state = imagine_state(view, position_luck(view, "theme"))
    if taken_from_rivals(decision, match.seats) >= DENYING_POINTS:
        return DENYING
    best, tempting = (decision.question.move_groups[one - 1][0] for one in (decision.best, decision.played))
    if points_after(state, decision, best) < points_after(state, decision, tempting):
        return PATIENCE
    reasons = [{one.key for one in match.reasons(view, action_of(move))} for move in (best, tempting)]
    for key in reasons[0] - reasons[1]:
        if key in THEME_BY_REASON:
            return THEME_BY_REASON[key]
    clauses = [one for one in clause_points(match, decision) if one.clause and one.points > 0]
    return clauses[0].clause if clauses else FORESIGHT


def taken_from_rivals(decision: DecisionAnalysis, seats: int) -> int:
    """How much more the rivals lose than the seat gains, in thousandths of a point."""
    own = seat_difference(decision, int(decision.question.view.seat))
    rivals = [-seat_difference(decision, seat) for seat in range(seats) if seat != decision.question.view.seat]
    return max(rivals, default=0) - max(0, own)


def seat_difference(decision: DecisionAnalysis, seat: int) -> int:
    """A seat's mean gain from the answer over the tempting move, in thousandths of a point."""
    best, tempting = (
        seat_value(decision.trials, one, seat, decision.per_point) for one in (decision.best, decision.played)
    )
    return best.points - tempting.points


def points_after(state: State, decision: DecisionAnalysis, action: int) -> int:
    """Visible score right after a move."""
    after = state.copy()
    after.play(decision.question.view.seat, action_of(action))
    return int(after.score(decision.question.view.seat))


PLAYERS = ("normal", "hard:iterations=60", "normal", "easy")  # bot specs by seat, rotated by a random offset per game
SKIPPED_FRACTION = 4  # the search starts at the latest when a quarter of the game is left
LONGEST = 4000  # moves; safety limit
CONFIRMING_SEEDS = 16  # further seeds that must all confirm the answer, so that unstable ones are not shipped
SECOND_LEVEL = "hard"  # its search must agree too, so that answers survive tuning of master


@dataclass
class MiningGame:
    """A bot game in which puzzles are searched."""

    match: Match
    seed: str
    state: State
    bots: list[Bot]
    deal: list[int]
    moves: list[tuple[int, int]]
    confirming_seeds: int = CONFIRMING_SEEDS  # seeds that must confirm an answer


def deal_mining_game(match: Match, seed: str, players: Sequence[str] = PLAYERS) -> MiningGame:
    deal = [int(number) for number in match.game.deal(luck_of(f"puzzle deal {seed}"))]
    turned = int(luck_of(f"puzzle seats {seed}").below(len(players)))
    bots = [
        bot_of(players[(seat + turned) % len(players)], luck_of(f"puzzle {seed} {seat}")) for seat in range(match.seats)
    ]
    return MiningGame(match, seed, state_from_deal(match.game, deal), bots, deal, [])


def mine_puzzle(
    match: Match, seed: str, players: Sequence[str] = PLAYERS, again: int = CONFIRMING_SEEDS
) -> Puzzle | None:
    """The first puzzle after a random move of one game; None if there is none."""
    mine = deal_mining_game(match, seed, players)
    mine.confirming_seeds = again
    first = int(luck_of(f"puzzle begin {seed}").below(latest_start(match, seed)))
    while not mine.state.is_over() and len(mine.moves) < LONGEST:
        awaited = int(mine.state.awaited_seats())
        seat = (awaited & -awaited).bit_length() - 1
        if len(mine.moves) >= first:
            found = find_puzzle(mine, seat)
            if found is not None:
                return found
        play_bot_move(mine, seat)
    return None


def play_bot_move(mine: MiningGame, seat: int) -> None:
    action = mine.bots[seat].decide(mine.state.view(seat), int(mine.state.legal(seat)))
    mine.moves.append((seat, number_of(action)))
    mine.state.play(seat, action)


def latest_start(match: Match, seed: str) -> int:
    """The latest move to start searching: three quarters of this deal's estimated length."""
    mine = deal_mining_game(match, seed)
    mine.bots = [bot_of("normal", luck_of(f"length {seed} {seat}")) for seat in range(match.seats)]
    while not mine.state.is_over() and len(mine.moves) < LONGEST:
        awaited = int(mine.state.awaited_seats())
        play_bot_move(mine, (awaited & -awaited).bit_length() - 1)
    return max(1, len(mine.moves) * (SKIPPED_FRACTION - 1) // SKIPPED_FRACTION)


def find_puzzle(mine: MiningGame, seat: int) -> Puzzle | None:
    """The puzzle of the current decision; None unless seeds and searches agree on an unobvious answer."""
    match = mine.match
    question = puzzle_decision(mine.state.copy(), seat, len(mine.moves))
    if question is None:
        return None
    seeds = f"{mine.seed} {len(mine.moves)} a", f"{mine.seed} {len(mine.moves)} b"
    proof = prove(question, seeds[0], match.package.halves)
    if proof is None or not search_agrees(question.view, proof.best, mine.seed):
        return None
    again = prove(question, seeds[1], match.package.halves)
    if again is None or again.best != proof.best or not is_robust(mine, question, proof.best):
        return None
    id = position_id(match.package.name, mine.deal, mine.moves, seat)
    solved = measure_solve_rates(question.view, set(proof.best), id)
    return Puzzle(
        id=id,
        game=match.package.name,
        rules=match.package.rules_version,
        kind=CHOICE,
        seats=match.seats,
        seat=seat,
        options=match.options_json(),
        deal=mine.deal,
        moves=list(mine.moves),
        answer=tuple(proof.best),
        values=tuple(build_option(match, proof, one) for one in proof.order),
        theme=theme_of(match, proof),
        rating=estimate_difficulty(solved),
        solved=solved,
        gap=(min(proof.gap[0], again.gap[0]), min(proof.gap[1], again.gap[1])),
        low=(min(proof.low[0], again.low[0]), min(proof.low[1], again.low[1])),
        worlds=proof.decision.trials.worlds(proof.decision.best, MEASURING),
        seeds=seeds,
        components=own_components(match),
    )


def is_robust(mine: MiningGame, question: DecisionPoint, answer: list[int]) -> bool:
    """Whether all other seeds and another level's search confirm the answer."""
    seed, halves = f"{mine.seed} {len(mine.moves)} a", mine.match.package.halves
    if not search_agrees(question.view, answer, seed, SECOND_LEVEL):
        return False
    return all(is_confirmed(question, answer, f"{seed} {number}", halves) for number in range(mine.confirming_seeds))


def own_components(match: Match) -> str:
    """The text of a custom component file, which is stored with the puzzle; "" for the built-in components."""
    return "" if match.components.hash() == built_in_components(match.package).hash() else match.components.text


def build_option(match: Match, proof: Proof, candidate: int) -> PuzzleOption:
    """A candidate's values, and by what it falls short of the answer."""
    decision = proof.decision
    trials, best = decision.trials, decision.best
    half = MEASURING if trials.worlds(candidate, MEASURING) else CHOOSING
    value = decision.value(candidate, half, trials.worlds(candidate, half))
    actions, chance = tuple(decision.question.move_groups[candidate - 1]), min(MILLION, value.chance)
    if candidate == best:
        return PuzzleOption(actions, chance, value.margin)
    trials.extend([candidate], MEASURING, TALLY_WORLDS)
    lost = trials.mean_difference(best, candidate, MEASURING, POINTS) * THOUSAND / decision.per_point
    return PuzzleOption(actions, chance, value.margin, round(lost), clause_advantages(match, decision, candidate))


def clause_advantages(match: Match, decision: DecisionAnalysis, candidate: int) -> tuple[ClausePoints, ...]:
    """The clauses by which the answer brings more or less than a candidate."""
    tempting, decision.played = decision.played, candidate
    found = clause_points(match, decision)
    decision.played = tempting
    return found
