"""The store, whatever database is behind it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from domik.server.store import OVER, PLAYING, WAITING, Header, NotWritten, Store, open_store
from domik.server.store.person import Person
from tests.server.host import finished

Opening = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgres"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    """Opens the same store again and again."""
    if request.param == "sqlite":
        return lambda: open_store(tmp_path / "d.db")
    data = request.getfixturevalue("postgres").database()
    return lambda: open_store(data)


def header(id: str, state: str = PLAYING, touched: int = 1, listed: bool = True, clocked: bool = False) -> Header:
    return Header(id, "treehouse", 1, touched, state, listed, ["Ola", "Соня"], [3, 4], clocked)


def test_many_writes_share_one_commit(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        await store.leases.open("t")
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
        await store.leases.open("t")
        await store.append("t", 0, [{"kind": "open", "at": 0}], None, [])
        first, second, third = await asyncio.gather(
            *(store.append("t", k, [{"kind": "move", "at": k}], header(str(k)), []) for k in (1, 0, 2)),
            return_exceptions=True,
        )
        assert first is None
        assert isinstance(second, NotWritten)
        assert third is None
        assert [entry["at"] for entry in await store.journals.read("t")] == [0, 1, 2]
        assert sorted(await store.tables.live()) == ["1", "2"]  # nothing of the bad write was done
        await store.close()

    finished(main())


def test_what_was_written_is_there_again(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        key = await store.settings.key()
        await store.leases.open("t")
        entries = [{"kind": "open", "at": 1, "name": "Ёж\n🏠"}, {"kind": "move", "at": 2}]
        await store.append("t", 0, entries, header("t"), [("ola", 0), ("ola", 1), ("sonya", 1)])
        await store.close()
        store = opening()
        assert await store.settings.key() == key
        assert await store.journals.read("t") == entries
        assert await store.journals.read("other") == []
        assert await store.tables.mine("ola", 5) == [(header("t"), 0)]
        assert await store.tables.mine("sonya", 5) == [(header("t"), 1)]
        assert await store.tables.mine("nobody", 5) == []
        assert await store.tables.header("t") == header("t")
        assert await store.tables.header("other") is None
        await store.settings.probe()
        await store.close()

    finished(main())


def test_lists(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        headers = [header("a", WAITING, 1), header("b", OVER, 2), header("c", PLAYING, 3, clocked=True)]
        headers += [header("d", OVER, 4), header("e", OVER, 5, listed=False)]
        for one in headers:
            await store.leases.open(one.id)
            await store.append(one.id, 0, [{"kind": "open", "at": 0}], one, [("ola", 0)])
        assert [one.id for one, _ in await store.tables.mine("ola", 9)] == ["c", "a", "e", "d", "b"]
        assert [one.id for one, _ in await store.tables.mine("ola", 2)] == ["c", "a"]
        assert [one.id for one in await store.tables.recent(9)] == ["d", "b"]
        assert sorted(await store.tables.live()) == ["a", "c"]
        assert await store.tables.ticking() == ["c"]
        await store.append("c", 1, [{"kind": "move", "at": 0}], header("c", OVER, 6), [])
        assert await store.tables.recent(1) == [header("c", OVER, 6)]
        await store.close()

    finished(main())


def test_reviews_are_kept(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        await store.reviews.keep("one", b"1\x00")
        await store.reviews.keep("one", b"2\x00")
        assert await store.reviews.read("one") == b"2\x00"
        assert await store.reviews.read("two") is None
        await store.close()

    finished(main())


def test_people_are_kept(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        assert await store.people.read("o") == Person()
        await store.people.keep("o", Person("Ola", "fox"))
        await store.people.keep("o", Person("Оля", "owl"))
        assert await store.people.read("o") == Person("Оля", "owl")
        await store.close()

    finished(main())


def test_devices_keys_pages_and_known_names(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        assert await store.devices.owner("phone") == ("phone", 0)
        await store.devices.keep("ania", "ania", "Firefox", 1)
        await store.devices.keep("phone", "ania", "Chrome, Android", 2)
        await store.devices.see("phone", 3)
        assert [(one.id, one.since, one.seen) for one in await store.devices.of("ania")] == [
            ("ania", 1, 1),
            ("phone", 2, 3),
        ]
        await store.devices.drop("phone", "somebody else")
        assert (await store.devices.owner("phone"))[0] == "ania"
        await store.devices.drop("phone", "ania")
        await store.devices.drop("ania", "ania")
        assert [(await store.devices.owner(one))[0] for one in ("phone", "ania")] == ["phone", ""]

        await store.house_keys.keep("ania", "first", 1)
        await store.house_keys.keep("ania", "second", 2)
        assert [await store.house_keys.owner(key) for key in ("first", "second")] == ["", "ania"]
        assert await store.house_keys.made("ania") == 2
        await store.house_keys.drop("ania")
        assert await store.house_keys.made("ania") is None

        assert await store.players.claim("ania", "Ania  Żak", ["ratings"])
        assert not await store.players.claim("marek", "ania żak", ["ratings"])
        assert await store.players.claim("ania", "Anka", ["rivals"])
        assert await store.players.owner("ANKA") == "ania"
        assert await store.players.owner("Ania Żak") == ""
        assert await store.players.shown("ania") == ["rivals"]
        assert await store.players.among(["ania", "marek"]) == {"ania"}

        await store.people.know("marek", Person("Marek"), 1)
        await store.people.keep("marek", Person("Marek", "owl"))
        await store.people.know("host", Person(), 2)
        assert await store.people.all_known() == [("host", Person("", "", 2)), ("marek", Person("Marek", "owl", 1))]
        await store.leases.open("t")
        await store.append("t", 0, [{"kind": "open", "at": 0}], header("t", OVER), [("ania", 0), ("marek", 1)])
        assert await store.tables.between_people(5) == ["t"]
        await store.close()

    finished(main())


def test_a_store_that_closes_has_written_everything(opening: Opening) -> None:
    async def main() -> None:
        store = opening()
        await store.leases.open("t")
        waiting = [store.append("t", k, [{"kind": "move", "at": k}], None, []) for k in range(50)]
        await store.close()
        await asyncio.gather(*waiting)
        store = opening()
        assert len(await store.journals.read("t")) == 50
        await store.close()

    finished(main())
