"""Cabins entered from a real table, counted and objected to; their years in the forest are walked here.

Of a seat: a place and the card's side on it, `3=birch:N`, `N+` turned round, `H` and `H+` for its home side, `-` for
nothing; the natural dice as planning ended, `wood=2`; `left`, the month die; `years`, the places where the years began,
`4-1-3`, walked from the best ones where nobody says. By numbers: the eight dice at the end, `end.wood=2`, `left`, and
`copy` where a model is copied. Of the table: the model's places, `model3=birch:H`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.life import ALL_DICE, live_year, year_result
from domik.games.cabin.rules.parts import NATURAL_NAMES, ORIENTATIONS, RESOURCE_NAMES, pack_dice, pack_places
from domik.games.cabin.rules.phrases import face_phrase
from domik.games.cabin.rules.points import domestic_total, doubled_points, finish_seat
from domik.games.cabin.rules.reading import model_of, seat_of
from domik.games.cabin.rules.scoring import outcome, scenario_of, tally
from domik.kernel.entering import (
    BY,
    EMPTY,
    NUMBERS,
    TABLE,
    CountedPosition,
    Degree,
    EnteredSeat,
    EnteredTable,
    PositionCheck,
    PositionObjection,
    bad_entry,
    read_number,
    read_word,
)
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.state import View

PLACE_KEYS = tuple(str(place + 1) for place in range(at.PLACES))
MODEL_KEYS = tuple(f"model{key}" for key in PLACE_KEYS)
END_KEYS = tuple(f"end.{name}" for name in RESOURCE_NAMES)
YEARS = re.compile(r"[1-8](-[1-8]){0,23}", re.ASCII)
EDGES = {value: name for name, value in ORIENTATIONS.items()}


# ---- entries --------------------------------------------------------------------------------------


def face_from(match: CabinMatch, text: str) -> int:
    """The face that `birch:H+` names, 0 for none."""
    card, _, edge = text.partition(":")
    kinds = [kind for kind, one in enumerate(match.parts.cards, 1) if one.id == card]
    return kinds[0] << at.KIND_SHIFT | ORIENTATIONS[edge] if kinds and edge in ORIENTATIONS else 0


def text_of_face(match: CabinMatch, face: int) -> str:
    return f"{match.parts.id(face)}:{EDGES[face & (at.HOME | at.UPGRADED)]}"


def read_entry(match: CabinMatch, seat: int, key: str, value: str) -> str:
    """An entry's value as it is kept; BadPosition says what would be right."""
    if key in (MODEL_KEYS if seat == TABLE else PLACE_KEYS):
        face = face_from(match, value)
        if value != EMPTY and (not face or (seat == TABLE and face & at.UPGRADED)):
            raise bad_entry(
                key, value, f"{key}={match.parts.cards[0].id}:{'N | H' if seat == TABLE else 'N | N+ | H | H+'}"
            )
        return value
    if seat != TABLE:
        if key in NATURAL_NAMES or key in END_KEYS:
            return read_number(key, value, at.DIE_MOST)
        if key == "left":
            return read_number(key, value, at.MONTHS)
        if key == "copy":
            return read_number(key, value, 1)
        if key == "years":
            if not YEARS.fullmatch(value):
                raise bad_entry(key, value, "years=4-1-3")
            return value
        if key == BY:
            return read_word(key, value, (NUMBERS,))
    raise bad_entry(key, value, "3=birch:N, wood=2, left=5, years=4-1, end.cosy=3")


def number_keys(match: CabinMatch) -> tuple[str, ...]:
    return (*END_KEYS, "left", *(("copy",) if match.options["template"] else ()))


def entered_faces(match: CabinMatch, seat: EnteredSeat) -> tuple[int, ...]:
    """The faces of a picture, clockwise, 0 for none."""
    return tuple(face_from(match, seat.entries.get(key, EMPTY)) for key in PLACE_KEYS)


