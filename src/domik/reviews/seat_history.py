"""The story of one seat: its decisions, and every step after which it knew something new."""

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

FORESIGHT_WORLDS = 6  # a card that came up shows in nearly all of them
ROLLOUT_PLAYER = "master"  # whose habits the players in rollouts have
ROLLOUT_GUIDE = 4  # of so many moves they play the best by a hunch, where the game names no other number


@dataclass
class ObservedMove:
    """One move as the seat saw it."""

    number: int  # moves before it
    by: int
    is_new: bool  # whether the seat sees anything new after it
    is_unforeseen: bool  # whether it could not have foreseen what it sees, had it known the move


@dataclass
class DecisionPoint:
    """A decision that was no forced one: what the seat knew, and what it could do."""

    number: int
    view: View
    true_state: State  # for hindsight alone
    move_groups: list[list[int]]  # action numbers that come to the same, the played one first in its own
    played: int  # its place among the kinds


@dataclass
class SeatHistory:
    """A game from one seat's eyes."""

    seat: int
    steps: list[ObservedMove] = field(default_factory=list)
    decision_points: list[DecisionPoint] = field(default_factory=list)
    observations: dict[int, View] = field(
        default_factory=dict
    )  # what it saw when something was new and it had not to decide


def view_numbers(view: View) -> list[int]:
    """All that a view holds."""
    return [int(number) for number in view.numbers]


def position_luck(view: View, seed: str) -> Luck:
    """The luck of a position: it comes from the seed and from what the seat knows, and from nothing else."""
    return luck_of(f"review {seed} {view.seat} {view_numbers(view)}")


def rollout_style(game: Game) -> SearchConfig:
    """How the players in rollouts think: as the game's best cheap player does."""
    style = search_settings_of(ROLLOUT_PLAYER).config_for(game)
    if not style.reflex and style.guide < 2:
        style.guide = ROLLOUT_GUIDE
    return style


def build_seat_history(record: GameRecord, seat: int) -> SeatHistory:
    """Everything that a seat lived through."""
    story = SeatHistory(seat)
    before: State | None = None
    known: list[int] = []
    for number, state in enumerate(record.states()):
        seen = view_numbers(state.view(seat))
        is_new = not known or seen[AWAITED + 1 :] != known[AWAITED + 1 :]  # that another has chosen is no news
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
    """The decision that this seat took now, if it had any choice."""
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
    """Whether the seat sees something that it could not have foreseen, had it known the move."""
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
    """What a position is worth to a seat that only looks on: rollouts and no candidates."""

    def __init__(self, view: View, seed: str) -> None:
        self.trials = Trials(view, [], rollout_style(view.game), position_luck(view, seed))

    def advance(self, worlds: int) -> None:
        """Play so many worlds in all."""
        self.trials.extend([USUAL], MEASURING, worlds)


Chances = tuple[int, ...]


@dataclass(frozen=True)
class Estimate:
    """What a seat may expect at a step, and everybody's chance as it sees them."""

    value: Value
    chances: Chances


@dataclass(frozen=True)
class LuckAccount:
    """A seat's way through the game."""

    breakdown: ResultBreakdown
    changes: tuple[ValueChange, ...]
    values: tuple[Value, ...]
    chances: tuple[Chances, ...]


def final_estimate(match: Match, state: State, seat: int) -> Estimate:
    """What a finished game came to."""
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
    """Walk through the game; where nothing was found the value is carried on, so everything always adds up.

    `found` are the values where the seat learned something, `after_own` everybody's chances after its own decisions.
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
    """The same account with what the others' decisions did to this seat taken out of its luck.

    An effect is known only where the other seat is reviewed too. It is seen when the seat next learns something: there
    it is taken away again, so the sum stays what it was.
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
