"""Bower as a kernel Game: deal, legal actions and applying them, one function per kind of decision."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.rules import state as at
from domik.games.bower.rules.bonus import (
    begin_bonus,
    cover,
    decline,
    foe_columns,
    give,
    join,
    keep_tile,
    legal_use,
    lose,
    mark,
    mark_kind,
    markable_cells,
    markable_kinds,
    row_places,
    scout,
    set_token,
    use,
)
from domik.games.bower.rules.config import Config
from domik.games.bower.rules.imagine import imagined_numbers
from domik.games.bower.rules.nest import (
    branch_places,
    covering_turns,
    earns_bonus,
    filled_cells,
    fitting_cells,
    fitting_turns,
    lay_tile,
    pair_cells,
)
from domik.games.bower.rules.parts import Parts
from domik.games.bower.rules.turns import (
    add_to_hand,
    begin_placing,
    begin_turn,
    build_stack,
    choosable_tile,
    draw_nest_tile,
    end_turn,
    remove_from_hand,
    take_from_row,
    tile_at,
)
from domik.kernel.game import AWAITED, Game, bit, count, lowest
from domik.kernel.luck import Luck
from domik.kernel.package import Match

EFFECT_STEPS: Final = 42  # choosing, using and targeting all twenty bonus tiles, each kept at most once


@final
class Bower(Game):
    def __init__(self, config: Config) -> None:
        super().__init__(2, at.OPEN_SIZE, at.OWN_SIZE, at.SEALED_SIZE)
        self.config: Config = config
        self.max_moves = 2 + 2 * 3 * config.turns + EFFECT_STEPS

    # ---- deal -------------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """Goals by column and set aside, the first player, nest tiles, bonus tiles, the luck of reshuffling."""
        nest_tiles = self.config.nest_tiles
        bonus = self.config.bonus
        bonus_at = at.DEAL_NEST + nest_tiles
        luck_at = bonus_at + len(bonus)
        deal = at.EMPTY[: luck_at + at.LUCK_WORDS]
        for goal in range(at.GOALS):
            deal[goal] = goal
        luck.shuffle(deal, 0, at.GOALS)
        deal[at.DEAL_FIRST] = luck.below(2)
        for tile in range(nest_tiles):
            deal[at.DEAL_NEST + tile] = tile
        luck.shuffle(deal, at.DEAL_NEST, bonus_at)
        for k in range(len(bonus)):
            deal[bonus_at + k] = bonus[k]
        luck.shuffle(deal, bonus_at, luck_at)
        for k in range(at.LUCK_WORDS):
            deal[luck_at + k] = luck.sealed_word()
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Goals on their columns, stacks, three tiles in the row; the first player takes one (BW-10 to BW-12)."""
        numbers = at.EMPTY[:]
        nest_tiles = self.config.nest_tiles
        bonus_tiles: i64 = len(self.config.bonus)
        bonus_at = at.DEAL_NEST + nest_tiles
        luck_at = bonus_at + bonus_tiles
        goals: i64 = 0
        for place in range(at.GOALS):
            goals |= (deal[place] + 1) << (at.GOAL_BITS * place)
        numbers[at.SEALED + at.GOALS_DEALT] = goals
        numbers[at.OWN + at.KNOWN] = goals & at.COLUMNS_OF_SEAT_0
        numbers[at.OWN + at.OWN_SIZE + at.KNOWN] = goals & ~(at.COLUMNS_OF_SEAT_0 | at.ASIDE_GOALS)
        for k in range(at.ROW_SIZE):
            numbers[at.ROW + k] = deal[at.DEAL_NEST + k] + 1
        left = nest_tiles - at.ROW_SIZE
        build_stack(numbers, at.SEALED + at.NEST_STACK, deal, bonus_at - 1, -1, left)
        numbers[at.NEST_LEFT] = left
        if self.config.hard:
            offer: i64 = 0
            for k in range(self.config.offered):
                offer |= bit(deal[bonus_at + k])
            numbers[at.OFFER] = offer
        else:
            build_stack(numbers, at.SEALED + at.BONUS_STACK, deal, luck_at - 1, -1, bonus_tiles)
            numbers[at.BONUS_LEFT] = bonus_tiles
        for k in range(at.LUCK_WORDS):
            numbers[at.SEALED + at.LUCK + k] = deal[luck_at + k]
        first = deal[at.DEAL_FIRST]
        numbers[at.FIRST] = first
        numbers[at.ACTOR] = first
        numbers[at.PHASE] = at.DRAFT
        numbers[AWAITED] = bit(first)
        return numbers

    # ---- legal actions ----------------------------------------------------------------------------

    def legal(self, numbers: vec[i64], seat: i64) -> i64:
        """Mask of legal actions; the meaning of a bit depends on the phase."""
        phase = numbers[at.PHASE]
        if phase == at.PLACE:
            turn = (numbers[at.OWN + at.OWN_SIZE * seat + at.CHOSEN] - 1) & 3
            return fitting_cells(filled_cells(numbers, at.SEAT + at.SEAT_SIZE * seat), self.config.grid, turn)
        if phase == at.CHOOSE:
            return self.choices(numbers, seat)
        if phase <= at.TAKE:
            return row_places(numbers)
        return self.legal_bonus(numbers, seat, phase)

    def choices(self, numbers: vec[i64], seat: i64) -> i64:
        """Every tile of the hand in every turn that fits somewhere; only the gift while one waits (BW-21, BW-37)."""
        base = at.SEAT + at.SEAT_SIZE * seat
        turns = fitting_turns(filled_cells(numbers, base), self.config.grid)
        if numbers[base + at.GIVEN]:
            return turns
        tiles = count(numbers[at.OWN + at.OWN_SIZE * seat + at.HAND])
        return turns * (at.EVERY_FOURTH & (bit(at.TURNS * tiles) - 1))

    def legal_bonus(self, numbers: vec[i64], seat: i64, phase: i64) -> i64:
        """Legal actions in the phases of a bonus tile (BW-24, BW-34 to BW-39)."""
        kit = self.config
        if phase == at.BONUS:
            return numbers[at.OFFER] if kit.hard else numbers[at.OWN + at.OWN_SIZE * seat + at.DRAWN]
        if phase == at.USE:
            return legal_use(numbers, kit, seat)
        if phase == at.SCOUT:
            return foe_columns(seat)
        if phase == at.MARK:
            return markable_cells(numbers, kit)
        if phase == at.MARK_KIND:
            return markable_kinds(numbers, kit, numbers[at.MARKED_CELL] - 1)
        taken = filled_cells(numbers, at.SEAT + at.SEAT_SIZE * seat)
        if phase == at.SET:
            return taken
        if phase == at.JOIN:
            return branch_places(taken, kit.reach)
        if phase == at.COVER_TURN:
            return covering_turns(taken)
        if phase == at.COVER_PLACE:
            return pair_cells(taken, (numbers[at.OWN + at.OWN_SIZE * seat + at.CHOSEN] - 1) & 3)
        if phase == at.GIVE:
            return row_places(numbers)
        return bit(count(numbers[at.OWN + at.OWN_SIZE * seat + at.HAND])) - 1

    # ---- applying an action -----------------------------------------------------------------------

    def apply(self, numbers: vec[i64], seat: i64, action: i64) -> None:
        """Apply one action; the last action of a step starts the next step."""
        phase = numbers[at.PHASE]
        if phase == at.PLACE:
            self.place(numbers, seat, lowest(action))
        elif phase == at.CHOOSE:
            self.choose(numbers, seat, lowest(action))
        elif phase == at.TAKE:
            add_to_hand(numbers, seat, take_from_row(numbers, action >> 1))
            begin_placing(numbers, self.config, seat)
        elif phase == at.DRAFT:
            self.draft(numbers, seat, action >> 1)
        else:
            self.apply_bonus(numbers, seat, phase, action)

    def apply_bonus(self, numbers: vec[i64], seat: i64, phase: i64, action: i64) -> None:
        """Apply an action in the phases of a bonus tile (BW-24, BW-34 to BW-39)."""
        kit = self.config
        number = lowest(action)
        if phase == at.BONUS:
            keep_tile(numbers, kit, seat, number)
        elif phase == at.USE:
            if action == at.USE_IT:
                use(numbers, kit, seat)
            else:
                decline(numbers, kit, seat)
        elif phase == at.SCOUT:
            scout(numbers, kit, seat, number)
        elif phase == at.MARK:
            mark(numbers, kit, number)
        elif phase == at.MARK_KIND:
            mark_kind(numbers, kit, number)
        elif phase == at.SET:
            set_token(numbers, kit, seat, number)
        elif phase == at.JOIN:
            join(numbers, kit, seat, number)
        elif phase == at.COVER_TURN:
            numbers[at.OWN + at.OWN_SIZE * seat + at.CHOSEN] = at.TURNS * (numbers[at.COVERING] - 1) + number + 1
            numbers[at.PHASE] = at.COVER_PLACE
        elif phase == at.COVER_PLACE:
            cover(numbers, kit, seat, number)
        elif phase == at.GIVE:
            give(numbers, kit, seat, number)
        else:
            lose(numbers, kit, seat, tile_at(numbers[at.OWN + at.OWN_SIZE * seat + at.HAND], number))

    def draft(self, numbers: vec[i64], seat: i64, place: i64) -> None:
        """The first player takes 1 of 3 tiles, the second 1 of 2; then the row is refilled (BW-12)."""
        add_to_hand(numbers, seat, numbers[at.ROW + place] - 1)
        numbers[at.ROW + place] = 0
        first = numbers[at.FIRST]
        if seat == first:
            numbers[at.ACTOR] = 1 - seat
            numbers[AWAITED] = bit(1 - seat)
            return
        for k in range(at.ROW_SIZE):
            if not numbers[at.ROW + k]:
                numbers[at.ROW + k] = draw_nest_tile(numbers)
        begin_turn(numbers, self.config, first)

    def choose(self, numbers: vec[i64], seat: i64, number: i64) -> None:
        """Choose a tile and its turn, hidden from the opponent until it is laid."""
        tile = choosable_tile(numbers, seat, number >> 2)
        numbers[at.OWN + at.OWN_SIZE * seat + at.CHOSEN] = at.TURNS * tile + (number & 3) + 1
        numbers[at.PHASE] = at.PLACE

    def place(self, numbers: vec[i64], seat: i64, cell: i64) -> None:
        """Lay the chosen tile with its half a on the cell; a third gem earns a bonus tile (BW-21, BW-23)."""
        kit = self.config
        own = at.OWN + at.OWN_SIZE * seat
        chosen = numbers[own + at.CHOSEN] - 1
        numbers[own + at.CHOSEN] = 0
        tile = chosen >> 2
        turn = chosen & 3
        other = cell + at.STEPS[turn]
        numbers[at.SEAT + at.SEAT_SIZE * seat + at.GIVEN] = 0
        remove_from_hand(numbers, seat, tile)
        lay_tile(numbers, seat, kit, tile, cell, other)
        numbers[at.LAST] = (tile + 1) | turn << 8 | cell << 12 | seat << 20
        if earns_bonus(numbers, seat, kit, tile, cell, other):
            begin_bonus(numbers, kit, seat)
        else:
            end_turn(numbers, kit, seat)

    # ---- scoring ----------------------------------------------------------------------------------

    def score(self, numbers: vec[i64], seat: i64) -> i64:
        """Eggs; 0 before the end (BW-50)."""
        return numbers[at.SEAT + at.SEAT_SIZE * seat + at.EGGS]

    def winners(self, numbers: vec[i64]) -> i64:
        """Mask of the winning seats, 0 before the end."""
        return numbers[at.WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        return imagined_numbers(view, seat, self.config, luck)


BowerMatch = Match[Parts, Bower]
