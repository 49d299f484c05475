"""The value of a life: a fast upper bound over all orders of the eight locations, and searches for the best order."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.deadline import Deadline
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.life import ALL_DICE, year_result
from domik.games.cabin.rules.points import doubled_points
from domik.kernel.game import bit, lowest

NOTHING_YET: Final = -1
# Four dice share half a word, eight bits per lane (SIMD within a register); a lane below 0 borrows its guard bit.
HALF: Final = 0xFFFFFFFF
HALF_BITS: Final = 32
LANE_GUARD: Final = 0x80808080
TO_SIX: Final = 0x7A7A7A7A  # added to dice, it carries every lane of 6 or more into its guard bit


@lru_cache(maxsize=2)
def known_bounds(faces: tuple[int, ...], worth: tuple[int, ...]) -> dict[int, int]:
    """A cache of bounds for all decks of one component set: a game asks for the same ones at every move."""
    return {}


@final
class LifeBound:
    """Upper bound on lives under one component set."""

    def __init__(self, config: Config) -> None:
        self.faces: vec[i64] = config.faces
        self.worth: vec[i64] = config.worth
        self.home_cost: vec[i64] = vec[i64]([0] * at.PLACES)
        self.home_gain: vec[i64] = vec[i64]([0] * at.PLACES)
        self.home_pays: vec[i64] = vec[i64]([0] * at.PLACES)  # bit offset of the die that a home takes from
        self.home_gives: vec[i64] = vec[i64]([0] * at.PLACES)  # bit offset of the die that a home gives to
        self.all_costs: vec[i64] = vec[i64]([0] * (1 << at.PLACES))  # by subset of homes
        self.all_gains: vec[i64] = vec[i64]([0] * (1 << at.PLACES))
        self.known: dict[i64, i64] = known_bounds(tuple(config.faces), tuple(config.worth))
        self.most: i64 = 0  # points with every die at 6
        for die in range(2 * at.RESOURCES):
            self.most += at.DIE_MOST * config.worth[1 + die]
        self.most_gain: i64 = 1  # the most that one visit to a home gives
        self.is_plain: bool = True  # whether upgrades change no home, and no visit to a home loses points
        for kind in range(1, at.MOST_KINDS + 1):
            self.note_home_differences(at.FACE_SIZE * (kind << at.KIND_SHIFT | at.HOME))

    def note_home_differences(self, home: i64) -> None:
        """Record how a component file's home differs from the usual one-for-one visit without loss (CC-22)."""
        faces = self.faces
        upgraded = home + at.FACE_SIZE * at.UPGRADED
        cost = faces[home + at.VISIT_COST]
        if not cost:
            return
        gain = faces[home + at.VISIT_AMOUNT]
        most = faces[upgraded + at.VISIT_AMOUNT]
        if cost != faces[upgraded + at.VISIT_COST] or gain != most:
            self.is_plain = False
        if most > self.most_gain:
            self.most_gain = most
        die: i64 = 0
        while not cost & at.DIE:
            cost >>= at.DIE_BITS
            die += 1
        if cost * self.worth[1 + die] > gain * self.worth[1 + (faces[home + at.VISIT_SHIFT] >> 2)]:
            self.is_plain = False

    def key_of(self, face: i64) -> i64:
        """What a bound depends on, summed over a cabin: its homes as bits, and what its natural locations give."""
        if face & at.HOME:
            return bit(HALF_BITS + (face >> at.KIND_SHIFT) - 1)
        base = at.FACE_SIZE * face
        return self.faces[base + at.VISIT_AMOUNT] << (2 * self.faces[base + at.VISIT_SHIFT])

    def upper_bound(self, eight: vec[i64], dice: i64) -> i64:
        """Upper bound on the life of these eight faces in any order.

        The domestic dice after a number of full years do not depend on the order; in the last, broken year any homes
        may have been visited. Natural dice are treated as losing nothing to their limit of 6 within a year.
        """
        faces = self.faces
        costs: i64 = 0  # per year, eight bits per die
        gains: i64 = 0
        wild: i64 = 0  # gains of the natural locations alone
        homes: i64 = 0
        for k in range(at.PLACES):
            base = at.FACE_SIZE * eight[k]
            cost = faces[base + at.VISIT_COST]
            gain = faces[base + at.VISIT_AMOUNT] << (2 * faces[base + at.VISIT_SHIFT])
            gains += gain
            if cost:
                cost = widen_dice(cost)
                costs += cost
                self.home_cost[homes] = cost
                self.home_gain[homes] = gain
                self.home_pays[homes] = first_die(cost)
                self.home_gives[homes] = first_die(gain)
                homes += 1
            else:
                wild += gain
        for chosen in range(1, bit(homes)):
            fewer = chosen & (chosen - 1)
            home = lowest(chosen)
            self.all_costs[chosen] = self.all_costs[fewer] + self.home_cost[home]
            self.all_gains[chosen] = self.all_gains[fewer] + self.home_gain[home]
        best: i64 = NOTHING_YET
        state = widen_dice(dice)
        for _again in range(at.MOST_YEARS):
            value = self.last_year_bound(state + wild, homes)
            if value > best:
                best = value
            after: i64 = 0
            for die in range(2 * at.RESOURCES):
                shift = 8 * die
                now = ((state >> shift) & 0xFF) + ((gains >> shift) & 0xFF) - ((costs >> shift) & 0xFF)
                if now < 0 or (die >= at.RESOURCES and now >= at.DIE_MOST):
                    return best
                if now > at.DIE_MOST:
                    now = at.DIE_MOST
                after |= now << shift
            if after == state:
                break  # a year without change ends the life (CC-25)
            state = after
        value = self.points(state)
        return value if value > best else best

    def points(self, state: i64) -> i64:
        """Doubled points of dice with eight bits each (CC-30)."""
        points: i64 = 0
        for die in range(2 * at.RESOURCES):
            points += ((state >> (8 * die)) & 0xFF) * self.worth[1 + die]
        return points

    def last_year_bound(self, state: i64, homes: i64) -> i64:
        """Bound on a broken last year: all natural locations, and the best subset of homes that can end a life."""
        all_gains = self.all_gains
        all_costs = self.all_costs
        worth = self.worth
        best: i64 = NOTHING_YET
        for chosen in range(bit(homes)):
            total = state + all_gains[chosen]
            costs = all_costs[chosen]
            natural = ((total & HALF) | LANE_GUARD) - (costs & HALF)
            domestic = ((total >> HALF_BITS) | LANE_GUARD) - (costs >> HALF_BITS)
            if natural & domestic & LANE_GUARD != LANE_GUARD:
                continue  # some home could not be paid
            natural ^= LANE_GUARD
            domestic ^= LANE_GUARD
            sixes: i64 = 0
            if (domestic + TO_SIX) & LANE_GUARD:
                sixes = self.sixes_in(domestic)
                if sixes > 1:
                    continue
                domestic = clamp_dice(domestic)
            natural = clamp_dice(natural)
            points = (
                (natural & 0xFF) * worth[1]
                + (natural >> 8 & 0xFF) * worth[2]
                + (natural >> 16 & 0xFF) * worth[3]
                + (natural >> 24) * worth[4]
                + (domestic & 0xFF) * worth[5]
                + (domestic >> 8 & 0xFF) * worth[6]
                + (domestic >> 16 & 0xFF) * worth[7]
                + (domestic >> 24) * worth[8]
            )
            if points > best:
                points -= self.least_loss(domestic << HALF_BITS | natural, chosen, homes, sixes)
                if points > best:
                    best = points
        return best

    def sixes_in(self, domestic: i64) -> i64:
        """Count domestic dice at 6; one that got there before the last visit counts twice, marking a contradiction."""
        sixes: i64 = 0
        while domestic:
            value = domestic & 0xFF
            if value >= at.DIE_MOST:
                sixes += 1 if value < at.DIE_MOST + self.most_gain else 2  # only the last visit may reach 6
            domestic >>= 8
        return sixes

    def least_loss(self, values: i64, chosen: i64, homes: i64, sixes: i64) -> i64:
        """Least points missing at the end: the last home was just paid, or the next cannot be paid (CC-24)."""
        least: i64 = 0 if not homes else 1000
        for home in range(homes):
            shift = self.home_pays[home]
            value = (values >> shift) & 0xFF
            paid = (self.home_cost[home] >> shift) & 0xFF
            if (chosen >> home) & 1 and sixes:
                die = self.home_gives[home]
                if (values >> die) & 0xFF != at.DIE_MOST:
                    continue
                over = value - (at.DIE_MOST - paid) if shift != die else 0
            elif not (chosen >> home) & 1 and not sixes:
                over = value - (paid - 1)
            else:
                continue
            loss = (over if over > 0 else 0) * self.worth[1 + (shift >> 3)]
            if loss < least:
                least = loss
        return least


