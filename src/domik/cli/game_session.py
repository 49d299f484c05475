"""One game at the terminal, and the screen shown before each of a person's decisions."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from domik.cli.screen import MoveEntry, TerminalScreen
from domik.kernel.luck import luck_of
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import GameRecord, RecordedMove, action_of, number_of, numbers_in
from domik.kernel.sketch import Say
from domik.kernel.state import View
from domik.kernel.tally import GameEvent
from domik.language import Words
from domik.table.running_game import RunningGame, last_chosen_move, log_lines, reveal_objection


class GameSession:
    """A running game with its record and a random stream for each bot."""

    def __init__(self, match: Match, seed: str, players: list[str]) -> None:
        self.match = match
        self.seed = seed
        self.players = players
        self.extra: dict[str, Any] = {}  # further fields of the record
        luck = luck_of(seed).stream(0)
        self.game = RunningGame(match)
        self.game.start([int(item) for item in match.game.deal(luck)])
        self.lucks = [luck.split() for _ in range(match.seats)]  # one stream per seat
        self.started_at = time.monotonic()

    @property
    def moves(self) -> int:
        """Number of moves made."""
        return len(self.game.moves)

    @property
    def is_over(self) -> bool:
        return self.game.is_over

    def view(self, seat: int) -> View:
        return self.game.view(seat)

    def spectator_view(self) -> View:
        return self.game.view()

    def awaited_seats(self) -> list[int]:
        return [seat for seat in range(self.match.seats) if self.game.awaits(seat)]

    def record(self) -> GameRecord:
        course = self.game
        return GameRecord(self.match, course.deal, self.players, list(course.moves), self.seed, self.extra)

    def play(self, seat: int, action: int) -> None:
        """Play one action; a forced move is recorded as automatic, even if it was typed."""
        legal = self.game.legal(seat)
        at = int(1000 * (time.monotonic() - self.started_at))
        self.game.apply_move(RecordedMove(seat, number_of(action), at), auto=not legal & (legal - 1))

    def events(self, since: int = 0) -> list[GameEvent]:
        """Public events from move number `since` on."""
        return [told.event for told in log_lines(self.game, self.game.log.line_count_at(since))]

    def take_back(self, seat: int) -> Phrase | None:
        """Undo the seat's last choice and the forced moves after it; if refused, returns the reason."""
        why = reveal_objection(self.game, seat)
        number = last_chosen_move(self.game, seat)
        if why is not None or number is None:
            return why
        self.game.rewind(number)
        return None


def legal_actions(legal: int) -> list[int]:
    """The actions of a mask, one bit each, lowest first."""
    return [action_of(number) for number in numbers_in(legal)]


def moves_by_notation(match: Match, view: View) -> dict[str, int]:
    """Legal moves by notation; those without a place or card (put aside, pass) come last."""
    pairs = [(match.write(view, action), action) for action in legal_actions(int(view.legal()))]
    return dict(sorted(pairs, key=lambda pair: not any(letter.isdigit() for letter in pair[0])))


def move_entries(match: Match, view: View, say: Say) -> list[MoveEntry]:
    """The same moves numbered and described."""
    return [
        (str(number), notation, say(match.describe(view, action)))
        for number, (notation, action) in enumerate(moves_by_notation(match, view).items(), 1)
    ]


MOST_NEWS = 12  # lines of news; a bot's whole game at once must not push the table off the screen
INPUT_LINES = 1  # for typing
LEAST_WORDS_WIDTH = 12  # shorter descriptions are useless
COLUMNS_TO_TRY = (1, 2, 3, 4)  # columns of moves with shortened descriptions


@dataclass
class DecisionView:
    """Everything shown to a person before a decision."""

    screen: TerminalScreen
    match: Match
    view: View
    say: Words
    news: list[str]  # public events since this person's last decision
    notes: list[str]  # messages of the terminal itself
    moves: list[MoveEntry]

    def full_lines(self) -> list[Text]:
        """The unabridged screen."""
        sketch = self.screen.sketch_lines(self.match.sketch(self.view, self.say, self.screen.columns))
        told = self.news_lines(MOST_NEWS) + [
            line for note in self.notes for line in self.screen.wrap_text(note, "accent")
        ]
        return [*sketch, Text(), *told, *self.prompt_lines(), *self.screen.move_columns(self.moves)]

    def fits(self, lines: int) -> bool:
        """Whether the unabridged screen fits on this many lines."""
        return len(self.full_lines()) + INPUT_LINES <= lines

    def compact_lines(self, lines: int) -> list[Text]:
        """The low sketch, the prompt, the moves with as much description as fits, and the latest news."""
        sketch = self.screen.sketch_lines(self.match.sketch(self.view, self.say, self.screen.columns, low=True))
        question = self.prompt_lines()
        room = lines - INPUT_LINES - len(sketch) - len(question)
        moves = self.moves_fitting(room - min(1, len(self.news) + len(self.notes)))
        return [*sketch, *self.latest_lines(room - len(moves)), *question, *moves]

    def prompt_lines(self) -> list[Text]:
        return self.screen.wrap_text(self.say(self.match.prompt(self.view)), "bold")

    def moves_fitting(self, room: int) -> list[Text]:
        """Moves with full descriptions if they fit, else shortened, else notation only."""
        whole = self.screen.move_columns(self.moves)
        if len(whole) <= room:
            return whole
        for across in COLUMNS_TO_TRY:
            down = -(-len(self.moves) // across)
            if down <= room and self.screen.words_width(self.moves, across) >= LEAST_WORDS_WIDTH:
                return self.screen.move_columns(self.moves, across)
        return self.screen.move_notations(self.moves)

    def news_lines(self, most: int) -> list[Text]:
        """The latest news, and how many entries came before."""
        told = [line for text in self.news[-most:] for line in self.screen.wrap_text(text, "dim")]
        earlier = len(self.news) - most
        if earlier <= 0:
            return told
        args: dict[str, int | str] = {"n": earlier, "log": self.say(Phrase("play.word.log"))}
        return [*self.screen.wrap_text(self.say(Phrase("play.earlier", {**args})), "dim"), *told]

    def latest_lines(self, room: int) -> list[Text]:
        """The newest notes and news, each cut to one line."""
        told = [("", ""), *((text, "dim") for text in self.news), *((text, "accent") for text in self.notes)]
        return [self.screen.truncate_text(text, tone) for text, tone in told[-room:]] if room > 0 else []
