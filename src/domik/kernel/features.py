"""Features: what a game tells a network about a view, and the names of a view's numbers.

A game's `features` module states both as data: FIELDS, every number of a view by the name it has in the game's state
module, and FEATURES, how the packed ones are spread out. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from domik.kernel import encoder
from domik.kernel.encoder import Encoder

if TYPE_CHECKING:
    from domik.kernel.game import Game


@dataclass(frozen=True)
class Field:
    """So many numbers of a view, by name."""

    name: str
    at: int
    length: int = 1


@dataclass(frozen=True)
class Fields:
    """Every number of a view: the open ones, those of each seat's open block, and one's own."""

    open: tuple[Field, ...]
    block_at: int  # where the first seat's block begins
    block_size: int
    blocks: int
    block: tuple[Field, ...]
    own: tuple[Field, ...] = ()

    def slices(self, game: Game) -> dict[str, slice]:
        """Where each field lies in an observation: open, `seat0.`, `seat1.` and so on, then `own.`"""
        found = {field.name: slice(field.at, field.at + field.length) for field in self.open}
        for seat in range(self.blocks):
            at = self.block_at + seat * self.block_size
            found |= {f"seat{seat}.{field.name}": field_slice(field, at) for field in self.block}
        return found | {f"own.{field.name}": field_slice(field, int(game.open_size)) for field in self.own}


def field_slice(field: Field, at: int) -> slice:
    """Where a field lies in a compartment that begins at `at`."""
    return slice(at + field.at, at + field.at + field.length)


@dataclass(frozen=True)
class Feature:
    """A field spread out: `values` numbers for each of its places, `most` the greatest that any of them can be."""

    name: str
    kind: int
    at: int
    values: int
    shift: int = 0
    mask: int = 0
    less: int = 0
    then: int = 0
    most: int = 1
    places: tuple[int, ...] = (0,)  # offsets of the numbers it is told of
    shifts: tuple[int, ...] = (0,)  # further shifts within each
    seat_shift: int = 0

    def repeat(self, places: int | tuple[int, ...]) -> Feature:
        """The same of several numbers in a row, or of those at the given offsets."""
        return replace(self, places=tuple(range(places)) if isinstance(places, int) else places)

    def subfields(self, count: int, bits: int) -> Feature:
        """The same of several parts of one number, so many bits each."""
        return replace(self, mask=self.mask or (1 << bits) - 1, shifts=tuple(bits * part for part in range(count)))

    def per_seat(self, bits: int) -> Feature:
        """One number that holds something of every seat, so many bits each; told with the seats' blocks."""
        return replace(self, mask=self.mask or (1 << bits) - 1, seat_shift=bits)

    @property
    def size(self) -> int:
        """How many numbers it comes to."""
        return self.values * len(self.places) * len(self.shifts)

    def instructions(self, place: int, at: int, stride: int, ahead: int) -> Iterator[int]:
        """What the encoder has to do."""
        for offset in self.places:
            for shift in self.shifts:
                yield from (self.kind, place, at + self.at + offset, stride, ahead, self.shift + shift)
                yield from (self.mask, self.less, self.then, self.values, self.seat_shift)


def bits(name: str, at: int, mask: int) -> Feature:
    """Every bit of the mask on its own."""
    return Feature(name, encoder.BITS, at, mask.bit_count(), mask=mask)


def one_hot(name: str, at: int, values: int, less: int = 0, then: int = 0, mask: int = 0, shift: int = 0) -> Feature:
    """One of so many values; none where `less` leaves nothing."""
    return Feature(name, encoder.ONE_HOT, at, values, shift, mask, less, then)


def amount(name: str, at: int, most: int, less: int = 0, mask: int = 0, shift: int = 0) -> Feature:
    """The number itself."""
    return Feature(name, encoder.AMOUNT, at, 1, shift, mask, less, most=most)


def seat_index(name: str, at: int, seats: int, less: int = 0, mask: int = 0, shift: int = 0) -> Feature:
    """One of the seats, told as so many seats after the looking one."""
    return Feature(name, encoder.SEAT, at, seats, shift, mask, less)


def seat_mask(name: str, at: int, seats: int) -> Feature:
    """A mask of seats, the looking one first."""
    return Feature(name, encoder.SEATS, at, seats)


@dataclass(frozen=True)
class Features:
    """A game's encoding for so many seats, with the place and the shape of everything in it by name."""

    encoder: Encoder
    slices: dict[str, slice]
    shapes: dict[str, tuple[int, ...]]
    most: tuple[int, ...]  # column by column, the greatest that can stand there

    @property
    def width(self) -> int:
        """How many numbers a view comes to."""
        return len(self.most)


def build_features(
    fields: Fields, game: Game, open_ones: list[Feature], block: list[Feature], own: list[Feature]
) -> Features:
    """The encoding: the open features, then `me.`, `next1.`, `next2.` and so on clockwise, then `own.`"""
    many = int(game.seats)
    parts: list[tuple[str, Feature, tuple[int, int, int, int]]] = []
    parts += [(one.name, one, (encoder.OPEN, 0, 0, 0)) for one in open_ones]
    for ahead in range(many):
        whose = f"next{ahead}." if ahead else "me."
        for one in block:
            at, stride = (0, 0) if one.seat_shift else (fields.block_at, fields.block_size)
            parts.append((whose + one.name, one, (encoder.BLOCK, at, stride, ahead)))
    parts += [(f"own.{one.name}", one, (encoder.OWN, 0, 0, 0)) for one in own]
    slices: dict[str, slice] = {}
    shapes: dict[str, tuple[int, ...]] = {}
    most: list[int] = []
    program: list[int] = []
    for name, one, place in parts:
        slices[name] = slice(len(most), len(most) + one.size)
        shapes[name] = tuple(n for n in (len(one.places), len(one.shifts), one.values) if n > 1) or (1,)
        most += [one.most] * one.size
        program += one.instructions(*place)
    return Features(Encoder(many, len(most), program), slices, shapes, tuple(most))
