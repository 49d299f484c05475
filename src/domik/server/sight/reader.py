"""A reader: everything by which the pages at one table may differ. Who is equal here sees the same, byte for byte."""

from __future__ import annotations

from typing import NamedTuple

from domik.kernel.drawing import Form


class Reader(NamedTuple):
    """Whose eyes, for which seats, in which language, on what screen."""

    eyes: int
    seats: tuple[int, ...]
    language: str
    form: Form
    in_letters: bool
    owner: str  # of those who sit here; onlookers are all alike
    is_host: bool
    origin: str  # the address of the house as the host's page knows it
