"""Rollout policy: one move by estimated card gains, without comparing full evaluations."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.mind.card_gains import CELL, CELLAR, NOTHING, CardGains, future_weight
from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config
from domik.games.dream_home.rules.market import mix
from domik.games.dream_home.rules.points import roof_points
from domik.kernel.game import bit, lowest
from domik.kernel.luck import Luck

PATIENCE: Final = 15  # value of keeping a tool, for each remaining round
MIXING: Final = 50
DRILLING: Final = 80
HAMMERING: Final = 320  # cost of the lost resource and of the lost choice of columns


@final
class RolloutPolicy:
    def __init__(self, config: Config) -> None:
        self.config: Config = config
        self.gains: CardGains = CardGains(config)

    def act(self, numbers: vec[i64], seat: i64, seats: i64, legal: i64, luck: Luck) -> i64:
        """A legal action for any phase; 0 where the policy has none (the handyman)."""
        phase = numbers[at.PHASE]
        base = at.SEAT + at.SEAT_SIZE * seat
        if phase == at.LAY:
            return self.lay(numbers, base, legal, luck) if numbers[at.ROOM] else self.furnish(numbers, base, legal)
        if phase == at.TURN:
            return self.turn(numbers, base, legal)
        if phase == at.DISCARD:
            return self.discard(numbers, seat, seats, legal)
        if phase == at.HAMMER:
            return self.hammer(numbers, base)
        if phase == at.DRILL:
            return self.drill(numbers, base, legal)
        if phase == at.PARK:
            return legal & -legal
        if phase == at.ROOFER:
            return self.roof(numbers[base + at.HELD], legal)
        if phase == at.COURIER:
            return self.order_room(numbers, base, legal)
        if phase == at.DELIVER:
            return self.deliver(numbers, base, legal)
        return 0

    # ---- a turn -----------------------------------------------------------------------------------

    def turn(self, numbers: vec[i64], base: i64, legal: i64) -> i64:
        """The column with the highest gain, or a tool that gains more than keeping it."""
        hope = future_weight(numbers)
        best: i64 = NOTHING
        chosen: i64 = 0
        columns = legal & at.ALL_COLUMNS
        while columns:
            value = self.gains.column(numbers, base, lowest(columns), hope)
            if value > best:
                best = value
                chosen = columns & -columns
            columns &= columns - 1
        if legal == legal & at.ALL_COLUMNS:
            return chosen
        patience = PATIENCE * (at.ROUNDS - numbers[at.ROUND])
        most = best + MIXING + patience
        pairs = (legal >> at.MIX) & (bit(at.PAIRS) - 1)
        while pairs:
            value = self.mix_gain(numbers, base, lowest(pairs), hope)
            if value > most:
                most = value
                chosen = (pairs & -pairs) << at.MIX
            pairs &= pairs - 1
        if chosen > at.ALL_COLUMNS:
            return chosen
        most = DRILLING + patience
        kinds = self.market_kinds(numbers)
        cells = legal >> at.DRILL_OUT
        while cells:
            value = self.gains.exchange(numbers, base, lowest(cells), kinds, hope)
            if value > most:
                most = value
                chosen = (cells & -cells) << at.DRILL_OUT
            cells &= cells - 1
        return chosen

    def mix_gain(self, numbers: vec[i64], base: i64, pair: i64, hope: i64) -> i64:
        """The better of two columns after swapping their rooms (DH-43)."""
        mix(numbers, pair)
        left = self.gains.column(numbers, base, at.PAIR_LEFT[pair], hope)
        right = self.gains.column(numbers, base, at.PAIR_RIGHT[pair], hope)
        mix(numbers, pair)
        return left if left > right else right

    def market_kinds(self, numbers: vec[i64]) -> i64:
        """Mask of the kinds of room in the market."""
        kinds: i64 = 0
        columns = numbers[at.COLUMNS_LEFT]
        while columns:
            kinds |= bit(self.config.room_kind[numbers[at.MARKET_ROOMS + lowest(columns)] - 1])
            columns &= columns - 1
        return kinds

    def drill(self, numbers: vec[i64], base: i64, legal: i64) -> i64:
        """The room with the highest gain in the cell chosen before, face up where one fits (DH-40)."""
        columns = legal & at.ALL_COLUMNS
        return self.best_room(numbers, base, columns, numbers[at.CHOSEN], NOTHING, legal & -legal)

    def discard(self, numbers: vec[i64], seat: i64, seats: i64, legal: i64) -> i64:
        """The column that is worth most to the next seat compared with this one (DH-12)."""
        hope = future_weight(numbers)
        mine = at.SEAT + at.SEAT_SIZE * seat
        theirs = at.SEAT + at.SEAT_SIZE * (seat + 1 if seat + 1 < seats else 0)
        best: i64 = NOTHING
        chosen: i64 = 0
        while legal:
            column = lowest(legal)
            value = self.gains.column(numbers, theirs, column, hope) - self.gains.column(numbers, mine, column, hope)
            if value > best:
                best = value
                chosen = legal & -legal
            legal &= legal - 1
        return chosen

    def hammer(self, numbers: vec[i64], base: i64) -> i64:
        """Used only for a room with a high gain (DH-41)."""
        enough = HAMMERING + PATIENCE * (at.ROUNDS - numbers[at.ROUND])
        return self.best_room(numbers, base, numbers[at.COLUMNS_LEFT], -1, enough, at.PASS)

    def best_room(self, numbers: vec[i64], base: i64, columns: i64, cell: i64, best: i64, chosen: i64) -> i64:
        """The column whose room gains most in place of a cell's card, or on its own best cell if `cell` is -1.

        Returns `chosen` if none gains more than `best`.
        """
        hope = future_weight(numbers)
        while columns:
            kind = self.config.room_kind[numbers[at.MARKET_ROOMS + lowest(columns)] - 1]
            value = (
                self.gains.best_cell(numbers, base, kind, hope)
                if cell < 0
                else self.gains.exchange(numbers, base, cell, bit(kind), hope)
            )
            if value > best:
                best = value
                chosen = columns & -columns
            columns &= columns - 1
        return chosen

    # ---- laying -----------------------------------------------------------------------------------

    def lay(self, numbers: vec[i64], base: i64, legal: i64, luck: Luck) -> i64:
        """The room on its best cell; it goes before a furnishing, which it may hold."""
        hope = future_weight(numbers)
        kind = self.config.room_kind[numbers[at.ROOM] - 1]
        down = (legal >> at.DOWN) & at.BOARD
        best: i64 = -CELL
        if down & at.BASEMENT:
            down &= at.BASEMENT
            best = -CELLAR
        chosen = luck.bit_of(down) << at.DOWN
        up = legal & at.BOARD
        cost: i64 = CELLAR if up & at.BASEMENT else CELL
        while up:
            value = self.gains.gain(numbers, base, kind, up & -up, hope) - cost
            if value > best:
                best = value
                chosen = up & -up
            up &= up - 1
        return chosen

    def furnish(self, numbers: vec[i64], base: i64, legal: i64) -> i64:
        """Prefer a room that cannot grow for a furnishing; scaffolding goes anywhere (DH-32, DH-45)."""
        cells = (legal >> at.TARGET) & numbers[base + at.FILLED]
        free = at.BOARD & ~numbers[base + at.FILLED]
        while cells:
            place = cells & -cells
            cells &= cells - 1
            kind = self.config.room_kind[(numbers[base + at.HOUSE + lowest(place)] & at.CARD) - 1]
            if self.config.most[kind] == 1 or not (place << 1 | place >> 1) & free:
                return place << at.TARGET
        return legal & -legal

    # ---- the end ----------------------------------------------------------------------------------

    def roof(self, held: i64, legal: i64) -> i64:
        """The discarded roof that adds most to the stack, or pass (DH-52)."""
        best = roof_points(held, self.config)
        chosen: i64 = at.PASS
        legal &= ~at.PASS
        while legal:
            points = roof_points(held | legal & -legal, self.config)
            if points > best:
                best = points
                chosen = legal & -legal
            legal &= legal - 1
        return chosen

    def order_room(self, numbers: vec[i64], base: i64, legal: i64) -> i64:
        """The discarded room that gains most in place of another card, or pass (DH-53)."""
        rooms = legal & ~at.PASS
        kinds = self.kinds_of(rooms)
        best: i64 = 0
        chosen: i64 = -1
        cells = numbers[base + at.FILLED]
        while cells:
            value = self.gains.exchange(numbers, base, lowest(cells), kinds, 0)
            if value > best:
                best = value
                chosen = lowest(cells)
            cells &= cells - 1
        if chosen < 0:
            return at.PASS
        while kinds:
            kind = kinds & -kinds
            kinds &= kinds - 1
            if self.gains.exchange(numbers, base, chosen, kind, 0) == best:
                break
        while bit(self.config.room_kind[lowest(rooms)]) != kind:
            rooms &= rooms - 1
        return rooms & -rooms

    def kinds_of(self, rooms: i64) -> i64:
        """Mask of the kinds of these rooms."""
        kinds: i64 = 0
        while rooms:
            kinds |= bit(self.config.room_kind[lowest(rooms)])
            rooms &= rooms - 1
        return kinds

    def deliver(self, numbers: vec[i64], base: i64, legal: i64) -> i64:
        """The cell where the room gains most (DH-53)."""
        kind = bit(self.config.room_kind[numbers[at.CHOSEN]])
        best: i64 = NOTHING
        chosen = legal & -legal
        cells = legal & at.BOARD
        while cells:
            value = self.gains.exchange(numbers, base, lowest(cells), kind, 0)
            if value > best:
                best = value
                chosen = cells & -cells
            cells &= cells - 1
        return chosen
