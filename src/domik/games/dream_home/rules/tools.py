"""Tools: what they let a player do before the column is taken, and the end of their use (DH-40, DH-43)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.house import fits_instead, lay_down, lay_up, take_away
from domik.games.dream_home.rules.kit import Kit
from domik.games.dream_home.rules.market import pairs_of
from domik.games.dream_home.rules.state import *
from domik.kernel.game import bit, lowest


def legal_tools(numbers: vec[i64], at: i64, kit: Kit) -> i64:
    """Mix a pair of columns, drill out a room: with the tools one has (DH-40, DH-42 to DH-44)."""
    held = numbers[at + HELD]
    mask: i64 = 0
    if held & kit.mixers:
        mask = pairs_of(numbers[COLUMNS_LEFT])
    if held & kit.drills:
        mask |= (numbers[at + FILLED] & ~numbers[at + EMPTY]) << DRILL_OUT
    return mask


def legal_drill(numbers: vec[i64], at: i64, kit: Kit) -> i64:
    """Any room of the market, face up if it obeys the placement rules without the card that goes (DH-40, DH-25)."""
    columns = numbers[COLUMNS_LEFT]
    mask = columns << DOWN_COLUMN
    place = bit(numbers[CHOSEN])
    while columns:
        column = columns & -columns
        columns &= columns - 1
        kind = kit.room_kind[numbers[MARKET_ROOMS + lowest(column)] - 1]
        if fits_instead(numbers, at, kind, place, kit):
            mask |= column
    return mask


def drill(numbers: vec[i64], at: i64, choice: i64, kit: Kit) -> i64:
    """Exchange a room of the house with one of the market (DH-40); the cell's bit if the new one lies face up, or 0."""
    use_up(numbers, at, kit.drills)
    cell = numbers[CHOSEN]
    numbers[CHOSEN] = 0
    column = choice if choice < DOWN_COLUMN else choice - DOWN_COLUMN
    room = numbers[MARKET_ROOMS + column] - 1
    numbers[MARKET_ROOMS + column] = take_away(numbers, at, cell, kit) + 1  # a furnishing on it is lost
    if choice >= DOWN_COLUMN:
        lay_down(numbers, at, room, cell, kit)
        return 0
    lay_up(numbers, at, room, cell, kit)
    return bit(cell)


def use_up(numbers: vec[i64], at: i64, tools: i64) -> None:
    """A used tool is discarded."""
    card = numbers[at + HELD] & tools
    card &= -card
    numbers[at + HELD] &= ~card
    numbers[RESOURCE_DISCARDS] |= card
