"""Houses entered from a real table, counted and objected to (docs/companion.md).

Of a seat: a cell and the kind of its room, `2.4=living`, with `x` for an empty room and `-` for nothing; a furnishing
and its cell, `piano=3.2`, or `tree_house=garden`; helpers, and roofs by colour, `designer=1`, `red=2`, `red+=1` with a
window; `children`, asked in a tie only. By numbers: the points of `rooms`, `furnishings`, `comfort` and `roof`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from domik.games.dream_home.rules import state as at
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.house import set_card
from domik.games.dream_home.rules.parts import COLOURS, FURNISHINGS, HELPERS, KIND_IDS, TOOLS, Parts
from domik.games.dream_home.rules.phrases import kind_phrase, place_phrase
from domik.games.dream_home.rules.reading import PLACES, Place, cell_of, house_of
from domik.games.dream_home.rules.scoring import outcome_of, tally
from domik.kernel.entering import (
    BY,
    EMPTY,
    NUMBERS,
    TABLE,
    CountedPosition,
    Degree,
    EnteredSeat,
    EnteredTable,
    EntryQuestion,
    PositionCheck,
    PositionObjection,
    bad_entry,
    read_number,
    read_word,
    scores_of,
)
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View
from domik.kernel.tally import ScoreLine

FACE_DOWN = "x"
GARDEN = "garden"
ROOFS = tuple(f"{colour}{window}" for colour in COLOURS for window in ("", "+"))
ROOF_STACK = (*ROOFS, "roof")  # lies face down until the end (DH-30)
NUMBER_CLAUSES = {"rooms": "DH-60", "furnishings": "DH-61", "comfort": "DH-62", "roof": "DH-63"}
# The number that a line of the tally belongs to; all other lines are rooms (DH-60, DH-26, DH-25, DH-55)
NUMBER_OF_LINE = {
    **dict.fromkeys(("tally.furnishing", "tally.designer"), "furnishings"),
    **dict.fromkeys(("tally.bathrooms", "tally.comfort"), "comfort"),
    **dict.fromkeys(("tally.no_roof", "tally.one_colour", "tally.mixed", "tally.windows"), "roof"),
}
MOST_POINTS = 200
MOST_CHILDREN = 30
MOST_CARDS = at.ROUNDS  # a player takes twelve resources


# ---- entries --------------------------------------------------------------------------------------


def place_of_key(key: str) -> Place | None:
    """The cell that an entry such as `2.4` is about."""
    found = re.fullmatch(r"([1-3])\.([1-5])", key, re.ASCII)
    place = (int(found.group(1)), int(found.group(2))) if found else None
    return place if place in PLACES else None


def key_of_place(place: Place) -> str:
    return f"{place[0]}.{place[1]}"


def read_entry(match: DreamHomeMatch, seat: int, key: str, value: str) -> str:
    """An entry's value as it is kept; BadPosition says what would be right."""
    if seat != TABLE:
        if place_of_key(key) is not None:
            return read_word(key, value, (*KIND_IDS, FACE_DOWN, EMPTY))
        if key in FURNISHINGS:
            return read_word(key, value, (*map(key_of_place, PLACES), GARDEN))
        if key in (*HELPERS, *TOOLS, *ROOFS):
            return read_number(key, value, MOST_CARDS)
        if key in NUMBER_CLAUSES:
            return read_number(key, value, MOST_POINTS)
        if key == "children":
            return read_number(key, value, MOST_CHILDREN)
        if key == BY:
            return read_word(key, value, (NUMBERS,))
    raise bad_entry(key, value, "2.4=living, piano=3.2, designer=1, red=2, rooms=19")


def number_keys(match: DreamHomeMatch) -> tuple[str, ...]:
    return tuple(NUMBER_CLAUSES)


def entered_kinds(seat: EnteredSeat) -> dict[Place, int]:
    """The face-up rooms of a picture: cell and kind."""
    entries = seat.entries
    return {
        place: KIND_IDS.index(value)
        for place in PLACES
        if (value := entries.get(key_of_place(place), EMPTY)) not in (EMPTY, FACE_DOWN)
    }


def known_numbers(match: DreamHomeMatch, table: EnteredTable, number: int) -> Mapping[str, str]:
    """What a seat's picture is worth, in the four numbers."""
    seat = EnteredSeat(entries={key: value for key, value in table.seats[number].entries.items() if key != BY})
    alone = EnteredTable(tuple(seat if k == number else EnteredSeat() for k in range(match.seats)))
    sums = dict.fromkeys(NUMBER_CLAUSES, 0)
    for line in count(match, alone).lines_of(number):
        sums[NUMBER_OF_LINE.get(line.reason.key, "rooms")] += line.points
    return {name: str(points) for name, points in sums.items()}


