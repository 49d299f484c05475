"""A real cabin entered on a page: twelve cards with two faces clockwise, then the dice and the month."""

from __future__ import annotations

from domik.games.cabin.page.entry_setup import SETUP
from domik.games.cabin.page.picture_clearing import vignette
from domik.games.cabin.rules.entering import MODEL_KEYS, PLACE_KEYS, best_years, entered_faces, face_from
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.life import EMPTY_PLACE, SIX, UNPAID
from domik.games.cabin.rules.parts import NATURAL_NAMES, pack_dice, pack_places
from domik.games.cabin.rules.phrases import face_phrase
from domik.games.cabin.rules.reading import config_of, year_after
from domik.games.cabin.rules.state import DIE_MOST, HOME, KIND_SHIFT, MONTHS, MOST_YEARS, RESOURCES, UPGRADED
from domik.games.cabin.words.year_route import year_stops
from domik.kernel.drawing import NO_MARKUP, Markup, Pen
from domik.kernel.entering import EMPTY, TABLE, EnteredTable
from domik.kernel.entry_board import EntryChoice, EntryStep, GameEntryBoard, PlacesOnBoard, next_open
from domik.kernel.phrase import Argument, Phrase
from domik.web.board.element import tag

AROUND = (("1", "2", "3"), ("8", "", "4"), ("7", "6", "5"))
PLACES = EntryStep("places", Phrase("entered.step_places"), AROUND, waits=True)
DICE = EntryStep("dice", Phrase("entered.step_dice"), ((*NATURAL_NAMES, "left"),))
MODEL = EntryStep(
    "model",
    Phrase("entered.step_model"),
    tuple(tuple(f"model{key}" if key else "" for key in row) for row in AROUND),
    True,
)
SIDES = ("N", "H")
ON_BOARD = PlacesOnBoard[CabinMatch]("at-")


def steps(match: CabinMatch) -> tuple[EntryStep, ...]:
    return (*((MODEL,) if match.options["template"] else ()), PLACES, DICE)


def ring(match: CabinMatch, table: EnteredTable, seat: int, step: EntryStep, after: str) -> str:
    """Clockwise from place 1."""
    keys = {"places": PLACE_KEYS, "model": MODEL_KEYS}.get(step.name, step.place_keys())
    return next_open(keys, table.of(seat), after)


def place_name(match: CabinMatch, key: str) -> Phrase:
    if key in NATURAL_NAMES:
        return Phrase(f"resource.{key}")
    return Phrase("entered.place_left") if key == "left" else Phrase("entered.place", {"place": int(key[-1])})


def lies_there(match: CabinMatch, table: EnteredTable, seat: int, key: str) -> Phrase | None:
    value = table.of(seat).get(key, EMPTY)
    face = face_from(match, value)
    if face:
        side = face_phrase(match, face)
        return Phrase("entered.turned", {"card": side}) if face & UPGRADED else side
    return None if value == EMPTY else Phrase("entered.plain", {"text": value})


def draw_place(match: CabinMatch, pen: Pen, table: EnteredTable, seat: int, key: str) -> Markup:
    value = table.of(seat).get(key, EMPTY)
    face = face_from(match, value)
    if not face:
        if key in (*NATURAL_NAMES, "left"):
            shown = tag("b", pen.escape(value)) if value != EMPTY else NO_MARKUP
            return tag("span", tag("small", pen.say(place_name(match, key))), shown, class_="cp-pair")
        return NO_MARKUP
    sign = tag("span", pen.icon("plus", 14, 3), class_="cp-badge") if face & UPGRADED else NO_MARKUP
    name = tag("small", pen.say(face_phrase(match, face)))
    return tag("span", face_picture(face), sign, name, class_="cp-room")


def face_picture(face: int) -> Markup:
    return Markup(vignette(face >> KIND_SHIFT, bool(face & HOME)))


def choices(
    match: CabinMatch, pen: Pen, table: EnteredTable, seat: int, step: EntryStep, key: str, narrowed: str
) -> tuple[EntryChoice, ...]:
    if step is DICE:
        most = MONTHS if key == "left" else DIE_MOST
        numbers = [EntryChoice(Phrase("entered.plain", {"text": str(n)}), str(n)) for n in range(most + 1)]
        return tuple(numbers) if key else ()
    lying = (
        {}
        if seat == TABLE
        else {face >> KIND_SHIFT: k for k, face in enumerate(entered_faces(match, table.seats[seat])) if face}
    )
    found = []
    for kind in range(1, int(match.game.config.stock) + 1):
        for side in SIDES:
            id = match.parts.cards[kind - 1].id
            face = face_from(match, f"{id}:{side}")
            there = PLACE_KEYS[lying[kind]] if kind in lying else ""
            before = table.of(seat).get(there, "")
            value = f"{id}:{side}+" if before == f"{id}:{side}" else f"{id}:{side}"  # again: turned round
            pooled = bool(match.options["family"] or match.options["draft"])
            if there and (pooled and not before.startswith(f"{id}:{side}")):
                there = ""
            if there or key:
                label = face_phrase(match, face)
                found.append(
                    EntryChoice(
                        label, value, face_picture(face), there, left=None, is_on=before.startswith(f"{id}:{side}")
                    )
                )
    return tuple(found)


def held_choices(match: CabinMatch, pen: Pen, table: EnteredTable, seat: int, narrowed: str) -> tuple[EntryChoice, ...]:
    """The card in hand, with the side that lies up; cards that were built are not in the deck any more."""
    built = {face >> KIND_SHIFT for face in entered_faces(match, table.seats[seat]) if face}
    found = []
    for kind in range(1, int(match.game.config.stock) + 1):
        for side in SIDES:
            text = f"{match.parts.cards[kind - 1].id}:{side}"
            face = face_from(match, text)
            found.append(
                EntryChoice(face_phrase(match, face), text, face_picture(face), left=0 if kind in built else None)
            )
    return tuple(found)


def held_card(match: CabinMatch, pen: Pen, value: str) -> tuple[Phrase, Markup]:
    face = face_from(match, value)
    return face_phrase(match, face), face_picture(face)


def told_years(match: CabinMatch, table: EnteredTable, seat: int) -> tuple[Phrase, str] | None:
    """Where the years began that the count walks by itself, and how the last one ended (CC-20 to CC-25)."""
    entered = table.seats[seat]
    places = entered_faces(match, entered)
    if entered.by_numbers or "years" in entered.entries or not any(places):
        return None
    dice = (*(entered.number(name) for name in NATURAL_NAMES), *([0] * (RESOURCES * 2 - len(NATURAL_NAMES))))
    starts: list[int] = []
    while True:
        before = dice
        starts.append(best_years(match, pack_places(places), pack_dice(dice))[0])
        dice, ending = year_after(config_of(match), places, dice, starts[-1])
        if ending or len(starts) == MOST_YEARS:
            break
    last = year_stops(match, places, before, starts[-1])[-1]
    args: dict[str, Argument] = {"starts": ", ".join(str(start + 1) for start in starts), "place": last.place}
    clause = "CC-24" if ending in (EMPTY_PLACE, SIX, UNPAID) else "CC-25"
    return Phrase("entered.walked", {**args, "what": last.what}), clause


BOARD = GameEntryBoard[CabinMatch](
    steps,
    ring,
    place_name,
    lies_there,
    draw_place,
    choices,
    held_choices=held_choices,
    held_card=held_card,
    setup=SETUP,
    on_board=ON_BOARD,
    told=told_years,
    numbers_first=True,
)
