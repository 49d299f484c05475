"""A table: a running game with seats, terms and chat. Every change is a journal entry; other packages get views."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from domik.bots import BotSpec, parse_bot
from domik.kernel.errors import IllegalMove
from domik.kernel.package import Match
from domik.kernel.phrase import Phrase
from domik.kernel.record import RecordedMove, number_of
from domik.kernel.tally import GameEvent
from domik.table import journal
from domik.table.chain import SHOWN_HEAD, GameChain, deal_digest, new_salt, opening_link
from domik.table.clock import Clock
from domik.table.errors import refuse
from domik.table.fair_deal import (
    SECURE,
    XOSHIRO,
    SharedDeal,
    bot_move,
    commitment,
    deal_from_seed,
    mix_seed,
    read_shared_deal,
)
from domik.table.journal import CHAT_KEPT, ChatLine, Entry, UndoRequest
from domik.table.running_game import LABEL_WORLDS, UNDO_NOTHING, RunningGame, reveal_objection
from domik.table.setup import BOT, HUMAN, SeatPlan, Setup

ANIMALS = (
    *("squirrel", "bird", "rabbit", "turtle", "fox", "hedgehog"),
    *("bear", "owl", "frog", "cat", "mouse", "badger"),
)

PERMANENT_REASONS = ("clock", "resigned")  # reasons for which a bot plays on to the end


@dataclass
class TableSeat:
    """The current state of one seat."""

    plan: SeatPlan
    name: str
    animal: str
    bot: BotSpec  # plays here, or stands in
    owners: set[str] = field(default_factory=set)  # who may act here: hashes, never the secrets
    links: dict[str, int] = field(default_factory=dict)  # unused device links: hash to time of creation
    devices: dict[str, int] = field(default_factory=dict)  # owners who came by such a link: hash to time
    entropy: str = ""
    stand_in_reason: str = ""  # why a bot plays here: "away", "clock", "resigned"; empty: no stand-in
    wants_rematch: bool = False
    wants_end: bool = False  # the game ends when all people want it

    @property
    def is_bot(self) -> bool:
        """Whether the seat was set up for a bot."""
        return self.plan.kind == BOT

    @property
    def is_played_by_bot(self) -> bool:
        return self.is_bot or bool(self.stand_in_reason)

    @property
    def is_lost(self) -> bool:
        """Whether no person may move here, now or later."""
        return self.is_bot or self.stand_in_reason in PERMANENT_REASONS

    @property
    def is_taken(self) -> bool:
        return self.is_bot or bool(self.owners)

    @property
    def is_free(self) -> bool:
        """Whether a new player may still take this seat, even if a bot has started in their place."""
        return self.plan.kind == HUMAN and not self.owners and not self.is_lost

    def sit(self, entry: Entry) -> None:
        """Apply a SIT entry: a new owner, another device of theirs, or a new name."""
        self.owners.add(entry["owner"])
        self.name = entry["name"]
        self.animal = entry.get("animal") or self.animal
        if "key" in entry:
            self.links.pop(entry["key"], None)
            self.devices[entry["owner"]] = int(entry["at"])

    def revoke(self, what: str) -> None:
        self.links.pop(what, None)
        if self.devices.pop(what, None) is not None:
            self.owners.discard(what)


def new_seat(number: int, plan: SeatPlan) -> TableSeat:
    return TableSeat(plan, plan.name, ANIMALS[number % len(ANIMALS)], parse_bot(plan.bot))


class Table(RunningGame):
    """One table from its opening to its rematch."""

    def __init__(self, id: str, match: Match, setup: Setup, opening: Entry) -> None:
        super().__init__(match)
        self.id = id
        self.setup = setup
        self.terms = setup.terms
        self.opened_at = self.touched_at = int(opening["at"])
        self.seed = str(opening["seed"])
        self.hash = commitment(self.seed)
        self.host: str | None = opening.get("host")  # who opened it; "": no host; None: the first to sit
        self.luck_version = int(opening.get("luck", XOSHIRO))  # version of the draw, see fair_deal.py
        self.branch: dict[str, Any] | None = opening.get("branch")
        self.shared_deal: SharedDeal | None = read_shared_deal(opening["same"]) if "same" in opening else None
        self.seats: list[TableSeat] = [new_seat(number, plan) for number, plan in enumerate(setup.seats)]
        self.clock = Clock(match.seats, self.terms)
        self.entries = 1  # length of the journal
        self.chain: GameChain | None = GameChain(str(opening["salt"])) if "salt" in opening else None
        if self.chain is not None:
            self.chain.extend(opening_link(self, self.hash))
        self.chat: list[ChatLine] = []
        self.chat_count = 0  # lines of chat ever posted
        self.reactions: dict[int, dict[int, str]] = {}  # marks under lines of chat: line to seat to mark
        self.undo_request: UndoRequest | None = None
        self.hints: list[tuple[int, int, int]] = []  # moves made when it was asked for, seat, action number
        self.started_at = 0
        self.resigned: list[int] = []
        self.next_table = ""
        self.rematch_asked_at = 0  # time of the first rematch vote
        self.undo_labels: list[Phrase | None] = [UNDO_NOTHING] * match.seats  # see label_undo

    # ---- seats -----------------------------------------------------------------------------------

    def seat(self, number: int) -> TableSeat:
        """The seat of that number; TableError if there is none."""
        if not 0 <= number < len(self.seats):
            raise refuse("seat", seat=number + 1)
        return self.seats[number]

    # ---- the journal -------------------------------------------------------------------------------

    def write(self, kind: str, now: int, **what: Any) -> Entry:
        """Create an entry and apply it."""
        entry: Entry = {"kind": kind, "at": now, **what}
        self.apply(entry)
        if kind in (journal.MOVE, journal.BACK, journal.WITHDRAW):
            self.label_undo()
        return entry

    def apply(self, entry: Entry) -> None:
        """Apply an entry, either a new one or one replayed after a restart."""
        ENTRY_HANDLERS[entry["kind"]](self, entry)
        if self.chain is not None:
            self._extend_chain(self.chain, entry)
        self.entries += 1
        self.touched_at = int(entry["at"])
        if self.clock.is_running:
            self.clock.switch(self.awaited_seats(), int(entry["at"]))

    def _extend_chain(self, chain: GameChain, entry: Entry) -> None:
        """Add the link of an entry that decides the game; others have none."""
        kind = entry["kind"]
        if kind == journal.MOVE:
            chain.extend(self.moves[-1])
        elif kind == journal.BACK:
            chain.take_back(int(entry["to"]))
        elif kind == journal.WITHDRAW:
            chain.withdraw(int(entry["number"]))
        elif kind == journal.DEAL:
            entropy = [] if self.shared_deal else [seat.entropy for seat in self.seats]
            chain.extend(("deal", entropy, deal_digest(self.deal)))
            for move in self.moves:  # of the game that this one continues
                chain.extend(move)
        elif kind in (journal.STAND_IN, journal.RETURN, journal.RESIGN, journal.END):
            chain.extend((kind, entry["seat"], entry.get("why", entry.get("yes"))))

    @property
    def chain_head(self) -> str:
        """The beginning of the hash chain's head, as pages are shown it; empty at tables of older versions."""
        return self.chain.head[:SHOWN_HEAD] if self.chain is not None else ""

    # ---- before the game ---------------------------------------------------------------------------

    def _sit(self, entry: Entry) -> None:
        seat = self.seats[entry["seat"]]
        if "animal" in entry:  # a seat that has it by default swaps animals
            for other in self.seats:
                if other.animal == entry["animal"]:
                    other.animal = seat.animal
        seat.sit(entry)
        if self.host is None:
            self.host = entry["owner"]

    def _lend(self, entry: Entry) -> None:
        self.seats[entry["seat"]].links[entry["key"]] = int(entry["at"])

    def _revoke(self, entry: Entry) -> None:
        self.seats[entry["seat"]].revoke(entry["what"])

    def is_host(self, owner: str) -> bool:
        """Whether this owner opened the table; on tables without a host, every seated player counts as one."""
        return owner == self.host if self.host else any(owner in seat.owners for seat in self.seats)

    def _entropy(self, entry: Entry) -> None:
        self.seats[entry["seat"]].entropy = entry["share"]

    def begin(self, now: int) -> list[Entry]:
        """Deal the cards; bots stand in for players who have not come."""
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
        given = list(self.branch["deal"]) if self.branch else list(self.shared_deal.deal) if self.shared_deal else []
        self.start(given or deal_from_seed(self.match, self.mixed_seed(), self.luck_version))
        for seat, action in self.branch["moves"] if self.branch else ():
            self.apply_move(RecordedMove(seat, action), auto=True)

    def mixed_seed(self) -> str:
        """The seed of the deal; secret until the game is over."""
        return mix_seed(self.seed, [] if self.shared_deal else [seat.entropy for seat in self.seats])

    def bot_seed(self) -> str:
        """The seed of the bots' random numbers: the same wherever the same deal is played."""
        return self.shared_deal.seed if self.shared_deal is not None else self.mixed_seed()

    @property
    def is_counted(self) -> bool:
        """Whether this is a ranked attempt at a shared deal."""
        return self.shared_deal is not None and self.shared_deal.is_counted

    # ---- moves -------------------------------------------------------------------------------------

    def submit(self, seat: int, action: int, now: int, turn: str | None = None, by_bot: bool = False) -> list[Entry]:
        """Play one action (one bit) and whatever it forces; IllegalMove or TableError change nothing.

        A player who was away and moves gets the seat back. A player who resigned or ran out of time can no longer move.
        """
        if self.is_over:
            raise refuse("over")
        if not self.is_dealt:
            raise refuse("not_dealt")
        if turn is not None and turn != self.turn_token(seat):
            raise refuse("stale")
        if not self.awaits(seat):
            raise refuse("turn")
        if not by_bot and self.seats[seat].is_lost:
            raise refuse("bot_seat" if self.seats[seat].is_bot else "seat_lost")
        if action <= 0 or action & (action - 1) or not action & self.legal(seat):
            raise IllegalMove(seat, action)
        back = [self.write(journal.RETURN, now, seat=seat)] if self.seats[seat].stand_in_reason and not by_bot else []
        return [*back, self._move_entry(seat, action, now, by_bot), *self.play_forced(now)]

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
        self.apply_move(
            RecordedMove(seat, entry["action"], int(entry["at"]) - self.started_at), bool(entry.get("auto"))
        )
        self.undo_request = None

    def play_forced(self, now: int) -> list[Entry]:
        """Play single legal moves (if the terms say so, and for bots always) and the instant bots of a shared deal."""
        entries: list[Entry] = []
        found = True
        while found:
            found = False
            for number, seat in enumerate(self.seats):
                legal = self.legal(number)
                if legal and not legal & (legal - 1) and (self.terms.forced or seat.is_played_by_bot):
                    entries.append(self._move_entry(number, legal, now, auto=True))
                    found = True
                elif legal and self._answers_at_once(number):
                    action = bot_move(seat.bot, self.bot_seed(), self.view(number))
                    entries.append(self._move_entry(number, action, now, auto=True))
                    found = True
        return entries

    def _answers_at_once(self, number: int) -> bool:
        """Whether a seat is an instant bot of a shared deal that may move now."""
        seat = self.seats[number]
        return self.shared_deal is not None and seat.is_bot and seat.bot.is_instant and self.bot_keeps_pace(number)

    def bot_keeps_pace(self, bot: int) -> bool:
        """Whether a bot may move: where seats play at their own pace, it keeps to the round of the slowest person.

        At a shared deal everybody's chair counts, whoever plays there, so that rivals answer the same at every table.
        """
        people = [
            number
            for number, seat in enumerate(self.seats)
            if number != bot
            and self.awaits(number)
            and not (seat.is_played_by_bot if self.shared_deal is None else seat.is_bot)
        ]
        mine = self.match.progress(self.view(bot)) if people else None
        if mine is None:
            return True
        theirs = (self.match.progress(self.view(person)) for person in people)
        return all(stage is None or stage.at >= mine.at for stage in theirs)

    def label_undo(self) -> None:
        """Find out for every seat, from a few worlds, what the label of its undo button says in this position."""
        self.undo_labels = [reveal_objection(self, seat, LABEL_WORLDS) for seat in range(len(self.seats))]

    def undo_label(self, seat: int) -> Phrase | None:
        """Why the seat presumably may not undo its last move without asking; None when it may."""
        if self.seats[seat].stand_in_reason:
            return UNDO_NOTHING
        return None if self.secret_choice(seat) is not None else self.undo_labels[seat]

    def undo_objection(self, seat: int) -> Phrase | None:
        """Why the seat may not undo its last move without asking, by all worlds; the label then says the same."""
        self.undo_labels[seat] = reveal_objection(self, seat)
        return self.undo_label(seat)

    def undo_voters(self, seat: int) -> list[int]:
        """The seats that must agree to an undo: people at other screens, including those a bot stands in for.

        An absent player has not agreed: the request waits for them or is withdrawn.
        """
        owners = self.seats[seat].owners
        return [
            number
            for number, other in enumerate(self.seats)
            if number != seat
            and not other.is_lost
            and not other.owners & owners
            and (other.owners or not other.stand_in_reason)
        ]

    def _back(self, entry: Entry) -> None:
        self.rewind(entry["to"])
        self.hints = [hint for hint in self.hints if hint[0] <= entry["to"]]
        self.undo_request = None

    def _withdraw(self, entry: Entry) -> None:
        number = entry["number"]
        self.withdraw(number)
        self.hints = [(step - (step > number), seat, action) for step, seat, action in self.hints]
        self.undo_request = None

    def _ask(self, entry: Entry) -> None:
        self.undo_request = UndoRequest(entry["seat"], entry["to"], set(entry["voters"]))

    def _answer(self, entry: Entry) -> None:
        if self.undo_request is not None:
            self.undo_request.voters.discard(entry["seat"])
            if not entry["yes"]:
                self.undo_request = None

    # ---- players and bots --------------------------------------------------------------------------

    def _stand_in(self, entry: Entry) -> None:
        self.seats[entry["seat"]].stand_in_reason = entry["why"]
        if self.is_dealt:
            self._log_note(entry["seat"], f"table.log.{entry['why']}")

    def _return(self, entry: Entry) -> None:
        self.seats[entry["seat"]].stand_in_reason = ""
        if self.is_dealt:
            self._log_note(entry["seat"], "table.log.back")

    def _resign(self, entry: Entry) -> None:
        seat = entry["seat"]
        self.resigned.append(seat)
        self.seats[seat].stand_in_reason = "resigned"
        self._log_note(seat, "table.log.resigned")
        people = [other for number, other in enumerate(self.seats) if not other.is_bot and number not in self.resigned]
        self.is_closed = not people or len(self.seats) - len(self.resigned) < 2

    def _end(self, entry: Entry) -> None:
        seat = self.seats[entry["seat"]]
        if seat.wants_end != entry["yes"]:
            self._log_note(entry["seat"], "table.log.end" if entry["yes"] else "table.log.play_on")
        seat.wants_end = entry["yes"]
        self.is_closed = self.is_closed or all(one.wants_end for one in self.seats if not one.is_played_by_bot)

    def _log_note(self, seat: int, key: str) -> None:
        self.log.add_note(len(self.moves), GameEvent(seat, Phrase(key)))

    # ---- chat and rematch --------------------------------------------------------------------------

    def _hint(self, entry: Entry) -> None:
        self.hints.append((len(self.moves), entry["seat"], entry["action"]))

    def last_hint(self, seat: int) -> int | None:
        """The action number that a seat was advised for the decision it is at; None if it has not asked."""
        moved = max((number for number, move in enumerate(self.moves, 1) if move.seat == seat), default=0)
        return next((action for step, who, action in reversed(self.hints) if who == seat and step >= moved), None)

    def _chat(self, entry: Entry) -> None:
        said = ChatLine(entry["seat"], entry["name"], entry["text"], int(entry["at"]), entry.get("phrase", ""))
        self.chat.append(said)
        del self.chat[:-CHAT_KEPT]
        self.chat_count += 1
        self.reactions.pop(self.chat_count - CHAT_KEPT - 1, None)

    def _react(self, entry: Entry) -> None:
        marks = self.reactions.setdefault(entry["line"], {})
        if entry["mark"]:
            marks[entry["seat"]] = entry["mark"]
        else:
            marks.pop(entry["seat"], None)

    def _rematch(self, entry: Entry) -> None:
        self.seats[entry["seat"]].wants_rematch = entry.get("yes", True)
        self.rematch_asked_at = self.rematch_asked_at or int(entry["at"])

    def _next(self, entry: Entry) -> None:
        self.next_table = entry["table"]


