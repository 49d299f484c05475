"""Keeping: backups of a store in use, tables that go by themselves, people who are forgotten."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from domik.cli import main as domik
from domik.server.accounts.visitors import owner_hash
from domik.server.live import evening as evening_module
from domik.server.live.notices import Notices, NoticeSettings
from domik.server.live.push import PushSubscription
from domik.server.live.reports import file_report
from domik.server.pages.people.data_deletion import DAY, delete_expired_tables, erase_person
from domik.server.store import Store, TableHeader, open_store
from domik.server.store.database import Database
from domik.server.store.repositories import Person
from domik.table.clock import now
from tests.postgres import Postgres
from tests.server.dealing import play
from tests.server.host import OPENED, Host, Page, finished
from tests.server.pages.test_things import packed
from tests.waiting import PATIENCE

Data = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgres"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "d.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


def header(id: str, touched: int, state: str = "over") -> TableHeader:
    return TableHeader(id, "treehouse", 1, touched, state, True, ["Ola", "Соня"], [1, 2])


def table_of(*owners: str) -> list[dict[str, object]]:
    seats = [{"kind": "human", "name": "Ola"}, {"kind": "human", "name": "Соня"}]
    entries: list[dict[str, object]] = [{"kind": "open", "at": 1, "seed": "s", "setup": {"seats": seats}}]
    for seat, owner in enumerate(owners):
        name = owner.title()
        entries.append({"kind": "sit", "at": 2, "seat": seat, "owner": owner, "name": name})
        entries.append({"kind": "chat", "at": 3, "seat": seat, "name": name, "text": f"I am {name}"})
    return entries


async def planted(store: Store, id: str, *owners: str, touched: int = 5) -> None:
    await store.leases.create(id)
    seats = [(owner, seat) for seat, owner in enumerate(owners)]
    await store.append(id, 0, table_of(*owners), header(id, touched), seats)
    await store.reviews.save(id, b"\x00review")
    await store.key_value.put("result", "", id, b"Ola")


def test_backup_and_restore(data: str, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    async def fill() -> str:
        store = open_store(data)
        for k in range(700):
            await store.leases.create(f"t{k}")
        await asyncio.gather(
            *(store.append(f"t{k}", 0, table_of("o"), header(f"t{k}", k), [("o", 0)]) for k in range(700))
        )
        await store.people.save("o", Person("Оля\\\n\t", "fox"))
        await planted(store, "u", "ola", "sonya")
        key = await store.settings.signing_key()
        assert domik(["backup", str(tmp_path / "b.db"), "--data", data, "--lang", "en"]) == 0  # while it runs
        await store.close()
        return key

    key = finished(fill())
    assert "holds 701 tables" in capsys.readouterr().out.replace("\u00a0", " ")
    backup = tmp_path / "b.db"
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert domik(["backup", str(backup), "--data", data, "--lang", "en"]) == 2
    assert "--force" in capsys.readouterr().err
    assert domik(["backup", str(backup), "--data", data, "--force"]) == 0

    for target in (str(tmp_path / "new.db"), postgres.database()):
        assert domik(["restore", str(backup), "--data", target]) == 0

        async def look(target: str = target) -> None:
            store = open_store(target)
            assert await store.settings.signing_key() == key
            assert await store.people.read("o") == Person("Оля\\\n\t", "fox")
            assert len(await store.tables.list_for_owner("o", 9999)) == 700
            assert await store.tables.header("u") == header("u", 5)
            assert await store.journals.read("u") == table_of("ola", "sonya")
            assert await store.reviews.read("u") == b"\x00review"
            assert await store.key_value.get("result", "", "u") == b"Ola"
            capsys.readouterr()
            assert domik(["restore", str(backup), "--data", target, "--force", "--lang", "en"]) == 2  # a server runs
            assert "already running" in capsys.readouterr().err
            await store.close()

        finished(look())
        assert domik(["restore", str(backup), "--data", target, "--lang", "en"]) == 2
        assert "--force" in capsys.readouterr().err
        assert domik(["restore", str(backup), "--data", target, "--force"]) == 0
    assert len(list(tmp_path.glob("new.db.before-*"))) == 1


def test_a_backup_under_load_is_whole(tmp_path: Path) -> None:
    """Every table has all its entries or, where it came later, none."""
    file, busy, stopping = tmp_path / "d.db", threading.Event(), threading.Event()

    async def write() -> None:
        store = open_store(file)
        number = 0
        while not stopping.is_set():
            await store.append(f"t{number}", 0, table_of("a", "b"), header(f"t{number}", 1), [])
            number += 1
            if number > 50:
                busy.set()
        await store.close()

    writing = threading.Thread(target=lambda: asyncio.run(write()))
    writing.start()
    assert busy.wait(PATIENCE)
    try:
        for k in range(3):
            assert domik(["backup", str(tmp_path / f"b{k}.db"), "--data", str(file)]) == 0
    finally:
        stopping.set()
        writing.join()
    for k in range(3):
        connection = sqlite3.connect(tmp_path / f"b{k}.db")
        assert connection.execute("SELECT COUNT(*) FROM tables").fetchone()[0] > 50
        bad = "SELECT tables.id FROM tables LEFT JOIN journal USING (id) GROUP BY tables.id HAVING COUNT(number) <> 5"
        assert connection.execute(bad).fetchall() == []
        connection.close()


def test_what_cannot_be_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("hello " * 100)
    for words in (
        ["restore", str(tmp_path / "none")],
        ["restore", str(tmp_path / "text")],
        ["backup", str(tmp_path / "out"), "--data", str(tmp_path / "none")],
        ["backup", str(tmp_path / "no" / "out"), "--data", str(tmp_path / "text")],
        ["forget", "x", "1", "--data", str(tmp_path / "no" / "d.db")],
    ):
        with ThreadPoolExecutor(1) as thread:  # a browser test before it may have left an event loop in this one
            assert thread.submit(domik, [*words, "--lang", "en"]).result() == 2
        said = capsys.readouterr().err
        assert said.startswith("domik: ")
        assert said.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["text"]


def test_people_are_forgotten(data: str) -> None:
    async def main() -> None:
        store = open_store(data)
        await store.people.save("ola", Person("Ola", "fox"))
        await planted(store, "alone", "ola")
        await planted(store, "both", "ola", "sonya")
        await planted(store, "hers", "sonya")
        await store.key_value.put("try", "daily", "ola", b"Ola")
        assert await erase_person(store, "ola") == 2
        rows = []
        for name in ("people", "seats", "shelf", "journal", "tables", "reviews"):
            rows += await store.database.fetch_all(f"SELECT * FROM {name}")
        left = repr(
            [[value.decode(errors="replace") if isinstance(value, bytes) else value for value in row] for row in rows]
        )
        assert "'ola'" not in left
        assert '"ola"' not in left
        assert "I am Ola" not in left
        assert await store.journals.read("alone") == []
        both = await store.journals.read("both")
        assert [entry["kind"] for entry in both] == [entry["kind"] for entry in table_of("ola", "sonya")]
        assert "Ola" not in repr(both)
        assert both[3:] == table_of("ola", "sonya")[3:], "what others said stays"
        assert await store.journals.read("hers") == table_of("sonya")
        found = await store.tables.header("both")
        assert found is not None
        assert found.players == ["—", "Соня"]
        await store.close()

    finished(main())


def everything_in(data: str, database: Database) -> bytes:
    """All bytes of a data file and its log as they lie on the disk, or all rows of a PostgreSQL."""
    if not data.startswith("postgresql"):
        return b"".join(path.read_bytes() for path in Path(data).parent.glob("d.db*"))
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"

    async def rows() -> list[object]:
        names = [str(row[0]) for row in await database.fetch_all(tables)]
        found = [row for name in names for row in await database.fetch_all(f"SELECT * FROM {name}")]
        return [bytes(value) if isinstance(value, memoryview) else value for row in found for value in row]

    values = finished(rows())
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for value in values)


def test_nothing_of_who_is_forgotten_is_left(data: str) -> None:
    """Seats, chat at a seat and as a spectator, clubs, duplicates, profile: searched in the raw bytes."""
    name, said = "Xylofonia", "something only she would say"
    host = Host(data)
    try:
        her, other = host.person(), host.person()
        her.post("/me", data={"name": name, "animal": "fox"})
        her.post("/me/page", data={"statistics": "on"})
        me = owner_hash(her.cookies["domik"])
        form = {"seat0": "human", "seat1": "human", "name0": "Other"}
        theirs = other.post("/g/treehouse/tables", data=form).headers["location"].removeprefix("/t/")
        watching = Page(host.origin, theirs, her)
        watching.take()
        watching.ask("chat", text=f"{said} as a spectator")
        hers = her.post("/g/treehouse/tables", data=form | {"name0": name}).headers["location"].removeprefix("/t/")
        invitation = f"/j/{hers}/{host.rooms.services.keys.invitation_secret(hers)}"
        assert other.post(invitation, data={"name": "Other"}).status_code == 303
        seated = Page(host.origin, hers, her)
        seated.take()
        seated.ask("chat", text=said)
        club = her.post("/club", data={"name": f"{name} evening", "me": name, "game.bower": "on"})
        assert club.status_code == 303, club.text
        alone = her.post("/g/bower/play").headers["location"].removeprefix("/t/")
        live_table = host.call(host.rooms.get(alone))
        host.call(live_table.execute(lambda table, at: [] if table.is_dealt else table.begin(at)))
        play(her, alone)
        deal = her.post(f"/t/{alone}/deal").headers["location"]
        database = host.rooms.services.store.database
        before = everything_in(data, database)
        assert all(one.encode() in before for one in (name, said, me))
        assert her.post("/forget", data={"sure": "yes"}).status_code == 303
        after = everything_in(data, database)
        assert [one for one in (name, said, me) if one.encode() in after] == []
        assert other.get(f"/t/{hers}").status_code == 200, "the others' game goes on"
        assert other.get(deal).status_code == 200
        assert other.get(club.headers["location"]).status_code == 200
    finally:
        OPENED.close()
        host.stop()


def test_evenings_pairs_and_invitations_forget_at_once(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round that she plays, a pair that got its table, an open seat and an invitation: searched in the raw bytes."""
    name = "Xylofonia"
    host = Host(data)
    try:
        her, *others = people = [host.person() for _ in range(4)]
        for person, called in zip(people, (name, "Ben", "Cid", "Dan"), strict=True):
            person.post("/me", data={"name": called, "animal": "fox"})
        me = owner_hash(her.cookies["domik"])
        form = {"name": f"{name} evening", "game-bower": "1", "rounds": "2", "mode": "swiss"}
        evening = her.post("/evening", data=form).headers["location"]
        for person in others:
            person.post(f"{evening}/join")
        her.post(f"{evening}/say", data={"say": "start"})
        for person in people:
            person.post(f"{evening}/say", data={"say": "ready"})
        monkeypatch.setattr(evening_module, "BREAK", -1)
        assert "data-table" in her.get(f"{evening}/news").text, "the first round is played"
        for person in (her, others[0]):
            person.post("/pairing", data={"game-bower": "1"})
        assert others[0].get("/pairing/news").json()["state"] == "found"
        her.post("/pairing/yes")
        assert others[0].post("/pairing/yes").json()["state"] == "table"
        assert her.get("/pairing/news").json()["state"] == "table"
        for person in (her, others[1]):  # a pair that waits for its second yes
            person.post("/pairing", data={"game-bower": "1"})
        assert others[1].get("/pairing/news").json()["state"] == "found"
        seats = {"seat0": "human", "seat1": "human", "name0": name}
        waiting = her.post("/g/bower/tables", data=seats).headers["location"]
        her.post(f"{waiting}/company", data={"open": "1"})
        token = her.get(f"{waiting}/company").text.split("invite=")[1].split('"')[0]
        her.post(f"{waiting}/company", data={"invite": token})
        database = host.rooms.services.store.database
        before = everything_in(data, database)
        assert all(one.encode() in before for one in (name, me))
        assert her.post("/forget", data={"sure": "yes"}).status_code == 303
        after = everything_in(data, database)
        assert [one for one in (name, me) if one.encode() in after] == []
        assert others[0].get(evening).status_code == 200, "the evening of the others goes on"
    finally:
        OPENED.close()
        host.stop()


