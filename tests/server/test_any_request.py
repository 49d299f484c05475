"""No request, however odd, gets a traceback or a 500: every address, with everything that may come along."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from domik.games import GAMES
from domik.kernel.record import action_of
from domik.server.app import routes
from domik.server.http.requests import address_prefix, parse_number
from domik.table import Entry, Table
from tests.server.api.test_api import SETUP, begun
from tests.server.host import Host
from tests.waiting import PATIENCE

EXAMPLES = int(os.environ.get("DOMIK_SWEEP", "60" if os.environ.get("DOMIK_QUICK", "0") == "1" else "160"))
ODD = (
    "",
    "²",
    "٣",
    "0",
    "-1",
    "1e3",
    "7" * 5000,
    "\x00",
    "../..",
    "[",
    "'\"<b>",
    "%ff",
    "ы" * 300,
    "null",
    "0x1f",
    "1_0",
)
FIELDS = (
    *("lang", "seat", "step", "at", "hint", "action", "eyes", "after", "letters", "phone", "curve", "solution"),
    *("v", "n", "key", "code", "name", "name0", "seat0", "seat1", "seat2", "clock", "option.first", "option.edition"),
    *("luck", "turn", "text", "game", "seats", "options", "terms", "kind", "bot", "days", "minutes", "yes", "wait"),
)
HEADERS = {
    "origin": ("http://[", "null", "http://", "https://127.0.0.1", "http://h:port", "\xff"),
    "host": ("[", "", "a b", "127.0.0.1:99999999", "[::1]:8000", "x" * 3000, "h/../x", "\xff", "a@b"),
    "cookie": ("domik=" + "a" * 30, "domik=ы", "name=%ff%fe; lang=xx; theme=1", "=;=;;", "name=" + "%d0" * 99),
    "accept-language": ("ru;q=x, *", "-" * 3000, "pl;q=1e999", ";;;,,", "\xff"),
    "accept-encoding": ("gzip;q=0", "br, zstd", "\xff"),
    "authorization": ("Bearer", "Bearer \xff", "Basic eA==", "Bearer " + "x" * 3000),
    "sec-fetch-site": ("cross-site", "same-origin", "\xff"),
    "content-type": ("application/json", "multipart/form-data", "\xff"),
    "if-none-match": ('"', "*", "\xff"),
    "range": ("bytes=-", "bytes=0-99999999999999"),
    "x-forwarded-for": ("[", "a,b,,", "::%1"),
    "last-event-id": ("²", "-1", "9" * 5000),
}
Call = tuple[str, str, bytes, list[tuple[bytes, bytes]], bytes]


def first_legal(table: Table, at: int) -> list[Entry]:
    seat = (table.awaited_seats() & -table.awaited_seats()).bit_length() - 1
    legal = table.legal(seat)
    return table.submit(seat, action_of((legal & -legal).bit_length() - 1), at)


@pytest.fixture(scope="module")
def tables(host: Host) -> list[str]:
    """One that waits, one that is played, one that is over."""
    waiting = host.person().post("/api/tables", json=SETUP).json()["id"]
    played, _ = begun(host)
    over, _ = begun(host)
    live_table = host.call(host.rooms.get(over))
    while not live_table.table.is_over:
        host.call(live_table.execute(first_legal))
    return [waiting, played, over]


async def asked(host: Host, call: Call, whole: bool = True) -> int:
    """Put a request to the application itself, as raw as the server under it would let it through."""
    method, path, query, headers, body = call
    scope: dict[str, Any] = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http",
        "path": path, "raw_path": path.encode(errors="replace"), "query_string": query, "root_path": "",
        "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
    }  # fmt: skip
    statuses: list[int] = []
    halves = [body[: len(body) // 2], body[len(body) // 2 :]]

    async def receive() -> dict[str, Any]:
        if halves:
            return {"type": "http.request", "body": halves.pop(0), "more_body": bool(halves) or not whole}
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async with asyncio.timeout(PATIENCE):
        await host.app(scope, receive, send)
    return statuses[0]


odd = st.sampled_from(ODD) | st.text(max_size=12) | st.integers().map(str)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | odd
documents = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5),
    max_leaves=12,
)  # fmt: skip
pairs = st.lists(st.tuples(st.sampled_from(FIELDS), odd), max_size=4)
seats = st.lists(st.fixed_dictionaries({"kind": st.sampled_from(["human", "screen", "bot"])}), max_size=7)
plans = st.fixed_dictionaries(
    {"game": st.sampled_from(sorted(GAMES)) | odd, "seats": seats | documents},
    optional={"options": documents, "terms": documents},
)


def quoted(fields: list[tuple[str, str]]) -> bytes:
    from urllib.parse import urlencode

    return urlencode(fields, errors="replace").encode()


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


def header(name: str) -> st.SearchStrategy[tuple[bytes, bytes]]:
    return st.sampled_from(HEADERS[name]).map(lambda value: (name.encode(), value.encode("latin-1", "replace")))


bodies = st.one_of(
    plans.map(lambda plan: json.dumps(plan).encode()),
    documents.map(lambda document: json.dumps(document).encode()),
    pairs.map(quoted),
    st.binary(max_size=60),
    st.sampled_from([b"[" * 9000, b'{"game":' * 1500, b'{"seats":' + nested(900) + b"}", b"\xff", b"x" * 20000]),
)
headers = st.lists(st.sampled_from(sorted(HEADERS)).flatmap(header), max_size=3)
PATHS = [one for one in routes() if isinstance(one, Route)]


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True)
@given(data=st.data())
def test_every_request_gets_an_answer(host: Host, tables: list[str], data: st.DataObject) -> None:
    route = data.draw(st.sampled_from(PATHS))
    path = route.path
    for name, values in (("id", tables * 3), ("game", sorted(GAMES)), ("name", ["domik.css"]), ("step", ["0", "3"])):
        for kind in ("", ":path", ":step"):
            mark = f"{{{name}{kind}}}"
            if mark in path:
                path = path.replace(mark, data.draw(st.sampled_from(values) | odd))
    method = data.draw(st.sampled_from(sorted(route.methods or ()) * 4 + ["PUT", "OPTIONS", "HEAD"]))
    given_headers = data.draw(headers)
    if not any(name == b"host" for name, _ in given_headers):
        given_headers.append((b"host", b"127.0.0.1"))
    call = (method, path, data.draw(pairs.map(quoted) | st.binary(max_size=20)), given_headers, data.draw(bodies))
    errors = host.rooms.services.metrics.errors
    status = host.call(asked(host, call))
    assert status < 500, call
    assert host.rooms.services.metrics.errors == errors, call


KNOWN: list[tuple[str, str, str, dict[str, str], bytes]] = [
    ("GET", "/t/TABLE/step/" + "7" * 5000, "", {}, b""),
    ("GET", "/t/TABLE/review/" + "7" * 5000, "", {}, b""),
    ("GET", "/t/TABLE/learn/" + "7" * 5000 + "/say", "", {}, b""),
    ("GET", "/t/TABLE/step/0", "eyes=%C2%B2", {}, b""),
    ("GET", "/t/TABLE/step/0", "eyes=" + "7" * 5000, {}, b""),
    ("GET", "/api/tables/TABLE", "after=%C2%B2", {}, b""),
    ("GET", "/api/tables/TABLE", "after=" + "7" * 5000, {}, b""),
    ("POST", "/t/TABLE/branch", "", {}, "step=²".encode()),
    ("POST", "/t/TABLE/sit", "", {}, "key=².x".encode()),
    ("POST", "/g/treehouse/tables", "", {}, "seat0=human&seat1=bot:easy&option.first=²".encode()),
    ("POST", "/api/tables", "", {}, b"[" * 9000),
    ("POST", "/api/tables", "", {}, b'{"game":"treehouse","seats":' + nested(800) + b"}"),
    ("POST", "/api/tables", "", {}, b'{"game":"treehouse","seats":[],"options":{"edition":' + nested(300) + b"}}"),
    ("POST", "/join", "", {"origin": "http://["}, b"code=x"),
    ("POST", "/join", "", {"host": "["}, b"code=x"),
    ("GET", "/games/", "", {"host": "["}, b""),
    ("GET", "/", "lang=pl", {"host": "["}, b""),
    ("GET", "/nowhere", "", {"host": "a]b"}, b""),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(KNOWN)))
def test_what_once_broke_a_server(host: Host, tables: list[str], number: int) -> None:
    method, path, query, more, body = KNOWN[number]
    sent = [(name.encode(), value.encode()) for name, value in ({"host": "127.0.0.1"} | more).items()]
    status = host.call(asked(host, (method, path.replace("TABLE", tables[2]), query.encode(), sent, body)))
    assert status < 500


def test_who_hangs_up_in_the_middle_is_no_fault(host: Host) -> None:
    errors = host.rooms.services.metrics.errors
    sent = [(b"host", b"127.0.0.1")]
    half = asked(host, ("POST", "/join", b"", sent, b""), whole=False)
    assert host.call(half) == 400
    assert host.rooms.services.metrics.errors == errors


@pytest.mark.parametrize("text", ["²", "٣", "7" * 5000, "-1", "+1", "1_0", "", " 1", "1e3"])
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    assert parse_number(text) is None


def test_numbers_have_an_end() -> None:
    assert parse_number("7") == 7
    assert parse_number("7", 6) is None


def test_one_household_is_one_address() -> None:
    assert address_prefix("2001:db8:1:2:3::4") == address_prefix("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert address_prefix("2001:db8::1") == "2001:db8:0:0::"
    assert address_prefix("::ffff:10.0.0.1") == "10.0.0.1"


async def connected(host: Host, table: str, query: bytes, origin: bytes, texts: list[str]) -> None:
    """A socket, raw: everything that it may say, then the end."""
    scope: dict[str, Any] = {
        "type": "websocket", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "ws",
        "path": f"/t/{table}/live", "raw_path": b"/", "query_string": query, "root_path": "", "subprotocols": [],
        "headers": [(b"host", b"127.0.0.1"), (b"origin", origin)], "client": ("127.0.0.1", 1), "state": {},
        "server": ("127.0.0.1", 80), "extensions": {},
    }  # fmt: skip
    messages = [{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": text} for text in texts)]

    async def receive() -> dict[str, Any]:
        return messages.pop(0) if messages else {"type": "websocket.disconnect", "code": 1000}

    async def send(_message: Any) -> None:
        await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE):
        await host.app(scope, receive, send)


DEEDS = ("look", "hint", "chat", "say", "react", "report", "luck", "begin", "move", "undo", "ask", "yes", "resign")
wishes = st.one_of(
    documents.map(json.dumps),
    st.fixed_dictionaries(
        {"do": st.sampled_from(DEEDS) | odd},
        optional={"id": scalars, "got": scalars, "action": scalars, "seat": scalars, "turn": scalars, "text": scalars},
    ).map(json.dumps),
    st.sampled_from(["", "[" * 4000, '{"do":' * 600, '{"do":"look","x":' + "[" * 1500]),
)  # fmt: skip


@settings(max_examples=EXAMPLES // 4, deadline=None, derandomize=True)
@given(
    at=st.integers(0, 2),
    query=pairs.map(quoted),
    origin=st.sampled_from([b"http://127.0.0.1", b"http://127.0.0.1", b"http://[", b"null"]),
    texts=st.lists(wishes, max_size=6),
)
def test_every_socket_ends_well(
    host: Host, tables: list[str], at: int, query: bytes, origin: bytes, texts: list[str]
) -> None:
    errors = host.rooms.services.metrics.errors
    host.call(connected(host, tables[at], query, origin, texts))
    assert host.rooms.services.metrics.errors == errors
