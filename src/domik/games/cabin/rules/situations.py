"""A question from a real table as a decision of the kernel: may this card be built or put aside?"""

from __future__ import annotations

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.entering import PLACE_KEYS, entered_faces, face_from
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import NATURAL_NAMES, pack_dice, pack_places
from domik.kernel.entering import EnteredTable, bad_entry
from domik.kernel.errors import BadPosition
from domik.kernel.game import AWAITED
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

ASIDE = {"gain": at.GAIN, "upgrade": at.UPGRADE, "flip": at.FLIP}


def situation(match: CabinMatch, table: EnteredTable, seat: int, key: str, value: str) -> tuple[View, int]:
    """The decision to build a side (`3=birch:H`) or to put it aside (`gain=birch:N`), and its action."""
    face = face_from(match, value)
    if not face or (key not in PLACE_KEYS and key not in ASIDE):
        raise bad_entry(key, value, f"3={match.parts.cards[0].id}:N, gain={match.parts.cards[0].id}:N")
    if any(name not in table.seats[seat].entries for name in NATURAL_NAMES):
        raise BadPosition(Phrase("entered.dice_first"))
    numbers = at.EMPTY[: match.game.size]
    numbers[at.PHASE] = at.PLAYING
    numbers[AWAITED] = 1 << seat
    for number, one in enumerate(table.seats):
        base = at.SEAT + at.SEAT_SIZE * number
        faces = entered_faces(match, one)
        numbers[base + at.PLACED] = pack_places(faces)
        numbers[base + at.FREE] = sum(1 << place for place, lies in enumerate(faces) if not lies)
        numbers[base + at.DICE] = pack_dice(one.number(name) for name in NATURAL_NAMES)
        numbers[base + at.LEFT] = one.number("left", at.MONTHS)
        numbers[base + at.PILE] = at.CARDS_EACH
    base = at.SEAT + at.SEAT_SIZE * seat
    numbers[base + at.CARDS] = face
    action = ASIDE[key] if key in ASIDE else 1 << PLACE_KEYS.index(key)
    return View(match.game, seat, numbers), action


def open_keys(match: CabinMatch, table: EnteredTable, seat: int) -> tuple[str, ...]:
    """The free places."""
    return tuple(key for key in PLACE_KEYS if table.seats[seat].entries.get(key, "-") == "-")
