"""API endpoints for bot accounts and challenges. Bots are found by name or by key; only a hash of the key is stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from domik.games import game_packages
from domik.kernel.phrase import Phrase
from domik.server.accounts.visitors import (
    bearer_secret,
    is_bot_key,
    new_bot_key,
    owner_hash,
    unfinished_tables,
    visitor_of,
)
from domik.server.api.event_streams import BotEventStreams
from domik.server.api.schemas import (
    Bot,
    Bots,
    Challenge,
    Challenged,
    Challenges,
    Event,
    GameFacts,
    Games,
    NewBot,
    NewKey,
    Sit,
    read_document,
)
from domik.server.api.tables import BOT_ACCOUNT, table_snapshot
from domik.server.bots.pool import default_bot
from domik.server.edge.security import Bans
from domik.server.http.errors import HttpError, LimitExceeded, NoSuchTable
from domik.server.http.requests import service
from domik.server.http.streams import EventStream
from domik.server.live.live_table import LiveTable
from domik.server.live.live_tables import MAX_UNFINISHED, LiveTables, check_opening_limit, live_table_of
from domik.server.rendering.player_names import bot_name, check_name_free
from domik.server.rendering.renderers import words_pen
from domik.server.rendering.responses import json_response
from domik.server.store import PLAYING, WAITING, Store
from domik.table import Table
from domik.table.clock import now
from domik.table.seating import add_entropy, sit
from domik.table.setup import BOT, HUMAN, SeatPlan, Setup, check_name

SEEN_EVERY = 60_000  # milliseconds
BOT_KEPT = 183 * 24 * 3600 * 1000  # milliseconds after which an unused name is free again
BOT_NAME_KIND = "bot-name"  # key-value kind: owner hash by lower-case name


async def find_bot(store: Store, name: str) -> tuple[str, Bot] | None:
    """Look a bot up by name, ignoring case; returns its owner hash and the bot."""
    found = await store.key_value.get(BOT_NAME_KIND, "", name.lower())
    if found is None:
        return None
    bot = await store.key_value.get(BOT_ACCOUNT, "", found.decode())
    return None if bot is None else (found.decode(), msgspec.json.decode(bot, type=Bot))


async def authenticate_bot(request: Request) -> tuple[str, Bot]:
    """Return owner hash and bot for the bearer key: 401 without a key, 403 with an unknown one."""
    key, store = bearer_secret(request), service(request, Store)
    if not key:
        raise HttpError(401, Phrase("web.error.bot_key"))
    bot = await load_bot(store, owner_hash(key)) if is_bot_key(key) else None
    if bot is None:
        raise HttpError(403, Phrase("web.error.bot_key"))
    if now() - bot.seen > SEEN_EVERY:
        bot.seen = now()
        await store.key_value.put(BOT_ACCOUNT, "", owner_hash(key), msgspec.json.encode(bot))
    return owner_hash(key), bot


async def load_bot(store: Store, owner: str) -> Bot | None:
    found = await store.key_value.get(BOT_ACCOUNT, "", owner)
    return None if found is None else msgspec.json.decode(found, type=Bot)


async def delete_bot(store: Store, owner: str, bot: Bot) -> None:
    await store.key_value.delete(BOT_NAME_KIND, "", bot.name.lower())
    await store.key_value.delete(BOT_ACCOUNT, "", owner)


async def delete_unused_bots(store: Store, at: int) -> None:
    """Free the names of bots that were not seen for BOT_KEPT; those of older versions begin to count now."""
    names = await store.key_value.get_all(BOT_NAME_KIND, "", MAX_BOTS)
    found = await store.key_value.get_many(BOT_ACCOUNT, "", [owner.decode() for owner in names.values()])
    for owner, document in found.items():
        bot = msgspec.json.decode(document, type=Bot)
        if not bot.made and not bot.seen:
            bot.made = at
            await store.key_value.put(BOT_ACCOUNT, "", owner, msgspec.json.encode(bot))
        elif at - max(bot.made, bot.seen) > BOT_KEPT:
            await delete_bot(store, owner, bot)


CHALLENGE = "challenge"  # key-value kind: challenge by challenged owner and table id
CHALLENGE_BY = "challenge-by"  # by table id: owners of challenger and challenged
BUILTIN_PREFIX = "house:"
MAX_CHALLENGES = 50  # pending per bot
CHALLENGER, CHALLENGED = 0, 1


async def pending_challenges(store: Store, owner: str) -> list[Challenged]:
    found = await store.key_value.get_all(CHALLENGE, owner, MAX_CHALLENGES)
    return [msgspec.json.decode(one, type=Challenged) for one in found.values()]


def is_builtin_bot(to: str) -> bool:
    return to.startswith(BUILTIN_PREFIX)


async def create_challenge(request: Request) -> Response:
    """POST /api/challenges: open a table against a bot; against a built-in bot the game starts at once."""
    check_opening_limit(request)
    wanted = await read_document(request, Challenge)
    live_tables = service(request, LiveTables)
    store: Store = live_tables.services.store
    owner, name = "", wanted.name
    if bearer_secret(request):
        owner, bot = await authenticate_bot(request)
        name = bot.name
        if len(await unfinished_tables(store, owner)) >= MAX_UNFINISHED:
            raise LimitExceeded(Phrase("web.error.tables", {"n": MAX_UNFINISHED}))
    check_name(name)
    await check_name_free(store, name, owner)
    rival = None if is_builtin_bot(wanted.to) else await find_bot(store, wanted.to)
    levels = live_tables.services.bot_pool.levels
    if rival is None and wanted.to.removeprefix(BUILTIN_PREFIX) not in (levels if is_builtin_bot(wanted.to) else ()):
        raise HttpError(404, Phrase("web.error.no_bot", {"name": wanted.to, "levels": ", ".join(levels)}))
    if rival is not None and len(await pending_challenges(store, rival[0])) >= MAX_CHALLENGES:
        raise LimitExceeded(Phrase("web.error.busy_bot", {"name": wanted.to}))
    live_table = await live_tables.open(
        challenge_setup(wanted, name, rival is not None, visitor_of(request).language), "", ""
    )
    id, keys = live_table.table.id, live_table.services.keys
    secret = "" if owner else keys.seat_secret(id, CHALLENGER)
    await take_seat(live_table, CHALLENGER, owner or owner_hash(secret), Sit(name, wanted.luck))
    shown = Challenged(
        id, wanted.to, name, wanted.game, live_table.table.match.options_json(), live_table.table.match.seats
    )
    ears = service(request, BotEventStreams)
    if rival is not None:
        await store.key_value.put(CHALLENGE, rival[0], id, msgspec.json.encode(shown))
        await store.key_value.put(CHALLENGE_BY, "", id, msgspec.json.encode((owner, rival[0])))
        ears.publish(rival[0], Event("challenge", id, shown))
    elif owner:
        ears.publish(owner, Event("start", id))
    return json_response(msgspec.structs.replace(shown, secret=secret), 201)


def challenge_setup(wanted: Challenge, name: str, is_rival: bool, language: str) -> Setup:
    """Setup for a challenge: challenger in seat 0, challenged bot in seat 1, built-in bots in further seats."""
    rival = (
        SeatPlan(HUMAN, wanted.to, default_bot())
        if is_rival
        else SeatPlan(BOT, bot_name(0, language), wanted.to.removeprefix(BUILTIN_PREFIX))
    )
    others = (SeatPlan(BOT, bot_name(k + 1, language), level) for k, level in enumerate(wanted.others))
    return Setup(wanted.game, dict(wanted.options), (SeatPlan(HUMAN, name), rival, *others), wanted.terms)


async def take_seat(live_table: LiveTable, number: int, owner: str, wanted: Sit) -> None:
    """Sit down and contribute entropy to the deal; the last player to do so starts the game."""
    await live_table.execute(lambda table, at: sit(table, number, owner, wanted.name, at))
    share = wanted.luck or "-"
    await live_table.execute(lambda table, at: [] if table.is_dealt else add_entropy(table, number, share, at))


async def list_challenges(request: Request) -> Response:
    """GET /api/challenges: challenges waiting for this bot, and its unfinished tables."""
    owner, _ = await authenticate_bot(request)
    store: Store = service(request, Store)
    tables = [header.id for header in await unfinished_tables(store, owner) if header.state in (PLAYING, WAITING)]
    return json_response(Challenges(await pending_challenges(store, owner), tables))


async def load_challenge(request: Request) -> tuple[LiveTable, str, str, str]:
    """Return the challenge's live table, and the owners of the key, the challenger and the challenged bot."""
    owner, _ = await authenticate_bot(request)
    live_tables = service(request, LiveTables)
    live_table = await live_table_of(request)
    data = await live_tables.services.store.key_value.get(CHALLENGE_BY, "", live_table.table.id)
    if data is None:
        raise NoSuchTable()
    by, to = msgspec.json.decode(data, type=tuple[str, str])
    return live_table, owner, by, to