def test_notices_phones_files_and_reports_forget_too(data: str) -> None:
    """Mail address, push subscription, phones at a real table, what a file brought, a report: in the raw bytes."""
    name, mail, push = "Xylofonia", "xylo@secret.example.org", "https://fcm.googleapis.com/fcm/send/only-hers"
    host = Host(data)
    try:
        her, other = host.person(), host.person()
        her.post("/me", data={"name": name, "animal": "fox"})
        me, notices = owner_hash(her.cookies["domik"]), host.service(Notices)
        host.call(notices.save_settings(me, NoticeSettings(mail=mail)))
        host.call(notices.subscribe(me, me, PushSubscription(push, "p", "a")))
        two = {"seats": "2", "name.0": name, "name.1": "Other"}
        phones = her.post("/companion/treehouse/phones", data=two).headers["location"]
        assert her.post(f"{phones}/sit", data={"seat": "0"}).status_code == 303
        theirs = other.post("/companion/treehouse/phones", data={"seats": "2"}).headers["location"]
        assert her.post(f"{theirs}/sit", data={"seat": "1"}).status_code == 303
        about = {"format": 1, "saved": 1, "stars": {"bower": {"lesson of hers": 3}}, "puzzles": [PUZZLE_OF_HERS]}
        assert her.post("/me/things/add", content=packed(about, [])).status_code == 303
        form = {"seat0": "human", "seat1": "human", "name0": "Other"}
        table = other.post("/g/treehouse/tables", data=form).headers["location"].removeprefix("/t/")
        watching = Page(host.origin, table, her)
        watching.take()
        watching.ask("chat", text="something only she would say")
        live_table = host.call(host.rooms.get(table))
        host.call(file_report(live_table, "Other", live_table.table.chat_count - 1, f"{name} is rude"))
        said = (name, me, mail, push, "only she would say", "lesson of hers", "puzzle of hers")
        database = host.rooms.services.store.database
        before = everything_in(data, database)
        assert [one for one in said if one.encode() not in before] == []
        assert her.post("/forget", data={"sure": "yes"}).status_code == 303
        after = everything_in(data, database)
        assert [one for one in said if one.encode() in after] == []
        assert her.get(phones).status_code == 404
        assert other.get(theirs).status_code == 200, "the others go on counting"
    finally:
        OPENED.close()
        host.stop()


