"""A game from one seat's view: its decisions, the steps at which it learned something, and its account of luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from domik.judge.thresholds import MILLION, THOUSAND
from domik.judge.trials import MEASURING, USUAL, Trials
from domik.judge.value import (
    ZERO_VALUE,
    DecisionPoint,
    Value,
    equivalent_moves,
    group_of,
    position_luck,
    rollout_style,
    view_numbers,
)
from domik.kernel.errors import IllegalMove
from domik.kernel.game import AWAITED
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, action_of
from domik.kernel.state import State, View, imagine_state, same_observation
from domik.reviews.report import CARDS, OTHERS, Judgement, ResultBreakdown, ValueChange

NO_REASON = "reason.search"  # that the search preferred it is no fact about a move
FORESIGHT_WORLDS = 6  # a revealed card shows in nearly all of them


@dataclass
class ObservedMove:
    """One move as the seat observed it."""

    number: int  # moves before it
    by: int
    is_new: bool  # the seat's view changed
    is_unforeseen: bool  # the change was not predictable from the view and the move


@dataclass
class SeatHistory:
    seat: int
    steps: list[ObservedMove] = field(default_factory=list)
    decision_points: list[DecisionPoint] = field(default_factory=list)
    observations: dict[int, View] = field(default_factory=dict)  # views with news and no decision
    hinted: set[int] = field(default_factory=set)  # steps at which the seat played what a hint had said


def build_seat_history(record: GameRecord, seat: int) -> SeatHistory:
    story = SeatHistory(seat)
    before: State | None = None
    known: list[int] = []
    for number, state in enumerate(record.states()):
        seen = view_numbers(state.view(seat))
        is_new = not known or seen[AWAITED + 1 :] != known[AWAITED + 1 :]  # that another seat has chosen is no news
        known = seen
        if before is not None:
            move = record.moves[number - 1]
            came = is_new and is_unforeseen(before, state, seat, move.seat, action_of(move.action))
            story.steps.append(ObservedMove(number - 1, move.seat, is_new, came))
        if state.is_over():
            break
        before = state.copy()
        question = decision_point_at(before, number, record, seat)
        if question is not None:
            story.decision_points.append(question)
        elif is_new:
            story.observations[number] = before.view(seat)
    story.hinted = {one.number for one in story.decision_points if was_hinted(record, seat, one)}
    return story


def decision_times(match: Match, points: list[DecisionPoint]) -> dict[int, Phrase]:
    """When each decision of a seat was taken: the stage of the game, and which of its choices there."""
    found: dict[int, Phrase] = {}
    seen: Counter[str] = Counter()
    for one in points:
        stage = match.progress(one.view)
        what = Phrase("review.game") if stage is None else stage.what
        seen[str(what)] += 1
        counted = Phrase("review.when", {"stage": what, "number": seen[str(what)]})
        found[one.number] = counted if stage is None or stage.choice is None else stage.choice
    return found


Reasons = tuple[Phrase, ...]


def differing_reasons(match: Match, question: DecisionPoint, best: int) -> tuple[Reasons, Reasons]:
    """What speaks for the best move, and for the move played: only facts that do not speak for the other as well."""
    for_best, for_played = (
        [one for one in match.reasons(question.view, action_of(question.move_groups[at][0])) if one.key != NO_REASON]
        for at in (best, question.played)
    )
    own = tuple(one for one in for_best if not holds_as_well(one, for_played))
    return own, tuple(one for one in for_played if not holds_as_well(one, for_best))


def holds_as_well(reason: Phrase, others: list[Phrase]) -> bool:
    """Whether a fact of the same kind, with no smaller number, is told of another move: then it speaks for neither."""
    return any(speaks_as_well(other, reason) for other in others)


def speaks_as_well(other: Phrase, fact: Phrase) -> bool:
    """Whether the same can be said for the other move, with no smaller number."""
    numbers = other.args.get("n"), fact.args.get("n")
    both = all(isinstance(one, int | float) for one in numbers)
    return other.key == fact.key and not (both and float(str(numbers[0])) < float(str(numbers[1])))


def was_hinted(record: GameRecord, seat: int, question: DecisionPoint) -> bool:
    """Whether the move played is what the seat was advised since its last move."""
    moved = max((at + 1 for at, move in enumerate(record.moves[: question.number]) if move.seat == seat), default=0)
    hints = record.extra.get("hints", [])
    return isinstance(hints, list) and any(
        hint == [hint[0], seat, hint[2]]
        and moved <= hint[0] <= question.number
        and hint[2] in question.move_groups[question.played]
        for hint in hints
        if isinstance(hint, list) and len(hint) == 3 and isinstance(hint[0], int)
    )


def decision_point_at(state: State, number: int, record: GameRecord, seat: int) -> DecisionPoint | None:
    """The decision that the seat took at this step; None if it took none or all its actions were equivalent."""
    move = record.moves[number] if number < len(record.moves) else None
    if move is None or move.seat != seat:
        return None
    view = state.view(seat)
    groups = equivalent_moves(view)
    if len(groups) < 2:
        return None
    kinds = [sorted(kind, key=lambda one: one != move.action) for kind in groups]
    return DecisionPoint(number, view, state, kinds, group_of(kinds, move.action))


def is_unforeseen(before: State, after: State, seat: int, actor: int, action: int) -> bool:
    """Whether the seat now sees something that did not follow from its view and the move."""
    view = before.view(seat)
    luck = position_luck(view, "reveal")
    for _ in range(FORESIGHT_WORLDS):
        world = imagine_state(view, luck)
        try:
            world.play(actor, action)
        except IllegalMove:
            return True
        if not same_observation(after, world, seat):
            return True
    return False


class PositionTrials:
    """Rollouts that estimate a position's value for a seat that does not decide there."""

    def __init__(self, view: View, seed: str) -> None:
        self.trials = Trials(view, [], rollout_style(view.game), position_luck(view, seed))

    def advance(self, worlds: int) -> None:
        """Play on until `worlds` worlds are done in total."""
        self.trials.extend([USUAL], MEASURING, worlds)


