"""Friends without a server, in this very Python: who is let in, what is there for them, and what ends a line."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Coroutine
from typing import Any

import pytest

from domik.games import GAMES, game_package
from domik.kernel.luck import luck_of
from domik.kernel.record import GameRecord, RecordedMove, number_of
from domik.kernel.state import state_from_deal
from domik.offline.friend import MOST_ASKED, MOST_SOCKETS, READS, WRITES, Friends, friend_part
from domik.offline.friend_messages import MOST_SAID
from domik.offline.transport import CookieJar, Transport
from domik.server.app import routes
from domik.server.http.requests import service
from domik.server.store import Store
from domik.table import SeatPlan, Setup, Terms
from tests.conformance.tables import actions_of, hooks, seats_of
from tests.offline.browser_page import TestedPage
from tests.offline.friend_page import EDITION, FriendPage, FriendSocket, Lines, Message, live_tables_of
from tests.offline.test_application import HERE, get, opened, post
from tests.waiting import eventually_async

LENGTH = 12  # moves of a game in two worlds
OTHER = "0" * 32


class World:
    """A host's browser."""

    def __init__(self, host: Transport) -> None:
        self.host = host
        self.lines = Lines()
        self.friends = Friends(host, self.lines)
        self.count = 0

    @classmethod
    async def made(cls) -> World:
        return cls(await opened(TestedPage()))

    def page(self) -> FriendPage:
        """A friend's page, with a line of its own."""
        self.count += 1
        return FriendPage(self.host, self.lines, self.friends, self.count)

    async def table(self, game: str, seats: int = 2) -> str:
        """A table that the host has opened for friends; its id."""
        plans = "&".join(f"seat{number}=human" for number in range(seats))
        return (await post(self.host, f"/g/{game}/tables", f"{plans}&name0=Ania&clock=0-0-0")).rpartition("/")[2]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_a_friend_sits_down_plays_and_comes_back_to_the_same_seat() -> None:
    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        friend = world.page()
        path = await friend.greet(id)
        assert await friend.sit(path, "Sonia") == f"/t/{id}"
        table = live_tables_of(world.host).by_id[id].table
        assert [seat.name for seat in table.seats] == ["Ania", "Sonia"]
        assert table.seats[0].owners != table.seats[1].owners
        socket = FriendSocket(friend, f"/t/{id}", 1)
        await eventually_async(lambda: socket.facts.get("seats") == [1])
        world.friends.close(friend.number)
        await eventually_async(
            lambda: not any(v.is_connected for v in live_tables_of(world.host).by_id[id].viewers.values())
        )

        again, stranger = world.page(), world.page()
        answer = await again.ask(await again.greet(id))
        assert (answer.head["status"], answer.head["location"]) == (303, f"/t/{id}")
        assert (await stranger.ask(await stranger.greet(id, OTHER))).head["status"] == 200  # who finds no seat
        back = FriendSocket(again, f"/t/{id}", 1)
        watching = FriendSocket(stranger, f"/t/{id}", 1)
        await eventually_async(lambda: back.facts.get("seats") == [1])
        await eventually_async(lambda: watching.facts.get("seats") == [])

    run(main())


def test_nothing_but_the_table_is_there_for_a_friend() -> None:
    """Every address of the application, with the tables that the friend was not invited to, is as if it were not."""

    async def main() -> None:
        world = await World.made()
        id, other = await world.table("bower"), await world.table("cabin")
        friend = world.page()
        path = await friend.greet(id)
        addresses = {getattr(one, "path", "") for one in routes()}
        allowed = set()
        for address in sorted(addresses):
            whole = address.replace("{id}", other).replace("{key}", "x").replace("{game}", "bower")
            whole = whole.replace("{step:step}", "1").replace("{round:step}", "1").replace("{name:path}", "site.css")
            forms: tuple[dict[str, str] | None, ...] = (None, {})
            for form in forms:
                assert (await friend.ask(whole, form)).head["status"] == 404, address
            for addressed in (READS, WRITES):
                if addressed.fullmatch(whole):
                    allowed.add(address)
        assert {one.split("/")[1] for one in allowed} <= {"j", "t", "api"}
        assert not {one for one in allowed if one.endswith(("/branch", "/delete", "/end", "/deal", "/sit", "/devices"))}
        for trick in (
            "//t/x",
            f"/t/{id}/../../games",
            f"/t/{id}%2f..%2fgames",
            f"/t/{id}/live",
            f"/x/t/{id}",
            "/games?/t/" + id,
        ):
            assert (await friend.ask(trick)).head["status"] == 404, trick
        socket = FriendSocket(friend, f"/t/{other}", 1)
        assert socket.is_closed
        assert (await friend.ask(path)).head["status"] == 200
        assert friend.refusals == []

    run(main())


