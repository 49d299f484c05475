"""People: a name and an animal, by which others at the table know somebody. The store keeps them by their owner."""

from __future__ import annotations

import msgspec

from domik.table.seat import ANIMALS
from domik.table.setup import tidy_name


class Person(msgspec.Struct, frozen=True):
    """Who somebody says they are; either may be empty."""

    name: str = ""
    animal: str = ""


def person_from(name: str, animal: str) -> Person:
    """What somebody typed and chose, tidied; an animal that we cannot draw is none."""
    return Person(tidy_name(name), animal if animal in ANIMALS else "")
