"""Mining: bots play, and where one move is best by a clear gap, a puzzle is kept. The same seed finds the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domik.bots import Bot, bot_of
from domik.kernel.luck import luck_of
from domik.kernel.record import number_of
from domik.kernel.state import State, dealt_state
from domik.kernel.title import Match, built_in
from domik.puzzles.difficulty import rating_of, solved_by
from domik.puzzles.proof import Proof, prove, question_at, search_agrees, stands
from domik.puzzles.puzzle import CHOICE, Option, Puzzle, id_of
from domik.puzzles.themes import theme_of
from domik.review.decision import Decision
from domik.review.reasons import TALLIED, clause_points
from domik.review.report import ClausePoints
from domik.review.story import Question
from domik.review.thresholds import MILLION, THOUSAND
from domik.review.trials import CHOOSING, MEASURING, POINTS

PLAYERS = ("normal", "hard:iterations=60", "normal", "easy")  # who plays the games, seat by seat and turned each game
SKIPPED = 4  # a quarter of the game is left out before anything is looked for
LONGEST = 4000  # moves; no game is so long
AGAIN = 16  # more seeds that must all give the same answer: what one seed in ten denies is not shipped
SECOND = "hard"  # whose search must agree beside master's: levels are tuned, and an answer should outlive it


@dataclass
class Mine:
    """One game in which to look."""

    match: Match
    seed: str
    state: State
    bots: list[Bot]
    deal: list[int]
    moves: list[tuple[int, int]]
    again: int = AGAIN  # seeds by which an answer must stand once more


def opened(match: Match, seed: str, players: Sequence[str] = PLAYERS) -> Mine:
    """A fresh deal with its players."""
    deal = [int(number) for number in match.game.deal(luck_of(f"puzzle deal {seed}"))]
    turned = int(luck_of(f"puzzle seats {seed}").below(len(players)))
    bots = [
        bot_of(players[(seat + turned) % len(players)], luck_of(f"puzzle {seed} {seat}")) for seat in range(match.seats)
    ]
    return Mine(match, seed, dealt_state(match.game, deal), bots, deal, [])


def mined(match: Match, seed: str, players: Sequence[str] = PLAYERS, again: int = AGAIN) -> Puzzle | None:
    """The first puzzle of one game after a random move, or None."""
    mine = opened(match, seed, players)
    mine.again = again
    first = int(luck_of(f"puzzle begin {seed}").below(length_of(match, seed)))
    while not mine.state.is_over() and len(mine.moves) < LONGEST:
        awaited = int(mine.state.awaited())
        seat = (awaited & -awaited).bit_length() - 1
        if len(mine.moves) >= first:
            found = puzzle_at(mine, seat)
            if found is not None:
                return found
        play(mine, seat)
    return None


def play(mine: Mine, seat: int) -> None:
    """One move of the bot whose turn it is."""
    action = mine.bots[seat].decide(mine.state.view(seat), int(mine.state.legal(seat)))
    mine.moves.append((seat, number_of(action)))
    mine.state.play(seat, action)


def length_of(match: Match, seed: str) -> int:
    """How many moves of such a game may pass before one looks: three quarters of what this deal takes."""
    mine = opened(match, seed)
    mine.bots = [bot_of("normal", luck_of(f"length {seed} {seat}")) for seat in range(match.seats)]
    while not mine.state.is_over() and len(mine.moves) < LONGEST:
        awaited = int(mine.state.awaited())
        play(mine, (awaited & -awaited).bit_length() - 1)
    return max(1, len(mine.moves) * (SKIPPED - 1) // SKIPPED)


def puzzle_at(mine: Mine, seat: int) -> Puzzle | None:
    """The puzzle of this decision: proven by many seeds and by the searches, and no bot's first thought."""
    match = mine.match
    question = question_at(mine.state.copy(), seat, len(mine.moves))
    if question is None:
        return None
    seeds = f"{mine.seed} {len(mine.moves)} a", f"{mine.seed} {len(mine.moves)} b"
    proof = prove(question, seeds[0], match.title.halves)
    if proof is None or not search_agrees(question.view, proof.best, mine.seed):
        return None
    again = prove(question, seeds[1], match.title.halves)
    if again is None or again.best != proof.best or not is_robust(mine, question, proof.best):
        return None
    id = id_of(match.title.name, mine.deal, mine.moves, seat)
    solved = solved_by(question.view, set(proof.best), id)
    return Puzzle(
        id=id,
        game=match.title.name,
        rules=match.title.rules_version,
        kind=CHOICE,
        seats=match.seats,
        seat=seat,
        options=match.options_json(),
        deal=mine.deal,
        moves=list(mine.moves),
        answer=tuple(proof.best),
        values=tuple(option(match, proof, one) for one in proof.order),
        theme=theme_of(match, proof),
        rating=rating_of(solved),
        solved=solved,
        gap=(min(proof.gap[0], again.gap[0]), min(proof.gap[1], again.gap[1])),
        low=(min(proof.low[0], again.low[0]), min(proof.low[1], again.low[1])),
        worlds=proof.decision.trials.worlds(proof.decision.best, MEASURING),
        seeds=seeds,
        components=own_components(match),
    )


def is_robust(mine: Mine, question: Question, answer: list[int]) -> bool:
    """Whether the answer stands with every other seed, and with another level's search."""
    seed, halves = f"{mine.seed} {len(mine.moves)} a", mine.match.title.halves
    if not search_agrees(question.view, answer, seed, SECOND):
        return False
    return all(stands(question, answer, f"{seed} {number}", halves) for number in range(mine.again))


def own_components(match: Match) -> str:
    """Somebody's own component file travels with the puzzle; Domik's own does not."""
    return "" if match.components.hash() == built_in(match.title).hash() else match.components.text


def option(match: Match, proof: Proof, candidate: int) -> Option:
    """What the proof says of one candidate: measured where it was measured, and by what it falls short."""
    decision = proof.decision
    trials, best = decision.trials, decision.best
    half = MEASURING if trials.worlds(candidate, MEASURING) else CHOOSING
    value = decision.value(candidate, half, trials.worlds(candidate, half))
    actions, chance = tuple(decision.question.kinds[candidate - 1]), min(MILLION, value.chance)
    if candidate == best:
        return Option(actions, chance, value.margin)
    trials.extend([candidate], MEASURING, TALLIED)
    lost = trials.ahead(best, candidate, MEASURING, POINTS) * THOUSAND / decision.per_point
    return Option(actions, chance, value.margin, round(lost), clauses_between(match, decision, candidate))


def clauses_between(match: Match, decision: Decision, candidate: int) -> tuple[ClausePoints, ...]:
    """By which clauses the answer brings more than a candidate."""
    tempting, decision.played = decision.played, candidate
    found = clause_points(match, decision)
    decision.played = tempting
    return found
