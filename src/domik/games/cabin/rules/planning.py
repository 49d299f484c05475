"""Planning, one function per step of a turn from taking a card to the end of planning (CC-10 to CC-19)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.deck import lay_aside, move_pile, uncover
from domik.games.cabin.rules.life import raise_die
from domik.games.cabin.rules.points import finish_seat
from domik.kernel.game import AWAITED, bit


def plan_moves(numbers: vec[i64], base: i64, face: i64, faces: vec[i64]) -> i64:
    """Mask: build where it can be paid (CC-11), put aside in three ways (CC-10), or only build when forced (CC-18)."""
    dice = numbers[base + at.DICE]
    moves = faces[at.FACE_SIZE * face + at.MOVES]
    if ((dice | at.GUARD) - faces[at.FACE_SIZE * face + at.COST]) & at.GUARD != at.GUARD:
        return moves
    if (dice + at.SIXES) & at.NATURAL_GUARD:  # domestic dice are empty while planning
        return numbers[base + at.FREE]
    return moves | numbers[base + at.FREE]


def take_card(numbers: vec[i64], seat: i64, base: i64, config: Config) -> None:
    """Take the next card (CC-10), skipping the cards lost to a long visit (CC-46)."""
    while numbers[base + at.VISITS]:
        numbers[base + at.VISITS] -= 1
        top = numbers[base + at.TOP]
        card = numbers[base + at.CARDS + top]
        numbers[base + at.CARDS + top] = 0
        lay_aside(numbers, base, card)
        if not resolve_card(numbers, seat, base, config):
            return
    top = numbers[base + at.TOP]
    uncover(numbers, seat, base, top + 1, config)
    if numbers[base + at.CARDS + top] & at.FACE >= at.NEIGHBOUR_FACE:
        numbers[base + at.STAGE] = at.MEETS
        numbers[at.UP] |= bit(seat)
        numbers[AWAITED] &= ~bit(seat)
    else:
        numbers[base + at.STAGE] = at.PLANS
        numbers[AWAITED] |= bit(seat)


def plan_card(numbers: vec[i64], seat: i64, base: i64, action: i64, config: Config) -> None:
    """Build the card, or put it aside with exactly one of gain, upgrade, flip (CC-10)."""
    top = numbers[base + at.TOP]
    card = numbers[base + at.CARDS + top]
    numbers[base + at.CARDS + top] = 0
    if action <= at.LAST_PLACE:
        if not build(numbers, seat, base, card & at.FACE, action, config):
            return
    else:
        if action == at.GAIN:
            face = at.FACE_SIZE * (card & at.FACE)
            shift = config.faces[face + at.GAIN_SHIFT]
            numbers[base + at.DICE] = raise_die(numbers[base + at.DICE], shift, config.faces[face + at.GAIN_AMOUNT])
        elif action == at.UPGRADE:
            card |= at.UPGRADED
        else:
            card |= at.HOME
        lay_aside(numbers, base, card)
    if resolve_card(numbers, seat, base, config):
        take_next_card(numbers, seat, base, config)


def build(numbers: vec[i64], seat: i64, base: i64, face: i64, action: i64, config: Config) -> bool:
    """Pay and lay the card on a free place (CC-11); False when this ends planning (CC-19, CC-42)."""
    shift: i64 = 0
    bits = action
    while bits > 1:
        bits >>= 1
        shift += at.FACE_BITS
    numbers[base + at.DICE] -= config.faces[at.FACE_SIZE * face + at.COST]
    numbers[base + at.PLACED] |= face << shift
    free = numbers[base + at.FREE] & ~action
    numbers[base + at.FREE] = free
    numbers[base + at.BUILT] = 1
    if config.template and (numbers[at.MODEL] >> shift) & at.FACE != face & ~at.UPGRADED:
        numbers[base + at.COPY] = at.SPOILT
    elif free:
        return True
    else:
        numbers[base + at.COPY] = at.COPIED
    numbers[base + at.TOP] += 1
    end_planning(numbers, seat, base, config)
    return False


def resolve_card(numbers: vec[i64], seat: i64, base: i64, config: Config) -> bool:
    """Finish the card in hand; an empty deck ends the month (CC-16). False when this ends planning (CC-17)."""
    top = numbers[base + at.TOP] + 1
    if top < numbers[base + at.PILE]:
        numbers[base + at.TOP] = top
        uncover(numbers, seat, base, top, config)
        return True
    built = numbers[base + at.BUILT]
    if built or config.failed_drops:
        numbers[base + at.LEFT] -= 1
    move_pile(numbers, base, config.reverses)
    if not built:
        end_planning(numbers, seat, base, config)
        return False
    numbers[base + at.BUILT] = 0
    return True


def take_next_card(numbers: vec[i64], seat: i64, base: i64, config: Config) -> None:
    """Take the next card immediately, unless a neighbour is up (CC-5, CC-47)."""
    if numbers[at.UP]:
        numbers[base + at.STAGE] = at.WAITS
        numbers[AWAITED] &= ~bit(seat)
    else:
        take_card(numbers, seat, base, config)


def end_planning(numbers: vec[i64], seat: i64, base: i64, config: Config) -> None:
    """Start life in the forest, if any location is built (CC-19, CC-20)."""
    numbers[base + at.STAGE] = at.LIVES
    numbers[base + at.VISITS] = 0
    numbers[AWAITED] |= bit(seat)
    if numbers[base + at.FREE] == at.EVERY_PLACE:
        finish_seat(numbers, seat, base, config)
