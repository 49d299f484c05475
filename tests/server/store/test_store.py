"""The store, whatever database is behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from domik.server.store import OVER, PLAYING, WAITING, Store, TableHeader, WriteFailed, open_store
from domik.server.store.repositories import Person
from tests.server.host import finished

Opening = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    """Opens the same store again and again."""
    if request.param == "sqlite":
        return lambda: open_store(tmp_path / "d.db")
    data = request.getfixturevalue("postgres").database()
    return lambda: open_store(data)


def header(id: str, state: str = PLAYING, touched: int = 1, listed: bool = True, clocked: bool = False) -> TableHeader:
    return TableHeader(id, "treehouse", 1, touched, state, listed, ["Ola", "Соня"], [3, 4], clocked)


def test_many_writes_share_one_commit(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        await store.leases.create("t")
        await asyncio.gather(*(store.append("t", k, [{"kind": "move", "at": k}], None, []) for k in range(200)))
        writer = store.database.writer
        assert writer.writes == 200
        assert writer.commits < 100
        assert [entry["at"] for entry in await store.journals.read("t")] == list(range(200))
        await store.close()

    finished(main())


def test_one_bad_write_spoils_no_other(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        await store.leases.create("t")
        await store.append("t", 0, [{"kind": "open", "at": 0}], None, [])
        first, second, third = await asyncio.gather(
            *(store.append("t", k, [{"kind": "move", "at": k}], header(str(k)), []) for k in (1, 0, 2)),
            return_exceptions=True,
        )
        assert first is None
        assert isinstance(second, WriteFailed)
        assert third is None
        assert [entry["at"] for entry in await store.journals.read("t")] == [0, 1, 2]
        assert sorted(await store.tables.unfinished_ids()) == ["1", "2"]  # nothing of the bad write was done
        await store.close()

    finished(main())


def test_what_was_written_is_there_again(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        key = await store.settings.signing_key()
        await store.leases.create("t")
        entries = [{"kind": "open", "at": 1, "name": "Ёж\n🏠"}, {"kind": "move", "at": 2}]
        await store.append("t", 0, entries, header("t"), [("ola", 0), ("ola", 1), ("sonya", 1)])
        await store.close()
        store = opening()
        assert await store.settings.signing_key() == key
        assert await store.journals.read("t") == entries
        assert await store.journals.read("other") == []
        assert await store.tables.list_for_owner("ola", 5) == [(header("t"), 0)]
        assert await store.tables.list_for_owner("sonya", 5) == [(header("t"), 1)]
        assert await store.tables.list_for_owner("nobody", 5) == []
        assert await store.tables.header("t") == header("t")
        assert await store.tables.header("other") is None
        await store.settings.probe_write()
        await store.close()

    finished(main())


def test_lists(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        headers = [header("a", WAITING, 1), header("b", OVER, 2), header("c", PLAYING, 3, clocked=True)]
        headers += [header("d", OVER, 4), header("e", OVER, 5, listed=False)]
        for one in headers:
            await store.leases.create(one.id)
            await store.append(one.id, 0, [{"kind": "open", "at": 0}], one, [("ola", 0)])
        assert [one.id for one, _ in await store.tables.list_for_owner("ola", 9)] == ["c", "a", "e", "d", "b"]
        assert [one.id for one, _ in await store.tables.list_for_owner("ola", 2)] == ["c", "a"]
        assert [one.id for one in await store.tables.list_recent_finished(9)] == ["d", "b"]
        assert sorted(await store.tables.unfinished_ids()) == ["a", "c"]
        assert await store.tables.clocked_ids() == ["c"]
        await store.append("c", 1, [{"kind": "move", "at": 0}], header("c", OVER, 6), [])
        assert await store.tables.list_recent_finished(1) == [header("c", OVER, 6)]
        await store.close()

    finished(main())


def test_reviews_are_kept(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        await store.reviews.save("one", b"1\x00")
        await store.reviews.save("one", b"2\x00")
        assert await store.reviews.read("one") == b"2\x00"
        assert await store.reviews.read("two") is None
        await store.close()

    finished(main())


def test_people_are_kept(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        assert await store.people.read("o") == Person()
        await store.people.save("o", Person("Ola", "fox"))
        await store.people.save("o", Person("Оля", "owl"))
        assert await store.people.read("o") == Person("Оля", "owl")
        await store.close()

    finished(main())


def test_devices_keys_pages_and_known_names(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        assert await store.devices.find_owner("phone") == ("phone", 0)
        await store.devices.save("ania", "ania", "Firefox", 1)
        await store.devices.save("phone", "ania", "Chrome, Android", 2)
        await store.devices.set_seen("phone", 3)
        assert [(one.id, one.since, one.seen) for one in await store.devices.list_for("ania")] == [
            ("ania", 1, 1),
            ("phone", 2, 3),
        ]
        await store.devices.delete("phone", "somebody else")
        assert (await store.devices.find_owner("phone"))[0] == "ania"
        await store.devices.delete("phone", "ania")
        await store.devices.delete("ania", "ania")
        assert [(await store.devices.find_owner(one))[0] for one in ("phone", "ania")] == ["phone", ""]

        await store.login_keys.save("ania", "first", 1)
        await store.login_keys.save("ania", "second", 2)
        assert [await store.login_keys.find_owner(key) for key in ("first", "second")] == ["", "ania"]
        assert await store.login_keys.created_at("ania") == 2
        await store.login_keys.delete("ania")
        assert await store.login_keys.created_at("ania") is None

        assert await store.profiles.claim("ania", "Ania  Żak", ["ratings"])
        assert not await store.profiles.claim("marek", "ania żak", ["ratings"])
        assert await store.profiles.claim("ania", "Anka", ["rivals"])
        assert await store.profiles.find_owner("ANKA") == "ania"
        assert await store.profiles.find_owner("Ania Żak") == ""
        assert await store.profiles.visible_parts("ania") == ["rivals"]
        assert await store.profiles.owners_with_profile(["ania", "marek"]) == {"ania"}

        await store.people.set_known("marek", Person("Marek"), 1)
        await store.people.save("marek", Person("Marek", "owl"))
        await store.people.set_known("host", Person(), 2)
        assert await store.people.list_known() == [("host", Person("", "", 2)), ("marek", Person("Marek", "owl", 1))]
        await store.leases.create("t")
        await store.append("t", 0, [{"kind": "open", "at": 0}], header("t", OVER), [("ania", 0), ("marek", 1)])
        assert await store.tables.multiplayer_ids(5) == ["t"]
        await store.close()

    finished(main())


def test_a_store_that_closes_has_written_everything(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        await store.leases.create("t")
        waiting = [store.append("t", k, [{"kind": "move", "at": k}], None, []) for k in range(50)]
        await store.close()
        await asyncio.gather(*waiting)
        store = opening()
        assert len(await store.journals.read("t")) == 50
        await store.close()

    finished(main())
