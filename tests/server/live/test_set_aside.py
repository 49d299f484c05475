"""A table whose journal is spoilt: a word to its players, one line in the log, and everything else goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.host import Host, Page

SPOILS = [
    "UPDATE journal SET entry = 'no json' WHERE id = ? AND number = 0",
    'UPDATE journal SET entry = \'{"kind":"open","at":1}\' WHERE id = ? AND number = 0',
    'UPDATE journal SET entry = \'{"kind":"dance","at":1}\' WHERE id = ? AND number = 1',
    "UPDATE journal SET entry = '[]' WHERE id = ? AND number = 1",
    "UPDATE journal SET entry = x'ff00ff' WHERE id = ? AND number = 1",
    "DELETE FROM journal WHERE id = ? AND number = 0",
    "UPDATE journal SET number = 77 WHERE id = ? AND number = 1",
]


def test_spoilt_journals_keep_nobody_else_from_playing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = tmp_path / "domik.db"
    host = Host(data)
    person = host.person()
    tables = [person.post("/g/treehouse/play").headers["location"].removeprefix("/t/") for _ in range(len(SPOILS) + 1)]
    host.stop()
    connection = sqlite3.connect(data)
    for spoil, table in zip(SPOILS, tables, strict=False):
        connection.execute(spoil, (table,))
    connection.commit()
    connection.close()

    host = Host(data)
    person.base_url = host.origin
    for _ in range(2):
        for table in tables[:-1]:
            answer = person.get(f"/t/{table}")
            assert answer.status_code == 503
            assert "set aside" in answer.text
            assert person.get(f"/api/tables/{table}").status_code == 503
    with pytest.raises(ConnectionClosed) as closed:
        Page(host.origin, tables[0], person).take()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    for path in ("/", "/games"):
        assert person.get(path).status_code == 200
    page = Page(host.origin, tables[-1], person)
    page.take()
    page.ask("luck", text="x")
    page.until(lambda page: page.facts.get("mine"))
    assert "ok" in page.move(page.paths[0][0] % 64)
    lines = [record.getMessage() for record in caplog.records if "set aside" in record.getMessage()]
    assert len(lines) == len(SPOILS), "once for every table"
    host.stop()
