"""Challenges: a table with a seat for a bot that may take it or not; the challenge's name is the table's."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.kernel.phrase import Phrase
from domik.server.api.ears import Ears
from domik.server.api.forms import Challenge, Challenged, Challenges, Event, Sit, read
from domik.server.api.registered import bot_named, bot_of
from domik.server.api.tables import secret_in, told
from domik.server.http.asked import address_of
from domik.server.http.errors import NoSuchTable, Refused, TooMany
from domik.server.live.room import Room
from domik.server.live.rooms import MOST_LIVE
from domik.server.paper.answers import answered
from domik.server.sight.names import bot_name
from domik.server.store import PLAYING, WAITING, Store
from domik.server.thinking.thinking import levels, usual_bot
from domik.server.visitors.keys import owner_of
from domik.server.visitors.putting_away import unfinished
from domik.server.visitors.visitors import visitor_of
from domik.table.seating import add_entropy, sit
from domik.table.setup import BOT, HUMAN, SeatPlan, Setup

CHALLENGE = "challenge"  # of the shelf: by the challenged bot's owner and the table
BY = "challenge-by"  # by the table: the challenger's owner and the challenged bot's
HOUSE = "house:"
MOST_CHALLENGES = 50  # that wait for one bot
CHALLENGER, CHALLENGED = 0, 1


async def waiting_for(store: Store, owner: str) -> list[Challenged]:
    """The challenges that a bot has not answered."""
    found = await store.shelf.under(CHALLENGE, owner, MOST_CHALLENGES)
    return [msgspec.json.decode(one, type=Challenged) for one in found.values()]


def is_house_bot(to: str) -> bool:
    """Whether one of the house's own bots is challenged."""
    return to.startswith(HOUSE)


async def challenge(request: Request) -> Response:
    """POST /api/challenges: open a table for a game against a bot; against the house's own it begins at once."""
    if not request.app.state.opening.take(address_of(request)):
        raise Refused(429, Phrase("web.error.fast"))
    wanted = await read(request, Challenge)
    rooms = request.app.state.rooms
    store: Store = rooms.house.store
    owner, name = "", wanted.name
    if secret_in(request):
        owner, bot = await bot_of(request)
        name = bot.name
        if len(await unfinished(store, owner)) >= MOST_LIVE:
            raise TooMany(Phrase("web.error.tables", {"n": MOST_LIVE}))
    rival = None if is_house_bot(wanted.to) else await bot_named(store, wanted.to)
    if rival is None and wanted.to.removeprefix(HOUSE) not in (levels() if is_house_bot(wanted.to) else ()):
        raise Refused(404, Phrase("web.error.no_bot", {"name": wanted.to, "levels": ", ".join(levels())}))
    if rival is not None and len(await waiting_for(store, rival[0])) >= MOST_CHALLENGES:
        raise TooMany(Phrase("web.error.busy_bot", {"name": wanted.to}))
    room = await rooms.open(planned(wanted, name, rival is not None, visitor_of(request).language), "", "")
    id, keys = room.table.id, room.house.keys
    secret = "" if owner else keys.seat_secret(id, CHALLENGER)
    await seat(room, CHALLENGER, owner or owner_of(secret), Sit(name, wanted.luck))
    shown = Challenged(id, wanted.to, name, wanted.game, room.table.match.options_json(), room.table.match.seats)
    ears: Ears = request.app.state.ears
    if rival is not None:
        await store.shelf.put(CHALLENGE, rival[0], id, msgspec.json.encode(shown))
        await store.shelf.put(BY, "", id, msgspec.json.encode((owner, rival[0])))
        ears.tell(rival[0], Event("challenge", id, shown))
    elif owner:
        ears.tell(owner, Event("start", id))
    return answered(msgspec.structs.replace(shown, secret=secret), 201)


def planned(wanted: Challenge, name: str, is_rival: bool, language: str) -> Setup:
    """The table for a challenge: the challenger, the challenged, and the house's bots at further seats."""
    rival = (
        SeatPlan(HUMAN, wanted.to, usual_bot())
        if is_rival
        else SeatPlan(BOT, bot_name(0, language), wanted.to.removeprefix(HOUSE))
    )
    others = (SeatPlan(BOT, bot_name(k + 1, language), level) for k, level in enumerate(wanted.others))
    return Setup(wanted.game, dict(wanted.options), (SeatPlan(HUMAN, name), rival, *others), wanted.terms)


async def seat(room: Room, number: int, owner: str, wanted: Sit) -> None:
    """Sit down and give a share of the luck; the last one to do so starts the game."""
    await room.do(lambda table, at: sit(table, number, owner, wanted.name, at))
    share = wanted.luck or "-"
    await room.do(lambda table, at: [] if table.is_dealt else add_entropy(table, number, share, at))


async def mine(request: Request) -> Response:
    """GET /api/challenges: what waits for this bot, and its games."""
    owner, _ = await bot_of(request)
    store: Store = request.app.state.rooms.house.store
    tables = [header.id for header in await unfinished(store, owner) if header.state in (PLAYING, WAITING)]
    return answered(Challenges(await waiting_for(store, owner), tables))


async def found(request: Request) -> tuple[Room, str, str, str]:
    """The challenge of the address: its room, whose key this is, the challenger and the challenged."""
    owner, _ = await bot_of(request)
    rooms = request.app.state.rooms
    room = await rooms.get(request.path_params["id"])
    data = await rooms.house.store.shelf.get(BY, "", room.table.id)
    if data is None:
        raise NoSuchTable()
    by, to = msgspec.json.decode(data, type=tuple[str, str])
    return room, owner, by, to


async def accept(request: Request) -> Response:
    """POST /api/challenges/ID/accept: sit down; the game begins."""
    wanted = await read(request, Sit)
    room, owner, by, to = await found(request)
    if owner != to:
        raise Refused(403, Phrase("web.error.not_yours"))
    _, bot = await bot_of(request)
    await seat(room, CHALLENGED, owner, Sit(bot.name, wanted.luck))
    await settled(room, to)
    ears: Ears = request.app.state.ears
    for one in (by, to):
        if one:
            ears.tell(one, Event("start", room.table.id))
    async with room.lock:
        return answered(told(room.table, CHALLENGED, request))


async def settled(room: Room, to: str) -> None:
    """It waits for no answer any more."""
    await room.house.store.shelf.drop(CHALLENGE, to, room.table.id)
    await room.house.store.shelf.drop(BY, "", room.table.id)


async def decline(request: Request) -> Response:
    """POST /api/challenges/ID/decline by the challenged, or cancel by the challenger: the table goes."""
    room, owner, by, to = await found(request)
    if owner not in (by, to):
        raise Refused(403, Phrase("web.error.not_yours"))
    rooms = request.app.state.rooms
    async with room.lock:
        room.leave()
        rooms.rooms.pop(room.table.id, None)
        await settled(room, to)
        await room.house.store.keeping.delete(room.table.id)
    ears: Ears = request.app.state.ears
    for one in {by, to} - {""}:
        ears.tell(one, Event("declined" if owner == to else "canceled", room.table.id))
    return answered(Challenges(await waiting_for(room.house.store, to) if owner == to else [], []))
