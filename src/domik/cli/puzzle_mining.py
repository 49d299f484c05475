"""`domik puzzle make GAME` and `domik puzzle prove FILE`: new puzzles from bots' games, and old ones proven again."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from domik.cli import FAULT, FINE, INTERRUPTED, choices
from domik.cli.progress_bar import count_bar
from domik.cli.records import why_unreadable
from domik.games import GAMES
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.package import GamePackage, Match
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.puzzles.mining import PLAYERS, mine_puzzle
from domik.puzzles.par import has_par, mine_par_puzzle
from domik.puzzles.puzzle import Puzzle, load_puzzles, parse_puzzle
from domik.puzzles.verification import verify_puzzle
from domik.sim.interruption import Interruption


def mine_puzzles(args: Namespace, say: Words) -> int:
    """Mine until there are enough; what is found is written at once, and a stopped run goes on where it was."""
    title = choices.title_from(args)
    given = choices.chosen_options(title, args)
    players = choices.seats_from(args, humans=False) if args.seats else []
    matches = matches_to_mine(title, given, args, len(players))
    out = args.out or Path(f"{title.name}.jsonl")
    seed = choices.seed_from(args) if args.seed is not None else "1"
    counts, options = [one.seats for one in matches], matches[0].options_json()
    done = MiningFile(out, {"seed": seed, "game": title.name, "seats": counts, "players": players, "options": options})
    complete = mine_until_enough(done, matches, MiningOrder(seed, players or PLAYERS, args.count), say)
    told: dict[str, Argument] = {"n": len(done.ids), "games": done.next, "file": str(out)}
    if args.json:
        print(json.dumps({"puzzles": len(done.ids), "games": done.next, "file": str(out), "complete": complete}))
    else:
        print(say(Phrase("puzzle.make.done" if complete else "puzzle.make.stopped", told)))
    return FINE if complete else INTERRUPTED


def matches_to_mine(title: GamePackage, given: dict[str, object], args: Namespace, seats: int) -> list[Match]:
    """The games to look through in turn; alone there is nobody to be ahead of: a proven par, or nothing."""
    counts = [seats] if seats else list(range(title.least_seats, title.most_seats + 1))
    matches = [title.match(count, given, args.components) for count in counts]
    if matches[0].seats == 1 and not has_par(matches[0]):
        matches = matches[1:]
        if not matches:
            raise DomikError(Phrase("puzzle.make.no_par"))
    return matches[:1] if matches[0].seats == 1 else matches


@dataclass(frozen=True)
class MiningOrder:
    """What is wanted."""

    seed: str
    players: Sequence[str]
    count: int


class MiningFile:
    """The file that grows, and beside it how far the digging has come."""

    def __init__(self, out: Path, order: dict[str, object]) -> None:
        self.out = out
        self.order = order
        self.progress_path = out.with_name(f"{out.name}.next")
        self.next = 0
        self.ids: list[str] = []
        if self.progress_path.exists():
            self.resume()
        elif out.exists():
            raise BadOption(Phrase("puzzle.make.exists", {"file": str(out)}))

    def resume(self) -> None:
        """Read what is there; another order's file is left alone."""
        found = json.loads(self.progress_path.read_text(encoding="utf-8"))
        if found.get("order") != json.loads(json.dumps(self.order)):
            raise BadOption(Phrase("puzzle.make.other", {"file": str(self.progress_path)}))
        self.next = found["next"]
        lines = self.out.read_text(encoding="utf-8").splitlines() if self.out.exists() else []
        self.ids = [parse_puzzle(line).id for line in lines]

    def save_progress(self, puzzle: Puzzle | None) -> None:
        """One more game looked through; a puzzle that is there already is not written twice."""
        try:
            if puzzle is not None and puzzle.id not in self.ids:
                with self.out.open("a", encoding="utf-8") as file:
                    file.write(f"{puzzle.to_json()}\n")
                self.ids.append(puzzle.id)
            self.next += 1
            self.progress_path.write_text(json.dumps({"order": self.order, "next": self.next}), encoding="utf-8")
        except OSError as error:
            raise BadOption(Phrase("cli.not_written", {"file": str(self.out), "why": why_unreadable(error)})) from None


def mine_until_enough(done: MiningFile, matches: list[Match], order: MiningOrder, say: Words) -> bool:
    """Game after game; whether there are enough now. Ctrl-C keeps what is done."""
    with ExitStack() as open_things:
        stop = open_things.enter_context(Interruption())
        heard = open_things.enter_context(optional_bar(order.count, len(done.ids), say))
        while len(done.ids) < order.count and not stop.is_stopped:
            match = matches[done.next % len(matches)]
            named = f"{order.seed} {done.next}"
            found = mine_par_puzzle(match, named) if match.seats == 1 else mine_puzzle(match, named, order.players)
            stop.is_saving = True
            done.save_progress(found)
            stop.is_saving = False
            heard(len(done.ids))
    if len(done.ids) >= order.count:
        done.progress_path.unlink(missing_ok=True)
    return len(done.ids) >= order.count


@contextmanager
def optional_bar(count: int, begun: int, say: Words) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal, nothing elsewhere; what it gives takes how many there are."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    with count_bar() as bar:
        task = bar.add_task(say(Phrase("puzzle.make.digging")), total=count, completed=begun)
        yield lambda number: bar.update(task, completed=number)


def verify_puzzles(args: Namespace, say: Words) -> int:
    """Every puzzle of a file or of a game, from nothing; the first that fails is named."""
    puzzles = list(load_puzzles(args.which)) if args.which in GAMES else read_puzzles(Path(args.which))
    failed = 0
    with optional_bar(len(puzzles), 0, say) as heard:
        for number, puzzle in enumerate(puzzles, 1):
            if not verify_puzzle(puzzle, args.seed or "fresh"):
                failed += 1
                print(say(Phrase("puzzle.prove.failed", {"id": puzzle.id})), file=sys.stderr)
            heard(number)
    print(say(Phrase("puzzle.prove.done", {"n": len(puzzles) - failed, "all": str(len(puzzles))})))
    return FINE if not failed else FAULT


def read_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of a file, or a clear word why not."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise BadOption(Phrase("puzzle.prove.unreadable", {"file": str(path), "why": why_unreadable(error)})) from None
    return [parse_puzzle(line) for line in lines if line.strip()]
