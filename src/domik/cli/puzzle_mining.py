"""`domik puzzle make GAME` and `domik puzzle prove FILE`: mine puzzles from bot games, and verify existing ones."""

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
    """Mine until there are enough; puzzles are written as they are found, and a stopped run resumes."""
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


def matches_to_mine(package: GamePackage, given: dict[str, object], args: Namespace, seats: int) -> list[Match]:
    """The matches to mine in turn. Solo games need a provable par and are mined alone."""
    counts = [seats] if seats else list(range(package.least_seats, package.most_seats + 1))
    matches = [package.match(count, given, args.components) for count in counts]
    if matches[0].seats == 1 and not has_par(matches[0]):
        matches = matches[1:]
        if not matches:
            raise DomikError(Phrase("puzzle.make.no_par"))
    return matches[:1] if matches[0].seats == 1 else matches


@dataclass(frozen=True)
class MiningOrder:
    seed: str
    players: Sequence[str]
    count: int


class MiningFile:
    """The growing puzzle file, and beside it a file with the progress."""

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
        """Read the progress; BadOption if it belongs to another order."""
        found = json.loads(self.progress_path.read_text(encoding="utf-8"))
        if found.get("order") != json.loads(json.dumps(self.order)):
            raise BadOption(Phrase("puzzle.make.other", {"file": str(self.progress_path)}))
        self.next = found["next"]
        lines = self.out.read_text(encoding="utf-8").splitlines() if self.out.exists() else []
        self.ids = [parse_puzzle(line).id for line in lines]

    def save_progress(self, puzzle: Puzzle | None) -> None:
        """Count one more game and append its puzzle, unless the file already has it."""
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
    """Mine game after game; returns whether there are enough. Ctrl-C keeps what is done."""
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
    """A progress bar on a terminal, else nothing; yields a function that takes the number done."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    with count_bar() as bar:
        task = bar.add_task(say(Phrase("puzzle.make.digging")), total=count, completed=begun)
        yield lambda number: bar.update(task, completed=number)


def verify_puzzles(args: Namespace, say: Words) -> int:
    """Verify the puzzles of a file or a game; failures are named."""
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
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise BadOption(Phrase("puzzle.prove.unreadable", {"file": str(path), "why": why_unreadable(error)})) from None
    return [parse_puzzle(line) for line in lines if line.strip()]
