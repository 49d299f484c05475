"""Bower positions by hand: stacked deals, nests as (tile, cell of half a, cell of half b), moves as text."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower import TITLE
from domik.games.bower.rules import state as at
from domik.games.bower.rules.game import BowerMatch
from domik.games.bower.rules.nest import lay_tile
from domik.games.bower.rules.parts import BONUS_NAMES, GOAL_NAMES, Parts
from domik.games.bower.rules.reading import Nest, cell_number, nest_of
from domik.games.bower.rules.turns import begin_turn
from domik.kernel.components import Components
from domik.kernel.luck import luck_of
from domik.kernel.package import built_in_components
from domik.kernel.state import State, View

Laid = list[str]  # "n01 6.1 6.2": a tile, the cell of its half a, the cell of its half b
TURNS_BY_STEP = {1: 0, at.WIDTH: 1, -1: 2, -at.WIDTH: 3}
MODES: list[dict[str, object]] = [{}, {"hard": True}, {"fair": True}, {"hard": True, "fair": True}]
GOALS_IN_ORDER = (
    "yellow_flower purple_flower red_flower yellow_feather purple_feather red_feather any_flower any_feather"
)


def tiles_in(numbers: vec[i64], stack: int) -> list[int]:
    """The tiles of a stack (NEST_STACK, BONUS_STACK), the top one last."""
    last = {at.BONUS_STACK: at.NEST_STACK, at.NEST_STACK: at.SEALED_SIZE}[stack]
    packed = [int(numbers[at.SEALED + place]) for place in range(stack, last)]
    places = [number >> at.STACK_BITS * k & (1 << at.STACK_BITS) - 1 for number in packed for k in range(8)]
    tiles = [tile - 1 for tile in places if tile]
    assert not any(places[len(tiles) :])  # none hangs in the air
    return tiles


def restack(state: State, stack: int, tiles: list[int]) -> None:
    """A stack is exactly these tiles, the top one last."""
    last = {at.BONUS_STACK: at.NEST_STACK, at.NEST_STACK: at.SEALED_SIZE}[stack]
    for place in range(stack, last):
        eight = tiles[8 * (place - stack) :][:8]
        state.numbers[at.SEALED + place] = sum(tile + 1 << at.STACK_BITS * k for k, tile in enumerate(eight))


def table_for(**options: object) -> BowerMatch:
    return TITLE.match(2, options)


def edited(*changes: tuple[str, str]) -> BowerMatch:
    """The base game with a component file in which some texts are replaced."""
    text = built_in_components(TITLE).text
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return TITLE.match(2, {}, Components(text, "own.toml"))


def stacked(
    match: BowerMatch,
    tiles: str = "",
    bonus: str = "",
    goals: str = "",
    first: int = 0,
    luck: tuple[int, ...] = (1, 2, 3, 4),
) -> State:
    """A new game with these nest tiles, bonus tiles and goals on top, in this order; the others follow in theirs."""
    parts: Parts = match.parts
    deal = [int(number) for number in match.game.deal(luck_of("stacked"))]
    nest = [parts.tile_number(name) for name in tiles.split()]
    bonus_first = [BONUS_NAMES.index(name) for name in bonus.split()]
    goals_first = [GOAL_NAMES.index(name) for name in goals.split()]
    modes_bonus = parts.bonus_numbers(bool(match.options["fair"]))
    bonus_at = at.DEAL_NEST + parts.nest_tiles
    deal[: at.GOALS] = goals_first + [goal for goal in range(at.GOALS) if goal not in goals_first]
    deal[at.DEAL_FIRST] = first
    deal[at.DEAL_NEST : bonus_at] = nest + [tile for tile in range(parts.nest_tiles) if tile not in nest]
    deal[bonus_at : bonus_at + len(modes_bonus)] = bonus_first + [
        tile for tile in modes_bonus if tile not in bonus_first
    ]
    deal[-at.LUCK_WORDS :] = list(luck)
    assert not match.package.rules().check_deal(match, deal)
    return State(match.game, match.game.start(vec[i64](deal)))


def after_draft(match: BowerMatch, tiles: str = "", bonus: str = "", goals: str = "", first: int = 0) -> State:
    """The same, and both players have taken the first tile they could."""
    state = stacked(match, tiles, bonus, goals, first)
    for _ in range(2):
        legal = int(state.legal(actor(state)))
        state.play(actor(state), legal & -legal)
    return state


def actor(state: State) -> int:
    """The one seat that is awaited."""
    mask = int(state.awaited_seats())
    assert mask in (1, 2)
    return mask - 1


def play(match: BowerMatch, state: State, *texts: str) -> None:
    """Moves of whoever is awaited, in notation."""
    for text in texts:
        seat = actor(state)
        state.play(seat, match.read(state.view(seat), text))


def offered(match: BowerMatch, state: State) -> set[str]:
    """All moves of the awaited seat in notation."""
    view = state.view(actor(state))
    legal = int(view.legal())
    return {match.write(view, 1 << number) for number in range(63) if legal >> number & 1}


def cell(text: str) -> int:
    column, row = text.split(".")
    return cell_number((int(column), int(row)))


def lay(match: BowerMatch, state: State, seat: int, laid: Laid) -> None:
    """Put tiles into a nest without asking the rules."""
    kit = match.game.config
    for line in laid:
        name, a, b = line.split()
        tile = match.parts.tile_number(name)
        assert cell(b) - cell(a) in TURNS_BY_STEP, line
        lay_tile(state.numbers, seat, kit, tile, cell(a), cell(b))
        state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.WENT] |= 1 << tile


def hand(match: BowerMatch, state: State, seat: int, names: str) -> None:
    """The seat holds exactly these tiles."""
    mask = sum(1 << match.parts.tile_number(name) for name in names.split())
    base = at.SEAT + at.SEAT_SIZE * seat
    state.numbers[base + at.CAME] = mask
    state.numbers[base + at.WENT] &= ~mask
    state.numbers[at.OWN + at.OWN_SIZE * seat + at.HAND] = mask


def hand_names(match: BowerMatch, state: State, seat: int) -> set[str]:
    mask = int(state.numbers[at.OWN + at.OWN_SIZE * seat + at.HAND])
    return {tile.id for number, tile in match.parts.tiles.items() if mask >> number & 1}


def row_names(match: BowerMatch, state: State) -> list[str]:
    return [
        match.parts.tiles[int(state.numbers[at.ROW + k]) - 1].id
        for k in range(at.ROW_SIZE)
        if state.numbers[at.ROW + k]
    ]


def to_place(match: BowerMatch, state: State, seat: int, name: str, made: int = 0) -> None:
    """It is the seat's turn to place exactly this tile; both have made so many turns."""
    hand(match, state, seat, name)
    state.numbers[at.SEAT + at.MADE] = made
    state.numbers[at.SEAT + at.SEAT_SIZE + at.MADE] = made
    state.numbers[at.ACTOR] = seat
    state.numbers[0] = 1 << seat
    state.numbers[at.PHASE] = at.CHOOSE


