"""The game itself: dealing, rounds, legal actions and their effects, one method per kind of decision."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.config import Config, most_actions
from domik.games.dream_home.rules.ending import (
    begin_ending,
    deliver,
    legal_at_the_end,
    next_helper,
    use_courier,
    use_handyman,
    use_roofer,
)
from domik.games.dream_home.rules.house import lay_down, lay_up
from domik.games.dream_home.rules.imagine import imagined_numbers, pack_market
from domik.games.dream_home.rules.market import (
    asks_to_park,
    clear_column,
    drill,
    lay_out,
    lay_resource,
    legal_drill,
    legal_lay,
    legal_tools,
    mix,
    park,
    take_resource,
    take_room,
    targets,
    use_up,
)
from domik.games.dream_home.rules.parts import Parts
from domik.games.dream_home.rules.points import house_points
from domik.kernel.game import AWAITED, Game, bit, lowest
from domik.kernel.luck import Luck
from domik.kernel.package import Match


@final
class DreamHome(Game):
    """Dream Home for two to four players, with any set of options."""

    def __init__(self, seats: i64, config: Config) -> None:
        super().__init__(seats, at.OPEN_SIZE, at.OWN_SIZE, at.SEALED_SIZE)
        self.config: Config = config
        self.max_moves = most_actions(seats, config)

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """All 60 rooms, 48 resources, and the first holder of the marker (DH-10, DH-11)."""
        deal = at.DECK[:]
        luck.shuffle(deal, 0, at.ROOMS)
        luck.shuffle(deal, at.DEAL_RESOURCES, at.DEAL_FIRST)
        deal[at.DEAL_FIRST] = self.config.youngest if self.config.youngest >= 0 else luck.below(self.seats)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Empty houses, both decks sealed, the first market laid out (DH-10)."""
        numbers = at.BARE[:]
        sealed = at.OPEN_SIZE
        for now in range(at.ROUNDS):
            numbers[sealed + now] = pack_market(
                deal, at.COLUMNS * now, deal, at.DEAL_RESOURCES + (at.COLUMNS - 1) * now
            )
        numbers[at.ROOM_DECK] = bit(at.ROOMS) - 1
        numbers[at.RESOURCE_DECK] = bit(at.RESOURCES) - 1
        numbers[at.NEXT_FIRST] = deal[at.DEAL_FIRST]
        self.begin_round(numbers)
        return numbers

    # ---- a round ----------------------------------------------------------------------------------

    def begin_round(self, numbers: vec[i64]) -> None:
        """Pass the marker, and lay out five rooms and four resources (DH-10, DH-13)."""
        lay_out(numbers, at.OPEN_SIZE)
        numbers[at.FIRST] = numbers[at.NEXT_FIRST]
        numbers[at.SKIPPING] = 0
        if self.config.discards_a_column:
            numbers[at.PHASE] = at.DISCARD
            numbers[AWAITED] = bit(numbers[at.FIRST])
        else:
            self.ask_hammers(numbers, 0)

    def ask_hammers(self, numbers: vec[i64], step: i64) -> None:
        """Ask each owner of a jackhammer once, clockwise from the first player (DH-41)."""
        seats = self.seats
        hammers = self.config.hammers
        seat = numbers[at.FIRST] + step
        for ahead in range(step, seats):
            if seat >= seats:
                seat -= seats
            if numbers[at.SEAT + at.SEAT_SIZE * seat + at.HELD] & hammers:
                await_seat(numbers, at.HAMMER, ahead, seat)
                return
            seat += 1
        self.next_turn(numbers, 0)

    def next_turn(self, numbers: vec[i64], step: i64) -> None:
        """The next seat clockwise that did not use a jackhammer (DH-13, DH-41)."""
        seats = self.seats
        skipping = numbers[at.SKIPPING]
        seat = numbers[at.FIRST] + step
        for ahead in range(step, seats):
            if seat >= seats:
                seat -= seats
            if not (skipping >> seat) & 1:
                await_seat(numbers, at.TURN, ahead, seat)
                return
            seat += 1
        self.end_round(numbers)

    def end_round(self, numbers: vec[i64]) -> None:
        """Discard the rest of the market; after round 12 the helpers act (DH-14, DH-51)."""
        rest = numbers[at.COLUMNS_LEFT]
        while rest:
            clear_column(numbers, lowest(rest))
            rest &= rest - 1
        if numbers[at.ROUND] < at.ROUNDS:
            self.begin_round(numbers)
        else:
            begin_ending(numbers, self.seats, self.config)

    # ---- legal actions ----------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions; the meaning of a bit depends on the phase (see state.py)."""
        phase = numbers[at.PHASE]
        base = at.SEAT + at.SEAT_SIZE * seat
        if phase == at.LAY:
            return legal_lay(numbers, base, self.config)
        if phase == at.TURN:
            return numbers[at.COLUMNS_LEFT] | legal_tools(
                numbers, base, self.config
            )  # columns that have a room (DH-42)
        if phase == at.DISCARD:
            return 0b11110  # any column but the leftmost (DH-12)
        if phase == at.HAMMER:
            return numbers[at.COLUMNS_LEFT] | at.PASS
        if phase == at.DRILL:
            return legal_drill(numbers, base, self.config)
        if phase == at.PARK:
            return numbers[base + at.SAME + self.config.garage] | at.PASS
        return legal_at_the_end(numbers, base, self.config)

    # ---- applying an action -----------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Apply one action; the last one awaited in a step starts the next step."""
        phase = numbers[at.PHASE]
        base = at.SEAT + at.SEAT_SIZE * seat
        if phase == at.LAY:
            self.lay(numbers, base, lowest(action))
        elif phase == at.TURN:
            self.turn(numbers, seat, lowest(action))
        elif phase == at.DISCARD:
            clear_column(numbers, lowest(action))
            self.ask_hammers(numbers, 0)
        elif phase == at.HAMMER:
            self.hammer(numbers, seat, action)
        elif phase == at.DRILL:
            up = drill(numbers, base, lowest(action), self.config)
            if not asks_to_park(numbers, base, up, at.DRILL, self.config):
                numbers[at.PHASE] = at.TURN
        elif phase == at.PARK:
            self.resume_phase(numbers, base, park(numbers, base, action))
        elif phase == at.ROOFER:
            use_roofer(numbers, base, action, self.seats, self.config)
        elif phase == at.COURIER:
            use_courier(numbers, action, self.seats, self.config)
        elif phase == at.DELIVER:
            deliver(numbers, base, lowest(action), self.config)
            if not asks_to_park(numbers, base, action, at.DELIVER, self.config):
                next_helper(numbers, self.seats, self.config)
        else:
            use_handyman(numbers, base, action, self.seats, self.config)

    def hammer(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Take a room at once; lose the resource above it and this round's turn, but not the marker (DH-41)."""
        if action == at.PASS:
            self.ask_hammers(numbers, numbers[at.STEP] + 1)
            return
        column = lowest(action)
        use_up(numbers, at.SEAT + at.SEAT_SIZE * seat, self.config.hammers)
        numbers[at.ROOM] = take_room(numbers, column)
        clear_column(numbers, column)
        numbers[at.SKIPPING] |= bit(seat)
        numbers[at.PHASE] = at.LAY

    def turn(self, numbers: vec[i64], seat: i64, choice: i64) -> None:
        """Take a column, or use a tool first (DH-13, DH-40, DH-43)."""
        base = at.SEAT + at.SEAT_SIZE * seat
        if choice >= at.DRILL_OUT:
            numbers[at.CHOSEN] = choice - at.DRILL_OUT
            numbers[at.PHASE] = at.DRILL
        elif choice >= at.MIX:
            use_up(numbers, base, self.config.mixers)
            mix(numbers, choice - at.MIX)
        else:
            numbers[at.ROOM] = take_room(numbers, choice)
            numbers[at.PHASE] = at.LAY
            if choice == 0:
                numbers[at.NEXT_FIRST] = seat  # the marker for the next round (DH-13)
                return
            resource = numbers[at.MARKET_RESOURCES + choice] - 1
            numbers[at.MARKET_RESOURCES + choice] = 0
            take_resource(numbers, base, resource, self.config)

    def lay(self, numbers: vec[i64], base: i64, choice: i64) -> None:
        """Lay the room, place the resource, or put the resource away, in either order."""
        if choice < at.DOWN:
            room = numbers[at.ROOM] - 1
            numbers[at.ROOM] = 0
            lay_up(numbers, base, room, choice, self.config)
            if asks_to_park(numbers, base, bit(choice), at.LAY, self.config):
                return
        elif choice < at.TARGET:
            lay_down(numbers, base, numbers[at.ROOM] - 1, choice - at.DOWN, self.config)
            numbers[at.ROOM] = 0
        else:
            lay_resource(numbers, base, choice - at.TARGET, self.config)
        self.continue_laying(numbers, base)

    def continue_laying(self, numbers: vec[i64], base: i64) -> None:
        """Continue with the rest of the turn; a resource with no legal place is discarded (DH-31, DH-45)."""
        if numbers[at.ROOM]:
            return
        resource = numbers[at.RESOURCE]
        if resource:
            if targets(numbers, base, resource - 1, self.config):
                numbers[at.PHASE] = at.LAY
                return
            lay_resource(numbers, base, at.CELLS, self.config)
        if (numbers[at.SKIPPING] & numbers[AWAITED]) != 0:
            self.ask_hammers(numbers, numbers[at.STEP] + 1)
        else:
            self.next_turn(numbers, numbers[at.STEP] + 1)

    def resume_phase(self, numbers: vec[i64], base: i64, then: i64) -> None:
        """Return to the phase that the car question interrupted (DH-65)."""
        if then == at.DRILL:
            numbers[at.PHASE] = at.TURN
        elif then == at.LAY:
            numbers[at.PHASE] = at.LAY
            self.continue_laying(numbers, base)
        else:
            next_helper(numbers, self.seats, self.config)

    # ---- results ----------------------------------------------------------------------------------

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """The house without its roof; including it when the game is over (DH-60 to DH-63)."""
        base = at.SEAT + at.SEAT_SIZE * seat
        if numbers[at.PHASE] == at.OVER:
            return numbers[base + at.SCORE]
        return house_points(numbers, base, self.config)

    def winners(self, numbers: vec[i64]) -> i64:
        """Mask of the winning seats, 0 before the end."""
        return numbers[at.WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A complete state consistent with everything seen; the same for all seats, as none has secrets."""
        return imagined_numbers(view, at.OPEN_SIZE, luck)


def await_seat(numbers: vec[i64], phase: i64, step: i64, seat: i64) -> None:
    """Await this seat, `step` places after the first player."""
    numbers[at.PHASE] = phase
    numbers[at.STEP] = step
    numbers[AWAITED] = bit(seat)


DreamHomeMatch = Match[Parts, DreamHome]
