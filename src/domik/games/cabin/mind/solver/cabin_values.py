"""Values of finished cabins: cached upper bounds first, exact once the best order of the circle is known."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from domik.games.cabin.mind.solver.beam_state import ALL_NATURAL, DICE_AT, RAISED, STATUS, STATUS_BITS, cabin_key
from domik.games.cabin.mind.solver.life_search import LifeSearch, pack_order, swap
from domik.games.cabin.mind.solver.problem import PlanningProblem
from domik.games.cabin.rules import state as at
from domik.kernel.game import bit


@final
class CabinValues:
    """Cache of the finished cabins of one problem, by faces and dice."""

    def __init__(self, problem: PlanningProblem, forest: LifeSearch) -> None:
        self.problem: PlanningProblem = problem
        self.life_search: LifeSearch = forest
        self.order: vec[i64] = vec[i64]([0] * at.PLACES)  # the current faces on their places
        self.known: dict[i64, i64] = {}  # cache: faces and dice -> upper bound of the life
        self.exact: dict[i64, list[i64]] = {}  # cache: faces -> list of dice << 16 | exact life

    def upper_bound(self, word: i64) -> i64:
        """Upper bound on the life of a finished cabin, or a lower exact life known for at least these dice."""
        key = cabin_key(word)
        if key in self.known:
            return self.known[key]
        self.place_faces(word)
        dice = (word >> DICE_AT) & at.NATURAL
        hope = self.life_search.life_bound.upper_bound(self.order, dice)
        faces = key & ~ALL_NATURAL
        if faces in self.exact and self.life_search.life_bound.is_plain:
            for known in self.exact[faces]:
                enough = ((known >> 16) | at.NATURAL_GUARD) - dice
                if enough & at.NATURAL_GUARD == at.NATURAL_GUARD and known & at.NATURAL < hope:
                    hope = known & at.NATURAL
        self.known[key] = hope
        return hope

    def place_faces(self, word: i64) -> None:
        """Put the faces of a finished cabin on the free places; locations already built stay where they are."""
        problem = self.problem
        place: i64 = 0
        for k in range(at.PLACES):
            self.order[k] = (problem.placed >> (at.FACE_BITS * k)) & at.FACE
        for card in range(len(problem.kinds)):
            status = (word >> (STATUS_BITS * card)) & STATUS
            if status & RAISED:
                while self.order[place]:
                    place += 1
                self.order[place] = problem.kinds[card] << at.KIND_SHIFT | status & 3

    def solve_with_misfit(self, word: i64, last: i64) -> i64:
        """The life of a model's cabin whose last card is wrong, on the remaining place (CC-42); -1 if impossible."""
        problem = self.problem
        for place in range(at.PLACES):
            self.order[place] = (problem.placed >> (at.FACE_BITS * place)) & at.FACE
        for card in range(len(problem.kinds)):
            status = (word >> (STATUS_BITS * card)) & STATUS
            if (
                status & RAISED
                and card != last
                and not self.place_by_model(problem.kinds[card] << at.KIND_SHIFT | status & 3)
            ):
                return -1
        for place in range(at.PLACES):
            if not self.order[place]:
                self.order[place] = problem.kinds[last] << at.KIND_SHIFT | (word >> (STATUS_BITS * last)) & 3
        return self.life_search.best_life(pack_order(self.order), (word >> DICE_AT) & at.NATURAL, 0)

    def place_by_model(self, face: i64) -> bool:
        """Put a face on the free place where the model wants it; False when there is none."""
        for place in range(at.PLACES):
            wanted = (self.problem.fixed >> (at.FACE_BITS * place)) & at.FACE
            if not self.order[place] and wanted == face & ~at.UPGRADED:
                self.order[place] = face
                return True
        return False

    def solve_exactly(self, word: i64, enough: i64) -> i64:
        """Find the best order of a finished cabin, left in `order`; return its life, -1 if it is no copy (CC-42)."""
        problem = self.problem
        dice = (word >> DICE_AT) & at.NATURAL
        self.place_faces(word)
        if problem.fixed:
            if not copy_order(self.order, problem.fixed):
                return -1
            life = self.life_search.best_life(pack_order(self.order), dice, 0)
        else:
            free: i64 = at.EVERY_PLACE
            for place in range(at.PLACES):
                if (problem.placed >> (at.FACE_BITS * place)) & at.FACE:
                    free &= ~bit(place)
            life = self.life_search.hill_climb(self.order, free, dice, enough)
            if life < enough:
                life = self.life_search.exhaustive_search(self.order, free, dice, enough)
        if not self.life_search.is_late:
            key = cabin_key(word)
            faces = key & ~ALL_NATURAL
            if faces not in self.exact:
                self.exact[faces] = []
            self.exact[faces].append(dice << 16 | life)
            self.known[key] = life
        return life

    def order_bound(self, dice: i64) -> i64:
        """The life of the current order: exact where the places are given by a model, otherwise an upper bound."""
        if self.problem.fixed and not self.problem.spoils and copy_order(self.order, self.problem.fixed):
            return self.life_search.best_life(pack_order(self.order), dice, 0)
        return self.life_search.life_bound.upper_bound(self.order, dice)


def copy_order(order: vec[i64], model: i64) -> bool:
    """Arrange eight faces as a model wants them (CC-42); False when the faces differ."""
    for place in range(at.PLACES):
        wanted = (model >> (at.FACE_BITS * place)) & at.FACE
        for other in range(place, at.PLACES):
            if order[other] & ~at.UPGRADED == wanted:
                swap(order, place, other)
        if order[place] & ~at.UPGRADED != wanted:
            return False
    return True
