"""The data file: its versions, its lock, and what is said when it cannot be used."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from pathlib import Path

import pytest

from domik.language import LANGUAGES, words_for
from domik.server.store import DataError, SqliteStore, WriteFailed
from domik.server.store import migrations as known
from domik.server.store.migrations import MIGRATIONS, NEWEST, SQLITE
from domik.server.store.sqlite import LARGEST_LOG, SqliteCommitter, connect
from tests.server.host import finished

FIRST = [statement.format_map(SQLITE) for statement in MIGRATIONS[0]]


def refused(file: Path, kind: str) -> str:
    """The sentence with which a file is refused, in every language."""
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(DataError) as found:
        SqliteStore(file)
    assert found.value.kind == kind
    said = [words_for(language, ("domik.server",))(found.value.phrase) for language in LANGUAGES]
    assert all(file.name in text for text in said)
    assert (file.read_bytes() if file.is_file() else None) == before, "the file has changed"
    return said[0]


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    connection = connect(tmp_path / "d.db")
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


def test_a_file_from_before_there_were_versions(tmp_path: Path) -> None:
    file = tmp_path / "d.db"
    old = sqlite3.connect(file)
    for statement in FIRST[:-1]:  # one so old that it knew no reviews
        old.execute(statement)
    old.execute("INSERT INTO tables VALUES ('t', 'treehouse', 1, 2, 'playing', 1, ?, ?)", (b'["Ola"]', b"[7]"))
    old.execute("INSERT INTO journal VALUES ('t', 0, ?)", (b'{"kind":"open","at":1}',))
    old.execute("INSERT INTO seats VALUES ('ola', 't', 0)")
    old.execute("INSERT INTO meta VALUES ('key', 'secret')")
    old.commit()
    old.close()

    async def main() -> None:
        store = SqliteStore(file)
        assert await store.settings.signing_key() == "secret"
        assert await store.reviews.read("t") is None
        assert await store.journals.read("t") == [{"kind": "open", "at": 1}]
        ((header, seat),) = await store.tables.list_for_owner("ola", 1)
        assert (header.players, header.scores, header.clocked, seat) == (["Ola"], [7], True, 0)
        await store.close()

    finished(main())
    now = sqlite3.connect(file)
    assert now.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone() == (str(NEWEST),)
    now.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "d.db"
    finished(SqliteStore(file).close())
    monkeypatch.setattr(known, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE one(x)", "CREATE NONSENSE")))
    monkeypatch.setattr("domik.server.store.sqlite.NEWEST", NEWEST + 1)
    with pytest.raises(DataError):
        SqliteStore(file)
    monkeypatch.undo()
    finished(SqliteStore(file).close())
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE name = 'one'").fetchone() == (0,)
    connection.close()


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "d.db"
    finished(SqliteStore(file).close())
    connection = sqlite3.connect(file)
    connection.execute("UPDATE meta SET value = '999' WHERE key = 'schema'")
    connection.commit()
    connection.close()
    assert "999" in refused(file, "newer")


def test_a_second_server_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "d.db"
    first = SqliteStore(file)
    with pytest.raises(DataError) as found:
        SqliteStore(file)
    assert found.value.kind == "in_use"
    finished(first.close())
    finished(SqliteStore(file).close())


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    refused(tmp_path / "none" / "d.db", "no_folder")
    refused(tmp_path, "folder")
    (tmp_path / "text.db").write_text("Dear diary, " * 100)
    refused(tmp_path / "text.db", "corrupt")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE recipes(x)")
    other.commit()
    other.close()
    refused(tmp_path / "other.db", "foreign")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is read-only for this user")
def test_a_read_only_file(tmp_path: Path) -> None:
    file = tmp_path / "d.db"
    finished(SqliteStore(file).close())
    file.chmod(0o400)
    refused(file, "read_only")


def test_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "d.db"
    finished(SqliteStore(file).close())
    data = bytearray(file.read_bytes())
    data[40:4000] = b"spoilt " * 565 + b"spoil"
    file.write_bytes(bytes(data))
    refused(file, "corrupt")


@pytest.mark.skipif(os.name == "nt", reason="no modes here")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    file = tmp_path / "d.db"
    file.touch(0o644)
    store = SqliteStore(file)
    assert {stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()} == {0o600}
    assert len(list(tmp_path.iterdir())) == 4  # the file, its lock, its log, its index
    finished(store.close())


# ---- while it runs ----------------------------------------------------------------------------------


def entry(number: int) -> list[dict[str, object]]:
    return [{"kind": "chat", "at": number, "text": "x" * 4000}]


def test_a_full_disk_and_then_room_again(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "d.db")
        assert store.sqlite.committer._connection is not None
        await store.append("t", 0, entry(0), None, [])
        store.sqlite.committer._connection.execute("PRAGMA max_page_count = 1")  # as many as there are by now
        with pytest.raises(WriteFailed):
            await store.append("t", 1, [one for k in range(1, 9) for one in entry(k)], None, [])
        assert len(await store.journals.read("t")) == 1
        await store.append("t", 1, entry(1), None, [])  # by a new connection, without that limit
        await store.settings.probe_write()
        await store.close()

    finished(main())


def test_a_file_that_is_deleted_under_us(tmp_path: Path) -> None:
    async def main() -> None:
        file = tmp_path / "d.db"
        store = SqliteStore(file)
        await store.settings.probe_write()
        file.rename(tmp_path / "away.db")
        with pytest.raises(WriteFailed):
            await store.settings.probe_write()
        (tmp_path / "away.db").rename(file)
        await store.settings.probe_write()
        await store.close()

    finished(main())


def test_the_writer_survives_whatever_is_thrown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path / "d.db")
        with monkeypatch.context() as patch:
            for error in (sqlite3.DatabaseError("malformed"), MemoryError(), ValueError("what?")):

                def broken(_ledger: SqliteCommitter, _batch: object, error: Exception = error) -> None:
                    raise error

                patch.setattr(SqliteCommitter, "commit", broken)
                with pytest.raises(WriteFailed):
                    await store.settings.probe_write()
        with pytest.raises(WriteFailed):
            await store.database.write([("INSERT INTO nothing VALUES (?)", (1,))])
        await store.settings.probe_write()
        await store.close()

    finished(main())


def test_the_log_is_folded_under_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes that never pause: the write-ahead log still does not grow without end."""
    monkeypatch.setattr("domik.server.store.sqlite.CHECK_LOG_EVERY", 8)
    monkeypatch.setattr("domik.server.store.sqlite.LARGEST_LOG", 200_000)
    assert LARGEST_LOG > 200_000

    async def main() -> None:
        store = SqliteStore(tmp_path / "d.db")
        waiting: set[asyncio.Future[None]] = set()
        for number in range(600):
            waiting.add(store.append("t", number, entry(number), None, []))
            if len(waiting) > 3:
                _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert (tmp_path / "d.db-wal").stat().st_size < 1_000_000  # 600 entries are 2.4 MB
        await asyncio.gather(*waiting)
        await store.close()

    finished(main())
