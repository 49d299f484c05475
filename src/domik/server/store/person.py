"""People: a name and an animal, by which others at the table know somebody. The store keeps them by their owner."""

from __future__ import annotations

import msgspec

from domik.table.seat import ANIMALS
from domik.table.setup import tidy_name

STRANGER, KNOWN, HOST = 0, 1, 2


class Person(msgspec.Struct, frozen=True):
    """Who somebody says they are; name and animal may be empty. The host of the house says whom they know."""

    name: str = ""
    animal: str = ""
    known: int = STRANGER

    @property
    def is_known(self) -> bool:
        """Whether the host knows them."""
        return self.known >= KNOWN

    @property
    def is_host(self) -> bool:
        """Whether they are the host."""
        return self.known >= HOST


def person_from(name: str, animal: str) -> Person:
    """What somebody typed and chose, tidied; an animal that we cannot draw is none."""
    return Person(tidy_name(name), animal if animal in ANIMALS else "")