async def accept_challenge(request: Request) -> Response:
    """POST /api/challenges/ID/accept: take the challenged seat, which starts the game."""
    wanted = await read_document(request, Sit)
    live_table, owner, by, to = await load_challenge(request)
    if owner != to:
        raise HttpError(403, Phrase("web.error.not_yours"))
    _, bot = await authenticate_bot(request)
    await take_seat(live_table, CHALLENGED, owner, Sit(bot.name, wanted.luck))
    await clear_challenge(live_table, to)
    ears = service(request, BotEventStreams)
    for one in (by, to):
        if one:
            ears.publish(one, Event("start", live_table.table.id))
    async with live_table.lock:
        return json_response(table_snapshot(live_table.table, CHALLENGED, request))


async def clear_challenge(live_table: LiveTable, to: str) -> None:
    await live_table.services.store.key_value.delete(CHALLENGE, to, live_table.table.id)
    await live_table.services.store.key_value.delete(CHALLENGE_BY, "", live_table.table.id)


async def decline_challenge(request: Request) -> Response:
    """POST /api/challenges/ID/decline: the challenged bot declines or the challenger cancels; deletes the table."""
    live_table, owner, by, to = await load_challenge(request)
    if owner not in (by, to):
        raise HttpError(403, Phrase("web.error.not_yours"))
    live_tables = service(request, LiveTables)
    async with live_table.lock:
        live_table.close()
        live_tables.by_id.pop(live_table.table.id, None)
        await clear_challenge(live_table, to)
        await live_table.services.store.retention.delete_table(live_table.table.id)
    ears = service(request, BotEventStreams)
    for one in {by, to} - {""}:
        ears.publish(one, Event("declined" if owner == to else "canceled", live_table.table.id))
    return json_response(Challenges(await pending_challenges(live_table.services.store, to) if owner == to else [], []))


