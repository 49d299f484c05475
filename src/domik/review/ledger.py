"""Luck and skill add up: from the value at the start to the result, step by step, in whole numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domik.kernel.state import State
from domik.kernel.title import Match
from domik.review.report import CARDS, NOTHING, OTHERS, Change, Judgement, Ledger, Value
from domik.review.story import Step
from domik.review.thresholds import MILLION, THOUSAND

Chances = tuple[int, ...]


@dataclass(frozen=True)
class Estimate:
    """What a seat may expect at a step, and everybody's chance as it sees them."""

    value: Value
    chances: Chances


@dataclass(frozen=True)
class Account:
    """A seat's way through the game."""

    ledger: Ledger
    changes: tuple[Change, ...]
    values: tuple[Value, ...]
    chances: tuple[Chances, ...]


def result_of(match: Match, state: State, seat: int) -> Estimate:
    """What a finished game came to."""
    per_point = 2 if match.title.halves else 1
    scores = [int(state.score(who)) * THOUSAND // per_point for who in range(match.seats)]
    winners = [who for who in range(match.seats) if int(state.winners()) >> who & 1]
    chances = tuple(MILLION // len(winners) if who in winners else 0 for who in range(match.seats))
    others = max((scores[who] for who in range(match.seats) if who != seat), default=0)
    return Estimate(Value(chances[seat], scores[seat] - others, scores[seat]), chances)


def account_of(
    seat: int,
    steps: list[Step],
    judged: Mapping[int, Judgement],
    found: Mapping[int, Estimate],
    after_own: Mapping[int, Chances],
    result: Estimate,
) -> Account:
    """Walk through the game; where nothing was found the value is carried on, so everything always adds up.

    `found` are the values where the seat learned something, `after_own` everybody's chances after its own decisions.
    """
    now = found.get(0) or next(iter(found.values()), result)
    start, changes = now.value, []
    gained = lost = NOTHING
    sums = {CARDS: NOTHING, OTHERS: NOTHING}
    values, chances = [now.value], [now.chances]
    for step in steps:
        judgement = judged.get(step.number)
        if judgement is not None:
            played, counted = judgement.chosen.value, judgement.counted()
            gained += played - now.value + counted
            lost -= counted
            now = Estimate(played, after_own.get(step.number, now.chances))
        is_last = step is steps[-1]
        is_foreseen = not step.is_new or (step.by == seat and not step.came_up)
        after = result if is_last else now if is_foreseen else found.get(step.number + 1, now)
        difference = after.value - now.value
        if difference != NOTHING:
            kind = CARDS if step.came_up or step.by == seat else OTHERS
            sums[kind] += difference
            changes.append(Change(step.number + 1, seat, step.by, kind, difference))
        now = after
        values.append(now.value)
        chances.append(now.chances)
    ledger = Ledger(start, sums[CARDS], sums[OTHERS], gained, lost, result.value)
    return Account(ledger, tuple(changes), tuple(values), tuple(chances))


def credited(account: Account, seat: int, effects: list[Change]) -> Account:
    """The same account with what the others' decisions did to this seat taken out of its luck.

    An effect is known only where the other seat is reviewed too. It is seen when the seat next learns something: there
    it is taken away again, so the sum stays what it was.
    """
    changes = list(account.changes)
    for effect in effects:
        at = next((at for at, one in enumerate(changes) if one.step >= effect.step and one not in effects), None)
        if at is None:
            changes.append(Change(len(account.values) - 1, seat, effect.by, CARDS, NOTHING - effect.value))
        else:
            changes[at] = replace(changes[at], value=changes[at].value - effect.value)
        changes.append(effect)
    changes.sort(key=lambda one: (one.step, one.kind))
    cards, others = (sum((one.value for one in changes if one.kind == kind), NOTHING) for kind in (CARDS, OTHERS))
    return replace(account, changes=tuple(changes), ledger=replace(account.ledger, cards=cards, others=others))
