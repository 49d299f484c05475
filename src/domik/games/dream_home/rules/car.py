"""The car: whoever completes a garage may have it, once in a game (DH-65)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.dream_home.rules.house import put_token
from domik.games.dream_home.rules.kit import Kit
from domik.games.dream_home.rules.state import *
from domik.kernel.game import lowest


def asks_to_park(numbers: vec[i64], at: i64, place: i64, phase: i64, kit: Kit) -> bool:
    """Whether the card just laid made a garage of two and the car is there to be had; then that is asked first."""
    if not kit.car or numbers[CAR_GONE] or not place & BASEMENT:
        return False
    if numbers[at + SAME + kit.garage] != BASEMENT or numbers[at + FURNISHED] & BASEMENT:
        return False
    numbers[THEN] = phase
    numbers[PHASE] = PARK
    return True


def park(numbers: vec[i64], at: i64, action: i64) -> i64:
    """Take the car on one of the two cards, or leave it for the next; the phase that the question interrupted."""
    if action != PASS:
        numbers[CAR_GONE] = 1
        put_token(numbers, at, lowest(action), CAR)
    then = numbers[THEN]
    numbers[THEN] = 0
    return then
