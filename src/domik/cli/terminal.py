"""A game in the terminal: people type their moves, bots play theirs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from domik.bots import Bot, bot_of, failure_phrase, failures_of
from domik.cli.choices import HUMAN
from domik.cli.game_session import DecisionView, GameSession, legal_actions, move_entries, moves_by_notation
from domik.cli.records import why_unreadable
from domik.cli.rules import print_clauses
from domik.cli.scoreboard import PlayerNames, print_result, print_tally
from domik.cli.screen import TerminalScreen
from domik.judge.advice import advise
from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase
from domik.kernel.record import number_of
from domik.kernel.state import View
from domik.language import Words
from domik.language.rulebook import load_rulebook

COMMAND_ARGUMENTS = {"rules": "choice.CLAUSE", "save": "choice.FILE"}
COMMAND_ALIASES = {"?": "help", "q": "quit", "exit": "quit"}


class SessionEnded(Exception):
    """The user quit, or the input ended."""


class Terminal:
    """One game from the first prompt to the result."""

    def __init__(self, sitting: GameSession, seats: list[str], say: Words, auto: bool = True) -> None:
        self.session = sitting
        self.match = sitting.match
        self.say = say
        self.auto = auto
        self.screen = TerminalScreen()
        self.bots: list[Bot | None] = [
            None if name == HUMAN else bot_of(name, sitting.lucks[seat], sitting.match)
            for seat, name in enumerate(seats)
        ]
        self.humans = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.players = PlayerNames(seats, say, at_table=True)
        self.at_keyboard = -1
        if len(self.humans) == 1:
            self.at_keyboard = self.humans[0]
            self.screen.enable_history()
        self.moves_shown = [0] * self.match.seats  # by seat: how many moves it has been shown
        self.notes: list[list[str]] = [[] for _ in seats]  # by seat, for its next prompt: such as forced moves
        self.compact_size = (0, 0)  # terminal size at which the full screen did not fit
        self.failed: set[int] = set()  # seats whose bot program failed
        self.words = COMMAND_ALIASES | {
            word: name for name in COMMANDS for word in (name, say(Phrase(f"play.word.{name}")))
        }

    def print_phrase(self, key: str, **args: int | str | Phrase) -> str:
        return self.say(Phrase(key, args))

    # ---- the game -----------------------------------------------------------------------------

    def play(self) -> None:
        """Play until the game is over; raises SessionEnded."""
        while not self.session.is_over:
            seat = self.next_seat()
            bot = self.bots[seat]
            if bot is not None:
                view = self.session.view(seat)
                self.session.play(seat, bot.decide(view, int(view.legal())))
                self.report_trouble()
            else:
                self.decide(seat)
        self.finish()

    def report_trouble(self) -> None:
        """Announce a failed bot program once, and note it in the record."""
        for trouble in failures_of(self.bots):
            if trouble["seat"] in self.failed:
                continue
            self.failed.add(trouble["seat"])
            self.session.extra.setdefault("troubles", []).append(trouble)
            told = self.say(failure_phrase(trouble))
            if not self.humans:
                self.screen.print_text(told, "bad")
            for human in self.humans:
                self.notes[human].append(told)

    def next_seat(self) -> int:
        """Bots first, so that people see the latest table; then the person already at the keyboard."""
        awaited = self.session.awaited_seats()
        thinking = [seat for seat in awaited if seat not in self.humans]
        if thinking:
            return thinking[0]
        return self.at_keyboard if self.at_keyboard in awaited else awaited[0]

    def finish(self) -> None:
        """The last events, the table, the points and the winner."""
        self.screen.clear()
        view = self.session.spectator_view()
        if len(self.humans) == 1:
            view = self.session.view(self.humans[0])
        since = min((self.moves_shown[seat] for seat in self.humans), default=0)
        self.show_events(since)
        self.screen.print_text()
        low = self.compact_size == (self.screen.columns, self.screen.height)
        self.screen.print_sketch(self.match.sketch(view, self.say, self.screen.columns, low))
        self.screen.print_text()
        print_result(self.screen, self.match, self.session.spectator_view(), self.players, self.say)

    def decide(self, seat: int) -> None:
        """A person's turn: draw and read input until a move is made or taken back."""
        actions = legal_actions(int(self.session.view(seat).legal()))
        if len(actions) == 1 and self.auto:
            self.play_forced(seat, actions[0])
            return
        self.hand_over_keyboard(seat)
        self.show_table(seat)
        moves = self.session.moves
        while moves == self.session.moves:
            answer = self.screen.read_line(f"{self.players[seat]} > " if len(self.humans) > 1 else "> ")
            if answer is None:
                raise SessionEnded
            self.answer(seat, answer)

    def play_forced(self, seat: int, action: int) -> None:
        """Play the only legal move; it is announced at the person's next prompt."""
        view = self.session.view(seat)
        note = self.print_phrase(
            "play.forced", move=self.match.write(view, action), what=self.match.describe(view, action)
        )
        self.notes[seat].append(note)
        self.session.play(seat, action)

    def hand_over_keyboard(self, seat: int) -> None:
        """Hide the screen between two people at one keyboard until the next one is ready."""
        if self.at_keyboard == seat:
            return
        self.screen.clear(with_history=True)
        self.screen.print_text(self.print_phrase("play.curtain", name=self.players[seat]), "accent")
        if self.screen.read_line(self.print_phrase("play.enter")) is None:
            raise SessionEnded
        self.screen.clear(with_history=True)
        self.at_keyboard = seat

    # ---- output -------------------------------------------------------------------------------

    def show_table(self, seat: int, whole: bool = False) -> None:
        """Show news, table, prompt and moves; `whole` even if it does not fit on the screen."""
        page = self.decision_view(seat)
        self.moves_shown[seat] = self.session.moves
        self.notes[seat] = []
        self.screen.clear(with_history=len(self.humans) > 1)
        lines, size = self.screen.height, (self.screen.columns, self.screen.height)
        if lines and not page.fits(lines):
            self.compact_size = size  # stays compact: a layout that changes with every prompt is hard to read
        self.screen.print_lines(page.full_lines() if whole or self.compact_size != size else page.compact_lines(lines))

    def decision_view(self, seat: int) -> DecisionView:
        view = self.session.view(seat)
        news = [self.players.describe_event(event) for event in self.session.events(self.moves_shown[seat])]
        moves = move_entries(self.match, view, self.say)
        return DecisionView(self.screen, self.match, view, self.say, news, self.notes[seat], moves)

    def show_events(self, since: int) -> None:
        """Public events from a move on."""
        for event in self.session.events(since):
            self.screen.print_text(self.players.describe_event(event), "dim")

    # ---- input --------------------------------------------------------------------------------

    def answer(self, seat: int, text: str) -> None:
        """Handle a line: a move by notation or number, or a command."""
        view = self.session.view(seat)
        moves = moves_by_notation(self.match, view)
        command, _, rest = text.partition(" ")
        if text in moves:
            self.session.play(seat, moves[text])
        elif command.lower() in self.words:
            self.run_command(self.words[command.lower()], seat, rest.strip())
        elif text.isdecimal() and 1 <= int(text) <= len(moves):
            self.session.play(seat, list(moves.values())[int(text) - 1])
        elif text:
            self.try_move(seat, view, text)
        elif self.screen.height:
            self.show_table(seat)  # after help, rules or the whole table

    def try_move(self, seat: int, view: View, text: str) -> None:
        """Play a move in another spelling; a refusal is explained by its clauses."""
        try:
            action = self.match.read(view, text)
        except DomikError as error:
            self.screen.print_text(self.say(error.phrase), "bad")
            self.screen.print_text(self.print_phrase("play.hint"), "dim")
            return
        objections = self.match.objections(view, action)
        if not objections:
            self.session.play(seat, action)
            return
        self.screen.print_text(self.print_phrase("play.refused", move=text), "bad")
        for objection in objections:
            self.screen.print_text(self.say(objection.reason), label=f"  {objection.clause}  ")

    def run_command(self, command: str, seat: int, rest: str) -> None:
        COMMANDS[command](self, seat, rest)

    def quit(self, seat: int, rest: str) -> None:
        raise SessionEnded

    def rules(self, seat: int, rest: str) -> None:
        print_clauses(
            self.screen, load_rulebook(self.match.package, self.say.language), rest.replace(",", " ").split(), self.say
        )

    def score(self, seat: int, rest: str) -> None:
        """The points so far, as far as this seat may know them."""
        print_tally(self.screen, self.match, self.match.tally(self.session.view(seat)), self.players, self.say)

    def show_whole_table(self, seat: int, rest: str) -> None:
        self.show_table(seat, whole=True)

    def hint(self, seat: int, rest: str) -> None:
        """What the judge would do with what this seat knows, and why; the record keeps it for the review."""
        view = self.session.view(seat)
        action = advise(self.match, view)
        hints = self.session.extra.setdefault("hints", [])
        hints.append([self.session.moves, seat, number_of(action)])
        told = self.say(self.match.hint(view, action))
        self.screen.print_text(told, "accent", label=f"  {self.match.write(view, action)}  ")

    def help(self, seat: int, rest: str) -> None:
        self.screen.print_text(self.print_phrase("play.help"))
        for name in COMMANDS:
            words = dict.fromkeys((name, self.print_phrase(f"play.word.{name}")))
            entry = ("?, " if name == "help" else "") + ", ".join(words)
            argument = self.print_phrase(COMMAND_ARGUMENTS[name]) if name in COMMAND_ARGUMENTS else ""
            self.screen.print_text(self.print_phrase(f"play.about.{name}"), label=f"  {entry} {argument}".ljust(28))

    def log(self, seat: int, rest: str) -> None:
        if not self.session.moves:
            self.screen.print_text(self.print_phrase("play.log_empty"), "dim")
        self.show_events(0)

    def undo(self, seat: int, rest: str) -> None:
        """Take back the seat's last choice, if it revealed nothing."""
        refused = self.session.take_back(seat)
        if refused is not None:
            self.screen.print_text(self.print_phrase(refused.key.replace("table.error", "play")), "bad")
            return
        self.moves_shown = [min(read, self.session.moves) for read in self.moves_shown]
        self.notes[seat] = [self.print_phrase("play.undone")]

    def save_as(self, seat: int, name: str) -> None:
        """Save the record; a failure is printed and does not end the game."""
        if not name:
            self.screen.print_text(self.print_phrase("play.save_where"), "bad")
            return
        try:
            self.save(Path(name))
        except DomikError as error:
            self.screen.print_text(self.say(error.phrase), "bad")

    def save(self, path: Path) -> None:
        try:
            path.write_text(self.session.record().to_json() + "\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise DomikError(Phrase("cli.not_written", {"file": str(path), "why": why_unreadable(error)})) from None
        self.screen.print_text(self.print_phrase("play.saved", file=str(path)), "good")


COMMANDS: dict[str, Callable[[Terminal, int, str], None]] = {
    "help": Terminal.help,
    "rules": Terminal.rules,
    "log": Terminal.log,
    "score": Terminal.score,
    "table": Terminal.show_whole_table,
    "hint": Terminal.hint,
    "undo": Terminal.undo,
    "save": Terminal.save_as,
    "quit": Terminal.quit,
}
