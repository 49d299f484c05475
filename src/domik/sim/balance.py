"""Balance statistics over many recorded games: win shares by seat, points by clause, effects of components."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from domik.games import game_package
from domik.kernel.contract import ComponentStats
from domik.kernel.errors import DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, action_of, read_record
from domik.kernel.state import State
from domik.kernel.summaries import ComponentLabel
from domik.sim.results import Z_95, wilson_interval

NAMED_ARGUMENT = re.compile(r"\w=([a-z_]+\.[a-z_0-9]+)")


def scoring_subject(reason: str) -> str:
    """What the points of a tally line are for: the first argument of its reason that names a component, or ""."""
    found = NAMED_ARGUMENT.search(reason)
    return found.group(1) if found else ""


@dataclass
class ComponentCounts:
    """Counts for one component, with the win shares of players who owned it at the end and of those who did not."""

    offered: int = 0  # decisions in which it could be taken
    taken: int = 0
    owned: int = 0  # players who had it at the end
    owned_share: float = 0.0  # sum of the owners' win shares; the next field sums their squares
    owned_squares: float = 0.0
    other: int = 0  # players of the same games who did not own it
    other_share: float = 0.0
    other_squares: float = 0.0


def component_stats_of(match: Match) -> ComponentStats[Match]:
    """How the game's components are counted; DomikError if a game, such as a plugin, does not say."""
    stats = match.package.component_stats()
    if stats is None:
        raise DomikError(Phrase("balance.no_census", {"game": match.package.name}))
    return stats


