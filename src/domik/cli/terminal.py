"""The table in a terminal: people and bots take turns, people by typing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from domik.bots import Bot, bot_of, trouble_phrase, troubles_of
from domik.bots.search import ADVISER
from domik.cli.choices import HUMAN
from domik.cli.clauses import show_some
from domik.cli.page import Page
from domik.cli.players import Players
from domik.cli.records import why
from domik.cli.result import show_result, show_tally
from domik.cli.screen import Screen
from domik.cli.sitting import Sitting, actions_in, entries, written
from domik.kernel.errors import DomikError
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.state import View
from domik.language import Words
from domik.language.rulebook import rulebook

HINTS = f"{ADVISER},seed=1"  # who is asked for them; its luck comes from the view alone
ARGUMENTS = {"rules": "choice.CLAUSE", "save": "choice.FILE"}
ALWAYS = {"?": "help", "q": "quit", "exit": "quit"}


class Ended(Exception):
    """Nobody plays on: somebody quit, or the input has ended."""


class Terminal:
    """One game from the first prompt to the result."""

    def __init__(self, sitting: Sitting, seats: list[str], say: Words, auto: bool = True) -> None:
        self.sitting = sitting
        self.match = sitting.match
        self.say = say
        self.auto = auto
        self.screen = Screen()
        self.bots: list[Bot | None] = [
            None if name == HUMAN else bot_of(name, sitting.lucks[seat], sitting.match)
            for seat, name in enumerate(seats)
        ]
        self.humans = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.players = Players(seats, say, at_table=True)
        self.at_keyboard = -1
        if len(self.humans) == 1:
            self.at_keyboard = self.humans[0]
            self.screen.remember_lines()
        self.read_up_to = [0] * self.match.seats  # how many moves each seat has been told of
        self.notes: list[list[str]] = [[] for _ in seats]  # for each seat's next prompt: moves that played themselves
        self.low_at = (0, 0)  # the size of a terminal that was too small for the whole table
        self.failed: set[int] = set()  # the seats whose program failed
        self.words = ALWAYS | {word: name for name in COMMANDS for word in (name, say(Phrase(f"play.word.{name}")))}

    def tell(self, key: str, **args: int | str | Phrase) -> str:
        """One of our own phrases in the reader's language."""
        return self.say(Phrase(key, args))

    # ---- the course of the game ---------------------------------------------------------------

    def play(self) -> None:
        """Until the game is over; Ended when nobody plays on."""
        while not self.sitting.is_over:
            seat = self.next_seat()
            bot = self.bots[seat]
            if bot is not None:
                view = self.sitting.view(seat)
                self.sitting.play(seat, bot.decide(view, int(view.legal())))
                self.report_trouble()
            else:
                self.decide(seat)
        self.finish()

    def report_trouble(self) -> None:
        """A program that failed is told of once, and the record keeps it."""
        for trouble in troubles_of(self.bots):
            if trouble["seat"] in self.failed:
                continue
            self.failed.add(trouble["seat"])
            self.sitting.extra.setdefault("troubles", []).append(trouble)
            told = self.say(trouble_phrase(trouble))
            if not self.humans:
                self.screen.line(told, "bad")
            for human in self.humans:
                self.notes[human].append(told)

    def next_seat(self) -> int:
        """Bots first, so that a person sees all there is to see; then whoever sits at the keyboard already."""
        awaited = self.sitting.awaited()
        thinking = [seat for seat in awaited if seat not in self.humans]
        if thinking:
            return thinking[0]
        return self.at_keyboard if self.at_keyboard in awaited else awaited[0]

    def finish(self) -> None:
        """The last events, the table, the points and the winner."""
        self.screen.clear()
        view = self.sitting.onlooker()
        if len(self.humans) == 1:
            view = self.sitting.view(self.humans[0])
        since = min((self.read_up_to[seat] for seat in self.humans), default=0)
        self.show_events(since)
        self.screen.line()
        low = self.low_at == (self.screen.columns, self.screen.lines)
        self.screen.rows(self.match.sketch(view, self.say, self.screen.columns, low))
        self.screen.line()
        show_result(self.screen, self.match, self.sitting.onlooker(), self.players, self.say)

    def decide(self, seat: int) -> None:
        """A person's step: draw, ask, answer, until a move is made or taken back."""
        actions = actions_in(int(self.sitting.view(seat).legal()))
        if len(actions) == 1 and self.auto:
            self.play_forced(seat, actions[0])
            return
        self.take_keyboard(seat)
        self.show_table(seat)
        moves = self.sitting.moves
        while moves == self.sitting.moves:
            answer = self.screen.ask(f"{self.players[seat]} > " if len(self.humans) > 1 else "> ")
            if answer is None:
                raise Ended
            self.answer(seat, answer)

    def play_forced(self, seat: int, action: int) -> None:
        """The only legal move plays itself; its words are kept for the next prompt of that person."""
        view = self.sitting.view(seat)
        note = self.tell("play.forced", move=self.match.write(view, action), what=self.match.describe(view, action))
        self.notes[seat].append(note)
        self.sitting.play(seat, action)

    def take_keyboard(self, seat: int) -> None:
        """A curtain between two people at one keyboard: the next one calls for their own view."""
        if self.at_keyboard == seat:
            return
        self.screen.clear(with_history=True)
        self.screen.line(self.tell("play.curtain", name=self.players[seat]), "accent")
        if self.screen.ask(self.tell("play.enter")) is None:
            raise Ended
        self.screen.clear(with_history=True)
        self.at_keyboard = seat

    # ---- what is shown ------------------------------------------------------------------------

    def show_table(self, seat: int, whole: bool = False) -> None:
        """What happened, the table, what is to be done and what may be done, on one screen unless all is asked for."""
        page = self.page(seat)
        self.read_up_to[seat] = self.sitting.moves
        self.notes[seat] = []
        self.screen.clear(with_history=len(self.humans) > 1)
        lines, size = self.screen.lines, (self.screen.columns, self.screen.lines)
        if lines and not page.fits(lines):
            self.low_at = size  # and stays so: a table that changes its shape with every question is hard to read
        self.screen.show(page.roomy() if whole or self.low_at != size else page.low(lines))

    def page(self, seat: int) -> Page:
        """Everything that a seat wants to know now."""
        view = self.sitting.view(seat)
        news = [self.players.told(event) for event in self.sitting.events(self.read_up_to[seat])]
        moves = entries(self.match, view, self.say)
        return Page(self.screen, self.match, view, self.say, news, self.notes[seat], moves)

    def show_events(self, since: int) -> None:
        """What everybody saw since a move."""
        for event in self.sitting.events(since):
            self.screen.line(self.players.told(event), "dim")

    # ---- what is typed ------------------------------------------------------------------------

    def answer(self, seat: int, text: str) -> None:
        """A move by its notation or number, or a command."""
        view = self.sitting.view(seat)
        moves = written(self.match, view)
        command, _, rest = text.partition(" ")
        if text in moves:
            self.sitting.play(seat, moves[text])
        elif command.lower() in self.words:
            self.obey(self.words[command.lower()], seat, rest.strip())
        elif text.isdecimal() and 1 <= int(text) <= len(moves):
            self.sitting.play(seat, list(moves.values())[int(text) - 1])
        elif text:
            self.try_move(seat, view, text)
        elif self.screen.lines:
            self.show_table(seat)  # after help, rules or the whole table

    def try_move(self, seat: int, view: View, text: str) -> None:
        """A move in another spelling; what is refused is explained by its clauses."""
        try:
            action = self.match.read(view, text)
        except DomikError as error:
            self.screen.line(self.say(error.phrase), "bad")
            self.screen.line(self.tell("play.hint"), "dim")
            return
        objections = self.match.objections(view, action)
        if not objections:
            self.sitting.play(seat, action)
            return
        self.screen.line(self.tell("play.refused", move=text), "bad")
        for objection in objections:
            self.screen.line(self.say(objection.reason), label=f"  {objection.clause}  ")

    def obey(self, command: str, seat: int, rest: str) -> None:
        """Everything that is not a move."""
        COMMANDS[command](self, seat, rest)

    def quit(self, seat: int, rest: str) -> None:
        """Nobody plays on."""
        raise Ended

    def rules(self, seat: int, rest: str) -> None:
        """Some clauses, or where they can be found."""
        show_some(self.screen, rulebook(self.match.title, self.say.language), rest.replace(",", " ").split(), self.say)

    def score(self, seat: int, rest: str) -> None:
        """The points so far, as far as this seat may know them."""
        show_tally(self.screen, self.match, self.match.tally(self.sitting.view(seat)), self.players, self.say)

    def whole_table(self, seat: int, rest: str) -> None:
        """Everything, even where it does not fit on the screen."""
        self.show_table(seat, whole=True)

    def hint(self, seat: int, rest: str) -> None:
        """What a good bot would do with what this seat knows, and why."""
        view = self.sitting.view(seat)
        action = bot_of(HINTS, luck_of(1)).decide(view, int(view.legal()))
        told = self.say(self.match.hint(view, action))
        self.screen.line(told, "accent", label=f"  {self.match.write(view, action)}  ")

    def help(self, seat: int, rest: str) -> None:
        """How to play at this table."""
        self.screen.line(self.tell("play.help"))
        for name in COMMANDS:
            words = dict.fromkeys((name, self.tell(f"play.word.{name}")))
            entry = ("?, " if name == "help" else "") + ", ".join(words)
            argument = self.tell(ARGUMENTS[name]) if name in ARGUMENTS else ""
            self.screen.line(self.tell(f"play.about.{name}"), label=f"  {entry} {argument}".ljust(28))

    def log(self, seat: int, rest: str) -> None:
        """Everything that everybody saw."""
        if not self.sitting.moves:
            self.screen.line(self.tell("play.log_empty"), "dim")
        self.show_events(0)

    def undo(self, seat: int, rest: str) -> None:
        """Take back one's own last choice, as long as nobody has learnt anything from it."""
        refused = self.sitting.take_back(seat)
        if refused is not None:
            self.screen.line(self.tell(refused.key.replace("table.error", "play")), "bad")
            return
        self.read_up_to = [min(read, self.sitting.moves) for read in self.read_up_to]
        self.notes[seat] = [self.tell("play.undone")]

    def save_as(self, seat: int, name: str) -> None:
        """Write the record; a file that cannot be written does not end the game."""
        if not name:
            self.screen.line(self.tell("play.save_where"), "bad")
            return
        try:
            self.save(Path(name))
        except DomikError as error:
            self.screen.line(self.say(error.phrase), "bad")

    def save(self, path: Path) -> None:
        """Write the record of the game so far."""
        try:
            path.write_text(self.sitting.record().to_json() + "\n", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise DomikError(Phrase("cli.not_written", {"file": str(path), "why": why(error)})) from None
        self.screen.line(self.tell("play.saved", file=str(path)), "good")


COMMANDS: dict[str, Callable[[Terminal, int, str], None]] = {
    "help": Terminal.help,
    "rules": Terminal.rules,
    "log": Terminal.log,
    "score": Terminal.score,
    "table": Terminal.whole_table,
    "hint": Terminal.hint,
    "undo": Terminal.undo,
    "save": Terminal.save_as,
    "quit": Terminal.quit,
}
