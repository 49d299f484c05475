"""The page that bench/load.py writes: every figure's middle and spread over the runs, and which bounds hold."""

from __future__ import annotations

from statistics import median

Found = dict[str, float]
MOST_YARDSTICKS = 3.0
MOST_AGAINST_FIRST = 1.4
MOST_BYTES = 4000.0
MOST_MEMORY = 150.0
MOST_PACED = 1.8
MOST_CROWD = 1.3
MOST_ONLOOKER = 10.0
MOST_P99 = 4.0


def middle(runs: list[Found], name: str) -> float:
    """The middle of the runs."""
    return median(run[name] for run in runs)


def limits(runs: list[Found]) -> dict[str, float]:
    """What may not be exceeded, by the name of the figure."""
    found: dict[str, float] = {"yardsticks a move": MOST_YARDSTICKS}
    for name in runs[0]:
        if name.endswith(" against treehouse"):
            found[name] = MOST_AGAINST_FIRST
        elif name.endswith(" bytes a message"):
            found[name] = MOST_BYTES
        elif name.endswith(" memory KB a table"):
            found[name] = MOST_MEMORY
    return found | {
        "paced against flat out": MOST_PACED,
        "paced p99 in yardsticks": MOST_P99,
        "20 onlookers against one": MOST_CROWD,
        "onlooker memory KB": MOST_ONLOOKER,
    }


def bounds(runs: list[Found]) -> dict[str, bool]:
    """Every bound in words, and whether the middle of the runs holds it."""
    return {
        f"{name}: {written(middle(runs, name))}, at most {most:g}": middle(runs, name) <= most
        for name, most in limits(runs).items()
    }


def written(number: float) -> str:
    """As many digits as it deserves."""
    return f"{number:.0f}" if number >= 20 else f"{number:.2f}"


def row(runs: list[Found], name: str) -> str:
    """A figure, the middle first, then the least and the most."""
    values = [run[name] for run in runs]
    return f"| {name} | {written(median(values))} | {written(min(values))} – {written(max(values))} |"


def page_of(runs: list[Found], size: str, busy: str) -> str:
    """The figures as a page."""
    held = [f"- {'holds' if holds else '**missed**'}: {line}" for line, holds in bounds(runs).items()]
    return "\n".join(
        [
            "# Load",
            "",
            "Written by `python -m bench.load --write docs/load.md`; the head of bench/load.py says what is measured.",
            "",
            f"{size}. Load of the machine before the first run: {busy}. A bound holds or is missed by the middle run.",
            "",
            *held,
            "",
            "| | middle | spread |",
            "|---|---:|---:|",
            *(row(runs, name) for name in runs[0]),
            "",
        ]
    )
