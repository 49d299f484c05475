"""Performance targets of the engine, and whether a run met them."""

from __future__ import annotations

from typing import Any

NEAREST_PEER = "open_spiel_hearts"  # the fastest peer: C++ rules, C++ bots, a card game for four
TIMES_NEAREST = {"treehouse": 5.5, "dream_home": 3.5, "cabin": 4.2, "bower": 3.2}
TIMES_PURE = 45.0
MOST_COPY_US = 0.15
PURE_RATE = {"treehouse": 150_000, "dream_home": 120_000, "cabin": 150_000, "bower": 120_000}


def target_table(rows: list[tuple[str, dict[str, Any]]]) -> list[str]:
    lines = ["| Game | What | Target | Measured | |", "|---|---|---:|---:|---|"]
    for name, found in rows:
        for what, target, measured, holds in check_targets(name.split(",")[0], found):
            lines.append(f"| {name} | {what} | {target} | {measured} | {'holds' if holds else '**missed**'} |")
    return lines


def check_targets(game: str, found: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    """Name, target, measured value and verdict of every target that applies."""
    ratios, said = found["ratios"], []
    if NEAREST_PEER in ratios and game in TIMES_NEAREST:
        wanted = TIMES_NEAREST[game]
        said.append(
            (f"times {NEAREST_PEER}", f"≥ {wanted:g}", f"{ratios[NEAREST_PEER]:.2f}", ratios[NEAREST_PEER] >= wanted)
        )
    said.append(("times pure", f"≥ {TIMES_PURE:g}", f"{ratios['pure']:.0f}", ratios["pure"] >= TIMES_PURE))
    copy = found["copy_us"]
    said.append(("state copy, µs", f"≤ {MOST_COPY_US:g}", f"{copy:.3f}", copy <= MOST_COPY_US))
    if game in PURE_RATE:
        pure = found["pure_moves_per_second"]
        said.append(("pure, moves/s", f"≥ {PURE_RATE[game]:,}", f"{pure:,}", pure >= PURE_RATE[game]))
    return said
