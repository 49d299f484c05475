"""A lesson being played: where the learner is in it, what they tried, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from domik.bots import Bot, bot_of
from domik.kernel.attempt import Attempt
from domik.kernel.errors import BadNotation
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View, dealt_state
from domik.kernel.tally import Event, Objection
from domik.learn.errors import BadLesson
from domik.learn.goals import reached
from domik.learn.lesson import LEARNER, Given, Lesson, Step


class Outcome(Enum):
    """What a move of the learner was."""

    REFUSED = "refused"  # not a move at all: it costs nothing
    GOING_ON = "going on"
    MISSED = "missed"  # legal, and past the goal
    DONE = "done"


@dataclass(frozen=True)
class Verdict:
    """What came of a move, with everything that is to be said about it."""

    outcome: Outcome
    said: tuple[Phrase, ...] = ()
    clauses: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()  # what everybody saw happen, the others' moves too


@dataclass
class Try:
    """The moves of a task since it was last set up."""

    state: State
    before: View
    played: list[str] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)  # the same as numbers
    script: list[Given] = field(default_factory=list)
    bots: dict[int, Bot] = field(default_factory=dict)
    outcome: Outcome = Outcome.GOING_ON


class Practice:
    """One learner in one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = 0
        self.misses = 0
        self.was_shown = False
        self._done: dict[int, list[int]] = {}  # the actions that led to a task's goal, by step
        start = begun(lesson)
        for given in lesson.moves:
            play_given(lesson, start, given, "moves")
        self._starts: list[State] = []  # where each step that was reached begins
        self._open(start)

    # ---- where we are -----------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        """What is said now."""
        return self.lesson.steps[self.at]

    @property
    def view(self) -> View:
        """What the learner sees."""
        return self._try.state.view(LEARNER)

    @property
    def is_waiting(self) -> bool:
        """Whether the learner has to do something before it goes on."""
        return self.step.task is not None and self.at not in self._done

    @property
    def is_finished(self) -> bool:
        """Whether everything was said and done."""
        return self.at == len(self.lesson.steps) - 1 and not self.is_waiting

    @property
    def has_missed(self) -> bool:
        """Whether the board shows a try that missed its goal."""
        return self._try.outcome is Outcome.MISSED

    @property
    def stars(self) -> int:
        """What finishing is worth now."""
        return 1 if self.was_shown else self.lesson.stars(self.misses + 1)

    @property
    def ways(self) -> list[list[int]]:
        """The learner's actions in every step that was reached: those that led to its goal, or those tried so far."""
        found = [self._done.get(at, []) for at in range(len(self._starts))]
        return [*found[:-1], list(self._try.actions)] if self.at == len(found) - 1 and self.is_waiting else found

    # ---- going through it -------------------------------------------------------------------------

    def next(self) -> bool:
        """The step after this one; False while something is to be done, and at the end."""
        if self.is_waiting or self.is_finished:
            return False
        self.at += 1
        if self.at < len(self._starts):
            self._set_up()
        else:
            self._open(self._try.state.copy())
        return True

    def back(self) -> bool:
        """The step before this one, with its position; False at the first."""
        if not self.at:
            return False
        self.at -= 1
        self._set_up()
        return True

    def again(self) -> None:
        """The task from its beginning; what was missed stays counted."""
        self._set_up()

    def _open(self, state: State) -> None:
        """A step that nobody has seen yet: its own moves first, then the others', until it is the learner's turn."""
        for given in self.step.moves:
            play_given(self.lesson, state, given, f"step {self.at + 1}.moves")
        self._starts.append(state)
        self._set_up()
        if self.step.task is not None:
            self._others_play()
            self._starts[-1] = self._try.state
            self._set_up()

    def _set_up(self) -> None:
        state = self._starts[self.at].copy()
        task = self.step.task
        self._try = Try(state, state.view(LEARNER), script=list(task.others) if task else [])

    # ---- doing ------------------------------------------------------------------------------------

    def play(self, text: str) -> Verdict:
        """Make a move of the task; after a miss the task begins again by itself."""
        task = self.step.task
        if task is None or (self.at in self._done and self._try.outcome is Outcome.DONE):
            return Verdict(Outcome.REFUSED, (Phrase("learn.nothing_to_do"),))
        if self.has_missed:
            self.again()
        action, verdict = self._read(text)
        if verdict is not None:
            return verdict
        self._forget_later()
        now = self._try
        written = self.lesson.match.write(self.view, action)
        events = self._happen(LEARNER, action)
        now.played.append(written)
        now.actions.append(action.bit_length() - 1)
        is_done = self.is_reached  # at once: what follows may take it away again
        events += self._others_play()
        if is_done or self.is_reached:
            now.outcome = Outcome.DONE
            self._done[self.at] = list(now.actions)
            return Verdict(Outcome.DONE, events=tuple(events))
        if now.state.is_over() or len(now.played) >= task.moves:
            now.outcome = Outcome.MISSED
            self.misses += 1
            said = task.miss.phrase() if task.miss else Phrase("learn.missed")
            return Verdict(Outcome.MISSED, (said,), (self.step.clause,), tuple(events))
        return Verdict(Outcome.GOING_ON, events=tuple(events))

    @property
    def script_left(self) -> int:
        """How many moves of the others, as the lesson names them, were not made."""
        return len(self._try.script)

    def show(self) -> int:
        """The move that leads on, as an action; the task begins again where the learner has left the way."""
        task = self.step.task
        if task is None or not self.is_waiting:
            return 0
        if self.has_missed:
            self.again()
        if task.solver:  # free play: a hint is no answer, and costs no star
            bot = bot_of(task.solver, luck_of(f"{self.lesson.seed}/{self.at}/{len(self._try.played)}"))
            return int(bot.decide(self.view, int(self.view.legal())))
        self.was_shown = True
        if tuple(self._try.played) != task.solution[: len(self._try.played)]:
            self.again()
        return int(self.lesson.match.read(self.view, task.solution[len(self._try.played)]))

    def _read(self, text: str) -> tuple[int, Verdict | None]:
        match, view = self.lesson.match, self.view
        try:
            action = int(match.read(view, text))
        except BadNotation as error:
            return 0, Verdict(Outcome.REFUSED, (error.phrase,))
        if action & int(view.legal()):
            return action, None
        found: Sequence[Objection] = match.objections(view, action)
        said, clauses = tuple(one.reason for one in found), tuple(one.clause for one in found)
        return 0, Verdict(Outcome.REFUSED, said, clauses)

    def _forget_later(self) -> None:
        """A task that is done anew may end elsewhere: what came after it is no longer true."""
        self._done = {at: way for at, way in self._done.items() if at < self.at}
        del self._starts[self.at + 1 :]

    @property
    def is_reached(self) -> bool:
        """Whether the position is one that the task asks for."""
        task = self.step.task
        attempt = Attempt(self.lesson.match, self._try.before, self.view, tuple(self._try.played))
        return task is not None and reached(task, attempt)

    def _others_play(self) -> list[Event]:
        events: list[Event] = []
        state = self._try.state
        while state.awaited() and not int(state.awaited()) >> LEARNER & 1:
            seat = (int(state.awaited()) & -int(state.awaited())).bit_length() - 1
            events += self._happen(seat, self._other_action(seat))
        return events

    def _other_action(self, seat: int) -> int:
        now = self._try
        view = now.state.view(seat)
        if now.script and now.script[0].seat == seat:
            action = legal_action(self.lesson, view, now.script.pop(0))
            if action:  # a learner who went another way may have made it impossible
                return action
        if seat not in now.bots:
            now.bots[seat] = bot_of(self.lesson.bot, luck_of(f"{self.lesson.seed}/{self.at}/{seat}"))
        return int(now.bots[seat].decide(view, int(view.legal())))

    def _happen(self, seat: int, action: int) -> list[Event]:
        state = self._try.state
        before = state.view()
        state.play(seat, action)
        return self.lesson.match.tell(before, state.view(), seat)


def begun(lesson: Lesson) -> State:
    """The lesson's game before its first move."""
    game = lesson.match.game
    deal = lesson.deal or [int(number) for number in game.deal(luck_of(lesson.seed).stream(0))]
    return dealt_state(game, list(deal))


def play_given(lesson: Lesson, state: State, given: Given, where: str) -> None:
    """A move of the lesson itself."""
    state.play(given.seat, action_given(lesson, state.view(given.seat), given, where))


def action_given(lesson: Lesson, view: View, given: Given, where: str) -> int:
    """The action of a move that the lesson names; BadLesson when it cannot be made here."""
    action = legal_action(lesson, view, given)
    if action:
        return action
    match, legal = lesson.match, int(view.legal())
    known = ", ".join(match.write(view, 1 << n) for n in range(legal.bit_length()) if legal >> n & 1) or "-"
    raise BadLesson(lesson.file, where, "move", move=given.text, seat=given.seat + 1, legal=known)


def legal_action(lesson: Lesson, view: View, given: Given) -> int:
    """The action that a named move means, 0 when it is none or not legal now."""
    try:
        return int(lesson.match.read(view, given.text)) & int(view.legal())
    except BadNotation:
        return 0