@dataclass
class Balance:
    """Running totals over all games added so far."""

    match: Match
    games: int = 0
    moves: int = 0
    decisions: int = 0  # moves with more than one legal action
    shared: int = 0
    seat_share: list[float] = field(default_factory=list)  # sum of win shares by seat; a shared win is split
    seat_points: list[list[int]] = field(default_factory=list)  # scores by seat, in the record's integer unit
    games_with_beginner: int = 0  # games with a starting player
    beginner_share: float = 0.0
    beginner_squares: float = 0.0
    margins: Counter[int] = field(default_factory=Counter)  # winner's lead over the second place
    lengths: Counter[int] = field(default_factory=Counter)
    lead_changes: Counter[int] = field(default_factory=Counter)  # times the lead changed hands in a game
    clauses: Counter[str] = field(default_factory=Counter)  # points by rulebook clause
    clause_squares: Counter[str] = field(default_factory=Counter)  # sums of the squares of a game's points by clause
    subjects: dict[str, Counter[str]] = field(default_factory=dict)  # clause: points by scoring subject
    components: dict[str, ComponentCounts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seat_share = [0.0] * self.match.seats
        self.seat_points = [[] for _ in range(self.match.seats)]
        self.stats = component_stats_of(self.match)

    # ---- counting ---------------------------------------------------------------------------------

    def add(self, line: str) -> None:
        """Add one game from its record, a JSON line as `domik sim --records` writes it."""
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
        by_clause: Counter[str] = Counter()
        for clause, _, points, reason in document["tally"]:
            by_clause[clause] += points
            self.clauses[clause] += points
            self.subjects.setdefault(clause, Counter())[scoring_subject(reason)] += points
        for clause, points in by_clause.items():
            self.clause_squares[clause] += points**2
        self.replay(record, shares)

    def replay(self, record: GameRecord, shares: list[float]) -> None:
        """Replay the moves to count offers and takes, lead changes, and the owners at the end."""
        leader = -1
        changes = 0
        states = record.states()
        state = next(states)
        self.count_beginner(int(self.stats.starting_seat(self.match, state.view())), shares)
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
        """Add the starting player's win share; a negative seat means that the game has no starting player."""
        if seat >= 0:
            self.games_with_beginner += 1
            self.beginner_share += shares[seat]
            self.beginner_squares += shares[seat] ** 2

    def count_decision(self, state: State, seat: int, number: int) -> None:
        """Count the components offered and taken by one move; a forced move is ignored."""
        legal = int(state.legal(seat))
        if not legal & (legal - 1):
            return
        self.decisions += 1
        view = state.view(seat)
        offered: set[str] = set()
        rest = legal
        while rest:
            offered.update(self.stats.taken_components(self.match, view, rest & -rest))
            rest &= rest - 1
        for key in offered:
            self.component_counts(key).offered += 1
        for key in self.stats.taken_components(self.match, view, action_of(number)):
            self.component_counts(key).taken += 1

    def count_owners(self, state: State, shares: list[float]) -> None:
        view = state.view()
        owned = [self.stats.owned_components(self.match, view, seat) for seat in range(self.match.seats)]
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

    def component(self, key: str) -> ComponentLabel:
        return self.stats.component(self.match, key)

    def component_counts(self, key: str) -> ComponentCounts:
        return self.components.setdefault(key, ComponentCounts())


def leader_of(state: State, seats: int) -> int:
    """The seat that leads by visible points, or -1 if the lead is tied or there is only one seat."""
    points = [int(state.score(seat)) for seat in range(seats)]
    most = max(points)
    return points.index(most) if points.count(most) == 1 and seats > 1 else -1


# ---- statistics ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ComponentEffect:
    """Win share of the players with a component against those without it.

    This is a correlation, not a cause: a leading player can also afford more components.
    """

    key: str
    counts: ComponentCounts
    with_it: float
    without: float
    low: float  # 95 % confidence interval of the difference
    high: float
    p_value: float  # Benjamini-Hochberg adjusted

    @property
    def difference(self) -> float:
        return self.with_it - self.without

    @property
    def rate(self) -> float | None:
        """The fraction of offers that were taken; None if it was never offered."""
        return self.counts.taken / self.counts.offered if self.counts.offered else None


LEAST_PLAYERS = 20  # players needed on either side before a difference is reported
SIGNIFICANCE = 0.05
DOMINANT_RATE = 0.9  # the whole confidence interval of the taken rate must lie above; for DEAD_RATE, below
DEAD_RATE = 0.1


def component_effects(balance: Balance) -> list[ComponentEffect]:
    """All components, best first, with p-values adjusted by the Benjamini-Hochberg method."""
    raw = [(key, one, *share_difference(one)) for key, one in sorted(balance.components.items())]
    chances = adjusted_p_values([chance for *_, chance in raw])
    found = [
        ComponentEffect(key, one, with_it, without, low, high, chance)
        for (key, one, with_it, without, low, high, _), chance in zip(raw, chances, strict=True)
    ]
    return sorted(found, key=lambda worth: -worth.difference)


def share_difference(one: ComponentCounts) -> tuple[float, float, float, float, float]:
    """Win share with, win share without, 95 % interval of the difference, and its p-value.

    With fewer than LEAST_PLAYERS on either side: zeros and a p-value of 1.
    """
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
    """Benjamini-Hochberg adjusted p-values (false discovery rate), in the order given."""
    order = sorted(range(len(chances)), key=lambda at: -chances[at])
    found = chances[:]
    least = 1.0
    for place, at in enumerate(order):
        least = min(least, chances[at] * len(chances) / (len(chances) - place))
        found[at] = least
    return found


def notable_components(balance: Balance) -> list[tuple[str, ComponentEffect]]:
    """Components that stand out, with the reason: dominant, dead, good or poor."""
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
    """One row per seat: win share with its 95 % interval, mean points and their standard deviation."""
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
    """How the taken rate of one component changed between two sets of games."""

    key: str
    before: float | None  # None if it was never offered
    after: float | None
    p_value: float
    low: float = 0.0  # 95 % confidence interval of the difference, where there are two rates
    high: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        interval = {"low": self.low, "high": self.high}
        return {"key": self.key, "before": self.before, "after": self.after, "chance": self.p_value} | interval


def compare_balances(one: Balance, other: Balance) -> list[RateChange]:
    """Components whose taken rate changed significantly or that occur in only one set, the largest change first."""
    keys = sorted(one.components.keys() | other.components.keys())
    nothing = ComponentCounts()
    pairs = [(key, one.components.get(key, nothing), other.components.get(key, nothing)) for key in keys]
    pairs = [(key, old, new) for key, old, new in pairs if old.offered + new.offered >= LEAST_PLAYERS]
    chances = adjusted_p_values([rate_p_value(old, new) for _, old, new in pairs])
    found = [
        RateChange(key, taken_rate(old), taken_rate(new), chance, *rate_interval(old, new))
        for (key, old, new), chance in zip(pairs, chances, strict=True)
        if chance < SIGNIFICANCE or not old.offered or not new.offered
    ]
    return sorted(found, key=lambda change: -abs((change.after or 0.0) - (change.before or 0.0)))


def taken_rate(one: ComponentCounts) -> float | None:
    return one.taken / one.offered if one.offered else None


def rate_interval(old: ComponentCounts, new: ComponentCounts) -> tuple[float, float]:
    """95 % interval of the difference between the two taken rates; zeros if one was never offered."""
    before, after = taken_rate(old), taken_rate(new)
    if before is None or after is None:
        return 0.0, 0.0
    reach = Z_95 * math.sqrt(before * (1 - before) / old.offered + after * (1 - after) / new.offered)
    return after - before - reach, after - before + reach


def rate_p_value(old: ComponentCounts, new: ComponentCounts) -> float:
    """Two-sided p-value of the difference between the two taken rates (two-proportion z-test)."""
    if not old.offered or not new.offered:
        return 1.0
    both = (old.taken + new.taken) / (old.offered + new.offered)
    spread = math.sqrt(both * (1 - both) * (1 / old.offered + 1 / new.offered))
    gap = new.taken / new.offered - old.taken / old.offered
    return math.erfc(abs(gap) / spread / math.sqrt(2)) if spread else 1.0