def known_numbers(match: CabinMatch, table: EnteredTable, number: int) -> Mapping[str, str]:
    """The dice after the years that the picture tells."""
    entries = {key: value for key, value in table.seats[number].entries.items() if key != BY}
    done = seat_of(count(match, table.with_entries(number, entries)).view, number)
    found = {key: str(value) for key, value in zip(END_KEYS, done.dice, strict=True)}
    return {**found, "left": str(done.left)}


def enter_view(match: CabinMatch, view: View) -> EnteredTable:
    """What lies on the table at the end: the cabins and their dice, which are the numbers."""
    seats = []
    for number in range(match.seats):
        seat = seat_of(view, number)
        entries = {PLACE_KEYS[place]: text_of_face(match, face) for place, face in enumerate(seat.places) if face}
        entries |= {key: str(value) for key, value in zip(END_KEYS, seat.dice, strict=True)}
        entries |= {"left": str(seat.left), BY: NUMBERS}
        if match.options["template"] and seat.copy == at.COPIED:
            entries["copy"] = "1"
        seats.append(EnteredSeat("", entries))
    model = model_of(match, view) if match.options["template"] else ()
    shown = {MODEL_KEYS[place]: text_of_face(match, face) for place, face in enumerate(model) if face}
    return EnteredTable(tuple(seats), shown)


# ---- the count ------------------------------------------------------------------------------------


def count(match: CabinMatch, table: EnteredTable) -> CountedPosition:
    """Walk the years of every cabin (or take its dice as they are) and count it."""
    config = match.game.config
    numbers = at.EMPTY[: match.game.size]
    numbers[at.PHASE] = at.PLAYING
    model = pack_places(face_from(match, table.entries.get(key, EMPTY)) for key in MODEL_KEYS)
    numbers[at.MODEL] = model
    for number, seat in enumerate(table.seats):
        base = at.SEAT + at.SEAT_SIZE * number
        faces = entered_faces(match, seat)
        numbers[base + at.PLACED] = pack_places(faces)
        numbers[base + at.FREE] = sum(1 << place for place, face in enumerate(faces) if not face)
        numbers[base + at.LEFT] = seat.number("left")
        numbers[base + at.STAGE] = at.LIVES
        keys = END_KEYS if seat.by_numbers else NATURAL_NAMES
        numbers[base + at.DICE] = pack_dice(seat.number(key) for key in keys)
        numbers[base + at.COPY] = copy_of(match, seat, faces, model)
    for number, seat in enumerate(table.seats):
        base = at.SEAT + at.SEAT_SIZE * number
        if seat.by_numbers or numbers[base + at.FREE] == at.EVERY_PLACE:
            finish_seat(numbers, number, base, config)
            continue
        starts = [int(word) - 1 for word in seat.entries["years"].split("-")] if "years" in seat.entries else []
        for start in [*starts, *([0] * at.MOST_YEARS)]:
            if numbers[base + at.STAGE] == at.DONE:
                break
            year = numbers[base + at.YEARS]
            if year >= len(starts) or not entered_faces(match, seat)[start]:
                start = best_years(match, int(numbers[base + at.PLACED]), int(numbers[base + at.DICE]))[0]
            live_year(numbers, number, base, start, config)
    view = View(match.game, TABLE, numbers)
    lines = tuple(tally(match, view))
    result = None if scenario_of(match) and table.seats[0].by_numbers else outcome(match, view)
    return CountedPosition(view, lines, tuple(int(view.score(seat)) for seat in range(match.seats)), result)


def copy_of(match: CabinMatch, seat: EnteredSeat, faces: tuple[int, ...], model: int) -> int:
    """Whether a cabin copies the model: all eight places, with their sides (CC-42)."""
    if not match.options["template"]:
        return 0
    if seat.by_numbers or "copy" in seat.entries:  # it was judged when it was built: a fence may have moved it since
        return at.COPIED if seat.number("copy") else at.SPOILT
    same = pack_places(face & ~at.UPGRADED for face in faces) == model and 0 not in faces
    return at.COPIED if same else at.SPOILT


