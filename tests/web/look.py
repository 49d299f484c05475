"""Writes a still page of a game that greedy bots play, to be looked at in a browser.

python -m tests.web.look OUT.html --seats 3 --moves 40 --seat 0 --language ru --theme dark --phone
"""

from __future__ import annotations

import argparse
from html import escape
from pathlib import Path

from domik.bots import bot_of
from domik.games import game_package, game_packages
from domik.kernel.drawing import ScreenForm
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, new_state
from domik.testing.subject import PLAYERS
from domik.web.pen import pen_for
from tests.web.preview import home_page, table_page


def played(match: Match, moves: int, seed: str) -> tuple[State, list[tuple[int, Phrase]]]:
    """A game of greedy bots after so many moves, and the last things everybody saw."""
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    bot = bot_of("greedy", luck)
    told: list[tuple[int, Phrase]] = []
    for _ in range(moves):
        if state.is_over():
            break
        seat = max(seat for seat in range(match.seats) if int(state.awaited_seats()) >> seat & 1)
        before, view = state.view(), state.view(seat)
        state.play(seat, bot.decide(view, int(view.legal())))
        told += [(event.seat, event.what) for event in match.events(before, state.view(), seat) if event.seat >= 0]
    return state, told[-6:][::-1]


def main() -> None:
    """Write one page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--game", default="treehouse", help="a game, or home")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--language", default="en", choices=("en", "ru", "pl"))
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    parser.add_argument("--phone", action="store_true")
    chosen = parser.parse_args()
    form: ScreenForm = "hand" if chosen.phone else "desk"
    if chosen.game == "home":
        write(chosen.out, home_page(pen_for(chosen.language, form), chosen.theme, game_packages()), chosen.phone)
        return
    title = game_package(chosen.game)
    match = title.match(chosen.seats, dict(option.split("=", 1) for option in chosen.option))
    state, told = played(match, chosen.moves, chosen.seed)
    pen = pen_for(chosen.language, form, title.words_package)
    log = [(seat, pen.say(what)) for seat, what in told]
    markup = table_page(match, state.view(chosen.seat), pen, PLAYERS[: chosen.seats], chosen.theme, log)
    write(chosen.out, markup, chosen.phone)


def write(out: Path, markup: str, phone: bool) -> None:
    """The page, and for a phone a frame around it: Chromium has no window as narrow as that."""
    out.write_text(markup, encoding="utf-8")
    if phone:
        style = "width:390px;height:844px;border:0"
        frame = f'<!doctype html><body style="margin:0"><iframe src="{escape(out.name)}" style="{style}"></iframe>'
        out.with_suffix(".phone.html").write_text(frame, encoding="utf-8")


if __name__ == "__main__":
    main()
