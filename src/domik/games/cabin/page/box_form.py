"""What owners of the Cozy Cabin can correct: both sides of every card, with its name, costs and what it gives."""

from __future__ import annotations

from domik.games.cabin.rules.parts import DOMESTIC_NAMES, NATURAL_NAMES, RESOURCE_NAMES
from domik.kernel.box_form import NAME, WORD, BoxField, BoxSection, Entry, GameBoxForm
from domik.kernel.phrase import Phrase

DIE_MOST = 6


def resource(name: str) -> Phrase:
    return Phrase(f"resource.{name}")


def side_fields(entry: Entry, side: str) -> tuple[BoxField, ...]:
    group = Phrase(f"box.{side}")
    costs = tuple(
        BoxField((side, "cost", name), Phrase("box.cost", {"what": resource(name)}), most=DIE_MOST, group=group)
        for name in NATURAL_NAMES
    )
    words = {"gives": NATURAL_NAMES, "consumes": RESOURCE_NAMES, "produces": DOMESTIC_NAMES}
    gained = tuple(
        BoxField((side, name), Phrase(f"box.{name}"), WORD, among, resource, group=group)
        for name, among in words.items()
        if name in entry[side]
    )
    return (BoxField((side, "name"), Phrase("box.name"), NAME, group=group), *costs, *gained)


def card_fields(entry: Entry) -> tuple[BoxField, ...]:
    return side_fields(entry, "natural") + side_fields(entry, "home")


def card_label(entry: Entry, number: int) -> Phrase:
    return Phrase("box.name", {}, dict(entry["natural"]["name"]))


FORM = GameBoxForm(
    (
        BoxSection("cards", Phrase("box.cards"), card_label, card_fields, is_needed=True),
        BoxSection("promo", Phrase("box.promo"), card_label, card_fields),
    )
)
