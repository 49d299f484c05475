"""`domik learn [GAME [LESSON]]`: list lessons, or take them at the terminal."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from domik.cli import choices
from domik.cli.choices import HUMAN
from domik.cli.game_session import DecisionView, move_entries, moves_by_notation
from domik.cli.rules import print_clauses
from domik.cli.scoreboard import PlayerNames
from domik.cli.screen import TerminalScreen
from domik.cli.terminal import SessionEnded
from domik.games import GAMES, game_packages
from domik.kernel.errors import BadOption, DomikError
from domik.kernel.package import GamePackage
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.language.rulebook import load_rulebook
from domik.learn.ending import points_rows, result_phrase, stars_phrase
from domik.learn.lesson import STARS, Lesson
from domik.learn.loading import lesson_files, load_lessons
from domik.learn.practice import MoveFeedback, MoveOutcome, Practice
from domik.learn.progress import LessonProgress, progress_path

LESSON_COMMANDS = ("next", "back", "hint", "skip", "rules", "quit")


class LessonSession:
    def __init__(self, screen: TerminalScreen, lesson: Lesson, number: int, say: Words) -> None:
        self.screen = screen
        self.lesson = lesson
        self.number = number
        self.say = say
        self.practice = Practice(lesson)
        self.players = PlayerNames([HUMAN, *[lesson.bot] * (lesson.match.seats - 1)], say, at_table=True)
        self.words = {word: name for name in LESSON_COMMANDS for word in (name, say(Phrase(f"learn.word.{name}")))}

    def print_phrase(self, key: str, **args: Argument) -> str:
        return self.say(Phrase(key, args))

    # ---- the lesson -------------------------------------------------------------------------------

    def teach(self) -> bool:
        """Teach the lesson; False if it was skipped. Raises SessionEnded when the learner quits."""
        self.show_step()
        while True:
            command, text = self.read_input()
            if command == "skip":
                return False
            if command == "next":
                if self.practice.is_finished:
                    return True
                self.next_step()
            elif command:
                self.run_command(command)
            else:
                self.try_move(text)

    def offer_next_lesson(self, lesson: Lesson) -> None:
        """Announce the next lesson and wait for Enter; raises SessionEnded on quit."""
        quit_word = self.print_phrase("learn.word.quit")
        self.screen.print_text(
            self.print_phrase("learn.next_lesson", title=lesson.title.phrase(), quit=quit_word), "dim"
        )
        self.read_input()

    def read_input(self) -> tuple[str, str]:
        """Read a line: a command's name and the text; an empty line means "next". Raises SessionEnded on quit."""
        answer = self.screen.read_line("> ")
        if answer is None or self.words.get(answer.lower(), "") == "quit":
            raise SessionEnded
        command = "next" if not answer else self.words.get(answer.lower(), "")
        return command, answer

    def next_step(self) -> None:
        """Go to the next step, or say that the task must be done first."""
        if self.practice.next():
            self.show_step()
        else:
            self.screen.print_text(
                self.print_phrase("learn.first_do", skip=self.print_phrase("learn.word.skip")), "bad"
            )

    def run_command(self, command: str) -> None:
        """Run a command that stays in the lesson."""
        if command == "back":
            if self.practice.back():
                self.show_step()
            else:
                self.screen.print_text(self.print_phrase("learn.at_start"), "dim")
        elif command == "hint":
            self.show_solution()
        else:
            clauses = [self.practice.step.clause] if self.practice.step.clause else []
            print_clauses(self.screen, load_rulebook(self.lesson.match.package, self.say.language), clauses, self.say)

    def show_solution(self) -> None:
        action = self.practice.solution_move()
        if not action:
            self.screen.print_text(self.print_phrase("learn.no_hint"), "dim")
            return
        match, view = self.lesson.match, self.practice.view
        told = self.print_phrase("learn.show", move=match.write(view, action), what=match.describe(view, action))
        self.screen.print_text(told, "accent")

    def try_move(self, text: str) -> None:
        """Play a move given by notation or number."""
        moves = list(moves_by_notation(self.lesson.match, self.practice.view))
        if text not in moves and text.isdecimal() and 1 <= int(text) <= len(moves):
            text = moves[int(text) - 1]
        self.show_feedback(self.practice.play(text))

    def show_feedback(self, verdict: MoveFeedback) -> None:
        if verdict.outcome is MoveOutcome.REFUSED:
            for phrase in verdict.said:
                self.screen.print_text(self.say(phrase), "bad")
            return
        news = [self.players.describe_event(event) for event in verdict.events]
        if verdict.outcome is MoveOutcome.DONE:
            for line in news:
                self.screen.print_text(line, "dim")
            self.screen.print_text(self.print_phrase("learn.well"), "good")
            if not self.practice.is_finished:
                self.next_step()
        elif verdict.outcome is MoveOutcome.MISSED:
            self.draw(news)
            for phrase in verdict.said:
                self.screen.print_text(self.say(phrase), "accent")
            self.screen.print_text(self.print_phrase("learn.taken_back"), "dim")
            self.print_aim()
            self.prompt("learn.your_move")
        else:
            self.draw(news)

    # ---- output -----------------------------------------------------------------------------------

    def show_step(self) -> None:
        practice = self.practice
        self.screen.clear()
        head = self.print_phrase(
            "learn.head",
            number=self.number,
            title=self.lesson.title.phrase(),
            step=practice.at + 1,
            steps=len(self.lesson.steps),
        )
        self.screen.print_text(head, "heading")
        self.draw([])
        self.screen.print_text(self.say(practice.step.said.phrase()), "bold")
        self.print_aim()
        self.prompt("learn.your_move" if practice.is_waiting else "learn.go_on")

    def print_ending(self) -> None:
        """The stars and what they are for; after a whole game also where the points came from."""
        practice = self.practice
        result = result_phrase(practice)
        if result is not None:
            self.screen.print_text(self.say(result), "heading")
        rows = [(self.say(row.what), row.points) for row in points_rows(practice)]
        widest = max((len(what) for what, _ in rows), default=0)
        for what, points in rows:
            self.screen.print_text(f"  {what.ljust(widest)}  {'  '.join(one.rjust(4) for one in points)}")
        self.screen.print_text(f"{star_text(practice.stars)}  {self.say(stars_phrase(practice))}", "good")

    def print_aim(self) -> None:
        """The goal of the open task, in a line of its own."""
        task = self.practice.step.task
        if task is not None and self.practice.is_waiting:
            self.screen.print_text(self.print_phrase("learn.aim", goal=task.aim.phrase()), "accent")

    def draw(self, news: list[str]) -> None:
        """The table, and the moves if one is expected."""
        match, view = self.lesson.match, self.practice.view
        if self.practice.is_waiting:
            self.screen.print_lines(
                DecisionView(
                    self.screen, match, view, self.say, news, [], move_entries(match, view, self.say)
                ).full_lines()
            )
        else:
            self.screen.print_sketch(match.sketch(view, self.say, self.screen.columns))
        self.screen.print_text()

    def prompt(self, key: str) -> None:
        words = ", ".join(self.print_phrase(f"learn.word.{name}") for name in LESSON_COMMANDS)
        self.screen.print_text(self.print_phrase(key, words=words), "dim")


