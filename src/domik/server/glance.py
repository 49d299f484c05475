"""A glance at a table from a list: whose turn it is, whichever node keeps the table."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.server.errors import Elsewhere, NoSuchTable, SetAside
from domik.server.relay import RELAYED
from domik.server.rooms import Rooms
from domik.table import Table

MOST_ASKED = 100
PATH = "/nodes/glances"


class Glance(msgspec.Struct, frozen=True):
    """What a list says of an unfinished game of somebody's."""

    dealt: bool
    turn: bool


def glance_at(table: Table, owner: str) -> Glance:
    """As somebody who sits there sees it."""
    return Glance(table.is_dealt, any(table.awaits(k) for k, seat in enumerate(table.seats) if owner in seat.owners))


async def glances(rooms: Rooms, owner: str, ids: list[str]) -> dict[str, Glance]:
    """Every table that is not damaged; of those on other nodes, what they answer in time."""
    found: dict[str, Glance] = {}
    away: dict[str, list[str]] = {}
    for id in ids:
        try:
            found[id] = glance_at((await rooms.get(id)).table, owner)
        except (NoSuchTable, SetAside):
            continue
        except Elsewhere as elsewhere:
            away.setdefault(elsewhere.address, []).append(id)
    nodes = rooms.house.nodes
    if away and nodes is not None:
        asked = [nodes.ask(address, PATH, owner=owner, ids=",".join(some)) for address, some in away.items()]
        for answer in await asyncio.gather(*asked):
            if answer is not None:
                found |= msgspec.convert(answer, dict[str, Glance])
    return found


async def answer(request: Request) -> Response:
    """GET /nodes/glances: what another node wants to know."""
    if not request.scope.get(RELAYED):
        raise NoSuchTable()
    rooms: Rooms = request.app.state.rooms
    owner = request.query_params.get("owner", "")
    found = {
        id: glance_at(room.table, owner)
        for id in request.query_params.get("ids", "").split(",")[:MOST_ASKED]
        if (room := rooms.rooms.get(id)) is not None
    }
    return Response(msgspec.json.encode(found), media_type="application/json")
