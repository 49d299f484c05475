"""Journal entries: everything that happened at a table, in order; replaying them restores the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Entry = dict[str, Any]  # "kind", "at" (milliseconds since 1970) and the kind's own fields; always plain JSON

OPEN = "open"  # the first entry: setup and seed
SIT = "sit"  # a player takes a seat, uses a device link, or changes name or animal
LEND = "lend"  # the owner of a seat creates a link for another device
REVOKE = "revoke"  # and revokes it, or the device that used it
ENTROPY = "entropy"  # a seat's contribution to the seed
DEAL = "deal"  # the cards are dealt
MOVE = "move"
BACK = "back"  # moves were taken back
WITHDRAW = "withdraw"  # one secret choice was taken back; those of others after it stay
ASK = "ask"  # a seat asks the others to agree to an undo
ANSWER = "answer"
STAND_IN = "stand_in"  # a bot takes over
RETURN = "return"  # and returns the seat
RESIGN = "resign"
END = "end"  # a vote to end the game, or its withdrawal
CHAT = "chat"
REACT = "react"  # a seat's mark under a line of chat, or its removal
REMATCH = "rematch"  # a vote for a rematch, or its withdrawal
NEXT = "next"  # the table of the rematch
HINT = "hint"  # a seat was advised an action, so that no review blames it for that


CHAT_KEPT = 200


@dataclass(frozen=True)
class ChatLine:
    """One line of chat; seat is -1 for spectators."""

    seat: int
    name: str
    text: str
    at: int
    phrase: str = ""  # the key of a ready phrase, which every reader sees in their own language


@dataclass
class UndoRequest:
    """A seat's request to take back everything from move `to` on; `voters` have yet to agree."""

    seat: int
    to: int
    voters: set[int]
