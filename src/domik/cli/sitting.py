"""A sitting: one game at this terminal. The only part of the command line that holds a live state."""

from __future__ import annotations

import time

from domik.kernel.game import lowest
from domik.kernel.luck import luck_of
from domik.kernel.phrase import Phrase
from domik.kernel.record import Move, Record, action_of, number_of
from domik.kernel.state import State, View, imagined
from domik.kernel.tally import Event
from domik.kernel.title import Match

WORLDS = 24  # how many imagined worlds must agree before a step counts as having revealed nothing


class Sitting:
    """The state of a game, its record, and the events of every move."""

    def __init__(self, match: Match, seed: str, players: list[str]) -> None:
        self.match = match
        luck = luck_of(seed).stream(0)
        self.record = Record(match, [int(item) for item in match.game.deal(luck)], players, seed=seed)
        self.lucks = [luck.split() for _ in range(match.seats)]  # a stream a seat, for its bot
        self.state = self.record.start()
        self.told: list[list[Event]] = []  # what everybody saw of each move
        self.began = time.monotonic()

    def view(self, seat: int) -> View:
        """What a seat may know."""
        return self.state.view(seat)

    def onlooker(self) -> View:
        """What everybody may know."""
        return self.state.view()

    def awaited(self) -> list[int]:
        """The seats that may act now."""
        return [seat for seat in range(self.match.seats) if int(self.state.awaited()) >> seat & 1]

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over()

    def play(self, seat: int, action: int) -> list[Event]:
        """Do one action; what everybody saw of it."""
        before = self.onlooker()
        self.state.play(seat, action)
        at = int(1000 * (time.monotonic() - self.began))
        self.record.moves.append(Move(seat, number_of(action), at))
        self.told.append(self.match.tell(before, self.onlooker(), seat))
        return self.told[-1]

    def events(self, since: int = 0) -> list[Event]:
        """What everybody saw from a move on."""
        return [event for events in self.told[since:] for event in events]

    # ---- taking back --------------------------------------------------------------------------

    def take_back(self, seat: int, humans: list[int]) -> Phrase | None:
        """Take back the seat's last choice and what was forced after it, or say why not and change nothing."""
        moves = self.record.moves
        kept = len(moves)
        while kept and moves[kept - 1].seat == seat:
            kept -= 1
            before = self.state_after(kept)
            if reason := self.secret_told(before, moves[kept], humans):
                return reason
            if is_choice(before, seat):
                self.state = before
                del moves[kept:]
                del self.told[kept:]
                return None
        return Phrase("play.undo_nothing" if not moves else "play.undo_other")

    def state_after(self, number: int) -> State:
        """The state after so many moves, by replaying them."""
        state = self.record.start()
        for move in self.record.moves[:number]:
            state.play(move.seat, action_of(move.action))
        return state

    def secret_told(self, before: State, move: Move, humans: list[int]) -> Phrase | None:
        """Whether a step showed anybody something new: then it stays."""
        seat, action = move.seat, action_of(move.action)
        after = before.copy()
        after.play(seat, action)
        for other in humans:
            if other != seat and self.own(before, other) != self.own(after, other):
                return Phrase("play.undo_seen")
        # Had the step revealed a card, it would have shown another one in another world that looks alike beforehand.
        shown = list(after.view(seat).numbers)
        luck = luck_of(f"undo {len(self.record.moves)}")
        for _ in range(WORLDS):
            world = imagined(before.view(seat), luck)
            world.play(seat, action)
            if list(world.view(seat).numbers) != shown:
                return Phrase("play.undo_seen")
        return None

    def own(self, state: State, seat: int) -> list[int]:
        """A seat's own compartment."""
        game = self.match.game
        at = int(game.own_at(seat))
        return list(state.numbers[at : at + int(game.own_size)])


def is_choice(state: State, seat: int) -> bool:
    """Whether the seat has more than one legal action."""
    legal = int(state.legal(seat))
    return bool(legal & (legal - 1))


def actions_in(legal: int) -> list[int]:
    """The one-bit actions of a mask, lowest first."""
    actions = []
    while legal:
        actions.append(action_of(int(lowest(legal))))
        legal &= legal - 1
    return actions
