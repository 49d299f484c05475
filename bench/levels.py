"""Whether levels are worth their names: one bot alone against a table full of another, at equal CPU time.

    python -m bench.levels treehouse 4 400 5 master hard      game, seats, games, milliseconds a decision, the two bots
    python -m bench.levels treehouse 4 400 5 master hard 5000      the same on other deals, from number 5000 on

Every deal is played once from every seat. `milliseconds` goes to bots that search; 0 leaves them as they are. Settings
that were chosen on some deals are to be measured on others: of many tries the luckiest looks best where it was found.
Stopped with Ctrl-C, it tells what the deals so far came to.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import pairwise
from math import sqrt

from domik.bots.search import LEVELS
from domik.games import game_package
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.state import state_from_deal
from domik.sim.ladder import PairingTotals, play_ladder_game
from domik.sim.results import Z_95

LADDER = ("normal", "hard", "master")
LEVEL_WINS = {
    2: 0.65,
    3: 0.48,
    4: 0.40,
}  # by seats, of a level against a table of the next lower one: about 2 to 1 each
SEARCH_WINS = 0.55  # of hard against plain search, two players


def with_budget(spec: str, milliseconds: str) -> str:
    """The bot specification with this time budget, unless it is no searching bot or has a budget of its own."""
    name, _, rest = spec.partition(":")
    if name not in LEVELS or milliseconds == "0" or "milliseconds" in rest or "iterations" in rest:
        return spec
    return f"{name}:milliseconds={milliseconds}{',' + rest if rest else ''}"


def deal_share(match: Match, pair: tuple[str, str], deal: int) -> tuple[float, PairingTotals]:
    """Play one deal from every seat; returns the first bot's share of wins and the totals of these games."""
    total = PairingTotals()
    luck = luck_of("levels").stream(deal)
    numbers = [int(item) for item in match.game.deal(luck)]
    for turn in range(match.seats):
        players = [0 if seat == turn else 1 for seat in range(match.seats)]
        play_ladder_game(
            match, state_from_deal(match.game, numbers), [pair[k] for k in players], players, luck.stream(turn), total
        )
    return total.won[0] / match.seats, total


def target_share(seats: int, pair: tuple[str, str]) -> float:
    """Share of wins that the first bot should have; 0 if there is no target for this pair."""
    one, two = (spec.partition(":")[0] for spec in pair)
    if (one, two) == ("hard", "ismcts") and seats == 2:
        return SEARCH_WINS
    return LEVEL_WINS.get(seats, 0.0) if (two, one) in pairwise(LADDER) else 0.0


def verdict(mean: float, reach: float, bar: float) -> str:
    """Whether the target is met, and whether the games played are enough to tell."""
    if not bar:
        return ""
    return ("holds" if mean >= bar else "**missed**") + (", in doubt" if abs(mean - bar) < reach else "")


def contest(game: str, seats: int, games: int, pair: tuple[str, str], first: int = 0) -> str:
    """Row of a table: share of wins with its 95 % interval over deals, milliseconds per decision, verdict."""
    match = game_package(game).match(seats)
    shares: list[float] = []
    seconds = [0.0, 0.0]
    decisions = [0, 0]
    with suppress(KeyboardInterrupt):
        for deal in range(first, first - (-games // seats)):
            share, total = deal_share(match, pair, deal)
            shares.append(share)
            for k in range(2):
                seconds[k] += total.seconds[k]
                decisions[k] += total.decisions[k]
    many = len(shares)
    if not many:
        raise SystemExit("no deal was finished")
    mean = sum(shares) / many
    reach = Z_95 * sqrt((sum((one - mean) ** 2 for one in shares) + 0.25) / many / many)
    cost = " / ".join(f"{1000 * seconds[k] / max(decisions[k], 1):.1f}" for k in range(2))
    interval = f"{100 * max(mean - reach, 0.0):.1f} – {100 * min(mean + reach, 1.0):.1f}"
    won = f"{100 * mean:.1f} % ({interval})"
    said = verdict(mean, reach, target_share(seats, pair))
    return f"| {game} | {seats} | {pair[0]} | {pair[1]} | {many * seats} | {won} | {cost} | {said} |"


def main() -> None:
    """Print one row; the module docstring lists the arguments."""
    if len(sys.argv) not in (7, 8):
        raise SystemExit(__doc__)
    game, seats, games, milliseconds, one, two, first = (*sys.argv[1:], "0")[:7]
    pair = with_budget(one, milliseconds), with_budget(two, milliseconds)
    print(contest(game, int(seats), int(games), pair, int(first)), flush=True)


if __name__ == "__main__":
    main()
