"""A dataset: the records of many games as JSON Lines or Parquet, and the facts for its card."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, TextIO

from domik.kernel.errors import DomikError
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import SCHEMA
from domik.sim.config import SimConfig
from domik.sim.results import Results
from domik.sim.run import run

PARQUET = ".parquet"
JSON_LINES = ".jsonl"
ROWS_IN_A_GROUP = 1000  # games


class RecordWriter(Protocol):
    """Takes records as lines of JSON."""

    def write(self, lines: Iterable[str]) -> None: ...


class LineWriter:
    def __init__(self, file: TextIO) -> None:
        self.file = file

    def __enter__(self) -> LineWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.file.close()

    def write(self, lines: Iterable[str]) -> None:
        self.file.writelines(f"{line}\n" for line in lines)


class TableWriter:
    """Writes Parquet, one row a game; what is not a column of its own is kept as JSON in `more`."""

    def __init__(self, path: Path) -> None:
        self.arrow, self.parquet = load_arrow()
        self.schema = table_schema(self.arrow)
        self.writer = self.parquet.ParquetWriter(path, self.schema, compression="zstd")
        self.rows: list[dict[str, Any]] = []

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.flush()
        self.writer.close()

    def write(self, lines: Iterable[str]) -> None:
        self.rows += [row_of(json.loads(line)) for line in lines]
        if len(self.rows) >= ROWS_IN_A_GROUP:
            self.flush()

    def flush(self) -> None:
        if self.rows:
            self.writer.write_table(self.arrow.Table.from_pylist(self.rows, self.schema))
            self.rows = []


def load_arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise DomikError(Phrase("dataset.no_arrow")) from None
    return pyarrow, parquet


def table_schema(arrow: Any) -> Any:
    """Columns of the Parquet file. `moves` is two lists of one length: who acted, and the number of the action."""
    number, text = arrow.int32(), arrow.string()
    return arrow.schema(
        [
            ("game", text),
            ("rules", number),
            ("seats", number),
            ("options", text),
            ("components", text),
            ("players", arrow.list_(text)),
            ("seed", text),
            ("deal", arrow.list_(arrow.int64())),
            ("move_seats", arrow.list_(arrow.int8())),
            ("move_actions", arrow.list_(arrow.int8())),
            ("over", arrow.bool_()),
            ("scores", arrow.list_(number)),
            ("winners", arrow.list_(arrow.int8())),
            ("more", text),
        ]
    )


AS_TEXT = ("options", "components")
COLUMNS = ("game", "rules", "seats", "players", "seed", "deal", "over", "scores", "winners")


def row_of(record: dict[str, Any]) -> dict[str, Any]:
    """A record's document as a row of the table."""
    row = {name: record.get(name) for name in COLUMNS}
    row |= {name: json.dumps(record[name], ensure_ascii=False) for name in AS_TEXT}
    row["move_seats"] = [move[0] for move in record["moves"]]
    row["move_actions"] = [move[1] for move in record["moves"]]
    known = {*COLUMNS, *AS_TEXT, "moves", "schema"}
    row["more"] = json.dumps({name: value for name, value in record.items() if name not in known}, ensure_ascii=False)
    return row


def record_of(row: dict[str, Any]) -> dict[str, Any]:
    """The document of a row, as `row_of` took it; the times of its moves are 0."""
    record: dict[str, Any] = {"schema": SCHEMA}
    record |= {name: row[name] for name in COLUMNS if row[name] is not None}
    record |= {name: json.loads(row[name]) for name in AS_TEXT}
    record["moves"] = [[seat, action, 0] for seat, action in zip(row["move_seats"], row["move_actions"], strict=True)]
    more: dict[str, Any] = json.loads(row["more"])
    return record | more


def read_table(path: Path) -> Iterator[str]:
    """The records of a Parquet file as lines of JSON."""
    arrow, parquet = load_arrow()
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(ROWS_IN_A_GROUP):
                for row in batch.to_pylist():
                    yield json.dumps(record_of(row), ensure_ascii=False, separators=(",", ":"))
    except (OSError, KeyError, ValueError, TypeError, arrow.ArrowInvalid) as error:
        raise DomikError(Phrase("error.file", {"file": str(path), "why": str(error)})) from None


@dataclass(frozen=True)
class DatasetFacts:
    """What the card says of the games that were written."""

    results: Results
    is_complete: bool
    size: int  # bytes
    sha256: str


def write_dataset(
    plan: SimConfig,
    games: int,
    path: Path,
    heard: Callable[[int], None],
    workers: int | None = None,
    cluster: str | None = None,
) -> DatasetFacts:
    """Play the games and write their records; the file appears under its name when it is whole or was stopped."""
    part = path.with_name(path.name + ".part")
    with open_writer(part, path.suffix) as writer:

        def keep(results: Results) -> None:
            writer.write(results.lines)
            heard(results.games)

        results, is_complete = run(plan, games, workers, keep, cluster)
    os.replace(part, path)
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return DatasetFacts(results, is_complete, path.stat().st_size, digest.hexdigest())


def open_writer(path: Path, suffix: str) -> AbstractContextManager[RecordWriter]:
    try:
        return TableWriter(path) if suffix == PARQUET else LineWriter(path.open("w", encoding="utf-8"))
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(path), "why": error.strerror or ""})) from None


def card_path(path: Path) -> Path:
    """The card lies beside the data."""
    return path.with_name(f"{path.stem}.card.md")


def mean_moves(results: Results) -> float:
    return results.moves / max(results.games, 1)


def option_text(match: Match) -> str:
    """Options that differ from the defaults, or a dash."""
    chosen = match.package.schema.non_defaults(match.options)
    return ", ".join(f"{name}={value}" for name, value in chosen.items()) or "–"
