"""A ladder: a round-robin tournament of bots, each pair on the same deals and from both seatings."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from domik.bots import Bot, bot_of, end_programs, failures_of, parse_bot
from domik.games import game_package
from domik.kernel.components import Components
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.luck import Luck, luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import RecordedMove
from domik.kernel.state import State, View, state_from_deal
from domik.sim.cluster import Cluster
from domik.sim.interruption import Interruption
from domik.sim.run import play_to_end
from domik.sim.workers import bounded_workers, run_in_worker, start_pool


@dataclass(frozen=True)
class PairingResult:
    """One deal played by a pair in every seating (a solo game: once by each); all numbers are sums over its games."""

    pair: tuple[str, str]
    deal: int
    games: int
    won: tuple[float, float]  # win shares; a shared win is split
    points: tuple[float, float]
    seconds: tuple[float, float]  # CPU time spent deciding
    decisions: tuple[int, int]
    troubles: tuple[dict[str, Any], ...] = ()
    played: tuple[list[list[int]], ...] = field(default=(), compare=False)  # seat and action of every move, by game

    def key(self) -> tuple[str, str, int]:
        return (*self.pair, self.deal)


@dataclass(frozen=True)
class Ladder:
    """The configuration of a ladder. A pairing's result depends only on this, its pair and its deal."""

    game: str
    specs: tuple[str, ...]
    options: Mapping[str, object]
    components: Components | None
    seats: int
    seed: str
    games: int  # per pair, rounded up to whole deals

    def match(self) -> Match:
        """The rules; DomikError if there is no such game, bot, seat count or option, or fewer than two bots."""
        for spec in self.specs:
            parse_bot(spec)
        if len(set(self.specs)) < 2 or len(set(self.specs)) < len(self.specs):
            raise BadOption(Phrase("ladder.too_few"))
        return game_package(self.game).match(self.seats, self.options, self.components)

    def deals(self) -> int:
        """Number of deals that every pair plays."""
        return -(-self.games // games_per_deal(self.seats))

    def pairings(self) -> Iterator[tuple[str, str, int]]:
        """All pairings, deal by deal, so that a ladder stopped early has played each pair about equally often."""
        for deal in range(self.deals()):
            for one, two in itertools.combinations(self.specs, 2):
                yield one, two, deal


def games_per_deal(seats: int) -> int:
    """Two players alternate around the table, so a deal has two seatings (one in a solo game)."""
    return 2 if seats > 1 else 1


def seatings(seats: int) -> list[list[int]]:
    """Which of the two players sits at each seat, for both games of a deal; in a solo game each plays alone."""
    return [[(seat + turn) % 2 for seat in range(seats)] for turn in range(2)]


def play_pairing(ladder: Ladder, match: Match, one: str, two: str, deal: int) -> PairingResult:
    """Play all seatings of one deal."""
    pair = (one, two)
    luck = luck_of(ladder.seed).stream(deal)
    numbers = [int(item) for item in match.game.deal(luck)]
    total = PairingTotals()
    for turn, players in enumerate(seatings(match.seats)):
        seated = [pair[player] for player in players]
        play_ladder_game(match, state_from_deal(match.game, numbers), seated, players, luck.stream(turn), total)
    if match.seats == 1:
        total.decide_solo_winner()
    return total.to_result(pair, deal, games_per_deal(match.seats))


class PairingTotals:
    """Sums over the games of a pairing, indexed by player (0 or 1)."""

    def __init__(self) -> None:
        self.won = [0.0, 0.0]
        self.points = [0.0, 0.0]
        self.seconds = [0.0, 0.0]
        self.decisions = [0, 0]
        self.troubles: list[dict[str, Any]] = []
        self.played: list[list[list[int]]] = []

    def decide_solo_winner(self) -> None:
        """In a solo game the higher score wins."""
        self.won = [0.5 + 0.5 * ((one > two) - (one < two)) for one, two in itertools.permutations(self.points)]

    def to_result(self, pair: tuple[str, str], deal: int, games: int) -> PairingResult:
        return PairingResult(
            pair,
            deal,
            games,
            (self.won[0], self.won[1]),
            (self.points[0], self.points[1]),
            (self.seconds[0], self.seconds[1]),
            (self.decisions[0], self.decisions[1]),
            tuple(self.troubles),
            tuple(self.played),
        )

    def count_game(self, match: Match, state: State, players: list[int]) -> None:
        """Add the result of a finished game; `players` tells which of the two players sits at each seat."""
        winners = int(state.winners())
        for seat, player in enumerate(players):
            share = players.count(player)
            self.points[player] += match.points(int(state.score(seat))) / share
            if winners >> seat & 1 and match.seats > 1:
                self.won[player] += 1 / winners.bit_count()


class TimedBot:
    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds = 0.0  # CPU time
        self.decisions = 0

    def decide(self, view: View, legal: int) -> int:
        """The bot's choice; forced moves are not counted."""
        before = time.thread_time()
        action = self.bot.decide(view, legal)
        if legal & (legal - 1):
            self.seconds += time.thread_time() - before
            self.decisions += 1
        return action


def play_ladder_game(
    match: Match, state: State, seated: list[str], players: list[int], luck: Luck, total: PairingTotals
) -> None:
    """Play one game into `total`; `players` tells which of the two players sits at each seat."""
    bots: list[Bot] = [bot_of(spec, luck.split(), match) for spec in seated]
    timed = [TimedBot(bot) for bot in bots]
    moves: list[RecordedMove] = []
    play_to_end(state, timed, moves)
    total.played.append([[move.seat, move.action] for move in moves])
    for player, bot in zip(players, timed, strict=True):
        total.seconds[player] += bot.seconds
        total.decisions[player] += bot.decisions
    end_programs(bots)
    total.troubles += failures_of(bots)
    total.count_game(match, state, players)


LADDER_SCHEMA = 1
Pairing = tuple[str, str, int]


def run_ladder(
    ladder: Ladder,
    workers: int | None = None,
    file: Path | None = None,
    heard: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> tuple[list[PairingResult], bool]:
    """Play all pairings; returns the results and whether the ladder is complete.

    Results are appended to `file`, and those already in it are not played again. `heard` is called with the number of
    newly finished pairings, first with the number read from the file.
    """
    match = ladder.match()
    done = (
        {bout.key(): bout for bout in read_pairing_results(file, ladder, match)}
        if file is not None and file.exists()
        else {}
    )
    wanted = list(ladder.pairings())
    bouts = [done[task] for task in wanted if task in done]
    tasks = [task for task in wanted if task not in done]
    if heard is not None:
        heard(len(bouts))
    elsewhere = None if cluster is None else Cluster(cluster)
    with Interruption() as interruption, elsewhere or nullcontext():
        if elsewhere is not None:
            elsewhere.check_workers(ladder, match)
            given = play_pairings_on_cluster(elsewhere, ladder, tasks)
        else:
            given = play_pairings_locally(ladder, match, tasks, bounded_workers(workers))
        with open_ladder_file(file, ladder, match, bool(done)) as kept:
            for bout in given:
                interruption.is_saving = True
                bouts.append(bout)
                if kept is not None:
                    kept.write(json.dumps(asdict(bout), ensure_ascii=False) + "\n")
                    kept.flush()
                if heard is not None:
                    heard(1)
                interruption.is_saving = False
                if interruption.is_stopped:
                    break
    return bouts, len(bouts) == len(wanted)


def play_pairings_locally(ladder: Ladder, match: Match, tasks: list[Pairing], workers: int) -> Iterator[PairingResult]:
    """Results in the order in which the pairings finish."""
    many = min(workers, len(tasks))
    if many < 2:
        for task in tasks:
            yield play_pairing(ladder, match, *task)
        return
    with start_pool(ladder, many) as pool:
        yield from pool.imap_unordered(partial(run_in_worker, play_pairing), tasks)


def play_pairings_on_cluster(cluster: Cluster, ladder: Ladder, tasks: list[Pairing]) -> Iterator[PairingResult]:
    """Results in the ladder's order."""
    for bouts in cluster.run_parts(ladder, play_pairings, tasks):
        yield from bouts


def play_pairings(ladder: Ladder, match: Match, tasks: list[Pairing]) -> list[PairingResult]:
    return [play_pairing(ladder, match, *task) for task in tasks]


# ---- the results file ---------------------------------------------------------------------------------


class NullFile:
    """Context manager in place of a results file when none was asked for."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *reason: object) -> None:
        return None


def open_ladder_file(file: Path | None, ladder: Ladder, match: Match, goes_on: bool) -> TextIO | NullFile:
    """Open the results file for appending, or create it with its header line."""
    if file is None:
        return NullFile()
    try:
        if goes_on:
            text = file.read_text(encoding="utf-8")
            file.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")  # drop a truncated last line
        kept = file.open("a" if goes_on else "w", encoding="utf-8")
    except OSError as error:
        raise DomikError(Phrase("sim.no_file", {"file": str(file), "why": error.strerror or ""})) from None
    if not goes_on:
        kept.write(json.dumps(ladder_header(ladder, match), ensure_ascii=False) + "\n")
    return kept


def ladder_header(ladder: Ladder, match: Match) -> dict[str, Any]:
    """What two runs that share a file must agree on; bots and games may be added."""
    return {
        "ladder": LADDER_SCHEMA,
        "game": ladder.game,
        "options": match.options_json(),
        "components": match.components.hash(),
        "seats": ladder.seats,
        "seed": ladder.seed,
    }


def read_pairing_results(file: Path, ladder: Ladder, match: Match) -> Iterator[PairingResult]:
    """Results in a file; a truncated last line is ignored. DomikError if the file belongs to another ladder."""
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or "" if isinstance(error, OSError) else str(error)
        raise DomikError(Phrase("error.file", {"file": str(file), "why": why})) from None
    if not any(line.strip() for line in lines):
        return
    for name, wanted in ladder_header(ladder, match).items():
        said = read_json_line(file, lines, 0).get(name)
        if said != wanted:
            args = {"file": str(file), "field": name, "said": str(said), "wanted": str(wanted)}
            raise DomikError(Phrase("ladder.other_file", args))
    for at in range(1, len(lines) - 1):
        try:
            raw = read_json_line(file, lines, at)
            bout: dict[str, Any] = {n: tuple(value) if isinstance(value, list) else value for n, value in raw.items()}
            yield PairingResult(**bout)
        except (TypeError, KeyError):
            raise DomikError(Phrase("ladder.bad_file", {"file": str(file), "line": at + 1})) from None


def read_json_line(file: Path, lines: list[str], at: int) -> dict[str, Any]:
    try:
        found = json.loads(lines[at])
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise DomikError(Phrase("ladder.bad_file", {"file": str(file), "line": at + 1}))
    return found
