"""The journal: everything that ever happened at a table, one entry after another; replaying it gives the table back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Entry = dict[str, Any]  # "kind", "at" (milliseconds since 1970), and what that kind needs; always plain JSON

OPEN = "open"  # the first entry: the setup, the sealed seed
SIT = "sit"  # somebody takes a seat, comes by a link of its owner's, or wants to be called otherwise
LEND = "lend"  # the owner of a seat makes a link for another device
REVOKE = "revoke"  # and takes it back, or what came by it
ENTROPY = "entropy"  # a seat's own share of the luck
DEAL = "deal"  # the cards are dealt
MOVE = "move"
BACK = "back"  # steps were taken back
ASK = "ask"  # a seat asks the others to let it take steps back
ANSWER = "answer"
STAND_IN = "stand_in"  # a bot takes over
RETURN = "return"  # and gives the seat back
RESIGN = "resign"
END = "end"  # a seat would like to end the game here, or after all not
CHAT = "chat"
REMATCH = "rematch"  # a seat would like to play again, or after all not
NEXT = "next"  # the table where the rematch is played


CHAT_KEPT = 200


@dataclass(frozen=True)
class ChatLine:
    """One line of the chat; seat is -1 for onlookers."""

    seat: int
    name: str
    text: str
    at: int


@dataclass
class UndoRequest:
    """A seat asks to take back everything from a move on; these seats still have to say yes."""

    seat: int
    to: int
    voters: set[int]
