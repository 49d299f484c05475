"""A game from one seat's view: its decisions, the steps at which it learned something, and its account of luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from domik.bots.spec import search_settings_of
from domik.kernel.errors import IllegalMove
from domik.kernel.game import AWAITED, Game
from domik.kernel.luck import Luck, luck_of
from domik.kernel.mind import SearchConfig
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, action_of, number_of
from domik.kernel.state import State, View, imagine_state, same_observation
from domik.reviews.report import CARDS, OTHERS, ZERO_VALUE, Judgement, ResultBreakdown, Value, ValueChange
from domik.reviews.thresholds import MILLION, THOUSAND
from domik.reviews.trials import MEASURING, USUAL, Trials

FORESIGHT_WORLDS = 6  # a revealed card shows in nearly all of them
ROLLOUT_PLAYER = "master"  # the bot whose style the rollouts use
ROLLOUT_GUIDE = 4  # moves sampled per rollout decision, where the game sets no other number


@dataclass
class ObservedMove:
    """One move as the seat observed it."""

    number: int  # moves before it
    by: int
    is_new: bool  # the seat's view changed
    is_unforeseen: bool  # the change was not predictable from the view and the move


@dataclass
class DecisionPoint:
    """An unforced decision: what the seat knew, and what it could do."""

    number: int
    view: View
    true_state: State  # for hindsight only
    move_groups: list[list[int]]  # equivalent action numbers; in the played group, the played one first
    played: int  # index into move_groups


@dataclass
class SeatHistory:
    seat: int
    steps: list[ObservedMove] = field(default_factory=list)
    decision_points: list[DecisionPoint] = field(default_factory=list)
    observations: dict[int, View] = field(default_factory=dict)  # views with news and no decision


def view_numbers(view: View) -> list[int]:
    return [int(number) for number in view.numbers]


def position_luck(view: View, seed: str) -> Luck:
    """Random numbers for a position, derived only from the seed and from what the seat knows."""
    return luck_of(f"review {seed} {view.seat} {view_numbers(view)}")


def rollout_style(game: Game) -> SearchConfig:
    """The search style of the players in rollouts: the master bot's, with a cheap guide if it has none."""
    style = search_settings_of(ROLLOUT_PLAYER).config_for(game)
    if not style.reflex and style.guide < 2:
        style.guide = ROLLOUT_GUIDE
    return style


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
    return story


def decision_point_at(state: State, number: int, record: GameRecord, seat: int) -> DecisionPoint | None:
    """The decision that the seat took at this step; None if it took none or all its actions were equivalent."""
    move = record.moves[number] if number < len(record.moves) else None
    if move is None or move.seat != seat:
        return None
    view = state.view(seat)
    groups: dict[int, list[int]] = {}
    for action in actions_in(int(view.legal())):
        groups.setdefault(int(view.equivalence(action)), []).append(number_of(action))
    if len(groups) < 2:
        return None
    kinds = [sorted(kind, key=lambda one: one != move.action) for kind in groups.values()]
    played = next(at for at, kind in enumerate(kinds) if kind[0] == move.action)
    return DecisionPoint(number, view, state, kinds, played)


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


def actions_in(mask: int) -> list[int]:
    """The actions of a mask, one bit each."""
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


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
    sums = {CARDS: ZERO_VALUE, OTHERS: ZERO_VALUE}
    values, chances = [now.value], [now.chances]
    for step in steps:
        judgement = judged.get(step.number)
        if judgement is not None:
            played, counted = judgement.played_candidate.value, judgement.counted_loss()
            gained += played - now.value + counted
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
