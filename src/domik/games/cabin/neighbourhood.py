"""How the neighbour is played: everybody stops, somebody is hit, all go on (CC-44 to CC-47)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.life import raised
from domik.games.cabin.neighbour import next_to_play, swapped, transfer
from domik.games.cabin.planning import Planning
from domik.games.cabin.state import *
from domik.kernel.game import AWAITED, bit, lowest


class Neighbourhood(Planning):
    """Planning with somebody next door."""

    def settle(self, table: vec[i64]) -> None:
        """Once nobody resolves a card: a neighbour that is up is played, or all take their next card (CC-47)."""
        while True:
            waiting: i64 = 0
            at: i64 = SEAT
            for seat in range(self.seats):
                stage = table[at + STAGE]
                if stage == PLANS or stage == FENCES:
                    return
                if stage == WAITS:
                    waiting |= bit(seat)
                at += SEAT_SIZE
            if table[UP]:
                table[AWAITED] |= bit(next_to_play(table, self.seats))
                return
            if not waiting:
                return
            at = SEAT
            for seat in range(self.seats):
                if (waiting >> seat) & 1:
                    self.take(table, seat, at)
                at += SEAT_SIZE

    def meet(self, table: vec[i64], seat: i64, at: i64, action: i64) -> None:
        """The neighbour is put aside with a theft or a gift, turned, or leaves the game for a strong effect (CC-44)."""
        top = table[at + TOP]
        card = table[at + CARDS + top]
        number = lowest(action)
        if number >= SHOT:
            self.shoot(table, seat, at, card & 3, (number - SHOT) >> 2, (number - SHOT) & 3)
            return
        table[at + CARDS + top] = 0
        if number >= HIT:
            victim = (number - HIT) >> 2
            edge = EDGE_SIZE * (card & 3)
            amount = self.edges[edge + EDGE_AMOUNT]
            if self.edges[edge + EDGE_GIVES]:
                transfer(table, seat, victim, (number - HIT) & 3, amount)
            else:
                transfer(table, victim, seat, (number - HIT) & 3, amount)
            table[LAST_VICTIM] = victim + 1
        elif action == UPGRADE:
            card |= UPGRADED
        elif action == FLIP:
            card |= HOME
        self.lay_aside(table, at, card)
        self.send_off(table, seat, at)

    def shoot(self, table: vec[i64], seat: i64, at: i64, edge: i64, victim: i64, resource: i64) -> None:
        """One of the four strong effects; the card leaves the game (CC-46)."""
        shot = self.edges[EDGE_SIZE * edge + EDGE_SHOT]
        hit = SEAT + SEAT_SIZE * victim
        table[LAST_VICTIM] = victim + 1
        table[SHOT_AT] |= bit(victim)
        if shot == FENCE:
            table[FENCED] = victim + 1
            table[at + STAGE] = FENCES
            return
        if shot == RAID:
            transfer(table, victim, seat, resource, RAIDED)
        elif shot == LONG_VISIT:
            table[hit + VISITS] = VISITED
        else:
            table[hit + DICE] = raised(table[hit + DICE], DIE_BITS * resource, DIE_MOST)
        table[at + CARDS + table[at + TOP]] = 0
        self.send_off(table, seat, at)

    def move_fence(self, table: vec[i64], seat: i64, at: i64, pair: i64) -> None:
        """Two locations of the victim change places (CC-46)."""
        hit = SEAT + SEAT_SIZE * (table[FENCED] - 1)
        table[hit + PLACED] = swapped(table[hit + PLACED], pair)
        table[FENCED] = 0
        table[at + CARDS + table[at + TOP]] = 0
        self.send_off(table, seat, at)

    def send_off(self, table: vec[i64], seat: i64, at: i64) -> None:
        """The neighbour is played; its seat waits until all may go on."""
        table[UP] &= ~bit(seat)
        table[AWAITED] &= ~bit(seat)
        table[at + STAGE] = WAITS
        self.step(table, seat, at)
