"""ParallelBatch: the tables of a Batch divided among processes, in memory that all of them see."""

from __future__ import annotations

import multiprocessing
import os
import signal
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from domik.kernel.luck import Luck
from domik.kernel.package import Match
from domik.research.batch import (
    Tables,
    batch_engine,
    build_match,
    check_actions,
    check_at_least,
    check_choice,
    reward_kind,
    seed_luck,
    table_count,
)
from domik.research.encoding import DTYPES, Encoding, Numbers, array_over, features_of, np
from domik.research.errors import bad_input

# What a process is asked to do; features go by the name of their type.
STEP, SAMPLE, END = b"step", b"sample", b"end"
PROCESSES_PER_CORE = 2  # more would only take memory
DONE = b""  # the answer; anything else says what went wrong
ENDED = "A process of this batch has ended before its time; the batch is closed."
Memory = Any  # a RawArray of bytes: multiprocessing gives it no public type


@dataclass(frozen=True)
class Arrays:
    """The names, types and row lengths of the shared arrays; `kept` are those that every step changes."""

    tables: int
    rows: dict[str, tuple[str, int]]

    def size(self) -> int:
        return sum(self.bytes_of(name) for name in self.rows)

    def bytes_of(self, name: str) -> int:
        kind, length = self.rows[name]
        return -(-self.tables * length * np.dtype(kind).itemsize // 8) * 8  # the next array begins at a whole word

    def over(self, memory: Memory) -> dict[str, Numbers]:
        """Every array by its name, [tables, length]."""
        found, at = {}, 0
        for name, (kind, length) in self.rows.items():
            flat = np.frombuffer(memory, kind, self.tables * length, at)
            found[name] = flat.reshape(self.tables, length)
            at += self.bytes_of(name)
        return found


@dataclass(frozen=True)
class Share:
    """What one process plays: some of the tables, one after another."""

    match: Match
    luck: Luck
    reward: int
    first: int
    tables: int
    arrays: Arrays
    features: str | None


class ParallelBatch(Tables):
    """The same tables and games as a Batch, played by processes of its own; by default one for every core.

    It pays from some thousand tables on, since every call waits for all processes. Features of the type that `features`
    names are made with every step, so that nobody waits for them twice. End it with `close()` or `with`.
    """

    def __init__(
        self,
        game: str,
        tables: int = 8192,
        seats: int | None = None,
        seed: int | str = 1,
        reward: str = "win",
        components: Path | str | None = None,
        processes: int | None = None,
        features: str | None = None,
        **options: object,
    ) -> None:
        match = build_match(game, seats, options, components)
        self.match, self.tables, self.seats = match, table_count(tables), match.seats
        self.width = int(match.game.open_size + match.game.own_size)
        wanted = core_count() if processes is None else check_at_least("processes", processes, 1)
        self.processes = min(wanted, PROCESSES_PER_CORE * core_count(), self.tables)
        self.ready = features
        if features is not None:
            self.check_features(features)
        self.layout = self.build_layout()
        memory = multiprocessing.get_context("spawn").RawArray("b", self.layout.size())
        self.writable = self.layout.over(memory)
        self.map_arrays()
        channels, started = start_processes(self.shares(seed_luck(seed), reward_kind(reward)), memory)
        self.channels: list[Connection] = channels
        self.finalizer = weakref.finalize(self, end_processes, channels, started)
        self.wait()  # until the first games are dealt

    def build_layout(self) -> Arrays:
        rows = {
            "observation": ("int64", self.width),
            "legal": ("int64", 1),
            "seat": ("int64", 1),
            "games": ("int64", 1),
            "reward": ("float64", self.seats),
            "done": ("bool", 1),
            "choice": ("int64", 1),
            "actions": ("int64", 1),
        }
        if self.match.package.features() is not None:
            rows |= {kind: (kind, self.encoding.width) for kind in DTYPES}
        return Arrays(self.tables, rows)

    def map_arrays(self) -> None:
        """The arrays as Batch has them: read-only."""
        arrays = {name: array.view() for name, array in self.writable.items()}
        for array in arrays.values():
            array.flags.writeable = False
        self.arrays = arrays
        self.observation, self.reward = arrays["observation"], arrays["reward"]
        self.legal, self.seat, self.games = (arrays[name][:, 0] for name in ("legal", "seat", "games"))
        self.done, self.choice = (arrays[name][:, 0] for name in ("done", "choice"))

    def shares(self, luck: Luck, reward: int) -> list[Share]:
        """The tables of every process, as even as they can be."""
        bounds = [self.tables * k // self.processes for k in range(self.processes + 1)]
        return [
            Share(self.match, luck, reward, first, last - first, self.layout, self.ready)
            for first, last in pairwise(bounds)
        ]

    # ---- playing ----------------------------------------------------------------------------------

    def step(self, actions: Sequence[int] | Numbers) -> None:
        """Apply one action number to every table; BadInput names the first illegal one, and nothing changes."""
        array = check_actions(actions, self.tables)
        open_here = self.legal.view(np.uint64) >> array.astype(np.uint64) & np.uint64(1)
        if not open_here.all():
            wrong = int(np.argmin(open_here))
            raise self.illegal_error(wrong, int(array[wrong]))
        self.writable["actions"][:, 0] = array
        self.order(STEP)

    def sample(self) -> Numbers:
        """A random legal action for every table; the array is overwritten by the next call."""
        self.order(SAMPLE)
        return self.choice

    def features(self, kind: str = "float32") -> Numbers:
        """The features of every observation: float32 from 0 to 1, or uint8 counts; overwritten by the next call."""
        self.check_features(kind)
        if kind != self.ready:
            self.order(kind.encode())
        return self.arrays[kind]

    def check_features(self, kind: str) -> None:
        features_of(self.match)  # a game without features says so
        check_choice("kind", kind, DTYPES)

    def order(self, what: bytes) -> None:
        """Let every process do this to its tables, and wait until all have."""
        if not self.finalizer.alive:
            raise bad_input("closed")
        try:
            for channel in self.channels:
                channel.send_bytes(what)
        except OSError:
            self.close()
            raise RuntimeError(ENDED) from None
        self.wait()

    def wait(self) -> None:
        """Until every process has answered."""
        try:
            answers = [channel.recv_bytes() for channel in self.channels]
        except (EOFError, OSError):
            self.close()
            raise RuntimeError(ENDED) from None
        for answer in answers:
            if answer != DONE:
                self.close()
                raise RuntimeError(answer.decode())

    # ---- ending -----------------------------------------------------------------------------------

    def close(self) -> None:
        """End the processes; the arrays stay as they are."""
        self.finalizer()

    def __enter__(self) -> ParallelBatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __copy__(self) -> ParallelBatch:
        raise TypeError("A ParallelBatch has processes of its own and cannot be copied or pickled: a Batch can.")

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("A ParallelBatch has processes of its own and cannot be copied or pickled: a Batch can.")


def core_count() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_processes(shares: list[Share], memory: Memory) -> tuple[list[Connection], list[BaseProcess]]:
    context = multiprocessing.get_context("spawn")
    channels: list[Connection] = []
    started: list[BaseProcess] = []
    for share in shares:
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(share, memory, theirs), daemon=True)
        process.start()
        theirs.close()
        channels.append(ours)
        started.append(process)
    return channels, started


def end_processes(channels: list[Connection], started: list[BaseProcess]) -> None:
    """Ask every process to end, and wait until it has."""
    for channel in channels:
        try:
            channel.send_bytes(END)
        except OSError:
            continue  # it has ended already
        finally:
            channel.close()
    for process in started:
        process.join()


def serve(share: Share, memory: Memory, channel: Connection) -> None:
    """A process: do to its tables what is ordered, until it is to end or nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker = Worker(share, memory)
    answer = DONE
    while True:
        try:
            channel.send_bytes(answer)
            what = channel.recv_bytes()
        except (EOFError, OSError):
            return
        if what == END:
            return
        try:
            worker.do(what)
            answer = DONE
        except Exception as error:
            answer = f"{type(error).__name__}: {error}".encode()


class Worker:
    """The tables of one process."""

    def __init__(self, share: Share, memory: Memory) -> None:
        rows = slice(share.first, share.first + share.tables)
        self.share = share
        self.shared = {name: array[rows] for name, array in share.arrays.over(memory).items()}
        self.engine = batch_engine(share.match, share.tables, share.luck, share.reward)
        self.engine.first_table = share.first
        self.encoding: Encoding | None = None
        inner = self.engine
        kept = {
            "observation": array_over(inner.observation, np.int64),
            "legal": array_over(inner.legal, np.int64),
            "seat": array_over(inner.seat, np.int64),
            "games": array_over(inner.games, np.int64),
            "reward": array_over(inner.reward, np.float64),
            "done": array_over(inner.done, np.bool_),
        }
        self.kept = [(self.shared[name], array.reshape(share.tables, -1)) for name, array in kept.items()]
        self.choice = array_over(inner.choice, np.int64)
        self.engine.begin()
        self.show()

    def do(self, what: bytes) -> None:
        if what == STEP:
            self.engine.step(self.shared["actions"][:, 0])
            self.show()
        elif what == SAMPLE:
            self.engine.sample()
            self.shared["choice"][:, 0] = self.choice
        else:
            self.encode(what.decode())

    def show(self) -> None:
        """Copy what a step changes to where everybody sees it."""
        for shared, own in self.kept:
            np.copyto(shared, own)
        if self.share.features is not None:
            self.encode(self.share.features)

    def encode(self, kind: str) -> None:
        """Write the features of this type."""
        if self.encoding is None:
            self.encoding = Encoding(self.share.match)
        self.engine.encode(self.encoding.encoder)
        counted = array_over(self.engine.features, np.uint8).reshape(self.share.tables, -1)
        out = self.shared[kind]
        np.copyto(out, counted)
        if kind == "float32":
            out[:, self.encoding.amounts] *= self.encoding.scale[self.encoding.amounts]
