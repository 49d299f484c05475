"""The story of one seat: its decisions, and every step after which it knew something new."""

from __future__ import annotations

from dataclasses import dataclass, field

from domik.bots.spec import thought_of
from domik.kernel.errors import IllegalMove
from domik.kernel.game import AWAITED, Game
from domik.kernel.luck import Luck, luck_of
from domik.kernel.record import Record, action_of, number_of
from domik.kernel.state import State, View, imagined, seen_alike
from domik.kernel.style import Style
from domik.review.trials import MEASURING, USUAL, Trials

WORLDS = 6  # a card that came up shows in nearly all of them
PLAYER = "master"  # whose habits the players in rollouts have
GUIDE = 4  # of so many moves they play the best by a hunch, where the game names no other number


@dataclass
class Step:
    """One move as the seat saw it."""

    number: int  # moves before it
    by: int
    is_new: bool  # whether the seat sees anything new after it
    came_up: bool  # whether it could not have foreseen what it sees, had it known the move


@dataclass
class Question:
    """A decision that was no forced one: what the seat knew, and what it could do."""

    number: int
    view: View
    truth: State  # for hindsight alone
    kinds: list[list[int]]  # action numbers that come to the same, the played one first in its own
    played: int  # its place among the kinds


@dataclass
class Story:
    """A game from one seat's eyes."""

    seat: int
    steps: list[Step] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    looks: dict[int, View] = field(default_factory=dict)  # what it saw when something was new and it had not to decide


def numbers_of(view: View) -> list[int]:
    """All that a view holds."""
    return [int(number) for number in view.numbers]


def luck_for(view: View, seed: str) -> Luck:
    """The luck of a position: it comes from the seed and from what the seat knows, and from nothing else."""
    return luck_of(f"review {seed} {view.seat} {numbers_of(view)}")


def style_of(game: Game) -> Style:
    """How the players in rollouts think: as the game's best cheap player does."""
    style = thought_of(PLAYER).style(game)
    if not style.reflex and style.guide < 2:
        style.guide = GUIDE
    return style


def story_of(record: Record, seat: int) -> Story:
    """Everything that a seat lived through."""
    story = Story(seat)
    before: State | None = None
    known: list[int] = []
    for number, state in enumerate(record.states()):
        seen = numbers_of(state.view(seat))
        is_new = not known or seen[AWAITED + 1 :] != known[AWAITED + 1 :]  # that another has chosen is no news
        known = seen
        if before is not None:
            move = record.moves[number - 1]
            came = is_new and came_up(before, state, seat, move.seat, action_of(move.action))
            story.steps.append(Step(number - 1, move.seat, is_new, came))
        if state.is_over():
            break
        before = state.copy()
        question = question_of(before, number, record, seat)
        if question is not None:
            story.questions.append(question)
        elif is_new:
            story.looks[number] = before.view(seat)
    return story


def question_of(state: State, number: int, record: Record, seat: int) -> Question | None:
    """The decision that this seat took now, if it had any choice."""
    move = record.moves[number] if number < len(record.moves) else None
    if move is None or move.seat != seat:
        return None
    view = state.view(seat)
    groups: dict[int, list[int]] = {}
    for action in actions_in(int(view.legal())):
        groups.setdefault(int(view.alike(action)), []).append(number_of(action))
    if len(groups) < 2:
        return None
    kinds = [sorted(kind, key=lambda one: one != move.action) for kind in groups.values()]
    played = next(at for at, kind in enumerate(kinds) if kind[0] == move.action)
    return Question(number, view, state, kinds, played)


def came_up(before: State, after: State, seat: int, actor: int, action: int) -> bool:
    """Whether the seat sees something that it could not have foreseen, had it known the move."""
    view = before.view(seat)
    luck = luck_for(view, "reveal")
    for _ in range(WORLDS):
        world = imagined(view, luck)
        try:
            world.play(actor, action)
        except IllegalMove:
            return True
        if not seen_alike(after, world, seat):
            return True
    return False


def actions_in(mask: int) -> list[int]:
    """The actions of a mask, one bit each."""
    return [1 << number for number in range(mask.bit_length()) if mask >> number & 1]


class Look:
    """What a position is worth to a seat that only looks on: rollouts and no candidates."""

    def __init__(self, view: View, seed: str) -> None:
        self.trials = Trials(view, [], style_of(view.game), luck_for(view, seed))

    def advance(self, worlds: int) -> None:
        """Play so many worlds in all."""
        self.trials.extend([USUAL], MEASURING, worlds)
