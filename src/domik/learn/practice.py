"""A learner's session in a lesson: the current step, the attempt at its task, and the feedback to moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from domik.bots import Bot, bot_of
from domik.kernel.errors import BadNotation
from domik.kernel.luck import luck_of
from domik.kernel.package import LessonAttempt
from domik.kernel.phrase import Phrase
from domik.kernel.state import State, View, state_from_deal
from domik.kernel.tally import GameEvent, RuleObjection
from domik.learn.goals import is_goal_reached
from domik.learn.lesson import LEARNER, BadLesson, Lesson, LessonStep, ScriptedMove


class MoveOutcome(Enum):
    REFUSED = "refused"  # illegal or unreadable: costs nothing
    GOING_ON = "going on"
    MISSED = "missed"  # legal, but the goal can no longer be reached
    DONE = "done"


@dataclass(frozen=True)
class MoveFeedback:
    """The outcome of a move, with its explanation."""

    outcome: MoveOutcome
    said: tuple[Phrase, ...] = ()
    clauses: tuple[str, ...] = ()
    events: tuple[GameEvent, ...] = ()  # visible to all, including the others' moves


@dataclass
class TaskAttempt:
    """The moves since the task was last set up."""

    state: State
    before: View
    played: list[str] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)  # the same moves as action numbers
    script: list[ScriptedMove] = field(default_factory=list)
    bots: dict[int, Bot] = field(default_factory=dict)
    outcome: MoveOutcome = MoveOutcome.GOING_ON


class Practice:
    """One learner's way through one lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.at = 0
        self.misses = 0
        self.was_shown = False
        self._done: dict[int, list[int]] = {}  # actions that reached a task's goal, by step
        start = start_state(lesson)
        for given in lesson.moves:
            play_scripted(lesson, start, given, "moves")
        self._starts: list[State] = []  # the state at the start of each step reached so far
        self._open_step(start)

    # ---- position in the lesson -------------------------------------------------------------------

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.at]

    @property
    def view(self) -> View:
        return self._attempt.state.view(LEARNER)

    @property
    def is_waiting(self) -> bool:
        """Whether the step's task must be done before going on."""
        return self.step.task is not None and self.at not in self._done

    @property
    def is_finished(self) -> bool:
        return self.at == len(self.lesson.steps) - 1 and not self.is_waiting

    @property
    def point(self) -> tuple[str, ...]:
        """Element ids to highlight now; in a task of several moves they follow the moves."""
        task, played = self.step.task, len(self._attempt.played)
        if task is None or not self.is_waiting:
            return self.step.point
        if played < len(task.points):
            return task.points[played]
        return () if played else self.step.point

    @property
    def is_game_over(self) -> bool:
        return bool(self._attempt.state.is_over())

    @property
    def has_won(self) -> bool:
        """Whether the learner has won a whole game against others."""
        match = self.lesson.match
        return match.seats > 1 and self.is_game_over and LEARNER in match.outcome(self.view).winners

    @property
    def has_lost(self) -> bool:
        return self.lesson.match.seats > 1 and self.is_game_over and not self.has_won

    @property
    def stars(self) -> int:
        """The stars that finishing would give now; a lost game gives one."""
        return 1 if self.was_shown or self.has_lost else self.lesson.stars(self.misses + 1)

    @property
    def actions_by_step(self) -> list[list[int]]:
        """The learner's actions in each step reached: those that reached its goal, or those tried so far."""
        found = [self._done.get(at, []) for at in range(len(self._starts))]
        return [*found[:-1], list(self._attempt.actions)] if self.at == len(found) - 1 and self.is_waiting else found

    # ---- navigation -------------------------------------------------------------------------------

    def next(self) -> bool:
        """Go to the next step; False if the task is not done, and at the end."""
        if self.is_waiting or self.is_finished:
            return False
        self.at += 1
        if self.at < len(self._starts):
            self._reset_task()
        else:
            self._open_step(self._attempt.state.copy())
        return True

    def back(self) -> bool:
        """Go to the step before, with its position; False at the first."""
        if not self.at:
            return False
        self.at -= 1
        self._reset_task()
        return True

    def restart_task(self) -> None:
        """Set the task up again; misses stay counted."""
        self._reset_task()

    def _open_step(self, state: State) -> None:
        """Enter a new step: play its scripted moves, then the other seats until it is the learner's turn."""
        for given in self.step.moves:
            play_scripted(self.lesson, state, given, f"step {self.at + 1}.moves")
        self._starts.append(state)
        self._reset_task()
        if self.step.task is not None:
            self._others_play()
            self._starts[-1] = self._attempt.state
            self._reset_task()

    def _reset_task(self) -> None:
        state = self._starts[self.at].copy()
        task = self.step.task
        self._attempt = TaskAttempt(state, state.view(LEARNER), script=list(task.others) if task else [])

    # ---- moves ------------------------------------------------------------------------------------

    def play(self, text: str) -> MoveFeedback:
        """Play a move given in notation; after a miss the task is set up again at once."""
        task = self.step.task
        if task is None or (self.at in self._done and self._attempt.outcome is MoveOutcome.DONE):
            return MoveFeedback(MoveOutcome.REFUSED, (Phrase("learn.nothing_to_do"),))
        action, verdict = self._read_move(text)
        if verdict is not None:
            return verdict
        self._forget_later()
        now = self._attempt
        written = self.lesson.match.write(self.view, action)
        events = self._apply(LEARNER, action)
        now.played.append(written)
        now.actions.append(action.bit_length() - 1)
        is_done = self.is_goal_reached  # before the others move, since they may undo it
        events += self._others_play()
        if is_done or self.is_goal_reached:
            now.outcome = MoveOutcome.DONE
            self._done[self.at] = list(now.actions)
            return MoveFeedback(MoveOutcome.DONE, events=tuple(events))
        if now.state.is_over() or len(now.played) >= task.moves:
            self.misses += 1
            self._reset_task()
            return MoveFeedback(MoveOutcome.MISSED, (task.miss_phrase(written),), (self.step.clause,), tuple(events))
        return MoveFeedback(MoveOutcome.GOING_ON, events=tuple(events))

    @property
    def unplayed_script(self) -> int:
        """Number of scripted moves of other seats not made so far."""
        return len(self._attempt.script)

    def solution_move(self) -> int:
        """The next action of the solution, or 0 without an open task.

        Sets the task up again if the learner has left the solution. Except in tasks with a solver bot it counts as
        shown, which costs stars.
        """
        task = self.step.task
        if task is None or not self.is_waiting:
            return 0
        if task.solver:  # free play: a hint is not the answer and costs no star
            bot = bot_of(task.solver, luck_of(f"{self.lesson.seed}/{self.at}/{len(self._attempt.played)}"))
            return int(bot.decide(self.view, int(self.view.legal())))
        self.was_shown = True
        if tuple(self._attempt.played) != task.solution[: len(self._attempt.played)]:
            self.restart_task()
        return int(self.lesson.match.read(self.view, task.solution[len(self._attempt.played)]))

    def _read_move(self, text: str) -> tuple[int, MoveFeedback | None]:
        match, view = self.lesson.match, self.view
        try:
            action = int(match.read(view, text))
        except BadNotation as error:
            return 0, MoveFeedback(MoveOutcome.REFUSED, (error.phrase,))
        if action & int(view.legal()):
            return action, None
        found: Sequence[RuleObjection] = match.objections(view, action)
        said, clauses = tuple(one.reason for one in found), tuple(one.clause for one in found)
        return 0, MoveFeedback(MoveOutcome.REFUSED, said, clauses)

    def _forget_later(self) -> None:
        """Drop all later steps: the task may now end in another position."""
        self._done = {at: way for at, way in self._done.items() if at < self.at}
        del self._starts[self.at + 1 :]

    @property
    def is_goal_reached(self) -> bool:
        task = self.step.task
        attempt = LessonAttempt(self.lesson.match, self._attempt.before, self.view, tuple(self._attempt.played))
        return task is not None and is_goal_reached(task, attempt)

    def _others_play(self) -> list[GameEvent]:
        events: list[GameEvent] = []
        state = self._attempt.state
        while state.awaited_seats() and not int(state.awaited_seats()) >> LEARNER & 1:
            seat = (int(state.awaited_seats()) & -int(state.awaited_seats())).bit_length() - 1
            events += self._apply(seat, self._other_action(seat))
        return events

    def _other_action(self, seat: int) -> int:
        now = self._attempt
        view = now.state.view(seat)
        if now.script and now.script[0].seat == seat:
            action = legal_scripted_action(self.lesson, view, now.script.pop(0))
            if action:  # the learner's moves may have made it illegal
                return action
        if seat not in now.bots:
            now.bots[seat] = bot_of(self.lesson.bot, luck_of(f"{self.lesson.seed}/{self.at}/{seat}"))
        return int(now.bots[seat].decide(view, int(view.legal())))

    def _apply(self, seat: int, action: int) -> list[GameEvent]:
        state = self._attempt.state
        before = state.view()
        state.play(seat, action)
        return self.lesson.match.events(before, state.view(), seat)


