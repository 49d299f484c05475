"""Find puzzles in bot games: rollouts find the answer, stronger looks and a search confirm it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domik.bots import Bot, bot_of
from domik.judge.thresholds import MILLION, THOUSAND
from domik.judge.trials import CHOOSING, MEASURING, POINTS
from domik.kernel.luck import luck_of
from domik.kernel.package import Match, built_in_components
from domik.kernel.record import number_of
from domik.kernel.state import State, state_from_deal
from domik.puzzles.difficulty import estimate_difficulty, measure_solve_rates
from domik.puzzles.proof import Proof, prove, puzzle_decision, search_agrees
from domik.puzzles.puzzle import CHOICE, Puzzle, PuzzleOption, position_id
from domik.puzzles.strong_proof import StrongProof, prove_strongly, with_strong_values
from domik.puzzles.themes import FORESIGHT

PLAYERS = ("normal", "hard:iterations=60", "normal", "easy")  # bot specs by seat, rotated by a random offset per game
SKIPPED_FRACTION = 4  # the search starts at the latest when a quarter of the game is left
LONGEST = 4000  # moves; safety limit
STRONG_SEEDS = "strong a", "strong b"  # of the two stronger looks that must confirm the answer


@dataclass
class MiningGame:
    """A bot game in which puzzles are searched."""

    match: Match
    seed: str
    state: State
    bots: list[Bot]
    deal: list[int]
    moves: list[tuple[int, int]]


def deal_mining_game(match: Match, seed: str, players: Sequence[str] = PLAYERS) -> MiningGame:
    deal = [int(number) for number in match.game.deal(luck_of(f"puzzle deal {seed}"))]
    turned = int(luck_of(f"puzzle seats {seed}").below(len(players)))
    bots = [
        bot_of(players[(seat + turned) % len(players)], luck_of(f"puzzle {seed} {seat}")) for seat in range(match.seats)
    ]
    return MiningGame(match, seed, state_from_deal(match.game, deal), bots, deal, [])


def mine_puzzle(match: Match, seed: str, players: Sequence[str] = PLAYERS) -> Puzzle | None:
    """The first puzzle after a random move of one game; None if there is none."""
    mine = deal_mining_game(match, seed, players)
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
    """The puzzle of the current decision; None unless all proofs agree on an answer that is not obvious."""
    match = mine.match
    question = puzzle_decision(mine.state.copy(), seat, len(mine.moves))
    if question is None:
        return None
    seed = f"{mine.seed} {len(mine.moves)}"
    proof = prove(question, f"{seed} a", match.package.halves)
    if proof is None:
        return None
    if not search_agrees(question.view, proof.best, mine.seed):  # costs a tenth of a stronger look, so it goes first
        return None
    ordered = [question.move_groups[one - 1][0] for one in proof.order]
    strong: list[StrongProof] = []
    for name in STRONG_SEEDS:
        strong.append(prove_strongly(question, proof.best, ordered, f"{seed} {name}", match.package.halves))
        if not strong[-1].holds:
            return None
    found = rollout_puzzle(mine, proof, f"{seed} a")
    return with_strong_values(found, strong[0]) if strong else found


def rollout_puzzle(mine: MiningGame, proof: Proof, seed: str) -> Puzzle:
    """The puzzle with the figures of its rollouts; the stronger look adds its own, and the theme."""
    match, seat = mine.match, int(proof.decision.question.view.seat)
    id = position_id(match.package.name, mine.deal, mine.moves, seat)
    solved = measure_solve_rates(proof.decision.question.view, set(proof.best), id)
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
        values=tuple(build_option(proof, one) for one in proof.order),
        theme=FORESIGHT,
        rating=estimate_difficulty(solved),
        solved=solved,
        gap=proof.gap,
        low=proof.low,
        worlds=proof.decision.trials.worlds(proof.decision.best, MEASURING),
        seeds=(seed,),
        components=own_components(match),
    )


def own_components(match: Match) -> str:
    """The text of a custom component file, which is stored with the puzzle; "" for the built-in components."""
    return "" if match.components.hash() == built_in_components(match.package).hash() else match.components.text


def build_option(proof: Proof, candidate: int) -> PuzzleOption:
    """A candidate's values in the rollouts."""
    decision = proof.decision
    trials, best = decision.trials, decision.best
    half = MEASURING if trials.worlds(candidate, MEASURING) else CHOOSING
    value = decision.value(candidate, half, trials.worlds(candidate, half))
    actions, chance = tuple(decision.question.move_groups[candidate - 1]), min(MILLION, value.chance)
    if candidate == best:
        return PuzzleOption(actions, chance, value.margin)
    lost = trials.mean_difference(best, candidate, half, POINTS) * THOUSAND / decision.per_point
    return PuzzleOption(actions, chance, value.margin, round(lost))
