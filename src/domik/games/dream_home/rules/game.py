"""The game itself: dealing, rounds, legal actions and their effects, one method per kind of decision."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

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
from domik.games.dream_home.rules.points import house_points
from domik.games.dream_home.rules.state import *
from domik.kernel.game import AWAITED, Game, bit, lowest
from domik.kernel.luck import Luck


@final
class DreamHome(Game):
    """Dream Home for two to four players, with any set of options."""

    def __init__(self, seats: i64, config: Config) -> None:
        super().__init__(seats, OPEN_SIZE, OWN_SIZE, SEALED_SIZE)
        self.config: Config = config
        self.max_moves = most_actions(seats, config)

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """All 60 rooms, 48 resources, and the first holder of the marker (DH-10, DH-11)."""
        deal = DECK[:]
        luck.shuffle(deal, 0, ROOMS)
        luck.shuffle(deal, DEAL_RESOURCES, DEAL_FIRST)
        deal[DEAL_FIRST] = self.config.youngest if self.config.youngest >= 0 else luck.below(self.seats)
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Empty houses, both decks sealed, the first market laid out (DH-10)."""
        numbers = BARE[:]
        sealed = OPEN_SIZE
        for now in range(ROUNDS):
            numbers[sealed + now] = pack_market(deal, COLUMNS * now, deal, DEAL_RESOURCES + (COLUMNS - 1) * now)
        numbers[ROOM_DECK] = bit(ROOMS) - 1
        numbers[RESOURCE_DECK] = bit(RESOURCES) - 1
        numbers[NEXT_FIRST] = deal[DEAL_FIRST]
        self.begin_round(numbers)
        return numbers

    # ---- a round ----------------------------------------------------------------------------------

    def begin_round(self, numbers: vec[i64]) -> None:
        """Pass the marker, and lay out five rooms and four resources (DH-10, DH-13)."""
        lay_out(numbers, OPEN_SIZE)
        numbers[FIRST] = numbers[NEXT_FIRST]
        numbers[SKIPPING] = 0
        if self.config.discards_a_column:
            numbers[PHASE] = DISCARD
            numbers[AWAITED] = bit(numbers[FIRST])
        else:
            self.ask_hammers(numbers, 0)

    def ask_hammers(self, numbers: vec[i64], step: i64) -> None:
        """Ask each owner of a jackhammer once, clockwise from the first player (DH-41)."""
        seats = self.seats
        hammers = self.config.hammers
        seat = numbers[FIRST] + step
        for ahead in range(step, seats):
            if seat >= seats:
                seat -= seats
            if numbers[SEAT + SEAT_SIZE * seat + HELD] & hammers:
                await_seat(numbers, HAMMER, ahead, seat)
                return
            seat += 1
        self.next_turn(numbers, 0)

    def next_turn(self, numbers: vec[i64], step: i64) -> None:
        """The next seat clockwise that did not use a jackhammer (DH-13, DH-41)."""
        seats = self.seats
        skipping = numbers[SKIPPING]
        seat = numbers[FIRST] + step
        for ahead in range(step, seats):
            if seat >= seats:
                seat -= seats
            if not (skipping >> seat) & 1:
                await_seat(numbers, TURN, ahead, seat)
                return
            seat += 1
        self.end_round(numbers)

    def end_round(self, numbers: vec[i64]) -> None:
        """Discard the rest of the market; after round 12 the helpers act (DH-14, DH-51)."""
        rest = numbers[COLUMNS_LEFT]
        while rest:
            clear_column(numbers, lowest(rest))
            rest &= rest - 1
        if numbers[ROUND] < ROUNDS:
            self.begin_round(numbers)
        else:
            begin_ending(numbers, self.seats, self.config)

    # ---- legal actions ----------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions; the meaning of a bit depends on the phase (see state.py)."""
        phase = numbers[PHASE]
        at = SEAT + SEAT_SIZE * seat
        if phase == LAY:
            return legal_lay(numbers, at, self.config)
        if phase == TURN:
            return numbers[COLUMNS_LEFT] | legal_tools(numbers, at, self.config)  # columns that have a room (DH-42)
        if phase == DISCARD:
            return 0b11110  # any column but the leftmost (DH-12)
        if phase == HAMMER:
            return numbers[COLUMNS_LEFT] | PASS
        if phase == DRILL:
            return legal_drill(numbers, at, self.config)
        if phase == PARK:
            return numbers[at + SAME + self.config.garage] | PASS
        return legal_at_the_end(numbers, at, self.config)

    # ---- applying an action -----------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Apply one action; the last one awaited in a step starts the next step."""
        phase = numbers[PHASE]
        at = SEAT + SEAT_SIZE * seat
        if phase == LAY:
            self.lay(numbers, at, lowest(action))
        elif phase == TURN:
            self.turn(numbers, seat, lowest(action))
        elif phase == DISCARD:
            clear_column(numbers, lowest(action))
            self.ask_hammers(numbers, 0)
        elif phase == HAMMER:
            self.hammer(numbers, seat, action)
        elif phase == DRILL:
            up = drill(numbers, at, lowest(action), self.config)
            if not asks_to_park(numbers, at, up, DRILL, self.config):
                numbers[PHASE] = TURN
        elif phase == PARK:
            self.resume_phase(numbers, at, park(numbers, at, action))
        elif phase == ROOFER:
            use_roofer(numbers, at, action, self.seats, self.config)
        elif phase == COURIER:
            use_courier(numbers, action, self.seats, self.config)
        elif phase == DELIVER:
            deliver(numbers, at, lowest(action), self.config)
            if not asks_to_park(numbers, at, action, DELIVER, self.config):
                next_helper(numbers, self.seats, self.config)
        else:
            use_handyman(numbers, at, action, self.seats, self.config)

    def hammer(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Take a room at once; lose the resource above it and this round's turn, but not the marker (DH-41)."""
        if action == PASS:
            self.ask_hammers(numbers, numbers[STEP] + 1)
            return
        column = lowest(action)
        use_up(numbers, SEAT + SEAT_SIZE * seat, self.config.hammers)
        numbers[ROOM] = take_room(numbers, column)
        clear_column(numbers, column)
        numbers[SKIPPING] |= bit(seat)
        numbers[PHASE] = LAY

    def turn(self, numbers: vec[i64], seat: i64, choice: i64) -> None:
        """Take a column, or use a tool first (DH-13, DH-40, DH-43)."""
        at = SEAT + SEAT_SIZE * seat
        if choice >= DRILL_OUT:
            numbers[CHOSEN] = choice - DRILL_OUT
            numbers[PHASE] = DRILL
        elif choice >= MIX:
            use_up(numbers, at, self.config.mixers)
            mix(numbers, choice - MIX)
        else:
            numbers[ROOM] = take_room(numbers, choice)
            numbers[PHASE] = LAY
            if choice == 0:
                numbers[NEXT_FIRST] = seat  # the marker for the next round (DH-13)
                return
            resource = numbers[MARKET_RESOURCES + choice] - 1
            numbers[MARKET_RESOURCES + choice] = 0
            take_resource(numbers, at, resource, self.config)

    def lay(self, numbers: vec[i64], at: i64, choice: i64) -> None:
        """Lay the room, place the resource, or put the resource away, in either order."""
        if choice < DOWN:
            room = numbers[ROOM] - 1
            numbers[ROOM] = 0
            lay_up(numbers, at, room, choice, self.config)
            if asks_to_park(numbers, at, bit(choice), LAY, self.config):
                return
        elif choice < TARGET:
            lay_down(numbers, at, numbers[ROOM] - 1, choice - DOWN, self.config)
            numbers[ROOM] = 0
        else:
            lay_resource(numbers, at, choice - TARGET, self.config)
        self.continue_laying(numbers, at)

    def continue_laying(self, numbers: vec[i64], at: i64) -> None:
        """Continue with the rest of the turn; a resource with no legal place is discarded (DH-31, DH-45)."""
        if numbers[ROOM]:
            return
        resource = numbers[RESOURCE]
        if resource:
            if targets(numbers, at, resource - 1, self.config):
                numbers[PHASE] = LAY
                return
            lay_resource(numbers, at, CELLS, self.config)
        if (numbers[SKIPPING] & numbers[AWAITED]) != 0:
            self.ask_hammers(numbers, numbers[STEP] + 1)
        else:
            self.next_turn(numbers, numbers[STEP] + 1)

    def resume_phase(self, numbers: vec[i64], at: i64, then: i64) -> None:
        """Return to the phase that the car question interrupted (DH-65)."""
        if then == DRILL:
            numbers[PHASE] = TURN
        elif then == LAY:
            numbers[PHASE] = LAY
            self.continue_laying(numbers, at)
        else:
            next_helper(numbers, self.seats, self.config)

    # ---- results ----------------------------------------------------------------------------------

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """The house without its roof; including it when the game is over (DH-60 to DH-63)."""
        at = SEAT + SEAT_SIZE * seat
        if numbers[PHASE] == OVER:
            return numbers[at + SCORE]
        return house_points(numbers, at, self.config)

    def winners(self, numbers: vec[i64]) -> i64:
        """Mask of the winning seats, 0 before the end."""
        return numbers[WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A complete state consistent with everything seen; the same for all seats, as none has secrets."""
        return imagined_numbers(view, OPEN_SIZE, luck)


def await_seat(numbers: vec[i64], phase: i64, step: i64, seat: i64) -> None:
    """Await this seat, `step` places after the first player."""
    numbers[PHASE] = phase
    numbers[STEP] = step
    numbers[AWAITED] = bit(seat)
