"""Estimated gain of one more card, in hundredths of a point, computed from the neighbouring cells only."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.house import (
    cards_left,
    cards_right,
    fits_instead,
    fitting_cells,
    open_cells,
    set_card,
    take_away,
)
from domik.games.dream_home.rules.market import targets
from domik.games.dream_home.rules.points import homely_kinds
from domik.kernel.game import bit, count, lowest

# Tuned one at a time: a change was kept if it did better against score_move (`python -m bench.rollout_moves`).
POINT: Final = 100
GROWTH: Final = 25  # percent of the points that one more card would bring
BLOCK: Final = 15  # percent of the same, for a card that blocks a room
WISH: Final = 30  # percent of the points that a wanted neighbour would bring
BATH: Final = 50  # percent of a comfort bonus, for the first bathroom
TRIO: Final = 35  # percent of the other bonus, for each of its first two rooms
CELL: Final = 150  # opportunity cost of a cell on the upper floors
CELLAR: Final = 25  # opportunity cost of a cell in the basement
MARKER: Final = 100
TOKEN: Final = 130  # for each point of a furnishing, which is also denied to the others
ROOF: Final = 65  # for each of the first four roofs
FOURTH: Final = 70  # added for the fourth
WINDOW: Final = 20
COLOUR: Final = 55  # for each step towards four of one colour, weighted by progress
COURIER_WORTH: Final = 300
HANDYMAN_WORTH: Final = 90
ROOFER_WORTH: Final = 150
ARCHITECT_WORTH: Final = 150
SCAFFOLD_WORTH: Final = 20
EMPTY_HOPE: Final = 10  # per remaining round, for an empty room to come
TOKEN_HOPE: Final = 15  # per remaining round, for a furnishing to come
TOOL: Final = 5  # per remaining round in which it may be used, six at most
NOTHING: Final = -100000

# In all methods below, `hope` is the percentage of future gains to count; with 0 a gain is exact.


@final
class CardGains:
    """Gain estimates for one Config."""

    def __init__(self, config: Config) -> None:
        self.config: Config = config
        wishers: list[i64] = [0] * at.KINDS
        for kind in range(at.KINDS):
            wanted = config.beside[kind]
            if config.most[kind] == 1 and wanted >= 0:
                wishers[wanted] |= bit(kind)
        self.wishers: vec[i64] = vec[i64](wishers)  # for each kind, a mask of the kinds that score beside it (DH-26)
        self.homely: i64 = bit(config.bathroom) | bit(config.kitchen) | bit(config.bedroom)

    # ---- a room -----------------------------------------------------------------------------------

    def gain(self, numbers: vec[i64], base: i64, kind: i64, place: i64, hope: i64) -> i64:
        """A card face up on a free cell: its points, its neighbours' and comfort; without furnishings."""
        value = (
            self.single_room_gain(numbers, base, kind, place, hope)
            if self.config.most[kind] == 1
            else self.joined_room_gain(numbers, base, kind, place, hope)
        )
        if hope:
            value -= self.blocking_cost(numbers, base, kind, place) * hope // POINT
        wishers = self.wishers[kind]
        if wishers:
            value += self.neighbour_bonus_gain(numbers, base, kind, place, wishers, hope)
        if (self.homely >> kind) & 1:
            value += self.comfort(numbers, base, kind, place, hope)
        return value

    def single_room_gain(self, numbers: vec[i64], base: i64, kind: i64, place: i64, hope: i64) -> i64:
        """A room of one card, with the neighbour bonus it has or may still get (DH-26)."""
        kit = self.config
        points = kit.points[3 * kind]
        wanted = kit.beside[kind]
        if wanted < 0:
            return POINT * points
        more = kit.beside_points[kind] - points
        near = place << 1 | place >> 1
        if numbers[base + at.SAME + wanted] & near:
            return POINT * (points + more)
        if near & at.BOARD & ~numbers[base + at.FILLED]:
            return POINT * points + WISH * more * hope // POINT
        return POINT * points

    def joined_room_gain(self, numbers: vec[i64], base: i64, kind: i64, place: i64, hope: i64) -> i64:
        """A card that starts or extends a room, and the potential of the next card (DH-60)."""
        kit = self.config
        same = numbers[base + at.SAME + kind]
        row = 3 * kind
        left = cards_left(same, place)
        right = cards_right(same, place)
        size = left + right
        points = kit.points[row + size]
        value = POINT * points
        if size:
            if left:
                value -= POINT * kit.points[row + left - 1]
            if right:
                value -= POINT * kit.points[row + right - 1]
            value -= GROWTH * (points - kit.points[row + size - 1]) * hope // POINT
        if size + 1 < kit.most[kind]:
            near = place << 1 | place >> 1
            if (near | near << 1 | near >> 1) & at.BOARD & ~numbers[base + at.FILLED] & ~place:
                value += GROWTH * (kit.points[row + size + 1] - points) * hope // POINT
        return value

    def blocking_cost(self, numbers: vec[i64], base: i64, kind: i64, place: i64) -> i64:
        """Lost potential of the rooms beside the cell that could have grown there."""
        kit = self.config
        value: i64 = 0
        near = (
            (place << 1 | place >> 1)
            & numbers[base + at.FILLED]
            & ~numbers[base + at.EMPTY]
            & ~numbers[base + at.FURNISHED]
        )
        while near:
            other = kit.room_kind[(numbers[base + at.HOUSE + lowest(near)] & at.CARD) - 1]
            if other != kind and kit.most[other] > 1:
                beside = near & -near
                same = numbers[base + at.SAME + other]
                size: i64 = 1
                if same & (beside << 1 | beside >> 1):
                    size = 2
                if size < kit.most[other]:
                    value += BLOCK * (kit.points[3 * other + size] - kit.points[3 * other + size - 1])
            near &= near - 1
        return value

    def neighbour_bonus_gain(self, numbers: vec[i64], base: i64, kind: i64, place: i64, wishers: i64, hope: i64) -> i64:
        """Bonuses of adjacent rooms that wanted this kind beside them and had none (DH-26)."""
        kit = self.config
        same = numbers[base + at.SAME + kind]
        near = (place << 1 | place >> 1) & ~(same << 1 | same >> 1)
        value: i64 = 0
        while wishers:
            wisher = lowest(wishers)
            wishers &= wishers - 1
            lonely = numbers[base + at.SAME + wisher] & near
            if lonely:
                more = kit.beside_points[wisher] - kit.points[3 * wisher]
                value += count(lonely) * more * (POINT - WISH * hope // POINT)
        return value

    def comfort(self, numbers: vec[i64], base: i64, kind: i64, place: i64, hope: i64) -> i64:
        """What a card adds to the two comfort bonuses, or to their potential (DH-62)."""
        kit = self.config
        bonus = kit.architect_comfort if numbers[base + at.HELD] & kit.architects else kit.comfort
        bathrooms = numbers[base + at.SAME + kit.bathroom]
        value: i64 = 0
        if kind == kit.bathroom:
            if not bathrooms:
                value = BATH * bonus * hope // POINT
            elif (place & at.SECOND and not bathrooms & at.SECOND) or (place & at.THIRD and not bathrooms & at.THIRD):
                value = POINT * bonus - BATH * bonus * hope // POINT
        if numbers[base + at.SAME + kind]:
            return value
        if homely_kinds(numbers, base, kit) == 2:
            return value + POINT * bonus - 2 * TRIO * bonus * hope // POINT
        return value + TRIO * bonus * hope // POINT

    def best_cell(self, numbers: vec[i64], base: i64, kind: i64, hope: i64) -> i64:
        """A room on its best cell, or face down where it fits nowhere, minus the cost of the cell."""
        cells = open_cells(numbers, base)
        best: i64 = -CELLAR if cells & at.BASEMENT else -CELL
        cells &= fitting_cells(numbers, base, kind, self.config)
        cost: i64 = CELLAR if cells & at.BASEMENT else CELL
        while cells:
            value = self.gain(numbers, base, kind, cells & -cells, hope) - cost
            cells &= cells - 1
            if value > best:
                best = value
        return best

    # ---- a column ---------------------------------------------------------------------------------

    def column(self, numbers: vec[i64], base: i64, column: i64, hope: i64) -> i64:
        """A column's room on its best cell, plus its resource."""
        kit = self.config
        kind = kit.room_kind[numbers[at.MARKET_ROOMS + column] - 1]
        value = self.best_cell(numbers, base, kind, hope)
        resource = numbers[at.MARKET_RESOURCES + column] - 1
        if resource < 0:
            return value + MARKER
        kinds = kit.goes_in[resource]
        if not kinds:
            return value + self.kept_card_gain(numbers, base, resource)
        if (kinds >> kind) & 1 or targets(numbers, base, resource, kit):
            return value + TOKEN * kit.token_points[resource]
        return value

    def kept_card_gain(self, numbers: vec[i64], base: i64, resource: i64) -> i64:
        """Value of a roof, tool, helper or garden furnishing to this house."""
        kit = self.config
        card = bit(resource)
        held = numbers[base + at.HELD]
        left = at.ROUNDS - numbers[at.ROUND]
        if card & kit.all_roofs:
            return self.roof(held & kit.all_roofs, card, left)
        if card & kit.garden:
            return POINT * kit.token_points[resource]
        if card & kit.designers:
            if held & kit.designers:
                return 0
            return POINT * (count(numbers[base + at.FURNISHED]) + count(numbers[base + at.GARDEN])) + TOKEN_HOPE * left
        if card & kit.architects:
            if held & kit.architects:
                return 0
            return POINT * count(numbers[base + at.EMPTY]) + ARCHITECT_WORTH + EMPTY_HOPE * left
        if card & kit.couriers:
            return COURIER_WORTH
        if card & kit.handymen:
            return HANDYMAN_WORTH
        if card & kit.roofers:
            return ROOFER_WORTH
        if card & kit.scaffolds:
            return SCAFFOLD_WORTH
        return TOOL * (left if left < 6 else 6)

    def roof(self, stack: i64, card: i64, left: i64) -> i64:
        """Value of one more roof, including progress towards a complete one (DH-63)."""
        kit = self.config
        colour: i64 = 0
        while not kit.roofs[colour] & card:
            colour += 1
        n = count(stack)
        same = count(stack & kit.roofs[colour])
        if n + 1 + left < 4:
            return 0
        if same == 3:
            return POINT * kit.one_colour - (POINT * kit.mixed if n > 3 else 0)
        value: i64 = 0
        if n < 4:
            value = ROOF
            if n == 3:
                value += FOURTH
        if card & kit.windows:
            value += WINDOW
        if same < 3 and same + 1 + left >= 4:
            value += COLOUR * (2 * same + 1) * left // at.ROUNDS
        return value

    # ---- an exchange ------------------------------------------------------------------------------

    def exchange(self, numbers: vec[i64], base: i64, cell: i64, kinds: i64, hope: i64) -> i64:
        """Gain of the best of these kinds face up in place of a card of the house (DH-40, DH-53)."""
        kit = self.config
        place = bit(cell)
        card = numbers[base + at.HOUSE + cell]
        take_away(numbers, base, cell, kit)
        best: i64 = NOTHING
        while kinds:
            kind = lowest(kinds)
            kinds &= kinds - 1
            if kit.zone[kind] & place and fits_instead(numbers, base, kind, place, kit):
                value = self.gain(numbers, base, kind, place, hope)
                if value > best:
                    best = value
        best -= self.removal_loss(numbers, base, card, place, hope)
        set_card(numbers, base, cell, card, kit)
        return best

    def removal_loss(self, numbers: vec[i64], base: i64, card: i64, place: i64, hope: i64) -> i64:
        """What a card just removed had contributed, including its furnishing."""
        kit = self.config
        held = numbers[base + at.HELD]
        if card & at.FACE_DOWN:
            return POINT * kit.architect_empty if held & kit.architects else 0
        value = self.gain(numbers, base, kit.room_kind[(card & at.CARD) - 1], place, hope)
        token = card >> at.TOKEN_SHIFT
        if token:
            value += POINT * kit.token_points[token - 1]
            if held & kit.designers:
                value += POINT * kit.designer
        return value


def future_weight(numbers: vec[i64]) -> i64:
    """Percentage of future gains to count: lower as the rounds run out."""
    left = at.ROUNDS - numbers[at.ROUND]
    return POINT * left // (left + 3)
