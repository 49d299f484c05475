"""What owners of Bower can correct: a tile painted by its halves, and the numbers of bonus tiles."""

from __future__ import annotations

from domik.games.bower.page.picture_ornament import picture
from domik.games.bower.page.picture_tile import Half, loose_tile, surface
from domik.games.bower.rules.parts import KIND_NAMES, SURFACE_NAMES
from domik.games.bower.rules.state import SURFACES
from domik.kernel.box_form import WORD, WORDS, BoxField, BoxSection, Entry, GameBoxForm
from domik.kernel.drawing import Markup, Pen
from domik.kernel.phrase import Phrase
from domik.web.board.element import tag

PAINTED = (*KIND_NAMES[:6], "shell", "gem")  # what nest tiles show
BONUS_PAINTED = KIND_NAMES
NUMBERS = {"eggs": 9, "worth": 9, "span": 2}
SIZE = 54


def draw_half(entry: Entry, half: str) -> Half:
    return Half(entry[half]["surface"], tuple(entry[half]["ornaments"]), 3 if half == "a" else 7)


def draw_tile(pen: Pen, entry: Entry) -> Markup:
    return Markup(loose_tile(draw_half(entry, "a"), draw_half(entry, "b"), SIZE, 0)) if "a" in entry else Markup("")


def draw_surface(pen: Pen, name: str) -> Markup:
    return tag("svg", Markup(surface(Half(name, (), 3), 0, 0, 34, 34, 5, -1)), viewBox="0 0 34 34", width=34, height=34)


def draw_ornament(pen: Pen, name: str) -> Markup:
    return Markup(picture(name, 26))


def half_fields(half: str, surfaces: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[BoxField, ...]:
    group = Phrase(f"box.half_{half}")
    return (
        BoxField(
            (half, "surface"),
            Phrase("box.surface"),
            WORD,
            surfaces,
            lambda name: Phrase(f"surface.{name}"),
            draw_surface,
            group=group,
        ),
        BoxField(
            (half, "ornaments"),
            Phrase("box.ornaments"),
            WORDS,
            kinds,
            lambda name: Phrase(f"kind.{name}"),
            draw_ornament,
            1,
            3,
            group,
        ),
    )


def tile_fields(entry: Entry) -> tuple[BoxField, ...]:
    return half_fields("a", SURFACE_NAMES[:SURFACES], PAINTED) + half_fields("b", SURFACE_NAMES[:SURFACES], PAINTED)


def bonus_fields(entry: Entry) -> tuple[BoxField, ...]:
    if "a" in entry:
        return half_fields("a", SURFACE_NAMES, BONUS_PAINTED) + half_fields("b", SURFACE_NAMES, BONUS_PAINTED)
    return tuple(
        BoxField((name,), Phrase(f"box.{name}"), least=0 if name == "eggs" else 1, most=most)
        for name, most in NUMBERS.items()
        if name in entry
    )


def fit(document: dict[str, object]) -> None:
    """The totals are those of our own tiles."""
    document.pop("totals", None)


FORM = GameBoxForm(
    (
        BoxSection(
            "tiles",
            Phrase("box.tiles"),
            lambda entry, number: Phrase("box.tile", {"number": number}),
            tile_fields,
            draw_tile,
            True,
        ),
        BoxSection(
            "bonus",
            Phrase("box.bonus"),
            lambda entry, number: Phrase(f"bonus.{entry['id']}"),
            bonus_fields,
            draw_tile,
        ),
    ),
    fit,
)