def start_state(lesson: Lesson) -> State:
    """The state before the lesson's first move."""
    game = lesson.match.game
    deal = lesson.deal or [int(number) for number in game.deal(luck_of(lesson.seed).stream(0))]
    return state_from_deal(game, list(deal))


def play_scripted(lesson: Lesson, state: State, given: ScriptedMove, where: str) -> None:
    state.play(given.seat, scripted_action(lesson, state.view(given.seat), given, where))


def scripted_action(lesson: Lesson, view: View, given: ScriptedMove, where: str) -> int:
    """The action of a scripted move; BadLesson if it is not legal here."""
    action = legal_scripted_action(lesson, view, given)
    if action:
        return action
    match, legal = lesson.match, int(view.legal())
    known = ", ".join(match.write(view, 1 << n) for n in range(legal.bit_length()) if legal >> n & 1) or "-"
    raise BadLesson(lesson.file, where, "move", move=given.text, seat=given.seat + 1, legal=known)


def legal_scripted_action(lesson: Lesson, view: View, given: ScriptedMove) -> int:
    """The action of a scripted move; 0 if it is unreadable or illegal."""
    try:
        return int(lesson.match.read(view, given.text)) & int(view.legal())
    except BadNotation:
        return 0


LONGEST_SAVED = 4000
SAVED_FORMAT = re.compile(r"(\d{1,3})\.(\d{1,4})\.([01])((?:\.(?:\d{1,2}(?:-\d{1,2})*)?)+)", re.ASCII)