def test_what_the_host_has_is_not_the_friends() -> None:
    """Neither a cookie nor a key crosses the line, and the host's own pages do not know the friend."""

    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        friend = world.page()
        await friend.sit(await friend.greet(id), "Sonia")
        heads = json.dumps([one.head for one in world.lines.messages(friend.number)])
        assert "cookie" not in heads
        page = (await friend.ask(f"/t/{id}")).body.decode()
        assert "data-invite" not in page  # the friend is not the host
        assert "data-invite" in await get(world.host, f"/t/{id}")
        assert "Ania" in await get(world.host, "/me")

    run(main())


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_a_friend_reads_their_own_language(language: str) -> None:
    async def main() -> None:
        world = await World.made()
        friend = world.page()
        page = await friend.ask(await friend.greet(await world.table("treehouse")), language=language)
        assert f'lang="{language}"' in page.body.decode()
        assert page.head["kind"].startswith("text/html")

    run(main())


def test_a_rematch_opens_to_those_who_played() -> None:
    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        friend = world.page()
        await friend.sit(await friend.greet(id), "Sonia")
        socket = FriendSocket(friend, f"/t/{id}", 1)
        await eventually_async(lambda: socket.facts.get("seats") == [1])
        live_table = live_tables_of(world.host).by_id[id]
        assert (await friend.ask("/t/" + "z" * 10)).head["status"] == 404
        later = await world.table("bower")
        live_table.table.next_table = later
        socket.command(do="react", mark="like", id=9)
        await eventually_async(lambda: later in {one.head["table"] for one in friend.told("open")})
        assert (await friend.ask(f"/t/{later}")).head["status"] == 200

    run(main())


def test_another_edition_is_told_so_and_a_lost_table_too() -> None:
    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        assert await world.page().greet(id, edition="domik-2") == "edition"
        assert await world.page().greet("nothere234") == "gone"
        assert len(world.lines.ended) == 2

    run(main())


GARBAGE: list[str | bytes] = [
    *("", "{}", "[]", "null", "nonsense", "[" * 20_000, '{"type":"hello"}', '{"type":"say","id":1,"text":"x"}'),
    *('{"type":"ask","id":-1,"method":"GET","path":"/","language":"en"}', '{"type":"hang","id":1e999}', "\x00"),
    *(
        '{"type":"ask","id":1,"method":"PUT","path":"/","language":"en"}',
        '{"type":"dial","id":1,"path":"t"}',
        b"\xff\xfe",
    ),
    *('{"type":"ask","id":1,"method":"GET","path":"/\\ud800","language":"en"}', "x" * (MOST_SAID + 1)),
]


def test_garbage_ends_the_line_and_nothing_else() -> None:
    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        for is_greeted in (False, True):
            for garbage in GARBAGE:
                hostile = world.page()
                hostile.open(id)
                if is_greeted:
                    hostile.say(type="hello", key=OTHER, edition=EDITION)
                    await eventually_async(lambda page=hostile: page.told("welcome"))  # type: ignore[misc]
                world.friends.hear(hostile.number, garbage)
                if not (is_greeted and '"say"' in str(garbage)):  # to a page that was closed a moment ago
                    assert hostile.refusals in (["garbled"], ["too_much"]), garbage
                    assert world.lines.ended[-1] == hostile.number
                world.friends.hear(hostile.number, GARBAGE[0])
                assert len(hostile.refusals) == 1, "the line has ended"
                world.friends.close(hostile.number)
        friend = world.page()
        assert await friend.sit(await friend.greet(id), "Sonia") == f"/t/{id}"
        assert (await world.host.request("GET", HERE + "/games", [], b"", ""))[0] == 200

    run(main())


def test_random_bytes_never_break_the_host() -> None:
    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        luck = random.Random(34)
        whole = json.dumps({"type": "ask", "id": 1, "method": "GET", "path": f"/t/{id}", "language": "en"})
        for _ in range(100):
            hostile = world.page()
            hostile.open(id)
            letters = list(whole)
            for _ in range(luck.randint(1, 6)):
                letters[luck.randrange(len(letters))] = chr(luck.randrange(256))
            hostile.friends.hear(hostile.number, "".join(letters))
            world.friends.close(hostile.number)
        friend = world.page()
        assert await friend.sit(await friend.greet(id), "Sonia") == f"/t/{id}"

    run(main())


def test_a_flood_ends_the_line() -> None:
    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        flooding, asking, opening = world.page(), world.page(), world.page()
        for friend in (flooding, asking, opening):
            await friend.greet(id)
        for _ in range(1000):
            flooding.say(type="hang", id=1)
        for number in range(MOST_ASKED + 1):
            asking.say(type="ask", id=number, method="GET", path=f"/t/{id}", language="en")
        sockets = [FriendSocket(opening, f"/t/{id}", number) for number in range(MOST_SOCKETS + 1)]
        assert flooding.refusals == asking.refusals == ["too_much"]
        assert [one.is_closed for one in sockets] == [False] * MOST_SOCKETS + [True]

    run(main())


