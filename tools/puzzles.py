"""The puzzles that Domik ships: `python tools/puzzles.py mine|prove|rate [GAME ...]`.

mine    adds puzzles from bots' games of several editions and variants, and ships those that stand and differ most
prove   proves every shipped puzzle again by the stronger look with fresh seeds; `--drop` leaves out those that fail one
rate    lets easy, normal and hard try every shipped puzzle anew
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import replace

from domik.puzzles import PAR, Puzzle, difficulty, par
from domik.puzzles.puzzle import parse_puzzle
from domik.puzzles.strong_proof import StrongProof, strong_proof_of, with_strong_values
from domik.puzzles.verification import verify_puzzle

DATA = Path(__file__).parents[1] / "src" / "domik" / "puzzles" / "data"
SHIPPED = 120  # most per game
SEEDS = 2  # fresh seeds of the stronger look that verify a puzzle before it is shipped; mining used others
# By game: number of puzzles to mine and the options of the games to mine from; every order has its own seed
ORDERS: dict[str, list[tuple[int, list[str]]]] = {
    "treehouse": [
        (63, []),
        (12, ["--edition", "nk"]),
        (5, ["--edition", "nk", "--variant", "birdhouse"]),
        (5, ["--edition", "nk", "--variant", "secret_tasks"]),
        (5, ["--edition", "nk", "--variant", "extra_changes"]),
        (10, []),
    ],
    "dream_home": [
        (12, []),
        (12, ["--option", "open_roofs=1"]),
        (12, ["--option", "car=1"]),
        (26, []),
    ],
    "cabin": [],
    "bower": [
        (25, []),
        (8, ["--mode", "hard"]),
        (8, ["--mode", "fair"]),
        (8, ["--mode", "hard", "--mode", "fair"]),
        (34, []),
    ],
}


def main() -> int:
    """Run the command; returns 1 if a proof failed and the puzzle was kept."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("mine", "prove", "rate"))
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="fresh seeds a proof")
    parser.add_argument("--name", default="fresh", help="what the seeds are called: another name is another set")
    parser.add_argument("--drop", action="store_true", help="leave out what fails")
    parser.add_argument(
        "--work", type=Path, default=Path("build/puzzles"), help="where what is mined and proven lies meanwhile"
    )
    args = parser.parse_args()
    failed = 0
    for game in args.games or ORDERS:
        if args.what == "mine":
            write_shipped(
                game,
                choose_variety(
                    verified_and_refuted(
                        without_duplicates([*read_shipped(game), *mine_candidates(game, args.work)]), args
                    )[0]
                ),
            )
        elif args.what == "prove":
            sound, wrong = verified_and_refuted(read_shipped(game), args)
            if args.drop:
                write_shipped(game, sound)
            else:
                failed += len(wrong)
        else:
            write_shipped(game, [rate_puzzle(one) for one in read_shipped(game)])
    return 1 if failed else 0


def read_shipped(game: str) -> list[Puzzle]:
    return puzzles_in(DATA / f"{game}.jsonl")


def puzzles_in(file: Path) -> list[Puzzle]:
    return [parse_puzzle(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def write_shipped(game: str, puzzles: Iterable[Puzzle]) -> None:
    (DATA / f"{game}.jsonl").write_text("".join(f"{one.to_json()}\n" for one in puzzles), encoding="utf-8")


def mine_candidates(game: str, work: Path) -> list[Puzzle]:
    """Candidates of all orders; an interrupted search resumes, a finished one is not repeated."""
    found: list[Puzzle] = []
    for number, (count, options) in enumerate(ORDERS[game]):
        out = work / f"{game}-{number}.jsonl"
        out.parent.mkdir(parents=True, exist_ok=True)
        if not out.exists() or out.with_name(f"{out.name}.next").exists():
            order = ["puzzle", "make", game, "--count", str(count), "--seed", f"2026{number}", "--out", str(out)]
            subprocess.run([sys.executable, "-m", "domik", *order, *options], check=True)
        found += puzzles_in(out)
    return found


def without_duplicates(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    return list({one.id: one for one in puzzles}.values())


def verified_and_refuted(puzzles: list[Puzzle], args: Namespace) -> tuple[list[Puzzle], list[Puzzle]]:
    """Puzzles that every seed verifies, with the figures of the last one, and those that a seed refutes.

    Every result is written at once, so that an interrupted proof goes on where it was.
    """
    if not puzzles:
        return [], []
    game = puzzles[0].game
    journal = args.work / f"proven-{args.name}-{game}.jsonl"
    journal.parent.mkdir(parents=True, exist_ok=True)
    lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
    done = {row["id"]: row["puzzle"] for row in map(json.loads, lines)}
    for puzzle in puzzles:
        if puzzle.id not in done:
            found = proven_anew(puzzle, args)
            done[puzzle.id] = found.to_json() if found is not None else None
            with journal.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps({'id': puzzle.id, 'puzzle': done[puzzle.id]})}\n")
    sound = [parse_puzzle(text) for one in puzzles if (text := done[one.id]) is not None]
    wrong = [one for one in puzzles if done[one.id] is None]
    for one in wrong:
        print(f"{game} {one.id} ({one.seats} seats) does not stand", flush=True)
    print(f"{game}: {len(sound)} of {len(puzzles)} stand with {args.seeds} fresh seeds", flush=True)
    return sound, wrong


def proven_anew(puzzle: Puzzle, args: Namespace) -> Puzzle | None:
    """The puzzle with fresh figures; None if a seed refutes it. Exact puzzles need one try and keep theirs."""
    if puzzle.kind == PAR:
        return puzzle if verify_puzzle(puzzle, args.name) else None
    look: StrongProof | None = None
    for number in range(args.seeds):
        look = strong_proof_of(puzzle, f"{args.name} {number}")
        if not look.holds:
            return None
    return with_strong_values(puzzle, look) if look is not None else puzzle


def choose_variety(puzzles: list[Puzzle]) -> list[Puzzle]:
    """At most SHIPPED puzzles, always adding the one rarest so far by theme, then seats, then options."""
    left, seen = {one.id: one for one in puzzles}, Counter[str]()
    chosen: list[Puzzle] = []
    while left and len(chosen) < SHIPPED:
        one = min(left.values(), key=lambda puzzle: (*(seen[trait] for trait in traits_of(puzzle)), puzzle.id))
        seen.update(traits_of(one))
        chosen.append(left.pop(one.id))
    return chosen


def traits_of(puzzle: Puzzle) -> tuple[str, str, str]:
    return puzzle.theme, f"{puzzle.seats} seats", json.dumps(puzzle.options)


def rate_puzzle(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its difficulty measured again by the current bot levels."""
    if puzzle.kind == PAR:
        solved = par.par_solve_rates(puzzle.record().match, puzzle.state(), puzzle.par, puzzle.id)
    else:
        solved = difficulty.measure_solve_rates(puzzle.view(), set(puzzle.answer), puzzle.id)
    return replace(puzzle, solved=solved, rating=difficulty.estimate_difficulty(solved))


if __name__ == "__main__":
    sys.exit(main())