def serialize_practice(practice: Practice) -> str:
    """Serialize as `step.misses.shown` followed by the actions of each step reached."""
    ways = "".join("." + "-".join(map(str, way)) for way in practice.actions_by_step)
    return f"{practice.at}.{min(practice.misses, 9999)}.{int(practice.was_shown)}{ways}"


def restore_practice(lesson: Lesson, text: str) -> Practice:
    """Restore a session; starts anew if the text does not fit, such as after the lesson has changed."""
    return replay_practice(lesson, text) or Practice(lesson)


def replay_practice(lesson: Lesson, text: str) -> Practice | None:
    """Replay a serialized session; None if the text does not fit the lesson."""
    found = SAVED_FORMAT.fullmatch(text) if len(text) <= LONGEST_SAVED else None
    if found is None:
        return None
    at, misses, shown = (int(found[number]) for number in (1, 2, 3))
    ways = [[int(action) for action in way.split("-") if action] for way in found[4][1:].split(".")]
    practice = Practice(lesson)
    for number, way in enumerate(ways):
        if number and not practice.next():
            return None
        if not all(replay_action(practice, action) for action in way):
            return None
    while practice.at > at:
        practice.back()
    practice.misses, practice.was_shown = misses, bool(shown)
    return practice if practice.at == at else None


def replay_action(practice: Practice, action: int) -> bool:
    """Play an action number again; False if it is illegal now."""
    if action > 62 or not int(practice.view.legal()) >> action & 1:
        return False
    return practice.play(practice.lesson.match.write(practice.view, 1 << action)).outcome is not MoveOutcome.REFUSED
