"""My things: one file out of a server and into another, and files that are broken, made up or of somebody else."""

from __future__ import annotations

import io
import json
import random
import re
import tracemalloc
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from domik.server.accounts.visitors import owner_hash
from domik.server.http.limits import RateLimits
from domik.server.live.services import Services
from domik.server.pages.people.data_file import ABOUT, GAMES, LARGEST_FILE
from domik.server.pages.people.data_pages import ImportGate
from domik.server.pages.people.exported_game import DamagedGame, imported_journal, replay_game
from domik.table.history import record_of
from tests.server.dealing import begin, play
from tests.server.host import Host
from tests.server.pages.test_my_games import finish, opened, together

FOUR = ("treehouse", "dream_home", "cabin", "bower")
Document = dict[str, Any]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("things") / "domik.db")
    yield found
    found.stop()


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """Another server, which knows nobody."""
    found = Host(tmp_path_factory.mktemp("other") / "domik.db")
    yield found
    found.stop()


def saved(person: httpx.Client) -> bytes:
    answer = person.get("/me/things/file")
    assert answer.status_code == 200
    return answer.content


def parts(data: bytes) -> tuple[Document, list[list[Document]]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        games = archive.read(GAMES).splitlines()
        return json.loads(archive.read(ABOUT)), [json.loads(game) for game in games]


def packed(about: object, games: list[Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ABOUT, json.dumps(about))
        archive.writestr(GAMES, "\n".join(game if isinstance(game, str) else json.dumps(game) for game in games))
    return out.getvalue()


def look(person: httpx.Client, data: bytes) -> httpx.Response:
    return person.post("/me/things/look", content=data)


def add(person: httpx.Client, data: bytes) -> int:
    """Bring a file in; how many games it added."""
    answer = person.post("/me/things/add", content=data)
    assert answer.status_code == 303, answer.text[-400:]
    return int(re.findall(r"added=(\d+)", answer.headers["location"])[0])


def games_of(person: httpx.Client) -> list[str]:
    return sorted(set(re.findall(r"/t/(\w+)/replay", person.get("/games?all=1").text)))


def finished_game(host: Host, person: httpx.Client, game: str = "bower") -> str:
    id = opened(person, game)
    host.call(finish(host, id))
    return id


@pytest.mark.parametrize("game", FOUR)
def test_a_game_comes_along_move_by_move(host: Host, other: Host, game: str) -> None:
    person, there = host.person(), other.person()
    before = record_of(host.call(host.rooms.get(finished_game(host, person, game))).table).to_dict()
    data = saved(person)
    assert "1 game is new" in look(there, data).text
    assert add(there, data) == 1
    (id,) = games_of(there)
    after = record_of(other.call(other.rooms.get(id)).table).to_dict()
    assert {**after, "table": ""} == {**before, "table": ""}
    assert there.get(f"/t/{id}/replay").status_code == 200
    assert "1 game is here already" in look(there, data).text
    assert add(there, data) == 0
    assert add(person, saved(there)) == 0, "and back again it is known"


def test_name_puzzles_and_stars_come_along(host: Host, other: Host) -> None:
    person, there = host.person(), other.person()
    person.post("/me", data={"name": "Żaneta Ó", "animal": "owl"})
    owner = owner_of(person)
    host.call(keep_learning(host, owner))
    data = saved(person)
    assert re.search(r'download="domik-żaneta-ó-\d{4}-\d\d-\d\d\.zip"', person.get("/me/things").text)
    assert add(there, data) == 0
    assert "Żaneta Ó" in there.get("/me").text
    about, _ = parts(saved(there))
    assert [one["puzzle"] for one in about["puzzles"]] == ["p1", "p2"]
    assert about["stars"] == {"bower": {"first": 2}}
    named = other.person()
    named.post("/me", data={"name": "Marek", "animal": "fox"})
    add(named, data)
    assert "Marek" in named.get("/me").text, "what is here stays"


async def keep_learning(host: Host, owner: str) -> None:
    store = host.rooms.services.store
    await store.puzzles.save(owner, "bower", "p1", False)
    await store.puzzles.save(owner, "bower", "p1", True)
    await store.puzzles.save(owner, "cabin", "p2", True)
    await store.key_value.put("stars", owner, "bower", b'{"first":2}')


def owner_of(person: httpx.Client) -> str:
    person.post("/g/bower/play")
    return owner_hash(person.cookies["domik"])


def test_a_server_tells_nothing_that_is_hidden(host: Host) -> None:
    """No game that is not over, no deal that others are still to play; nobody's key, nobody's chat."""
    person = host.person()
    running = opened(person)
    sealed = begin(person, "cabin")
    play(person, sealed)
    ania, _, id = together(host)
    host.call(finish(host, id))
    assert parts(saved(person))[1] == []
    assert "2 unfinished" not in person.get("/me/things").text
    assert "1 unfinished game stays here" in person.get("/me/things").text
    data = saved(ania)
    text = json.dumps(parts(data))
    table = host.call(host.rooms.get(id)).table
    assert not [owner for seat in table.seats for owner in seat.owners if owner in text]
    for secret in (running, sealed):
        assert host.call(host.rooms.get(secret)).table.seed not in text


def test_a_game_with_others_comes_for_its_owner_alone(host: Host, other: Host) -> None:
    """It counts for no rating, and nobody at the other server becomes the person who once sat there."""
    ania, _, id = together(host)
    host.call(finish(host, id))
    there = other.person()
    assert add(there, saved(ania)) == 1
    (new,) = games_of(there)
    table = other.call(other.rooms.get(new)).table
    assert [seat.name for seat in table.seats] == ["Ania", "Marek"]
    assert not table.terms.listed
    assert new not in other.call(other.rooms.services.store.tables.multiplayer_ids(1000))
    there.post("/forget", data={"sure": "yes"})
    assert there.get(f"/t/{new}").status_code == 404


def test_a_deal_of_the_day_from_elsewhere_counts_nowhere(
    host: Host, other: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, there = host.person(), other.person()
    play(person, begin(person, "bower"))
    monkeypatch.setattr("domik.server.pages.people.data_pages.is_told", lambda header, journal: True)
    assert add(there, saved(person)) == 1
    assert "Play today’s deal" in there.get("/daily/bower").text


BROKEN = {
    "nothing": b"",
    "text": "Привет".encode(),
    "bytes": bytes(range(256)),
    "json": b'{"a": 1}',
    "list": b"[1, 2]",
    "half an archive": packed({"format": 1, "saved": 1}, [])[:60],
    "no about": packed({}, []),
    "another format": packed({"format": "x", "saved": 1}, []),
    "only a magic number": b"PK\x03\x04" + b"\0" * 50,
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_gets_a_sentence_and_changes_nothing(host: Host, data: bytes) -> None:
    person = host.person()
    finished_game(host, person)
    before = saved(person)
    answer = look(person, data)
    assert answer.status_code == 400
    assert "not a file saved by Domik" in answer.text
    assert person.post("/me/things/add", content=data).status_code == 400
    assert parts(saved(person))[1] == parts(before)[1]


def test_a_file_of_a_newer_domik_and_one_that_is_too_large(host: Host) -> None:
    person = host.person()
    assert "A newer Domik" in look(person, packed({"format": 99, "saved": 1}, [])).text
    answer = look(person, b"PK" + b"\0" * LARGEST_FILE)
    assert answer.status_code == 400
    assert "larger than 8 MB" in answer.text


def test_an_archive_that_would_fill_the_memory_is_refused(host: Host) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ABOUT, '{"format": 1, "saved": 1}')
        archive.writestr(GAMES, b" " * 65_000_000)
    assert look(host.person(), out.getvalue()).status_code == 400


def archive_of(about: bytes, games: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(ABOUT, about)
        archive.writestr(GAMES, games)
    return out.getvalue()


NOBODY = b'{"format": 1, "saved": 1}'
MANY_LESSONS = {"treehouse": {f"lesson {number}": 1 for number in range(3000)}}
HOSTILE = {
    "text that is deep": (b"[" * 200_000, 400),
    "a record that is deep": (b'{"schema": 1, "moves": ' + b"[" * 200_000, 400),
    "a name that is deep": (archive_of(b"[" * 200_000, b""), 400),
    "a game that is deep": (archive_of(NOBODY, b"[" * 200_000), 200),
    "nothing but line ends": (archive_of(NOBODY, b"\n" * 10_000_000), 200),
    "millions of lists": (archive_of(NOBODY, b"[" + b"[]," * 2_000_000 + b"[]]"), 200),
    "millions of lists as text": (b"[" + b"[]," * 2_000_000 + b"[]]", 400),
    "more lessons than there are": (
        archive_of(json.dumps(json.loads(NOBODY) | {"stars": MANY_LESSONS}).encode(), b""),
        400,
    ),
}


@pytest.mark.parametrize(("data", "status"), HOSTILE.values(), ids=HOSTILE)
def test_a_small_file_that_would_be_much_work_is_little(host: Host, data: bytes, status: int) -> None:
    """What once ended in an error, or took a hundred times the file's size of memory."""
    person, errors = host.person(), host.service(Services).metrics.errors
    tracemalloc.start()
    try:
        assert look(person, data).status_code == status
        assert tracemalloc.get_traced_memory()[1] < 30e6
    finally:
        tracemalloc.stop()
    assert host.service(Services).metrics.errors == errors


def test_one_file_at_a_time_and_so_much_an_hour(host: Host) -> None:
    """An address fills neither the memory nor the data with files."""
    person = host.person()
    finished_game(host, person)
    data, gate = saved(person), host.service(ImportGate)
    with gate.enter("127.0.0.1"):
        assert look(host.person(), data).status_code == 429
    assert look(host.person(), data).status_code == 200
    imported = host.service(RateLimits).imported
    imported.charge("127.0.0.1", 2 * imported.most)
    assert host.person().post("/me/things/add", content=data).status_code == 429
    assert look(host.person(), data).status_code == 200, "to look at one takes no room"
    imported.charge("127.0.0.1", -2 * imported.most)
    assert add(host.person(), data) == 1


def damages(journal: list[Document]) -> Iterator[Any]:
    """The same game, each time with another thing that cannot be."""
    moves = [k for k, entry in enumerate(journal) if entry["kind"] == "move"]
    deal = next(k for k, entry in enumerate(journal) if entry["kind"] == "deal")
    yield "{"
    yield 7
    yield []
    yield journal[1:]
    yield [*journal, journal[0]]
    yield journal[:deal]
    yield journal[: moves[0]] + journal[moves[1] :]
    for at, change in (
        (moves[0], {"action": 62}),
        (moves[0], {"seat": 9}),
        (moves[0], {"seat": -1}),
        (moves[0], {"at": "now"}),
        (0, {"setup": {}}),
        (0, {"setup": journal[0]["setup"] | {"game": "chess"}}),
        (0, {"seed": 5}),
        (0, {"branch": {"table": "x", "step": 0, "deal": [1, 2, 3], "moves": []}}),
    ):
        yield [entry | change if k == at else entry for k, entry in enumerate(journal)]
    yield journal[: deal + 1] + [{"kind": "back", "at": 1, "to": 0}] * 400


def test_damaged_games_are_left_out_and_the_others_come(host: Host, other: Host) -> None:
    person, there = host.person(), other.person()
    finished_game(host, person)
    about, (journal,) = parts(saved(person))
    games = [*damages(journal), journal]
    data = packed(about, games)
    answer = look(there, data)
    assert f"{len(games) - 1} games are damaged" in answer.text
    assert add(there, data) == 1


def test_whatever_is_changed_in_a_game_it_is_replayed_or_refused(host: Host) -> None:
    """Leaves of the document at random: never anything but a table or DamagedGame."""
    person = host.person()
    finished_game(host, person, "treehouse")
    _, (journal,) = parts(saved(person))
    luck = random.Random(7)
    values: list[Any] = [None, -1, 0, 1, 1 << 40, 1 << 63, "", "x", "me", "\x00", [], {}, True, 0.5, [[0]]]
    refused = 0
    for _ in range(150):
        changed = json.loads(json.dumps(journal))
        entry = luck.choice(changed[: luck.choice((1, 4, len(changed)))])
        entry[luck.choice([*entry])] = luck.choice(values)
        try:
            table = replay_game("x", imported_journal(changed, "owner"))
        except DamagedGame:
            refused += 1
        else:
            assert table.is_dealt
    assert 20 < refused < 150


def test_a_record_can_be_brought_in(host: Host, other: Host) -> None:
    """One record, or one in each line; whoever has the same name sat in that seat."""
    ania, _, id = together(host)
    host.call(finish(host, id))
    record = ania.get(f"/api/tables/{id}/record").text
    assert "1 game is here already" in look(ania, record.encode()).text
    there = other.person()
    there.post("/me", data={"name": "Marek", "animal": "fox"})
    pretty = json.dumps(json.loads(record), indent=1)
    bad = json.loads(record)
    bad["moves"][3][1] = 62
    lines = "\n".join([record, json.dumps(bad), "{}"])
    assert "2 games are damaged" in look(there, lines.encode()).text
    assert add(there, pretty.encode()) == 1
    (new,) = games_of(there)
    table = other.call(other.rooms.get(new)).table
    assert [bool(owner_hash(there.cookies["domik"]) in seat.owners) for seat in table.seats] == [False, True]
    after = json.loads(record_of(table).to_json())
    assert after["fair"] == json.loads(record)["fair"]
    assert after["scores"] == json.loads(record)["scores"]


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_page_in_three_languages(host: Host, language: str) -> None:
    person = host.person()
    finished_game(host, person)
    page = person.get(f"/me/things?added=2&puzzles=3&lang={language}")
    page = person.get(page.headers["location"]) if page.status_code == 303 else page
    assert 'id="save"' in page.text
    assert "web.things" not in page.text
    assert person.get("/me/things?added=x").status_code == 200
    assert host.person().get("/me/things").status_code == 200
