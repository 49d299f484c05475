"""Strength of Dream Home's rollout policy without search against `normal`: `python -m bench.rollout_moves [DEALS]`.

The weights at the top of games/dream_home/mind/card_gains.py were tuned with this: change one, build, play, keep what
gains.
"""

from __future__ import annotations

import sys
from math import sqrt

from domik.bots import bot_of
from domik.games import game_package
from domik.kernel.game import Game, lowest
from domik.kernel.luck import Luck, luck_of
from domik.kernel.state import State, state_from_deal

DEALS = 1500


def play(game: Game, state: State, me: int, luck: Luck) -> None:
    """Play one game: seat `me` by the rollout policy, or by `normal` where that has no move, the other by `normal`."""
    advice = bot_of("normal", luck)
    while not state.is_over():
        seat = lowest(state.awaited_seats())
        legal = state.legal(seat)
        action = game.mind.rollout_move(state.numbers, seat, legal, luck) if seat == me else 0
        state.play(seat, action or advice.decide(state.view(seat), legal))


def main() -> None:
    """Print the mean margin in points per game and the share of games won; every deal is played from both seats."""
    game = game_package("dream_home").match(2).game
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    margins = []
    won = 0.0
    for number in range(deals):
        margin = 0.0
        for me in (0, 1):
            luck = luck_of("reflexes").stream(number)
            state = state_from_deal(game, list(game.deal(luck)))
            play(game, state, me, luck)
            margin += float(state.score(me) - state.score(1 - me)) / 2
            winners = int(state.winners())
            won += (winners >> me & 1) / winners.bit_count()
        margins.append(margin)
    mean = sum(margins) / deals
    doubt = sqrt(sum((margin - mean) ** 2 for margin in margins) / deals / deals)
    print(f"{mean:+.2f} points (± {2 * doubt:.2f}), won {50 * won / deals:.1f} % of {2 * deals} games")


if __name__ == "__main__":
    main()
