"""What a seat at a real table decides: where the card in its hand goes (docs/companion.md).

A cabin's points depend on its own player alone, so the question is asked as if they played by themselves, at the
beginning of a month: what already came up in it is not entered.
"""

from __future__ import annotations

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.entering import MODEL_KEYS, PLACE_KEYS, entered_faces, face_from, text_of_face
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.parts import NATURAL_NAMES, pack_dice, pack_places
from domik.games.cabin.rules.situations import ASIDE
from domik.kernel.entering import EMPTY, EnteredTable, bad_entry
from domik.kernel.errors import BadPosition
from domik.kernel.game import AWAITED
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

MOST_HELD = 2  # the card in hand, and the next one, which lies open (CC-4)


def decision(match: CabinMatch, table: EnteredTable, seat: int, held: tuple[str, ...]) -> tuple[CabinMatch, View]:
    """The view of a player who has taken this card; a second one is the card that lies open on the deck."""
    faces = [face_from(match, text) for text in held]
    if not 1 <= len(faces) <= MOST_HELD or 0 in faces:
        raise bad_entry("holds", ",".join(held), f"{match.parts.cards[0].id}:N")
    one = table.seats[seat]
    if any(name not in one.entries for name in NATURAL_NAMES):
        raise BadPosition(Phrase("entered.dice_first"))
    model = [face_from(match, table.entries.get(key, EMPTY)) for key in MODEL_KEYS]
    alone = alone_at(match, 0 not in model)
    placed = entered_faces(match, one)
    if 0 not in placed:
        raise BadPosition(Phrase("error.nothing_to_decide"))
    numbers = at.EMPTY[: alone.game.size]
    numbers[at.PHASE] = at.PLAYING
    numbers[AWAITED] = 1
    if alone.options["template"]:
        numbers[at.MODEL] = pack_places(model)
    base = at.SEAT
    numbers[base + at.PLACED] = pack_places(placed)
    numbers[base + at.FREE] = sum(1 << place for place, face in enumerate(placed) if not face)
    numbers[base + at.DICE] = pack_dice(one.number(name) for name in NATURAL_NAMES)
    built = sum(1 for face in placed if face)
    numbers[base + at.LEFT] = max(1, one.number("left", at.MONTHS - built // 2))
    numbers[base + at.PILE] = at.CARDS_EACH - built
    numbers[base + at.STAGE] = at.PLANS
    cards = [*faces, *printed_rest(alone, placed, faces)][: at.CARDS_EACH - built]
    for k, face in enumerate(cards):
        numbers[base + at.CARDS + k] = face
    for face in (*placed, *cards):
        numbers[at.SHOWN] |= 1 << (face >> at.KIND_SHIFT) if face else 0
    wrong = [face for place, face in enumerate(placed) if face and model[place] != face & ~at.UPGRADED]
    numbers[base + at.COPY] = at.SPOILT if alone.options["template"] and wrong else 0
    return alone, View(alone.game, 0, numbers)


def alone_at(match: CabinMatch, has_model: bool) -> CabinMatch:
    """The same box for one player; variants that only change how cards are dealt are left out."""
    if match.options["scenario"] != "none":
        return match
    options: dict[str, object] = {"promo": match.options["promo"]}
    if match.options["template"] and has_model:
        options |= {"template": True, "solvable": False}
    return match.package.match(1, options, match.components)


def printed_rest(match: CabinMatch, placed: tuple[int, ...], held: list[int]) -> list[int]:
    """The other cards of a scenario's printed deck, in order (CC-43); none where decks are shuffled."""
    gone = {face >> at.KIND_SHIFT for face in (*placed, *held)}
    return [int(face) for face in match.game.config.deck if int(face) >> at.KIND_SHIFT not in gone]


def follow(match: CabinMatch, view: View, action: int) -> View | None:
    """Nothing: a card is one decision."""
    return None


def laid_by(match: CabinMatch, view: View, action: int) -> tuple[str, str]:
    """A decision as an entry: `3` and `birch:H`, or `gain` and the card that is put aside."""
    text = text_of_face(match, int(view.numbers[at.SEAT + at.CARDS]))
    aside = [name for name, way in ASIDE.items() if way == action]
    return (aside[0] if aside else PLACE_KEYS[action.bit_length() - 1]), text
