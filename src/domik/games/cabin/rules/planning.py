"""Planning, one function per step of a turn from taking a card to the end of planning (CC-10 to CC-19)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.deck import lay_aside, move_pile, uncover
from domik.games.cabin.rules.life import raise_die
from domik.games.cabin.rules.points import finish_seat
from domik.games.cabin.rules.state import *
from domik.kernel.game import AWAITED, bit


def plan_moves(numbers: vec[i64], at: i64, face: i64, faces: vec[i64]) -> i64:
    """Mask: build where it can be paid (CC-11), put aside in three ways (CC-10), or only build when forced (CC-18)."""
    dice = numbers[at + DICE]
    moves = faces[FACE_SIZE * face + MOVES]
    if ((dice | GUARD) - faces[FACE_SIZE * face + COST]) & GUARD != GUARD:
        return moves
    if (dice + SIXES) & NATURAL_GUARD:  # domestic dice are empty while planning
        return numbers[at + FREE]
    return moves | numbers[at + FREE]


def take_card(numbers: vec[i64], seat: i64, at: i64, config: Config) -> None:
    """Take the next card (CC-10), skipping the cards lost to a long visit (CC-46)."""
    while numbers[at + VISITS]:
        numbers[at + VISITS] -= 1
        top = numbers[at + TOP]
        card = numbers[at + CARDS + top]
        numbers[at + CARDS + top] = 0
        lay_aside(numbers, at, card)
        if not resolve_card(numbers, seat, at, config):
            return
    top = numbers[at + TOP]
    uncover(numbers, seat, at, top + 1, config)
    if numbers[at + CARDS + top] & FACE >= NEIGHBOUR_FACE:
        numbers[at + STAGE] = MEETS
        numbers[UP] |= bit(seat)
        numbers[AWAITED] &= ~bit(seat)
    else:
        numbers[at + STAGE] = PLANS
        numbers[AWAITED] |= bit(seat)


def plan_card(numbers: vec[i64], seat: i64, at: i64, action: i64, config: Config) -> None:
    """Build the card, or put it aside with exactly one of gain, upgrade, flip (CC-10)."""
    top = numbers[at + TOP]
    card = numbers[at + CARDS + top]
    numbers[at + CARDS + top] = 0
    if action <= LAST_PLACE:
        if not build(numbers, seat, at, card & FACE, action, config):
            return
    else:
        if action == GAIN:
            faces = config.faces
            face = FACE_SIZE * (card & FACE)
            numbers[at + DICE] = raise_die(numbers[at + DICE], faces[face + GAIN_SHIFT], faces[face + GAIN_AMOUNT])
        elif action == UPGRADE:
            card |= UPGRADED
        else:
            card |= HOME
        lay_aside(numbers, at, card)
    if resolve_card(numbers, seat, at, config):
        take_next_card(numbers, seat, at, config)


def build(numbers: vec[i64], seat: i64, at: i64, face: i64, action: i64, config: Config) -> bool:
    """Pay and lay the card on a free place (CC-11); False when this ends planning (CC-19, CC-42)."""
    shift: i64 = 0
    bits = action
    while bits > 1:
        bits >>= 1
        shift += FACE_BITS
    numbers[at + DICE] -= config.faces[FACE_SIZE * face + COST]
    numbers[at + PLACED] |= face << shift
    free = numbers[at + FREE] & ~action
    numbers[at + FREE] = free
    numbers[at + BUILT] = 1
    if config.template and (numbers[MODEL] >> shift) & FACE != face & ~UPGRADED:
        numbers[at + COPY] = SPOILT
    elif free:
        return True
    else:
        numbers[at + COPY] = COPIED
    numbers[at + TOP] += 1
    end_planning(numbers, seat, at, config)
    return False


def resolve_card(numbers: vec[i64], seat: i64, at: i64, config: Config) -> bool:
    """Finish the card in hand; an empty deck ends the month (CC-16). False when this ends planning (CC-17)."""
    top = numbers[at + TOP] + 1
    if top < numbers[at + PILE]:
        numbers[at + TOP] = top
        uncover(numbers, seat, at, top, config)
        return True
    built = numbers[at + BUILT]
    if built or config.failed_drops:
        numbers[at + LEFT] -= 1
    move_pile(numbers, at, config.reverses)
    if not built:
        end_planning(numbers, seat, at, config)
        return False
    numbers[at + BUILT] = 0
    return True


def take_next_card(numbers: vec[i64], seat: i64, at: i64, config: Config) -> None:
    """Take the next card immediately, unless a neighbour is up (CC-5, CC-47)."""
    if numbers[UP]:
        numbers[at + STAGE] = WAITS
        numbers[AWAITED] &= ~bit(seat)
    else:
        take_card(numbers, seat, at, config)


def end_planning(numbers: vec[i64], seat: i64, at: i64, config: Config) -> None:
    """Start life in the forest, if any location is built (CC-19, CC-20)."""
    numbers[at + STAGE] = LIVES
    numbers[at + VISITS] = 0
    numbers[AWAITED] |= bit(seat)
    if numbers[at + FREE] == EVERY_PLACE:
        finish_seat(numbers, seat, at, config)
