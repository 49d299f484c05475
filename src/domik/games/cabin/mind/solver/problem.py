"""The solver's input: one seat's position with its whole deck known."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam_state import ANY_BUILT_AT, DICE_AT, STATUS_BITS
from domik.games.cabin.rules import state as at
from domik.games.cabin.rules.config import Config
from domik.games.cabin.rules.deck import card_at
from domik.kernel.game import bit

# Which cabins are searched for
AS_ASKED: Final = 0  # as the model or scenario asks; any cabin where nothing is asked
ALL_BUT_ONE: Final = 1  # the model's except for the last location, a wrong build that ends planning (CC-42)
ANY_CABIN: Final = 2  # any cabin, regardless of what is asked


@final
class PlanningProblem:
    """A planning position of one seat with its whole deck known."""

    def __init__(self, numbers: vec[i64], seat: i64, config: Config, looked_for: i64 = AS_ASKED) -> None:
        base = at.SEAT + at.SEAT_SIZE * seat
        month = at.MONTHS + 1 - numbers[base + at.LEFT]
        limit = at.MONTHS if looked_for == ANY_CABIN else config.month_limit
        self.config: Config = config
        self.dice: i64 = numbers[base + at.DICE]
        self.month: i64 = month
        self.last_month: i64 = limit if limit > month else month
        self.slot: i64 = numbers[base + at.LAID]
        self.any_built: bool = numbers[base + at.BUILT] != 0
        self.placed: i64 = numbers[base + at.PLACED]
        self.fixed: i64 = (
            0 if looked_for == ANY_CABIN else numbers[at.MODEL] | config.scene
        )  # the cabin to copy, 0 for none
        self.spoils: bool = looked_for == ALL_BUT_ONE
        kinds: list[i64] = []
        edges: list[i64] = []
        allowed: list[i64] = []
        for face in whole_deck(numbers, seat, config):
            kind = face >> at.KIND_SHIFT
            kinds.append(kind)
            edges.append(face & 3)
            chances: i64 = at.ANYTHING if looked_for == ANY_CABIN else config.chances[kind]
            allowed.append(allowed_sides(self.fixed, kind, face & 3) & chances)
        self.kinds: vec[i64] = vec[i64](kinds)  # unbuilt cards in this month's order, the pile of those put aside first
        self.edges: vec[i64] = vec[i64](edges)
        self.allowed: vec[i64] = vec[i64](allowed)
        if looked_for != ANY_CABIN and (month > limit or has_misfit(self.placed, self.fixed, config)):
            self.allowed = vec[i64]([0] * len(kinds))  # no cabin can be as asked any more

    def start_position(self) -> i64:
        """The start as a packed beam position."""
        word = self.dice << DICE_AT
        for card in range(len(self.kinds)):
            word |= self.edges[card] << (STATUS_BITS * card)
        return word | bit(ANY_BUILT_AT) if self.any_built else word


def planning_problem(numbers: object, seat: i64, config: Config, looked_for: i64 = AS_ASKED) -> PlanningProblem:
    """Constructor for callers outside the compiled core (docs/decisions/0008)."""
    return PlanningProblem(cast("vec[i64]", numbers), seat, config, looked_for)


def whole_deck(numbers: vec[i64], seat: i64, config: Config) -> vec[i64]:
    """Faces in next month's pile so far, then this month's, including those not revealed yet."""
    base = at.SEAT + at.SEAT_SIZE * seat
    faces: list[i64] = []
    for k in range(numbers[base + at.LAID]):
        faces.append(numbers[base + at.CARDS + k] & at.FACE)
    for index in range(numbers[base + at.TOP], numbers[base + at.PILE]):
        faces.append(card_at(numbers, seat, index, config) & at.FACE)
    return vec[i64](faces)


def has_misfit(placed: i64, model: i64, config: Config) -> bool:
    """Whether a built location contradicts the model or scenario (CC-42, CC-43)."""
    for place in range(at.PLACES):
        face = (placed >> (at.FACE_BITS * place)) & at.FACE
        if face:
            if model and (model >> (at.FACE_BITS * place)) & at.FACE != face & ~at.UPGRADED:
                return True
            if not config.chances[face >> at.KIND_SHIFT] & (at.AS_HOME if face & at.HOME else at.AS_NATURAL):
                return True
    return False


def allowed_sides(model: i64, kind: i64, edge: i64) -> i64:
    """Mask of what may become of a card: a model narrows it (CC-42), and a home stays a home (CC-14)."""
    allowed: i64 = at.ANYTHING
    if model:
        allowed = at.LEFT_OUT
        for place in range(at.PLACES):
            face = (model >> (at.FACE_BITS * place)) & at.FACE
            if face >> at.KIND_SHIFT == kind:
                allowed |= at.AS_HOME if face & at.HOME else at.AS_NATURAL
    return allowed & ~at.AS_NATURAL if edge & at.HOME else allowed
