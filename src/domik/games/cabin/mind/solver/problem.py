"""What the solver is asked: a position of one cabin."""

from __future__ import annotations

from typing import cast, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.rules.deck import card_at
from domik.games.cabin.rules.kit import Kit
from domik.games.cabin.rules.position import ANY_BUILT_AT, DICE_AT, STATUS_BITS
from domik.games.cabin.rules.state import *
from domik.kernel.game import bit


@final
class Problem:
    """A position of one cabin with its whole deck known."""

    def __init__(self, numbers: vec[i64], seat: i64, kit: Kit) -> None:
        at = SEAT + SEAT_SIZE * seat
        month = MONTHS + 1 - numbers[at + LEFT]
        self.kit: Kit = kit
        self.dice: i64 = numbers[at + DICE]
        self.month: i64 = month
        self.last_month: i64 = kit.month_limit if kit.month_limit > month else month
        self.slot: i64 = numbers[at + LAID]
        self.any_built: bool = numbers[at + BUILT] != 0
        self.placed: i64 = numbers[at + PLACED]
        self.fixed: i64 = numbers[MODEL] | kit.scene  # a cabin to copy, place by place; 0: none
        kinds: list[i64] = []
        edges: list[i64] = []
        allowed: list[i64] = []
        for face in whole_deck(numbers, seat, kit):
            kind = face >> KIND_SHIFT
            kinds.append(kind)
            edges.append(face & 3)
            allowed.append(allowed_by(self.fixed, kind, face & 3) & kit.chances[kind])
        self.kinds: vec[i64] = vec[i64](kinds)  # unbuilt cards in this month's order, those put aside already first
        self.edges: vec[i64] = vec[i64](edges)
        self.allowed: vec[i64] = vec[i64](allowed)

    def start(self) -> i64:
        """The position as the beam's number."""
        word = self.dice << DICE_AT
        for card in range(len(self.kinds)):
            word |= self.edges[card] << (STATUS_BITS * card)
        return word | bit(ANY_BUILT_AT) if self.any_built else word


def problem_of(numbers: object, seat: i64, kit: Kit) -> Problem:
    """The same for callers outside the compiled core (docs/decisions/0008)."""
    return Problem(cast("vec[i64]", numbers), seat, kit)


def whole_deck(numbers: vec[i64], seat: i64, kit: Kit) -> vec[i64]:
    """The faces of next month's cards so far, then of this month's, those that are not shown yet among them."""
    at = SEAT + SEAT_SIZE * seat
    faces: list[i64] = []
    for k in range(numbers[at + LAID]):
        faces.append(numbers[at + CARDS + k] & FACE)
    for index in range(numbers[at + TOP], numbers[at + PILE]):
        faces.append(card_at(numbers, seat, index, kit) & FACE)
    return vec[i64](faces)


def allowed_by(model: i64, kind: i64, edge: i64) -> i64:
    """What may become of a card: a model narrows it down (CC-42), and a home stays one (CC-14)."""
    allowed: i64 = ANYTHING
    if model:
        allowed = LEFT_OUT
        for place in range(PLACES):
            face = (model >> (FACE_BITS * place)) & FACE
            if face >> KIND_SHIFT == kind:
                allowed |= AS_HOME if face & HOME else AS_NATURAL
    return allowed & ~AS_NATURAL if edge & HOME else allowed