Chances = tuple[int, ...]


@dataclass(frozen=True)
class Estimate:
    """A seat's value at a step, and every seat's win chance in its estimate."""

    value: Value
    chances: Chances


@dataclass(frozen=True)
class LuckAccount:
    """How a seat's value developed: breakdown, single changes, and curves."""

    breakdown: ResultBreakdown
    changes: tuple[ValueChange, ...]
    values: tuple[Value, ...]
    chances: tuple[Chances, ...]


def final_estimate(match: Match, state: State, seat: int) -> Estimate:
    """The exact values of a finished game."""
    per_point = 2 if match.package.halves else 1
    scores = [int(state.score(who)) * THOUSAND // per_point for who in range(match.seats)]
    winners = [who for who in range(match.seats) if int(state.winners()) >> who & 1]
    chances = tuple(MILLION // len(winners) if who in winners else 0 for who in range(match.seats))
    others = max((scores[who] for who in range(match.seats) if who != seat), default=0)
    return Estimate(Value(chances[seat], scores[seat] - others, scores[seat]), chances)


def build_luck_account(
    seat: int,
    steps: list[ObservedMove],
    judged: Mapping[int, Judgement],
    found: Mapping[int, Estimate],
    after_own: Mapping[int, Chances],
    result: Estimate,
) -> LuckAccount:
    """Account for the whole game; where no estimate exists the last value is kept, so the parts always add up.

    `found` maps steps to estimates, `after_own` to every seat's chances after the seat's own decision.
    """
    now = found.get(0) or next(iter(found.values()), result)
    start, changes = now.value, []
    gained = lost = ZERO_VALUE
    if 0 in judged:
        now = Estimate(judged[0].best_candidate.value, now.chances)
        gained = now.value - start
    sums = {CARDS: ZERO_VALUE, OTHERS: ZERO_VALUE}
    values, chances = [now.value], [now.chances]
    for step in steps:
        judgement = judged.get(step.number)
        if judgement is not None:
            played, counted = judgement.played_candidate.value, judgement.counted_loss()
            gained += played - now.value + counted  # what is too close to tell, or was hinted, counts for nobody
            lost -= counted
            now = Estimate(played, after_own.get(step.number, now.chances))
        is_last = step is steps[-1]
        is_foreseen = not step.is_new or (step.by == seat and not step.is_unforeseen)
        after = result if is_last else now if is_foreseen else found.get(step.number + 1, now)
        difference = after.value - now.value
        if difference != ZERO_VALUE:
            kind = CARDS if step.is_unforeseen or step.by == seat else OTHERS
            sums[kind] += difference
            changes.append(ValueChange(step.number + 1, seat, step.by, kind, difference))
        now = after
        following = judged.get(step.number + 1)
        if following is not None and not is_last:  # a decision is worth what its best move is worth
            best = following.best_candidate.value
            gained += best - now.value
            now = Estimate(best, found.get(step.number + 1, now).chances)
        values.append(now.value)
        chances.append(now.chances)
    ledger = ResultBreakdown(start, sums[CARDS], sums[OTHERS], gained, lost, result.value)
    return LuckAccount(ledger, tuple(changes), tuple(values), tuple(chances))


def credit_other_seats(account: LuckAccount, seat: int, effects: list[ValueChange]) -> LuckAccount:
    """Move the effects of other seats' decisions out of this seat's luck.

    An effect is known only if the other seat is reviewed too. It is subtracted where the seat next learns something, so
    the total stays the same.
    """
    changes = list(account.changes)
    for effect in effects:
        at = next((at for at, one in enumerate(changes) if one.step >= effect.step and one not in effects), None)
        if at is None:
            changes.append(ValueChange(len(account.values) - 1, seat, effect.by, CARDS, ZERO_VALUE - effect.value))
        else:
            changes[at] = replace(changes[at], value=changes[at].value - effect.value)
        changes.append(effect)
    changes.sort(key=lambda one: (one.step, one.kind))
    cards, others = (sum((one.value for one in changes if one.kind == kind), ZERO_VALUE) for kind in (CARDS, OTHERS))
    return replace(account, changes=tuple(changes), breakdown=replace(account.breakdown, cards=cards, others=others))
