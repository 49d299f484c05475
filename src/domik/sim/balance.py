"""The subject of a line of the tally: what the points of a clause are for, such as a colour, a room or a goal."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from domik.games import game_package
from domik.kernel.package import Match
from domik.kernel.record import GameRecord, action_of, read_record
from domik.kernel.state import State
from domik.sim.results import wilson_interval

NAMED_ARGUMENT = re.compile(r"\w=([a-z_]+\.[a-z_0-9]+)")


def scoring_subject(reason: str) -> str:
    """The first argument of a record's reason that has a name of its own; empty where there is none."""
    found = NAMED_ARGUMENT.search(reason)
    return found.group(1) if found else ""


@dataclass
class ComponentCounts:
    """One component: how often it was offered, taken and owned, and what its owners and the others won."""

    offered: int = 0  # decisions in which it could be taken
    taken: int = 0
    owned: int = 0  # players who had it at the end
    owned_share: float = 0.0  # of victories, summed over them
    owned_squares: float = 0.0
    other: int = 0  # players of the same games who had it not
    other_share: float = 0.0
    other_squares: float = 0.0


@dataclass
class Balance:
    """The sums of all games so far."""

    match: Match
    games: int = 0
    moves: int = 0
    decisions: int = 0  # moves with a choice
    shared: int = 0
    seat_share: list[float] = field(default_factory=list)  # victories by seat
    seat_points: list[list[int]] = field(default_factory=list)  # kept points by seat, game by game
    games_with_beginner: int = 0  # games in which somebody began
    beginner_share: float = 0.0
    beginner_squares: float = 0.0
    margins: Counter[int] = field(default_factory=Counter)  # kept points between the first and the second
    lengths: Counter[int] = field(default_factory=Counter)
    lead_changes: Counter[int] = field(default_factory=Counter)  # changes of the lead
    clauses: Counter[str] = field(default_factory=Counter)  # kept points by clause
    subjects: dict[str, Counter[str]] = field(default_factory=dict)  # of a clause: what its points are for
    components: dict[str, ComponentCounts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seat_share = [0.0] * self.match.seats
        self.seat_points = [[] for _ in range(self.match.seats)]
        self.census = self.match.package.module("words.component_stats")

    # ---- counting ---------------------------------------------------------------------------------

    def add(self, line: str) -> None:
        """Count one game: its record, as `sim` writes it."""
        record = read_record(line, game_package, self.match.components)
        document = json.loads(line)
        winners = document["winners"]
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(self.match.seats)]
        self.games += 1
        self.moves += len(record.moves)
        self.lengths[len(record.moves)] += 1
        self.shared += len(winners) > 1
        for seat, points in enumerate(document["scores"]):
            self.seat_share[seat] += shares[seat]
            self.seat_points[seat].append(points)
        best = sorted(document["scores"], reverse=True)
        if len(best) > 1:
            self.margins[best[0] - best[1]] += 1
        for clause, _, points, reason in document["tally"]:
            self.clauses[clause] += points
            self.subjects.setdefault(clause, Counter())[scoring_subject(reason)] += points
        self.replay(record, shares)

    def replay(self, record: GameRecord, shares: list[float]) -> None:
        """Go through the moves: what was offered and taken, who led, and at the end who owned what."""
        leader = -1
        changes = 0
        states = record.states()
        state = next(states)
        self.count_beginner(int(self.census.starting_seat(self.match, state.view())), shares)
        for move in record.moves:
            self.count_decision(state, move.seat, move.action)
            state = next(states)
            now = leader_of(state, self.match.seats)
            if now >= 0:
                changes += leader not in (-1, now)
                leader = now
        self.lead_changes[changes] += 1
        self.count_owners(state, shares)

    def count_beginner(self, seat: int, shares: list[float]) -> None:
        """Whoever began, where somebody does."""
        if seat >= 0:
            self.games_with_beginner += 1
            self.beginner_share += shares[seat]
            self.beginner_squares += shares[seat] ** 2

    def count_decision(self, state: State, seat: int, number: int) -> None:
        """One move: what could have been taken, and what was."""
        legal = int(state.legal(seat))
        if not legal & (legal - 1):
            return
        self.decisions += 1
        view = state.view(seat)
        offered: set[str] = set()
        rest = legal
        while rest:
            offered.update(self.census.taken_components(self.match, view, rest & -rest))
            rest &= rest - 1
        for key in offered:
            self.component_counts(key).offered += 1
        for key in self.census.taken_components(self.match, view, action_of(number)):
            self.component_counts(key).taken += 1

    def count_owners(self, state: State, shares: list[float]) -> None:
        """At the end: who had what, and what they won."""
        view = state.view()
        owned = [self.census.owned_components(self.match, view, seat) for seat in range(self.match.seats)]
        for key in set().union(*owned):
            one = self.component_counts(key)
            for seat, share in enumerate(shares):
                if key in owned[seat]:
                    one.owned += 1
                    one.owned_share += share
                    one.owned_squares += share**2
                else:
                    one.other += 1
                    one.other_share += share
                    one.other_squares += share**2

    def component_counts(self, key: str) -> ComponentCounts:
        """The sums of one component."""
        return self.components.setdefault(key, ComponentCounts())