def first_die(dice: i64) -> i64:
    """Bit offset of the lowest nonzero die, 0 when all are 0."""
    shift: i64 = 0
    while dice >> shift and not (dice >> shift) & 0xFF:
        shift += 8
    return shift


def clamp_dice(dice: i64) -> i64:
    """Limit each of four dice to 6."""
    over = (dice + TO_SIX) & LANE_GUARD
    if not over:
        return dice
    whole = (over >> 7) * 0xFF
    return dice & ~whole | (over >> 7) * at.DIE_MOST


def widen_dice(dice: i64) -> i64:
    """Convert dice from four bits each to eight."""
    wide: i64 = 0
    shift: i64 = 0
    while dice:
        wide |= (dice & at.DIE) << shift
        dice >>= at.DIE_BITS
        shift += 8
    return wide


@final
class LifeSearch:
    """Exact values of lives under one component set, and searches for the best order of the circle."""

    def __init__(self, config: Config) -> None:
        self.faces: vec[i64] = config.faces
        self.worth: vec[i64] = config.worth
        self.still_ends: bool = config.still_ends
        self.life_bound: LifeBound = LifeBound(config)
        self.deadline: Deadline = Deadline(0.0)
        self.orders: i64 = 0  # orders tried
        self.is_late: bool = False  # whether the deadline passed before all orders were tried
        self.exact_best: i64 = NOTHING_YET
        self.exact_order: i64 = 0
        self.years_tried: vec[i64] = vec[i64]([0] * (at.PLACES * (at.MOST_YEARS + 1)))

    def best_life(self, placed: i64, dice: i64, years: i64) -> i64:
        """Points of the best life for this circle, over every start of every year (CC-20, CC-23)."""
        best: i64 = NOTHING_YET
        first = at.PLACES * years
        for start in range(at.PLACES):
            if not (placed >> (at.FACE_BITS * start)) & at.FACE:
                continue
            after = year_result(placed, dice, start, self.faces, self.still_ends)
            for earlier in range(first, first + start):
                if self.years_tried[earlier] == after:
                    after = NOTHING_YET
                    break
            self.years_tried[first + start] = after
            if after == NOTHING_YET:
                continue
            value = self.rest_of_life(placed, after, years + 1)
            if value > best:
                best = value
        return best

    def rest_of_life(self, placed: i64, after: i64, years: i64) -> i64:
        """Points still reachable after a year that left these dice, or ended the life (CC-24)."""
        if after & ~ALL_DICE or years == at.MOST_YEARS:
            return doubled_points(after & ALL_DICE, 0, self.worth)
        return self.best_life(placed, after, years)

    def best_starts(self, placed: i64, dice: i64) -> list[int]:
        """The starting place of each year of a best life."""
        found: list[int] = []
        years: i64 = 0
        while True:
            best: i64 = NOTHING_YET
            best_start: i64 = 0
            best_after: i64 = 0
            for start in range(at.PLACES):
                if not (placed >> (at.FACE_BITS * start)) & at.FACE:
                    continue
                after = year_result(placed, dice, start, self.faces, self.still_ends)
                value = self.rest_of_life(placed, after, years + 1)
                if value > best:
                    best = value
                    best_start = start
                    best_after = after
            found.append(best_start)
            years += 1
            if best_after & ~ALL_DICE or years == at.MOST_YEARS:
                return found
            dice = best_after

    def hill_climb(self, order: vec[i64], free: i64, dice: i64, enough: i64) -> i64:
        """Improve `order` in place by swaps on the free places, until none helps or `enough` is reached."""
        best = self.best_life(pack_order(order), dice, 0)
        better = True
        while better and best < enough:
            better = False
            for pair in range(at.FENCE_PAIRS):
                first = at.FENCE_FIRST[pair]
                second = at.FENCE_SECOND[pair]
                if not (free >> first) & (free >> second) & 1:
                    continue
                swap(order, first, second)
                value = self.best_life(pack_order(order), dice, 0)
                if value > best:
                    best = value
                    better = True
                else:
                    swap(order, first, second)
        return best

    def exhaustive_search(self, order: vec[i64], free: i64, dice: i64, enough: i64) -> i64:
        """Try every order on the free places (5,040 of a full circle) in time; leave the best in `order`."""
        self.exact_best = self.best_life(pack_order(order), dice, 0)
        self.exact_order = pack_order(order)
        if free == at.EVERY_PLACE:
            free &= ~1  # rotating the whole circle changes nothing
        self.permute(order, free, 0, dice, enough)
        for place in range(at.PLACES):
            order[place] = (self.exact_order >> (at.FACE_BITS * place)) & at.FACE
        return self.exact_best

    def permute(self, order: vec[i64], free: i64, place: i64, dice: i64, enough: i64) -> None:
        """Try every remaining face on this place, then recurse to the next place."""
        while place < at.PLACES and not (free >> place) & 1:
            place += 1
        if self.exact_best >= enough or self.is_late:
            return
        if place == at.PLACES:
            self.orders += 1
            self.is_late = self.orders & 31 == 0 and self.deadline.is_over()
            placed = pack_order(order)
            value = self.best_life(placed, dice, 0)
            if value > self.exact_best:
                self.exact_best = value
                self.exact_order = placed
            return
        for other in range(place, at.PLACES):
            if (free >> other) & 1:
                swap(order, place, other)
                self.permute(order, free, place + 1, dice, enough)
                swap(order, place, other)


def pack_order(order: vec[i64]) -> i64:
    """Pack eight faces in place order into one number."""
    placed: i64 = 0
    shift: i64 = 0
    for place in range(at.PLACES):
        placed |= order[place] << shift
        shift += at.FACE_BITS
    return placed


def swap(order: vec[i64], first: i64, second: i64) -> None:
    face = order[first]
    order[first] = order[second]
    order[second] = face
