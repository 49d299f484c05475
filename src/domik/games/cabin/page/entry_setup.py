"""Setting up a real table of Cozy Cabin, a shuffled deck to lay with printed cards, and the rows of its score sheet."""

from __future__ import annotations

from domik.games.cabin.rules.entering import number_keys, text_of_face
from domik.games.cabin.rules.game import CabinMatch
from domik.games.cabin.rules.state import CARDS_EACH, FACE, RESOURCES
from domik.kernel.entry_board import RealSetup
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Argument, Phrase


def box(match: CabinMatch) -> tuple[tuple[Phrase, int], ...]:
    """Cabins, cards and dice of everybody (CC-1, CC-44, CC-48)."""
    each: dict[str, Argument] = {"n": match.seats}
    neighbours = [(Phrase("setup.neighbours", each), match.seats)] if match.options["neighbour"] else []
    return (
        (Phrase("setup.cabins", each), match.seats),
        (Phrase("setup.cards"), int(match.game.config.stock) * match.seats),
        (Phrase("setup.natural_dice"), RESOURCES * match.seats),
        (Phrase("setup.domestic_dice"), RESOURCES * match.seats),
        (Phrase("setup.month_dice", each), match.seats),
        *neighbours,
    )


def sheet(match: CabinMatch) -> tuple[tuple[Phrase, str], ...]:
    return tuple((Phrase(f"entered.number_{key.replace('.', '_')}"), "CC-30") for key in number_keys(match))


def deck(match: CabinMatch, seed: str) -> tuple[str, ...]:
    """The twelve cards in the order of a seed, the first on top: the same for everybody who has the link."""
    if match.seats > 1 or match.options["draft"] or match.options["neighbour"]:
        return ()
    deal = match.game.deal(luck_of(f"printed deck {seed}"))
    return tuple(text_of_face(match, int(card) & FACE) for card in deal[:CARDS_EACH])


SETUP = RealSetup(("CC-1", "CC-2", "CC-3", "CC-4"), box, sheet, deck)