def leader_of(state: State, seats: int) -> int:
    """Who has the most points that everybody can see; -1 while several do."""
    points = [int(state.score(seat)) for seat in range(seats)]
    most = max(points)
    return points.index(most) if points.count(most) == 1 and seats > 1 else -1


# ---- what the sums say ------------------------------------------------------------------------------


@dataclass(frozen=True)
class ComponentEffect:
    """What having a component goes with: the share of victories with it and without it, and how sure that is."""

    key: str
    counts: ComponentCounts
    with_it: float
    without: float
    low: float  # of the difference, 95 %
    high: float
    p_value: float  # of so great a difference if there were none, corrected for many comparisons

    @property
    def difference(self) -> float:
        """How much more those won who had it."""
        return self.with_it - self.without

    @property
    def rate(self) -> float | None:
        """How often it was taken when it was offered; None where it never was."""
        return self.counts.taken / self.counts.offered if self.counts.offered else None


LEAST_PLAYERS = 20  # players on either side before a difference is worth telling
SIGNIFICANCE = 0.05
DOMINANT_RATE = 0.9  # the whole interval of the rate lies beyond
DEAD_RATE = 0.1


def component_effects(balance: Balance) -> list[ComponentEffect]:
    """Every component, those that go with victory first; chances corrected by Benjamini and Hochberg's method."""
    raw = [(key, one, *share_difference(one)) for key, one in sorted(balance.components.items())]
    chances = adjusted_p_values([chance for *_, chance in raw])
    found = [
        ComponentEffect(key, one, with_it, without, low, high, chance)
        for (key, one, with_it, without, low, high, _), chance in zip(raw, chances, strict=True)
    ]
    return sorted(found, key=lambda worth: -worth.difference)


def share_difference(one: ComponentCounts) -> tuple[float, float, float, float, float]:
    """Shares with and without, the interval of their difference, and its chance; nothing where too few had it."""
    if one.owned < LEAST_PLAYERS or one.other < LEAST_PLAYERS:
        return 0.0, 0.0, 0.0, 0.0, 1.0
    with_it, without = one.owned_share / one.owned, one.other_share / one.other
    spread = math.sqrt(
        max(one.owned_squares / one.owned - with_it**2, 0.0) / one.owned
        + max(one.other_squares / one.other - without**2, 0.0) / one.other
    )
    reach = 1.96 * spread
    gap = with_it - without
    chance = math.erfc(abs(gap) / spread / math.sqrt(2)) if spread else 1.0
    return with_it, without, gap - reach, gap + reach, chance


def adjusted_p_values(chances: list[float]) -> list[float]:
    """The chances as they are among so many comparisons (the false discovery rate)."""
    order = sorted(range(len(chances)), key=lambda at: -chances[at])
    found = chances[:]
    least = 1.0
    for place, at in enumerate(order):
        least = min(least, chances[at] * len(chances) / (len(chances) - place))
        found[at] = least
    return found


def notable_components(balance: Balance) -> list[tuple[str, ComponentEffect]]:
    """Components that stand out: dominant, dead, or surely good or bad to have."""
    found: list[tuple[str, ComponentEffect]] = []
    for worth in component_effects(balance):
        low, high = wilson_interval(worth.counts.taken, worth.counts.offered) if worth.counts.offered else (0.0, 1.0)
        good = worth.p_value < SIGNIFICANCE and worth.difference > 0
        poor = worth.p_value < SIGNIFICANCE and worth.difference < 0
        if low > DOMINANT_RATE:
            found.append(("dominant", worth))
        elif high < DEAD_RATE:
            found.append(("dead", worth))
        elif good:
            found.append(("good", worth))
        elif poor:
            found.append(("poor", worth))
    return found


