"""Position: what lies on a real table, edited entry by entry, written as text, objected to and counted.

    game treehouse
    options edition=nk
    table round=3 red=double
    seat Ania: before=18 2.1=r 2.2=y
    seat Marek: before=19 2.1=b
    anyway TH-32/1/4.2

A line for the game, its options where they differ from the defaults, what belongs to the table, one line for each seat,
and the objections that people count in spite of. Empty lines and lines that begin with # are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.contract import GameEntering
from domik.kernel.entering import (
    BY,
    NUMBERS,
    TABLE,
    CountedPosition,
    Degree,
    EnteredSeat,
    EnteredTable,
    PositionObjection,
)
from domik.kernel.errors import BadOption, BadPosition
from domik.kernel.options import OptionValue
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Phrase
from domik.kernel.tally import RuleObjection

MOST_CHARACTERS = 8000  # of a position's text: a full table has about 1,500
MOST_ENTRIES = 80  # of a seat
LONGEST_NAME = 30
MatchOf = Callable[[str, int, Mapping[str, object]], Match]


def entering_of(package: GamePackage) -> GameEntering[Match]:
    """How the game reads and counts entered positions; BadOption where it does not."""
    found = package.entering()
    if found is None:
        raise BadOption(Phrase("error.no_entering", {"game": package.name}))
    return found


@dataclass(frozen=True)
class Position:
    """A position of a match as people entered it; editing gives a new one."""

    match: Match
    table: EnteredTable
    anyway: frozenset[str] = frozenset()  # keys of objections that people count in spite of

    @cached_property
    def game_entering(self) -> GameEntering[Match]:
        return entering_of(self.match.package)

    # ---- editing ----------------------------------------------------------------------------------

    def put(self, seat: int, key: str, value: str) -> Position:
        """A copy with one entry set, last; BadPosition says what would be right."""
        kept = self.game_entering.read_entry(self.match, seat, key, value)
        entries = {name: text for name, text in self.table.of(seat).items() if name != key}
        if len(entries) >= MOST_ENTRIES:
            raise BadPosition(Phrase("error.position_long", {"most": MOST_ENTRIES}))
        return replace(self, table=self.table.with_entries(seat, entries | {key: kept}))

    def take_away(self, seat: int, key: str) -> Position:
        """A copy without one entry."""
        entries = {name: text for name, text in self.table.of(seat).items() if name != key}
        return replace(self, table=self.table.with_entries(seat, entries))

    def rename(self, names: list[str]) -> Position:
        """A copy with other names."""
        seats = [
            replace(seat, name=clean_name(names[number]) if number < len(names) else seat.name)
            for number, seat in enumerate(self.table.seats)
        ]
        return replace(self, table=replace(self.table, seats=tuple(seats)))

    def switch_to_numbers(self, seat: int) -> Position:
        """A copy in which a seat is counted by numbers: those that its picture tells are filled in."""
        known = self.game_entering.known_numbers(self.match, self.table, seat)
        return replace(self, table=self.table.with_entries(seat, {**self.table.of(seat), **known, BY: NUMBERS}))

    def switch_to_picture(self, seat: int) -> Position:
        """A copy in which a seat is counted by its picture; the numbers are kept."""
        return self.take_away(seat, BY)

    def allow(self, key: str) -> Position:
        """A copy that counts in spite of an objection."""
        return replace(self, anyway=self.anyway | {key})

    # ---- what follows from it ---------------------------------------------------------------------

    def count(self) -> CountedPosition:
        """The points by clause and the result, by the game's own scoring."""
        return self.game_entering.count(self.match, self.table)

    def objections(self) -> list[PositionObjection]:
        """Everything that cannot be so, whether or not it is counted anyway."""
        return self.game_entering.objections(self.match, self.table)

    def open_objections(self, done: bool = True, seat: int | None = None) -> list[PositionObjection]:
        """Those that nobody has answered yet; before a seat is done, without what is judged only then."""
        return [
            found
            for found in self.objections()
            if found.key not in self.anyway
            and (done or found.degree != Degree.DONE)
            and (seat is None or found.seat in (seat, TABLE))
        ]

    def house_rules(self) -> list[PositionObjection]:
        """The objections that hold and are counted in spite of."""
        return [found for found in self.objections() if found.key in self.anyway]

    def why_not(self, seat: int, key: str, value: str) -> list[RuleObjection]:
        """Why a move at the real table is refused, in the rules' own words; empty when it is allowed."""
        view, action = self.game_entering.situation(self.match, self.table, seat, key, value)
        return self.match.objections(view, action)

    def where_allowed(self, seat: int, value: str) -> list[str]:
        """The free places where this may lie."""
        keys = self.game_entering.open_keys(self.match, self.table, seat)
        return [key for key in keys if not self.why_not(seat, key, value)]

    # ---- the text form ----------------------------------------------------------------------------

    def text(self) -> str:
        """The position as text, which `read_position` reads again."""
        schema = self.match.package.schema
        lines = [f"game {self.match.package.name}"]
        options = schema.non_defaults(self.match.options)
        if options:
            lines.append(f"options {' '.join(f'{name}={option_text(value)}' for name, value in options.items())}")
        if self.table.entries:
            lines.append(f"table {entries_text(self.table.entries)}")
        lines += [f"seat {seat.name}: {entries_text(seat.entries)}".rstrip() for seat in self.table.seats]
        lines += [f"anyway {key}" for key in sorted(self.anyway)]
        return "\n".join(lines) + "\n"


