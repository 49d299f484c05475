"""Games as they are drawn: what the tests of every game's drawing share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from domik.bots import bot_of
from domik.games import title_of
from domik.kernel.drawing import Drawing, Player
from domik.kernel.luck import luck_of
from domik.kernel.options import Choice, Flag
from domik.kernel.state import State, View, new_state
from domik.kernel.title import Match
from domik.web.pen import pen_for
from tests.conformance.tables import matches
from tests.web.preview import PLAYERS, filled

Positions = Iterator[tuple[Match, State]]


def draw(
    match: Match, view: View, language: str = "en", phone: bool = False, players: Sequence[Player] = PLAYERS
) -> Drawing:
    title = match.title
    pen = pen_for(language, phone, title.words)
    found: Drawing = title.module("page.drawing").draw(match, view, pen, players[: match.seats])
    return found.whole()


def ways(game: str) -> list[Match]:
    """So few ways to play that every number of seats and every value of every option still occurs."""
    title = title_of(game)
    settings = [option.name for option in title.schema.options if isinstance(option, Choice | Flag)]

    def shown(match: Match) -> set[tuple[str, object]]:
        return {("seats", match.seats), *((name, match.options[name]) for name in settings)}

    left = matches(game)
    wanted = set().union(*map(shown, left))
    found = []
    while wanted:
        found.append(max(left, key=lambda match: len(shown(match) & wanted)))
        wanted -= shown(found[-1])
    return found


def game_of(game: str, seats: int, options: dict[str, Any], seed: str, bot: str = "random") -> Positions:
    """Every state of one game."""
    return played(title_of(game).match(seats, options), seed, bot)


def played(match: Match, seed: str, bot: str = "random") -> Positions:
    """Every state of one game that bots play."""
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    player = bot_of(bot, luck)
    yield match, state
    while not state.is_over():
        awaited = acting(state)
        seat = awaited[int(luck.below(len(awaited)))]
        view = state.view(seat)
        state.play(seat, player.decide(view, int(view.legal())))
        yield match, state


def acting(state: State) -> list[int]:
    """The seats that may act now."""
    return [seat for seat in range(int(state.game.seats)) if int(state.awaited()) >> seat & 1]


def page_of(drawing: Drawing) -> str:
    return "".join(f"<div>{filled(drawing, area)}</div>" for area in drawing.areas)


def ids_in(markup: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', markup)


def legal_numbers(view: View) -> set[int]:
    legal = int(view.legal())
    return {number for number in range(63) if legal >> number & 1}


def with_garbage(view: View, seed: int) -> View:
    """The view with noise where other seats' secrets and the sealed decks would be."""
    luck = luck_of(seed)
    game = view.game
    table = view.numbers[:]
    kept = range(game.own_at(view.seat), game.own_at(view.seat) + game.own_size) if view.seat >= 0 else range(0)
    for at in range(game.open_size, game.size):
        if at not in kept:
            table[at] = luck.below(1 << 30)
    return View(game, view.seat, table)
