"""The best life in the forest: which order of eight locations around the cabin, and where each year starts."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.deadline import Deadline
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.life import ALL_DICE, year
from domik.games.cabin.rules.points import worth_of
from domik.games.cabin.rules.state import *
from domik.kernel.game import bit, lowest

NOTHING_YET: Final = -1


@final
class Forest:
    """What a life is worth under one set of components; it counts the years that it has tried."""

    def __init__(self, kit: Kit) -> None:
        self.faces: vec[i64] = kit.faces
        self.worth: vec[i64] = kit.worth
        self.still_ends: bool = kit.still_ends
        self.home_cost: vec[i64] = vec[i64]([0] * PLACES)
        self.home_gain: vec[i64] = vec[i64]([0] * PLACES)
        self.all_costs: vec[i64] = vec[i64]([0] * (1 << PLACES))  # of every choice of homes
        self.all_gains: vec[i64] = vec[i64]([0] * (1 << PLACES))
        self.deadline: Deadline = Deadline(0.0)
        self.orders: i64 = 0  # tried one by one
        self.is_late: bool = False  # whether the deadline came before all were tried
        self.exact_best: i64 = NOTHING_YET
        self.exact_order: i64 = 0
        self.tried: vec[i64] = vec[i64]([0] * (PLACES * (MOST_YEARS + 1)))

    def best_life(self, placed: i64, dice: i64, years: i64) -> i64:
        """The most that this circle can still bring: every start of every year is tried (CC-20, CC-23)."""
        best: i64 = NOTHING_YET
        first = PLACES * years
        for start in range(PLACES):
            if not (placed >> (FACE_BITS * start)) & FACE:
                continue
            after = year(placed, dice, start, self.faces, self.still_ends)
            for earlier in range(first, first + start):
                if self.tried[earlier] == after:
                    after = NOTHING_YET
                    break
            self.tried[first + start] = after
            if after == NOTHING_YET:
                continue
            value = self.rest_of_life(placed, after, years + 1)
            if value > best:
                best = value
        return best

    def rest_of_life(self, placed: i64, after: i64, years: i64) -> i64:
        """What a life can still bring after a year that left these dice, or ended it (CC-24)."""
        if after & ~ALL_DICE or years == MOST_YEARS:
            return worth_of(after & ALL_DICE, 0, self.worth)
        return self.best_life(placed, after, years)

    def starts(self, placed: i64, dice: i64) -> list[int]:
        """Where each year of a best life starts."""
        found: list[int] = []
        years: i64 = 0
        while True:
            best: i64 = NOTHING_YET
            best_start: i64 = 0
            best_after: i64 = 0
            for start in range(PLACES):
                if not (placed >> (FACE_BITS * start)) & FACE:
                    continue
                after = year(placed, dice, start, self.faces, self.still_ends)
                value = self.rest_of_life(placed, after, years + 1)
                if value > best:
                    best = value
                    best_start = start
                    best_after = after
            found.append(best_start)
            years += 1
            if best_after & ~ALL_DICE or years == MOST_YEARS:
                return found
            dice = best_after

    def climb(self, order: vec[i64], free: i64, dice: i64, enough: i64) -> i64:
        """Swap locations on the free places as long as that helps; the order is changed in place."""
        best = self.best_life(packed_order(order), dice, 0)
        better = True
        while better and best < enough:
            better = False
            for pair in range(FENCE_PAIRS):
                first = FENCE_FIRST[pair]
                second = FENCE_SECOND[pair]
                if not (free >> first) & (free >> second) & 1:
                    continue
                swap(order, first, second)
                value = self.best_life(packed_order(order), dice, 0)
                if value > best:
                    best = value
                    better = True
                else:
                    swap(order, first, second)
        return best

    def exhaust(self, order: vec[i64], free: i64, dice: i64, enough: i64) -> i64:
        """Every order on the free places (5,040 of a whole circle) in time; the best one is left in `order`."""
        self.exact_best = self.best_life(packed_order(order), dice, 0)
        self.exact_order = packed_order(order)
        if free == EVERY_PLACE:
            free &= ~1  # turning the whole circle changes nothing
        self.permute(order, free, 0, dice, enough)
        for place in range(PLACES):
            order[place] = (self.exact_order >> (FACE_BITS * place)) & FACE
        return self.exact_best

    def permute(self, order: vec[i64], free: i64, place: i64, dice: i64, enough: i64) -> None:
        """Try every face that is still loose on this place, then the places after it."""
        while place < PLACES and not (free >> place) & 1:
            place += 1
        if self.exact_best >= enough or self.is_late:
            return
        if place == PLACES:
            self.orders += 1
            self.is_late = self.orders & 31 == 0 and self.deadline.is_over()
            placed = packed_order(order)
            value = self.best_life(placed, dice, 0)
            if value > self.exact_best:
                self.exact_best = value
                self.exact_order = placed
            return
        for other in range(place, PLACES):
            if (free >> other) & 1:
                swap(order, place, other)
                self.permute(order, free, place + 1, dice, enough)
                swap(order, place, other)

    def bound(self, eight: vec[i64], dice: i64) -> i64:
        """More than no order of these eight faces can bring.

        After some full years the domestic dice are certain; of the last, broken year any homes may have been visited.
        Natural dice lose nothing to their limit of 6 within a year.
        """
        faces = self.faces
        costs: i64 = 0  # a year, eight bits a die
        gains: i64 = 0
        wild: i64 = 0  # of natural locations alone
        homes: i64 = 0
        for k in range(PLACES):
            at = FACE_SIZE * eight[k]
            cost = faces[at + VISIT_COST]
            gain = faces[at + VISIT_AMOUNT] << (2 * faces[at + VISIT_SHIFT])
            gains += gain
            if cost:
                cost = spread(cost)
                costs += cost
                self.home_cost[homes] = cost
                self.home_gain[homes] = gain
                homes += 1
            else:
                wild += gain
        for chosen in range(1, bit(homes)):
            fewer = chosen & (chosen - 1)
            home = lowest(chosen)
            self.all_costs[chosen] = self.all_costs[fewer] + self.home_cost[home]
            self.all_gains[chosen] = self.all_gains[fewer] + self.home_gain[home]
        best: i64 = NOTHING_YET
        state = spread(dice)
        for _ in range(MOST_YEARS):
            value = self.bound_of_last_year(state + wild, homes)
            if value > best:
                best = value
            after: i64 = 0
            for die in range(2 * RESOURCES):
                shift = 8 * die
                now = ((state >> shift) & 0xFF) + ((gains >> shift) & 0xFF) - ((costs >> shift) & 0xFF)
                if now < 0 or (die >= RESOURCES and now >= DIE_MOST):
                    return best
                if now > DIE_MOST:
                    now = DIE_MOST
                after |= now << shift
            if after == state:
                return best
            state = after
        return best

    def bound_of_last_year(self, state: i64, homes: i64) -> i64:
        """Every natural location visited, and the best choice of homes that can end a life."""
        best: i64 = NOTHING_YET
        for chosen in range(bit(homes)):
            total = state + self.all_gains[chosen]
            costs = self.all_costs[chosen]
            points: i64 = 0
            sixes: i64 = 0
            values: i64 = 0
            for die in range(2 * RESOURCES):
                value = ((total >> (8 * die)) & 0xFF) - ((costs >> (8 * die)) & 0xFF)
                if value >= DIE_MOST:
                    if die >= RESOURCES:
                        sixes += 1 if value == DIE_MOST else 2
                    value = DIE_MOST
                elif value < 0:
                    sixes = 2
                    break
                values |= value << (8 * die)
                points += value * self.worth[1 + die]
            if sixes < 2 and points > best:
                points -= self.least_loss(values, chosen, homes, sixes)
                if points > best:
                    best = points
        return best

    def least_loss(self, values: i64, chosen: i64, homes: i64, sixes: i64) -> i64:
        """What must be missing at the end: the last home has just been paid, or the next one cannot be (CC-24)."""
        least: i64 = 0 if not homes else 1000
        for home in range(homes):
            cost = self.home_cost[home]
            shift: i64 = 0
            while not (cost >> shift) & 0xFF:
                shift += 8
            value = (values >> shift) & 0xFF
            paid = (cost >> shift) & 0xFF
            if (chosen >> home) & 1 and sixes:
                gain = self.home_gain[home]
                die: i64 = 0
                while not (gain >> die) & 0xFF:
                    die += 8
                if (values >> die) & 0xFF != DIE_MOST:
                    continue
                over = value - (DIE_MOST - paid)
            elif not (chosen >> home) & 1 and not sixes:
                over = value - (paid - 1)
            else:
                continue
            loss = (over if over > 0 else 0) * self.worth[1 + (shift >> 3)]
            if loss < least:
                least = loss
        return least


def spread(dice: i64) -> i64:
    """Dice with eight bits each instead of four."""
    wide: i64 = 0
    shift: i64 = 0
    while dice:
        wide |= (dice & DIE) << shift
        dice >>= DIE_BITS
        shift += 8
    return wide


def packed_order(order: vec[i64]) -> i64:
    """Eight faces on their places, as one number."""
    placed: i64 = 0
    shift: i64 = 0
    for place in range(PLACES):
        placed |= order[place] << shift
        shift += FACE_BITS
    return placed


def swap(order: vec[i64], first: i64, second: i64) -> None:
    """Two faces change places."""
    face = order[first]
    order[first] = order[second]
    order[second] = face
