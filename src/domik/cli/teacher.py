"""The teacher at the terminal: says a step, draws the table, reads what is typed, and helps when it goes wrong."""

from __future__ import annotations

from domik.cli.choices import HUMAN
from domik.cli.clauses import show_some
from domik.cli.page import Page
from domik.cli.players import Players
from domik.cli.screen import Screen
from domik.cli.sitting import entries, written
from domik.cli.terminal import Ended
from domik.kernel.phrase import Argument, Phrase
from domik.language import Words
from domik.language.rulebook import rulebook
from domik.learn.lesson import Lesson
from domik.learn.practice import Outcome, Practice, Verdict

WORDS = ("next", "back", "hint", "skip", "rules", "quit")


class Teacher:
    """One lesson from its first step to its stars."""

    def __init__(self, screen: Screen, lesson: Lesson, number: int, say: Words) -> None:
        self.screen = screen
        self.lesson = lesson
        self.number = number
        self.say = say
        self.practice = Practice(lesson)
        self.players = Players([HUMAN, *[lesson.bot] * (lesson.match.seats - 1)], say, at_table=True)
        self.words = {word: name for name in WORDS for word in (name, say(Phrase(f"learn.word.{name}")))}

    def tell(self, key: str, **args: Argument) -> str:
        """One of our own phrases in the reader's language."""
        return self.say(Phrase(key, args))

    # ---- the lesson -------------------------------------------------------------------------------

    def teach(self) -> bool:
        """Whether the learner came to the end; False when the lesson was skipped, Ended when nobody goes on."""
        self.show_step()
        while True:
            command, text = self.ask()
            if command == "skip":
                return False
            if command == "next" and not self.practice.has_missed:
                if self.practice.is_finished:
                    return True
                self.go_on()
            elif command == "next":
                self.practice.again()
                self.show_step()
            elif command:
                self.obey(command)
            else:
                self.try_move(text)

    def offer(self, lesson: Lesson) -> None:
        """On to another lesson, unless the learner has had enough for today."""
        quit_word = self.tell("learn.word.quit")
        self.screen.line(self.tell("learn.next_lesson", title=lesson.title.phrase(), quit=quit_word), "dim")
        self.ask()

    def ask(self) -> tuple[str, str]:
        """A command by its name, or the text of a move; an empty line means next."""
        answer = self.screen.ask("> ")
        if answer is None or self.words.get(answer.lower(), "") == "quit":
            raise Ended
        command = "next" if not answer else self.words.get(answer.lower(), "")
        return command, answer

    def go_on(self) -> None:
        """The next step, once this one is done."""
        if self.practice.next():
            self.show_step()
        else:
            self.screen.line(self.tell("learn.first_do", skip=self.tell("learn.word.skip")), "bad")

    def obey(self, command: str) -> None:
        """Everything that is no move and leaves the lesson where it is."""
        if command == "back":
            if self.practice.back():
                self.show_step()
            else:
                self.screen.line(self.tell("learn.at_start"), "dim")
        elif command == "hint":
            self.show_way()
        else:
            clauses = [self.practice.step.clause] if self.practice.step.clause else []
            show_some(self.screen, rulebook(self.lesson.match.title, self.say.language), clauses, self.say)

    def show_way(self) -> None:
        """The move that leads on."""
        action = self.practice.show()
        if not action:
            self.screen.line(self.tell("learn.no_hint"), "dim")
            return
        match, view = self.lesson.match, self.practice.view
        told = self.tell("learn.show", move=match.write(view, action), what=match.describe(view, action))
        self.screen.line(told, "accent")

    def try_move(self, text: str) -> None:
        """A move by its notation or its number."""
        if self.practice.has_missed:
            self.practice.again()
        moves = list(written(self.lesson.match, self.practice.view))
        if text not in moves and text.isdecimal() and 1 <= int(text) <= len(moves):
            text = moves[int(text) - 1]
        self.judge(self.practice.play(text))

    def judge(self, verdict: Verdict) -> None:
        """What came of a move."""
        if verdict.outcome is Outcome.REFUSED:
            for phrase in verdict.said:
                self.screen.line(self.say(phrase), "bad")
            return
        news = [self.players.told(event) for event in verdict.events]
        if verdict.outcome is Outcome.DONE:
            for line in news:
                self.screen.line(line, "dim")
            self.screen.line(self.tell("learn.well"), "good")
            if not self.practice.is_finished:
                self.go_on()
        elif verdict.outcome is Outcome.MISSED:
            self.draw(news)
            for phrase in verdict.said:
                self.screen.line(self.say(phrase), "accent")
            self.prompt("learn.again")
        else:
            self.draw(news)

    # ---- what is shown ----------------------------------------------------------------------------

    def show_step(self) -> None:
        """The table, what is said, and what may be typed."""
        practice = self.practice
        self.screen.clear()
        head = self.tell(
            "learn.head",
            number=self.number,
            title=self.lesson.title.phrase(),
            step=practice.at + 1,
            steps=len(self.lesson.steps),
        )
        self.screen.line(head, "heading")
        self.draw([])
        self.screen.line(self.say(practice.step.said.phrase()), "bold")
        self.prompt("learn.your_move" if practice.is_waiting else "learn.go_on")

    def draw(self, news: list[str]) -> None:
        """The table, and the moves where one is asked for."""
        match, view = self.lesson.match, self.practice.view
        if self.practice.is_waiting and not self.practice.has_missed:
            self.screen.show(Page(self.screen, match, view, self.say, news, [], entries(match, view, self.say)).roomy())
        else:
            self.screen.rows(match.sketch(view, self.say, self.screen.columns))
        self.screen.line()

    def prompt(self, key: str) -> None:
        """What may be typed now."""
        words = ", ".join(self.tell(f"learn.word.{name}") for name in WORDS)
        self.screen.line(self.tell(key, words=words), "dim")
