"""What is said about a puzzle: its title, why the answer is best, what a wrong move costs, and what may follow."""

from __future__ import annotations

from collections.abc import Sequence

from domik.judge.thresholds import THOUSAND
from domik.judge.value import position_luck
from domik.kernel.package import Match
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.record import action_of
from domik.kernel.state import State, View, imagine_state
from domik.kernel.tally import GameEvent, format_halves
from domik.puzzles.puzzle import PAR, Puzzle, PuzzleOption
from domik.puzzles.themes import DENYING, differing_reason, differing_reasons, facts_of
from domik.reviews.phrases import LEAST_POINTS, hundredths

LINES = 3  # of what may follow
MOST_MOVES = 40  # that are looked through for them


def displayed_points(thousandths: int) -> float | int:
    """Points from thousandths, as an int where whole."""
    whole, rest = divmod(thousandths, THOUSAND)
    return whole if not rest else thousandths / THOUSAND


def written_points(thousandths: int) -> str:
    """The same as players write them: 12½."""
    return format_halves(2 * thousandths // THOUSAND)


def title_phrase(puzzle: Puzzle) -> Phrase:
    """The title: its theme, or the score to reach."""
    if puzzle.kind == PAR:
        return Phrase("puzzle.title.par", {"n": displayed_points(puzzle.par)})
    return Phrase(f"puzzle.title.{puzzle.theme}")


def theme_phrase(theme: str) -> Phrase:
    """The name of a theme, for lists of them."""
    return Phrase("puzzle.title.any_par" if theme == PAR else f"puzzle.title.{theme}")


def question_phrase(puzzle: Puzzle) -> Phrase:
    if puzzle.kind == PAR:
        return Phrase("puzzle.ask_par", {"par": written_points(puzzle.par)})
    return Phrase("puzzle.ask")


def why_phrase(puzzle: Puzzle) -> Phrase:
    """One sentence why the answer is best: a fact that does not hold for the tempting move, else its figures."""
    facts = facts_of(puzzle)
    what = facts.match.spoken_phrase(facts.question.view, action_of(facts.answer))
    reason = differing_reason(puzzle)
    tempting = facts.tempting
    first = next((one for one in tempting.clauses if one.clause), None) if tempting is not None else None
    searched = tempting.searched if tempting is not None else None
    if puzzle.theme == DENYING and searched is not None:
        return Phrase("puzzle.denies", {"what": what, "n": round(searched.denied / THOUSAND, 1)})
    is_by_clause = first is not None and first.clause == puzzle.theme
    if reason is not None and not is_by_clause:
        return Phrase("hint.because", {"what": what, "why": reason})
    if first is not None and first.points > 0:
        args: dict[str, Argument] = {"what": what, "n": round(first.points / THOUSAND, 1), "from": first.what}
        return Phrase("puzzle.brings", args)
    wins_most = all(one.searched is None or one.searched.lost_chance > 0 for one in puzzle.values[1:])
    return Phrase("puzzle.is_best" if wins_most else "puzzle.leads_most", {"what": what})


def tempting_option(puzzle: Puzzle) -> PuzzleOption | None:
    """The option that the game's own advice would choose; None in a par puzzle."""
    return None if puzzle.kind == PAR else facts_of(puzzle).tempting


def tempting_chances(puzzle: Puzzle) -> dict[str, Argument]:
    """Games won of a hundred with the answer ("best") and the tempting move ("tried"); empty if that tells nothing."""
    tempting, best = tempting_option(puzzle), puzzle.values[0].searched
    searched = tempting.searched if tempting is not None else None
    return chances_told(best.chance - searched.lost_chance, best.chance) if searched is not None and best else {}


def missing_option(puzzle: Puzzle) -> tuple[PuzzleOption, bool]:
    """The first move that a par is compared with, and whether it is the one that looks natural.

    That is what the game's own advice plays, where it loses the par, else the best move that does.
    """
    view = puzzle.view()
    best = int(view.best_moves(view.legal()))
    natural = puzzle.option((best & -best).bit_length() - 1)
    if natural is not None and natural.margin < puzzle.par:
        return natural, True
    return next(one for one in puzzle.values if one.margin < puzzle.par), False


def why_par_phrase(puzzle: Puzzle, view: View, action: int) -> Phrase:
    """One sentence about a move that keeps a par: a fact that does not hold for the move it is compared with.

    Only first moves are compared; of later ones the proof keeps no values.
    """
    match = puzzle.record().match
    what = match.spoken_phrase(view, action_of(action))
    if len(view.numbers) and list(view.numbers) == list(puzzle.view().numbers):
        other, _ = missing_option(puzzle)
        reason = next(iter(differing_reasons(match, view, action, other.actions[0])), None)
        if reason is not None:
            return Phrase("hint.because", {"what": what, "why": reason})
    return Phrase("puzzle.par_why", {"what": what, "par": written_points(puzzle.par)})


def par_line_after(puzzle: Puzzle, moves: Sequence[int]) -> tuple[GameEvent, ...]:
    """What the proven line does next; nothing once it was left."""
    if tuple(moves) != puzzle.line[: len(moves)]:
        return ()
    state, match, found = puzzle.state(), puzzle.record().match, list[GameEvent]()
    for number, action in enumerate(puzzle.line):
        before = state.view()
        state.play(puzzle.seat, action_of(action))
        if number >= len(moves):
            found += [one for one in match.events(before, state.view(), puzzle.seat) if one.seat >= 0]
        if len(found) >= LINES or state.is_over():
            break
    return tuple(found[:LINES])


def cost_phrase(puzzle: Puzzle, action: int) -> Phrase:
    """What a wrong move costs, without naming the answer."""
    tried, best = puzzle.option(action), puzzle.values[0]
    if tried is None:
        return Phrase("puzzle.wrong")
    if tried.searched is None or best.searched is None:
        return first_look_cost(tried, best)
    searched = tried.searched
    chances = chances_told(best.searched.chance - searched.lost_chance, best.searched.chance)
    if chances and searched.lost_points < LEAST_POINTS:
        return Phrase("puzzle.cost_chance", chances)
    key, lost = "puzzle.cost" if chances else "puzzle.cost_points", searched.lost_points
    if lost < LEAST_POINTS:
        key, lost = "puzzle.cost_lead", searched.lost_margin
    return Phrase(key, {"n": round(lost / THOUSAND, 1), **chances}) if lost >= LEAST_POINTS else Phrase("puzzle.wrong")


def first_look_cost(tried: PuzzleOption, best: PuzzleOption) -> Phrase:
    """What only the rollouts measured."""
    if tried.lost >= LEAST_POINTS:
        return Phrase("puzzle.cost_first_look", {"n": round(tried.lost / THOUSAND, 1)})
    chances = chances_told(tried.chance, best.chance)
    return Phrase("puzzle.cost_chance_first_look", chances) if chances else Phrase("puzzle.wrong")


def chances_told(tried: int, best: int) -> dict[str, Argument]:
    """Games won of a hundred, with the same figure for the best move at every try; nothing where that tells nothing."""
    told = {"tried": hundredths(tried), "best": hundredths(best)}
    return {**told} if told["tried"] < told["best"] else {}


def imagined_after(view: View, action: int) -> State:
    """The position after a move, in a world that the seat can imagine: nothing of the real one is given away."""
    state = imagine_state(view, position_luck(view, "follows"))
    state.play(view.seat, action_of(action))
    return state


def what_follows(match: Match, after: State) -> list[GameEvent]:
    """The next few public moves, every seat playing what the game's advice says: an example and no proof."""
    state, found = after.copy(), list[GameEvent]()
    for _ in range(MOST_MOVES):
        awaited = int(state.awaited_seats())
        if not awaited or len(found) >= LINES:
            break
        seat = (awaited & -awaited).bit_length() - 1
        before, view = state.view(), state.view(seat)
        best = int(view.best_moves(view.legal()))
        state.play(seat, best & -best)
        if state.is_over():  # how it ends would be a score, and an example proves none
            break
        # what is only known to have been chosen in secret tells nothing
        found += [one for one in match.events(before, state.view(), seat) if one.seat >= 0 and one.what.args]
    return found[:LINES]
