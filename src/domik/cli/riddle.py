"""One puzzle at the terminal: the position, what is asked, tries, hints and the answer."""

from __future__ import annotations

from domik.cli.page import Page
from domik.cli.screen import Screen
from domik.cli.sitting import entries, written
from domik.cli.terminal import Ended
from domik.kernel.errors import BadNotation
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.record import action_of, number_of
from domik.language import Words
from domik.puzzles.attempt import ON, SOLVED, Attempt, question_phrase, theme_phrase
from domik.puzzles.puzzle import Puzzle

WORDS = ("hint", "answer", "skip", "quit")


class Riddle:
    """From the first look to the answer."""

    def __init__(self, screen: Screen, puzzle: Puzzle, say: Words) -> None:
        self.screen = screen
        self.puzzle = puzzle
        self.say = say
        self.attempt = Attempt(puzzle)
        self.words = {word: name for name in WORDS for word in (name, self.tell(f"puzzle.word.{name}"))}

    def tell(self, key: str, **args: Argument) -> str:
        """One of our own phrases in the reader's language."""
        return self.say(Phrase(key, args))

    def solve(self) -> bool | None:
        """Whether the first go was right; None when it was skipped untried."""
        self.show()
        first: bool | None = None
        while True:
            answer = self.ask("> ")
            command = self.words.get(answer.lower(), "")
            if command == "skip":
                return first
            if command == "hint":
                first = False if first is None else first
                self.screen.line(self.tell("puzzle.about", theme=theme_phrase(self.puzzle.theme)), "accent")
            elif command == "answer":
                self.show_answer()
                return False
            elif answer:
                kind = self.try_move(answer)
                if kind == SOLVED:
                    return True if first is None else first
                if kind and kind != ON:
                    first = False

    def pause(self) -> None:
        """Before the next one."""
        self.ask(f"{self.tell('puzzle.next')} ")

    def ask(self, prompt: str) -> str:
        """What is typed; Ended when nobody goes on."""
        answer = self.screen.ask(prompt)
        if answer is None or self.words.get(answer.lower(), "") == "quit":
            raise Ended
        return answer

    def show(self) -> None:
        """The table, what is asked, and what may be typed."""
        match, view = self.attempt.match, self.attempt.view
        self.screen.clear()
        self.screen.line(self.tell("puzzle.head", id=self.puzzle.id, rating=str(self.puzzle.rating)), "heading")
        self.screen.show(Page(self.screen, match, view, self.say, [], [], entries(match, view, self.say)).roomy())
        self.screen.line()
        self.screen.line(self.say(question_phrase(self.puzzle)), "bold")
        words = ", ".join(self.tell(f"puzzle.word.{name}") for name in WORDS)
        self.screen.line(self.tell("puzzle.type", words=words), "dim")

    def try_move(self, text: str) -> str:
        """What a typed move came to; empty when it is none."""
        match, view = self.attempt.match, self.attempt.view
        moves = list(written(match, view))
        if text not in moves and text.isdecimal() and 1 <= int(text) <= len(moves):
            text = moves[int(text) - 1]
        try:
            action = match.read(view, text)
        except BadNotation as error:
            self.screen.line(self.say(error.phrase), "bad")
            return ""
        if not int(view.legal()) & action:
            for objection in match.objections(view, action):
                self.screen.line(self.say(objection.reason), "bad")
            return ""
        reply = self.attempt.try_move(number_of(action))
        if reply.kind == ON:
            self.show()
        self.screen.line(self.say(reply.said), "good" if reply.kind in (SOLVED, ON) else "bad")
        return reply.kind

    def show_answer(self) -> None:
        """The move that is right here."""
        match, view = self.attempt.match, self.attempt.view
        number = self.attempt.solution()
        if number is None:
            self.screen.line(self.tell("puzzle.begin_again"), "dim")
            return
        action = action_of(number)
        what = match.describe(view, action)
        self.screen.line(self.tell("puzzle.answer", move=match.write(view, action), what=what), "accent")
