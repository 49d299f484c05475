"""The best life in the forest: which order of eight locations around the cabin, and where each year starts."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.ceiling import NOTHING_YET, Ceiling
from domik.games.cabin.rules.deadline import Deadline
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.life import ALL_DICE, year
from domik.games.cabin.rules.points import worth_of
from domik.games.cabin.rules.state import *


@final
class Forest:
    """What a life is worth under one set of components; it counts the years that it has tried."""

    def __init__(self, kit: Kit) -> None:
        self.faces: vec[i64] = kit.faces
        self.worth: vec[i64] = kit.worth
        self.still_ends: bool = kit.still_ends
        self.ceiling: Ceiling = Ceiling(kit)
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
