"""The page of a decision: the table, what happened, what is to be done and what may be done, cut to the terminal."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from domik.cli.screen import Entry, Screen
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.kernel.title import Match
from domik.language import Words

MOST_NEWS = 12  # lines between the table and the question: a bot's whole game at once must not push the table away
ANSWER = 1  # line on which the answer is typed
FEW_LETTERS = 12  # of words say more than none
SHORTER = (1, 2, 3, 4)  # columns of moves whose words are cut


@dataclass
class Page:
    """All that a person wants to know before answering."""

    screen: Screen
    match: Match
    view: View
    say: Words
    news: list[str]  # what everybody saw since this person's last decision
    notes: list[str]  # what the terminal itself has to say
    moves: list[Entry]

    def roomy(self) -> list[Text]:
        """Everything, however many lines it takes."""
        sketch = self.screen.drawn(self.match.sketch(self.view, self.say, self.screen.columns))
        told = self.news_lines(MOST_NEWS) + [
            line for note in self.notes for line in self.screen.wrapped(note, "accent")
        ]
        return [*sketch, Text(), *told, *self.question(), *self.screen.columned(self.moves)]

    def fits(self, lines: int) -> bool:
        """Whether everything stands on a screen of so many lines at once."""
        return len(self.roomy()) + ANSWER <= lines

    def low(self, lines: int) -> list[Text]:
        """The low sketch, the question, the moves in as many words as fit, and in what is left the latest news."""
        sketch = self.screen.drawn(self.match.sketch(self.view, self.say, self.screen.columns, low=True))
        question = self.question()
        room = lines - ANSWER - len(sketch) - len(question)
        moves = self.moves_in(room - min(1, len(self.news) + len(self.notes)))
        return [*sketch, *self.latest(room - len(moves)), *question, *moves]

    def question(self) -> list[Text]:
        """What is to be done."""
        return self.screen.wrapped(self.say(self.match.prompt(self.view)), "bold")

    def moves_in(self, room: int) -> list[Text]:
        """The moves with all their words where there is room, else with fewer, else only as they are typed."""
        whole = self.screen.columned(self.moves)
        if len(whole) <= room:
            return whole
        for across in SHORTER:
            down = -(-len(self.moves) // across)
            if down <= room and self.screen.left_for_words(self.moves, across) >= FEW_LETTERS:
                return self.screen.columned(self.moves, across)
        return self.screen.bare(self.moves)

    def news_lines(self, most: int) -> list[Text]:
        """The last of the news, and how much came before."""
        told = [line for text in self.news[-most:] for line in self.screen.wrapped(text, "dim")]
        earlier = len(self.news) - most
        if earlier <= 0:
            return told
        args: dict[str, int | str] = {"n": earlier, "log": self.say(Phrase("play.word.log"))}
        return [*self.screen.wrapped(self.say(Phrase("play.earlier", {**args})), "dim"), *told]

    def latest(self, room: int) -> list[Text]:
        """So many lines of notes and news, the newest of them, each cut to one; a blank one where there is room."""
        told = [("", ""), *((text, "dim") for text in self.news), *((text, "accent") for text in self.notes)]
        return [self.screen.cut(text, tone) for text, tone in told[-room:]] if room > 0 else []
