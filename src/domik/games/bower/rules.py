"""Bower: what may be done and what it does, one function per kind of decision."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.bower.advice import judgement
from domik.games.bower.bonus import begin_bonus, keep, legal_use
from domik.games.bower.box import Box
from domik.games.bower.effects import (
    cover,
    cover_turns,
    decline,
    foe_columns,
    give,
    join,
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
from domik.games.bower.hunch import first_thought
from domik.games.bower.imagine import imagined_table
from domik.games.bower.nest import branch_places, earns_bonus, filled, fitting_turns, lay_face, pairs, places
from domik.games.bower.standing import expected_eggs
from domik.games.bower.state import *
from domik.games.bower.turns import begin_placing, begin_turn, drawn_tile, end_turn, from_hand, take_from_row, to_hand
from domik.kernel.game import AWAITED, Game, bit, count, lowest
from domik.kernel.luck import Luck
from domik.kernel.style import Style

EFFECT_STEPS: Final = 42  # choosing, using and aiming all twenty bonus tiles, each of which is kept once at most


@final
class Bower(Game):
    """The two-player nest game, in every mode."""

    def __init__(self, box: Box) -> None:
        super().__init__(2, OPEN_SIZE, OWN_SIZE, SEALED_SIZE)
        self.box: Box = box
        self.longest = 2 + 2 * 3 * box.turns + EFFECT_STEPS

    # ---- chance -----------------------------------------------------------------------------------

    def deal(self, luck: Luck) -> vec[i64]:
        """The goals by column and set aside, who begins, the nest tiles, the bonus tiles, the luck of reshuffling."""
        nest_tiles = self.box.nest_tiles
        bonus = self.box.bonus
        bonus_at = DEAL_NEST + nest_tiles
        luck_at = bonus_at + len(bonus)
        deal = EMPTY[: luck_at + LUCK_WORDS]
        for goal in range(GOALS):
            deal[goal] = goal
        luck.shuffle(deal, 0, GOALS)
        deal[DEAL_FIRST] = luck.below(2)
        for tile in range(nest_tiles):
            deal[DEAL_NEST + tile] = tile
        luck.shuffle(deal, DEAL_NEST, bonus_at)
        for k in range(len(bonus)):
            deal[bonus_at + k] = bonus[k]
        luck.shuffle(deal, bonus_at, luck_at)
        for k in range(LUCK_WORDS):
            deal[luck_at + k] = luck.word()
        return deal

    def start(self, deal: vec[i64]) -> vec[i64]:
        """Goals to their columns, stacks, three tiles in the row; the first player takes one (BW-10 to BW-12)."""
        table = EMPTY[:]
        nest_tiles = self.box.nest_tiles
        bonus_tiles: i64 = len(self.box.bonus)
        bonus_at = DEAL_NEST + nest_tiles
        luck_at = bonus_at + bonus_tiles
        goals: i64 = 0
        for place in range(GOALS):
            goals |= (deal[place] + 1) << (GOAL_BITS * place)
        table[SEALED + GOALS_DEALT] = goals
        table[OWN + KNOWN] = goals & COLUMNS_OF_SEAT_0
        table[OWN + OWN_SIZE + KNOWN] = goals & ~(COLUMNS_OF_SEAT_0 | ASIDE_GOALS)
        for k in range(ROW_SIZE):
            table[ROW + k] = deal[DEAL_NEST + k] + 1
        left = nest_tiles - ROW_SIZE
        for k in range(left):
            table[SEALED + NEST_STACK + k] = deal[bonus_at - 1 - k] + 1
        table[NEST_LEFT] = left
        if self.box.hard:
            offer: i64 = 0
            for k in range(self.box.offered):
                offer |= bit(deal[bonus_at + k])
            table[OFFER] = offer
        else:
            for k in range(bonus_tiles):
                table[SEALED + BONUS_STACK + k] = deal[luck_at - 1 - k] + 1
            table[BONUS_LEFT] = bonus_tiles
        for k in range(LUCK_WORDS):
            table[SEALED + LUCK + k] = deal[luck_at + k]
        first = deal[DEAL_FIRST]
        table[FIRST] = first
        table[ACTOR] = first
        table[PHASE] = DRAFT
        table[AWAITED] = bit(first)
        return table

    # ---- what may be done -------------------------------------------------------------------------

    def legal(self, table: vec[i64], seat: i64) -> i64:
        """One mask; what a bit means depends on the phase."""
        phase = table[PHASE]
        if phase == PLACE:
            turn = (table[OWN + OWN_SIZE * seat + CHOSEN] - 1) & 3
            return places(filled(table, SEAT + SEAT_SIZE * seat), self.box.grid, turn)
        if phase == CHOOSE:
            return self.choices(table, seat)
        if phase <= TAKE:
            return row_places(table)
        return self.legal_bonus(table, seat, phase)

    def choices(self, table: vec[i64], seat: i64) -> i64:
        """Every tile of the hand in every turn that fits somewhere; a gift alone, when one waits (BW-21, BW-37)."""
        at = SEAT + SEAT_SIZE * seat
        turns = fitting_turns(filled(table, at), self.box.grid)
        if table[at + GIVEN]:
            return turns
        tiles = count(table[OWN + OWN_SIZE * seat + HAND])
        return turns * (EVERY_FOURTH & (bit(TURNS * tiles) - 1))

    def legal_bonus(self, table: vec[i64], seat: i64, phase: i64) -> i64:
        """The steps of a bonus tile (BW-24, BW-34 to BW-39)."""
        box = self.box
        if phase == BONUS:
            return table[OFFER] if box.hard else table[OWN + OWN_SIZE * seat + DRAWN]
        if phase == USE:
            return legal_use(table, box, seat)
        if phase == SCOUT:
            return foe_columns(seat)
        if phase == MARK:
            return markable_cells(table, box)
        if phase == MARK_KIND:
            return markable_kinds(table, box, table[MARKED_CELL] - 1)
        taken = filled(table, SEAT + SEAT_SIZE * seat)
        if phase == SET:
            return taken
        if phase == JOIN:
            return branch_places(taken, box.reach)
        if phase == COVER_TURN:
            return cover_turns(table, seat)
        if phase == COVER_PLACE:
            return pairs(taken, (table[OWN + OWN_SIZE * seat + CHOSEN] - 1) & 3)
        if phase == GIVE:
            return row_places(table)
        return bit(count(table[OWN + OWN_SIZE * seat + HAND])) - 1

    # ---- doing it ---------------------------------------------------------------------------------

    def apply(self, table: vec[i64], seat: i64, action: i64) -> None:
        """One action; the last one of a step brings the next step."""
        phase = table[PHASE]
        if phase == PLACE:
            self.place(table, seat, lowest(action))
        elif phase == CHOOSE:
            self.choose(table, seat, lowest(action))
        elif phase == TAKE:
            to_hand(table, seat, take_from_row(table, action >> 1))
            begin_placing(table, self.box, seat)
        elif phase == DRAFT:
            self.draft(table, seat, action >> 1)
        else:
            self.apply_bonus(table, seat, phase, action)

    def apply_bonus(self, table: vec[i64], seat: i64, phase: i64, action: i64) -> None:
        """The steps of a bonus tile (BW-24, BW-34 to BW-39)."""
        box = self.box
        number = lowest(action)
        if phase == BONUS:
            keep(table, box, seat, number)
        elif phase == USE:
            if action == USE_IT:
                use(table, box, seat)
            else:
                decline(table, box, seat)
        elif phase == SCOUT:
            scout(table, box, seat, number)
        elif phase == MARK:
            mark(table, box, number)
        elif phase == MARK_KIND:
            mark_kind(table, box, number)
        elif phase == SET:
            set_token(table, box, seat, number)
        elif phase == JOIN:
            join(table, box, seat, number)
        elif phase == COVER_TURN:
            table[OWN + OWN_SIZE * seat + CHOSEN] = TURNS * (table[COVERING] - 1) + number + 1
            table[PHASE] = COVER_PLACE
        elif phase == COVER_PLACE:
            cover(table, box, seat, number)
        elif phase == GIVE:
            give(table, box, seat, number)
        else:
            lose(table, box, seat, tile_at(table[OWN + OWN_SIZE * seat + HAND], number))

    def draft(self, table: vec[i64], seat: i64, place: i64) -> None:
        """The first player takes 1 of 3, the second 1 of 2; then the row is filled again (BW-12)."""
        to_hand(table, seat, table[ROW + place] - 1)
        table[ROW + place] = 0
        first = table[FIRST]
        if seat == first:
            table[ACTOR] = 1 - seat
            table[AWAITED] = bit(1 - seat)
            return
        for k in range(ROW_SIZE):
            if not table[ROW + k]:
                table[ROW + k] = drawn_tile(table)
        begin_turn(table, self.box, first)

    def choose(self, table: vec[i64], seat: i64, number: i64) -> None:
        """A tile and its turn, in secret until it lies."""
        given = table[SEAT + SEAT_SIZE * seat + GIVEN]
        tile = given - 1 if given else tile_at(table[OWN + OWN_SIZE * seat + HAND], number >> 2)
        table[OWN + OWN_SIZE * seat + CHOSEN] = TURNS * tile + (number & 3) + 1
        table[PHASE] = PLACE

    def place(self, table: vec[i64], seat: i64, cell: i64) -> None:
        """Lay the chosen tile with its half a on the cell; three gems bring a bonus tile (BW-21, BW-23)."""
        box = self.box
        own = OWN + OWN_SIZE * seat
        at = SEAT + SEAT_SIZE * seat
        chosen = table[own + CHOSEN] - 1
        table[own + CHOSEN] = 0
        tile = chosen >> 2
        turn = chosen & 3
        other = cell + STEPS[turn]
        table[at + GIVEN] = 0
        from_hand(table, seat, tile)
        lay_face(table, at, box, 2 * tile, cell)
        lay_face(table, at, box, 2 * tile + 1, other)
        table[LAST] = (tile + 1) | turn << 8 | cell << 12 | seat << 20
        if earns_bonus(table, at, box, tile, cell, other):
            begin_bonus(table, box, seat)
        else:
            end_turn(table, box, seat)

    # ---- the end ----------------------------------------------------------------------------------

    def score(self, table: vec[i64], seat: i64) -> i64:
        """Eggs: there are none before the end (BW-50)."""
        return table[SEAT + SEAT_SIZE * seat + EGGS]

    def winners(self, table: vec[i64]) -> i64:
        """The winning seats, 0 before the end."""
        return table[WINNERS]

    def imagine(self, view: vec[i64], seat: i64, luck: Luck) -> vec[i64]:
        """A whole state that agrees with all that the seat has seen."""
        return imagined_table(view, seat, self.box, luck)

    def advise(self, view: vec[i64], seat: i64, action: i64) -> float:
        """A cheap judgement of one action."""
        return judgement(view, seat, self.box, action)

    def hunch(self, table: vec[i64], seat: i64, action: i64) -> float:
        """The cheapest judgement of one action."""
        return first_thought(table, seat, self.box, action)

    def outlook(self, table: vec[i64], seat: i64) -> float:
        """About how many eggs the seat will have."""
        return expected_eggs(table, seat, self.box)

    def tune(self, style: Style, effort: i64) -> None:
        """Advice is worth listening to at the root; in rollouts it costs more than it brings, and so do deep trees."""
        style.bias = 2.0 if effort == 1 else 4.0
        style.guide = 1
        if effort == 2:
            style.deep = 2


def tile_at(hand: i64, place: i64) -> i64:
    """The tile at a place of a hand, the lowest tile first."""
    for _ in range(place):
        hand &= hand - 1
    return lowest(hand)