NAME = "learn"


def add(parser: ArgumentParser, say: Words) -> None:
    about = Phrase("learn.game", {"games": ", ".join(GAMES)})
    parser.add_argument("game", nargs="?", metavar=say(Phrase("choice.GAME")), help=say(about))
    parser.add_argument("lesson", nargs="?", metavar=say(Phrase("learn.LESSON")), help=say(Phrase("learn.lesson")))


def run(args: Namespace, say: Words) -> int:
    progress = LessonProgress(progress_path(os.environ))
    screen = TerminalScreen()
    if args.game is None:
        print_games(screen, progress, say)
        return 0
    title = choices.title_from(args)
    lessons = load_lessons(title)
    if not lessons:
        raise DomikError(Phrase("learn.none", {"game": title.name}))
    if args.lesson is None:
        print_lessons(screen, title, lessons, progress, say)
        return 0
    teach_lessons(screen, title, lessons, lesson_number(args.lesson, lessons), progress, say)
    return 0


def print_games(screen: TerminalScreen, progress: LessonProgress, say: Words) -> None:
    """All games with lessons, and the stars earned."""
    taught = [title for title in game_packages() if lesson_files(title)]
    for title in taught:
        most = STARS * len(lesson_files(title))
        won = sum(progress.stars.get(title.name, {}).values())
        screen.print_text(say(Phrase("learn.stars_of", {"stars": won, "n": most})), label=f"  {title.name.ljust(12)}")
    screen.print_text()
    screen.print_text(say(Phrase("learn.choose", {"game": taught[0].name})), "dim")


def print_lessons(
    screen: TerminalScreen, package: GamePackage, lessons: Sequence[Lesson], progress: LessonProgress, say: Words
) -> None:
    """A game's lessons in order, and which one to take next."""
    widest = max(len(lesson.name) for lesson in lessons)
    for number, lesson in enumerate(lessons, 1):
        won = progress.number(package.name, lesson.name)
        minutes = say(Phrase("learn.minutes", {"n": lesson.minutes}))
        told = f"{say(lesson.title.phrase())} ({minutes})"
        screen.print_text(told, label=f"{number:>3}  {star_text(won)}  {lesson.name.ljust(widest)}  ")
    fresh = next((lesson for lesson in lessons if not progress.number(package.name, lesson.name)), lessons[0])
    screen.print_text()
    screen.print_text(say(Phrase("learn.start", {"game": package.name, "lesson": fresh.name})), "dim")


def star_text(won: int) -> str:
    """Stars, and the number for screen readers."""
    return "★" * won + "☆" * (STARS - won) + f" {won}/{STARS}"


def lesson_number(wanted: str, lessons: Sequence[Lesson]) -> int:
    """The index of a lesson given by name (with - or _) or by number."""
    names = [lesson.name for lesson in lessons]
    name = wanted.lower().replace("-", "_")
    if name in names:
        return names.index(name)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    known = ", ".join(f"{number} {name}" for number, name in enumerate(names, 1))
    raise BadOption(Phrase("learn.no_lesson", {"lesson": wanted, "lessons": known}))


def teach_lessons(
    screen: TerminalScreen,
    package: GamePackage,
    lessons: Sequence[Lesson],
    first: int,
    progress: LessonProgress,
    say: Words,
) -> None:
    """Teach lesson after lesson until the last one or until the learner quits."""
    screen.enable_history()
    try:
        for number in range(first, len(lessons)):
            teacher = LessonSession(screen, lessons[number], number + 1, say)
            if teacher.teach():
                progress.save_stars(package.name, lessons[number].name, teacher.practice.stars)
                teacher.print_ending()
                if number + 1 < len(lessons):
                    teacher.offer_next_lesson(lessons[number + 1])
        screen.print_text(say(Phrase("learn.last", {"game": package.name})))
    except SessionEnded:
        screen.print_text(say(Phrase("learn.bye")))
