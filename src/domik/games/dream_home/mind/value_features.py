"""The inputs of Dream Home's learned value: one house between two rounds, and what the decks still hold."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import fitting_cells, furnishable_cells, joined_size, open_cells
from domik.games.dream_home.rules.points import comfort_count, house_points, roof_points
from domik.kernel.game import bit, count, lowest

LEFT: Final = 0  # rounds left, one of thirteen
TABLE: Final = 13  # seats beyond two, whether this seat has the marker
POINTS: Final = 15  # the house as it is, its comfort bonuses, its roof
GROWTH: Final = 18  # for each kind: points that one more card would bring
SUPPLY: Final = 33  # for each kind: the same times the cards of it that are left
HOMELY: Final = 48  # bathrooms on both floors, kitchen, bedroom, the sum of the last three kinds
CELLS: Final = 53  # free in the basement, on the second and third floor; open now; face-down rooms; scaffolding
ROOFS: Final = 59  # how many (0 to 4), most of one colour (0 to 4), windows, left in all and of the best colour
KEPT: Final = 72  # designer, architect, courier, handyman, roofer, drill, hammer, mixer
TOKENS: Final = 80  # placed; placed with a designer; face-down rooms with an architect
HOPES: Final = 83  # points of furnishings left that fit this house
SIZE: Final = 84
BLANK: Final = vec[i64]([0] * SIZE)


@final
class ValueFeatures:
    def __init__(self, config: Config, seats: i64) -> None:
        self.config: Config = config
        self.seats: i64 = seats
        masks: list[i64] = [0] * at.KINDS
        for room in range(at.ROOMS):
            masks[config.room_kind[room]] |= bit(room)
        self.kind_masks: vec[i64] = vec[i64](masks)  # the cards of each kind

    def of(self, numbers: vec[i64], seat: i64) -> vec[i64]:
        out = BLANK[:]
        base = at.SEAT + at.SEAT_SIZE * seat
        left = at.ROUNDS + 1 - numbers[at.ROUND]
        out[LEFT + (left if left <= at.ROUNDS else at.ROUNDS)] = 1
        out[TABLE] = self.seats - 2
        if numbers[at.FIRST] == seat:
            out[TABLE + 1] = 1
        self.house(numbers, base, out)
        self.rooms(numbers, base, out)
        self.roof(numbers, base, out)
        self.kept_cards(numbers, base, out)
        return out

    def house(self, numbers: vec[i64], base: i64, out: vec[i64]) -> None:
        kit = self.config
        out[POINTS] = house_points(numbers, base, kit)
        out[POINTS + 1] = comfort_count(numbers, base, kit)
        out[POINTS + 2] = roof_points(numbers[base + at.HELD], kit)
        bathrooms = numbers[base + at.SAME + kit.bathroom]
        if bathrooms & at.SECOND:
            out[HOMELY] = 1
        if bathrooms & at.THIRD:
            out[HOMELY + 1] = 1
        if numbers[base + at.SAME + kit.kitchen]:
            out[HOMELY + 2] = 1
        if numbers[base + at.SAME + kit.bedroom]:
            out[HOMELY + 3] = 1
        out[HOMELY + 4] = (1 if bathrooms else 0) + out[HOMELY + 2] + out[HOMELY + 3]
        filled = numbers[base + at.FILLED]
        out[CELLS] = count(at.BASEMENT & ~filled)
        out[CELLS + 1] = count(at.SECOND & ~filled)
        out[CELLS + 2] = count(at.THIRD & ~filled)
        out[CELLS + 3] = count(open_cells(numbers, base))
        out[CELLS + 4] = count(numbers[base + at.EMPTY])
        out[CELLS + 5] = count(numbers[base + at.SCAFFOLD])

    def rooms(self, numbers: vec[i64], base: i64, out: vec[i64]) -> None:
        """What one more card of each kind would bring to a room that waits for it."""
        free = at.BOARD & ~numbers[base + at.FILLED]
        deck = numbers[at.ROOM_DECK]
        for kind in range(at.KINDS):
            same = numbers[base + at.SAME + kind]
            if same:
                gain = self.growth(numbers, base, kind, same, free)
                if gain:
                    out[GROWTH + kind] += gain
                    out[SUPPLY + kind] += gain * count(deck & self.kind_masks[kind])

    def growth(self, numbers: vec[i64], base: i64, kind: i64, same: i64, free: i64) -> i64:
        kit = self.config
        row = 3 * kind
        best: i64 = 0
        if kit.most[kind] == 1:
            wanted = kit.beside[kind]
            if wanted < 0:
                return 0
            near = (same << 1 | same >> 1) & free
            if near & fitting_cells(numbers, base, wanted, kit):
                best = kit.beside_points[kind] - kit.points[row]
            return best
        cells = fitting_cells(numbers, base, kind, kit) & free & (same << 1 | same >> 1)
        while cells:
            place = cells & -cells
            cells &= cells - 1
            size = joined_size(same, place)
            if size < kit.most[kind]:
                gain = kit.points[row + size] - kit.points[row + size - 1]
                if gain > best:
                    best = gain
        return best

    def roof(self, numbers: vec[i64], base: i64, out: vec[i64]) -> None:
        kit = self.config
        stack = numbers[base + at.HELD] & kit.all_roofs
        deck = numbers[at.RESOURCE_DECK]
        n = count(stack)
        out[ROOFS + (n if n < 4 else 4)] = 1
        most: i64 = 0
        coming: i64 = 0
        for colour in range(kit.colours):
            same = count(stack & kit.roofs[colour])
            more = count(deck & kit.roofs[colour])
            if same > most or (same == most and more > coming):
                most = same
                coming = more
        out[ROOFS + 5 + (most if most < 4 else 4)] = 1
        out[ROOFS + 10] = count(stack & kit.windows)
        out[ROOFS + 11] = count(deck & kit.all_roofs)
        out[ROOFS + 12] = coming

    def kept_cards(self, numbers: vec[i64], base: i64, out: vec[i64]) -> None:
        kit = self.config
        held = numbers[base + at.HELD]
        out[KEPT] = 1 if held & kit.designers else 0
        out[KEPT + 1] = 1 if held & kit.architects else 0
        out[KEPT + 2] = count(held & kit.couriers)
        out[KEPT + 3] = count(held & kit.handymen)
        out[KEPT + 4] = count(held & kit.roofers)
        out[KEPT + 5] = count(held & kit.drills)
        out[KEPT + 6] = count(held & kit.hammers)
        out[KEPT + 7] = count(held & kit.mixers)
        tokens = count(numbers[base + at.FURNISHED]) + count(numbers[base + at.GARDEN])
        out[TOKENS] = tokens
        if held & kit.designers:
            out[TOKENS + 1] = tokens
        if held & kit.architects:
            out[TOKENS + 2] = count(numbers[base + at.EMPTY])
        hopes = numbers[at.RESOURCE_DECK] & kit.indoors
        while hopes:
            resource = lowest(hopes)
            hopes &= hopes - 1
            if furnishable_cells(numbers, base, kit.goes_in[resource]):
                out[HOPES] += kit.token_points[resource]