def set_made(state: State, *made: int) -> None:
    for seat, turns in enumerate(made):
        state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.MADE] = turns


def to_use(match: BowerMatch, state: State, seat: int, name: str) -> None:
    """The seat has just kept this bonus tile in its turn."""
    tile = BONUS_NAMES.index(name)
    state.numbers[at.ACTOR] = seat
    state.numbers[0] = 1 << seat
    state.numbers[at.SEAT + at.SEAT_SIZE * seat + at.KEPT] |= 1 << tile
    state.numbers[at.PHASE] = at.USE
    state.numbers[at.USING] = tile + 1


def ready_for_bonus(match: BowerMatch, bonus: str = "", seat: int = 0) -> State:
    """A seat whose next move, `4.1`, completes three gems in column 4."""
    state = after_draft(match, bonus=bonus)
    lay(match, state, seat, ["n30 4.2 5.2"])
    to_place(match, state, seat, "n03")
    play(match, state, "n03<")
    return state


def begin(match: BowerMatch, state: State, seat: int) -> None:
    begin_turn(state.numbers, match.game.config, seat)


def nest(match: BowerMatch, state: State, seat: int) -> Nest:
    return nest_of(match, state.view(), seat)


def over_view(match: BowerMatch, state: State) -> View:
    """The onlooker's view after the game is ended here and now."""
    from domik.games.bower.rules.turns import end_game

    end_game(state.numbers, match.game.config)
    return state.view()


def using(
    name: str, mine: list[str] | None = None, theirs: list[str] | None = None, seat: int = 0
) -> tuple[BowerMatch, State]:
    """A seat that has just kept this tile, with these nests."""
    match = table_for()
    state = after_draft(match, goals=GOALS_IN_ORDER)
    lay(match, state, seat, mine if mine is not None else ["n05 1.1 1.2"])
    lay(match, state, 1 - seat, theirs if theirs is not None else ["n02 1.1 1.2"])
    set_made(state, 3, 3)
    to_use(match, state, seat, name)
    return match, state