def new_position(match: Match, names: list[str] | None = None) -> Position:
    """Nothing entered yet."""
    entering_of(match.package)
    bare = Position(match, EnteredTable(tuple(EnteredSeat() for _ in range(match.seats))))
    return bare.rename(names or [])


def position_from(match: Match, table: EnteredTable) -> Position:
    """A position with these entries, each of them checked."""
    found = new_position(match, [seat.name for seat in table.seats])
    for seat in (TABLE, *range(match.seats)):
        for key, value in table.of(seat).items():
            found = found.put(seat, key, value)
    return found


def read_position(
    text: str, match_of: MatchOf | None = None, components: Components | None = None, game: str = ""
) -> Position:
    """The position that a text describes; BadPosition or BadOption says what would be right.

    `match_of` may keep matches; `game` names the game where the text need not.
    """
    if len(text) > MOST_CHARACTERS:
        raise BadPosition(Phrase("error.position_long", {"most": MOST_CHARACTERS}))
    options: dict[str, object] = {}
    entries: dict[str, str] = {}
    seats: list[EnteredSeat] = []
    anyway: set[str] = set()
    for line in (line.strip() for line in text.splitlines()):
        word, _, rest = line.partition(" ")
        if not line or line.startswith("#"):
            continue
        if word == "game":
            if game and rest.strip() != game:
                raise BadPosition(Phrase("error.position_game", {"game": rest.strip()[:40], "wanted": game}))
            game = rest.strip()
        elif word == "options":
            options |= read_entries(rest)
        elif word == "table":
            entries |= read_entries(rest)
        elif word == "seat":
            name, colon, told = rest.partition(":")
            if not colon:
                raise BadPosition(Phrase("error.position_line", {"line": line[:60]}))
            seats.append(EnteredSeat(clean_name(name), read_entries(told)))
        elif word == "anyway":
            anyway.add(rest.strip())
        else:
            raise BadPosition(Phrase("error.position_line", {"line": line[:60]}))
    if not game:
        raise BadPosition(Phrase("error.position_no_game"))
    if components is not None or match_of is None:
        match = game_package(game).match(len(seats), options, components)
    else:
        match = match_of(game, len(seats), options)
    found = position_from(match, EnteredTable(tuple(seats), entries))
    return replace(found, anyway=frozenset(anyway))


def read_entries(text: str) -> dict[str, str]:
    """Words such as `2.1=r`; a later one for the same place lies last."""
    found: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not (key and equals and value):
            raise BadPosition(Phrase("error.position_entry", {"entry": word[:40]}))
        found.pop(key, None)
        found[key] = value
    return found


def entries_text(entries: Mapping[str, str]) -> str:
    return " ".join(f"{key}={value}" for key, value in entries.items())


def option_text(value: OptionValue) -> str:
    """An option's value as `OptionSchema.read` takes it as text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(str(seat + 1) for seat in value) if isinstance(value, tuple) else str(value)


def clean_name(name: str) -> str:
    """A name that fits on one line of a text, without its separators."""
    plain = "".join(letter if letter.isprintable() and letter != ":" else " " for letter in name)
    return " ".join(plain.split())[:LONGEST_NAME]