def best_years(match: CabinMatch, placed: int, dice: int) -> list[int]:
    """The places where the years of a life begin so that its points are the most, then its domestic resources.

    A year is decided by the dice it begins with, so each set of dice is walked on from once (CC-20 to CC-25).
    """
    config = match.game.config
    starts = [place for place in range(at.PLACES) if placed >> at.FACE_BITS * place & at.FACE]
    routes: dict[int, list[int]] = {dice: []}
    waiting, best, best_route = [dice], (-1, -1), [starts[0]]
    while waiting:
        now = waiting.pop(0)
        for start in starts:
            after = int(year_result(placed, now, start, config.faces, config.still_ends))
            route, then = [*routes[now], start], after & ALL_DICE
            if after & ~ALL_DICE or len(route) == at.MOST_YEARS:
                value = (int(doubled_points(then, 0, config.worth)), int(domestic_total(then)))
                if value > best:
                    best, best_route = value, route
            elif then not in routes:
                routes[then] = route
                waiting.append(then)
    return best_route


# ---- objections -----------------------------------------------------------------------------------


def checks(match: CabinMatch) -> tuple[PositionCheck, ...]:
    return (
        PositionCheck("CC-1", Phrase("entered.holds_cards")),
        PositionCheck("CC-17", Phrase("entered.holds_months")),
    )


def objections(match: CabinMatch, table: EnteredTable) -> list[PositionObjection]:
    """Cards that are not in the box, and month dice that the building cannot have left (CC-1, CC-17, CC-19)."""
    found = list(box_objections(match, table))
    for number, seat in enumerate(table.seats):
        faces = [face for face in entered_faces(match, seat) if face]
        if seat.by_numbers or "left" not in seat.entries:
            continue
        left = seat.number("left")
        if len(faces) == at.PLACES and left < 1:
            reason = Phrase("entered.full_left")
            found.append(PositionObjection(Degree.DONE, "CC-19", number, ("left",), reason))
        elif at.MONTHS - 1 - left > len(faces):
            args = {"n": len(faces), "months": at.MONTHS - 1 - left}
            found.append(PositionObjection(Degree.DONE, "CC-17", number, ("left",), Phrase("entered.months", args)))
    return found


def box_objections(match: CabinMatch, table: EnteredTable) -> Iterator[PositionObjection]:
    """A card twice in one cabin, or more often than the pooled decks hold it (CC-1, CC-40, CC-41, CC-48)."""
    pooled = bool(match.options["family"] or match.options["draft"])
    clause = "CC-41" if match.options["draft"] else "CC-40" if pooled else "CC-1"
    most = match.seats if pooled else 1
    everybody: Counter[int] = Counter()
    for number, seat in table.pictures:
        kinds = Counter(face >> at.KIND_SHIFT for face in entered_faces(match, seat) if face)
        everybody.update(kinds)
        for kind, n in (Counter() if pooled else kinds).items():
            if n > most:
                yield card_objection(match, seat, number, kind, clause, n, most)
        for kind in kinds:
            if kind > match.game.config.stock:
                card = face_phrase(match, kind << at.KIND_SHIFT)
                where = keys_of_kind(match, seat, kind)
                reason = Phrase("entered.no_promo", {"card": card})
                yield PositionObjection(Degree.BOX, "CC-48", number, where, reason)
    if pooled:
        for kind, n in everybody.items():
            if n > most:
                yield card_objection(match, EnteredSeat(), TABLE, kind, clause, n, most)


def keys_of_kind(match: CabinMatch, seat: EnteredSeat, kind: int) -> tuple[str, ...]:
    faces = entered_faces(match, seat)
    return tuple(PLACE_KEYS[place] for place, face in enumerate(faces) if face >> at.KIND_SHIFT == kind)


def card_objection(
    match: CabinMatch, seat: EnteredSeat, number: int, kind: int, clause: str, n: int, most: int
) -> PositionObjection:
    """A card that lies there too often."""
    args: dict[str, Argument] = {"n": n, "card": face_phrase(match, kind << at.KIND_SHIFT), "most": most}
    where = keys_of_kind(match, seat, kind) or (match.parts.cards[kind - 1].id,)
    return PositionObjection(Degree.BOX, clause, number, where, Phrase("entered.too_many", args))
