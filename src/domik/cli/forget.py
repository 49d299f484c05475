"""`domik forget TABLE SEAT`: erase the player at a seat from all stored data."""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser, Namespace

from domik.cli.serve import default_value
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.language import Words

NAME = "forget"


def add(parser: ArgumentParser, say: Words) -> None:
    parser.add_argument("table", metavar="TABLE", help=say(Phrase("forget.table")))
    parser.add_argument("seat", type=int, metavar="SEAT", help=say(Phrase("forget.seat")))
    parser.add_argument("--data", default=default_value("data"), metavar="FILE", help=say(Phrase("serve.data")))


def run(args: Namespace, say: Words) -> int:
    tables = asyncio.run(forget_player(args.data, args.table, args.seat))
    print(say(Phrase("forget.done", {"n": tables})))
    return 0


async def forget_player(data: str, table: str, seat: int) -> int:
    """Erase a player; returns the number of tables changed."""
    from domik.server.pages.people.data_deletion import erase_person
    from domik.server.store import open_store

    store = open_store(data)
    try:
        owners = await store.retention.owners_at_seat(table, seat - 1)
        if not owners:
            raise DomikError(Phrase("forget.nobody", {"table": table, "seat": seat}))
        return sum([await erase_person(store, owner) for owner in owners])
    finally:
        await store.close()
