"""A live game: the only owner of its state. Every change is an entry of the journal; what others get are views."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domik.kernel.errors import DomikError, IllegalMove
from domik.kernel.game import ONLOOKER
from domik.kernel.phrase import Argument, Phrase
from domik.kernel.record import Move, action_of, number_of
from domik.kernel.state import State, View, dealt_state
from domik.kernel.tally import Event
from domik.kernel.title import Match
from domik.table import journal
from domik.table.clock import Clock
from domik.table.fair import commitment, dealt, mixed
from domik.table.journal import Entry
from domik.table.log import Log
from domik.table.seat import Seat, seat_for
from domik.table.setup import BOT, Setup

CHAT_KEPT = 200


class TableError(DomikError):
    """The table refuses, for a reason of its own and not of the game's rules."""


def refuse(key: str, **args: Argument) -> TableError:
    """The refusal of that name."""
    return TableError(Phrase(f"table.error.{key}", args))


@dataclass(frozen=True)
class Said:
    """One line of the chat; seat is -1 for onlookers."""

    seat: int
    name: str
    text: str
    at: int


@dataclass
class Question:
    """A seat asks to take back everything from a move on; these seats still have to say yes."""

    seat: int
    to: int
    voters: set[int]


class Table:
    """One table from its opening to its rematch."""

    def __init__(self, id: str, match: Match, setup: Setup, opening: Entry) -> None:
        self.id = id
        self.match = match
        self.setup = setup
        self.terms = setup.terms
        self.opened_at = int(opening["at"])
        self.seed = str(opening["seed"])
        self.hash = commitment(self.seed)
        self.branch: dict[str, Any] | None = opening.get("branch")
        self.seats: list[Seat] = [seat_for(number, plan) for number, plan in enumerate(setup.seats)]
        self.clock = Clock(match.seats, self.terms)
        self.entries = 1  # how long the journal is
        self.deal: list[int] = []
        self.moves: list[Move] = []
        self.auto: list[bool] = []  # of every move: nobody chose it (forced, or a bot stood in)
        self.log = Log()
        self.chat: list[Said] = []
        self.said = 0  # how many lines of chat there ever were
        self.question: Question | None = None
        self.started_at = 0
        self.resigned: list[int] = []
        self.is_closed = False
        self.takebacks = 0
        self.next_table = ""
        self.glances: dict[int, tuple[int, Phrase | None]] = {}  # by seat: see taking_back.glanced
        self._acted = [0] * match.seats  # how many moves every seat has made
        self._state: State | None = None
        self._mark: tuple[int, State] | None = None  # the state before the last chosen move

    # ---- what everybody may ask --------------------------------------------------------------------

    @property
    def is_dealt(self) -> bool:
        """Whether the game has begun."""
        return self._state is not None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.is_closed or (self._state is not None and self._state.is_over())

    @property
    def is_finished(self) -> bool:
        """Whether the game came to its own end, with a result by the rules."""
        return self._state is not None and self._state.is_over()

    def awaited(self) -> int:
        """A mask of the seats that may act now."""
        return int(self._state.awaited()) if self._state is not None and not self.is_closed else 0

    def awaits(self, seat: int) -> bool:
        """Whether it is this seat's turn."""
        return seat >= 0 and self.awaited() >> seat & 1 == 1

    def view(self, seat: int = ONLOOKER) -> View:
        """What a seat, or an onlooker, may know now: a copy."""
        return self.dealt_state().view(seat)

    def legal(self, seat: int) -> int:
        """The mask of a seat's actions."""
        return int(self._state.legal(seat)) if self.awaits(seat) and self._state is not None else 0

    def scores(self) -> list[int]:
        """Everybody's points as far as they are public."""
        state = self._state
        return [int(state.score(seat)) for seat in range(self.match.seats)] if state else [0] * self.match.seats

    def turn(self, seat: int) -> str:
        """The name of a seat's present decision: a click meant for an older one is refused."""
        return f"{self.takebacks}.{self._acted[seat]}"

    def dealt_state(self) -> State:
        """The state, for this package only; others ask for views."""
        if self._state is None:
            raise refuse("not_dealt")
        return self._state

    def seat(self, number: int) -> Seat:
        """The seat of that number, or a refusal."""
        if not 0 <= number < len(self.seats):
            raise refuse("seat", seat=number + 1)
        return self.seats[number]

    # ---- the journal -------------------------------------------------------------------------------

    def write(self, kind: str, now: int, **what: Any) -> Entry:
        """Make an entry and let it happen."""
        entry: Entry = {"kind": kind, "at": now, **what}
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Let an entry happen, whether now or again after a restart."""
        getattr(self, f"_{entry['kind']}")(entry)
        self.entries += 1
        if self.clock.is_running:
            self.clock.turn(self.awaited(), int(entry["at"]))

    # ---- before the game ---------------------------------------------------------------------------

    def _sit(self, entry: Entry) -> None:
        seat = self.seats[entry["seat"]]
        seat.owners.add(entry["owner"])
        seat.name = entry["name"]

    def _entropy(self, entry: Entry) -> None:
        self.seats[entry["seat"]].entropy = entry["share"]

    def begin(self, now: int) -> list[Entry]:
        """Deal; bots stand in for those who have not come."""
        if self.is_dealt:
            raise refuse("dealt")
        entries = [
            self.write(journal.STAND_IN, now, seat=number, why="away")
            for number, seat in enumerate(self.seats)
            if not seat.is_taken
        ]
        entries.append(self.write(journal.DEAL, now))
        return entries + self.play_forced(now)

    def _deal(self, entry: Entry) -> None:
        self.started_at = int(entry["at"])
        self.deal = list(self.branch["deal"]) if self.branch else dealt(self.match, self.mixed_seed())
        self._state = dealt_state(self.match.game, self.deal)
        for seat, action in self.branch["moves"] if self.branch else ():
            self._happen(Move(seat, action), auto=True)

    def mixed_seed(self) -> str:
        """The seed of the deal; a secret until the game is over."""
        return mixed(self.seed, [seat.entropy for seat in self.seats])

    # ---- moves -------------------------------------------------------------------------------------

    def submit(self, seat: int, action: int, now: int, turn: str | None = None, by_bot: bool = False) -> list[Entry]:
        """Do one action (one bit) and whatever it forces; IllegalMove or TableError change nothing."""
        if self.is_over:
            raise refuse("over")
        if not self.is_dealt:
            raise refuse("not_dealt")
        if turn is not None and turn != self.turn(seat):
            raise refuse("stale")
        if not self.awaits(seat):
            raise refuse("turn")
        if action <= 0 or action & (action - 1) or not action & self.legal(seat):
            raise IllegalMove(seat, action)
        return [self._move_entry(seat, action, now, by_bot), *self.play_forced(now)]

    def _move_entry(self, seat: int, action: int, now: int, auto: bool) -> Entry:
        self.clock.press(seat, now)
        what: dict[str, Any] = {"seat": seat, "action": number_of(action)}
        if auto:
            what["auto"] = True
        if self.clock.is_running:
            what["spent"] = self.clock.spent[seat]
        return self.write(journal.MOVE, now, **what)

    def _move(self, entry: Entry) -> None:
        seat = entry["seat"]
        if "spent" in entry:
            self.clock.spent[seat] = entry["spent"]
            self.clock.since[seat] = None
        self._happen(Move(seat, entry["action"], int(entry["at"]) - self.started_at), bool(entry.get("auto")))
        self.question = None

    def _happen(self, move: Move, auto: bool) -> None:
        state = self.dealt_state()
        if not auto:
            self._mark = (len(self.moves), state.copy())
        before = state.view()
        state.play(move.seat, action_of(move.action))
        self.moves.append(move)
        self.auto.append(auto)
        self._acted[move.seat] += 1
        step = len(self.moves)
        self.log.add(step, self.match.tell(before, state.view(), move.seat))

    def play_forced(self, now: int) -> list[Entry]:
        """Single choices play themselves where the terms say so, and always for bots."""
        entries: list[Entry] = []
        found = True
        while found:
            found = False
            for number, seat in enumerate(self.seats):
                legal = self.legal(number)
                if legal and not legal & (legal - 1) and (self.terms.forced or seat.played_by_bot):
                    entries.append(self._move_entry(number, legal, now, auto=True))
                    found = True
        return entries

    def _back(self, entry: Entry) -> None:
        to = entry["to"]
        kept, auto = self.moves[:to], self.auto[:to]
        self.log.cut(to)
        self._state = dealt_state(self.match.game, self.deal)
        for move in kept:
            self._state.play(move.seat, action_of(move.action))
        self.moves, self.auto = kept, auto
        self._acted = [sum(move.seat == seat for move in kept) for seat in range(self.match.seats)]
        self._mark = None
        self.question = None
        self.takebacks += 1

    def _ask(self, entry: Entry) -> None:
        self.question = Question(entry["seat"], entry["to"], set(entry["voters"]))

    def _answer(self, entry: Entry) -> None:
        if self.question is not None:
            self.question.voters.discard(entry["seat"])
            if not entry["yes"]:
                self.question = None

    def mark(self) -> tuple[int, State] | None:
        """The last chosen move's number and the state before it, while it is known."""
        return self._mark

    # ---- who plays where ---------------------------------------------------------------------------

    def _stand_in(self, entry: Entry) -> None:
        self.seats[entry["seat"]].stood_in = entry["why"]
        if self.is_dealt:
            self._tell(entry["seat"], f"table.log.{entry['why']}")

    def _return(self, entry: Entry) -> None:
        self.seats[entry["seat"]].stood_in = ""
        if self.is_dealt:
            self._tell(entry["seat"], "table.log.back")

    def _resign(self, entry: Entry) -> None:
        seat = entry["seat"]
        self.resigned.append(seat)
        self.seats[seat].stood_in = "resigned"
        self._tell(seat, "table.log.resigned")
        people = [other for number, other in enumerate(self.seats) if not other.is_bot and number not in self.resigned]
        self.is_closed = not people or len(self.seats) - len(self.resigned) < 2

    def _tell(self, seat: int, key: str) -> None:
        self.log.add_aside(len(self.moves), Event(seat, Phrase(key)))

    # ---- talk --------------------------------------------------------------------------------------

    def _chat(self, entry: Entry) -> None:
        self.chat.append(Said(entry["seat"], entry["name"], entry["text"], int(entry["at"])))
        del self.chat[:-CHAT_KEPT]
        self.said += 1

    def _rematch(self, entry: Entry) -> None:
        self.seats[entry["seat"]].wants_rematch = True

    def _next(self, entry: Entry) -> None:
        self.next_table = entry["table"]


def open_table(
    id: str, match: Match, setup: Setup, seed: str, now: int, branch: dict[str, Any] | None = None
) -> tuple[Table, list[Entry]]:
    """A new table and the first entry of its journal; `branch` holds deal and moves of a game to go on from."""
    if len(setup.seats) != match.seats:
        raise refuse("setup")
    if all(seat.kind == BOT for seat in setup.seats):
        raise refuse("people")
    opening: Entry = {"kind": journal.OPEN, "at": now, "setup": setup.to_dict(), "seed": seed}
    if branch is not None:
        opening["branch"] = branch
    return Table(id, match, setup, opening), [opening]


def restored(id: str, match: Match, setup: Setup, entries: Iterable[Entry], now: int) -> Table:
    """The table of a journal; clocks go on from `now`."""
    rest = iter(entries)
    table = Table(id, match, setup, next(rest))
    for entry in rest:
        table.apply(entry)
    table.clock.since = [None] * match.seats
    if table.clock.is_running:
        table.clock.turn(table.awaited(), now)
    return table
