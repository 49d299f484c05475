"""Mine the puzzles that Domik ships, several editions and variants a game: `python tools/puzzles.py [GAME ...]`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(__file__).parents[1] / "src" / "domik" / "puzzles" / "data"
SEED = "2026"
# Of every game: how many, and the options of the games in which they are looked for
ORDERS: dict[str, list[tuple[int, list[str]]]] = {
    "treehouse": [
        (50, []),
        (40, ["--edition", "nk"]),
        (10, ["--edition", "nk", "--variant", "birdhouse"]),
        (10, ["--edition", "nk", "--variant", "secret_tasks"]),
        (10, ["--edition", "nk", "--variant", "extra_changes"]),
    ],
    "dream_home": [
        (80, []),
        (15, ["--option", "open_roofs=1"]),
        (15, ["--option", "gentle=1"]),
        (16, ["--seed", "2027"]),  # the later --seed counts
    ],
    "cabin": [(90, []), (15, ["--variant", "family"]), (15, ["--variant", "promo"])],
    "bower": [(70, []), (20, ["--mode", "hard"]), (20, ["--mode", "fair"])],
}


def mine(game: str) -> None:
    """All puzzles of one game into its file, those with the same id once."""
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (count, options) in enumerate(ORDERS[game]):
            out = Path(folder) / f"{number}.jsonl"
            order = ["puzzle", "make", game, "--count", str(count), "--seed", SEED, "--out", str(out), *options]
            subprocess.run([sys.executable, "-m", "domik", *order], check=True)
            lines += out.read_text(encoding="utf-8").splitlines()
    DATA.mkdir(exist_ok=True)
    alone = {
        json.loads(line)["id"]: line for line in reversed(lines)
    }  # an option that changed nothing asks nothing new
    (DATA / f"{game}.jsonl").write_text("".join(f"{line}\n" for line in reversed(alone.values())), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or ORDERS:
        mine(name)
