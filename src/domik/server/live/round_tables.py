"""Who sits with whom in a round of a live evening: nobody meets the same people again while somebody else is left.

By standing (Swiss), tables are neighbours in the standings; everybody with everybody, two at a table, they are pairs
opposite each other on a circle that turns, which brings all together once before anyone twice. People come late and sit
rounds out, so whatever is left of meetings that would repeat is then exchanged away, table against table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import TypeAlias

SWISS = "swiss"
ALL_PLAY_ALL = "all"
Meetings: TypeAlias = Mapping[frozenset[str], int]  # how often two met; of one person: how often they sat alone
Cost: TypeAlias = tuple[int, int]  # meetings that repeat, then how far apart people stand


def meetings(rounds: Sequence[Sequence[Sequence[str]]]) -> dict[frozenset[str], int]:
    """How often everybody met in the rounds so far."""
    met: dict[frozenset[str], int] = {}
    for groups in rounds:
        for group in groups:
            for pair in pairs_of(group):
                met[pair] = met.get(pair, 0) + 1
    return met


def pairs_of(group: Sequence[str]) -> list[frozenset[str]]:
    """Everybody who meets at a table; whoever is alone with bots meets nobody, and once is enough."""
    return [frozenset(group)] if len(group) == 1 else [frozenset(pair) for pair in combinations(group, 2)]


def group_people(order: Sequence[str], size: int, met: Meetings, mode: str) -> list[list[str]]:
    """Tables of at most `size`, of people in the order of their standing."""
    found = _group(tuple(order), size, frozenset(met.items()), mode)
    return [list(group) for group in found]


@lru_cache(maxsize=64)  # every page of an evening asks
def _group(
    order: tuple[str, ...], size: int, seen: frozenset[tuple[frozenset[str], int]], mode: str
) -> list[list[str]]:
    met, rank = dict(seen), {one: place for place, one in enumerate(order)}

    def cost(group: Sequence[str]) -> Cost:
        repeated = sum(met.get(pair, 0) for pair in pairs_of(group))
        apart = sum((rank[a] - rank[b]) ** 2 for a, b in combinations(group, 2)) if mode == SWISS else 0
        return repeated, apart

    def repeats(groups: list[list[str]]) -> int:
        return sum(cost(group)[0] for group in groups)

    if mode == ALL_PLAY_ALL and size == 2:
        groups = min(turns_of_a_circle(sorted(order)), key=repeats, default=[])
    else:
        groups = neighbours(order, size)
    while exchange(groups, cost):
        pass
    ranked = [sorted(group, key=rank.__getitem__) for group in groups]
    return sorted(ranked, key=lambda group: rank[group[0]])


def neighbours(order: Sequence[str], size: int) -> list[list[str]]:
    waiting = iter(order)
    return [[next(waiting) for _ in range(most)] for most in table_sizes(len(order), size)]


def turns_of_a_circle(people: Sequence[str]) -> list[list[list[str]]]:
    """Rounds in which everybody meets everybody once: the first keeps their chair, the others move on by one."""
    chairs: list[str | None] = [*people, *([None] if len(people) % 2 else [])]
    found = []
    for turn in range(len(chairs) - 1):
        others = chairs[1:]
        circle = [*chairs[:1], *others[turn:], *others[:turn]]
        opposite = [(circle[k], circle[-1 - k]) for k in range(len(circle) // 2)]
        found.append([[one for one in pair if one is not None] for pair in opposite])
    return found


def both(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1]


def exchange(groups: list[list[str]], cost: Callable[[Sequence[str]], Cost]) -> bool:
    """Let the two people change tables for whom that helps most; false where nothing helps."""
    best, swap = (0, 0), None
    for one, other in combinations(range(len(groups)), 2):
        a, b = groups[one], groups[other]
        before = both(cost(a), cost(b))
        for i, j in product(range(len(a)), range(len(b))):
            after = both(cost([*a[:i], b[j], *a[i + 1 :]]), cost([*b[:j], a[i], *b[j + 1 :]]))
            gain = after[0] - before[0], after[1] - before[1]
            if gain < best:
                best, swap = gain, (a, i, b, j)
    if swap is None:
        return False
    a, i, b, j = swap
    a[i], b[j] = b[j], a[i]
    return True


def table_sizes(people: int, most: int) -> list[int]:
    """How many sit at each table: as few tables as can be and equally full, so that nobody is alone with bots."""
    tables = -(-people // most)
    return [people // tables + (number < people % tables) for number in range(tables)]
