"""A real house entered on a page: the cell decides which rooms are offered; then furnishings, helpers, roofs."""

from __future__ import annotations

from collections.abc import Mapping

from domik.games.dream_home.page.entry_setup import SETUP
from domik.games.dream_home.page.picture_layout import CELL_H, CELL_W
from domik.games.dream_home.rules.advising import column_of, look_of
from domik.games.dream_home.rules.entering import (
    FACE_DOWN,
    GARDEN,
    NUMBER_CLAUSES,
    ROOF_STACK,
    ROOFS,
    card_phrase,
    entered_kinds,
    key_of_place,
    place_of_key,
)
from domik.games.dream_home.rules.game import DreamHomeMatch
from domik.games.dream_home.rules.parts import FURNISHINGS, KIND_IDS
from domik.games.dream_home.rules.phrases import kind_phrase, place_phrase
from domik.games.dream_home.rules.reading import PLACES
from domik.kernel.drawing import NO_MARKUP, Markup, Pen
from domik.kernel.entering import EMPTY, EnteredTable
from domik.kernel.entry_board import EntryChoice, EntryStep, GameEntryBoard, PlacesOnBoard, next_open
from domik.kernel.phrase import Phrase
from domik.web.board.element import tag

CELLS = (
    *(tuple(key_of_place((floor, column)) for column in range(1, 6)) for floor in (3, 2)),
    ("", "", "", "1.4", "1.5"),
)  # as one reads
ROOMS = EntryStep("rooms", Phrase("entered.step_rooms"), CELLS)
THINGS = EntryStep("things", Phrase("entered.step_things"), CELLS)
ROOF = EntryStep("roof", Phrase("entered.step_roof"), CELLS)
HELPERS = ("designer", "architect")  # those that count (DH-50, DH-55)
ON_BOARD = PlacesOnBoard[DreamHomeMatch]("at-", (CELL_W, CELL_H))
ICONS = {
    "piano": "piano",
    "cat_house": "cat",
    "canopy_bed": "bed",
    "ice_cream": "ice-cream-cone",
    "whirlpool": "droplets",
    "rocking_horse": "rocking-chair",
    "globe": "globe",
    "painting": "image",
    "tree_house": "tree-deciduous",
    "birdhouse": "birdhouse",
    "car": "car",
    "designer": "palette",
    "architect": "ruler",
}


def steps(match: DreamHomeMatch) -> tuple[EntryStep, ...]:
    return ROOMS, THINGS, ROOF


def ring(match: DreamHomeMatch, table: EnteredTable, seat: int, step: EntryStep, after: str) -> str:
    return next_open(step.place_keys(), table.of(seat), after) if step is ROOMS else ""


def place_name(match: DreamHomeMatch, key: str) -> Phrase:
    place = place_of_key(key)
    return place_phrase(place) if place else Phrase("entered.plain", {"text": key})


def lies_there(match: DreamHomeMatch, table: EnteredTable, seat: int, key: str) -> Phrase | None:
    value = table.of(seat).get(key, EMPTY)
    if value == EMPTY:
        return None
    return Phrase("empty_room") if value == FACE_DOWN else kind_phrase(value)


def room_picture(kind: str) -> Markup:
    return tag(
        "svg",
        tag("use", href=f"#whole-{kind}"),
        viewBox=f"0 8 {CELL_W} 84",
        preserveAspectRatio="xMidYMid slice",
        aria_hidden="true",
        class_="cp-picture",
    )


def draw_place(match: DreamHomeMatch, pen: Pen, table: EnteredTable, seat: int, key: str) -> Markup:
    value = table.of(seat).get(key, EMPTY)
    if value == EMPTY:
        return NO_MARKUP
    things = [pen.icon(ICONS[name], 16) for name in FURNISHINGS if table.of(seat).get(name) == key]
    badge = tag("span", *things, class_="cp-badge") if things else NO_MARKUP
    return tag("span", room_picture("empty" if value == FACE_DOWN else value), badge, class_="cp-room")


def choices(
    match: DreamHomeMatch, pen: Pen, table: EnteredTable, seat: int, step: EntryStep, key: str, narrowed: str
) -> tuple[EntryChoice, ...]:
    if step is THINGS:
        return thing_choices(match, pen, table, seat, narrowed)
    if step is ROOF:
        return roof_choices(table, seat)
    place = place_of_key(key)
    if place is None:
        return ()
    used = [kind for one in table.seats for kind in entered_kinds(one).values()]
    found = [
        EntryChoice(
            kind_phrase(kind.id),
            kind.id,
            room_picture(kind.id),
            left=sum(room.kind == number for room in match.parts.rooms) - used.count(number),
        )
        for number, kind in enumerate(match.parts.kinds)
        if (kind.category == "basement") == (place[0] == 1)
    ]
    return (*found, EntryChoice(Phrase("entered.face_down"), FACE_DOWN, room_picture("empty")))