def enter_view(match: DreamHomeMatch, view: View) -> EnteredTable:
    """What lies on the table at the end, by picture; without the children, which nobody counts before a tie."""
    parts, seats = match.parts, []
    for number in range(match.seats):
        house = house_of(parts, view, number)
        entries = {}
        for place, card in house.cards.items():
            entries[key_of_place(place)] = FACE_DOWN if card.is_empty else KIND_IDS[parts.rooms[card.room].kind]
            if card.token is not None:
                entries[parts.token(card.token).id] = key_of_place(place)
        entries |= {parts.resources[card].id: GARDEN for card in house.garden}
        held = [parts.resources[card] for card in house.held]
        beside = Counter(f"{card.id}{'+' * card.window}" for card in held if card.sort != "tool")
        seats.append(EnteredSeat("", entries | {key: str(n) for key, n in beside.items()}))
    return EnteredTable(tuple(seats))


# ---- the count ------------------------------------------------------------------------------------


def count(match: DreamHomeMatch, table: EnteredTable) -> CountedPosition:
    """The points of all houses as they stand, and the winners."""
    numbers = at.BARE[:]
    free_rooms = list(range(at.ROOMS))
    for number, seat in enumerate(table.seats):
        base = at.SEAT + at.SEAT_SIZE * number
        tokens = {
            value: match.parts.token_number(key)
            for key, value in seat.entries.items()
            if key in FURNISHINGS and value != GARDEN
        }
        for place in PLACES:
            value = seat.entries.get(key_of_place(place), EMPTY)
            if value != EMPTY:
                card = 1 + room_card(match.parts, value, free_rooms)
                token = tokens.get(key_of_place(place))
                packed = card | at.FACE_DOWN if value == FACE_DOWN else card
                set_card(
                    numbers,
                    base,
                    cell_of(place),
                    packed if token is None or value == FACE_DOWN else packed | token + 1 << at.TOKEN_SHIFT,
                    match.game.config,
                )
        numbers[base + at.HELD] = held_mask(match.parts, seat)
        numbers[base + at.GARDEN] = sum(
            1 << match.parts.token_number(key)
            for key, value in seat.entries.items()
            if key in FURNISHINGS and key != "car" and value == GARDEN
        )
    numbers[at.PHASE] = at.OVER
    view = View(match.game, TABLE, numbers)
    lines = [line for line in tally(match, view) if not table.seats[line.seat].by_numbers] + number_lines(table)
    scores = scores_of(lines, match.seats)
    for number, score in enumerate(scores):
        numbers[at.SEAT + at.SEAT_SIZE * number + at.SCORE] = score
    outcome = outcome_of(scores, [seat.number("children") for seat in table.seats])
    numbers[at.WINNERS] = sum(1 << seat for seat in outcome.winners)
    return CountedPosition(view, tuple(lines), scores, outcome, tie_questions(table, scores))


def room_card(parts: Parts, value: str, free: list[int]) -> int:
    """A room card of this kind that lies nowhere else, or any where the box has no more: kinds alone count."""
    alike = [room for room, card in enumerate(parts.rooms) if value == FACE_DOWN or KIND_IDS[card.kind] == value]
    if not alike:
        raise bad_entry("room", value, ", ".join(KIND_IDS[kind] for kind in sorted({one.kind for one in parts.rooms})))
    left = [room for room in alike if room in free]
    room = (left or alike)[-1 if value == FACE_DOWN else 0]
    if room in free:
        free.remove(room)
    return room


def held_mask(parts: Parts, seat: EnteredSeat) -> int:
    """The roofs and helpers beside a house as a mask of resource cards."""
    mask = 0
    for key in (*ROOFS, *HELPERS):
        alike = [n for n, card in enumerate(parts.resources) if f"{card.id}{'+' * card.window}" == key]
        mask |= sum(1 << n for n in alike[: seat.number(key)])
    return mask


def number_lines(table: EnteredTable) -> list[ScoreLine]:
    """The points of seats that are counted by numbers."""
    return [
        ScoreLine(clause, number, points, Phrase(f"entered.{key}"))
        for number, seat in enumerate(table.seats)
        if seat.by_numbers
        for key, clause in NUMBER_CLAUSES.items()
        if (points := seat.number(key))
    ]


def tie_questions(table: EnteredTable, scores: tuple[int, ...]) -> tuple[EntryQuestion, ...]:
    """The children, where the best are equal and they were not counted (DH-64)."""
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    missing = [seat for seat in best if "children" not in table.seats[seat].entries]
    if len(best) < 2 or not missing or not any(seat.entries for seat in table.seats):
        return ()
    return (EntryQuestion("children", best, "DH-64", Phrase("entered.children")),)


# ---- objections -----------------------------------------------------------------------------------


def checks(match: DreamHomeMatch) -> tuple[PositionCheck, ...]:
    return (
        PositionCheck("DH-21", Phrase("entered.holds_support")),
        PositionCheck("DH-23", Phrase("entered.holds_size")),
        PositionCheck("DH-31", Phrase("entered.holds_furnishing")),
    )


