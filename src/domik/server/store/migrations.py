"""The database schema as a list of forward-only migrations.

To add a table, append a step (never change one that was released), write a repository that reads and writes it, and
list its columns that name people or tables in `retention.py`, so that deletion and retention find them.
"""

from __future__ import annotations

from collections.abc import Mapping

SQLITE: Mapping[str, str] = {"keyed": " WITHOUT ROWID", "blob": "BLOB", "int": "INTEGER"}
POSTGRES: Mapping[str, str] = {"keyed": "", "blob": "BYTEA", "int": "BIGINT"}

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (  # 1: everything from before there were versions, hence IF NOT EXISTS
        "CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL){keyed}",
        "CREATE TABLE IF NOT EXISTS tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, opened {int} NOT NULL,"
        " touched {int} NOT NULL, state TEXT NOT NULL, listed {int} NOT NULL, players TEXT NOT NULL,"
        " scores TEXT NOT NULL){keyed}",
        "CREATE INDEX IF NOT EXISTS tables_by_state ON tables(state, touched)",
        "CREATE TABLE IF NOT EXISTS journal(id TEXT NOT NULL, number {int} NOT NULL, entry {blob} NOT NULL,"
        " PRIMARY KEY(id, number)){keyed}",
        "CREATE TABLE IF NOT EXISTS seats(owner TEXT NOT NULL, id TEXT NOT NULL, seat {int} NOT NULL,"
        " PRIMARY KEY(owner, id, seat)){keyed}",
        "CREATE TABLE IF NOT EXISTS reviews(id TEXT PRIMARY KEY, report {blob} NOT NULL)",
    ),
    (  # 2: tables whose clock runs while no page is open; older ones are unknown and count as such
        "ALTER TABLE tables ADD COLUMN clocked {int} NOT NULL DEFAULT 1",
        "CREATE INDEX seats_by_table ON seats(id)",
    ),
    (  # 3: the names and animals that people chose
        "CREATE TABLE IF NOT EXISTS people(owner TEXT PRIMARY KEY, name TEXT NOT NULL, animal TEXT NOT NULL){keyed}",
    ),
    (  # 4: small documents: results, attempts at shared deals, ...
        "CREATE TABLE shelf(kind TEXT NOT NULL, part TEXT NOT NULL, key TEXT NOT NULL, document {blob} NOT NULL,"
        " PRIMARY KEY(kind, part, key)){keyed}",
    ),
    (  # 5: which node holds a table; the epoch grows with every change of owner
        "CREATE TABLE leases(id TEXT PRIMARY KEY, node TEXT NOT NULL, epoch {int} NOT NULL){keyed}",
        "CREATE INDEX leases_by_node ON leases(node)",
        "CREATE TABLE nodes(node TEXT PRIMARY KEY, address TEXT NOT NULL, until {int} NOT NULL){keyed}",
    ),
    (  # 6: first attempts at puzzles, and whether a later one was right
        "CREATE TABLE puzzles(owner TEXT NOT NULL, game TEXT NOT NULL, puzzle TEXT NOT NULL, first {int} NOT NULL,"
        " later {int} NOT NULL, made {int} NOT NULL, PRIMARY KEY(owner, game, puzzle)){keyed}",
        "CREATE INDEX puzzles_by_id ON puzzles(game, puzzle)",
    ),
    (  # 7: devices and keys of a person, who is admitted, and names with a public profile
        "CREATE TABLE devices(device TEXT PRIMARY KEY, owner TEXT NOT NULL, label TEXT NOT NULL, since {int} NOT NULL,"
        " seen {int} NOT NULL){keyed}",
        "CREATE INDEX devices_by_owner ON devices(owner)",
        "CREATE TABLE house_keys(key TEXT PRIMARY KEY, owner TEXT NOT NULL, made {int} NOT NULL){keyed}",
        "CREATE INDEX house_keys_by_owner ON house_keys(owner)",
        "CREATE TABLE passkeys(credential TEXT PRIMARY KEY, owner TEXT NOT NULL, public {blob} NOT NULL,"
        " uses {int} NOT NULL, label TEXT NOT NULL, made {int} NOT NULL)",
        "CREATE INDEX passkeys_by_owner ON passkeys(owner)",
        "CREATE TABLE players(name TEXT PRIMARY KEY, owner TEXT NOT NULL UNIQUE, shown TEXT NOT NULL)",
        "ALTER TABLE people ADD COLUMN known {int} NOT NULL DEFAULT 0",
    ),
    (  # 8: the device that a passkey was made on
        "ALTER TABLE passkeys ADD COLUMN device TEXT NOT NULL DEFAULT ''",
    ),
)
NEWEST = len(MIGRATIONS)
READ_VERSION = "SELECT value FROM meta WHERE key = 'schema'"
WRITE_VERSION = "INSERT INTO meta VALUES ('schema', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


def pending_statements(version: int, dialect: Mapping[str, str]) -> list[str]:
    """The statements that lead from a version to the newest one."""
    return [statement.format_map(dialect) for step in MIGRATIONS[version:] for statement in step]