def places_for(match: DreamHomeMatch, table: EnteredTable, seat: int, name: str) -> list[str]:
    """The cells whose room can hold a furnishing and has none yet (DH-31, DH-32)."""
    kinds = entered_kinds(table.seats[seat])
    taken = {table.of(seat).get(other) for other in FURNISHINGS if other != name}
    return [
        key_of_place(place)
        for place in PLACES
        if kinds.get(place, -1) in match.parts.furnishings[name].kinds and key_of_place(place) not in taken
    ]


def thing_choices(
    match: DreamHomeMatch, pen: Pen, table: EnteredTable, seat: int, narrowed: str
) -> tuple[EntryChoice, ...]:
    """Furnishings, at once where only one room can hold them, and the two helpers that count."""
    found = []
    for name in FURNISHINGS:
        if name == "car" and not match.options["car"]:
            continue
        places = places_for(match, table, seat, name)
        picture, is_on = pen.icon(ICONS[name], 26), name in table.of(seat) or narrowed == name
        outdoors = not match.parts.furnishings[name].kinds
        value = GARDEN if outdoors else places[0] if len(places) == 1 else ""
        if name in table.of(seat):
            found.append(EntryChoice(card_phrase(name), "", picture, name, is_on=True))
        elif value:
            found.append(EntryChoice(card_phrase(name), value, picture, name))
        elif places:
            found.append(EntryChoice(card_phrase(name), "", picture, narrows=name, is_on=is_on))
    for name in HELPERS:
        has = table.seats[seat].number(name) > 0
        picture = pen.icon(ICONS[name], 26)
        found.append(EntryChoice(card_phrase(name), "" if has else "1", picture, name, is_on=has))
    return tuple(found)


def roof_choices(table: EnteredTable, seat: int) -> tuple[EntryChoice, ...]:
    """One tap a card: each tap adds one (DH-63)."""
    found = []
    for key in ROOFS:
        n = table.seats[seat].number(key)
        label = Phrase("entered.roof_count", {"roof": card_phrase(key), "n": n})
        found.append(EntryChoice(label, str(n + 1), roof_picture(key), key, is_on=n > 0))
    return tuple(found)


def tap_place(
    match: DreamHomeMatch, table: EnteredTable, seat: int, narrowed: str, key: str
) -> tuple[Mapping[str, str], str]:
    """The furnishing that was chosen goes to this cell."""
    return ({narrowed: key}, "") if narrowed in FURNISHINGS else ({}, "")


def held_choices(
    match: DreamHomeMatch, pen: Pen, table: EnteredTable, seat: int, narrowed: str
) -> tuple[EntryChoice, ...]:
    """A column of the market: its room, then the card above it (DH-3)."""
    if narrowed in KIND_IDS:
        looks = dict.fromkeys(look_of(match.parts, number) for number in range(len(match.parts.resources)))
        above = [EntryChoice(card_phrase(look), f"{narrowed}:{look}", resource_picture(pen, look)) for look in looks]
        return (EntryChoice(Phrase("entered.no_card_above"), narrowed, pen.icon("flag", 26)), *above)
    return tuple(
        EntryChoice(kind_phrase(kind.id), picture=room_picture(kind.id), narrows=kind.id) for kind in match.parts.kinds
    )


def held_card(match: DreamHomeMatch, pen: Pen, value: str) -> tuple[Phrase, Markup]:
    kind, look = column_of(match.parts, value)  # refuses what no page sends
    if not look:
        return kind_phrase(kind), room_picture(kind)
    return Phrase("entered.column", {"room": kind_phrase(kind), "card": card_phrase(look)}), room_picture(kind)


def resource_picture(pen: Pen, look: str) -> Markup:
    return roof_picture(look) if look in ROOFS else pen.icon(ICONS.get(look, "hammer"), 26)


def roof_picture(look: str) -> Markup:
    symbol = f"#shingle-{look.rstrip('+')}{'-window' if look.endswith('+') else ''}"
    return tag("svg", tag("use", href=symbol), viewBox="-1 -1 62 44", aria_hidden="true", class_="cp-picture")


BOARD = GameEntryBoard[DreamHomeMatch](
    steps,
    ring,
    place_name,
    lies_there,
    draw_place,
    choices,
    tap_place,
    held_choices,
    held_card,
    secret_keys=ROOF_STACK,
    setup=SETUP,
    on_board=ON_BOARD,
    long_numbers=tuple(NUMBER_CLAUSES),
)
