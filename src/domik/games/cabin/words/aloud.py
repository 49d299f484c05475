"""Moves as a player would say them: with the name of the card, which the terminal's list of moves leaves out."""

from __future__ import annotations

from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.phrases import face_phrase
from domik.games.cabin.rules.reading import seat_of
from domik.games.cabin.words.prompts import describe
from domik.kernel.phrase import Phrase
from domik.kernel.state import View

OF_THE_CARD = ("build", "gain", "upgrade", "flip", "aside")


def describe_aloud(match: CabinMatch, view: View, action: int) -> Phrase:
    plain = describe(match, view, action)
    what = plain.key.removeprefix("describe.")
    if what not in OF_THE_CARD:
        return plain
    return Phrase(f"aloud.{what}", {**plain.args, "hand": face_phrase(match, seat_of(view, view.seat).hand)})
