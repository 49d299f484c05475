"""How the neighbour is played: everybody stops, somebody is hit, all go on (CC-44 to CC-47)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.life import raised
from domik.games.cabin.rules.neighbour import next_to_play, swapped, transfer
from domik.games.cabin.rules.planning import Planning
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED, bit, lowest


class Neighbourhood(Planning):
    """Planning with somebody next door."""

    def settle(self, numbers: vec[i64]) -> None:
        """Once nobody resolves a card: a neighbour that is up is played, or all take their next card (CC-47)."""
        while True:
            waiting: i64 = 0
            at: i64 = SEAT
            for seat in range(self.seats):
                stage = numbers[at + STAGE]
                if stage == PLANS or stage == FENCES:
                    return
                if stage == WAITS:
                    waiting |= bit(seat)
                at += SEAT_SIZE
            if numbers[UP]:
                numbers[AWAITED] |= bit(next_to_play(numbers, self.seats))
                return
            if not waiting:
                return
            at = SEAT
            for seat in range(self.seats):
                if (waiting >> seat) & 1:
                    self.take(numbers, seat, at)
                at += SEAT_SIZE

    def meet(self, numbers: vec[i64], seat: i64, at: i64, action: i64) -> None:
        """The neighbour is put aside with a theft or a gift, turned, or leaves the game for a strong effect (CC-44)."""
        top = numbers[at + TOP]
        card = numbers[at + CARDS + top]
        number = lowest(action)
        if number >= SHOT:
            self.shoot(numbers, seat, at, card & 3, (number - SHOT) >> 2, (number - SHOT) & 3)
            return
        numbers[at + CARDS + top] = 0
        if number >= HIT:
            victim = (number - HIT) >> 2
            edge = EDGE_SIZE * (card & 3)
            amount = self.edges[edge + EDGE_AMOUNT]
            if self.edges[edge + EDGE_GIVES]:
                transfer(numbers, seat, victim, (number - HIT) & 3, amount)
            else:
                transfer(numbers, victim, seat, (number - HIT) & 3, amount)
            numbers[LAST_VICTIM] = victim + 1
        elif action == UPGRADE:
            card |= UPGRADED
        elif action == FLIP:
            card |= HOME
        self.lay_aside(numbers, at, card)
        self.send_off(numbers, seat, at)

    def shoot(self, numbers: vec[i64], seat: i64, at: i64, edge: i64, victim: i64, resource: i64) -> None:
        """One of the four strong effects; the card leaves the game (CC-46)."""
        shot = self.edges[EDGE_SIZE * edge + EDGE_SHOT]
        hit = SEAT + SEAT_SIZE * victim
        numbers[LAST_VICTIM] = victim + 1
        numbers[SHOT_AT] |= bit(victim)
        if shot == FENCE:
            numbers[FENCED] = victim + 1
            numbers[at + STAGE] = FENCES
            return
        if shot == RAID:
            transfer(numbers, victim, seat, resource, RAIDED)
        elif shot == LONG_VISIT:
            numbers[hit + VISITS] = VISITED
        else:
            numbers[hit + DICE] = raised(numbers[hit + DICE], DIE_BITS * resource, DIE_MOST)
        numbers[at + CARDS + numbers[at + TOP]] = 0
        self.send_off(numbers, seat, at)

    def move_fence(self, numbers: vec[i64], seat: i64, at: i64, pair: i64) -> None:
        """Two locations of the victim change places (CC-46)."""
        hit = SEAT + SEAT_SIZE * (numbers[FENCED] - 1)
        numbers[hit + PLACED] = swapped(numbers[hit + PLACED], pair)
        numbers[FENCED] = 0
        numbers[at + CARDS + numbers[at + TOP]] = 0
        self.send_off(numbers, seat, at)

    def send_off(self, numbers: vec[i64], seat: i64, at: i64) -> None:
        """The neighbour is played; its seat waits until all may go on."""
        numbers[UP] &= ~bit(seat)
        numbers[AWAITED] &= ~bit(seat)
        numbers[at + STAGE] = WAITS
        self.step(numbers, seat, at)