PUZZLE_OF_HERS = {"game": "bower", "puzzle": "puzzle of hers", "first": True, "later": True, "made": 1}


def test_the_visitor_asks_to_be_forgotten(tmp_path: Path) -> None:
    host = Host(tmp_path / "d.db")
    person = host.person()
    table = person.post("/g/treehouse/play").headers["location"].removeprefix("/t/")
    page = Page(host.origin, table, person)
    page.take()
    assert "Delete my games" in person.get("/games").text
    assert person.post("/forget").status_code == 400
    assert person.get(f"/t/{table}").status_code == 200
    assert person.post("/forget", data={"sure": "yes"}).status_code == 303
    assert "domik" not in person.cookies
    assert person.get(f"/t/{table}").status_code == 404
    assert table not in person.get("/games").text
    host.stop()


def test_old_tables_go_by_themselves(tmp_path: Path) -> None:
    host = Host(tmp_path / "d.db")
    store = host.rooms.services.store

    async def main() -> None:
        at = now()
        await planted(store, "old", "ola", touched=at - 40 * DAY)
        await planted(store, "new", "ola", touched=at - 20 * DAY)
        opened = await host.rooms.open(  # somebody looks at it: it stays, however old it is
            (await host.rooms.get(table)).table.setup, "", ""
        )
        await store.database.write([("UPDATE tables SET touched = 1 WHERE id = ?", (opened.table.id,))])
        assert await delete_expired_tables(host.rooms, 0) == 0
        assert await delete_expired_tables(host.rooms, 30) == 1
        assert await store.journals.read("old") == []
        assert await store.reviews.read("old") is None
        assert await store.journals.read("new")
        assert await store.journals.read(opened.table.id)
        host.rooms.by_id.pop(opened.table.id)
        assert await delete_expired_tables(host.rooms, 30) == 1

    table = host.person().post("/g/treehouse/play").headers["location"].removeprefix("/t/")
    host.call(main())
    host.stop()
