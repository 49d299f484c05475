"""Badges for first times: computed from what is kept anyway, shown among one's games, never announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from domik.games import GAMES
from domik.server.live.game_results import TableResult

STREAK = 5  # puzzles right at the first try, one after another


@dataclass(frozen=True)
class Badge:
    """A first time; its name is `web.badge.KEY`."""

    key: str
    icon: str


def longest_streak(outcomes: Sequence[bool]) -> int:
    best = now = 0
    for right in outcomes:
        now = now + 1 if right else 0
        best = max(best, now)
    return best


def earned_badges(
    results: Sequence[tuple[TableResult, int]], puzzles: Mapping[str, Sequence[bool]], lessons: int
) -> list[Badge]:
    """What somebody has done at least once; `puzzles` are first attempts by game, the oldest first."""
    whole = [(result, seat) for result, seat in results if result.is_complete]
    people = [result for result, _ in whole if sum(not chair.is_bot for chair in result.chairs) > 1]
    earned = {
        Badge("game", "sprout"): bool(whole),
        Badge("win", "trophy"): any(result.place(seat) == 1 and len(result.chairs) > 1 for result, seat in whole),
        Badge("full_house", "house"): any(seat in result.full for result, seat in whole),
        Badge("people", "users-round"): bool(people),
        Badge("all_games", "layout-grid"): {result.game for result, _ in whole} >= set(GAMES),
        Badge("lesson", "graduation-cap"): lessons > 0,
        Badge("puzzle", "puzzle"): any(any(outcomes) for outcomes in puzzles.values()),
        Badge("streak", "flame"): any(longest_streak(outcomes) >= STREAK for outcomes in puzzles.values()),
    }
    return [badge for badge, has in earned.items() if has]
