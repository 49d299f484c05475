"""One moment of a game as a drawing needs it: the view's numbers by name, read once."""

from __future__ import annotations

from functools import lru_cache

from domik.games.bower.page.picture_stage import STAGES, Stage
from domik.games.bower.page.picture_tile import Half
from domik.games.bower.rules.kit import Kit
from domik.games.bower.rules.naming import face_phrase
from domik.games.bower.rules.parts import KIND_NAMES, TOKEN_NAMES, Parts, Tile
from domik.games.bower.rules.reading import bits
from domik.games.bower.rules.state import *
from domik.kernel import moment
from domik.kernel.drawing import Pen, Player
from domik.kernel.moment import Boxes
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.title import Match

Key = tuple[int, ...]


class Box:
    """One component set for the leaf caches: the same object for the same parts."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def tile(self, number: int) -> Tile:
        """A tile by its number."""
        return self.parts.tiles[number]

    def half(self, face: int, tokens: Key = ()) -> Half:
        """A face (2 * tile + half) with the tokens that lie on it."""
        found = self.parts.face(face)
        added = tuple(TOKEN_NAMES[k] for k, packed in enumerate(tokens) if 0 < k < TOKENS - 1 and packed)
        shown = [*found.ornaments, *added]
        crossed = shown.index(KIND_NAMES[tokens[0] >> 16]) if tokens and tokens[0] else -1
        return Half(found.surface, found.ornaments, face, added, crossed)

    def halves(self, tile: int) -> tuple[Half, Half]:
        """Both halves of a tile that no token lies on."""
        return self.half(2 * tile), self.half(2 * tile + 1)


@lru_cache(maxsize=2048)
def tile_words(pen: Pen, box: Box, tile: int) -> str:
    """What a tile shows, in words."""
    a, b = box.tile(tile).faces
    return pen.say(Phrase("draw.tile", {"a": face_phrase(a), "b": face_phrase(b)}))


box_of = Boxes(Box)


class Moment(moment.Moment):
    """A view with what every part of the drawing asks for."""

    def __init__(self, match: Match, view: View, pen: Pen, players: tuple[Player, ...]) -> None:
        super().__init__(match, view, pen, players)
        numbers = self.numbers
        parts: Parts = match.parts
        self.box = box_of(parts)
        self.kit: Kit = match.game.kit  # type: ignore[attr-defined]  # what the rules read: faces and masks as numbers
        self.hard = bool(match.options["hard"])
        self.rows = parts.counts["hard_rows" if self.hard else "rows"]
        self.turns = parts.counts["hard_turns" if self.hard else "turns"]
        self.stage: Stage = STAGES[self.rows, pen.form]
        self.foe = 1 - self.me
        self.open: Key = tuple(numbers[:OPEN_SIZE])
        self.phase = self.open[PHASE]
        self.actor = self.open[ACTOR]
        self.blocks = [self.open[at : at + SEAT_SIZE] for at in (SEAT, SEAT + SEAT_SIZE)]
        self.tokens = self.open[TOKEN : TOKEN + TOKENS]
        self.hand = bits(self.own(HAND))
        self.known = self.open[SHOWN_GOALS] | self.own(KNOWN)
        self.names = tuple(player.name for player in players)

    def own(self, offset: int) -> int:
        """A number of the viewer's own compartment; 0 for an onlooker."""
        return int(self.numbers[OWN + OWN_SIZE * self.seat + offset]) if self.seat >= 0 else 0

    def chosen(self) -> tuple[int, int] | None:
        """The tile and the turn that the viewer has chosen but not laid."""
        number = self.own(CHOSEN)
        return ((number - 1) // TURNS, (number - 1) % TURNS) if number else None

    def legal_numbers(self) -> list[int]:
        """The numbers of the legal actions."""
        return bits(self.legal)

    def held(self, seat: int) -> int:
        """How many tiles a seat holds: everybody can count them."""
        block = self.blocks[seat]
        return (block[CAME] & ~block[WENT]).bit_count()

    def deciding(self) -> tuple[object, ...]:
        """What lies open and what the viewer holds decide what is refused."""
        return self.box, self.hard, self.seat, self.open, self.own(HAND), self.own(CHOSEN), self.own(DRAWN)