ENTRY_HANDLERS: dict[str, Callable[[Table, Entry], None]] = {
    journal.SIT: Table._sit,
    journal.LEND: Table._lend,
    journal.REVOKE: Table._revoke,
    journal.ENTROPY: Table._entropy,
    journal.DEAL: Table._deal,
    journal.MOVE: Table._move,
    journal.BACK: Table._back,
    journal.WITHDRAW: Table._withdraw,
    journal.ASK: Table._ask,
    journal.ANSWER: Table._answer,
    journal.STAND_IN: Table._stand_in,
    journal.RETURN: Table._return,
    journal.RESIGN: Table._resign,
    journal.END: Table._end,
    journal.CHAT: Table._chat,
    journal.REACT: Table._react,
    journal.REMATCH: Table._rematch,
    journal.NEXT: Table._next,
    journal.HINT: Table._hint,
}


def open_table(
    id: str,
    match: Match,
    setup: Setup,
    seed: str,
    now: int,
    branch: dict[str, Any] | None = None,
    shared_deal: SharedDeal | None = None,
    host: str = "",
) -> tuple[Table, list[Entry]]:
    """A new table and the first entry of its journal; `branch` is a game to continue (history.branch_of)."""
    if len(setup.seats) != match.seats:
        raise refuse("setup")
    if all(seat.kind == BOT for seat in setup.seats):
        raise refuse("people")
    opening: Entry = {"kind": journal.OPEN, "at": now, "setup": setup.to_dict(), "seed": seed, "luck": SECURE}
    opening |= {"host": host, "salt": new_salt()}
    if branch is not None:
        opening["branch"] = branch
    if shared_deal is not None:
        opening |= {"same": shared_deal.to_dict(), "seed": shared_deal.seed}
    return Table(id, match, setup, opening), [opening]


def restore_table(id: str, match: Match, setup: Setup, entries: Iterable[Entry], now: int) -> Table:
    """The table of a journal; clocks continue from `now`."""
    rest = iter(entries)
    table = Table(id, match, setup, next(rest))
    for entry in rest:
        table.apply(entry)
    table.clock.since = [None] * match.seats
    if table.clock.is_running:
        table.clock.switch(table.awaited_seats(), now)
    table.label_undo()
    return table
