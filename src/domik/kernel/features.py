"""Features: how a view is encoded for a neural network, and the names of a view's numbers.

A game's `mind/features.py` states both as data: FIELDS names every number of a view, FEATURES says how packed
numbers are unpacked. Nothing here depends on a particular game.
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
    """A named run of `length` numbers of a view."""

    name: str
    at: int
    length: int = 1


@dataclass(frozen=True)
class Fields:
    """The layout of a view: open numbers, each seat's open block, and the own compartment."""

    open: tuple[Field, ...]
    block_at: int  # start of the first seat's block
    block_size: int
    blocks: int
    block: tuple[Field, ...]
    own: tuple[Field, ...] = ()

    def slices(self, game: Game) -> dict[str, slice]:
        """The slice of each field in an observation: open fields, then `seat0.`, `seat1.`, ..., then `own.`."""
        found = {field.name: slice(field.at, field.at + field.length) for field in self.open}
        for seat in range(self.blocks):
            at = self.block_at + seat * self.block_size
            found |= {f"seat{seat}.{field.name}": field_slice(field, at) for field in self.block}
        return found | {f"own.{field.name}": field_slice(field, int(game.open_size)) for field in self.own}


def field_slice(field: Field, at: int) -> slice:
    """The slice of a field in a compartment that begins at `at`."""
    return slice(at + field.at, at + field.at + field.length)


@dataclass(frozen=True)
class Feature:
    """An unpacked field: `values` numbers for each of its places, `most` the greatest value of any of them."""

    name: str
    kind: int
    at: int
    values: int
    shift: int = 0
    mask: int = 0
    less: int = 0
    then: int = 0
    most: int = 1
    places: tuple[int, ...] = (0,)  # offsets of the numbers it reads
    shifts: tuple[int, ...] = (0,)  # further shifts within each number
    seat_shift: int = 0

    def repeat(self, places: int | tuple[int, ...]) -> Feature:
        """The same feature for several numbers in a row, or for those at the given offsets."""
        return replace(self, places=tuple(range(places)) if isinstance(places, int) else places)

    def subfields(self, count: int, bits: int) -> Feature:
        """The same feature for `count` parts of one number, `bits` bits each."""
        return replace(self, mask=self.mask or (1 << bits) - 1, shifts=tuple(bits * part for part in range(count)))

    def per_seat(self, bits: int) -> Feature:
        """A feature of one number that holds `bits` bits for every seat; encoded with the seats' blocks."""
        return replace(self, mask=self.mask or (1 << bits) - 1, seat_shift=bits)

    @property
    def size(self) -> int:
        return self.values * len(self.places) * len(self.shifts)

    def instructions(self, place: int, at: int, stride: int, ahead: int) -> Iterator[int]:
        for offset in self.places:
            yield from (self.kind, place, at + self.at + offset, stride, ahead, self.shift)
            yield from (self.mask, self.less, self.then, self.values, self.seat_shift)
            yield from (len(self.shifts), self.shifts[1] if len(self.shifts) > 1 else 0)


def bits(name: str, at: int, mask: int) -> Feature:
    """One feature per bit of the mask."""
    return Feature(name, encoder.BITS, at, mask.bit_count(), mask=mask)


def one_hot(name: str, at: int, values: int, less: int = 0, then: int = 0, mask: int = 0, shift: int = 0) -> Feature:
    """One of `values` values; all zero if subtracting `less` gives a negative number."""
    return Feature(name, encoder.ONE_HOT, at, values, shift, mask, less, then)


def amount(name: str, at: int, most: int, less: int = 0, mask: int = 0, shift: int = 0) -> Feature:
    """The number itself."""
    return Feature(name, encoder.AMOUNT, at, 1, shift, mask, less, most=most)


def seat_index(name: str, at: int, seats: int, less: int = 0, mask: int = 0, shift: int = 0) -> Feature:
    """A seat, one-hot, relative to the observing seat."""
    return Feature(name, encoder.SEAT, at, seats, shift, mask, less)


def seat_mask(name: str, at: int, seats: int) -> Feature:
    """A mask of seats, rotated so that the observing seat comes first."""
    return Feature(name, encoder.SEATS, at, seats)


@dataclass(frozen=True)
class Features:
    """A game's encoding for one number of seats, with the slice and shape of every feature by name."""

    encoder: Encoder
    slices: dict[str, slice]
    shapes: dict[str, tuple[int, ...]]
    most: tuple[int, ...]  # the greatest value of every column

    @property
    def width(self) -> int:
        return len(self.most)


def build_features(
    fields: Fields, game: Game, open_ones: list[Feature], block: list[Feature], own: list[Feature]
) -> Features:
    """Assemble the encoding: open features, then `me.`, `next1.`, `next2.`, ... clockwise, then `own.`."""
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
