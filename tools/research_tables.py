"""Write docs/research/GAME.md: what the numbers, features and actions of each game mean, taken from the code.

`python tools/research_tables.py` writes the pages; tests/tools/test_research_tables.py says when they are stale.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from domik.games import GAMES
from domik.kernel.phrase import Phrase
from domik.language import words_for
from domik.research import Batch

FOLDER = Path(__file__).parents[1] / "docs" / "research"
SEED = 7
STEPS = 600  # random moves whose decisions are listed
MOST_LETTERS = 90  # of an example


def field_rows(fields: Mapping[str, slice]) -> list[str]:
    return [f"| `{name}` | {where.start} | {where.stop - where.start} |" for name, where in fields.items()]


def feature_rows(batch: Batch) -> list[str]:
    encoding = batch.encoding
    return [
        f"| `{name}` | {where.start} | {'×'.join(map(str, encoding.shapes[name]))} | {max_of(batch, where)} |"
        for name, where in encoding.slices.items()
    ]


def max_of(batch: Batch, where: slice) -> str:
    most = batch.encoding.most[where]
    return "0 or 1" if most.max() == 1 else f"0 to {int(most.max())}"


def action_rows(batch: Batch) -> list[str]:
    """Every kind of decision that random games come to: its prompt, its action numbers, and one action in words."""
    match = batch.match
    say = words_for("en", (match.package.words_package,))
    found: dict[str, tuple[str, set[int], str]] = {}
    for _ in range(STEPS):
        view = batch.view(0)
        legal = int(view.legal())
        prompt = match.prompt(view)
        first = legal & -legal
        example = f"{first.bit_length() - 1} = `{match.write(view, first)}`: {say(match.describe(view, first))}"
        numbers = {number for number in range(legal.bit_length()) if legal >> number & 1}
        said, known, shown = found.setdefault(prompt.key, (say(prompt), set(), example))
        found[prompt.key] = said, known | numbers, shown
        batch.step(batch.sample())
    return [
        f"| {cell(said)} | {ranges(numbers)} | {cell(example)} |" for said, numbers, example in sorted(found.values())
    ]


def cell(text: str) -> str:
    short = text if len(text) <= MOST_LETTERS else text[:MOST_LETTERS].rsplit(" ", 1)[0] + " …"
    return short.replace("|", "\\|").replace("\n", " ")


def ranges(numbers: set[int]) -> str:
    """{0, 1, 2, 5} as `0–2, 5`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in found)


def page_of(name: str) -> str:
    """The page of one game, for two seats and its default options."""
    batch = Batch(name, tables=1, seed=SEED)
    title = words_for("en", (batch.match.package.words_package,))(Phrase("game.name"))
    lines = [
        f"# {title} for researchers",
        "",
        "Written by tools/research_tables.py from the code, for two seats and the default options. How to use it:",
        "[research.md](../research.md).",
        "",
        "## Decisions and actions",
        "An action number means something in one decision only; the mask says which are open.",
        "",
        "| decision | action numbers seen | for example |",
        "|---|---|---|",
        *action_rows(batch),
        "",
        f"## Features ({batch.encoding.width} values)",
        "`me.` is the looking seat, `next1.` the one after it, clockwise. float32 scales every value to 0 to 1.",
        "",
        "| feature | from | shape | as uint8 |",
        "|---|---|---|---|",
        *feature_rows(batch),
        "",
        f"## Numbers of an observation ({batch.width})",
        "",
        "| field | from | numbers |",
        "|---|---|---|",
        *field_rows(batch.fields),
        "",
    ]
    return "\n".join(lines)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        if GAMES.is_built_in(name):
            (FOLDER / f"{name}.md").write_text(page_of(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