MAX_BOTS = 500


async def register_bot(request: Request) -> Response:
    """POST /api/bots: register a bot name and issue its key."""
    check_opening_limit(request)
    wanted = await read_document(request, NewBot)
    store = service(request, Store)
    await delete_unused_bots(store, now())
    if len(await store.key_value.get_all(BOT_NAME_KIND, "", MAX_BOTS)) >= MAX_BOTS:
        raise HttpError(409, Phrase("web.error.many_bots"))
    key, bot = new_bot_key(), Bot(wanted.name, wanted.about, made=now())
    owner = owner_hash(key)
    if await store.key_value.put_if_absent(BOT_NAME_KIND, "", wanted.name.lower(), owner.encode()) != owner.encode():
        raise HttpError(409, Phrase("web.error.bot_taken", {"name": wanted.name}))
    await store.key_value.put(BOT_ACCOUNT, "", owner, msgspec.json.encode(bot))
    return json_response(NewKey(bot, key), 201)


async def list_bots(request: Request) -> Response:
    """GET /api/bots: registered bots, most recently connected first."""
    store = service(request, Store)
    owners = [owner.decode() for owner in (await store.key_value.get_all(BOT_NAME_KIND, "", MAX_BOTS)).values()]
    found = await store.key_value.get_many(BOT_ACCOUNT, "", owners)
    bots = [msgspec.json.decode(one, type=Bot) for one in found.values()]
    return json_response(Bots(sorted(bots, key=lambda one: (-one.seen, one.name.lower()))))


async def current_bot(request: Request) -> Response:
    return json_response((await authenticate_bot(request))[1])


async def close_account(request: Request) -> Response:
    """POST /api/bots/me/close: revoke the key and free the name; games in progress continue without the bot."""
    owner, bot = await authenticate_bot(request)
    await delete_bot(service(request, Store), owner, bot)
    return json_response(bot)


async def list_games(request: Request) -> Response:
    """GET /api/games: available games with their default options, and the built-in bot levels."""
    language = visitor_of(request).language
    found = [
        GameFacts(
            title.name,
            words_pen(language, title.name).words.say(Phrase("game.name")),
            title.least_seats,
            title.most_seats,
            {option.name: option.default for option in title.schema.options},
        )
        for title in game_packages()
    ]
    return json_response(Games(found, list(service(request, LiveTables).services.bot_pool.levels)))


async def notify_game_over(store: Store, ears: BotEventStreams, table: Table) -> None:
    """Publish a `finish` event to every bot that sat at the table."""
    owners = [owner for seat in table.seats for owner in seat.owners]
    for owner in await store.key_value.get_many(BOT_ACCOUNT, "", owners):
        ears.publish(owner, Event("finish", table.id))


async def bot_events(request: Request) -> Response:
    """GET /api/events: pending challenges and running games first, then events as they happen."""
    owner, _ = await authenticate_bot(request)
    store, ears = service(request, Store), service(request, BotEventStreams)

    async def current_events() -> list[Event]:
        waiting = [Event("challenge", one.id, one) for one in await pending_challenges(store, owner)]
        tables = [header.id for header in await unfinished_tables(store, owner) if header.state == "playing"]
        return [*waiting, *(Event("start", table) for table in tables)]

    async def stream_events() -> AsyncIterator[bytes]:
        async for data in ears.stream(owner, current_events):
            bot = await load_bot(store, owner)  # its account may be closed by now, or its key banned
            if bot is None or service(request, Bans).is_banned(request):
                return
            if now() - bot.seen > SEEN_EVERY:
                bot.seen = now()
                await asyncio.shield(store.key_value.put(BOT_ACCOUNT, "", owner, msgspec.json.encode(bot)))
            yield data

    return EventStream(request, stream_events())
