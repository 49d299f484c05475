"""The nasty neighbour: all seats pause, a victim is chosen, planning continues (CC-44 to CC-47)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.deck import lay_aside
from domik.games.cabin.rules.life import raise_die
from domik.games.cabin.rules.planning import resolve_card, take_card
from domik.kernel.game import AWAITED, bit, lowest


def victims(numbers: vec[i64], seat: i64, seats: i64) -> i64:
    """Mask of the other seats that are still planning, except the last victim (CC-45)."""
    found: i64 = 0
    base: i64 = at.SEAT
    for other in range(seats):
        if other != seat and numbers[base + at.STAGE] < at.LIVES and other + 1 != numbers[at.LAST_VICTIM]:
            found |= bit(other)
        base += at.SEAT_SIZE
    return found


def neighbour_moves(numbers: vec[i64], seat: i64, face: i64, config: Config) -> i64:
    """Hit a victim, use a strong effect, or turn the card; with no possible victim, only put it aside."""
    found = config.faces[at.FACE_SIZE * face + at.MOVES] & ~at.GAIN
    shot = config.edges[at.EDGE_SIZE * (face & 3) + at.EDGE_SHOT]
    targets = victims(numbers, seat, config.seats)
    if not targets:
        return found | at.GAIN
    for victim in range(config.seats):
        if (targets >> victim) & 1:
            found |= bit(at.HIT + 4 * victim) * at.DIE
            if not (numbers[at.SHOT_AT] >> victim) & 1:
                found |= shots_at(numbers, victim, shot)
    return found


def shots_at(numbers: vec[i64], victim: i64, shot: i64) -> i64:
    """The ways to aim one strong effect at one victim (CC-46)."""
    first = bit(at.SHOT + 4 * victim)
    if shot == at.FENCE:
        built = at.EVERY_PLACE & ~numbers[at.SEAT + at.SEAT_SIZE * victim + at.FREE]
        return first if built & (built - 1) else 0  # needs two locations to swap
    if shot == at.LONG_VISIT:
        return first
    return first * at.DIE  # one action per resource


def fence_moves(placed: i64) -> i64:
    """The pairs of built locations that a fence can swap."""
    found: i64 = 0
    for pair in range(at.FENCE_PAIRS):
        first = at.FACE_BITS * at.FENCE_FIRST[pair]
        second = at.FACE_BITS * at.FENCE_SECOND[pair]
        if (placed >> first) & at.FACE and (placed >> second) & at.FACE:
            found |= bit(pair)
    return found


def swap_places(placed: i64, pair: i64) -> i64:
    """The places with two locations swapped."""
    first = at.FACE_BITS * at.FENCE_FIRST[pair]
    second = at.FACE_BITS * at.FENCE_SECOND[pair]
    differing = ((placed >> first) ^ (placed >> second)) & at.FACE
    return placed ^ differing << first ^ differing << second


def transfer(numbers: vec[i64], giver: i64, taker: i64, resource: i64, most: i64) -> None:
    """Move resources, never more than the giver has; anything above 6 is lost (CC-44)."""
    shift = at.DIE_BITS * resource
    gives = at.SEAT + at.SEAT_SIZE * giver + at.DICE
    takes = at.SEAT + at.SEAT_SIZE * taker + at.DICE
    amount = (numbers[gives] >> shift) & at.DIE
    if amount > most:
        amount = most
    numbers[gives] -= amount << shift
    numbers[takes] = raise_die(numbers[takes], shift, amount)


def next_to_play(numbers: vec[i64], seats: i64) -> i64:
    """The seat whose neighbour is played first: seat order, starting with the last victim (CC-47)."""
    seat = numbers[at.LAST_VICTIM] - 1
    if seat < 0:
        seat = 0
    while not (numbers[at.UP] >> seat) & 1:
        seat += 1
        if seat == seats:
            seat = 0
    return seat


# ---- playing it ---------------------------------------------------------------------------------------


def settle_neighbours(numbers: vec[i64], config: Config) -> None:
    """When no seat has a card to resolve: play the next neighbour that is up, or let all take a card (CC-47)."""
    while True:
        waiting: i64 = 0
        base: i64 = at.SEAT
        for seat in range(config.seats):
            stage = numbers[base + at.STAGE]
            if stage == at.PLANS or stage == at.FENCES:
                return
            if stage == at.WAITS:
                waiting |= bit(seat)
            base += at.SEAT_SIZE
        if numbers[at.UP]:
            numbers[AWAITED] |= bit(next_to_play(numbers, config.seats))
            return
        if not waiting:
            return
        base = at.SEAT
        for seat in range(config.seats):
            if (waiting >> seat) & 1:
                take_card(numbers, seat, base, config)
            base += at.SEAT_SIZE


def play_neighbour(numbers: vec[i64], seat: i64, base: i64, action: i64, config: Config) -> None:
    """Put the neighbour aside with a theft or a gift, turn it, or remove it for a strong effect (CC-44)."""
    top = numbers[base + at.TOP]
    card = numbers[base + at.CARDS + top]
    number = lowest(action)
    if number >= at.SHOT:
        shoot(numbers, seat, base, card & 3, (number - at.SHOT) >> 2, (number - at.SHOT) & 3, config)
        return
    numbers[base + at.CARDS + top] = 0
    if number >= at.HIT:
        victim = (number - at.HIT) >> 2
        edge = at.EDGE_SIZE * (card & 3)
        amount = config.edges[edge + at.EDGE_AMOUNT]
        if config.edges[edge + at.EDGE_GIVES]:
            transfer(numbers, seat, victim, (number - at.HIT) & 3, amount)
        else:
            transfer(numbers, victim, seat, (number - at.HIT) & 3, amount)
        numbers[at.LAST_VICTIM] = victim + 1
    elif action == at.UPGRADE:
        card |= at.UPGRADED
    elif action == at.FLIP:
        card |= at.HOME
    lay_aside(numbers, base, card)
    send_off(numbers, seat, base, config)


def shoot(numbers: vec[i64], seat: i64, base: i64, edge: i64, victim: i64, resource: i64, config: Config) -> None:
    """Apply one of the four strong effects; the card leaves the game (CC-46)."""
    shot = config.edges[at.EDGE_SIZE * edge + at.EDGE_SHOT]
    hit = at.SEAT + at.SEAT_SIZE * victim
    numbers[at.LAST_VICTIM] = victim + 1
    numbers[at.SHOT_AT] |= bit(victim)
    if shot == at.FENCE:
        numbers[at.FENCED] = victim + 1
        numbers[base + at.STAGE] = at.FENCES
        return
    if shot == at.RAID:
        transfer(numbers, victim, seat, resource, at.RAIDED)
    elif shot == at.LONG_VISIT:
        numbers[hit + at.VISITS] = at.VISITED
    else:
        numbers[hit + at.DICE] = raise_die(numbers[hit + at.DICE], at.DIE_BITS * resource, at.DIE_MOST)
    numbers[base + at.CARDS + numbers[base + at.TOP]] = 0
    send_off(numbers, seat, base, config)


def move_fence(numbers: vec[i64], seat: i64, base: i64, pair: i64, config: Config) -> None:
    """Swap two locations of the victim (CC-46)."""
    hit = at.SEAT + at.SEAT_SIZE * (numbers[at.FENCED] - 1)
    numbers[hit + at.PLACED] = swap_places(numbers[hit + at.PLACED], pair)
    numbers[at.FENCED] = 0
    numbers[base + at.CARDS + numbers[base + at.TOP]] = 0
    send_off(numbers, seat, base, config)


def send_off(numbers: vec[i64], seat: i64, base: i64, config: Config) -> None:
    """Mark the neighbour as played; its seat waits until all may continue."""
    numbers[at.UP] &= ~bit(seat)
    numbers[AWAITED] &= ~bit(seat)
    numbers[base + at.STAGE] = at.WAITS
    resolve_card(numbers, seat, base, config)
