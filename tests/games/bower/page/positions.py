"""Bower positions for drawing tests: whole random games, and a few positions of every phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domik.bots import bot_of
from domik.games.bower import TITLE
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.state import BONUS, BONUS_TILES, CELLS, MADE, MARK, PHASE, SEAT, TOKEN, USE, USE_IT
from domik.games.bower.words.notation import PHASE_NAMES
from domik.kernel.luck import luck_of
from domik.kernel.state import State, View, new_state
from tests.games.bower.positions import MODES

TITLE = TITLE
Position = tuple[BowerMatch, State]


def game_of(options: dict[str, object], seed: str, bot: str = "random") -> Iterator[Position]:
    """Every state of one game."""
    match = TITLE.match(2, options)
    luck = luck_of(seed)
    state = new_state(match.game, luck)
    player = bot_of(bot, luck)
    yield match, state
    while not state.is_over():
        view = state.view(acting(state))
        state.play(view.seat, player.decide(view, int(view.legal())))
        yield match, state


def acting(state: State) -> int:
    """The seat that may act now; -1 at the end."""
    return int(state.awaited_seats()).bit_length() - 1


@cache
def every_phase() -> dict[str, list[Position]]:
    """A few positions of every phase, from random games of players who like to use rare bonus tiles."""
    found: dict[str, list[Position]] = {name: [] for name in PHASE_NAMES}
    used = [0] * BONUS_TILES
    for seed in range(60):
        match = TITLE.match(2, MODES[seed % 2])
        luck = luck_of(f"phases {seed}")
        state = new_state(match.game, luck)
        player = bot_of("random", luck)
        while not state.is_over():
            keep(found, match, state)
            view = state.view(acting(state))
            action = player.decide(view, int(view.legal()))
            state.play(view.seat, eager(view, used) or action)
        keep(found, match, state)
        if all(len(kept) > 1 for kept in found.values()):
            break
    assert all(found.values()), {name: len(kept) for name, kept in found.items()}
    return found


def keep(found: dict[str, list[Position]], match: BowerMatch, state: State) -> None:
    """Remember a position of its phase, most of them from late in the game."""
    kept = found[PHASE_NAMES[int(state.numbers[PHASE])]]
    if len(kept) < 5 and (len(kept) < 2 or int(state.numbers[SEAT + MADE]) > 5):
        kept.append((match, state.copy()))


def eager(view: View, used: list[int]) -> int:
    """The action of a player who wants to see every effect: the rarest tile, used, an X where a white token lies."""
    phase = int(view.numbers[PHASE])
    legal = [number for number in range(63) if int(view.legal()) >> number & 1]
    if phase == BONUS:
        tile = min(legal, key=lambda tile: used[tile])
        used[tile] += 1
        return 1 << tile
    if phase == MARK:
        whites = [int(view.numbers[TOKEN + k]) for k in (1, 2)]
        cells = {CELLS * (token >> 1 & 1) + (token >> 8 & 0xFF) for token in whites if token}
        return next((1 << number for number in legal if number in cells), 0)
    return USE_IT if phase == USE and 0 in legal else 0


def given(match: BowerMatch, state: State) -> Position:
    """What follows when the first tile of the row is given away: its new owner must lay it (BW-37)."""
    after = state.copy()
    after.play(acting(after), int(after.legal(acting(after))) & -int(after.legal(acting(after))))
    return match, after