def seat_rows(balance: Balance) -> list[dict[str, float]]:
    """Seat by seat: share of victories with its interval, points and their spread."""
    rows = []
    for seat in range(balance.match.seats):
        points = [balance.match.points(kept) for kept in balance.seat_points[seat]]
        mean = sum(points) / len(points)
        low, high = wilson_interval(round(balance.seat_share[seat]), balance.games)
        spread = math.sqrt(sum((one - mean) ** 2 for one in points) / max(len(points) - 1, 1))
        share = balance.seat_share[seat] / balance.games
        rows.append({"share": share, "low": low, "high": high, "points": mean, "spread": spread})
    return rows


def balance_to_dict(balance: Balance) -> dict[str, Any]:
    """Everything as one JSON object."""
    match, games = balance.match, balance.games
    begun = {}
    if balance.games_with_beginner:
        low, high = wilson_interval(round(balance.beginner_share), balance.games_with_beginner)
        begun = {"beginner": {"share": balance.beginner_share / balance.games_with_beginner, "low": low, "high": high}}
    return {
        "game": match.package.name,
        "options": {name: list(value) if isinstance(value, tuple) else value for name, value in match.options.items()},
        "components": match.components.hash(),
        "seats": match.seats,
        "games": games,
        "shared": balance.shared,
        "moves_a_game": balance.moves / games,
        "decisions_a_player": balance.decisions / games / match.seats,
        "lead_changes": {str(times): many for times, many in sorted(balance.lead_changes.items())},
        "margins": {str(match.points(gap)): many for gap, many in sorted(balance.margins.items())},
        "by_seat": seat_rows(balance),
        **begun,
        "clauses": {
            clause: match.points(points) / games / match.seats for clause, points in sorted(balance.clauses.items())
        },
        "clause_subjects": {
            clause: {subject: match.points(points) / games / match.seats for subject, points in subjects.most_common()}
            for clause, subjects in sorted(balance.subjects.items())
        },
        "parts": [
            {
                "key": worth.key,
                "offered": worth.counts.offered,
                "taken": worth.counts.taken,
                "owned": worth.counts.owned,
                "with": worth.with_it,
                "without": worth.without,
                "low": worth.low,
                "high": worth.high,
                "chance": worth.p_value,
            }
            for worth in component_effects(balance)
        ],
        "verdicts": [{"key": worth.key, "verdict": verdict} for verdict, worth in notable_components(balance)],
    }


@dataclass(frozen=True)
class RateChange:
    """One component: how often it was taken when offered, before and after, and how sure the difference is."""

    key: str
    before: float | None  # None where it was not there
    after: float | None
    p_value: float

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"key": self.key, "before": self.before, "after": self.after, "chance": self.p_value}


def compare_balances(one: Balance, other: Balance) -> list[RateChange]:
    """Components that are taken surely more or less often, or are only in one of the two; the greatest first."""
    keys = sorted(one.components.keys() | other.components.keys())
    nothing = ComponentCounts()
    pairs = [(key, one.components.get(key, nothing), other.components.get(key, nothing)) for key in keys]
    pairs = [(key, old, new) for key, old, new in pairs if old.offered + new.offered >= LEAST_PLAYERS]
    chances = adjusted_p_values([rate_p_value(old, new) for _, old, new in pairs])
    found = [
        RateChange(key, taken_rate(old), taken_rate(new), chance)
        for (key, old, new), chance in zip(pairs, chances, strict=True)
        if chance < SIGNIFICANCE or not old.offered or not new.offered
    ]
    return sorted(found, key=lambda change: -abs((change.after or 0.0) - (change.before or 0.0)))


def taken_rate(one: ComponentCounts) -> float | None:
    """How often it was taken when offered."""
    return one.taken / one.offered if one.offered else None


def rate_p_value(old: ComponentCounts, new: ComponentCounts) -> float:
    """Of so great a difference between two rates if there were none."""
    if not old.offered or not new.offered:
        return 1.0
    both = (old.taken + new.taken) / (old.offered + new.offered)
    spread = math.sqrt(both * (1 - both) * (1 / old.offered + 1 / new.offered))
    gap = new.taken / new.offered - old.taken / old.offered
    return math.erfc(abs(gap) / spread / math.sqrt(2)) if spread else 1.0
