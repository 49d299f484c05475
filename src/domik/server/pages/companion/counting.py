"""Counting a real table step by step: where the ring is, what a tap does, and what comes next. Nothing is kept here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from domik.kernel.contract import GameEntering
from domik.kernel.entering import BY, EMPTY, NUMBERS, TABLE, CountedPosition, Degree, PositionObjection
from domik.kernel.entry_board import EntryStep, GameEntryBoard
from domik.kernel.errors import BadOption
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Phrase
from domik.kernel.tally import ScoreLine
from domik.positions.position import Position, entering_of

NUMBER_FIELD = "n."  # form fields of numbers: n.SEAT.KEY
ENTER, CHECK, RESULT, ASK = "enter", "check", "result", "ask"
BEST, THINK = "best", "think"  # "What would be best?": what the player holds, and while the judge thinks


def entry_board_of(package: GamePackage) -> GameEntryBoard[Match]:
    """The game's board for entering; BadOption where it has none."""
    found = package.entry_board()
    if found is None:
        raise BadOption(Phrase("error.no_entering", {"game": package.name}))
    return found


@dataclass(frozen=True)
class Counting:
    """A position while it is entered: the place in the sequence of seats and steps, the ring, narrowed choices."""

    position: Position
    at: int = 0  # number in `sequence`
    ring: str = ""
    narrowed: str = ""
    screen: str = ENTER
    only: int | None = None  # the one seat, or TABLE, that is entered on this phone
    asked: str = ""  # "Is this allowed?": the key and the value of the move in question
    held: tuple[str, ...] = ()  # "What would be best?": the cards that the player holds
    lit: str = ""  # the points whose cards are shown: a clause, or the number of a line of the seat

    @property
    def match(self) -> Match:
        return self.position.match

    @cached_property
    def board(self) -> GameEntryBoard[Match]:
        return entry_board_of(self.match.package)

    @cached_property
    def game_entering(self) -> GameEntering[Match]:
        return entering_of(self.match.package)

    @cached_property
    def current_count(self) -> CountedPosition:
        return self.position.count()

    @cached_property
    def sequence(self) -> list[tuple[int, EntryStep]]:
        """What is asked in order: seat after seat, then the table's last steps.

        The table's first steps come before the first seat that is counted by picture: numbers do not need them.
        """
        steps = self.board.steps(self.match)
        own = [step for step in steps if not step.is_table]
        first = [step for step in steps[: steps.index(own[0])] if step.is_table]
        last = [step for step in steps if step.is_table and step not in first]
        whole: list[tuple[int, EntryStep]] = []
        for seat, entered in enumerate(self.position.table.seats):
            if not entered.by_numbers or not all(step.for_pictures for step in first):
                whole += [(TABLE, step) for step in first]
                first = []
            whole += [(seat, step) for step in own]
        whole += [(TABLE, step) for step in last]
        if self.only is None:
            return whole
        if self.only == TABLE:  # the host's own page has something to ask even when everybody counts by numbers
            return [(TABLE, step) for step in steps if step.is_table]
        return [(seat, step) for seat, step in whole if seat == self.only]

    @property
    def seat(self) -> int:
        return self.sequence[self.at][0]

    @property
    def step(self) -> EntryStep:
        return self.sequence[self.at][1]

    @property
    def shown_step(self) -> EntryStep:
        """The step whose places are shown: what was checked stands below the whole house."""
        return self.own_steps[0] if self.screen == CHECK else self.step

    @property
    def by_numbers(self) -> bool:
        return self.seat != TABLE and self.position.table.seats[self.seat].by_numbers

    @property
    def number_seats(self) -> list[int]:
        """Those who are counted by numbers stand side by side on one page; on somebody's own phone, they alone."""
        seats = enumerate(self.position.table.seats)
        return [seat for seat, one in seats if one.by_numbers and self.only in (None, seat)] if self.by_numbers else []

    @property
    def is_last_of_seat(self) -> bool:
        """Whether what a seat's house shows is complete after this step."""
        if self.seat == TABLE:
            return False
        return self.by_numbers or self.at + 1 == len(self.sequence) or self.sequence[self.at + 1][0] != self.seat

    @property
    def may_ask(self) -> bool:
        """Whether a move can be asked about here: at the places of a seat that is entered by picture."""
        return self.only is None and self.seat != TABLE and not self.by_numbers and self.step == self.own_steps[0]

    @property
    def own_steps(self) -> list[EntryStep]:
        return [step for seat, step in self.sequence if seat == self.seat]

    @property
    def reachable_steps(self) -> list[EntryStep]:
        """What can be gone to by name: the steps of this seat, and those of the table before and after them."""
        return [step for seat, step in self.sequence if seat in (self.seat, TABLE)]

    @property
    def question(self) -> tuple[str, str] | None:
        """The key and the value that are asked about."""
        key, _, value = self.asked.partition(" ")
        return (key, value) if self.screen == ASK and value else None

    @property
    def is_last_question(self) -> bool:
        """Whether only the result comes after this."""
        return all(seat in self.number_seats for seat, _ in self.sequence[self.at + 1 :])

    def open_objections(self) -> list[PositionObjection]:
        """What is said now: at once while a house is entered, everything when it is done."""
        if self.screen == RESULT:
            return self.position.open_objections()
        done = self.screen == CHECK
        return [
            found
            for found in self.position.open_objections(done)
            if found.seat in (self.seat, *self.number_seats) or (found.seat == TABLE and found.degree == Degree.BOX)
        ]

    # ---- moving ---------------------------------------------------------------------------------------

    def go(self, at: int) -> Counting:
        """To another part of the sequence, with the ring on its first open place."""
        moved = replace(self, at=max(0, min(at, len(self.sequence) - 1)), narrowed="", screen=ENTER, asked="", held=())
        return replace(moved, ring=moved.board.ring(moved.match, moved.position.table, moved.seat, moved.step, ""))

    def go_to_seat(self, seat: int) -> Counting:
        return self.go(next(k for k, (owner, _) in enumerate(self.sequence) if owner == seat))

    def go_to_picture(self, seat: int) -> Counting:
        """By picture, and so are all others who have entered nothing yet."""
        position = self.position
        for other in {seat, *self.untouched_seats()}:
            position = position.switch_to_picture(other)
        return replace(self, position=position, screen=ENTER).go_to_seat(seat)

    def go_to_picture_or_before(self, seat: int) -> Counting:
        """By picture, but first what all pictures need of the table, such as goals, where it is not known."""
        found = self.go_to_picture(seat)
        entries = self.position.table.entries
        for number, (_, step) in enumerate(found.sequence[: found.at]):
            if step.for_pictures and not all(key in entries for key in step.place_keys()):
                return found.go(number)
        return found

    def go_to_numbers(self, seat: int) -> Counting:
        """By numbers, with those that the picture tells, and so are all others who have entered nothing yet."""
        position, untouched = self.position, self.untouched_seats()
        if seat not in untouched and not position.table.seats[seat].by_numbers:
            position = position.switch_to_numbers(seat)
        for other in untouched:
            position = position.put(other, BY, NUMBERS)
        return replace(self, position=position).go_to_seat(seat)

    def untouched_seats(self) -> list[int]:
        """The seats of this page that have no entries yet."""
        seats = enumerate(self.position.table.seats)
        return [seat for seat, one in seats if self.only in (None, seat) and not set(one.entries) - {BY}]

    def go_to_step(self, name: str) -> Counting:
        return self.go(
            next(k for k, (seat, step) in enumerate(self.sequence) if seat in (self.seat, TABLE) and step.name == name)
        )

    def finish_step(self) -> Counting:
        """Done: the next step, or what was checked at the end of a seat."""
        if self.screen != CHECK and self.is_last_of_seat:
            return replace(self, screen=CHECK, ring="", narrowed="", asked="")
        return self.go_on()

    def go_on(self) -> Counting:
        """To what is asked next; after the last, to the result."""
        ahead = self.at + 1
        while ahead < len(self.sequence) and self.sequence[ahead][0] in self.number_seats:
            ahead += 1
        if ahead >= len(self.sequence):
            return replace(self, screen=RESULT, narrowed="")
        return self.go(ahead)

    # ---- taps -----------------------------------------------------------------------------------------

    def put(self, key: str, value: str) -> Counting:
        """One entry; the ring moves on when its place is known, and a full step leads to the next one."""
        return self.put_all({key: value})

    def put_all(self, entries: Mapping[str, str], narrowed: str = "") -> Counting:
        position = self.position
        for key, value in entries.items():
            position = position.put(self.seat, key, value)
        found = replace(self, position=position, narrowed=narrowed)
        table = position.table
        is_known = self.ring in table.of(self.seat) or (
            self.ring and self.board.lies_there(self.match, table, self.seat, self.ring) is not None
        )
        if not self.ring or not is_known:
            return found
        ring = self.board.ring(self.match, table, self.seat, self.step, self.ring)
        found = replace(found, ring=ring)
        stays = ring or self.is_last_of_seat or self.step.numbers or self.step.waits
        return found if stays else found.go_on()

    def take_away(self, key: str) -> Counting:
        found = replace(self, position=self.position.take_away(self.seat, key), narrowed="")
        return replace(found, ring=key) if key in found.step.place_keys() else found

    def tap_place(self, key: str) -> Counting:
        """Move the ring there, or put what was chosen there."""
        if key not in self.step.place_keys():
            return self
        if self.narrowed and self.board.tap_place is not None:
            entries, narrowed = self.board.tap_place(self.match, self.position.table, self.seat, self.narrowed, key)
            return self.put_all(entries, narrowed)
        return replace(self, ring=key, narrowed="")

    def act(self, wish: str) -> Counting:
        """What a button says: a verb and its words."""
        verb, _, rest = wish.partition(" ")
        key, _, value = rest.partition(" ")
        if verb == "ask" and self.may_ask:
            return replace(self, screen=ASK, asked="", narrowed="")
        if verb == "best" and self.may_ask:
            return replace(self, screen=BEST, held=() if self.screen in (BEST, THINK) else self.held, narrowed="")
        if verb in ("hold", "drop", "think"):
            return self.hold(verb, rest)
        if verb == "play":
            return self.play(rest)
        if verb == "count":
            return replace(self, screen=ENTER, asked="", narrowed="")
        if verb == "put" and self.screen == ASK and value:
            self.position.why_not(self.seat, key, value)  # refuses what is no question
            return replace(self, asked=f"{key} {value}", narrowed="")
        if verb == "lay" and self.question is not None:
            return replace(self, screen=ENTER, asked="").put(*self.question)
        if verb == "put" and key and value:
            return self.put(key, value)
        if verb == "take" and key:
            return self.take_away(key)
        if verb == "narrow":
            return replace(self, narrowed=rest)
        if verb == "place":
            return self.tap_place(rest)
        if verb == "empty" and self.ring:
            return self.put(self.ring, EMPTY)
        if verb == "step" and any(step.name == rest for step in self.reachable_steps):
            return self.go_to_step(rest)
        if verb == "seat" and self.only is None and rest.isdigit() and int(rest) < self.match.seats:
            return self.go_to_seat(int(rest))
        if verb == "done":
            return self.finish_step()
        if verb == "next":
            return self.go_on()
        if verb == "light" and value and key.isdigit() and int(key) < self.match.seats:
            return self.light(int(key), value) if self.only in (None, int(key)) else self
        if verb == "result":
            return replace(self, screen=RESULT, narrowed="")
        if verb == "numbers" and self.seat != TABLE:
            return self.go_to_numbers(self.seat)
        if verb == "picture" and self.seat != TABLE:
            return self.go_to_picture_or_before(self.seat)
        if verb == "anyway":
            return replace(self, position=self.position.allow(rest))
        if verb == "less" and key.isdigit() and int(key) < self.match.seats:
            return self.count_less(int(key), value)
        return self

    def light(self, seat: int, points: str) -> Counting:
        """Show the cards that gave some points: where the seat is being entered, else below its whole house."""
        is_here = seat == self.seat and self.screen in (ENTER, CHECK)
        return replace(self if is_here else replace(self.go_to_seat(seat), screen=CHECK, ring=""), lit=points[:20])

    def lit_lines(self) -> list[ScoreLine]:
        """The points of this seat whose cards are shown."""
        lines = self.current_count.lines_of(self.seat) if self.lit and self.seat != TABLE else []
        return [line for number, line in enumerate(lines) if self.lit in (line.clause, str(number))]

    def hold(self, verb: str, rest: str) -> Counting:
        """What the player holds: one card more, one fewer, or that is all and the judge may think."""
        if self.screen not in (BEST, THINK):
            return self
        if verb == "hold" and rest and len(self.held) < self.game_entering.most_held:
            return replace(self, screen=BEST, held=(*self.held, rest[:40]), narrowed="")
        if verb == "drop" and rest.isdigit():
            held = tuple(card for k, card in enumerate(self.held) if k != int(rest))
            return replace(self, screen=BEST, held=held, narrowed="")
        return replace(self, screen=THINK) if verb == "think" and self.held else self

    def play(self, rest: str) -> Counting:
        """Lay what was found best, `2.4=living piano=2.4`, and go on entering."""
        entries = {key: value for key, _, value in (word.partition("=") for word in rest.split()) if value}
        return replace(self, screen=ENTER, held=()).put_all(entries)

    def count_less(self, seat: int, key: str) -> Counting:
        """One fewer of what the box does not have so often: the number of a seat."""
        number = self.position.table.seats[seat].entries.get(key, "")
        if not number.isdigit() or number == "0":
            return self
        return replace(self, position=self.position.put(seat, key, str(int(number) - 1)))

    def read_numbers(self, fields: Mapping[str, str]) -> Counting:
        """Numbers of a form, n.SEAT.KEY; empty ones are taken away."""
        position = self.position
        for name, text in fields.items():
            seat, _, key = name.removeprefix(NUMBER_FIELD).partition(".")
            if not name.startswith(NUMBER_FIELD) or not seat.isdigit() or int(seat) >= self.match.seats:
                continue
            value = text.strip()
            position = position.put(int(seat), key, value) if value else position.take_away(int(seat), key)
        return replace(self, position=position)


def begin(position: Position, knows_box: bool = False) -> Counting:
    """The first question; where our cards are a reconstruction that nobody has corrected, by numbers."""
    if entry_board_of(position.match.package).numbers_first and not knows_box:
        for seat in range(position.match.seats):
            position = position.put(seat, BY, NUMBERS)
    return Counting(position).go(0)
