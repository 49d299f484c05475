"""Run simulations and ladders on a Dask cluster, with the same results as in one process."""

from __future__ import annotations

import asyncio
import importlib
import ipaddress
import pickle
import re
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from types import TracebackType
from typing import Any

from domik import __version__
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.playout import playouts
from domik.sim.workers import Outcome, WorkerJob, bounded_workers

PART = 1.0  # seconds of work in one task
AHEAD = 3  # tasks queued per worker thread
RETRIES = 5  # how often a task is retried when its worker dies
CONNECT_TIMEOUT = 3.0  # seconds for the scheduler's answer
LOCAL = re.compile(r"local:(\d{1,3})")
ADDRESS = re.compile(r"(tcp|tls)://(\[[0-9a-fA-F:]+\]|[^:/\s]+):(\d{1,5})")
SAMPLE = 3  # games whose checksum is part of the fingerprint
Play = Callable[[Any, Match, Any], Outcome]  # takes the job, its rules and a slice of its work


def check_address(where: str) -> str:
    """Return the address if valid: `local:4`, `tcp://` on this machine, or `tls://` anywhere; else raise BadOption."""
    if (found := LOCAL.fullmatch(where)) and int(found.group(1)) > 0:
        return where
    found = ADDRESS.fullmatch(where)
    if found is None or not 0 < int(found.group(3)) < 65536:
        raise BadOption(Phrase("cluster.address", {"address": where}))
    if found.group(1) == "tcp" and not is_local_host(found.group(2)):
        raise BadOption(Phrase("cluster.tls", {"address": where}))
    return where


def is_local_host(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Cluster:
    """A connection to a Dask scheduler, as a context manager; `local:N` starts N local workers."""

    def __init__(self, where: str) -> None:
        self.address = check_address(where)
        self.local_cluster: Any = None
        self.client: Any = None

    def __enter__(self) -> Cluster:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise DomikError(Phrase("cluster.missing")) from None
        found = LOCAL.fullmatch(self.address)
        try:
            if found:
                self.local_cluster = distributed.LocalCluster(
                    n_workers=bounded_workers(int(found.group(1))),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                )
            else:
                wait_for_handshake(distributed, self.address)
            self.client = distributed.Client(self.local_cluster or self.address, timeout=CONNECT_TIMEOUT)
        except (OSError, TimeoutError, TypeError, ValueError) as error:  # TypeError: tls:// without a certificate
            self.__exit__(None, None, None)
            why = str(error) or type(error).__name__
            raise DomikError(Phrase("cluster.silent", {"address": self.address, "why": why})) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for thing in (self.client, self.local_cluster):
            if thing is not None:
                thing.close()

    def check_workers(self, plan: WorkerJob, match: Match) -> None:
        """Raise DomikError unless every worker has the same version and rules as this process."""
        mine = fingerprint(match)
        answers: dict[str, Any] = self.client.run(worker_fingerprint, pickle.dumps(plan), on_error="return")
        if not answers:
            raise DomikError(Phrase("cluster.empty", {"address": self.address}))
        for worker, theirs in sorted(answers.items()):
            if theirs != mine:
                said = {"worker": worker, "theirs": str(theirs), "mine": str(mine)}
                raise DomikError(Phrase("cluster.differs", said))

    def run_parts(self, plan: WorkerJob, play: Play[Outcome], row: Sequence[Any]) -> Iterator[Outcome]:
        """Play the whole row in tasks, keeping a few queued per worker; outcomes are yielded in order.

        The size of a task follows from the time that the tasks before it took.
        """
        packed = pickle.dumps(plan)
        mine = fingerprint(plan.match())
        waiting: deque[tuple[int, Any]] = deque()
        first = 0
        size = 1
        while first < len(row) or waiting:
            while first < len(row) and len(waiting) < AHEAD * max(1, len(self.client.nthreads())):
                piece = row[first : first + size]
                part = self.client.submit(run_part, play, packed, mine, piece, pure=False, retries=RETRIES)
                waiting.append((len(piece), part))
                first += len(piece)
            many, part = waiting.popleft()
            try:
                seconds, outcome = part.result()
            except Exception as error:
                raise DomikError(Phrase("cluster.failed", {"why": f"{type(error).__name__}: {error}"})) from None
            yield outcome
            size = max(1, int(PART * many / max(seconds, 1e-6)))


def wait_for_handshake(distributed: Any, address: str) -> None:
    """Raise TimeoutError if nobody answers there, since Dask's client waits for ever at a port that is silent."""

    async def shake_hands() -> None:
        arguments = distributed.Security().get_connection_args("client")
        comm = await distributed.comm.connect(address, timeout=CONNECT_TIMEOUT, **arguments)
        await comm.close()

    async def shake_hands_in_time() -> None:
        await asyncio.wait_for(shake_hands(), CONNECT_TIMEOUT)

    with ThreadPoolExecutor(1) as thread:  # the caller may have an event loop of its own
        thread.submit(asyncio.run, shake_hands_in_time()).result()


def fingerprint(match: Match) -> str:
    """What two machines must agree on: the versions, the components, and the checksum of a few games."""
    _, check = playouts(match.game, luck_of("fingerprint"), 0, SAMPLE)
    rules = f"{match.package.name} rules {match.package.rules_version}"
    return f"domik {__version__}, {rules}, components {match.components.hash()}, check {int(check):08x}"


def worker_fingerprint(packed: bytes) -> str:
    """The fingerprint computed by a worker; the error as text if there is none."""
    try:
        return load_job(packed)[2]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@lru_cache(maxsize=8)
def load_job(packed: bytes) -> tuple[WorkerJob, Match, str]:
    """The job, its rules and their fingerprint, cached in the worker."""
    plan: WorkerJob = pickle.loads(packed)
    match = plan.match()
    return plan, match, fingerprint(match)


def run_part(play: Play[Outcome], packed: bytes, wanted: str, piece: Sequence[Any]) -> tuple[float, Outcome]:
    """Run one task in a worker; returns CPU seconds and outcome.

    A worker that joined late with other rules raises RuntimeError, so that it cannot spoil the results.
    """
    plan, match, mine = load_job(packed)
    if mine != wanted:
        raise RuntimeError(f"a worker has {mine}, wanted is {wanted}")
    before = time.process_time()
    outcome = play(plan, match, piece)
    return time.process_time() - before, outcome