def test_only_so_many_lines_are_open_at_once() -> None:
    async def main() -> None:
        world = await World.made()
        id = await world.table("bower")
        pages = [world.page() for _ in range(9)]
        for page in pages:
            page.open(id)
        assert [page.refusals for page in pages] == [[]] * 8 + [["too_much"]]

    run(main())


# ---- twin worlds ----


@pytest.mark.parametrize("game", list(GAMES))
def test_twin_worlds_look_the_same_to_a_friend(game: str) -> None:
    """Two hosts whose tables differ in what the friend may not know: the same bytes go over the line.

    But for names of tables, invitations and pages, which are drawn anew every time.
    """
    match = game_package(game).match(2)
    luck = random.Random(f"friend {game}")
    record = record_of(game, luck)
    twin = hooks(game).twin_deal(match, record.deal, record.moves, 1, luck)
    assert twin != record.deal
    told: list[list[bytes]] = []

    async def main(deal: list[int]) -> None:
        told.append(await play(game, deal, record.moves))

    for deal in (record.deal, twin):
        run(main(deal))
    assert len(told[0]) > len(record.moves)
    assert told[0] == told[1]


def record_of(game: str, luck: random.Random) -> GameRecord:
    """The beginning of a random game, in which the lowest awaited seat acts first."""
    match = game_package(game).match(2)
    deal = [int(number) for number in match.game.deal(luck_of(f"friend {game}"))]
    state = state_from_deal(match.game, deal)
    moves: list[RecordedMove] = []
    while len(moves) < LENGTH:
        seat = seats_of(int(state.awaited_seats()))[0]
        action = luck.choice(actions_of(int(state.legal(seat))))
        state.play(seat, action)
        moves.append(RecordedMove(seat, number_of(action)))
    return GameRecord(match, deal, ["Ania", "Sonia"], moves)


async def play(game: str, deal: list[int], moves: list[RecordedMove]) -> list[bytes]:
    """Everything that goes to a friend at a host's table with this deal."""
    world = await World.made()
    plans = (SeatPlan("human", ""), SeatPlan("human", ""))
    setup = Setup(game, dict(game_package(game).match(2).options), plans, Terms(forced=False))
    branch = {"table": "", "step": 0, "deal": deal, "moves": []}
    live_table = await live_tables_of(world.host).open(setup, "", "", branch)
    id = live_table.table.id
    host, friend = world.page(), world.page()
    sockets = []
    for page, name, key in ((host, "Ania", OTHER), (friend, "Sonia", "1" * 32)):
        await CookieJar(service({"app": world.host.app}, Store), friend_part(key)).keep("animal=owl")
        path = await page.greet(id, key)
        table = await page.sit(path, name)
        await page.ask(table)
        sockets.append(FriendSocket(page, table, 1))
        await eventually_async(lambda: "viewer" in sockets[-1].facts)
    await settle(world, sockets)
    for socket in sockets:
        socket.command(do="luck", text="x")
        await settle(world, sockets)
    await eventually_async(lambda: all(socket.facts["dealt"] for socket in sockets))
    for move in moves:
        await settle(world, sockets)
        await sockets[move.seat].move(move.action)
    await settle(world, sockets)
    secret = path.rpartition("/")[2]
    return [cleaned(one, id, secret) for one in world.lines.messages(friend.number)]


async def settle(world: World, sockets: list[FriendSocket]) -> None:
    """Let every page take all that was sent to it."""
    (live_table,) = live_tables_of(world.host).by_id.values()

    def is_all_taken() -> bool:
        numbers = {viewer.id: viewer.last_number for viewer in live_table.viewers.values()}
        return all(socket.facts.get("n", 0) >= numbers.get(socket.facts.get("viewer", ""), 0) for socket in sockets)

    await eventually_async(is_all_taken)


def cleaned(message: Message, id: str, secret: str) -> bytes:
    """A message without what is drawn anew for every table."""
    body = message.body
    if message.head["type"] == "told" and body:
        facts = json.loads(body)
        for name in ("viewer", "hash", "head"):  # the page's name; the promise and the salted chain of this table
            facts.pop(name, None)
        body = json.dumps(facts, ensure_ascii=False).encode()
    whole = json.dumps(message.head | {"size": 0}).encode() + body
    whole = re.sub(rb"<code>[0-9a-f]{64}</code>", b"PROMISE", whole)
    return whole.replace(id.encode(), b"TABLE").replace(secret.encode(), b"SECRET")