def objections(match: DreamHomeMatch, table: EnteredTable) -> list[PositionObjection]:
    """Everything that cannot be so, by clause: in the box, and in each house."""
    found = list(box_objections(match, table))
    for number, seat in table.pictures:
        found += [*room_objections(match, seat, number), *furnishing_objections(match, seat, number)]
    return found


def box_objections(match: DreamHomeMatch, table: EnteredTable) -> Iterator[PositionObjection]:
    """More cards of a kind in all houses than there are (DH-1)."""
    pictures = table.pictures
    kinds = Counter(kind for _, seat in pictures for kind in entered_kinds(seat).values())
    for kind, n in kinds.items():
        most = sum(room.kind == kind for room in match.parts.rooms)
        if n > most:
            args: dict[str, Argument] = {"n": n, "what": kind_phrase(KIND_IDS[kind]), "most": most}
            yield PositionObjection(Degree.BOX, "DH-1", TABLE, (KIND_IDS[kind],), Phrase("entered.too_many", args))
    looks = Counter(f"{card.id}{'+' * card.window}" for card in match.parts.resources)
    for key in (*ROOFS, *HELPERS, *FURNISHINGS):
        n = sum(key in seat.entries if key in FURNISHINGS else seat.number(key) for _, seat in pictures)
        most = 1 if key == "car" else looks[key]
        if n > most:
            more: dict[str, Argument] = {"n": n, "what": card_phrase(key), "most": most}
            yield PositionObjection(Degree.BOX, "DH-1", TABLE, (key,), Phrase("entered.too_many", more))
    for number, seat in pictures:
        if "car" in seat.entries and not match.options["car"]:
            yield PositionObjection(Degree.BOX, "DH-65", number, ("car",), Phrase("entered.no_car"))


def card_phrase(key: str) -> Phrase:
    """A roof, a helper or a furnishing by the key of its entry."""
    if key in ROOFS:
        return Phrase(f"roof_window.{key[:-1]}" if key.endswith("+") else f"roof.{key}")
    return Phrase(f"resource.{key}")


def room_objections(match: DreamHomeMatch, seat: EnteredSeat, number: int) -> Iterator[PositionObjection]:
    """Rooms that are too long, in the wrong zone or without support (DH-21 to DH-23)."""
    kinds = entered_kinds(seat)
    filled = {place for place in PLACES if seat.entries.get(key_of_place(place), EMPTY) != EMPTY}
    for place, number_of_kind in kinds.items():
        kind = match.parts.kinds[number_of_kind]
        args = {"room": kind_phrase(kind.id), "place": place_phrase(place)}
        if (kind.category == "basement") != (place[0] == 1):
            key = "entered.only_below" if kind.category == "basement" else "entered.only_above"
            yield PositionObjection(Degree.AT_ONCE, "DH-22", number, (key_of_place(place),), Phrase(key, args))
        run = [place]
        while kinds.get((place[0], run[-1][1] + 1)) == number_of_kind:
            run.append((place[0], run[-1][1] + 1))
        if kinds.get((place[0], place[1] - 1)) != number_of_kind and len(run) > kind.most:
            reason = Phrase("entered.too_long", {**args, "n": len(run), "most": kind.most})
            yield PositionObjection(Degree.AT_ONCE, "DH-23", number, tuple(map(key_of_place, run)), reason)
    for place in sorted(filled):
        below = (place[0] - 1, place[1])
        if below in PLACES and below not in filled:
            reason = Phrase("entered.support", {"place": place_phrase(place)})
            yield PositionObjection(Degree.DONE, "DH-21", number, (key_of_place(place),), reason)


def furnishing_objections(match: DreamHomeMatch, seat: EnteredSeat, number: int) -> Iterator[PositionObjection]:
    """Furnishings on cards that cannot hold them, and two in one room (DH-31 to DH-33)."""
    kinds = entered_kinds(seat)
    inside: dict[Place, str] = {}
    for key in FURNISHINGS:
        value = seat.entries.get(key)
        if value is None:
            continue
        furnishing, place = match.parts.furnishings[key], place_of_key(value)
        args = {"furnishing": card_phrase(key)}
        if (place is None) != (not furnishing.kinds):
            reason = Phrase("entered.indoors" if furnishing.kinds else "entered.outdoors", args)
            yield PositionObjection(
                Degree.AT_ONCE, "DH-31" if furnishing.kinds else "DH-33", number, (key, value), reason
            )
        elif place is not None and kinds.get(place, -1) not in furnishing.kinds:
            yield PositionObjection(Degree.AT_ONCE, "DH-31", number, (key, value), Phrase("entered.wrong_room", args))
        elif place is not None:
            first = place
            while kinds.get((first[0], first[1] - 1)) == kinds[place]:
                first = (first[0], first[1] - 1)
            if first in inside:
                args["other"] = card_phrase(inside[first])
                yield PositionObjection(Degree.AT_ONCE, "DH-32", number, (key, value), Phrase("entered.two_in", args))
            inside[first] = key
