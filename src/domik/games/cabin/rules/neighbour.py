"""The nasty neighbour: all seats pause, a victim is chosen, planning continues (CC-44 to CC-47)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.deck import lay_aside
from domik.games.cabin.rules.life import raise_die
from domik.games.cabin.rules.planning import resolve_card, take_card
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED, bit, lowest


def victims(numbers: vec[i64], seat: i64, seats: i64) -> i64:
    """Mask of the other seats that are still planning, except the last victim (CC-45)."""
    found: i64 = 0
    at: i64 = SEAT
    for other in range(seats):
        if other != seat and numbers[at + STAGE] < LIVES and other + 1 != numbers[LAST_VICTIM]:
            found |= bit(other)
        at += SEAT_SIZE
    return found


def neighbour_moves(numbers: vec[i64], seat: i64, face: i64, config: Config) -> i64:
    """Hit a victim, use a strong effect, or turn the card; with no possible victim, only put it aside."""
    found = config.faces[FACE_SIZE * face + MOVES] & ~GAIN
    shot = config.edges[EDGE_SIZE * (face & 3) + EDGE_SHOT]
    targets = victims(numbers, seat, config.seats)
    if not targets:
        return found | GAIN
    for victim in range(config.seats):
        if (targets >> victim) & 1:
            found |= bit(HIT + 4 * victim) * DIE
            if not (numbers[SHOT_AT] >> victim) & 1:
                found |= shots_at(numbers, victim, shot)
    return found


def shots_at(numbers: vec[i64], victim: i64, shot: i64) -> i64:
    """The ways to aim one strong effect at one victim (CC-46)."""
    first = bit(SHOT + 4 * victim)
    if shot == FENCE:
        built = EVERY_PLACE & ~numbers[SEAT + SEAT_SIZE * victim + FREE]
        return first if built & (built - 1) else 0  # needs two locations to swap
    if shot == LONG_VISIT:
        return first
    return first * DIE  # one action per resource


def fence_moves(placed: i64) -> i64:
    """The pairs of built locations that a fence can swap."""
    found: i64 = 0
    for pair in range(FENCE_PAIRS):
        if (placed >> (FACE_BITS * FENCE_FIRST[pair])) & FACE and (placed >> (FACE_BITS * FENCE_SECOND[pair])) & FACE:
            found |= bit(pair)
    return found


def swap_places(placed: i64, pair: i64) -> i64:
    """The places with two locations swapped."""
    first = FACE_BITS * FENCE_FIRST[pair]
    second = FACE_BITS * FENCE_SECOND[pair]
    differing = ((placed >> first) ^ (placed >> second)) & FACE
    return placed ^ differing << first ^ differing << second


def transfer(numbers: vec[i64], giver: i64, taker: i64, resource: i64, most: i64) -> None:
    """Move resources, never more than the giver has; anything above 6 is lost (CC-44)."""
    shift = DIE_BITS * resource
    gives = SEAT + SEAT_SIZE * giver + DICE
    takes = SEAT + SEAT_SIZE * taker + DICE
    amount = (numbers[gives] >> shift) & DIE
    if amount > most:
        amount = most
    numbers[gives] -= amount << shift
    numbers[takes] = raise_die(numbers[takes], shift, amount)


def next_to_play(numbers: vec[i64], seats: i64) -> i64:
    """The seat whose neighbour is played first: seat order, starting with the last victim (CC-47)."""
    seat = numbers[LAST_VICTIM] - 1
    if seat < 0:
        seat = 0
    while not (numbers[UP] >> seat) & 1:
        seat += 1
        if seat == seats:
            seat = 0
    return seat


# ---- playing it ---------------------------------------------------------------------------------------


def settle_neighbours(numbers: vec[i64], config: Config) -> None:
    """When no seat has a card to resolve: play the next neighbour that is up, or let all take a card (CC-47)."""
    while True:
        waiting: i64 = 0
        at: i64 = SEAT
        for seat in range(config.seats):
            stage = numbers[at + STAGE]
            if stage == PLANS or stage == FENCES:
                return
            if stage == WAITS:
                waiting |= bit(seat)
            at += SEAT_SIZE
        if numbers[UP]:
            numbers[AWAITED] |= bit(next_to_play(numbers, config.seats))
            return
        if not waiting:
            return
        at = SEAT
        for seat in range(config.seats):
            if (waiting >> seat) & 1:
                take_card(numbers, seat, at, config)
            at += SEAT_SIZE


def play_neighbour(numbers: vec[i64], seat: i64, at: i64, action: i64, config: Config) -> None:
    """Put the neighbour aside with a theft or a gift, turn it, or remove it for a strong effect (CC-44)."""
    top = numbers[at + TOP]
    card = numbers[at + CARDS + top]
    number = lowest(action)
    if number >= SHOT:
        shoot(numbers, seat, at, card & 3, (number - SHOT) >> 2, (number - SHOT) & 3, config)
        return
    numbers[at + CARDS + top] = 0
    if number >= HIT:
        victim = (number - HIT) >> 2
        edge = EDGE_SIZE * (card & 3)
        amount = config.edges[edge + EDGE_AMOUNT]
        if config.edges[edge + EDGE_GIVES]:
            transfer(numbers, seat, victim, (number - HIT) & 3, amount)
        else:
            transfer(numbers, victim, seat, (number - HIT) & 3, amount)
        numbers[LAST_VICTIM] = victim + 1
    elif action == UPGRADE:
        card |= UPGRADED
    elif action == FLIP:
        card |= HOME
    lay_aside(numbers, at, card)
    send_off(numbers, seat, at, config)


def shoot(numbers: vec[i64], seat: i64, at: i64, edge: i64, victim: i64, resource: i64, config: Config) -> None:
    """Apply one of the four strong effects; the card leaves the game (CC-46)."""
    shot = config.edges[EDGE_SIZE * edge + EDGE_SHOT]
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
        numbers[hit + DICE] = raise_die(numbers[hit + DICE], DIE_BITS * resource, DIE_MOST)
    numbers[at + CARDS + numbers[at + TOP]] = 0
    send_off(numbers, seat, at, config)


def move_fence(numbers: vec[i64], seat: i64, at: i64, pair: i64, config: Config) -> None:
    """Swap two locations of the victim (CC-46)."""
    hit = SEAT + SEAT_SIZE * (numbers[FENCED] - 1)
    numbers[hit + PLACED] = swap_places(numbers[hit + PLACED], pair)
    numbers[FENCED] = 0
    numbers[at + CARDS + numbers[at + TOP]] = 0
    send_off(numbers, seat, at, config)


def send_off(numbers: vec[i64], seat: i64, at: i64, config: Config) -> None:
    """Mark the neighbour as played; its seat waits until all may continue."""
    numbers[UP] &= ~bit(seat)
    numbers[AWAITED] &= ~bit(seat)
    numbers[at + STAGE] = WAITS
    resolve_card(numbers, seat, at, config)
